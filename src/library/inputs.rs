//! The values of a program's inputs.

use crate::pipeline::inputs::{Assignment, InputValue};

/// Values for inputs; those that are not named have their defaults. Texts are written as on the command line.
///
/// ```
/// use pram::Inputs;
///
/// let as_texts = Inputs::from(&[("n", "2^2"), ("A", "3,1,7,0")]);
/// let as_values = Inputs::default().with("n", 4).with("A", vec![3_i64, 1, 7, 0]);
/// # let _ = (as_texts, as_values);
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Inputs(pub(super) Vec<Assignment>);

impl Inputs {
    /// With a value for one more input.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<InputValue>) -> Self {
        self.0.push(Assignment {
            name: name.to_owned(),
            value: value.into(),
        });
        self
    }
}

impl From<&[(&str, &str)]> for Inputs {
    fn from(texts: &[(&str, &str)]) -> Self {
        let none = Self::default();
        texts
            .iter()
            .fold(none, |inputs, (name, text)| inputs.with(name, *text))
    }
}

impl<const N: usize> From<&[(&str, &str); N]> for Inputs {
    fn from(texts: &[(&str, &str); N]) -> Self {
        texts[..].into()
    }
}
