//! The encodings of records that say which one they are in, or whose format has a usual one.
//!
//! SGF says it by `CA`, KIF by `#KIF encoding` and by its file name, CSA since version 3 by a line
//! `'CSA encoding`. Older files of shogi are in Shift JIS, some in EUC, and those of Go in GBK or
//! Big5. What says nothing is left to the caller.

use encoding_rs::{BIG5, EUC_JP, Encoding, GBK, SHIFT_JIS, UTF_8};

use crate::formats::shogi::csa::is_csa;

/// How far a file is searched for the name of its encoding, in bytes.
const SEARCHED: usize = 4096;

/// Returns the text of a record whose encoding is known from what it says, or from its format. None
/// if nothing is known: the usual rules for texts apply.
pub fn decode(bytes: &[u8]) -> Option<String> {
    let begin = &bytes[..bytes.len().min(SEARCHED)];
    let encoding = said(begin).or_else(|| shogi(bytes)).or_else(|| sgf(bytes))?;
    let (text, _) = encoding.decode_without_bom_handling(bytes);
    Some(text.into_owned())
}

/// The encoding that the beginning of a file names.
fn said(begin: &[u8]) -> Option<&'static Encoding> {
    // What is no ASCII is of no interest here.
    let text: String = begin.iter().map(|&byte| if byte.is_ascii() { char::from(byte) } else { '?' }).collect();
    if text.trim_start_matches('?').trim_start().starts_with('(') {
        let at = text.match_indices("CA[").find(|(at, _)| !text[..*at].ends_with(|c: char| c.is_ascii_uppercase()))?.0;
        return named(text[at + 3..].split(']').next()?);
    }
    for word in ["encoding=", "encoding:"] {
        if let Some((_, rest)) = text.lines().take(3).find_map(|line| line.split_once(word)) {
            return named(rest.split(|c: char| c.is_whitespace() || c == ';').next()?);
        }
    }
    None
}

/// The encoding of a name. Ours to decode are those that a text does not show by itself.
fn named(name: &str) -> Option<&'static Encoding> {
    let name = name.trim();
    // Programs for Go write names that no standard has.
    let known = match name.to_ascii_lowercase().as_str() {
        "sjis" | "shift-jis" | "ms932" | "cp932" => Some(SHIFT_JIS),
        "gb" | "cp936" => Encoding::for_label(b"gbk"),
        "cp950" => Encoding::for_label(b"big5"),
        "cp949" => Encoding::for_label(b"euc-kr"),
        "euc" => Encoding::for_label(b"euc-jp"),
        other => Encoding::for_label(other.as_bytes()),
    };
    known.filter(|encoding| *encoding != UTF_8)
}

/// The encoding that a file of shogi must be in: it is no UTF-8, and has the words of such files.
fn shogi(bytes: &[u8]) -> Option<&'static Encoding> {
    if std::str::from_utf8(bytes).is_ok() {
        return None;
    }
    let words = ["手数", "手合割", "先手", "下手", "▲", "☗"];
    let fits = |encoding: &&'static Encoding| {
        let (text, wrong) = encoding.decode_without_bom_handling(bytes);
        // Text in Shift JIS is hardly ever sound EUC: half-width katakana alone could be both.
        !wrong && (is_csa(&text) || words.iter().any(|word| text.contains(word)))
    };
    let usual = || {
        let (text, _) = SHIFT_JIS.decode_without_bom_handling(&bytes[..bytes.len().min(SEARCHED)]);
        words.iter().any(|word| text.contains(word)).then_some(SHIFT_JIS)
    };
    [EUC_JP, SHIFT_JIS].into_iter().find(fits).or_else(usual)
}

/// The encoding of a file of SGF without `CA` in Chinese or Japanese, as older programs and servers
/// write it. None for letters of Europe, which are alone among ASCII: the standard's own encoding.
fn sgf(bytes: &[u8]) -> Option<&'static Encoding> {
    let begins =
        bytes.trim_ascii_start().strip_prefix(b"(").is_some_and(|rest| rest.trim_ascii_start().starts_with(b";"));
    if !begins || std::str::from_utf8(bytes).is_ok() {
        return None;
    }
    let mut best: Option<(usize, &'static Encoding)> = None;
    for encoding in [GBK, SHIFT_JIS, BIG5] {
        let (text, wrong) = encoding.decode_without_bom_handling(bytes);
        let mut foreign = text.chars().filter(|c| !c.is_ascii()).peekable();
        let of_asia =
            |c: char| matches!(c, '\u{3000}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}' | '\u{ff00}'..='\u{ff60}');
        if wrong || foreign.peek().is_none() || !foreign.all(of_asia) {
            continue;
        }
        // Kana, and what names, ranks, events and results are made of.
        let usual = |c: &char| matches!(c, '\u{3040}'..='\u{30ff}') || USUAL.contains(*c);
        let score = text.chars().filter(usual).count();
        if best.is_none_or(|(most, _)| score > most) {
            best = Some((score, encoding));
        }
    }
    let (_, encoding) = best?;
    // Two letters of Europe in a row are rare, and other signs take at least two bytes.
    let alone = bytes.chunk_by(|a, b| !a.is_ascii() && !b.is_ascii()).any(|run| !run[0].is_ascii() && run.len() == 1);
    (encoding == SHIFT_JIS || !alone || encoding == BIG5 && best.is_some_and(|(score, _)| score > 0))
        .then_some(encoding)
}

/// Characters that are frequent in files of Go.
const USUAL: &str = "黑白黒胜勝负負段级級中盘盤目子半日月年第届回赛賽戦战杯九八七六五四三二一十名人本因坊棋聖圣王局手番李王张張陈陳林山田木小";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_name_their_encodings() {
        let sgf = |ca: &str, bytes: &[u8]| [format!("(;CA[{ca}]PB[").as_bytes(), bytes, b"])"].concat();
        for (ca, bytes, text) in [
            ("Shift_JIS", &b"\x8eR\x93c"[..], "山田"),
            ("GB2312", b"\xba\xda\xc6\xe5", "黑棋"),
            ("big5", b"\xb6\xc2\xb4\xd1", "黑棋"),
            ("EUC-KR", b"\xb9\xd9\xb5\xcf", "바둑"),
            ("windows-1251", b"\xc3\xee", "Го"),
        ] {
            assert_eq!(decode(&sgf(ca, bytes)), Some(format!("(;CA[{ca}]PB[{text}])")), "{ca}");
        }
        assert_eq!(decode(b"(;CA[UTF-8]PB[x])"), None, "a text shows UTF-8 by itself");
        assert_eq!(decode(b"(;CA[no such]PB[x])"), None);
        assert_eq!(decode(b"[Event \"?\"]"), None);
    }

    #[test]
    fn old_files_of_shogi_are_in_shift_jis() {
        let (bytes, ..) = SHIFT_JIS.encode("手合割：平手\n手数----指手---------消費時間--\n");
        assert!(decode(&bytes).is_some_and(|text| text.starts_with("手合割：平手")));
        assert_eq!(decode("手合割：平手".as_bytes()), None);
    }

    #[test]
    fn sgf_without_an_encoding_is_detected() {
        for (encoding, names) in
            [(GBK, "古力 李世石九段"), (GBK, "古力"), (SHIFT_JIS, "山下敬吾 ユンさん"), (BIG5, "張栩 周俊勳九段")]
        {
            let text = format!("(;GM[1]SZ[9]PB[{names}];B[aa])");
            let (bytes, ..) = encoding.encode(&text);
            assert_eq!(decode(&bytes).as_deref(), Some(text.as_str()), "{names}");
        }
        for text in ["(;GM[1]PB[J\u{f6}rg];B[aa])", "(;PB[Caf\u{e9} \u{c5}sa]PW[\u{d8}ye];B[aa])"] {
            let latin: Vec<u8> = text.chars().map(|c| c as u8).collect();
            assert_eq!(decode(&latin), None, "{text}");
        }
    }

    #[test]
    fn csa_without_an_encoding_is_in_shift_jis_or_euc() {
        let text = "V2.2\nN+羽生善治\nN-谷川\nPI\n+\n+7776FU\n'*好手\n";
        for encoding in [SHIFT_JIS, EUC_JP] {
            let (bytes, ..) = encoding.encode(text);
            assert_eq!(decode(&bytes).as_deref(), Some(text), "{}", encoding.name());
        }
        assert_eq!(decode(b"1. e4 {caf\xe9} e5"), None, "a file of another game is not in Shift JIS");
    }
}
