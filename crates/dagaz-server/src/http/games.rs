//! Games: beginning them, handing in those of before, looking at one.

use std::sync::Arc;

use axum::extract::{FromRequestParts, Path, Query, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use axum::{Extension, Json};
use dagaz_contract::View;
use dagaz_contract::catalog::{Begun, NewGame, NewRecord, RecordText, Uploaded};
use dagaz_contract::message::Reason;
use dagaz_record::Format;
use dagaz_session::NodeNo;
use serde::Deserialize;

use super::App;
use crate::caller::Who;
use crate::guard::Peer;
use crate::host::{Host, ask};
use crate::people::Matter;
use crate::refused::Refused;
use crate::table::TableAsk;
use crate::work::Asker;
use dagaz_table::Viewer;

fn viewer(who: &Who) -> Viewer {
    Viewer { holder: who.holder(), side: None }
}

/// A public server does not read records of others in its own process. This is checked before the
/// body is read.
pub(super) struct MayHandIn;

impl FromRequestParts<Arc<Host>> for MayHandIn {
    type Rejection = Refused;

    async fn from_request_parts(_: &mut Parts, host: &Arc<Host>) -> Result<MayHandIn, Refused> {
        if host.people.is_none() { Ok(MayHandIn) } else { Err(crate::refused::no_uploads()) }
    }
}

pub(super) async fn hand_in(
    State(host): App,
    Extension(who): Extension<Who>,
    _: MayHandIn,
    Json(new): Json<NewRecord>,
) -> Result<Json<Uploaded>, Refused> {
    crate::records::hand_in(&host, &who.holder(), new).await.map(Json)
}

pub(super) async fn begin(
    State(host): App,
    Extension(who): Extension<Who>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    Json(new): Json<NewGame>,
) -> Result<(StatusCode, Json<Begun>), Refused> {
    if who == Who::Nobody {
        return Err(Refused::nobody());
    }
    let (holder, from) = (who.holder(), host.guard.address(peer, &headers));
    if let Some(people) = &host.people {
        let now = host.now().0;
        people.allowed.address_may(Matter::Game, from, now)?;
        people.allowed.person_may(Matter::Game, &holder, now)?;
        people.allowed.may_record(from, &holder, now)?;
    }
    let (game, bytes) = host.begin(&holder, new).await?;
    if let Some(people) = &host.people {
        people.allowed.charge_records(from, &holder, bytes, host.now().0);
    }
    Ok((StatusCode::CREATED, Json(Begun { game: game.to_string() })))
}

#[derive(Deserialize)]
pub(super) struct NodeQuery {
    #[serde(default)]
    node: Option<u32>,
}

pub(super) async fn view(
    State(host): App,
    Extension(who): Extension<Who>,
    Path(id): Path<String>,
    Query(query): Query<NodeQuery>,
) -> Result<Json<View>, Refused> {
    let asker = Asker::current();
    host.work.admit(&asker)?;
    let table = host.table(&id).await?;
    let (viewer, node) = (viewer(&who), query.node.map(NodeNo));
    Ok(Json(ask(&table, |reply| TableAsk::Look { viewer, node, asker, reply }).await?))
}

pub(super) async fn board(State(host): App, Path(id): Path<String>, headers: HeaderMap) -> Result<Response, Refused> {
    let table = host.table(&id).await?;
    let prepared = ask(&table, |reply| TableAsk::Board { reply }).await?;
    super::library::board_of(&host, prepared, &headers).await
}

#[derive(Deserialize)]
pub(super) struct FormatQuery {
    format: String,
}

pub(super) async fn record(
    State(host): App,
    Path(id): Path<String>,
    Query(query): Query<FormatQuery>,
) -> Result<Json<RecordText>, Refused> {
    let format =
        Format::named(&query.format).ok_or_else(|| Refused::new(Reason::Unknown, "there is no such format"))?;
    let (game, tree) = host.record(&id).await?;
    let written = host
        .work
        .run(&Asker::current(), move || format.write(&*game, std::slice::from_ref(&tree)))
        .await?
        .map_err(|fault| Refused::new(Reason::BadRecord, &fault.to_string()))?;
    Ok(Json(RecordText { format: format.name().to_string(), text: written.text, left_out: written.left_out }))
}
