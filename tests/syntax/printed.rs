//! Printed listings: each is read like its twin in the spelling of the language.

use pram::source::Sources;
use pram::syntax;

use super::tree;

/// A listing as it is printed, and in the spelling of the language.
const TWINS: [(&str, &str); 23] = [
    // Numbers of lines, bodies by their indentation, comments.
    (
        "ADD-UP(A, n)\n1  s = 0\n2  for i = 1 to n\n3      s = s + A[i]    ▷ one by one\n4      k = i\n5  return s\n",
        "function ADD_UP(A, n)\ns = 0; for i = 1 to n { s = s + A[i]; k = i; } return s; end_algorithm\n",
    ),
    // A number in brackets is no argument of the line above it.
    (
        "procedure COPY(result, msg)\n(1) result := msg\n(2) x := msg\n",
        "procedure COPY(result, msg)\nresult := msg; x := msg; end_algorithm\n",
    ),
    // It counts down.
    (
        "procedure DOWN(A, n)\n    for h = log n − 1 to 0 do\n        A[h] := 1\n",
        "procedure DOWN(A, n)\nfor h = log n - 1 downto 0 { A[h] := 1; } end_algorithm\n",
    ),
    // Captions, `: =`, `set`, products.
    (
        "program\nALGORITHM 2.3\n(Doubling)\nInput: n numbers.\nbegin\n   1. for 1 ≤ i ≤ n pardo\n         Set A(2i): = 2A(i)\nend\nend_program\n",
        "program\nfor 1 ≤ i ≤ n pardo { A(2*i) := 2*A(i); }\nend_program\n",
    ),
    // End words of several kinds, `else if`.
    (
        "procedure ENDS(A, n)\nbegin\n  while n > 1 do\n    if n is odd then\n      n := n - 1\n    else if n = 4 then\n      n := 1\n    else\n      n := n/2\n    fi\n  od\nend ENDS\n",
        "procedure ENDS(A, n)\nwhile (n > 1) { if (n mod 2 == 1) { n := n - 1; } else { if (n == 4) { n := 1; } else { n := n/2; } } } end_algorithm\n",
    ),
    // The `else` of the outer `if`.
    (
        "procedure OUTER(x, y)\n  if x > 0 then\n    if y > 0 then\n      y := 1\n  else\n    y := 2\n  x := y is even\n",
        "procedure OUTER(x, y)\nif (x > 0) { if (y > 0) { y := 1; } } else { y := 2; } x := y mod 2 == 0; end_algorithm\n",
    ),
    // `do` and `then` begin lines.
    (
        "LINES(A, n)\n1  for j ← 2 to n\n2       do if A[j] < 3\n3            then A[j] ← 3\n4            else A[j] ← 4\n5          A[1] ← 0\n",
        "function LINES(A, n)\nfor j = 2 to n { if (A[j] < 3) { A[j] ← 3; } else { A[j] ← 4; } A[1] ← 0; } end_algorithm\n",
    ),
    // Loops that test at their end.
    (
        "procedure ENDING(x)\n  repeat\n    x := x + 1\n  until x > √9\n  do\n    x := x - 1\n  while x > 0\n",
        "procedure ENDING(x)\nwhile (true) { x := x + 1; if (x > sqrt(9)) break; } while (true) { x := x - 1; if (not (x > 0)) break; } end_algorithm\n",
    ),
    // Tasks.
    (
        "P-FIB(n)\n1  if n ≤ 1\n2      return n\n3  else x = spawn P-FIB(n − 1)\n4      y = P-FIB(n − 2)\n5      sync\n6      return x + y\n",
        "function P_FIB(n)\nif (n ≤ 1) { return n; } else { shared x, y; parallel { x = P_FIB(n - 1); { y = P_FIB(n - 2); } } return x + y; } end_algorithm\n",
    ),
    // Sets of indices.
    (
        "procedure SETS(a, n)\n  forall i ∈ {1, 3, ..., n − 1} in parallel\n    a_i := a_{i+1}\n  for all i, 1 ≤ i < n, i even, in parallel do\n    a[i] := 2\n",
        "procedure SETS(a, n)\nfor i in 1 .. n - 1 step 2 pardo { a[i] := a[i+1]; } for all i, 1 ≤ i < n pardo { if (i mod 2 == 0) { a[i] := 2; } } end_algorithm\n",
    ),
    // Half-open ranges, several indices.
    (
        "procedure RANGES(A, n)\n  in parallel for i ∈ [0 . . n) do\n    A[i] := lg n\n  forall i, j ∈ {0, ..., n − 1} in parallel\n    A[i] := 1\n",
        "procedure RANGES(A, n)\nfor i in [0 .. n - 1] pardo { A[i] := log n; } for i, j = 0, ..., n - 1 pardo { A[i] := 1; } end_algorithm\n",
    ),
    // A step before the last value.
    (
        "procedure STEPS(A, m)\n  for k := m − 1 step −1 to 0 do\n    A[k] := 2^{k+1} + n²\n",
        "procedure STEPS(A, m)\nfor k = m - 1 to 0 step -1 { A[k] := 2^(k+1) + n^2; } end_algorithm\n",
    ),
    // Names.
    (
        "proc LINE-UP(C′, n₁)\n    for i := 0 to n₁\n        C′[i] := i\n        C′[0] := max{i, n₁}\n",
        "procedure LINE_UP(C_prime, n_1)\nfor i = 0 to n_1 { C_prime[i] := i; C_prime[0] := max(i, n_1); } end_algorithm\n",
    ),
    // Signs.
    (
        "function SIGNS(a, b) is\n  if a = 1 ∧ b ≠ NIL ∨ a = ∞ then\n    a := b\n  return TRUE\nend SIGNS\n",
        "function SIGNS(a, b)\nif (a == 1 and b != (-1) or a == 1000000000000000) { a := b; } return true; end_algorithm\n",
    ),
    // What Quinn declares before `begin`, and his `spawn`.
    (
        "program\nSUM (EREW PRAM)\nInitial condition:  A list\nGlobal variables:   n, A[0 ... (n − 1)]\nbegin\n  spawn (P_0, P_1)\n  for all P_i where 0 ≤ i ≤ n/2 do\n    if i modulo 2 = 0 then\n      A[i] ← 1\n    endif\n  endfor\nend\nend_program\n",
        "program\n; for 0 ≤ i ≤ n/2 pardo { if (i mod 2 == 0) { A[i] ← 1; } }\nend_program\n",
    ),
    // `begin … end` on both sides of an `else`.
    (
        "procedure SIDES(A, n)\n  if n is odd then\n  begin\n    A[0] := 1;\n    n := 2\n  end\n  else\n  begin\n    A[1] := 1\n  end\n  n := 3\n",
        "procedure SIDES(A, n)\nif (n mod 2 == 1) { A[0] := 1; n := 2; } else { A[1] := 1; } n := 3; end_algorithm\n",
    ),
    // TeX.
    (
        "proc TEX(my\\_id, n)\n  for $i := 0$ to $n − 1$\n    my\\_id := $(my\\_id − 1) \\bmod n$\n    n := \\sqrt{n}\n",
        "procedure TEX(my_id, n)\nfor i = 0 to n - 1 { my_id := (my_id - 1) mod n; n := floor(sqrt(n)); } end_algorithm\n",
    ),
    // Croatian.
    (
        "procedura PAROVI(A, n)\n    za s = 1 do n\n        ako je A[s] > 3 onda\n            A[s] := 3\n        kraj\n    kraj za\nkraj procedure\n",
        "procedure PAROVI(A, n)\nfor s = 1 to n { if (A[s] > 3) { A[s] := 3; } } end_algorithm\n",
    ),
    // C.
    (
        "program\nforall (i = 0; i < n; i++) {            /* in parallel */\n   x = 0;\n   b[x] = a[i];\n}\nend_program\n",
        "program\nfor i = 0 to n - 1 pardo { x = 0; b[x] = a[i]; }\nend_program\n",
    ),
    // Heads that end with colons, two comparisons at once.
    (
        "function PY(A, n):\n    for i = 0 to n - 1:\n        if 0 < A[i] ≤ 9:\n            A[i] = 1\n        else:\n            A[i] = 2\n",
        "function PY(A, n)\nfor i = 0 to n - 1 { if (0 < A[i] and A[i] ≤ 9) { A[i] = 1; } else { A[i] = 2; } } end_algorithm\n",
    ),
    // Braces, an interval, a working array.
    (
        "function BRACES(A, n) {\n  for all i in [1, n] in parallel {\n    B[i] <- A[i]\n  }\n  return B\n}\n",
        "function BRACES(A, n)\narray B[n + 1]; for i = 1 to n pardo { B[i] = A[i]; } return B; end_algorithm\n",
    ),
    // Keywords in Czech.
    (
        "procedura CZ(A, n)\npro i := 1 až n\n    pokud A[i] > 0 pak\n        A[i] := 0\n    jinak\n        A[i] := 1\n",
        "procedure CZ(A, n)\nfor i = 1 to n { if (A[i] > 0) { A[i] := 0; } else { A[i] := 1; } } end_algorithm\n",
    ),
    // The elements of an array.
    (
        "procedure EACH(S, c)\n    for each x in S do\n        if odd(x) then\n            c := c + 1\n",
        "procedure EACH(S, c)\nfor i_9 = 0 to length(S[]) - 1 { x = S[i_9]; if (x mod 2 == 1) { c := c + 1; } } end_algorithm\n",
    ),
];

#[test]
fn a_printed_listing_is_read_like_its_twin() {
    for (printed, own) in TWINS {
        assert_eq!(tree(printed), tree(own), "{printed}\n{own}");
    }
}

/// A name is where the user wrote it, whatever was put around it.
#[test]
fn names_of_printed_listings_have_their_places() {
    let text = "ADD(A, n)\n1  for i = 1 to n\n2      A[i] = lost + 1\n3      A[0] = 2n\n";
    let mut sources = Sources::default();
    let file = sources.add("case.pram", text);
    let (tree, _) = syntax::parse(&sources, file);
    let syntax::ast::Item::Algorithm(algorithm) = &tree.items[0] else {
        panic!("the listing is an algorithm");
    };
    assert_eq!(sources.text(algorithm.name.span), "ADD");
    assert_eq!(sources.text(algorithm.parameters[1].name.span), "n");
}
