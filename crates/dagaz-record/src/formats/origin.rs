//! Detects the rules and the format of a record before the rules are loaded.

use serde::Deserialize;

use crate::formats::Format;
use crate::formats::backgammon::mat;
use crate::formats::log;
use crate::formats::notation;
use crate::formats::pdn;
use crate::formats::pgn;
use crate::formats::pgn::bare;
use crate::formats::sgf;
use crate::formats::shogi::{csa, kif};
use crate::formats::transcript;
use crate::formats::wxf_file;
use crate::formats::zsg;
use crate::names;
use crate::tree::RulesIdentity;

/// What a record says of its rules; what it does not say is empty.
pub(crate) fn rules_named(format: Format, text: &str) -> RulesIdentity {
    match format {
        Format::Zsg => {
            let header = zsg::header(text).unwrap_or_default();
            RulesIdentity {
                file: header.rules_file,
                title: header.title,
                settings: header.settings,
                edition: Some(2),
                hash: None,
            }
        }
        Format::Text => match log::script_named(text) {
            Some(file) => RulesIdentity { file, ..RulesIdentity::default() },
            None => notation::rules_named(text),
        },
        Format::Json => serde_json::from_str(text).map_or_else(|_| RulesIdentity::default(), Heads::first),
        Format::Sgf => sgf::rules_named(text),
        Format::Pgn => pgn::tags::rules_named(text),
        Format::Pdn => {
            let named = pgn::tags::rules_named(text);
            // `Breakthrough` is a game of its own, but in PDN it is one of draughts.
            let said = Some(&named.title).filter(|title| !title.trim().is_empty());
            let draughts = said.and_then(|title| names::meant(&format!("{title} draughts")));
            RulesIdentity { title: draughts.map_or(named.title, |names| names.title.to_string()), ..named }
        }
        Format::Kif | Format::Ki2 => {
            let title = kif::game_named(text).unwrap_or_default().to_string();
            RulesIdentity { title, ..RulesIdentity::default() }
        }
        Format::Usi | Format::Ucci | Format::Csa | Format::Mat => RulesIdentity::default(),
    }
}

/// The heads of the games of a JSON record.
#[derive(Deserialize)]
struct Heads {
    #[serde(default)]
    games: Vec<Head>,
}

#[derive(Deserialize)]
struct Head {
    #[serde(default)]
    rules: Rules,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Rules {
    file: String,
    title: String,
    edition: Option<u8>,
    hash: Option<String>,
    set: std::collections::BTreeMap<String, String>,
}

impl Heads {
    fn first(self) -> RulesIdentity {
        let Rules { file, title, edition, hash, set } =
            self.games.into_iter().next().map(|head| head.rules).unwrap_or_default();
        RulesIdentity { file, title, edition, hash, settings: set.into_iter().collect() }
    }
}

/// Whether a `position` line is one of xiangqi: it has a FEN, or moves that begin with a letter.
fn is_of_xiangqi(text: &str) -> bool {
    let moves = text.split_once(" moves ").map(|(_, moves)| moves.trim_start());
    let lettered = moves.is_some_and(|moves| moves.starts_with(|c: char| c.is_ascii_lowercase()));
    !text.contains("sfen ") && (text.contains("fen ") || lettered)
}

/// The format that a text looks like.
pub(crate) fn guess(text: &str) -> Option<Format> {
    let text = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    let begins = |with: &str| text.starts_with(with);
    if begins("Zillions Save Game File") {
        Some(Format::Zsg)
    } else if begins("{") {
        Some(Format::Json)
    } else if wxf_file::is_file(text) {
        Some(Format::Ucci)
    } else if begins("(") {
        Some(Format::Sgf)
    } else if begins("[") {
        Some(if pdn::is_pdn(text) { Format::Pdn } else { Format::Pgn })
    } else if bare::as_pgn(text).is_some() {
        Some(Format::Pgn)
    } else if begins("position ") || begins("startpos") || begins("sfen ") {
        Some(if is_of_xiangqi(text) { Format::Ucci } else { Format::Usi })
    } else if csa::is_csa(text) {
        Some(Format::Csa)
    } else if kif::is_kif(text) {
        Some(if kif::is_relative(text) { Format::Ki2 } else { Format::Kif })
    } else if mat::is_mat(text) {
        Some(Format::Mat)
    } else if transcript::is_transcript(text) {
        // Before PGN: a numbered one looks like it.
        Some(Format::Text)
    } else if pgn::is_movetext(text) {
        Some(if pdn::is_pdn(text) { Format::Pdn } else { Format::Pgn })
    } else {
        let is_text = begins(notation::FIRST_WORDS) || log::script_named(text).is_some();
        if is_text || transcript::is_transcript(text) {
            return Some(Format::Text);
        }
        bare::is_moves(text).then_some(Format::Pgn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_format_of_a_text_is_detected() {
        for (text, format) in [
            ("\u{feff}Zillions Save Game File Version 0.02 HC\r\n", Some(Format::Zsg)),
            ("\n{\"dagaz\": 1}", Some(Format::Json)),
            ("(;FF[4]GM[1])", Some(Format::Sgf)),
            ("[Event \"?\"]\n\n1. e4", Some(Format::Pgn)),
            ("[Event \"?\"]\n[GameType \"20\"]\n1. 32-28", Some(Format::Pdn)),
            ("[Event \"?\"]\n[Result \"1-1\"]\n1. 32-28 19-23 1-1", Some(Format::Pdn)),
            ("[Event \"?\"]\n1. h2-e2 h9-g7 1-0", Some(Format::Pgn)),
            ("position startpos moves 7g7f", Some(Format::Usi)),
            ("position fen rnbakabnr/9 w - - 0 1 moves h2e2", Some(Format::Ucci)),
            ("FORMAT\tWXF\nGAME x\nSTART{\n1. C2.5 h8+7\n}END", Some(Format::Ucci)),
            ("Dagaz record 1\nrules: chess.zrf\n", Some(Format::Text)),
            ("手合割：平手\n手数----指手---------消費時間--\n", Some(Format::Kif)),
            ("▲７六歩 △３四歩", Some(Format::Ki2)),
            ("; [Site \"\"]\n\n 7 point match\n\n Game 1\n", Some(Format::Mat)),
            ("'a comment\nV2.2\nPI\n+\n+7776FU", Some(Format::Csa)),
            ("+7776FU,T3\n-3334FU", Some(Format::Csa)),
            ("F5D6C3D3C4", Some(Format::Text)),
            ("1. f5 d6 2. c3 d3", Some(Format::Text)),
            ("1. e4 e5 2. Nf3", Some(Format::Pgn)),
            ("1.e4 e5", Some(Format::Pgn)),
            ("1. P@e4", Some(Format::Pgn)),
            ("1. O-O", Some(Format::Pgn)),
            ("1. 32-28 19-23", Some(Format::Pdn)),
            ("e4 e5 Nf3 Nc6", Some(Format::Pgn)),
            ("position startpos moves e2e4 e7e5", Some(Format::Pgn)),
            ("position startpos moves h2e2 h9g7", Some(Format::Ucci)),
            ("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3", Some(Format::Pgn)),
            ("1. e2 - e4 double-push", None),
            ("1. + g5 - e3 jump", None),
            ("1. Pass", None),
            ("hello", None),
            ("", None),
        ] {
            assert_eq!(guess(text), format, "{text}");
        }
    }

    #[test]
    fn a_handicap_of_kif_may_name_a_game() {
        for (text, title) in [("手合割：5五将棋\n", "5五将棋"), ("手合割：香落ち\n", ""), ("先手：A\n", "")]
        {
            assert_eq!(rules_named(Format::Kif, text).title, title, "{text}");
        }
    }

    #[test]
    fn json_names_its_rules() {
        let text = r#"{"dagaz":1,"games":[{"rules":{"file":"a.zrf","title":"A"},"moves":[1,2]},{"moves":[]}]}"#;
        let named = rules_named(Format::Json, text);
        assert_eq!((named.file.as_str(), named.title.as_str()), ("a.zrf", "A"));
        assert_eq!(rules_named(Format::Json, "{"), RulesIdentity::default());
    }
}
