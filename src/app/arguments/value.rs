//! Options that take a value, and which values these may be.

use crate::pipeline::quantity;

/// An efficiency to be kept.
pub fn efficiency(text: &str) -> Result<f64, String> {
    match text.trim().parse::<f64>() {
        Ok(efficiency) if efficiency > 0.0 && efficiency <= 1.0 => Ok(efficiency),
        _ => Err("an efficiency lies above 0 and is at most 1, such as 0.8".to_owned()),
    }
}

/// How often each size is run.
pub fn repeats(text: &str) -> Result<u32, String> {
    match u32::try_from(quantity::whole(text)?) {
        Ok(0) => Err("each size is run at least once".to_owned()),
        Ok(repeats) => Ok(repeats),
        Err(_) => Err(format!("at most {}", u32::MAX)),
    }
}
