//! What a name that varies stands for: an input, or a parameter of the machine.

use super::option_problem::OptionProblem;
use crate::diagnostic::Diagnostic;
use crate::machine::simt::configuration::GpuNumber;
use crate::network::Parameters;
use crate::pipeline::gpu::GpuOptions;
use crate::pipeline::machine::MachineKind;
use crate::result::study::SizeValue;
use crate::semantic::Signature;
use crate::study::sizes::Variation;
use crate::syntax::ast::ExprKind;

/// Inputs and processors that may vary at one time.
pub(super) const MOST_SIZES: usize = 2;
/// Larger times could not be added up.
const LONGEST_DELAY: i64 = 1_000_000_000;
const LONGEST_BARRIER: i64 = 1_000_000_000_000_000;

/// What a name stands for; in the order in which reports name them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Role {
    /// A scalar input, or the length of an array.
    Input,
    /// The processors of the machine, `p`.
    Processors,
    /// The time of a global access, `d`.
    Delay,
    /// The time of a barrier, `B`.
    Barrier,
    /// The start-up of a message, `t_s`.
    StartUp,
    /// The time of a word, `t_w`.
    Word,
    /// The time of a header at a link, `t_h`.
    Hop,
    /// The time of an instruction, `t_c`.
    Instruction,
    /// The time of a call of a send or a receive, `t_o`.
    Call,
}

/// The times of a multicomputer, in the order of [`Parameters::NAMES`].
const NETWORK_TIMES: [Role; 6] = [
    Role::StartUp,
    Role::Word,
    Role::Hop,
    Role::Instruction,
    Role::Call,
    Role::Barrier,
];

impl Role {
    /// What a name stands for when this entry is run: its own inputs come first.
    pub fn of(name: &str, signature: &Signature, machine: MachineKind) -> Self {
        let is_input = (signature.inputs.iter()).any(|input| input.name.text == name);
        let is_length = (signature.lengths.iter()).any(|length| length.text == name);
        match name {
            // A length called p is the machine's own number of processors where it must have one.
            "p" if machine == MachineKind::Multicomputer && !is_input => Self::Processors,
            _ if is_input || is_length => Self::Input,
            "p" => Self::Processors,
            _ if machine == MachineKind::Multicomputer => {
                Self::network_time(name).unwrap_or(Self::Input)
            }
            "d" => Self::Delay,
            "B" => Self::Barrier,
            _ => Self::Input,
        }
    }

    /// The time of a multicomputer that is called so: `t_s`, or `ts` as its option is.
    pub fn network_time(name: &str) -> Option<Self> {
        let mut names = Parameters::NAMES.iter();
        let at = names.position(|known| *known == name || known.replace('_', "") == name)?;
        Some(NETWORK_TIMES[at])
    }

    /// Where among the parameters of a multicomputer.
    pub fn parameter(self) -> Option<usize> {
        NETWORK_TIMES.iter().position(|time| *time == self)
    }

    /// A time of the machine.
    pub fn is_time(self) -> bool {
        matches!(self, Self::Delay | Self::Barrier) || self.parameter().is_some()
    }
}

/// The roles of what varies, in the order inputs, p, d, B; or why it cannot vary so.
pub(super) fn assign(
    variations: &[Variation],
    signature: &Signature,
    machine: MachineKind,
) -> Result<Vec<(Variation, Role)>, Vec<Diagnostic>> {
    let mut assigned = Vec::new();
    for variation in variations {
        if let Some(problem) = not_a_number(&variation.name, signature) {
            return Err(vec![problem.diagnostic(signature.voice)]);
        }
        let role = Role::of(&variation.name, signature, machine);
        let is_known = match role {
            Role::Delay => machine.row().numbers.contains(&"d"),
            Role::Barrier => machine.row().numbers.contains(&"B"),
            _ => true,
        };
        if !is_known {
            let name = variation.name.clone();
            return Err(OptionProblem::NoSuchTime { name, role }.refused());
        }
        if let Some(problem) = no_whole_numbers(variation, role) {
            return Err(problem.refused());
        }
        if let Some(problem) = out_of_range(variation, role) {
            return Err(problem.refused());
        }
        if let Some(number) = gpu_number(&variation.name, signature, machine) {
            let mut values = variation.values.iter();
            if let Some(problem) = values.find_map(|value| not_of_gpu(number, *value)) {
                return Err(problem.refused());
            }
        }
        let mut variation = variation.clone();
        if let Some(at) = role.parameter() {
            Parameters::NAMES[at].clone_into(&mut variation.name);
        }
        if assigned
            .iter()
            .any(|(_, known)| role.is_time() && *known == role)
        {
            let name = variation.name;
            return Err(OptionProblem::TimeVariesTwice { name }.refused());
        }
        assigned.push((variation, role));
    }
    let sizes = assigned.iter().filter(|(_, role)| !role.is_time()).count();
    if sizes > MOST_SIZES {
        let (count, most) = (sizes, MOST_SIZES);
        return Err(OptionProblem::TooManySizeNames { count, most }.refused());
    }
    assigned.sort_by_key(|(_, role)| *role);
    Ok(assigned)
}

/// The number of a GPU that a name stands for: an input of this name comes first.
pub(super) fn gpu_number(
    name: &str,
    signature: &Signature,
    machine: MachineKind,
) -> Option<&'static GpuNumber> {
    let is_input = (signature.inputs.iter()).any(|input| input.name.text == name);
    let is_length = (signature.lengths.iter()).any(|length| length.text == name);
    let is_of_machine = machine == MachineKind::Gpu && !is_input && !is_length;
    GpuNumber::named(name).filter(|_| is_of_machine)
}

/// Why a number of a GPU cannot have a value.
pub(super) fn not_of_gpu(number: &'static GpuNumber, value: i64) -> Option<OptionProblem> {
    let value = u64::try_from(value).unwrap_or(u64::MAX);
    let needs = GpuOptions::default().set(number, value).err()?;
    Some(OptionProblem::BadGpuNumber { needs })
}

/// An array has no size of its own: its length varies.
fn not_a_number(name: &str, signature: &Signature) -> Option<OptionProblem> {
    let mut inputs = signature.inputs.iter();
    let input = inputs.find(|input| input.name.text == name)?;
    let dimensions = input.dimensions.as_ref()?;
    let mut lengths = dimensions.iter().flatten();
    let length = lengths.find_map(|length| match &length.kind {
        ExprKind::Name(name) => Some(name.text.as_str()),
        _ => None,
    });
    Some(OptionProblem::ArrayVaries {
        name: name.to_owned(),
        length: length.map(str::to_owned),
    })
}

/// Only times of a multicomputer are decimals; that of a barrier is rounded up.
fn no_whole_numbers(variation: &Variation, role: Role) -> Option<OptionProblem> {
    let takes_decimals = role.parameter().is_some() && role != Role::Barrier;
    let name = &variation.name;
    let is_whole = |value: &i64| value % 10_i64.pow(variation.digits) == 0;
    let value = (variation.values.iter()).find(|value| !is_whole(value));
    let value = value.filter(|_| !takes_decimals)?;
    let value = SizeValue::new(*value, variation.digits);
    Some(OptionProblem::NotWhole {
        name: name.clone(),
        value,
    })
}

/// Values that a parameter of the machine cannot have.
fn out_of_range(variation: &Variation, role: Role) -> Option<OptionProblem> {
    let (least, most) = match role {
        Role::Input => return None,
        Role::Processors => (1, i64::MAX),
        Role::Delay => (1, LONGEST_DELAY),
        Role::Barrier => (0, LONGEST_BARRIER),
        _ => (0, LONGEST_DELAY),
    };
    let mut values = variation.values.iter();
    let largest = most.saturating_mul(10_i64.saturating_pow(variation.digits));
    let value = values.find(|value| !(least..=largest).contains(*value))?;
    let value = SizeValue::new(*value, variation.digits);
    Some(OptionProblem::OutOfRange {
        name: variation.name.clone(),
        value,
        role,
        most,
    })
}
