//! Kernels: what lies between two barriers of a group is at the same time, and all of what several groups do.

use pram::pipeline::Options;
use pram::program::accesses::accesses;

use super::annotated::holds;
use super::try_out;

#[track_caller]
fn in_kernel(body: &str) {
    holds(&format!(
        "machine gpu(w = 4);
input n = 3, L = 8;
input A[100] = iota;
program
    array C[100] = 0;
    parallel (for each group g from 0 to n-1, item t from 0 to L-1)
{body}
    end_parallel
end_program"
    ));
}

#[test]
fn a_barrier_orders_the_items_of_a_group() {
    in_kernel(
        "        group S[9];
        S[t] = A[t];              // readers
        barrier;
        C[L*g + t] = S[L-1-t];    // section",
    );
}

#[test]
fn without_a_barrier_items_meet() {
    in_kernel(
        "        group S[9];
        S[t] = A[t];                            // open
        if (t > 0) C[L*g + t] = S[t-1];         // open",
    );
}

/// Each group has its own S, and C is one array for all.
#[test]
fn no_barrier_orders_groups() {
    in_kernel(
        "        group S[9];
        S[t] = t;                 // section
        barrier;
        C[t] = S[t];              // open",
    );
}

/// Item t of iteration k + 1 may be ahead of item t' of iteration k until the barrier.
#[test]
fn a_loop_needs_a_barrier_at_its_end() {
    in_kernel(
        "        group S[9];
        S[t] = t;
        barrier;
        for (s = 4; s > 0; s = s/2) {
            if (t < s) S[t] = S[t] + S[t+s];    // section
            barrier;
        }",
    );
    in_kernel(
        "        group S[9];
        S[t] = 0;
        barrier;
        for k = 1 to 2 {
            S[t] = k;                           // open
            barrier;
            C[L*g + t] = S[(t + k) mod L];      // open
        }",
    );
}

/// There is a group, so n is not 0.
#[test]
fn atomics_meet_only_others() {
    in_kernel("        atomic C[A[t]] += 1;        // readers");
    in_kernel(
        "        atomic C[A[t]] += 1;        // open
        atomic C[0] = 1;            // section
        C[n] = 2;                   // open",
    );
}

#[test]
fn several_items_may_write_one_value() {
    in_kernel("        C[0] = 5;        // section");
    in_kernel(
        "        C[0] = 5;        // open
        C[0] = 6;        // open",
    );
    in_kernel("        C[0] = t;        // open");
}

/// All groups count, even where the cell depends on the item only: here there is one.
#[test]
fn a_single_group_meets_no_other() {
    holds(
        "machine gpu(w = 4);
input A[8] = iota;
program
    array C[8];
    parallel (for each group g from 0 to 0, item t from 0 to 7)
        C[t] = A[7-t];            // section
    end_parallel
end_program",
    );
}

#[test]
fn barriers_in_a_branch_of_the_whole_group() {
    in_kernel(
        "        group S[9];
        if (g > 0) {
            S[t] = t;                        // section
            barrier;
            C[L*g + t] = S[L-1-t];           // section
        }",
    );
}

/// Nothing that is proved meets another access in a run: of every pair of subscripts, with a barrier and without,
/// in one iteration and in several.
#[test]
fn no_run_refutes_a_proof() {
    let subscripts = ["t", "t+1", "t mod 2", "L-1-t", "L*g + t", "t/2", "0"];
    let mut proved = 0;
    for written in subscripts {
        for read in subscripts {
            for [between, after] in [["", ""], ["barrier;", ""], ["barrier;", "barrier;"]] {
                for array in ["C", "S"] {
                    let text = format!(
                        "machine gpu(w = 2);
input n = 3, L = 4;
program
    array C[40] = 0;
    array B[40] = 0;
    parallel (for each group g from 0 to n-1, item t from 0 to L-1)
        group S[40];
        for k = 0 to 9
            S[(t + k*L) mod 40] = 0;
        barrier;
        for k = 1 to 2 {{
            {array}[{written}] = t + k;
            {between}
            B[L*g + t] = {array}[{read}];
            {after}
        }}
    end_parallel
end_program
"
                    );
                    let tried = try_out(&text, &[], Options::default());
                    let tried = tried.unwrap_or_else(|problem| panic!("{problem}"));
                    assert_eq!(tried.run.error, None, "{text}");
                    let findings = tried.findings();
                    let races = &tried.run.kernel_races.found;
                    for access in accesses(&tried.program) {
                        let is_proved = findings.of(access).per_section_of_writes;
                        proved += u32::from(is_proved);
                        let race = races.iter().find(|race| {
                            let mut accesses = race.accesses.iter();
                            accesses.any(|one| one.span == access.span)
                        });
                        assert!(!is_proved || race.is_none(), "{access:?} {race:?}\n{text}");
                    }
                }
            }
        }
    }
    // B is proved wherever its line is reached: a test in which nothing is proved would show nothing.
    assert!(proved > 300, "{proved}");
}
