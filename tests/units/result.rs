//! Numbers of results: exact, in data and in text.

use pram::result::study::{Amount, Mean, SizeValue};
use pram::trace::Progression;

#[test]
fn lines_are_found_and_every_number_is_kept() {
    let line = |from, step, count| Progression::Line { from, step, count };
    let cases = [
        (vec![], line(0, 0, 0)),
        (vec![7], line(7, 0, 1)),
        (vec![7, 7, 7], line(7, 0, 3)),
        (vec![9, 6, 3, 0], line(9, -3, 4)),
        (vec![1, 2, 4], Progression::List(vec![1, 2, 4])),
        (
            vec![i64::MIN, i64::MAX],
            Progression::List(vec![i64::MIN, i64::MAX]),
        ),
        (
            vec![i64::MIN, -(1 << 62), 0, 1 << 62],
            line(i64::MIN, 1 << 62, 4),
        ),
        (
            vec![i64::MIN, -(1 << 62), 0, 1 << 62, 5],
            Progression::List(vec![i64::MIN, -(1 << 62), 0, 1 << 62, 5]),
        ),
        (
            vec![0, i64::MAX, i64::MAX],
            Progression::List(vec![0, i64::MAX, i64::MAX]),
        ),
    ];
    for (numbers, expected) in cases {
        let found: Progression = numbers.iter().copied().collect();
        assert_eq!(found, expected);
        assert_eq!(found.iter().collect::<Vec<_>>(), numbers);
        for number in &numbers {
            let first = numbers.iter().position(|one| one == number);
            assert_eq!(found.place_of(*number), first);
        }
        assert_eq!(found.place_of(8), None);
    }
}

#[test]
fn amounts_are_written_without_rounding() {
    for (units, digits, text) in [
        (0, 0, "0"),
        (847, 0, "847"),
        (847, 2, "8.47"),
        (840, 2, "8.4"),
        (800, 2, "8"),
        (7, 3, "0.007"),
    ] {
        let amount = Amount::new(units, digits);
        assert_eq!(amount.to_string(), text);
        assert_eq!(serde_json::to_string(&amount).expect("plain data"), text);
    }
}

#[test]
fn values_are_compared_and_written_exactly() {
    for (units, digits, text) in [
        (16, 0, "16"),
        (-3, 0, "-3"),
        (5, 1, "0.5"),
        (225, 2, "2.25"),
        (-5, 3, "-0.005"),
        (20, 1, "2"),
        (0, 2, "0"),
    ] {
        let value = SizeValue::new(units, digits);
        assert_eq!(value.to_string(), text);
        assert_eq!(serde_json::to_string(&value).expect("plain data"), text);
        assert_eq!(value.scaled(digits), Some(units));
    }
    let half = SizeValue::new(5, 1);
    assert!(half < SizeValue::from(1) && half > SizeValue::new(49, 2));
    assert_eq!(half.scaled(0), None);
}

#[test]
fn means_are_written_without_rounding() {
    for (values, text, fraction) in [
        (&[][..], "0", "0"),
        (&[12, 12, 12], "12", "12"),
        (&[12, 13], "12.5", "25/2"),
        (&[1, 0, 0, 0, 0, 0, 0, 0], "0.125", "1/8"),
        (&[1, 0, 0, 0, 0], "0.2", "1/5"),
        (&[12, 12, 13], "37/3", "37/3"),
        (
            &[u64::MAX, u64::MAX - 1],
            "18446744073709551614.5",
            "36893488147419103229/2",
        ),
    ] {
        let mean = Mean::of(values);
        assert_eq!(
            (mean.text(), mean.fraction()),
            (text.into(), fraction.into())
        );
        let json = serde_json::to_string(&mean).expect("plain data");
        let is_whole = !fraction.contains('/');
        let expected = if is_whole {
            fraction.into()
        } else {
            format!("\"{fraction}\"")
        };
        assert_eq!(json, expected);
    }
}
