//! Moves of KI2, which name no origin: `▲５八金右`. Where several pieces could go there, words tell
//! them apart.

use dagaz_core::{MoveList, PlayerId, SiteId, State};

use super::Shogi;
use super::pieces;
use crate::formats::usi::From;

/// Where a move is made.
pub(super) struct Place<'s> {
    pub(super) state: &'s State,
    pub(super) mover: PlayerId,
    /// Where the last move went.
    pub(super) last: Option<SiteId>,
}

/// What a move of KI2 says.
pub(super) struct Relative<'t> {
    pub(super) to: SiteId,
    letter: &'static str,
    /// The words behind the piece.
    words: &'t str,
}

impl<'t> Relative<'t> {
    /// Takes a text apart, without the sign in front: `５八金右`, `同　銀`.
    pub(super) fn parse(shogi: &Shogi<'_>, place: &Place<'_>, text: &'t str) -> Option<Relative<'t>> {
        let (to, rest) = target(shogi, place, text)?;
        let (piece, words) = pieces::of_kif(rest)?;
        Some(Relative { to, letter: piece.letter, words: words.trim() })
    }

    /// The legal moves that it could mean.
    pub(super) fn meant(&self, shogi: &Shogi<'_>, place: &Place<'_>, list: &MoveList) -> Vec<usize> {
        let (duel, state) = (shogi.usi.duel(), place.state);
        let stays = self.words.contains("不成") || self.words.contains('生');
        let promotes = self.words.contains('成') && !stays;
        let drops = self.words.contains('打');
        // The origin of each move: none where the piece comes from the hand.
        let mut fitting: Vec<(usize, Option<(usize, usize)>)> = Vec::new();
        for index in 0..list.len() {
            let Some(said) = shogi.usi.said(state, list.get(index)) else { continue };
            if said.to != self.to || said.promotes != promotes {
                continue;
            }
            let (kind, from) = match said.from {
                From::Hand(kind) => (Some(kind), None),
                From::Site(site) => (state.piece(site).map(|piece| piece.kind), duel.place(site)),
            };
            if kind.and_then(|kind| duel.letter(kind)) == Some(self.letter) {
                fitting.push((index, from));
            }
        }
        let on_board = fitting.iter().any(|(_, from)| from.is_some());
        fitting.retain(|(_, from)| from.is_none() == (drops || !on_board));
        let Some((row, column)) = duel.place(self.to) else { return Vec::new() };
        // As the player who moves sees the board.
        let turned = place.mover != shogi.players()[0];
        let ahead = |from: usize| if turned { row as i64 - from as i64 } else { from as i64 - row as i64 };
        let right = |from: usize| if turned { column as i64 - from as i64 } else { from as i64 - column as i64 };
        for word in self.words.chars() {
            let keeps = |row: usize, side: usize| match word {
                '上' | '行' | '入' => ahead(row) > 0,
                '寄' => ahead(row) == 0,
                '引' | '下' => ahead(row) < 0,
                '直' => ahead(row) == 1 && right(side) == 0,
                _ => true,
            };
            fitting.retain(|(_, from)| from.is_none_or(|(row, side)| keeps(row, side)));
        }
        let side = |from: &Option<(usize, usize)>| from.map_or(0, |(_, side)| right(side));
        let furthest = match () {
            () if self.words.contains('右') => fitting.iter().map(|(_, from)| side(from)).max(),
            () if self.words.contains('左') => fitting.iter().map(|(_, from)| side(from)).min(),
            () => None,
        };
        fitting.retain(|(_, from)| furthest.is_none_or(|furthest| side(from) == furthest));
        fitting.into_iter().map(|(index, _)| index).collect()
    }
}

/// The square to which a move of KIF or KI2 goes, and what follows.
pub(super) fn target<'t>(shogi: &Shogi<'_>, place: &Place<'_>, text: &'t str) -> Option<(SiteId, &'t str)> {
    if let Some(rest) = text.strip_prefix('同') {
        return Some((place.last?, rest.trim_start()));
    }
    let mut chars = text.chars();
    let (file, rank) = (pieces::digit(chars.next()?)?, pieces::digit(chars.next()?)?);
    Some((shogi.square(file, rank)?, chars.as_str()))
}
