//! The times of a network: from the command line, or else from the file, or else those known of a
//! machine that was built.

use super::NetworkOptions;
use super::declared::{Declared, DeclaredValue, TIMES};
use super::{Built, NetworkName};
use crate::diagnostic::{Code, Diagnostic};
use crate::network::{Decimal, Parameters};
use crate::syntax::keyword::Concept;

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
        let missing: Vec<&str> = missing.map(|(_, name)| *name).collect();
        return Err(vec![missing_times(&missing, declared)]);
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

fn missing_times(missing: &[&str], declared: &Declared) -> Diagnostic {
    // The meaning, and a value to begin with.
    let described = |name: &str| match name {
        "t_s" => ("t_s, the start-up time of a message,", "100"),
        "t_w" => ("t_w, the time of a word,", "7"),
        _ => ("t_c, the time of an instruction,", "0.02"),
    };
    let listed: Vec<&str> = missing.iter().map(|name| described(name).0).collect();
    let are = if listed.len() == 1 { "is" } else { "are" };
    let message = format!(
        "a network needs its times: {} {are} not given",
        listed.join(" and ")
    );
    let diagnostic = match declared.machine {
        Some(machine) => Diagnostic::new(Code::MachineName, message, machine.span, "this machine"),
        None => Diagnostic::without_place(Code::BadOption, message),
    };
    let flags: Vec<String> = (missing.iter())
        .map(|name| format!("--{} {}", name.replace('_', ""), described(name).1))
        .collect();
    let arguments: Vec<String> = (missing.iter())
        .map(|name| format!("{name} = {}", described(name).1))
        .collect();
    let vocabulary = declared.names.vocabulary;
    let word = vocabulary.word(Concept::Machine);
    let (network, others) = match declared.machine {
        Some(machine) => (machine.name.text.as_str(), "…"),
        None => (vocabulary.choose("prsten", "ring"), "p = 8"),
    };
    diagnostic.help(format!(
        "give `{}` on the command line, or `{word} {network}({others}, {});` in the file",
        flags.join(" "),
        arguments.join(", ")
    ))
}
