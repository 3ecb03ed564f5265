//! Reads a text with the grammar and tells which way it went at every fork.

use super::table::{Builtin, Grammar, MANY, Node, Way};

/// A way that a text went, and the part of it that went there: of a repetition one for each item
/// (`item` is its number, from 0) and one for all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    pub way: Way,
    pub item: Option<usize>,
    pub from: usize,
    pub to: usize,
}

/// Reads by one rule, from one place of a text.
pub struct Reader<'g> {
    grammar: &'g Grammar,
    text: &'g str,
    blank: usize,
    steps: Vec<Step>,
    /// What was met where it must not be: that a `!` holds back is a way too.
    held_back: Vec<Step>,
}

impl<'g> Reader<'g> {
    /// Where a rule that begins at `at` ends, and which ways it went; none where it does not fit.
    pub fn read(
        grammar: &'g Grammar,
        rule: &str,
        text: &'g str,
        at: usize,
    ) -> (Option<usize>, Vec<Step>) {
        let mut reader = Self {
            grammar,
            text,
            blank: grammar.names["WHITESPACE"],
            steps: Vec::new(),
            held_back: Vec::new(),
        };
        let end = reader.rule(grammar.names[rule], at, false);
        let mut steps = reader.steps;
        if end.is_none() {
            steps.clear();
        }
        steps.append(&mut reader.held_back);
        (end, steps)
    }

    fn rule(&mut self, rule: usize, at: usize, atomic: bool) -> Option<usize> {
        let grammar = self.grammar;
        let definition = &grammar.rules[rule];
        self.node(&definition.body, at, atomic || definition.is_atomic)
    }

    /// Tries something; where it does not fit, it went no way.
    fn node(&mut self, node: &'g Node, at: usize, atomic: bool) -> Option<usize> {
        let mark = self.steps.len();
        let end = self.follow(node, at, atomic);
        if end.is_none() {
            self.steps.truncate(mark);
        }
        end
    }

    fn follow(&mut self, node: &'g Node, at: usize, atomic: bool) -> Option<usize> {
        match node {
            Node::Text(text) => self.text[at..].starts_with(text).then(|| at + text.len()),
            Node::Rule(rule) => self.rule(*rule, at, atomic),
            Node::Builtin(builtin) => self.builtin(*builtin, at),
            Node::Ahead(part) => self.node(part, at, atomic).map(|_| at),
            Node::NotAhead(part) => {
                let mark = self.steps.len();
                if self.node(part, at, atomic).is_none() {
                    return Some(at);
                }
                let met = self.steps.drain(mark..);
                self.held_back.extend(met);
                None
            }
            Node::Sequence(parts) => {
                let mut end = at;
                for (place, part) in parts.iter().enumerate() {
                    if place > 0 {
                        end = self.skip(end, atomic);
                    }
                    end = self.node(part, end, atomic)?;
                }
                Some(end)
            }
            Node::Choice(fork, parts) => {
                for (which, part) in parts.iter().enumerate() {
                    if let Some(end) = self.node(part, at, atomic) {
                        self.step(*fork, which, None, at, end);
                        return Some(end);
                    }
                }
                None
            }
            Node::Optional(fork, part) => {
                let found = self.node(part, at, atomic);
                let end = found.unwrap_or(at);
                self.step(*fork, usize::from(found.is_some()), None, at, end);
                Some(end)
            }
            Node::Repeated(fork, least, part) => {
                let (mut count, mut end) = (0, at);
                loop {
                    let from = if count == 0 {
                        end
                    } else {
                        self.skip(end, atomic)
                    };
                    match self.node(part, from, atomic) {
                        Some(next) if next > end => {
                            self.step(*fork, MANY, Some(count), end, next);
                            (count, end) = (count + 1, next);
                        }
                        _ => break,
                    }
                }
                if count < *least {
                    return None;
                }
                self.step(*fork, count.min(MANY), None, at, end);
                Some(end)
            }
        }
    }

    fn step(&mut self, fork: usize, which: usize, item: Option<usize>, from: usize, to: usize) {
        let way = Way { fork, which };
        self.steps.push(Step {
            way,
            item,
            from,
            to,
        });
    }

    /// Over blanks, where they may stand.
    fn skip(&mut self, mut at: usize, atomic: bool) -> usize {
        while !atomic && let Some(end) = self.rule(self.blank, at, true) {
            at = end;
        }
        at
    }

    fn builtin(&self, builtin: Builtin, at: usize) -> Option<usize> {
        let next = self.text[at..].chars().next();
        let one = |holds: fn(char) -> bool| {
            let next = next.filter(|next| holds(*next))?;
            Some(at + next.len_utf8())
        };
        match builtin {
            Builtin::Start => (at == 0).then_some(at),
            Builtin::End => next.is_none().then_some(at),
            Builtin::Any => one(|_| true),
            Builtin::AsciiDigit => one(|next| next.is_ascii_digit()),
            Builtin::XidStart => one(pest::unicode::XID_START),
            Builtin::XidContinue => one(pest::unicode::XID_CONTINUE),
        }
    }
}
