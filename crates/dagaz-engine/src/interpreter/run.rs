//! One run of a rule: a plain walk over the nodes of its automaton.

use std::collections::BTreeSet;

use dagaz_core::{Continuation, Fuel, LimitHit, LimitKind, MoveList, Piece, PieceTypeId, PlayerId, SiteId, State};
use dagaz_rules::{Action, Emit, Entry, Hop, Node, NodeId, OwnerOf, Place, Then, Truth};

use super::Interpreter;
use super::emission::{Departure, NewOwner, Waiting};
use super::truth::Standpoint;

/// What a run is about.
#[derive(Clone, Copy)]
pub(super) struct Start {
    /// Who moves.
    pub(super) mover: PlayerId,
    /// Whose pieces move.
    pub(super) side: PlayerId,
    /// The type of the piece that moves or drops.
    pub(super) kind: PieceTypeId,
    /// The rule, and the class of its moves.
    pub(super) entry: Entry,
    /// Where the cursor begins.
    pub(super) site: SiteId,
    /// Whether the piece comes from the supply.
    pub(super) is_drop: bool,
    /// Whether the run only answers whether a site is attacked or defended.
    pub(super) is_probe: bool,
}

/// A run under way.
struct Run<'a> {
    game: &'a Interpreter,
    /// The board as it was when the run began.
    state: &'a State,
    start: Start,
    cursor: SiteId,
    origin: Option<SiteId>,
    target: Option<SiteId>,
    mark: Option<SiteId>,
    flags: BTreeSet<u16>,
    site_flags: BTreeSet<(u16, SiteId)>,
    waiting: Waiting,
    turns: u64,
}

impl Interpreter {
    /// Runs a rule and adds the steps that it emits to `list`, each as a move of its own. A limit
    /// that is met names the rule.
    pub(super) fn run(
        &self,
        state: &State,
        start: Start,
        list: &mut MoveList,
        fuel: &mut Fuel<'_>,
    ) -> Result<(), LimitHit> {
        let rule = start.entry.rule;
        let mut run = Run {
            game: self,
            state,
            start,
            cursor: start.site,
            origin: None,
            target: None,
            mark: None,
            flags: BTreeSet::new(),
            site_flags: BTreeSet::new(),
            waiting: Waiting::default(),
            turns: 0,
        };
        run.origin = run.first_origin();
        run.walk(list, fuel).map_err(|hit| hit.in_rule(rule))
    }
}

impl<'a> Run<'a> {
    fn first_origin(&self) -> Option<SiteId> {
        (!self.start.is_drop).then_some(self.start.site)
    }

    fn walk(&mut self, list: &mut MoveList, fuel: &mut Fuel<'_>) -> Result<(), LimitHit> {
        let rule = self.start.entry.rule.index();
        let (automaton, costs) = (&self.game.rules.rules[rule].automaton, &self.game.costs[rule]);
        let cost = |way: NodeId| costs.as_ref().map_or(u64::MAX, |costs| u64::from(costs[way.0 as usize]));
        let mut at = automaton.start;
        fuel.spend(cost(at).saturating_add(u64::from(Fuel::RUN)))?;
        loop {
            at = match automaton.node(at) {
                Node::Go(hop, next) => match self.hop(*hop) {
                    Some(site) => {
                        self.cursor = site;
                        *next
                    }
                    None => return Ok(()),
                },
                Node::Test(truth, then, otherwise) => match self.asks(truth)? {
                    true => *then,
                    false => *otherwise,
                },
                Node::Do(action, next) => {
                    self.does(action)?;
                    *next
                }
                Node::Turn(next) => {
                    fuel.spend(cost(*next))?;
                    self.turns += 1;
                    let max = self.game.limits.loop_turns;
                    if self.turns > max {
                        return Err(LimitHit { kind: LimitKind::LoopTurns, max, rule: None });
                    }
                    *next
                }
                Node::Emit(emit, next) => {
                    self.emits(emit, list, fuel)?;
                    *next
                }
                Node::End => return Ok(()),
            };
        }
    }

    /// From where this run asks now.
    fn standpoint(&self) -> Standpoint<'_> {
        Standpoint {
            state: self.state,
            player: self.start.side,
            kind: self.start.kind,
            cursor: Some(self.cursor),
            origin: self.origin,
            mark: self.mark,
            flags: &self.flags,
            site_flags: &self.site_flags,
            is_probe: self.start.is_probe,
            is_stuck: false,
        }
    }

    fn asks(&self, truth: &Truth) -> Result<bool, LimitHit> {
        self.game.holds(truth, &self.standpoint())
    }

    fn place(&self, place: &Place) -> Option<SiteId> {
        self.game.site_at(place, &self.standpoint())
    }

    fn hop(&self, hop: Hop) -> Option<SiteId> {
        let topology = &self.game.rules.topology;
        match hop {
            Hop::Along(said) => topology.link(self.cursor, topology.seen_by(self.start.side, said)).some(),
            Hop::Against(said) => topology.link_back(self.cursor, topology.seen_by(self.start.side, said)).some(),
            Hop::To(site) => Some(site),
            Hop::Origin => self.origin,
            Hop::Target => self.target,
            Hop::Mark => self.mark,
            Hop::LastFrom => self.state.last_from(&self.game.layout).some(),
            Hop::LastTo => self.state.last_to(&self.game.layout).some(),
        }
    }

    fn does(&mut self, action: &Action) -> Result<(), LimitHit> {
        match action {
            Action::Origin => self.origin = Some(self.cursor),
            Action::Target => self.target = Some(self.cursor),
            Action::Mark => self.mark = Some(self.cursor),
            Action::Cascade => {
                self.waiting.cascades.push((self.origin, self.target.unwrap_or(self.cursor)));
                self.origin = Some(self.cursor);
                self.target = None;
            }
            Action::Capture(place) => self.waiting.captures.extend(self.place(place)),
            Action::Create { owner, kind, place } => {
                if let Some(site) = self.place(place) {
                    let piece = Piece { kind: kind.unwrap_or(self.start.kind), owner: self.owner(*owner) };
                    self.waiting.creations.push((site, piece));
                }
            }
            Action::Become(kind, place) => {
                self.waiting.kinds.extend(self.place(place).map(|site| (site, *kind)));
            }
            Action::Give(owner, place) => {
                let owner = NewOwner::Player(self.owner(*owner));
                self.waiting.owners.extend(self.place(place).map(|site| (site, owner)));
            }
            Action::Flip(place) => {
                self.waiting.owners.extend(self.place(place).map(|site| (site, NewOwner::NextAfterOwner)));
            }
            Action::SetAttribute(attribute, value, place) => {
                let value = i32::from(self.asks(value)?);
                self.waiting.values.extend(self.place(place).map(|site| ((site, *attribute), value)));
            }
            Action::SetFlag(flag, value) => match self.asks(value)? {
                true => drop(self.flags.insert(*flag)),
                false => drop(self.flags.remove(flag)),
            },
            Action::SetSiteFlag(flag, value, place) => {
                let value = self.asks(value)?;
                match (self.place(place), value) {
                    (Some(site), true) => drop(self.site_flags.insert((*flag, site))),
                    (Some(site), false) => drop(self.site_flags.remove(&(*flag, site))),
                    (None, _) => {}
                }
            }
        }
        Ok(())
    }

    /// The owner of an effect.
    fn owner(&self, owner: OwnerOf) -> PlayerId {
        match owner {
            OwnerOf::Side => self.start.side,
            OwnerOf::Mover => self.start.mover,
            OwnerOf::Player(player) => player,
        }
    }

    /// The next player who competes, after `owner` in order of declaration, the first after the
    /// last.
    fn next_player(&self, owner: PlayerId) -> PlayerId {
        let rules = &self.game.rules;
        let all = || (0..rules.players.len()).map(PlayerId::at).filter(|player| rules.competes(*player));
        all().find(|&player| player > owner).or_else(|| all().next()).unwrap_or(owner)
    }

    fn emits(&mut self, emit: &Emit, list: &mut MoveList, fuel: &mut Fuel<'_>) -> Result<(), LimitHit> {
        let Start { side, kind, entry, site, is_drop, .. } = self.start;
        let departure = match (is_drop, emit.copies) {
            (true, _) => Departure::Drops(Piece { kind, owner: side }),
            (false, true) => Departure::Copies(self.origin),
            (false, false) => Departure::Moves(self.origin),
        };
        let target = self.target.unwrap_or(self.cursor);
        let then = emit.then.map(|then| match (then, entry.class) {
            (Then::Class(class), _) | (Then::SameClass, Some(class)) => Continuation::Class(class),
            (Then::SameClass, None) => Continuation::Unclassed,
        });
        let step_origin = if is_drop { SiteId::NONE } else { site };
        let becomes = emit.becomes.iter().copied().map(Some);
        let once = emit.becomes.is_empty().then_some(None);
        for becomes in becomes.chain(once) {
            if becomes.is_some_and(|kind| !self.is_available(kind)) {
                continue;
            }
            let effects = self.waiting.effects(self.state, departure, target, becomes, |owner| self.next_player(owner));
            if effects.len() > self.game.limits.effects {
                return Err(LimitHit::new(LimitKind::Effects, self.game.limits.effects));
            }
            fuel.spend(1 + effects.len() as u64)?;
            list.push_step(Some(entry.rule), step_origin, target, then, &effects);
            list.check(&self.game.limits)?;
        }
        self.waiting = Waiting::default();
        self.origin = self.first_origin();
        self.target = None;
        Ok(())
    }

    /// Whether the moving piece can become that type.
    fn is_available(&self, kind: PieceTypeId) -> bool {
        let in_supply = || self.state.supply(&self.game.layout, Piece { kind, owner: self.start.side }) > 0;
        !self.game.rules.recycle_promotions || kind == self.start.kind || in_supply()
    }
}
