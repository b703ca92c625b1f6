//! Replay of recorded games, ply by ply, against everything that the record says.

use super::action::{Action, Move, Moves};
use super::position::{FIXED, MOVER, TEMP};
use super::run::Run;
use crate::rules::Rules;

/// A recorded game.
#[derive(Clone, Debug, Default)]
pub struct Trial {
    /// The position after the set-up, as text, if the record has it.
    pub setup: Option<String>,
    /// The plies.
    pub plies: Vec<Ply>,
    /// Number of different moves in the lists of the first plies, or -1.
    pub distinct: Vec<i64>,
    /// Whether the game was over at the end of the record.
    pub over: bool,
    /// The ranks of the players from 1; empty if the game was not over.
    pub ranking: Vec<f64>,
}

/// A recorded ply.
#[derive(Clone, Debug, Default)]
pub struct Ply {
    /// The player who moves.
    pub mover: usize,
    /// Length of the list of legal moves, if the record has it.
    pub moves: Option<usize>,
    /// The move with its actions.
    pub text: String,
    /// Hash of the position after it, if the record has it.
    pub hash: Option<u32>,
}

/// What a replay finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Everything agrees.
    Right,
    /// Something differs.
    Wrong {
        /// The ply before or in which it was found, from 0.
        ply: usize,
        /// What differs.
        what: String,
    },
}

/// How often moves with random numbers are listed.
const DRAWS_MAX: usize = 500;

/// Replays a recorded game.
pub fn replay(rules: &Rules, trial: &Trial) -> Verdict {
    let mut run = Run::new(rules, 1);
    let wrong = |ply: usize, what: String| Verdict::Wrong { ply, what };
    match &trial.setup {
        Some(setup) if run.random != 1 => match run.set_position(setup) {
            true => {}
            false => return wrong(0, "the set-up cannot be read".to_string()),
        },
        Some(setup) => {
            let own = run.position_text();
            if own != *setup {
                return wrong(0, format!("set-up: {} for {}", shortened(&own), shortened(setup)));
            }
        }
        None if run.random != 1 => return wrong(0, "the record lacks the random set-up".to_string()),
        None => {}
    }
    let mut list = Moves::default();
    for (at, ply) in trial.plies.iter().enumerate() {
        if run.is_over() {
            return wrong(at, "the game is over too soon".to_string());
        }
        if run.position.get(MOVER) != ply.mover as i32 {
            return wrong(at, format!("player {} moves instead of {}", run.position.get(MOVER), ply.mover));
        }
        run.fed = rolled(rules, &ply.text);
        let seed = run.random;
        run.legal(&mut list);
        // Moves with a random number in them are listed again until they have the recorded one.
        let mut tries = 0;
        while run.random != seed && run.fed.is_empty() && tries < DRAWS_MAX && !run.has_recorded(&list, ply) {
            tries += 1;
            run.legal(&mut list);
        }
        if run.exhausted {
            return wrong(at, "a limit was hit".to_string());
        }
        if let Some(moves) = ply.moves
            && list.list.len() != moves
        {
            let distinct = trial.distinct.get(at).copied().unwrap_or(-1);
            if distinct < 0 || run.distinct(&list) as i64 != distinct {
                let places: Vec<(i32, i32)> = list.list.iter().map(|one| (one.from, one.to)).collect();
                let before = run.position_text();
                let what = format!("{} moves instead of {moves}: {places:?} in {before}", places.len());
                return wrong(at, what);
            }
        }
        let next = trial.plies.get(at + 1).map(|next| next.mover);
        if !run.follow(&list, ply, next) {
            let own = run.explain(&list, ply);
            return wrong(at, format!("no such move: {} | {own}", ply.text));
        }
        run.fed.clear();
    }
    if run.is_over() != trial.over {
        return wrong(trial.plies.len(), format!("over: {} instead of {}", run.is_over(), trial.over));
    }
    if trial.over {
        let ranks: Vec<f64> = run.ranks().iter().map(|rank| f64::from(*rank) / 2.0).collect();
        let same =
            ranks.len() == trial.ranking.len() && ranks.iter().zip(&trial.ranking).all(|(a, b)| (a - b).abs() < 0.01);
        if !same {
            return wrong(trial.plies.len(), format!("ranks {ranks:?} instead of {:?}", trial.ranking));
        }
    }
    Verdict::Right
}

fn shortened(text: &str) -> String {
    text.chars().take(200).collect()
}

/// Returns the value of `key=` in the head of a recorded move.
fn field(text: &str, key: &str) -> Option<i32> {
    let head = text.split(",actions=").next()?;
    let start = head.find(key)? + key.len();
    let rest = &head[start..];
    let end = rest.find([',', ']']).unwrap_or(rest.len());
    rest[..end].parse().ok()
}

/// Returns the faces of the dice that a recorded move rolls.
fn rolled(rules: &Rules, text: &str) -> Vec<u32> {
    let Some((first, faces)) = rules.ground.dice() else { return Vec::new() };
    let mut rolled = vec![None; faces.len()];
    for part in text.split("[SetStateAndUpdateDice:site=").skip(1) {
        let Some((site, rest)) = part.split_once(",state=") else { continue };
        let end = rest.find(']').unwrap_or(rest.len());
        if let (Ok(site), Ok(state)) = (site.parse::<usize>(), rest[..end].parse())
            && let Some(die) = site.checked_sub(first)
            && let Some(entry) = rolled.get_mut(die)
            && entry.is_none()
        {
            *entry = Some(state);
        }
    }
    rolled.into_iter().collect::<Option<Vec<_>>>().unwrap_or_default()
}

/// What a record says of a move.
struct Recorded {
    from: i32,
    to: i32,
    passes: bool,
    hidden: Vec<Hidden>,
    shown: Vec<Shown>,
}

/// A change of pieces: its kind and two numbers, sites or a site and a component.
type Shown = (char, i32, i32);

/// A change that the position does not show: its kind, the name of what changes, the value.
type Hidden = (char, String, i32);

impl Recorded {
    fn of(ply: &Ply) -> Recorded {
        Recorded {
            from: field(&ply.text, "from=").unwrap_or(-1),
            to: field(&ply.text, "to=").unwrap_or(-1),
            passes: ply.text.contains("[Pass:"),
            hidden: hidden_of_text(&ply.text),
            shown: shown_of_text(&ply.text),
        }
    }

    fn fits(&self, list: &Moves, one: &Move) -> bool {
        one.from == self.from && one.to == self.to && list.is_pass(one) == self.passes
    }
}

/// Returns what a recorded move changes apart from pieces: kinds of actions with their values.
fn hidden_of_text(text: &str) -> Vec<Hidden> {
    let kinds = [
        ('U', "UseDie:", "indexDie="),
        ('R', "RememberValue:", "value="),
        ('F', "ForgetValue:", "value="),
        ('N', "SetNextPlayer:", "player="),
        ('T', "SetTemp:", "temp="),
        ('V', "SetVar:", "value="),
    ];
    let hidden = |action: &str| {
        let (kind, _, key) = kinds.into_iter().find(|(_, head, _)| action.starts_with(head))?;
        let field = |key: &str| {
            let value = action.split_once(key)?.1;
            value.get(..value.find([',', ']']).unwrap_or(value.len()))
        };
        let listed = matches!(kind, 'R' | 'F');
        let name = field("name=").filter(|name| listed && *name != "null").unwrap_or_default();
        Some((kind, name.to_string(), field(key)?.parse().ok()?))
    };
    text.split('[').filter_map(hidden).collect()
}

/// Returns what a recorded move does to pieces, sorted.
fn shown_of_text(text: &str) -> Vec<Shown> {
    let kinds = [
        ('M', "Move:typeFrom=", "from=", "to="),
        ('A', "Add:", "to=", "what="),
        ('X', "Remove:", "to=", ""),
        ('P', "Promote:", "to=", "what="),
        ('S', "Select:", "from=", ""),
    ];
    let shown = |action: &str| {
        let (kind, _, one, two) = kinds.into_iter().find(|(_, head, ..)| action.starts_with(head))?;
        let number = |key: &str| {
            let field = action.split([',', ':', ']']).find_map(|field| field.strip_prefix(key))?;
            field.parse().ok()
        };
        Some((kind, number(one)?, if two.is_empty() { 0 } else { number(two)? }))
    };
    let mut all: Vec<Shown> = text.split('[').filter_map(shown).collect();
    all.sort_unstable();
    all
}

/// FNV-1a with 32 bits.
fn hash_of(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

impl Run<'_> {
    /// Plays the recorded move if it is in the list and leads to the recorded position.
    ///
    /// Moves that the position does not tell apart differ in what it does not show. Rules that
    /// draw random numbers are tried with several seeds until what they do is what was recorded.
    fn follow(&mut self, list: &Moves, ply: &Ply, next: Option<usize>) -> bool {
        /// Seeds that are tried.
        const SEEDS: u64 = 1_000;
        let recorded = Recorded::of(ply);
        let first = self.random;
        for seed in 0..SEEDS {
            let seed = first.wrapping_add(seed.wrapping_mul(0x2545_f491_4f6c_dd1d));
            let mut draws = false;
            for one in list.list.iter().filter(|one| recorded.fits(list, one)) {
                self.random = seed;
                let same = self.hidden_of(list, one) == recorded.hidden
                    && (ply.hash.is_some() || self.shown_of(list, one) == recorded.shown);
                draws |= self.random != seed;
                if same && self.try_move(list, one, (ply, next), seed) {
                    return true;
                }
            }
            if !draws {
                break;
            }
        }
        if ply.hash.is_none() {
            // Without a hash the places must be enough.
            let mut fitting = list.list.iter().filter(|one| recorded.fits(list, one));
            let only = fitting.next().filter(|_| fitting.next().is_none());
            return only.is_some_and(|one| self.try_move(list, one, (ply, next), first));
        }
        for fitting in [true, false] {
            for one in list.list.iter().filter(|one| recorded.fits(list, one) == fitting) {
                if self.try_move(list, one, (ply, next), first) {
                    return true;
                }
            }
        }
        list.list.iter().any(|one| recorded.fits(list, one) && self.try_move(list, one, (ply, None), first))
    }

    /// Returns whether a list has a move with the recorded places that leads to the recorded
    /// position.
    fn has_recorded(&mut self, list: &Moves, ply: &Ply) -> bool {
        let recorded = Recorded::of(ply);
        let seed = self.random;
        list.list.iter().filter(|one| recorded.fits(list, one)).any(|one| {
            let mark = self.position.begin();
            self.random = seed;
            self.play(list, one);
            let same = ply.hash.is_none_or(|hash| hash_of(&self.position_text()) == hash);
            self.position.back(mark);
            same
        })
    }

    /// Plays a move, and takes it back unless it leads to the recorded position and player.
    fn try_move(&mut self, list: &Moves, one: &Move, (ply, next): (&Ply, Option<usize>), seed: u64) -> bool {
        let mark = self.position.begin();
        let dice = self.rolled.clone();
        self.random = seed;
        self.play(list, one);
        if ply.hash.is_none_or(|hash| hash_of(&self.position_text()) == hash)
            && next.is_none_or(|next| self.is_over() || self.position.get(MOVER) == next as i32)
        {
            return true;
        }
        self.position.back(mark);
        self.rolled = dice;
        false
    }

    /// Returns what a move changes apart from pieces, as `hidden_of_text` does of a record.
    fn hidden_of(&mut self, list: &Moves, one: &Move) -> Vec<Hidden> {
        let vars = FIXED + crate::ludeme::BLOCKS * (self.rules.ground.players + 2);
        let vars = vars..vars + self.rules.vars;
        let rules = self.rules;
        let lists = &rules.lists;
        let name = |list: u32| lists.get(list as usize).cloned().unwrap_or_default();
        let plain = |kind: char, value: i32| Some((kind, String::new(), value));
        let hidden = |action: Action| match action {
            Action::UseDie { die } => plain('U', die as i32),
            Action::Remember { list, value } => Some(('R', name(list), value)),
            Action::Forget { list, value } => Some(('F', name(list), value)),
            Action::Next { player } => plain('N', player.into()),
            Action::Register { register, value } if register as usize == TEMP => plain('T', value),
            Action::Register { register, value } if vars.contains(&(register as usize)) => plain('V', value),
            _ => None,
        };
        self.consequences_of(list, one).into_iter().filter_map(hidden).collect()
    }

    /// Returns what a move does to pieces, as `shown_of_text` does of a record.
    fn shown_of(&mut self, list: &Moves, one: &Move) -> Vec<Shown> {
        let rules = self.rules;
        let number = |slot: u32| rules.ground.number(slot as usize);
        let shown = |action: Action| match action {
            Action::Move { from, to, .. } | Action::Sow { from, to } => Some(('M', number(from), number(to))),
            Action::Add { slot, what, .. } => Some(('A', number(slot), what.into())),
            Action::Remove { slot, .. } => Some(('X', number(slot), 0)),
            Action::Promote { slot, what, .. } => Some(('P', number(slot), what.into())),
            Action::Select { from, .. } => Some(('S', number(from), 0)),
            _ => None,
        };
        let mut all: Vec<Shown> = self.consequences_of(list, one).into_iter().filter_map(shown).collect();
        all.sort_unstable();
        all
    }

    /// Returns what the moves of a list with the recorded places do; all places where none has.
    fn explain(&mut self, list: &Moves, ply: &Ply) -> String {
        let from = field(&ply.text, "from=").unwrap_or(-1);
        let to = field(&ply.text, "to=").unwrap_or(-1);
        let mut out = format!("before: {}", self.position_text());
        for one in list.list.iter().filter(|one| one.from == from && one.to == to) {
            let actions = self.consequences_of(list, one);
            let mark = self.position.begin();
            self.apply_whole(list, one);
            out += &format!(" | {actions:?} -> {}", self.position_text());
            self.position.back(mark);
        }
        let places: Vec<(i32, i32)> = list.list.iter().map(|one| (one.from, one.to)).collect();
        format!("{out} | moves: {places:?}")
    }

    /// Returns how many moves of a list differ in player, places or actions with consequences.
    pub fn distinct(&mut self, list: &Moves) -> usize {
        let mut seen = std::collections::HashSet::new();
        for one in &list.list {
            seen.insert((one.mover, one.from, one.to, self.consequences_of(list, one)));
        }
        seen.len()
    }

    /// Returns the actions of a move with its consequences.
    pub fn consequences_of(&mut self, list: &Moves, one: &Move) -> Vec<Action> {
        let mark = self.position.begin();
        let outer = self.trace.replace(Vec::new());
        let saved = std::mem::replace(&mut self.bound, [-1; 8]);
        self.apply_whole(list, one);
        self.bound = saved;
        let actions = std::mem::replace(&mut self.trace, outer).unwrap_or_default();
        self.position.back(mark);
        actions
    }
}
