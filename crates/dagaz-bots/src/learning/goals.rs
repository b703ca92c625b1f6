//! Goals: the distance of pieces from the sites that the rules require.
//!
//! In games with long walks playouts do not end and teach nothing; the ending itself gives the
//! direction.

use dagaz_core::{Game, PlayerId, SiteSet, Weights};

use crate::evaluation::hops::Hops;

/// Value of one hop nearer, in hundredths.
const HOP: i32 = 40;
/// Value of one hop deeper within the goal, so that later pieces find room.
const DEEPER: i32 = 10;

/// Piece-square values for the players who have a goal. Returns `None` if no player has one, or the
/// board is too large.
pub(super) fn weights(game: &dyn Game, choosers: &[PlayerId]) -> Option<Weights> {
    let goals: Vec<Option<SiteSet>> =
        (0..game.glossary().players.len()).map(PlayerId::at).map(|player| game.goal(player)).collect();
    if !choosers.iter().any(|player| goals[player.index()].is_some()) {
        return None;
    }
    let hops = Hops::of(game)?;
    let worth_for = |goal: &SiteSet| -> Vec<i32> {
        let (inside, outside): (Vec<usize>, Vec<usize>) =
            (0..game.topology().sites().len()).partition(|site| goal.contains(dagaz_core::SiteId::at(*site)));
        let nearest = |from: usize, among: &[usize]| {
            let hops = among.iter().map(|to| hops.between(from, *to)).min().unwrap_or(0);
            i32::try_from(hops).unwrap_or(i32::MAX).min(200)
        };
        let worth = |site: usize| match inside.contains(&site) {
            true => DEEPER * nearest(site, &outside),
            false => -HOP * nearest(site, &inside),
        };
        (0..inside.len() + outside.len()).map(worth).collect()
    };
    let worths: Vec<Option<Vec<i32>>> = goals.iter().map(|goal| goal.as_ref().map(worth_for)).collect();
    let of = |owner: PlayerId| worths.get(owner.index()).and_then(Option::as_ref);
    Some(Weights::new(
        game,
        |piece, site| of(piece.owner).map_or(0, |worths| worths.get(site.index()).copied().unwrap_or(0)),
        |_| 0,
    ))
}
