//! The machine of a run: what the command line says, else what the file's `stroj` says.

use super::expression::{self, Names};
use crate::diagnostic::{Code, Diagnostic};
use crate::machine::model::Model;
use crate::semantic::program::Constant;
use crate::syntax::ast::{self, Item};

/// The model where neither the command line nor the file names one: who asks for nothing gets
/// the strictest, and learns from a violation which one the program needs.
const USUAL_MODEL: Model = Model::EREW;

/// The machine that the file asks for.
pub fn declared(file: &ast::File) -> Result<Option<&ast::Machine>, Vec<Diagnostic>> {
    let mut machines = file.items.iter().filter_map(|item| match item {
        Item::Machine(machine) => Some(machine),
        _ => None,
    });
    match (machines.next(), machines.next()) {
        (Some(first), Some(second)) => Err(vec![
            Diagnostic::new(
                Code::DefinedTwice,
                "the file names two machines",
                second.span,
                "the second",
            )
            .label(first.span, "the first"),
        ]),
        (machine, _) => Ok(machine),
    }
}

/// The model of a run.
pub fn model(
    chosen: Option<Model>,
    declared: Option<&ast::Machine>,
) -> Result<Model, Vec<Diagnostic>> {
    if let Some(model) = chosen {
        return Ok(model);
    }
    let Some(machine) = declared else {
        return Ok(USUAL_MODEL);
    };
    let name = &machine.name;
    Model::parse(&name.text).ok_or_else(|| {
        let problem = if name.text.to_ascii_lowercase().starts_with("apram") {
            Diagnostic::new(
                Code::MachineName,
                "the asynchronous PRAM cannot be run",
                name.span,
                "this machine",
            )
            .help("run the program on a synchronous one: `--model crew`")
        } else {
            Diagnostic::new(
                Code::MachineName,
                format!("there is no machine `{}`", name.text),
                name.span,
                "this name",
            )
            .help(
                "the machines are EREW, CREW, ERCW and CRCW; where writes may meet, a rule can be \
                 named: `CRCW-common`, `ERCW-max`",
            )
        };
        vec![problem]
    })
}

/// The processors that a `stroj` fixes, as far as these names can tell: none where it fixes none.
pub fn processors(
    declared: Option<&ast::Machine>,
    names: &Names,
) -> Result<Option<u64>, Vec<Diagnostic>> {
    let arguments = declared.into_iter().flat_map(|machine| &machine.arguments);
    let mut processors = None;
    for (name, value) in arguments {
        match name.text.as_str() {
            "p" => processors = Some(count(value, names)?),
            // Parameters of the asynchronous machine: a synchronous one has no use for them.
            "d" | "B" => {}
            other => {
                return Err(vec![Diagnostic::new(
                    Code::MachineName,
                    format!("a machine has no parameter `{other}`"),
                    name.span,
                    "only p, the number of processors",
                )]);
            }
        }
    }
    Ok(processors)
}

fn count(value: &ast::Expr, names: &Names) -> Result<u64, Vec<Diagnostic>> {
    let count = match expression::evaluate(value, names)? {
        Constant::Int(count) => u64::try_from(count).ok().filter(|count| *count > 0),
        Constant::Real(count) if count >= 1.0 && count.fract() == 0.0 && count < 1e18 => {
            Some(count as u64)
        }
        _ => None,
    };
    count.ok_or_else(|| {
        vec![Diagnostic::new(
            Code::MachineName,
            "the number of processors is a whole number, at least 1",
            value.span,
            "this is none",
        )]
    })
}
