//! Bounds on the turns of loops: checked on all machines, and free of charge.

use pram::library::Program;

use crate::spoken::messages;

/// Loops of every kind, each with at most 4 turns; BOUND stands for the bound.
const SEQUENTIAL: &str = "k = 4;\nwhile (k > 0) {\nBOUND\nk -= 1;\n}\nfor d = 1 to 4 {\nBOUND\nk += d;\n}\n\
    repeat 4 times\nBOUND\nk += 1;\nend_repeat\nfor (w = 1; w < 16; w *= 2) {\nBOUND\nk += w;\n}\n";

/// The same in a block, where processor i makes i turns.
const BLOCK: &str = "parallel (for each i from 0 to 3)\nx = i;\nwhile (x > 0) {\nBOUND\nx -= 1;\n}\n\
    for j = 1 to i {\nBOUND\nx += j;\n}\nend_parallel\n";

/// The heads of three machines, and what is in the block's head.
const MACHINES: [(&str, &str); 4] = [
    ("machine CRCW;", "parallel"),
    ("machine apram(d = 3, B = 8);", "parallel"),
    ("machine apram(d = 3, B = 8);", "parallel async"),
    ("machine ring(p = 4, t_s = 10, t_w = 1);", "parallel"),
];

fn text(machine: &str, head: &str, bound: &str) -> String {
    let body = format!("{SEQUENTIAL}{BLOCK}").replace("BOUND\n", bound);
    let body = body.replace("parallel (", &format!("{head} ("));
    format!("{machine}\ninput n = 4;\nprogram\n{body}output k;\nend_program\n")
}

#[test]
fn bounds_cost_nothing() {
    for (machine, head) in MACHINES {
        let run = |bound| {
            let program = Program::parse(&text(machine, head, bound));
            let program = program.unwrap_or_else(|problems| panic!("{machine}: {problems}"));
            (program.run(&[])).unwrap_or_else(|problems| panic!("{machine}: {problems}"))
        };
        let (with, without) = (run("claim turns <= n;\n"), run("//aim turns <= n;\n"));
        assert_eq!(with.outputs, without.outputs, "{machine}");
        assert_eq!(
            format!("{:?} {:?}", with.cost, with.network),
            format!("{:?} {:?}", without.cost, without.network),
            "{machine}"
        );
    }
}

/// 4 turns where 3 are allowed, in sequential code; in a block only processor 3 makes 3, where 2 are.
#[test]
fn a_turn_too_many_ends_the_run() {
    for (machine, head) in MACHINES {
        let told = messages(&text(machine, head, "claim turns <= n - 1;\n"), &[]);
        let said = "the loop begins iteration 4, but its claim allows 3 iterations at most";
        assert!(
            told.contains("E0410") && told.contains(said),
            "{machine}: {told}"
        );
        let bound = "claim turns <= n / 2.0 + 0.9;\n";
        let sequential = SEQUENTIAL.replace("BOUND\n", bound);
        let block = text(machine, head, bound).replace(&sequential, "k = 0;\n");
        let told = messages(&block, &[]);
        let said = "the loop begins iteration 3, but its claim allows 2 iterations at most";
        assert!(told.contains(said), "{machine}: {told}");
        assert!(told.contains("i = 3"), "{machine}: {told}");
    }
}

/// The bound is what it was when the loop was entered, each time anew.
#[test]
fn a_bound_is_computed_when_the_loop_is_entered() {
    let text = "program\nk = 3;\nfor d = 1 to 3 {\nx = d;\nwhile (x > 0) {\nclaim turns <= x;\nx -= 1;\n\
        }\n}\nwhile (k > 0) {\nclaim turns <= k - 1;\nk -= 1;\n}\nend_program\n";
    let told = messages(text, &[]);
    assert!(
        told.contains("iteration 3, but its claim allows 2 iterations at most"),
        "{told}"
    );
}

#[test]
fn messages_speak_the_vocabulary_of_the_file() {
    let croatian = messages(
        "program\nx = 3;\ndok (x > 0) {\nx -= 1;\ntvrdnja prolaza <= 3;\n}\nkraj_programa\n",
        &[],
    );
    assert!(
        croatian.contains("`dok (…) { tvrdnja prolaza <= n; … }`"),
        "{croatian}"
    );
    let english = messages(
        "program\nx = 3;\nwhile (x > 0) {\nx -= 1;\nclaim turns <= 3;\n}\nend_program\n",
        &[],
    );
    assert!(
        english.contains("`while (…) { claim iterations <= n; … }`"),
        "{english}"
    );
}
