#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use proptest::prelude::*;

use super::*;

const SECRET: &str = "correct horse battery staple, twice";

fn encrypt(plain: &[u8], path: &str) -> Vec<u8> {
    let key = BackupKey::derive(SECRET).unwrap();
    let mut writer = EncryptingWriter::new(Vec::new(), &key, path).unwrap();
    writer.write_all(plain).unwrap();
    writer.finish().unwrap()
}

fn decrypt(encrypted: &[u8], secret: &str, path: &str) -> Result<Vec<u8>, String> {
    let key = BackupKey::derive(secret).unwrap();
    let mut plain = Vec::new();
    let mut reader = DecryptingReader::new(encrypted, &key, path).map_err(|error| error.to_string())?;
    reader.read_to_end(&mut plain).map_err(|error| error.to_string())?;
    Ok(plain)
}

#[test]
fn files_of_each_size_around_a_segment_are_decrypted() {
    let first = SEGMENT_LENGTH - HEADER_LENGTH - TAG_LENGTH;
    for size in [0, 1, first - 1, first, first + 1, first + SEGMENT_LENGTH - TAG_LENGTH, 3 * SEGMENT_LENGTH] {
        let plain: Vec<u8> = (0..=250).cycle().take(size).collect();
        let encrypted = encrypt(&plain, "files/a");
        assert!(decrypt(&encrypted, SECRET, "files/a").unwrap() == plain, "{size}");
        assert!(decrypt(&encrypted, SECRET, "files/b").is_err(), "{size}: under another path");
        assert!(decrypt(&encrypted, "another secret of enough characters", "files/a").is_err(), "{size}");
    }
}

#[test]
fn a_file_that_was_cut_off_at_a_segment_is_not_decrypted() {
    let encrypted = encrypt(&vec![7; 3 * SEGMENT_LENGTH], "files/a");
    for segments in 1..=3 {
        let part = encrypted.get(..segments * SEGMENT_LENGTH).unwrap();
        assert!(decrypt(part, SECRET, "files/a").is_err(), "{segments}");
    }
}

proptest! {
    #[test]
    fn no_changed_byte_is_accepted(plain in prop::collection::vec(any::<u8>(), 0..300), place: prop::sample::Index, bit in 0..8) {
        let mut encrypted = encrypt(&plain, "files/a");
        let place = place.index(encrypted.len());
        encrypted[place] ^= 1_u8 << bit;
        prop_assert!(decrypt(&encrypted, SECRET, "files/a").is_err());
    }

    #[test]
    fn no_input_panics(input in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(decrypt(&input, SECRET, "files/a").is_err());
    }
}
