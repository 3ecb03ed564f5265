//! What must stay open: each of these is illegal for some input, or looks like it.

use super::annotated::holds;

#[track_caller]
fn in_program(body: &str) {
    holds(&format!(
        "ulaz n = 4, m = 3, k = 2;
ulaz A[100] = iota;
ulaz B[100] = iota;
algoritam shift(X[], Y[], i, n)
    ako (i mod 2 == 0)
        X[i] = 1;
    inace
        Y[i-1] = 2;
kraj_algoritma
program
{body}
kraj_programa"
    ));
}

/// m = 0 puts all processors into one cell; a range with step 0 would be a fault.
#[test]
fn a_factor_that_may_be_zero() {
    in_program(
        "paralelno (za svaki i od 0 do n-1)
             A[i*m] = 1;               // open
         kraj_paralelno",
    );
}

/// j runs to m, so row i has a cell in common with row i+1.
#[test]
fn rows_that_overlap() {
    in_program(
        "paralelno (za svaki i od 0 do n-1, j od 0 do m)
             A[i*m+j] = 1;             // open
         kraj_paralelno",
    );
}

/// 2^(d-1) may be no whole number, and faults; 2^d and 2^(d+1) are not apart if d is unknown.
#[test]
fn offsets_that_agree_for_another_processor() {
    in_program(
        "za d = 0 do 2
             paralelno (za svaki i od 0 do n-1 korak 2^d)
                 B[i] = A[i] + A[i+2^(d+1)];      // open
             kraj_paralelno",
    );
}

#[test]
fn values_from_memory() {
    in_program(
        "paralelno (za svaki i od 0 do n-1)
             A[B[i]] = 1;              // open
             x = B[i];
             A[x] = 1;                 // open
         kraj_paralelno",
    );
}

/// The branches take their steps together.
#[test]
fn branches_that_meet() {
    in_program(
        "paralelno (za svaki i od 0 do n-1)
             ako (i < k)
                 A[i+1] = 1;           // open
             inace
                 A[i] = 1;             // open
         kraj_paralelno",
    );
}

/// The first two read in one step, and then those of the loop beside the third.
#[test]
fn a_loop_beside_a_statement() {
    in_program(
        "paralelno (za svaki i od 0 do n-1)
             ako (i == 0) {
                 za r = 0 do n
                     A[r] = 1;         // open
             } inace
                 A[i] = 1;             // open
         kraj_paralelno",
    );
}

/// x is not the same for all in the next iteration.
#[test]
fn a_private_that_grows_differently() {
    in_program(
        "paralelno (za svaki i od 0 do n-1)
             x = i;
             za r = 0 do 3 {
                 A[x] = 1;             // open
                 ako (B[i] > 2) x += 1;
             }
         kraj_paralelno",
    );
}

/// d may fall below 0 here, where 2^(d+1) is still 1.
#[test]
fn a_power_that_may_be_no_whole_number() {
    in_program(
        "d = -1;
         paralelno (za svaki i od 0 do n-1)
             A[i*2^(d+1)] = 1;         // exclusive
         kraj_paralelno
         ako (n > 3) d = n - 5;
         paralelno (za svaki i od 0 do n-1 korak 2^(d+1))
             B[i] = A[i] + A[i+1];     // open
         kraj_paralelno",
    );
}

/// The same array under two names, and two arrays.
#[test]
fn one_array_passed_twice() {
    for (arrays, verdict) in [("A[], A[]", "open"), ("A[], B[]", "exclusive")] {
        holds(&format!(
            "ulaz n = 4;
ulaz A[n] = iota;
ulaz B[n] = iota;
algoritam shift(X[], Y[], i)
    ako (i mod 2 == 0)
        X[i] = 1;                      // {verdict}
    inace
        Y[i-1] = 2;                    // {verdict}
kraj_algoritma
program
    paralelno (za svaki i od 0 do n-1)
        shift({arrays}, i);
    kraj_paralelno
kraj_programa"
        ));
    }
}

/// The result of the call is the parameter, or the array of the caller, under another name.
#[test]
fn arrays_that_are_moved() {
    holds(
        "ulaz n = 4;
ulaz A[n] = iota;
algoritam twice(X[])
    polje R[duljina(X)];
    R[] = X[] * 2;
    vrati R[];
kraj_algoritma
algoritam both(X[], Y[], n)
    X[] = twice(Y[]);
    paralelno (za svaki i od 0 do n-1)
        ako (i mod 2 == 0)
            X[i] = 1;                  // open
        inace
            Y[i-1] = 2;                // open
    kraj_paralelno
kraj_algoritma
program
    both(A[], A[], n);
kraj_programa",
    );
}

#[test]
fn a_shared_scalar() {
    in_program(
        "globalno s = 0;
         paralelno (za svaki i od 0 do n-1)
             ako (i < 2)
                 s = 1;                // open
             inace
                 s = 2;                // open
         kraj_paralelno",
    );
}

#[test]
fn recursion_is_not_followed() {
    holds(
        "ulaz n = 4;
ulaz A[n] = iota;
algoritam f(X[], i, k)
    ako (k > 0) {
        X[i] += 1;                     // open
        f(X[], i, k-1);
    }
kraj_algoritma
program
    paralelno (za svaki i od 0 do n-1)
        f(A[], i, 2);
    kraj_paralelno
kraj_programa",
    );
}

/// Two outer processors come to one cell through inner ones.
#[test]
fn outer_processors_meet() {
    in_program(
        "paralelno (za svaki i od 0 do n-1)
             paralelno (za svaki j od 0 do m-1)
                 A[j] = 1;             // open
                 A[i+j] = 1;           // open
             kraj_paralelno
         kraj_paralelno",
    );
}

/// What the right side of `and` skips shifts what comes after it.
#[test]
fn reads_that_may_be_skipped() {
    in_program(
        "paralelno (za svaki i od 0 do n-2)
             q = (B[i] > 0 and B[i+50] > 0) or A[i] > A[i+1];   // open
         kraj_paralelno",
    );
}
