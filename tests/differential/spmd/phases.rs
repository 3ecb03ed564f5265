//! Exchanges of messages in random programs.

use super::blocks::INDICES;
use super::generator::{Scope, Tape};

/// What a message holds, and where it goes: pairs of items and targets with as many words.
const CONTENTS: [(&str, &str); 12] = [
    ("x", "y"),
    ("x + 1", "y"),
    ("x, L[]", "y, R[]"),
    ("L[1 do 2]", "R[0 do 1]"),
    ("K[1, ]", "R[2 do 3]"),
    ("K[]", "K[]"),
    ("", ""),
    ("L[x mod 4]", "R[1]"),
    ("w", "w"),
    ("x, y", "w, x"),
    ("L[2 do 1], x*2 - 1", "R[1 do 0], y"),
    ("K[ , 0], R[0]", "L[0 do 2], K[2, 1]"),
];

impl Tape<'_> {
    fn content(&mut self) -> (String, String) {
        let (items, targets) = CONTENTS[self.choose(CONTENTS.len())];
        if self.state.is_careless && self.chance(12) {
            // Of another number of words, or of another kind.
            return (items.to_owned(), "y, L[0 do 1]".to_owned());
        }
        (items.to_owned(), targets.to_owned())
    }

    fn sending(&mut self) -> &'static str {
        let words = [
            "posalji",
            "posalji",
            "posalji_odmah",
            "posalji",
            "posalji_sinkrono",
        ];
        let among = if self.state.is_careless { 5 } else { 4 };
        words[self.choose(among)]
    }

    fn tag(&mut self) -> String {
        match self.choose(4) {
            3 => format!(" oznaka {}", self.choose(3)),
            _ => String::new(),
        }
    }

    pub fn phase(&mut self, scope: &Scope) {
        if !scope.channels.is_empty() && self.chance(3) {
            return self.queues(scope);
        }
        match self.choose(15) {
            0 | 1 => self.shift(scope),
            2 => self.permutation(scope),
            3 => self.pairs(scope),
            4 => self.gather(scope),
            5 => self.gather_from_anyone(scope),
            6 => self.scatter(scope),
            7 => self.stretches(scope),
            8 => self.through_algorithm(scope),
            9 => self.along_a_side(scope),
            10 => self.neighbours(scope),
            11 if self.state.is_careless => self.careless(scope),
            12 => self.tags(scope),
            13 if scope.is_of_tasks => self.pairs(scope),
            13 if self.state.is_careless && self.chance(4) => {
                self.line(&format!("ako ({} > 0) ograda;", scope.number));
            }
            13 => self.line("ograda;"),
            _ => {
                for _ in 0..=self.choose(3) {
                    self.statement(scope);
                }
            }
        }
        if self.chance(2) {
            self.statement(scope);
        }
    }

    /// Everyone sends to the processor some places further.
    fn shift(&mut self, scope: &Scope) {
        let (width, number) = (scope.width as usize, &scope.number);
        let by = self.choose(width.max(1));
        let back = width - by;
        let (items, targets) = self.content();
        let (sending, tag) = (self.sending(), self.tag());
        let send = format!("{sending} {items} prema ({number} + {by}) mod {width}{tag};");
        let received = if self.chance(3) { String::new() } else { tag };
        let receive = format!("primi {targets} od ({number} + {back}) mod {width}{received};");
        let times = self.choose(3);
        if times == 2 {
            self.line("ponovi 2 puta");
        }
        if self.chance(3) && by % 2 == 1 {
            // Also without buffers.
            self.line(&format!("ako ({number} mod 2 == 0) {{ {send} {receive} }}"));
            self.line(&format!("inace {{ {receive} {send} }}"));
        } else {
            self.line(&format!("{send} {receive}"));
        }
        if times == 2 {
            self.line("kraj_ponovi");
        }
    }

    /// Everyone sends to another, by a table.
    fn permutation(&mut self, scope: &Scope) {
        let width = scope.width as usize;
        let mut receivers: Vec<usize> = (0..width).collect();
        for at in (1..width).rev() {
            receivers.swap(at, self.choose(at + 1));
        }
        let sender = |of: usize| receivers.iter().position(|receiver| *receiver == of);
        let senders: Vec<usize> = (0..width).filter_map(sender).collect();
        let list = |numbers: &[usize]| {
            let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
            numbers.join(", ")
        };
        let (to, from) = (self.fresh("To"), self.fresh("Od"));
        self.line(&format!(
            "lokalno {to}[{width}] = {{{}}};",
            list(&receivers)
        ));
        self.line(&format!(
            "lokalno {from}[{width}] = {{{}}};",
            list(&senders)
        ));
        let (items, targets) = self.content();
        let sending = self.sending();
        let number = &scope.number;
        self.line(&format!("{sending} {items} prema {to}[{number}];"));
        if self.chance(3) {
            self.statement(scope);
        }
        self.line(&format!("primi {targets} od {from}[{number}];"));
    }

    /// Two and two exchange; the lower one sends first.
    fn pairs(&mut self, scope: &Scope) {
        let number = &scope.number;
        let bit = 1 << self.choose(2);
        let (items, targets) = self.content();
        let sending = self.sending();
        let partner = self.fresh("s");
        self.line(&format!("{partner} = {number} XOR {bit};"));
        self.line(&format!("ako ({partner} < {}) {{", scope.width));
        let send = format!("{sending} {items} prema {partner};");
        let receive = format!("primi {targets} od {partner};");
        self.line(&format!(
            "    ako ({number} < {partner}) {{ {send} {receive} }}"
        ));
        self.line(&format!("    inace {{ {receive} {send} }}"));
        self.line("}");
    }

    fn gather(&mut self, scope: &Scope) {
        let (width, number) = (scope.width, &scope.number);
        let root = self.choose(width as usize);
        let (items, targets) = self.content();
        let (sending, tag) = (self.sending(), self.tag());
        let variable = self.fresh("v");
        self.line(&format!("ako ({number} == {root}) {{"));
        let head = if self.chance(2) {
            format!("za {variable} = {width} - 1 do 0 korak -1")
        } else {
            format!("za {variable} = 0 do {width} - 1")
        };
        self.line(&format!("    {head} {{"));
        self.line(&format!(
            "        ako ({variable} != {root}) primi {targets} od {variable};"
        ));
        if self.chance(2) {
            self.line("        x = (x + y) mod 17;");
        }
        self.line("    }");
        self.line(&format!("}} inace {sending} {items} prema {root}{tag};"));
    }

    /// What comes first is taken first, by the order that the machine defines.
    fn gather_from_anyone(&mut self, scope: &Scope) {
        let (width, number) = (scope.width, &scope.number);
        let root = self.choose(width as usize);
        let sending = self.sending();
        let tag = self.choose(3);
        let (mark, wanted) = match self.choose(3) {
            0 => (String::new(), String::new()),
            1 => (format!(" oznaka {tag}"), String::new()),
            _ => (format!(" oznaka {tag}"), format!(" oznaka {tag}")),
        };
        let who = self.fresh("tko");
        self.line(&format!("ako ({number} == {root}) {{"));
        self.line(&format!("    ponovi {width} - 1 puta"));
        let answers = self.chance(3);
        if self.chance(4) {
            self.line(&format!("        primi y od bilo_koga{wanted};"));
            self.line("        x = (2*x + y) mod 101;");
        } else {
            self.line(&format!("        primi y od bilo_koga kao {who}{wanted};"));
            self.line(&format!("        x = (2*x + y * {who}) mod 101;"));
            if answers {
                self.line(&format!("        posalji x prema {who};"));
            }
            self.line(&format!("        ispisi(\"od \", {who}, \" \", y);"));
            if answers {
                self.line("    kraj_ponovi");
                self.line(&format!(
                    "}} inace {{ {sending} x prema {root}{mark}; primi y od {root}; }}"
                ));
                return;
            }
        }
        self.line("    kraj_ponovi");
        self.line(&format!("}} inace {sending} x prema {root}{mark};"));
    }

    fn scatter(&mut self, scope: &Scope) {
        let (width, number) = (scope.width, &scope.number);
        let root = self.choose(width as usize);
        let (items, targets) = self.content();
        let sending = self.sending();
        let variable = self.fresh("v");
        self.line(&format!("ako ({number} == {root}) {{"));
        self.line(&format!("    za {variable} = 0 do {width} - 1"));
        self.line(&format!(
            "        ako ({variable} != {root}) {sending} {items} prema {variable};"
        ));
        self.line(&format!("}} inace primi {targets} od {root};"));
    }

    /// Own stretches of a distributed array go to one processor, each of another length.
    fn stretches(&mut self, scope: &Scope) {
        let shares = self.state.shares.clone();
        let Some(share) = self.pick(&shares) else {
            return;
        };
        let number = &scope.number;
        let variable = self.fresh("v");
        let (Some(own), Some(its)) = (share.stretch(number), share.stretch(&variable)) else {
            return self.statement(scope);
        };
        // Numbers of tasks are not those of their processors.
        if scope.is_of_tasks {
            return self.own_cells(scope);
        }
        let buffer = self.fresh("S");
        let lengths = if share.has_rows { "rr,cc" } else { "n" };
        let its = its.replacen(&share.name, &buffer, 1);
        let (width, sending) = (scope.width, self.sending());
        self.line(&format!("lokalno {buffer}[{lengths}] = 0;"));
        self.line(&format!("ako ({number} == 0) {{"));
        self.line(&format!("    za {variable} = 1 do {width} - 1"));
        self.line(&format!("        primi {its} od {variable};"));
        self.line(&format!("}} inace {sending} {own} prema 0;"));
        self.line(&format!("{} += 1;", own.trim_end_matches(';')));
        self.line(&format!("ako ({number} == 0) ispisi({buffer}[]);"));
    }

    fn through_algorithm(&mut self, scope: &Scope) {
        let (width, number) = (scope.width as usize, &scope.number);
        let by = self.choose(width);
        let array = ["L", "R"][self.choose(2)];
        let times = 1 + self.choose(3);
        let call = format!(
            "dodaj({array}[], ({number} + {by}) mod {width}, ({number} + {}) mod {width}, {times})",
            width - by
        );
        if self.chance(2) {
            self.line(&format!("x = {call};"));
        } else {
            self.line(&format!("{call};"));
        }
    }

    /// By indices, where the block has several.
    fn along_a_side(&mut self, scope: &Scope) {
        if scope.sides.is_empty() {
            return self.shift(scope);
        }
        let (items, targets) = self.content();
        let sending = self.sending();
        let side = self.choose(scope.sides.len());
        let (first, length) = scope.sides[side];
        let place = |by: u32| {
            let mut indices = INDICES.map(String::from)[..scope.sides.len()].to_vec();
            indices[side] = format!(
                "({} - {first} + {by}) mod {length} + {first}",
                INDICES[side]
            );
            indices.join(", ")
        };
        let (to, from) = (place(1), place(length - 1));
        self.line(&format!("{sending} {items} prema ({to});"));
        self.line(&format!("primi {targets} od ({from});"));
    }

    /// By the names of neighbours, where the network has them.
    fn neighbours(&mut self, scope: &Scope) {
        use pram::network::TopologyShape;
        let p = self.state.setting.processors();
        if scope.width != p || scope.is_of_tasks {
            return self.shift(scope);
        }
        let (items, targets) = self.content();
        let sending = self.sending();
        let pair = match self.state.setting.topology.shape() {
            TopologyShape::Ring => [("desno", "lijevo"), ("lijevo", "desno")][self.choose(2)],
            TopologyShape::Torus(sides) if sides.len() == 2 => {
                [("desno", "lijevo"), ("gore", "dolje"), ("dolje", "gore")][self.choose(3)]
            }
            TopologyShape::Hypercube(dimensions) if *dimensions > 0 => {
                let bit = self.choose(*dimensions as usize);
                self.line(&format!("{sending} {items} prema susjed({bit});"));
                return self.line(&format!("primi {targets} od susjed({bit});"));
            }
            TopologyShape::Line => {
                let number = &scope.number;
                self.line(&format!(
                    "ako ({number} < p - 1) {sending} {items} prema desno;"
                ));
                return self.line(&format!("ako ({number} > 0) primi {targets} od lijevo;"));
            }
            _ => return self.shift(scope),
        };
        self.line(&format!(
            "{sending} {items} prema {}; primi {targets} od {};",
            pair.0, pair.1
        ));
    }

    /// Two messages that are received in the other order.
    fn tags(&mut self, scope: &Scope) {
        let (width, number) = (scope.width, &scope.number);
        let to = format!("({number} + 1) mod {width}");
        let from = format!("({number} + {width} - 1) mod {width}");
        self.line(&format!("posalji_odmah x prema {to} oznaka 1;"));
        let second = self.choose(2) + 2;
        self.line(&format!("posalji_odmah y, L[] prema {to} oznaka {second};"));
        self.line(&format!("primi x od {from} oznaka 1;"));
        self.line(&format!("primi y, L[] od {from};"));
    }

    /// What a deadlock, a fault or a message that nobody receives comes from.
    fn careless(&mut self, scope: &Scope) {
        let (width, number) = (scope.width, &scope.number);
        let other = self.choose(width as usize);
        let condition = self.condition(scope, 1);
        let lines = [
            format!("ako ({condition}) posalji x prema {other};"),
            format!(
                "primi x od ({number} + 1) mod {width}; posalji x prema ({number} + 1) mod {width};"
            ),
            format!("ako ({number} == {other}) primi y od bilo_koga;"),
            format!(
                "posalji_sinkrono x prema ({number} + 1) mod {width}; primi x od ({number} + {width} - 1) mod {width};"
            ),
            format!("posalji x prema {number} + {other};"),
            "posalji x prema i; primi x od i;".to_owned(),
            format!("ako ({condition}) x = 1 / (x mod 2);"),
            format!("primi x od {other} oznaka 7;"),
            // A fault while messages are on their way.
            format!(
                "ako ({number} == {other}) L[4 + x mod 2 - 1] = y; inace {{ ako ({number} mod 2 == 0) posalji_sinkrono L[] prema ({number} + 1) mod {width}; inace primi R[] od ({number} + {width} - 1) mod {width}; }}"
            ),
        ];
        self.line_of(&lines);
    }
}
