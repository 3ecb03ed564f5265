//! The networks by name, in both vocabularies, and machines that were built.

use crate::syntax::vocabulary::Vocabulary;

/// How the processors of a multicomputer are linked, by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NetworkName {
    /// Each processor is linked with every other.
    Complete,
    /// In a ring.
    Ring,
    /// In a line.
    Line,
    /// In a grid with links around.
    Torus,
    /// In a grid.
    Mesh,
    /// As the corners of a hypercube.
    Hypercube,
    /// The processors are the leaves of a binary tree.
    Tree,
    /// All are linked with processor 0.
    Star,
    /// One link for all.
    Bus,
    /// Each processor is linked with every other, with the times of a machine that was built.
    Built(&'static Built),
}

/// A machine that was built: each processor reaches every other in these times, in microseconds; a word
/// has 4 bytes.
///
/// Source: I. Foster, *Designing and Building Parallel Programs* (1995), table 3.1.
#[derive(Debug, PartialEq, Eq)]
pub struct Built {
    name: &'static str,
    /// The start-up time of a message.
    pub start_up: &'static str,
    /// The time of a word.
    pub word: &'static str,
}

const BUILT: [Built; 8] = [
    built("sp2", "40", "0.11"),
    built("delta", "77", "0.54"),
    built("paragon", "121", "0.07"),
    built("cs-2", "87", "0.08"),
    built("ncube-2", "154", "2.4"),
    built("cm5", "82", "0.44"),
    built("ethernet", "1500", "5.0"),
    built("fddi", "1150", "1.1"),
];

const fn built(name: &'static str, start_up: &'static str, word: &'static str) -> Built {
    Built {
        name,
        start_up,
        word,
    }
}

/// The spellings of a network: Croatian ones, the preferred one first, and the English one.
type Spellings = (NetworkName, &'static [&'static str], &'static str);

const NETWORKS: [Spellings; 10] = [
    (
        NetworkName::Complete,
        &["multiracunalo", "multiračunalo"],
        "multicomputer",
    ),
    (NetworkName::Complete, &["potpuni"], "complete"),
    (NetworkName::Ring, &["prsten"], "ring"),
    (NetworkName::Line, &["lanac"], "line"),
    (NetworkName::Torus, &["torus"], "torus"),
    (NetworkName::Mesh, &["mreza", "mreža"], "mesh"),
    (NetworkName::Hypercube, &["hiperkocka"], "hypercube"),
    (NetworkName::Tree, &["stablo"], "tree"),
    (NetworkName::Star, &["zvijezda"], "star"),
    (NetworkName::Bus, &["sabirnica"], "bus"),
];

impl NetworkName {
    /// Reads `ring`, `prsten`, `paragon`, in any case.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.to_lowercase();
        let is_this = |(_, croatian, english): &&Spellings| {
            croatian.contains(&text.as_str()) || *english == text
        };
        match NETWORKS.iter().find(is_this) {
            Some((name, ..)) => Some(*name),
            None => (BUILT.iter().find(|built| built.name == text)).map(Self::Built),
        }
    }

    /// The unit of its own times.
    pub fn unit_of_time(self) -> Option<&'static str> {
        matches!(self, Self::Built(_)).then_some("µs")
    }

    /// The names that [`NetworkName::parse`] reads, in English.
    pub fn names() -> impl Iterator<Item = &'static str> {
        let networks = NETWORKS.iter().map(|(_, _, english)| *english);
        networks.chain(BUILT.iter().map(|built| built.name))
    }

    /// Its name as a file in this vocabulary writes it.
    pub fn word(self, vocabulary: Vocabulary) -> &'static str {
        match self {
            Self::Built(built) => built.name,
            name => (NETWORKS.iter().rev().find(|(known, ..)| *known == name))
                .map_or("", |(_, croatian, english)| {
                    vocabulary.choose(croatian[0], english)
                }),
        }
    }

    /// The shapes of networks as a file in this vocabulary names them.
    pub(crate) fn shapes(vocabulary: Vocabulary) -> Vec<&'static str> {
        // The first one is another name of the second.
        let networks = NETWORKS.iter().skip(1);
        let names = networks.map(|(name, ..)| name.word(vocabulary));
        names.collect()
    }

    /// The names in both vocabularies: Croatian ones, the preferred one first, and the English one.
    pub fn translations() -> impl Iterator<Item = (Vec<&'static str>, &'static str)> {
        let networks = NETWORKS.iter();
        networks.map(|(_, croatian, english)| (croatian.to_vec(), *english))
    }
}

impl std::fmt::Display for NetworkName {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let spelling = match self {
            Self::Built(built) => built.name,
            name => (NETWORKS.iter().find(|(known, ..)| known == name))
                .map_or("", |(_, _, english)| *english),
        };
        formatter.write_str(spelling)
    }
}
