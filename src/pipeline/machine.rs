//! The machine of a run, from the command line or else from the file's `stroj`.

pub use crate::result::kinds::{KINDS, MachineKindRow, RunForm};
pub use crate::result::machine::MachineKind;
pub use crate::result::model::MachineModel;

use super::Options;
use super::machine_problem::MachineProblem;
use super::network::NetworkName;
use crate::claims::expression::{self, ExpressionNames};
use crate::diagnostic::Diagnostic;
use crate::language::Voice;
use crate::machine::rules::model::Model;
use crate::program::Constant;
use crate::result::gpu_name::GpuName;
use crate::syntax::ast::{self, Item};

/// A machine that the command line asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AskedMachine {
    /// One with shared memory, of this kind.
    Shared(MachineKind),
    /// A multicomputer.
    Network(NetworkName),
    /// A GPU.
    Gpu(GpuName),
}

impl AskedMachine {
    /// Reads `pram`, `apram`, `ring`, in any case.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.to_lowercase();
        match Self::shared().find(|row| row.name == text) {
            Some(row) => Some(Self::Shared(row.kind)),
            None => (NetworkName::parse(&text).map(Self::Network))
                .or_else(|| GpuName::parse(&text).map(Self::Gpu)),
        }
    }

    /// The names that [`AskedMachine::parse`] reads, in English.
    pub fn names() -> impl Iterator<Item = &'static str> {
        let shared = Self::shared().map(|row| row.name);
        shared.chain(NetworkName::names()).chain(GpuName::names())
    }

    fn shared() -> impl Iterator<Item = &'static MachineKindRow> {
        let is_named =
            |row: &&MachineKindRow| matches!(row.form, RunForm::Messages | RunForm::Launches);
        KINDS.iter().filter(move |row| !is_named(row))
    }

    pub fn kind(self) -> MachineKind {
        match self {
            Self::Shared(kind) => kind,
            Self::Network(_) => RunForm::Messages.usual(),
            Self::Gpu(_) => RunForm::Launches.usual(),
        }
    }
}

/// The model if neither the command line nor the file names one: the weakest, so that a violation
/// shows which one the program needs.
const USUAL_MODEL: MachineModel = MachineModel::Synchronous(Model::EREW);

/// The machine of the file.
pub fn declared(file: &ast::File) -> Result<Option<&ast::Machine>, Vec<Diagnostic>> {
    let voice = file.vocabularies.main_voice();
    let mut machines = file.items.iter().filter_map(|item| match item {
        Item::Machine(machine) => Some(machine),
        _ => None,
    });
    match (machines.next(), machines.next()) {
        (Some(first), Some(second)) => {
            let problem = MachineProblem::SecondMachine {
                first: first.span,
                second: second.span,
            };
            Err(vec![problem.diagnostic(voice)])
        }
        (Some(machine), None) => match twice(&machine.arguments) {
            Some(problem) => Err(vec![problem.diagnostic(voice)]),
            None => Ok(Some(machine)),
        },
        (None, _) => Ok(None),
    }
}

/// `stroj CREW(p = 2, p = 3)`
fn twice(arguments: &[ast::MachineArgument]) -> Option<MachineProblem> {
    let names = arguments
        .iter()
        .filter_map(|argument| argument.name.as_ref());
    let names: Vec<&ast::Ident> = names.collect();
    names.iter().enumerate().find_map(|(at, name)| {
        let first = names[..at].iter().find(|first| first.text == name.text)?;
        Some(MachineProblem::GivenTwice {
            name: name.text.clone(),
            first: first.span,
            second: name.span,
        })
    })
}

/// The model of a run.
pub fn model(
    options: &Options,
    declared: Option<&ast::Machine>,
    voice: Voice,
) -> Result<MachineModel, Vec<Diagnostic>> {
    if let (Some(AskedMachine::Gpu(name)), Some(MachineModel::Synchronous(_))) =
        (options.machine, options.model)
    {
        // The model is that of blocks which are no kernels.
        return Ok(MachineModel::Gpu(name));
    }
    if let (Some(asked), Some(model)) = (options.machine, options.model)
        && model.form() != asked.kind().row().form
    {
        let problem = MachineProblem::Contradiction { asked, model };
        return Err(vec![problem.diagnostic(voice)]);
    }
    if let Some(model) = options.model {
        return Ok(model);
    }
    let usual = options.usual_model.unwrap_or(USUAL_MODEL);
    let model = declared.map_or(Ok(usual), |machine| named(machine, voice))?;
    let Some(asked) = options.machine else {
        return Ok(model);
    };
    if let AskedMachine::Network(name) = asked {
        return Ok(MachineModel::Multicomputer(name));
    }
    if let AskedMachine::Gpu(name) = asked {
        return Ok(MachineModel::Gpu(name));
    }
    Ok(match asked.kind().row().form {
        form if form == model.form() => model,
        RunForm::Sections => MachineModel::Asynchronous {
            concurrent_read: false,
        },
        RunForm::Steps | RunForm::Messages | RunForm::Launches => USUAL_MODEL,
    })
}

/// The kind of machine of a run.
pub fn kind(
    options: &Options,
    declared: Option<&ast::Machine>,
    voice: Voice,
) -> Result<MachineKind, Vec<Diagnostic>> {
    let model = model(options, declared, voice)?;
    let asked = options.machine.map(AskedMachine::kind);
    Ok(asked.unwrap_or(model.form().usual()))
}

/// Whether the command line or the file gives the model of a run; otherwise it is the default.
pub fn is_asked(options: &Options, declared: Option<&ast::Machine>) -> bool {
    let declared = declared.and_then(|machine| MachineModel::parse(&machine.name.text));
    match (options.machine, options.model) {
        (_, Some(_)) => true,
        (None, None) => declared.is_some() || options.usual_model.is_some(),
        // A machine has several models.
        (Some(asked), None) => {
            declared.is_some_and(|model| model.form() == asked.kind().row().form)
        }
    }
}

/// The model that a `stroj` names.
fn named(machine: &ast::Machine, voice: Voice) -> Result<MachineModel, Vec<Diagnostic>> {
    let name = &machine.name;
    MachineModel::parse(&name.text).ok_or_else(|| {
        let problem = MachineProblem::UnknownMachine {
            name: name.text.clone(),
            meant: MachineModel::like(&name.text),
            span: name.span,
        };
        let voice = Voice {
            vocabulary: machine.vocabulary,
            ..voice
        };
        vec![problem.diagnostic(voice)]
    })
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
            let machine = declared.map(|machine| machine.name.text.clone());
            let problem = MachineProblem::NoSize {
                span: argument.value.span,
                machine: machine.unwrap_or_default(),
            };
            return Err(vec![problem.diagnostic(names.voice)]);
        };
        match name.text.as_str() {
            "p" => processors = Some(count(&argument.value, names)?),
            "d" | "B" => {}
            other => {
                let problem = MachineProblem::UnknownParameter {
                    name: other.to_owned(),
                    span: name.span,
                };
                return Err(vec![problem.diagnostic(names.voice)]);
            }
        }
    }
    Ok(processors)
}

fn count(value: &ast::Expr, names: &ExpressionNames) -> Result<u64, Vec<Diagnostic>> {
    whole(value, names)?.ok_or_else(|| {
        let problem = MachineProblem::NoNumberOfProcessors { span: value.span };
        vec![problem.diagnostic(names.voice)]
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
