//! Results in every format.

use pram::grade::exercise::Visibility;
use pram::grade::outcome::{GradedKind, ItemVerdict, OutcomeStatus};
use pram::grade::points::Points;
use pram::grade::show::csv::CsvStyle;
use pram::grade::show::html::ReplayPages;
use pram::grade::show::{
    ClassResults, ShownItem, ShownSubmission, csv, gradescope, html, junit, moodle, text,
};

fn points(number: f64) -> Points {
    Points::written(number).unwrap()
}

fn submission(id: &str, name: &str, own: f64, verdict: ItemVerdict, says: &str) -> ShownSubmission {
    ShownSubmission {
        id: id.to_owned(),
        name: Some(name.to_owned()),
        points: points(own),
        of: points(3.5),
        open: Points::ZERO,
        status: OutcomeStatus::Graded,
        days_late: None,
        notes: Vec::new(),
        items: vec![ShownItem {
            name: "T <= n".to_owned(),
            kind: GradedKind::Claim,
            verdict,
            code: None,
            points: points(own),
            of: points(3.5),
            visibility: Visibility::Public,
            passed: None,
            first_failure: None,
            text: says.to_owned(),
        }],
        shape: None,
        milliseconds: Some(12),
        peak_memory: Some(20 << 20),
    }
}

fn class() -> ClassResults {
    ClassResults {
        exercise: "dz2".to_owned(),
        title: "Maximum".to_owned(),
        of: points(3.5),
        submissions: vec![
            submission(
                "12345",
                "=HYPERLINK(\"x\")",
                3.5,
                ItemVerdict::Derived,
                "fine",
            ),
            submission(
                "12346",
                "Ana",
                0.0,
                ItemVerdict::Fails,
                "a < b && \u{1b}[31m \"quoted\"",
            ),
        ],
    }
}

#[test]
fn csv_holds_no_formula() {
    let table = csv::render(&class(), CsvStyle::default());
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines[0], "id,name,points,open,status,days_late,T <= n");
    assert_eq!(
        lines[1],
        "12345,\"'=HYPERLINK(\"\"x\"\")\",3.5,0,graded,,3.5"
    );
    assert_eq!(lines[2], "12346,Ana,0,0,graded,,0");
    let style = CsvStyle {
        has_decimal_comma: true,
        has_mark: true,
    };
    let table = csv::render(&class(), style);
    assert!(table.starts_with("\u{feff}id;name;points"));
    assert!(table.contains(";3,5;"));
    for begin in ["=", "+", "-", "@", "\t"] {
        let mut class = class();
        class.submissions[0].id = format!("{begin}1");
        let table = csv::render(&class, CsvStyle::default());
        assert!(table.lines().nth(1).unwrap().starts_with('\''), "{table}");
    }
}

/// Written by hand after Moodle's form: quotes, a comma and a line end inside of cells, lines that end as on Windows.
const WORKSHEET: &str = "\u{feff}Identifier,\"Full name\",Status,Grade,\"Maximum Grade\",\"Feedback comments\"\r\n\
    Participant 12346,\"Anić, Ana\",\"a\r\nb\",,10.00,\r\n\
    Participant 999,\"Other \"\"O\"\" One\",x,5.00,10.00,old\r\n\
    Participant 12345,Ivo,x,,10.00,\"\"\r\n";

#[test]
fn a_worksheet_of_moodle_is_filled_in_and_else_unchanged() {
    let filled = moodle::fill(WORKSHEET, &class()).unwrap();
    let expected = WORKSHEET
        .replace(
            "\"a\r\nb\",,10.00,\r\n",
            "\"a\r\nb\",0,10.00,\"<pre>COMMENT-A</pre>\"\r\n",
        )
        .replace(
            "Ivo,x,,10.00,\"\"",
            "Ivo,x,3.5,10.00,\"<pre>COMMENT-B</pre>\"",
        );
    let comment = |at: usize| {
        let text = class().submissions[at].feedback();
        let text = text
            .trim_end()
            .replace('&', "&amp;")
            .replace('<', "&lt;")
            .replace('>', "&gt;");
        text.replace('"', "\"\"")
    };
    let expected = expected
        .replace("COMMENT-A", &comment(1))
        .replace("COMMENT-B", &comment(0));
    assert_eq!(filled, expected);
    assert!(moodle::fill("Name,Grade\nAna,1\n", &class()).is_err());
    // Somebody who is not graded gets no 0.
    let mut ungraded = class();
    ungraded.submissions[0].status = OutcomeStatus::Ungraded;
    assert!(
        moodle::fill(WORKSHEET, &ungraded)
            .unwrap()
            .contains("Ivo,x,,10.00")
    );
}

#[test]
fn junit_is_xml_with_a_suite_for_each_submission() {
    let xml = junit::render(&class());
    assert_eq!(xml.matches("<testsuite ").count(), 2);
    assert_eq!(xml.matches("<testcase ").count(), 2);
    assert_eq!(xml.matches("<failure").count(), 1);
    assert!(xml.contains("a &lt; b &amp;&amp;"), "{xml}");
    assert!(!xml.contains('\u{1b}'));
    // What the schemas of Jenkins allow.
    let all = xml.lines().find(|line| line.starts_with("<testsuites"));
    let all = all.unwrap().trim_start_matches("<testsuites ").split('"');
    let attributes: Vec<&str> = all.step_by(2).map(|name| name.trim_matches(' ')).collect();
    assert_eq!(attributes, ["name=", "tests=", "failures=", "errors=", ">"]);
}

#[test]
fn gradescope_gets_a_sentence_where_there_is_no_score() {
    let mut one = class().submissions.remove(0);
    one.items[0].visibility = Visibility::After;
    let json = serde_json::to_value(gradescope::results(&one)).unwrap();
    assert_eq!(json["score"], 3.5);
    assert_eq!(json["tests"][0]["max_score"], 3.5);
    assert_eq!(json["tests"][0]["visibility"], "after_due_date");
    one.status = OutcomeStatus::Ungraded;
    let json = serde_json::to_value(gradescope::results(&one)).unwrap();
    assert!(json.get("score").is_none());
    assert!(json["output"].as_str().unwrap().contains("not graded"));
}

#[test]
fn pages_load_nothing_and_escape_what_was_handed_in() {
    let pages = html::pages(&class(), Some(&ReplayPages::new()));
    let names: Vec<&str> = pages.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names.len(), 3);
    assert_eq!(names[0], "index.html");
    for (name, page) in &pages {
        for outside in ["http://", "https://", "src=", "@import", "url("] {
            assert!(!page.contains(outside), "{name}: {outside}");
        }
        assert!(!page.contains("=HYPERLINK(\"x\")"), "{name}");
    }
    assert!(pages[0].1.contains(&format!("href=\"{}\"", names[1])));
    // A page for students does not lead to the class.
    let own = html::pages(&class(), None);
    assert_eq!(own.len(), 2);
    assert!(!own[0].1.contains("index.html"));
}

#[test]
fn sentences_of_a_page_are_broken_and_diagnostics_are_not() {
    let mut class = class();
    class.submissions[1].items[0].text =
        "With n=2: it fails (E0101): a < b\nerror[E0101]: a < b\n  |\n2 |  x\n  |  ^\n\n"
            .to_owned();
    let pages = html::pages(&class, Some(&ReplayPages::new()));
    let expected = "<p>With n=2: it fails (E0101): a &lt; b</p>\n\
        <pre tabindex=\"0\">error[E0101]: a &lt; b\n  |\n2 |  x\n  |  ^</pre>\n";
    assert!(pages[2].1.contains(expected), "{}", pages[2].1);
    assert!(pages[1].1.contains("<p>fine</p>\n"), "{}", pages[1].1);
    for (name, page) in &pages {
        assert!(!page.contains("<th></th>"), "{name}");
        // Tools that measure contrast do not see the colour that a browser gives a page without one.
        assert!(page.contains("background:light-dark(#fff"), "{name}");
    }
}

#[test]
fn the_table_says_where_points_are_missing() {
    let table = text::render(&class());
    assert!(table.contains("12346 Ana"), "{table}");
    assert!(table.contains("fails: T <= n"), "{table}");
    // Between 0 and 3.5.
    assert!(
        table.contains("2 submissions, median 1.75 of 3.5 points"),
        "{table}"
    );
}
