//! The words of one vocabulary in the other one: keywords, networks, collective communication, messages.

use std::collections::HashSet;

use pram::pipeline::{collectives, network};
use pram::semantic::{processor_names, translated_names};
use pram::source::Sources;
use pram::syntax::formatter::{FunctionNames, Translation, Vocabulary, format};

use super::{formatted, tree};

#[test]
fn the_prose_of_heads_is_translated() {
    for (croatian, english) in [
        ("element polja A, i", "element of array A, i"),
        ("element vektora, i", "element of vector, i"),
        ("element liste, i", "element of list, i"),
        ("procesor i, i = 0, ..., 3", "processor i, i = 0, ..., 3"),
        ("indeks i", "index i"),
    ] {
        let block = |parallel: &str, each: &str, head: &str, end: &str, end_program: &str| {
            format!(
                "program\n    {parallel} ({each} {head})\n        A[i] = 1;\n    {end}\n{end_program}\n"
            )
        };
        let croatian = block(
            "paralelno",
            "za svaki",
            croatian,
            "kraj_paralelno",
            "kraj_programa",
        );
        let english = block(
            "parallel",
            "for each",
            english,
            "end_parallel",
            "end_program",
        );
        assert_eq!(tree(&croatian), tree(&english));
        assert_eq!(
            formatted(&croatian, Some(Vocabulary::English)).as_ref(),
            Ok(&english)
        );
        assert_eq!(
            formatted(&english, Some(Vocabulary::Croatian)).as_ref(),
            Ok(&croatian)
        );
    }
}

/// A message, a section and a distribution of each kind, in both vocabularies.
#[test]
fn messages_sections_and_distributions_are_translated() {
    let croatian = "ulaz A[n] po blokovima, B[n] redom, C[n] po redom(b), D[n] = 0 na j;
ulaz E[n,n] po recima, F[n,n] po stupcima, G[n,n] po kvadratima;

program
    posalji x, A[a do b] prema (r, s) oznaka t;
    posalji_odmah prema j;
    posalji_sinkrono M[i, ] prema (i+1) mod p;
    primi x, A[] od bilo_koga kao tko oznaka t;
    ako (ima_poruke(bilo_koga))
        primi od j;
    kanal K[n], L[n,m];
    paralelno zadaci (za svaki i, i = 0, ..., n-1) na i mod p
        posalji x prema K[i+1];
    kraj_paralelno
kraj_programa
";
    let english = "input A[n] by blocks, B[n] turns, C[n] by turns(b), D[n] = 0 on j;
input E[n,n] by rows, F[n,n] by columns, G[n,n] by squares;

program
    send x, A[a to b] to (r, s) tag t;
    send_now to j;
    send_sync M[i, ] to (i+1) mod p;
    receive x, A[] from anyone as who tag t;
    if (has_message(anyone))
        receive from j;
    channel K[n], L[n,m];
    parallel tasks (for each i, i = 0, ..., n-1) on i mod p
        send x to K[i+1];
    end_parallel
end_program
";
    let translated = |text: &str, vocabulary| {
        let mut sources = Sources::default();
        let file = sources.add("case.pram", text);
        let translation = Translation {
            vocabulary,
            functions: vec![FunctionNames {
                croatian: &["ima_poruke"],
                english: "has_message",
            }],
            machines: Vec::new(),
            processors: Vec::new(),
            defined: HashSet::new(),
        };
        format(&sources, file, Some(&translation)).unwrap()
    };
    let english = english.replace("who", "tko");
    assert_eq!(translated(croatian, Vocabulary::English), english);
    assert_eq!(translated(&english, Vocabulary::Croatian), croatian);
    // A variable of that name keeps it.
    let named = croatian.replace("tko", "anyone");
    let there = translated(&named, Vocabulary::English);
    assert!(there.contains("has_message(bilo_koga)"), "{there}");
    // Diacritics and `recv` belong to a vocabulary.
    let other = "program\n    pošalji x prema j;\n    recv x from j;\nkraj_programa\n";
    let there = translated(other, Vocabulary::English);
    assert!(
        there.contains("send x to j;\n    recv x from j;"),
        "{there}"
    );
    let back = translated(other, Vocabulary::Croatian);
    assert!(
        back.contains("pošalji x prema j;\n    primi x od j;"),
        "{back}"
    );
}

#[test]
fn built_in_names_that_mean_something_else_are_not_translated() {
    let english = |text: &str| formatted(text, Some(Vocabulary::English)).unwrap();
    let own = "algoritam duljina(x)\n    vrati x;\nkraj_algoritma\n";
    assert!(english(own).starts_with("algorithm duljina(x)"));
    let variable = "program\n    length = 3;\n    ispisi(length, duljina(A[]));\nkraj_programa\n";
    assert!(english(variable).contains("print(length, duljina(A[]));"));
    let free = "ulaz A[4] = lista;\n\nprogram\n    ispisi(duljina(A[]));\nkraj_programa\n";
    assert!(english(free).contains("A[4] = list;"));
    assert!(english(free).contains("print(length(A[]));"));
}

/// A text with the networks, options and neighbours of one vocabulary in the other one.
fn translated_machine(text: &str, vocabulary: Vocabulary) -> String {
    let mut sources = Sources::default();
    let file = sources.add("case.pram", text);
    let translation = Translation {
        vocabulary,
        functions: (translated_names().into_iter())
            .chain(collectives::translated_names())
            .collect(),
        machines: network::translations(),
        processors: processor_names(),
        defined: HashSet::new(),
    };
    format(&sources, file, Some(&translation)).expect("nothing is wrong with it")
}

#[test]
fn machines_and_neighbours_are_translated() {
    let croatian =
        "stroj mreza(2, n, t_s = 100, usmjeravanje = pohrani, portovi = svi, dupleks = polu);
ulaz n = 4;

program
    paralelno (za svaki i, i = 0, ..., p-1)
        posalji i prema desno;
        primi x od lijevo;
    kraj_paralelno
kraj_programa
";
    let english =
        "machine mesh(2, n, t_s = 100, routing = store_and_forward, ports = all, duplex = half);
input n = 4;

program
    parallel (for each i, i = 0, ..., p-1)
        send i to right;
        receive x from left;
    end_parallel
end_program
";
    assert_eq!(translated_machine(croatian, Vocabulary::English), english);
    assert_eq!(translated_machine(english, Vocabulary::Croatian), croatian);
    assert_eq!(translated_machine(croatian, Vocabulary::Croatian), croatian);
    // Spellings of one vocabulary stay as they are.
    let spelled = "stroj mreža(2, 2, slanje = sinkrono);\n";
    assert_eq!(translated_machine(spelled, Vocabulary::Croatian), spelled);
    let own = "machine mesh(2, 2, sending = sync);\n";
    assert_eq!(translated_machine(spelled, Vocabulary::English), own);
}

/// As lectures write them, and collective communication.
#[test]
fn calls_that_are_messages_are_translated() {
    let croatian = "program
    paralelno (za svaki i, i = 0, ..., p-1)
        posalji(x, (i+1) mod p);
        primi(A[], (i-1+p) mod p);
        emitiraj(A[], 0);
        +_svedi(A[], 0);
        pricekaj_sve();
    kraj_paralelno
kraj_programa
";
    let english = "program
    parallel (for each i, i = 0, ..., p-1)
        send(x, (i+1) mod p);
        receive(A[], (i-1+p) mod p);
        broadcast(A[], 0);
        +_reduce(A[], 0);
        wait_for_all();
    end_parallel
end_program
";
    assert_eq!(translated_machine(croatian, Vocabulary::English), english);
    assert_eq!(translated_machine(english, Vocabulary::Croatian), croatian);
    let short = english.replace("receive(", "recv(");
    assert_eq!(translated_machine(&short, Vocabulary::Croatian), croatian);
    assert_eq!(translated_machine(&short, Vocabulary::English), short);
    // An algorithm or a variable of that name keeps it.
    let own = "algorithm send(x, j)
    return x + j;
end_algorithm

program
    recv = 1;
    send(x, j);
end_program
";
    let there = translated_machine(own, Vocabulary::Croatian);
    assert!(there.contains("    recv = 1;\n    send(x, j);"), "{there}");
}

#[test]
fn tasks_side_by_side_are_translated() {
    let english = "algorithm f(A[n])
    cobegin
        A[0] = 1;
        {
            A[1] = 2;
            A[2] = 3;
        }
        parbegin
            A[4] = 1;
            A[5] = 1;
        parend
    coend
    cobegin
        begin
            A[1] = 2;
        end
        A[3] = 1;
    coend
end_algorithm
";
    let croatian = "algoritam f(A[n])
    paralelno
        A[0] = 1;
        {
            A[1] = 2;
            A[2] = 3;
        }
        paralelno
            A[4] = 1;
            A[5] = 1;
        kraj_paralelno
    kraj_paralelno
    cobegin
        begin
            A[1] = 2;
        end
        A[3] = 1;
    coend
kraj_algoritma
";
    assert_eq!(translated_machine(english, Vocabulary::Croatian), croatian);
    assert_eq!(translated_machine(english, Vocabulary::English), english);
    let short = "algorithm f(A[n])\n    cobegin A[0] = 1; A[1] = 2; coend\nend_algorithm\n";
    let there = translated_machine(short, Vocabulary::Croatian);
    assert!(there.contains("    paralelno\n"), "{there}");
}

#[test]
fn variables_that_are_called_as_processors_keep_their_names() {
    let croatian = "stroj prsten(p = 4);
program
    paralelno (za svaki i, i = 0, ..., p-1)
        right = (i+1) mod p;
        posalji i prema right;
        primi x od lijevo;
        primi dolje od bilo_koga kao me;
        y = gore + ja;
    kraj_paralelno
    izlaz x;
kraj_programa
";
    let there = translated_machine(croatian, Vocabulary::English);
    assert!(there.contains("send i to right;"), "{there}");
    assert!(there.contains("receive x from left;"), "{there}");
    assert!(
        there.contains("receive dolje from anyone as me;"),
        "{there}"
    );
    // `ja` would be the variable under its English name.
    assert!(there.contains("y = up + ja;"), "{there}");
    assert!(there.contains("machine ring(p = 4);"), "{there}");
    let back = translated_machine(&there, Vocabulary::Croatian);
    assert!(back.contains("prema right;"), "{back}");
    assert!(back.contains("y = gore + ja;"), "{back}");
    // A parameter, an array, a loop's variable, what is shown, and an algorithm of that name.
    for own in [
        "algorithm f(me)\n    return me + 1;\nend_algorithm\n",
        "program\n    array left[2] = 0;\n    left[0] = left[1];\nend_program\n",
        "program\n    for up = 1 to 2\n        x = up;\nend_program\n",
        "program\n    output down;\nend_program\n",
        "algorithm me()\n    return 1;\nend_algorithm\n\nprogram\n    x = me();\nend_program\n",
    ] {
        let there = translated_machine(own, Vocabulary::Croatian);
        let back = translated_machine(&there, Vocabulary::English);
        assert_eq!(back, own);
        for [croatian, _] in processor_names() {
            assert!(!there.contains(croatian), "{there}");
        }
    }
}

/// Whatever the language has for messages and for where cells lie, in one program.
#[test]
fn every_word_of_a_multicomputer_is_translated() {
    let croatian =
        "stroj torus(2, 2, t_s = 100, t_w = 7, slanje = spremnik, usmjeravanje = prosljedi);
ulaz A[8] = iota po blokovima;
ulaz M[4,4] = iota po kvadratima, R[4,4] = iota po recima, S[4,4] = iota po stupcima;

program
    polje B[8] = 0 po redom, C[8] = 0 po redom(2), D[8] = 0 na 3;
    paralelno (za svaki r od 0 do 1, s od 0 do 1)
        lokalno L[4] = 0;
        posalji r, L[], L[0 do 1] prema desno;
        primi x, L[], L[2 do 3] od lijevo;
        posalji_odmah r prema gore oznaka 2;
        posalji_sinkrono s prema dolje;
        ako (ima_poruke(ja) or ima_poruke(bilo_koga))
            primi y od bilo_koga kao tko oznaka 2;
        posalji x prema (r, (s+1) mod 2);
        primi x od (r, 1-s);
        posalji prema (ja + 1) mod p;
        posalji ja prema desno + 0 * lijevo;
        z = susjed(0) + ja - gore;
        ograda;
        emitiraj(L[], 0);
        +_svedi(L[], 0);
        razdijeli(L[], L[], 0);
        skupi(L[], L[], 0);
        +_svedi_svima(L[]);
        skupi_svima(L[], L[]);
        +_prefiks(L[]);
    kraj_paralelno
    kanal K[3];
    paralelno zadaci (za svaki zadatak k, k = 0, ..., 8) na k mod p
        posalji k prema K[1];
        primi x od K[k];
    kraj_paralelno
kraj_programa
";
    let english =
        "machine torus(2, 2, t_s = 100, t_w = 7, sending = buffered, routing = cut_through);
input A[8] = iota by blocks;
input M[4,4] = iota by squares, R[4,4] = iota by rows, S[4,4] = iota by columns;

program
    array B[8] = 0 by turns, C[8] = 0 by turns(2), D[8] = 0 on 3;
    parallel (for each r from 0 to 1, s from 0 to 1)
        local L[4] = 0;
        send r, L[], L[0 to 1] to right;
        receive x, L[], L[2 to 3] from left;
        send_now r to up tag 2;
        send_sync s to down;
        if (has_message(me) or has_message(anyone))
            receive y from anyone as tko tag 2;
        send x to (r, (s+1) mod 2);
        receive x from (r, 1-s);
        send to (me + 1) mod p;
        send me to right + 0 * left;
        z = neighbour(0) + me - up;
        barrier;
        broadcast(L[], 0);
        +_reduce(L[], 0);
        scatter(L[], L[], 0);
        gather(L[], L[], 0);
        +_all_reduce(L[]);
        all_gather(L[], L[]);
        +_prefix(L[]);
    end_parallel
    channel K[3];
    parallel tasks (for each task k, k = 0, ..., 8) on k mod p
        send k to K[1];
        receive x from K[k];
    end_parallel
end_program
";
    assert_eq!(translated_machine(croatian, Vocabulary::English), english);
    assert_eq!(translated_machine(english, Vocabulary::Croatian), croatian);
    assert_eq!(translated_machine(english, Vocabulary::English), english);
    // The other values of the options, and networks by their other names.
    for [croatian, english] in [
        ["potpuni", "complete"],
        ["multiracunalo", "multicomputer"],
        ["prsten", "ring"],
        ["lanac", "line"],
        ["torus", "torus"],
        ["mreza", "mesh"],
        ["hiperkocka", "hypercube"],
        ["stablo", "tree"],
        ["zvijezda", "star"],
        ["sabirnica", "bus"],
    ] {
        let croatian = format!(
            "stroj {croatian}(p = 4, usmjeravanje = pohrani, portovi = jedan, dupleks = puni, slanje = sinkrono);\n"
        );
        let english = format!(
            "machine {english}(p = 4, routing = store_and_forward, ports = one, duplex = full, sending = sync);\n"
        );
        assert_eq!(translated_machine(&croatian, Vocabulary::English), english);
        assert_eq!(translated_machine(&english, Vocabulary::Croatian), croatian);
    }
}
