//! orders

pub mod accesswise;
pub mod interleaving;
pub mod order;
pub mod partial;
pub mod standing;
