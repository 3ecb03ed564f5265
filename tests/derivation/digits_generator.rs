//! Conditions on binary digits, distances and squares of indices, and loops up to a square root or until a
//! number is reached.

use super::generator::Draw;

/// A condition on the last of these indices.
pub fn condition(draw: &mut Draw, names: &[String]) -> String {
    let name = names.last().map_or("n", String::as_str);
    // Digits of numbers that may be large are those of loops over digits.
    let digit = names.iter().rev().find(|name| name.starts_with('e'));
    let digit = match digit {
        Some(digit) if draw.below(4) > 0 => digit,
        _ => draw.one(&["0", "1", "2"]),
    };
    let other = names.iter().rev().nth(1).filter(|_| draw.below(3) > 0);
    let other = other.map_or(draw.one(&["2", "n/2"]), String::as_str);
    let conditions = [
        "(NAME / 2^DIGIT) mod 2 == 0",
        "(NAME / 2^DIGIT) mod 2 != 0",
        "bit(NAME, DIGIT) == 1",
        "bit(NAME, DIGIT) < 1",
        "(NAME AND 2^DIGIT) == 0",
        "(NAME OR 2^DIGIT) == NAME",
        "(NAME XOR 2^DIGIT) > NAME",
        "NAME mod 2^(DIGIT + 1) < 2^DIGIT",
        "NAME mod 2^(DIGIT + 1) >= 2^DIGIT",
        "NAME mod 2^(DIGIT + 1) <= 2^DIGIT",
        "abs(NAME - OTHER) <= 1",
        "abs(NAME - OTHER) > 2",
        "max(NAME, OTHER) < n/2",
        "min(NAME, OTHER) >= 1",
        "NAME * NAME < n",
        "NAME * NAME >= 2*n",
        "NAME * (NAME + 1) <= n",
        "NAME <= sqrt(n)",
        "NAME >= sqrt(n)",
        "NAME < sqrt(n + 1)",
    ];
    let condition = draw.one(&conditions);
    (condition.replace("NAME", name))
        .replace("DIGIT", digit)
        .replace("OTHER", other)
}

/// The head of a loop in sequential code, and the statement that its body begins with.
pub fn head(draw: &mut Draw, depth: usize) -> String {
    let heads = [
        "W = 1;\nwhile (W*W < n) {\nW += 1;\n",
        "W = 0;\nwhile (W*W <= 2*n) {\nW = W + 2;\n",
        "W = 3;\nwhile (n >= W*W + W) {\nW++;\n",
        "W = n;\nwhile (W != 0) {\nW = W - 1;\n",
        "W = 1;\nwhile (W != 2^ceil(log n)) {\nW = 2*W;\n",
        "W = 0;\nwhile (W != 2*n) {\nW += 2;\n",
        "W = 1;\nwhile (W < n) {\nW = 2*W + 1;\n",
        "W = 2;\nwhile (W <= n) {\nW = 3*W - 2;\n",
        "for W = 1 to floor(sqrt(n)) {\n",
        "for W = 1 to ceil(sqrt(2*n)) - 1 {\n",
        "for W = 0 to n - 1 {\nif (W*W > n) break;\n",
        "W = 1;\nwhile (W <= sqrt(n)) {\nW++;\n",
    ];
    draw.one(&heads).replace('W', &format!("w{depth}"))
}
