//! Orders of execution, paces, and barriers of a part of a block.

use serde_json::json;

use super::ran;

const MACHINE: [&str; 6] = ["run", "-", "--machine", "apram", "--d", "3"];

/// Everyone passes its value on to its neighbour, with a barrier between or without.
fn passing_on(barrier: &str) -> String {
    format!(
        "program\npolje A[4] = {{0, 1, 2, 3}};\n\
         paralelno asinkrono (za svaki procesor i, i = 0, ..., 3)\n\
         x = A[i];\n{barrier}\nA[(i+1) % 4] = x;\nkraj_paralelno\nizlaz A[];\nkraj_programa"
    )
}

fn words<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&MACHINE[..], &["--B", "4"], more].concat()
}

#[test]
fn a_race_ends_differently_in_another_order() {
    let race = ran(&passing_on(""), &words(&["--explore", "20"]));
    assert_eq!(race.status, 3);
    let explored = &race.json["exploration"];
    assert_eq!(explored["same"], false);
    // In lockstep all read before anyone writes: the values go round by one.
    assert_eq!(explored["different"][0]["schedule"], "lockstep");
    assert_eq!(
        explored["different"][0]["outputs"]["A"],
        json!([3, 0, 1, 2])
    );
    // One after the other, 0 writes its 0 into A[1], 1 reads that, and so on.
    assert_eq!(explored["different"][1]["schedule"], "ascending");
    assert_eq!(
        explored["different"][1]["outputs"]["A"],
        json!([0, 0, 0, 0])
    );
}

#[test]
fn a_token_repeats_an_order() {
    // 3 begins: A[0] = 3. Then 2: A[3] = 2; 1: A[2] = 1; and 0 reads the 3: A[1] = 3.
    for (token, expected) in [
        ("lockstep", [3, 0, 1, 2]),
        ("ascending", [0, 0, 0, 0]),
        ("descending", [3, 3, 1, 2]),
        // 0 alone: A[1] = 0. The others in lockstep: 1 reads that 0.
        ("ahead:0", [3, 0, 0, 2]),
        // All but 1 in lockstep: A[1] = 0, A[3] = 2, A[0] = 3. Then 1 reads that 0.
        ("behind:1", [3, 0, 0, 2]),
    ] {
        let words = words(&["--schedule", token, "--on-violation", "continue"]);
        let run = ran(&passing_on(""), &words);
        assert_eq!(run.json["outputs"]["A"], json!(expected), "{token}");
        assert_eq!(run.status, 3, "{token}");
    }
}

/// A step is one statement. Under an order each is of one processor: four processors execute two
/// each, one read and one write, and `_y = i`, which accesses nothing.
#[test]
fn limits_count_under_an_order_what_the_costs_count() {
    let program = passing_on("ograda; _y = i;");
    for token in ["lockstep", "ascending", "random:3"] {
        for limit in ["--max-steps", "--max-work"] {
            let enough = ran(&program, &words(&["--schedule", token, limit, "12"]));
            assert_eq!(enough.status, 0, "{token} {limit}: {}", enough.stderr);
            assert_eq!(enough.json["cost"]["steps"]["time"], 12);
            assert_eq!(enough.json["cost"]["steps"]["work"], 12);
            let short = ran(&program, &words(&["--schedule", token, limit, "11"]));
            assert_eq!(short.status, 4, "{token} {limit}");
            assert_eq!(short.json["cost"]["steps"]["time"], 11, "{token} {limit}");
        }
    }
}

#[test]
fn a_loop_without_accesses_is_limited_under_an_order() {
    let program = "program\nparalelno asinkrono (za svaki i od 0 do 1)\n_y = 1;\n\
                   dok (_y > 0) _y = 2;\nkraj_paralelno\nkraj_programa";
    let run = ran(
        program,
        &words(&["--schedule", "ascending", "--max-steps", "50"]),
    );
    assert_eq!(run.status, 4, "{}", run.stderr);
    assert_eq!(run.json["cost"]["steps"]["time"], 50);
}

/// 0 reads, then writes: two steps. 1 reads in the third, and writes out of bounds in the fourth.
#[test]
fn a_fault_under_an_order_names_the_step_of_its_statement() {
    let program = passing_on("ograda(od i do i);").replace("(i+1) % 4", "5*i");
    let run = ran(&program, &words(&["--schedule", "ascending"]));
    assert_eq!(run.json["error"]["code"], "E0403", "{}", run.stderr);
    assert_eq!(run.json["error"]["step"], 4);
}

#[test]
fn what_is_legal_ends_the_same_in_every_order() {
    let legal = ran(&passing_on("ograda;"), &words(&["--explore", "40"]));
    assert_eq!(legal.status, 0, "{}", legal.stderr);
    assert_eq!(
        legal.json["exploration"],
        json!({"tried": 40, "given_up": 0, "same": true, "different": []})
    );
    assert_eq!(legal.json["outputs"]["A"], json!([3, 0, 1, 2]));
}

#[test]
fn time_follows_the_paces() {
    // Read 3; write 3, its subscript is free; a barrier of 4 behind each. The list is data.
    let uniform = ran(&passing_on("ograda;"), &words(&["--pace", "uniform"]));
    assert_eq!(uniform.json["cost"]["apram"]["time"], 14);
    // Processor 2 takes five times as long for both: 15 + 4 and 15 + 4.
    let slow = ran(&passing_on("ograda;"), &words(&["--pace", "1,1,5,1"]));
    assert_eq!(slow.json["cost"]["apram"]["time"], 38);
    // Work: three processors 6, one 30. Waiting: three times 12 in each section.
    assert_eq!(slow.json["cost"]["apram"]["work"], 48);
    assert_eq!(slow.json["cost"]["apram"]["waiting"], 72);
}

/// Pairs exchange sums behind a barrier of the pair, then everyone behind one of all.
const PAIRS: &str = "program
    polje A[4] = {0, 1, 2, 3};
    polje S[4];
    paralelno (za svaki procesor i, i = 0, ..., 3)
        x = A[i];
        S[i] = x + 1;
        ograda(od i - i%2 do i - i%2 + 1);
        y = S[PARTNER];
        ograda(od i - i%2 do i - i%2 + 1);
        S[i] = x + y;
        ograda;
        A[i] = S[(i+2) % 4];
    kraj_paralelno
    izlaz A[];
kraj_programa";

#[test]
fn a_barrier_of_a_part_costs_what_its_number_does() {
    let program = PAIRS.replace("PARTNER", "i - i%2 + (i+1) % 2");
    // With B = p + 1 a barrier of 2 costs 3, one of 4 costs 5.
    // read 3, add 1, write 3; barrier 3; read 3; barrier 3; add 1, write 3: 20. Barrier 5.
    // read and write in one run: 4. Barrier 5.
    let run = ran(
        &program,
        &[&MACHINE[..], &["--B", "p + 1", "-p", "4"]].concat(),
    );
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert_eq!(run.json["cost"]["apram"]["time"], 20 + 5 + 4 + 5);
    assert_eq!(run.json["cost"]["apram"]["work"], 4 * (7 + 3 + 4 + 4));
    assert_eq!(run.json["cost"]["apram"]["waiting"], 0);
    // x + y: 0+2, 1+1, 2+4, 3+3; then everyone takes that of the processor two further on.
    assert_eq!(run.json["outputs"]["A"], json!([6, 6, 2, 2]));
}

#[test]
fn a_barrier_of_a_part_orders_nobody_else() {
    let program = PAIRS.replace("PARTNER", "(i+2) % 4");
    let run = ran(&program, &words(&[]));
    assert_eq!(run.status, 3);
    assert_eq!(run.json["violations"][0]["cell"], "S[2]");
}

#[test]
fn a_barrier_of_others_is_refused() {
    let program = "program\nparalelno (za svaki procesor i, i = 0, ..., 3)\nx = i;\n\
                   ograda(od 0 do 1);\nkraj_paralelno\nkraj_programa";
    let run = ran(program, &words(&[]));
    assert_eq!(run.status, 1);
    assert_eq!(run.json["error"]["code"], "E0414");
    assert_eq!(run.json["error"]["processor"], "i = 2");
}

/// Both add 1 to s, and 1 reads a cell of its own before.
const LOST: &str = "program
    s = 0;
    polje A[2] = 0;
    paralelno asinkrono (za svaki procesor i, i = 0, ..., 1)
        ako (i == 1) x = A[1];
        s += 1;
    kraj_paralelno
    izlaz s;
kraj_programa";

#[test]
fn an_update_is_lost_between_its_read_and_its_write() {
    // Statement by statement, s is 2 in every order: 1 is a statement behind 0. Access by access,
    // one can read s between the read and the write of the other.
    let run = ran(LOST, &words(&["--explore", "40"]));
    let explored = &run.json["exploration"];
    assert_eq!(explored["same"], false, "{explored}");
    assert_eq!(explored["different"][0]["schedule"], "lockstep");
    assert_eq!(explored["different"][0]["outputs"]["s"], 2);
    assert_eq!(explored["different"][1]["outputs"]["s"], 1);
    let responsible = &explored["responsible"];
    assert_eq!(responsible["cell"], "s");
    assert_eq!(responsible["section"], 1);
    let accesses = responsible["accesses"].as_array().unwrap();
    let kinds: Vec<&str> = accesses
        .iter()
        .map(|each| each["kind"].as_str().unwrap())
        .collect();
    assert!(
        kinds.contains(&"read") && kinds.contains(&"write"),
        "{responsible}"
    );
    assert_ne!(accesses[0]["processor"], accesses[1]["processor"]);
    assert!(
        accesses.iter().all(|each| each["line"] == 6),
        "{responsible}"
    );
    // Its token repeats the run.
    let token = explored["different"][1]["schedule"].as_str().unwrap();
    let again = ran(
        LOST,
        &words(&["--schedule", token, "--on-violation", "continue"]),
    );
    assert_eq!(again.json["outputs"]["s"], 1);
}

#[test]
fn an_order_can_be_written_turn_by_turn() {
    // 1 reads A[1]; then both read s; then both write it.
    for (turns, s) in [
        ("turns:1,0,1,0,1", 1),
        ("turns:0,0,1,1,1", 2),
        ("turns:1,1,0,0", 1),
    ] {
        let words = words(&["--schedule", turns, "--on-violation", "continue"]);
        let run = ran(LOST, &words);
        assert_eq!(run.json["outputs"]["s"], s, "{turns}");
    }
    let wrong = super::pram(LOST, &words(&["--schedule", "turns:1,x"]));
    assert_eq!(wrong.0, 2, "{}", wrong.2);
}

#[test]
fn what_differs_may_only_be_printed() {
    let printing = LOST.replace("izlaz s;", "ispisi(\"s = \", s);");
    let run = ran(&printing, &words(&["--explore", "40"]));
    let explored = &run.json["exploration"];
    assert_eq!(explored["different"][0]["printed"], json!(["s = 2"]));
    assert_eq!(explored["different"][1]["printed"], json!(["s = 1"]));
    let (_, stdout, _) = super::pram(&printing, &words(&["--explore", "40"]));
    assert!(stdout.contains("    prints: s = 1\n"), "{stdout}");
    assert!(
        stdout.contains("two accesses to s in section 1 decide:"),
        "{stdout}"
    );
}

#[test]
fn lines_of_a_legal_section_do_not_depend_on_the_order() {
    let program = "program
        polje A[4];
        paralelno asinkrono (za svaki procesor i, i = 0, ..., 3)
            A[i] = i * i;
            ispisi(i, \": \", A[i]);
            A[i] += 1;
            ograda;
            ispisi(i, \" behind \", A[(i+1) % 4]);
        kraj_paralelno
        kraj_programa";
    let run = ran(program, &words(&["--explore", "30"]));
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert_eq!(
        run.json["exploration"]["same"], true,
        "{}",
        run.json["exploration"]
    );
    for token in ["lockstep", "descending", "random:5"] {
        let again = ran(program, &words(&["--schedule", token]));
        assert_eq!(again.json["printed"], run.json["printed"], "{token}");
    }
}

#[test]
fn adapted_blocks_keep_their_phases() {
    // As a synchronous program all read before anyone writes, whatever the order.
    let program = passing_on("").replace(" asinkrono", "");
    let run = ran(&program, &words(&["--explore", "25"]));
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert_eq!(run.json["exploration"]["same"], true);
    assert_eq!(run.json["outputs"]["A"], json!([3, 0, 1, 2]));
}

#[test]
fn orders_do_not_depend_on_the_threads() {
    let explored = |threads| {
        let run = ran(LOST, &words(&["--explore", "40", "--threads", threads]));
        run.json["exploration"].clone()
    };
    assert_eq!(explored("1"), explored("4"));
}

#[test]
fn a_loop_that_waits_for_another_processor_is_given_up() {
    // 1 waits in a loop until 0 has set the flag: ahead of 0 it would wait for ever.
    let program = "program
        polje F[1] = 0;
        polje R[2] = 0;
        paralelno asinkrono (za svaki procesor i, i = 0, ..., 1)
            ako (i == 0) {
                R[0] = 7;
                F[0] = 1;
            } inace {
                dok (F[0] == 0) x = 0;
                R[1] = R[0];
            }
        kraj_paralelno
        izlaz R[];
        kraj_programa";
    let run = ran(program, &words(&["--explore", "20"]));
    assert_eq!(run.status, 3);
    let explored = &run.json["exploration"];
    // `descending`, `ahead:1` and `behind:0` let 1 go first.
    assert_eq!(explored["given_up"], 3, "{explored}");
    assert_eq!(explored["tried"], 17);
    // Where it ends, 1 has seen the flag, and with it the value: no order changes that.
    assert_eq!(explored["same"], true);
}

#[test]
fn a_fault_may_depend_on_the_order() {
    // 1 reads A[0] before or after 0 has written it.
    let program = "program
        polje A[2];
        polje R[2] = 0;
        paralelno asinkrono (za svaki procesor i, i = 0, ..., 1)
            ako (i == 0) A[0] = 5; inace R[1] = A[0];
        kraj_paralelno
        izlaz R[];
        kraj_programa";
    let run = ran(program, &words(&["--explore", "5"]));
    // Statement by statement both act at one moment, and the read comes first.
    assert_eq!(run.json["error"]["code"], "E0404");
    let explored = &run.json["exploration"];
    assert_eq!(explored["different"][0]["outputs"]["R"], json!([0, 5]));
    let fault = &explored["different"][1]["fault"];
    assert_eq!(fault, "A[0] is read here, and was never written");
    assert_eq!(explored["responsible"]["cell"], "A[0]");
    let kinds = [0, 1].map(|at| explored["responsible"]["accesses"][at]["kind"].clone());
    assert_eq!(kinds, ["write", "read"]);
}
