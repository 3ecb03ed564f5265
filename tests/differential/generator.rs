//! Random programs as text: well typed, all names in their right class, seldom at fault.
//!
//! A program is made from a tape of choices. An exhausted tape chooses 0, the simplest, so that a
//! shorter tape with smaller numbers is a simpler program, and failures shrink.

use std::fmt::Write;

/// A random program and what it is run on.
#[derive(Debug, Clone)]
pub struct Generated {
    pub text: String,
    pub n: usize,
    pub ints: [Vec<i64>; 2],
    pub reals: Vec<f64>,
}

/// What the elements of an array are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Int,
    Real,
    Bool,
    /// Of ints, with two columns.
    Table,
}

/// An array that can be used at some place.
#[derive(Debug, Clone)]
struct Array {
    name: String,
    length: String,
    kind: Kind,
    /// The index of a block that is always in bounds.
    index: Option<String>,
    /// May be assigned as a whole here.
    whole: bool,
}

/// What can be used at some place.
#[derive(Debug, Clone, Default)]
struct Scope {
    /// Blocks around.
    depth: usize,
    /// Loops around, inside the innermost block.
    loops: usize,
    /// Statements around, which bounds the size.
    nesting: usize,
    ints: Vec<String>,
    int_targets: Vec<String>,
    reals: Vec<String>,
    real_targets: Vec<String>,
    bools: Vec<String>,
    arrays: Vec<Array>,
    /// Which of the helper algorithms may be called: none that calls this one.
    callable: usize,
    /// `vrati;` may stand here.
    may_leave: bool,
    /// Never two groups at once print here: in which order they would is open.
    may_print: bool,
}

struct Tape<'t> {
    choices: &'t [u16],
    next: usize,
    out: String,
    indent: usize,
    names: usize,
    /// The file says how many processors there are.
    machine: bool,
}

pub fn generate(choices: &[u16]) -> Generated {
    let mut tape = Tape { choices, next: 0, out: String::new(), indent: 0, names: 0, machine: false };
    let n = 4 + tape.choose(4);
    let mut ints = |bound: usize| (0..n).map(|_| tape.choose(bound) as i64 - 2).collect();
    let ints = [ints(12), ints(7)];
    let reals = (0..n).map(|_| tape.choose(16) as f64 * 0.25).collect();
    tape.line(&format!("ulaz n = {n}, A[n], B[n], C[n];"));
    if tape.choose(4) == 3 {
        tape.machine = true;
        tape.line("stroj CREW(p = 3);");
    }
    tape.helpers();
    tape.program();
    Generated { text: tape.out, n, ints, reals }
}

impl Tape<'_> {
    fn choose(&mut self, among: usize) -> usize {
        let choice = self.choices.get(self.next).copied().unwrap_or(0);
        self.next += 1;
        usize::from(choice) % among
    }

    /// True once in so many times, never on an exhausted tape.
    fn chance(&mut self, among: usize) -> bool {
        self.choose(among) == among - 1
    }

    fn pick<T: Clone>(&mut self, from: &[T]) -> Option<T> {
        if from.is_empty() { None } else { Some(from[self.choose(from.len())].clone()) }
    }

    fn fresh(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    fn line(&mut self, text: &str) {
        writeln!(self.out, "{:indent$}{text}", "", indent = self.indent * 4).expect("a string grows");
    }

    fn indented(&mut self, inside: impl FnOnce(&mut Self)) {
        self.indent += 1;
        inside(self);
        self.indent -= 1;
    }

    // ---- The helper algorithms; each calls only those before it.

    fn helpers(&mut self) {
        // 1: a function of scalars.
        self.line("algoritam fa(x, y)");
        self.indented(|tape| {
            let ints = vec!["x".to_owned(), "y".to_owned()];
            let mut scope = Scope { nesting: 2, ints, ..Scope::default() };
            tape.line("v = 1;");
            scope.ints.push("v".to_owned());
            scope.int_targets.push("v".to_owned());
            tape.statements(&mut scope, 2);
            if tape.chance(2) {
                let condition = tape.condition(&scope, 1);
                let value = tape.int(&scope, 1);
                tape.line(&format!("ako ({condition}) vrati {value};"));
            }
            let value = tape.int(&scope, 1);
            tape.line(&format!("vrati {value};"));
        });
        self.line("kraj_algoritma");
        // 2: recursion, on an array by reference.
        self.line("algoritam fb(X[], k)");
        self.line("    ako (k > 0) {");
        self.line("        X[k mod duljina(X)] += k;");
        self.line("        fb(X, k - 1);");
        self.line("    }");
        self.line("kraj_algoritma");
        // 3: a block of its own.
        self.line("algoritam fc(X[], m = duljina(X))");
        self.indented(|tape| {
            let mut scope = Scope { nesting: 1, callable: 2, ..Scope::default() };
            scope.ints.push("m".to_owned());
            scope.arrays.push(Array {
                name: "X".to_owned(),
                length: "m".to_owned(),
                kind: Kind::Int,
                index: None,
                whole: true,
            });
            tape.statements(&mut scope, 1);
            tape.block(&scope);
        });
        self.line("kraj_algoritma");
        // 4: a fresh array.
        self.line("algoritam fd(X[])");
        self.line("    polje R[duljina(X)];");
        self.line("    R[] = X[] * 2 - 1;");
        self.line("    vrati R[];");
        self.line("kraj_algoritma");
        // 5: generic.
        self.line("algoritam ⊕_fe(X[])");
        self.line("    r = neutralni(⊕);");
        self.line("    za v = 0 do duljina(X) - 1");
        self.line("        r ⊕= X[v];");
        self.line("    vrati r;");
        self.line("kraj_algoritma");
        // 6: recursion with a value; a parameter that a block assigns.
        self.line("algoritam ff(k)");
        self.line("    ako (k <= 0) vrati 0;");
        self.line("    vrati k + ff(k - 1);");
        self.line("kraj_algoritma");
        self.line("algoritam fg(X[], z)");
        self.line("    paralelno (za svaki element polja X, v)");
        self.line("        z += X[v];");
        self.line("    kraj_paralelno");
        self.line("    vrati z;");
        self.line("kraj_algoritma");
        self.line("algoritam veci(a, b)");
        self.line("    ako (a > b) vrati a;");
        self.line("    vrati b;");
        self.line("kraj_algoritma");
        self.line("neutralni veci = 0;");
    }

    fn program(&mut self) {
        self.line("program");
        self.indented(|tape| {
            let array = |name: &str, length: &str, kind| Array {
                name: name.to_owned(),
                length: length.to_owned(),
                kind,
                index: None,
                whole: true,
            };
            let mut scope = Scope { callable: 6, may_print: true, ..Scope::default() };
            scope.arrays = vec![
                array("A", "n", Kind::Int),
                array("B", "n", Kind::Int),
                array("C", "n", Kind::Real),
                array("D", "3", Kind::Int),
                array("Q", "n", Kind::Bool),
                array("M", "n", Kind::Table),
            ];
            scope.ints = ["n", "ca", "cb", "s", "g"].map(String::from).to_vec();
            scope.int_targets = ["ca", "cb", "s", "g"].map(String::from).to_vec();
            scope.reals = vec!["ra".to_owned()];
            scope.real_targets = vec!["ra".to_owned()];
            scope.bools = vec!["q".to_owned()];
            for declaration in [
                "polje D[3] = 1;",
                "polje Q[n] = laz;",
                "polje M[n,2] = 3;",
                "polje U[n];",
                "globalno g = 1;",
                "ca = 2;",
                "cb = 3;",
                "s = 0;",
                "ra = 0.5;",
                "q = istina;",
            ] {
                tape.line(declaration);
            }
            if tape.machine {
                scope.ints.push("p".to_owned());
            }
            let statements = 2 + tape.choose(4);
            tape.statements(&mut scope, statements);
            tape.line("izlaz A[], B[], C[], D[], Q[], M[], U[], ca, cb, s, g, ra, q;");
        });
        self.line("kraj_programa");
    }

    // ---- Statements.

    fn statements(&mut self, scope: &mut Scope, count: usize) {
        for _ in 0..count {
            self.statement(scope);
        }
    }

    /// The statements of a branch or a loop's body.
    fn body(&mut self, scope: &Scope) {
        let mut inside = Scope { nesting: scope.nesting + 1, ..scope.clone() };
        let count = 1 + self.choose(3);
        self.indented(|tape| tape.statements(&mut inside, count));
    }

    fn statement(&mut self, scope: &mut Scope) {
        let kinds = if scope.nesting < 3 { 24 } else { 10 };
        match self.choose(kinds) {
            0..=3 => self.assign_element(scope),
            4..=6 => self.assign_scalar(scope),
            7 => self.assign_real(scope),
            8 => self.leave(scope),
            9 => self.instrument(scope),
            10..=12 => self.branch(scope),
            13 => self.counting_loop(scope),
            14 => self.other_loop(scope),
            15 | 16 => self.call(scope),
            17 | 18 => self.whole_array(scope),
            _ if scope.depth < 2 => self.block(scope),
            _ => self.branch(scope),
        }
    }

    fn array(&mut self, scope: &Scope, kind: Kind) -> Option<Array> {
        let known: Vec<Array> =
            scope.arrays.iter().filter(|each| each.kind == kind).cloned().collect();
        self.pick(&known)
    }

    /// An element, almost always in bounds.
    fn element(&mut self, scope: &Scope, array: &Array, depth: usize) -> String {
        let name = &array.name;
        if array.kind == Kind::Table {
            let row = match &array.index {
                Some(index) if self.choose(2) == 0 => index.clone(),
                _ => format!("({}) mod n", self.int(scope, depth.min(1))),
            };
            let column = self.int(scope, 0);
            return format!("{name}[{row}, ({column}) mod 2]");
        }
        match (self.choose(6), &array.index) {
            (0..=2, Some(index)) => format!("{name}[{index}]"),
            (3, Some(index)) => format!("{name}[({index} + 1) mod {}]", array.length),
            (5, Some(index)) if self.chance(12) => format!("{name}[{index} + 1]"),
            _ => {
                let subscript = self.int(scope, depth.min(1));
                format!("{name}[({subscript}) mod {}]", array.length)
            }
        }
    }

    fn assign_element(&mut self, scope: &Scope) {
        if self.chance(5) {
            return self.assign_other_element(scope);
        }
        let Some(array) = self.array(scope, Kind::Int) else { return self.assign_scalar(scope) };
        let target = self.element(scope, &array, 1);
        let value = self.int(scope, 2);
        let operator = self.pick(&["=", "=", "+=", "-="]).expect("there are some");
        self.line(&format!("{target} {operator} {value};"));
    }

    /// Of a table, of truth values, or of the array that is written only.
    fn assign_other_element(&mut self, scope: &Scope) {
        if let (Some(table), 0) = (self.array(scope, Kind::Table), self.choose(2)) {
            let target = self.element(scope, &table, 1);
            let value = self.int(scope, 1);
            return self.line(&format!("{target} += {value};"));
        }
        match self.array(scope, Kind::Bool) {
            Some(truths) => {
                let target = self.element(scope, &truths, 1);
                let value = self.condition(scope, 2);
                self.line(&format!("{target} = {value};"));
                let written = target.replacen('Q', "U", 1);
                if self.choose(3) == 2 {
                    let value = self.int(scope, 1);
                    self.line(&format!("{written} = {value};"));
                }
            }
            None => self.assign_scalar(scope),
        }
    }

    fn assign_scalar(&mut self, scope: &Scope) {
        if self.chance(6) && scope.depth == 0 && !scope.bools.is_empty() {
            let value = self.condition(scope, 2);
            return self.line(&format!("q = {value};"));
        }
        match self.pick(&scope.int_targets) {
            Some(target) => {
                let value = self.int(scope, 2);
                let operator = self.pick(&["=", "=", "+=", "-="]).expect("there are some");
                self.line(&format!("{target} {operator} {value};"));
            }
            None => self.line(";"),
        }
    }

    fn assign_real(&mut self, scope: &Scope) {
        let value = self.real(scope, 2);
        match (self.array(scope, Kind::Real), self.pick(&scope.real_targets)) {
            (Some(array), target) if target.is_none() || self.choose(2) == 0 => {
                let target = self.element(scope, &array, 1);
                self.line(&format!("{target} = {value};"));
            }
            (_, Some(target)) => self.line(&format!("{target} = {value};")),
            _ => self.assign_scalar(scope),
        }
    }

    /// Out of a loop or a block, under a condition.
    fn leave(&mut self, scope: &Scope) {
        let mut ways = Vec::new();
        if scope.loops > 0 {
            ways.extend(["prekini", "nastavi"]);
        }
        if scope.may_leave {
            ways.push("vrati");
        }
        match self.pick(&ways) {
            Some(way) => {
                let condition = self.condition(scope, 1);
                self.line(&format!("ako ({condition}) {way};"));
            }
            None => self.assign_scalar(scope),
        }
    }

    fn instrument(&mut self, scope: &Scope) {
        if !scope.may_print {
            return self.assign_scalar(scope);
        }
        let value = self.plain_int(scope, 1);
        self.line(&format!("ispisi(\"v = \", {value});"));
    }

    fn branch(&mut self, scope: &Scope) {
        let condition = if self.chance(8) {
            let (left, right) = (self.int(scope, 1), self.int(scope, 1));
            format!("({left}) mod 2 or ({right}) mod 2")
        } else {
            self.condition(scope, 2)
        };
        let may_print = scope.may_print && scope.depth == 0;
        let inside = Scope { may_print, ..scope.clone() };
        self.line(&format!("ako ({condition}) {{"));
        self.body(&inside);
        if self.choose(2) == 1 {
            self.line("} inace {");
            self.body(&inside);
        }
        self.line("}");
    }

    fn counting_loop(&mut self, scope: &Scope) {
        let variable = self.fresh("j");
        let bound = self.small(scope);
        let header = match self.choose(5) {
            0 | 1 => format!("za {variable} = 1 do {bound} {{"),
            2 => format!("za {variable} = {bound} do 1 korak -1 {{"),
            3 => format!("za ({variable} = 0; {variable} < {bound}; {variable}++) {{"),
            _ => {
                self.line(&format!("ponovi {bound} puta"));
                let inside = Scope { loops: scope.loops + 1, ..scope.clone() };
                self.body(&inside);
                return self.line("kraj_ponovi");
            }
        };
        let mut inside = Scope { loops: scope.loops + 1, ..scope.clone() };
        inside.ints.push(variable);
        self.line(&header);
        self.body(&inside);
        self.line("}");
    }

    /// `dok` over a counter of its own, so that it ends.
    fn other_loop(&mut self, scope: &Scope) {
        let variable = self.fresh("w");
        let bound = self.small(scope);
        self.line(&format!("{variable} = {bound};"));
        let mut inside = Scope { loops: scope.loops + 1, ..scope.clone() };
        inside.ints.push(variable.clone());
        self.line(&format!("dok ({variable} > 0) {{"));
        self.line(&format!("    {variable} -= 1;"));
        self.body(&inside);
        self.line("}");
    }

    /// 0 to 3, different among processors.
    fn small(&mut self, scope: &Scope) -> String {
        if self.choose(3) == 0 {
            return (1 + self.choose(3)).to_string();
        }
        let value = self.plain_int(scope, 1);
        format!("({value}) mod 4")
    }

    fn call(&mut self, scope: &Scope) {
        if scope.callable < 2 {
            return self.assign_scalar(scope);
        }
        let Some(array) = self.array(scope, Kind::Int) else { return self.assign_scalar(scope) };
        match self.choose(scope.callable) {
            // Not a private array: some block of `fc` only reads it, another writes it.
            2 | 3 if scope.depth < 2 && array.whole => self.line(&format!("fc({}[]);", array.name)),
            _ => {
                let times = self.small(scope);
                self.line(&format!("fb({}, {times});", array.name));
            }
        }
    }

    fn whole_array(&mut self, scope: &Scope) {
        if self.chance(6) && scope.arrays.iter().any(|each| each.name == "C") {
            let other = self.pick(&["A", "B", "C"]).expect("some");
            let factor = self.real(&Scope { callable: 0, ..scope.clone() }, 0);
            return self.line(&format!("C[] = {other}[] * {factor} / 4.0 - 1;"));
        }
        let whole: Vec<Array> = scope
            .arrays
            .iter()
            .filter(|each| each.whole && each.kind == Kind::Int)
            .cloned()
            .collect();
        let Some(target) = self.pick(&whole) else { return self.assign_element(scope) };
        let same: Vec<Array> =
            whole.iter().filter(|each| each.length == target.length).cloned().collect();
        let other = self.pick(&same).expect("the target itself").name;
        let target = target.name;
        let scalar = self.plain_int(scope, 1);
        let value = match self.choose(8) {
            0 => format!("{target}[] = {other}[] + {scalar};"),
            1 => format!("{target}[] = unatrag({other}[]);"),
            2 => format!("{target}[] += {other}[];"),
            3 => format!("{target}[] = {scalar};"),
            4 => format!("{target}[] = max({target}[], {other}[]) - ({scalar}) mod 3;"),
            5 if scope.callable >= 4 => format!("{target}[] = fd({other}[]);"),
            6 if scope.callable >= 4 => format!("{target}[] = fd({other}[] - 1) + {target}[];"),
            7 if scope.arrays.iter().any(|each| each.name == "Q") && target != "D" => {
                format!("Q[] = not ({other}[] > 2 and Q[]) or {other}[] < 3;")
            }
            _ => format!("{target}[] -= unatrag({other}[]) mod 7;"),
        };
        self.line(&value);
    }

    fn block(&mut self, scope: &Scope) {
        let depth = scope.depth + 1;
        let index = self.fresh("i");
        let ranged: Vec<Array> = scope
            .arrays
            .iter()
            .filter(|each| each.length != "2" && each.kind != Kind::Table)
            .cloned()
            .collect();
        let Some(array) = self.pick(&ranged) else { return self.branch(scope) };
        let length = array.length.clone();
        let mut indices = vec![index.clone()];
        let header = match self.choose(9) {
            7 => format!("element polja {}, {index}", array.name),
            8 => format!("indeks {index}"),
            0..=2 => format!("{index} od 0 do {length} - 1"),
            3 => format!("{index} od 1 do {length} - 2"),
            4 => format!("{index} od 0 do {length} - 1 korak 2"),
            5 => format!("{index} od {length} - 1 do 0 korak -1"),
            _ => {
                let second = self.fresh("i");
                indices.push(second.clone());
                format!("{index} od 0 do {length} - 1, {second} od 0 do 1")
            }
        };
        self.line(&format!("paralelno (za svaki {header})"));
        let mut inside = Scope {
            depth,
            loops: 0,
            nesting: scope.nesting + 1,
            may_leave: true,
            real_targets: Vec::new(),
            bools: scope.bools.clone(),
            ..scope.clone()
        };
        inside.ints.extend(indices);
        // Control scalars cannot be assigned here; what is assigned outside and inside is shared.
        inside.int_targets = scope.int_targets.iter().filter(|each| *each != "ca").cloned().collect();
        if depth == 1 {
            inside.int_targets.retain(|each| each == "s" || each == "g");
        }
        for each in &mut inside.arrays {
            each.index = if each.length == length { Some(index.clone()) } else { None };
        }
        if header.starts_with("indeks") {
            // What it ranges over.
            self.line(&format!("    {0}[{index}] = {0}[{index}];", array.name));
        }
        self.indented(|tape| tape.block_body(&mut inside));
        self.line("kraj_paralelno");
    }

    fn block_body(&mut self, inside: &mut Scope) {
        for _ in 0..self.choose(3) {
            let private = self.fresh("t");
            let value = self.int(inside, 1);
            let keyword = if self.choose(3) == 2 { "lokalno " } else { "" };
            self.line(&format!("{keyword}{private} = {value};"));
            inside.ints.push(private.clone());
            inside.int_targets.push(private);
        }
        match self.choose(5) {
            3 => {
                let name = self.fresh("buf");
                self.line(&format!("lokalno {name}[3] = {{4, 0, 2}};"));
                inside.arrays.push(Array {
                    name,
                    length: "3".to_owned(),
                    kind: Kind::Int,
                    index: None,
                    whole: false,
                });
            }
            4 => {
                let name = self.fresh("P");
                self.line(&format!("polje {name}[2] = {{1, 2}};"));
                inside.arrays.push(Array {
                    name,
                    length: "2".to_owned(),
                    kind: Kind::Int,
                    index: None,
                    whole: true,
                });
            }
            _ => {}
        }
        let statements = 1 + self.choose(4);
        self.statements(inside, statements);
    }

    // ---- Expressions.

    /// Without calls: it may stand where calls would be hard to read.
    fn plain_int(&mut self, scope: &Scope, depth: usize) -> String {
        let without = Scope { callable: 0, ..scope.clone() };
        self.int(&without, depth)
    }

    fn int(&mut self, scope: &Scope, depth: usize) -> String {
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
            _ if self.chance(10) => format!("({left}) mod ({right})"),
            _ => format!("-({left}) mod 5"),
        }
    }

    fn int_leaf(&mut self, scope: &Scope, choice: usize) -> String {
        match choice {
            0 => self.choose(10).to_string(),
            1..=3 => match self.pick(&scope.ints) {
                Some(name) => name,
                None => "1".to_owned(),
            },
            _ => match self.array(scope, Kind::Int) {
                Some(array) => {
                    let table = if self.chance(6) { self.array(scope, Kind::Table) } else { None };
                    let array = table.unwrap_or(array);
                    let without = Scope { callable: 0, ..scope.clone() };
                    self.element(&without, &array, 0)
                }
                None => "2".to_owned(),
            },
        }
    }

    fn int_call(&mut self, scope: &Scope, argument: &str) -> String {
        let array = self.array(scope, Kind::Int);
        match (self.choose(6), array) {
            (4, _) if scope.callable >= 6 => format!("ff(({argument}) mod 4)"),
            (5, Some(array)) if scope.callable >= 6 && scope.depth < 2 => {
                format!("(fg({}, {argument}) mod 30)", array.name)
            }
            (1, Some(array)) if scope.callable >= 5 => {
                let operator = self.pick(&["+", "max", "min", "xor", "veci"]).expect("some");
                format!("({operator}_fe({}[]) mod 50)", array.name)
            }
            (2, Some(array)) => format!("duljina({})", array.name),
            (3, _) => {
                let real = self.real(&Scope { callable: 0, ..scope.clone() }, 0);
                format!("floor({real} mod 20)")
            }
            _ if scope.callable >= 1 => {
                let other = self.int_leaf(scope, 4);
                format!("(fa({argument}, {other}) mod 40)")
            }
            _ => format!("-({argument})"),
        }
    }

    fn real(&mut self, scope: &Scope, depth: usize) -> String {
        match self.choose(if depth == 0 { 4 } else { 9 }) {
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
            _ => {
                let inside = self.int(scope, depth - 1);
                format!("log(abs({inside}) + 1)")
            }
        }
    }

    fn condition(&mut self, scope: &Scope, depth: usize) -> String {
        match self.choose(if depth == 0 { 5 } else { 10 }) {
            9 => {
                // Of an int and a bool: a bool.
                let (left, right) = (self.int(scope, 0), self.condition(scope, depth - 1));
                format!("(({left}) mod 2 and {right})")
            }
            4 => match self.array(scope, Kind::Bool) {
                Some(truths) => self.element(&Scope { callable: 0, ..scope.clone() }, &truths, 0),
                None => "laz".to_owned(),
            },
            0 | 1 => {
                let (left, right) = (self.int(scope, depth.min(1)), self.int(scope, 0));
                let operator = self.pick(&["<", "<=", ">", ">=", "==", "!="]).expect("some");
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
