//! Syntax trees in a compact form: an item or statement a line, operators in front.

use std::fmt::Write;

use pram::syntax::ast::*;

/// Every item, its statements indented below it.
pub fn file(file: &File) -> String {
    let mut out = String::new();
    for one in &file.items {
        item(&mut out, one);
    }
    out
}

fn item(out: &mut String, item: &Item) {
    match item {
        Item::Machine(machine) => {
            let arguments: Vec<_> = machine
                .arguments
                .iter()
                .map(|argument| match &argument.name {
                    Some(name) => format!("{}={}", name.text, expr(&argument.value)),
                    None => expr(&argument.value),
                })
                .collect();
            line(
                out,
                0,
                &format!("machine {} {}", machine.name.text, arguments.join(" ")),
            );
        }
        Item::Include(include) => line(out, 0, &format!("include {:?}", include.path)),
        Item::Input(input) => {
            line(
                out,
                0,
                &format!(
                    "input {}",
                    declared(
                        &input.name,
                        input.dimensions.as_deref(),
                        input.default.as_ref(),
                        input.distribution.as_ref()
                    )
                ),
            );
        }
        Item::Algorithm(algorithm) => {
            let parameters: Vec<_> = algorithm
                .parameters
                .iter()
                .map(|parameter| {
                    declared(
                        &parameter.name,
                        parameter.dimensions.as_deref(),
                        parameter.default.as_ref(),
                        None,
                    )
                })
                .collect();
            line(
                out,
                0,
                &format!(
                    "algorithm {} ({})",
                    name(&algorithm.name),
                    parameters.join(", ")
                ),
            );
            body(out, 1, &algorithm.body);
        }
        Item::Program(program) => {
            line(out, 0, "program");
            body(out, 1, &program.body);
        }
        Item::Claim(claim) => {
            let text = match &claim.kind {
                ClaimKind::Growth {
                    measure,
                    unit,
                    growth,
                    formula,
                } => format!("{measure:?} {unit:?} = {growth:?} {}", expr(formula)),
                ClaimKind::Exact {
                    measure,
                    unit,
                    relation,
                    formula,
                } => format!("{measure:?} {unit:?} {} {}", relation.sign(), expr(formula)),
                ClaimKind::Model(model) => format!("model = {}", model.text),
            };
            line(out, 0, &format!("claim {text}"));
        }
        Item::Sequential(sequential) => {
            line(out, 0, &format!("sequential {}", name(&sequential.name)));
        }
        Item::Neutral(neutral) => line(
            out,
            0,
            &format!("neutral {} = {}", neutral.name.text, expr(&neutral.value)),
        ),
    }
}

fn body(out: &mut String, depth: usize, statements: &[Stmt]) {
    for statement in statements {
        stmt(out, depth, statement);
    }
}

fn stmt(out: &mut String, depth: usize, statement: &Stmt) {
    let simple = match &statement.kind {
        StmtKind::Assign {
            target,
            operator,
            value,
        } => {
            let operator = operator.map_or(String::new(), |operator| format!("{operator:?} "));
            format!("{} {operator}= {}", self::target(target), expr(value))
        }
        StmtKind::Declare {
            storage,
            declarators,
        } => {
            let all: Vec<_> = declarators
                .iter()
                .map(|one| {
                    declared(
                        &one.name,
                        one.dimensions.as_deref(),
                        one.initial.as_ref(),
                        one.distribution.as_ref(),
                    )
                })
                .collect();
            format!("{storage:?} {}", all.join(", "))
        }
        StmtKind::Return(value) => format!("return {}", value.as_ref().map_or(String::new(), expr)),
        StmtKind::Break => "break".to_owned(),
        StmtKind::Continue => "continue".to_owned(),
        StmtKind::Meet(_) => unreachable!("nobody writes a meeting"),
        StmtKind::Barrier(None) => "barrier".to_owned(),
        StmtKind::WarpBarrier => "warp barrier".to_owned(),
        StmtKind::Atomic {
            target,
            change,
            value,
            old,
        } => {
            let change = match change {
                WrittenChange::Compare(condition) => format!("if {}", expr(condition)),
                other => format!("{other:?}"),
            };
            let old = (old.as_ref()).map_or(String::new(), |name| format!(" as {}", name.text));
            let target = self::target(target);
            format!("atomic {target} {change} {}{old}", expr(value))
        }
        StmtKind::Barrier(Some((from, to))) => format!("barrier {} to {}", expr(from), expr(to)),
        StmtKind::Print(parts) => {
            let parts: Vec<_> = parts
                .iter()
                .map(|part| match part {
                    PrintPart::Text(text) => format!("{text:?}"),
                    PrintPart::Value(value) => expr(value),
                })
                .collect();
            format!("print {}", parts.join(", "))
        }
        StmtKind::Assert { condition, message } => {
            format!("assert {} {message:?}", expr(condition))
        }
        StmtKind::ClaimTurns(bound) => format!("claim turns {}", expr(bound)),
        StmtKind::Output(outputs) => {
            let shown = outputs.iter().map(|output| match &output.name {
                Some(name) => format!("{} = {}", name.text, expr(&output.value)),
                None => expr(&output.value),
            });
            format!("output {}", shown.collect::<Vec<_>>().join(", "))
        }
        StmtKind::Call(call) => expr(call),
        StmtKind::Send {
            manner,
            items,
            to,
            tag,
        } => format!(
            "send {manner:?} {} to {}{}",
            exprs(items),
            peer(to),
            tagged(tag.as_ref())
        ),
        StmtKind::Receive {
            targets,
            from,
            sender,
            tag,
        } => {
            let targets: Vec<_> = targets.iter().map(self::target).collect();
            let sender = sender.as_ref();
            let sender = sender.map_or(String::new(), |name| format!(" as {}", name.text));
            format!(
                "receive {} from {}{sender}{}",
                targets.join(", "),
                peer(from),
                tagged(tag.as_ref())
            )
        }
        StmtKind::Empty => ";".to_owned(),
        compound => {
            self::compound(out, depth, compound);
            return;
        }
    };
    line(out, depth, &simple);
}

fn compound(out: &mut String, depth: usize, kind: &StmtKind) {
    let inner = match kind {
        StmtKind::Parallel(parallel) => {
            let marked = if parallel.asynchronous { "async " } else { "" };
            let tasks = parallel.tasks.as_ref();
            let mapping = tasks.and_then(|tasks| tasks.mapping.as_ref());
            let mapping = mapping.map_or(String::new(), |on| format!(" on {}", expr(on)));
            let tasks = if tasks.is_some() { "tasks " } else { "" };
            line(
                out,
                depth,
                &format!(
                    "parallel {marked}{tasks}{}{mapping}",
                    header(&parallel.header)
                ),
            );
            &parallel.body
        }
        StmtKind::For {
            variable,
            from,
            to,
            step,
            body,
        } => {
            line(
                out,
                depth,
                &format!("for {}", range(variable, from, to, step.as_ref())),
            );
            body
        }
        StmtKind::CFor {
            initial,
            condition,
            update,
            body,
        } => {
            line(
                out,
                depth,
                &format!(
                    "for {}",
                    condition.as_ref().map_or("forever".to_owned(), expr)
                ),
            );
            for part in [initial, update].into_iter().flatten() {
                stmt(out, depth + 2, part);
            }
            body
        }
        StmtKind::While { condition, body } => {
            line(out, depth, &format!("while {}", expr(condition)));
            body
        }
        StmtKind::Repeat { count, body } => {
            line(out, depth, &format!("repeat {}", expr(count)));
            body
        }
        StmtKind::If {
            condition,
            then,
            otherwise,
        } => {
            line(out, depth, &format!("if {}", expr(condition)));
            body(out, depth + 1, then);
            if !otherwise.is_empty() {
                line(out, depth, "else");
            }
            otherwise
        }
        StmtKind::Block(body) => {
            line(out, depth, "block");
            body
        }
        simple => unreachable!("{simple:?}"),
    };
    body(out, depth + 1, inner);
}

fn header(header: &ParallelHeader) -> String {
    match header {
        ParallelHeader::Ranges(ranges) => ranges
            .iter()
            .map(|one| {
                let kind = one.kind.map_or(String::new(), |kind| format!("{kind:?} "));
                let range = range(&one.variable, &one.from, &one.to, one.step.as_ref());
                format!("{kind}{range}")
            })
            .collect::<Vec<_>>()
            .join(", "),
        ParallelHeader::Indices(variable) => format!("{} of what it subscripts", variable.text),
        ParallelHeader::IndicesOf { array, variable } => {
            format!("{} of {}", variable.text, array.text)
        }
        ParallelHeader::SideBySide { lines } => format!("tasks, {} of them", lines.len()),
    }
}

fn range(variable: &Ident, from: &Expr, to: &Expr, step: Option<&Expr>) -> String {
    let step = step.map_or(String::new(), |step| format!(" by {}", expr(step)));
    format!("{} in {}..{}{step}", variable.text, expr(from), expr(to))
}

fn declared(
    name: &Ident,
    dimensions: Option<&[Option<Expr>]>,
    initial: Option<&Expr>,
    distribution: Option<&Distributed>,
) -> String {
    let mut out = name.text.clone();
    if let Some(dimensions) = dimensions {
        let lengths: Vec<_> = dimensions
            .iter()
            .map(|one| one.as_ref().map_or(String::new(), expr))
            .collect();
        let _ = write!(out, "[{}]", lengths.join(","));
    }
    if let Some(initial) = initial {
        let _ = write!(out, " = {}", expr(initial));
    }
    if let Some(distribution) = distribution {
        let _ = match &distribution.kind {
            Distribution::Cyclic(Some(length)) => write!(out, " by Turns {}", expr(length)),
            Distribution::Cyclic(None) => write!(out, " by Turns"),
            Distribution::On(processor) => write!(out, " on {}", expr(processor)),
            other => write!(out, " by {other:?}"),
        };
    }
    out
}

fn peer(peer: &Peer) -> String {
    match peer {
        Peer::Number(number) => expr(number),
        Peer::Indices(indices, _) => format!("<{}>", exprs(indices)),
        Peer::Anyone(_) => "anyone".to_owned(),
    }
}

fn tagged(tag: Option<&Expr>) -> String {
    tag.map_or(String::new(), |tag| format!(" tag {}", expr(tag)))
}

fn subscripts(all: &[Subscript]) -> String {
    let one = |subscript: &Subscript| match subscript {
        Subscript::At(place) => expr(place),
        Subscript::Range { from, to } => {
            let end = |end: &Option<Expr>| end.as_ref().map_or(String::new(), expr);
            format!("{}..{}", end(from), end(to))
        }
    };
    all.iter().map(one).collect::<Vec<_>>().join(", ")
}

fn target(target: &Target) -> String {
    match target {
        Target::Name(name) => name.text.clone(),
        Target::Element(name, subscripts, _) => format!("{}[{}]", name.text, exprs(subscripts)),
        Target::Section(name, selected, _) => format!("{}[{}]", name.text, subscripts(selected)),
        Target::WholeArray(name, _) => format!("{}[]", name.text),
    }
}

/// An expression, operators in front.
pub fn expr(one: &Expr) -> String {
    match &one.kind {
        ExprKind::Int(value) => value.to_string(),
        ExprKind::Real(value) => format!("{value:?}"),
        ExprKind::Bool(value) => value.to_string(),
        ExprKind::Name(name) => name.text.clone(),
        ExprKind::WholeArray(name) => format!("{}[]", name.text),
        ExprKind::Element(name, subscripts) => format!("{}[{}]", name.text, exprs(subscripts)),
        ExprKind::Section(name, selected) => format!("{}[{}]", name.text, subscripts(selected)),
        ExprKind::Call(callee, arguments) => format!("{}({})", name(callee), exprs(arguments)),
        ExprKind::Unary(operator, operand) => format!("({operator:?} {})", expr(operand)),
        ExprKind::Binary(operator, _, left, right) => {
            format!("({operator:?} {} {})", expr(left), expr(right))
        }
        ExprKind::Neutral(operator) => format!("neutral {operator:?}"),
        ExprKind::List(items) => format!("{{{}}}", exprs(items)),
    }
}

fn exprs(all: &[Expr]) -> String {
    all.iter().map(expr).collect::<Vec<_>>().join(", ")
}

fn name(name: &AlgorithmName) -> String {
    name.operator.as_ref().map_or_else(
        || name.stem.clone(),
        |operator| format!("{operator:?}_{}", name.stem),
    )
}

fn line(out: &mut String, depth: usize, text: &str) {
    let _ = writeln!(out, "{}{}", "  ".repeat(depth), text.trim_end());
}
