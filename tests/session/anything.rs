//! Any words in any order on all three machines, with what a screen shows behind each: every one is
//! answered, and nothing ends the session.

use pram::language::{Vocabulary, Voice};
use pram::machine::network::record::Recording;
use pram::pipeline::{self, Options, load};
use pram::result::moments::Moments;
use pram::session::Session;
use pram::session::command::Picture;
use pram::session::conversation::{Conversation, ViewSize};
use pram::session::dialogue::Dialogue;
use pram::session::exchange::Exchange;
use pram::source::Sources;
use proptest::prelude::*;

use super::{NoOutside, SUM, never, request};
use crate::files::NoFiles;

/// Every word of the table, short ones, and some that make no sense where they are said.
const WORDS: [&str; 73] = [
    "next",
    "printed",
    "goto T apram = 5",
    "n",
    "next 3",
    "back",
    "b",
    "back 4",
    "access",
    "i",
    "access back",
    "I",
    "round",
    "round back",
    "out",
    "o",
    "out back",
    "O",
    "section",
    "s",
    "section back",
    "S",
    "continue",
    "c",
    "reverse",
    "C",
    "goto step 2",
    "goto step 3",
    "goto 50%",
    "goto line 6",
    "goto line 9",
    "goto round 2",
    "goto T = 4",
    "goto T instructions = 9",
    "goto moment 2",
    "goto start",
    "goto end",
    "break 6",
    "break write A[0]",
    "break read A[2] hit 2",
    "break conflict",
    "break if A[0] > 3",
    "break T steps > 2",
    "break processors > 1",
    "break send 0",
    "break receive 1",
    "break write x for 1",
    "break if x > 1 for 1",
    "info",
    "delete",
    "delete 1",
    "watch A[1]",
    "watch x for i = 1",
    "watch x for 1",
    "why A[0]",
    "why x for i = 1",
    "why x for 1",
    "follow i = 0",
    "follow i = 3",
    "follow 1",
    "follow",
    "view memory",
    "view network",
    "view processors",
    "view time",
    "view sections",
    "as crew",
    "as erew",
    "export x.svg",
    "export x.svg 1..2",
    "look",
    "list",
    "nonsense",
];

const PICTURES: [Option<Picture>; 6] = [
    None,
    Some(Picture::Memory),
    Some(Picture::Network),
    Some(Picture::Processors),
    Some(Picture::Time),
    Some(Picture::Sections),
];

/// Reads of a cell of all, an assignment of each for itself, a branch, and a step that EREW forbids.
const BREAKING: &str = "machine EREW;
input n = 4;
input A[n] = iota;
program
    parallel (for each i from 0 to n - 1)
        x = A[i];
        if (i mod 2 == 0)
            A[i] = x + 1;
        x = A[0];
    end_parallel
    output A[];
end_program
";

/// Sections of two processors, and code between the blocks.
const SECTIONS: &str = "machine apram(d = 2, B = 4, p = 2);
input A[4] = iota;
program
    for k = 1 to 2 {
        parallel async (for each processor i, i = 0, ..., 1)
            local own[3];
            x = A[i];
            own[i] = x;
            barrier;
            A[1 - i] = own[i] + k;
        end_parallel
        A[2] = k;
    }
    output A[];
end_program
";

const MESSAGES: &str = "machine ring(p = 3, t_s = 10, t_w = 1);
program
    parallel (for each processor i, i = 0, ..., p-1)
        x = i;
        repeat p - 1 times
            send x to (i+1) mod p;
            receive x from (i-1+p) mod p;
        end_repeat
        print x;
    end_parallel
end_program
";

type Said = Vec<(usize, usize, usize)>;

/// Says these words and looks at a screen behind each.
fn converse(mut conversation: Conversation<'_>, said: &Said) {
    for (word, picture, width) in said {
        let answer = conversation.answer(WORDS[*word]);
        assert!(
            answer.text.ends_with('\n') && !answer.quits,
            "{}",
            WORDS[*word]
        );
        let room = ViewSize {
            width: *width,
            processors: width / 12,
            picture: width / 8,
            timeline: *width,
        };
        conversation.scene(room, PICTURES[*picture]);
    }
}

fn steps(text: &str, said: &Said) {
    let request = request(text, &[], Options::default());
    let mut sources = Sources::default();
    let loaded = load(&request, &mut sources, &NoFiles).expect("it is a program");
    let interrupt = never();
    let session = Session::new(&loaded, &interrupt);
    let voice = Voice::english(Vocabulary::English);
    converse(
        Conversation::new(Dialogue::new(session, &sources, voice, Box::new(NoOutside))),
        said,
    );
}

fn moments(text: &str, said: &Said) {
    let mut options = Options::default();
    options.network.recording = Recording::History;
    let request = request(text, &[], options);
    let mut sources = Sources::default();
    let executed = pipeline::execute(&request, &mut sources, &NoFiles, &never());
    let mut run = executed.expect("it is a program").run;
    let moments = Moments::take(&mut run).expect("it is a multicomputer");
    let (parts, outside) = ((&run, &moments), Box::new(NoOutside));
    converse(
        Conversation::new(Exchange::new(
            parts,
            &sources,
            Voice::english(Vocabulary::English),
            outside,
        )),
        said,
    );
}

proptest! {
    #![proptest_config(crate::cases::config(64))]

    #[test]
    fn whatever_is_said_is_answered(
        said in proptest::collection::vec((0..WORDS.len(), 0..PICTURES.len(), 20..120_usize), 1..30)
    ) {
        for text in [SUM, BREAKING, SECTIONS] {
            steps(text, &said);
        }
        steps(&SUM.replacen("input", "machine apram(d = 2, B = 4);\ninput", 1), &said);
        moments(MESSAGES, &said);
    }
}
