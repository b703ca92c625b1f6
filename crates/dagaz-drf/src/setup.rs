//! The start position.

use dagaz_core::{Piece, PieceTypeId, Placement, PlayerId, PlayerKind, Position, SiteId, SiteSet};

use super::environment::EnvId;
use super::initial_values::InitialValues;
use super::lower::Lower;
use dagaz_syntax::tree::NodeId;

impl Lower<'_> {
    /// Reads `(setup …)`: a diagram, pieces of players, pieces that all players have, or values of
    /// variables.
    pub(super) fn setup(&mut self) -> (Position, InitialValues) {
        let (mut setup, mut held) = (Position::default(), InitialValues::default());
        for clause in self.clauses_of("setup") {
            let parts = self.rest(clause);
            let pictures: Vec<NodeId> = parts.iter().copied().filter(|part| self.string(*part).is_some()).collect();
            if !pictures.is_empty() {
                self.picture(&pictures, &mut setup);
            }
            for &part in parts.iter().filter(|part| !pictures.contains(part)) {
                let entries = self.rest(part);
                let first = self.tree.members(part).next();
                let player = first.and_then(|node| self.player_named(node));
                match (self.head(part).map(str::to_string).as_deref(), player) {
                    (Some("each"), _) => {
                        let chooses = |place: &usize| self.players[*place].kind != PlayerKind::Random;
                        let players: Vec<usize> = (0..self.players.len()).filter(chooses).collect();
                        for player in players.into_iter().map(PlayerId::at) {
                            entries.iter().for_each(|entry| self.army(*entry, player, &mut setup));
                        }
                    }
                    (Some("nobody"), _) => {
                        entries.iter().for_each(|entry| self.army(*entry, PlayerId::NONE, &mut setup));
                    }
                    (_, Some(player)) => entries.iter().for_each(|entry| self.army(*entry, player, &mut setup)),
                    _ => self.variable_setup(part, &mut held),
                }
            }
        }
        (setup, held)
    }

    /// Returns how many pieces can stand on one another: as the rules say, or as many as there are
    /// in all.
    pub(super) fn levels(&self, setup: &Position) -> usize {
        let in_hands: u32 = setup.supplies.iter().map(|(_, count)| *count).sum();
        match self.columns {
            None => 1,
            Some(Some(most)) => most,
            Some(None) => (setup.pieces.len() + in_hands as usize).clamp(2, 1_000),
        }
    }

    /// `(Man a2 b2..h2 (row 1 3))`, `(Man 5 f1)` for columns, or `(hand (Man 9))`.
    fn army(&mut self, entry: NodeId, owner: PlayerId, setup: &mut Position) {
        if self.tree.word(entry).is_some() {
            self.wrong(entry, "pieces are set up in lists of their own", "`(Man a2 b2)`: a piece, and where it stands");
            return;
        }
        let parts = self.members(entry);
        let Some((&kind, places)) = parts.split_first() else { return };
        if self.text(kind) == "hand" {
            for &part in places {
                let pair = self.members(part);
                let kind = pair.first().and_then(|node| self.type_named(*node));
                let count = pair.get(1).and_then(|node| self.integer(*node));
                match (kind, count) {
                    (Some(kind), Some(count @ 0..=10_000)) => {
                        setup.supplies.push((Piece { kind, owner }, count as u32));
                    }
                    _ => self.wrong(part, "a hand holds pieces by number", "`(hand (Man 9))`"),
                }
            }
            return;
        }
        let Some(kind) = self.type_named(kind) else {
            self.no_piece(kind);
            return;
        };
        if !self.pieces[kind.index()].shape.is_empty() {
            for &place in places {
                let set = self.set(place, EnvId::EMPTY);
                let viewer = if owner == PlayerId::NONE { PlayerId(0) } else { owner };
                let sites = self.fixed(&set, viewer, place);
                self.lay_out(place, kind, owner, &sites, setup);
            }
            return;
        }
        let mut sites = SiteSet::empty(self.sites.len());
        let each = places.first().and_then(|node| self.integer(*node));
        if each.is_some() && self.columns.is_none() {
            let example =
                "`(columns)` in the board, where pieces may stand on one another; or the sites alone: `(Man a1 b1)`";
            self.wrong(entry, "on this board each site has room for one piece", example);
            return;
        }
        for &place in &places[usize::from(each.is_some())..] {
            let set = self.set(place, EnvId::EMPTY);
            let viewer = if owner == PlayerId::NONE { PlayerId(0) } else { owner };
            let more = self.fixed(&set, viewer, place);
            if let Some(twice) = more.iter().find(|site| sites.contains(*site)) {
                let name = self.sites[twice.index()].name.clone();
                self.wrong(place, &format!("`{name}` stands in this list already"), "each site once");
            }
            sites.unite(&more);
        }
        if let (Some(each), Some(Some(most))) = (each, self.columns)
            && each > most as i32
        {
            let message = format!("on this board no column is higher than {most}");
            self.wrong(entry, &message, &format!("at most {most}, or `(columns {each})` in the board"));
            return;
        }
        let piece = Piece { kind, owner };
        for site in sites.iter() {
            // Where a place is misspelt it may be any.
            let is_taken = || setup.pieces.iter().any(|placement| placement.site == site);
            if self.columns.is_none() && !self.diagnostics.has_errors() && is_taken() {
                let name = self.sites[site.index()].name.clone();
                let expected =
                    "one piece on each site; rows and zones are each player's own, and names of sites the same for all";
                self.wrong(entry, &format!("a piece stands on `{name}` already"), expected);
                return;
            }
            (0..each.unwrap_or(1).clamp(1, 1_000)).for_each(|_| place(setup, site, piece));
        }
    }

    /// A picture of the board: rows from the top, by `/` or string by string; letters of the first
    /// player are capital, of the second small; a number skips sites.
    fn picture(&mut self, strings: &[NodeId], setup: &mut Position) {
        let text: Vec<String> = strings.iter().filter_map(|node| self.string(*node)).map(str::to_string).collect();
        let text = text.join("/");
        let height = self.sites.iter().filter_map(|site| site.at.get(1)).max().map_or(1, |max| max + 1);
        let width = self.sites.iter().filter_map(|site| site.at.first()).max().map_or(1, |max| max + 1);
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() as i32 != height {
            let found = format!("{} rows", rows.len());
            self.wrong(
                strings[0],
                &format!("this picture has {found}, and the board has {height}"),
                "one row of the picture for each row of the board, the far one first",
            );
            return;
        }
        let letters: Vec<(String, PieceTypeId)> = self
            .letters
            .iter()
            .enumerate()
            .filter_map(|(kind, letter)| Some((letter.clone()?, PieceTypeId::at(kind))))
            .collect();
        let is_number = |(letter, _): &&(String, PieceTypeId)| letter.starts_with(|c: char| c.is_ascii_digit());
        if let Some((letter, _)) = letters.iter().find(is_number) {
            let message = format!("`{letter}` is a piece's letter, and in a picture so many empty sites");
            self.wrong(
                strings[0],
                &message,
                "letters that begin with no number, or the sites of each: `(White (Man a1 b1))`",
            );
            return;
        }
        for (index, row) in rows.into_iter().enumerate() {
            let y = height - 1 - index as i32;
            let mut x = 0;
            let mut rest = row;
            while let Some(first) = rest.chars().next() {
                let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
                if let Ok(skip) = digits.parse::<i32>() {
                    x = skip.saturating_add(x);
                    rest = &rest[digits.len()..];
                    continue;
                }
                let longest = |owner: PlayerId, cased: &dyn Fn(&str) -> String| {
                    let fitting = letters.iter().filter(|(letter, _)| rest.starts_with(&cased(letter)));
                    fitting
                        .max_by_key(|(letter, _)| letter.len())
                        .map(|(letter, kind)| (letter.len(), Piece { kind: *kind, owner }))
                };
                let upper = longest(PlayerId(0), &|letter| letter.to_uppercase());
                let lower = longest(PlayerId(1), &|letter| letter.to_lowercase());
                match upper.or(lower) {
                    Some((_, piece)) if !self.pieces[piece.kind.index()].shape.is_empty() => {
                        let name = self.pieces[piece.kind.index()].name.clone();
                        let message = format!("`{name}` covers several sites, which a picture cannot show as one");
                        self.wrong(strings[0], &message, "the sites of each: `(White (Beam a4..b4 d1..d2))`");
                        return;
                    }
                    Some((length, piece)) => {
                        let site = self
                            .sites
                            .iter()
                            .position(|site| site.at.first() == Some(&x) && site.at.get(1) == Some(&y));
                        match site {
                            Some(site) => place(setup, SiteId::at(site), piece),
                            // Told behind the row.
                            None if x >= width => {}
                            None => self.wrong(
                                strings[0],
                                &format!("row `{row}` puts `{first}` where the board has no site"),
                                "a number to skip such places",
                            ),
                        }
                        x += 1;
                        rest = &rest[length..];
                    }
                    None => {
                        let known: Vec<&str> = letters.iter().map(|(letter, _)| letter.as_str()).collect();
                        self.wrong(
                            strings[0],
                            &format!("`{first}` is no piece's letter"),
                            &match known.is_empty() {
                                true => "a letter that is given to a piece, as in `(piece King \"K\" …)`".to_string(),
                                false => format!(
                                    "the letters {}, numbers for empty sites and `/` between rows",
                                    known.join(", ")
                                ),
                            },
                        );
                        return;
                    }
                }
            }
            if x > width {
                let message = format!("row `{row}` has {x} places, and the board is {width} wide");
                self.wrong(strings[0], &message, "as many letters and empty places as the row has sites");
                return;
            }
        }
    }
}

fn place(setup: &mut Position, site: SiteId, piece: Piece) {
    setup.pieces.push(Placement { site, piece, attributes: Vec::new() });
}
