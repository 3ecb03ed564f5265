//! Exact decimals, and parameters scaled to integers.

use pram::network::{
    Choices, Decimal, DecimalError, NetworkLimits, Options, Parameters, ParametersError,
    Simulation, Topology, Unobserved,
};

use super::script::{Scripted, parameters, receive, send};

fn decimal(text: &str) -> Decimal {
    text.parse().unwrap()
}

#[test]
fn numbers_are_written_as_they_are() {
    for (text, shown) in [
        ("0", "0"),
        ("100", "100"),
        ("0.11", "0.11"),
        ("0.110", "0.11"),
        ("007.50", "7.5"),
        ("6.44262e-3", "0.00644262"),
        ("6.44262E+3", "6442.62"),
        ("1e3", "1000"),
        ("0e99", "0"),
        ("0.00", "0"),
        ("12e-1", "1.2"),
        ("1e-38", "0.00000000000000000000000000000000000001"),
        ("1e38", "100000000000000000000000000000000000000"),
        ("53005000.000000000000", "53005000"),
    ] {
        let value = decimal(text);
        assert_eq!(value.to_string(), shown);
        assert_eq!(decimal(shown), value);
    }
    assert_eq!(format!("{:>8}|", decimal("0.5")), "     0.5|");
}

#[test]
fn fractions_are_read_exactly() {
    for (text, shown) in [
        ("1/2", "0.5"),
        ("3 / 4", "0.75"),
        ("6/3", "2"),
        ("0/7", "0"),
        ("0.5/2", "0.25"),
        ("1/0.5", "2"),
        ("3e2/8", "37.5"),
    ] {
        assert_eq!(decimal(text).to_string(), shown, "{text}");
    }
}

#[test]
fn what_is_no_number_is_refused() {
    use DecimalError::{DividedByZero, Endless, Malformed, Negative, TooManyDigits};
    for (text, error) in [
        ("1/", Malformed),
        ("/2", Malformed),
        ("1/2/2", Malformed),
        ("1/0", DividedByZero),
        ("1/3", Endless),
        ("-1/2", Negative),
        ("1/-2", Negative),
        ("", Malformed),
        (".", Malformed),
        (".5", Malformed),
        ("5.", Malformed),
        ("1,5", Malformed),
        ("+1", Malformed),
        ("1e", Malformed),
        ("1e+", Malformed),
        ("1e1.5", Malformed),
        ("1.2.3", Malformed),
        ("abc", Malformed),
        ("-abc", Malformed),
        ("-1", Negative),
        ("-0.5", Negative),
        ("1e-39", TooManyDigits),
        ("1e39", TooManyDigits),
        ("1e99999999999999999999", TooManyDigits),
        ("1e-99999999999999999999", TooManyDigits),
        ("9999999999999999999999999999999999999999", TooManyDigits),
    ] {
        assert_eq!(text.parse::<Decimal>(), Err(error), "{text}");
    }
}

#[test]
fn they_compare_add_and_multiply_exactly() {
    assert!(decimal("0.1") < decimal("0.11"));
    assert!(decimal("2") > decimal("1.99999999999999999999"));
    assert!(decimal("1e38") > decimal("1e-38"));
    assert_eq!(
        decimal("1.10").cmp(&decimal("1.1")),
        std::cmp::Ordering::Equal
    );
    assert_eq!(decimal("0.1").plus(decimal("0.2")), Ok(decimal("0.3")));
    assert_eq!(decimal("0.9").plus(decimal("0.1")), Ok(decimal("1")));
    assert_eq!(decimal("0.125").times(8), Ok(decimal("1")));
    assert_eq!(decimal("0.11").times(0), Ok(decimal("0")));
    let error = Err(DecimalError::TooManyDigits);
    assert_eq!(decimal("1e38").plus(decimal("0.1")), error);
    assert_eq!(decimal("1e38").times(2), error);
    assert_eq!(Decimal::new(-1, 0), Err(DecimalError::Negative));
    assert_eq!(Decimal::new(1200, 3), Ok(decimal("1.2")));
    assert_eq!(decimal("1.25").scaled(3), Some(1250));
    assert_eq!(decimal("1.25").scaled(1), None);
}

#[test]
fn quotients_are_decimals_where_they_end() {
    for (above, below, shown) in [
        (1, 2, "0.5"),
        (7, 40, "0.175"),
        (0, 1, "0"),
        (2, 1, "2"),
        (1, 1 << 20, "0.00000095367431640625"),
        (123, 1000, "0.123"),
    ] {
        let quotient = Decimal::quotient(above, below);
        assert_eq!(quotient.map(|it| it.to_string()), Ok(shown.to_owned()));
    }
    assert_eq!(Decimal::quotient(1, 3), Err(DecimalError::Endless));
    assert_eq!(Decimal::quotient(1, 70), Err(DecimalError::Endless));
    assert_eq!(Decimal::quotient(-1, 2), Err(DecimalError::Negative));
    let error = Err(DecimalError::TooManyDigits);
    assert_eq!(Decimal::quotient(1, 1 << 60), error);
    assert_eq!(Decimal::quotient(i128::MAX / 2, 1 << 40), error);
}

/// UA, table 2.2, in µs. Its time of a word, 8/53.005, is no decimal number: 0.15 stands in.
#[test]
fn times_are_exact_in_the_unit_of_the_parameters() {
    let values = Parameters {
        t_s: decimal("130"),
        t_w: decimal("0.15"),
        t_h: decimal("0"),
        t_c: decimal("6.44262e-3"),
        t_o: decimal("0"),
        barrier: None,
    };
    let units = values.scaled().unwrap();
    assert_eq!(
        (units.digits, units.t_w, units.t_c),
        (8, 15_000_000, 644_262)
    );
    let topology = Topology::complete(2).unwrap();
    let mut network = Simulation::new(
        topology,
        Options::default(),
        &values,
        NetworkLimits::default(),
    )
    .unwrap();
    let scripts = vec![
        vec![super::script::Op::Compute(1000), send(1, 3)],
        vec![receive(0)],
    ];
    let mut processors = Scripted::new(scripts);
    (network.run_block(&mut processors, 2, &Choices::machine(), &mut Unobserved)).unwrap();
    let time = network.units().decimal(network.latest_clock().time);
    assert_eq!(time.to_string(), "136.89262");
}

#[test]
fn parameters_too_far_apart_are_refused() {
    let values = Parameters {
        t_s: decimal("1e30"),
        t_w: decimal("1e-30"),
        ..parameters([0; 5])
    };
    assert_eq!(values.scaled(), Err(ParametersError::TooManyDigits));
}
