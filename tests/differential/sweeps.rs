//! Statements that read at constant distances from where they write: each processor gets what was
//! there before the step, in whatever order the processors go.

use pram::pipeline::Options;

use super::ways::{check, told_alike};

/// Of 3000 elements (more than two chunks of processors), A[i] = i and S[i] = i·i. The first block
/// reads each cell of Z twice, after which reads are watched per access only.
fn program(body: &str) -> String {
    format!(
        "\
stroj CREW;
ulaz n = 3000;
program
    polje A[n], S[n], Z[n] = 0;
    paralelno (za svaki i od 0 do n-1)
        A[i] = i;
        S[i] = i*i;
    kraj_paralelno
    paralelno (za svaki i od 1 do n-1)
        Z[i] = Z[i-1] + Z[i];
    kraj_paralelno
{body}
    ispisi(A[0], \" \", A[1], \" \", A[2], \" \", A[1023], \" \", A[1024], \" \", A[1025], \" \", A[2998], \" \", A[2999]);
kraj_programa
"
    )
}

/// After one block over `range` with this statement, A[0], A[1], A[2], A[1023], A[1024], A[1025],
/// A[2998], A[2999] are these.
fn gives(range: &str, statement: &str, cells: [i64; 8]) {
    let body = format!("paralelno (za svaki i {range}) {statement} kraj_paralelno");
    let cells = cells.map(|cell| cell.to_string()).join(" ");
    let source = program(&body);
    check(&source, &Options::default(), &[&format!("\"{cells}\"")]);
}

#[test]
fn what_lies_below_is_read_before_it_is_written() {
    // (i-1) + i = 2i-1
    let sums = [0, 1, 3, 2045, 2047, 2049, 5995, 5997];
    gives("od 1 do n-1", "A[i] = A[i-1] + A[i];", sums);
    // i-1
    let moved = [0, 0, 1, 1022, 1023, 1024, 2997, 2998];
    gives("od 1 do n-1", "A[i] = A[i-1];", moved);
    // i + i-1000 = 2i-1000 from 1000 on
    let far = [0, 1, 2, 1046, 1048, 1050, 4996, 4998];
    gives("od 1000 do n-1", "A[i] += A[i-1000];", far);
}

#[test]
fn what_lies_above_is_read_before_it_is_written() {
    // (i+1) + i = 2i+1, but for the last
    let sums = [1, 3, 5, 2047, 2049, 2051, 5997, 2999];
    gives("od 0 do n-2", "A[i] = A[i+1] + A[i];", sums);
    // (i+1)² - i² = 2i+1
    let statement = "S[i] = S[i+1] - S[i]; A[i] = S[i];";
    gives("od 0 do n-2", statement, sums);
}

#[test]
fn processors_may_descend_through_the_array() {
    // Processor 0 has i = 2999: 2i-1 and 2i+1 as above.
    let below = [0, 1, 3, 2045, 2047, 2049, 5995, 5997];
    gives("od n-1 do 1 korak -1", "A[i] = A[i-1] + A[i];", below);
    let above = [1, 3, 5, 2047, 2049, 2051, 5997, 2999];
    gives("od n-2 do 0 korak -1", "A[i] = A[i+1] + A[i];", above);
    // From above: A[n-1-i] with i from 1 on, 2i-1 below each.
    gives("od 1 do n-1", "A[n-1-i] = A[n-i] + A[n-1-i];", above);
}

#[test]
fn every_second_element_is_a_line_too() {
    // i + i-2 = 2i-2 for even i from 2 on
    let even = [0, 1, 2, 1023, 2046, 1025, 5994, 2999];
    gives("od 2 do n-1 korak 2", "A[i] += A[i-2];", even);
    // The odd ones between are read only: i + i-1 = 2i-1
    let between = [0, 1, 3, 1023, 2047, 1025, 5995, 2999];
    gives("od 2 do n-1 korak 2", "A[i] += A[i-1];", between);
    // Processor i has A[2i]: 2i + 2(i+1) = 4i+2 for i up to 1498
    let doubled = [2, 1, 6, 1023, 2050, 1025, 2998, 2999];
    gives("od 0 do n/2-2", "A[2*i] += A[2*i+2];", doubled);
}

#[test]
fn some_of_the_processors_are_lines_or_not() {
    // i + i-3 = 2i-3 where 3 divides i: 1023, but neither 1024 nor 1025, 2998, 2999
    let thirds = [0, 1, 2, 2043, 1024, 1025, 2998, 2999];
    gives("od 3 do n-1", "ako (i mod 3 == 0) A[i] += A[i-3];", thirds);
    // 2i-1 where 3 does not divide i
    let others = [0, 1, 3, 1023, 2047, 2049, 5995, 5997];
    gives("od 1 do n-1", "ako (i mod 3 != 0) A[i] += A[i-1];", others);
    // 2i+1 where 3 does not divide i
    let above = [0, 3, 5, 1023, 2049, 2051, 5997, 2999];
    gives("od 0 do n-2", "ako (i mod 3 != 0) A[i] += A[i+1];", above);
}

#[test]
fn statements_may_have_more_operands() {
    // (i-1) + 10i·(i mod 2): a private column
    let private = [0, 10, 1, 11252, 1023, 11274, 2997, 32988];
    let statement = "x = 10*i*(i mod 2); A[i] = A[i-1] + x;";
    gives("od 1 do n-1", statement, private);
    // 2(i-1) + i-2 = 3i-4
    let three = [0, 1, 2, 3065, 3068, 3071, 8990, 8993];
    gives("od 2 do n-1", "A[i] = A[i-1]*2 + A[i-2];", three);
    // i-1 + i-1000 = 2i-1001 from 1000 on
    let two = [0, 1, 2, 1045, 1047, 1049, 4995, 4997];
    gives("od 1000 do n-1", "A[i] = A[i-1] + A[i-1000];", two);
    // On both sides: i-1 + i+1 = 2i
    let both = [0, 2, 4, 2046, 2048, 2050, 5996, 2999];
    gives("od 1 do n-2", "A[i] = A[i-1] + A[i+1];", both);
    // 5 - (i-1): a constant on the left
    let constant = [0, 5, 4, -1017, -1018, -1019, -2992, -2993];
    gives("od 1 do n-1", "A[i] = 5 - A[i-1];", constant);
    // T where i mod 3 is 1, and above 5 where that is so of i-1
    let guarded = [0, 1, 0, 0, 1, 1, 1, 1];
    let source = program(
        "
    polje Q[n];
    paralelno (za svaki i od 0 do n-1) Q[i] = i mod 3 == 1; kraj_paralelno
    paralelno (za svaki i od 1 do n-1) Q[i] = i > 5 and Q[i-1] or Q[i]; kraj_paralelno
    paralelno (za svaki i od 0 do n-1) ako (Q[i]) A[i] = 1; inace A[i] = 0; kraj_paralelno",
    );
    let cells = guarded.map(|cell: i64| cell.to_string()).join(" ");
    check(&source, &Options::default(), &[&format!("\"{cells}\"")]);
}

#[test]
fn a_scan_goes_on_level_by_level() {
    // The sum of 0 … i: 1023·1024/2 = 523776, and so on.
    let source = program(
        "
    za d = 0 do ceil(log n) - 1
        paralelno (za svaki i od 2^d do n-1)
            A[i] += A[i-2^d];
        kraj_paralelno",
    );
    let sums = "\"0 1 3 523776 524800 525825 4495501 4498500\"";
    check(&source, &Options::default(), &[sums]);
}

#[test]
fn the_lowest_processor_that_fails_is_told() {
    // 2^62 + 2^62 does not fit. Of neighbours that hold that much the upper one fails where what
    // lies below is added, the lower one where what lies above is. The steps before it are two of the first
    // block, one of the second, and one for each assignment.
    let fails = |cells: &[u32], statement: &str, range: &str, index: u32| {
        let big = cells.iter().map(|cell| format!("A[{cell}] = 2^62; "));
        let body = format!(
            "{}paralelno (za svaki i {range}) {statement} kraj_paralelno",
            big.collect::<String>()
        );
        // The test of a branch is a step, too.
        let step = 3 + cells.len() + usize::from(statement.starts_with("ako")) + 1;
        let fault = format!("processor: Some(\"i = {index}\"), step: Some({step})");
        check(&program(&body), &Options::default(), &[&fault]);
    };
    let below = |cells: &[u32], index| fails(cells, "A[i] += A[i-1];", "od 1 do n-1", index);
    below(&[0, 1], 1);
    below(&[2998, 2999], 2999);
    below(&[1500, 1501], 1501);
    below(&[100, 101, 1500, 1501, 2998, 2999], 101);
    // In one chunk, and in a row.
    below(&[200, 201, 210, 211], 201);
    below(&[1400, 1401, 1402, 1403], 1401);
    // At a border between chunks: processor 1024 has i = 1025.
    below(&[1024, 1025, 2600, 2601], 1025);
    let above = |cells: &[u32], index| fails(cells, "A[i] += A[i+1];", "od 0 do n-2", index);
    above(&[0, 1], 0);
    above(&[100, 101, 1023, 1024, 2998, 2999], 100);
    above(&[1023, 1024, 2998, 2999], 1023);
    // Statements of three operands, and processors that descend: the highest index is lowest.
    fails(
        &[700, 701, 2000, 2001],
        "A[i] = A[i-1] + A[i] - 1;",
        "od 1 do n-1",
        701,
    );
    fails(
        &[700, 701, 2000, 2001],
        "A[i] += A[i-1];",
        "od n-1 do 1 korak -1",
        2001,
    );
    fails(
        &[700, 701, 2000, 2001],
        "ako (i mod 7 != 6) A[i] += A[i-1];",
        "od 1 do n-1",
        701,
    );
}

#[test]
fn whether_processors_meet_is_told_all_the_same() {
    for model in ["EREW", "CREW", "CRCW"] {
        for statement in [
            "A[i] += A[i-1];",
            "A[i] = A[i-1] + A[i-2];",
            "A[i] = A[i-2];",
        ] {
            let body = format!("paralelno (za svaki i od 2 do n-1) {statement} kraj_paralelno");
            told_alike(&program(&body).replace("CREW", model), &Options::default());
        }
    }
}
