//! *Three Cups*: a small game with hidden facts.
//!
//! White hides a stone under one of three cups. Black turns a cup over; if the stone lies there,
//! Black has found it. If not, White may move the stone in secret to another cup that still stands,
//! or leave it, and Black turns over a second cup: with two cups open and no stone seen, White has
//! kept it.
//!
//! The stone lies on the site of its cup, and an open cup has Black's mark on it. Before it is
//! hidden, and again after it was found, the stone is in White's supply. So a state without a stone
//! on the board and in the supply is what Black sees while the stone lies somewhere.

use dagaz_core::{
    Change, Effect, EndingId, Fuel, Game, Glossary, Layout, LayoutSpec, LimitHit, Limits, MoveList, MoveRef, Outcome,
    Piece, PieceName, PieceTypeId, PlayerId, PlayerName, Position, PositionError, Rng, RuleId, RuleName, Site, SiteId,
    SlotId, SlotName, State, StepChoice, Topology, TopologyBuilder, Turn, UndoLog, Verdict, View, apply, below,
};

/// Who hides the stone.
pub const WHITE: PlayerId = PlayerId(0);
/// Who looks for it.
pub const BLACK: PlayerId = PlayerId(1);
/// What is hidden.
pub const STONE: Piece = Piece { kind: PieceTypeId(0), owner: WHITE };
/// What lies where a cup has been turned over.
pub const MARK: Piece = Piece { kind: PieceTypeId(1), owner: BLACK };
/// Black has found the stone.
pub const FOUND: EndingId = EndingId(0);
/// White has kept it.
pub const KEPT: EndingId = EndingId(1);

const HIDE: SlotId = SlotId(0);
const LOOK: SlotId = SlotId(1);
const SHIFT: SlotId = SlotId(2);
const SLOTS: usize = 3;

/// See the [module documentation](self).
#[derive(Debug)]
pub struct ThreeCups {
    glossary: Glossary,
    topology: Topology,
    layout: Layout,
    limits: Limits,
}

impl ThreeCups {
    /// The game.
    pub fn new() -> Result<ThreeCups, LimitHit> {
        let limits = Limits::default();
        let mut board = TopologyBuilder::new(&limits);
        for name in ["left", "middle", "right"] {
            board.site(Site { name: name.to_string(), ..Site::default() })?;
        }
        let player = |name: &str| PlayerName { name: name.to_string(), ..PlayerName::default() };
        let piece = |name: &str| PieceName { name: name.to_string(), ..PieceName::default() };
        let rule = |name: &str| RuleName { name: name.to_string(), ..RuleName::default() };
        let slot = |player| SlotName { mover: player, side: player, class: None };
        let glossary = Glossary {
            title: "Three Cups".to_string(),
            players: vec![player("White"), player("Black")],
            pieces: vec![piece("Stone"), piece("Mark")],
            rules: vec![rule("hide"), rule("look"), rule("shift")],
            slots: vec![slot(WHITE), slot(BLACK), slot(WHITE)],
            endings: vec!["found".to_string(), "kept".to_string()],
            ..Glossary::default()
        };
        let layout = Layout::new(LayoutSpec {
            sites: 3,
            players: 2,
            kinds: 2,
            starts: vec![Vec::new(); 2],
            supplies: vec![STONE],
            recycle: true,
            recycle_promotions: false,
            ..LayoutSpec::default()
        });
        Ok(ThreeCups { glossary, topology: board.build()?, layout, limits })
    }

    fn stone_site(&self, state: &State) -> Option<SiteId> {
        state.sites_of(&self.layout, WHITE).next()
    }

    /// The cups that stand, whether the stone is under them or not.
    fn standing<'a>(&'a self, state: &'a State) -> impl Iterator<Item = SiteId> + 'a {
        self.topology.site_ids().filter(|&site| state.piece(site) != Some(MARK))
    }

    /// Returns whether the stone is placed and hidden from a player.
    fn is_hidden(&self, state: &State) -> bool {
        state.slot(&self.layout) != HIDE && self.ended(state).is_none()
    }

    fn ended(&self, state: &State) -> Option<(EndingId, PlayerId)> {
        if state.slot(&self.layout) == HIDE {
            None
        } else if state.supply(&self.layout, STONE) > 0 {
            Some((FOUND, BLACK))
        } else if state.count(&self.layout, MARK) >= 2 {
            Some((KEPT, WHITE))
        } else {
            None
        }
    }

    /// The same state with the stone put under `site`, or with no stone to be seen.
    fn with_stone(&self, state: &State, site: Option<SiteId>) -> State {
        let (mut state, mut log) = (state.clone(), UndoLog::new());
        let known = self.stone_site(&state);
        let mut change = Change::begin(&self.layout, &mut state, &mut log);
        if let Some(known) = known {
            change.clear(known);
        }
        if let Some(site) = site {
            change.place(site, STONE);
        }
        state
    }
}

impl Game for ThreeCups {
    fn glossary(&self) -> &Glossary {
        &self.glossary
    }

    fn topology(&self) -> &Topology {
        &self.topology
    }

    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn limits(&self) -> &Limits {
        &self.limits
    }

    fn initial(&self) -> State {
        let mut state = State::empty(&self.layout);
        Change::begin(&self.layout, &mut state, &mut UndoLog::new()).set_supply(STONE, 1);
        state
    }

    /// Before the stone is hidden it must be in White's supply. Later a position without any stone
    /// is Black's view.
    fn set_up(&self, position: &Position) -> Result<State, Vec<PositionError>> {
        let state = dagaz_engine::set_up(&self.layout, SLOTS, position)?;
        let stones = state.supply(&self.layout, STONE) as usize + state.count(&self.layout, STONE);
        let hidden = state.slot(&self.layout) != HIDE;
        let whole = hidden || state.supply(&self.layout, STONE) == 1;
        if stones > 1 || !whole { Err(vec![PositionError::NoSupply(STONE)]) } else { Ok(state) }
    }

    fn turn(&self, state: &State) -> Turn {
        Turn::Choice(if state.slot(&self.layout) == LOOK { BLACK } else { WHITE })
    }

    fn ending(&self, state: &State) -> Result<Option<(EndingId, PlayerId)>, LimitHit> {
        Ok(self.ended(state))
    }

    fn outcome_of(&self, _state: &State, (ending, winner): (EndingId, PlayerId)) -> Outcome {
        let verdict = |player| if player == winner { Verdict::Win } else { Verdict::Loss };
        Outcome {
            ending: self.glossary.endings[ending.index()].clone(),
            verdicts: vec![verdict(WHITE), verdict(BLACK)],
            scores: None,
        }
    }

    /// White's moves of a state that lacks the stone are not known; there are none.
    fn moves(&self, state: &State, list: &mut MoveList, fuel: &mut Fuel<'_>) -> Result<(), LimitHit> {
        list.clear();
        if self.ended(state).is_some() {
            return Ok(());
        }
        let slot = state.slot(&self.layout);
        let rule = Some(RuleId(slot.0.into()));
        let stone = self.stone_site(state);
        for site in self.standing(state) {
            let (origin, effect) = match (slot, stone) {
                (HIDE, _) => (SiteId::NONE, Effect::Drop { site, kind: STONE.kind, owner: STONE.owner }),
                (LOOK, _) => (SiteId::NONE, Effect::Place { site, kind: MARK.kind, owner: MARK.owner }),
                (_, Some(from)) if from != site => (from, Effect::Move { from, to: site }),
                _ => continue,
            };
            fuel.spend(2)?;
            list.push_step(rule, origin, site, None, &[effect]);
        }
        if slot == SHIFT && stone.is_some() {
            fuel.spend(1)?;
            list.push_pass();
        }
        list.check(&self.limits)
    }

    fn steps(&self, state: &State, list: &mut MoveList, fuel: &mut Fuel<'_>) -> Result<StepChoice, LimitHit> {
        self.moves(state, list, fuel)?;
        Ok(StepChoice { may_stop: false })
    }

    fn play(&self, state: &mut State, chosen: MoveRef<'_>, log: &mut UndoLog) {
        let next = if state.slot(&self.layout) == LOOK { SHIFT } else { LOOK };
        let mut change = Change::begin(&self.layout, state, log);
        chosen.steps().for_each(|(_, effects)| apply(&mut change, effects));
        change.set_slot(next);
    }

    fn play_step(&self, state: &mut State, step: MoveRef<'_>, log: &mut UndoLog) -> Result<(), LimitHit> {
        self.play(state, step, log);
        Ok(())
    }

    fn is_irreversible(&self, state: &State, _chosen: MoveRef<'_>) -> bool {
        state.slot(&self.layout) != SHIFT
    }

    fn null_move(&self, _state: &mut State, _log: &mut UndoLog) -> bool {
        false
    }

    fn attacked(&self, state: &State, site: SiteId, side: PlayerId) -> Result<bool, LimitHit> {
        Ok(side == WHITE && self.ended(state).is_none() && self.standing(state).any(|standing| standing == site))
    }

    fn blotted(&self, state: &State, player: PlayerId) -> Option<State> {
        let sees_all = player == WHITE || !self.is_hidden(state);
        (!sees_all).then(|| self.with_stone(state, None))
    }

    fn sample(&self, view: &View, rng: &mut dyn Rng) -> State {
        if view.player == WHITE || !self.is_hidden(&view.seen) {
            return view.seen.clone();
        }
        let standing: Vec<SiteId> = self.standing(&view.seen).collect();
        self.with_stone(&view.seen, standing.get(below(rng, standing.len())).copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::walk::{rng, walk};
    use std::ops::ControlFlow;

    fn game() -> ThreeCups {
        ThreeCups::new().expect("three sites are within all limits")
    }

    fn listed(game: &ThreeCups, state: &State) -> MoveList {
        let mut list = MoveList::new();
        game.moves(state, &mut list, &mut Fuel::new(1_000)).expect("a few moves");
        list
    }

    /// The state after the moves of these numbers.
    fn after(game: &ThreeCups, choices: &[usize]) -> State {
        let mut state = game.initial();
        for &choice in choices {
            let list = listed(game, &state);
            game.play(&mut state, list.get(choice), &mut UndoLog::new());
        }
        state
    }

    #[test]
    fn every_search_line_ends_in_a_result_or_a_bound() {
        let game = game();
        let counts: Vec<u64> =
            (1..=5).map(|depth| game.perft(&game.initial(), depth, Default::default()).expect("small")).collect();
        // One of three looks finds the stone; else two shifts and two looks, of which one finds.
        assert_eq!(counts, [3, 9, 12, 24, 0]);
        let found = game.outcome(&after(&game, &[0, 0])).expect("no limit").expect("it is found");
        assert_eq!((found.ending.as_str(), found.verdicts), ("found", vec![Verdict::Loss, Verdict::Win]));
        let kept = game.outcome(&after(&game, &[0, 1, 1, 1])).expect("no limit").expect("it is kept");
        assert_eq!((kept.ending.as_str(), kept.verdicts), ("kept", vec![Verdict::Win, Verdict::Loss]));
    }

    #[test]
    fn black_sees_no_stone_until_the_end_and_white_always() {
        let game = game();
        for (choices, hidden) in [(&[][..], false), (&[1], true), (&[1, 0], true), (&[1, 0, 0], true), (&[1, 1], false)]
        {
            let state = after(&game, choices);
            let seen = game.view(&state, BLACK).seen;
            assert_eq!(seen != state, hidden, "after {choices:?}");
            assert_eq!(seen.count(game.layout(), STONE), usize::from(!hidden && state.count(game.layout(), STONE) > 0));
            assert_eq!(game.view(&state, WHITE).seen, state);
            assert_eq!(game.ending(&seen), game.ending(&state), "a view tells the end");
        }
    }

    #[test]
    fn a_view_does_not_depend_on_hidden_facts() {
        let game = game();
        let views: Vec<View> = (0..3).map(|cup| game.view(&after(&game, &[cup]), BLACK)).collect();
        assert!(views.windows(2).all(|pair| pair[0] == pair[1]));
        assert_eq!(listed(&game, &views[0].seen).len(), 3, "Black can choose from the view alone");
        let left_or_shifted = [&[0, 1, 0][..], &[0, 1, 1]].map(|choices| game.view(&after(&game, choices), BLACK));
        assert_eq!(left_or_shifted[0], left_or_shifted[1], "a shift leaves no trace");
    }

    #[test]
    fn samples_fit_the_view_and_are_equally_likely() {
        let game = game();
        for (choices, possible) in [(&[2][..], 3), (&[2, 0], 2), (&[2, 0, 0], 2), (&[2, 2], 1)] {
            let state = after(&game, choices);
            let view = game.view(&state, BLACK);
            let mut rng = rng(7);
            let mut found: Vec<(State, usize)> = Vec::new();
            const DRAWS: usize = 6_000;
            for _ in 0..DRAWS {
                let drawn = game.sample(&view, &mut rng);
                assert_eq!(game.view(&drawn, BLACK), view);
                assert_eq!(drawn.keys_from_scratch(game.layout()), (drawn.position_key(), drawn.key()));
                match found.iter_mut().find(|(known, _)| *known == drawn) {
                    Some((_, times)) => *times += 1,
                    None => found.push((drawn, 1)),
                }
            }
            assert_eq!(found.len(), possible, "after {choices:?}");
            assert!(found.iter().any(|(known, _)| *known == state), "what is so must be possible");
            let even = DRAWS / possible;
            assert!(found.iter().all(|(_, times)| times.abs_diff(even) < even / 10), "after {choices:?}: not even");
            assert_eq!(game.sample(&game.view(&state, WHITE), &mut rng), state, "White knows");
        }
    }

    #[test]
    fn samples_of_a_stored_view_are_equal() {
        let game = game();
        let seen = game.view(&after(&game, &[2, 0, 0]), BLACK).seen;
        assert_eq!(game.set_up(&game.position(&seen)).expect("a view can be set up"), seen);
    }

    #[test]
    fn positions_without_a_stone_to_hide_are_refused() {
        let game = game();
        assert!(game.set_up(&Position::default()).is_err());
        let two = Position { supplies: vec![(STONE, 2)], ..Position::default() };
        assert!(game.set_up(&two).is_err());
    }

    #[test]
    fn all_invariants_hold() {
        let game = game();
        for seed in 0..20 {
            assert_eq!(crate::battery::run(&game, seed, 10), Ok(Vec::new()));
        }
    }

    #[test]
    fn a_whole_game_can_be_taken_back() {
        let game = game();
        let (mut state, mut log) = (game.initial(), UndoLog::new());
        for choice in [1, 0, 0, 0] {
            let list = listed(&game, &state);
            game.play(&mut state, list.get(choice % list.len()), &mut log);
        }
        while game.undo(&mut state, &mut log) {}
        assert_eq!(state, game.initial());
        let end = walk(&game, game.initial(), 3, 10, &mut |_, _| ControlFlow::Continue(())).expect("no limit");
        assert!(game.ended(&end).is_some());
    }
}
