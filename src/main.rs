//! The command `pram`.

fn main() {}
