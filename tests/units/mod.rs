//! Parts of the library by themselves, in files that are called like the folders of `src/`.

mod app;
mod engine;
mod machine;
mod network;
mod present;
mod semantic;
mod session;
