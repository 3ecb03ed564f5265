//! The command `pram`.

fn main() -> std::process::ExitCode {
    pram::app::main()
}
