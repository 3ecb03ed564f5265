//! Messages speak the vocabulary of the file that they are about.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use pram::diagnostic::Code;
use pram::source::Sources;
use pram::syntax::keyword::KEYWORDS;
use pram::syntax::vocabulary::{Vocabularies, Vocabulary};

use crate::spoken::messages;

/// Each mistake once, with the keywords that its message names, in either vocabulary.
const MISTAKES: [(&str, &str, [&str; 2]); 14] = [
    (
        "stroj krug(p = 4, t_s = 1, t_w = 1);\nprogram\n    ispisi(1);\nkraj_programa\n",
        "machine circle(p = 4, t_s = 1, t_w = 1);\nprogram\n    print(1);\nend_program\n",
        [
            "`prsten`, `lanac`, `torus`, `mreza`",
            "`ring`, `line`, `torus`, `mesh`",
        ],
    ),
    (
        "stroj prsten(p = 4, t_s = 1, t_w = 1, usmjeravanje = krivo);\nprogram\n    ispisi(1);\nkraj_programa\n",
        "machine ring(p = 4, t_s = 1, t_w = 1, routing = wrong);\nprogram\n    print(1);\nend_program\n",
        [
            "the values are `prosljedi`, `pohrani`",
            "the values are `cut_through`, `store_and_forward`",
        ],
    ),
    (
        "stroj prsten(p = 4, t_s = 1, t_w = 1);\nprogram\n    paralelno (za svaki i, i = 0, ..., p-1)\n        posalji i oznaka 2*i prema 1;\n    kraj_paralelno\nkraj_programa\n",
        "machine ring(p = 4, t_s = 1, t_w = 1);\nprogram\n    parallel (for each i, i = 0, ..., p-1)\n        send i tag 2*i to 1;\n    end_parallel\nend_program\n",
        [
            "write `posalji i prema 1 oznaka 2*i;`",
            "write `send i to 1 tag 2*i;`",
        ],
    ),
    (
        "stroj prsten(p = 4, t_s = 1, t_w = 1);\nprogram\n    paralelno (za svaki i, i = 0, ..., p-1)\n        primi x kao tko od bilo_koga;\n    kraj_paralelno\nkraj_programa\n",
        "machine ring(p = 4, t_s = 1, t_w = 1);\nprogram\n    parallel (for each i, i = 0, ..., p-1)\n        receive x as tko from anyone;\n    end_parallel\nend_program\n",
        [
            "`primi … od … kao … oznaka …`",
            "write `receive x from anyone as tko;`",
        ],
    ),
    (
        "program\n    paralelno (za svaki i od 0 do 3)\n        x = i;\nkraj_programa\n",
        "program\n    parallel (for each i from 0 to 3)\n        x = i;\nend_program\n",
        ["`kraj_paralelno`", "`end_parallel`"],
    ),
    (
        "program\n    paralelno (za svaki i od 0 do 3)\n        vrati 5;\n    kraj_paralelno\nkraj_programa\n",
        "program\n    parallel (for each i from 0 to 3)\n        return 5;\n    end_parallel\nend_program\n",
        [
            "`vrati` it after `kraj_paralelno`",
            "`return` it after `end_parallel`",
        ],
    ),
    (
        "program\n    polje A;\nkraj_programa\n",
        "program\n    array A;\nend_program\n",
        ["`polje A[n];`", "`array A[n];`"],
    ),
    (
        "program\n    ispisi(A[0]);\n    ograda;\nkraj_programa\n",
        "program\n    print(A[0]);\n    barrier;\nend_program\n",
        [
            "`ograda` is not inside a `paralelno`",
            "`barrier` is not inside a `parallel`",
        ],
    ),
    (
        "program\n    x = 1/0;\n    ispisi(x);\nkraj_programa\n",
        "program\n    x = 1/0;\n    print(x);\nend_program\n",
        ["`ako (d != 0)`", "`if (d != 0)`"],
    ),
    (
        "program\n    polje A[3];\n    ispisi(A[1]);\nkraj_programa\n",
        "program\n    array A[3];\n    print(A[1]);\nend_program\n",
        ["a `polje` starts", "an `array` starts"],
    ),
    (
        "program\n    paralelno (za svaki i od 0 do 3)\n        globalno s;\n        s = i;\n    kraj_paralelno\nkraj_programa\n",
        "program\n    parallel (for each i from 0 to 3)\n        shared s;\n        s = i;\n    end_parallel\nend_program\n",
        ["it is declared `globalno`", "it is declared `shared`"],
    ),
    (
        "program\n    polje A[4] = slucajno(5, 1);\n    ispisi(A[1]);\nkraj_programa\n",
        "program\n    array A[4] = random(5, 1);\n    print(A[1]);\nend_program\n",
        ["`slucajno(5, 1)`", "`random(5, 1)`"],
    ),
    (
        "program\n    polje A[9];\n    paralelno (za svaki i od 0 do 2, j od 0 do i)\n        A[3*i + j] = 1;\n    kraj_paralelno\nkraj_programa\n",
        "program\n    array A[9];\n    parallel (for each i from 0 to 2, j from 0 to i)\n        A[3*i + j] = 1;\n    end_parallel\nend_program\n",
        ["guard the body with `ako`", "guard the body with `if`"],
    ),
    (
        "ulaz n = 4;\ntvrdnja T <= n <= 5;\nprogram\n    ispisi(n);\nkraj_programa\n",
        "input n = 4;\nclaim T <= n <= 5;\nprogram\n    print(n);\nend_program\n",
        ["`tvrdnja T <= …;`", "`claim T <= …;`"],
    ),
];

/// The help is for files in either vocabulary: a keyword that it names in Croatian stands there in
/// English too.
#[test]
fn the_help_names_keywords_in_both_vocabularies() {
    let commands = [
        "run",
        "check",
        "report",
        "fmt",
        "explain",
        "completions",
        "man",
    ];
    let mut named = 0;
    for command in commands {
        let said = Command::new(env!("CARGO_BIN_EXE_pram"))
            .args([command, "--help"])
            .output()
            .unwrap();
        let help = String::from_utf8(said.stdout).unwrap();
        let words: Vec<&str> = help
            .split(|c: char| !c.is_alphanumeric() && c != '_')
            .collect();
        // `do` and `od` are words of other meanings, or names.
        let telling = KEYWORDS.iter().filter(|row| row.croatian[0].len() > 2);
        for row in telling.filter(|row| row.croatian != row.english) {
            if words.contains(&row.croatian[0]) {
                named += 1;
                let english = row.english[0];
                assert!(
                    words.contains(&english),
                    "{command}: {} without {english}",
                    row.croatian[0]
                );
            }
        }
    }
    assert!(
        named > 4,
        "`ako`, `ukljuci` and `paralelno` are in some help"
    );
}

#[test]
fn a_message_names_the_keywords_of_the_files_vocabulary() {
    for (croatian, english, [in_croatian, in_english]) in MISTAKES {
        let told = messages(croatian, &[]);
        assert!(
            told.contains(in_croatian) && !told.contains(in_english),
            "{told}"
        );
        let told = messages(english, &[]);
        assert!(
            told.contains(in_english) && !told.contains(in_croatian),
            "{told}"
        );
    }
}

/// The same number of keywords of either: three against three, and without any.
#[test]
fn an_undecided_file_is_english() {
    let told = messages(
        "program\n    ispisi(1);\n    print(2);\n    barrier;\n    ograda;\n",
        &[],
    );
    assert!(told.contains("`end_program`"), "{told}");
    assert!(messages("x = 1;\n", &[]).contains("`end_program`"));
}

/// `f` stands in an English file, the program in a Croatian one; and the other way round.
#[test]
fn a_place_in_an_included_file_is_told_in_that_files_words() {
    let english = "algorithm f(A[])\n    array B[1];\n    A[0] = B[0];\nend_algorithm\n";
    let croatian = "ukljuci \"f.pram\"\nprogram\n    polje X[1];\n    f(X[]);\nkraj_programa\n";
    let told = messages(croatian, &[("f.pram", english)]);
    assert!(told.contains("an `array` starts"), "{told}");
    let croatian = "algoritam f(A[])\n    polje B[1];\n    A[0] = B[0];\nkraj_algoritma\n";
    let english = "include \"f.pram\"\nprogram\n    array X[1];\n    f(X[]);\nend_program\n";
    let told = messages(english, &[("f.pram", croatian)]);
    assert!(told.contains("a `polje` starts"), "{told}");
}

/// `--vary` and `--sequential` are read before the program is.
#[test]
fn the_program_decides_whatever_was_read_before_it() {
    let mut sources = Sources::default();
    sources.add("--vary", "n=2..4");
    sources.add("--sequential", "n*log n");
    sources.add(
        "sum.pram",
        "program\n    for i = 1 to 3\n        s = i;\nend_program\n",
    );
    assert_eq!(Vocabularies::of(&sources).main(), Vocabulary::English);
}

/// A literal keyword in a message would be Croatian or English whatever the file is.
#[test]
fn no_message_names_a_keyword_literally() {
    let mut literal = String::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut waiting = vec![root];
    while let Some(path) = waiting.pop() {
        if path.is_dir() {
            waiting.extend(
                fs::read_dir(path)
                    .unwrap()
                    .map(|entry| entry.unwrap().path()),
            );
            continue;
        }
        // The help of the command line is not about a file, and words of pages in Croatian are for those
        // who read Croatian.
        let is_of_another_kind = |part: std::path::Component| {
            ["arguments", "options", "croatian.js"]
                .map(AsRef::as_ref)
                .contains(&part.as_os_str())
        };
        if path.components().any(is_of_another_kind) {
            continue;
        }
        for (number, line) in fs::read_to_string(&path).unwrap().lines().enumerate() {
            let code = line.trim_start();
            if code.starts_with("//") || code.starts_with("#[doc") || !code.contains('`') {
                continue;
            }
            for quoted in code.split('`').skip(1).step_by(2) {
                let mut words = quoted.split(|c: char| !(c.is_alphanumeric() || c == '_'));
                let is_croatian = |word: &str| {
                    word.len() > 2
                        && KEYWORDS
                            .iter()
                            .any(|row| row.croatian.contains(&word) && !row.english.contains(&word))
                };
                if words.any(is_croatian) && !code.contains(".expect(") {
                    let _ = writeln!(literal, "{}:{}: {code}", path.display(), number + 1);
                }
            }
        }
    }
    assert_eq!(literal, "");
}

/// A page in Croatian says what the message at the end of a run means.
#[test]
fn every_code_that_ends_a_run_has_a_croatian_meaning() {
    let path = "src/present/replay/script/croatian.js";
    let words = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
    for code in Code::ALL {
        let ends_runs = ["E04", "E05", "E06"].contains(&&code.id()[..3]);
        let is_told = words.contains(&format!("    [\"{}\", \"", code.id()));
        assert_eq!(ends_runs, is_told, "{}: {}", code.id(), code.title());
    }
}
