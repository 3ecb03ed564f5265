//! What formulas may call.

use crate::diagnostic::Diagnostic;
use crate::semantic::builtin;

/// Classes of functions that grow strictly more slowly, or more quickly.
const STRICT_GROWTH: [&str; 3] = ["o", "ω", "omega"];

/// Says which functions there are beside an unknown one.
pub(super) fn with_functions(diagnostic: Diagnostic, unknown: &str) -> Diagnostic {
    if STRICT_GROWTH.contains(&unknown) {
        return diagnostic.help(
            "claim O( ), Theta( ) or Omega( ): whether something grows strictly more slowly or more \
             quickly is not judged",
        );
    }
    let functions = builtin::functions_of_formulas().collect::<Vec<_>>();
    diagnostic.note(format!("there are: {}", functions.join(", ")))
}
