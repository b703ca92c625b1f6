//! The views of a tournament.

use dagaz_club::tournament::{PairResult, Pairing, Phase, TieBreak, Tournament, TournamentSystem};
use dagaz_contract::tournament::{
    PairingResult, PairingView, StandingView, TieBreakName, TournamentKind, TournamentMay, TournamentPhase,
    TournamentSummary, TournamentView,
};
use dagaz_table::Names;

use super::{About, HostedTournament, State, person};
use crate::caller::Who;
use crate::people::People;

/// Pairings of an arena that are shown.
const LATEST: usize = 50;

/// Returns a tournament in a list, public view.
pub(super) fn summary(people: &People, id: &str, about: &About, tournament: &Tournament) -> TournamentSummary {
    let phase = tournament.phase();
    let standings = if phase == Phase::Ended { tournament.standings() } else { Vec::new() };
    let first = standings.iter().filter(|standing| standing.place == 1 && standing.games > 0);
    TournamentSummary {
        tournament: id.to_string(),
        title: about.title.clone(),
        by: people.view_of(&about.maker),
        game: about.game.clone(),
        terms: about.terms.clone(),
        kind: match about.plan.kind {
            TournamentSystem::RoundRobin { double } => TournamentKind::RoundRobin { double },
            TournamentSystem::Swiss { rounds } => TournamentKind::Swiss { rounds },
            TournamentSystem::Arena { duration } => TournamentKind::Arena { minutes: (duration / 60_000) as u32 },
        },
        phase: match phase {
            Phase::Coming => TournamentPhase::Coming,
            Phase::Running => TournamentPhase::Running,
            Phase::Ended => TournamentPhase::Ended,
            Phase::Cancelled => TournamentPhase::Cancelled,
        },
        start: tournament.began().or(about.plan.start),
        end: tournament.ended().or(tournament.closes()),
        entrants: tournament.entrants().len() as u32,
        winners: first.map(|standing| people.view_of(standing.person.text())).collect(),
        joined: false,
    }
}

/// Returns the view from the register, with the present names of users.
pub(super) fn listed(people: &People, text: &str) -> Option<TournamentSummary> {
    let mut summary: TournamentSummary = serde_json::from_str(text).ok()?;
    summary.by = people.view_of(&summary.by.person);
    for winner in &mut summary.winners {
        *winner = people.view_of(&winner.person);
    }
    Some(summary)
}

/// Returns a tournament in a list, as a person sees it.
pub(super) fn summary_for(people: &People, one: &HostedTournament, state: &State, who: &Who) -> TournamentSummary {
    let own = state.tournament.entrant(&person(&who.holder()));
    let joined = own.is_some_and(|place| state.tournament.entrants()[place].active);
    TournamentSummary { joined, ..summary(people, &one.id, &one.about, &state.tournament) }
}

/// Returns a tournament with the pairings of a round; none: of the last one.
pub(super) fn view(
    people: &People,
    one: &HostedTournament,
    state: &State,
    who: &Who,
    round: Option<u32>,
    now: u64,
) -> TournamentView {
    let tournament = &state.tournament;
    let entrants = tournament.entrants();
    let about = summary_for(people, one, state, who);
    let view_of = |place: usize| people.view_of(entrants[place].person.text());
    let game_of = |number: u32| state.games.get(number as usize).map(ToString::to_string);
    let is_arena = matches!(one.about.plan.kind, TournamentSystem::Arena { .. });
    let shown = (!is_arena).then(|| round.unwrap_or(u32::MAX).clamp(1, tournament.round().max(1)));
    let pairing = |pairing: &Pairing| PairingView {
        number: pairing.number,
        first: view_of(pairing.first),
        second: view_of(pairing.second),
        game: game_of(pairing.number).filter(|_| pairing.result.is_none_or(has_game)),
        result: pairing.result.map(result),
    };
    let pairings = match shown {
        Some(round) => tournament.round_of(round).map(pairing).collect(),
        None => tournament.pairings().iter().rev().take(LATEST).map(pairing).collect(),
    };
    let running = tournament.phase() == Phase::Running;
    let standings = tournament.standings().into_iter().map(|standing| {
        let entrant = &entrants[standing.entrant];
        StandingView {
            place: standing.place,
            person: view_of(standing.entrant),
            rating: entrant.rating.round() as i32,
            points: f64::from(standing.halves) / 2.0,
            games: standing.games,
            ties: standing.ties.iter().map(|quarters| *quarters as f64 / 4.0).collect(),
            left: !entrant.active,
            on_fire: standing.on_fire,
            game: entrant.playing.filter(|_| running).and_then(game_of),
        }
    });
    let own = tournament.entrant(&person(&who.holder()));
    let coming = tournament.phase() == Phase::Coming;
    let waits = running && !is_arena && tournament.wake().is_some();
    TournamentView {
        version: tournament.version(),
        round: tournament.round(),
        rounds: tournament.rounds(),
        shown,
        next_round: waits.then(|| tournament.next_round()),
        tie_breaks: tournament.tie_breaks().iter().map(|tie_break| name(*tie_break)).collect(),
        standings: standings.collect(),
        pairings,
        bye: shown.and_then(|round| tournament.bye_of(round)).map(view_of),
        may: TournamentMay {
            join: *who != Who::Nobody
                && (who.is_member() || !one.about.terms.rated)
                && tournament.join(&person(&who.holder()), 0.0, now).is_ok(),
            leave: tournament.leave(&person(&who.holder())).is_ok(),
            start: coming && *one.about.maker == *who.holder().0,
        },
        game: own.and_then(|place| entrants[place].playing).filter(|_| running).and_then(game_of),
        about,
        now,
    }
}

/// Returns whether there is a game to watch: a forfeit by a participant who had left has none.
fn has_game(result: PairResult) -> bool {
    result.is_played()
}

fn result(result: PairResult) -> PairingResult {
    match result {
        PairResult::First => PairingResult::First,
        PairResult::Second => PairingResult::Second,
        PairResult::Draw => PairingResult::Draw,
        PairResult::FirstByForfeit => PairingResult::FirstByForfeit,
        PairResult::SecondByForfeit => PairingResult::SecondByForfeit,
        PairResult::Neither => PairingResult::Neither,
    }
}

fn name(tie_break: TieBreak) -> TieBreakName {
    match tie_break {
        TieBreak::DirectEncounter => TieBreakName::DirectEncounter,
        TieBreak::Buchholz => TieBreakName::Buchholz,
        TieBreak::SonnebornBerger => TieBreakName::SonnebornBerger,
        TieBreak::Wins => TieBreakName::Wins,
    }
}
