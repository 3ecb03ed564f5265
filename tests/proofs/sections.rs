//! Asynchronous blocks: what lies between two barriers is all at the same time.

use super::annotated::holds;

#[track_caller]
fn in_program(body: &str) {
    holds(&format!(
        "stroj apram(d = 3, B = 4);
ulaz n = 4, m = 3, k = 2;
ulaz A[100] = iota;
ulaz C[100] = iota;
program
{body}
kraj_programa"
    ));
}

#[test]
fn a_barrier_orders() {
    in_program(
        "paralelno asinkrono (za svaki i od 0 do n-1)
             A[i] = 1;                 // section
             ograda;
             C[i] = A[i+1];            // section
         kraj_paralelno",
    );
}

#[test]
fn without_a_barrier_statements_meet() {
    in_program(
        "paralelno asinkrono (za svaki i od 0 do n-1)
             A[i] = 1;                 // open
             C[i] = A[i+1];            // open
         kraj_paralelno",
    );
}

#[test]
fn readers_may_meet_on_apram_cr() {
    in_program(
        "paralelno asinkrono (za svaki i od 0 do n-1)
             x = A[n] + A[i];          // readers
             C[i] = x;                 // section
         kraj_paralelno",
    );
}

/// Nobody knows who is in which iteration.
#[test]
fn loops_without_barriers() {
    in_program(
        "paralelno asinkrono (za svaki i od 0 do n-1)
             za r = 0 do m-1
                 C[i*m+r] = 1;         // section
             za r = 0 do m-1
                 A[i+r] = 1;           // open
         kraj_paralelno",
    );
}

/// Each iteration is a section.
#[test]
fn loops_with_barriers() {
    in_program(
        "paralelno asinkrono (za svaki i od 0 do n-1)
             za r = 0 do m-1 {
                 A[i+r] = 1;           // section
                 ograda;
             }
         kraj_paralelno",
    );
}

/// The end of an iteration and the beginning of the next lie in one section.
#[test]
fn the_seam_of_a_loop() {
    in_program(
        "paralelno asinkrono (za svaki i od 0 do n-1)
             za r = 0 do m-1 {
                 A[i+r] = 1;           // open
                 ograda;
                 C[i] = r;             // section
                 x = A[i+r];           // open
             }
         kraj_paralelno",
    );
}

/// A barrier behind a test that not all pass orders nothing.
#[test]
fn a_barrier_that_not_all_reach() {
    in_program(
        "paralelno asinkrono (za svaki i od 0 do n-1)
             A[i] = 1;                 // open
             ako (i < k) ograda;
             C[i] = A[i+1];            // open
         kraj_paralelno",
    );
}

/// All take the same way, with a barrier on one of them.
#[test]
fn a_barrier_that_all_or_none_reach() {
    in_program(
        "paralelno asinkrono (za svaki i od 0 do n-1)
             A[i] = 1;                 // open
             ako (n > 3) ograda;
             C[i] = A[i+1];            // open
         kraj_paralelno
         paralelno asinkrono (za svaki i od 0 do n-1)
             A[i+40] = 1;              // section
             ako (n > 3) {
                 ograda;
                 C[i] = A[i+41];       // section
             }
         kraj_paralelno",
    );
}
