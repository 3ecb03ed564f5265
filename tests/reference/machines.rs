//! Sentences of the machines' definition, each held to a count made by hand.

use super::asynchronous::{Account, Asynchronous, BarrierTime, Order, Turns};
use super::example::{example, example_on, inputs, run_text};
use super::{Branches, Config, End, OnViolation, Outcome};

/// d = 3, B = 4.
fn apram(order: Order) -> Config {
    Config {
        asynchronous: Some(Asynchronous {
            delay: 3,
            barrier: BarrierTime::Constant(4),
            concurrent_read: false,
            paces: Vec::new(),
            order,
        }),
        ..Config::default()
    }
}

fn on_apram(text: &str, given: &[&str], processors: Option<u64>, order: Order) -> Outcome {
    let config = Config {
        processors,
        ..apram(order)
    };
    run_text(text, &inputs(given), &config)
}

#[test]
fn one_branch_after_the_other() {
    let text = "algoritam f(A[])
        paralelno (za svaki i od 0 do 3)
            ako (i < 3) { za j = 1 do 3 A[i] += 1; } inace { za j = 1 do 5 A[i] += 1; }
        kraj_paralelno
    kraj_algoritma";
    let given = inputs(&["A=0,0,0,0"]);
    let config = Config {
        branches: Branches::Simd,
        ..Config::default()
    };
    let outcome = run_text(text, &given, &config);
    assert_eq!(outcome.output("A"), "[3, 3, 3, 5]");
    // The test by 4; then 3 steps of three processors, then 5 of one. As many rounds; the block's
    // body has an access of its own only in the loops.
    outcome.assert_counts((8, 9 + 5), (1 + 8, 4 + 14), (1 + 8 * 3, 4 + 14 * 3));
    assert_eq!(outcome.rounds.histogram, [(3, 3), (1, 5)].into());
}

#[test]
fn instructions_of_a_statement() {
    for (statement, instructions) in [
        ("A[i] = A[i] + A[i+1] * 2;", 2 + 2 + 1),
        ("A[2*i + 1 - i] = 5;", 1),
        ("A[B[i]] = A[B[i+1]];", 3 + 1),
        ("x = i;", 1),
        ("x = A[i];", 1),
        ("x = -1;", 1),
        ("x = -i;", 1),
        ("x = max(i, 1, 2);", 1),
        ("A[i] += i;", 1 + 1 + 1),
        ("A[i]++;", 1 + 1 + 1),
        ("A[i] = i;", 1),
    ] {
        let text = format!(
            "algoritam f(A[], B[])
                paralelno (za svaki i od 0 do 0)
                    {statement}
                kraj_paralelno
            kraj_algoritma"
        );
        let outcome = example(&text, &["A=1,2", "B=0,1"]);
        let counted = (outcome.instructions.time, outcome.instructions.work);
        assert_eq!(counted, (instructions, instructions), "{statement}");
        assert_eq!((outcome.steps.time, outcome.steps.work), (1, 1));
    }
}

#[test]
fn the_slowest_processor_of_a_step() {
    // i = 0 reads, compares and decides: 3; i = 1 only compares and decides: 2. With groups side
    // by side, one reads and writes, the other adds twice.
    let text = "algoritam f(A[])
        paralelno (za svaki i od 0 do 1)
            ako (i < 1 and A[i] > 0)
                A[i] = A[i];
            inace
                x = i + i + i;
        kraj_paralelno
    kraj_algoritma";
    let outcome = example(text, &["A=1,1"]);
    assert_eq!(outcome.instructions.time, 4 + 2);
    assert_eq!(outcome.instructions.work, 4 + 2 + 2 + 2);
}

#[test]
fn combining_takes_no_part_of_the_old_value() {
    let text = "algoritam f(S[])
        paralelno (za svaki i od 1 do 3)
            S[0] = i;
        kraj_paralelno
    kraj_algoritma";
    for (model, sum) in [
        ("crcw-sum", "[6]"),
        ("crcw-max", "[3]"),
        ("crcw-prod", "[6]"),
    ] {
        assert_eq!(example_on(model, text, &["S=100,"]).output("S"), sum);
    }
}

#[test]
fn truth_values_combine_as_such() {
    // Written: false, true, true.
    let text = "algoritam f(A[])
        Q[] = A[] > 0;
        paralelno (za svaki i od 0 do 2)
            Q[0] = A[i] > 1;
        kraj_paralelno
        A[0] = 0;
        ako (Q[0]) A[0] = 1;
    kraj_algoritma";
    for (model, truth) in [
        ("crcw-sum", 1),
        ("crcw-max", 1),
        ("crcw-or", 1),
        ("crcw-prod", 0),
        ("crcw-min", 0),
        ("crcw-and", 0),
        ("crcw-xor", 0),
    ] {
        let after = example_on(model, text, &["A=1,2,3"]).output("A");
        assert_eq!(after, format!("[{truth}, 2, 3]"), "{model}");
    }
}

#[test]
fn and_lies_between_its_sides() {
    // Read (3), greater (1), and (1), read again (3), greater (1); the barrier. Were the two
    // reads one behind the other, it would be one run.
    let text = "algoritam f(A[])
        paralelno asinkrono (za svaki i od 0 do 1)
            ako (A[i] > 0 and A[i+2] > 0) x = 1;
        kraj_paralelno
    kraj_algoritma";
    let outcome = on_apram(text, &["A=1,1,0,0"], None, Order::Lockstep);
    let expected = Account {
        time: 9 + 4,
        work: 2 * 9,
        waiting: 0,
        sections: 1,
    };
    assert_eq!((outcome.end, outcome.account), (End::Completed, expected));
}

#[test]
fn a_legal_section_ends_the_same_in_every_order() {
    let text = "algoritam f(A[])
        paralelno asinkrono (za svaki i od 0 do 3)
            x = A[i];
            ako (i < 2) { x += 1; ograda(od 0 do 1); }
            ograda;
            A[(i+1) mod 4] = x;
        kraj_paralelno
    kraj_algoritma";
    // Read (3), compare (1); two add (1) and meet (4). Four come to the barrier: 9 and 4. Then
    // everyone writes: 3 and 4.
    let expected = Account {
        time: 9 + 4 + 3 + 4,
        work: 4 * 4 + 2 + 4 * 3,
        waiting: 2 * 5,
        sections: 2,
    };
    for order in [
        Order::Lockstep,
        Order::Apart,
        Order::Accesses(Turns::Lockstep),
        Order::Accesses(Turns::Ascending),
        Order::Accesses(Turns::Descending),
        Order::Accesses(Turns::Ahead(2)),
        Order::Accesses(Turns::Behind(0)),
        Order::Accesses(Turns::Listed(vec![3, 3, 1, 9, 0, 2, 1])),
    ] {
        let outcome = on_apram(text, &["A=5,6,7,8"], None, order.clone());
        assert_eq!(outcome.output("A"), "[8, 6, 7, 7]");
        assert_eq!(outcome.account, expected, "{order:?}");
    }
}

#[test]
fn accesses_one_by_one() {
    // 0 reads s (0), 1 reads s (0), 1 writes 1, 0 writes 1: one of the two is lost.
    let text = "algoritam f(A[])
        paralelno asinkrono (za svaki i od 0 do 1)
            A[0] += 1;
        kraj_paralelno
    kraj_algoritma";
    for (turns, sum) in [
        (vec![0, 1, 1, 0], "[1]"),
        (vec![0, 0, 1, 1], "[2]"),
        (vec![1, 1], "[2]"),
        (vec![1, 0], "[1]"),
    ] {
        let config = Config {
            on_violation: OnViolation::Continue,
            ..apram(Order::Accesses(Turns::Listed(turns.clone())))
        };
        let outcome = run_text(text, &inputs(&["A=0,"]), &config);
        assert_eq!(outcome.output("A"), sum, "{turns:?}");
    }
}

/// d + v − 1 for the reads, B, v for the operators, d + v − 1 for the writes, B.
#[test]
fn an_adapted_statement_on_fewer_processors() {
    let text = "algoritam f(A[])
        paralelno (za svaki i od 0 do 5)
            A[i] = A[i] + 1;
        kraj_paralelno
    kraj_algoritma";
    for processors in 1..=8 {
        let given = &["A=1,2,3,4,5,6"];
        let account = on_apram(text, given, Some(processors), Order::Lockstep).account;
        let v = 6_u64.div_ceil(processors);
        assert_eq!(account.time, (3 + v - 1) + 4 + v + (3 + v - 1) + 4);
        let share = |p| 6 / processors + u64::from(p < 6 % processors);
        let own = |v: u64| if v == 0 { 0 } else { 2 * (3 + v - 1) + v };
        let work: u64 = (0..processors).map(|p| own(share(p))).sum();
        assert_eq!(account.work, work);
        assert_eq!(account.waiting, processors * own(v) - work);
        assert_eq!(account.sections, 2);
    }
}
