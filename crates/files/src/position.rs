//! Searches for bytes in large contents.

/// The number of bytes that are checked at once.
const CHUNK_BYTES: usize = 64;

/// The position of the first byte that fulfils a condition. A chunk is checked completely before the byte in it is searched, so that the
/// compiler uses vector instructions.
pub fn position(bytes: &[u8], is_searched: impl Fn(u8) -> bool) -> Option<usize> {
    let has_any = |chunk: &[u8]| chunk.iter().fold(false, |found, byte| found | is_searched(*byte));
    let start = CHUNK_BYTES * bytes.chunks(CHUNK_BYTES).take_while(|chunk| !has_any(chunk)).count();
    let within = bytes.get(start..)?.iter().position(|byte| is_searched(*byte))?;
    Some(start + within)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_position_is_that_of_the_first(bytes in proptest::collection::vec(any::<u8>(), 0..300), limit: u8) {
            prop_assert_eq!(position(&bytes, |byte| byte < limit), bytes.iter().position(|byte| *byte < limit));
        }
    }
}
