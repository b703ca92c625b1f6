//! What one participant sees of a session: the one place where hidden facts are taken away.

use std::collections::HashSet;

use dagaz_contract::draw::{Drawing, Listing, said};
use dagaz_contract::message::NodeView;
use dagaz_contract::people::{PersonView, RatingChange, TalkLine};
use dagaz_contract::view::{
    BotChoice, ClockView, Draft, EndKind, EndingView, OfferKind, OfferView, PlayState, ResultKind, SeatKind, SeatView,
    StatisticView, Status, ThrowView, View,
};
use dagaz_core::{Change, Game, LimitHit, MoveList, PlayerId, State, Turn, UndoLog, Verdict};
use dagaz_session::{End, EndReason, HolderId, Millis, NodeNo, Phase, Seat, Session};

use crate::people::People;
use crate::who::OWNER;

/// Who looks.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Viewer {
    /// Who.
    pub(crate) holder: HolderId,
    /// From whose side, where the holder has several seats.
    pub(crate) side: Option<PlayerId>,
}

/// What of a session is not in its records: who is there, and who thinks.
#[derive(Default)]
pub(crate) struct Presence {
    pub(crate) here: HashSet<HolderId>,
    pub(crate) thinking: HashSet<u8>,
    /// Who knows the names of people, where people meet.
    pub(crate) people: Option<std::sync::Arc<People>>,
}

/// Through whose eyes a viewer sees: through those of a player, or through what all players have in common.
fn eyes(session: &Session, viewer: &Viewer, state: &State) -> Option<PlayerId> {
    let held = session.held_by(&viewer.holder);
    if let Some(side) = viewer.side.filter(|side| held.contains(side)) {
        return Some(side);
    }
    let movers = movers(&**session.game(), state);
    held.iter().find(|player| movers.contains(player)).or(held.first()).copied()
}

/// What is seen of a state, and whether anything of it is hidden.
fn seen(game: &dyn Game, state: &State, eyes: Option<PlayerId>, choosers: &[PlayerId]) -> (State, bool) {
    if let Some(player) = eyes {
        let seen = game.view(state, player).seen;
        let hidden = seen != *state;
        return (seen, hidden);
    }
    // Whoever has no seat sees what every player sees.
    let mut views = choosers.iter().map(|player| game.view(state, *player).seen);
    let Some(mut common) = views.next() else { return (state.clone(), false) };
    let mut hidden = common != *state;
    let layout = game.layout();
    for view in views {
        if view == common {
            continue;
        }
        hidden = true;
        let mut log = UndoLog::new();
        let differing: Vec<_> =
            game.topology().site_ids().filter(|site| view.word(*site) != common.word(*site)).collect();
        let supplies: Vec<_> = layout
            .spec()
            .supplies
            .iter()
            .map(|piece| (*piece, view.supply(layout, *piece).min(common.supply(layout, *piece))))
            .collect();
        let mut change = Change::begin(layout, &mut common, &mut log);
        for site in differing {
            change.clear(site);
        }
        for (piece, count) in supplies {
            change.set_supply(piece, count);
        }
    }
    (common, hidden)
}

fn choosers(session: &Session) -> Vec<PlayerId> {
    (0..session.seats().len()).filter(|&player| session.seats()[player] != Seat::Aside).map(PlayerId::at).collect()
}

fn movers(game: &dyn Game, state: &State) -> Vec<PlayerId> {
    match game.turn(state) {
        Turn::Choice(player) | Turn::Chance(player) => vec![player],
        Turn::Together(players) => players,
    }
}

pub(crate) fn name(game: &dyn Game, player: PlayerId) -> String {
    game.glossary().player(player).to_string()
}

/// A position that somebody looks at, with the moves that they can make there.
pub(crate) struct Looked {
    pub(crate) state: State,
    /// The player for whom the viewer moves, and the list of moves.
    pub(crate) mover: Option<(PlayerId, std::sync::Arc<MoveList>)>,
    /// How many moves there are, if everybody may know.
    pub(crate) choices: u32,
}

/// The state at a node, and the moves that a viewer has there.
pub(crate) fn look(session: &mut Session, viewer: &Viewer, node: NodeNo) -> Result<Option<Looked>, LimitHit> {
    let Some(state) = session.state_at(node) else { return Ok(None) };
    let study = session.beginning().study;
    let current = node == session.current();
    let mut looked = Looked { state, mover: None, choices: 0 };
    let may = study || current && session.phase() == Phase::Playing;
    if !may {
        return Ok(Some(looked));
    }
    let game = session.game().clone();
    // Nobody chooses what chance does, whoever's throw it is; only whoever studies says what has fallen.
    if !study && matches!(game.turn(&looked.state), Turn::Chance(_)) {
        return Ok(Some(looked));
    }
    let movers = movers(&*game, &looked.state);
    let held = session.held_by(&viewer.holder);
    let owner = study && session.beginning().owner == viewer.holder;
    let side = viewer.side.filter(|side| held.contains(side));
    let own = movers.iter().find(|mover| Some(**mover) == side).or(movers.iter().find(|mover| held.contains(mover)));
    let own = own.copied().or(owner.then(|| movers.first().copied()).flatten());
    let Some(mover) = own.or(movers.first().copied()) else { return Ok(Some(looked)) };
    let list = if current {
        session.list_of(mover)?
    } else {
        let mut list = MoveList::new();
        game.moves_of(&looked.state, mover, &mut list, &mut dagaz_core::Fuel::new(game.limits().fuel))?;
        std::sync::Arc::new(list)
    };
    let (_, hidden) = seen(&*game, &looked.state, own, &choosers(session));
    if own.is_some() || !hidden {
        looked.choices = list.len() as u32;
    }
    if own.is_some() {
        looked.mover = Some((mover, list));
    }
    Ok(Some(looked))
}

/// The view of a node.
pub(crate) fn view(
    session: &mut Session,
    drawing: &Drawing,
    id: &str,
    viewer: &Viewer,
    node: NodeNo,
    now: Millis,
    presence: &Presence,
) -> Result<Option<View>, LimitHit> {
    let Some(looked) = look(session, viewer, node)? else { return Ok(None) };
    let game = session.game().clone();
    let game = &*game;
    let all = choosers(session);
    let eyes = eyes(session, viewer, &looked.state);
    let (seen_state, hidden) = seen(game, &looked.state, eyes, &all);
    let (moves, more) = match &looked.mover {
        Some((_, list)) => Listing::new(drawing, game, &looked.state, list).after(&[]),
        None => (Vec::new(), false),
    };
    let current = node == session.current();
    let last = last(session, drawing, node, &seen_state, eyes, hidden, &all);
    let held = session.held_by(&viewer.holder);
    let draft = session
        .draft()
        .filter(|(player, _)| current && held.contains(&PlayerId(*player)))
        .and_then(|(_, draft)| serde_json::from_str(draft).ok())
        .map(|picks| Draft { picks });
    let clocks = all
        .iter()
        .filter_map(|&player| {
            let face = session.clock(player, now)?;
            Some(ClockView {
                player: name(game, player),
                ms: face.left.0,
                running: face.running,
                periods: face.periods,
            })
        })
        .collect();
    let status = status(session, drawing, node, &looked.state, &seen_state);
    Ok(Some(View {
        v: dagaz_contract::VERSION,
        game: id.to_string(),
        rules: drawing.board().rules.clone(),
        version: session.version(),
        node: node.0,
        current,
        me: held.iter().map(|player| name(game, *player)).collect(),
        seats: seats(session, presence),
        set_up: is_set_up(session, game),
        pieces: drawing.pieces(game, &seen_state),
        hands: drawing.hands(game, &seen_state),
        counts: drawing.counts(game, &seen_state),
        tallies: drawing.tallies(game, &seen_state),
        statistics: statistics(game, &seen_state),
        dice: if hidden { None } else { thrown(session, drawing, node) },
        moves,
        more,
        choices: looked.choices,
        draft,
        last,
        marks: Vec::new(),
        status,
        clocks,
        offers: offers(session),
        rated: session.beginning().rated,
        tournament: session.beginning().tournament.as_deref().map(str::to_string),
        ratings: session
            .rated()
            .unwrap_or_default()
            .iter()
            .map(|change| RatingChange {
                player: name(game, PlayerId(change.player)),
                before: change.before,
                after: change.after,
            })
            .collect(),
    }))
}

/// The throw that led to a node, if chance decided it.
fn thrown(session: &Session, drawing: &Drawing, node: NodeNo) -> Option<ThrowView> {
    let before = session.state_at(session.parent(node)?)?;
    drawing.thrown(&**session.game(), &before, session.tree().chosen(session.id(node)?)?)
}

fn last(
    session: &Session,
    drawing: &Drawing,
    node: NodeNo,
    seen_state: &State,
    eyes: Option<PlayerId>,
    hidden: bool,
    all: &[PlayerId],
) -> Option<dagaz_contract::view::LastMove> {
    let parent = session.parent(node)?;
    let before = session.state_at(parent)?;
    let game = &**session.game();
    let mover = session.mover_to(node);
    let chosen = session.tree().chosen(session.id(node)?)?;
    let (seen_before, hidden_before) = seen(game, &before, eyes, all);
    let secret = (hidden || hidden_before) && eyes != Some(mover);
    Some(if secret {
        drawing.last_seen(game, mover, &seen_before, seen_state)
    } else {
        drawing.last(game, &before, mover, chosen)
    })
}

fn status(session: &Session, drawing: &Drawing, node: NodeNo, state: &State, seen: &State) -> Status {
    let game = &**session.game();
    let current = node == session.current();
    let phase = session.phase();
    let ended = current && phase == Phase::Ended;
    // In a study, and at earlier nodes, the rules alone say whether the game is over.
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
pub(crate) fn ending(game: &dyn Game, end: &End) -> EndingView {
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
pub(crate) fn seats(session: &Session, presence: &Presence) -> Vec<SeatView> {
    let game = &**session.game();
    let seat = |(player, seat): (usize, &Seat)| {
        // Names are never in the log of a game: people may change or leave.
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

/// A line that was said at the table.
pub(crate) fn talk_line(session: &Session, presence: &Presence, said: &dagaz_session::Said) -> TalkLine {
    let by = match &presence.people {
        Some(people) => people.view_of(&said.by.0),
        None => PersonView { person: said.by.0.to_string(), name: String::new(), guest: false },
    };
    let player = name(&**session.game(), said.player);
    TalkLine { number: said.number, by, player, at: said.at.0, text: said.text.to_string() }
}

/// Whether a game began with another position than its rules have: one that was set up, or a record's.
fn is_set_up(session: &Session, game: &dyn Game) -> bool {
    let beginning = session.beginning();
    let elsewhere = || session.state_at(NodeNo(0)).is_some_and(|at| at.position_key() != game.initial().position_key());
    beginning.position.is_some() || beginning.tree.is_some() && elsewhere()
}

fn statistics(game: &dyn Game, state: &State) -> Vec<StatisticView> {
    game.statistics(state).into_iter().map(|(name, count)| StatisticView { name, count }).collect()
}

fn offers(session: &Session) -> Vec<OfferView> {
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

pub(crate) fn offer_kind(kind: dagaz_session::OfferKind) -> OfferKind {
    match kind {
        dagaz_session::OfferKind::Draw => OfferKind::Draw,
        dagaz_session::OfferKind::Takeback => OfferKind::Takeback,
        dagaz_session::OfferKind::Pause => OfferKind::Pause,
        dagaz_session::OfferKind::Abort => OfferKind::Abort,
        dagaz_session::OfferKind::Rematch => OfferKind::Rematch,
    }
}

pub(crate) fn offer_of(kind: OfferKind) -> dagaz_session::OfferKind {
    match kind {
        OfferKind::Draw => dagaz_session::OfferKind::Draw,
        OfferKind::Takeback => dagaz_session::OfferKind::Takeback,
        OfferKind::Pause => dagaz_session::OfferKind::Pause,
        OfferKind::Abort => dagaz_session::OfferKind::Abort,
        OfferKind::Rematch => dagaz_session::OfferKind::Rematch,
    }
}

/// The words of a move, and whether somebody may not know it.
#[derive(Clone, Debug)]
pub(crate) struct NodeWords {
    pub(crate) text: String,
    pub(crate) secret: bool,
    /// Whether chance decided.
    pub(crate) chance: bool,
}

/// The words of a node's move.
pub(crate) fn words(session: &Session, node: NodeNo) -> Option<NodeWords> {
    let before = session.state_at(session.parent(node)?)?;
    let after = session.state_at(node)?;
    words_between(session, node, &before, &after)
}

/// The same where the states before and after are known.
pub(crate) fn words_between(session: &Session, node: NodeNo, before: &State, after: &State) -> Option<NodeWords> {
    let game = &**session.game();
    let chosen = session.tree().chosen(session.id(node)?)?;
    let hides = |state: &State| choosers(session).iter().any(|player| game.view(state, *player).seen != *state);
    let secret = hides(before) || hides(after);
    let chance = matches!(game.turn(before), Turn::Chance(_));
    Some(NodeWords { text: said(game, before, chosen), secret, chance })
}

/// A node for the list of moves.
pub(crate) fn node_view(session: &Session, viewer: &Viewer, node: NodeNo, words: &NodeWords) -> Option<NodeView> {
    let id = session.id(node)?;
    let mover = session.mover_to(node);
    let note = session.tree().note(id);
    let over = session.phase() == Phase::Ended;
    let known = !words.secret || over || session.held_by(&viewer.holder).contains(&mover);
    Some(NodeView {
        id: node.0,
        parent: session.parent(node)?.0,
        main: session.is_main(node),
        player: name(&**session.game(), mover),
        text: known.then(|| words.text.clone()),
        chance: words.chance,
        comment: note.comment.clone(),
        glyphs: note.glyphs.clone(),
        clock: session.clock_at(node).map(|clock| clock.0),
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use dagaz_session::{Actor, Beginning, Command, Decided, Event, Record, RulesRef};
    use dagaz_testkit::hidden::ThreeCups;
    use dagaz_testkit::together::RockPaperScissors;

    use super::*;

    fn session(game: Arc<dyn Game>) -> Session {
        let held = |name: &str| Seat::Held { by: HolderId::new(name), name: name.into() };
        let beginning = Beginning {
            rules: RulesRef::default(),
            owner: HolderId::new("ann"),
            seats: vec![held("ann"), held("bob")],
            clock: None,
            seed: 1,
            study: false,
            position: None,
            tree: None,
            at: NodeNo::ROOT,
            rated: false,
            private: false,
            patience: None,
            tournament: None,
        };
        let by = Actor::Holder(beginning.owner.clone());
        Session::replay(game, &[Record { at: Millis(0), by, nonce: None, event: Event::Began(Box::new(beginning)) }])
            .expect("it begins")
    }

    fn play(session: &mut Session, who: &str, index: u32) {
        let command = Command::Play { node: session.current(), player: None, index };
        let Ok(Decided::New(record)) = session.decide(Millis(1), &Actor::Holder(HolderId::new(who)), None, &command)
        else {
            panic!("{who} may play {index}")
        };
        session.apply(&record).expect("it was decided");
    }

    /// Everything that somebody is ever told of a session, as it goes over the wire.
    fn told(session: &mut Session, who: &str) -> String {
        let viewer = Viewer { holder: HolderId::new(who), side: None };
        let drawing = Drawing::new(&*session.game().clone(), "");
        let nodes: Vec<NodeNo> = std::iter::once(NodeNo::ROOT).chain(session.nodes().collect::<Vec<_>>()).collect();
        let mut all = String::new();
        for node in nodes {
            let view = view(session, &drawing, "g", &viewer, node, Millis(9), &Presence::default());
            all += &serde_json::to_string(&view.expect("within limits").expect("it is there")).expect("JSON");
            if let Some(words) = words(session, node) {
                all += &serde_json::to_string(&node_view(session, &viewer, node, &words)).expect("JSON");
            }
        }
        all
    }

    /// Two worlds that differ only in what is hidden from somebody look the same to them, in every message.
    #[test]
    fn what_is_hidden_is_in_no_message() {
        let worlds = [0, 1, 2].map(|cup| {
            let mut session = session(Arc::new(ThreeCups::new().expect("it is small")));
            play(&mut session, "ann", cup);
            session
        });
        let [mut first, mut second, mut third] = worlds;
        for who in ["bob", "eve"] {
            let seen = told(&mut first, who);
            assert_eq!(seen, told(&mut second, who), "{who} sees where the stone is");
            assert_eq!(seen, told(&mut third, who), "{who} sees where the stone is");
        }
        assert_ne!(told(&mut first, "ann"), told(&mut second, "ann"), "she has hidden it herself");
    }

    #[test]
    fn a_commitment_is_secret_until_all_have_made_theirs() {
        let worlds = [0, 1].map(|sign| {
            let mut session = session(Arc::new(RockPaperScissors::new().expect("it is small")));
            play(&mut session, "ann", sign);
            session
        });
        let [mut first, mut second] = worlds;
        for who in ["bob", "eve"] {
            assert_eq!(told(&mut first, who), told(&mut second, who), "{who} sees the sign");
        }
        play(&mut first, "bob", 0);
        play(&mut second, "bob", 0);
        assert_ne!(told(&mut first, "eve"), told(&mut second, "eve"), "now everybody sees it");
    }
}
