//! Slugs: the readable part of the URL of a record.

/// The title in lower-case ASCII letters and hyphens, with the number of the record at the end, which makes it unique.
pub fn slug(title: &str, number: u64) -> String {
    let mut slug = String::with_capacity(title.len() + 8);
    for character in title.chars() {
        if slug.len() > 70 {
            break;
        }
        match ascii(character) {
            Some(letter) => slug.push_str(letter),
            None if character.is_ascii_alphanumeric() => slug.push(character.to_ascii_lowercase()),
            None if !slug.is_empty() && !slug.ends_with('-') => slug.push('-'),
            None => {}
        }
    }
    if !slug.is_empty() && !slug.ends_with('-') {
        slug.push('-');
    }
    slug.push_str(&(number + 1).to_string());
    slug
}

/// The ASCII form of the non-ASCII letters in the names and texts of `data/`.
fn ascii(character: char) -> Option<&'static str> {
    Some(match character {
        'à' | 'â' | 'ä' | 'á' | 'ã' | 'ầ' | 'À' | 'Â' => "a",
        'é' | 'è' | 'ê' | 'ë' | 'ễ' | 'É' | 'È' | 'Ê' => "e",
        'î' | 'ï' | 'í' | 'ı' => "i",
        'ô' | 'ö' | 'ó' | 'ø' | 'Ö' => "o",
        'û' | 'ü' | 'ù' | 'ú' => "u",
        'ç' | 'Ç' => "c",
        'ś' | 'Ş' | 'ş' => "s",
        'ń' | 'ñ' => "n",
        'œ' | 'Œ' => "oe",
        'Ĳ' | 'ĳ' => "ij",
        'ß' => "ss",
        'ğ' => "g",
        _ => return None,
    })
}
