//! The library: rules, their boards and positions, their texts.

use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use axum::{Extension, Json};
use dagaz_contract::catalog::{Library, LibraryEntry, Placed, RulesText};
use dagaz_session::RulesRef;
use dagaz_table::{Bundle, Prepared, Refused};
use serde::Deserialize;

use super::App;
use crate::answers::{Answer, ContentKey};
use crate::bundles::handed_in;
use crate::caller::Who;
use crate::host::Host;
use crate::work::Asker;

pub(super) async fn list(State(host): App, Extension(who): Extension<Who>) -> Result<Json<Library>, Refused> {
    let rules = host.rules.clone();
    let mut games = host.work.run(&Asker::current(), move || rules.library()).await?;
    games.extend(host.handed_in(&who).await?);
    Ok(Json(Library { games }))
}

/// Returns the list entry of rules, in any person's library, for people with permission.
pub(super) async fn entry(
    State(host): App,
    Extension(who): Extension<Who>,
    Path(id): Path<String>,
) -> Result<Json<LibraryEntry>, Refused> {
    let bundle = host.bundle_for(&id, &who.holder()).await?;
    if let Some(entry) = host.handed_in_as(&id, &who).await? {
        return Ok(Json(entry));
    }
    let rules = host.rules.clone();
    host.work.run(&Asker::current(), move || rules.entry(&id, &bundle).0).await.map(Json)
}

#[derive(Deserialize)]
pub(super) struct VariantQuery {
    #[serde(default)]
    variant: Option<u32>,
}

pub(super) async fn board(
    State(host): App,
    Extension(who): Extension<Who>,
    Path(id): Path<String>,
    Query(query): Query<VariantQuery>,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    let bundle = host.bundle_for(&id, &who.holder()).await?;
    let question = asked("board", &id, &bundle, query.variant);
    // A game that is ready but for its answer is not made again.
    if let Some(answer) = host.answers.known(&question) {
        return Ok(answer.to(&headers));
    }
    let made = async {
        let prepared = host.prepare(&id, bundle, query.variant).await?;
        host.answers.get(&host, question, move || Answer::json(&*prepared.board)).await
    };
    let answer = if handed_in(&id).is_some() { made.await? } else { Asker::library().working(made).await? };
    Ok(answer.to(&headers))
}

/// Returns the board by which a game is played.
pub(super) async fn board_of(host: &Host, prepared: Arc<Prepared>, headers: &HeaderMap) -> Result<Response, Refused> {
    let RulesRef { id, hash, variant, .. } = &prepared.rules;
    let question = ContentKey { what: "board", rules: (id.clone(), hash.clone()), part: variant.to_string() };
    let make = move || Answer::json(&*prepared.board);
    Ok(host.answers.get(host, question, make).await?.to(headers))
}

/// Returns a question about rules.
fn asked(what: &'static str, id: &str, bundle: &Bundle, variant: Option<u32>) -> ContentKey {
    // What was handed in goes by its hash, and was read by it.
    let hash = handed_in(id).map_or_else(|| bundle.hash().into(), Arc::from);
    let part = variant.map_or_else(String::new, |variant| variant.to_string());
    ContentKey { what, rules: (id.into(), hash), part }
}

#[derive(Deserialize)]
pub(super) struct PositionQuery {
    text: String,
    #[serde(default)]
    variant: Option<u32>,
}

/// What a text says of a position: to look at it before a game begins there.
pub(super) async fn position(
    State(host): App,
    Extension(who): Extension<Who>,
    Path(id): Path<String>,
    Query(query): Query<PositionQuery>,
) -> Result<Json<Placed>, Refused> {
    let bundle = host.bundle_for(&id, &who.holder()).await?;
    let prepared = host.prepare(&id, bundle, query.variant).await?;
    let made = move || prepared.placed(&query.text);
    host.work.run(&Asker::current(), made).await?.map(Json)
}

pub(super) async fn text(
    State(host): App,
    Extension(who): Extension<Who>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    let bundle = host.bundle_for(&id, &who.holder()).await?;
    let question = asked("text", &id, &bundle, None);
    let rules = host.rules.clone();
    let made = move || {
        let (_, problems) = rules.entry(&id, &bundle);
        Answer::json(&RulesText { files: rules.texts(&bundle), id, problems })
    };
    let is_library = handed_in(&question.rules.0).is_none();
    let made = host.answers.get(&host, question, made);
    let answer = if is_library { Asker::library().working(made).await? } else { made.await? };
    Ok(answer.to(&headers))
}
