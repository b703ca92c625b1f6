//! Learning an evaluation from the games of an analysis.
//!
//! Terms are fitted to the results of the games. A term is accepted if searches with it win or, if
//! searches cannot show it, if it correlates well enough with the results.

mod fit;
mod goals;
mod lead;
mod numbers;
mod pursuit;
mod shared_weights;
mod symmetry;
mod test_games;

use dagaz_core::{Game, LimitHit, PlayerId, Rank};

use self::fit::{FEW_MAX, LearnedWeight, UNIT, correlation, fit_few};
use self::lead::with_lead;
use self::numbers::{by_activity, fit};
use self::pursuit::with_pursuit;
use self::shared_weights::Tied;
use self::test_games::is_better;
use crate::Sides;
use crate::analysis_budget::Effort;
use crate::evaluation::{Evaluation, Gathering, Rows, Scratch, Territory, squash};
use crate::game_analysis::{Facts, Points, Sample, Study, StudyPlayer, Tallies};

/// Analyses a game: its facts and an evaluation. Returns an error after a stop, since half an
/// analysis is useless.
pub(crate) fn study(game: &dyn Game, effort: Effort<'_>) -> Result<(Facts, Evaluation), LimitHit> {
    let learns = effort.learns();
    let mut study = Study::new(game, effort)?;
    let nothing = Evaluation::nothing(game, &study.facts.sides);
    if study.facts.hidden || study.facts.choosers.is_empty() {
        return Ok((study.facts, nothing));
    }
    let mut samples = Vec::new();
    study.round(&[StudyPlayer { weights: None, lot: 1 }], usize::MAX, &mut samples)?;
    let own = game.evaluate(&game.initial(), study.facts.choosers[0]).is_some();
    let mut best = nothing;
    (best.own, best.blind, best.flat) = (own, !own, !own);
    if study.facts.choosers.len() < 2 || own {
        return Ok((study.facts, best));
    }
    // Where play at random decides nothing it teaches nothing; but the ending may say which way to
    // go.
    if study.facts.captures <= 0.3
        && study.facts.ended * study.facts.decided < DECIDED_TEACHES
        && let Some(weights) = goals::weights(game, &study.facts.choosers)
    {
        let scale = f64::from(UNIT);
        return Ok((study.facts, Evaluation { weights, scale, blind: false, flat: false, ..best }));
    }
    let two = study.facts.choosers.len() == 2;
    let tied = Tied::of(game, &study.facts.choosers, (learns && two && study.facts.quick).then_some(effort));
    effort.go_on()?;
    let mut first = by_activity(game, &study.facts, &tied);
    // Territory is accepted by correlation if searches are too short for the number of moves.
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
        // Pieces that never move all have the value 0; then nothing is known yet.
        let nothing = first.is_nothing();
        best = Evaluation { weights: first.weights(game, &tied), blind: nothing, flat: nothing, ..best };
        // The number of moves may say too much: a piece that goes farther takes no more where only
        // one is taken at a time.
        if let Some(flatter) = first.flatter().filter(|_| learns && two && !contrary) {
            let learned = Evaluation { weights: flatter.weights(game, &tied), ..best.clone() };
            if is_better(game, &study.facts, &learned, &best, effort)? {
                (first, best) = (flatter, learned);
            }
        }
        samples.clear();
    }
    if let Some(room) = room
        && (study.facts.is_broad() || is_better(game, &study.facts, &room, &best, effort)?)
    {
        return Ok((study.facts, room));
    }
    // Where looking ahead is slow there is no time to learn from enough positions.
    let enough = study.facts.quick || samples.len() > 1_000;
    // Without a winner and without captures, all results are equal.
    let tells = study.facts.ended * study.facts.decided > 0.0 || !best.blind;
    let rounds = if enough && tells && learns && two { 3 } else { 0 };
    for round in 0..rounds {
        let mut more = Vec::new();
        if round > 0 || samples.is_empty() {
            let halfway = best.halfway(game);
            study.round(&[StudyPlayer { weights: Some(&halfway.weights), lot: 8 }], usize::MAX, &mut more)?;
        }
        // Older samples, from worse play, have less weight.
        samples.drain(..samples.len() / 2 * usize::from(round > 0));
        samples.append(&mut more);
        let learned = fit(game, &study.facts, &tied, &first, &samples, effort)?;
        // A learned evaluation must win test games. Short searches see too few of hundreds of moves
        // to decide.
        let shown = match study.facts.is_broad() && best.blind {
            true => learned.mobility > 0 && freedom_agrees(&study.facts.sides, &samples) > AGREES,
            false => is_better(game, &study.facts, &learned, &best, effort)?,
        };
        if shown {
            best = learned;
        }
    }
    if study.facts.captures > 0.3
        && !contrary
        && let Some(ahead) = with_lead(game, &study.facts, &best, &samples, effort)?
    {
        best = with_pursuit(game, &study.facts, &ahead, effort)?.unwrap_or(ahead);
    }
    // Where it is good to have fewer pieces, or nothing is known, something else may decide.
    let open = best.blind || contrary;
    if learns && tells && open && two && !study.facts.is_broad() && !study.facts.is_placing() {
        best = with_gathering(game, &study.facts, &best, effort)?.unwrap_or(best);
    }
    // Where a row wins, how nearly one is filled tells more than where pieces stand.
    if learns && two {
        best = with_rows(game, &study.facts, &best, effort)?.unwrap_or(best);
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

/// Minimum share of decisive playouts for learning.
const DECIDED_TEACHES: f64 = 0.5;

/// Returns the weight of territory, fitted to results; `None` without correlation.
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

/// Returns an evaluation with how near to one another pieces stand, with and without what was known
/// before, if searches with it win.
fn with_gathering(
    game: &dyn Game,
    facts: &Facts,
    best: &Evaluation,
    effort: Effort<'_>,
) -> Result<Option<Evaluation>, LimitHit> {
    /// Value of a hop relative to a piece. Playouts hardly determine it; 30, 100 and 300 play
    /// equally well.
    const HOP: i32 = 100;
    let Some(gathering) = Gathering::of(game, HOP) else { return Ok(None) };
    let with = |known: &Evaluation| Evaluation { gathering: Some(gathering.clone()), ..seeing(known) };
    shown(game, facts, best, false, &with, effort)
}

/// Returns an evaluation that sees something now.
fn seeing(known: &Evaluation) -> Evaluation {
    Evaluation { scale: f64::from(UNIT), blind: false, flat: false, ..known.clone() }
}

/// Returns the term on top of the best known evaluation, and alone, if searches with it win, or if
/// it is accepted without a previous evaluation.
fn shown(
    game: &dyn Game,
    facts: &Facts,
    best: &Evaluation,
    believed: bool,
    with: &dyn Fn(&Evaluation) -> Evaluation,
    effort: Effort<'_>,
) -> Result<Option<Evaluation>, LimitHit> {
    let mut shown = None;
    for known in [best, &Evaluation::nothing(game, &facts.sides)] {
        let learned = with(known);
        let unseen = believed && best.blind && shown.is_none();
        if unseen || is_better(game, facts, &learned, shown.as_ref().unwrap_or(best), effort)? {
            shown = Some(learned);
        }
    }
    Ok(shown)
}

/// Returns an evaluation with how nearly rows are filled that win, with and without what was known
/// before, if searches with it win.
fn with_rows(
    game: &dyn Game,
    facts: &Facts,
    best: &Evaluation,
    effort: Effort<'_>,
) -> Result<Option<Evaluation>, LimitHit> {
    let Some(rows) = Rows::of(game, &facts.sides) else { return Ok(None) };
    let with = |known: &Evaluation| Evaluation { rows: Some(rows.clone()), ..seeing(known) };
    // Short searches see too little of hundreds of moves to show anything; the rules say that rows
    // win.
    shown(game, facts, best, facts.is_broad(), &with, effort)
}

/// An evaluation with the points that would be counted now, if they agree with how games ended. The
/// rules themselves count them: they need not be shown to win.
fn with_points(facts: &Facts, points: Option<Points>, best: &Evaluation, samples: &[Sample]) -> Option<Evaluation> {
    /// Points that make a number of the size of others.
    const MANY: f32 = 10.0;
    /// Minimum correlation; early in a playout the terms predict little.
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
    Some(Evaluation { points: Some(points), ..seeing(best) })
}

/// Replaces points by tallies, if searches with them win.
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
    let mut numbers = vec![LearnedWeight::default(); count];
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

/// Returns an evaluation that looks at room and at nothing else.
fn with_room(nothing: &Evaluation, territory: Territory) -> Evaluation {
    Evaluation { territory: Some(territory), ..seeing(nothing) }
}

/// Minimum correlation of mobility for acceptance without test games.
const AGREES: f64 = 0.3;

/// How the number of moves that the players have agrees with how games ended: the correlation of
/// the two, from -1 to 1.
fn freedom_agrees(sides: &Sides, samples: &[Sample]) -> f64 {
    let Some(&first) = sides.choosers().first() else { return 0.0 };
    let pair = |sample: &Sample| (f64::from(sample.freedom(sides, first)), f64::from(sample.result[first.index()]));
    correlation(samples.iter().map(pair))
}
/// If the correlation with playout results is negative, the sign is wrong: the side with fewer
/// pieces wins.
const CONTRARY: f64 = -0.1;
