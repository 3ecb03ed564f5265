//! Random programs full of what proofs are about: subscripts that grow with indices, strides,
//! guards, blocks inside blocks, one array under two names, branches beside each other, barriers.

use std::fmt::Write;

use crate::tape;

/// Cells of each array: what a subscript here comes to stays inside, with few exceptions.
pub const CELLS: usize = 120;

/// A middle of the arrays, far from both ends.
const MIDDLE: usize = 40;

/// Where the tape is writing.
struct Place {
    /// In an asynchronous block: barriers may stand here.
    native: bool,
    /// Of an algorithm: it may not call.
    inside_algorithm: bool,
    /// Of asynchronous blocks.
    asynchronous: bool,
}

type Tape<'t> = tape::Tape<'t, Place>;

/// What can be used at some place.
#[derive(Clone, Default)]
struct Scope {
    /// Indices, counters and the scalars that all know.
    known: Vec<String>,
    /// Indices of blocks.
    indices: Vec<String>,
    /// Privates that may be assigned.
    privates: Vec<String>,
    arrays: Vec<String>,
    blocks: usize,
    loops: usize,
    nesting: usize,
    /// Inside a branch or a loop whose length differs among processors.
    uneven: bool,
}

/// A synchronous program, or one of asynchronous blocks. It has the inputs n, m and k, and the
/// arrays A and B of [`CELLS`] cells.
pub fn generate(choices: &[u16], native: bool) -> String {
    let place = Place {
        native,
        inside_algorithm: false,
        asynchronous: native,
    };
    let mut tape = Tape::new(choices, place);
    if native {
        tape.line("stroj apram(d = 3, B = 4);");
    }
    tape.line("ulaz n = 4, m = 3, k = 2;");
    tape.line(&format!("ulaz A[{CELLS}], B[{CELLS}];"));
    tape.algorithms();
    tape.line("program");
    tape.indented(|tape| {
        tape.line(&format!("polje C[{CELLS}] = 1;"));
        tape.line("s = 0;");
        let scope = Scope {
            known: ["n", "m", "k"].map(String::from).to_vec(),
            arrays: ["A", "B", "C"].map(String::from).to_vec(),
            ..Scope::default()
        };
        for _ in 0..=tape.choose(2) {
            tape.top(&scope);
        }
    });
    tape.line("kraj_programa");
    tape.out
}

/// The place of a cell in an array of as many dimensions as there are indices, of these lengths.
fn row_major(indices: &[String], lengths: &[&str]) -> String {
    let (first, others) = indices.split_first().expect("a block has an index");
    let step = |place: String, (index, length): (&String, &&str)| {
        format!("({place})*({length}) + {index}")
    };
    others.iter().zip(lengths).fold(first.clone(), step)
}

impl Tape<'_> {
    fn one_of(&mut self, from: &[String]) -> String {
        self.pick(from).expect("some name is always known")
    }

    /// What is called from inside and from outside of blocks, with one array for both names or
    /// with two.
    fn algorithms(&mut self) {
        self.state.inside_algorithm = true;
        let native = std::mem::replace(&mut self.state.native, false);
        self.line("algoritam fi(X[], Y[], i, n, m, k)");
        self.indented(|tape| {
            let scope = Scope {
                known: ["i", "n", "m", "k"].map(String::from).to_vec(),
                indices: vec!["i".to_owned()],
                arrays: ["X", "Y"].map(String::from).to_vec(),
                blocks: 2,
                nesting: 2,
                ..Scope::default()
            };
            tape.statements(&scope, 2);
        });
        self.line("kraj_algoritma");
        self.line("algoritam fb(X[], Y[], n, m, k)");
        self.indented(|tape| {
            let scope = Scope {
                known: ["n", "m", "k"].map(String::from).to_vec(),
                arrays: ["X", "Y"].map(String::from).to_vec(),
                nesting: 1,
                ..Scope::default()
            };
            tape.block(&scope);
            if tape.chance(3) {
                tape.line("polje R[duljina(X)];");
                tape.line("R[] = Y[] + 1;");
                tape.line("X[] = R[];");
            }
        });
        self.line("kraj_algoritma");
        self.line("algoritam fr(X[])");
        self.line("    polje R[duljina(X)];");
        self.line("    R[] = X[] + 1;");
        self.line("    vrati R[];");
        self.line("kraj_algoritma");
        self.state.native = native;
        self.state.inside_algorithm = false;
    }

    fn top(&mut self, scope: &Scope) {
        match self.choose(8) {
            0..=2 => self.block(scope),
            3 => {
                let counter = self.fresh("d");
                let (from, to, step) = self.pick3(&[
                    ("0", "2", ""),
                    ("2", "0", " korak -1"),
                    ("1", "k", ""),
                    ("0", "k", ""),
                ]);
                self.line(&format!("za {counter} = {from} do {to}{step} {{"));
                let mut inner = scope.clone();
                inner.known.push(format!("2^{counter}"));
                inner.known.push(format!("2^({counter}+1)"));
                inner.known.push(counter);
                self.indented(|tape| tape.block(&inner));
                self.line("}");
            }
            4 => {
                let w = self.fresh("w");
                let factor = ["2", "k", "m"][self.choose(3)];
                self.line(&format!(
                    "za ({w} = 1; {w} < 5; {w} = {w} * {factor} + 1) {{"
                ));
                let mut inner = scope.clone();
                inner.known.push(w);
                self.indented(|tape| tape.block(&inner));
                self.line("}");
            }
            5 => {
                let (x, y) = (self.one_of(&scope.arrays), self.one_of(&scope.arrays));
                self.line(&format!("fb({x}[], {y}[], n, m, k);"));
            }
            6 => {
                let (x, y) = (self.one_of(&scope.arrays), self.one_of(&scope.arrays));
                match self.choose(3) {
                    0 => self.line(&format!("{x}[] = fr({y}[]);")),
                    1 => self.line(&format!("{x}[] = {y}[] + unatrag({x}[]);")),
                    _ => self.line(&format!("{x}[] = {y}[] + s;")),
                }
            }
            _ => {
                self.line("tvrdi(n >= m);");
                self.block(scope);
            }
        }
    }

    fn pick3<'a>(&mut self, from: &[(&'a str, &'a str, &'a str)]) -> (&'a str, &'a str, &'a str) {
        from[self.choose(from.len())]
    }

    fn range(&mut self, scope: &Scope) -> String {
        let from = ["0", "0", "0", "1", "m", "k"][self.choose(6)];
        let to = ["n-1", "n-1", "m-1", "n", "n+m-1", "2*n"][self.choose(6)];
        let power = (scope.known.iter()).rfind(|name| name.starts_with("2^"));
        let step = match self.choose(8) {
            0..=2 => String::new(),
            3 => " korak 2".to_owned(),
            4 => " korak m".to_owned(),
            5 => " korak k+1".to_owned(),
            6 => power.map_or_else(String::new, |power| format!(" korak {power}")),
            _ => return format!("od {to} do {from} korak -1"),
        };
        format!("od {from} do {to}{step}")
    }

    /// The third range of a block, or the fourth: not many processors more.
    fn short_range(&mut self, scope: &Scope) -> String {
        let ranges = [
            "od 0 do 1",
            "od 1 do 0 korak -1",
            "= 0, 2, ..., 3",
            "od 0 do m-1",
            "od k do m",
            "od m do 1 korak -2",
        ];
        // Inside another block there are many already.
        let among = if scope.blocks == 0 { ranges.len() } else { 3 };
        ranges[self.choose(among)].to_owned()
    }

    fn block(&mut self, scope: &Scope) {
        let mut inner = scope.clone();
        inner.blocks += 1;
        inner.privates.clear();
        inner.loops = 0;
        let i = self.fresh("i");
        let mut header = format!("za svaki {i} {}", self.range(scope));
        inner.known.push(i.clone());
        inner.indices = vec![i];
        if self.chance(3) {
            let j = self.fresh("j");
            let _ = write!(header, ", {j} {}", self.range(scope));
            inner.known.push(j.clone());
            inner.indices.push(j);
            for _ in 0..self.choose(3) {
                let l = self.fresh("l");
                let _ = write!(header, ", {l} {}", self.short_range(scope));
                inner.known.push(l.clone());
                inner.indices.push(l);
            }
        }
        let word = if self.state.native && scope.blocks == 0 {
            "paralelno asinkrono"
        } else {
            "paralelno"
        };
        self.line(&format!("{word} ({header})"));
        self.indented(|tape| {
            let count = 1 + tape.choose(3);
            tape.statements(&inner, count);
        });
        self.line("kraj_paralelno");
    }

    fn statements(&mut self, scope: &Scope, count: usize) {
        let mut scope = scope.clone();
        for _ in 0..count {
            self.statement(&mut scope);
        }
    }

    fn statement(&mut self, scope: &mut Scope) {
        let simple = scope.nesting >= 4;
        match self.choose(if simple { 5 } else { 18 }) {
            0 | 1 => {
                let (target, value) = (self.cell(scope), self.value(scope));
                let operator = ["=", "=", "+="][self.choose(3)];
                self.line(&format!("{target} {operator} {value};"));
            }
            2 => {
                let name = self.fresh("x");
                let value = if self.chance(3) {
                    self.value(scope)
                } else {
                    self.subscript(scope)
                };
                self.line(&format!("{name} = {value};"));
                scope.known.push(name.clone());
                scope.privates.push(name);
            }
            3 if !scope.privates.is_empty() => {
                let name = self.one_of(&scope.privates.clone());
                let by = ["1", "m", "n", "k"][self.choose(4)];
                self.line(&format!("{name} += {by};"));
            }
            4 if !self.state.inside_algorithm => {
                let (x, y) = (self.one_of(&scope.arrays), self.one_of(&scope.arrays));
                let subscript = self.subscript(scope);
                self.line(&format!("fi({x}[], {y}[], {subscript}, n, m, k);"));
            }
            5 | 6 => {
                let condition = self.condition(scope);
                self.line(&format!("ako ({condition}) {{"));
                let mut inner = scope.clone();
                inner.nesting += 1;
                inner.uneven = true;
                self.indented(|tape| {
                    let count = 1 + tape.choose(2);
                    tape.statements(&inner, count);
                });
                if self.chance(2) {
                    self.line("} inace {");
                    self.indented(|tape| {
                        let count = 1 + tape.choose(2);
                        tape.statements(&inner, count);
                    });
                }
                self.line("}");
            }
            7 | 8 if scope.loops < 2 => {
                let counter = self.fresh("r");
                let from = ["0", "1", "k"][self.choose(3)].to_owned();
                let to = match self.choose(3) {
                    0 => "m-1".to_owned(),
                    1 => "2".to_owned(),
                    _ => format!("min(3, {})", self.one_of(&scope.known.clone())),
                };
                self.line(&format!("za {counter} = {from} do {to} {{"));
                self.body(scope, Some(counter));
                self.line("}");
            }
            9 if scope.loops < 2 => {
                let x = self.fresh("y");
                let from = self.one_of(&scope.known.clone());
                let by = ["n", "1", "m"][self.choose(3)];
                self.line(&format!("{x} = {from};"));
                self.line(&format!("dok ({x} < n + 2 and {x} > -9) {{"));
                let mut inner = scope.clone();
                inner.known.push(x.clone());
                self.body(&inner, None);
                let by = if by == "1" {
                    "1".to_owned()
                } else {
                    format!("max(1, {by})")
                };
                self.line(&format!("    {x} += {by};"));
                self.line("}");
            }
            10 if !self.state.native && scope.blocks < 2 && scope.loops == 0 => self.block(scope),
            11 if !self.state.asynchronous => {
                self.line("globalno g;");
                let value = self.value(scope);
                self.line(&format!("g = {value};"));
            }
            12 if scope.loops > 0 => {
                let condition = self.condition(scope);
                let word = if self.chance(2) { "prekini" } else { "nastavi" };
                self.line(&format!("ako ({condition}) {word};"));
            }
            13 if !self.state.inside_algorithm && !self.state.native => {
                let condition = self.condition(scope);
                self.line(&format!("ako ({condition}) vrati;"));
            }
            14 | 15 => self.duel(scope),
            _ if self.state.native && scope.blocks == 1 && !scope.uneven => self.line("ograda;"),
            _ => {
                let (target, value) = (self.cell(scope), self.value(scope));
                self.line(&format!("{target} = {value};"));
            }
        }
    }

    /// Two branches beside each other that go for neighbouring cells, perhaps in a loop.
    fn duel(&mut self, scope: &Scope) {
        let condition = self.condition(scope);
        let index = self.one_of(&scope.indices);
        let arrays = [self.one_of(&scope.arrays), self.one_of(&scope.arrays)];
        let target = arrays[0].clone();
        let other = arrays[self.choose(3) / 2].clone();
        let factor = 1 + self.choose(3);
        let cell =
            |array: &str, add: String| format!("{array}[{MIDDLE} + {factor}*{index} + {add}]");
        let (one, two) = (self.choose(3), self.choose(4));
        let inside = self.chance(3).then(|| self.fresh("r"));
        self.line(&format!("ako ({condition}) {{"));
        if let Some(counter) = &inside {
            let first = cell(&target, counter.clone());
            self.line(&format!("    za {counter} = 0 do {one} {{ {first} = 1; }}"));
        } else {
            self.line(&format!("    {} = 1;", cell(&target, one.to_string())));
        }
        self.line("} inace {");
        if self.chance(2) {
            let read = cell(&other, (two + 1).to_string());
            self.line(&format!("    {} = {read};", cell(&target, two.to_string())));
        } else {
            self.line(&format!("    {} = 2;", cell(&other, two.to_string())));
        }
        self.line("}");
    }

    fn body(&mut self, scope: &Scope, counter: Option<String>) {
        let mut inner = scope.clone();
        inner.nesting += 1;
        inner.loops += 1;
        inner.uneven |= counter.is_none();
        inner.known.extend(counter);
        self.indented(|tape| {
            let count = 1 + tape.choose(2);
            tape.statements(&inner, count);
        });
    }

    fn cell(&mut self, scope: &Scope) -> String {
        let array = self.one_of(&scope.arrays);
        let subscript = self.subscript(scope);
        let offset = if self.chance(8) { 0 } else { MIDDLE };
        format!("{array}[{offset} + {subscript}]")
    }

    fn subscript(&mut self, scope: &Scope) -> String {
        let index = self.one_of(&scope.indices);
        let any = self.one_of(&scope.known);
        let small = self.choose(4);
        let last = scope.indices.last().cloned().unwrap_or_default();
        match self.choose(18) {
            16 => row_major(&scope.indices, &["n+1", "m", "2"]),
            17 => row_major(&scope.indices, &["m", "2*n", "k"]),
            0 | 1 => index,
            2 => format!("{index} + {small}"),
            3 => format!("2*{index} + {small}"),
            4 => format!("{index} - {any}"),
            5 => format!("{index}*m + {last}"),
            6 => format!("{index}*(n+1) + {last}"),
            7 => format!("{index} + {any}"),
            8 => format!("n - 1 - {index}"),
            9 => format!("({index} + {small}) mod 3"),
            10 => match small {
                0 => format!("ceil({index} / 2)"),
                1 => format!("ceil(({index} - {any}) / -3)"),
                2 => format!("round({index} / 2)"),
                _ => format!("{index} / 2 + {small}"),
            },
            11 => format!("{index} * n / m"),
            12 => format!("min({index}, {any})"),
            13 => format!("3*{index} + {last} mod 3"),
            14 => any,
            _ => format!("{index} + 2^k - {small}"),
        }
    }

    fn value(&mut self, scope: &Scope) -> String {
        match self.choose(6) {
            0 => "1".to_owned(),
            1 | 2 => self.cell(scope),
            3 => format!("{} + {}", self.cell(scope), self.cell(scope)),
            4 => {
                let any = self.one_of(&scope.known);
                format!("({}) mod 7 + {any} mod 3", self.cell(scope))
            }
            _ => self.one_of(&scope.known),
        }
    }

    fn condition(&mut self, scope: &Scope) -> String {
        let index = self.one_of(&scope.indices);
        let any = self.one_of(&scope.known);
        let small = self.choose(3);
        match self.choose(9) {
            0 => format!("{index} < k"),
            1 => format!("{index} mod 2 == {}", small % 2),
            2 => format!("{index} == {small}"),
            3 => format!("{index} != {any}"),
            4 => format!("{index} >= {any} and {index} < n"),
            5 => format!("n > {small}"),
            6 => format!("{} > 2", self.cell(scope)),
            7 => format!("{index} > 0 and {} > 1", self.cell(scope)),
            _ => format!("not ({index} mod 2 == k mod 2 or {any} > 5)"),
        }
    }
}
