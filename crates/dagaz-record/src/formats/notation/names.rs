//! Names and values in records: as they are where that is clear, in quotes where it is not.

use dagaz_core::{Game, PlayerId};

/// A value that fills the rest of a line.
pub(super) fn value(text: &str) -> String {
    let plain = !text.is_empty() && !text.starts_with('"') && text.trim() == text && !text.contains(char::is_control);
    if plain { text.to_string() } else { quoted(text) }
}

/// A name that something follows.
pub(super) fn name(text: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '?' | '#' | '.' | '\'');
    if !text.is_empty() && text.chars().all(plain) { text.to_string() } else { quoted(text) }
}

fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            c if c.is_control() => quoted.push_str(&format!("\\u{{{:x}}}", c as u32)),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

/// Reads what [`value`] wrote; none if the quotes are not in order.
pub(super) fn read_value(text: &str) -> Option<String> {
    let text = text.trim();
    if !text.starts_with('"') {
        return Some(text.to_string());
    }
    let (value, rest) = read_quoted(text)?;
    rest.trim().is_empty().then_some(value)
}

/// Reads what [`name`] wrote at the beginning of a text; gives the rest too. A name without quotes
/// ends at a blank or at one of `ends`.
pub(super) fn read_name<'t>(text: &'t str, ends: &[char]) -> Option<(String, &'t str)> {
    let text = text.trim_start();
    if text.starts_with('"') {
        return read_quoted(text);
    }
    let end = text.find(|c: char| c.is_whitespace() || ends.contains(&c)).unwrap_or(text.len());
    (end > 0).then(|| (text[..end].to_string(), &text[end..]))
}

fn read_quoted(text: &str) -> Option<(String, &str)> {
    let mut value = String::new();
    let mut chars = text.char_indices().skip(1);
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Some((value, &text[at + 1..])),
            '\\' => match chars.next()?.1 {
                'n' => value.push('\n'),
                'u' => {
                    let mut code = 0u32;
                    chars.next().filter(|(_, c)| *c == '{')?;
                    loop {
                        match chars.next()?.1 {
                            '}' => break,
                            c => code = code.checked_mul(16)?.checked_add(c.to_digit(16)?)?,
                        }
                    }
                    value.push(char::from_u32(code)?);
                }
                c => value.push(c),
            },
            c => value.push(c),
        }
    }
    None
}

/// What records call a player: its name, or `#` and its number from 1 where the name would not do.
pub(crate) fn player_key(game: &dyn Game, player: usize) -> String {
    let players = &game.glossary().players;
    match players.get(player) {
        Some(known)
            if !known.name.starts_with('#') && players.iter().filter(|other| other.name == known.name).count() == 1 =>
        {
            known.name.clone()
        }
        _ => format!("#{}", player + 1),
    }
}

/// The player whom records call so.
pub(crate) fn player_of_key(game: &dyn Game, key: &str) -> Option<usize> {
    /// Seats that a record may speak of, whatever the game has.
    const SEATS_MAX: usize = PlayerId::NONE.0 as usize;
    match key.strip_prefix('#') {
        Some(number) => number.parse().ok().filter(|number| (1..=SEATS_MAX).contains(number)).map(|number| number - 1),
        None => {
            let players = &game.glossary().players;
            let exact = players.iter().position(|player| player.name == key);
            exact.or_else(|| players.iter().position(|player| player.name.eq_ignore_ascii_case(key)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_output_is_readable_again() {
        let texts = ["Ann", "", " a ", "\"", "a\\b", "two\nlines\r\n", "x: y, z", "\u{0}\u{85}ä", "#1", "a\u{2028}"];
        for text in texts {
            assert_eq!(read_value(&value(text)).as_deref(), Some(text));
            let name = format!("{}: rest", name(text));
            assert_eq!(read_name(&name, &[':']), Some((text.to_string(), ": rest")));
        }
    }

    #[test]
    fn unterminated_quotes_are_no_value() {
        for text in ["\"", "\"a", "\"a\\", "\"\\u{110000}\"", "\"\\u{}x", "\"a\" b"] {
            assert_eq!(read_value(text), None, "{text}");
        }
    }
}
