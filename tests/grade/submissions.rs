//! What a folder of submissions holds, as Moodle, macOS and students leave it.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::{REFERENCE, WALLS, class_folder, files, pram, said};

const ITEMS: &str = "[[test]]\nname = \"t\"\ninputs = [\"n=2..5\"]\npoints = 2\n";

/// Includes a file that lies beside it.
const WITH_HELPER: &str = "include \"helper.pram\";
algorithm maximum(A[], n)
    for i = 1 to n-1
        greater(A[], i);
end_algorithm
";

const HELPER: &str = "algorithm greater(A[], i)\n    A[0] = max(A[0], A[i]);\nend_algorithm\n";

/// What the first bytes of such a file are.
const APPLE_DOUBLE: &[u8] = b"\x00\x05\x16\x07\x00\x02\x00\x00Mac OS X";

fn put(folder: &Path, name: &str, contents: impl AsRef<[u8]>) {
    let path = folder.join("submissions").join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, contents).unwrap();
}

/// The submissions as `show --format json` has them.
fn shown(folder: &Path, results: &str) -> Vec<Value> {
    let words = ["grade", "show", results, "--format", "json"];
    let shown = pram(folder, &words);
    let json: Value =
        serde_json::from_slice(&shown.stdout).unwrap_or_else(|_| panic!("{}", said(&shown)));
    json["submissions"].as_array().unwrap().clone()
}

#[test]
fn who_handed_in_is_told_by_names_and_once() {
    let folder = class_folder("handed-in", &files(ITEMS));
    let put = |name: &str, contents: &[u8]| put(&folder, name, contents);
    let right = REFERENCE.as_bytes();
    // A comment and a file of one student are two folders; without folders, names say who it was.
    put(
        "Ana_Marija Anić_11_assignsubmission_file_/maximum.pram",
        right,
    );
    put(
        "Ana_Marija Anić_11_assignsubmission_onlinetext_/onlinetext.html",
        b"<p>there</p>",
    );
    put(
        "Eva Ević_12_assignsubmission_file_maximum.pram",
        WITH_HELPER.as_bytes(),
    );
    put(
        "Eva Ević_12_assignsubmission_file_helper.pram",
        HELPER.as_bytes(),
    );
    // Of macOS and of tools; nobody handed them in.
    put("ivo/sum.pram", right);
    put("ivo/._sum.pram", APPLE_DOUBLE);
    put("ivo/__MACOSX/._sum.pram", APPLE_DOUBLE);
    put("__MACOSX/ivo/._sum.pram", APPLE_DOUBLE);
    put("._ana.pram", APPLE_DOUBLE);
    put(".git/hooks/maximum.pram", right);
    // Windows hides the end of such a name.
    put("iva/maximum.pram.txt", right);
    put("maja.pram", right);
    put("maja/maximum.pram", right);
    put("maja (2).pram", right);
    // The second call finds the results of the first one among the submissions.
    for _ in 0..2 {
        let words = ["grade", "exercise", "submissions", WALLS, "--results"];
        let graded = pram(&folder, &[&words[..], &["submissions/results"]].concat());
        assert_eq!(graded.status.code(), Some(0), "{}", said(&graded));
    }
    let submissions = shown(&folder, "submissions/results");
    let rows: Vec<(&str, &str, f64)> = (submissions.iter())
        .map(|one| {
            let text = |key: &str| one[key].as_str().unwrap_or_default();
            (text("id"), text("name"), one["points"].as_f64().unwrap())
        })
        .collect();
    assert_eq!(
        rows,
        [
            ("11", "Ana_Marija Anić", 2.0),
            ("12", "Eva Ević", 2.0),
            ("iva", "", 0.0),
            ("ivo", "", 2.0),
            ("maja", "", 2.0),
            ("maja (2)", "", 2.0),
            ("maja (2) (2)", "", 2.0),
        ]
    );
    let notes = |at: usize| submissions[at]["notes"].to_string();
    assert!(
        notes(2).contains("`maximum.pram.txt` is no program"),
        "{}",
        notes(2)
    );
    assert!(
        notes(3).contains("`sum.pram` was taken for `maximum.pram`"),
        "{}",
        notes(3)
    );
}

/// Gradescope hides why grading failed, unless its file is there.
#[test]
fn gradescope_has_a_file_also_where_grading_failed() {
    let folder = class_folder("no-results", &files(ITEMS));
    let words = ["grade", "show", "results", "--format", "gradescope"];
    let shown = pram(
        &folder,
        &[&words[..], &["--output", "results.json"]].concat(),
    );
    assert_eq!(shown.status.code(), Some(2), "{}", said(&shown));
    let text = fs::read_to_string(folder.join("results.json")).unwrap();
    let results: Value = serde_json::from_str(&text).unwrap();
    assert!(results.get("score").is_none(), "{text}");
    let output = results["output"].as_str().unwrap();
    assert!(
        output.contains("`results` is no folder of results"),
        "{text}"
    );
}

/// A device has no end.
#[cfg(unix)]
#[test]
fn a_table_is_a_file() {
    let folder = class_folder("device", &files(ITEMS));
    put(&folder, "ana.pram", REFERENCE);
    let words = ["grade", "exercise", "submissions", WALLS];
    let graded = pram(&folder, &[&words[..], &["--roster", "/dev/zero"]].concat());
    assert_eq!(graded.status.code(), Some(2), "{}", said(&graded));
    assert!(
        said(&graded).contains("it is a device"),
        "{}",
        said(&graded)
    );
}
