//! What is an error in a block of tasks, and how it is told.

use pram::pipeline::Options;

use super::{run, run_with};

/// Eight tasks on four processors, each with a queue.
fn tasks(mapping: &str, body: &str) -> String {
    format!(
        "stroj prsten(p = 4, t_s = 100, t_w = 7);
program
kanal K[8];
polje A[8] = 0 po blokovima;
paralelno zadaci (za svaki i, i = 0, ..., 7) {mapping}
{body}
kraj_paralelno
kraj_programa
"
    )
}

#[track_caller]
fn told(text: &str, code: &str, parts: &[&str]) {
    let problems = run(text).ends_in(code).problems;
    for part in parts {
        assert!(problems.contains(part), "{part} is missing in\n{problems}");
    }
}

#[test]
fn tasks_are_placed_on_processors_that_there_are() {
    told(
        &tasks("na i - 1", "x = 1;"),
        "E0512",
        &[
            "task 0 is to be on processor -1, and the machine has 0 to 3",
            "`na i mod p`",
        ],
    );
    told(
        &tasks("na i", "x = 1;"),
        "E0512",
        &["task 4 is to be on processor 4"],
    );
    told(&tasks("na 8/i", "x = 1;"), "E0402", &["division by zero"]);
    told(
        &tasks("na A[i]", "x = 1;"),
        "E0204",
        &["may not depend on a cell of an array"],
    );
}

/// Where a task is to be, it is on no processor yet.
#[test]
fn a_mapping_asks_for_nothing_that_processors_have() {
    for mapping in ["ja mod p", "desno", "(i + lijevo) mod p", "susjed(0)"] {
        told(
            &tasks(&format!("na {mapping}"), "x = 1;"),
            "E0512",
            &["which only processors have"],
        );
    }
    let text = "stroj prsten(p = 4, t_s = 100, t_w = 7);
algoritam f(k)
ograda;
vrati k;
kraj_algoritma
program
paralelno zadaci (za svaki i, i = 0, ..., 3) na f(i)
x = 1;
kraj_paralelno
kraj_programa
";
    told(text, "E0512", &["which only processors have"]);
}

#[test]
fn only_its_own_task_reads_a_queue() {
    told(
        &tasks("", "primi x od K[(i+1) mod 8];"),
        "E0510",
        &[
            "task 0 (on processor 0) takes a message from K[1], which task 1 (on processor 0) alone does",
        ],
    );
}

#[test]
fn a_channel_that_a_called_algorithm_declares_would_be_of_one() {
    let text = "stroj prsten(p = 2, t_s = 100, t_w = 7);
algoritam f()
kanal K[4];
ako (ja == 0) posalji 5 prema K[1];
ako (ja == 1) primi x od K[1];
kraj_algoritma
program
paralelno (za svaki i, i = 0, ..., 1)
f();
kraj_paralelno
kraj_programa
";
    told(
        text,
        "E0204",
        &[
            "a processor declares the channel `K` for itself alone",
            "declare it in the code that opens the block",
        ],
    );
    // Around its block an algorithm may.
    let text = text.replace(
        "ako (ja == 0)",
        "paralelno (za svaki j, j = 0, ..., 1)\nako (ja == 0)",
    );
    let text = text.replace("kraj_algoritma", "kraj_paralelno\nkraj_algoritma");
    let text = text.replace(
        "paralelno (za svaki i, i = 0, ..., 1)\nf();\nkraj_paralelno",
        "f();",
    );
    run(&text).ends_well();
}

#[test]
fn messages_go_to_tasks_that_there_are() {
    told(
        &tasks("", "posalji i prema i+1;"),
        "E0512",
        &["there is no task 8: this block has tasks 0 to 7"],
    );
    told(
        &tasks("", "primi x od (i, 0);"),
        "E0512",
        &["no processor of this block has the indices (0, 0)"],
    );
    told(
        &tasks("", "posalji i prema K[i+1];"),
        "E0403",
        &["K[8] lies outside K"],
    );
    for body in [
        "posalji i prema desno;",
        "posalji i prema ja;",
        "x = susjed(0);",
    ] {
        told(&tasks("", body), "E0512", &["which only processors have"]);
    }
    told(
        &tasks("", "lokalno X[1] = i; emitiraj(X[], 0);"),
        "E0512",
        &["collective communication"],
    );
}

#[test]
fn deadlocks_name_tasks_and_their_processors() {
    told(
        &tasks("na 3 - i/2", "primi x od (i+1) mod 8;"),
        "E0506",
        &["task 0 (on processor 3) waits for a message of task 1 (on processor 3)"],
    );
    told(
        &tasks("", "ako (i == 5) primi x od K[5];"),
        "E0506",
        &["task 5 (on processor 2) waits for a message in K[5]"],
    );
    told(
        &tasks("", "ako (i == 5) primi x od 1;"),
        "E0506",
        &["and task 1 (on processor 0) has ended"],
    );
}

#[test]
fn what_is_left_over_names_tasks_and_queues() {
    told(
        &tasks("na 0", "ako (i == 5) posalji 1, 2 prema 6;"),
        "E0508",
        &[
            "a message is never received: 2 words from task 5 (on processor 0) to task 6 (on processor 0)",
        ],
    );
    told(
        &tasks("", "ako (i == 5) posalji 1, 2 prema K[0];"),
        "E0508",
        &["to task 0 (on processor 0) in K[0]"],
    );
    told(
        &tasks(
            "",
            "ako (i == 5) posalji 1, 2 prema 0; ako (i == 0) primi x od 5;",
        ),
        "E0509",
        &[
            "task 0 (on processor 0) wants 1 word",
            "task 5 (on processor 2) sends it here",
        ],
    );
}

#[test]
fn a_task_touches_the_cells_of_its_processor() {
    run(&tasks("na i/2", "A[i] = 1;")).ends_well();
    told(
        &tasks("na i mod p", "A[i] = 1;"),
        "E0510",
        &[
            "a task on processor 1 touches A[1], which lies in processor 0",
            "map this task onto processor 0",
        ],
    );
}

#[test]
fn more_processors_than_there_are_would_be_tasks() {
    told(
        "stroj prsten(p = 4, t_s = 100, t_w = 7);
program
paralelno (za svaki i, i = 0, ..., 7)
x = i;
kraj_paralelno
kraj_programa
",
        "E0511",
        &["or write `paralelno zadaci`"],
    );
}

#[test]
fn tasks_open_no_tasks() {
    told(
        &tasks(
            "",
            "paralelno zadaci (za svaki j, j = 0, ..., 1) x = j; kraj_paralelno",
        ),
        "E0204",
        &["cannot open another block"],
    );
}

#[test]
fn a_channel_is_no_array() {
    for body in [
        "x = K[i];",
        "K[i] = 1;",
        "posalji K[] prema 0;",
        "primi K[i] od 0;",
        "K[] = 0;",
        "primi K od 0;",
    ] {
        told(
            &tasks("", body),
            "E0204",
            &["a channel can only be sent into or received from"],
        );
    }
    told(
        &tasks("", "posalji i prema K;"),
        "E0204",
        &["a message names a channel without saying which of its queues"],
    );
    told(
        &tasks("", "posalji i prema K[i] oznaka 3;"),
        "E0204",
        &["a message through a channel cannot have a tag"],
    );
    told(
        &tasks("", "posalji_sinkrono i prema K[i];"),
        "E0204",
        &["`posalji_sinkrono` cannot send into a channel"],
    );
    told(
        &tasks("", "kanal L[2];"),
        "E0204",
        &["a channel is declared inside a `paralelno`"],
    );
    told(&tasks("", "posalji i prema K[i, 0];"), "E0303", &[]);
}

#[test]
fn shared_memory_has_neither_tasks_nor_channels() {
    for machine in ["CREW(p = 4)", "APRAM(p = 4, d = 2, B = 5)"] {
        for (before, tasks) in [("kanal K[2];", ""), ("", "zadaci")] {
            let text = format!(
                "stroj {machine};
program
{before}
paralelno {tasks} (za svaki i od 0 do 3)
lokalno x = i;
tvrdi(x == i);
kraj_paralelno
kraj_programa
"
            );
            told(&text, "E0204", &["--machine ring"]);
        }
    }
}

#[test]
fn races_of_tasks_name_tasks() {
    let text = "stroj prsten(2, t_s = 100, t_w = 7);
program
paralelno zadaci (za svaki i, i = 0, ..., 3)
ako (i == 0) { primi x od bilo_koga; primi y od bilo_koga; ispisi(x); }
ako (i > 1) posalji i prema 0;
kraj_paralelno
kraj_programa
";
    let strict = Options {
        strict: true,
        ..Options::default()
    };
    let told = run_with(text, strict, &[]).ends_in("E0507");
    for part in ["task 2 sends here", "task 3 sends here"] {
        assert!(told.problems.contains(part), "{}", told.problems);
    }
}
