//! The position as text, and back.

use std::fmt::Write as _;

use crate::board::SiteType;

use super::position::Token;
use super::run::Run;

impl Run<'_> {
    /// Returns the position as text: `SITE=WHAT` for each piece, with level, count, state, rotation
    /// and value.
    pub fn position_text(&self) -> String {
        let ground = &self.rules.ground;
        let mut out = String::new();
        for ty in SiteType::ALL {
            if !ground.types().any(|one| one == ty) {
                continue;
            }
            let letter = match (ty == ground.default_type, ty) {
                (true, _) => "",
                (_, SiteType::Cell) => "C",
                (_, SiteType::Vertex) => "V",
                (_, SiteType::Edge) => "E",
            };
            for site in 0..ground.size(ty) {
                if let Some(slot) = ground.slot(ty, site as i32) {
                    self.slot_text(slot, letter, &mut out);
                }
            }
        }
        for container in ground.equipment.containers.iter().skip(1) {
            for site in container.from..container.from + container.sites {
                self.slot_text(site as usize, "", &mut out);
            }
        }
        out
    }

    fn slot_text(&self, slot: usize, letter: &str, out: &mut String) {
        let site = self.rules.ground.number(slot);
        if self.rules.stacking {
            for (level, token) in self.position.stacks[slot].iter().enumerate() {
                self.token_text(&format!("{letter}{site}^{level}"), token, 1, out);
            }
        } else if self.position.top[slot].what != 0 {
            let (token, count) = (self.position.top[slot], self.position.count[slot]);
            self.token_text(&format!("{letter}{site}"), &token, count, out);
        }
    }

    fn token_text(&self, place: &str, token: &Token, count: i32, out: &mut String) {
        let blank = if out.is_empty() { "" } else { " " };
        let _ = write!(out, "{blank}{place}={}", token.what);
        for (letter, value, least) in [
            ("x", count, i32::from(count == 1) * i32::MAX),
            ("s", token.state, 1),
            ("r", token.rotation.into(), 1),
            ("v", token.value, 1),
        ] {
            if value >= least && (letter != "x" || count != 1) {
                let _ = write!(out, "{letter}{value}");
            }
        }
    }

    /// Puts the pieces of a text on the board in place of those that are there; `false` if the text
    /// is none.
    pub fn set_position(&mut self, text: &str) -> bool {
        for slot in 0..self.rules.ground.slots {
            if self.rules.stacking {
                while self.position.pop(slot).is_some() {}
            } else {
                self.position.put(slot, Token::default(), 0);
            }
        }
        text.split_whitespace().all(|entry| self.set_entry(entry).is_some())
    }

    fn set_entry(&mut self, entry: &str) -> Option<()> {
        let (place, piece) = entry.split_once('=')?;
        let place = place.split('^').next()?;
        let (ty, number) = match place.as_bytes().first()? {
            b'C' => (SiteType::Cell, &place[1..]),
            b'V' => (SiteType::Vertex, &place[1..]),
            b'E' => (SiteType::Edge, &place[1..]),
            _ => (self.rules.ground.default_type, place),
        };
        let slot = self.slot(ty, number.parse().ok()?)?;
        let mut token = Token::default();
        let mut count = 1;
        let digits = |text: &str| text.find(|c: char| !c.is_ascii_digit() && c != '-').unwrap_or(text.len());
        let end = digits(piece);
        token.what = piece[..end].parse().ok()?;
        if usize::from(token.what) >= self.rules.components.len() {
            return None;
        }
        let mut rest = &piece[end..];
        while let Some(letter) = rest.chars().next() {
            rest = &rest[1..];
            let end = digits(rest);
            let value: i32 = rest[..end].parse().ok()?;
            rest = &rest[end..];
            match letter {
                'x' => count = value,
                's' => token.state = value,
                'r' => token.rotation = value as i16,
                'v' => token.value = value,
                _ => return None,
            }
        }
        if self.rules.stacking {
            for _ in 0..count {
                self.position.push(slot, token);
            }
        } else {
            self.position.put(slot, token, count);
        }
        Some(())
    }
}
