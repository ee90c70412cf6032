//! Splitting text into words that are compared regardless of case and accents.
//!
//! A word is a run of letters, digits and the marks of scripts that need them. Letters are decomposed (Unicode NFKD),
//! lose the accents of the block U+0300 to U+036F, and are folded to lower case, so that "Crème", "CREME" and "creme" are
//! one word, as are "Straße" and "STRASSE". Everything else separates words, except characters that only advise how a
//! word is broken into lines.
//!
//! Chinese, Japanese, Thai and some other languages write no spaces between words. In their scripts, each pair of
//! successive letters is a word, and so is the last letter: every part of a text is found by its letters.

use folkmoot_database::search_words::is_unspaced;
use unicode_normalization::char::{decompose_compatible, is_combining_mark};

/// The version of these rules. A word index that was made by those of another version is made again.
pub const RULES: i64 = 2;
/// The number of letters of a word that are compared; further ones are ignored.
pub const MAX_LETTERS: usize = 64;

/// Splits text that may arrive in parts.
#[derive(Debug, Default)]
pub struct Splitter {
    word: String,
    letters: usize,
    /// The position of the second letter in a word of a script without spaces; 0 in other words.
    second: usize,
    /// Whether the word is of a script without spaces.
    is_unspaced: bool,
}

impl Splitter {
    /// Adds text; passes each word that ends in it to `each`.
    pub fn add(&mut self, text: &str, each: &mut impl FnMut(&str)) {
        for character in text.chars() {
            if character.is_ascii() {
                if character.is_ascii_alphanumeric() {
                    self.end_unspaced(each);
                    self.push(character.to_ascii_lowercase());
                } else {
                    self.end_word(each);
                }
            } else if !(is_line_break_hint(character) || self.is_unspaced && character == ZERO_WIDTH_SPACE) {
                decompose_compatible(character, |part| self.add_part(part, each));
            }
        }
    }

    /// Ends the current word, if there is one, and passes it to `each`.
    pub fn end_word(&mut self, each: &mut impl FnMut(&str)) {
        if !self.word.is_empty() {
            each(&self.word);
            if self.second > 0 {
                each(&self.word[self.second..]);
            }
            self.word.clear();
        }
        self.letters = 0;
        self.second = 0;
        self.is_unspaced = false;
    }

    /// Ends the current word if it is of a script without spaces.
    fn end_unspaced(&mut self, each: &mut impl FnMut(&str)) {
        if self.is_unspaced {
            self.end_word(each);
        }
    }

    /// Adds a letter of a script without spaces; passes the pair before it to `each`.
    fn push_unspaced(&mut self, letter: char, each: &mut impl FnMut(&str)) {
        if !self.is_unspaced {
            self.end_word(each);
            self.is_unspaced = true;
        }
        if self.second > 0 {
            each(&self.word);
            self.word.drain(..self.second);
        }
        self.second = self.word.len();
        self.letters = 0;
        self.push(letter);
    }

    /// Adds a character of a decomposition.
    fn add_part(&mut self, part: char, each: &mut impl FnMut(&str)) {
        if ('\u{300}'..='\u{36f}').contains(&part) {
            return;
        }
        if is_combining_mark(part) {
            self.push(part);
        } else if is_unspaced(part) {
            self.push_unspaced(part, each);
        } else if part.is_alphanumeric() {
            self.end_unspaced(each);
            // By way of upper case "ß" and "ss", and both forms of the Greek sigma, become equal; first of all, "ẞ" becomes "ß".
            let letters = part.to_lowercase().flat_map(char::to_uppercase).flat_map(char::to_lowercase);
            letters.for_each(|letter| self.push(letter));
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

const ZERO_WIDTH_SPACE: char = '\u{200b}';

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use unicode_normalization::UnicodeNormalization as _;

    use super::*;

    #[test]
    fn words_are_compared_without_case_accents_and_ligatures() {
        for (one, other) in [
            ("Crème BRÛLÉE", "brulee creme"),
            ("Straße", "STRASSE"),
            ("STRAẞE", "straße"),
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
    fn scripts_without_spaces_have_words_of_two_letters() {
        for (text, expected) in [
            ("自行車道", &["自行", "行車", "車道", "道"][..]),
            ("道", &["道"]),
            ("東京2025年a", &["2025", "a", "京", "年", "東京"]),
            ("ｶﾞﾗｽ", &["カ\u{3099}ラ", "ス", "ラス"]),
            ("が、か", &["か", "か\u{3099}"]),
            ("ที่ดิน", &["ที่ดิ", "ดิน", "น"]),
            ("ที่\u{200b}ดิน", &["ที่ดิ", "ดิน", "น"]),
            ("서울 시청", &["서울", "시청"]),
        ] {
            let mut expected: Vec<String> = expected.iter().map(|word| word.nfkd().collect()).collect();
            expected.sort_unstable();
            assert_eq!(words(text), expected, "{text}");
        }
    }

    #[test]
    fn only_the_first_letters_of_a_long_word_count() {
        assert_eq!(words(&"ä".repeat(100)), ["a".repeat(MAX_LETTERS)]);
    }

    proptest! {
        #[test]
        fn every_text_contains_the_words_of_its_words(text in any::<String>()) {
            let found = words(&text);
            for word in words(&found.join(" ")) {
                prop_assert!(found.iter().any(|found| found.starts_with(&word)), "{}", word);
            }
        }

        #[test]
        fn parts_of_a_text_without_spaces_contain_only_words_of_the_text(
            text in "[一-十あ-おกข]{2,9}",
            start in 0..8_usize,
            length in 1..9_usize,
        ) {
            let part: String = text.chars().skip(start).take(length).collect();
            let found = words(&text);
            for word in words(&part) {
                prop_assert!(found.iter().any(|found| found.starts_with(&word)), "{}", word);
            }
        }
    }
}
