//! The forms that a statement or an item can be written in: what may be left out is there or is
//! not, and what may be repeated stands there once, twice, three times and more.

use super::{Kind, Scope, Tape};

impl Tape<'_> {
    /// None, one, two, three of something and more, separated by commas.
    fn several(&mut self, least: usize, one: impl FnMut(&mut Self) -> String) -> String {
        let count = least + self.choose(6 - least);
        let mut one = one;
        let all: Vec<String> = (0..count).map(|_| one(self)).collect();
        all.join(", ")
    }

    /// The items in front of everything: inputs, the machine.
    pub fn inputs(&mut self, n: usize) {
        let shapes = ["A[n]", "B[n]", "C[n]"];
        let at = self.choose(4);
        let line = match at {
            0 => format!("ulaz n = {n}, {};", shapes.join(", ")),
            1 => format!("ulaz n = {n}; ulaz {};", shapes.join(", ")),
            2 => format!(
                "ulaz n = {n}, {}; ulaz {}, {};",
                shapes[0], shapes[1], shapes[2]
            ),
            _ => format!(
                "ulaz n = {n}; ulaz {}; ulaz {}, {};",
                shapes[0], shapes[1], shapes[2]
            ),
        };
        self.line(&line);
    }

    /// What a file says of itself: a run takes no notice of the growth that is claimed.
    pub fn claims(&mut self) {
        let mut names_sequential = false;
        for _ in 0..self.choose(3) {
            let measure = ["T", "W", "C"][self.choose(3)];
            let sizes = ["", "(n)", "(n, p)", "(n, p, d)", "(n, p, d, B)"][self.choose(5)];
            let unit = ["", " rounds", " steps", " instructions"][self.choose(4)];
            let growth = ["O", "Theta", "Omega", "Θ", "Ω"][self.choose(5)];
            let formula = ["n", "n log n", "n log(n)", "n^2 log n", "log n"][self.choose(5)];
            let choice = self.choose(6);
            let is_sequential = matches!(choice, 1 | 2);
            let line = match choice {
                0 => "tvrdnja model = CRCW;".to_owned(),
                // A file names one sequential algorithm at most.
                1 | 2 if names_sequential => continue,
                1 => "slijedno fa;".to_owned(),
                2 => "slijedno +_fe;".to_owned(),
                3 => format!("tvrdnja {measure}{sizes}{unit} = 2*n + 1;"),
                _ => format!("tvrdnja {measure}{sizes}{unit} = {growth}({formula});"),
            };
            names_sequential |= is_sequential;
            self.line(&line);
        }
    }

    /// The machine that the file is for, with its number of processors or without.
    pub fn machine(&mut self) {
        let arguments = [
            "(p = 3)",
            "(p = 3, d = 2)",
            "(p = 3, d = 2, B = 3)",
            "",
            "()",
        ];
        let arguments = arguments[self.choose(5)];
        let model = ["CREW", "crcw", "EREW", "CRCW-common", "ercw-sum"][self.choose(5)];
        self.state.machine = arguments.contains('p');
        self.line(&format!("stroj {model}{arguments};"));
    }

    /// A declaration of several names, some of them with values.
    pub fn declares(&mut self, inside: &mut Scope) {
        let mut names = Vec::new();
        let declared = self.several(1, |tape| {
            let name = tape.fresh("_t");
            let value = tape.choose(20);
            names.push(name.clone());
            let exponent = ["", "e001", "E2", "e+1", "E-12"][tape.choose(5)];
            match tape.choose(3) {
                0 => format!(
                    "{name} = {value}{}{exponent}",
                    ["e0 + 0.25", ".25"][tape.choose(2)]
                ),
                _ => format!("{name} = {value}"),
            }
        });
        // Those with reals are never read: an int may be expected.
        self.line(&format!("lokalno {declared};"));
        for (name, part) in names.iter().zip(declared.split(", ")) {
            if !part.contains('.') {
                inside.ints.push(name.clone());
                inside.int_targets.push(name.clone());
            }
        }
    }

    /// An array of an own with its list.
    pub fn listed(&mut self, inside: &mut Scope) {
        let name = self.fresh("L");
        let count = self.choose(6);
        let items: Vec<String> = (0..count).map(|at| at.to_string()).collect();
        let list = match (self.choose(3), count) {
            (1, 1..) => format!("{{{},}}", items.join(", ")),
            (2, _) => format!("[{}]", items.join(", ")),
            _ => format!("{{{}}}", items.join(", ")),
        };
        let storage = ["lokalno", "lokalno polje"][self.choose(2)];
        self.line(&format!("{storage} {name}[{count}] = {list};"));
        if count > 0 {
            inside.ints.push(format!("{name}[{}]", count - 1));
        }
    }

    /// Tasks side by side, in each of the forms that such a block has.
    fn side_by_side(&mut self, scope: &Scope) {
        let [open, close] = [
            ["paralelno {", "}"],
            ["paralelno", "kraj_paralelno"],
            ["paralelno begin", "end"],
            ["pardo", "end"],
            ["paralelno asinkrono {", "}"],
        ][self.choose(if self.state.asynchronous { 4 } else { 5 })];
        let mut inside = scope.of_block();
        for each in &mut inside.arrays {
            each.index = None;
        }
        self.line(open);
        self.indented(|tape| {
            for _ in 0..=tape.choose(4) {
                let mut task = inside.clone();
                // Without anything to assign it would be the empty statement, which is no task.
                if tape.choose(3) == 0 && !task.int_targets.is_empty() {
                    tape.assign_element(&task);
                    continue;
                }
                tape.line("{");
                tape.indented(|tape| tape.block_body(&mut task));
                tape.line("}");
            }
        });
        self.line(close);
    }

    /// A statement in a form that is seldom seen.
    pub fn seldom(&mut self, scope: &Scope) {
        match self.choose(15) {
            12..=14 if scope.depth < 2 && !scope.native && !scope.arrays.is_empty() => {
                self.side_by_side(scope);
            }
            0 | 1 => self.chain(scope),
            2 => self.printed(scope),
            3 => {
                let condition = self.condition(scope, 1);
                let always = format!("{condition} or not ({condition})");
                let line = match self.choose(4) {
                    0 => format!("tvrdi({always});"),
                    1 => format!("tvrdi({always}, \"always\");"),
                    2 => format!("tvrdi {always};"),
                    _ => format!("tvrdi {always}, \"always\";"),
                };
                self.line(&line);
            }
            4 => match self.pick(&scope.int_targets) {
                Some(target) => {
                    let (before, behind) = self
                        .pick(&[("++", ""), ("--", ""), ("", "++"), ("", "--")])
                        .expect("some");
                    self.line(&format!("{before}{target}{behind};"));
                }
                None => self.line(";"),
            },
            5 => self.compound(scope),
            6 => self.loop_of_any_form(scope),
            7 if scope.callable >= 5 && scope.depth == 0 => {
                let array = self.array(scope, Kind::Int).map(|array| array.name);
                let operator = ["+", "*", "max", "min", "xor", "and", "or"][self.choose(7)];
                let array = match operator {
                    "and" | "or" => Some("Q".to_owned()),
                    _ => array,
                };
                let name = format!("{operator}{}", ["_fe", "-fe", "-fe", "_2"][self.choose(4)]);
                self.line(&format!("{name}({}[]);", array.unwrap_or("A".to_owned())));
            }
            8 if scope.callable >= 6 => {
                let least = ["f0();", "f4(1, 2, 3, 4);", "s = f4(1, 2, 3, 4);"];
                let among = if scope.int_targets.iter().any(|name| name == "s") {
                    3
                } else {
                    2
                };
                let call = least[self.choose(among)];
                self.line(call);
            }
            9 => self.line("ispisi();"),
            10 if scope.callable >= 6 && scope.depth == 0 => {
                let row = self.plain_int(scope, 0);
                self.line(&format!("ca = fm(M[], ({row}) mod 3);"));
            }
            _ => self.signs(scope),
        }
    }

    /// `ako … inace ako … inace ako … inace …`, with and without `onda`.
    fn chain(&mut self, scope: &Scope) {
        let others = self.choose(5);
        let then = self.chance(2);
        let condition = self.condition(scope, 1);
        let head = |condition: &str| {
            if then {
                format!("ako {condition} onda")
            } else {
                format!("ako ({condition}) {{")
            }
        };
        let close = if then { "" } else { "} " };
        self.line(&head(&condition));
        self.part(scope, then);
        for _ in 0..others {
            let condition = self.condition(scope, 0);
            self.line(&format!("{close}inace {}", head(&condition)));
            self.part(scope, then);
        }
        if self.chance(2) {
            let open = if then { "" } else { " {" };
            self.line(&format!("{close}inace{open}"));
            self.part(scope, then);
        }
        self.line(if then { "kraj_ako" } else { "}" });
    }

    /// The statements of a part of a chain. Without braces a part must not end in an `ako` of one
    /// statement, which would take the next `inace`.
    fn part(&mut self, scope: &Scope, then: bool) {
        self.body(scope);
        if then {
            self.line("    ;");
        }
    }

    fn printed(&mut self, scope: &Scope) {
        let parts = self.several(1, |tape| {
            if tape.chance(3) {
                let text = ["", "x", "ab", "x = ", "a\\\"b"][tape.choose(5)];
                format!("\"{text}\"")
            } else if tape.chance(4) {
                tape.shown(scope)
            } else {
                tape.plain_int(scope, 0)
            }
        });
        // `(a) + b` begins with a bracket that is not that of `ispisi`.
        if self.chance(2) && !parts.starts_with('(') {
            self.line(&format!("ispisi {parts};"));
        } else {
            self.line(&format!("ispisi({parts});"));
        }
    }

    /// Something with whole arrays.
    fn shown(&mut self, scope: &Scope) -> String {
        let arrays = scope.arrays.iter();
        let whole = arrays.filter(|array| array.whole && array.kind == Kind::Int);
        let whole: Vec<String> = whole.map(|array| array.name.clone()).collect();
        let Some(name) = self.pick(&whole) else {
            return self.plain_int(scope, 0);
        };
        let scalar = self.plain_int(scope, 0);
        match self.choose(6) {
            0 => format!("{name}[]"),
            1 => format!("unatrag({name}[])"),
            2 => format!("max({name}[], {scalar}) - {name}[]"),
            3 => format!("{name}[0 do {}]", self.choose(3)),
            4 if scope.callable >= 4 => format!("fd({name}[] + 1)"),
            _ => format!("{name}[] * ({scalar} mod 5)"),
        }
    }

    fn compound(&mut self, scope: &Scope) {
        let Some(target) = self.pick(&scope.int_targets) else {
            return self.line(";");
        };
        let small = 1 + self.choose(3);
        let line = match self.choose(8) {
            0 => format!("{target} *= {small}; {target} %= 1000;"),
            1 => format!("{target} /= {small};"),
            2 => format!("{target} %= {small} + 4;"),
            3 => format!("{target} %= 7; {target} = abs({target}); {target} ^= {small};"),
            4 => format!("{target} −= {small};"),
            5 => format!("{target} –= {small};"),
            6 => format!("{target} %= 99; {target} ·= {small};"),
            _ => format!("{target} %= 99; {target} ×= {small};"),
        };
        self.line(&line);
    }

    /// Operators in front of one another, and chains of one operator.
    fn signs(&mut self, scope: &Scope) {
        let Some(target) = self.pick(&scope.int_targets) else {
            return self.line(";");
        };
        let operand = self.plain_int(scope, 0);
        let others: Vec<String> = (0..3 + self.choose(2))
            .map(|_| self.plain_int(scope, 0))
            .collect();
        let all: Vec<String> = others.iter().map(|other| format!("{other} < 9")).collect();
        let chain = |operator: &str, first: &str| {
            let rest: Vec<String> = others.iter().map(|other| format!("({other})")).collect();
            format!(
                "({first}) {operator} {}",
                rest.join(&format!(" {operator} "))
            )
        };
        let line = match self.choose(15) {
            10 => format!("{target} = ({operand}) / 2 / 1 / 3 / 2;"),
            11 => format!("{target} = ({operand}) mod 90 mod 50 mod 40 mod 7;"),
            12 => format!("{target} = ({operand}) mod 9 * 2 * 1 * 3 * 2;"),
            13 => format!("{target} = ({operand}) mod 9 << 1 << 0 << 2 << 1;"),
            14 => format!("{target} = ({operand}) >> 1 >> 0 >> 2 >> 1;"),
            0 => format!("{target} = NOT NOT NOT ({operand});"),
            1 if self.chance(2) => format!("{target} = - -({operand}); {target} = - - -{target};"),
            1 => format!("{target} = NOT NOT ({operand});"),
            2 if self.chance(2) => {
                format!("{target} = floor(log 8) + floor(log  {}) - ({operand});", 4)
            }
            2 => format!("{target} = ⌊log ⌈15/2⌉⌋ + ⌈log  ⌊9/2⌋⌉ - ({operand});"),
            3 => format!("{target} = ({}) mod 100;", chain("-", &operand)),
            4 => format!("{target} = {};", chain("OR", &operand)),
            5 => format!("{target} = {};", chain("AND", &operand)),
            6 => format!("{target} = {};", chain("XOR", &operand)),
            7 => format!(
                "ako (not not not ({operand} > 1) or {}) {target} = 5;",
                all.join(" or ")
            ),
            8 => format!(
                "ako ({operand} > -9 and {}) {target} = 6;",
                all.join(" and ")
            ),
            _ => format!("{target} = 2 ^ (({operand}) mod 3) ^ 1 ^ 2;"),
        };
        self.line(&line);
    }

    fn loop_of_any_form(&mut self, scope: &Scope) {
        let variable = self.fresh("j");
        let bound = self.small(scope);
        let mut inside = Scope {
            loops: scope.loops + 1,
            ..scope.clone()
        };
        inside.ints.push(variable.clone());
        let w = self.fresh("w");
        match self.choose(7) {
            0 => self.line(&format!("ponovi za {variable} = 1 do {bound}")),
            1 => self.line(&format!("ponovi (za {variable} = 0 do {bound})")),
            2 => self.line(&format!("ponovi za {variable} = 0, 2, ..., {bound}")),
            3 => {
                let step = 1 + self.choose(3);
                self.line(&format!(
                    "ponovi (za {variable} od 6 do {bound} korak -{step})"
                ));
            }
            4 => self.line(&format!("za ({variable} = 0, 1, 2, ..., 3) {{")),
            choice => {
                let ends = format!("    {w} -= 1; ako ({w} <= 0) prekini;");
                self.line(&format!("{w} = {bound}; {variable} = 1;"));
                if choice == 5 {
                    let condition = [format!("({w} > 0)"), format!("{w} > 0")];
                    let condition = &condition[self.choose(2)];
                    self.line(&format!("ponovi dok {condition}"));
                } else {
                    self.line("za (;;) {");
                }
                self.line(&ends);
                self.body(&inside);
                return self.line(if choice == 5 { "kraj_ponovi" } else { "}" });
            }
        }
        let braces = self.out.trim_end().ends_with('{');
        self.body(&inside);
        self.line(if braces { "}" } else { "kraj_ponovi" });
    }
}
