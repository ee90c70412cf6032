//! The platform holds together at any scale.
#![allow(clippy::unwrap_used, clippy::print_stdout)] // a failed test may stop, and may say where

use super::*;

#[test]
fn everything_is_written() {
    for ideas in [0, 1, 10, 500] {
        let demo = Demo::new(ideas, 7);
        for name in demo.files() {
            let mut out = Vec::new();
            let count = demo.write(name, &mut out).unwrap();
            println!("{ideas} {name} {count} {}", out.len());
            for line in String::from_utf8(out).unwrap().lines() {
                let _: serde_json::Value = serde_json::from_str(line).unwrap();
            }
        }
    }
}
