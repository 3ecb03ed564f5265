//! Verdicts and points: every row of the table, rounding, gates, lateness, points that a person gives.

use std::convert::Infallible;

use pram::grade::exercise::Visibility;
use pram::grade::grading::{Grading, NotRun};
use pram::grade::lists::{ManualPoints, Roster};
use pram::grade::outcome::{GradeOutcome, GradedItem, GradedKind, ItemVerdict, OutcomeStatus};
use pram::grade::points::Points;
use pram::grade::show::{Audience, GradedSubmission, ShownSubmission, class};

use super::{JUDGE, REFERENCE, SEQUENTIAL, exercise, files, judged, loaded};

fn points(number: f64) -> Points {
    Points::written(number).unwrap()
}

/// The only item of an exercise, for a submission.
fn item(items: &str, submission: &str) -> GradedItem {
    let mut judged = judged(&files(items), submission);
    assert_eq!(judged.items.len(), 1);
    judged.items.remove(0)
}

/// One test with these inputs, for 4 points.
fn test(inputs: &str, more: &str) -> String {
    format!("[[test]]\nname = \"t\"\ninputs = [{inputs}]\npoints = 4\n{more}\n")
}

#[test]
fn a_test_passes_where_all_its_runs_do() {
    let found = item(
        &test("\"n=1..9\", \"n=33 A=random(-9,9)\"", "repeat = 2"),
        REFERENCE,
    );
    assert_eq!(
        (found.verdict, found.points),
        (ItemVerdict::Passes, points(4.0))
    );
    // (9 + 1) · 2
    assert_eq!(found.passed, Some([20, 20]));
}

#[test]
fn a_share_is_paid_for_each_run_and_else_nothing() {
    // A[0] stays 0, which is the maximum of 0 … n-1 for n = 1 alone: 1 of 4.
    let idle = "algorithm maximum(A[], n)\n    A[0] = A[0];\nend_algorithm\n";
    let inputs = "\"n=1..4 A=iota\"";
    let found = item(&test(inputs, "share = true"), idle);
    assert_eq!(
        (found.verdict, found.points),
        (ItemVerdict::Fails, points(1.0))
    );
    assert_eq!(found.passed, Some([1, 4]));
    assert_eq!(found.code.as_deref(), Some("E0409"));
    let failure = found.first_failure.unwrap();
    assert_eq!(failure.inputs["n"], "2");
    let found = item(&test(inputs, ""), idle);
    assert_eq!(
        (found.verdict, found.points),
        (ItemVerdict::Fails, Points::ZERO)
    );
}

#[test]
fn outputs_are_compared_with_those_of_the_reference() {
    // Right for the values 0 … n-1, and wrong for 7, 9, 8. This judge asserts nothing about it.
    let last = "algorithm maximum(A[], n)\n    A[0] = n - 1;\nend_algorithm\n";
    let mut own = files(&test("\"n=3 A=7,9,8\"", "expect = \"reference\""));
    let judge = own.programs["judge.pram"].replace(
        "assert(A[0] >= A[i], \"A[0] is not the maximum\")",
        "assert(true)",
    );
    own.programs.insert("judge.pram".to_owned(), judge);
    let found = judged(&own, last).items.remove(0);
    assert_eq!(
        (found.verdict, found.points),
        (ItemVerdict::Fails, Points::ZERO)
    );
    assert!(
        found.student.contains("`largest` is 2, and 9 is right"),
        "{}",
        found.student
    );
    let found = judged(&own, REFERENCE).items.remove(0);
    assert_eq!(
        (found.verdict, found.points),
        (ItemVerdict::Passes, points(4.0))
    );
    // A real that is a whole number is the same number.
    let real = "algorithm maximum(A[], n)\n    x = 9.0;\n    A[0] = round(x);\nend_algorithm\n";
    let found = judged(&own, real).items.remove(0);
    assert_eq!(found.verdict, ItemVerdict::Passes, "{}", found.student);
}

/// What a run ends with, by the code.
#[test]
fn runs_end_in_faults_illegal_accesses_and_limits() {
    let body = |body: &str| format!("algorithm maximum(A[], n)\n{body}\nend_algorithm\n");
    let parallel = |range: &str, body: &str| {
        format!("parallel (for each i from 0 to {range})\n{body}\nend_parallel")
    };
    let cases = [
        // A[n] is no cell.
        (body("A[n] = 1;"), ItemVerdict::Fault, "E0403"),
        (body("A[0] = 1 / (n - n);"), ItemVerdict::Fault, "E0402"),
        (
            body(&parallel("n-1", "A[0] = max(A[0], A[i]);")),
            ItemVerdict::Illegal,
            "E0501",
        ),
        (
            body("while (true) A[0] = A[0];"),
            ItemVerdict::Limit,
            "E0601",
        ),
        // 4,096 processors are allowed.
        (
            body(&parallel("4096", "x = i;")),
            ItemVerdict::Limit,
            "E0603",
        ),
        // 1,000 steps with 31 processors: 31,000 of 20,000.
        (
            body(&format!("for j = 1 to 1000\n{}", parallel("30", "x = i;"))),
            ItemVerdict::Limit,
            "E0607",
        ),
        // 2 bytes a line: 1,024 bytes are allowed.
        (
            body("for j = 1 to 600\nprint(1);"),
            ItemVerdict::Limit,
            "E0606",
        ),
        // 80 MB of 64 MiB.
        (body("array B[10000000] = 1;"), ItemVerdict::Limit, "E0602"),
        (body("maximum(A[], n);"), ItemVerdict::Limit, "E0604"),
        (body("for i = "), ItemVerdict::Unreadable, "E0101"),
        (body("A[0] = missing;"), ItemVerdict::Unreadable, "E0201"),
        (
            "algorithm minimum(A[], n)\n    A[0] = 1;\nend_algorithm\n".to_owned(),
            ItemVerdict::Missing,
            "E0201",
        ),
        (
            "algorithm maximum(A[])\n    A[0] = 1;\nend_algorithm\n".to_owned(),
            ItemVerdict::Missing,
            "E0203",
        ),
    ];
    let mut wrong = Vec::new();
    for (text, verdict, code) in cases {
        let found = item(&test("\"n=2..4\"", ""), &text);
        assert_eq!(found.points, Points::ZERO, "{text}");
        if (found.verdict, found.code.as_deref()) != (verdict, Some(code)) {
            wrong.push(format!(
                "{text}: {:?} {:?}\n{}",
                found.verdict, found.code, found.student
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_limit_says_which_and_how_much() {
    let found = item(
        &test("\"n=2\"", ""),
        "algorithm maximum(A[], n)\nwhile (true) A[0] = A[0];\nend_algorithm\n",
    );
    assert!(found.student.contains("2000"), "{}", found.student);
}

#[test]
fn claims_about_costs() {
    let claim = |text: &str, sizes: &str| {
        format!(
            "[[claim]]\ntext = \"{text}\"\nsizes = \"{sizes}\"\npoints = {{ derived = 3, measured = 2, growth = 1 }}\n"
        )
    };
    let bound = claim("T rounds <= ceil(log n)", "n=1..32");
    let found = item(&bound, REFERENCE);
    assert_eq!(
        (found.verdict, found.points),
        (ItemVerdict::Derived, points(3.0)),
        "{}",
        found.student
    );
    // n - 1 rounds: 1 for n = 2, and 2 ≤ ⌈log 3⌉ for n = 3; 3 > 2 for n = 4.
    let found = item(&bound, SEQUENTIAL);
    assert_eq!(
        (found.verdict, found.points),
        (ItemVerdict::Fails, Points::ZERO)
    );
    let failure = found.first_failure.unwrap();
    assert_eq!(failure.inputs["n"], "4");
    assert_eq!((failure.claimed, failure.measured), (Some(2.0), Some(3.0)));
    // How often the loop runs depends on the values: nothing is derived for it. At most n - 1 rounds: each begins
    // with another value of A[0].
    let searching = "algorithm maximum(A[], n)
    i = 0;
    while (i < n - 1) {
        i = i + 1 + A[i] - A[i];
        A[0] = max(A[0], A[i]);
    }
end_algorithm
";
    let found = item(&claim("T rounds <= 2*n", "n=1..16"), searching);
    assert_eq!(
        (found.verdict, found.points),
        (ItemVerdict::Measured, points(2.0)),
        "{}",
        found.student
    );
    // n - 1 rounds are more than 40 from n = 42 on, and at most 40 at each size that is asked for.
    let found = item(&claim("T rounds <= 40", "n=1..16"), SEQUENTIAL);
    assert_eq!(
        (found.verdict, found.points),
        (ItemVerdict::Measured, points(2.0)),
        "{}",
        found.student
    );
    assert!(
        found.student.contains("it fails at n = "),
        "{}",
        found.student
    );
    let growth = claim("T rounds = O(n)", "n=2^2..2^6");
    let found = item(&growth, searching);
    assert_eq!(
        (found.verdict, found.points),
        (ItemVerdict::Growth, points(1.0)),
        "{}",
        found.student
    );
    let found = item(&claim("T rounds = O(1)", "n=2^2..2^6"), searching);
    assert_eq!(
        (found.verdict, found.points),
        (ItemVerdict::Fails, Points::ZERO),
        "{}",
        found.student
    );
    // Sizes that cannot be run give nothing, with their code.
    let found = item(
        &bound,
        "algorithm maximum(A[], n)\n    A[n] = 1;\nend_algorithm\n",
    );
    assert_eq!(
        (found.verdict, found.code.as_deref()),
        (ItemVerdict::Fault, Some("E0403"))
    );
    // Three sizes decide nothing about growth of what is not derived.
    let found = item(&claim("T rounds = Theta(n)", "n=1..2"), searching);
    assert_eq!(
        (found.verdict, found.points),
        (ItemVerdict::Open, Points::ZERO),
        "{}",
        found.student
    );
}

/// What cannot be read here is nobody's fault, and no 0.
#[test]
fn what_cannot_be_read_waits_for_a_person() {
    let loaded = loaded(&files(&test("\"n=2\"", "")));
    let Ok(grading) = Grading::new(&loaded, |_, tasks| {
        Ok::<_, Infallible>(tasks.iter().map(|_| None).collect())
    });
    let judged = grading.not_run(NotRun::Unread);
    assert_eq!(judged.status, OutcomeStatus::Ungraded);
    assert_eq!(judged.items[0].verdict, ItemVerdict::NotTried);
    assert!(
        judged.items[0].teacher.contains("cannot be read"),
        "{}",
        judged.items[0].teacher
    );
}

/// A wrong result is no illegal access.
#[test]
fn a_proof_of_the_model_holds_for_runs_that_fail() {
    let claim =
        "[[claim]]\ntext = \"model = CRCW-common\"\npoints = { proved = 2, observed = 1 }\n";
    let wrong = "algorithm maximum(A[], n)\n    A[0] = -1;\nend_algorithm\n";
    let found = item(claim, wrong);
    assert_eq!(
        (found.verdict, found.points),
        (ItemVerdict::Proved, points(2.0)),
        "{}",
        found.student
    );
    assert_eq!(found.student, "It is legal on CRCW-common for every input.");
}

/// Processor 1 reads A[0], which processor 0 writes, and no barrier orders them.
#[test]
fn a_race_is_named() {
    let mut own = files(
        "[[test]]\nname = \"t\"\ninputs = [\"n=2 A=5,7\"]\npoints = 0\n
[[claim]]\ntext = \"model = apram\"\npoints = 1\n",
    );
    let judge = own.programs["judge.pram"].replace("machine EREW", "machine apram(d = 2, B = 4)");
    own.programs.insert("judge.pram".to_owned(), judge);
    let racing = "algorithm maximum(A[], n)
    parallel async (for each i from 0 to n-1)
        if (i == 0)
            A[0] = max(A[0], 7);
        else
            A[1] = max(A[0], A[1]);
    end_parallel
end_algorithm
";
    let found = judged(&own, racing).items.remove(1);
    assert_eq!(found.verdict, ItemVerdict::Refuted, "{}", found.student);
    let failure = found.first_failure.unwrap();
    assert_eq!(failure.cell.as_deref(), Some("A[0]"));
    assert_eq!(failure.processors, ["i = 0", "i = 1"]);
}

#[test]
fn claims_about_models() {
    let both = "[[test]]\nname = \"t\"\ninputs = [\"n=4 A=0,1,2,3\"]\npoints = 0\n
[[claim]]\ntext = \"model = EREW\"\npoints = { proved = 2, observed = 1 }\n";
    let model = |text: &str| judged(&files(both), text).items.remove(1);
    let found = model(REFERENCE);
    assert_eq!(
        (found.verdict, found.points),
        (ItemVerdict::Proved, points(2.0)),
        "{}",
        found.student
    );
    // Which cells are read depends on values: they differ in this input, and nothing proves it for others.
    let by_values = "algorithm maximum(A[], n)
    array B[n];
    parallel (for each i from 0 to n-1)
        B[i] = A[(i + 0*n) mod n];
    end_parallel
    for i = 1 to n-1
        A[0] = max(A[0], A[i]);
end_algorithm
";
    let found = model(by_values);
    assert!(
        matches!(found.verdict, ItemVerdict::Proved | ItemVerdict::Observed),
        "{}",
        found.student
    );
    let gather = "algorithm maximum(A[], n)
    array B[n], C[n] = A[];
    parallel (for each i from 0 to n-1)
        B[i] = C[A[i]];
    end_parallel
    for i = 1 to n-1
        A[0] = max(A[0], A[i]);
end_algorithm
";
    let found = model(gather);
    assert_eq!(
        (found.verdict, found.points),
        (ItemVerdict::Observed, points(1.0)),
        "{}",
        found.student
    );
    let found = model(
        "algorithm maximum(A[], n)\nparallel (for each i from 0 to n-1)\nA[0] = max(A[0], A[i]);\nend_parallel\nend_algorithm\n",
    );
    assert_eq!(
        (found.verdict, found.points),
        (ItemVerdict::Refuted, Points::ZERO),
        "{}",
        found.student
    );
    let failure = found.first_failure.unwrap();
    assert_eq!(
        (failure.step.is_some(), failure.cell.as_deref()),
        (true, Some("A[0]"))
    );
    assert!(!failure.processors.is_empty());

    // No test of an asynchronous judge observes a synchronous model, and what is read depends on values.
    let mut asynchronous = files(both);
    let judge = JUDGE.replace("machine EREW", "machine APRAM(d = 2, B = 5)");
    (asynchronous.programs).insert("judge.pram".to_owned(), judge);
    let found = judged(&asynchronous, gather).items.remove(1);
    assert_eq!(
        (found.verdict, found.points),
        (ItemVerdict::Open, Points::ZERO),
        "{}",
        found.student
    );
}

#[test]
fn criteria_look_at_the_text() {
    let layout = "[[criterion]]\nkind = \"format\"\npoints = 0.5\n";
    assert_eq!(item(layout, REFERENCE).points, points(0.5));
    let flat = "algorithm maximum(A[], n)\nA[0] = 1;\nend_algorithm\n";
    assert_eq!(item(layout, flat).verdict, ItemVerdict::Fails);

    // `unused` is assigned and never read.
    let idle = REFERENCE.replace("    for d", "    unused = 1;\n    for d");
    let warnings = "[[criterion]]\nkind = \"no-warnings\"\npoints = 1\n";
    assert_eq!(item(warnings, REFERENCE).verdict, ItemVerdict::Passes);
    assert_eq!(item(warnings, &idle).verdict, ItemVerdict::Fails);
    let others = "[[criterion]]\nkind = \"no-warnings\"\ndeny = [\"W0502\"]\npoints = 1\n";
    assert_eq!(item(others, &idle).verdict, ItemVerdict::Passes);

    let uses = |key: &str, word: &str| {
        format!("[[criterion]]\nkind = \"uses\"\n{key} = [\"{word}\"]\npoints = 1\n")
    };
    assert_eq!(
        item(&uses("require", "parallel"), REFERENCE).verdict,
        ItemVerdict::Passes
    );
    // The other vocabulary's word means the same.
    assert_eq!(
        item(&uses("require", "paralelno"), REFERENCE).verdict,
        ItemVerdict::Passes
    );
    assert_eq!(
        item(&uses("require", "parallel"), SEQUENTIAL).verdict,
        ItemVerdict::Fails
    );
    assert_eq!(
        item(&uses("forbid", "for"), SEQUENTIAL).verdict,
        ItemVerdict::Fails
    );
    // A word of a comment is not used.
    let comment = format!("// while\n{REFERENCE}");
    assert_eq!(
        item(&uses("forbid", "while"), &comment).verdict,
        ItemVerdict::Passes
    );
    let prescan = "include \"programs/library/prescan.pram\";\nalgorithm maximum(A[], n)\n    +_prescan(A[], n);\nend_algorithm\n";
    assert_eq!(
        item(&uses("forbid", "+_prescan"), prescan).verdict,
        ItemVerdict::Fails
    );

    let manual = item(
        "[[criterion]]\nkind = \"manual\"\nname = \"m\"\npoints = 2\n",
        REFERENCE,
    );
    assert_eq!(
        (manual.verdict, manual.points),
        (ItemVerdict::Open, Points::ZERO)
    );
}

#[test]
fn what_the_judge_does_not_use_is_noted_and_changes_nothing() {
    let own =
        format!("machine CRCW;\nclaim T = O(1);\ninput n = 3;\nprogram\nend_program\n{SEQUENTIAL}");
    let judged = judged(&files(&test("\"n=2..5\"", "")), &own);
    assert_eq!(judged.items[0].verdict, ItemVerdict::Passes);
    let notes = judged.notes.join("\n");
    for keyword in ["machine", "claim", "input", "program"] {
        assert!(notes.contains(&format!("`{keyword}`")), "{notes}");
    }
}

#[test]
fn statuses() {
    let own = files(&test("\"n=2\"", ""));
    assert_eq!(judged(&own, REFERENCE).status, OutcomeStatus::Graded);
    assert_eq!(judged(&own, "for for").status, OutcomeStatus::Unreadable);
    let open = files("[[criterion]]\nkind = \"manual\"\nname = \"m\"\npoints = 2\n");
    assert_eq!(judged(&open, REFERENCE).status, OutcomeStatus::Open);
}

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
