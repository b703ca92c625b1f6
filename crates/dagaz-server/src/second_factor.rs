//! Time-based one-time passwords (RFC 6238), recovery codes, and the QR code for an authenticator.
//!
//! The secret of an account is a keyed hash of its seed, with the key of the server. The seed alone
//! gives no codes. This module computes; `people/second_factor.rs` has the requests.

use std::io;

use dagaz_contract::second_factor::{QrCode, SecondFactorSetup};
use sha2::{Digest, Sha256};
use totp_rs::{Builder, Secret, Totp};

use crate::guard::Token;
use crate::tokens;

/// Recovery codes of an account.
const RECOVERY_CODES: usize = 10;

/// Letters of a recovery code, of five bits each.
const RECOVERY_LETTERS: usize = 16;

/// Letters between two hyphens of a recovery code.
const GROUP: usize = 4;

/// The text that a user types as a code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TypedCode {
    /// Six digits of an authenticator.
    Digits(String),
    /// A recovery code, without hyphens, in lower case.
    Recovery(String),
}

/// Returns what a typed text is; `None` if it cannot be a code.
pub(crate) fn typed(text: &str) -> Option<TypedCode> {
    const TEXT_BYTES: usize = 64;
    if text.len() > TEXT_BYTES {
        return None;
    }
    let plain: String =
        text.chars().filter(|one| !one.is_whitespace() && *one != '-').map(|one| one.to_ascii_lowercase()).collect();
    let is_ascii = plain.bytes().all(|byte| byte.is_ascii_alphanumeric());
    match plain.len() {
        6 if plain.bytes().all(|byte| byte.is_ascii_digit()) => Some(TypedCode::Digits(plain)),
        RECOVERY_LETTERS if is_ascii => Some(TypedCode::Recovery(plain)),
        _ => None,
    }
}

/// Returns the generator of an account: SHA-1, six digits, 30 seconds, one step of skew, which is
/// what all authenticators support.
fn totp(token: &Token, person: &str, seed: &str) -> Totp {
    let mut secret = [0; 20];
    secret.copy_from_slice(&token.mix(format!("second factor {person} {seed}").as_bytes())[..20]);
    Builder::new().with_secret(Secret::new_stack(secret)).build_noncompliant()
}

/// Returns the time step of a right code. `date` is in milliseconds since 1970.
pub(crate) fn step(token: &Token, person: &str, seed: &str, digits: &str, date: u64) -> Option<u64> {
    totp(token, person, seed).check(digits, date / 1_000)
}

/// Returns what an authenticator needs for an account with this name on this server.
pub(crate) fn setup(
    token: &Token,
    (person, name): (&str, &str),
    seed: &str,
    server: &str,
) -> io::Result<SecondFactorSetup> {
    let secret = totp(token, person, seed).secret().to_base32();
    let (server, name) = (percent(server), percent(name));
    let url =
        format!("otpauth://totp/{server}:{name}?secret={secret}&issuer={server}&algorithm=SHA1&digits=6&period=30");
    let picture = qr(&url)?;
    Ok(SecondFactorSetup { secret, url, picture })
}

/// Returns a text with all bytes but unreserved characters percent-encoded (RFC 3986).
fn percent(text: &str) -> String {
    let encode = |byte: u8| match byte {
        b'-' | b'.' | b'_' | b'~' => char::from(byte).to_string(),
        _ if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(encode).collect()
}

/// Returns a QR code: one subpath for each horizontal run of dark modules.
fn qr(text: &str) -> io::Result<QrCode> {
    let code = qrcode::QrCode::with_error_correction_level(text, qrcode::EcLevel::M);
    let code = code.map_err(|error| io::Error::other(error.to_string()))?;
    let size = code.width();
    let mut path = String::new();
    for (y, row) in code.to_colors().chunks(size).enumerate() {
        let mut x = 0;
        for run in row.chunk_by(|one, other| one == other) {
            if run[0] == qrcode::Color::Dark {
                path += &format!("M{x} {y}h{0}v1h-{0}z", run.len());
            }
            x += run.len();
        }
    }
    Ok(QrCode { size: size as u32, path })
}

/// Returns a new seed.
pub(crate) fn seed() -> io::Result<String> {
    tokens::random(16)
}

/// Returns new recovery codes as they are shown.
pub(crate) fn recovery_codes() -> io::Result<Vec<String>> {
    let code = |_| {
        let plain = tokens::random_letters::<RECOVERY_LETTERS>()?;
        let groups: Vec<&str> = (0..RECOVERY_LETTERS / GROUP).map(|at| &plain[at * GROUP..][..GROUP]).collect();
        Ok(groups.join("-"))
    };
    (0..RECOVERY_CODES).map(code).collect()
}

/// Returns the hash of a recovery code, without hyphens, that is stored. 80 random bits need no
/// slow hash.
pub(crate) fn recovery_hash(person: &str, plain: &str) -> [u8; 32] {
    Sha256::digest(format!("recovery {person} {plain}").as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn token() -> Token {
        Token::from_text(&"0".repeat(32)).expect("it is one")
    }

    /// Appendix B of RFC 6238, with six digits.
    #[test]
    fn codes_are_those_of_rfc_6238() {
        let totp = Builder::new().with_secret(Secret::new_stack(*b"12345678901234567890")).build_noncompliant();
        for (date, code) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ] {
            assert_eq!(totp.generate(date).to_string(), code);
        }
    }

    #[test]
    fn a_code_belongs_to_one_account_one_seed_one_key_and_ninety_seconds() {
        let (ours, date) = (token(), 1_700_000_010_000);
        let code = totp(&ours, "m1", "s").generate(date / 1_000).to_string();
        let at = |token: &Token, person: &str, seed: &str, date| step(token, person, seed, &code, date);
        assert_eq!(at(&ours, "m1", "s", date), Some(date / 30_000));
        assert_eq!(at(&ours, "m1", "s", date + 30_000), Some(date / 30_000), "a slow user");
        assert_eq!(at(&ours, "m1", "s", date - 30_000), Some(date / 30_000), "a clock that is late");
        for (person, seed, later) in [("m2", "s", 0), ("m1", "t", 0), ("m1", "s", 90_000)] {
            assert_eq!(at(&ours, person, seed, date + later), None, "{person} {seed} {later}");
        }
        assert_eq!(at(&Token::from_text(&"1".repeat(32)).expect("it is one"), "m1", "s", date), None);
    }

    #[test]
    fn typed_codes_may_have_spaces_hyphens_and_capitals() {
        assert_eq!(typed(" 123 456 "), Some(TypedCode::Digits("123456".to_string())));
        assert_eq!(typed("ABCD-2345-efgh-6789"), Some(TypedCode::Recovery("abcd2345efgh6789".to_string())));
        for wrong in ["", "12345", "1234567", "abcdef", "١٢٣٤٥٦", &"1".repeat(65), "abcd-2345-efgh-678é"] {
            assert_eq!(typed(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn an_authenticator_gets_an_address_that_names_server_and_account() {
        let made = setup(&token(), ("m1", "Ann é"), "s", "games.example.org:8000").expect("it is made");
        let expected = format!(
            "otpauth://totp/games.example.org%3A8000:Ann%20%C3%A9?secret={}&issuer=games.example.org%3A8000&algorithm=SHA1&digits=6&period=30",
            made.secret
        );
        assert_eq!(made.url, expected);
        assert!(
            made.secret.len() == 32
                && made.secret.bytes().all(|byte| b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".contains(&byte))
        );
        // The upper left finder pattern: seven dark modules, then one light.
        assert!(made.picture.path.starts_with("M0 0h7v1h-7z") && made.picture.size >= 21);
    }

    #[test]
    fn recovery_codes_are_distinct_and_are_read_as_they_are_shown() {
        let codes = recovery_codes().expect("randomness");
        let hashes: std::collections::HashSet<[u8; 32]> = codes
            .iter()
            .map(|code| match typed(code) {
                Some(TypedCode::Recovery(plain)) => recovery_hash("m1", &plain),
                other => panic!("{code}: {other:?}"),
            })
            .collect();
        assert_eq!(hashes.len(), RECOVERY_CODES);
    }
}
