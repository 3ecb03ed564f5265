//! Disks that are full: an error, and nothing that pretends to be whole.

use std::fs;
use std::path::PathBuf;

use super::process::{folder, shell};

/// A folder with a program, and the beginning of a command line that reports on it.
fn reported(name: &str) -> (PathBuf, &'static str) {
    let folder = folder(name);
    let text = "algoritam f(n)\npolje A[n];\nparalelno (za svaki i od 0 do n-1)\nA[i] = i;\n\
                kraj_paralelno\nkraj_algoritma\n";
    fs::write(folder.join("case.pram"), text).unwrap();
    (
        folder,
        "$PRAM report case.pram --vary n=1..6 --no-added-sizes",
    )
}

/// No file may become longer than 1 KiB at most, and whoever tries hears of it.
const SMALL_DISK: &str = "trap '' XFSZ; ulimit -f 1;";

#[test]
fn a_report_is_written_whole_or_not_at_all() {
    let (folder, report) = reported("no_new_report");
    let output = shell(&folder, &format!("{SMALL_DISK} {report} --output out.html"));
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(
        said.contains("E0707") && said.contains("`out.html`"),
        "{said}"
    );
    let names: Vec<_> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert_eq!(names, ["case.pram"], "nothing is left behind");
}

#[test]
fn an_earlier_report_stays() {
    let (folder, report) = reported("earlier_report");
    fs::write(folder.join("out.html"), "earlier").unwrap();
    let output = shell(&folder, &format!("{SMALL_DISK} {report} --output out.html"));
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        fs::read_to_string(folder.join("out.html")).unwrap(),
        "earlier"
    );
    let output = shell(&folder, &format!("{report} --output out.html"));
    assert_eq!(output.status.code(), Some(0));
    assert!(
        fs::read_to_string(folder.join("out.html"))
            .unwrap()
            .ends_with("</html>\n")
    );
}

#[test]
fn a_full_device_is_an_error() {
    let (folder, report) = reported("full_device");
    std::os::unix::fs::symlink("/dev/full", folder.join("out.html")).unwrap();
    let output = shell(&folder, &format!("{report} --output out.html"));
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("no space is left on the disk"), "{said}");
    for line in [
        "$PRAM run case.pram n=4",
        "$PRAM run case.pram n=4 --format json",
        "$PRAM check case.pram n=4",
        "$PRAM explain E0501",
        "$PRAM explain",
        "$PRAM check case.pram n=4 --format json",
        "$PRAM --help",
        "$PRAM run --help",
        "$PRAM --version",
        "$PRAM completions bash",
        "$PRAM man",
        "$PRAM fmt - <case.pram",
        "$PRAM fmt --check case.pram",
        report,
    ] {
        let output = shell(&folder, &format!("{line} >/dev/full"));
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{line}: {said}");
        assert!(
            said.contains("cannot be written: no space is left"),
            "{line}: {said}"
        );
    }
}
