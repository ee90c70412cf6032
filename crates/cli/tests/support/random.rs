//! Reproducible random numbers.

#![allow(dead_code, reason = "each test uses a part")]
#![allow(clippy::print_stderr, reason = "a random test prints its seed")]

/// The number in an environment variable.
pub fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok().map(|text| text.parse().unwrap())
}

/// The seed of a random test: `FOLKMOOT_TEST_SEED`, otherwise another one each time. It is printed.
pub fn seed() -> u64 {
    let seed = number("FOLKMOOT_TEST_SEED")
        .unwrap_or_else(|| jiff::Timestamp::now().as_millisecond().unsigned_abs());
    eprintln!("FOLKMOOT_TEST_SEED={seed}");
    seed
}

/// A pseudorandom generator (`SplitMix64`); the same seed gives the same numbers.
#[derive(Debug, Clone)]
pub struct Random(pub u64);

impl Random {
    /// The next number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut state = self.0;
        state = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        state = (state ^ (state >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((state ^ (state >> 31)) % bound.max(1) as u64).unwrap_or(0)
    }

    /// `true` with a probability of 1 in `count`.
    pub fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    /// One of the choices.
    pub fn choose<'a, T: ?Sized>(&mut self, choices: &[&'a T]) -> &'a T {
        choices[self.below(choices.len())]
    }
}
