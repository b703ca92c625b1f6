//! A game on the bitboard executor: everything that its rules need, precomputed.

use std::sync::Arc;

use dagaz_core::{Continuation, Limits, PlayerId, SlotId, State};
use dagaz_rules::{Merge, PassRule, Then};

use super::attack_index::AttackIndex;
use super::codes::{CodeSet, Codes};
use super::endings::{Endings, attacked_pieces, ways_to_hold};
use super::entries::{FUEL_PART, FlatEntry, FlatSelection, Makers, PieceRule, fuel_of};
use super::facing_lines::FacingLines;
use super::forbidden_placements::Bans;
use super::forget::AskLast;
use super::graph::{Actions, Graph, Made};
use super::machine::Question;
use super::masks::Masks;
use super::mates::Mates;
use super::piece_generators::{PieceGenerator, PieceGeneratorBuilder, SideGenerator};
use super::sites::Sites;
use super::state::FlatState;
use super::tables::Tables;
use super::tally::Tally;
use crate::game::CompiledGame;
use crate::generate::Selection;
use crate::program::{Op, Test};
use crate::report::{FlatReport, RuleReport, Unfit};

/// Nodes of graphs that are visited to find better forms of them.
const VISITS_MAX: usize = 4_000_000;

/// Loop turns that a rule may make in a graph, at most: as many as a graph has nodes, and between
/// them instructions.
const LOOP_TURNS: u64 = 100_000;

/// A slot of the turn order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FlatSlot {
    pub(crate) side: PlayerId,
    pub(crate) class: Option<dagaz_core::MoveClassId>,
    pub(crate) next: SlotId,
    /// Whether equal moves are listed once.
    pub(crate) merges: bool,
}

/// See the [module documentation](self).
#[derive(Debug)]
pub(crate) struct FlatGame<const W: usize> {
    pub(crate) tables: Tables,
    pub(crate) slots: Vec<FlatSlot>,
    /// All sites.
    pub(crate) board: Sites<W>,
    pub(crate) all: FlatSelection,
    pub(crate) unclassed: FlatSelection,
    pub(crate) classes: Vec<FlatSelection>,
    pub(crate) groups: Vec<FlatSelection>,
    pub(crate) longest_chain: bool,
    pub(crate) may_stop: bool,
    pub(crate) pass: PassRule,
    pub(crate) asks_all_stuck: bool,
    /// For each player the pieces of which none may be attacked after its move, if there are such.
    pub(crate) royals: Vec<CodeSet>,
    /// Whether a player's royal pieces are so whatever their attributes.
    pub(crate) royal_kinds: Vec<bool>,
    /// The pieces that may take others along when they move.
    pub(crate) leaders: CodeSet,
    pub(crate) enemies: Vec<Vec<PlayerId>>,
    /// For each class of continuation, with "none" last, and each code: the number of steps of a
    /// piece.
    pub(crate) tallies: Vec<Vec<Option<Tally<W>>>>,
    /// The attacks of each player, if any rule asks for them.
    pub(crate) threats: Vec<AttackIndex<W>>,
    /// The pieces whose moves depend on the last move.
    pub(crate) asking: AskLast,
    pub(crate) endings: Endings<W>,
    pub(crate) masks: Masks<W>,
    /// For each player.
    pub(crate) armies: Vec<SideGenerators<W>>,
    /// Rules that are walked when a move is played: code, supply, entry.
    pub(crate) later: Vec<(u8, usize, FlatEntry)>,
    pub(crate) limits: Limits,
    pub(crate) no_move: dagaz_core::EndingId,
    /// The most fuel that a list of moves can need.
    pub(crate) fuel: u64,
    /// Lines that may not be open after a move.
    sights: Vec<FacingLines<W>>,
    /// What may not stand where after a move.
    pub(crate) bans: Bans<W>,
    /// Drops that may not mate.
    pub(crate) mates: Option<Mates>,
}

/// The armies of one player: of each [`FlatSelection`] that a turn may begin with.
#[derive(Debug)]
pub(crate) struct SideGenerators<const W: usize> {
    /// Of what no group has.
    pub(crate) rest: SideGenerator<W>,
    /// Of the classes that slots name.
    pub(crate) classes: Vec<Option<SideGenerator<W>>>,
    pub(crate) groups: Vec<SideGenerator<W>>,
}

impl<const W: usize> SideGenerators<W> {
    /// All units.
    pub(crate) fn units(&self) -> impl Iterator<Item = &PieceGenerator<W>> {
        let chosen = self.classes.iter().flatten().chain(&self.groups);
        std::iter::once(&self.rest).chain(chosen).flat_map(|army| &army.units)
    }
}

impl<const W: usize> FlatGame<W> {
    /// Whether a step that a piece begins takes another of its owner along which may take others
    /// along, too: then both may make the same step.
    pub(crate) fn takes_a_leader(&self, state: &FlatState<W>, effects: &[dagaz_core::Effect], start: usize) -> bool {
        if self.leaders == 0 {
            return false;
        }
        let owner = self.tables.owner(state.code(start));
        effects.iter().any(|effect| match *effect {
            dagaz_core::Effect::Move { from, .. } if from.index() != start => {
                let code = state.code(from.index());
                self.leaders >> code & 1 == 1 && self.tables.owner(code) == owner
            }
            _ => false,
        })
    }

    /// Compiles a game for the bitboard executor, or returns the reason why it is not supported.
    pub(crate) fn of(game: &CompiledGame) -> Result<FlatGame<W>, Unfit> {
        let rules = game.rules();
        let sites = rules.topology.sites().len();
        if sites > 64 * W {
            return Err(Unfit::Sites(sites, 64 * W));
        }
        let tables = Tables::of(rules, game.layout_ref(), game.what_is_beside())?;
        let slots = &rules.turns.slots;
        let plain_turns = slots.iter().all(|slot| slot.mover == slot.side);
        if game.loop_turns() < LOOP_TURNS {
            return Err(Unfit::Size);
        }
        if !plain_turns || rules.merge != Merge::Effects || rules.recycle_promotions || game.can_end_unstuck() {
            return Err(Unfit::Turns);
        }
        let players = || (0..rules.players.len()).map(PlayerId::at);
        let (mut royals, mut sights, mut patterns) = (Vec::new(), Vec::new(), Vec::new());
        for player in players() {
            let of_player = Forbidden::of(game, &tables, player).ok_or(Unfit::Never)?;
            royals.push(of_player.royal);
            sights.extend(of_player.sights);
            patterns.extend(of_player.patterns);
        }
        let bans = Bans::of(&tables.codes, tables.sites, patterns).ok_or(Unfit::Never)?;
        let mates = game.what_is_beside().and_then(|beside| beside.mates.as_ref());
        let mates = mates.map(|mates| Mates::of(&tables, rules.players.len(), mates));
        if mates.is_some() && royals.contains(&0) {
            return Err(Unfit::Never);
        }
        let endings = Endings::of(&tables, game.board(), game.endings(), game.what_is_beside()).ok_or(Unfit::Ending)?;
        let active: Vec<PlayerId> = players().filter(|player| rules.active(*player)).collect();
        let mut makers = Makers::new(game, &tables);
        let mut select = |selection: &Selection| makers.selection(selection, &active);
        let all = select(game.all_entries())?;
        let unclassed = select(game.unclassed())?;
        let classes = (0..rules.classes.len()).map(|class| select(game.of_class(dagaz_core::MoveClassId::at(class))));
        let classes = classes.collect::<Result<Vec<_>, _>>()?;
        let groups = game.groups().iter().map(&mut select).collect::<Result<Vec<_>, _>>()?;
        let known = makers.rules();
        // What is known of checks and pins before a move is made is not known of pieces that become
        // royal with it.
        if known.iter().any(|rule| rule.crosses(royals[rule.side.index()])) {
            return Err(Unfit::Never);
        }
        if !known.iter().all(|rule| bans.are_kept_by(rule, &tables.codes)) {
            return Err(Unfit::Never);
        }
        // Whether a drop mates is found out with the piece as it was in the hand.
        let changes =
            |rule: &PieceRule| rule.graphs.iter().any(|graph| graph.landings.iter().any(|code| *code != rule.fresh));
        let bound = |rule: &PieceRule| mates.as_ref().is_some_and(|mates| mates.dropped >> rule.fresh & 1 == 1);
        if known.iter().any(|rule| rule.drops && bound(rule) && (rule.is_resumed() || changes(rule))) {
            return Err(Unfit::Never);
        }
        let asking = AskLast::of(game, &tables, &known);
        // Types whose attack matters, apart from royal pieces.
        let checks = tables.beside.as_ref().and_then(|beside| beside.checks);
        let counted = |player: PlayerId| checks.map_or(0, |checks| checks.codes[player.index()]);
        let mut asked: Vec<CodeSet> =
            players().zip(&royals).map(|(player, royal)| royal | endings.asked(player) | counted(player)).collect();
        if let Some(mates) = &mates {
            asked.iter_mut().zip(&mates.kings).for_each(|(asked, kings)| *asked |= kings);
        }
        let asked_between_turns = asked.clone();
        for rule in &known {
            let asked = &mut asked[rule.side.index()];
            for question in rule.graphs.iter().flat_map(|graph| &graph.questions) {
                if let Question::Attacked(_, stands) = *question {
                    *asked |= stands & tables.codes.of_owner(rule.side) | 1 << rule.fresh;
                }
            }
            let asks = |op: &Op| matches!(op, Op::Unless { test: Test::Attacked(_), .. });
            if rule.is_resumed() && game.program(rule.rule, rule.side).ops.iter().any(asks) {
                *asked |= tables.codes.of_owner(rule.side) | 1 << rule.fresh;
            }
        }
        // A line of sight stands among the threats, and is none: it may not be taken for one. After
        // a legal move none is open to the pieces that it is forbidden to, so it can only be asked
        // of them, and only between turns.
        let is_clear = |sight: &FacingLines<W>| {
            let of = tables.owner(sight.codes.trailing_zeros() as u8);
            sights.contains(&sight.turned()) && asked[of] == sight.codes
        };
        if !sights.is_empty() && (asked != asked_between_turns || !sights.iter().all(is_clear)) {
            return Err(Unfit::Never);
        }
        let attacks = asked.iter().any(|asked| *asked != 0);
        let enemies: Vec<Vec<PlayerId>> = players().map(|player| game.enemies(player).to_vec()).collect();
        let mut masks = Masks::default();
        let mut threats = Vec::new();
        if attacks {
            for player in players() {
                let own = known.iter().filter(|rule| rule.side == player && !rule.drops);
                let graphs =
                    own.flat_map(|rule| rule.graphs.iter().enumerate().map(|(start, graph)| (graph, start, rule.own)));
                let foes = enemies[player.index()].iter().fold(0, |set, enemy| set | asked[enemy.index()]);
                let codes = &tables.codes;
                let sights = sights.iter().filter(|sight| sight.others & codes.of_owner(player) != 0);
                let made = AttackIndex::of(tables.sites, codes.all(), foes, &mut masks, graphs, sights);
                threats.push(made.map_err(|_| Unfit::AttackIndex)?);
            }
        }
        let fuel = fuel_of(&all, tables.sites).max(fuel_of(&unclassed, tables.sites));
        let fuel = classes.iter().chain(&groups).fold(fuel, |sum, one| sum.max(fuel_of(one, tables.sites)));
        // A list may consist of several selections, and a chain continues from each of its steps.
        let fuel = fuel.saturating_mul(1 + groups.len() as u64);
        if fuel > game.fuel() / FUEL_PART {
            return Err(Unfit::Size);
        }
        let start = |code: u8| {
            let word = tables.codes.word(code);
            game.initial_words()[..tables.sites].iter().filter(|other| **other == word).count()
        };
        let mut recruiter = PieceGeneratorBuilder {
            game,
            tables: &tables,
            later: Vec::new(),
            all: tables.codes.all(),
            sites: tables.sites,
            many: &start,
            masks: &mut masks,
            bans: &bans,
            visits: VISITS_MAX,
        };
        let armies = players().map(|player| {
            let codes = tables.codes.of_owner(player);
            recruiter.masks.for_side(player.index());
            let mut army = |selection: &FlatSelection| recruiter.army(selection, player.index(), codes);
            let played = |class: usize| slots.iter().any(|slot| slot.class.is_some_and(|one| one.index() == class));
            SideGenerators {
                rest: if groups.is_empty() { army(&all) } else { army(&unclassed) },
                classes: classes.iter().enumerate().map(|(class, one)| played(class).then(|| army(one))).collect(),
                groups: groups.iter().map(&mut army).collect(),
            }
        });
        let armies: Vec<SideGenerators<W>> = armies.collect();
        let goes_on = |armies: &SideGenerators<W>| {
            armies.classes.iter().flatten().chain(&armies.groups).chain([&armies.rest]).any(|army| army.goes_on)
        };
        // What may not mate, and may not be where, is asked of turns of one step.
        if (mates.is_some() || !bans.is_empty) && armies.iter().any(goes_on) {
            return Err(Unfit::Never);
        }
        let later = recruiter.later;
        let owner = |row: usize| {
            let owned = |code: u8| code != 0 && tables.owner(code) == row;
            (0..tables.codes.len() as u8).filter(|code| owned(*code)).fold(0, |codes, code| codes | 1 << code)
        };
        let owners: Vec<CodeSet> = (0..tables.owners).map(owner).collect();
        masks.finish(&owners, |side, set| armies[side].units().any(|unit| unit.asks(set)));
        let follows = continuations(game);
        let mut visits = VISITS_MAX;
        let mut tally = |selection: &FlatSelection, follows: bool| -> Vec<Option<Tally<W>>> {
            let mut of_code = |code: usize| {
                let entries = &selection.moves[code];
                let wanted = follows && !entries.is_empty();
                wanted.then(|| Tally::of(tables.codes.all(), entries, code as u8, tables.sites, &mut visits)).flatten()
            };
            (0..selection.moves.len()).map(&mut of_code).collect()
        };
        let chosen = classes.iter().chain([&unclassed]);
        let tallies = chosen.zip(follows).map(|(selection, follows)| tally(selection, follows)).collect();
        let merges = |player: PlayerId| !game.is_random_mover(player);
        Ok(FlatGame {
            slots: slots
                .iter()
                .map(|slot| FlatSlot {
                    side: slot.side,
                    class: slot.class,
                    next: slot.next,
                    merges: merges(slot.mover),
                })
                .collect(),
            board: Sites::first(tables.sites),
            all,
            unclassed,
            classes,
            groups,
            longest_chain: rules.longest_chain,
            may_stop: rules.may_stop,
            pass: rules.pass,
            asks_all_stuck: game.asks_all_stuck(),
            royal_kinds: royals.iter().map(|royal| of_whole_kinds(&tables.codes, *royal)).collect(),
            leaders: leaders(rules, &tables.codes),
            royals,
            enemies,
            tallies,
            threats,
            asking,
            endings,
            masks,
            armies,
            later,
            limits: game.limits_ref().clone(),
            no_move: game.no_move_ending(),
            fuel,
            sights,
            bans,
            mates,
            tables,
        })
    }

    /// The bitboard state of a state; `None` if the general executor must handle it.
    pub(crate) fn begin(&self, state: &State) -> Option<FlatState<W>> {
        let flat = FlatState::of(&self.tables, state)?;
        let fine = self.sights.iter().all(|sight| !sight.is_open(&flat)) && !self.bans.hold(&flat);
        fine.then_some(flat)
    }

    /// Where pieces of a code may come from a supply, other rules aside.
    #[inline]
    pub(crate) fn open_to_drop(&self, state: &FlatState<W>, code: u8) -> Sites<W> {
        if self.bans.is_empty { self.board } else { self.board.less(self.bans.of_drop(state, code)) }
    }

    /// What has become of the rules.
    pub(crate) fn report(&self) -> FlatReport {
        let selections = [&self.all, &self.unclassed].into_iter().chain(&self.classes).chain(&self.groups);
        let mut rules: Vec<&Arc<PieceRule>> = Vec::new();
        for selection in selections {
            let drops = selection.drops.iter().flatten().map(|(.., entry)| entry);
            for entry in selection.moves.iter().flatten().chain(drops) {
                if rules.iter().all(|known| !Arc::ptr_eq(known, &entry.rule)) {
                    rules.push(&entry.rule);
                }
            }
        }
        let graphs = || rules.iter().flat_map(|rule| rule.graphs.iter());
        let mut report = FlatReport {
            codes: self.tables.codes.len(),
            graphs: graphs().count(),
            nodes: graphs().map(|graph| graph.nodes.len()).sum(),
            bytes: graphs().map(Graph::bytes).sum::<usize>()
                + self.masks.bytes()
                + self.tallies.iter().flatten().flatten().map(Tally::bytes).sum::<usize>()
                + self.threats.iter().map(AttackIndex::bytes).sum::<usize>(),
            rules: Vec::new(),
        };
        for armies in &self.armies {
            for unit in armies.units() {
                let Some(piece) = self.tables.codes.piece(unit.code) else { continue };
                for &(rule, form, why) in &unit.forms {
                    let drops = unit.supply.is_some();
                    let one = RuleReport { piece, rule, drops, form, why };
                    // Of several codes of a piece the one with most to do shows.
                    let same = |known: &&mut RuleReport| {
                        (known.piece, known.rule, known.drops) == (one.piece, one.rule, one.drops)
                    };
                    match report.rules.iter_mut().find(same) {
                        Some(known) if known.form < one.form => *known = one,
                        Some(_) => {}
                        None => report.rules.push(one),
                    }
                }
            }
        }
        report
    }

    /// Whether a piece may come from a supply as something else, or with more than that happening.
    pub(crate) fn turns_over(&self, supply: usize) -> bool {
        let waits = self.tables.supplies[supply].0;
        let turned = |code: &u8| self.tables.codes.piece(*code) != Some(waits);
        let does_more = |made: &Made| !matches!(made.actions, Actions::Plain(_)) || made.found != Codes::EMPTY;
        let more = |graph: &Graph| {
            graph.made.iter().any(does_more) || !graph.resumed.is_empty() || graph.landings.iter().any(turned)
        };
        let drops = [&self.all, &self.unclassed].into_iter().flat_map(|selection| selection.drops.iter().flatten());
        drops.filter(|(from, ..)| *from == supply).any(|(.., entry)| entry.rule.graphs.iter().any(more))
    }

    /// Number of steps of a code's piece with a continuation, if known without a list.
    #[inline]
    pub(crate) fn tally(&self, then: Continuation, code: u8) -> Option<&Tally<W>> {
        let last = self.tallies.len() - 1;
        let class = match then {
            Continuation::Class(class) => class.index().min(last),
            Continuation::Unclassed => last,
        };
        self.tallies[class][usize::from(code)].as_ref()
    }

    pub(crate) fn of_class(&self, class: dagaz_core::MoveClassId) -> &FlatSelection {
        self.classes.get(class.index()).unwrap_or(&self.unclassed)
    }

    pub(crate) fn slot(&self, slot: SlotId) -> &FlatSlot {
        &self.slots[slot.index()]
    }
}

/// What results are forbidden to a player.
struct Forbidden<const W: usize> {
    /// The pieces that may not be attacked.
    royal: CodeSet,
    /// The lines along which they may not be seen.
    sights: Vec<FacingLines<W>>,
    /// The player's forbidden placements, alone or in combination.
    patterns: Vec<Vec<(u16, CodeSet)>>,
}

impl<const W: usize> Forbidden<W> {
    /// None if a result is forbidden that is about more.
    fn of(game: &CompiledGame, tables: &Tables, player: PlayerId) -> Option<Forbidden<W>> {
        let mut all = Forbidden { royal: 0, sights: Vec::new(), patterns: Vec::new() };
        let own = tables.codes.of_owner(player);
        let foes = game.enemies(player).iter().fold(0, |set, enemy| set | tables.codes.of_owner(*enemy));
        for never in game.nevers(player) {
            if let Some(codes) = attacked_pieces(tables, &never.program, &never.check) {
                all.royal |= codes;
                continue;
            }
            for way in ways_to_hold(tables, game.board(), never)? {
                if !way.is_empty() && way.iter().all(|(_, codes)| codes & !own == 0) {
                    all.patterns.push(way);
                } else {
                    all.sights.push(FacingLines::of(&way, own, foes)?);
                }
            }
        }
        let fits = all.sights.iter().all(|sight| sight.codes == all.royal);
        fits.then_some(all)
    }
}

/// Whether a set of codes has all those of a piece of which it has one.
pub(crate) fn of_whole_kinds(codes: &Codes, set: CodeSet) -> bool {
    let of_set = (0..codes.len() as u8).filter(|code| set >> code & 1 == 1);
    of_set.filter_map(|code| codes.piece(code)).all(|piece| codes.of_piece(piece) & !set == 0)
}

/// The pieces of types that have a rule by which others move, too.
fn leaders(rules: &dagaz_rules::Rules, codes: &Codes) -> CodeSet {
    let leads = |code: &u8| {
        let moves = codes.piece(*code).map_or(&[][..], |piece| &rules.pieces[piece.kind.index()].moves);
        let mut nodes = moves.iter().flat_map(|entry| &rules.rules[entry.rule.index()].automaton.nodes);
        nodes.any(|node| {
            matches!(node, dagaz_rules::Node::Do(dagaz_rules::Action::Cascade | dagaz_rules::Action::Origin, _))
        })
    };
    (0..codes.len() as u8).filter(leads).fold(0, |all, code| all | 1 << code)
}

/// For each class, with "none" last, whether a turn can continue with it.
fn continuations(game: &CompiledGame) -> Vec<bool> {
    let rules = game.rules();
    let mut follows = vec![false; rules.classes.len() + 1];
    let none = rules.classes.len();
    for entry in rules.pieces.iter().flat_map(|piece| piece.moves.iter().chain(&piece.drops)) {
        for node in &rules.rules[entry.rule.index()].automaton.nodes {
            if let dagaz_rules::Node::Emit(emit, _) = node
                && let Some(then) = emit.then
            {
                let class = match then {
                    Then::Class(class) => Some(class),
                    Then::SameClass => entry.class,
                };
                follows[class.map_or(none, |class| class.index().min(none))] = true;
            }
        }
    }
    follows
}
