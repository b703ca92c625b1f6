//! Bytes of a rules file into text.
//!
//! Rules files are twenty years old and say nothing of their encoding. Names are ASCII nearly
//! always; strings hold whatever the author's machine wrote. A file that is valid UTF-8 is read so,
//! any other as Windows-1252, which gives every byte a character: nothing is lost, nothing is
//! refused.

/// The characters of Windows-1252 from 0x80 to 0x9F. Its five unused places keep their control
/// codes.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘', '’',
    '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// Returns the text of a file in any encoding. A byte order mark is not part of the text.
pub fn decode(bytes: &[u8]) -> String {
    match bytes {
        [0xEF, 0xBB, 0xBF, rest @ ..] => decode_bytes(rest),
        [0xFF, 0xFE, rest @ ..] => decode_utf16(rest, u16::from_le_bytes),
        [0xFE, 0xFF, rest @ ..] => decode_utf16(rest, u16::from_be_bytes),
        // No rules begin with a character of zero, so these lack the mark.
        [1..=u8::MAX, 0, 1..=u8::MAX, 0, ..] => decode_utf16(bytes, u16::from_le_bytes),
        [0, 1..=u8::MAX, 0, 1..=u8::MAX, ..] => decode_utf16(bytes, u16::from_be_bytes),
        _ => decode_bytes(bytes),
    }
}

fn decode_bytes(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_string(),
        Err(_) => bytes.iter().map(|&byte| windows_1252(byte)).collect(),
    }
}

fn decode_utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

fn windows_1252(byte: u8) -> char {
    match byte {
        0x80..=0x9F => WINDOWS_1252[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_common_encoding_is_decoded() {
        let cases: &[(&[u8], &str)] = &[
            (b"(title \"Go\")", "(title \"Go\")"),
            (b"\xEF\xBB\xBF(x)", "(x)"),
            ("caf\u{e9}".as_bytes(), "café"),
            (b"caf\xE9", "café"),
            (b"\x93Xiang\x94 \x96 \x80", "“Xiang” – €"),
            (b"\xFF\xFEa\x00b\x00", "ab"),
            (b"\xFE\xFF\x00a\x00b", "ab"),
            (b"a\x00b\x00", "ab"),
            (b"\x00a\x00b", "ab"),
            (b"", ""),
        ];
        for (bytes, text) in cases {
            assert_eq!(decode(bytes), *text);
        }
    }

    #[test]
    fn no_two_bytes_become_one_character() {
        let all: std::collections::HashSet<char> = (0..=255).map(windows_1252).collect();
        assert_eq!(all.len(), 256);
    }
}
