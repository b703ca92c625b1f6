//! Paths: what is walked.

use dagaz_rules::path::{Continue, LocalId, Onward, Path, Set, Truth, VariableKind, WayId};

use super::environment::{EnvId, Name, ParameterValue};
use super::kinds::ExpressionKind;
use super::lower::Lower;
use super::{foreign_words, words};
use dagaz_syntax::Hint;
use dagaz_syntax::code::Code;
use dagaz_syntax::diagnostic::Diagnostic;
use dagaz_syntax::suggest;
use dagaz_syntax::tree::NodeId;

impl Lower<'_> {
    /// Elements one after the other. What one binds is known to those behind it.
    pub(super) fn sequence(&mut self, nodes: &[NodeId], env: EnvId) -> Path {
        self.find_contradiction_on_path(nodes, env);
        let mut env = env;
        let mut parts = Vec::new();
        for &node in nodes {
            match self.binding(node, env) {
                Some((path, inner)) => {
                    parts.push(path);
                    env = inner;
                }
                None => match self.element(node, env) {
                    Path::Seq(inner) => parts.extend(inner),
                    path => parts.push(path),
                },
            }
        }
        if parts.len() == 1 { parts.remove(0) } else { Path::Seq(parts) }
    }

    /// Returns an element that binds a name for those behind it.
    fn binding(&mut self, node: NodeId, env: EnvId) -> Option<(Path, EnvId)> {
        let rest = self.rest(node);
        match (self.head(node)?, rest.as_slice()) {
            ("let", [name, value]) => {
                let word = self.tree.word(*name)?;
                self.check_bound(*name);
                // The bare name of a variable is its value here.
                let is_variable = matches!(self.name(*value), Some(Name::Var(var)) if self.variables[var.index()].kind == VariableKind::Number);
                let is_set = !is_variable && self.kind_of(*value, env) == ExpressionKind::Set;
                let local = self.new_local();
                let (path, bound) = if is_set {
                    (Path::LetSet(local, self.set(*value, env)), ParameterValue::LocalSet(local))
                } else {
                    (Path::Let(local, self.number(*value, env)), ParameterValue::LocalNumber(local))
                };
                Some((path, self.envs.with(env, word, bound)))
            }
            ("pick", [name, faces]) if self.head(*faces) == Some("faces") => {
                let word = self.tree.word(*name)?;
                let local = self.new_local();
                let dice = self.faces(*faces)?;
                Some((Path::PickDie(local, dice), self.envs.with(env, word, ParameterValue::LocalNumber(local))))
            }
            ("pick", [name, cells]) if self.head(*cells) == Some("cells") => {
                let word = self.tree.word(*name)?;
                let local = self.new_local();
                let kind = self.large_kind(*cells, env)?;
                Some((Path::PickCells(local, kind), self.envs.with(env, word, ParameterValue::LocalSet(local))))
            }
            ("pick", [_, from, to]) if matches!((self.integer(*from), self.integer(*to)), (Some(a), Some(b)) if a > b) =>
            {
                self.wrong(node, "there is no number to pick: the lower one comes first", "`(pick k 1 5)`");
                Some((Path::here(), env))
            }
            ("pick", [name, from, to]) => {
                let word = self.tree.word(*name)?;
                self.check_bound(*name);
                let local = self.new_local();
                let path = Path::Pick(local, self.number(*from, env), self.number(*to, env));
                Some((path, self.envs.with(env, word, ParameterValue::LocalNumber(local))))
            }
            _ => None,
        }
    }

    pub(super) fn new_local(&mut self) -> LocalId {
        self.bound += 1;
        self.locals = self.locals.max(self.bound);
        LocalId::at(self.bound - 1)
    }

    /// One element.
    pub(super) fn element(&mut self, node: NodeId, env: EnvId) -> Path {
        if self.tree.word(node).is_some() { self.word_element(node, env) } else { self.list_element(node, env) }
    }

    fn word_element(&mut self, node: NodeId, env: EnvId) -> Path {
        let Some(word) = self.tree.word(node) else { return self.no_element(node, env) };
        match self.envs.get(env, word).cloned() {
            Some(ParameterValue::Way(way)) => return Path::Go(vec![way]),
            Some(ParameterValue::Type(kind)) => return Path::Is(Set::Kinds(vec![kind])),
            Some(ParameterValue::LocalSet(local)) => return Path::Is(Set::Local(local)),
            Some(ParameterValue::Text(text, env)) => return self.element(text, env),
            Some(ParameterValue::Number(_) | ParameterValue::LocalNumber(_) | ParameterValue::Region(..)) => {
                return self.no_element(node, env);
            }
            None => {}
        }
        match self.names.get(&word).cloned() {
            Some(Name::Define(form)) => return self.used(node, form, &[], env),
            Some(Name::Rule(form)) => {
                if !self.fits(node, form, &[]) {
                    return Path::here();
                }
                let body: Vec<NodeId> = self.tree.members(form).skip(2).collect();
                self.passes |= body.is_empty();
                let inner = EnvId::EMPTY;
                return self.guarded(form, |lower| lower.sequence(&body, inner)).unwrap_or(Path::here());
            }
            _ => {}
        }
        match self.kind_of(node, env) {
            ExpressionKind::Ways => self.go(node, env),
            ExpressionKind::Set => Path::Is(self.set(node, env)),
            ExpressionKind::Truth => Path::Holds(self.truth(node, env)),
            ExpressionKind::Number => {
                let text = self.text(node).to_string();
                self.wrong(
                    node,
                    "a number alone says nothing on a path",
                    &format!("a comparison such as `(> {text} 0)`, or `(times {text} …)` to walk something so often"),
                );
                Path::here()
            }
            _ => self.no_element(node, env),
        }
    }

    fn go(&mut self, node: NodeId, env: EnvId) -> Path {
        match self.ways_of(node, env) {
            Some(ways) => {
                self.find_nowhere(node, &ways);
                Path::Go(ways)
            }
            None => self.no_element(node, env),
        }
    }

    fn list_element(&mut self, node: NodeId, env: EnvId) -> Path {
        if self.string(node).is_some() {
            return self.no_element(node, env);
        }
        let parts = self.members(node);
        let Some(&first) = parts.first() else { return Path::here() };
        let rest = &parts[1..];
        if let Some(word) = self.tree.word(first)
            && self.envs.get(env, word).is_none()
        {
            match self.names.get(&word).cloned() {
                Some(Name::Define(form)) if self.is_call(form, rest) => return self.used(node, form, rest, env),
                Some(Name::Rule(form)) if self.is_call(form, rest) => {
                    return self.walked_rule(node, form, rest, env);
                }
                _ => {}
            }
        }
        let head = self.text(first).to_string();
        match (head.as_str(), rest) {
            ("or", _) if self.kind_of(node, env) != ExpressionKind::Set || self.walks_in(node, env) => {
                match self.ways_of(node, env) {
                    Some(ways) => Path::Go(ways),
                    None => Path::Or(rest.iter().map(|part| self.element(*part, env)).collect()),
                }
            }
            // Of sets and questions together each is asked of the site under the cursor.
            ("and", _) if self.kind_of(node, env) != ExpressionKind::Set || self.walks_in(node, env) => {
                let parts = rest.iter().map(|part| match self.element(*part, env) {
                    part @ (Path::Is(_) | Path::Holds(_) | Path::See(_) | Path::Not(_)) => part,
                    part => Path::See(Box::new(part)),
                });
                Path::Seq(parts.collect())
            }
            ("first", _) => Path::First(rest.iter().map(|part| self.element(*part, env)).collect()),
            ("maybe", _) => Path::Or(vec![self.sequence(rest, env), Path::here()]),
            ("not", [one]) if self.kind_of(*one, env) == ExpressionKind::Set && !self.walks_in(node, env) => {
                Path::Is(self.set(node, env))
            }
            ("not", _) => Path::Not(Box::new(self.looking(node, rest, env))),
            ("see", _) => Path::See(Box::new(self.looking(node, rest, env))),
            ("many", _) => Path::Many { least: 0, body: Box::new(self.sequence(rest, env)) },
            ("run", _) => Path::Many { least: 1, body: Box::new(self.sequence(rest, env)) },
            ("most", _) => Path::Most(Box::new(self.sequence(rest, env))),
            ("times", [number, ..]) if self.integer(*number).is_some_and(|times| times < 0) => {
                self.wrong(*number, "nothing is walked less than no times", "`(times 3 n empty)`");
                Path::here()
            }
            ("times", [number, body @ ..]) => {
                let number = self.number(*number, env);
                Path::Times(number, Box::new(self.sequence(body, env)))
            }
            ("along", [name, dirs, body @ ..]) => match (self.tree.word(*name), self.ways_of(*dirs, env)) {
                (Some(name), Some(ways)) => {
                    let each = ways.into_iter().map(|way| {
                        let inner = self.envs.with(env, name, ParameterValue::Way(way));
                        self.sequence(body, inner)
                    });
                    Path::Or(each.collect())
                }
                _ => {
                    self.wrong(
                        node,
                        "`along` needs a name, and the directions that it stands for in turn",
                        "`(along d diagonal d enemy)`",
                    );
                    Path::here()
                }
            },
            ("if", [question, yes]) => self.branch(*question, &[*yes], &[], env),
            ("if", [question, yes, no]) => self.branch(*question, &[*yes], &[*no], env),
            ("unless", [question, body @ ..]) => self.branch(*question, &[], body, env),
            ("each", [set, body @ ..]) => {
                let set = self.set(*set, env);
                Path::Each(set, Box::new(self.sequence(body, env)))
            }
            ("at", [set]) => Path::At(self.set(*set, env)),
            ("fly", [set]) => Path::Fly(self.set(*set, env)),
            ("land", []) => Path::Land,
            ("then", _) => self.onward(node, Continue::Then, rest, env),
            ("may", _) => self.onward(node, Continue::May, rest, env),
            ("must", _) => self.onward(node, Continue::Must, rest, env),
            ("let" | "pick", _) => {
                let usual = match head.as_str() {
                    "let" => "`(let k seeds) (times k next)`",
                    _ => "`(pick k 1 6) (times k next)`, or `(pick f (faces pips))` for the faces of dice",
                };
                self.wrong(node, "this binds a name for what follows it in the same list", usual);
                Path::here()
            }
            ("like", [set]) => Path::Like(self.set(*set, env)),
            _ => {
                if let Some(path) = self.act_element(node, &head, rest, env) {
                    return path;
                }
                if words::is_element_head(&head) {
                    self.wrong(node, &format!("`{head}` cannot be written like this"), &usage(&head));
                    return Path::here();
                }
                self.other_list(node, &parts, env)
            }
        }
    }

    fn other_list(&mut self, node: NodeId, parts: &[NodeId], env: EnvId) -> Path {
        let first = parts[0];
        // A list that begins with a direction, a set or another list is a sequence; one of a row of
        // sets is a set.
        let of_row = parts.len() == 2
            && matches!(self.name(first), Some(Name::Var(var)) if self.is_row(*var) && self.holds_sets(*var));
        let sequence = !of_row && (self.tree.word(first).is_none() || self.is_path_word(first, env));
        match self.kind_of(node, env) {
            ExpressionKind::Ways => self.go(node, env),
            ExpressionKind::Set if !sequence => Path::Is(self.set(node, env)),
            ExpressionKind::Truth if !sequence => Path::Holds(self.truth(node, env)),
            ExpressionKind::Family if !sequence => match self.family(node, env) {
                Some(family) => Path::Holds(Truth::AnySet(family)),
                None => Path::here(),
            },
            ExpressionKind::Number if !sequence => {
                let text = self.tree.text(node);
                self.wrong(
                    node,
                    "a number alone says nothing on a path",
                    &format!("a comparison such as `(> {text} 0)`, or `(times {text} …)` to walk something so often"),
                );
                Path::here()
            }
            _ if sequence => self.sequence(parts, env),
            _ => self.no_element(node, env),
        }
    }

    /// Returns whether a word at the head of a list is an element of its own rather than a form.
    fn is_path_word(&mut self, node: NodeId, env: EnvId) -> bool {
        let Some(word) = self.tree.word(node) else { return true };
        if self.envs.get(env, word).is_some() {
            return true;
        }
        match self.names.get(&word) {
            Some(Name::Define(form)) => self.parameters(*form).is_empty(),
            Some(Name::Table(_)) => false,
            Some(Name::Rule(_) | Name::Class(_)) => true,
            Some(_) => true,
            None => {
                let text = self.text(node);
                words::SETS.contains(&text)
                    || self.ways_of(node, env).is_some()
                    || self.range(self.text(node)).is_some()
            }
        }
    }

    /// Returns whether a list uses a rule or definition with arguments, or as `(name)`.
    fn is_call(&self, form: NodeId, arguments: &[NodeId]) -> bool {
        !self.parameters(form).is_empty() || arguments.is_empty()
    }

    /// Returns a definition used on a path.
    fn used(&mut self, node: NodeId, form: NodeId, arguments: &[NodeId], env: EnvId) -> Path {
        if !self.fits(node, form, arguments) {
            return Path::here();
        }
        let body: Vec<NodeId> = self.tree.members(form).skip(2).collect();
        let inner = self.frame(form, arguments, env);
        self.guarded(form, |lower| lower.sequence(&body, inner)).unwrap_or(Path::here())
    }

    /// Returns a rule used on a path, with each of its arguments in turn.
    fn walked_rule(&mut self, node: NodeId, form: NodeId, arguments: &[NodeId], env: EnvId) -> Path {
        if !self.fits(node, form, arguments) {
            return Path::here();
        }
        let body: Vec<NodeId> = self.tree.members(form).skip(2).collect();
        let mut each = Vec::new();
        for values in self.combinations(arguments, env) {
            let mut inner = EnvId::EMPTY;
            for (parameter, value) in self.parameters(form).into_iter().zip(values) {
                inner = self.envs.with(inner, parameter, value);
            }
            each.push(self.guarded(form, |lower| lower.sequence(&body, inner)).unwrap_or(Path::here()));
        }
        if each.len() == 1 { each.remove(0) } else { Path::Or(each) }
    }

    fn branch(&mut self, question: NodeId, yes: &[NodeId], no: &[NodeId], env: EnvId) -> Path {
        let question_path = self.question(question, env);
        if !question_path.only_looks() {
            self.wrong(
                question,
                "a question only looks: nothing can be done inside it",
                "a set, a comparison, or a path without effects",
            );
        }
        let (yes, no) = (self.sequence(yes, env), self.sequence(no, env));
        Path::If(Box::new(question_path), Box::new(yes), Box::new(no))
    }

    fn onward(&mut self, node: NodeId, how: Continue, targets: &[NodeId], env: EnvId) -> Path {
        let mut onward = Vec::new();
        for &target in targets {
            if self.tree.word(target).is_some() && self.text(target) == "play" {
                onward.push(Onward::Play);
            } else if self.tree.word(target).is_some() {
                onward.extend(self.onward_word(target, env));
            } else {
                onward.extend(self.calls(target, env).into_iter().map(|call| Onward::Rule(call.rule)));
            }
        }
        // An invalid name has been reported already.
        if targets.is_empty() {
            self.wrong(
                node,
                "nothing says what the move goes on with",
                "a rule or class of the piece, `(then jump)`, or a rule with its arguments, `(then (jump n))`",
            );
        }
        Path::Continue(how, onward)
    }

    /// Returns a bare name: the piece's own moves of that name, or else the rule itself.
    fn onward_word(&mut self, target: NodeId, env: EnvId) -> Vec<Onward> {
        let Some(word) = self.tree.word(target) else { return Vec::new() };
        if let Some(ParameterValue::Text(text, env)) = self.envs.get(env, word).cloned() {
            return match self.tree.word(text) {
                Some(_) => self.onward_word(text, env),
                None => self.calls(text, env).into_iter().map(|call| Onward::Rule(call.rule)).collect(),
            };
        }
        let own = |lower: &Self, name: &str| lower.is_own_move(name);
        match self.names.get(&word).cloned() {
            Some(Name::Rule(form)) if self.parameters(form).is_empty() && !own(self, self.text(target)) => {
                self.calls(target, env).into_iter().map(|call| Onward::Rule(call.rule)).collect()
            }
            _ => {
                let names = self.rule_names_of(target, env);
                if names.is_empty() { Vec::new() } else { vec![Onward::Own(names)] }
            }
        }
    }

    /// Of a hop such as `n.x` all of it, and the first name that is no direction, if another one
    /// is.
    fn half_a_hop(&mut self, node: NodeId, env: EnvId) -> Option<(String, String)> {
        self.tree.word(node)?;
        let text = self.text(node).to_string();
        let names: Vec<&str> = text.split('.').collect();
        let is_way = |name: &str| {
            let given = self.symbol(name).and_then(|name| self.envs.get(env, name));
            given.is_some_and(|given| matches!(given, ParameterValue::Way(_)))
                || given.is_none() && self.directions.iter().any(|direction| direction.name == name)
        };
        let wrong = names.iter().find(|name| !is_way(name))?.to_string();
        let several = names.len() > 1 && names.iter().any(|name| is_way(name)) && !text.contains("..");
        several.then_some((text, wrong))
    }

    /// Returns whether the parts of an `or`, `and` or `not` must be walked, though each could be
    /// a set. On a path a hop leads away from the cursor, whereas `(n empty)` as a set is where
    /// a hop from an empty site ends. The question of an `if` is about the site under the cursor,
    /// whereas that of a set is about the whole board.
    fn walks_in(&mut self, node: NodeId, env: EnvId) -> bool {
        self.members(node).into_iter().skip(1).any(|part| self.is_walk(part, env))
    }

    /// Returns whether a part is a hop, or has one or a question about the cursor in it.
    fn is_walk(&mut self, part: NodeId, env: EnvId) -> bool {
        let parts = self.members(part);
        let head = parts.first().copied().unwrap_or(part);
        if let Some(word) = self.tree.word(head) {
            match self.envs.get(env, word).cloned() {
                Some(ParameterValue::Text(text, env)) => return self.is_walk(text, env),
                None => {
                    if let Some(Name::Define(form)) = self.names.get(&word).cloned() {
                        let arguments = parts.get(1..).unwrap_or_default();
                        return self.is_call(form, arguments) && self.is_walk_of(form, arguments, env);
                    }
                }
                Some(_) => {}
            }
        }
        match self.tree.head(part).map(|head| self.tree.symbols.text(head)) {
            Some("if") => {
                let question = parts.get(1).is_some_and(|question| self.asks_cursor(*question, env));
                question || parts.iter().skip(2).any(|branch| self.is_walk(*branch, env))
            }
            Some("or" | "and" | "not") => self.walks_in(part, env),
            _ => parts.len() > 1 && self.ways_of(head, env).is_some(),
        }
    }

    /// Returns whether a question is about the site under the cursor: all of it but comparisons and
    /// words for the whole game.
    fn asks_cursor(&mut self, question: NodeId, env: EnvId) -> bool {
        match self.tree.head(question).map(|head| self.tree.symbols.text(head)) {
            Some("or" | "and" | "not") => {
                self.members(question).into_iter().skip(1).any(|part| self.asks_cursor(part, env))
            }
            _ => self.kind_of(question, env) != ExpressionKind::Truth,
        }
    }

    /// Returns whether a definition is a walk where it is used with some arguments.
    fn is_walk_of(&mut self, form: NodeId, arguments: &[NodeId], env: EnvId) -> bool {
        let body: Vec<NodeId> = self.tree.members(form).skip(2).collect();
        let inner = self.frame(form, arguments, env);
        match body.as_slice() {
            [only] => self.guarded(form, |lower| lower.is_walk(*only, inner)).unwrap_or(false),
            _ => true,
        }
    }

    pub(super) fn no_element(&mut self, node: NodeId, env: EnvId) -> Path {
        if let Some((text, half)) = self.half_a_hop(node, env) {
            let directions: Vec<String> = self.directions.iter().map(|direction| direction.name.clone()).collect();
            let known: Vec<&str> = directions.iter().map(String::as_str).collect();
            let message = format!("`{text}` is a hop of several directions, and this is none of them");
            self.unknown(node, &message, &half, "this board has the directions", &known);
            return Path::here();
        }
        if let Some(word) = self.no_direction_in(node) {
            let directions: Vec<String> = self.directions.iter().map(|direction| direction.name.clone()).collect();
            let sets = ["orthogonal", "diagonal", "adjacent"];
            let known: Vec<&str> = sets.into_iter().chain(directions.iter().map(String::as_str)).collect();
            let text = self.text(word).to_string();
            self.unknown(word, "this is no direction", &text, "this board has the directions", &known);
            return Path::here();
        }
        if let Some(head @ ("left" | "right" | "beside" | "back")) = self.head(node) {
            let message = format!("none of these directions has another that is `{head}` of it");
            self.wrong(
                node,
                &message,
                "directions of a grid, as in `(left n)`; of links and tracks there is only `(back next)`",
            );
            return Path::here();
        }
        let span = self.tree.node(node).span;
        let at = self.tree.members(node).next().filter(|first| self.tree.word(*first).is_some()).unwrap_or(node);
        let word = self.text(at).to_string();
        let text = if word.is_empty() { self.tree.text(node) } else { word.clone() };
        let message = match self.name(at) {
            Some(name) => format!("`{text}` is {}, which cannot be walked", name.what()),
            None => format!("`{text}` is not a direction, a set, an effect or a rule of this game"),
        };
        let names = self.words_that(&|_| true);
        let directions: Vec<String> = self.directions.iter().map(|direction| direction.name.clone()).collect();
        let known = names.iter().chain(&directions).map(String::as_str).chain(words::SETS).chain(words::PATH_HEADS);
        let known = known.filter(|name| *name != word).chain(foreign_words::LONG_DIRECTIONS);
        let near = suggest::closest(&word, known).map(|name| {
            let known = foreign_words::instead(name).filter(|_| name.len() > 4);
            known.map_or_else(|| suggest::did_you_mean(&word, name), |hint| hint.of(&word))
        });
        let hint = match self.string(node) {
            Some(inside) => {
                Some(format!("quotes are for letters, titles and pictures: `{inside}` without them, perhaps").into())
            }
            None => foreign_words::instead(&word)
                .or_else(|| words::begins(&word))
                .or(near)
                .or_else(|| self.what_there_is(&word)),
        };
        let mut said = Diagnostic::new(Code::UnknownCommand, span, message).maybe_hint(hint);
        if let Some(value) = self.tree.word(at).and_then(|word| self.envs.get(env, word)).cloned() {
            said.message = format!("`{text}` is {} here, which cannot be walked", self.value_text(&value));
            said.hint = None;
            if let Some(used) = self.reading {
                said = said.label(self.tree.node(used).span, "by this use of the rule");
            }
        }
        self.push(said);
        Path::here()
    }

    /// Returns a list of what a word that is nothing might have named: pieces have a capital by
    /// custom.
    fn what_there_is(&self, word: &str) -> Option<Hint> {
        let (list, known) = if word.starts_with(char::is_uppercase) {
            ("this game has the pieces", self.words_that(&|name| matches!(name, Name::Type(_))))
        } else {
            ("this board has the directions", self.directions.iter().map(|direction| direction.name.clone()).collect())
        };
        suggest::hint(word, list, known.iter().map(String::as_str)).filter(|_| !word.is_empty())
    }

    /// In a list of directions, such as `(except adjacent nn)`, the word that is none.
    fn no_direction_in(&mut self, node: NodeId) -> Option<NodeId> {
        self.head(node).filter(|head| *head != "leaper" && words::DIRECTION_HEADS.contains(head))?;
        self.rest(node).into_iter().find_map(|part| match self.tree.word(part) {
            Some(word) if self.envs.binds(word) || self.ways_of(part, EnvId::EMPTY).is_some() => None,
            Some(_) => Some(part),
            None => self.no_direction_in(part),
        })
    }

    /// Returns the ways of a compound path element, for acts that need one direction.
    pub(super) fn one_way(&mut self, node: NodeId, env: EnvId) -> Option<WayId> {
        match self.ways_of(node, env).as_deref() {
            Some([way]) => Some(*way),
            _ => {
                self.wrong(node, "one direction is expected here", "`n`, or the name of a parameter or of an `along`");
                None
            }
        }
    }
}

fn usage(head: &str) -> String {
    let usage = match head {
        "times" => "(times 3 n empty)",
        "along" => "(along d diagonal d enemy)",
        "if" => "(if empty (become King))",
        "unless" => "(unless empty (take))",
        "each" => "(each enemy (take))",
        "at" => "(at empty)",
        "fly" => "(fly empty)",
        "land" => "(land)",
        "take" => "(take), (take SET) or (take later)",
        "put" => "(put Piece), (put Piece Player) or (put Piece Player SET)",
        "drop" => "(drop Piece)",
        "become" => "(become Queen), (become (Queen Rook)) or (become TABLE)",
        "give" => "(give Player) or (give Player SET)",
        "move" => "(move FROM TO)",
        "shift" => "(shift SET DIRECTION)",
        "set" => "(set variable 1) or (set variable 1 SET)",
        "add" => "(add variable 1) or (add variable 1 SET)",
        "goto" => "(goto phase)",
        "like" => "(like SET)",
        "lift" => "(lift 2)",
        "tuck" => "(tuck) or (tuck SET)",
        "spend" => "(spend f)",
        "skip" => "(skip) or (skip 2)",
        "pocket" => "(pocket), (pocket Player) or (pocket Player SET)",
        "swap" => "(swap SET SET) or (swap seats)",
        "rotate" => "(rotate REGION 1)",
        "see" | "many" | "run" | "most" | "maybe" => return format!("`({head} n empty)`"),
        _ => return format!("`({head})`"),
    };
    format!("`{usage}`")
}
