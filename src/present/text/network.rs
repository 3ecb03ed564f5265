//! A run on a multicomputer as text: what it took, who computed and waited, the busiest link.

use std::fmt::Write as _;

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};

use super::strip::strip;
use super::style::{FAINT, HEADING};
use super::value::counted;
use crate::machine::configuration::Multicomputer;
use crate::network::{Decimal, Decomposition};
use crate::result::network::{NetworkCost, network_name};
use crate::result::run::Run;
use crate::result::trace::traced;
use crate::source::{Sources, Span};

/// Names of the cost at the left edge.
const NAMES_WIDTH: usize = 13;
/// Processors that the table names.
const SHOWN: usize = 8;

/// `t_s = 100, t_w = 7, t_c = 1`: what is 0 by default and is 0 is left out.
fn parameters(machine: &Multicomputer) -> String {
    let parameters = &machine.parameters;
    let shown = parameters
        .given()
        .filter(|(name, value)| !matches!(*name, "t_h" | "t_o") || *value != Decimal::default());
    let shown = shown.map(|(name, value)| format!("{name} = {value}"));
    let shown = shown.collect::<Vec<String>>().join(", ");
    match machine.unit {
        Some(unit) => format!("{shown} (in {unit})"),
        None => shown,
    }
}

/// `7 t_s + 21 t_w`; what does not enter, or costs nothing, is left out.
pub fn decomposition(path: &Decomposition, machine: &Multicomputer) -> String {
    let parameters = &machine.parameters;
    let terms = path.counts().into_iter().zip(parameters.by_name());
    let entering = terms.filter(|(count, (_, unit))| *count > 0 && *unit != Decimal::default());
    let shown = entering.map(|(count, (name, _))| match count {
        1 => name.to_owned(),
        count => format!("{count} {name}"),
    });
    let shown: Vec<String> = shown.collect();
    if shown.is_empty() {
        "0".to_owned()
    } else {
        shown.join(" + ")
    }
}

/// The cost in the machine's own unit of time.
pub(super) fn cost(run: &Run, width: usize) -> String {
    let (Some(machine), Some(cost)) = (run.configuration.multicomputer(), &run.network) else {
        return String::new();
    };
    let mut text = format!(
        "{HEADING}cost{HEADING:#} {FAINT}on p = {}, with {}{FAINT:#}\n",
        counted(u64::from(machine.topology.processors()), "processor"),
        parameters(machine)
    );
    let path = decomposition(&cost.path, machine);
    let lines = [
        ("time T", cost.time, format!("= {path}")),
        (
            "work W",
            cost.work,
            format!(
                "{} computing, {} sending",
                cost.computation, cost.communication
            ),
        ),
        (
            "waiting",
            cost.waiting,
            "for messages, for receivers, and at the end for the others".to_owned(),
        ),
        ("cost C = p·T", cost.cost, "= work + waiting".to_owned()),
    ];
    for (name, value, meaning) in lines {
        let value = value.to_string();
        let _ = writeln!(
            text,
            "  {name:<NAMES_WIDTH$} {value:>11}   {FAINT}{meaning}{FAINT:#}"
        );
    }
    let _ = writeln!(text, "  {}", traffic(cost));
    text.push_str(&processors(cost));
    text.push_str(&strip(run, width));
    text
}

/// `56 messages with 168 words over 168 links; busiest link 0 → 1 with 21 words`
fn traffic(cost: &NetworkCost) -> String {
    let traffic = &cost.traffic;
    let mut text = format!(
        "{} with {}, {} word·hops",
        counted(traffic.messages, "message"),
        counted(traffic.words, "word"),
        traffic.word_hops
    );
    if let Some((link, words)) = &cost.busiest {
        let _ = write!(
            text,
            "; busiest link {link} with {}",
            counted(*words, "word")
        );
    }
    for (count, what) in [
        (traffic.link_waits, "for links"),
        (traffic.port_waits, "for ports"),
    ] {
        if count > 0 {
            let _ = write!(text, "; {} {what}", counted(count, "wait"));
        }
    }
    text
}

/// The processors that waited longest, with what they did.
fn processors(cost: &NetworkCost) -> String {
    if cost.processors.len() < 2 {
        return String::new();
    }
    let mut order: Vec<usize> = (0..cost.processors.len()).collect();
    let busy = |processor: &usize| {
        let [computing, sending, _] = cost.processors[*processor];
        computing.plus(sending).unwrap_or(cost.time)
    };
    order.sort_by_key(|processor| std::cmp::Reverse(busy(processor)));
    let mut table = Table::new();
    table
        .load_style(presets::NOTHING)
        .set_content_arrangement(ContentArrangement::Disabled)
        .set_header(["processor", "computing", "sending", "ended at"]);
    for processor in order.iter().take(SHOWN) {
        let [computing, sending, clock] = cost.processors[*processor];
        table.add_row([
            processor.to_string(),
            computing.to_string(),
            sending.to_string(),
            clock.to_string(),
        ]);
    }
    for column in table.column_iter_mut() {
        column.set_cell_alignment(CellAlignment::Right);
        column.set_padding((2, 0));
    }
    let mut text = format!("\n{HEADING}processors{HEADING:#} {FAINT}the busiest first{FAINT:#}\n");
    for line in table.lines() {
        let _ = writeln!(text, "{}", line.trim_end());
    }
    if cost.processors.len() > SHOWN {
        let more = (cost.processors.len() - SHOWN) as u64;
        let _ = writeln!(text, "  … and {} more", counted(more, "processor"));
    }
    text
}

/// What a network is like: `--topology`.
pub fn topology(run: &Run) -> String {
    let Some(machine) = run.configuration.multicomputer() else {
        return String::new();
    };
    let topology = &machine.topology;
    let lines = [
        ("processors", u64::from(topology.processors())),
        ("degree", u64::from(topology.degree())),
        ("diameter", u64::from(topology.diameter())),
        ("links", topology.links()),
        ("bisection", topology.bisection_width()),
    ];
    let mut text = format!(
        "\n{HEADING}network{HEADING:#} {FAINT}{}{FAINT:#}\n",
        network_name(topology)
    );
    for (name, value) in lines {
        let _ = writeln!(text, "  {name:<NAMES_WIDTH$} {value:>11}");
    }
    text
}

/// Every message of a run, in the order of their starts: `--trace`.
pub fn trace(run: &Run, sources: &Sources) -> String {
    let Some(record) = &run.record else {
        return String::new();
    };
    let mut table = Table::new();
    table
        .load_style(presets::NOTHING)
        .set_content_arrangement(ContentArrangement::Disabled)
        .set_header([
            "from", "to", "tag", "words", "start", "arrival", "sent", "received",
        ]);
    let messages = traced(run, record);
    let is_of_tasks =
        (messages.iter()).any(|message| [message.sender, message.receiver] != message.processors);
    for message in messages {
        let named = |number: u32, processor: u32| {
            if is_of_tasks {
                format!("{number} on {processor}")
            } else {
                number.to_string()
            }
        };
        let line = |span: Option<Span>| {
            span.map_or_else(String::new, |span| sources.position(span).line.to_string())
        };
        table.add_row([
            named(message.sender, message.processors[0]),
            named(message.receiver, message.processors[1]),
            if message.is_in_queue {
                String::new()
            } else {
                message.tag.to_string()
            },
            message.words.to_string(),
            message.start.to_string(),
            message.arrival.to_string(),
            line(Some(message.sent_at)),
            line(message.received_at),
        ]);
    }
    for column in table.column_iter_mut() {
        column.set_cell_alignment(CellAlignment::Right);
        column.set_padding((2, 0));
    }
    let mut text = format!(
        "\n{HEADING}messages{HEADING:#} {FAINT}sent and received on these lines{FAINT:#}\n"
    );
    for line in table.lines() {
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}
