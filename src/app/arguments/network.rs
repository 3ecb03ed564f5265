//! What the command line says of the network of a multicomputer.

use clap::Args;

use super::choice::{CollectivesChoice, DuplexChoice, PortsChoice, RoutingChoice, SendingChoice};
use crate::network::Decimal;
use crate::pipeline::network::NetworkOptions;
use crate::pipeline::quantity;

// The heading of a whole struct would be that of all options below, too.
const HEADING: &str = "Multicomputer";

/// The network of a multicomputer, instead of the one that the file names.
#[derive(Debug, Args)]
pub struct NetworkArguments {
    /// `t_s`, the start-up time of a message
    #[arg(help_heading = HEADING, long = "ts", value_name = "TIME", allow_negative_numbers = true, value_parser = quantity::time)]
    pub t_s: Option<Decimal>,

    /// `t_w`, the time of a word of a message
    #[arg(help_heading = HEADING, long = "tw", value_name = "TIME", allow_negative_numbers = true, value_parser = quantity::time)]
    pub t_w: Option<Decimal>,

    /// `t_h`, the time of a message's header at each link [default: 0]
    #[arg(help_heading = HEADING, long = "th", value_name = "TIME", allow_negative_numbers = true, value_parser = quantity::time)]
    pub t_h: Option<Decimal>,

    /// `t_c`, the time of an instruction [default: 1]
    #[arg(help_heading = HEADING, long = "tc", value_name = "TIME", allow_negative_numbers = true, value_parser = quantity::time)]
    pub t_c: Option<Decimal>,

    /// `t_o`, the time that each send and receive takes on its processor [default: 0]
    #[arg(help_heading = HEADING, long = "to", value_name = "TIME", allow_negative_numbers = true, value_parser = quantity::time)]
    pub t_o: Option<Decimal>,

    /// How messages pass the switches on their way [default: `cut_through`]
    #[arg(help_heading = HEADING, long, value_enum)]
    pub routing: Option<RoutingChoice>,

    /// How many messages a processor sends and receives at a time [default: one]
    #[arg(help_heading = HEADING, long, value_enum)]
    pub ports: Option<PortsChoice>,

    /// Whether a link works in both directions at once [default: full]
    #[arg(help_heading = HEADING, long, value_enum)]
    pub duplex: Option<DuplexChoice>,

    /// When the sender of a message goes on [default: buffered]
    #[arg(help_heading = HEADING, long, value_enum)]
    pub sending: Option<SendingChoice>,

    /// Whether collective communication makes all processors wait for each other
    #[arg(help_heading = HEADING, long, value_enum, default_value_t = CollectivesChoice::Async)]
    pub collectives: CollectivesChoice,

    /// Give up after so many messages [default: 100000000]
    #[arg(help_heading = HEADING, long, value_name = "N", allow_negative_numbers = true, value_parser = quantity::whole)]
    pub max_messages: Option<u64>,
}

impl NetworkArguments {
    /// The options that were given.
    pub fn options(&self) -> NetworkOptions {
        NetworkOptions {
            t_s: self.t_s,
            t_w: self.t_w,
            t_h: self.t_h,
            t_c: self.t_c,
            t_o: self.t_o,
            routing: self.routing.map(Into::into),
            ports: self.ports.map(Into::into),
            duplex: self.duplex.map(Into::into),
            sending: self.sending.map(Into::into),
            collectives: self.collectives.into(),
            max_messages: self.max_messages,
            ..NetworkOptions::default()
        }
    }
}
