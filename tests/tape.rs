//! Random programs are written from a tape of choices: an exhausted tape chooses 0, the simplest, so
//! that a shorter tape with smaller numbers is a simpler program, and failures shrink.

use std::fmt::Write;

/// The choices, and the program as far as it is written.
pub struct Tape<'t, State> {
    choices: &'t [u16],
    next: usize,
    indent: usize,
    names: usize,
    /// The program.
    pub out: String,
    /// What else the writer knows.
    pub state: State,
}

impl<'t, State> Tape<'t, State> {
    /// A tape from its beginning.
    pub fn new(choices: &'t [u16], state: State) -> Self {
        Self {
            choices,
            next: 0,
            indent: 0,
            names: 0,
            out: String::new(),
            state,
        }
    }

    /// A number below `among`.
    pub fn choose(&mut self, among: usize) -> usize {
        let choice = self.choices.get(self.next).copied().unwrap_or(0);
        self.next += 1;
        usize::from(choice) % among
    }

    /// True once in so many times, never on an exhausted tape.
    pub fn chance(&mut self, among: usize) -> bool {
        self.choose(among) == among - 1
    }

    /// One of these, where there are any.
    pub fn pick<T: Clone>(&mut self, from: &[T]) -> Option<T> {
        if from.is_empty() {
            None
        } else {
            Some(from[self.choose(from.len())].clone())
        }
    }

    /// A name that nothing has yet.
    pub fn fresh(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    /// Writes a line.
    pub fn line(&mut self, text: &str) {
        writeln!(self.out, "{:indent$}{text}", "", indent = self.indent * 4)
            .expect("a string grows");
    }

    /// Writes lines that are indented once more.
    pub fn indented(&mut self, inside: impl FnOnce(&mut Self)) {
        self.indent += 1;
        inside(self);
        self.indent -= 1;
    }
}
