//! Parts of the library by themselves, in files that are called like the folders of `src/`.

mod app;
mod complexity;
mod engine;
mod machine;
mod network;
mod pipeline;
mod present;
mod program;
mod result;
mod semantic;
mod session;
mod source;
