//! The catalogue of diagnostic codes: one row each.

use serde::{Deserialize, Serialize};

/// How a process that met this ends, beside 0 for success.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// 1: the program is at fault.
    Program = 1,
    /// 2: the command line is.
    CommandLine = 2,
    /// 3: an illegal access, or a deadlock.
    Access = 3,
    /// 4: a limit was reached.
    Limit = 4,
    /// 5: some submissions could not be graded.
    Ungraded = 5,
}

macro_rules! catalogue {
    ($($id:literal $variant:ident $status:ident $title:literal;)*) => {
        /// A row of the catalogue.
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
        )]
        pub enum Code {
            $(#[doc = $title] #[serde(rename = $id)] $variant,)*
        }

        impl Code {
            /// Every code, in the order of the catalogue.
            pub const ALL: &[Code] = &[$(Code::$variant),*];

            /// The name under which users look it up, such as `E0301`.
            pub fn id(self) -> &'static str {
                match self { $(Code::$variant => $id,)* }
            }

            /// What it is about, in a few words.
            pub fn title(self) -> &'static str {
                match self { $(Code::$variant => $title,)* }
            }

            /// What it means, why the language or the model forbids it, a wrong and a right
            /// example: a page of `docs/errors/` in Markdown.
            pub fn explanation(self) -> &'static str {
                match self {
                    $(Code::$variant => include_str!(concat!("../../docs/errors/", $id, ".md")),)*
                }
            }

            /// Whether it is a warning: the program means something, though hardly what its author
            /// wants. Its name begins with a W.
            pub fn is_warning(self) -> bool {
                self.id().starts_with('W')
            }

            /// The exit status of a process that ends with it; of a warning, where it is denied.
            pub fn status(self) -> Status {
                match self { $(Code::$variant => Status::$status,)* }
            }
        }
    };
}

catalogue! {
    // E01: the text is not a program.
    "E0101" Syntax              Program "the text does not follow the grammar";
    "E0102" MissingEnd          Program "a construct without its end word";
    "E0103" NotText             Program "the file is not UTF-8 text";
    "E0104" TooDeep             Program "brackets or blocks nested too deeply";
    "E0105" NumberTooLarge      Program "a number that does not fit";
    "E0106" Include             Program "a file that cannot be included";
    "E0107" LikelySpelling      Program "a spelling from another language";
    "E0108" Contradiction       Program "an else indented like another if";

    // E02: names.
    "E0201" UnknownName         Program "a name that nothing declares";
    "E0202" DefinedTwice        Program "two definitions of one name";
    "E0203" WrongArguments      Program "a call that does not fit its algorithm";
    "E0204" Misplaced           Program "a statement where it has no meaning";
    "E0205" ScalarClass         Program "a scalar that cannot be assigned here";
    "E0206" NothingToRun        Program "no program and no algorithm to run";
    "E0207" MachineName         Program "a machine that does not exist";
    "E0208" NoProcessors        Program "p is used, and nothing says how many processors there are";
    "E0209" Claim               Program "a claim that cannot be read";

    // E03: types and shapes.
    "E0301" WrongType           Program "a value of the wrong type";
    "E0302" RealSubscript       Program "a subscript that is not an int";
    "E0303" WrongShape          Program "an array with the wrong number of dimensions";
    "E0304" NoValue             Program "a call that gives no value";

    // E04: faults of a run.
    "E0401" Overflow            Program "a result that does not fit into 64 bits";
    "E0402" DivisionByZero      Program "a division by zero";
    "E0403" OutOfBounds         Program "a subscript outside its array";
    "E0404" NeverWritten        Program "a value is read that was never written";
    "E0405" OutsideDomain       Program "a function outside its domain";
    "E0406" NotIntegral         Program "a bound that is not a whole number";
    "E0407" NotTruth            Program "a condition that is neither 0 nor 1";
    "E0408" LengthsDiffer       Program "arrays of different lengths";
    "E0409" AssertionFailed     Program "an assertion does not hold";
    "E0410" ClaimFailed         Program "a claim does not hold";
    "E0411" BadLength           Program "an array with a negative length";
    "E0412" ZeroStride          Program "a range whose step is zero";
    "E0413" NoResult            Program "an algorithm ended without its result";

    "E0414" BarrierNotReached   Program "a barrier that some processors never reach";

    // E05: illegal accesses and deadlocks.
    "E0501" ConcurrentRead      Access "two processors read one cell in one step";
    "E0502" ConcurrentWrite     Access "two processors write one cell in one step";
    "E0503" UncommonWrite       Access "two processors write different values into one cell";

    "E0504" Race                Access "two processors access one cell in one section";
    "E0505" Deadlock            Access "processors wait for each other at barriers";

    "E0506" MessageDeadlock     Access "processors wait for each other's messages";
    "E0507" MessageRace         Access "which message is received depends on time";
    "E0508" NeverReceived       Access "a message that is never received";
    "E0509" WrongMessage        Access "a message that does not fit its receiver";
    "E0510" ForeignCell         Access "a cell of another processor";
    "E0511" TooFewProcessors    Access "a block of more processors than the machine has";
    "E0512" NoSuchProcessor     Access "a processor that does not exist";

    "E0513" GroupRace           Access "two items of a group access one cell between two barriers";
    "E0514" RaceOfGroups        Access "two groups access one cell in one kernel";
    "E0515" PartialBarrier      Access "a barrier that only some items of a group reach";
    "E0516" GroupTooLarge       Limit "a group that does not fit into a unit";

    // E06: limits.
    "E0601" TooManySteps        Limit "the run reached its limit of steps";
    "E0602" TooMuchMemory       Limit "the run reached its limit of memory";
    "E0603" TooManyProcessors   Limit "a block asked for too many processors";
    "E0604" RecursionTooDeep    Limit "calls nested too deeply";
    "E0605" Interrupted         Limit "the run was interrupted";
    "E0606" TooMuchOutput       Limit "the program prints too much";
    "E0607" TooMuchWork         Limit "the run reached its limit of work";
    "E0608" TextTooLarge        Limit "a text with too much of something";

    // E07: the command line and the inputs.
    "E0701" CannotRead          CommandLine "a file that cannot be read";
    "E0702" BadInput            CommandLine "an input that does not fit";
    "E0703" MissingInput        CommandLine "an input without a value";
    "E0704" UnknownInput        CommandLine "a value for an input that does not exist";
    "E0705" BadOption           CommandLine "an option whose value does not fit";
    "E0706" UnknownEntry        CommandLine "an entry that does not exist";
    "E0707" CannotWrite         CommandLine "a file that cannot be written";
    "E0708" Exercise            Program "an exercise that cannot be read";
    "E0709" Store               CommandLine "a folder of other results";
    "E0710" Sandbox             CommandLine "a sandbox that this system does not have";

    // W01: the text looks as if it meant something else.
    "W0101" MisleadingIndent    Program "a statement indented as if it belonged to the one before";
    "W0102" UnknownAllow        Program "a comment that allows no warning";
    "W0103" Placeholder         Program "a placeholder such as %d in a printed text";
    "W0104" LookAlike           Program "a name with letters that look like others";
    "W0105" ReadAs              Program "a printed listing, read differently from how it is written";
    "W0106" Directive           Program "a comment that is a directive in C";

    // W02: names and ranges.
    "W0201" EmptyRange          Program "a range that is empty";
    "W0202" NeverRead           Program "a name whose value is never read";
    "W0203" ReadUnassigned      Program "a built-in name that is a variable here and has no value yet";
    "W0204" ChangedInPlace      Program "an array or an input read after a call changed it";
    "W0205" SubscriptInName     Program "a variable whose name holds a subscript";

    // W03: types.
    "W0301" RoundedInt          Program "a whole number that is rounded";
    "W0302" LostFraction        Program "a quotient of ints where one of reals seems to be meant";

    // W05: what happened in a run.
    "W0501" LostWrites          Program "different values written into one cell, of which one stays";
    "W0502" ManyUpdates         Program "one cell updated by many processors in one step";
    "W0503" TimesOutOfRange     Program "times of the asynchronous PRAM outside 2 <= d <= B <= p";
    "W0504" GoesRound           Program "a message round a line or mesh, which has no links there";
    "W0505" PartialWarp         Program "groups whose last warp is not full";

    // W07: the command line.
    "W0701" NoEffect            Program "an option that has no effect on this run";
    "W0702" ProcessorsDiffer    Program "an input p that differs from the processors of the machine";
}
