//! Time between two barriers: local instructions, runs of accesses, and who waits.

use super::account::Account;
use super::text;

/// An asynchronous block of four processors around a body.
fn block(body: &str) -> String {
    format!(
        "ulaz A[64] = iota;
         program
             polje R[64];
             paralelno asinkrono (za svaki i od 0 do 3)
                 lokalno buf[8];
                 {body}
             kraj_paralelno
         kraj_programa"
    )
}

#[track_caller]
fn takes(body: &str, times: [u64; 4]) {
    let mut account = Account::new(5, 7);
    account.section(times);
    text(&block(body), 5, 7, &[])
        .costs(&account)
        .legal_on(Some("apram"));
}

#[test]
fn consecutive_accesses_are_one_run() {
    takes("x = A[i];", [5; 4]);
    takes("x = A[i]; y = A[i+4]; z = A[i+8];", [7; 4]);
    takes("za k = 0 do 7  buf[k] = A[8*i + k];", [12; 4]);
    // Reads and writes alike.
    takes("x = A[i]; R[i] = x; R[i+4] = x;", [7; 4]);
}

/// What a private array begins with is free, and between two accesses it is no instruction.
#[test]
fn a_private_array_begins_with_a_value() {
    takes(
        "lokalno b[2] = 0; b[1] = i + b[0]; R[i] = b[1];",
        [1 + 5; 4],
    );
    takes("x = A[i]; lokalno b[3] = 7; y = A[i+4];", [6; 4]);
    takes(
        "lokalno b[2] = 0; ako (b[0] == 0 and b[1] == 0)  x = A[i];",
        [3 + 5; 4],
    );
}

#[test]
fn a_local_instruction_ends_a_run() {
    takes("x = A[i]; y = x + 1; z = A[i+4];", [5 + 1 + 5; 4]);
    // A statement without any operator takes 1.
    takes("x = A[i]; y = x; z = A[i+4];", [5 + 1 + 5; 4]);
    takes("R[i] = A[i] + A[i+4];", [6 + 1 + 5; 4]);
    takes("x = i; x = x*x + 1;", [1 + 2; 4]);
}

#[test]
fn an_address_from_the_same_run_waits_for_it() {
    takes("x = A[A[i]];", [5 + 5; 4]);
    takes("j = A[i]; x = A[j+16];", [5 + 5; 4]);
    // What was read in an earlier run is there.
    takes("j = A[i]; y = 1; x = A[i+4]; z = A[j+16];", [5 + 1 + 6; 4]);
    // Only the address waits, not the value.
    takes("x = A[i]; R[i] = x;", [6; 4]);
}

#[test]
fn everyone_waits_for_the_slowest() {
    takes("za k = 0 do i  buf[k] = A[8*i + k];", [5, 6, 7, 8]);
    takes("ako (i == 2)  x = A[i];", [1, 1, 6, 1]);
}

#[test]
fn the_end_of_a_block_is_free_behind_a_barrier() {
    let mut account = Account::new(5, 7);
    account.section([5; 4]).section([1; 4]);
    text(&block("x = A[i]; ograda; y = 1;"), 5, 7, &[]).costs(&account);
    text(&block("x = A[i]; ograda; y = 1; ograda;"), 5, 7, &[]).costs(&account);
}

#[test]
fn fewer_processors_take_the_shares_of_several() {
    // Four of the program's processors on two: each takes the times of two, one after the other.
    let mut account = Account::new(5, 7);
    account.section([5 + 5; 2]);
    text(&block("x = A[i];"), 5, 7, &["-p", "2"]).costs(&account);
}

#[test]
fn code_outside_of_blocks_takes_time_without_barriers() {
    let source = "program
        polje A[4];
        A[0] = 1; A[1] = 2;
        A[2] = A[0] + A[1];
    kraj_programa";
    // Two writes and two reads are one run; an addition; a write.
    let mut account = Account::new(3, 4);
    account.alone((3 + 4 - 1) + 1 + 3);
    text(source, 3, 4, &[]).costs(&account);
}
