//! Machines that `--compare` names: by parameters, `d=3,B=32`, or by name, `ring,mesh:2x8`.

use crate::network::Parameters;
use crate::pipeline::Options;
use crate::pipeline::options::{OPTIONS, Setting, find, row};

/// What `--compare` says of a machine.
#[derive(Debug, Clone, Default)]
pub struct ComparedMachine(Vec<Setting>);

/// The machines that one `--compare` names.
#[derive(Debug, Clone, Default)]
pub struct ComparedMachines(pub Vec<ComparedMachine>);

/// Reads `d=3,B=max(8,sqrt(p)),p=64`, `ring,mesh,hypercube`, or `ts=10,ring,torus,p=16`: what stands
/// before the first name is said of all machines, what stands behind a name of that one.
pub fn read(text: &str) -> Result<ComparedMachines, String> {
    let mut common = ComparedMachine::default();
    let mut named: Vec<ComparedMachine> = Vec::new();
    for part in between_commas(text) {
        let Some((name, value)) = part.split_once('=') else {
            let part = part.trim();
            let machine = Setting::new(&OPTIONS[row("machine")], part).map_err(|reason| {
                format!("`{part}` is not of the form NAME=VALUE, and no machine: {reason}")
            })?;
            named.push(ComparedMachine([&common.0[..], &[machine]].concat()));
            continue;
        };
        let machine = named.last_mut().unwrap_or(&mut common);
        if !machine.set(name.trim(), value.trim())? {
            return Err(format!("`{}` is given twice", name.trim()));
        }
    }
    if named.is_empty() {
        named.push(common);
    }
    Ok(ComparedMachines(named))
}

impl ComparedMachine {
    /// Takes a parameter; whether it is new.
    fn set(&mut self, name: &str, value: &str) -> Result<bool, String> {
        let is_time = |known: &&str| {
            known.contains('_') && (*known == name || known.replace('_', "") == name)
        };
        let is_time = Parameters::NAMES.iter().any(is_time);
        if !is_time && !["d", "B", "p"].contains(&name) {
            return Err(format!("a machine has d, B and p, but no `{name}`"));
        }
        let option = find(&name.replace('_', "")).map_err(|error| error.to_string())?;
        let setting = Setting::new(option, value).map_err(|reason| {
            if is_time {
                format!("`{name}={value}`: {reason}")
            } else {
                reason.to_string()
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
