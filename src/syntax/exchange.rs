//! Sends and receives that lack a part or have a wrong one.

/// What is wrong with a send or a receive; `word` is its keyword as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WrongExchange {
    /// `posalji x;`
    NoDestination { word: String, item: String },
    /// `primi x;`
    NoSource { word: String, item: String },
    /// `posalji voditelju x;`
    ReceiverFirst {
        word: String,
        receiver: String,
        item: String,
    },
    /// `primi x lijevo;`
    NoFrom {
        word: String,
        item: String,
        peer: String,
    },
    /// `posalji x od j;`, `posalji x do j;`
    SendFrom { word: String, written: String },
    /// `primi x prema j;`, `primi x do j;`
    ReceiveTo { word: String, written: String },
    /// `posalji x oznaka t prema j;`; `parts` is the rest of the statement in its order.
    Disordered { word: String, parts: String },
    /// `posalji x prema bilo_koga;`
    ToAnyone { word: String },
}
