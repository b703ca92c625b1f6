//! Evaluation: what a position is worth, worked out from studies of the game.
//!
//! It is a sum: what each piece is worth by its type, by where it stands, and how many moves each player has. The
//! numbers are fitted to how the games of a study ended (logistic regression with steps by AdaGrad, Duchi et al. 2011;
//! the curve is x / sqrt(1 + x^2), which all machines compute alike). Where the start position looks the same to two
//! players but for a reflection or a half turn of the board, their numbers are tied together, which halves the noise.

use dagaz_core::{Game, GridPlace, LimitHit, Lookahead, Piece, PlayerId, Rank, Roster, SiteId, State, Weights};

use crate::study::{Facts, Sample, Study, Taste};

/// See the [module documentation](self).
#[derive(Clone, Debug)]
pub(crate) struct Evaluation {
    /// What the pieces are worth, in hundredths.
    pub(crate) weights: Weights,
    /// What a move more than the opponent has is worth, in hundredths of a hundredth; 0 if moves are not counted.
    pub(crate) mobility: i32,
    /// Hundredths at which a player wins about 85 games of 100.
    pub(crate) scale: f64,
    /// Whether the game has an evaluation of its own.
    pub(crate) own: bool,
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
            choosers: choosers.to_vec(),
        }
    }

    /// What the present state is worth to a player, who plays against all others.
    #[inline]
    pub(crate) fn of(&self, game: &dyn Game, ahead: &mut dyn Lookahead, player: PlayerId) -> i32 {
        if self.own {
            return self.by_game(game, &ahead.state(), player);
        }
        let sums = ahead.sums();
        let mut worth = sums.get(player.index()).copied().unwrap_or(0);
        let others = self.choosers.len().saturating_sub(1).max(1) as i32;
        let theirs: i32 = self.choosers.iter().filter(|other| **other != player).map(|other| sums[other.index()]).sum();
        worth -= theirs / others;
        if self.mobility != 0 {
            let mut count = |player| ahead.mobility(player).map_or(0, |count| count as i32);
            let mine = count(player);
            let theirs: i32 = self.choosers.iter().filter(|other| **other != player).map(|other| count(*other)).sum();
            worth += (mine - theirs / others) * self.mobility / 100;
        }
        worth.clamp(-Self::MOST, Self::MOST)
    }

    /// No evaluation is above this.
    pub(crate) const MOST: i32 = 50_000;

    #[cold]
    fn by_game(&self, game: &dyn Game, state: &State, player: PlayerId) -> i32 {
        game.evaluate(state, player).unwrap_or(0).clamp(-Self::MOST, Self::MOST)
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
pub(crate) fn study(game: &dyn Game) -> Result<(Facts, Evaluation), LimitHit> {
    let mut study = Study::new(game);
    let nothing = Evaluation::nothing(game, &study.facts.choosers);
    if study.facts.hidden || study.facts.choosers.is_empty() {
        return Ok((study.facts, nothing));
    }
    let tied = Tied::of(game, &study.facts.choosers);
    let mut samples = Vec::new();
    study.round(&[Taste { weights: None, lot: 1 }], usize::MAX, &mut samples)?;
    let own = game.evaluate(&game.initial(), study.facts.choosers[0]).is_some();
    let mut best = nothing;
    best.own = own;
    if study.facts.choosers.len() < 2 || own {
        return Ok((study.facts, best));
    }
    for round in 0..3 {
        if round > 0 {
            let mut more = Vec::new();
            study.round(&[Taste { weights: Some(&best.weights), lot: 8 }], usize::MAX, &mut more)?;
            // What was learned from worse play counts less the longer ago it is.
            samples.drain(..samples.len() / 2);
            samples.append(&mut more);
        }
        let learned = fit(game, &study.facts, &tied, &samples);
        // Whoever has learned something must show it.
        let pair =
            [Taste { weights: Some(&learned.weights), lot: 16 }, Taste { weights: Some(&best.weights), lot: 16 }];
        if round == 0 || study.round(&pair, 200, &mut Vec::new())? > -0.05 {
            best = learned;
        }
    }
    Ok((study.facts, best))
}

/// Which numbers are one and the same.
struct Tied {
    roster: Roster,
    sites: usize,
    /// For each rank the rank that it learns as.
    ranks: Vec<Rank>,
    /// For each rank and site the site that it learns as.
    places: Vec<u16>,
}

impl Tied {
    fn of(game: &dyn Game, choosers: &[PlayerId]) -> Tied {
        let (roster, sites) = (Roster::of(game), game.layout().sites());
        let mut tied = Tied {
            roster,
            sites,
            ranks: (0..roster.len()).map(|rank| Rank(rank as u16)).collect(),
            places: (0..roster.len()).flat_map(|_| 0..sites as u16).collect(),
        };
        let &[first, second] = choosers else { return tied };
        let Some(mirror) = mirror(game, first, second) else { return tied };
        for rank in 0..roster.len() {
            let piece = roster.piece(Rank(rank as u16));
            if piece.owner == second {
                tied.ranks[rank] = roster.rank(Piece { owner: first, ..piece });
                tied.places[rank * sites..][..sites].copy_from_slice(&mirror);
            }
        }
        tied
    }

    fn place(&self, rank: Rank, site: u16) -> usize {
        let known = self.ranks[rank.index()];
        known.index() * self.sites + usize::from(self.places[rank.index() * self.sites + usize::from(site)])
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

/// Fits an evaluation to samples.
fn fit(game: &dyn Game, facts: &Facts, tied: &Tied, samples: &[Sample]) -> Evaluation {
    let (roster, sites) = (tied.roster, tied.sites);
    let mut kinds = vec![Number::default(); roster.len()];
    let mut places = vec![Number::default(); roster.len() * sites];
    let mut waiting = vec![Number::default(); roster.len()];
    let mut mobility = Number::default();
    // A position tells little about each square, more about each piece.
    let (rate_kind, rate_place) = (0.05, 0.02);
    const MOVES: f32 = 0.05;
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
                let moves = sample.mobility.as_ref().map_or(0.0, |counts| {
                    facts.choosers.iter().map(|&owner| sign(owner) * counts[owner.index()] as f32 * MOVES).sum::<f32>()
                });
                let mut x = mobility.value * moves;
                for (rank, place, sign) in each() {
                    x += sign * (kinds[rank.index()].value + places[place].value);
                }
                for (rank, count) in waits() {
                    x += count * waiting[rank.index()].value;
                }
                let error = result - squash(x);
                for (rank, place, sign) in each() {
                    kinds[rank.index()].step(error * sign, rate_kind * slower);
                    let pull = 0.02 * places[place].value;
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
    in_hundredths(game, facts, tied, &kinds, &places, &waiting, mobility.value * MOVES, samples)
}

/// The same with the smallest piece that is ever captured worth about a hundred.
#[expect(clippy::too_many_arguments, reason = "these are the parts of what was fitted")]
fn in_hundredths(
    game: &dyn Game,
    facts: &Facts,
    tied: &Tied,
    kinds: &[Number],
    places: &[Number],
    waiting: &[Number],
    mobility: f32,
    samples: &[Sample],
) -> Evaluation {
    let roster = tied.roster;
    // On average over the sites where such pieces have stood.
    let mut sum = vec![(0.0f32, 0u32); roster.len()];
    for &(rank, site) in samples.iter().flat_map(|sample| &sample.pieces) {
        let known = tied.ranks[rank.index()].index();
        let worth = kinds[known].value + places[tied.place(rank, site)].value;
        (sum[known].0, sum[known].1) = (sum[known].0 + worth, sum[known].1 + 1);
    }
    let all: u32 = sum.iter().map(|(_, count)| count).sum();
    let means = sum.iter().filter(|(_, count)| *count * 200 > all).map(|(worth, count)| worth / *count as f32);
    let least = means.filter(|mean| *mean > 0.03).fold(f32::INFINITY, f32::min);
    let unit = if facts.captures > 0.3 && least.is_finite() { (100.0 / least).clamp(100.0, 2_000.0) } else { 400.0 };
    let hundredths = |value: f32| (value * unit).round().clamp(-20_000.0, 20_000.0) as i32;
    let board = |piece: Piece, site: SiteId| {
        let rank = roster.rank(piece);
        hundredths(kinds[tied.ranks[rank.index()].index()].value + places[tied.place(rank, site.0)].value)
    };
    let supply = |piece: Piece| hundredths(waiting[tied.ranks[roster.rank(piece).index()].index()].value);
    // Counting moves takes time: only where it tells something.
    let spread = {
        let counted = samples.iter().filter_map(|sample| sample.mobility.as_ref());
        let apart = counted.map(|counts| {
            let of = |index: usize| facts.choosers.get(index).map_or(0, |player| counts[player.index()]) as f32;
            (of(0) - of(1)).abs()
        });
        let apart: Vec<f32> = apart.collect();
        apart.iter().sum::<f32>() / apart.len().max(1) as f32
    };
    let tells = mobility > 0.0 && facts.quick && spread * mobility > 0.08;
    Evaluation {
        weights: Weights::new(game, board, supply),
        mobility: if tells { (mobility * unit * 100.0).round() as i32 } else { 0 },
        scale: f64::from(unit),
        own: false,
        choosers: facts.choosers.clone(),
    }
}
