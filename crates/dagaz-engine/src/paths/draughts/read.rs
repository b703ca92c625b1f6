//! From rules to the form, or to nothing where they do more than it can say.

use dagaz_core::{Piece, PieceTypeId, PlayerId, PlayerKind, RuleId, SiteId, word_key};
use dagaz_rules::PassRule;
use dagaz_rules::path::{self as rules, Act, Home, KindOf, Onward, Path, PathRules, PlayerRef, Set, VariableKind};

use super::form::{
    Amount, Back, CODES_MAX, DEAD, Does, EMPTY, Form, Line, Node, NodeId, Number, Side, Slot, Test, Trail, Truth, Use,
};
use super::hop::{Hop, NOWHERE};
use crate::paths::bits::Bits;
use crate::paths::game::PathGame;
use crate::paths::tables::Place;

/// Nodes that one player's rules may have.
const NODES_MAX: usize = 20_000;

/// A whole game in this form.
pub(super) fn form<B: Bits>(game: &PathGame) -> Option<Form<B>> {
    let rules = &*game.rules;
    let sites = rules.topology.sites().len();
    let kinds = rules.pieces.len();
    let players = rules.players.len();
    let codes = kinds * players;
    if sites > B::SITES || codes > CODES_MAX || !does_nothing_else(game) {
        return None;
    }
    let places = game.layout.places();
    let piece = |code: usize| Piece { kind: PieceTypeId::at(code % kinds), owner: PlayerId::at(code / kinds) };
    let pieces: Vec<(Piece, u32)> = (0..codes).map(|code| (piece(code), game.layout.fresh_word(piece(code)))).collect();
    let board = (0..sites).filter(|site| game.tables.board.contains(SiteId::at(*site)));
    let board = board.fold(B::NONE, |all, site| all | B::one(site));
    let keys = pieces.iter().flat_map(|(_, word)| (0..sites).map(move |site| word_key(site, *word))).collect();
    let slot = |(index, slot): (usize, &rules::PathSlot)| Slot {
        mover: slot.mover,
        next: slot.next.0,
        key: word_key(places.slot, index as u32),
    };
    let sides: Option<Vec<Side<B>>> =
        (0..players).map(|player| Reader::new(game, PlayerId::at(player), board).side()).collect();
    let sides = sides?;
    let starts = rules.variables.iter().map(|variable| i64::from(variable.start)).collect();
    let mut form = Form {
        layout: game.layout.clone(),
        sites,
        board,
        keys,
        slots: rules.slots.iter().enumerate().map(slot).collect(),
        prefers: rules.prefer.iter().map(|prefer| prefer.names.clone()).collect(),
        distinct_paths: rules.distinct_paths,
        starts,
        locals: rules.locals,
        onward: 0,
        for_all: Vec::new(),
        remembers: game.tables.repeats.is_some(),
        last_mover: places.variables + usize::from(game.tables.extras.last_mover),
        steps_max: game.limits.steps,
        moves_max: game.limits.moves,
        pieces,
        sides,
    };
    // Without a capture somewhere there is nothing here that is not done better elsewhere.
    let goes_on = |side: &Side<B>| side.nodes.iter().any(|node| matches!(node, Node::Continue { .. }));
    if !form.sides.iter().any(goes_on) {
        return None;
    }
    for code in 0..codes {
        form.onward |= u32::from(only_goes_on(&form, code)) << code;
    }
    form.for_all = (0..rules.endings.len())
        .map(|ending| form.sides.iter().all(|side| side.endings[ending].is_for_all()))
        .collect();
    Some(form)
}

/// Adds a rule to others; pieces of several types follow one rule together.
fn join(uses: &mut Vec<Use>, one: Use) {
    let root = |does: Does| if let Does::Walk { root, .. } = does { Some(root) } else { None };
    let together = uses.iter_mut().find(|known| root(known.does).is_some() && root(known.does) == root(one.does));
    match together {
        Some(known) => known.codes |= one.codes,
        None => uses.push(one),
    }
}

/// Whether no piece of a code ever comes back to a site by moves that capture nothing.
fn only_goes_on<B: Bits>(form: &Form<B>, code: usize) -> bool {
    let side = &form.sides[form.pieces[code].0.owner.index()];
    let uses = || side.stages.iter().flatten().chain(&side.always).filter(|one| one.codes >> code & 1 == 1);
    let lines = || uses().filter_map(|one| if let Does::Line(line) = one.does { Some(line) } else { None });
    let mut reached: Vec<B> = vec![B::NONE; form.sites];
    for line in lines() {
        let hop = &side.hops[usize::from(side.lines[usize::from(line)].hop)];
        for (from, to) in hop.to.iter().enumerate().filter(|(_, to)| **to != NOWHERE) {
            reached[from] |= B::one(usize::from(*to));
        }
    }
    // Sites from which no way leads on are taken away until none is left.
    let mut left = form.board;
    loop {
        let last =
            left.each().filter(|site| (reached[*site] & left).is_empty()).fold(B::NONE, |all, site| all | B::one(site));
        if last.is_empty() {
            return left.is_empty();
        }
        left = left.less(last);
    }
}

/// Whether nothing happens beside moves of pieces: no hands, dice, counters, hooks, forbidden results, and turns that follow one
/// another as written.
fn does_nothing_else(game: &PathGame) -> bool {
    let rules = &*game.rules;
    let hooks = [&rules.on_move_start, &rules.on_step_start, &rules.on_step_end, &rules.on_move_end, &rules.on_capture];
    let plain = |piece: &rules::PathPiece| {
        let own = [&piece.on_move_start, &piece.on_step_start, &piece.on_step_end, &piece.on_capture];
        piece.of == Set::Mine && own.into_iter().all(Vec::is_empty)
    };
    let extras = game.tables.extras;
    let spec = game.layout.spec();
    hooks.into_iter().all(Vec::is_empty)
        && rules.pieces.iter().all(plain)
        && rules.players.iter().all(|player| player.kind == PlayerKind::Chooser)
        && rules.moves.is_empty()
        && rules.nevers.is_empty()
        && rules.outs.is_empty()
        && rules.dice.is_empty()
        && rules.levels == 1
        && rules.pass == PassRule::Never
        && rules.first.len() <= 1
        && compete_apart(rules)
        && rules.slots.iter().all(|slot| slot.names.is_empty() && slot.roll.is_none())
        && rules.variables.iter().all(|variable| variable.home == Home::Move && variable.kind == VariableKind::Number)
        && rules.variables.len() < usize::from(u8::MAX)
        && game.tables.repeats.is_none_or(|of| of == rules::RepeatsOf::Situation)
        && !game.remembers
        && [extras.last_name, extras.outs, extras.seats, extras.passes, extras.turns].iter().all(Option::is_none)
        && spec.supplies.is_empty()
        && spec.attributes.is_empty()
        && spec.variables == 0
        && !spec.keeps_last
}

/// Whether no move competes by two preferences.
fn compete_apart(rules: &PathRules) -> bool {
    let names = rules.prefer.iter().map(|prefer| &prefer.names).enumerate();
    let earlier = |index: usize| rules.prefer[..index].iter().flat_map(|prefer| &prefer.names);
    names.into_iter().all(|(index, names)| !earlier(index).any(|name| names.contains(name)))
}

/// Reads the rules as one player sees them.
struct Reader<'g, B> {
    game: &'g PathGame,
    rules: &'g PathRules,
    me: PlayerId,
    board: B,
    side: Side<B>,
    /// For each way its place among the hops, if it has been met.
    hops: Vec<Option<u16>>,
}

impl<'g, B: Bits> Reader<'g, B> {
    fn new(game: &'g PathGame, me: PlayerId, board: B) -> Reader<'g, B> {
        let side = Side {
            hops: Vec::new(),
            tests: Vec::new(),
            nodes: vec![Node::End],
            looks_back: false,
            trails: Vec::new(),
            lines: Vec::new(),
            stages: Vec::new(),
            always: Vec::new(),
            own: Vec::new(),
            roots: vec![None; game.rules.rules.len()],
            ends: Vec::new(),
            prefers: Vec::new(),
            endings: Vec::new(),
        };
        Reader { game, rules: &game.rules, me, board, side, hops: vec![None; game.rules.ways.len()] }
    }

    /// All of them.
    fn side(mut self) -> Option<Side<B>> {
        let (kinds, players) = (self.rules.pieces.len(), self.rules.players.len());
        for code in 0..kinds * players {
            let ends = if code / kinds == self.me.index() { self.ends(code % kinds)? } else { Vec::new() };
            self.side.ends.push(ends);
        }
        let mut uses = Vec::new();
        for code in 0..kinds * players {
            let mut own = Vec::new();
            if code / kinds == self.me.index() {
                for call in &self.rules.pieces[code % kinds].moves {
                    let root = self.root(call.rule)?;
                    own.push((self.rules.rules[call.rule.index()].name, root));
                    uses.push((code as u8, call.rule, root));
                }
            }
            self.side.own.push(own);
        }
        // Rules by which others go on have others by which they go on.
        let mut met = 0;
        while met < self.side.nodes.len() {
            if let Node::Continue { rules, .. } = &self.side.nodes[met] {
                for rule in rules.clone() {
                    self.root(rule)?;
                }
            }
            met += 1;
        }
        self.share_out(&uses);
        for prefer in &self.rules.prefer {
            let numbers: Option<Vec<Number>> = prefer.by.iter().map(|number| self.number(number)).collect();
            self.side.prefers.push(numbers.filter(|numbers| !numbers.iter().any(Number::asks_here))?);
        }
        for ending in &self.rules.endings {
            let when = self.truth(&ending.when)?;
            self.side.endings.push(when);
        }
        let before = self.everything().was;
        self.side.looks_back = self.side.tests.iter().any(|test| test.was != before);
        Some(self.side)
    }

    /// Where a rule begins.
    fn root(&mut self, rule: RuleId) -> Option<NodeId> {
        if let Some(known) = self.side.roots[rule.index()] {
            return Some(known);
        }
        let root = self.path(&self.rules.rules[rule.index()].path, 0)?;
        if !self.sets_out(root) || !self.takes_before_going_on(root, false) {
            return None;
        }
        self.side.roots[rule.index()] = Some(root);
        Some(root)
    }

    /// Says for each rule how it is followed, and in which class it is.
    fn share_out(&mut self, uses: &[(u8, RuleId, NodeId)]) {
        let name = |rule: RuleId| self.rules.rules[rule.index()].name;
        let competes = |rule: RuleId| self.rules.prefer.iter().any(|prefer| prefer.names.contains(&name(rule)));
        let mut lines: Vec<Option<Line<B>>> =
            uses.iter().map(|(code, rule, _)| if competes(*rule) { None } else { self.line(*code, *rule) }).collect();
        // What two rules give is one move, which must not be counted twice: such rules are walked.
        let of_code = |code: u8| (0..uses.len()).filter(move |index| uses[*index].0 == code);
        for code in self.side.own.iter().enumerate().filter(|(_, own)| !own.is_empty()).map(|(code, _)| code as u8) {
            let apart = of_code(code).all(|one| {
                let Some(line) = &lines[one] else { return self.only_captures(uses[one].2) };
                of_code(code).filter(|other| *other != one).all(|other| match &lines[other] {
                    Some(other) => self.never_meet(line, other),
                    None => !self.may_capture(line),
                })
            });
            if !apart {
                of_code(code).for_each(|index| lines[index] = None);
            }
        }
        let classes = self.rules.first.first().map_or(&[][..], |first| &first.classes);
        self.side.stages = vec![Vec::new(); classes.len()];
        for (&(code, rule, root), line) in uses.iter().zip(lines) {
            let name = self.rules.rules[rule.index()].name;
            let does = match line {
                Some(line) => {
                    self.side.lines.push(line);
                    Does::Line(self.side.lines.len() as u16 - 1)
                }
                None => {
                    let trail = self.trail(root);
                    self.side.trails.push(trail);
                    Does::Walk { root, trail: self.side.trails.len() as u16 - 1 }
                }
            };
            let one = Use { codes: 1 << code, name, does };
            let wanted = || classes.iter().enumerate().filter(|(_, class)| class.contains(&name));
            wanted().for_each(|(stage, _)| join(&mut self.side.stages[stage], one.clone()));
            if wanted().next().is_none() {
                join(&mut self.side.always, one);
            }
        }
    }

    /// How the step that a rule begins with goes, backwards.
    fn trail(&self, root: NodeId) -> Trail {
        let (mut back, mut at) = (Vec::new(), root);
        loop {
            at = match self.side.nodes[usize::from(at)] {
                Node::Go { hop, then } => {
                    back.push(Back::Go { hop });
                    then
                }
                Node::Is { test, then } => {
                    back.push(Back::Is { test });
                    then
                }
                Node::Run { hop, test, once, then } => {
                    back.push(Back::Run { hop, test, once });
                    then
                }
                Node::Take { then, .. }
                | Node::Assign { then, .. }
                | Node::Become { then, .. }
                | Node::Note { then, .. }
                | Node::See { then, .. } => then,
                Node::If { .. } | Node::Or(_) | Node::First(_) => break,
                Node::Continue { .. } | Node::End => {
                    back.reverse();
                    return Trail { end: None, back };
                }
            };
        }
        back.reverse();
        Trail { end: Some(at), back }
    }

    /// Whether a line can end where something stands.
    fn may_capture(&self, line: &Line<B>) -> bool {
        self.side.tests[usize::from(line.onto)].now != EMPTY
    }

    /// What a piece becomes where its move ends.
    fn ends(&mut self, kind: usize) -> Option<Vec<(B, Vec<u8>)>> {
        let code = self.code(PieceTypeId::at(kind));
        let (mut left, mut ends) = (self.board, Vec::new());
        match &self.rules.pieces[kind].on_move_end[..] {
            [] => {}
            [hook] => {
                let (zone, codes) = self.crowning(hook)?;
                left = left.less(zone);
                ends.push((zone, codes));
            }
            _ => return None,
        }
        ends.push((left, vec![code]));
        Some(ends)
    }

    /// `(if zone (become …))`: where, and what.
    fn crowning(&mut self, path: &Path) -> Option<(B, Vec<u8>)> {
        let Path::If(question, yes, no) = path else { return None };
        let (Path::Is(set), Path::Do(Act::Become { kinds, at: Set::Here })) = (&**question, &**yes) else {
            return None;
        };
        let test = self.test_of(set)?;
        let everything = self.everything();
        if **no != Path::here() || test.now != everything.now || test.was != everything.was {
            return None;
        }
        let codes: Option<Vec<u8>> = self.kinds(kinds)?.into_iter().collect();
        Some((test.zone, codes?))
    }

    fn code(&self, kind: PieceTypeId) -> u8 {
        (self.me.index() * self.rules.pieces.len() + kind.index()) as u8
    }

    /// The codes of types; none for one that stays as it is.
    fn kinds(&self, kinds: &[KindOf]) -> Option<Vec<Option<u8>>> {
        let code = |kind: &KindOf| match kind {
            KindOf::Type(kind) => Some(Some(self.code(*kind))),
            KindOf::Table(_) => None,
        };
        kinds.iter().map(code).collect()
    }

    /// A rule as a line for pieces of a code, if it is no more than that.
    fn line(&mut self, code: u8, rule: RuleId) -> Option<Line<B>> {
        let path = &self.rules.rules[rule.index()].path;
        let elements = match path {
            Path::Seq(parts) => parts.as_slice(),
            other => std::slice::from_ref(other),
        };
        let (hop, through, onto, rest) = match elements {
            [Path::Go(ways), Path::Is(set), rest @ ..] => {
                let (hop, onto) = self.hop_onto(ways, set)?;
                (hop, None, onto, rest)
            }
            [Path::Many { least, body }, rest @ ..] => {
                let Path::Seq(body) = &**body else { return None };
                let [Path::Go(ways), Path::Is(set)] = &body[..] else { return None };
                let (hop, through) = self.hop_onto(ways, set)?;
                match (least, rest) {
                    (1, rest) => (hop, Some(through), through, rest),
                    (_, [Path::Go(ways), Path::Is(set), rest @ ..]) => {
                        let (other, onto) = self.hop_onto(ways, set)?;
                        (other == hop).then_some((hop, Some(through), onto, rest))?
                    }
                    _ => return None,
                }
            }
            _ => return None,
        };
        let own = self.side.ends[usize::from(code)].clone();
        let ends = match rest {
            [] => own,
            [crowning] => {
                let (zone, codes) = self.crowning(crowning)?;
                let crowned = codes.iter().map(|code| self.side.ends[usize::from(*code)].clone());
                let crowned: Vec<(B, Vec<u8>)> =
                    crowned.flatten().map(|(sites, codes)| (sites & zone, codes)).collect();
                let mut ends: Vec<(B, Vec<u8>)> =
                    own.into_iter().map(|(sites, codes)| (sites.less(zone), codes)).collect();
                for (sites, codes) in crowned {
                    match ends.iter_mut().find(|(known, _)| *known == sites) {
                        Some((_, known)) => known.extend(codes),
                        None => ends.push((sites, codes)),
                    }
                }
                ends
            }
            _ => return None,
        };
        let ends: Vec<(B, Vec<u8>)> = ends.into_iter().filter(|(sites, _)| !sites.is_empty()).collect();
        let disjoint = (0..ends.len()).all(|one| (0..one).all(|other| (ends[one].0 & ends[other].0).is_empty()));
        // Where one never comes back there is one way at most from one site to another.
        let returns = !self.side.hops[usize::from(hop)].never_returns();
        let one_end = ends.iter().all(|(_, codes)| codes.len() == 1);
        (disjoint && !returns).then_some(Line { hop, through, onto, ends, one_end })
    }

    /// A hop by one way onto sites of a set, which does not ask what there was before the move.
    fn hop_onto(&mut self, ways: &[rules::WayId], set: &Set) -> Option<(u16, u16)> {
        let [way] = ways else { return None };
        let (hop, test) = (self.hop(*way)?, self.test(set)?);
        (self.side.tests[usize::from(test)].was == self.everything().was).then_some((hop, test))
    }

    /// Whether two lines never lead from one site to the same other one.
    fn never_meet(&self, one: &Line<B>, other: &Line<B>) -> bool {
        let [onto, of_other] = [one, other].map(|line| &self.side.tests[usize::from(line.onto)]);
        // They end on different things.
        if onto.now & of_other.now == 0 || (onto.zone & of_other.zone).is_empty() {
            return true;
        }
        let all = |line: &Line<B>, from: usize| {
            let to = &self.side.hops[usize::from(line.hop)].to;
            let next = |site: &u8| Some(to[usize::from(*site)]).filter(|to| *to != NOWHERE);
            let reached = std::iter::successors(next(&(from as u8)), next);
            let far = if line.through.is_some() { self.board.count() as usize } else { 1 };
            reached.take(far).fold(B::NONE, |all, site| all | B::one(usize::from(site)))
        };
        self.board.each().all(|from| (all(one, from) & all(other, from)).is_empty())
    }

    /// Whether every way through a rule takes something.
    fn only_captures(&self, node: NodeId) -> bool {
        match &self.side.nodes[usize::from(node)] {
            Node::Take { .. } => true,
            Node::End | Node::Continue { .. } => false,
            Node::Or(all) | Node::First(all) => all.iter().all(|one| self.only_captures(*one)),
            Node::If { yes, no, .. } => self.only_captures(*yes) && self.only_captures(*no),
            Node::Go { then, .. }
            | Node::Is { then, .. }
            | Node::Run { then, .. }
            | Node::Assign { then, .. }
            | Node::Become { then, .. }
            | Node::Note { then, .. }
            | Node::See { then, .. } => self.only_captures(*then),
        }
    }

    /// Whether a rule begins by going, so that nothing is asked of the site where the piece stands.
    fn sets_out(&self, node: NodeId) -> bool {
        match &self.side.nodes[usize::from(node)] {
            Node::Go { .. } => true,
            Node::Run { once, then, .. } => *once || self.sets_out(*then),
            Node::Or(all) | Node::First(all) => all.iter().all(|one| self.sets_out(*one)),
            _ => false,
        }
    }

    /// Whether something has been taken wherever a move goes on, so that it comes to an end.
    fn takes_before_going_on(&self, node: NodeId, taken: bool) -> bool {
        match &self.side.nodes[usize::from(node)] {
            Node::End => true,
            Node::Continue { .. } => taken,
            Node::Take { then, .. } => self.takes_before_going_on(*then, true),
            Node::Or(all) | Node::First(all) => all.iter().all(|one| self.takes_before_going_on(*one, taken)),
            Node::If { yes, no, .. } => {
                self.takes_before_going_on(*yes, taken) && self.takes_before_going_on(*no, taken)
            }
            Node::Go { then, .. }
            | Node::Is { then, .. }
            | Node::Run { then, .. }
            | Node::Assign { then, .. }
            | Node::Become { then, .. }
            | Node::Note { then, .. }
            | Node::See { then, .. } => self.takes_before_going_on(*then, taken),
        }
    }

    fn node(&mut self, node: Node) -> Option<NodeId> {
        self.side.nodes.push(node);
        (self.side.nodes.len() <= NODES_MAX).then(|| self.side.nodes.len() as NodeId - 1)
    }

    /// A path, with what follows it.
    fn path(&mut self, path: &Path, then: NodeId) -> Option<NodeId> {
        let node = match path {
            Path::Seq(parts) => return parts.iter().rev().try_fold(then, |then, part| self.path(part, then)),
            Path::Go(ways) => {
                let hops: Option<Vec<u16>> = ways.iter().map(|way| self.hop(*way)).collect();
                let all: Option<Vec<NodeId>> = hops?.into_iter().map(|hop| self.node(Node::Go { hop, then })).collect();
                match all?.as_slice() {
                    [only] => return Some(*only),
                    all => Node::Or(all.to_vec()),
                }
            }
            Path::Is(set) => Node::Is { test: self.test(set)?, then },
            Path::Many { least, body } => {
                let Path::Seq(body) = &**body else { return None };
                let [Path::Go(ways), Path::Is(set)] = &body[..] else { return None };
                let [way] = ways[..] else { return None };
                let (hop, test) = (self.hop(way)?, self.test(set)?);
                if !self.side.hops[usize::from(hop)].never_returns() {
                    return None;
                }
                Node::Run { hop, test, once: *least == 1, then }
            }
            Path::Or(parts) | Path::First(parts) => {
                let all: Option<Vec<NodeId>> = parts.iter().map(|part| self.path(part, then)).collect();
                if matches!(path, Path::Or(_)) { Node::Or(all?) } else { Node::First(all?) }
            }
            Path::If(question, yes, no) => {
                let Path::Is(set) = &**question else { return None };
                Node::If { test: self.test(set)?, yes: self.path(yes, then)?, no: self.path(no, then)? }
            }
            Path::LetSet(local, Set::Here) => Node::Note { local: u8::try_from(local.index()).ok()?, then },
            Path::See(body) => {
                let Path::Seq(body) = &**body else { return None };
                let [Path::At(Set::Local(local)), Path::Is(set)] = &body[..] else { return None };
                let test = self.test(set)?;
                // Whoever looks about lands first, and so changes what stands where.
                if self.side.tests[usize::from(test)].now != self.everything().now {
                    return None;
                }
                Node::See { local: u8::try_from(local.index()).ok()?, test, then }
            }
            Path::Continue(how, onward) => {
                let (mut names, mut rules) = (Vec::new(), Vec::new());
                for way in onward {
                    match way {
                        Onward::Own(own) => names.extend(own),
                        Onward::Rule(rule) => rules.push(*rule),
                        Onward::Play => return None,
                    }
                }
                if !matches!(self.side.nodes[usize::from(then)], Node::End) {
                    return None;
                }
                Node::Continue { how: *how, names, rules }
            }
            Path::Do(Act::Take { at: Set::Here, later }) => Node::Take { later: *later, then },
            Path::Do(Act::Become { kinds, at: Set::Here }) => Node::Become { codes: self.kinds(kinds)?, then },
            Path::Do(Act::Assign { var, value, add, at: _ }) => {
                let Place::Passing(place) = self.game.tables.places[var.index()] else { return None };
                Node::Assign { var: u8::try_from(place).ok()?, value: self.number(value)?, add: *add, then }
            }
            _ => return None,
        };
        self.node(node)
    }

    fn hop(&mut self, way: rules::WayId) -> Option<u16> {
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

    fn everything(&self) -> Test<B> {
        let codes = (1 << (self.rules.pieces.len() * self.rules.players.len())) - 1;
        Test { now: codes | EMPTY | DEAD, was: codes | EMPTY, zone: self.board }
    }

    fn test(&mut self, set: &Set) -> Option<u16> {
        let test = self.test_of(set)?;
        Some(self.kept(test))
    }

    fn kept(&mut self, test: Test<B>) -> u16 {
        let known = self.side.tests.iter().position(|known| *known == test);
        known.unwrap_or_else(|| {
            self.side.tests.push(test);
            self.side.tests.len() - 1
        }) as u16
    }

    /// The sites of a set, if they differ only in what stands or stood there.
    fn test_of(&self, set: &Set) -> Option<Test<B>> {
        let all = self.everything();
        let kinds = self.rules.pieces.len();
        let of = |owners: &[PlayerId]| {
            let codes = owners.iter().filter(|owner| owner.index() < self.rules.players.len());
            codes.fold(0, |mask, owner| mask | ((1 << kinds) - 1) << (owner.index() * kinds))
        };
        let now = |now: u32| Some(Test { now, ..all.clone() });
        match set {
            Set::Board => Some(all),
            Set::Fixed(sets) => {
                let set = sets.get(self.me.index()).or(sets.first())?;
                let zone = set.iter().fold(B::NONE, |zone, site| zone | B::one(site.index()));
                Some(Test { zone: zone & self.board, ..all })
            }
            Set::Empty => now(EMPTY),
            Set::Occupied => now(all.now & !EMPTY),
            Set::Mine => now(of(&[self.me])),
            Set::Friend => now(of(&self.game.tables.friends[self.me.index()])),
            Set::Enemy => now(of(&self.game.tables.enemies[self.me.index()])),
            Set::Nobody => now(0),
            Set::Open => now(all.now & !of(&self.game.tables.friends[self.me.index()]) & !DEAD),
            Set::Of(PlayerRef::Me) => now(of(&[self.me])),
            Set::Of(PlayerRef::Player(player)) => now(of(&[*player])),
            Set::Kinds(wanted) => {
                let codes = (0..self.rules.players.len())
                    .flat_map(|player| wanted.iter().map(move |kind| player * kinds + kind.index()));
                now(codes.fold(0, |mask, code| mask | 1 << code))
            }
            Set::Was(inner) => {
                let inner = self.test_of(inner)?;
                if inner.was != all.was {
                    return None;
                }
                Some(Test { now: all.now, was: inner.now & !DEAD, zone: inner.zone })
            }
            Set::And(parts) => parts.iter().try_fold(all, |test, part| {
                let part = self.test_of(part)?;
                Some(Test { now: test.now & part.now, was: test.was & part.was, zone: test.zone & part.zone })
            }),
            Set::Or(parts) => {
                let mut parts = parts.iter().map(|part| self.test_of(part));
                let first = parts.next()??;
                parts.try_fold(first, |test, part| {
                    let part = part?;
                    let same = [test.now == part.now, test.was == part.was, test.zone == part.zone];
                    (same.iter().filter(|same| !**same).count() <= 1).then(|| Test {
                        now: test.now | part.now,
                        was: test.was | part.was,
                        zone: test.zone | part.zone,
                    })
                })
            }
            Set::Not(inner) => {
                let inner = self.test_of(inner)?;
                match [inner.now == all.now, inner.was == all.was, inner.zone == all.zone] {
                    [false, true, true] => now(all.now & !inner.now),
                    [true, false, true] => Some(Test { was: all.was & !inner.was, ..all }),
                    [true, true, false] => Some(Test { zone: self.board.less(inner.zone), ..all }),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn number(&mut self, number: &rules::Number) -> Option<Number> {
        Some(match number {
            rules::Number::Is(value) => Number::Is(i64::from(*value)),
            rules::Number::Var(var) => match self.game.tables.places[var.index()] {
                Place::Passing(place) => Number::Var(u8::try_from(place).ok()?),
                _ => return None,
            },
            rules::Number::Count(set) => {
                let parts = match set {
                    Set::And(parts) => parts.as_slice(),
                    other => std::slice::from_ref(other),
                };
                let subject = |part: &&Set| matches!(part, Set::Captured | Set::Origin | Set::Here);
                let [of] = parts.iter().filter(subject).collect::<Vec<_>>()[..] else { return None };
                let rest: Vec<Set> = parts.iter().filter(|part| !subject(part)).cloned().collect();
                let test = self.test_of(&Set::And(rest))?;
                let (all, kept) = (self.everything(), self.kept(test.clone()));
                match of {
                    // What has been captured is not there any more, and the piece that set out is elsewhere.
                    Set::Captured if test.now == all.now => Number::Captured(kept),
                    Set::Origin if test.now == all.now => Number::Origin(kept),
                    Set::Here => Number::Here(kept),
                    _ => return None,
                }
            }
            rules::Number::Of(operation, parts) => {
                let parts: Option<Vec<Number>> = parts.iter().map(|part| self.number(part)).collect();
                Number::Of(*operation, parts?)
            }
            _ => return None,
        })
    }

    fn truth(&mut self, truth: &rules::Truth) -> Option<Truth> {
        let mut all =
            |parts: &[rules::Truth]| parts.iter().map(|part| self.truth(part)).collect::<Option<Vec<Truth>>>();
        Some(match truth {
            rules::Truth::Always(holds) => Truth::Always(*holds),
            rules::Truth::Stuck => Truth::Stuck,
            rules::Truth::MyTurn => Truth::MyTurn,
            rules::Truth::Me(player) => Truth::Always(*player == self.me),
            rules::Truth::Not(inner) => Truth::Not(Box::new(self.truth(inner)?)),
            rules::Truth::And(parts) => Truth::And(all(parts)?),
            rules::Truth::Or(parts) => Truth::Or(all(parts)?),
            rules::Truth::Any(set) => Truth::Any(self.position_test(set)?),
            rules::Truth::Compare(one, comparison, other) => {
                Truth::Compare(self.amount(one)?, *comparison, self.amount(other)?)
            }
            _ => return None,
        })
    }

    fn amount(&mut self, number: &rules::Number) -> Option<Amount> {
        Some(match number {
            rules::Number::Is(value) => Amount::Is(i64::from(*value)),
            rules::Number::Count(set) => Amount::Count(self.position_test(set)?),
            rules::Number::Repeats(_) => Amount::Repeats,
            _ => return None,
        })
    }

    /// A set of sites between two moves.
    fn position_test(&mut self, set: &Set) -> Option<u16> {
        let test = self.test(set)?;
        (self.side.tests[usize::from(test)].was == self.everything().was).then_some(test)
    }
}
