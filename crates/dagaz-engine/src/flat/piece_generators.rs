//! Piece generators: for the pieces of one code, the fastest form of each rule.
//!
//! Rules that only move a piece to open targets become [families](Family) on a regular board with
//! many pieces, or else [masks](Landing). Other rules are walked; if their starts are known in
//! advance, by families without landing or by the end of the last step, only from these.

use dagaz_core::{RuleId, SiteId};

use super::codes::{CodeSet, Codes};
use super::entries::{FlatEntry, FlatSelection};
use super::families::{Family, families, overlap};
use super::fixed::FixedSteps;
use super::forbidden_placements::Bans;
use super::graph::Actions;
use super::lockstep::Lockstep;
use super::machine::Setting;
use super::masks::{Landing, Masks};
use super::open::{Open, opens};
use super::shared::Shared;
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
pub(crate) struct PieceGenerator<const W: usize> {
    pub(crate) families: Vec<Family<W>>,
    /// Unless there are families.
    pub(crate) landings: Vec<Landing<W>>,
    /// Where pieces go with steps of `walked` that also do more: where none can, it is not worth a
    /// walk.
    pub(crate) reaching: Vec<Landing<W>>,
    /// Steps that are the same each time.
    pub(crate) fixed: FixedSteps<W>,
    /// The rules that are walked.
    pub(crate) walked: Vec<Walked<W>>,
    /// For each site on which the last step may have ended, where it must have begun for any of
    /// them to be walked.
    pub(crate) wakes: Box<[Sites<W>]>,
    /// The number of the unit's only rule among those that are walked when a move is played, if
    /// each start found has just one move.
    pub(crate) later: Option<u16>,
    /// For drops, the supply that must not be empty.
    pub(crate) supply: Option<usize>,
    pub(crate) code: u8,
    /// Whether a step of what is walked is nothing but a piece going to a target, which may be
    /// among the sets as well.
    pub(crate) may_repeat: bool,
    /// The form that each rule got, and why not a faster one.
    pub(crate) forms: Vec<(RuleId, Form, &'static str)>,
}

/// A rule that is walked.
#[derive(Debug)]
pub(crate) struct Walked<const W: usize> {
    pub(crate) entry: FlatEntry,
    pub(crate) finder: Finder<W>,
    /// The starts from which it ever makes a step.
    pub(crate) starts: Sites<W>,
    /// Whether those of its steps that only move the piece are among the unit's sets.
    pub(crate) but_plain: bool,
}

/// How the starts are found from which a walk is worth it.
#[derive(Debug)]
pub(crate) enum Finder<const W: usize> {
    /// All of these are.
    Always(Sites<W>),
    /// For each site on which the last step may have ended.
    After(Vec<After<W>>),
    /// Those that the unit's [`reaching`](PieceGenerator::reaching) finds.
    Reaching,
    /// Those that one of these finds.
    Scouts(Vec<Family<W>>),
    /// Starts with a step of the rule, if its ways are too many to be enumerated.
    Lockstep(Lockstep<W>),
}

/// What a last step that has ended on some site must be for a walk to be worth it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct After<const W: usize> {
    /// From where it is.
    pub(crate) starts: Sites<W>,
    /// Where that step must have begun.
    from: Sites<W>,
}

impl<const W: usize> PieceGenerator<W> {
    /// Whether it asks for a set of codes.
    pub(crate) fn asks(&self, number: u16) -> bool {
        let of_walked = self.walked.iter().any(|walked| match &walked.finder {
            Finder::Scouts(scouts) => scouts.iter().flat_map(Family::sets).any(|set| set == number),
            Finder::Lockstep(lockstep) => lockstep.sets().any(|set| set == number),
            Finder::Always(_) | Finder::After(_) | Finder::Reaching => false,
        });
        of_walked
            || self.fixed.sets().any(|set| set == number)
            || self.families.iter().flat_map(Family::sets).any(|set| set == number)
            || self.landings.iter().chain(&self.reaching).flat_map(Landing::sets).any(|set| set == number)
    }

    /// Whether some of its rules only move pieces.
    pub(crate) fn has_sets(&self) -> bool {
        !self.families.is_empty() || !self.landings.is_empty()
    }

    /// Whether some walked step is nothing but a piece going to a target.
    fn walks_plainly(&self) -> bool {
        let (of_landings, of_families) =
            (self.landings.iter().map(|one| one.starts), self.families.iter().map(|one| one.starts));
        let starts = of_landings.chain(of_families).fold(Sites::EMPTY, |all, starts| all.or(starts));
        let plain = |start: usize, walked: &Walked<W>| {
            let graph = &walked.entry.rule.graphs[start];
            !walked.but_plain
                && (!graph.resumed.is_empty()
                    || graph.made.iter().any(|made| matches!(made.actions, Actions::Plain(_))))
        };
        starts.iter().any(|start| self.walked.iter().any(|walked| plain(start, walked)))
    }
}

/// The units of one selection, for each side.
#[derive(Debug)]
pub(crate) struct SideGenerator<const W: usize> {
    pub(crate) units: Vec<PieceGenerator<W>>,
    /// The masks of all units.
    pub(crate) shared: Vec<Shared<W>>,
    /// Those units that have more than masks.
    pub(crate) apart: Vec<usize>,
    /// Whether some step may continue: then walked steps must be listed to be counted.
    pub(crate) goes_on: bool,
}

/// A rule with all ways from each start, unless they are too many, and why it has no faster form.
type WithWays<'e> = (&'e FlatEntry, Option<Vec<Vec<Open>>>, &'static str);

/// Makes the units of all selections.
pub(crate) struct PieceGeneratorBuilder<'a, const W: usize> {
    pub(crate) game: &'a CompiledGame,
    pub(crate) tables: &'a Tables,
    /// Rules that are walked when a move is played: code, supply, entry.
    pub(crate) later: Vec<(u8, usize, FlatEntry)>,
    pub(crate) all: CodeSet,
    pub(crate) sites: usize,
    /// For each code how many stand on the board at the start.
    pub(crate) many: &'a dyn Fn(u8) -> usize,
    pub(crate) masks: &'a mut Masks<W>,
    /// What may not stand where.
    pub(crate) bans: &'a Bans<W>,
    /// Nodes that may still be visited to find the ways through rules.
    pub(crate) visits: usize,
}

impl<const W: usize> PieceGeneratorBuilder<'_, W> {
    /// The army of a side, whose codes are given.
    pub(crate) fn army(&mut self, selection: &FlatSelection, side: usize, codes: CodeSet) -> SideGenerator<W> {
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
        let program = |entry: &FlatEntry| self.game.program(entry.rule.rule, entry.rule.side);
        let goes_on = |unit: &PieceGenerator<W>| {
            let entries = || unit.walked.iter().map(|walked| &walked.entry);
            let resumed = entries().filter(|entry| entry.rule.is_resumed());
            let graphs = entries().flat_map(|entry| entry.rule.graphs.iter());
            graphs.flat_map(|graph| &graph.made).any(|made| made.then.is_some())
                || resumed.flat_map(|entry| &program(entry).emits).any(|emit| emit.then.is_some())
                || unit.landings.iter().any(|landing| landing.then.is_some())
                || unit.families.iter().any(|family| family.then.is_some())
        };
        let has_more = |unit: &PieceGenerator<W>| {
            !unit.families.is_empty() || !unit.walked.is_empty() || !unit.fixed.starts.is_empty()
        };
        SideGenerator {
            goes_on: units.iter().any(goes_on),
            shared: Shared::of(&units, self.masks),
            apart: (0..units.len()).filter(|&number| has_more(&units[number])).collect(),
            units,
        }
    }

    fn unit(&mut self, entries: &[FlatEntry], code: u8, supply: Option<usize>) -> PieceGenerator<W> {
        let mut unit = PieceGenerator {
            families: Vec::new(),
            landings: Vec::new(),
            reaching: Vec::new(),
            fixed: FixedSteps::none(),
            walked: Vec::new(),
            wakes: Box::default(),
            later: None,
            supply,
            code,
            may_repeat: false,
            forms: Vec::new(),
        };
        let mut of_plain: Vec<(usize, Vec<Open>)> = (0..self.sites).map(|start| (start, Vec::new())).collect();
        let (mut plain, mut others, mut split) = (Vec::new(), Vec::new(), Vec::new());
        for entry in entries {
            let (all, visits) = (self.all, &mut self.visits);
            let ways: Result<Vec<Vec<Open>>, _> =
                (0..self.sites).map(|start| opens(all, entry, code, start, visits)).collect();
            let Ok(mut ways) = ways else {
                others.push((entry, None, "has too many ways"));
                continue;
            };
            let bans = self.bans;
            let banned = |open: &Open| open.landing.is_some_and(|code| bans.forbid(code, open.target));
            ways.iter_mut().for_each(|opens| opens.retain(|open| !banned(open)));
            let is_plain = ways.iter().flatten().all(|open| {
                open.landing.is_some()
                    && open.last_to.is_none()
                    && !open.asks
                    && (supply.is_none() || open.then.is_none())
                    && (supply.is_none() || open.conditions.len() < 4)
            });
            let fits = is_plain && (supply.is_some() || ways.iter().all(|opens| Masks::<W>::fit(self.all, opens)));
            let why = why(&ways, fits);
            let add = |of_plain: &mut Vec<(usize, Vec<Open>)>, only_plain: bool| {
                for ((_, known), opens) in of_plain.iter_mut().zip(&ways) {
                    known.extend(opens.iter().filter(|open| !only_plain || open.landing.is_some()).cloned());
                }
            };
            if fits {
                add(&mut of_plain, false);
                plain.push((entry, Some(ways), "is too irregular"));
            } else if supply.is_none() && self.splits(&ways) {
                add(&mut of_plain, true);
                split.push((entry, Some(ways), why));
            } else {
                others.push((entry, Some(ways), why));
            }
        }
        if of_plain.iter().any(|(_, opens)| !opens.is_empty())
            && !of_plain.iter().any(|(_, opens)| parts_ways(opens))
            && self.plain(&mut unit, &of_plain, code)
        {
            let by_sets = if unit.families.is_empty() { Form::Masks } else { Form::Families };
            unit.forms.extend(plain.iter().map(|(entry, ..)| (entry.rule.rule, by_sets, "")));
            self.walk_rest(&mut unit, &split);
        } else {
            // Drops have no masks, and overlapping ones must be distinguished.
            others.extend(plain);
            others.extend(split);
        }
        let parted: Vec<FlatEntry> = unit.walked.iter().map(|walked| walked.entry.clone()).collect();
        let entries_of_others: Vec<&FlatEntry> = others.iter().map(|(entry, ..)| *entry).collect();
        for (index, (entry, ways, why)) in others.into_iter().enumerate() {
            let rare = |open: &Open| open.landing.is_none() && open.last_to.is_none() && open.then.is_none();
            let rare = supply.is_none() && ways.iter().flatten().flatten().all(rare) && ways.is_some();
            let but_this = entries_of_others.iter().enumerate().filter(|(other, _)| *other != index);
            let rest: Vec<&FlatEntry> = but_this.map(|(_, entry)| *entry).chain(&parted).collect();
            let most = (self.all, self.game.limits_ref().effects);
            if rare && unit.fixed.add(self.masks, most, (entry, code), &rest) {
                unit.forms.push((entry.rule.rule, Form::Fixed, ""));
                continue;
            }
            let finder = self.finder(entry, ways);
            unit.forms.push((entry.rule.rule, finder.form(), why));
            unit.walked.push(Walked { entry: entry.clone(), starts: starts_of(entry), finder, but_plain: false });
        }
        unit.may_repeat = unit.has_sets() && unit.walks_plainly();
        unit.later = self.later(&unit);
        let wakes = |end: usize| unit.walked.iter().fold(Sites::EMPTY, |all, walked| all.or(walked.finder.wakes(end)));
        unit.wakes = (0..self.sites).map(wakes).collect();
        unit
    }

    /// Whether a rule has ways that only move a piece, which masks can say, and others that surely
    /// move more.
    fn splits(&self, ways: &[Vec<Open>]) -> bool {
        let plain = |open: &Open| open.landing.is_some();
        let tame = |open: &Open| open.last_to.is_none() && !open.asks && open.then.is_none();
        let fits = |open: &Open| match plain(open) {
            true => Masks::<W>::fit(self.all, std::slice::from_ref(open)),
            false => open.along,
        };
        ways.iter().flatten().any(plain) && ways.iter().flatten().all(|open| tame(open) && fits(open))
    }

    /// Gives a unit rules of which those steps that only move a piece are among its sets already.
    fn walk_rest(&mut self, unit: &mut PieceGenerator<W>, split: &[WithWays<'_>]) {
        let of_start = |start: usize| {
            let opens = split.iter().flat_map(|(_, ways, _)| ways).flat_map(|ways| &ways[start]);
            let along = opens.filter(|open| open.along).map(|open| Open { landing: Some(0), ..open.clone() });
            (start, along.collect())
        };
        let mut found: Vec<(usize, Vec<Open>)> = (0..self.sites).map(of_start).collect();
        // What masks cannot say is left to the walk.
        let sayable = |set: CodeSet| set == Codes::EMPTY || set == self.all & !Codes::EMPTY;
        for open in found.iter_mut().flat_map(|(_, opens)| opens) {
            open.conditions.retain(|(_, set)| sayable(*set));
        }
        let reaching = self.masks.landings(self.all, &found).ok();
        let found = reaching.is_some();
        unit.reaching = reaching.unwrap_or_default();
        for (entry, _, why) in split {
            let starts = starts_of(entry);
            let finder = if found { Finder::Reaching } else { Finder::Always(starts) };
            unit.forms.push((entry.rule.rule, finder.form(), why));
            unit.walked.push(Walked { entry: (*entry).clone(), starts, finder, but_plain: true });
        }
    }

    /// Gives a unit families or masks; false if it can have neither.
    fn plain(&mut self, unit: &mut PieceGenerator<W>, of_starts: &[(usize, Vec<Open>)], code: u8) -> bool {
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
        self.masks.landings(self.all, of_starts).map(|landings| unit.landings = landings).is_ok()
    }

    /// How the starts of a rule are found, of which these are all ways from each start, unless they
    /// are too many.
    fn finder(&mut self, entry: &FlatEntry, ways: Option<Vec<Vec<Open>>>) -> Finder<W> {
        let always = starts_of(entry);
        let Some(ways) = ways else {
            return self.lockstep(entry).map_or(Finder::Always(always), Finder::Lockstep);
        };
        if ways.iter().flatten().all(|open| open.last_to.is_some()) {
            let mut after = vec![After { starts: Sites::EMPTY, from: Sites::EMPTY }; self.sites];
            for (start, open) in
                ways.iter().enumerate().flat_map(|(start, opens)| opens.iter().map(move |open| (start, open)))
            {
                let Some(last) = open.last_to else { continue };
                let After { starts, from } = &mut after[last.index()];
                starts.insert(start);
                *from = from.or(open.last_from.map_or(Sites([u64::MAX; W]), |site| Sites::of(site.index())));
            }
            return Finder::After(after);
        }
        let mut blind: Vec<(usize, Vec<Open>)> = ways.into_iter().enumerate().collect();
        for (_, opens) in &mut blind {
            opens.iter_mut().for_each(|open| (open.landing, open.then) = (None, None));
            join(opens);
        }
        let starts = blind.iter().filter(|(_, opens)| !opens.is_empty()).count();
        match families(self.masks, self.all, &blind) {
            Some(scouts) if scouts.len() <= SCOUTS_MAX.min(2 * starts) => Finder::Scouts(scouts),
            _ => Finder::Always(always),
        }
    }
}

impl<const W: usize> Finder<W> {
    /// Where a last step that has ended there must have begun for anything to be found.
    fn wakes(&self, end: usize) -> Sites<W> {
        match self {
            Finder::Always(starts) if starts.is_empty() => Sites::EMPTY,
            Finder::After(after) => after[end].from,
            _ => Sites([u64::MAX; W]),
        }
    }

    fn form(&self) -> Form {
        match self {
            Finder::Always(starts) if starts.is_empty() => Form::Scouted,
            Finder::Always(_) => Form::Walked,
            Finder::After(_) => Form::AfterLast,
            Finder::Reaching => Form::Scouted,
            Finder::Scouts(_) => Form::Scouted,
            Finder::Lockstep(_) => Form::Lockstep,
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

impl<const W: usize> PieceGeneratorBuilder<'_, W> {
    /// A rule ready to be run from all starts at once, if it can be.
    fn lockstep(&mut self, entry: &FlatEntry) -> Option<Lockstep<W>> {
        let rule = &entry.rule;
        let setting = Setting {
            board: self.game.board(),
            layout: &self.tables.layout,
            codes: &self.tables.codes,
            program: self.game.program(rule.rule, rule.side),
            side: rule.side,
            kind: rule.kind,
            start: SiteId(0),
            drops: rule.drops,
            own: rule.own,
            live: true,
            tested: &rule.tested,
            next: &|owner| self.game.next_player(owner),
        };
        Lockstep::of(&setting, self.masks).ok()
    }

    /// The number of a unit's only rule among those that are walked when a move is played, if it
    /// may be.
    fn later(&mut self, unit: &PieceGenerator<W>) -> Option<u16> {
        let (Some(supply), [Walked { entry, finder: Finder::Lockstep(lockstep), .. }]) = (unit.supply, &*unit.walked)
        else {
            return None;
        };
        let emits = &self.game.program(entry.rule.rule, entry.rule.side).emits;
        let one_each = emits.iter().all(|emit| emit.then.is_none() && emit.becomes.len() <= 1);
        if unit.has_sets() || !lockstep.once || !one_each {
            return None;
        }
        self.later.push((unit.code, supply, entry.clone()));
        Some(self.later.len() as u16 - 1)
    }
}

/// The starts from which a rule ever makes a step.
fn starts_of<const W: usize>(entry: &FlatEntry) -> Sites<W> {
    let graphs = entry.rule.graphs.iter().enumerate().filter(|(_, graph)| !graph.is_barren());
    graphs.fold(Sites::EMPTY, |starts, (start, _)| starts.or(Sites::of(start)))
}

/// Whether steps with equal effects may have different continuations, which a walk must find out.
fn parts_ways(opens: &[Open]) -> bool {
    let differ = |a: &Open, b: &Open| (a.target, a.landing) == (b.target, b.landing) && a.then != b.then;
    opens.iter().enumerate().any(|(index, a)| opens[..index].iter().any(|b| differ(a, b)))
}

/// Ways that differ only in what stands on their target become one.
fn join(opens: &mut Vec<Open>) {
    let mut joined: Vec<Open> = Vec::new();
    for open in opens.drain(..) {
        let same = joined.iter_mut().find(|known| {
            (known.target, known.landing, known.then) == (open.target, open.landing, open.then)
                && known.conditions == open.conditions
        });
        match same {
            Some(known) => known.stands |= open.stands,
            None => joined.push(open),
        }
    }
    *opens = joined;
}
