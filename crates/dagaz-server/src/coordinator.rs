//! The coordinator: the process of several that has the lobby and runs the tournaments.
//!
//! Other processes forward requests about tournaments to it, as [`relay`](crate::relay) forwards
//! socket messages. When it dies, the next process that is asked takes its post and reads the data
//! before it answers. Two coordinators at a time do no harm: events are numbered, so the slower one
//! must read again, and games belong to their owners.

use std::collections::HashSet;
use std::net::IpAddr;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{OriginalUri, Request, State};
use axum::http::{HeaderMap, Method};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Extension, Json, Router};
use dagaz_contract::message::Reason;
use dagaz_session::HolderId;
use tokio::time::Instant;

use crate::caller::Who;
use crate::guard::Peer;
use crate::host::Host;
use crate::peers::{CALLING, Errand, Introduced, Lost, PAUSE, WAITED, Where, passed_back};
use crate::refused::Refused;

/// The maximum number of bytes of the names of users on other processes.
const PRESENT_BYTES: usize = 1 << 20;

/// Returns the refusal while the coordinator is replaced.
fn moving() -> Refused {
    Refused::new(Reason::Busy, "the tournaments are just moving to another process of the server; try again")
}

impl Host {
    /// Asks the keeper, and waits for a new one if it has died. Nothing if this process is the
    /// keeper.
    async fn ask_keeper(&self, who: &Who, errand: &Errand<'_>) -> Result<Option<Response>, Refused> {
        let until = Instant::now() + WAITED;
        loop {
            let Where::There(member) = self.lobby_at().await? else { return Ok(None) };
            match self.peers.send(&member, who, errand).await {
                Ok(answer) => return Ok(Some(answer)),
                // This process may take the post: the caller should check.
                Err(Lost::Unanswered) if errand.method != Method::GET => return Err(moving()),
                Err(_) if Instant::now() >= until => return Err(moving()),
                Err(_) => tokio::time::sleep(PAUSE).await,
            }
        }
    }

    /// Removes a deleted account from all current tournaments.
    pub(crate) async fn leave_everywhere(&self, who: &Who) {
        let errand = Errand { method: Method::POST, path: "/api/v1/between/left", from: None, body: Bytes::new() };
        if let Ok(None) = self.ask_keeper(who, &errand).await {
            self.leave_tournaments(&who.holder()).await;
        }
    }

    /// Who of these is connected to another process.
    pub(crate) async fn present_elsewhere(&self, of: &[HolderId]) -> HashSet<HolderId> {
        let names: Vec<&str> = of.iter().map(|holder| &*holder.0).collect();
        let body: Bytes = serde_json::to_vec(&names).unwrap_or_default().into();
        let errand = Errand { method: Method::POST, path: "/api/v1/between/present", from: None, body };
        let own = self.store.epoch();
        let members = self.peers.members().borrow().clone();
        let mut present = HashSet::new();
        for member in members.iter().filter(|member| member.epoch != own) {
            let asked = async {
                let answer = self.peers.send(member, &Who::Nobody, &errand).await.ok()?;
                let body = axum::body::to_bytes(answer.into_body(), PRESENT_BYTES).await.ok()?;
                serde_json::from_slice::<Vec<String>>(&body).ok()
            };
            // Who cannot be asked for has perhaps gone; they are asked for again soon.
            let here = tokio::time::timeout(CALLING, asked).await.ok().flatten().unwrap_or_default();
            present.extend(here.iter().map(|name| HolderId::new(name)));
        }
        present
    }
}

/// Lets a request about tournaments be answered by the keeper.
pub(crate) async fn to_the_keeper(
    State(host): State<Arc<Host>>,
    Extension(who): Extension<Who>,
    OriginalUri(uri): OriginalUri,
    request: Request,
    next: Next,
) -> Response {
    if !host.store.is_shared() || host.people.is_none() {
        return next.run(request).await;
    }
    match passed_on(&host, &who, uri.path_and_query().map_or("/", |path| path.as_str()), request).await {
        Ok(Passed::On(answer)) => answer,
        Ok(Passed::Not(request)) => next.run(request).await,
        Err(refused) => refused.into_response(),
    }
}

enum Passed {
    On(Response),
    Not(Request),
}

async fn passed_on(host: &Arc<Host>, who: &Who, path: &str, request: Request) -> Result<Passed, Refused> {
    if request.extensions().get::<Introduced>().is_some() {
        // A forwarded request is not forwarded again: the post has only just moved.
        if let Where::There(_) = host.lobby_at().await? {
            return Err(moving());
        }
        host.take_up_tournaments().await?;
        return Ok(Passed::Not(request));
    }
    let (parts, body) = request.into_parts();
    let peer = parts.extensions.get::<Peer>().copied();
    let from = peer.map(|peer| host.guard.address(peer, &parts.headers));
    let too_large = |_| Refused::new(Reason::TooLarge, "this is more than is read");
    let body = axum::body::to_bytes(body, host.limits.body_bytes).await.map_err(too_large)?;
    let errand = Errand { method: parts.method.clone(), path, from, body: body.clone() };
    if let Some(answer) = host.ask_keeper(who, &errand).await? {
        return Ok(Passed::On(passed_back(answer)));
    }
    host.take_up_tournaments().await?;
    Ok(Passed::Not(Request::from_parts(parts, Body::from(body))))
}

/// What processes ask each other.
pub(crate) fn routes() -> Router<Arc<Host>> {
    Router::new()
        .route("/between/present", post(present))
        .route("/between/left", post(left))
        .route_layer(middleware::from_fn(only_processes))
}

async fn only_processes(request: Request, next: Next) -> Response {
    match request.extensions().get::<Introduced>() {
        Some(_) => next.run(request).await,
        None => Refused::new(Reason::Unknown, "there is nothing here").into_response(),
    }
}

async fn present(State(host): State<Arc<Host>>, Json(names): Json<Vec<String>>) -> Json<Vec<String>> {
    let here = |name: &String| host.people.as_ref().is_some_and(|people| people.is_here(&HolderId::new(name)));
    Json(names.into_iter().filter(here).collect())
}

async fn left(State(host): State<Arc<Host>>, Extension(who): Extension<Who>) -> Result<(), Refused> {
    host.take_up_tournaments().await?;
    host.leave_tournaments(&who.holder()).await;
    Ok(())
}

/// Returns the client's address as reported by another process.
pub(crate) fn told_from(headers: &HeaderMap) -> Option<IpAddr> {
    headers.get(crate::peers::FROM)?.to_str().ok()?.parse().ok()
}
