//! The library: the games that are built into the binary, known by the names of their folders.

use std::io::Read;
use std::ops::Range;
use std::sync::LazyLock;

use dagaz_record::formats::pgn;
use dagaz_record::matching::distance;
use dagaz_record::{names, sized_title};
use flate2::read::ZlibDecoder;

/// One game.
pub(crate) struct Entry {
    /// The family of games it belongs to: `chess`, `draughts`.
    pub(crate) family: &'static str,
    /// Its name.
    pub(crate) name: &'static str,
    /// The name of its rules file.
    pub(crate) main: &'static str,
    /// The files of its folder: name, and the range of its content in [`CONTENTS`].
    files: &'static [(&'static str, Range<usize>)],
    /// What is known about its tree of moves.
    pub(crate) known: &'static [Known],
}

/// Counts of all sequences of moves from a start position, published by others or counted with
/// their programs.
pub(crate) struct Known {
    /// The variant; none: the game that the rules file offers first.
    pub(crate) variant: Option<&'static str>,
    /// Those of 1, 2, ... plies.
    pub(crate) counts: &'static [u64],
    /// Who counted.
    pub(crate) from: &'static str,
}

impl Entry {
    /// Returns the rules file.
    pub(crate) fn rules(&self) -> &'static [u8] {
        self.files().find(|(name, _)| *name == self.main).map_or(&[], |(_, bytes)| bytes)
    }

    /// Returns the files of its folder: name and content.
    pub(crate) fn files(&self) -> impl Iterator<Item = (&'static str, &'static [u8])> {
        self.files.iter().map(|(name, range)| (*name, CONTENTS.get(range.clone()).unwrap_or_default()))
    }

    /// Returns the title in its rules that a record means; `None` if that is the game itself, by
    /// the name it has here. What is not known stays.
    pub(crate) fn title_meant(&self, said: String) -> Option<String> {
        let exact = self.titles().find(|known| *known == said);
        if let Some((_, variant)) = meant(&said).filter(|(entry, _)| exact.is_none() && std::ptr::eq(*entry, self)) {
            return variant.map(str::to_string);
        }
        match exact.or_else(|| self.titles().find(|known| pgn::means(known, &said))) {
            Some(known) => Some(known.to_string()),
            None => Some(said).filter(|said| !pgn::means(self.name, said)),
        }
    }

    /// Returns whether its rules declare a parameter of that name.
    pub(crate) fn has_parameter(&self, name: &str) -> bool {
        let text = std::str::from_utf8(self.rules()).unwrap_or_default();
        text.contains(&format!("(parameter {name} "))
    }

    /// What its rules file is called in its own words: the texts behind the words that begin a
    /// game.
    pub(crate) fn titles(&self) -> impl Iterator<Item = &'static str> {
        let text = std::str::from_utf8(self.rules()).unwrap_or_default();
        let behind = |head: &'static str| text.split(head).skip(1).filter_map(|rest| rest.split_once('"'));
        ["(game \"", "(variant \"", "(title \""].into_iter().flat_map(behind).map(|(title, _)| title)
    }
}

/// All games, by family and name.
pub(crate) static GAMES: &[Entry] = include!(concat!(env!("OUT_DIR"), "/library.rs"));

/// The contents of all their files, one after the other. They are compressed in the binary, where
/// they would take three times the room.
static CONTENTS: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut contents = Vec::new();
    let mut decoder = ZlibDecoder::new(&include_bytes!(concat!(env!("OUT_DIR"), "/library.zlib"))[..]);
    // The build script wrote them; a damaged binary has no games.
    let _ = decoder.read_to_end(&mut contents);
    contents
});

/// Returns the game of that name.
pub(crate) fn find(name: &str) -> Option<&'static Entry> {
    GAMES.iter().find(|entry| entry.name.eq_ignore_ascii_case(name))
}

/// Returns the game that a name means, whichever program uses that name, and the variant of its
/// rules file; `None` for the game that the file offers first.
pub(crate) fn meant(name: &str) -> Option<(&'static Entry, Option<&'static str>)> {
    if let Some(entry) = find(name) {
        return Some((entry, None));
    }
    if let Some(names) = names::meant(name) {
        return Some((find(names.game)?, Some(names.variant).filter(|variant| !variant.is_empty())));
    }
    let folded = names::fold(name);
    GAMES.iter().find(|entry| names::fold(entry.name) == folded && !folded.is_empty()).map(|entry| (entry, None))
}

/// Returns the game of a family with that board size, such as Go of 13 by 13, and its variant. Its
/// title is that of the full-size game, then the size.
pub(crate) fn sized(title: &str, size: usize) -> Option<(&'static Entry, &'static str)> {
    let wanted = sized_title(title, size);
    let titled = |entry: &'static Entry| entry.titles().find(|title| names::fold(title) == wanted);
    GAMES.iter().find_map(|entry| Some((entry, titled(entry)?)))
}

/// Returns the first game whose name or whose rules have that title, as records say it. What any
/// game may be called is no title.
pub(crate) fn titled(title: &str) -> Option<&'static Entry> {
    if pgn::means("", title) {
        return None;
    }
    let named = GAMES.iter().find(|entry| pgn::means(entry.name, title));
    let titled = || GAMES.iter().find(|entry| entry.titles().any(|known| pgn::means(known, title)));
    named.or_else(titled).or_else(|| meant(title).map(|(entry, _)| entry))
}

/// Returns the names most like `name`, best first; none if nothing is like it.
pub(crate) fn near(name: &str) -> Vec<&'static str> {
    let name = name.to_lowercase();
    // Names that contain each other come before names with a similar spelling.
    let mut ranked: Vec<(bool, usize, &str)> = GAMES
        .iter()
        .map(|entry| {
            let part = name.len() >= 3 && (entry.name.contains(&name) || name.contains(entry.name));
            (!part, distance(&name, entry.name), entry.name)
        })
        .filter(|(apart, distance, known)| !apart || *distance <= 1 + known.len() / 4)
        .collect();
    ranked.sort_unstable();
    ranked.into_iter().map(|(_, _, name)| name).take(4).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_rules_and_a_unique_name() {
        for (index, entry) in GAMES.iter().enumerate() {
            assert!(!entry.rules().is_empty(), "{}", entry.name);
            assert!(GAMES[..index].iter().all(|other| other.name != entry.name), "{} is there twice", entry.name);
        }
    }

    #[test]
    fn known_counts_are_of_start_positions_and_move_by_move() {
        let first = |name| find(name).and_then(|entry| entry.known.first()).map(|known| &known.counts[..3]);
        assert_eq!(first("chess"), Some(&[20, 400, 8902][..]));
        assert_eq!(first("reversi"), Some(&[4, 12, 56][..]));
        let chess = find("chess").expect("it is in the library");
        assert_eq!(chess.known.len(), 1, "no other position");
        let draughts = find("international-draughts").expect("it is in the library");
        let main = draughts.known.iter().filter(|known| known.variant.is_none());
        assert_eq!(main.count(), 1, "none of merged moves");
        let variant = find("reversi").and_then(|entry| entry.known.get(1)).and_then(|known| known.variant);
        assert_eq!(variant, Some("Reversi, old opening"));
        assert!(GAMES.iter().flat_map(|entry| entry.known).all(|known| !known.from.is_empty()));
    }

    #[test]
    fn known_counts_are_of_the_edition_that_is_played() {
        // The text of edition 2 ends at once when neither can move, that of edition 3 after both
        // have passed.
        let reversi = find("reversi").expect("it is in the library");
        assert_eq!(reversi.main, "reversi.drf");
        assert_eq!(reversi.known[0].counts.get(9), Some(&24_571_284));
        for entry in GAMES {
            for (index, known) in entry.known.iter().enumerate() {
                let again = entry.known[..index].iter().any(|other| other.variant == known.variant);
                assert!(!again, "{}: two counts of {:?}", entry.name, known.variant);
            }
        }
    }

    #[test]
    fn a_mistyped_name_gets_suggestions() {
        assert_eq!(near("ches").first(), Some(&"chess"));
        assert!(near("conect-four").contains(&"connect-four"));
        assert!(near("zzzzzzzz").is_empty());
    }
}
