//! What a key means.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use crate::session::commands::{ScreenKey, row_of};

/// What a key asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wish {
    /// A command of the debugger.
    Say(&'static str),
    /// The word of a command that is to be completed, or none yet.
    Begin(&'static str),
    /// The next picture.
    Picture,
    /// The next page, where the screen is too small for all of them.
    Page,
    /// Scrolls the answer or the picture by some lines.
    Scroll(i32),
    /// Puts the answer away.
    Dismiss,
    /// Stops what is at work.
    Interrupt,
    /// Nothing.
    Nothing,
}

/// What a key asks for while no command is typed.
pub fn wish(key: KeyEvent) -> Wish {
    if key.kind == KeyEventKind::Release {
        return Wish::Nothing;
    }
    if is_interrupt(key) {
        return Wish::Interrupt;
    }
    if key
        .modifiers
        .intersects(KeyModifiers::CONTROL | KeyModifiers::ALT)
    {
        return Wish::Nothing;
    }
    match key.code {
        KeyCode::Right | KeyCode::Enter => Wish::Say("next"),
        KeyCode::Left => Wish::Say("back"),
        KeyCode::Home => Wish::Say("goto start"),
        KeyCode::End => Wish::Say("goto end"),
        KeyCode::Char(':') => Wish::Begin(""),
        KeyCode::Char('v') => Wish::Picture,
        KeyCode::Tab => Wish::Page,
        KeyCode::Down => Wish::Scroll(1),
        KeyCode::Up => Wish::Scroll(-1),
        KeyCode::PageDown => Wish::Scroll(10),
        KeyCode::PageUp => Wish::Scroll(-10),
        KeyCode::Esc => Wish::Dismiss,
        KeyCode::Char(letter) => wish_of(letter),
        _ => Wish::Nothing,
    }
}

/// What a short word asks for as a key.
fn wish_of(letter: char) -> Wish {
    match row_of(&letter.to_string()) {
        Some((row, word)) => match row.key {
            ScreenKey::Whole => Wish::Say(word),
            ScreenKey::Begins => Wish::Begin(row.words[0]),
            ScreenKey::None => Wish::Nothing,
        },
        None => Wish::Nothing,
    }
}

/// Ctrl-C, which a terminal sends as a key while it hands over each of them.
pub fn is_interrupt(key: KeyEvent) -> bool {
    key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL)
}

/// What typing a command came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Typed {
    /// It goes on.
    Open,
    /// It is complete.
    Said(String),
    /// It was given up.
    Dropped,
}

/// Adds a key to a command that is typed.
pub fn typed(input: &mut String, key: KeyEvent) -> Typed {
    /// Longer commands mean nothing.
    const LONGEST: usize = 500;
    if key.kind == KeyEventKind::Release {
        return Typed::Open;
    }
    let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
    match key.code {
        KeyCode::Enter => return Typed::Said(std::mem::take(input)),
        KeyCode::Esc => return Typed::Dropped,
        _ if is_interrupt(key) => return Typed::Dropped,
        KeyCode::Char('u') if is_control => input.clear(),
        KeyCode::Backspace if input.is_empty() => return Typed::Dropped,
        KeyCode::Backspace => {
            input.pop();
        }
        KeyCode::Char(character) if !is_control && input.len() < LONGEST => input.push(character),
        _ => {}
    }
    Typed::Open
}
