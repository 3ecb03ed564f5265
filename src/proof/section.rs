//! Sections: the accesses between two barriers of an asynchronous block, between two barriers of a group of a
//! kernel, and of all groups of a kernel, which no barrier orders.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

use super::polynomial::{Polynomial, ProofAtom};
use super::record::{AccessEffect, AccessFunction};
use super::state::{CreationSite, ProofArray};
use super::walker::{Assumptions, Walker};
use crate::program::accesses::AccessKind;

/// The accesses since the last barrier, on any path to the current statement.
#[derive(Debug, Clone)]
pub(super) struct OpenSection {
    scope: SectionScope,
    /// Of a group of a kernel: that of all groups, which no barrier ends.
    around: Option<Box<Self>>,
    open: Open,
    /// For every enclosing loop with barriers: the accesses before its first barrier.
    heads: Vec<Head>,
    /// Of the open accesses, those that represent all later ones of their form, until paths split or
    /// join.
    forms: HashMap<Form, Rc<AccessFunction>>,
}

/// Whose accesses a section holds, and by which rule they conflict.
#[derive(Debug, Clone, Copy)]
pub(super) struct SectionScope {
    /// Two of its processors agree below this level and differ at it.
    pub differ: u32,
    /// In a kernel atomics, and writes of one value, do not conflict with each other.
    pub is_of_kernel: bool,
}

/// The properties of an access that determine its conflicts in a section.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Form {
    kind: AccessKind,
    array: ProofArray,
    subscripts: Vec<Polynomial>,
    counters: Vec<Rc<[ProofAtom]>>,
    assumed: Assumptions,
    effect: AccessEffect,
}

impl Form {
    /// The form of a known access.
    fn of(record: &AccessFunction) -> Option<Self> {
        Some(Self {
            kind: record.access?.kind,
            array: record.array.clone(),
            subscripts: record.subscripts.clone(),
            counters: record.counters.clone(),
            assumed: record.assumed.clone(),
            effect: record.effect.clone(),
        })
    }
}

/// Accesses by the only site at which their array may have been created; None for several sites or any.
/// Arrays of different sites share no cell.
#[derive(Debug, Clone, Default)]
struct Open {
    of: BTreeMap<Option<CreationSite>, Vec<Rc<AccessFunction>>>,
}

impl Open {
    fn site(record: &AccessFunction) -> Option<CreationSite> {
        let sites = record.array.sites.as_ref()?;
        let only = sites.first().filter(|_| sites.len() == 1);
        only.copied()
    }

    fn add(&mut self, record: Rc<AccessFunction>) {
        let site = Self::site(&record);
        self.of.entry(site).or_default().push(record);
    }

    fn all(&self) -> impl Iterator<Item = &Rc<AccessFunction>> {
        self.of.values().flatten()
    }

    /// The accesses whose array may be that of `record`.
    fn beside(&self, record: &AccessFunction) -> impl Iterator<Item = &Rc<AccessFunction>> {
        let site = Self::site(record);
        let lists = self.of.iter();
        let lists =
            lists.filter(move |(other, _)| site.is_none() || other.is_none() || **other == site);
        lists.flat_map(|(_, records)| records)
    }
}

#[derive(Debug, Clone, Default)]
struct Head {
    records: Vec<Rc<AccessFunction>>,
    /// Whether every path to the current statement contains a barrier.
    closed: bool,
}

/// The state at the start of one of several paths.
pub(super) struct Fork {
    open: Open,
    closed: Vec<bool>,
}

impl OpenSection {
    /// The start of a section, inside of another one or not.
    pub fn new(scope: SectionScope, around: Option<Self>) -> Self {
        Self {
            scope,
            around: around.map(Box::new),
            open: Open::default(),
            heads: Vec::new(),
            forms: HashMap::new(),
        }
    }

    fn fork(&self) -> Fork {
        Fork {
            open: self.open.clone(),
            closed: self.heads.iter().map(|head| head.closed).collect(),
        }
    }

    /// Returns to a fork to follow the other path, and returns the state at the end of this one.
    fn turn(&mut self, fork: &Fork) -> Fork {
        let end = self.fork();
        self.forms.clear();
        self.open.clone_from(&fork.open);
        for (head, closed) in self.heads.iter_mut().zip(&fork.closed) {
            head.closed = *closed;
        }
        end
    }

    /// Joins two paths.
    fn meet(&mut self, other: &Fork) {
        self.forms.clear();
        let known: HashSet<*const AccessFunction> = self.open.all().map(Rc::as_ptr).collect();
        let others = other.open.all();
        for record in others.filter(|record| !known.contains(&Rc::as_ptr(record))) {
            self.open.add(record.clone());
        }
        for (head, closed) in self.heads.iter_mut().zip(&other.closed) {
            head.closed &= closed;
        }
    }
}

impl Walker<'_> {
    /// Adds an access to the open section, and to the one around it.
    pub fn enter_sections(&mut self, record: &Rc<AccessFunction>) {
        if let Some(mut section) = self.section.take() {
            self.enter_section(&mut section, record);
            if let Some(around) = &mut section.around {
                self.enter_section(around, record);
            }
            self.section = Some(section);
        }
    }

    fn enter_section(&mut self, section: &mut OpenSection, record: &Rc<AccessFunction>) {
        if let (Some(form), Some(access)) = (Form::of(record), record.access) {
            match section.forms.entry(form) {
                Entry::Occupied(same) => {
                    // It conflicts with the same accesses as the first one of its form.
                    let mut alike = same.get().alike.borrow_mut();
                    alike.accesses.push(access);
                    self.findings.limit(access, alike.known);
                    return;
                }
                Entry::Vacant(new) => {
                    new.insert(record.clone());
                }
            }
        }
        section.open.add(record.clone());
        for head in section.heads.iter_mut().filter(|head| !head.closed) {
            head.records.push(record.clone());
        }
        for other in section.open.beside(record) {
            self.meet_in_section(record, other, section.scope, None);
        }
    }

    /// The deepest level whose processors execute a section together: in code without sections, any.
    pub fn shared_level(&self) -> u32 {
        (self.section.as_ref()).map_or(u32::MAX, |section| section.scope.differ - 1)
    }

    /// A barrier of all processors.
    pub fn barrier(&mut self) {
        if let Some(section) = &mut self.section
            && self.recording
        {
            section.open = Open::default();
            section.forms.clear();
            for head in &mut section.heads {
                head.closed = true;
            }
        }
    }

    /// The start of several paths; all processors take the same one.
    pub fn fork(&self) -> Option<Fork> {
        self.section.as_ref().map(OpenSection::fork)
    }

    /// Returns to a fork to follow the other path.
    pub fn turn(&mut self, fork: &Fork) -> Option<Fork> {
        self.section.as_mut().map(|section| section.turn(fork))
    }

    /// Joins the two paths of a fork.
    pub fn rejoin(&mut self, other: &Fork) {
        if let Some(section) = &mut self.section {
            section.meet(other);
        }
    }

    /// Enters the body of a loop with barriers.
    pub fn enter_loop_of_barriers(&mut self) {
        if let Some(section) = &mut self.section {
            section.heads.push(Head::default());
            section.forms.clear();
        }
    }

    /// Leaves the body of a loop with barriers: its end and its start belong to one section, in
    /// different iterations. Unknowns created since `since` differ between iterations.
    pub fn leave_loop_of_barriers(&mut self, since: u32) {
        let Some(mut section) = self.section.take() else {
            return;
        };
        if let Some(head) = section.heads.pop() {
            for earlier in section.open.all() {
                for later in &head.records {
                    self.meet_in_section(earlier, later, section.scope, Some(since));
                }
            }
        }
        self.section = Some(section);
    }
}
