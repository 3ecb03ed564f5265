//! What is wrong with a run besides its accesses, in English.

use crate::diagnostic::Words;
use crate::result::claim::ClaimOutcome;

/// A claim that does not hold.
pub(super) fn claim_fails(claim: &ClaimOutcome) -> Words {
    Words::new(
        format!("the claim `{}` does not hold for this run", claim.claim),
        claim.evidence.to_string(),
    )
}
