//! What is illegal in kernels, and where they may be.

use crate::spoken::messages;

/// A kernel of one group of `items` items.
fn kernel(items: u64, body: &str) -> String {
    format!(
        "machine gpu(w = 4);\ninput A[64] = iota;\nprogram\n    array H[64];\n    \
         parallel (for each group g from 0 to 0, item t from 0 to {})\n{body}    end_parallel\nend_program\n",
        items - 1
    )
}

fn told(text: &str, wanted: &[&str]) {
    let told = messages(text, &[]);
    for wanted in wanted {
        assert!(
            told.contains(wanted),
            "{wanted:?} is not in\n{told}\nof\n{text}"
        );
    }
}

#[test]
fn items_of_a_group_meet_without_a_barrier() {
    // Items 0 to 3 run first, and item 3 reads S[4], which item 4 writes.
    let body = "        group S[9];\n        if (t == 7) S[8] = 0;\n        S[t] = A[t];\n        H[t] = S[t+1];\n";
    let lowest = [
        "E0513",
        "items t = 1 and t = 0 of group 0 access `S[1]`, and no barrier lies between",
    ];
    told(&kernel(8, body), &lowest);
    // Nobody wrote S[7] to S[4] when items 0 to 3 read them; items 4 to 7 do afterwards, before any barrier.
    let body = "        group S[8];\n        S[t] = A[t];\n        H[t] = S[7-t];\n";
    told(
        &kernel(8, body),
        &[
            "E0513",
            "items t = 3 and t = 4 of group 0 access `S[4]`, and no barrier lies between",
            "(1) t = 3 reads it here",
            "(2) t = 4 writes it here",
        ],
    );
    // Nobody ever writes S[7].
    let body = "        group S[8];\n        if (t < 7) S[t] = A[t];\n        barrier;\n        H[t] = S[t];\n";
    told(&kernel(8, body), &["E0404", "S[7] is read here"]);
    let body = "        group S[8];\n        S[t] = A[t];\n        if (t > 0) H[t] = S[t-1];\n";
    told(
        &kernel(8, body),
        &[
            "E0513",
            "items t = 0 and t = 1 of group 0 access `S[0]`, and no barrier lies between",
            "(1) t = 0 writes it here",
            "(2) t = 1 reads it here",
            "`barrier;` between (1) and (2) orders them",
        ],
    );
    let ordered = body.replace("if (t > 0)", "barrier;\n        if (t > 0)");
    assert_eq!(messages(&kernel(8, &ordered), &[]), "");
}

#[test]
fn one_value_written_by_several_items_is_no_race() {
    assert_eq!(messages(&kernel(8, "        H[0] = 5;\n"), &[]), "");
    told(
        &kernel(8, "        H[0] = t;\n"),
        &["E0513", "write different values into it"],
    );
}

#[test]
fn lockstep_orders_only_if_warps_are_together() {
    let body =
        "        group S[8];\n        S[t] = A[t];\n        if (t < 4) H[t] = S[(t+1) mod 4];\n";
    told(&kernel(4, body), &["E0513"]);
    let ordered = body.replace("        if", "        warp_barrier;\n        if");
    assert_eq!(messages(&kernel(4, &ordered), &[]), "");
    let together = kernel(4, body).replace("gpu(w = 4)", "gpu(w = 4, warps = together)");
    assert_eq!(messages(&together, &[]), "");
}

/// Item 3 writes S[3] and is not at the barrier of items 0 and 1.
#[test]
fn a_barrier_of_the_warp_orders_the_lanes_at_it() {
    let body = "        group S[4];\n        S[t] = A[t];\n        if (t < 2) warp_barrier;\n        H[t] = S[3-t];\n";
    told(
        &kernel(4, body),
        &["E0513", "items t = 3 and t = 0 of group 0 access `S[3]`"],
    );
    // Items 0 and 1 exchange their own cells only.
    let own = body.replace("H[t] = S[3-t]", "if (t < 2) H[t] = S[1-t]");
    assert_eq!(messages(&kernel(4, &own), &[]), "");
    // A tree: items 0 and 1 meet after the first level, at which items 2 and 3 have nothing to do any more.
    let tree = "        group S[4];\n        S[t] = A[t];\n        warp_barrier;\n        for (s = 2; s > 0; s = s/2)\n            \
                if (t < s) {\n                S[t] += S[t+s];\n                warp_barrier;\n            }\n        \
                if (t == 0) H[0] = S[0];\n";
    assert_eq!(messages(&kernel(4, tree), &[]), "");
}

#[test]
fn groups_are_never_ordered() {
    let text = "machine gpu(w = 4);\nprogram\n    array H[4] = 0;\n    parallel (for each group g from 0 to 1, \
                item t from 0 to 3)\n        H[t] += 1;\n    end_parallel\nend_program\n";
    told(
        text,
        &[
            "E0514",
            "groups g = 0 and g = 1 access `H[0]` in one kernel, and nothing orders groups",
            "use `atomic`, or two kernels, one after the other",
        ],
    );
    assert_eq!(
        messages(&text.replace("H[t] +=", "atomic H[t] +="), &[]),
        ""
    );
}

#[test]
fn all_items_come_to_a_barrier() {
    told(
        &kernel(8, "        if (t < 6) barrier;\n"),
        &["E0515", "a barrier that only 6 of 8 items of group 0 reach"],
    );
    // Whole warps, in different iterations of a loop.
    told(
        &kernel(8, "        for k = 1 to 1 + t/4\n            barrier;\n"),
        &["E0515", "only 4 of 8 items"],
    );
    told(
        &kernel(8, "        for k = 0 to t\n            barrier;\n"),
        &[
            "E0515",
            "in a loop, let all items execute equally many iterations",
        ],
    );
    // Who has left is not waited for.
    assert_eq!(
        messages(
            &kernel(8, "        if (t > 5) return;\n        barrier;\n"),
            &[]
        ),
        ""
    );
}

#[test]
fn groups_that_no_unit_can_hold() {
    told(
        &kernel(2048, "        x = t;\n"),
        &[
            "E0516",
            "a group of 2048 items does not fit into a unit: at most 1024",
        ],
    );
    let body = "        group S[20000];\n        S[t] = 0;\n";
    told(
        &kernel(4, body),
        &[
            "E0516",
            "it needs 20000 words of group memory, and a unit has 12288",
        ],
    );
}

#[test]
fn groups_without_items() {
    told(
        &kernel(8, "        x = t;\n").replace("from 0 to 7", "from 0 to -1"),
        &[
            "E0516",
            "a group of 0 items",
            "the range of items is empty here",
        ],
    );
    // No group at all is no launch of anything.
    let none =
        kernel(8, "        H[t] = t;\n").replace("group g from 0 to 0", "group g from 0 to -1");
    assert_eq!(messages(&none, &[]), "");
}

#[test]
fn other_bad_input() {
    let items = |from: &str, to: &str| kernel(8, "        H[t] = t;\n").replace(from, to);
    told(
        &items("from 0 to 7", "from 0 to 2^20-1"),
        &["E0516", "a group of 1048576 items"],
    );
    told(
        &items("from 0 to 7", "from 0 to g"),
        &[
            "E0201",
            "all ranges of a header are evaluated before the block begins",
        ],
    );
    told(
        &items("gpu(w = 4)", "gpu(w = 3)"),
        &["w is a power of two from 1 to 64"],
    );
    // Two sums of 1/4 in each of 8 lanes are exact.
    let reals = "        atomic R[0] += 0.25;\n        atomic R[0] += 0.25;\n";
    let reals = kernel(8, reals).replace("array H[64];", "array R[1] = 0.5;");
    let reals = reals.replace("end_program", "    assert(R[0] == 4.5);\nend_program");
    assert_eq!(messages(&reals, &[]), "");
    told(
        &reals.replace("+= 0.25;\n        atomic", "AND= 1;\n        atomic"),
        &["E0301", "`AND` works on ints, and gets a real and an int"],
    );
    let endless = kernel(
        8,
        "        x = 1;\n        while (x > 0)\n            x = x + 0;\n",
    );
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("endless_kernel.pram");
    std::fs::write(&file, endless).expect("it is written");
    let ran = super::run(&file.to_string_lossy(), &["--max-steps", "10000"]);
    assert_eq!(
        (ran.status, &ran.json["error"]["code"]),
        (4, &"E0601".into()),
        "{}",
        ran.stderr
    );
    let calls = kernel(8, "        H[t] = f(t);\n");
    let calls = calls.replace(
        "program\n    array",
        "algorithm f(k)\n    if (k == 0)\n        return 0;\n    return f(k-1);\nend_algorithm\nprogram\n    array",
    );
    assert!(messages(&calls, &[]).contains("a kernel calls an algorithm that calls itself"));
}

#[test]
fn kernels_run_on_gpus_only() {
    let text = kernel(4, "        H[t] = A[t];\n").replace("machine gpu(w = 4);", "machine CREW;");
    told(&text, &["E0204", "which runs on a GPU", "`--machine gpu`"]);
}

#[test]
fn what_a_kernel_does_not_contain() {
    for (body, wanted) in [
        ("        array B[4];\n", "inside a kernel"),
        ("        H[] = A[];\n", "a statement about a whole array"),
        (
            "        parallel (for each i from 0 to 3)\n            H[i] = 0;\n        end_parallel\n",
            "inside a kernel",
        ),
        (
            "        if (t < 2) {\n            group S[4];\n            S[t] = 0;\n        }\n",
            "in a branch or a loop",
        ),
        (
            "        group S[t+1];\n        S[0] = 0;\n",
            "is not known before the kernel begins",
        ),
        (
            "        x = 1;\n        atomic x += 1;\n",
            "changes one cell that items share",
        ),
        (
            "        atomic H[0] /= 2;\n",
            "`atomic` with an operator that it does not have",
        ),
    ] {
        told(&kernel(4, body), &["E0204", wanted]);
    }
    let header = "parallel (for each group g from 0 to 0, item t from 0 to 3)";
    let text = kernel(4, "        H[t] = 0;\n");
    told(
        &text.replace(header, "parallel (for each item t from 0 to 3)"),
        &["E0204", "with items and without groups"],
    );
    told(
        &text.replace(
            header,
            "parallel (for each item t from 0 to 3, group g from 0 to 0)",
        ),
        &["E0204", "groups come first"],
    );
}

/// Their words are names elsewhere.
#[test]
fn the_words_of_kernels_are_free() {
    let text = "program\n    group = 1;\n    item = 2;\n    atomic = 3;\n    thread = group + item;\n    \
                atomic += thread;\n    warp_barrier = atomic;\n    assert(warp_barrier == 6);\nend_program\n";
    assert_eq!(messages(text, &[]), "");
}

/// The value of an exchange is read apart from it.
#[test]
fn an_exchange_does_not_read_its_cell_as_one_access() {
    told(
        &kernel(8, "        atomic H[0] = H[0] + 2;\n").replace("array H[64];", "array H[64] = 0;"),
        &[
            "E0513",
            "`atomic A[i] += e;` reads and changes a cell as one access",
        ],
    );
}

/// In the order of groups, warps, statements and lanes.
#[test]
fn an_atomic_keeps_the_value_before() {
    let text = "machine gpu(w = 4);\nprogram\n    array N[1] = 0, P[16];\n    parallel (for each group g from 0 \
                to 1, item t from 0 to 7)\n        atomic N[0] += 2 as old;\n        P[8*g + t] = old;\n    \
                end_parallel\n    for i = 0 to 15\n        assert(P[i] == 2*i);\nend_program\n";
    assert_eq!(messages(text, &[]), "");
    let text = "machine gpu(w = 4);\nprogram\n    array N[2] = 7;\n    parallel (for each group g from 0 to 0, \
                item t from 0 to 7)\n        atomic N[0] max= t*t;\n        atomic if (N[1] == 7) N[1] = t;\n    \
                end_parallel\n    assert(N[0] == 49);\n    assert(N[1] == 0);\nend_program\n";
    assert_eq!(messages(text, &[]), "");
}

/// A plain block is a launch for each step: 40 items in one group, two warps of 32.
#[test]
fn other_blocks_are_adapted() {
    let text = "machine gpu;\ninput A[40] = iota;\nprogram\n    array B[40];\n    parallel (for each i from 0 to \
                39)\n        x = A[i];\n        B[i] = x + 1;\n    end_parallel\nend_program\n";
    let program = pram::Program::parse(text).expect("it is a program");
    let run = program.run(&[]).expect("it runs");
    let cost = run.cost.gpu.as_ref().expect("its steps are launches");
    // A read of 2 + 1 warps' segments; then an operator and a write.
    assert_eq!((cost.launches, cost.groups, cost.warps), (2, 2, 4));
    assert_eq!(cost.counts.issued(), 2 + 4);
    assert_eq!(cost.counts.lanes, 40 + 80);
    assert_eq!(cost.counts.transactions, 2 + 2);
}
