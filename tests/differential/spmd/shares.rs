//! Distributed arrays of random programs, and which cells a processor owns.

use pram::network::TopologyShape;

use super::generator::Tape;
use super::setting::Setting;

/// An array whose cells lie in processors.
#[derive(Debug, Clone)]
pub struct Share {
    pub name: String,
    pub has_rows: bool,
    pub way: Way,
    /// Whether it is an input, and not an array of the program.
    pub is_input: bool,
}

/// A clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    Blocks,
    Turns(usize),
    Rows,
    Columns,
    /// Of so many rows and columns of processors.
    Squares(u32, u32),
    On(u32),
}

/// Two to four of them.
pub fn shares(tape: &mut Tape, setting: &Setting) -> Vec<Share> {
    let p = setting.processors();
    let squares = match setting.topology.shape() {
        TopologyShape::Mesh(sides) | TopologyShape::Torus(sides) if sides.len() == 2 => {
            Some((sides[0], sides[1]))
        }
        _ => (1..=p)
            .find(|side| side * side == p)
            .map(|side| (side, side)),
    };
    let count = 2 + tape.choose(3);
    let share = |number: usize| {
        let has_rows = tape.chance(3);
        let way = match tape.choose(6) {
            0 => Way::Blocks,
            1 => Way::Turns(1),
            2 => Way::Turns(1 + tape.choose(3)),
            3 => Way::On(tape.choose(p as usize) as u32),
            4 if has_rows => [Way::Rows, Way::Columns][tape.choose(2)],
            5 if has_rows => squares.map_or(Way::Rows, |(high, wide)| Way::Squares(high, wide)),
            _ => Way::Blocks,
        };
        Share {
            name: ["A", "B", "C", "D"][number].to_owned(),
            has_rows,
            way,
            is_input: tape.chance(2),
        }
    };
    (0..count).map(share).collect()
}

impl Share {
    fn text(&self) -> String {
        let clause = match self.way {
            Way::Blocks => "po blokovima".to_owned(),
            Way::Turns(1) => "redom".to_owned(),
            Way::Turns(length) => format!("po redom({length})"),
            Way::Rows => "po recima".to_owned(),
            Way::Columns => "po stupcima".to_owned(),
            Way::Squares(..) => "po kvadratima".to_owned(),
            Way::On(number) => format!("na {number}"),
        };
        let (lengths, first) = match (self.has_rows, self.is_input) {
            (false, _) => ("n", "iota"),
            (true, true) => ("rr,cc", "konstanta(3)"),
            (true, false) => ("rr,cc", "5"),
        };
        format!("{}[{lengths}] = {first} {clause};", self.name)
    }

    pub fn input(&self) -> String {
        if self.is_input {
            format!("ulaz {}", self.text())
        } else {
            String::new()
        }
    }

    pub fn declaration(&self) -> String {
        if self.is_input {
            String::new()
        } else {
            format!("polje {}", self.text())
        }
    }

    pub fn first_cell(&self) -> String {
        let cell = if self.has_rows { "0,0" } else { "0" };
        format!("{}[{cell}]", self.name)
    }

    /// Loops over all cells, the condition under which one is the processor's own, and the cell:
    /// "owner of k = ⌊((k+1)p−1)/n⌋", "⌊k/b⌋ mod p".
    pub fn own(&self, tape: &mut Tape, number: &str) -> (Vec<String>, String, String) {
        let (row, column) = (tape.fresh("k"), tape.fresh("l"));
        let rows = if self.has_rows { "rr" } else { "n" };
        let mut head = vec![format!("za {row} = 0 do {rows} - 1")];
        let mut cell = format!("{}[{row}]", self.name);
        if self.has_rows {
            head.push(format!("    za {column} = 0 do cc - 1"));
            cell = format!("{}[{row}, {column}]", self.name);
        }
        let condition = match self.way {
            Way::Blocks | Way::Rows => format!("(({row} + 1)*p - 1)/{rows} == {number}"),
            Way::Columns => format!("(({column} + 1)*p - 1)/cc == {number}"),
            Way::Turns(length) => format!("{row}/{length} mod p == {number}"),
            Way::On(owner) => format!("{number} == {owner}"),
            Way::Squares(high, wide) => format!(
                "(({row} + 1)*{high} - 1)/rr == {number}/{wide} and (({column} + 1)*{wide} - 1)/cc \
                 == {number} mod {wide}"
            ),
        };
        (head, condition, cell)
    }

    /// A section of own cells of the processor of this number; none where they form none.
    pub fn stretch(&self, number: &str) -> Option<String> {
        let name = &self.name;
        let ends = |length: &str| format!("{number}*{length}/p do ({number} + 1)*{length}/p - 1");
        match (self.way, self.has_rows) {
            (Way::Blocks, false) => Some(format!("{name}[{}]", ends("n"))),
            (Way::Blocks | Way::Rows, true) => Some(format!("{name}[{}, ]", ends("rr"))),
            (Way::Columns, true) => Some(format!("{name}[ , {}]", ends("cc"))),
            _ => None,
        }
    }
}
