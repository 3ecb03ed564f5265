//! `pram replay` on folders of programs, and in another vocabulary.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::files::fresh_folder;

/// Four cells are doubled in one step.
const DOUBLE: &str = "// Doubles <b>cells</b>
//   & more.
//
// Not this.
machine EREW;
input n = 4;
input A[n] = iota;
program
    parallel (for each i from 0 to n-1)
        A[i] = 2*A[i];
    end_parallel
    output A[];
end_program
";

/// Both processors read A[0], which EREW forbids.
const ILLEGAL: &str = "machine EREW;
input A[1] = iota;
program
    array B[2];
    parallel (for each i from 0 to 1)
        B[i] = A[0];
    end_parallel
end_program
";

/// One word from 0 to 1: it leaves at t = 1, and at t = 12 it is received, behind which is the end.
const MESSAGE: &str = "machine complete(p = 2, t_s = 10, t_w = 1);
program
    parallel (for each processor i, i = 0, ..., p-1)
        if (i == 0)
            send 5 to 1;
        else
            receive x from 0;
    end_parallel
end_program
";

fn folder(name: &str) -> PathBuf {
    fresh_folder("replay", name)
}

/// The exit status of `pram replay` in a folder, and what it said.
#[track_caller]
fn replay(folder: &Path, words: &[&str]) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_pram"))
        .arg("replay")
        .args(words)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code().expect("no signal ended it"), said)
}

#[test]
fn a_folder_of_programs_becomes_a_folder_of_pages() {
    let folder = folder("pages");
    let programs = [
        ("double.pram", DOUBLE),
        ("index.pram", DOUBLE),
        ("a #1 č%.pram", DOUBLE),
        ("more/illegal.pram", ILLEGAL),
        ("more/message.pram", MESSAGE),
        ("notes.txt", "no program"),
        (".hidden/x.pram", DOUBLE),
        // Of an exercise what runs alone.
        ("task/exercise.toml", ""),
        ("task/judge.pram", "include \"submission.pram\";\n"),
        ("task/starter.pram", DOUBLE),
        ("task/examples/wrong.pram", DOUBLE),
    ];
    for (name, text) in programs {
        let path = folder.join("in").join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let (status, said) = replay(&folder, &["in", "-o", "out/pages"]);
    assert_eq!(
        (status, said.as_str()),
        (0, "wrote out/pages/index.html: 6 of 6 programs\n")
    );
    let read = |name: &str| fs::read_to_string(folder.join("out/pages").join(name)).unwrap();
    let contents = read("index.html");
    for (link, name) in [
        ("double.html", "double.pram"),
        ("index.pram.html", "index.pram"),
        ("a%20%231%20%C4%8D%25.html", "a #1 č%.pram"),
        ("more/illegal.html", "illegal.pram"),
        ("more/message.html", "message.pram"),
        ("task/starter.html", "starter.pram"),
    ] {
        let row = format!("<a href=\"{link}\">{name}</a>");
        assert!(contents.contains(&row), "{row} in {contents}");
    }
    assert_eq!(contents.matches("<a ").count(), 6);
    assert!(contents.contains("<td>Doubles &lt;b&gt;cells&lt;/b&gt; &amp; more.</td>"));
    assert!(contents.contains("erew · 1 step, all accesses and values</td>"));
    assert!(contents.contains("complete(2) · 2 moments, 1 message, all values</td>"));
    assert_eq!(contents.matches("it ends with an error").count(), 1);
    for page in [
        "double.html",
        "index.pram.html",
        "a #1 č%.html",
        "more/illegal.html",
    ] {
        assert!(read(page).contains("pram-trace"), "{page}");
    }
    // What makes the illegal run legal is a command on this program.
    assert!(
        read("more/illegal.html")
            .contains("pram replay in/more/illegal.pram -o replay.html --model crew")
    );
}

#[test]
fn a_program_that_does_not_run_is_told_and_the_others_are_written() {
    let folder = folder("broken");
    fs::create_dir(folder.join("in")).unwrap();
    fs::write(
        folder.join("in/broken.pram"),
        "program\n x = ;\nend_program\n",
    )
    .unwrap();
    fs::write(folder.join("in/double.pram"), DOUBLE).unwrap();
    let (status, said) = replay(&folder, &["in", "-o", "out"]);
    assert_eq!(status, 1, "{said}");
    assert!(said.contains("in/broken.pram:2"), "{said}");
    assert!(
        said.ends_with("out/index.html: 1 of 2 programs\n"),
        "{said}"
    );
    let contents = fs::read_to_string(folder.join("out/index.html")).unwrap();
    assert!(contents.contains("no run: "), "{contents}");
    assert!(folder.join("out/double.html").exists());
    assert!(!folder.join("out/broken.html").exists());
}

#[test]
fn what_is_about_one_program_is_refused_for_a_folder() {
    let folder = folder("refused");
    fs::create_dir(folder.join("in")).unwrap();
    fs::create_dir(folder.join("empty")).unwrap();
    fs::write(folder.join("in/double.pram"), DOUBLE).unwrap();
    fs::write(folder.join("taken"), "a file").unwrap();
    let cases: [(&[&str], i32, &str); 6] = [
        (&["in", "n=8", "-o", "out"], 2, "is an input of one program"),
        (
            &["in", "--entry", "f", "-o", "out"],
            2,
            "`--entry` is about one program",
        ),
        (
            &["in", "--steps", "1", "-o", "out"],
            2,
            "`--steps` chooses the steps of a figure",
        ),
        (
            &["in", "-o", "out.html"],
            2,
            "name a folder for the pages: `-o replays/`",
        ),
        (&["empty", "-o", "out"], 2, "has no programs"),
        (
            &["in", "-o", "taken"],
            2,
            "`taken/double.html` cannot be written: what should be its folder is a file",
        ),
    ];
    for (words, expected, message) in cases {
        let (status, said) = replay(&folder, words);
        assert_eq!(status, expected, "{words:?}: {said}");
        assert!(said.contains(message), "{words:?}: {said}");
    }
    assert!(!folder.join("out").exists());
}

/// The names that a table of words has, in their order.
fn names(table: &str) -> Vec<&str> {
    let lines = table.lines().map(str::trim_start);
    let names = lines.filter_map(|line| line.split_once([':', ',', '(']));
    let names = names.map(|(name, _)| name);
    names
        .filter(|name| name.chars().all(char::is_alphanumeric))
        .collect()
}

/// The script of a page holds the words of both languages.
#[test]
fn every_language_has_all_words() {
    let folder = folder("words");
    fs::write(folder.join("double.pram"), DOUBLE).unwrap();
    let (status, said) = replay(&folder, &["double.pram", "-o", "double.html"]);
    assert_eq!(status, 0, "{said}");
    let page = fs::read_to_string(folder.join("double.html")).unwrap();
    let table = |name: &str| {
        let (_, behind) = page
            .split_once(&format!("const {name} = "))
            .expect("it is there");
        let (table, _) = behind.split_once("\n})();").expect("it ends");
        names(table)
    };
    let english = table("ENGLISH");
    assert!(english.len() > 150, "{english:?}");
    assert_eq!(english, table("CROATIAN"));
}

fn trace(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

fn lines(trace: &Value, source: usize) -> String {
    let lines = trace["sources"][source]["lines"].as_array().unwrap();
    let lines: Vec<&str> = lines.iter().map(|line| line.as_str().unwrap()).collect();
    lines.join("\n")
}

/// The program and what it includes are shown in the vocabulary that is asked for; steps, counts and
/// values stay.
#[test]
fn a_page_has_the_vocabulary_that_is_asked_for() {
    let folder = folder("vocabulary");
    fs::write(
        folder.join("zbroj.pram"),
        "algoritam zbroj(A[], n)\n    s = 0;\n    za i = 0 do n - 1\n        s += A[i];\n    vrati s;\nkraj_algoritma\n",
    )
    .unwrap();
    fs::write(
        folder.join("glavni.pram"),
        "ukljuci \"zbroj.pram\"\nulaz n = 4;\nulaz A[n] = iota;\nprogram\n    paralelno (za svaki i od 0 do n - 1)\n        A[i] = 2 * A[i];\n    kraj_paralelno\n    ispisi(zbroj(A[], n));\nkraj_programa\n",
    )
    .unwrap();
    let written = |words: &[&str], file: &str| {
        let mut all = vec!["glavni.pram", "-o", file];
        all.extend(words);
        let (status, said) = replay(&folder, &all);
        assert_eq!(status, 0, "{said}");
        trace(&folder.join(file))
    };
    let as_it_is = written(&[], "0.json");
    let croatian = written(&["--vocabulary", "hr"], "hr.json");
    let english = written(&["--vocabulary", "en"], "en.json");
    assert_eq!(
        lines(&english, 0),
        "include \"zbroj.pram\"\ninput n = 4;\ninput A[n] = iota;\nprogram\n    parallel (for each i from 0 to n - 1)\n        A[i] = 2 * A[i];\n    end_parallel\n    print(zbroj(A[], n));\nend_program"
    );
    assert_eq!(
        lines(&english, 1),
        "algorithm zbroj(A[], n)\n    s = 0;\n    for i = 0 to n - 1\n        s += A[i];\n    return s;\nend_algorithm"
    );
    // It was laid out as `pram fmt` does already.
    assert_eq!(croatian["sources"], as_it_is["sources"]);
    for trace in [&croatian, &english] {
        assert_eq!(trace["ending"], as_it_is["ending"]);
        assert_eq!(trace["length"], as_it_is["length"]);
        for (step, other) in trace["steps"]
            .as_array()
            .unwrap()
            .iter()
            .zip(as_it_is["steps"].as_array().unwrap())
        {
            assert_eq!(
                (&step["cost"], &step["changes"]),
                (&other["cost"], &other["changes"])
            );
        }
    }
    // Messages are about what the user wrote where that is no program.
    fs::write(
        folder.join("kriv.pram"),
        "program\n   ispisi(1;\nkraj_programa\n",
    )
    .unwrap();
    let (status, said) = replay(
        &folder,
        &["kriv.pram", "--vocabulary", "en", "-o", "x.html"],
    );
    assert_eq!(status, 1);
    assert!(said.contains("2 |    ispisi(1;"), "{said}");
}

/// The page and its figures speak the language whose vocabulary was asked for.
#[test]
fn a_page_speaks_the_language_that_is_asked_for() {
    let folder = folder("language");
    fs::write(folder.join("double.pram"), DOUBLE).unwrap();
    fs::write(folder.join("message.pram"), MESSAGE).unwrap();
    let written = |program: &str, file: &str| {
        let (status, said) = replay(&folder, &[program, "--vocabulary", "hr", "-o", file]);
        assert_eq!(status, 0, "{said}");
        fs::read_to_string(folder.join(file)).unwrap()
    };
    let page = written("double.pram", "double.html");
    assert!(page.contains("<html lang=\"hr\">"));
    assert!(page.contains("<noscript>Ova stranica"));
    written("double.pram", "double.json");
    let steps = trace(&folder.join("double.json"));
    assert_eq!(steps["language"], "hr");
    assert_eq!(steps["inputs"]["A"], "4 elementa");
    assert_eq!(
        steps["sentences"][0][0],
        "4 procesora (i = 0 do 3) čitaju A[0..3] i pišu A[0..3]"
    );
    written("message.pram", "message.json");
    let moments = trace(&folder.join("message.json"));
    let told: Vec<&str> = (moments["moments"].as_array().unwrap().iter())
        .flat_map(|moment| moment["lines"].as_array().unwrap())
        .map(|line| line["text"].as_str().unwrap())
        .collect();
    assert!(
        told.contains(&"procesor 0 šalje 1 riječ za 1: 5"),
        "{told:?}"
    );
    assert!(
        told.contains(&"procesor 1 prima 1 riječ od 0: 5"),
        "{told:?}"
    );
    let figure = written("double.pram", "double.svg");
    assert!(figure.contains("Korak 1 od 1, redak 10"), "{figure}");
    assert!(!figure.contains("before"), "{figure}");
    let figure = written("message.pram", "message.svg");
    assert!(figure.contains("procesor 0"), "{figure}");
    let (status, said) = replay(&folder, &[".", "--vocabulary", "hr", "-o", "pages"]);
    assert_eq!(status, 0, "{said}");
    let contents = fs::read_to_string(folder.join("pages/index.html")).unwrap();
    assert!(contents.contains("<h1>Izvođenja: .</h1>"), "{contents}");
    assert!(
        contents.contains("1 korak, svi pristupi i vrijednosti"),
        "{contents}"
    );
    // Without the option a page is in English.
    let (status, said) = replay(&folder, &["double.pram", "-o", "double.html"]);
    assert_eq!(status, 0, "{said}");
    let page = fs::read_to_string(folder.join("double.html")).unwrap();
    assert!(page.contains("<html lang=\"en\">"));
}

/// A trace was recorded with its inputs and options; those of the session itself are obeyed.
#[test]
fn a_recorded_run_takes_no_options_of_a_run() {
    let folder = folder("recorded");
    fs::write(folder.join("double.pram"), DOUBLE).unwrap();
    assert_eq!(replay(&folder, &["double.pram", "-o", "double.json"]).0, 0);
    let debug = |words: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_pram"))
            .args(["debug", "double.json", "--plain"])
            .args(words)
            .current_dir(&folder)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let said = [output.stdout, output.stderr].concat();
        let status = output.status.code().expect("no signal ended it");
        (status, String::from_utf8_lossy(&said).into_owned())
    };
    for (words, named) in [
        (&["--model", "crew"][..], "--model"),
        (&["-p", "4"], "--processors"),
        (&["--machine", "ring", "--ts=3"], "--machine"),
        (&["n=8"], "`n=8`"),
    ] {
        let (status, said) = debug(words);
        let message = format!("a recorded run is over, so {named} cannot change it");
        assert_eq!(status, 2, "{said}");
        assert!(said.contains(&message), "{said}");
    }
    let (status, said) = debug(&["--ascii", "--at", "end"]);
    assert_eq!(status, 0, "{said}");
    assert!(said.contains("The run ends here"), "{said}");
    let (status, said) = debug(&["--at", "nowhere"]);
    assert_eq!(status, 2, "{said}");
    assert!(
        said.contains("`--at nowhere` is no place to begin"),
        "{said}"
    );
}

/// Orders of single accesses are refused in one line, which says why.
#[test]
fn orders_of_accesses_are_no_steps() {
    let folder = folder("orders");
    fs::write(folder.join("double.pram"), DOUBLE).unwrap();
    let words = ["double.pram", "--schedule", "lockstep", "-o", "x.html"];
    let (status, said) = replay(&folder, &words);
    assert_eq!(status, 2);
    let why = "`--schedule` orders the single accesses of asynchronous blocks, and a session goes by whole statements";
    assert!(said.contains(why), "{said}");
    assert!(said.contains("pram run double.pram --schedule"), "{said}");
}

/// What is about the result of a whole run names the command that shows it.
#[test]
fn options_of_run_alone_name_run() {
    let folder = folder("run_only");
    fs::write(folder.join("double.pram"), DOUBLE).unwrap();
    for option in [
        "--strict",
        "--trace",
        "--topology",
        "--sections",
        "--quiet",
        "--format=json",
        "--explore=3",
    ] {
        let (status, said) = replay(&folder, &["double.pram", option, "-o", "x.html"]);
        assert_eq!(status, 2, "{said}");
        let name = option.split('=').next().unwrap();
        assert!(
            said.contains(&format!("`pram run double.pram {name}")),
            "{said}"
        );
        assert!(!folder.join("x.html").exists());
    }
}

/// A has the cells 0 to 3, and there is no Q.
#[test]
fn cells_that_a_run_does_not_have_are_refused() {
    let folder = folder("cells");
    fs::write(folder.join("double.pram"), DOUBLE).unwrap();
    let words = |cells| ["double.pram", "--cells", cells, "-o", "double.json"];
    for (cells, message) in [
        ("Q[1]", "`--cells`: this run has no array `Q`"),
        ("A[2 to 9]", "`--cells A[2 to 9]` is outside of `A`"),
    ] {
        let (status, said) = replay(&folder, &words(cells));
        assert_eq!(status, 2, "{said}");
        assert!(said.contains(message), "{said}");
        assert!(!folder.join("double.json").exists());
    }
    let (status, said) = replay(&folder, &words("A[2 to 3]"));
    assert_eq!(status, 0, "{said}");
}
