//! The heads of blocks and loops.

use pest::iterators::Pair;

use super::dots::uneven;
use super::{Builder, Rule, parts};
use crate::source::Span;
use crate::syntax::ast::{
    BinaryOp, Expr, ExprKind, Ident, IndexRange, KernelRange, ParallelHeader, Tasks, UnaryOp,
};
use crate::syntax::keyword::{self, Concept};
use crate::syntax::piece::{ForHead, Opening, unreadable_range};
use crate::syntax::problem::Problem;
use crate::syntax::spelling::Wrong;

/// Words before an index that say of what kind it is, and never name an array.
const NOUNS: [&str; 22] = [
    "element",
    "elementa",
    "indeks",
    "index",
    "procesor",
    "processor",
    "polja",
    "polje",
    "niza",
    "niz",
    "vektora",
    "vektor",
    "matrice",
    "liste",
    "array",
    "vector",
    "list",
    "sequence",
    "of",
    "the",
    "in",
    "u",
];
/// Those after which an array may be named.
const CONTAINERS: [&str; 10] = [
    "polja", "polje", "niza", "niz", "vektora", "vektor", "array", "vector", "of", "the",
];

impl Builder<'_> {
    /// `paralelno (…)`
    pub(super) fn parallel(&mut self, pair: Pair<'_, Rule>) -> Opening {
        let asynchronous = pair
            .clone()
            .into_inner()
            .any(|part| part.as_rule() == Rule::kw_async);
        let inner = parts(pair)
            .next()
            .expect("a parallel has its indices or tasks");
        let (each, mapping) = if inner.as_rule() == Rule::tasks {
            let mut inner = parts(inner);
            let each = inner.next().expect("tasks have their indices");
            (each, Some(inner.next()))
        } else {
            (inner, None)
        };
        Opening::Parallel {
            asynchronous,
            header: self.each(each),
            tasks: mapping.map(|mapping| Tasks {
                mapping: mapping.map(|mapping| self.mapping(mapping)),
            }),
        }
    }

    /// On which processor a task is.
    fn mapping(&mut self, pair: Pair<'_, Rule>) -> Expr {
        let inner = parts(pair.clone()).next().expect("a mapping has a number");
        if inner.as_rule() != Rule::wrong_mapping {
            return self.condition(pair);
        }
        let span = self.span(&inner);
        let mut numbers = parts(inner);
        let [row, column] = [(); 2].map(|()| numbers.next().expect("a row and a column"));
        let [of_row, of_column] = [&row, &column].map(|part| part.as_str().trim_end().to_owned());
        self.wrong(
            span,
            Wrong::Mapping {
                row: of_row,
                column: of_column,
            },
        );
        self.expression(row)
    }

    /// A `za svaki` without its `paralelno`.
    pub(super) fn each_alone(&mut self, pair: Pair<'_, Rule>) -> Opening {
        let span = self.span(&pair);
        let (text, begin) = (pair.as_str(), pair.as_span().start());
        let mut inner = parts(pair);
        let each = inner.next().expect("`za svaki` has its indices");
        let head = text[..each.as_span().end() - begin]
            .trim()
            .trim_start_matches('(');
        let head = head.split_whitespace().collect::<Vec<_>>().join(" ");
        let is_pardo = inner.any(|part| match part.as_rule() {
            Rule::pardo_word => true,
            Rule::pardo_do => each.as_rule() == Rule::each_wrong,
            _ => false,
        });
        if is_pardo {
            return Opening::Pardo(self.each(each));
        }
        let head = (each.as_rule() != Rule::each_wrong).then_some(head);
        self.wrong(span, Wrong::EachWithoutParallel { head });
        let header = self.each(each);
        let range = match header {
            ParallelHeader::Ranges(ranges) => ranges.into_iter().next(),
            ParallelHeader::Indices(variable) | ParallelHeader::IndicesOf { variable, .. } => {
                Some(unreadable_range(variable))
            }
            ParallelHeader::SideBySide { .. } => None,
        };
        let range = range.expect("a header has at least one index");
        Opening::For(ForHead::Range(Box::new(range)))
    }

    fn each(&mut self, pair: Pair<'_, Rule>) -> ParallelHeader {
        let span = self.span(&pair);
        let rule = pair.as_rule();
        let mut prose = Vec::new();
        let mut ranges = Vec::new();
        let mut names = Vec::new();
        let mut container = Container::None;
        let mut kind = None;
        for part in parts(pair) {
            match part.as_rule() {
                Rule::kernel_kind => {
                    let word = part.into_inner().next().map(|word| word.as_rule());
                    kind = Some(match word {
                        Some(Rule::kw_group_range) => KernelRange::Group,
                        _ => KernelRange::Item,
                    });
                }
                Rule::prose => prose = part.into_inner().map(|word| self.ident(&word)).collect(),
                Rule::index_range => {
                    let range = self.index_range(part);
                    ranges.push(IndexRange { kind, ..range });
                }
                Rule::in_range => ranges.push(self.in_range(part)),
                Rule::name => names.push(self.ident(&part)),
                Rule::subscripts => container = Container::Last,
                // What follows the `in` of a wrong header.
                _ => {
                    let expression = self.expression(part);
                    if let ExprKind::Name(array) | ExprKind::WholeArray(array) = expression.kind {
                        container = Container::Named(array);
                    }
                }
            }
        }
        let name = names.pop();
        match rule {
            Rule::each_kernel | Rule::each_ranges | Rule::each_among => {
                ParallelHeader::Ranges(ranges)
            }
            Rule::each_prose_ranges => {
                self.check_announced(&prose, &ranges);
                ParallelHeader::Ranges(ranges)
            }
            Rule::each_indices => ParallelHeader::Indices(name.expect("`indeks` has its name")),
            Rule::each_of => ParallelHeader::IndicesOf {
                array: name.expect("`i in A` has its array"),
                variable: names.pop().expect("`i in A` has its index"),
            },
            Rule::each_elements => {
                let variable = name.expect("an element has its index");
                if let [kind, first] = prose.as_slice()
                    && keyword::find(&kind.text) == Some(Concept::Index)
                    && !NOUNS.contains(&first.text.as_str())
                {
                    let wrong = Wrong::SeveralIndices {
                        first: first.text.clone(),
                        second: variable.text.clone(),
                    };
                    self.wrong(span, wrong);
                    let ranges = [first.clone(), variable].map(unreadable_range);
                    return ParallelHeader::Ranges(ranges.to_vec());
                }
                match array_of(&prose) {
                    Some(array) => ParallelHeader::IndicesOf { array, variable },
                    None => ParallelHeader::Indices(variable),
                }
            }
            _ => {
                let (index, array) = over_array(&mut prose, container);
                let variable = index.clone().or_else(|| array.clone());
                let wrong = match array {
                    Some(array) => Wrong::HeaderOverArray {
                        index: index.as_ref().map(|index| index.text.clone()),
                        array: array.text.clone(),
                    },
                    None => Wrong::HeaderWithoutRange {
                        name: (index.as_ref()).map_or_else(String::new, |index| index.text.clone()),
                    },
                };
                self.wrong(span, wrong);
                let ranges = variable.into_iter().map(unreadable_range);
                ParallelHeader::Ranges(ranges.collect())
            }
        }
    }

    /// `procesor i, j = 0, ..., p-1` names one index and gives the range of another.
    fn check_announced(&mut self, prose: &[Ident], ranges: &[IndexRange]) {
        let (Some(announced), Some(range)) = (prose.last(), ranges.first()) else {
            return;
        };
        let known_noun = NOUNS.contains(&announced.text.as_str());
        let names_array = array_of(prose).is_some();
        if !known_noun
            && !names_array
            && ranges
                .iter()
                .all(|range| range.variable.text != announced.text)
        {
            self.problems.push(Problem::OtherIndex {
                announced: announced.clone(),
                ranged: range.variable.clone(),
            });
        }
    }

    pub(super) fn index_range(&mut self, pair: Pair<'_, Rule>) -> IndexRange {
        let mut inner = parts(pair);
        let variable = self.ident(&inner.next().expect("a range has its index"));
        let from = self.expression(inner.next().expect("a range has its start"));
        let rest = inner.next().expect("a range has its end");
        let dots = rest.as_rule() == Rule::range_dots;
        let down = rest
            .clone()
            .into_inner()
            .find(|part| part.as_rule() == Rule::downto);
        let down = down.map(|word| self.span(&word));
        let mut values: Vec<_> = parts(rest).map(|part| self.expression(part)).collect();
        if dots {
            let to = values.pop().expect("a range has its end");
            self.problems.extend(uneven(&from, &values));
            let step = values
                .into_iter()
                .next()
                .and_then(|second| step_between(&from, second));
            IndexRange {
                variable,
                from,
                to,
                step,
                kind: None,
            }
        } else {
            let mut values = values.into_iter();
            let to = values.next().expect("a range has its end");
            IndexRange {
                variable,
                from,
                to,
                step: match down {
                    Some(word) => Some(downwards(values.next(), word)),
                    None => values.next(),
                },
                kind: None,
            }
        }
    }

    /// `ponovi …`
    pub(super) fn repeat(&mut self, pair: Pair<'_, Rule>) -> Opening {
        let which = pair.clone().into_inner().find(|part| {
            matches!(
                part.as_rule(),
                Rule::kw_for | Rule::repeat_while | Rule::repeat_times
            )
        });
        match which {
            Some(head) if head.as_rule() == Rule::repeat_while => {
                Opening::RepeatWhile(self.condition(head))
            }
            Some(head) if head.as_rule() == Rule::repeat_times => {
                Opening::RepeatTimes(self.condition(head))
            }
            _ => Opening::RepeatFor(self.for_head(pair)),
        }
    }

    /// What controls a `za`.
    pub(super) fn for_head(&mut self, pair: Pair<'_, Rule>) -> ForHead {
        let head = parts(pair).next().expect("a `za` has its head");
        match head.as_rule() {
            Rule::index_range => ForHead::Range(Box::new(self.index_range(head))),
            Rule::c_for => self.c_for(head),
            _ => {
                let span = self.span(&head);
                let mut parts = parts(head);
                let variable = parts.next().expect("`for i in` has its name");
                let variable = self.ident(&variable);
                let range = parts.next().filter(|_| parts.next().is_none());
                self.wrong(
                    span,
                    Wrong::ForIn {
                        name: variable.text.clone(),
                        range: range.and_then(|range| range_of_python(range.as_str())),
                    },
                );
                ForHead::Range(Box::new(unreadable_range(variable)))
            }
        }
    }

    fn c_for(&mut self, pair: Pair<'_, Rule>) -> ForHead {
        let (mut initial, mut condition, mut update) = (None, None, None);
        for part in parts(pair) {
            let rule = part.as_rule();
            if rule == Rule::wrong_comma {
                let span = self.span(&part);
                self.wrong(span, Wrong::CommaInFor);
                continue;
            }
            let inner = part
                .into_inner()
                .next()
                .expect("a part of a `za` is something");
            match rule {
                Rule::c_for_initial => initial = Some(Box::new(self.simple(inner))),
                Rule::c_for_condition => condition = Some(self.expression(inner)),
                _ => update = Some(Box::new(self.simple(inner))),
            }
        }
        ForHead::Three {
            initial,
            condition,
            update,
        }
    }
}

/// The first and the last value of `range(n)` or `range(a, b)`.
fn range_of_python(written: &str) -> Option<[String; 2]> {
    let inside = written.trim().strip_prefix("range")?.trim_start();
    let inside = inside.strip_prefix('(')?.strip_suffix(')')?;
    let is_plain = |bound: &str| {
        !bound.is_empty()
            && bound
                .chars()
                .all(|c| c.is_alphanumeric() || "_+-* ".contains(c))
    };
    let bounds: Vec<&str> = inside.split(',').map(str::trim).collect();
    let [from, end] = match bounds[..] {
        [end] => ["0", end],
        [from, end] => [from, end],
        _ => return None,
    };
    let last = match end.parse::<u64>() {
        Ok(end) => end.checked_sub(1)?.to_string(),
        Err(_) => format!("{end} - 1"),
    };
    (is_plain(from) && is_plain(end)).then(|| [from.to_owned(), last])
}

/// The array that `element polja A` names.
fn array_of(prose: &[Ident]) -> Option<Ident> {
    let [.., container, array] = prose else {
        return None;
    };
    let named =
        CONTAINERS.contains(&container.text.as_str()) && !NOUNS.contains(&array.text.as_str());
    named.then(|| array.clone())
}

/// Which array a wrong header names.
enum Container {
    None,
    /// The last word of its prose: `za svaki A[]`.
    Last,
    /// The word after its `in`.
    Named(Ident),
}

/// The index and the array of a header that names an array instead of a range.
fn over_array(prose: &mut Vec<Ident>, container: Container) -> (Option<Ident>, Option<Ident>) {
    let is_in = |word: &Ident| matches!(word.text.as_str(), "u" | "iz");
    let array = match container {
        Container::Named(array) => Some(array),
        Container::Last => prose.pop(),
        // `za svaki i u A`, `za svaki element polja A`
        Container::None if prose.iter().rev().nth(1).is_some_and(is_in) => prose.pop(),
        Container::None => array_of(prose).inspect(|_| {
            prose.pop();
        }),
    };
    let index = match array {
        None => prose.pop(),
        Some(_) => prose
            .pop_if(|word| !is_in(word) && !NOUNS.contains(&word.text.as_str()))
            .or_else(|| {
                prose.pop();
                prose.pop_if(|word| !NOUNS.contains(&word.text.as_str()))
            }),
    };
    (index, array)
}

/// The step of a range with `downto`, from the one that is written. A negative number goes down as it
/// stands.
fn downwards(step: Option<Expr>, word: Span) -> Expr {
    match step {
        None => Expr {
            kind: ExprKind::Int(-1),
            span: word,
        },
        Some(Expr {
            kind: ExprKind::Int(step),
            span,
        }) => Expr {
            kind: ExprKind::Int(if step < 0 {
                step
            } else {
                step.saturating_neg()
            }),
            span,
        },
        Some(
            step @ Expr {
                kind: ExprKind::Unary(UnaryOp::Negate, _),
                ..
            },
        ) => step,
        Some(step) => Expr {
            span: step.span,
            kind: ExprKind::Unary(UnaryOp::Negate, Box::new(step)),
        },
    }
}

/// The step of `from, second, ..., to`; none for 1.
fn step_between(from: &Expr, second: Expr) -> Option<Expr> {
    let span = second.span;
    let kind = match (&from.kind, &second.kind) {
        (ExprKind::Int(from), ExprKind::Int(second)) => match second.checked_sub(*from) {
            Some(1) => return None,
            Some(step) => ExprKind::Int(step),
            None => ExprKind::Int(0),
        },
        // `a, a+1, ..., b`
        (ExprKind::Name(name), ExprKind::Binary(BinaryOp::Add, _, left, right)) if matches!(&left.kind, ExprKind::Name(same) if same.text == name.text) =>
        {
            if right.kind == ExprKind::Int(1) {
                return None;
            }
            right.kind.clone()
        }
        _ => ExprKind::Binary(
            BinaryOp::Subtract,
            span,
            Box::new(second),
            Box::new(from.clone()),
        ),
    };
    Some(Expr { kind, span })
}
