//! Readers of conditions.

use crate::board::SiteType;
use crate::play::position::{LAST_FROM, LAST_TO, MOVER, NEXT, PREV};
use crate::text::Node;

use super::args::{Args, Read, refuse};
use super::number::is_number;
use super::op::{Bound, Compare, LineQuery, Number, Players, Region, Truth};
use super::reader::Reader;
use super::region::is_region;

impl Reader {
    /// Reads a named condition.
    pub(crate) fn named_truth(&mut self, args: &mut Args<'_>, name: &str) -> Read<Option<Truth>> {
        args.named(name).map(|node| self.truth(node)).transpose()
    }

    /// Reads a condition.
    pub(crate) fn truth(&mut self, node: &Node) -> Read<Truth> {
        if let Some(value) = node.boolean() {
            return Ok(Truth::Const(value));
        }
        let mut args = Args::of(node)?;
        let truth = match args.head() {
            "not" => Truth::Not(Box::new(self.truth(args.expect("a condition")?)?)),
            "and" => Truth::And(self.truths(&mut args)?),
            "or" => Truth::Or(self.truths(&mut args)?),
            "xor" => {
                let one = Box::new(self.truth(args.expect("a condition")?)?);
                Truth::Xor(one, Box::new(self.truth(args.expect("a condition")?)?))
            }
            "if" => {
                let test = Box::new(self.truth(args.expect("a condition")?)?);
                let yes = Box::new(self.truth(args.expect("a condition")?)?);
                let no = args.next().map(|node| self.truth(node)).transpose()?;
                Truth::If(test, yes, Box::new(no.unwrap_or(Truth::Const(false))))
            }
            "=" => self.compare(&mut args, Compare::Equal)?,
            "!=" => self.compare(&mut args, Compare::Unequal)?,
            "<" => self.compare(&mut args, Compare::Less)?,
            "<=" => self.compare(&mut args, Compare::LessOrEqual)?,
            ">" => self.compare(&mut args, Compare::Greater)?,
            ">=" => self.compare(&mut args, Compare::GreaterOrEqual)?,
            "is" => self.is(node, &mut args)?,
            "all" => self.all(node, &mut args)?,
            "no" => self.no(&mut args)?,
            "can" => {
                if !args.is_word("Move") {
                    return args.refuse();
                }
                Truth::CanMove(Box::new(self.generator(args.expect("moves")?)?))
            }
            "was" if args.is_word("Pass") => Truth::WasPass,
            _ => return refuse(node),
        };
        args.finish()?;
        Ok(truth)
    }

    fn truths(&mut self, args: &mut Args<'_>) -> Read<Vec<Truth>> {
        if let Some(list) = args.next_if(|node| node.braces().is_some()) {
            return list.braces().unwrap_or_default().iter().map(|node| self.truth(node)).collect();
        }
        let one = self.truth(args.expect("a condition")?)?;
        Ok(vec![one, self.truth(args.expect("a second condition")?)?])
    }

    fn compare(&mut self, args: &mut Args<'_>, how: Compare) -> Read<Truth> {
        let first = args.expect("a value")?;
        let second = args.expect("a second value")?;
        if is_region(first) && is_region(second) && matches!(how, Compare::Equal | Compare::Unequal) {
            let ty = self.ground.default_type;
            let same = Truth::SameRegion(Box::new(self.region_of(first, ty)?), Box::new(self.region_of(second, ty)?));
            return Ok(if how == Compare::Equal { same } else { Truth::Not(Box::new(same)) });
        }
        Ok(Truth::Compare(how, self.boxed(first)?, self.boxed(second)?))
    }

    fn is(&mut self, node: &Node, args: &mut Args<'_>) -> Read<Truth> {
        let Some(word) = args.next().and_then(Node::word) else { return refuse(node) };
        let register = |register| Box::new(Number::Register(register));
        let same = |player, register_of| Ok(Truth::Compare(Compare::Equal, Box::new(player), register(register_of)));
        match word {
            "Mover" => same(self.player(args.expect("a player")?)?, MOVER),
            "Next" => same(self.player(args.expect("a player")?)?, NEXT),
            "Prev" => same(self.player(args.expect("a player")?)?, PREV),
            "Enemy" => Ok(Truth::Enemy(Box::new(self.player(args.expect("a player")?)?))),
            "Friend" => Ok(Truth::Friend(Box::new(self.player(args.expect("a player")?)?))),
            "Active" => Ok(Truth::Active(Box::new(self.player(args.expect("a player")?)?))),
            "Empty" | "Occupied" => {
                let ty = self.site_type(args);
                let site = self.boxed(args.expect("a site")?)?;
                Ok(if word == "Empty" { Truth::Empty(ty, site) } else { Truth::Occupied(ty, site) })
            }
            "In" => self.is_in(node, args),
            "Odd" => Ok(Truth::Odd(self.boxed(args.expect("a number")?)?)),
            "Even" => Ok(Truth::Not(Box::new(Truth::Odd(self.boxed(args.expect("a number")?)?)))),
            "LastTo" | "LastFrom" if args.peek().is_some_and(is_number) => {
                let register = if word == "LastTo" { LAST_TO } else { LAST_FROM };
                same(self.number(args.expect("a site")?)?, register)
            }
            "Flat" => {
                let site = args.next_if(is_number).map(|node| self.number(node)).transpose()?;
                let ty = self.ground.default_type;
                let below = Box::new(self.named_directions(node, ty, "Downward")?);
                Ok(Truth::Flat(ty, below, Box::new(site.unwrap_or(Number::Bound(Bound::To)))))
            }
            "Target" => {
                if args.peek().is_some_and(|node| node.text().is_some() || is_number(node)) {
                    return refuse(node);
                }
                let list = |this: &mut Reader, node: Option<&Node>| match node.and_then(Node::braces) {
                    Some(list) => list.iter().map(|one| this.number(one)).collect::<Read<Vec<Number>>>().map(Some),
                    None => Ok(None),
                };
                let Some(whats) = list(self, args.next())? else { return refuse(node) };
                let node_of_sites = args.next();
                let sites = match (list(self, node_of_sites)?, node_of_sites) {
                    (Some(sites), _) => sites,
                    (None, Some(site)) => vec![self.number(site)?],
                    (None, None) => {
                        (0..self.ground.size(self.ground.default_type)).map(|at| Number::Const(at as i32)).collect()
                    }
                };
                let mut slots = Vec::new();
                for site in sites {
                    match site {
                        Number::Const(site) => slots.extend(self.ground.slot(self.ground.default_type, site)),
                        _ => return refuse(node),
                    }
                }
                Ok(Truth::Target(whats, slots))
            }
            "Visited" => Ok(Truth::Visited(self.boxed(args.expect("a site")?)?)),
            "AnyDie" => Ok(Truth::AnyDie(self.boxed(args.expect("a number")?)?)),
            "Pending" => Ok(Truth::Pending),
            "Full" => Ok(Truth::Full),
            "Triggered" => {
                if args.text().is_none() {
                    return refuse(node);
                }
                let event = self.event();
                Ok(Truth::Triggered(event, Box::new(self.player(args.expect("a player")?)?)))
            }
            "Within" => {
                let what = self.boxed(args.expect("a piece")?)?;
                let ty = self.site_type(args);
                let region = match (args.named("at"), args.named("in")) {
                    (Some(at), _) => self.region_or_site(at, ty)?,
                    (_, Some(region)) => self.region_of(region, ty)?,
                    _ => return refuse(node),
                };
                Ok(Truth::Within(ty, what, Box::new(region)))
            }
            "Threatened" => self.threatened(node, args),
            "Line" => self.line(node, args),
            "Connected" => self.connected(node, args),
            "Related" => {
                let Some(relation) = args.next().and_then(Node::word) else { return refuse(node) };
                let ty = self.site_type(args);
                let directions = Box::new(self.named_directions(node, ty, relation)?);
                let from = self.boxed(args.expect("a site")?)?;
                let to = self.region_or_site(args.expect("a site")?, ty)?;
                Ok(Truth::Related(directions, from, Box::new(to)))
            }
            "Tree" | "SpanningTree" | "TreeCentre" | "CaterpillarTree" | "RegularGraph" | "Path" | "Pattern"
            | "Loop" | "LastTo" => self.is_graph(node, args, word),
            "Repeat" if args.list.args.len() == 1 || args.is_word("Positional") => Ok(Truth::Repeat),
            _ => refuse(node),
        }
    }

    fn is_in(&mut self, node: &Node, args: &mut Args<'_>) -> Read<Truth> {
        let ty = self.ground.default_type;
        let first = args.expect("a site")?;
        if let Some(list) = first.braces() {
            let sites = list.iter().map(|node| self.number(node)).collect::<Read<_>>()?;
            let region = self.region_of(args.expect("a region")?, ty)?;
            return Ok(Truth::AllIn(sites, Box::new(region)));
        }
        let Some(second) = args.next() else {
            let region = self.region_of(first, ty)?;
            return Ok(Truth::In(Box::new(Number::Bound(Bound::To)), Box::new(region)));
        };
        let site = self.boxed(first)?;
        if is_region(second) || second.braces().is_some() {
            return Ok(Truth::In(site, Box::new(self.region_of(second, ty)?)));
        }
        if second.list().is_some() {
            return Ok(Truth::InArray(site, Box::new(self.array(second)?)));
        }
        refuse(node)
    }

    fn threatened(&mut self, node: &Node, args: &mut Args<'_>) -> Read<Truth> {
        let what = match args.next_if(is_number) {
            Some(what) => Some(self.boxed(what)?),
            None => None,
        };
        let ty = self.site_type(args);
        let region = match (args.named("at"), args.named("in")) {
            (Some(at), _) => self.region_or_site(at, ty)?,
            (_, Some(region)) => self.region_of(region, ty)?,
            _ if what.is_some() => Region::Pending,
            _ => return refuse(node),
        };
        let play = args.next().map(|node| self.generator(node).map(Box::new)).transpose()?;
        let implied = matches!(region, Region::Pending);
        if implied {
            let Some(what) = what else { return refuse(node) };
            let everywhere = self.ground.everything();
            let region = Region::Occupied {
                players: Players::AllOwners,
                components: None,
                within: everywhere,
                any_level: false,
            };
            let test = Truth::Compare(
                Compare::Equal,
                Box::new(Number::Facet(super::op::Facet::What, ty, Box::new(Number::Bound(Bound::Site)), None)),
                what.clone(),
            );
            let region = Region::Filter(ty, Box::new(region), Box::new(test));
            return Ok(Truth::Threatened(Some(what), Box::new(region), play));
        }
        Ok(Truth::Threatened(what, Box::new(region), play))
    }

    fn line(&mut self, node: &Node, args: &mut Args<'_>) -> Read<Truth> {
        let ty = self.site_type(args);
        let length = self.number(args.expect("a length")?)?;
        let word = args.next_if(|node| node.word().is_some_and(|word| word == "All" || !super::names::is_role(word)));
        let word = word.and_then(Node::word).unwrap_or("Adjacent");
        // Lines within a layer of a pyramid have not been compared with Ludii.
        if word == "SameLayer" {
            return refuse(node);
        }
        let Some(table) = self.absolute(ty, word) else { return refuse(node) };
        let lines = self.lines_of(ty, table);
        let through = match (args.named("through"), args.named("throughAny")) {
            (Some(site), _) => Ok(self.number(site)?),
            (_, Some(region)) => Err(self.region_of(region, ty)?),
            _ => Ok(Number::Register(LAST_TO)),
        };
        let who = match args.next_if(|node| node.word().is_some_and(super::names::is_role)) {
            Some(node) => Some(self.players(node, false)?),
            None => None,
        };
        let whats = match (args.named("what"), args.named("whats")) {
            (Some(what), _) => Some(vec![self.number(what)?]),
            (_, Some(list)) => {
                let list = list.braces().unwrap_or_default();
                Some(list.iter().map(|one| self.number(one)).collect::<Read<_>>()?)
            }
            _ => None,
        };
        let exact = self.named_truth(args, "exact")?.unwrap_or(Truth::Const(false));
        let contiguous = self.named_truth(args, "contiguous")?.unwrap_or(Truth::Const(true));
        let test = self.named_truth(args, "if")?;
        let by_level = args.named("byLevel").is_some_and(|node| node.boolean() != Some(false));
        if !matches!(contiguous, Truth::Const(true)) || args.named("top").is_some() {
            return refuse(node);
        }
        Ok(Truth::Line(Box::new(LineQuery { ty, length, lines, through, who, whats, exact, test, by_level })))
    }

    fn connected(&mut self, node: &Node, args: &mut Args<'_>) -> Read<Truth> {
        let number = args.next_if(is_number).map(|node| self.boxed(node)).transpose()?;
        let ty = self.site_type(args);
        let at = self.named_number(args, "at")?.unwrap_or(Number::Register(LAST_TO));
        let directions = self.directions_or(args, ty, "Adjacent")?;
        let target = args.expect("regions")?;
        let everybody = self.ground.players + 2;
        let (regions, role) = match (target.braces(), target.word()) {
            (Some(list), _) => {
                let regions: Vec<Region> = list.iter().map(|one| self.region_of(one, ty)).collect::<Read<_>>()?;
                (vec![regions; everybody], Number::Const(0))
            }
            (_, Some(word)) if super::names::is_role(word) => {
                let role = self.player(target)?;
                let of = |player: usize| {
                    let own = self.regions.iter().filter(move |one| one.owner == Some(player));
                    own.flat_map(|one| one.regions.iter().cloned()).collect::<Vec<_>>()
                };
                ((0..everybody).map(of).collect(), role)
            }
            (_, Some(word)) => {
                let Some(regions) = self.static_regions(word) else { return refuse(node) };
                (vec![regions; everybody], Number::Const(0))
            }
            _ => return refuse(node),
        };
        Ok(Truth::Connected { number, at: Box::new(at), directions, ty, regions, role: Box::new(role) })
    }

    fn all(&mut self, node: &Node, args: &mut Args<'_>) -> Read<Truth> {
        match args.next().and_then(Node::word) {
            Some("Passed") => Ok(Truth::AllPassed),
            Some("DiceUsed") => Ok(Truth::DiceUsed),
            Some("DiceEqual") => Ok(Truth::DiceEqual),
            Some("Sites") => {
                let region = Box::new(self.region(args.expect("a region")?)?);
                let Some(test) = self.named_truth(args, "if")? else { return refuse(node) };
                Ok(Truth::AllSites(region, Box::new(test)))
            }
            Some("Different") => {
                let region = Box::new(self.region(args.expect("a region")?)?);
                Ok(Truth::AllDifferent(region, self.named_truth(args, "if")?.map(Box::new)))
            }
            Some("Values") => {
                let array = Box::new(self.array(args.expect("an array")?)?);
                let Some(test) = self.named_truth(args, "if")? else { return refuse(node) };
                Ok(Truth::AllValues(array, Box::new(test)))
            }
            _ => refuse(node),
        }
    }

    fn no(&mut self, args: &mut Args<'_>) -> Read<Truth> {
        match args.next().and_then(Node::word) {
            Some("Moves") => {
                let players = self.players(args.expect("a player")?, false)?;
                Ok(Truth::NoMoves(Box::new(players)))
            }
            Some("Pieces") => Ok(Truth::NoPieces(Box::new(self.piece_query(args)?))),
            _ => args.refuse(),
        }
    }

    /// Returns the element type of a named argument, else the default.
    pub(crate) fn named_type(&self, args: &mut Args<'_>, name: &str) -> SiteType {
        args.named(name).and_then(Node::word).and_then(SiteType::named).unwrap_or(self.ground.default_type)
    }
}
