//! Algorithms of textbooks that are proved whole, written as lectures write them.

use pram::pipeline::Options;
use pram::program::accesses::accesses;

use super::try_out;

/// Reads and writes are exclusive in every step.
fn is_erew(text: &str) -> [bool; 2] {
    let options = Options {
        processors: Some(4),
        ..Options::default()
    };
    let tried = try_out(text, &[], options).unwrap_or_else(|problem| panic!("{problem}"));
    assert_eq!(tried.run.error, None, "{text}");
    let findings = tried.findings();
    let of = |write: bool| {
        (accesses(&tried.program).iter())
            .filter(|access| (access.kind == pram::program::accesses::AccessKind::Write) == write)
            .all(|access| findings.of(*access).per_step)
    };
    [of(false), of(true)]
}

#[test]
fn odd_even_transposition_is_erew() {
    let text = "ulaz n = 7;
ulaz A[n] = slucajno(0, 9);
algoritam sortiraj(A[], n)
    za r = 0 do n-1
        paralelno (za svaki i od r mod 2 do n-2 korak 2)
            ako (A[i] > A[i+1]) {
                x = A[i];
                A[i] = A[i+1];
                A[i+1] = x;
            }
        kraj_paralelno
kraj_algoritma";
    assert_eq!(is_erew(text), [true, true]);
}

#[test]
fn broadcast_is_erew() {
    let text = "ulaz n = 7;
ulaz A[n] = iota;
algoritam javi(A[], n)
    za (w = 1; w < n; w *= 2)
        paralelno (za svaki i od w do min(2*w, n) - 1)
            A[i] = A[i-w];
        kraj_paralelno
kraj_algoritma";
    assert_eq!(is_erew(text), [true, true]);
}

/// Everybody in a row reads the same element of the vector.
#[test]
fn matrix_times_vector_is_crew() {
    let text = "ulaz n = 3, m = 4;
ulaz M[n,m] = slucajno(0, 9);
ulaz x[m] = slucajno(0, 9);
algoritam puta(M[,], x[], n, m)
    polje y[n] = 0;
    paralelno (za svaki i od 0 do n-1)
        za j = 0 do m-1
            y[i] += M[i,j] * x[j];
    kraj_paralelno
    vrati y[];
kraj_algoritma";
    assert_eq!(is_erew(text), [false, true]);
    // Each begins with another element of the vector, and all go round.
    let text = "ulaz n = 4;
ulaz M[n,n] = slucajno(0, 9);
ulaz x[n] = slucajno(0, 9);
algoritam puta(M[,], x[], n)
    polje y[n] = 0;
    paralelno (za svaki i od 0 do n-1)
        za j = 0 do n-1
            y[i] += M[i,(i+j) mod n] * x[(i+j) mod n];
    kraj_paralelno
    vrati y[];
kraj_algoritma";
    // n is the length of every row, so (i+j) mod n is another for every i.
    assert_eq!(is_erew(text), [true, true]);
}

#[test]
fn matrix_times_matrix_is_crew() {
    let text = "ulaz n = 3;
ulaz A[n,n] = slucajno(0, 9);
ulaz B[n,n] = slucajno(0, 9);
algoritam puta(A[,], B[,], n)
    polje C[n,n] = 0;
    paralelno (za svaki i od 0 do n-1, j od 0 do n-1)
        za k = 0 do n-1
            C[i,j] += A[i,k] * B[k,j];
    kraj_paralelno
    vrati C[];
kraj_algoritma";
    assert_eq!(is_erew(text), [false, true]);
}
