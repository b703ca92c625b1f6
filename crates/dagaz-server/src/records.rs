//! Uploaded records become analyses.

use std::sync::Arc;

use dagaz_contract::catalog::{LibraryEntry, NewRecord, Uploaded};
use dagaz_contract::message::Reason;
use dagaz_record::Format;
use dagaz_session::HolderId;
use dagaz_table::records::{AskedGame, PlayedBy, ReadGame, study, variant_titled};

use crate::host::Host;
use crate::refused::Refused;
use crate::work::Asker;

/// Reads a record and opens the game of it that is asked for as a study. Damage is reported, and
/// the rest is read.
pub(crate) async fn hand_in(host: &Arc<Host>, holder: &HolderId, new: NewRecord) -> Result<Uploaded, Refused> {
    let asked = AskedGame::of(&new)?;
    let (id, variant) = match &new.rules {
        Some(id) => (id.clone(), None),
        None => {
            let by = find_rules(host, holder, &asked).await?;
            (with_settings(host, holder, &by).await?, by.variant)
        }
    };
    let games = asked.games;
    let bundle = host.bundle_for(&id, holder).await?;
    let prepared = host.prepare(&id, bundle, variant).await?;
    let (game, nonce) = (prepared.game.clone(), new.nonce.clone());
    let read = move || AskedGame::of(&new).map(|asked| asked.read(&*game));
    let ReadGame { tree, problems } = host.work.run(&Asker::current(), read).await??;
    let Some(tree) = tree else {
        return Ok(Uploaded { entry: None, game: None, games, problems });
    };
    let written = Format::Json.write(&*prepared.game, std::slice::from_ref(&tree));
    let json = written.map_err(|fault| Refused::new(Reason::BadRecord, &fault.to_string()))?.text;
    let id = host.begin_study(holder, study(id, prepared.rules.variant, nonce), json.into()).await?;
    Ok(Uploaded { entry: None, game: Some(id.to_string()), games, problems })
}

/// Returns the rules that a record names, or the game of which such records are.
async fn find_rules(host: &Arc<Host>, holder: &HolderId, asked: &AskedGame<'_>) -> Result<PlayedBy, Refused> {
    let library = host.rules.library();
    let named = &asked.part.named;
    let has =
        |entry: &LibraryEntry, hash: &str| host.rules.bundle(&entry.id).is_some_and(|bundle| bundle.hash() == hash);
    if let Some(hash) = &named.hash
        && let Some(entry) = library.iter().find(|entry| has(entry, hash))
    {
        let variant = variant_titled(entry, &named.title);
        return Ok(PlayedBy { id: entry.id.clone(), variant, settings: named.settings.clone() });
    }
    match (asked.rules_in(&library), &named.hash) {
        (Some(by), _) => Ok(by),
        // Uploaded rules are known by their hash alone.
        (None, Some(hash)) => {
            let id = crate::bundles::id_of(hash);
            host.bundle_for(&id, holder).await.map_err(|_| asked.without_rules())?;
            Ok(PlayedBy { id, variant: None, settings: Vec::new() })
        }
        (None, None) => Err(asked.without_rules()),
    }
}

/// Returns the id of rules whose parameters have these values: those of the library, or a copy that
/// is kept if the values are not the usual ones.
async fn with_settings(host: &Arc<Host>, holder: &HolderId, by: &PlayedBy) -> Result<String, Refused> {
    if by.settings.is_empty() {
        return Ok(by.id.clone());
    }
    let bundle = host.bundle_for(&by.id, holder).await?;
    match host.rules.with_settings(&bundle, by.variant, &by.settings) {
        Some(other) => Ok(crate::bundles::id_of(&host.keep(&other).await?)),
        None => Ok(by.id.clone()),
    }
}
