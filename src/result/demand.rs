//! What a model requires of an access, and whether that is proved.

use crate::machine::configuration::Configuration;
use crate::machine::rules::model::{Model, Simultaneity, WriteRule};
use crate::program::accesses::{Access, AccessKind};
use crate::proof::{Exclusivity, Findings};

/// The rule that a program has to obey.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Demand {
    /// Of a synchronous machine.
    Synchronous(Model, Simultaneity),
    /// Of the asynchronous machine.
    Asynchronous {
        /// Whether many processors may read a cell that none writes in a section.
        concurrent_read: bool,
    },
    /// Of a GPU: no races in kernels, and a model for the steps of other blocks.
    Gpu(Model),
}

impl Demand {
    /// The rule of the machine of a run.
    pub fn of(configuration: &Configuration) -> Self {
        match configuration.asynchronous() {
            Some(machine) => Self::Asynchronous {
                concurrent_read: machine.concurrent_read,
            },
            None if configuration.gpu().is_some() => Self::Gpu(configuration.model),
            None => Self::Synchronous(configuration.model, configuration.simultaneity),
        }
    }

    /// Whether an access with this property obeys the rule in every run.
    pub fn is_kept(self, known: Exclusivity, kind: AccessKind) -> bool {
        match (self, kind) {
            (Self::Synchronous(model, simultaneity), AccessKind::Read) => {
                model.concurrent_read || is_exclusive(known, simultaneity)
            }
            (Self::Synchronous(model, simultaneity), AccessKind::Write) => match model.write {
                WriteRule::Exclusive => is_exclusive(known, simultaneity),
                WriteRule::Common => known.common || is_exclusive(known, simultaneity),
                _ => true,
            },
            (Self::Asynchronous { concurrent_read }, _) => {
                let step = Self::Synchronous(
                    if concurrent_read {
                        Model::CREW
                    } else {
                        Model::EREW
                    },
                    Simultaneity::Step,
                );
                let section = if concurrent_read {
                    known.per_section_of_writes
                } else {
                    known.per_section
                };
                section && step.is_kept(known, kind)
            }
            (Self::Gpu(model), _) => {
                let step = Self::Synchronous(model, Simultaneity::Step);
                known.per_section_of_writes && step.is_kept(known, kind)
            }
        }
    }

    /// Whether every access obeys the rule in every run.
    pub fn is_proved(self, accesses: &[Access], findings: &Findings) -> bool {
        (accesses.iter()).all(|access| self.is_kept(findings.of(*access), access.kind))
    }

    /// Whether it is known that an access never conflicts with one of another processor.
    pub fn is_exclusive(self, known: Exclusivity) -> bool {
        match self {
            Self::Synchronous(_, simultaneity) => is_exclusive(known, simultaneity),
            Self::Asynchronous { .. } | Self::Gpu(_) => known.per_section && known.per_step,
        }
    }

    /// The model as the command line spells it.
    pub fn model(self) -> String {
        match self {
            Self::Synchronous(model, _) => model.to_string(),
            Self::Asynchronous {
                concurrent_read: false,
            } => "apram".to_owned(),
            Self::Asynchronous {
                concurrent_read: true,
            } => "apram-cr".to_owned(),
            Self::Gpu(_) => "gpu".to_owned(),
        }
    }

    /// Which of the models by which runs are classified is violated where this one is.
    pub fn classified(self) -> Option<Model> {
        let (Self::Synchronous(model, _) | Self::Gpu(model)) = self else {
            return None;
        };
        let write = match model.write {
            // The run uses a rule that decides, so it is classified by that.
            rule if rule.decides() => rule,
            rule @ (WriteRule::Exclusive | WriteRule::Common) => rule,
            _ => WriteRule::Arbitrary,
        };
        Some(Model { write, ..model })
    }
}

fn is_exclusive(known: Exclusivity, simultaneity: Simultaneity) -> bool {
    match simultaneity {
        Simultaneity::Step => known.per_step,
        Simultaneity::Access => known.per_access,
    }
}
