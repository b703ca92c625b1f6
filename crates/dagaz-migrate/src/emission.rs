//! The effects of an emission: moves, captures, creations and changes, in this order; then the move
//! ends or continues.

use dagaz_core::{CompactSort, PieceTypeId, PlayerId};
use dagaz_rules::{Action, Emit, Merge, OwnerOf, Truth};

use super::act::{Act, What};
use super::place::CursorPlace;
use super::rule_walk::{RuleState, Walk};
use super::sequence::grouped;
use super::stop::{CLASS_MARK, UNCLASSED_MARK, Untranslated};
use super::text::{Step, Sx, list, word};

impl Walk<'_, '_> {
    /// Returns a command as an effect of edition 3; `None` if it has no effect there.
    pub(super) fn act(&self, action: &Action, at: CursorPlace) -> Result<Option<Act>, Untranslated> {
        let what = match action {
            Action::Capture(_) => What::Capture,
            Action::Create { owner, kind, .. } => What::Create(*owner, kind.unwrap_or(self.kind)),
            Action::Become(kind, _) => What::Become(*kind),
            Action::Give(owner, _) => What::Give(*owner),
            Action::Flip(_) => What::Flip,
            Action::SetAttribute(attribute, Truth::Always(value), _) => What::Set(*attribute, *value),
            _ => return Ok(None),
        };
        Ok(Some(Act { what, at }))
    }

    /// Returns an act as it is written, with what a new piece of its type begins with.
    pub(super) fn written(&self, act: &Act) -> Result<Vec<Sx>, Untranslated> {
        let at = act.at.set()?;
        let mut path = vec![self.written_at(act, at.clone())?];
        if let What::Create(_, kind) = act.what {
            path.extend(self.draft.set_when_new(kind).into_iter().map(|attribute| {
                let place = (!at.is("here")).then(|| at.clone());
                list("set", [word(attribute), word("1")].into_iter().chain(place))
            }));
        }
        Ok(path)
    }

    /// Returns a capture by the name of its place, so that it can be written where the cursor was
    /// there.
    fn capture_noted(&self, act: &Act, target: &CursorPlace) -> Result<Vec<Sx>, Untranslated> {
        match act.at.note {
            Some(note) if act.what == What::Capture && !self.draft.style.exact && !act.at.is(target) => {
                Ok(vec![self.written_at(act, Sx::Noted(note))?])
            }
            _ => self.written(act),
        }
    }

    fn written_at(&self, act: &Act, at: Sx) -> Result<Sx, Untranslated> {
        let here = at.is("here");
        let place = |rest: Vec<Sx>| if here { rest } else { rest.into_iter().chain([at.clone()]).collect() };
        let piece = |kind: &PieceTypeId| word(self.draft.pieces[kind.index()].clone());
        Ok(match &act.what {
            What::Capture => list("take", place(Vec::new())),
            What::Create(owner, kind) => {
                let mut rest = vec![piece(kind)];
                match self.owner(*owner) {
                    owner if owner == "mover" && here => {}
                    owner => rest.push(word(owner)),
                }
                list("put", place(rest))
            }
            What::Become(kind) => list("become", place(vec![piece(kind)])),
            What::Flip => self.flipped(at)?,
            What::Give(owner) => list("give", place(vec![word(self.owner(*owner))])),
            What::Set(attribute, value) => {
                let name = self.draft.variable(*attribute);
                list("set", place(vec![word(name), word(if *value { "1" } else { "0" })]))
            }
            What::SetKept(attribute, kept) => {
                list("set", place(vec![word(self.draft.variable(*attribute)), word(kept.clone())]))
            }
        })
    }

    fn owner(&self, owner: OwnerOf) -> String {
        match owner {
            OwnerOf::Side | OwnerOf::Mover => "mover".into(),
            OwnerOf::Player(player) => self.draft.player(player),
        }
    }

    /// Each piece on a set of sites goes to the next player after its own owner.
    fn flipped(&self, at: Sx) -> Result<Sx, Untranslated> {
        let draft = self.draft;
        let here = at.is("here");
        let give = |owner: &str, at: &Sx| list("give", [word(owner)].into_iter().chain((!here).then(|| at.clone())));
        let asked = |owner: &str| match here {
            true => word(owner),
            false => list("any", [list("and", [at.clone(), word(owner)])]),
        };
        // Owners by name, each with the next one; players without turns have no owner there.
        let mut owners: Vec<(String, String)> = Vec::new();
        let others =
            (0..draft.rules.players.len()).map(PlayerId::at).filter(|player| !draft.board.players.contains(player));
        let of_nobody = others.filter(|_| draft.has_nobody);
        for player in draft.board.players.iter().copied().chain(of_nobody) {
            let pair = (draft.player(player), draft.player(draft.next_player(player)));
            match owners.iter().find(|(owner, _)| *owner == pair.0) {
                None => owners.push(pair),
                Some(known) if *known == pair => {}
                Some(_) => return Err(Untranslated::Gap("pieces of several neutral players that change sides")),
            }
        }
        let is_duel = matches!(owners.as_slice(), [one, other] if one.0 == other.1 && one.1 == other.0);
        if is_duel {
            owners = vec![("enemy".into(), "mover".into()), ("mine".into(), "next".into())];
        }
        if here || !matches!(at, Sx::Word(_)) {
            // One piece.
            let Some(((_, last), first)) = owners.split_last() else {
                return Err(Untranslated::Gap("pieces without owners"));
            };
            let otherwise = give(last, &at);
            return Ok(first
                .iter()
                .rev()
                .fold(otherwise, |rest, (owner, next)| list("if", [asked(owner), give(next, &at), rest])));
        }
        // Perhaps several, of several players: whose each was is to be known when others have
        // changed sides.
        if is_duel {
            let mine = draft.before_name(0);
            return Ok(Sx::List(vec![
                list("let", [word(mine.clone()), list("and", [at.clone(), word("mine")])]),
                list("give", [word("mover"), at]),
                list("give", [word("next"), word(mine)]),
            ]));
        }
        let of = |(place, (owner, _)): (usize, &(String, String))| {
            list("let", [word(draft.before_name(place)), list("and", [at.clone(), word(owner.clone())])])
        };
        let mut path: Vec<Sx> = owners.iter().enumerate().map(of).collect();
        path.extend(owners.iter().enumerate().map(|(place, (_, next))| give(next, &word(draft.before_name(place)))));
        Ok(Sx::List(path))
    }

    /// Returns the effects of a move at its emission, and its continuation.
    pub(super) fn emission(&mut self, emit: &Emit, now: &RuleState) -> Result<Vec<Sx>, Untranslated> {
        if self.draft.rules.recycle_promotions && emit.becomes.len() > 1 {
            // Each type needs a piece of it in hand.
            let one = |kind: &PieceTypeId| Emit { becomes: vec![*kind], ..emit.clone() };
            let ways: Result<Vec<Sx>, Untranslated> =
                emit.becomes.iter().map(|kind| Ok(grouped(self.emission(&one(kind), now)?))).collect();
            return Ok(vec![list("or", ways?)]);
        }
        let becomes_other = now.acts.iter().any(|act| matches!(act.what, What::Become(kind) if kind != self.kind));
        let itself = Emit { becomes: Vec::new(), ..emit.clone() };
        // A change to the present type is omitted, unless a piece that the move has created may be
        // meant.
        let creates = now.acts.iter().any(|act| matches!(act.what, What::Create(..)));
        let emit = if emit.becomes == [self.kind] && !becomes_other && !creates { &itself } else { emit };
        let mut path = Vec::new();
        let mut target = now.target.clone().unwrap_or_else(|| CursorPlace::here(None));
        if self.chain {
            target = self.chain_target();
        }
        if self.alone {
            path.extend(self.displaced(emit, now, &target)?);
        } else {
            let strikes_home =
                |act: &Act| matches!(act.what, What::Capture | What::Create(..)) && !is_elsewhere(&act.at);
            if emit.copies || now.acts.iter().any(strikes_home) || !now.has_left {
                return Err(Untranslated::Alone);
            }
        }
        self.look_at_what_stays(emit, now, &target);
        // What is done later counts, and it is done in this order: captured, created, changed.
        let order = |act: &Act| match act.what {
            What::Capture => 0,
            What::Create(..) => 1,
            What::Become(_) => 2,
            What::Give(_) | What::Flip => 3,
            What::Set(..) | What::SetKept(..) => 4,
        };
        let mut acts: Vec<&Act> = Vec::new();
        for act in &now.acts {
            let same = |known: &&Act| {
                let alike = match (known.what.attribute(), act.what.attribute()) {
                    // A piece changes its owner in two ways, of which the last counts.
                    (None, None) => order(known) == order(act),
                    (one, other) => one == other,
                };
                alike && known.at.is(&act.at)
            };
            acts.retain(|known| !same(known));
            acts.push(act);
        }
        // What stays in place is not captured.
        let stays = self.alone && !self.drops && !emit.copies && now.origin.is(&target);
        acts.retain(|act| {
            let idle = match act.what {
                What::Capture => stays,
                What::Become(kind) => !emit.copies && !becomes_other && !creates && kind == self.kind,
                _ => false,
            };
            !(idle && act.at.is(&target))
        });
        let own_place = target.set()?;
        let put_off: Vec<(Act, String)> = self
            .put_off
            .iter()
            .map(|what| {
                let name = self.draft.later(what)?;
                let mut at = CursorPlace::fixed(name.clone());
                if stays && *what == What::Capture {
                    at.fixed = Some(list("and", [word(name.clone()), list("not", [own_place.clone()])]));
                }
                Ok((Act { what: what.clone(), at }, name))
            })
            .collect::<Result<_, Untranslated>>()?;
        acts.extend(put_off.iter().map(|(act, _)| act));
        acts.compact_sort_by_key(|act| order(act));
        for act in acts {
            let forgotten = matches!(act.what, What::Set(attribute, _) if self.draft.unmoved[attribute.index()]);
            if !forgotten {
                path.extend(self.capture_noted(act, &target)?);
            }
        }
        const CHANGES: [&str; 5] = ["move", "put", "drop", "swap", "give"];
        let changes = |part: &Sx| CHANGES.iter().any(|head| part.rest_of(head).is_some());
        let moves = path.iter().any(changes) || !self.alone;
        let may_be_idle = !moves || !self.drops && !emit.copies && !self.surely_moves(now, &target);
        let stays_itself = emit.becomes.is_empty() || emit.becomes.contains(&self.kind);
        if may_be_idle && stays_itself && !becomes_other {
            // A move that may change nothing has to say so.
            path.push(word("pass"));
        }
        let recycled = self.draft.rules.recycle_promotions;
        if recycled && (becomes_other || !emit.becomes.is_empty() && !self.draft.rules.attributes.is_empty()) {
            return Err(Untranslated::Gap("a piece with attributes, or another, that becomes what is in hand"));
        }
        if !emit.becomes.is_empty() {
            let at: Vec<Sx> = (!target.is_here()).then(|| target.set()).transpose()?.into_iter().collect();
            let names: Vec<Sx> =
                emit.becomes.iter().map(|kind| word(self.draft.pieces[kind.index()].clone())).collect();
            if let ([kind], true) = (names.as_slice(), recycled) {
                // The captured piece is read before it is captured.
                path.insert(0, list(">", [list("hand", [kind.clone()]), word("0")]));
                path.push(list("pocket", at.clone()));
                path.push(list("drop", std::iter::once(kind.clone()).chain(at)));
            } else {
                let kinds = match names.as_slice() {
                    [one] => one.clone(),
                    _ => Sx::List(names),
                };
                path.push(list("become", std::iter::once(kinds).chain(at)));
            }
        }
        for (_, name) in &put_off {
            path.push(list("set", [word(name.clone()), word("none")]));
        }
        for flag in self.raised.clone() {
            path.push(list("set", [word(self.draft.site_flag(flag)), word("none")]));
        }
        let onward = self.onward(emit);
        if self.draft.last.is_left_by(onward) {
            let from = if self.drops || emit.copies { target.set()? } else { now.origin.set()? };
            path.push(list("set", [word(self.draft.step_from()), from]));
        }
        if self.chain {
            path.extend(self.chain_forgotten()?);
            target = CursorPlace::here(None);
        }
        if let Some(class) = onward {
            if emit.then.is_some() && self.draft.counts_parts {
                path.push(list("add", [word(self.draft.parts_name.clone()), word("1")]));
            }
            if self.draft.class_is_used(class) {
                if self.draft.rules.merge == Merge::Results && self.draft.chains_only_move {
                    // An emission without effects is not a move, and all ways to a site are one
                    // move.
                    path.insert(0, list("not", [word("visited")]));
                }
                if self.alone && !target.is_here() {
                    path.push(list("at", [target.set()?]));
                }
                let class = match class {
                    Some(class) => format!("{CLASS_MARK}{}", class.index()),
                    None => UNCLASSED_MARK.to_string(),
                };
                path.push(list(if self.draft.rules.may_stop { "may" } else { "then" }, [word(class)]));
            }
        } else if self.alone && !self.drops && !target.is_here() {
            // The move ends where its piece does.
            path.push(list("at", [target.set()?]));
        }
        Ok(path)
    }

    /// Returns whether a piece surely comes to another place than its own.
    fn surely_moves(&self, now: &RuleState, target: &CursorPlace) -> bool {
        let away = || now.hopped && !now.jumped && self.goes_one_way;
        let left = |from: &CursorPlace| match from.hops.as_deref() {
            None => away(),
            Some([]) => false,
            Some([Step::Vector(_)]) => true,
            Some([Step::Links(which, false)]) => self.draft.board.leads_away(*which),
            Some(_) => away(),
        };
        match (self.alone, target.is_here()) {
            (false, _) => left(&now.start),
            (true, true) => left(&now.origin),
            (true, false) => now.origin.hops.is_some() && target.hops.is_some() && !now.origin.is(target),
        }
    }

    /// Pieces that move, where the cursor goes alone: the last of them first, so that each finds
    /// its place empty.
    fn displaced(&self, emit: &Emit, now: &RuleState, target: &CursorPlace) -> Result<Vec<Sx>, Untranslated> {
        let mut moves = now.moves.clone();
        if self.drops {
            let piece = word(self.draft.pieces[self.kind.index()].clone());
            let at = (!target.is_here()).then(|| target.set()).transpose()?;
            let head = if self.draft.is_endless(self.kind) { "put" } else { "drop" };
            if !moves.is_empty() {
                return Err(Untranslated::Gap("a drop with a cascade"));
            }
            let rest = match (head, at) {
                ("put", Some(at)) => vec![piece, word("mover"), at],
                (_, at) => std::iter::once(piece).chain(at).collect(),
            };
            let mut dropped = vec![list(head, rest)];
            for attribute in self.draft.set_when_new(self.kind) {
                let at = (!target.is_here()).then(|| target.set()).transpose()?;
                dropped.push(list("set", [word(attribute), word("1")].into_iter().chain(at)));
            }
            return Ok(dropped);
        }
        if self.chain {
            return if emit.copies { Err(Untranslated::Gap("a copy with a cascade")) } else { self.chain_moves() };
        }
        if !emit.copies {
            moves.push((now.origin.clone(), target.clone()));
            return together(&moves);
        }
        // What stands on the target goes elsewhere before the copy comes.
        let path = together(&moves)?;
        let owners: Vec<String> = self.owners();
        if now.origin.is(target) {
            return Ok(path);
        }
        if now.origin.is(&now.start) {
            let copy = self.placed(self.kind, "mover", target)?;
            return Ok(path.into_iter().chain(copy).collect());
        }
        // The piece is looked at before anything moves.
        let source = now.origin.set()?;
        let mut ways = if path.is_empty() { word("pass") } else { grouped(path.clone()) };
        for kind in (0..self.draft.pieces.len()).rev().map(PieceTypeId::at) {
            for owner in owners.iter().rev() {
                let name = word(self.draft.pieces[kind.index()].clone());
                let stands = list("any", [list("and", [source.clone(), name, word(owner.clone())])]);
                let copy = self.placed(kind, owner, target)?;
                ways = list("if", [stands, grouped(path.iter().cloned().chain(copy).collect()), ways]);
            }
        }
        Ok(vec![ways])
    }

    /// Returns a new piece, with what pieces of its type begin with.
    fn placed(&self, kind: PieceTypeId, owner: &str, at: &CursorPlace) -> Result<Vec<Sx>, Untranslated> {
        let piece = word(self.draft.pieces[kind.index()].clone());
        let mut path = vec![list("put", [piece, word(owner), at.set()?])];
        for attribute in self.draft.set_when_new(kind) {
            path.push(list("set", [word(attribute), word("1"), at.set()?]));
        }
        Ok(path)
    }

    /// The names of all owners that pieces may have.
    fn owners(&self) -> Vec<String> {
        let named = self.draft.board.players.iter().map(|player| self.draft.player(*player));
        named.chain(self.draft.has_nobody.then(|| "nobody".to_string())).collect()
    }

    /// Notes which attributes are not cleared for a piece that has moved.
    fn look_at_what_stays(&mut self, emit: &Emit, now: &RuleState, target: &CursorPlace) {
        if self.drops || emit.copies {
            return;
        }
        for attribute in 0..self.keeps.len() {
            let cleared = |to: &CursorPlace| {
                now.acts.iter().any(|act| {
                    matches!(act.what, What::Set(known, false) if known.index() == attribute) && act.at.is(to)
                })
            };
            let mut moves = now.moves.iter().map(|(_, to)| to).chain([target]);
            self.keeps[attribute] |= self.chain || !moves.all(cleared);
        }
    }
}

/// Pieces that move at once, one after the other: the last first, but none to where another has
/// still to leave. Those that go round in a circle change places.
fn together(moves: &[(CursorPlace, CursorPlace)]) -> Result<Vec<Sx>, Untranslated> {
    let mut left: Vec<&(CursorPlace, CursorPlace)> = moves.iter().rev().filter(|(from, to)| !from.is(to)).collect();
    let mut path = Vec::new();
    while !left.is_empty() {
        let free = left.iter().position(|(_, to)| left.iter().all(|(from, _)| !from.is(to)));
        if let Some(free) = free {
            let (from, to) = left.remove(free);
            path.push(list("move", [from.set()?, to.set()?]));
            continue;
        }
        let (first, mut next) = left.remove(0).clone();
        while let Some(place) = left.iter().position(|(from, _)| from.is(&next)) {
            path.push(list("swap", [first.set()?, next.set()?]));
            next = left.remove(place).1.clone();
        }
        if !next.is(&first) {
            return Err(Untranslated::Gap("pieces that move in a circle to places that are not known"));
        }
    }
    Ok(path)
}

/// Returns whether a place is certainly not under the cursor.
fn is_elsewhere(spot: &CursorPlace) -> bool {
    spot.hops.as_ref().is_some_and(|hops| !hops.is_empty()) || spot.hops.is_none()
}
