//! Everything that is wrong with a run, as diagnostics.

use super::english;
use crate::diagnostic::{Code, Diagnostic, Places};
use crate::language::Language;
use crate::present::messages::race;
use crate::present::messages::violation;
use crate::result::advice::Advice;
use crate::result::run::Run;
use crate::source::Sources;
use crate::syntax::vocabulary::Vocabularies;

/// Illegal accesses, a race, the fault or limit that ended it, claims that do not hold. The advice,
/// where there is some, says how the run would be legal.
pub fn of_run(run: &Run, advice: Option<&Advice>, sources: &Sources) -> Vec<Diagnostic> {
    let mut problems = violation::folded(&run.violations, advice, &Vocabularies::of(sources));
    let race = run.race.as_ref();
    problems.extend(race.map(|race| race::diagnostic(race, run, sources, advice)));
    problems.extend(run.error.clone());
    let failed = run.claims.iter().filter(|claim| claim.holds == Some(false));
    problems.extend(failed.map(|claim| {
        let words = match Language::default() {
            Language::English | Language::Croatian => english::claim_fails(claim),
        };
        Places::at(Code::ClaimFailed, claim.span).with(words)
    }));
    problems
}
