//! Results as people and programs read them: messages, text for the terminal, markup, plots, CSV,
//! JSON.

pub mod agreeing;
pub mod derivation;
pub mod document;
pub mod figure;
pub mod json;
pub mod layout;
pub mod messages;
pub mod plot;
pub mod replay;
pub mod tables;
pub mod text;
pub mod theme;
