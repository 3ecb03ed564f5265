//! The programs that are built in, and the options of a run by name.

use std::collections::BTreeSet;
use std::path::Path;

use pram::pipeline::options::OPTIONS;
use pram::pipeline::shipped::programs;
use pram::{Diagnostic, Options};

#[test]
fn every_shipped_program_is_built_in() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs");
    let mut shipped = Vec::new();
    collect(&folder, &folder, &mut shipped);
    shipped.sort();
    let built_in: Vec<&str> = programs().map(|(name, _)| name).collect();
    assert_eq!(built_in, shipped);
}

/// The programs in a folder and in the folders in it, as paths from `root`.
fn collect(root: &Path, folder: &Path, programs: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(root, &path, programs);
        } else if path
            .extension()
            .is_some_and(|extension| extension == "pram")
        {
            let name = path.strip_prefix(root).unwrap();
            programs.push(name.to_str().unwrap().to_owned());
        }
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
