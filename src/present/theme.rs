//! The switch of a page between light and dark.

use crate::language::Language;

/// The colours follow `color-scheme`: that of the system, or the one that the button sets.
pub const STYLE: &str = "\
:root{color-scheme:light dark}:root[data-theme=light]{color-scheme:light}\
:root[data-theme=dark]{color-scheme:dark}\
.theme{float:right;margin:0 0 .5rem 1rem;padding:.25rem .7rem;font:inherit;font-size:.88rem;\
color:inherit;background:none;border:1px solid currentColor;border-radius:5px;cursor:pointer}
@media print{:root,:root[data-theme]{color-scheme:light}.theme{display:none}}
";

const SCRIPT: &str = include_str!("replay/script/theme.js");

/// The script that puts the button at the beginning of a page.
pub fn script(language: Language) -> String {
    let code = language.code();
    format!(
        "(() => {{\n{SCRIPT}const bar = document.createElement(\"header\");\n\
         bar.append(themeButton(\"{code}\"));\ndocument.body.prepend(bar);\n}})();\n"
    )
}
