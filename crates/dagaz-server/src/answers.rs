//! Responses that are equal for all clients: boards, texts, pictures. Each is made once and cached
//! in compressed form while there is room.

use std::sync::Arc;

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use serde::Serialize;

use crate::bundles::handed_in;
use crate::content_encoding::{accepts, gunzip, gzip};
use crate::host::Host;
use crate::refused::Refused;
use crate::work::Asker;

/// Bytes of the answers about the library that are kept: all of them, so that each is made once.
const LIBRARY_BYTES: u64 = 64 << 20;

/// The maximum number of bytes of answers about uploaded rules.
const HANDED_IN_BYTES: u64 = 24 << 20;

/// About how many those are. So few that the cache is not parted: a part of it would have no room
/// for a large one.
const ANSWERS: usize = 32;

/// Shorter answers are sent as they are.
const COMPRESSED_FROM: usize = 1_024;

/// The key of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ContentKey {
    /// What of the rules.
    pub(crate) what: &'static str,
    /// The id by which rules are asked for, and the hash of what they consist of.
    pub(crate) rules: (Arc<str>, Arc<str>),
    /// Which game, or which file.
    pub(crate) part: String,
}

/// An answer, ready to be sent.
pub(crate) struct Answer {
    kind: &'static str,
    /// Compressed if that is shorter: memory matters more than the time of clients without
    /// compression.
    bytes: Bytes,
    is_compressed: bool,
    cached: &'static str,
}

impl Answer {
    /// Returns a value as JSON.
    pub(crate) fn json(value: &impl Serialize) -> Result<Answer, Refused> {
        let plain = serde_json::to_vec(value).map_err(|_| Refused::busy())?;
        let packed = if plain.len() >= COMPRESSED_FROM { gzip(&plain) } else { None };
        let is_compressed = packed.is_some();
        let bytes = packed.unwrap_or(plain).into();
        Ok(Answer { kind: "application/json", bytes, is_compressed, cached: "no-store" })
    }

    /// Returns a picture of a bundle, which never changes.
    pub(crate) fn picture(kind: &'static str, bytes: Vec<u8>) -> Answer {
        let cached = "private, max-age=31536000, immutable";
        Answer { kind, bytes: bytes.into(), is_compressed: false, cached }
    }

    /// Returns the answer to a request with these headers.
    pub(crate) fn to(&self, headers: &HeaderMap) -> Response {
        let kind = [(header::CONTENT_TYPE, self.kind), (header::CACHE_CONTROL, self.cached)];
        if !self.is_compressed {
            return (kind, self.bytes.clone()).into_response();
        }
        if !accepts(headers, "gzip") {
            return (kind, gunzip(&self.bytes)).into_response();
        }
        let mut response = (kind, self.bytes.clone()).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        response
    }
}

#[derive(Clone)]
struct ByBytes;

impl Weighter<ContentKey, Arc<Answer>> for ByBytes {
    fn weight(&self, question: &ContentKey, answer: &Arc<Answer>) -> u64 {
        (256 + question.part.len() + answer.bytes.len()) as u64
    }
}

type AnswerCache = Cache<ContentKey, Arc<Answer>, ByBytes>;

/// See the [module documentation](self).
pub(crate) struct Answers {
    library: AnswerCache,
    handed_in: AnswerCache,
}

impl Default for Answers {
    fn default() -> Answers {
        Answers {
            library: Cache::with_weighter(ANSWERS, LIBRARY_BYTES, ByBytes),
            handed_in: Cache::with_weighter(ANSWERS, HANDED_IN_BYTES, ByBytes),
        }
    }
}

impl Answers {
    /// Uploaded rules displace no answers of the library.
    fn of(&self, question: &ContentKey) -> &AnswerCache {
        let is_library = !question.rules.0.is_empty() && handed_in(&question.rules.0).is_none();
        if is_library { &self.library } else { &self.handed_in }
    }

    /// Returns a cached response, or one that is being made, in the queue of the first client.
    pub(crate) async fn get(
        &self,
        host: &Host,
        question: ContentKey,
        make: impl FnOnce() -> Result<Answer, Refused> + Send + 'static,
    ) -> Result<Arc<Answer>, Refused> {
        let made = async { host.work.run(&Asker::current(), make).await?.map(Arc::new) };
        self.of(&question).get_or_insert_async(&question, made).await
    }

    /// Returns a cached answer.
    pub(crate) fn known(&self, question: &ContentKey) -> Option<Arc<Answer>> {
        self.of(question).get(question)
    }

    /// Bytes of all answers that are kept.
    pub(crate) fn bytes(&self) -> u64 {
        self.library.weight() + self.handed_in.weight()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cached_answers_have_a_byte_limit_and_may_be_compressed() {
        let answers = Answers::default();
        let mut noise = 1u32;
        let mut text = || -> String {
            let letter = |_| {
                noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                char::from(b' ' + (noise >> 26) as u8)
            };
            (0..400_000).map(letter).collect()
        };
        let mut keep = |id: &str, number: usize| {
            let answer = Answer::json(&text()).expect("JSON");
            assert!(answer.is_compressed && answer.bytes.len() > 200_000, "{}", answer.bytes.len());
            let rules = (id.into(), number.to_string().into());
            let question = ContentKey { what: "board", rules, part: String::new() };
            answers.of(&question).insert(question, Arc::new(answer));
        };
        keep("chess", 0);
        for number in 0..200 {
            keep("sha256:0", number);
        }
        let kept = answers.handed_in.weight();
        assert!((HANDED_IN_BYTES / 4..=HANDED_IN_BYTES).contains(&kept), "{kept}");
        assert!(answers.library.weight() > 200_000, "what is handed in pushes nothing of the library out");
        let answer = Answer::json(&"a".repeat(5_000)).expect("JSON");
        let mut headers = HeaderMap::new();
        assert!(!answer.to(&headers).headers().contains_key(header::CONTENT_ENCODING));
        headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static("br, gzip;q=0"));
        assert!(!answer.to(&headers).headers().contains_key(header::CONTENT_ENCODING));
        headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static("deflate, gzip"));
        assert_eq!(answer.to(&headers).headers()[header::CONTENT_ENCODING], "gzip");
    }
}
