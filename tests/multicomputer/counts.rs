//! What takes an instruction, and what is free: each count is made by hand.

use super::{block, costs, ring};

/// What a body takes on one processor that sends nothing.
#[track_caller]
fn takes(body: &str, instructions: u64) {
    let text = block("potpuni(p = 1, t_s = 100, t_w = 7)", body);
    let text = format!(
        "algoritam prvi(a, b) vrati a; kraj_algoritma
algoritam zbroj(a, b) vrati a + b; kraj_algoritma
algoritam upisi(X[], a) X[0] = a; kraj_algoritma
algoritam nista(X[], a) kraj_algoritma
{text}"
    );
    costs(&text, &instructions.to_string(), [0, 0, 0, instructions]);
}

#[test]
fn statements_take_their_operators_and_at_least_1() {
    takes("x = 5;", 1);
    takes("x = -3;", 1);
    takes("x = i;", 1);
    takes("x = i + 1;", 1);
    takes("x = 2*i + 1;", 2);
    takes("x = 0; x += i; x += 2*i;", 1 + 1 + 2);
    takes("x = 0; x++;", 2);
    takes("x = min(i, 3) + abs(i);", 3);
    // A quotient and its rounding.
    takes("x = floor(i/2);", 2);
    takes("lokalno x = 5;", 1);
    takes("lokalno x;", 0);
    takes("L[0] = 1;", 1);
    takes("L[0] = L[1] + L[2];", 1);
}

#[test]
fn subscripts_are_free() {
    takes("L[2*i + 1] = 3;", 1);
    takes("x = L[2*i + 1];", 1);
    takes("x = L[2*i + 1] * L[i + i];", 1);
    takes("L[L[i] + 1] += 1;", 1);
}

#[test]
fn tests_take_their_operators_and_at_least_1() {
    takes("q = istina; ako (q) ;", 2);
    takes("ako (i == 0) ;", 1);
    takes("ako (i mod 2 == 0 and i < 3) ;", 4);
    // What `and` leaves out is not counted.
    takes("ako (i > 0 and 2*i + 1 < 3) ;", 2);
    // Three tests, and two updates.
    takes("x = 0; dok (x < 2) x += 1;", 1 + 3 + 2);
}

#[test]
fn control_of_loops_is_free() {
    takes("za j = i + 1 do 2*i + 3 x = j;", 3);
    takes("za (j = 0; j < 3; j++) x = j;", 3);
    takes("ponovi 2 + L[0] puta x = 1; kraj_ponovi", 2);
    takes("za j = L[0] do L[1] - 1 x = j;", 0);
    takes("za j = 3 do 0 korak -(i + 1) ;", 0);
}

#[test]
fn arguments_are_free() {
    takes("upisi(L[], 2*i + 1);", 1);
    takes("nista(L[], 2*i + 1);", 0);
    // `vrati a` is free, the assignment is a move.
    takes("x = prvi(2*i + 1, i);", 1);
    takes("x = zbroj(2*i + 1, i);", 2);
    takes("x = zbroj(1, 2) + 3;", 2);
}

#[test]
fn whole_arrays_take_their_elements_or_operators() {
    takes("L[] = 7;", 4);
    takes("L[] = i + 1;", 4);
    takes("L[] = 2*L[] + 1;", 8);
    takes("L[] += 1;", 4);
    takes("L[0 do 1] = 7;", 2);
    takes("L[0 do 2] = L[1 do 3] + i;", 3);
    takes("L[i + 1 do 2*i + 2] *= 2;", 2);
    takes("L[2 do 1] = 2*L[0 do -1] + 1;", 0);
    takes("lokalno X[] = L[] + 1;", 4);
    takes("lokalno X[] = L[0 do 1];", 2);
}

#[test]
fn first_contents_and_instruments_are_free() {
    takes("lokalno X[3] = {1, 2, 3};", 0);
    takes("lokalno X[3] = iota;", 0);
    takes("lokalno X[2*i + 3] = 0;", 0);
    takes("tvrdi(2*i + 1 == 1);", 0);
    takes("ispisi(2*i + 1, \" \", L[]);", 0);
}

#[test]
fn a_question_for_messages_takes_1() {
    takes("q = ima_poruke(0);", 1);
    takes("ako (ima_poruke(0)) ;", 1);
    takes("ako (not ima_poruke(bilo_koga)) ;", 2);
}

#[test]
fn of_messages_only_the_operators_of_scalars_count() {
    // To the right: 100 + 7 for each word.
    let text = ring(
        "posalji i, L[] prema (i+1) mod p oznaka 2*i; primi x, L[] od (i+3) mod p oznaka 2*((i+3) mod p);",
    );
    costs(&text, "135", [1, 5, 0, 0]);
    let text = ring("posalji 2*i + 1 prema (i+1) mod p; primi x od (i+3) mod p;");
    costs(&text, "109", [1, 1, 0, 2]);
    let text = ring(
        "posalji L[i mod 2 + 1], L[2*0 do i*0 + 1] prema (i+1) mod p; primi L[i*0], L[2 do 3] od (i+3) mod p;",
    );
    costs(&text, "121", [1, 3, 0, 0]);
    let text = ring("posalji prema (i+1) mod p; primi od (i+3) mod p;");
    costs(&text, "100", [1, 0, 0, 0]);
}

#[test]
fn an_instruction_takes_t_c_and_a_call_t_o() {
    let text = block(
        "potpuni(p = 2, t_s = 100, t_w = 7, t_c = 0.5)",
        "x = 2*i + 1;",
    );
    costs(&text, "1", [0, 0, 0, 2]);
    // t_o passes before the message begins and after it has arrived: 5 + 107 + 5.
    let body = "posalji i prema 1 - i; primi x od 1 - i;";
    let text = block("potpuni(p = 2, t_s = 100, t_w = 7, t_o = 5)", body);
    let run = costs(&text, "117", [1, 1, 0, 0]);
    let cost = run.network.expect("it is a multicomputer");
    assert_eq!(cost.path.t_o, 2);
    // Both send for 107, and compute for 2 * 5.
    assert_eq!(cost.computation.to_string(), "20");
    assert_eq!(cost.communication.to_string(), "214");
    assert_eq!(cost.waiting.to_string(), "0");
    assert_eq!(cost.cost.to_string(), "234");
}

#[test]
fn code_outside_of_blocks_is_free_and_blocks_follow_without_a_barrier() {
    let text = "stroj prsten(p = 2, t_s = 100, t_w = 7);
program
    c = 3 * 4 + 1;
    za j = 0 do 9 c += j;
    paralelno (za svaki procesor i, i = 0, ..., p-1)
        ako (i == 0) x = 2*c*c + 1;
    kraj_paralelno
    paralelno (za svaki procesor i, i = 0, ..., p-1)
        ako (i == 1) posalji c prema 0;
        inace primi x od 1;
    kraj_paralelno
kraj_programa";
    // Processor 0: a test and 3 operators, a test. Processor 1: two tests, then 107.
    // The header of its message passes one link.
    costs(text, "109", [1, 1, 1, 2]);
}
