//! Formulas of kernels: derived work, and counts that reports find. Expected values are worked out by hand.

use std::process::Command;

use serde_json::Value;

fn pram(words: &[&str]) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pram"));
    command.current_dir(env!("CARGO_MANIFEST_DIR"));
    let output = command.args(words).args(["--format", "json"]).output();
    let output = output.expect("the binary runs");
    let text = String::from_utf8(output.stdout).expect("JSON is UTF-8");
    serde_json::from_str(&text).unwrap_or_else(|problem| panic!("{problem}\n{words:?}\n{text}"))
}

/// The lanes of all issued instructions, whatever the warps.
#[test]
fn work_is_derived() {
    let work = |name: &str| {
        let found = pram(&["derive", &format!("programs/gpu/{name}.pram")]);
        found["formulas"]["W"]["gpu"].clone()
    };
    // Each item reads and writes.
    assert_eq!(work("copy")["formula"], "2*n");
    // 64 items: x = 0, twice 2 reads, 2 writes and 2 barriers with 4 times 2 reads, * and +, and a write.
    assert_eq!(work("matrix_product_tiled")["formula"], "2944");
    assert_eq!(64 * (1 + 2 * (6 + 4 * 4) + 1), 2944);
    // 16 items read and test; those whose element is not 0, all or none of them, count and write.
    let compaction = work("compaction");
    assert_eq!(
        (&compaction["lower"], &compaction["upper"]),
        (&"32".into(), &"64".into())
    );
}

#[test]
fn other_counts_are_refused_with_a_reason() {
    let found = pram(&["derive", "programs/gpu/copy.pram"]);
    for formula in [&found["formulas"]["T"]["gpu"], &found["formulas"]["issued"]] {
        assert_eq!(formula["status"], "none", "{found:#}");
        let reason = formula["reason"].as_str().expect("a reason is text");
        assert!(reason.contains("all items of a warp together"), "{reason}");
    }
}

/// w = 4, s = 4: n/4 warps read a segment each and write one.
#[test]
fn reports_find_counts() {
    let sizes = "n=8,16,24,32,40,48,64,80,96,128,160,256";
    let found = pram(&["report", "programs/gpu/copy.pram", "--vary", sizes]);
    let counts = &found["counts"];
    assert_eq!(counts["issued"]["formula"], "n/2", "{counts:#}");
    assert_eq!(counts["transactions"]["formula"], "n/2");
    assert_eq!(counts["conflicts"]["formula"], "0");
    assert_eq!(counts["launches"]["formula"], "1");
    assert_eq!(
        (&counts["passes"]["formula"], &counts["atomics"]["formula"]),
        (&"0".into(), &"0".into())
    );
    let row = &found["series"][1];
    assert_eq!(
        (&row["inputs"]["n"], &row["beside"]["issued"]),
        (&16.into(), &8.into())
    );
    // p is k·w, whatever the size: the program does not ask for it.
    assert_eq!(found["processors"], Value::Null);
}

/// Each of the n items executes an atomic. w = 4, b = 4: a read of `S[4*t]` by a warp meets one bank four times.
#[test]
fn passes_and_atomics_have_formulas() {
    let folder = crate::files::fresh_folder("gpu-formulas", "counts");
    let file = folder.join("kernel.pram");
    let text = "machine gpu(w = 4, b = 4);\ninput n = 8;\nprogram\n    array H[1] = 0, B[n];\n    parallel (for each group g \
                from 0 to 0, item t from 0 to n - 1)\n        group S[4*n];\n        S[t] = t;\n        barrier;\n        B[t] \
                = S[4*t mod n];\n        atomic H[0] += 1;\n    end_parallel\nend_program\n";
    std::fs::write(&file, text).unwrap();
    let file = file.to_str().unwrap();
    let found = pram(&[
        "report",
        file,
        "--vary",
        "n=16,32,48,64,80,96,128,160,192,256",
    ]);
    let counts = &found["counts"];
    assert_eq!(counts["atomics"]["formula"], "n", "{counts:#}");
    // n/4 warps write in one pass each, and read in four.
    assert_eq!(counts["passes"]["formula"], "5*n/4", "{counts:#}");
}

/// A kernel of one group of n items, each of which writes a cell.
fn one_write(name: &str, claim: &str) -> std::path::PathBuf {
    let folder = crate::files::fresh_folder("gpu-formulas", name);
    let file = folder.join("kernel.pram");
    let text = format!(
        "machine gpu(w = 4);\ninput n = 64;\n{claim}program\n    array B[n];\n    parallel (for each group g from 0 to \
         0, item t from 0 to n - 1)\n        B[t] = t;\n    end_parallel\nend_program\n"
    );
    std::fs::write(&file, text).unwrap();
    file
}

/// 64/w warps issue one instruction each. The sizes that a report adds are powers of two as well.
#[test]
fn numbers_of_the_machine_vary() {
    let file = one_write("numbers", "");
    let found = pram(&["report", file.to_str().unwrap(), "--vary", "w=1,2,4,8"]);
    assert_eq!(found["counts"]["issued"]["formula"], "64/w", "{found:#}");
    for row in found["series"].as_array().expect("it is a list") {
        let w = row["inputs"]["w"].as_u64().expect("it is a number");
        assert!(w.is_power_of_two(), "{row}");
        assert_eq!(row["beside"]["issued"].as_u64(), Some(64 / w));
    }
}

/// A claim about a count that fails is shown with what was counted.
#[test]
fn claims_about_counts_fail_by_sizes() {
    let file = one_write("claims", "claim transactions = n;\n");
    let sizes = "n=16,32,48,64,80,96,128,160,192,256";
    let found = pram(&["report", file.to_str().unwrap(), "--vary", sizes]);
    let claim = &found["claims"][0];
    assert_eq!(claim["holds"], false, "{claim:#}");
    let evidence = claim["evidence"].to_string();
    assert!(evidence.contains("claimed 16, measured 4"), "{evidence}");
}
