//! The folder of an exercise.

use std::fs;
use std::io::Read;
use std::path::Path;

use super::GradeProblem;
use crate::diagnostic::Diagnostic;
use crate::grade::exercise::{
    self, ExerciseFiles, ExerciseProblem, FILE, LARGEST_EXERCISE, LoadedExercise,
};
use crate::source::{Sources, shown_path};
use crate::syntax::decode;

/// Folders of programs inside of it.
const FOLDERS: [&str; 2] = ["include", "examples"];

/// Reads an exercise from its folder.
pub fn load(folder: &Path, sources: &mut Sources) -> Result<LoadedExercise, Vec<Diagnostic>> {
    let files = read_files(folder)?;
    let exercise = exercise::read(&files, sources)?;
    Ok(LoadedExercise { exercise, files })
}

/// Reads what students may try of the exercise in a folder.
pub fn load_public(
    folder: &Path,
    sources: &mut Sources,
) -> Result<LoadedExercise, Vec<Diagnostic>> {
    let files = read_files(folder)?;
    let exercise = exercise::read_public(&files, sources)?;
    Ok(LoadedExercise { exercise, files })
}

fn read_files(folder: &Path) -> Result<ExerciseFiles, Vec<Diagnostic>> {
    let missing = || {
        GradeProblem::NoExercise {
            folder: shown_path(folder),
        }
        .refused()
    };
    let bytes = read(&folder.join(FILE)).map_err(|_| missing())?;
    if bytes.len() as u64 > LARGEST_EXERCISE {
        return Err(vec![
            ExerciseProblem::TooLarge(LARGEST_EXERCISE).diagnostic(None),
        ]);
    }
    let toml =
        String::from_utf8(bytes).map_err(|_| vec![ExerciseProblem::NoText.diagnostic(None)])?;
    let mut files = ExerciseFiles {
        toml,
        ..ExerciseFiles::default()
    };
    add_programs(folder, "", &mut files)?;
    for inside in FOLDERS {
        add_programs(&folder.join(inside), &format!("{inside}/"), &mut files)?;
    }
    files.programs.sort_keys();
    Ok(files)
}

/// Adds the programs that lie in a folder, if it is there.
fn add_programs(
    folder: &Path,
    prefix: &str,
    files: &mut ExerciseFiles,
) -> Result<(), Vec<Diagnostic>> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Ok(());
    };
    for entry in entries.flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        if path.extension().is_none_or(|ending| ending != "pram") || !path.is_file() {
            continue;
        }
        let name = format!("{prefix}{name}");
        let problem = |reason: String| {
            vec![ExerciseProblem::MissingFile(name.clone(), reason).diagnostic(None)]
        };
        let bytes = read(&path).map_err(|error| problem(error.to_string()))?;
        let text = decode(&bytes).map_err(|error| problem(error.to_string()))?;
        files.programs.insert(name.clone(), text);
    }
    Ok(())
}

/// The bytes of a file, up to one more than an exercise may have.
fn read(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    fs::File::open(path)?
        .take(LARGEST_EXERCISE + 1)
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}
