//! Content codings of HTTP (RFC 9110, section 8.4): which of them a client takes, and gzip.

use std::io::{Read, Write};

use axum::http::{HeaderMap, header};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;

/// Returns whether a request with these headers accepts a content coding: `gzip`, `br`.
pub(crate) fn accepts(headers: &HeaderMap, coding: &str) -> bool {
    let values = headers.get_all(header::ACCEPT_ENCODING).into_iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).any(|entry| {
        let (name, weight) = entry.split_once(';').unwrap_or((entry, ""));
        let weight = weight.trim().strip_prefix("q=").and_then(|weight| weight.parse::<f32>().ok());
        name.trim().eq_ignore_ascii_case(coding) && weight != Some(0.0)
    })
}

/// Returns bytes in gzip's format; `None` if that is not shorter.
pub(crate) fn gzip(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).ok()?;
    encoder.finish().ok().filter(|shorter| shorter.len() < bytes.len())
}

/// Returns what bytes in gzip's format stand for. They are the program's own, so that their length
/// is not limited; what is damaged ends early.
pub(crate) fn gunzip(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let _ = GzDecoder::new(bytes).read_to_end(&mut out);
    out
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn a_coding_is_accepted_by_name_unless_its_weight_is_zero() {
        let accepted = |value: &'static str, coding: &str| {
            let headers = HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(value))]);
            accepts(&headers, coding)
        };
        assert!(accepted("gzip, deflate, br;q=0.5", "br"));
        assert!(accepted("GZIP", "gzip"));
        assert!(!accepted("br;q=0, gzip;q=0.0", "br"));
        assert!(!accepted("br;q=0, gzip;q=0.0", "gzip"));
        assert!(!accepted("brotli", "br"));
        assert!(!accepts(&HeaderMap::new(), "gzip"));
    }

    #[test]
    fn gzip_returns_the_same_bytes_and_refuses_what_grows() {
        let text = b"a board, a board, a board, a board".repeat(20);
        let packed = gzip(&text).expect("repeated text is shorter");
        assert_eq!(gunzip(&packed), text);
        assert_eq!(gzip(b"x"), None);
    }
}
