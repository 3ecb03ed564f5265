//! Messages in space and time: a row for each processor, time to the right, an arrow from where each
//! message leaves to where it arrives.

use std::ops::RangeInclusive;

use super::{Figure, Kind, MORE_PROCESSORS, MOST, Shape, short};
use crate::present::agreeing::PROCESSOR;
use crate::present::json::moments::MomentsJson;

/// Where the legend, the first row and the rows below each other lie.
const LEGEND: f64 = 40.0;
const FIRST: f64 = 76.0;
const ROW: f64 = 34.0;
/// Height of a bar.
const BAR: f64 = 12.0;
/// Space in front of the rows.
const MARGIN: f64 = 110.0;
/// The width of all the time that is drawn.
const WIDTH: f64 = 760.0;

/// The figure of the time between two moments of a trace, counted from 1. In words why there is none.
pub fn figure(trace: &MomentsJson, moments: &RangeInclusive<u64>) -> Result<Figure, String> {
    let count = trace.moments.len() as u64;
    let told = |number: u64| match number {
        _ if count == 0 => {
            Err("nothing happens in the run, so there is nothing to draw".to_owned())
        }
        0 => Err("moments are counted from 1".to_owned()),
        _ if number > count => Err(format!(
            "there is no moment {number}: the trace has {count}"
        )),
        _ => Ok(number as usize - 1),
    };
    let (first, last) = (told(*moments.start())?, told(*moments.end())?);
    if last < first {
        return Err("the first moment is after the last".to_owned());
    }
    let time = |at: usize| trace.moments[at].time.value();
    // What leads up to the first moment belongs to it.
    let from = first.checked_sub(1).map_or(0.0, time);
    let to = if last + 1 == trace.moments.len() && trace.cut_at.is_none() {
        trace.end.value().max(time(last))
    } else {
        time(last)
    };
    Ok(Drawing {
        trace,
        from,
        length: (to - from).max(f64::MIN_POSITIVE),
    }
    .draw([first + 1, last + 1]))
}

/// The stretch of time that is drawn.
struct Drawing<'t> {
    trace: &'t MomentsJson,
    from: f64,
    length: f64,
}

impl Drawing<'_> {
    fn x(&self, time: f64) -> f64 {
        MARGIN + (time - self.from) / self.length * WIDTH
    }

    fn y(row: u32) -> f64 {
        FIRST + f64::from(row) * ROW
    }

    fn draw(&self, moments: [usize; 2]) -> Figure {
        let trace = self.trace;
        let label = |at, text: String, begins| Shape::Label { at, text, begins };
        let (language, [from, to]) = (trace.head.language, moments);
        let (file, entry) = (trace.head.file_name(), &trace.head.entry);
        let of = trace.moments.len();
        let title = language.choose(
            format!("{file} · {entry}, moments {from} to {to} of {of}"),
            format!("{file} · {entry}, trenuci {from} do {to} od {of}"),
        );
        let mut shapes = vec![label([0.0, 18.0], short(&title, 110), true)];
        for (at, (kind, name)) in [
            (Kind::Read, language.choose("computes", "računa")),
            (Kind::Written, language.choose("sends", "šalje")),
            (Kind::Cell, language.choose("waits", "čeka")),
        ]
        .into_iter()
        .enumerate()
        {
            let left = MARGIN + at as f64 * 110.0;
            shapes.push(bar([left, left + 24.0], LEGEND, kind));
            shapes.push(label([left + 32.0, LEGEND + 4.0], name.to_owned(), true));
        }
        let processors = (trace.head.machine.processors as u32).max(1);
        let rows = processors.min(MOST as u32);
        for row in 0..rows {
            let name = format!("{} {row}", PROCESSOR.with(1, language));
            shapes.push(label([0.0, Self::y(row) + 4.0], name, true));
        }
        self.bars(rows, &mut shapes);
        self.arrows(rows, &mut shapes);
        let mut foot = Self::y(rows);
        let ends = [self.from, self.from + self.length];
        for (time, x) in ends.map(|time| (time, self.x(time))) {
            shapes.push(label([x, foot], format!("t = {}", shown(time)), false));
        }
        if processors > rows {
            foot += 20.0;
            let more = format!(
                "… {} {}",
                language.choose("and", "i"),
                MORE_PROCESSORS.counted(u64::from(processors - rows), language)
            );
            shapes.push(label([0.0, foot], more, true));
        }
        Figure {
            title,
            width: MARGIN + WIDTH + 40.0,
            height: foot + 16.0,
            shapes,
        }
    }

    fn bars(&self, rows: u32, shapes: &mut Vec<Shape>) {
        let until = self.from + self.length;
        for activity in &self.trace.activities {
            let begin = activity.from.value().max(self.from);
            let end = activity.to.value().min(until);
            if activity.processor >= rows || begin >= end {
                continue;
            }
            let kind = match activity.does {
                "compute" => Kind::Read,
                "send" => Kind::Written,
                _ => Kind::Cell,
            };
            let ends = [self.x(begin), self.x(end)];
            shapes.push(bar(ends, Self::y(activity.processor), kind));
        }
    }

    fn arrows(&self, rows: u32, shapes: &mut Vec<Shape>) {
        let until = self.from + self.length;
        // Which processor a program is on: that of one of its stops.
        let mut processors = vec![0; self.trace.programs as usize];
        for stop in &self.trace.stops {
            processors[stop.program as usize] = stop.processor;
        }
        for message in &self.trace.messages {
            let (Some(start), Some(arrival)) = (message.start, message.arrival) else {
                continue;
            };
            let (start, arrival) = (start.value(), arrival.value());
            let place = |program: u32| processors.get(program as usize).copied().unwrap_or(program);
            let (sender, receiver) = (place(message.sender), place(message.receiver));
            let is_seen = start >= self.from && arrival <= until;
            if !is_seen || sender >= rows || receiver >= rows || sender == receiver {
                continue;
            }
            let kind = match message.received {
                Some(_) => Kind::Read,
                None => Kind::Illegal,
            };
            let towards = if sender < receiver {
                BAR / 2.0
            } else {
                -BAR / 2.0
            };
            shapes.push(Shape::Arrow {
                from: [self.x(start), Self::y(sender) + towards],
                to: [self.x(arrival), Self::y(receiver) - towards],
                kind,
            });
        }
    }
}

fn bar([from, to]: [f64; 2], middle: f64, kind: Kind) -> Shape {
    Shape::Node {
        at: [f64::midpoint(from, to), middle],
        size: [to - from, BAR],
        text: String::new(),
        kind,
    }
}

/// A time without superfluous digits.
fn shown(time: f64) -> String {
    let text = format!("{time:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
