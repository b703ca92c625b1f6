//! Answers that are the same for everybody: boards, texts, pictures. Each is made once, compressed as well, and kept as long
//! as there is room.

use std::io::Write;
use std::sync::Arc;

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use serde::Serialize;

use crate::host::Host;
use crate::refused::Refused;
use crate::work::Asker;

/// Bytes of the answers that are kept.
const BYTES: u64 = 48 << 20;

/// About how many those are. So few that the cache is not parted: a part of it would have no room for a large one.
const ANSWERS: usize = 32;

/// Shorter answers are sent as they are.
const COMPRESSED_FROM: usize = 1_024;

/// What was asked.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Question {
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
    plain: Bytes,
    /// The same compressed, where that is shorter.
    gzip: Option<Bytes>,
    cached: &'static str,
}

impl Answer {
    /// Something as JSON.
    pub(crate) fn json(value: &impl Serialize) -> Result<Answer, Refused> {
        let plain = serde_json::to_vec(value).map_err(|_| Refused::busy())?;
        let gzip = (plain.len() >= COMPRESSED_FROM).then(|| compressed(&plain)).flatten();
        Ok(Answer { kind: "application/json", plain: plain.into(), gzip, cached: "no-store" })
    }

    /// A picture of a bundle, which never changes.
    pub(crate) fn picture(kind: &'static str, bytes: Vec<u8>) -> Answer {
        Answer { kind, plain: bytes.into(), gzip: None, cached: "private, max-age=31536000, immutable" }
    }

    fn size(&self) -> usize {
        self.plain.len() + self.gzip.as_ref().map_or(0, Bytes::len)
    }

    /// The answer to a request with these headers.
    pub(crate) fn to(&self, headers: &HeaderMap) -> Response {
        let all = headers.get_all(header::ACCEPT_ENCODING).into_iter().filter_map(|value| value.to_str().ok());
        let takes_gzip = all.flat_map(|value| value.split(',')).any(|one| {
            let (name, quality) = one.split_once(';').unwrap_or((one, ""));
            name.trim().eq_ignore_ascii_case("gzip") && quality.trim() != "q=0"
        });
        let kind = [(header::CONTENT_TYPE, self.kind), (header::CACHE_CONTROL, self.cached)];
        match self.gzip.as_ref().filter(|_| takes_gzip) {
            Some(bytes) => {
                let mut response = (kind, bytes.clone()).into_response();
                let headers = response.headers_mut();
                headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
                headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
                response
            }
            None => (kind, self.plain.clone()).into_response(),
        }
    }
}

fn compressed(bytes: &[u8]) -> Option<Bytes> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).ok()?;
    encoder.finish().ok().filter(|shorter| shorter.len() < bytes.len()).map(Bytes::from)
}

#[derive(Clone)]
struct ByBytes;

impl Weighter<Question, Arc<Answer>> for ByBytes {
    fn weight(&self, question: &Question, answer: &Arc<Answer>) -> u64 {
        (256 + question.part.len() + answer.size()) as u64
    }
}

/// See the [module documentation](self).
pub(crate) struct Answers(Cache<Question, Arc<Answer>, ByBytes>);

impl Default for Answers {
    fn default() -> Answers {
        Answers(Cache::with_weighter(ANSWERS, BYTES, ByBytes))
    }
}

impl Answers {
    /// An answer that is at hand, or the one that is made now: in the line of whoever asks first.
    pub(crate) async fn get(
        &self,
        host: &Host,
        question: Question,
        make: impl FnOnce() -> Result<Answer, Refused> + Send + 'static,
    ) -> Result<Arc<Answer>, Refused> {
        let made = async { host.work.run(&Asker::current(), make).await?.map(Arc::new) };
        self.0.get_or_insert_async(&question, made).await
    }

    /// An answer that is at hand.
    pub(crate) fn known(&self, question: &Question) -> Option<Arc<Answer>> {
        self.0.get(question)
    }

    /// Bytes of all answers that are kept.
    pub(crate) fn bytes(&self) -> u64 {
        self.0.weight()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_stay_within_their_bytes_and_are_compressed_for_who_takes_that() {
        let answers = Answers::default();
        for number in 0..400 {
            let text: String = (0..200_000u32).map(|place| char::from(b'a' + (place * number % 23) as u8)).collect();
            let answer = Answer::json(&text).expect("JSON");
            assert!(answer.gzip.is_some() && answer.size() > 200_000);
            let rules = ("x".into(), number.to_string().into());
            answers.0.insert(Question { what: "board", rules, part: String::new() }, Arc::new(answer));
        }
        assert!(answers.bytes() <= BYTES && answers.bytes() > BYTES / 4, "{}", answers.bytes());
        let answer = Answer::json(&"a".repeat(5_000)).expect("JSON");
        let mut headers = HeaderMap::new();
        assert!(!answer.to(&headers).headers().contains_key(header::CONTENT_ENCODING));
        headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static("br, gzip;q=0"));
        assert!(!answer.to(&headers).headers().contains_key(header::CONTENT_ENCODING));
        headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static("deflate, gzip"));
        assert_eq!(answer.to(&headers).headers()[header::CONTENT_ENCODING], "gzip");
    }
}
