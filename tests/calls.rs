//! What goes wrong inside a call is told with the calls that led there, and with the names that
//! the arrays have outside.

use crate::spoken::messages;

/// `g` passes its `B`, which is `X` of the program, as the `A` of `f`. Processor 3 of `f` writes
/// A[3+2] = A[5], and X has 5 cells.
#[test]
fn a_fault_shows_the_calls_and_the_cell_under_its_callers_name() {
    let told = messages(
        "algorithm f(A[], k)\n    parallel (for each i from 0 to 3)\n        A[i+k] = 2;\n    \
         end_parallel\nend_algorithm\n\nalgorithm g(B[])\n    f(B[], 2);\nend_algorithm\n\n\
         program\n    array X[5];\n    g(X[]);\nend_program\n",
        &[],
    );
    assert!(told.contains("A[5] lies outside A"), "{told}");
    assert!(
        told.contains("`f` is called here: its `A` is `B`"),
        "{told}"
    );
    assert!(
        told.contains("`g` is called here: its `B` is `X`"),
        "{told}"
    );
    assert!(
        told.contains("`A[5]` in `f` is `X[5]` of the program"),
        "{told}"
    );
}

/// f(14), f(13), …, f(0): the last of 15 calls divides by zero. One was made by the program, 14 by
/// f itself: the place of these is shown once, with 13 more.
#[test]
fn recursion_is_folded() {
    let told = messages(
        "algoritam f(n)\n    ako (n == 0) vrati 1/n;\n    vrati f(n-1);\nkraj_algoritma\n\n\
         program\n    x = f(14);\n    ispisi(x);\nkraj_programa\n",
        &[],
    );
    assert!(
        told.contains("`f` is called here, … 13 more calls from here"),
        "{told}"
    );
    assert_eq!(told.matches("is called here").count(), 2, "{told}");
}

/// What a block of `f` declares is no parameter of `f`: it has no name outside.
#[test]
fn an_array_of_a_block_has_no_other_name() {
    let told = messages(
        "algoritam f(A[])\n    paralelno (za svaki i od 0 do 1)\n        lokalno B[2];\n        \
         x = B[i];\n    kraj_paralelno\nkraj_algoritma\n\nprogram\n    polje X[2] = 1;\n    \
         f(X[]);\nkraj_programa\n",
        &[],
    );
    assert!(
        told.contains("B[0] is read here, and was never written"),
        "{told}"
    );
    assert!(told.contains("`f` is called here"), "{told}");
    assert!(!told.contains("of the program"), "{told}");
}

#[test]
fn a_failed_assertion_and_an_illegal_access_show_the_call() {
    let told = messages(
        "algoritam f(A[])\n    tvrdi(A[0] == 2, \"two\");\nkraj_algoritma\n\nprogram\n    \
         polje X[2] = 1;\n    f(X[]);\nkraj_programa\n",
        &[],
    );
    assert!(
        told.contains("two") && told.contains("its `A` is `X`"),
        "{told}"
    );
    let told = messages(
        "algoritam f(A[])\n    paralelno (za svaki i od 0 do 3)\n        x = A[1];\n    \
         kraj_paralelno\nkraj_algoritma\n\nprogram\n    polje X[2] = 1;\n    f(X[]);\n\
         kraj_programa\n",
        &[],
    );
    assert!(told.contains("4 processors read `A[1]`"), "{told}");
    assert!(
        told.contains("`A[1]` in `f` is `X[1]` of the program"),
        "{told}"
    );
}

/// The class of a scalar and why it is in it, for each of the ways into each class.
#[test]
fn a_message_about_a_scalar_says_its_class_and_why() {
    let reads = |before: &str, inside: &str| {
        messages(
            &format!(
                "program\n{before}    paralelno (za svaki i od 0 do 3)\n{inside}    \
                 kraj_paralelno\nkraj_programa\n"
            ),
            &[],
        )
    };
    let declared = reads("    globalno s = 0;\n", "        x = s;\n");
    assert!(declared.contains("it is declared `globalno`"), "{declared}");
    assert!(!declared.contains("assigned"), "{declared}");
    let both = reads("    s = 0;\n", "        s = i;\n");
    assert!(both.contains("`s` is a shared scalar, one cell"), "{both}");
    assert!(
        both.contains("assigned both outside of every `paralelno` and inside"),
        "{both}"
    );
    let outer = reads(
        "",
        "        s = 0;\n        paralelno (za svaki j od 0 do 1)\n            s = j;\n        \
         kraj_paralelno\n",
    );
    assert!(
        outer.contains("for each processor of the outer block"),
        "{outer}"
    );
    let private = reads("", "        ako (i > 0) x = 1;\n        y = x;\n");
    assert!(
        private.contains("`x` is private: it is assigned only inside a block"),
        "{private}"
    );
    let local = reads("", "        lokalno x;\n        y = x;\n");
    assert!(
        local.contains("`x` is private: it is declared `lokalno`"),
        "{local}"
    );
    let control = messages(
        "program\n    ako (1 > 2) x = 1;\n    y = x;\nkraj_programa\n",
        &[],
    );
    assert!(
        control.contains("`x` is a control scalar: it is assigned in sequential"),
        "{control}"
    );
    let unwritten = messages("program\n    globalno s;\n    x = s;\nkraj_programa\n", &[]);
    assert!(
        unwritten.contains("it is declared `globalno`"),
        "{unwritten}"
    );
}

/// One processor of two never comes, and two of three.
#[test]
fn processors_that_never_come_are_listed() {
    let told = |last: u8| {
        messages(
            &format!(
                "stroj apram(p = 4, d = 2, B = 3);\n\nprogram\n    \
                 paralelno asinkrono (za svaki i od 0 do {last})\n        ako (i == 0) ograda;\n    \
                 kraj_paralelno\nkraj_programa\n"
            ),
            &[],
        )
    };
    assert!(told(1).contains("the processor i = 1 never reaches this barrier"));
    assert!(told(2).contains("the processors i = 1 and i = 2 never reach this barrier"));
}

#[test]
fn a_logarithm_as_a_bound_says_its_value() {
    let told = messages(
        "program\n    n = 10;\n    za d = 1 do log n ispisi(d);\nkraj_programa\n",
        &[],
    );
    assert!(told.contains("log 10 is 3.32"), "{told}");
    assert!(told.contains("10 is no power of two"), "{told}");
    assert!(told.contains("floor(…) gives 3, ceil(…) gives 4"), "{told}");
}

/// Processor 4 of `f` writes X[4]: X is Y[1 to 4], and Y is A[2 to 6], so X has 4 cells and begins at
/// A[3].
#[test]
fn a_fault_in_a_section_shows_of_which_array_it_is_a_part() {
    let program = |last: &str, value: &str| {
        format!(
            "algorithm f(X[])\n    parallel (for each i from 0 to {last})\n        X[i] = {value};\n    \
             end_parallel\nend_algorithm\n\nalgorithm g(Y[])\n    f(Y[1 to 4]);\nend_algorithm\n\n\
             program\n    array A[8];\n    A[3] = 0;\n    g(A[2 to 6]);\nend_program\n"
        )
    };
    let told = messages(&program("length(X)", "1"), &[]);
    assert!(told.contains("X[4] lies outside X"), "{told}");
    assert!(
        told.contains("`f` is called here: its `X` is `Y[1 to 4]`"),
        "{told}"
    );
    assert!(
        told.contains("`X` in `f` is a part of `A` of the program"),
        "{told}"
    );
    let told = messages(&program("3", "X[i] + 1"), &[]);
    assert!(told.contains("X[1] is read here"), "{told}");
    assert!(
        told.contains("`X[1]` in `f` is `A[4]` of the program"),
        "{told}"
    );
}

/// A[2k], …, A[2k+2]: processors 0 and 1 meet in A[2], which one calls X[2] and the other X[0].
#[test]
fn a_violation_in_sections_names_the_cell_of_the_array() {
    let told = messages(
        "algorithm f(X[])\n    parallel (for each i from 0 to 2)\n        X[i] = i;\n    \
         end_parallel\nend_algorithm\n\nprogram\n    array A[5];\n    \
         parallel (for each k from 0 to 1)\n        f(A[2*k to 2*k+2]);\n    end_parallel\n    \
         output A[];\nend_program\n",
        &[],
    );
    assert!(told.contains("2 processors write `A[2]`"), "{told}");
    assert!(told.contains("k = 1, i = 0 writes 0 into A[2]"), "{told}");
}

/// Bounds are looked at before the call; an empty section may lie anywhere.
#[test]
fn a_section_that_leaves_its_array_is_a_fault_at_its_place() {
    let told = |bounds: &str| {
        let program = format!(
            "algorithm f(X[])\n    print(length(X));\nend_algorithm\n\nprogram\n    \
             array A[8] = 0;\n    f(A[{bounds}]);\n    print(A[0]);\nend_program\n"
        );
        messages(&program, &[])
    };
    assert!(
        told("6 to 9").contains("A[6 to 9] is [6 … 9] here and leaves A, which has 8 elements"),
        "{}",
        told("6 to 9")
    );
    assert!(
        told("5 to 2").contains("its end lies 3 below its start"),
        "{}",
        told("5 to 2")
    );
    assert!(!told("8 to 7").contains("error"), "{}", told("8 to 7"));
}

/// Tasks side by side are named by their numbers and lines: both call `add`, whose line tells nothing.
#[test]
fn tasks_side_by_side_are_named_by_their_lines() {
    let text = "machine EREW;\nalgorithm add(A[], k)\n    A[0] += k;\nend_algorithm\n\nprogram\n    \
                array A[1] = 0;\n    parallel {\n        add(A[], 1);\n        add(A[], 2);\n    }\n\
                end_program\n";
    let told = messages(text, &[]);
    assert!(
        told.contains("(1) task 1 (line 9) and (2) task 2 (line 10) both read A[0] here"),
        "{told}"
    );
    let told = messages(&text.replace("A[0] +=", "A[k-2] ="), &[]);
    assert!(told.contains("task 1 (line 9)"), "{told}");
}

/// Tasks side by side share what is around them, and processors of a multicomputer share nothing.
#[test]
fn a_multicomputer_refuses_tasks_side_by_side() {
    let told = messages(
        "machine ring(p = 4, t_s = 100, t_w = 7);\nprogram\n    parallel {\n        x = 1;\n        \
         y = 2;\n    }\nend_program\n",
        &[],
    );
    assert!(told.contains("E0204"), "{told}");
    assert!(
        told.contains("`parallel tasks (for each t from 0 to 1)`"),
        "{told}"
    );
}
