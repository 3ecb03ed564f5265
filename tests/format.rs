//! `pram fmt`: the layout is the same on every pass, and what a program means never changes.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use pram::pipeline::{collectives, network};
use pram::semantic::{processor_names, translated_names};
use pram::source::Sources;
use pram::syntax::formatter::{FunctionNames, Translation, Vocabulary, format};
use pram::syntax::parse;
use proptest::prelude::*;

use crate::collection;
use crate::differential::generated::machine;
use crate::differential::generator::{Generated, generate};
use crate::differential::setting::synchronous_setting;
use crate::syntax::show;

/// A text laid out, or the codes of what is wrong with it.
fn formatted(text: &str, vocabulary: Option<Vocabulary>) -> Result<String, Vec<&'static str>> {
    let mut sources = Sources::default();
    let file = sources.add("case.pram", text);
    let translation = vocabulary.map(|vocabulary| Translation {
        vocabulary,
        functions: translated_names(),
        machines: Vec::new(),
        processors: Vec::new(),
        defined: HashSet::new(),
    });
    format(&sources, file, translation.as_ref())
        .map_err(|problems| problems.iter().map(|problem| problem.code.id()).collect())
}

/// The tree of a text without its places; none where something is wrong.
fn tree(text: &str) -> Option<String> {
    let mut sources = Sources::default();
    let file = sources.add("case.pram", text);
    let (tree, problems) = parse(&sources, file);
    problems.is_empty().then(|| show::file(&tree))
}

/// A tree with the built-in functions under their Croatian names.
fn in_croatian(tree: &str) -> String {
    let mut out = String::new();
    let mut word = String::new();
    for c in tree.chars().chain(['\n']) {
        if c.is_alphanumeric() || c == '_' {
            word.push(c);
            continue;
        }
        let names = translated_names();
        let known = names
            .iter()
            .find(|names| names.english == word || names.croatian.contains(&word.as_str()));
        let word_of_any = if word == "anyone" { "bilo_koga" } else { &word };
        out.push_str(known.map_or(word_of_any, |names| names.croatian[0]));
        out.push(c);
        word.clear();
    }
    out
}

/// The layout keeps the meaning and is final, in the text's own words and in both vocabularies.
#[track_caller]
fn keeps_its_meaning(text: &str) {
    let Some(meaning) = tree(text) else {
        assert!(formatted(text, None).is_err(), "{text}");
        return;
    };
    for vocabulary in [None, Some(Vocabulary::Croatian), Some(Vocabulary::English)] {
        let once = formatted(text, vocabulary).unwrap_or_else(|codes| panic!("{codes:?}\n{text}"));
        let read = tree(&once).unwrap_or_else(|| panic!("cannot be read:\n{once}"));
        match vocabulary {
            None => assert_eq!(read, meaning, "{once}"),
            Some(_) => assert_eq!(in_croatian(&read), in_croatian(&meaning), "{once}"),
        }
        assert_eq!(
            formatted(&once, vocabulary).as_deref(),
            Ok(once.as_str()),
            "a second pass"
        );
        assert_eq!(
            formatted(&once, None).as_deref(),
            Ok(once.as_str()),
            "another pass"
        );
    }
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The texts of a folder's programs by name.
fn programs(name: &str) -> Vec<(String, String)> {
    let mut programs = Vec::new();
    for entry in std::fs::read_dir(folder(name)).unwrap() {
        let path = entry.unwrap().path();
        if path
            .extension()
            .is_some_and(|extension| extension == "pram")
        {
            let stem = path.file_stem().unwrap().to_str().unwrap().to_owned();
            programs.push((stem, std::fs::read_to_string(&path).unwrap()));
        }
    }
    programs.sort();
    programs
}

/// The texts of `programs/` and its folders by name.
fn collected() -> Vec<(String, String)> {
    (collection::programs().into_iter())
        .map(|path| {
            let text = std::fs::read_to_string(&path).unwrap();
            (collection::name(&path), text)
        })
        .collect()
}

#[test]
fn the_programs_are_laid_out_as_they_should_be() {
    for (name, text) in collected() {
        assert_eq!(
            formatted(&text, None).as_deref(),
            Ok(text.as_str()),
            "{name}"
        );
    }
}

#[test]
fn every_program_keeps_its_meaning() {
    for (_, text) in collected() {
        keeps_its_meaning(&text);
    }
    for name in [
        "tests/cases/syntax",
        "tests/cases/semantic",
        "tests/cases/format",
    ] {
        for (_, text) in programs(name) {
            keeps_its_meaning(&text);
        }
    }
}

#[test]
fn a_translation_and_its_way_back_give_the_same_text() {
    for (name, text) in collected() {
        let own = if text.contains("\nstroj") {
            Vocabulary::Croatian
        } else {
            Vocabulary::English
        };
        let other = match own {
            Vocabulary::Croatian => Vocabulary::English,
            Vocabulary::English => Vocabulary::Croatian,
        };
        // An English program may still say `lista`.
        let text = formatted(&text, Some(own)).unwrap();
        let there = formatted(&text, Some(other)).unwrap();
        assert_ne!(there, text, "{name}");
        // Translated keywords have no diacritics.
        let text = text.replace("uključi", "ukljuci");
        assert_eq!(formatted(&there, Some(own)).unwrap(), text, "{name}");
    }
}

#[test]
fn programs_without_their_layout_keep_their_meaning() {
    for (_, text) in collected() {
        let margin: Vec<&str> = text.lines().map(str::trim).collect();
        keeps_its_meaning(&margin.join("\n"));
        keeps_its_meaning(&text.replace('\n', "  \n\n\n\t"));
    }
}

/// How the lines of a listing are numbered.
#[derive(Debug, Clone, Copy)]
enum Numbers {
    None,
    /// The numbers begin in the first column, and a blank stands behind them.
    Left,
    /// What stands behind them is in its column.
    Padded,
    /// Lines of the bodies have none.
    OfHeads,
}

/// A listing; `begin` stands so much further in than its head, the bodies so much further, and its
/// constructs end with words, or where the layout says so.
fn listing(numbers: Numbers, begin: Option<usize>, body: usize, has_ends: bool) -> String {
    let mut lines: Vec<(usize, &str)> = vec![
        (0, "procedure G(y, n)"),
        (0, "begin"),
        (2, "for k := 0 to n-1 do"),
    ];
    let block = |lines: &mut Vec<(usize, &'static str)>, end| {
        lines.extend(begin.map(|further| (2 + further, "begin")));
        lines.extend([(2 + body, "y[k] := k+5"), (2 + body, "y[k] := y[k] + 1;")]);
        match begin {
            Some(further) => lines.push((2 + further, if has_ends { "end;" } else { end })),
            None if has_ends => lines.push((2, end)),
            None => {}
        }
    };
    block(&mut lines, "endfor;");
    lines.extend([(2, "k := 0;"), (2, "while k < n do")]);
    block(&mut lines, "endwhile");
    lines.extend([
        (2, "y[0] := 1;"),
        (2, "if n > 2 then"),
        (2 + body, "y[1] := 2"),
    ]);
    lines.extend([(2, "else"), (2 + body, "y[1] := 3")]);
    if has_ends {
        lines.push((2, "endif"));
    }
    lines.extend([
        (2, "for all i in y do in parallel"),
        (2 + body, "y[i] := 0"),
    ]);
    if has_ends {
        lines.push((2, "endfor"));
    }
    lines.push((0, "end G"));
    let numbered = lines.iter().zip(1..).map(|(&(indent, text), number)| {
        let indent = " ".repeat(indent);
        match numbers {
            Numbers::None => format!("{indent}{text}\n"),
            Numbers::Left => format!("{number}. {indent}{text}\n"),
            Numbers::Padded => format!("{:<4}{indent}{text}\n", format!("{number}.")),
            Numbers::OfHeads if text.starts_with('y') => format!("    {indent}{text}\n"),
            Numbers::OfHeads => format!("{:<4}{indent}{text}\n", format!("{number}.")),
        }
    });
    numbered.collect()
}

#[test]
fn listings_in_every_layout_keep_their_meaning() {
    let usual = tree(&listing(Numbers::None, Some(0), 4, true)).unwrap();
    let plain = tree(&listing(Numbers::None, None, 4, true)).unwrap();
    for numbers in [
        Numbers::None,
        Numbers::Left,
        Numbers::Padded,
        Numbers::OfHeads,
    ] {
        for begin in [None, Some(0), Some(1), Some(2), Some(3)] {
            for (body, has_ends) in (0..4).flat_map(|body| [(body, true), (body, false)]) {
                let text = listing(numbers, begin, body, has_ends);
                let wanted = if begin.is_some() { &usual } else { &plain };
                match tree(&text) {
                    Some(meaning) => assert_eq!(&meaning, wanted, "{text}"),
                    // What stands no further in than its head is not inside.
                    None => assert!(
                        !has_ends && body < 2,
                        "{numbers:?} {begin:?} {body}\n{text}"
                    ),
                }
                keeps_its_meaning(&text);
            }
        }
    }
}

#[test]
fn every_case_is_laid_out_as_recorded() {
    let cases = folder("tests/cases/format");
    insta::with_settings!({ snapshot_path => &cases, prepend_module_to_snapshot => false, omit_expression => true }, {
        for (name, text) in programs("tests/cases/format") {
            insta::assert_snapshot!(name, formatted(&text, None).unwrap());
        }
    });
}

#[test]
fn line_ends_and_byte_order_mark_stay() {
    let text = "\u{FEFF}program\r\n  x=1; // one\r\n  /* two\r\n     lines */\r\nkraj_programa";
    let expected = "\u{FEFF}program\r\n    x = 1; // one\r\n    /* two\r\n       lines */\r\nkraj_programa\r\n";
    assert_eq!(formatted(text, None).as_deref(), Ok(expected));
    assert_eq!(formatted("", None).as_deref(), Ok(""));
    assert_eq!(formatted(" \n\n", None).as_deref(), Ok(""));
    assert_eq!(formatted("// only", None).as_deref(), Ok("// only\n"));
}

#[test]
fn what_cannot_be_read_is_not_laid_out() {
    assert_eq!(
        formatted("program\n x = ;\nkraj_programa\n", None),
        Err(vec!["E0101"])
    );
    assert_eq!(formatted("program\n x = 1;\n", None), Err(vec!["E0102"]));
}

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

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 150,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn generated_programs_keep_their_meaning(
        choices in proptest::collection::vec(any::<u16>(), 0..400),
        setting in synchronous_setting(),
    ) {
        let generated = generate(&choices);
        keeps_its_meaning(&generated.text);
        let run = machine(&generated, &setting);
        for vocabulary in [None, Some(Vocabulary::English)] {
            let text = formatted(&generated.text, vocabulary).unwrap();
            let same = Generated { text, ..generated.clone() };
            prop_assert_eq!(&machine(&same, &setting), &run, "{}", same.text);
        }
    }

    #[test]
    fn damaged_programs_are_laid_out_or_explained(
        which in any::<prop::sample::Index>(),
        damage in proptest::collection::vec((any::<prop::sample::Index>(), 0..12_usize), 1..6),
    ) {
        let all = programs("tests/cases/format");
        let mut text: Vec<char> = which.get(&all).1.chars().collect();
        for (place, with) in damage {
            let place = place.index(text.len());
            match [' ', '\n', '/', '*', '{', '}', ';', '(', '-', 'č', '\t', '#'][with] {
                '#' => { text.remove(place); }
                other => text.insert(place, other),
            }
        }
        keeps_its_meaning(&text.iter().collect::<String>());
    }
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
