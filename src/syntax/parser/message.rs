//! Sends, receives and channels.

use pest::iterators::Pair;

use super::{Builder, Rule, parts};
use crate::source::Span;
use crate::syntax::ast::{Expr, ExprKind, Ident, Manner, Peer, StmtKind, Storage, Target};
use crate::syntax::exchange::WrongExchange;
use crate::syntax::problem::Problem;

/// The parts of a send or a receive.
#[derive(Default)]
struct Exchange {
    items: Vec<Expr>,
    targets: Vec<Target>,
    peer: Option<Peer>,
    sender: Option<Ident>,
    tag: Option<Expr>,
}

impl Builder<'_> {
    /// `posalji x, A[] prema j oznaka t`
    pub(super) fn send(&mut self, pair: Pair<'_, Rule>) -> StmtKind {
        let manner = manner(&pair);
        let word = first_word(&pair);
        let exchange = self.exchange(pair);
        let to = exchange.peer.expect("a send has its destination");
        if let Peer::Anyone(span) = to {
            self.wrong_exchange(span, WrongExchange::ToAnyone { word });
        }
        StmtKind::Send {
            manner,
            items: exchange.items,
            to,
            tag: exchange.tag,
        }
    }

    /// `primi x, A[] od j kao tko oznaka t`
    pub(super) fn receive(&mut self, pair: Pair<'_, Rule>) -> StmtKind {
        let exchange = self.exchange(pair);
        StmtKind::Receive {
            targets: exchange.targets,
            from: exchange.peer.expect("a receive has its source"),
            sender: exchange.sender,
            tag: exchange.tag,
        }
    }

    /// `kanal K[n]`
    pub(super) fn channels(&mut self, pair: Pair<'_, Rule>) -> StmtKind {
        StmtKind::Declare {
            storage: Storage::Channel,
            declarators: parts(pair).map(|part| self.declarator(part)).collect(),
        }
    }

    /// A send or a receive whose parts stand in another order.
    fn disordered(&mut self, pair: &Pair<'_, Rule>) {
        let word = first_word(pair);
        let span = self.span(pair);
        let place = |part: &Pair<'_, Rule>| match part.as_rule() {
            Rule::items | Rule::targets => Some(0),
            Rule::destination | Rule::source => Some(1),
            Rule::sender => Some(2),
            Rule::tag => Some(3),
            _ => None,
        };
        let inner = pair.clone().into_inner();
        let mut all: Vec<_> = inner
            .filter_map(|part| Some((place(&part)?, part)))
            .collect();
        all.sort_by_key(|(place, _)| *place);
        let texts = all.iter().map(|(_, part)| part.as_str().trim_end());
        let parts = texts.collect::<Vec<_>>().join(" ");
        self.wrong_exchange(span, WrongExchange::Disordered { word, parts });
    }

    /// `posalji x oznaka t prema j`
    pub(super) fn disordered_send(&mut self, pair: Pair<'_, Rule>) -> StmtKind {
        self.disordered(&pair);
        self.send(pair)
    }

    /// `primi x kao tko od j`
    pub(super) fn disordered_receive(&mut self, pair: Pair<'_, Rule>) -> StmtKind {
        self.disordered(&pair);
        self.receive(pair)
    }

    /// A send without a destination, or with another word before it.
    pub(super) fn wrong_send(&mut self, pair: Pair<'_, Rule>) -> StmtKind {
        let (manner, word) = (manner(&pair), first_word(&pair));
        let span = self.span(&pair);
        let items = pair.clone().into_inner();
        let items = items.filter(|part| part.as_rule() == Rule::items);
        let items = items.map(|part| part.as_str().trim_end().to_owned());
        let item = items.last().expect("a wrong send has items");
        let wrong = match self.culprit(&pair) {
            None => (span, WrongExchange::NoDestination { word, item }),
            Some((place, Rule::wrong_receiver, receiver)) => {
                let wrong = WrongExchange::ReceiverFirst {
                    word,
                    receiver,
                    item,
                };
                (place, wrong)
            }
            Some((place, _, written)) => (place, WrongExchange::SendFrom { word, written }),
        };
        self.wrong_exchange(wrong.0, wrong.1);
        let exchange = self.exchange(pair);
        StmtKind::Send {
            manner,
            items: exchange.items,
            to: exchange.peer.unwrap_or_else(|| nobody(span)),
            tag: exchange.tag,
        }
    }

    /// A receive without a source, or with another word before it.
    pub(super) fn wrong_receive(&mut self, pair: Pair<'_, Rule>) -> StmtKind {
        let word = first_word(&pair);
        let span = self.span(&pair);
        let mut inner = pair.clone().into_inner();
        let targets = inner.find(|part| part.as_rule() == Rule::targets);
        let targets = targets.expect("a wrong receive has targets");
        let item = targets.as_str().trim_end().to_owned();
        let (place, wrong) = match self.culprit(&pair) {
            None => (span, WrongExchange::NoSource { word, item }),
            // `primi i-1;` names a processor, and no variable.
            Some((place, Rule::wrong_source, rest)) if rest.starts_with('-') => {
                let peer = format!("{item}{rest}");
                let item = "x".to_owned();
                (place, WrongExchange::NoFrom { word, item, peer })
            }
            Some((place, Rule::wrong_source, peer)) => {
                (place, WrongExchange::NoFrom { word, item, peer })
            }
            Some((place, _, written)) => (place, WrongExchange::ReceiveTo { word, written }),
        };
        self.wrong_exchange(place, wrong);
        let exchange = self.exchange(pair);
        StmtKind::Receive {
            targets: exchange.targets,
            from: exchange.peer.unwrap_or_else(|| nobody(span)),
            sender: exchange.sender,
            tag: exchange.tag,
        }
    }

    /// The word that is wrong in a statement, where one is, with its place.
    fn culprit(&self, pair: &Pair<'_, Rule>) -> Option<(Span, Rule, String)> {
        let mut inner = pair.clone().into_inner();
        let wrong = |rule| {
            matches!(
                rule,
                Rule::wrong_peer | Rule::wrong_receiver | Rule::wrong_source
            )
        };
        let part = inner.find(|part| wrong(part.as_rule()))?;
        let rule = part.as_rule();
        let word = match rule {
            Rule::wrong_peer => part.into_inner().next().expect("a preposition"),
            _ => part,
        };
        let written = word.as_str().trim_end().to_owned();
        Some((self.span(&word), rule, written))
    }

    fn exchange(&mut self, pair: Pair<'_, Rule>) -> Exchange {
        let mut exchange = Exchange::default();
        for part in parts(pair) {
            match part.as_rule() {
                Rule::items => {
                    exchange.items = parts(part).map(|item| self.expression(item)).collect();
                }
                Rule::targets => {
                    exchange.targets = parts(part).map(|target| self.target(target)).collect();
                }
                Rule::destination | Rule::source | Rule::wrong_peer => {
                    exchange.peer = Some(self.peer(part));
                }
                Rule::sender => {
                    exchange.sender = parts(part).next().map(|name| self.ident(&name));
                }
                Rule::tag => exchange.tag = parts(part).next().map(|tag| self.expression(tag)),
                _ => {}
            }
        }
        exchange
    }

    /// What follows `prema` or `od`.
    fn peer(&mut self, pair: Pair<'_, Rule>) -> Peer {
        let peer = parts(pair).next().expect("a preposition is followed");
        let span = self.span(&peer);
        match peer.as_rule() {
            Rule::indices => {
                let indices = parts(peer).map(|index| self.expression(index)).collect();
                Peer::Indices(indices, span)
            }
            Rule::anyone => Peer::Anyone(span),
            _ => Peer::Number(self.expression(peer)),
        }
    }

    fn wrong_exchange(&mut self, span: Span, wrong: WrongExchange) {
        self.problems.push(Problem::WrongExchange { span, wrong });
    }
}

/// What stands for a processor that is not named.
fn nobody(span: Span) -> Peer {
    let kind = ExprKind::Int(0);
    Peer::Number(Expr { kind, span })
}

fn manner(pair: &Pair<'_, Rule>) -> Manner {
    match pair.clone().into_inner().next().map(|word| word.as_rule()) {
        Some(Rule::kw_send_now) => Manner::Now,
        Some(Rule::kw_send_sync) => Manner::Synchronous,
        _ => Manner::Blocking,
    }
}

/// The keyword of a statement as written.
fn first_word(pair: &Pair<'_, Rule>) -> String {
    let word = pair.clone().into_inner().next();
    word.map_or_else(String::new, |word| word.as_str().trim_end().to_owned())
}
