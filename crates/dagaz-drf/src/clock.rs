//! Time: the clock, timers, and what happens when one runs out.

use dagaz_core::{RuleId, RuleName};
use dagaz_rules::Comparison;
use dagaz_rules::path::{Clock, Home, Number, PathOut, PathRule, Truth, VarId, VariableKind};

use super::chance::DiceInfo;
use super::environment::{EnvId, Name};
use super::lower::Lower;
use dagaz_syntax::tree::NodeId;

/// The most ticks of one turn, and the most seconds of a tick.
const TICKS_MAX: i64 = 1_000;
/// The most ticks that a timer begins with.
const TIMER_MAX: i64 = 1_000_000;

/// The usual form of a clock.
const CLOCK: &str = "`(clock spent 60)`, or `(clock spent 18 (tick 10))` with ticks of ten seconds";
/// The usual form of a timer.
const TIMER: &str = "`(timer bank of player 60)`: of the game, of each player or of each piece, with its ticks";

impl Lower<'_> {
    /// `(clock spent 18 (tick 10))`: how many ticks a turn takes, and how many seconds a tick has.
    pub(super) fn clock(&mut self, form: NodeId) {
        let rest = self.rest(form);
        let ticks = rest.get(1).and_then(|node| self.integer(*node)).map(i64::from);
        let seconds = match rest.get(2) {
            None => Some(1),
            Some(tick) if self.head(*tick) == Some("tick") => {
                self.rest(*tick).first().and_then(|node| self.integer(*node)).map(i64::from)
            }
            Some(_) => None,
        };
        let (Some(&name), Some(ticks @ 1..=TICKS_MAX), Some(seconds @ 1..=TICKS_MAX), 2 | 3) =
            (rest.first(), ticks, seconds, rest.len())
        else {
            return self.wrong(form, "a clock needs a name and the most ticks of a turn, from 1 to 1,000", CLOCK);
        };
        if self.dice.iter().any(|dice| dice.tick.is_some()) {
            return self.wrong(form, "a game has one clock", "timers, which count different times: `(timer …)`");
        }
        let text = self.text(name).to_string();
        let sum = self.add_variable(Some(name), &text, Home::Game, VariableKind::Number, 0, false, false);
        let sides = (0..=ticks as i32).collect();
        let tick = Some(seconds as u32 * 1_000);
        self.dice.push(DiceInfo { name: text, sum, count: 1, sides, doubles: false, tick, faces: Vec::new() });
    }

    /// `(timer bank of player 60)`
    pub(super) fn timer(&mut self, form: NodeId) {
        let rest = self.rest(form);
        let words: Vec<String> = rest.iter().map(|node| self.text(*node).to_string()).collect();
        let home = match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
            [_, "of", "game", _] => Some(Home::Game),
            [_, "of", "player", _] => Some(Home::Player),
            [_, "of", "piece", _] => Some(Home::Piece),
            _ => None,
        };
        let start = rest.get(3).and_then(|node| self.integer(*node)).map(i64::from);
        let (Some(home), Some(start @ 0..=TIMER_MAX)) = (home, start) else {
            return self.wrong(form, "a timer says what it belongs to, and how many ticks it has", TIMER);
        };
        if self.clauses_of("clock").is_empty() {
            return self.wrong(form, "a timer needs a clock", CLOCK);
        }
        let name = words[0].clone();
        let var = self.add_variable(Some(rest[0]), &name, home, VariableKind::Number, start as i32, false, false);
        self.timers.push(var);
    }

    /// Returns what the throw of dice is as an event of the clock, if it is one.
    pub(super) fn clock_of(&self, dice: &DiceInfo) -> Option<Clock> {
        dice.tick.map(|tick| Clock { tick, timers: self.timers.clone() })
    }

    /// `(on timeout bank P…)`: the only move of a player whose timer has run out.
    pub(super) fn timeouts(&mut self) -> Vec<PathOut> {
        let mut timeouts = Vec::new();
        for on in self.clauses_of("on") {
            if !self.is_hook_of_timeout(on) {
                continue;
            }
            let rest = self.rest(on);
            let timer = rest.get(1).and_then(|node| self.timer_named(*node));
            let Some(timer) = timer.filter(|_| rest.len() > 2) else {
                let usual = "`(on timeout bank (set flag 1))`, with `(timer bank of player 60)` or a timer of the game; \
                             rules ask for the timer of a piece: `(> sand 0)`";
                self.wrong(on, "this names no timer of a player or of the game, or has no path", usual);
                continue;
            };
            let name = format!("timeout {}", self.variables[timer.index()].name);
            let (span, rule) = (self.rules_span(on), RuleId::at(self.rules.len()));
            self.bound = 0;
            let path = self.sequence(&rest[2..], EnvId::EMPTY);
            let name_id = self.name_id(&name);
            self.rules.push(PathRule { name: name_id, path, may_be_idle: true, span });
            self.rule_texts.push(RuleName { name: name.clone(), ..RuleName::default() });
            let when = Truth::Compare(Number::Var(timer), Comparison::Equal, Number::Is(0));
            timeouts.push(PathOut { name, when, rule, span });
        }
        timeouts
    }

    /// Returns the timer of a player or of the game of that name.
    fn timer_named(&self, node: NodeId) -> Option<VarId> {
        let Some(Name::Var(var)) = self.name(node) else { return None };
        let is_general = matches!(self.variables[var.index()].home, Home::Game | Home::Player);
        (is_general && self.timers.contains(var)).then_some(*var)
    }

    /// Returns whether a clause says what is done when a timer runs out: `(on timeout bank …)`.
    pub(super) fn is_hook_of_timeout(&self, form: NodeId) -> bool {
        self.rest(form).first().is_some_and(|node| self.text(*node) == "timeout")
    }
}
