//! A game that is being translated: its names, and what of it has been used.

use std::cell::RefCell;
use std::collections::BTreeSet;

use dagaz_core::{AttributeId, MoveClassId, Piece, PieceTypeId, PlayerId, PlayerKind};
use dagaz_rules::{Action, Capture, Node, Rules, Then, Truth};

use super::Style;
use super::board::Board;
use super::chain::Chain;
use super::flag_uses::TestedFlags;
use super::last_step::LastStep;
use super::names::Names;
use super::stop::Untranslated;

/// Different effects that a game may postpone to the end of its moves.
const LATER_MAX: usize = 40;

/// Answers that a rule may keep.
const ANSWERS_MAX: usize = 8;

/// What places may be called that rules note.
const NOTES: [&str; 8] = ["begun", "other", "target", "mark", "pushed", "victim", "spot", "changed"];

/// See the [module documentation](self).
pub(super) struct Draft<'a> {
    pub(super) rules: &'a Rules,
    pub(super) board: Board<'a>,
    pub(super) style: Style,
    /// For each player the name; `None` for players whose pieces have no owner.
    pub(super) players: Vec<Option<String>>,
    pub(super) pieces: Vec<String>,
    pub(super) zones: Vec<String>,
    attributes: Vec<String>,
    flags: Vec<String>,
    site_flags: Vec<String>,
    /// Sets of sites with an effect at the end of a move, each with the effect that fills it.
    later: RefCell<Vec<(super::act::What, String)>>,
    later_names: Vec<String>,
    /// What places are called that rules note: nothing else is called so.
    note_names: Vec<(&'static str, String)>,
    before_names: Vec<String>,
    answer_names: Vec<String>,
    /// How many answers are kept at once.
    answers: std::cell::Cell<usize>,
    /// Where pieces move on together in loops.
    pub(super) chain: Chain,
    /// Types for which some rule asks whether the last move captured one, each with the variable
    /// for each player.
    pub(super) lost: RefCell<Vec<(Vec<PieceTypeId>, Vec<String>)>>,
    pub(super) lost_names: Vec<String>,
    /// The variable that counts the partial moves of a turn, if they are counted.
    pub(super) parts_name: String,
    pub(super) counts_parts: bool,
    /// Whether steps with a continuation only move the moving piece.
    pub(super) chains_only_move: bool,
    /// How rules know where the last step began.
    pub(super) last: LastStep,
    /// The variable that remembers where the last step began.
    pub(super) last_name: String,
    used_last: std::cell::Cell<bool>,
    /// Attributes that say no more than that a piece has not moved.
    pub(super) unmoved: Vec<bool>,
    /// Whether there are pieces without an owner.
    pub(super) has_nobody: bool,
    pub(super) used_zones: RefCell<BTreeSet<usize>>,
    used_attributes: RefCell<BTreeSet<usize>>,
    used_flags: RefCell<BTreeSet<usize>>,
    used_site_flags: RefCell<BTreeSet<usize>>,
    /// Flags that make a difference.
    pub(super) asked: TestedFlags,
    /// Classes that some entry belongs to; the last for those without.
    classes_in_use: Vec<bool>,
}

impl<'a> Draft<'a> {
    /// Names everything.
    pub(super) fn new(rules: &'a Rules, style: Style, names: &mut Names) -> Draft<'a> {
        let moves =
            |player: &usize| rules.players[*player].kind != PlayerKind::Neutral && rules.active(PlayerId::at(*player));
        let active: Vec<PlayerId> = (0..rules.players.len()).filter(moves).map(PlayerId::at).collect();
        let board = Board::new(rules, active.clone(), names);
        let mut players = vec![None; rules.players.len()];
        for player in &active {
            players[player.index()] = Some(names.take(&rules.players[player.index()].name));
        }
        let pieces = rules.pieces.iter().map(|piece| names.take(&piece.name)).collect();
        let zones = rules.topology.zones().iter().map(|zone| names.take(&zone.name)).collect();
        let attributes = rules.attributes.iter().map(|attribute| names.take(&attribute.name)).collect();
        let flags = rules.flags.iter().map(|flag| names.take(flag)).collect();
        let site_flags = rules.site_flags.iter().map(|flag| names.take(flag)).collect();
        let mut classes_in_use = vec![false; rules.classes.len() + 1];
        for entry in rules.pieces.iter().flat_map(|piece| &piece.moves) {
            classes_in_use[entry.class.map_or(rules.classes.len(), |class| class.index())] = true;
        }
        let owners = rules.setup.pieces.iter().map(|placement| placement.piece.owner);
        let competitors: Vec<PlayerId> =
            (0..rules.players.len()).map(PlayerId::at).filter(|player| rules.competes(*player)).collect();
        let made = rules.rules.iter().flat_map(|rule| &rule.automaton.nodes).any(|node| match node {
            Node::Do(Action::Create { owner, .. } | Action::Give(owner, _), _) => {
                matches!(owner, dagaz_rules::OwnerOf::Player(player) if !active.contains(player))
            }
            Node::Do(Action::Flip(_), _) => competitors.iter().any(|player| !active.contains(player)),
            _ => false,
        });
        let has_nobody = made || owners.into_iter().any(|owner| !active.contains(&owner));
        Draft {
            rules,
            style,
            players,
            pieces,
            zones,
            attributes,
            flags,
            site_flags,
            later: RefCell::default(),
            later_names: (0..LATER_MAX).map(|_| names.take("later")).collect(),
            note_names: NOTES.iter().map(|called| (*called, names.take(called))).collect(),
            before_names: (0..=active.len()).map(|_| names.take("before")).collect(),
            answer_names: (0..ANSWERS_MAX).map(|_| names.take("answer")).collect(),
            answers: std::cell::Cell::new(0),
            chain: Chain::new(names),
            lost: RefCell::default(),
            lost_names: super::captured_types::names(rules, &active, names),
            parts_name: names.take("jumps"),
            counts_parts: false,
            last: LastStep::of(rules),
            last_name: names.take("step-from"),
            used_last: std::cell::Cell::new(false),
            unmoved: vec![false; rules.attributes.len()],
            has_nobody,
            used_zones: RefCell::default(),
            used_attributes: RefCell::default(),
            used_flags: RefCell::default(),
            used_site_flags: RefCell::default(),
            asked: TestedFlags::of(rules),
            chains_only_move: chains_only_move(rules),
            classes_in_use,
            board,
        }
    }

    /// Clears the record of uses: everything is written again.
    pub(super) fn afresh(&mut self) {
        self.later.borrow_mut().clear();
        self.lost.borrow_mut().clear();
        self.chain.forget();
        self.answers.set(0);
        self.used_last.set(false);
        for used in [&self.used_zones, &self.used_attributes, &self.used_flags, &self.used_site_flags] {
            used.borrow_mut().clear();
        }
    }

    /// Returns the set of sites of a postponed effect.
    pub(super) fn later(&self, what: &super::act::What) -> Result<String, Untranslated> {
        let mut later = self.later.borrow_mut();
        if let Some((_, name)) = later.iter().find(|(known, _)| known == what) {
            return Ok(name.clone());
        }
        let name = self
            .later_names
            .get(later.len())
            .cloned()
            .ok_or(Untranslated::Gap("so many kinds of actions in branches"))?;
        later.push((what.clone(), name.clone()));
        Ok(name)
    }

    /// Returns the set that holds where the last step began.
    pub(super) fn step_from(&self) -> String {
        self.used_last.set(true);
        self.last_name.clone()
    }

    /// Returns the names of a player's pieces before any change of ownership. `place` counts
    /// players; the last is "no owner".
    pub(super) fn before_name(&self, place: usize) -> String {
        self.before_names[place].clone()
    }

    /// Whose a piece of a player becomes when it changes sides.
    pub(super) fn next_player(&self, player: PlayerId) -> PlayerId {
        self.rules.next_player(player)
    }

    /// Returns the variable that keeps the answer of a number.
    pub(super) fn answer(&self, number: usize) -> Result<String, Untranslated> {
        self.answers.set(self.answers.get().max(number + 1));
        self.answer_names.get(number).cloned().ok_or(Untranslated::Gap("so many answers that are kept"))
    }

    /// What a place is called that a rule notes.
    pub(super) fn note_name<'n>(&'n self, called: &'n str) -> &'n str {
        self.note_names.iter().find(|(known, _)| *known == called).map_or(called, |(_, name)| name)
    }

    /// Returns the name of a player, or `nobody`.
    pub(super) fn player(&self, player: PlayerId) -> String {
        self.players.get(player.index()).cloned().flatten().unwrap_or("nobody".into())
    }

    /// Returns the names of those who have turns, in order.
    pub(super) fn player_names(&self) -> Vec<String> {
        self.players.iter().flatten().cloned().collect()
    }

    pub(super) fn flag(&self, flag: u16) -> String {
        self.used_flags.borrow_mut().insert(usize::from(flag));
        self.flags[usize::from(flag)].clone()
    }

    pub(super) fn site_flag(&self, flag: u16) -> String {
        self.used_site_flags.borrow_mut().insert(usize::from(flag));
        self.site_flags[usize::from(flag)].clone()
    }

    pub(super) fn variable(&self, attribute: AttributeId) -> String {
        self.used_attributes.borrow_mut().insert(attribute.index());
        self.attributes[attribute.index()].clone()
    }

    /// Returns the piece types that start with an attribute.
    pub(super) fn bearers(&self, attribute: AttributeId) -> impl Iterator<Item = usize> + '_ {
        (0..self.rules.pieces.len()).filter(move |kind| self.starts_with(*kind, attribute))
    }

    fn starts_with(&self, kind: usize, attribute: AttributeId) -> bool {
        self.rules.pieces[kind].starts.iter().any(|(known, value)| *known == attribute && *value != 0)
    }

    /// With what a variable begins for every new piece.
    fn usual_start(&self, attribute: AttributeId) -> bool {
        self.bearers(attribute).count() == self.rules.pieces.len()
    }

    /// The variables that are 1 for a new piece of a type, although they are 0 for others.
    pub(super) fn set_when_new(&self, kind: dagaz_core::PieceTypeId) -> Vec<String> {
        let all = (0..self.rules.attributes.len()).map(AttributeId::at);
        all.filter(|attribute| !self.unmoved[attribute.index()] && !self.usual_start(*attribute))
            .filter(|attribute| self.starts_with(kind.index(), *attribute))
            .map(|attribute| self.variable(attribute))
            .collect()
    }

    /// Returns whether any piece has moves of a class, or without one.
    pub(super) fn class_is_used(&self, class: Option<MoveClassId>) -> bool {
        self.classes_in_use[class.map_or(self.rules.classes.len(), |class| class.index())]
    }

    /// Returns whether a piece type may ever be in a hand, with a visible difference.
    pub(super) fn may_be_in_hand(&self, kind: usize) -> bool {
        let comes_there = self.rules.capture == Capture::OwnersSupply
            || self.rules.recycle_promotions
            || self.rules.setup.supplies.iter().any(|(piece, count)| piece.kind.index() == kind && *count > 0);
        comes_there && self.hand_matters(kind)
    }

    /// Returns whether pieces of a type come out of hands, or are counted there.
    fn hand_matters(&self, kind: usize) -> bool {
        let rules = self.rules;
        let counted = |truth: &Truth| {
            truth.mentions(&|part| match part {
                Truth::Compare(a, _, b) => [a, b].into_iter().any(|number| {
                    matches!(number, dagaz_rules::Number::Count { kinds, supplied: true, .. }
                        if kinds.is_empty() || kinds.iter().any(|known| known.index() == kind))
                }),
                _ => false,
            })
        };
        let asked = || {
            let endings = rules.endings.iter().map(|ending| &ending.when);
            let nevers = rules.nevers.iter().map(|never| &never.when);
            endings.chain(nevers).any(counted)
        };
        !rules.pieces[kind].drops.is_empty() || rules.recycle_promotions || asked()
    }

    /// Returns whether there are always enough pieces of a type in hand in every game: more
    /// than places for them, and each drop needs one.
    pub(super) fn is_endless(&self, kind: dagaz_core::PieceTypeId) -> bool {
        let rules = self.rules;
        let counted = rules.endings.iter().any(|ending| {
            ending.when.mentions(&|part| {
                matches!(part, Truth::Compare(a, _, b) if [a, b].into_iter().any(|number| {
                    matches!(number, dagaz_rules::Number::Count { supplied: true, .. })
                }))
            })
        });
        let only_drops = rules.pieces.iter().all(|piece| piece.moves.is_empty());
        let stays = rules
            .rules
            .iter()
            .flat_map(|rule| &rule.automaton.nodes)
            .all(|node| !matches!(node, Node::Do(Action::Capture(_), _)));
        let sites = rules.topology.sites().len() as u32;
        let share = if rules.pass == dagaz_rules::PassRule::Never && rules.turns.slots.len() == self.board.players.len()
        {
            sites.div_ceil(self.board.players.len().max(1) as u32)
        } else {
            sites
        };
        let on_empty = self.drops_on_empty(kind);
        let enough = self.board.players.iter().enumerate().all(|(place, owner)| {
            let piece = Piece { kind, owner: *owner };
            let held: u32 = rules.setup.supplies.iter().filter(|(known, _)| *known == piece).map(|(_, n)| *n).sum();
            // The player who does not begin has the smaller half.
            let share = if share < sites && place > 0 { sites / self.board.players.len() as u32 } else { share };
            held >= share
        });
        !counted
            && only_drops
            && stays
            && on_empty
            && enough
            && rules.capture == Capture::Gone
            && !rules.recycle_promotions
    }

    /// Returns whether a type is only dropped on empty sites: the first thing that its drops ask.
    fn drops_on_empty(&self, kind: dagaz_core::PieceTypeId) -> bool {
        let asks = |truth: &Truth| match truth {
            Truth::Site(dagaz_rules::Place::Here, dagaz_rules::SiteTest::Empty) => true,
            Truth::All(parts) => parts
                .iter()
                .any(|part| matches!(part, Truth::Site(dagaz_rules::Place::Here, dagaz_rules::SiteTest::Empty))),
            _ => false,
        };
        self.rules.pieces[kind.index()].drops.iter().all(|entry| {
            let automaton = &self.rules.rules[entry.rule.index()].automaton;
            matches!(automaton.node(automaton.start), Node::Test(truth, _, no)
                if asks(truth) && matches!(automaton.node(*no), Node::End))
        })
    }

    /// Returns whether each player has one piece of these types, and never gets another or loses it
    /// but by capture.
    pub(super) fn is_alone(&self, kinds: &[dagaz_core::PieceTypeId]) -> bool {
        let rules = self.rules;
        let made = rules.rules.iter().flat_map(|rule| &rule.automaton.nodes).any(|node| match node {
            Node::Emit(emit, _) => emit.copies || emit.becomes.iter().any(|kind| kinds.contains(kind)),
            Node::Do(Action::Create { kind, .. }, _) => kind.is_none_or(|kind| kinds.contains(&kind)),
            Node::Do(Action::Become(kind, _), _) => kinds.contains(kind),
            Node::Do(Action::Give(..) | Action::Flip(_), _) => true,
            _ => false,
        });
        let held = rules.setup.supplies.iter().any(|(piece, count)| kinds.contains(&piece.kind) && *count > 0);
        let of = |owner: PlayerId| {
            let pieces = rules.setup.pieces.iter().map(|placement| placement.piece);
            pieces.filter(|piece| piece.owner == owner && kinds.contains(&piece.kind)).count()
        };
        !made && !held && self.board.players.iter().all(|player| of(*player) == 1)
    }

    /// Returns the piece types that wait in hands in the new game.
    pub(super) fn hands(&self) -> Vec<bool> {
        let kinds = (0..self.pieces.len()).map(dagaz_core::PieceTypeId::at);
        kinds.map(|kind| self.may_be_in_hand(kind.index()) && !self.is_endless(kind)).collect()
    }

    /// Returns whether every step of a chain continues if possible: then the number of steps equals
    /// the number of parts.
    pub(super) fn steps_are_parts(&self, entries: &[dagaz_rules::Entry]) -> bool {
        let emits = |entry: &dagaz_rules::Entry| {
            let nodes = self.rules.rules[entry.rule.index()].automaton.nodes.iter();
            let goes_on: Vec<bool> = nodes
                .filter_map(|node| match node {
                    Node::Emit(emit, _) => Some(matches!(emit.then, Some(Then::Class(_) | Then::SameClass))),
                    _ => None,
                })
                .collect();
            goes_on
        };
        let all: Vec<bool> = entries.iter().flat_map(emits).collect();
        all.iter().all(|goes_on| *goes_on) || all.iter().all(|goes_on| !goes_on)
    }

    /// Returns the declarations of what has been used: name, owner and value at the start.
    pub(super) fn variables(&self) -> Vec<(String, String, &'static str)> {
        let mut all = self.chain_variables();
        for attribute in self.used_attributes.borrow().iter() {
            let start = if self.usual_start(AttributeId::at(*attribute)) { "1" } else { "0" };
            all.push((self.attributes[*attribute].clone(), "piece".into(), start));
        }
        for flag in self.used_flags.borrow().iter() {
            all.push((self.flags[*flag].clone(), "step".into(), "0"));
        }
        for flag in self.used_site_flags.borrow().iter() {
            all.push((self.site_flags[*flag].clone(), "game".into(), "none"));
        }
        for (_, name) in self.later.borrow().iter() {
            all.push((name.clone(), "game".into(), "none"));
        }
        for (_, names) in self.lost.borrow().iter() {
            all.extend(names.iter().map(|name| (name.clone(), "game".into(), "0")));
        }
        let answers = self.answer_names.iter().take(self.answers.get());
        all.extend(answers.map(|name| (name.clone(), "step".into(), "0")));
        if self.used_last.get() {
            all.push((self.last_name.clone(), "game".into(), "none"));
        }
        if self.counts_parts {
            all.push((self.parts_name.clone(), "move".into(), "0"));
        }
        all
    }

    /// For each variable that some pieces of the set-up start with, and others do not: its value
    /// and its sites.
    pub(super) fn variable_setup(&self) -> Vec<(String, i32, Vec<usize>)> {
        let mut all = Vec::new();
        for attribute in self.used_attributes.borrow().iter().map(|which| AttributeId::at(*which)) {
            let usual = i32::from(self.usual_start(attribute));
            let value = |placement: &dagaz_core::Placement| {
                let own = placement.attributes.iter().find(|(known, _)| *known == attribute);
                own.map_or(i32::from(self.starts_with(placement.piece.kind.index(), attribute)), |(_, value)| *value)
            };
            let sites: Vec<usize> = self
                .rules
                .setup
                .pieces
                .iter()
                .filter(|placement| value(placement) != usual)
                .map(|placement| placement.site.index())
                .collect();
            if !sites.is_empty() {
                all.push((self.attributes[attribute.index()].clone(), 1 - usual, sites));
            }
        }
        all
    }
}

/// Returns whether all rules with a continuation only move the piece.
fn chains_only_move(rules: &Rules) -> bool {
    rules.rules.iter().map(|rule| &rule.automaton.nodes).all(|nodes| {
        let goes_on = nodes.iter().any(|node| matches!(node, Node::Emit(emit, _) if emit.then.is_some()));
        let changes = nodes.iter().any(|node| match node {
            Node::Do(action, _) => !matches!(
                action,
                Action::Origin | Action::Target | Action::Mark | Action::SetFlag(..) | Action::SetSiteFlag(..)
            ),
            Node::Emit(emit, _) => !emit.becomes.is_empty() || emit.copies,
            _ => false,
        });
        !goes_on || !changes
    })
}
