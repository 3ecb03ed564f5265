//! What the tool says: where its sentences are written, how they are written, and what its fixes do.

mod corpus;
mod elsewhere;
mod fixes;
mod letters;
mod places;
