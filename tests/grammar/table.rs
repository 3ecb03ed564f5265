//! The grammar as a table: every place where a text can go one way or another.

use std::collections::BTreeMap;
use std::fmt;

use pest_meta::ast::{Expr, Rule, RuleType};
use pest_meta::parser;

/// One way to go at one place of the grammar: an alternative that is taken, an optional part that
/// is there or is not, a repetition with so many items.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Way {
    /// The place, in [`Grammar::forks`].
    pub fork: usize,
    /// Which: an alternative from 0; 0 or 1 of an optional part; 0, 1, 2, or 3 for more items.
    pub which: usize,
}

/// A repetition of this many items or more is one way.
pub const MANY: usize = 3;

/// A place where a text can go one way or another.
#[derive(Debug)]
pub struct Fork {
    /// The rule that it is in.
    pub rule: String,
    /// What the text can go, as the grammar spells it: an alternative each, or what is optional or
    /// repeated.
    pub parts: Vec<String>,
    kind: Kind,
    /// In a rule whose parts follow one another without blanks.
    is_atomic: bool,
    /// What is looked for without being read.
    is_ahead: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Choice,
    Optional,
    /// With at least so many items.
    Repeated(usize),
}

/// An expression of the grammar.
#[derive(Debug)]
pub enum Node {
    Text(String),
    Rule(usize),
    Builtin(Builtin),
    Ahead(Box<Node>),
    NotAhead(Box<Node>),
    Sequence(Vec<Node>),
    /// The fork and its alternatives.
    Choice(usize, Vec<Node>),
    Optional(usize, Box<Node>),
    /// The fork, the least number of items, the item.
    Repeated(usize, usize, Box<Node>),
}

/// What pest itself knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Builtin {
    Start,
    End,
    Any,
    AsciiDigit,
    XidStart,
    XidContinue,
}

/// A rule.
#[derive(Debug)]
pub struct Definition {
    /// No blanks between its parts.
    pub is_atomic: bool,
    pub body: Node,
}

/// The files of `grammar/`, read by the reader that the parser itself is made with.
pub struct Grammar {
    pub rules: Vec<Definition>,
    pub names: BTreeMap<String, usize>,
    pub forks: Vec<Fork>,
    /// How many `!` and `&` are around what is being read.
    ahead: usize,
}

impl Grammar {
    /// Of the texts of all files.
    pub fn read(text: &str) -> Self {
        let pairs = parser::parse(parser::Rule::grammar_rules, text).expect("pest reads it too");
        let rules = parser::consume_rules(pairs).expect("pest reads it too");
        let names = (rules.iter().enumerate()).map(|(at, rule)| (rule.name.clone(), at));
        let mut grammar = Self {
            rules: Vec::new(),
            names: names.collect(),
            forks: Vec::new(),
            ahead: 0,
        };
        for rule in &rules {
            let body = grammar.node(rule, &rule.expr);
            grammar.rules.push(Definition {
                is_atomic: is_atomic(rule),
                body,
            });
        }
        grammar
    }

    fn fork(&mut self, rule: &Rule, parts: &[&Expr], kind: Kind) -> usize {
        self.forks.push(Fork {
            rule: rule.name.clone(),
            parts: parts.iter().map(|part| spelled(part)).collect(),
            kind,
            is_atomic: is_atomic(rule),
            is_ahead: self.ahead > 0,
        });
        self.forks.len() - 1
    }

    fn node(&mut self, rule: &Rule, expr: &Expr) -> Node {
        let boxed = |this: &mut Self, part: &Expr| Box::new(this.node(rule, part));
        match expr {
            Expr::Str(text) => Node::Text(text.clone()),
            Expr::Ident(name) => match self.names.get(name) {
                Some(&rule) => Node::Rule(rule),
                None => Node::Builtin(builtin(name)),
            },
            Expr::PosPred(part) | Expr::NegPred(part) => {
                self.ahead += 1;
                let node = boxed(self, part);
                self.ahead -= 1;
                match expr {
                    Expr::PosPred(_) => Node::Ahead(node),
                    _ => Node::NotAhead(node),
                }
            }
            Expr::Seq(..) => {
                let parts = flat(expr, &|expr| match expr {
                    Expr::Seq(left, right) => Some((left, right)),
                    _ => None,
                });
                Node::Sequence(parts.iter().map(|part| self.node(rule, part)).collect())
            }
            Expr::Choice(..) => {
                let parts = flat(expr, &|expr| match expr {
                    Expr::Choice(left, right) => Some((left, right)),
                    _ => None,
                });
                let fork = self.fork(rule, &parts, Kind::Choice);
                Node::Choice(
                    fork,
                    parts.iter().map(|part| self.node(rule, part)).collect(),
                )
            }
            Expr::Opt(part) => {
                let fork = self.fork(rule, &[part.as_ref()], Kind::Optional);
                Node::Optional(fork, boxed(self, part))
            }
            Expr::Rep(part) => {
                let fork = self.fork(rule, &[part.as_ref()], Kind::Repeated(0));
                Node::Repeated(fork, 0, boxed(self, part))
            }
            Expr::RepOnce(part) => {
                let fork = self.fork(rule, &[part.as_ref()], Kind::Repeated(1));
                Node::Repeated(fork, 1, boxed(self, part))
            }
            other => panic!("{}: not known here: {other:?}", rule.name),
        }
    }

    /// All ways that there are.
    pub fn ways(&self) -> Vec<Way> {
        let of = |(fork, one): (usize, &Fork)| {
            let which = match one.kind {
                Kind::Choice => 0..one.parts.len(),
                Kind::Optional => 0..2,
                Kind::Repeated(least) => least..MANY + 1,
            };
            which
                .map(move |which| Way { fork, which })
                .collect::<Vec<_>>()
        };
        self.forks.iter().enumerate().flat_map(of).collect()
    }

    /// Whether it is more than characters of one word, and no `!` or `&` holds it.
    pub fn is_structure(&self, way: Way) -> bool {
        let fork = &self.forks[way.fork];
        let is_character = fork.is_atomic && matches!(fork.kind, Kind::Repeated(_));
        !is_character && !fork.is_ahead
    }

    /// Rule and way in words.
    pub fn told(&self, way: Way) -> Told<'_> {
        Told {
            fork: &self.forks[way.fork],
            which: way.which,
        }
    }
}

/// A way in words.
pub struct Told<'g> {
    fork: &'g Fork,
    which: usize,
}

impl fmt::Display for Told<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fork {
            rule, parts, kind, ..
        } = self.fork;
        let which = self.which;
        match kind {
            Kind::Choice => write!(f, "{rule}: {}", parts[which]),
            Kind::Optional if which == 0 => write!(f, "{rule}: without ({})?", parts[0]),
            Kind::Optional => write!(f, "{rule}: with ({})?", parts[0]),
            Kind::Repeated(_) if which == MANY => {
                write!(f, "{rule}: ({})* {MANY} times or more", parts[0])
            }
            Kind::Repeated(_) => write!(f, "{rule}: ({})* {which} times", parts[0]),
        }
    }
}

fn is_atomic(rule: &Rule) -> bool {
    matches!(rule.ty, RuleType::Atomic | RuleType::CompoundAtomic)
}

fn builtin(name: &str) -> Builtin {
    match name {
        "SOI" => Builtin::Start,
        "EOI" => Builtin::End,
        "ANY" => Builtin::Any,
        "ASCII_DIGIT" => Builtin::AsciiDigit,
        "XID_START" => Builtin::XidStart,
        "XID_CONTINUE" => Builtin::XidContinue,
        other => panic!("no rule {other}"),
    }
}

/// The parts of nested pairs, in order.
fn flat<'e>(
    expr: &'e Expr,
    split: &impl Fn(&'e Expr) -> Option<(&'e Expr, &'e Expr)>,
) -> Vec<&'e Expr> {
    match split(expr) {
        Some((left, right)) => {
            let mut parts = flat(left, split);
            parts.extend(flat(right, split));
            parts
        }
        None => vec![expr],
    }
}

/// As the grammar has it.
fn spelled(expr: &Expr) -> String {
    match expr {
        Expr::Str(text) => format!("{text:?}"),
        Expr::Ident(name) => name.clone(),
        Expr::PosPred(part) => format!("&{}", bracketed(part)),
        Expr::NegPred(part) => format!("!{}", bracketed(part)),
        Expr::Seq(left, right) => format!("{} ~ {}", bracketed(left), bracketed(right)),
        Expr::Choice(left, right) => format!("{} | {}", spelled(left), spelled(right)),
        Expr::Opt(part) => format!("{}?", bracketed(part)),
        Expr::Rep(part) => format!("{}*", bracketed(part)),
        Expr::RepOnce(part) => format!("{}+", bracketed(part)),
        other => format!("{other:?}"),
    }
}

fn bracketed(expr: &Expr) -> String {
    match expr {
        Expr::Choice(..) => format!("({})", spelled(expr)),
        _ => spelled(expr),
    }
}
