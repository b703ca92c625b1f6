//! The library: the games that are built into the binary, known by the names of their folders.

use dagaz_record::matching::distance;

/// One game.
pub(crate) struct Entry {
    /// The family of games it belongs to: `chess`, `draughts`.
    pub(crate) family: &'static str,
    /// Its name.
    pub(crate) name: &'static str,
    /// The name of its rules file.
    pub(crate) main: &'static str,
    /// The files of its folder: name and content.
    pub(crate) files: &'static [(&'static str, &'static [u8])],
}

impl Entry {
    /// The rules file.
    pub(crate) fn rules(&self) -> &'static [u8] {
        self.files.iter().find(|(name, _)| *name == self.main).map_or(&[], |(_, bytes)| bytes)
    }
}

/// All games, by family and name.
pub(crate) static GAMES: &[Entry] = include!(concat!(env!("OUT_DIR"), "/library.rs"));

/// The game of that name.
pub(crate) fn find(name: &str) -> Option<&'static Entry> {
    GAMES.iter().find(|entry| entry.name.eq_ignore_ascii_case(name))
}

/// The names most like `name`, best first; none if nothing is like it.
pub(crate) fn near(name: &str) -> Vec<&'static str> {
    let name = name.to_lowercase();
    let mut ranked: Vec<(usize, &str)> = GAMES
        .iter()
        .map(|entry| {
            let part = name.len() >= 3 && (entry.name.contains(&name) || name.contains(entry.name));
            (if part { 0 } else { distance(&name, entry.name) }, entry.name)
        })
        .filter(|(apart, known)| *apart <= 1 + known.len() / 4)
        .collect();
    ranked.sort_unstable();
    ranked.into_iter().map(|(_, name)| name).take(4).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_its_rules_and_a_name_of_its_own() {
        for (index, entry) in GAMES.iter().enumerate() {
            assert!(!entry.rules().is_empty(), "{}", entry.name);
            assert!(GAMES[..index].iter().all(|other| other.name != entry.name), "{} is there twice", entry.name);
        }
    }

    #[test]
    fn a_mistyped_name_has_near_ones() {
        assert_eq!(near("ches").first(), Some(&"chess"));
        assert!(near("conect-four").contains(&"connect-four"));
        assert!(near("zzzzzzzz").is_empty());
    }
}
