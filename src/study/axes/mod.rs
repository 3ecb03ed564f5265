//! What a report varies, and the variables of its formulas.

mod classes;

use crate::complexity::closed_form::ClosedForm;
use crate::complexity::growth;
use crate::complexity::order::{Growth, Order};
use crate::complexity::residues::Tried;
use crate::complexity::series::{Point, Series};
use crate::complexity::term::Term;
use crate::quantity::Unit;
use crate::result::study::{Size, SizeValue};
use crate::study::role::Role;
use crate::study::swept::{Counted, Measured};

/// The sizes of a sweep as the search sees them.
#[derive(Debug, Clone)]
pub(super) struct Axes {
    /// The names that vary: inputs, then `p`, `d` and `B` of the machine.
    pub varied: Vec<String>,
    /// What each of them means.
    pub roles: Vec<Role>,
    /// The processors, where they are the same for all sizes.
    pub fixed_processors: Option<u64>,
    /// The units of the machine.
    pub units: &'static [Unit],
    /// The digits after the point of the times of a multicomputer.
    pub digits: u32,
    /// Of every name that varies, the digits after the point of its values, which are counted in
    /// units of 10^-digits.
    pub decimals: Vec<u32>,
    /// Of every size that varies, the values that were tried; empty where a formula is about
    /// other sizes than those of the sweep.
    pub tried: Vec<Tried>,
    /// The sizes that the program did not accept, one value per name that varies.
    pub refused: Vec<Vec<i64>>,
    /// What formulas are formulas in.
    variables: Vec<Variable>,
}

/// A variable of formulas.
#[derive(Debug, Clone)]
struct Variable {
    name: String,
    value: Value,
    role: Role,
}

#[derive(Debug, Clone, Copy)]
enum Value {
    /// Varies, at this place among the names that do.
    Varied(usize),
    /// Is the same for all sizes.
    Fixed(i64),
}

/// What is the same for all sizes, but may be in formulas: ⌈n/p⌉ can be told from
/// n only where p is known.
#[derive(Debug, Clone, Default)]
pub(super) struct Fixed {
    /// The processors.
    pub processors: Option<u64>,
    /// d
    pub delay: Option<u64>,
    /// B
    pub barrier: Option<u64>,
    /// A scalar input, for where no size varies.
    pub input: Option<(String, i64)>,
}

impl Axes {
    /// The axes of a sweep over these names.
    pub fn new(varied: Vec<(String, Role)>, fixed: Fixed, units: &'static [Unit]) -> Self {
        let mut variables: Vec<Variable> = Vec::new();
        for (place, (name, role)) in varied.iter().enumerate() {
            variables.push(Variable {
                name: name.clone(),
                value: Value::Varied(place),
                role: *role,
            });
        }
        let constant = |name: &str, value: u64, role| Variable {
            name: name.to_owned(),
            value: Value::Fixed(i64::try_from(value).unwrap_or(i64::MAX)),
            role,
        };
        let sizes = variables.iter().filter(|one| !one.role.is_time()).count();
        let is_input = variables.first().is_some_and(|one| one.role == Role::Input);
        if let (1, true, Some(p)) = (sizes, is_input, fixed.processors.filter(|p| *p > 1)) {
            variables.insert(1, constant("p", p, Role::Processors));
        }
        if let (0, Some((name, value))) = (sizes, fixed.input) {
            variables.insert(
                0,
                Variable {
                    name,
                    value: Value::Fixed(value),
                    role: Role::Input,
                },
            );
        }
        let has_leaves = variables.iter().any(|one| !one.role.is_time());
        let varies = |wanted: Role| varied.iter().any(|(_, role)| *role == wanted);
        for (role, name, value) in [
            (Role::Delay, "d", fixed.delay),
            (Role::Barrier, "B", fixed.barrier),
        ] {
            // A tree whose nodes have one child is none.
            let value = value.filter(|value| *value > 1 && !varies(role));
            if let (true, Some(value)) = (has_leaves, value) {
                variables.push(constant(name, value, role));
            }
        }
        let (varied, roles): (Vec<String>, Vec<Role>) = varied.into_iter().unzip();
        Self {
            decimals: vec![0; varied.len()],
            varied,
            roles,
            fixed_processors: fixed.processors,
            units,
            digits: 0,
            tried: Vec::new(),
            refused: Vec::new(),
            variables,
        }
    }

    /// The axes of quantities that only p says something about, on a machine that stays the same.
    pub fn along_processors() -> Self {
        Self::new(
            vec![("p".to_owned(), Role::Processors)],
            Fixed::default(),
            &Unit::COUNTED,
        )
    }

    /// The axes of quantities that depend on everything that varies but p; `None` if nothing else
    /// does.
    pub fn beside_processors(&self) -> Option<Self> {
        let all = self.varied.iter().cloned().zip(self.roles.iter().copied());
        let others: Vec<(String, Role)> =
            all.filter(|(_, role)| *role != Role::Processors).collect();
        let is_other = |tried: &&Tried| others.iter().any(|(name, _)| *name == tried.name);
        let tried = self.tried.iter().filter(is_other).cloned().collect();
        let refused = self.refused.iter();
        (!others.is_empty()).then(|| Self {
            tried,
            decimals: self.decimals_without_processors().collect(),
            digits: self.digits,
            refused: refused.map(|at| self.without_processors(at)).collect(),
            ..Self::new(others, Fixed::default(), self.units)
        })
    }

    /// The axes without the times of the machine.
    pub fn without_times(&self) -> Self {
        let is_size = |role: &Role| !role.is_time();
        let width = self.roles.iter().filter(|role| is_size(role)).count();
        let mut axes = self.clone();
        axes.varied.truncate(width);
        axes.roles.truncate(width);
        axes.decimals.truncate(width);
        axes.variables.retain(|one| is_size(&one.role));
        for at in &mut axes.refused {
            at.truncate(width);
        }
        axes
    }

    /// The place of a parameter of a multicomputer among the variables, where it varies.
    pub fn place_of_parameter(&self, which: usize) -> Option<usize> {
        let mut variables = self.variables.iter();
        variables.position(|one| one.role.parameter() == Some(which))
    }

    /// The axes n and p.
    pub fn along_with_processors(name: &str) -> Self {
        let names = vec![
            (name.to_owned(), Role::Input),
            ("p".to_owned(), Role::Processors),
        ];
        Self::new(names, Fixed::default(), &Unit::COUNTED)
    }

    /// The names in formulas.
    pub fn variables(&self) -> Vec<String> {
        self.variables.iter().map(|one| one.name.clone()).collect()
    }

    /// The same as formulas spell them: what does not vary is a number.
    fn spellings(&self) -> Vec<String> {
        let spelling = |one: &Variable| match one.value {
            Value::Varied(_) => one.name.clone(),
            Value::Fixed(value) => value.to_string(),
        };
        self.variables.iter().map(spelling).collect()
    }

    /// The machine's `p` as a form: a name in formulas, or the number that it always is. `None` if
    /// it is as many as the program asks for.
    pub fn processors_form(&self) -> Option<ClosedForm> {
        let mut variables = self.variables.iter();
        let place = variables.position(|one| one.role == Role::Processors)?;
        let (number, term) = match self.variables[place].value {
            Value::Varied(_) => (1, Term::variable(place as u8)),
            Value::Fixed(value) => (value, Term::one()),
        };
        Some(ClosedForm::new(
            [(i128::from(number).into(), term)],
            self.variables.len(),
        ))
    }

    /// Whether the machine is an asynchronous one.
    pub fn is_asynchronous(&self) -> bool {
        self.units.contains(&Unit::Apram)
    }

    /// Whether the machine is a multicomputer.
    pub fn is_multicomputer(&self) -> bool {
        self.units.contains(&Unit::Multicomputer)
    }

    /// The digits after the point of counts in a unit.
    pub fn digits(&self, unit: Unit) -> u32 {
        match unit {
            Unit::Multicomputer => self.digits,
            _ => 0,
        }
    }

    /// Whether the machine's `p` varies.
    pub fn varies_processors(&self) -> bool {
        self.roles.contains(&Role::Processors)
    }

    /// Whether n and p vary, and nothing else.
    pub fn are_size_and_processors(&self) -> bool {
        self.roles == [Role::Input, Role::Processors]
    }

    /// The one name that varies beside `p`, if there is exactly one and it is an input.
    pub fn only_size(&self) -> Option<&String> {
        let others =
            || (self.varied.iter().zip(&self.roles)).filter(|(_, role)| **role != Role::Processors);
        match (others().next(), others().nth(1)) {
            (Some((name, Role::Input)), None) => Some(name),
            _ => None,
        }
    }

    /// Whether the second variable is the machine's `p` and the first one a size, so that it is at
    /// most that.
    pub fn is_bounded(&self) -> bool {
        let roles: Vec<Role> = self.variables.iter().map(|one| one.role).collect();
        // Processors that exchange messages may be more than a size that is the length of these.
        !self.is_multicomputer() && matches!(roles.as_slice(), [Role::Input, Role::Processors, ..])
    }

    /// Whether the same holds of the names that vary.
    pub fn is_varied_bounded(&self) -> bool {
        !self.is_multicomputer()
            && matches!(self.roles.as_slice(), [Role::Input, Role::Processors, ..])
    }

    /// A size in the variables of formulas.
    pub fn at(&self, size: &[i64]) -> Vec<i64> {
        (self.variables.iter())
            .map(|one| match one.value {
                Value::Varied(place) => size[place],
                Value::Fixed(value) => value,
            })
            .collect()
    }

    /// A size, from its values in the variables of formulas.
    pub fn varied_of(&self, at: &[i64]) -> Vec<i64> {
        let mut size = vec![0; self.varied.len()];
        for (variable, value) in self.variables.iter().zip(at) {
            if let Value::Varied(place) = variable.value {
                size[place] = *value;
            }
        }
        size
    }

    /// A size by name.
    pub fn size(&self, at: &[i64]) -> Size {
        let values =
            (at.iter().zip(&self.decimals)).map(|(value, digits)| SizeValue::new(*value, *digits));
        self.varied.iter().cloned().zip(values).collect()
    }

    /// The values of a size in their units, as [`Axes::size`] gave them names.
    pub fn units_of(&self, size: &Size) -> Option<Vec<i64>> {
        let values = size.values().zip(&self.decimals);
        values
            .map(|(value, digits)| value.scaled(*digits))
            .collect()
    }

    /// The digits of the names that vary besides `p`.
    fn decimals_without_processors(&self) -> impl Iterator<Item = u32> + '_ {
        let all = self.roles.iter().zip(&self.decimals);
        all.filter(|(role, _)| **role != Role::Processors)
            .map(|(_, digits)| *digits)
    }

    /// The place of `p` among the names that vary.
    fn place_of_processors(&self) -> Option<usize> {
        self.roles.iter().position(|role| *role == Role::Processors)
    }

    /// A size without `p`.
    pub fn without_processors(&self, at: &[i64]) -> Vec<i64> {
        let mut at = at.to_vec();
        if let Some(place) = self.place_of_processors() {
            at.remove(place);
        }
        at
    }

    /// A size without `p` by name.
    pub fn size_without_processors(&self, at: &[i64]) -> Size {
        let places = self.varied.iter().zip(&self.roles);
        let names = places
            .filter(|(_, role)| **role != Role::Processors)
            .map(|(name, _)| name.clone());
        let values = at.iter().zip(self.decimals_without_processors());
        let values = values.map(|(value, digits)| SizeValue::new(*value, digits));
        names.zip(values).collect()
    }

    /// A growth in the names that vary only: what stays the same is a constant.
    pub fn in_varied(&self, growths: Vec<Growth>) -> Vec<Growth> {
        let count = self.varied.len();
        let alone = growths.into_iter().map(|growth| {
            let mut orders = vec![Order::default(); count];
            for (variable, order) in self.variables.iter().zip(&growth.orders) {
                if let Value::Varied(place) = variable.value {
                    orders[place] = *order;
                }
            }
            // log(n/p) with p fixed is log n.
            let is_fixed = |at: usize| {
                (self.variables.get(at)).is_some_and(|one| matches!(one.value, Value::Fixed(_)))
            };
            let mut quotient_log = growth.quotient_log;
            if is_fixed(1)
                && let Some(first) = orders.first_mut()
            {
                first.log += quotient_log;
                quotient_log = 0.0;
            }
            Growth {
                orders,
                quotient_log,
            }
        });
        growth::leading(alone, count, self.is_varied_bounded())
    }

    /// The class in words.
    pub fn theta_text(&self, growths: &[Growth]) -> String {
        growth::theta_text(growths, &self.varied)
    }

    /// The series of a quantity.
    pub fn series(&self, counted: Counted, value: impl Fn(&Measured) -> u64) -> Series {
        let point = |one: &Measured| Point {
            at: self.at(&one.at),
            value: value(one),
            held_out: one.held_out,
        };
        Series {
            beside: counted.beside.iter().map(point).collect(),
            digits: counted.digits,
            ..self.series_of(counted.measured.iter().map(point).collect())
        }
    }

    /// The series of these points, which are in the variables of formulas.
    pub fn series_of(&self, points: Vec<Point>) -> Series {
        Series {
            variables: self.spellings(),
            times: self
                .variables
                .iter()
                .filter(|one| one.role.is_time())
                .count(),
            inputs: (self.variables.iter())
                .map(|one| one.role == Role::Input)
                .collect(),
            second_is_bounded: self.is_bounded(),
            points,
            digits: 0,
            beside: Vec::new(),
            decimals: (self.variables.iter())
                .map(|one| match one.value {
                    Value::Varied(place) => self.decimals[place],
                    Value::Fixed(_) => 0,
                })
                .collect(),
        }
    }
}
