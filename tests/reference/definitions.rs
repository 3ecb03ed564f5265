//! Which algorithm a call means, and what can be told of an algorithm from its text alone.

use std::collections::{HashMap, HashSet};

use pram::syntax::ast::{
    Algorithm, AlgorithmName, Declarator, Expr, ExprKind, File, Input, Item, Neutral, OperatorName,
    ParallelHeader, PrintPart, Stmt, StmtKind, Subscript, Target, WrittenChange,
};

/// What ⊕ stands for inside a generic algorithm.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Operator {
    /// A built-in one.
    Known(OperatorName),
    /// A two-argument algorithm with a neutral element, by its number.
    User(usize),
}

/// Everything that the file defines.
pub struct Definitions<'a> {
    pub algorithms: Vec<&'a Algorithm>,
    pub inputs: Vec<&'a Input>,
    pub program: Option<&'a [Stmt]>,
    pub neutrals: HashMap<&'a str, &'a Neutral>,
    pub machine: Option<&'a pram::syntax::ast::Machine>,
    /// For each algorithm, by position, whether it writes its array parameter.
    writes: HashSet<(usize, usize)>,
}

/// What a called name means.
pub enum Callee {
    /// An algorithm, and what ⊕ means in it.
    Algorithm(usize, Option<Operator>),
    /// A built-in function or a generator.
    Builtin,
}

impl<'a> Definitions<'a> {
    pub fn new(file: &'a File) -> Self {
        let mut definitions = Self {
            algorithms: Vec::new(),
            inputs: Vec::new(),
            program: None,
            neutrals: HashMap::new(),
            machine: None,
            writes: HashSet::new(),
        };
        for item in &file.items {
            match item {
                Item::Algorithm(algorithm) => definitions.algorithms.push(algorithm),
                Item::Input(input) => definitions.inputs.push(input),
                Item::Program(program) => definitions.program = Some(&program.body),
                Item::Neutral(neutral) => {
                    definitions.neutrals.insert(&neutral.name.text, neutral);
                }
                Item::Machine(machine) => definitions.machine = Some(machine),
                Item::Include(_) | Item::Claim(_) | Item::Sequential(_) => {}
            }
        }
        definitions.find_written_parameters();
        definitions
    }

    fn named(&self, operator: Option<&OperatorName>, stem: &str) -> Option<usize> {
        self.algorithms
            .iter()
            .position(|known| known.name.operator.as_ref() == operator && known.name.stem == stem)
    }

    /// "An exact definition (`algoritam +_par`) wins over the generic one."
    pub fn resolve(&self, name: &AlgorithmName, current: Option<&Operator>) -> Callee {
        let operator = match &name.operator {
            None => return self.resolve_plain(&name.stem),
            Some(OperatorName::Generic) => match current {
                Some(operator) => operator.clone(),
                None => return Callee::Builtin,
            },
            Some(known) => Operator::Known(known.clone()),
        };
        let exact = match &operator {
            Operator::Known(known) => self.named(Some(known), &name.stem),
            Operator::User(f) => self.named(
                None,
                &format!("{}_{}", self.algorithms[*f].name.stem, name.stem),
            ),
        };
        match (exact, self.named(Some(&OperatorName::Generic), &name.stem)) {
            (Some(exact), _) => Callee::Algorithm(exact, None),
            (None, Some(generic)) => Callee::Algorithm(generic, Some(operator)),
            (None, None) => Callee::Builtin,
        }
    }

    /// `f_par` is the generic `par` over f, where `neutralni f` is declared.
    fn resolve_plain(&self, stem: &str) -> Callee {
        if let Some(exact) = self.named(None, stem) {
            return Callee::Algorithm(exact, None);
        }
        for (at, _) in stem.match_indices('_') {
            let (user, rest) = (&stem[..at], &stem[at + 1..]);
            let generic = self.named(Some(&OperatorName::Generic), rest);
            if let (Some(generic), true) = (generic, self.neutrals.contains_key(user))
                && let Some(f) = self.named(None, user)
            {
                return Callee::Algorithm(generic, Some(Operator::User(f)));
            }
        }
        Callee::Builtin
    }

    /// A call that stands as a value gives what `vrati` gives, else the first array parameter.
    /// Some(true) for an array, Some(false) for a scalar, None for nothing.
    pub fn result_is_array(&self, algorithm: usize) -> Option<bool> {
        self.result_is_array_within(algorithm, &mut HashSet::new())
    }

    fn result_is_array_within(&self, algorithm: usize, seen: &mut HashSet<usize>) -> Option<bool> {
        if !seen.insert(algorithm) {
            return None;
        }
        let definition = self.algorithms[algorithm];
        let mut returned = Vec::new();
        visit_statements(&definition.body, &mut |statement| {
            if let StmtKind::Return(Some(value)) = &statement.kind {
                returned.push(value);
            }
        });
        if returned.is_empty() {
            let array = definition
                .parameters
                .iter()
                .any(|each| each.dimensions.is_some());
            return array.then_some(true);
        }
        let arrays = array_names(definition);
        returned
            .iter()
            .find_map(|value| self.gives_array(value, &arrays, seen))
    }

    fn gives_array(
        &self,
        value: &Expr,
        arrays: &HashSet<&str>,
        seen: &mut HashSet<usize>,
    ) -> Option<bool> {
        match &value.kind {
            ExprKind::WholeArray(_) => Some(true),
            ExprKind::Name(name) => Some(arrays.contains(name.text.as_str())),
            ExprKind::Call(name, arguments) => {
                // Which operator does not change what kind of value comes back.
                let candidates = self.candidates(name);
                if candidates.is_empty() {
                    return match name.stem.as_str() {
                        "duljina" | "length" => Some(false),
                        _ => arguments
                            .iter()
                            .find_map(|each| self.gives_array(each, arrays, seen)),
                    };
                }
                candidates
                    .iter()
                    .find_map(|&each| self.result_is_array_within(each, seen))
            }
            ExprKind::Unary(_, operand) => self.gives_array(operand, arrays, seen),
            ExprKind::Binary(_, _, left, right) => {
                let left = self.gives_array(left, arrays, seen);
                let right = self.gives_array(right, arrays, seen);
                left.max(right)
            }
            _ => Some(false),
        }
    }

    /// All algorithms that a name could mean, whatever ⊕ is.
    fn candidates(&self, name: &AlgorithmName) -> Vec<usize> {
        match self.resolve(name, None) {
            Callee::Algorithm(algorithm, _) => vec![algorithm],
            Callee::Builtin if name.operator == Some(OperatorName::Generic) => {
                let stem = format!("_{}", name.stem);
                (0..self.algorithms.len())
                    .filter(|&each| {
                        let known = &self.algorithms[each].name;
                        known.stem == name.stem || known.stem.ends_with(&stem)
                    })
                    .collect()
            }
            Callee::Builtin => Vec::new(),
        }
    }

    /// Whether a call of this name gives an array.
    pub fn call_gives_array(&self, name: &AlgorithmName) -> bool {
        self.candidates(name)
            .iter()
            .any(|&each| self.result_is_array(each) == Some(true))
    }

    /// Whether some call of this name writes the array that it is passed in this place.
    pub fn call_writes(&self, name: &AlgorithmName, position: usize) -> bool {
        self.candidates(name)
            .iter()
            .any(|&each| self.writes.contains(&(each, position)))
    }

    /// Which parameters are written, also through further calls: the least fixed point.
    fn find_written_parameters(&mut self) {
        loop {
            let mut found = self.writes.clone();
            for (number, algorithm) in self.algorithms.iter().enumerate() {
                let written = self.written_names(&algorithm.body);
                for (position, parameter) in algorithm.parameters.iter().enumerate() {
                    let is_array = parameter.dimensions.is_some();
                    if is_array && written.contains(parameter.name.text.as_str()) {
                        found.insert((number, position));
                    }
                }
            }
            if found == self.writes {
                return;
            }
            self.writes = found;
        }
    }

    /// The names of the arrays that these statements write, themselves or by calls.
    pub fn written_names(&self, body: &'a [Stmt]) -> HashSet<&'a str> {
        let mut written = HashSet::new();
        visit_statements(body, &mut |statement| {
            if let StmtKind::Assign { target, .. } = &statement.kind {
                let (Target::Element(name, ..)
                | Target::Section(name, ..)
                | Target::WholeArray(name, _)
                | Target::Name(name)) = target;
                written.insert(name.text.as_str());
            }
            for expression in expressions_of(statement) {
                self.collect_passed(expression, &mut written);
            }
        });
        written
    }

    fn collect_passed(&self, expression: &'a Expr, written: &mut HashSet<&'a str>) {
        visit_expression(expression, &mut |part| {
            if let ExprKind::Call(name, arguments) = &part.kind {
                for (position, argument) in arguments.iter().enumerate() {
                    if let ExprKind::Name(array) | ExprKind::WholeArray(array) = &argument.kind
                        && self.call_writes(name, position)
                    {
                        written.insert(array.text.as_str());
                    }
                }
            }
        });
    }
}

/// The names that mean arrays somewhere in an algorithm.
fn array_names(algorithm: &Algorithm) -> HashSet<&str> {
    let parameters = algorithm
        .parameters
        .iter()
        .filter(|each| each.dimensions.is_some());
    let mut names: HashSet<&str> = parameters.map(|each| each.name.text.as_str()).collect();
    visit_statements(&algorithm.body, &mut |statement| match &statement.kind {
        StmtKind::Assign {
            target: Target::WholeArray(name, _),
            ..
        } => {
            names.insert(name.text.as_str());
        }
        StmtKind::Declare { declarators, .. } => {
            let arrays = declarators.iter().filter(|each| each.dimensions.is_some());
            names.extend(arrays.map(|each| each.name.text.as_str()));
        }
        _ => {}
    });
    names
}

/// Every statement, those inside others too, in the order of the text.
pub fn visit_statements<'a>(body: &'a [Stmt], visit: &mut dyn FnMut(&'a Stmt)) {
    for statement in body {
        visit(statement);
        match &statement.kind {
            StmtKind::Parallel(block) => visit_statements(&block.body, visit),
            StmtKind::For { body, .. }
            | StmtKind::While { body, .. }
            | StmtKind::Repeat { body, .. }
            | StmtKind::Block(body) => visit_statements(body, visit),
            StmtKind::CFor {
                initial,
                update,
                body,
                ..
            } => {
                for part in [initial, update].into_iter().flatten() {
                    visit_statements(std::slice::from_ref(part), visit);
                }
                visit_statements(body, visit);
            }
            StmtKind::If {
                then, otherwise, ..
            } => {
                visit_statements(then, visit);
                visit_statements(otherwise, visit);
            }
            _ => {}
        }
    }
}

/// The expressions of one statement, without those of statements inside it.
pub fn expressions_of(statement: &Stmt) -> Vec<&Expr> {
    match &statement.kind {
        StmtKind::Assign { target, value, .. } => {
            let mut all = target.expressions();
            all.push(value);
            all
        }
        StmtKind::Declare { declarators, .. } => declarators
            .iter()
            .flat_map(declarator_expressions)
            .collect(),
        StmtKind::Parallel(block) => {
            let ranges = match &block.header {
                ParallelHeader::Ranges(ranges) => ranges.as_slice(),
                _ => &[],
            };
            let mapping = block.tasks.iter().flat_map(|tasks| &tasks.mapping);
            ranges
                .iter()
                .flat_map(|range| [Some(&range.from), Some(&range.to), range.step.as_ref()])
                .flatten()
                .chain(mapping)
                .collect()
        }
        StmtKind::For { from, to, step, .. } => [from, to].into_iter().chain(step).collect(),
        StmtKind::CFor { condition, .. } => condition.iter().collect(),
        StmtKind::While { condition, .. }
        | StmtKind::If { condition, .. }
        | StmtKind::Assert { condition, .. }
        | StmtKind::ClaimTurns(condition) => vec![condition],
        StmtKind::Repeat { count, .. } => vec![count],
        StmtKind::Return(value) => value.iter().collect(),
        StmtKind::Barrier(range) => range.iter().flat_map(|(from, to)| [from, to]).collect(),
        StmtKind::Print(parts) => parts
            .iter()
            .filter_map(|part| match part {
                PrintPart::Value(value) => Some(value),
                PrintPart::Text(_) => None,
            })
            .collect(),
        StmtKind::Output(outputs) => outputs.iter().map(|output| &output.value).collect(),
        StmtKind::Call(call) => vec![call],
        StmtKind::Send { items, to, tag, .. } => {
            items.iter().chain(to.expressions()).chain(tag).collect()
        }
        StmtKind::Receive {
            targets, from, tag, ..
        } => {
            let places = targets.iter().flat_map(Target::expressions);
            places.chain(from.expressions()).chain(tag).collect()
        }
        StmtKind::Atomic {
            target,
            change,
            value,
            ..
        } => {
            let expected = match change {
                WrittenChange::Compare(condition) => Some(&**condition),
                _ => None,
            };
            expected
                .into_iter()
                .chain(target.expressions())
                .chain([value])
                .collect()
        }
        StmtKind::Meet(_)
        | StmtKind::WarpBarrier
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Block(_)
        | StmtKind::Empty => Vec::new(),
    }
}

fn declarator_expressions(declarator: &Declarator) -> impl Iterator<Item = &Expr> {
    let lengths = declarator.dimensions.iter().flatten().flatten();
    lengths.chain(&declarator.initial)
}

/// An expression and everything inside it.
pub fn visit_expression<'a>(expression: &'a Expr, visit: &mut dyn FnMut(&'a Expr)) {
    visit(expression);
    match &expression.kind {
        ExprKind::Element(_, parts) | ExprKind::Call(_, parts) | ExprKind::List(parts) => {
            for part in parts {
                visit_expression(part, visit);
            }
        }
        ExprKind::Section(_, subscripts) => {
            for part in subscripts.iter().flat_map(Subscript::expressions) {
                visit_expression(part, visit);
            }
        }
        ExprKind::Unary(_, operand) => visit_expression(operand, visit),
        ExprKind::Binary(_, _, left, right) => {
            visit_expression(left, visit);
            visit_expression(right, visit);
        }
        _ => {}
    }
}
