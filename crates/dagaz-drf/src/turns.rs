//! The turn order: a program whose every place is a slot.

use dagaz_core::{PlayerId, RuleId, SlotId};
use dagaz_rules::PassRule;
use dagaz_rules::path::{Call, Distinct, NameId, PathFirst, PathSlot, Phase, Prefer};

use super::environment::EnvId;
use super::lower::Lower;
use super::words::CLAUSES;
use dagaz_syntax::Hint;
use dagaz_syntax::code::Code;
use dagaz_syntax::diagnostic::Diagnostic;
use dagaz_syntax::suggest;
use dagaz_syntax::tree::{NodeId, Tree};

/// Clauses that may stand in a phase: the single list for the reader and for messages.
const IN_PHASES: [&str; 8] = ["moves", "first", "prefer", "never", "win", "lose", "draw", "score"];

/// Slots of one turn order at the most.
const SLOTS_MAX: usize = 4_096;

/// Parts of a turn order that are lists, and how they are written.
const LISTS: [(&str, &str); 6] = [
    ("repeat", "`(repeat White Black)`"),
    ("phase", "`(phase opening White Black)`"),
    ("roll", "`((roll pips) White)`"),
    ("clock", "`((clock spent) White)`"),
    ("by", "`(by Fate (White throw))`"),
    ("together", "`(together White Black)`"),
];

/// A slot while the turn order is being read.
#[derive(Clone)]
struct SlotDraft {
    mover: PlayerId,
    /// Who chooses in place of the mover.
    by: Option<PlayerId>,
    names: Vec<NodeId>,
    /// The dice that chance throws here.
    roll: Option<usize>,
    /// How far back the roll of this slot is.
    group: usize,
}

/// What is done in one phase alone, and in which order.
pub(super) struct Orders {
    phase: Phase,
    pub(super) moves: Vec<Call>,
    first: Vec<PathFirst>,
    prefer: Vec<Prefer>,
}

/// Slots in a row, and where their end leads.
#[derive(Default)]
struct SlotSequence {
    slots: Vec<SlotDraft>,
    /// The slot that follows the last one.
    again_from: usize,
    /// Phases: the first slot of each, and its name.
    phases: Vec<(String, usize, usize)>,
    /// Turns that several players take together: where that is written, the first slot and the
    /// first behind them.
    together: Vec<(NodeId, usize, usize)>,
    /// Whether items of a phase are being read.
    in_phase: bool,
}

impl SlotSequence {
    /// Returns the slot that follows another.
    fn next(&self, index: usize) -> usize {
        let phase = self.phases.iter().find(|(_, from, to)| (*from..*to).contains(&index));
        match phase {
            Some((_, from, to)) if index + 1 == *to => *from,
            _ if index + 1 == self.slots.len() => self.again_from,
            _ => index + 1,
        }
    }

    /// A throw belongs to the player whose turn comes behind it.
    fn give_rolls_to_players(&mut self) {
        // Once more for throws at the end of a loop: the turn behind them stands at its beginning.
        for _ in 0..2 {
            for index in (0..self.slots.len()).rev() {
                if self.slots[index].roll.is_some() {
                    self.slots[index].mover = self.slots[self.next(index)].mover;
                }
            }
        }
    }
}

impl Lower<'_> {
    /// Collects the names of phases, and the target of `goto` for each next player.
    pub(super) fn turn_labels(&mut self) {
        let line = self.line();
        for (name, from, to) in &line.phases {
            let first = |player: PlayerId| {
                let own = line.slots[*from..*to].iter().position(|slot| slot.mover == player);
                // A roll belongs to the slot behind it.
                SlotId::at(own.map_or(*from, |own| from + own))
            };
            let slots = (0..self.players.len()).map(|player| first(PlayerId::at(player))).collect();
            self.labels.insert(name.clone(), slots);
            self.phases.push(Phase { name: name.clone(), from: SlotId::at(*from), to: SlotId::at(*to) });
        }
    }

    /// Clauses of some heads, and for those that stand in a phase that phase.
    pub(super) fn clauses_of_phases(&mut self, heads: &[&str]) -> Vec<(NodeId, Option<Phase>)> {
        let has_head = |lower: &Self, form: NodeId| lower.head(form).is_some_and(|head| heads.contains(&head));
        let mut clauses: Vec<(NodeId, Option<Phase>)> = self.all_clauses().into_iter().map(|one| (one, None)).collect();
        clauses.retain(|(clause, _)| has_head(self, *clause));
        let Some(turns) = self.clauses_of("turns").last().copied() else { return clauses };
        for phase in phases_of(self.tree, turns) {
            let inside = self.rest(phase);
            let name = inside.first().map_or("", |node| self.text(*node)).to_string();
            let phase = self.phases.iter().find(|phase| phase.name == name).cloned();
            let own: Vec<NodeId> = inside.iter().copied().filter(|part| has_head(self, *part)).collect();
            clauses.extend(own.into_iter().map(|form| (form, phase.clone())));
        }
        clauses
    }

    /// Returns the phase of that name; reports that there is none.
    pub(super) fn phase_named(&mut self, label: NodeId) -> Option<Phase> {
        let name = self.text(label).to_string();
        let found = self.phases.iter().find(|phase| phase.name == name).cloned();
        if found.is_none() {
            let known: Vec<String> = self.phases.iter().map(|phase| phase.name.clone()).collect();
            let known: Vec<&str> = known.iter().map(String::as_str).collect();
            if known.is_empty() {
                self.wrong(
                    label,
                    "the turn order has no phases",
                    "`(turns (phase opening White Black) (phase ending White Black))`",
                );
            } else {
                self.unknown(label, "there is no such phase", &name, "this game has the phases", &known);
            }
        }
        found
    }

    /// The moves, compulsory classes and preferences of phases.
    pub(super) fn orders(&mut self) -> Vec<Orders> {
        let mut all = Vec::new();
        for (clause, phase) in self.clauses_of_phases(&["moves", "first", "prefer"]) {
            let Some(phase) = phase else { continue };
            let mut orders = Orders { phase, moves: Vec::new(), first: Vec::new(), prefer: Vec::new() };
            match self.head(clause) {
                Some("moves") => {
                    let calls = self.rest(clause);
                    orders.moves = calls.into_iter().flat_map(|call| self.calls(call, EnvId::EMPTY)).collect();
                }
                Some("first") => orders.first.push(self.first(clause)),
                _ => orders.prefer.extend(self.prefer(clause)),
            }
            all.push(orders);
        }
        all
    }

    /// Returns the slots of the turn order.
    pub(super) fn slots(&mut self, orders: &[Orders]) -> Vec<PathSlot> {
        let line = self.line();
        let mut slots = Vec::with_capacity(line.slots.len());
        for (index, draft) in line.slots.iter().enumerate() {
            let names: Vec<NameId> =
                draft.names.iter().flat_map(|name| self.rule_names_of(*name, EnvId::EMPTY)).collect();
            let next = line.next(index);
            let here = || orders.iter().filter(|orders| orders.phase.has(SlotId::at(index)));
            slots.push(PathSlot {
                moves: here().flat_map(|orders| orders.moves.clone()).collect(),
                first: here().flat_map(|orders| orders.first.clone()).collect(),
                prefer: here().flat_map(|orders| orders.prefer.clone()).collect(),
                mover: draft.mover,
                chooser: draft.by.unwrap_or(draft.mover),
                names,
                next: SlotId::at(next),
                again: SlotId::at(index - draft.group.min(index)),
                roll: draft.roll.map(|dice| self.roll_of(dice)),
            });
        }
        slots
    }

    /// `(pass forced)`
    pub(super) fn pass(&mut self) -> PassRule {
        let mut pass = PassRule::Never;
        for clause in self.clauses_of("pass") {
            let rest = self.rest(clause);
            self.nothing_more(&rest, 1, "`(pass forced)`");
            let word = rest.first().map_or(String::new(), |node| self.text(*node).to_string());
            pass = match word.as_str() {
                "forced" => PassRule::Forced,
                "free" => PassRule::Free,
                "never" => PassRule::Never,
                _ => {
                    let node = self.rest(clause).first().copied().unwrap_or(clause);
                    self.unknown(
                        node,
                        "there is no such way to pass",
                        &word,
                        "a pass is",
                        &["forced", "free", "never"],
                    );
                    PassRule::Never
                }
            };
        }
        pass
    }

    /// `(distinct positions)`, `(distinct pieces)`, `(distinct orders)`, `(distinct paths)`: what
    /// makes two moves different ones.
    pub(super) fn distinct(&mut self) -> Distinct {
        let mut distinct = Distinct::Results;
        for clause in self.clauses_of("distinct") {
            let rest = self.rest(clause);
            self.nothing_more(&rest, 1, "`(distinct paths)`, which tells apart what `(distinct orders)` does, too");
            let word = rest.first().map_or(String::new(), |node| self.text(*node).to_string());
            distinct = match word.as_str() {
                "positions" => Distinct::Positions,
                "pieces" => Distinct::Pieces,
                "orders" => Distinct::Orders,
                "paths" => Distinct::Paths,
                _ => {
                    let node = self.rest(clause).first().copied().unwrap_or(clause);
                    let known = ["positions", "pieces", "orders", "paths"];
                    self.unknown(node, "moves cannot be told apart by that", &word, "moves are told apart by", &known);
                    Distinct::Results
                }
            };
        }
        distinct
    }

    fn line(&mut self) -> SlotSequence {
        let mut line = SlotSequence::default();
        match self.clauses_of("turns").last().copied() {
            Some(clause) => {
                let items = self.rest(clause);
                self.items(&items, &mut line);
                self.check_turns(clause, &items, &line);
            }
            None => {
                for player in 0..self.players.len() {
                    line.slots.push(plain(PlayerId::at(player)));
                }
            }
        }
        if line.slots.is_empty() {
            line.slots.push(plain(PlayerId(0)));
        }
        line.again_from = line.again_from.min(line.slots.len() - 1);
        line.give_rolls_to_players();
        line
    }

    /// Reports a turn order without movers, and unreachable turns.
    fn check_turns(&mut self, turns: NodeId, items: &[NodeId], line: &SlotSequence) {
        if line.slots.iter().all(|slot| slot.roll.is_some()) && self.diagnostics.errors() == 0 {
            self.wrong(turns, "nobody moves in this turn order", "`(turns White Black)`");
        }
        let repeat = items.iter().position(|item| self.head(*item) == Some("repeat"));
        let after = repeat.map_or(&[][..], |repeat| &items[repeat + 1..]);
        if let Some(&never) = after.iter().find(|item| self.head(**item) != Some("phase")) {
            let message = "the game never comes to this turn: what stands in `repeat` goes on for ever";
            self.wrong(never, message, "it in front of `repeat`, or within it");
        }
    }

    fn items(&mut self, items: &[NodeId], line: &mut SlotSequence) {
        for &item in items {
            if let Some(head) = self.head(item).filter(|head| IN_PHASES.contains(head)).map(str::to_string) {
                if !line.in_phase {
                    let example = format!(
                        "a clause of the game, or of a phase, right in it: `(phase moving White Black ({head} …))`; a phase \
                         may have {}",
                        words_in_phases()
                    );
                    self.wrong(item, "this belongs to no phase", &example);
                }
                continue;
            }
            if line.slots.len() > SLOTS_MAX {
                self.wrong(item, "the turn order is too long", "at most 4,096 slots");
                return;
            }
            if let Some(player) = self.player_named(item) {
                line.slots.push(plain(player));
                continue;
            }
            let parts = self.members(item);
            let Some(&first) = parts.first() else {
                // A word that is no player.
                self.no_turn(item, line.in_phase);
                continue;
            };
            if let Some(player) = self.player_named(first) {
                let count = parts.get(1).and_then(|node| self.integer(*node));
                let names = parts[1 + usize::from(count.is_some())..].to_vec();
                match count.unwrap_or(1) {
                    count @ 1..=1_000 => {
                        line.slots.extend(vec![SlotDraft { names, ..plain(player) }; count as usize]);
                    }
                    _ => self.wrong(item, "a player has from 1 to 1,000 turns in a row", "`(White 2)`"),
                }
                continue;
            }
            match self.text(first) {
                "repeat" => {
                    line.again_from = line.slots.len();
                    let outer = std::mem::take(&mut line.in_phase);
                    self.items(&parts[1..], line);
                    line.in_phase = outer;
                    if line.again_from == line.slots.len() {
                        self.wrong(
                            item,
                            "nothing is repeated here",
                            "turns that come again and again: `(repeat White Black)`",
                        );
                    }
                }
                "phase" => {
                    let name = parts.get(1).map_or(String::new(), |node| self.text(*node).to_string());
                    if line.in_phase {
                        self.wrong(
                            first,
                            "a phase does not stand in another one",
                            "it behind that one, in `turns` itself",
                        );
                    }
                    if let Some(label) = parts.get(1).filter(|_| line.phases.iter().any(|(known, ..)| *known == name)) {
                        self.wrong(*label, "there is a phase of that name already", "another name");
                    }
                    let from = line.slots.len();
                    let outer = std::mem::replace(&mut line.in_phase, true);
                    self.items(parts.get(2..).unwrap_or_default(), line);
                    line.in_phase = outer;
                    if from == line.slots.len() {
                        self.wrong(item, "a phase needs a name and turns", "`(phase opening White Black)`");
                    }
                    line.phases.push((name, from, line.slots.len()));
                }
                "by" => self.by(item, &parts[1..], line),
                "together" => self.together(item, &parts[1..], line),
                "roll" | "clock" => self.roll(item, line),
                _ if self.tree.word(first).is_none() => self.group(&parts, line),
                _ => self.no_turn(first, line.in_phase),
            }
        }
    }

    fn no_turn(&mut self, node: NodeId, in_phase: bool) {
        let word = self.text(node).to_string();
        if CLAUSES.contains(&word.as_str()) {
            let message = format!("`{word}` is said of the whole game, and not within its turn order");
            let example = format!("it behind `turns`; a phase may have {}", words_in_phases());
            self.wrong(node, &message, &example);
            return;
        }
        let players: Vec<String> = self.players.iter().map(|player| player.name.clone()).collect();
        let known: Vec<&str> =
            players.iter().map(String::as_str).chain(["repeat", "phase", "roll", "clock", "by", "together"]).collect();
        if let Some((_, usual)) = LISTS.iter().find(|(known, _)| *known == word) {
            self.wrong(node, &format!("`{word}` begins a list"), usual);
            return;
        }
        let list = match in_phase {
            true => format!("a phase may have {}, and it consists of", words_in_phases()),
            false => "a turn order consists of".to_string(),
        };
        let near = suggest::closest(&word, IN_PHASES.into_iter().filter(|_| in_phase));
        match near.filter(|_| suggest::closest(&word, known.iter().copied()).is_none()) {
            Some(near) => {
                let list = format!("did you mean `{near}`? {}", list.replacen("a phase", "A phase", 1));
                let at = if self.tree.word(node).is_some() { node } else { self.first_member(node) };
                let message = format!("this is no part of a turn order: `{word}`");
                let text = suggest::hint(&word, &list, known.iter().copied()).map_or(list, |hint| hint.text);
                let fault = Diagnostic::new(Code::UnknownCommand, self.tree.node(at).span, message);
                self.push(fault.hint(Hint::instead(text, &word, near)));
            }
            None => self.unknown(node, "this is no part of a turn order", &word, &list, &known),
        }
    }

    /// `((roll pips) Light)`: an extra turn plays the whole group again.
    fn group(&mut self, parts: &[NodeId], line: &mut SlotSequence) {
        let from = line.slots.len();
        let outer = std::mem::take(&mut line.in_phase);
        self.items(parts, line);
        line.in_phase = outer;
        for (index, slot) in line.slots.iter_mut().enumerate().skip(from) {
            slot.group = index - from;
        }
    }

    /// `(by Fate (White throw))`: turns in which another than the mover chooses.
    fn by(&mut self, item: NodeId, parts: &[NodeId], line: &mut SlotSequence) {
        let from = line.slots.len();
        let chooser = parts.first().and_then(|first| self.player_named(*first));
        let outer = std::mem::take(&mut line.in_phase);
        self.items(parts.get(1..).unwrap_or_default(), line);
        line.in_phase = outer;
        if chooser.is_none() || from == line.slots.len() {
            let usual = "`(by White Black)`: White makes the moves of Black";
            self.wrong(item, "this names a player who chooses, and then the turns of others", usual);
        }
        for slot in line.slots.iter_mut().skip(from).filter(|slot| slot.roll.is_none()) {
            slot.by = chooser.filter(|chooser| *chooser != slot.mover);
        }
    }

    /// `(together White Black)`: consecutive turns in which no player sees the choices of the
    /// earlier ones.
    fn together(&mut self, item: NodeId, parts: &[NodeId], line: &mut SlotSequence) {
        let from = line.slots.len();
        let outer = std::mem::take(&mut line.in_phase);
        self.items(parts, line);
        line.in_phase = outer;
        let slots = &line.slots[from..];
        let is_choice = |(place, slot): (usize, &SlotDraft)| {
            let again = slots[..place].iter().any(|other| other.mover == slot.mover);
            slot.roll.is_none() && slot.by.is_none() && !again
        };
        if slots.len() < 2 || !slots.iter().enumerate().all(is_choice) {
            let usual = "`(together White Black)`, or with rules: `(together (White bid) (Black bid))`";
            return self.wrong(item, "together move several players, each once", usual);
        }
        line.together.push((item, from, line.slots.len()));
    }

    /// Returns the turns that several players take together: where that is written, the rules of
    /// their moves, and their slots.
    pub(super) fn together_turns(&mut self) -> Vec<(NodeId, Vec<RuleId>, Phase)> {
        let line = self.line();
        let mut all = Vec::new();
        for &(item, from, to) in &line.together {
            let names: Vec<NameId> = line.slots[from..to]
                .iter()
                .flat_map(|slot| slot.names.clone())
                .flat_map(|name| self.rule_names_of(name, EnvId::EMPTY))
                .collect();
            let is_any = line.slots[from..to].iter().any(|slot| slot.names.is_empty());
            let rules = (0..self.rules.len()).filter(|rule| is_any || names.contains(&self.rules[*rule].name));
            let rules = rules.map(RuleId::at).collect();
            let phase = Phase { name: "together".to_string(), from: SlotId::at(from), to: SlotId::at(to) };
            all.push((item, rules, phase));
        }
        all
    }

    fn roll(&mut self, item: NodeId, line: &mut SlotSequence) {
        let rest = self.rest(item);
        let is_clock = self.head(item) == Some("clock");
        let dice = rest.first().and_then(|node| self.dice_named(*node));
        match dice.filter(|dice| self.dice[*dice].tick.is_some() == is_clock) {
            Some(dice) => line.slots.push(SlotDraft { roll: Some(dice), ..plain(PlayerId(0)) }),
            None if is_clock => {
                self.wrong(item, "there is no such clock", "`(clock spent 60)`, then `((clock spent) White)`");
            }
            None => self.wrong(item, "there are no such dice", "`(dice pips 2 (1..6))`, then `(roll pips)`"),
        }
    }
}

/// Returns the phases of a turn order. Nested phases, which are errors, come last, so that their
/// contents are checked too.
pub(super) fn phases_of(tree: &Tree, turns: NodeId) -> Vec<NodeId> {
    let head = |node: NodeId| tree.head(node).map(|head| tree.symbols.text(head));
    let mut waiting: Vec<NodeId> = tree.members(turns).skip(1).collect();
    let mut next = 0;
    while let Some(&item) = waiting.get(next) {
        next += 1;
        if matches!(head(item), Some("phase" | "repeat")) {
            waiting.extend(tree.members(item).skip(1));
        }
    }
    waiting.retain(|item| head(*item) == Some("phase"));
    waiting
}

/// Returns whether a clause may stand in a phase.
pub(super) fn may_stand_in_phases(head: &str) -> bool {
    IN_PHASES.contains(&head)
}

/// Returns the clauses that may stand in a phase, for people.
fn words_in_phases() -> String {
    let (last, others) = IN_PHASES.split_last().unwrap_or((&"", &[]));
    format!("{} and {last}", others.join(", "))
}

fn plain(mover: PlayerId) -> SlotDraft {
    SlotDraft { mover, by: None, names: Vec::new(), roll: None, group: 0 }
}
