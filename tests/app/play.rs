//! `pram play`: who gets the files of its folder, and who does not.

use std::fs;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::files::fresh_folder;

/// A server of a made-up folder, until it is dropped.
struct Server {
    process: Child,
    host: String,
    token: String,
    query: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

impl Server {
    fn start(name: &str) -> Self {
        Self::of(name, &[])
    }

    /// With these words behind the command.
    fn of(name: &str, words: &[&str]) -> Self {
        let folder = folder(name);
        for (file, text) in [
            ("index.html", "<!DOCTYPE html>"),
            ("pram.wasm", "\0asm"),
            ("playground.js", "start();"),
            ("notes.txt", "of no type that is served"),
            (".hidden.js", "hidden"),
        ] {
            fs::write(folder.join(file), text).unwrap();
        }
        fs::create_dir_all(folder.join("inside")).unwrap();
        fs::write(folder.join("inside/x.js"), "inside").unwrap();
        Self::at(&folder, words)
    }

    /// Of a folder that is there.
    fn at(folder: &Path, words: &[&str]) -> Self {
        Self::by(pram().args(["play", "--folder"]).arg(folder).args(words))
    }

    /// Started by a command.
    fn by(command: &mut Command) -> Self {
        let mut process = command
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut address = String::new();
        let output = process.stdout.take().unwrap();
        BufReader::new(output).read_line(&mut address).unwrap();
        // http://HOST:PORT/TOKEN/QUERY
        let parts: Vec<&str> = address.trim().splitn(5, '/').collect();
        assert_eq!((parts.len(), parts[0]), (5, "http:"));
        Self {
            host: parts[2].to_owned(),
            token: parts[3].to_owned(),
            query: parts[4].to_owned(),
            process,
        }
    }

    /// The answer to these bytes.
    fn answer(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// The status of the answer to a request with these lines.
    fn status(&self, method: &str, path: &str, lines: &[String]) -> u16 {
        let answer = self.answer(&format!(
            "{method} {path} HTTP/1.1\r\n{}\r\n\r\n",
            lines.join("\r\n")
        ));
        answer[9..12].parse().unwrap()
    }
}

fn folder(name: &str) -> PathBuf {
    fresh_folder("play", name)
}

fn pram() -> Command {
    Command::new(env!("CARGO_BIN_EXE_pram"))
}

#[test]
fn only_the_address_that_is_printed_leads_to_the_files() {
    let server = Server::start("play");
    let token = &server.token;
    assert_eq!(token.len(), 32, "128 bits");
    let host = vec![format!("Host: {}", server.host)];
    let get = |path: &str| server.status("GET", path, &host);

    assert_eq!(get(&format!("/{token}/")), 200);
    assert_eq!(get(&format!("/{token}/pram.wasm")), 200);
    assert_eq!(get(&format!("/{token}/index.html?embed=1")), 200);
    for path in ["/", "/index.html", "//", "/pram.wasm"] {
        assert_eq!(get(path), 404, "{path}");
    }
    let another = "0".repeat(32);
    for path in [another.as_str(), &token[1..], &format!("{token}0"), ""] {
        assert_eq!(get(&format!("/{path}/index.html")), 404, "{path}");
    }
    for name in [
        "notes.txt",
        ".hidden.js",
        "inside/x.js",
        "../play/playground.js",
        "%2e%2e/play/playground.js",
        "..",
        "missing.js",
    ] {
        assert_eq!(get(&format!("/{token}/{name}")), 404, "{name}");
    }
}

#[test]
fn pages_of_others_get_nothing() {
    let server = Server::start("play_others");
    let path = format!("/{}/", server.token);
    let host = format!("Host: {}", server.host);
    let port = server.host.split(':').nth(1).unwrap();
    let status = |lines: &[&str]| {
        let lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        server.status("GET", &path, &lines)
    };

    assert_eq!(status(&[&host]), 200);
    assert_eq!(status(&[&format!("host:localhost:{port}")]), 200);
    assert_eq!(
        status(&[&host, &format!("Origin: http://{}", server.host)]),
        200
    );
    // A name that was made to mean this computer.
    assert_eq!(status(&[&format!("Host: example.org:{port}")]), 403);
    assert_eq!(status(&["Host: 127.0.0.1"]), 403);
    assert_eq!(status(&[&host, "Origin: http://example.org"]), 403);
    assert_eq!(status(&[&host, "Origin: null"]), 403);
    assert_eq!(status(&["Accept: */*"]), 400);
    assert_eq!(status(&[&host, &host]), 400);
    let lines = [host.clone()];
    assert_eq!(server.status("POST", &path, &lines), 405);
    assert_eq!(server.status("HEAD", &path, &lines), 200);
    assert!(
        server
            .answer("nonsense\r\n\r\n")
            .starts_with("HTTP/1.1 400")
    );
    let long = format!("GET / HTTP/1.1\r\nX: {}\r\n\r\n", "x".repeat(1 << 15));
    assert!(server.answer(&long).starts_with("HTTP/1.1 431"));
    let page = server.answer(&format!("GET {path} HTTP/1.1\r\n{host}\r\n\r\n"));
    assert!(page.ends_with("\r\n\r\n<!DOCTYPE html>"), "{page}");
    assert!(
        page.contains("Content-Type: text/html; charset=utf-8\r\n"),
        "{page}"
    );
}

/// A request takes at most 10 s, and what comes behind it at most one, however often something comes.
#[test]
fn a_byte_now_and_then_keeps_no_connection() {
    let server = Server::start("play_slow");
    let drips = |beginning: &str| {
        let mut stream = TcpStream::connect(&server.host).unwrap();
        stream.write_all(beginning.as_bytes()).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_millis(400)))
            .unwrap();
        let began = Instant::now();
        let mut part = [0; 4096];
        loop {
            let taken = began.elapsed();
            assert!(taken < Duration::from_secs(40), "it is still open");
            let is_closed = match stream.read(&mut part) {
                Ok(count) => count == 0 && stream.write_all(b"x").is_err(),
                Err(error) => !matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut),
            };
            if is_closed || stream.write_all(b"x").is_err() {
                return taken;
            }
        }
    };
    let head = format!(
        "GET /{}/ HTTP/1.1\r\nHost: {}\r\n",
        server.token, server.host
    );
    thread::scope(|scope| {
        let waits = scope.spawn(|| drips(&format!("{head}X: ")));
        let answered = scope.spawn(|| drips(&format!("{head}\r\n")));
        let waited = waits.join().unwrap();
        assert!(waited > Duration::from_secs(8), "{waited:?}");
        let answered = answered.join().unwrap();
        assert!(answered < Duration::from_secs(8), "{answered:?}");
    });
    // Others are answered all the while, and behind it.
    let host = [format!("Host: {}", server.host)];
    assert_eq!(
        server.status("GET", &format!("/{}/", server.token), &host),
        200
    );
}

#[cfg(unix)]
#[test]
fn no_link_leads_out_of_the_folder() {
    use std::os::unix::fs::symlink;

    let server = Server::start("play_links");
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("play/play_links");
    let outside = self::folder("play_outside");
    fs::write(outside.join("secret.js"), "secret").unwrap();
    symlink(outside.join("secret.js"), folder.join("absolute.js")).unwrap();
    symlink("../play_outside/secret.js", folder.join("relative.js")).unwrap();
    symlink("inside/x.js", folder.join("below.js")).unwrap();
    symlink("/dev/zero", folder.join("device.js")).unwrap();
    symlink("itself.js", folder.join("itself.js")).unwrap();
    symlink("playground.js", folder.join("another.js")).unwrap();
    let host = [format!("Host: {}", server.host)];
    let get = |name: &str| server.status("GET", &format!("/{}/{name}", server.token), &host);
    for name in [
        "absolute.js",
        "relative.js",
        "below.js",
        "device.js",
        "itself.js",
    ] {
        assert_eq!(get(name), 404, "{name}");
    }
    assert_eq!(get("another.js"), 200);
    // Neither is a folder whose page lies elsewhere one of the playground.
    let linked = self::folder("play_linked");
    symlink(folder.join("index.html"), linked.join("index.html")).unwrap();
    fs::write(linked.join("pram.wasm"), "").unwrap();
    let ran = pram()
        .args(["play", "--folder"])
        .arg(&linked)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&ran.stderr);
    assert_eq!(ran.status.code(), Some(2), "{said}");
    assert!(said.contains("`index.html` is missing"), "{said}");
    // A folder that is itself behind a link is one.
    let behind = outside.join("behind");
    symlink(&folder, &behind).unwrap();
    let other = Server::at(&behind, &[]);
    let host = [format!("Host: {}", other.host)];
    assert_eq!(
        other.status("GET", &format!("/{}/", other.token), &host),
        200
    );
}

#[test]
fn a_program_that_is_named_is_in_the_address() {
    for (name, shown) in [
        ("prescan", "prescan"),
        ("programs/prescan.pram", "prescan"),
        ("network/ring_broadcast.pram", "network/ring_broadcast"),
    ] {
        let server = Server::of("play_named", &[name]);
        assert_eq!(server.query, format!("?program={shown}&step=1"));
    }
    for name in ["a&b", "", "x y", "<b>"] {
        let folder = folder("play_misnamed");
        let mut command = pram();
        command.args(["play", name, "--folder"]).arg(&folder);
        let ran = command.output().unwrap();
        let said = String::from_utf8_lossy(&ran.stderr);
        assert_eq!(ran.status.code(), Some(2), "{said}");
        assert!(said.contains("is no program of `programs/`"), "{said}");
    }
}

/// Below the folder of the program, as in an archive, or next to that folder, as below `/usr/local`.
#[test]
fn an_installed_program_has_a_playground_of_its_own() {
    for (name, place) in [("play_archive", "pram"), ("play_prefix", "bin/pram")] {
        let prefix = folder(name);
        let program = prefix.join(place);
        let playground = prefix.join("share/pram/playground");
        fs::create_dir_all(program.parent().unwrap()).unwrap();
        fs::create_dir_all(&playground).unwrap();
        fs::hard_link(env!("CARGO_BIN_EXE_pram"), &program).unwrap();
        fs::write(playground.join("index.html"), name).unwrap();
        fs::write(playground.join("pram.wasm"), "\0asm").unwrap();
        let server = Server::by(Command::new(&program).arg("play").current_dir("/"));
        let request = format!(
            "GET /{}/ HTTP/1.1\r\nHost: {}\r\n\r\n",
            server.token, server.host
        );
        let page = server.answer(&request);
        assert!(page.ends_with(&format!("\r\n\r\n{name}")), "{page}");
    }
}

#[test]
fn a_playground_that_is_not_built_is_said_so() {
    let folder = folder("play_unbuilt");
    let ran = pram()
        .args(["play", "--folder"])
        .arg(&folder)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&ran.stderr);
    assert_eq!(ran.status.code(), Some(2), "{said}");
    assert!(said.contains("`index.html` is missing"), "{said}");
    assert!(said.contains("playground/build"), "{said}");
}
