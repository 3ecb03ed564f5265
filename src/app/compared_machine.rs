//! Machines that `--compare` names: by parameters, `d=3,B=32`, or by name, `ring,mesh:2x8`.

use super::arguments::machine::{self, NamedMachine};
use crate::network::{Decimal, Parameters};
use crate::pipeline::network::NetworkOptions;
use crate::pipeline::quantity::{delay, processors, time};

/// What `--compare` says of a machine.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ComparedMachine {
    /// Its name, where it is given.
    pub named: Option<NamedMachine>,
    /// d
    pub delay: Option<u64>,
    /// B
    pub barrier: Option<String>,
    /// p
    pub processors: Option<u64>,
    /// `t_s`, `t_w`, `t_h`, `t_c` and `t_o`.
    pub times: [Option<Decimal>; 5],
}

/// The machines that one `--compare` names.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ComparedMachines(pub Vec<ComparedMachine>);

/// Reads `d=3,B=max(8,sqrt(p)),p=64`, `ring,mesh,hypercube`, or `ts=10,ring,torus,p=16`: what stands
/// before the first name is said of all machines, what stands behind a name of that one.
pub fn read(text: &str) -> Result<ComparedMachines, String> {
    let mut common = ComparedMachine::default();
    let mut named: Vec<ComparedMachine> = Vec::new();
    for part in between_commas(text) {
        let Some((name, value)) = part.split_once('=') else {
            let part = part.trim();
            let machine = machine::read(part).map_err(|reason| {
                format!("`{part}` is not of the form NAME=VALUE, and no machine: {reason}")
            })?;
            named.push(ComparedMachine {
                named: Some(machine),
                ..common.clone()
            });
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
        let is_time =
            |known: &str| known != "B" && (known == name || known.replace('_', "") == name);
        if let Some(at) = Parameters::NAMES.iter().position(|known| is_time(known)) {
            let time = time(value).map_err(|error| format!("`{name}={value}`: {error}"))?;
            return Ok(self.times[at].replace(time).is_none());
        }
        Ok(match name {
            "d" => self.delay.replace(delay(value)?).is_none(),
            "B" => self.barrier.replace(value.to_owned()).is_none(),
            "p" => self.processors.replace(processors(value)?).is_none(),
            _ => return Err(format!("a machine has d, B and p, but no `{name}`")),
        })
    }

    /// The options of a network, with what is said of this machine.
    pub fn network(&self, options: &NetworkOptions) -> NetworkOptions {
        let [t_s, t_w, t_h, t_c, t_o] = self.times;
        NetworkOptions {
            t_s: t_s.or(options.t_s),
            t_w: t_w.or(options.t_w),
            t_h: t_h.or(options.t_h),
            t_c: t_c.or(options.t_c),
            t_o: t_o.or(options.t_o),
            sizes: match &self.named {
                Some(machine) => machine.sizes.clone(),
                None => options.sizes.clone(),
            },
            ..options.clone()
        }
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
