//! What a reader meets first: the sentence at the top, formulas in sentences, and the page for
//! handing in.

use pram::present::document::{Block, Document, Word, Words, html, latex, markdown, text};
use pram::present::layout::{document, short};
use pram::quantity::{Measure, Unit};
use pram::result::claim::Evidence;
use pram::result::claim::sweep::SweepEvidence;
use pram::result::study::{FormulaStatus, QuantityGrowth, Report, SequentialSource};

use super::example;
use crate::app::plain;

/// The sentence at the top.
fn lead(report: &Report) -> String {
    let text = text::render(&document(report), 1000);
    let lines: Vec<String> = plain(&text).lines().map(str::to_owned).collect();
    lines[2].replace('\u{a0}', " ")
}

#[test]
fn the_first_sentence_says_what_is_known() {
    assert_eq!(
        lead(&example::report()),
        "Measured on 11 sizes, reduction.pram takes T = Θ(log n) rounds if this continues \
         with work W = Θ(n) if this continues on p = n/2 processors of an EREW PRAM: it is \
         work-optimal, and cost-optimal on no more than Θ(n/log n) processors; EREW is enough for \
         these runs."
    );
}

/// The same report, but for what is changed.
fn changed(change: impl Fn(&mut Report)) -> String {
    let mut report = example::report();
    change(&mut report);
    lead(&report)
}

#[test]
fn the_first_sentence_claims_no_more_than_is_known() {
    let time = |formula: QuantityGrowth| {
        changed(move |report| {
            *report
                .study
                .formulas
                .get_mut(Measure::T)
                .get_mut(Unit::Rounds) = formula.clone();
        })
    };
    let fit = QuantityGrowth {
        formula: Some("3.1*n".to_owned()),
        status: FormulaStatus::Fitted,
        suggests: Some("n".to_owned()),
        ..QuantityGrowth::unknown()
    };
    assert!(time(fit).contains("takes T ≈ 3.1*n rounds (a fit)"));
    let unsure = time(QuantityGrowth::unknown());
    assert!(unsure.contains("T = ? rounds (these sizes do not decide how it grows)"));
    let bounded = QuantityGrowth {
        theta: None,
        upper: Some("n".to_owned()),
        ..example::found("2^ceil(log n) - n", "n")
    };
    assert!(time(bounded).contains("takes T = O(n) rounds"));
    let unclassed = QuantityGrowth {
        theta: None,
        ..example::found("64 - n", "n")
    };
    assert!(time(unclassed).contains("takes T = 64 - n rounds on these sizes"));
    // Without SU nothing is judged by it.
    let alone = changed(|report| {
        report.study.sequential.source = SequentialSource::Work;
        report.study.machine.processors = Some(4);
        report.study.legal_on = Some("crew".to_owned());
    });
    assert!(
        alone.contains("on p = 4 processors of an EREW PRAM: no sequential algorithm is given"),
        "{alone}"
    );
    assert!(alone.ends_with("these runs need CREW."), "{alone}");
    assert!(!alone.contains("optimal,"), "{alone}");
    let open = changed(|report| {
        report.study.verdicts.work_optimal.holds = None;
        report.study.verdicts.cost_optimal.holds = None;
    });
    assert!(open.contains("whether it is work- or cost-optimal is open"));
    let neither = changed(|report| {
        report.study.verdicts.work_optimal.holds = Some(false);
        report.study.verdicts.cost_optimal_up_to = None;
    });
    assert!(neither.contains("it is neither work- nor cost-optimal"));
    // Where nothing ran there is nothing to say.
    let blocks = document(&example::empty()).blocks;
    assert!(!blocks.iter().any(|block| matches!(block, Block::Lead(_))));
}

/// Where the file's sequential algorithm could not be run, that is the reason.
#[test]
fn the_first_sentence_says_why_the_sequential_algorithm_did_not_run() {
    let lead = changed(|report| {
        report.study.sequential.source = SequentialSource::Work;
        report.study.sequential.not_run =
            Some("`bubble` cannot be run: its parameter `A` is no input of this run".to_owned());
    });
    let reason = ": bubble cannot be run: its parameter A is no input of this run, so optimality is not judged";
    assert!(lead.contains(reason), "{lead}");
}

/// The path by which a file was named is no part of a title.
#[test]
fn a_title_has_no_folders() {
    let mut report = example::report();
    report.study.file = "../p/reduction.pram".to_owned();
    for document in [document(&report), short::document(&report)] {
        assert_eq!(document.title, "reduction.pram · program");
    }
}

/// A formula of T, derived from the program.
fn derived(holds_for: &str, holds_for_all: bool) -> QuantityGrowth {
    QuantityGrowth {
        formula: Some("4*n - 4".to_owned()),
        status: FormulaStatus::Derived,
        holds_for: Some(holds_for.to_owned()),
        holds_for_all: Some(holds_for_all),
        compared: Some(10),
        theta: Some("n".to_owned()),
        ..QuantityGrowth::unknown()
    }
}

/// A derived formula says for which sizes it holds: in the page for handing in, too.
#[test]
fn a_derived_formula_says_for_which_sizes_it_holds() {
    let mut report = example::report();
    *report
        .study
        .formulas
        .get_mut(Measure::T)
        .get_mut(Unit::Rounds) = derived("every n ≥ 1", false);
    for document in [document(&report), short::document(&report)] {
        let shown = plain(&text::render(&document, 200));
        let is_time = |line: &&str| line.split_whitespace().take(2).eq(["T", "rounds"]);
        let rows: Vec<&str> = shown.lines().filter(is_time).collect();
        let sure = "derived for every n ≥ 1; compared at 10 sizes";
        let is_derived = |row: &&str| row.contains("4*n - 4") && row.contains(sure);
        assert!(rows.iter().any(is_derived), "{shown}");
        // The condition is set as mathematics, and no line is broken in it.
        let page = html::render(&document);
        assert!(
            page.contains(" rounds for every <span class=\"formula\" title=\"n ≥ 1\"><var>n</var>\u{a0}≥\u{a0}1</span>,"),
            "{page}"
        );
        assert!(latex::render(&document).contains("for every $n \\ge 1$"));
    }
}

/// Where a class is proved for some sizes only these are named; where it is that of a formula which was
/// found it hangs on how the counts go on; and what holds on these sizes only has none.
#[test]
fn the_first_sentence_says_what_a_class_hangs_on() {
    let lead = |formula: QuantityGrowth| {
        changed(move |report| {
            *report
                .study
                .formulas
                .get_mut(Measure::T)
                .get_mut(Unit::Rounds) = formula.clone();
        })
    };
    let some = lead(derived("every n = 2^k, k ≥ 0", false));
    assert!(
        some.contains("takes T = Θ(n) rounds for every n = 2^k, k ≥ 0, with work W = Θ(n)"),
        "{some}"
    );
    let all = lead(derived("every n = 2^k, k ≥ 0", true));
    assert!(
        all.contains("takes T = Θ(n) rounds with work W = Θ(n)"),
        "{all}"
    );
    let found = lead(example::found("4*n - 4", "n"));
    assert!(
        found.contains("takes T = Θ(n) rounds if this continues with work"),
        "{found}"
    );
    let here = lead(QuantityGrowth {
        theta: None,
        status: FormulaStatus::Here,
        ..example::found("4*n - 4", "n")
    });
    assert!(
        here.contains("takes T = ? rounds (these sizes do not decide how it grows)"),
        "{here}"
    );
}

/// Every line of words, those of tables and of what is folded too.
fn lines(blocks: &[Block]) -> Vec<Words> {
    let mut found = Vec::new();
    for block in blocks {
        match block {
            Block::Lead(words) | Block::Paragraph(words) => found.push(words.clone()),
            Block::List(lines) => found.extend(lines.iter().cloned()),
            Block::Table(table) => found.extend(table.rows.iter().flatten().cloned()),
            Block::Folded(_, inside) => found.extend(lines(inside)),
            _ => {}
        }
    }
    found
}

/// Evidence with a sentence of somebody else's in it.
fn ended(sentence: &str) -> Evidence {
    SweepEvidence::IllegalAccess(sentence.to_owned()).into()
}

#[test]
fn formulas_and_code_in_sentences_are_set_as_such() {
    let mut report = example::report();
    report.study.verdicts.work_optimal.evidence =
        ended("W is n - 1, in O(n*log(n)) and Θ(n), but n - 10 and 2*n - 1 are not; `pram derive`");
    let all = lines(&document(&report).blocks);
    let plain = |text: &str| Word::Plain(text.to_owned());
    let expected = vec![
        plain("a run ended with an illegal access: W is "),
        Word::Formula("n - 1".to_owned()),
        plain(", in "),
        plain("O("),
        Word::Formula("n*log(n)".to_owned()),
        plain(") and "),
        Word::Theta("n".to_owned()),
        // No formula of the report: a part of another one is none.
        plain(", but n - 10 and 2*n - 1 are not; "),
        Word::Code("pram derive".to_owned()),
    ];
    assert!(all.contains(&expected), "{all:#?}");
}

/// Conditions on sizes and functions are mathematics wherever a sentence names them.
#[test]
fn conditions_and_functions_in_sentences_are_formulas() {
    let mut report = example::report();
    report.study.verdicts.work_optimal.evidence =
        ended("for every n, m ≥ 1 and n = 3·k, since ceil(log(log(n))) is 3; T = 4");
    let all = lines(&document(&report).blocks);
    let plain = |text: &str| Word::Plain(text.to_owned());
    let formula = |text: &str| Word::Formula(text.to_owned());
    let expected = vec![
        plain("a run ended with an illegal access: for every "),
        formula("n"),
        plain(", "),
        formula("m ≥ 1"),
        plain(" and "),
        formula("n = 3·k"),
        plain(", since "),
        formula("ceil(log(log(n)))"),
        plain(" is 3; T = 4"),
    ];
    assert!(all.contains(&expected), "{all:#?}");
    let page = html::render(&document(&report));
    assert!(page.contains("<var>n</var>\u{a0}=\u{a0}3·<var>k</var>"));
    assert!(page.contains("⌈log(log <var>n</var>)⌉"));
}

/// What scrolls is reached by keyboard and named; a head without words is no head.
#[test]
fn a_page_is_one_that_aids_can_read() {
    for document in [document(&example::report()), handed_in()] {
        let page = html::render(&document);
        assert_eq!(page.matches("<main>").count(), 1);
        assert!(!page.contains("<th scope=\"col\"></th>"));
        let tables = page.matches("<div class=\"table\"").count();
        let named = "<div class=\"table\" tabindex=\"0\" role=\"group\" aria-label=\"";
        assert!(tables > 0 && page.matches(named).count() == tables);
        assert!(!page.contains("aria-label=\"\""));
    }
}

#[test]
fn what_only_the_curious_want_comes_last_and_is_closed() {
    let report = example::report();
    let document = document(&report);
    let folded = |block: &Block| matches!(block, Block::Folded(_, _));
    let first = document.blocks.iter().position(folded).expect("some is");
    assert!(document.blocks[first..].iter().all(folded));
    let page = html::render(&document);
    assert_eq!(
        page.matches("<details").count(),
        page.matches("</details>").count()
    );
    assert!(!page.contains("<details open"));
    // Of the units one stands open.
    let open = page.split("<details class=\"part\">").next().unwrap();
    assert!(open.contains(">in rounds<") && !open.contains(">in instructions<"));
    assert!(page.contains(">in instructions<"));
}

fn handed_in() -> Document {
    Document {
        author: Some("Ana Anić & <Co>".to_owned()),
        ..short::document(&example::report())
    }
}

#[test]
fn the_page_for_handing_in_has_the_listing_and_the_sizes_asked_for() {
    let document = handed_in();
    let shown = plain(&text::render(&document, 100));
    assert!(shown.starts_with("reduction.pram · program\nAna Anić & <Co>\n"));
    // The third line is empty, the last one is the fifth.
    assert!(shown.contains("  4  stroj EREW;\n"), "{shown}");
    assert!(shown.contains("  5  tvrdnja T = O(log n);   # 50 % & <more> `_`\n"));
    // 32 and 2048 were added; 64 was asked for: 32 processors, 6 rounds.
    assert!(
        shown.contains("\n     64    32   6     63     192"),
        "{shown}"
    );
    let is_row = |n: &str| (shown.lines()).any(|line| line.trim_start().starts_with(n));
    assert!(!is_row("32 ") && !is_row("2048 "));
    for part in ["work-optimal", "T = O(log n)", "model = EREW", "E\n"] {
        assert!(shown.contains(part), "{part}");
    }
    for part in ["Anatomy", "steps", "Amdahl"] {
        assert!(!shown.contains(part), "{part}");
    }
    let page = html::render(&document);
    assert!(page.contains("<p class=\"author\">Ana Anić &amp; &lt;Co&gt;</p>"));
    assert!(page.contains("<span class=\"code-keyword\">stroj</span> EREW;</span>"));
    // Printed, it takes one sheet; a long report has the type that it has on a screen.
    let long = html::render(&pram::present::layout::document(&example::report()));
    assert!(page.contains("@page{") && !long.contains("@page{"));
    let article = latex::render(&document);
    assert!(article.contains("\\author{Ana Anić \\& \\textless{}Co\\textgreater{}}"));
    assert!(article.contains("\\texttt{stroj~EREW;}"));
    let (mark, _) = markdown::render(&document, markdown::Drawings::Inside);
    assert!(mark.contains("\nAna Anić & \\<Co>\n"), "{mark}");
    assert!(mark.contains("\n```text\n1  // Reduction"), "{mark}");
}

#[test]
fn where_only_powers_of_two_run_one_line_says_so() {
    // n = 100 was added and is rejected; all that ran are powers of two.
    let shown = plain(&text::render(&document(&example::report()), 1000));
    let lines: Vec<&str> = (shown.lines())
        .filter(|line| line.contains("powers of two:"))
        .collect();
    assert_eq!(
        lines,
        [
            "Needs powers of two: the added n = 100 did not run: rejected (E0409 at \
             reduction.pram:27)"
        ]
    );
    let mut report = example::report();
    report.study.failed[0].inputs = example::size(64);
    let shown = plain(&text::render(&document(&report), 1000));
    assert!(shown.contains("Added to confirm formulas: the added n = 64 did not run"));
}

/// Where more processors do more work, none of their numbers is the best.
#[test]
fn no_number_of_processors_is_best_where_the_work_grows_with_it() {
    let page = |report: &Report| html::render(&document(report));
    let mut report = example::report();
    assert!(page(&report).contains("best number of processors"));
    let mut more = report.study.series[0].clone();
    more.processors += 1;
    for work in [14, 15, 16] {
        more.counts.get_mut(Measure::W).get_mut(Unit::Rounds).units = work;
        report.study.series.truncate(11);
        report.study.series.push(more.clone());
        // n = 16 takes W = 15 on 8 processors.
        let is_shown = page(&report).contains("best number of processors");
        assert_eq!(is_shown, work <= 15, "{work}");
    }
}

/// The sizes of a comparison are those that all programs ran.
#[test]
fn a_comparison_is_about_shared_sizes() {
    let report = example::comparison();
    let shown = plain(&text::render(&document(&report), 100));
    let table = shown
        .split("\nT in rounds\n")
        .nth(1)
        .expect("the table of T");
    let table = table.split("\n\n").next().expect("it ends");
    let sizes = table
        .lines()
        .skip(1)
        .map(|line| line.split_whitespace().next().unwrap_or(""));
    let sizes: Vec<&str> = sizes.filter(|size| !size.is_empty()).collect();
    assert_eq!(sizes, ["16", "32", "64", "128", "256", "512"]);
}
