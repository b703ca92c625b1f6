//! Requests by the paths of the protocol, as a page makes them of a server.

use std::collections::HashMap;

use dagaz_contract::catalog::{Archive, Begun, Hello, Library, RecordText, RulesText, Uploaded};
use dagaz_contract::message::Reason;
use dagaz_contract::studio::TextQuestion;
use dagaz_core::Limits;
use dagaz_record::Format;
use dagaz_table::{Refused, RulesSource};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::host::{Failure, Host, viewer};
use crate::outbox::{Needed, Out};
use crate::sources::{Rules, id_of};

/// Bytes of one message of the page, which come from no stranger.
const MESSAGE_BYTES: u32 = 1 << 20;

/// The answer to a request: its status and its JSON, or the missing data.
pub type Answer = Result<(u16, String), Needed>;

type Made = Result<String, Failure>;

fn json(value: &impl Serialize) -> Made {
    serde_json::to_string(value).map_err(|_| Refused::busy().into())
}

fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, Failure> {
    serde_json::from_slice(body).map_err(|fault| Refused::new(Reason::Malformed, &fault.to_string()).into())
}

/// A part of an address as it was before it was encoded.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, behind @ ..] = rest {
        let digits = behind.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        match (first, digits.and_then(|digits| u8::from_str_radix(digits, 16).ok())) {
            (b'%', Some(byte)) => {
                bytes.push(byte);
                rest = &behind[2..];
                continue;
            }
            (b'+', _) => bytes.push(b' '),
            _ => bytes.push(*first),
        }
        rest = behind;
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

impl Host {
    /// Answers a request: `GET` without a body, `POST` with one. The path begins behind `/api/v1`.
    pub fn request(&mut self, method: &str, path: &str, body: &[u8]) -> Answer {
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let query: HashMap<String, String> = query
            .split('&')
            .filter_map(|pair| pair.split_once('='))
            .map(|(name, value)| (decoded(name), decoded(value)))
            .collect();
        let parts: Vec<String> = path.trim_matches('/').split('/').map(decoded).collect();
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        match self.made(method, &parts, &query, body) {
            Ok(text) => Ok((200, text)),
            Err(Failure::Needs(needed)) => Err(needed),
            Err(Failure::Refused(refused)) => {
                let status = refused.status();
                Ok((status, serde_json::to_string(&refused.trouble()).unwrap_or_default()))
            }
        }
    }

    fn made(&mut self, method: &str, parts: &[&str], query: &HashMap<String, String>, body: &[u8]) -> Made {
        let variant = query.get("variant").and_then(|variant| variant.parse().ok());
        let text = |name: &str| query.get(name).map(String::as_str).unwrap_or_default();
        match (method, parts) {
            ("GET", ["hello"]) => json(&hello()),
            ("GET", ["library"]) => json(&Library { games: self.sources.entries() }),
            ("GET", ["library", id]) => {
                let bundle = self.files_of(id)?;
                json(&Rules::of(id).entry(id, &bundle).0)
            }
            ("GET", ["library", id, "board"]) => json(&*self.board(id, variant)?),
            ("GET", ["library", id, "text"]) => {
                let (bundle, rules) = (self.files_of(id)?, Rules::of(id));
                let (_, problems) = rules.entry(id, &bundle);
                json(&RulesText { id: id.to_string(), files: rules.texts(&bundle), problems })
            }
            ("GET", ["library", id, "position"]) => json(&self.prepare(id, variant)?.placed(text("text"))?),
            ("GET", ["games"]) => json(&Archive { games: self.listed.clone(), next: None }),
            ("POST", ["games"]) => {
                let game = self.begin(&read(body)?)?;
                json(&Begun { game: game.to_string() })
            }
            ("GET", ["games", game, "view"]) => {
                let now = self.now();
                let played = &mut self.table(game)?.played;
                let node = query.get("node").and_then(|node| node.parse().ok()).map(dagaz_session::NodeNo);
                let node = node.unwrap_or(played.session.current());
                json(&played.view(&viewer(), node, now)?)
            }
            ("GET", ["games", game, "board"]) => json(&*self.table(game)?.played.prepared.board),
            ("GET", ["games", game, "record"]) => {
                let format = Format::named(text("format"));
                let format = format.ok_or_else(|| Refused::new(Reason::Unknown, "there is no such format"))?;
                let (rules, record) = self.record(game)?;
                let written = format.write(&*rules, std::slice::from_ref(&record));
                let written = written.map_err(|fault| Refused::new(Reason::BadRecord, &fault.to_string()))?;
                let format = format.name().to_string();
                json(&RecordText { format, text: written.text, left_out: written.left_out })
            }
            ("POST", ["studio"]) => {
                let question: TextQuestion = read(body)?;
                let answer = Rules { is_library: false }.answer(&question);
                json(&answer.ok_or_else(|| Refused::new(Reason::Unknown, "the name is not that of a rules file"))?)
            }
            ("POST", ["rules"]) => json(&self.hand_in(text("name"), body, text("draft") == "true")),
            ("POST", ["records"]) => json(&self.open_record(&read(body)?)?),
            _ => Err(Refused::new(Reason::Unknown, "there is nothing of that name").into()),
        }
    }

    /// Takes a rules file that was dropped. Those of a draft stay in memory.
    fn hand_in(&mut self, name: &str, bytes: &[u8], is_draft: bool) -> Uploaded {
        let rules = Rules { is_library: false };
        let bundle = match rules.unpack(name, bytes) {
            Ok(bundle) => bundle,
            Err(problems) => return Uploaded { entry: None, game: None, games: Vec::new(), problems },
        };
        let (entry, problems) = rules.entry(&id_of(&bundle), &bundle);
        let entry = (entry.errors == 0).then_some(entry);
        if entry.is_some() {
            let id = self.sources.hand_in(bundle);
            if !is_draft {
                self.out.push(Out::KeepRules(id));
            }
        }
        Uploaded { entry, game: None, games: Vec::new(), problems }
    }
}

fn hello() -> Hello {
    Hello {
        v: dagaz_contract::VERSION,
        version: env!("CARGO_PKG_VERSION").to_string(),
        bots: dagaz_table::bots::list(),
        formats: Format::ALL.iter().map(|format| format.name().to_string()).collect(),
        open: None,
        public: false,
        upload_bytes: Limits::default().source_bytes as u32,
        message_bytes: MESSAGE_BYTES,
    }
}
