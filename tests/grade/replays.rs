//! The run that a submission fails with, step by step: which one it is, and who sees it.

use std::fs;

use pram::grade::job::RunSpec;
use pram::grade::plan::seed;

use super::{REFERENCE, SEQUENTIAL, WALLS, class_folder, files, judged, pram, said};

/// A test with two sizes, a claim about rounds, and one about the model.
const ITEMS: &str = r#"[[test]]
name = "sizes"
inputs = ["n=2", "n=3"]
points = 1
visibility = "hidden"
[[claim]]
text = "T rounds <= ceil(log n)"
sizes = "n=1..8"
points = 1
[[claim]]
text = "model = EREW"
points = 1
"#;

/// Reads A[3] for n = 3, and is right for n = 2.
const PAST_THE_END: &str = "algorithm maximum(A[], n)
    for d = 0 to ceil(log n) - 1
        parallel (for each i from 0 to n-1 step 2^(d+1))
            A[i] = max(A[i], A[i + 2^d]);
        end_parallel
end_algorithm
";

/// Two processors write one cell.
const ILLEGAL: &str = "algorithm maximum(A[], n)
    parallel (for each i from 0 to n-1)
        A[0] = max(A[0], A[i]);
    end_parallel
end_algorithm
";

#[test]
fn it_is_the_first_run_that_fails() {
    let run = |inputs: &str, seed| {
        Some(RunSpec {
            inputs: vec![inputs.to_owned()],
            seed,
        })
    };
    let failing = |text| judged(&files(ITEMS), text).failing;
    assert_eq!(failing(REFERENCE), None);
    let of_test = seed("s", "sizes", 0);
    assert_eq!(failing(PAST_THE_END), run("n=3", of_test));
    assert_eq!(failing(ILLEGAL), run("n=2", of_test));
    // n - 1 rounds are more than ⌈log n⌉ from n = 4 on.
    let of_claim = seed("s", "T rounds <= ceil(log n)", 0);
    assert_eq!(failing(SEQUENTIAL), run("n=4", of_claim));
    // Nothing can be shown of what does not run, nor of what does not end.
    assert_eq!(failing("algorithm other(A[])\nend_algorithm\n"), None);
    assert_eq!(failing("algorithm maximum("), None);
    let endless =
        "algorithm maximum(A[], n)\n    while (n > 0)\n        A[0] = A[0];\nend_algorithm\n";
    assert_eq!(failing(endless), None);
}

#[test]
fn teachers_get_its_page_and_students_do_not() {
    let folder = class_folder("replays", &files(ITEMS));
    for (name, text) in [
        ("ana", REFERENCE),
        ("eva", PAST_THE_END),
        ("ivo", SEQUENTIAL),
    ] {
        fs::write(folder.join(format!("submissions/{name}.pram")), text).unwrap();
    }
    let graded = pram(&folder, &["grade", "exercise", "submissions", WALLS]);
    assert_eq!(graded.status.code(), Some(0), "{}", said(&graded));
    let pages = |audience: &str, output: &str| {
        let words = ["grade", "show", "results", "--format", "html"];
        let more = ["--audience", audience, "--output", output];
        let shown = pram(&folder, &[&words[..], &more].concat());
        assert_eq!(shown.status.code(), Some(0), "{}", said(&shown));
        let names = fs::read_dir(folder.join(output)).unwrap();
        let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.collect::<Vec<_>>()
    };
    let replays: Vec<String> = (pages("teacher", "for-teacher").into_iter())
        .filter(|name| name.ends_with(".replay.html"))
        .collect();
    // Eva's and Ivo's.
    assert_eq!(replays.len(), 2);
    for name in &replays {
        let page = fs::read_to_string(folder.join("for-teacher").join(name)).unwrap();
        assert!(page.len() <= 1 << 20);
        assert!(page.contains("A[i + 2^d]") || page.contains("A[0], A[i]"));
        let own = name.replace(".replay", "");
        let own = fs::read_to_string(folder.join("for-teacher").join(own)).unwrap();
        assert!(own.contains(&format!("href=\"{name}\"")));
    }
    let names = pages("student", "for-students");
    assert_eq!(names.len(), 3, "{names:?}");
    for name in names {
        let page = fs::read_to_string(folder.join("for-students").join(name)).unwrap();
        assert!(!page.contains("replay.html"));
    }
}
