//! The head of an HTTP request.

/// What a request asks for, as far as it matters here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// `GET`
    pub method: String,
    /// The path without what follows a `?`.
    pub path: String,
    /// The value of every `Host`; a request should have one.
    pub hosts: Vec<String>,
    /// The value of every `Origin`; only what a page asks for has one.
    pub origins: Vec<String>,
}

impl Request {
    /// Reads a head, from its first line to the empty one; `None` if it is no such head.
    pub fn parse(head: &str) -> Option<Self> {
        let mut lines = head.split("\r\n");
        let mut words = lines.next()?.split(' ');
        let (method, target, version) = (words.next()?, words.next()?, words.next()?);
        if words.next().is_some() || !version.starts_with("HTTP/1.") {
            return None;
        }
        let mut request = Self {
            method: method.to_owned(),
            path: target.split('?').next()?.to_owned(),
            hosts: Vec::new(),
            origins: Vec::new(),
        };
        for line in lines.take_while(|line| !line.is_empty()) {
            let (name, value) = line.split_once(':')?;
            let value = value.trim().to_owned();
            if name.eq_ignore_ascii_case("host") {
                request.hosts.push(value);
            } else if name.eq_ignore_ascii_case("origin") {
                request.origins.push(value);
            }
        }
        Some(request)
    }
}
