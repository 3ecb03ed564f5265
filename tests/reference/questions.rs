//! What a processor asks its network: whether there is a message, and who its neighbours are.

use pram::network::TopologyShape;
use pram::source::Span;
use pram::syntax::ast::{Expr, ExprKind};

use super::expression::{Execution, Prepared, Reading, Ready, at};
use super::multicomputer::{Answer, Asked};
use super::processor::Stop;
use super::tasks::NO_PROCESSOR;
use super::value::Value;

impl<'a> Execution<'a> {
    /// Whether this asks the network.
    pub fn is_question(&self, part: &Expr) -> bool {
        let questions = ["ima_poruke", "has_message", "susjed", "neighbour"];
        self.network().is_some()
            && matches!(&part.kind, ExprKind::Call(name, _) if questions.contains(&name.stem.as_str()))
    }

    /// `ima_poruke(j)`: "1 instruction". `susjed(k)`: a neighbour by its number.
    pub async fn ask(
        &self,
        call: &'a Expr,
        arguments: &'a [Expr],
        ready: &Ready,
    ) -> Result<Option<Prepared>, Stop> {
        let (ExprKind::Call(name, _), [argument], Some(network)) =
            (&call.kind, arguments, self.network())
        else {
            return Ok(None);
        };
        let mut free = Reading::new(ready);
        match name.stem.as_str() {
            "ima_poruke" | "has_message" => {
                let from = match &argument.kind {
                    ExprKind::Name(name)
                        if ["bilo_koga", "anyone"].contains(&name.text.as_str()) =>
                    {
                        None
                    }
                    _ => {
                        let number =
                            at(argument.span, self.evaluate(argument, &mut free)?.bound())?;
                        let found = network.borrow().with_number(number);
                        Some(at(argument.span, found.ok_or(NO_PROCESSOR))?)
                    }
                };
                self.pass(1);
                match self.await_network(Asked::Probe(from), call.span).await {
                    Answer::Found(found) => Ok(Some(Prepared::Answer(found))),
                    other => panic!("a question was asked, and not {other:?}"),
                }
            }
            "susjed" | "neighbour" => {
                let number = at(argument.span, self.evaluate(argument, &mut free)?.bound())?;
                self.only_of_processors(call.span)?;
                let network = network.borrow();
                let own = self.number().ok_or(Stop::Limit("outside of a block"))?;
                let found = match network.topology().shape() {
                    TopologyShape::Hypercube(bits) if 0 <= number && number < i64::from(*bits) => {
                        Some(own ^ (1 << number))
                    }
                    _ => None,
                };
                let found = at(call.span, found.ok_or(NO_PROCESSOR))?;
                Ok(Some(Prepared::Scalar(Value::Int(found.into()), 0)))
            }
            _ => Ok(None),
        }
    }

    /// `lijevo`, `desno`, `gore`, `dolje`: "−1, +1 in the row, −1, +1 row"; `ja`.
    pub fn neighbour(&self, name: &str, span: Span) -> Result<Option<u32>, Stop> {
        if matches!(name, "ja" | "me") && self.network().is_some() {
            self.only_of_processors(span)?;
            return Ok(self.number());
        }
        let (is_along_row, step) = match name {
            "lijevo" | "left" => (true, -1),
            "desno" | "right" => (true, 1),
            "gore" | "up" => (false, -1),
            "dolje" | "down" => (false, 1),
            _ => return Ok(None),
        };
        let (Some(network), Some(own)) = (self.network(), self.number()) else {
            return Ok(None);
        };
        self.only_of_processors(span)?;
        let network = network.borrow();
        let p = i64::from(network.processors());
        let (rows, columns, is_closed) = match network.topology().shape() {
            TopologyShape::Ring => (1, p, true),
            TopologyShape::Line => (1, p, false),
            TopologyShape::Torus(sides) if sides.len() == 2 => {
                (i64::from(sides[0]), i64::from(sides[1]), true)
            }
            TopologyShape::Mesh(sides) if sides.len() == 2 => {
                (i64::from(sides[0]), i64::from(sides[1]), false)
            }
            _ => return at(span, Err(NO_PROCESSOR)),
        };
        let is_grid = matches!(
            network.topology().shape(),
            TopologyShape::Torus(_) | TopologyShape::Mesh(_)
        );
        let (mut row, mut column) = (i64::from(own) / columns, i64::from(own) % columns);
        if is_along_row {
            column += step;
        } else {
            row += step;
        }
        let mut inside = (0..rows).contains(&row) && (0..columns).contains(&column);
        if is_closed && (is_along_row || is_grid) {
            row = (row + rows) % rows;
            column = (column + columns) % columns;
            inside = true;
        }
        let number = inside.then_some((row * columns + column) as u32);
        at(span, number.ok_or(NO_PROCESSOR)).map(Some)
    }
}
