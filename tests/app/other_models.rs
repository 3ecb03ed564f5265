//! What a run under a rule for concurrent writes says about other models, against runs on these.

use pram::machine::rules::model::{Model, Simultaneity, WriteRule};
use pram::pipeline::{OnViolation, Run};
use pram::result::check::other_results;
use proptest::prelude::*;

use super::lost_updates::{Block, blocks, program, ran, request};

/// A run that observes, as `pram check` does.
fn observed(text: &str) -> Run {
    let mut asked = request(text, None);
    asked.options.unrestricted = true;
    asked.options.on_violation = OnViolation::Continue;
    ran(&asked)
}

/// Blocks one after the other, in which later ones read what was written together before.
fn text(machine: &str, blocks: &[Block], reader: bool) -> String {
    let text = program(machine, blocks);
    if !reader {
        return text;
    }
    // Which processors come to one cell depends on what the first block left.
    let block = "parallel (for each i from 0 to 4)\nR[(i * S0[i]) mod 5] = i;\nend_parallel\n";
    text.replacen("output", &format!("{block}output"), 1)
}

const RULES: [&str; 6] = [
    "CRCW-sum",
    "CRCW-prod",
    "CRCW-max",
    "CRCW-min",
    "CRCW-xor",
    "CRCW-priority",
];

proptest! {
    #![proptest_config(crate::cases::config(300))]

    #[test]
    fn what_is_said_of_other_models_happens_there(
        blocks in blocks(),
        machine in prop::sample::select(&RULES[..]),
        reader in any::<bool>(),
    ) {
        let text = text(machine, &blocks, reader);
        let run = observed(&text);
        prop_assert!(run.error.is_none(), "{}{:?}", text, run.error);
        let on = |model: Model| ran(&request(&text, Some(model)));
        // The step and the cell that break a model are those at which a run on it ends.
        let per_step = |simultaneity| simultaneity == Simultaneity::Step;
        for broken in run.breaks.iter().filter(|broken| per_step(broken.simultaneity)) {
            let other = on(broken.model);
            let first = other.violations.first();
            let first = first.map(|first| (first.step, first.cell.clone()));
            let said = Some((broken.step, broken.cell.clone()));
            prop_assert_eq!(first, said, "{}on {}", text, broken.model);
        }
        // Arrays keep what was written once, so another result is seen at the end, if the run gets there.
        let keeps = blocks.iter().all(|block| block.writes_once());
        for result in other_results(&run).iter().filter(|result| result.is_certain && keeps) {
            let other = on(result.model);
            let step = other.violations.first().map(|first| first.step);
            let differs = step.map_or(other.outputs != run.outputs, |step| step > result.step);
            prop_assert!(differs, "{}on {}: {:?}", text, result.model, other.outputs);
        }
        // The model that is named as the weakest has the same result.
        let weakest = run.legal_on.step;
        let other = on(weakest);
        prop_assert!(other.status().is_none(), "{}on {}", text, weakest);
        if weakest.write != WriteRule::Arbitrary {
            prop_assert_eq!(&other.outputs, &run.outputs, "{}on {}", text, weakest);
        }
    }
}

/// By hand: both write 1, so the sum is 2. Under common s stays 1, and q[0] gets 0 twice.
#[test]
fn no_conflict_is_named_that_happens_under_the_rule_alone() {
    let text = "machine CRCW-sum;\nprogram\nshared s;\narray q[1];\n\
                parallel (for each i from 0 to 1)\ns = 1;\nq[0] = i * (s - 1);\nend_parallel\n\
                output q[];\nend_program\n";
    let run = observed(text);
    let named: Vec<(String, u64)> = (run.breaks.iter())
        .filter(|broken| broken.simultaneity == Simultaneity::Step)
        .map(|broken| (broken.model.to_string(), broken.step))
        .collect();
    let by_hand = [("erew", 1), ("crew", 1), ("ercw-sum", 2)];
    let by_hand = by_hand.map(|(model, step)| (model.to_owned(), step));
    assert_eq!(named, by_hand);
    let others: Vec<(String, u64, bool)> = (other_results(&run).iter())
        .map(|other| (other.model.to_string(), other.step, other.is_certain))
        .collect();
    let by_hand = [
        ("ercw-common", 1, true),
        ("ercw-arbitrary", 1, false),
        ("crcw-common", 1, true),
        ("crcw-arbitrary", 1, false),
    ];
    let by_hand = by_hand.map(|(model, step, sure)| (model.to_owned(), step, sure));
    assert_eq!(others, by_hand);
}
