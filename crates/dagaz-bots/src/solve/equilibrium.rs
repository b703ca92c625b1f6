//! Equilibria of small games of two players with chance or hidden facts.
//!
//! The whole tree of histories is made once. CFR+ (Tammelin 2014) then lets both players learn from
//! the regrets of their information states, in turns; the average of what they did, later rounds
//! weighing more, comes near to an equilibrium. How near is computed, not estimated: each player's
//! best response to the other's average is found.

use std::collections::HashMap;

use dagaz_core::{
    Fuel, Game, Information, Move, MoveList, PlayerId, PlayerKind, State, Turn, UndoLog, Verdict, action,
};

use super::NotSolvable;
use crate::SearchLimits;

/// Rounds between two looks at how near the average is.
const ROUNDS_BETWEEN: usize = 50;

/// Plies of a history at most.
const PLIES_MAX: usize = 1_000;

/// What is asked of an equilibrium.
#[derive(Clone, Copy, Debug)]
pub struct Aim {
    /// Histories at most.
    pub histories_max: usize,
    /// Rounds at most.
    pub rounds_max: usize,
    /// The exploitability at which it is good enough.
    pub exploitability: f64,
    /// The number of information states whose moves are reported.
    pub told: usize,
}

/// What a player does in an information state.
#[derive(Clone, Debug)]
pub struct Policy {
    /// Who.
    pub player: PlayerId,
    /// What the player sees.
    pub view: State,
    /// A state in which the player has this information, where the moves are legal.
    pub example: State,
    /// The moves with their probabilities.
    pub moves: Vec<(Move, f64)>,
}

/// An equilibrium, and the size of the tree.
#[derive(Clone, Debug)]
pub struct Equilibrium {
    /// What the game is worth to the first of the two players, in points where the rules count
    /// points, else 1 for a win.
    pub value: f64,
    /// How much more a player gains on average who knows what the other does and answers best.
    pub exploitability: f64,
    /// Rounds of learning.
    pub rounds: usize,
    /// All histories, the empty one and finished games among them.
    pub histories: usize,
    /// Histories at whose end the game is over.
    pub ends: usize,
    /// For both players the information states in which they choose.
    pub information: [usize; 2],
    /// The two players.
    pub players: [PlayerId; 2],
    /// What they do, in the order in which a walk through the tree comes to it.
    pub policies: Vec<Policy>,
}

enum Node {
    /// The game is over: what that is worth to the first player.
    End(f64),
    /// Chance decides: probabilities and nodes.
    Chance(Vec<(f64, u32)>),
    /// A player chooses: the information state, and a node for each of its moves.
    Choice(u32, Vec<u32>),
}

/// An information state while its player learns.
struct Learned {
    player: usize,
    /// The names of the moves, in the order of the regrets.
    actions: Vec<u64>,
    regrets: Vec<f64>,
    /// The probability of each move in this round, by regret matching.
    strategy: Vec<f64>,
    /// Weighted sums of the strategies of all rounds.
    sums: Vec<f64>,
    told: Option<Box<(State, State, Vec<Move>)>>,
}

impl Learned {
    fn average(&self) -> Vec<f64> {
        shares(&self.sums)
    }
}

/// Parts of a sum of 1, equal ones if there is nothing to go by.
fn shares(weights: &[f64]) -> Vec<f64> {
    let sum: f64 = weights.iter().sum();
    match sum > 0.0 {
        true => weights.iter().map(|weight| weight / sum).collect(),
        false => vec![1.0 / weights.len() as f64; weights.len()],
    }
}

struct Tree<'g> {
    game: &'g dyn Game,
    players: [PlayerId; 2],
    nodes: Vec<Node>,
    sets: Vec<Learned>,
    known: HashMap<(usize, u64), u32>,
    aim: Aim,
}

/// Returns an equilibrium of the game from its start. It must have two choosing players, and may
/// have random moves. Each information state must offer the same moves in all of its states.
pub fn equilibrium(game: &dyn Game, aim: Aim, watch: &mut SearchLimits<'_>) -> Result<Equilibrium, NotSolvable> {
    let players = game.glossary().players.iter().enumerate();
    let choosers: Vec<PlayerId> = players
        .filter(|(_, player)| player.kind == PlayerKind::Chooser)
        .map(|(index, _)| PlayerId::at(index))
        .collect();
    let Ok(players) = <[PlayerId; 2]>::try_from(choosers) else { return Err(NotSolvable::Kind) };
    let start = game.initial();
    let mut tree = Tree { game, players, nodes: Vec::new(), sets: Vec::new(), known: HashMap::new(), aim };
    let seen = players.map(|player| Information::begin(game, &start, player));
    tree.grow(start, seen, 0, watch)?;
    let root = 0;
    let mut rounds = 0;
    let exploitability = loop {
        for _ in 0..ROUNDS_BETWEEN {
            rounds += 1;
            for player in 0..2 {
                tree.sets.iter_mut().for_each(|set| set.strategy = shares(&set.regrets));
                let mut round =
                    CfrIteration { nodes: &tree.nodes, sets: &mut tree.sets, player, weight: rounds as f64 };
                round.learn(root, [1.0; 2], 1.0);
                tree.sets.iter_mut().filter(|set| set.player == player).for_each(|set| {
                    set.regrets.iter_mut().for_each(|regret| *regret = regret.max(0.0));
                });
            }
        }
        let found = tree.exploitability(root);
        if found <= aim.exploitability || rounds >= aim.rounds_max || watch.is_over_now() {
            break found;
        }
    };
    let value = tree.value(root);
    let policies = tree.sets.iter().filter_map(|set| {
        let (view, example, moves) = &**set.told.as_ref()?;
        let moves = moves.iter().cloned().zip(set.average()).collect();
        Some(Policy { player: players[set.player], view: view.clone(), example: example.clone(), moves })
    });
    Ok(Equilibrium {
        value,
        exploitability,
        rounds,
        histories: tree.nodes.len(),
        ends: tree.nodes.iter().filter(|node| matches!(node, Node::End(_))).count(),
        information: [0, 1].map(|player| tree.sets.iter().filter(|set| set.player == player).count()),
        players,
        policies: policies.collect(),
    })
}

impl Tree<'_> {
    /// Makes the node of a state and all nodes below it.
    fn grow(
        &mut self,
        state: State,
        seen: [Information; 2],
        ply: usize,
        watch: &mut SearchLimits<'_>,
    ) -> Result<u32, NotSolvable> {
        if self.nodes.len() >= self.aim.histories_max || ply > PLIES_MAX || !watch.node() {
            return Err(NotSolvable::Large(self.aim.histories_max));
        }
        let (game, place) = (self.game, self.nodes.len());
        self.nodes.push(Node::End(0.0));
        if let Some(ending) = game.ending(&state)? {
            self.nodes[place] = Node::End(self.worth(&state, ending));
            return Ok(place as u32);
        }
        let mut list = MoveList::new();
        let mut fuel = Fuel::new(game.limits().fuel);
        let mover = match game.turn(&state) {
            Turn::Choice(player) => Some(player),
            Turn::Chance(_) => None,
            Turn::Together(players) => players.first().copied(),
        };
        match (mover, game.turn(&state)) {
            (Some(player), Turn::Together(_)) => game.moves_of(&state, player, &mut list, &mut fuel)?,
            _ => game.moves(&state, &mut list, &mut fuel)?,
        }
        let side = mover.and_then(|mover| self.players.iter().position(|player| *player == mover));
        let (set, options): (Option<u32>, Vec<(usize, f64)>) = match side {
            Some(side) => {
                let (set, order) = self.information(side, &seen[side], &state, &list)?;
                (Some(set), order.into_iter().map(|index| (index, 1.0)).collect())
            }
            None => (None, game.chances(&list)),
        };
        let mut children = Vec::with_capacity(options.len());
        for (index, share) in options {
            let mut after = state.clone();
            game.play(&mut after, list.get(index), &mut UndoLog::new());
            let mut seen = seen.clone();
            for (player, information) in seen.iter_mut().enumerate() {
                let own = (side == Some(player)).then(|| action(&list, index));
                information.observe(game, own, &after);
            }
            children.push((share, self.grow(after, seen, ply + 1, watch)?));
        }
        self.nodes[place] = match set {
            Some(set) => Node::Choice(set, children.into_iter().map(|(_, node)| node).collect()),
            None => Node::Chance(children),
        };
        Ok(place as u32)
    }

    /// Returns the information state of the player to move, and its moves as places in the list.
    fn information(
        &mut self,
        side: usize,
        seen: &Information,
        state: &State,
        list: &MoveList,
    ) -> Result<(u32, Vec<usize>), NotSolvable> {
        let named: Vec<u64> = (0..list.len()).map(|index| action(list, index)).collect();
        let mut offered: HashMap<u64, usize> = named.iter().copied().zip(0..).collect();
        let next = self.sets.len() as u32;
        let set = *self.known.entry((side, seen.key())).or_insert(next);
        if set == next {
            let told = self.sets.len() < self.aim.told;
            let told = told.then(|| {
                let view = self.game.view(state, self.players[side]).seen;
                Box::new((view, state.clone(), list.iter().map(|one| one.to_move()).collect()))
            });
            let none = || vec![0.0; list.len()];
            let (regrets, strategy, sums) = (none(), none(), none());
            self.sets.push(Learned { player: side, actions: named, regrets, strategy, sums, told });
        }
        let actions = &self.sets[set as usize].actions;
        let order: Option<Vec<usize>> = actions.iter().map(|action| offered.remove(action)).collect();
        match order.filter(|_| offered.is_empty()) {
            Some(order) => Ok((set, order)),
            None => Err(NotSolvable::MovesDiffer(self.players[side])),
        }
    }

    /// What an ending is worth to the first player.
    fn worth(&self, state: &State, ending: (dagaz_core::EndingId, PlayerId)) -> f64 {
        let outcome = self.game.outcome_of(state, ending);
        let [first, second] = self.players;
        if let Some(scores) = &outcome.scores {
            return (scores[first.index()].value() - scores[second.index()].value()) / 2.0;
        }
        match outcome.verdicts.get(first.index()) {
            Some(Verdict::Win) => 1.0,
            Some(Verdict::Loss) => -1.0,
            _ => 0.0,
        }
    }

    /// What a node is worth to the first player where both play their averages.
    fn value(&self, node: u32) -> f64 {
        match &self.nodes[node as usize] {
            Node::End(worth) => *worth,
            Node::Chance(children) => children.iter().map(|(share, child)| share * self.value(*child)).sum(),
            Node::Choice(set, children) => {
                let average = self.sets[*set as usize].average();
                children.iter().zip(average).map(|(child, share)| share * self.value(*child)).sum()
            }
        }
    }

    /// Returns how much a best response gains on the averages, on average of both players.
    fn exploitability(&self, root: u32) -> f64 {
        let gains = [0, 1].map(|player| {
            let mut answer = BestResponse { tree: self, player, reached: HashMap::new(), best: HashMap::new() };
            answer.reach(root, 1.0);
            answer.value(root)
        });
        (gains[0] + gains[1]) / 2.0
    }
}

/// A round of learning of one player.
struct CfrIteration<'t> {
    nodes: &'t [Node],
    sets: &'t mut [Learned],
    player: usize,
    /// How much the round weighs in the average.
    weight: f64,
}

impl CfrIteration<'_> {
    /// What a node is worth to the player. `reach`: with what probability each player plays so as
    /// to come here; `chance`: that of chance.
    fn learn(&mut self, node: u32, reach: [f64; 2], chance: f64) -> f64 {
        let nodes = self.nodes;
        match &nodes[node as usize] {
            Node::End(worth) if self.player == 0 => *worth,
            Node::End(worth) => -worth,
            Node::Chance(children) => {
                children.iter().map(|&(share, child)| share * self.learn(child, reach, chance * share)).sum()
            }
            Node::Choice(set, children) => {
                let strategy = self.sets[*set as usize].strategy.clone();
                let mover = self.sets[*set as usize].player;
                let mut values = Vec::with_capacity(children.len());
                for (child, share) in children.iter().zip(&strategy) {
                    let mut reach = reach;
                    reach[mover] *= share;
                    values.push(self.learn(*child, reach, chance));
                }
                let value: f64 = values.iter().zip(&strategy).map(|(value, share)| value * share).sum();
                if mover == self.player {
                    let learned = &mut self.sets[*set as usize];
                    let others = reach[1 - mover] * chance;
                    for (place, one) in values.iter().enumerate() {
                        learned.regrets[place] += others * (one - value);
                        learned.sums[place] += self.weight * reach[mover] * strategy[place];
                    }
                }
                value
            }
        }
    }
}

/// The best response of a player to the other's average.
struct BestResponse<'t, 'g> {
    tree: &'t Tree<'g>,
    player: usize,
    /// The histories of each information state of the player, with the probability that chance and
    /// the other come there.
    reached: HashMap<u32, Vec<(u32, f64)>>,
    best: HashMap<u32, usize>,
}

impl BestResponse<'_, '_> {
    fn reach(&mut self, node: u32, probability: f64) {
        match &self.tree.nodes[node as usize] {
            Node::End(_) => {}
            Node::Chance(children) => {
                children.iter().for_each(|(share, child)| self.reach(*child, probability * share));
            }
            Node::Choice(set, children) => {
                let learned = &self.tree.sets[*set as usize];
                if learned.player == self.player {
                    self.reached.entry(*set).or_default().push((node, probability));
                    children.iter().for_each(|child| self.reach(*child, probability));
                } else {
                    let average = learned.average();
                    children.iter().zip(average).for_each(|(child, share)| self.reach(*child, probability * share));
                }
            }
        }
    }

    fn value(&mut self, node: u32) -> f64 {
        let tree = self.tree;
        match &tree.nodes[node as usize] {
            Node::End(worth) if self.player == 0 => *worth,
            Node::End(worth) => -worth,
            Node::Chance(children) => children.iter().map(|(share, child)| share * self.value(*child)).sum(),
            Node::Choice(set, children) if tree.sets[*set as usize].player == self.player => {
                let best = self.best_move(*set, children.len());
                self.value(children[best])
            }
            Node::Choice(set, children) => {
                let average = tree.sets[*set as usize].average();
                children.iter().zip(average).map(|(child, share)| share * self.value(*child)).sum()
            }
        }
    }

    /// Returns the best move of an information state, over all its histories. With perfect recall
    /// none of them is below another.
    fn best_move(&mut self, set: u32, moves: usize) -> usize {
        if let Some(best) = self.best.get(&set) {
            return *best;
        }
        let histories = self.reached.get(&set).cloned().unwrap_or_default();
        let mut totals = vec![0.0; moves];
        for (node, probability) in histories {
            let Node::Choice(_, children) = &self.tree.nodes[node as usize] else { continue };
            for (total, child) in totals.iter_mut().zip(children) {
                *total += probability * self.value(*child);
            }
        }
        let best = totals.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1)).map_or(0, |(place, _)| place);
        self.best.insert(set, best);
        best
    }
}
