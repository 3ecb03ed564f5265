//! Numbers as options take them.

use pram::pipeline::quantity::{bytes, bytes_text, time, whole};

#[test]
fn whole_numbers_are_expressions() {
    assert_eq!(whole("1024"), Ok(1024));
    assert_eq!(whole("2^20"), Ok(1 << 20));
    assert_eq!(whole("10^9 + 1"), Ok(1_000_000_001));
    assert_eq!(whole("sqrt(16)"), Ok(4));
    assert_eq!(whole("18446744073709551615"), Ok(u64::MAX));
    for text in ["", "-1", "1.5", "x", "2^", "2^64", "true"] {
        assert!(whole(text).is_err(), "{text}");
    }
}

#[test]
fn times_are_exact() {
    let told = |text: &str| time(text).map(|time| time.to_string());
    assert_eq!(told("1/2"), Ok("0.5".to_owned()));
    assert_eq!(told("0.11"), Ok("0.11".to_owned()));
    for (text, said) in [
        ("1/3", "such as 0.333"),
        ("1/0", "it divides by 0"),
        ("-1", "it is negative"),
        ("abc", "it is no number such as 100, 0.11, 1/2"),
    ] {
        let error = told(text).unwrap_err();
        assert!(error.to_string().contains(said), "{text}: {error}");
    }
}

#[test]
fn memory_has_units() {
    assert_eq!(bytes("4GiB"), Ok(4 << 30));
    assert_eq!(bytes("512 mib"), Ok(512 << 20));
    assert_eq!(bytes("1.5K"), Ok(1536));
    assert_eq!(bytes("2^10 KiB"), Ok(1 << 20));
    assert_eq!(bytes("1000"), Ok(1000));
    assert_eq!(bytes("1GB"), Ok(1_000_000_000));
    for text in ["", "GiB", "4 XiB", "99999999TiB", "-1KiB", "1.5e30K"] {
        assert!(bytes(text).is_err(), "{text}");
    }
    assert_eq!(bytes_text(4 << 30), "4 GiB");
    assert_eq!(bytes_text(1536), "1.5 KiB");
    assert_eq!(bytes_text(7), "7 bytes");
}
