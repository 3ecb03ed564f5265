//! The contents of a folder of replays: a page that leads to each of them.

use std::fmt::Write as _;

use super::{escaped, filled, hash};

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

/// The page that leads to the replays, with a table for each folder of programs.
pub fn page(title: &str, entries: &[Entry]) -> String {
    let policy = format!("default-src 'none'; style-src 'sha256-{}'", hash(STYLE));
    let title = escaped(title);
    let tables = tables(entries);
    let parts = [
        ("{{policy}}", policy.as_str()),
        ("{{title}}", &title),
        ("{{style}}", STYLE),
        ("{{title}}", &title),
        ("{{tables}}", &tables),
    ];
    filled(PAGE, &parts)
}

fn tables(entries: &[Entry]) -> String {
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
    let mut text = String::new();
    for wanted in folders {
        let heading = if wanted.is_empty() {
            "Programs"
        } else {
            &wanted
        };
        let _ = write!(
            text,
            "<h2>{}</h2>\n<table><thead><tr><th scope=\"col\">program</th><th scope=\"col\">what it \
             does</th><th scope=\"col\">its run</th></tr></thead>\n<tbody>\n",
            escaped(heading)
        );
        for entry in entries.iter().filter(|entry| folder(entry) == wanted) {
            text.push_str(&row(entry));
        }
        text.push_str("</tbody></table>\n");
    }
    text
}

fn row(entry: &Entry) -> String {
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
                ""
            } else {
                "; <span class=\"failed\">it ends with an error</span>"
            };
            (
                format!("<a href=\"{}\">{name}</a>", address(path)),
                format!("{} · {}{ending}", escaped(machine), escaped(extent)),
            )
        }
        Replay::None(reason) => (
            name,
            format!("<span class=\"failed\">no run: {}</span>", escaped(reason)),
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
