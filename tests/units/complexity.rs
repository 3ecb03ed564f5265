//! Arithmetic modulo a prime.

use num_rational::Ratio;
use pram::complexity::field::{rational, reconstruct};

#[test]
fn rationals_come_back() {
    for numerator in -50..50_i128 {
        for denominator in 1..20_i128 {
            let ratio = Ratio::new(numerator, denominator);
            let element = rational(ratio).expect("the prime divides no small denominator");
            assert_eq!(reconstruct(element), Some(ratio));
        }
    }
}
