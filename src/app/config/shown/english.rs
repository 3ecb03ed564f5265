//! Where settings come from, in English.

use super::SettingOrigin;

/// Where a value comes from, in words.
pub(super) fn origin(origin: &SettingOrigin<'_>) -> String {
    match origin {
        SettingOrigin::CommandLine => "command line".to_owned(),
        SettingOrigin::Program => "the program".to_owned(),
        SettingOrigin::File { path, line } => format!("{path}, line {line}"),
        SettingOrigin::Usual => "default".to_owned(),
    }
}
