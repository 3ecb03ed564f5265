//! Following a program with symbols in place of numbers, once for every way that calls lead to a
//! statement.
//!
//! All processors of a synchronous block execute a statement in the same iteration of every loop
//! around it: so the number of an iteration is one symbol for all of them, and only what comes
//! from a processor's own indices, privates and reads differs. In an asynchronous block it is the
//! other way round, but for loops that hold a barrier.

use std::collections::HashMap;
use std::rc::Rc;

use super::contradiction::{System, is_contradictory, negative};
use super::finding::Findings;
use super::polynomial::{Atom, Polynomial};
use super::question::{Answers, Question};
use super::record::Record;
use super::section::Section;
use super::state::{Extent, Known, Site, State, Value};
use super::symbol::Symbols;
use crate::program::{
    Algorithm, AlgorithmId, ArrayId, BlockId, MachineParameter, Program, ScalarId, Type,
};

/// What a whole proof may spend, in cells of tables touched.
const FUEL: u64 = 30_000_000;
/// What an assumption costs that goes into a question.
pub(super) const FUEL_OF_AN_ASSUMPTION: u64 = 10;
/// What a question costs whose answer is known.
const FUEL_OF_A_KNOWN_ANSWER: u64 = 20;
/// What one question may spend.
const FUEL_OF_A_QUESTION: u64 = 2_500_000;
/// Statements followed, repetitions included.
const MOST_STATEMENTS: u32 = 60_000;
/// Statements inside statements, calls included: recursion over them is safe on any stack.
const DEEPEST: u32 = 150;

/// On which machine the program is followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Timing {
    /// Everything is executed step by step.
    Synchronous,
    /// Blocks with barriers are executed section by section.
    Asynchronous,
}

/// What is assumed at one place.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(super) struct Assumptions {
    /// Not negative.
    pub facts: Vec<Polynomial>,
    /// 0.
    pub zero: Vec<Polynomial>,
    /// Not 0.
    pub nonzero: Vec<Polynomial>,
}

impl Assumptions {
    /// Adds others.
    pub fn extend(&mut self, other: Self) {
        self.facts.extend(other.facts);
        self.zero.extend(other.zero);
        self.nonzero.extend(other.nonzero);
    }

    /// How many there are, to come back to.
    pub fn mark(&self) -> [usize; 3] {
        [self.facts.len(), self.zero.len(), self.nonzero.len()]
    }

    /// How many there are in all.
    pub fn count(&self) -> usize {
        self.mark().iter().sum()
    }

    /// Forgets all that came after a mark.
    pub fn back_to(&mut self, mark: [usize; 3]) {
        self.facts.truncate(mark[0]);
        self.zero.truncate(mark[1]);
        self.nonzero.truncate(mark[2]);
    }
}

/// The variables that belong to a block or to one inside it.
#[derive(Debug, Clone, Default)]
pub(super) struct Variables {
    /// Scalars.
    pub scalars: Vec<ScalarId>,
    /// Arrays.
    pub arrays: Vec<ArrayId>,
}

impl Variables {
    /// Of every block of an algorithm.
    fn of(algorithm: &Algorithm) -> Rc<[Self]> {
        let mut of = vec![Self::default(); algorithm.blocks.len()];
        let around = |block: BlockId| {
            std::iter::successors(Some(block), |block| algorithm.blocks[block.index()].parent)
        };
        for (id, scalar) in algorithm.scalars.iter().enumerate() {
            for block in around(scalar.block) {
                of[block.index()].scalars.push(ScalarId(id as u32));
            }
        }
        for (id, array) in algorithm.arrays.iter().enumerate() {
            for block in around(array.block) {
                of[block.index()].arrays.push(ArrayId(id as u32));
            }
        }
        of.into()
    }
}

/// The state of following a program.
pub(super) struct Walker<'p> {
    /// The program.
    pub program: &'p Program,
    /// On which machine.
    pub timing: Timing,
    /// What the atoms are.
    pub symbols: Symbols,
    /// What is known of each access so far.
    pub findings: Findings,
    /// The algorithm that is followed.
    pub algorithm: &'p Algorithm,
    /// Blocks around its body.
    pub base: u32,
    /// Blocks around the statement.
    pub level: u32,
    /// The counters of those blocks, outermost first: one for each index.
    pub counters: Vec<Rc<[Atom]>>,
    /// What its variables hold.
    pub state: State,
    /// What is assumed here.
    pub assumed: Assumptions,
    /// Accesses count only the last time that a loop's body is followed.
    pub recording: bool,
    /// Of branches beside each other: what they accessed.
    pub beside: Vec<Rc<Record>>,
    /// How many branches beside each other the statement is in.
    pub divergence: u32,
    /// The section of an asynchronous block.
    pub section: Option<Section>,
    /// The calls that are open.
    pub calls: Vec<AlgorithmId>,
    /// The arrays that the algorithm has given back so far.
    pub returned: Vec<Known>,
    /// The scalar that it gives back, where that is known.
    pub result: Option<Value>,
    machine: HashMap<MachineParameter, Atom>,
    /// The variables of every block of the algorithms followed so far.
    variables: HashMap<AlgorithmId, Rc<[Variables]>>,
    /// The questions that were answered already.
    answers: Answers,
    sites: u32,
    fuel: u64,
    statements: u32,
    depth: u32,
}

impl<'p> Walker<'p> {
    /// At the beginning of the entry.
    pub fn new(program: &'p Program, timing: Timing) -> Self {
        Self {
            program,
            timing,
            symbols: Symbols::default(),
            findings: Findings::default(),
            algorithm: &program.algorithms[program.entry.index()],
            base: 0,
            level: 0,
            counters: Vec::new(),
            state: State::default(),
            assumed: Assumptions::default(),
            recording: true,
            beside: Vec::new(),
            divergence: 0,
            section: None,
            calls: vec![program.entry],
            returned: Vec::new(),
            result: None,
            machine: HashMap::new(),
            variables: HashMap::new(),
            answers: Answers::default(),
            sites: 0,
            fuel: FUEL,
            statements: MOST_STATEMENTS,
            depth: 0,
        }
    }

    /// Follows a statement inside those that are open; where there is too much to follow, nothing
    /// is known of the whole program.
    pub fn enter(&mut self, follow: impl FnOnce(&mut Self)) {
        self.statements = self.statements.saturating_sub(1);
        if self.statements == 0 || self.fuel == 0 || self.depth == DEEPEST {
            self.statements = 0;
            self.findings.give_up();
            return;
        }
        self.depth += 1;
        follow(self);
        self.depth -= 1;
    }

    /// An int of which nothing is known but who agrees in it.
    pub fn unknown(&mut self, level: u32) -> Value {
        Value::Whole(Polynomial::atom(self.symbols.unknown(level)))
    }

    /// A value of the machine.
    pub fn machine(&mut self, parameter: MachineParameter) -> Polynomial {
        if let Some(&atom) = self.machine.get(&parameter) {
            return Polynomial::atom(atom);
        }
        let atom = self.symbols.unknown(0);
        self.machine.insert(parameter, atom);
        Polynomial::atom(atom)
    }

    /// What holds of the values of the machine.
    pub fn machine_facts(&mut self) {
        let parameters = [
            (MachineParameter::Processors, 1),
            (MachineParameter::Delay, 1),
            (MachineParameter::BarrierTime, 0),
        ];
        for (parameter, least) in parameters {
            let value = self.machine(parameter);
            self.assumed.facts.extend(value.plus_number(-least));
        }
    }

    /// A new site at which an array is made.
    pub fn site(&mut self) -> Site {
        self.sites += 1;
        Site {
            number: self.sites,
            level: self.level,
        }
    }

    /// How many blocks are around those who hold a scalar.
    pub fn level_of_scalar(&self, id: ScalarId) -> u32 {
        let block = self.algorithm.scalars[id.index()].block;
        self.base + self.algorithm.blocks[block.index()].level
    }

    /// What a scalar holds.
    pub fn scalar(&mut self, id: ScalarId) -> Value {
        if let Some(value) = self.state.scalars.get(&id) {
            return value.clone();
        }
        let level = self.level_of_scalar(id);
        let scalar = &self.algorithm.scalars[id.index()];
        match scalar.ty {
            Type::Int => self.unknown(level),
            _ => Value::Other(level),
        }
    }

    /// The array behind a name.
    pub fn array(&mut self, id: ArrayId) -> Known {
        if let Some(known) = self.state.arrays.get(&id) {
            return known.clone();
        }
        self.any_array(self.algorithm.arrays[id.index()].rank)
    }

    /// The variables of every block of the algorithm that is followed.
    pub fn variables(&mut self) -> Rc<[Variables]> {
        let (algorithm, followed) = (self.algorithm, self.calls.last());
        let id = followed.expect("the entry is followed as if it were called");
        let known = self.variables.entry(*id);
        Rc::clone(known.or_insert_with(|| Variables::of(algorithm)))
    }

    /// Shared scalars are made where the block of their owner begins.
    pub fn make_shared_scalars(&mut self, block: BlockId) {
        for id in &self.variables()[block.index()].arrays {
            let array = &self.algorithm.arrays[id.index()];
            if array.rank == 0 && array.block == block {
                let site = self.site();
                let known = Known {
                    sites: Some([site].into()),
                    dimensions: Vec::new(),
                    extent: Extent::Whole,
                };
                self.state.arrays.insert(*id, known);
            }
        }
    }

    /// An array of which only the number of dimensions is known.
    pub fn any_array(&mut self, rank: u8) -> Known {
        Known {
            sites: None,
            dimensions: (0..rank)
                .map(|_| Polynomial::atom(self.symbols.unknown(self.level)))
                .collect(),
            extent: Extent::Whole,
        }
    }

    /// Whether a value cannot be negative here.
    pub fn holds(&mut self, value: &Polynomial) -> bool {
        if let Some(value) = value.as_constant() {
            return value >= 0;
        }
        let Some(opposite) = negative(value) else {
            return false;
        };
        let mut system = System {
            facts: self.assumed.facts.clone(),
            ..System::default()
        };
        for zero in &self.assumed.zero {
            system.facts.extend(zero.times_number(-1));
            system.facts.push(zero.clone());
        }
        system.facts.push(opposite);
        self.contradicts(&system, 0)
    }

    /// Takes what a question costs before it is put.
    pub fn spend(&mut self, fuel: u64) {
        self.fuel = self.fuel.saturating_sub(fuel);
    }

    /// Whether a system cannot be.
    pub fn contradicts(&mut self, system: &System, depth: usize) -> bool {
        if self.fuel == 0 {
            return false;
        }
        let question = Question::of(&self.symbols, system, depth);
        if let Some(answer) = self.answers.get(&question) {
            self.spend(FUEL_OF_A_KNOWN_ANSWER);
            return answer;
        }
        let given = self.fuel.min(FUEL_OF_A_QUESTION);
        let mut fuel = given;
        let found = is_contradictory(&self.symbols, system, depth, &mut fuel);
        self.spend((given - fuel) + 500);
        // Without anything left, it may only have been given up.
        if found || fuel > 0 {
            self.answers.add(question, found);
        }
        found
    }
}
