//! What is an error, and how it is told.

use super::{block, ring, run};

#[track_caller]
fn told(text: &str, code: &str) -> String {
    run(text).ends_in(code).problems
}

#[test]
fn deadlocks() {
    let texts = [
        ring("primi x od (i+1) mod p;\nposalji x prema (i+3) mod p;"),
        ring("ako (i == 1)\nprimi x od 2;"),
        ring("ako (i < 2)\nprimi x od bilo_koga;"),
        ring("posalji_sinkrono i prema i;\nprimi x od i;"),
        ring("primi x od i;\nposalji i prema i;"),
        ring("posalji_sinkrono i prema (i+1) mod p;\nprimi x od (i+3) mod p;"),
    ];
    let all: Vec<String> = texts.iter().map(|text| told(text, "E0506")).collect();
    insta::assert_snapshot!(all.join("\n"));
}

/// The call in which a processor waits is shown with its line.
#[test]
fn deadlocks_inside_of_calls() {
    let text = "stroj prsten(p = 4, t_s = 100, t_w = 7);
algoritam g(j, p)
primi x od (j+1) mod p;
kraj_algoritma
algoritam h(j, p)
g(j, p);
kraj_algoritma
program
paralelno (za svaki procesor i, i = 0, ..., p-1)
h(i, p);
kraj_paralelno
kraj_programa
";
    let problems = told(text, "E0506");
    for (call, line) in [
        ("`g` is called here", ":6:"),
        ("`h` is called here", ":10:"),
    ] {
        assert!(problems.contains(call), "{problems}");
        assert!(
            problems.contains(line) || problems.contains(line.trim_matches(':')),
            "{problems}"
        );
    }
}

/// Processors 1 and 3 come through `h` and `g` to a message of a processor that has ended, or of
/// anyone where all others have.
#[test]
fn calls_that_lead_to_a_message_of_one_that_has_ended() {
    let calls = |statement: &str| {
        format!(
            "stroj prsten(p = 4, t_s = 100, t_w = 7);
algoritam g(j)
ako (j == 1)
{statement}
kraj_algoritma
algoritam h(j)
g(j);
kraj_algoritma
program
paralelno (za svaki procesor i, i = 0, ..., p-1)
h(i);
kraj_paralelno
kraj_programa
"
        )
    };
    let texts = [
        calls("primi x od j+1;"),
        calls("primi x od bilo_koga;"),
        calls("emitiraj(L[], 0);").replace("ako (", "lokalno L[2] = 0;\nako ("),
    ];
    let all: Vec<String> = texts.iter().map(|text| told(text, "E0506")).collect();
    insta::assert_snapshot!(all.join("\n"));
}

/// The sender has ended when it turns out that nobody receives its message.
#[test]
fn calls_that_lead_to_a_message_that_nobody_receives() {
    let texts = [
        "stroj prsten(p = 4, t_s = 100, t_w = 7);
algoritam g(j)
posalji j prema 1;
kraj_algoritma
algoritam h(j)
g(j + 10);
ako (j == 3) g(j);
kraj_algoritma
program
paralelno (za svaki procesor i, i = 0, ..., p-1)
ako (i == 3) h(i);
ako (i == 1) primi x od 3;
kraj_paralelno
kraj_programa
",
        "stroj prsten(p = 4, t_s = 100, t_w = 7);
algoritam podijeli(X[], j)
ako (j == 0)
emitiraj(X[], 0);
kraj_algoritma
program
paralelno (za svaki procesor i, i = 0, ..., p-1)
lokalno L[3] = iota;
podijeli(L[], i);
kraj_paralelno
kraj_programa
",
    ];
    let all: Vec<String> = texts.iter().map(|text| told(text, "E0508")).collect();
    insta::assert_snapshot!(all.join("\n"));
}

/// Also where `posalji_sinkrono` stands in the file, and not only where all sends are synchronous.
#[test]
fn deadlocks_that_buffers_would_hide() {
    let ring_of_sends = ring("posalji_sinkrono i prema desno;\nprimi x od lijevo;");
    let problems = told(&ring_of_sends, "E0506");
    assert!(
        problems.contains("with buffered sends the run would finish"),
        "{problems}"
    );
    let ring_of_both =
        ring("posalji_sinkrono i prema desno;\nprimi x od lijevo;\nprimi y od lijevo;");
    let problems = told(&ring_of_both, "E0506");
    assert!(
        problems.contains("buffered sends would not help"),
        "{problems}"
    );
}

#[test]
fn messages_that_nobody_receives() {
    let texts = [
        ring("ako (i == 3)\nposalji L[] prema 1;"),
        ring("posalji i prema 0;\nako (i == 0) primi x od 2;"),
    ];
    let all: Vec<String> = texts.iter().map(|text| told(text, "E0508")).collect();
    insta::assert_snapshot!(all.join("\n"));
}

/// A tag that is given is named.
#[test]
fn messages_with_a_tag_that_nobody_receives() {
    let text = ring(
        "ako (i == 0) { posalji i prema 1 oznaka 3; posalji i prema 1 oznaka 4; }\n\
         ako (i == 1) primi x od 0 oznaka 4;",
    );
    let problems = told(&text, "E0508");
    let message = "a message is never received: 1 word from 0 to 1 with the tag 3";
    assert!(problems.contains(message), "{problems}");
}

/// Who does not come to a collective is told, and the names are those of the program.
#[test]
fn collectives_to_which_not_all_come() {
    for (text, name, others) in [
        (
            ring("ako (i > 0) ograda;"),
            "`ograda` is called here",
            "`ograda` and",
        ),
        (
            ring("ako (i > 0) emitiraj(L[], 0);"),
            "1 is inside of `emitiraj`",
            "`ograda` and",
        ),
        (
            "machine ring(p = 4, t_s = 100, t_w = 7);\nprogram\n\
             parallel (for each processor i, i = 0, ..., p-1)\nif (i > 0) barrier;\n\
             end_parallel\nend_program\n"
                .to_owned(),
            "1 is inside of `barrier`",
            "`barrier` and collective communication are for all",
        ),
    ] {
        let problems = told(&text, "E0506");
        assert!(problems.contains(name), "{problems}");
        assert!(problems.contains(others), "{problems}");
        assert!(!problems.contains("pricekaj_sve"), "{problems}");
    }
}

#[test]
fn arrays_that_cannot_be_distributed() {
    let declared = |array: &str| {
        format!(
            "stroj prsten(p = 5, t_s = 100, t_w = 7);\nulaz {array};\nprogram\n\
             paralelno (za svaki procesor i, i = 0, ..., p-1)\nispisi(i);\nkraj_paralelno\n\
             kraj_programa\n"
        )
    };
    for (array, code, said, help) in [
        (
            "A[8] = iota na 5",
            "E0512",
            "`A` is to lie in processor 5, and the machine has 0 to 4",
            "write the number of one processor, such as `na 4`; `po blokovima` gives each of the 5",
        ),
        (
            "A[8] = iota po recima",
            "E0303",
            "by rows: it has one dimension",
            "write `po blokovima`",
        ),
        (
            "A[8] = iota po redom(0)",
            "E0303",
            "a block of 0 elements is none",
            "`po redom(2)`",
        ),
        (
            "A[8,8] = iota po kvadratima",
            "E0303",
            "5 processors form no square",
            "4 or 9 processors (`-p`)",
        ),
    ] {
        let problems = told(&declared(array), code);
        assert!(problems.contains(said), "{problems}");
        assert!(problems.contains(help), "{problems}");
    }
}

/// A ring of one processor is allowed, and so is a hypercube of none of its dimensions.
#[test]
fn a_hypercube_of_one_processor() {
    let text = ring("tvrdi(i == 0);").replace("prsten(p = 4", "hiperkocka(0");
    run(&text).ends_well();
}

#[test]
fn messages_that_do_not_fit() {
    let texts = [
        ring("posalji L[], i prema i;\nprimi L[] od i;"),
        ring("x = 0;\nposalji 0.5 prema i;\nprimi x od i;"),
        ring("posalji prema i;\nprimi L[0] od i;"),
    ];
    let all: Vec<String> = texts.iter().map(|text| told(text, "E0509")).collect();
    insta::assert_snapshot!(all.join("\n"));
}

/// Processors 0 to 3 with two cells of A each; nobody has cells of N.
fn with_arrays(body: &str, behind: &str) -> String {
    format!(
        "stroj prsten(p = 4, t_s = 100, t_w = 7);
program
polje A[8] = 0 po blokovima;
polje N[8] = 0;
paralelno (za svaki procesor i, i = 0, ..., p-1)
{body}
kraj_paralelno
{behind}
kraj_programa
"
    )
}

#[test]
fn cells_of_others() {
    let texts = [
        with_arrays("x = A[2*i + 1] + A[2*i + 2];", ""),
        with_arrays("N[i] = 1;", ""),
        with_arrays("ako (i == 2) A[0 do 3] = 7;", ""),
        with_arrays("posalji A[] prema i;", ""),
        with_arrays("posalji 7 prema i; primi A[5] od i;", ""),
        with_arrays("A[2*i] = 1;", "ispisi(A[]);\nx = A[2];"),
    ];
    let all: Vec<String> = texts.iter().map(|text| told(text, "E0510")).collect();
    insta::assert_snapshot!(all.join("\n"));
}

#[test]
fn processors_that_there_are_not() {
    let many = "stroj prsten(p = 4, t_s = 100, t_w = 7);\nprogram\n\
                paralelno (za svaki i od 0 do 9)\n;\nkraj_paralelno\nkraj_programa\n";
    let texts = [
        (many.to_owned(), "E0511"),
        (ring("posalji i prema i + 1;"), "E0512"),
        (ring("primi x od -1;"), "E0512"),
        (
            block(
                "lanac(p = 4, t_s = 100, t_w = 7)",
                "posalji i prema lijevo;",
            ),
            "E0512",
        ),
        (
            block(
                "hiperkocka(2, t_s = 100, t_w = 7)",
                "posalji i prema susjed(2);",
            ),
            "E0512",
        ),
    ];
    let all: Vec<String> = texts.iter().map(|(text, code)| told(text, code)).collect();
    insta::assert_snapshot!(all.join("\n"));
}

#[test]
fn blocks_inside_of_blocks() {
    let inside = "paralelno (za svaki j od 0 do 1)\nx = i + j;\nkraj_paralelno";
    let called =
        "algoritam f()\nparalelno (za svaki j od 0 do 1)\n;\nkraj_paralelno\nkraj_algoritma\n";
    let texts = [ring(inside), format!("{called}{}", ring("f();"))];
    let all: Vec<String> = texts.iter().map(|text| told(text, "E0204")).collect();
    insta::assert_snapshot!(all.join("\n"));
    run(&ring("globalno g; g = 1;")).ends_in("E0204");
}

/// What a fault cuts off is no time: a send that had begun is not counted, so the processors waited for
/// as long as the clock and what they did leave. Processor 3 fails while the message of processor 0, which takes
/// `t_s + t_w` = 107, is on its way; at most 3 instructions have passed on each of 4 processors.
#[test]
fn a_fault_while_a_send_is_on_its_way() {
    for sends in [
        "ako (i == 0) posalji_sinkrono L[0] prema 1;\nako (i == 1) primi L[0] od 0;",
        "ako (i < 2) posalji_sinkrono L[] prema i + 2;\nako (i == 2) primi L[] od 0;",
        "ako (i == 0) posalji L[0] prema 1;\nako (i == 1) primi L[0] od 0;",
    ] {
        for fault in ["L[i + 1] = 1;", "x = 1 / (3 - i);"] {
            let text = ring(&format!("{sends}\nako (i == 3) {fault}\nprimi L[0] od 3;"));
            let told = run(&text);
            assert_eq!(told.codes.len(), 1, "{}", told.problems);
            assert!(told.problems.contains("i = 3"), "{}", told.problems);
            let cost = told.run.expect("it ran").network.expect("it has a network");
            let sum = |a: &str, b: &str| -> f64 {
                let [a, b] = [a, b].map(|one| one.parse::<f64>().expect("a number"));
                a + b
            };
            let busy = sum(
                &cost.computation.to_string(),
                &cost.communication.to_string(),
            );
            let all = sum(&cost.waiting.to_string(), &busy.to_string());
            assert!((all - cost.cost.to_string().parse::<f64>().expect("a number")).abs() < 1e-9);
            let _ = super::verdict(&text, pram::pipeline::Options::default());
        }
    }
}
