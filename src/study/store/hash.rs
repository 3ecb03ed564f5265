//! SHA-256 in hexadecimal digits, as results and their files are named.

use std::fmt::Write as _;

use sha2::{Digest, Sha256};

/// The SHA-256 of bytes.
pub fn hash(bytes: &[u8]) -> String {
    hexadecimal(&Sha256::digest(bytes))
}

/// Bytes in hexadecimal digits.
pub fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
