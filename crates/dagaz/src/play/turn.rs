//! One turn of a person: the legal moves, and the steps of a long move that have been chosen
//! already.

use std::collections::HashMap;

use dagaz_core::{Change, Game, MoveList, SiteId, State, UndoLog, apply};
use dagaz_record::matching::choose;
use dagaz_record::{Choice, Mistyped, Wording, find_typed, listed_as};

/// See the [module documentation](self).
pub(crate) struct Turn {
    /// The legal moves.
    pub(crate) list: MoveList,
    /// Each of them in words.
    wordings: Vec<Wording>,
    /// For each move the text that identifies it.
    texts: Vec<String>,
    /// The moves that begin with the chosen steps, as indices into the list.
    open: Vec<usize>,
    /// How many steps have been chosen, one entry for each time that a person chose.
    chosen: Vec<usize>,
}

/// What a typed text has led to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Typed {
    /// A whole move, by its index in the list.
    Move(usize),
    /// The first steps of several moves: the rest is to be chosen.
    Steps,
}

impl Turn {
    /// The turn of a state whose legal moves are known.
    pub(crate) fn new(game: &dyn Game, state: &State, list: MoveList) -> Turn {
        let wordings: Vec<Wording> = list.iter().map(|one| Wording::of(game, state, one)).collect();
        let texts = listed_as(game, state, &list, &wordings);
        let open = (0..list.len()).collect();
        Turn { list, wordings, texts, open, chosen: Vec::new() }
    }

    /// Returns how many steps of the move have been chosen.
    pub(crate) fn steps(&self) -> usize {
        self.chosen.last().copied().unwrap_or(0)
    }

    /// Returns the texts of the present choices, in their numbering: complete moves, or the rest of
    /// them. They are short if that is unambiguous, and no two are equal.
    pub(crate) fn texts(&self) -> Vec<String> {
        let rest: Vec<Wording> =
            self.open.iter().map(|&index| self.wordings[index].without_first(self.steps())).collect();
        let mut uses: HashMap<String, usize> = HashMap::new();
        for wording in &rest {
            // One text may be both; then it is one use.
            let (short, text) = (wording.short(), wording.text());
            if short != text {
                *uses.entry(short).or_default() += 1;
            }
            *uses.entry(text).or_default() += 1;
        }
        let text = |(wording, index): (&Wording, &usize)| {
            let clear = |text: &String| uses.get(text) == Some(&1);
            let said = [wording.short(), wording.text()].into_iter().find(clear);
            said.unwrap_or_else(|| self.texts[*index].clone())
        };
        rest.iter().zip(&self.open).map(text).collect()
    }

    /// Returns the chosen steps in words.
    pub(crate) fn begun(&self) -> String {
        let steps = self.open.first().map_or(&[][..], |&index| &self.wordings[index].steps[..self.steps()]);
        Wording { steps: steps.to_vec() }.short()
    }

    /// Returns a move in words.
    pub(crate) fn wording(&self, index: usize) -> &Wording {
        &self.wordings[index]
    }

    /// Returns the move of that number, counted from 1.
    pub(crate) fn numbered(&self, number: usize) -> Option<usize> {
        self.open.get(number.checked_sub(1)?).copied()
    }

    /// What can be chosen now: the moves of the list.
    pub(crate) fn open(&self) -> &[usize] {
        &self.open
    }

    /// Chooses by text: a whole move, or its next steps.
    pub(crate) fn type_in(&mut self, game: &dyn Game, state: &State, typed: &str) -> Result<Typed, Mistyped> {
        let done = self.steps();
        // What is listed means what it stands for, also in the middle of a move.
        if done > 0
            && let Some(place) = self.texts().iter().position(|text| text == typed.trim())
        {
            return Ok(Typed::Move(self.open[place]));
        }
        let rest: Vec<Wording> = self.open.iter().map(|&index| self.wordings[index].without_first(done)).collect();
        let whole: Vec<Choice> = rest.iter().map(|wording| Choice::of(game, state, wording)).collect();
        let found = match done {
            // All moves are open still, so what is found in the list is found in both.
            0 => find_typed(game, state, &self.list, typed),
            _ => choose(&whole, typed).map_err(|error| Mistyped::of(game, error)),
        };
        // Beginnings of moves, each once: how many steps, and their text.
        let mut parts: Vec<Wording> = Vec::new();
        let mut seen = std::collections::HashSet::new();
        for wording in &rest {
            for count in 1..wording.steps.len() {
                if seen.insert(wording.text_of_first(count)) {
                    parts.push(Wording { steps: wording.steps[..count].to_vec() });
                }
            }
        }
        let begun: Vec<Choice> = parts.iter().map(|wording| Choice::of(game, state, wording)).collect();
        let part = if parts.is_empty() { None } else { choose(&begun, typed).ok().map(|index| &parts[index]) };
        match (found, part) {
            (Ok(index), part) => {
                // `a1-c3` begins a chain, though it also means the move that stops there.
                let stops = part.is_some_and(|part| {
                    let after = rest[index].without_first(part.steps.len());
                    begins(&rest[index], part) && !after.steps.is_empty() && after.steps.iter().all(|step| step.pass)
                });
                match part.filter(|_| stops && typed.trim() != whole[index].text) {
                    Some(part) => self.choose_steps(&rest, &part.clone()),
                    None => Ok(Typed::Move(self.open[index])),
                }
            }
            (Err(_), Some(part)) => self.choose_steps(&rest, &part.clone()),
            (Err(error), None) => Err(error),
        }
    }

    fn choose_steps(&mut self, rest: &[Wording], part: &Wording) -> Result<Typed, Mistyped> {
        let open: Vec<usize> =
            self.open.iter().zip(rest).filter(|(_, wording)| begins(wording, part)).map(|(&index, _)| index).collect();
        if let [only] = open[..] {
            // Nothing is left to choose.
            return Ok(Typed::Move(only));
        }
        self.chosen.push(self.steps() + part.steps.len());
        self.open = open;
        Ok(Typed::Steps)
    }

    /// Takes the steps back that were chosen last; false if there are none.
    pub(crate) fn back(&mut self) -> bool {
        let Some(before) = self.chosen.pop() else { return false };
        let first = self.open.first().copied().unwrap_or(0);
        let kept = Wording { steps: self.wordings[first].steps[..self.steps().min(before)].to_vec() };
        self.open = (0..self.wordings.len()).filter(|&index| begins(&self.wordings[index], &kept)).collect();
        true
    }

    /// Returns the board with the chosen steps played, and the sites that they touched.
    pub(crate) fn board(&self, game: &dyn Game, state: &State) -> (State, Vec<SiteId>) {
        let (mut shown, mut log) = (state.clone(), UndoLog::new());
        let mut touched = Vec::new();
        if let Some(&first) = self.open.first() {
            for (_, effects) in self.list.get(first).steps().take(self.steps()) {
                apply(&mut Change::begin(game.layout(), &mut shown, &mut log), effects);
            }
            touched.extend(self.wordings[first].steps.iter().take(self.steps()).flat_map(|step| [step.from, step.to]));
        }
        (shown, touched.into_iter().flatten().collect())
    }
}

/// Returns whether a move begins with these steps.
fn begins(whole: &Wording, part: &Wording) -> bool {
    whole.steps.len() >= part.steps.len() && whole.steps.iter().zip(&part.steps).all(|(a, b)| a.text() == b.text())
}
