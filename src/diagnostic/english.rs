//! What is said of any problem, in English.

use super::Edit;

/// What an edit does.
pub(super) fn title(edit: &Edit) -> String {
    let Edit { span, replacement } = edit;
    let replacement = replacement.trim();
    if replacement.is_empty() {
        "delete it".to_owned()
    } else if span.start == span.end {
        format!("insert `{replacement}`")
    } else {
        format!("write `{replacement}`")
    }
}
