//! Memory that the system refuses: an error with exit status 4, and never a signal.

use std::fs;
use std::path::Path;

use super::process::{folder, shell};

/// Arrays, private variables, meetings, recursion, printed lines, and a block of its own for each.
const PROGRAMS: [(&str, &str); 5] = [
    (
        "arrays.pram",
        "ulaz n = 8;\nulaz A[n] = slucajno(0, 99);\nprogram\nparalelno (za svaki i od 0 do n-1)\n\
         t = A[i] * 2;\nA[i] = t + A[i];\nkraj_paralelno\nizlaz A[];\nkraj_programa\n",
    ),
    (
        "meetings.pram",
        "stroj crcw;\nulaz n = 8;\nprogram\npolje A[1000] = 0;\nparalelno (za svaki i od 0 do n-1)\n\
         x = A[i % 7] + A[0];\nA[i % 5] = x + i;\nkraj_paralelno\nizlaz A[];\nkraj_programa\n",
    ),
    (
        "calls.pram",
        "ulaz n = 8;\nprogram\nparalelno (za svaki i od 0 do n-1)\nx = f(i, i + 1);\n\
         kraj_paralelno\nkraj_programa\nalgoritam f(a, b)\nako (a < 1) vrati 0;\n\
         vrati f(a / 2, b / 2) + 1;\nkraj_algoritma\n",
    ),
    (
        "lines.pram",
        "ulaz n = 8;\nprogram\nza i = 1 do n / 4\nispisi(\"a line that is printed \", i);\nkraj_programa\n",
    ),
    (
        "sections.pram",
        "stroj apram(d = 3, B = 4);\nulaz n = 8;\nprogram\npolje A[n] = 0;\n\
         paralelno asinkrono (za svaki i od 0 do n-1)\nA[i] = i;\nograda;\nA[n - 1 - i] = i;\n\
         kraj_paralelno\nizlaz A[];\nkraj_programa\n",
    ),
];

/// Runs a command with so many KiB of address space; gives its exit status and all that it said.
#[track_caller]
fn within(folder: &Path, kib: u64, words: &str) -> (i32, String) {
    let output = shell(folder, &format!("ulimit -v {kib}; exec $PRAM {words}"));
    let said = format!(
        "{}{}",
        String::from_utf8_lossy(&output.stderr),
        String::from_utf8_lossy(&output.stdout)
    );
    // Where the libraries get no memory for what they keep of a new thread, they end it before pram
    // could say anything.
    let ends = [
        "failed to register TLS destructor",
        "failed to allocate an alternative stack",
    ];
    if ends.iter().any(|end| said.contains(end)) {
        return (4, said);
    }
    let status = output.status.code();
    let status = status.unwrap_or_else(|| panic!("{kib} KiB, {words}: {output:?}"));
    assert!(!said.contains("panicked"), "{kib} KiB, {words}: {said}");
    if status == 4 {
        assert!(said.contains("E0602"), "{kib} KiB, {words}: {said}");
    }
    (status, said)
}

/// The least with which the command can be loaded at all, in KiB.
fn least(folder: &Path) -> u64 {
    let loads = |kib: &u64| {
        let output = shell(folder, &format!("ulimit -v {kib}; exec $PRAM --version"));
        output.status.code() == Some(0)
    };
    (10..60)
        .map(|step| step * 1000)
        .find(loads)
        .expect("it can be loaded")
}

#[test]
fn a_large_array_is_refused_by_name() {
    let folder = folder("refused_array");
    let text = "ulaz n = 8;\nprogram\npolje Big[n] = 0;\nizlaz n;\nkraj_programa\n";
    fs::write(folder.join("case.pram"), text).unwrap();
    for threads in [1, 4] {
        let words = format!("run case.pram n=2^26 --threads {threads}");
        let (status, said) = within(&folder, 400_000, &words);
        assert_eq!(status, 4, "{said}");
        assert!(
            said.contains("Big") && said.contains("case.pram:3"),
            "{said}"
        );
    }
    let text = "ulaz n = 8;\nulaz Big[n] = slucajno(0, 9);\nprogram\nizlaz n;\nkraj_programa\n";
    fs::write(folder.join("case.pram"), text).unwrap();
    let (status, said) = within(&folder, 400_000, "run case.pram n=2^24");
    assert_eq!(status, 4, "{said}");
    assert!(said.contains("Big"), "{said}");
}

#[test]
fn no_limit_ends_a_command_with_a_signal() {
    let folder = folder("refused_everywhere");
    for (name, text) in PROGRAMS {
        fs::write(folder.join(name), text).unwrap();
    }
    let least = least(&folder);
    let (mut fine, mut refused) = (0, 0);
    for (name, _) in PROGRAMS {
        for (more, words) in [
            (200, format!("run {name} n=10^5 --threads 1")),
            (2_000, format!("run {name} n=10^5 --threads 8")),
            (6_000, format!("run {name} n=10^5 --threads 1")),
            (
                14_000,
                format!("run {name} n=10^5 --threads 8 --format json"),
            ),
            (
                30_000,
                format!("run {name} n=10^5 --threads 2 --format json"),
            ),
            (60_000, format!("run {name} n=10^5 --threads 8")),
            (120_000, format!("run {name} n=10^5 --threads 2")),
            (1_000, format!("check {name} n=1000 --threads 2")),
            (
                20_000,
                format!("check {name} n=10^5 --threads 8 --format json"),
            ),
            (
                4_000,
                format!("report {name} --vary n=8..64 --threads 8 --no-added-sizes"),
            ),
            (
                40_000,
                format!("report {name} --vary n=2^10..2^14 --threads 2 --no-added-sizes"),
            ),
            (100, format!("fmt --check {name}")),
            (4_000_000, format!("run {name} n=10^5")),
        ] {
            let (status, said) = within(&folder, least + more, &words);
            // A report without any size that ran is the program's fault, fmt --check lists files.
            let may_be = [0, 4].contains(&status) || (status == 1 && words.starts_with("fmt"));
            assert!(may_be, "{} KiB, {words}: {status} {said}", least + more);
            fine += u32::from(status == 0);
            refused += u32::from(status == 4);
        }
    }
    assert!(
        fine > 5 && refused > 5,
        "{fine} went well, {refused} did not"
    );
}
