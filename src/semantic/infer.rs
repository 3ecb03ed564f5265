//! Types: a monotone fixpoint over instances, one per algorithm and combination of argument types.
//!
//! An unknown type may become int or bool, an int may become real, nothing ever goes back: so
//! lowering every instance again and again, each time with what the others said last, comes to
//! an end. The elements of an array that is passed by reference take part in both directions.
//! When nothing changes any more, one last pass makes the program and reports what is wrong.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::source::Span;

use super::KnownMachine;
use super::class::Scopes;
use super::lower;
use super::lower::sent::{MessagePlace, Sent};
use super::mentions::Binding;
use super::names::{Names, Operator};
use super::problem::{NamesNetwork, Problem, Problems};
use super::results::ResultKind;
use crate::program::{self, AlgorithmId, MachineParameter, Memory, Type};

/// More instances than any program written by hand needs: polymorphic recursion alone gets here.
pub(super) const MOST_INSTANCES: usize = 4096;

/// A type that may not be known yet.
pub(super) type Known = Option<Type>;

/// The least type that holds both; of types that exclude each other the first.
pub(super) fn join(left: Known, right: Known) -> Known {
    match (left, right) {
        (None, other) | (other, None) => other,
        (Some(Type::Int), Some(Type::Real)) => Some(Type::Real),
        (left, _) => left,
    }
}

/// What a call passes, as far as it decides which instance is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum ArgumentType {
    /// A value.
    Scalar(Known),
    /// An array with such elements, of the processor's own memory if `local`.
    Array {
        /// Type of the elements.
        element: Known,
        /// Accesses to it are accesses to a processor's own memory.
        local: bool,
        /// Its dimensions, where the parameter leaves them open.
        rank: Option<u8>,
    },
}

/// Which instance of which algorithm.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Key {
    /// The algorithm or program.
    pub routine: usize,
    /// What ⊕ stands for.
    pub operator: Option<Operator>,
    /// What is passed.
    pub arguments: Vec<ArgumentType>,
}

/// What is known of an array.
#[derive(Debug, Clone, Default)]
pub(super) struct ArrayState {
    /// Type of its elements.
    pub element: Known,
    /// Dimensions.
    pub rank: Option<u8>,
    /// Belongs to a processor's own memory.
    pub local: bool,
    /// It is written somewhere.
    pub written: bool,
    /// Which blocks directly inside the one that it belongs to write it, themselves or in blocks
    /// of theirs: their headers, since numbers of blocks may change from pass to pass.
    pub written_inside: BTreeSet<Span>,
    /// Where it got the type of its elements.
    pub typed_at: Option<Span>,
}

/// What a call gives back, as far as is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ResultState {
    /// Nothing, or nothing known yet.
    Nothing,
    /// A scalar.
    Scalar(Known),
    /// An array.
    Array {
        /// Type of its elements.
        element: Known,
        /// Dimensions.
        rank: u8,
        /// The parameter that it always is; none for a fresh array.
        parameter: Option<usize>,
    },
}

/// One algorithm with one combination of argument types.
#[derive(Debug)]
pub(super) struct Instance {
    /// Which.
    pub key: Key,
    /// Types of the scalars, in the order of its scopes, and where each got it.
    pub scalars: Vec<(Known, Option<Span>)>,
    /// States of the arrays, in the order of its scopes.
    pub arrays: Vec<ArrayState>,
    /// Element types of temporaries, by the place of the expression and of the call.
    pub temporaries: HashMap<(Span, Span), Known>,
    /// What it gives back.
    pub result: ResultState,
}

/// The whole of a check.
pub(super) struct Checker<'a> {
    /// What the file defines.
    pub names: &'a Names<'a>,
    /// The scopes of every routine.
    pub scopes: &'a [Scopes],
    /// What kind of result every routine gives.
    pub kinds: &'a [ResultKind],
    /// The instances made so far.
    pub instances: Vec<Instance>,
    /// What went wrong; muted until nothing changes any more.
    pub problems: &'a mut Problems,
    /// Which names of the machine mean something; the first use of another is a problem, said
    /// once.
    pub machine: KnownMachine,
    /// The types of what is sent.
    sent: Sent,
    by_key: HashMap<Key, usize>,
    changed: bool,
    emitted: HashMap<usize, AlgorithmId>,
    queue: Vec<usize>,
    emitting: bool,
}

impl<'a> Checker<'a> {
    /// A check of nothing yet.
    pub fn new(
        names: &'a Names<'a>,
        scopes: &'a [Scopes],
        kinds: &'a [ResultKind],
        problems: &'a mut Problems,
    ) -> Self {
        Self {
            names,
            scopes,
            kinds,
            instances: Vec::new(),
            problems,
            machine: KnownMachine {
                processors: true,
                delay: true,
                barrier: true,
                memory: Memory::Shared,
                kernels: super::KernelSupport::Lacks,
                names_network: NamesNetwork::No,
            },
            sent: Sent::default(),
            by_key: HashMap::new(),
            changed: false,
            emitted: HashMap::new(),
            queue: Vec::new(),
            emitting: false,
        }
    }

    /// Infers all types from the entry on and makes the program.
    pub fn program(&mut self, entry: Key) -> program::Program {
        let first = self
            .instance(entry, Span::default())
            .expect("the first instance fits");
        self.infer();
        let entry = self.algorithm(first);
        let algorithms = self.emit();
        program::Program {
            algorithms,
            entry,
            memory: self.machine.memory,
            vocabularies: self.problems.vocabularies().clone(),
        }
    }

    /// Finds out every type that can be known.
    fn infer(&mut self) {
        self.problems.mute(true);
        // Types of arguments go from callers to callees, which come later; results go back.
        let mut is_forward = true;
        loop {
            self.changed = false;
            let mut next = 0;
            while next < self.instances.len() {
                let at = if is_forward {
                    next
                } else {
                    self.instances.len() - 1 - next
                };
                lower::instance(self, at);
                next += 1;
            }
            if !self.changed {
                // What nothing else gives a type to gets that of the messages.
                if !self.sent.widen() {
                    break;
                }
            }
            is_forward = !is_forward;
        }
        self.problems.mute(false);
        self.emitting = true;
    }

    /// Lowers every instance that was asked for, and what these ask for in turn.
    fn emit(&mut self) -> Vec<program::Algorithm> {
        let mut algorithms = Vec::new();
        while let Some(&instance) = self.queue.get(algorithms.len()) {
            algorithms.push(lower::instance(self, instance));
        }
        algorithms
    }

    /// The algorithms of which there are instances.
    pub fn routines(&self) -> HashSet<usize> {
        let routines = self.instances.iter().map(|instance| instance.key.routine);
        routines.collect()
    }

    /// The instance for a key, made where there is none; `None` if there are too many.
    pub fn instance(&mut self, key: Key, call: Span) -> Option<usize> {
        if let Some(&known) = self.by_key.get(&key) {
            return Some(known);
        }
        if self.instances.len() >= MOST_INSTANCES {
            let name = self.names.routines[key.routine].name.clone();
            self.problems
                .report_always(&Problem::TooManyInstances { name, span: call });
            return None;
        }
        let scopes = &self.scopes[key.routine];
        let mut instance = Instance {
            scalars: vec![(None, None); scopes.scalars.len()],
            arrays: (scopes.arrays.iter())
                .map(|array| ArrayState {
                    rank: array.rank,
                    local: array.origin == program::Origin::Local,
                    ..ArrayState::default()
                })
                .collect(),
            temporaries: HashMap::new(),
            result: ResultState::Nothing,
            key: key.clone(),
        };
        let formals = &self.names.routines[key.routine].formals;
        for (formal, argument) in formals.iter().zip(&key.arguments) {
            let binding = scopes.at(formal.name);
            match (binding, *argument) {
                (Some(Binding::Scalar(id)), ArgumentType::Scalar(ty)) => {
                    instance.scalars[id.index()] = (ty, Some(formal.name.span));
                }
                (Some(Binding::Array(id)), ArgumentType::Scalar(ty)) => {
                    instance.arrays[id.index()].element = ty;
                    instance.arrays[id.index()].typed_at = Some(formal.name.span);
                }
                (
                    Some(Binding::Array(id)),
                    ArgumentType::Array {
                        element,
                        local,
                        rank,
                    },
                ) => {
                    let state = &mut instance.arrays[id.index()];
                    state.rank = state.rank.or(rank).or(Some(1));
                    state.element = element;
                    state.local = local;
                    state.typed_at = Some(formal.name.span);
                }
                _ => {}
            }
        }
        self.by_key.insert(key, self.instances.len());
        self.instances.push(instance);
        self.changed = true;
        Some(self.instances.len() - 1)
    }

    /// The number of an instance in the program, of which it becomes a part by being asked for.
    pub fn algorithm(&mut self, instance: usize) -> AlgorithmId {
        if !self.emitting {
            return AlgorithmId(0);
        }
        let queue = &mut self.queue;
        *self.emitted.entry(instance).or_insert_with(|| {
            queue.push(instance);
            AlgorithmId(queue.len() as u32 - 1)
        })
    }

    /// Whether types are still being found out, and what is lowered is of no account.
    pub fn is_inferring(&self) -> bool {
        !self.emitting
    }

    /// Notes what is sent at a place of a message.
    pub fn note_sent(&mut self, place: MessagePlace, is_part: bool, ty: Known) {
        self.changed |= self.sent.note(place, is_part, ty);
    }

    /// What is sent at a place of a message, once nothing else gives types.
    pub fn sent(&self, place: MessagePlace) -> Known {
        self.sent.of(place)
    }

    /// Notes that something became known.
    pub fn note_change(&mut self) {
        self.changed = true;
    }

    /// A name of the machine is used.
    pub fn note_machine(&mut self, parameter: MachineParameter, span: Span) {
        if !self.emitting {
            return;
        }
        let (known, problem) = match parameter {
            MachineParameter::Processors => {
                (&mut self.machine.processors, Problem::NoProcessors { span })
            }
            MachineParameter::Delay => {
                let name = "d";
                (&mut self.machine.delay, Problem::NoTime { name, span })
            }
            MachineParameter::BarrierTime => {
                let name = "B";
                (&mut self.machine.barrier, Problem::NoTime { name, span })
            }
        };
        if !std::mem::replace(known, true) {
            self.problems.report(problem);
        }
    }
}
