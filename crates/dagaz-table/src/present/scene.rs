//! One position for all its viewers: their common parts are computed once.

use std::sync::Arc;

use dagaz_contract::draw::{Drawing, Listing};
use dagaz_contract::people::RatingChange;
use dagaz_contract::view::{ChanceView, ClockView, Draft, LastMove, ThrowView, View};
use dagaz_core::{LimitHit, PlayerId, State};
use dagaz_session::{Millis, NodeNo, Session};

use super::look::{Looked, Seen, choosers, eyes, look, seen};
use super::parts::{is_set_up, offers, seats, statistics, status};
use super::words::{NodeWords, words};
use super::{Presence, Viewer, name};

/// One position for all its viewers: their common parts are computed once.
pub struct Scene<'a> {
    /// The game.
    pub session: &'a mut Session,
    /// How it is shown.
    pub drawing: &'a Drawing,
    /// The id of the game.
    pub id: &'a str,
    /// The node.
    pub node: NodeNo,
    /// What time it is.
    pub now: Millis,
    /// Who is there.
    pub presence: &'a Presence,
    /// The words of the node's move, if they are known.
    pub words: Option<&'a NodeWords>,
    /// The view of the last viewer, if all viewers see the same of the position.
    common: Option<View>,
}

/// The previous position, with the state at its end.
struct Before {
    state: Arc<State>,
    seen: Seen,
}

impl<'a> Scene<'a> {
    /// Returns a position without a viewer yet.
    pub fn new(
        session: &'a mut Session,
        drawing: &'a Drawing,
        id: &'a str,
        node: NodeNo,
        now: Millis,
        presence: &'a Presence,
        words: Option<&'a NodeWords>,
    ) -> Scene<'a> {
        Scene { session, drawing, id, node, now, presence, words, common: None }
    }

    /// What a viewer sees; none if there is no such node.
    pub fn view(&mut self, viewer: &Viewer) -> Result<Option<View>, LimitHit> {
        let Some(looked) = look(self.session, viewer, self.node)? else { return Ok(None) };
        let held = self.session.held_by(&viewer.holder);
        let mut view = match self.common.take() {
            Some(view) => view,
            None => self.position(viewer, &held, &looked.state),
        };
        self.own(&mut view, &held, &looked);
        Ok(Some(view))
    }

    /// Recycles a view: the next viewer's is derived from it, if nothing is hidden.
    pub fn reuse(&mut self, view: View) {
        let (game, all) = (self.session.game().clone(), choosers(self.session));
        let open = |state: &Arc<State>| !super::look::hides(&*game, state, &all);
        let before = self.session.parent(self.node).map(|parent| self.session.state_at(parent));
        let open_before = before.is_none_or(|before| before.as_ref().is_some_and(open));
        if open_before && self.session.state_at(self.node).as_ref().is_some_and(open) {
            self.common = Some(view);
        }
    }

    /// What the viewer holds and can do.
    fn own(&self, view: &mut View, held: &[PlayerId], looked: &Looked) {
        let game = &**self.session.game();
        (view.moves, view.more) = match &looked.mover {
            Some((_, list)) => Listing::new(self.drawing, game, &looked.shown, list).all(),
            None => (Vec::new(), false),
        };
        view.choices = looked.choices;
        view.stepwise = looked.stepwise;
        view.me = held.iter().map(|player| name(game, *player)).collect();
        let draft = self.session.draft().filter(|(player, _)| view.current && held.contains(&PlayerId(*player)));
        view.draft = draft.and_then(|(_, draft)| serde_json::from_str(draft).ok()).map(|picks| Draft { picks });
    }

    /// Returns the position through the eyes of a viewer.
    fn position(&self, viewer: &Viewer, held: &[PlayerId], state: &Arc<State>) -> View {
        let (session, drawing) = (&*self.session, self.drawing);
        let game = &**session.game();
        let all = choosers(session);
        let eyes = eyes(session, viewer, held, state);
        let now = seen(game, state, eyes, &all);
        let before = session.parent(self.node).and_then(|parent| session.state_at(parent));
        let before = before.map(|state| Before { seen: seen(game, &state, eyes, &all), state });
        let rating = |change: &dagaz_session::Rerated| RatingChange {
            player: name(game, PlayerId(change.player)),
            before: change.before,
            after: change.after,
        };
        View {
            v: dagaz_contract::VERSION,
            game: self.id.to_string(),
            rules: drawing.board().rules.clone(),
            version: session.version(),
            node: self.node.0,
            current: self.node == session.current(),
            me: Vec::new(),
            seats: seats(session, self.presence),
            set_up: is_set_up(session, game),
            pieces: drawing.pieces(game, &now.state),
            hands: drawing.hands(game, &now.state),
            counts: drawing.counts(game, &now.state),
            tallies: drawing.tallies(game, &now.state),
            exists: drawing.existing(game, &now.state),
            statistics: statistics(game, &now.state),
            dice: before.as_ref().filter(|_| !now.hidden).and_then(|before| self.thrown(before)),
            moves: Vec::new(),
            more: false,
            choices: 0,
            stepwise: false,
            draft: None,
            last: before.as_ref().and_then(|before| self.last(before, &now, eyes)),
            marks: Vec::new(),
            status: status(session, drawing, self.node, state, &now.state),
            clocks: self.clocks(&all),
            offers: offers(session),
            rated: session.beginning().rated,
            tournament: session.beginning().tournament.as_deref().map(str::to_string),
            ratings: session.rated().unwrap_or_default().iter().map(rating).collect(),
            chance: session.proof().map(|proof| ChanceView { commitment: proof.commitment, secret: proof.secret }),
        }
    }

    fn clocks(&self, all: &[PlayerId]) -> Vec<ClockView> {
        let game = &**self.session.game();
        let clock = |player: &PlayerId| {
            let face = self.session.clock(*player, self.now)?;
            Some(ClockView {
                player: name(game, *player),
                ms: face.left.0,
                running: face.running,
                periods: face.periods,
            })
        };
        all.iter().filter_map(clock).collect()
    }

    /// Returns the throw that led to the node, if chance decided it.
    fn thrown(&self, before: &Before) -> Option<ThrowView> {
        let chosen = self.session.tree().chosen(self.session.id(self.node)?)?;
        self.drawing.thrown(&**self.session.game(), &before.state, chosen)
    }

    /// Returns the move that led to the node.
    fn last(&self, before: &Before, now: &Seen, eyes: Option<PlayerId>) -> Option<LastMove> {
        let game = &**self.session.game();
        let mover = self.session.mover_to(self.node);
        let chosen = self.session.tree().chosen(self.session.id(self.node)?)?;
        if (now.hidden || before.seen.hidden) && eyes != Some(mover) {
            return Some(self.drawing.last_seen(game, mover, &before.seen.state, &now.state));
        }
        let text = match self.words {
            Some(words) => words.text.to_string(),
            None => words(self.session, self.drawing, self.node)?.text.into(),
        };
        Some(self.drawing.last(game, &before.state, mover, chosen, text))
    }
}
