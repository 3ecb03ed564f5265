//! What stands between square brackets: subscripts, sections, lengths of dimensions.

use pest::iterators::Pair;

use super::expression::Tree;
use super::{Builder, Rule, parts};
use crate::source::Span;
use crate::syntax::ast::{Expr, ExprKind, Ident, Subscript, Target};
use crate::syntax::problem::Problem;
use crate::syntax::spelling::Wrong;

/// What stands between two commas: `i`, or `a do b`.
struct Place {
    from: Tree,
    to: Option<Tree>,
}

/// Which cells of an array its brackets select.
enum Selected {
    /// `A[]`, `M[,]`
    Whole,
    /// `A[i]`, `M[i][j]`
    Element(Vec<Expr>),
    /// `A[a do b]`, `M[i, ]`
    Section(Vec<Subscript>),
}

impl Builder<'_> {
    /// An array with its brackets, as a value.
    pub(super) fn element(&mut self, array: Ident, pair: Pair<'_, Rule>, span: Span) -> Tree {
        let (selected, depth) = self.selected(pair);
        let kind = match selected {
            Selected::Whole => return Tree::leaf(ExprKind::WholeArray(array), span),
            Selected::Element(subscripts) => ExprKind::Element(array, subscripts),
            Selected::Section(subscripts) => ExprKind::Section(array, subscripts),
        };
        self.node(kind, depth, span)
    }

    /// `M_{i, j}`: the array, its subscripts and how deep they are.
    fn subscripted_in_braces(
        &mut self,
        pair: Pair<'_, Rule>,
        span: Span,
    ) -> (Ident, Vec<Expr>, usize) {
        let written = pair.as_str();
        let (stem, rest) = written.split_once("_{").expect("a stem ends before `{`");
        let array = stem.to_owned();
        let inside = rest.rsplit_once('}').map_or(rest, |(inside, _)| inside);
        let subscripts = inside.trim().to_owned();
        let wrong = Wrong::Subscript {
            array: array.clone(),
            subscripts,
        };
        self.wrong(span, wrong);
        let ident = Ident { text: array, span };
        let inside = parts(pair).filter(|part| part.as_rule() == Rule::expression);
        let (subscripts, depth) = self.many(inside);
        (ident, subscripts, depth)
    }

    /// The same as a value.
    pub(super) fn element_in_braces(&mut self, pair: Pair<'_, Rule>, span: Span) -> Tree {
        let (array, subscripts, depth) = self.subscripted_in_braces(pair, span);
        self.node(ExprKind::Element(array, subscripts), depth, span)
    }

    /// What an assignment or a receive assigns.
    pub(super) fn target(&mut self, pair: Pair<'_, Rule>) -> Target {
        let span = self.span(&pair);
        let mut inner = pair.into_inner();
        let first = inner.next().expect("a target has a name");
        if first.as_rule() == Rule::wrong_subscripted {
            let (array, subscripts, _) = self.subscripted_in_braces(first, span);
            return Target::Element(array, subscripts, span);
        }
        let name = self.ident(&first);
        let Some(subscripts) = inner.next() else {
            return Target::Name(name);
        };
        match self.selected(subscripts).0 {
            Selected::Whole => Target::WholeArray(name, span),
            Selected::Element(subscripts) => Target::Element(name, subscripts, span),
            Selected::Section(subscripts) => Target::Section(name, subscripts, span),
        }
    }

    /// The dimensions of a declaration, an input or a parameter.
    pub(super) fn dimensions(&mut self, pair: Pair<'_, Rule>) -> Vec<Option<Expr>> {
        let places = self.places(pair);
        let length = |place: Place| {
            if let Some(to) = place.to {
                let span = place.from.expr.span.to(to.expr.span);
                self.problems.push(Problem::RangeAsLength { span });
            }
            place.from.expr
        };
        let mut length = length;
        places
            .into_iter()
            .map(|place| place.map(&mut length))
            .collect()
    }

    /// What is selected, and the depth of its tree.
    fn selected(&mut self, pair: Pair<'_, Rule>) -> (Selected, usize) {
        let places = self.places(pair);
        let written = places.iter().flatten();
        let trees = written.flat_map(|place| [Some(&place.from), place.to.as_ref()]);
        let deepest = trees.flatten().map(|tree| tree.depth).max();
        let Some(deepest) = deepest else {
            return (Selected::Whole, 1);
        };
        let subscripts: Vec<Subscript> = places.into_iter().map(subscript).collect();
        let all_at = subscripts.iter().map(|subscript| match subscript {
            Subscript::At(place) => Some(place.clone()),
            Subscript::Range { .. } => None,
        });
        let selected = match all_at.collect() {
            Some(places) => Selected::Element(places),
            None => Selected::Section(subscripts),
        };
        (selected, deepest + 1)
    }

    /// What stands between the brackets: `[i,j]` and `[i][j]` are two, `[,]` two empty ones.
    fn places(&mut self, pair: Pair<'_, Rule>) -> Vec<Option<Place>> {
        let mut all = Vec::new();
        for group in pair.into_inner() {
            let mut current = None;
            for part in group.into_inner() {
                match part.as_rule() {
                    Rule::subscript => current = Some(self.place(part)),
                    Rule::comma => all.push(current.take()),
                    _ => {}
                }
            }
            all.push(current);
        }
        all
    }

    fn place(&mut self, pair: Pair<'_, Rule>) -> Place {
        let mut ends = parts(pair);
        let from = ends.next().expect("a subscript is an expression");
        Place {
            from: self.tree(from),
            to: ends.next().map(|end| self.tree(end)),
        }
    }
}

fn subscript(place: Option<Place>) -> Subscript {
    match place {
        None => Subscript::Range {
            from: None,
            to: None,
        },
        Some(Place { from, to: Some(to) }) => Subscript::Range {
            from: Some(from.expr),
            to: Some(to.expr),
        },
        Some(Place { from, to: None }) => Subscript::At(from.expr),
    }
}
