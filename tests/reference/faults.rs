//! Faults of a run: which, where, of which processor.

use super::End;
use super::example::{example, example_on};

/// Code and processor of the fault that ends an algorithm with this body over A = 1, 2, 3, 0.
fn fault(body: &str) -> (&'static str, Vec<i64>) {
    let text = format!("algoritam f(A[])\n{body}\nkraj_algoritma");
    match example(&text, &["A=1,2,3,0"]).end {
        End::Fault {
            code, processor, ..
        } => (code, processor),
        end => panic!("{end:?}"),
    }
}

#[test]
fn arithmetic() {
    let alone = Vec::<i64>::new();
    for (statement, code) in [
        ("x = 2^62 * 2;", "E0401"),
        ("x = 2^63;", "E0401"),
        ("x = 1 << 63;", "E0401"),
        ("x = -(2^62) * 2 - 1;", "E0401"),
        ("x = 10.0^400;", "E0401"),
        ("x = 1 / A[3];", "E0402"),
        ("x = 1 mod A[3];", "E0402"),
        ("x = 1.5 / 0;", "E0402"),
        ("x = A[4];", "E0403"),
        ("x = A[-1];", "E0403"),
        ("polje B[2]; x = B[0];", "E0404"),
        ("ako (A[3] == 1) y = 1; x = y;", "E0404"),
        ("x = 2^(0-1);", "E0405"),
        ("x = sqrt(-1);", "E0405"),
        ("x = log 0;", "E0405"),
        ("x = 1 << 64;", "E0405"),
        ("x = bit(5, 64);", "E0405"),
        ("za j = 0 do 2.5 A[0] = 1;", "E0406"),
        ("ako (A[1]) A[0] = 1;", "E0407"),
        ("x = A[3] or A[1];", "E0407"),
        ("polje B[2]; B[] = A[];", "E0408"),
        ("tvrdi(A[0] == 2);", "E0409"),
        ("polje B[0-1];", "E0411"),
        ("za j = 0 do 2 korak A[3] A[0] = 1;", "E0412"),
    ] {
        assert_eq!(fault(statement), (code, alone.clone()), "{statement}");
    }
}

#[test]
fn the_lowest_processor_is_named() {
    let block = "paralelno (za svaki i od 0 do 3) A[i] = 6 / (A[i] - i - 1); kraj_paralelno";
    // 0, 1 and 2 divide by zero in the same step.
    assert_eq!(fault(block), ("E0402", vec![0]));
    let block = "paralelno (za svaki i od 0 do 3) ako (i < 2) A[i] = 0; inace A[i] = A[i+1];
                 kraj_paralelno";
    assert_eq!(fault(block), ("E0403", vec![3]));
}

#[test]
fn a_fault_wins_over_a_violation() {
    let text = "algoritam f(A[])
        paralelno (za svaki i od 0 do 3) A[0] = A[i+1]; kraj_paralelno
    kraj_algoritma";
    let end = example_on("erew", text, &["A=1,2,3,4"]).end;
    assert!(
        matches!(
            end,
            End::Fault {
                code: "E0403",
                step: 1,
                ..
            }
        ),
        "{end:?}"
    );
}

#[test]
fn limits() {
    let endless = example(
        "algoritam f(A[]) dok (istina) A[0] = 1; kraj_algoritma",
        &["A=1,2"],
    );
    assert_eq!(endless.end, End::Limit { code: "E0601" });
    let idle = example("algoritam f(A[]) za (;;) { } kraj_algoritma", &["A=1,2"]);
    assert_eq!(idle.end, End::Limit { code: "E0601" });
    let deep = example("algoritam f(A[]) f(A); kraj_algoritma", &["A=1,2"]);
    assert_eq!(deep.end, End::Limit { code: "E0604" });
    let wide = "algoritam f(A[]) paralelno (za svaki i od 0 do 2^40) A[i] = 1; kraj_paralelno
                kraj_algoritma";
    assert_eq!(example(wide, &["A=1,2"]).end, End::Limit { code: "E0603" });
}

#[test]
fn an_algorithm_without_its_result() {
    let text = "algoritam g(x) ako (x > 0) vrati x; kraj_algoritma
                algoritam f(A[]) A[0] = g(0); kraj_algoritma";
    let end = example(text, &["A=1,2"]).end;
    assert!(matches!(end, End::Fault { code: "E0413", .. }), "{end:?}");
}
