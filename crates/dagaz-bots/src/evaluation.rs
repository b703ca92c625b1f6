//! Evaluation: what a position is worth, worked out from studies of the game.
//!
//! It is a sum: what each piece is worth by its type, by where it stands, and how many moves each player has. The
//! numbers are fitted to how the games of a study ended (logistic regression with steps by AdaGrad, Duchi et al. 2011;
//! the curve is x / sqrt(1 + x^2), which all machines compute alike). Where the start position looks the same to two
//! players but for a reflection or a half turn of the board, their numbers are tied together, which halves the noise.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use dagaz_core::{Game, GridPlace, LimitHit, Lookahead, Piece, PlayerId, Rank, Roster, SiteId, State, Weights};

use crate::search::AlphaBeta;
use crate::study::{Facts, Sample, Study, Taste};
use crate::{Bot, Budget, Clock, Contest, opening};

/// See the [module documentation](self).
#[derive(Clone, Debug)]
pub(crate) struct Evaluation {
    /// What the pieces are worth, in hundredths.
    pub(crate) weights: Weights,
    /// What it is worth to have all the moves and the opponents none, in hundredths; 0 if moves are not counted.
    pub(crate) mobility: i32,
    /// Hundredths at which a player wins about 85 games of 100.
    pub(crate) scale: f64,
    /// Whether the game has an evaluation of its own.
    pub(crate) own: bool,
    /// Whether nothing was found that could be believed.
    blind: bool,
    /// Whether everything is worth nothing, whatever was believed.
    flat: bool,
    choosers: Vec<PlayerId>,
}

/// What a search believes about no game: everything is worth nothing.
impl Evaluation {
    pub(crate) fn nothing(game: &dyn Game, choosers: &[PlayerId]) -> Evaluation {
        Evaluation {
            weights: Weights::new(game, |_, _| 0, |_| 0),
            mobility: 0,
            scale: 400.0,
            own: false,
            blind: true,
            flat: true,
            choosers: choosers.to_vec(),
        }
    }

    /// What the present state is worth to a player, who plays against all others.
    #[inline]
    pub(crate) fn of(&self, game: &dyn Game, ahead: &mut dyn Lookahead, player: PlayerId) -> i32 {
        let worth = self.of_still(game, ahead, player);
        if self.mobility == 0 || self.own {
            return worth;
        }
        let mut count = |player| ahead.mobility(player).map_or(0, |count| count as i32);
        let mine = count(player);
        let others = self.choosers.len().saturating_sub(1).max(1) as i32;
        let theirs: i32 = self.choosers.iter().filter(|other| **other != player).map(|other| count(*other)).sum();
        let theirs = theirs / others;
        let share = i64::from(mine - theirs) * i64::from(self.mobility) / i64::from(mine + theirs + 1);
        (worth + share as i32).clamp(-Self::MOST, Self::MOST)
    }

    /// The same with moves not counted.
    #[inline]
    pub(crate) fn of_still(&self, game: &dyn Game, ahead: &mut dyn Lookahead, player: PlayerId) -> i32 {
        if self.own {
            return self.by_game(game, &ahead.state(), player);
        }
        let sums = ahead.sums();
        let mut worth = sums.get(player.index()).copied().unwrap_or(0);
        let others = self.choosers.len().saturating_sub(1).max(1) as i32;
        let theirs: i32 = self.choosers.iter().filter(|other| **other != player).map(|other| sums[other.index()]).sum();
        worth -= theirs / others;
        worth.clamp(-Self::MOST, Self::MOST)
    }

    /// No evaluation is above this.
    pub(crate) const MOST: i32 = 50_000;

    #[cold]
    fn by_game(&self, game: &dyn Game, state: &State, player: PlayerId) -> i32 {
        game.evaluate(state, player).unwrap_or(0).clamp(-Self::MOST, Self::MOST)
    }

    /// Whether nothing was found that could be believed.
    pub(crate) fn is_blind(&self) -> bool {
        self.blind
    }

    /// Whether all positions are the same to it.
    pub(crate) fn is_flat(&self) -> bool {
        self.flat
    }

    /// Hundredths as a worth between -1 and 1.
    #[inline]
    pub(crate) fn squashed(&self, hundredths: i32) -> f32 {
        squash(hundredths as f32 / self.scale as f32)
    }

    /// How likely a player wins with so many hundredths, from 0 to 1.
    pub(crate) fn win_chance(&self, hundredths: i32) -> f64 {
        0.5 + 0.5 * f64::from(squash((f64::from(hundredths) / self.scale) as f32))
    }
}

/// From all numbers to those between -1 and 1.
#[inline]
fn squash(x: f32) -> f32 {
    x / (1.0 + x * x).sqrt()
}

/// Studies a game: what it is like, and what its positions are worth.
pub(crate) fn study(game: &dyn Game, learns: bool) -> Result<(Facts, Evaluation), LimitHit> {
    let mut study = Study::new(game, learns);
    let nothing = Evaluation::nothing(game, &study.facts.choosers);
    if study.facts.hidden || study.facts.choosers.is_empty() {
        return Ok((study.facts, nothing));
    }
    let tied = Tied::of(game, &study.facts.choosers);
    let mut samples = Vec::new();
    study.round(&[Taste { weights: None, lot: 1 }], usize::MAX, &mut samples)?;
    let own = game.evaluate(&game.initial(), study.facts.choosers[0]).is_some();
    let mut best = nothing;
    (best.own, best.blind, best.flat) = (own, !own, !own);
    if study.facts.choosers.len() < 2 || own {
        return Ok((study.facts, best));
    }
    let mut first = by_activity(game, &study.facts, &tied);
    if study.facts.captures > 0.3 {
        if first.agreement(&study.facts, &tied, &samples) < CONTRARY {
            first.turn_round();
        }
        best = Evaluation { weights: first.weights(game, &tied), blind: false, flat: first.is_nothing(), ..best };
        samples.clear();
    }
    // Where looking ahead is slow there is no time to learn from enough positions.
    let enough = study.facts.quick || samples.len() > 1_000;
    // Where nobody has won and nothing is captured, all results are the same.
    let tells = study.facts.ended * study.facts.decided > 0.0 || !best.blind;
    let rounds = if enough && tells && learns && study.facts.choosers.len() == 2 { 3 } else { 0 };
    for round in 0..rounds {
        let mut more = Vec::new();
        if round > 0 || samples.is_empty() {
            study.round(&[Taste { weights: Some(&best.weights), lot: 8 }], usize::MAX, &mut more)?;
        }
        // What was learned from worse play counts less the longer ago it is.
        samples.drain(..samples.len() / 2 * usize::from(round > 0));
        samples.append(&mut more);
        let learned = fit(game, &study.facts, &tied, &first, &samples);
        // Whoever has learned something must show it. Short searches see too little of hundreds of moves to show anything.
        let shown = match study.facts.is_broad() && best.blind {
            true => learned.mobility > 0 && freedom_agrees(&study.facts.choosers, &samples) > AGREES,
            false => is_better(game, &study.facts, &learned, &best),
        };
        if shown {
            best = learned;
        }
    }
    Ok((study.facts, best))
}

/// What the number of moves must agree with how games end at least, to be believed without games that show it.
const AGREES: f64 = 0.3;

/// How the number of moves that the players have agrees with how games ended: the correlation of the two, from -1 to 1.
fn freedom_agrees(choosers: &[PlayerId], samples: &[Sample]) -> f64 {
    let Some(&first) = choosers.first() else { return 0.0 };
    let pair = |sample: &Sample| (f64::from(sample.freedom(choosers, first)), f64::from(sample.result[first.index()]));
    correlation(samples.iter().map(pair))
}

/// Games in which an evaluation must show that it is better, and the nodes of each move.
const PROOF_GAMES: u64 = 30;
const PROOF_NODES: u64 = 200;
/// The share of points that shows it.
const PROOF: f64 = 0.56;
/// Plies of all these games together, after which no other is begun: where looking ahead is quick, and where it is not.
const PROOF_PLIES: [usize; 2] = [6_000, 1_500];

/// Whether searches with an evaluation win against the same searches with another one.
fn is_better(game: &dyn Game, facts: &Facts, learned: &Evaluation, known: &Evaluation) -> bool {
    let bot = |evaluation: &Evaluation| AlphaBeta {
        name: String::new(),
        budget: Budget::nodes(PROOF_NODES),
        facts: Arc::new(facts.clone()),
        evaluation: Arc::new(evaluation.clone()),
    };
    let bots = [bot(learned), bot(known)];
    let (mut points, mut plies, mut games) = (0.0, 0, 0);
    let enough = PROOF * PROOF_GAMES as f64;
    for number in 0..PROOF_GAMES {
        // What is left cannot change the answer, or takes too long.
        let left = (PROOF_GAMES - number) as f64;
        if points >= enough || points + left < enough || plies >= PROOF_PLIES[usize::from(!facts.quick)] {
            break;
        }
        games += 1;
        let first = number as usize % 2;
        let mut seats: Vec<Option<&dyn Bot>> = vec![None; game.glossary().players.len()];
        for (place, player) in facts.choosers.iter().enumerate() {
            seats[player.index()] = Some(&bots[(place + first) % 2]);
        }
        let stop = AtomicBool::new(false);
        let contest =
            Contest { game, seats, rules: Vec::new(), plies_max: 200, stop: &stop, clock: &NoClock, budget: None };
        let start = opening(game, 4, number / 2);
        let played = start.and_then(|start| contest.play(&start, number));
        let own = facts.choosers.get(first).copied().unwrap_or(PlayerId::NOBODY);
        plies += played.as_ref().map_or(0, |played| played.plies);
        points += played.map_or(0.5, |played| played.points(own));
    }
    points / f64::from(games.max(1)) >= PROOF
}

/// A clock that stands still, where nodes are counted.
struct NoClock;

impl Clock for NoClock {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

/// Numbers that are learned, in units of [`UNIT`] hundredths.
#[derive(Clone, Debug)]
struct Numbers {
    kinds: Vec<Number>,
    places: Vec<Number>,
    waiting: Vec<Number>,
    mobility: Number,
}

/// Hundredths that make x = 1 on the curve.
const UNIT: f32 = 400.0;
/// Where what is believed agrees less with how random games end, it is wrong: those win who are rid of their pieces.
const CONTRARY: f64 = -0.1;

impl Numbers {
    /// How what pieces are worth agrees with how games ended: the correlation of the two, from -1 to 1; 0 if there is too
    /// little to go by.
    fn agreement(&self, facts: &Facts, tied: &Tied, samples: &[Sample]) -> f64 {
        let pair = |sample: &Sample, player: PlayerId| {
            let others = (facts.choosers.len() as f64 - 1.0).max(1.0);
            let sign = |rank: Rank| match tied.roster.piece(rank).owner {
                owner if owner == player => 1.0,
                owner if facts.choosers.contains(&owner) => -1.0 / others,
                _ => 0.0,
            };
            let known = |rank: Rank| tied.ranks[rank.index()].index();
            let pieces = sample.pieces.iter().map(|&(rank, _)| sign(rank) * f64::from(self.kinds[known(rank)].value));
            let waiting = sample
                .waiting
                .iter()
                .map(|&(rank, number)| sign(rank) * f64::from(number) * f64::from(self.waiting[known(rank)].value));
            (pieces.chain(waiting).sum::<f64>(), f64::from(sample.result[player.index()]))
        };
        let players = |sample| facts.choosers.iter().map(move |&player| pair(sample, player));
        correlation(samples.iter().flat_map(players))
    }

    /// Believes that a piece is a burden as much as it was thought to be worth.
    fn turn_round(&mut self) {
        self.kinds.iter_mut().chain(&mut self.waiting).for_each(|number| number.value = -number.value);
        self.places.iter_mut().for_each(|number| number.value = 0.0);
    }

    /// Whether everything is worth nothing.
    fn is_nothing(&self) -> bool {
        self.kinds.iter().chain(&self.places).chain(&self.waiting).all(|number| number.value == 0.0)
    }

    fn weights(&self, game: &dyn Game, tied: &Tied) -> Weights {
        let hundredths = |value: f32| (value * UNIT).round().clamp(-20_000.0, 20_000.0) as i32;
        let known = |piece: Piece| tied.ranks[tied.roster.rank(piece).index()].index();
        let board = |piece: Piece, site: SiteId| {
            let place = tied.place(tied.roster.rank(piece), site.0);
            hundredths(self.kinds[known(piece)].value + self.places[place].value)
        };
        Weights::new(game, board, |piece| hundredths(self.waiting[known(piece)].value))
    }
}

/// The correlation of pairs of numbers, from -1 to 1; 0 if there are too few to go by.
fn correlation(pairs: impl Iterator<Item = (f64, f64)>) -> f64 {
    const FEW: f64 = 200.0;
    let (mut count, mut x, mut y, mut xx, mut yy, mut xy) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
    for (a, b) in pairs {
        count += 1.0;
        x += a;
        y += b;
        xx += a * a;
        yy += b * b;
        xy += a * b;
    }
    let spread = (count * xx - x * x) * (count * yy - y * y);
    if count < FEW || spread <= 0.0 { 0.0 } else { (count * xy - x * y) / spread.sqrt() }
}

/// Hundredths that a piece is worth more for each move more that it has where it stands.
const MOVE_HERE: f64 = 5.0;

/// What is believed before anything is learned: where pieces can be captured, a piece is worth the more the more moves it has,
/// the least of them a hundred.
fn by_activity(game: &dyn Game, facts: &Facts, tied: &Tied) -> Numbers {
    let roster = tied.roster;
    let mut numbers = Numbers {
        kinds: vec![Number::default(); roster.len()],
        places: vec![Number::default(); roster.len() * tied.sites],
        waiting: vec![Number::default(); roster.len()],
        mobility: Number::default(),
    };
    if facts.captures <= 0.3 {
        return numbers;
    }
    let mortal = |rank: usize| facts.mortal[rank] && facts.choosers.contains(&roster.piece(Rank(rank as u16)).owner);
    let active = (0..roster.len()).filter(|&rank| mortal(rank) && facts.activity[rank] > 0.0);
    let least = active.map(|rank| facts.activity[rank]).fold(f64::INFINITY, f64::min).max(0.5);
    for rank in 0..roster.len() {
        let known = tied.ranks[rank].index();
        if mortal(rank) && facts.activity[rank] > 0.0 {
            // What the rules say is believed, but for a royal piece that nothing is worth.
            let hinted = game.hinted_value(roster.piece(Rank(rank as u16)).kind).filter(|value| *value > 0);
            let by_moves = ((facts.activity[rank] / least) as f32).clamp(0.5, 15.0) * 100.0 / UNIT;
            let worth = hinted.map_or(by_moves, |value| value as f32 / UNIT);
            numbers.kinds[known].value = numbers.kinds[known].value.max(worth);
            // Where it has more moves it stands better.
            for site in 0..tied.sites {
                let more = facts.activity_at[rank * tied.sites + site] - facts.activity[rank];
                let place = tied.place(Rank(rank as u16), site as u16);
                numbers.places[place].value = (more * MOVE_HERE).clamp(-60.0, 60.0) as f32 / UNIT;
            }
            // In hand it can go anywhere.
            if game.layout().spec().supplies.contains(&roster.piece(Rank(rank as u16))) {
                numbers.waiting[known].value = numbers.kinds[known].value;
            }
        }
    }
    numbers
}

/// Which numbers are one and the same.
struct Tied {
    roster: Roster,
    sites: usize,
    /// For each rank the rank that it learns as.
    ranks: Vec<Rank>,
    /// For each rank and site the number that it learns as.
    places: Vec<u32>,
}

impl Tied {
    fn of(game: &dyn Game, choosers: &[PlayerId]) -> Tied {
        let (roster, sites) = (Roster::of(game), game.layout().sites());
        let mut tied = Tied {
            roster,
            sites,
            ranks: (0..roster.len()).map(|rank| Rank(rank as u16)).collect(),
            places: (0..(roster.len() * sites) as u32).collect(),
        };
        let Some(&first) = choosers.first() else { return tied };
        let mirror = match choosers {
            &[first, second] => mirror(game, first, second),
            _ => None,
        };
        let start = game.initial();
        for rank in (0..roster.len()).map(|rank| Rank(rank as u16)) {
            let piece = roster.piece(rank);
            let same = Piece { owner: first, ..piece };
            let equal = start.count(game.layout(), piece) == start.count(game.layout(), same);
            let others = choosers.contains(&piece.owner) && piece.owner != first;
            if others && (mirror.is_some() || choosers.len() > 2 && equal) {
                tied.ranks[rank.index()] = roster.rank(same);
            }
            if let Some(mirror) = mirror.as_ref().filter(|_| others) {
                for (site, other) in mirror.iter().enumerate() {
                    let learned = roster.rank(same).index() * sites + usize::from(*other);
                    tied.places[rank.index() * sites + site] = learned as u32;
                }
            }
        }
        tied
    }

    fn place(&self, rank: Rank, site: u16) -> usize {
        self.places[rank.index() * self.sites + usize::from(site)] as usize
    }
}

/// The map of the board that makes the first player's start position the second player's, if a simple one does.
fn mirror(game: &dyn Game, first: PlayerId, second: PlayerId) -> Option<Vec<u16>> {
    let state = game.initial();
    let swapped = |piece: Piece| {
        let owner = match piece.owner {
            owner if owner == first => second,
            owner if owner == second => first,
            owner => owner,
        };
        Piece { owner, ..piece }
    };
    let fits = |map: &Vec<u16>| {
        game.topology().site_ids().all(|site| {
            let there = state.piece(SiteId(map[site.index()]));
            state.piece(site).map(swapped) == there
        })
    };
    if game.topology().site_ids().all(|site| state.is_empty(site)) {
        return Some((0..game.layout().sites() as u16).collect());
    }
    maps(game).into_iter().find(fits)
}

/// Maps of a board that is one grid of two dimensions: upside down, half a turn, as it is.
fn maps(game: &dyn Game) -> Vec<Vec<u16>> {
    let topology = game.topology();
    let sites = game.layout().sites();
    let identity: Vec<u16> = (0..sites as u16).collect();
    let places: Vec<Option<GridPlace>> = topology.sites().iter().map(|site| site.grid.clone()).collect();
    let mut found = Vec::new();
    for (flip_x, flip_y) in [(false, true), (true, true)] {
        let map: Option<Vec<u16>> = topology
            .site_ids()
            .map(|site| {
                let Some(place) = &places[site.index()] else { return Some(site.0) };
                let [width, height] = &topology.grids()[usize::from(place.grid)].labels[..] else { return None };
                let sizes = [width.len() as u16, height.len() as u16];
                let at = |flip: bool, axis: usize| {
                    if flip { sizes[axis] - 1 - place.index[axis] } else { place.index[axis] }
                };
                let wanted = [at(flip_x, 0), at(flip_y, 1)];
                let same = |other: &Option<GridPlace>| {
                    other.as_ref().is_some_and(|other| other.grid == place.grid && other.index[..] == wanted)
                };
                places.iter().position(same).map(|index| index as u16)
            })
            .collect();
        found.extend(map);
    }
    found.push(identity);
    found
}

/// A number that is learned, with what its steps are measured by.
#[derive(Clone, Copy, Debug, Default)]
struct Number {
    value: f32,
    squares: f32,
}

impl Number {
    #[inline]
    fn step(&mut self, slope: f32, rate: f32) {
        self.squares += slope * slope;
        self.value += rate * slope / (1e-3 + self.squares).sqrt();
    }
}

const EPOCHS: usize = 6;
/// Fits an evaluation to samples, beginning from what is believed.
fn fit(game: &dyn Game, facts: &Facts, tied: &Tied, believed: &Numbers, samples: &[Sample]) -> Evaluation {
    let roster = tied.roster;
    let mut numbers = believed.clone();
    // A position tells little about each square, more about each piece.
    // What is believed of material is better than what so few games tell; what is believed of places is not.
    let material = facts.captures > 0.3 && !believed.is_nothing();
    let (rate_kind, rate_place) = if material { (0.0, 0.006) } else { (0.05, 0.02) };
    for epoch in 0..EPOCHS {
        let slower = 1.0 / (1 + epoch) as f32;
        for sample in samples {
            for &player in &facts.choosers {
                let result = sample.result[player.index()];
                let others = (facts.choosers.len() as f32 - 1.0).max(1.0);
                let sign = |owner: PlayerId| match owner {
                    owner if owner == player => 1.0,
                    owner if facts.choosers.contains(&owner) => -1.0 / others,
                    _ => 0.0,
                };
                let each = || {
                    sample.pieces.iter().filter_map(|&(rank, site)| {
                        let sign = sign(roster.piece(rank).owner);
                        (sign != 0.0).then_some((tied.ranks[rank.index()], tied.place(rank, site), sign))
                    })
                };
                let waits = || {
                    sample.waiting.iter().filter_map(|&(rank, count)| {
                        let sign = sign(roster.piece(rank).owner);
                        (sign != 0.0).then_some((tied.ranks[rank.index()], sign * f32::from(count)))
                    })
                };
                let moves = sample.freedom(&facts.choosers, player);
                let Numbers { kinds, places, waiting, mobility } = &mut numbers;
                let mut x = mobility.value * moves;
                for (rank, place, sign) in each() {
                    x += sign * (kinds[rank.index()].value + places[place].value);
                }
                for (rank, count) in waits() {
                    x += count * waiting[rank.index()].value;
                }
                let error = result - squash(x);
                for (rank, place, sign) in each() {
                    let index = rank.index();
                    let pull = 0.02 * (kinds[index].value - believed.kinds[index].value);
                    kinds[index].step(error * sign - pull, rate_kind * slower);
                    let pull = 0.02 * (places[place].value - believed.places[place].value);
                    places[place].step(error * sign - pull, rate_place * slower);
                }
                for (rank, count) in waits() {
                    waiting[rank.index()].step(error * count, rate_kind * slower);
                }
                if moves != 0.0 {
                    mobility.step(error * moves, rate_kind * slower);
                }
            }
        }
    }
    // Counting moves takes time: only where it tells something.
    let apart = facts
        .choosers
        .first()
        .map_or(0.0, |&first| samples.iter().map(|sample| sample.freedom(&facts.choosers, first).abs()).sum::<f32>());
    let spread = apart / samples.len().max(1) as f32;
    let mobility = numbers.mobility.value;
    let tells = mobility > 0.0 && facts.quick && spread * mobility > 0.08;
    Evaluation {
        weights: numbers.weights(game, tied),
        mobility: if tells { (mobility * UNIT).round() as i32 } else { 0 },
        scale: f64::from(UNIT),
        own: false,
        blind: false,
        flat: numbers.is_nothing() && !tells,
        choosers: facts.choosers.clone(),
    }
}
