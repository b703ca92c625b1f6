//! From rules to the form, or to nothing where they do more than it can say.

use dagaz_core::{PlayerId, SiteId};
use dagaz_rules::PassRule;
use dagaz_rules::path::{
    Act, Distinct, Home, LocalId, Path, PathSlot, PlayerRef, RepeatsOf, Set, VarId, VariableKind, WayId,
};
use dagaz_rules::path::{Number as Counted, Truth as Asked};

use super::form::{Area, Look, Number, Rule, Side, Sites, Slot, Step, Tallies, Truth, Way};
use crate::paths::game::PathGame;
use crate::paths::tables::Place;

impl Tallies {
    /// None if pieces are there, or anything else happens than that numbers change.
    pub(in crate::paths) fn of(game: &PathGame) -> Option<Tallies> {
        let rules = &*game.rules;
        let (extras, spec, places) = (game.tables.extras, game.layout.spec(), game.layout.places());
        let hooks =
            [&rules.on_move_start, &rules.on_step_start, &rules.on_step_end, &rules.on_move_end, &rules.on_capture];
        let plain = rules.setup.pieces.is_empty()
            && rules.pieces.iter().all(|piece| piece.moves.is_empty())
            && hooks.into_iter().all(Vec::is_empty)
            && rules.everybody_chooses()
            && rules.dice.is_empty()
            && rules.outs.is_empty()
            && rules.nevers.is_empty()
            && rules.first.is_empty()
            && rules.closed.is_none()
            && rules.levels == 1
            && rules.distinct == Distinct::Results
            && rules.pass != PassRule::Free
            && rules.slots.iter().all(PathSlot::is_plain)
            && rules.topology.sites().len() <= Sites::BITS as usize
            && game.tables.repeats.is_none_or(|of| of == RepeatsOf::Situation)
            && !game.remembers
            && [extras.last_name, extras.outs, extras.seats].iter().all(Option::is_none)
            && spec.supplies.is_empty()
            && !spec.keeps_last;
        if !plain {
            return None;
        }
        let word = |variable: u16| match usize::from(variable).checked_sub(spec.variables) {
            None => places.variables + usize::from(variable),
            Some(counter) => places.counters + counter,
        };
        let side = |player| {
            Reader { game, me: player, word: &word, sets: vec![false; rules.locals], side: Side::default() }.side()
        };
        let sides: Vec<Side> = (0..rules.players.len()).map(PlayerId::at).map(side).collect::<Option<_>>()?;
        let starts = rules.variables.iter().zip(&game.tables.places).filter_map(|(variable, place)| match place {
            Place::Passing(place) => Some((*place, i64::from(variable.start))),
            _ => None,
        });
        let mut passing = vec![0; game.tables.passing];
        starts.for_each(|(place, start)| passing[place] = start);
        let slot =
            |slot: &dagaz_rules::path::PathSlot| Slot { mover: slot.mover, next: slot.next.0, again: slot.again.0 };
        Some(Tallies {
            sites: rules.topology.sites().len(),
            sides,
            slots: rules.slots.iter().map(slot).collect(),
            starts: passing,
            locals: rules.locals,
            prefers: rules.prefer.iter().map(|prefer| prefer.names.clone()).collect(),
            last_mover: word(extras.last_mover),
            passes: extras.passes.map(word),
            turns: extras.turns.map(word),
            counters: places.counters,
            remembers: game.tables.repeats.is_some(),
            passes_if_stuck: rules.pass == PassRule::Forced,
            moves_max: game.limits.moves,
            layout: game.layout.clone(),
        })
    }
}

/// Reads the rules as one player sees them.
struct Reader<'g> {
    game: &'g PathGame,
    me: PlayerId,
    word: &'g dyn Fn(u16) -> usize,
    /// Which of what is bound are sets.
    sets: Vec<bool>,
    side: Side,
}

impl Reader<'_> {
    fn side(mut self) -> Option<Side> {
        let rules = &*self.game.rules;
        self.side.board = self.board();
        for call in &rules.moves {
            let rule = &rules.rules[call.rule.index()];
            let Path::Seq(parts) = &rule.path else { return None };
            let [Path::At(set), rest @ ..] = &parts[..] else { return None };
            let at = self.area(set)?;
            let steps = self.steps(rest)?;
            self.side.rules.push(Rule { name: rule.name, at, steps, may_be_idle: rule.may_be_idle });
        }
        for prefer in &rules.prefer {
            let numbers = prefer.by.iter().map(|number| self.number(number)).collect::<Option<_>>()?;
            self.side.prefers.push(numbers);
        }
        for ending in &rules.endings {
            let when = self.truth(&ending.when)?;
            self.side.endings.push(when);
        }
        Some(self.side)
    }

    fn steps(&mut self, paths: &[Path]) -> Option<Vec<Step>> {
        let mut steps = Vec::new();
        for path in paths {
            match path {
                Path::Seq(parts) => steps.extend(self.steps(parts)?),
                path => steps.push(self.step(path)?),
            }
        }
        Some(steps)
    }

    fn step(&mut self, path: &Path) -> Option<Step> {
        Some(match path {
            Path::Go(ways) => match ways[..] {
                [way] => Step::Go(self.way(way)?),
                _ => return None,
            },
            Path::Is(set) => Step::When(Truth::Is(self.area(set)?)),
            Path::Holds(truth) => Step::When(self.truth(truth)?),
            Path::See(inner) => Step::When(self.seeing(inner)?),
            Path::Not(inner) => Step::When(Truth::Not(Box::new(self.seeing(inner)?))),
            Path::Times(number, body) => Step::Times(self.number(number)?, self.steps(std::slice::from_ref(body))?),
            Path::Most(body) => {
                let mut set = Vec::new();
                self.game.tables.set_in_rounds(body, &mut |place| set.push(place));
                Step::Most { body: self.steps(std::slice::from_ref(body))?, set }
            }
            Path::If(question, yes, no) => {
                let question = self.seeing(question)?;
                let mut branch = |path: &Path| self.steps(std::slice::from_ref(path));
                Step::If(question, branch(yes)?, branch(no)?)
            }
            Path::Let(local, number) => {
                let number = self.number(number)?;
                Step::Let(self.bound(*local, false), number)
            }
            Path::LetSet(local, set) => {
                let set = self.area(set)?;
                Step::LetSet(self.bound(*local, true), set)
            }
            Path::Do(Act::Assign { var, value, add, at }) => {
                let (value, add) = (self.number(value)?, *add);
                let variable = &self.game.rules.variables[var.index()];
                match (self.game.tables.places[var.index()], variable.home) {
                    (Place::Passing(place), Home::Move) => Step::AssignPassing { place, value, add },
                    (Place::State(_), Home::Site) => {
                        Step::AssignAt { first: self.of_sites(*var)?, at: self.area(at)?, value, add }
                    }
                    _ => Step::Assign { word: self.of_one(*var)?, value, add },
                }
            }
            Path::Do(Act::ExtraTurn) => Step::Again,
            _ => return None,
        })
    }

    fn bound(&mut self, local: LocalId, is_set: bool) -> u16 {
        self.sets[local.index()] = is_set;
        local.0
    }

    fn looks(&mut self, paths: &[Path]) -> Option<Vec<Look>> {
        let mut looks = Vec::new();
        for path in paths {
            let all = |reader: &mut Self, path: &Path| reader.looks(std::slice::from_ref(path));
            looks.push(match path {
                Path::Seq(parts) => {
                    looks.extend(self.looks(parts)?);
                    continue;
                }
                Path::Go(ways) => Look::Go(ways.iter().map(|way| self.way(*way)).collect::<Option<_>>()?),
                Path::Is(set) => Look::When(Truth::Is(self.area(set)?)),
                Path::Holds(truth) => Look::When(self.truth(truth)?),
                Path::See(inner) => Look::When(self.seeing(inner)?),
                Path::Not(inner) => Look::When(Truth::Not(Box::new(self.seeing(inner)?))),
                Path::Or(parts) => Look::Or(parts.iter().map(|part| all(self, part)).collect::<Option<_>>()?),
                Path::Many { least, body } => Look::Many { least: *least, body: all(self, body)? },
                Path::Times(number, body) => Look::Times(self.number(number)?, all(self, body)?),
                Path::If(question, yes, no) => Look::If(self.seeing(question)?, all(self, yes)?, all(self, no)?),
                _ => return None,
            });
        }
        Some(looks)
    }

    /// Whether a path can be walked from here, on which nothing happens.
    fn seeing(&mut self, path: &Path) -> Option<Truth> {
        Some(match path {
            Path::Holds(truth) => self.truth(truth)?,
            Path::Is(set) => Truth::Is(self.area(set)?),
            path => Truth::Sees(self.looks(std::slice::from_ref(path))?),
        })
    }

    fn area(&mut self, set: &Set) -> Option<Area> {
        let board = self.board();
        Some(match set {
            Set::Board | Set::Empty => Area::Fixed(board),
            Set::Occupied | Set::Mine | Set::Friend | Set::Enemy | Set::Nobody | Set::Of(_) => Area::Fixed(0),
            Set::Fixed(sets) => {
                let set = sets.get(self.me.index()).or(sets.first())?;
                Area::Fixed(set.iter().fold(0, |all, site| all | 1 << site.index()))
            }
            Set::Here => Area::Here,
            Set::Local(local) if self.sets[local.index()] => Area::Local(local.0),
            Set::Var(var) => Area::Where(self.of_sites(*var)?),
            Set::And(parts) => Area::And(parts.iter().map(|part| self.area(part)).collect::<Option<_>>()?),
            Set::Or(parts) => Area::Or(parts.iter().map(|part| self.area(part)).collect::<Option<_>>()?),
            Set::Not(inner) => Area::Not(board, Box::new(self.area(inner)?)),
            Set::If(truth, yes, no) => {
                Area::If(Box::new(self.truth(truth)?), Box::new(self.area(yes)?), Box::new(self.area(no)?))
            }
            Set::From(from, path) => Area::From(Box::new(self.area(from)?), self.looks(std::slice::from_ref(path))?),
            Set::Where(of, path) => Area::Holding(Box::new(self.area(of)?), Box::new(self.seeing(path)?)),
            Set::Holding(truth) => Area::Holding(Box::new(Area::Fixed(board)), Box::new(self.truth(truth)?)),
            Set::Toward(ways, from) => {
                let go = Look::Go(ways.iter().map(|way| self.way(*way)).collect::<Option<_>>()?);
                Area::From(Box::new(self.area(from)?), vec![go])
            }
            Set::As(player, inner) => self.seen_by(*player, |reader| reader.area(inner))?,
            _ => return None,
        })
    }

    fn truth(&mut self, truth: &Asked) -> Option<Truth> {
        Some(match truth {
            Asked::Always(holds) => Truth::Always(*holds),
            Asked::Any(set) => Truth::Any(self.area(set)?),
            Asked::Compare(one, comparison, other) => {
                Truth::Compare(self.number(one)?, *comparison, self.number(other)?)
            }
            Asked::Not(inner) => Truth::Not(Box::new(self.truth(inner)?)),
            Asked::And(parts) => Truth::And(parts.iter().map(|part| self.truth(part)).collect::<Option<_>>()?),
            Asked::Or(parts) => Truth::Or(parts.iter().map(|part| self.truth(part)).collect::<Option<_>>()?),
            Asked::Me(player) => Truth::Always(*player == self.me),
            Asked::MyTurn => Truth::ToMove(self.me),
            Asked::Stuck => Truth::Stuck(self.me),
            Asked::As(player, inner) => self.seen_by(*player, |reader| reader.truth(inner))?,
            _ => return None,
        })
    }

    fn number(&mut self, number: &Counted) -> Option<Number> {
        Some(match number {
            Counted::Is(value) => Number::Is(i64::from(*value)),
            Counted::Local(local) if self.sets[local.index()] => Number::Count(Area::Local(local.0)),
            Counted::Local(local) => Number::Local(local.0),
            Counted::Var(var) => {
                match (self.game.tables.places[var.index()], self.game.rules.variables[var.index()].home) {
                    (Place::Passing(place), Home::Move) => Number::Passing(place),
                    (Place::State(_), Home::Site) => Number::Here(self.of_sites(*var)?, self.board()),
                    _ => Number::Word(self.of_one(*var)?),
                }
            }
            Counted::Sum(var, set) if *set != Set::It => Number::Sum(self.of_sites(*var)?, self.area(set)?),
            Counted::Count(set) => Number::Count(self.area(set)?),
            Counted::Of(operation, parts) => {
                Number::Of(*operation, parts.iter().map(|part| self.number(part)).collect::<Option<_>>()?)
            }
            Counted::If(truth, yes, no) => {
                Number::If(Box::new(self.truth(truth)?), Box::new(self.number(yes)?), Box::new(self.number(no)?))
            }
            Counted::Passes => {
                self.game.tables.extras.passes.map_or(Number::Is(0), |word| Number::Word((self.word)(word)))
            }
            Counted::Turn => {
                let turns = self.game.tables.extras.turns.map_or(Number::Is(0), |word| Number::Word((self.word)(word)));
                Number::Of(dagaz_rules::path::Operation::Add, vec![Number::Is(1), turns])
            }
            Counted::Repeats(RepeatsOf::Situation) => Number::Repeats,
            Counted::As(player, inner) => self.seen_by(*player, |reader| reader.number(inner))?,
            _ => return None,
        })
    }

    /// Another player's view, in games without leaving players.
    fn seen_by<T>(&mut self, player: PlayerRef, look: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let other = match player {
            PlayerRef::Me => self.me,
            PlayerRef::Player(player) => player,
            PlayerRef::Next => self.game.after(self.me),
            PlayerRef::Enemy => {
                let enemies = &self.game.tables.opponents[self.me.index()];
                *enemies.iter().find(|enemy| **enemy > self.me).or(enemies.first())?
            }
        };
        let me = std::mem::replace(&mut self.me, other);
        let seen = look(self);
        self.me = me;
        seen
    }

    fn board(&self) -> Sites {
        self.game.tables.board.iter().fold(0, |all, site| all | 1 << site.index())
    }

    /// The word of a number of sites for the first of them.
    fn of_sites(&self, var: VarId) -> Option<usize> {
        let variable = &self.game.rules.variables[var.index()];
        match self.game.tables.places[var.index()] {
            Place::State(first) if variable.home == Home::Site && variable.kind == VariableKind::Number => {
                Some((self.word)(first))
            }
            _ => None,
        }
    }

    /// The word of a number of the game or of this player.
    fn of_one(&self, var: VarId) -> Option<usize> {
        let variable = &self.game.rules.variables[var.index()];
        match (self.game.tables.places[var.index()], variable.home) {
            _ if variable.kind != VariableKind::Number => None,
            (Place::State(first), Home::Player) => Some((self.word)(first + u16::from(self.me.0))),
            (Place::State(first), Home::Game) => Some((self.word)(first)),
            _ => None,
        }
    }

    fn way(&mut self, way: WayId) -> Option<Way> {
        let sites = self.game.rules.topology.sites().len();
        let to = (0..sites).map(|site| self.game.tables.link(self.me, way, SiteId::at(site)));
        let to: Box<[u8]> = to.map(|to| to.some().map_or(u8::MAX, |to| to.0 as u8)).collect();
        let known = self.side.ways.iter().position(|known| *known == to);
        let place = known.unwrap_or(self.side.ways.len());
        if known.is_none() {
            self.side.ways.push(to);
        }
        Way::try_from(place).ok()
    }
}
