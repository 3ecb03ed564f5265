//! Small programs on each family of networks, with T and the waits for links worked out by hand.

use super::costs;

/// Processors 0 to p-1 do this, in English.
fn english(machine: &str, body: &str) -> String {
    format!(
        "machine {machine};\nprogram
parallel (for each processor i, i = 0, ..., p-1)\n{body}\nend_parallel\nend_program\n"
    )
}

/// The same in Croatian.
fn croatian(machine: &str, body: &str) -> String {
    format!(
        "stroj {machine};\nprogram
paralelno (za svaki procesor i, i = 0, ..., p-1)\n{body}\nkraj_paralelno\nkraj_programa\n"
    )
}

/// T; how often `t_s`, `t_w`, `t_h` (also where it is 0) and `t_c` enter it; headers that waited for a
/// link.
#[track_caller]
fn takes(text: &str, time: &str, path: [u64; 4], link_waits: u64) {
    let run = costs(text, time, path);
    assert_eq!(run.network.unwrap().traffic.link_waits, link_waits);
}

/// One message to the right and one to the left through one port, then two operators.
#[test]
fn a_ring_sends_both_ways_one_after_the_other() {
    let body = "posalji i prema desno;
posalji i prema lijevo;
primi a od lijevo;
primi b od desno;
x = (a + b) / 2;
ispisi(x);";
    let text = croatian("prsten(p = 6, t_s = 100, t_w = 7)", body);
    takes(&text, "216", [2, 2, 0, 2], 0);
}

/// A header comes to its second link at 103, where the neighbour's words are until 107: 107 + 3 + 7.
#[test]
fn messages_over_two_links_of_a_ring_meet_on_the_second() {
    let body = "send i to (i+2) mod p;
receive x from (i-2+p) mod p;
assert(x == (i-2+p) mod p);";
    let text = english("ring(p = 5, t_s = 100, t_w = 7, t_h = 3)", body);
    takes(&text, "117", [1, 2, 1, 0], 5);
}

/// A test; the message of 1 is there at 117, and each other one takes the in-port for 114 more. On
/// the way that of 2 waits once, that of 3 twice, that of 4 three times.
#[test]
fn a_line_gathers_at_its_end() {
    let body = "local X[2] = i;
if (i > 0) then
send X[] to 0;
else
for j = 1 to p-1 {
receive X[] from j;
assert(X[1] == j);
}
end_if";
    let text = english("line(p = 5, t_s = 100, t_w = 7, t_h = 2)", body);
    takes(&text, "459", [4, 8, 1, 1], 6);
}

/// Rows to their first column, and this one upwards. The path: 2 + 1 + 1 and a message from column 2,
/// an addition and a test and a message from column 1, an addition and four tests and a message from
/// row 2, an addition and a test and a message from row 1, an addition and a test.
#[test]
fn a_mesh_adds_up_rows_and_then_a_column() {
    let text = "stroj mreza(3, 3, t_s = 100, t_w = 7);
program
paralelno (za svaki r od 0 do 2, s od 0 do 2)
x = 3*r + s;
ako (s < 2) { primi y od desno; x = x + y; }
ako (s > 0) posalji x prema lijevo;
ako (s == 0) {
ako (r < 2) { primi y od dolje; x += y; }
ako (r > 0) posalji x prema gore;
}
tvrdi(r + s > 0 or x == 36);
kraj_paralelno
kraj_programa";
    takes(text, "443", [4, 4, 4, 15], 0);
}

/// From corner to corner of 2 x 3 x 2 there are 1 + 2 + 1 links; a test comes before.
#[test]
fn a_mesh_of_three_dimensions_from_corner_to_corner() {
    let body = "local X[3] = i;
if (i == 0) send X[] to p-1;
if (i == p-1) receive X[] from 0;
assert(i < p-1 or X[2] == 0);";
    let machine = "mesh(2, 3, 2, t_s = 100, t_w = 7, t_h = 5";
    let cut_through = english(&format!("{machine})"), body);
    takes(&cut_through, "142", [1, 3, 4, 1], 0);
    let stored = english(&format!("{machine}, routing = store_and_forward)"), body);
    takes(&stored, "205", [1, 12, 4, 1], 0);
}

/// Row r moves by r. Row 3 goes the other way round; row 2 goes two links, upwards as both ways are
/// equal, and waits on the second: at 101 it comes to it, and its neighbour's word leaves at 107.
#[test]
fn rows_of_a_torus_are_skewed() {
    let text = "machine torus(4, 4, t_s = 100, t_w = 7, t_h = 1);
program
parallel (for each r from 0 to 3, s from 0 to 3)
send s to (r, (s - r + 4) mod 4);
receive x from (r, (s + r) mod 4);
assert(x == (s + r) mod 4);
end_parallel
end_program";
    takes(text, "115", [1, 2, 1, 0], 4);
}

/// Seven operators. Numbers that read the same backwards send to themselves; the four others over two
/// links, by ways that share none: 1-0-4, 3-2-6, 4-5-1, 6-7-3.
#[test]
fn bits_are_reversed_on_a_hypercube() {
    let body = "obrnut = 4*bit(i, 0) + 2*bit(i, 1) + bit(i, 2);
posalji i prema obrnut;
primi x od obrnut;
tvrdi(x == obrnut);";
    let text = croatian("hiperkocka(3, t_s = 100, t_w = 7, t_h = 4)", body);
    takes(&text, "122", [1, 1, 2, 7], 0);
}

/// All cross the root. On either side the headers of 1 and 3 wait behind 0 and 2 for the second link,
/// until 116, and 2, 1 and 3 for the link to the root: 3 takes it at 104 + 3*14 = 146, passes four
/// links more by 154, and its words are there at 168.
#[test]
fn everything_in_a_tree_goes_through_the_root() {
    let body = "local X[2] = i;
send X[] to p-1-i;
receive X[] from p-1-i;
assert(X[0] == p-1-i);";
    let text = english("tree(p = 8, t_s = 100, t_w = 7, t_h = 2)", body);
    takes(&text, "168", [1, 8, 6, 0], 10);
}

/// Through one port five messages leave one after the other, and only the last addition comes behind
/// them; through a port for each, all are there at 108, and then come five.
#[test]
fn everyone_to_everyone_on_a_complete_graph() {
    let body = "s = 0;
za k = 1 do p-1
posalji_odmah i prema (i+k) mod p;
za k = 1 do p-1 {
primi x od (i-k+p) mod p;
s += x;
}
tvrdi(s == p*(p-1)/2 - i);";
    let one = croatian("potpuni(p = 6, t_s = 100, t_w = 7)", body);
    takes(&one, "537", [5, 5, 1, 2], 0);
    let all = croatian("potpuni(p = 6, t_s = 100, t_w = 7, portovi = svi)", body);
    takes(&all, "113", [1, 1, 1, 6], 0);
}

/// A test, two operators and a move; then two links by way of the centre.
#[test]
fn leaves_of_a_star_exchange_by_way_of_its_centre() {
    let body = "if (i > 0) {
if (i % 2 == 1) partner = i + 1; else partner = i - 1;
send i to partner;
receive x from partner;
assert(x == partner);
}";
    let text = english("star(5, t_s = 100, t_w = 7, t_h = 3)", body);
    takes(&text, "117", [1, 1, 2, 4], 0);
}
