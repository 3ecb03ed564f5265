//! The programs that are built in, and the options of a run by name.

use std::collections::BTreeSet;

use pram::pipeline::options::OPTIONS;
use pram::pipeline::shipped::{named, programs};
use pram::{Diagnostic, Options};

use crate::collection;

#[test]
fn every_shipped_program_is_built_in() {
    let folder = collection::folder();
    let mut shipped: Vec<String> = (collection::programs().iter())
        .map(|path| path.strip_prefix(&folder).unwrap().display().to_string())
        .collect();
    shipped.sort();
    let built_in: Vec<&str> = programs().map(|(name, _)| name).collect();
    assert_eq!(built_in, shipped);
}

/// By its path, its name, and the last part of the name if no other program has it.
#[test]
fn programs_are_named() {
    let starter = "exercises/differences/starter.pram";
    for (asked, found) in [
        ("prescan", Some("prescan.pram")),
        ("library/prescan.pram", Some("library/prescan.pram")),
        ("fox", Some("network/fox.pram")),
        // A folder's starter has the name of the folder.
        ("differences", Some(starter)),
        ("exercises/differences", Some(starter)),
        (starter, Some(starter)),
        (
            "exercises/differences/reference",
            Some("exercises/differences/reference.pram"),
        ),
        ("reference", None),
        ("starter", None),
        ("scan_of_nothing", None),
    ] {
        assert_eq!(named(asked).map(|(path, _)| path), found, "{asked}");
    }
}

#[test]
fn every_option_takes_its_example_and_changes_something_else() {
    let mut options = Options::default();
    for option in OPTIONS {
        let before = options.clone();
        options.set(option.name, option.example).unwrap();
        assert_ne!(options, before, "{}", option.name);
        for alias in option.aliases {
            options.set(alias, option.example).unwrap();
        }
        for choice in (option.choices)() {
            let mut options = Options::default();
            for word in choice.alias.into_iter().chain([choice.name.as_str()]) {
                options.set(option.name, word).unwrap();
            }
        }
        if let Some(default) = option.default {
            let mut options = Options::default();
            options.set(option.name, default).unwrap();
            assert_eq!(options, Options::default(), "{}", option.name);
        }
    }
}

#[test]
fn names_of_options_are_unique() {
    let mut names = BTreeSet::new();
    for option in OPTIONS {
        for name in [&option.name].into_iter().chain(option.aliases) {
            assert!(names.insert(*name), "{name}");
        }
    }
}

#[test]
fn an_option_that_is_not_set_says_why() {
    let mut options = Options::default();
    let mut problem = |name, value| {
        let problem = Diagnostic::from(options.set(name, value).unwrap_err());
        (problem.message, problem.help)
    };
    let said = |message: &str, help: &[&str]| {
        let help = help
            .iter()
            .map(|text| (*text).to_owned())
            .collect::<Vec<_>>();
        (message.to_owned(), help)
    };
    assert_eq!(
        problem("modell", "crew"),
        said("there is no option `modell`", &["did you mean `model`?"])
    );
    assert_eq!(
        problem("p", "0"),
        said(
            "`0` is no value for `p`: a machine has at least one processor",
            &[]
        )
    );
    assert_eq!(
        problem("branches", "both"),
        said(
            "`both` is no value for `branches`: it is one of mimd, simd",
            &[]
        )
    );
    // Networks are machines, not models of shared memory.
    assert_eq!(
        problem("model", "ring"),
        said(
            "`ring` is no value for `model`: there is no such model: it is one of EREW, CREW, ERCW and CRCW, \
             also with a rule for writes as in `CRCW-common`, or apram",
            &[]
        )
    );
    assert_eq!(options, Options::default());
}
