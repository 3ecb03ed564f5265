//! The library of collective communication: right for every number of processors that the network
//! can have, from every root.

use std::fmt::Write as _;

use super::{PARAMETERS, on};
use crate::collection;

#[test]
fn every_collective_is_right_for_every_number_of_processors() {
    for p in [1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 16, 25] {
        for name in ["chains", "complete", "ring", "mesh", "hypercube"] {
            let run = on(&format!("collectives/{name}"), p, "m=3", &PARAMETERS[2]);
            let takes_it = match name {
                "mesh" => p.isqrt().pow(2) == p,
                "hypercube" => p.is_power_of_two(),
                _ => true,
            };
            if takes_it {
                run.succeeds();
            } else {
                run.ends(1).refuses("E0207");
            }
        }
    }
}

/// Where messages wait for links, only the time changes.
#[test]
fn collectives_are_right_on_other_networks() {
    for machine in [
        "ring",
        "line",
        "star",
        "bus",
        "multicomputer",
        "tree",
        "hypercube",
    ] {
        for name in ["chains", "complete", "ring"] {
            for (ports, sending) in [("one", "buffered"), ("all", "buffered")] {
                let options = ["--machine", machine, "--ports", ports, "--sending", sending];
                on(&format!("collectives/{name}"), 8, "m=2", &options).succeeds();
            }
        }
    }
}

/// A program that uses a library with a root of its own, and each operator.
fn user(library: &str, machine: &str, root: u64, columns: &str) -> String {
    let path = collection::folder().join(format!("collectives/{library}.pram"));
    let mut text = format!("include \"{}\";\n", path.display());
    let only_columns = columns.trim_start_matches(", ");
    write!(
        text,
        "machine {machine};
input m = 2;
program
    parallel (for each processor i, i = 0, ..., p-1)
        local X[m], Y[m], V[p*m], R[p*m], E[m];
        for k = 0 to m-1
            X[k] = i + k;
        max_reduce(X[], {root}{columns});
        assert(i != {root} or X[1] == p);
        broadcast(X[], {root}{columns});
        assert(X[0] == p-1 and X[1] == p);
        X[] = i + 1;
        prefix(X[]{columns});
        assert(X[0] == (i+1)*(i+2)/2);
        E[] = i;
        min_prefix(E[]{columns});
        assert(E[1] == 0);
        all_reduce(X[]{columns});
        assert(X[1] == p*(p+1)*(p+2)/6);
        V[] = 0;
        if (i == {root})
            for k = 0 to p*m-1
                V[k] = 3*k;
        scatter(V[], Y[], {root}{columns});
        assert(Y[0] == 3*i*m and Y[1] == 3*(i*m + 1));
        all_gather(Y[], R[]{columns});
        V[] = 0;
        gather(Y[], V[], {root}{columns});
        wait_for_all({only_columns});
        for k = 0 to p*m-1 {{
            assert(R[k] == 3*k);
            assert(i != {root} or V[k] == 3*k);
        }}
    end_parallel
end_program
"
    )
    .unwrap();
    text
}

#[test]
fn any_processor_can_be_the_root() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("collectives");
    std::fs::create_dir_all(&folder).unwrap();
    let networks = [
        (
            "complete",
            "multicomputer(p = 5, t_s = 100, t_w = 7)",
            5,
            "",
        ),
        (
            "complete",
            "multicomputer(p = 8, t_s = 100, t_w = 7)",
            8,
            "",
        ),
        ("ring", "ring(p = 6, t_s = 100, t_w = 7)", 6, ""),
        ("hypercube", "hypercube(p = 8, t_s = 100, t_w = 7)", 8, ""),
        ("mesh", "torus(p = 9, t_s = 100, t_w = 7)", 9, ""),
        ("mesh", "mesh(2, 3, t_s = 100, t_w = 7)", 6, ", 3"),
        ("mesh", "torus(3, 2, t_s = 100, t_w = 7)", 6, ", 2"),
    ];
    for (library, machine, p, columns) in networks {
        for root in 0..p {
            let file = folder.join(format!("{library}_{p}_{root}.pram"));
            std::fs::write(&file, user(library, machine, root, columns)).unwrap();
            let programs = collection::folder();
            let output = std::process::Command::new(env!("CARGO_BIN_EXE_pram"))
                .arg("run")
                .arg(&file)
                .arg("--include-dir")
                .arg(programs)
                .args(["--quiet", "--no-warnings"])
                .output()
                .expect("the binary runs");
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(
                output.status.success(),
                "{library} {machine} {root}\n{said}"
            );
        }
    }
}
