//! Which processor owns each cell of a distributed array.

use pram::network::TopologyShape;
use pram::syntax::ast::{Distributed, Distribution};

use super::expression::{Execution, Reading, Ready, at};
use super::memory::StoreId;
use super::processor::Stop;
use super::value::Code;

impl<'a> Execution<'a> {
    /// Nothing on machines that share their memory.
    pub fn distribute(
        &self,
        array: StoreId,
        distributed: Option<&'a Distributed>,
    ) -> Result<(), Stop> {
        let (Some(network), Some(Distributed { kind, span })) = (self.network(), distributed)
        else {
            return Ok(());
        };
        let mut number = 1;
        if let Some(expression) = kind.expression() {
            let value = self.evaluate(expression, &mut Reading::new(&Ready::new()))?;
            number = at(expression.span, value.bound())?;
        }
        let dimensions = self.dimensions(array);
        let topology = network.borrow().topology().clone();
        let p = topology.processors() as usize;
        let of = |position: usize| owner(kind, number, &dimensions, p, topology.shape(), position);
        let owners: Result<Vec<u32>, Code> = (0..self.length(array)).map(of).collect();
        let owners = at(*span, owners)?;
        network.borrow_mut().owners.insert(array, owners);
        Ok(())
    }
}

fn owner(
    kind: &Distribution,
    number: i64,
    dimensions: &[usize],
    p: usize,
    shape: &TopologyShape,
    position: usize,
) -> Result<u32, Code> {
    let (row, column) = match dimensions {
        [_, columns, deeper @ ..] => {
            let deep: usize = deeper.iter().product();
            (position / (columns * deep), position / deep % columns)
        }
        [] | [_] => (position, 0),
    };
    let owner = match kind {
        Distribution::Blocks | Distribution::Rows => strip(row, dimensions[0], p),
        Distribution::Columns => strip(column, dimensions[1], p),
        Distribution::Cyclic(_) if number < 1 => return Err("E0303"),
        Distribution::Cyclic(_) => row / number as usize % p,
        Distribution::Squares => {
            let (high, wide) = match shape {
                TopologyShape::Mesh(sides) | TopologyShape::Torus(sides) if sides.len() == 2 => {
                    (sides[0] as usize, sides[1] as usize)
                }
                _ if (0..=p).all(|root| root * root != p) => return Err("E0303"),
                _ => {
                    let root = (0..=p).find(|root| root * root >= p).unwrap_or(p);
                    (root, root)
                }
            };
            strip(row, dimensions[0], high) * wide + strip(column, dimensions[1], wide)
        }
        Distribution::On(_) => match usize::try_from(number) {
            Ok(number) if number < p => number,
            _ => return Err("E0512"),
        },
    };
    Ok(owner as u32)
}

/// "j owns ⌊jn/p⌋ … ⌊(j+1)n/p⌋−1."
pub(super) fn strip(index: usize, length: usize, p: usize) -> usize {
    let owns = |j: &usize| j * length / p <= index && index < (j + 1) * length / p;
    (0..p).find(owns).expect("every index has an owner")
}
