//! Blocks whose statements read at constant distances from where they write.

use super::{Kind, Scope, Tape};

/// All indices to which 2 can be added.
const RANGES: [&str; 5] = [
    "od 0 do {} - 3",
    "od 0 do {} - 3",
    "od {} - 3 do 0 korak -1",
    "od {} - 3 do 0 korak -2",
    "od 0 do {} - 3 korak 2",
];

impl Tape<'_> {
    /// Such as `A[i + 1] = A[i] - A[i + 1]`, by all processors or by some.
    pub fn shifted(&mut self, scope: &Scope) {
        let Some(array) = self
            .array(scope, Kind::Int)
            .filter(|each| each.length != "2")
        else {
            return self.branch(scope);
        };
        let index = self.fresh("i");
        let range = RANGES[self.choose(RANGES.len())].replace("{}", &array.length);
        self.line(&format!("paralelno (za svaki {index} {range})"));
        let subscript = match self.choose(4) {
            3 => format!("{} - 3 - {index}", array.length),
            _ => index.clone(),
        };
        let element = |offset: usize| format!("{}[{subscript} + {offset}]", array.name);
        self.indented(|tape| {
            let is_guarded = tape.chance(3);
            if is_guarded {
                let modulus = 2 + tape.choose(2);
                tape.line(&format!("ako ({index} mod {modulus} != 1) {{"));
            }
            for _ in 0..=tape.choose(2) {
                let (to, from) = (tape.choose(3), tape.choose(3));
                let other = match tape.choose(4) {
                    0 => element(to),
                    1 => element(tape.choose(3)),
                    2 => index.clone(),
                    _ => tape.choose(9).to_string(),
                };
                let (to, from) = (element(to), element(from));
                let value = match tape.choose(6) {
                    0 => from,
                    1 => format!("{other} - {from}"),
                    2 => format!("max({from}, {other})"),
                    3 => format!("({from} + {other}) mod 100"),
                    _ => format!("{from} + {other}"),
                };
                tape.line(&format!("{to} = {value};"));
            }
            if is_guarded {
                tape.line("}");
            }
        });
        self.line("kraj_paralelno");
    }
}
