//! Goals: how the game ends, and which moves `checkmated` forbids.

use dagaz_core::{CompactSort, DirectionId, LimitHit, LimitKind, PieceTypeId, PlayerId, SiteId, ZoneId};
use dagaz_rules::{Comparison, Ending, EndingKind, Holder, Never, Number, Place, SiteTest, Truth};

use super::Lower;
use super::condition::joined;
use crate::expand::ItemId;
use crate::section::{GoalKind, Key};
use dagaz_syntax::code::Code;
use dagaz_syntax::suggest;

/// The goals.
const GOALS: [&str; 11] = [
    "stalemated",
    "checkmated",
    "captured",
    "pieces-remaining",
    "total-piece-count",
    "absolute-config",
    "relative-config",
    "repetition",
    "and",
    "or",
    "not",
];

/// Goals of one game. Real games have a dozen.
const ENDINGS_MAX: usize = 2_048;

/// Endings of one game whose order is checked. Each is compared with all others.
const ORDERED_MAX: usize = 128;

/// Bytes of a goal from which on its name is cut short.
const NAMED_BYTES_MAX: usize = 400;

/// The goal that is being read.
struct GoalContext<'a> {
    players: &'a [PlayerId],
    /// Whether pieces are counted at the end: then the game continues while a player can move.
    counts: bool,
    /// The types named by `checkmated`.
    royal: Vec<PieceTypeId>,
}

impl Lower<'_> {
    /// Returns the players of a goal section, and its goals. Without a list of players it is
    /// evaluated once, for the next mover.
    pub(super) fn goal_parts(&self, section: ItemId) -> (Vec<PlayerId>, Vec<ItemId>) {
        let parts = self.rest(section);
        let Some((&first, rest)) = parts.split_first() else { return (Vec::new(), Vec::new()) };
        let listed = self.members(first);
        let player = |item: &ItemId| self.x.word(*item).and_then(|name| self.players.find(name)).map(PlayerId::at);
        let players: Vec<PlayerId> = listed.iter().filter_map(player).collect();
        let is_list_of_players = self.is_list(first)
            && (!players.is_empty()
                || (!rest.is_empty() && self.head(first).is_none_or(|head| !GOALS.contains(&head))));
        if is_list_of_players { (players, rest.to_vec()) } else { (Vec::new(), parts.to_vec()) }
    }

    /// Reads all goals, in the order in which they are evaluated: by round. In a round, those of a
    /// variant come before those of its game, each in the order of the file.
    pub(super) fn goals(&mut self) -> (Vec<Ending>, Vec<Never>) {
        let mut endings: Vec<(Ending, ItemId)> = Vec::new();
        let mut nevers: Vec<(Never, Vec<PieceTypeId>)> = Vec::new();
        for section in self.sections {
            let Key::Goal(kind) = section.key else { continue };
            self.unknown_goal_players(section.item);
            let (players, goals) = self.goal_parts(section.item);
            if goals.is_empty() {
                self.wrong(section.item, "a goal is missing", "`(loss-condition (White Black) stalemated)`");
            }
            for goal in goals {
                if endings.len() >= ENDINGS_MAX {
                    let message = format!("too many goals: at most {ENDINGS_MAX} are allowed");
                    let fault = self.fault(Code::LimitReached, goal, message);
                    self.push(fault);
                    break;
                }
                let mut reading = GoalContext { players: &players, counts: kind == GoalKind::Count, royal: Vec::new() };
                let when = self.goal(&mut reading, goal);
                let royal = reading.royal;
                let name = self.goal_name(goal);
                let span = self.rule_span(goal);
                if !royal.is_empty() {
                    let bound = if players.is_empty() { self.choosers() } else { players.clone() };
                    let when = Truth::Always(true);
                    nevers.push((Never { name: "check".into(), players: bound, when, span }, royal));
                }
                let kind = match kind {
                    GoalKind::Win => EndingKind::Win,
                    GoalKind::Loss => EndingKind::Loss,
                    GoalKind::Draw => EndingKind::Draw,
                    GoalKind::Count => EndingKind::Count,
                };
                let of_variant = section.of_variant;
                let ending = Ending { name, kind, players: players.clone(), when, of_variant, span };
                endings.push((ending, goal));
            }
        }
        // `sort_by_key` keeps the order of equals.
        endings.compact_sort_by_key(|(ending, _)| ending.round());
        // What an ending with a mistake in it would hide is not known.
        if endings.len() <= ORDERED_MAX && !self.out.has_errors() {
            self.check_order(&endings);
        }
        let endings: Vec<Ending> = endings.into_iter().map(|(ending, _)| ending).collect();
        let nevers = self.check_rules(&endings, nevers);
        (endings, nevers)
    }

    /// Reports endings that an earlier one hides, and draws that precede a win or a loss only by
    /// the order of the text.
    fn check_order(&mut self, endings: &[(Ending, ItemId)]) {
        for (place, (ending, goal)) in endings.iter().enumerate() {
            if let Some((before, _)) = endings[..place].iter().find(|(before, _)| before.covers(ending)) {
                let message = format!("the game has ended by `{}` whenever this holds", before.name);
                let hint = "another condition; `dagaz explain` tells which ending is evaluated before which, and why";
                let fault = self.fault(Code::Unused, *goal, message).hint(hint);
                self.push(fault);
            }
            if let Some((hidden, _)) = endings[place + 1..].iter().find(|(later, _)| ending.hides_result(later)) {
                let message = format!(
                    "the draw `{}` is evaluated before `{}`: where both hold at once, nobody wins",
                    ending.name, hidden.name
                );
                let hint = format!("write it behind `{}` unless a draw is meant", hidden.name);
                let fault = self.fault(Code::EndingOrder, *goal, message).hint(hint);
                self.push(fault);
            }
        }
    }

    /// What `checkmated` forbids: to leave a piece attacked whose loss would be mate.
    fn check_rules(&self, endings: &[Ending], found: Vec<(Never, Vec<PieceTypeId>)>) -> Vec<Never> {
        let mut nevers: Vec<Never> = Vec::new();
        for (mut never, mut royal) in found {
            if self.quirks.captured_lifts_check {
                let lifted = |kind: &PieceTypeId| {
                    endings.iter().any(|ending| {
                        ending.players.iter().any(|player| never.players.contains(player))
                            && matches!(&ending.when, Truth::Captured(kinds) if kinds.contains(kind))
                    })
                };
                royal.retain(|kind| !lifted(kind));
            }
            if royal.is_empty() {
                continue;
            }
            never.when = Truth::attacked_piece(royal);
            if !nevers.iter().any(|known| known.when == never.when && known.players == never.players) {
                nevers.push(never);
            }
        }
        nevers
    }

    fn choosers(&self) -> Vec<PlayerId> {
        let choose = |kind: &dagaz_core::PlayerKind| *kind == dagaz_core::PlayerKind::Chooser;
        (0..self.kinds.len()).filter(|&player| choose(&self.kinds[player])).map(PlayerId::at).collect()
    }

    fn unknown_goal_players(&mut self, section: ItemId) {
        let Some(&first) = self.rest(section).first() else { return };
        let (players, goals) = self.goal_parts(section);
        if goals.len() < self.rest(section).len() && players.len() < self.members(first).len() {
            for item in self.members(first).to_vec() {
                self.player(item);
            }
        }
    }

    /// Returns the name of a goal, as a person would say it.
    fn goal_name(&self, goal: ItemId) -> String {
        let word = self.x.word(goal).or_else(|| self.head(goal)).unwrap_or_default();
        let words: Vec<&str> = self.rest(goal).iter().filter_map(|&part| self.x.word(part)).collect();
        if let "or" | "and" | "not" = word {
            // Macros can make a goal of a million parts.
            if self.x.print(goal, NAMED_BYTES_MAX).is_none() {
                return format!("({word} ...)");
            }
            let mut parts: Vec<String> = self.rest(goal).iter().map(|&part| self.goal_name(part)).collect();
            parts.dedup();
            return if word == "not" { format!("not {}", parts.join(" ")) } else { parts.join(&format!(" {word} ")) };
        }
        match (word, words.as_slice()) {
            ("stalemated", _) => "stalemate".into(),
            ("checkmated", _) => "checkmate".into(),
            ("repetition", _) => "repetition".into(),
            ("captured", []) => "capture".into(),
            ("captured", kinds) => format!("{} captured", kinds.join(" or ")),
            ("pieces-remaining", ["0"]) => "no pieces left".into(),
            ("pieces-remaining", ["0", kinds @ ..]) => format!("no {} left", kinds.join(" or ")),
            ("pieces-remaining", [count]) => format!("{count} pieces left"),
            ("pieces-remaining", [count, kinds @ ..]) => format!("{count} {} left", kinds.join(" or ")),
            ("total-piece-count", [count]) => format!("{count} pieces on the board"),
            ("total-piece-count", [count, kinds @ ..]) => format!("{count} {} on the board", kinds.join(" or ")),
            ("absolute-config", _) => "place reached".into(),
            ("relative-config", _) => "pattern made".into(),
            _ => self.x.print(goal, 80).unwrap_or_else(|| format!("({word} ...)")),
        }
    }

    fn goal(&mut self, reading: &mut GoalContext<'_>, goal: ItemId) -> Truth {
        self.rule_nodes += 1;
        if self.rule_nodes > self.limits.rule_nodes {
            if self.rule_nodes == self.limits.rule_nodes + 1 {
                self.limit(goal, &LimitHit::new(LimitKind::RuleNodes, self.limits.rule_nodes));
            }
            return Truth::Always(false);
        }
        let x = self.x;
        let word = x.word(goal).or_else(|| self.head(goal)).unwrap_or_default();
        let rest = if self.is_list(goal) { self.rest(goal) } else { &[] };
        let rest = rest.to_vec();
        match word {
            "and" => joined(rest.iter().map(|&part| self.goal(reading, part)).collect(), Truth::All),
            "or" => joined(rest.iter().map(|&part| self.goal(reading, part)).collect(), Truth::Any),
            "not" => match rest[..] {
                [inner] => self.goal(reading, inner).negate(),
                _ => {
                    self.wrong(goal, "`not` needs one goal", "`(not (pieces-remaining 0))`");
                    Truth::Always(false)
                }
            },
            "stalemated" if reading.counts || reading.players.is_empty() => Truth::AllStuck,
            "stalemated" => Truth::Stuck,
            "repetition" => Truth::Repeated(self.quirks.repetitions),
            "captured" => Truth::Captured(self.kinds_of(&rest)),
            "checkmated" => {
                if rest.is_empty() {
                    self.wrong(goal, "`checkmated` needs a piece", "`(checkmated King)`");
                }
                let kinds = self.kinds_of(&rest);
                if kinds.is_empty() {
                    return Truth::Always(false);
                }
                reading.royal.extend(&kinds);
                Truth::All(vec![Truth::Stuck, Truth::attacked_piece(kinds)])
            }
            "pieces-remaining" => self.count(goal, &rest, Holder::Own),
            "total-piece-count" => self.count(goal, &rest, Holder::Anyone),
            "absolute-config" => self.absolute(goal, &rest),
            "relative-config" => self.relative(goal, &rest),
            // A goal with parentheses around it.
            "" if self.members(goal).len() == 1 => self.goal(reading, self.members(goal)[0]),
            _ => {
                let fault = self.fault(Code::UnknownGoal, goal, format!("unknown goal {}", self.describe(goal)));
                let close = self.closest(word, GOALS.into_iter().chain(self.x.macro_names()));
                let hint = match close {
                    Some(close) => suggest::did_you_mean(word, close),
                    None => format!("the goals are {}", GOALS.join(", ")).into(),
                };
                self.push(fault.hint(hint));
                Truth::Always(false)
            }
        }
    }

    fn kinds_of(&mut self, items: &[ItemId]) -> Vec<PieceTypeId> {
        items.iter().filter_map(|&item| self.piece_type(item)).collect()
    }

    fn count(&mut self, goal: ItemId, rest: &[ItemId], holder: Holder) -> Truth {
        let Some((&number, kinds)) = rest.split_first() else {
            self.wrong(goal, "this goal needs a number", "`(pieces-remaining 1)`");
            return Truth::Always(false);
        };
        let Some(number) = self.number(number) else { return Truth::Always(false) };
        let kinds = self.kinds_of(kinds);
        let count = Number::Count { holder, kinds, supplied: self.supplied_goals };
        Truth::Compare(count, Comparison::Equal, Number::Is(number))
    }

    /// `(absolute-config T... (place...))`: each position, or one position of each zone, is held by
    /// one of the pieces.
    fn absolute(&mut self, goal: ItemId, rest: &[ItemId]) -> Truth {
        let Some((&places, kinds)) = rest.split_last().filter(|(_, kinds)| !kinds.is_empty()) else {
            self.wrong(goal, "this goal needs pieces and places", "`(absolute-config King (promotion))`");
            return Truth::Always(false);
        };
        let tests: Vec<Truth> = kinds.iter().map(|&kind| self.held(kind, Place::Here)).collect();
        let here = joined(tests, Truth::Any);
        // A place may stand without parentheses if it is the only one.
        let places = if self.is_list(places) { self.members(places).to_vec() } else { vec![places] };
        let mut parts = Vec::new();
        for place in places {
            let name = self.x.word(place).unwrap_or_default();
            if let Some(site) = self.sites.find(name) {
                parts.push(moved_to(&here, SiteId::at(site)));
            } else if let Some(zone) = self.zones.find(name) {
                let inside = Truth::Site(Place::Here, SiteTest::In(ZoneId::at(zone)));
                parts.push(Truth::Somewhere(Box::new(Truth::All(vec![inside, here.clone()]))));
            } else {
                let (zones, sites) = (std::mem::take(&mut self.zones), std::mem::take(&mut self.sites));
                self.unknown(Code::UnknownPlace, place, "position or zone", "this board has", &[&zones, &sites]);
                self.zones = zones;
                self.sites = sites;
            }
        }
        joined(parts, Truth::All)
    }

    /// `(relative-config T dir T ...)`: from some position on, such pieces stand along the
    /// directions.
    fn relative(&mut self, goal: ItemId, rest: &[ItemId]) -> Truth {
        let mut path: Vec<DirectionId> = Vec::new();
        let mut parts = Vec::new();
        for &item in rest {
            match self.find_direction(item).filter(|_| !self.is_piece_name(item)) {
                Some(direction) => path.push(direction),
                None => {
                    let place = if path.is_empty() { Place::Here } else { Place::Along(path.clone()) };
                    parts.push(self.held(item, place));
                }
            }
        }
        if parts.is_empty() {
            self.wrong(goal, "this goal needs pieces", "`(relative-config Man n Man n Man)`");
            return Truth::Always(false);
        }
        Truth::Somewhere(Box::new(joined(parts, Truth::All)))
    }

    fn is_piece_name(&self, item: ItemId) -> bool {
        self.x.word(item).is_some_and(|name| self.pieces.find(name).is_some())
    }

    /// Returns a piece in a configuration: `T`, `(not T)`, `(opponent T)`, `(any-owner T)`.
    fn held(&mut self, item: ItemId, place: Place) -> Truth {
        if !self.is_list(item) {
            let kinds = self.kinds_of(&[item]);
            return Truth::Site(place, SiteTest::Holds(Holder::Own, kinds));
        }
        let rest = self.rest(item).to_vec();
        let holder = match self.head(item) {
            Some("not") if rest.len() == 1 => return self.held(rest[0], place).negate(),
            Some("opponent") => Holder::Enemy,
            Some("any-owner") => Holder::Anyone,
            _ => {
                self.wrong(
                    item,
                    "this is no piece of a configuration",
                    "`T`, `(not T)`, `(opponent T)` or `(any-owner T)`",
                );
                return Truth::Always(false);
            }
        };
        let kinds = self.kinds_of(&rest);
        Truth::Site(place, SiteTest::Holds(holder, kinds))
    }
}

/// Returns a truth about the cursor, asked of a site instead.
fn moved_to(truth: &Truth, site: SiteId) -> Truth {
    match truth {
        Truth::Site(_, test) => Truth::Site(Place::At(site), test.clone()),
        Truth::Not(inner) => moved_to(inner, site).negate(),
        Truth::Any(parts) => Truth::Any(parts.iter().map(|part| moved_to(part, site)).collect()),
        Truth::All(parts) => Truth::All(parts.iter().map(|part| moved_to(part, site)).collect()),
        other => other.clone(),
    }
}
