//! Runs of one program at small sizes, of which only illegal accesses matter.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::engine::{self, LoadedProgram};
use super::prepare::{Prepared, prepare_checked};
use super::{ProgramText, Request};
use crate::code::algorithm::CompiledProgram;
use crate::code::{self, MachineParameters};
use crate::program::{InputShapes, Program};
use crate::result::run::Run;
use crate::semantic::{self, KnownMachine};
use crate::source::Sources;
use crate::syntax::include::Files;

/// A program that is run with several inputs. It is checked and lowered again only if their types or the
/// values of the machine differ.
pub(super) struct Small<'a> {
    text: &'a ProgramText,
    files: &'a dyn Files,
    interrupt: &'a AtomicBool,
    /// The checked program, and the input types and machine values for which it was checked.
    checked: Option<(InputShapes, KnownMachine, Arc<Program>)>,
    /// The lowered program, the program it comes from, and the values of the machine's names in it.
    lowered: Option<(Arc<CompiledProgram>, Arc<Program>, MachineParameters)>,
}

impl<'a> Small<'a> {
    /// Of a program that is read.
    pub fn new(text: &'a ProgramText, files: &'a dyn Files, interrupt: &'a AtomicBool) -> Self {
        Self {
            text,
            files,
            interrupt,
            checked: None,
            lowered: None,
        }
    }

    /// Runs it; `None` if the program does not accept these inputs.
    pub fn run(&mut self, request: &Request) -> Option<Run> {
        let ProgramText {
            file, signature, ..
        } = self.text;
        let known = &mut self.checked;
        let checked = |shapes: &InputShapes, machine| {
            if let Some((same, of, program)) = known.as_ref()
                && (same, *of) == (shapes, machine)
            {
                return Ok(Arc::clone(program));
            }
            let program = Arc::new(semantic::check(file, signature, shapes, machine)?);
            *known = Some((shapes.clone(), machine, Arc::clone(&program)));
            Ok(program)
        };
        let sources = &mut Sources::default();
        let prepared = prepare_checked(request, (file, signature), sources, self.files, checked);
        let Prepared {
            program,
            inputs,
            configuration,
            parameters,
            ..
        } = prepared.ok()?;
        let code = match &self.lowered {
            Some((code, of, with)) if Arc::ptr_eq(of, &program) && *with == parameters => {
                Arc::clone(code)
            }
            _ => {
                let code = Arc::new(code::lower(&program, parameters));
                self.lowered = Some((Arc::clone(&code), Arc::clone(&program), parameters));
                code
            }
        };
        let loaded = LoadedProgram::of(code, &signature.name, inputs, configuration);
        Some(engine::run_loaded(loaded, &program, self.interrupt))
    }
}
