//! The classes of scalars, and why a scalar is in one, in English.

use super::{Class, Outside, Owner, ScalarClass, WhyOwn, WhyShared};
use crate::syntax::keyword::Concept;
use crate::syntax::vocabulary::Vocabulary;

/// Which class the scalar of this name is in, and why, as a sentence.
pub(super) fn sentence(class: ScalarClass, name: &str, vocabulary: Vocabulary) -> String {
    match class {
        ScalarClass::Own(why) => {
            let named = match why.class() {
                Class::Control => "a control scalar",
                Class::Private => "private",
                Class::Index => "an index",
                Class::Temporary => "a temporary",
            };
            format!("`{name}` is {named}: {}", why_own(why, vocabulary))
        }
        ScalarClass::Shared(why) => {
            format!(
                "`{name}` is a shared scalar, {}",
                why_shared(why, vocabulary)
            )
        }
    }
}

/// What is to be said at the places that make it shared.
pub(super) fn labels(why: WhyShared, name: &str, vocabulary: Vocabulary) -> Vec<String> {
    let [shared, local] = vocabulary.words([Concept::Shared, Concept::Local]);
    match why {
        WhyShared::Declared(_) => vec![format!("`{name}` is declared `{shared}` here")],
        WhyShared::Assigned { by, owner, .. } => {
            let place = match owner {
                Owner::Program => "outside",
                Owner::OuterBlock => "in the outer block",
            };
            let outside_text = match by {
                Outside::Assignment => format!("`{name}` is assigned {place} here"),
                Outside::Parameter => format!("`{name}` is a parameter or an input"),
                Outside::Declared => format!("`{name}` is declared `{local}` {place} here"),
            };
            let inside_text = format!("`{name}` is assigned inside here");
            vec![outside_text, inside_text]
        }
    }
}

fn why_own(why: WhyOwn, vocabulary: Vocabulary) -> String {
    match why {
        WhyOwn::Parameter => "a parameter or an input that no block assigns".to_owned(),
        WhyOwn::Sequential => "it is assigned in sequential code only".to_owned(),
        WhyOwn::Declared => {
            let local = vocabulary.word(Concept::Local);
            format!("it is declared `{local}`, so each processor has its own")
        }
        WhyOwn::Counts => {
            "the variable of a loop inside a block, so each processor has its own".to_owned()
        }
        WhyOwn::Inside => {
            "it is assigned only inside a block, so each processor has its own".to_owned()
        }
        WhyOwn::Copied => {
            "each processor has a copy of the one outside, and what it assigns stays in it"
                .to_owned()
        }
        WhyOwn::Index => "the number of a processor of its block".to_owned(),
        WhyOwn::Temporary => "the program does not name it".to_owned(),
    }
}

fn why_shared(why: WhyShared, vocabulary: Vocabulary) -> String {
    let [shared, local, parallel] =
        vocabulary.words([Concept::Shared, Concept::Local, Concept::Parallel]);
    match why {
        WhyShared::Declared(_) => {
            format!("one cell in the global memory: it is declared `{shared}`")
        }
        WhyShared::Assigned {
            owner: Owner::OuterBlock,
            by,
            ..
        } => {
            let declared = match by {
                Outside::Declared => format!(", declared `{local}`"),
                Outside::Assignment | Outside::Parameter => String::new(),
            };
            format!(
                "one cell in the global memory for each processor of the outer block: it is \
                 private to those{declared}, and a block inside assigns it too"
            )
        }
        WhyShared::Assigned {
            by: Outside::Parameter,
            ..
        } => format!(
            "one cell in the global memory: it is a parameter or an input, and a `{parallel}` \
             assigns it too"
        ),
        WhyShared::Assigned { .. } => format!(
            "one cell in the global memory: it is assigned both outside of every `{parallel}` \
             and inside one"
        ),
    }
}
