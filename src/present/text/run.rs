//! The text of `pram run`: inputs, outputs, cost, parallelism, legality, claims.
//!
//! The text carries ANSI styles; who prints it strips them where nobody wants them.

use std::fmt::Write as _;

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use indexmap::IndexMap;

use super::asynchronous;
use super::gpu;
use super::network;
use super::shown::{Shown, Units};
use super::style::{BAD, FAINT, GOOD, HEADING, MARGIN, margin};
use super::visible::visible_lines;
use crate::diagnostic::Status;
use crate::machine::configuration::{Branches, Configuration};
use crate::machine::rules::model::{Legality, Simultaneity};
use crate::machine::value::Value;
use crate::present::text::sparkline::sparkline;
use crate::present::text::value::{counted, lines};
use crate::quantity::Measure;
use crate::result::asynchronous::named_model;
use crate::result::claim::ClaimOutcome;
use crate::result::kinds::RunForm;
use crate::result::machine::MachineKind;
use crate::result::model::{asynchronous_name, model_name};
use crate::result::run::Run;
use crate::source::shown_name;

/// Bars of the parallelism at most.
const SPARKLINE_WIDTH: usize = 60;

/// What a run has to tell on standard output: the lines that it printed, and below them its result. Of a run that
/// reached a limit the result is what was counted so far; a run that failed otherwise has none.
pub fn with_printed(run: &Run, file: &str, shown: Shown) -> String {
    let mut text = printed(run);
    let is_limited = (run.error.as_ref()).is_some_and(|error| error.code.status() == Status::Limit);
    let result = if run.finished() {
        render(run, file, shown)
    } else if is_limited {
        format!("{HEADING}counted so far{HEADING:#}\n{}", costs(run, shown))
    } else {
        return text;
    };
    if !text.is_empty() {
        text.push('\n');
    }
    text + &result
}

/// The lines that the program printed, without what would move the cursor of a terminal or change its
/// colours; in JSON they are as the program has them.
pub fn printed(run: &Run) -> String {
    run.printed.iter().fold(String::new(), |text, line| {
        text + &visible_lines(line) + "\n"
    })
}

/// The result of a run that reached its end.
pub fn render(run: &Run, file: &str, shown: Shown) -> String {
    let mut text = format!(
        "{HEADING}{}{HEADING:#} {FAINT}·{FAINT:#} {} {FAINT}·{FAINT:#} {}\n",
        shown_name(file),
        run.entry,
        machine(run)
    );
    section(&mut text, "inputs", &value_lines(&run.inputs, shown));
    section(&mut text, "outputs", &value_lines(&run.outputs, shown));
    text.push('\n');
    text.push_str(&costs(run, shown));
    text.push_str(&legality(run));
    if run.kernel_races.count > 0 {
        let races = counted(run.kernel_races.count, "race");
        let _ = writeln!(text, "{}{BAD}{races}{BAD:#}", margin("violations"));
    } else if run.illegal_count() > 0 {
        let _ = writeln!(
            text,
            "{}{BAD}{}{BAD:#} under {}",
            margin("violations"),
            run.illegal_count(),
            model(&run.configuration)
        );
    }
    if !run.claims.is_empty() {
        section(&mut text, "claims", &claims(&run.claims));
    }
    text
}

/// What the run cost, in what the machine counts.
fn costs(run: &Run, shown: Shown) -> String {
    if run.configuration.multicomputer().is_some() {
        return network::cost(run, shown.width);
    }
    if run.configuration.gpu().is_some() {
        return gpu::cost(run);
    }
    let (cost, sections, parallelism) = (
        cost(run, shown.units),
        asynchronous::cost(run),
        parallelism(run),
    );
    format!("{cost}{sections}\n{parallelism}")
}

/// The model as people write it.
fn model(configuration: &Configuration) -> String {
    match MachineKind::of(configuration).row().form {
        RunForm::Steps => model_name(configuration.model),
        RunForm::Sections => asynchronous_name(&named_model(configuration)).to_owned(),
        RunForm::Messages => named_model(configuration),
        RunForm::Launches => "GPU".to_owned(),
    }
}

/// The model, and what else is not as usual.
fn machine(run: &Run) -> String {
    let configuration = &run.configuration;
    let Configuration {
        simultaneity,
        branches,
        processors,
        seed,
        ..
    } = configuration;
    let mut text = model(configuration);
    if MachineKind::of(configuration).row().form == RunForm::Steps {
        text.push_str(" PRAM");
    }
    let is_named = configuration.multicomputer().is_some() || configuration.gpu().is_some();
    if let Some(processors) = processors.filter(|_| !is_named) {
        let _ = write!(text, " with {}", counted(processors, "processor"));
    }
    if *simultaneity == Simultaneity::Access {
        text.push_str(", judged per access");
    }
    if *branches == Branches::Simd {
        text.push_str(", branches one after the other");
    }
    if *seed != 0 {
        let _ = write!(text, ", seed {seed}");
    }
    text
}

fn section(text: &mut String, title: &str, lines: &[String]) {
    if lines.is_empty() {
        return;
    }
    let _ = writeln!(text, "\n{HEADING}{title}{HEADING:#}");
    for line in lines {
        let _ = writeln!(text, "  {line}");
    }
}

fn value_lines(values: &IndexMap<String, Value>, shown: Shown) -> Vec<String> {
    values
        .iter()
        .flat_map(|(name, value)| lines(name, value, shown.indented(2)))
        .collect()
}

fn cost(run: &Run, units: Units) -> String {
    let mut table = Table::new();
    let names = units.list().iter().map(|unit| unit.name());
    table
        .load_style(presets::NOTHING)
        .set_content_arrangement(ContentArrangement::Disabled)
        .set_header([""].into_iter().chain(names));
    for (name, measure) in [
        ("time T", Measure::T),
        ("work W", Measure::W),
        ("cost C = p·T", Measure::C),
    ] {
        let values = units.list().iter();
        let values = values.map(|unit| run.count(measure.in_unit(*unit)).to_string());
        table.add_row([name.to_owned()].into_iter().chain(values));
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
        column.set_padding((3, 0));
    }
    let processors = run.processors();
    let fixed = match run.configuration.processors {
        Some(_) => format!(
            "scheduled on them by Brent's principle; the program asks for {}",
            run.cost.processors()
        ),
        None => "the most active in any step".to_owned(),
    };
    let mut text = format!(
        "{HEADING}cost{HEADING:#} {FAINT}on p = {}, {fixed}{FAINT:#}\n",
        counted(processors, "processor")
    );
    for line in table.lines() {
        let _ = writeln!(text, " {}", line.trim_end());
    }
    let _ = writeln!(
        text,
        "  shared memory: {}, {}",
        counted(run.cost.reads, "read"),
        counted(run.cost.writes, "write")
    );
    text
}

fn parallelism(run: &Run) -> String {
    let line = sparkline(&run.cost.parallelism, SPARKLINE_WIDTH);
    if line.is_empty() {
        return String::new();
    }
    let profile = &run.cost.steps;
    let most = profile.time_by_active.keys().next_back().unwrap_or(&0);
    let time = profile.time().max(1);
    let mean = profile.work as f64 / time as f64;
    format!(
        "{}{line}\n{}{FAINT}active processors over {}: at most {most}, {mean:.1} on \
         average{FAINT:#}\n",
        margin("parallelism"),
        " ".repeat(MARGIN),
        counted(time, "step"),
    )
}

/// The line on legality.
pub(super) fn legality(run: &Run) -> String {
    if run.configuration.is_asynchronous() {
        return asynchronous::legality(run);
    }
    if run.configuration.multicomputer().is_some() || run.configuration.gpu().is_some() {
        return String::new();
    }
    let Legality { step, access } = run.legal_on;
    let step = model_name(step);
    let access = model_name(access);
    let models = if step == access {
        format!("{GOOD}{step}{GOOD:#}, per step and per access")
    } else {
        format!("{GOOD}{step}{GOOD:#} per step, {GOOD}{access}{GOOD:#} per access")
    };
    let observed = if run.finished() {
        "observed on this input"
    } else {
        "observed on this input, up to where the run ended"
    };
    format!(
        "{}{models} {FAINT}({observed}){FAINT:#}\n{}",
        margin("legal on"),
        depends_on_rule(run)
    )
}

/// Where a rule decided what became of writes that met: no other model gives the same result.
pub(super) fn depends_on_rule(run: &Run) -> String {
    let rule = run.legal_on.step.write;
    if !rule.decides() {
        return String::new();
    }
    format!(
        "{}the result depends on the rule `{rule}`: processors wrote one cell together\n",
        " ".repeat(MARGIN)
    )
}

fn claims(claims: &[ClaimOutcome]) -> Vec<String> {
    let width = claims
        .iter()
        .map(|outcome| outcome.claim.chars().count())
        .max()
        .unwrap_or(0);
    claims
        .iter()
        .map(|outcome| {
            let mark = match outcome.holds {
                Some(true) => format!("{GOOD}✓{GOOD:#}"),
                Some(false) => format!("{BAD}✗{BAD:#}"),
                None => format!("{FAINT}?{FAINT:#}"),
            };
            format!("{mark} {:<width$}   {}", outcome.claim, outcome.evidence)
        })
        .collect()
}
