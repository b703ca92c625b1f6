//! Readers of generators of moves: what a player may decide, and combinations of moves.

use crate::board::SiteType;
use crate::play::position::LAST_TO;
use crate::text::{Diagnostic, Node};

use super::args::{Args, Read, refuse};
use super::number::is_number;
use super::op::{Apply, Between, Bound, ForEachPiece, From, Moves, Number, Pieces, Place, Play, Players, To, Truth};
use super::reader::Reader;
use super::region::is_region;

/// Reads walks: lists of steps forward and of turns.
pub(crate) fn walks(node: &Node) -> Option<Vec<Vec<u8>>> {
    node.braces()?.iter().map(walk).collect()
}

/// Reads one walk.
pub(crate) fn walk(node: &Node) -> Option<Vec<u8>> {
    let step = |node: &Node| match node.word() {
        Some("F") => Some(b'F'),
        Some("L") => Some(b'L'),
        Some("R") => Some(b'R'),
        _ => None,
    };
    node.braces()?.iter().map(step).collect()
}

impl Reader {
    /// Reads moves, whether decisions or effects.
    pub(crate) fn generator(&mut self, node: &Node) -> Read<Play> {
        let mut args = Args::of(node)?;
        let decision = args.head() == "move";
        let op = if decision { self.decision(node, &mut args)? } else { self.combination(node, &mut args)? };
        let then = self.then(&mut args)?;
        args.finish()?;
        Ok(Play { op: Box::new(op), then, decision })
    }

    fn decision(&mut self, node: &Node, args: &mut Args<'_>) -> Read<Moves> {
        let Some(word) = args.next_if(|node| node.word().is_some()).and_then(Node::word) else {
            return self.carriage(args);
        };
        match word {
            "Pass" => Ok(Moves::Pass),
            "Add" | "Claim" => self.add(args),
            "Step" => self.step(args),
            "Slide" => self.slide(node, args),
            "Hop" => self.hop(args),
            "Leap" => self.leap(node, args),
            "Shoot" => self.shoot(args),
            "Select" => self.select(args),
            "Remove" => self.remove(args),
            "Promote" => self.promote(args),
            "Swap" if args.is_word("Pieces") => {
                let one = args.next().map(|node| self.number(node)).transpose()?;
                let two = args.next().map(|node| self.number(node)).transpose()?;
                let (from, to) = (Number::Bound(Bound::From), Number::Bound(Bound::To));
                Ok(Moves::SwapPieces(one.unwrap_or(from), two.unwrap_or(to)))
            }
            "Swap" if args.is_word("Players") => {
                let one = self.player(args.expect("a player")?)?;
                Ok(Moves::SwapPlayers(one, self.player(args.expect("a player")?)?))
            }
            "Set" => self.set(args, true),
            _ => refuse(node),
        }
    }

    fn combination(&mut self, node: &Node, args: &mut Args<'_>) -> Read<Moves> {
        Ok(match args.head() {
            "or" | "and" => Moves::Or(self.plays(args)?),
            "if" => {
                let test = self.truth(args.expect("a condition")?)?;
                let yes = self.generator(args.expect("moves")?)?;
                let no = args.next_if(|node| node.list_of("then").is_none());
                Moves::If(test, yes, no.map(|node| self.generator(node)).transpose()?)
            }
            "append" => Moves::Append(self.generator(args.expect("moves")?)?),
            "allCombinations" => {
                let one = self.generator(args.expect("moves")?)?;
                Moves::AllCombinations(one, self.generator(args.expect("moves")?)?)
            }
            "while" => {
                let test = self.truth(args.expect("a condition")?)?;
                Moves::While(test, self.generator(args.expect("moves")?)?)
            }
            "priority" => Moves::Priority(self.plays(args)?),
            "seq" => Moves::Sequence(self.plays(args)?),
            "do" => {
                let prior = self.generator(args.expect("moves")?)?;
                let next = args.named("next").map(|node| self.generator(node)).transpose()?;
                let after = self.named_truth(args, "ifAfterwards")?;
                Moves::Do { prior, next, after }
            }
            "max" => {
                let kind = args.next().and_then(Node::word);
                if args.list.named("withValue").is_some() {
                    return refuse(node);
                }
                if kind == Some("Distance") {
                    args.text();
                    args.next_if(|node| node.word().is_some_and(super::names::is_role));
                }
                let play = self.generator(args.expect("moves")?)?;
                match kind {
                    Some("Moves") => Moves::MaxMoves(play),
                    Some("Captures") => Moves::MaxCaptures(play),
                    Some("Distance") => Moves::Same(play),
                    _ => return refuse(node),
                }
            }
            "firstMoveOnTrack" => {
                let name = args.text();
                let player = self.next_player(args)?;
                let track = self.track_named(name, player);
                Moves::FirstMoveOnTrack(track, self.generator(args.expect("moves")?)?)
            }
            "forEach" => self.for_each(node, args)?,
            _ => self.effect_of(node, args)?,
        })
    }

    fn plays(&mut self, args: &mut Args<'_>) -> Read<Vec<Play>> {
        if let Some(list) = args.next_if(|node| node.braces().is_some()) {
            return list.braces().unwrap_or_default().iter().map(|node| self.generator(node)).collect();
        }
        let one = self.generator(args.expect("moves")?)?;
        let mut all = vec![one];
        while let Some(node) = args.next_if(|node| node.list_of("then").is_none()) {
            all.push(self.generator(node)?);
        }
        Ok(all)
    }

    /// Reads a `(from …)` clause; the bound origin without one.
    pub(crate) fn from(&mut self, node: Option<&Node>) -> Read<From> {
        let default = self.ground.default_type;
        let bound = Place::One(Number::Bound(Bound::From));
        let Some(node) = node else { return Ok(From { ty: default, sites: bound, level: None, test: None }) };
        let mut args = Args::of(node)?;
        let ty = self.site_type(&mut args);
        let sites = self.place(&mut args, ty)?.unwrap_or(bound);
        let level = self.named_number(&mut args, "level")?;
        let test = self.named_truth(&mut args, "if")?;
        args.finish()?;
        Ok(From { ty, sites, level, test })
    }

    /// Takes the next argument if it is a site or a region.
    pub(crate) fn place(&mut self, args: &mut Args<'_>, ty: SiteType) -> Read<Option<Place>> {
        let Some(node) = args.next_if(|node| is_number(node) || is_region(node)) else { return Ok(None) };
        Ok(Some(if is_number(node) { Place::One(self.number(node)?) } else { Place::Many(self.region_of(node, ty)?) }))
    }

    /// Reads a `(to …)` clause; the bound target without one.
    pub(crate) fn to(&mut self, node: Option<&Node>) -> Read<To> {
        let default = self.ground.default_type;
        let Some(node) = node else { return Ok(To { ty: default, sites: None, level: None, test: None, apply: None }) };
        let mut args = Args::of(node)?;
        let ty = self.site_type(&mut args);
        let sites = self.place(&mut args, ty)?;
        let level = self.named_number(&mut args, "level")?;
        let test = self.named_truth(&mut args, "if")?;
        let apply = self.apply(&mut args)?;
        args.finish()?;
        Ok(To { ty, sites, level, test, apply })
    }

    fn apply(&mut self, args: &mut Args<'_>) -> Read<Option<Apply>> {
        let Some(node) = args.child("apply") else { return Ok(None) };
        let mut inner = Args::of(node)?;
        let test = self.named_truth(&mut inner, "if")?;
        let effect = inner.next().map(|node| self.effect(node)).transpose()?;
        inner.finish()?;
        Ok(Some(Apply { test, effect }))
    }

    /// Reads a `(between …)` clause.
    pub(crate) fn between(&mut self, args: &mut Args<'_>) -> Read<Between> {
        let Some(node) = args.child("between") else { return Ok(Between::default()) };
        let mut inner = Args::of(node)?;
        let between = Between {
            before: self.named_number(&mut inner, "before")?,
            after: self.named_number(&mut inner, "after")?,
            test: self.named_truth(&mut inner, "if")?,
            trail: self.named_number(&mut inner, "trail")?,
            range: match inner.next_if(|node| node.list_of("apply").is_none()) {
                Some(node) => Some(self.range(node)?),
                None => None,
            },
            apply: self.apply(&mut inner)?,
        };
        inner.finish()?;
        Ok(between)
    }

    fn stack(args: &mut Args<'_>) -> bool {
        args.named("stack").and_then(Node::boolean).unwrap_or(false)
    }

    /// Reads the parameters of adding pieces.
    pub(crate) fn add(&mut self, args: &mut Args<'_>) -> Read<Moves> {
        let pieces = args.child("piece").map(|node| self.pieces(node)).transpose()?;
        let to = self.to(args.child("to"))?;
        let count = self.named_number(args, "count")?;
        Ok(Moves::Add { pieces, to, count, stack: Self::stack(args) })
    }

    /// Reads the parameters of a step.
    pub(crate) fn step(&mut self, args: &mut Args<'_>) -> Read<Moves> {
        let from = self.from(args.child("from"))?;
        let directions = self.directions_or(args, from.ty, "Adjacent")?;
        let to = self.to(args.child("to"))?;
        Ok(Moves::Step { from, directions, to, stack: Self::stack(args) })
    }

    /// Reads the parameters of a slide.
    pub(crate) fn slide(&mut self, node: &Node, args: &mut Args<'_>) -> Read<Moves> {
        let from = self.from(args.child("from"))?;
        let track = args.text();
        let directions = self.directions_or(args, from.ty, "Adjacent")?;
        let between = self.between(args)?;
        let to = self.to(args.child("to"))?;
        let stack = Self::stack(args);
        let Some(name) = track else { return Ok(Moves::Slide { from, directions, between, to, stack }) };
        let tracks = &self.ground.equipment.tracks;
        let tracks: Vec<usize> =
            (0..tracks.len()).filter(|at| name == "AllTracks" || tracks[*at].name.contains(name)).collect();
        if stack || between.trail.is_some() {
            return refuse(node);
        }
        Ok(Moves::SlideTrack { turns: name == "AllTracks", from, tracks, between, to })
    }

    /// Reads the parameters of a hop.
    pub(crate) fn hop(&mut self, args: &mut Args<'_>) -> Read<Moves> {
        let from = self.from(args.child("from"))?;
        let directions = self.directions_or(args, from.ty, "Adjacent")?;
        let between_at = args.list.child("between").map(|node| node.span);
        let between = self.between(args)?;
        if let (Some((Number::Const(..=0), _)), Some(Truth::Const(true)), Some(span)) =
            (&between.range, &between.test, between_at)
        {
            return Err(Diagnostic::unsupported(span, "hop over any or no site"));
        }
        let to = self.to(args.child("to"))?;
        Ok(Moves::Hop { from, directions, between, to, stack: Self::stack(args) })
    }

    /// Reads the parameters of a leap.
    pub(crate) fn leap(&mut self, node: &Node, args: &mut Args<'_>) -> Read<Moves> {
        let from = self.from(args.child("from"))?;
        let Some(walks) = args.next().and_then(walks) else { return refuse(node) };
        let forward = match args.named("forward") {
            Some(node) => match node.boolean() {
                Some(value) => value,
                None => return refuse(node),
            },
            None => false,
        };
        let turns = self.rotations(node, args)?;
        let to = self.to(args.child("to"))?;
        let targets = self.leaps(from.ty, &walks, turns);
        Ok(Moves::Leap { from, targets, forward, to })
    }

    /// Reads whether walks may begin in all directions and not only in that of the piece.
    pub(crate) fn rotations(&self, node: &Node, args: &mut Args<'_>) -> Read<bool> {
        match args.named("rotations").map(Node::boolean) {
            None => Ok(true),
            Some(Some(false)) if self.components.iter().any(|one| one.facing != 0) => refuse(node),
            Some(Some(turns)) => Ok(turns),
            Some(None) => refuse(node),
        }
    }

    /// Reads the parameters of a shot.
    pub(crate) fn shoot(&mut self, args: &mut Args<'_>) -> Read<Moves> {
        let pieces = self.pieces(args.expect("a piece")?)?;
        let from = match args.child("from") {
            Some(node) => self.from(Some(node))?,
            None => From { sites: Place::One(Number::Register(crate::play::position::LAST_TO)), ..self.from(None)? },
        };
        let directions = self.directions_or(args, from.ty, "Adjacent")?;
        let between = self.between(args)?;
        let to = self.to(args.child("to"))?;
        Ok(Moves::Shoot { pieces, from, directions, between, to })
    }

    /// Reads the parameters of a move from sites to sites.
    pub(crate) fn carriage(&mut self, args: &mut Args<'_>) -> Read<Moves> {
        let from = self.from(Some(args.expect("`(from …)`")?))?;
        let to = self.to(Some(args.expect("`(to …)`")?))?;
        let count = self.named_number(args, "count")?;
        let copy = self.named_truth(args, "copy")?;
        Ok(Moves::FromTo { from, to, count, copy, stack: Self::stack(args) })
    }

    /// Reads the parameters of a selection.
    pub(crate) fn select(&mut self, args: &mut Args<'_>) -> Read<Moves> {
        let from = self.from(Some(args.expect("`(from …)`")?))?;
        let to = args.child("to").map(|node| self.to(Some(node))).transpose()?;
        Ok(Moves::Select { from, to })
    }

    /// Reads the parameters of a removal.
    pub(crate) fn remove(&mut self, args: &mut Args<'_>) -> Read<Moves> {
        let ty = self.site_type(args);
        let node = args.expect("a site")?;
        let sites =
            if is_region(node) { Place::Many(self.region_of(node, ty)?) } else { Place::One(self.number(node)?) };
        let level = self.named_number(args, "level")?;
        let deferred = args.named("at").and_then(Node::word) == Some("EndOfTurn");
        let count = self.named_number(args, "count")?;
        Ok(Moves::Remove { ty, sites, level, deferred, count })
    }

    /// Reads the parameters of a promotion.
    pub(crate) fn promote(&mut self, args: &mut Args<'_>) -> Read<Moves> {
        let ty = self.site_type(args);
        let site = match args.next_if(is_number) {
            Some(node) => self.number(node)?,
            None => Number::Bound(Bound::To),
        };
        let node = args.expect("a piece")?;
        let mut pieces = self.pieces(node)?;
        if let Some(player) = self.next_player(args)? {
            Self::owned_by(&mut pieces, &player);
        }
        Ok(Moves::Promote { ty, site, pieces })
    }

    fn owned_by(pieces: &mut Pieces, player: &Number) {
        for component in &mut pieces.components {
            // A number names one component of any owner.
            if let Number::Component(_, owner) = component {
                **owner = player.clone();
            }
        }
    }

    fn for_each(&mut self, node: &Node, args: &mut Args<'_>) -> Read<Moves> {
        let Some(word) = args.next_if(|node| node.word().is_some()).and_then(Node::word) else {
            let array = self.array(args.expect("players")?)?;
            return Ok(Moves::ForEachArrayPlayer(array, self.generator(args.expect("moves")?)?));
        };
        match word {
            "Piece" => self.for_each_piece(node, args),
            "Site" => {
                let ty = self.ground.default_type;
                let region = self.region_of(args.expect("a region")?, ty)?;
                let play = self.generator(args.expect("moves")?)?;
                let otherwise = args.named("noMoveYet").map(|node| self.generator(node)).transpose()?;
                Ok(Moves::ForEachSite { ty, region, play, otherwise })
            }
            "Direction" => {
                let from = self.from(args.child("from"))?;
                let directions = self.directions_or(args, from.ty, "Adjacent")?;
                let between = self.between(args)?;
                let to = args.child("to").map(|node| self.to(Some(node))).transpose()?;
                let play = match args.next_if(|node| node.list_of("then").is_none()) {
                    Some(node) => Some(self.generator(node)?),
                    None => None,
                };
                if play.is_none() && to.is_none() {
                    return refuse(node);
                }
                Ok(Moves::ForEachDirection { from, directions, between, to, play })
            }
            "Player" => Ok(Moves::ForEachPlayer(Players::All, self.generator(args.expect("moves")?)?)),
            "Value" => {
                if args.list.named("min").is_none() {
                    let array = self.array(args.expect("values")?)?;
                    return Ok(Moves::ForEachElement(array, self.generator(args.expect("moves")?)?));
                }
                let low = self.needed_number(args, "min")?;
                let high = self.needed_number(args, "max")?;
                Ok(Moves::ForEachValue { low, high, play: self.generator(args.expect("moves")?)? })
            }
            "Die" => {
                if args.peek().is_some_and(is_number) {
                    return refuse(node);
                }
                let replay_double = self.named_truth(args, "replayDouble")?.unwrap_or(Truth::Const(false));
                let test = self.named_truth(args, "if")?;
                Ok(Moves::ForEachDie { replay_double, test, play: self.generator(args.expect("moves")?)? })
            }
            "Level" => {
                let ty = self.site_type(args);
                let site_at = args.expect("a site")?;
                let site = self.number(site_at)?;
                let from_top = match args.next_if(|node| node.word().is_some()).and_then(Node::word) {
                    Some("FromTop") | None => true,
                    Some("FromBottom") => false,
                    _ => return refuse(node),
                };
                let play_at = args.expect("moves")?;
                // Ludii loses the level of the piece that lands on these levels.
                let is_target = matches!(site, Number::Bound(Bound::To) | Number::Register(LAST_TO));
                if is_target && let Some(remove) = removes_level(play_at) {
                    return Err(Diagnostic::unsupported(remove.span, "removal of levels under a piece that lands"));
                }
                Ok(Moves::ForEachLevel { ty, site, from_top, play: self.generator(play_at)? })
            }
            "Group" => {
                let ty = self.site_type(args);
                let directions = self.directions_or(args, ty, "Adjacent")?;
                let test = self.named_truth(args, "if")?.map(Box::new);
                let query = super::op::GroupQuery { ty, directions, test };
                Ok(Moves::ForEachGroup { query, play: self.generator(args.expect("moves")?)? })
            }
            _ => refuse(node),
        }
    }

    fn for_each_piece(&mut self, node: &Node, args: &mut Args<'_>) -> Read<Moves> {
        let on = args.named("on").and_then(Node::word).and_then(SiteType::named);
        let names: Option<Vec<String>> = match args.peek() {
            Some(one) if one.text().is_some() => args.text().map(|name| vec![name.to_string()]),
            Some(list) if list.braces().is_some() => {
                args.next();
                let texts = list.braces().unwrap_or_default().iter().filter_map(Node::text);
                Some(texts.map(str::to_string).collect())
            }
            _ => None,
        };
        let mut container = None;
        let mut within = self.ground.board(on.unwrap_or(self.ground.default_type));
        if on.is_none() {
            for ty in self.ground.types() {
                within.union_with(&self.ground.board(ty));
            }
        }
        if let Some(number) = args.named("container") {
            container = Some(self.number(number)?);
        } else if let Some(name) = args.text() {
            within = self.container_named(node, name, on)?;
        }
        let is_player =
            |node: &Node| node.word().is_some_and(super::names::is_role) || node.list_of("player").is_some();
        let play = match args.next_if(|node| node.list_of("then").is_none() && !is_player(node)) {
            Some(node) => Some(self.generator(node)?),
            None => None,
        };
        let players = match args.next_if(is_player) {
            Some(node) => self.players(node, true)?,
            None => Players::One(Number::Register(crate::play::position::MOVER)),
        };
        let top = args.named("top").is_some_and(|node| node.boolean() != Some(false));
        let owners = self.ground.players + 2;
        let fits = |at: usize, owner: usize| {
            let one = &self.components[at];
            one.owner == owner
                && names.as_ref().is_none_or(|names| names.iter().any(|name| one.plain == *name || one.name == *name))
        };
        let components = (0..owners)
            .map(|owner| (1..self.components.len()).filter(|at| fits(*at, owner)).map(|at| at as u16).collect())
            .collect();
        Ok(Moves::ForEachPiece(Box::new(ForEachPiece { components, players, within, container, play, top })))
    }
}

/// Returns a removal of the level at hand in a generator.
fn removes_level(node: &Node) -> Option<&Node> {
    if let Some(list) = node.list_of("remove")
        && list.named("level").is_some_and(|level| level.list_of("level").is_some())
    {
        return Some(node);
    }
    let parts = node.list().map(|list| list.args.as_slice()).or(node.braces()).unwrap_or_default();
    parts.iter().find_map(removes_level)
}
