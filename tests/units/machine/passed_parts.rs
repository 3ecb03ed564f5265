//! Whom barriers of parts order.

use pram::machine::time::parts::ProcessorPart;
use pram::machine::time::passed_parts::PassedParts;

/// Numbers that look random.
fn drawn(state: &mut u64, below: u32) -> u32 {
    *state = state
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1);
    (*state >> 33) as u32 % below
}

/// Who knows of what a processor did in an epoch: at first itself, then all who meet one of
/// those who know.
fn knows(barriers: &[(u32, ProcessorPart)], earlier: u32, epoch: u32, later: u32) -> bool {
    let mut know = vec![earlier];
    for (began, part) in barriers {
        if *began > epoch && know.iter().any(|lane| part.holds(*lane)) {
            know.extend(part.from..=part.to);
        }
    }
    know.contains(&later)
}

#[test]
fn barriers_order_whom_they_let_know() {
    let mut state = 3;
    for _ in 0..300 {
        let width = 2 + drawn(&mut state, 9);
        let (mut passed, mut barriers) = (PassedParts::default(), Vec::new());
        for epoch in 2..2 + drawn(&mut state, 12) {
            let from = drawn(&mut state, width - 1);
            let to = from + 1 + drawn(&mut state, width - from - 1);
            barriers.push((epoch, ProcessorPart { from, to }));
            passed.pass(epoch, ProcessorPart { from, to });
        }
        for epoch in 1..14 {
            for (earlier, later) in (0..width * width).map(|at| (at / width, at % width)) {
                if earlier != later {
                    let expected = knows(&barriers, earlier, epoch, later);
                    assert_eq!(passed.orders(earlier, epoch, later), expected);
                }
            }
        }
        passed.clear();
        assert!(!passed.orders(0, 1, 1));
        assert_eq!(passed.bytes(), 0);
    }
}
