//! Lengths of inputs that the file declares, where the entry leaves them away.

use pram::library::Program;
use pram::machine::value::Value;

const TEXT: &str = "ulaz n = 3;
ulaz l = 2;
ulaz A[n,l] = iota;
ulaz B[2*l + 1] = iota;

algoritam f(A[,], B[])
    A[0,0] = B[0];
kraj_algoritma
";

/// The lengths of both arrays of a run.
fn lengths(inputs: &[(&str, &str)]) -> [Vec<usize>; 2] {
    let run = Program::parse(TEXT).unwrap().run(inputs).unwrap();
    ["A", "B"].map(|name| match &run.inputs[name] {
        Value::Array(array) => array.dimensions.clone(),
        Value::Scalar(_) => panic!("{name} is an array"),
    })
}

#[test]
fn an_entry_without_lengths_takes_those_of_the_file() {
    assert_eq!(lengths(&[]), [vec![3, 2], vec![5]]);
    assert_eq!(lengths(&[("n", "4")]), [vec![4, 2], vec![5]]);
    assert_eq!(lengths(&[("l", "1")]), [vec![3, 1], vec![3]]);
    // An array that is given fixes the scalars which are its lengths.
    assert_eq!(lengths(&[("A", "1,2,3;4,5,6")]), [vec![2, 3], vec![7]]);
}

#[test]
fn lengths_of_an_entry_go_before_those_of_the_file() {
    let text = TEXT.replace("f(A[,], B[])", "f(A[,], B[4])");
    let run = Program::parse(&text).unwrap().run(&[]).unwrap();
    let Value::Array(array) = &run.inputs["B"] else {
        panic!("an array");
    };
    assert_eq!(array.dimensions, [4]);
}
