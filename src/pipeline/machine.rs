//! The machine of a run, from the command line or else from the file's `stroj`.

pub use crate::result::kinds::{KINDS, MachineKindRow, RunForm};
pub use crate::result::machine::MachineKind;
pub use crate::result::model::MachineModel;

use super::Options;
use super::network::NetworkName;
use crate::claims::expression::{self, ExpressionNames};
use crate::diagnostic::{Code, Diagnostic};
use crate::machine::rules::model::Model;
use crate::program::Constant;
use crate::syntax::ast::{self, Item};

/// A machine that the command line asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AskedMachine {
    /// One with shared memory, of this kind.
    Shared(MachineKind),
    /// A multicomputer.
    Network(NetworkName),
}

impl AskedMachine {
    /// Reads `pram`, `apram`, `ring`, in any case.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.to_lowercase();
        match Self::shared().find(|row| row.name == text) {
            Some(row) => Some(Self::Shared(row.kind)),
            None => NetworkName::parse(&text).map(Self::Network),
        }
    }

    /// The names that [`AskedMachine::parse`] reads, in English.
    pub fn names() -> impl Iterator<Item = &'static str> {
        let shared = Self::shared().map(|row| row.name);
        shared.chain(NetworkName::names())
    }

    fn shared() -> impl Iterator<Item = &'static MachineKindRow> {
        KINDS.iter().filter(|row| row.form != RunForm::Messages)
    }

    pub fn kind(self) -> MachineKind {
        match self {
            Self::Shared(kind) => kind,
            Self::Network(_) => RunForm::Messages.usual(),
        }
    }
}

/// The model if neither the command line nor the file names one: the strictest, so that a violation
/// shows which one the program needs.
const USUAL_MODEL: MachineModel = MachineModel::Synchronous(Model::EREW);

/// The machine of the file.
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
        (Some(machine), None) => match twice(&machine.arguments) {
            Some(problem) => Err(vec![problem]),
            None => Ok(Some(machine)),
        },
        (None, _) => Ok(None),
    }
}

/// `stroj CREW(p = 2, p = 3)`
fn twice(arguments: &[ast::MachineArgument]) -> Option<Diagnostic> {
    let names = arguments
        .iter()
        .filter_map(|argument| argument.name.as_ref());
    let names: Vec<&ast::Ident> = names.collect();
    names.iter().enumerate().find_map(|(at, name)| {
        let first = names[..at].iter().find(|first| first.text == name.text)?;
        let message = format!("the machine is given `{}` twice", name.text);
        Some(
            Diagnostic::new(Code::DefinedTwice, message, name.span, "the second")
                .label(first.span, "the first"),
        )
    })
}

/// The model of a run.
pub fn model(
    options: &Options,
    declared: Option<&ast::Machine>,
) -> Result<MachineModel, Vec<Diagnostic>> {
    if let (Some(asked), Some(model)) = (options.machine, options.model)
        && model.form() != asked.kind().row().form
    {
        return Err(vec![contradiction(asked, model)]);
    }
    if let Some(model) = options.model {
        return Ok(model);
    }
    let model = declared.map_or(Ok(USUAL_MODEL), named)?;
    let Some(asked) = options.machine else {
        return Ok(model);
    };
    if let AskedMachine::Network(name) = asked {
        return Ok(MachineModel::Multicomputer(name));
    }
    Ok(match asked.kind().row().form {
        form if form == model.form() => model,
        RunForm::Sections => MachineModel::Asynchronous {
            concurrent_read: false,
        },
        RunForm::Steps | RunForm::Messages => USUAL_MODEL,
    })
}

/// The kind of machine of a run.
pub fn kind(
    options: &Options,
    declared: Option<&ast::Machine>,
) -> Result<MachineKind, Vec<Diagnostic>> {
    let model = model(options, declared)?;
    let asked = options.machine.map(AskedMachine::kind);
    Ok(asked.unwrap_or(model.form().usual()))
}

/// Whether the command line or the file gives the model of a run; otherwise it is the default.
pub fn is_asked(options: &Options, declared: Option<&ast::Machine>) -> bool {
    let declared = declared.and_then(|machine| MachineModel::parse(&machine.name.text));
    match (options.machine, options.model) {
        (_, Some(_)) => true,
        (None, None) => declared.is_some(),
        // A machine has several models.
        (Some(asked), None) => {
            declared.is_some_and(|model| model.form() == asked.kind().row().form)
        }
    }
}

/// The model that a `stroj` names.
fn named(machine: &ast::Machine) -> Result<MachineModel, Vec<Diagnostic>> {
    let name = &machine.name;
    MachineModel::parse(&name.text).ok_or_else(|| {
        let begins = |base: &&&str| name.text.to_ascii_uppercase().starts_with(**base);
        let help = if let Some(base) = ["CRCW", "ERCW"].iter().find(begins) {
            rules_of_writes(base)
        } else {
            let networks = NetworkName::shapes(machine.vocabulary);
            format!(
                "the machines are EREW, CREW, ERCW and CRCW (where writes may meet, a rule can be \
                 named: `CRCW-common`, `ERCW-max`), the asynchronous `apram` and `apram-cr`, and \
                 multicomputers: `{}`",
                networks.join("`, `")
            )
        };
        vec![
            Diagnostic::new(
                Code::MachineName,
                format!("there is no machine `{}`", name.text),
                name.span,
                "this name",
            )
            .help(help),
        ]
    })
}

/// A list of the rules for concurrent writes by their names.
fn rules_of_writes(base: &str) -> String {
    let rules: Vec<String> = (Model::rules_of_writes())
        .map(|rule| format!("`{base}-{rule}`"))
        .collect();
    format!(
        "a rule for cells that several processors write stands behind a hyphen: {}",
        rules.join(", ")
    )
}

fn contradiction(asked: AskedMachine, model: MachineModel) -> Diagnostic {
    let row = asked.kind().row();
    let (message, help) = match asked {
        AskedMachine::Network(name) => (
            format!(
                "`--machine {name}` asks for a multicomputer, and `--model` names rules for shared \
                 memory"
            ),
            ": processors that exchange messages share no memory",
        ),
        AskedMachine::Shared(_) => (
            format!(
                "`--machine {}` asks for {}, and `--model` names {}",
                row.name,
                row.the,
                model.form().usual().row().one
            ),
            match row.form {
                RunForm::Sections => "; the models of the asynchronous PRAM are apram and apram-cr",
                RunForm::Steps | RunForm::Messages => {
                    "; a synchronous model is erew, crew, ercw-… or crcw-…"
                }
            },
        ),
    };
    Diagnostic::without_place(Code::BadOption, message)
        .help(format!("leave one of the two away{help}"))
}

/// The processors that a `stroj` fixes, as far as these names allow its evaluation; `None` if it fixes
/// none.
pub fn processors(
    declared: Option<&ast::Machine>,
    names: &ExpressionNames,
) -> Result<Option<u64>, Vec<Diagnostic>> {
    let mut processors = None;
    let arguments = declared.iter().flat_map(|machine| &machine.arguments);
    for argument in arguments {
        let Some(name) = &argument.name else {
            let problem = Diagnostic::new(
                Code::MachineName,
                "this machine takes no size",
                argument.value.span,
                "a parameter has its name before it, such as `p = 4`",
            );
            let base = declared.map(|machine| machine.name.text.to_ascii_uppercase());
            return Err(vec![match base.as_deref() {
                Some(base @ ("CRCW" | "ERCW")) => problem.help(rules_of_writes(base)),
                _ => problem,
            }]);
        };
        match name.text.as_str() {
            "p" => processors = Some(count(&argument.value, names)?),
            "d" | "B" => {}
            other => {
                return Err(vec![Diagnostic::new(
                    Code::MachineName,
                    format!("a machine has no parameter `{other}`"),
                    name.span,
                    "only p, the number of processors, and on the asynchronous PRAM d and B",
                )]);
            }
        }
    }
    Ok(processors)
}

fn count(value: &ast::Expr, names: &ExpressionNames) -> Result<u64, Vec<Diagnostic>> {
    whole(value, names)?.ok_or_else(|| {
        vec![Diagnostic::new(
            Code::MachineName,
            "the number of processors is a whole number, at least 1",
            value.span,
            "this is none",
        )]
    })
}

/// The value of a parameter that is an integer, at least 1; an error if it is not.
pub(super) fn whole(
    value: &ast::Expr,
    names: &ExpressionNames,
) -> Result<Option<u64>, Vec<Diagnostic>> {
    whole_at_least(1, value, names)
}

/// The same with another minimum.
pub(super) fn whole_at_least(
    least: u64,
    value: &ast::Expr,
    names: &ExpressionNames,
) -> Result<Option<u64>, Vec<Diagnostic>> {
    let found = match expression::evaluate(value, names)? {
        Constant::Int(count) => u64::try_from(count).ok(),
        Constant::Real(count) if count >= 0.0 && count.fract() == 0.0 && count < 1e18 => {
            Some(count as u64)
        }
        _ => None,
    };
    Ok(found.filter(|count| *count >= least))
}
