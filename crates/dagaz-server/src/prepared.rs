//! Games made ready: compiled from a bundle of rules, with what is needed to show them.

use std::sync::Arc;

use dagaz_contract::Board;
use dagaz_contract::draw::Drawing;
use dagaz_contract::message::Reason;
use dagaz_core::Game;
use dagaz_session::RulesRef;
use tokio::sync::oneshot;

use crate::host::Host;
use crate::pictures;
use crate::refused::Refused;
use crate::rules::{Bundle, Loaded, hex};

/// A game made ready to be played and shown.
pub(crate) struct Prepared {
    pub(crate) rules: RulesRef,
    pub(crate) bundle: Arc<Bundle>,
    pub(crate) loaded: Loaded,
    pub(crate) game: Arc<dyn Game>,
    pub(crate) drawing: Drawing,
    pub(crate) board: Arc<Board>,
    pub(crate) mind: crate::bots::Mind,
}

/// Prepared games that are kept though nobody plays them.
const PREPARED_MAX: usize = 64;

impl Host {
    /// The bundle of rules in the library, or of what was handed in.
    pub(crate) async fn bundle(&self, id: &str) -> Result<Arc<Bundle>, Refused> {
        let unknown = || Refused::new(Reason::Unknown, "there are no such rules");
        match id.strip_prefix("sha256:") {
            Some(hash) => self.kept(hash).await?.ok_or_else(unknown),
            None => self.rules.bundle(id).ok_or_else(unknown),
        }
    }

    pub(crate) async fn kept(&self, hash: &str) -> Result<Option<Arc<Bundle>>, Refused> {
        let hash = hash.to_string();
        self.reading(move |store| {
            let right = |bytes: &[u8]| Bundle::from_bytes(bytes).is_some_and(|bundle| bundle.hash() == hash);
            Ok(store.kept(&hash, right)?.and_then(|bytes| Bundle::from_bytes(&bytes)).map(Arc::new))
        })
        .await
    }

    /// Keeps a bundle, so that games played by it can always be opened.
    pub(crate) async fn keep(&self, bundle: &Bundle) -> Result<String, Refused> {
        let hash = bundle.hash();
        let (sender, receiver) = oneshot::channel();
        self.store.keep(&hash, bundle.to_bytes(), move |result| {
            let _ = sender.send(result);
        });
        match receiver.await {
            Ok(Ok(())) => Ok(hash),
            Ok(Err(fault)) => Err(Refused::store(&fault)),
            Err(_) => Err(Refused::busy()),
        }
    }

    /// A game ready to be played, by a bundle. Compiled off the asynchronous threads.
    pub(crate) async fn prepare(
        &self,
        id: &str,
        bundle: Arc<Bundle>,
        variant: Option<u32>,
    ) -> Result<Arc<Prepared>, Refused> {
        let hash = bundle.hash();
        let whose = hash.clone();
        let key = |variant: u32| format!("{whose}:{variant}");
        if let Some(variant) = variant
            && let Ok(prepared) = self.prepared.lock()
            && let Some(known) = prepared.get(&key(variant)).filter(|known| *known.rules.id == *id)
        {
            return Ok(known.clone());
        }
        let (rules, id) = (self.rules.clone(), id.to_string());
        let made = tokio::task::spawn_blocking(move || {
            let loaded = rules.load(&bundle, variant)?;
            let whole = sha_of(&hash, loaded.variant);
            let rules_ref = RulesRef {
                id: id.as_str().into(),
                variant: loaded.variant,
                hash: hash.as_str().into(),
                title: loaded.title.as_str().into(),
            };
            let mut drawing = Drawing::new(&*loaded.game, &whole);
            drawing.board_mut().title.clone_from(&loaded.title);
            if drawing.board().texts.description.is_empty() {
                drawing.board_mut().texts.description.clone_from(&loaded.about);
            }
            drawing.board_mut().images = loaded
                .images
                .iter()
                .map(|(kind, owner, file)| {
                    let url = format!("/api/v1/rules/{hash}/files/{}", encoded(file));
                    drawing.picture(kind.clone(), owner.clone(), url, bundle.file(file).and_then(pictures::size))
                })
                .collect();
            let board = Arc::new(drawing.board().clone());
            let game = loaded.game.clone();
            Ok(Arc::new(Prepared {
                rules: rules_ref,
                bundle,
                game,
                loaded,
                drawing,
                board,
                mind: crate::bots::Mind::default(),
            }))
        })
        .await
        .map_err(|_| Refused::busy())?
        .map_err(|problems| Refused::new(Reason::BadRules, "the rules have errors").with(problems))?;
        if let Ok(mut prepared) = self.prepared.lock() {
            if prepared.len() >= PREPARED_MAX {
                // Those that some table plays by stay anyway.
                prepared.retain(|_, known| Arc::strong_count(known) > 1);
            }
            prepared.insert(key(made.rules.variant), made.clone());
        }
        Ok(made)
    }
}

fn sha_of(hash: &str, variant: u32) -> String {
    use sha2::Digest;
    hex(&sha2::Sha256::digest(format!("{hash}:{variant}:{}", dagaz_contract::VERSION)))
}

/// A file name in an address.
fn encoded(name: &str) -> String {
    name.bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'.' | b'-' | b'_' | b'/' => (byte as char).to_string(),
            _ => format!("%{byte:02X}"),
        })
        .collect()
}
