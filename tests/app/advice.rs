//! What a message says to run instead, run.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};

/// A folder of its own with this program as `a.pram`.
fn folder(program: &str) -> PathBuf {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let name = format!("advice/{}", NEXT.fetch_add(1, Ordering::Relaxed));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).expect("a folder can be made");
    fs::write(folder.join("a.pram"), program).expect("the program can be written");
    folder
}

/// `pram` as a shell finds it, in a folder with this program.
fn shell(folder: &Path, command: &str) -> Output {
    let binary = Path::new(env!("CARGO_BIN_EXE_pram"));
    let path = binary.parent().expect("it lies in a folder");
    Command::new("/bin/sh")
        .arg("-c")
        .arg(command)
        .current_dir(folder)
        .env("PATH", path)
        .output()
        .expect("a shell is there")
}

/// What a command says besides its results.
fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Runs a program illegally, then as the message says.
struct Advised {
    folder: PathBuf,
    message: String,
}

impl Advised {
    fn of(program: &str, command: &str) -> Self {
        let folder = folder(program);
        let output = shell(&folder, command);
        let message = said(&output);
        assert_eq!(output.status.code(), Some(3), "{message}");
        Self { folder, message }
    }

    /// The command behind these words.
    fn command(&self, words: &str) -> String {
        let mut lines = self.message.lines();
        let line = lines.find_map(|line| line.split_once(words));
        let (_, rest) = line.unwrap_or_else(|| panic!("no {words:?} in {}", self.message));
        rest.trim().trim_matches('`').to_owned()
    }

    /// The advised command, which must run.
    #[track_caller]
    fn runs(&self) -> String {
        let command = self.command("to run it unchanged: ");
        let output = shell(&self.folder, &command);
        assert_eq!(
            output.status.code(),
            Some(0),
            "{command}: {}",
            said(&output)
        );
        command
    }
}

/// One step in which all read a cell, one in which all write one; which first.
fn read_then_write(machine: &str) -> String {
    format!(
        "{machine}\nulaz n = 4;\nprogram\npolje A[n] = 1, S[n] = 0;\n\
         paralelno (za svaki i od 0 do n-1)\nx = A[0];\nS[0] = x;\nkraj_paralelno\n\
         paralelno (za svaki i od 0 do n-1)\nS[1] = i;\nkraj_paralelno\n\
         izlaz S[];\nkraj_programa\n"
    )
}

#[test]
fn a_model_for_the_whole_run_is_named() {
    // Step 1 reads together, step 2 writes equal values together, step 3 different ones.
    for model in [
        "erew",
        "crew",
        "ercw-common",
        "ercw-arbitrary",
        "crcw-common",
    ] {
        let command = format!("pram run a.pram --model {model}");
        let advised = Advised::of(&read_then_write(""), &command);
        assert_eq!(
            advised.runs(),
            "pram run a.pram --model crcw-arbitrary",
            "{model}"
        );
    }
}

#[test]
fn the_rule_of_the_file_is_kept() {
    let advised = Advised::of(&read_then_write("stroj ERCW-sum;"), "pram run a.pram");
    assert_eq!(advised.runs(), "pram run a.pram --model crcw-sum");
    let advised = Advised::of(
        &read_then_write("stroj CRCW-max;"),
        "pram run a.pram --model=erew",
    );
    assert_eq!(advised.runs(), "pram run a.pram --model crcw-max");
    // The rule that the command line names comes before the file's.
    let advised = Advised::of(
        &read_then_write("stroj CRCW-max;"),
        "pram run a.pram --model ercw-min",
    );
    assert_eq!(advised.runs(), "pram run a.pram --model crcw-min");
}

#[test]
fn everything_that_was_given_is_carried_along() {
    let program = "ulaz n = 4;\nulaz A[n];\nalgoritam druga(A[], n)\n\
                   paralelno (za svaki i od 0 do n-1)\nA[i] += A[0] + p*0;\nkraj_paralelno\n\
                   kraj_algoritma\nalgoritam zadnja(A[], n)\nvrati n;\nkraj_algoritma\n";
    let long: Vec<String> = (100..200).map(|value: u32| value.to_string()).collect();
    let long = long.join(",");
    for words in [
        "run a.pram 'A=random(0, 9)' -p 3 --entry druga --seed 7",
        "run --entry=druga --processors 2 a.pram n=2^3 'A=konstanta( 5 )'",
        "run --entry druga -p 3 --model erew a.pram -- A=-3,4,-1,2",
        &format!("run a.pram --entry druga -p 2 n=100 A={long}"),
    ] {
        let advised = Advised::of(program, &format!("pram {words}"));
        let command = advised.runs();
        assert!(command.contains("--model crew"), "{command}");
        assert!(command.contains("druga"), "{command}");
    }
}

#[test]
fn a_fault_later_on_is_told() {
    let program = "program\npolje A[4] = 1;\nparalelno (za svaki i od 0 do 3)\nx = A[0];\n\
                   A[i] = x / (i - x - 1);\nkraj_paralelno\nkraj_programa\n";
    let advised = Advised::of(program, "pram run a.pram");
    let message = &advised.message;
    assert!(!message.contains("to run it as it is"), "{message}");
    assert!(message.contains("CREW allows every access"), "{message}");
    assert!(message.contains("E0402"), "{message}");
    let command = advised.command("to see it: ");
    assert_eq!(command, "pram run a.pram --model crew");
    assert_eq!(shell(&advised.folder, &command).status.code(), Some(1));
}

#[test]
fn access_by_access_must_hold_for_the_whole_run() {
    // R[i] += A[i+1] would do; the second block reads A[0] as everybody's first read.
    let block = |body: &str| format!("paralelno (za svaki i od 0 do 2)\n{body}\nkraj_paralelno\n");
    let program = |more: &str| {
        format!(
            "program\npolje A[4] = 1, R[3] = 0;\n{}{more}kraj_programa\n",
            block("R[i] = A[i] + A[i+1];")
        )
    };
    let advised = Advised::of(&program(""), "pram run a.pram");
    let command = advised.command("this run is legal on EREW: ");
    let output = shell(&advised.folder, &command);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let advised = Advised::of(&program(&block("R[i] = A[0];")), "pram run a.pram");
    assert!(
        !advised.message.contains("--simultaneity"),
        "{}",
        advised.message
    );
    advised.runs();
}

#[test]
fn on_the_asynchronous_machine_too() {
    let on = |machine: &str, body: &str| {
        let program = format!(
            "stroj {machine}(d = 3, B = 4, p = 4);\nprogram\npolje A[4] = 1, S[4] = 0;\n\
             paralelno (za svaki i od 0 do 3)\n{body}\nkraj_paralelno\nkraj_programa\n"
        );
        Advised::of(&program, "pram run a.pram")
    };
    assert_eq!(
        on("apram", "x = A[0];").runs(),
        "pram run a.pram --model apram-cr"
    );
    let command = on("apram", "x = A[0]; S[1] = x;").runs();
    assert_eq!(
        command,
        "pram run a.pram --machine pram --model crcw-common"
    );
    // Under apram-cr reads may meet already.
    let command = on("apram-cr", "A[1] = 1;").runs();
    assert_eq!(
        command,
        "pram run a.pram --machine pram --model crcw-common"
    );
    // A race with a write: no model helps.
    let race = on("apram", "x = A[0]; ograda; A[1] = x;");
    assert!(
        !race.message.contains("to run it as it is"),
        "{}",
        race.message
    );
}

/// 10^11 steps of a processor follow the illegal one of two processors.
#[test]
fn what_is_tried_is_limited_by_its_work() {
    let program = "stroj EREW;\nulaz m = 10^6;\nprogram\npolje A[2] = 1, L[m] = 0;\n\
                   paralelno (za svaki i od 0 do 1)\nx = A[0];\nkraj_paralelno\n\
                   ponovi 10^5 puta\nparalelno (za svaki i od 0 do m-1)\nL[i] = i;\n\
                   kraj_paralelno\nkraj_ponovi\nizlaz A[];\nkraj_programa\n";
    let advised = Advised::of(program, "pram run a.pram");
    let message = &advised.message;
    assert!(
        message.contains("tried for a part of the run only"),
        "{message}"
    );
    // A limit of the user ends the advised command too.
    let advised = Advised::of(program, "pram run a.pram --max-work 3000000");
    let message = &advised.message;
    assert!(
        message.contains("ends with another error later, E0607"),
        "{message}"
    );
    assert!(!message.contains("to run it as it is"), "{message}");
    let output = shell(&advised.folder, &advised.command("to see it: "));
    assert_eq!(output.status.code(), Some(4), "{}", said(&output));
}

/// A result that the rule made is not claimed for another model.
#[test]
fn check_names_the_rule_that_decides() {
    let program = "stroj CRCW-sum;\nulaz n = 4;\nprogram\npolje S[1] = 0;\n\
                   paralelno (za svaki i od 0 do n-1)\nS[0] = 1;\nkraj_paralelno\n\
                   izlaz S[];\nkraj_programa\n";
    let folder = folder(program);
    for command in ["pram check a.pram", "pram run a.pram"] {
        let output = shell(&folder, command);
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(0), "{text}");
        assert!(text.contains("legal on     ERCW-sum"), "{text}");
        // Of another model it is said only that it computes something else.
        let others = text.lines().filter(|line| line.contains("ERCW-common"));
        for line in others {
            assert!(line.contains("computes something else"), "{text}");
        }
        assert!(text.contains("depends on the rule `sum`"), "{text}");
    }
    let output = shell(&folder, "pram run a.pram --format json");
    assert!(String::from_utf8_lossy(&output.stdout).contains("\"step\": \"ercw-sum\""));
}
