//! Units: for the pieces of one code, the fastest form that each of their rules allows.
//!
//! Rules that only send a piece to open targets become [families](Family), if the pieces are many and the board is
//! regular, or else [masks](Landing). Whatever does more is walked; but where its starts can be told beforehand, by
//! families without landing or by where the last step ended, only from these.

use dagaz_core::{RuleId, SiteId};

use super::codes::CodeSet;
use super::families::{Family, families, overlap};
use super::game::{FlatEntry, FlatSelection};
use super::graph::Deeds;
use super::lockstep::Lockstep;
use super::machine::{Setting, tested};
use super::masks::{Landing, Masks};
use super::open::{Open, opens};
use super::sites::Sites;
use super::tables::Tables;
use crate::game::CompiledGame;
use crate::report::Form;

/// Families of one unit: more cost more than masks.
const FAMILIES_MAX: usize = 12;
/// Families that only tell which starts are worth a walk.
const SCOUTS_MAX: usize = 64;
/// Pieces on the board at the start from which on families are worth it.
const MANY: usize = 4;

/// How the rules of one code, under one selection, are made use of.
#[derive(Debug)]
pub(crate) struct Unit<const W: usize> {
    pub(crate) families: Vec<Family<W>>,
    /// For each start, unless there are families.
    pub(crate) landings: Vec<Box<[Landing<W>]>>,
    /// The rules that are walked.
    pub(crate) walked: Box<[FlatEntry]>,
    /// Starts from which they always are.
    pub(crate) always: Sites<W>,
    /// For each site on which the last step may have ended, the starts from which they are walked then.
    pub(crate) after: Vec<Sites<W>>,
    /// Where one of these finds a start they are walked as well.
    pub(crate) scouts: Vec<Family<W>>,
    /// The same, for rules of which the ways are too many.
    pub(crate) locksteps: Vec<Lockstep<W>>,
    /// The number of the unit's only rule among those that are walked when a move is played, if each start found has
    /// just one move.
    pub(crate) later: Option<u16>,
    /// For drops, the supply that must not be empty.
    pub(crate) supply: Option<usize>,
    pub(crate) code: u8,
    /// The form that each rule got, and why not a faster one.
    pub(crate) forms: Vec<(RuleId, Form, &'static str)>,
}

/// The units of one selection, for each side.
#[derive(Debug)]
pub(crate) struct Army<const W: usize> {
    pub(crate) units: Vec<Unit<W>>,
    /// Whether some step may go on: then what is walked must be listed to be counted.
    pub(crate) goes_on: bool,
}

/// Makes the units of all selections.
pub(crate) struct Recruiter<'a, const W: usize> {
    pub(crate) game: &'a CompiledGame,
    pub(crate) tables: &'a Tables,
    /// Rules that are walked when a move is played: code, supply, entry.
    pub(crate) later: Vec<(u8, usize, FlatEntry)>,
    pub(crate) all: CodeSet,
    pub(crate) sites: usize,
    /// For each code how many stand on the board at the start.
    pub(crate) many: &'a dyn Fn(u8) -> usize,
    pub(crate) masks: &'a mut Masks<W>,
    /// Nodes that may still be visited to find the ways through rules.
    pub(crate) visits: usize,
}

impl<const W: usize> Recruiter<'_, W> {
    /// The army of a side, whose codes are given.
    pub(crate) fn army(&mut self, selection: &FlatSelection, side: usize, codes: CodeSet) -> Army<W> {
        let mut units = Vec::new();
        for code in (0..64u8).filter(|code| codes >> code & 1 == 1) {
            let entries = &selection.moves[usize::from(code)];
            if !entries.is_empty() {
                units.push(self.unit(entries, code, None));
            }
        }
        for (supply, code, entry) in &selection.drops[side] {
            units.push(self.unit(std::slice::from_ref(entry), *code, Some(*supply)));
        }
        let goes_on = |unit: &Unit<W>| {
            let graphs = unit.walked.iter().flat_map(|entry| entry.rule.graphs.iter());
            graphs.flat_map(|graph| &graph.made).any(|made| made.then.is_some())
        };
        Army { goes_on: units.iter().any(goes_on), units }
    }

    fn unit(&mut self, entries: &[FlatEntry], code: u8, supply: Option<usize>) -> Unit<W> {
        let mut unit = Unit {
            families: Vec::new(),
            landings: Vec::new(),
            walked: Box::new([]),
            always: Sites::EMPTY,
            after: Vec::new(),
            scouts: Vec::new(),
            locksteps: Vec::new(),
            later: None,
            supply,
            code,
            forms: Vec::new(),
        };
        let (mut walked, mut plain): (Vec<FlatEntry>, Vec<FlatEntry>) = (Vec::new(), Vec::new());
        let mut of_plain: Vec<(usize, Vec<Open>)> = (0..self.sites).map(|start| (start, Vec::new())).collect();
        let mut of_walked: Vec<(usize, Vec<Open>)> = of_plain.clone();
        let mut told = true;
        for entry in entries {
            let (all, visits) = (self.all, &mut self.visits);
            let ways: Result<Vec<Vec<Open>>, _> =
                (0..self.sites).map(|start| opens(all, entry, code, start, visits)).collect();
            let Ok(ways) = ways else {
                told = false;
                walked.push(entry.clone());
                unit.forms.push((entry.rule.rule, Form::Walked, "has too many ways"));
                continue;
            };
            let is_plain = ways.iter().flatten().all(|open| {
                open.landing.is_some()
                    && open.last_to.is_none()
                    && !open.asks
                    && (supply.is_none() || open.conditions.len() < 4)
            });
            let fits = is_plain && (supply.is_some() || ways.iter().all(|opens| Masks::<W>::fit(self.all, opens)));
            unit.forms.push((entry.rule.rule, if fits { Form::Masks } else { Form::Walked }, why(&ways, fits)));
            let into = if fits { &mut of_plain } else { &mut of_walked };
            for ((_, known), opens) in into.iter_mut().zip(ways) {
                known.extend(opens);
            }
            if fits { plain.push(entry.clone()) } else { walked.push(entry.clone()) }
        }
        if !plain.is_empty() && !self.plain(&mut unit, &of_plain, code) {
            // Drops have no masks; and what overlaps must be told apart.
            let is_plain = |form: &&mut (RuleId, Form, &'static str)| form.1 == Form::Masks;
            unit.forms
                .iter_mut()
                .filter(is_plain)
                .for_each(|form| (form.1, form.2) = (Form::Walked, "is too irregular"));
            walked.extend(plain);
            for ((_, known), (_, opens)) in of_walked.iter_mut().zip(of_plain) {
                known.extend(opens);
            }
        }
        self.scout(&mut unit, &walked, &of_walked, told);
        let by_sets = if unit.families.is_empty() { Form::Masks } else { Form::Families };
        let searched = if !unit.after.is_empty() {
            Form::AfterLast
        } else if !unit.locksteps.is_empty() {
            Form::Lockstep
        } else if !unit.scouts.is_empty() || walked.is_empty() {
            Form::Scouted
        } else {
            Form::Walked
        };
        for (_, form, _) in &mut unit.forms {
            *form = if *form == Form::Masks { by_sets } else { searched };
        }
        unit.walked = walked.into();
        unit
    }

    /// Gives a unit families or masks; false if it can have neither.
    fn plain(&mut self, unit: &mut Unit<W>, of_starts: &[(usize, Vec<Open>)], code: u8) -> bool {
        let many = unit.supply.is_some() || (self.many)(code) >= MANY;
        if many {
            let mut merged: Vec<(usize, Vec<Open>)> = of_starts.to_vec();
            merged.iter_mut().for_each(|(_, opens)| join(opens));
            if let Some(found) = families(self.masks, self.all, &merged)
                && found.len() <= FAMILIES_MAX
                && !overlap(&found, self.masks.stands())
            {
                unit.families = found;
                return true;
            }
        }
        if unit.supply.is_some() {
            return false;
        }
        let landings: Result<Vec<_>, _> = of_starts
            .iter()
            .map(|(_, opens)| self.masks.landings(self.all, opens).map(Vec::into_boxed_slice))
            .collect();
        landings.map(|landings| unit.landings = landings).is_ok()
    }

    /// Finds out from where the rules that are walked are worth it.
    fn scout(&mut self, unit: &mut Unit<W>, walked: &[FlatEntry], of_starts: &[(usize, Vec<Open>)], told: bool) {
        if walked.is_empty() {
            return;
        }
        let barren = |start: usize| walked.iter().all(|entry| entry.rule.graphs[start].is_barren());
        (0..self.sites).filter(|start| !barren(*start)).for_each(|start| unit.always.insert(start));
        if !told {
            self.in_lockstep(unit, walked);
            return;
        }
        if of_starts.iter().all(|(_, opens)| opens.iter().all(|open| open.last_to.is_some())) {
            unit.always = Sites::EMPTY;
            unit.after = vec![Sites::EMPTY; self.sites];
            for (start, opens) in of_starts {
                for last in opens.iter().filter_map(|open| open.last_to) {
                    unit.after[last.index()].insert(*start);
                }
            }
            return;
        }
        let mut blind: Vec<(usize, Vec<Open>)> = of_starts.to_vec();
        for (_, opens) in &mut blind {
            opens.iter_mut().for_each(|open| open.landing = None);
            join(opens);
        }
        let Some(scouts) = families(self.masks, self.all, &blind) else { return };
        let starts = of_starts.iter().filter(|(_, opens)| !opens.is_empty()).count();
        if scouts.len() <= SCOUTS_MAX.min(2 * starts) {
            unit.scouts = scouts;
            unit.always = Sites::EMPTY;
        }
    }
}

/// Why a rule of which all ways are known is no faster than it is.
fn why(ways: &[Vec<Open>], fits: bool) -> &'static str {
    let any = |what: &dyn Fn(&Open) -> bool| ways.iter().flatten().any(what);
    if fits {
        ""
    } else if any(&|open| open.asks) {
        "asks what is attacked, or what the last move was not"
    } else if any(&|open| open.last_to.is_some()) {
        "asks what the last move was"
    } else if any(&|open| open.landing.is_none()) {
        "does more than move a piece"
    } else {
        "asks what stands beside its way"
    }
}

impl<const W: usize> Recruiter<'_, W> {
    /// Finds the starts of rules with many ways.
    fn in_lockstep(&mut self, unit: &mut Unit<W>, walked: &[FlatEntry]) {
        let mut locksteps = Vec::new();
        for entry in walked {
            let rule = &entry.rule;
            let program = self.game.program(rule.rule, rule.side);
            let tested = tested(&self.tables.codes, &self.tables.layout, program);
            let setting = Setting {
                board: self.game.board(),
                layout: &self.tables.layout,
                codes: &self.tables.codes,
                program,
                side: rule.side,
                kind: rule.kind,
                start: SiteId(0),
                drops: rule.drops,
                own: rule.own,
                live: true,
                tested: &tested,
                next: &|owner| self.game.next_chooser(owner),
            };
            match Lockstep::of(&setting, self.masks) {
                Ok(lockstep) => locksteps.push(lockstep),
                Err(_) => return,
            }
        }
        unit.always = Sites::EMPTY;
        let mut made = walked.iter().flat_map(|entry| entry.rule.graphs.iter()).flat_map(|graph| &graph.made);
        let alone = walked.len() == 1 && unit.families.is_empty() && unit.landings.is_empty();
        if let ([lockstep], Some(supply), [entry]) = (&*locksteps, unit.supply, walked)
            && alone
            && lockstep.once
            && made.all(|made| made.then.is_none() && made.becomes.is_none())
        {
            unit.later = Some(self.later.len() as u16);
            self.later.push((unit.code, supply, entry.clone()));
        }
        unit.locksteps = locksteps;
    }
}

/// Ways that differ only in what stands on their target become one.
fn join(opens: &mut Vec<Open>) {
    let mut joined: Vec<Open> = Vec::new();
    for open in opens.drain(..) {
        let same = joined.iter_mut().find(|known| {
            known.target == open.target && known.landing == open.landing && known.conditions == open.conditions
        });
        match same {
            Some(known) => known.stands |= open.stands,
            None => joined.push(open),
        }
    }
    *opens = joined;
}

impl<const W: usize> Army<W> {
    /// Whether a step of what is walked is nothing but a piece going to a target, which its unit may list as well.
    pub(crate) fn may_repeat(unit: &Unit<W>) -> bool {
        let graphs = unit.walked.iter().flat_map(|entry| entry.rule.graphs.iter());
        let made = graphs.flat_map(|graph| &graph.made);
        (!unit.families.is_empty() || !unit.landings.is_empty())
            && made.into_iter().any(|made| matches!(made.deeds, Deeds::Plain { .. }) && made.then.is_none())
    }
}
