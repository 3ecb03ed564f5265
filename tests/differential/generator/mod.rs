//! Random programs as text: well typed, all names in their right class, seldom at fault.

mod asynchronous;
mod expression;
mod forms;
mod header;
mod shifted;
mod spelling;
mod statement;

use crate::tape;
use spelling::respelled;

/// A random program and what it is run on.
#[derive(Debug, Clone)]
pub struct Generated {
    pub text: String,
    /// The input `n`, where the program has one.
    pub n: Option<usize>,
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
    /// A subscript of which each processor has its own, so that nobody meets anybody.
    own: Option<String>,
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
    bool_targets: Vec<String>,
    arrays: Vec<Array>,
    /// Which of the helper algorithms may be called: none that calls this one.
    callable: usize,
    /// `vrati;` may stand here.
    may_leave: bool,
    /// This is the body of an asynchronous block.
    native: bool,
}

impl Scope {
    /// The same in a block, whose header names nothing. Control scalars cannot be assigned in one; what
    /// is assigned outside and inside is shared.
    fn of_block(&self) -> Self {
        let depth = self.depth + 1;
        let mut inside = Self {
            depth,
            loops: 0,
            nesting: self.nesting + 1,
            may_leave: true,
            real_targets: Vec::new(),
            bool_targets: Vec::new(),
            ..self.clone()
        };
        inside.int_targets.retain(|each| match depth {
            1 => each == "s" || each == "g",
            _ => each != "ca",
        });
        inside
    }
}

/// What the whole program is like.
struct Traits {
    /// The file says how many processors there are.
    machine: bool,
    /// The program is one for the asynchronous PRAM.
    asynchronous: bool,
}

type Tape<'t> = tape::Tape<'t, Traits>;

/// A program for the synchronous PRAM.
pub fn generate(choices: &[u16]) -> Generated {
    generate_for(choices, false)
}

/// A program for the asynchronous PRAM.
pub fn generate_asynchronous(choices: &[u16]) -> Generated {
    generate_for(choices, true)
}

fn generate_for(choices: &[u16], asynchronous: bool) -> Generated {
    let traits = Traits {
        machine: false,
        asynchronous,
    };
    let mut tape = Tape::new(choices, traits);
    let n = 4 + tape.choose(4);
    let mut ints = |bound: usize| (0..n).map(|_| tape.choose(bound) as i64 - 2).collect();
    let ints = [ints(12), ints(7)];
    let reals = (0..n).map(|_| tape.choose(16) as f64 * 0.25).collect();
    let seed = tape.choose(1 << 16) as u16;
    tape.inputs(n);
    if tape.choose(3) == 2 && !asynchronous {
        tape.machine();
    }
    tape.claims();
    tape.helpers();
    tape.program();
    Generated {
        text: respelled(&tape.out, seed),
        n: Some(n),
        ints,
        reals,
    }
}

impl Tape<'_> {
    // ---- The helper algorithms; each calls only those before it.

    fn helpers(&mut self) {
        // 1: a function of scalars.
        self.line("algoritam fa(x, y)");
        self.indented(|tape| {
            let ints = vec!["x".to_owned(), "y".to_owned()];
            let mut scope = Scope {
                nesting: 2,
                ints,
                ..Scope::default()
            };
            tape.line("v = 1;");
            scope.ints.push("v".to_owned());
            scope.int_targets.push("v".to_owned());
            let statements = if tape.state.asynchronous { 1 } else { 2 };
            tape.statements(&mut scope, statements);
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
            let mut scope = Scope {
                nesting: 1,
                callable: 2,
                ..Scope::default()
            };
            scope.ints.push("m".to_owned());
            scope.arrays.push(Array {
                name: "X".to_owned(),
                length: "m".to_owned(),
                kind: Kind::Int,
                index: None,
                own: None,
                whole: true,
            });
            if tape.state.asynchronous && !tape.chance(3) {
                tape.line("paralelno (za svaki i od 0 do m - 1) X[i] += 1; kraj_paralelno");
            } else {
                tape.statements(&mut scope, 1);
                tape.block(&scope);
            }
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
        let line = [
            "r ⊕= X[v];",
            "r = r ⊕ X[v];",
            "r = neutralni(⊕) ⊕ r ⊕ X[v] ⊕ neutralni(⊕);",
        ][self.choose(3)];
        self.line(&format!("        {line}"));
        self.line("    vrati r;");
        self.line("kraj_algoritma");
        self.line("algoritam ⊕_2(X[]) vrati ⊕_fe(X[]); kraj_algoritma");
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
        self.line("algoritam f0()");
        // One that ends where the next one begins.
        let end = ["kraj_algoritma;", ""][self.choose(2)];
        self.line(end);
        self.line("algoritam fm(M[,], r)");
        self.line("    vrati M[r mod 4, 1] + neutralni(max) - neutralni(max);");
        self.line("kraj_algoritma");
        self.line("algoritam f4(a, b, c = 2, d = 1)");
        self.line("    vrati a + 2*b + 3*c + 4*d;");
        self.line("kraj_algoritma");
        if self.state.asynchronous {
            self.line("algoritam fh(X[], k) vrati X[k]; kraj_algoritma");
            self.line("algoritam fi(X[], k, v) X[k] = v; kraj_algoritma");
            self.line("algoritam fj(k) vrati k; kraj_algoritma");
        }
    }

    fn program(&mut self) {
        self.line("program");
        self.indented(|tape| {
            let array = |name: &str, length: &str, kind| Array {
                name: name.to_owned(),
                length: length.to_owned(),
                kind,
                index: None,
                own: None,
                whole: true,
            };
            let mut scope = Scope {
                callable: 6,
                ..Scope::default()
            };
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
            scope.bool_targets = vec!["q".to_owned()];
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
            if tape.state.machine {
                scope.ints.push("p".to_owned());
            }
            let statements = 2 + tape.choose(4);
            if tape.state.asynchronous {
                scope.ints.push("d".to_owned());
                tape.asynchronous_program(&mut scope, statements);
            } else {
                tape.statements(&mut scope, statements);
            }
            let (open, close) = [("", ""), ("(", ")")][tape.choose(2)];
            let outputs = [
                "A[], B[], C[], D[], Q[], M[], U[], ca, cb, s, g, ra, q",
                "A[]; izlaz B[], C[]; izlaz D[], Q[], M[]; izlaz U[], ca, cb, s, g, ra, q",
                "A[], shown = A[] + ca, B[], C[], D[], Q[], M[], U[], ca, first = D[0], cb, s, g, ra, q",
            ];
            let outputs = outputs[tape.choose(3)];
            let parts = outputs.split("; izlaz ");
            for part in parts {
                tape.line(&format!("izlaz{open} {part}{close};"));
            }
        });
        self.line("kraj_programa");
    }
}
