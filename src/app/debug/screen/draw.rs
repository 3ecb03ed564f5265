//! The screen: where each piece of a stop has its place. Colours are the terminal's sixteen, and
//! nothing is shown by colour alone.

use std::ops::Range;

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::symbols::border;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};

use crate::session::conversation::{Scene, ViewSize};
use crate::syntax::colour::{Colour, ColouredPart, coloured_lines};

/// Below this many columns and rows one piece is shown at a time.
const WIDE: (u16, u16) = (80, 24);
/// Rows of the sentence: at least two, so that the panes do not jump.
const SENTENCE_ROWS: (u16, u16) = (2, 5);

/// What the screen remembers between stops.
#[derive(Debug, Clone, Default)]
pub struct Shown {
    /// The command that is typed.
    pub input: Option<String>,
    /// What was answered beside the stop.
    pub answer: String,
    /// The name of the picture.
    pub picture: &'static str,
    /// Which page is shown where the screen is small.
    pub page: usize,
    /// Lines by which the answer or picture is scrolled.
    pub scroll: u16,
    /// Whether a command is at work.
    pub is_busy: bool,
    /// Whether only ASCII may be drawn.
    pub is_ascii: bool,
}

/// Which keys there are, in as many words as fit into a row.
const KEYS: [&str; 4] = [
    "← → step  c continue  g goto  B break  p print  y why  v picture  : command  ? line  h help  q quit",
    "← → step  c continue  g goto  B break  p print  v picture  ? line  h help  q quit",
    "← → step  c continue  p print  v picture  ? line  h help  q quit",
    "← → step  h help  q quit",
];

/// Pages of a small screen.
pub const PAGES: usize = 5;

/// The pieces of a wide screen.
struct Places {
    sentence: Rect,
    source: Rect,
    cost: Rect,
    memory: Rect,
    processors: Rect,
    picture: Rect,
    timeline: Rect,
    prompt: Rect,
}

impl Places {
    /// Where an answer stands: in the place of the picture, or on the whole page if it is long.
    fn of_answer(&self, text: &str) -> Rect {
        let pane = self.picture;
        let rows = wrapped_rows(text, pane.width.saturating_sub(2));
        if rows <= pane.height.saturating_sub(2) {
            return pane;
        }
        Rect {
            x: self.source.x,
            y: self.source.y,
            width: pane.right().saturating_sub(self.source.x),
            height: pane.bottom().saturating_sub(self.source.y),
        }
    }
}

/// What fits into an area.
pub fn room(area: Rect) -> ViewSize {
    if is_wide(area) {
        let places = places(area, SENTENCE_ROWS.0, 8);
        ViewSize {
            width: usize::from(places.memory.width.saturating_sub(2)).max(20),
            processors: usize::from(places.processors.height.saturating_sub(2)),
            picture: usize::from(places.picture.height.saturating_sub(2)),
            timeline: usize::from(places.timeline.width.saturating_sub(20)).max(1),
        }
    } else {
        ViewSize {
            width: usize::from(area.width).max(20),
            processors: usize::from(area.height),
            picture: usize::from(area.height.saturating_sub(3)),
            timeline: usize::from(area.width).max(1),
        }
    }
}

fn is_wide(area: Rect) -> bool {
    area.width >= WIDE.0 && area.height >= WIDE.1
}

fn places(area: Rect, sentence: u16, cost: u16) -> Places {
    let rows = [
        Constraint::Length(sentence),
        Constraint::Min(10),
        Constraint::Length(1),
        Constraint::Length(1),
    ];
    let [sentence, middle, timeline, prompt] = Layout::vertical(rows).areas(area);
    let columns = [Constraint::Percentage(42), Constraint::Percentage(58)];
    let [left, right] = Layout::horizontal(columns).areas(middle);
    let [source, cost] =
        Layout::vertical([Constraint::Min(5), Constraint::Length(cost)]).areas(left);
    let rows = [
        Constraint::Percentage(32),
        Constraint::Percentage(26),
        Constraint::Percentage(42),
    ];
    let [memory, processors, picture] = Layout::vertical(rows).areas(right);
    Places {
        sentence,
        source,
        cost,
        memory,
        processors,
        picture,
        timeline,
        prompt,
    }
}

/// Draws a stop.
pub fn draw(frame: &mut Frame<'_>, shown: &Shown, scene: &Scene) {
    let area = frame.area();
    frame.render_widget(Clear, area);
    if is_wide(area) {
        draw_all(frame, area, shown, scene);
    } else {
        draw_page(frame, area, shown, scene);
    }
}

fn draw_all(frame: &mut Frame<'_>, area: Rect, shown: &Shown, scene: &Scene) {
    let rows = wrapped_rows(&scene.sentence, area.width).clamp(SENTENCE_ROWS.0, SENTENCE_ROWS.1);
    let paint = Paint {
        is_ascii: shown.is_ascii,
    };
    // Long counts take a second row.
    let narrow = places(area, rows, 0).cost.width.saturating_sub(2);
    let costs = paint.rows(scene.cost.iter().map(String::as_str), narrow);
    let places = places(area, rows, costs.len() as u16 + 2);
    frame.render_widget(paint.sentence(scene, places.sentence), places.sentence);
    let inside = (
        places.source.width.saturating_sub(2),
        places.source.height.saturating_sub(2),
    );
    let source = paint.source(scene, inside);
    frame.render_widget(source.block(paint.pane(&scene.file)), places.source);
    let panes = [
        ("cost", scene.cost.clone(), places.cost),
        ("memory", scene.memory.clone(), places.memory),
        ("processors", acting(scene), places.processors),
    ];
    for (title, lines, place) in panes {
        let pane = paint.pane(title);
        let lines = paint.cut(&lines, pane.inner(place), title);
        frame.render_widget(lines.block(pane), place);
    }
    let (title, text) = beside(shown, scene);
    let place = match title {
        ANSWER => places.of_answer(text),
        _ => places.picture,
    };
    let pane = paint.pane(title);
    let text = Paragraph::new(paint.rows(text.lines(), pane.inner(place).width));
    frame.render_widget(Clear, place);
    frame.render_widget(text.scroll((shown.scroll, 0)).block(pane), place);
    let timeline = format!("active processors  {}", scene.timeline);
    frame.render_widget(Paragraph::new(paint.plain(&timeline)), places.timeline);
    paint.prompt(frame, places.prompt, shown);
}

/// A small screen: the sentence, and below it one page.
fn draw_page(frame: &mut Frame<'_>, area: Rect, shown: &Shown, scene: &Scene) {
    let paint = Paint {
        is_ascii: shown.is_ascii,
    };
    let sentence = wrapped_rows(&scene.sentence, area.width).min(area.height / 2);
    let rows = [
        Constraint::Length(sentence),
        Constraint::Min(0),
        Constraint::Length(1),
    ];
    let [top, middle, prompt] = Layout::vertical(rows).areas(area);
    frame.render_widget(paint.sentence(scene, top), top);
    let page = if shown.answer.is_empty() {
        shown.page % PAGES
    } else {
        PAGES
    };
    let lines = match page {
        0 => scene.memory.clone(),
        1 => Vec::new(),
        2 => acting(scene),
        3 => [&scene.cost[..], std::slice::from_ref(&scene.timeline)].concat(),
        _ => beside(shown, scene).1.lines().map(str::to_owned).collect(),
    };
    let content = if page == 1 {
        paint.source(scene, (middle.width, middle.height))
    } else {
        let rows = paint.rows(lines.iter().map(String::as_str), middle.width);
        Paragraph::new(rows).scroll((shown.scroll, 0))
    };
    frame.render_widget(content, middle);
    paint.prompt(frame, prompt, shown);
}

/// What is watched, and what the processors of the step do.
fn acting(scene: &Scene) -> Vec<String> {
    [&scene.watched[..], &scene.processors].concat()
}

/// The title of an answer.
const ANSWER: &str = "answer";

/// The answer where there is one, else the picture, with its title.
fn beside<'s>(shown: &'s Shown, scene: &'s Scene) -> (&'static str, &'s str) {
    if shown.answer.is_empty() {
        (shown.picture, &scene.picture)
    } else {
        (ANSWER, &shown.answer)
    }
}

/// How many rows a text takes, at most.
fn wrapped_rows(text: &str, width: u16) -> u16 {
    let width = usize::from(width.max(1));
    let rows = text.lines().map(|line| folded_text(line, width).len());
    rows.sum::<usize>().min(usize::from(u16::MAX)) as u16
}

/// Columns for the mark and the number of a line of the source.
const NUMBERS: usize = 8;

/// A row of a line: spaces in front of it, and its characters.
type Row = (usize, Range<usize>);

/// A line in rows of at most `room` characters, broken between words where there are any; those after the
/// first are a little further in than the line, or below its second column if it has one.
fn folded(line: &[char], room: usize) -> Vec<Row> {
    let spaces = |from: usize| line[from..].iter().take_while(|c| **c == ' ').count();
    let begins = spaces(0);
    let gap = line[begins..].windows(2).position(|two| two == [' ', ' ']);
    let second = gap.map(|gap| begins + gap + spaces(begins + gap));
    let second = second.filter(|column| *column <= room / 2);
    let further = second.unwrap_or((begins + 2).min(room / 2));
    let (mut rows, mut start, mut indent) = (Vec::new(), 0, 0);
    while line.len() - start > room - indent {
        let most = start + room - indent;
        let text = start + spaces(start);
        let at = (text + 1..most).rev().find(|at| line[*at] == ' ');
        let at = at.unwrap_or(most);
        rows.push((indent, start..at));
        start = at + spaces(at);
        indent = further;
    }
    rows.push((indent, start..line.len()));
    rows
}

/// The rows of a text.
fn folded_text(line: &str, room: usize) -> Vec<String> {
    let line: Vec<char> = line.chars().collect();
    let row = |(indent, row): Row| " ".repeat(indent) + &line[row].iter().collect::<String>();
    folded(&line, room).into_iter().map(row).collect()
}

/// The colour of each character of a line.
fn colours(parts: &[ColouredPart<'_>]) -> Vec<Option<Colour>> {
    let each = |part: &ColouredPart<'_>| vec![part.colour; part.text.chars().count()];
    parts.iter().flat_map(each).collect()
}

/// How a part of the program looks.
fn style_of(colour: Option<Colour>) -> Style {
    match colour {
        None => Style::new(),
        Some(Colour::Keyword) => Style::new().fg(Color::Magenta),
        Some(Colour::Function) => Style::new().fg(Color::Cyan),
        Some(Colour::Number) => Style::new().fg(Color::Green),
        Some(Colour::Text) => Style::new().fg(Color::Yellow),
        Some(Colour::Comment) => Style::new().add_modifier(Modifier::DIM),
    }
}

/// How pieces look.
#[derive(Clone, Copy)]
struct Paint {
    is_ascii: bool,
}

impl Paint {
    fn plain(self, text: &str) -> String {
        if self.is_ascii {
            crate::present::text::ascii::ascii(text)
        } else {
            text.to_owned()
        }
    }

    /// A frame with a title.
    fn pane(self, title: &str) -> Block<'static> {
        const ASCII: border::Set<'static> = border::Set {
            top_left: "+",
            top_right: "+",
            bottom_left: "+",
            bottom_right: "+",
            vertical_left: "|",
            vertical_right: "|",
            horizontal_top: "-",
            horizontal_bottom: "-",
        };
        let title = format!(" {} ", self.plain(title));
        let set = if self.is_ascii { ASCII } else { border::PLAIN };
        Block::bordered()
            .border_set(set)
            .border_style(Style::new().add_modifier(Modifier::DIM))
            .title(Span::styled(
                title,
                Style::new().add_modifier(Modifier::BOLD),
            ))
    }

    fn sentence(self, scene: &Scene, place: Rect) -> Paragraph<'static> {
        let style = if scene.sentence.contains('✗') {
            Style::new().fg(Color::Red).add_modifier(Modifier::BOLD)
        } else {
            Style::new().add_modifier(Modifier::BOLD)
        };
        let text = if wrapped_rows(&scene.sentence, place.width) > place.height {
            self.cut(std::slice::from_ref(&scene.sentence), place, "processors")
        } else {
            Paragraph::new(self.plain(&scene.sentence))
        };
        text.style(style).wrap(Wrap { trim: true })
    }

    /// The source around the line that the step executes. Lines that are too long go on in the next row.
    fn source(self, scene: &Scene, (width, rows): (u16, u16)) -> Paragraph<'static> {
        let rows = usize::from(rows);
        let room = usize::from(width).saturating_sub(NUMBERS).max(1);
        let mut all: Vec<Line<'static>> = Vec::new();
        let mut current = None;
        let lines: Vec<String> = (scene.source.iter())
            .map(|line| line.text.replace('\t', "    "))
            .collect();
        let text = lines.join("\n");
        let coloured = coloured_lines(&text);
        for (at, line) in scene.source.iter().enumerate() {
            if scene.current == Some(at) {
                current = Some(all.len());
            }
            let characters: Vec<char> = lines[at].chars().collect();
            let colours = coloured
                .get(at)
                .map_or_else(Vec::new, |parts| colours(parts));
            for (place, (indent, row)) in folded(&characters, room).into_iter().enumerate() {
                let head = match place {
                    0 => format!("{:>2}{:>4}  ", line.mark, at + 1),
                    _ => " ".repeat(NUMBERS),
                };
                let mut spans = vec![Span::raw(self.plain(&head)), Span::raw(" ".repeat(indent))];
                for part in row
                    .clone()
                    .collect::<Vec<usize>>()
                    .chunk_by(|one, next| colours.get(*one) == colours.get(*next))
                {
                    let colour = colours.get(part[0]).copied().flatten();
                    let text: String = part.iter().map(|at| characters[*at]).collect();
                    spans.push(Span::styled(self.plain(&text), style_of(colour)));
                }
                all.push(if line.mark.is_empty() {
                    Line::from(spans)
                } else {
                    let text: String = spans.iter().map(|span| &*span.content).collect();
                    Line::styled(text, Style::new().add_modifier(Modifier::REVERSED))
                });
            }
        }
        let last = all.len().saturating_sub(rows);
        let from = current
            .map_or(0, |row| row.saturating_sub(rows / 2))
            .min(last);
        Paragraph::new(
            all.into_iter()
                .skip(from)
                .take(rows)
                .collect::<Vec<Line<'_>>>(),
        )
    }

    /// Lines in rows of this width, in which written cells are bold.
    fn rows<'l>(self, lines: impl Iterator<Item = &'l str>, width: u16) -> Vec<Line<'static>> {
        let room = usize::from(width).max(1);
        let rows = lines.flat_map(|line| folded_text(line, room));
        rows.map(|row| self.line(&row)).collect()
    }

    /// As many rows as fit into a pane; the last one names the view that has the others, too.
    fn cut(self, lines: &[String], pane: Rect, view: &str) -> Paragraph<'static> {
        let mut rows = self.rows(lines.iter().map(String::as_str), pane.width);
        let height = usize::from(pane.height);
        if rows.len() > height {
            rows.truncate(height.saturating_sub(1));
            let more = self.plain(&format!("… `view {view}` shows the rest"));
            rows.push(Line::styled(more, Style::new().add_modifier(Modifier::DIM)));
        }
        Paragraph::new(rows)
    }

    fn line(self, line: &str) -> Line<'static> {
        let words = self.plain(line);
        let is_marked = |word: &str| word.trim_start_matches('[').starts_with('*');
        let spans = words.split_inclusive(' ').map(|word| {
            if is_marked(word) {
                let style = Style::new().fg(Color::Yellow).add_modifier(Modifier::BOLD);
                Span::styled(word.to_owned(), style)
            } else if word.contains('✗') {
                Span::styled(word.to_owned(), Style::new().fg(Color::Red))
            } else {
                Span::raw(word.to_owned())
            }
        });
        Line::from(spans.collect::<Vec<Span<'_>>>())
    }

    /// The last row: what is typed, what is at work, or which keys there are.
    fn prompt(self, frame: &mut Frame<'_>, area: Rect, shown: &Shown) {
        let text = match &shown.input {
            Some(input) => format!("> {input}"),
            None if shown.is_busy => "at work; Ctrl-C stops it where it is".to_owned(),
            None => {
                let fits = |keys: &&&str| keys.chars().count() <= usize::from(area.width);
                let keys = KEYS.iter().find(fits).or(KEYS.last());
                keys.map_or_else(String::new, |keys| (*keys).to_owned())
            }
        };
        let text = self.plain(&text);
        let style = match shown.input {
            Some(_) => Style::new(),
            None => Style::new().add_modifier(Modifier::DIM),
        };
        let columns = text.chars().count() as u16;
        // Of a long command its end is seen.
        let hidden = columns.saturating_sub(area.width.saturating_sub(1));
        let scroll = if shown.input.is_some() { hidden } else { 0 };
        frame.render_widget(Paragraph::new(text).style(style).scroll((0, scroll)), area);
        if shown.input.is_some() && area.width > 0 {
            frame.set_cursor_position((area.x + columns - scroll, area.y));
        }
    }
}
