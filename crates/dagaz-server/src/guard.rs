//! Authentication of requests.
//!
//! On a private server, a page in any browser tab can send requests to it, and DNS rebinding can
//! map a foreign name to 127.0.0.1. So a request must name this server as its host, must have an
//! own page as origin if it has one, and must have the token, which only the user who started the
//! server knows.
//!
//! On a public server the same holds for its public name, and clients have sessions in place of the
//! token. The session cookie counts only in requests with an own page as origin, or in requests
//! that change nothing.

use std::net::{IpAddr, SocketAddr};

use axum::http::{HeaderMap, Method, header};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// 128 random bits as text: the bearer may use the server.
#[derive(Clone)]
pub struct Token(String);

/// Letters of a token.
const TOKEN_LETTERS: usize = 32;

impl Token {
    /// Returns a new one. An error if the system has no randomness to give.
    pub fn random() -> std::io::Result<Token> {
        let mut bytes = [0; TOKEN_LETTERS / 2];
        getrandom::fill(&mut bytes).map_err(|error| std::io::Error::other(error.to_string()))?;
        Ok(Token(dagaz_table::hex(&bytes)))
    }

    /// One that was kept; `None` if the text is no token.
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

    /// Returns a keyed hash of bytes, with the token as key.
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
    public: bool,
    /// Whether a proxy is in front of the server and reports the addresses of clients.
    proxied: bool,
}

/// The address of a client, from the connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// Seconds for which a browser keeps the cookie of a public server.
const COOKIE_AGE: u32 = 180 * 24 * 3_600;

/// The lifetime of the device cookie in seconds: the maximum of browsers.
const DEVICE_AGE: u32 = 400 * 24 * 3_600;

/// The suffix of the name of the device cookie.
const DEVICE: &str = "-device";

impl Guard {
    /// Returns the door of a server on one's own machine.
    pub(crate) fn private(address: SocketAddr, origins: Vec<String>) -> Guard {
        let port = address.port();
        let mut hosts = vec![address.to_string()];
        if address.ip().is_loopback() {
            hosts.extend(["localhost", "127.0.0.1", "[::1]"].map(|name| format!("{name}:{port}")));
        }
        let own = hosts.iter().map(|host| format!("http://{host}"));
        let origins = own.chain(origins).collect();
        // Servers on two ports of one machine share its cookies.
        Guard { hosts, origins, cookie: format!("dagaz{port}"), public: false, proxied: false }
    }

    /// Returns the door of a public server that goes by this origin: `https://games.example.org`.
    pub(crate) fn public(address: SocketAddr, origin: &str, origins: Vec<String>, proxied: bool) -> Guard {
        let name = origin.split_once("://").map_or(origin, |(_, name)| name);
        // By its own address it is asked for its health.
        let hosts = vec![name.to_string(), address.to_string()];
        let origins = std::iter::once(origin.to_string()).chain(origins).collect();
        Guard { hosts, origins, cookie: "__Host-dagaz".to_string(), public: true, proxied }
    }

    /// Returns the name by which clients reach the server.
    pub(crate) fn name(&self) -> &str {
        self.hosts.first().map_or("", String::as_str)
    }

    /// Returns whether all connections are those of a program that stands before the server.
    pub(crate) fn is_behind_proxy(&self) -> bool {
        self.proxied
    }

    /// From where a request comes: the last that the proxy before the server has seen, or the
    /// connection itself.
    pub(crate) fn address(&self, peer: Peer, headers: &HeaderMap) -> IpAddr {
        if !self.proxied {
            return peer.0;
        }
        let mut all = headers.get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok());
        let last = all.next_back().and_then(|value| value.rsplit(',').next());
        last.and_then(|text| text.trim().parse().ok()).unwrap_or(peer.0)
    }

    /// Returns whether the cookie of a request counts: a form or a picture on another page sends it
    /// along as well.
    pub(crate) fn may_use_cookie(&self, method: &Method, headers: &HeaderMap, socket: bool) -> bool {
        let changes = !matches!(*method, Method::GET | Method::HEAD) || socket;
        !self.public || !changes || headers.contains_key(header::ORIGIN)
    }

    pub(crate) fn is_host(&self, headers: &HeaderMap) -> bool {
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        host.is_some_and(|host| self.hosts.iter().any(|known| known.eq_ignore_ascii_case(host)))
    }

    /// Returns whether the request comes from an own page, or does not come from a page.
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

    /// Returns the token that a request shows as bearer.
    pub(crate) fn bearer<'a>(&self, headers: &'a HeaderMap) -> Option<&'a str> {
        headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "))
    }

    /// Returns the token or pass that a request shows, as cookie or as bearer.
    pub(crate) fn shown<'a>(&self, headers: &'a HeaderMap) -> Option<&'a str> {
        self.bearer(headers).or_else(|| cookie_named(headers, &self.cookie))
    }

    /// Returns the device cookie of a request.
    pub(crate) fn device<'a>(&self, headers: &'a HeaderMap) -> Option<&'a str> {
        cookie_named(headers, &format!("{}{DEVICE}", self.cookie))
    }

    /// Returns whether an answer gives another pass, or takes it away.
    pub(crate) fn gives_pass(&self, headers: &HeaderMap) -> bool {
        let mut given = headers.get_all(header::SET_COOKIE).iter().filter_map(|cookie| cookie.to_str().ok());
        given.any(|cookie| cookie.strip_prefix(&self.cookie).is_some_and(|rest| rest.starts_with('=')))
    }

    /// Returns the cookie that holds the token, or a pass.
    pub(crate) fn cookie(&self, pass: &str) -> String {
        if self.public {
            // Browsers take a cookie of this name only if it is secure and of the whole host.
            return format!("{}={pass}; HttpOnly; Secure; SameSite=Lax; Path=/; Max-Age={COOKIE_AGE}", self.cookie);
        }
        format!("{}={pass}; HttpOnly; SameSite=Strict; Path=/; Max-Age=31536000", self.cookie)
    }

    /// Returns the cookie by which a browser is known again. It stays when its owner goes.
    pub(crate) fn device_cookie(&self, given: &str) -> String {
        let name = format!("{}{DEVICE}", self.cookie);
        format!("{name}={given}; HttpOnly; Secure; SameSite=Strict; Path=/; Max-Age={DEVICE_AGE}")
    }

    /// Returns the cookie that takes the one with the pass away.
    pub(crate) fn no_cookie(&self) -> String {
        format!("{}=; HttpOnly; Secure; SameSite=Lax; Path=/; Max-Age=0", self.cookie)
    }
}

fn cookie_named<'a>(headers: &'a HeaderMap, wanted: &str) -> Option<&'a str> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|cookies| cookies.to_str().ok());
    let mut pairs = cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == wanted).map(|(_, value)| value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        pairs
            .iter()
            .map(|(name, value)| (header::HeaderName::from_static(name), header::HeaderValue::from_static(value)))
            .collect()
    }

    #[test]
    fn forwarded_addresses_are_accepted_from_the_proxy_alone() {
        let address: SocketAddr = ([127, 0, 0, 1], 8417).into();
        let peer = Peer(IpAddr::from([10, 0, 0, 1]));
        let guard = |proxied| Guard::public(address, "https://games.example", Vec::new(), proxied);
        let claimed = headers(&[("x-forwarded-for", "1.2.3.4, 5.6.7.8")]);
        assert_eq!(guard(false).address(peer, &claimed), peer.0);
        assert_eq!(
            guard(true).address(peer, &claimed),
            IpAddr::from([5, 6, 7, 8]),
            "what comes before the proxy anybody can write"
        );
        assert_eq!(guard(true).address(peer, &headers(&[("x-forwarded-for", "nonsense")])), peer.0);
    }

    #[test]
    fn a_cookie_is_accepted_from_own_pages_or_for_reads() {
        let guard = Guard::public(([127, 0, 0, 1], 8417).into(), "https://games.example", Vec::new(), false);
        let (own, none) = (headers(&[("origin", "https://games.example")]), HeaderMap::new());
        assert!(guard.may_use_cookie(&Method::GET, &none, false) && guard.may_use_cookie(&Method::POST, &own, false));
        assert!(!guard.may_use_cookie(&Method::POST, &none, false) && !guard.may_use_cookie(&Method::GET, &none, true));
        assert!(guard.is_origin(&Method::POST, &own, false));
        assert!(!guard.is_origin(&Method::POST, &headers(&[("origin", "https://evil.example")]), false));
        assert!(guard.cookie("x").starts_with("__Host-dagaz=x; HttpOnly; Secure; SameSite=Lax; Path=/"));
    }
}
