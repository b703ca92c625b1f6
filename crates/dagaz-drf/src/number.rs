//! Numbers, families of sets, and truths.

use dagaz_core::RuleId;
use dagaz_rules::Comparison;
use dagaz_rules::path::{Family, Number, Operation, Path, PlayerRef, RepeatsOf, Set, Truth};

use super::environment::{EnvId, Name, ParameterValue};
use super::kinds::ExpressionKind;
use super::lower::Lower;
use super::words::{TRUTH_HEADS, is_numeral};
use dagaz_syntax::Hint;
use dagaz_syntax::code::Code;
use dagaz_syntax::diagnostic::Diagnostic;
use dagaz_syntax::suggest;
use dagaz_syntax::tree::NodeId;

impl Lower<'_> {
    /// Returns a text read as a number.
    pub(super) fn number(&mut self, node: NodeId, env: EnvId) -> Number {
        if self.tree.word(node).is_some() { self.number_word(node, env) } else { self.number_list(node, env) }
    }

    fn number_word(&mut self, node: NodeId, env: EnvId) -> Number {
        if let Some(value) = self.integer(node) {
            return Number::Is(value);
        }
        let Some(word) = self.tree.word(node) else { return Number::Is(0) };
        match self.envs.get(env, word).cloned() {
            Some(ParameterValue::Number(value)) => return Number::Is(value),
            Some(ParameterValue::LocalNumber(local)) => return Number::Local(local),
            Some(ParameterValue::Text(text, env)) => return self.number(text, env),
            Some(_) => return self.no_number(node, env),
            None => {}
        }
        match self.names.get(&word).cloned() {
            Some(Name::Value(value)) => return Number::Is(value),
            Some(Name::Var(var)) if self.holds_sets(var) => return self.no_number(node, env),
            Some(Name::Var(var)) => return Number::Var(var),
            Some(Name::Define(form)) => {
                let body: Vec<NodeId> = self.tree.members(form).skip(2).collect();
                let inner = EnvId::EMPTY;
                if let [only] = body.as_slice() {
                    let only = *only;
                    return self.guarded(form, |lower| lower.number(only, inner)).unwrap_or(Number::Is(0));
                }
            }
            Some(_) => return self.no_number(node, env),
            None => {}
        }
        match self.text(node) {
            "turn" => Number::Turn,
            "passes" => Number::Passes,
            "steps" => Number::Steps,
            "cycle" => Number::Cycle,
            "moves" => self.moves_number(node),
            _ => self.no_number(node, env),
        }
    }

    fn number_list(&mut self, node: NodeId, env: EnvId) -> Number {
        let parts = self.members(node);
        let Some(&first) = parts.first() else { return self.no_number(node, env) };
        let rest = &parts[1..];
        match self.name(first).cloned() {
            Some(Name::Var(var)) if self.holds_sets(var) => {
                if self.is_row(var) && rest.len() == 1 {
                    return self.no_number(node, env);
                }
                self.misused_set(node, var);
                return Number::Is(0);
            }
            Some(Name::Var(var)) if rest.len() == 1 && self.is_row(var) => {
                return Number::Element(var, Box::new(self.number(rest[0], env)));
            }
            Some(Name::Var(var)) if rest.len() == 1 => {
                let set = self.set(rest[0], env);
                return Number::Sum(var, set);
            }
            Some(Name::Table(table)) if rest.len() == 1 => {
                let set = self.set(rest[0], env);
                return Number::Table(table, set);
            }
            Some(Name::Define(form)) => {
                let body: Vec<NodeId> = self.tree.members(form).skip(2).collect();
                if let ([only], true) = (body.as_slice(), self.fits(node, form, rest)) {
                    let (inner, only) = (self.frame(form, rest, env), *only);
                    return self.guarded(form, |lower| lower.number(only, inner)).unwrap_or(Number::Is(0));
                }
                return Number::Is(0);
            }
            _ => {}
        }
        let head = self.text(first).to_string();
        if let Some(operation) = operation(&head)
            && !rest.is_empty()
        {
            match operation {
                Operation::Size => self.nothing_more(rest, 1, "one number: `(abs (- x y))`"),
                Operation::Remainder => self.nothing_more(rest, 2, "two numbers: `(mod turn 2)`"),
                _ => {}
            }
            return Number::Of(operation, rest.iter().map(|part| self.number(*part, env)).collect());
        }
        match (head.as_str(), rest) {
            ("turn" | "passes" | "steps" | "cycle", []) => self.number_word(first, env),
            ("count", [one]) if self.head(*one) == Some("faces") => {
                self.faces(*one).map_or(Number::Is(0), Number::DiceLeft)
            }
            ("count", [one]) if self.text(*one) == "moves" && self.name(*one).is_none() => self.moves_number(node),
            ("count", [one]) => match self.family(*one, env) {
                Some(family) => Number::CountSets(family),
                None => Number::Count(self.set(*one, env)),
            },
            ("was", [inner]) => Number::Was(Box::new(self.number(*inner, env))),
            ("as", [player, inner]) => match self.player_ref(*player, env) {
                Some(player) => Number::As(player, Box::new(self.number(*inner, env))),
                None => self.no_number(node, env),
            },
            ("hand", [kind]) => match self.kind_argument(*kind, env) {
                Some(kind) => Number::Hand(kind),
                None => self.no_number(node, env),
            },
            ("repeats", []) => Number::Repeats(RepeatsOf::Situation),
            ("repeats", [of]) => match self.text(*of) {
                "position" => Number::Repeats(RepeatsOf::Board),
                "situation" => Number::Repeats(RepeatsOf::Situation),
                word if is_numeral(word) => {
                    let usual = format!("`(>= (repeats) {word})`");
                    self.wrong(node, "`repeats` is a number, which is compared with another", &usual);
                    Number::Is(0)
                }
                word => {
                    let word = word.to_string();
                    self.unknown(
                        *of,
                        "this cannot be repeated",
                        &word,
                        "what repeats is a",
                        &["position", "situation"],
                    );
                    Number::Is(0)
                }
            },
            ("ways", [set, path @ ..]) => {
                let set = self.set(*set, env);
                Number::Ways(set, Box::new(self.looking(node, path, env)))
            }
            ("if", [question, yes, no]) => {
                let question = self.truth(*question, env);
                let (yes, no) = (self.number(*yes, env), self.number(*no, env));
                Number::If(Box::new(question), Box::new(yes), Box::new(no))
            }
            ("distance", [from, to, dirs @ ..]) if dirs.len() < 2 => {
                let ways = match dirs.first() {
                    Some(dirs) => self.ways_of(*dirs, env),
                    None => Some(self.usual[2].clone()),
                };
                match ways {
                    Some(ways) => Number::Distance(self.set(*from, env), self.set(*to, env), ways),
                    None => {
                        self.wrong(
                            node,
                            "a distance is counted in hops",
                            "`(distance mine goal)` or `(distance mine off next)`",
                        );
                        Number::Is(0)
                    }
                }
            }
            ("height", of @ ([] | [_])) => {
                self.needs_columns(node);
                Number::Height(of.first().map_or(Set::Here, |set| self.set(*set, env)))
            }
            _ => self.no_number(node, env),
        }
    }

    /// A number that may have halves, counted in so many parts.
    pub(super) fn score(&mut self, node: NodeId, env: EnvId, parts: u8) -> Number {
        if parts == 1 {
            return self.number(node, env);
        }
        let head = self.head(node).unwrap_or_default().to_string();
        let rest = self.rest(node);
        match (head.as_str(), rest.as_slice()) {
            ("+" | "-" | "min" | "max" | "abs", _) => {
                let operation = match head.as_str() {
                    "+" => Operation::Add,
                    "-" => Operation::Subtract,
                    "min" => Operation::Least,
                    "max" => Operation::Greatest,
                    _ => Operation::Size,
                };
                Number::Of(operation, rest.iter().map(|part| self.score(*part, env, parts)).collect())
            }
            ("if", [question, yes, no]) => {
                let question = self.truth(*question, env);
                let (yes, no) = (self.score(*yes, env, parts), self.score(*no, env, parts));
                Number::If(Box::new(question), Box::new(yes), Box::new(no))
            }
            _ => match self.text(node).parse::<f64>() {
                Ok(value) if is_numeral(self.text(node)) => {
                    let counted = value * f64::from(parts);
                    if counted.abs() > f64::from(i32::MAX) {
                        return self.no_number(node, env);
                    }
                    Number::Is(counted as i32)
                }
                _ => {
                    let whole = self.number(node, env);
                    Number::Of(Operation::Multiply, vec![whole, Number::Is(i32::from(parts))])
                }
            },
        }
    }

    fn no_number(&mut self, node: NodeId, env: EnvId) -> Number {
        let span = self.tree.node(node).span;
        let text = self.tree.text(node);
        let word = self.text(node).to_string();
        let row = match self.name(node) {
            Some(Name::Var(var)) if self.is_row(*var) => Some(*var),
            _ => None,
        };
        let (message, hint): (String, Option<Hint>) = match self.kind_of(node, env) {
            // Of a row of numbers the bare name is a number, so here it may be taken for one.
            ExpressionKind::Set if let Some(var) = row => (
                format!("`{text}` are the sites that all sets of a row hold, and a number is expected here"),
                Some(format!(
                    "`(count {text})` is how many sites these are, `(count ({text} {}))` how many one of the row holds",
                    self.numbers_of(var).map_or(1, |(from, _)| from)
                ).into()),
            ),
            ExpressionKind::Set => (
                format!("`{text}` is a set of sites, and a number is expected here"),
                Some(format!("`(count {text})` is how many sites it has").into()),
            ),
            ExpressionKind::Truth => (
                format!("`{text}` is true or false, and a number is expected here"),
                Some(format!("`(if {text} 1 0)` makes a number of it").into()),
            ),
            ExpressionKind::Ways => (
                format!("`{text}` is a direction, and a number is expected here"),
                Some("a number is written, such as `3`, or counted, such as `(count mine)`".into()),
            ),
            _ if let Some(whole) = whole(&text) => (
                format!("a whole number is written in digits alone, not as `{text}`"),
                Some(Hint::instead(format!("write `{whole}`"), &text, &whole.to_string())),
            ),
            _ if text.contains(['.', 'e', 'E']) && is_numeral(&text) && is_small(&text) => (
                format!("`{text}` has a fraction, and a whole number is expected here"),
                Some("only scores may have halves".into()),
            ),
            _ if is_numeral(&text) => (
                format!("`{text}` is a larger number than any game can count"),
                Some(format!("numbers go from {} to {}", i32::MIN, i32::MAX).into()),
            ),
            _ => {
                let head = self.head(node).unwrap_or_default().to_string();
                match FORMS.iter().find(|(known, ..)| *known == head) {
                    Some((_, takes, usual)) => {
                        (format!("`{head}` takes {takes}"), Some(format!("a number is written {usual}").into()))
                    }
                    None => {
                        let hint = self.number_hint(if head.is_empty() { &word } else { &head }, !head.is_empty());
                        (format!("`{text}` is no number of this game"), hint)
                    }
                }
            }
        };
        self.push(Diagnostic::new(Code::WrongNumber, span, message).maybe_hint(hint));
        Number::Is(0)
    }

    /// What may have been meant by a word that is no number, or by the head of a list that is none.
    fn number_hint(&self, word: &str, is_head: bool) -> Option<Hint> {
        let names = self.words_that(&|name| matches!(name, Name::Var(_) | Name::Table(_) | Name::Define(_)));
        let heads = FORMS.iter().map(|(head, ..)| *head).filter(|_| is_head);
        let near = suggest::closest(word, names.iter().map(String::as_str).chain(heads));
        near.map(|name| suggest::did_you_mean(word, name)).or_else(|| {
            let heads: Vec<&str> = FORMS.iter().map(|(head, ..)| *head).chain(["+", "-", "*", "/"]).collect();
            is_head.then(|| format!("lists that are numbers begin with {}", heads.join(", ")).into())
        })
    }

    /// Returns a text read as a family of sets, if it is one.
    pub(super) fn family(&mut self, node: NodeId, env: EnvId) -> Option<Family> {
        if self.tree.word(node).is_some() {
            return match self.name(node).cloned() {
                Some(Name::Lines(lines)) => Some(Family::Lines(lines)),
                Some(Name::Define(form)) => {
                    let body: Vec<NodeId> = self.tree.members(form).skip(2).collect();
                    let [only] = body.as_slice() else { return None };
                    let (only, inner) = (*only, EnvId::EMPTY);
                    self.guarded(form, |lower| lower.family(only, inner)).flatten()
                }
                _ => None,
            };
        }
        let rest = self.rest(node);
        match (self.head(node), rest.as_slice()) {
            (Some("full"), [lines, set, through @ ..]) => {
                let Some(Name::Lines(lines)) = self.name(*lines).cloned() else {
                    let names = self.words_that(&|name| matches!(name, Name::Lines(_)));
                    let word = self.text(*lines).to_string();
                    if names.is_empty() {
                        let usual = "`(lines five 5)` on the board, then `(full five mine)`";
                        self.wrong(*lines, "these lines are not declared", usual);
                    } else {
                        let names: Vec<&str> = names.iter().map(String::as_str).collect();
                        self.unknown(*lines, "this board has no such lines", &word, "it has", &names);
                    }
                    return None;
                };
                let set = self.set(*set, env);
                self.nothing_more(through, 1, "`(full five mine)`, or with a set that has to be among them behind it");
                let through = through.first().map(|set| self.set(*set, env));
                Some(Family::Full(lines, set, through))
            }
            (Some("full"), _) => {
                self.wrong(node, "lines are filled with pieces", "`(full five mine)`: the lines, and a set of sites");
                None
            }
            (Some("groups"), [set, dirs @ ..]) => {
                self.nothing_more(dirs, 1, "all directions in one list: `(groups mine (n s))`");
                let set = self.set(*set, env);
                let ways = match dirs.first() {
                    Some(dirs) => self.ways_of(*dirs, env),
                    None => Some(self.usual[2].clone()),
                };
                match ways {
                    Some(ways) => Some(Family::Groups(set, ways)),
                    None => {
                        self.wrong(node, "groups are connected by directions", "`(groups mine orthogonal)`");
                        None
                    }
                }
            }
            _ => None,
        }
    }

    /// Returns a text read as a question.
    pub(super) fn truth(&mut self, node: NodeId, env: EnvId) -> Truth {
        if let Some(word) = self.tree.word(node) {
            if let Some(ParameterValue::Text(text, env)) = self.envs.get(env, word).cloned() {
                return self.truth(text, env);
            }
            if let Some(Name::Define(form)) = self.names.get(&word).cloned() {
                let body: Vec<NodeId> = self.tree.members(form).skip(2).collect();
                let inner = EnvId::EMPTY;
                let truths =
                    self.guarded(form, |lower| body.iter().map(|part| lower.truth(*part, inner)).collect::<Vec<_>>());
                return all_of(truths.unwrap_or_default());
            }
            if let Some(Name::Value(_)) = self.name(node) {
                let text = self.text(node).to_string();
                let message = format!("`{text}` is a value of a variable, and asks nothing by itself");
                self.wrong(node, &message, &format!("a comparison: `(= weather {text})`"));
                return Truth::Always(false);
            }
            let word = self.text(node).to_string();
            match word.as_str() {
                "no-moves" | "nobody-moves" => {
                    if self.reading.is_some() {
                        let message = "a rule makes moves, so whether there are any is not known in it";
                        self.wrong(node, message, "an ending, `(never …)` or `(on …)`, where it is");
                    }
                    return if word == "no-moves" { Truth::Stuck } else { Truth::NobodyMoves };
                }
                "my-turn" => return Truth::MyTurn,
                _ => {}
            }
            return match self.kind_of(node, env) {
                ExpressionKind::Number if is_numeral(self.text(node)) && !self.tree.is_replaced(node) => {
                    self.wrong(
                        node,
                        "a number alone asks nothing",
                        "a comparison, such as `(= (count mine) 3)`, or a set",
                    );
                    Truth::Always(false)
                }
                ExpressionKind::Number => {
                    Truth::Not(Box::new(Truth::Compare(self.number(node, env), Comparison::Equal, Number::Is(0))))
                }
                ExpressionKind::Family => match self.family(node, env) {
                    Some(family) => Truth::AnySet(family),
                    None => Truth::Always(false),
                },
                _ => Truth::Any(self.set(node, env)),
            };
        }
        let parts = self.members(node);
        let Some(&first) = parts.first() else {
            self.wrong(node, "nothing is asked here", "a set of sites, or a question such as `(= (count mine) 3)`");
            return Truth::Always(false);
        };
        let rest = &parts[1..];
        if let Some(Name::Define(form)) = self.name(first).cloned()
            && self.kind_of(node, env) != ExpressionKind::Set
        {
            if !self.fits(node, form, rest) {
                return Truth::Always(false);
            }
            let body: Vec<NodeId> = self.tree.members(form).skip(2).collect();
            let inner = self.frame(form, rest, env);
            let truths =
                self.guarded(form, |lower| body.iter().map(|part| lower.truth(*part, inner)).collect::<Vec<_>>());
            return all_of(truths.unwrap_or_default());
        }
        let head = self.text(first).to_string();
        match (head.as_str(), rest) {
            ("=" | "<" | ">" | "<=" | ">=" | "!=", [_, _, ..]) => {
                let numbers: Vec<Number> = rest.iter().map(|part| self.number(*part, env)).collect();
                let pairs = numbers.windows(2);
                let read = all_of(pairs.map(|pair| compare(&head, pair[0].clone(), pair[1].clone())).collect());
                self.find_foregone(node, &read);
                read
            }
            ("any", [one]) => match self.family(*one, env) {
                Some(family) => Truth::AnySet(family),
                None => self.holding(*one, env),
            },
            ("no", [one]) => match self.family(*one, env) {
                Some(family) => Truth::Not(Box::new(Truth::AnySet(family))),
                None => Truth::Not(Box::new(self.holding(*one, env))),
            },
            ("all", [a, b]) => {
                let (a, b) = (self.set(*a, env), self.set(*b, env));
                Truth::Within(a, b)
            }
            ("made", [rule]) => {
                let names = self.rule_names_of(*rule, env);
                Truth::Or(names.into_iter().map(Truth::Made).collect())
            }
            ("made", [rule, arguments @ ..]) => {
                let calls = self.calls_of(node, *rule, arguments, env);
                let rules: Vec<RuleId> = calls.into_iter().map(|call| call.rule).collect();
                self.asked_calls.push((node, rules.clone()));
                Truth::MadeBy(rules)
            }
            ("was", [inner]) if self.kind_of(*inner, env) != ExpressionKind::Set => {
                Truth::Was(Box::new(self.truth(*inner, env)))
            }
            ("me", [player]) => match self.player_named(self.meant(*player, env)) {
                Some(player) => Truth::Me(player),
                None => {
                    self.wrong(*player, "this is no player", "`(me White)`");
                    Truth::Always(false)
                }
            },
            ("phase", [label]) => match self.phase_named(*label) {
                Some(phase) => Truth::InPhase(phase),
                None => Truth::Always(false),
            },
            ("all-out", [who]) if self.text(self.meant(*who, env)) == "team" => Truth::AllOut(PlayerRef::Me),
            ("all-out", [who]) => match self.player_ref(*who, env) {
                Some(who) => Truth::AllOut(who),
                None => {
                    self.wrong(*who, "this is neither a player nor a team", "`(all-out enemy)` or `(all-out team)`");
                    Truth::Always(false)
                }
            },
            ("as", [player, inner]) if self.kind_of(*inner, env) != ExpressionKind::Set => {
                match self.player_ref(*player, env) {
                    Some(player) => Truth::As(player, Box::new(self.truth(*inner, env))),
                    None => {
                        self.wrong(*player, "this is no player", "`(as enemy …)`, `(as next …)` or a player's name");
                        Truth::Always(false)
                    }
                }
            }
            ("and", _) if self.kind_of(node, env) != ExpressionKind::Set => {
                all_of(rest.iter().map(|part| self.truth(*part, env)).collect())
            }
            ("or", _) if self.kind_of(node, env) != ExpressionKind::Set => {
                Truth::Or(rest.iter().map(|part| self.truth(*part, env)).collect())
            }
            ("not", [one]) if self.kind_of(*one, env) != ExpressionKind::Set => {
                Truth::Not(Box::new(self.truth(*one, env)))
            }
            (head, _) if super::words::TRUTH_HEADS.contains(&head) => {
                let (asks, usage) = match head {
                    "any" | "no" => ("asks about one set", "(and enemy King)"),
                    "all" => ("asks about two sets, whether the first lies in the second", "mine home"),
                    "made" => ("asks about one rule", "castle"),
                    "me" => ("asks about one player", "White"),
                    "phase" => ("asks about one phase of the turn order", "opening"),
                    _ => ("compares two numbers", "(count mine) 3"),
                };
                self.wrong(node, &format!("`{head}` {asks}"), &format!("`({head} {usage})`"));
                Truth::Always(false)
            }
            _ => match self.kind_of(node, env) {
                ExpressionKind::Family => match self.family(node, env) {
                    Some(family) => Truth::AnySet(family),
                    None => Truth::Always(false),
                },
                ExpressionKind::Path | ExpressionKind::Ways => {
                    let path = self.looking(node, &parts, env);
                    Truth::Any(Set::Where(Box::new(Set::Here), Box::new(path)))
                }
                ExpressionKind::Number => {
                    Truth::Not(Box::new(Truth::Compare(self.number(node, env), Comparison::Equal, Number::Is(0))))
                }
                ExpressionKind::Set if matches!(self.name(first), Some(Name::Var(var)) if self.holds_sets(*var)) => {
                    self.holding(node, env)
                }
                // These would be taken for a set of sites where they hold, and then for a question
                // again.
                _ if matches!(self.name(first), Some(Name::Var(_))) || TRUTH_HEADS.contains(&head.as_str()) => {
                    self.wrong(node, "this is asked in another way", usage(&head));
                    Truth::Always(false)
                }
                _ => self.holding(node, env),
            },
        }
    }

    /// The number of legal moves; unknown in rules, which make them.
    fn moves_number(&mut self, node: NodeId) -> Number {
        if self.reading.is_some() {
            let message = "a rule makes moves, so how many there are is not known in it";
            self.wrong(node, message, "an ending, `(never …)` or `(on …)`, where it is");
        }
        Number::Moves
    }

    /// Several questions, all of which must be answered with yes.
    pub(super) fn truths(&mut self, nodes: &[NodeId], env: EnvId) -> Truth {
        self.find_asked_apart(nodes, env);
        all_of(nodes.iter().map(|node| self.truth(*node, env)).collect())
    }

    /// Returns a question asked on a path, at the site under the cursor.
    pub(super) fn question(&mut self, node: NodeId, env: EnvId) -> Path {
        self.element(node, env)
    }
}

/// Heads of lists that are numbers: what each takes, and how it is written.
const FORMS: [(&str, &str, &str); 13] = [
    ("count", "one set, one family of sets or `moves`", "`(count mine)`"),
    ("if", "a question and two numbers", "`(if Q 1 0)`; of more cases one stands in the other: `(if Q 1 (if R 2 3))`"),
    ("hand", "one piece", "`(hand Man)`"),
    ("distance", "two sets, and directions if not all are meant", "`(distance mine goal)`"),
    ("height", "one set, or nothing", "`(height here)`"),
    ("ways", "a set and a path", "`(ways mine n empty)`"),
    ("repeats", "`position`, `situation` or nothing", "`(repeats)`"),
    ("was", "one number", "`(was (count mine))`"),
    ("as", "a player and a number", "`(as enemy (count mine))`"),
    ("min", "one number or more", "`(min 3 (count mine))`"),
    ("max", "one number or more", "`(max 3 (count mine))`"),
    ("abs", "one number", "`(abs (- x y))`"),
    ("mod", "two numbers", "`(mod turn 2)`"),
];

/// How a question is asked.
fn usage(head: &str) -> &'static str {
    match head {
        "any" => "`(any S)`: a set or a family of sets",
        "no" => "`(no S)`: a set or a family of sets",
        "all" => "`(all S T)`: every site of S is one of T",
        "made" => "`(made R)`: the name of a rule or class, or a rule and its arguments",
        "me" => "`(me White)`: the name of a player",
        "all-out" => "`(all-out enemy)`, `(all-out team)` or the name of a player",
        "=" | "<" | ">" | "<=" | ">=" | "!=" => "two numbers or more, as in `(= seeds 3)`",
        _ => "the variable alone, or with a set: `(x S)`",
    }
}

/// What a word does with numbers, if it does.
pub(super) fn operation(head: &str) -> Option<Operation> {
    Some(match head {
        "+" => Operation::Add,
        "-" => Operation::Subtract,
        "*" => Operation::Multiply,
        "/" => Operation::Divide,
        "mod" => Operation::Remainder,
        "min" => Operation::Least,
        "max" => Operation::Greatest,
        "abs" => Operation::Size,
        _ => return None,
    })
}

/// What comes of numbers; `None` if that is no number of the language.
pub(super) fn fold(operation: Operation, numbers: &[i32]) -> Option<i32> {
    let (&first, rest) = numbers.split_first()?;
    let of = |one: i32, other: i32| match operation {
        Operation::Add => one.checked_add(other),
        Operation::Subtract => one.checked_sub(other),
        Operation::Multiply => one.checked_mul(other),
        Operation::Divide => one.checked_div(other),
        Operation::Remainder => one.checked_rem(other),
        Operation::Least => Some(one.min(other)),
        Operation::Greatest => Some(one.max(other)),
        Operation::Size => None,
    };
    match (operation, rest) {
        (Operation::Size, []) => first.checked_abs(),
        (Operation::Subtract, []) => first.checked_neg(),
        _ => rest.iter().try_fold(first, |one, other| of(one, *other)),
    }
}

fn all_of(mut truths: Vec<Truth>) -> Truth {
    if truths.len() == 1 { truths.remove(0) } else { Truth::And(truths) }
}

fn compare(head: &str, a: Number, b: Number) -> Truth {
    let not = |truth| Truth::Not(Box::new(truth));
    match head {
        "=" => Truth::Compare(a, Comparison::Equal, b),
        "<" => Truth::Compare(a, Comparison::Less, b),
        ">" => Truth::Compare(a, Comparison::Greater, b),
        "<=" => not(Truth::Compare(a, Comparison::Greater, b)),
        ">=" => not(Truth::Compare(a, Comparison::Less, b)),
        _ => not(Truth::Compare(a, Comparison::Equal, b)),
    }
}

/// Returns the whole number that is written in another form than digits: `1e3`, `2.0`.
fn whole(text: &str) -> Option<i32> {
    let value: f64 = text.parse().ok().filter(|_| is_numeral(text) && text.contains(['.', 'e', 'E']))?;
    (value.fract() == 0.0 && value.abs() <= f64::from(i32::MAX)).then_some(value as i32)
}

/// Returns whether a number that is written lies between the least and the greatest that a game can
/// count.
fn is_small(text: &str) -> bool {
    text.parse::<f64>().is_ok_and(|value| value.abs() <= f64::from(i32::MAX))
}
