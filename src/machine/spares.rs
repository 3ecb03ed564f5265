//! Results and columns that are not in use, kept for reuse.

use crate::engine::kernel::results::Results;

#[derive(Debug, Default)]
pub struct Spares {
    #[expect(clippy::vec_box, reason = "they go from hand to hand")]
    results: Vec<Box<Results>>,
    columns: Vec<Vec<i64>>,
    words: usize,
}

impl Spares {
    /// Unused results, or new ones.
    pub fn take(&mut self) -> Box<Results> {
        let Some(results) = self.results.pop() else {
            return Box::default();
        };
        self.words -= words_of(&results);
        results
    }

    /// Keeps results that are not in use any more.
    pub fn keep(&mut self, results: Box<Results>) {
        self.words += words_of(&results);
        self.results.push(results);
    }

    /// An empty column, perhaps with room.
    pub fn take_column(&mut self) -> Vec<i64> {
        let mut column = self.columns.pop().unwrap_or_default();
        self.words -= column.capacity();
        column.clear();
        column
    }

    /// Keeps the allocation of a column.
    pub fn keep_column(&mut self, column: Vec<i64>) {
        self.words += column.capacity();
        self.columns.push(column);
    }

    pub fn clear(&mut self) {
        self.results.clear();
        self.columns.clear();
        self.words = 0;
    }

    /// The bytes of their columns.
    pub fn bytes(&self) -> u128 {
        self.words as u128 * size_of::<i64>() as u128
    }
}

fn words_of(results: &Results) -> usize {
    let outputs = results.outputs.iter();
    outputs.map(|output| output.words.capacity()).sum()
}
