//! `pram derive`

use super::arguments::{DeriveArguments, DeriveFormat, Format, MeasureChoice};
use super::problem::CommandProblem;
use super::progress::Bar;
use super::run::failed;
use super::{Ended, allocator, interrupt, program, screen};
use crate::claims::expression;
use crate::derivation::algebra::formula::Radix;
use crate::derivation::{Comparison, Need};
use crate::diagnostic::{Diagnostic, Status};
use crate::pipeline::progress::Watcher;
use crate::pipeline::{Request, derive};
use crate::present::derivation::document::document;
use crate::present::derivation::formula::Style;
use crate::present::derivation::rows::joined;
use crate::present::derivation::{html, latex};
use crate::present::document::formula::Notation;
use crate::present::document::markdown::{self, Drawings};
use crate::present::json::derivation::DerivationJson;
use crate::present::text::derivation as text;
use crate::quantity::{Measure, Quantity, Unit};
use crate::result::derivation::MeasureDerivation;
use crate::source::{Sources, shown_name};

/// Derives formulas from a program's text and shows how they come about.
#[expect(clippy::result_large_err, reason = "made once a command")]
pub fn derive(arguments: &DeriveArguments) -> Ended {
    let json = arguments.format == DeriveFormat::Json;
    let format = if json { Format::Json } else { Format::Text };
    allocator::tell_json(json);
    let none = Sources::default();
    let (name, bytes) =
        program::text(&arguments.file).map_err(|problems| failed(&problems, &none, format))?;
    let options = program::options(&arguments.execution, &arguments.file)
        .map_err(|problems| failed(&problems, &none, format))?;
    let request = Request {
        name,
        bytes,
        entry: arguments.entry.entry.clone(),
        assignments: Vec::new(),
        options,
    };
    let disk =
        program::disk(&arguments.execution).map_err(|problems| failed(&problems, &none, format))?;
    let assumed = arguments.assume.iter().map(|text| need(text));
    let assumed = assumed
        .collect::<Result<Vec<Need>, Diagnostic>>()
        .and_then(possible)
        .map_err(|problem| failed(&[problem], &none, format))?;
    let interrupt = interrupt::flag();
    let mut sources = Sources::default();
    let wanted = quantities(arguments);
    let bar = Bar::new(format!("deriving {}", shown_name(&request.name)));
    let watcher = Watcher {
        interrupt: &interrupt,
        hear: &|progress| bar.show(progress),
    };
    let derivation = derive::derive(&request, &wanted, &assumed, &mut sources, &disk, watcher);
    drop(bar);
    let derivation = derivation.map_err(|problems| failed(&problems, &sources, format))?;
    let in_style = |style| joined(&derivation, style, &sources);
    let (file, entry) = (&request.name, &derivation.entry);
    let of = |notation| in_style(Style::Typeset(notation));
    let text = match arguments.format {
        DeriveFormat::Json => {
            screen::print_json(&DerivationJson::new(&derivation, file, &sources))?;
            String::new()
        }
        DeriveFormat::Text => text::text(&derivation, file, &sources),
        DeriveFormat::Md => {
            let document = document(&in_style(Style::Text), file, entry);
            markdown::render(&document, Drawings::Inside).0
        }
        DeriveFormat::Html => {
            let main = sources.files().next();
            let listing = main.map_or("", |file| &sources.get(file).text);
            html::render(&of(Notation::Html), file, entry, listing)
        }
        DeriveFormat::Latex => latex::render(&of(Notation::Latex), file, entry),
    };
    screen::print(&text)?;
    let is_wrong = (derivation.measures.iter()).any(
        |(_, derived)| matches!(derived, MeasureDerivation::Found(compared) if compared.differs.is_some()),
    );
    if is_wrong {
        Err(Status::Program)
    } else {
        Ok(())
    }
}

/// The measures that were asked for.
fn quantities(arguments: &DeriveArguments) -> Vec<Quantity> {
    let units = match arguments.unit.map(Unit::from) {
        Some(unit) => vec![unit],
        None if arguments.units || arguments.format == DeriveFormat::Json => Unit::COUNTED.to_vec(),
        None => vec![Unit::Rounds],
    };
    let mut wanted = Quantity::all();
    wanted.retain(|quantity| {
        let of_unit =
            (quantity.unit).is_none_or(|own| !Unit::COUNTED.contains(&own) || units.contains(&own));
        let of_measure = match arguments.measure {
            None => true,
            Some(MeasureChoice::Time) => quantity.measure == Measure::T,
            Some(MeasureChoice::Work) => quantity.measure == Measure::W,
            Some(MeasureChoice::Cost) => quantity.measure == Measure::C,
            Some(MeasureChoice::Processors) => quantity.measure == Measure::Processors,
        };
        of_unit && of_measure
    });
    wanted
}

/// The same assumptions, where there are sizes that meet them.
#[expect(clippy::result_large_err, reason = "made once a command")]
fn possible(assumed: Vec<Need>) -> Result<Vec<Need>, Diagnostic> {
    let comparisons = assumed.iter().filter_map(|need| match need {
        Need::Compares(comparison) => Some(comparison),
        _ => None,
    });
    let comparisons: Vec<&Comparison> = comparisons.collect();
    let texts: Vec<String> = if Comparison::are_impossible(&comparisons) {
        comparisons.iter().map(|one| format!("`{one}`")).collect()
    } else if let Some(pair) = excluding(&assumed) {
        pair.to_vec()
    } else {
        return Ok(assumed);
    };
    Err(CommandProblem::ImpossibleAssumptions { written: texts }.diagnostic())
}

/// Two assumptions that exclude each other, as they are written.
fn excluding(assumed: &[Need]) -> Option<[String; 2]> {
    let mut pairs = assumed
        .iter()
        .flat_map(|one| assumed.iter().map(move |other| [one, other]));
    let pair = pairs.find(|[one, other]| one.excludes(other))?;
    Some(pair.map(|need| format!("`{need}`")))
}

/// The largest number of which a size is assumed to be a power.
const LARGEST_RADIX: u32 = 64;

/// `n = 2^k`, `n = 3^k`, `n = d^k`, `p | n`, `2 | n`, `n > m`
#[expect(clippy::result_large_err, reason = "made once a command")]
fn need(text: &str) -> Result<Need, Diagnostic> {
    let plain: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let is_name =
        |name: &str| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    let radix = |text: &str| match text.parse::<u32>() {
        Ok(number) => (2..=LARGEST_RADIX)
            .contains(&number)
            .then_some(Radix::Number(number)),
        Err(_) => is_name(text).then(|| Radix::Name(text.into())),
    };
    if let Some((name, power)) = plain.split_once('=')
        && let Some((base, exponent)) = power.split_once('^')
        && is_name(name)
        && is_name(exponent)
        && base != name
        && exponent != name
        && exponent != base
        && let Some(radix) = radix(base)
    {
        return Ok(Need::Power(name.into(), radix));
    }
    if let Some((divisor, name)) = plain.split_once('|')
        && is_name(name)
        && divisor != name
        && let Some(radix) = radix(divisor)
    {
        return Ok(Need::Divides(name.into(), radix));
    }
    let written = expression::parse(text, "--assume", &mut Sources::default()).ok();
    if let Some(comparison) = written.as_ref().and_then(Comparison::of_expression) {
        return Ok(Need::Compares(comparison));
    }
    let written = text.to_owned();
    Err(CommandProblem::NoAssumption { written }.diagnostic())
}
