//! The interface for other programs: it says what the command says, and takes values as it takes texts.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use pram::{
    Error, InputValue, Inputs, Language, MemoryFiles, Program, Status, SweepRequest, Value,
    Vocabulary,
};

fn given(program: &str, inputs: Inputs) -> Result<String, String> {
    let program = Program::parse(program).unwrap_or_else(|error| panic!("{error}"));
    match program.run(inputs) {
        Ok(outcome) => Ok(outcome.outputs["x"].to_string()),
        Err(error) => Err(format!(
            "{} {}",
            error.problems[0].code.id(),
            error.problems[0].message
        )),
    }
}

/// What a program gives back of its input `A`.
const VECTOR: &str =
    "input A[];\nprogram\n    array x[length(A)];\n    x[] = A[];\n    output x[];\nend_program\n";
const SCALAR: &str = "input a;\nprogram\n    x = a;\n    output x;\nend_program\n";

#[test]
fn values_are_taken_as_texts_are() {
    let pairs: [(&str, &str, InputValue); 7] = [
        (SCALAR, "7", 7.into()),
        (SCALAR, "0.5", 0.5.into()),
        (SCALAR, "true", true.into()),
        (VECTOR, "3,-1,4", vec![3_i64, -1, 4].into()),
        (VECTOR, "0.5,2.0", vec![0.5, 2.0].into()),
        (VECTOR, "true,false", vec![true, false].into()),
        // One element.
        (VECTOR, "9", 9.into()),
    ];
    for (program, text, value) in pairs {
        let name = if program == SCALAR { "a" } else { "A" };
        let by_text = given(program, Inputs::default().with(name, text));
        assert!(by_text.is_ok(), "{text}: {by_text:?}");
        assert_eq!(
            by_text,
            given(program, Inputs::default().with(name, value)),
            "{text}"
        );
    }
}

#[test]
fn a_matrix_is_a_value_row_by_row() {
    let program = "input A[2, 3];\nprogram\n    x = A[1, 0];\n    output x;\nend_program\n";
    let matrix = |dimensions: Vec<usize>, words: Vec<i64>| {
        Value::Array(pram::ArrayValue {
            element: pram::Type::Int,
            dimensions,
            words,
            written: Vec::new(),
        })
    };
    let run = |value: Value| given(program, Inputs::default().with("A", value));
    // Row 1 begins with the fourth element.
    assert_eq!(
        run(matrix(vec![2, 3], (1..=6).collect())),
        Ok("4".to_owned())
    );
    for (dimensions, words, said) in [
        (vec![6], 6, "it has 1 dimensions, and the input has 2"),
        (vec![2, 3], 5, "it has 5 elements, and its lengths are 2×3"),
        (vec![3, 2], 6, "`A` has 3 rows, and is declared with 2"),
    ] {
        let refused = run(matrix(dimensions, (0..words).collect())).unwrap_err();
        assert!(refused.contains(said), "{refused}");
    }
}

#[test]
fn values_that_are_no_inputs_are_refused() {
    let unwritten = Value::Array(pram::ArrayValue {
        element: pram::Type::Int,
        dimensions: vec![2],
        words: vec![1, 2],
        written: vec![true, false],
    });
    for (program, name, value, said) in [
        (
            SCALAR,
            "a",
            InputValue::from(vec![1_i64, 2]),
            "E0702 `a` is a scalar, and takes one value",
        ),
        (
            SCALAR,
            "a",
            f64::NAN.into(),
            "`NaN` (element 1) is not a number",
        ),
        (
            VECTOR,
            "A",
            vec![1.0, f64::INFINITY].into(),
            "`inf` (element 2) is not a number",
        ),
        (VECTOR, "A", unwritten.into(), "element 2 is empty"),
        (VECTOR, "B", 1.into(), "`B"),
    ] {
        let refused = given(program, Inputs::default().with(name, value)).unwrap_err();
        assert!(refused.contains(said), "{refused}");
    }
}

#[test]
fn a_program_is_read_once_and_run_with_any_inputs_and_options() {
    let mut program = Program::parse(
        "input n = 4;\ninput A[n] = iota;\nprogram\n    array B[n];\n    parallel (for each i from 0 to n-1)\n        \
         B[i] = A[0];\n    end_parallel\n    output B[];\nend_program\n",
    )
    .unwrap();
    for n in ["1", "4"] {
        // All n processors read A[0].
        let ran = program.run(&[("n", n)]);
        assert_eq!(ran.is_ok(), n == "1", "{n}");
    }
    program.set("model", "CREW").unwrap();
    let outcome = program.run(&[("n", "3")]).unwrap();
    assert_eq!(outcome.outputs["B"].to_string(), "[0, 0, 0]");
    assert!(program.set("model", "XYZ").is_err());
    assert_eq!(
        program.command("run", &[("n", "3")]),
        "pram run program.pram n=3 --model CREW"
    );
    let of_length = |length: usize| Inputs::default().with("A", vec![1_i64; length]);
    assert_eq!(
        program.command("run", of_length(2)),
        "pram run program.pram 'A=[1, 1]' --model CREW"
    );
    // Nobody reads a long value, and no run writes one.
    assert_eq!(
        program.command("run", of_length(33)),
        "pram run program.pram 'A=…' --model CREW"
    );
}

#[test]
fn a_misspelt_inclusion_of_the_library_gets_a_suggestion() {
    let program = |name: &str| {
        let text = format!("include \"{name}\";\nprogram\n    print 1;\nend_program\n");
        Program::parse(&text).and_then(|program| program.run(&[]))
    };
    assert!(program("programs/library.pram").is_ok());
    let Err(error) = program("programs/libary.pram") else {
        panic!("there is no such file");
    };
    let said = error.problems.plain();
    assert!(
        said.contains("did you mean `programs/library.pram`?"),
        "{said}"
    );
    let Err(error) = program("programs/of_my_own.pram") else {
        panic!("there is no such file");
    };
    assert!(!error.problems.plain().contains("did you mean"));
}

#[test]
fn an_error_has_the_run_as_far_as_it_went() {
    let program =
        Program::parse("program\n    print 1;\n    assert 1 == 2;\nend_program\n").unwrap();
    let error = program.run(&[]).unwrap_err();
    assert_eq!(error.status(), Status::Program);
    assert_eq!(error.problems.marks()[0].places[0].from.line, 3);
    assert!(
        error.problems.json().contains("\"E0409\""),
        "{}",
        error.problems.json()
    );
    let run = error.run.expect("it was run");
    assert_eq!(run.printed, ["1"]);
    // The printed line, and no result.
    assert_eq!(run.text(80), "1\n");
}

#[test]
fn files_lie_in_memory_and_the_built_in_programs_behind_them() {
    let text = "include \"mine.pram\";\ninclude \"programs/library/scan.pram\";\nprogram\n    x = seven();\n    \
                output x;\nend_program\n";
    let mine = "algorithm seven()\n    return 7;\nend_algorithm\n";
    let files = MemoryFiles::default().with("folder/mine.pram", mine.as_bytes());
    let program = Program::with_files(text, "folder/main.pram", files.clone()).unwrap();
    assert_eq!(program.run(&[]).unwrap().outputs["x"].to_string(), "7");
    // Beside another folder there is no such file, and above the first one nothing is read.
    for name in ["main.pram", "folder/deeper/main.pram"] {
        let error = Program::with_files(text, name, files.clone()).unwrap_err();
        assert_eq!(error.problems.len(), 1, "{error}");
        assert!(error.to_string().contains("mine.pram"), "{error}");
    }
    // What lies in memory hides what is built in.
    let other = MemoryFiles::default().with("programs/library/scan.pram", mine.as_bytes());
    let text = "include \"programs/library/scan.pram\";\nprogram\n    x = seven();\n    output x;\nend_program\n";
    let program = Program::with_files(text, "main.pram", other).unwrap();
    assert_eq!(program.run(&[]).unwrap().outputs["x"].to_string(), "7");
}

#[test]
fn an_interrupt_ends_whatever_is_asked() {
    let flag = Arc::new(AtomicBool::new(true));
    let program = Program::parse("program\n    while (true)\n        x = 1;\nend_program\n");
    let program = program.unwrap().interrupted_by(Arc::clone(&flag));
    let error = program.run(&[]).unwrap_err();
    assert_eq!(error.status(), Status::Limit, "{error}");
    assert!(error.run.is_some());
}

/// What the command prints for a shipped program, and its exit status.
fn command(words: &[&str]) -> (String, Option<i32>) {
    let output = Command::new(env!("CARGO_BIN_EXE_pram"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(words)
        .output()
        .expect("the command runs");
    (
        String::from_utf8(output.stdout).expect("it prints text"),
        output.status.code(),
    )
}

/// One program of each machine, one of them illegal.
#[test]
fn results_are_those_of_the_command() {
    for name in [
        "programs/prescan.pram",
        "programs/concurrent_write_on_erew.pram",
        "programs/apram_scan.pram",
        "programs/network/tree_sum.pram",
        "programs/gpu/copy.pram",
    ] {
        let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap();
        let program = Program::with_files(&text, name, MemoryFiles::default()).unwrap();
        let (json, status) = command(&["run", name, "--format", "json"]);
        let outcome = match program.run(&[]) {
            Ok(outcome) => outcome,
            Err(Error { run: Some(run), .. }) => *run,
            Err(error) => panic!("{error}"),
        };
        assert_eq!(outcome.json(), json, "{name}");
        assert_eq!(
            outcome.status().map_or(0, |status| status as i32),
            status.unwrap(),
            "{name}"
        );
        let of = |json: Result<String, Error>| json.unwrap_or_else(|error| error.problems.json());
        let checked = of(program.check(&[]).map(|check| check.json()));
        assert_eq!(
            checked,
            command(&["check", name, "--format", "json"]).0,
            "{name}"
        );
        let derived = of(program.derive().map(|derived| derived.json()));
        let words = ["derive", name, "--units", "--format", "json"];
        assert_eq!(derived, command(&words).0, "{name}");
    }
}

#[test]
fn a_report_is_that_of_the_command() {
    let name = "programs/prescan.pram";
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap();
    let program = Program::with_files(&text, name, MemoryFiles::default()).unwrap();
    let sweep = SweepRequest::over(&[("n", "2^2..2^5")]);
    let report = program.report(&[], &sweep).unwrap();
    let words = ["report", name, "--vary", "n=2^2..2^5", "--format"];
    let of = |format| command(&[&words[..], &[format]].concat()).0;
    assert_eq!(report.json(), of("json"));
    assert_eq!(report.markdown(), of("md"));
    assert_eq!(report.html(), of("html"));
    assert_eq!(report.latex(), of("latex"));
    assert_eq!(report.csv(), of("csv"));
    assert_eq!(
        program.report_command(&[], &sweep),
        "pram report programs/prescan.pram --vary n=2^2..2^5"
    );
}

#[test]
fn a_replay_is_a_page_and_data() {
    let program = Program::parse("program\n    x = 1;\n    print x;\nend_program\n").unwrap();
    let replay = program.replay(&[], Language::English, 1 << 20).unwrap();
    assert!(replay.html().starts_with("<!"), "{}", replay.html());
    let trace: serde_json::Value = serde_json::from_str(&replay.json()).unwrap();
    assert_eq!(trace["format"], "pram-trace");
    assert_eq!(replay.status(), None);
}

#[test]
fn a_look_says_what_is_wrong_and_what_is_asked_for() {
    let text =
        "input n = 2^3;\ninput A[n];\nprogram\n    while (true)\n        x = A[0];\nend_program\n";
    let look = Program::unread(text, "main.pram", MemoryFiles::default()).look(&[("A", "1,2")]);
    // The run without an end reaches a limit of the look, which says nothing about the program.
    assert!(
        look.problems.iter().all(|one| one.code.is_warning()),
        "{}",
        look.problems.plain()
    );
    let outline = look.outline.unwrap();
    let inputs: Vec<_> = outline.inputs.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(inputs, ["n", "A"]);
    assert_eq!(outline.inputs[0].default.as_deref(), Some("2^3"));
    assert_eq!(outline.inputs[1].dimensions, Some(vec!["n".to_owned()]));
    assert_eq!(outline.kind, "pram");
    let broken = Program::unread(
        "program x = ; end_program",
        "main.pram",
        MemoryFiles::default(),
    );
    let look = broken.look(&[]);
    assert!(look.outline.is_none() && !look.problems.is_empty());
}

#[test]
fn texts_are_laid_out_and_translated() {
    let program = Program::parse("program x=1; output x; end_program").unwrap();
    assert_eq!(
        program.format().unwrap(),
        "program\n    x = 1;\n    output x;\nend_program\n"
    );
    assert_eq!(
        program.translate(Vocabulary::Croatian).unwrap(),
        "program\n    x = 1;\n    izlaz x;\nkraj_programa\n"
    );
}

/// Whoever builds on the library names what its root lists, and no module inside.
#[test]
fn the_playground_uses_only_the_interface() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("playground/wasm/src");
    for file in fs::read_dir(folder).unwrap() {
        let text = fs::read_to_string(file.unwrap().path()).unwrap();
        for (at, _) in text.match_indices("pram::") {
            let behind = &text[at + "pram::".len()..];
            let inside = behind.split(';').next().unwrap();
            let is_module = |path: &str| {
                let first = path.trim().chars().next();
                path.contains("::") && first.is_some_and(char::is_lowercase)
            };
            let names = inside.trim_start_matches('{').split(',');
            for name in names.take_while(|_| inside.starts_with('{')).chain([behind
                .split(|c: char| !c.is_alphanumeric() && c != '_' && c != ':')
                .next()
                .unwrap()])
            {
                assert!(!is_module(name), "{name}");
            }
        }
    }
}
