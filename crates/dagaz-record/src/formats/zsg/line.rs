//! One line of a saved game: what it says that happened, by the names of the game.

use dagaz_core::{Game, PieceTypeId, PlayerId, SiteId};

/// Something that a line says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Action {
    /// A piece goes from one site to another.
    Move { kind: PieceTypeId, from: SiteId, to: SiteId },
    /// A piece appears.
    Appear { owner: PlayerId, kind: PieceTypeId, site: SiteId },
    /// A piece is captured.
    Remove { site: SiteId },
    /// A piece becomes another type.
    Become { site: SiteId, kind: PieceTypeId },
    /// A piece gets another owner.
    Give { site: SiteId, owner: PlayerId },
    /// A piece goes over to the other side.
    Flip { site: SiteId },
    /// An attribute, by its number in records, is set.
    Set { site: SiteId, number: u32, value: i32 },
}

/// One step as recorded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Recorded {
    /// The number of the class of moves with which the piece continues.
    pub(super) partial: Option<u32>,
    /// Whether it is a pass.
    pub(super) pass: bool,
    /// What happened.
    pub(super) actions: Vec<Action>,
}

/// A word that cannot stand where it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BadWord {
    /// Where it begins, in bytes of the line.
    pub(crate) byte: usize,
    /// What is wrong.
    pub(crate) message: String,
}

/// The words of a line, each with the byte at which it begins.
pub(super) fn words(line: &str) -> Vec<(usize, &str)> {
    let start = line.as_ptr() as usize;
    line.split_whitespace().map(|word| (word.as_ptr() as usize - start, word)).collect()
}

/// Reads the step that a line tells, without its number.
pub(super) fn parse(game: &dyn Game, line: &str) -> Result<Recorded, BadWord> {
    let words = words(line);
    let mut parser = Parser { game, end: line.len(), words: &words, next: 0 };
    let mut recorded = Recorded::default();
    if parser.word(0) == Some("partial") {
        recorded.partial = Some(parser.number(1)?);
        parser.next = 2;
    }
    if words.len() == parser.next + 1 && parser.word(0) == Some("Pass") {
        recorded.pass = true;
        return Ok(recorded);
    }
    // A step without a text.
    if parser.word(0) == Some("Nothing") && parser.piece(0).is_none() {
        return Ok(recorded);
    }
    let mut last = None;
    while parser.next < words.len() {
        parser.action(&mut recorded.actions, &mut last)?;
    }
    if recorded.actions.is_empty() {
        return Err(parser.bad(0, "a move is expected"));
    }
    Ok(recorded)
}

/// A word for a message, which must not be longer than the rest of it.
fn short(word: &str) -> String {
    const SHOWN: usize = 40;
    if word.chars().count() > SHOWN {
        word.chars().take(SHOWN).chain("…".chars()).collect()
    } else {
        word.to_string()
    }
}

struct Parser<'a> {
    game: &'a dyn Game,
    end: usize,
    words: &'a [(usize, &'a str)],
    next: usize,
}

impl<'a> Parser<'a> {
    fn word(&self, ahead: usize) -> Option<&'a str> {
        self.words.get(self.next + ahead).map(|(_, word)| *word)
    }

    fn site(&self, ahead: usize) -> Option<SiteId> {
        self.game.topology().site_named(self.word(ahead)?)
    }

    fn piece(&self, ahead: usize) -> Option<PieceTypeId> {
        self.game.glossary().piece_named(self.word(ahead)?)
    }

    fn player(&self, ahead: usize) -> Option<PlayerId> {
        self.game.glossary().player_named(self.word(ahead)?)
    }

    fn bad(&self, ahead: usize, message: impl Into<String>) -> BadWord {
        let byte = self.words.get(self.next + ahead).map_or(self.end, |(byte, _)| *byte);
        BadWord { byte, message: message.into() }
    }

    fn number<N: std::str::FromStr>(&self, ahead: usize) -> Result<N, BadWord> {
        let number = self.word(ahead).and_then(|word| word.parse().ok());
        number.ok_or_else(|| self.bad(ahead, "a number is expected"))
    }

    fn expect_site(&self, ahead: usize) -> Result<SiteId, BadWord> {
        self.site(ahead).ok_or_else(|| match self.word(ahead) {
            Some(word) => self.bad(ahead, format!("the board has no site `{}`", short(word))),
            None => self.bad(ahead, "a site is expected"),
        })
    }

    fn is_move(&self, ahead: usize) -> bool {
        let sign = self.word(ahead + 2);
        self.piece(ahead).is_some() && self.site(ahead + 1).is_some() && matches!(sign, Some("-" | "x"))
    }

    fn is_drop(&self, ahead: usize) -> bool {
        self.player(ahead).is_some() && self.piece(ahead + 1).is_some() && self.site(ahead + 2).is_some()
    }

    /// Reads one action, which may say the same of several sites. `last` is the site named last.
    fn action(&mut self, actions: &mut Vec<Action>, last: &mut Option<SiteId>) -> Result<(), BadWord> {
        let word = self.word(0).unwrap_or_default();
        if self.is_move(0)
            && let (Some(kind), Some(from)) = (self.piece(0), self.site(1))
        {
            let to = self.expect_site(3)?;
            actions.push(Action::Move { kind, from, to });
            (self.next, *last) = (self.next + 4, Some(to));
        } else if self.is_drop(0)
            && let (Some(owner), Some(kind), Some(site)) = (self.player(0), self.piece(1), self.site(2))
        {
            actions.push(Action::Appear { owner, kind, site });
            (self.next, *last) = (self.next + 3, Some(site));
        } else if matches!(word, "x" | "flip") {
            let site = self.expect_site(1)?;
            actions.push(if word == "x" { Action::Remove { site } } else { Action::Flip { site } });
            (self.next, *last) = (self.next + 2, Some(site));
        } else if word == "@" {
            let (site, number, value) = (self.expect_site(1)?, self.number(2)?, self.number(3)?);
            actions.push(Action::Set { site, number, value });
            (self.next, *last) = (self.next + 4, Some(site));
        } else if word == "=" {
            self.change(actions, last)?;
        } else if self.player(0).is_some() && self.word(1).is_some() {
            let (ahead, what) = if self.piece(1).is_none() { (1, "piece type") } else { (2, "site") };
            let found = self.word(ahead).map_or(String::new(), |word| format!(", but `{}` is none", short(word)));
            return Err(self.bad(ahead, format!("a {what} is expected{found}")));
        } else if self.piece(0).is_some() {
            self.expect_site(1)?;
            return Err(self.bad(2, "`-` or `x` is expected"));
        } else {
            return Err(self.bad(0, format!("`{}` is no piece type, no player and no sign of this game", short(word))));
        }
        Ok(())
    }

    /// `= King on e5 d4`, `= White`.
    fn change(&mut self, actions: &mut Vec<Action>, last: &mut Option<SiteId>) -> Result<(), BadWord> {
        let (kind, owner) = (self.piece(1), self.player(1));
        if kind.is_none() && owner.is_none() {
            return Err(self.bad(1, "a piece type or a player is expected"));
        }
        self.next += 2;
        let mut sites = Vec::new();
        if self.word(0) == Some("on") {
            sites.push(self.expect_site(1)?);
            self.next += 2;
            while !self.is_move(0)
                && !self.is_drop(0)
                && let Some(site) = self.site(0)
            {
                sites.push(site);
                self.next += 1;
            }
        } else {
            sites.push(last.ok_or_else(|| self.bad(0, "`on` is expected"))?);
        }
        *last = sites.last().copied();
        actions.extend(sites.into_iter().map(|site| match (kind, owner) {
            (Some(kind), _) => Action::Become { site, kind },
            (None, owner) => Action::Give { site, owner: owner.unwrap_or(PlayerId::NONE) },
        }));
        Ok(())
    }
}
