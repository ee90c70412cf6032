//! Parses times such as `15m`.

use std::time::Duration;

/// A time such as `30s`, `15m`, `2h` or `1d`.
pub fn parse(text: &str) -> Result<Duration, String> {
    let expected = || "expected a time such as 15m, 2h or 1d".to_owned();
    let digits = text.find(|character: char| !character.is_ascii_digit()).ok_or_else(expected)?;
    let (number, unit) = text.split_at(digits);
    let seconds = match unit {
        "s" => 1,
        "m" => 60,
        "h" => 3600,
        "d" => 86_400,
        _ => return Err(expected()),
    };
    let number: u32 = number.parse().map_err(|_| expected())?;
    if number == 0 { Err(expected()) } else { Ok(Duration::from_secs(u64::from(number) * seconds)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_a_number_and_a_unit() {
        for (text, seconds) in [("30s", 30), ("15m", 900), ("2h", 7200), ("1d", 86_400)] {
            assert_eq!(parse(text), Ok(Duration::from_secs(seconds)));
        }
        for text in ["", "15", "m", "0m", "-1m", "1.5h", "15 m", "1w", "99999999999s"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
