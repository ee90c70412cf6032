//! The target that FOLKMOOT_FUZZ_TARGET names, for libFuzzer.

#![no_main]

use std::sync::LazyLock;

use folkmoot_fuzzing::{Target, targets};
use libfuzzer_sys::fuzz_target;

static TARGET: LazyLock<&'static Target> = LazyLock::new(|| {
    let name = std::env::var("FOLKMOOT_FUZZ_TARGET").expect("FOLKMOOT_FUZZ_TARGET names a target");
    targets::find(&name).expect("FOLKMOOT_FUZZ_TARGET names a target")
});

fuzz_target!(|input: &[u8]| (TARGET.run)(&input[..input.len().min(TARGET.max_bytes)]));
