//! What a full-text search of a database asks for.

/// The words of a search, each of which a text must contain.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct SearchWords {
    /// Words that texts contain as a word or as the beginning of one.
    pub beginnings: Vec<String>,
    /// Such words that are written with "ss" or with "ß": both spellings.
    pub spellings: Vec<[String; 2]>,
    /// Words with letters of scripts that write no spaces: texts contain them anywhere.
    pub parts: Vec<String>,
}

impl SearchWords {
    /// Splits at white space, and drops parts without letters and digits.
    pub fn new(text: &str) -> Self {
        let text = text.replace('\0', " ");
        let mut words: Vec<&str> =
            text.split_whitespace().filter(|word| word.contains(char::is_alphanumeric)).collect();
        words.sort_unstable();
        words.dedup();
        let mut searched = Self::default();
        for word in words {
            let sharp = word.to_lowercase().replace("ss", "ß");
            if word.contains(is_unspaced) {
                searched.parts.push(word.to_owned());
            } else if sharp.contains('ß') {
                searched.spellings.push([sharp.replace('ß', "ss"), sharp]);
            } else {
                searched.beginnings.push(word.to_owned());
            }
        }
        searched
    }

    /// Whether no text is searched for.
    pub fn is_empty(&self) -> bool {
        self == &Self::default()
    }
}

/// Whether a character is a letter or digit of a script that writes no spaces between words: Thai, Lao, Burmese, Khmer,
/// Chinese and Japanese.
pub fn is_unspaced(character: char) -> bool {
    let is_of_script = matches!(character,
        '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{3005}'..='\u{3007}'
        | '\u{3021}'..='\u{3029}' | '\u{3040}'..='\u{312f}' | '\u{31a0}'..='\u{31bf}' | '\u{31f0}'..='\u{31ff}'
        | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{1b000}'..='\u{1b16f}' | '\u{20000}'..='\u{3ffff}');
    is_of_script && character.is_alphanumeric()
}
