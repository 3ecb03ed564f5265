//! What `--format json` writes. Each command makes one value that serialises: `run` a
//! [`run::RunJson`], `check` a [`check::Check`], `report` a [`crate::result::study::Report`]; one
//! function writes them.

pub mod check;
pub mod count;
pub mod deadlock;
pub mod derivation;
pub mod exploration;
mod gpu;
pub mod illegal;
mod layout;
pub mod legality;
pub mod messages;
pub mod moments;
pub mod network;
pub mod race;
pub mod recorded;
pub mod request;
pub mod run;
pub mod trace;
pub mod value;
pub mod violation;
pub mod warps;

pub use layout::write;
