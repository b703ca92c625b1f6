//! The library: rules, their boards and positions, their texts.

use axum::extract::{Path, Query, State};
use axum::{Extension, Json};
use dagaz_contract::Board;
use dagaz_contract::catalog::{Library, LibraryEntry, Placed, RulesText};
use serde::Deserialize;

use super::App;
use crate::beginning::placed;
use crate::refused::Refused;
use crate::who::Who;

pub(super) async fn list(State(host): App, Extension(who): Extension<Who>) -> Result<Json<Library>, Refused> {
    let rules = host.rules.clone();
    let mut games = tokio::task::spawn_blocking(move || rules.library()).await.map_err(|_| Refused::busy())?;
    games.extend(host.handed_in(&who).await?);
    Ok(Json(Library { games }))
}

/// How rules are listed, in whoever's library they are: for those who were told of them.
pub(super) async fn entry(
    State(host): App,
    Extension(who): Extension<Who>,
    Path(id): Path<String>,
) -> Result<Json<LibraryEntry>, Refused> {
    let bundle = host.bundle_for(&id, &who.holder()).await?;
    if let Some(entry) = host.handed_in_as(&id, &who).await? {
        return Ok(Json(entry));
    }
    let _turn = host.reading_rules.acquire().await.map_err(|_| Refused::busy())?;
    let rules = host.rules.clone();
    let read = tokio::task::spawn_blocking(move || rules.entry(&id, &bundle).0);
    Ok(Json(read.await.map_err(|_| Refused::busy())?))
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
) -> Result<Json<Board>, Refused> {
    let bundle = host.bundle_for(&id, &who.holder()).await?;
    let prepared = host.prepare(&id, bundle, query.variant).await?;
    Ok(Json((*prepared.board).clone()))
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
    let made = tokio::task::spawn_blocking(move || {
        let (game, drawing) = (&*prepared.game, &prepared.drawing);
        let state = placed(game, &query.text)?;
        let player = match game.turn(&state) {
            dagaz_core::Turn::Choice(player) => Some(player),
            _ => None,
        };
        Ok(Placed {
            pieces: drawing.pieces(game, &state),
            hands: drawing.hands(game, &state),
            turn: player.and_then(|player| Some(prepared.board.players.get(player.index())?.id.clone())),
            text: dagaz_record::usual_position(game, &state),
        })
    });
    made.await.map_err(|_| Refused::busy())?.map(Json)
}

pub(super) async fn text(
    State(host): App,
    Extension(who): Extension<Who>,
    Path(id): Path<String>,
) -> Result<Json<RulesText>, Refused> {
    let bundle = host.bundle_for(&id, &who.holder()).await?;
    let _turn = host.reading_rules.acquire().await.map_err(|_| Refused::busy())?;
    let rules = host.rules.clone();
    let made = tokio::task::spawn_blocking(move || {
        let (_, problems) = rules.entry(&id, &bundle);
        RulesText { files: rules.texts(&bundle), id, problems }
    });
    Ok(Json(made.await.map_err(|_| Refused::busy())?))
}
