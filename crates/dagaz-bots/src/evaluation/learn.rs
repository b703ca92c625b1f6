//! Learning what positions are worth, from studies of the game.
//!
//! Numbers are fitted to how the games of a study ended: logistic regression with steps by AdaGrad (Duchi et al. 2011); the curve is
//! x / sqrt(1 + x^2), which all machines compute alike.

use dagaz_core::{Game, LimitHit, Piece, PlayerId, Rank, SiteId, Weights};

use super::proof::is_better;
use super::tied::Tied;
use super::{Evaluation, Gathering, Late, Points, Scratch, Tallies, Territory, squash};
use crate::Sides;
use crate::effort::Effort;
use crate::study::{Facts, Sample, Study, Taste};

/// Studies a game: what it is like, and what its positions are worth. An error if it is stopped: half a study is none.
pub(crate) fn study(game: &dyn Game, effort: Effort<'_>) -> Result<(Facts, Evaluation), LimitHit> {
    let learns = effort.learns();
    let mut study = Study::new(game, effort)?;
    let nothing = Evaluation::nothing(game, &study.facts.sides);
    if study.facts.hidden || study.facts.choosers.is_empty() {
        return Ok((study.facts, nothing));
    }
    let mut samples = Vec::new();
    study.round(&[Taste { weights: None, lot: 1 }], usize::MAX, &mut samples)?;
    let own = game.evaluate(&game.initial(), study.facts.choosers[0]).is_some();
    let mut best = nothing;
    (best.own, best.blind, best.flat) = (own, !own, !own);
    if study.facts.choosers.len() < 2 || own {
        return Ok((study.facts, best));
    }
    let two = study.facts.choosers.len() == 2;
    let tied = Tied::of(game, &study.facts.choosers, (learns && two && study.facts.quick).then_some(effort));
    effort.go_on()?;
    let mut first = by_activity(game, &study.facts, &tied);
    // Room is believed if it agrees with how games ended; where searches are short of moves to look at, they need not show it.
    let room = match learns && study.facts.ended * study.facts.decided > 0.0 {
        true => room(game, &study.facts, &samples)?.map(|territory| with_room(&best, territory)),
        false => None,
    };
    let mut contrary = false;
    if study.facts.captures > 0.3 {
        contrary = first.agreement(&study.facts, &tied, &samples) < CONTRARY;
        if contrary {
            first.turn_round();
        }
        best = Evaluation { weights: first.weights(game, &tied), blind: false, flat: first.is_nothing(), ..best };
        samples.clear();
    }
    if let Some(room) = room
        && (study.facts.is_broad() || is_better(game, &study.facts, &room, &best, effort)?)
    {
        return Ok((study.facts, room));
    }
    // Where looking ahead is slow there is no time to learn from enough positions.
    let enough = study.facts.quick || samples.len() > 1_000;
    // Where nobody has won and nothing is captured, all results are the same.
    let tells = study.facts.ended * study.facts.decided > 0.0 || !best.blind;
    let rounds = if enough && tells && learns && two { 3 } else { 0 };
    for round in 0..rounds {
        let mut more = Vec::new();
        if round > 0 || samples.is_empty() {
            let halfway = best.halfway(game);
            study.round(&[Taste { weights: Some(&halfway.weights), lot: 8 }], usize::MAX, &mut more)?;
        }
        // What was learned from worse play counts less the longer ago it is.
        samples.drain(..samples.len() / 2 * usize::from(round > 0));
        samples.append(&mut more);
        let learned = fit(game, &study.facts, &tied, &first, &samples, effort)?;
        // Whoever has learned something must show it. Short searches see too little of hundreds of moves to show anything.
        let shown = match study.facts.is_broad() && best.blind {
            true => learned.mobility > 0 && freedom_agrees(&study.facts.sides, &samples) > AGREES,
            false => is_better(game, &study.facts, &learned, &best, effort)?,
        };
        if shown {
            best = learned;
        }
    }
    // Where it is good to have fewer pieces, or nothing is known, something else may decide.
    let open = best.blind || contrary;
    if learns && tells && open && two && !study.facts.is_broad() && !study.facts.is_placing() {
        best = with_gathering(game, &study.facts, &best, effort)?.unwrap_or(best);
    }
    // Where a search sees far, points show where it goes.
    if learns && study.facts.is_searchable() && study.facts.ended > 0.0 {
        best = with_points(&study.facts, study.points, &best, &samples).unwrap_or(best);
        if best.points.is_some() && two {
            best = with_tallies(game, &study.facts, &best, &samples, effort)?.unwrap_or(best);
        }
    }
    Ok((study.facts, best))
}

/// What it is worth to have room, fitted to how games ended; none if that does not agree with it.
fn room(game: &dyn Game, facts: &Facts, samples: &[Sample]) -> Result<Option<Territory>, LimitHit> {
    /// Sites that count as much as all that are left do as a share.
    const SITES: f32 = 20.0;
    let (Some(mut territory), Some(&first)) = (Territory::of(game, facts)?, facts.choosers.first()) else {
        return Ok(None);
    };
    let (mut scratch, mut board) = (Scratch::default(), vec![Rank::NONE; game.topology().sites().len()]);
    let seen: Vec<([f32; 3], f32)> = samples
        .iter()
        .map(|sample| {
            board.fill(Rank::NONE);
            sample.pieces.iter().for_each(|&(rank, site)| board[usize::from(site)] = rank);
            let room = territory.room(&board, &mut scratch);
            ([room.share, room.sites / SITES, room.closeness], sample.result[first.index()])
        })
        .collect();
    let ([share, site, closeness], agrees) = fit_few(&seen);
    territory.share = share.round() as i32;
    territory.site = (site / SITES).round() as i32;
    territory.closeness = closeness.round() as i32;
    Ok((agrees > AGREES).then_some(territory))
}

/// What a few things that are seen of a position are worth, in hundredths, and how that agrees with how games ended: the correlation of
/// the two, from -1 to 1.
fn fit_few<const N: usize>(seen: &[([f32; N], f32)]) -> ([f32; N], f64) {
    const EPOCHS: usize = 40;
    let mut numbers = [Number::default(); N];
    let worth = |numbers: &[Number; N], things: &[f32; N]| -> f32 {
        numbers.iter().zip(things).map(|(number, one)| number.value * one).sum()
    };
    for epoch in 0..EPOCHS {
        let rate = 0.05 / (1 + epoch) as f32;
        for (things, result) in seen {
            let error = result - squash(worth(&numbers, things));
            numbers.iter_mut().zip(things).for_each(|(number, one)| number.step(error * one, rate));
        }
    }
    let pair = |(things, result): &([f32; N], f32)| (f64::from(worth(&numbers, things)), f64::from(*result));
    let agrees = correlation(seen.iter().map(pair));
    (numbers.map(|number| number.value * UNIT), agrees)
}

/// Samples that are looked at to fit a few numbers.
const FEW_MAX: usize = 4_000;

/// An evaluation with how near to one another pieces stand, with and without what was known before, if searches with it win.
fn with_gathering(
    game: &dyn Game,
    facts: &Facts,
    best: &Evaluation,
    effort: Effort<'_>,
) -> Result<Option<Evaluation>, LimitHit> {
    /// What a hop is worth beside a piece. Random games hardly tell; of 30, 100 and 300 none plays worse than the others.
    const HOP: i32 = 100;
    let Some(gathering) = Gathering::of(game, HOP) else { return Ok(None) };
    let with = |known: &Evaluation| Evaluation {
        gathering: Some(gathering.clone()),
        scale: f64::from(UNIT),
        blind: false,
        flat: false,
        ..known.clone()
    };
    let mut shown = None;
    for known in [best, &Evaluation::nothing(game, &facts.sides)] {
        let learned = with(known);
        if is_better(game, facts, &learned, shown.as_ref().unwrap_or(best), effort)? {
            shown = Some(learned);
        }
    }
    Ok(shown)
}

/// An evaluation with the points that would be counted now, if they agree with how games ended. The rules themselves count them: they need
/// not be shown to win.
fn with_points(facts: &Facts, points: Option<Points>, best: &Evaluation, samples: &[Sample]) -> Option<Evaluation> {
    /// Points that make a number of the size of others.
    const MANY: f32 = 10.0;
    /// How they must agree at least: early in a random game they tell little.
    const AGREES: f64 = 0.2;
    let &first = facts.choosers.first()?;
    let see = |sample: &Sample| {
        let of = |player: PlayerId| sample.points.get(player.index()).copied();
        let others = facts.choosers.iter().filter(|other| !facts.sides.are_allied(**other, first));
        let theirs = others.filter_map(|other| of(*other)).fold(f32::MIN, f32::max);
        Some(([(of(first)? - theirs) / MANY], sample.result[first.index()]))
    };
    let seen: Vec<_> = samples.iter().rev().take(FEW_MAX).filter_map(see).collect();
    let ([each], agrees) = fit_few(&seen);
    let points = Points { each: (each / MANY).round() as i32, ..points? };
    if agrees < AGREES || points.each <= 0 {
        return None;
    }
    let scale = f64::from(UNIT);
    Some(Evaluation { points: Some(points), scale, blind: false, flat: false, ..best.clone() })
}

/// An evaluation with what the game's own numbers are worth in the place of points, if searches with it win.
fn with_tallies(
    game: &dyn Game,
    facts: &Facts,
    best: &Evaluation,
    samples: &[Sample],
    effort: Effort<'_>,
) -> Result<Option<Evaluation>, LimitHit> {
    const EPOCHS: usize = 40;
    let Some(&first) = facts.choosers.first() else { return Ok(None) };
    let seen: Vec<&Sample> = samples.iter().filter(|sample| !sample.tallies.is_empty()).collect();
    let Some(count) = seen.first().map(|sample| sample.tallies.len()) else { return Ok(None) };
    let mut numbers = vec![Number::default(); count];
    for epoch in 0..EPOCHS {
        let rate = 0.05 / (1 + epoch) as f32;
        for sample in &seen {
            let worth: f32 = numbers.iter().zip(&sample.tallies).map(|(number, one)| number.value * one).sum();
            let error = sample.result[first.index()] - squash(worth);
            numbers.iter_mut().zip(&sample.tallies).for_each(|(number, one)| number.step(error * one, rate));
        }
    }
    let each = numbers.iter().map(|number| number.value * UNIT).collect();
    let learned = Evaluation { points: None, tallies: Some(Tallies { first, each }), ..best.clone() };
    Ok(is_better(game, facts, &learned, best, effort)?.then_some(learned))
}

/// An evaluation that looks at room and at nothing else.
fn with_room(nothing: &Evaluation, territory: Territory) -> Evaluation {
    let scale = f64::from(UNIT);
    Evaluation { territory: Some(territory), scale, blind: false, flat: false, ..nothing.clone() }
}

/// What the number of moves must agree with how games end at least, to be believed without games that show it.
const AGREES: f64 = 0.3;

/// How the number of moves that the players have agrees with how games ended: the correlation of the two, from -1 to 1.
fn freedom_agrees(sides: &Sides, samples: &[Sample]) -> f64 {
    let Some(&first) = sides.choosers().first() else { return 0.0 };
    let pair = |sample: &Sample| (f64::from(sample.freedom(sides, first)), f64::from(sample.result[first.index()]));
    correlation(samples.iter().map(pair))
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
        let players = |sample| facts.choosers.iter().map(move |&player| Seen { sample, player, facts, tied });
        let seen = samples.iter().flat_map(players);
        correlation(seen.map(|seen| (self.material(&seen), f64::from(seen.sample.result[seen.player.index()]))))
    }

    /// What pieces are worth together, wherever they stand.
    fn material(&self, seen: &Seen<'_>) -> f64 {
        let pieces = seen.pieces().map(|(kind, _, sign)| f64::from(sign * self.kinds[kind].value));
        let waiting = seen.waiting().map(|(kind, count)| f64::from(count * self.waiting[kind].value));
        pieces.chain(waiting).sum()
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

/// Fits an evaluation to samples, beginning from what is believed.
fn fit(
    game: &dyn Game,
    facts: &Facts,
    tied: &Tied,
    believed: &Numbers,
    samples: &[Sample],
    effort: Effort<'_>,
) -> Result<Evaluation, LimitHit> {
    const EPOCHS: usize = 6;
    // What is believed of material is better than what so few games tell; what is believed of places is not.
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
                let seen = Seen { sample, player, facts, tied };
                let worth: f32 = numbers.iter().zip(parts).map(|(numbers, part)| part * numbers.worth(&seen)).sum();
                let error = sample.result[player.index()] - squash(worth);
                for (numbers, part) in numbers.iter_mut().zip(parts).filter(|(_, part)| *part > 0.0) {
                    numbers.learn(&seen, error * part, believed, rates);
                }
            }
        }
    }
    /// What the number of moves tells on average at least, as part of what decides a game.
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
    let mobility = |numbers: &Numbers| if tells { (numbers.mobility.value * UNIT).round() as i32 } else { 0 };
    let [early, late] = &numbers;
    Ok(Evaluation {
        weights: early.weights(game, tied),
        mobility: mobility(early),
        late: stages.map(|stages| Late { weights: late.weights(game, tied), mobility: mobility(late), stages }),
        territory: None,
        gathering: None,
        points: None,
        tallies: None,
        scale: f64::from(UNIT),
        own: false,
        blind: false,
        flat: used.iter().all(Numbers::is_nothing) && !tells,
        sides: facts.sides.clone(),
    })
}

/// A sample as a player sees it.
struct Seen<'a> {
    sample: &'a Sample,
    player: PlayerId,
    facts: &'a Facts,
    tied: &'a Tied,
}

impl Seen<'_> {
    /// What a piece of an owner counts.
    fn sign(&self, rank: Rank) -> f32 {
        match self.tied.roster.piece(rank).owner {
            owner if !self.facts.choosers.contains(&owner) => 0.0,
            owner if self.facts.sides.are_allied(owner, self.player) => 1.0 / self.allies(),
            _ => -1.0 / (self.facts.choosers.len() as f32 - self.allies()).max(1.0),
        }
    }

    /// How many play on the player's side.
    fn allies(&self) -> f32 {
        let allied = |other: &&PlayerId| self.facts.sides.are_allied(**other, self.player);
        self.facts.choosers.iter().filter(allied).count().max(1) as f32
    }

    /// The pieces on the board: as what they learn, where, and what they count.
    fn pieces(&self) -> impl Iterator<Item = (usize, usize, f32)> + '_ {
        self.sample.pieces.iter().filter_map(|&(rank, site)| {
            let sign = self.sign(rank);
            (sign != 0.0).then(|| (self.tied.ranks[rank.index()].index(), self.tied.place(rank, site), sign))
        })
    }

    /// The pieces in supply: as what they learn, and what they count together.
    fn waiting(&self) -> impl Iterator<Item = (usize, f32)> + '_ {
        self.sample.waiting.iter().filter_map(|&(rank, count)| {
            let sign = self.sign(rank);
            (sign != 0.0).then(|| (self.tied.ranks[rank.index()].index(), sign * f32::from(count)))
        })
    }

    /// How many moves more the player has.
    fn freedom(&self) -> f32 {
        self.sample.freedom(&self.facts.sides, self.player)
    }
}

impl Numbers {
    /// What a position is worth by these numbers.
    fn worth(&self, seen: &Seen<'_>) -> f32 {
        let pieces =
            seen.pieces().map(|(kind, place, sign)| sign * (self.kinds[kind].value + self.places[place].value));
        let waiting = seen.waiting().map(|(kind, count)| count * self.waiting[kind].value);
        self.mobility.value * seen.freedom() + pieces.sum::<f32>() + waiting.sum::<f32>()
    }

    /// A step towards what would have told the result, pulled back to what is believed; rates are those of pieces and of places.
    fn learn(&mut self, seen: &Seen<'_>, error: f32, believed: &Numbers, [rate_kind, rate_place]: [f32; 2]) {
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
