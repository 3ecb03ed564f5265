//! Positions in source texts.

use pram::source::{Position, Sources, Span};
use proptest::prelude::*;

proptest! {
    #![proptest_config(crate::cases::config(256))]

    /// The index finds the positions that counting from the start gives.
    #[test]
    fn positions_are_those_of_counting(
        pieces in prop::collection::vec(("[a-zč→𝄞\n]{0,40}", 1_usize..20), 0..20),
    ) {
        let text: String = pieces.iter().map(|(piece, times)| piece.repeat(*times)).collect();
        let mut sources = Sources::default();
        let file = sources.add("case", text.as_str());
        let (mut line, mut column) = (1, 1);
        let ends = text.char_indices().chain([(text.len(), 'x')]);
        for (at, character) in ends {
            let start = at as u32;
            let found = sources.position(Span { file, start, end: start });
            prop_assert_eq!(found, Position { line, column });
            (line, column) = match character {
                '\n' => (line + 1, 1),
                _ => (line, column + 1),
            };
        }
    }
}
