//! Sets of small numbers.

use pram::machine::orders::numbers::Numbers;

/// A sorted list gives the same answers, on one level of words and on several.
#[test]
fn numbers_are_found_as_in_a_sorted_list() {
    for width in [1, 63, 64, 65, 4096, 4097, 300_000] {
        let (mut set, mut list) = (Numbers::below(width), Vec::new());
        for number in (0..width).step_by(1 + width / 7) {
            set.insert(number);
            list.push(number);
        }
        while !list.is_empty() {
            let mut from = list.clone();
            from.extend(list.iter().map(|number| number + 1));
            from.extend([0, width - 1, width]);
            for from in from {
                let next = list.iter().find(|number| **number >= from);
                assert_eq!(set.at_or_after(from), next.copied());
            }
            assert_eq!(set.last(), list.last().copied());
            assert!(!set.is_empty());
            set.remove(list.remove(list.len() / 2));
        }
        assert!(set.is_empty());
        assert_eq!((set.last(), set.at_or_after(0)), (None, None));
    }
}
