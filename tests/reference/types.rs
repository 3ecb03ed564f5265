//! The type of every variable, per call: a plain fixed point over all bodies that are reached.

use std::collections::HashMap;
use std::rc::Rc;

use pram::syntax::ast::{
    AlgorithmName, BinaryOp, Expr, ExprKind, OperatorName, Parallel, ParallelHeader, Parameter,
    Stmt, StmtKind, Target, UnaryOp,
};

use super::definitions::{Callee, Definitions, Operator};
use super::names::{Names, Owner, index_names};
use super::value::Type;

/// One typed copy: a body, what ⊕ means in it, and the types given (none where a default or an
/// array's length stands in).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Instance {
    /// The algorithm's number; none for the program.
    pub body: Option<usize>,
    pub operator: Option<Operator>,
    pub given: Vec<Option<Type>>,
}

/// What is known of one instance.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Typing {
    /// Scalars, and elements of arrays.
    variables: HashMap<(Owner, String), Type>,
    /// Expressions by their address in the syntax tree.
    expressions: HashMap<usize, Type>,
    result: Option<Type>,
}

impl Typing {
    pub fn variable(&self, owner: Owner, name: &str) -> Type {
        self.variables
            .get(&(owner, name.to_owned()))
            .copied()
            .unwrap_or(Type::Unknown)
    }

    pub fn expression(&self, expression: &Expr) -> Type {
        let address = std::ptr::from_ref(expression) as usize;
        self.expressions
            .get(&address)
            .copied()
            .unwrap_or(Type::Unknown)
    }

    pub fn result(&self) -> Type {
        self.result.unwrap_or(Type::Unknown)
    }

    fn join(&mut self, owner: Owner, name: &str, ty: Type) {
        let known = self
            .variables
            .entry((owner, name.to_owned()))
            .or_insert(Type::Unknown);
        *known = known.join(ty);
    }
}

/// The names and types of all bodies.
pub struct Types<'a> {
    definitions: Rc<Definitions<'a>>,
    names: HashMap<Option<usize>, Rc<Names<'a>>>,
    table: HashMap<Instance, Typing>,
}

impl<'a> Types<'a> {
    pub fn new(definitions: Rc<Definitions<'a>>) -> Self {
        Self {
            definitions,
            names: HashMap::new(),
            table: HashMap::new(),
        }
    }

    /// The names of an algorithm, or of the program.
    pub fn names(&mut self, body: Option<usize>) -> Rc<Names<'a>> {
        let definitions = &self.definitions;
        let names = self.names.entry(body).or_insert_with(|| {
            let (given, statements) = if let Some(number) = body {
                let algorithm = definitions.algorithms[number];
                (
                    given_names(&algorithm.parameters),
                    algorithm.body.as_slice(),
                )
            } else {
                let inputs = definitions.inputs.iter();
                let given = inputs
                    .map(|each| (each.name.text.as_str(), each.dimensions.is_some()))
                    .collect();
                (given, definitions.program.unwrap_or_default())
            };
            Rc::new(Names::new(definitions, &given, statements))
        });
        Rc::clone(names)
    }

    /// The types of an instance: goes over all known instances until nothing changes.
    pub fn of(&mut self, instance: &Instance) -> Rc<Typing> {
        if !self.table.contains_key(instance) {
            self.table.insert(instance.clone(), Typing::default());
            loop {
                let before = self.table.clone();
                for each in before.keys() {
                    let typing = self.infer(each);
                    self.table.insert(each.clone(), typing);
                }
                if self.table == before {
                    break;
                }
            }
        }
        Rc::new(self.table[instance].clone())
    }

    fn infer(&mut self, instance: &Instance) -> Typing {
        let names = self.names(instance.body);
        let definitions = Rc::clone(&self.definitions);
        let mut walk = Walk {
            typing: self.table[instance].clone(),
            names,
            operator: instance.operator.clone(),
            first_array: None,
            types: self,
            definitions: Rc::clone(&definitions),
        };
        let body = if let Some(number) = instance.body {
            let algorithm = definitions.algorithms[number];
            walk.parameters(&algorithm.parameters, &instance.given);
            algorithm.body.as_slice()
        } else {
            for (input, given) in definitions.inputs.iter().zip(&instance.given) {
                let ty = given.unwrap_or(Type::Unknown);
                walk.typing.join(Owner::Body, &input.name.text, ty);
            }
            definitions.program.unwrap_or_default()
        };
        walk.statements(body, &[Owner::Body]);
        if let (None, Some(first)) = (walk.typing.result, walk.first_array) {
            // "A call without `vrati` used as a value gives its first array parameter."
            walk.typing.result = Some(walk.typing.variable(Owner::Body, first));
        }
        walk.typing
    }
}

/// The names that parameters bind: their own, and those that only give an array's length.
pub fn given_names(parameters: &[Parameter]) -> Vec<(&str, bool)> {
    let mut given: Vec<(&str, bool)> = parameters
        .iter()
        .map(|each| (each.name.text.as_str(), each.dimensions.is_some()))
        .collect();
    for length in parameters
        .iter()
        .flat_map(|each| each.dimensions.iter().flatten().flatten())
    {
        if let ExprKind::Name(name) = &length.kind
            && !given.iter().any(|(known, _)| *known == name.text)
        {
            given.push((&name.text, false));
        }
    }
    given
}

struct Walk<'w, 'a> {
    typing: Typing,
    names: Rc<Names<'a>>,
    operator: Option<Operator>,
    first_array: Option<&'a str>,
    types: &'w mut Types<'a>,
    definitions: Rc<Definitions<'a>>,
}

impl<'a> Walk<'_, 'a> {
    fn parameters(&mut self, parameters: &'a [Parameter], given: &[Option<Type>]) {
        for (position, parameter) in parameters.iter().enumerate() {
            let name = parameter.name.text.as_str();
            if parameter.dimensions.is_some() {
                self.first_array = self.first_array.or(Some(name));
            }
            let ty = match (given.get(position).copied().flatten(), &parameter.default) {
                (Some(ty), _) => ty,
                (None, Some(default)) => self.expression(default, &[Owner::Body]),
                (None, None) => Type::Int,
            };
            self.typing.join(Owner::Body, name, ty);
            for length in parameter.dimensions.iter().flatten().flatten() {
                if let ExprKind::Name(length) = &length.kind {
                    self.typing.join(Owner::Body, &length.text, Type::Int);
                }
            }
        }
    }

    fn put(&mut self, chain: &[Owner], name: &str, ty: Type) {
        if let Some((owner, _)) = self.names.resolve(chain, name) {
            self.typing.join(owner, name, ty);
        }
    }

    fn statements(&mut self, body: &'a [Stmt], chain: &[Owner]) {
        for statement in body {
            self.statement(statement, chain);
        }
    }

    fn statement(&mut self, statement: &'a Stmt, chain: &[Owner]) {
        if !matches!(statement.kind, StmtKind::Return(_)) {
            for expression in super::definitions::expressions_of(statement) {
                self.expression(expression, chain);
            }
        }
        match &statement.kind {
            StmtKind::Assign {
                target,
                operator,
                value,
            } => {
                let (Target::Name(name)
                | Target::Element(name, ..)
                | Target::Section(name, ..)
                | Target::WholeArray(name, _)) = target;
                let mut ty = self.expression(value, chain);
                if let Some(operator) = operator {
                    let old = self.variable(&name.text, chain);
                    ty = self.operation(*operator, old, ty);
                }
                self.put(chain, &name.text, ty);
            }
            StmtKind::Declare { declarators, .. } => {
                for declarator in declarators {
                    if let Some(initial) = &declarator.initial {
                        let ty = self.expression(initial, chain);
                        self.put(chain, &declarator.name.text, ty);
                    }
                }
            }
            StmtKind::Receive {
                sender: Some(name), ..
            } => self.put(chain, &name.text, Type::Int),
            StmtKind::Parallel(block) => self.parallel(block, chain),
            StmtKind::For { variable, body, .. } => {
                self.put(chain, &variable.text, Type::Int);
                self.statements(body, chain);
            }
            StmtKind::CFor {
                initial,
                update,
                body,
                ..
            } => {
                for part in [initial, update].into_iter().flatten() {
                    self.statement(part, chain);
                }
                self.statements(body, chain);
            }
            StmtKind::While { body, .. }
            | StmtKind::Repeat { body, .. }
            | StmtKind::Block(body) => self.statements(body, chain),
            StmtKind::If {
                then, otherwise, ..
            } => {
                self.statements(then, chain);
                self.statements(otherwise, chain);
            }
            StmtKind::Return(Some(value)) => {
                let ty = self.expression(value, chain);
                self.typing.result = Some(self.typing.result().join(ty));
            }
            _ => {}
        }
    }

    fn parallel(&mut self, block: &'a Parallel, chain: &[Owner]) {
        let inner: Vec<Owner> = chain.iter().copied().chain([Owner::block(block)]).collect();
        for index in index_names(&block.header) {
            self.put(&inner, index, Type::Int);
        }
        if let ParallelHeader::Ranges(ranges) = &block.header {
            for range in ranges {
                self.expression(&range.from, chain);
                self.expression(&range.to, chain);
            }
        }
        self.statements(&block.body, &inner);
    }

    fn variable(&self, name: &str, chain: &[Owner]) -> Type {
        match self.names.resolve(chain, name) {
            Some((owner, _)) => self.typing.variable(owner, name),
            // `p`
            None => Type::Int,
        }
    }

    /// The type of an expression; of a whole array, that of its elements.
    fn expression(&mut self, expression: &'a Expr, chain: &[Owner]) -> Type {
        let ty = match &expression.kind {
            ExprKind::Int(_) => Type::Int,
            ExprKind::Real(_) => Type::Real,
            ExprKind::Bool(_) => Type::Bool,
            ExprKind::Name(name)
                if name.text == "pi" && self.names.resolve(chain, "pi").is_none() =>
            {
                Type::Real
            }
            ExprKind::Name(name) | ExprKind::WholeArray(name) | ExprKind::Section(name, _) => {
                self.variable(&name.text, chain)
            }
            ExprKind::Element(name, subscripts) => {
                for subscript in subscripts {
                    self.expression(subscript, chain);
                }
                self.variable(&name.text, chain)
            }
            ExprKind::List(parts) => {
                let mut ty = Type::Unknown;
                for part in parts {
                    ty = ty.join(self.expression(part, chain));
                }
                ty
            }
            ExprKind::Unary(operator, operand) => {
                let ty = self.expression(operand, chain);
                if *operator == UnaryOp::BitNot {
                    Type::Int
                } else {
                    ty
                }
            }
            ExprKind::Binary(operator, _, left, right) => {
                let left = self.expression(left, chain);
                let right = self.expression(right, chain);
                self.operation(*operator, left, right)
            }
            ExprKind::Neutral(name) => self.neutral(name),
            ExprKind::Call(name, arguments) => self.call(name, arguments, chain),
        };
        let address = std::ptr::from_ref(expression) as usize;
        let known = self
            .typing
            .expressions
            .entry(address)
            .or_insert(Type::Unknown);
        *known = known.join(ty);
        *known
    }

    fn operation(&mut self, operator: BinaryOp, left: Type, right: Type) -> Type {
        use BinaryOp as Op;
        match operator {
            Op::Add | Op::Subtract | Op::Multiply | Op::Divide | Op::Modulo | Op::Power => {
                left.join(right)
            }
            Op::Equal
            | Op::NotEqual
            | Op::Less
            | Op::LessEqual
            | Op::Greater
            | Op::GreaterEqual => Type::Bool,
            Op::And | Op::Or => logical(left, right),
            Op::BitAnd | Op::BitOr | Op::BitXor | Op::ShiftLeft | Op::ShiftRight => Type::Int,
            Op::Generic => match self.operator.clone() {
                Some(Operator::Known(OperatorName::And | OperatorName::Or)) => logical(left, right),
                Some(Operator::User(f)) => {
                    self.callee(f, None, vec![Some(left), Some(right)]).result()
                }
                _ => left.join(right),
            },
        }
    }

    /// "Int unless the first array parameter of the enclosing algorithm is real (bool for
    /// and/or/xor when that is bool)."
    fn neutral(&mut self, name: &OperatorName) -> Type {
        let operator = match name {
            OperatorName::Generic => self.operator.clone(),
            known => Some(Operator::Known(known.clone())),
        };
        if let Some(Operator::User(f)) = operator {
            let definitions = Rc::clone(&self.definitions);
            let f = definitions.algorithms[f].name.stem.as_str();
            let neutral = definitions.neutrals[f];
            return self.expression(&neutral.value, &[Owner::Body]);
        }
        let first = self
            .first_array
            .map(|name| self.typing.variable(Owner::Body, name));
        match first {
            Some(Type::Real) => Type::Real,
            Some(Type::Bool) => Type::Bool,
            _ => Type::Int,
        }
    }

    fn call(&mut self, name: &AlgorithmName, arguments: &'a [Expr], chain: &[Owner]) -> Type {
        let given: Vec<Type> = arguments
            .iter()
            .map(|argument| self.expression(argument, chain))
            .collect();
        match self.definitions.resolve(name, self.operator.as_ref()) {
            Callee::Builtin => builtin_type(&name.stem, &given),
            Callee::Algorithm(number, operator) => {
                let callee = self.callee(number, operator, given.into_iter().map(Some).collect());
                let parameters = &self.definitions.algorithms[number].parameters;
                let mut through = Vec::new();
                for (parameter, argument) in parameters.iter().zip(arguments) {
                    // What the callee writes into an array is in the caller's array.
                    if let (Some(_), ExprKind::Name(array) | ExprKind::WholeArray(array)) =
                        (&parameter.dimensions, &argument.kind)
                    {
                        through.push((array, callee.variable(Owner::Body, &parameter.name.text)));
                    }
                }
                for (array, ty) in through {
                    self.put(chain, &array.text, ty);
                }
                callee.result()
            }
        }
    }

    fn callee(
        &mut self,
        number: usize,
        operator: Option<Operator>,
        mut given: Vec<Option<Type>>,
    ) -> Typing {
        given.resize(self.definitions.algorithms[number].parameters.len(), None);
        let instance = Instance {
            body: Some(number),
            operator,
            given,
        };
        self.types.table.entry(instance).or_default().clone()
    }
}

/// "`and/or` of two ints give an int 0/1; of two bools, or of an int and a bool, a bool."
pub fn logical(left: Type, right: Type) -> Type {
    match (left, right) {
        (Type::Int, Type::Int) => Type::Int,
        (Type::Unknown, _) | (_, Type::Unknown) => Type::Unknown,
        _ => Type::Bool,
    }
}

fn builtin_type(name: &str, given: &[Type]) -> Type {
    let first = given.first().copied().unwrap_or(Type::Int);
    match name {
        "min" | "max" => given.iter().fold(Type::Unknown, |ty, &each| ty.join(each)),
        "abs" | "unatrag" | "reverse" | "konstanta" | "constant" => first,
        "sqrt" | "log" | "ln" | "exp" | "sin" | "cos" | "tan" => Type::Real,
        "ima_poruke" | "has_message" => Type::Bool,
        "slucajno" | "slučajno" | "random" | "sortirano" | "sorted" => {
            given.iter().fold(Type::Int, |ty, &each| ty.join(each))
        }
        _ => Type::Int,
    }
}
