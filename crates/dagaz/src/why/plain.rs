//! Refused moves in rules of edition 2 and in scripts.

use std::collections::BTreeSet;

use dagaz_core::{Change, Effect, Game, MoveList, MoveRef, PlayerId, SiteId, State, UndoLog, apply};
use dagaz_rules::PassRule;

use super::typed::NamedParts;
use super::{RuleShown, Subject, WhyAnswer, paths, shown};
use crate::failure::Failure;
use crate::load::Text;
use crate::start::movers;

/// Why there is no such move, by what can be seen of the position.
pub(super) fn refused(
    subject: &Subject<'_>,
    state: &State,
    list: &MoveList,
    named: &NamedParts,
    typed: &str,
) -> Result<WhyAnswer, Failure> {
    let game = subject.game;
    let mover = movers(game, state).first().copied().unwrap_or(PlayerId::NONE);
    let name = |site: SiteId| game.topology().site(site).name.as_str();
    let answer = |reason, rules: Vec<RuleShown>, say: String| {
        Ok(WhyAnswer { chosen: typed.to_string(), legal: false, reason, rules, say: vec![say], sites: Vec::new() })
    };
    let (Some(&first), Some(&last)) = (named.sites.first(), named.sites.last()) else {
        return answer(
            "no rule",
            Vec::new(),
            format!("no move here is made by {}", named.rule.as_deref().unwrap_or_default()),
        );
    };
    let several = named.sites.len() > 1;
    let Some(piece) = state.piece(first) else {
        if several {
            return answer("empty", Vec::new(), format!("nothing stands on {}", name(first)));
        }
        let to = targets(list, |_| true);
        let sites: Vec<&str> = to.iter().take(12).map(|site| name(*site)).collect();
        return answer(
            "no rule",
            Vec::new(),
            format!("no legal move ends on {}; moves here end on {}", name(last), sites.join(" ")),
        );
    };
    let glossary = game.glossary();
    let kind = glossary.piece(piece.kind);
    if piece.owner != mover && several {
        let owner = glossary.player(piece.owner);
        return answer(
            "not yours",
            Vec::new(),
            format!("the {kind} on {} is {owner}'s, and it is {}'s turn", name(first), glossary.player(mover)),
        );
    }
    let rules = rules_of(subject, piece.kind);
    let captures = |one: MoveRef<'_>| {
        one.steps().flat_map(|(_, effects)| effects).any(|effect| match *effect {
            Effect::Move { to, .. } => !state.is_empty(to),
            Effect::Remove { .. } => true,
            _ => false,
        })
    };
    if several && state.is_empty(last) && !list.is_empty() && list.iter().all(captures) {
        let who: Vec<&str> = origins(list).into_iter().map(name).collect();
        return answer(
            "first",
            rules,
            format!("a capture comes first; pieces that can capture stand on {}", who.join(" ")),
        );
    }
    if several && let Some(royal) = left_attacked(game, mover, state, first, last) {
        return answer("never", rules, format!("the piece on {} would be left where it can be captured", name(royal)));
    }
    let own = targets(list, |one| one.origin() == first);
    let goes: Vec<&str> = own.iter().take(20).map(|site| name(*site)).collect();
    let say = match goes.as_slice() {
        [] => format!("the {kind} on {} has no legal move", name(first)),
        goes => format!("the {kind} on {} does not go to {}; it goes to {}", name(first), name(last), goes.join(" ")),
    };
    answer("no rule", rules, say)
}

fn origins(list: &MoveList) -> BTreeSet<SiteId> {
    list.iter().map(MoveRef::origin).filter(|site| *site != SiteId::NONE).collect()
}

/// Where the moves end that fit.
fn targets(list: &MoveList, fits: impl Fn(MoveRef<'_>) -> bool) -> BTreeSet<SiteId> {
    let ends =
        list.iter().filter(|one| fits(*one)).filter_map(|one| one.steps().next_back().map(|(step, _)| step.target));
    ends.filter(|site| *site != SiteId::NONE).collect()
}

/// Returns the rules by which pieces of a type move: those that were tried.
fn rules_of(subject: &Subject<'_>, kind: dagaz_core::PieceTypeId) -> Vec<RuleShown> {
    let Text::Rules(text) = subject.text else { return Vec::new() };
    let Some(piece) = text.rules.pieces.get(kind.index()) else { return Vec::new() };
    let mut rules: Vec<RuleShown> = Vec::new();
    for entry in &piece.moves {
        let rule = shown(subject, entry.rule);
        // The same rule in other directions says nothing new.
        if rules.iter().all(|known| known.at != rule.at) {
            rules.push(rule);
        }
    }
    rules
}

/// A piece that must not be lost and that could be captured if the piece simply went there.
fn left_attacked(game: &dyn Game, mover: PlayerId, state: &State, from: SiteId, to: SiteId) -> Option<SiteId> {
    let (mut state, mut log) = (state.clone(), UndoLog::new());
    apply(&mut Change::begin(game.layout(), &mut state, &mut log), &[Effect::Move { from, to }]);
    let royals = game.royals(&state, mover);
    royals.into_iter().find(|site| game.attacked(&state, *site, mover).unwrap_or(false))
}

/// Returns the reason why passing is illegal here.
pub(super) fn pass(subject: &Subject<'_>, list: &MoveList) -> String {
    let rule = match (subject.text, subject.paths) {
        (_, Some(game)) => return paths::pass(game),
        (Text::Rules(text), _) => text.rules.pass,
        _ => PassRule::Never,
    };
    match rule {
        PassRule::Forced if !list.is_empty() => "a pass is only for a player who has no move".to_string(),
        PassRule::Free => "a pass is legal whenever there is a move to make".to_string(),
        _ => "nobody may pass in this game".to_string(),
    }
}
