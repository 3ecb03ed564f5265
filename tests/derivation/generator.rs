//! Random programs whose control depends on sizes and indices, with some data in between.

use std::fmt::Write;

use super::digits_generator;

/// Draws from a seed.
pub struct Draw(u64, Loops);

/// Which loops a program may have.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Loops {
    /// Those whose turns follow from sizes and indices.
    Counted,
    /// Also those whose turns depend on data, with a bound on them.
    Claimed,
    /// Also those whose turns change scalars, or leave them to the next.
    Carrying,
    /// Also those whose turns end early, beside conditions on remainders, and on two things.
    Leaving,
    /// Those of `Counted`, with two more inputs, from 0 on, in bounds and conditions.
    Sized,
    /// Those of `Counted`, with conditions on digits, distances and squares of indices, and loops up to
    /// a square root.
    Digits,
}

impl Draw {
    pub fn new(seed: u64, loops: Loops) -> Self {
        let seed = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x1234_5678;
        Self(seed, loops)
    }

    /// Now and then, where loops may depend on data.
    pub fn wants_claim(&mut self) -> bool {
        self.1 == Loops::Claimed && self.below(3) == 0
    }

    /// Now and then, where loops may change scalars.
    fn wants_carried(&mut self) -> bool {
        self.1 == Loops::Carrying && self.below(2) == 0
    }

    /// Now and then, where turns and calls may end early.
    fn wants_early(&mut self) -> bool {
        self.1 == Loops::Leaving && self.below(3) == 0
    }

    /// Now and then, where there are more inputs than n.
    fn wants_input(&mut self) -> bool {
        self.1 == Loops::Sized && self.below(3) > 0
    }

    /// Often, where there are digits and squares.
    fn wants_digits(&mut self) -> bool {
        self.1 == Loops::Digits && self.below(3) > 0
    }

    pub fn below(&mut self, count: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963);
        ((self.0 >> 33) as usize) % count
    }

    pub fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }
}

/// A program with an input array A of n elements.
pub fn program(seed: u64, loops: Loops) -> String {
    let mut draw = Draw::new(seed, loops);
    let (inputs, parameters) = match loops {
        Loops::Sized => ("input a = 2;\ninput b = 3;\n", ", a, b"),
        _ => ("", ""),
    };
    let mut text = format!(
        "machine CRCW;\ninput n = 8;\n{inputs}input A[n] = random(0, 9);\n\
         algorithm g(A[], m)\nfor q = 1 to m\nA[q mod length(A)] += 1;\nend_algorithm\n\
         algorithm f(A[], n{parameters})\n"
    );
    for _ in 0..=draw.below(2) {
        sequential(&mut draw, &mut text, &mut Vec::new(), 0);
    }
    text += "end_algorithm\n";
    text
}

fn cell(draw: &mut Draw, names: &[String]) -> String {
    let mut inside = draw.one(&["n", "1", "0"]).to_owned();
    if let Some(name) = names.last() {
        let _ = write!(inside, " + {name}");
    }
    format!("A[({inside}) mod n]")
}

fn bound(draw: &mut Draw, names: &[String]) -> String {
    if !names.is_empty() && draw.below(3) == 0 {
        let name = &names[draw.below(names.len())];
        return (*name).clone();
    }
    if draw.wants_input() {
        let name = names.last().map_or("b", String::as_str);
        let bounds = [
            "a",
            "a - 1",
            "b",
            "n - a",
            "a + b",
            "2^a",
            "n/(a + 1)",
            "min(n, a)",
            "max(a, b)",
            "ceil(n/(b + 1))",
            "NAME + a",
            "b - NAME",
            "n mod (a + 1)",
            "a/2",
        ];
        return draw.one(&bounds).replace("NAME", name);
    }
    draw.one(&[
        "n-1",
        "n",
        "n/2",
        "ceil(log n)",
        "2*n",
        "3",
        "ceil(log n) - 1",
        "n-2",
    ])
    .to_owned()
}

fn start(draw: &mut Draw, names: &[String]) -> String {
    if !names.is_empty() && draw.below(4) == 0 {
        return names[draw.below(names.len())].clone();
    }
    draw.one(&["0", "0", "1", "2"]).to_owned()
}

fn assignment(draw: &mut Draw, names: &[String]) -> String {
    let (target, source) = (cell(draw, names), cell(draw, names));
    match draw.below(4) {
        0 => format!("{target} = {source} + {source};\n"),
        1 => format!("{target} += 1;\n"),
        2 => format!("x = {source} * 2 + 1;\n"),
        _ => format!("{target} = max({source}, 3);\n"),
    }
}

/// A condition on sizes and indices, or on data; or two of them.
fn condition(draw: &mut Draw, names: &[String]) -> String {
    if draw.wants_early() {
        let (one, other) = (simple_condition(draw, names), simple_condition(draw, names));
        return format!("{one} {} {other}", draw.one(&["and", "or"]));
    }
    simple_condition(draw, names)
}

fn simple_condition(draw: &mut Draw, names: &[String]) -> String {
    if draw.wants_input() {
        let name = names.last().map_or("n", String::as_str);
        let conditions = [
            "a == 1",
            "a < n",
            "a > 10",
            "a != b",
            "a mod 2 == 0",
            "n mod 3 == 1",
            "NAME < a",
            "NAME == a",
            "NAME >= b",
            "a < b",
            "b == 0",
            "NAME mod 2 == a mod 2",
            "n < 4",
            "a + NAME > n",
            "n - b >= a",
        ];
        return draw.one(&conditions).replace("NAME", name);
    }
    if !names.is_empty() && draw.wants_digits() {
        return digits_generator::condition(draw, names);
    }
    if let Some(name) = names.last()
        && draw.below(3) > 0
    {
        if draw.wants_early() {
            let modulus = draw.one(&["2", "3", "4", "(n + 1)"]);
            let compared = draw.one(&["== 0", "!= 0", "== 1", "< 1", "> 0"]);
            let one = format!("({name} + 1) mod {modulus} {compared}");
            let join = draw.one(&["", "", " or ", " and "]);
            if join.is_empty() {
                return one;
            }
            let other = draw.one(&["mod 2 == 0", "mod 4 == 3", "mod 3 < 2", "mod 6 != 4"]);
            return format!("{one}{join}{name} {other}");
        }
        let compared = draw.one(&["<", ">=", "==", "<=", ">", "!="]);
        let limit = draw.one(&["1", "2", "n/2", "n-1"]);
        if draw.wants_early()
            && let Some(other) = names.iter().rev().nth(1)
        {
            return format!("{name} {compared} {other}");
        }
        return format!("{name} {compared} {limit}");
    }
    match draw.below(3) {
        0 => format!("{} > 4", cell(draw, names)),
        1 => format!("{} > 4 and {} < 7", cell(draw, names), cell(draw, names)),
        _ => "n > 3".to_owned(),
    }
}

/// The head of a loop of at most three turns, and the statements that its body begins with; or of one
/// that halves a number.
fn claimed(draw: &mut Draw, names: &[String], variable: &str) -> String {
    let data = cell(draw, names);
    let mut bound = draw.one(&["3", "n + 3", "log n + 3", "n/2 + 3"]).to_owned();
    if let (Some(name), 0) = (names.last(), draw.below(3)) {
        bound = format!("abs({name}) + 3");
    }
    match draw.below(4) {
        3 => {
            let start = names.last().filter(|_| draw.below(2) == 0);
            let start = start.map_or(draw.one(&["n", "n + 3", "3*n + 1"]), String::as_str);
            let end = draw.one(&["> 0", "> 1", ">= 3"]);
            format!(
                "{variable} = {start};\nwhile ({variable} {end}) {{\n{variable} = {variable} / 2;\n"
            )
        }
        0 => format!("for {variable} = 1 to {data} mod 4 {{\nclaim turns <= {bound};\n"),
        1 => format!(
            "{variable} = {data} mod 4;\nwhile ({variable} > 0) {{\nclaim turns <= {bound};\n\
             {variable} -= 1;\n"
        ),
        _ => format!(
            "for ({variable} = {data} mod 4; {variable} < 4; {variable}++) {{\n\
             claim turns <= {bound} + 1;\n"
        ),
    }
}

/// A way out of a turn, or of a call, where there is one.
fn early(draw: &mut Draw, text: &mut String, names: &[String]) {
    let mut ways = vec!["return"];
    if names
        .last()
        .is_some_and(|name| name.starts_with(['d', 'k']))
    {
        ways.extend(["continue", "break", "continue"]);
    }
    let way = draw.one(&ways);
    let _ = writeln!(text, "if ({}) {way};", condition(draw, names));
}

fn sequential(draw: &mut Draw, text: &mut String, names: &mut Vec<String>, depth: usize) {
    if depth > 0 && draw.wants_early() {
        early(draw, text, names);
    }
    if depth < 3 && draw.wants_claim() {
        *text += &claimed(draw, names, &format!("u{depth}"));
        sequential(draw, text, names, depth + 1);
        *text += "}\n";
        return;
    }
    if depth < 3 && draw.wants_carried() {
        carrying(draw, text, names, depth);
        return;
    }
    if depth < 3 && draw.wants_digits() {
        if draw.below(2) == 0 {
            *text += &digits_generator::head(draw, depth);
            sequential(draw, text, names, depth + 1);
            *text += "}\n";
        } else {
            digits(draw, text, names, depth);
        }
        return;
    }
    let kind = if depth >= 3 {
        5 + draw.below(2)
    } else {
        draw.below(10)
    };
    match kind {
        0..=1 => {
            let name = format!("d{depth}");
            let (from, to) = (start(draw, names), bound(draw, names));
            let (from, to, step) = match draw.below(5) {
                0 => (to, from, " step -1"),
                1 => (from, to, " step 2"),
                _ => (from, to, ""),
            };
            let _ = writeln!(text, "for {name} = {from} to {to}{step} {{");
            names.push(name);
            sequential(draw, text, names, depth + 1);
            if draw.below(2) == 0 {
                sequential(draw, text, names, depth + 1);
            }
            names.pop();
            *text += "}\n";
        }
        2..=4 => {
            let name = format!("i{depth}");
            let (from, to) = (start(draw, names), bound(draw, names));
            let step = draw.one(&["", "", " step 2", " step 3"]);
            let _ = writeln!(text, "parallel (for each {name} from {from} to {to}{step})");
            names.push(name);
            for _ in 0..=draw.below(2) {
                inside(draw, text, names, depth + 1);
            }
            names.pop();
            *text += "end_parallel\n";
        }
        5 => *text += &assignment(draw, names),
        6 => {
            let _ = writeln!(text, "g(A[], {});", bound(draw, names));
        }
        7 => {
            let times = draw.one(&["2", "2", "3", "4", "6"]);
            let _ = writeln!(
                text,
                "for (w{depth} = 1; w{depth} < n; w{depth} *= {times}) {{"
            );
            sequential(draw, text, names, depth + 1);
            *text += "}\n";
        }
        8 => levels(draw, text, names, depth),
        _ => {
            let _ = writeln!(text, "if ({}) {{", condition(draw, names));
            sequential(draw, text, names, depth + 1);
            *text += "}\n";
        }
    }
}

/// A loop whose turns change one scalar in the same way, `c`, and leave another, `e`, to the next; both
/// are used inside, and behind it.
fn carrying(draw: &mut Draw, text: &mut String, names: &mut Vec<String>, depth: usize) {
    let (c, e, index) = (
        format!("c{depth}"),
        format!("e{depth}"),
        format!("d{depth}"),
    );
    let first = draw.one(&["n", "1", "2^ceil(log n)", "n - 1", "3*n", "8"]);
    let other = draw.one(&["0", "1", "n", "2"]);
    let _ = writeln!(text, "{c} = {first};\n{e} = {other};");
    let changes = [
        " = C / 2", " = C + 1", " -= 1", " /= 4", " *= 2", " = 2 * C", " /= 3", " *= 3",
    ];
    let change = draw.one(&changes).replace('C', &c);
    // Numbers that double stay small in few turns only.
    let last = if change.contains('*') {
        draw.one(&["ceil(log n)", "3"])
    } else {
        draw.one(&["ceil(log n)", "floor(log n)", "3", "n", "n - 1", "n/2"])
    };
    let (head, turn) = match draw.below(5) {
        0 => (format!("repeat {last} times"), String::new()),
        1 => (
            format!("{index} = 0;\nwhile ({index} < {last}) {{"),
            format!("{index}++;\n"),
        ),
        2 => (
            format!("for {index} = {last} to 1 step -1 {{"),
            String::new(),
        ),
        3 => (
            format!("for {index} = 0 to {last} step 2 {{"),
            String::new(),
        ),
        _ => (format!("for {index} = 1 to {last} {{"), String::new()),
    };
    let left = draw.one(&["C - 1", "C", "C + 2", "2*C", "C / 2", "n - C", "C + n"]);
    let mut inside = String::new();
    names.extend([e.clone(), c.clone()]);
    sequential(draw, &mut inside, names, depth + 1);
    names.truncate(names.len() - 2);
    let mut statements = vec![
        format!("{c}{change};\n"),
        format!("{e} = {};\n", left.replace('C', &c)),
        inside,
    ];
    // A sum of what the turns had.
    let sum = format!("s{depth}");
    let is_summed = draw.below(2) == 0;
    if is_summed {
        let _ = writeln!(text, "{sum} = {};", draw.one(&["0", "1", "n"]));
        let counted = if head.starts_with("for") { &index } else { &c };
        let added = draw.one(&[" += I", " = S + 2*I", " += I + 1", " = I + S", " -= I"]);
        let added = added.replace('S', &sum).replace('I', counted);
        statements.push(format!("{sum}{added};\n"));
    }
    let _ = writeln!(text, "{head}");
    while !statements.is_empty() {
        *text += &statements.remove(draw.below(statements.len()));
    }
    *text += &turn;
    *text += if head.starts_with("repeat") {
        "end_repeat\n"
    } else {
        "}\n"
    };
    let behind = match draw.below(3) {
        0 if is_summed => &sum,
        0 | 1 => &c,
        _ => &e,
    };
    let _ = writeln!(text, "for b{depth} = 1 to {behind}\nA[0] += 1;");
}

/// A block for each binary digit of the numbers of its processors.
fn digits(draw: &mut Draw, text: &mut String, names: &mut Vec<String>, depth: usize) {
    let (digit, index) = (format!("e{depth}"), format!("i{depth}"));
    let last = draw.one(&["ceil(log n) - 1", "ceil(log n) - 1", "floor(log n)"]);
    let _ = match draw.below(2) {
        0 => writeln!(text, "for {digit} = 0 to {last}"),
        _ => writeln!(text, "for {digit} = {last} to 0 step -1"),
    };
    let to = draw.one(&["2^ceil(log n) - 1", "n - 1", "4*2^ceil(log n) - 1"]);
    let _ = writeln!(text, "parallel (for each {index} from 0 to {to})");
    names.extend([digit, index]);
    for _ in 0..=draw.below(2) {
        inside(draw, text, names, depth + 1);
    }
    names.truncate(names.len() - 2);
    *text += "end_parallel\n";
}

/// The levels of a tree: in some of them there may be no processor.
fn levels(draw: &mut Draw, text: &mut String, names: &mut Vec<String>, depth: usize) {
    let name = format!("d{depth}");
    let last = draw.one(&["floor(log n) - 1", "floor(log n)", "ceil(log n) - 1"]);
    let header = match draw.below(2) {
        0 => format!("for {name} = 0 to {last}"),
        _ => format!("for {name} = {last} to 0 step -1"),
    };
    let times = draw.one(&["", "2*", "3*", "5*"]);
    let less = draw.one(&["", " - 1", " + 1"]);
    let to = draw.one(&["n-1", "n-1", "n", "n/2"]);
    let step = draw.one(&["", " step 2", " step 2^(D+1)", " step 2^D"]);
    let step = step.replace('D', &name);
    let index = format!("i{depth}");
    let _ = writeln!(text, "{header}");
    let _ = writeln!(
        text,
        "parallel (for each {index} from {times}2^{name}{less} to {to}{step})"
    );
    names.push(index);
    for _ in 0..=draw.below(2) {
        inside(draw, text, names, depth + 1);
    }
    names.pop();
    *text += "end_parallel\n";
}

fn inside(draw: &mut Draw, text: &mut String, names: &mut Vec<String>, depth: usize) {
    if draw.wants_early() {
        early(draw, text, names);
    }
    if depth < 4 && draw.wants_claim() {
        *text += &claimed(draw, names, &format!("v{depth}"));
        inside(draw, text, names, depth + 1);
        *text += "}\n";
        return;
    }
    let kind = if depth >= 4 { 0 } else { draw.below(6) };
    match kind {
        0..=2 => *text += &assignment(draw, names),
        3 => {
            let name = format!("k{depth}");
            let (from, to) = (start(draw, names), bound(draw, names));
            let _ = writeln!(text, "for {name} = {from} to {to} {{");
            names.push(name);
            inside(draw, text, names, depth + 1);
            names.pop();
            *text += "}\n";
        }
        _ => {
            let _ = writeln!(text, "if ({}) {{", condition(draw, names));
            inside(draw, text, names, depth + 1);
            *text += "}";
            if draw.below(2) == 0 {
                *text += " else {\n";
                inside(draw, text, names, depth + 1);
                *text += "}";
            }
            *text += "\n";
        }
    }
}
