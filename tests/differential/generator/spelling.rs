//! Other spellings of a program: every keyword, operator and mark that has several is written in
//! any of them.

use pram::syntax::keyword::KEYWORDS;

/// Operators and marks that mean the same.
const SAME: [&[&str]; 11] = [
    &["and", "&&"],
    &["or", "||"],
    &["mod", "%"],
    &["<=", "≤"],
    &[">=", "≥"],
    &["!=", "≠"],
    &["*", "·", "×"],
    &["-", "−", "–"],
    &["⊕", "@"],
    &["...", "…", ".."],
    &["not (", "!(", "¬("],
];

/// Between the two words that end a construct.
const JOINTS: [&str; 6] = ["_", "-", "", " ", "  ", "   "];

/// Choices of its own: by the end of a program its tape may have come to its end.
struct Choices(u64);

impl Choices {
    fn choose(&mut self, among: usize) -> usize {
        let next = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = next.wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % among
    }

    fn pick<'s>(&mut self, from: &[&'s str]) -> &'s str {
        from[self.choose(from.len())]
    }
}

/// A program in other spellings; as it is for the seed 0.
pub fn respelled(text: &str, seed: u16) -> String {
    if seed == 0 {
        return text.to_owned();
    }
    let mut choices = Choices(seed.into());
    // Most programs are easier to read with few of them.
    let among = [2, 5, 20][choices.choose(3)];
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let (written, behind) = rest.split_at(token(rest));
        let spelled = if choices.choose(among) == 0 {
            spelled(&mut choices, written, behind)
        } else {
            None
        };
        if let Some((spelling, length)) = spelled {
            out.push_str(&spelling);
            rest = &rest[length..];
        } else {
            out.push_str(written);
            rest = behind;
        }
    }
    out
}

/// Another spelling of a token, and how much of the text it stands for.
fn spelled(choices: &mut Choices, written: &str, behind: &str) -> Option<(String, usize)> {
    let is_end = |spelling: &str| spelling.starts_with("kraj_") || spelling.starts_with("end_");
    for keyword in KEYWORDS {
        let spellings: Vec<&str> = (keyword.croatian.iter().chain(keyword.english))
            .copied()
            .collect();
        if spellings.contains(&written) {
            let spelling = choices.pick(&spellings);
            let spelling = if is_end(spelling) {
                spelling.replacen('_', choices.pick(&JOINTS), 1)
            } else {
                spelling.to_owned()
            };
            return Some((spelling, written.len()));
        }
    }
    let is_call = written == "not" && behind.starts_with(" (");
    let row = if is_call {
        SAME.last()
    } else {
        SAME.iter().find(|row| row[0] == written)
    }?;
    // `--` and `->` are marks of their own.
    let is_mark = written == "-" && behind.starts_with(['-', '>']);
    (!is_mark).then(|| (choices.pick(row).to_owned(), row[0].len()))
}

/// How long the word, the text in quotes, the mark or the run of blanks is that begins here.
fn token(text: &str) -> usize {
    let first = text.chars().next().map_or(0, char::len_utf8);
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    if let Some(quoted) = text.strip_prefix('"') {
        return quoted.find('"').map_or(text.len(), |end| end + 2);
    }
    // `+_f` and `max-f` are names: what begins with an operator's sign and `_` stays whole.
    let sign = ["⊕_", "+_", "*_", "+-", "*-"]
        .iter()
        .find(|sign| text.starts_with(**sign));
    if let Some(sign) = sign {
        let name = &text[sign.len()..];
        return sign.len() + name.find(|c| !is_word(c)).unwrap_or(name.len());
    }
    if text.starts_with(|c: char| c.is_ascii_digit()) {
        let end = text.find(|c| !is_word(c) && c != '.').unwrap_or(text.len());
        // The sign of an exponent; `0...` is no number.
        let has_sign = text[..end].ends_with(['e', 'E']) && text[end..].starts_with(['+', '-']);
        return if has_sign { end + 1 } else { end };
    }
    if text.starts_with(is_word) {
        let end = text.find(|c| !is_word(c)).unwrap_or(text.len());
        let joined = text[end..]
            .strip_prefix('-')
            .filter(|name| name.starts_with(char::is_alphabetic));
        // `CRCW-common`, `max-f`
        return end
            + joined.map_or(0, |name| {
                1 + name.find(|c| !is_word(c)).unwrap_or(name.len())
            });
    }
    if text.starts_with(' ') {
        return text.find(|c| c != ' ').unwrap_or(text.len());
    }
    let marks = [
        "...", "<=", ">=", "==", "!=", "+=", "-=", "++", "--", "<<", ">>",
    ];
    let mark = marks.iter().find(|mark| text.starts_with(**mark));
    mark.map_or(first, |mark| mark.len())
}
