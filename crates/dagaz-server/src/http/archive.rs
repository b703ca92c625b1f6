//! The archive: games by who played them, by rules, by result, by their first moves.

use axum::extract::{Query, State};
use axum::{Extension, Json};
use dagaz_contract::catalog::Archive;
use dagaz_contract::message::Reason;
use dagaz_store::{Page, Tagged};
use serde::Deserialize;

use super::App;
use crate::caller::Who;
use crate::host::Host;
use crate::opening::{self, NoOpening};
use crate::refused::Refused;
use crate::summary::{LISTED, WAITING, player_tag, result_tag, rules_tag};
use crate::work::Asker;

/// Bytes of an opening that is looked for.
const OPENING_BYTES: usize = 1_024;

#[derive(Deserialize)]
pub(super) struct ArchiveQuery {
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

/// Returns the tag of the opening that is asked for.
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
    let found = move || opening::typed(&*prepared.game, &prepared.rules.id, prepared.rules.variant, &text);
    host.work.run(&Asker::current(), found).await?.map_err(|fault| match fault {
        NoOpening::Move(text, why) => Refused::new(Reason::Unclear, &format!("{text}: {why}")),
        NoOpening::TooLong => {
            let say = format!("games are found by their first {} moves", opening::MOVES);
            Refused::new(Reason::TooLarge, &say)
        }
    })
}

/// Returns the tags of the games that are asked for, if they are asked for by tags.
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
        // A game of others is visible only if it is public.
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

pub(super) async fn search(
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
