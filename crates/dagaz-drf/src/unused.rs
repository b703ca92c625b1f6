//! Unused declarations: usually moves that no piece was given.

use std::collections::{HashMap, HashSet};

use dagaz_core::CompactSort;

use dagaz_syntax::Hint;
use dagaz_syntax::code::Code;
use dagaz_syntax::diagnostic::{Diagnostic, Diagnostics};
use dagaz_syntax::source::FileId;
use dagaz_syntax::suggest;
use dagaz_syntax::symbol::Symbol;
use dagaz_syntax::tree::{NodeId, NodeKind, Tree};

/// Clauses that put moves in order or say how they are written, and make none.
const ABOUT_MOVES: [&str; 3] = ["first", "prefer", "write"];

/// Heads of clauses that give a name to something which only other clauses use; a piece is used by
/// being placed as well.
const NAMED: [&str; 8] = ["rule", "define", "class", "table", "var", "parameter", "piece", "module"];
/// The same within a board. Zones are shown, whether a rule asks for them or not.
const PARTS: [&str; 3] = ["track", "lines", "regions"];

/// Heads of lists that name rules and neither hand them on nor ask for arguments.
const BY_NAME: [&str; 8] = ["first", "prefer", "class", "can", "last", "then", "may", "must"];

/// Complains about each name of the file itself that is not come to from a piece, an ending or
/// anything else that is no rule or definition. What orders moves and what records write of them
/// uses classes alone.
pub(super) fn find(tree: &Tree, diagnostics: &mut Diagnostics) {
    let games = tree.forms().iter().copied().filter(|form| matches!(head(tree, *form), "game" | "variant"));
    let mut clauses: Vec<NodeId> = games.flat_map(|game| tree.members(game).collect::<Vec<_>>()).collect();
    clauses.extend(tree.forms().iter().filter(|form| name_of(tree, **form).is_some()));
    let boards: Vec<NodeId> = clauses.iter().copied().filter(|clause| head(tree, *clause) == "board").collect();
    clauses.extend(boards.into_iter().flat_map(|board| tree.members(board).collect::<Vec<_>>()));
    // What uses a rule only if it is itself used: several clauses of one name, as a variant has,
    // are one.
    let mut bodies: HashMap<Symbol, Vec<NodeId>> = HashMap::new();
    let mut apart = vec![false; tree.len()];
    for &clause in &clauses {
        let name = name_of(tree, clause);
        if let Some(name) = name {
            bodies.entry(name).or_default().push(clause);
        }
        match (head(tree, clause), tree.members(clause).nth(1)) {
            // A piece that is never there has its rules all the same: to tell of those as well says
            // nothing new. What moves are compared by is used; the classes that compete are not.
            ("piece" | "prefer", Some(own)) => apart[range(tree, own)].fill(true),
            (head, _) if name.is_some() || ABOUT_MOVES.contains(&head) => apart[range(tree, clause)].fill(true),
            _ => {}
        }
    }
    // The question whether a rule made a move is useless if that rule never makes moves.
    let mut asked = vec![false; tree.len()];
    for question in (0..tree.len() as u32).map(NodeId).filter(|list| head(tree, *list) == "made") {
        tree.members(question).skip(1).take(1).for_each(|rule| asked[rule.0 as usize] = true);
    }
    let words = |places: std::ops::Range<usize>| {
        places.filter(|place| !asked[*place]).filter_map(|place| tree.word(NodeId(place as u32)))
    };
    let mut used: HashSet<Symbol> = HashSet::new();
    let mut open: Vec<Symbol> =
        (0..tree.len()).filter(|place| !apart[*place]).flat_map(|at| words(at..at + 1)).collect();
    if clauses.iter().any(|clause| is_by_letters(tree, *clause)) {
        let pieces = clauses.iter().filter(|clause| head(tree, **clause) == "piece");
        open.extend(pieces.filter_map(|piece| name_of(tree, *piece)));
    }
    while let Some(name) = open.pop() {
        // The way back along a track uses it.
        open.extend(
            tree.symbols
                .text(name)
                .strip_prefix("back-")
                .and_then(|track| tree.symbols.find(track))
                .filter(|track| !used.contains(track)),
        );
        if let Some(bodies) = bodies.get(&name).filter(|_| used.insert(name)) {
            open.extend(bodies.iter().flat_map(|body| words(range(tree, *body))));
        }
    }
    let about_moves = clauses.iter().filter(|clause| ABOUT_MOVES.contains(&head(tree, **clause)));
    let asked_of = (0..tree.len()).filter(|place| asked[*place]).filter_map(|place| tree.word(NodeId(place as u32)));
    let ordered: HashSet<Symbol> = about_moves.flat_map(|clause| words(range(tree, *clause))).chain(asked_of).collect();
    for &clause in &clauses {
        let Some(name) = name_of(tree, clause).filter(|name| !used.contains(name)) else { continue };
        let is_order = head(tree, clause) == "class" && ordered.contains(&name);
        if is_order || tree.node(clause).span.file != FileId(0) {
            continue;
        }
        let (what, hint) = match head(tree, clause) {
            "rule" => ("rule", "give it to a piece, among its `moves`, or leave it out"),
            "define" => ("definition", "use it, or leave it out"),
            "var" => ("variable", "use it, or leave it out"),
            "piece" => ("piece", "set it up, or let another become one, or leave it out"),
            what => (what, "use it, or leave it out"),
        };
        let message = format!("nothing uses the {what} `{}`", tree.symbols.text(name));
        diagnostics.push(Diagnostic::new(Code::Unused, tree.node(clause).span.head(), message).hint(hint));
    }
    only_set(tree, &clauses, &used, diagnostics);
    arguments(tree, &clauses, diagnostics);
    phases(tree, &clauses, diagnostics);
    unrolled(tree, &clauses, diagnostics);
    empty_hands(tree, diagnostics);
    misspelt_zones(tree, &clauses, diagnostics);
}

/// Reports variables that are assigned and never read.
fn only_set(tree: &Tree, clauses: &[NodeId], used: &HashSet<Symbol>, diagnostics: &mut Diagnostics) {
    let mut given: HashSet<NodeId> = HashSet::new();
    for list in (0..tree.len() as u32).map(NodeId) {
        match head(tree, list) {
            "set" | "add" | "var" | "timer" => {
                let Some(target) = tree.members(list).nth(1) else { continue };
                given.extend(tree.members(target).next().filter(|_| tree.word(target).is_none()));
                given.insert(target);
            }
            // What it is at the start.
            "setup" => given.extend(tree.members(list).filter_map(|part| tree.members(part).next())),
            _ => {}
        }
    }
    let asked: HashSet<Symbol> = (0..tree.len() as u32)
        .map(NodeId)
        .filter(|node| !given.contains(node))
        .filter_map(|node| tree.word(node))
        .collect();
    for &clause in clauses.iter().filter(|clause| head(tree, **clause) == "var") {
        let Some(name) = name_of(tree, clause).filter(|name| used.contains(name) && !asked.contains(name)) else {
            continue;
        };
        if tree.node(clause).span.file == FileId(0) {
            let message = format!("the variable `{}` is set, and nothing asks what it is", tree.symbols.text(name));
            let hint = "ask for it where it matters, or leave it out";
            diagnostics.push(Diagnostic::new(Code::Unused, tree.node(clause).span.head(), message).hint(hint));
        }
    }
}

/// Complains about arguments that the rule or definition does not ask for. What stands for another,
/// as one of its name in a variant does or one that a parameter chooses, takes what that one takes;
/// and by which argument a move was `made`, or how it is written, may be all that tells it apart.
fn arguments(tree: &Tree, clauses: &[NodeId], diagnostics: &mut Diagnostics) {
    let arity = |clause: NodeId| tree.members(clause).nth(1).map_or(0, |header| tree.members(header).count());
    let (mut declared, mut handed_on): (HashMap<(Symbol, usize), usize>, HashSet<Symbol>) = Default::default();
    for list in (0..tree.len() as u32).map(NodeId) {
        match head(tree, list) {
            "rule" | "define" => {
                if let Some(name) = name_of(tree, list) {
                    *declared.entry((name, arity(list))).or_default() += 1;
                }
            }
            head if BY_NAME.contains(&head) => {}
            _ if tree.node(list).span.file != FileId(0) => {}
            _ => handed_on.extend(tree.members(list).skip(1).filter_map(|member| tree.word(member))),
        }
    }
    for &clause in clauses.iter().filter(|clause| matches!(head(tree, **clause), "rule" | "define")) {
        let Some(header) = tree.members(clause).nth(1).filter(|_| tree.node(clause).span.file == FileId(0)) else {
            continue;
        };
        let is_itself = |name: &Symbol| declared.get(&(*name, arity(clause))) == Some(&1) && !handed_on.contains(name);
        if tree.word(header).is_some() || !name_of(tree, clause).as_ref().is_some_and(is_itself) {
            continue;
        }
        let body = tree.node(header).end.0 as usize..tree.node(clause).end.0 as usize;
        let mut asked: HashSet<Symbol> = body.filter_map(|place| tree.word(NodeId(place as u32))).collect();
        // Those in a hop of several: `d.d`.
        let parts =
            |word: &Symbol| tree.symbols.text(*word).split('.').filter_map(|part| tree.symbols.find(part)).collect();
        let in_hops: Vec<Symbol> = asked.iter().flat_map(|word| -> Vec<Symbol> { parts(word) }).collect();
        asked.extend(in_hops);
        for argument in tree.members(header).skip(1) {
            if let Some(word) = tree.word(argument).filter(|word| !asked.contains(word)) {
                let (what, name) = (head(tree, clause), tree.head(header).map_or("", |name| tree.symbols.text(name)));
                let what = if what == "rule" { "rule" } else { "definition" };
                let message = format!("the {what} `{name}` does not use its argument `{}`", tree.symbols.text(word));
                let hint = "use it, or leave it out here and wherever the name is used";
                diagnostics.push(Diagnostic::new(Code::Unused, tree.node(argument).span, message).hint(hint));
            }
        }
    }
}

/// Complains about phases that nothing leads to: a phase goes round until something jumps. What a
/// rule does that only such phases have leads nowhere either.
fn phases(tree: &Tree, clauses: &[NodeId], diagnostics: &mut Diagnostics) {
    let turns = clauses.iter().filter(|clause| head(tree, **clause) == "turns");
    let items = turns.flat_map(|turns| tree.members(*turns).filter(|item| head(tree, *item) == "phase").enumerate());
    let phases: Vec<(usize, NodeId, NodeId)> =
        items.filter_map(|(place, phase)| Some((place, phase, tree.members(phase).nth(1)?))).collect();
    if phases.is_empty() {
        return;
    }
    // The owner of each word: a phase, a rule, or none, which is always in use.
    let mut owners: Vec<Option<Symbol>> = vec![None; tree.len()];
    let rules = clauses.iter().filter(|clause| head(tree, **clause) == "rule");
    let named = rules.filter_map(|rule| Some((*rule, name_of(tree, *rule)?)));
    let labelled = phases.iter().filter_map(|&(_, phase, label)| Some((phase, tree.word(label)?)));
    for (clause, name) in named.chain(labelled) {
        owners[range(tree, clause)].fill(Some(name));
    }
    let mut leads: HashMap<Option<Symbol>, Vec<Symbol>> = HashMap::new();
    for (place, owner) in owners.iter().enumerate() {
        leads.entry(*owner).or_default().extend(tree.word(NodeId(place as u32)));
    }
    let mut open: Vec<Symbol> = leads.remove(&None).unwrap_or_default();
    open.extend(phases.iter().filter(|(place, ..)| *place == 0).filter_map(|(.., label)| tree.word(*label)));
    let mut reached: HashSet<Symbol> = HashSet::new();
    while let Some(name) = open.pop() {
        if reached.insert(name) {
            open.extend(leads.remove(&Some(name)).unwrap_or_default());
        }
    }
    for (.., label) in phases {
        let is_reached = tree.word(label).is_some_and(|name| reached.contains(&name));
        if tree.node(label).span.file == FileId(0) && !is_reached {
            let name = tree.text(label);
            let message = format!("nothing leads to the phase `{name}`");
            let hint = format!("a phase goes round until a rule or an `(on move-end …)` says `(goto {name})`");
            diagnostics.push(Diagnostic::new(Code::Unused, tree.node(label).span, message).hint(hint));
        }
    }
}

/// Reports dice that are never rolled, and clocks that no turn begins with.
fn unrolled(tree: &Tree, clauses: &[NodeId], diagnostics: &mut Diagnostics) {
    let lists = || (0..tree.len() as u32).map(NodeId);
    for (declared, used) in [("dice", "roll"), ("clock", "clock")] {
        let rolled: HashSet<Symbol> = lists()
            .filter(|list| head(tree, *list) == used && !clauses.contains(list))
            .flat_map(|roll| tree.members(roll).skip(1).filter_map(|dice| tree.word(dice)).collect::<Vec<_>>())
            .collect();
        for &dice in clauses.iter().filter(|clause| head(tree, **clause) == declared) {
            let Some(name) = tree.members(dice).nth(1).and_then(|name| tree.word(name)) else { continue };
            if tree.node(dice).span.file != FileId(0) || rolled.contains(&name) {
                continue;
            }
            let name = tree.symbols.text(name);
            let (message, hint) = match declared {
                "dice" => (
                    format!("nothing rolls the dice `{name}`, so that they show nothing"),
                    format!("a turn that begins with a roll is `((roll {name}) White)`"),
                ),
                _ => (
                    format!("no turn begins with the clock `{name}`, so that no time passes"),
                    format!("a turn that takes time is `((clock {name}) White)`"),
                ),
            };
            diagnostics.push(Diagnostic::new(Code::Unused, tree.node(dice).span.head(), message).hint(hint));
        }
    }
}

/// Returns whether a clause places pieces by their letters, so that it names none: a picture, or a
/// line of FEN.
fn is_by_letters(tree: &Tree, clause: NodeId) -> bool {
    let draws = |part: NodeId| matches!(tree.node(part).kind, NodeKind::String(_));
    match head(tree, clause) {
        "fen" => true,
        "setup" => tree.members(clause).any(draws),
        _ => false,
    }
}

/// Complains about pieces that come from a hand, if nothing ever puts one there.
fn empty_hands(tree: &Tree, diagnostics: &mut Diagnostics) {
    let lists = || (0..tree.len() as u32).map(NodeId);
    // A number of pieces in hand is asked for as `(hand Man)`; set up it is `(hand (Man 9))`.
    let fills = |list: NodeId| match head(tree, list) {
        "pocket" | "fen" => true,
        "hand" => tree.members(list).nth(1).is_some_and(|held| tree.word(held).is_none()),
        _ => false,
    };
    let mut drops = lists().filter(|list| head(tree, *list) == "drop");
    if let Some(drop) = drops.find(|drop| tree.node(*drop).span.file == FileId(0)).filter(|_| !lists().any(fills)) {
        let message = "nothing ever puts a piece into a hand, so that none can be dropped";
        let hint = "`(setup (each (hand (Man 9))))` begins with some in hand; `(put Man)` makes a piece of nothing";
        diagnostics.push(Diagnostic::new(Code::Unused, tree.node(drop).span, message).hint(hint));
    }
}

/// Reports unused zones of one player, if a zone with a similar name does not exist for that
/// player.
fn misspelt_zones(tree: &Tree, clauses: &[NodeId], diagnostics: &mut Diagnostics) {
    let named = clauses.iter().filter(|clause| head(tree, **clause) == "players").flat_map(|players| {
        let names = tree.members(*players).skip(1);
        names.filter_map(|name| tree.word(name).or_else(|| tree.members(name).nth(1).and_then(|name| tree.word(name))))
    });
    let usual = ["White", "Black"].into_iter().filter_map(|name| tree.symbols.find(name));
    let players: HashSet<Symbol> = named.chain(usual).collect();
    // By name: each declaration, and its player, if it has one.
    let mut zones: HashMap<Symbol, Vec<(NodeId, Option<Symbol>)>> = HashMap::new();
    for &zone in clauses.iter().filter(|clause| head(tree, **clause) == "zone") {
        let mut rest = tree.members(zone).skip(1);
        let (name, owner) = (rest.next(), rest.next().and_then(|part| tree.word(part)));
        if let Some((name, node)) = name.and_then(|name| Some((tree.word(name)?, name))) {
            zones.entry(name).or_default().push((node, owner.filter(|owner| players.contains(owner))));
        }
    }
    let declared: HashSet<NodeId> = zones.values().flatten().map(|(node, _)| *node).collect();
    let asked: HashSet<Symbol> = (0..tree.len() as u32)
        .map(NodeId)
        .filter(|node| !declared.contains(node))
        .filter_map(|node| tree.word(node))
        .collect();
    let mut unasked: Vec<_> = zones.iter().filter(|(name, _)| !asked.contains(*name)).collect();
    unasked.compact_sort_by_key(|(_, places)| places[0].0);
    for (name, places) in unasked {
        for &(node, owner) in places.iter().filter(|(node, _)| tree.node(*node).span.file == FileId(0)) {
            let Some(owner) = owner else { continue };
            let lacks = |places: &Vec<(NodeId, Option<Symbol>)>| {
                places.iter().all(|(_, known)| known.is_some_and(|known| known != owner))
            };
            let others = zones.iter().filter(|(other, places)| asked.contains(*other) && lacks(places));
            let mut others: Vec<&str> = others.map(|(other, _)| tree.symbols.text(*other)).collect();
            others.sort_unstable();
            if let Some(meant) = suggest::closest(tree.symbols.text(*name), others.into_iter()) {
                let whose = tree.symbols.text(owner);
                let message = format!("nothing asks for the zone `{}` of {whose}", tree.symbols.text(*name));
                let text = format!("did you mean `{meant}`? {whose} has none of that name");
                let hint = Hint::instead(text, tree.symbols.text(*name), meant);
                diagnostics.push(Diagnostic::new(Code::Unused, tree.node(node).span, message).hint(hint));
            }
        }
    }
}

fn range(tree: &Tree, list: NodeId) -> std::ops::Range<usize> {
    list.0 as usize..tree.node(list).end.0 as usize
}

fn head(tree: &Tree, node: NodeId) -> &str {
    tree.head(node).map_or("", |word| tree.symbols.text(word))
}

/// Returns the name that a clause gives to what others use.
fn name_of(tree: &Tree, clause: NodeId) -> Option<Symbol> {
    let gives = |head: &str| NAMED.contains(&head) || PARTS.contains(&head);
    let second = gives(head(tree, clause)).then(|| tree.members(clause).nth(1))??;
    tree.word(second).or_else(|| tree.head(second))
}
