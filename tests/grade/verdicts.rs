//! Verdicts: every row of the table.

use std::convert::Infallible;

use pram::grade::grading::{Grading, NotRun};
use pram::grade::outcome::{GradedItem, ItemVerdict, OutcomeStatus};
use pram::grade::points::Points;

use super::{JUDGE, REFERENCE, SEQUENTIAL, files, judged, loaded, points};

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

/// What is no program fails every item by its own message, told without the inputs of a run.
#[test]
fn a_file_that_cannot_be_read_fails_all_items_in_the_same_way() {
    let items = test("\"n=2\"", "")
        + "[[claim]]\ntext = \"model = EREW\"\npoints = 1\n[[criterion]]\nkind = \"format\"\npoints = 1\n";
    let found = judged(&files(&items), "algorithm maximum(A[], n\n");
    assert_eq!(found.status, OutcomeStatus::Unreadable);
    let [first, others @ ..] = found.items.as_slice() else {
        panic!("there are items");
    };
    assert!(
        first
            .student
            .starts_with("the file is no correct program:\nerror[E01"),
        "{}",
        first.student
    );
    for item in others {
        assert_eq!(
            (item.verdict, &item.code, &item.student),
            (ItemVerdict::Unreadable, &first.code, &first.student)
        );
    }
    // An algorithm that is not there has no inputs either.
    let other = "algorithm other(A[])\nend_algorithm\n";
    let found = item(&test("\"n=2\"", ""), other);
    assert_eq!(found.verdict, ItemVerdict::Missing);
    assert!(
        found.student.starts_with("the judge cannot call"),
        "{}",
        found.student
    );
}
