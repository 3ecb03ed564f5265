//! The last steps of rounds.

use super::dialogue::answers;

/// The block is a round, steps 1 to 9, and each turn of the first loop one inside of it: steps 2, 4 and 6. The
/// turns of the second loop are steps 12 and 13, 15 and 16; its tests, steps 11, 14 and 17, are in no round.
const LOOPS: &str = "machine CREW;
program
    array B[4] = 0;
    parallel (for each i from 0 to 3)
        while (B[i] < 3)
            B[i] = B[i] + 1;
        x = 3;
        B[i] = x;
    end_parallel
    z = 0;
    while (B[0] < 5) {
        B[0] = B[0] + 1;
        z = z + 1;
    }
end_program
";

fn steps(lines: &[&str]) -> Vec<String> {
    let said = answers(LOOPS, &[], lines);
    let step = |text: &String| {
        let head = text.split([',', '.']).next().unwrap_or_default();
        head.split(" of ").next().unwrap_or_default().to_owned()
    };
    said.iter().map(step).collect()
}

#[test]
fn round_stops_at_the_last_step_of_the_innermost_round() {
    let said = steps(&["round"; 7]);
    assert_eq!(
        said,
        [
            "Step 2", "Step 4", "Step 6", "Step 9", "Step 13", "Step 16", "Step 17"
        ]
    );
}

#[test]
fn round_back_stops_at_the_same_steps() {
    let lines: Vec<&str> = std::iter::once("goto end")
        .chain(["round back"; 7])
        .collect();
    let said = steps(&lines);
    assert_eq!(
        said[1..],
        [
            "Step 16",
            "Step 13",
            "Step 9",
            "Step 6",
            "Step 4",
            "Step 2",
            "Before the first step"
        ]
    );
}
