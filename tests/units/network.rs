//! The words that took each link.

use std::collections::HashMap;

use pram::network::Link;
use pram::network::loads::{LinkLoads, MOST_IN_ROW, UsedLinks};

/// Against a map of all links: more links at a node than in a row, and sums beyond 2^32.
#[test]
fn used_links_have_their_words() {
    let mut loads = UsedLinks::default();
    let mut all = HashMap::<u64, u64>::default();
    for turn in 0..3_u64 {
        for (node, shift) in (0..5_u64).flat_map(|node| (0..50).map(move |shift| (node, shift))) {
            let words = (turn + node + shift) % 3 * (u64::from(u32::MAX) / 2) + shift % 7;
            let link = shift << 32 | node;
            loads.add(Link(link), words);
            *all.entry(link).or_default() += words;
        }
    }
    let mut found = HashMap::<u64, u64>::default();
    for (link, words) in loads.all() {
        let most = found.entry(link).or_default();
        *most = words.max(*most);
    }
    assert_eq!(found, all);
    assert!(loads.rows.iter().all(|row| row.len() == MOST_IN_ROW));
    assert_eq!(LinkLoads::Used(UsedLinks::default()).busiest(), None);
}
