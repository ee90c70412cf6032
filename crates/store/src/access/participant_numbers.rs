//! Random numbers of people in files that need numbers: the same on one day, and others on the next.

use std::fmt;

use aes::Aes256;
use aes::cipher::{Array, BlockCipherEncrypt as _};
use folkmoot_model::access::AccessLevel;
use jiff::civil::Date;
use uuid::Uuid;

use super::AccessView;
use super::pseudonyms::derived_cipher;
use crate::StoreError;

/// The salt of all keys of numbers.
const SALT: &[u8] = b"folkmoot participant numbers";
/// Numbers are below it: spreadsheets and statistics programs compute exactly with 15 digits.
const LIMIT: u64 = 1_000_000_000_000_000;

/// The numbers of the people of one project that a reader sees on one day. They are positive.
pub struct ParticipantNumbers {
    authors: Aes256,
    voters: Aes256,
}

impl ParticipantNumbers {
    /// The numbers for a reader; `secret` is that of the platform. Below the level `full`, a person has one number as an author
    /// and another as a voter.
    pub fn new(secret: &[u8; 32], access: &AccessView, project: Uuid, day: Date) -> Result<Self, StoreError> {
        // At other levels, every client sees the same ids.
        let (client, day) = (access.pseudonyms_of().unwrap_or_default(), day.to_string());
        let cipher = |role: &str| {
            let info: [&[u8]; 4] = [client.as_bytes(), project.as_bytes(), day.as_bytes(), role.as_bytes()];
            derived_cipher(secret, SALT, &info)
        };
        let voters = if access.level() == AccessLevel::Full { "author" } else { "voter" };
        Ok(Self { authors: cipher("author")?, voters: cipher(voters)? })
    }

    /// The number of an author, given by the id that the reader sees.
    pub fn of_author(&self, person: Uuid) -> u64 {
        number(&self.authors, person)
    }

    /// The number of a voter, given by the id that the reader sees.
    pub fn of_voter(&self, person: Uuid) -> u64 {
        number(&self.voters, person)
    }
}

impl fmt::Debug for ParticipantNumbers {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("ParticipantNumbers(not shown)")
    }
}

fn number(cipher: &Aes256, person: Uuid) -> u64 {
    let mut block = Array::from(person.into_bytes());
    cipher.encrypt_block(&mut block);
    let encrypted = u128::from_be_bytes(block.into()) % u128::from(LIMIT - 1);
    u64::try_from(encrypted).unwrap_or_default() + 1
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use folkmoot_model::access::ResourceSet;
    use jiff::civil::date;

    use super::super::Pseudonyms;
    use super::*;

    const SECRET: [u8; 32] = [7; 32];
    const PERSON: Uuid = Uuid::from_u128(5);

    fn numbers(level: AccessLevel, client: u128, project: u128, day: i8) -> ParticipantNumbers {
        let pseudonyms = |client| Pseudonyms::of_client(&SECRET, client);
        let client = Uuid::from_u128(client);
        let access = AccessView::for_client(client, level, ResourceSet::ALL, Arc::default(), pseudonyms);
        let project = Uuid::from_u128(project);
        ParticipantNumbers::new(&SECRET, &access.unwrap(), project, date(2026, 3, day)).unwrap()
    }

    #[test]
    fn a_number_lasts_a_day_and_belongs_to_one_client_and_project() {
        let of =
            |client, project, day| numbers(AccessLevel::Pseudonymous, client, project, day).of_voter(PERSON);
        assert_eq!(of(1, 1, 1), of(1, 1, 1));
        let all = [of(1, 1, 1), of(2, 1, 1), of(1, 2, 1), of(1, 1, 2)];
        let distinct: std::collections::BTreeSet<u64> = all.into_iter().collect();
        assert_eq!(distinct.len(), 4);
        assert!(distinct.iter().all(|number| (1..LIMIT).contains(number)));
    }

    #[test]
    fn only_full_ties_what_a_person_wrote_to_how_they_voted() {
        let of = |level| {
            let numbers = numbers(level, 1, 1, 1);
            (numbers.of_author(PERSON), numbers.of_voter(PERSON))
        };
        let (author, voter) = of(AccessLevel::Full);
        assert_eq!(author, voter);
        let (author, voter) = of(AccessLevel::Pseudonymous);
        assert_ne!(author, voter);
    }
}
