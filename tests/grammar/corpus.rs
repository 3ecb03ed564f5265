//! The texts that are read, and their pieces.

use std::fs;
use std::path::{Path, PathBuf};

use super::reader::{Reader, Step};
use super::table::Grammar;

/// The programs in a folder of the repository and below.
pub fn programs(folder: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("the folder is there") {
            let path = entry.expect("the folder can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path
                .extension()
                .is_some_and(|extension| extension == "pram")
            {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Comments and tabs are blanks to the grammar.
pub fn clean(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let blank = |out: &mut String, text: &str| {
        out.extend(
            text.bytes()
                .map(|byte| if byte == b'\n' { '\n' } else { ' ' }),
        );
    };
    while let Some(first) = rest.chars().next() {
        let line = || rest.find('\n').unwrap_or(rest.len());
        let end = if rest.starts_with("//") || first == '#' {
            let end = line();
            blank(&mut out, &rest[..end]);
            end
        } else if rest.starts_with("/*") {
            let end = rest.find("*/").map_or(rest.len(), |end| end + 2);
            blank(&mut out, &rest[..end]);
            end
        } else if first == '"' {
            let mut escaped = false;
            let close = rest[1..].find(|c| {
                let closes = c == '\n' || c == '"' && !escaped;
                escaped = c == '\\' && !escaped;
                closes
            });
            let end = close.map_or(rest.len(), |at| at + 2);
            out.push_str(&rest[..end]);
            end
        } else {
            let end = first.len_utf8();
            if first == '\t' || first == '\r' || first == '\u{a0}' || first == '\u{feff}' {
                blank(&mut out, &rest[..end]);
            } else {
                out.push_str(&rest[..end]);
            }
            end
        };
        rest = &rest[end..];
    }
    out
}

/// How many bytes stand before a place in its line.
fn column(text: &str, at: usize) -> usize {
    at - text[..at].rfind('\n').map_or(0, |end| end + 1)
}

fn begins_line(text: &str, at: usize) -> bool {
    text[at - column(text, at)..at].trim().is_empty()
}

/// Every piece of a clean text, one after the other, and where the text could not be read.
pub fn pieces(grammar: &Grammar, text: &str) -> (Vec<Step>, Vec<usize>) {
    let mut all = Vec::new();
    let mut unread = Vec::new();
    let mut at = 0;
    let mut outside = Some("top_piece");
    let mut inside = "body_piece";
    // In which column the `begin` of a listing stands that is no procedure.
    let mut group = None;
    loop {
        at += text[at..].len() - text[at..].trim_start().len();
        if at == text.len() {
            return (all, unread);
        }
        let rule = outside.unwrap_or(inside);
        let (end, steps) = Reader::read(grammar, rule, text, at);
        all.extend(steps);
        let Some(end) = end else {
            unread.push(at);
            at += text[at..].find('\n').unwrap_or(text.len() - at);
            continue;
        };
        let piece = text[at..end].trim_end();
        let starts = |words: &[&str]| words.iter().any(|word| piece.starts_with(word));
        if starts(&["algoritam", "algorithm", "procedure", "function"]) || piece == "program" {
            outside = None;
            inside = if starts(&["procedure", "function"]) {
                "listing_piece"
            } else {
                "body_piece"
            };
        } else if piece == "begin" && inside == "body_piece" && begins_line(text, at) {
            // A listing, up to the `end` below it.
            inside = "listing_piece";
            group = Some(column(text, at));
        } else if piece == "end" && group == Some(column(text, at)) {
            inside = "body_piece";
            group = None;
        } else if starts(&["kraj", "end"])
            && ["algorit", "program"]
                .iter()
                .any(|word| piece.contains(word))
        {
            outside = Some("top_piece");
        }
        at = end;
    }
}
