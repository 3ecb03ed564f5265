//! The debugger's screen: layouts of several sizes on a terminal in memory, and what keys mean.

use pram::app::debug::screen::draw::{PAGES, Shown, draw, room};
use pram::app::debug::screen::keys::{Typed, Wish, typed, wish};
use pram::app::debug::screen::plain;
use pram::language::{Vocabulary, Voice};
use pram::pipeline::{Options, load};
use pram::session::Session;
use pram::session::command::Picture;
use pram::session::commands::{COMMANDS, ScreenKey};
use pram::session::conversation::Conversation;
use pram::session::dialogue::Dialogue;
use pram::source::Sources;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;

use super::{NoOutside, SUM, never, request};
use crate::files::NoFiles;

/// The screen behind these commands.
fn screen(size: (u16, u16), lines: &[&str], shown: Shown) -> String {
    screen_of(SUM, size, lines, shown)
}

/// The same of another program.
fn screen_of(text: &str, (columns, rows): (u16, u16), lines: &[&str], shown: Shown) -> String {
    let request = request(text, &[], Options::default());
    let mut sources = Sources::default();
    let loaded = load(&request, &mut sources, &NoFiles).expect("it is a program");
    let interrupt = never();
    let session = Session::new(&loaded, &interrupt);
    let dialogue = Dialogue::new(
        session,
        &sources,
        Voice::english(Vocabulary::English),
        Box::new(NoOutside),
    );
    let mut dialogue = Conversation::new(dialogue);
    let mut shown = shown;
    for line in lines {
        let answer = dialogue.answer(line).text;
        shown.answer = dialogue.beside_stop(&answer);
    }
    let picture = shown.answer.is_empty().then_some(Picture::Network);
    let scene = dialogue.scene(room(Rect::new(0, 0, columns, rows)), picture);
    let backend = TestBackend::new(columns, rows);
    let mut terminal = Terminal::new(backend).expect("a terminal in memory has no errors");
    let drawn = terminal.draw(|frame| draw(frame, &shown, &scene));
    drawn.expect("a terminal in memory has no errors");
    terminal.backend().to_string()
}

fn usual() -> Shown {
    Shown {
        picture: "network",
        ..Shown::default()
    }
}

#[test]
fn a_wide_screen_has_all_panes() {
    insta::assert_snapshot!(screen((100, 30), &["next"], usual()));
}

/// On the smallest screen with all panes nothing of a line is lost: W stands beside T, and what a
/// processor writes below what it reads.
#[test]
fn narrow_panes_hide_nothing() {
    let text = screen((80, 24), &["next"], usual());
    assert!(text.contains("so far              T          W│"), "{text}");
    assert!(text.contains("rounds              1          2│"), "{text}");
    let rows: Vec<&str> = text.lines().collect();
    let reads = rows
        .iter()
        .position(|row| row.contains("i = 0: reads A[0] = 0, A[1] = 1; writes"));
    let reads = reads.unwrap_or_else(|| panic!("{text}"));
    assert!(rows[reads + 1].contains("││= 1 "), "{text}");
}

/// A line of the source that is too long for its pane goes on in the next row, and a long answer takes the
/// whole page.
#[test]
fn nothing_is_cut_on_the_usual_terminal() {
    let text = screen((80, 24), &["next"], usual());
    let rows: Vec<&str> = text.lines().collect();
    let at = rows
        .iter()
        .position(|row| row.contains("> 6 ") || row.contains(">   6"))
        .expect(&text);
    assert!(rows[at + 1].contains("+ A[i +"), "{text}");
    assert!(rows[at + 2].contains("2^d];"), "{text}");
    assert!(
        text.contains("* written; ○──▶● read there, written here "),
        "{text}"
    );
    let help = screen((80, 24), &["help"], usual());
    assert!(help.contains("next [3], back [3]"), "{help}");
    assert!(!help.contains(" memory "), "{help}");
}

#[test]
fn an_answer_stands_in_front_of_the_picture() {
    let text = screen((100, 30), &["goto end", "why A[0]"], usual());
    assert!(text.contains(" answer "), "{text}");
    assert!(text.contains("A[0] = 6: written in step 2"), "{text}");
    let end = screen((100, 30), &["goto end"], usual());
    assert!(end.contains("(the result)"), "{end}");
}

/// The panes show the stop: an answer has only what comes with it.
#[test]
fn an_answer_does_not_repeat_the_stop() {
    let text = screen((100, 30), &["break 6", "continue"], usual());
    assert!(text.contains("│Breakpoint 1. "), "{text}");
    assert_eq!(text.matches("Step 1, line 6").count(), 1, "{text}");
}

#[test]
fn a_small_screen_shows_one_page_at_a_time() {
    let mut pages = Vec::new();
    for page in 0..PAGES {
        let shown = Shown { page, ..usual() };
        let text = screen((60, 12), &["next"], shown);
        assert!(text.contains("Step 1, line 6"), "{text}");
        pages.push(text);
    }
    let seen = [
        "after   A = [*1, 1, *5, 3]",
        "parallel (for each",
        "i = 0: reads",
        "rounds",
        "step 1",
    ];
    for (page, words) in pages.iter().zip(seen) {
        assert!(page.contains(words), "{page}");
    }
}

/// No size is too small to be drawn.
#[test]
fn every_size_is_drawn() {
    for size in [
        (1, 1),
        (2, 1),
        (20, 5),
        (20, 2),
        (79, 24),
        (80, 23),
        (80, 24),
        (300, 100),
    ] {
        for page in 0..PAGES {
            let shown = Shown { page, ..usual() };
            screen(size, &["next"], shown.clone());
            let typing = Shown {
                input: Some("watch A[5]".repeat(20)),
                ..shown
            };
            screen(size, &["help"], typing);
        }
    }
}

#[test]
fn ascii_is_all_that_is_drawn_where_it_is_asked_for() {
    let shown = Shown {
        is_ascii: true,
        ..usual()
    };
    let text = screen((100, 30), &["next", "next"], shown);
    assert!(text.is_ascii(), "{text}");
}

fn key(code: KeyCode) -> KeyEvent {
    let modifiers = match code {
        KeyCode::Char(letter) if letter.is_uppercase() => KeyModifiers::SHIFT,
        _ => KeyModifiers::NONE,
    };
    KeyEvent::new(code, modifiers)
}

#[test]
fn keys_are_the_short_words_of_the_commands() {
    for row in COMMANDS {
        for short in row.short_words() {
            let wished = match row.key {
                ScreenKey::Whole => Wish::Say(short),
                ScreenKey::Begins => Wish::Begin(row.words[0]),
                ScreenKey::None => continue,
            };
            let letter = short.chars().next().expect("it is one character");
            assert_eq!(wish(key(KeyCode::Char(letter))), wished, "{letter}");
        }
    }
    assert_eq!(wish(key(KeyCode::Char('C'))), Wish::Say("C"));
    assert_eq!(wish(key(KeyCode::Char('y'))), Wish::Begin("why"));
    assert_eq!(wish(key(KeyCode::Char('v'))), Wish::Picture);
    assert_eq!(wish(key(KeyCode::Char('z'))), Wish::Nothing);
    assert_eq!(wish(key(KeyCode::Right)), Wish::Say("next"));
    assert_eq!(wish(key(KeyCode::Left)), Wish::Say("back"));
    let interrupt = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    assert_eq!(wish(interrupt), Wish::Interrupt);
}

#[test]
fn a_command_is_typed_mended_and_given_up() {
    let mut input = String::from("goto ");
    for letter in "stepp".chars() {
        assert_eq!(typed(&mut input, key(KeyCode::Char(letter))), Typed::Open);
    }
    assert_eq!(typed(&mut input, key(KeyCode::Backspace)), Typed::Open);
    assert_eq!(input, "goto step");
    let said = typed(&mut input.clone(), key(KeyCode::Enter));
    assert_eq!(said, Typed::Said("goto step".to_owned()));
    assert_eq!(typed(&mut input, key(KeyCode::Esc)), Typed::Dropped);
    let clear = KeyEvent::new(KeyCode::Char('u'), KeyModifiers::CONTROL);
    assert_eq!(typed(&mut input, clear), Typed::Open);
    assert_eq!(input, "");
    assert_eq!(typed(&mut input, key(KeyCode::Backspace)), Typed::Dropped);
}

/// Of the keys as many are named as fit; how to end always.
#[test]
fn the_row_of_keys_fits() {
    for size in [(40, 12), (79, 24), (80, 24), (100, 30)] {
        let text = screen(size, &["next"], usual());
        let last = text.lines().last().expect("there are rows");
        assert!(last.contains("h help  q quit"), "{text}");
    }
}

/// Messages have colours, which are for standard output and not for cells of a screen.
#[test]
fn an_answer_on_the_screen_has_no_colours() {
    assert_eq!(
        plain("\u{1b}[1m\u{1b}[91merror\u{1b}[0m: x\n"),
        "error: x\n"
    );
}

/// The pane is lower than the network of many steps: the current one is in it.
#[test]
fn the_network_pane_follows_the_current_step() {
    let (first, last) = (network_pane(2), network_pane(12));
    assert!(first.contains("step 1 line 4"), "{first}");
    assert!(last.contains("step 12 line 4"), "{last}");
    assert!(!last.contains("step 1 line 4"), "{last}");
}

/// The screen behind so many steps that write one cell after the other.
fn network_pane(steps: usize) -> String {
    let text = "program
    array A[4] = 0;
    for k = 0 to 15
        A[k mod 4] = k;
end_program
";
    let step = format!("next {steps}");
    screen_of(text, (100, 30), &[&step], usual())
}
