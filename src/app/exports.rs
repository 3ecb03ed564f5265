//! What of a run is written into one file: its page, its trace, or a figure of some steps.

use std::ops::RangeInclusive;
use std::path::Path;

use super::problem::CommandProblem;
use crate::diagnostic::Diagnostic;
use crate::present::figure::{figure, svg, tikz};
use crate::present::json::recorded::RecordedJson;
use crate::present::replay;
use crate::source::shown_path;

/// What kind of file it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The trace.
    Json,
    /// The page.
    Html,
    /// A figure as SVG.
    Svg,
    /// A figure as a `TikZ` picture.
    Tex,
}

impl Kind {
    /// As the name of the file says.
    #[expect(clippy::result_large_err, reason = "made once a file")]
    pub fn of(path: &Path) -> Result<Self, Diagnostic> {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("json") => Ok(Self::Json),
            Some("html" | "htm") => Ok(Self::Html),
            Some("svg") => Ok(Self::Svg),
            Some("tex") => Ok(Self::Tex),
            _ => {
                let name = shown_path(path);
                Err(CommandProblem::NoKind { name }.diagnostic())
            }
        }
    }

    /// Whether it shows some steps only.
    pub fn is_figure(self) -> bool {
        matches!(self, Self::Svg | Self::Tex)
    }

    /// The text of the file; a figure shows these steps, by default all.
    #[expect(clippy::result_large_err, reason = "made once a file")]
    pub fn text(
        self,
        trace: &RecordedJson,
        steps: Option<&RangeInclusive<u64>>,
    ) -> Result<String, Diagnostic> {
        let drawn = |write: fn(&crate::present::figure::Figure) -> String| {
            let all = 1..=trace.length();
            let figure = figure(trace, steps.unwrap_or(&all));
            let drawn = figure.map(|figure| write(&figure));
            drawn.map_err(|reason| CommandProblem::NotDrawn { reason }.diagnostic())
        };
        match self {
            Self::Json => Ok(replay::json(trace)),
            Self::Html => Ok(replay::html(trace)),
            Self::Svg => drawn(svg::svg),
            Self::Tex => drawn(tikz::picture),
        }
    }
}
