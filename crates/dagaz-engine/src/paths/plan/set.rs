//! Lowering of sets of sites.

use dagaz_core::{CompactSort, PieceTypeId, PlayerId};
use dagaz_rules::Comparison;
use dagaz_rules::path::{Home, Number, PlayerRef, Set, Truth, VarId, VariableKind, WayId};

use super::super::position::VariablePlane;
use super::super::sites::Sites;
use super::super::tables::Place;
use super::analysis::truth_depends_on_cursor;
use super::lower::Lowering;
use super::unroll::unrolled;
use super::{Array, Attack, NotCompiled, Row, SetId, SetNode, Subject, TruthId, TruthNode, Value};

/// A game has no more planes of variables: each costs a little with every write.
const MOST_VARIABLE_PLANES: usize = 32;

impl Lowering<'_> {
    /// The players that a reference may mean: the first of them that still plays, else the last.
    pub(super) fn referents(&self, player: PlayerRef) -> Vec<PlayerId> {
        let me = self.me;
        let players = match player {
            PlayerRef::Me => vec![me],
            PlayerRef::Player(player) => vec![player],
            PlayerRef::Next => {
                let line = std::iter::successors(Some(self.game.after(me)), |player| Some(self.game.after(*player)));
                let line = line.take(self.game.rules.players.len());
                let others: Vec<PlayerId> = line.take_while(|player| *player != me).collect();
                [others, vec![me]].concat()
            }
            PlayerRef::Enemy => {
                let enemies = &self.game.tables.opponents[me.index()];
                let (later, earlier): (Vec<PlayerId>, Vec<PlayerId>) = enemies.iter().partition(|enemy| **enemy > me);
                [later, earlier, vec![enemies.first().copied().unwrap_or(me)]].concat()
            }
        };
        match self.game.tables.extras.outs {
            Some(_) => players,
            None => players[..1].to_vec(),
        }
    }

    /// Returns the player of a reference; an error in games that players may leave, where it
    /// varies.
    pub(super) fn player(&self, player: PlayerRef) -> Result<PlayerId, NotCompiled> {
        match self.referents(player)[..] {
            [only] => Ok(only),
            _ => Err(NotCompiled::Eliminations),
        }
    }

    /// Lowers something as another player sees it. `choose`: one node if that player is out, else
    /// another.
    pub(super) fn as_player<T>(
        &mut self,
        player: PlayerRef,
        lower: impl Fn(&mut Self) -> Result<T, NotCompiled>,
        choose: impl Fn(&mut Self, TruthId, T, T) -> T,
    ) -> Result<T, NotCompiled> {
        let me = self.me;
        let mut lowered = None;
        for player in self.referents(player).into_iter().rev() {
            self.me = player;
            let node = lower(self);
            self.me = me;
            lowered = Some(match lowered {
                None => node?,
                Some(others) => {
                    let out = self.truth_node(TruthNode::IsOut(player));
                    choose(self, out, others, node?)
                }
            });
        }
        lowered.ok_or(NotCompiled::Eliminations)
    }

    /// Lowers a set as another player sees it.
    fn set_as(
        &mut self,
        player: PlayerRef,
        lower: impl Fn(&mut Self) -> Result<SetId, NotCompiled>,
    ) -> Result<SetId, NotCompiled> {
        self.as_player(player, lower, |lowering, out, others, set| lowering.set_node(SetNode::If(out, others, set)))
    }

    pub(super) fn rows(&self, ways: &[WayId]) -> Box<[Row]> {
        ways.iter().map(|way| self.row(*way)).collect()
    }

    pub(super) fn row(&self, way: WayId) -> Row {
        Row((self.me.index() * self.game.rules.ways.len() + way.index()) as u32)
    }

    pub(super) fn planes(&self, players: &[PlayerId]) -> Box<[u16]> {
        let mut planes: Vec<u16> =
            players.iter().map(|player| player.index().min(self.game.rules.players.len()) as u16).collect();
        planes.sort_unstable();
        planes.dedup();
        planes.into()
    }

    fn kind_plane(&self, kind: PieceTypeId) -> u16 {
        (self.game.rules.players.len() + 1 + kind.index()) as u16
    }

    pub(super) fn board(&mut self) -> SetId {
        let board = self.game.tables.board.clone();
        self.constant(board)
    }

    pub(super) fn nothing(&mut self) -> SetId {
        let none = Sites::none(self.game.tables.width);
        self.constant(none)
    }

    fn constant(&mut self, sites: Sites) -> SetId {
        let known = self.plan.constants.iter().position(|known| *known == sites);
        let place = known.unwrap_or_else(|| {
            self.plan.constants.push(sites);
            self.plan.constants.len() - 1
        });
        self.set_node(SetNode::Constant(place as u16))
    }

    /// Where the value of a variable is.
    pub(super) fn value(&self, var: VarId) -> Value {
        match (self.game.tables.places[var.index()], self.game.rules.variables[var.index()].home) {
            (Place::Piece(attribute), _) => Value::Attribute(attribute),
            (Place::State(first), Home::Site) => Value::Site(first),
            (Place::State(first), Home::Player) => Value::State(first + u16::from(self.me.0)),
            (Place::State(first), _) => Value::State(first),
            (Place::Passing(place), _) => Value::Passing(place as u16),
        }
    }

    /// The row of variables, or the one variable that holds a set.
    pub(super) fn array(&self, var: VarId) -> Option<Array> {
        let variable = &self.game.rules.variables[var.index()];
        let Place::State(first) = self.game.tables.places[var.index()] else { return None };
        let stride = match variable.kind {
            VariableKind::Set => 2 * self.game.tables.width as u16,
            VariableKind::Number => 1,
        };
        Some(match variable.home {
            Home::Numbers { from, count } => Array { first, from, count, stride },
            Home::Player => Array { first: first + stride * u16::from(self.me.0), from: 0, count: 1, stride },
            _ => Array { first, from: 0, count: 1, stride },
        })
    }

    pub(super) fn subject(&mut self, set: &Set) -> Result<Subject, NotCompiled> {
        Ok(match set {
            Set::Here => Subject::Here,
            Set::It => Subject::It,
            set => Subject::Set(self.set(set)?),
        })
    }

    pub(super) fn sets(&mut self, sets: &[Set]) -> Result<Box<[SetId]>, NotCompiled> {
        sets.iter().map(|set| self.set(set)).collect()
    }

    pub(super) fn set(&mut self, set: &Set) -> Result<SetId, NotCompiled> {
        let me = self.me;
        let tables = &self.game.tables;
        let node = match set {
            Set::Board => return Ok(self.board()),
            Set::Closed => SetNode::Closed,
            Set::Fixed(sets) => {
                let width = tables.width;
                let fixed = sets.get(me.index()).or(sets.first());
                let sites = fixed.map_or(Sites::none(width), |set| Sites::of_set(set, width));
                return Ok(self.constant(sites));
            }
            Set::Empty => SetNode::Empty,
            Set::Occupied => SetNode::Occupied,
            Set::Mine => SetNode::Live(self.planes(&[me])),
            Set::Friend => SetNode::Live(self.planes(&tables.friends[me.index()])),
            Set::Enemy => SetNode::Live(self.planes(&tables.enemies[me.index()])),
            Set::Nobody => SetNode::Live(self.planes(&[PlayerId::NONE])),
            Set::Open => SetNode::Open(self.planes(&tables.friends[me.index()])),
            Set::Of(player) => {
                return self.set_as(*player, |lowering| {
                    let planes = lowering.planes(&[lowering.me]);
                    Ok(lowering.set_node(SetNode::Live(planes)))
                });
            }
            Set::Kinds(kinds) => {
                let mut planes: Vec<u16> = kinds.iter().map(|kind| self.kind_plane(*kind)).collect();
                planes.sort_unstable();
                planes.dedup();
                SetNode::Live(planes.into())
            }
            Set::Var(var) => match self.variable_plane(*var, Comparison::Equal, 0) {
                Some(zero) => SetNode::Not(zero),
                None => SetNode::NonZero(self.value(*var)),
            },
            Set::Held(var) => match self.array(*var) {
                Some(array) => SetNode::Held(array),
                None => return Ok(self.nothing()),
            },
            Set::HeldAt(var, index) => match self.array(*var) {
                Some(array) => SetNode::HeldAt(array, self.number(index)?),
                None => return Ok(self.nothing()),
            },
            Set::Local(local) => SetNode::Local(local.0),
            Set::Here => SetNode::Here,
            Set::Start => SetNode::Start,
            Set::Origin => SetNode::Origin,
            Set::It => SetNode::It,
            Set::Visited => SetNode::Visited,
            Set::Passed => SetNode::Passed,
            Set::Captured => SetNode::Captured,
            Set::Taken => SetNode::Taken,
            Set::LastFrom => SetNode::LastFrom,
            Set::LastTo => SetNode::LastTo,
            Set::LastBy(name) => SetNode::LastBy(*name),
            Set::And(parts) => {
                let mut ids = self.sets(parts)?.into_vec();
                // Cheap ones first: those that look at each site then have few left.
                ids.compact_sort_by_key(|id| self.cost(*id));
                SetNode::All(ids.into())
            }
            Set::Or(parts) => SetNode::Any(self.sets(parts)?),
            Set::Not(inner) => SetNode::Not(self.set(inner)?),
            Set::First(parts) => SetNode::First(self.sets(parts)?),
            Set::From(inner, path) => {
                let path = unrolled(path);
                SetNode::Image(self.set(inner)?, self.image(std::slice::from_ref(&path))?)
            }
            Set::Where(inner, path) => {
                let inner = self.set(inner)?;
                let seeing = self.seeing(&unrolled(path))?;
                SetNode::All([inner, seeing].into())
            }
            Set::Toward(ways, inner) => SetNode::Toward(self.rows(ways), self.set(inner)?),
            Set::Was(inner) => {
                self.plan.asks_before = true;
                SetNode::Was(self.set(inner)?)
            }
            Set::Now(inner) => {
                self.plan.asks_now = true;
                SetNode::Now(self.set(inner)?)
            }
            Set::As(player, inner) => return self.set_as(*player, |lowering| lowering.set(inner)),
            Set::Attacked(by) => {
                let names = by.as_ref().map_or(&[][..], |by| &by.by);
                let from = by.as_ref().and_then(|by| by.from.as_ref()).map(|from| self.set(from)).transpose()?;
                let attack = Attack { me, names: names.into(), from };
                let known = self.plan.attacks.iter().position(|known| *known == attack);
                let place = known.unwrap_or_else(|| {
                    self.plan.attacks.push(attack);
                    self.plan.attacks.len() - 1
                });
                SetNode::Attacked(place as u16)
            }
            Set::Can(names) => SetNode::Can(me, names.as_slice().into()),
            Set::At(level, inner) => SetNode::AtLevel(*level, self.set(inner)?),
            Set::If(truth, yes, no) => SetNode::If(self.truth(truth)?, self.set(yes)?, self.set(no)?),
            Set::Holding(truth) => return self.holding(truth),
            Set::All(family) => SetNode::Family(self.family(family)?),
        };
        Ok(self.set_node(node))
    }

    /// The sites where a truth holds with the cursor there.
    pub(super) fn holding(&mut self, truth: &Truth) -> Result<SetId, NotCompiled> {
        let rules = self.game.rules.clone();
        let fixed = |number: &Number| {
            let alone = Truth::Compare(number.clone(), Comparison::Equal, number.clone());
            !truth_depends_on_cursor(&rules, &alone)
        };
        let node = match truth {
            truth if !truth_depends_on_cursor(&rules, truth) => {
                let board = self.board();
                SetNode::Given(self.truth(truth)?, board)
            }
            Truth::And(parts) => {
                let parts: Result<Vec<_>, _> = parts.iter().map(|part| self.holding(part)).collect();
                SetNode::All(parts?.into())
            }
            Truth::Or(parts) => {
                let parts: Result<Vec<_>, _> = parts.iter().map(|part| self.holding(part)).collect();
                SetNode::Any(parts?.into())
            }
            Truth::Not(inner) => SetNode::Not(self.holding(inner)?),
            Truth::Compare(Number::Table(table, set), comparison, number) if *set == Set::Here && fixed(number) => {
                SetNode::TableWhere(*table, *comparison, self.number(number)?)
            }
            Truth::Compare(number, comparison, Number::Table(table, set)) if *set == Set::Here && fixed(number) => {
                SetNode::TableWhere(*table, comparison.mirrored(), self.number(number)?)
            }
            Truth::Compare(Number::Var(var), comparison, Number::Is(value)) => {
                return match self.variable_plane(*var, *comparison, *value) {
                    Some(plane) => Ok(plane),
                    None => self.holding_at_sites(truth),
                };
            }
            Truth::Compare(Number::Is(value), comparison, Number::Var(var)) => {
                return match self.variable_plane(*var, comparison.mirrored(), *value) {
                    Some(plane) => Ok(plane),
                    None => self.holding_at_sites(truth),
                };
            }
            truth => return self.holding_at_sites(truth),
        };
        Ok(self.set_node(node))
    }

    /// The same, where the truth is asked at each site.
    fn holding_at_sites(&mut self, truth: &Truth) -> Result<SetId, NotCompiled> {
        let truth = self.truth(truth)?;
        Ok(self.set_node(SetNode::Holding(truth)))
    }

    /// The sites where a variable of sites compares so with a number; `None` for other variables.
    fn variable_plane(&mut self, var: VarId, comparison: Comparison, value: i32) -> Option<SetId> {
        let Value::Site(first) = self.value(var) else { return None };
        let plane = VariablePlane { first, comparison, value };
        let planes = &mut self.plan.variable_planes;
        let known = planes.iter().position(|known| *known == plane);
        if known.is_none() && planes.len() == MOST_VARIABLE_PLANES {
            return None;
        }
        let place = known.unwrap_or_else(|| {
            planes.push(plane);
            planes.len() - 1
        });
        let rules = &self.game.rules;
        let is_state = |var: VarId| matches!(self.game.tables.places[var.index()], Place::State(_));
        let some_vanish = rules.closed.is_some_and(is_state);
        let first = VariablePlane::first_place(rules.players.len(), rules.pieces.len(), some_vanish);
        Some(self.set_node(SetNode::Plane((first + place) as u16)))
    }

    /// How dear a set is: 0 for a few words, 1 for whole-board computations, 2 for a question about
    /// each site.
    pub(super) fn cost(&self, set: SetId) -> u8 {
        match &self.plan.sets[set.index()] {
            SetNode::All(parts) | SetNode::Any(parts) | SetNode::First(parts) => {
                parts.iter().map(|part| self.cost(*part)).max().unwrap_or(0)
            }
            SetNode::Not(inner) | SetNode::Was(inner) | SetNode::Now(inner) | SetNode::Given(_, inner) => {
                self.cost(*inner)
            }
            SetNode::Image(..) | SetNode::Toward(..) | SetNode::Back(..) | SetNode::Family(_) => 1,
            SetNode::If(..) | SetNode::NonZero(_) | SetNode::TableWhere(..) => 1,
            SetNode::Seeing(_) | SetNode::Ray { .. } | SetNode::Holding(_) | SetNode::WithCursor(_) => 2,
            SetNode::AtLevel(..) => 2,
            SetNode::Attacked(_) | SetNode::Can(..) => 3,
            _ => 0,
        }
    }
}
