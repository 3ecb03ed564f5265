//! What there is to offer: vocabularies, models, codes and programs, from the tables of the library.

use std::collections::BTreeMap;

use pram::diagnostic::Code;
use pram::pipeline::machine::{AskedMachine, MachineModel};
use pram::pipeline::network;
use pram::pipeline::shipped;
use pram::present::messages::explanation::explanation;
use pram::semantic;
use pram::syntax::keyword::KEYWORDS;
use pram::syntax::operator;
use serde::Serialize;

use crate::question::Language;
use crate::shelf::FOLDER;

/// Everything that the page offers.
#[derive(Serialize)]
pub struct Catalogue {
    /// The version of pram.
    version: &'static str,
    /// Every spelling of every keyword and of every operator that is a word, with its colour.
    keywords: BTreeMap<&'static str, &'static str>,
    /// Every spelling of every built-in function and generator.
    functions: Vec<&'static str>,
    models: Vec<String>,
    machines: Vec<&'static str>,
    codes: Vec<Entry>,
    programs: Vec<Program>,
}

/// A code.
#[derive(Serialize)]
struct Entry {
    code: &'static str,
    title: &'static str,
}

/// A shipped program.
#[derive(Serialize)]
struct Program {
    name: String,
    text: &'static str,
}

/// Everything that the page offers.
pub fn catalogue() -> Catalogue {
    let spellings = (KEYWORDS.iter())
        .flat_map(|row| row.spellings().map(|word| (word, row.class.highlighting())));
    let operators = operator::words().map(|word| (word, "operatorKeyword"));
    let programs = shipped::programs().map(|(name, text)| Program {
        name: format!("{FOLDER}/{name}"),
        text,
    });
    Catalogue {
        version: pram::VERSION,
        keywords: spellings.chain(operators).collect(),
        functions: semantic::function_names().collect(),
        models: MachineModel::names(),
        machines: AskedMachine::names().collect(),
        codes: (Code::ALL.iter())
            .map(|code| Entry {
                code: code.id(),
                title: code.title(),
            })
            .collect(),
        programs: programs.collect(),
    }
}

/// The page of a code.
#[derive(Serialize)]
pub struct Explained {
    /// In Markdown; none where there is no such code.
    markdown: Option<String>,
}

/// Explains a code, with examples in a vocabulary.
pub fn explained(code: &str, vocabulary: Language) -> Explained {
    let code = code.trim();
    let found = Code::ALL
        .iter()
        .find(|known| known.id().eq_ignore_ascii_case(code));
    Explained {
        markdown: found.map(|code| explanation(*code, vocabulary.into(), &network::translations())),
    }
}
