//! Outputs of many elements: the largest takes the place of the machine's memory, and all are what
//! the run left there.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use pram::machine::value::{ArrayValue, Value};
use pram::pipeline::{Options, Request, execute};
use pram::source::Sources;
use pram::syntax::include::{Files, Unreadable};

/// From here on an array is moved.
const MANY: i64 = 1 << 22;

struct NoFiles;

impl Files for NoFiles {
    fn read(&self, _: &Path, _: u64) -> Result<Vec<u8>, Unreadable> {
        Err(Unreadable::Other("there are none".to_owned()))
    }

    fn identity(&self, path: &Path) -> PathBuf {
        path.to_owned()
    }
}

/// The names of the outputs, and the arrays among them.
fn outputs(program: &str) -> Vec<(String, ArrayValue)> {
    let request = Request {
        name: "outputs.pram".to_owned(),
        bytes: program.as_bytes().to_vec(),
        entry: None,
        assignments: Vec::new(),
        options: Options::default(),
    };
    let executed = execute(
        &request,
        &mut Sources::default(),
        &NoFiles,
        &AtomicBool::new(false),
    );
    let run = executed.expect("it runs").run;
    assert!(run.error.is_none(), "{:?}", run.error);
    let arrays = run.outputs.into_iter().map(|(name, value)| match value {
        Value::Array(array) => (name, array),
        Value::Scalar(_) => panic!("`{name}` is an array"),
    });
    arrays.collect()
}

fn inputs() -> String {
    format!("ulaz n = {MANY};\nulaz A[n] = iota();\nulaz B[3] = {{5, 6, 7}};\nulaz C[n] = 4;\n")
}

const BODY: &str = "
    paralelno (za svaki i od 0 do n-1)
        A[i] = 2 * A[i] + C[i];
    kraj_paralelno
    B[1] = 9;
";

/// A[i] = 2 i + 4, and what was not written stays.
fn check(outputs: &[(String, ArrayValue)], names: &[&str]) {
    let found: Vec<&str> = outputs.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(found, names);
    for (name, array) in outputs {
        assert!(array.written.is_empty(), "all of `{name}` was written");
        match name.as_str() {
            "B" => assert_eq!(array.words, [5, 9, 7]),
            "C" => assert!(array.words.iter().copied().eq((0..MANY).map(|_| 4))),
            _ => assert!(array.words.iter().copied().eq((0..MANY).map(|i| 2 * i + 4))),
        }
        assert_eq!(array.dimensions, [array.words.len()]);
    }
}

#[test]
fn the_largest_array_may_lie_anywhere_in_the_memory() {
    let orders = [["A", "B", "C"], ["B", "A", "C"], ["C", "B", "A"]];
    for names in orders {
        let parameters = names.map(|name| format!("{name}[]")).join(", ");
        let program = format!(
            "{}algoritam main({parameters}, n){BODY}kraj_algoritma\n",
            inputs()
        );
        check(&outputs(&program), &names);
    }
}

#[test]
fn a_result_that_is_a_parameter_is_told_once() {
    let program = format!(
        "{}algoritam main(A[], B[], C[], n){BODY}    vrati A;\nkraj_algoritma\n",
        inputs()
    );
    check(&outputs(&program), &["A", "B", "C"]);
}

#[test]
fn cells_that_were_never_written_stay_so() {
    let program = format!(
        "ulaz n = {MANY};\nalgoritam main(n)\n    polje R[n];\n    R[1] = 3;\n    vrati R;\n\
         kraj_algoritma\n"
    );
    let outputs = outputs(&program);
    let [(name, array)] = outputs.as_slice() else {
        panic!("one output");
    };
    assert_eq!((name.as_str(), array.words[1]), ("result", 3));
    assert_eq!(array.written.iter().filter(|written| **written).count(), 1);
    assert!(array.written[1]);
}
