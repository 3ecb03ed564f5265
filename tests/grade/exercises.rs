//! `exercise.toml`: every key, right and wrong, with the line of what is wrong.

use pram::grade::exercise::{
    ExerciseFiles, ExpectedResult, ItemDemand, Visibility, expanded, read, read_public,
};
use pram::grade::plan::seed;
use pram::grade::points::Points;
use pram::source::Sources;

use super::{HEAD, exercise, files};

const TEST: &str = "[[test]]\nname = \"t\"\npoints = 1\n";

/// What is wrong with an exercise: the lines, from 1, with the messages.
fn problems(files: &ExerciseFiles) -> Vec<(usize, String)> {
    let mut sources = Sources::default();
    let found = read(files, &mut sources).err().unwrap_or_default();
    let lines = found.iter().map(|problem| {
        assert_eq!(problem.code.id(), "E0708");
        let label = problem.primary.as_ref();
        let line = label.map_or(0, |label| sources.position(label.span).line);
        (line, problem.message.clone())
    });
    lines.collect()
}

#[test]
fn every_key_is_read() {
    let own = files(
        r#"rounding = 0.25
late = { percent_per_day = 10, days = 5 }
[[test]]
name = "sizes"
inputs = ["n=1", "n=2..4", "n=8 A=random(-9,9)"]
repeat = 3
expect = "reference"
points = 3
share = true
visibility = "hidden"
gate = 4
[[criterion]]
kind = "format"
points = 0.5
[[claim]]
text = "T rounds <= ceil(log n)"
sizes = "n=1..64"
points = { derived = 3, measured = 2, growth = 1 }
visibility = "after"
[[claim]]
text = "model = EREW"
points = { proved = 2, observed = 1 }
gate = 2
[[criterion]]
kind = "no-warnings"
deny = ["W0502"]
points = 0.5
[[criterion]]
kind = "uses"
require = ["parallel"]
forbid = ["while", "+_prescan"]
gate = 0
[[criterion]]
kind = "manual"
name = "explanation"
points = 2
"#,
    );
    let read = exercise(&own);
    assert_eq!(read.id, "maximum");
    assert_eq!(read.rounding, Points::written(0.25).unwrap());
    assert_eq!(
        read.late.map(|late| (late.percent_per_day, late.days)),
        Some((10, 5))
    );
    assert_eq!(read.limits.run.steps, 2000);
    assert_eq!(read.limits.run.memory, 64 << 20);
    assert_eq!(read.limits.cpu, 60);
    // The order of the file, not the order of kinds.
    let names: Vec<&str> = read.items.iter().map(|item| item.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "sizes",
            "format",
            "T rounds <= ceil(log n)",
            "model = EREW",
            "no-warnings",
            "uses",
            "explanation"
        ]
    );
    let ItemDemand::Test(test) = &read.items[0].asks else {
        panic!("{:?}", read.items[0])
    };
    // n=1; n=2, 3, 4; n=8
    assert_eq!(test.inputs.len(), 5);
    assert_eq!(test.inputs[4], ["n=8", "A=random(-9,9)"]);
    assert_eq!(
        (test.repeat, test.expect, test.share),
        (3, ExpectedResult::Reference, true)
    );
    assert_eq!(read.items[0].visibility, Visibility::Hidden);
    assert_eq!(read.items[2].visibility, Visibility::After);
    let ItemDemand::Claim(claim) = &read.items[2].asks else {
        panic!("{:?}", read.items[2])
    };
    assert_eq!(claim.ends, [1, 64]);
    // 3 + 0.5 + 3 + 2 + 0.5 + 0 + 2
    assert_eq!(read.of(), Points::written(11.0).unwrap());
    // Without `points` a criterion closes a gate and gives nothing.
    assert_eq!(read.items[5].points, Points::ZERO);
}

/// Brackets that are missing are shown, in place of the types of the reader of TOML alone.
#[test]
fn missing_brackets_are_shown() {
    let help = |behind: &str| {
        let found = read(&files(behind), &mut Sources::default()).expect_err(behind);
        found[0].help.join(" ")
    };
    assert!(help("[test]\nname = \"a\"\npoints = 1\n").contains("`[[test]]`"));
    let one = "[[test]]\nname = \"a\"\npoints = 1\ninputs = \"n=1\"\n";
    assert!(help(one).contains("`[\"n=1\"]`"));
    assert_eq!(help("[[test]]\nname = \"a\"\npoints = \"n\"\n"), "");
}

/// Wrong lines behind a head of six lines, each with the line of what is wrong and a part of the message.
#[test]
fn what_is_wrong_is_told_with_its_line() {
    let cases = [
        ("speed = 1\n", 7, "unknown field `speed`"),
        ("rounding = 0\n", 7, "rounded"),
        (
            "late = { percent_per_day = 101, days = 1 }\n",
            7,
            "lateness",
        ),
        (
            "late = { percent_per_day = 10 }\n",
            7,
            "missing field `days`",
        ),
        ("[[test]]\npoints = 1\n", 7, "missing field `name`"),
        (
            "[[test]]\nname = \"a\"\npoints = -1\n",
            9,
            "no number of points",
        ),
        (
            "[[test]]\nname = \"a\"\npoints = 0.1234\n",
            9,
            "no number of points",
        ),
        (
            "[[test]]\nname = \"a\"\npoints = \"one\"\n",
            9,
            "invalid type",
        ),
        (
            "[[test]]\nname = \"a\"\ninputs = [\"n\"]\npoints = 1\n",
            9,
            "no input",
        ),
        (
            "[[test]]\nname = \"a\"\ninputs = [\"n=9..2\"]\npoints = 1\n",
            9,
            "sizes",
        ),
        (
            "[[test]]\nname = \"a\"\ninputs = []\npoints = 1\n",
            9,
            "no run",
        ),
        (
            "[[test]]\nname = \"a\"\ninputs = [\"n=1..5000\"]\npoints = 1\n",
            9,
            "sizes",
        ),
        (
            "[[test]]\nname = \"a\"\nrepeat = 0\npoints = 1\n",
            7,
            "no run",
        ),
        (
            "[[test]]\nname = \"a\"\nexpect = \"luck\"\npoints = 1\n",
            9,
            "`luck`",
        ),
        (
            "[[test]]\nname = \"a\"\nvisibility = \"none\"\npoints = 1\n",
            9,
            "`none`",
        ),
        (
            "[[claim]]\ntext = \"T rounds <=\"\nsizes = \"n=1\"\npoints = 1\n",
            8,
            "claim cannot be read",
        ),
        (
            "[[claim]]\ntext = \"T rounds <= n\"\npoints = 1\n",
            8,
            "needs sizes",
        ),
        (
            "[[claim]]\ntext = \"T rounds <= n\"\nsizes = \"n\"\npoints = 1\n",
            9,
            "sizes",
        ),
        (
            "[[claim]]\ntext = \"model = EREW\"\nsizes = \"n=1\"\npoints = 1\n",
            9,
            "has no sizes",
        ),
        (
            "[[claim]]\ntext = \"model = EREW\"\npoints = { derived = 1 }\n",
            9,
            "no points for `derived`",
        ),
        (
            "[[claim]]\ntext = \"model = EREW\"\npoints = { proved = -1 }\n",
            9,
            "no number of points",
        ),
        (
            "[[criterion]]\nkind = \"style\"\npoints = 1\n",
            8,
            "`style`",
        ),
        ("[[criterion]]\nkind = \"format\"\n", 8, "needs `points`"),
        (
            "[[criterion]]\nkind = \"manual\"\npoints = 1\n",
            8,
            "needs `name`",
        ),
        (
            "[[criterion]]\nkind = \"format\"\ndeny = [\"W0502\"]\npoints = 1\n",
            9,
            "has no `deny`",
        ),
        (
            "[[criterion]]\nkind = \"no-warnings\"\ndeny = [\"E0501\"]\npoints = 1\n",
            9,
            "`E0501`",
        ),
        (
            "[[criterion]]\nkind = \"uses\"\nforbid = [\"a b\"]\npoints = 1\n",
            9,
            "`a b`",
        ),
    ];
    for (text, line, part) in cases {
        let found = problems(&files(text));
        let is_there = found
            .iter()
            .any(|(at, message)| *at == line && message.contains(part));
        assert!(is_there, "{text}: {found:?}");
    }
    let twice = problems(&files(&TEST.repeat(2)));
    assert_eq!(twice, [(11, "two items are called `t`".to_owned())]);
    assert!(problems(&files(""))[0].1.contains("gives points"));
}

#[test]
fn the_head_and_the_programs_are_looked_at() {
    let changed = |from: &str, to: &str| {
        let mut own = files(TEST);
        assert!(own.toml.contains(from), "{from}");
        own.toml = own.toml.replace(from, to);
        problems(&own)
    };
    let cases = [
        ("pram-exercise/1", "pram-exercise/9", 1, "`pram-exercise/9`"),
        ("\"maximum\"", "\"Max imum\"", 2, "cannot be an id"),
        ("\"Maximum\"", "\" \"", 3, "no title"),
        ("[\"maximum.pram\"]", "[]", 4, "no file"),
        ("maximum.pram", "../maximum.pram", 4, "cannot be handed in"),
        (
            "steps = \"2000\"",
            "steps = \"many\"",
            6,
            "the limit `steps`",
        ),
        (
            "memory = \"64MiB\"",
            "memory = \"64 stone\"",
            6,
            "the limit `memory`",
        ),
        ("secret = \"s\"", "judge = \"none.pram\"", 5, "`none.pram`"),
    ];
    for (from, to, line, part) in cases {
        let found = changed(from, to);
        let is_there = (found.iter()).any(|(at, message)| *at == line && message.contains(part));
        assert!(is_there, "{to}: {found:?}");
    }
    assert!(!changed("\"Maximum\"", "1").is_empty(), "a title is a text");
    let mut own = files(TEST);
    own.programs.shift_remove("reference.pram");
    assert!(problems(&own)[0].1.contains("`reference.pram`"));
    let mut own = files(TEST);
    own.programs
        .insert("judge.pram".to_owned(), "program\nend_program\n".to_owned());
    assert!(problems(&own)[0].1.contains("does not include"));
    own.programs
        .insert("judge.pram".to_owned(), "program (\n".to_owned());
    assert!(problems(&own)[0].1.contains("judge.pram:1"));
}

#[test]
fn ranges_expand_and_other_values_stay() {
    let all = |line: &str| expanded(line).unwrap();
    assert_eq!(all(""), [Vec::<String>::new()]);
    assert_eq!(all("n=2..4"), [["n=2"], ["n=3"], ["n=4"]]);
    assert_eq!(all("n=2^2..2^4").len(), 3);
    // Each with each: 2 · 2
    assert_eq!(all("n=1..2 p=3..4").len(), 4);
    assert_eq!(all("A=3,1,4 B=random(0,9)"), [["A=3,1,4", "B=random(0,9)"]]);
}

/// By another implementation: `printf` of the parts, each behind its length in eight bytes, into `sha256sum`.
#[test]
fn seeds_are_the_first_bits_of_a_hash() {
    // printf '\x01\0\0\0\0\0\0\0s\x01\0\0\0\0\0\0\0t\0\0\0\0' | sha256sum
    assert_eq!(seed("s", "t", 0), SEED);
    assert_ne!(seed("s", "t", 1), seed("s", "t", 0));
    assert_ne!(seed("st", "", 0), seed("s", "t", 0));
}

const SEED: u64 = 0x2fd7_6d9b_b9fe_a7c7;

#[test]
fn an_exercise_that_students_have_holds_public_items_only() {
    let own = files(&format!(
        "{TEST}[[test]]\nname = \"h\"\npoints = 1\nvisibility = \"hidden\"\n"
    ));
    let public = |own: &ExerciseFiles| read_public(own, &mut Sources::default());
    assert_eq!(public(&own).unwrap().items.len(), 1);
    // No output is compared, so the reference may stay with the teacher; the whole exercise needs it.
    let mut without = own.clone();
    without.programs.shift_remove("reference.pram");
    assert_eq!(public(&without).unwrap().items.len(), 1);
    assert_eq!(problems(&without).len(), 1);
    let compared = "points = 1\nexpect = \"reference\"\n";
    without.toml = without.toml.replacen("points = 1\n", compared, 1);
    let found = public(&without).unwrap_err();
    assert!(found[0].message.contains("reference.pram"), "{found:?}");
    assert_eq!(
        HEAD.lines().count(),
        6,
        "the lines of the cases above are counted from here"
    );
}
