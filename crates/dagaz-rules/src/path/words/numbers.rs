//! Numbers and questions in words.

use super::Words;
use crate::Comparison;
use crate::path::{Home, Number, Operation, PlayerRef, RepeatsOf, Truth};

impl Words<'_> {
    /// Returns a number.
    pub fn number(&self, number: &Number) -> String {
        match number {
            Number::Is(number) => number.to_string(),
            Number::Local(local) => self.bound("number", *local),
            Number::Var(var) => match self.rules.variables.get(var.index()).map(|variable| variable.home) {
                Some(Home::Piece | Home::Site) => format!("{} here", self.var(*var)),
                Some(Home::Player) => format!("my {}", self.var(*var)),
                Some(Home::Numbers { .. }) => format!("the sum of all {}", self.var(*var)),
                _ => self.var(*var).to_string(),
            },
            Number::Sum(var, set) => format!("the sum of {} over every site that is {}", self.var(*var), self.set(set)),
            Number::Element(var, index) => format!("{} number {}", self.var(*var), self.number(index)),
            Number::Was(inner) => format!("(before the move) {}", self.number(inner)),
            Number::As(player, inner) => format!("(as the {} sees it) {}", self.player(*player), self.number(inner)),
            Number::Count(set) => format!("the number of sites that are {}", self.set(set)),
            Number::CountSets(family) => format!("the number of {}", self.family(family)),
            Number::Ways(set, path) => {
                format!("the number of ways to walk [{}] from every site that is {}", self.path(path), self.set(set))
            }
            Number::Of(operation, numbers) => self.operation(*operation, numbers),
            Number::If(truth, yes, no) => {
                format!("({} if {}, else {})", self.number(yes), self.truth(truth), self.number(no))
            }
            Number::Height(set) => {
                format!("how many pieces stand on one another on every site that is {}", self.set(set))
            }
            Number::Distance(from, to, ways) => format!(
                "how many hops ({}) every site that is {} is from the nearest one that is {}, together",
                self.ways(ways),
                self.set(from),
                self.set(to)
            ),
            Number::DiceLeft(_) => "the number of dice that have not been used".to_string(),
            Number::Hand(kind) => format!("the number of {}s in my hand", self.kind(*kind)),
            Number::Table(table, set) => {
                format!("what the table {} says for every site that is {}", self.table(*table), self.set(set))
            }
            Number::Steps => "the steps of this move".to_string(),
            Number::Passes => "the passes in a row".to_string(),
            Number::Turn => "the number of the turn".to_string(),
            Number::Repeats(RepeatsOf::Board) => "how often these pieces have stood so".to_string(),
            Number::Repeats(RepeatsOf::Situation) => "how often this situation has come up".to_string(),
            Number::Cycle => "the turns since this situation came up before".to_string(),
            Number::Moves => "the moves that there are".to_string(),
        }
    }

    fn operation(&self, operation: Operation, numbers: &[Number]) -> String {
        let parts: Vec<String> = numbers.iter().map(|number| self.number(number)).collect();
        let between = match operation {
            Operation::Add => " + ",
            Operation::Subtract if parts.len() == 1 => return format!("-{}", parts[0]),
            Operation::Subtract => " - ",
            Operation::Multiply => " * ",
            Operation::Divide => " / ",
            Operation::Remainder => " mod ",
            Operation::Least => return format!("the least of ({})", parts.join(", ")),
            Operation::Greatest => return format!("the greatest of ({})", parts.join(", ")),
            Operation::Size => return format!("({}) without its sign", parts.join(", ")),
        };
        format!("({})", parts.join(between))
    }

    /// Returns a question.
    pub fn truth(&self, truth: &Truth) -> String {
        match truth {
            Truth::Always(true) => "always".to_string(),
            Truth::Always(false) => "never".to_string(),
            Truth::Any(set) => format!("some site is {}", self.set(set)),
            Truth::AnySet(family) => format!("there is one of {}", self.family(family)),
            Truth::Within(set, other) => {
                format!("every site that is {} is {} too", self.set(set), self.set(other))
            }
            Truth::Compare(a, comparison, b) => {
                let how = match comparison {
                    Comparison::Equal => "is",
                    Comparison::Less => "is less than",
                    Comparison::Greater => "is more than",
                };
                format!("{} {how} {}", self.number(a), self.number(b))
            }
            Truth::Not(inner) => match &**inner {
                Truth::Any(set) => format!("no site is {}", self.set(set)),
                Truth::AnySet(family) => format!("there is none of {}", self.family(family)),
                Truth::Compare(a, Comparison::Equal, b) => format!("{} is not {}", self.number(a), self.number(b)),
                Truth::Compare(a, Comparison::Less, b) => format!("{} is at least {}", self.number(a), self.number(b)),
                Truth::Compare(a, Comparison::Greater, b) => {
                    format!("{} is at most {}", self.number(a), self.number(b))
                }
                inner => format!("it is not so that ({})", self.truth(inner)),
            },
            Truth::And(truths) => self.truths(truths, " and "),
            Truth::Or(truths) => self.truths(truths, " or "),
            Truth::Made(name) => format!("the move was made by {}", self.name(*name)),
            Truth::MadeBy(rules) => format!("the move was made by {}", self.calls(rules)),
            Truth::Was(inner) => format!("before the move ({})", self.truth(inner)),
            Truth::Me(player) => {
                format!("it is {} who is asked about", self.player(PlayerRef::Player(*player)))
            }
            Truth::InPhase(phase) => format!("the turn order is in the phase {}", phase.name),
            Truth::MyTurn => "it is the turn of who is asked about".to_string(),
            Truth::AllOut(PlayerRef::Me) => "the mover and all friends are out of the game".to_string(),
            Truth::AllOut(PlayerRef::Enemy) => "all enemies are out of the game".to_string(),
            Truth::AllOut(player) => format!("{} is out of the game", self.player(*player)),
            Truth::Stuck => "that player is to move and has no move".to_string(),
            Truth::NobodyMoves => "nobody has a move, whoever's turn it were".to_string(),
            Truth::As(player, inner) => format!("(as the {} sees it) {}", self.player(*player), self.truth(inner)),
        }
    }

    fn truths(&self, truths: &[Truth], with: &str) -> String {
        let part = |truth: &Truth| match truth {
            Truth::And(_) | Truth::Or(_) => format!("({})", self.truth(truth)),
            _ => self.truth(truth),
        };
        truths.iter().map(part).collect::<Vec<_>>().join(with)
    }
}
