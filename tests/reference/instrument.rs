//! What a run gives: results of algorithms, printed lines, outputs.

use pram::syntax::ast::{Expr, ExprKind, Ident, PrintPart};

use super::Datum;
use super::expression::{Execution, Prepared, Reading, Ready, address, at};
use super::memory::{Cell, StoreId};
use super::processor::{Gate, Stop};
use super::scope::Binding;
use super::value::{self, Value};

impl<'a> Execution<'a> {
    pub async fn return_value(&self, value: &'a Expr) -> Result<Prepared, Stop> {
        let mut ready = Ready::new();
        self.prepare(value, &mut ready).await?;
        if let Some(result) = ready.get(&address(value)) {
            return Ok(*result);
        }
        if self.is_whole(value) {
            return Ok(Prepared::Array(match &value.kind {
                ExprKind::WholeArray(name) | ExprKind::Name(name) => self.array(name)?,
                _ => self.temporary(value, &ready).await?,
            }));
        }
        // "One step if e holds a shared read or an operator/built-in."
        let is_step = Self::has_operator(value, &ready) || self.reads_shared(value, &ready);
        let (value, run) = if is_step {
            self.test(value, &ready).await?
        } else {
            let mut reading = Reading::new(&ready);
            (self.evaluate(value, &mut reading)?, reading.origin.run)
        };
        Ok(Prepared::Scalar(value, run))
    }

    pub async fn print(&self, parts: &'a [PrintPart]) -> Result<(), Stop> {
        let mut ready = Ready::new();
        for part in parts {
            if let PrintPart::Value(value) = part {
                self.prepare(value, &mut ready).await?;
            }
        }
        self.machine
            .scheduler
            .wait(&self.processor, Gate::Print)
            .await;
        let mut line = String::new();
        for part in parts {
            match part {
                PrintPart::Text(text) => line.push_str(text),
                PrintPart::Value(value) => line.push_str(&match self.look(value, &ready)? {
                    Datum::Scalar(value) => shown(value),
                    Datum::Array { dimensions, cells } => {
                        let row = |cells: &[String]| format!("[{}]", cells.join(", "));
                        let mut cells: Vec<String> = cells.into_iter().map(shown).collect();
                        for length in dimensions
                            .iter()
                            .skip(1)
                            .rev()
                            .filter(|length| **length > 0)
                        {
                            cells = cells.chunks(*length).map(row).collect();
                        }
                        row(&cells)
                    }
                }),
            }
        }
        self.print_line(line);
        Ok(())
    }

    /// What is recorded under a name; cells that were never written too.
    pub async fn output(&self, name: Option<&'a Ident>, value: &'a Expr) -> Result<(), Stop> {
        let mut ready = Ready::new();
        self.prepare(value, &mut ready).await?;
        let (name, datum) = match (name, &value.kind) {
            (Some(name), _) => (name, self.look(value, &ready)?),
            (None, ExprKind::Name(name) | ExprKind::WholeArray(name)) => {
                let datum = match self.scope.find(&name.text) {
                    Some(Binding::Scalar { cell, .. }) => {
                        Datum::Scalar(self.machine.scheduler.memory.borrow().get(cell))
                    }
                    _ => self.datum(self.array(name)?),
                };
                (name, datum)
            }
            // Programs of tests give names to what they compute here.
            (None, _) => return at(value.span, Err(value::ILL_TYPED)),
        };
        let mut outputs = self.machine.outputs.borrow_mut();
        outputs.insert(name.text.clone(), datum);
        Ok(())
    }

    /// A value as an instrument sees it: an array as it is, any other expression with whole arrays
    /// element by element.
    fn look(&self, value: &'a Expr, ready: &Ready) -> Result<Datum, Stop> {
        let mut reading = Reading::instrument(ready);
        if !self.is_whole(value) {
            return Ok(Datum::Scalar(Some(self.evaluate(value, &mut reading)?)));
        }
        let is_section = matches!(value.kind, ExprKind::Section(..));
        match (ready.get(&address(value)), &value.kind) {
            (Some(Prepared::Array(store)), _) if !is_section => return Ok(self.datum(*store)),
            (_, ExprKind::Name(name) | ExprKind::WholeArray(name)) => {
                return Ok(self.datum(self.array(name)?));
            }
            _ => {}
        }
        let dimensions = self.whole_dimensions(value, ready)?.unwrap_or_default();
        let mut cells = Vec::new();
        for element in 0..dimensions.iter().product() {
            let mut reading = Reading::instrument(ready);
            reading.element = Some(element);
            cells.push(Some(self.evaluate(value, &mut reading)?));
        }
        Ok(Datum::Array { dimensions, cells })
    }

    pub fn datum(&self, store: StoreId) -> Datum {
        let memory = self.machine.scheduler.memory.borrow();
        let cell = |position| memory.get(Cell { store, position });
        let cells = (0..memory.store(store).len()).map(cell).collect();
        let dimensions = memory.store(store).dimensions.clone().unwrap_or_default();
        Datum::Array { dimensions, cells }
    }
}

fn shown(value: Option<Value>) -> String {
    match value {
        Some(Value::Int(value)) => value.to_string(),
        Some(Value::Real(value)) => format!("{value:?}"),
        Some(Value::Bool(value)) => value.to_string(),
        None => "_".to_owned(),
    }
}
