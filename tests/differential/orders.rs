//! Every order of the accesses of two processors: both end alike under each, and all of them
//! together come to what is derived by hand.

use std::collections::BTreeSet;

use super::generated::{agree, machine};
use super::generator::Generated;
use super::setting::{Setting, asynchronous};
use crate::reference::{BarrierTime, OnViolation, Order, Turns};

/// What 0 does, what 1 does, how many accesses both make together at most, and what `R` may hold
/// in the end.
const PROGRAMS: [(&str, &str, u32, &[&str]); 12] = [
    // Read and write; one of the two may be lost.
    ("R[0] += 1;", "R[0] += 1;", 4, &["1 0", "2 0"]),
    ("R[0]++;", "R[0] = R[0] + 1;", 4, &["1 0", "2 0"]),
    // A read of A[0], then one of A[1], and in between both are written.
    (
        "R[0] = A[0] + A[1];",
        "A[0] = 1; A[1] = 10;",
        5,
        &["0 0", "1 0", "10 0", "11 0"],
    ),
    // Who sees the later write sees the earlier one.
    (
        "R[0] = A[0] + A[1];",
        "A[1] = 10; A[0] = 1;",
        5,
        &["0 0", "10 0", "11 0"],
    ),
    // The old value is read before the right side: 0 + 0, 0 + 5, never what 1 wrote plus 0.
    (
        "R[0] += A[0];",
        "A[0] = 5; R[0] = 100;",
        5,
        &["0 0", "100 0", "105 0", "5 0"],
    ),
    // The right side of `and` is read only where the left one holds. 1 takes the left one back
    // before it gives the right one.
    (
        "ako (A[0] == 1 and A[1] == 1) R[0] = 1; inace R[0] = 2;",
        "A[0] = 1; A[0] = 0; A[1] = 1;",
        6,
        &["1 0", "2 0"],
    ),
    (
        "ako (A[0] == 0 or A[1] == 0) R[0] = 7;",
        "A[0] = 1; A[1] = 1;",
        5,
        &["0 0", "7 0"],
    ),
    // A subscript is read before the cell: A[A[0]] with A = [0, 2, 0] and A[0] = 1.
    (
        "R[0] = A[A[0]];",
        "A[1] = 2; A[0] = 1;",
        5,
        &["0 0", "1 0", "2 0"],
    ),
    // The subscript of the target is read before the right side.
    (
        "R[A[0]] = A[1];",
        "A[1] = 3; A[0] = 1;",
        5,
        &["0 0", "0 3", "3 0"],
    ),
    // A call goes access by access, too.
    (
        "R[0] = both(A);",
        "A[1] = 10; A[0] = 1;",
        5,
        &["0 0", "10 0", "11 0"],
    ),
    // The bounds of a loop are read once, when it begins.
    (
        "za k = 1 do A[0] + 1 R[0] += 1;",
        "A[0] = 1;",
        6,
        &["1 0", "2 0"],
    ),
    // A barrier holds under every order.
    ("R[0] += 1; ograda;", "ograda; R[0] += 1;", 4, &["2 0"]),
];

fn program(one: &str, other: &str) -> String {
    format!(
        "algoritam both(A[])
    vrati A[0] + A[1];
kraj_algoritma

program
    polje A[3] = 0;
    polje R[2] = 0;
    paralelno asinkrono (za svaki procesor i, i = 0, ..., 1)
        ako (i == 0) {{ {one} }} inace {{ {other} }}
    kraj_paralelno
    izlaz R[];
kraj_programa
"
    )
}

#[test]
fn every_order_of_two_processors() {
    let mut failures = Vec::new();
    for (one, other, accesses, expected) in PROGRAMS {
        let generated = Generated {
            text: program(one, other),
            n: None,
            ints: Default::default(),
            reals: Vec::new(),
        };
        let mut found = BTreeSet::new();
        for choices in 0..1_u32 << accesses {
            let turns = (0..accesses).map(|turn| (choices >> turn & 1) as usize);
            let machine_of = |order| {
                let asynchronous = crate::reference::Asynchronous {
                    order,
                    ..asynchronous(2, BarrierTime::Constant(2))
                };
                Setting {
                    on_violation: OnViolation::Continue,
                    ..Setting::asynchronous(asynchronous, None)
                }
            };
            let setting = machine_of(Order::Accesses(Turns::Listed(turns.collect())));
            if let Err(problem) = agree(&generated, &setting) {
                failures.push(problem);
                break;
            }
            let result = machine(&generated, &setting).result;
            let result = result.expect("it came to its end");
            found.extend(
                result.outputs["R"]
                    .split_once("] ")
                    .map(|(_, cells)| cells.to_owned()),
            );
        }
        let expected: BTreeSet<String> = expected.iter().map(|cells| (*cells).to_owned()).collect();
        if found != expected {
            failures.push(format!(
                "{one} | {other}: {found:?} instead of {expected:?}"
            ));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
