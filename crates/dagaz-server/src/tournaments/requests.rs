//! Requests about tournaments.

use std::sync::Arc;

use dagaz_core::CompactSort;

use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::routing::{get, post};
use axum::{Extension, Json, Router};
use dagaz_contract::message::Reason;
use dagaz_contract::tournament::{NewTournament, TournamentPhase, TournamentView, Tournaments};
use serde::Deserialize;

use super::{HostedTournament, show};
use crate::caller::Who;
use crate::guard::Peer;
use crate::host::Host;
use crate::people::Matter;
use crate::refused::Refused;

type App = State<Arc<Host>>;

pub(crate) fn routes() -> Router<Arc<Host>> {
    Router::new()
        .route("/tournaments", get(list).post(make))
        .route("/tournaments/{id}", get(look))
        .route("/tournaments/{id}/join", post(join))
        .route("/tournaments/{id}/leave", post(leave))
        .route("/tournaments/{id}/start", post(start))
        .route("/tournaments/{id}/cancel", post(cancel))
}

#[derive(Deserialize)]
struct ListQuery {
    #[serde(default)]
    past: bool,
    #[serde(default)]
    after: Option<String>,
}

#[derive(Deserialize)]
struct RoundQuery {
    #[serde(default)]
    round: Option<u32>,
}

/// Returns a tournament as the caller sees it.
async fn shown(
    host: &Host,
    one: &HostedTournament,
    who: &Who,
    round: Option<u32>,
) -> Result<Json<TournamentView>, Refused> {
    let state = one.state.lock().await;
    Ok(Json(show::view(host.tournament_people()?, one, &state, who, round, host.now().0)))
}

async fn list(
    State(host): App,
    Extension(who): Extension<Who>,
    Query(query): Query<ListQuery>,
) -> Result<Json<Tournaments>, Refused> {
    let people = host.tournament_people()?;
    if query.past {
        let behind = match query.after.as_deref() {
            None => None,
            Some(text) => {
                let pair = text.split_once('-').and_then(|(at, id)| Some((at.parse::<u64>().ok()?, id.to_string())));
                Some(pair.ok_or_else(|| Refused::new(Reason::Malformed, "this place of the list cannot be read"))?)
            }
        };
        let count = host.limits.page;
        let rows = people.register(move |register| {
            register.past_tournaments(behind.as_ref().map(|(at, id)| (*at, id.as_str())), count)
        });
        let rows = rows.await?;
        let next = rows.last().filter(|_| rows.len() == count).map(|row| format!("{}-{}", row.touched, row.id));
        let tournaments = rows.iter().filter_map(|row| show::listed(people, &row.summary)).collect();
        return Ok(Json(Tournaments { tournaments, next }));
    }
    let mut tournaments = Vec::new();
    for one in host.tournaments.open() {
        tournaments.push(show::summary_for(people, &one, &*one.state.lock().await, &who));
    }
    // Running ones, then future ones, the soonest first; those without a time come last.
    tournaments.compact_sort_by_key(|one| {
        (one.phase != TournamentPhase::Running, one.start.unwrap_or(u64::MAX), one.tournament.clone())
    });
    Ok(Json(Tournaments { tournaments, next: None }))
}

/// Takes one of the allowances for games: a tournament is many of them.
fn may(host: &Host, who: &Who, peer: Peer, headers: &HeaderMap) -> Result<(), Refused> {
    if *who == Who::Nobody {
        return Err(Refused::nobody());
    }
    let people = host.tournament_people()?;
    let now = host.now().0;
    people.allowed.address_may(Matter::Game, host.guard.address(peer, headers), now)?;
    people.allowed.person_may(Matter::Game, &who.holder(), now)
}

async fn make(
    State(host): App,
    Extension(who): Extension<Who>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    Json(new): Json<NewTournament>,
) -> Result<(StatusCode, Json<TournamentView>), Refused> {
    may(&host, &who, peer, &headers)?;
    let id = host.make_tournament(&who, new).await?;
    let one = host.tournament(&id).await?;
    Ok((StatusCode::CREATED, shown(&host, &one, &who, None).await?))
}

async fn look(
    State(host): App,
    Extension(who): Extension<Who>,
    Path(id): Path<String>,
    Query(query): Query<RoundQuery>,
) -> Result<Json<TournamentView>, Refused> {
    let one = host.tournament(&id).await?;
    shown(&host, &one, &who, query.round).await
}

async fn join(
    State(host): App,
    Extension(who): Extension<Who>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Json<TournamentView>, Refused> {
    may(&host, &who, peer, &headers)?;
    let one = host.join_tournament(&id, &who).await?;
    shown(&host, &one, &who, None).await
}

async fn leave(
    State(host): App,
    Extension(who): Extension<Who>,
    Path(id): Path<String>,
) -> Result<Json<TournamentView>, Refused> {
    let one = host.leave_tournament(&id, &who).await?;
    shown(&host, &one, &who, None).await
}

async fn start(
    State(host): App,
    Extension(who): Extension<Who>,
    Path(id): Path<String>,
) -> Result<Json<TournamentView>, Refused> {
    let one = host.decide_tournament(&id, &who, true).await?;
    shown(&host, &one, &who, None).await
}

async fn cancel(
    State(host): App,
    Extension(who): Extension<Who>,
    Path(id): Path<String>,
) -> Result<Json<TournamentView>, Refused> {
    let one = host.decide_tournament(&id, &who, false).await?;
    shown(&host, &one, &who, None).await
}
