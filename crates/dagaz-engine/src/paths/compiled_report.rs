//! What the compiled executor has made of each rule, ending and forbidden result, and which word of
//! the rules keeps it from more.

use dagaz_core::RuleId;
use dagaz_rules::path::{Act, Continue, Family, Number, Part, Path, Set, Truth, in_path, in_truth};

use super::game::PathGame;
use super::plan::{NotCompiled, Pc, Plan};

/// How the moves of a rule are listed, the fastest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CompiledForm {
    /// All pieces of a type are moved at once, as bitboards.
    Lanes,
    /// One bitboard of targets for each piece.
    Targets,
    /// One bitboard of sites to choose from.
    Sites,
    /// A bitboard of targets; only moves that fill a line are followed further.
    Ways,
    /// Each path is followed hop by hop.
    Paths,
}

impl CompiledForm {
    /// The name of the form, for people and for data.
    pub fn name(self) -> &'static str {
        match self {
            CompiledForm::Lanes => "lanes",
            CompiledForm::Targets => "targets",
            CompiledForm::Sites => "sites",
            CompiledForm::Ways => "ways",
            CompiledForm::Paths => "paths",
        }
    }
}

/// What has become of the instances of a rule that were written at one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CompiledRule {
    /// The first of the instances.
    pub rule: RuleId,
    /// The slowest form that an instance has for any player.
    pub form: CompiledForm,
    /// Whether each move must be made when it is listed, so that its result is known.
    pub is_made: bool,
    /// The most operations that an instance has for a player, hooks aside.
    pub operations: usize,
    /// The word that keeps it from a faster form; `None` if there is none.
    pub slow_word: Option<SlowWord>,
}

/// A question that is asked at the end of each move: an ending or a forbidden result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CompiledQuestion {
    /// Sets, numbers and conditions in it.
    pub expressions: usize,
    /// The word that costs most; `None` if all words are cheap.
    pub slow_word: Option<SlowWord>,
}

/// A word of the language that costs time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlowWord {
    /// The word as it is written; of several spellings the usual one.
    pub word: &'static str,
    /// Other words that mean the same to the executor.
    pub others: &'static [&'static str],
    /// What the executor must do because of it.
    pub why: &'static str,
    /// Whether it stands in the rule or question itself, and not elsewhere in the rules.
    pub is_inside: bool,
}

const fn slow(word: &'static str, others: &'static [&'static str], why: &'static str) -> SlowWord {
    SlowWord { word, others, why, is_inside: true }
}

const EACH: SlowWord = slow("each", &[], "walks a path from each site of a set");
const FIRST: SlowWord = slow("first", &[], "completes moves to know whether an alternative counts");
const LET: SlowWord = slow("let", &[], "remembers a value on each path");
const LIKE: SlowWord = slow("like", &[], "borrows the moves of other pieces");
const MANY: SlowWord = slow("many", &["run"], "follows a loop round by round");
const MOST: SlowWord = slow("most", &[], "follows a loop to its last round");
const PICK: SlowWord = slow("pick", &["along"], "tries each value");
const PREFER: SlowWord = SlowWord { is_inside: false, ..slow("prefer", &[], "makes each move to compare the results") };
const THEN: SlowWord = slow("then", &[], "makes a step before it knows the next one");
const MAY: SlowWord = slow("may", &["must"], "makes a step before it knows the next one");
const TIMES: SlowWord = slow("times", &[], "follows a counted loop round by round");
const TRY: SlowWord = slow("see", &["not", "if"], "walks a path to answer a condition");
const HOOK: SlowWord = SlowWord {
    is_inside: false,
    ..slow("on", &[], "runs a hook before the move or its steps, or one with several results")
};
const CHANCE: SlowWord =
    SlowWord { is_inside: false, ..slow("chance", &[], "counts in how many ways chance finds each move") };
const EFFECT: SlowWord = slow("become", &["at", "or", "fly"], "has several results where the piece has arrived");

impl PathGame {
    /// What has become of the rules of moves, in the order of the text.
    pub fn compiled_rules(&self) -> Result<Vec<CompiledRule>, NotCompiled> {
        let plan = &self.compiled()?.plan;
        let mut all: Vec<CompiledRule> = Vec::new();
        for (index, rule) in self.rules.rules.iter().enumerate() {
            let this = self.compiled_rule(plan, RuleId::at(index));
            let written_there = |known: &&mut CompiledRule| {
                let known = &self.rules.rules[known.rule.index()];
                (known.name, known.span) == (rule.name, rule.span)
            };
            match all.iter_mut().find(written_there) {
                Some(known) => {
                    known.is_made |= this.is_made;
                    known.operations = known.operations.max(this.operations);
                    if known.form < this.form || known.slow_word.is_none() {
                        (known.form, known.slow_word) = (known.form.max(this.form), this.slow_word);
                    }
                }
                None => all.push(this),
            }
        }
        all.sort_by_key(|one| {
            let span = self.rules.rules[one.rule.index()].span;
            (span.file, span.start)
        });
        Ok(all)
    }

    /// What has become of the endings, in their order.
    pub fn compiled_endings(&self) -> Vec<CompiledQuestion> {
        self.rules.endings.iter().map(|ending| question(&ending.when)).collect()
    }

    /// What has become of the forbidden results, in their order.
    pub fn compiled_nevers(&self) -> Vec<CompiledQuestion> {
        self.rules.nevers.iter().map(|never| question(&never.when)).collect()
    }

    fn compiled_rule(&self, plan: &Plan, rule: RuleId) -> CompiledRule {
        let index = rule.index();
        let form_of = |side: &super::plan::Side| {
            if side.lanes[index].is_some() {
                CompiledForm::Lanes
            } else if side.targets[index].is_some() {
                CompiledForm::Targets
            } else if side.placements[index].is_some() {
                CompiledForm::Sites
            } else if side.ways[index].is_some() {
                CompiledForm::Ways
            } else {
                CompiledForm::Paths
            }
        };
        let form = plan.sides.iter().map(form_of).max().unwrap_or(CompiledForm::Paths);
        let is_made = plan.agendas.iter().any(|agenda| agenda.made[index] && !agenda.by_ways[index]);
        let operations = plan.sides.iter().map(|side| plan.reached_from(side.steps[index])).max().unwrap_or(0);
        let slow_word = if is_made || form == CompiledForm::Paths { self.slow_word(plan, rule, is_made) } else { None };
        CompiledRule { rule, form, is_made, operations, slow_word }
    }

    /// The word that keeps a rule from a faster form: first what makes the executor play moves to
    /// list them, then what it must follow hop by hop.
    fn slow_word(&self, plan: &Plan, rule: RuleId, is_made: bool) -> Option<SlowWord> {
        let rules = &self.rules;
        let path = &rules.rules[rule.index()].path;
        if is_made {
            if let Some(word) = first_of(path, &|part| asks_completion(part)) {
                return Some(word);
            }
            if !plan.at_most_one_completion {
                return Some(HOOK);
            }
            if plan.counted[rule.index()] {
                return Some(CHANCE);
            }
            if !rules.prefer.is_empty() || rules.slots.iter().any(|slot| !slot.prefer.is_empty()) {
                return Some(PREFER);
            }
        }
        let starts =
            rules.pieces.iter().any(|piece| !piece.on_move_start.is_empty() || !piece.on_step_start.is_empty());
        first_of(path, &|part| followed(part))
            .or_else(|| (starts || !rules.on_move_start.is_empty() || !rules.on_step_start.is_empty()).then_some(HOOK))
    }
}

impl Plan {
    /// The number of operations that are reached from one, itself included.
    fn reached_from(&self, start: Pc) -> usize {
        let mut known = vec![false; self.ops.len()];
        let mut open = vec![start];
        let mut count = 0;
        while let Some(pc) = open.pop() {
            if std::mem::replace(&mut known[pc.index()], true) {
                continue;
            }
            count += 1;
            self.ops[pc.index()].each_next(&mut |next| open.push(next));
        }
        count
    }
}

/// Whether the executor must complete a move to know what a part of a path gives.
fn asks_completion(part: &Path) -> Option<SlowWord> {
    match part {
        Path::First(_) => Some(FIRST),
        Path::Continue(Continue::Then, _) => Some(THEN),
        Path::Continue(..) => Some(MAY),
        Path::Like(_) => Some(LIKE),
        _ => None,
    }
}

/// Whether a part of a path is followed hop by hop.
fn followed(part: &Path) -> Option<SlowWord> {
    match part {
        Path::Many { .. } => Some(MANY),
        Path::Most(_) => Some(MOST),
        Path::Times(..) => Some(TIMES),
        Path::Each(..) => Some(EACH),
        Path::Pick(..) | Path::PickDie(..) | Path::PickCells(..) => Some(PICK),
        Path::Let(..) | Path::LetSet(..) => Some(LET),
        Path::See(_) | Path::Not(_) | Path::If(..) => Some(TRY),
        Path::Do(Act::Become { kinds, .. }) if kinds.len() > 1 => Some(EFFECT),
        _ => asks_completion(part),
    }
}

/// The word of the first part of a path, in reading order, that has one.
fn first_of(path: &Path, said: &dyn Fn(&Path) -> Option<SlowWord>) -> Option<SlowWord> {
    let mut found = None;
    path.each_part(&mut |part| found = found.or_else(|| said(part)));
    found
}

/// What a question costs: the dearest of its words.
fn question(when: &Truth) -> CompiledQuestion {
    let mut expressions = 0;
    let mut dearest: Option<(u8, SlowWord)> = None;
    in_truth(when, &mut |part| {
        expressions += 1;
        if let Some((cost, word)) = price(part)
            && dearest.is_none_or(|(known, _)| known < cost)
        {
            dearest = Some((cost, word));
        }
    });
    CompiledQuestion { expressions, slow_word: dearest.map(|(_, word)| word) }
}

/// The rank of a dear part among the others, and its word.
fn price(part: Part<'_>) -> Option<(u8, SlowWord)> {
    Some(match part {
        Part::Truth(Truth::NobodyMoves) => (9, slow("nobody-moves", &[], "looks for a move of each player")),
        Part::Number(Number::Moves) => (8, slow("moves", &[], "lists all moves of the player")),
        Part::Set(Set::Can(_)) => (7, slow("can", &[], "looks for moves of each piece")),
        Part::Set(Set::Attacked(_)) => (6, slow("attacked", &[], "asks which enemy attacks a site")),
        Part::Number(Number::Ways(..)) => (5, slow("ways", &[], "counts paths from each site of a set")),
        Part::Set(Set::From(_, path) | Set::Where(_, path)) if loops(path) => {
            (4, slow("from", &["where", "many", "run", "most", "connected"], "walks paths with loops"))
        }
        Part::Number(Number::Distance(..)) => (3, slow("distance", &[], "measures a way on the board")),
        Part::Number(Number::CountSets(Family::Groups(..))) | Part::Truth(Truth::AnySet(Family::Groups(..))) => {
            (2, slow("groups", &[], "finds all groups"))
        }
        Part::Number(Number::Repeats(_)) => {
            (1, slow("repeats", &["repeat", "repetition"], "remembers all positions of the game"))
        }
        _ => return None,
    })
}

/// Whether a path has a loop, or conditions with a loop.
fn loops(path: &Path) -> bool {
    let mut found = false;
    path.each_part(&mut |part| found |= matches!(part, Path::Many { .. } | Path::Most(_)));
    in_path(path, &mut |part| {
        if let Part::Set(Set::From(_, inner) | Set::Where(_, inner)) = part {
            inner.each_part(&mut |part| found |= matches!(part, Path::Many { .. } | Path::Most(_)));
        }
    });
    found
}
