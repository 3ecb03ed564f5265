//! Atoms: functions of a size, of which closed forms are products.
//!
//! An atom has an exact value (None if it is irrational: an integer count can equal `log(n)` only at
//! powers of two), a real value, a spelling in the language and an order of growth.

use num_rational::Ratio;

use super::order::Order;
use super::tree::Tree;

/// The argument of an atom, by the positions of the variables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AtomArgument {
    /// `n`
    Variable(u8),
    /// `n/p`
    Quotient(u8, u8),
    /// A property of the tree with the first variable's number of leaves and the second one's number of
    /// children per node: `log(n)/log(B)`
    Tree(Tree, u8, u8),
}

/// A function of one argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Function {
    /// x
    Identity,
    /// ⌈x⌉
    Ceiling,
    /// ⌊x⌋
    Floor,
    /// ⌈x/2⌉
    CeilingHalf,
    /// ⌊x/2⌋
    FloorHalf,
    /// log x
    Log,
    /// ⌈log x⌉
    CeilingLog,
    /// ⌊log x⌋
    FloorLog,
    /// ⌈log(x − 1)⌉: the rounds of pointer jumping in a list of x elements
    CeilingLogBefore,
    /// log log x
    LogLog,
    /// ⌈log log x⌉
    CeilingLogLog,
    /// ⌊log log x⌋
    FloorLogLog,
    /// √x
    Root,
    /// ⌈√x⌉
    CeilingRoot,
    /// ⌊√x⌋
    FloorRoot,
    /// 2^⌈log x⌉
    NextTwoPower,
    /// 2^⌊log x⌋
    LastTwoPower,
    /// 3^log x
    ThreeToLog,
    /// 2^x
    Exponential,
}

/// A function with its argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Atom {
    /// The argument.
    pub argument: AtomArgument,
    /// The function.
    pub function: Function,
}

/// The largest exponent of two in exact values.
const LARGEST_EXPONENT: i128 = 100;

impl Atom {
    /// A function of a variable.
    pub fn of(function: Function, variable: u8) -> Self {
        Self {
            argument: AtomArgument::Variable(variable),
            function,
        }
    }

    /// A function of a quotient of two variables.
    pub fn of_quotient(function: Function, over: u8, under: u8) -> Self {
        Self {
            argument: AtomArgument::Quotient(over, under),
            function,
        }
    }

    /// A property of the tree with `leaves` leaves whose nodes have `children` children.
    pub fn of_tree(tree: Tree, leaves: u8, children: u8) -> Self {
        Self {
            argument: AtomArgument::Tree(tree, leaves, children),
            function: Function::Identity,
        }
    }

    /// Whether a variable occurs in the argument.
    pub fn is_of(self, variable: usize) -> bool {
        let is = |own: u8| usize::from(own) == variable;
        match self.argument {
            AtomArgument::Variable(own) => is(own),
            AtomArgument::Quotient(one, two) | AtomArgument::Tree(_, one, two) => {
                is(one) || is(two)
            }
        }
    }

    /// The value at a size. None if it is irrational, undefined or too large.
    pub fn exact(self, at: &[i64]) -> Option<Ratio<i128>> {
        let x = self.argument.value(at)?;
        let positive = *x.numer() > 0;
        match self.function {
            Function::Identity => Some(x),
            Function::Ceiling => Some(x.ceil()),
            Function::Floor => Some(x.floor()),
            Function::CeilingHalf => Some((x / 2).ceil()),
            Function::FloorHalf => Some((x / 2).floor()),
            Function::Log => whole_log(x).map(Ratio::from),
            Function::CeilingLog => positive.then(|| ceiling_log(x).into()),
            Function::FloorLog => positive.then(|| floor_log(x).into()),
            Function::CeilingLogBefore => {
                let before = x - 1;
                (*before.numer() > 0).then(|| ceiling_log(before).into())
            }
            Function::LogLog => {
                let log = whole_log(x)?;
                whole_log(log.into()).map(Ratio::from)
            }
            // ⌈log log x⌉ = ⌈log ⌈log x⌉⌉, and likewise for floors.
            Function::CeilingLogLog => {
                let log = positive.then(|| ceiling_log(x)).filter(|log| *log > 0)?;
                Some(ceiling_log(log.into()).into())
            }
            Function::FloorLogLog => {
                let log = positive.then(|| floor_log(x)).filter(|log| *log > 0)?;
                Some(floor_log(log.into()).into())
            }
            Function::Root => {
                let (numerator, denominator) = (floor_root(*x.numer())?, floor_root(*x.denom())?);
                let root = Ratio::new(numerator, denominator);
                (root * root == x).then_some(root)
            }
            Function::CeilingRoot => {
                let root = floor_root(x.ceil().to_integer())?;
                Some(
                    if Ratio::from(root * root) < x {
                        root + 1
                    } else {
                        root
                    }
                    .into(),
                )
            }
            Function::FloorRoot => floor_root(x.floor().to_integer()).map(Ratio::from),
            Function::NextTwoPower => positive.then(|| ceiling_log(x)).and_then(two_to),
            Function::LastTwoPower => positive.then(|| floor_log(x)).and_then(two_to),
            Function::ThreeToLog => {
                let log = u32::try_from(whole_log(x)?).ok().filter(|log| *log < 60)?;
                Some(3_i128.pow(log).into())
            }
            Function::Exponential => (x.is_integer()).then(|| two_to(*x.numer())).flatten(),
        }
    }

    /// The value at a size as a real number; it may be infinite or NaN.
    pub fn real(self, at: &[f64]) -> f64 {
        let x = match self.argument {
            AtomArgument::Variable(variable) => at[usize::from(variable)],
            AtomArgument::Quotient(over, under) => at[usize::from(over)] / at[usize::from(under)],
            AtomArgument::Tree(tree, leaves, children) => {
                tree.real(at[usize::from(leaves)], at[usize::from(children)])
            }
        };
        match self.function {
            Function::Identity => x,
            Function::Ceiling => x.ceil(),
            Function::Floor => x.floor(),
            Function::CeilingHalf => (x / 2.0).ceil(),
            Function::FloorHalf => (x / 2.0).floor(),
            Function::Log => x.log2(),
            Function::CeilingLog => x.log2().ceil(),
            Function::FloorLog => x.log2().floor(),
            Function::CeilingLogBefore => (x - 1.0).log2().ceil(),
            Function::LogLog => x.log2().log2(),
            Function::CeilingLogLog => x.log2().log2().ceil(),
            Function::FloorLogLog => x.log2().log2().floor(),
            Function::Root => x.sqrt(),
            Function::CeilingRoot => x.sqrt().ceil(),
            Function::FloorRoot => x.sqrt().floor(),
            Function::NextTwoPower => x.log2().ceil().exp2(),
            Function::LastTwoPower => x.log2().floor().exp2(),
            Function::ThreeToLog => 3_f64.powf(x.log2()),
            Function::Exponential => x.exp2(),
        }
    }

    /// The spelling in the language.
    pub fn text(self, variables: &[String]) -> String {
        let x = match self.argument {
            AtomArgument::Variable(variable) => variables[usize::from(variable)].clone(),
            AtomArgument::Quotient(over, under) => format!(
                "{}/{}",
                variables[usize::from(over)],
                variables[usize::from(under)]
            ),
            AtomArgument::Tree(tree, leaves, children) => tree.text(
                &variables[usize::from(leaves)],
                &variables[usize::from(children)],
            ),
        };
        match self.function {
            Function::Identity => x,
            Function::Ceiling => format!("ceil({x})"),
            Function::Floor => format!("floor({x})"),
            Function::CeilingHalf => format!("ceil({x}/2)"),
            Function::FloorHalf => format!("floor({x}/2)"),
            Function::Log => format!("log({x})"),
            Function::CeilingLog => format!("ceil(log({x}))"),
            Function::FloorLog => format!("floor(log({x}))"),
            Function::CeilingLogBefore => format!("ceil(log({x} - 1))"),
            Function::LogLog => format!("log(log({x}))"),
            Function::CeilingLogLog => format!("ceil(log(log({x})))"),
            Function::FloorLogLog => format!("floor(log(log({x})))"),
            Function::Root => format!("sqrt({x})"),
            Function::CeilingRoot => format!("ceil(sqrt({x}))"),
            Function::FloorRoot => format!("floor(sqrt({x}))"),
            Function::NextTwoPower => format!("2^ceil(log({x}))"),
            Function::LastTwoPower => format!("2^floor(log({x}))"),
            Function::ThreeToLog => format!("3^log({x})"),
            Function::Exponential => format!("2^{x}"),
        }
    }

    /// Whether the spelling is itself a power, so that a power of it needs parentheses.
    pub fn is_power(self) -> bool {
        matches!(
            self.function,
            Function::NextTwoPower
                | Function::LastTwoPower
                | Function::ThreeToLog
                | Function::Exponential
        )
    }

    /// The order of growth in the argument, which rounding does not change.
    pub fn order(self) -> Order {
        let mut order = Order::default();
        match self.function {
            Function::Identity
            | Function::Ceiling
            | Function::Floor
            | Function::CeilingHalf
            | Function::FloorHalf
            | Function::NextTwoPower
            | Function::LastTwoPower => order.power = 1.0,
            Function::Log
            | Function::CeilingLog
            | Function::FloorLog
            | Function::CeilingLogBefore => order.log = 1.0,
            Function::LogLog | Function::CeilingLogLog | Function::FloorLogLog => {
                order.log_log = 1.0;
            }
            Function::Root | Function::CeilingRoot | Function::FloorRoot => order.power = 0.5,
            Function::ThreeToLog => order.power = 3_f64.log2(),
            Function::Exponential => order.exponential = 1.0,
        }
        order
    }

    /// A measure of how unlikely the atom is in a formula, for the order of the search: 1 for `n`.
    pub fn weight(self) -> u32 {
        let argument = match self.argument {
            AtomArgument::Variable(_) => 0,
            AtomArgument::Quotient(..) | AtomArgument::Tree(Tree::Height, ..) => 1,
            AtomArgument::Tree(Tree::Levels, ..) => 2,
            AtomArgument::Tree(Tree::Root, ..) => 3,
        };
        argument
            + match self.function {
                Function::Identity | Function::Log => 1,
                Function::Ceiling | Function::CeilingLog | Function::Root => 2,
                Function::FloorLog | Function::Floor => 3,
                Function::LogLog | Function::CeilingRoot | Function::Exponential => 4,
                Function::CeilingLogBefore => 4,
                Function::CeilingHalf | Function::FloorHalf | Function::FloorRoot => 4,
                Function::CeilingLogLog | Function::FloorLogLog => 5,
                Function::NextTwoPower | Function::LastTwoPower => 5,
                Function::ThreeToLog => 6,
            }
    }
}

impl AtomArgument {
    fn value(self, at: &[i64]) -> Option<Ratio<i128>> {
        match self {
            Self::Variable(variable) => Some(i128::from(at[usize::from(variable)]).into()),
            Self::Quotient(over, under) => {
                let under = i128::from(at[usize::from(under)]);
                (under != 0).then(|| Ratio::new(i128::from(at[usize::from(over)]), under))
            }
            Self::Tree(tree, leaves, children) => {
                tree.exact(at[usize::from(leaves)], at[usize::from(children)])
            }
        }
    }
}

/// The smallest k with 2^k ≥ x, for x > 0.
fn ceiling_log(x: Ratio<i128>) -> i128 {
    -floor_log(x.recip())
}

/// The largest k with 2^k ≤ x, for x > 0.
fn floor_log(x: Ratio<i128>) -> i128 {
    let (numerator, denominator) = (*x.numer(), *x.denom());
    if numerator >= denominator {
        i128::from((numerator / denominator).ilog2())
    } else {
        // For negative k, 2^k ≤ a/b is 2^−k ≥ b/a.
        let up = (denominator + numerator - 1) / numerator;
        let log = up.ilog2();
        let exact = 1_i128 << log >= up;
        -i128::from(if exact { log } else { log + 1 })
    }
}

/// The k for which x = 2^k.
fn whole_log(x: Ratio<i128>) -> Option<i128> {
    let log = (*x.numer() > 0).then(|| floor_log(x))?;
    (two_to(log)? == x).then_some(log)
}

fn two_to(exponent: i128) -> Option<Ratio<i128>> {
    if exponent.abs() > LARGEST_EXPONENT {
        return None;
    }
    let power = Ratio::from(1_i128 << exponent.unsigned_abs());
    Some(if exponent < 0 { power.recip() } else { power })
}

fn floor_root(x: i128) -> Option<i128> {
    (x >= 0).then(|| x.isqrt())
}
