//! Why picks make no legal move.

use dagaz_contract::draw::Listing;
use dagaz_contract::message::{Why, WhyReason};
use dagaz_contract::view::Pick;
use dagaz_core::{Change, DirectionId, Effect, Game, MoveRef, PlayerId, SiteId, UndoLog, apply};
use dagaz_session::Phase;

use crate::played::Puzzle;
use crate::present::{Looked, name};
use crate::rules::RulesSource;

/// Why these picks make no legal move for a viewer.
pub fn why(rules: &dyn RulesSource, puzzle: &Puzzle, picks: &[Pick]) -> Why {
    let Puzzle { prepared, looked, phase } = puzzle;
    let because =
        |reason, sites: Vec<String>, say: String| Why { reason, sites, detail: None, condition: None, at: None, say };
    if let Some((reason, say)) = not_playing(*phase) {
        return because(reason, Vec::new(), say.to_string());
    }
    let game = &*prepared.game;
    let Some((mover, list)) = &looked.mover else {
        return because(WhyReason::NotYourTurn, Vec::new(), "it is another player's turn".to_string());
    };
    let listing = Listing::new(&prepared.drawing, game, &looked.shown, list);
    if listing.begins(picks) {
        return because(WhyReason::Legal, Vec::new(), "this is legal".to_string());
    }
    let sites: Vec<SiteId> = picks
        .iter()
        .filter_map(|pick| match pick {
            Pick::Site(site) => game.topology().site_named(site),
            _ => None,
        })
        .collect();
    let mut why = simple(game, *mover, looked, picks, &sites);
    // For a piece without any move no rule is more exact, nor for the origin of another piece.
    let is_plain = match (why.reason, sites.as_slice()) {
        (WhyReason::Forbidden, [_]) => true,
        (WhyReason::Empty, [site]) => list.iter().any(|one| one.target() == *site && one.origin() != *site),
        _ => false,
    };
    if !is_plain && let Some(explained) = rules.explain(&prepared.bundle, &prepared.loaded, &looked.shown, &sites) {
        why.condition = Some(explained.condition).filter(|text| !text.is_empty());
        why.at = explained.at;
        why.detail = Some(explained.say).filter(|text| !text.is_empty());
        // The pieces on a site matter little in games whose moves are not moves of pieces.
        if let Some(reason) = explained.reason
            && (reason != WhyReason::NotItsWay || sites.len() > 1)
            && matches!(why.reason, WhyReason::Empty | WhyReason::NotYours | WhyReason::Rules | WhyReason::NotItsWay)
        {
            why.reason = reason;
        }
        if !explained.sites.is_empty() {
            why.sites = explained.sites.iter().map(|site| game.topology().site(*site).name.clone()).collect();
        }
    }
    why
}

fn simple(game: &dyn Game, mover: PlayerId, looked: &Looked, picks: &[Pick], sites: &[SiteId]) -> Why {
    let site_name = |site: SiteId| game.topology().site(site).name.clone();
    let because = |reason, sites: Vec<SiteId>, say: String| Why {
        reason,
        sites: sites.into_iter().map(site_name).collect(),
        detail: None,
        condition: None,
        at: None,
        say,
    };
    if let Some(Pick::Hand { r#type, .. }) = picks.first()
        && let Some(kind) = game.glossary().piece_named(r#type)
    {
        let none =
            game.layout().spec().supplies.iter().any(|piece| {
                piece.kind == kind && piece.owner == mover && looked.shown.supply(game.layout(), *piece) == 0
            });
        if none {
            return because(WhyReason::NoneLeft, Vec::new(), format!("no {} is left", r#type));
        }
    }
    let (Some(&first), Some(&last)) = (sites.first(), sites.last()) else {
        return because(WhyReason::Rules, Vec::new(), "the rules do not allow it".to_string());
    };
    if sites.len() == 1 {
        return match looked.shown.piece(first) {
            None => because(WhyReason::Empty, vec![first], format!("there is no piece on {}", site_name(first))),
            Some(piece) if piece.owner != mover => {
                let owner = name(game, piece.owner);
                because(WhyReason::NotYours, vec![first], format!("the piece on {} is {owner}'s", site_name(first)))
            }
            // With any target: the king is attacked already, or the piece is pinned.
            Some(_) => match left_attacked(game, mover, looked, Effect::Remove { site: first }) {
                Some(royal) => {
                    let say = format!("the piece on {} would be left under attack", site_name(royal));
                    because(WhyReason::Forbidden, vec![royal], say)
                }
                None => because(
                    WhyReason::Rules,
                    vec![first],
                    format!("the piece on {} has no legal move", site_name(first)),
                ),
            },
        };
    }
    if looked.shown.piece(last).is_some_and(|piece| piece.owner == mover) {
        return because(WhyReason::Occupied, vec![last], format!("your own piece stands on {}", site_name(last)));
    }
    if looked.shown.piece(first).is_some_and(|piece| piece.owner != mover) {
        return because(WhyReason::NotYours, vec![first], format!("the piece on {} is not yours", site_name(first)));
    }
    let captures = |chosen: MoveRef<'_>| {
        chosen.steps().flat_map(|(_, effects)| effects).any(|effect| match *effect {
            Effect::Move { to, .. } => !looked.shown.is_empty(to),
            Effect::Remove { .. } => true,
            _ => false,
        })
    };
    let list = looked.mover.as_ref().map(|(_, list)| list);
    // If every legal move captures, another move overlooks that.
    if let Some(list) = list.filter(|list| !list.is_empty() && looked.shown.is_empty(last) && list.iter().all(captures))
    {
        let mut who: Vec<SiteId> = list.iter().map(MoveRef::origin).filter(|site| *site != SiteId::NONE).collect();
        who.sort_unstable();
        who.dedup();
        return because(WhyReason::Obliged, who, "a capture comes first".to_string());
    }
    if let Some(between) = between(game, first, last) {
        let blocking: Vec<SiteId> = between.into_iter().filter(|site| !looked.shown.is_empty(*site)).collect();
        if let Some(&blocker) = blocking.first() {
            return because(WhyReason::Blocked, blocking, format!("the piece on {} is in the way", site_name(blocker)));
        }
    }
    if let Some(royal) = left_attacked(game, mover, looked, Effect::Move { from: first, to: last }) {
        let say = format!("the piece on {} would be left under attack", site_name(royal));
        return because(WhyReason::Forbidden, vec![royal], say);
    }
    because(WhyReason::NotItsWay, vec![last], format!("the piece does not go to {}", site_name(last)))
}

/// Returns the sites between two sites in one direction, of the shortest way; `None` if no
/// direction leads there.
fn between(game: &dyn Game, from: SiteId, to: SiteId) -> Option<Vec<SiteId>> {
    let topology = game.topology();
    let ways = (0..topology.directions().len()).filter_map(|direction| {
        let mut way = Vec::new();
        let mut at = topology.link(from, DirectionId::at(direction));
        while at != SiteId::NONE && at != from && way.len() < topology.sites().len() {
            if at == to {
                return Some(way);
            }
            way.push(at);
            at = topology.link(at, DirectionId::at(direction));
        }
        None
    });
    ways.min_by_key(Vec::len)
}

/// A piece that must not be lost and that could be captured after this.
fn left_attacked(game: &dyn Game, mover: PlayerId, looked: &Looked, effect: Effect) -> Option<SiteId> {
    let (mut state, mut log) = ((*looked.shown).clone(), UndoLog::new());
    apply(&mut Change::begin(game.layout(), &mut state, &mut log), &[effect]);
    let royals = game.royals(&state, mover);
    royals.into_iter().find(|site| game.attacked(&state, *site, mover).unwrap_or(false))
}

/// Returns why no move is possible in the present phase.
fn not_playing(phase: Phase) -> Option<(WhyReason, &'static str)> {
    match phase {
        Phase::Ended => Some((WhyReason::NotPlaying, "the game has ended")),
        Phase::Paused => Some((WhyReason::NotPlaying, "the game rests")),
        Phase::Waiting => Some((WhyReason::NotPlaying, "a seat is still open")),
        Phase::Stuck => Some((WhyReason::NotPlaying, "the rules have met one of their limits")),
        Phase::Playing | Phase::Study => None,
    }
}
