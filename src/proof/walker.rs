//! Follows a program with symbols in place of numbers, once for every path of calls to a statement.
//!
//! All processors of a synchronous block execute a statement in the same iteration of every enclosing
//! loop, so the number of an iteration is one symbol for all of them; only values that depend on a
//! processor's own indices, private variables and reads differ. In an asynchronous block it is the other
//! way round, except for loops with a barrier.

use std::collections::HashMap;
use std::rc::Rc;

use super::contradiction::{System, is_contradictory, negative};
use super::finding::Findings;
use super::polynomial::{Polynomial, ProofAtom};
use super::question::{Answers, ProofQuestion};
use super::record::AccessFunction;
use super::section::OpenSection;
use super::state::{CreationSite, PartExtent, ProofArray, ProofState, ProofValue};
use super::symbol::Symbols;
use crate::program::{
    Algorithm, AlgorithmId, ArrayId, BlockId, MachineParameter, Origin, Program, ScalarId, Type,
};

/// The effort limit of a whole proof, in table cells touched.
const FUEL: u64 = 30_000_000;
/// The effort for an assumption in a question.
pub(super) const FUEL_OF_AN_ASSUMPTION: u64 = 10;
/// The effort for a question with a remembered answer.
const FUEL_OF_A_KNOWN_ANSWER: u64 = 20;
/// The effort limit of one question.
const FUEL_OF_A_QUESTION: u64 = 2_500_000;
/// The most statements that are followed, including repetitions.
const MOST_STATEMENTS: u32 = 60_000;
/// The deepest nesting of statements, including calls, so that recursion is safe on any stack.
const DEEPEST: u32 = 150;

/// The kind of machine for which the program is followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Timing {
    /// All statements are executed step by step.
    Synchronous,
    /// Blocks with barriers are executed section by section.
    Asynchronous,
}

/// The assumptions at one point.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(super) struct Assumptions {
    /// Polynomials that are at least 0.
    pub facts: Vec<Polynomial>,
    /// Polynomials that are 0.
    pub zero: Vec<Polynomial>,
    /// Polynomials that are not 0.
    pub nonzero: Vec<Polynomial>,
}

impl Assumptions {
    /// Adds further assumptions.
    pub fn extend(&mut self, other: Self) {
        self.facts.extend(other.facts);
        self.zero.extend(other.zero);
        self.nonzero.extend(other.nonzero);
    }

    /// The numbers of assumptions, to which [`Self::back_to`] returns.
    pub fn mark(&self) -> [usize; 3] {
        [self.facts.len(), self.zero.len(), self.nonzero.len()]
    }

    /// The total number of assumptions.
    pub fn count(&self) -> usize {
        self.mark().iter().sum()
    }

    /// Removes all assumptions added after a mark.
    pub fn back_to(&mut self, mark: [usize; 3]) {
        self.facts.truncate(mark[0]);
        self.zero.truncate(mark[1]);
        self.nonzero.truncate(mark[2]);
    }
}

/// The variables of a block and of the blocks inside it.
#[derive(Debug, Clone, Default)]
pub(super) struct Variables {
    /// Scalars.
    pub scalars: Vec<ScalarId>,
    /// Arrays.
    pub arrays: Vec<ArrayId>,
}

impl Variables {
    /// The variables of every block of an algorithm.
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
    /// The kind of machine.
    pub timing: Timing,
    /// The meanings of the atoms.
    pub symbols: Symbols,
    /// The known properties of each access.
    pub findings: Findings,
    /// The algorithm that is followed.
    pub algorithm: &'p Algorithm,
    /// The number of blocks around its body.
    pub base: u32,
    /// The number of blocks around the statement.
    pub level: u32,
    /// The counters of these blocks, outermost first: one for each index.
    pub counters: Vec<Rc<[ProofAtom]>>,
    /// The abstract values of its variables.
    pub state: ProofState,
    /// The assumptions here.
    pub assumed: Assumptions,
    /// Whether accesses are recorded: only when a loop's body is followed for the last time.
    pub recording: bool,
    /// The accesses of simultaneous branches.
    pub beside: Vec<Rc<AccessFunction>>,
    /// The number of enclosing branches at which processors diverge.
    pub divergence: u32,
    /// The section of an asynchronous block, or of a group of a kernel.
    pub section: Option<OpenSection>,
    /// The open calls.
    pub calls: Vec<AlgorithmId>,
    /// The arrays that the algorithm has returned so far.
    pub returned: Vec<ProofArray>,
    /// The scalar that it returns, if it is known.
    pub result: Option<ProofValue>,
    machine: HashMap<MachineParameter, ProofAtom>,
    /// The variables of every block of the algorithms followed so far.
    variables: HashMap<AlgorithmId, Rc<[Variables]>>,
    /// The answers to earlier questions.
    answers: Answers,
    sites: u32,
    fuel: u64,
    statements: u32,
    depth: u32,
}

impl<'p> Walker<'p> {
    /// The state at the start of the entry.
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
            state: ProofState::default(),
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

    /// Follows a nested statement. If the program is too large, nothing is proved about it.
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

    /// An unknown int of a given level.
    pub fn unknown(&mut self, level: u32) -> ProofValue {
        ProofValue::Whole(Polynomial::atom(self.symbols.unknown(level)))
    }

    /// The symbol of a parameter of the machine.
    pub fn machine(&mut self, parameter: MachineParameter) -> Polynomial {
        if let Some(&atom) = self.machine.get(&parameter) {
            return Polynomial::atom(atom);
        }
        let atom = self.symbols.unknown(0);
        self.machine.insert(parameter, atom);
        Polynomial::atom(atom)
    }

    /// Adds the facts about the parameters of the machine.
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

    /// A new site at which an array is created.
    pub fn site(&mut self) -> CreationSite {
        self.sites += 1;
        CreationSite {
            number: self.sites,
            level: self.level,
        }
    }

    /// The level of the processors that own a scalar.
    pub fn level_of_scalar(&self, id: ScalarId) -> u32 {
        self.level_of_processors(self.algorithm.scalars[id.index()].block)
    }

    /// The level of the processors of a block. Groups are a level of their own.
    fn level_of_processors(&self, block: BlockId) -> u32 {
        let block = &self.algorithm.blocks[block.index()];
        self.base + block.level + u32::from(block.kernel.is_some())
    }

    /// The level of the processors that each have an array of their own.
    pub fn level_of_array(&self, id: ArrayId) -> u32 {
        let array = &self.algorithm.arrays[id.index()];
        self.level_of_processors(array.block) - u32::from(array.origin == Origin::Group)
    }

    /// The value of a scalar.
    pub fn scalar(&mut self, id: ScalarId) -> ProofValue {
        if let Some(value) = self.state.scalars.get(&id) {
            return value.clone();
        }
        let level = self.level_of_scalar(id);
        let scalar = &self.algorithm.scalars[id.index()];
        match scalar.ty {
            Type::Int => self.unknown(level),
            _ => ProofValue::Other(level),
        }
    }

    /// The array of a name.
    pub fn array(&mut self, id: ArrayId) -> ProofArray {
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

    /// Creates the shared scalars of a block at its start.
    pub fn make_shared_scalars(&mut self, block: BlockId) {
        for id in &self.variables()[block.index()].arrays {
            let array = &self.algorithm.arrays[id.index()];
            if array.rank == 0 && array.block == block {
                let mut site = self.site();
                site.level = site.level.min(self.level_of_array(*id));
                let known = ProofArray {
                    sites: Some([site].into()),
                    dimensions: Vec::new(),
                    extent: PartExtent::Whole,
                };
                self.state.arrays.insert(*id, known);
            }
        }
    }

    /// An array of which only the rank is known.
    pub fn any_array(&mut self, rank: u8) -> ProofArray {
        ProofArray {
            sites: None,
            dimensions: (0..rank)
                .map(|_| Polynomial::atom(self.symbols.unknown(self.level)))
                .collect(),
            extent: PartExtent::Whole,
        }
    }

    /// Whether a value is certainly at least 0 here.
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

    /// Reduces the remaining effort.
    pub fn spend(&mut self, fuel: u64) {
        self.fuel = self.fuel.saturating_sub(fuel);
    }

    /// Whether a system is certainly contradictory.
    pub fn contradicts(&mut self, system: &System, depth: usize) -> bool {
        if self.fuel == 0 {
            return false;
        }
        let question = ProofQuestion::of(&self.symbols, system, depth);
        if let Some(answer) = self.answers.get(&question) {
            self.spend(FUEL_OF_A_KNOWN_ANSWER);
            return answer;
        }
        let given = self.fuel.min(FUEL_OF_A_QUESTION);
        let mut fuel = given;
        let found = is_contradictory(&self.symbols, system, depth, &mut fuel);
        self.spend((given - fuel) + 500);
        // Without remaining effort, the negative answer may be incomplete and is not remembered.
        if found || fuel > 0 {
            self.answers.add(question, found);
        }
        found
    }
}
