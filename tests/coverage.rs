//! docs/coverage.md names tests that exist.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

#[test]
fn every_sentence_names_tests_that_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let table = fs::read_to_string(root.join("docs/coverage.md")).expect("the table is there");
    let rows = table
        .lines()
        .filter(|line| line.starts_with("| ") && !line.contains("| tests |"));
    let mut sentences = BTreeSet::new();
    for row in rows {
        let (sentence, tests) = row[2..]
            .split_once(" | ")
            .expect("a sentence and its tests");
        assert!(sentences.insert(sentence), "twice in the table: {sentence}");
        let named: Vec<&str> = tests
            .split('`')
            .filter(|word| word.contains("::"))
            .collect();
        assert!(!named.is_empty(), "nothing holds: {row}");
        for test in named {
            let (file, name) = test.split_once("::").expect("FILE::TEST");
            let text = fs::read_to_string(root.join("tests").join(file))
                .unwrap_or_else(|error| panic!("{test}: {error}"));
            let definition = text.find(&format!("fn {name}("));
            let at = definition.unwrap_or_else(|| panic!("{file} has no test {name}"));
            let before = text[..at].trim_end();
            assert!(before.ends_with("#[test]"), "{test} is no test");
        }
    }
    let count = sentences.len();
    assert!(count > 50, "only {count} sentences");
}
