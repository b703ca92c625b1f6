//! The door: who may come in.
//!
//! On one's own machine any page of any browser tab can send requests to a local server, and a name under an attacker's
//! control can be made to mean 127.0.0.1. So a request must name this server as its host, must come from its own pages if it
//! says from where it comes, and must show the token, which only whoever started the server has.

use std::net::SocketAddr;

use axum::http::{HeaderMap, Method, header};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// 128 random bits, as text: whoever shows it may use the server.
#[derive(Clone)]
pub struct Token(String);

/// Letters of a token.
const TOKEN_LETTERS: usize = 32;

impl Token {
    /// A new one. An error if the system has no randomness to give.
    pub fn random() -> std::io::Result<Token> {
        let mut bytes = [0; TOKEN_LETTERS / 2];
        getrandom::fill(&mut bytes).map_err(|error| std::io::Error::other(error.to_string()))?;
        Ok(Token(crate::rules::hex(&bytes)))
    }

    /// One that was kept; none if the text is no token.
    pub fn from_text(text: &str) -> Option<Token> {
        let text = text.trim();
        let fits = text.len() == TOKEN_LETTERS && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        fits.then(|| Token(text.to_string()))
    }

    /// As text.
    pub fn text(&self) -> &str {
        &self.0
    }

    pub(crate) fn is(&self, shown: &str) -> bool {
        self.0.as_bytes().ct_eq(shown.as_bytes()).into()
    }

    /// A hash of bytes that nobody without the token can know.
    pub(crate) fn mix(&self, bytes: &[u8]) -> [u8; 32] {
        let inner = Sha256::new().chain_update(b"dagaz id").chain_update(&self.0).chain_update(bytes).finalize();
        Sha256::new().chain_update(b"dagaz id").chain_update(&self.0).chain_update(inner).finalize().into()
    }
}

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token(…)")
    }
}

/// Which hosts and origins are this server.
pub(crate) struct Guard {
    hosts: Vec<String>,
    origins: Vec<String>,
    cookie: String,
}

impl Guard {
    pub(crate) fn new(address: SocketAddr, origins: Vec<String>) -> Guard {
        let port = address.port();
        let mut hosts = vec![address.to_string()];
        if address.ip().is_loopback() {
            hosts.extend(["localhost", "127.0.0.1", "[::1]"].map(|name| format!("{name}:{port}")));
        }
        let own = hosts.iter().map(|host| format!("http://{host}"));
        let origins = own.chain(origins).collect();
        // Servers on two ports of one machine share its cookies.
        Guard { hosts, origins, cookie: format!("dagaz{port}") }
    }

    pub(crate) fn is_host(&self, headers: &HeaderMap) -> bool {
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        host.is_some_and(|host| self.hosts.iter().any(|known| known.eq_ignore_ascii_case(host)))
    }

    /// Whether the request comes from an own page, or does not come from a page.
    pub(crate) fn is_origin(&self, method: &Method, headers: &HeaderMap, socket: bool) -> bool {
        match headers.get(header::ORIGIN).map(|origin| origin.to_str()) {
            Some(Ok(origin)) => self.origins.iter().any(|known| known.eq_ignore_ascii_case(origin)),
            Some(Err(_)) => false,
            // Browsers name the origin of sockets and of everything that changes something.
            None => {
                let site = headers.get("sec-fetch-site").and_then(|site| site.to_str().ok());
                let own = site.is_none_or(|site| matches!(site, "same-origin" | "none"));
                own || *method == Method::GET && !socket && site == Some("same-site")
            }
        }
    }

    /// The token that a request shows, as cookie or as bearer.
    pub(crate) fn shown<'a>(&self, headers: &'a HeaderMap) -> Option<&'a str> {
        let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
        bearer.or_else(|| {
            let cookies = headers.get_all(header::COOKIE).iter().filter_map(|cookies| cookies.to_str().ok());
            let mut pairs =
                cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.trim().split_once('='));
            pairs.find(|(name, _)| *name == self.cookie).map(|(_, value)| value)
        })
    }

    /// The cookie that holds the token.
    pub(crate) fn cookie(&self, token: &Token) -> String {
        format!("{}={}; HttpOnly; SameSite=Strict; Path=/; Max-Age=31536000", self.cookie, token.text())
    }
}
