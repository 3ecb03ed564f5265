//! The words of warnings about how a text is laid out, and about comments for pram, in English.

use crate::diagnostic::{Code, Words};
use crate::language::Voice;
use crate::semantic::names::did_you_mean;
use crate::source::Sources;
use crate::syntax::keyword::{self, Concept};
use crate::syntax::vocabulary::Vocabulary;
use crate::syntax::{
    Directive, DirectiveKind, LookAlike, Looks, Misbound, Misleading, Misspelt, MisspeltKind,
    ReadAs,
};

pub(super) fn misleading_indent(misleading: &Misleading, sources: &Sources) -> Words {
    let Misleading {
        head, body, looks, ..
    } = *misleading;
    let head_word = sources.text(head);
    if looks == Looks::Behind {
        return Words::new(
            format!("this statement belongs to the `{head_word}` that it is indented under"),
            "read as its second statement",
        )
        .label("governs both")
        .label("its first statement is in its line")
        .help(
            "if both are meant, let the second one begin below the first, or write `begin … \
            end`",
        )
        .help(format!("if not, indent it like the `{head_word}`"));
    }
    let label = match keyword::find(head_word) {
        Some(Concept::If) => "this always runs",
        Some(Concept::Else) => "this runs in either case",
        _ => "this runs once, after the loop",
    };
    // `while (c);`
    if sources.text(body) == ";" {
        return Words::new(
            format!("this statement does not belong to the `{head_word}`, which a `;` ends"),
            label,
        )
        .label("takes one statement")
        .label("this `;`, which does nothing")
        .help(format!(
            "take the `;` away if the `{head_word}` governs what follows"
        ));
    }
    let (where_it_stands, both, otherwise) = if looks == Looks::GovernedInLine {
        (
            "in whose line it is",
            "put them between `begin` and `end`",
            "put it on the next line",
        )
    } else {
        (
            "that it is indented under",
            "put them in braces: `{ … }`",
            "indent it like what comes before; `pram fmt` does that",
        )
    };
    Words::new(
        format!("this statement does not belong to the `{head_word}` {where_it_stands}"),
        label,
    )
    .label("takes one statement")
    .label("this one")
    .help(format!("if both are meant, {both}"))
    .help(format!("if not, {otherwise}"))
}

pub(super) fn misleading_else(
    misbound: Misbound,
    sources: &Sources,
    vocabulary: Vocabulary,
) -> Words {
    let Misbound { word, inner, outer } = misbound;
    let line = |span| sources.position(span).line;
    let (inner_line, outer_line) = (line(inner), line(outer));
    let (if_word, else_word) = (sources.text(inner), sources.text(word));
    let then = vocabulary.word(Concept::Then);
    let end_if = vocabulary.word(Concept::EndIf);
    Words::new(
        format!("this `{else_word}` does not belong to the `{if_word}` that it is indented like"),
        format!("read as the `{else_word}` of line {inner_line}"),
    )
    .label("it belongs to this one, the innermost without one")
    .label("it is indented like this one")
    .note(format!(
        "as read, it runs if the condition in line {inner_line} is false, within line \
         {outer_line}"
    ))
    .note(format!(
        "as indented, it would run if the condition in line {outer_line} is \
            false"
    ))
    .help(format!(
        "if the outer one is meant, put the inner one in braces, `{{ … }}`, or end it: \
         `{if_word} (…) {then} … {end_if}`"
    ))
    .help(format!(
        "if the inner one is meant, indent `{else_word}` like it; `pram fmt` does that"
    ))
}

pub(super) fn unknown_allow(misspelt: &Misspelt) -> Words {
    let Misspelt { written, kind, .. } = misspelt;
    let example = "in the line of a warning, `// pram: allow(W0501)` says that it is meant";
    let (message, label) = match kind {
        MisspeltKind::Word => (
            format!("`pram: {written}` in a comment says nothing"),
            "only `allow` is known",
        ),
        MisspeltKind::NoCode => (
            "this comment names no warning that it allows".to_owned(),
            "which?",
        ),
        MisspeltKind::UnknownCode => (
            format!("there is no warning `{written}`"),
            "this allows nothing",
        ),
        MisspeltKind::ErrorCode => (
            format!("`{written}` is an error, and only warnings can be allowed"),
            "this allows nothing",
        ),
    };
    let words = Words::new(message, label);
    if *kind != MisspeltKind::UnknownCode {
        return words.help(example);
    }
    let warnings = Code::ALL.iter().filter(|code| code.is_warning());
    match did_you_mean(&written.to_uppercase(), warnings.map(|code| code.id())) {
        Some(near) => words.help(format!("did you mean `{near}`? `pram explain` lists all")),
        None => words.help("`pram explain` lists every code"),
    }
}

/// `#include <stdio.h>`
pub(super) fn directive(directive: &Directive, vocabulary: Vocabulary) -> Words {
    use Concept::{Each, EndParallel, For, From, Include, Input, Parallel, To};
    let [include, input, parallel, end_parallel] =
        vocabulary.words([Include, Input, Parallel, EndParallel]);
    let [for_word, each, from, to] = vocabulary.words([For, Each, From, To]);
    let word = directive.word();
    let words = Words::new(
        format!("`{word}` begins a comment, so it has no effect"),
        "a comment: `#` and the rest of the line",
    );
    let words = match &directive.kind {
        DirectiveKind::Include(Some(file)) => {
            words.help(format!("to include a program, write `{include} \"{file}\";`"))
        }
        DirectiveKind::Include(None) => words.help(format!(
            "remove it: functions such as `sqrt` and `max` need no library. A program is included by \
             `{include} \"file.pram\";`"
        )),
        DirectiveKind::Pragma => words.help(format!(
            "for a parallel loop, write \
             `{parallel} ({for_word} {each} i {from} a {to} b) … {end_parallel}`"
        )),
        DirectiveKind::Define(name, value) => {
            let value = value.as_deref().unwrap_or("…");
            words.help(format!(
                "for a constant, write `{input} {name} = {value};` outside of the algorithms"
            ))
        }
    };
    words.help("if it is meant as a comment, begin it with `//`")
}

/// A name with letters that look like others.
pub(super) fn look_alike(found: &LookAlike) -> Words {
    let LookAlike {
        name,
        letter,
        latin,
        twin,
        ..
    } = found;
    let message = format!("`{name}` holds a letter that looks like another one");
    let label = format!("`{letter}` (U+{:04X}) is no `{latin}`", u32::from(*letter));
    let words = Words::new(message, label);
    let words = match twin {
        Some(_) => words.label("looks the same, and is another name"),
        None => words,
    };
    words.help("write the names of a program in letters of one alphabet")
}

/// A printed listing that is read differently from how it is written.
pub(super) fn read_as(found: &ReadAs, vocabulary: Vocabulary) -> Words {
    let books = match found.books.as_slice() {
        [] => String::new(),
        [one] => format!(", in the style of {one}"),
        [first @ .., last] => format!(", in the styles of {} and {last}", first.join(", ")),
    };
    let message = format!("this listing is read differently from how it is written{books}");
    let mut words = Words::new(message, "the listing begins here");
    for (interpretation, lines) in &found.notes {
        let reading = interpretation.words(Voice::english(vocabulary));
        words = words.note(format!("read {reading} ({})", lines_in_words(lines)));
    }
    words.help("`pram fmt --vocabulary en` writes the listing as it is read")
}

/// `line 4`, `lines 4, 7 and 9`, `lines 4 to 12`
fn lines_in_words(lines: &[usize]) -> String {
    match lines {
        [] => "everywhere".to_owned(),
        [line] => format!("line {line}"),
        [first, second] => format!("lines {first} and {second}"),
        [first, .., last] => format!("lines {first} to {last}"),
    }
}
