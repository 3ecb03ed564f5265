//! What is excepted, and why.

/// The beginning of a way as [`super::table::Grammar::told`] words it, and the reason.
pub type Row = (&'static str, &'static str);

const IN_MESSAGES: &str = "run by tests/multicomputer/ and by random programs of messages";
const SHORT: &str = "random messages have two parts at most, and blocks of messages two indices";
const TASKS: &str = "tests/multicomputer/tasks.rs generates programs of tasks";
const ENGLISH: &str = "random programs of messages are Croatian";
const OTHER_LANGUAGES: &str = "a spelling from another language, which is explained";
const NO_END: &str = "what follows its end word or its `;` is explained";
const TWO_DIMENSIONS: &str = "an array has at most two dimensions";

/// Ways that no program goes which can be run.
pub const EXPLAINED: &[Row] = &[
    ("wrong_", OTHER_LANGUAGES),
    ("typed: ", OTHER_LANGUAGES),
    ("type_word: ", OTHER_LANGUAGES),
    ("elif: ", OTHER_LANGUAGES),
    ("each_alone: ", OTHER_LANGUAGES),
    ("each_wrong: ", OTHER_LANGUAGES),
    ("lone_end: ", OTHER_LANGUAGES),
    ("infix: \"===\"", OTHER_LANGUAGES),
    ("infix: \"=<\"", OTHER_LANGUAGES),
    ("infix: \"=>\"", OTHER_LANGUAGES),
    ("infix: \"<>\"", OTHER_LANGUAGES),
    ("infix: \"∧\"", OTHER_LANGUAGES),
    ("infix: \"∨\"", OTHER_LANGUAGES),
    ("infix: \"=\"", OTHER_LANGUAGES),
    ("infix: \"**\"", OTHER_LANGUAGES),
    ("infix: \"÷\"", OTHER_LANGUAGES),
    ("infix: \"&\"", OTHER_LANGUAGES),
    ("infix: \"|\"", OTHER_LANGUAGES),
    ("word_operator: \"MOD\"", OTHER_LANGUAGES),
    ("relation: \"=<\"", OTHER_LANGUAGES),
    ("relation: \"=>\"", OTHER_LANGUAGES),
    ("relation: \"==\"", OTHER_LANGUAGES),
    ("relation: \"<>\"", OTHER_LANGUAGES),
    ("relation: \"!=\"", OTHER_LANGUAGES),
    ("relation: \"≠\"", OTHER_LANGUAGES),
    ("relation: \"<\"", OTHER_LANGUAGES),
    ("relation: \">\"", OTHER_LANGUAGES),
    ("claim_growth: relation", "a class of growth is no bound"),
    ("word_operator: \"DIV\"", OTHER_LANGUAGES),
    ("word_operator: \"div\"", OTHER_LANGUAGES),
    ("compound: \"**\"", OTHER_LANGUAGES),
    ("compound: \"÷\"", OTHER_LANGUAGES),
    ("compound: \"&\"", OTHER_LANGUAGES),
    ("compound: \"|\"", OTHER_LANGUAGES),
    ("compound: \"<<\"", OTHER_LANGUAGES),
    ("compound: \">>\"", OTHER_LANGUAGES),
    ("bit_not: \"~\"", OTHER_LANGUAGES),
    ("primary: wrong_", OTHER_LANGUAGES),
    ("reference: with (wrong_step)?", OTHER_LANGUAGES),
    ("statement_piece: each_alone", OTHER_LANGUAGES),
    ("statement_piece: elif_", OTHER_LANGUAGES),
    ("statement_piece: lone_end", OTHER_LANGUAGES),
    ("statement_piece: with (semicolon)?", NO_END),
    ("statement_piece: without (semicolon)?", NO_END),
    ("item_piece: without (semicolon)?", NO_END),
    ("simple: typed", OTHER_LANGUAGES),
    ("assigning_operator: \":=\"", OTHER_LANGUAGES),
    ("assigning_operator: \"<-\"", OTHER_LANGUAGES),
    ("assigning_operator: \"←\"", OTHER_LANGUAGES),
    ("each: each_wrong", OTHER_LANGUAGES),
    ("repeat_for: with (wrong_do)?", OTHER_LANGUAGES),
    ("repeat_while: with (wrong_do)?", OTHER_LANGUAGES),
    ("for_one: with (wrong_do)?", OTHER_LANGUAGES),
    ("while_one: with (wrong_do)?", OTHER_LANGUAGES),
    ("for_head: wrong_for", OTHER_LANGUAGES),
    ("c_for: wrong_comma", OTHER_LANGUAGES),
    ("c_for_initial: typed", OTHER_LANGUAGES),
    ("include: wrong_string", OTHER_LANGUAGES),
    ("reserved: kw_then", "a keyword in the place of a name"),
    ("reserved: kw_true", "a keyword in the place of a name"),
    ("reserved: kw_false", "a keyword in the place of a name"),
    ("reserved: elif", "a keyword in the place of a name"),
    ("string: \"\\n\"", "a text that its line does not close"),
    (
        "top_piece: statement_piece",
        "a statement outside of everything",
    ),
    ("program_head: ", "a statement outside of everything"),
    (
        "subscripts: (subscript_group)* 3 times or more",
        TWO_DIMENSIONS,
    ),
    (
        "subscript_group: (comma ~ subscript?)* 2 times",
        TWO_DIMENSIONS,
    ),
    (
        "subscript_group: (comma ~ subscript?)* 3 times or more",
        TWO_DIMENSIONS,
    ),
    ("model: ", "no machine has such a name"),
    ("bare_log: kw_towards", IN_MESSAGES),
    ("bare_log: kw_from", IN_MESSAGES),
    ("bare_log: kw_as", IN_MESSAGES),
    ("bare_log: kw_tag", IN_MESSAGES),
    ("bare_log: kw_by", IN_MESSAGES),
    ("bare_log: kw_on", IN_MESSAGES),
    ("turns: assigning_operator", IN_MESSAGES),
    ("turns: stepping_operator", IN_MESSAGES),
    ("turns: open_bracket", IN_MESSAGES),
    ("indices: (comma ~ expression)*", IN_MESSAGES),
    ("anyone: ", IN_MESSAGES),
    ("simple: wrong_", OTHER_LANGUAGES),
    ("channels: (comma ~ declarator)* 0 times", IN_MESSAGES),
    ("channels: (comma ~ declarator)* 2 times", IN_MESSAGES),
    ("tasks: without (mapping)?", IN_MESSAGES),
    ("mapping: assigning_operator", IN_MESSAGES),
    ("mapping: stepping_operator", IN_MESSAGES),
    ("mapping: open_bracket", IN_MESSAGES),
];

/// Ways that no text goes.
pub const UNREACHABLE: &[Row] = &[
    (
        "name: (word_character)* 0 times",
        "a name of one letter is read before",
    ),
    (
        "implicit_times: (\" \")* 1 times",
        "blanks are passed over before",
    ),
    (
        "implicit_times: (\" \")* 2 times",
        "blanks are passed over before",
    ),
    (
        "implicit_times: (\" \")* 3 times",
        "blanks are passed over before",
    ),
    ("strict_", "it is only asked what does not fit there"),
];

/// Ways that random programs do not go.
pub const NOT_GENERATED: &[Row] = &[
    (
        "operator_call_ahead: (\" \")*",
        "no blanks in front of arguments",
    ),
    ("kw_include: ", "a random program is one file"),
    ("item_piece: include", "a random program is one file"),
    ("item_piece: with (semicolon)?", "of an `ukljuci`"),
    ("include: string", "a random program is one file"),
    ("relation: ", "a claim changes nothing of what a run does"),
    (
        "claim_exact: relation",
        "a claim changes nothing of what a run does",
    ),
    ("kw_tasks: ", TASKS),
    ("kw_channel: ", TASKS),
    ("parallel: tasks", TASKS),
    ("tasks: ", TASKS),
    ("mapping: ", TASKS),
    ("channels: ", TASKS),
    ("simple: channels", TASKS),
    ("kw_send: ", ENGLISH),
    ("kw_send_now: ", ENGLISH),
    ("kw_send_sync: ", ENGLISH),
    ("kw_receive: ", ENGLISH),
    ("kw_towards: ", ENGLISH),
    ("kw_anyone: ", ENGLISH),
    ("kw_as: ", ENGLISH),
    ("kw_tag: ", ENGLISH),
    ("kw_by: ", ENGLISH),
    ("kw_blocks: ", ENGLISH),
    ("kw_turns: ", ENGLISH),
    ("kw_rows: ", ENGLISH),
    ("kw_columns: ", ENGLISH),
    ("kw_squares: ", ENGLISH),
    ("kw_on: ", ENGLISH),
    ("items: (comma ~ expression)*", SHORT),
    ("targets: (comma ~ target)*", SHORT),
    ("indices: (comma ~ expression)*", SHORT),
];

/// What makes no difference to what a program means.
pub const DECORATION: &[Row] = &[
    (
        "operator_call_ahead: (\" \")*",
        "blanks in front of arguments",
    ),
    ("joint", "blanks between the halves of an end word"),
    ("end_piece: with (semicolon)?", "a `;` behind an end word"),
    ("list_items: with (comma)?", "a comma behind the last item"),
    ("range_dots: with (comma)?", "a comma beside the dots"),
    (
        "range_dots: (comma ~ expression)*, item 2",
        "it goes on by the step of the first two, which is checked",
    ),
    ("storage: with (kw_array)?", "`lokalno polje` is `lokalno`"),
    ("barrier: with (kw_from)?", "`ograda(0 do 1)`"),
    ("parallel: with (kw_in)?", "`in parallel`"),
    ("each_ranges: with (each_noun", "`procesor i od …`"),
];
