//! Records that are opened in the page.

use dagaz_contract::catalog::{NewRecord, Uploaded};
use dagaz_contract::message::Reason;
use dagaz_record::Format;
use dagaz_table::records::{AskedGame, PlayedBy, study, variant_titled};
use dagaz_table::{Refused, RulesSource};

use crate::host::{Failure, Host};
use crate::outbox::Out;
use crate::sources::Rules;

impl Host {
    /// Reads a game of a text and opens it as a study. Damage is reported, and the rest is read.
    pub(crate) fn open_record(&mut self, new: &NewRecord) -> Result<Uploaded, Failure> {
        let asked = AskedGame::of(new)?;
        let (id, variant) = match &new.rules {
            Some(id) => (id.clone(), None),
            None => {
                let by = self.rules_of(&asked)?;
                (self.with_settings(&by)?, by.variant)
            }
        };
        let prepared = self.prepare(&id, variant)?;
        let read = asked.read(&*prepared.game);
        let (games, problems) = (asked.games, read.problems);
        let Some(tree) = read.tree else {
            return Ok(Uploaded { entry: None, game: None, games, problems });
        };
        let written = Format::Json.write(&*prepared.game, std::slice::from_ref(&tree));
        let written = written.map_err(|fault| Refused::new(Reason::BadRecord, &fault.to_string()))?;
        let request = study(id, prepared.rules.variant, new.nonce.clone());
        let game = self.begin_by(&request, Some(written.text.into()))?;
        Ok(Uploaded { entry: None, game: Some(game.to_string()), games, problems })
    }

    /// Returns the rules that a game names: by the hash of their files, else by what it says.
    fn rules_of(&self, asked: &AskedGame<'_>) -> Result<PlayedBy, Refused> {
        let (named, library) = (&asked.part.named, self.sources.entries());
        if let Some(id) = named.hash.as_deref().and_then(|hash| self.sources.of_hash(hash)) {
            let entry = library.iter().find(|entry| entry.id == id);
            let variant = entry.and_then(|entry| variant_titled(entry, &named.title));
            return Ok(PlayedBy { id, variant, settings: named.settings.clone() });
        }
        asked.rules_in(&library).ok_or_else(|| asked.without_rules())
    }

    /// Returns the id of rules whose parameters have these values. They are rules of the page's own
    /// if the values are not the usual ones.
    fn with_settings(&mut self, by: &PlayedBy) -> Result<String, Failure> {
        if by.settings.is_empty() {
            return Ok(by.id.clone());
        }
        let bundle = self.files_of(&by.id)?;
        let Some(other) = Rules::of(&by.id).with_settings(&bundle, by.variant, &by.settings) else {
            return Ok(by.id.clone());
        };
        let id = self.sources.hand_in(other);
        self.out.push(Out::KeepRules(id.clone()));
        Ok(id)
    }
}
