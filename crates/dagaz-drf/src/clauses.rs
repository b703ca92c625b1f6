//! Games and variants: which clauses each of them has.
//!
//! A variant has the clauses of its base, of which it replaces those of the same head and name;
//! clauses that have no name replace all of their head. What it has no use for it leaves out. A
//! module stands where it is used, and whatever the game says itself replaces its parts.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use dagaz_syntax::Fix;
use dagaz_syntax::Playable;
use dagaz_syntax::code::Code;
use dagaz_syntax::diagnostic::{Diagnostic, Diagnostics};
use dagaz_syntax::source::{FileId, Span};
use dagaz_syntax::suggest;
use dagaz_syntax::tree::{NodeId, NodeKind, Tree};

/// Clauses by head that have no name: a later one replaces all earlier ones of a base.
const UNNAMED: [&str; 14] = [
    "fen", "turns", "setup", "prefer", "first", "on", "pass", "moves", "board", "players", "teams", "symmetry",
    "distinct", "hidden",
];

/// Those of which a game has one: of two boards or turn orders one would silently be nothing, and
/// players be there twice.
const ONCE: [&str; 6] = ["players", "board", "turns", "pass", "distinct", "fen"];

/// Games and variants of a file: each is read by itself.
const GAMES_MAX: usize = 256;

/// So many variants may lie between a variant and its game.
const CHAIN_MAX: usize = 64;

/// Clauses that may stand outside a game.
const SHARED: [&str; 8] = ["rule", "define", "class", "table", "var", "use", "parameter", "statistic"];

/// The clauses of one item.
pub(super) struct Clauses<'t> {
    pub(super) list: Vec<NodeId>,
    /// The tree that they stand in: that of the file, with what modules say for each of their uses
    /// behind it.
    pub(super) tree: Cow<'t, Tree>,
    /// Where each clause of `list` comes from.
    pub(super) origins: HashMap<NodeId, Origin>,
    /// The origins of endings by their names.
    places: HashMap<String, Origin>,
    /// How many modules have been put in place.
    pub(super) modules: usize,
}

/// Where a clause comes from. One that replaces another has the other's origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Origin {
    /// How many variants lie between the game and the item that says it.
    pub(super) variant: u16,
    /// The clause of that item which brings it: itself, or the `use` of its module.
    pub(super) brought_by: NodeId,
    /// The clause itself.
    pub(super) clause: NodeId,
}

/// What can be played in a file.
#[derive(Debug, Default)]
pub(super) struct Games {
    pub(super) playable: Vec<Playable>,
    /// For each its form and the place of its base; behind them the same for included items that
    /// are not playable, because the file has one of that title itself.
    forms: Vec<(NodeId, Option<usize>)>,
    /// For each how many variants lie between it and its game.
    depths: Vec<usize>,
    /// Clauses outside games.
    shared: Vec<NodeId>,
    prelude: Vec<NodeId>,
    pub(super) modules: HashMap<String, NodeId>,
}

/// Returns the word that names a clause: its second member, or the head of that.
pub(super) fn name_of(tree: &Tree, clause: NodeId) -> Option<&str> {
    let second = tree.members(clause).nth(1)?;
    let word = tree.word(second).or_else(|| tree.head(second))?;
    Some(tree.symbols.text(word))
}

/// Returns the names that a clause gives to something of the whole game.
fn given(tree: &Tree, clause: NodeId) -> Vec<&str> {
    let words = |list: NodeId| tree.members(list).skip(1).filter_map(|node| tree.word(node));
    let text = |word| tree.symbols.text(word);
    match head_of(tree, clause) {
        "players" => {
            let lists = tree.members(clause).skip(1);
            lists.filter_map(|node| tree.word(node).or_else(|| words(node).next())).map(text).collect()
        }
        "piece" | "rule" | "define" | "class" | "table" | "var" | "dice" | "deck" | "clock" | "timer" | "parameter" => {
            name_of(tree, clause).into_iter().collect()
        }
        "board" => tree
            .members(clause)
            .skip(1)
            .flat_map(|part| match head_of(tree, part) {
                "sites" => words(part).map(text).collect(),
                _ => name_of(tree, part).into_iter().collect::<Vec<_>>(),
            })
            .collect(),
        _ => Vec::new(),
    }
}

pub(super) fn head_of(tree: &Tree, clause: NodeId) -> &str {
    tree.head(clause).map_or("", |head| tree.symbols.text(head))
}

fn title_of(tree: &Tree, form: NodeId) -> Option<String> {
    let second = tree.members(form).nth(1)?;
    match tree.node(second).kind {
        NodeKind::String(text) => Some(tree.symbols.text(text).to_string()),
        _ => None,
    }
}

impl Clauses<'_> {
    /// Notes where clauses come from. An ending that has the name of an earlier one stands in its
    /// place.
    fn note_origins(&mut self, clauses: &[NodeId], origin: impl Fn(NodeId) -> Origin) {
        let tree = &*self.tree;
        let name = |clause: NodeId| name_of(tree, clause).filter(|_| key(tree, clause).0 == "ending");
        for &clause in clauses {
            let replaced = name(clause).and_then(|name| self.places.get(name).copied());
            self.origins.entry(clause).or_insert(replaced.unwrap_or(origin(clause)));
        }
        for &clause in clauses {
            if let (Some(name), Some(origin)) = (name(clause), self.origins.get(&clause)) {
                self.places.insert(name.to_string(), *origin);
            }
        }
    }
}

/// What is being put in place: the modules that the present one stands in, and those without
/// parameters that are there already.
#[derive(Default)]
pub(super) struct Placing {
    pub(super) within: Vec<NodeId>,
    pub(super) there: HashSet<NodeId>,
}

impl Games {
    pub(super) fn find(tree: &Tree, diagnostics: &mut Diagnostics) -> Games {
        let mut games = Games::default();
        let mut versions = 0;
        for &form in tree.forms() {
            let span = tree.node(form).span;
            match head_of(tree, form) {
                "drf" => {
                    versions += 1;
                    if versions == 2 && span.file.0 == 0 {
                        let message = "the edition has been said already";
                        diagnostics.push(
                            Diagnostic::new(Code::RepeatedSection, span, message).raised().hint("leave this line out"),
                        );
                    }
                    let three = tree.members(form).nth(1).and_then(|node| tree.word(node));
                    if versions == 1 && three.is_none_or(|word| tree.symbols.text(word) != "3") {
                        let found = tree.text(form);
                        diagnostics.push(
                            Diagnostic::new(Code::WrongForm, span, "this edition of the language is not known")
                                .expected("`(drf 3)`", format!("`{found}`")),
                        );
                    }
                }
                head @ ("game" | "variant") => {
                    let Some(title) = title_of(tree, form) else {
                        let example = format!("({head} \"Name\" …)");
                        diagnostics.push(
                            Diagnostic::new(Code::WrongForm, span.head(), format!("this {head} has no name"))
                                .hint(format!("write its name in quotes: `{example}`")),
                        );
                        continue;
                    };
                    let base = if head == "variant" { games.base(tree, form, diagnostics) } else { None };
                    games.playable.push(Playable {
                        title,
                        is_variant: head == "variant",
                        is_default: false,
                        span: span.head(),
                    });
                    let depth = base.map_or(0, |base| games.depths[base] + 1);
                    if depth == CHAIN_MAX + 1 {
                        let message =
                            format!("this is the variant of a variant, and so on, more than {CHAIN_MAX} times");
                        diagnostics.push(
                            Diagnostic::new(Code::LimitReached, span.head(), message)
                                .hint("let it be a variant of the game itself, or of one nearer to it"),
                        );
                    }
                    games.depths.push(depth);
                    games.forms.push((form, base.filter(|_| depth <= CHAIN_MAX)));
                    check_once(tree, form, diagnostics);
                }
                "prelude" => games.prelude.extend(tree.members(form).skip(1)),
                "module" => {
                    games.declare_module(tree, form, diagnostics);
                }
                head if SHARED.contains(&head) => games.shared.push(form),
                head => {
                    let known = ["drf", "game", "variant", "include"].into_iter().chain(SHARED);
                    diagnostics.push(
                        Diagnostic::new(
                            Code::UnknownTopLevel,
                            span.head(),
                            format!("`{head}` means nothing outside a game"),
                        )
                        .raised()
                        .maybe_hint(suggest::hint(head, "a file consists of", known)),
                    );
                }
            }
        }
        if let Some(first) = games.playable.iter().map(|one| one.span).find(|_| versions == 0) {
            diagnostics.push(
                Diagnostic::new(Code::NoEdition, first, "the file does not say of which edition of the language it is")
                    .hint("write `(drf 3)` as its first line")
                    .fix(Fix::Insert { at: Span { start: 0, end: 0, ..first }, text: "(drf 3)\n\n".to_string() }),
            );
        }
        if games.playable.len() > GAMES_MAX {
            let span = games.playable[GAMES_MAX].span;
            let message = format!("a file has at most {GAMES_MAX} games and variants, and this is one more");
            diagnostics
                .push(Diagnostic::new(Code::LimitReached, span, message).hint("put the others into another file"));
            games.playable.truncate(GAMES_MAX);
            games.forms.truncate(GAMES_MAX);
            games.depths.truncate(GAMES_MAX);
        }
        if games.playable.is_empty() && !diagnostics.has_errors() {
            diagnostics.push(
                Diagnostic::new(Code::NothingToPlay, Default::default(), "there is no game in this file")
                    .hint("a game begins with `(game \"Name\" (players White Black) (board (grid a-h 1-8)) …)`"),
            );
        }
        games.hide_replaced();
        // The game of a file stands before its variants, and before what it includes them from.
        if let Some(own) = games.forms.iter().rposition(|(form, _)| tree.node(*form).span.file.0 == 0) {
            let first = games.forms.iter().position(|(form, _)| tree.node(*form).span.file.0 == 0).unwrap_or(own);
            games.playable[first].is_default = true;
        }
        games
    }

    fn base(&self, tree: &Tree, form: NodeId, diagnostics: &mut Diagnostics) -> Option<usize> {
        let of = tree.members(form).nth(2).filter(|of| head_of(tree, *of) == "of");
        let title = of.and_then(|of| title_of(tree, of));
        let titled = |own: bool| {
            let title = title.as_ref()?;
            let fits = |item: &Playable| item.title == *title && (!own || item.span.file == FileId(0));
            self.playable.iter().position(fits)
        };
        let known = titled(true).or_else(|| titled(false));
        if known.is_none() {
            let span = tree.node(of.unwrap_or(form)).span.head();
            let message = match &title {
                Some(title) => format!("there is no game \"{title}\" before this variant"),
                None => "this variant does not say what it is a variant of".to_string(),
            };
            diagnostics.push(
                Diagnostic::new(Code::VariantWithoutGame, span, message).hint("`(variant \"Name\" (of \"Game\") …)`"),
            );
        }
        known
    }

    /// Moves included items whose title the file gives to an item of its own behind those that can
    /// be played.
    fn hide_replaced(&mut self) {
        let own: HashSet<&str> =
            self.playable.iter().filter(|item| item.span.file == FileId(0)).map(|item| item.title.as_str()).collect();
        let is_hidden = |item: &Playable| item.span.file != FileId(0) && own.contains(item.title.as_str());
        let (hidden, mut order): (Vec<usize>, Vec<usize>) =
            (0..self.playable.len()).partition(|index| is_hidden(&self.playable[*index]));
        if hidden.is_empty() {
            return;
        }
        let shown = order.len();
        order.extend(hidden);
        let place = |index: usize| order.iter().position(|known| *known == index);
        self.forms = order.iter().map(|&at| (self.forms[at].0, self.forms[at].1.and_then(place))).collect();
        self.depths = order.iter().map(|&at| self.depths[at]).collect();
        self.playable = order[..shown].iter().map(|&at| self.playable[at].clone()).collect();
    }

    /// Returns whether an item is a variant of nothing that is known.
    pub(super) fn lacks_base(&self, index: usize) -> bool {
        self.playable.get(index).is_some_and(|item| item.is_variant) && self.forms[index].1.is_none()
    }

    /// Returns the clauses of an item, modules put in place.
    pub(super) fn clauses<'t>(&self, tree: &'t Tree, index: usize, diagnostics: &mut Diagnostics) -> Clauses<'t> {
        let mut clauses = Clauses {
            list: self.prelude.clone(),
            tree: Cow::Borrowed(tree),
            origins: HashMap::new(),
            places: HashMap::new(),
            modules: 0,
        };
        self.put(&mut clauses, &self.shared, None, diagnostics);
        let mut line = vec![index];
        while let Some(base) = line.last().and_then(|last| self.forms[*last].1) {
            if line.contains(&base) {
                break;
            }
            line.push(base);
        }
        for (depth, &item) in line.iter().rev().enumerate() {
            let (form, _) = self.forms[item];
            let skipped = if head_of(tree, form) == "variant" { 3 } else { 2 };
            let own: Vec<NodeId> = tree.members(form).skip(skipped).collect();
            self.put(&mut clauses, &own, u16::try_from(depth).ok(), diagnostics);
        }
        self.give_way(&mut clauses);
        clauses
    }

    /// Leaves out the rules that every game has where the game calls something else so.
    fn give_way(&self, clauses: &mut Clauses<'_>) {
        let Clauses { list, tree, .. } = clauses;
        let is_common = |clause: &NodeId| self.prelude.contains(clause);
        let own = list.iter().filter(|clause| !is_common(clause));
        let taken: HashSet<&str> = own.flat_map(|clause| given(tree, *clause)).collect();
        list.retain(|clause| !is_common(clause) || name_of(tree, *clause).is_none_or(|name| !taken.contains(name)));
    }

    /// Adds clauses: modules first, then the rest in place of what it replaces. `depth`: how many
    /// variants lie between the game and the item that says them; none if they stand outside of
    /// games.
    fn put(&self, clauses: &mut Clauses<'_>, own: &[NodeId], depth: Option<u16>, diagnostics: &mut Diagnostics) {
        let (varies, variant) = (depth.is_some_and(|depth| depth > 0), depth.unwrap_or(0));
        let unnamed = |tree: &Tree, clause: NodeId| UNNAMED.contains(&head_of(tree, clause));
        let is_use = |tree: &Tree, clause: NodeId| head_of(tree, clause) == "use";
        let before = clauses.list.len();
        let uses: Vec<NodeId> = own.iter().copied().filter(|clause| is_use(&clauses.tree, *clause)).collect();
        let mut placing = Placing::default();
        for clause in uses {
            let used: Vec<NodeId> = clauses.tree.members(clause).skip(1).collect();
            for module in used {
                let base = clauses.list.len();
                self.place(clauses, &mut placing, module, diagnostics);
                let brought = clauses.list[base.min(clauses.list.len())..].to_vec();
                clauses.note_origins(&brought, |brought| Origin { variant, brought_by: clause, clause: brought });
                // What has a name in it stands in the place of what a variant's base calls so.
                if varies {
                    let Clauses { list, tree, .. } = &mut *clauses;
                    let brought = list.split_off(base);
                    let names: HashSet<_> =
                        brought.iter().filter(|one| is_named(tree, **one)).map(|one| key(tree, *one)).collect();
                    list.retain(|old| !names.contains(&key(tree, *old)));
                    list.extend(brought);
                }
            }
        }
        clauses.note_origins(own, |clause| Origin { variant, brought_by: clause, clause });
        let Clauses { list, tree, .. } = &mut *clauses;
        let is_without = |clause: &NodeId| head_of(tree, *clause) == "without";
        for clause in own.iter().filter(|clause| is_without(clause)) {
            leave_out(tree, list, *clause, varies, diagnostics);
        }
        let mut replaced: Vec<NodeId> = Vec::new();
        if varies {
            // What is done at one moment is replaced alone.
            let moment = |clause: NodeId| match head_of(tree, clause) {
                "on" => name_of(tree, clause),
                _ => None,
            };
            let place = |clause: NodeId| (head_of(tree, clause), moment(clause));
            let places: HashSet<_> = own.iter().map(|clause| place(*clause)).collect();
            let (gone, kept): (Vec<NodeId>, Vec<NodeId>) =
                list.drain(..).partition(|old| unnamed(tree, *old) && places.contains(&place(*old)));
            (replaced, *list) = (gone, kept);
        } else {
            // What a game can have but once it says itself, whatever its modules say.
            let once = |clause: NodeId| Some(head_of(tree, clause)).filter(|head| ONCE.contains(head));
            let said: HashSet<&str> = own.iter().filter_map(|clause| once(*clause)).collect();
            let brought = list.split_off(before.min(list.len()));
            list.extend(brought.into_iter().filter(|old| once(*old).is_none_or(|head| !said.contains(head))));
        }
        let said: HashSet<NodeId> =
            own.iter().filter(|clause| !is_use(tree, **clause) && !is_without(clause)).copied().collect();
        let names: HashSet<_> = said.iter().filter(|one| is_named(tree, **one)).map(|one| key(tree, *one)).collect();
        list.retain(|old| !names.contains(&key(tree, *old)) || said.contains(old));
        list.extend(own.iter().filter(|clause| said.contains(clause)));
        check_hooks(tree, list, own, &replaced, diagnostics);
    }
}

/// Reports hooks of a variant that replace a hook of its base, if a variable of an ending is set by
/// the replaced hook alone.
fn check_hooks(tree: &Tree, list: &[NodeId], own: &[NodeId], replaced: &[NodeId], diagnostics: &mut Diagnostics) {
    let is_hook = |clause: &&NodeId| head_of(tree, **clause) == "on";
    let is_ending = |clause: &&NodeId| namespace(head_of(tree, **clause)) == "ending";
    let set: HashSet<&str> = list.iter().flat_map(|clause| assigned(tree, *clause)).collect();
    let asked: HashSet<&str> = list.iter().filter(is_ending).flat_map(|clause| words(tree, *clause)).collect();
    for hook in replaced.iter().filter(is_hook) {
        let moment = name_of(tree, *hook);
        let by = own.iter().filter(is_hook).find(|clause| name_of(tree, **clause) == moment);
        let lost = assigned(tree, *hook).find(|name| asked.contains(name) && !set.contains(name));
        let (Some(by), Some(lost)) = (by.filter(|by| tree.node(**by).span.file == FileId(0)), lost) else { continue };
        let moment = moment.unwrap_or_default();
        let message = format!("this replaces an `(on {moment} …)` of the base, and nothing sets `{lost}` any longer");
        let hint = format!("an ending asks for `{lost}`: set it here as well, or leave the ending out by `without`");
        diagnostics.push(Diagnostic::new(Code::ReplacedHook, tree.node(*by).span.head(), message).hint(hint));
    }
}

/// All nodes of a clause, itself among them.
fn nodes(tree: &Tree, clause: NodeId) -> impl Iterator<Item = NodeId> {
    (clause.0..tree.node(clause).end.0).map(NodeId)
}

fn words(tree: &Tree, clause: NodeId) -> impl Iterator<Item = &str> {
    nodes(tree, clause).filter_map(|node| tree.word(node)).map(|word| tree.symbols.text(word))
}

/// The variables that a clause assigns.
fn assigned(tree: &Tree, clause: NodeId) -> impl Iterator<Item = &str> {
    let targets = nodes(tree, clause)
        .filter(|list| matches!(head_of(tree, *list), "set" | "add"))
        .filter_map(|list| tree.members(list).nth(1));
    targets.filter_map(|target| tree.word(target).or_else(|| tree.head(target))).map(|word| tree.symbols.text(word))
}

/// What stands for the same thing as another clause of that key.
pub(super) fn key(tree: &Tree, clause: NodeId) -> (&str, Option<&str>) {
    (namespace(head_of(tree, clause)), name_of(tree, clause))
}

/// Returns whether a clause has a name by which another may replace it.
pub(super) fn is_named(tree: &Tree, clause: NodeId) -> bool {
    !UNNAMED.contains(&head_of(tree, clause)) && name_of(tree, clause).is_some()
}

/// Complains about what a game says twice and can have but once.
fn check_once(tree: &Tree, game: NodeId, diagnostics: &mut Diagnostics) {
    let mut said = HashSet::new();
    for clause in tree.members(game).filter(|clause| ONCE.contains(&head_of(tree, *clause))) {
        let head = head_of(tree, clause);
        if !said.insert(head) {
            let message = format!("`{head}` has been said in this game already");
            let said = Diagnostic::new(Code::RepeatedSection, tree.node(clause).span.head(), message).raised();
            diagnostics.push(said.hint("a game has one; put all of it into that, or leave one of the two out"));
        }
    }
}

/// `(without (win hill) prefer)`: a variant has nothing of its base that is called so, or, where no
/// name is given, has that head.
fn leave_out(tree: &Tree, list: &mut Vec<NodeId>, without: NodeId, varies: bool, diagnostics: &mut Diagnostics) {
    if !varies {
        let span = tree.node(without).span.head();
        let message = "only a variant can leave out something of its base";
        diagnostics.push(Diagnostic::new(Code::WrongForm, span, message).hint("a game has what it says, and no more"));
        return;
    }
    for unwanted in tree.members(without).skip(1) {
        let head = tree.word(unwanted).or_else(|| tree.head(unwanted)).map_or("", |word| tree.symbols.text(word));
        let name = name_of(tree, unwanted);
        let is_meant =
            |clause: &NodeId| head_of(tree, *clause) == head && (name.is_none() || name_of(tree, *clause) == name);
        let before = list.len();
        list.retain(|clause| !is_meant(clause));
        if list.len() == before {
            let names = list.iter().filter(|clause| head_of(tree, **clause) == head);
            let names: Vec<&str> = names.filter_map(|clause| name_of(tree, *clause)).collect();
            let message = format!("its base has no `{}` that could be left out", tree.text(unwanted));
            let hint = suggest::hint(name.unwrap_or(head), "it has", names.into_iter());
            diagnostics.push(Diagnostic::new(Code::UnknownCommand, tree.node(unwanted).span, message).maybe_hint(hint));
        }
    }
}

/// Endings and forbidden results have names of their own; so do pieces, rules and what else is used
/// in rules.
fn namespace(head: &str) -> &str {
    match head {
        "win" | "lose" | "draw" | "score" | "out" => "ending",
        other => other,
    }
}
