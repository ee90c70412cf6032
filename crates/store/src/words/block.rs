//! The keys of one word in one block of [`BLOCK`] consecutive keys, as bytes: differences between successive offsets, or a
//! bitmap if that is shorter.

use crate::StoreError;

/// The number of consecutive keys in a block. The bitmap of a block is short enough to be stored in the row itself by
/// both databases.
pub const BLOCK: i64 = 8192;
const BITMAP_BYTES: usize = 1024;
/// The number of 64-bit words of a bitmap.
pub const BITMAP_WORDS: usize = BITMAP_BYTES / 8;

/// A set of offsets in a block.
pub type Bitmap = [u64; BITMAP_WORDS];

/// The block of a key.
pub fn block_of(key: i64) -> i64 {
    key.div_euclid(BLOCK)
}

/// The position of a key in its block.
pub fn offset_of(key: i64) -> u16 {
    u16::try_from(key.rem_euclid(BLOCK)).unwrap_or(0)
}

/// The bytes of ascending offsets.
pub fn encode(offsets: &[u16]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(offsets.len() + 2);
    let mut next = 0;
    for offset in offsets {
        let gap = offset - next;
        if gap < 0x80 {
            bytes.push(gap.to_be_bytes()[1]);
        } else {
            bytes.extend_from_slice(&(gap | 0x8000).to_be_bytes());
        }
        next = offset + 1;
        if bytes.len() >= BITMAP_BYTES {
            return bitmap_bytes(offsets);
        }
    }
    bytes
}

fn bitmap_bytes(offsets: &[u16]) -> Vec<u8> {
    let mut bytes = vec![0; BITMAP_BYTES];
    for offset in offsets {
        bytes[usize::from(offset / 8)] |= 1 << (offset % 8);
    }
    bytes
}

/// Adds encoded offsets to a set.
pub fn add_to(set: &mut Bitmap, bytes: &[u8]) -> Result<(), StoreError> {
    if bytes.len() == BITMAP_BYTES {
        for (word, bytes) in set.iter_mut().zip(bytes.as_chunks::<8>().0) {
            *word |= u64::from_le_bytes(*bytes);
        }
        return Ok(());
    }
    let mut next = 0_usize;
    let mut rest = bytes.iter();
    while let Some(byte) = rest.next() {
        let gap = match (byte & 0x80, byte & 0x7f) {
            (0, gap) => usize::from(gap),
            (_, high) => usize::from(high) << 8 | usize::from(*rest.next().ok_or_else(damaged)?),
        };
        let offset = next + gap;
        *set.get_mut(offset / 64).ok_or_else(damaged)? |= 1 << (offset % 64);
        next = offset + 1;
    }
    Ok(())
}

/// The offsets of a set, ascending.
pub fn offsets(set: &Bitmap) -> Vec<u16> {
    let mut offsets = Vec::new();
    for (bits, base) in set.iter().zip((0_u16..).step_by(64)) {
        let mut rest = *bits;
        while rest != 0 {
            offsets.push(base + u16::try_from(rest.trailing_zeros()).unwrap_or(0));
            rest &= rest - 1;
        }
    }
    offsets
}

fn damaged() -> StoreError {
    StoreError::Value("the keys of a word are damaged".to_owned())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use proptest::prelude::*;

    use super::*;

    fn round_trip(rows: &[u16]) {
        let mut set = [0; BITMAP_WORDS];
        let bytes = encode(rows);
        assert!(bytes.len() <= BITMAP_BYTES);
        add_to(&mut set, &bytes).unwrap();
        assert_eq!(offsets(&set), rows);
    }

    #[test]
    fn any_density_is_read_as_it_was_written() {
        for step in [1, 2, 3, 8, 9, 127, 128, 129, 4000] {
            round_trip(&(0..8192).step_by(step).collect::<Vec<_>>());
            round_trip(
                &(0..8192).rev().step_by(step).collect::<Vec<_>>().into_iter().rev().collect::<Vec<_>>(),
            );
        }
        round_trip(&[]);
    }

    #[test]
    fn damaged_bytes_are_an_error() {
        let mut set = [0; BITMAP_WORDS];
        assert!(add_to(&mut set, &[0x80]).is_err());
        assert!(add_to(&mut set, &[0xff, 0xff]).is_err());
    }

    proptest! {
        #[test]
        fn offsets_are_read_as_they_were_written(rows in proptest::collection::btree_set(0_u16..8192, 0..2000)) {
            round_trip(&rows.into_iter().collect::<Vec<_>>());
        }
    }
}
