//! Machines on the command line: by name, and of a network its sizes, `ring`, `mesh:2x8`.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Command};

use crate::network::MAX_PROCESSORS;
use crate::pipeline::machine::AskedMachine;
use crate::pipeline::network::NetworkName;
use crate::pipeline::quantity;

/// A machine by name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedMachine {
    /// Which one.
    pub kind: AskedMachine,
    /// The sizes of a network, as they stand in brackets in a file; empty where none are given.
    pub sizes: Vec<u32>,
}

/// Reads `ring`, `mesh:2x8`, `torus:2x3x4`.
pub fn read(text: &str) -> Result<NamedMachine, String> {
    let (name, sizes) = match text.split_once(':') {
        Some((name, sizes)) => (name, Some(sizes)),
        None => (text, None),
    };
    let kind = AskedMachine::parse(name.trim())
        .ok_or_else(|| format!("no machine is called `{}`", name.trim()))?;
    // A hypercube of no dimension has one processor.
    let least = u32::from(kind != AskedMachine::Network(NetworkName::Hypercube));
    let sizes = sizes.map_or(Ok(Vec::new()), |sizes| {
        sizes.split('x').map(|text| size(text, least)).collect()
    })?;
    match kind {
        AskedMachine::Pram | AskedMachine::Apram if !sizes.is_empty() => Err(format!(
            "`{name}` is no network and takes no sizes, as `mesh:2x8` does"
        )),
        _ => Ok(NamedMachine { kind, sizes }),
    }
}

fn size(text: &str, least: u32) -> Result<u32, String> {
    let size = quantity::whole(text.trim())?;
    let sizes = least..=MAX_PROCESSORS;
    let is_size = |size: &u32| sizes.contains(size);
    u32::try_from(size).ok().filter(is_size).ok_or_else(|| {
        format!(
            "the size of a network is a whole number from {least} to {MAX_PROCESSORS}, not {size}"
        )
    })
}

/// Reads a machine, and lets completions know every name.
#[derive(Clone)]
pub struct MachineParser;

impl TypedValueParser for MachineParser {
    type Value = NamedMachine;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<NamedMachine, clap::Error> {
        let text = value.to_string_lossy();
        if !text.contains(':') && read(&text).is_err() {
            let name = PossibleValuesParser::new(names()).parse_ref(command, argument, value)?;
            return read(&name).map_err(|message| invalid(command, &message));
        }
        read(&text).map_err(|message| {
            invalid(
                command,
                &format!("invalid value '{text}' for '--machine': {message}\n"),
            )
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(names()))
    }
}

fn names() -> impl Iterator<Item = PossibleValue> {
    AskedMachine::names().map(PossibleValue::new)
}

fn invalid(command: &Command, message: &str) -> clap::Error {
    clap::Error::raw(ErrorKind::ValueValidation, message).with_cmd(command)
}
