//! An attempt with another check of its result: for inputs with which its own is not right.

use super::exercises::LearnExercise;

/// The text of an attempt with this condition in its check of the result, and the line where it stands then;
/// none where that check is not in a line.
pub fn with_condition(
    exercise: &LearnExercise,
    text: &str,
    condition: &str,
) -> Option<(String, String)> {
    let checks = exercise.checks_of_result();
    let changed = text.split_inclusive('\n').map(|line| {
        let code = line.split("//").next().unwrap_or_default();
        let is_check = checks.iter().any(|check| check.is_in(code));
        let changed = is_check.then(|| changed(line, code, condition));
        changed.flatten().ok_or(line)
    });
    let changed: Vec<Result<String, &str>> = changed.collect();
    let check = changed.iter().find_map(|line| line.as_ref().ok())?;
    let check = check.trim().to_owned();
    let lines = changed.into_iter();
    let text = lines.map(|line| line.unwrap_or_else(str::to_owned));
    Some((text.collect(), check))
}

/// A line of which this is the code, with another condition in the check that begins there.
fn changed(line: &str, code: &str, condition: &str) -> Option<String> {
    let begins = ["tvrdi(", "assert("].iter();
    let begin = begins.filter_map(|word| Some(code.find(word)? + word.len()));
    let (begin, end) = (begin.min()?, code.rfind(");")?);
    let own = code.get(begin..end)?;
    let left = match own.split_once("==") {
        Some((left, _)) if condition.starts_with("==") => left,
        _ => "",
    };
    Some([&line[..begin], left, condition, &line[end..]].concat())
}
