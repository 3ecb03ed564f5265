//! `pram learn`: the exercises one after the other; an attempt is checked when it is saved.

mod english;
mod progress;

use std::fmt::Write as _;
use std::io::{self, BufRead, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;

use clap::ValueEnum;

use super::arguments::{LearnAction, LearnArguments, VocabularyChoice};
use super::watch::{PERIOD, stamp};
use super::{Ended, config, interrupt, program, screen};
use crate::StudentExercise;
use crate::diagnostic::{Diagnostic, Status};
use crate::source::{Sources, shown_path};
use english::{
    ALL_SOLVED, COMMANDS, FIRST_OPEN, NO_FURTHER_HINTS, OTHERS_SOLVED, REALLY, WHICH_VOCABULARY,
};
use progress::Progress;

/// Does one thing and ends, or goes through the exercises until all are solved or Ctrl-C is pressed.
pub fn learn(arguments: &LearnArguments) -> Ended {
    let configured = config::vocabulary(None, &arguments.folder)?;
    let ask = || configured.or_else(asked_vocabulary);
    let opened = Progress::open(&arguments.folder, arguments.vocabulary, ask);
    let mut progress = opened.map_err(|found| failed(&found))?;
    let interrupt = interrupt::flag();
    match arguments.action() {
        None => walk(&mut progress, &interrupt),
        Some(LearnAction::Check) => check(&mut progress, &interrupt).and_then(|is_solved| {
            if is_solved {
                Ok(())
            } else {
                Err(Status::Program)
            }
        }),
        Some(LearnAction::Next) => {
            if check(&mut progress, &interrupt)? {
                next(&mut progress).map(|_| ())
            } else {
                screen::say("\nIt is not solved yet; --skip continues anyway.\n");
                Err(Status::Program)
            }
        }
        Some(LearnAction::Solution) if !is_sure()? => Ok(()),
        Some(action) => act(&mut progress, action).map(|_| ()),
    }
}

/// Asks on a terminal for the vocabulary of the exercises; `None` if nobody answers.
fn asked_vocabulary() -> Option<VocabularyChoice> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return None;
    }
    screen::print(WHICH_VOCABULARY).ok()?;
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        match VocabularyChoice::from_str(line.trim(), true) {
            Ok(choice) => return Some(choice),
            Err(_) => screen::print(WHICH_VOCABULARY).ok()?,
        }
    }
    None
}

/// Whether who asks for a solution on a terminal says so a second time.
fn is_sure() -> Result<bool, Status> {
    if !io::stdin().is_terminal() {
        return Ok(true);
    }
    screen::print(REALLY)?;
    let line = io::stdin().lock().lines().next();
    Ok(line.is_some_and(|line| line.is_ok_and(|word| matches!(word.trim(), "y" | "yes"))))
}

/// Goes through the exercises, with what is typed as commands.
fn walk(progress: &mut Progress, interrupt: &AtomicBool) -> Ended {
    let typed = typed();
    screen::print(&shown(progress))?;
    check(progress, interrupt)?;
    screen::print(&format!("\n{COMMANDS}"))?;
    let mut file = progress.attempt();
    let mut before = stamp(&file);
    let mut is_asked = false;
    loop {
        if interrupt.load(Ordering::Relaxed) {
            return Ok(());
        }
        let said = match typed.try_recv() {
            Ok(word) => Some(word),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => return Ok(()),
        };
        if let Some(word) = said {
            let is_sure = std::mem::take(&mut is_asked);
            match word.trim() {
                "y" | "yes" if is_sure => {
                    act(progress, LearnAction::Solution)?;
                }
                "solution" => {
                    screen::print(REALLY)?;
                    is_asked = true;
                }
                "q" | "quit" => return Ok(()),
                "" => {
                    check(progress, interrupt)?;
                }
                "n" | "next" if !progress.is_solved(progress.name()) => {
                    screen::print("It is not solved yet; `skip` continues anyway.\n")?;
                }
                word => match action(word) {
                    Some(action) => {
                        if act(progress, action)? {
                            return Ok(());
                        }
                    }
                    None => screen::print(COMMANDS)?,
                },
            }
        }
        if file != progress.attempt() {
            file = progress.attempt();
            before = stamp(&file);
            check(progress, interrupt)?;
        }
        let now = stamp(&file);
        if now.is_some() && now != before {
            before = now;
            thread::sleep(PERIOD);
            // What was still being written is checked when it is whole.
            if stamp(&file) == now {
                screen::print(&format!("\n{} was saved\n\n", shown_path(&file)))?;
                check(progress, interrupt)?;
            } else {
                before = None;
            }
        }
        thread::sleep(PERIOD);
    }
}

/// The lines of standard input, as they are typed.
fn typed() -> Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    // The thread ends with standard input, or with the process.
    thread::spawn(move || {
        for line in io::stdin().lock().lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    receiver
}

/// What a typed word asks for.
fn action(word: &str) -> Option<LearnAction> {
    Some(match word {
        "h" | "hint" => LearnAction::Hint,
        "n" | "next" => LearnAction::Next,
        "s" | "skip" => LearnAction::Skip,
        "l" | "list" => LearnAction::List,
        "r" | "reset" => LearnAction::Reset,
        _ => return None,
    })
}

/// Does one thing; whether there is nothing left to do.
fn act(progress: &mut Progress, action: LearnAction) -> Result<bool, Status> {
    match action {
        LearnAction::List => screen::print(&list(progress))?,
        LearnAction::Hint => {
            let (given, hints) = progress.hint().map_err(|found| failed(&found))?;
            let mut text = String::new();
            for (index, hint) in hints.iter().take(given).enumerate() {
                let _ = writeln!(text, "hint {} of {}: {hint}", index + 1, hints.len());
            }
            if given == hints.len() {
                text.push_str(NO_FURTHER_HINTS);
            }
            screen::print(&text)?;
        }
        LearnAction::Solution => {
            screen::print(progress.exercise().solution())?;
        }
        LearnAction::Reset => {
            let saved = progress.reset().map_err(|found| failed(&found))?;
            let file = shown_path(&progress.attempt());
            screen::print(&match saved {
                Some(saved) => {
                    let saved = shown_path(&saved);
                    format!("{file} is as it was given; your attempt is in {saved}\n")
                }
                None => format!("{file} is as it was given\n"),
            })?;
        }
        LearnAction::Next | LearnAction::Skip => return next(progress),
        LearnAction::Check => {}
    }
    Ok(false)
}

/// On to the next exercise; whether there is none.
fn next(progress: &mut Progress) -> Result<bool, Status> {
    let from = progress.number();
    let found = progress.next().map_err(|found| failed(&found))?;
    if found.is_some() {
        if progress.number() < from {
            screen::print(FIRST_OPEN)?;
        }
        screen::print(&format!("\n{}", shown(progress)))?;
        return Ok(false);
    }
    if progress.solved() == StudentExercise::names().count() {
        screen::print(ALL_SOLVED)?;
        Ok(true)
    } else {
        screen::print(OTHERS_SOLVED)?;
        Ok(false)
    }
}

/// Checks the attempt, says how it went, and notes it.
fn check(progress: &mut Progress, interrupt: &AtomicBool) -> Result<bool, Status> {
    let is_solved = match program::text(&progress.attempt()) {
        Ok((_, bytes)) => {
            let Some(attempt) = progress.exercise().attempt(bytes, interrupt) else {
                return Ok(false);
            };
            screen::print(&english::found(&attempt))?;
            attempt.is_whole()
        }
        Err(problems) => {
            failed(&problems);
            false
        }
    };
    progress.note(is_solved).map_err(|found| failed(&found))?;
    let file = progress.exercise().file();
    screen::print(&if is_solved {
        english::solved(file, progress.solved(), StudentExercise::names().count())
    } else {
        english::not_solved(file)
    })?;
    Ok(is_solved)
}

/// The exercise with its task.
fn shown(progress: &Progress) -> String {
    let exercise = progress.exercise();
    let (file, path) = (exercise.file(), progress.attempt());
    let path = shown_path(&path);
    let task = exercise.task().replace(file, &path);
    let all = StudentExercise::names().count();
    english::task(progress.number(), all, file, &task, &path)
}

/// All exercises, with a mark on those that are solved and an arrow at the one that is open.
fn list(progress: &Progress) -> String {
    let mut text = String::new();
    for (index, name) in StudentExercise::names().enumerate() {
        let arrow = if name == progress.name() { "→" } else { " " };
        let mark = if progress.is_solved(name) { "✓" } else { " " };
        let _ = writeln!(text, "{arrow} {mark} {:2}  {name}.pram", index + 1);
    }
    let (solved, all) = (progress.solved(), StudentExercise::names().count());
    let _ = writeln!(text, "{solved} of {all} are solved");
    text
}

fn failed(problems: &[Diagnostic]) -> Status {
    screen::report(problems, &Sources::default())
}
