//! A run as one file that shows its steps: the trace as JSON, or a page that holds it.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use crate::language::Language;
use crate::present::json::recorded::RecordedJson;

pub mod contents;
mod extent;

/// The page around the trace: what it looks like, and the script that shows the steps.
const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("replay.css");
/// The parts of the script see each other and nothing else sees them.
const SCRIPT: &str = concat!(
    "\"use strict\";\n(() => {\n",
    include_str!("script/english.js"),
    include_str!("script/croatian.js"),
    include_str!("script/theme.js"),
    include_str!("script/document.js"),
    include_str!("script/trace.js"),
    include_str!("script/judge.js"),
    include_str!("script/axis.js"),
    include_str!("script/picture.js"),
    include_str!("script/network.js"),
    include_str!("script/tables.js"),
    include_str!("script/why.js"),
    include_str!("script/list.js"),
    include_str!("script/timeline.js"),
    include_str!("script/play.js"),
    include_str!("script/frame.js"),
    include_str!("script/steps.js"),
    include_str!("script/exchange.js"),
    include_str!("script/spacetime.js"),
    include_str!("script/topology.js"),
    include_str!("script/messages.js"),
    include_str!("script/moments.js"),
    include_str!("script/warps.js"),
    include_str!("script/mount.js"),
    "})();\n",
);

/// The trace as JSON.
pub fn json(trace: &RecordedJson) -> String {
    serde_json::to_string(trace).expect("a trace is JSON") + "\n"
}

/// A page that asks for nothing else.
pub fn html(trace: &RecordedJson) -> String {
    page(&trace.title(), trace.head().language, &json(trace))
}

/// The page of a trace as JSON. Text of the program is in it as JSON only, in which `<` is escaped, so that it
/// cannot become markup.
pub fn page(title: &str, language: Language, trace: &str) -> String {
    let data = trace.replace('<', "\\u003c");
    let title = escaped(title);
    let policy = content_policy(STYLE, SCRIPT);
    let parts = [
        ("{{language}}", language.code()),
        ("{{policy}}", policy.as_str()),
        ("{{title}}", &title),
        ("{{style}}", STYLE),
        ("{{noscript}}", needs_scripts(language)),
        ("{{trace}}", &data),
        ("{{script}}", SCRIPT),
    ];
    filled(PAGE, &parts)
}

/// Said where the script of a page does not run.
fn needs_scripts(language: Language) -> &'static str {
    language.choose(
        "This page shows a run step by step and needs JavaScript for it. It asks for nothing from \
         any network.",
        "Ova stranica prikazuje izvođenje korak po korak i za to treba JavaScript. Ne traži ništa \
         ni s jedne mreže.",
    )
}

/// A page with its parts put in, in the order of their places. One after the other: what is put in may
/// hold any text.
fn filled(page: &str, parts: &[(&str, &str)]) -> String {
    let (mut text, mut rest) = (String::new(), page);
    for (place, part) in parts {
        let (before, behind) = rest.split_once(place).expect("the page has every place");
        text.push_str(before);
        text.push_str(part);
        rest = behind;
    }
    text + rest
}

/// What the page may do: run its own script, known by its hash, look as its own style says, and
/// nothing else; no request at all.
pub fn content_policy(style: &str, script: &str) -> String {
    let (style, script) = (hash(style), hash(script));
    format!("default-src 'none'; style-src 'sha256-{style}'; script-src 'sha256-{script}'")
}

/// The SHA-256 of a text in Base64, as a policy names it.
fn hash(text: &str) -> String {
    STANDARD.encode(Sha256::digest(text))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
