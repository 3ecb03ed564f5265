//! `pram new`: a program to begin with.

use std::path::{Path, PathBuf};

use super::files;
use super::{Ended, screen, whole};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Sources, shown_path};
use crate::syntax::vocabulary::Vocabulary;

/// It runs, claims what it costs, and has a comment for each part.
const STARTER: &str = "\
// The sum of n numbers in a tree: in round d, processors add pairs that are 2^d apart.
// Try: pram run FILE n=16        pram report FILE --vary n=2^2..2^8

machine EREW;
input n = 8;
input A[n] = random(0, 9);
claim T rounds = log n;
claim W rounds = n - 1;

algorithm sum(A[], n)
    for d = 0 to log n - 1
        parallel (for each i from 0 to n-1 step 2^(d+1))
            A[i] = A[i] + A[i + 2^d];
        end_parallel
    return A[0];
end_algorithm

program
    total = sum(A[], n);
    output total;
end_program
";

/// The same in Croatian.
const POCETAK: &str = "\
// Zbroj n brojeva u stablu: u rundi d procesori zbrajaju parove udaljene 2^d.
// Pokušajte: pram run FILE n=16        pram report FILE --vary n=2^2..2^8

stroj EREW;
ulaz n = 8;
ulaz A[n] = slucajno(0, 9);
tvrdnja T rounds = log n;
tvrdnja W rounds = n - 1;

algoritam zbroj(A[], n)
    za d = 0 do log n - 1
        paralelno (za svaki i od 0 do n-1 korak 2^(d+1))
            A[i] = A[i] + A[i + 2^d];
        kraj_paralelno
    vrati A[0];
kraj_algoritma

program
    ukupno = zbroj(A[], n);
    izlaz ukupno;
kraj_programa
";

/// Writes it into a file that is not there yet.
pub fn new(name: &Path, vocabulary: Vocabulary) -> Ended {
    let mut path = PathBuf::from(name);
    if !files::is_program(&path) {
        path.as_mut_os_string().push(".pram");
    }
    let shown = shown_path(&path);
    let failed = |message: String, help: &str| {
        let problem = Diagnostic::without_place(Code::CannotWrite, message).help(help);
        Err(screen::report(&[problem], &Sources::default()))
    };
    if path.symlink_metadata().is_ok() {
        return failed(
            format!("`{shown}` is there already, and stays as it is"),
            "give the new program another name",
        );
    }
    let text = match vocabulary {
        Vocabulary::English => STARTER,
        Vocabulary::Croatian => POCETAK,
    };
    if let Err(error) = whole::write(&path, text.replace("FILE", &shown).as_bytes()) {
        let reason = files::why_not_written(&error);
        return failed(
            format!("`{shown}` cannot be written: {reason}"),
            "give a name in a folder that exists",
        );
    }
    screen::print(&format!("wrote {shown}; `pram run {shown}` runs it\n"))
}
