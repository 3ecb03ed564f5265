//! Collective communication by its short names: the library's version for the network, on every
//! network, with results and times that follow from what each algorithm is.

use pram::{Code, Options, Program};

/// Every collective once, in English, with assertions of what comes out for any p and m.
const ALL: &str = "
input m = 3;
program
    parallel (for each processor k, k = 0, ..., p-1)
        local X[m], Y[m*p], Z[m];
        X[] = k;
        broadcast(X[], p/2);
        assert(X[m-1] == p/2);
        X[] = k;
        max_all_reduce(X[]);
        assert(X[0] == p-1);
        X[] = k;
        all_reduce(X[]);
        assert(X[m-1] == p*(p-1)/2);
        X[] = k;
        reduce(X[], p-1);
        assert(k != p-1 or X[0] == p*(p-1)/2);
        X[] = k;
        min_reduce(X[], 0);
        assert(k != 0 or X[m-1] == 0);
        X[] = k;
        all_gather(X[], Y[]);
        for q = 0 to m*p-1
            assert(Y[q] == q / m);
        wait_for_all();
        prefix(X[]);
        assert(X[m-1] == k*(k+1)/2);
        X[] = k;
        max_prefix(X[]);
        assert(X[0] == k);
        scatter(Y[], Z[], p/2);
        assert(Z[m-1] == k);
        Y[] = 0;
        gather(Z[], Y[], p-1);
        for q = 0 to m*p-1
            assert(k != p-1 or Y[q] == q / m);
    end_parallel
end_program
";

/// The same names in Croatian.
const CROATIAN: &str = "
ulaz m = 2;
program
    paralelno (za svaki procesor k, k = 0, ..., p-1)
        lokalno X[m], Y[m*p], Z[m];
        X[] = k;
        emitiraj(X[], p-1);
        tvrdi(X[0] == p-1);
        X[] = k;
        svedi(X[], 0);
        tvrdi(k != 0 or X[m-1] == p*(p-1)/2);
        X[] = k;
        max_svedi_svima(X[]);
        tvrdi(X[0] == p-1);
        X[] = k;
        skupi_svima(X[], Y[]);
        pricekaj_sve();
        prefiks(X[]);
        tvrdi(X[0] == k*(k+1)/2);
        razdijeli(Y[], Z[], 0);
        tvrdi(Z[0] == k);
        skupi(Z[], Y[], 0);
        za q = 0 do m*p-1
            tvrdi(Y[q] == q / m);
    kraj_paralelno
kraj_programa
";

const NETWORKS: [&str; 20] = [
    "ring(p = 1)",
    "ring(p = 2)",
    "ring(p = 13)",
    "line(p = 6)",
    "complete(p = 1)",
    "complete(p = 11)",
    "star(p = 5)",
    "bus(p = 6)",
    "tree(p = 8)",
    "hypercube(p = 1)",
    "hypercube(p = 16)",
    "torus(p = 9)",
    "mesh(p = 16)",
    "mesh(1, 5)",
    "mesh(5, 1)",
    "mesh(2, 7)",
    "torus(5, 3)",
    "mesh(2, 3, 2)",
    "torus(2, 2, 2, 2)",
    "paragon(p = 6)",
];

/// The program on this network; no message costs anything but `t_s = 100`, `t_w = 7`.
fn on(network: &str, text: &str) -> Program {
    let word = if text.contains("kraj_") {
        "stroj"
    } else {
        "machine"
    };
    let network = network.replace(')', ", t_s = 100, t_w = 7, t_c = 0)");
    Program::parse(&format!("{word} {network};\n{text}")).unwrap()
}

#[test]
fn collectives_are_right_on_every_network() {
    for network in NETWORKS {
        for (text, m) in [(ALL, "1"), (ALL, "3"), (CROATIAN, "2"), (CROATIAN, "5")] {
            let run = on(network, text).run(&[("m", m)]);
            assert!(run.is_ok(), "{network}, m = {m}:\n{}", run.unwrap_err());
        }
    }
}

/// The library works without buffers for the program's own messages, in the same time.
#[test]
fn collectives_need_no_buffers_of_the_program() {
    // Each of the library's versions.
    for network in [
        "ring(p = 5)",
        "mesh(2, 3)",
        "hypercube(p = 4)",
        "complete(p = 5)",
    ] {
        let synchronous = network.replace(')', ", sending = sync)");
        let [buffered, synchronous] = [network, &synchronous].map(|network| {
            let run = on(network, ALL).run(&[("m", "2")]);
            run.unwrap_or_else(|error| panic!("{network}:\n{error}"))
        });
        assert_eq!(buffered.network, synchronous.network, "{network}");
    }
    // A message of the program beside them still waits for its receiver.
    let own = "program
    parallel (for each processor k, k = 0, ..., p-1)
        wait_for_all();
        send k to (k+1) mod p;
        receive x from (k-1) mod p;
        assert(x >= 0);
    end_parallel
end_program
";
    let error = on("ring(p = 4, sending = sync)", own).run(&[]).unwrap_err();
    assert_eq!(error.problems[0].code, Code::MessageDeadlock);
}

/// T of one call, with `t_c = 0`, as a number of start-ups and of words.
fn start_ups_and_words(network: &str, call: &str) -> (u64, u64) {
    let text = format!(
        "input m = 3;\nprogram\n    parallel (for each processor k, k = 0, ..., p-1)
        local X[m], Y[m*p];\n        X[] = k;\n        Y[] = k;\n        {call}\n    end_parallel\nend_program\n"
    );
    let run = on(network, &text).run(&[]).unwrap();
    let path = run.network.as_ref().unwrap().path;
    (path.t_s, path.t_w)
}

#[test]
fn the_version_for_the_network_is_taken() {
    // m = 3, ceilings of logarithms: log 8 = 3; 2 log 4 = 4 on a mesh of 4 × 4.
    let expected = [
        // One message of m words a turn.
        ("ring(p = 8)", "broadcast(X[], 0);", (3, 9)),
        ("hypercube(p = 8)", "broadcast(X[], 5);", (3, 9)),
        ("complete(p = 8)", "broadcast(X[], 5);", (3, 9)),
        ("torus(p = 16)", "broadcast(X[], 0);", (4, 12)),
        ("tree(p = 8)", "broadcast(X[], 0);", (3, 9)),
        // (p-1)(t_s + t_w m) on a ring, t_s log p + t_w m(p-1) on a hypercube,
        // 2t_s(√p - 1) + t_w m(p - 1) on a torus.
        ("ring(p = 8)", "all_gather(X[], Y[]);", (7, 21)),
        ("hypercube(p = 8)", "all_gather(X[], Y[]);", (3, 21)),
        ("complete(p = 8)", "all_gather(X[], Y[]);", (3, 21)),
        ("torus(p = 16)", "all_gather(X[], Y[]);", (6, 45)),
        // Exchanges along every dimension; a reduction and a broadcast elsewhere.
        ("hypercube(p = 8)", "all_reduce(X[]);", (3, 9)),
        ("ring(p = 8)", "all_reduce(X[]);", (6, 18)),
        // t_s log p + t_w m(p-1).
        ("ring(p = 8)", "scatter(Y[], X[], 0);", (3, 21)),
        ("hypercube(p = 8)", "gather(X[], Y[], 6);", (3, 21)),
    ];
    for (network, call, expected) in expected {
        assert_eq!(
            start_ups_and_words(network, call),
            expected,
            "{network}, {call}"
        );
    }
}

#[test]
fn an_algorithm_of_the_program_wins() {
    // Everybody sends to 0 one after the other, which the library would not do.
    let text = "
algorithm reduce(X[], root)
    local Y[1];
    if (me != root) then
        send X[] to root;
    else
        for q = 1 to p-1
        {
            receive Y[] from (root + q) mod p;
            X[0] += Y[0];
        }
    end_if
end_algorithm

program
    parallel (for each processor k, k = 0, ..., p-1)
        local X[1];
        X[] = k;
        reduce(X[], 0);
        assert(k != 0 or X[0] == p*(p-1)/2);
        broadcast(X[], 0);
        assert(X[0] == p*(p-1)/2);
    end_parallel
end_program
";
    let run = on("complete(p = 8)", text).run(&[]).unwrap();
    // 7 messages of all to 0, then 7 messages of a broadcast in 3 turns. The port of 0 takes one
    // message after the other.
    let cost = run.network.as_ref().unwrap();
    assert_eq!(cost.traffic.messages, 14);
    assert_eq!(cost.path.t_s, 7 + 3);
}

#[test]
fn other_machines_have_no_collectives() {
    let text = format!("machine CREW(p = 4);\n{ALL}");
    let error = (Program::parse(&text).unwrap().options(Options::default())).run(&[]);
    let codes: Vec<Code> = (error.unwrap_err().problems.iter())
        .map(|problem| problem.code)
        .collect();
    assert!(codes.contains(&Code::UnknownName), "{codes:?}");
}

#[test]
fn a_call_that_does_not_fit_names_the_algorithm() {
    let text = "
program
    parallel (for each processor k, k = 0, ..., p-1)
        local X[1];
        X[] = k;
        broadcast(X[]);
    end_parallel
end_program
";
    let error = on("ring(p = 4)", text).run(&[]).unwrap_err().to_string();
    assert!(
        error.contains("`broadcast` takes 2 arguments and gets 1"),
        "{error}"
    );
    assert!(
        error.contains("<programs>/collectives/ring.pram"),
        "{error}"
    );
}
