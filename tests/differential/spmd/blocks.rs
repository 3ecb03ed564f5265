//! The blocks of random programs: of processors, and of tasks on processors.

use pram::network::TopologyShape;

use super::generator::{Scope, Tape};

/// Of what the blocks of a program are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Blocks {
    Processors,
    /// Now and then there is one of processors between them.
    Tasks,
}

/// The indices of a block, as many as it has ranges.
pub const INDICES: [&str; 3] = ["i", "j", "k"];

/// The head of a block.
struct Head {
    /// What stands in its brackets.
    ranges: String,
    number: String,
    width: u32,
    /// First index and length of each range, where channels may have a queue for each of them.
    sides: Vec<(u32, u32)>,
}

impl Head {
    /// One index, and how a number follows from it.
    fn of_one(ranges: &str, number: &str, width: u32) -> Self {
        Self {
            ranges: ranges.to_owned(),
            number: number.to_owned(),
            width,
            sides: Vec::new(),
        }
    }

    /// An index in each dimension: the last one is the fastest.
    fn of_sides(sides: Vec<(u32, u32)>) -> Self {
        let mut ranges = Vec::new();
        let mut number = String::new();
        for ((first, length), name) in sides.iter().zip(INDICES) {
            let last = first + length - 1;
            ranges.push(format!("{name} od {first} do {last}"));
            let index = match first {
                0 => name.to_owned(),
                first => format!("({name}-{first})"),
            };
            number = if number.is_empty() {
                index
            } else {
                format!("({number}*{length} + {index})")
            };
        }
        Self {
            ranges: format!("za svaki {}", ranges.join(", ")),
            number,
            width: sides.iter().map(|(_, length)| length).product(),
            sides,
        }
    }
}

impl Tape<'_> {
    pub fn block(&mut self) {
        if self.state.blocks == Blocks::Tasks && !self.chance(4) {
            self.tasks();
        } else {
            self.processors();
        }
    }

    fn processors(&mut self) {
        let p = self.state.setting.processors();
        let sides = match self.state.setting.topology.shape() {
            TopologyShape::Mesh(sides) | TopologyShape::Torus(sides) if sides.len() == 2 => {
                (sides[0], sides[1])
            }
            _ if p.is_multiple_of(2) => (2, p / 2),
            _ => (1, p),
        };
        let head = match self.choose(7) {
            3 => {
                let width = 1 + self.choose(p as usize) as u32;
                let last = width - 1;
                Head::of_one(&format!("za svaki i od 0 do {last}"), "i", width)
            }
            4 => Head::of_one("za svaki i od 2 do 2*p korak 2", "(i/2 - 1)", p),
            5 | 6 => {
                let first = self.choose(2) as u32;
                Head::of_sides(vec![(first, sides.0), (0, sides.1)])
            }
            _ => Head::of_one("za svaki procesor i, i = 0, ..., p-1", "i", p),
        };
        let mut scope = scope(&head);
        if self.chance(3) {
            scope.channels = self.channels(&head.sides, head.width);
        }
        self.line(&format!("paralelno ({})", head.ranges));
        self.body(scope, None);
        self.line("kraj_paralelno");
    }

    /// More of them than processors, or fewer.
    fn tasks(&mut self) {
        let most = self.state.setting.processors().min(8) as usize * 2 + 4;
        let head = match self.choose(6) {
            2 => {
                let width = 1 + self.choose(most) as u32;
                let ranges = format!("za svaki i od 2 do {} korak 2", 2 * width);
                Head::of_one(&ranges, "(i/2 - 1)", width)
            }
            3 => {
                let width = 1 + self.choose(most) as u32;
                let last = width - 1;
                let ranges = format!("za svaki i od {last} do 0 korak -1");
                Head::of_one(&ranges, &format!("({last} - i)"), width)
            }
            4 => {
                let sides = [2, 4, 5].map(|most| self.choose(most) as u32);
                Head::of_sides(vec![(sides[0], 1 + sides[1]), (0, 1 + sides[2])])
            }
            5 => {
                let sides = [2, 3, 3, 3].map(|most| self.choose(most) as u32);
                Head::of_sides(vec![
                    (0, 1 + sides[1]),
                    (sides[0], 1 + sides[2]),
                    (0, 1 + sides[3]),
                ])
            }
            _ => {
                let width = 1 + self.choose(most) as u32;
                let last = width - 1;
                Head::of_one(&format!("za svaki i, i = 0, ..., {last}"), "i", width)
            }
        };
        let mut scope = scope(&head);
        scope.is_of_tasks = true;
        scope.channels = self.channels(&head.sides, head.width);
        let (clause, place) = self.mapping(&head);
        let words = ["paralelno zadaci", "parallel tasks"];
        let words = words[usize::from(self.chance(4))];
        self.line(&format!("{words} ({}){clause}", head.ranges));
        "m".clone_into(&mut scope.place);
        self.body(scope, Some(&place));
        self.line("kraj_paralelno");
        if self.chance(10) {
            self.line("paralelno zadaci (za svaki i od 0 do -1) na i");
            self.line("    x = i;");
            self.line("kraj_paralelno");
        }
    }

    /// Where tasks are: the clause, and the number of a task's processor.
    fn mapping(&mut self, head: &Head) -> (String, String) {
        let Head { number, width, .. } = head;
        let together = 1 + self.choose(3);
        let places = [
            format!("{number} mod p"),
            "0".to_owned(),
            format!("{number}/{together} mod p"),
            format!("{number}*p/{width}"),
            format!("(7*{number}*{number} + 3) mod p"),
            format!("p - 1 - {number} mod p"),
            "(i + c) mod p".to_owned(),
            format!("najveci({number}, {together}) mod p"),
            // There may be no such processor.
            number.clone(),
            format!("{number} - 1"),
            format!("p/{number}"),
            format!("{number} mod (p + 1)"),
        ];
        // "Without `na`": "owner of k = ⌊((k+1)p−1)/n⌋".
        let blocks = format!("(({number} + 1)*p - 1)/{width}");
        let among = if self.state.is_careless && self.chance(4) {
            places.len()
        } else {
            8
        };
        match self.choose(among + 2) {
            0 | 1 => (String::new(), blocks),
            which => {
                let place = &places[which - 2];
                let word = ["na", "on"][usize::from(self.chance(4))];
                (format!(" {word} {place}"), place.clone())
            }
        }
    }

    /// What processors or tasks do; these begin with the number of their processor.
    fn body(&mut self, mut scope: Scope, place: Option<&str>) {
        self.indented(|tape| {
            if let Some(place) = place {
                tape.line(&format!("m = {place};"));
            }
            tape.line("x = i + 1;");
            tape.line("y = 3;");
            tape.line("w = 0.5;");
            tape.line("e = x > 2;");
            tape.line("lokalno L[4] = {3, 1, 4, 1};");
            tape.line("lokalno R[4] = 0;");
            tape.line("lokalno K[3,2] = 2;");
            for name in ["x", "y"] {
                scope.ints.push(name.to_owned());
                scope.int_targets.push(name.to_owned());
            }
            if tape.chance(3) {
                tape.line("c += x;");
                scope.int_targets.push("c".to_owned());
            }
            for _ in 0..2 + tape.choose(5) {
                tape.phase(&scope);
            }
            if tape.chance(2) {
                tape.line("ispisi(\"end \", x, \" \", y, \" \", w, L[]);");
            }
        });
    }
}

/// What a statement in a block may name.
fn scope(head: &Head) -> Scope {
    let mut ints = ["c", "n", "p"].map(String::from).to_vec();
    ints.extend(
        INDICES
            .map(String::from)
            .into_iter()
            .take(head.sides.len().max(1)),
    );
    Scope {
        ints,
        int_targets: Vec::new(),
        nesting: 0,
        number: head.number.clone(),
        width: head.width,
        place: head.number.clone(),
        is_of_tasks: false,
        channels: Vec::new(),
        sides: head.sides.clone(),
    }
}
