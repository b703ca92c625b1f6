//! What an executor looks up: hops, owners, places of variables.

use dagaz_core::{
    AttributeId, Layout, LayoutSpec, LimitHit, LimitKind, Limits, Piece, PieceTypeId, PlayerId, PlayerKind, RuleId,
    SiteId, Values,
};
use dagaz_rules::path::{
    Act, HiddenPart, Home, NameId, Number, Path, PathRules, RepeatsOf, Set, VarId, Variable, VariableKind, WayId,
};

use super::sites::Sites;
use super::survey::Survey;

/// Where the value of a variable is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// In a variable of the state, or the first of a row of them.
    State(u16),
    /// In an attribute of pieces.
    Piece(AttributeId),
    /// With the move or step that is being made.
    Passing(usize),
}

/// Places of the built-in variables of every game; each exists only if the rules ask for it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Extras {
    /// By which rule the last move was; see [`LastBy`].
    pub(super) last_name: Option<u16>,
    /// A bit for each player who is out.
    pub(super) outs: Option<u16>,
    /// Whether the players have changed places.
    pub(super) seats: Option<u16>,
    /// Passes in a row.
    pub(super) passes: Option<u16>,
    /// Maximum consecutive passes if no player has a move: each player passes twice, or as often as
    /// the rules count.
    pub(super) passes_most: usize,
    /// Turns played.
    pub(super) turns: Option<u16>,
    /// Who moved last, from 1. Always there.
    pub(super) last_mover: u16,
    /// The first of three words of a board without borders: where the origin is, along both axes,
    /// and whether the limit on the extent is met.
    pub(super) origin: Option<u16>,
}

/// By which rule the last move was, as far as rules ask: a word of the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LastBy {
    /// 0 if no rule asks.
    Other,
    /// By a rule of that name: its number, from 1.
    Name(NameId),
    /// By that rule with its arguments: its number, behind those of all names.
    Rule(RuleId),
}

impl LastBy {
    pub(super) fn word(self, rules: &PathRules) -> i32 {
        match self {
            LastBy::Other => 0,
            LastBy::Name(name) => i32::from(name.0) + 1,
            LastBy::Rule(rule) => (rules.names.len() + rule.index()) as i32 + 1,
        }
    }

    pub(super) fn of_word(word: i32, rules: &PathRules) -> LastBy {
        match usize::try_from(word).ok().and_then(|word| word.checked_sub(1)) {
            None => LastBy::Other,
            Some(name) if name < rules.names.len() => LastBy::Name(NameId::at(name)),
            Some(beyond) => LastBy::Rule(RuleId::at(beyond - rules.names.len())),
        }
    }

    /// Whether it was by a rule of that name.
    pub(super) fn is_by(self, name: NameId, rules: &PathRules) -> bool {
        match self {
            LastBy::Other => false,
            LastBy::Name(known) => known == name,
            LastBy::Rule(rule) => rules.rules.get(rule.index()).is_some_and(|rule| rule.name == name),
        }
    }
}

/// Sites from which a way leads the same number of places on: on a grid all but those at an edge.
#[derive(Debug)]
struct Moved {
    by: i32,
    from: Sites,
}

/// Runs of sites that patterns are looked for in.
#[derive(Debug)]
pub(super) struct Runs {
    /// Their sites.
    pub(super) lines: Vec<Sites>,
    /// For each site the runs that begin there, and those that pass through it.
    beginning: Vec<Vec<u32>>,
    through: Vec<Vec<u32>>,
}

impl Runs {
    pub(super) fn new(runs: &[Vec<SiteId>], tables: &Tables) -> Runs {
        let mut beginning = vec![Vec::new(); tables.hand.index()];
        let mut through = beginning.clone();
        let line = |(index, run): (usize, &Vec<SiteId>)| {
            run.iter().for_each(|site| through[site.index()].push(index as u32));
            if let Some(first) = run.first() {
                beginning[first.index()].push(index as u32);
            }
            let mut sites = Sites::none(tables.width);
            run.iter().for_each(|site| sites.insert(*site));
            sites
        };
        let lines = runs.iter().enumerate().map(line).collect();
        Runs { lines, beginning, through }
    }

    /// Bytes in memory.
    pub(super) fn memory(&self) -> usize {
        let words: usize = self.lines.iter().map(Sites::words).sum();
        let lists = self.beginning.iter().chain(&self.through);
        let beginning: usize = lists.map(|runs| 24 + 4 * runs.capacity()).sum();
        words * size_of::<u64>() + beginning
    }

    /// The runs that pass through a site.
    pub(super) fn through(&self, site: SiteId) -> &[u32] {
        self.through.get(site.index()).map_or(&[], Vec::as_slice)
    }

    /// The runs that begin on a site.
    pub(super) fn beginning_on(&self, site: SiteId) -> &[u32] {
        self.beginning.get(site.index()).map_or(&[], Vec::as_slice)
    }
}

/// A way with more different distances than this is gone site by site.
const MOVED_MAX: usize = 4;

/// See the [module documentation](self).
#[derive(Debug)]
pub(super) struct Tables {
    /// Words of a set of sites.
    pub(super) width: usize,
    /// All sites of the board, the hand left out.
    pub(super) board: Sites,
    /// The site of a carried piece, off the board.
    pub(super) hand: SiteId,
    /// For each player and way where it leads.
    links: Vec<Box<[SiteId]>>,
    /// The same for whole sets; none for ways that are irregular.
    moved: Vec<Option<Vec<Moved>>>,
    ways: usize,
    /// For each player its friends, itself among them.
    pub(super) friends: Vec<Vec<PlayerId>>,
    /// For each player its enemies.
    pub(super) enemies: Vec<Vec<PlayerId>>,
    /// For each player the enemies who choose, or all if none does: of these is the one that rules
    /// call `enemy`.
    pub(super) opponents: Vec<Vec<PlayerId>>,
    /// For each variable where it is.
    pub(super) places: Vec<Place>,
    /// How many numbers live with a move, and with a step.
    pub(super) passing: usize,
    pub(super) extras: Extras,
    /// Whether the rules ask where the last move went, by whichever rule it was.
    pub(super) keeps_every_last: bool,
    /// The rules of which they ask whether the last move was by one of them: of other moves nothing
    /// is kept, so that a situation is the same whichever of them has led to it.
    pub(super) last_names: Vec<NameId>,
    /// The same of rules with their arguments.
    pub(super) last_rules: Vec<RuleId>,
    /// What the rules ask about repetition.
    pub(super) repeats: Option<RepeatsOf>,
    /// Rules that can capture.
    pub(super) captures: Vec<bool>,
}

impl Tables {
    /// Variables that distinguish rounds of a loop, in addition to site and state: those of the
    /// step or the move that are set to a given value. Added variables count only in loops that
    /// stay on their site, or a loop around a ring would never end.
    pub(super) fn set_in_rounds(&self, body: &Path, visit: &mut dyn FnMut(usize)) {
        let stays = body.stays();
        body.each_part(&mut |part| {
            if let Path::Do(Act::Assign { var, value, add, .. }) = part
                && let Place::Passing(place) = self.places[var.index()]
                && (stays || (!add && matches!(value, Number::Is(_))))
            {
                visit(place);
            }
        });
    }

    /// The tables and the layout of states.
    pub(super) fn new(rules: &PathRules, limits: &Limits) -> Result<(Tables, Layout), LimitHit> {
        let sites = rules.topology.sites().len();
        if rules.levels > 1 && sites.saturating_mul(rules.levels) > limits.column_places {
            return Err(LimitHit::new(LimitKind::ColumnPlaces, limits.column_places));
        }
        let survey = Survey::of(rules);
        let players = rules.players.len();
        let (mut attributes, mut places) = (Vec::new(), Vec::new());
        let (mut compared, mut counted, mut passing) = (0, 0, 0);
        let width = (sites + 1).div_ceil(64);
        // First those that make situations differ, then the others: their places follow one
        // another.
        for variable in &rules.variables {
            let words = match (variable.kind, variable.home) {
                (_, Home::Piece | Home::Move | Home::Step) => 0,
                (VariableKind::Set, Home::Player) => width * 2 * players,
                (VariableKind::Set, Home::Numbers { count, .. }) => width * 2 * usize::from(count),
                (VariableKind::Set, _) => width * 2,
                (VariableKind::Number, Home::Game) => 1,
                (VariableKind::Number, Home::Player) => players,
                (VariableKind::Number, Home::Numbers { count, .. }) => usize::from(count),
                (VariableKind::Number, _) => sites,
            };
            places.push(match variable.home {
                Home::Piece => {
                    attributes.push(if variable.boolean { Values::Truth } else { Values::Integer });
                    Place::Piece(AttributeId::at(attributes.len() - 1))
                }
                Home::Move | Home::Step => {
                    passing += 1;
                    Place::Passing(passing - 1)
                }
                _ => {
                    let row = if variable.uncompared { &mut counted } else { &mut compared };
                    *row += words;
                    Place::State((*row - words) as u16)
                }
            });
        }
        let extra = |wanted: bool, row: &mut usize| {
            *row += usize::from(wanted);
            wanted.then(|| (*row - 1) as u16)
        };
        let asks_by_which = !survey.last_names.is_empty() || !survey.last_rules.is_empty();
        let last_name = extra(asks_by_which, &mut compared);
        let outs = extra(survey.outs, &mut compared);
        let seats = extra(survey.seats, &mut compared);
        let passes = extra(survey.passes, &mut counted);
        let turns = extra(survey.turns, &mut counted);
        let last_mover = extra(true, &mut counted).unwrap_or(0);
        let unbounded = rules.unbounded.is_some();
        let origin = extra(unbounded, &mut counted);
        (0..2).for_each(|_| {
            extra(unbounded, &mut counted);
        });
        if compared + counted > usize::from(u16::MAX) {
            return Err(LimitHit::new(LimitKind::PositionFlags, usize::from(u16::MAX)));
        }
        let beyond = |place: u16| place + compared as u16;
        for (place, variable) in places.iter_mut().zip(&rules.variables) {
            if let Place::State(word) = place
                && variable.uncompared
            {
                *word = beyond(*word);
            }
        }
        let extras = Extras {
            last_name,
            outs,
            seats,
            passes: passes.map(beyond),
            passes_most: survey.passes_asked.max(2 * rules.slots.len()),
            turns: turns.map(beyond),
            last_mover: beyond(last_mover),
            origin: origin.map(beyond),
        };
        let starts = (0..rules.pieces.len()).map(|kind| starts(rules, &places, PieceTypeId::at(kind))).collect();
        let everybody = (0..players).map(PlayerId::at);
        let kinds = || (0..rules.pieces.len()).map(PieceTypeId::at);
        let all_supplies = everybody.clone().flat_map(|owner| kinds().map(move |kind| Piece { kind, owner }));
        let layout = Layout::new(LayoutSpec {
            sites: sites + 1,
            levels: rules.levels,
            players,
            kinds: rules.pieces.len(),
            attributes,
            starts,
            supplies: all_supplies.filter(|piece| may_wait(rules, &survey, *piece)).collect(),
            recycle: false,
            recycle_promotions: false,
            keeps_last: survey.last || asks_by_which,
            keeps_history: survey.repeats.is_some(),
            watched: Vec::new(),
            variables: compared,
            counters: counted,
        });
        let mut board = Sites::none(width);
        rules.topology.site_ids().for_each(|site| board.insert(site));
        let links: Vec<Box<[SiteId]>> = everybody
            .clone()
            .flat_map(|player| rules.ways.iter().map(move |way| way.links[player.index()].clone()))
            .collect();
        let acts = |player: &PlayerId| rules.players[player.index()].kind != PlayerKind::Neutral;
        let allied = |a: PlayerId, b: PlayerId| rules.teams[a.index()] == rules.teams[b.index()];
        let tables = Tables {
            width,
            board,
            hand: SiteId::at(sites),
            moved: links.iter().map(|links| moved(links, width)).collect(),
            links,
            ways: rules.ways.len(),
            friends: everybody
                .clone()
                .map(|me| everybody.clone().filter(|other| allied(me, *other)).collect())
                .collect(),
            enemies: everybody
                .clone()
                .map(|me| everybody.clone().filter(|other| !allied(me, *other) && acts(other)).collect())
                .collect(),
            opponents: everybody
                .clone()
                .map(|me| {
                    let enemies = everybody.clone().filter(|other| !allied(me, *other) && acts(other));
                    let choosing = enemies.clone().filter(|other| dagaz_rules::competes(&rules.players, *other));
                    let choosing: Vec<PlayerId> = choosing.collect();
                    if choosing.is_empty() { enemies.collect() } else { choosing }
                })
                .collect(),
            places,
            passing,
            extras,
            keeps_every_last: survey.last,
            last_names: survey.last_names.iter().copied().collect(),
            last_rules: survey.last_rules.iter().copied().collect(),
            repeats: survey.repeats,
            captures: rules.rules.iter().map(|rule| can_capture(&rule.path)).collect(),
        };
        Ok((tables, layout))
    }

    /// Bytes in memory.
    pub(super) fn memory(&self) -> usize {
        let links: usize = self.links.iter().map(|links| links.len() * size_of::<SiteId>()).sum();
        let moved = self.moved.iter().flatten().flatten().count() * self.width * size_of::<u64>();
        // The rules have the same links.
        2 * links + moved
    }

    /// What is kept of the rule that has made a move.
    pub(super) fn last_by(&self, rules: &PathRules, rule: RuleId) -> LastBy {
        let name = rules.rules[rule.index()].name;
        match self.last_rules.contains(&rule) {
            true => LastBy::Rule(rule),
            // The destination of the last move is kept for every move, and so is its rule;
            // otherwise it would be taken for a move by a named rule.
            false if self.keeps_every_last || self.last_names.contains(&name) => LastBy::Name(name),
            false => LastBy::Other,
        }
    }

    /// Returns the word of the half-move clock, if positions have one.
    pub(super) fn halfmoves(&self, rules: &PathRules) -> Option<usize> {
        self.word_of(rules.halfmoves?).map(usize::from)
    }

    /// Returns the word of the first player's count of checks, if positions have one, and how many
    /// win.
    pub(super) fn checks(&self, rules: &PathRules) -> Option<(usize, i32)> {
        let (var, limit) = rules.checks?;
        Some((usize::from(self.word_of(var)?), limit))
    }

    /// Returns the word of a state that holds a number of the game, or the first of more, counted
    /// from its variables.
    pub(super) fn word_of(&self, var: VarId) -> Option<u16> {
        match self.places[var.index()] {
            Place::State(word) => Some(word),
            _ => None,
        }
    }

    /// Returns the counters that a position contains: turns played, the half-move clock, uncompared
    /// sets of the game, the origin of a board without borders. Other counters do not influence the
    /// rest of the game.
    pub(super) fn told_counters(&self, rules: &PathRules) -> Vec<(usize, String)> {
        let sets = rules.variables.iter().zip(&self.places).filter(|(variable, _)| variable.uncompared);
        let halves = sets.filter_map(|(variable, place)| match (variable.kind, place) {
            (VariableKind::Set, Place::State(first)) => Some((variable, usize::from(*first))),
            _ => None,
        });
        let halves = halves.flat_map(|(set, first)| {
            halves_of(set, rules, self.width).enumerate().map(move |(half, name)| (first + half, name))
        });
        let clock = rules.halfmoves.filter(|var| rules.variables[var.index()].uncompared);
        let clock = clock.and_then(|var| Some((self.halfmoves(rules)?, rules.variables[var.index()].name.clone())));
        let turns = self.extras.turns.map(|word| (usize::from(word), "turns-played".to_string()));
        let origin = self.extras.origin.map(usize::from).into_iter();
        let origin = origin.flat_map(|word| {
            ["origin.x", "origin.y"].into_iter().enumerate().map(move |(axis, name)| (word + axis, name.to_string()))
        });
        halves.chain(clock).chain(turns).chain(origin).collect()
    }

    /// What the variables of a state are called: those that make situations differ, and counters
    /// that positions tell of.
    pub(super) fn variable_names(&self, rules: &PathRules, layout: &Layout) -> Vec<String> {
        let (compared, told) = (layout.spec().variables, self.told_counters(rules));
        let mut names = vec![String::new(); told.iter().map(|(word, _)| word + 1).max().unwrap_or(0).max(compared)];
        let mut call = |word: usize, name: String| {
            if let Some(place) = names[..compared].get_mut(word) {
                *place = name;
            }
        };
        for (variable, place) in rules.variables.iter().zip(&self.places) {
            let Place::State(first) = *place else { continue };
            let first = usize::from(first);
            match (variable.kind, variable.home) {
                (VariableKind::Set, _) => {
                    let halves = halves_of(variable, rules, self.width).enumerate();
                    halves.for_each(|(half, name)| call(first + half, name));
                }
                (_, Home::Player) => {
                    let players = rules.players.iter().enumerate();
                    players
                        .for_each(|(index, player)| call(first + index, format!("{}.{}", variable.name, player.name)));
                }
                (_, Home::Numbers { from, count }) => {
                    (0..i32::from(count))
                        .for_each(|at| call(first + at as usize, format!("{}.{}", variable.name, from + at)));
                }
                (_, Home::Site) => {
                    let sites = rules.topology.sites().iter().enumerate();
                    sites.for_each(|(index, site)| call(first + index, format!("{}.{}", variable.name, site.name)));
                }
                _ => call(first, variable.name.clone()),
            }
        }
        if let Some(word) = self.extras.last_name {
            call(usize::from(word), "last-rule".to_string());
        }
        if let Some(word) = self.extras.outs {
            call(usize::from(word), "out".to_string());
        }
        if let Some(word) = self.extras.seats {
            call(usize::from(word), "seats".to_string());
        }
        told.into_iter().for_each(|(word, name)| names[word] = name);
        names
    }

    /// Where a way leads for a player.
    #[inline]
    pub(super) fn link(&self, player: PlayerId, way: WayId, site: SiteId) -> SiteId {
        self.links[player.index() * self.ways + way.index()].get(site.index()).copied().unwrap_or(SiteId::NONE)
    }

    /// Adds the sites one hop from a set.
    pub(super) fn unite_shifted(&self, to: &mut Sites, player: PlayerId, way: WayId, from: &Sites) {
        let place = player.index() * self.ways + way.index();
        match &self.moved[place] {
            Some(moved) => moved.iter().for_each(|moved| to.unite_moved(from, &moved.from, moved.by)),
            None => {
                let links = &self.links[place];
                from.iter().filter_map(|site| links.get(site.index())?.some()).for_each(|site| to.insert(site));
            }
        }
    }
}

/// What the words of a set are called: of the game's or, player by player, of the players'.
fn halves_of<'a>(set: &'a Variable, rules: &'a PathRules, width: usize) -> impl Iterator<Item = String> + 'a {
    let whose: Vec<String> = match set.home {
        Home::Player => rules.players.iter().map(|player| format!("{}.{}", set.name, player.name)).collect(),
        Home::Numbers { from, count } => {
            (0..i32::from(count)).map(|at| format!("{}.{}", set.name, from + at)).collect()
        }
        _ => vec![set.name.clone()],
    };
    whose.into_iter().flat_map(move |name| (0..2 * width).map(move |half| format!("{name}.{half}")))
}

fn moved(links: &[SiteId], width: usize) -> Option<Vec<Moved>> {
    let mut all: Vec<Moved> = Vec::new();
    for (from, to) in links.iter().enumerate().filter_map(|(from, to)| Some((from, to.some()?))) {
        let by = to.index() as i32 - from as i32;
        let known = all.iter().position(|moved| moved.by == by).unwrap_or_else(|| {
            all.push(Moved { by, from: Sites::none(width) });
            all.len() - 1
        });
        all[known].from.insert(SiteId::at(from));
        if all.len() > MOVED_MAX {
            return None;
        }
    }
    Some(all)
}

/// Returns the values with which a new piece of a type starts. Of types of which the game never
/// asks whether they have moved, it is not kept: a piece that has gone out and come back is in the
/// same position again.
fn starts(rules: &PathRules, places: &[Place], kind: PieceTypeId) -> Vec<(AttributeId, i32)> {
    let asked = rules.unmoved.map(|unmoved| (unmoved, super::rights::asked_of(rules, unmoved)));
    let is_asked = |var: usize| match &asked {
        Some((unmoved, kinds)) if unmoved.index() == var => kinds.as_ref().is_none_or(|kinds| kinds.contains(&kind)),
        _ => true,
    };
    let values = places.iter().zip(&rules.variables).enumerate().filter_map(|(var, (place, variable))| match place {
        Place::Piece(attribute) if variable.start != 0 && is_asked(var) => Some((*attribute, variable.start)),
        _ => None,
    });
    values.collect()
}

/// Whether a piece type can be in a hand. If captured pieces go to hands, any type; else the types
/// of the set-up, and dropped types, which external positions may have.
fn may_wait(rules: &PathRules, survey: &Survey, piece: Piece) -> bool {
    let set_up = &rules.setup.supplies;
    if Some(piece.kind) == rules.unseen {
        // What views show of hands that are not seen.
        return rules.hidden.iter().any(|hidden| hidden.part == HiddenPart::Hands);
    }
    survey.pockets
        || set_up.iter().any(|(known, _)| *known == piece)
        || survey.in_hand.contains(&piece.kind) && !set_up.iter().any(|(known, _)| known.kind == piece.kind)
}

/// Whether walking a path can capture or displace an enemy's piece, so that it can attack a site:
/// by arriving where one may stand, by taking or moving it, or by putting something on it.
fn can_capture(path: &Path) -> bool {
    let (mut takes, mut goes, mut ends_on_empty) = (false, false, false);
    path.each_part(&mut |part| match part {
        Path::Do(
            Act::Take { .. }
            | Act::Put { .. }
            | Act::Drop { .. }
            | Act::Pocket { .. }
            | Act::Shift { .. }
            | Act::Move { .. }
            | Act::Swap(..)
            | Act::Cycle(_)
            | Act::Give { .. },
        ) => takes = true,
        // What has come down on the way has captured there, wherever the path ends.
        Path::Land => takes = true,
        Path::Do(Act::Tuck(_) | Act::Pluck { .. } | Act::Close(_)) | Path::Like(_) => takes = true,
        Path::Go(_) | Path::Fly(_) => goes = true,
        _ => {}
    });
    // A rule all of whose ways end on an empty site captures nothing by arriving.
    if let Path::Seq(parts) = path
        && let Some(last) = parts
            .iter()
            .rev()
            .find(|part| !matches!(part, Path::Continue(..) | Path::If(..) | Path::See(_) | Path::Do(_)))
    {
        ends_on_empty = ends_empty(last);
    }
    takes || goes && !ends_on_empty
}

fn ends_empty(path: &Path) -> bool {
    match path {
        Path::Is(Set::Empty) => true,
        Path::Seq(parts) => parts.last().is_some_and(ends_empty),
        Path::Many { least: 1, body } => ends_empty(body),
        Path::Or(parts) => !parts.is_empty() && parts.iter().all(ends_empty),
        _ => false,
    }
}
