//! What is counted of a run: a measure, most of them in a unit; and tables by measure and by unit.

mod english;

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub enum Measure {
    /// Time.
    T,
    /// Work.
    W,
    /// Cost.
    C,
    /// The processors that the program asks for.
    #[serde(rename = "p")]
    Processors,
    /// Reads of shared memory.
    #[serde(rename = "reads")]
    Reads,
    /// Writes of shared memory.
    #[serde(rename = "writes")]
    Writes,
    /// Instructions that the warps of a GPU issue.
    #[serde(rename = "issued")]
    Issued,
    /// Transactions of a GPU's global memory.
    #[serde(rename = "transactions")]
    Transactions,
    /// Passes of a GPU's group memory.
    #[serde(rename = "passes")]
    Passes,
    /// Conflicts in the banks of a GPU's group memory.
    #[serde(rename = "conflicts")]
    Conflicts,
    /// Lanes that execute an atomic.
    #[serde(rename = "atomics")]
    Atomics,
    /// Times at which the items of a warp part ways.
    #[serde(rename = "divergent")]
    Divergent,
    /// Launches of kernels.
    #[serde(rename = "launches")]
    Launches,
}

/// In which unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// Executions of bodies that access shared memory.
    Rounds,
    /// Statements.
    Steps,
    /// Reads, operators, writes.
    Instructions,
    /// Units of time of the asynchronous PRAM.
    Apram,
    /// Units of time of the multicomputer.
    Multicomputer,
    /// Units of time of a GPU; work in active lanes.
    Gpu,
}

/// A measure in its unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Quantity {
    /// What is counted.
    pub measure: Measure,
    /// In which unit; none of what is a number of things, such as reads.
    pub unit: Option<Unit>,
}

/// A measure in words.
struct Row {
    measure: Measure,
    /// As formulas, claims and data call it.
    name: &'static str,
    /// In a sentence.
    noun: &'static str,
    /// What it is.
    about: &'static str,
}

impl Measure {
    /// The measures that are counted in units.
    pub const IN_UNITS: [Self; 3] = [Self::T, Self::W, Self::C];

    /// What is counted of kernels besides time, work and cost.
    pub const OF_KERNELS: [Self; 7] = [
        Self::Issued,
        Self::Transactions,
        Self::Passes,
        Self::Conflicts,
        Self::Atomics,
        Self::Divergent,
        Self::Launches,
    ];

    /// What is counted besides time, work and cost on a machine with these units.
    pub fn beside(units: &[Unit]) -> &'static [Self] {
        if units.contains(&Unit::Gpu) {
            &Self::OF_KERNELS
        } else {
            &[]
        }
    }

    /// As it is written: `T`, `p`, `reads`.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// In words: `time`.
    pub fn noun(self) -> &'static str {
        self.row().noun
    }

    fn row(self) -> &'static Row {
        let row = english::MEASURES.iter().find(|row| row.measure == self);
        row.expect("every measure has a row")
    }

    /// The measure with this name in a claim.
    pub fn find(name: &str) -> Option<Self> {
        (Self::IN_UNITS.into_iter()).find(|measure| measure.name() == name)
    }

    /// It, in a unit.
    pub const fn in_unit(self, unit: Unit) -> Quantity {
        Quantity {
            measure: self,
            unit: Some(unit),
        }
    }
}

impl Unit {
    /// The units that are counted on every machine with a shared memory, the coarsest first.
    pub const COUNTED: [Self; 3] = [Self::Rounds, Self::Steps, Self::Instructions];

    /// The unit with this name in a claim.
    pub fn find(name: &str) -> Option<Self> {
        (Self::COUNTED.into_iter()).find(|unit| unit.key() == name)
    }

    /// The unit that a misspelt name probably is: `round`, `step`, `instr`.
    pub fn nearest(name: &str) -> Option<Self> {
        let begins = |unit: &Self| name.len() >= 4 && unit.key().starts_with(name);
        let near = |unit: &Self| strsim::osa_distance(name, unit.key()) <= 2;
        (Self::COUNTED.into_iter()).find(|unit| begins(unit) || near(unit))
    }

    /// In sentences, after "in": `rounds`, `units of time`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Apram | Self::Multicomputer | Self::Gpu => "units of time",
            counted => counted.key(),
        }
    }

    /// As data calls it: `rounds`, `apram`.
    pub fn key(self) -> &'static str {
        match self {
            Self::Rounds => "rounds",
            Self::Steps => "steps",
            Self::Instructions => "instructions",
            Self::Apram => "apram",
            Self::Multicomputer => "multicomputer",
            Self::Gpu => "gpu",
        }
    }
}

impl Quantity {
    /// The processors that the program asks for.
    pub const PROCESSORS: Self = Self::number_of(Measure::Processors);
    /// Reads of shared memory.
    pub const READS: Self = Self::number_of(Measure::Reads);
    /// Writes of shared memory.
    pub const WRITES: Self = Self::number_of(Measure::Writes);

    /// A number of things, which has no unit.
    pub const fn number_of(measure: Measure) -> Self {
        Self {
            measure,
            unit: None,
        }
    }

    /// Everything that is derived from the text of a program, or whose derivation is refused with a reason, in the order in
    /// which it is shown.
    pub fn all() -> Vec<Self> {
        let in_units = |units: &[Unit]| {
            let units = units.to_vec();
            let each = move |measure: Measure| {
                units
                    .clone()
                    .into_iter()
                    .map(move |unit| measure.in_unit(unit))
            };
            Measure::IN_UNITS.into_iter().flat_map(each)
        };
        let mut all: Vec<Self> = in_units(&Unit::COUNTED).collect();
        all.extend(in_units(&[Unit::Apram]));
        all.extend([Self::PROCESSORS, Self::READS, Self::WRITES]);
        all.extend(in_units(&[Unit::Gpu]));
        all.extend(Measure::OF_KERNELS.map(Self::number_of));
        all
    }

    /// Whether it adds up over all processors and steps.
    pub fn is_sum(self) -> bool {
        matches!(self.measure, Measure::W | Measure::Reads | Measure::Writes)
    }

    /// As it is written in formulas: `T`.
    pub fn name(self) -> &'static str {
        self.measure.name()
    }
}

/// Something for each of some keys: by measure, or by the units that a machine has.
#[derive(Debug, Clone, PartialEq)]
pub struct Per<K, T>(Vec<(K, T)>);

impl<K: Key, T> Per<K, T> {
    /// One for each of these keys.
    pub fn each(keys: &[K], mut make: impl FnMut(K) -> T) -> Self {
        Self(keys.iter().map(|key| (*key, make(*key))).collect())
    }

    /// All of them, in their order.
    pub fn iter(&self) -> impl Iterator<Item = (K, &T)> {
        self.0.iter().map(|(key, value)| (*key, value))
    }

    /// The one for a key.
    ///
    /// # Panics
    ///
    /// Where the table has none: a unit is asked for only on a machine that counts in it.
    pub fn get(&self, key: K) -> &T {
        let entry = self.0.iter().find(|(own, _)| *own == key);
        let (_, value) = entry.unwrap_or_else(|| none(key));
        value
    }

    /// The same, to be changed.
    pub fn get_mut(&mut self, key: K) -> &mut T {
        let entry = self.0.iter_mut().find(|(own, _)| *own == key);
        let (_, value) = entry.unwrap_or_else(|| none(key));
        value
    }
}

fn none(key: impl fmt::Debug) -> ! {
    panic!("there is no entry for {key:?}: it is asked for only where it is counted")
}

/// What tables are kept by.
pub trait Key: Copy + Eq + fmt::Debug + 'static {
    /// The keys that tables may have.
    const KEYS: &'static [Self];
    /// Whether every table has all of them.
    const ARE_ALL_THERE: bool;
    /// What a table is, and its name in schemas.
    const TABLE: (&'static str, &'static str);

    /// As data calls it.
    fn word(self) -> &'static str;

    /// What an entry is.
    fn about(self) -> &'static str;
}

impl Key for Measure {
    const KEYS: &'static [Self] = &Self::IN_UNITS;
    const ARE_ALL_THERE: bool = true;
    const TABLE: (&'static str, &'static str) = ("Something for each measure.", "ByMeasure");

    fn word(self) -> &'static str {
        self.name()
    }

    fn about(self) -> &'static str {
        self.row().about
    }
}

impl Key for Unit {
    const KEYS: &'static [Self] = &[
        Self::Rounds,
        Self::Steps,
        Self::Instructions,
        Self::Apram,
        Self::Multicomputer,
        Self::Gpu,
    ];
    const ARE_ALL_THERE: bool = false;
    const TABLE: (&'static str, &'static str) = (
        "Something for each unit of a machine. The first three are absent on a multicomputer.",
        "ByUnit",
    );

    fn word(self) -> &'static str {
        self.key()
    }

    fn about(self) -> &'static str {
        english::unit(self)
    }
}

impl<K: Key, T: Serialize> Serialize for Per<K, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (key, value) in &self.0 {
            map.serialize_entry(key.word(), value)?;
        }
        map.end()
    }
}

impl<K: Key, T: JsonSchema> JsonSchema for Per<K, T> {
    fn schema_name() -> Cow<'static, str> {
        K::TABLE.1.into()
    }

    fn schema_id() -> Cow<'static, str> {
        format!("{}<{}>", K::TABLE.1, T::schema_id()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut properties = serde_json::Map::new();
        let mut required = Vec::new();
        for key in K::KEYS {
            let mut entry = generator.subschema_for::<T>();
            entry.insert("description".to_owned(), key.about().into());
            properties.insert(key.word().to_owned(), entry.into());
            required.extend(K::ARE_ALL_THERE.then_some(key.word()));
        }
        let about = K::TABLE.0;
        let mut schema = json_schema!({
            "description": about,
            "type": "object",
            "properties": properties,
        });
        if !required.is_empty() {
            schema.insert("required".to_owned(), required.into());
        }
        schema
    }
}
