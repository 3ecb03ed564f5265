//! The contents of a folder of replays: a page that leads to each of them.

use std::fmt::Write as _;

use super::{content_policy, escaped, filled};
use crate::language::Language;
use crate::present::theme;

const PAGE: &str = include_str!("contents.html");
const STYLE: &str = include_str!("contents.css");

/// A program of the folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its path in the folder, with `/` between folders.
    pub name: String,
    /// What it says of itself in its first comment; empty where it says nothing.
    pub idea: String,
    /// What was recorded of it.
    pub replay: Replay,
}

/// The replay of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Replay {
    /// A page.
    Page {
        /// Its path in the folder of pages, with `/` between folders.
        path: String,
        /// The machine: `erew`, `ring(8)`.
        machine: String,
        /// How much it tells: `13 steps, all accesses and values`.
        extent: String,
        /// Whether the run came to its end and broke no rule.
        succeeded: bool,
    },
    /// The run did not begin, for this reason.
    None(String),
}

/// The page that leads to the replays of a folder, with a table for each folder of programs.
pub fn page(folder: &str, entries: &[Entry], language: Language) -> String {
    let style = format!("{}{STYLE}", theme::STYLE);
    let script = theme::script(language);
    let policy = content_policy(&style, &script);
    let title = language.choose(
        format!("Replays of {folder}"),
        format!("Izvođenja: {folder}"),
    );
    let title = escaped(&title);
    let introduction = language.choose(
        "Each program leads to a page with its run, step by step: ← and → go back and on. On a \
         multicomputer a run has moments, at which messages leave, arrive and are received.",
        "Svaki program vodi na stranicu s njegovim izvođenjem, korak po korak: ← i → idu natrag i \
         naprijed. Na multiračunalu izvođenje ima trenutke, u kojima poruke odlaze, stižu i bivaju \
         primljene.",
    );
    let tables = tables(entries, language);
    let parts = [
        ("{{language}}", language.code()),
        ("{{policy}}", policy.as_str()),
        ("{{title}}", &title),
        ("{{style}}", &style),
        ("{{script}}", &script),
        ("{{title}}", &title),
        ("{{introduction}}", introduction),
        ("{{tables}}", &tables),
    ];
    filled(PAGE, &parts)
}

fn tables(entries: &[Entry], language: Language) -> String {
    let folder = |entry: &Entry| {
        entry
            .name
            .rsplit_once('/')
            .map_or("", |(folder, _)| folder)
            .to_owned()
    };
    let mut folders: Vec<String> = entries.iter().map(folder).collect();
    folders.sort();
    folders.dedup();
    let heads = language.choose(
        ["program", "what it does", "its run"],
        ["program", "što radi", "izvođenje"],
    );
    let heads: String = heads
        .map(|head| format!("<th scope=\"col\">{head}</th>"))
        .concat();
    let mut text = String::new();
    for wanted in folders {
        let heading = if wanted.is_empty() {
            language.choose("Programs", "Programi")
        } else {
            &wanted
        };
        let _ = write!(
            text,
            "<h2>{}</h2>\n<table><thead><tr>{heads}</tr></thead>\n<tbody>\n",
            escaped(heading)
        );
        for entry in entries.iter().filter(|entry| folder(entry) == wanted) {
            text.push_str(&row(entry, language));
        }
        text.push_str("</tbody></table>\n");
    }
    text
}

fn row(entry: &Entry, language: Language) -> String {
    let name = entry
        .name
        .rsplit_once('/')
        .map_or(entry.name.as_str(), |(_, name)| name);
    let (name, idea) = (escaped(name), escaped(&entry.idea));
    let (head, run) = match &entry.replay {
        Replay::Page {
            path,
            machine,
            extent,
            succeeded,
        } => {
            let ending = if *succeeded {
                String::new()
            } else {
                let error = language.choose("it ends with an error", "završava pogreškom");
                format!("; <span class=\"failed\">{error}</span>")
            };
            (
                format!("<a href=\"{}\">{name}</a>", address(path)),
                format!("{} · {}{ending}", escaped(machine), escaped(extent)),
            )
        }
        Replay::None(reason) => (
            name,
            format!(
                "<span class=\"failed\">{}: {}</span>",
                language.choose("no run", "nema izvođenja"),
                escaped(reason)
            ),
        ),
    };
    format!("<tr><th scope=\"row\">{head}</th><td>{idea}</td><td class=\"run\">{run}</td></tr>\n")
}

/// A path as an address: what else a name may hold is percent-encoded.
fn address(path: &str) -> String {
    let mut address = String::new();
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            address.push(byte.into());
        } else {
            let _ = write!(address, "%{byte:02X}");
        }
    }
    address
}
