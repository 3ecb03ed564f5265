//! What has no meaning in a kernel, or only there, in English.

use crate::diagnostic::Words;
use crate::semantic::problem::KernelPlace;
use crate::syntax::keyword::Concept;
use crate::syntax::vocabulary::Vocabulary;

/// What has no meaning where, and what to write instead.
#[expect(
    clippy::too_many_lines,
    reason = "one arm per place, each of a few lines"
)]
pub(super) fn words(place: KernelPlace, vocabulary: Vocabulary) -> Words {
    let [
        parallel,
        for_word,
        each,
        group_range,
        item_range,
        from,
        to,
        group,
    ] = vocabulary.words([
        Concept::Parallel,
        Concept::For,
        Concept::Each,
        Concept::GroupRange,
        Concept::ItemRange,
        Concept::From,
        Concept::To,
        Concept::Group,
    ]);
    let [machine, barrier, warp_barrier, atomic, local, end_parallel] = vocabulary.words([
        Concept::Machine,
        Concept::Barrier,
        Concept::WarpBarrier,
        Concept::Atomic,
        Concept::Local,
        Concept::EndParallel,
    ]);
    // Groups are feminine in Croatian.
    let each = vocabulary.choose("svaku", each);
    let header = format!(
        "`{parallel} ({for_word} {each} {group_range} g {from} 0 {to} 3, {item_range} t {from} 0 {to} 15)`"
    );
    let words =
        |message: String, label: &'static str, help: String| Words::new(message, label).help(help);
    match place {
        KernelPlace::OtherMachine => words(
            "a block of groups and items is a kernel, which runs on a GPU".to_owned(),
            "this machine has no groups",
            format!("run it with `--machine gpu`, or write `{machine} gpu;` in the file"),
        ),
        KernelPlace::AsynchronousOrTasks => words(
            "a kernel is not asynchronous and has no tasks".to_owned(),
            "a kernel",
            format!("write {header}"),
        ),
        KernelPlace::InBlock => words(
            format!("a kernel inside a `{parallel}`"),
            "not here",
            "start a kernel outside of blocks, and call an algorithm that contains one there"
                .to_owned(),
        ),
        KernelPlace::WithoutGroups => words(
            "a kernel with items and without groups".to_owned(),
            "of which group?",
            format!(
                "name the groups first: {header}; for one group, `{group_range} g {from} 0 {to} 0`"
            ),
        ),
        KernelPlace::WithoutItems => words(
            "a kernel with groups and without items".to_owned(),
            "who is in a group?",
            format!("name the items, too: {header}"),
        ),
        KernelPlace::ItemsFirst => words(
            "a kernel names items before groups".to_owned(),
            "groups come first",
            format!("write {header}"),
        ),
        KernelPlace::TooManyRanges => words(
            "a kernel has at most three ranges of groups and three of items".to_owned(),
            "too many ranges",
            "compute the others from one range, with `/` and `mod`".to_owned(),
        ),
        KernelPlace::Nested => words(
            format!("a `{parallel}` inside a kernel"),
            "a kernel starts no other items",
            format!("end the kernel with `{end_parallel}` first, and start another one"),
        ),
        KernelPlace::WholeArray => words(
            "a statement about a whole array inside a kernel".to_owned(),
            "it would start a processor for each element",
            "let each item compute its own elements".to_owned(),
        ),
        KernelPlace::Array => words(
            "an array of all processors is declared inside a kernel".to_owned(),
            "not here",
            format!(
                "declare it before the kernel; an item's own array is `{local} a[4];`, and one of its \
                 group is `{group} S[16];`"
            ),
        ),
        KernelPlace::GroupOutside => words(
            format!("`{group}` outside of a kernel"),
            "the memory of which group?",
            format!("write it as a statement of a kernel: {header}"),
        ),
        KernelPlace::GroupInside => words(
            format!("`{group}` in a branch or a loop"),
            "a group has it from its beginning",
            "write it at the top level of the kernel".to_owned(),
        ),
        KernelPlace::GroupWithValue => words(
            "memory of a group is declared with a value".to_owned(),
            "it is unwritten when the group begins",
            format!("let the items write it, and end with `{barrier};`"),
        ),
        KernelPlace::Length => words(
            "the length of an array in a kernel is not known before the kernel begins".to_owned(),
            "this is read or computed in the kernel",
            "use inputs, constants and variables that are assigned outside of blocks".to_owned(),
        ),
        KernelPlace::WarpBarrierOutside => words(
            format!("`{warp_barrier}` outside of a kernel"),
            "no warp here",
            format!("write it in {header}"),
        ),
        KernelPlace::AtomicOutside => words(
            format!("`{atomic}` outside of a kernel"),
            "only items of a kernel have atomic statements",
            format!(
                "on a GPU write it in {header}; elsewhere let each processor write its part into an array, and add them with `sum`"
            ),
        ),
        KernelPlace::NoAtomicCell => words(
            format!(
                "`{atomic}` changes one cell that items share, and keeps its old value in a private variable"
            ),
            "not this",
            format!("write `{atomic} A[i] += x;` for an array of the program or of the group"),
        ),
        KernelPlace::NoAtomicOperator => words(
            format!("`{atomic}` with an operator that it does not have"),
            "this one",
            format!(
                "`{atomic}` has `+=`, `-=`, `*=`, `AND=`, `OR=`, `XOR=`, `max=`, `min=`, `++`, `--` and `=`"
            ),
        ),
        KernelPlace::NoAtomicComparison => words(
            format!("`{atomic}` compares the cell that it changes with a value"),
            "another condition",
            {
                let if_word = vocabulary.word(Concept::If);
                format!("write `{atomic} {if_word} (A[i] == e) A[i] = f;`")
            },
        ),
        KernelPlace::BarrierInAdapted => words(
            format!("`{barrier}` in a block that is not a kernel"),
            "on a GPU, only the items of a group wait for each other",
            format!(
                "write the block as a kernel: {header}; statements of a plain `{parallel}` wait for each other anyway"
            ),
        ),
        KernelPlace::PartialBarrier => words(
            format!("`{barrier}` of a range in a kernel"),
            "only some of the items",
            format!("write `{barrier};`: all items of the group wait at it"),
        ),
        KernelPlace::Recursive => words(
            "a kernel calls an algorithm that calls itself".to_owned(),
            "calls in a kernel are made part of its body",
            "write a loop instead".to_owned(),
        ),
        KernelPlace::CallsBlock => words(
            format!(
                "a kernel calls an algorithm that contains a `{parallel}`, a whole array or a new array"
            ),
            "calls in a kernel are made part of its body",
            "call it outside of the kernel, or let each item compute its own elements".to_owned(),
        ),
    }
}
