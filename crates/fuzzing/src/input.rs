//! Parts of an input.

/// The first line of an input, without its end, and the rest.
pub fn first_line(input: &[u8]) -> (&[u8], &[u8]) {
    match input.iter().position(|byte| *byte == b'\n') {
        Some(end) => (&input[..end], &input[end + 1..]),
        None => (input, b""),
    }
}

/// The first byte as a digit, and the rest. Any other byte is also read as a number.
pub fn digit(input: &[u8]) -> (usize, &[u8]) {
    input
        .split_first()
        .map_or((0, b"".as_slice()), |(first, rest)| (usize::from(first.wrapping_sub(b'0')), rest))
}
