//! The start position: a picture where letters can show it, else armies.

use dagaz_core::{Piece, PlayerId, SiteId};

use super::draft::Draft;
use super::text::{Sx, list, word};

impl Draft<'_> {
    /// Letters of pieces: those of the ZRF if they are letters, each its own; none where it has
    /// none.
    pub(super) fn letters(&self) -> Vec<Option<String>> {
        let mut known: Vec<String> = Vec::new();
        let pieces = &self.rules.glossary.pieces;
        pieces
            .iter()
            .map(|piece| {
                let letter = piece.letter.as_ref()?.trim().to_uppercase();
                let fits = !letter.is_empty()
                    && letter.chars().count() <= 2
                    && letter.chars().all(char::is_alphabetic)
                    && letter.to_lowercase() != letter
                    && !known.contains(&letter);
                known.push(letter.clone());
                fits.then_some(letter)
            })
            .collect()
    }

    /// Returns the clause of the start position.
    pub(super) fn setup(&self) -> Option<Sx> {
        let mut parts = Vec::new();
        match self.picture() {
            Some(picture) => parts.push(word(picture)),
            None => parts.extend(self.armies()),
        }
        parts.extend(self.written_hands());
        for (name, value, sites) in self.variable_setup() {
            let sites: Vec<SiteId> = sites.into_iter().map(SiteId::at).collect();
            let places = self.board.described(&sites);
            parts.push(list(&name, std::iter::once(word(value.to_string())).chain(places)));
        }
        (!parts.is_empty()).then(|| list("setup", parts))
    }

    fn owner(&self, owner: PlayerId) -> PlayerId {
        if self.board.players.contains(&owner) { owner } else { PlayerId::NONE }
    }

    /// Returns a picture of the board, if each piece has one letter and there are enough to see
    /// something.
    fn picture(&self) -> Option<String> {
        let (width, height) = self.board.picture_size()?;
        let letters = self.letters();
        let pieces = &self.rules.setup.pieces;
        let kinds: std::collections::BTreeSet<usize> =
            pieces.iter().map(|placement| placement.piece.kind.index()).collect();
        if self.board.players.len() != 2 || pieces.len() < 8 || kinds.len() < 3 || width * height > 400 {
            return None;
        }
        let mut rows = Vec::new();
        for y in (0..height).rev() {
            let (mut row, mut empty) = (String::new(), 0);
            for x in 0..width {
                let site = self.board.site_at(x, y);
                let placed = pieces.iter().rev().find(|placement| Some(placement.site) == site);
                let Some(placed) = placed else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    row += &empty.to_string();
                    empty = 0;
                }
                let letter = letters[placed.piece.kind.index()].as_ref().filter(|letter| letter.len() == 1)?;
                match self.board.players.iter().position(|player| *player == placed.piece.owner)? {
                    0 => row += letter,
                    _ => row += &letter.to_lowercase(),
                }
            }
            if empty > 0 {
                row += &empty.to_string();
            }
            rows.push(row);
        }
        Some(format!("\"{}\"", rows.join("/")))
    }

    fn armies(&self) -> Vec<Sx> {
        let players = &self.board.players;
        let of = |owner: PlayerId, kind: usize| -> Vec<SiteId> {
            let all = &self.rules.setup.pieces;
            // Of two on one site the later counts.
            let last = |site: SiteId| {
                all.iter().rev().find(|placement| placement.site == site).map(|placement| placement.piece)
            };
            let mine = |piece: Piece| piece.kind.index() == kind && self.owner(piece.owner) == owner;
            let sites =
                all.iter().filter(|placement| mine(placement.piece) && last(placement.site) == Some(placement.piece));
            let mut sites: Vec<SiteId> = sites.map(|placement| placement.site).collect();
            sites.sort_unstable();
            sites.dedup();
            sites
        };
        let kinds = 0..self.pieces.len();
        let mut common = Vec::new();
        let mut own: Vec<Vec<Sx>> = vec![Vec::new(); players.len()];
        let mut nobody = Vec::new();
        for kind in kinds {
            let name = || word(self.pieces[kind].clone());
            let sets: Vec<Vec<SiteId>> = players.iter().map(|player| of(*player, kind)).collect();
            match self.board.described_for_each(&sets).filter(|_| players.len() > 1 && self.board.all_choose()) {
                Some(alike) => common.push(Sx::List(vec![name(), alike])),
                None => {
                    for (place, set) in sets.iter().enumerate().filter(|(_, set)| !set.is_empty()) {
                        let places = self.board.described(set);
                        own[place].push(Sx::List(std::iter::once(name()).chain(places).collect()));
                    }
                }
            }
            let set = of(PlayerId::NONE, kind);
            if !set.is_empty() {
                nobody.push(Sx::List(std::iter::once(name()).chain(self.board.described(&set)).collect()));
            }
        }
        let mut parts = Vec::new();
        if !common.is_empty() {
            parts.push(list("each", common));
        }
        for (player, army) in self.player_names().iter().zip(own).filter(|(_, army)| !army.is_empty()) {
            parts.push(list(player, army));
        }
        if !nobody.is_empty() {
            parts.push(list("nobody", nobody));
        }
        parts
    }

    fn written_hands(&self) -> Vec<Sx> {
        let mut all: Vec<(String, Vec<(usize, u32)>)> = Vec::new();
        for player in &self.board.players {
            let mut held: Vec<(usize, u32)> = Vec::new();
            for (piece, count) in &self.rules.setup.supplies {
                let endless = self.is_endless(piece.kind);
                if piece.owner == *player && *count > 0 && !endless {
                    held.push((piece.kind.index(), *count));
                }
            }
            if !held.is_empty() {
                all.push((self.player(*player), held));
            }
        }
        let hand = |held: &[(usize, u32)]| {
            list("hand", held.iter().map(|(kind, count)| list(&self.pieces[*kind], [word(count.to_string())])))
        };
        let alike = all.len() == self.board.players.len() && all.windows(2).all(|pair| pair[0].1 == pair[1].1);
        match all.first() {
            Some((_, held)) if alike && all.len() > 1 && self.board.all_choose() => vec![list("each", [hand(held)])],
            _ => all.iter().map(|(player, held)| list(player, [hand(held)])).collect(),
        }
    }
}
