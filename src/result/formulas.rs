//! Formulas that follow from a program's text, as they are written to JSON and shown in reports.

use std::borrow::Cow;

use indexmap::IndexMap;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

use super::claim::Evidence;
use crate::quantity::{Key, Quantity, Unit};

/// Formulas by quantity. In data, a measure contains its units, `T.rounds`; those of the asynchronous
/// PRAM are under `apram`, and a quantity without a unit is alone, `p`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Formulas(Vec<(Quantity, DerivedFormula)>);

impl Formulas {
    /// The formula of a quantity, if it was requested.
    pub fn get(&self, quantity: Quantity) -> Option<&DerivedFormula> {
        let own = self.0.iter().find(|(own, _)| *own == quantity);
        own.map(|(_, formula)| formula)
    }

    /// Removes the statements of the formulas other than those of these quantities.
    pub fn keep_lines_of(&mut self, quantities: &[Quantity]) {
        for (quantity, formula) in &mut self.0 {
            if !quantities.contains(quantity) {
                formula.lines.clear();
            }
        }
    }
}

impl FromIterator<(Quantity, DerivedFormula)> for Formulas {
    fn from_iter<I: IntoIterator<Item = (Quantity, DerivedFormula)>>(formulas: I) -> Self {
        Self(formulas.into_iter().collect())
    }
}

/// The place of a quantity in data, and the description of its parent.
fn place(quantity: Quantity) -> (&'static str, &'static str, Option<&'static str>) {
    let name = quantity.name();
    match (quantity.measure, quantity.unit) {
        (_, Some(Unit::Apram)) => (
            "apram",
            "On the asynchronous PRAM, in its units of time, with its parameters d and B.",
            Some(name),
        ),
        (measure, unit) => (name, measure.about(), unit.map(Unit::key)),
    }
}

/// All quantities, in the order of data.
fn in_order() -> Vec<Quantity> {
    let mut all = Quantity::all();
    all.sort_by_key(|quantity| quantity.unit == Some(Unit::Apram));
    all
}

impl Serialize for Formulas {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        #[serde(untagged)]
        enum Entry<'a> {
            One(&'a DerivedFormula),
            Units(IndexMap<&'static str, &'a DerivedFormula>),
        }
        let mut entries: IndexMap<&str, Entry<'_>> = IndexMap::new();
        for quantity in in_order() {
            let Some(formula) = self.get(quantity) else {
                continue;
            };
            let (outer, _, inner) = place(quantity);
            match (entries.get_mut(outer), inner) {
                (Some(Entry::Units(units)), Some(inner)) => {
                    units.insert(inner, formula);
                }
                (_, Some(inner)) => {
                    entries.insert(outer, Entry::Units(IndexMap::from([(inner, formula)])));
                }
                (_, None) => {
                    entries.insert(outer, Entry::One(formula));
                }
            }
        }
        entries.serialize(serializer)
    }
}

impl JsonSchema for Formulas {
    fn schema_name() -> Cow<'static, str> {
        "Formulas".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let formula = generator.subschema_for::<DerivedFormula>();
        let mut properties = serde_json::Map::new();
        for quantity in in_order() {
            let (outer, about, inner) = place(quantity);
            let Some(inner) = inner else {
                let mut one = formula.clone();
                one.insert("description".to_owned(), about.into());
                properties.insert(outer.to_owned(), one.into());
                continue;
            };
            let units = properties.entry(outer).or_insert_with(|| {
                json_schema!({ "description": about, "type": "object", "properties": {} }).into()
            });
            units["properties"][inner] = formula.clone().into();
        }
        json_schema!({
            "description": "Formulas by measure.",
            "type": "object",
            "properties": properties,
        })
    }
}

/// A derivation. Formulas are expressions of the language, in which `/` is division of reals.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct DerivedFormula {
    /// `derived`: exact; `bounded`: between two formulas; `none`; `wrong`: a counted run has another
    /// value, which is a bug in pram.
    pub status: DerivedStatus,
    /// The exact formula.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub formula: Option<String>,
    /// It is at least this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lower: Option<String>,
    /// It is at most this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upper: Option<String>,
    /// The inputs for which it holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assumption: Option<String>,
    /// The lines of `tvrdi` on which it depends.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<usize>,
    /// Why there is none, or at which sizes it is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// What would help.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// The line at which the derivation stops.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The file of that line, if it is not the main one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The number of sizes at which it was compared with counted runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compared: Option<usize>,
    /// The statements to which it is attributed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<DerivedLine>,
}

/// How sure a formula is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum DerivedStatus {
    /// Exact.
    Derived,
    /// Between two formulas.
    Bounded,
    /// Not known.
    None,
    /// A counted run has another number.
    Wrong,
}

/// A statement and its cost.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct DerivedLine {
    /// The file, if it is not the main one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line.
    pub line: usize,
    /// The number of calls and loops around it.
    pub depth: usize,
    /// The statement's first line, trimmed.
    pub source: String,
    /// The cost, an expression of the language; `low … high` if only bounds are known.
    pub cost: String,
}

/// A claim of the file, as far as formulas that follow from its text decide it.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct DecidedClaim {
    /// The claim as written.
    pub claim: String,
    /// Its line.
    pub line: usize,
    /// Whether it holds for all inputs that the evidence names; `null` if the formulas do not decide
    /// that.
    pub holds: Option<bool>,
    /// The formula, and the inputs for which it holds; or why nothing is decided.
    pub evidence: Evidence,
}
