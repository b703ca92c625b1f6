//! Games of backgammon as other programs write them: match files ([`mat`]), which Jellyfish began
//! and gnubg, XG and servers write, and the game trees of gnubg (`sgf`).
//!
//! Both say a turn by its throw and by the points between which men go, counted from the mover's
//! bar (25) down to its last point (1), with 0 for the men borne off. A turn of a game tree is two
//! plies: the throw, then the moves. A move is found by what it leads to, so that any order of its
//! parts is read.

pub mod mat;
pub(crate) mod sgf;
pub(crate) mod turn;

use dagaz_core::{
    CompactSort, Game, MoveList, MoveRef, Piece, PieceTypeId, PlayerId, PlayerKind, SiteId, State, UndoLog,
};

use crate::dice_rolls::thrown;

/// The number of the bar.
const BAR: usize = 25;
/// The number of the men borne off.
const OFF: usize = 0;
/// Men of a player.
const MEN: usize = 15;
/// The games that these formats are for, in words.
const WHICH: &str = "backgammon";

/// How many men each player has on each point, as that player counts.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Counts([[usize; BAR + 1]; 2]);

impl Counts {
    /// Whether a man of a player stands on a point.
    fn stands(&self, player: usize, point: usize) -> bool {
        self.0[player].get(point).is_some_and(|men| *men > 0)
    }

    /// Moves one man of a player, and sends an enemy who stands alone to the bar. Returns whether
    /// an enemy was hit; none if no man stands there.
    fn go(&mut self, player: usize, from: usize, to: usize) -> Option<bool> {
        let left = self.0[player].get(from)?.checked_sub(1)?;
        self.0[player][from] = left;
        *self.0[player].get_mut(to)? += 1;
        let enemy = &mut self.0[1 - player];
        let hit = to != OFF && to != BAR && enemy[BAR - to] == 1;
        if hit {
            enemy[BAR - to] = 0;
            enemy[BAR] += 1;
        }
        Some(hit)
    }
}

/// A game with the board, the men and the dice of backgammon.
pub(crate) struct Board<'a> {
    game: &'a dyn Game,
    players: [PlayerId; 2],
    man: PieceTypeId,
    /// The number of each site for the first player; none for sites that are no points.
    numbers: Vec<Option<usize>>,
}

impl<'a> Board<'a> {
    /// For a game of two players with a track of 24 points that they go in opposite directions,
    /// with fifteen men each and two dice.
    pub(crate) fn of(game: &'a dyn Game) -> Option<Board<'a>> {
        let choosers = game.glossary().players.iter().enumerate().filter(|(_, one)| one.kind == PlayerKind::Chooser);
        let players: Vec<PlayerId> = choosers.map(|(index, _)| PlayerId::at(index)).collect();
        let players = <[PlayerId; 2]>::try_from(players).ok()?;
        let start = game.initial();
        let man = game.topology().site_ids().find_map(|site| start.piece(site))?.kind;
        let topology = game.topology();
        let tracks = topology.directions().iter().filter_map(|name| {
            let direction = topology.direction_named(name)?;
            let [first, second] = players.map(|player| track(game, topology.seen_by(player, direction)));
            let (first, second) = (first?, second?);
            first.iter().eq(second.iter().rev()).then_some(first)
        });
        let track = tracks.into_iter().next()?;
        let mut numbers = vec![None; topology.sites().len()];
        for (place, site) in track.iter().enumerate() {
            numbers[site.index()] = Some(BAR - 1 - place);
        }
        let board = Board { game, players, man, numbers };
        let counts = board.counts(&start);
        let whole = counts.0.iter().all(|points| points[1..].iter().sum::<usize>() == MEN);
        (whole && game.throws(&start)).then_some(board)
    }

    /// The number of a site for a player.
    fn number(&self, player: usize, site: SiteId) -> Option<usize> {
        let first = *self.numbers.get(site.index())?;
        first.map(|number| if player == 0 { number } else { BAR - number })
    }

    fn counts(&self, state: &State) -> Counts {
        let mut counts = Counts([[0; BAR + 1]; 2]);
        let layout = self.game.layout();
        for site in self.game.topology().site_ids() {
            let Some(piece) = state.piece(site) else { continue };
            let Some(player) = self.players.iter().position(|player| *player == piece.owner) else { continue };
            if let Some(number) = self.number(player, site) {
                counts.0[player][number] += state.height(layout, site).max(1);
            }
        }
        for (player, owner) in self.players.into_iter().enumerate() {
            let held = state.supply(layout, Piece { owner, kind: self.man }) as usize;
            counts.0[player][BAR] = held;
            counts.0[player][OFF] = MEN.saturating_sub(counts.0[player][1..].iter().sum());
        }
        counts
    }

    /// The start of a game in which this player throws first.
    pub(crate) fn begun_by(&self, player: usize) -> Option<State> {
        let usual = crate::position::draft::start(self.game);
        let slots = 0..self.game.glossary().slots.len();
        let starts = slots.filter_map(|slot| {
            let position = dagaz_core::Position { slot: Some(dagaz_core::SlotId::at(slot)), ..usual.clone() };
            self.game.set_up(&position).ok()
        });
        let fits = |state: &State| self.game.throws(state) && self.mover(state) == Some(player);
        starts.into_iter().find(fits)
    }

    /// The legal moves of a state.
    fn legal(&self, state: &State) -> Result<MoveList, dagaz_core::LimitHit> {
        let mut list = MoveList::new();
        self.game.moves(state, &mut list, &mut dagaz_core::Fuel::new(self.game.limits().fuel))?;
        Ok(list)
    }

    /// Who moves, as a place in `players`.
    pub(crate) fn mover(&self, state: &State) -> Option<usize> {
        use dagaz_core::Turn;
        let (Turn::Choice(mover) | Turn::Chance(mover)) = self.game.turn(state) else { return None };
        self.players.iter().position(|player| *player == mover)
    }

    /// The dice of a throw, the greater first.
    fn dice(&self, state: &State, chosen: MoveRef<'_>) -> Option<[u8; 2]> {
        let text = thrown(self.game, state, chosen)?;
        let mut faces: Vec<u8> = text.split(' ').filter_map(|word| word.parse().ok()).collect();
        faces.compact_sort_by(|one, other| other.cmp(one));
        match faces[..] {
            [high, low] => Some([high, low]),
            [one, .., last] if faces.len() == 4 && one == last => Some([one, one]),
            _ => None,
        }
    }

    /// The move of the list that leads to these counts; of several the one with the same parts, if
    /// there is one.
    fn leading_to(&self, state: &State, list: &MoveList, wanted: &Counts, ways: &[Vec<usize>]) -> Option<usize> {
        let leads = |index: &usize| {
            let mut next = state.clone();
            self.game.play(&mut next, list.get(*index), &mut UndoLog::new());
            self.counts(&next) == *wanted
        };
        let found: Vec<usize> = (0..list.len()).filter(leads).collect();
        let same = |index: &&usize| {
            let parts = self.parts(state, list.get(**index)).unwrap_or_default();
            parts.len() == ways.len() && parts.iter().zip(ways).all(|((from, to, _), way)| way[..] == [*from, *to])
        };
        found.iter().find(same).or(found.first()).copied()
    }

    /// The parts of a move, as points from and to, and whether an enemy is hit.
    fn parts(&self, state: &State, chosen: MoveRef<'_>) -> Option<Vec<(usize, usize, bool)>> {
        let player = self.mover(state)?;
        let mut counts = self.counts(state);
        let mut parts = Vec::new();
        for (step, effects) in chosen.steps() {
            if step.is_idle(effects) {
                continue;
            }
            let from = step.origin.some().and_then(|site| self.number(player, site)).unwrap_or(BAR);
            let to = step.target.some().and_then(|site| self.number(player, site)).unwrap_or(OFF);
            parts.push((from, to, counts.go(player, from, to)?));
        }
        let mut after = state.clone();
        self.game.play(&mut after, chosen, &mut UndoLog::new());
        (self.counts(&after) == counts).then_some(parts)
    }
}

/// The 24 points between bar and home of a direction, if it has so many.
fn track(game: &dyn Game, direction: dagaz_core::DirectionId) -> Option<Vec<SiteId>> {
    let topology = game.topology();
    let first = |site: &SiteId| {
        topology.link(*site, direction).some().is_some() && topology.link_back(*site, direction).some().is_none()
    };
    let mut starts = topology.site_ids().filter(first);
    let (start, None) = (starts.next()?, starts.next()) else { return None };
    let mut sites = vec![start];
    while let Some(next) = topology.link(*sites.last()?, direction).some() {
        if sites.len() > BAR {
            return None;
        }
        sites.push(next);
    }
    (sites.len() == BAR + 1).then(|| sites[1..BAR].to_vec())
}

/// Whether these formats can hold games of this kind.
pub fn fits(game: &dyn Game) -> bool {
    Board::of(game).is_some()
}
