//! Edits of valid text or bytes, which an input consists of, so that any input is close to something valid.

/// The bytes of an edit: what it does, a position, and a byte.
const EDIT_BYTES: usize = 5;

/// The original after the edits of a program: five bytes each, of which the first selects what is done, the next three are the
/// position, and the last is a byte that is inserted, or a number.
pub fn edited(original: &[u8], program: &[u8]) -> Vec<u8> {
    let mut bytes = original.to_vec();
    for edit in program.chunks_exact(EDIT_BYTES) {
        let position = usize::from(edit[1]) << 16 | usize::from(edit[2]) << 8 | usize::from(edit[3]);
        let position = position % (bytes.len() + 1);
        let number = usize::from(edit[4]);
        let end = bytes.len().min(position + number);
        match edit[0] % 7 {
            0 => bytes.insert(position, edit[4]),
            1 => drop(bytes.drain(position..end)),
            2 => bytes.truncate(position),
            3 => {
                let repeated = bytes[position..end].to_vec();
                bytes.splice(end..end, repeated);
            }
            4 if position < bytes.len() => bytes[position] = edit[4],
            5 if position < bytes.len() => bytes[position] ^= 1 << (edit[4] % 8),
            6 if position < bytes.len() => {
                let other = number.min(bytes.len() - 1);
                bytes.swap(position, other);
            }
            _ => {}
        }
    }
    bytes
}

/// A text in which each `$NAME` is replaced by its value.
pub fn expanded(template: &[u8], values: &[(&str, &str)]) -> Vec<u8> {
    let mut text = Vec::new();
    let mut rest = template;
    while let Some((first, after)) = rest.split_first() {
        let found = values.iter().find(|(name, _)| *first == b'$' && after.starts_with(name.as_bytes()));
        if let Some((name, value)) = found {
            text.extend_from_slice(value.as_bytes());
            rest = &after[name.len()..];
        } else {
            text.push(*first);
            rest = after;
        }
    }
    text
}

/// Text made from an input: a template, and after a NUL byte a program of edits. A blank template is the same as `default`.
pub fn made(input: &[u8], default: &str, values: &[(&str, &str)]) -> Vec<u8> {
    let end = input.iter().position(|byte| *byte == 0).unwrap_or(input.len());
    let template = if end == 0 { default.as_bytes() } else { &input[..end] };
    edited(&expanded(template, values), input.get(end + 1..).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_input_is_a_template_and_edits() {
        let values = [("A", "one"), ("B", "two")];
        assert_eq!(made(b"x$A.$B$$C", "", &values), b"xone.two$$C");
        assert_eq!(made(b"", "$A", &values), b"one");
        assert_eq!(made(b"\0\x04\0\0\x02!", "$A", &values), b"on!");
        assert_eq!(made(b"ab\0\x00\0\0\x01-\x02\0\0\x02x", "", &values), b"a-");
    }
}
