//! Finds the rule nearest to a refused move in a game of edition 3, and its failing tests.

use dagaz_core::{Game, RuleId, SiteId, State};
use dagaz_engine::{Failing, PathGame, Reason, Wanted};
use dagaz_record::{Keeper, kept};
use dagaz_rules::PassRule;
use dagaz_rules::path::{NameId, Path, Words};

use super::typed::NamedParts;
use super::{Subject, WhyAnswer, shown};
use crate::failure::Failure;

/// Why there is no such move.
pub(super) fn refused(
    subject: &Subject<'_>,
    game: &PathGame,
    state: &State,
    named: &NamedParts,
    typed: &str,
) -> Result<WhyAnswer, Failure> {
    let rules = game.rules();
    let words = Words::new(rules);
    let wanted = wanted(game, state, named);
    let reason = game.why_not(state, &wanted)?;
    let name_of = |rule: RuleId| words.name(rules.rules[rule.index()].name).to_string();
    let listed = |names: &[NameId]| names.iter().map(|name| words.name(*name)).collect::<Vec<_>>().join(", ");
    let site = |site: SiteId| game.site_name(state, site).into_owned();
    let (word, rule, say) = match &reason {
        Reason::Fails { rule, tests } => {
            let mut say = vec![format!("the rule that comes nearest is `{}`, but", name_of(*rule))];
            say.extend(tests.iter().map(|failing| fails(game, state, &words, failing)));
            ("test", Some(*rule), say)
        }
        Reason::Never { rule, never } => {
            let never = &rules.nevers[*never];
            let say = format!(
                "the rule `{}` makes this move, but (never {} …) forbids what it leads to: {}",
                name_of(*rule),
                never.name,
                words.truth(&never.when)
            );
            ("never", Some(*rule), vec![say])
        }
        Reason::Extent { rule, extent } => {
            let say = format!(
                "the rule `{}` makes this move, but the pieces would cover more than {extent} sites along one axis \
                 (extent of the board)",
                name_of(*rule)
            );
            ("extent", Some(*rule), vec![say])
        }
        Reason::First { rule, instead } => {
            let say = format!(
                "the rule `{}` makes this move, but (first …) lets {} come first",
                name_of(*rule),
                listed(instead)
            );
            ("first", Some(*rule), vec![say])
        }
        Reason::Prefer { rule, prefer } => {
            let slot = &rules.slots[state.slot(game.layout()).index()];
            let by = rules.prefers_in(slot).nth(*prefer).map_or(&[][..], |prefer| &prefer.by);
            let by: Vec<String> = by.iter().map(|number| words.number(number)).collect();
            let say = format!(
                "the rule `{}` makes this move, but (prefer …) leaves only the moves that have the greatest {}",
                name_of(*rule),
                by.join(", then the greatest ")
            );
            ("prefer", Some(*rule), vec![say])
        }
        Reason::Slot { rule } => {
            let slot = &rules.slots[state.slot(game.layout()).index()];
            let say =
                format!("the rule `{}` makes this move, but this turn is for {}", name_of(*rule), listed(&slot.names));
            ("turn", Some(*rule), vec![say])
        }
        Reason::Idle { rule } => (
            "idle",
            Some(*rule),
            vec![format!("the rule `{}` gets there, but changes nothing, and is no pass", name_of(*rule))],
        ),
        Reason::NotYours => {
            let at = wanted.from.map_or(String::new(), site);
            let mover = game.glossary().player(rules.slots[state.slot(game.layout()).index()].mover);
            ("not yours", None, vec![format!("what stands on {at} is not {mover}'s to move")])
        }
        Reason::Nothing => {
            let at = wanted.from.map_or(String::new(), site);
            let say = match wanted.to {
                Some(to) if to != SiteId::NONE && wanted.from != Some(to) => {
                    format!("nothing stands on {at}, and no rule leads from there to {}", site(to))
                }
                _ => format!("nothing stands on {at}, and no rule begins there"),
            };
            ("empty", None, vec![say])
        }
        Reason::NoRule => ("no rule", None, vec![no_rule(game, state, &wanted)]),
    };
    let rules = rule.map(|rule| shown(subject, rule)).into_iter().collect();
    let sites = match &reason {
        Reason::Fails { tests, .. } => tests.iter().filter_map(|failing| failing.at).collect(),
        _ => Vec::new(),
    };
    Ok(WhyAnswer { chosen: typed.to_string(), legal: false, reason: word, rules, say, sites })
}

/// Returns the move that the typed text probably means.
fn wanted(game: &PathGame, state: &State, named: &NamedParts) -> Wanted {
    let rules = game.rules();
    let rule = named.rule.as_ref().and_then(|name| rules.names.iter().position(|known| known == name)).map(NameId::at);
    let through = named.sites.clone();
    let free = rules.moves_in(&rules.slots[state.slot(game.layout()).index()]).next().is_some();
    let (from, to) = match through.as_slice() {
        [] => (None, None),
        // One site is a click where there are moves without a piece; else where something comes, or
        // the piece that is meant.
        [_] if free => (None, None),
        [one] if state.is_empty(*one) => (None, Some(*one)),
        [one] => (Some(*one), None),
        [first, .., last] => (Some(*first), Some(*last)),
    };
    Wanted { from, to, through, rule }
}

/// Returns a test that fails, in a sentence.
fn fails(game: &PathGame, state: &State, words: &Words<'_>, failing: &Failing<'_>) -> String {
    let Some(at) = failing.at else { return format!("this is not so: {}", words.element(failing.test)) };
    let name = game.site_name(state, at);
    let stands = match state.piece(at) {
        None if game.sites_in_reach(state).is_some_and(|sites| !sites.contains(at)) => {
            format!("{name} is out of reach of the pieces")
        }
        None => counts(game, state, at).unwrap_or_else(|| format!("{name} is empty")),
        Some(piece) => {
            let glossary = game.glossary();
            format!("a {} of {} stands on {name}", glossary.piece(piece.kind), glossary.player(piece.owner))
        }
    };
    match failing.test {
        Path::At(set) | Path::Fly(set) => {
            format!("{name} is none of the sites to choose from: not {} ({stands})", words.set(set))
        }
        Path::Is(set) => format!("{name} would have to be {} ({stands})", words.set(set)),
        test => format!("at {name} this is not so: {} ({stands})", words.element(test)),
    }
}

/// Returns the numbers that the rules keep of a site, if they do.
fn counts(game: &PathGame, state: &State, at: SiteId) -> Option<String> {
    let numbers = (0..game.layout().spec().variables).filter_map(|variable| match kept(game, variable as u16)? {
        (name, Keeper::Site(site)) if site == at => {
            Some(format!("{name} there: {}", state.variable(game.layout(), variable) as i32))
        }
        _ => None,
    });
    Some(numbers.collect::<Vec<_>>().join(", ")).filter(|text| !text.is_empty())
}

fn no_rule(game: &PathGame, state: &State, wanted: &Wanted) -> String {
    let rules = game.rules();
    let site = |site: SiteId| game.site_name(state, site);
    let own = wanted.from.and_then(|from| state.piece(from)).map(|piece| &rules.pieces[piece.kind.index()]);
    let mut names: Vec<&str> = Vec::new();
    let free = rules.moves_in(&rules.slots[state.slot(game.layout()).index()]);
    for call in own.into_iter().flat_map(|piece| &piece.moves).chain(free) {
        let name = rules.names[rules.rules[call.rule.index()].name.index()].as_str();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let tried = match names.as_slice() {
        [] => "it has no moves at all".to_string(),
        names => format!("tried were {}", names.join(", ")),
    };
    match (own, wanted.from, wanted.to) {
        (Some(piece), Some(from), Some(to)) => {
            format!(
                "no rule of the {} on {} leads to {}, whatever stands there: {tried}",
                piece.name,
                site(from),
                site(to)
            )
        }
        (Some(piece), Some(from), None) => {
            format!("no rule of the {} on {} gives a move: {tried}", piece.name, site(from))
        }
        (None, _, Some(to)) => format!("no rule leads to {}: {tried}", site(to)),
        _ => format!("no rule makes this move: {tried}"),
    }
}

/// Returns the reason why passing is illegal.
pub(super) fn pass(game: &PathGame) -> String {
    match game.rules().pass {
        PassRule::Never => "nobody may pass: there is no (pass …) and no rule for it".to_string(),
        PassRule::Forced => "a pass is only for a player who has no move: (pass forced)".to_string(),
        PassRule::Free => "a pass is legal whenever there is a move to make".to_string(),
    }
}
