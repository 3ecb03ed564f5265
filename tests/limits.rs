//! Under load: memory stays within its limit, signals end commands soon, nothing is half written.

mod length;
mod memory;
mod process;
mod refused;
mod signals;
mod texts;
mod work;
mod writing;
