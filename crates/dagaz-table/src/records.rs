//! Games of uploaded texts: which game of the text is asked for, by which rules of a library it was
//! played, and what was wrong with it.

use dagaz_contract::catalog::{LibraryEntry, NewGame, NewRecord, Problem};
use dagaz_contract::message::Reason;
use dagaz_core::Game;
use dagaz_record::formats::{pgn, sgf};
use dagaz_record::names::Names;
use dagaz_record::{Format, GameTree, Part, ReadLimits, RecordFault, names, sized_title, titled_game, usual_game};

use crate::Refused;

/// The maximum number of moves of an uploaded record, including variations.
const MOVES_MAX: usize = dagaz_session::limits::NODES;

/// Bytes of an uploaded record.
const BYTES_MAX: usize = 16 << 20;

/// Games of a text that are listed.
const LISTED_MAX: usize = 1000;

/// The game of an uploaded text that is asked for.
pub struct AskedGame<'t> {
    /// Its text.
    pub part: Part<'t>,
    /// The games of the text, each in words; empty if there is one.
    pub games: Vec<String>,
}

/// The rules of a library by which a game was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedBy {
    /// The `id` of their entry.
    pub id: String,
    /// The index of the variant; none: the default one.
    pub variant: Option<u32>,
    /// Values of parameters, by their names. Not all rules have them.
    pub settings: Vec<(String, String)>,
}

/// What was read of a game.
pub struct ReadGame {
    /// The game, as far as it could be read.
    pub tree: Option<GameTree>,
    /// What is wrong with it.
    pub problems: Vec<Problem>,
}

impl<'t> AskedGame<'t> {
    /// Returns the game of an uploaded text that is asked for.
    pub fn of(new: &'t NewRecord) -> Result<AskedGame<'t>, Refused> {
        let bad = |say: &str| Refused::new(Reason::BadRecord, say);
        let format = match &new.format {
            Some(name) => {
                Format::named(name).ok_or_else(|| Refused::new(Reason::Unknown, "there is no such format"))?
            }
            None => Format::guess(&new.text).ok_or_else(|| bad("this is no record in any known format"))?,
        };
        let number = new.game.unwrap_or(0) as usize;
        let part = format.game(&new.text, number).ok_or_else(|| bad("the record has no game of this number"))?;
        let texts = format.games(&new.text);
        let about = |text: &&str| Part::whole(format, text).about();
        let games = if texts.len() > 1 { texts.iter().take(LISTED_MAX).map(about).collect() } else { Vec::new() };
        Ok(AskedGame { part, games })
    }

    /// Reads the game. Damage is reported, and the rest is read.
    pub fn read(&self, game: &dyn Game) -> ReadGame {
        let limits = ReadLimits { games: 1, moves: MOVES_MAX, bytes: BYTES_MAX, ..ReadLimits::default() };
        let reading = self.part.read(game, &limits);
        let fault = |fault: &RecordFault| Problem {
            line: Some(fault.line as u32),
            column: Some(fault.column as u32),
            ..Problem::fatal("record", &fault.to_string())
        };
        let remark = |remark: &String| Problem { error: false, ..Problem::fatal("record", remark) };
        let problems = reading.faults.iter().map(fault).chain(reading.remarks.iter().map(remark)).collect();
        ReadGame { tree: reading.games.into_iter().next(), problems }
    }

    /// Returns the refusal of a game whose rules are not in the library.
    pub fn without_rules(&self) -> Refused {
        let named = &self.part.named;
        let names: Vec<&str> =
            [named.title.as_str(), named.file.as_str()].into_iter().filter(|name| !name.is_empty()).collect();
        let say = match names.as_slice() {
            [] => "the record does not say by which rules it was played".to_string(),
            names => format!("it was played by the rules of {}, which are not in the library", names.join(", file ")),
        };
        Refused::new(Reason::BadRecord, &say)
    }

    /// Returns the rules of a library by which the game was played: by its title in the rules, by
    /// its title in other programs, by the file of the rules, else by what the format says of the
    /// game and its board.
    pub fn rules_in(&self, library: &[LibraryEntry]) -> Option<PlayedBy> {
        let (format, named, text) = (self.part.format, &self.part.named, self.part.text);
        let of_id = |id: &str| library.iter().find(|entry| !id.is_empty() && entry.id.eq_ignore_ascii_case(id));
        let titled = |title: &str| {
            library.iter().find_map(|entry| Some((entry.id.clone(), Some(variant_titled(entry, title)?))))
        };
        let usual = usual_game(format, text);
        let known = || {
            let names = titled_game(&named.title, usual)?;
            let entry = of_id(names.game)?;
            Some((entry.id.clone(), variant_titled(entry, names.variant)))
        };
        let file = named.file.as_str();
        let by_file = || Some((of_id(file.rsplit_once('.').map_or(file, |(stem, _)| stem))?.id.clone(), None));
        let size = (format == Format::Sgf).then(|| sgf::board_size(text)).flatten();
        let is_usual = |usual: &&Names| file.is_empty() && pgn::means(usual.title, &named.title);
        let by_format = || {
            let entry = of_id(usual.filter(is_usual)?.game)?;
            let sized = size.and_then(|size| titled(&sized_title(&entry.title, size)));
            Some(sized.unwrap_or((entry.id.clone(), None)))
        };
        let found = titled(&named.title).or_else(known).or_else(by_file).or_else(by_format)?;
        let said = [("size", size.map(|size| size.to_string())), ("komi", sgf::komi(text))];
        let said = said.into_iter().filter(|_| format == Format::Sgf);
        let said = said.filter_map(|(name, value)| Some((name.to_string(), value?)));
        let mut settings = named.settings.clone();
        settings.extend(said.filter(|(name, _)| named.settings.iter().all(|(known, _)| known != name)));
        Some(PlayedBy { id: found.0, variant: found.1, settings })
    }
}

/// Returns the request for a study of a game by these rules.
pub fn study(rules: String, variant: u32, nonce: String) -> NewGame {
    NewGame {
        rules,
        variant: Some(variant),
        seats: Vec::new(),
        clock: None,
        position: None,
        study: true,
        seed: None,
        from: None,
        private: false,
        rated: false,
        draft: false,
        nonce,
    }
}

/// Returns the index of the variant of rules with a title, without regard to capitals and signs.
pub fn variant_titled(entry: &LibraryEntry, title: &str) -> Option<u32> {
    let wanted = names::fold(title);
    let found = entry.variants.iter().position(|known| !wanted.is_empty() && names::fold(known) == wanted);
    found.map(|variant| variant as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(id: &str, variants: &[&str]) -> LibraryEntry {
        let variants: Vec<String> = variants.iter().map(ToString::to_string).collect();
        LibraryEntry {
            id: id.to_string(),
            family: None,
            title: variants[0].clone(),
            variants,
            default: 0,
            about: String::new(),
            choosers: 2,
            chance: false,
            errors: 0,
            by: None,
            visible: None,
        }
    }

    fn new(text: &str, game: Option<u32>) -> NewRecord {
        NewRecord { text: text.to_string(), format: None, rules: None, game, nonce: "n".to_string() }
    }

    fn library() -> Vec<LibraryEntry> {
        vec![
            entry("chess", &["Chess"]),
            entry("atomic", &["Atomic"]),
            entry("three-check", &["Three-check", "Five-check"]),
            entry("xiangqi", &["Xiangqi"]),
            entry("shogi", &["Shogi"]),
            entry("minishogi", &["Minishogi"]),
            entry("backgammon", &["Backgammon"]),
            entry("international-draughts", &["International draughts"]),
            entry("brazilian-draughts", &["Brazilian draughts"]),
            entry("go-19x19", &["Go 19x19"]),
            entry("go-13x13", &["Go 13x13"]),
            entry("hex", &["Hex"]),
        ]
    }

    #[test]
    fn records_of_other_programs_find_their_games() {
        for (text, game, variant, settings) in [
            ("[Event \"?\"]\n\n1. e4 *", "chess", None, ""),
            ("[Event \"?\"]\n[Variant \"Standard\"]\n\n1. e4 *", "chess", None, ""),
            ("[Event \"?\"]\n[Variant \"From Position\"]\n\n1. e4 *", "chess", None, ""),
            ("[Event \"?\"]\n[Variant \"5check\"]\n\n1. e4 *", "three-check", Some(1), ""),
            ("[Game \"Chinese Chess\"]\n\n1. C2.5 *", "xiangqi", None, ""),
            ("[Event \"?\"]\n[GameType \"26\"]\n\n*", "brazilian-draughts", None, ""),
            ("[Event \"?\"]\n\n1. 32-28 19-23 *", "international-draughts", None, ""),
            ("(;GM[1]SZ[13]KM[375];B[aa])", "go-13x13", Some(0), "size=13 komi=7.5"),
            ("(;FF[4]SZ[19];B[aa])", "go-19x19", Some(0), "size=19"),
            ("(;GM[11]SZ[13];B[a1])", "hex", None, "size=13"),
            ("V2.2\nPI\n+\n+7776FU", "shogi", None, ""),
            ("手合割：平手\n   1 ７六歩(77)\n", "shogi", None, ""),
            ("手合割：5五将棋\n   1 ２四銀(35)\n", "minishogi", None, ""),
            (" 5 point match\n\n Game 1\n", "backgammon", None, ""),
        ] {
            let new = new(text, None);
            let found = AskedGame::of(&new).ok().and_then(|asked| asked.rules_in(&library())).expect(text);
            let set: Vec<String> = found.settings.iter().map(|(name, value)| format!("{name}={value}")).collect();
            assert_eq!((found.id.as_str(), found.variant, set.join(" ").as_str()), (game, variant, settings), "{text}");
        }
        let new = new("[Variant \"Trax\"]\n\n1. e4 *", None);
        let asked = AskedGame::of(&new).expect("a record");
        assert_eq!(asked.rules_in(&library()), None, "a variant that is not here");
        assert!(asked.without_rules().say.contains("Trax"), "{}", asked.without_rules().say);
    }

    #[test]
    fn each_game_of_a_text_can_be_asked_for() {
        let text = "[White \"Ann\"]\n[Black \"Bob\"]\n\n1. e4 *\n\n[Variant \"Atomic\"]\n\n1. e4 *\n";
        for (number, game) in [(None, "chess"), (Some(0), "chess"), (Some(1), "atomic")] {
            let new = new(text, number);
            let asked = AskedGame::of(&new).expect("a game");
            assert_eq!(asked.rules_in(&library()).map(|found| found.id).as_deref(), Some(game), "{number:?}");
            assert_eq!(asked.games, ["Ann – Bob", "Atomic"]);
        }
        assert!(AskedGame::of(&new(text, Some(2))).is_err());
        assert!(AskedGame::of(&new("a letter", None)).is_err(), "no format");
        assert_eq!(AskedGame::of(&new("(;GM[1])", None)).map(|asked| asked.games).ok(), Some(vec![]));
    }
}
