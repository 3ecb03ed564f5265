//! Machines that `--compare` names: by parameters, `d=3,B=32`, or by name, `ring,mesh:2x8`.

mod english;

use std::error::Error;
use std::fmt;

use crate::network::Parameters;
use crate::pipeline::Options;
use crate::pipeline::options::{OPTIONS, Setting, find, row};
use crate::pipeline::value_problem::ValueProblem;

/// Why a text names no machines.
#[derive(Debug)]
pub enum NotCompared {
    /// A part that is neither a parameter nor a machine.
    NoMachine {
        /// As written.
        part: String,
        /// Why it is no machine.
        reason: ValueProblem,
    },
    /// A parameter that is given twice.
    Twice(String),
    /// A parameter that no machine has.
    NoParameter(String),
    /// A time that a network does not accept.
    BadTime {
        /// The time.
        name: String,
        /// As written.
        value: String,
        /// Why.
        reason: ValueProblem,
    },
    /// A value that a parameter does not accept.
    BadValue(ValueProblem),
}

impl fmt::Display for NotCompared {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&english::words(self))
    }
}

impl Error for NotCompared {}

/// What `--compare` says of a machine.
#[derive(Debug, Clone, Default)]
pub struct ComparedMachine(Vec<Setting>);

/// The machines that one `--compare` names.
#[derive(Debug, Clone, Default)]
pub struct ComparedMachines(pub Vec<ComparedMachine>);

/// Reads `d=3,B=max(8,sqrt(p)),p=64`, `ring,mesh,hypercube`, or `ts=10,ring,torus,p=16`: what stands
/// before the first name is said of all machines, what follows a name of that one.
pub fn read(text: &str) -> Result<ComparedMachines, NotCompared> {
    let mut common = ComparedMachine::default();
    let mut named: Vec<ComparedMachine> = Vec::new();
    for part in between_commas(text) {
        let Some((name, value)) = part.split_once('=') else {
            let part = part.trim();
            let machine = Setting::new(&OPTIONS[row("machine")], part).map_err(|reason| {
                let part = part.to_owned();
                NotCompared::NoMachine { part, reason }
            })?;
            named.push(ComparedMachine([&common.0[..], &[machine]].concat()));
            continue;
        };
        let machine = named.last_mut().unwrap_or(&mut common);
        if !machine.set(name.trim(), value.trim())? {
            return Err(NotCompared::Twice(name.trim().to_owned()));
        }
    }
    if named.is_empty() {
        named.push(common);
    }
    Ok(ComparedMachines(named))
}

impl ComparedMachine {
    /// Takes a parameter; whether it is new.
    fn set(&mut self, name: &str, value: &str) -> Result<bool, NotCompared> {
        let is_time = |known: &&str| {
            known.contains('_') && (*known == name || known.replace('_', "") == name)
        };
        let is_time = Parameters::NAMES.iter().any(is_time);
        if !is_time && !["d", "B", "p"].contains(&name) {
            return Err(NotCompared::NoParameter(name.to_owned()));
        }
        let Ok(option) = find(&name.replace('_', "")) else {
            return Err(NotCompared::NoParameter(name.to_owned()));
        };
        let setting = Setting::new(option, value).map_err(|reason| {
            if is_time {
                let (name, value) = (name.to_owned(), value.to_owned());
                NotCompared::BadTime {
                    name,
                    value,
                    reason,
                }
            } else {
                NotCompared::BadValue(reason)
            }
        })?;
        let is_new = !self.0.iter().any(|known| known.option.name == option.name);
        self.0.push(setting);
        Ok(is_new)
    }

    /// The options, with what is said of this machine.
    pub fn options(&self, options: &Options) -> Options {
        let mut options = options.clone();
        for setting in &self.0 {
            setting.apply(&mut options);
        }
        options
    }
}

/// Splits at commas that are not in brackets.
fn between_commas(text: &str) -> Vec<&str> {
    let mut depth = 0_i32;
    let split = text.split(move |c| {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        c == ',' && depth <= 0
    });
    split.collect()
}
