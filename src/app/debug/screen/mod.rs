//! The debugger on a whole terminal: panes for source, memory, processors, cost and a picture.

pub mod draw;
pub mod keys;

use std::io;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::thread;

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event};

use crate::app::interrupt::{KILLED_BY_HANGUP, before_termination};
use crate::session::command::Picture;
use crate::session::conversation::{Conversation, Scene};
use draw::{PAGES, Shown, draw, room};
use keys::{Typed, Wish, is_interrupt, typed, wish};

/// The pictures in the order in which the key goes through them. The memory has a pane of its own.
const PICTURES: [Picture; 4] = [
    Picture::Network,
    Picture::Processors,
    Picture::Time,
    Picture::Sections,
];

/// Shows a session until its user ends it, or the terminal is closed. The terminal is left as it
/// was, also by a panic or a signal.
pub fn show(
    dialogue: &mut Conversation<'_>,
    begins: &str,
    interrupt: &Arc<AtomicBool>,
    is_ascii: bool,
) {
    let mut terminal = ratatui::init();
    before_termination(restore);
    let events = listen(Arc::clone(interrupt));
    let mut screen = Screen {
        shown: Shown {
            picture: PICTURES[0].name(),
            answer: message_first(&plain(&dialogue.beside_stop(begins))),
            is_ascii,
            ..Shown::default()
        },
        picture: 0,
    };
    let shown = screen.converse(&mut terminal, dialogue, &events, interrupt);
    if shown.is_err() {
        // The terminal is closed: putting it back would fail, too.
        process::exit(KILLED_BY_HANGUP);
    }
    restore();
}

/// Puts the terminal back into its normal mode. That fails where the terminal is closed; the error is dropped,
/// as standard error is the same terminal, and printing to it would panic.
fn restore() {
    let _ = ratatui::try_restore();
}

/// Reads keys beside the session, so that Ctrl-C reaches it while it is at work.
fn listen(interrupt: Arc<AtomicBool>) -> Receiver<Event> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        while let Ok(event) = event::read() {
            if matches!(event, Event::Key(key) if is_interrupt(key)) {
                interrupt.store(true, Ordering::Relaxed);
            }
            if sender.send(event).is_err() {
                return;
            }
        }
    });
    receiver
}

/// An answer with the message of what is wrong in front of the rest, so that it can be seen without
/// scrolling.
pub fn message_first(answer: &str) -> String {
    let lines = answer.match_indices("error[");
    let mut begins = lines.map(|(at, _)| at).filter(|at| *at > 0);
    match begins.find(|at| answer[..*at].ends_with('\n')) {
        Some(at) => format!("{}\n\n{}", answer[at..].trim_end(), &answer[..at]),
        None => answer.to_owned(),
    }
}

/// An answer without the colours of messages: cells of the screen hold single characters.
pub fn plain(answer: &str) -> String {
    anstream::adapter::strip_str(answer).to_string()
}

struct Screen {
    shown: Shown,
    /// The place of the picture in their list.
    picture: usize,
}

impl Screen {
    fn converse(
        &mut self,
        terminal: &mut DefaultTerminal,
        dialogue: &mut Conversation<'_>,
        events: &Receiver<Event>,
        interrupt: &AtomicBool,
    ) -> io::Result<()> {
        let mut scene = self.scene(terminal, dialogue)?;
        loop {
            terminal.draw(|frame| draw(frame, &self.shown, &scene))?;
            let Ok(event) = events.recv() else {
                return Ok(());
            };
            let Event::Key(key) = event else {
                scene = self.scene(terminal, dialogue)?;
                continue;
            };
            let said = match &mut self.shown.input {
                Some(input) => match typed(input, key) {
                    Typed::Open => continue,
                    Typed::Said(line) => Some(line),
                    Typed::Dropped => None,
                },
                None => match wish(key) {
                    Wish::Say(line) => Some(line.to_owned()),
                    other => {
                        interrupt.store(false, Ordering::Relaxed);
                        if self.turn(other) {
                            scene = self.scene(terminal, dialogue)?;
                        }
                        continue;
                    }
                },
            };
            self.shown.input = None;
            let Some(line) = said else {
                interrupt.store(false, Ordering::Relaxed);
                continue;
            };
            self.shown.is_busy = true;
            terminal.draw(|frame| draw(frame, &self.shown, &scene))?;
            let answer = dialogue.answer(&line);
            self.shown.is_busy = false;
            if answer.quits {
                return Ok(());
            }
            self.shown.answer = message_first(&plain(&dialogue.beside_stop(&answer.text)));
            self.shown.scroll = 0;
            scene = self.scene(terminal, dialogue)?;
        }
    }

    /// Does what changes the screen and not the session. Whether there is another picture to show.
    fn turn(&mut self, wish: Wish) -> bool {
        match wish {
            Wish::Begin(word) => {
                self.shown.input = Some(format!("{word} ").trim_start().to_owned());
            }
            Wish::Picture => {
                if self.shown.answer.is_empty() {
                    self.picture = (self.picture + 1) % PICTURES.len();
                }
                self.dismiss();
                self.shown.page = PAGES - 1;
                return true;
            }
            Wish::Page => {
                self.dismiss();
                self.shown.page = (self.shown.page + 1) % PAGES;
                return true;
            }
            Wish::Dismiss => {
                self.dismiss();
                return true;
            }
            Wish::Scroll(lines) => {
                let scroll = i32::from(self.shown.scroll) + lines;
                self.shown.scroll = scroll.clamp(0, i32::from(u16::MAX)) as u16;
            }
            Wish::Interrupt => {
                if self.shown.answer.is_empty() {
                    "Nothing is at work; q ends the session.".clone_into(&mut self.shown.answer);
                }
            }
            Wish::Say(_) | Wish::Nothing => {}
        }
        false
    }

    /// Puts the answer away, in front of the picture.
    fn dismiss(&mut self) {
        self.shown.answer.clear();
        self.shown.scroll = 0;
        self.shown.picture = PICTURES[self.picture].name();
    }

    /// The stop in pieces that fit; the picture only where no answer is in front of it.
    fn scene(
        &self,
        terminal: &DefaultTerminal,
        dialogue: &mut Conversation<'_>,
    ) -> io::Result<Scene> {
        let picture = (self.shown.answer.is_empty()).then_some(PICTURES[self.picture]);
        let area = terminal.size()?.into();
        Ok(dialogue.scene(room(area), picture))
    }
}
