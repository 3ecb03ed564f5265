//! Every program of `programs/`, at many sizes and on several machines.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use indexmap::IndexMap;
use pram::machine::model::Simultaneity as MachineSimultaneity;
use pram::pipeline::inputs::Assignment;
use pram::pipeline::machine::MachineModel;
use pram::pipeline::{Options, Request, Run, execute};
use pram::source::Sources;
use pram::syntax::ast::{File, Item};
use pram::syntax::include::Files;

use super::load::load;
use super::observed::{Ending, Observed, datum};
use crate::reference::{self, Config, Datum, Model, Simultaneity};

struct Disk;

impl Files for Disk {
    fn read(&self, path: &Path, _: u64) -> Result<Vec<u8>, String> {
        std::fs::read(path).map_err(|error| error.to_string())
    }

    fn identity(&self, path: &Path) -> PathBuf {
        path.canonicalize().unwrap_or_else(|_| path.to_owned())
    }
}

fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs");
    let mut found = Vec::new();
    let mut folders = vec![folder];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("the folder is there") {
            let path = entry.expect("the folder can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path
                .extension()
                .is_some_and(|extension| extension == "pram")
            {
                found.push(path);
            }
        }
    }
    found.sort();
    assert!(found.len() >= 19, "{found:?}");
    found
}

fn machine(path: &Path, assignments: &[(&str, usize)], options: Options) -> Option<Run> {
    let assignments = assignments.iter().map(|(name, value)| Assignment {
        name: (*name).to_owned(),
        value: value.to_string(),
    });
    let request = Request {
        name: path.display().to_string(),
        bytes: std::fs::read(path).expect("the program can be read"),
        entry: None,
        assignments: assignments.collect(),
        options,
    };
    // A size that the program's own inputs refuse has nothing to compare.
    let executed = execute(
        &request,
        &mut Sources::default(),
        &Disk,
        &AtomicBool::new(false),
    );
    executed.ok().map(|executed| executed.run)
}

/// The twin knows the synchronous machine only.
fn is_asynchronous(file: &File) -> bool {
    let is_apram = |item: &Item| matches!(item, Item::Machine(machine) if machine.name.text.starts_with("apram"));
    file.items.iter().any(is_apram)
}

fn twin(file: &File, run: &Run) -> Observed {
    let inputs: IndexMap<String, Datum> = run
        .inputs
        .iter()
        .map(|(name, value)| (name.clone(), datum(value)))
        .collect();
    let configuration = &run.configuration;
    let config = Config {
        entry: (run.entry != "program").then(|| run.entry.clone()),
        model: Model::parse(&configuration.model.to_string()).expect("a model"),
        simultaneity: match configuration.simultaneity {
            MachineSimultaneity::Step => Simultaneity::Step,
            MachineSimultaneity::Access => Simultaneity::Access,
        },
        processors: configuration.processors,
        seed: configuration.seed,
        ..Config::default()
    };
    Observed::of_twin(
        &reference::run(file, &inputs, &config),
        configuration.asynchronous.is_some(),
    )
}

/// The sizes at which a program is run: its scalar input `n`, or as it stands.
fn sizes(file: &File) -> Vec<Vec<(&'static str, usize)>> {
    let has_n = file.items.iter().any(
        |item| matches!(item, Item::Input(input) if input.name.text == "n" && input.dimensions.is_none()),
    );
    if has_n {
        [1, 2, 3, 4, 5, 7, 8, 16, 33, 64, 100]
            .map(|n| vec![("n", n)])
            .to_vec()
    } else {
        vec![Vec::new()]
    }
}

#[test]
fn the_machine_agrees_with_its_twin_on_every_program() {
    let mut compared = 0;
    for path in programs() {
        let file = load(&path);
        if is_asynchronous(&file) {
            continue;
        }
        for assignments in sizes(&file) {
            for (model, processors) in [
                (None, None),
                (Some("crcw"), Some(3)),
                (Some("erew"), None),
                (Some("crew"), Some(4)),
            ] {
                let options = Options {
                    model: model.and_then(MachineModel::parse),
                    processors,
                    seed: 7,
                    ..Options::default()
                };
                let Some(run) = machine(&path, &assignments, options) else {
                    continue;
                };
                let twin = twin(&file, &run);
                let machine = Observed::of_machine(&Ok(run));
                assert_eq!(
                    machine,
                    twin,
                    "machine and twin: {} {assignments:?} {model:?} -p {processors:?}",
                    path.display()
                );
                compared += usize::from(machine.ending == Ending::Completed);
            }
        }
    }
    assert!(compared > 400, "only {compared} runs ended well");
}
