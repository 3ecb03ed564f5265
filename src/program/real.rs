//! Functions of reals that give the same bits on every computer, as the mathematical libraries of
//! systems do not.

/// The natural logarithm.
pub fn ln(x: f64) -> f64 {
    libm::log(x)
}

/// e to the power of x.
pub fn exp(x: f64) -> f64 {
    libm::exp(x)
}

/// The sine of an angle in radians.
pub fn sin(x: f64) -> f64 {
    libm::sin(x)
}

/// The cosine of an angle in radians.
pub fn cos(x: f64) -> f64 {
    libm::cos(x)
}

/// The tangent of an angle in radians.
pub fn tan(x: f64) -> f64 {
    libm::tan(x)
}
