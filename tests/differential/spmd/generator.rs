//! Random programs of processors and tasks that exchange messages, as text: well typed, most often
//! without a deadlock.

use super::blocks::Blocks;
use super::queues::Channel;
use super::setting::Setting;
use super::shares::{Share, shares};
use crate::tape;

/// What is known where a statement is written.
#[derive(Debug, Clone)]
pub struct Scope {
    /// Ints that can be read here.
    pub ints: Vec<String>,
    /// Ints that can be assigned here.
    pub int_targets: Vec<String>,
    /// Statements around.
    pub nesting: usize,
    /// The processor's or task's number, and how many the block has.
    pub number: String,
    pub width: u32,
    /// The number of its processor.
    pub place: String,
    pub is_of_tasks: bool,
    pub channels: Vec<Channel>,
    /// First index and length of each range of a block of several; the indices are i, j, k.
    pub sides: Vec<(u32, u32)>,
}

/// What is known of the whole program.
pub struct Program {
    pub setting: Setting,
    pub blocks: Blocks,
    pub shares: Vec<Share>,
    /// Phases that could end in a deadlock, or leave messages behind.
    pub is_careless: bool,
    pub has_probes: bool,
}

pub type Tape<'t> = tape::Tape<'t, Program>;

/// A program for this network.
pub fn generate(choices: &[u16], setting: &Setting, blocks: Blocks) -> String {
    let program = Program {
        setting: setting.clone(),
        blocks,
        shares: Vec::new(),
        is_careless: false,
        has_probes: false,
    };
    let mut tape = Tape::new(choices, program);
    tape.state.is_careless = tape.chance(4);
    tape.state.has_probes = tape.chance(4);
    tape.line(&setting.declaration());
    let [n, rows, columns] = [7, 4, 3].map(|most| most + tape.choose(5));
    tape.line(&format!("ulaz n = {n}, rr = {rows}, cc = {columns};"));
    tape.state.shares = shares(&mut tape, setting);
    let inputs: Vec<String> = tape.state.shares.iter().map(Share::input).collect();
    for input in inputs {
        tape.line(&input);
    }
    tape.algorithms();
    tape.program();
    tape.out
}

impl Tape<'_> {
    /// Writes one of these lines.
    pub fn line_of<S: AsRef<str>>(&mut self, lines: &[S]) {
        let which = self.choose(lines.len());
        self.line(lines[which].as_ref());
    }

    /// Each calls only those before it.
    fn algorithms(&mut self) {
        self.line("algoritam zbroj(X[])");
        self.line("    s = 0;");
        self.line("    za v = 0 do duljina(X) - 1");
        self.line("        s += X[v];");
        self.line("    vrati s;");
        self.line("kraj_algoritma");
        self.line("algoritam razmijeni(X[], Y[], a, b, t)");
        self.line("    posalji_odmah X[] prema a oznaka t;");
        self.line("    primi Y[] od b oznaka t;");
        self.line("kraj_algoritma");
        self.line("algoritam dodaj(X[], a, b, k)");
        self.indented(|tape| {
            tape.line("lokalno Z[duljina(X)] = 0;");
            tape.line("razmijeni(X[], Z[], a, b, k);");
            if tape.chance(2) {
                tape.line("ako (k > 1) dodaj(X[], a, b, k - 1);");
            }
            tape.line_of(&["X[] += Z[];", "X[] = max(X[], Z[]) - 1;"]);
            if tape.chance(2) {
                tape.line("vrati zbroj(Z[]) + k;");
            } else {
                tape.line("vrati k;");
            }
        });
        self.line("kraj_algoritma");
        self.line("algoritam najveci(a, b)");
        self.line("    ako (a > b) vrati a;");
        self.line("    vrati b;");
        self.line("kraj_algoritma");
        self.line("neutralni najveci = -1000;");
        self.line("algoritam ⊕_spoji(X[], a)");
        self.line("    s = neutralni(⊕);");
        self.line_of(&[
            "    s ⊕= a;",
            "    s = a ⊕ s;",
            "    s = s ⊕ a ⊕ neutralni(⊕);",
        ]);
        self.line("    za v = 0 do duljina(X) - 1 {");
        self.line_of(&["        s ⊕= X[v];", "        X[v] ⊕= s; s = X[v];"]);
        self.line("    }");
        self.line("    vrati s;");
        self.line("kraj_algoritma");
    }

    fn program(&mut self) {
        self.line("program");
        self.indented(|tape| {
            let places: Vec<String> = tape.state.shares.iter().map(Share::declaration).collect();
            for place in places.into_iter().filter(|place| !place.is_empty()) {
                tape.line(&place);
            }
            tape.line("c = 2;");
            tape.line("polje U[3] = {4, 1, 2};");
            let blocks = 1 + tape.choose(3);
            for block in 0..blocks {
                tape.outside(block > 0);
                tape.block();
            }
            tape.outside(true);
            let names: Vec<String> = tape
                .state
                .shares
                .iter()
                .map(|share| format!("{}[]", share.name))
                .collect();
            tape.line(&format!("izlaz c, U[], {};", names.join(", ")));
        });
        self.line("kraj_programa");
    }

    /// Code outside of blocks: it prepares, and looks at what blocks have done.
    fn outside(&mut self, is_behind: bool) {
        for _ in 0..self.choose(3) {
            match self.choose(8) {
                0 => self.line("c += 1;"),
                1 => self.line("U[c mod 3] = c;"),
                2 => self.line("za v = 0 do 2 U[v] += v;"),
                3 => self.line("U[0 do 1] = U[1 do 2];"),
                4 if is_behind => {
                    let shares = self.state.shares.clone();
                    let share = self.pick(&shares).expect("there are some");
                    self.line(&format!("ispisi(\"{0} = \", {0}[]);", share.name));
                }
                5 if is_behind && self.chance(12) => {
                    let shares = self.state.shares.clone();
                    let share = self.pick(&shares).expect("there are some");
                    self.line(&format!("c = {};", share.first_cell()));
                }
                6 => self.line("c = zbroj(U[]) mod 5 + 1;"),
                _ => self.line("ispisi(\"c = \", c, \" \", U[]);"),
            }
        }
    }

    // ---- Expressions.

    pub fn int(&mut self, scope: &Scope, depth: usize) -> String {
        if depth == 0 {
            return match self.choose(7) {
                0 | 1 => self.pick(&scope.ints).unwrap_or("1".to_owned()),
                2 => format!(
                    "L[{} mod 4]",
                    self.pick(&scope.ints).unwrap_or("1".to_owned())
                ),
                3 => format!("K[{}, 1]", self.choose(3)),
                4 => format!("R[{}]", self.choose(4)),
                5 => scope.number.clone(),
                _ => self.choose(9).to_string(),
            };
        }
        let left = self.int(scope, depth - 1);
        match self.choose(12) {
            0 | 1 => format!("{left} + {}", self.int(scope, depth - 1)),
            2 => format!("{left} - {}", self.int(scope, 0)),
            3 => format!("({left}) mod 5 * {}", 1 + self.choose(3)),
            4 => format!("min({left}, {})", self.int(scope, depth - 1)),
            5 => format!("abs({left})"),
            6 => format!("({left}) / {}", 1 + self.choose(3)),
            7 => format!("({left} XOR {})", self.choose(4)),
            8 => format!("bit({left}, {})", self.choose(3)),
            9 => format!("najveci({left}, {})", self.int(scope, 0)),
            10 => format!("-({left})"),
            _ => left,
        }
    }

    pub fn condition(&mut self, scope: &Scope, depth: usize) -> String {
        let left = self.int(scope, depth.min(1));
        let right = self.choose(5);
        let plain = match self.choose(5) {
            0 => format!("{left} > {right}"),
            1 => format!("({left}) mod 2 == 0"),
            2 => format!("{left} != {right}"),
            3 => format!("{} < {right}", scope.number),
            _ => format!("{} mod 2 == {}", scope.number, right % 2),
        };
        if depth == 0 {
            return plain;
        }
        match self.choose(5) {
            0 => format!("{plain} and {}", self.condition(scope, depth - 1)),
            1 => format!("{plain} or {}", self.condition(scope, depth - 1)),
            2 => format!("not ({plain})"),
            _ => plain,
        }
    }

    // ---- Statements without messages.

    pub fn statement(&mut self, scope: &Scope) {
        let inner = Scope {
            nesting: scope.nesting + 1,
            ..scope.clone()
        };
        let target = self.pick(&scope.int_targets).unwrap_or("x".to_owned());
        let value = self.int(scope, 2);
        match self.choose(20) {
            0 | 1 => self.line(&format!("{target} = {value};")),
            2 => self.line(&format!("{target} += {value};")),
            3 => self.line(&format!("L[{} mod 4] = {value};", scope.number)),
            4 => {
                // An array that a branch makes is there behind it or not.
                let made = match scope.nesting {
                    0 => "N".to_owned(),
                    _ => self.fresh("N"),
                };
                let line = [
                    "L[] = R[] + x;",
                    "L[] += R[];",
                    "R[] = 1;",
                    "R[] = L[];",
                    "K[] = K[] * 2 - 1;",
                    "R[] = unatrag(L[]);",
                    &format!("{made}[] = L[] * 2; R[] = {made}[] - 1;"),
                ];
                self.line_of(&line);
            }
            5 | 6 => self.section_statement(),
            7 => {
                let more = self.choose(3);
                self.line(&format!("w = w / 2.0 + {more};"));
            }
            8 => self.line("x = najveci(x mod 7, zbroj(L[]) mod 9);"),
            9 => self.line(&format!("ispisi(\"x \", x, \" \", {value});")),
            10 => self.line("tvrdi(p > 0);"),
            11 if scope.nesting < 2 => {
                let condition = self.condition(scope, 2);
                self.line(&format!("ako ({condition}) {{"));
                self.indented(|tape| tape.statement(&inner));
                if self.chance(2) {
                    self.line("} inace {");
                    self.indented(|tape| tape.statement(&inner));
                }
                self.line("}");
            }
            12 if scope.nesting < 2 => {
                let variable = self.fresh("v");
                let last = self.choose(3);
                let head = [
                    format!("za {variable} = 0 do {last} {{"),
                    format!("za {variable} = {last} do 0 korak -1 {{"),
                    format!("za {variable} = {last} + 3 do 1 korak -2 {{"),
                    format!("za ({variable} = 0; {variable} < {last} + x mod 2; {variable}++) {{"),
                    format!("{variable} = x mod 3; dok ({variable} > 0) {{ {variable} -= 1;"),
                ];
                self.line_of(&head);
                self.indented(|tape| tape.statement(&inner));
                self.line("}");
            }
            13 => {
                let (row, column) = (self.choose(3), self.choose(2));
                self.line(&format!("K[{row}, {column}] -= x mod 3;"));
            }
            14 => self.own_cells(scope),
            15 if self.state.has_probes => {
                let line = [
                    "ako (ima_poruke(bilo_koga)) y += 1;".to_owned(),
                    "ako (not ima_poruke(0)) y -= 1;".to_owned(),
                    format!("q = ima_poruke({} - 1);", scope.width),
                ];
                self.line_of(&line);
            }
            16 => {
                let operator = ["+", "max", "najveci", "najveci"][self.choose(4)];
                self.line(&format!(
                    "{target} = {operator}_spoji(L[], {target} mod 9) mod 31;"
                ));
            }
            // Into their own operands.
            17 => {
                let condition = self.condition(scope, 1);
                let operator = ["and", "or"][self.choose(2)];
                self.line(&format!("e = e {operator} {condition};"));
            }
            18 => self.line("ako (e) y += 1;"),
            _ => self.line("y = (y + x) mod 11;"),
        }
    }

    fn section_statement(&mut self) {
        let lines = [
            "L[1 do 3] = L[0 do 2];",
            "L[0 do 2] = L[1 do 3] + 1;",
            "R[x mod 2 do x mod 2 + 1] = K[0, ];",
            "K[1 do 2, 0] = L[0 do 1] * 2;",
            "K[ , 1] = R[1 do 3];",
            "K[0 do 1, ] = K[1 do 2, ];",
            "L[2 do 1] = R[0 do -1];",
            "L[0 do 1] += x;",
            "R[] = L[0 do 3];",
            "L[y mod 4 do y mod 4] = 7;",
            "K[2, 0 do 1] = 2 * K[0, 0 do 1] - L[2 do 3];",
            "L[x mod 5 do 4] = 1;",
            "L[0 do 2] = R[0 do x mod 3];",
            "L[3 do x mod 4] = 5;",
        ];
        // The last ones are now and then at fault.
        let among = if self.chance(8) { lines.len() } else { 11 };
        self.line_of(&lines[..among]);
    }

    /// Works on the cells of a distributed array that are the processor's own.
    pub fn own_cells(&mut self, scope: &Scope) {
        let shares = self.state.shares.clone();
        let share = self.pick(&shares).expect("there are some");
        let value = self.int(scope, 1);
        let (head, condition, cell) = share.own(self, &scope.place);
        for line in head {
            self.line(&line);
        }
        let condition = if self.chance(25) {
            "istina".to_owned()
        } else {
            condition
        };
        let operator = ["=", "+="][self.choose(2)];
        if self.chance(3) {
            self.line(&format!("    ako ({condition}) y = (y + {cell}) mod 13;"));
        } else {
            self.line(&format!("    ako ({condition}) {cell} {operator} {value};"));
        }
    }
}
