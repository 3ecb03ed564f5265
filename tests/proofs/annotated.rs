//! Small programs whose lines say in a comment what is known of their accesses.
//!
//! | comment | of all accesses on the line |
//! |---|---|
//! | `// exclusive` | in a step no two processors meet, whatever the input |
//! | `// per access` | not so, but the k-th access of a processor meets no k-th one of another |
//! | `// common` | of a write: not so, but who meets writes the same |
//! | `// section` | in a section of the asynchronous machine, nobody else comes to its cells |
//! | `// readers` | not so, but in a section only readers meet |
//! | `// open` | none of these is proved of at least one of them |

use pram::pipeline::Options;
use pram::program::accesses::{AccessKind, accesses};
use pram::proof::Exclusivity;

use super::try_out;

/// Whether a comment is true of what is known of the accesses on its line.
fn is_true(comment: &str, known: &[(AccessKind, Exclusivity)]) -> Result<bool, String> {
    let all = |holds: fn(&Exclusivity) -> bool| known.iter().all(|(_, one)| holds(one));
    Ok(match comment {
        "exclusive" => all(|one| one.per_step && one.per_access),
        "per access" => !all(|one| one.per_step) && all(|one| one.per_access),
        "common" => known.iter().all(|(kind, one)| match kind {
            AccessKind::Write => !one.per_step && one.common,
            AccessKind::Read => true,
        }),
        "section" => all(|one| one.per_section),
        "readers" => !all(|one| one.per_section) && all(|one| one.per_section_of_writes),
        "open" => !all(|one| {
            one.per_step && one.per_access && one.per_section && one.per_section_of_writes
        }),
        other => return Err(format!("what does `{other}` mean?")),
    })
}

/// Every commented line must be true, and every line with accesses in a block must have one.
#[track_caller]
pub fn holds(text: &str) {
    let options = Options {
        delay: Some(3),
        barrier: Some("4".to_owned()),
        processors: Some(4),
        ..Options::default()
    };
    let tried = try_out(text, &[], options).unwrap_or_else(|problem| panic!("{problem}"));
    if let Some(error) = &tried.run.error {
        assert!(
            !error.message.is_empty() && tried.run.cost.steps.time() > 0,
            "{error:?}\n{text}"
        );
    }
    let findings = tried.findings();
    let all = accesses(&tried.program);
    let mut comments = 0;
    for (number, line) in text.lines().enumerate() {
        let Some((_, comment)) = line.split_once("// ") else {
            continue;
        };
        comments += 1;
        let known: Vec<(AccessKind, Exclusivity)> = (all.iter())
            .filter(|access| tried.sources.position(access.span).line == number + 1)
            .map(|access| (access.kind, findings.of(*access)))
            .collect();
        assert!(
            !known.is_empty(),
            "no access on line {}\n{text}",
            number + 1
        );
        match is_true(comment.trim(), &known) {
            Ok(true) => {}
            Ok(false) => panic!("line {}: {line}\n{known:#?}\n{text}", number + 1),
            Err(problem) => panic!("{problem}\n{text}"),
        }
    }
    assert!(comments > 0, "nothing is said\n{text}");
}
