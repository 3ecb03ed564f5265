//! Random expressions of a wanted type.

use super::{Kind, Scope, Tape};

impl Tape<'_> {
    /// Without calls: it may stand where calls would be hard to read.
    pub fn plain_int(&mut self, scope: &Scope, depth: usize) -> String {
        let without = Scope {
            callable: 0,
            ..scope.clone()
        };
        self.int(&without, depth)
    }

    pub fn int(&mut self, scope: &Scope, depth: usize) -> String {
        let leaves = 6;
        let choice = self.choose(if depth == 0 { leaves } else { leaves + 15 });
        if choice < leaves {
            return self.int_leaf(scope, choice);
        }
        let left = self.int(scope, depth - 1);
        if choice == leaves + 12 {
            return self.int_call(scope, &left);
        }
        let right = self.int(scope, depth - 1);
        match choice - leaves {
            0..=2 => format!("({left} + {right})"),
            3 | 4 => format!("({left} - {right})"),
            5 => format!("({left} * {right} mod 101)"),
            6 => format!("({left}) / {}", 2 + self.choose(3)),
            7 => format!("max({left}, {right})"),
            8 => format!("min({left}, {right}, 9)"),
            9 => format!("({left} XOR {right})"),
            10 => format!("bit(abs({left}), 1)"),
            13 => format!("(({left}) mod 64 << 2)"),
            14 => format!("({left} >> 1)"),
            11 => {
                let roundings = [
                    ["ceil(", ")"],
                    ["round(", ")"],
                    ["floor(", ")"],
                    ["⌈", "⌉"],
                    ["⌊", "⌋"],
                ];
                let [open, close] = self.pick(&roundings).expect("some");
                let divisor = self.pick(&["2", "3", "-3", "5"]).expect("some");
                format!("{open}({left}) / {divisor}{close}")
            }
            _ if self.chance(10) => format!("({left}) mod ({right})"),
            _ if self.chance(10) => format!("ceil(({left}) / ({right}))"),
            _ => format!("-({left}) mod 5"),
        }
    }

    pub fn int_leaf(&mut self, scope: &Scope, choice: usize) -> String {
        match choice {
            0 => self.choose(10).to_string(),
            1..=3 => match self.pick(&scope.ints) {
                Some(name) => name,
                None => "1".to_owned(),
            },
            _ => match self.array(scope, Kind::Int) {
                Some(array) => {
                    let table = if self.chance(6) {
                        self.array(scope, Kind::Table)
                    } else {
                        None
                    };
                    let array = table.unwrap_or(array);
                    let without = Scope {
                        callable: 0,
                        ..scope.clone()
                    };
                    self.element(&without, &array, 0)
                }
                None => "2".to_owned(),
            },
        }
    }

    pub fn int_call(&mut self, scope: &Scope, argument: &str) -> String {
        let array = self.array(scope, Kind::Int);
        match (self.choose(6), array) {
            (4, _) if scope.callable >= 6 => format!("ff(({argument}) mod 4)"),
            (5, Some(array)) if scope.callable >= 6 && scope.depth < 2 => {
                format!("(fg({}, {argument}) mod 30)", array.name)
            }
            (1, Some(array)) if scope.callable >= 5 => {
                let operator = self
                    .pick(&["+", "max", "min", "xor", "veci"])
                    .expect("some");
                format!("({operator}_fe({}[]) mod 50)", array.name)
            }
            (2, Some(array)) => format!("duljina({})", array.name),
            (3, _) => {
                let real = self.real(
                    &Scope {
                        callable: 0,
                        ..scope.clone()
                    },
                    0,
                );
                format!("floor({real} mod 20)")
            }
            _ if scope.callable >= 1 => {
                let other = self.int_leaf(scope, 4);
                format!("(fa({argument}, {other}) mod 40)")
            }
            _ => format!("-({argument})"),
        }
    }

    pub fn real(&mut self, scope: &Scope, depth: usize) -> String {
        match self.choose(if depth == 0 { 4 } else { 11 }) {
            0 => format!("{}.5", self.choose(5)),
            1 => self.pick(&scope.reals).unwrap_or("1.5".to_owned()),
            2 | 3 => match self.array(scope, Kind::Real) {
                Some(array) => self.element(scope, &array, 0),
                None => "2.25".to_owned(),
            },
            4 => {
                let (left, right) = (self.real(scope, depth - 1), self.int(scope, 0));
                format!("({left} * 0.5 + {right})")
            }
            5 => {
                let (left, right) = (self.real(scope, depth - 1), self.real(scope, 0));
                format!("({left} - {right}) / 2")
            }
            6 => {
                let (left, right) = (self.int(scope, 0), self.real(scope, depth - 1));
                format!("max({left}, {right})")
            }
            7 => {
                let inside = self.real(scope, depth - 1);
                format!("sqrt(abs({inside}))")
            }
            8 => {
                let inside = self.real(scope, depth - 1);
                let function = ["sin", "cos", "tan"][self.choose(3)];
                format!("{function}(pi * {inside})")
            }
            9 => {
                let inside = self.real(scope, depth - 1);
                let function = ["exp", "ln"][self.choose(2)];
                format!("{function}(1 + abs({inside}) mod 8)")
            }
            _ => {
                let inside = self.int(scope, depth - 1);
                format!("log(abs({inside}) + 1)")
            }
        }
    }

    pub fn condition(&mut self, scope: &Scope, depth: usize) -> String {
        match self.choose(if depth == 0 { 5 } else { 10 }) {
            9 => {
                // Of an int and a bool: a bool.
                let (left, right) = (self.int(scope, 0), self.condition(scope, depth - 1));
                format!("(({left}) mod 2 and {right})")
            }
            4 => match self.array(scope, Kind::Bool) {
                Some(truths) => self.element(
                    &Scope {
                        callable: 0,
                        ..scope.clone()
                    },
                    &truths,
                    0,
                ),
                None => "laz".to_owned(),
            },
            0 | 1 => {
                let (left, right) = (self.int(scope, depth.min(1)), self.int(scope, 0));
                let operator = self
                    .pick(&["<", "<=", ">", ">=", "==", "!="])
                    .expect("some");
                format!("{left} {operator} {right}")
            }
            2 => {
                let value = self.int(scope, 0);
                format!("({value}) mod 2 == 0")
            }
            3 => match self.pick(&scope.bools) {
                Some(name) => name,
                None => "istina".to_owned(),
            },
            5 | 6 => {
                let (left, right) = (self.condition(scope, 0), self.condition(scope, depth - 1));
                format!("({left} and {right})")
            }
            7 => {
                let (left, right) = (self.condition(scope, depth - 1), self.condition(scope, 0));
                format!("({left} or {right})")
            }
            _ => {
                let inside = self.condition(scope, depth - 1);
                format!("not ({inside})")
            }
        }
    }
}
