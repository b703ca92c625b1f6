//! Uploaded records become analyses.

use std::sync::Arc;

use dagaz_contract::catalog::{LibraryEntry, NewGame, NewRecord, Problem, Uploaded};
use dagaz_contract::message::Reason;
use dagaz_record::{Format, ReadLimits, Reading};
use dagaz_session::HolderId;

use crate::host::Host;
use crate::refused::Refused;
use crate::work::Asker;

/// The maximum number of moves of an uploaded record, including variations.
const MOVES_MAX: usize = dagaz_session::limits::NODES;

/// Reads a record and opens its first game as a study. Damage is reported, and the rest is read.
pub(crate) async fn hand_in(host: &Arc<Host>, holder: &HolderId, new: NewRecord) -> Result<Uploaded, Refused> {
    let bad = |say: &str| Refused::new(Reason::BadRecord, say);
    let format = match &new.format {
        Some(name) => Format::named(name).ok_or_else(|| Refused::new(Reason::Unknown, "there is no such format"))?,
        None => Format::guess(&new.text).ok_or_else(|| bad("this is no record in any known format"))?,
    };
    let named = format.rules_named(&new.text);
    let (id, variant) = match &new.rules {
        Some(id) => (id.clone(), None),
        None => match (find_rules(host, &named), &named.hash) {
            // Uploaded rules are known by their hash alone.
            (Err(refused), Some(hash)) => {
                let id = crate::bundles::id_of(hash);
                host.bundle_for(&id, holder).await.map_err(|_| refused)?;
                (id, None)
            }
            (found, _) => found?,
        },
    };
    let bundle = host.bundle_for(&id, holder).await?;
    let prepared = host.prepare(&id, bundle, variant).await?;
    let (game, text) = (prepared.game.clone(), new.text);
    let read = move || {
        let limits = ReadLimits { games: 1, moves: MOVES_MAX, bytes: 16 << 20, ..ReadLimits::default() };
        format.read(&*game, &text, &limits)
    };
    let reading: Reading = host.work.run(&Asker::current(), read).await?;
    let problems: Vec<Problem> = reading
        .faults
        .iter()
        .map(|fault| Problem {
            code: "record".to_string(),
            error: true,
            say: fault.to_string(),
            file: None,
            line: Some(fault.line as u32),
            column: Some(fault.column as u32),
            text: None,
            mark: None,
            hint: None,
        })
        .collect();
    let Some(tree) = reading.games.into_iter().next() else {
        return Ok(Uploaded { entry: None, game: None, problems });
    };
    let json =
        Format::Json.write(&*prepared.game, std::slice::from_ref(&tree)).map_err(|fault| bad(&fault.to_string()))?.text;
    let request = NewGame {
        rules: id,
        variant: Some(prepared.rules.variant),
        seats: Vec::new(),
        clock: None,
        position: None,
        study: true,
        seed: None,
        from: None,
        private: false,
        rated: false,
        draft: false,
        nonce: new.nonce,
    };
    let id = host.begin_study(holder, request, json.into()).await?;
    Ok(Uploaded { entry: None, game: Some(id.to_string()), problems })
}

/// Returns the rules that a record names: the title first, then the file.
fn find_rules(host: &Host, named: &dagaz_record::RulesIdentity) -> Result<(String, Option<u32>), Refused> {
    let library = host.rules.library();
    let title = named.title.to_lowercase();
    let has =
        |entry: &LibraryEntry, hash: &str| host.rules.bundle(&entry.id).is_some_and(|bundle| bundle.hash() == hash);
    if let Some(hash) = &named.hash
        && let Some(entry) = library.iter().find(|entry| has(entry, hash))
    {
        let variant = entry.variants.iter().position(|known| known.to_lowercase() == title);
        return Ok((entry.id.clone(), variant.map(|variant| variant as u32)));
    }
    for entry in &library {
        if let Some(variant) =
            entry.variants.iter().position(|known| !title.is_empty() && known.to_lowercase() == title)
        {
            return Ok((entry.id.clone(), Some(variant as u32)));
        }
    }
    let file = named.file.to_lowercase();
    let stem = file.rsplit_once('.').map_or(file.as_str(), |(stem, _)| stem);
    let known = library.iter().find(|entry| !stem.is_empty() && entry.id.eq_ignore_ascii_case(stem));
    known.map(|entry| (entry.id.clone(), None)).ok_or_else(|| {
        let names: Vec<&str> =
            [named.title.as_str(), named.file.as_str()].into_iter().filter(|name| !name.is_empty()).collect();
        let say = match names.as_slice() {
            [] => "the record does not say by which rules it was played".to_string(),
            names => format!("it was played by the rules of {}, which are not in the library", names.join(", file ")),
        };
        Refused::new(Reason::BadRecord, &say)
    })
}
