//! Words and marks of other languages that mean nothing here, with what to write instead.
//! (`spelling` has those that are understood.)

/// What to write instead of a word of another language.
pub fn word(word: &str) -> Option<&'static str> {
    let lower = word.to_lowercase();
    find(WORDS, &lower)
}

/// What to write instead of a mark of another language.
pub fn mark(mark: &str) -> Option<&'static str> {
    find(MARKS, mark)
}

fn find(habits: &[(&str, &'static str)], written: &str) -> Option<&'static str> {
    let mut habits = habits.iter();
    habits
        .find(|(habit, _)| *habit == written)
        .map(|(_, advice)| *advice)
}

/// Marks, with what to write instead.
const MARKS: &[(&str, &str)] = &[
    (
        "=",
        "`=` assigns to a variable or an element; `==` compares",
    ),
    (
        "==",
        "`==` compares and is part of a condition; `=` assigns",
    ),
    ("?", "there is no `c ? a : b`; use `ako (c) … inace …`"),
    (
        ".",
        "there are no fields or methods; a range is `a do b`, a real number needs digits on both sides of its point",
    ),
    (
        "..",
        "a range stands in the header of a `paralelno` or a `za` only",
    ),
    (
        ":",
        "no colon is needed: `ako (c) onda … kraj_ako`, `za i = a do b …`",
    ),
    ("²", "a power is written `n^2`"),
    ("³", "a power is written `n^3`"),
    ("√", "a square root is written `sqrt(n)`"),
    ("⌊", "write `floor(x)`; `/` of two ints is floored already"),
    ("⌈", "write `ceil(x)`"),
    ("∈", "a range is written `i od a do b` (`i from a to b`)"),
    ("\\", "a line may simply go on in the next one"),
];

/// Words in lower case, with what to write instead.
const WORDS: &[(&str, &str)] = &[
    ("i", "`i` is a name here; the logical operator is `and`"),
    ("ili", "the logical operator is `or`"),
    ("ne", "the logical operator is `not`"),
    (
        "begin",
        "blocks are `{ … }`, or run from `onda`, `ponovi`, `paralelno` to their end word",
    ),
    ("function", "write `algoritam name(…) … kraj_algoritma`"),
    ("funkcija", "write `algoritam name(…) … kraj_algoritma`"),
    ("procedure", "write `algoritam name(…) … kraj_algoritma`"),
    ("procedura", "write `algoritam name(…) … kraj_algoritma`"),
    ("def", "write `algoritam name(…) … kraj_algoritma`"),
    ("void", "write `algoritam name(…) … kraj_algoritma`"),
    ("switch", "use `ako (c) … inace ako (c) … inace …`"),
    ("case", "use `ako (c) … inace ako (c) … inace …`"),
    (
        "until",
        "write `dok (not (c))` or `ponovi dok (not (c)) … kraj_ponovi`",
    ),
    (
        "pardo",
        "write `paralelno (za svaki i od a do b) … kraj_paralelno`",
    ),
    (
        "forall",
        "write `paralelno (za svaki i od a do b) … kraj_paralelno`",
    ),
    (
        "downto",
        "count down with a negative step: `za i = b do a korak -1`",
    ),
    (
        "endfor",
        "`za` takes one statement; a longer body is `{ … }`, or `ponovi za … kraj_ponovi`",
    ),
    (
        "endwhile",
        "`dok` takes one statement; a longer body is `{ … }`, or `ponovi dok (c) … kraj_ponovi`",
    ),
];
