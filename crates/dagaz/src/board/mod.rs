//! Draws a state on the terminal.
//!
//! Players are distinguished by colour and by upper and lower case, and more than two players by a
//! sign behind each piece, so that colours are not needed.

mod sheet;

use anstyle::{AnsiColor, Style};
use dagaz_core::{Game, Piece, PieceTypeId, PlayerId, PlayerKind, SiteId, State};
use dagaz_record::position::letters::marks;
use dagaz_record::{Keeper, kept};

use crate::output::{FAINT, HEADING, clean, styled};
use sheet::{Sheet, Sheets};

/// Colours of the players, in order. The first is the plain colour of the terminal, in bold.
const COLOURS: [Style; 7] = [
    Style::new().bold(),
    AnsiColor::Cyan.on_default(),
    AnsiColor::Yellow.on_default(),
    AnsiColor::Magenta.on_default(),
    AnsiColor::Green.on_default(),
    AnsiColor::Red.on_default(),
    AnsiColor::Blue.on_default(),
];
/// Characters across that sheets may take side by side.
const SCREEN: usize = 120;
/// Longest mark that is made from a name.
const MARK_MAX: usize = 3;

/// How one game is drawn.
pub(crate) struct Board<'a> {
    game: &'a dyn Game,
    sheets: Sheets,
    /// Characters of the widest mark.
    mark_width: usize,
    marks: Vec<String>,
    /// The players who may own pieces, in order.
    owners: Vec<PlayerId>,
    /// A sign behind the pieces of each owner; nothing if there are two at most.
    signs: Vec<Option<char>>,
    /// The first of the variables that say which sites have vanished, one for each site in order.
    closed: Option<usize>,
    /// For each site the variable that counts what lies there, if one does: seeds are no pieces.
    counts: Vec<Option<usize>>,
}

impl<'a> Board<'a> {
    /// Prepares to draw a game.
    pub(crate) fn new(game: &'a dyn Game, start: &State) -> Board<'a> {
        let glossary = game.glossary();
        let owners: Vec<PlayerId> = (0..glossary.players.len())
            .map(PlayerId::at)
            .filter(|&player| {
                glossary.players[player.index()].kind == PlayerKind::Chooser
                    || start.count_all(game.layout(), player) > 0
                    || game.layout().spec().supplies.iter().any(|piece| piece.owner == player)
            })
            .collect();
        let signs = signs(&owners.iter().map(|player| glossary.player(*player)).collect::<Vec<_>>());
        let marks = marks(glossary, MARK_MAX);
        let closed = (0..glossary.variables.len()).find(|&variable| {
            let of_first = kept(game, variable as u16);
            of_first == Some(("closed", Keeper::Site(SiteId(0))))
        });
        let mut counts = vec![None; game.topology().sites().len()];
        for variable in (0..glossary.variables.len()).rev() {
            match kept(game, variable as u16) {
                Some((name, Keeper::Site(site))) if name != "closed" => counts[site.index()] = Some(variable),
                _ => {}
            }
        }
        let mut board = Board { game, sheets: Sheets::default(), mark_width: 1, marks, owners, signs, closed, counts };
        let pieces = (0..board.marks.len())
            .flat_map(|kind| board.owners.iter().map(move |&owner| Piece { kind: PieceTypeId::at(kind), owner }));
        let digits = if board.counts.iter().any(Option::is_some) { 2 } else { 1 };
        let mark = pieces.map(|piece| board.mark(piece).chars().count()).max().unwrap_or(1).max(digits);
        board.mark_width = mark;
        board.sheets = Sheets::of(game.topology(), mark);
        board
    }

    /// Returns the letters of a piece.
    pub(crate) fn mark(&self, piece: Piece) -> String {
        let mark = self.marks.get(piece.kind.index()).map_or("?", String::as_str);
        let place = self.owners.iter().position(|owner| *owner == piece.owner).unwrap_or(self.owners.len());
        let lower = mark.to_lowercase();
        let mut text = if place % 2 == 0 { mark.to_string() } else { lower.clone() };
        match self.signs.get(place) {
            Some(Some(sign)) => text.push(*sign),
            // A mark without cases needs a sign to tell two players apart.
            _ if place % 2 == 1 && lower == mark => text.push('\''),
            _ => {}
        }
        clean(&text)
    }

    fn style(&self, owner: PlayerId) -> Style {
        COLOURS[owner.index().min(usize::from(u8::MAX)) % COLOURS.len()]
    }

    /// Returns the board, the supplies, and the pieces outside the board as text. `last` are the
    /// sites of the last move.
    pub(crate) fn draw(&self, state: &State, last: &[SiteId]) -> String {
        // Of a board without borders only what is in reach of the pieces is drawn.
        let in_reach = self.game.sites_in_reach(state).map(|reach| {
            let name = |site: SiteId| reach.contains(site).then(|| self.game.site_name(state, site).into_owned());
            Sheets::of_some(self.game.topology(), self.mark_width, &name)
        });
        let sheets = in_reach.as_ref().unwrap_or(&self.sheets);
        let blocks: Vec<Block> = sheets.sheets.iter().map(|sheet| self.sheet(sheet, state, last)).collect();
        let mut text = String::new();
        let mut line: Vec<&Block> = Vec::new();
        for block in &blocks {
            let taken: usize = line.iter().map(|block| block.width + 3).sum();
            if !line.is_empty() && taken + block.width > SCREEN {
                text += &side_by_side(&line);
                line.clear();
            }
            line.push(block);
        }
        text += &side_by_side(&line);
        let stands = |site: SiteId| {
            let piece = state.piece(site).map(|piece| self.named(piece));
            piece.or_else(|| self.count(state, site).map(|count| count.to_string()))
        };
        let beside: Vec<String> = sheets
            .beside
            .iter()
            .filter_map(|&site| Some((site, stands(site)?)))
            .map(|(site, what)| format!("{} {what}", clean(&self.game.site_name(state, site))))
            .collect();
        if !beside.is_empty() {
            text += &format!("Beside the board: {}\n", beside.join(", "));
        }
        text + &self.columns(state) + &self.supplies(state)
    }

    /// `Columns, the top first: c3 M m m`: what stands below the pieces that are drawn.
    fn columns(&self, state: &State) -> String {
        let layout = self.game.layout();
        if !layout.has_columns() {
            return String::new();
        }
        let columns: Vec<String> = self
            .game
            .topology()
            .site_ids()
            .filter(|site| state.height(layout, *site) > 1)
            .map(|site| {
                let pieces =
                    (0..state.height(layout, site)).filter_map(|level| state.piece_beneath(layout, site, level));
                let marks: Vec<String> =
                    pieces.map(|piece| styled(self.style(piece.owner), self.mark(piece))).collect();
                let marks = run_lengths(&marks).join(" ");
                format!("{} {marks}", clean(&self.game.site_name(state, site)))
            })
            .collect();
        match columns.is_empty() {
            true => String::new(),
            false => format!("Columns, the top first: {}\n", columns.join(", ")),
        }
    }

    fn named(&self, piece: Piece) -> String {
        let glossary = self.game.glossary();
        let name = format!("{} {}", glossary.player(piece.owner), glossary.piece(piece.kind));
        styled(self.style(piece.owner), clean(&name))
    }

    /// `White in hand: 9 Man`, a line for each player who has something.
    fn supplies(&self, state: &State) -> String {
        let (glossary, layout) = (self.game.glossary(), self.game.layout());
        let mut text = String::new();
        for player in (0..glossary.players.len()).map(PlayerId::at) {
            let mut kinds: Vec<PieceTypeId> = Vec::new();
            for piece in layout.spec().supplies.iter().filter(|piece| piece.owner == player) {
                if !kinds.contains(&piece.kind) && state.supply(layout, *piece) > 0 {
                    kinds.push(piece.kind);
                }
            }
            let held: Vec<String> = kinds
                .iter()
                .map(|&kind| {
                    let count = state.supply(layout, Piece { kind, owner: player });
                    format!("{count} {}", clean(glossary.piece(kind)))
                })
                .collect();
            if !held.is_empty() {
                let name = styled(self.style(player), clean(glossary.player(player)));
                text += &format!("{name} in hand: {}\n", held.join(", "));
            }
        }
        text
    }

    /// Returns how much lies on a site, if something is counted there.
    fn count(&self, state: &State, site: SiteId) -> Option<i32> {
        let variable = self.counts[site.index()]?;
        Some(state.variable(self.game.layout(), variable) as i32).filter(|count| *count != 0)
    }

    fn has_vanished(&self, state: &State, site: SiteId) -> bool {
        self.closed.is_some_and(|first| state.variable(self.game.layout(), first + site.index()) != 0)
    }

    fn sheet(&self, sheet: &Sheet, state: &State, last: &[SiteId]) -> Block {
        let margin = sheet.rows.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0);
        let indent = if margin > 0 { margin + 1 } else { 0 };
        let width = indent + sheet.width;
        let mut lines = Vec::new();
        if !sheet.caption.is_empty() {
            lines.push(StyledLine::plain(&sheet.caption, HEADING));
        }
        for (row, (label, places)) in sheet.rows.iter().enumerate() {
            let mut line = StyledLine::default();
            line.put(margin - label.chars().count(), label, FAINT);
            let mut strokes = sheet.lines.iter().filter(|(at, ..)| *at == row).peekable();
            for place in places {
                while let Some((_, column, stroke)) = strokes.next_if(|(_, column, _)| *column < place.column) {
                    line.draw(indent + column, *stroke);
                }
                let style_at = |style: Style| if last.contains(&place.site) { style.underline() } else { style };
                let column = indent + place.column;
                if sheet.named {
                    let name = clean(&self.game.site_name(state, place.site));
                    line.put(column, &name, FAINT);
                }
                let at = if sheet.named { line.length + 1 } else { column };
                let count = self.count(state, place.site);
                match state.piece(place.site) {
                    Some(piece) => line.put(at, &self.mark(piece), style_at(self.style(piece.owner))),
                    None if count.is_some() => {
                        line.put(at, &count.unwrap_or_default().to_string(), style_at(Style::new()));
                    }
                    None if self.has_vanished(state, place.site) => line.put(at, " ", style_at(FAINT)),
                    None => line.put(at, "·", style_at(FAINT)),
                }
            }
            strokes.for_each(|(_, column, stroke)| line.draw(indent + column, *stroke));
            lines.push(line);
        }
        if !sheet.below.is_empty() {
            let mut line = StyledLine::default();
            for (column, label) in &sheet.below {
                line.put(indent + column, label, FAINT);
            }
            lines.push(line);
        }
        Block { width, lines }
    }

    /// Who is who on the board.
    pub(crate) fn legend(&self) -> String {
        let glossary = self.game.glossary();
        let mut text = String::new();
        for (place, &owner) in self.owners.iter().enumerate() {
            let case = if place % 2 == 0 { "upper case" } else { "lower case" };
            let sign = self.signs.get(place).copied().flatten();
            let sign = sign.map_or(String::new(), |sign| format!(" with {sign} behind"));
            let name = styled(self.style(owner), clean(glossary.player(owner)));
            text += &format!("{name}: {case}{sign}\n");
        }
        let pieces: Vec<String> = self
            .marks
            .iter()
            .enumerate()
            .filter(|(kind, mark)| **mark != glossary.piece(PieceTypeId::at(*kind)).to_uppercase())
            .map(|(kind, mark)| format!("{} {}", clean(mark), clean(glossary.piece(PieceTypeId::at(kind)))))
            .collect();
        if !pieces.is_empty() {
            text += &format!("Pieces: {}\n", crate::output::wrapped(&pieces.join(", "), 96, "        "));
        }
        text
    }
}

/// Signs that tell more than two owners apart: the first letters of their names if these differ,
/// else numbers.
fn signs(names: &[&str]) -> Vec<Option<char>> {
    if names.len() <= 2 {
        return vec![None; names.len()];
    }
    let first: Vec<Option<char>> =
        names.iter().map(|name| name.chars().next().map(|c| c.to_ascii_lowercase())).collect();
    let distinct = (0..first.len()).all(|index| !first[..index].contains(&first[index]));
    if distinct {
        return first;
    }
    (1..=names.len()).map(|number| char::from_digit(number as u32 % 36, 36)).collect()
}

/// The same texts with a number before those that come several times in a row.
fn run_lengths(texts: &[String]) -> Vec<String> {
    let runs = texts.chunk_by(|a, b| a == b);
    runs.map(|run| if run.len() > 1 { format!("{}{}", run.len(), run[0]) } else { run[0].clone() }).collect()
}

/// A drawing of some lines.
struct Block {
    width: usize,
    lines: Vec<StyledLine>,
}

/// A line of styled characters.
#[derive(Default)]
struct StyledLine {
    text: String,
    /// Characters, without the codes of styles.
    length: usize,
}

impl StyledLine {
    fn plain(text: &str, style: Style) -> StyledLine {
        let mut line = StyledLine::default();
        line.put(0, &clean(text), style);
        line
    }

    /// Draws a character of a line between sites, where nothing has been written yet.
    fn draw(&mut self, column: usize, stroke: char) {
        if column >= self.length {
            self.put(column, stroke.encode_utf8(&mut [0; 4]), FAINT);
        }
    }

    /// Writes a text, at a column or at the end if that is further.
    fn put(&mut self, column: usize, text: &str, style: Style) {
        self.text += &" ".repeat(column.saturating_sub(self.length));
        self.length = self.length.max(column);
        if !text.is_empty() {
            self.text += &styled(style, text);
            self.length += text.chars().count();
        }
    }
}

fn side_by_side(blocks: &[&Block]) -> String {
    let height = blocks.iter().map(|block| block.lines.len()).max().unwrap_or(0);
    let mut text = String::new();
    for row in 0..height {
        let mut line = StyledLine::default();
        let mut column = 0;
        for block in blocks {
            if let Some(part) = block.lines.get(row) {
                line.text += &" ".repeat(column - line.length.min(column));
                line.length = line.length.max(column) + part.length;
                line.text += &part.text;
            }
            column += block.width + 3;
        }
        text += line.text.trim_end();
        text.push('\n');
    }
    text
}
