//! The kind of a line of KIF. Reader and writer share it, so that no header is written that would
//! be read as something else. It does not read moves or boards.

/// The signs in front of moves of KI2.
pub(super) const SIGNS: [char; 6] = ['▲', '△', '▼', '▽', '☗', '☖'];

/// Headers that are facts of PGN's names.
const TAGS: [(&str, &str); 6] = [
    ("棋戦", "Event"),
    ("場所", "Site"),
    ("持ち時間", "TimeControl"),
    ("備考", "Annotation"),
    ("戦型", "Opening"),
    ("終了日時", "EndTime"),
];

/// A line of KIF or KI2, without control characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line<'t> {
    /// It is empty or for programs only.
    Ignored,
    Comment(&'t str),
    /// A line of a board diagram that is no row.
    Frame,
    /// A row of a board diagram.
    Row,
    /// Moves of KI2.
    Relative,
    /// A move of KIF.
    Numbered,
    /// The start of a variation at a ply; none if the number cannot be read.
    Variation(Option<usize>),
    Header(Key<'t>, &'t str),
    /// The first or the second player is to move in a diagram.
    Turn {
        second: bool,
    },
    /// The result in words.
    Summary,
    Unknown,
}

/// The key of a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key<'t> {
    /// The name of the first or the second player.
    Player {
        second: bool,
    },
    /// The pieces in hand of the first or the second player.
    Hand {
        second: bool,
    },
    Handicap,
    /// Date and time of the start.
    Begun,
    /// Anything else, by the name of its fact.
    Tag(&'t str),
}

impl<'t> Line<'t> {
    /// Tells what a line is.
    pub(super) fn of(line: &'t str) -> Line<'t> {
        let line = line.trim();
        if line.is_empty() || line.starts_with(['#', '&']) || line.starts_with("手数----") {
            return Line::Ignored;
        }
        if let Some(comment) = line.strip_prefix('*') {
            return Line::Comment(comment.trim());
        }
        if line.starts_with('|') {
            return Line::Row;
        }
        if line.starts_with('+') || line.starts_with("９ ８") || line.starts_with("手数＝") {
            return Line::Frame;
        }
        if line.starts_with(SIGNS) {
            return Line::Relative;
        }
        if line.starts_with(|c: char| c.is_ascii_digit()) {
            return Line::Numbered;
        }
        if let Some((key, value)) = line.split_once('：') {
            let (key, value) = (key.trim(), value.trim());
            if key == "変化" {
                return Line::Variation(value.strip_suffix('手').and_then(|ply| ply.trim().parse().ok()));
            }
            return Line::Header(Key::of(key), value);
        }
        // Some programs write an ASCII colon behind the usual keys.
        if let Some((key, value)) = line.split_once(':')
            && (!matches!(Key::of(key.trim()), Key::Tag(_)) || TAGS.iter().any(|(name, _)| *name == key.trim()))
        {
            return Line::Header(Key::of(key.trim()), value.trim());
        }
        match line {
            "後手番" | "上手番" => Line::Turn { second: true },
            "先手番" | "下手番" => Line::Turn { second: false },
            _ if line.starts_with("まで") => Line::Summary,
            _ => Line::Unknown,
        }
    }
}

impl<'t> Key<'t> {
    fn of(key: &'t str) -> Key<'t> {
        match key {
            "先手" | "下手" => Key::Player { second: false },
            "後手" | "上手" => Key::Player { second: true },
            "先手の持駒" | "下手の持駒" => Key::Hand { second: false },
            "後手の持駒" | "上手の持駒" => Key::Hand { second: true },
            "手合割" => Key::Handicap,
            "開始日時" | "対局日" => Key::Begun,
            _ => Key::Tag(TAGS.iter().find(|(name, _)| *name == key).map_or(key, |(_, tag)| tag)),
        }
    }
}

/// Returns the header of a fact; none if the line would be read as something else.
pub(super) fn header(tag: &str, value: &str) -> Option<String> {
    let key = TAGS.iter().find(|(_, name)| *name == tag).map_or(tag, |(key, _)| key);
    let value = super::one_line(value);
    let line = super::one_line(&format!("{key}：{value}"));
    (Line::of(&line) == Line::Header(Key::Tag(tag), &value)).then_some(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_headers_that_are_read_back_are_written() {
        assert_eq!(header("Event", "名人戦").as_deref(), Some("棋戦：名人戦"));
        assert_eq!(header("Round", " 3\u{1} ").as_deref(), Some("Round：3"));
        for tag in [
            "変化",
            "手合割",
            "先手",
            "後手の持駒",
            "開始日時",
            "3rd",
            "#1",
            "&x",
            "*x",
            "|",
            "+",
            "▲",
            "a：b",
            " x",
            "x\u{2}",
        ] {
            assert_eq!(header(tag, "8手"), None, "{tag}");
        }
    }
}
