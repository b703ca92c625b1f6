//! A whole game as clauses, in the order in which a person would tell them.

use std::collections::HashMap;

use dagaz_core::{AttributeId, PlayerId, PlayerKind};
use dagaz_rules::path::Distinct;
use dagaz_rules::{Action, Capture, Entry, Node, PassRule, Rule, Rules, Truth};

use super::draft::Draft;
use super::endings::Clause;
use super::family::{self, Family, Use};
use super::names::Names;
use super::rule_walk::{Manner, Walk};
use super::stop::{CLASS_MARK, UNCLASSED_MARK, Untranslated};
use super::text::{Step, Sx, list, word};
use super::{Gap, Style};
use dagaz_drf::PSEUDO_LEGAL;

/// Nodes of a rule at most: what follows looks through all of them again and again.
const NODES_MAX: usize = 5_000;

/// A translated game, and its inexpressible parts.
pub(super) struct Translated {
    pub(super) title: String,
    pub(super) clauses: Vec<Clause>,
    pub(super) gaps: Vec<Gap>,
    pub(super) link_names: Vec<String>,
    pub(super) sites: Vec<String>,
    pub(super) pieces: Vec<String>,
    pub(super) attributes: Vec<Option<String>>,
    pub(super) players: Vec<PlayerId>,
    pub(super) hands: Vec<bool>,
}

/// Translates a game.
pub(super) fn translate(rules: &Rules, style: Style) -> Translated {
    let mut names = Names::new();
    let draft = Draft::new(rules, style, &mut names);
    let mut game = GameDraft { draft, names, gaps: Vec::new(), class_names: HashMap::new() };
    let clauses = game.clauses();
    let GameDraft { draft, gaps, .. } = game;
    let attributes = (0..rules.attributes.len()).map(AttributeId::at);
    Translated {
        title: rules.glossary.title.clone(),
        clauses,
        gaps,
        sites: draft.board.sites.clone(),
        pieces: draft.pieces.clone(),
        attributes: attributes
            .map(|attribute| (!draft.unmoved[attribute.index()]).then(|| draft.variable(attribute)))
            .collect(),
        players: draft.board.players.clone(),
        hands: draft.hands(),
        link_names: draft.board.link_names,
    }
}

struct GameDraft<'a> {
    draft: Draft<'a>,
    names: Names,
    gaps: Vec<Gap>,
    /// For each class in use the word that means its rules.
    class_names: HashMap<usize, ClassName>,
}

/// What a class is called, and its rules.
struct ClassName {
    name: String,
    rules: Vec<String>,
    /// Those of them that pieces have: only these can continue a move.
    own: Vec<String>,
}

impl GameDraft<'_> {
    fn rules(&self) -> &Rules {
        self.draft.rules
    }

    fn gap(&mut self, span: dagaz_rules::Span, what: impl Into<String>) {
        let gap = Gap { span, what: what.into() };
        if !self.gaps.contains(&gap) {
            self.gaps.push(gap);
        }
    }

    fn clauses(&mut self) -> Vec<Clause> {
        self.find_unmoved();
        self.draft.afresh();
        let uses = self.uses();
        let weighs = !self.draft.board.all_choose();
        let families = super::ride::rides(family::families(uses, weighs), &self.draft.board);
        let (mut rules, calls) = self.name_families(families);
        super::share::shared(&mut rules, &mut self.names);
        let mut gaps = Vec::new();
        let endings = self.draft.endings(&mut |ending, what| {
            gaps.push((ending.span, what));
        });
        let mut used = std::collections::BTreeSet::new();
        let said = rules.iter().chain(&endings).map(|(_, clause)| clause).chain(calls.values().flatten());
        said.for_each(|clause| {
            clause.each(&mut |part| {
                if let Sx::Step(Step::Links(which, _)) = part {
                    used.insert(*which);
                }
            });
        });
        self.draft.board.forget_all_links_but(&used);
        let mut clauses: Vec<Clause> = Vec::new();
        let mut add = |key: &str, clause: Sx| clauses.push((key.to_string(), clause));
        let players = self.draft.board.players.iter().map(|player| {
            let name = word(self.draft.player(*player));
            let by_lot = self.draft.rules.players[player.index()].kind == PlayerKind::Random;
            if by_lot { list("chance", [name]) } else { name }
        });
        add("players", list("players", players));
        if let Some(symmetry) = self.draft.board.symmetry(&self.draft.player_names()) {
            add("symmetry", symmetry);
        }
        add("board", self.board());
        if let Some(setup) = self.draft.setup() {
            add("setup", setup);
        }
        let letters = self.draft.letters();
        for (kind, name) in self.draft.pieces.iter().enumerate() {
            let letter = letters[kind].as_ref().map(|letter| word(format!("\"{letter}\"")));
            let moves = calls.get(&Some(kind)).map(|calls| list("moves", calls.iter().cloned()));
            add(
                &format!("piece {name}"),
                list("piece", std::iter::once(word(name.clone())).chain(letter).chain(moves)),
            );
        }
        if let Some(calls) = calls.get(&None) {
            add("moves", list("moves", calls.iter().cloned()));
        }
        clauses.extend(rules);
        for (name, home, start) in self.draft.variables() {
            // What was captured in a turn makes no other position of it.
            let uncompared = self.draft.lost_names.contains(&name).then(|| word("uncompared"));
            let parts = [word(name.clone()), word("of"), word(home), word(start)].into_iter().chain(uncompared);
            clauses.push((format!("var {name}"), list("var", parts)));
        }
        clauses.extend(self.order());
        clauses.extend(endings);
        for (span, what) in gaps {
            self.gap(span, what);
        }
        self.find_other_meanings();
        // Without directions, the views of players do not matter.
        if !clauses.iter().any(|(key, clause)| key != "symmetry" && says_a_direction(clause)) {
            clauses.retain(|(key, _)| key != "symmetry");
        }
        without_unused(&mut clauses);
        clauses
    }

    /// Notes what words of edition 3 mean otherwise in a turn of this game.
    fn find_other_meanings(&mut self) {
        let rules = self.draft.rules;
        if self.draft.last.is_lost_by_pass() {
            let asking = rules.turns.slots.first().map_or(dagaz_rules::Span::default(), |slot| slot.span);
            self.gap(asking, "`last-to` after a pass: edition 3 forgets where the move before it ended");
        }
        // Edition 3 asks whether the owner of the pieces can move, edition 2 asks the mover.
        let chooses = |player: PlayerId| rules.players[player.index()].kind == PlayerKind::Chooser;
        let of_others = rules.turns.slots.iter().find(|slot| slot.mover != slot.side && chooses(slot.mover));
        let asks_moves = |truth: &Truth| truth.mentions(&|part| matches!(part, Truth::Stuck | Truth::AllStuck));
        if let Some(slot) = of_others
            && rules.endings.iter().any(|ending| asks_moves(&ending.when))
        {
            self.gap(slot.span, "a turn with pieces of another player, in a game with endings by having no move");
        }
    }

    /// Attributes that are lost by moving and by nothing else are `unmoved`.
    fn find_unmoved(&mut self) {
        let rules = self.draft.rules;
        let count = rules.attributes.len();
        let all_rules = || rules.rules.iter().flat_map(|rule| &rule.automaton.nodes);
        let mut keeps = vec![false; count];
        for (kind, piece) in rules.pieces.iter().enumerate() {
            for entry in &piece.moves {
                let kept = match self.path_of(kind, entry, false, false) {
                    Ok((_, kept)) => kept,
                    Err(_) => vec![true; count],
                };
                for (attribute, kept) in kept.iter().enumerate() {
                    let bears = self.draft.bearers(AttributeId::at(attribute)).any(|bearer| bearer == kind);
                    keeps[attribute] |= bears && *kept;
                }
            }
        }
        for (attribute, kept) in keeps.into_iter().enumerate() {
            let of = AttributeId::at(attribute);
            let bearers: Vec<usize> = self.draft.bearers(of).collect();
            let only_cleared = all_rules().all(|node| match node {
                Node::Do(Action::SetAttribute(known, truth, _), _) => *known != of || *truth == Truth::Always(false),
                Node::Do(Action::Create { kind, .. }, _) => kind.is_some_and(|kind| !bearers.contains(&kind.index())),
                _ => true,
            });
            let never_dropped = bearers.iter().all(|kind| rules.pieces[*kind].drops.is_empty());
            let usual =
                rules.setup.pieces.iter().all(|placement| placement.attributes.iter().all(|(known, _)| *known != of));
            self.draft.unmoved[attribute] = !bearers.is_empty() && only_cleared && never_dropped && usual && !kept;
        }
    }

    /// `read`: whether its text is needed.
    fn path_of(
        &self,
        kind: usize,
        entry: &Entry,
        drops: bool,
        read: bool,
    ) -> Result<(Option<Vec<Sx>>, Vec<bool>), Untranslated> {
        let rule = &self.draft.rules.rules[entry.rule.index()];
        if rule.automaton.nodes.len() > NODES_MAX {
            return Err(Untranslated::Gap("a rule of so many commands"));
        }
        let whose = (dagaz_core::PieceTypeId::at(kind), entry.class, drops);
        let alone = self.draft.style.exact;
        match Walk::path(&self.draft, &rule.automaton, whose, Manner { alone, read }) {
            Err(Untranslated::Alone) if !alone => {
                Walk::path(&self.draft, &rule.automaton, whose, Manner { alone: true, read })
            }
            path => path,
        }
    }

    /// Returns the paths of all pieces, and of all drops.
    fn uses(&mut self) -> Vec<Use> {
        let rules = self.draft.rules;
        let unclassed = rules.classes.len();
        let entries: Vec<Entry> =
            rules.pieces.iter().flat_map(|piece| piece.moves.iter().chain(&piece.drops)).copied().collect();
        self.draft.counts_parts = rules.longest_chain && !self.draft.steps_are_parts(&entries);
        let mut uses = Vec::new();
        for drops in [false, true] {
            for (kind, piece) in rules.pieces.iter().enumerate() {
                for entry in if drops { &piece.drops } else { &piece.moves } {
                    let rule = &rules.rules[entry.rule.index()];
                    match self.path_of(kind, entry, drops, true) {
                        Ok((Some(path), _)) => uses.push(Use {
                            piece: (!drops).then_some(kind),
                            class: entry.class.map_or(unclassed, |class| class.index()),
                            path,
                            called: called(rule, &piece.name, drops),
                        }),
                        Ok((None, _)) => {}
                        Err(stop) => {
                            let what = match stop {
                                Untranslated::Gap(what) => what,
                                Untranslated::Alone => "a rule",
                            };
                            let text = [std::slice::from_ref(&rule.name), &rule.arguments].concat().join(" ");
                            self.gap(rule.span, format!("`({text})` of {}: {what}", piece.name));
                        }
                    }
                }
            }
        }
        uses
    }

    /// Names for families: what the ZRF calls them, or what the standard library does. Gives the
    /// rules, and what each piece and the game call.
    fn name_families(&mut self, families: Vec<Family>) -> (Vec<Clause>, HashMap<Option<usize>, Vec<Sx>>) {
        let mut rules: Vec<(String, Family, bool)> = Vec::new();
        let mut standard_taken: Vec<&str> = Vec::new();
        for family in families {
            let known =
                family::standard(&family.body, &family.parameters).filter(|name| !standard_taken.contains(name));
            let name = match known {
                Some(name) => {
                    standard_taken.push(name);
                    name.to_string()
                }
                None => {
                    let lower = family.called.to_lowercase();
                    self.names.take_small(&lower)
                }
            };
            rules.push((name, family, known.is_some()));
        }
        let classes = self.draft.rules.classes.len();
        for class in 0..=classes {
            let all: Vec<&(String, Family, bool)> =
                rules.iter().filter(|(_, family, _)| family.class == class).collect();
            let name = match all.as_slice() {
                [] => continue,
                [(only, ..)] => only.clone(),
                _ if class == classes => String::new(),
                _ => self.names.take_small(&self.draft.rules.classes[class].to_lowercase()),
            };
            let is_own = |family: &Family| family.uses.iter().any(|(piece, _)| piece.is_some());
            let own = all.iter().filter(|(_, family, _)| is_own(family)).map(|(name, ..)| name.clone()).collect();
            let rules = all.into_iter().map(|(name, ..)| name.clone()).collect();
            self.class_names.insert(class, ClassName { name, rules, own });
        }
        let mut clauses = Vec::new();
        let mut calls: HashMap<Option<usize>, Vec<Sx>> = HashMap::new();
        for (name, family, is_standard) in rules {
            for (piece, uses) in &family.uses {
                calls.entry(*piece).or_default().extend(family::calls(
                    &name,
                    family.parameters.len(),
                    family.range,
                    uses,
                ));
            }
            if is_standard {
                continue;
            }
            let times = family.range.map(|_| "k");
            let header = match family.parameters.as_slice() {
                [] if times.is_none() => word(name.clone()),
                parameters => list(&name, parameters.iter().copied().chain(times).map(word)),
            };
            let body: Vec<Sx> = family.body.iter().map(|part| self.with_classes(part)).collect();
            clauses.push((format!("rule {name}"), list("rule", std::iter::once(header).chain(body))));
        }
        (clauses, calls)
    }

    /// The same with the names of classes where they were open.
    fn with_classes(&self, part: &Sx) -> Sx {
        part.map(&mut |part| {
            let Sx::List(parts) = part else { return None };
            let (Sx::Word(mark), before) = parts.split_last()? else { return None };
            let class = match mark.strip_prefix(CLASS_MARK) {
                Some(number) => number.parse().ok()?,
                None if mark == UNCLASSED_MARK => self.draft.rules.classes.len(),
                None => return None,
            };
            let known = self.class_names.get(&class)?;
            let names = match known.name.is_empty() {
                true => known.own.clone(),
                false => vec![known.name.clone()],
            };
            Some(Sx::List(before.iter().cloned().chain(names.into_iter().map(word)).collect()))
        })
    }

    fn board(&self) -> Sx {
        let mut parts = self.draft.board.parts();
        let zones = self.draft.used_zones.borrow();
        for (index, zone) in self.rules().topology.zones().iter().enumerate().filter(|(index, _)| zones.contains(index))
        {
            let name = || word(self.draft.zones[index].clone());
            let players = &self.draft.board.players;
            let sets: Vec<Vec<dagaz_core::SiteId>> =
                players.iter().map(|player| zone.of(*player).iter().collect()).collect();
            let alike = sets.windows(2).all(|pair| pair[0] == pair[1]);
            match self.draft.board.described_for_each(&sets) {
                Some(rows) if !alike || sets[0].len() > 3 => parts.push(list("zone", [name(), rows])),
                _ if alike => {
                    let sites = self.draft.board.described(&sets[0]);
                    parts.push(list("zone", std::iter::once(name()).chain(nothing_is_none(sites))));
                }
                _ => {
                    for (player, set) in players.iter().zip(&sets).filter(|(_, set)| !set.is_empty()) {
                        let whose = word(self.draft.player(*player));
                        parts.push(list("zone", [name(), whose].into_iter().chain(self.draft.board.described(set))));
                    }
                }
            }
        }
        for length in self.draft.lines() {
            parts.push(list("lines", [word(self.draft.lines_name(length)), word(length.to_string())]));
        }
        list("board", parts)
    }

    /// Classes, what comes first, what is preferred, turns, passes, and what happens at captures.
    fn order(&mut self) -> Vec<Clause> {
        let mut clauses: Vec<Clause> = Vec::new();
        let rules = self.draft.rules;
        let classes = rules.classes.len();
        for class in 0..classes {
            if let Some(known) = self.class_names.get(&class).filter(|known| known.rules.len() > 1) {
                let names = known.rules.iter().cloned().map(word);
                clauses.push((
                    format!("class {}", known.name),
                    list("class", std::iter::once(word(known.name.clone())).chain(names)),
                ));
            }
        }
        let words = |class: usize| -> Vec<Sx> {
            let Some(known) = self.class_names.get(&class) else { return Vec::new() };
            match known.name.is_empty() {
                true => known.rules.iter().cloned().map(word).collect(),
                false => vec![word(known.name.clone())],
            }
        };
        // Edition 2 decides which moves come first, and which chains are longest, before it asks
        // what is forbidden.
        let pseudo_legal = || (!rules.nevers.is_empty()).then(|| word(PSEUDO_LEGAL));
        let mut begins: Option<Vec<Sx>> = None;
        if let Some(first) = &rules.first {
            let mut groups: Vec<Vec<Sx>> = first
                .groups
                .iter()
                .map(|group| group.iter().flat_map(|class| words(class.index())).collect())
                .collect();
            groups.push(words(classes));
            groups.retain(|group: &Vec<Sx>| !group.is_empty());
            begins = Some(groups.concat());
            if groups.len() > 1 {
                let groups = groups.into_iter().map(super::sequence::grouped);
                clauses.push(("first".into(), list("first", pseudo_legal().into_iter().chain(groups))));
            }
        }
        if rules.longest_chain {
            let mut names: Vec<Sx> = Vec::new();
            // Only one group has moves in a turn. If no rule of a group continues, none is longer
            // than another.
            let goes_on = |class: usize| {
                let of_class = |entry: &&Entry| entry.class.map_or(classes, |class| class.index()) == class;
                let mut entries = rules.pieces.iter().flat_map(|piece| &piece.moves).filter(of_class);
                entries.any(|entry| {
                    let nodes = &rules.rules[entry.rule.index()].automaton.nodes;
                    nodes.iter().any(|node| matches!(node, Node::Emit(emit, _) if emit.then.is_some()))
                })
            };
            let competes = |class: usize| match &rules.first {
                None => true,
                Some(first) => {
                    let group = first.groups.iter().find(|group| group.iter().any(|known| known.index() == class));
                    match group {
                        Some(group) => group.iter().any(|known| goes_on(known.index())),
                        None => class == classes && goes_on(class),
                    }
                }
            };
            for class in (0..=classes).filter(|class| competes(*class)) {
                names.extend(words(class));
            }
            let by = if self.draft.counts_parts { self.draft.parts_name.clone() } else { "steps".into() };
            if !names.is_empty() {
                let what = [Sx::List(names), word(by)];
                clauses.push(("prefer".into(), list("prefer", pseudo_legal().into_iter().chain(what))));
            }
        }
        if let Some(turns) = self.turns(begins) {
            clauses.push(("turns".into(), turns));
        }
        match rules.pass {
            PassRule::Never => {}
            PassRule::Forced => clauses.push(("pass".into(), list("pass", [word("forced")]))),
            PassRule::Free => {
                // In edition 3 no `never` applies to such a pass.
                if let Some(never) = rules.nevers.first() {
                    self.gap(never.span, "a free pass that a player in check may not make");
                }
                clauses.push(("pass".into(), list("pass", [word("free")])));
            }
        }
        let distinct = match self.draft.style.distinct {
            Distinct::Results => None,
            Distinct::Positions => Some("positions"),
            Distinct::Pieces => Some("pieces"),
            Distinct::Orders => Some("orders"),
            Distinct::Paths => Some("paths"),
        };
        if let Some(how) = distinct {
            clauses.push(("distinct".into(), list("distinct", [word(how)])));
        }
        let (mut captured, forgotten) = self.draft.losses();
        if rules.capture == Capture::OwnersSupply && (0..rules.pieces.len()).any(|kind| self.draft.may_be_in_hand(kind))
        {
            captured.push(list("pocket", [word("owner")]));
        }
        if !captured.is_empty() {
            clauses.push(("on capture".into(), list("on", std::iter::once(word("capture")).chain(captured))));
        }
        if !forgotten.is_empty() {
            clauses.push(("on move-start".into(), list("on", std::iter::once(word("move-start")).chain(forgotten))));
        }
        clauses
    }

    /// Returns the turn order; `None` if it is the usual one. `begins`: with what a turn may begin,
    /// if not with everything.
    fn turns(&mut self, begins: Option<Vec<Sx>>) -> Option<Sx> {
        let rules = self.draft.rules;
        let slots = &rules.turns.slots;
        let classes = rules.classes.len();
        let mut nothing = false;
        // Classes that only continue moves of others.
        let all: Vec<usize> = self.class_names.keys().copied().collect();
        let begun = |class: &usize| match &rules.first {
            Some(first) => *class == classes || first.groups.iter().flatten().any(|known| known.index() == *class),
            None => true,
        };
        let some_only_go_on = !all.iter().all(begun);
        let mut items: Vec<Sx> = Vec::new();
        let mut before_repeat = 0;
        let repeat = slots.last().map_or(0, |slot| slot.next.index());
        for (place, slot) in slots.iter().enumerate() {
            if !self.draft.board.players.contains(&slot.side) {
                continue;
            }
            before_repeat += usize::from(place < repeat);
            let name = word(self.draft.player(slot.side));
            let names: Option<Vec<Sx>> = match slot.class {
                Some(class) => {
                    let known = self.class_names.get(&class.index()).map(|known| word(known.name.clone()));
                    nothing |= known.is_none();
                    known.map(|known| vec![known])
                }
                None if some_only_go_on => begins.clone(),
                None => None,
            };
            let turn = match names {
                Some(names) if !names.is_empty() => Sx::List(std::iter::once(name).chain(names).collect()),
                _ => name,
            };
            items.push(match slot.mover == slot.side {
                true => turn,
                false => list("by", [word(self.draft.player(slot.mover)), turn]),
            });
        }
        if nothing {
            self.gap(Default::default(), "a turn with moves that no piece has");
        }
        let usual: Vec<Sx> = self.draft.player_names().into_iter().map(word).collect();
        let repeat = before_repeat.min(items.len());
        if items.is_empty() || (items == usual && repeat == 0) {
            return None;
        }
        if repeat > 0 && repeat < items.len() {
            let repeated = items.split_off(repeat);
            // The usual order again is what there would be without the turns before it.
            items.push(list("repeat", repeated));
        }
        Some(list("turns", items))
    }
}

/// Leaves out the names of classes that nothing calls by, and variables that no rule and no ending
/// mentions.
fn without_unused(clauses: &mut Vec<Clause>) {
    let declared = |key: &str| key.strip_prefix("var ").or(key.strip_prefix("class ")).map(str::to_string);
    let mut mentioned = std::collections::HashSet::new();
    for (key, clause) in clauses.iter().filter(|(key, _)| key != "setup") {
        let own = declared(key);
        clause.each(&mut |part| {
            if let Sx::Word(name) = part
                && own.as_ref() != Some(name)
            {
                mentioned.insert(name.clone());
            }
        });
    }
    let unused: std::collections::HashSet<String> =
        clauses.iter().filter_map(|(key, _)| declared(key)).filter(|name| !mentioned.contains(name)).collect();
    clauses.retain(|(key, _)| declared(key).is_none_or(|name| !unused.contains(&name)));
    for (_, clause) in clauses.iter_mut().filter(|(key, _)| key == "setup") {
        if let Sx::List(parts) = clause {
            parts.retain(|part| match part {
                Sx::List(inner) => !matches!(inner.first(), Some(Sx::Word(name)) if unused.contains(name)),
                _ => true,
            });
        }
    }
}

/// Returns whether a clause has a direction, or counts rows as a player does.
fn says_a_direction(clause: &Sx) -> bool {
    const WORDS: [&str; 6] = ["row", "column", "orthogonal", "diagonal", "adjacent", "leaper"];
    let mut found = false;
    clause.each(&mut |part| {
        found |= matches!(part, Sx::Step(_)) || WORDS.iter().any(|word| part.is(word));
    });
    found
}

fn nothing_is_none(sites: Vec<Sx>) -> Vec<Sx> {
    if sites.is_empty() { vec![word("none")] } else { sites }
}

/// What a rule is called: by its macro, or after its piece.
fn called(rule: &Rule, piece: &str, drops: bool) -> String {
    let own = rule.name.strip_prefix(piece).is_some_and(|rest| rest.starts_with('-'));
    match (own || rule.name.is_empty(), drops) {
        (false, _) => rule.name.clone(),
        (true, false) => format!("{piece}-move"),
        (true, true) => format!("place-{piece}"),
    }
}
