//! A checked program as a compact listing: classes, types, statements with their charges.

use std::fmt::Write;

use pram::program::{
    Algorithm, Argument, ArrayId, Asserted, AtomicChange, Axis, Cell, Charge, Constant,
    Destination, Distribution, Expr, ExprKind, Initial, Item, OutputValue, Parameter, Part, Place,
    PrintPart, Program, Question, Range, Reach, ReturnValue, Shape, Stmt, StmtKind, Target,
};

pub fn program(program: &Program) -> String {
    let mut out = String::new();
    for (position, algorithm) in program.algorithms.iter().enumerate() {
        let entry = if position == program.entry.index() {
            " (entry)"
        } else {
            ""
        };
        Listing {
            program,
            algorithm,
            out: &mut out,
            depth: 1,
        }
        .algorithm(entry);
    }
    out
}

struct Listing<'p> {
    program: &'p Program,
    algorithm: &'p Algorithm,
    out: &'p mut String,
    depth: usize,
}

impl Listing<'_> {
    fn algorithm(&mut self, entry: &str) {
        let algorithm = self.algorithm;
        let parameters: Vec<String> = (algorithm.parameters.iter())
            .map(|parameter| match parameter {
                Parameter::Scalar(id) => self.scalar(id.0),
                Parameter::SharedScalar(id, ty) => format!("shared {}: {ty:?}", self.array(id.0)),
                Parameter::Array(id) => self.array(id.0),
            })
            .collect();
        let result = match algorithm.result {
            None => String::new(),
            Some(Shape::Scalar(ty)) => format!(" -> {ty:?}"),
            Some(Shape::Array { element, rank }) => format!(" -> {element:?} rank {rank}"),
        };
        let _ = writeln!(
            self.out,
            "{}({}){result}{entry}",
            algorithm.name,
            parameters.join(", ")
        );
        for (position, scalar) in algorithm.scalars.iter().enumerate() {
            let _ = writeln!(
                self.out,
                "  {}: {:?} {:?} of block {}{}",
                self.scalar(position as u32),
                scalar.class,
                scalar.ty,
                scalar.block.0,
                if scalar.tracked { ", tracked" } else { "" }
            );
        }
        for (position, array) in algorithm.arrays.iter().enumerate() {
            let _ = writeln!(
                self.out,
                "  {}: {:?} {:?} rank {} of block {}{}",
                self.array(position as u32),
                array.origin,
                array.element,
                array.rank,
                array.block.0,
                if array.why_shared.is_some() {
                    ", shared"
                } else {
                    ""
                }
            );
        }
        self.statements(&algorithm.body);
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{}| {text}", "  ".repeat(self.depth));
    }

    fn nested(&mut self, body: &[Stmt]) {
        self.depth += 1;
        self.statements(body);
        self.depth -= 1;
    }

    fn statements(&mut self, body: &[Stmt]) {
        for statement in body {
            self.statement(statement);
        }
    }

    fn list(&self, values: &[Expr]) -> String {
        let values: Vec<String> = values.iter().map(|value| self.expr(value)).collect();
        format!("({})", values.join(", "))
    }

    /// A processor, or a queue of a channel.
    fn peer(&self, named: &[Expr], channel: Option<ArrayId>) -> String {
        let channel = channel.map_or(String::new(), |id| self.array(id.0));
        format!("{channel}{}", self.list(named))
    }

    fn tag(&self, tag: Option<&Expr>) -> String {
        tag.map_or(String::new(), |tag| format!(" tag {}", self.expr(tag)))
    }

    fn part(&self, part: &Part) -> String {
        self.section(part.array, &part.axes)
    }

    fn section(&self, array: ArrayId, axes: &[Axis]) -> String {
        let axes: Vec<String> = (axes.iter())
            .map(|axis| match axis {
                Axis::At(at) => self.expr(at),
                Axis::Range(from, to) => format!("{}..{}", self.expr(from), self.expr(to)),
                Axis::All => "all".to_owned(),
            })
            .collect();
        format!("{}[{}]", self.array(array.0), axes.join(", "))
    }

    #[expect(clippy::too_many_lines, reason = "one arm per statement")]
    fn statement(&mut self, statement: &Stmt) {
        let charged = |charge: Charge| if charge == Charge::Free { "free " } else { "" };
        let rounds = |round: bool| if round { " round" } else { "" };
        match &statement.kind {
            StmtKind::Assign {
                target,
                update,
                value,
                charge,
            } => {
                let target = match target {
                    Target::Scalar(id) => self.scalar(id.0),
                    Target::Cell(cell) => self.cell(cell),
                };
                let update = update.map_or(String::new(), |update| format!("{update:?} "));
                let text = format!(
                    "{}{target} {update}:= {}",
                    charged(*charge),
                    self.expr(value)
                );
                self.line(&text);
            }
            StmtKind::If {
                condition,
                charge,
                then,
                otherwise,
            } => {
                let charged = charged(*charge);
                self.line(&format!("{charged}if {}", self.expr(condition)));
                self.nested(then);
                if !otherwise.is_empty() {
                    self.line("else");
                    self.nested(otherwise);
                }
            }
            StmtKind::For {
                variable,
                from,
                to,
                step,
                prelude,
                body,
                round,
            } => {
                let range = Range {
                    from: from.clone(),
                    to: to.clone(),
                    step: step.clone(),
                };
                self.line(&format!(
                    "for {} {}{}",
                    self.scalar(variable.0),
                    self.range(&range),
                    rounds(*round)
                ));
                if !prelude.is_empty() {
                    self.line("  before each test");
                    self.nested(prelude);
                }
                self.nested(body);
            }
            StmtKind::While {
                prelude,
                condition,
                charge,
                body,
                update,
                round,
            } => {
                self.statements(prelude);
                let text = format!(
                    "{}while {}{}",
                    charged(*charge),
                    self.expr(condition),
                    rounds(*round)
                );
                self.line(&text);
                self.nested(body);
                if !update.is_empty() {
                    self.line("update");
                    self.nested(update);
                }
            }
            StmtKind::Parallel {
                block,
                ranges,
                body,
                round,
            } => {
                let block = &self.algorithm.blocks[block.index()];
                let indices: Vec<String> = (block.indices.iter().zip(ranges))
                    .map(|(id, range)| format!("{} {}", self.scalar(id.0), self.range(range)))
                    .collect();
                let native = if block.native { " native" } else { "" };
                let groups = block.kernel.map(|groups| format!(" kernel {groups}"));
                let groups = groups.unwrap_or_default();
                self.line(&format!(
                    "parallel{native}{groups} {}{}",
                    indices.join(", "),
                    rounds(*round)
                ));
                self.nested(body);
            }
            StmtKind::Call {
                algorithm,
                arguments,
                result,
            } => {
                let arguments: Vec<String> = (arguments.iter())
                    .map(|argument| match argument {
                        Argument::Scalar(value) => self.expr(value),
                        Argument::Array(id) => self.array(id.0),
                    })
                    .collect();
                let result = match result {
                    None => String::new(),
                    Some(Destination::Scalar(id)) => format!("{} <- ", self.scalar(id.0)),
                    Some(Destination::Array(id)) => format!("{} <- ", self.array(id.0)),
                };
                let name = &self.program.algorithms[algorithm.index()].name;
                self.line(&format!(
                    "{result}call {name}#{}({})",
                    algorithm.0,
                    arguments.join(", ")
                ));
            }
            StmtKind::Return(None) => self.line("return"),
            StmtKind::Return(Some(ReturnValue::Scalar(value))) => {
                self.line(&format!("return {}", self.expr(value)));
            }
            StmtKind::Return(Some(ReturnValue::Array(id))) => {
                self.line(&format!("return {}", self.array(id.0)));
            }
            StmtKind::SameExtents(extents) => {
                let shown: Vec<String> = (extents.iter())
                    .map(|extent| format!("{} {}", extent.name, self.list(&extent.lengths)))
                    .collect();
                self.line(&format!("same extents {}", shown.join(", ")));
            }
            StmtKind::Distribute {
                array,
                distribution,
            } => {
                let how = match distribution {
                    Distribution::Cyclic(Some(length)) => format!("turns {}", self.expr(length)),
                    Distribution::On(number) => format!("on {}", self.expr(number)),
                    other => format!("{other:?}").to_lowercase(),
                };
                self.line(&format!("distribute {} {how}", self.array(array.0)));
            }
            StmtKind::Send {
                manner,
                items,
                to,
                channel,
                tag,
            } => {
                let items: Vec<String> = (items.iter())
                    .map(|item| match item {
                        Item::Scalar(value) => self.expr(value),
                        Item::Part(part) => self.part(part),
                    })
                    .collect();
                let tag = self.tag(tag.as_ref());
                let text = format!(
                    "send {manner:?} {} to {}{tag}",
                    items.join(", "),
                    self.peer(to, *channel)
                );
                self.line(&text);
            }
            StmtKind::Receive {
                places,
                from,
                channel,
                sender,
                tag,
            } => {
                let places: Vec<String> = (places.iter())
                    .map(|place| match place {
                        Place::Scalar(id, _) => self.scalar(id.0),
                        Place::Part(part) => self.part(part),
                    })
                    .collect();
                let from =
                    (from.as_ref()).map_or("anyone".to_owned(), |from| self.peer(from, *channel));
                let sender =
                    sender.map_or(String::new(), |id| format!(" as {}", self.scalar(id.0)));
                let tag = self.tag(tag.as_ref());
                let text = format!("receive {} from {from}{sender}{tag}", places.join(", "));
                self.line(&text);
            }
            StmtKind::Settle(processor) => {
                let text = format!("settle on {}", self.expr(processor));
                self.line(&text);
            }
            StmtKind::Ask { question, result } => {
                let asked = match question {
                    Question::HasMessage(None) => "message of anyone".to_owned(),
                    Question::HasMessage(Some(from)) => format!("message of {}", self.expr(from)),
                    Question::Own => "own number".to_owned(),
                    Question::Neighbour(direction) => format!("neighbour {direction:?}"),
                    Question::NeighbourAlong(bit) => format!("neighbour {}", self.expr(bit)),
                };
                self.line(&format!("{} <- ask {asked}", self.scalar(result.0)));
            }
            StmtKind::Draw { bounds, result } => {
                let [low, high] = bounds.each_ref().map(|bound| self.expr(bound));
                self.line(&format!("{} <- draw {low}..{high}", self.scalar(result.0)));
            }
            StmtKind::Break => self.line("break"),
            StmtKind::Continue => self.line("continue"),
            StmtKind::Meet(meeting) => self.line(&format!("meet {meeting:?}")),
            StmtKind::WarpBarrier => self.line("warp barrier"),
            StmtKind::Atomic {
                cell,
                change,
                value,
                old,
            } => {
                let change = match change {
                    AtomicChange::Exchange => "=".to_owned(),
                    AtomicChange::Update(operator) => format!("{operator:?}="),
                    AtomicChange::Compare(expected) => format!("if {} =", self.expr(expected)),
                };
                let old = old.map_or_else(String::new, |old| format!(" as {}", self.scalar(old.0)));
                let (cell, value) = (self.cell(cell), self.expr(value));
                self.line(&format!("atomic {cell} {change} {value}{old}"));
            }
            StmtKind::Barrier(None) => self.line("barrier"),
            StmtKind::Barrier(Some((from, to))) => {
                self.line(&format!("barrier {}..{}", self.expr(from), self.expr(to)));
            }
            StmtKind::Allocate {
                array,
                dimensions,
                initial,
            } => {
                let lengths: Vec<String> =
                    dimensions.iter().map(|length| self.expr(length)).collect();
                let initial = match initial {
                    Initial::Unwritten => String::new(),
                    Initial::List(values) => {
                        let values: Vec<String> =
                            values.iter().map(|value| constant(*value)).collect();
                        format!(" = {{{}}}", values.join(", "))
                    }
                    Initial::Generator(generator, values) => {
                        let values: Vec<String> =
                            values.iter().map(|value| self.expr(value)).collect();
                        format!(" = {generator:?}({})", values.join(", "))
                    }
                };
                self.line(&format!(
                    "allocate {}[{}]{initial}",
                    self.array(array.0),
                    lengths.join(", ")
                ));
            }
            StmtKind::View { view, of, axes } => {
                let part = self.section(*of, axes);
                self.line(&format!("view {} = {part}", self.array(view.0)));
            }
            StmtKind::Forget(id) => self.line(&format!("forget {}", self.scalar(id.0))),
            StmtKind::SameLengths { arrays, .. } => {
                let arrays: Vec<String> = (arrays.iter())
                    .map(|compared| {
                        let array = self.array(compared.array.0);
                        match compared.dimension {
                            Some(dimension) => format!("{array}.{dimension}"),
                            None => array,
                        }
                    })
                    .collect();
                self.line(&format!("same lengths {}", arrays.join(", ")));
            }
            StmtKind::Move { from, to } => {
                self.line(&format!(
                    "move {} to {}",
                    self.array(from.0),
                    self.array(to.0)
                ));
            }
            StmtKind::Print(parts) => {
                let parts: Vec<String> = (parts.iter())
                    .map(|part| match part {
                        PrintPart::Text(text) => format!("{text:?}"),
                        PrintPart::Value(value) => self.expr(value),
                        PrintPart::Array(id) => self.array(id.0),
                    })
                    .collect();
                self.line(&format!("print {}", parts.join(", ")));
            }
            StmtKind::Assert {
                condition,
                asserted,
            } => {
                let asserted = match asserted {
                    Asserted::Said(message) => format!("{message:?}"),
                    Asserted::Iterations { .. } => "turns".to_owned(),
                };
                self.line(&format!("assert {} {asserted}", self.expr(condition)));
            }
            StmtKind::Output { name, value } => {
                let value = match value {
                    OutputValue::Scalar(value) => self.expr(value),
                    OutputValue::Array(id) => self.array(id.0),
                };
                self.line(&format!("output {name} = {value}"));
            }
        }
    }

    fn range(&self, range: &Range) -> String {
        let step = range
            .step
            .as_ref()
            .map_or(String::new(), |step| format!(" by {}", self.expr(step)));
        format!("{}..{}{step}", self.expr(&range.from), self.expr(&range.to))
    }

    fn scalar(&self, id: u32) -> String {
        match self.algorithm.scalars[id as usize].name.as_str() {
            "" => format!("t{id}"),
            name => format!("{name}.{id}"),
        }
    }

    fn array(&self, id: u32) -> String {
        format!("{}@{id}", self.algorithm.arrays[id as usize].name)
    }

    fn cell(&self, cell: &Cell) -> String {
        let subscripts: Vec<String> = cell
            .subscripts
            .iter()
            .map(|value| self.expr(value))
            .collect();
        let private = if cell.reach == Reach::Private {
            "private "
        } else {
            ""
        };
        format!(
            "{private}{}[{}]",
            self.array(cell.array.0),
            subscripts.join(", ")
        )
    }

    fn expr(&self, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Constant(value) => constant(*value),
            ExprKind::Scalar { id, checked } => {
                format!("{}{}", self.scalar(id.0), if *checked { "?" } else { "" })
            }
            ExprKind::Cell(cell) => self.cell(cell),
            ExprKind::Length(id, None) => format!("#{}", self.array(id.0)),
            ExprKind::Length(id, Some(dimension)) => format!("#{}/{dimension}", self.array(id.0)),
            ExprKind::Machine(parameter) => format!("{parameter:?}"),
            ExprKind::Unary(operator, operand) => format!("{operator:?}({})", self.expr(operand)),
            ExprKind::Binary(operator, left, right) => {
                format!("({} {operator:?} {})", self.expr(left), self.expr(right))
            }
            ExprKind::And(left, right) => format!("({} and {})", self.expr(left), self.expr(right)),
            ExprKind::Or(left, right) => format!("({} or {})", self.expr(left), self.expr(right)),
            ExprKind::Builtin(function, arguments) => {
                let arguments: Vec<String> =
                    arguments.iter().map(|value| self.expr(value)).collect();
                format!("{function:?}({})", arguments.join(", "))
            }
            ExprKind::Convert(conversion, inner) => format!("{conversion:?}({})", self.expr(inner)),
        }
    }
}

fn constant(value: Constant) -> String {
    match value {
        Constant::Int(value) => value.to_string(),
        Constant::Real(value) => format!("{value:?}"),
        Constant::Bool(value) => value.to_string(),
    }
}
