//! Random numbers that are drawn while a program runs: the same in every way of executing it, other
//! ones for other processors, steps and seeds, and within their bounds.

use std::collections::BTreeSet;

use pram::Program;
use pram::machine::value::Value;
use pram::pipeline::Options;
use pram::program::Constant;

use super::ways::{check, told_alike};

fn numbers(text: &str, seed: u64) -> Vec<Constant> {
    let options = Options {
        seed,
        ..Options::default()
    };
    let program = Program::parse(text)
        .expect("it is a program")
        .options(options);
    let run = program.run(&[]).expect("it runs");
    let Value::Array(array) = &run.outputs["Z"] else {
        panic!("Z is an array");
    };
    (0..array.len())
        .map(|at| array.get(at).expect("written"))
        .collect()
}

/// Draws in sequential code, in blocks, in blocks inside of blocks, in loops and conditions, on the
/// right of `and`, in arguments, subscripts, beside whole arrays, and several in a statement.
#[test]
fn every_way_draws_the_same() {
    let told = told_alike(
        "\
stroj CRCW;
ulaz n = 50;
algoritam f(x, y = slucajno(0, 9))
    vrati x + y + slucajno(0, 9);
program
    polje A[n] = 0, M[n,4] = 0;
    s = slucajno(0, 99);
    za t = 1 do 5 s = 10*s + slucajno(0, 9);
    ponovi za d = 0 do 3
        paralelno (za svaki i od 0 do n-1)
            A[i] += slucajno(0, 99);
            x = slucajno(0.0, 1.0);
            ako (x < 0.5 and slucajno(0, 1) == 1)
                A[slucajno(0, n-1)] = i;
            inace
                A[i] += f(slucajno(0, 9));
            dok (slucajno(0, 3) > 0)
                A[i] += 1;
            paralelno (za svaki j od 0 do 3)
                M[i,j] += slucajno(0, 9) - slucajno(0, 9);
            kraj_paralelno
        kraj_paralelno
        A[] += slucajno(0, 9);
        ispisi(slucajno(1, 6), slucajno(1, 6));
    kraj_ponovi
    izlaz A[], M[], s;
kraj_programa
",
        &Options::default(),
    );
    assert!(told.ends_with("None None"), "{told}");
}

/// 400 processors, 5 steps: 2000 numbers below 2^60. Two are the same with a probability of less than
/// 2000²/2^60, so none are.
#[test]
fn processors_steps_and_seeds_have_numbers_of_their_own() {
    let text = "\
program
    polje Z[2000];
    ponovi za d = 0 do 4
        paralelno (za svaki i od 0 do 399)
            Z[400*d + i] = slucajno(0, 1152921504606846975);
        kraj_paralelno
    kraj_ponovi
    izlaz Z[];
kraj_programa
";
    let word = |value: &Constant| value.word();
    let (first, again, other) = (numbers(text, 1), numbers(text, 1), numbers(text, 2));
    assert_eq!(first, again);
    let all: BTreeSet<i64> = first.iter().chain(&other).map(word).collect();
    assert_eq!(all.len(), 4000);
    assert!(all.iter().all(|word| (0..1 << 60).contains(word)));
}

/// Blanks, comments, line breaks and what stands elsewhere in the text play no part.
#[test]
fn the_layout_of_a_program_plays_no_part() {
    let close = "program\npolje Z[6];\nparalelno (za svaki i od 0 do 5)\nZ[i] = slucajno(1, 1000) + 2000*slucajno(1, 1000);\nkraj_paralelno\nizlaz Z[];\nkraj_programa\n";
    let wide = "// A die.\nalgoritam other(x)\n    vrati slucajno(0, x);\nkraj_algoritma\n\nprogram\n    polje Z[6];\n    paralelno (za svaki i od 0 do 5)\n        Z[i]  =  slucajno( 1, 1000 )   // one\n            + 2000 * slucajno(1, 1000);\n    kraj_paralelno\n    izlaz Z[];\nkraj_programa\n";
    assert_eq!(numbers(close, 3), numbers(wide, 3));
    let two_draws = numbers(close, 3);
    assert!(
        two_draws
            .iter()
            .all(|value| value.word() % 2000 != value.word() / 2000)
    );
}

/// 6000 throws of a die: 1000 of each expected, with a standard deviation of √(6000·5/36) < 29.
#[test]
fn numbers_are_spread_evenly() {
    for body in [
        "paralelno (za svaki i od 0 do 5999) Z[i] = slucajno(1, 6); kraj_paralelno",
        "za i = 0 do 5999 Z[i] = slucajno(1, 6);",
        "Z[] = 0*Z[] + slucajno(1, 6);",
    ] {
        let text = format!("program\npolje Z[6000] = 0;\n{body}\nizlaz Z[];\nkraj_programa\n");
        let thrown = numbers(&text, 5);
        for face in 1..=6 {
            let count = thrown.iter().filter(|each| each.word() == face).count();
            assert!(
                (850..1150).contains(&count),
                "{face} came {count} times: {body}"
            );
        }
    }
}

/// The mean of 4000 reals from [2, 4] is 3, with a standard deviation of (2/√12)/√4000 < 0.01.
#[test]
fn a_real_bound_gives_reals() {
    let text = "\
program
    polje Z[4000];
    paralelno (za svaki i od 0 do 3999)
        Z[i] = slucajno(2, 4.0);
    kraj_paralelno
    izlaz Z[];
kraj_programa
";
    let reals = numbers(text, 3).into_iter().map(|value| match value {
        Constant::Real(value) => value,
        other => panic!("{other:?} is no real"),
    });
    let reals: Vec<f64> = reals.collect();
    assert!(reals.iter().all(|value| (2.0..=4.0).contains(value)));
    let mean = reals.iter().sum::<f64>() / 4000.0;
    assert!((2.95..3.05).contains(&mean), "{mean}");
}

/// Each takes an instruction, as a function does: a write and a draw are 2, two draws, a sum and a
/// write 4; reading the bound takes a step of 1 of its own before the 2.
#[test]
fn a_draw_takes_an_instruction() {
    for (body, counts) in [
        ("A[0] = slucajno(0, 9);", "time_by_active: {1: 2}"),
        (
            "A[0] = slucajno(0, 9) + slucajno(0, 9);",
            "time_by_active: {1: 4}",
        ),
        ("A[0] = slucajno(0, B[0]);", "time_by_active: {1: 3}"),
    ] {
        let text = format!("program\npolje A[1] = 0, B[1] = 5;\n{body}\nkraj_programa\n");
        let expected = format!("instructions: Profile {{ {counts}");
        check(&text, &Options::default(), &[&expected]);
    }
}

#[test]
fn empty_bounds_are_a_fault() {
    let text = "program\nx = 1;\ny = slucajno(x + 1, x);\nispisi(y);\nkraj_programa\n";
    check(text, &Options::default(), &["has nothing to draw from"]);
}
