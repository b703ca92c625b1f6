//! The source of rules: the caller knows front ends and files.

use std::sync::Arc;

use dagaz_bots::AnalysisStore;
use dagaz_contract::catalog::{LibraryEntry, Problem, RulesFile};
use dagaz_contract::studio::{TextAnswer, TextQuestion};
use dagaz_core::Game;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The files of a game: rules, includes, pictures. Its hash is its identity, and old games keep the
/// bundle they were played by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bundle {
    /// The name of the rules file among the files.
    pub main: String,
    /// Names and contents, by name.
    pub files: Vec<(String, Vec<u8>)>,
}

impl Bundle {
    /// Returns the file of that name, in capitals or not.
    pub fn file(&self, name: &str) -> Option<&[u8]> {
        self.files.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, bytes)| bytes.as_slice())
    }

    /// Bytes of all files and their names.
    pub fn size(&self) -> u64 {
        self.files.iter().map(|(name, bytes)| (name.len() + bytes.len()) as u64).sum()
    }

    /// Without the files whose content is like that. It is another bundle then.
    pub fn without(&self, left: impl Fn(&[u8]) -> bool) -> Bundle {
        let files = self.files.iter().filter(|(name, bytes)| *name == self.main || !left(bytes));
        Bundle { main: self.main.clone(), files: files.cloned().collect() }
    }

    /// SHA-256 of names and contents, in hexadecimal digits.
    pub fn hash(&self) -> String {
        let mut hash = Sha256::new();
        let mut part = |bytes: &[u8]| {
            // The length keeps the borders of parts in the hash.
            hash.update((bytes.len() as u64).to_le_bytes());
            hash.update(bytes);
        };
        part(self.main.as_bytes());
        for (name, bytes) in &self.files {
            part(name.as_bytes());
            part(bytes);
        }
        hex(&hash.finalize())
    }

    /// As bytes, to be kept.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut part = |part: &[u8]| {
            bytes.extend((part.len() as u32).to_le_bytes());
            bytes.extend(part);
        };
        part(self.main.as_bytes());
        for (name, content) in &self.files {
            part(name.as_bytes());
            part(content);
        }
        bytes
    }

    /// From bytes that were kept.
    pub fn from_bytes(bytes: &[u8]) -> Option<Bundle> {
        let mut rest = bytes;
        let mut part = || -> Option<Option<&[u8]>> {
            if rest.is_empty() {
                return Some(None);
            }
            let (length, behind) = rest.split_first_chunk::<4>()?;
            let length = u32::from_le_bytes(*length) as usize;
            let content = behind.get(..length)?;
            rest = &behind[length..];
            Some(Some(content))
        };
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).ok();
        let main = text(part()??)?;
        let mut files = Vec::new();
        while let Some(name) = part()? {
            files.push((text(name)?, part()??.to_vec()));
        }
        Some(Bundle { main, files })
    }
}

/// Bytes as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A game loaded from a bundle.
#[derive(Clone)]
pub struct Loaded {
    /// The game.
    pub game: Arc<dyn Game>,
    /// Which game or variant of the file it is.
    pub variant: u32,
    /// Its title.
    pub title: String,
    /// The description of the game next to the rules, for rules without one.
    pub about: String,
    /// Pictures: type, owner, and the name of the file in the bundle.
    pub images: Vec<(Option<String>, Option<String>, String)>,
    /// The text of the look file in the folder of the rules.
    pub look: Option<String>,
}

/// Where rules come from.
pub trait RulesSource: Send + Sync {
    /// Returns the library, and files that were named on the command line.
    fn library(&self) -> Vec<LibraryEntry>;

    /// What the server was started with.
    fn open(&self) -> Option<String>;

    /// Returns the files of rules, by the `id` of their entry.
    fn bundle(&self, id: &str) -> Option<Arc<Bundle>>;

    /// Unpacks an upload: a rules file or an archive.
    fn unpack(&self, name: &str, bytes: &[u8]) -> Result<Bundle, Vec<Problem>>;

    /// Returns the entry of a bundle, with its faults.
    fn entry(&self, id: &str, bundle: &Bundle) -> (LibraryEntry, Vec<Problem>);

    /// Makes a game; by its number, or the one that is offered first.
    fn load(&self, bundle: &Bundle, variant: Option<u32>) -> Result<Loaded, Vec<Problem>>;

    /// Returns the bundle of a game in which parameters have other usual values; `None` if the
    /// rules have none of these parameters and values, or have them already.
    fn with_settings(&self, _bundle: &Bundle, _variant: Option<u32>, _settings: &[(String, String)]) -> Option<Bundle> {
        None
    }

    /// Returns the texts of a bundle.
    fn texts(&self, bundle: &Bundle) -> Vec<RulesFile>;

    /// Answers a question about a rules text that is being written. `None` if its name is not that
    /// of a rules file, or if such texts are not read here.
    fn answer(&self, _question: &TextQuestion) -> Option<TextAnswer> {
        None
    }

    /// Why these sites, picked in this order, make no legal move in a state: the failed condition
    /// of the rules and its place, if known.
    fn explain(
        &self,
        _bundle: &Bundle,
        _loaded: &Loaded,
        _state: &dagaz_core::State,
        _sites: &[dagaz_core::SiteId],
    ) -> Option<Explained> {
        None
    }

    /// Returns the store that keeps the analysis of a game between processes. `key` follows from
    /// the rules. `None` for rules that are not of the library, or if nothing is kept.
    fn analysis_store(&self, _id: &str, _key: &str) -> Option<Box<dyn AnalysisStore>> {
        None
    }

    /// Rules that have changed on disk since the last call: `id`s of entries.
    fn changed(&self) -> Vec<String> {
        Vec::new()
    }
}

/// A condition of the rules that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explained {
    /// The rule that comes nearest, as written; empty if none does.
    pub condition: String,
    /// What fails, in plain words.
    pub say: String,
    /// The reason, if it is more exact than the board shows.
    pub reason: Option<dagaz_contract::message::WhyReason>,
    /// Where it stands.
    pub at: Option<dagaz_contract::message::Place>,
    /// The sites that it is about.
    pub sites: Vec<dagaz_core::SiteId>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_bundle_is_unchanged_and_its_hash_covers_every_byte() {
        let bundle =
            Bundle { main: "a.zrf".into(), files: vec![("a.zrf".into(), b"(game)".to_vec()), ("b".into(), vec![])] };
        assert_eq!(Bundle::from_bytes(&bundle.to_bytes()), Some(bundle.clone()));
        let moved =
            Bundle { main: "a.zrf".into(), files: vec![("a.zrf".into(), b"(game".to_vec()), (")b".into(), vec![])] };
        assert_ne!(bundle.hash(), moved.hash());
        for length in 0..bundle.to_bytes().len() {
            let cut = Bundle::from_bytes(&bundle.to_bytes()[..length]);
            assert!(cut.is_none_or(|cut| cut != bundle));
        }
    }
}
