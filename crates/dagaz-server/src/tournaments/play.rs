//! From pairings to games, and from games to results.

use std::collections::HashSet;
use std::sync::Arc;

use dagaz_club::tournament::{self, Entrant, PairResult, Pairing, TournamentAction, TournamentSystem};
use dagaz_contract::ServerMessage;
use dagaz_core::{PlayerKind, Verdict};
use dagaz_session::{EndReason, HolderId, Millis, Phase, Session};
use dagaz_store::Tagged;
use tokio::task::JoinSet;

use super::{HostedTournament, State};
use crate::encoded;
use crate::game_start::{Pair, of_two};
use crate::host::{Host, ask, random_u64};
use crate::peers::Where;
use crate::refused::Refused;
use crate::summary::tournament_tag;
use crate::table::TableAsk;
use dagaz_table::clock_rule;

/// The interval in milliseconds at which games of a tournament are compared with the store, to find
/// missed results.
const COMPARE: u64 = 10_000;

/// No owner: the creator of a game may give its seats away.
const OWNER: &str = "tournament";

/// Returns the result of a tournament game; `None` while it is in progress.
pub(crate) fn result(session: &Session) -> Option<PairResult> {
    if session.phase() == Phase::Stuck {
        return Some(PairResult::Neither);
    }
    let end = session.end()?;
    let players = &session.game().glossary().players;
    let mut choosers = (0..players.len()).filter(|player| players[*player].kind == PlayerKind::Chooser);
    let (first, second) = (choosers.next()?, choosers.next()?);
    if end.reason == EndReason::Aborted {
        // The first move did not come.
        return Some(match session.movers().first().map(|player| player.index()) {
            Some(absent) if absent == first => PairResult::SecondByForfeit,
            Some(absent) if absent == second => PairResult::FirstByForfeit,
            _ => PairResult::Neither,
        });
    }
    let verdict = |player: usize| end.outcome.verdicts.get(player).copied().unwrap_or(Verdict::Aside);
    Some(match (verdict(first), verdict(second)) {
        (Verdict::Win, Verdict::Win) | (Verdict::Draw, _) | (_, Verdict::Draw) => PairResult::Draw,
        (Verdict::Win, _) => PairResult::First,
        (_, Verdict::Win) => PairResult::Second,
        _ => PairResult::Neither,
    })
}

impl Host {
    /// Records results, and executes the actions that are due.
    pub(super) async fn advance_tournament(
        self: &Arc<Self>,
        one: &HostedTournament,
        ended: impl Iterator<Item = &Arc<str>>,
    ) -> Result<(), Refused> {
        let ended: HashSet<&Arc<str>> = ended.collect();
        let mut state = one.state.lock().await;
        let open = |state: &State| -> Vec<Pairing> {
            state.tournament.pairings().iter().filter(|pairing| pairing.result.is_none()).cloned().collect()
        };
        if !ended.is_empty() {
            for pairing in open(&state) {
                if ended.contains(&state.games[pairing.number as usize]) {
                    self.settle(one, &mut state, pairing.number).await?;
                }
            }
        }
        let now = self.now().0;
        if now.saturating_sub(state.compared) >= COMPARE {
            let waiting = open(&state);
            if !waiting.is_empty() {
                self.reconcile(one, &mut state, &waiting).await?;
            }
            state.compared = now;
        }
        let people = self.tournament_people()?;
        loop {
            // Until it begins it is an appointment, and then it lasts.
            let begun = state.tournament.phase() != tournament::Phase::Coming;
            let now = if begun { self.now() } else { self.clock.date() }.0;
            if state.tournament.wake().is_none_or(|at| at > now) {
                return Ok(());
            }
            let elsewhere = self.entrants_elsewhere(one, state.tournament.entrants()).await;
            // Large rounds take a while to pair: not on the threads that serve games.
            let (copy, people) = (state.tournament.clone(), people.clone());
            let due = tokio::task::spawn_blocking(move || {
                let here = |holder: HolderId| people.is_here(&holder) || elsewhere.contains(&holder);
                copy.due(now, random_u64(), |person| here(HolderId::new(person.text())))
            });
            let Some(action) = due.await.map_err(|_| Refused::busy())? else { return Ok(()) };
            if let TournamentAction::Paired { .. } = action {
                // Games in progress come first: the round waits.
                self.not_pressed()?;
            }
            let known = state.tournament.pairings().len();
            self.commit(one, &mut state, &action).await?;
            let new: Vec<Pairing> = state.tournament.pairings()[known..].to_vec();
            let new = new.iter().filter(|pairing| pairing.result.is_none());
            self.begin_pairings(one, &state, new).await?;
        }
    }

    /// Who takes part and is connected to another process, for those tournaments that pair only who
    /// is there.
    async fn entrants_elsewhere(&self, one: &HostedTournament, entrants: &[Entrant]) -> HashSet<HolderId> {
        if !self.store.is_shared() || !matches!(one.about.plan.kind, TournamentSystem::Arena { .. }) {
            return HashSet::new();
        }
        let free = entrants.iter().filter(|entrant| entrant.active && entrant.playing.is_none());
        let free: Vec<HolderId> = free.map(|entrant| HolderId::new(entrant.person.text())).collect();
        self.present_elsewhere(&free).await
    }

    /// Records the result of a game, if it is over.
    async fn settle(self: &Arc<Self>, one: &HostedTournament, state: &mut State, number: u32) -> Result<(), Refused> {
        let game = &state.games[number as usize];
        let result = match self.whereabouts(game).await? {
            Where::Here(table) => ask(&table, |reply| TableAsk::Result { reply }).await?,
            // What counts of a game of another process is in its log.
            Where::There(_) => result(&self.replayed(game).await?.1),
        };
        let Some(result) = result else { return Ok(()) };
        match state.tournament.settle(number, result).map_err(super::refused)? {
            Some(action) => self.commit(one, state, &action).await,
            None => Ok(()),
        }
    }

    /// Finds games that were paired and never begun, and such as have ended unnoticed.
    async fn reconcile(
        self: &Arc<Self>,
        one: &HostedTournament,
        state: &mut State,
        waiting: &[Pairing],
    ) -> Result<(), Refused> {
        let tags = vec![tournament_tag(&one.id)];
        let count = state.games.len();
        let tagged = Tagged { tags, live: Some(true), count, ..Tagged::default() };
        let rows = self.reading(move |store| store.tagged(&tagged)).await?;
        let live: HashSet<&str> = rows.iter().map(|row| row.game.as_str()).collect();
        let mut missing = Vec::new();
        for pairing in waiting {
            let game = state.games[pairing.number as usize].clone();
            if live.contains(&*game) {
                continue;
            }
            if self.exists(&game).await? {
                self.settle(one, state, pairing.number).await?;
            } else {
                missing.push(pairing);
            }
        }
        self.begin_pairings(one, state, missing.into_iter()).await
    }

    /// Begins the games of pairings, all at once so that they share commits, and notifies the
    /// players.
    async fn begin_pairings<'a>(
        self: &Arc<Self>,
        one: &HostedTournament,
        state: &State,
        pairings: impl Iterator<Item = &'a Pairing>,
    ) -> Result<(), Refused> {
        let terms = &one.about.terms;
        let bundle = self.bundle(&terms.rules).await?;
        let prepared = self.prepare(&terms.rules, bundle, Some(terms.variant)).await?;
        let clock = terms.clock.map(clock_rule).transpose()?;
        let entrants = state.tournament.entrants();
        let mut beginning = JoinSet::new();
        for pairing in pairings {
            let holders = [pairing.first, pairing.second].map(|place| HolderId::new(entrants[place].person.text()));
            let begun = of_two(
                &prepared,
                Pair {
                    players: &holders,
                    owner: HolderId::new(OWNER),
                    clock,
                    rated: terms.rated,
                    patience: Some(Millis(one.about.first_move)),
                    tournament: Some(one.id.clone()),
                },
            )?;
            let (host, prepared) = (self.clone(), prepared.clone());
            let (game, tournament, title) =
                (state.games[pairing.number as usize].clone(), one.id.to_string(), one.about.title.clone());
            beginning.spawn(async move {
                host.begin_as(&game, &prepared, begun).await?;
                let tell = ServerMessage::TournamentGame { tournament, title, game: game.to_string() };
                let text = encoded::text(&tell);
                let people = host.tournament_people()?;
                holders.iter().for_each(|holder| host.tell_everywhere(people, holder, &text));
                Ok(())
            });
        }
        let mut result = Ok(());
        while let Some(begun) = beginning.join_next().await {
            // A game that could not be started is found by the reconciliation; the others continue.
            result = result.and(begun.unwrap_or_else(|_| Err(Refused::busy())));
        }
        result
    }
}
