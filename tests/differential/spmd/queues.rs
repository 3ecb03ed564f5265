//! Channels of random programs, and what goes through their queues.

use super::generator::{Scope, Tape};

/// Queues, one for each processor or task of a block.
#[derive(Debug, Clone)]
pub struct Channel {
    name: String,
    /// First index and length of each range; none where queues are numbered.
    sides: Vec<(u32, u32)>,
    /// What its messages hold, and where that goes: as many words in each, whoever sends it.
    items: &'static str,
    targets: &'static str,
}

const CONTENTS: [(&str, &str); 5] = [
    ("x", "y"),
    ("x, L[]", "y, R[]"),
    ("K[1, ]", "R[2 do 3]"),
    ("", ""),
    ("x*2 - 1, w", "y, w"),
];

impl Channel {
    /// The queue of the processor or task with this number.
    fn queue(&self, number: &str) -> String {
        if self.sides.is_empty() {
            return format!("{}[{number}]", self.name);
        }
        let mut behind: u32 = self.sides.iter().map(|(_, length)| length).product();
        let subscripts = self.sides.iter().map(|(first, length)| {
            behind /= length;
            format!("({number})/{behind} mod {length} + {first}")
        });
        let subscripts: Vec<String> = subscripts.collect();
        format!("{}[{}]", self.name, subscripts.join(", "))
    }
}

impl Tape<'_> {
    /// The channels of a block of so many: numbered, or with its indices.
    pub fn channels(&mut self, sides: &[(u32, u32)], width: u32) -> Vec<Channel> {
        let count = self.choose(5);
        let mut channels = Vec::new();
        let mut declarators = Vec::new();
        for _ in 0..count {
            let name = self.fresh("Q");
            let (items, targets) = CONTENTS[self.choose(CONTENTS.len())];
            let sides = if self.chance(2) {
                Vec::new()
            } else {
                sides.to_vec()
            };
            let lengths = if sides.is_empty() {
                width.to_string()
            } else {
                let lengths = sides.iter().map(|(first, length)| first + length);
                let lengths: Vec<String> = lengths.map(|length| length.to_string()).collect();
                lengths.join(",")
            };
            declarators.push(format!("{name}[{lengths}]"));
            channels.push(Channel {
                name,
                sides,
                items,
                targets,
            });
        }
        let word = ["kanal", "channel"][usize::from(self.chance(4))];
        if !declarators.is_empty() {
            self.line(&format!("{word} {};", declarators.join(", ")));
        }
        channels
    }

    /// Messages through the queues of a channel.
    pub fn queues(&mut self, scope: &Scope) {
        let channel = self.pick(&scope.channels).expect("there are some");
        let (width, number) = (scope.width, &scope.number);
        let (items, targets) = (channel.items, channel.targets);
        let sending = ["posalji", "posalji_odmah"][usize::from(self.chance(5))];
        let own = channel.queue(number);
        let other = self.choose(width as usize);
        match self.choose(7) {
            0 | 1 => {
                let to = channel.queue(&format!("({number} + {other}) mod {width}"));
                self.line(&format!("{sending} {items} prema {to};"));
                if self.chance(2) {
                    self.statement(scope);
                }
                self.line(&format!("primi {targets} od {own};"));
            }
            2 | 3 => self.gather_in_queue(scope, &channel, other),
            4 => {
                self.line(&format!("ako ({number} > 0) primi {targets} od {own};"));
                self.line("x = (x + y) mod 19;");
                let next = channel.queue(&format!("{number} + 1"));
                self.line(&format!(
                    "ako ({number} < {width} - 1) {sending} {items} prema {next};"
                ));
            }
            5 => {
                let variable = self.fresh("v");
                let to = channel.queue(&variable);
                self.line(&format!("ako ({number} == {other}) {{"));
                self.line(&format!("    za {variable} = {width} - 1 do 0 korak -1"));
                self.line(&format!("        {sending} {items} prema {to};"));
                self.line("}");
                self.line(&format!("primi {targets} od {own};"));
            }
            _ if self.state.is_careless => self.careless_queue(scope, &channel, other),
            _ => {
                // Two messages one behind the other, across the block.
                let to = channel.queue(&format!("{width} - 1 - {number}"));
                self.line(&format!("{sending} {items} prema {to};"));
                self.line("x += 1;");
                self.line(&format!("{sending} {items} prema {to};"));
                self.line(&format!("primi {targets} od {own};"));
                self.line(&format!("primi {targets} od {own};"));
            }
        }
    }

    /// Messages of many senders in one queue, in the order of arrival.
    fn gather_in_queue(&mut self, scope: &Scope, channel: &Channel, root: usize) {
        let (width, number) = (scope.width, &scope.number);
        let (items, targets) = (channel.items, channel.targets);
        let (own, to) = (channel.queue(number), channel.queue(&root.to_string()));
        let who = self.fresh("tko");
        self.line(&format!("ako ({number} == {root}) {{"));
        self.line(&format!("    ponovi {width} - 1 puta"));
        self.line(&format!("        primi {targets} od {own} kao {who};"));
        self.line(&format!("        x = (2*x + y * {who}) mod 101;"));
        self.line(&format!("        ispisi(\"od \", {who}, \" \", y);"));
        self.line("    kraj_ponovi");
        self.line(&format!("}} inace posalji {items} prema {to};"));
    }

    fn careless_queue(&mut self, scope: &Scope, channel: &Channel, other: usize) {
        let (width, number) = (scope.width, &scope.number);
        let (items, targets) = (channel.items, channel.targets);
        let condition = self.condition(scope, 1);
        let own = channel.queue(number);
        let its = channel.queue(&other.to_string());
        let beyond = channel.queue(&format!("{number} + {other}"));
        let next = channel.queue(&format!("({number} + 1) mod {width}"));
        let lines = [
            format!("ako ({condition}) primi {targets} od {own};"),
            format!("ako ({condition}) posalji {items} prema {its};"),
            format!("ako ({condition}) primi {targets} od {its};"),
            format!("posalji {items} prema {beyond};"),
            format!("posalji {items} prema {next}; primi {targets} od {next};"),
            format!("ako ({condition}) posalji x prema ja;"),
            format!("ako ({condition}) ograda;"),
            format!("ako ({condition}) posalji x, x prema {its};"),
        ];
        self.line_of(&lines);
    }
}
