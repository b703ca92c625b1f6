//! Readers of effects: what changes pieces and numbers as a consequence of a move.

use crate::board::SiteType;
use crate::play::position::{self, COUNTER, LAST_TO, POT, TEMP};
use crate::text::Node;

use super::args::{Args, Read, refuse};
use super::number::is_number;
use super::op::{Array, Bound, Facet, Moves, Number, Place, Play, Sow, Truth};
use super::reader::Reader;

impl Reader {
    /// Reads an effect.
    pub(crate) fn effect(&mut self, node: &Node) -> Read<Play> {
        self.generator(node)
    }

    pub(crate) fn effect_of(&mut self, node: &Node, args: &mut Args<'_>) -> Read<Moves> {
        match args.head() {
            "pass" => Ok(Moves::Pass),
            "add" | "claim" => self.add(args),
            "step" => self.step(args),
            "slide" => self.slide(node, args),
            "hop" => self.hop(args),
            "leap" => self.leap(node, args),
            "shoot" => self.shoot(args),
            "fromTo" => self.carriage(args),
            "select" => self.select(args),
            "remove" => self.remove(args),
            "promote" => self.promote(args),
            "apply" => {
                let test = self.named_truth(args, "if")?;
                let effect = args.next().map(|node| self.effect(node)).transpose()?;
                Ok(Moves::Apply { test, effect })
            }
            "moveAgain" => Ok(Moves::MoveAgain),
            "set" => self.set(args, false),
            "sow" => self.sow(args),
            "roll" => match self.ground.dice_sets() {
                1 => Ok(Moves::Roll),
                _ => refuse(node),
            },
            "note" => {
                while args.next().is_some() {}
                args.named("to");
                args.named("player");
                Ok(Moves::Note)
            }
            "addScore" => self.add_score(node, args),
            "trigger" => {
                if args.text().is_none() {
                    return refuse(node);
                }
                let event = self.event();
                Ok(Moves::Trigger(event, self.players(args.expect("a player")?, false)?))
            }
            "remember" if args.is_word("Value") => {
                let name = args.text().unwrap_or_default();
                let list = self.list(name);
                let value = self.number(args.expect("a value")?)?;
                let unique = args.named("unique").is_some_and(|node| node.boolean() != Some(false));
                Ok(Moves::Remember(list, value, unique))
            }
            "forget" if args.is_word("Value") => {
                let name = args.text();
                if args.is_word("All") {
                    return Ok(Moves::Forget(name.map(|name| self.list(name)), None));
                }
                let list = self.list(name.unwrap_or_default());
                Ok(Moves::Forget(Some(list), Some(self.number(args.expect("a value")?)?)))
            }
            "swap" if args.is_word("Pieces") => {
                let one = args.next_if(is_number).map(|node| self.number(node)).transpose()?;
                let two = args.next_if(is_number).map(|node| self.number(node)).transpose()?;
                let (from, to) = (Number::Bound(Bound::From), Number::Bound(Bound::To));
                Ok(Moves::SwapPieces(one.unwrap_or(from), two.unwrap_or(to)))
            }
            "swap" if args.is_word("Players") => {
                let one = self.player(args.expect("a player")?)?;
                Ok(Moves::SwapPlayers(one, self.player(args.expect("a player")?)?))
            }
            "flip" => {
                let ty = self.site_type(args);
                let site = args.next_if(is_number).map(|node| self.number(node)).transpose()?;
                Ok(Moves::Flip { ty, site: site.unwrap_or(Number::Bound(Bound::To)) })
            }
            "custodial" => {
                let (from, ty) = self.around_from(node, args)?;
                let directions = self.directions_or(args, ty, "Adjacent")?;
                let between = self.between(args)?;
                let to = self.to(args.child("to"))?;
                Ok(Moves::Custodial { from, ty, directions, between, to })
            }
            "intervene" => {
                let (from, ty) = self.around_from(node, args)?;
                let word = args.next_if(|node| node.word().is_some()).and_then(Node::word).unwrap_or("Adjacent");
                let Some(table) = self.absolute(ty, word) else { return refuse(node) };
                let lines = self.lines_of(ty, table);
                let between = self.between(args)?;
                let to = self.to(args.child("to"))?;
                Ok(Moves::Intervene { from, ty, lines, between, to })
            }
            "surround" => {
                let (from, ty) = self.around_from(node, args)?;
                let directions = self.directions_or(args, ty, "Adjacent")?;
                let between = self.between(args)?;
                let to = self.to(args.child("to"))?;
                let except = self.named_number(args, "except")?;
                if args.list.named("with").is_some() {
                    return refuse(node);
                }
                Ok(Moves::Surround { from, ty, directions, between, to, except })
            }
            "enclose" => {
                let ty = self.site_type(args);
                let (from, _) = self.around_from(node, args)?;
                let directions = self.directions_or(args, ty, "Adjacent")?;
                let between = self.between(args)?;
                Ok(Moves::Enclose { from, ty, directions, between })
            }
            "directional" => {
                let (from, ty) = self.around_from(node, args)?;
                let directions = self.directions_or(args, ty, "SameDirection")?;
                let to = self.to(args.child("to"))?;
                Ok(Moves::Directional { from, ty, directions, to })
            }
            "attract" => {
                let (from, ty) = self.around_from(node, args)?;
                let directions = self.directions_or(args, ty, "Adjacent")?;
                Ok(Moves::Attract { from, ty, directions })
            }
            _ => refuse(node),
        }
    }

    fn around_from(&mut self, node: &Node, args: &mut Args<'_>) -> Read<(Number, SiteType)> {
        let Some(from) = args.child("from") else {
            return Ok((Number::Register(LAST_TO), self.ground.default_type));
        };
        let from = self.from(Some(from))?;
        match (from.sites, from.level, from.test) {
            (Place::One(site), None, None) => Ok((site, from.ty)),
            _ => refuse(node),
        }
    }

    fn add_score(&mut self, node: &Node, args: &mut Args<'_>) -> Read<Moves> {
        let first = args.expect("a player")?;
        let second = args.expect("a score")?;
        let pairs = match (first.braces(), second.braces()) {
            (Some(players), Some(scores)) if players.len() == scores.len() => {
                let pair = |(player, score)| Ok((self.players(player, false)?, self.number(score)?));
                players.iter().zip(scores).map(pair).collect::<Read<_>>()?
            }
            (None, None) => vec![(self.players(first, false)?, self.number(second)?)],
            _ => return refuse(node),
        };
        Ok(Moves::AddScore(pairs))
    }

    /// Reads what is set.
    pub(crate) fn set(&mut self, args: &mut Args<'_>, decision: bool) -> Read<Moves> {
        let word = args.next().and_then(Node::word).unwrap_or_default();
        match word {
            "NextPlayer" => {
                let node = args.expect("a player")?;
                let is_player = node.word().is_some() || node.list_of("player").is_some() || is_number(node);
                let array = if is_player { Array::Numbers(vec![self.player(node)?]) } else { self.array(node)? };
                Ok(Moves::SetNextPlayer(array))
            }
            _ if decision => args.refuse(),
            "Var" => {
                let name = args.text();
                let value = args.next_if(|node| node.list_of("then").is_none());
                let value = value.map(|node| self.number(node)).transpose()?.unwrap_or(Number::Const(-1));
                Ok(match name {
                    Some(name) => Moves::SetVar(name.to_string(), self.variable(name), value),
                    None => Moves::SetRegister(TEMP, Some(value)),
                })
            }
            "Counter" | "Pot" => {
                let value = args.next_if(|node| node.list_of("then").is_none());
                let value = value.map(|node| self.number(node)).transpose()?;
                Ok(Moves::SetRegister(if word == "Pot" { POT } else { COUNTER }, value))
            }
            "Pending" => {
                let ty = self.ground.default_type;
                Ok(Moves::SetPending(self.place(args, ty)?))
            }
            "Score" | "Value" if args.list.named("at").is_none() => {
                let players = self.players(args.expect("a player")?, false)?;
                let value = self.number(args.expect("a value")?)?;
                Ok(if word == "Score" {
                    Moves::SetScore(players, value)
                } else {
                    Moves::SetPlayerValue(players, value)
                })
            }
            "State" | "Value" => {
                let facet = if word == "State" { Facet::State } else { Facet::Value };
                let ty = self.site_type(args);
                let at = self.needed_number(args, "at")?;
                let level = self.named_number(args, "level")?;
                let value = self.number(args.expect("a value")?)?;
                Ok(Moves::SetFacet { facet, ty, at, level, value })
            }
            "Count" => {
                let ty = self.site_type(args);
                let at = self.needed_number(args, "at")?;
                let value = self.number(args.expect("a value")?)?;
                Ok(Moves::SetCount { ty, at, value })
            }
            "Team" => {
                let team = self.number(args.expect("a team")?)?;
                let Some(roles) = args.expect("players")?.braces() else { return args.refuse() };
                let roles = roles.iter().map(|role| self.player(role)).collect::<Read<_>>()?;
                Ok(Moves::SetTeam(team, roles))
            }
            _ => args.refuse(),
        }
    }

    fn sow(&mut self, args: &mut Args<'_>) -> Read<Moves> {
        let ty = self.site_type(args);
        let start = match args.next_if(is_number) {
            Some(node) => self.number(node)?,
            None => Number::Register(LAST_TO),
        };
        let count = self.named_number(args, "count")?;
        let per_hole = self.named_number(args, "numPerHole")?.unwrap_or(Number::Const(1));
        let name = args.text();
        let owner = self.named_number(args, "owner")?;
        let track = self.sow_track(name, owner);
        let test = self.named_truth(args, "if")?.unwrap_or(Truth::Const(true));
        let effect = args.named("sowEffect").map(|node| self.effect(node)).transpose()?;
        let apply = args.named("apply").map(|node| self.effect(node)).transpose()?;
        let include_self = args.named("includeSelf").and_then(Node::boolean).unwrap_or(true);
        let origin = self.named_truth(args, "origin")?.unwrap_or(Truth::Const(false));
        let skip = self.named_truth(args, "skipIf")?;
        let backtracking = self.named_truth(args, "backtracking")?;
        let forward = self.named_truth(args, "forward")?;
        Ok(Moves::Sow(Sow {
            ty,
            start,
            count,
            per_hole,
            track,
            test,
            apply,
            effect,
            include_self,
            origin,
            skip,
            backtracking,
            forward,
        }))
    }

    fn sow_track(&self, name: Option<&str>, owner: Option<Number>) -> super::op::TrackChoice {
        // Without an owner the first track counts, of any owner.
        let tracks = &self.ground.equipment.tracks;
        let named = |at: &usize| name.is_none_or(|name| tracks[*at].name.contains(name));
        let first = (0..tracks.len()).find(named);
        let by_player = (0..self.ground.players + 2)
            .map(|player| match owner {
                Some(_) => (0..tracks.len()).filter(named).find(|at| self.ground.owner(tracks[*at].owner) == player),
                None => first,
            })
            .collect();
        let player = owner.unwrap_or(Number::Register(position::MOVER));
        super::op::TrackChoice { by_player, player: Box::new(player) }
    }
}
