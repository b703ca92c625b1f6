//! Session tokens as text: the contents of a cookie.
//!
//! A member's token is 256 random bits, of which the register keeps the hash. A guest's token is
//! 128 random bits with the date of issue, under the server's seal: nothing is stored about guests,
//! and only the server can make one.

use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::guard::Token;
use dagaz_table::hex;

/// Milliseconds of a day.
pub(crate) const DAY: u64 = 24 * 3_600_000;

/// Days for which a guest's pass holds.
const GUEST_DAYS: u64 = 180;

/// Letters of ids.
const LETTERS: &[u8; 32] = b"23456789abcdefghijkmnpqrstuvwxyz";

/// Hexadecimal digits of a guest's random part, of the day, and of the seal.
const GUEST_PARTS: [usize; 3] = [32, 8, 32];

/// The presented token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shown<'a> {
    /// A member's pass.
    Member(&'a str),
    /// A guest's, with a good seal: the random part.
    Guest(&'a str),
    /// Neither: damaged, forged or too old.
    Nothing,
}

/// Random bytes as hexadecimal digits. An error if the system has none to give.
pub(crate) fn random(bytes: usize) -> std::io::Result<String> {
    let mut all = [0; 32];
    let part = &mut all[..bytes];
    getrandom::fill(part).map_err(|error| std::io::Error::other(error.to_string()))?;
    Ok(hex(part))
}

/// Returns random letters, five bits in each.
pub(crate) fn random_letters<const N: usize>() -> std::io::Result<String> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| std::io::Error::other(error.to_string()))?;
    Ok(letters(&bytes))
}

/// Returns a new pass of a member.
pub(crate) fn member() -> std::io::Result<String> {
    Ok(format!("m{}", random(32)?))
}

/// Returns a new name of a family, or of an account.
pub(crate) fn family() -> std::io::Result<String> {
    random(16)
}

/// Returns a new id of an account.
pub(crate) fn person() -> std::io::Result<String> {
    Ok(format!("m{}", random_letters::<12>()?))
}

/// Returns the hash of a session token that is stored.
pub(crate) fn hash(pass: &str) -> [u8; 32] {
    Sha256::digest(pass.as_bytes()).into()
}

fn seal(token: &Token, body: &str) -> String {
    hex(&token.mix(format!("guest {body}").as_bytes())[..GUEST_PARTS[2] / 2])
}

/// Returns a new pass of a guest, given out now.
pub(crate) fn guest(token: &Token, now: u64) -> std::io::Result<String> {
    let body = format!("{}{:08x}", random(GUEST_PARTS[0] / 2)?, now / DAY);
    Ok(format!("g{body}{}", seal(token, &body)))
}

/// What a text that is shown as a pass is.
pub(crate) fn read<'a>(token: &Token, text: &'a str, now: u64) -> Shown<'a> {
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
    if text.strip_prefix('m').is_some_and(|rest| rest.len() == 64 && digits(rest)) {
        return Shown::Member(text);
    }
    let [random, day, sealed] = GUEST_PARTS;
    let Some(rest) = text.strip_prefix('g').filter(|rest| rest.len() == random + day + sealed && digits(rest)) else {
        return Shown::Nothing;
    };
    let (body, shown) = rest.split_at(random + day);
    let good: bool = seal(token, body).as_bytes().ct_eq(shown.as_bytes()).into();
    let (random, day) = body.split_at(random);
    let given = u64::from_str_radix(day, 16).unwrap_or(0);
    if good && (now / DAY).saturating_sub(given) < GUEST_DAYS { Shown::Guest(random) } else { Shown::Nothing }
}

/// Letters of a guest's id behind the first.
const GUEST_LETTERS: usize = 12;

/// Returns the id of a guest. It follows from the pass, and the pass does not follow from it.
pub(crate) fn guest_id(token: &Token, random: &str) -> String {
    format!("g{}", letters(&token.mix(format!("guest id {random}").as_bytes())[..GUEST_LETTERS]))
}

/// Returns whether a text can be the id of a guest. Existing guests are unknown.
pub fn is_guest(id: &str) -> bool {
    let rest = id.strip_prefix('g').map(str::as_bytes);
    rest.is_some_and(|rest| rest.len() == GUEST_LETTERS && rest.iter().all(|letter| LETTERS.contains(letter)))
}

/// Returns whether an id is that of an account.
pub(crate) fn is_member(id: &str) -> bool {
    id.starts_with('m')
}

/// Returns the name of a guest.
pub(crate) fn guest_name(id: &str) -> String {
    format!("Guest-{}", id.get(1..6).unwrap_or_default())
}

fn letters(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| LETTERS[usize::from(byte % 32)] as char).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn token(text: &str) -> Token {
        Token::from_text(&text.repeat(32)).expect("it is one")
    }

    #[test]
    fn only_the_server_makes_passes_of_guests_and_they_end() {
        let (ours, theirs) = (token("a"), token("b"));
        let pass = guest(&ours, 10 * DAY).expect("randomness");
        let Shown::Guest(random) = read(&ours, &pass, 10 * DAY) else { panic!("it is good") };
        assert_eq!(read(&theirs, &pass, 10 * DAY), Shown::Nothing);
        assert!(matches!(read(&ours, &pass, (10 + GUEST_DAYS - 1) * DAY), Shown::Guest(_)));
        assert_eq!(read(&ours, &pass, (10 + GUEST_DAYS) * DAY), Shown::Nothing);
        let id = guest_id(&ours, random);
        assert!(!id.contains(&random[..6]) && is_guest(&id));
        for wrong in ["", "g", "Guest-abcde", &id[1..], &format!("{id}2"), &id.to_uppercase(), &id.replace('g', "m")] {
            assert!(!is_guest(wrong), "{wrong}");
        }
        // Every change of a letter, a later day among them, breaks the seal.
        for at in 1..pass.len() {
            let mut changed = pass.clone().into_bytes();
            changed[at] = if changed[at] == b'0' { b'1' } else { b'0' };
            let changed = String::from_utf8(changed).expect("ASCII");
            assert_eq!(read(&ours, &changed, 10 * DAY), Shown::Nothing, "letter {at}");
        }
    }

    #[test]
    fn only_an_empty_move_is_a_pass() {
        for text in
            ["", "g", "m", "mm", &"m".repeat(65), &format!("m{}", "G".repeat(64)), &format!("x{}", "0".repeat(64)), "é"]
        {
            assert_eq!(read(&token("a"), text, 0), Shown::Nothing, "{text}");
        }
        let pass = member().expect("randomness");
        assert_eq!(read(&token("a"), &pass, 0), Shown::Member(&pass));
    }
}
