//! Points: rounding, gates, lateness, points that a person gives.

use pram::grade::exercise::Visibility;
use pram::grade::lists::{ManualPoints, Roster};
use pram::grade::outcome::{GradeOutcome, GradedItem, GradedKind, ItemVerdict, OutcomeStatus};
use pram::grade::points::Points;
use pram::grade::show::{Audience, GradedSubmission, ShownSubmission, class};

use super::{REFERENCE, exercise, files, judged, points};

/// An item with these points of so many.
fn graded(name: &str, verdict: ItemVerdict, own: Points, of: f64, gate: Option<f64>) -> GradedItem {
    GradedItem {
        name: name.to_owned(),
        kind: GradedKind::Test,
        verdict,
        code: None,
        points: own,
        of: points(of),
        visibility: Visibility::Public,
        gate: gate.map(points),
        passed: None,
        first_failure: None,
        student: String::new(),
        teacher: String::new(),
    }
}

#[test]
fn points_are_rounded_once_and_halves_go_up() {
    let half = points(0.5);
    for (own, rounded) in [
        (0.24, 0.0),
        (0.25, 0.5),
        (0.74, 0.5),
        (0.75, 1.0),
        (2.0, 2.0),
    ] {
        assert_eq!(points(own).rounded(half), points(rounded), "{own}");
    }
    // Three thirds are one: 0.5 three times would be 1.5, if each was rounded.
    let third = points(1.0).share(1, 3);
    let items = ["a", "b", "c"].map(|name| graded(name, ItemVerdict::Passes, third, 1.0, None));
    assert_eq!(
        GradeOutcome::total(&items, Points::WHOLE, half),
        points(1.0)
    );
    // What was written is read again without a loss.
    let text = serde_json::to_string(&third).unwrap();
    let read: Points = serde_json::from_str(&text).unwrap();
    assert_eq!(read, third);
    assert_eq!(third.to_string(), "0.3333");
    assert_eq!(serde_json::to_string(&points(2.0)).unwrap(), "2");
}

#[test]
fn a_gate_bounds_the_total_of_what_fails() {
    let step = points(0.5);
    let of = |verdict| {
        let items = [
            graded("a", ItemVerdict::Passes, points(7.0), 7.0, None),
            graded("b", verdict, Points::ZERO, 2.0, Some(2.0)),
        ];
        GradeOutcome::total(&items, Points::WHOLE, step)
    };
    for verdict in [
        ItemVerdict::Refuted,
        ItemVerdict::Fails,
        ItemVerdict::Missing,
        ItemVerdict::Limit,
    ] {
        assert_eq!(of(verdict), points(2.0), "{verdict:?}");
    }
    // What is open closes nothing.
    assert_eq!(of(ItemVerdict::Open), points(7.0));
}

/// A submission with one item of 8 points, all of them earned, and one that a person judges.
fn shown(roster: &str, manual: &str) -> ShownSubmission {
    let own = files(
        "rounding = 0.5\nlate = { percent_per_day = 10, days = 5 }\n[[test]]\nname = \"t\"\npoints = 8\n
[[criterion]]\nkind = \"manual\"\nname = \"m\"\npoints = 2\n",
    );
    let exercise = exercise(&own);
    let judged = judged(&own, REFERENCE);
    let outcome = GradeOutcome {
        format: String::new(),
        key: String::new(),
        pram: String::new(),
        exercise: String::new(),
        status: judged.status,
        points: Points::ZERO,
        of: exercise.of(),
        open: Points::ZERO,
        notes: Vec::new(),
        files: Vec::new(),
        items: judged.items,
        used: judged.used,
        shape: None,
    };
    let graded = GradedSubmission {
        id: "7".to_owned(),
        name: None,
        notes: Vec::new(),
        outcome,
        milliseconds: None,
        peak_memory: None,
    };
    let roster = Roster::read(format!("id,name,submitted,due\n{roster}\n").as_bytes()).unwrap();
    let manual = ManualPoints::read(
        format!("id,m\n{manual}\n").as_bytes(),
        &[("m", points(2.0))],
    )
    .unwrap();
    let class = class(&exercise, &[graded], &roster, &manual, Audience::Teacher);
    class.submissions.into_iter().next().unwrap()
}

#[test]
fn lateness_takes_its_share_of_each_begun_day() {
    let due = "2026-11-30T23:59";
    let cases = [
        // in time; a minute late; a day; a day and a minute; five days; more
        ("2026-11-30T23:59", 0, 8.0),
        ("2026-12-01T00:00", 1, 7.0),
        ("2026-12-01T23:59", 1, 7.0),
        ("2026-12-02T00:00", 2, 6.5),
        ("2026-12-05T23:59", 5, 4.0),
        ("2026-12-06T00:00", 6, 0.0),
        // The same moment, told elsewhere.
        ("2026-11-30T22:59", 0, 8.0),
    ];
    for (submitted, days, left) in cases {
        let found = shown(&format!("7,Ana,{submitted},{due}"), "");
        assert_eq!(found.days_late, Some(days), "{submitted}");
        // 8 · 0.9 = 7.2 is rounded to 7, 8 · 0.8 = 6.4 to 6.5.
        assert_eq!(found.points, points(left), "{submitted}");
        assert_eq!(found.name.as_deref(), Some("Ana"));
    }
    let found = shown("7,Ana,2026-12-01T00:30+01:00,2026-11-30T23:59Z", "");
    assert_eq!(found.days_late, Some(0));
    assert_eq!(shown("8,Eva,,", "").days_late, None);
}

#[test]
fn a_person_gives_points() {
    let open = shown("", "");
    assert_eq!(
        (open.points, open.open, open.status),
        (points(8.0), points(2.0), OutcomeStatus::Open)
    );
    let given = shown("", "7,1.5");
    assert_eq!(
        (given.points, given.open, given.status),
        (points(9.5), Points::ZERO, OutcomeStatus::Graded)
    );
    assert_eq!(shown("", "7,\"1,5\"").points, points(9.5));
    let criteria = [("m", points(2.0))];
    for wrong in [
        "id,m\n7,3\n",
        "id,m\n7,-1\n",
        "id,m\n7,x\n",
        "id,other\n7,1\n",
        "name,m\nA,1\n",
    ] {
        assert!(
            ManualPoints::read(wrong.as_bytes(), &criteria).is_err(),
            "{wrong}"
        );
    }
    assert!(Roster::read(b"id,submitted,due\n7,yesterday,today\n").is_err());
}

#[test]
fn tables_come_from_spreadsheets() {
    // As a spreadsheet with decimal commas writes them on Windows.
    let points_of = ManualPoints::read(b"\xef\xbb\xbfid;m\r\n\"7\";1,5\r\n", &[("m", points(2.0))]);
    assert_eq!(points_of.unwrap().0["7"]["m"], points(1.5));
    let roster = Roster::read("id;name\n7;\"Ana; \"\"A\"\" Anić\"\n".as_bytes()).unwrap();
    assert_eq!(roster.0["7"].name.as_deref(), Some("Ana; \"A\" Anić"));
    // Which of two rows counts, nobody knows.
    assert!(Roster::read(b"id,name\n7,Ana\n7,Iva\n").is_err());
    assert!(ManualPoints::read(b"id,m\n7,1\n7,2\n", &[("m", points(2.0))]).is_err());
}
