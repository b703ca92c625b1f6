//! Play with hidden information or simultaneous moves.
//!
//! Information set Monte-Carlo tree search (Cowling, Powley and Whitehouse 2012). Each playout
//! starts from a state that [`Game::sample`] draws from the player's view. Statistics are kept by
//! the information set of the player to move. So no player in the tree uses hidden information.

use std::collections::HashMap;

use dagaz_core::{Fuel, Game, LimitHit, MoveList, PlayerId, State, Turn, UndoLog, Verdict, action, below};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::legal_moves::legal_of;
use crate::random::rng;
use crate::{Bot, BotError, Budget, Context, Line, Question, SearchLimits, Thought};

/// Things to choose between that are kept at most.
const EDGES_MAX: usize = 2_000_000;
/// Plies of a playout at most.
const PLIES_MAX: usize = 1_000;
const EXPLORE: f64 = 0.7;

/// The bot. See the [module documentation](self).
pub(crate) struct Informed {
    pub(crate) name: String,
    pub(crate) budget: Budget,
}

/// A choice as its player sees it.
#[derive(Clone, Copy, Debug)]
struct Edge {
    /// The [identity](name) of the move.
    sameness: u64,
    visits: u32,
    /// How often it could have been chosen.
    offered: u32,
    total: f64,
}

#[derive(Default)]
struct Tree {
    known: HashMap<u64, Vec<Edge>>,
    edges: usize,
}

/// Who acts, and whether by chance.
fn actor(game: &dyn Game, state: &State) -> (PlayerId, bool, bool) {
    match game.turn(state) {
        Turn::Choice(player) => (player, false, false),
        Turn::Chance(player) => (player, true, false),
        Turn::Together(players) => (players.first().copied().unwrap_or(PlayerId::NONE), false, true),
    }
}

/// The moves of the acting player; none at the end of the game.
fn moves(
    game: &dyn Game,
    state: &State,
    list: &mut MoveList,
    fuel: &mut Fuel<'_>,
) -> Result<(PlayerId, bool), LimitHit> {
    let (player, random, together) = actor(game, state);
    list.clear();
    if together {
        game.moves_of(state, player, list, fuel)?
    } else {
        game.moves(state, list, fuel)?
    }
    Ok((player, random))
}

/// Returns the identity of a move: its effects, or with hidden facts only what its player knows.
fn name(game: &dyn Game, list: &MoveList, index: usize) -> u64 {
    if game.hides() { action(list, index) } else { list.get(index).sameness() }
}

/// Returns the key of a player's view.
fn seen(game: &dyn Game, state: &State, player: PlayerId) -> u64 {
    game.view(state, player).seen.key() ^ (u64::from(player.0) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl Bot for Informed {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn choose(&self, question: &mut Question<'_>, _context: &mut Context) -> Result<Thought, BotError> {
        let list = legal_of(question)?;
        if list.len() == 1 {
            return Ok(Thought::just(list.get(0).to_move()));
        }
        let (game, player) = (question.game, question.player());
        let mut budget = question.budget.unwrap_or(self.budget);
        // A node here is a playout, and there is no depth to reach.
        if let Some(nodes) = budget.nodes.take().or(budget.depth.take().map(|depth| 1_000 * u64::from(depth))) {
            budget.playouts = Some(budget.playouts.map_or(nodes, |most| most.min(nodes)));
        }
        let mut watch = SearchLimits::new(budget, question.stop, question.clock);
        let mut rng = rng(question.seed);
        let mut tree = Tree::default();
        let together = matches!(game.turn(&question.view.seen), Turn::Together(_));
        let root = question.view.seen.key() ^ (u64::from(player.0) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut depth = 0;
        loop {
            let state = game.sample(question.view, &mut rng);
            match tree.walk(game, state, player, root, &mut rng, &mut watch) {
                Ok(plies) => depth = depth.max(plies),
                Err(hit) if hit.kind == dagaz_core::LimitKind::Stopped => break,
                Err(hit) => return Err(hit.into()),
            }
            if !watch.playout() {
                break;
            }
        }
        let edges = tree.known.get(&root).map_or(&[][..], |edges| edges);
        let of = |index: usize| {
            let sameness = name(game, &list, index);
            edges.iter().find(|edge| edge.sameness == sameness).copied()
        };
        let mut order: Vec<(u32, usize)> =
            (0..list.len()).map(|at| (of(at).map_or(0, |edge| edge.visits), at)).collect();
        let all: u32 = order.iter().map(|(visits, _)| visits).sum();
        let mut chosen = order.iter().max_by_key(|(visits, at)| (*visits, usize::MAX - at)).map_or(0, |(_, at)| *at);
        if together && all > 0 {
            // A deterministic player is predictable in simultaneous turns, so the move is drawn by
            // visit counts.
            let mut left = below(&mut rng, all as usize) as u32;
            for &(visits, at) in &order {
                if left < visits {
                    chosen = at;
                    break;
                }
                left -= visits;
            }
        }
        order.sort_by_key(|&(visits, at)| (at != chosen, u32::MAX - visits));
        let top: Vec<Line> = order
            .iter()
            .take(question.lines.max(1))
            .map(|&(visits, at)| Line {
                moves: vec![list.get(at).to_move()],
                score: None,
                win_chance: of(at).filter(|_| visits > 0).map(|edge| 0.5 + 0.5 * edge.total / f64::from(visits)),
                visits: u64::from(visits),
            })
            .collect();
        Ok(Thought {
            chosen: list.get(chosen).to_move(),
            score: None,
            win_chance: top.first().and_then(|line| line.win_chance),
            nodes: watch.nodes(),
            playouts: watch.playouts(),
            depth,
            time: watch.time(),
            top,
        })
    }
}

impl Tree {
    /// Plays one state to its end through the known tree, and updates it. Returns the plies in the
    /// tree.
    fn walk(
        &mut self,
        game: &dyn Game,
        mut state: State,
        player: PlayerId,
        root: u64,
        rng: &mut Xoshiro256PlusPlus,
        watch: &mut SearchLimits<'_>,
    ) -> Result<u32, LimitHit> {
        let (mut list, mut log) = (MoveList::new(), UndoLog::new());
        let mut path: Vec<(u64, u64, PlayerId)> = Vec::new();
        let mut in_tree = true;
        for ply in 0..PLIES_MAX {
            watch.node();
            let fuel = &mut watch.fuel(game.limits().fuel);
            let (mover, random) = if ply == 0 {
                // In a simultaneous turn the searching player moves first here.
                list.clear();
                match game.turn(&state) {
                    Turn::Together(_) => game.moves_of(&state, player, &mut list, fuel)?,
                    _ => game.moves(&state, &mut list, fuel)?,
                }
                (player, false)
            } else {
                moves(game, &state, &mut list, fuel)?
            };
            if list.is_empty() {
                break;
            }
            let index = if random || !in_tree {
                below(rng, list.len())
            } else {
                let key = if ply == 0 { root } else { seen(game, &state, mover) };
                let fresh = !self.known.contains_key(&key);
                if fresh && self.edges > EDGES_MAX {
                    in_tree = false;
                    below(rng, list.len())
                } else {
                    let index = self.select(game, key, &list, rng);
                    path.push((key, name(game, &list, index), mover));
                    in_tree = !fresh || ply == 0;
                    index
                }
            };
            game.play(&mut state, list.get(index), &mut log);
            log.clear();
        }
        let verdicts = game.outcome(&state)?.map(|outcome| outcome.verdicts).unwrap_or_default();
        for &(key, sameness, mover) in &path {
            let won = match verdicts.get(mover.index()) {
                Some(Verdict::Win) => 1.0,
                Some(Verdict::Loss) => -1.0,
                _ => 0.0,
            };
            let edges = self.known.entry(key).or_default();
            if let Some(edge) = edges.iter_mut().find(|edge| edge.sameness == sameness) {
                edge.visits += 1;
                edge.total += won;
            }
        }
        Ok(path.len() as u32)
    }

    /// Returns the move to try, by its index in the list.
    fn select(&mut self, game: &dyn Game, key: u64, list: &MoveList, rng: &mut Xoshiro256PlusPlus) -> usize {
        let edges = self.known.entry(key).or_default();
        let before = edges.len();
        let mut best = (f64::NEG_INFINITY, 0);
        let turn = below(rng, list.len());
        for step in 0..list.len() {
            let index = (turn + step) % list.len();
            let sameness = name(game, list, index);
            let place = edges.iter().position(|edge| edge.sameness == sameness).unwrap_or_else(|| {
                edges.push(Edge { sameness, visits: 0, offered: 0, total: 0.0 });
                edges.len() - 1
            });
            let edge = &mut edges[place];
            edge.offered += 1;
            let worth = match edge.visits {
                0 => f64::INFINITY,
                visits => {
                    let visits = f64::from(visits);
                    edge.total / visits + EXPLORE * (f64::from(edge.offered).ln() / visits).sqrt()
                }
            };
            if worth > best.0 {
                best = (worth, index);
            }
        }
        self.edges += edges.len() - before;
        best.1
    }
}
