//! Places where a statement or an expression has no meaning.

/// Where a statement must not stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::semantic) enum Place {
    /// `prekini` or `nastavi`.
    LeavesBlock(&'static str),
    LeavesNothing(&'static str),
    BarrierOutside,
    OutputInBlock,
    OutputInAlgorithm,
    ResultInBlock,
    ResultOfProgram,
    ListInExpression,
    LengthOfExpression,
    ReverseOutside,
    GeneratorInExpression,
}

impl Place {
    pub(super) fn message(self) -> String {
        let message = match self {
            Self::LeavesBlock(word) => return format!("`{word}` cannot leave a `paralelno`"),
            Self::LeavesNothing(word) => return format!("`{word}` needs a loop around it"),
            Self::BarrierOutside => "`ograda` stands outside of every `paralelno`",
            Self::OutputInBlock => "`izlaz` stands inside a `paralelno`",
            Self::OutputInAlgorithm => "`izlaz` stands in an algorithm that is not the entry",
            Self::ResultInBlock => "`vrati` with a value stands inside a `paralelno`",
            Self::ResultOfProgram => "`vrati` with a value stands in the program",
            Self::ListInExpression => "a list stands inside an expression",
            Self::LengthOfExpression => "`duljina` is asked of something that is not an array",
            Self::ReverseOutside => "`unatrag` stands where one value is needed",
            Self::GeneratorInExpression => "a generator stands inside an expression",
        };
        message.into()
    }

    pub(super) fn label(self) -> &'static str {
        match self {
            Self::LeavesBlock(_) => "no loop between here and the block",
            Self::LeavesNothing(_) => "no loop around this",
            Self::BarrierOutside => "nobody to wait for here",
            Self::OutputInBlock | Self::OutputInAlgorithm => "not here",
            Self::ResultInBlock => "every processor would return a value of its own",
            Self::ResultOfProgram => "nobody called",
            Self::ListInExpression => "a list is data, not a value",
            Self::LengthOfExpression => "not an array by name",
            Self::ReverseOutside => "this is a whole array",
            Self::GeneratorInExpression => "a generator makes a whole array",
        }
    }

    pub(super) fn help(self) -> &'static str {
        match self {
            Self::LeavesBlock(_) => {
                "take the processor out of the rest with an `ako` around it, or leave the whole \
                 block with `vrati;`"
            }
            Self::LeavesNothing(_) => "leave an algorithm with `vrati;`",
            Self::BarrierOutside => {
                "put it between the statements of a `paralelno`; the end of a block is a barrier \
                 already"
            }
            Self::OutputInBlock => "write it behind `kraj_paralelno`",
            Self::OutputInAlgorithm => {
                "give the value back with `vrati`, and write `izlaz` in the program; the arrays of \
                 an entry algorithm are its outputs anyway"
            }
            Self::ResultInBlock => {
                "write the result into an array or a shared scalar, and `vrati` it behind \
                 `kraj_paralelno`; `vrati;` without a value takes this processor out of the block"
            }
            Self::ResultOfProgram => "show results with `izlaz`",
            Self::ListInExpression | Self::GeneratorInExpression => {
                "declare an array with it: `polje A[n] = …;`"
            }
            Self::LengthOfExpression => "assign the expression to an array first: `X[] = …;`",
            Self::ReverseOutside => "use it in `X[] = unatrag(A[]);` or as an argument",
        }
    }
}
