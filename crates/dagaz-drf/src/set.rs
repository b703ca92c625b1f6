//! Sets of sites.

use std::collections::HashMap;

use dagaz_core::{PlayerId, SiteId, SiteSet};
use dagaz_rules::path::{Attackers, Home, Level, NameId, PlayerRef, Set, Truth, VariableKind};

use super::environment::{EnvId, Name, ParameterValue};
use super::kinds::ExpressionKind;
use super::lower::Lower;
use super::words::{self, NUMBERS, SETS, TRUTHS};
use dagaz_syntax::Hint;
use dagaz_syntax::code::Code;
use dagaz_syntax::diagnostic::Diagnostic;
use dagaz_syntax::suggest;
use dagaz_syntax::tree::NodeId;

impl Lower<'_> {
    /// Returns a text read as a set of sites.
    pub(super) fn set(&mut self, node: NodeId, env: EnvId) -> Set {
        self.pay(1);
        if self.is_spent() {
            self.too_much.get_or_insert(node);
            return Set::Board;
        }
        if self.tree.word(node).is_some() { self.set_word(node, env) } else { self.set_list(node, env) }
    }

    fn set_word(&mut self, node: NodeId, env: EnvId) -> Set {
        let Some(word) = self.tree.word(node) else { return self.no_set(node, env) };
        match self.envs.get(env, word).cloned() {
            Some(ParameterValue::Text(text, env)) => return self.set(text, env),
            Some(ParameterValue::Type(kind)) => return Set::Kinds(vec![kind]),
            Some(ParameterValue::LocalSet(local)) => return Set::Local(local),
            Some(ParameterValue::Region(family, which)) => {
                let sites = self.regions[family][which].clone();
                return self.sites_set(sites);
            }
            Some(_) => return self.no_set(node, env),
            None => {}
        }
        match self.names.get(&word).cloned() {
            Some(Name::Site(site)) => {
                self.needs_borders(node);
                return self.sites_set(vec![site]);
            }
            Some(Name::Zone(zone)) => return self.zone_set(zone),
            Some(Name::Type(kind)) => return Set::Kinds(vec![kind]),
            Some(Name::Player(player)) => return Set::Of(PlayerRef::Player(player)),
            Some(Name::Var(var)) => {
                let variable = &self.variables[var.index()];
                return match (variable.kind, variable.home) {
                    (VariableKind::Set, _) => Set::Held(var),
                    (_, Home::Piece | Home::Site) => Set::Var(var),
                    _ => Set::Holding(Box::new(self.truth(node, env))),
                };
            }
            Some(Name::Define(form)) => {
                let body: Vec<NodeId> = self.tree.members(form).skip(2).collect();
                let inner = EnvId::EMPTY;
                if let [only] = body.as_slice() {
                    let only = *only;
                    return self.guarded(form, |lower| lower.set(only, inner)).unwrap_or(Set::Board);
                }
                return self.no_set(node, env);
            }
            Some(Name::Regions(family)) => {
                let sites = self.regions[family].concat();
                return self.sites_set(sites);
            }
            Some(_) => return self.no_set(node, env),
            None => {}
        }
        let text = self.text(node).to_string();
        match text.as_str() {
            "board" => Set::Board,
            "none" => self.sites_set(Vec::new()),
            "empty" => Set::Empty,
            "occupied" | "anyone" => Set::Occupied,
            "mine" => Set::Mine,
            "friend" => Set::Friend,
            "enemy" => Set::Enemy,
            "nobody" => Set::Nobody,
            "open" => Set::Open,
            "here" => Set::Here,
            "start" => Set::Start,
            "origin" => Set::Origin,
            "it" => Set::It,
            "visited" => Set::Visited,
            "passed" => Set::Passed,
            "captured" => Set::Captured,
            "taken" => Set::Taken,
            "attacked" => Set::Attacked(None),
            "closed" => {
                self.needs_fixed_sites(node);
                self.closed_variable();
                Set::Closed
            }
            "last-from" => Set::LastFrom,
            "last-to" => Set::LastTo,
            "unmoved" => Set::Var(self.unmoved_variable()),
            "dark" | "light" => {
                self.needs_borders(node);
                self.colour(i32::from(text == "light"))
            }
            "no-moves" | "nobody-moves" | "my-turn" => Set::Holding(Box::new(self.truth(node, env))),
            _ => match self.range(&text) {
                Some(sites) => {
                    self.needs_borders(node);
                    self.sites_set(sites)
                }
                None => match self.site_names.get(&text).copied() {
                    Some(site) => {
                        self.needs_borders(node);
                        self.sites_set(vec![site])
                    }
                    None => self.no_set(node, env),
                },
            },
        }
    }

    /// Returns the variable that says whether a piece has not moved.
    pub(super) fn unmoved_variable(&mut self) -> dagaz_rules::path::VarId {
        match self.unmoved {
            Some(var) => var,
            None => {
                let var = self.add_variable(None, "unmoved", Home::Piece, VariableKind::Number, 1, false, true);
                self.unmoved = Some(var);
                var
            }
        }
    }

    pub(super) fn sites_set(&self, sites: Vec<SiteId>) -> Set {
        self.pay(self.set_words() + sites.len() / 4);
        Set::Fixed(vec![SiteSet::of(self.sites.len(), sites)])
    }

    /// Squares of one colour; the corner is dark.
    fn colour(&self, colour: i32) -> Set {
        let sites = self.sites.iter().enumerate().filter(|(_, site)| !site.at.is_empty());
        let coloured = sites.filter(|(_, site)| site.at.iter().sum::<i32>().rem_euclid(2) == colour);
        self.sites_set(coloured.map(|(index, _)| SiteId::at(index)).collect())
    }

    fn set_list(&mut self, node: NodeId, env: EnvId) -> Set {
        let parts = self.members(node);
        let Some(&first) = parts.first() else { return self.no_set(node, env) };
        let rest = &parts[1..];
        if let Some(word) = self.tree.word(first)
            && self.envs.get(env, word).is_none()
        {
            match self.names.get(&word).cloned() {
                Some(Name::Define(form)) => {
                    let body: Vec<NodeId> = self.tree.members(form).skip(2).collect();
                    if let ([only], true) = (body.as_slice(), self.fits(node, form, rest)) {
                        let (inner, only) = (self.frame(form, rest, env), *only);
                        return self.guarded(form, |lower| lower.set(only, inner)).unwrap_or(Set::Board);
                    }
                    return self.no_set(node, env);
                }
                Some(Name::Var(var)) if self.holds_sets(var) && self.is_row(var) && rest.len() == 1 => {
                    return Set::HeldAt(var, Box::new(self.number(rest[0], env)));
                }
                Some(Name::Var(var)) if self.holds_sets(var) => {
                    self.misused_set(node, var);
                    return Set::Board;
                }
                Some(Name::Var(_)) => return Set::Holding(Box::new(self.truth(node, env))),
                _ => {}
            }
        }
        let head = self.text(first).to_string();
        match (head.as_str(), rest) {
            ("and", _) => {
                self.find_contradiction(rest, env);
                Set::And(rest.iter().map(|part| self.set(*part, env)).collect())
            }
            ("or", _) => Set::Or(rest.iter().map(|part| self.set(*part, env)).collect()),
            ("first", _) => Set::First(rest.iter().map(|part| self.set(*part, env)).collect()),
            ("not", [one]) => match self.kind_of(*one, env) {
                ExpressionKind::Set => Set::Not(Box::new(self.set(*one, env))),
                ExpressionKind::Ways | ExpressionKind::Path => {
                    let path = self.element(*one, env);
                    Set::Not(Box::new(Set::Where(Box::new(Set::Board), Box::new(path))))
                }
                _ => Set::Not(Box::new(Set::Holding(Box::new(self.truth(*one, env))))),
            },
            ("not", _) => {
                let path = self.sequence(rest, env);
                Set::Not(Box::new(Set::Where(Box::new(Set::Board), Box::new(path))))
            }
            ("from", [set, path @ ..]) => {
                let set = self.set(*set, env);
                Set::From(Box::new(set), Box::new(self.looking(node, path, env)))
            }
            ("where", [set, path @ ..]) => {
                let set = self.set(*set, env);
                Set::Where(Box::new(set), Box::new(self.looking(node, path, env)))
            }
            ("see", path) => Set::Where(Box::new(Set::Board), Box::new(self.looking(node, path, env))),
            ("row" | "column", [_, ..]) => {
                self.needs_borders(node);
                self.row(node, rest, usize::from(head == "row"))
            }
            ("edge", [_, ..]) => self.edge(node, rest, env),
            ("was", [set]) => Set::Was(Box::new(self.set(*set, env))),
            ("now", [set]) => Set::Now(Box::new(self.set(*set, env))),
            ("top" | "beneath" | "bottom", [set]) if self.column_level(first).is_some() => {
                self.needs_columns(node);
                let level = self.column_level(first).unwrap_or(Level::Top);
                Set::At(level, Box::new(self.set(*set, env)))
            }
            ("is", [set]) => self.set(*set, env),
            ("as", [player, set]) => match self.player_ref(*player, env) {
                Some(player) => Set::As(player, Box::new(self.set(*set, env))),
                None => self.no_set(node, env),
            },
            ("attacked-by", attackers) => self.attackers(node, attackers, env),
            ("last", [rule]) => match self.rule_names_of(*rule, env).as_slice() {
                [name] => Set::LastBy(*name),
                names if !names.is_empty() => Set::Or(names.iter().map(|name| Set::LastBy(*name)).collect()),
                _ => self.no_set(node, env),
            },
            ("can", rules) => {
                let names: Vec<NameId> = rules.iter().flat_map(|rule| self.rule_names_of(*rule, env)).collect();
                Set::Can(names)
            }
            ("if", [question, yes, no]) => {
                let question = self.truth(*question, env);
                let (yes, no) = (self.set(*yes, env), self.set(*no, env));
                Set::If(Box::new(question), Box::new(yes), Box::new(no))
            }
            ("sites", [family]) => match self.family(*family, env) {
                Some(family) => Set::All(Box::new(family)),
                None => self.no_set(node, env),
            },
            ("=" | "<" | ">" | "<=" | ">=" | "!=" | "any" | "no" | "all" | "made" | "me" | "all-out", _) => {
                Set::Holding(Box::new(self.truth(node, env)))
            }
            _ => {
                // `(n here)`: one hop from a set; `(a1 b1)`: each of them.
                if let ([one], Some(ways)) = (rest, self.ways_of(first, env)) {
                    return Set::Toward(ways, Box::new(self.set(*one, env)));
                }
                if parts.iter().all(|part| self.kind_of(*part, env) == ExpressionKind::Set) {
                    self.both_or_either(node, &parts, env);
                    return Set::Or(parts.iter().map(|part| self.set(*part, env)).collect());
                }
                if matches!(self.kind_of(node, env), ExpressionKind::Path | ExpressionKind::Ways) {
                    return Set::Where(Box::new(Set::Board), Box::new(self.looking(node, &parts, env)));
                }
                self.no_set(node, env)
            }
        }
    }

    /// Rows from the player's own side, or columns; negative numbers count from the far side.
    fn row(&mut self, node: NodeId, bounds: &[NodeId], dimension: usize) -> Set {
        let numbers: Option<Vec<i32>> = bounds.iter().map(|node| self.integer(*node)).collect();
        let (low, high) = match numbers.as_deref() {
            Some([one]) if *one != 0 => (*one, *one),
            Some([low, high]) if *low != 0 && *high != 0 => (*low, *high),
            Some([_] | [_, _]) => {
                self.wrong(
                    node,
                    "rows are counted from 1, or from the far side from -1",
                    "`(row 2)`, `(row -1)` or `(row 1 3)`",
                );
                return Set::Board;
            }
            _ => {
                self.wrong(node, "rows are numbers", "`(row 2)`, `(row -1)` or `(row -3 -1)`");
                return Set::Board;
            }
        };
        // Most players count rows from one of two sides.
        let mut known: HashMap<Vec<i32>, SiteSet> = HashMap::new();
        let players: Vec<PlayerId> = (0..self.players.len()).map(PlayerId::at).collect();
        let sets: Vec<SiteSet> = players
            .into_iter()
            .map(|player| {
                let axis = self.axis(player, dimension);
                self.pay(self.set_words());
                if let Some(known) = known.get(&axis) {
                    return known.clone();
                }
                self.pay(4 * self.every_site());
                let along = |at: &[i32]| at.iter().zip(&axis).map(|(at, axis)| at * axis).sum::<i32>();
                let values: Vec<Option<i32>> = self
                    .sites
                    .iter()
                    .map(|site| (site.at.len() == axis.len() && !axis.is_empty()).then(|| along(&site.at)))
                    .collect();
                let (least, greatest) = (
                    values.iter().flatten().min().copied().unwrap_or(0),
                    values.iter().flatten().max().copied().unwrap_or(0),
                );
                let place = |bound: i32| if bound > 0 { least + bound - 1 } else { greatest + bound + 1 };
                let (from, to) = (place(low).min(place(high)), place(low).max(place(high)));
                let inside = values
                    .iter()
                    .enumerate()
                    .filter(|(_, value)| value.is_some_and(|value| from <= value && value <= to));
                let set = SiteSet::of(self.sites.len(), inside.map(|(index, _)| SiteId::at(index)));
                known.insert(axis, set.clone());
                set
            })
            .collect();
        if sets.iter().all(SiteSet::is_empty) {
            let span = self.tree.node(node).span;
            let text = self.tree.text(node);
            self.push(Diagnostic::new(
                Code::AbsentPlace,
                span,
                format!("`{text}` is no site of this board, so this is never true"),
            ));
        }
        if sets.windows(2).all(|pair| pair[0] == pair[1]) {
            Set::Fixed(sets.into_iter().take(1).collect())
        } else {
            Set::Fixed(sets)
        }
    }

    /// Returns the direction in which rows (or columns) are counted, as a player sees it.
    fn axis(&self, player: PlayerId, dimension: usize) -> Vec<i32> {
        let forward = if dimension == 1 { ["n", "ne"] } else { ["e", "e"] };
        let named = |name: &str| {
            self.directions.iter().position(|direction| direction.name == name && !direction.step.is_empty())
        };
        let Some(index) = forward.iter().find_map(|name| {
            named(name).filter(|index| {
                self.directions[*index].step.len() < 2 || self.directions[*index].step[1 - dimension.min(1)] == 0
            })
        }) else {
            let dimensions = self.sites.iter().map(|site| site.at.len()).max().unwrap_or(0);
            return (0..dimensions).map(|along| i32::from(along == dimension)).collect();
        };
        let seen = self.seen.get(player.index()).and_then(|map| map.get(index)).map_or(index, |seen| seen.index());
        self.directions[seen].step.clone()
    }

    /// Sites from which a direction leads off the board.
    fn edge(&mut self, node: NodeId, dirs: &[NodeId], env: EnvId) -> Set {
        let ways: Option<Vec<_>> = dirs.iter().map(|node| self.ways_of(*node, env)).collect();
        match ways {
            Some(ways) => {
                let off = ways.concat().into_iter().map(|way| dagaz_rules::path::Path::Go(vec![way]));
                let paths = off.map(|go| dagaz_rules::path::Path::Not(Box::new(go))).collect();
                Set::Where(Box::new(Set::Board), Box::new(dagaz_rules::path::Path::Or(paths)))
            }
            None => self.no_set(node, env),
        }
    }

    /// `next`, `enemy`, or a player by name.
    pub(super) fn player_ref(&mut self, node: NodeId, env: EnvId) -> Option<PlayerRef> {
        let node = self.meant(node, env);
        match self.text(node) {
            "next" if self.player_named(node).is_none() => Some(PlayerRef::Next),
            "enemy" => Some(PlayerRef::Enemy),
            "mover" | "me" => Some(PlayerRef::Me),
            _ => self.player_named(node).map(PlayerRef::Player),
        }
    }

    /// `(attacked-by S R …)`: from where, and by which rules; either may be left out.
    fn attackers(&mut self, node: NodeId, attackers: &[NodeId], env: EnvId) -> Set {
        let (rules, sets): (Vec<NodeId>, Vec<NodeId>) =
            attackers.iter().partition(|attacker| self.is_rule_name(**attacker, env));
        let by = rules.into_iter().flat_map(|rule| self.rule_names_of(rule, env)).collect();
        // A rule is named here; it is not walked.
        let walked = sets
            .iter()
            .copied()
            .find(|set| self.tree.members(*set).next().is_some_and(|head| self.is_rule_name(head, env)));
        let from = match (sets.as_slice(), walked) {
            ([], _) if !attackers.is_empty() => None,
            ([from], None) => Some(self.set(*from, env)),
            _ => {
                let message = match walked {
                    Some(_) => "what attacks is named, and stands without its arguments",
                    None => "what attacks is a set, or named rules, or one set and named rules behind it",
                };
                let expected = "`(attacked-by Rook)`, `(attacked-by jump)` or `(attacked-by Rook jump)`";
                self.wrong(walked.unwrap_or(node), message, expected);
                return Set::Board;
            }
        };
        Set::Attacked(Some(Box::new(Attackers { from, by })))
    }

    /// Returns whether a word is the name of a rule or of a class of rules, or stands for one.
    fn is_rule_name(&self, node: NodeId, env: EnvId) -> bool {
        let Some(word) = self.tree.word(node) else { return false };
        match (self.envs.get(env, word), self.names.get(&word)) {
            (Some(ParameterValue::Text(text, env)), _) => self.is_rule_name(*text, *env),
            (Some(_), _) => false,
            (None, name) => matches!(name, Some(Name::Rule(_) | Name::Class(_))),
        }
    }

    /// Returns the names of the rules that a rule's name, or a class, means.
    pub(super) fn rule_names_of(&mut self, node: NodeId, env: EnvId) -> Vec<NameId> {
        let word = self.tree.word(node);
        if let Some(word) = word
            && let Some(ParameterValue::Text(text, env)) = self.envs.get(env, word).cloned()
        {
            return self.rule_names_of(text, env);
        }
        match word.and_then(|word| self.names.get(&word)).cloned() {
            Some(Name::Rule(_)) => {
                let name = self.text(node).to_string();
                vec![self.name_id(&name)]
            }
            Some(Name::Class(form)) => {
                let members: Vec<NodeId> = self.tree.members(form).skip(2).collect();
                let names = self.guarded(form, |lower| {
                    members.into_iter().flat_map(|member| lower.rule_names_of(member, EnvId::EMPTY)).collect()
                });
                names.unwrap_or_default()
            }
            _ if word.is_none() => {
                self.members(node).into_iter().flat_map(|member| self.rule_names_of(member, env)).collect()
            }
            _ => {
                let text = self.text(node).to_string();
                let span = self.tree.node(node).span;
                let rules: Vec<String> = self.words_that(&|name| matches!(name, Name::Rule(_) | Name::Class(_)));
                let hint = suggest::hint(&text, "this game has the rules", rules.iter().map(String::as_str));
                self.push(
                    Diagnostic::new(Code::UnknownMoveType, span, format!("`{text}` is no rule and no class of rules"))
                        .raised()
                        .maybe_hint(hint),
                );
                Vec::new()
            }
        }
    }

    /// Declared names of some kind, in order, for a hint; `None` if there are enough errors
    /// already.
    pub(super) fn words_that(&self, wanted: &dyn Fn(&Name) -> bool) -> Vec<String> {
        if self.diagnostics.are_full() {
            return Vec::new();
        }
        let mut names: Vec<String> = self
            .names
            .iter()
            .filter(|(_, name)| wanted(name))
            .map(|(symbol, _)| self.tree.symbols.text(*symbol).to_string())
            .collect();
        names.sort();
        names
    }

    /// Returns whether a definition is used with as many arguments as it has parameters.
    pub(super) fn fits(&mut self, node: NodeId, form: NodeId, arguments: &[NodeId]) -> bool {
        let wanted = self.parameters(form).len();
        if wanted == arguments.len() {
            return true;
        }
        let header = self.tree.members(form).nth(1).map_or(String::new(), |header| self.tree.text(header));
        let name = self.tree.members(form).nth(1).map_or(String::new(), |header| match self.tree.word(header) {
            Some(_) => self.text(header).to_string(),
            None => self.head(header).unwrap_or_default().to_string(),
        });
        let message = match wanted {
            0 => format!("`{name}` takes no arguments"),
            1 => format!("`{name}` takes one argument"),
            wanted => format!("`{name}` takes {wanted} arguments"),
        };
        self.wrong(node, &message, &format!("`{header}`"));
        false
    }

    /// Reports that a text is no set, and what it is instead or might have been meant for.
    pub(super) fn no_set(&mut self, node: NodeId, env: EnvId) -> Set {
        let span = self.tree.node(node).span;
        let text = self.tree.text(node);
        let is_place = text.contains("..") || (text.len() <= 4 && text.ends_with(|c: char| c.is_ascii_digit()));
        let what = match self.name(node) {
            Some(name) => format!("`{text}` is {}, and a set of sites is expected here", name.what()),
            None => match self.kind_of(node, env) {
                ExpressionKind::Number => format!("`{text}` is a number, and a set of sites is expected here"),
                ExpressionKind::Family => format!(
                    "`{text}` is several sets; use `(sites {text})` for their sites together, or `(any {text})`"
                ),
                ExpressionKind::Ways => format!("`{text}` is a direction, and a set of sites is expected here"),
                ExpressionKind::Path => format!("`{text}` does something, and a set of sites is expected here"),
                _ if is_place && text.contains("..") => format!("`{text}` does not lie on this board"),
                _ if is_place => format!("this board has no site `{text}`"),
                _ => format!("`{text}` is not a set of sites of this game"),
            },
        };
        let word = self.text(node).to_string();
        let known: Vec<String> = self.words_that(&|name| {
            matches!(name, Name::Zone(_) | Name::Type(_) | Name::Player(_) | Name::Define(_) | Name::Var(_))
        });
        // Of a list it is the word at its head that may be misspelt, or come from elsewhere.
        let said = self.head(node).unwrap_or(&word).to_string();
        let heads = words::SET_HEADS.into_iter().filter(|_| said != word);
        let known = known.iter().map(String::as_str).chain(SETS).chain(NUMBERS).chain(TRUTHS).chain(heads);
        let near = suggest::closest(&said, known).map(|name| suggest::did_you_mean(&said, name));
        let hint = match self.kind_of(node, env) {
            ExpressionKind::Number => Some("a set is named, such as `mine`, or made, such as `(row 1)`".into()),
            ExpressionKind::Ways => {
                Some(format!("`({text} here)` is the site one hop `{text}` from the cursor").into())
            }
            _ if is_place => self.sites_there_are(),
            _ => near.or_else(|| self.pieces_and_players(&word)),
        };
        let hint = super::foreign_words::instead(&said).or_else(|| words::begins(&word)).or(hint);
        self.push(Diagnostic::new(Code::UnknownCondition, span, what).maybe_hint(hint));
        Set::Board
    }

    /// What a word with a capital might have named.
    fn pieces_and_players(&self, word: &str) -> Option<Hint> {
        let list = |what: &str, names: Vec<String>| {
            suggest::hint(word, what, names.iter().map(String::as_str)).filter(|_| !names.is_empty())
        };
        let pieces = list("this game has the pieces", self.words_that(&|name| matches!(name, Name::Type(_))));
        let players = list("the players", self.words_that(&|name| matches!(name, Name::Player(_))));
        let both: Vec<Hint> = pieces.into_iter().chain(players).collect();
        let texts: Vec<&str> = both.iter().map(|hint| hint.text.as_str()).collect();
        let text = (word.starts_with(char::is_uppercase) && !both.is_empty()).then(|| texts.join(", and "))?;
        Some(Hint { text, fix: both.into_iter().find_map(|hint| hint.fix) })
    }

    /// Returns a path that only looks.
    pub(super) fn looking(&mut self, node: NodeId, path: &[NodeId], env: EnvId) -> dagaz_rules::path::Path {
        let lowered = self.sequence(path, env);
        if !lowered.only_looks() {
            let span = self.tree.node(node).span;
            let head = self.head(node).unwrap_or("see").to_string();
            self.push(
                Diagnostic::new(Code::WrongForm, span, format!("`{head}` only looks: nothing can be done inside it"))
                    .hint("move what is done out of it, behind the look"),
            );
        }
        lowered
    }

    pub(super) fn holding(&mut self, node: NodeId, env: EnvId) -> Truth {
        Truth::Any(self.set(node, env))
    }
}
