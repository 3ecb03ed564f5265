//! Topologies: which processors and switches a network links, and the routes between them.

mod links;
mod measures;
mod neighbours;
mod routes;
mod wraparound;

use thiserror::Error;

pub use links::{Link, LinkEnd, LinkEnds};
pub use neighbours::GridDirection;
pub(super) use routes::Node;
pub use wraparound::{DimensionRoute, GridLink};

/// The most processors that a topology may have.
pub const MAX_PROCESSORS: u32 = 1 << 24;

/// The shape of a network. Processors are numbered from 0, in grids row by row.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TopologyShape {
    /// Each pair of processors has a link.
    Complete,
    /// Processor `i` is linked with `i + 1`, the last with the first.
    Ring,
    /// Processor `i` is linked with `i + 1`.
    Line,
    /// A grid with wrap-around links, with this many processors along each dimension.
    Torus(Vec<u32>),
    /// A grid without wrap-around links, with this many processors along each dimension.
    Mesh(Vec<u32>),
    /// Processors whose numbers differ in one of this many bits are linked.
    Hypercube(u32),
    /// A complete binary tree with this many levels of links: leaves are processors, the other nodes
    /// switches.
    Tree(u32),
    /// Processor 0 is linked with all others.
    Star,
    /// One link for all.
    Bus,
}

/// The two shapes whose sides may be derived from the number of processors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Grid {
    /// Without links around.
    Mesh,
    /// With links around.
    Torus,
}

/// Why a topology cannot exist.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum TopologyError {
    /// A network without processors.
    #[error("a network has at least one processor")]
    NoProcessor,
    /// More processors than [`MAX_PROCESSORS`].
    #[error("a network has at most {MAX_PROCESSORS} processors")]
    TooManyProcessors,
    /// A hypercube or tree whose number of processors is no power of two.
    #[error("{processors} processors are no power of two")]
    NoPowerOfTwo { processors: u32 },
    /// A grid given by a number of processors that is no square.
    #[error("{processors} processors form no square")]
    NoSquare { grid: Grid, processors: u32 },
}

/// A network of processors: its shape, and their number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Topology {
    shape: TopologyShape,
    processors: u32,
}

impl Topology {
    fn new(shape: TopologyShape, processors: u32) -> Result<Self, TopologyError> {
        match processors {
            0 => Err(TopologyError::NoProcessor),
            1..=MAX_PROCESSORS => Ok(Self { shape, processors }),
            _ => Err(TopologyError::TooManyProcessors),
        }
    }

    /// All pairs are linked.
    pub fn complete(processors: u32) -> Result<Self, TopologyError> {
        Self::new(TopologyShape::Complete, processors)
    }

    /// A ring.
    pub fn ring(processors: u32) -> Result<Self, TopologyError> {
        Self::new(TopologyShape::Ring, processors)
    }

    /// A line: a ring without the link between its last and its first processor.
    pub fn line(processors: u32) -> Result<Self, TopologyError> {
        Self::new(TopologyShape::Line, processors)
    }

    /// A grid with wrap-around links, with the given sides.
    pub fn torus(sides: Vec<u32>) -> Result<Self, TopologyError> {
        let processors = volume(&sides)?;
        Self::new(TopologyShape::Torus(sides), processors)
    }

    /// A grid without wrap-around links, with the given sides.
    pub fn mesh(sides: Vec<u32>) -> Result<Self, TopologyError> {
        let processors = volume(&sides)?;
        Self::new(TopologyShape::Mesh(sides), processors)
    }

    /// A square torus of this many processors.
    pub fn square_torus(processors: u32) -> Result<Self, TopologyError> {
        let side = square_side(Grid::Torus, processors)?;
        Self::torus(vec![side, side])
    }

    /// A square mesh of this many processors.
    pub fn square_mesh(processors: u32) -> Result<Self, TopologyError> {
        let side = square_side(Grid::Mesh, processors)?;
        Self::mesh(vec![side, side])
    }

    /// A hypercube of this many dimensions.
    pub fn hypercube(dimensions: u32) -> Result<Self, TopologyError> {
        let processors = 1_u32.checked_shl(dimensions);
        let processors = processors.ok_or(TopologyError::TooManyProcessors)?;
        Self::new(TopologyShape::Hypercube(dimensions), processors)
    }

    /// A hypercube of this many processors.
    pub fn hypercube_of(processors: u32) -> Result<Self, TopologyError> {
        Self::hypercube(logarithm(processors)?)
    }

    /// A binary tree with this many leaves.
    pub fn tree(processors: u32) -> Result<Self, TopologyError> {
        Self::new(TopologyShape::Tree(logarithm(processors)?), processors)
    }

    /// A star around processor 0.
    pub fn star(processors: u32) -> Result<Self, TopologyError> {
        Self::new(TopologyShape::Star, processors)
    }

    /// A bus.
    pub fn bus(processors: u32) -> Result<Self, TopologyError> {
        Self::new(TopologyShape::Bus, processors)
    }

    /// The number of processors.
    pub fn processors(&self) -> u32 {
        self.processors
    }

    /// The shape.
    pub fn shape(&self) -> &TopologyShape {
        &self.shape
    }
}

/// The number of processors of a grid.
fn volume(sides: &[u32]) -> Result<u32, TopologyError> {
    if sides.is_empty() || sides.contains(&0) {
        return Err(TopologyError::NoProcessor);
    }
    (sides.iter())
        .try_fold(1_u32, |product, side| product.checked_mul(*side))
        .ok_or(TopologyError::TooManyProcessors)
}

/// The side of a square grid.
fn square_side(grid: Grid, processors: u32) -> Result<u32, TopologyError> {
    let side = processors.isqrt();
    if side * side == processors {
        Ok(side)
    } else {
        Err(TopologyError::NoSquare { grid, processors })
    }
}

/// The exponent of a power of two.
fn logarithm(processors: u32) -> Result<u32, TopologyError> {
    if processors == 0 {
        Err(TopologyError::NoProcessor)
    } else if processors.is_power_of_two() {
        Ok(processors.trailing_zeros())
    } else {
        Err(TopologyError::NoPowerOfTwo { processors })
    }
}
