//! Whole programs with T worked out by hand, in both vocabularies.

use super::{prints, run};

/// Processors do this on a machine, in English; what stands before the block comes first.
fn parallel(machine: &str, before: &str, body: &str) -> String {
    format!(
        "machine {machine};\n{before}\nprogram
parallel (for each processor i, i = 0, ..., p-1)\n{body}\nend_parallel\nend_program\n"
    )
}

/// The same in Croatian.
fn paralelno(machine: &str, before: &str, body: &str) -> String {
    format!(
        "stroj {machine};\n{before}\nprogram
paralelno (za svaki procesor i, i = 0, ..., p-1)\n{body}\nkraj_paralelno\nkraj_programa\n"
    )
}

/// T, and how often `t_s`, `t_w` and `t_c` enter it; headers take no time here.
#[track_caller]
fn takes(text: &str, time: &str, [t_s, t_w, t_c]: [u64; 3]) {
    let run = run(text).ends_well();
    let cost = run.network.expect("it is a multicomputer");
    let path = cost.path;
    assert_eq!(
        (cost.time.to_string().as_str(), path.t_s, path.t_w, path.t_c),
        (time, t_s, t_w, t_c)
    );
}

/// Everybody waits for the token already, so a synchronous send takes no longer than another one. 0
/// tests and sends, each of the five others adds 1 and sends.
#[test]
fn a_token_goes_around() {
    let machine = "ring(p = 6, t_s = 100, t_w = 7, sending = sync)";
    let body = "if (i == 0) then
send 0 to right;
receive x from left;
assert(x == p - 1);
else
receive x from left;
send x + 1 to right;
end_if";
    takes(&parallel(machine, "", body), "648", [6, 6, 6]);
}

/// Stage 0 has an item every 1 + c, with c = `t_s + t_w` = 12, the others every 4 + c: 2 for the
/// formula, 2 for the test. 1 + (1 + c) + (7 + 5 - 3)(4 + c) + 4 for the last one in the last stage.
#[test]
fn a_pipeline_goes_at_the_pace_of_its_stages() {
    let body = "if (i == 0) then
for k = 1 to 7 { x = k; send x to right; }
else
for k = 1 to 7 {
receive x from left;
x = 2*x + 1;
if (i < p-1)
send x to right;
}
assert(i < p-1 or x == 8 * 2^4 - 1);
end_if";
    let text = parallel("line(p = 5, t_s = 10, t_w = 2)", "", body);
    takes(&text, "162", [10, 10, 42]);
}

/// A move; in each of 8 phases 3 + 1 + 4 to find the partner, an exchange, 1 + 1 to keep one of both.
/// Processors in the middle of the line exchange in every phase.
#[test]
fn odd_even_transposition_sorts_a_line() {
    let body = "x = A[i];
za k = 1 do p {
ako ((i + k) % 2 == 0) par = i + 1; inace par = i - 1;
ako (min(par, p - 1 - par) >= 0) {
posalji x prema par;
primi y od par;
ako (i < par) x = min(x, y); inace x = max(x, y);
}
}
tvrdi(x == i);";
    let before = "ulaz A[p] = permutacija po blokovima;";
    let text = paralelno("lanac(p = 8, t_s = 100, t_w = 7)", before, body);
    takes(&text, "937", [8, 8, 81]);
}

/// A move; 3·4/2 exchanges, each with a test of three operators and an assignment.
#[test]
fn a_bitonic_sort_takes_every_dimension_of_a_cube() {
    let body = "x = A[i];
for s = 1 to log p
for k = s-1 to 0 step -1 {
send x to neighbour(k);
receive y from neighbour(k);
if (bit(i, s) == bit(i, k)) x = min(x, y); else x = max(x, y);
}
assert(x == i);";
    let before = "input A[p] = permutation by blocks;";
    let text = parallel("hypercube(3, t_s = 100, t_w = 7)", before, body);
    takes(&text, "667", [6, 6, 25]);
}

/// An all-reduce of 5 parts of 3 words: 4 turns in which a part moves on and 3 words are added to it,
/// 4 in which it moves on.
#[test]
fn an_all_reduce_in_parts_goes_around_twice() {
    let body = "lokalno X[p*m] = i, B[m];
za k = 0 do p-2 {
posalji X[(i-k) mod p * m do (i-k) mod p * m + m-1] prema desno;
primi B[] od lijevo;
X[(i-k-1) mod p * m do (i-k-1) mod p * m + m-1] += B[];
}
za k = 0 do p-2 {
posalji X[(i-k+1) mod p * m do (i-k+1) mod p * m + m-1] prema desno;
primi X[(i-k) mod p * m do (i-k) mod p * m + m-1] od lijevo;
}
za k = 0 do p*m-1 tvrdi(X[k] == p*(p-1)/2);";
    let text = paralelno("prsten(p = 5, t_s = 100, t_w = 7)", "ulaz m = 3;", body);
    takes(&text, "980", [8, 24, 12]);
}

/// Two operators; in each of 3 turns four messages, which go through one port one after the other or
/// through four at once, and four operators.
#[test]
fn four_neighbours_by_one_port_or_by_all() {
    let text = |ports: &str, send: &str| {
        let body = "x = 10*r + s;
repeat 3 times
SEND x to left; SEND x to right; SEND x to up; SEND x to down;
receive a from right; receive b from left; receive c from down; receive d from up;
x = (a + b + c + d) / 4;
end_repeat";
        let machine = format!("torus(4, 4, t_s = 100, t_w = 7, ports = {ports})");
        parallel(&machine, "", &body.replace("SEND", send)).replace(
            "each processor i, i = 0, ..., p-1",
            "each r from 0 to 3, s from 0 to 3",
        )
    };
    takes(&text("one", "send"), "1298", [12, 12, 14]);
    takes(&text("all", "send_now"), "335", [3, 3, 14]);
}

/// The port of 0 takes the messages in the order of their senders. In this order it adds each while
/// the next one arrives; from the last one down it can begin only when all five have come.
#[test]
fn who_collects_in_another_order_waits_for_the_last() {
    let text = |order: &str| {
        let body = format!(
            "ako (i == 0) onda
s = 0;
za j = {order} {{ primi x od j oznaka j; s += x; }}
tvrdi(s == p*(p-1)/2);
inace
posalji i prema 0 oznaka i;
kraj_ako"
        );
        paralelno("multiracunalo(p = 6, t_s = 100, t_w = 7)", "", &body)
    };
    // 1 + 5·107 + 1, and + 5.
    takes(&text("1 do p-1"), "537", [5, 5, 2]);
    takes(&text("p-1 do 1 korak -1"), "541", [5, 5, 6]);
}

/// Four headers come to the bus at `t_s`; the words go behind one another.
#[test]
fn a_bus_carries_the_words_of_all() {
    let body = "local X[5] = i;
if (i % 2 == 0) send X[] to i + 1; else receive X[] from i - 1;
assert(X[0] == i - i % 2);";
    let text = parallel("bus(p = 8, t_s = 100, t_w = 7, t_c = 0)", "", body);
    takes(&text, "240", [1, 20, 2]);
}

/// A move, a test, 20 additions, and 107: the message is there at 129. Processor 0 has the answers of
/// its looks at 3, 5, …, 129, one instruction behind their begin, and `not` is another one.
#[test]
fn who_looks_finds_a_message_when_it_has_arrived() {
    let body = "s = 0;
if (i == 0) then
while (not has_message(1)) { }
receive x from 1;
assert(x == 210);
else
for k = 1 to 20 s += k;
send s to 0;
end_if";
    let text = parallel("complete(p = 2, t_s = 100, t_w = 7)", "", body);
    takes(&text, "130", [0, 0, 130]);
}

/// 0 computes 501 in the first block, and then its test of the second one; meanwhile 2 and 3 exchange.
#[test]
fn nobody_waits_between_blocks() {
    let text = "stroj prsten(p = 4, t_s = 100, t_w = 7);
program
paralelno (za svaki procesor i, i = 0, ..., p-1)
x = 0;
ako (i == 0)
ponovi 499 puta x += 1; kraj_ponovi
kraj_paralelno
paralelno (za svaki procesor i, i = 0, ..., p-1)
ako (i >= 2) { posalji i prema 5 - i; primi y od 5 - i; tvrdi(y == 5 - i); }
kraj_paralelno
kraj_programa";
    takes(text, "502", [0, 0, 502]);
}

/// Task k takes k instructions; dealt out in turn, processor 3 has 3 and 7. Then it tests its bit
/// (`-`, `mod`, `bit`), and 2 adds its word; 2 tests the next one, and 0 adds.
#[test]
fn shares_dealt_out_in_turn_and_their_sum() {
    let body = "lokalno S[1] = 0;
za k = i do n-1 korak p
ponovi tezina[k] puta S[0] += 1; kraj_ponovi
svedi(S[], 0);
tvrdi(i > 0 or S[0] == n*(n-1)/2);";
    let before = "ulaz n = 8;\nulaz tezina[n] = iota po redom;";
    let text = paralelno("potpuni(p = 4, t_s = 100, t_w = 7)", before, body);
    takes(&text, "232", [2, 2, 18]);
}

/// Two messages, of 2 and 4 words; row r times 0, …, 7 is 8r·28 + 140.
#[test]
fn a_vector_is_gathered_by_all_for_its_product() {
    let text = "machine complete(p = 4, t_s = 100, t_w = 7, t_c = 0);
input n = 8;
input A[n,n] = iota by rows;
input x[n] = iota by blocks;
program
array y[n] by blocks;
m = n/p;
parallel (for each processor i, i = 0, ..., p-1)
local X[m], all[n];
X[] = x[i*m to i*m+m-1];
all_gather(X[], all[]);
for r = i*m to i*m+m-1 {
y[r] = 0;
for c = 0 to n-1 y[r] += A[r, c] * all[c];
}
end_parallel
for r = 0 to n-1
assert(y[r] == 8*r*28 + 140);
end_program";
    let run = run(text).ends_well();
    let cost = run.network.expect("it is a multicomputer");
    assert_eq!((cost.time.to_string().as_str(), cost.path.t_s), ("242", 2));
}

/// What begins a body is no mapping where it is a call.
#[test]
fn a_body_of_tasks_begins_with_a_call() {
    let text = "stroj prsten(p = 2, t_s = 100, t_w = 7);
algoritam na(k)
ispisi(\"na \", k);
kraj_algoritma
program
paralelno zadaci (za svaki i, i = 0, ..., 2)
na(i);
kraj_paralelno
kraj_programa";
    prints(text, &["na 0", "na 1", "na 2"]);
}
