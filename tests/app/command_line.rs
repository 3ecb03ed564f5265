//! The command line, as its documented examples show it.
//!
//! `TRYCMD=overwrite cargo test command_line` writes what the program says now.

#[test]
fn examples_say_what_the_program_says() {
    trycmd::TestCases::new().case("tests/cases/command_line/*.md");
}
