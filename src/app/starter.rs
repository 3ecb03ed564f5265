//! `pram new`: a program to begin with.

use std::path::{Path, PathBuf};

use super::files;
use super::problem::{DiskProblem, FileContents};
use super::translated::Translated;
use super::{Ended, screen, whole};
use crate::pipeline::MemoryFiles;
use crate::present::messages::advice::quoted;
use crate::source::{Sources, shown_path};
use crate::syntax::vocabulary::Vocabulary;

/// It runs and claims what it costs.
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

/// Writes it, with keywords of a vocabulary, into a file that is not there yet.
pub fn new(name: &Path, vocabulary: Vocabulary) -> Ended {
    let mut path = PathBuf::from(name);
    if !files::is_program(&path) {
        path.as_mut_os_string().push(".pram");
    }
    let shown = shown_path(&path);
    let failed =
        |problem: DiskProblem| Err(screen::report(&[problem.diagnostic()], &Sources::default()));
    if path.symlink_metadata().is_ok() {
        return failed(DiskProblem::Exists { name: shown });
    }
    let translated = Translated {
        files: &MemoryFiles::default(),
        vocabulary: Some(vocabulary),
    };
    let word = quoted(&path.to_string_lossy());
    let text = translated.text(&shown, STARTER.replace("FILE", &word).into());
    if let Err(error) = whole::write(&path, &text) {
        return failed(DiskProblem::not_written(
            &path,
            &error,
            FileContents::Program,
        ));
    }
    screen::print(&format!("wrote {shown}; `pram run {word}` runs it\n"))
}
