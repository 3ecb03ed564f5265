//! What is proved, one kind of argument after the other.

use super::annotated::holds;

/// The listing in a program with the arrays A and B, the matrix M and the inputs n, m and k.
#[track_caller]
fn in_program(body: &str) {
    holds(&format!(
        "ulaz n = 4, m = 3, k = 2;
ulaz A[100] = iota;
ulaz B[100] = iota;
ulaz M[10,10] = konstanta(1);
program
{body}
izlaz A[];
kraj_programa"
    ));
}

#[test]
fn a_subscript_that_is_an_index_or_grows_with_it() {
    in_program(
        "paralelno (za svaki i od 0 do n-1)
             A[i] = B[n-1-i];          // exclusive
             A[3*i+1] += 1;            // exclusive
         kraj_paralelno",
    );
}

/// Two reads of neighbours meet as each other's second and first read, never as the same.
#[test]
fn neighbours_meet_in_a_step_but_not_per_access() {
    in_program(
        "paralelno (za svaki i od 0 do n-2)
             A[i] = B[i] + B[i+1];     // per access
         kraj_paralelno",
    );
}

/// The stride of the range is m, whatever m is, if it is not 0 (which is a fault).
#[test]
fn strides_of_ranges_that_nobody_knows() {
    in_program(
        "paralelno (za svaki i od 0 do n*m korak m)
             A[i] = 1;                 // exclusive
         kraj_paralelno
         paralelno (za svaki i od n do 0 korak -m)
             A[i] = 1;                 // exclusive
         kraj_paralelno",
    );
}

/// 2^(d+1)-1 and 2^d-1 differ by 2^d, which is not a multiple of the stride 2^(d+1).
#[test]
fn residues_to_a_power_of_two() {
    in_program(
        "za d = 0 do 3
             paralelno (za svaki i od 0 do n-1 korak 2^(d+1))
                 A[i+2^(d+1)-1] += A[i+2^d-1];   // exclusive
             kraj_paralelno",
    );
}

/// 2i and 2i'+3 never agree, as one is even and the other odd.
#[test]
fn residues_to_a_number() {
    in_program(
        "paralelno (za svaki i od 0 do n-1)
             A[2*i] = B[2*i] + B[2*i+3];         // exclusive
         kraj_paralelno
         paralelno (za svaki i od 0 do n-1)
             A[6*i] = B[6*i] + B[6*i+8] * B[6*i+10];  // exclusive
         kraj_paralelno",
    );
}

/// i·m + j with 0 ≤ j < m is another cell for every pair.
#[test]
fn rows_one_behind_the_other() {
    in_program(
        "paralelno (za svaki i od 0 do n-1, j od 0 do m-1)
             A[i*m+j] = B[j*n+i];      // exclusive
             M[i,j] = M[i,j] + 1;      // exclusive
         kraj_paralelno",
    );
}

/// Odd–even transposition: i and i+1 are never both first of a pair.
#[test]
fn a_guard_on_parity() {
    in_program(
        "za r = 0 do n-1
             paralelno (za svaki i od 0 do n-2)
                 ako (i mod 2 == r mod 2) {
                     x = A[i];
                     y = A[i+1];
                     ako (x > y) {
                         A[i] = y;     // exclusive
                         A[i+1] = x;   // exclusive
                     }
                     ako (A[i] > A[i+1])   // exclusive
                         B[i] = B[i+1];    // exclusive
                 }
             kraj_paralelno",
    );
}

/// Branches beside each other: below s and from s on.
#[test]
fn branches_with_cells_of_their_own() {
    in_program(
        "paralelno (za svaki i od 0 do n-1)
             ako (i < k)
                 A[i] = B[i+1];        // exclusive
             inace
                 A[i] = B[i+1];        // exclusive
         kraj_paralelno",
    );
}

/// Who has left is not behind the test any more.
#[test]
fn those_who_have_left() {
    in_program(
        "paralelno (za svaki i od 0 do n-1)
             ako (i != 0) vrati;
             A[7] = B[3];              // exclusive
         kraj_paralelno",
    );
}

/// In step, all processors are in the same iteration.
#[test]
fn loops_in_step() {
    in_program(
        "paralelno (za svaki i od 0 do n-1)
             za r = 0 do 3
                 A[i+r] += 1;          // exclusive
             x = i;
             dok (x < 12) {
                 A[x] += 1;            // exclusive
                 x += n;
             }
         kraj_paralelno",
    );
}

/// Processor j has the cells from j*n/p to (j+1)*n/p - 1, division floored.
#[test]
fn shares_of_an_array() {
    in_program(
        "tvrdi(n >= p);
         paralelno (za svaki j od 0 do p-1)
             x = A[j*n/p];             // exclusive
             za r = j*n/p + 1 do (j+1)*n/p - 1
                 x += A[r];            // exclusive
             B[j] = x;                 // exclusive
             A[(j+1)*n/p - 1] = x;     // exclusive
         kraj_paralelno",
    );
}

/// Two processors of one row meet in no cell, and rows have cells of their own.
#[test]
fn blocks_inside_blocks() {
    in_program(
        "paralelno (za svaki i od 0 do n-1)
             paralelno (za svaki j od 0 do m-1)
                 M[i,j] += A[i*m+j];   // exclusive
             kraj_paralelno
             polje C[m];
             paralelno (za svaki j od 0 do m-1)
                 C[j] = 1;             // exclusive
             kraj_paralelno
             x = 0;
             za r = 0 do m-1
                 x += C[r];            // exclusive
         kraj_paralelno",
    );
}

#[test]
fn private_arrays_are_nobody_elses() {
    in_program(
        "paralelno (za svaki i od 0 do n-1)
             lokalno buf[3];
             buf[0] = A[i];            // exclusive
             B[i] = buf[0];            // exclusive
         kraj_paralelno",
    );
}

#[test]
fn whole_arrays_are_taken_cell_by_cell() {
    in_program(
        "A[] = B[] * 2;         // exclusive
         B[] = unatrag(A[]) + A[];     // per access",
    );
}

#[test]
fn privates_that_stand_for_expressions() {
    in_program(
        "paralelno (za svaki i od 0 do n-1)
             x = 2*i;
             y = x + 1;
             A[y] = B[x];              // exclusive
         kraj_paralelno",
    );
}

#[test]
fn what_the_right_side_of_and_reads_comes_after_its_left() {
    in_program(
        "paralelno (za svaki i od 0 do n-1)
             ako (i > 0 and B[i-1] > 0)    // exclusive
                 A[i] = 1;             // exclusive
         kraj_paralelno",
    );
}

#[test]
fn all_write_the_same() {
    in_program(
        "paralelno (za svaki i od 0 do n-1)
             A[0] = 1;                 // common
             A[1] = n;                 // common
         kraj_paralelno",
    );
}

/// The same algorithm on other arrays: per call.
#[test]
fn arrays_by_reference() {
    holds(
        "ulaz n = 4;
ulaz A[n] = iota;
ulaz B[n] = iota;
algoritam dodaj(X[], Y[], n)
    paralelno (za svaki i od 0 do n-1)
        X[i] = Y[i];                   // exclusive
    kraj_paralelno
kraj_algoritma
algoritam cell(X[], i)
    X[2*i] = 1;                        // exclusive
kraj_algoritma
program
    polje C[2*n];
    dodaj(A[], B[], n);
    dodaj(A[], A[], n);
    paralelno (za svaki i od 0 do n-1)
        cell(C[], i);
    kraj_paralelno
kraj_programa",
    );
}
