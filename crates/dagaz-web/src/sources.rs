//! The library as the page has it: a list with the first answer, and the files of each game once
//! they are needed.

use std::collections::HashMap;
use std::sync::Arc;

use dagaz_contract::Board;
use dagaz_contract::catalog::{LibraryEntry, Problem, RulesFile};
use dagaz_contract::studio::{TextAnswer, TextQuestion};
use dagaz_core::Limits;
use dagaz_front::Reading;
use dagaz_table::{Bundle, Loaded, Prepared, RulesSource};
use serde::{Deserialize, Serialize};

/// The list of all games that a site offers.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Catalog {
    /// The games.
    pub games: Vec<CatalogGame>,
}

/// A game that a site offers.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CatalogGame {
    /// Its entry.
    pub entry: LibraryEntry,
    /// The hash of its files.
    pub hash: String,
}

impl CatalogGame {
    /// Returns a game of a site, and its board as it is shown in a gallery.
    pub fn new(id: &str, family: &str, bundle: Bundle) -> Result<(CatalogGame, Arc<Board>), String> {
        let (entry, _) = reading(true).entry(id, Some(family), &bundle);
        let hash = bundle.hash();
        let made = Prepared::new(&Rules::of(id), id.into(), hash.as_str().into(), Arc::new(bundle), None, |_| None);
        let made = made.map_err(|refused| format!("{id}: {}: {:?}", refused.say, refused.problems))?;
        Ok((CatalogGame { entry, hash }, made.board))
    }
}

/// The prefix of ids of uploaded rules; the rest is the hash of their files.
const HANDED_IN: &str = "sha256:";

/// Fuel of one move list by uploaded rules, so that a page stays responsive.
const FUEL: u64 = 5_000_000;

/// See the [module documentation](self).
#[derive(Default)]
pub(crate) struct Sources {
    catalog: Catalog,
    bundles: HashMap<String, Arc<Bundle>>,
}

impl Sources {
    pub(crate) fn new(catalog: Catalog) -> Sources {
        Sources { catalog, bundles: HashMap::new() }
    }

    /// Takes the files of rules. Those of the library must be the ones that the list names.
    pub(crate) fn supply(&mut self, id: &str, bundle: Bundle) -> bool {
        let hash = bundle.hash();
        let wanted = match id.strip_prefix(HANDED_IN) {
            Some(hash) => Some(hash),
            None => self.catalog.games.iter().find(|game| game.entry.id == id).map(|game| game.hash.as_str()),
        };
        let fits = wanted == Some(hash.as_str());
        if fits {
            self.bundles.insert(id.to_string(), Arc::new(bundle));
        }
        fits
    }

    /// Stores uploaded rules and returns their id.
    pub(crate) fn hand_in(&mut self, bundle: Bundle) -> String {
        let id = id_of(&bundle);
        self.bundles.insert(id.clone(), Arc::new(bundle));
        id
    }

    /// Returns whether rules of that id can be had.
    pub(crate) fn knows(&self, id: &str) -> bool {
        id.starts_with(HANDED_IN) || self.catalog.games.iter().any(|game| game.entry.id == id)
    }

    /// Returns the id of the rules with these files, if they are here.
    pub(crate) fn of_hash(&self, hash: &str) -> Option<String> {
        let listed = self.catalog.games.iter().find(|game| game.hash == hash).map(|game| game.entry.id.clone());
        let handed_in = format!("{HANDED_IN}{hash}");
        listed.or_else(|| self.bundles.contains_key(&handed_in).then_some(handed_in))
    }

    pub(crate) fn entries(&self) -> Vec<LibraryEntry> {
        self.catalog.games.iter().map(|game| game.entry.clone()).collect()
    }
}

/// Returns the id of uploaded rules.
pub(crate) fn id_of(bundle: &Bundle) -> String {
    format!("{HANDED_IN}{}", bundle.hash())
}

/// How files are read: those of the library have the usual limits.
fn reading(is_library: bool) -> Reading {
    let limits = if is_library { Limits::default() } else { Limits { fuel: FUEL, ..Limits::default() } };
    Reading { limits, is_picture: |_| false }
}

/// Rules of the library, or uploaded ones.
pub(crate) struct Rules {
    pub(crate) is_library: bool,
}

impl Rules {
    pub(crate) fn of(id: &str) -> Rules {
        Rules { is_library: !id.starts_with(HANDED_IN) }
    }
}

impl RulesSource for Rules {
    fn library(&self) -> Vec<LibraryEntry> {
        Vec::new()
    }

    fn open(&self) -> Option<String> {
        None
    }

    fn bundle(&self, _id: &str) -> Option<Arc<Bundle>> {
        None
    }

    fn unpack(&self, name: &str, bytes: &[u8]) -> Result<Bundle, Vec<Problem>> {
        let name = name.replace('\\', "/");
        let name = name.rsplit('/').next().unwrap_or_default();
        if bytes.starts_with(b"PK\x03\x04") {
            let say = "archives are opened by a server only; choose the rules file itself";
            return Err(vec![Problem::fatal("archive", say)]);
        }
        if bytes.len() > Limits::default().source_bytes {
            return Err(vec![Problem::fatal("size", "the file is longer than rules may be")]);
        }
        let name = if name.is_empty() { "game.drf" } else { name };
        Ok(Bundle { main: name.to_string(), files: vec![(name.to_string(), bytes.to_vec())] })
    }

    fn entry(&self, id: &str, bundle: &Bundle) -> (LibraryEntry, Vec<Problem>) {
        reading(self.is_library).checked(id, bundle)
    }

    fn load(&self, bundle: &Bundle, variant: Option<u32>) -> Result<Loaded, Vec<Problem>> {
        reading(self.is_library).load(bundle, variant)
    }

    fn with_settings(&self, bundle: &Bundle, variant: Option<u32>, settings: &[(String, String)]) -> Option<Bundle> {
        reading(self.is_library).with_settings(bundle, variant, settings)
    }

    fn texts(&self, bundle: &Bundle) -> Vec<RulesFile> {
        reading(self.is_library).texts(bundle)
    }

    fn answer(&self, question: &TextQuestion) -> Option<TextAnswer> {
        dagaz_analysis::answer(question, &reading(self.is_library).limits)
    }
}

impl Sources {
    /// Returns the files of rules, if they are here.
    pub(crate) fn bundle(&self, id: &str) -> Option<Arc<Bundle>> {
        self.bundles.get(id).cloned()
    }
}
