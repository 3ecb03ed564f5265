//! The process that runs a submission, and the conversation with it.
//!
//! `pram grade-worker WALLS MEMORY CPU` puts up its walls, reads a job from standard input and writes one line for
//! each task. The other side reads at most so much, waits at most so long, and takes an early end for what it is:
//! nothing about the submission.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, Command, ExitCode, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::english;
use super::sandbox::{SystemLimits, Walls, enclose};
use crate::grade::job::{GradeJob, TaskAnswer};
use crate::grade::work;

/// The word of the command line that starts a worker.
pub const COMMAND: &str = "grade-worker";
/// Bytes of a whole answer.
const LARGEST_ANSWER: u64 = 16 << 20;
/// Bytes of address space for the program itself, beside those of its runs.
const OWN_MEMORY: u64 = 512 << 20;
/// The time by the clock, as a multiple of the processor time and in seconds beside it: a busy computer is no
/// fault of a submission.
const PATIENCE: u64 = 10;
const PATIENCE_SECONDS: u64 = 30;
/// How often it is looked whether grading was interrupted.
const CHECK: Duration = Duration::from_millis(50);
/// How much less important a worker is than the rest.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

/// A line that a worker writes.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Line {
    /// The walls stand; these are missing.
    Walls(Vec<String>),
    /// A wall that has to be there is missing, and nothing was run.
    Refused(String),
    /// A task is done.
    Answer(Box<TaskAnswer>),
    /// All tasks are done.
    Done(WorkerUse),
}

/// What a worker used. It depends on the computer, so it is no part of a result.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkerUse {
    /// Processor time in milliseconds.
    pub milliseconds: u64,
    /// The most memory at a time, in bytes; none if the system does not say.
    pub peak_memory: Option<u64>,
}

impl WorkerUse {
    /// What two workers used, one after the other.
    #[must_use]
    pub fn then(self, other: Self) -> Self {
        Self {
            milliseconds: self.milliseconds + other.milliseconds,
            peak_memory: self.peak_memory.max(other.peak_memory),
        }
    }
}

/// The process of a worker.
pub fn run(words: &[std::ffi::OsString]) -> ExitCode {
    match serve(words) {
        Some(()) => ExitCode::SUCCESS,
        None => ExitCode::FAILURE,
    }
}

fn serve(words: &[std::ffi::OsString]) -> Option<()> {
    let word = |at: usize| words.get(at)?.to_str();
    let walls = Walls::of_word(word(0)?)?;
    let limits = SystemLimits {
        memory: word(1)?.parse().ok()?,
        cpu: word(2)?.parse().ok()?,
    };
    #[cfg(target_os = "linux")]
    if walls != Walls::Off {
        // It runs as well if it is as important as others.
        let _ = rustix::process::nice(NICENESS);
    }
    // Behind the walls, nothing is opened.
    let status = File::open("/proc/self/status").ok();
    let missing = match enclose(walls, limits) {
        Ok(missing) => missing,
        Err(reason) => return write(&Line::Refused(reason)),
    };
    write(&Line::Walls(missing))?;
    let mut text = Vec::new();
    io::stdin().lock().read_to_end(&mut text).ok()?;
    let job: GradeJob = serde_json::from_slice(&text).ok()?;
    drop(text);
    let never = AtomicBool::new(false);
    for task in &job.tasks {
        write(&Line::Answer(Box::new(work::perform(&job, task, &never))))?;
    }
    write(&Line::Done(WorkerUse {
        milliseconds: cpu_milliseconds(),
        peak_memory: status.and_then(peak_memory),
    }))
}

fn write(line: &Line) -> Option<()> {
    let mut text = serde_json::to_vec(line).ok()?;
    text.push(b'\n');
    let mut output = io::stdout().lock();
    output.write_all(&text).ok()?;
    output.flush().ok()
}

/// The processor time of this process.
#[cfg(target_os = "linux")]
fn cpu_milliseconds() -> u64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as u64 * 1000 + time.tv_nsec as u64 / 1_000_000
}

/// Other systems do not say.
#[cfg(not(target_os = "linux"))]
fn cpu_milliseconds() -> u64 {
    0
}

/// The most memory that this process had at a time, as the system says. It is not that of `getrusage`, which
/// counts the memory of whoever started the process as well.
fn peak_memory(mut status: File) -> Option<u64> {
    let mut text = String::new();
    status.read_to_string(&mut text).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib * 1024)
}

/// What came back from a worker.
#[derive(Debug, Default)]
pub struct WorkerConversation {
    /// The answers to the first tasks, in their order.
    pub answers: Vec<TaskAnswer>,
    /// Walls that are missing.
    pub missing: Vec<String>,
    /// What it used.
    pub used: WorkerUse,
    /// How it ended.
    pub end: ConversationEnd,
}

/// How a conversation ended.
#[derive(Debug, Default, PartialEq, Eq)]
pub enum ConversationEnd {
    /// All tasks are answered.
    #[default]
    Done,
    /// The worker ended early, or was ended.
    Early(String),
    /// It could not put up its walls.
    Refused(String),
    /// It could not be started.
    NotStarted(String),
    /// Grading was interrupted.
    Interrupted,
}

/// Has a job done by a worker.
pub fn ask(job: &GradeJob, walls: Walls, cpu: u64, interrupt: &AtomicBool) -> WorkerConversation {
    let mut conversation = WorkerConversation::default();
    let mut child = match start(job, walls, cpu) {
        Ok(child) => child,
        Err(error) => {
            conversation.end = ConversationEnd::NotStarted(error.to_string());
            return conversation;
        }
    };
    let text = serde_json::to_vec(job).expect("a job is plain data");
    let mut input = child.stdin.take().expect("it is piped");
    let output = child.stdout.take().expect("it is piped");
    let (sender, lines) = mpsc::channel();
    thread::scope(|scope| {
        // A worker that ended does not read; that is seen on the other side.
        scope.spawn(move || drop(input.write_all(&text)));
        scope.spawn(move || {
            let mut reader = BufReader::new(output.take(LARGEST_ANSWER + 1));
            let mut read = 0;
            loop {
                let mut line = Vec::new();
                match reader.read_until(b'\n', &mut line) {
                    Ok(0) | Err(_) => return,
                    Ok(bytes) => read += bytes as u64,
                }
                let line = if read > LARGEST_ANSWER {
                    None
                } else {
                    serde_json::from_slice::<Line>(&line).ok()
                };
                let is_last = line.is_none();
                if sender.send(line).is_err() || is_last {
                    return;
                }
            }
        });
        let until = Instant::now() + Duration::from_secs(cpu * PATIENCE + PATIENCE_SECONDS);
        let mut is_done = false;
        let end = loop {
            match lines.recv_timeout(CHECK) {
                Ok(Some(Line::Walls(missing))) => conversation.missing = missing,
                Ok(Some(Line::Refused(reason))) => break Some(ConversationEnd::Refused(reason)),
                Ok(Some(Line::Answer(answer))) => conversation.answers.push(*answer),
                Ok(Some(Line::Done(used))) => {
                    conversation.used = used;
                    is_done = true;
                }
                Ok(None) => break Some(ConversationEnd::Early(english::too_much())),
                Err(RecvTimeoutError::Disconnected) => break None,
                Err(RecvTimeoutError::Timeout) if interrupt.load(Ordering::Relaxed) => {
                    break Some(ConversationEnd::Interrupted);
                }
                Err(RecvTimeoutError::Timeout) if Instant::now() > until => {
                    break Some(ConversationEnd::Early(english::too_slow()));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        };
        if end.is_some() {
            // It may have ended by itself.
            let _ = child.kill();
        }
        let status = child.wait();
        conversation.end = match (end, status) {
            (Some(end), _) => end,
            (None, Ok(status)) if status.success() && is_done => ConversationEnd::Done,
            (None, Ok(_)) if interrupt.load(Ordering::Relaxed) => ConversationEnd::Interrupted,
            (None, Ok(status)) => ConversationEnd::Early(killed(status)),
            (None, Err(error)) => ConversationEnd::Early(error.to_string()),
        };
    });
    conversation
}

fn start(job: &GradeJob, walls: Walls, cpu: u64) -> io::Result<Child> {
    let memory = job.limits.memory.saturating_add(OWN_MEMORY);
    Command::new(std::env::current_exe()?)
        .args([COMMAND, walls.word(), &memory.to_string(), &cpu.to_string()])
        .env_clear()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
}

#[cfg(unix)]
fn killed(status: ExitStatus) -> String {
    use std::os::unix::process::ExitStatusExt;

    english::killed(status.signal(), status.code())
}

#[cfg(not(unix))]
fn killed(status: ExitStatus) -> String {
    english::killed(None, status.code())
}
