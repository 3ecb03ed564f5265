//! Words that options accept, on the command line and in the machine of a file.

/// A word, and the value that it means.
#[derive(Debug, Clone, Copy)]
pub struct OptionWord<T> {
    /// As the command line and English files write it.
    pub english: &'static str,
    /// In Croatian files, if files have it; the command line accepts it, too.
    pub croatian: Option<&'static str>,
    /// What it does, without a full stop.
    pub help: &'static str,
    pub value: T,
}

/// A word of an option.
pub const fn word<T>(
    english: &'static str,
    croatian: Option<&'static str>,
    help: &'static str,
    value: T,
) -> OptionWord<T> {
    OptionWord {
        english,
        croatian,
        help,
        value,
    }
}

/// The value of a text, if it is one of these words.
pub fn read<T: Copy>(words: &[OptionWord<T>], text: &str) -> Option<T> {
    let is_it = |word: &&OptionWord<T>| word.english == text || word.croatian == Some(text);
    words.iter().find(is_it).map(|word| word.value)
}
