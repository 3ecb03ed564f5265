//! The language of messages.

use super::{block, costs, prints, ring, run, run_with};
use pram::pipeline::Options;

#[test]
fn items_and_targets_are_matched_word_by_word() {
    prints(
        &ring(
            "L[] = i; ako (i == 0) posalji 1, L[], L[1 do 2], istina prema 2;
ako (i == 2) { lokalno K[2,3] = 0; q = laz; primi K[], L[3], q od 0; ispisi(K[], L[], q); }",
        ),
        &["[[1, 0, 0], [0, 0, 0]][2, 2, 2, 0]true"],
    );
    // An int becomes a real.
    prints(
        &ring("w = 0.5; ako (i == 0) posalji 3 prema 1; ako (i == 1) { primi w od 0; ispisi(w); }"),
        &["3.0"],
    );
}

/// Variables that only receive have the types of what may come to them: of messages with their tag,
/// of arrays over several variables, along chains of receivers and sends.
#[test]
fn what_is_sent_says_the_types_of_what_only_receives() {
    prints(
        &ring(
            "posalji i == 3 prema desno oznaka 1; posalji i + 0.5 prema desno oznaka 2;
primi b od lijevo oznaka 2; primi a od lijevo oznaka 1; ako (i == 0) ispisi(a, b);",
        ),
        &["true3.5"],
    );
    prints(
        &ring(
            "lokalno R[3] = i + 0.25; posalji R[] prema desno; primi a, b, c od lijevo;
posalji i, R[0 do 1] prema desno oznaka 1; primi d, e, f od lijevo oznaka 1;
ako (i == 1) ispisi(a, \" \", c, \" \", d, \" \", f);",
        ),
        &["0.25 0.25 0 0.25"],
    );
    prints(
        &ring(
            "ako (i == 0) posalji 1.5 prema 1; ako (i == 1) { primi x od 0; posalji x prema 2; }
ako (i == 2) { primi y od 1; ispisi(y); }",
        ),
        &["1.5"],
    );
    // A tag that is computed may be any.
    prints(
        &ring(
            "posalji 0.5 prema desno oznaka i - i; primi x od lijevo oznaka 0; ako (i == 0) ispisi(x);",
        ),
        &["0.5"],
    );
    let told = run(&ring(
        "posalji i == 0 prema desno; x = 3; primi x od lijevo;",
    ))
    .ends_in("E0509");
    let problems = &told.problems;
    assert!(
        problems.contains("assign it a value of the right type"),
        "{problems}"
    );
}

#[test]
fn tags_choose_and_without_one_the_order_counts() {
    prints(
        &ring("ako (i == 0) { posalji 1 prema 1 oznaka 5; posalji 2 prema 1; posalji 3 prema 1 oznaka -7; posalji 4 prema 1 oznaka 5; }
ako (i == 1) { primi a od 0 oznaka -7; primi b od 0; primi c od 0 oznaka 0; primi d od 0 oznaka 5; ispisi(a, b, c, d); }"),
        &["3124"],
    );
}

#[test]
fn a_wildcard_tells_the_sender() {
    // Processor 3 sends at once, 2 after three moves, 1 after six; on a ring the message of 2 would
    // have to wait for the link that the message of 3 has taken.
    let all = |body: &str| block("potpuni(p = 4, t_s = 100, t_w = 7)", body);
    prints(
        &all("ako (i == 0) {
    ponovi 3 puta
        primi x od bilo_koga kao tko;
        ispisi(tko, \" \", x);
    kraj_ponovi
} inace {
    ponovi 3 * (3 - i) puta
        y = 1;
    kraj_ponovi
    posalji 10 * i prema 0;
}"),
        &["3 30", "2 20", "1 10"],
    );
    // With a tag behind `kao`.
    prints(
        &ring("ako (i == 0) { primi x od bilo_koga kao tko oznaka 9; ispisi(tko, x); primi x od bilo_koga kao tko; }
ako (i == 1) posalji 5 prema 0; ako (i == 2) { x = 1; x = 2; posalji 6 prema 0 oznaka 9; }"),
        &["26"],
    );
}

#[test]
fn where_words_go_is_settled_before_they_are_there() {
    for subscript in ["x", "x + 0"] {
        let body = format!(
            "x = 2; ako (i == 3) posalji 7, 1 prema 0;
ako (i == 0) {{ primi L[{subscript}], L[0] od bilo_koga kao x; ispisi(L[], x); }}"
        );
        prints(&ring(&body), &["[1, 0, 7, 0]3"]);
    }
}

#[test]
fn forms_of_lectures() {
    let expected = ["0 3", "1 0", "2 1", "3 2"];
    for body in [
        "send(i, (i+1) mod p); recv(x, (i+3) mod p); ispisi(i, \" \", x);",
        "send i to (i+1) mod p; receive x from (i+3) mod p; ispisi(i, \" \", x);",
        "pošalji i prema (i+1) mod p; primi x od (i+3) mod p; ispisi(i, \" \", x);",
        "posalji_odmah i prema (i+1) mod p; primi x od (i+3) mod p; ispisi(i, \" \", x);",
        "send_now i to (i+1) mod p; receive x from (i+3) mod p; ispisi(i, \" \", x);",
    ] {
        prints(&ring(body), &expected);
    }
    let told = run(&ring("x = 1; posalji voditelju x;"));
    assert!(
        told.problems.contains("posalji x prema 0"),
        "{}",
        told.problems
    );
    let told = run(&ring("posalji 2*L[] prema 0;"));
    assert!(!told.codes.is_empty());
}

#[test]
fn indices_name_a_processor() {
    // Numbers 0 to 5 by rows; the indices begin elsewhere.
    let text = |peers: [&str; 2]| {
        format!(
            "stroj mreza(2, 3, t_s = 1, t_w = 1);
program
    paralelno (za svaki r od 5 do 6, s od 4 do 0 korak -2)
        posalji 10*r + s prema {};
        primi x od {};
        ako (r == 5 and s == 4) ispisi(x);
    kraj_paralelno
kraj_programa",
            peers[0], peers[1]
        )
    };
    prints(&text(["(11 - r, s)", "(11 - r, s)"]), &["64"]);
    prints(&text(["((r-5)*3 + (4-s)/2)", "(r-5)*3 + (4-s)/2"]), &["54"]);
    run(&text(["(r + 1, s)", "(r - 1, s)"])).ends_in("E0512");
    run(&text(["(r, s + 1)", "(r, s + 1)"])).ends_in("E0512");
}

#[test]
fn words_of_messages_are_free_for_names() {
    prints(
        "stroj EREW;
algoritam send(a, b) vrati a + b; kraj_algoritma
program
    prema = 1; od = 2; primi = 3; posalji = 4; oznaka = 5; kao = 6; lijevo = 7;
    polje desno[2] = {8, 9};
    ispisi(send(prema, od), primi, posalji, oznaka, kao, lijevo, desno[1]);
kraj_programa",
        &["3345679"],
    );
}

#[test]
fn mail_of_a_block_stays_in_it() {
    let text = "stroj prsten(p = 2, t_s = 1, t_w = 1);
program
    paralelno (za svaki procesor i, i = 0, ..., p-1)
        ako (i == 0) posalji 1 prema 1;
    kraj_paralelno
    paralelno (za svaki procesor i, i = 0, ..., p-1)
        ako (i == 1) primi x od 0;
    kraj_paralelno
kraj_programa";
    run(text).ends_in("E0508");
}

#[test]
fn machines_that_share_memory_send_nothing() {
    for statement in ["posalji i prema 0;", "primi x od 0;", "q = ima_poruke(0);"] {
        let text = format!(
            "stroj CREW;\nprogram\nparalelno (za svaki i od 0 do 1)\n{statement}\nkraj_paralelno\nkraj_programa"
        );
        let told = run(&text);
        assert!(!told.codes.is_empty());
        assert!(
            told.problems.contains("--machine ring"),
            "{}",
            told.problems
        );
    }
}

#[test]
fn there_is_nobody_to_send_outside_of_blocks() {
    for statement in ["posalji 1 prema 0;", "primi x od 0; ispisi(x);"] {
        let text =
            format!("stroj prsten(p = 2, t_s = 1, t_w = 1);\nprogram\n{statement}\nkraj_programa");
        assert!(!run(&text).codes.is_empty());
    }
}

#[test]
fn claims_with_a_unit_are_not_judged() {
    let text = |claim: &str| {
        format!(
            "stroj prsten(p = 4, t_s = 100, t_w = 7);\ntvrdnja {claim};\nprogram\n\
             paralelno (za svaki procesor i, i = 0, ..., p-1)\n\
             posalji i prema (i+1) mod p; primi _x od (i+3) mod p;\nkraj_paralelno\nkraj_programa"
        )
    };
    let claims = |claim: &str| {
        let told = run_with(&text(claim), Options::default(), &[]);
        assert!(told.codes.is_empty(), "{}", told.problems);
        told.run.expect("it ran").claims
    };
    let holds = |claim: &str| -> Vec<Option<bool>> {
        claims(claim).iter().map(|claim| claim.holds).collect()
    };
    for unit in ["rounds", "steps", "instructions"] {
        assert!(!holds(&format!("T {unit} = 5")).contains(&Some(false)));
    }
    assert_eq!(holds("T = t_s + t_w"), [Some(true)]);
    assert_eq!(holds("W = p*(t_s + t_w)"), [Some(true)]);
    assert_eq!(holds("T = t_s + 2*t_w"), [Some(false)]);
}

#[test]
fn a_barrier_is_made_of_messages() {
    // In round k each hears of 2^k others: ⌈log p⌉ rounds of one message without words each.
    for (p, rounds) in [(1, 0), (2, 1), (3, 2), (4, 2), (5, 3), (8, 3)] {
        let machine = format!("potpuni(p = {p}, t_s = 100, t_w = 7, t_c = 0)");
        let text = block(&machine, "ograda;");
        costs(&text, &(100 * rounds).to_string(), [rounds, 0, 0, 0]);
    }
    // Nobody is past it before the last, whose 500 additions take 5000, has come.
    let text = block(
        "potpuni(p = 4, t_s = 100, t_w = 7, t_c = 10)",
        "s = 0; ako (i == 2) { za k = 1 do 500 s += k; } ograda; ako (i == 0) ispisi(s);",
    );
    let run = run(&text).ends_well();
    let cost = run.network.as_ref().expect("it is a multicomputer");
    for [.., ended] in &cost.processors {
        assert!(ended.to_string().parse::<f64>().unwrap() >= 5200.0);
    }
    // Of a range of processors there is none.
    run_with(&ring("ograda(0 do 1);"), Options::default(), &[]).ends_in("E0204");
}
