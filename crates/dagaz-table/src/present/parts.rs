//! Parts of a view: status, ending, seats, chat and offers.

use dagaz_contract::draw::Drawing;
use dagaz_contract::people::{PersonView, TalkLine};
use dagaz_contract::view::{
    BotChoice, EndKind, EndingView, OfferKind, OfferView, PlayState, ResultKind, SeatKind, SeatView, StatisticView,
    Status,
};
use dagaz_core::{Game, PlayerId, State, Turn, Verdict};
use dagaz_session::{End, EndReason, NodeNo, Phase, Seat, Session};

use super::OWNER;
use super::look::movers;
use super::{Presence, name};

pub(super) fn status(session: &Session, drawing: &Drawing, node: NodeNo, state: &State, seen: &State) -> Status {
    let game = &**session.game();
    let current = node == session.current();
    let phase = session.phase();
    let ended = current && phase == Phase::Ended;
    // In an analysis, and at earlier nodes, the rules alone decide whether the game is over.
    let by_rules = if !current || phase == Phase::Study { game.outcome(state).ok().flatten() } else { None };
    let movers = movers(game, state);
    let ending = if ended {
        session.end().map(|end| ending(game, end))
    } else {
        by_rules.map(|outcome| ending(game, &End { reason: EndReason::Rules, outcome }))
    };
    // A king that is mated is what shows the end.
    let ending = ending.map(|mut ending| {
        let lost = |player: &PlayerId| ending.results.get(player.index()) == Some(&ResultKind::Loss);
        let losers: Vec<PlayerId> = (0..session.seats().len()).map(PlayerId::at).filter(lost).collect();
        ending.sites = drawing.threatened(game, seen, &losers);
        ending
    });
    Status {
        turn: if ending.is_some() { Vec::new() } else { movers.iter().map(|player| name(game, *player)).collect() },
        chance: ending.is_none() && matches!(game.turn(state), Turn::Chance(_)),
        state: match phase {
            Phase::Waiting => PlayState::Waiting,
            Phase::Playing => PlayState::Playing,
            Phase::Paused => PlayState::Paused,
            Phase::Ended => PlayState::Ended,
            Phase::Study => PlayState::Study,
            Phase::Stuck => PlayState::Stuck,
        },
        check: drawing.threatened(game, seen, &movers),
        ending,
    }
}

/// How a game ended.
pub fn ending(game: &dyn Game, end: &End) -> EndingView {
    let (by, player) = match end.reason {
        EndReason::Rules => (EndKind::Rules, None),
        EndReason::Resigned(player) => (EndKind::Resigned, Some(name(game, player))),
        EndReason::Time(player) => (EndKind::Time, Some(name(game, player))),
        EndReason::Agreed => (EndKind::Agreed, None),
        EndReason::Aborted => (EndKind::Aborted, None),
    };
    let result = |verdict: &Verdict| match verdict {
        Verdict::Win => ResultKind::Win,
        Verdict::Loss => ResultKind::Loss,
        Verdict::Draw => ResultKind::Draw,
        Verdict::Aside => ResultKind::Aside,
    };
    EndingView {
        by,
        name: end.outcome.ending.clone(),
        player,
        results: end.outcome.verdicts.iter().map(result).collect(),
        scores: end.outcome.scores.as_ref().map(|scores| scores.iter().map(|points| points.value()).collect()),
        sites: Vec::new(),
    }
}

/// Who sits where.
pub fn seats(session: &Session, presence: &Presence) -> Vec<SeatView> {
    let game = &**session.game();
    let seat = |(player, seat): (usize, &Seat)| {
        // Names are never in the log of a game: users may rename or delete their account.
        let person = match seat {
            Seat::Held { by, .. } if *by.0 != *OWNER => Some(by.0.to_string()),
            _ => None,
        };
        let (by, shown, bot, here) = match seat {
            Seat::Held { by, name } => {
                let known = presence.people.as_ref().map(|people| people.name_of(&by.0).to_string());
                (SeatKind::Person, known.unwrap_or_else(|| name.to_string()), None, presence.here.contains(by))
            }
            Seat::Bot(bot) => {
                let choice = BotChoice { bot: bot.name.to_string(), level: bot.level };
                (SeatKind::Bot, bot.name.to_string(), Some(choice), true)
            }
            Seat::Open => (SeatKind::Open, String::new(), None, false),
            Seat::Aside => (SeatKind::Aside, String::new(), None, true),
        };
        let thinking = presence.thinking.contains(&(player as u8));
        SeatView { player: name(game, PlayerId::at(player)), by, name: shown, person, bot, here, thinking }
    };
    session.seats().iter().enumerate().map(seat).collect()
}

/// Returns a chat message of the table.
pub fn talk_line(session: &Session, presence: &Presence, said: &dagaz_session::Said) -> TalkLine {
    let by = match &presence.people {
        Some(people) => people.view_of(&said.by.0),
        None => PersonView { person: said.by.0.to_string(), name: String::new(), guest: false },
    };
    let player = name(&**session.game(), said.player);
    TalkLine { number: said.number, by, player, at: said.at.0, text: said.text.to_string() }
}

/// Returns whether a game began with another position than its rules have: one that was set up, or
/// a record's.
pub(super) fn is_set_up(session: &Session, game: &dyn Game) -> bool {
    let beginning = session.beginning();
    let elsewhere = || session.state_at(NodeNo(0)).is_some_and(|at| at.position_key() != game.initial().position_key());
    beginning.position.is_some() || beginning.tree.is_some() && elsewhere()
}

pub(super) fn statistics(game: &dyn Game, state: &State) -> Vec<StatisticView> {
    game.statistics(state).into_iter().map(|(name, count)| StatisticView { name, count }).collect()
}

pub(super) fn offers(session: &Session) -> Vec<OfferView> {
    let game = &**session.game();
    let offer = |offer: &dagaz_session::Offer| {
        let agreed: Vec<String> = offer.agreed.iter().map(|player| name(game, PlayerId(*player))).collect();
        OfferView {
            kind: offer_kind(offer.kind),
            by: agreed.first().cloned().unwrap_or_default(),
            agreed,
            node: offer.node.map(|node| node.0),
        }
    };
    session.offers().iter().map(offer).collect()
}

fn offer_kind(kind: dagaz_session::OfferKind) -> OfferKind {
    match kind {
        dagaz_session::OfferKind::Draw => OfferKind::Draw,
        dagaz_session::OfferKind::Takeback => OfferKind::Takeback,
        dagaz_session::OfferKind::Pause => OfferKind::Pause,
        dagaz_session::OfferKind::Abort => OfferKind::Abort,
        dagaz_session::OfferKind::Rematch => OfferKind::Rematch,
    }
}

/// Returns the offer that a client means.
pub fn offer_of(kind: OfferKind) -> dagaz_session::OfferKind {
    match kind {
        OfferKind::Draw => dagaz_session::OfferKind::Draw,
        OfferKind::Takeback => dagaz_session::OfferKind::Takeback,
        OfferKind::Pause => dagaz_session::OfferKind::Pause,
        OfferKind::Abort => dagaz_session::OfferKind::Abort,
        OfferKind::Rematch => dagaz_session::OfferKind::Rematch,
    }
}
