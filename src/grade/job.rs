//! What a worker is asked to do, and what it answers. Nothing of what is right is in a job.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::exercise::{Exercise, ExerciseFiles};

/// A submission's work: the texts, and the tasks in their order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GradeJob {
    /// The judge: its name and its text.
    pub judge: NamedText,
    /// What was handed in. The first file is the submission; it may include the others.
    pub submission: Vec<NamedText>,
    /// What it may include, too.
    pub includes: Vec<NamedText>,
    /// Limits of each run.
    pub limits: JobLimits,
    /// What to do.
    pub tasks: Vec<Task>,
}

/// A file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedText {
    /// Its name, without folders.
    pub name: String,
    /// Its bytes as text; those that are no UTF-8 make the worker say so.
    pub text: FileText,
}

/// The contents of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum FileText {
    /// Text in UTF-8.
    Text(String),
    /// Other bytes.
    Bytes(Vec<u8>),
}

/// Limits that are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobLimits {
    /// Steps.
    pub steps: u64,
    /// Work.
    pub work: u64,
    /// Bytes of memory.
    pub memory: u64,
    /// Bytes of printed lines.
    pub output: u64,
    /// Processors of a block.
    pub processors: u64,
}

/// A part of the work.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Task {
    /// Look at the text of the submission, and at the warnings of a run with the judge's own inputs.
    Text,
    /// Run the judge.
    Runs {
        /// Inputs and seed of each run.
        runs: Vec<RunSpec>,
        /// Claims about models to verify in each run, without the keyword.
        claims: Vec<String>,
        /// Whether the runs end with the first that does not succeed; otherwise they end with the first that
        /// reaches a limit.
        stop_at_failure: bool,
    },
    /// Prove a claim about a model, or refute it.
    Check {
        /// Without the keyword.
        claim: String,
        /// The model that it names.
        model: String,
    },
    /// Judge claims about costs over sizes.
    Sweep {
        /// Without the keyword.
        claims: Vec<String>,
        /// The name that varies, and its sizes.
        sizes: (String, String),
        /// The smallest and the largest size.
        ends: [i64; 2],
        /// Whether further sizes are run: claims about growth need them.
        add_sizes: bool,
        /// The seed.
        seed: u64,
    },
    /// Record a run, step by step.
    Replay(RunSpec),
}

/// A run of the judge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunSpec {
    /// Its inputs, as on the command line.
    pub inputs: Vec<String>,
    /// Its seed.
    pub seed: u64,
}

/// What a worker says about a task.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TaskAnswer {
    /// To [`Task::Text`].
    Text(TextAnswer),
    /// To [`Task::Runs`]: of each run that took place.
    Runs(Vec<RunAnswer>),
    /// To [`Task::Check`] and [`Task::Sweep`]: of each claim.
    Claims(Vec<ClaimAnswer>),
    /// To [`Task::Replay`].
    Replay(ReplayAnswer),
    /// The task came to no result.
    Problem(ProblemAnswer),
}

impl TaskAnswer {
    /// The runs that took place, of all these answers.
    pub fn runs<'a>(
        answers: impl IntoIterator<Item = &'a Self>,
    ) -> impl Iterator<Item = &'a RunAnswer> {
        let runs = answers.into_iter().filter_map(|answer| match answer {
            Self::Runs(runs) => Some(runs),
            Self::Text(_) | Self::Claims(_) | Self::Replay(_) | Self::Problem(_) => None,
        });
        runs.flatten()
    }
}

/// What a text is like.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct TextAnswer {
    /// Why it cannot be read, if it cannot.
    pub problem: Option<ProblemAnswer>,
    /// Whether it is laid out as `pram fmt` would; none if that is not known.
    pub is_formatted: Option<bool>,
    /// SHA-256 of the text formatted and without comments.
    pub shape: Option<String>,
    /// The keywords that it uses, by the English spelling, and the names that it calls.
    pub words: Vec<String>,
    /// Items of the file that the judge does not use: `machine`, `claim`, `program`, `input`.
    pub unused: Vec<String>,
    /// Warnings about the submission.
    pub warnings: Vec<ProblemAnswer>,
    /// Why there are no warnings: the judge did not run.
    pub no_run: Option<ProblemAnswer>,
}

/// What came out of a run.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct RunAnswer {
    /// Its outputs.
    pub outputs: IndexMap<String, OutputAnswer>,
    /// What is wrong, if anything is.
    pub problem: Option<ProblemAnswer>,
    /// The claims about models, in their order.
    pub claims: Vec<ClaimAnswer>,
    /// Its work and its steps.
    pub work: u64,
    /// Its steps.
    pub steps: u64,
}

/// An output of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutputAnswer {
    /// Its beginning.
    pub text: String,
    /// SHA-256 of all of it.
    pub hash: String,
}

/// What was found about a claim.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ClaimAnswer {
    /// Whether it holds; none if that is open.
    pub holds: Option<bool>,
    /// Whether that follows from the text for every size, or is proved for every input.
    pub is_derived: bool,
    /// What the sizes suggest where it is open: `consistent with`, `speaks against`, `unclear`.
    pub trend: Option<ClaimTrend>,
    /// Why, in a sentence.
    pub evidence: String,
    /// The first size at which it fails.
    pub failure: Option<FirstFailure>,
}

/// What the sizes suggest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimTrend {
    /// If it goes on like this, the claim holds.
    Consistent,
    /// If it goes on like this, it does not.
    Against,
    /// Neither shows.
    Unclear,
}

/// Where a claim fails first.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct FirstFailure {
    /// The inputs.
    pub inputs: IndexMap<String, String>,
    /// The claimed value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claimed: Option<f64>,
    /// The measured value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measured: Option<f64>,
    /// Of a model: the step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<u64>,
    /// Of a model: the cell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cell: Option<String>,
    /// Of a model: the processors.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub processors: Vec<String>,
}

/// A run, step by step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReplayAnswer {
    /// The title of its page.
    pub title: String,
    /// The trace as JSON, from which the page is made.
    pub trace: String,
}

/// What is wrong with a program or a run.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProblemAnswer {
    /// Its code.
    pub code: String,
    /// What happened, in a sentence.
    pub message: String,
    /// As the command prints it.
    pub shown: String,
    /// Whether it is in the judge.
    pub is_in_judge: bool,
}

impl GradeJob {
    /// The job of a submission.
    pub fn new(
        exercise: &Exercise,
        files: &ExerciseFiles,
        submission: Vec<NamedText>,
        tasks: Vec<Task>,
    ) -> Self {
        let (name, text) = exercise.judge.clone();
        let run = exercise.limits.run;
        Self {
            judge: NamedText::new(name, text),
            submission,
            includes: files
                .includes()
                .map(|(name, text)| NamedText::new(name, text))
                .collect(),
            limits: JobLimits {
                steps: run.steps,
                work: run.work,
                memory: run.memory,
                output: run.output,
                processors: run.processors,
            },
            tasks,
        }
    }
}

impl NamedText {
    /// A text.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            text: FileText::Text(text.into()),
        }
    }

    /// Bytes, which may be text.
    pub fn of_bytes(name: impl Into<String>, bytes: Vec<u8>) -> Self {
        let text = match String::from_utf8(bytes) {
            Ok(text) => FileText::Text(text),
            Err(error) => FileText::Bytes(error.into_bytes()),
        };
        Self {
            name: name.into(),
            text,
        }
    }

    /// Its bytes.
    pub fn bytes(&self) -> &[u8] {
        match &self.text {
            FileText::Text(text) => text.as_bytes(),
            FileText::Bytes(bytes) => bytes,
        }
    }
}
