//! From rules to the form, or to nothing where they do more than it can say.

use dagaz_core::{Piece, PieceTypeId, PlayerId, RuleId, SiteId};
use dagaz_rules::PassRule;
use dagaz_rules::path::{self as rules, NameId, PathRules, PathSlot};

use super::form::{Action, Area, Fate, Form, LOCALS_MAX, Lines, Rule, RuleIndex, Side, Start, Weigh};
use crate::paths::bits::Bits;
use crate::paths::bits::board::EMPTY;
use crate::paths::bits::hop::{Hop, NOWHERE};
use crate::paths::bits::setting::{Setting, only_closes};
use crate::paths::game::PathGame;

/// A whole game in this form, if it is worth it: where pieces only go somewhere there is little
/// here that is not done better elsewhere.
pub(in crate::paths) fn form<B: Bits>(game: &PathGame) -> Option<Form<B>> {
    let chains = |start: Start| matches!(start, Start::Chain { .. });
    let does_more = |rule: &Rule<B>| rule.start == Start::Site || chains(rule.start) || !rule.actions.is_empty();
    let worth = |form: &Form<B>| form.sides.iter().any(|side| side.rules.iter().any(does_more));
    read(game).filter(worth)
}

/// A whole game in this form.
pub(super) fn read<B: Bits>(game: &PathGame) -> Option<Form<B>> {
    let rules = &*game.rules;
    let setting = Setting::<B>::of(game)?;
    if !does_nothing_else(game) {
        return None;
    }
    let lines = rules.lines.iter().map(|lines| {
        let sets = lines.runs.iter().map(|run| run.iter().fold(B::NONE, |all, site| all | B::one(site.index())));
        let all: Vec<B> = sets.filter(|line| !line.is_empty()).collect();
        let through = |site: usize| all.iter().copied().filter(|line| line.contains(site)).collect();
        Lines { through: (0..setting.sites).map(through).collect(), all }
    });
    let lines = lines.collect();
    let players = (0..rules.players.len()).map(PlayerId::at);
    let sides: Option<Vec<Side<B>>> = players.map(|me| Reader::new(game, me, &setting).side()).collect();
    let sides = sides?;
    let for_all = (0..rules.endings.len()).map(|ending| sides.iter().all(|side| side.endings[ending].is_for_all()));
    let actions = || sides.iter().flat_map(|side| &side.rules).flat_map(|rule| &rule.actions);
    let only_grows_or_shrinks = !actions().any(|action| matches!(action, Action::Put { .. }))
        || !actions().any(|action| matches!(action, Action::Take(_)));
    Some(Form {
        only_grows_or_shrinks,
        unbound: [B::NONE; LOCALS_MAX],
        for_all: for_all.collect(),
        setting,
        lines,
        sides,
        passes: rules.pass == PassRule::Forced,
    })
}

/// Whether there is nothing but moves: no dice, counters, forbidden results or preferences, and the
/// turn order is fixed.
fn does_nothing_else(game: &PathGame) -> bool {
    let rules = &*game.rules;
    only_closes(rules)
        && rules.nevers.is_empty()
        && rules.prefer.is_empty()
        && rules.first.len() <= 1
        && rules.variables.is_empty()
        && rules.distinct == rules::Distinct::Results
        && rules.pass != PassRule::Free
        && rules.slots.iter().all(PathSlot::is_plain)
        && !game.remembers
}

/// Reads the rules as one player sees them.
pub(super) struct Reader<'g, B> {
    pub(super) game: &'g PathGame,
    pub(super) rules: &'g PathRules,
    pub(super) me: PlayerId,
    /// Whether this is for a moment another player than the one whose rules are read.
    pub(super) elsewhere: bool,
    pub(super) board: B,
    /// For each code its piece.
    pub(super) pieces: Vec<Piece>,
    pub(super) side: Side<B>,
    /// For each way its place among the hops, if it has been met.
    hops: Vec<Option<u16>>,
    /// For each continuing rule its index, if it was met.
    onward: Vec<Option<RuleIndex>>,
    /// Whether such a rule is being read.
    pub(super) goes_on: bool,
}

impl<'g, B: Bits> Reader<'g, B> {
    fn new(game: &'g PathGame, me: PlayerId, setting: &Setting<B>) -> Reader<'g, B> {
        let side = Side {
            hops: Vec::new(),
            lines: Vec::new(),
            chains: Vec::new(),
            jumps: false,
            rules: Vec::new(),
            stages: Vec::new(),
            always: Vec::new(),
            may_coincide: false,
            endings: Vec::new(),
        };
        let onward = vec![None; game.rules.rules.len()];
        Reader {
            game,
            rules: &game.rules,
            me,
            elsewhere: false,
            board: setting.board,
            pieces: setting.pieces.iter().map(|(piece, _)| *piece).collect(),
            side,
            hops: vec![None; game.rules.ways.len()],
            onward,
            goes_on: false,
        }
    }

    /// All of them.
    fn side(mut self) -> Option<Side<B>> {
        let mut uses = Vec::new();
        for kind in (0..self.rules.pieces.len()).map(PieceTypeId::at) {
            let own = self.rules.pieces[kind.index()].moves.iter().map(|call| call.rule);
            let (leaps, others): (Vec<RuleId>, Vec<RuleId>) = own.partition(|rule| self.leaps(*rule));
            for rule in others {
                uses.push((rule, self.rule(rule, Some(kind))?));
            }
            if !leaps.is_empty() {
                let index = self.chain(kind, &leaps)?;
                // They are one choice only if they are equally urgent.
                let classes = self.rules.first.iter().flat_map(|first| &first.classes);
                let urgent = |rule: RuleId, class: &Vec<NameId>| class.contains(&self.name(rule));
                if !classes
                    .into_iter()
                    .all(|class| leaps.iter().all(|rule| urgent(*rule, class) == urgent(leaps[0], class)))
                {
                    return None;
                }
                uses.push((leaps[0], index));
            }
        }
        for call in &self.rules.moves {
            uses.push((call.rule, self.rule(call.rule, None)?));
        }
        if !self.never_meet(&uses) || !uses.iter().all(|(_, index)| self.begins(*index)) {
            return None;
        }
        let classes = self.rules.first.first().map_or(&[][..], |first| &first.classes);
        self.side.stages = vec![Vec::new(); classes.len()];
        // A flying piece omits its equal walking moves, so flying is tested first.
        let flies = |index: RuleIndex| matches!(self.side.rules[usize::from(index)].start, Start::Fly { .. });
        uses.sort_by_key(|(_, index)| !flies(*index));
        for (rule, index) in uses {
            let name = self.name(rule);
            let wanted = || classes.iter().enumerate().filter(|(_, class)| class.contains(&name));
            wanted().for_each(|(stage, _)| self.side.stages[stage].push(index));
            if wanted().next().is_none() {
                self.side.always.push(index);
            }
        }
        let may_coincide = |rule: &Rule<B>| !matches!(rule.weigh, Weigh::Fan(_)) && rule.fate.may_coincide();
        self.side.may_coincide = self.side.rules.iter().any(may_coincide);
        for ending in &self.rules.endings {
            let when = self.truth(&ending.when, false)?;
            self.side.endings.push(when);
        }
        Some(self.side)
    }

    pub(super) fn name(&self, rule: RuleId) -> NameId {
        self.rules.rules[rule.index()].name
    }

    /// A continuing rule.
    pub(super) fn onward(&mut self, rule: RuleId) -> Option<RuleIndex> {
        if let Some(known) = self.onward[rule.index()] {
            return Some(known);
        }
        // A move has two steps at most: a further continuation is not supported, since it might not
        // end.
        if std::mem::replace(&mut self.goes_on, true) {
            return None;
        }
        let index = self.rule(rule, None);
        self.goes_on = false;
        let index = index?;
        // The second step is identified by its capture.
        let mine = self.of(&[self.me]);
        let read = &self.side.rules[usize::from(index)];
        let tells = match read.start {
            Start::Stay => read.actions.iter().all(|action| matches!(action, Action::Round { .. })),
            Start::Site => read.actions == [Action::Take(Area::Here)] && read.sites.codes_at_most() & mine == 0,
            Start::Ray { .. } => {
                // What is put there is no piece that the first step could have brought.
                let puts = matches!(read.actions[..], [Action::Put { code }] if mine >> code & 1 == 0);
                puts && read.sites.codes_at_most() == EMPTY
            }
            _ => false,
        };
        if read.fate != Fate::Done || !tells {
            return None;
        }
        self.onward[rule.index()] = Some(index);
        Some(index)
    }

    /// Whether a rule is one that moves can begin with: a piece is put, or goes somewhere.
    fn begins(&self, index: RuleIndex) -> bool {
        let rule = &self.side.rules[usize::from(index)];
        let puts = |action: &Action<B>| matches!(action, Action::Put { .. } | Action::Drop { .. });
        match rule.start {
            Start::Stay | Start::Ray { .. } => false,
            Start::Site => rule.actions.iter().any(puts),
            Start::Line { .. } | Start::Fly { .. } | Start::Chain { .. } => true,
        }
    }

    /// Whether no two rules give the same move, which must not be counted twice: what is chosen
    /// differs, or where it is.
    fn never_meet(&self, uses: &[(RuleId, RuleIndex)]) -> bool {
        let rule = |index: usize| &self.side.rules[usize::from(uses[index].1)];
        let class = |index: usize| {
            let name = self.name(uses[index].0);
            let classes = self.rules.first.first().map_or(&[][..], |first| &first.classes);
            classes.iter().map(|class| class.contains(&name)).collect::<Vec<_>>()
        };
        (0..uses.len()).all(|one| {
            (0..one).all(|other| {
                self.apart(rule(one), rule(other))
                    && (class(one) == class(other) || !goes_and_flies(rule(one), rule(other)))
            })
        })
    }

    fn apart(&self, one: &Rule<B>, other: &Rule<B>) -> bool {
        match (one.start, other.start) {
            (Start::Line { code, line }, Start::Line { code: other_code, line: other_line }) => {
                code != other_code
                    || self.board.each().all(|from| (self.reach(line, from) & self.reach(other_line, from)).is_empty())
            }
            // A flying piece omits its walking moves: the turn ensures it, if the continuations are
            // equal.
            (Start::Line { code, line }, Start::Fly { code: other_code })
            | (Start::Fly { code: other_code }, Start::Line { code, line }) => {
                let same = one.sites == other.sites && one.actions == other.actions && one.fate == other.fate;
                code != other_code || (same && self.side.lines[usize::from(line)].through.is_none())
            }
            (Start::Fly { code } | Start::Chain { code, .. }, Start::Fly { code: other_code })
            | (Start::Fly { code } | Start::Chain { code, .. }, Start::Chain { code: other_code, .. }) => {
                code != other_code
            }
            (Start::Line { code, line }, Start::Chain { code: other_code, chain })
            | (Start::Chain { code: other_code, chain }, Start::Line { code, line }) => {
                let chain = &self.side.chains[usize::from(chain)];
                let meet = |from: usize| !(self.reach(line, from) & chain.leads_to(from)).is_empty();
                code != other_code || !self.board.each().any(meet)
            }
            // A piece that goes has an origin, one that is put has none.
            (Start::Site, other) | (other, Start::Site) => other.goes().is_some(),
            _ => false,
        }
    }

    /// Where a line leads from a site over an empty board.
    pub(super) fn reach(&self, line: u16, from: usize) -> B {
        let line = &self.side.lines[usize::from(line)];
        let to = &self.side.hops[usize::from(line.hop)].to;
        let next = |site: &u8| Some(to[usize::from(*site)]).filter(|to| *to != NOWHERE);
        let reached = std::iter::successors(next(&(from as u8)), next);
        let far = if line.through.is_some() { self.board.count() as usize } else { 1 };
        reached.take(far).fold(B::NONE, |all, site| all | B::one(usize::from(site)))
    }

    /// One hop by a way. None if two sites lead to the same one.
    pub(super) fn hop(&mut self, way: rules::WayId) -> Option<u16> {
        // Ways of others are not kept.
        if self.elsewhere {
            return None;
        }
        if let Some(known) = self.hops[way.index()] {
            return Some(known);
        }
        let sites = self.rules.topology.sites().len();
        let to = (0..sites).map(|site| self.game.tables.link(self.me, way, SiteId::at(site)));
        let to = to.map(|to| to.some().map_or(NOWHERE, |to| to.0 as u8)).collect();
        self.side.hops.push(Hop::new(to)?);
        let hop = self.side.hops.len() as u16 - 1;
        self.hops[way.index()] = Some(hop);
        Some(hop)
    }
}

/// Whether one of two rules walks and the other flies, and both are otherwise equal.
fn goes_and_flies<B>(one: &Rule<B>, other: &Rule<B>) -> bool {
    match (one.start, other.start) {
        (Start::Line { code, .. }, Start::Fly { code: other })
        | (Start::Fly { code: other }, Start::Line { code, .. }) => code == other,
        _ => false,
    }
}
