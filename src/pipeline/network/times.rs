//! The times of a network: from the command line, or else from the file, or else those known of a
//! machine that was built.

use super::NetworkOptions;
use super::declared::{Declared, DeclaredValue, TIMES};
use super::{Built, NetworkName};
use crate::diagnostic::Diagnostic;
use crate::network::{Decimal, Parameters};
use crate::pipeline::machine_problem::MachineProblem;

/// The times of a network of this name, without that of a barrier.
pub(super) fn parameters(
    name: NetworkName,
    own: &NetworkOptions,
    declared: &Declared,
) -> DeclaredValue<Parameters> {
    let [t_s, t_w, t_h, t_c, t_o] = TIMES;
    let time = |option: Option<Decimal>, name: &str| match option {
        Some(time) => Ok(Some(time)),
        None => declared.time(name),
    };
    // The times of a machine that the command line names take precedence over those of the file; those
    // of a machine that the file names come after them.
    let in_file = declared
        .machine
        .and_then(|machine| NetworkName::parse(&machine.name.text));
    let asked = Some(name).filter(|_| in_file != Some(name));
    let built = |network: Option<NetworkName>, text: fn(&Built) -> &'static str| match network {
        Some(NetworkName::Built(built)) => text(built).parse::<Decimal>().ok(),
        _ => None,
    };
    let time_or_built = |option: Option<Decimal>, name: &str, text: fn(&Built) -> &'static str| {
        let given = time(option.or(built(asked, text)), name)?;
        Ok::<_, Vec<Diagnostic>>(given.or_else(|| built(in_file, text)))
    };
    let start_up = time_or_built(own.t_s, t_s, |built| built.start_up)?;
    let word = time_or_built(own.t_w, t_w, |built| built.word)?;
    let usual = match name {
        // Nothing is known of its processors, and 1 would be a microsecond.
        NetworkName::Built(_) => None,
        _ => Decimal::new(1, 0).ok(),
    };
    let instruction = time(own.t_c, t_c)?.or(usual);
    let (Some(start_up), Some(word), Some(instruction)) = (start_up, word, instruction) else {
        let times = [(start_up, t_s), (word, t_w), (instruction, t_c)];
        let missing = times.iter().filter(|(time, _)| time.is_none());
        let missing: Vec<&'static str> = missing.map(|(_, name)| *name).collect();
        let machine = declared.machine;
        let problem = MachineProblem::NoTimes {
            missing,
            machine: machine.map(|machine| (machine.span, machine.name.text.clone())),
        };
        return Err(vec![problem.diagnostic(declared.names.voice)]);
    };
    Ok(Parameters {
        t_s: start_up,
        t_w: word,
        t_h: time(own.t_h, t_h)?.unwrap_or_default(),
        t_c: instruction,
        t_o: time(own.t_o, t_o)?.unwrap_or_default(),
        barrier: None,
    })
}
