//! Moves as paths of squares: what is written for one, and which one is meant.

use std::collections::HashMap;

use dagaz_core::{Effect, MoveList, MoveRef, SiteId, State, UndoLog};

use super::board::{Board, Draughts};
use super::numbering::Numbering;
use crate::matching::distance;

/// The way of one piece in one move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Path {
    /// Where it stands before the move and after each step: at least two squares.
    pub(super) squares: Vec<SiteId>,
    /// What it takes.
    taken: Vec<SiteId>,
}

impl Path {
    /// The path of a move that is legal in `state`; none if it is not the way of one piece over the
    /// board.
    fn of(state: &State, chosen: MoveRef<'_>) -> Option<Path> {
        let mut path = Path { squares: Vec::new(), taken: Vec::new() };
        for (step, effects) in chosen.steps().filter(|(step, _)| !step.is_pass()) {
            match path.squares.last() {
                None => path.squares.push(step.origin.some()?),
                Some(&stands) if stands == step.origin => {}
                Some(_) => return None,
            }
            path.squares.push(step.target.some()?);
            path.taken.extend(effects.iter().filter_map(|effect| match *effect {
                Effect::Remove { site } => Some(site),
                Effect::Move { to, from } if from != to && !state.is_empty(to) && to != path.squares[0] => Some(to),
                _ => None,
            }));
        }
        (path.squares.len() > 1).then_some(path)
    }

    /// Whether it takes anything.
    fn captures(&self) -> bool {
        !self.taken.is_empty()
    }

    fn ends(&self) -> [SiteId; 2] {
        [self.squares[0], self.squares[self.squares.len() - 1]]
    }

    /// Whether typed squares are the ends of the path, with some of the squares between, in order,
    /// on which the piece lands; or, if a board is given, over which it goes.
    fn fits(&self, over: Option<&Board>, typed: &[SiteId]) -> bool {
        let [from, to] = self.ends();
        if typed.len() < 2 || typed[0] != from || typed[typed.len() - 1] != to {
            return false;
        }
        let mut wanted = typed[1..typed.len() - 1].iter().peekable();
        for pair in self.squares.windows(2) {
            let between = over.map_or_else(Vec::new, |board| board.between(pair[0], pair[1]));
            for site in between.into_iter().chain([pair[1]]) {
                wanted.next_if(|next| **next == site);
            }
        }
        wanted.peek().is_none()
    }

    /// Whether the path has the same ends and takes the same pieces as typed squares would: rules
    /// may list such captures as one move, of whichever order.
    fn takes_the_same(&self, board: &Board, state: &State, typed: &[SiteId]) -> bool {
        let [from, to] = self.ends();
        if typed.len() < 3 || typed[0] != from || typed[typed.len() - 1] != to {
            return false;
        }
        let over = typed.windows(2).flat_map(|pair| board.between(pair[0], pair[1]));
        let mut over: Vec<SiteId> = over.filter(|site| *site != from && !state.is_empty(*site)).collect();
        let mut taken = self.taken.clone();
        over.sort_unstable();
        taken.sort_unstable();
        over == taken
    }

    /// The path as the standard wants it written in full: where the piece goes straight on after
    /// taking, it lands on the square next behind what it took.
    fn tidied(&self, board: &Board) -> Vec<SiteId> {
        let mut squares = self.squares.clone();
        for index in 1..squares.len() - 1 {
            let (from, here, next) = (squares[index - 1], self.squares[index], self.squares[index + 1]);
            let Some((direction, steps)) = board.line(from, here) else { continue };
            if board.line(here, next).is_none_or(|(onward, _)| onward != direction) {
                continue;
            }
            let over = (1..steps).find(|&step| {
                let site = board.beyond(from, direction, step);
                site.is_some_and(|site| self.taken.contains(&site))
            });
            if let Some(behind) = over.and_then(|over| board.beyond(from, direction, over + 1)) {
                squares[index] = behind;
            }
        }
        squares
    }
}

/// The legal moves of a state as paths.
pub(super) struct Paths<'a> {
    draughts: &'a Draughts<'a>,
    state: &'a State,
    list: &'a MoveList,
    paths: Vec<Option<Path>>,
}

/// Why typed squares are no move.
pub(super) enum NoMove {
    /// No move has them.
    Unknown,
    /// These moves have them, and lead to different states.
    Several(Vec<usize>),
}

impl<'a> Paths<'a> {
    /// The paths of all moves of a list.
    pub(super) fn of(draughts: &'a Draughts<'a>, state: &'a State, list: &'a MoveList) -> Paths<'a> {
        Paths { draughts, state, list, paths: list.iter().map(|chosen| Path::of(state, chosen)).collect() }
    }

    /// The move that is meant by squares: the one with exactly this path; else the one whose
    /// landings they are some of; else the one that goes over them; else the one that takes the
    /// same pieces.
    pub(super) fn find(&self, typed: &[SiteId]) -> Result<usize, NoMove> {
        let indices = |fit: &dyn Fn(&Path) -> bool| -> Vec<usize> {
            let fitting = self.paths.iter().enumerate().filter(|(_, path)| path.as_ref().is_some_and(fit));
            fitting.map(|(index, _)| index).collect()
        };
        let mut fitting = indices(&|path| path.squares == typed);
        for over in [None, Some(&self.draughts.board)] {
            if fitting.is_empty() {
                fitting = indices(&|path| path.fits(over, typed));
            }
        }
        if fitting.is_empty() {
            fitting = indices(&|path| path.takes_the_same(&self.draughts.board, self.state, typed));
        }
        match fitting[..] {
            [] => Err(NoMove::Unknown),
            [only] => Ok(only),
            [first, ref others @ ..] => {
                let after = self.after(first);
                if others.iter().all(|&other| self.after(other) == after) {
                    return Ok(first);
                }
                Err(NoMove::Several(fitting))
            }
        }
    }

    fn after(&self, index: usize) -> State {
        let mut state = self.state.clone();
        self.draughts.game.play(&mut state, self.list.get(index), &mut UndoLog::new());
        state
    }

    /// The index of a move of the list.
    pub(super) fn index_of(&self, chosen: MoveRef<'_>) -> Option<usize> {
        self.list.iter().position(|other| other.same_as(chosen))
    }

    /// The ends of a move.
    pub(super) fn ends(&self, index: usize) -> Option<[SiteId; 2]> {
        self.paths.get(index)?.as_ref().map(Path::ends)
    }

    /// The shortest text of a move that means it, or one that leads to the same state; with
    /// `exact`, the text of its own path. None if no text does.
    pub(super) fn text(&self, numbering: &Numbering, separator: char, index: usize, exact: bool) -> Option<String> {
        let path = self.paths.get(index)?.as_ref()?;
        let separator = if path.captures() { separator } else { '-' };
        let tidied = || path.tidied(&self.draughts.board);
        let shorter = [Some(path.ends().to_vec()), Some(tidied())].map(|squares| squares.filter(|_| !exact));
        let candidates = shorter.into_iter().flatten().chain([path.squares.clone()]);
        let means = |squares: &Vec<SiteId>| match self.find(squares) {
            Ok(found) => found == index || self.after(found) == self.after(index),
            Err(_) => false,
        };
        let squares = candidates.into_iter().find(means)?;
        let names: Vec<&str> = squares.iter().map(|&site| numbering.name(site)).collect();
        Some(names.join(&separator.to_string()))
    }

    /// The shortest text of each move that means it.
    pub(super) fn all_texts(&self, numbering: &Numbering, separator: char) -> Vec<Option<String>> {
        let mut same_ends: HashMap<[SiteId; 2], usize> = HashMap::new();
        for path in self.paths.iter().flatten() {
            *same_ends.entry(path.ends()).or_default() += 1;
        }
        let text = |(index, path): (usize, &Option<Path>)| {
            let path = path.as_ref()?;
            let ends = path.ends();
            if same_ends.get(&ends) != Some(&1) {
                return self.text(numbering, separator, index, false);
            }
            let separator = if path.captures() { separator } else { '-' };
            Some(format!("{}{separator}{}", numbering.name(ends[0]), numbering.name(ends[1])))
        };
        self.paths.iter().enumerate().map(text).collect()
    }

    /// The texts of some moves, for messages.
    pub(super) fn texts(&self, numbering: &Numbering, separator: char, indices: &[usize]) -> Vec<String> {
        let mut texts: Vec<String> =
            indices.iter().filter_map(|&index| self.text(numbering, separator, index, true)).collect();
        texts.dedup();
        texts
    }

    /// The texts of the moves most like a typed one, best first.
    pub(super) fn nearest(&self, numbering: &Numbering, separator: char, typed: &str) -> Vec<String> {
        const NAMED: usize = 6;
        // A list of thousands of captures is not searched through for the sake of a message.
        const TRIED: usize = 200;
        let ends = |index: usize| {
            let names = self.ends(index)?.map(|site| numbering.name(site));
            Some((distance(typed, &names.join("-")), index))
        };
        let mut ranked: Vec<(usize, usize)> = (0..self.list.len().min(TRIED)).filter_map(ends).collect();
        ranked.sort_unstable();
        ranked.truncate(NAMED);
        let mut texts: Vec<String> = Vec::new();
        for (_, index) in ranked {
            if let Some(text) = self.text(numbering, separator, index, false)
                && !texts.contains(&text)
            {
                texts.push(text);
            }
        }
        texts
    }
}

/// The squares of a typed move: `1-5`, `1x10x19`, `a3:c5:e7`, `a3b4`, `3228`. What is wrong with it
/// otherwise.
pub(super) fn squares(numbering: &Numbering, typed: &str) -> Result<Vec<SiteId>, String> {
    let names: Vec<&str> = typed.split(['-', 'x', 'X', ':', '×', '–']).collect();
    if names.len() > 1 {
        return names.into_iter().map(|name| numbering.square(name)).collect();
    }
    // Without separators: numbers have two digits each; letters begin a square.
    let mut cuts: Vec<usize> = if typed.bytes().all(|byte| byte.is_ascii_digit()) {
        (0..typed.len()).step_by(2).collect()
    } else {
        typed.bytes().enumerate().filter(|(_, byte)| byte.is_ascii_alphabetic()).map(|(at, _)| at).collect()
    };
    let shown: String = typed.chars().take(40).collect();
    let odd_digits = cuts.last().is_some_and(|&cut| cut + 1 == typed.len());
    if !typed.is_ascii() || odd_digits || cuts.len() < 2 || cuts[0] != 0 {
        return Err(format!("`{shown}` is not a move"));
    }
    cuts.push(typed.len());
    cuts.windows(2).map(|cut| numbering.square(&typed[cut[0]..cut[1]])).collect()
}
