//! The part of an address that names a record.

/// A title in small letters and hyphens, ended by the record's number so that no two are the same.
pub fn slug(title: &str, number: u64) -> String {
    let mut slug = String::with_capacity(title.len() + 8);
    for character in title.chars() {
        if slug.len() > 70 {
            break;
        }
        match plain(character) {
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

/// Letters beyond ASCII that occur in the city's names and texts.
fn plain(character: char) -> Option<&'static str> {
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
