//! Pseudonyms: ids that one client sees in place of the ids of people.
//!
//! A pseudonym is the id of the person, encrypted as one block of AES-256 (FIPS 197). The key is derived with
//! HKDF-SHA-256 (RFC 5869) from the secret of the platform, the client and the kind of the reference. Encryption of one
//! block is a permutation: two people never have the same pseudonym, and the server can restore the id without a table.
//! Without the secret, pseudonyms of different kinds or clients cannot be computed from each other.

use std::fmt;
use std::sync::Arc;

use aes::Aes256;
use aes::cipher::{Array, BlockCipherDecrypt as _, BlockCipherEncrypt as _, KeyInit as _};
use aws_lc_rs::hkdf::{HKDF_SHA256, KeyType, Salt};
use folkmoot_model::resource::PersonKind;
use uuid::Uuid;

use crate::StoreError;

/// The salt of all keys of pseudonyms.
const SALT: &[u8] = b"folkmoot pseudonyms";

/// The pseudonyms that one client sees.
#[derive(Clone)]
pub struct Pseudonyms(Arc<Ciphers>);

struct Ciphers {
    public_authorship: Aes256,
    other: Aes256,
    staff: Aes256,
}

impl Pseudonyms {
    /// The pseudonyms of a client; `secret` is that of the platform.
    pub fn of_client(secret: &[u8; 32], client: Uuid) -> Result<Self, StoreError> {
        let cipher = |kind| cipher(secret, client, kind);
        let public_authorship = cipher(PersonKind::PublicAuthorship)?;
        let (other, staff) = (cipher(PersonKind::Other)?, cipher(PersonKind::Staff)?);
        Ok(Self(Arc::new(Ciphers { public_authorship, other, staff })))
    }

    /// The pseudonym of a person.
    pub fn replace(&self, kind: PersonKind, id: [u8; 16]) -> [u8; 16] {
        let mut block = Array::from(id);
        self.cipher(kind).encrypt_block(&mut block);
        block.into()
    }

    /// Replaces the ids of many people by their pseudonyms, several times faster than one by one.
    pub fn replace_all(&self, kind: PersonKind, ids: &mut [[u8; 16]]) {
        self.cipher(kind).encrypt_blocks(Array::cast_slice_from_core_mut(ids));
    }

    /// The id of the person with a pseudonym. Any value is the pseudonym of some id, mostly of nobody's.
    pub fn restore(&self, kind: PersonKind, pseudonym: [u8; 16]) -> [u8; 16] {
        let mut block = Array::from(pseudonym);
        self.cipher(kind).decrypt_block(&mut block);
        block.into()
    }

    fn cipher(&self, kind: PersonKind) -> &Aes256 {
        match kind {
            PersonKind::PublicAuthorship => &self.0.public_authorship,
            PersonKind::Other => &self.0.other,
            PersonKind::Staff => &self.0.staff,
        }
    }
}

impl fmt::Debug for Pseudonyms {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Pseudonyms(not shown)")
    }
}

/// The length of a key.
#[derive(Debug, Clone, Copy)]
struct KeyLength;

impl KeyType for KeyLength {
    fn len(&self) -> usize {
        32
    }
}

fn cipher(secret: &[u8; 32], client: Uuid, kind: PersonKind) -> Result<Aes256, StoreError> {
    derived_cipher(secret, SALT, &[client.as_bytes(), kind.name().as_bytes()])
}

/// A cipher whose key is derived from the secret of the platform. Those of different salts or infos are unrelated.
pub(super) fn derived_cipher(secret: &[u8; 32], salt: &[u8], info: &[&[u8]]) -> Result<Aes256, StoreError> {
    let mut key = [0; 32];
    let derived = Salt::new(HKDF_SHA256, salt)
        .extract(secret)
        .expand(info, KeyLength)
        .and_then(|material| material.fill(&mut key));
    derived.map_err(|_| StoreError::Value("the key of the pseudonyms cannot be derived".to_owned()))?;
    Ok(Aes256::new(&key.into()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const SECRET: [u8; 32] = [7; 32];

    fn of(client: u128) -> Pseudonyms {
        Pseudonyms::of_client(&SECRET, Uuid::from_u128(client)).unwrap()
    }

    #[test]
    fn pseudonyms_are_those_of_an_independent_implementation() {
        let client = Uuid::parse_str("00112233-4455-4677-8899-aabbccddeeff").unwrap();
        let person = Uuid::parse_str("6ba7b810-9dad-41d1-80b4-00c04fd430c8").unwrap();
        let pseudonyms = Pseudonyms::of_client(&SECRET, client).unwrap();
        let shown = |kind| Uuid::from_bytes(pseudonyms.replace(kind, *person.as_bytes())).to_string();
        assert_eq!(shown(PersonKind::PublicAuthorship), "3a6f18b2-88a5-8e1a-272b-58afc0dac4b7");
        assert_eq!(shown(PersonKind::Other), "ef25132e-f168-348f-78b2-543e8b982966");
    }

    #[test]
    fn pseudonyms_differ_by_person_kind_client_and_platform() {
        let mut seen = std::collections::HashSet::new();
        for client in 0..20 {
            for kind in [PersonKind::PublicAuthorship, PersonKind::Other, PersonKind::Staff] {
                for person in 0..20_u128 {
                    assert!(seen.insert(of(client).replace(kind, person.to_be_bytes())));
                }
            }
        }
        let other = Pseudonyms::of_client(&[8; 32], Uuid::from_u128(0)).unwrap();
        assert!(seen.insert(other.replace(PersonKind::Other, [0; 16])));
    }

    #[test]
    fn keys_are_not_printed() {
        assert_eq!(format!("{:?}", of(1)), "Pseudonyms(not shown)");
    }

    proptest! {
        #[test]
        fn a_pseudonym_restores_to_the_id(ids in prop::collection::vec(any::<[u8; 16]>(), 0..70), client: u128) {
            let pseudonyms = of(client);
            for kind in [PersonKind::PublicAuthorship, PersonKind::Other, PersonKind::Staff] {
                let mut all = ids.clone();
                pseudonyms.replace_all(kind, &mut all);
                for (id, pseudonym) in ids.iter().zip(all) {
                    prop_assert_eq!(pseudonym, pseudonyms.replace(kind, *id));
                    prop_assert_eq!(pseudonyms.restore(kind, pseudonym), *id);
                }
            }
        }
    }
}
