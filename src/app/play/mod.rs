//! `pram play`: serves the folder of the playground to a browser on this computer.

mod request;
mod server;
mod site;

use std::path::{Path, PathBuf};

use super::arguments::PlayArguments;
use super::problem::{CommandProblem, DiskProblem};
use super::{Ended, files, screen};
use crate::diagnostic::Diagnostic;
use crate::source::{Sources, shown_path};
use site::Site;

/// Where a checkout has the playground once it is built.
const BUILT: &str = "playground/dist";
/// Where an installed pram has it: below the folder of the program, as in an unpacked archive, or next to
/// that folder, as below `/usr/local` or in an environment of Python.
const INSTALLED: &str = "share/pram/playground";
/// What every such folder holds.
const NEEDED: [&str; 2] = ["index.html", "pram.wasm"];

/// Serves the playground until the process is ended.
pub fn play(arguments: &PlayArguments) -> Ended {
    let failed = |problems: &[Diagnostic]| Err(screen::report(problems, &Sources::default()));
    let query = match arguments.program.as_deref().map(query).transpose() {
        Ok(query) => query.unwrap_or_default(),
        Err(problems) => return failed(&problems),
    };
    let folder = match folder(arguments.folder.as_deref()) {
        Ok(folder) => folder,
        Err(problems) => return failed(&problems),
    };
    let (listener, port) = match server::listen(arguments.port) {
        Ok(listening) => listening,
        Err(error) => {
            let problem = CommandProblem::Port {
                port: arguments.port,
                error: error.to_string(),
            };
            return failed(&[problem.diagnostic()]);
        }
    };
    let site = Site::new(folder, port);
    screen::print(&format!("{}{query}\n", site.address()))?;
    screen::say("Open this address in a browser. Ctrl-C ends it.\n");
    server::serve(&listener, &site);
    Ok(())
}

/// What follows the address of the page, so that it shows the run of a program of `programs/`.
fn query(program: &str) -> Result<String, Vec<Diagnostic>> {
    let name = program.strip_prefix("programs/").unwrap_or(program);
    let name = name.strip_suffix(".pram").unwrap_or(name);
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-/".contains(&byte);
    if name.is_empty() || !name.bytes().all(is_plain) {
        let program = program.to_owned();
        return Err(vec![CommandProblem::NotPlayed { program }.diagnostic()]);
    }
    Ok(format!("?program={name}&step=1"))
}

/// The folder to serve: the one that is named, else the one that was installed with the program, else that
/// of the checkout around the current folder or around the program.
fn folder(named: Option<&Path>) -> Result<PathBuf, Vec<Diagnostic>> {
    if let Some(named) = named {
        let missing = NEEDED
            .into_iter()
            .find(|file| inside(named, file).is_none());
        return match missing {
            None => Ok(named.to_owned()),
            Some(missing) => {
                let folder = shown_path(named);
                Err(vec![
                    DiskProblem::NoPlayground { folder, missing }.diagnostic(),
                ])
            }
        };
    }
    let current = std::env::current_dir().ok();
    let program = (std::env::current_exe().ok()).and_then(|path| path.canonicalize().ok());
    let installed = (program.iter())
        .flat_map(|path| path.ancestors().skip(1).take(2))
        .map(|folder| folder.join(INSTALLED));
    let built = (current.iter().chain(&program))
        .flat_map(|path| path.ancestors())
        .map(|folder| folder.join(BUILT));
    let is_whole = |folder: &PathBuf| NEEDED.iter().all(|file| inside(folder, file).is_some());
    installed
        .chain(built)
        .find(is_whole)
        .ok_or_else(|| vec![DiskProblem::NotBuilt { folder: BUILT }.diagnostic()])
}

/// A file that lies in the folder itself: a link that leads elsewhere does not.
fn read(folder: &Path, name: &str) -> Option<Vec<u8>> {
    use crate::syntax::include::Files as _;
    let disk = files::Disk::default();
    disk.read(&inside(folder, name)?, LARGEST_FILE).ok()
}

/// The path of a file that lies in a folder, with links followed.
fn inside(folder: &Path, name: &str) -> Option<PathBuf> {
    let (folder, file) = (
        folder.canonicalize().ok()?,
        folder.join(name).canonicalize().ok()?,
    );
    (file.parent() == Some(&folder) && file.is_file()).then_some(file)
}

/// No file of the playground has more bytes.
const LARGEST_FILE: u64 = 64 << 20;
