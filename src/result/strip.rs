//! The time line: the activity of the processors of a multicomputer, a row for each or for a few
//! adjacent ones, divided into equal intervals. Text and drawings only show it.

use crate::network::{Activity, Decimal, Segment, Units};

/// Rows of a time line; processors that share a row differ at most by one in number.
const ROWS: u32 = 16;

/// The activity of the processors of a run over time.
#[derive(Debug, Clone, PartialEq)]
pub struct ProcessorTimeline {
    segments: Vec<Segment>,
    /// When the last of them ends.
    end: i128,
    /// The end in the machine's unit of time.
    pub time: Decimal,
}

/// A row of a strip.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StripRow {
    /// Its first and last processor.
    pub processors: [u32; 2],
    /// For each interval of time the predominant activity of its processors; `None` if they had all
    /// ended.
    pub cells: Vec<Option<Activity>>,
}

impl ProcessorTimeline {
    /// The time line of these segments; `None` if no time passes.
    pub fn new(segments: &[Segment], units: &Units) -> Option<Self> {
        let end = segments.iter().map(|segment| segment.to).max()?;
        (end > 0).then(|| Self {
            segments: segments.to_vec(),
            end,
            time: units.decimal(end),
        })
    }

    /// The same up to a time, in scaled units; the rest is empty.
    #[must_use]
    pub fn until(&self, time: i128) -> Self {
        let before = self.segments.iter().filter(|segment| segment.from < time);
        let cut = before.map(|segment| Segment {
            to: segment.to.min(time),
            ..*segment
        });
        Self {
            segments: cut.collect(),
            ..self.clone()
        }
    }

    /// The rows, each of `columns` equal stretches of time.
    pub fn rows(&self, columns: usize) -> Vec<StripRow> {
        let processors = self.segments.iter().map(|segment| segment.processor);
        let last = processors.max().unwrap_or(0);
        let each = last / ROWS + 1;
        let rows = (0..=last / each).map(|row| {
            let first = row * each;
            StripRow {
                processors: [first, (first + each - 1).min(last)],
                cells: self.cells([first, first + each - 1], columns),
            }
        });
        rows.collect()
    }

    /// The predominant activity of the processors of a row in each interval of time.
    fn cells(&self, [first, last]: [u32; 2], columns: usize) -> Vec<Option<Activity>> {
        const ACTIVITIES: [Activity; 3] = [Activity::Compute, Activity::Send, Activity::Wait];
        let mut shares = vec![[0_i128; 3]; columns];
        // Sums over all segments of a row fit if the last time has at most 64 bits: a longer one is
        // drawn in a larger unit.
        let unit = (self.end >> 63) + 1;
        let end = self.end / unit;
        let own = |segment: &&Segment| (first..=last).contains(&segment.processor);
        for segment in self.segments.iter().filter(own) {
            let kind = ACTIVITIES.iter().position(|one| *one == segment.activity);
            let kind = kind.expect("all activities are listed");
            let column = |time: i128| time / unit * columns as i128 / end;
            let to = column(segment.to).min(columns as i128 - 1);
            for at in column(segment.from)..=to {
                let begin = (at * end).max(segment.from / unit * columns as i128);
                let after = ((at + 1) * end).min(segment.to / unit * columns as i128);
                shares[at as usize][kind] += (after - begin).max(0);
            }
        }
        let most = |share: [i128; 3]| {
            let kind = (0..3).max_by_key(|kind| (share[*kind], 3 - kind))?;
            (share[kind] > 0).then_some(ACTIVITIES[kind])
        };
        shares.into_iter().map(most).collect()
    }
}

impl StripRow {
    /// `3`, or `8-15` if processors share a row.
    pub fn label(&self) -> String {
        match self.processors {
            [first, last] if first == last => first.to_string(),
            [first, last] => format!("{first}-{last}"),
        }
    }

    /// Adjacent intervals of one activity together: the activity, the first interval and the one after
    /// the last.
    pub fn runs(&self) -> Vec<(Activity, [usize; 2])> {
        let mut runs: Vec<(Activity, [usize; 2])> = Vec::new();
        for (at, cell) in self.cells.iter().enumerate() {
            let Some(activity) = *cell else { continue };
            match runs.last_mut() {
                Some((last, [_, after])) if *last == activity && *after == at => *after = at + 1,
                _ => runs.push((activity, [at, at + 1])),
            }
        }
        runs
    }
}
