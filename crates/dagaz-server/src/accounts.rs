//! Requests about users: guests, accounts, profiles, mutes, reports, and data export.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Json, Router};
use dagaz_contract::catalog::GameSummary;
use dagaz_contract::message::Reason;
use dagaz_contract::people::{Confirmed, Credentials, Mute, Nothing, PersonView, Profile, Report};
use dagaz_contract::second_factor::{
    CodeShown, ConfirmedByCode, Login, RecoveryCodes, SecondFactorSetup, SecondFactorView,
};
use dagaz_session::HolderId;
use dagaz_store::{ReportRow, Tagged};
use serde_json::{Value, json};

use crate::caller::Who;
use crate::guard::Peer;
use crate::host::Host;
use crate::people::{Admitted, Matter, Origin, People, rating_view};
use crate::refused::Refused;
use crate::reports::ReportedText;

type App = State<Arc<Host>>;

/// Bytes of a report.
const REPORT_BYTES: usize = 1_000;

/// Maximum games in an export; the archive has the rest.
const EXPORT_GAMES: usize = 10_000;

pub(crate) fn routes() -> Router<Arc<Host>> {
    Router::new()
        .route("/me", get(me))
        .route("/guests", post(guest))
        .route("/accounts", post(enrol))
        .route("/login", post(log_in))
        .route("/logout", post(log_out))
        .route("/logout-elsewhere", post(log_out_elsewhere))
        .route("/me/password", post(change_password))
        .route("/me/delete", post(delete))
        .route("/me/export", get(export))
        .route("/me/second-factor", get(second_factor).post(begin_second_factor))
        .route("/me/second-factor/confirm", post(confirm_second_factor))
        .route("/me/second-factor/remove", post(remove_second_factor))
        .route("/people/{id}", get(profile))
        .route("/people/{id}/mute", post(mute))
        .route("/games/{id}/report", post(report))
}

fn people(host: &Host) -> Result<&Arc<People>, Refused> {
    host.people.as_ref().ok_or_else(|| Refused::new(Reason::NotHere, "nobody else plays on this server"))
}

/// Answers with the client's identity, and sets its session cookie.
fn welcome(host: &Host, admitted: Admitted) -> Result<Response, Refused> {
    let view = admitted.who.view().ok_or_else(Refused::busy)?;
    let mut response = Json(view).into_response();
    let pass = admitted.pass.map(|pass| host.guard.cookie(&pass));
    let device = admitted.device.map(|device| host.guard.device_cookie(&device));
    for cookie in pass.into_iter().chain(device).filter_map(|cookie| HeaderValue::from_str(&cookie).ok()) {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    Ok(response)
}

/// Returns the address of a password attempt.
fn origin<'a>(host: &Host, peer: Peer, headers: &'a HeaderMap) -> Origin<'a> {
    Origin { address: host.guard.address(peer, headers), device: host.guard.device(headers) }
}

/// Takes the pass away.
fn farewell(host: &Host) -> Response {
    let mut response = Json(Nothing {}).into_response();
    if let Ok(cookie) = HeaderValue::from_str(&host.guard.no_cookie()) {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    response
}

async fn me(State(host): App, Extension(who): Extension<Who>) -> Result<Json<PersonView>, Refused> {
    people(&host)?;
    who.view().map(Json).ok_or_else(Refused::nobody)
}

async fn guest(
    State(host): App,
    Extension(who): Extension<Who>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    let people = people(&host)?;
    if who != Who::Nobody {
        return welcome(&host, Admitted { who, pass: None, device: None });
    }
    let now = host.now().0;
    people.allowed.address_may(Matter::Guest, host.guard.address(peer, &headers), now)?;
    people.not_barred(host.guard.shown(&headers), now)?;
    welcome(&host, people.new_guest(now)?)
}

async fn enrol(
    State(host): App,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    Json(wanted): Json<Credentials>,
) -> Result<Response, Refused> {
    let (people, address, now) = (people(&host)?, host.guard.address(peer, &headers), host.now().0);
    people.not_barred(host.guard.shown(&headers), now)?;
    welcome(&host, people.enrol(&wanted, address, now).await?)
}

async fn log_in(
    State(host): App,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    Json(shown): Json<Login>,
) -> Result<Response, Refused> {
    let from = origin(&host, peer, &headers);
    welcome(&host, people(&host)?.log_in(&shown, from, &host.clock).await?)
}

async fn log_out(State(host): App, Extension(who): Extension<Who>) -> Result<Response, Refused> {
    people(&host)?.log_out(&who).await?;
    Ok(farewell(&host))
}

async fn log_out_elsewhere(State(host): App, Extension(who): Extension<Who>) -> Result<Json<Nothing>, Refused> {
    people(&host)?.log_out_elsewhere(&who).await?;
    Ok(Json(Nothing {}))
}

async fn change_password(
    State(host): App,
    Extension(who): Extension<Who>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    Json(confirmed): Json<Confirmed>,
) -> Result<Response, Refused> {
    let people = people(&host)?;
    let new = confirmed.new.ok_or_else(|| Refused::new(Reason::Malformed, "there is no new password"))?;
    people.confirm(&who, &confirmed.password, origin(&host, peer, &headers), host.now().0).await?;
    let device = people.change_password(&who, &new).await?;
    let mut response = Json(Nothing {}).into_response();
    if let Ok(cookie) = HeaderValue::from_str(&host.guard.device_cookie(&device)) {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    Ok(response)
}

async fn delete(
    State(host): App,
    Extension(who): Extension<Who>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    Json(confirmed): Json<Confirmed>,
) -> Result<Response, Refused> {
    let people = people(&host)?;
    people.confirm(&who, &confirmed.password, origin(&host, peer, &headers), host.now().0).await?;
    people.remove(&who).await?;
    host.leave_everywhere(&who).await;
    Ok(farewell(&host))
}

async fn second_factor(State(host): App, Extension(who): Extension<Who>) -> Result<Json<SecondFactorView>, Refused> {
    people(&host)?.second_factor(&who).await.map(Json)
}

async fn begin_second_factor(
    State(host): App,
    Extension(who): Extension<Who>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    Json(confirmed): Json<Confirmed>,
) -> Result<Json<SecondFactorSetup>, Refused> {
    let people = people(&host)?;
    people.confirm(&who, &confirmed.password, origin(&host, peer, &headers), host.now().0).await?;
    people.begin_second_factor(&who, host.guard.name()).await.map(Json)
}

async fn confirm_second_factor(
    State(host): App,
    Extension(who): Extension<Who>,
    Json(shown): Json<CodeShown>,
) -> Result<Json<RecoveryCodes>, Refused> {
    people(&host)?.confirm_second_factor(&who, &shown.code, &host.clock).await.map(Json)
}

async fn remove_second_factor(
    State(host): App,
    Extension(who): Extension<Who>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    Json(confirmed): Json<ConfirmedByCode>,
) -> Result<Json<Nothing>, Refused> {
    let people = people(&host)?;
    people.confirm(&who, &confirmed.password, origin(&host, peer, &headers), host.now().0).await?;
    people.remove_second_factor(&who, &confirmed.code, &host.clock).await?;
    Ok(Json(Nothing {}))
}

/// Returns all data of the caller except the password hash and the seed of the second factor.
async fn export(State(host): App, Extension(who): Extension<Who>) -> Result<Json<Value>, Refused> {
    let people = people(&host)?;
    let person = who.view().ok_or_else(Refused::nobody)?;
    let id = person.person.clone();
    let kept = people.register(move |register| {
        let since = register.person(&id)?.map(|row| row.since);
        let (muted, rules) = (register.muted(&id)?, register.rules_of_person(&id)?);
        let second_factor = register.second_factor(&id)?.is_some_and(|(row, _)| row.confirmed);
        Ok((since, register.ratings(&id)?, muted, register.tournaments_of(&id)?, rules, second_factor))
    });
    let (since, ratings, muted, tournaments, rules, second_factor) = kept.await?;
    let tagged =
        Tagged { tags: vec![crate::summary::player_tag(&person.person)], count: EXPORT_GAMES, ..Tagged::default() };
    let rows = host.reading(move |store| store.tagged(&tagged)).await?;
    let games: Vec<GameSummary> = rows.into_iter().filter_map(|row| host.listed(row)).collect();
    let ratings: Vec<_> = ratings.iter().map(rating_view).collect();
    let rules: Vec<Value> = rules.iter().map(|row| crate::uploads::exported(people, row)).collect();
    Ok(Json(json!({
        "person": person,
        "since": since,
        "secondFactor": second_factor,
        "ratings": ratings,
        "muted": muted,
        "tournaments": tournaments,
        "rules": rules,
        "games": games,
    })))
}

async fn profile(
    State(host): App,
    Extension(who): Extension<Who>,
    Path(id): Path<String>,
) -> Result<Json<Profile>, Refused> {
    let people = people(&host)?;
    let unknown = || Refused::new(Reason::Unknown, "there is nobody of that name");
    if id.len() > 128 {
        return Err(unknown());
    }
    people.profile(&id, &who).await?.map(Json).ok_or_else(unknown)
}

async fn mute(
    State(host): App,
    Extension(who): Extension<Who>,
    Path(id): Path<String>,
    Json(mute): Json<Mute>,
) -> Result<Json<Nothing>, Refused> {
    let people = people(&host)?;
    if who == Who::Nobody || id.len() > dagaz_session::limits::HOLDER_BYTES {
        return Err(Refused::nobody());
    }
    let holder = who.holder();
    people.allowed.person_may(Matter::Talk, &holder, host.now().0)?;
    people.mute(&holder, &HolderId::new(&id), mute.muted).await?;
    Ok(Json(Nothing {}))
}

async fn report(
    State(host): App,
    Extension(who): Extension<Who>,
    Path(game): Path<String>,
    Json(report): Json<Report>,
) -> Result<Json<Nothing>, Refused> {
    let people = people(&host)?;
    if who == Who::Nobody {
        return Err(Refused::nobody());
    }
    if report.text.len() > REPORT_BYTES || report.person.len() > dagaz_session::limits::HOLDER_BYTES {
        return Err(Refused::new(Reason::TooLarge, "a report has at most 1,000 bytes"));
    }
    let now = host.now().0;
    people.allowed.person_may(Matter::Talk, &who.holder(), now)?;
    let id = game.clone();
    let log = host.reading(move |store| store.log(&id)).await?;
    let (_, records) = log.ok_or_else(|| Refused::new(Reason::Unknown, "there is no such game"))?;
    let said = ReportedText { person: HolderId::new(&report.person), line: report.line }.in_log(&records)?;
    if said.is_none() && report.text.trim().is_empty() {
        return Err(Refused::new(Reason::Malformed, "say what there is to report"));
    }
    let (by, text) = (who.holder().0.to_string(), report.text);
    let row = ReportRow { id: 0, at: now, by, about: report.person, game, text, said };
    people.register(move |register| register.report(&row)).await?;
    Ok(Json(Nothing {}))
}
