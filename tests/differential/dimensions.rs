//! Random programs about arrays of three and four dimensions: their subscripts, sections, rows, whole
//! arrays and calls, on the machine and on its twin.

use pram::pipeline::Options;
use proptest::prelude::*;

use super::generated::agree;
use super::generator::Generated;
use super::setting::{asynchronous_setting, synchronous_setting};
use super::ways;
use crate::cases::{cases, number};
use crate::multicomputer;
use crate::tape::Tape;

/// The lengths of D and Q along each dimension.
#[derive(Clone)]
struct Lengths {
    d: [usize; 3],
    q: [usize; 4],
}

type Writer<'t> = Tape<'t, Lengths>;

const ALGORITHMS: &str = "\
algoritam zbroji(X[])
    s = 0;
    za i = 0 do duljina(X, 0) - 1
        za j = 0 do duljina(X, 1) - 1
            za k = 0 do duljina(X, 2) - 1
                s += X[i][j][k];
    vrati s;
kraj_algoritma
algoritam povecaj(X[], n = duljina(X))
    paralelno (za svaki i od 0 do n-1)
        X[i] += n;
    kraj_paralelno
kraj_algoritma
algoritam puni(X[,,], a)
    X[] = X[] + a;
kraj_algoritma
";

/// A subscript: mostly inside, now and then one beyond.
fn subscript(tape: &mut Writer<'_>, index: &str, length: usize) -> String {
    match tape.choose(12) {
        0..=3 => format!("{index} mod {length}"),
        4 | 5 => format!("({index} + {}) mod {length}", tape.choose(3)),
        6 => tape.choose(length).to_string(),
        7 => format!("{} - {index} mod {length}", length - 1),
        8 => format!("A[{index} mod n] mod {length}"),
        9 => format!("2*{index} mod {length}"),
        10 if tape.chance(4) => index.to_owned(),
        10 if tape.chance(6) => length.to_string(),
        _ => format!("{index} mod {length}"),
    }
}

/// A cell of D or Q.
fn cell(tape: &mut Writer<'_>, indices: &[&str]) -> String {
    let Lengths { d, q } = tape.state.clone();
    let is_longer = tape.choose(4) < indices.len() - 2;
    let (name, lengths) = if is_longer {
        ("Q", &q[..])
    } else {
        ("D", &d[..])
    };
    let subscripts: Vec<String> = (lengths.iter().enumerate())
        .map(|(at, length)| subscript(tape, indices[at.min(indices.len() - 1)], *length))
        .collect();
    let between = if tape.choose(3) == 0 { "][" } else { "," };
    format!("{name}[{}]", subscripts.join(between))
}

/// Ranges over some dimensions, with the names of their indices.
fn header(tape: &mut Writer<'_>, lengths: &[usize]) -> (String, Vec<&'static str>) {
    let names = &["i", "j", "k", "l"][..lengths.len()];
    let ranges: Vec<String> = (names.iter().zip(lengths))
        .map(|(name, length)| match tape.choose(5) {
            0 => format!("{name} od 1 do {}", length - 1),
            1 => format!("{name} od {} do 0 korak -1", length - 1),
            2 => format!("{name} od 0 do {} korak 2", length - 1),
            _ => format!("{name} od 0 do {}", length - 1),
        })
        .collect();
    (format!("(za svaki {})", ranges.join(", ")), names.to_vec())
}

fn statement(tape: &mut Writer<'_>) {
    let Lengths { d, q } = tape.state.clone();
    let [x, y, z] = d;
    match tape.choose(13) {
        0 | 1 => block(tape, &d),
        2 => block(tape, &q),
        3 => {
            tape.line("s += zbroji(D[]);");
            tape.line("ispisi(s, duljina(D, 1), duljina(D));");
        }
        4 => {
            let (row, from) = (tape.choose(y), tape.choose(z));
            let is_outside = tape.chance(8);
            let first = tape.choose(x + usize::from(is_outside));
            tape.line(&format!("povecaj(D[{first}, {row}, {from} do {}]);", z - 1));
        }
        5 => {
            let first = tape.choose(x);
            tape.line(&format!("M[] = D[{first}, , ];"));
            tape.line("ispisi(M[]);");
        }
        6 => {
            let at = tape.choose(x);
            tape.line(&format!(
                "D[{at}, , {}] = D[{}, , 0] + 1;",
                z - 1,
                x - 1 - at
            ));
        }
        7 => tape.line("R[] = D[] * 2 - D[];"),
        8 => {
            let at = tape.choose(q[0]);
            tape.line(&format!("puni(Q[{at}, , , ], s mod 5);"));
        }
        9 => tape.line("puni(D[], duljina(Q, 3));"),
        10 => {
            tape.line(&format!("za i = 0 do {}", x * y * z - 1));
            tape.line(&format!(
                "    D[i / {}, i / {z} mod {y}, i mod {z}] += i;",
                y * z
            ));
        }
        11 => {
            tape.line(&format!("paralelno (za svaki i od 0 do {})", x - 1));
            tape.line(&format!("    lokalno b[2,{y},2] = i;"));
            tape.line(&format!("    b[1,{},i mod 2] += D[i,0,0];", y - 1));
            tape.line(&format!("    D[i,{},0] = b[1,{0},0] + b[0,0,1];", y - 1));
            tape.line("kraj_paralelno");
        }
        _ => {
            let value = tape.choose(9);
            tape.line(&format!("D[, {}, ] = {value};", tape.state.d[1] - 1));
        }
    }
}

fn block(tape: &mut Writer<'_>, lengths: &[usize]) {
    let (ranges, names) = header(tape, lengths);
    tape.line(&format!("paralelno {ranges}"));
    let target = cell(tape, &names);
    let (left, right) = (cell(tape, &names), cell(tape, &names));
    match tape.choose(4) {
        0 => tape.line(&format!("    {target} += {left};")),
        1 => {
            tape.line(&format!("    ako ({left} > {right})"));
            tape.line(&format!("        {target} = {left} mod 50 - i;"));
        }
        2 => {
            tape.line(&format!("    t = {left} mod 100;"));
            tape.line(&format!("    {target} = t + i;"));
        }
        _ => tape.line(&format!("    {target} = {left} mod 100 + {right} mod 100;")),
    }
    tape.line("kraj_paralelno");
}

pub fn generate(choices: &[u16]) -> Generated {
    let none = Lengths {
        d: [0; 3],
        q: [0; 4],
    };
    let mut tape = Tape::new(choices, none);
    let mut length = || 2 + tape.choose(3);
    let lengths = Lengths {
        d: [length(), length(), length()],
        q: [length(), length(), length(), length()],
    };
    let product = |lengths: &[usize]| -> String {
        let lengths: Vec<String> = lengths.iter().map(usize::to_string).collect();
        lengths.join(",")
    };
    let (d, q) = (product(&lengths.d), product(&lengths.q));
    let matrix = product(&lengths.d[1..]);
    tape.state = lengths;
    tape.line("ulaz n, A[n], B[n], C[n];");
    tape.line(&format!("ulaz D[{d}] = iota;"));
    tape.out.push_str(ALGORITHMS);
    tape.line("program");
    tape.indented(|tape| {
        tape.line(&format!("polje Q[{q}] = B[0], R[{d}] = 0;"));
        tape.line(&format!("polje M[{matrix}] = 0;"));
        tape.line("s = 0;");
        for _ in 0..=tape.choose(5) {
            statement(tape);
        }
        tape.line("izlaz D[], Q[], R[], M[], s;");
    });
    tape.line("kraj_programa");
    Generated {
        text: tape.out,
        n: None,
        ints: [vec![3, 2, 1, 4], vec![5, 1, 3, 2]],
        reals: vec![0.5, 1.5, 2.0, 0.25],
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: cases("PROPTEST_CASES", 60),
        max_shrink_iters: number("PROPTEST_MAX_SHRINK_ITERS").unwrap_or(2000),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn the_machine_agrees_with_its_twin_on_arrays_of_many_dimensions(
        choices in proptest::collection::vec(any::<u16>(), 0..160),
        setting in prop_oneof![3 => synchronous_setting(), 1 => asynchronous_setting()],
    ) {
        agree(&generate(&choices), &setting).map_err(TestCaseError::fail)?;
    }
}

/// 40·30·20 processors are many enough for every short cut; the sum of 6·i + j·k is worked out by hand:
/// 6·Σi·600 + Σj·Σk·40 = 6·780·600 + 435·190·40 = 2808000 + 3306000.
#[test]
fn every_way_tells_the_same_of_a_large_array() {
    let text = "\
stroj CREW;
ulaz x = 40, y = 30, z = 20;
program
    polje D[x,y,z], E[x,y,z];
    paralelno (za svaki i od 0 do x-1, j od 0 do y-1, k od 0 do z-1)
        D[i,j,k] = 6*i + j*k;
    kraj_paralelno
    ponovi za d = 0 do 3
        paralelno (za svaki k od 0 do z-2)
            E[d,d+1,k] = D[d,d,k] + D[d,d,k+1];
            D[d,d,k] = E[d,d+1,k];
        kraj_paralelno
    kraj_ponovi
    s = 0;
    za i = 0 do x-1
        za j = 0 do y-1
            za k = 0 do z-1
                s += D[i,j,k];
    ispisi(D[39,29,19], \" \", D[39,0,0], \" \", E[3,4,18]);
    ispisi(s);
kraj_programa
";
    // 6·39 + 29·19 = 785; 234; D[3,3,18] + D[3,3,19] = 18 + 54 + 18 + 57 = 147. The steps in between
    // add D[d,d,k+1] for k = 0 … 18 to the sum: Σ_d (19·6d + d·190) = 6·304 = 1824.
    let options = Options::default();
    ways::check(text, &options, &["\"785 234 147\"", "\"6115824\""]);
}

/// A run that ends in a fault says so in every way, of the same processor.
#[test]
fn every_way_meets_the_same_subscript_outside() {
    let text = "\
program
    polje D[20,30,20] = 1;
    paralelno (za svaki i od 0 do 19, j od 0 do 29, k od 0 do 19)
        D[i,j,k] = D[i, j + i/19, k];
    kraj_paralelno
kraj_programa
";
    ways::check(text, &Options::default(), &["OutOfBounds", "D[19,30,0]"]);
}

#[test]
fn distributions_follow_the_first_two_subscripts() {
    // ⌊j·3/2⌋: processor 0 has the first of three matrices, processor 1 the others; by turns 0, 1, 0.
    let written = |p: usize, clause: &str, [at, column]: [usize; 2], owner: usize| {
        multicomputer::run(&format!(
            "stroj ring(p = {p}, t_s = 1, t_w = 1);\nprogram\n    polje D[3,2,2] = 1 {clause};\n    \
             paralelno (za svaki procesor i, i = 0, ..., p-1)\n        \
             ako (i == {owner}) D[{at},{column},1] = 5;\n    kraj_paralelno\nkraj_programa\n"
        ))
    };
    let of = |clause: &str, at: usize, owner: usize| written(2, clause, [at, 1], owner);
    for (clause, at, owner) in [
        ("po blokovima", 0, 0),
        ("po blokovima", 1, 1),
        ("po blokovima", 2, 1),
        ("po redom", 1, 1),
        ("po redom", 2, 0),
        ("po recima", 1, 1),
        ("po stupcima", 0, 1),
        ("po stupcima", 2, 1),
    ] {
        of(clause, at, owner).ends_well();
        of(clause, at, 1 - owner).ends_in("E0510");
    }
    written(2, "po stupcima", [2, 0], 0).ends_well();
    // A field for each of 2×2 processors: the first matrix above, the others below.
    for at in 0..3 {
        for column in 0..2 {
            let owner = 2 * usize::from(at > 0) + column;
            written(4, "po kvadratima", [at, column], owner).ends_well();
            written(4, "po kvadratima", [at, column], (owner + 1) % 4).ends_in("E0510");
        }
    }
}

/// D[1, , ] without its last column: 2·2 words, which arrive in the same order.
#[test]
fn a_part_of_many_dimensions_goes_in_a_message() {
    multicomputer::prints(
        "stroj ring(p = 2, t_s = 1, t_w = 1);
program
    paralelno (za svaki procesor i, i = 0, ..., 1)
        lokalno D[2,2,3], E[2,1,2,2];
        za j = 0 do 11
            D[j/6, j/3 mod 2, j mod 3] = 10*i + j;
        ako (i == 0)
            posalji D[1, , 0 do 1] prema 1;
        ako (i == 1) onda
            primi E[1, 0, , ] od 0;
            ispisi(E[1,0,0,0], \" \", E[1,0,0,1], \" \", E[1,0,1,0], \" \", E[1,0,1,1]);
        kraj_ako
    kraj_paralelno
kraj_programa
",
        &["6 7 9 10"],
    );
}
