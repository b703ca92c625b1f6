//! Questions about a rules text that is being written.
//!
//! Each waits in the queue of its client and is charged to it. Where uploads are checked in a
//! separate process, so are these texts.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::{DefaultBodyLimit, FromRequestParts, State};
use axum::http::request::Parts;
use axum::routing::post;
use axum::{Json, Router};
use dagaz_contract::message::Reason;
use dagaz_contract::studio::{TextAnswer, TextQuestion};
use tokio::sync::OwnedSemaphorePermit;

use crate::caller::Who;
use crate::host::Host;
use crate::people::members_only;
use crate::refused::Refused;
use crate::upload_check::{WorkerFailure, failure_text};
use crate::work::{Asker, charge_elsewhere};

pub(crate) fn routes(text_bytes: usize) -> Router<Arc<Host>> {
    Router::new().route("/studio", post(answer).layer(DefaultBodyLimit::max(text_bytes)))
}

/// A slot among the questions in progress. It is taken before the text is read, which is in memory
/// from then on.
struct QuestionSlot {
    _permit: OwnedSemaphorePermit,
}

impl FromRequestParts<Arc<Host>> for QuestionSlot {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, host: &Arc<Host>) -> Result<QuestionSlot, Refused> {
        let who = parts.extensions.get().unwrap_or(&Who::Nobody);
        if *who == Who::Nobody {
            return Err(Refused::nobody());
        }
        if host.people.is_some() {
            if !host.judges.are_apart() {
                return Err(crate::refused::no_uploads());
            }
            if !who.is_member() {
                return Err(members_only());
            }
        }
        Ok(QuestionSlot { _permit: host.judges.question_place()? })
    }
}

/// Answers a question about a text.
async fn answer(
    State(host): State<Arc<Host>>,
    _place: QuestionSlot,
    Json(question): Json<TextQuestion>,
) -> Result<Json<TextAnswer>, Refused> {
    let asker = Asker::current();
    let answer = match host.judges.worker().cloned() {
        None => {
            let rules = host.rules.clone();
            host.work.run(&asker, move || rules.answer(&question)).await?
        }
        Some(worker) => {
            let runtime = tokio::runtime::Handle::current();
            let asked = move || {
                let begun = Instant::now();
                let waits = async { tokio::time::timeout(worker.patience, worker.answer(&question)).await };
                let said = runtime.block_on(waits);
                charge_elsewhere(begun.elapsed());
                said.map_err(|_| failure_text(None, worker.patience))?.map_err(|failure| match failure {
                    WorkerFailure::Start(error) => {
                        tracing::error!(%error, "no worker can be started");
                        None
                    }
                    failure => failure_text(Some(&failure), worker.patience),
                })
            };
            let said: Result<Option<TextAnswer>, Option<String>> = host.work.run(&asker, asked).await?;
            said.map_err(|say| say.map_or_else(Refused::busy, |say| Refused::new(Reason::Limit, &say)))?
        }
    };
    let unknown = || Refused::new(Reason::Unknown, "the name is not that of a rules file");
    answer.map(Json).ok_or_else(unknown)
}
