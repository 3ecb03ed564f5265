//! Collective communication as books print it, right and with the faults that such listings have.

use super::run;

/// One message to all from any source of a hypercube.
const TO_ALL: &str = "
1.  procedure TO_ALL(d, my_id, source, X)
2.  begin
3.     virtual_id := my_id XOR source;
4.     mask := 2^d − 1;
5.     for i := d − 1 downto 0 do          /* the highest dimension first */
6.        mask := mask XOR 2^i;
7.        if (virtual_id AND mask) = 0 then
8.           if (virtual_id AND 2^i) = 0 then
9.              destination := virtual_id XOR 2^i;
10.             send X to (destination XOR source);
11.          else
12.             sender := virtual_id XOR 2^i;
13.             receive X from (sender XOR source);
14.          endelse;
15.    endfor;
16. end TO_ALL
";

fn program(machine: &str, procedure: &str, body: &str) -> String {
    format!(
        "stroj {machine};
{procedure}
program
paralelno (za svaki procesor id, id = 0, ..., p-1)
{body}
kraj_paralelno
kraj_programa
"
    )
}

/// T where instructions are free, and how often `t_s` and `t_w` enter it.
#[track_caller]
fn takes(text: &str, time: u64, [t_s, t_w]: [u64; 2]) {
    let run = run(text).ends_well();
    let cost = run.network.as_ref().expect("it is a multicomputer");
    let found = (cost.time.to_string(), cost.path.t_s, cost.path.t_w);
    assert_eq!(found, (time.to_string(), t_s, t_w));
}

const CUBE: &str = "hiperkocka(p = 8, t_s = 100, t_w = 7, t_c = 0)";
const RING: &str = "prsten(p = 4, t_s = 100, t_w = 7, t_c = 0)";

#[test]
fn a_broadcast_hands_on_what_it_is_given() {
    // log 8 messages behind one another: 3·(100 + 7·4), 3·(100 + 7).
    let array = "lokalno X[4]; ako (id == 5) X[] = 42; TO_ALL(3, id, 5, X[]); tvrdi(X[3] == 42);";
    takes(&program(CUBE, TO_ALL, array), 384, [3, 12]);
    let scalar = "lokalno x = id; TO_ALL(3, id, 5, x); tvrdi(x == 5);";
    takes(&program(CUBE, TO_ALL, scalar), 321, [3, 3]);
    // A cell of an array is assigned, and nothing of the procedure is seen beside.
    let cell = "lokalno A[2]; A[0] = -1; A[1] = id; TO_ALL(3, id, 2, A[1]);
                tvrdi(A[1] == 2 and A[0] == -1);";
    takes(&program(CUBE, TO_ALL, cell), 321, [3, 3]);
}

/// Vectors are added up in processor 0. The inner loop and the branch end by the layout.
fn to_one(test: &str) -> String {
    format!(
        "procedure TO_ONE(d, my_id, m, X, sum)
begin
   for j := 0 to m − 1 do sum[j] := X[j];
   mask := 0;
   for i := 0 to d − 1 do
      if (my_id AND mask) = 0 then
         if (my_id AND 2^i) {test} 0 then
            send sum to my_id XOR 2^i;
         else
            receive X from my_id XOR 2^i;
            for j := 0 to m − 1 do
               sum[j] := sum[j] + X[j];
         endelse;
      mask := mask XOR 2^i;
   endfor;
end TO_ONE"
    )
}

#[test]
fn a_reduction_adds_up_in_one() {
    let body = |expected: &str| {
        format!(
            "lokalno X[2]; lokalno S[2]; X[0] = id + 1; X[1] = 1;
             TO_ONE(3, id, 2, X[], S[]);
             {expected}"
        )
    };
    // 3·(100 + 2·7)
    let right = body("ako (id == 0) tvrdi(S[0] == 36 and S[1] == 8);");
    takes(&program(CUBE, &to_one("≠"), &right), 342, [3, 6]);
    // With the test turned round 0 gives away its 1 at once; the sums of the others stay behind.
    let wrong = body("tvrdi(S[0] == {1, 3, 4, 7, 6, 11, 12, 15}[id]);");
    let wrong = wrong
        .replace("{1, 3, 4, 7, 6, 11, 12, 15}[id]", "E[id]")
        .replace(
            "lokalno X[2];",
            "lokalno E[8] = {1, 3, 4, 7, 6, 11, 12, 15}; lokalno X[2];",
        );
    run(&program(CUBE, &to_one("="), &wrong)).ends_well();
}

/// Everyone's message to everyone around a ring, in the order of these two statements.
fn around(first: &str, second: &str) -> String {
    format!(
        "procedure AROUND(my_id, my_msg, p, result)
begin
   left := (my_id − 1) mod p;
   right := (my_id + 1) mod p;
   msg := my_msg;
   result[my_id] := msg;
   for i := 1 to p − 1 do
      {first};
      {second};
      result[(my_id − i) mod p] := msg;
   endfor;
end AROUND"
    )
}

#[test]
fn a_ring_that_sends_first_needs_buffers() {
    let body = "lokalno R[4]; AROUND(id, 10*id, p, R[]);
                tvrdi(R[0] == 0 and R[1] == 10 and R[2] == 20 and R[3] == 30);";
    let text = program(
        RING,
        &around("send msg to right", "receive msg from left"),
        body,
    );
    // (p - 1)·(t_s + t_w)
    takes(&text, 321, [3, 3]);
    let text = program(
        RING,
        &around("receive msg from left", "send msg to right"),
        body,
    );
    run(&text).ends_in("E0506");
    let synchronous = RING.replace("t_c = 0", "t_c = 0, slanje = sinkrono");
    let text = around("send msg to right", "receive msg from left");
    let told = run(&program(&synchronous, &text, body)).ends_in("E0506");
    assert!(
        told.problems.contains("send msg to right"),
        "{}",
        told.problems
    );
}

#[test]
fn neighbours_on_a_mesh_that_are_written_wrongly_do_not_exist() {
    let rows = |sign: &str| {
        format!(
            "procedure ROWS(my_id, x, root)
begin
   left := my_id {sign} (my_id mod root) + (my_id − 1) mod root;
   right := my_id − (my_id mod root) + (my_id + 1) mod root;
   send x to right;
   receive x from left;
end ROWS"
        )
    };
    let mesh = "torus(3, 3, t_s = 100, t_w = 7, t_c = 0)";
    let body = "lokalno x = id; ROWS(id, x, 3); tvrdi(x == 3*(id/3) + (id + 2) mod 3);";
    takes(&program(mesh, &rows("−"), body), 107, [1, 1]);
    // 5 + 5 mod 3 + 4 mod 3 = 8 is another row's, 8 + 2 + 1 = 11 nobody's.
    let told = run(&program(mesh, &rows("+"), body)).ends_in("E0512");
    assert!(
        told.problems.contains("receive x from left"),
        "{}",
        told.problems
    );
}

#[test]
fn all_exchange_what_is_added_up_on_the_way() {
    let sums = "procedure SUMS(my_id, number, d, result)
begin
   result := number;
   msg := result;
   for i := 0 to d − 1 do
      partner := my_id XOR 2^i;
      send msg to partner;
      receive other from partner;
      msg := msg + other;
      if (partner < my_id) then result := result + other;
   endfor;
end SUMS";
    let body = "lokalno r = 0; SUMS(id, id + 1, 3, r); tvrdi(r == (id + 1)*(id + 2)/2);";
    takes(&program(CUBE, sums, body), 321, [3, 3]);
}

#[test]
fn a_procedure_that_changes_two_scalars_says_so() {
    let swap = "procedure SWAP(x, y)
begin
   t := x; x := y; y := t;
end SWAP";
    let body = "lokalno a = 1; lokalno b = 2; SWAP(a, b);";
    let told = run(&program(CUBE, swap, body)).ends_in("E0203");
    assert!(
        told.problems
            .contains("`SWAP` changes two scalars of its caller, `x` and `y`"),
        "{}",
        told.problems
    );
    // What is only counted with is its own affair.
    let body = "lokalno a = 1; SWAP(a, 2); tvrdi(a == 2);";
    run(&program(CUBE, swap, body)).ends_well();
}
