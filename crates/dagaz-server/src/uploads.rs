//! Uploaded rules: their owners and their visibility.
//!
//! Their identity is the hash of all their files. On a public server the uploader chooses who may
//! use them: only the uploader, users who know the id, or all users. Permission is checked at each
//! start and each read. A game in progress keeps its rules, and people at its table see its board
//! and pictures.

use std::sync::Arc;

use dagaz_core::CompactSort;

use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, FromRequestParts, Path, Query, State};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use axum::response::Response;
use axum::routing::{get, post};
use axum::{Extension, Json, Router};
use dagaz_contract::catalog::{LibraryEntry, ShowRules, Uploaded, Visible};
use dagaz_contract::message::Reason;
use dagaz_contract::people::Nothing;
use dagaz_session::HolderId;
use dagaz_store::RulesRow;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::OwnedSemaphorePermit;

use crate::answers::{Answer, ContentKey};
use crate::bundles;
use crate::caller::Who;
use crate::host::Host;
use crate::people::{Matter, People, members_only};
use crate::pictures;
use crate::refused::Refused;
use dagaz_table::Bundle;
use dagaz_table::Names;

type App = State<Arc<Host>>;

/// Public rules in one list; those that came last.
const LISTED_MAX: usize = 500;

/// Bytes of a title in a list.
const TITLE_BYTES: usize = 120;

/// Maximum bytes of a description in a list.
const ABOUT_BYTES: usize = 400;

pub(crate) fn routes(upload_bytes: usize) -> Router<Arc<Host>> {
    Router::new()
        .route("/rules", post(hand_in).layer(DefaultBodyLimit::max(upload_bytes)))
        .route("/rules/{hash}/visible", post(show))
        .route("/rules/{hash}/files/{*name}", get(rules_file))
}

/// On a public server only users with an account upload rules, within a rate limit, and a separate
/// process checks them.
fn may_hand_in_rules(host: &Host, who: &Who) -> Result<(), Refused> {
    let Some(people) = &host.people else { return Ok(()) };
    if !host.judges.are_apart() {
        return Err(crate::refused::no_uploads());
    }
    if !who.is_member() {
        return Err(members_only());
    }
    people.allowed.person_may(Matter::Rules, &who.holder(), host.now().0)
}

/// A slot among the uploads in progress. It is taken before the body is read, which is in memory
/// from then on.
struct UploadSlot {
    _permit: OwnedSemaphorePermit,
}

impl FromRequestParts<Arc<Host>> for UploadSlot {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, host: &Arc<Host>) -> Result<UploadSlot, Refused> {
        may_hand_in_rules(host, parts.extensions.get().unwrap_or(&Who::Nobody))?;
        Ok(UploadSlot { _permit: host.judges.place()? })
    }
}

#[derive(Deserialize)]
struct HandInQuery {
    name: String,
    /// Visibility; by default for users who know the id.
    #[serde(default)]
    visible: Option<Visible>,
    /// Whether the rules are held in memory alone, for games that are drafts.
    #[serde(default)]
    draft: bool,
}

/// Returns a file that was dropped: rules, an archive with rules and pictures, or a record.
async fn hand_in(
    State(host): App,
    Extension(who): Extension<Who>,
    Query(query): Query<HandInQuery>,
    _place: UploadSlot,
    body: Bytes,
) -> Result<Json<Uploaded>, Refused> {
    if query.name.len() > 256 {
        return Err(Refused::new(Reason::TooLarge, "the name is too long"));
    }
    let judged = match host.judges.judge(&query.name, &body).await? {
        Some(judged) => judged,
        None => {
            let (rules, name) = (host.rules.clone(), query.name);
            let judged = tokio::task::spawn_blocking(move || crate::upload_check::judged(&*rules, &name, &body, false));
            judged.await.map_err(|_| Refused::busy())?
        }
    };
    let (Some(bundle), Some(entry)) = (&judged.bundle, judged.entry) else {
        return Ok(Json(Uploaded { entry: None, game: None, games: Vec::new(), problems: judged.problems }));
    };
    if query.draft && host.has_drafts() {
        if let Some(bundle) = judged.bundle {
            host.hold(bundle);
        }
        return Ok(Json(Uploaded { entry: Some(entry), game: None, games: Vec::new(), problems: judged.problems }));
    }
    if let Some(people) = &host.people {
        has_room(&host, people, &who, bundle).await?;
    }
    let hash = host.keep(bundle).await?;
    let entry = match &host.people {
        Some(people) => note(&host, people, &who, hash, entry, query.visible.unwrap_or(Visible::Unlisted)).await?,
        None => entry,
    };
    Ok(Json(Uploaded { entry: Some(entry), game: None, games: Vec::new(), problems: judged.problems }))
}

/// Returns whether these rules fit into a person's limits.
async fn has_room(host: &Host, people: &People, who: &Who, bundle: &Bundle) -> Result<(), Refused> {
    let (holder, new) = (who.holder(), bundle.hash());
    let rows = people.register(move |register| register.rules_of_person(&holder.0)).await?;
    let others: Vec<String> = rows.into_iter().map(|row| row.hash).filter(|hash| *hash != new).collect();
    let (files, bytes) = (host.limits.person_rule_files, host.limits.person_rule_bytes);
    if others.len() >= files {
        return Err(too_many(files));
    }
    let held = host.reading(move |store| store.kept_bytes(&others)).await?;
    if held + bundle.size() > bytes as u64 {
        let say = format!(
            "your rules are {} MB with these; {} MB are kept for you",
            (held + bundle.size()) >> 20,
            bytes >> 20
        );
        return Err(Refused::new(Reason::TooMany, &say));
    }
    Ok(())
}

fn too_many(most: usize) -> Refused {
    let say = format!("you have handed in {most} rules, which is as many as are kept for you");
    Refused::new(Reason::TooMany, &say)
}

/// Records who uploaded rules; returns their list entry.
async fn note(
    host: &Host,
    people: &People,
    who: &Who,
    hash: String,
    mut entry: LibraryEntry,
    visible: Visible,
) -> Result<LibraryEntry, Refused> {
    // Lists show descriptions of several rules, so a description is one line of plain text.
    entry.title = plain(&entry.title, TITLE_BYTES);
    entry.about = plain(&entry.about, ABOUT_BYTES);
    let most = host.limits.person_rule_files;
    let row = RulesRow {
        hash,
        person: who.holder().0.to_string(),
        at: host.now().0,
        visible: kept(visible),
        entry: serde_json::to_string(&entry).map_err(|_| Refused::busy())?,
    };
    let noted = row.clone();
    if !people.register(move |register| register.hand_in_rules(&noted, most)).await? {
        return Err(too_many(most));
    }
    Ok(listed(people, &row).unwrap_or(entry))
}

/// Returns a line of plain text, cut off where it is too long.
fn plain(text: &str, bytes: usize) -> String {
    let mut end = text.len().min(bytes);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    // There may be nothing in it.
    dagaz_club::line(&text[..end]).unwrap_or_default()
}

fn kept(visible: Visible) -> dagaz_store::Visible {
    match visible {
        Visible::Private => dagaz_store::Visible::Private,
        Visible::Unlisted => dagaz_store::Visible::Unlisted,
        Visible::Public => dagaz_store::Visible::Public,
    }
}

fn listed(people: &People, row: &RulesRow) -> Option<LibraryEntry> {
    let entry: LibraryEntry = serde_json::from_str(&row.entry).ok()?;
    let visible = match row.visible {
        dagaz_store::Visible::Private => Visible::Private,
        dagaz_store::Visible::Unlisted => Visible::Unlisted,
        dagaz_store::Visible::Public => Visible::Public,
    };
    Some(LibraryEntry { by: Some(people.view_of(&row.person)), visible: Some(visible), ..entry })
}

/// Uploaded rules in a data export, with the address of their text.
pub(crate) fn exported(people: &People, row: &RulesRow) -> Value {
    let entry = listed(people, row);
    json!({
        "id": bundles::id_of(&row.hash),
        "title": entry.as_ref().map(|entry| &entry.title),
        "visible": entry.as_ref().and_then(|entry| entry.visible),
        "at": row.at,
        "text": format!("/api/v1/library/{}/text", bundles::id_of(&row.hash)),
    })
}

/// Sets the visibility of rules.
async fn show(
    State(host): App,
    Extension(who): Extension<Who>,
    Path(hash): Path<String>,
    Json(wanted): Json<ShowRules>,
) -> Result<Json<Nothing>, Refused> {
    let people = host.people.as_ref().ok_or_else(crate::refused::no_uploads)?;
    if !who.is_member() {
        return Err(members_only());
    }
    let holder = who.holder();
    people.allowed.person_may(Matter::Talk, &holder, host.now().0)?;
    let visible = kept(wanted.visible);
    let shown = people.register(move |register| register.show_rules(&hash, &holder.0, visible)).await?;
    if shown { Ok(Json(Nothing {})) } else { Err(unknown()) }
}

fn unknown() -> Refused {
    Refused::new(Reason::Unknown, "there are no such rules")
}

/// Returns a picture of a bundle. Nothing else of it is served as a file.
async fn rules_file(
    State(host): App,
    Path((hash, name)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    let question = ContentKey { what: "picture", rules: ("".into(), hash.as_str().into()), part: name.clone() };
    if let Some(answer) = host.answers.known(&question) {
        return Ok(answer.to(&headers));
    }
    let bundle = host.of_hash(&hash).await?;
    let make = move || {
        let picture = bundle.file(&name).and_then(pictures::shown);
        let (kind, bytes) = picture.ok_or_else(|| Refused::new(Reason::Unknown, "there is no such picture"))?;
        Ok(Answer::picture(kind, bytes))
    };
    Ok(host.answers.get(&host, question, make).await?.to(&headers))
}

impl Host {
    /// Uploaded rules in a person's library: public ones and their own.
    pub(crate) async fn handed_in(&self, who: &Who) -> Result<Vec<LibraryEntry>, Refused> {
        let Some(people) = &self.people else { return Ok(Vec::new()) };
        let holder = who.holder();
        let rows = people.register(move |register| {
            let mut rows = register.rules_of_person(&holder.0)?;
            let own = rows.len();
            for row in register.public_rules(LISTED_MAX)? {
                // Rules uploaded by two users are listed once, as one's own.
                if !rows.iter().any(|other| other.hash == row.hash) {
                    rows.push(row);
                }
            }
            rows[own..].compact_sort_by_key(|row| std::cmp::Reverse(row.at));
            Ok(rows)
        });
        Ok(rows.await?.iter().filter_map(|row| listed(people, row)).collect())
    }

    /// Returns the list entry of uploaded rules for a user who may use them: as their own, or with
    /// the widest visibility. `None` if they were not uploaded.
    pub(crate) async fn handed_in_as(&self, id: &str, who: &Who) -> Result<Option<LibraryEntry>, Refused> {
        let (Some(people), Some(hash)) = (&self.people, bundles::handed_in(id)) else { return Ok(None) };
        let (hash, holder) = (hash.to_string(), who.holder());
        let rows = people.register(move |register| register.rules_of_hash(&hash)).await?;
        let row = rows.iter().max_by_key(|row| (*row.person == *holder.0, row.visible));
        Ok(row.and_then(|row| listed(people, row)))
    }

    /// Visibility of uploaded rules; rules without an owner are in the library, or older than this
    /// feature.
    async fn visible(&self, id: &str, holder: &HolderId) -> Result<Option<Visible>, Refused> {
        let (Some(people), Some(hash)) = (&self.people, bundles::handed_in(id)) else { return Ok(None) };
        let (hash, holder) = (hash.to_string(), holder.clone());
        let rows = people.register(move |register| register.rules_of_hash(&hash)).await?;
        let most = rows.iter().map(|row| row.visible).max();
        Ok(match most {
            None => None,
            Some(dagaz_store::Visible::Public) => Some(Visible::Public),
            Some(dagaz_store::Visible::Unlisted) => Some(Visible::Unlisted),
            // Without permission the response is that of missing rules.
            Some(dagaz_store::Visible::Private) if rows.iter().all(|row| *row.person != *holder.0) => {
                return Err(unknown());
            }
            Some(dagaz_store::Visible::Private) => Some(Visible::Private),
        })
    }

    /// Returns the bundle of rules, for a person with permission.
    pub(crate) async fn bundle_for(&self, id: &str, holder: &HolderId) -> Result<Arc<Bundle>, Refused> {
        self.visible(id, holder).await?;
        self.bundle(id).await
    }

    /// Returns the bundle of rules by which others are to be met.
    pub(crate) async fn bundle_for_all(&self, id: &str, holder: &HolderId) -> Result<Arc<Bundle>, Refused> {
        if self.visible(id, holder).await? == Some(Visible::Private) {
            let say = "these rules are private: show them to others first, or begin a game and invite somebody";
            return Err(Refused::new(Reason::NotHere, say));
        }
        self.bundle(id).await
    }

    /// Returns whether games by these rules are in no list, as the rules are.
    pub(crate) async fn are_private(&self, id: &str, holder: &HolderId) -> Result<bool, Refused> {
        Ok(self.visible(id, holder).await? == Some(Visible::Private))
    }
}
