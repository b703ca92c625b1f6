//! The door: who may come in, and what everything that goes out has in common.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use axum::extract::{Query, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};
use dagaz_contract::message::Reason;
use serde::Deserialize;
use tracing::Instrument;

use super::App;
use crate::caller::Who;
use crate::guard::Peer;
use crate::host::Host;
use crate::people::Matter;
use crate::refused::Refused;
use crate::work::Asker;

/// Everything but pictures comes from here: no script, style or frame from elsewhere, and none
/// inside a page.
const CONTENT_POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
    connect-src 'self'; worker-src 'self' blob:; font-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// Who asks, and from where: every request.
pub(super) async fn at_the_door(state: App, request: Request, next: Next) -> Response {
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
    let turned_away = turned_away(&host, &request);
    let refused = turned_away.is_some();
    let mut response = match turned_away {
        Some(response) => response,
        None => next.run(request).await,
    };
    // A refused or excessive client must reconnect, and connections are limited.
    let ends = refused || response.status() == StatusCode::TOO_MANY_REQUESTS;
    let ends = ends && host.people.is_some() && !host.guard.is_behind_proxy();
    let headers = response.headers_mut();
    if ends {
        headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
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

/// What is answered to a request that does not come in; `None` if it does.
fn turned_away(host: &Host, request: &Request) -> Option<Response> {
    let (headers, path) = (request.headers(), request.uri().path());
    // A program before the server may read where such a request ends, or whom it is for, in another
    // way than we do.
    if headers.contains_key(header::TRANSFER_ENCODING) {
        let refused = Refused::new(Reason::Malformed, "a body comes with its length: `Content-Length`");
        return Some(closing(crate::refused::with_status(refused, StatusCode::LENGTH_REQUIRED)));
    }
    if headers.get_all(header::HOST).iter().count() > 1 {
        let refused = Refused::new(Reason::Malformed, "a request is for one host");
        return Some(closing(crate::refused::with_status(refused, StatusCode::BAD_REQUEST)));
    }
    // The host of an absolute target counts more than the header (RFC 9112, 3.2.2).
    let target = request.uri().authority().map(|authority| authority.as_str());
    let named = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    if target.is_some_and(|target| !named.is_some_and(|named| named.eq_ignore_ascii_case(target))) {
        let refused = Refused::new(Reason::Malformed, "a request is for one host");
        return Some(closing(crate::refused::with_status(refused, StatusCode::BAD_REQUEST)));
    }
    if host.peers.introduced(headers).is_some() {
        return None;
    }
    if !host.guard.is_host(headers) {
        let refused = Refused::new(Reason::Unknown, "this server goes by another name");
        return Some(crate::refused::with_status(refused, StatusCode::MISDIRECTED_REQUEST));
    }
    if !host.guard.is_origin(request.method(), headers, path.ends_with("/socket")) {
        return Some(Refused::new(Reason::Forbidden, "requests from other pages are not answered").into_response());
    }
    // Requests of the protocol have an allowance of their own.
    let people = host.people.as_ref().filter(|_| !path.starts_with("/api/v1/"))?;
    let may = people.allowed.address_may(Matter::File, address(host, request), host.now().0);
    may.err().map(IntoResponse::into_response)
}

/// Returns an answer after which nothing more is read of the connection.
fn closing(mut response: Response) -> Response {
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}

/// From where a request comes.
fn address(host: &Host, request: &Request) -> IpAddr {
    let peer = request.extensions().get::<Peer>().copied().unwrap_or(Peer(Ipv4Addr::UNSPECIFIED.into()));
    host.guard.address(peer, request.headers())
}

/// Responses made before our handlers, such as for an unreadable body, get the standard error body.
pub(super) async fn said_alike(request: Request, next: Next) -> Response {
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
    let mut told = crate::refused::with_status(Refused::new(reason, &said), status);
    if let Some(allowed) = parts.headers.get(header::ALLOW) {
        told.headers_mut().insert(header::ALLOW, allowed.clone());
    }
    told
}

/// Who asks: everything but files. What they are found to be goes along with the request.
pub(super) async fn with_pass(State(host): App, mut request: Request, next: Next) -> Response {
    if let Some(who) = host.peers.introduced(request.headers()) {
        let told = crate::coordinator::told_from(request.headers());
        let asker = Asker::new(told.unwrap_or_else(|| address(&host, &request)), &who);
        request.extensions_mut().insert(who);
        request.extensions_mut().insert(crate::peers::Introduced);
        if let Some(from) = told {
            request.extensions_mut().insert(Peer(from));
        }
        return asker.working(next.run(request)).await;
    }
    let Some(people) = &host.people else { return with_token(host, request, next).await };
    let now = host.now().0;
    if let Err(refused) = people.allowed.address_may(Matter::Request, address(&host, &request), now) {
        return refused.into_response();
    }
    let headers = request.headers();
    let socket = request.uri().path().ends_with("/socket");
    let cookie = host.guard.may_use_cookie(request.method(), headers, socket);
    let shown = if cookie { host.guard.shown(headers) } else { host.guard.bearer(headers) };
    let admitted = match people.admit(shown, now).await {
        Ok(admitted) => admitted,
        Err(refused) => return refused.into_response(),
    };
    let asker = Asker::new(address(&host, &request), &admitted.who);
    request.extensions_mut().insert(admitted.who);
    let mut response = asker.working(next.run(request)).await;
    // A new login has another session by then.
    if let Some(pass) = admitted.pass
        && !host.guard.gives_pass(response.headers())
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
        return crate::refused::with_status(Refused::new(Reason::Forbidden, say), StatusCode::UNAUTHORIZED);
    }
    let asker = Asker::new(address(&host, &request), &Who::Owner);
    request.extensions_mut().insert(Who::Owner);
    asker.working(next.run(request)).await
}

#[derive(Deserialize)]
pub(super) struct OpenQuery {
    token: String,
    #[serde(default)]
    to: Option<String>,
}

/// Admits a client with the token: a cookie replaces it, so that it does not stay in the address.
pub(super) async fn open(State(host): App, Query(query): Query<OpenQuery>) -> Response {
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
