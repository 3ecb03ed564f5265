//! Every program of `programs/`, at many sizes and on several machines.

use std::path::PathBuf;

use indexmap::IndexMap;
use pram::pipeline::inputs::Assignment;
use pram::pipeline::{Options, Request, Run};
use pram::syntax::ast::{File, Item};

use super::load::load;
use super::observed::{Ending, Observed, datum};
use super::read::Read;
use super::setting::{MODELS, Setting, asynchronous};
use crate::collection;
use crate::reference::{
    self, Asynchronous, BarrierTime, Branches, Config, Datum, Model, Order, Simultaneity, Turns,
};

/// Those without messages, which this twin does not know, and without exercises. Blocks of the
/// library are in the programs that include them. The twin makes no random data, so that programs
/// that draw while they run are left out.
pub fn programs() -> Vec<PathBuf> {
    let mut programs = collection::programs();
    programs.retain(|path| {
        let name = collection::name(path);
        let is_part = name.starts_with("library/") || name.starts_with("exercises/");
        let draws = ["independent_set", "list_ranking_optimal"].contains(&name.as_str());
        let is_elsewhere = collection::has_messages(path) || collection::has_kernels(path);
        !is_elsewhere && !is_part && !draws
    });
    programs
}

/// A program for both.
struct Shelved {
    machine: Read,
    twin: File,
}

/// The programs, each with every third of the sizes: neighbours in the list have different ones.
fn with_sizes(sizes: &[usize]) -> impl Iterator<Item = (Shelved, Vec<usize>)> {
    let dealt = programs().into_iter().enumerate();
    dealt.map(|(place, path)| {
        let own = sizes.iter().skip(place % 3).step_by(3);
        let program = Shelved {
            machine: Read::file(&path),
            twin: load(&path),
        };
        (program, own.copied().collect())
    })
}

/// A size that the program's own inputs refuse has nothing to compare.
fn machine(program: &Read, assignments: &[(&str, usize)], options: Options) -> Option<Run> {
    let assignments = assignments.iter().map(|(name, value)| Assignment {
        name: (*name).to_owned(),
        value: value.to_string().into(),
    });
    program.run(&Request {
        assignments: assignments.collect(),
        options,
        ..program.request.clone()
    })
}

/// Claims are not the twin's business: those about one machine fail on others.
fn twin(file: &File, run: &Run, setting: &Setting) -> Observed {
    let inputs: IndexMap<String, Datum> = run
        .inputs
        .iter()
        .map(|(name, value)| (name.clone(), datum(value)))
        .collect();
    let configuration = &run.configuration;
    let config = Config {
        entry: (run.entry != "program").then(|| run.entry.clone()),
        model: Model::parse(&configuration.model.to_string()).expect("a model"),
        processors: configuration.processors,
        max_steps: 1_000_000,
        ..setting.config()
    };
    let outcome = reference::run(file, &inputs, &config);
    Observed::of_twin(&outcome, setting.asynchronous.is_some())
}

/// Steps of all processors that the twin, which goes one processor at a time, is asked for: n^3
/// processors are tried with small n only.
const MOST_WORK: u64 = 100_000;

/// Compares one run; says how it ended, or nothing where the program takes no such input or has too
/// much to do with it.
fn compare(program: &Shelved, assignments: &[(&str, usize)], setting: &Setting) -> Option<Ending> {
    let mut options = setting.options();
    options.limits.steps = 1_000_000;
    let run = machine(&program.machine, assignments, options)?;
    // A run that ends early has asked for all its processors, too.
    if run.cost.steps.work > MOST_WORK || run.cost.asked > setting.config().max_processors {
        return None;
    }
    let twin = twin(&program.twin, &run, setting);
    let machine = Observed::of_machine(&Ok(run));
    let ending = machine.ending.clone();
    assert_eq!(
        machine.comparable(setting).naming_as_many_as(&twin),
        twin.comparable(setting),
        "machine and twin: {} {assignments:?} {setting:?}",
        program.machine.request.name
    );
    Some(ending)
}

/// The sizes at which a program is run: its scalar input `n`, or as it stands.
fn sizes(file: &File, wanted: &[usize]) -> Vec<Vec<(&'static str, usize)>> {
    let has_n = file.items.iter().any(
        |item| matches!(item, Item::Input(input) if input.name.text == "n" && input.dimensions.is_none()),
    );
    if has_n {
        wanted.iter().map(|n| vec![("n", *n)]).collect()
    } else {
        vec![Vec::new()]
    }
}

/// Both ways to count moments and both ways to go through branches.
fn variants(setting: &Setting) -> Vec<Setting> {
    let mut variants = Vec::new();
    for simultaneity in [Simultaneity::Step, Simultaneity::Access] {
        for branches in [Branches::Mimd, Branches::Simd] {
            variants.push(Setting {
                simultaneity,
                branches,
                ..setting.clone()
            });
        }
    }
    variants
}

#[test]
fn the_machine_agrees_with_its_twin_on_every_program() {
    let mut compared = 0;
    for (program, wanted) in with_sizes(&[0, 1, 2, 3, 4, 5, 7, 8, 16, 33, 64, 100]) {
        for assignments in sizes(&program.twin, &wanted) {
            for (model, processors) in [
                (None, None),
                (Some("crcw"), Some(3)),
                (Some("erew"), None),
                (Some("crew"), Some(4)),
            ] {
                let setting = Setting {
                    model,
                    processors,
                    seed: 7,
                    ..Setting::on("erew")
                };
                // What its own `stroj` asks for may be the asynchronous machine.
                if model.is_none() && is_asynchronous(&program.twin) {
                    continue;
                }
                let ending = compare(&program, &assignments, &setting);
                compared += usize::from(ending == Some(Ending::Completed));
            }
        }
    }
    assert!(compared > 500, "only {compared} runs ended well");
}

#[test]
fn they_agree_on_every_program_under_every_model() {
    let mut endings = [0, 0];
    for (program, wanted) in with_sizes(&[5, 8, 4]) {
        for assignments in sizes(&program.twin, &wanted) {
            for model in MODELS {
                for setting in variants(&Setting::on(model)) {
                    let ending = compare(&program, &assignments, &setting);
                    if let Some(ending) = ending {
                        endings[usize::from(ending == Ending::Completed)] += 1;
                    }
                }
            }
        }
    }
    assert!(endings[0] > 300 && endings[1] > 1500, "{endings:?}");
}

#[test]
fn they_agree_on_every_program_on_the_asynchronous_machine() {
    let mut endings = [0, 0];
    for (program, wanted) in with_sizes(&[0, 1, 2, 3, 5, 8, 9, 16, 27, 64]) {
        for assignments in sizes(&program.twin, &wanted) {
            for (delay, barrier, processors) in [
                (3, BarrierTime::Constant(4), None),
                (2, BarrierTime::Root, Some(4)),
                (5, BarrierTime::Constant(32), Some(16)),
                (1, BarrierTime::Above(1), Some(3)),
            ] {
                for (concurrent_read, order) in [
                    (false, Order::Lockstep),
                    (true, Order::Lockstep),
                    (true, Order::Accesses(Turns::Ascending)),
                ] {
                    let machine = Asynchronous {
                        concurrent_read,
                        order,
                        ..asynchronous(delay, barrier)
                    };
                    let setting = Setting::asynchronous(machine, processors);
                    let ending = compare(&program, &assignments, &setting);
                    if let Some(ending) = ending {
                        endings[usize::from(ending == Ending::Completed)] += 1;
                    }
                }
            }
        }
    }
    assert!(endings[0] > 100 && endings[1] > 500, "{endings:?}");
}

fn is_asynchronous(file: &File) -> bool {
    let is_apram = |item: &Item| matches!(item, Item::Machine(machine) if machine.name.text.starts_with("apram"));
    file.items.iter().any(is_apram)
}
