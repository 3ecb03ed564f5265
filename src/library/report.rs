//! A program over many sizes.

use super::{Error, FoundProblems, Inputs, Program, written};
use crate::diagnostic::Status;
use crate::present::document::markdown::Drawings;
use crate::present::document::{html, latex, markdown, text};
use crate::present::{layout, tables};
use crate::quantity::Unit;
use crate::result::study::Report;
use crate::source::Sources;
use crate::study::{self, ReportRequest};

/// The sizes of a report, and what is asked about them.
#[derive(Debug, Clone, PartialEq)]
pub struct SweepRequest {
    /// What varies, as `--vary` says it: `n` with `2^4..2^14`, `10..1000 step 90`, `8,16,32`. The name `p` varies
    /// the processors of the machine.
    pub vary: Inputs,
    /// The unit of verdicts and of claims without one; without it rounds, and on the asynchronous PRAM its units
    /// of time.
    pub unit: Option<Unit>,
    /// An efficiency besides 0.5, 0.7 and 0.9 for isoefficiency.
    pub efficiency: Option<f64>,
    /// The time of a sequential algorithm as formulas, `n-1`.
    pub sequential: Vec<String>,
    /// Formulas to compare with what is measured, `T = n/p + log p`.
    pub model_formulas: Vec<String>,
    /// Seeds for each size, at least 1.
    pub repeat: u32,
    /// Whether sizes are added to confirm formulas on.
    pub add_sizes: bool,
}

impl SweepRequest {
    /// Over these sizes, with the usual settings.
    pub fn over(vary: impl Into<Inputs>) -> Self {
        Self {
            vary: vary.into(),
            unit: None,
            efficiency: None,
            sequential: Vec::new(),
            model_formulas: Vec::new(),
            repeat: 1,
            add_sizes: true,
        }
    }
}

/// What runs over many sizes say about a program.
#[derive(Debug, Clone)]
pub struct ProgramReport {
    /// As data.
    pub report: Report,
    /// Its warnings.
    pub problems: FoundProblems,
}

impl Program {
    /// Runs the program over many sizes, with these values for the other inputs. An interrupted report is about
    /// the sizes that ran before.
    ///
    /// # Errors
    ///
    /// Why there is no report: what is wrong with the program, with its inputs or with the sweep.
    pub fn report(
        &self,
        inputs: impl Into<Inputs>,
        sweep: &SweepRequest,
    ) -> Result<ProgramReport, Error> {
        let program = self.request_for(inputs.into());
        let sweep = sweep.clone();
        let request = ReportRequest {
            threads: program.options.threads,
            programs: vec![program],
            vary: sweep.vary.0,
            unit: sweep.unit,
            efficiency: sweep.efficiency,
            sequential: sweep.sequential,
            model_formulas: sweep.model_formulas,
            repeat: sweep.repeat.max(1),
            add_sizes: sweep.add_sizes,
        };
        let mut sources = Sources::default();
        let report = study::create(
            &request,
            &mut sources,
            &*self.files,
            self.interrupt(),
            self.hear(),
        )
        .map_err(|problems| self.error(problems, &sources))?;
        let problems = report.diagnostics.clone();
        Ok(ProgramReport {
            problems: FoundProblems::new(problems, &sources, &self.request.name),
            report,
        })
    }
}

impl ProgramReport {
    /// As text in lines of this many characters, with ANSI styles.
    pub fn text(&self, width: usize) -> String {
        text::render(&layout::document(&self.report), width)
    }

    /// As a page.
    pub fn html(&self) -> String {
        html::render(&layout::document(&self.report))
    }

    /// As Markdown, with its drawings inside.
    pub fn markdown(&self) -> String {
        markdown::render(&layout::document(&self.report), Drawings::Inside).0
    }

    /// As LaTeX.
    pub fn latex(&self) -> String {
        latex::render(&layout::document(&self.report))
    }

    /// Its counts as CSV, a row a size.
    pub fn csv(&self) -> String {
        tables::tables(&self.report).swap_remove(0).text
    }

    /// What `pram report --format json` prints.
    pub fn json(&self) -> String {
        written(&self.report)
    }

    /// The exit status of the command; none if every claim holds and every size ran to its end.
    pub fn status(&self) -> Option<Status> {
        self.report.status()
    }
}
