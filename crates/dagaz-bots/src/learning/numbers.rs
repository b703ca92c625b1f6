//! Learned weights: piece values, piece-square values and mobility.

use dagaz_core::{Game, LimitHit, Piece, PlayerId, Rank, SiteId, Weights};

use super::fit::{LearnedWeight, UNIT, correlation};
use super::shared_weights::Tied;
use crate::analysis_budget::Effort;
use crate::evaluation::{Evaluation, Late, squash};
use crate::game_analysis::{Facts, Sample};

/// Numbers that are learned, in units of [`UNIT`] hundredths.
#[derive(Clone, Debug)]
pub(super) struct LearnedWeights {
    kinds: Vec<LearnedWeight>,
    places: Vec<LearnedWeight>,
    waiting: Vec<LearnedWeight>,
    mobility: LearnedWeight,
}
impl LearnedWeights {
    /// Returns the correlation of material with results, from -1 to 1; 0 with too few samples.
    pub(super) fn agreement(&self, facts: &Facts, tied: &Tied, samples: &[Sample]) -> f64 {
        let players = |sample| facts.choosers.iter().map(move |&player| SampleView { sample, player, facts, tied });
        let seen = samples.iter().flat_map(players);
        correlation(seen.map(|seen| (self.material(&seen), f64::from(seen.sample.result[seen.player.index()]))))
    }

    /// Material without piece-square values.
    fn material(&self, seen: &SampleView<'_>) -> f64 {
        let pieces = seen.pieces().map(|(kind, _, sign)| f64::from(sign * self.kinds[kind].value));
        let waiting = seen.waiting().map(|(kind, count)| f64::from(count * self.waiting[kind].value));
        pieces.chain(waiting).sum()
    }

    /// Inverts the piece values.
    pub(super) fn turn_round(&mut self) {
        self.kinds.iter_mut().chain(&mut self.waiting).for_each(|number| number.value = -number.value);
        self.places.iter_mut().for_each(|number| number.value = 0.0);
    }

    /// Returns the flatter scale: four times the base value becomes twice the base value. `None` if
    /// nothing changes.
    pub(super) fn flatter(&self) -> Option<LearnedWeights> {
        const LEAST: f32 = 100.0 / UNIT;
        let mut flatter = self.clone();
        let mut changed = false;
        for number in flatter.kinds.iter_mut().chain(&mut flatter.waiting).filter(|number| number.value > LEAST) {
            changed |= number.value > 1.5 * LEAST;
            number.value = (number.value * LEAST).sqrt();
        }
        changed.then_some(flatter)
    }

    /// Returns whether all values are 0.
    pub(super) fn is_nothing(&self) -> bool {
        self.kinds.iter().chain(&self.places).chain(&self.waiting).all(|number| number.value == 0.0)
    }

    pub(super) fn weights(&self, game: &dyn Game, tied: &Tied) -> Weights {
        let hundredths = |value: f32| (value * UNIT).round().clamp(-20_000.0, 20_000.0) as i32;
        let known = |piece: Piece| tied.ranks[tied.roster.rank(piece).index()].index();
        let board = |piece: Piece, site: SiteId| {
            let place = tied.place(tied.roster.rank(piece), site.0);
            hundredths(self.kinds[known(piece)].value + self.places[place].value)
        };
        Weights::new(game, board, |piece| hundredths(self.waiting[known(piece)].value))
    }
}
/// Hundredths for each additional move of a piece on its site.
const MOVE_HERE: f64 = 5.0;

/// Returns the prior: where captures exist, a piece's value grows with its mobility; the least
/// mobile piece is 100.
pub(super) fn by_activity(game: &dyn Game, facts: &Facts, tied: &Tied) -> LearnedWeights {
    let roster = tied.roster;
    let mut numbers = LearnedWeights {
        kinds: vec![LearnedWeight::default(); roster.len()],
        places: vec![LearnedWeight::default(); roster.len() * tied.sites],
        waiting: vec![LearnedWeight::default(); roster.len()],
        mobility: LearnedWeight::default(),
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
            // Values from hints are used, except for a royal piece without a value.
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
/// Fits an evaluation to samples, starting from the prior.
pub(super) fn fit(
    game: &dyn Game,
    facts: &Facts,
    tied: &Tied,
    believed: &LearnedWeights,
    samples: &[Sample],
    effort: Effort<'_>,
) -> Result<Evaluation, LimitHit> {
    const EPOCHS: usize = 6;
    // The prior is better than a fit to few games for material, but not for piece-square values.
    let material = facts.captures > 0.3 && !believed.is_nothing();
    // A position tells little about each square, more about each piece.
    let rates = if material { [0.0, 0.006] } else { [0.05, 0.02] };
    let stages = facts.stages().filter(|_| !material);
    // The numbers of the beginning and those of the end.
    let mut numbers = [believed.clone(), believed.clone()];
    for epoch in 0..EPOCHS {
        let rates = rates.map(|rate| rate / (1 + epoch) as f32);
        for sample in samples {
            effort.go_on()?;
            let stage = stages.map_or(0.0, |stages| stages.of(sample.pieces.len()));
            let parts = [1.0 - stage, stage];
            for &player in &facts.choosers {
                let seen = SampleView { sample, player, facts, tied };
                let worth: f32 = numbers.iter().zip(parts).map(|(numbers, part)| part * numbers.worth(&seen)).sum();
                let error = sample.result[player.index()] - squash(worth);
                for (numbers, part) in numbers.iter_mut().zip(parts).filter(|(_, part)| *part > 0.0) {
                    numbers.learn(&seen, error * part, believed, rates);
                }
            }
        }
    }
    /// Minimum average weight of mobility, as a fraction of what decides a game.
    const TELLS: f32 = 0.06;
    // Counting moves takes time: only where it tells something.
    let apart = facts
        .choosers
        .first()
        .map_or(0.0, |&first| samples.iter().map(|sample| sample.freedom(&facts.sides, first).abs()).sum::<f32>());
    let spread = apart / samples.len().max(1) as f32;
    let used = &numbers[..1 + usize::from(stages.is_some())];
    let mobility = used.iter().map(|numbers| numbers.mobility.value).sum::<f32>() / used.len() as f32;
    let tells = mobility > 0.0 && facts.quick && spread * mobility > TELLS;
    let mobility = |numbers: &LearnedWeights| if tells { (numbers.mobility.value * UNIT).round() as i32 } else { 0 };
    let [early, late] = &numbers;
    Ok(Evaluation {
        weights: early.weights(game, tied),
        mobility: mobility(early),
        lead: None,
        pursuit: None,
        late: stages.map(|stages| Late { weights: late.weights(game, tied), mobility: mobility(late), stages }),
        territory: None,
        gathering: None,
        rows: None,
        points: None,
        tallies: None,
        scale: f64::from(UNIT),
        own: false,
        blind: false,
        flat: used.iter().all(LearnedWeights::is_nothing) && !tells,
        sides: facts.sides.clone(),
    })
}
/// A sample as a player sees it.
struct SampleView<'a> {
    sample: &'a Sample,
    player: PlayerId,
    facts: &'a Facts,
    tied: &'a Tied,
}

impl SampleView<'_> {
    /// Returns the sign of an owner's pieces.
    fn sign(&self, rank: Rank) -> f32 {
        match self.tied.roster.piece(rank).owner {
            owner if !self.facts.choosers.contains(&owner) => 0.0,
            owner if self.facts.sides.are_allied(owner, self.player) => 1.0 / self.allies(),
            _ => -1.0 / (self.facts.choosers.len() as f32 - self.allies()).max(1.0),
        }
    }

    /// Returns how many play on the player's side.
    fn allies(&self) -> f32 {
        let allied = |other: &&PlayerId| self.facts.sides.are_allied(**other, self.player);
        self.facts.choosers.iter().filter(allied).count().max(1) as f32
    }

    /// Returns the pieces on the board: as what they learn, where, and what they count.
    fn pieces(&self) -> impl Iterator<Item = (usize, usize, f32)> + '_ {
        self.sample.pieces.iter().filter_map(|&(rank, site)| {
            let sign = self.sign(rank);
            (sign != 0.0).then(|| (self.tied.ranks[rank.index()].index(), self.tied.place(rank, site), sign))
        })
    }

    /// Returns the pieces in supply: as what they learn, and what they count together.
    fn waiting(&self) -> impl Iterator<Item = (usize, f32)> + '_ {
        self.sample.waiting.iter().filter_map(|&(rank, count)| {
            let sign = self.sign(rank);
            (sign != 0.0).then(|| (self.tied.ranks[rank.index()].index(), sign * f32::from(count)))
        })
    }

    /// Returns how many moves more the player has.
    fn freedom(&self) -> f32 {
        self.sample.freedom(&self.facts.sides, self.player)
    }
}

impl LearnedWeights {
    /// Returns the value of a position by these weights.
    fn worth(&self, seen: &SampleView<'_>) -> f32 {
        let pieces =
            seen.pieces().map(|(kind, place, sign)| sign * (self.kinds[kind].value + self.places[place].value));
        let waiting = seen.waiting().map(|(kind, count)| count * self.waiting[kind].value);
        self.mobility.value * seen.freedom() + pieces.sum::<f32>() + waiting.sum::<f32>()
    }

    /// A gradient step towards the result, with regularisation towards the prior; the rates are
    /// those of pieces and of sites.
    fn learn(
        &mut self,
        seen: &SampleView<'_>,
        error: f32,
        believed: &LearnedWeights,
        [rate_kind, rate_place]: [f32; 2],
    ) {
        /// How strongly numbers are pulled back.
        const PULL: f32 = 0.02;
        for (kind, place, sign) in seen.pieces() {
            let pull = PULL * (self.kinds[kind].value - believed.kinds[kind].value);
            self.kinds[kind].step(error * sign - pull, rate_kind);
            let pull = PULL * (self.places[place].value - believed.places[place].value);
            self.places[place].step(error * sign - pull, rate_place);
        }
        for (kind, count) in seen.waiting() {
            self.waiting[kind].step(error * count, rate_kind);
        }
        let moves = seen.freedom();
        if moves != 0.0 {
            self.mobility.step(error * moves, rate_kind);
        }
    }
}
