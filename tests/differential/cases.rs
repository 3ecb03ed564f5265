//! What the comparison of machine and twin has found: each program of `tests/cases/differential/`
//! says at its top what was wrong, and what both must now tell.
//!
//! A line `// on: MACHINE OPTIONS -> END, NAME = VALUE, …` names a setting, how the run ends there,
//! and what is known of it without either of them. A line `// open: DIAGNOSIS` marks what is not
//! mended yet: there the two must still differ, so that whoever mends it takes the mark away.

use std::fs;
use std::path::Path;

use super::generated::{machine, twin};
use super::generator::Generated;
use super::observed::{Ending, Observed};
use super::setting::{MODELS, Setting, asynchronous};
use crate::reference::{Asynchronous, BarrierTime, Branches, OnViolation, Order, Turns};

/// `crcw-max`, `apram d=3 B=4 p=2 order=ascending paces=2,1 branches=simd on-violation=continue`
fn setting(words: &str) -> Setting {
    let (name, options) = words.split_once(' ').unwrap_or((words, ""));
    let option = |wanted: &str| {
        let pairs = options.split(' ').filter_map(|word| word.split_once('='));
        let found = pairs.into_iter().find(|(name, _)| *name == wanted);
        found.map(|(_, value)| value)
    };
    let number = |wanted| option(wanted).map(|value| value.parse().expect("a number"));
    let setting = if name.starts_with("apram") {
        let barrier = number("B").expect("B is given");
        let machine = Asynchronous {
            concurrent_read: name == "apram-cr",
            paces: option("paces").map_or_else(Vec::new, |paces| {
                let paces = paces.split(',');
                paces.map(|pace| pace.parse().expect("a pace")).collect()
            }),
            order: match option("order") {
                None => Order::Lockstep,
                Some(token) => Order::Accesses(turns(token)),
            },
            ..asynchronous(
                number("d").expect("d is given"),
                BarrierTime::Constant(barrier),
            )
        };
        Setting::asynchronous(machine, number("p"))
    } else {
        let known = MODELS.iter().chain(&["crcw"]).find(|model| **model == name);
        Setting::on(known.expect("a model"))
    };
    let simd = option("branches") == Some("simd");
    Setting {
        branches: if simd { Branches::Simd } else { Branches::Mimd },
        on_violation: match option("on-violation") {
            Some("continue") => OnViolation::Continue,
            _ => OnViolation::Stop,
        },
        ..setting
    }
}

/// `ascending`, `lockstep`, `turns:0,1,1,0`
fn turns(token: &str) -> Turns {
    match token.split_once(':') {
        None if token == "lockstep" => Turns::Lockstep,
        None if token == "ascending" => Turns::Ascending,
        None if token == "descending" => Turns::Descending,
        Some(("turns", list)) => {
            let numbers = list.split(',').map(|each| each.parse().expect("a number"));
            Turns::Listed(numbers.collect())
        }
        _ => panic!("no order {token}"),
    }
}

/// How a run ended, as the cases say it.
fn ending(observed: &Observed) -> String {
    if let Some(race) = &observed.first_race {
        return format!("race A{}", race.cell);
    }
    match &observed.ending {
        Ending::Completed => "completed".to_owned(),
        Ending::Violation { code, .. } => format!("violation {code}"),
        Ending::Fault { code, processor } => format!("fault {code} {processor:?}"),
        other => format!("{other:?}"),
    }
}

/// What a run tells under a name.
fn told(observed: &Observed, name: &str) -> String {
    if name == "printed" {
        return observed.printed.join(" ");
    }
    let result = observed.result.as_ref().expect("it came to its end");
    let account = result.asynchronous.map(|(account, _)| account);
    match (name, account) {
        ("rounds", _) => result.times[0].to_string(),
        ("reads", _) => result.reads.to_string(),
        ("writes", _) => result.writes.to_string(),
        ("T", Some(account)) => account.time.to_string(),
        ("W", Some(account)) => account.work.to_string(),
        ("processors", _) => result.processors.to_string(),
        ("waiting", Some(account)) => account.waiting.to_string(),
        _ => {
            let output = &result.outputs[name];
            match output.split_once("] ") {
                Some((_, cells)) => format!("[{}]", cells.replace(' ', ", ")),
                None => output.clone(),
            }
        }
    }
}

fn check(words: &str, text: &str) -> Result<(), String> {
    let (on, expected) = words.split_once(" -> ").ok_or("what is expected?")?;
    let setting = setting(on);
    let generated = Generated {
        text: text.to_owned(),
        n: None,
        ints: Default::default(),
        reals: Vec::new(),
    };
    let (machine, twin) = (machine(&generated, &setting), twin(&generated, &setting));
    if machine != twin {
        return Err(format!("machine {machine:#?}\ntwin {twin:#?}"));
    }
    let mut expected = expected.split(", ");
    let mut wanted = vec![expected.next().unwrap_or_default().to_owned()];
    let mut found = vec![ending(&twin)];
    let mut rest = String::new();
    for part in expected {
        rest = if rest.is_empty() {
            part.to_owned()
        } else {
            format!("{rest}, {part}")
        };
        // An array's commas are its own.
        if rest.contains('[') && !rest.ends_with(']') {
            continue;
        }
        let (name, value) = rest.split_once(" = ").ok_or("NAME = VALUE")?;
        wanted.push(format!("{name} = {value}"));
        found.push(format!("{name} = {}", told(&twin, name)));
        rest.clear();
    }
    if wanted == found {
        Ok(())
    } else {
        Err(format!("wanted {wanted:?}\nfound  {found:?}"))
    }
}

#[test]
fn what_was_found_before_is_told_alike() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/differential");
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("it can be read").path())
        .collect();
    files.sort();
    assert!(files.len() >= 24, "{files:?}");
    let mut failures = Vec::new();
    for path in files {
        let name = path.file_name().expect("a file").to_string_lossy();
        let text = fs::read_to_string(&path).expect("a case is text");
        let settings: Vec<&str> = text
            .lines()
            .filter_map(|line| line.strip_prefix("// on: "))
            .collect();
        let says_what = text.starts_with("// ") && !text.starts_with("// on: ");
        assert!(
            says_what && !settings.is_empty(),
            "{name}: what was wrong, and on what?"
        );
        let is_open = text.lines().any(|line| line.starts_with("// open: "));
        for on in settings {
            match check(on, &text) {
                Err(problem) if !is_open => failures.push(format!("{name} on {on}:\n{problem}")),
                Ok(()) if is_open => failures.push(format!("{name} on {on}: is no longer open")),
                _ => {}
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}
