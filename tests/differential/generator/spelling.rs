//! Other spellings of a program: every keyword, operator and mark that has several is written in
//! any of them.

use pram::syntax::keyword::KEYWORDS;

use super::Tape;

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
const JOINTS: [&str; 5] = ["_", "-", "", " ", "   "];

impl Tape<'_> {
    /// Writes what was written so far anew; the tape says where, and the words stay what they are
    /// where it has come to its end.
    pub fn respell(&mut self) {
        let text = std::mem::take(&mut self.out);
        // Most programs are easier to read as they are.
        let among = [1, 3, 8][self.choose(3)];
        let mut rest = text.as_str();
        while !rest.is_empty() {
            let length = token(rest);
            let (written, behind) = rest.split_at(length);
            let spelled = if self.choose(among) == 0 {
                None
            } else {
                self.spelled(written, behind)
            };
            match spelled {
                Some((spelling, length)) => {
                    self.out.push_str(&spelling);
                    rest = &rest[length..];
                }
                None => {
                    self.out.push_str(written);
                    rest = behind;
                }
            }
        }
    }

    /// Another spelling of a token, and how much of the text it stands for.
    fn spelled(&mut self, written: &str, behind: &str) -> Option<(String, usize)> {
        let is_end = |spelling: &str| spelling.starts_with("kraj_") || spelling.starts_with("end_");
        let keyword = KEYWORDS.iter().find(|keyword| {
            let mut spellings = keyword.croatian.iter().chain(keyword.english);
            spellings.any(|spelling| *spelling == written)
        });
        if let Some(keyword) = keyword {
            let spellings: Vec<&str> =
                (keyword.croatian.iter().chain(keyword.english)).copied().collect();
            let spelling = self.pick(&spellings)?;
            let joint = self.pick(&JOINTS)?;
            let spelling = if is_end(spelling) {
                spelling.replacen('_', joint, 1)
            } else {
                spelling.to_owned()
            };
            return Some((spelling, written.len()));
        }
        let row = SAME.iter().find(|row| row[0] == written).copied().or_else(|| {
            let call = written == "not" && behind.starts_with(" (");
            call.then_some(SAME[SAME.len() - 1])
        })?;
        // `--` and `->` are marks of their own.
        if written == "-" && behind.starts_with(['-', '>']) {
            return None;
        }
        Some((self.pick(row)?.to_owned(), row[0].len()))
    }
}

/// How long the word, the text in quotes, the mark or the run of blanks is that begins here.
fn token(text: &str) -> usize {
    let first = text.chars().next().map_or(0, char::len_utf8);
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    if text.starts_with('"') {
        return text[1..].find('"').map_or(text.len(), |end| end + 2);
    }
    // `+_f` and `max-f` are names: what begins with an operator's sign and `_` stays whole.
    let sign = ["⊕_", "+_"].iter().find(|sign| text.starts_with(**sign));
    if let Some(sign) = sign {
        let name = &text[sign.len()..];
        return sign.len() + name.find(|c| !is_word(c)).unwrap_or(name.len());
    }
    if text.starts_with(is_word) {
        let end = text.find(|c| !is_word(c)).unwrap_or(text.len());
        let joined = text[end..].strip_prefix('-').filter(|name| name.starts_with(char::is_alphabetic));
        // `CRCW-common`, `max-f`
        return end + joined.map_or(0, |name| 1 + name.find(|c| !is_word(c)).unwrap_or(name.len()));
    }
    if text.starts_with(' ') {
        return text.find(|c| c != ' ').unwrap_or(text.len());
    }
    let marks = ["...", "<=", ">=", "==", "!=", "+=", "-=", "++", "--", "<<", ">>"];
    let mark = marks.iter().find(|mark| text.starts_with(**mark));
    mark.map_or(first, |mark| mark.len())
}
