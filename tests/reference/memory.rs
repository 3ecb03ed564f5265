//! The memory: cells in a map. A scalar is a store of one cell.

use std::collections::HashMap;

use super::asynchronous::Run;
use super::value::{Type, Value};

/// A variable or an array.
pub type StoreId = usize;

/// One cell of one store.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    pub store: StoreId,
    pub position: usize,
}

/// A variable or an array: what is known beside its cells.
#[derive(Debug, Clone)]
pub struct Store {
    pub name: String,
    pub ty: Type,
    /// None for a scalar.
    pub dimensions: Option<Vec<usize>>,
    /// In the global memory: accesses count and are checked.
    pub shared: bool,
}

impl Store {
    pub fn len(&self) -> usize {
        self.dimensions.iter().flatten().product()
    }
}

#[derive(Debug, Default)]
pub struct Memory {
    stores: Vec<Store>,
    /// What was ever written.
    cells: HashMap<Cell, Value>,
    /// Of asynchronous processors' own variables, the run of accesses that their value comes from,
    /// as far as no operator lies between. An array is one variable: its latest element counts.
    runs: HashMap<StoreId, Run>,
    /// Of sections: the cells that they show; none outside of the array.
    views: HashMap<StoreId, (StoreId, Vec<Option<Cell>>)>,
}

impl Memory {
    pub fn create(&mut self, store: Store) -> StoreId {
        self.stores.push(store);
        self.stores.len() - 1
    }

    /// A section of an array.
    pub fn create_view(
        &mut self,
        of: StoreId,
        lengths: Vec<usize>,
        cells: Vec<Option<Cell>>,
    ) -> StoreId {
        let store = Store {
            dimensions: Some(lengths),
            ..self.store(of).clone()
        };
        let view = self.create(store);
        self.views.insert(view, (of, cells));
        view
    }

    /// The array that a section shows.
    pub fn viewed(&self, store: StoreId) -> StoreId {
        self.views.get(&store).map_or(store, |(of, _)| *of)
    }

    /// Whether all that a section shows lies in its array.
    pub fn lies_inside(&self, store: StoreId) -> bool {
        let cells = self.views.get(&store).map(|(_, cells)| cells);
        cells.is_none_or(|cells| cells.iter().all(Option::is_some))
    }

    /// The cell of an array that a section shows; none outside of the array.
    pub fn actual(&self, cell: Cell) -> Option<Cell> {
        match self.views.get(&cell.store) {
            Some((_, cells)) => cells[cell.position],
            None => Some(cell),
        }
    }

    pub fn store(&self, id: StoreId) -> &Store {
        &self.stores[id]
    }

    pub fn store_count(&self) -> usize {
        self.stores.len()
    }

    pub fn get(&self, cell: Cell) -> Option<Value> {
        self.cells.get(&cell).copied()
    }

    /// A value as it will stand in the cell: "a variable that takes both int and real is real".
    pub fn as_held(&self, cell: Cell, value: Value) -> Value {
        value.into_type(self.stores[cell.store].ty)
    }

    pub fn set(&mut self, cell: Cell, value: Value) {
        let value = self.as_held(cell, value);
        self.cells.insert(cell, value);
    }

    /// Says which run of accesses the value of a cell comes from.
    pub fn set_run(&mut self, cell: Cell, run: Run) {
        let so_far = self.run(cell);
        let is_array = self.stores[cell.store].dimensions.is_some();
        let latest = if is_array { run.max(so_far) } else { run };
        self.runs.insert(cell.store, latest);
    }

    pub fn run(&self, cell: Cell) -> Run {
        self.runs.get(&cell.store).copied().unwrap_or(0)
    }

    pub fn forget(&mut self, cell: Cell) {
        self.cells.remove(&cell);
    }

    /// The cell as the user names it: `A[5]`, `M[2,3]`, `s`.
    pub fn cell_name(&self, cell: Cell) -> String {
        let store = &self.stores[cell.store];
        match store.dimensions.as_deref() {
            None => store.name.clone(),
            Some(dimensions) => {
                let mut rest = cell.position;
                let mut subscripts = Vec::new();
                for length in dimensions.iter().skip(1).rev() {
                    subscripts.insert(0, (rest % length).to_string());
                    rest /= length;
                }
                subscripts.insert(0, rest.to_string());
                format!("{}[{}]", store.name, subscripts.join(","))
            }
        }
    }
}
