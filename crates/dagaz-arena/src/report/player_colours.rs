//! The colour and the shape of each player, the same as in the web application: never a colour
//! alone.

use maud::{Markup, html};

/// Words for colours, and which of the colours they are.
const COLOURS: [(&[&str], usize); 5] = [
    (&["red", "orange", "attacker", "attackers"], 0),
    (&["blue", "cyan"], 1),
    (&["yellow", "gold"], 2),
    (&["purple", "violet", "pink", "magenta"], 3),
    (&["green"], 4),
];
const LIGHT: &[&str] = &["white", "light", "ivory", "first", "south", "sente", "player1", "player 1"];
const DARK: &[&str] = &["black", "dark", "ink", "second", "north", "gote", "player2", "player 2"];

/// The outlines of marks in a box of 20 about the centre.
const MARKS: [&str; 8] = [
    "M-8.5 0a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0 -17 0Z",
    "M0 -10.5L10.5 0L0 10.5L-10.5 0Z",
    "M0 -10L10.5 8.5H-10.5Z",
    "M-8 -8H8V8H-8Z",
    "M-9 -4H-4V-9H4V-4H9V4H4V9H-4V4H-9Z",
    "M0 -11L3 -3.4L11 -3.4L4.8 1.6L7 9.4L0 4.8L-7 9.4L-4.8 1.6L-11 -3.4L-3 -3.4Z",
    "M-10 -3.5H10V3.5H-10Z",
    "M-8.5 0a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0 -17 0ZM-4 0a4 4 0 1 1 8 0a4 4 0 1 1 -8 0Z",
];

/// How a player is painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Paint {
    /// The class that carries the colours: `p1`, `p2`, `c1` to `c5`.
    pub(super) class: &'static str,
    mark: usize,
}

/// How the players who choose are painted, by their names.
pub(super) fn paints(names: &[&str]) -> Vec<Paint> {
    let is = |name: &str, words: &[&str]| words.iter().any(|word| name.eq_ignore_ascii_case(word));
    let colour = |name: &str| COLOURS.iter().find(|(words, _)| is(name, words)).map(|(_, colour)| *colour);
    let any_dark = names.iter().any(|name| is(name, DARK));
    // Red and Black are a light and a dark army.
    let pair = names.len() == 2 && names.iter().any(|name| is(name, DARK) || is(name, LIGHT));
    let coloured = names.len() > 2 || names.iter().any(|name| colour(name).is_some());
    let mut used: Vec<usize> = names.iter().filter_map(|name| colour(name)).collect();
    let mut found = Vec::new();
    for (seat, name) in names.iter().enumerate() {
        let named = colour(name);
        if pair || !coloured {
            let ink = is(name, DARK) || !is(name, LIGHT) && named.is_none() && seat % 2 == 1 && !any_dark;
            found.push(match named {
                Some(colour) if !ink => Paint::of(colour),
                _ => Paint { class: if ink { "p2" } else { "p1" }, mark: 0 },
            });
            continue;
        }
        let free = (0..MARKS.len()).map(|step| (seat + step) % MARKS.len()).find(|colour| !used.contains(colour));
        let chosen = named.or(free).unwrap_or(seat % MARKS.len());
        used.push(chosen);
        found.push(Paint::of(chosen));
    }
    found
}

impl Paint {
    fn of(colour: usize) -> Paint {
        Paint { class: ["c1", "c2", "c3", "c4", "c5"][colour % 5], mark: colour % MARKS.len() }
    }

    /// Returns the mark next to a name.
    pub(super) fn mark(&self) -> Markup {
        html! {
            svg.mark viewBox="-13 -13 26 26" aria-hidden="true" { path class=(self.class) d=(MARKS[self.mark]) {} }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn player_colours_match_the_web_application() {
        let classes = |names: &[&str]| paints(names).iter().map(|paint| paint.class).collect::<Vec<_>>();
        assert_eq!(classes(&["White", "Black"]), ["p1", "p2"]);
        assert_eq!(classes(&["South", "East"]), ["p1", "p2"]);
        assert_eq!(classes(&["Red", "Black"]), ["c1", "p2"]);
        assert_eq!(classes(&["Red", "Blue"]), ["c1", "c2"]);
        assert_eq!(classes(&["A", "B", "Red", "D"]), ["c2", "c3", "c1", "c4"]);
        // Nine players: marks repeat, nothing breaks.
        assert_eq!(paints(&["1"; 9]).len(), 9);
    }
}
