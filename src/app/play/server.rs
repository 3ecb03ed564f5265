//! Requests over TCP: one a connection, a thread for each. A handful of files for one browser needs
//! no library: no request has a body, and every connection ends with its answer.

use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::request::Request;
use super::site::{Answer, Site};

/// Connections at a time; a browser opens fewer.
const MOST_CONNECTIONS: usize = 64;
/// A longer head is no request of a browser for these files.
const LONGEST_HEAD: usize = 16 << 10;
/// What is read of a request after its answer, and how long that may take.
const LONGEST_REST: u64 = 1 << 20;
const LONGEST_FAREWELL: Duration = Duration::from_secs(1);
/// How long a whole request may take, and how long its whole answer, however it comes: a byte a second is no
/// browser on this computer.
const LONGEST_REQUEST: Duration = Duration::from_secs(10);
const LONGEST_ANSWER: Duration = Duration::from_mins(1);

/// Opens a port for this computer alone, a free one where it is 0; says which.
pub fn listen(port: u16) -> io::Result<(TcpListener, u16)> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
    let port = listener.local_addr()?.port();
    Ok((listener, port))
}

/// Answers requests for as long as the process lives.
pub fn serve(listener: &TcpListener, site: &Site) {
    let open = AtomicUsize::new(0);
    thread::scope(|scope| {
        for stream in listener.incoming().flatten() {
            if open.fetch_add(1, Ordering::Relaxed) >= MOST_CONNECTIONS {
                open.fetch_sub(1, Ordering::Relaxed);
                continue;
            }
            let open = &open;
            scope.spawn(move || {
                // A browser that has gone needs no answer.
                let _ = converse(&stream, site);
                open.fetch_sub(1, Ordering::Relaxed);
            });
        }
    });
}

fn converse(stream: &TcpStream, site: &Site) -> io::Result<()> {
    reply(stream, site)?;
    // Closing with bytes unread would take back the answer.
    stream.shutdown(Shutdown::Write)?;
    let rest = Timed::new(stream, LONGEST_FAREWELL);
    io::copy(&mut rest.take(LONGEST_REST), &mut io::sink())?;
    Ok(())
}

fn reply(stream: &TcpStream, site: &Site) -> io::Result<()> {
    let head = head(&mut Timed::new(stream, LONGEST_REQUEST))?;
    let stream = &mut Timed::new(stream, LONGEST_ANSWER);
    let Some(head) = head else {
        let refusal = Answer::refusal(
            "431 Request Header Fields Too Large",
            "the head is too long",
        );
        return send(stream, &refusal, true);
    };
    if let Some(request) = Request::parse(&head) {
        send(stream, &site.answer(&request), request.method != "HEAD")
    } else {
        let refusal = Answer::refusal("400 Bad Request", "this is no request of HTTP/1");
        send(stream, &refusal, true)
    }
}

/// The head of a request; `None` if it is too long.
fn head(stream: &mut impl Read) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    let mut part = [0; 2048];
    while !bytes.windows(4).any(|end| end == b"\r\n\r\n") {
        if bytes.len() > LONGEST_HEAD {
            return Ok(None);
        }
        match stream.read(&mut part)? {
            0 => break,
            count => bytes.extend_from_slice(&part[..count]),
        }
    }
    Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
}

fn send(stream: &mut impl Write, answer: &Answer, with_body: bool) -> io::Result<()> {
    let head = format!(
        "HTTP/1.1 {}\r\nContent-Type: {}\r\nContent-Length: {}\r\nCache-Control: no-store\r\n\
         X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n\
         Cross-Origin-Resource-Policy: same-origin\r\n\
         Content-Security-Policy: frame-ancestors 'none'\r\nConnection: close\r\n\r\n",
        answer.status,
        answer.content_type,
        answer.body.len()
    );
    stream.write_all(head.as_bytes())?;
    if with_body {
        stream.write_all(&answer.body)?;
    }
    stream.flush()
}

/// A connection with a deadline for all that is read from it, or written to it, together.
struct Timed<'a> {
    stream: &'a TcpStream,
    ends: Instant,
}

impl<'a> Timed<'a> {
    fn new(stream: &'a TcpStream, longest: Duration) -> Self {
        let ends = Instant::now() + longest;
        Self { stream, ends }
    }

    /// The time that is left.
    fn left(&self) -> io::Result<Duration> {
        let left = self.ends.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        Ok(left)
    }
}

impl Read for Timed<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.stream.set_read_timeout(Some(self.left()?))?;
        self.stream.read(bytes)
    }
}

impl Write for Timed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.set_write_timeout(Some(self.left()?))?;
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}
