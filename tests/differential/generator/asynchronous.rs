//! Random programs for the asynchronous PRAM: sections between barriers of all and of a part, in
//! which almost always each processor keeps to cells of its own.

use super::{Array, Kind, Scope, Tape};

impl Tape<'_> {
    /// Sequential statements, synchronous blocks and asynchronous ones.
    pub fn asynchronous_program(&mut self, scope: &mut Scope, statements: usize) {
        for _ in 0..statements {
            if self.choose(3) == 0 {
                self.statement(scope);
            } else {
                self.native_block(scope);
            }
        }
    }

    fn native_block(&mut self, scope: &Scope) {
        let index = self.fresh("i");
        // How many processors there are, and how many of their own cells arrays have at least.
        let mut number = index.clone();
        let mut others = Vec::new();
        let (range, length) = match self.choose(7) {
            5 | 6 => {
                // Four processors, by three or four ranges.
                let (one, two) = (self.fresh("h"), self.fresh("h"));
                number = format!("({index} * 2 + {two})");
                others = vec![one.clone(), two.clone()];
                let last = if self.chance(2) {
                    let last = self.fresh("h");
                    others.push(last.clone());
                    format!(", {last} od 7 do 7")
                } else {
                    String::new()
                };
                let range =
                    format!("{index} od 0 do 1, {one} = 2, 1, ..., 2, {two} od 0 do 1{last}");
                (range, "n")
            }
            0 | 1 => (format!("{index} od 0 do n - 1"), "n"),
            2 => (format!("{index} od 0 do 3"), "n"),
            3 => {
                let step = 1 + self.choose(3);
                (format!("{index} od n - 1 do 0 korak -{step}"), "n")
            }
            _ => (format!("procesor {index}, {index} = 0, ..., 2"), "3"),
        };
        let marked = self.choose(3) != 2;
        let word = if marked { "asinkrono " } else { "" };
        self.line(&format!("paralelno {word}(za svaki {range})"));
        let mut inside = Scope {
            depth: scope.depth + 1,
            loops: 0,
            nesting: 1,
            may_leave: self.chance(6),
            native: true,
            callable: 1,
            real_targets: Vec::new(),
            int_targets: Vec::new(),
            bools: Vec::new(),
            bool_targets: Vec::new(),
            ..scope.clone()
        };
        // Shared scalars are met by everyone.
        let shared = self.chance(10);
        inside
            .ints
            .retain(|each| shared || !["s", "g"].contains(&each.as_str()));
        inside.ints.extend(others);
        inside.ints.push(index.clone());
        self.indented(|tape| {
            tape.privates(&mut inside);
            let sections = 1 + tape.choose(3);
            for section in 0..sections {
                tape.each_its_own(&mut inside, &number, length);
                let statements = 1 + tape.choose(4);
                tape.statements(&mut inside, statements);
                // One that is not marked is asynchronous for a barrier that it holds.
                if section + 1 < sections || !marked || tape.chance(3) {
                    tape.barrier(&inside, &number);
                }
            }
        });
        self.line("kraj_paralelno");
    }

    /// Variables of each processor's own, with values from everywhere.
    fn privates(&mut self, inside: &mut Scope) {
        for _ in 0..=self.choose(2) {
            let private = self.fresh("t");
            let value = self.choose(9);
            self.line(&format!("{private} = {value};"));
            inside.ints.push(private.clone());
            inside.int_targets.push(private);
        }
        if self.choose(3) != 0 {
            self.private_array(inside);
        }
        self.private_truth(inside);
    }

    /// Gives each processor of a block cells of its own in the arrays around it, other ones than
    /// in the section before.
    pub fn each_its_own(&mut self, inside: &mut Scope, index: &str, length: &str) {
        for array in &mut inside.arrays {
            let is_private = array.name.starts_with("buf") || array.name.starts_with('P');
            // A shorter array has not enough cells.
            if is_private || (array.length == "3" && length != "3") || array.length == "2" {
                continue;
            }
            let shift = self.choose(4);
            array.own = Some(match shift {
                // `indeks i` runs over what is subscripted with plain i.
                0 if array.kind == Kind::Table => format!("{index} + 0"),
                0 => index.to_owned(),
                _ => format!("({index} + {shift}) mod {}", array.length),
            });
        }
        if length != "3" {
            inside.arrays.retain(|array| array.name != "D");
        }
    }

    /// The own subscript, now and then such that its value has to be waited for.
    pub fn own_subscript(&mut self, scope: &Scope, own: &str) -> String {
        let known = self.pick(&scope.int_targets);
        match (self.choose(8), known) {
            (6, Some(private)) => format!("{own} + 0 * {private}"),
            (7, Some(private)) if scope.native => format!("{own} + 0 * fj({private})"),
            (5, _) if scope.native => {
                let of = |array: &&Array| array.kind == Kind::Int;
                let arrays: Vec<Array> = scope.arrays.iter().filter(of).cloned().collect();
                match self.pick(&arrays) {
                    Some(Array {
                        name,
                        own: Some(other),
                        ..
                    }) => format!("{own} + 0 * {name}[{other}]"),
                    Some(Array {
                        name, own: None, ..
                    }) => format!("{own} + 0 * {name}[1]"),
                    None => own.to_owned(),
                }
            }
            _ => own.to_owned(),
        }
    }

    /// Statements that only asynchronous blocks hold: copies without any operator, loops of reads,
    /// arrays handed to algorithms, barriers under conditions.
    pub fn asynchronous_statement(&mut self, scope: &Scope) {
        let arrays: Vec<Array> = scope
            .arrays
            .iter()
            .filter(|each| each.kind == Kind::Int)
            .cloned()
            .collect();
        let (Some(array), Some(other)) = (self.pick(&arrays), self.pick(&arrays)) else {
            return self.assign_scalar(scope);
        };
        let without = Scope {
            callable: 0,
            ..scope.clone()
        };
        let source = self.element(&without, &other, 0);
        let private = self.pick(&scope.int_targets).unwrap_or("1".to_owned());
        match self.choose(11) {
            9 if self.chance(3) => {
                // Now and then at fault.
                let target = self.element(&without, &array, 0);
                let divisor = self.plain_int(scope, 0);
                self.line(&format!("{target} = 7 / ({divisor});"));
            }
            0..=2 if !scope.int_targets.is_empty() => self.line(&format!("{private} = {source};")),
            3 => {
                let target = self.element(&without, &array, 0);
                self.line(&format!("{target} = {source};"));
            }
            4 => {
                let target = self.element(&without, &array, 0);
                self.line(&format!("{target} = {private};"));
            }
            5 => {
                let variable = self.fresh("k");
                let times = self.choose(4);
                self.line(&format!("za {variable} = {private} do {private} + {times}"));
                let subscript = match &array.own {
                    Some(own) => format!("{own} + 0 * {variable}"),
                    None => format!("{variable} mod 3"),
                };
                let target = format!("{}[{subscript}]", array.name);
                self.line(&format!("    {target} = {private};"));
            }
            6 => {
                let subscript = array.own.clone().unwrap_or("2".to_owned());
                let subscript = self.own_subscript(scope, &subscript);
                self.line(&format!("fi({}, {subscript}, {private});", array.name));
            }
            7 if !scope.int_targets.is_empty() => {
                let subscript = array.own.clone().unwrap_or("1".to_owned());
                self.line(&format!("{private} = fh({}, {subscript});", array.name));
            }
            8 if self.chance(2) => {
                let index = scope.ints.iter().rfind(|name| name.starts_with('i'));
                let index = index.cloned().unwrap_or("0".to_owned());
                self.barrier(scope, &index);
            }
            _ => self.assign_element(scope),
        }
    }

    fn barrier(&mut self, scope: &Scope, index: &str) {
        match self.choose(9) {
            6 => {
                let from = ["od ", ""][self.choose(2)];
                self.line(&format!("ako ({index} < 2) ograda({from}0 do 1);"));
            }
            7 => self.line(&format!(
                "ako ({index} < 4) ograda(od {index} - {index} mod 2 do {index} - {index} mod 2 + 1);"
            )),
            8 => {
                let condition = self.condition(scope, 1);
                self.line(&format!("ako ({condition}) ograda;"));
                if self.choose(3) != 0 {
                    self.line(&format!("ako (not ({condition})) ograda;"));
                }
            }
            _ => {
                let form = ["ograda;", "ograda();"][self.choose(2)];
                self.line(form);
            }
        }
    }
}
