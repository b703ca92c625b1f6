//! Match files: `.mat`.
//!
//! A file has a line `N point match` and games, each with the names of both players and a line for
//! each pair of turns: `1) 31: 8/5 6/5    52: 13/8 24/22`. Lines that begin with `;` hold tags.
//! The cube is kept as comments, since the rules have none; `Drops` and `Wins` give the result. The
//! length of the match, the points before a game and those won are the tags `MatchLength`, `Score`
//! and `Points`: the rules count none of them.

use dagaz_core::{CompactSort, Game, Verdict};

use super::turn::{Draft, Said, point};
use super::{Board, WHICH};
use crate::cursor::Cursor;
use crate::faults::Faults;
use crate::formats::{WriteFault, Written, left_out_of};
use crate::reading::{ReadLimits, Reading, RecordFaultKind, TAGS};
use crate::tree::GameTree;

/// Where the turns of the second player begin in a line, in characters.
const SECOND: usize = 34;
/// The names of tags in match files, and in PGN.
const NAMES: [(&str, &str); 2] = [("EventDate", "Date"), ("EventTime", "Time")];

/// The tag of the points for which a match is played.
const LENGTH: &str = "MatchLength";
/// The tag of the points of both players before a game: `2-1`.
const SCORE: &str = "Score";
/// The tag of the points that a game was won by.
const POINTS: &str = "Points";

/// Whether a text looks like a match file.
pub fn is_mat(text: &str) -> bool {
    const LINES: usize = 40;
    let head = |line: &str| {
        let line = line.trim().trim_start_matches(|c: char| c.is_ascii_digit());
        line.trim_start() == "point match"
    };
    text.lines().take(LINES).any(head)
}

/// Returns the bytes at which the games of a text begin.
pub(crate) fn game_begins(text: &str) -> Vec<usize> {
    let mut at = 0;
    let mut begins = Vec::new();
    for line in text.split_inclusive('\n') {
        if is_game(line.trim()) {
            begins.push(at);
        }
        at += line.len();
    }
    begins
}

/// Returns the names of the players of the first game.
pub(crate) fn players(text: &str) -> Vec<String> {
    let names = text.lines().skip_while(|line| !is_game(line.trim())).nth(1).unwrap_or_default();
    let Some((first, rest)) = names.split_once(':') else { return Vec::new() };
    let second = rest.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
    let second = second.split(':').next().unwrap_or_default();
    [first, second].map(|name| name.trim().to_string()).into_iter().filter(|name| !name.is_empty()).collect()
}

/// `Game 12`.
fn is_game(line: &str) -> bool {
    line.strip_prefix("Game ").is_some_and(|number| number.trim().chars().all(|c| c.is_ascii_digit()))
}

/// Reads games in this format.
pub fn read(game: &dyn Game, text: &str, limits: &ReadLimits) -> Reading {
    let Some(board) = Board::of(game) else {
        return Reading::refused(text, RecordFaultKind::Setup, WriteFault::NotThisGame(WHICH).to_string());
    };
    if text.len() > limits.bytes {
        let message = format!("the file has more than {} bytes", limits.bytes);
        return Reading::refused(text, RecordFaultKind::Limit, message);
    }
    let mut reader = Reader {
        board: &board,
        limits,
        faults: Faults::new(limits.faults),
        games: Vec::new(),
        draft: None,
        named: false,
        winner: None,
        tags: Vec::new(),
    };
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if !reader.line(at, line.trim_end()) {
            break;
        }
        at += line.len();
    }
    reader.end_game();
    reader.faults.reading(text, reader.games)
}

struct Reader<'a> {
    board: &'a Board<'a>,
    limits: &'a ReadLimits,
    faults: Faults,
    games: Vec<GameTree>,
    draft: Option<Draft<'a>>,
    /// Whether the players of the game are named.
    named: bool,
    winner: Option<usize>,
    /// The tags of the file, which hold for all its games.
    tags: Vec<(String, String)>,
}

impl<'a> Reader<'a> {
    /// Reads a line; false if there are too many games.
    fn line(&mut self, at: usize, line: &str) -> bool {
        let inner = line.trim_start();
        let at_inner = at + line.len() - inner.len();
        if inner.is_empty() {
        } else if let Some(length) = inner.strip_suffix("point match") {
            // A match of 0 points is a series of games for money.
            let length = length.trim().parse::<u32>().ok().filter(|length| *length > 0);
            let known = self.tags.iter().any(|(name, _)| name == LENGTH);
            self.tags.extend(length.filter(|_| !known).map(|length| (LENGTH.to_string(), length.to_string())));
        } else if let Some(tag) = inner.strip_prefix(';') {
            self.tag(at_inner, tag.trim());
        } else if is_game(inner) {
            self.end_game();
            if self.games.len() >= self.limits.games {
                let message = format!("there are more than {} games; what follows is not read", self.limits.games);
                self.faults.limit(at_inner, message);
                return false;
            }
            self.draft = Some(Draft::new(self.board, self.limits, self.games.len()));
            self.named = false;
        } else if self.draft.is_none() {
            self.faults.form(at_inner, "a game begins with its number: `Game 1`");
        } else if !std::mem::replace(&mut self.named, true) {
            self.names(at_inner, inner);
        } else {
            self.turns(at, line);
        }
        true
    }

    /// `[Event "Cup"]`.
    fn tag(&mut self, at: usize, tag: &str) {
        let inner = tag.strip_prefix('[').and_then(|tag| tag.strip_suffix(']'));
        let Some((name, value)) = inner.and_then(|inner| inner.split_once(' ')) else { return };
        let value = value.trim().trim_matches('"').trim();
        let known = NAMES.iter().find(|(theirs, _)| *theirs == name).map_or(name, |(_, ours)| ours);
        // The names of the players stand in every game.
        if value.is_empty() || known.starts_with("Player") || [LENGTH, SCORE, POINTS].contains(&known) {
            return;
        }
        if value.len() > self.limits.text {
            self.faults.limit(at, format!("a text has more than {} bytes; it is left out", self.limits.text));
        } else if self.tags.len() < TAGS && self.tags.iter().all(|(other, _)| other != known) {
            self.tags.push((known.to_string(), value.to_string()));
        }
    }

    /// `gnubg : 0                      ann : 0`.
    fn names(&mut self, at: usize, line: &str) {
        let Some(draft) = &mut self.draft else { return };
        let mut rest = line;
        let mut score: Vec<u32> = Vec::new();
        for player in self.board.players {
            let Some((name, after)) = rest.split_once(" : ").or_else(|| rest.split_once(':')) else {
                self.faults.form(at, "both players and their points are expected: `ann : 0   ben : 0`");
                return;
            };
            let name = name.trim();
            if name.len() > self.limits.text {
                self.faults.limit(at, format!("a text has more than {} bytes; it is left out", self.limits.text));
            } else if !self.board.game.glossary().player(player).eq(name) {
                draft.tree.facts.seat_mut(player.index()).name = name.to_string();
            }
            let after = after.trim_start();
            rest = after.trim_start_matches(|c: char| c.is_ascii_digit());
            score.extend(after[..after.len() - rest.len()].parse::<u32>());
            rest = rest.trim_start();
        }
        if let [one, other] = score[..]
            && one + other > 0
        {
            draft.tree.facts.set_tag(SCORE, format!("{one}-{other}"));
        }
    }

    /// `12) 31: 8/5 6/5             52: 13/8 24/22`, or `Wins 1 point`.
    fn turns(&mut self, at: usize, line: &str) {
        let (begin, numbered) = match line.split_once(')') {
            Some((number, _)) if number.trim().chars().all(|c| c.is_ascii_digit()) => (number.len() + 1, true),
            _ => (0, false),
        };
        let mut heads: Vec<usize> = Vec::new();
        for (place, word) in words(line, begin) {
            let dice = word.len() == 3 && word.ends_with(':') && word[..2].bytes().all(|c| c.is_ascii_digit());
            let says = matches!(word, "Doubles" | "Takes" | "Drops" | "Wins" | "Cannot" | "Resigns");
            if dice || says {
                heads.push(place);
            } else if heads.is_empty() {
                self.faults.form(at + place, "a throw is expected, as in `31: 8/5 6/5`");
                return;
            }
        }
        for (index, &place) in heads.iter().enumerate() {
            let end = heads.get(index + 1).copied().unwrap_or(line.len());
            // One turn alone is the second player's if it stands in the right half.
            let column = line[..place].chars().count();
            let second = index == 1 || heads.len() == 1 && column >= if numbered { SECOND / 2 } else { SECOND };
            self.turn(at + place, usize::from(second), line[place..end].trim());
        }
    }

    fn turn(&mut self, at: usize, player: usize, text: &str) {
        let Some(draft) = &mut self.draft else { return };
        match text.split(' ').next().unwrap_or_default() {
            "Wins" => {
                self.winner = Some(player);
                let points = text.split(' ').nth(1).and_then(|points| points.parse::<u32>().ok());
                if let Some(points) = points.filter(|points| *points > 1) {
                    draft.tree.facts.set_tag(POINTS, points.to_string());
                }
            }
            "Cannot" => {}
            "Drops" | "Resigns" => {
                self.winner = Some(1 - player);
                draft.comment(at, text, &mut self.faults);
            }
            "Doubles" | "Takes" => draft.comment(at, text, &mut self.faults),
            _ => match parse(text) {
                Some(said) => draft.play(at, player, text, &said, &mut self.faults),
                None => {
                    self.faults.form(at, "this turn is not understood");
                }
            },
        }
    }

    fn end_game(&mut self) {
        let winner = self.winner.take();
        if let Some(mut draft) = self.draft.take() {
            draft.tree.facts.tags.extend(self.tags.iter().cloned());
            self.games.push(draft.finish(winner, &mut self.faults));
        }
    }
}

/// The words of a line from a byte on, with their places.
fn words(line: &str, begin: usize) -> impl Iterator<Item = (usize, &str)> {
    line[begin..].split_whitespace().map(|word| (word.as_ptr() as usize - line.as_ptr() as usize, word))
}

/// `31: 8/5* 6/5(2) bar/24 3/off`.
fn parse(text: &str) -> Option<Said> {
    let (dice, rest) = text.split_once(':')?;
    let mut faces: Vec<u8> = dice.bytes().map(|digit| digit.wrapping_sub(b'0')).collect();
    faces.compact_sort_by(|one, other| other.cmp(one));
    let dice = <[u8; 2]>::try_from(faces).ok().filter(|dice| dice.iter().all(|face| (1..=6).contains(face)))?;
    let mut ways = Vec::new();
    for word in rest.split_whitespace() {
        if word == "Cannot" || word == "????" {
            break;
        }
        let (way, times) = match word.split_once('(') {
            Some((way, times)) => (way, times.strip_suffix(')')?.parse::<usize>().ok()?),
            None => (word, 1),
        };
        let stops: Option<Vec<usize>> = way.split('/').map(|stop| point(stop.trim_end_matches('*'))).collect();
        let stops = stops.filter(|stops| stops.len() >= 2)?;
        // No throw moves more than four men.
        ways.extend(std::iter::repeat_n(stops, times.min(4)));
    }
    Some(Said { dice, ways })
}

/// Writes games in this format.
pub fn write(game: &dyn Game, trees: &[GameTree]) -> Result<Written, WriteFault> {
    let board = Board::of(game).ok_or(WriteFault::NotThisGame(WHICH))?;
    let mut text = String::new();
    let mut left_out = left_out_of(trees);
    let common = |tree: &GameTree| -> Vec<(String, String)> {
        let won = winner(&board, tree).is_some();
        let of_file = |(name, value): &&(String, String)| !of_game(name, value) || name == POINTS && !won;
        tree.facts.tags.iter().filter(of_file).cloned().collect()
    };
    let mut tags = trees.first().map_or_else(Vec::new, common);
    // Tags stand once, names of players and clean values as they are.
    let same = trees.iter().all(|tree| common(tree) == tags);
    let is_length = |(name, value): &(String, String)| name == LENGTH && value.parse::<u32>().is_ok_and(|n| n > 0);
    let length = tags.iter().position(is_length).filter(|_| same).map(|at| tags.remove(at).1);
    let length: u32 = length.and_then(|length| length.parse().ok()).unwrap_or(0);
    let clean = |text: &str| text.chars().all(|c| !c.is_control() && c != '"') && text == text.trim();
    let fits = same && tags.iter().all(|(name, value)| clean(value) && !value.is_empty() && tag_name(name));
    if fits {
        for (name, value) in &tags {
            let name = NAMES.iter().find(|(_, ours)| ours == name).map_or(name.as_str(), |(theirs, _)| theirs);
            text += &format!("; [{name} \"{value}\"]\n");
        }
        left_out.retain(|phrase| !phrase.ends_with(" tag") && !phrase.ends_with(" tags"));
    }
    let mut kept_names = true;
    text += &format!("\n {length} point match\n");
    for (index, tree) in trees.iter().enumerate() {
        let names = board.players.map(|player| {
            let seat = tree.facts.seats.get(player.index()).map_or("", |seat| seat.name.as_str());
            let said: String = seat.chars().filter(|c| !c.is_control() && !matches!(c, ':' | ';')).collect();
            let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
            kept_names &= said == seat;
            if said.is_empty() { game.glossary().player(player).to_string() } else { said }
        });
        text += &format!("\n Game {}\n", index + 1);
        let score = tree.facts.tag(SCORE).and_then(score_of).unwrap_or([0, 0]);
        text += &two(&format!(" {} : {}", names[0], score[0]), &format!("{} : {}", names[1], score[1]));
        game_lines(&board, tree, &mut text)?;
        if let Some(winner) = winner(&board, tree) {
            let points = tree.facts.tag(POINTS).and_then(|points| points.parse::<u32>().ok()).unwrap_or(1);
            let points_now = score[winner].saturating_add(points);
            let end = if length > 0 && points_now >= length { " and the match" } else { "" };
            let said = format!("Wins {points} point{}{end}", if points == 1 { "" } else { "s" });
            text += &if winner == 0 { format!("      {said}\n") } else { two("", &said) };
        }
    }
    if kept_names {
        left_out.retain(|phrase| !phrase.ends_with("player's name") && !phrase.ends_with("players' names"));
    }
    Ok(Written { text, left_out })
}

/// Whether the lines of a game contain a tag.
fn of_game(name: &str, value: &str) -> bool {
    name == SCORE && score_of(value).is_some() || name == POINTS && value.parse::<u32>().is_ok_and(|points| points > 1)
}

/// `2-1`: the points of both players, of which one has some.
fn score_of(value: &str) -> Option<[u32; 2]> {
    let (one, other) = value.split_once('-')?;
    let score = [one.parse().ok()?, other.parse().ok()?];
    (score != [0, 0] && format!("{}-{}", score[0], score[1]) == value).then_some(score)
}

/// The winner of a game, as a place in the players of the board.
fn winner(board: &Board<'_>, tree: &GameTree) -> Option<usize> {
    let verdicts = &tree.facts.result.as_ref()?.verdicts;
    let won = |player: &dagaz_core::PlayerId| verdicts.get(player.index()).is_some_and(|one| *one == Verdict::Win);
    board.players.iter().position(won)
}

/// Whether a tag is written by its name.
fn tag_name(name: &str) -> bool {
    let reserved = ["EventDate", "EventTime", LENGTH, SCORE, POINTS];
    !name.starts_with("Player") && !reserved.contains(&name) && name.chars().all(|c| c.is_ascii_alphanumeric())
}

/// A line with something in each column.
fn two(first: &str, second: &str) -> String {
    let line = if second.is_empty() { first.to_string() } else { format!("{first:<33} {second}") };
    line.trim_end().to_string() + "\n"
}

fn game_lines(board: &Board<'_>, tree: &GameTree, text: &mut String) -> Result<(), WriteFault> {
    let mut cursor = Cursor::new(board.game, tree);
    let mut turns: Vec<(usize, String)> = Vec::new();
    let mut dice = None;
    for (ply, node) in tree.main_line().into_iter().enumerate() {
        let fault = || WriteFault::Move(ply + 1);
        let chosen = tree.chosen(node).ok_or(WriteFault::Position(ply + 1))?;
        let state = cursor.state();
        let mover = board.mover(state).ok_or_else(fault)?;
        match dice.take() {
            None => dice = Some(board.dice(state, chosen).ok_or_else(fault)?),
            Some(thrown) => turns.push((mover, turn_text(board, state, thrown, chosen).ok_or_else(fault)?)),
        }
        cursor.go_to(tree, node);
    }
    // A throw without its move.
    if let Some([high, low]) = dice {
        turns.push((board.mover(cursor.state()).unwrap_or(0), format!("{high}{low}:")));
    }
    let begins_second = turns.first().is_some_and(|(mover, _)| *mover == 1);
    let start = if begins_second { board.begun_by(1) } else { Some(board.game.initial()) };
    if start.is_none_or(|start| start.words() != tree.start().words()) && *tree.start() != board.game.initial() {
        return Err(WriteFault::NotThisGame("games of backgammon from their usual start"));
    }
    let mut rest = turns.into_iter().peekable();
    let mut number = 1;
    while rest.peek().is_some() {
        let mut take = |player: usize| rest.next_if(|(mover, _)| *mover == player).map_or(String::new(), |turn| turn.1);
        let (first, second) = (take(0), take(1));
        *text += &two(&format!("{number:>3}) {first}"), &second);
        number += 1;
    }
    Ok(())
}

fn turn_text(
    board: &Board<'_>,
    state: &dagaz_core::State,
    [high, low]: [u8; 2],
    chosen: dagaz_core::MoveRef<'_>,
) -> Option<String> {
    let mut said = format!("{high}{low}:");
    for (from, to, hit) in board.parts(state, chosen)? {
        said += &format!(" {from}/{to}{}", if hit { "*" } else { "" });
    }
    Some(said)
}
