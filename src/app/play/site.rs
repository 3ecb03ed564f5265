//! Which request gets which answer.
//!
//! Other pages in the browser, and other users of the computer, can reach every port of the loopback
//! address. So the path begins with a token that only the address printed by the command has, and a
//! request counts only if it names this host (else a page of another name could lead here after its
//! name was made to mean this computer) and comes from no page of another origin.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::path::PathBuf;

use super::read;
use super::request::Request;

/// The names under which a browser knows the loopback address.
const HOSTS: [&str; 2] = ["127.0.0.1", "localhost"];
/// The kinds of files that are served.
const TYPES: [(&str, &str); 5] = [
    ("html", "text/html; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("svg", "image/svg+xml"),
    ("wasm", "application/wasm"),
];

/// A folder at an address.
#[derive(Debug)]
pub struct Site {
    folder: PathBuf,
    port: u16,
    token: String,
}

/// An answer.
#[derive(Debug, PartialEq, Eq)]
pub struct Answer {
    /// `200 OK`
    pub status: &'static str,
    /// The type of the body.
    pub content_type: &'static str,
    /// The file, or a sentence.
    pub body: Vec<u8>,
}

impl Site {
    /// A folder at a port, under a new token.
    pub fn new(folder: PathBuf, port: u16) -> Self {
        Self {
            folder,
            port,
            token: token(),
        }
    }

    /// Where the browser finds it.
    pub fn address(&self) -> String {
        format!("http://{}:{}/{}/", HOSTS[0], self.port, self.token)
    }

    /// The answer to a request.
    pub fn answer(&self, request: &Request) -> Answer {
        let here = HOSTS.map(|host| format!("{host}:{}", self.port));
        let [host] = &request.hosts[..] else {
            return Answer::refusal("400 Bad Request", "one Host is needed");
        };
        if !here.contains(host) {
            return Answer::refusal("403 Forbidden", "this address is another one's");
        }
        let is_own = |origin: &String| here.iter().any(|host| *origin == format!("http://{host}"));
        if !request.origins.iter().all(is_own) {
            return Answer::refusal("403 Forbidden", "pages of other origins get nothing here");
        }
        if !matches!(request.method.as_str(), "GET" | "HEAD") {
            return Answer::refusal("405 Method Not Allowed", "files can only be read");
        }
        let asked = request
            .path
            .strip_prefix('/')
            .and_then(|path| path.split_once('/'));
        let file = match asked {
            Some((token, name)) if same(token, &self.token) => self.file(name),
            _ => None,
        };
        file.unwrap_or_else(|| Answer::refusal("404 Not Found", "there is no such file"))
    }

    /// A file that lies in the folder itself.
    fn file(&self, name: &str) -> Option<Answer> {
        let name = if name.is_empty() { "index.html" } else { name };
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
        let (stem, extension) = name.rsplit_once('.')?;
        if stem.is_empty() || stem.starts_with('.') || !name.bytes().all(is_plain) {
            return None;
        }
        let (_, content_type) = TYPES.iter().find(|(known, _)| *known == extension)?;
        Some(Answer {
            status: "200 OK",
            content_type,
            body: read(&self.folder, name)?,
        })
    }
}

impl Answer {
    /// Why a request gets no file.
    pub fn refusal(status: &'static str, reason: &str) -> Self {
        Self {
            status,
            content_type: "text/plain; charset=utf-8",
            body: format!("{reason}\n").into_bytes(),
        }
    }
}

/// 128 random bits in hexadecimal: two hashes under a key that the operating system draws.
fn token() -> String {
    let key = RandomState::new();
    format!("{:016x}{:016x}", key.hash_one(0), key.hash_one(1))
}

/// Whether two texts are equal, in a time that does not depend on where they differ.
fn same(one: &str, other: &str) -> bool {
    let differing = one
        .bytes()
        .zip(other.bytes())
        .fold(0, |bits, (a, b)| bits | (a ^ b));
    one.len() == other.len() && differing == 0
}
