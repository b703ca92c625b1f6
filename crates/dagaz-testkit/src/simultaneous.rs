//! *Rock, Paper, Scissors*: a small game with a simultaneous turn.
//!
//! Each player commits a sign, in any order. A player sees that the opponent has committed, but not
//! the sign before both are committed. The last commit shows both and ends the game.
//!
//! A sign is a piece in its player's hand. What another player sees in its place is a fist, a piece
//! type that no state of a game has: it is only ever in views.

use dagaz_core::{
    Change, Effect, EndingId, Fuel, Game, Glossary, Layout, LayoutSpec, LimitHit, Limits, MoveList, MoveRef, Outcome,
    Piece, PieceName, PieceTypeId, PlayerId, PlayerName, Position, PositionError, Rng, RuleId, RuleName, Site, SiteId,
    SlotName, State, StepChoice, Topology, TopologyBuilder, Turn, UndoLog, Verdict, View, apply, below,
};

/// Who has the first hand.
pub const WHITE: PlayerId = PlayerId(0);
/// Who has the second hand.
pub const BLACK: PlayerId = PlayerId(1);
/// Beats scissors.
pub const ROCK: PieceTypeId = PieceTypeId(0);
/// Beats rock.
pub const PAPER: PieceTypeId = PieceTypeId(1);
/// Beats paper.
pub const SCISSORS: PieceTypeId = PieceTypeId(2);
/// A sign that is not seen.
pub const FIST: PieceTypeId = PieceTypeId(3);
/// One sign beats the other.
pub const BEATEN: EndingId = EndingId(0);
/// Both signs are equal.
pub const TIED: EndingId = EndingId(1);

const SIGNS: [PieceTypeId; 3] = [ROCK, PAPER, SCISSORS];
const PLAYERS: [PlayerId; 2] = [WHITE, BLACK];

/// See the [module documentation](self).
#[derive(Debug)]
pub struct RockPaperScissors {
    glossary: Glossary,
    topology: Topology,
    layout: Layout,
    limits: Limits,
}

impl RockPaperScissors {
    /// The game.
    pub fn new() -> Result<RockPaperScissors, LimitHit> {
        let limits = Limits::default();
        let mut board = TopologyBuilder::new(&limits);
        for name in ["white-hand", "black-hand"] {
            board.site(Site { name: name.to_string(), ..Site::default() })?;
        }
        let player = |name: &str| PlayerName { name: name.to_string(), ..PlayerName::default() };
        let piece = |name: &str| PieceName { name: name.to_string(), ..PieceName::default() };
        let glossary = Glossary {
            title: "Rock, Paper, Scissors".to_string(),
            players: vec![player("White"), player("Black")],
            pieces: ["Rock", "Paper", "Scissors", "Fist"].map(piece).to_vec(),
            rules: vec![RuleName { name: "commit".to_string(), ..RuleName::default() }],
            slots: vec![SlotName { mover: WHITE, side: WHITE, class: None }],
            endings: vec!["beaten".to_string(), "tied".to_string()],
            ..Glossary::default()
        };
        let layout = Layout::new(LayoutSpec {
            sites: 2,
            players: 2,
            kinds: 4,
            starts: vec![Vec::new(); 4],
            ..LayoutSpec::default()
        });
        Ok(RockPaperScissors { glossary, topology: board.build()?, layout, limits })
    }

    fn hand(player: PlayerId) -> SiteId {
        SiteId::at(player.index())
    }

    fn sign(&self, state: &State, player: PlayerId) -> Option<PieceTypeId> {
        state.piece(Self::hand(player)).map(|piece| piece.kind)
    }

    /// The players who have not committed a sign yet.
    fn open_hands(&self, state: &State) -> Vec<PlayerId> {
        PLAYERS.into_iter().filter(|&player| self.sign(state, player).is_none()).collect()
    }

    fn ended(&self, state: &State) -> Option<(EndingId, PlayerId)> {
        let place = |player| SIGNS.iter().position(|sign| Some(*sign) == self.sign(state, player));
        let (white, black) = (place(WHITE)?, place(BLACK)?);
        // Each sign beats the one before it, round the circle.
        Some(match (white + 3 - black) % 3 {
            0 => (TIED, PlayerId::NONE),
            1 => (BEATEN, WHITE),
            _ => (BEATEN, BLACK),
        })
    }

    fn with_sign(&self, state: &State, player: PlayerId, sign: PieceTypeId) -> State {
        let (mut state, mut log) = (state.clone(), UndoLog::new());
        Change::begin(&self.layout, &mut state, &mut log).change_kind(Self::hand(player), sign);
        state
    }
}

impl Game for RockPaperScissors {
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
        State::empty(&self.layout)
    }

    /// Each hand holds one of its own player's signs or nothing. At most one is committed: no
    /// player sees two.
    fn set_up(&self, position: &Position) -> Result<State, Vec<PositionError>> {
        let state = dagaz_engine::set_up(&self.layout, self.glossary.slots.len(), position)?;
        let strays = PLAYERS
            .into_iter()
            .filter_map(|player| state.piece(Self::hand(player)).filter(|piece| piece.owner != player));
        let mut errors: Vec<_> = strays.map(PositionError::NoSuchPiece).collect();
        if PLAYERS.into_iter().all(|player| self.sign(&state, player) == Some(FIST)) {
            errors.push(PositionError::NoSuchPiece(Piece { kind: FIST, owner: BLACK }));
        }
        if errors.is_empty() { Ok(state) } else { Err(errors) }
    }

    fn turn(&self, state: &State) -> Turn {
        Turn::Together(self.open_hands(state))
    }

    fn ending(&self, state: &State) -> Result<Option<(EndingId, PlayerId)>, LimitHit> {
        Ok(self.ended(state))
    }

    fn outcome_of(&self, _state: &State, (ending, winner): (EndingId, PlayerId)) -> Outcome {
        let verdict = |player| match ending {
            TIED => Verdict::Draw,
            _ if player == winner => Verdict::Win,
            _ => Verdict::Loss,
        };
        Outcome {
            ending: self.glossary.endings[ending.index()].clone(),
            verdicts: PLAYERS.map(verdict).to_vec(),
            scores: None,
        }
    }

    /// The moves of the first player who has not committed yet: one order of commits stands for
    /// all.
    fn moves(&self, state: &State, list: &mut MoveList, fuel: &mut Fuel<'_>) -> Result<(), LimitHit> {
        match self.open_hands(state).first() {
            Some(&player) => self.moves_of(state, player, list, fuel),
            None => {
                list.clear();
                Ok(())
            }
        }
    }

    fn moves_of(
        &self,
        state: &State,
        player: PlayerId,
        list: &mut MoveList,
        fuel: &mut Fuel<'_>,
    ) -> Result<(), LimitHit> {
        list.clear();
        if self.open_hands(state).contains(&player) {
            let site = Self::hand(player);
            for kind in SIGNS {
                fuel.spend(2)?;
                let effect = Effect::Place { site, kind, owner: player };
                list.push_step(Some(RuleId(0)), SiteId::NONE, site, None, &[effect]);
            }
        }
        list.check(&self.limits)
    }

    fn steps(&self, state: &State, list: &mut MoveList, fuel: &mut Fuel<'_>) -> Result<StepChoice, LimitHit> {
        self.moves(state, list, fuel)?;
        Ok(StepChoice { may_stop: false })
    }

    fn play(&self, state: &mut State, chosen: MoveRef<'_>, log: &mut UndoLog) {
        let mut change = Change::begin(&self.layout, state, log);
        chosen.steps().for_each(|(_, effects)| apply(&mut change, effects));
    }

    fn play_step(&self, state: &mut State, step: MoveRef<'_>, log: &mut UndoLog) -> Result<(), LimitHit> {
        self.play(state, step, log);
        Ok(())
    }

    fn is_irreversible(&self, _state: &State, _chosen: MoveRef<'_>) -> bool {
        true
    }

    fn null_move(&self, _state: &mut State, _log: &mut UndoLog) -> bool {
        false
    }

    fn attacked(&self, _state: &State, _site: SiteId, _side: PlayerId) -> Result<bool, LimitHit> {
        Ok(false)
    }

    fn blotted(&self, state: &State, player: PlayerId) -> Option<State> {
        if self.ended(state).is_some() {
            return None;
        }
        let others = PLAYERS.into_iter().filter(|other| *other != player);
        Some(others.fold(state.clone(), |seen, other| self.with_sign(&seen, other, FIST)))
    }

    fn sample(&self, view: &View, rng: &mut dyn Rng) -> State {
        let mut state = view.seen.clone();
        for player in PLAYERS {
            if self.sign(&state, player) == Some(FIST) {
                state = self.with_sign(&state, player, SIGNS[below(rng, SIGNS.len())]);
            }
        }
        state
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::walk::rng;

    fn game() -> RockPaperScissors {
        RockPaperScissors::new().expect("two sites are within all limits")
    }

    fn moves_of(game: &RockPaperScissors, state: &State, player: PlayerId) -> MoveList {
        let mut list = MoveList::new();
        game.moves_of(state, player, &mut list, &mut Fuel::new(100)).expect("a few moves");
        list
    }

    fn commit(game: &RockPaperScissors, state: &State, player: PlayerId, sign: usize) -> State {
        let mut next = state.clone();
        game.play(&mut next, moves_of(game, state, player).get(sign), &mut UndoLog::new());
        next
    }

    #[test]
    fn the_order_of_commits_does_not_matter() {
        let game = game();
        let start = game.initial();
        assert_eq!(game.turn(&start), Turn::Together(vec![WHITE, BLACK]));
        for white in 0..3 {
            for black in 0..3 {
                let white_first = commit(&game, &start, WHITE, white);
                assert_eq!(game.turn(&white_first), Turn::Together(vec![BLACK]));
                assert!(moves_of(&game, &white_first, WHITE).is_empty(), "nobody commits twice");
                let black_first = commit(&game, &start, BLACK, black);
                assert_eq!(game.turn(&black_first), Turn::Together(vec![WHITE]));
                let end = commit(&game, &white_first, BLACK, black);
                assert_eq!(end, commit(&game, &black_first, WHITE, white));
                assert!(PLAYERS.iter().all(|&player| moves_of(&game, &end, player).is_empty()));
            }
        }
        assert_eq!(game.perft(&start, 2, Default::default()), Ok(9));
        assert_eq!(game.perft(&start, 3, Default::default()), Ok(0));
    }

    #[test]
    fn the_last_commit_ends_the_game() {
        let game = game();
        let verdicts = |white, black| {
            let state = commit(&game, &commit(&game, &game.initial(), WHITE, white), BLACK, black);
            game.outcome(&state).expect("no limit").expect("it has ended").verdicts
        };
        let (win, loss, draw) = (Verdict::Win, Verdict::Loss, Verdict::Draw);
        assert_eq!([verdicts(0, 2), verdicts(1, 0), verdicts(2, 1)], [[win, loss]; 3], "rock, paper, scissors win");
        assert_eq!([verdicts(2, 0), verdicts(0, 1), verdicts(1, 2)], [[loss, win]; 3]);
        assert_eq!([verdicts(0, 0), verdicts(1, 1), verdicts(2, 2)], [[draw, draw]; 3]);
    }

    #[test]
    fn a_committed_choice_is_hidden_from_the_opponent_until_both_are_made() {
        let game = game();
        for (player, other) in [(WHITE, BLACK), (BLACK, WHITE)] {
            let views: Vec<View> =
                (0..3).map(|sign| game.view(&commit(&game, &game.initial(), player, sign), other)).collect();
            assert!(views.windows(2).all(|pair| pair[0] == pair[1]));
            assert_eq!(views[0].seen.count(game.layout(), Piece { kind: FIST, owner: player }), 1);
            assert_eq!(game.turn(&views[0].seen), Turn::Together(vec![other]));
            assert_eq!(moves_of(&game, &views[0].seen, other).len(), 3, "the view is enough to choose");
            let state = commit(&game, &game.initial(), player, 1);
            assert_eq!(game.view(&state, player).seen, state, "one's own sign is seen");
            let end = commit(&game, &state, other, 2);
            assert_eq!(game.view(&end, other).seen, end);
            assert_eq!(game.set_up(&game.position(&views[0].seen)), Ok(views[0].seen.clone()));
        }
    }

    #[test]
    fn samples_fit_the_view_and_are_equally_likely() {
        let game = game();
        let mut rng = rng(11);
        for (player, other) in [(WHITE, BLACK), (BLACK, WHITE)] {
            let state = commit(&game, &game.initial(), player, 1);
            let view = game.view(&state, other);
            let mut times = [0usize; 3];
            const DRAWS: usize = 6_000;
            for _ in 0..DRAWS {
                let drawn = game.sample(&view, &mut rng);
                assert_eq!(game.view(&drawn, other), view);
                let sign = game.sign(&drawn, player).expect("committed");
                times[sign.index()] += 1;
            }
            assert!(times.iter().all(|times| times.abs_diff(DRAWS / 3) < DRAWS / 30), "{times:?}");
            assert_eq!(game.sample(&game.view(&state, player), &mut rng), state);
        }
    }

    #[test]
    fn all_invariants_hold() {
        let game = game();
        for seed in 0..20 {
            assert_eq!(crate::battery::run(&game, seed, 5), Ok(Vec::new()));
        }
    }

    #[test]
    fn commits_in_either_order_can_be_taken_back() {
        let game = game();
        for order in [[WHITE, BLACK], [BLACK, WHITE]] {
            let (mut state, mut log) = (game.initial(), UndoLog::new());
            for player in order {
                let list = moves_of(&game, &state, player);
                game.play(&mut state, list.get(0), &mut log);
                assert_eq!(state.keys_from_scratch(game.layout()), (state.position_key(), state.key()));
            }
            while game.undo(&mut state, &mut log) {}
            assert_eq!(state, game.initial());
        }
    }

    #[test]
    fn invisible_hands_are_refused() {
        let game = game();
        let fist = |owner| dagaz_core::Placement {
            site: RockPaperScissors::hand(owner),
            piece: Piece { kind: FIST, owner },
            attributes: Vec::new(),
        };
        let both = Position { pieces: PLAYERS.map(fist).to_vec(), ..Position::default() };
        assert!(game.set_up(&both).is_err());
        let mut swapped = fist(WHITE);
        swapped.piece.owner = BLACK;
        assert!(game.set_up(&Position { pieces: vec![swapped], ..Position::default() }).is_err());
    }
}
