//! Splitting text into words that are compared regardless of case and accents.
//!
//! A word is a run of letters, digits and the marks of scripts that need them. Letters are decomposed (Unicode NFKD),
//! lose the accents of the block U+0300 to U+036F, and are folded to lower case, so that "Crème", "CREME" and "creme" are
//! one word, as are "Straße" and "STRASSE". Everything else separates words, except characters that only advise how a
//! word is broken into lines.

use unicode_normalization::char::{decompose_compatible, is_combining_mark};

/// The number of letters of a word that are compared; further ones are ignored.
pub const MAX_LETTERS: usize = 64;

/// Splits text that may arrive in parts.
#[derive(Debug, Default)]
pub struct Splitter {
    word: String,
    letters: usize,
}

impl Splitter {
    /// Adds text; passes each word that ends in it to `each`.
    pub fn add(&mut self, text: &str, each: &mut impl FnMut(&str)) {
        for character in text.chars() {
            if character.is_ascii() {
                if character.is_ascii_alphanumeric() {
                    self.push(character.to_ascii_lowercase());
                } else {
                    self.end_word(each);
                }
            } else if !is_line_break_hint(character) {
                decompose_compatible(character, |part| self.add_part(part, each));
            }
        }
    }

    /// Ends the current word, if there is one, and passes it to `each`.
    pub fn end_word(&mut self, each: &mut impl FnMut(&str)) {
        if !self.word.is_empty() {
            each(&self.word);
            self.word.clear();
        }
        self.letters = 0;
    }

    /// Adds a character of a decomposition.
    fn add_part(&mut self, part: char, each: &mut impl FnMut(&str)) {
        if ('\u{300}'..='\u{36f}').contains(&part) {
            return;
        }
        if part.is_alphanumeric() {
            // Upper case first: "ß" and "ss", and both forms of the Greek sigma, become equal.
            part.to_uppercase().flat_map(char::to_lowercase).for_each(|letter| self.push(letter));
        } else if is_combining_mark(part) {
            self.push(part);
        } else {
            self.end_word(each);
        }
    }

    fn push(&mut self, letter: char) {
        if self.letters < MAX_LETTERS {
            self.word.push(letter);
        }
        self.letters += 1;
    }
}

/// The words of a text, sorted and distinct.
pub fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut each = |word: &str| words.push(word.to_owned());
    let mut splitter = Splitter::default();
    splitter.add(text, &mut each);
    splitter.end_word(&mut each);
    words.sort_unstable();
    words.dedup();
    words
}

/// Soft hyphens, joiners and the byte order mark, which are invisible inside a word.
fn is_line_break_hint(character: char) -> bool {
    matches!(character, '\u{ad}' | '\u{200c}' | '\u{200d}' | '\u{2060}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn words_are_compared_without_case_accents_and_ligatures() {
        for (one, other) in [
            ("Crème BRÛLÉE", "brulee creme"),
            ("Straße", "STRASSE"),
            ("ΟΔΟΣ οδός", "οδοσ"),
            ("ﬁets ½", "1 2 FIETS"),
            ("İstanbul", "istanbul"),
            ("burger\u{ad}participatie", "burgerparticipatie"),
            ("e\u{301}te\u{301}", "été"),
            ("ＡＢＣ１", "abc1"),
        ] {
            assert_eq!(words(one), words(other), "{one}");
        }
    }

    #[test]
    fn everything_but_letters_digits_and_marks_separates_words() {
        assert_eq!(
            words("l'idée: e-mail_2025 (№5)… a.b@c"),
            ["2025", "a", "b", "c", "e", "idee", "l", "mail", "no5"]
        );
        assert_eq!(words("हिन्दी भाषा"), ["भाषा", "हिन्दी"]);
        assert!(words(" .. -- \u{301} \0 🎉").is_empty());
    }

    #[test]
    fn only_the_first_letters_of_a_long_word_count() {
        assert_eq!(words(&"ä".repeat(100)), ["a".repeat(MAX_LETTERS)]);
    }

    proptest! {
        #[test]
        fn words_of_words_are_the_same_words(text in any::<String>()) {
            let found = words(&text);
            prop_assert_eq!(words(&found.join(" ")), found);
        }
    }
}
