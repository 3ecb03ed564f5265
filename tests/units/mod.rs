//! Parts of the library by themselves, in files that are called like the folders of `src/`.

mod engine;
mod machine;
mod network;
mod semantic;
mod session;
