//! Requests: what is asked once, and files.

use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, Path, Query, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Extension, Json, Router, middleware};
use dagaz_contract::catalog::{
    Archive, Begun, Hello, Library, NewGame, NewRecord, Placed, RecordText, RulesText, Uploaded,
};
use dagaz_contract::message::Reason;
use dagaz_contract::{Board, View};
use dagaz_record::Format;
use dagaz_session::NodeNo;
use dagaz_store::{Page, Tagged};
use serde::Deserialize;
use tower_http::compression::CompressionLayer;
use tower_http::timeout::TimeoutLayer;
use tracing::Instrument;

use crate::beginning::placed;
use crate::bots::Bots;
use crate::guard::Peer;
use crate::host::{Host, ask};
use crate::opening::{self, NoOpening};
use crate::people::Matter;
use crate::present::Viewer;
use crate::refused::Refused;
use crate::summary::{LISTED, WAITING, player_tag, result_tag, rules_tag};
use crate::table::TableAsk;
use crate::who::Who;

type App = State<Arc<Host>>;

/// Everything but pictures comes from here: no script, style or frame from elsewhere.
const CONTENT_POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
    connect-src 'self'; worker-src 'self' blob:; font-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// All that can be requested.
pub(crate) fn router(host: Arc<Host>) -> Router {
    let upload = host.limits.upload_bytes;
    let at_the_owner = Router::new()
        .route("/games/{id}/view", get(view))
        .route("/games/{id}/board", get(board))
        .route("/games/{id}/record", get(record))
        .route_layer(middleware::from_fn_with_state(host.clone(), crate::peers::to_the_owner));
    let at_the_keeper = middleware::from_fn_with_state(host.clone(), crate::keeper::to_the_keeper);
    let tournaments = crate::tournaments::routes().route_layer(at_the_keeper);
    let api = Router::new()
        .route("/hello", get(hello))
        .route("/library", get(library))
        .route("/library/{id}/board", get(library_board))
        .route("/library/{id}/text", get(library_text))
        .route("/library/{id}/position", get(library_position))
        .merge(crate::handed_in::routes(upload))
        .route("/records", post(hand_in_record).layer(DefaultBodyLimit::max(upload)))
        .route("/games", get(archive).post(begin))
        .merge(at_the_owner)
        .route("/socket", get(crate::socket::upgrade))
        .route("/openapi.json", get(schema))
        .merge(crate::accounts::routes())
        .merge(tournaments)
        .merge(crate::keeper::routes())
        .fallback(nothing)
        .layer(DefaultBodyLimit::max(host.limits.body_bytes))
        .layer(middleware::from_fn_with_state(host.clone(), with_pass))
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, host.limits.request_time))
        .layer(middleware::from_fn(said_alike))
        // The boards of the gallery's pictures are half a megabyte of text, and a tenth of that compressed.
        .layer(CompressionLayer::new());
    Router::new()
        .nest("/api/v1", api)
        .route("/open", get(open))
        .route("/healthz", get(health))
        .route("/metrics", get(metrics))
        .fallback(file)
        .layer(middleware::from_fn_with_state(host.clone(), at_the_door))
        .with_state(host)
}

/// Who asks, and from where: every request.
async fn at_the_door(state: App, request: Request, next: Next) -> Response {
    let (begun, path) = (std::time::Instant::now(), request.uri().path().to_string());
    let span = tracing::debug_span!(parent: None, "request", method = %request.method(), path);
    let response = let_in(state, request, next).instrument(span.clone()).await;
    let (status, ms) = (response.status().as_u16(), begun.elapsed().as_millis() as u64);
    if response.status().is_server_error() {
        span.in_scope(|| tracing::warn!(status, ms, path, "answered"));
    } else {
        span.in_scope(|| tracing::debug!(status, ms, "answered"));
    }
    response
}

async fn let_in(State(host): App, request: Request, next: Next) -> Response {
    let headers = request.headers();
    let socket = request.uri().path().ends_with("/socket");
    let mut response = if host.peers.introduced(headers).is_some() {
        next.run(request).await
    } else if !host.guard.is_host(headers) {
        Refused::new(Reason::Unknown, "this server goes by another name").with_status(StatusCode::MISDIRECTED_REQUEST)
    } else if !host.guard.is_origin(request.method(), headers, socket) {
        Refused::new(Reason::Forbidden, "requests from other pages are not answered").into_response()
    } else {
        next.run(request).await
    };
    let headers = response.headers_mut();
    let fixed = [
        (header::CONTENT_SECURITY_POLICY, CONTENT_POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
    ];
    for (name, value) in fixed {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    headers.insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin"));
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("same-origin"));
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// What has been refused before it came to us, a body that cannot be read above all, is told like everything else.
async fn said_alike(request: Request, next: Next) -> Response {
    const SAID_BYTES: usize = 4_096;
    let response = next.run(request).await;
    let status = response.status();
    let kind = response.headers().get(header::CONTENT_TYPE);
    let ours = kind.is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    if ours || !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let (parts, body) = response.into_parts();
    let said = axum::body::to_bytes(body, SAID_BYTES).await.unwrap_or_default();
    let said = match String::from_utf8_lossy(&said).trim() {
        "" => status.canonical_reason().unwrap_or("refused").to_lowercase(),
        said => said.to_string(),
    };
    let reason = match status {
        StatusCode::PAYLOAD_TOO_LARGE => Reason::TooLarge,
        StatusCode::METHOD_NOT_ALLOWED | StatusCode::NOT_FOUND => Reason::Unknown,
        StatusCode::REQUEST_TIMEOUT | StatusCode::SERVICE_UNAVAILABLE => Reason::Busy,
        _ => Reason::Malformed,
    };
    let mut told = Refused::new(reason, &said).with_status(status);
    if let Some(allowed) = parts.headers.get(header::ALLOW) {
        told.headers_mut().insert(header::ALLOW, allowed.clone());
    }
    told
}

/// Who asks: everything but files. What they are found to be goes along with the request.
async fn with_pass(State(host): App, mut request: Request, next: Next) -> Response {
    if let Some(who) = host.peers.introduced(request.headers()) {
        request.extensions_mut().insert(who);
        request.extensions_mut().insert(crate::peers::Introduced);
        if let Some(from) = crate::keeper::told_from(request.headers()) {
            request.extensions_mut().insert(Peer(from));
        }
        return next.run(request).await;
    }
    let Some(people) = &host.people else { return with_token(host, request, next).await };
    let headers = request.headers();
    let peer = request.extensions().get::<Peer>().copied().unwrap_or(Peer(std::net::Ipv4Addr::UNSPECIFIED.into()));
    let now = host.now().0;
    if let Err(refused) = people.allowed.address_may(Matter::Request, host.guard.address(peer, headers), now) {
        return refused.into_response();
    }
    let socket = request.uri().path().ends_with("/socket");
    let cookie = host.guard.may_use_cookie(request.method(), headers, socket);
    let shown = if cookie { host.guard.shown(headers) } else { host.guard.bearer(headers) };
    let admitted = match people.admit(shown, now).await {
        Ok(admitted) => admitted,
        Err(refused) => return refused.into_response(),
    };
    request.extensions_mut().insert(admitted.who);
    let mut response = next.run(request).await;
    // Whoever comes in anew has been given another pass by then.
    if let Some(pass) = admitted.pass
        && !response.headers().contains_key(header::SET_COOKIE)
        && let Ok(cookie) = HeaderValue::from_str(&host.guard.cookie(&pass))
    {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    response
}

async fn with_token(host: Arc<Host>, mut request: Request, next: Next) -> Response {
    let known = host.guard.shown(request.headers()).is_some_and(|shown| host.token.is(shown));
    if !known {
        let say = "open the address that the server printed when it was started";
        return Refused::new(Reason::Forbidden, say).with_status(StatusCode::UNAUTHORIZED);
    }
    request.extensions_mut().insert(Who::Owner);
    next.run(request).await
}

#[derive(Deserialize)]
struct OpenQuery {
    token: String,
    #[serde(default)]
    to: Option<String>,
}

/// Lets somebody in who shows the token: a cookie replaces it, so that it does not stay in the address.
async fn open(State(host): App, Query(query): Query<OpenQuery>) -> Response {
    if host.people.is_some() || !host.token.is(&query.token) {
        return (StatusCode::FORBIDDEN, "This is not the token of this server; it may have been started anew.")
            .into_response();
    }
    // Only places on this server. A browser leaves out tabs and line ends, and takes `\` for `/`.
    let is_plain = |to: &str| to.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\');
    let to = query.to.filter(|to| to.starts_with('/') && !to.starts_with("//") && is_plain(to));
    let mut response = Redirect::to(to.as_deref().unwrap_or("/")).into_response();
    if let Ok(cookie) = HeaderValue::from_str(&host.guard.cookie(host.token.text())) {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    response
}

/// Whether games can be begun and served.
async fn health(State(host): App) -> Response {
    let store = host.reading(|store| store.count()).await;
    match store {
        Ok(_) if host.store.is_writing() => "ok\n".into_response(),
        Ok(_) => (StatusCode::SERVICE_UNAVAILABLE, "the games cannot be written\n").into_response(),
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, "the games cannot be read\n").into_response(),
    }
}

/// Figures for whoever runs the server: with its token.
async fn metrics(State(host): App, headers: HeaderMap) -> Response {
    if !host.guard.bearer(&headers).is_some_and(|shown| host.token.is(shown)) {
        return (StatusCode::UNAUTHORIZED, "The token of the server is needed as bearer.\n").into_response();
    }
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    let tournaments = match &host.people {
        Some(people) => people.register(|register| register.open_tournaments()).await.map_or(0, |open| open.len()),
        None => 0,
    };
    ([(header::CONTENT_TYPE, kind)], crate::metrics::text(&host, tournaments)).into_response()
}

fn viewer(who: &Who) -> Viewer {
    Viewer { holder: who.holder(), side: None }
}

/// On a server where people meet, records of others are not read in the server's own process.
fn may_hand_in(host: &Host) -> Result<(), Refused> {
    if host.people.is_none() { Ok(()) } else { Err(not_taken()) }
}

pub(crate) fn not_taken() -> Refused {
    Refused::new(Reason::NotHere, "this server does not take such files; they can be opened with your own `dagaz`")
}

async fn nothing() -> Refused {
    Refused::new(Reason::Unknown, "there is nothing of that name")
}

async fn hello(State(host): App, Extension(who): Extension<Who>) -> Json<Hello> {
    let takes = host.people.is_none() || host.judges.are_apart() && who.is_member();
    Json(Hello {
        v: dagaz_contract::VERSION,
        version: env!("CARGO_PKG_VERSION").to_string(),
        bots: Bots::list(),
        formats: Format::ALL.iter().map(|format| format.name().to_string()).collect(),
        open: host.rules.open(),
        public: host.people.is_some(),
        upload_bytes: if takes { host.limits.upload_bytes as u32 } else { 0 },
        message_bytes: host.limits.message_bytes as u32,
    })
}

async fn library(State(host): App, Extension(who): Extension<Who>) -> Result<Json<Library>, Refused> {
    let rules = host.rules.clone();
    let mut games = tokio::task::spawn_blocking(move || rules.library()).await.map_err(|_| Refused::busy())?;
    games.extend(host.handed_in(&who).await?);
    Ok(Json(Library { games }))
}

#[derive(Deserialize)]
struct VariantQuery {
    #[serde(default)]
    variant: Option<u32>,
}

async fn library_board(
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
struct PositionQuery {
    text: String,
    #[serde(default)]
    variant: Option<u32>,
}

/// What a text says of a position: to look at it before a game begins there.
async fn library_position(
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

async fn library_text(
    State(host): App,
    Extension(who): Extension<Who>,
    Path(id): Path<String>,
) -> Result<Json<RulesText>, Refused> {
    let bundle = host.bundle_for(&id, &who.holder()).await?;
    let rules = host.rules.clone();
    let made = tokio::task::spawn_blocking(move || {
        let (_, problems) = rules.entry(&id, &bundle);
        RulesText { files: rules.texts(&bundle), id, problems }
    });
    Ok(Json(made.await.map_err(|_| Refused::busy())?))
}

async fn hand_in_record(
    State(host): App,
    Extension(who): Extension<Who>,
    Json(new): Json<NewRecord>,
) -> Result<Json<Uploaded>, Refused> {
    may_hand_in(&host)?;
    crate::records::hand_in(&host, &who.holder(), new).await.map(Json)
}

/// Bytes of an opening that is looked for.
const OPENING_BYTES: usize = 1_024;

#[derive(Deserialize)]
struct ArchiveQuery {
    #[serde(default)]
    after: Option<String>,
    #[serde(default)]
    search: Option<String>,
    #[serde(default)]
    live: Option<bool>,
    #[serde(default)]
    count: Option<usize>,
    /// Whose games; `me` for one's own.
    #[serde(default)]
    player: Option<String>,
    /// By which rules.
    #[serde(default)]
    rules: Option<String>,
    /// With which result for that player.
    #[serde(default)]
    result: Option<String>,
    /// Only those with an open seat.
    #[serde(default)]
    waiting: bool,
    /// The first moves, divided by `;`; of the `rules`.
    #[serde(default)]
    opening: Option<String>,
    /// Which game of these rules the opening is of; none: the one that is offered first.
    #[serde(default)]
    variant: Option<u32>,
}

/// The tag of the opening that is asked for.
async fn opening_tag(host: &Host, who: &Who, query: &ArchiveQuery) -> Result<Option<String>, Refused> {
    let Some(text) = query.opening.as_deref().filter(|text| !text.trim().is_empty()) else { return Ok(None) };
    let Some(rules) = query.rules.as_deref() else {
        return Err(Refused::new(Reason::Malformed, "an opening is looked for in the games by some rules: name them"));
    };
    if text.len() > OPENING_BYTES {
        return Err(Refused::new(Reason::TooLarge, "the opening is too long"));
    }
    let prepared = host.prepare(rules, host.bundle_for(rules, &who.holder()).await?, query.variant).await?;
    let text = text.to_string();
    let found = tokio::task::spawn_blocking(move || {
        opening::typed(&*prepared.game, &prepared.rules.id, prepared.rules.variant, &text)
    });
    found.await.map_err(|_| Refused::busy())?.map_err(|fault| match fault {
        NoOpening::Move(text, why) => Refused::new(Reason::Unclear, &format!("{text}: {why}")),
        NoOpening::TooLong => {
            let say = format!("games are found by their first {} moves", opening::MOVES);
            Refused::new(Reason::TooLarge, &say)
        }
    })
}

/// The tags of the games that are asked for, if they are asked for by tags.
fn wanted(
    host: &Host,
    who: &Who,
    query: &ArchiveQuery,
    opening: Option<String>,
) -> Result<Option<Vec<String>>, Refused> {
    let mut tags = Vec::new();
    let me = who.holder().0;
    let player = query.player.as_deref().map(|player| if player == "me" { &*me } else { player });
    match (player, query.result.as_deref()) {
        (Some(player), None) => tags.push(player_tag(player)),
        (Some(player), Some(result @ ("win" | "draw" | "loss"))) => tags.push(result_tag(player, result)),
        (_, Some(_)) => return Err(Refused::new(Reason::Malformed, "a result is win, draw or loss, of a player")),
        (None, None) => {}
    }
    if query.waiting {
        tags.push(WAITING.to_string());
    } else if host.people.is_some() && player != Some(&*me) {
        // What is not one's own is seen only if everybody may see it.
        tags.push(LISTED.to_string());
    }
    match opening {
        // It is of these rules alone.
        Some(opening) => tags.insert(0, opening),
        None => tags.extend(query.rules.as_deref().map(rules_tag)),
    }
    Ok((!tags.is_empty()).then_some(tags))
}

/// Games found by tags: those first that began last.
async fn tagged(host: &Host, query: ArchiveQuery, tags: Vec<String>) -> Result<Json<Archive>, Refused> {
    let behind = query.after.as_deref().map(str::parse).transpose();
    let behind = behind.map_err(|_| Refused::new(Reason::Malformed, "this place of the archive cannot be read"))?;
    let count = query.count.unwrap_or(host.limits.page).clamp(1, host.limits.page);
    let containing = query.search.filter(|words| !words.is_empty());
    let tagged = Tagged { tags, behind, count, containing, live: query.live };
    let rows = host.reading(move |store| store.tagged(&tagged)).await?;
    let next = rows.last().filter(|_| rows.len() == count).map(|row| row.next.1.to_string());
    Ok(Json(Archive { games: rows.into_iter().filter_map(|row| host.listed(row)).collect(), next }))
}

async fn archive(
    State(host): App,
    Extension(who): Extension<Who>,
    Query(query): Query<ArchiveQuery>,
) -> Result<Json<Archive>, Refused> {
    let opening = opening_tag(&host, &who, &query).await?;
    if let Some(tags) = wanted(&host, &who, &query, opening)? {
        return tagged(&host, query, tags).await;
    }
    let behind = match query.after.as_deref() {
        None => None,
        Some(text) => {
            let pair = text.split_once('-').and_then(|(touched, id)| Some((touched.parse().ok()?, id.parse().ok()?)));
            Some(pair.ok_or_else(|| Refused::new(Reason::Malformed, "this place of the archive cannot be read"))?)
        }
    };
    let count = query.count.unwrap_or(host.limits.page).clamp(1, host.limits.page);
    let containing = query.search.filter(|words| !words.is_empty());
    let page = Page { behind, count, containing, live: query.live };
    let rows = host.reading(move |store| store.list(&page)).await?;
    let next = rows.last().filter(|_| rows.len() == count).map(|row| format!("{}-{}", row.next.0, row.next.1));
    Ok(Json(Archive { games: rows.into_iter().filter_map(|row| host.listed(row)).collect(), next }))
}

async fn begin(
    State(host): App,
    Extension(who): Extension<Who>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    Json(new): Json<NewGame>,
) -> Result<(StatusCode, Json<Begun>), Refused> {
    if who == Who::Nobody {
        return Err(Refused::nobody());
    }
    if let Some(people) = &host.people {
        let now = host.now().0;
        people.allowed.address_may(Matter::Game, host.guard.address(peer, &headers), now)?;
        people.allowed.person_may(Matter::Game, &who.holder(), now)?;
    }
    let game = host.begin(&who.holder(), new).await?;
    Ok((StatusCode::CREATED, Json(Begun { game: game.to_string() })))
}

#[derive(Deserialize)]
struct NodeQuery {
    #[serde(default)]
    node: Option<u32>,
}

async fn view(
    State(host): App,
    Extension(who): Extension<Who>,
    Path(id): Path<String>,
    Query(query): Query<NodeQuery>,
) -> Result<Json<View>, Refused> {
    let table = host.table(&id).await?;
    let (viewer, node) = (viewer(&who), query.node.map(NodeNo));
    Ok(Json(ask(&table, |reply| TableAsk::Look { viewer, node, reply }).await?))
}

async fn board(State(host): App, Path(id): Path<String>) -> Result<Json<Board>, Refused> {
    let table = host.table(&id).await?;
    let board = ask(&table, |reply| TableAsk::Board { reply }).await?;
    Ok(Json((*board).clone()))
}

#[derive(Deserialize)]
struct FormatQuery {
    format: String,
}

async fn record(
    State(host): App,
    Path(id): Path<String>,
    Query(query): Query<FormatQuery>,
) -> Result<Json<RecordText>, Refused> {
    let format =
        Format::named(&query.format).ok_or_else(|| Refused::new(Reason::Unknown, "there is no such format"))?;
    let (game, tree) = host.record(&id).await?;
    let written = tokio::task::spawn_blocking(move || format.write(&*game, std::slice::from_ref(&tree)))
        .await
        .map_err(|_| Refused::busy())?
        .map_err(|fault| Refused::new(Reason::BadRecord, &fault.to_string()))?;
    Ok(Json(RecordText { format: format.name().to_string(), text: written.text, left_out: written.left_out }))
}

async fn schema() -> Json<serde_json::Value> {
    Json(crate::openapi::document())
}

/// A file of the web application; every other address is one of its pages.
async fn file(State(host): App, method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let path = uri.path().trim_start_matches('/');
    let page = !path.rsplit('/').next().unwrap_or_default().contains('.');
    let Some(asset) = host.assets.find(path).or_else(|| host.assets.find("index.html").filter(|_| page)) else {
        let say = host.assets.missing.unwrap_or("There is nothing here.");
        let status = if page && host.assets.missing.is_some() { StatusCode::OK } else { StatusCode::NOT_FOUND };
        return (status, format!("{say}\n")).into_response();
    };
    let accepts = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let brotli = asset.brotli.filter(|_| accepts.split(',').any(|one| one.trim().split(';').next() == Some("br")));
    let mut response = brotli.unwrap_or(asset.bytes).into_response();
    let keep = if asset.lasting { "public, max-age=31536000, immutable" } else { "no-cache" };
    let out = response.headers_mut();
    out.insert(header::CONTENT_TYPE, HeaderValue::from_static(asset.kind));
    out.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    out.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if brotli.is_some() {
        out.insert(header::CONTENT_ENCODING, HeaderValue::from_static("br"));
    }
    response
}
