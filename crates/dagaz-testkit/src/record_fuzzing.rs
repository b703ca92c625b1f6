//! Bodies of the fuzz targets of record readers: any bytes are read, and the games and positions
//! round-trip.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use dagaz_core::{Game, Limits};
pub use dagaz_record::Format;
use dagaz_record::{ReadLimits, parse_position_with, usual_position, write_position};
use dagaz_syntax::decode::decode;

use crate::records::round_trip;
use crate::source::{self, Pair};

/// Limits so small that no text can keep a target busy.
fn limits() -> ReadLimits {
    ReadLimits { bytes: 65_536, games: 8, moves: 64, depth: 8, text: 1_024, faults: 10 }
}

/// The games that records in a format are read with.
fn names(format: Format) -> &'static [&'static str] {
    match format {
        Format::Zsg | Format::Text | Format::Json => &["english-draughts", "chess", "twenty-squares"],
        Format::Sgf => &["reversi", "hex", "english-draughts", "go-9x9", "backgammon"],
        Format::Pgn => &["chess", "chess960", "seirawan", "xiangqi", "duck"],
        Format::Pdn => &["english-draughts", "international-draughts"],
        Format::Usi => &["shogi", "minishogi"],
        Format::Ucci => &["xiangqi"],
        Format::Kif | Format::Ki2 | Format::Csa => &["shogi", "minishogi"],
        Format::Mat => &["backgammon"],
    }
}

/// A game of the library, compiled once: by its rules of edition 2 if it has them.
fn game(name: &'static str) -> &'static dyn Game {
    type Named = (String, PathBuf, OnceLock<Box<dyn Game>>);
    static GAMES: OnceLock<Vec<Named>> = OnceLock::new();
    let games = GAMES.get_or_init(|| {
        let paths = source::library().into_iter().chain(source::path_library());
        let named = |path: PathBuf| {
            let stem = path.file_stem()?.to_string_lossy().into_owned();
            Some((stem, path, OnceLock::new()))
        };
        paths.filter_map(named).collect()
    });
    let (_, path, game) = games.iter().find(|(known, ..)| known == name).expect("the library has the game");
    game.get_or_init(|| compiled(path)).as_ref()
}

fn compiled(path: &Path) -> Box<dyn Game> {
    if source::is_of_paths(path) {
        return source::open(path).expect("the library is without faults");
    }
    let limits = Limits { plies: 256, ..Limits::default() };
    let mut file = source::read(path, &limits).expect("the file is there");
    let index = file.default_index();
    let rules = file.rules(index).rules.expect("the library is without faults");
    Box::new(Pair::new(rules, &limits).expect("small").compiled)
}

/// Reads bytes as a record. The first line may be a digit, which chooses among the games of the
/// format.
///
/// # Panics
/// If a reader gives a fault without a place, more than its limits allow, or a game that cannot be
/// written and read again.
pub fn read(format: Format, bytes: &[u8]) {
    let names = names(format);
    let (chosen, bytes) = match bytes {
        [digit @ b'0'..=b'9', b'\n', rest @ ..] => (usize::from(digit - b'0') % names.len(), rest),
        _ => (0, bytes),
    };
    let game: &dyn Game = game(names[chosen]);
    let text = decode(bytes);
    let limits = limits();
    let reading = format.read(game, &text, &limits);
    let parts = format.parts(&text);
    assert_eq!(parts.iter().map(|part| part.text).collect::<String>(), text, "the parts are the whole text");
    assert_eq!(format.games(&text).concat(), text, "the games are the whole text");
    // The last one may say that there are more.
    assert!(reading.faults.len() <= limits.faults + 1, "{} faults", reading.faults.len());
    assert!(reading.games.len() <= limits.games, "{} games", reading.games.len());
    // Where no line ends in a line feed, lines end in carriage returns.
    let end = if text.contains('\n') { '\n' } else { '\r' };
    let lines = text.split(end).count();
    for fault in &reading.faults {
        assert!((1..=lines).contains(&fault.line), "line {} of {lines}: {fault}", fault.line);
        assert!(fault.column >= 1 && !fault.message.is_empty(), "{fault:?}");
    }
    for tree in &reading.games {
        assert!(tree.moves() <= limits.moves, "{} moves", tree.moves());
        if let Err(fault) = round_trip(game, format, tree) {
            panic!("{fault}\nwas read from:\n{text}");
        }
    }
}

/// The games that positions are read with.
const OF_POSITIONS: [&str; 9] =
    ["chess960", "crazyhouse", "seirawan", "three-check", "xiangqi", "shogi", "makruk", "reversi", "frisian-draughts"];

/// Reads bytes as a position. The first line may be a digit, which chooses among the games.
///
/// # Panics
/// If a fault has no place in the text, or a position that the game has is not written and read as
/// the same.
pub fn read_position(bytes: &[u8]) {
    let (chosen, bytes) = match bytes {
        [digit @ b'0'..=b'9', b'\n', rest @ ..] => (usize::from(digit - b'0') % OF_POSITIONS.len(), rest),
        _ => (0, bytes),
    };
    let game: &dyn Game = game(OF_POSITIONS[chosen]);
    let text = decode(bytes);
    let position = match parse_position_with(game, &text, &mut Vec::new()) {
        Ok(position) => position,
        Err(fault) => {
            let columns = text.chars().count() + 1;
            assert!((1..=columns).contains(&fault.column) && !fault.message.is_empty(), "{fault:?} in {text}");
            return;
        }
    };
    // The rules may not have it: without a king, for example.
    let Ok(state) = game.set_up(&position) else { return };
    let written = write_position(game, &state);
    let read = parse_position_with(game, &written, &mut Vec::new());
    let again = read.map(|position| game.set_up(&position));
    assert!(
        matches!(&again, Ok(Ok(again)) if game.position(again) == game.position(&state)),
        "{written}\nwas written of:\n{text}"
    );
    // What people are shown is a position of the game too.
    let shown = usual_position(game, &state);
    assert!(parse_position_with(game, &shown, &mut Vec::new()).is_ok(), "{shown}");
}
