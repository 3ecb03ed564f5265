//! Tasks: how they take turns on their processors, what their messages cost, and channels.

use super::{costs, prints, run};

/// Four tasks that pass their numbers around, on two processors.
fn around(mapping: &str) -> String {
    format!(
        "stroj prsten(p = 2, t_s = 100, t_w = 7);
program
paralelno zadaci (za svaki i, i = 0, ..., 3) {mapping}
x = i;
posalji x prema (i+1) mod 4;
primi x od (i+3) mod 4;
tvrdi(x == (i+3) mod 4);
kraj_paralelno
kraj_programa
"
    )
}

#[test]
fn what_tasks_of_one_processor_say_to_each_other_is_free() {
    // 0: a move up to 1, a word to task 1 in memory, waits for task 3. Task 1: a move up to 2, sends
    // to task 2 up to 109, has the word of 0. The other processor does the same: its task 3 sends
    // from 2 to 109, when task 0 goes on.
    let run = costs(&around(""), "109", [1, 1, 0, 2]);
    let cost = run.network.as_ref().unwrap();
    assert_eq!((cost.traffic.messages, cost.traffic.words), (2, 2));
    // 2·109: 4 instructions, 2·107 sending.
    assert_eq!(cost.waiting.to_string(), "0");
    // Processor 0: task 0 moves and sends up to 108, task 2 up to 216; so does processor 1. Task 0
    // has waited for what task 3 sent from 109 to 216.
    costs(&around("na i mod p"), "216", [2, 2, 0, 2]);
    // Four moves.
    let run = costs(&around("na 0"), "4", [0, 0, 0, 4]);
    assert_eq!(run.network.as_ref().unwrap().traffic.messages, 0);
    costs(&around("na 1"), "4", [0, 0, 0, 4]);
}

/// Task 0 asks task 3, on the other processor; tasks 1 and 2 compute meanwhile.
fn asked(instructions: u32) -> String {
    format!(
        "stroj potpuni(p = 2, t_s = 100, t_w = 7);
program
kanal K[4];
paralelno zadaci (za svaki i, i = 0, ..., 3) na i/3
ako (i == 0) {{ posalji 1 prema K[3]; primi x od K[0]; tvrdi(x == 2); }}
inace ako (i == 3) {{ primi x od K[3]; x += 1; posalji x prema K[0]; }}
inace {{ za q = 1 do {instructions} y = 1; }}
kraj_paralelno
kraj_programa
"
    )
}

#[test]
fn other_tasks_compute_while_one_waits() {
    // Task 0: a test, the word leaves at 1 and arrives at 108. Tasks 1 and 2, two tests and 50 moves
    // each, end at 105. Task 3: two tests; an addition up to 109; its word arrives at 216.
    costs(&asked(50), "216", [2, 2, 2, 2]);
    // They end at 1 + 2·302 = 605, and task 0 has its word since 216.
    costs(&asked(300), "605", [0, 0, 0, 605]);
}

/// Tasks 0, 1, 2 and 3 on processor 0, task 4 on processor 1.
fn turns(body: &str) -> String {
    format!(
        "stroj potpuni(p = 2, t_s = 100, t_w = 7);
program
paralelno zadaci (za svaki i, i = 0, ..., 4) na i/4
{body}
kraj_paralelno
kraj_programa
"
    )
}

#[test]
fn whose_message_has_come_first_goes_on_first_and_then_the_least_number() {
    // Task 4 sends up to 109, 216 and 323; task 3 computes until after 400; each of the others
    // makes a move before it prints.
    let body = |sender, work| {
        format!(
            "ako (i < 3) {{ primi x od {sender}; y = x; ispisi(i); }}
ako (i == {sender}) {{ posalji 7 prema 2; posalji 7 prema 1; posalji 7 prema 0; }}
ako (i == 3) {{ za q = 1 do {work} y = 1; }}"
        )
    };
    prints(&turns(&body(4, 400)), &["2", "1", "0"]);
    // Within memory all three have their word at one time.
    prints(&turns(&body(3, 1)), &["0", "1", "2"]);
}

#[test]
fn without_a_mapping_tasks_lie_where_blocks_of_an_array_do() {
    for (n, p) in [(10, 4), (3, 4), (16, 4), (7, 3), (1, 5)] {
        let text = format!(
            "stroj prsten(p = {p}, t_s = 100, t_w = 7);
ulaz A[{n}] = iota po blokovima;
program
paralelno zadaci (za svaki i, i = 0, ..., {n}-1)
A[i] = 2*A[i];
kraj_paralelno
izlaz A[];
kraj_programa
"
        );
        run(&text).ends_well();
    }
}

#[test]
fn a_task_that_sends_synchronously_lets_others_go_on() {
    let text = |mapping: &str, first: u32, second: u32| {
        format!(
            "stroj potpuni(p = 2, t_s = 100, t_w = 7);
program
paralelno zadaci (za svaki i, i = 0, ..., 2) na {mapping}
ako (i == 0) {{ posalji_sinkrono 5 prema 1; y = 1; }}
ako (i == 1) {{ za q = 1 do {first} y = 1; primi x od 0; tvrdi(x == 5); }}
ako (i == 2) {{ za q = 1 do {second} y = 1; }}
kraj_paralelno
kraj_programa
"
        )
    };
    // Task 0: a test. Task 1: two tests and 4 moves up to 7; both could go on then, and task 0 does:
    // a move, two tests. Task 1: a test. Task 2, which had its turn before them: three tests, a
    // move. 1 + 6 + 4 + 3 + 1.
    let run = costs(&text("0", 4, 1), "15", [0, 0, 0, 15]);
    assert_eq!(run.network.as_ref().unwrap().communication.to_string(), "0");
    // Task 1 receives at 2 + 20; the word leaves then and arrives at 129; task 0 makes a move and two
    // tests. Task 2 has ended at 1 + 3 + 50.
    let run = costs(&text("i mod 2", 20, 50), "132", [1, 1, 1, 25]);
    assert_eq!(run.network.as_ref().unwrap().communication.to_string(), "0");
}

#[test]
fn a_send_that_waits_for_the_port_keeps_its_processor() {
    // What goes into the channel leaves up to 107; the send behind it waits until then, and ends at
    // 214. Only now task 2, on the same processor, puts its word into the queue of task 0. Tests on
    // the way, which take no time here: one of task 0 before it sends, three behind that, four of
    // task 2.
    let text = "stroj potpuni(p = 2, t_s = 100, t_w = 7, t_c = 0);
program
kanal K[3];
paralelno zadaci (za svaki i, i = 0, ..., 2) na i mod 2
ako (i == 0) { posalji 1 prema K[1]; posalji 2 prema 1; }
ako (i == 1) { primi y od 0; primi x od K[1]; tvrdi(x == 1 and y == 2); }
ako (i == 2) posalji 3 prema K[0];
ako (i == 0) primi z od K[0];
kraj_paralelno
kraj_programa
";
    let run = costs(text, "214", [2, 2, 0, 8]);
    let cost = run.network.as_ref().unwrap();
    assert_eq!(cost.communication.to_string(), "107");
    assert_eq!(cost.traffic.messages, 2);
}

#[test]
fn queues_have_an_order_of_their_own_and_no_tags() {
    let text = |p: u32| {
        format!(
            "stroj prsten(p = {p}, t_s = 100, t_w = 7);
program
kanal K[2];
paralelno zadaci (za svaki i, i = 0, ..., 1)
ako (i == 0) {{ posalji 1 prema K[1]; posalji 2 prema 1; posalji 3 prema K[1]; posalji 4 prema 1 oznaka 0; }}
ako (i == 1) {{ primi a od 0; primi b od K[1] kao tko; primi c od 0 oznaka 0; primi d od K[1]; ispisi(a, b, c, d, tko); }}
kraj_paralelno
kraj_programa
"
        )
    };
    prints(&text(1), &["21430"]);
    prints(&text(2), &["21430"]);
}

#[test]
fn two_senders_share_a_queue_in_the_order_of_arrival() {
    // Task 1 sends after 5 moves, task 2 after 1.
    let text = |first: u32, second: u32| {
        format!(
            "stroj potpuni(p = 3, t_s = 100, t_w = 7);
program
kanal K[3];
paralelno zadaci (za svaki i, i = 0, ..., 2)
ako (i == 1) za q = 1 do {first} y = 1;
ako (i == 2) za q = 1 do {second} y = 1;
ako (i > 0) posalji i prema K[0];
ako (i == 0) {{ primi a od K[0]; primi b od K[0]; ispisi(a, b); }}
kraj_paralelno
kraj_programa
"
        )
    };
    prints(&text(5, 1), &["21"]);
    prints(&text(1, 5), &["12"]);
    let run = run(&text(1, 5)).ends_well();
    assert!(run.network.unwrap().has_shared_queue);
    let run = super::run(&asked(1)).ends_well();
    assert!(!run.network.unwrap().has_shared_queue);
}

#[test]
fn a_channel_of_two_dimensions_has_a_queue_for_each_task() {
    // Sums along the rows of a grid of tasks, whose indices begin at 1.
    prints(
        "stroj torus(2, 2, t_s = 100, t_w = 7);
program
kanal K[4,4];
paralelno zadaci (za svaki r, r = 1, ..., 3, s = 1, ..., 3) na (r+s) mod p
x = 10*r + s;
ako (s > 1) { primi y od K[r,s]; x += y; }
ako (s < 3) posalji x prema K[r,s+1];
ako (s == 3) posalji x prema (1, 1);
ako (r == 1 and s == 1) { za k = 1 do 3 { primi y od (k, 3); ispisi(y); } }
kraj_paralelno
kraj_programa
",
        &["36", "66", "96"],
    );
}

#[test]
fn a_block_of_processors_may_use_channels_too() {
    // As `posalji_odmah`: two words leave one behind the other, without their sender.
    costs(
        "stroj potpuni(p = 2, t_s = 100, t_w = 7);
program
kanal K[2];
paralelno (za svaki procesor i, i = 0, ..., p-1)
posalji i prema K[1-i];
posalji i prema K[1-i];
primi x od K[i];
primi x od K[i];
kraj_paralelno
kraj_programa
",
        "214",
        [2, 2, 1, 0],
    );
}

#[test]
fn blocks_follow_each_other_on_the_clocks_of_processors() {
    // Two tasks on processor 0, of two moves: up to 4. Then one on each: 0 goes on at 4.
    costs(
        "stroj potpuni(p = 2, t_s = 100, t_w = 7);
program
paralelno zadaci (za svaki i, i = 0, ..., 1) na 0
x = 1; x = 2;
kraj_paralelno
paralelno zadaci (za svaki i, i = 0, ..., 1)
x = 1;
kraj_paralelno
kraj_programa
",
        "5",
        [0, 0, 0, 5],
    );
}

#[test]
fn many_tasks_and_none() {
    let text = |last: &str| {
        format!(
            "stroj prsten(p = 4, t_s = 100, t_w = 7);
program
paralelno zadaci (za svaki i, i = 0, ..., {last}) na i mod p
x = i;
kraj_paralelno
kraj_programa
"
        )
    };
    costs(&text("999999"), "250000", [0, 0, 0, 250_000]);
    costs(&text("-1"), "0", [0, 0, 0, 0]);
}

#[test]
fn words_of_tasks_and_channels_are_free_as_names() {
    prints(
        "stroj prsten(p = 2, t_s = 100, t_w = 7);
program
zadaci = 3; kanal = 4; tasks = 1; channel = 2;
kanal += zadaci;
paralelno zadaci (za svaki i od 0 do 3)
na = 4;
tvrdi(na + i >= 4);
kraj_paralelno
ispisi(zadaci, kanal, tasks, channel);
kraj_programa
",
        &["3712"],
    );
}
