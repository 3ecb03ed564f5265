//! What there is to choose from: keywords, functions, models, machines, codes and programs.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::diagnostic::Code;
use crate::pipeline::machine::{AskedMachine, MachineModel};
use crate::pipeline::shipped;
use crate::pipeline::translation::translation;
use crate::present::messages;
use crate::semantic;
use crate::syntax::keyword::KEYWORDS;
use crate::syntax::operator;
use crate::syntax::vocabulary::Vocabulary;

/// Everything that an editor or a page offers.
#[derive(Debug, Clone, Serialize)]
pub struct Catalogue {
    /// The version of pram.
    pub version: &'static str,
    /// Every spelling of every keyword and of every operator that is a word, with its colour.
    pub keywords: BTreeMap<&'static str, &'static str>,
    /// Every spelling of every built-in function and generator.
    pub functions: Vec<&'static str>,
    /// The models of the machines with shared memory.
    pub models: Vec<String>,
    /// The machines.
    pub machines: Vec<&'static str>,
    /// The codes of errors and warnings.
    pub codes: Vec<CodeEntry>,
    /// The programs that come with pram.
    pub programs: Vec<ShippedProgram>,
    /// The names of the exercises that come with pram, from the easiest on.
    #[cfg(feature = "grade")]
    pub exercises: Vec<&'static str>,
}

/// A code.
#[derive(Debug, Clone, Serialize)]
pub struct CodeEntry {
    /// Such as `E0501`.
    pub code: &'static str,
    /// What it stands for.
    pub title: &'static str,
}

/// A program that comes with pram.
#[derive(Debug, Clone, Serialize)]
pub struct ShippedProgram {
    /// Its path as an include names it, `programs/prescan.pram`.
    pub name: String,
    /// Its text.
    pub text: &'static str,
}

impl Catalogue {
    /// Everything that there is.
    pub fn new() -> Self {
        let spellings = (KEYWORDS.iter())
            .flat_map(|row| row.spellings().map(|word| (word, row.class.highlighting())));
        let operators = operator::words().map(|word| (word, "operatorKeyword"));
        let codes = Code::ALL.iter().map(|code| CodeEntry {
            code: code.id(),
            title: code.title(),
        });
        let programs = shipped::programs().map(|(name, text)| ShippedProgram {
            name: format!("{}/{name}", shipped::ON_DISK),
            text,
        });
        Self {
            version: crate::VERSION,
            keywords: spellings.chain(operators).collect(),
            functions: semantic::function_names().collect(),
            models: MachineModel::names(),
            machines: AskedMachine::names().collect(),
            codes: codes.collect(),
            programs: programs.collect(),
            #[cfg(feature = "grade")]
            exercises: crate::grade::shipped::names().collect(),
        }
    }
}

impl Default for Catalogue {
    fn default() -> Self {
        Self::new()
    }
}

/// The page of a code in Markdown, with its examples in a vocabulary; none where there is no such code.
pub fn explanation(code: &str, vocabulary: Vocabulary) -> Option<String> {
    let mut codes = Code::ALL.iter();
    let code = codes.find(|known| known.id().eq_ignore_ascii_case(code.trim()))?;
    let translation = translation(vocabulary, []);
    Some(messages::explanation::explanation(*code, &translation))
}
