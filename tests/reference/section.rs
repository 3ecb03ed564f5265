//! Sections of asynchronous blocks: "within one section a global cell is accessed by one processor
//! only, reads included"; a barrier of a part orders those who meet at it.

use std::collections::BTreeMap;
use std::rc::Rc;

use pram::source::Span;

use super::asynchronous::{Account, Asynchronous, shares};
use super::memory::Cell;
use super::processor::Processor;

/// A processor's place in the order of all.
type Path = Vec<usize>;

/// One of the two accesses of a race.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RaceAccess {
    /// The processor, by the values of its indices.
    pub processor: Vec<i64>,
    pub writes: bool,
    pub span: Span,
}

/// Two accesses that nothing orders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Race {
    pub section: u64,
    /// As the user names it.
    pub cell: String,
    pub earlier: RaceAccess,
    pub later: RaceAccess,
}

/// What happened in a section, and when as its processor counts.
struct Happened {
    cell: Cell,
    path: Path,
    /// How many barriers of parts its processor had passed in the section.
    epoch: u64,
    access: RaceAccess,
}

/// An asynchronous block that is being executed.
#[derive(Default)]
pub struct Native {
    pub processors: Vec<Rc<Processor>>,
    pub section: u64,
    /// Whether a statement was executed since the last barrier of all.
    pub something: bool,
    /// Whether its processors know their paces.
    pub paced: bool,
    happened: Vec<Happened>,
    /// Of each processor, how many epochs of each other it knows to be over.
    known: BTreeMap<Path, BTreeMap<Path, u64>>,
}

impl Race {
    /// Whether nobody writes.
    pub fn only_reads(&self) -> bool {
        !self.earlier.writes && !self.later.writes
    }
}

impl Native {
    /// A block that begins after so many sections. Its end is a barrier, and none was before it.
    pub fn new(sections: u64) -> Self {
        Self {
            section: sections + 1,
            something: true,
            ..Self::default()
        }
    }

    /// The processors in order: this is their numbering.
    pub fn numbered(&self) -> Vec<Rc<Processor>> {
        let mut processors = self.processors.clone();
        processors.sort_by(|left, right| left.path.cmp(&right.path));
        processors
    }

    fn knows(&self, path: &Path, of: &Path) -> u64 {
        let known = self.known.get(path).and_then(|known| known.get(of));
        known.copied().unwrap_or(0)
    }

    /// An access, and the first one that it must not meet: a write where there is one, as two
    /// reads may be legal.
    pub fn access(&mut self, path: &Path, cell: Cell, access: RaceAccess) -> Option<RaceAccess> {
        let is_met = |other: &&Happened| {
            other.cell == cell
                && other.path != *path
                && self.knows(path, &other.path) <= other.epoch
        };
        let met: Vec<&Happened> = self.happened.iter().filter(is_met).collect();
        let with_write = met
            .iter()
            .find(|other| access.writes || other.access.writes)
            .or(met.first());
        let earlier = with_write.map(|other| other.access.clone());
        self.happened.push(Happened {
            cell,
            path: path.clone(),
            epoch: self.knows(path, path),
            access,
        });
        earlier
    }

    /// These meet at a barrier: what one knows, all know, and what they did is over.
    pub fn meet(&mut self, members: &[Rc<Processor>], barrier: u64) {
        self.something = true;
        let latest = members.iter().map(|member| member.clock.borrow().time);
        let latest = latest.max().unwrap_or(0);
        let mut common: BTreeMap<Path, u64> = BTreeMap::new();
        for member in members {
            member.clock.borrow_mut().meet(latest + barrier, barrier);
            let own = self.known.entry(member.path.clone()).or_default();
            *own.entry(member.path.clone()).or_default() += 1;
            for (path, epochs) in own {
                let all = common.entry(path.clone()).or_default();
                *all = (*all).max(*epochs);
            }
        }
        for member in members {
            self.known.insert(member.path.clone(), common.clone());
        }
    }

    /// A barrier of all ends the section. Where there are fewer real processors than the block
    /// has, each does what several of them do, one after the other; where there are more, these
    /// wait.
    pub fn end_section(&mut self, machine: &Asynchronous, real: Option<u64>, to: &mut Account) {
        let processors = self.numbered();
        let real = real.unwrap_or(processors.len() as u64);
        let (mut times, mut own, mut in_barriers) = (Vec::new(), 0, 0);
        for share in shares(processors.len(), real) {
            let clocks = processors[share].iter().map(|each| each.clock.borrow());
            let clocks: Vec<_> = clocks.collect();
            times.push(clocks.iter().map(|clock| clock.time).sum::<u64>());
            own += clocks.iter().map(|clock| clock.own).sum::<u64>();
            in_barriers += clocks.iter().map(|clock| clock.barriers).sum::<u64>();
        }
        let slowest = times.iter().copied().max().unwrap_or(0);
        to.time += slowest + machine.barrier.of(real);
        to.work += own;
        to.waiting += slowest * real - own - in_barriers;
        to.sections += 1;
        for processor in processors {
            processor.clock.borrow_mut().restart();
        }
        self.happened.clear();
        self.known.clear();
        self.something = false;
        self.section += 1;
    }
}
