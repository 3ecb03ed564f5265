//! The walls: in a child, each action that they refuse is tried.

use std::net::{TcpStream, UdpSocket};
use std::process::{Command, Output};
use std::thread;

use rlimit::{Resource, getrlimit};

use pram::app::grade::sandbox::{SystemLimits, Walls, enclose};

/// Set for the child.
const CHILD: &str = "PRAM_TEST_BEHIND_WALLS";

const LIMITS: SystemLimits = SystemLimits {
    memory: 2 << 30,
    cpu: 20,
};

/// The child itself: a test that does nothing by itself.
#[test]
fn behind_walls() {
    if std::env::var_os(CHILD).is_none() {
        return;
    }
    // Found before the walls stand: afterwards nothing is opened.
    let before = std::fs::metadata("/etc/passwd").is_ok();
    let standing = match enclose(Walls::Strict, LIMITS) {
        Ok(missing) => missing.is_empty(),
        Err(reason) => {
            println!("no walls: {reason}");
            return;
        }
    };
    let tried = [
        ("read", std::fs::read("/etc/passwd").is_err()),
        ("read itself", std::fs::read("/proc/self/status").is_err()),
        ("list", std::fs::read_dir("/").is_err()),
        (
            "write",
            std::fs::write("/tmp/pram-behind-walls", "x").is_err(),
        ),
        ("remove", std::fs::remove_file("/tmp/none").is_err()),
        (
            "tcp",
            TcpStream::connect("127.0.0.1:9").is_err_and(|error| {
                // Nobody listens there: what counts is who refuses.
                error.kind() == std::io::ErrorKind::PermissionDenied
            }),
        ),
        ("udp", UdpSocket::bind("127.0.0.1:0").is_err()),
        ("exec", Command::new("/bin/true").spawn().is_err()),
    ];
    let granted = [
        (
            "threads",
            thread::spawn(|| 6 * 7)
                .join()
                .is_ok_and(|result| result == 42),
        ),
        (
            "memory",
            vec![1_u8; 256 << 20]
                .iter()
                .map(|byte| u64::from(*byte))
                .sum::<u64>()
                == 256 << 20,
        ),
        ("time", std::time::Instant::now().elapsed().as_secs() < 5),
        (
            "random",
            std::collections::HashMap::<i32, i32>::new().is_empty(),
        ),
    ];
    println!("before {before} standing {standing}");
    let limits = [Resource::AS, Resource::CPU, Resource::NOFILE].map(|it| getrlimit(it).unwrap().0);
    println!("limits {} {} {}", limits[0], limits[1], limits[2]);
    for (action, is_refused) in tried {
        println!(
            "{action}: {}",
            if is_refused { "refused" } else { "possible" }
        );
    }
    for (action, is_granted) in granted {
        println!(
            "{action}: {}",
            if is_granted { "granted" } else { "missing" }
        );
    }
}

/// What the child says whose system sets these limits first, in the words of a shell.
fn tried(limits: &str) -> Output {
    Command::new("sh")
        .args(["-c", &format!("{limits}; exec \"$@\""), "sh"])
        .arg(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "grade::sandbox::behind_walls",
            "--nocapture",
            "--test-threads",
            "1",
        ])
        .env(CHILD, "1")
        .output()
        .unwrap()
}

/// The queue of a cluster may allow less than the walls would, and nobody but root can raise that.
#[test]
fn stricter_limits_of_the_system_stay() {
    // 1.5 GiB of address space and 15 seconds, which are less than `LIMITS`.
    let ran = tried("ulimit -v 1572864 && ulimit -t 15 && ulimit -n 12");
    let text = String::from_utf8_lossy(&ran.stdout);
    if text.contains("no walls: without Landlock") {
        println!("skipped: this kernel lacks a wall\n{text}");
        return;
    }
    assert!(text.contains("before true standing true"), "{text}");
    assert!(text.contains("limits 1610612736 15 12"), "{text}");
}

#[test]
fn files_network_and_programs_are_refused_and_threads_and_memory_granted() {
    let ran = tried(":");
    let text = String::from_utf8_lossy(&ran.stdout);
    if text.contains("no walls:") {
        println!("skipped: this kernel lacks a wall\n{text}");
        return;
    }
    assert!(
        text.contains("before true standing true"),
        "{text}{}",
        String::from_utf8_lossy(&ran.stderr)
    );
    for action in [
        "read",
        "read itself",
        "list",
        "write",
        "remove",
        "tcp",
        "udp",
        "exec",
    ] {
        assert!(
            text.contains(&format!("{action}: refused")),
            "{action}\n{text}"
        );
    }
    for action in ["threads", "memory", "time", "random"] {
        assert!(
            text.contains(&format!("{action}: granted")),
            "{action}\n{text}"
        );
    }
}
