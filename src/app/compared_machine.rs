//! A machine that `--compare` names by its parameters: `d=3,B=32`.

use super::arguments::value::{delay, processors};

/// What `--compare` says of a machine.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ComparedMachine {
    /// d
    pub delay: Option<u64>,
    /// B
    pub barrier: Option<String>,
    /// p
    pub processors: Option<u64>,
}

/// Reads `d=3,B=max(8,sqrt(p)),p=64`.
pub fn read(text: &str) -> Result<ComparedMachine, String> {
    let mut machine = ComparedMachine::default();
    for part in between_commas(text) {
        let (name, value) = (part.split_once('='))
            .ok_or_else(|| format!("`{}` is not of the form NAME=VALUE", part.trim()))?;
        let (name, value) = (name.trim(), value.trim());
        let is_new = match name {
            "d" => machine.delay.replace(delay(value)?).is_none(),
            "B" => machine.barrier.replace(value.to_owned()).is_none(),
            "p" => machine.processors.replace(processors(value)?).is_none(),
            _ => return Err(format!("a machine has d, B and p, but no `{name}`")),
        };
        if !is_new {
            return Err(format!("`{name}` is given twice"));
        }
    }
    Ok(machine)
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
