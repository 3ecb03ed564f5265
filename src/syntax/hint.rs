//! What the words around a place that cannot be read tell about what is meant there.

use super::habit::{self, Habit};
use super::keyword;
use super::operator;
use super::text::{Text, is_word, words};
use crate::quantity::Unit;

/// What seems to be meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Hint {
    /// A word of another language precedes it.
    Word(Habit),
    /// The name of an algorithm should be here, but a word of the language is.
    Taken(String),
    /// A line of prose: `Input: an array of n elements`.
    Prose,
    /// A comment between marks of another language: `{ … }`, `(* … *)`, `-- …`, `% …`.
    Comment,
    /// The head of a loop in another order, or with other words: `for i = 1 step 2 until n`.
    HeadOfLoop,
    /// The step of a loop: `to n by 2`.
    By,
    /// `array B(n)`
    LengthInParentheses,
    /// `parallel (for i from 0 to n-1)`
    Each,
    /// The unit of a claim follows its formula: `claim T = 2*n steps`.
    UnitBehindFormula {
        /// The measure.
        measure: String,
        /// The unit.
        unit: String,
    },
    /// `input array A[n]`: the keyword that is too much.
    InputArray(String),
    /// `3,14`: the number with its point.
    DecimalComma(String),
    /// `A[0:4]`
    SectionWithColon,
    /// `algorithm f(int x)`: the name of the parameter.
    TypeOfParameter(String),
    /// `algorithm f(x): int`
    TypeOfResult,
    /// `algorithm f x`
    ParametersWithoutParentheses {
        /// The algorithm.
        algorithm: String,
        /// What follows its name.
        parameter: String,
    },
    /// `machine: CREW`
    MachineWithColon,
    /// `claim x = 8`, of a name that is no measure.
    ClaimAboutValue(String),
    /// `claim O(log n)`: the class.
    ClassWithoutMeasure(String),
    /// `sqrt n`
    Call {
        /// The function.
        function: String,
        /// Its argument.
        argument: String,
    },
    /// `2 n`
    Product {
        /// The number.
        number: String,
        /// What it is multiplied with.
        factor: String,
    },
}

impl Hint {
    /// The hint for the token at `at`.
    pub fn at(text: &Text, at: usize) -> Option<Self> {
        let line = text.clean[..at].rfind('\n').map_or(0, |end| end + 1);
        let before = &text.clean[line..at];
        let token = text.token(at);
        let first = words(before).next();
        let concept = first.and_then(keyword::find);
        if concept == Some(keyword::Concept::Machine) && token == ":" {
            return Some(Self::MachineWithColon);
        }
        if is_prose(text, line, at) {
            return Some(Self::Prose);
        }
        if token == "."
            && let Some(habit) = habit::call(text.last_of_path(at))
        {
            return Some(Self::Word(habit));
        }
        let previous = before.trim_end();
        let start = previous.rfind(|c: char| !is_word(c)).map_or(0, |at| {
            at + previous[at..].chars().next().map_or(1, char::len_utf8)
        });
        let word = &previous[start..];
        if word == "procedure" || keyword::find(word) == Some(keyword::Concept::Algorithm) {
            let is_taken = keyword::find(token).is_some()
                || token.starts_with(is_word) && operator::find(token).is_some();
            return is_taken.then(|| Self::Taken(token.to_owned()));
        }
        // `i` may be a name, and a `do` precedes many things.
        if !matches!(word, "i" | "do")
            && keyword::find(word).is_none()
            && let Some(habit) = habit::word(word)
        {
            return Some(Self::Word(habit));
        }
        // `printf "…"`, `read n`, `new int[4]`, `threadIdx.x`
        if let Some(habit) = habit::call(word).filter(Habit::stands_before_words) {
            return Some(Self::Word(habit));
        }
        if token == "."
            && let Some(habit) = habit::name(word)
        {
            return Some(Self::Word(habit));
        }
        if let Some(hint) = item(concept, before, word, token) {
            return Some(hint);
        }
        if token == ":" && is_in_subscript(before) {
            return Some(Self::SectionWithColon);
        }
        let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
        let next = text.token(text.next_token(at + token.len()));
        if token == ","
            && is_digits(word)
            && text.clean[at + 1..].starts_with(|c: char| c.is_ascii_digit())
        {
            return Some(Self::DecimalComma(format!("{word}.{next}")));
        }
        let rest = text.clean[at..].lines().next().unwrap_or_default();
        if previous.trim() == "(" && rest.replace(' ', "").contains(")=(") {
            return Some(Self::Word(Habit::Exchange));
        }
        if token == "(" && concept.is_some_and(declares) {
            return Some(Self::LengthInParentheses);
        }
        if keyword::find(token) == Some(keyword::Concept::For) && previous.ends_with('(') {
            let is_parallel = concept == Some(keyword::Concept::Parallel);
            return is_parallel.then_some(Self::Each);
        }
        if concept == Some(keyword::Concept::Claim)
            && Unit::find(token).is_some()
            && let Some(measure) = words(before).nth(1)
        {
            return Some(Self::UnitBehindFormula {
                measure: measure.to_owned(),
                unit: token.to_owned(),
            });
        }
        let begins_loop = first.is_some_and(|first| {
            keyword::find(first) == Some(keyword::Concept::For) || habit::begins_loop(first)
        });
        let is_in_head = !before.contains(['{', ';']);
        let is_nearly_step =
            |word| keyword::nearest(word).and_then(keyword::find) == Some(keyword::Concept::Step);
        let divides =
            |word| habit::divides_head(word) || matches!(word, "do" | "i") || is_nearly_step(word);
        if begins_loop
            && is_in_head
            && (divides(token) || habit::divides_head(word) || is_nearly_step(word))
        {
            let is_step = word == "by" || token == "by";
            return Some(if is_step { Self::By } else { Self::HeadOfLoop });
        }
        let is_name = token.starts_with(|c: char| c.is_alphabetic())
            && keyword::find(token).is_none()
            && habit::word(token).is_none();
        let is_value = |token: &str| token.starts_with(is_word) && keyword::find(token).is_none();
        // The place may be that of the function, too: `floor(sqrt n)`.
        let behind = text.clean[at + token.len()..].trim_start_matches([' ', '\t']);
        let next = text.token(text.clean.len() - behind.len());
        for (function, argument) in [(word, token), (token, next)] {
            if habit::is_function(function) && is_value(argument) {
                return Some(Self::Call {
                    function: function.to_owned(),
                    argument: argument.to_owned(),
                });
            }
        }
        let begins_statement = first.is_some_and(|first| keyword::find(first).is_some());
        let is_number = !word.is_empty() && word.bytes().all(|c| c.is_ascii_digit());
        if is_name && is_number && !begins_statement {
            return Some(Self::Product {
                number: word.to_owned(),
                factor: token.to_owned(),
            });
        }
        let opens_comment = token == "*" && previous.ends_with('(')
            || token == "(" && text.clean[at..].starts_with("(*");
        (opens_comment || is_comment(before, token)).then_some(Self::Comment)
    }

    /// Whether it says more than the word at the place itself.
    pub fn comes_first(&self) -> bool {
        *self != Self::Comment
    }
}

/// What is meant in the line of an item, given its first keyword, the text before the place, and the words
/// before and at the place.
fn item(concept: Option<keyword::Concept>, before: &str, word: &str, token: &str) -> Option<Hint> {
    use keyword::Concept::{Algorithm, Array, Claim, Input};
    let is_name = token.starts_with(|c: char| c.is_alphabetic()) && keyword::find(token).is_none();
    let is_next_word = words(before).count() == 2;
    match concept? {
        Input if keyword::find(word) == Some(Array) && is_name => {
            Some(Hint::InputArray(word.to_owned()))
        }
        Algorithm if token == ":" && before.contains(')') => Some(Hint::TypeOfResult),
        Algorithm if is_name && before.contains('(') && is_type(word) => {
            Some(Hint::TypeOfParameter(token.to_owned()))
        }
        Algorithm if is_name && is_next_word && !word.is_empty() => {
            Some(Hint::ParametersWithoutParentheses {
                algorithm: word.to_owned(),
                parameter: token.to_owned(),
            })
        }
        Claim if keyword::find(word) == Some(Claim) => match token {
            "O" | "o" | "Theta" | "Omega" | "Θ" | "Ω" => {
                Some(Hint::ClassWithoutMeasure(token.to_owned()))
            }
            name if is_name
                && habit::measure(name).is_none()
                && keyword::nearest(name).is_none() =>
            {
                Some(Hint::ClaimAboutValue(name.to_owned()))
            }
            _ => None,
        },
        _ => None,
    }
}

/// Whether a word is a type in other languages, or in this one.
fn is_type(word: &str) -> bool {
    matches!(
        word,
        "int" | "integer" | "long" | "float" | "double" | "real" | "bool" | "boolean" | "char"
    )
}

/// Whether a place is between the square brackets of a subscript, and in no other brackets.
fn is_in_subscript(before: &str) -> bool {
    let open = before.rfind('[');
    open.is_some_and(|open| open > 0 && !before[open..].contains([']', '(', '{']))
}

/// Whether a keyword begins a declaration.
fn declares(concept: keyword::Concept) -> bool {
    use keyword::Concept::{Array, Input, Local, Shared};
    matches!(concept, Array | Input | Local | Shared)
}

/// Whether a line begins with one to three words and a colon, of which no one is a keyword of a
/// statement, and the place is one of them: `Input:`, `Initial condition:`.
fn is_prose(text: &Text, line: usize, at: usize) -> bool {
    let rest = text.clean[line..].lines().next().unwrap_or_default();
    let Some(colon) = rest.find(':').filter(|colon| at <= line + colon) else {
        return false;
    };
    if rest[colon..].starts_with(":=") {
        return false;
    }
    let words: Vec<&str> = rest[..colon].split_whitespace().collect();
    let is_plain = |word: &&str| word.chars().all(char::is_alphabetic);
    let begins_statement = |word: &&str| {
        use keyword::Concept::{Else, For, If, Parallel, Repeat, While};
        let concept = keyword::find(word);
        matches!(concept, Some(If | Else | For | While | Repeat | Parallel))
    };
    (1..=3).contains(&words.len())
        && words.iter().all(is_plain)
        && !words.iter().any(begins_statement)
}

/// Whether a mark with which comments of other languages begin, and nothing but words, stand between
/// the beginning of the line and a word.
fn is_comment(before: &str, token: &str) -> bool {
    let marks = [("{", ""), ("--", " "), ("%", " ")];
    let is_text = |text: &str| {
        let mut words = text.split_whitespace().peekable();
        words.peek().is_some()
            && words.all(|word| {
                word.chars()
                    .all(|c| c.is_alphanumeric() || "_'-".contains(c))
            })
    };
    token.starts_with(|c: char| c.is_alphabetic())
        && marks.iter().any(|(mark, behind)| {
            before
                .rsplit_once(mark)
                .is_some_and(|(_, words)| words.starts_with(behind) && is_text(words))
        })
}
