//! Characters of text and of mathematics in LaTeX.

/// What the typesetter of formulas leaves of Unicode.
pub fn in_math(text: &str) -> String {
    text.replace('−', "-")
        .replace('·', "\\cdot ")
        .chars()
        .map(|c| exponent(c).map_or_else(|| c.to_string(), |digit| format!("^{{{digit}}}")))
        .collect::<String>()
        .replace("}^{", "")
}

/// Text for LaTeX, whatever characters it holds.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' => escaped.push_str("\\textbackslash{}"),
            '{' | '}' | '$' | '&' | '#' | '%' | '_' => {
                escaped.push('\\');
                escaped.push(c);
            }
            '^' => escaped.push_str("\\textasciicircum{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '<' => escaped.push_str("\\textless{}"),
            '>' => escaped.push_str("\\textgreater{}"),
            '|' => escaped.push_str("\\textbar{}"),
            '"' => escaped.push_str("\\textquotedbl{}"),
            '[' | ']' => {
                escaped.push('{');
                escaped.push(c);
                escaped.push('}');
            }
            '\'' => escaped.push_str("\\textquotesingle{}"),
            '`' => escaped.push_str("\\textasciigrave{}"),
            '\n' | '\t' => escaped.push(' '),
            ' '..='~' => escaped.push(c),
            'č' | 'ć' | 'đ' | 'š' | 'ž' | 'Č' | 'Ć' | 'Đ' | 'Š' | 'Ž' => escaped.push(c),
            // Latin-1 letters, which T1 fonts hold.
            'À'..='ÿ' if c != '×' && c != '÷' => escaped.push(c),
            c => escaped.push_str(&symbol(c)),
        }
    }
    escaped
}

/// Greek letters that differ from all Latin ones, by their commands.
const GREEK: [(char, &str); 36] = [
    ('α', "alpha"),
    ('β', "beta"),
    ('γ', "gamma"),
    ('δ', "delta"),
    ('ε', "varepsilon"),
    ('ϵ', "epsilon"),
    ('ζ', "zeta"),
    ('η', "eta"),
    ('θ', "theta"),
    ('ϑ', "vartheta"),
    ('ι', "iota"),
    ('κ', "kappa"),
    ('λ', "lambda"),
    ('μ', "mu"),
    ('ν', "nu"),
    ('ξ', "xi"),
    ('π', "pi"),
    ('ρ', "rho"),
    ('ς', "varsigma"),
    ('σ', "sigma"),
    ('τ', "tau"),
    ('υ', "upsilon"),
    ('φ', "varphi"),
    ('ϕ', "phi"),
    ('χ', "chi"),
    ('ψ', "psi"),
    ('ω', "omega"),
    ('Γ', "Gamma"),
    ('Δ', "Delta"),
    ('Θ', "Theta"),
    ('Λ', "Lambda"),
    ('Ξ', "Xi"),
    ('Π', "Pi"),
    ('Σ', "Sigma"),
    ('Φ', "Phi"),
    ('Ω', "Omega"),
];

/// The command of a Greek letter, for math mode.
pub fn greek(name: &str) -> Option<String> {
    let (_, command) = GREEK.iter().find(|(letter, _)| {
        let mut letters = name.chars();
        letters.next() == Some(*letter) && letters.next().is_none()
    })?;
    Some(format!("\\{command}"))
}

fn symbol(c: char) -> String {
    let math = match c {
        '⊕' => "\\oplus",
        '⌈' => "\\lceil",
        '⌉' => "\\rceil",
        '⌊' => "\\lfloor",
        '⌋' => "\\rfloor",
        '·' => "\\cdot",
        '×' => "\\times",
        '÷' => "\\div",
        '−' => "-",
        '≤' => "\\le",
        '≥' => "\\ge",
        '≠' => "\\ne",
        '≈' => "\\approx",
        '∞' => "\\infty",
        '√' => "\\surd",
        '∈' => "\\in",
        '→' => "\\to",
        '←' => "\\leftarrow",
        '∧' => "\\wedge",
        '∨' => "\\vee",
        '¬' => "\\neg",
        '✓' => "\\checkmark",
        '✗' => "\\times",
        '₀' => "{}_0",
        '₁' => "{}_1",
        '₂' => "{}_2",
        '₃' => "{}_3",
        'ₜ' => "{}_t",
        'ₛ' => "{}_s",
        'ₘ' => "{}_m",
        'ᵢ' => "{}_i",
        'ₙ' => "{}_n",
        _ => "",
    };
    if !math.is_empty() {
        return format!("${math}$");
    }
    if let Some(letter) = greek(c.encode_utf8(&mut [0; 4])) {
        return format!("${letter}$");
    }
    if let Some(digit) = exponent(c) {
        return format!("\\textsuperscript{{{digit}}}");
    }
    match c {
        '…' => "\\ldots{}".to_owned(),
        '–' => "--".to_owned(),
        '—' => "---".to_owned(),
        '“' | '”' | '„' => "\\textquotedbl{}".to_owned(),
        '‘' | '’' => "'".to_owned(),
        '\u{a0}' => "~".to_owned(),
        '\u{202f}' => "\\,".to_owned(),
        c if c.is_control() => String::new(),
        c => format!("\\texttt{{U+{:04X}}}", u32::from(c)),
    }
}

fn exponent(c: char) -> Option<char> {
    const DIGITS: [char; 11] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹', '⁻'];
    let position = DIGITS.iter().position(|digit| *digit == c)?;
    Some("0123456789-".as_bytes()[position].into())
}
