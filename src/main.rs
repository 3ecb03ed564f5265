//! The command `pram`.

/// Where the system refuses memory, the process ends as at any other limit.
#[global_allocator]
static ALLOCATOR: pram::app::allocator::Allocator = pram::app::allocator::Allocator;

fn main() -> std::process::ExitCode {
    pram::app::main()
}
