//! Requests: what is asked once, and files.

mod archive;
mod auth;
mod games;
mod library;
mod page;

use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Json, Router, middleware};
use dagaz_contract::catalog::Hello;
use dagaz_contract::message::Reason;
use dagaz_record::Format;
use tower_http::compression::CompressionLayer;
use tower_http::timeout::TimeoutLayer;

use crate::caller::Who;
use crate::host::Host;
use crate::refused::Refused;
use dagaz_table::bots::list;

type App = State<Arc<Host>>;

/// Returns all that can be requested.
pub(crate) fn router(host: Arc<Host>) -> Router {
    let upload = host.limits.upload_bytes;
    let at_the_owner = Router::new()
        .route("/games/{id}/view", get(games::view))
        .route("/games/{id}/board", get(games::board))
        .route("/games/{id}/record", get(games::record))
        .route_layer(middleware::from_fn_with_state(host.clone(), crate::peers::to_the_owner));
    let at_the_keeper = middleware::from_fn_with_state(host.clone(), crate::coordinator::to_the_keeper);
    let tournaments = crate::tournaments::routes().route_layer(at_the_keeper);
    let api = Router::new()
        .route("/hello", get(hello))
        .route("/library", get(library::list))
        .route("/library/{id}", get(library::entry))
        .route("/library/{id}/board", get(library::board))
        .route("/library/{id}/text", get(library::text))
        .route("/library/{id}/position", get(library::position))
        .merge(crate::uploads::routes(upload))
        .merge(crate::studio::routes(host.limits.text_bytes))
        .route("/records", post(games::hand_in).layer(DefaultBodyLimit::max(upload)))
        .route("/games", get(archive::search).post(games::begin))
        .merge(at_the_owner)
        .route("/socket", get(crate::socket::upgrade))
        .route("/openapi.json", get(schema))
        .merge(crate::accounts::routes())
        .merge(tournaments)
        .merge(crate::coordinator::routes())
        .fallback(nothing)
        .layer(DefaultBodyLimit::max(host.limits.body_bytes))
        .layer(middleware::from_fn_with_state(host.clone(), auth::with_pass))
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, host.limits.request_time))
        .layer(middleware::from_fn(auth::said_alike))
        // The boards of the gallery's pictures are half a megabyte of text, and a tenth of that
        // compressed.
        .layer(CompressionLayer::new());
    Router::new()
        .nest("/api/v1", api)
        .route("/open", get(auth::open))
        .route("/healthz", get(health))
        .route("/metrics", get(metrics))
        .fallback(page::file)
        .layer(middleware::from_fn_with_state(host.clone(), auth::at_the_door))
        .with_state(host)
}

/// Returns whether games can be begun and served.
async fn health(State(host): App) -> Response {
    let store = host.reading(|store| store.count()).await;
    match store {
        Ok(_) if host.store.is_writing() => "ok\n".into_response(),
        Ok(_) => (StatusCode::SERVICE_UNAVAILABLE, "the games cannot be written\n").into_response(),
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, "the games cannot be read\n").into_response(),
    }
}

/// Metrics for the operator, with a token of their own, which metrics programs have.
async fn metrics(State(host): App, headers: HeaderMap) -> Response {
    if !host.guard.bearer(&headers).is_some_and(|shown| host.metrics_token.is(shown)) {
        return (StatusCode::UNAUTHORIZED, "The token for figures is needed as bearer.\n").into_response();
    }
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    let tournaments = match &host.people {
        Some(people) => people.register(|register| register.open_tournaments()).await.map_or(0, |open| open.len()),
        None => 0,
    };
    ([(header::CONTENT_TYPE, kind)], crate::metrics::text(&host, tournaments)).into_response()
}

async fn nothing() -> Refused {
    Refused::new(Reason::Unknown, "there is nothing of that name")
}

async fn hello(State(host): App, Extension(who): Extension<Who>) -> Json<Hello> {
    let takes = host.people.is_none() || host.judges.are_apart() && who.is_member();
    Json(Hello {
        v: dagaz_contract::VERSION,
        version: env!("CARGO_PKG_VERSION").to_string(),
        bots: list(),
        formats: Format::ALL.iter().map(|format| format.name().to_string()).collect(),
        open: host.rules.open(),
        public: host.people.is_some(),
        upload_bytes: if takes { host.limits.upload_bytes as u32 } else { 0 },
        message_bytes: host.limits.message_bytes as u32,
    })
}

async fn schema() -> Response {
    // `openapi` makes it from the types, and a test compares.
    const DESCRIPTION: &str = include_str!("../../../../docs/openapi.json");
    ([(header::CONTENT_TYPE, "application/json")], DESCRIPTION).into_response()
}
