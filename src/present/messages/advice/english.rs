//! Ways out of an illegal run that are commands, in English.

use crate::language::Voice;
use crate::machine::rules::model::WriteRule;
use crate::result::advice::{Advice, LostUpdates, TrialEnding};
use crate::result::model::model_name;
use crate::semantic::warning::ways_to_combine;

/// The ways out.
pub(super) fn ways(advice: &Advice, voice: Voice) -> Vec<String> {
    let mut ways = Vec::new();
    let Some(trial) = &advice.model else {
        ways.extend((advice.lost.iter()).flat_map(|lost| lost_updates(lost, voice)));
        return ways;
    };
    let options: Vec<(&str, &str)> = (trial.options.iter())
        .map(|(option, value)| (*option, value.as_str()))
        .collect();
    let command = advice.command.with(&options);
    ways.push(match &trial.ending {
        TrialEnding::Legal => format!("to run it unchanged: {command}"),
        TrialEnding::Failed { code, message } => format!(
            "{} allows every access, but such a run ends with another error later, {code}: \
             {message}; to see it: {command}",
            trial.name()
        ),
        TrialEnding::FailsClaim(claim) => format!(
            "{} allows every access, but then `{claim}` does not hold; to see it: {command}",
            trial.name()
        ),
        TrialEnding::Unfinished => format!(
            "to run it unchanged: {command}; this was tried for a part of the run only, and \
             all accesses were legal so far",
        ),
    });
    match trial.model.map(|model| model.write) {
        Some(WriteRule::Arbitrary) => ways.push(
            "on an arbitrary model one of the writers wins at random; another `--seed` may \
             give another result"
                .to_owned(),
        ),
        Some(rule) if rule.decides() => ways.push(format!(
            "the result of concurrent writes depends on the rule `{rule}`; another rule \
             may give another result"
        )),
        _ => {}
    }
    ways
}

/// Why the model is no way out, and what is one.
fn lost_updates(lost: &LostUpdates, voice: Voice) -> Vec<String> {
    let LostUpdates {
        model, cell, step, ..
    } = lost;
    let name = model_name(*model);
    let Some(updated) = &lost.certain else {
        return vec![format!(
            "{name} allows every access, but what is written into `{cell}` in step {step} may \
             depend on its old value; then not all of it counts, so `--model {model}` is not \
             advised"
        )];
    };
    let processors = updated.processors;
    let fate = match model.write {
        WriteRule::Sum | WriteRule::Product | WriteRule::Xor => {
            format!("the old value counts {processors} times")
        }
        rule if rule.combines() => {
            format!("the rule `{rule}` combines {processors} new values")
        }
        _ => "one of the new values stays and the other updates are lost".to_owned(),
    };
    vec![
        format!(
            "{name} would allow every access, but {processors} processors update `{cell}` in step \
             {step}, each from its old value: {fate}"
        ),
        ways_to_combine(updated.instead.as_deref(), updated.rule, voice),
    ]
}

/// A command that is too long to be written out.
pub(super) fn same_command(options: &str) -> String {
    format!("the same command with `{options}`")
}
