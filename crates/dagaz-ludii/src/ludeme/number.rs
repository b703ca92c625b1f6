//! Readers of whole numbers.

use crate::board::SiteType;
use crate::play::limits::{MOVES_MAX, TURNS_MAX};
use crate::play::position::{self, LAST_AFTER, LAST_AFTER_FROM, LAST_FROM, LAST_LEVEL_FROM, LAST_LEVEL_TO, LAST_TO};
use crate::text::{Diagnostic, Node};

use super::args::{Args, Read, refuse};
use super::op::{
    Array, Bound, Directions, Facet, GroupQuery, Number, PieceQuery, Place, Players, Region, TrackChoice, Truth,
};
use super::reader::{Block, Reader};

/// Words that begin a number, for places where a region may stand as well.
const HEADS: [&str; 59] = [
    "mul",
    "pow",
    "div",
    "mod",
    "sub",
    "+",
    "-",
    "*",
    "/",
    "%",
    "^",
    "abs",
    "ahead",
    "amount",
    "arrayValue",
    "between",
    "centrePoint",
    "column",
    "coord",
    "cost",
    "count",
    "counter",
    "edge",
    "face",
    "from",
    "handSite",
    "hint",
    "id",
    "last",
    "layer",
    "level",
    "mapEntry",
    "matchScore",
    "max",
    "min",
    "mover",
    "next",
    "phase",
    "pips",
    "player",
    "pot",
    "prev",
    "regionSite",
    "rotation",
    "row",
    "score",
    "site",
    "size",
    "state",
    "to",
    "topLevel",
    "track",
    "trackSite",
    "value",
    "var",
    "what",
    "where",
    "who",
    "pathExtent",
];

/// Returns whether a node is a number.
pub(crate) fn is_number(node: &Node) -> bool {
    if node.integer().is_some() {
        return true;
    }
    let Some(list) = node.list() else { return false };
    match list.head.as_ref() {
        "if" => list.args.get(1).is_some_and(is_number),
        "last" => list.first_word() != Some("Between"),
        head => HEADS.contains(&head),
    }
}

fn boxed(number: Number) -> Box<Number> {
    Box::new(number)
}

impl Reader {
    /// Reads a number in a box.
    pub(crate) fn boxed(&mut self, node: &Node) -> Read<Box<Number>> {
        self.number(node).map(Box::new)
    }

    /// Reads a named number.
    pub(crate) fn named_number(&mut self, args: &mut Args<'_>, name: &str) -> Read<Option<Number>> {
        args.named(name).map(|node| self.number(node)).transpose()
    }

    /// Reads a named number that must be there.
    pub(crate) fn needed_number(&mut self, args: &mut Args<'_>, name: &str) -> Read<Number> {
        let (span, head) = (args.span, args.head());
        let lacking = || Diagnostic::error(span, format!("`{head}` lacks `{name}:`"));
        self.named_number(args, name)?.ok_or_else(lacking)
    }

    /// Reads a number.
    pub(crate) fn number(&mut self, node: &Node) -> Read<Number> {
        if let Some(number) = node.integer() {
            return Ok(Number::Const(number.clamp(-2_000_000_000, 2_000_000_000) as i32));
        }
        if let Some(word) = node.word() {
            return match self.role(word) {
                Some(number) => Ok(number),
                None => refuse(node),
            };
        }
        if let Some(label) = node.text() {
            return self.coordinate_at(node, self.ground.default_type, label).map(Number::Const);
        }
        let mut args = Args::of(node)?;
        let number = self.number_of(node, &mut args)?;
        args.finish()?;
        Ok(number)
    }

    fn number_of(&mut self, node: &Node, args: &mut Args<'_>) -> Read<Number> {
        let bound = |bound| Ok(Number::Bound(bound));
        match args.head() {
            "from" if args.list.args.is_empty() => bound(Bound::From),
            "to" => bound(Bound::To),
            "between" => bound(Bound::Between),
            "site" => bound(Bound::Site),
            "level" => bound(Bound::Level),
            "player" => bound(Bound::Player),
            "pips" => bound(Bound::Pips),
            "mover" => Ok(Number::Register(position::MOVER)),
            "next" => Ok(Number::Register(position::NEXT)),
            "prev" if args.list.args.is_empty() || args.is_word("Mover") => Ok(Number::Register(position::PREV)),
            "prev" if args.is_word("MoverLastTurn") => Ok(Number::Register(position::PREV_TURN)),
            "counter" => Ok(Number::Register(position::COUNTER)),
            "pot" => Ok(Number::Register(position::POT)),
            "cost" => self.cost(node, args),
            "last" => self.last(args),
            "who" => self.facet(args, Facet::Who),
            "what" => self.facet(args, Facet::What),
            "state" => self.facet(args, Facet::State),
            "rotation" => self.facet(args, Facet::Rotation),
            "value" => self.value(args),
            "var" => match args.text() {
                Some(name) => Ok(Number::Register(self.variable(name))),
                None => Ok(Number::Register(position::TEMP)),
            },
            "score" => self.of_player(args, Block::Score),
            "amount" => self.of_player(args, Block::Amount),
            "count" => self.count(node, args),
            "size" => self.size(node, args),
            "topLevel" => {
                let ty = self.site_type(args);
                Ok(Number::TopLevel(ty, boxed(self.needed_number(args, "at")?)))
            }
            "face" => Ok(Number::Face(self.boxed(args.expect("a site")?)?)),
            "handSite" => self.hand_site(args),
            "id" => self.id(node, args),
            "mapEntry" => self.map_entry(node, args),
            "trackSite" => self.track_site(args),
            "ahead" => {
                let ty = self.site_type(args);
                let site = self.boxed(args.expect("a site")?)?;
                let steps = self.named_number(args, "steps")?.unwrap_or(Number::Const(1));
                let directions = self.directions_or(args, ty, "Forward")?;
                Ok(Number::Ahead(ty, site, boxed(steps), Box::new(directions)))
            }
            "regionSite" => {
                let region = Box::new(self.region(args.expect("a region")?)?);
                Ok(Number::RegionSite(region, boxed(self.needed_number(args, "index")?)))
            }
            "arrayValue" => {
                let array = Box::new(self.array(args.expect("an array")?)?);
                Ok(Number::Element(array, boxed(self.needed_number(args, "index")?)))
            }
            "centrePoint" => self.centre(args),
            "row" => self.table_of(args, |site| site.row),
            "column" => self.table_of(args, |site| site.column),
            "phase" => self.table_of(args, |site| site.phase),
            "layer" => self.table_of(args, |site| site.layer),
            "coord" => self.coord(args),
            "where" => self.where_is(node, args),
            "+" => Ok(self.fold(args, Number::Add, Number::Sum)?),
            "*" | "mul" => {
                if let Some(list) = args.peek().and_then(Node::braces)
                    && list.iter().all(|one| !is_number(one))
                {
                    return args.refuse();
                }
                self.fold(args, Number::Multiply, Number::Product)
            }
            "-" | "sub" => {
                let first = self.boxed(args.expect("a number")?)?;
                match args.next() {
                    Some(second) => Ok(Number::Subtract(first, self.boxed(second)?)),
                    None => Ok(Number::Subtract(boxed(Number::Const(0)), first)),
                }
            }
            "/" | "div" => self.pair(args, Number::Divide),
            "%" | "mod" => self.pair(args, Number::Modulo),
            "^" | "pow" => self.pair(args, Number::Power),
            "abs" => Ok(Number::Absolute(self.boxed(args.expect("a number")?)?)),
            "min" => self.extreme(args, Number::Least, Number::Minimum),
            "max" => self.extreme(args, Number::Greatest, Number::Maximum),
            "if" => {
                let test = Box::new(self.truth(args.expect("a condition")?)?);
                let yes = self.boxed(args.expect("a number")?)?;
                let no = args.next().map(|node| self.boxed(node)).transpose()?;
                Ok(Number::If(test, yes, no.unwrap_or_else(|| boxed(Number::Const(-1)))))
            }
            _ => refuse(node),
        }
    }

    fn pair(&mut self, args: &mut Args<'_>, make: fn(Box<Number>, Box<Number>) -> Number) -> Read<Number> {
        let first = self.boxed(args.expect("a number")?)?;
        let second = self.boxed(args.expect("a second number")?)?;
        Ok(make(first, second))
    }

    fn fold(
        &mut self,
        args: &mut Args<'_>,
        make: fn(Vec<Number>) -> Number,
        of_array: fn(Box<Array>) -> Number,
    ) -> Read<Number> {
        if args.peek().is_some_and(|node| !is_number(node) && node.braces().is_none() && node.word().is_none()) {
            return Ok(of_array(Box::new(self.array(args.expect("an array")?)?)));
        }
        let nodes = match args.next_if(|node| node.braces().is_some()) {
            Some(list) => list.braces().unwrap_or_default().iter().collect::<Vec<_>>(),
            None => vec![args.expect("a number")?, args.expect("a second number")?],
        };
        Ok(make(nodes.into_iter().map(|node| self.number(node)).collect::<Read<_>>()?))
    }

    fn extreme(
        &mut self,
        args: &mut Args<'_>,
        pair: fn(Box<Number>, Box<Number>) -> Number,
        of_array: fn(Box<Array>) -> Number,
    ) -> Read<Number> {
        if args.list.args.len() == 2 {
            return self.pair(args, pair);
        }
        Ok(of_array(Box::new(self.array(args.expect("an array")?)?)))
    }

    fn facet(&mut self, args: &mut Args<'_>, facet: Facet) -> Read<Number> {
        let ty = self.site_type(args);
        let at = self.needed_number(args, "at")?;
        let level = self.named_number(args, "level")?;
        Ok(Number::Facet(facet, ty, boxed(at), level.map(Box::new)))
    }

    fn of_player(&mut self, args: &mut Args<'_>, block: Block) -> Read<Number> {
        let player = self.player(args.expect("a player")?)?;
        Ok(Number::OfPlayer(self.block(block), boxed(player)))
    }

    fn last(&mut self, args: &mut Args<'_>) -> Read<Number> {
        let after = args.named("afterConsequence").is_some_and(|node| node.boolean() != Some(false));
        let register = args.word(|word| match word {
            "To" => Some(if after { LAST_AFTER } else { LAST_TO }),
            "From" => Some(if after { LAST_AFTER_FROM } else { LAST_FROM }),
            "LevelTo" => Some(LAST_LEVEL_TO),
            "LevelFrom" => Some(LAST_LEVEL_FROM),
            _ => None,
        });
        register.map_or_else(|| args.refuse(), |register| Ok(Number::Register(register)))
    }

    fn value(&mut self, args: &mut Args<'_>) -> Read<Number> {
        match args.next().map(|node| node.word().unwrap_or_default()) {
            None => Ok(Number::Bound(Bound::Value)),
            Some("Piece") => self.facet(args, Facet::Value),
            Some("Player") => self.of_player(args, Block::Value),
            Some("Pending") => Ok(Number::Pending),
            Some("MoveLimit") => Ok(Number::Const(MOVES_MAX)),
            Some("TurnLimit") => Ok(Number::Const(TURNS_MAX)),
            Some("Random") => {
                let range = self.range(args.expect("a range")?)?;
                Ok(Number::Random(boxed(range.0), boxed(range.1)))
            }
            _ => args.refuse(),
        }
    }

    /// Reads a range: its lower and its upper bound.
    pub(crate) fn range(&mut self, node: &Node) -> Read<(Number, Number)> {
        const MOST: i32 = 1_000_000;
        if is_number(node) && !matches!(node.list().map(|list| list.head.as_ref()), Some("min" | "max")) {
            let number = self.number(node)?;
            return Ok((number.clone(), number));
        }
        let mut args = Args::of(node)?;
        let first = self.number(args.expect("a number")?)?;
        let range = match args.head() {
            "exact" => (first.clone(), first),
            "min" => (first, Number::Const(MOST)),
            "max" => (Number::Const(1), first),
            "range" => match args.next() {
                Some(second) => (first, self.number(second)?),
                None => (first.clone(), first),
            },
            _ => return refuse(node),
        };
        args.finish()?;
        Ok(range)
    }

    fn hand_site(&mut self, args: &mut Args<'_>) -> Read<Number> {
        let player = self.player(args.expect("a player")?)?;
        let offset = args.next().map(|node| self.number(node)).transpose()?.unwrap_or(Number::Const(0));
        if let (Number::Const(player), Number::Const(offset)) = (&player, &offset) {
            return Ok(Number::Const(match self.ground.hand(*player) {
                Some((from, sites)) if *offset < sites => from + offset,
                _ => -1,
            }));
        }
        Ok(Number::HandSite(boxed(player), boxed(offset)))
    }

    fn id(&mut self, node: &Node, args: &mut Args<'_>) -> Read<Number> {
        let name = args.text();
        // With the player of an iteration the name says nothing.
        let name = name.filter(|_| args.peek().and_then(Node::word) != Some("Player"));
        let player = self.next_player(args)?;
        match (name, player) {
            (Some(name), None) => match self.component(name) {
                Some(number) => Ok(Number::Const(number)),
                None => Err(Diagnostic::error(node.span, format!("there is no piece `{name}`"))),
            },
            (Some(name), Some(player)) => {
                let by_owner = self.component_by_owner(name);
                if let Number::Const(owner) = player {
                    return Ok(Number::Const(by_owner.get(owner as usize).copied().unwrap_or(-1)));
                }
                Ok(Number::Component(by_owner, boxed(player)))
            }
            (None, Some(player)) => Ok(player),
            (None, None) => args.refuse(),
        }
    }

    fn map_entry(&mut self, node: &Node, args: &mut Args<'_>) -> Read<Number> {
        let name = args.text();
        let key = match args.peek() {
            Some(node) if node.text().is_some() => return args.refuse(),
            Some(_) => self.player(args.expect("a key")?)?,
            None => return args.refuse(),
        };
        let pairs: Vec<(i32, i32)> = match name {
            Some(name) => {
                let found = self.maps.iter().find(|(known, _)| known == name);
                match found {
                    Some((_, pairs)) => pairs.clone(),
                    None => return Err(Diagnostic::error(node.span, format!("there is no map `{name}`"))),
                }
            }
            None => self.maps.iter().flat_map(|(_, pairs)| pairs.iter().copied()).collect(),
        };
        Ok(Number::MapEntry(pairs, boxed(key)))
    }

    fn table_of(&mut self, args: &mut Args<'_>, entry: fn(&crate::board::Site) -> u32) -> Read<Number> {
        let ty = self.site_type(args);
        let of = self.needed_number(args, "of")?;
        let entries = self.ground.equipment.board.elements(ty).sites.iter().map(|site| entry(site) as i32).collect();
        Ok(Number::Table(entries, boxed(of)))
    }

    fn centre(&mut self, args: &mut Args<'_>) -> Read<Number> {
        let ty = self.site_type(args);
        let first = self.ground.equipment.board.elements(ty).centre.first();
        Ok(Number::Const(first.map_or(-1, |site| *site as i32)))
    }

    fn coord(&mut self, args: &mut Args<'_>) -> Read<Number> {
        let ty = self.site_type(args);
        if let Some(node) = args.next_if(|node| node.text().is_some()) {
            return self.coordinate_at(node, ty, node.text().unwrap_or_default()).map(Number::Const);
        }
        let row = self.needed_number(args, "row")?;
        let column = self.needed_number(args, "column")?;
        Ok(Number::Coordinate(ty, boxed(row), boxed(column)))
    }

    fn where_is(&mut self, node: &Node, args: &mut Args<'_>) -> Read<Number> {
        let level = args.is_word("Level");
        let named = args.text().map(|name| {
            let owners = self.ground.players + 2;
            let like = self.components_like(name);
            (0..owners)
                .map(|owner| {
                    like.iter().copied().filter(|at| self.components[usize::from(*at)].owner == owner).collect()
                })
                .collect::<Vec<Vec<u16>>>()
        });
        let (components, player) = match named {
            Some(components) => (components, self.player(args.expect("a player")?)?),
            None => {
                let what = self.number(args.expect("a piece")?)?;
                if level {
                    let Number::Const(what) = what else { return refuse(node) };
                    (vec![vec![what.max(0) as u16]], Number::Const(0))
                } else {
                    return Ok(Number::WhereWhat(boxed(what)));
                }
            }
        };
        let state = self.named_number(args, "state")?;
        if args.peek().is_some_and(|node| node.word().and_then(SiteType::named).is_some()) {
            args.next();
        }
        if !level {
            return Ok(Number::Where(components, boxed(player), state.map(Box::new)));
        }
        if state.is_some() {
            return refuse(node);
        }
        let at = self.needed_number(args, "at")?;
        let from_top = args.named("fromTop").is_none_or(|node| node.boolean() != Some(false));
        Ok(Number::WhereLevel(components, boxed(player), boxed(at), from_top))
    }

    fn size(&mut self, node: &Node, args: &mut Args<'_>) -> Read<Number> {
        match args.next().and_then(Node::word) {
            Some("Array") => Ok(Number::Length(Box::new(self.array(args.expect("an array")?)?))),
            Some("Stack") => {
                let ty = self.site_type(args);
                let region = match (args.named("at"), args.named("in")) {
                    (Some(at), _) => return Ok(Number::Pieces(ty, self.boxed(at)?)),
                    (_, Some(region)) => self.region_of(region, ty)?,
                    _ => return refuse(node),
                };
                Ok(Number::StackSizes(ty, Box::new(region)))
            }
            Some("Group") => {
                let (query, at) = self.group_at(args)?;
                Ok(Number::GroupSize(Box::new(query), boxed(at)))
            }
            Some("Territory") => {
                let ty = self.site_type(args);
                let player = self.player(args.expect("a player")?)?;
                let directions = self.directions_or(args, ty, "Adjacent")?;
                Ok(Number::Territory(ty, boxed(player), directions))
            }
            _ => refuse(node),
        }
    }

    /// Reads element type, start, directions and condition of a group.
    pub(crate) fn group_at(&mut self, args: &mut Args<'_>) -> Read<(GroupQuery, Number)> {
        let ty = self.site_type(args);
        let at = self.named_number(args, "at")?.unwrap_or(Number::Register(LAST_TO));
        let directions = self.directions_or(args, ty, "Adjacent")?;
        let test = self.named_truth(args, "if")?.map(Box::new);
        Ok((GroupQuery { ty, directions, test }, at))
    }

    fn count(&mut self, node: &Node, args: &mut Args<'_>) -> Read<Number> {
        let register = |register| Ok(Number::Register(register));
        let elements = |this: &Reader, ty| Ok(Number::Const(this.ground.size(ty) as i32));
        let word = args.peek().and_then(Node::word).unwrap_or("Sites");
        let at = args.list.named("at").is_some() || args.list.named("in").is_some();
        match word {
            "Cells" => elements(self, SiteType::Cell),
            "Vertices" => elements(self, SiteType::Vertex),
            "Edges" => elements(self, SiteType::Edge),
            "Cell" | "Vertex" | "Edge" if !at => refuse(node),
            "Sites" | "Cell" | "Vertex" | "Edge" => {
                let sites = args.is_word("Sites");
                let ty = self.site_type(args);
                match (args.named("at"), args.named("in")) {
                    (Some(at), _) => Ok(Number::Pieces(ty, self.boxed(at)?)),
                    (_, Some(region)) => {
                        let region = Box::new(self.region_of(region, ty)?);
                        Ok(if sites { Number::Sites(region) } else { Number::Heap(region) })
                    }
                    _ if args.peek().and_then(Node::text) == Some("Board") => {
                        args.next();
                        elements(self, ty)
                    }
                    _ => refuse(node),
                }
            }
            _ => {
                args.next();
                match word {
                    "Rows" => Ok(Number::Const(self.ground.equipment.board.default_elements().rows.len() as i32)),
                    "Columns" => Ok(Number::Const(self.ground.equipment.board.default_elements().columns.len() as i32)),
                    "Moves" => register(position::PLIES),
                    "Turns" => register(position::TURNS),
                    "MovesThisTurn" => register(position::MOVES_THIS_TURN),
                    "Players" => Ok(Number::Const(self.ground.players as i32)),
                    "Active" => Ok(Number::Active),
                    "Pips" => Ok(Number::Pips),
                    "Pieces" => Ok(Number::Count(Box::new(self.piece_query(args)?))),
                    "Groups" => {
                        let ty = self.site_type(args);
                        let directions = self.directions_or(args, ty, "Adjacent")?;
                        let test = self.named_truth(args, "if")?.map(Box::new);
                        let least = self.named_number(args, "min")?.unwrap_or(Number::Const(0));
                        Ok(Number::Groups(Box::new(GroupQuery { ty, directions, test }), boxed(least)))
                    }
                    "Liberties" => {
                        let (query, at) = self.group_at(args)?;
                        Ok(Number::Liberties(Box::new(query), boxed(at)))
                    }
                    "Steps" => self.steps(node, args),
                    "Stack" => {
                        let from_top = match args.next_if(|node| matches!(node.word(), Some("FromTop" | "FromBottom")))
                        {
                            Some(node) => node.word() == Some("FromTop"),
                            None => false,
                        };
                        let ty = self.site_type(args);
                        let Some(at) = args.named("at").or(args.named("to")) else { return refuse(node) };
                        let at = self.boxed(at)?;
                        let test = self.named_truth(args, "if")?.map(Box::new);
                        let stop = self.named_truth(args, "stop")?.map(Box::new);
                        Ok(Number::Levels { ty, at, test, stop, from_top })
                    }
                    "Value" => {
                        let of = self.boxed(args.expect("a value")?)?;
                        let Some(array) = args.named("in") else { return refuse(node) };
                        Ok(Number::Occurrences(of, Box::new(self.array(array)?)))
                    }
                    _ => refuse(node),
                }
            }
        }
    }

    /// Reads a `(step …)` that says over which sites a way leads.
    pub(crate) fn step_clause(&mut self, node: &Node, ty: SiteType) -> Read<(Directions, Truth)> {
        let mut args = Args::of(node)?;
        args.child("from");
        let directions = self.directions_or(&mut args, ty, "Adjacent")?;
        let to = self.to(args.child("to"))?;
        args.finish()?;
        let test = to.test.unwrap_or(Truth::Const(true));
        match (to.sites, to.apply) {
            (None, None) => Ok((directions, test)),
            (Some(Place::Many(region)), None) => {
                let within = Truth::In(boxed(Number::Bound(Bound::To)), Box::new(region));
                Ok((directions, Truth::And(vec![within, test])))
            }
            _ => refuse(node),
        }
    }

    fn steps(&mut self, node: &Node, args: &mut Args<'_>) -> Read<Number> {
        let ty = self.site_type(args);
        let directions = match args
            .word(|word| matches!(word, "Orthogonal" | "Diagonal" | "Adjacent" | "All").then(|| word.to_string()))
        {
            Some(word) => self.named_directions(node, ty, &word)?,
            None => self.named_directions(node, ty, "Adjacent")?,
        };
        let step = args.child("step").map(|step| self.step_clause(step, ty)).transpose()?;
        let from = self.boxed(args.expect("a site")?)?;
        let to = self.region_or_site(args.expect("a site")?, ty)?;
        if let Some((directions, test)) = step {
            return Ok(Number::StepsOver(ty, Box::new(directions), Box::new(test), from, Box::new(to)));
        }
        Ok(Number::Steps(ty, Box::new(directions), from, Box::new(to)))
    }

    /// Reads which pieces are meant by `count Pieces` and `no Pieces`.
    pub(crate) fn piece_query(&mut self, args: &mut Args<'_>) -> Read<PieceQuery> {
        let named = args.word(SiteType::named);
        let ty = named.unwrap_or(self.ground.default_type);
        let is_role = |node: &Node| node.word().is_some_and(super::names::is_role);
        let players = match args.next_if(is_role) {
            Some(node) => self.players(node, true)?,
            None => match self.named_number(args, "of")? {
                Some(player) => Players::One(player),
                None => Players::AllOwners,
            },
        };
        let components = args.text().map(|name| self.components_like(name));
        let within = match (args.named("in"), named) {
            (Some(region), _) => Some(self.region_of(region, ty)?),
            // A type that is named leaves out sites of other types.
            (None, Some(ty)) => {
                let mut sites = self.ground.board(ty);
                for one in self.ground.equipment.containers.iter().skip(1) {
                    if ty == SiteType::Cell {
                        sites.union_with(&self.ground.container(one.from, one.sites));
                    }
                }
                Some(Region::Const(sites))
            }
            (None, None) => None,
        };
        let test = self.named_truth(args, "if")?;
        Ok(PieceQuery { players, components, within, test })
    }

    fn track_site(&mut self, args: &mut Args<'_>) -> Read<Number> {
        let kind = args.next().and_then(Node::word).unwrap_or_default();
        let from = args.named("from");
        let from = from.map(|node| self.boxed(node)).transpose()?;
        let track = self.track(args)?;
        match kind {
            "Move" => {
                let steps = boxed(self.needed_number(args, "steps")?);
                self.stepped.extend(track.by_player.iter().flatten());
                Ok(Number::TrackMove(track, from.unwrap_or_else(|| boxed(Number::Bound(Bound::From))), steps))
            }
            "FirstSite" => {
                let test = self.named_truth(args, "if")?.map(Box::new);
                Ok(Number::TrackFirst(track, from, test))
            }
            "EndSite" => Ok(Number::TrackEnd(track)),
            _ => args.refuse(),
        }
    }

    /// Reads which track is meant: an owner, a name, both or neither.
    pub(crate) fn track(&mut self, args: &mut Args<'_>) -> Read<TrackChoice> {
        let before = self.next_player(args)?;
        let name = args.text();
        let player = match before {
            Some(player) => Some(player),
            None => self.next_player(args)?,
        };
        Ok(self.track_named(name, player))
    }

    /// Returns the track of a name and an owner.
    pub(crate) fn track_named(&self, name: Option<&str>, player: Option<Number>) -> TrackChoice {
        let tracks = &self.ground.equipment.tracks;
        let owner = |at: usize| self.ground.owner(tracks[at].owner);
        let named = |at: &usize| name.is_none_or(|name| tracks[*at].name.contains(name));
        let by_player = (0..self.ground.players + 2)
            .map(|number| {
                let all = || (0..tracks.len()).filter(named);
                let everybody = self.ground.players + 1;
                let own = all().find(|at| owner(*at) == number);
                own.or_else(|| all().find(|at| owner(*at) == 0 || owner(*at) == everybody))
                    .or_else(|| name.and_then(|_| all().next()))
            })
            .collect();
        let player = player.unwrap_or(Number::Register(position::MOVER));
        TrackChoice { by_player, player: Box::new(player) }
    }

    /// Returns the first track of the board without an owner.
    pub(crate) fn common_track(&self) -> TrackChoice {
        let first = self.ground.equipment.tracks.iter().position(|one| self.ground.owner(one.owner) == 0);
        TrackChoice {
            by_player: vec![first; self.ground.players + 2],
            player: boxed(Number::Register(position::MOVER)),
        }
    }

    /// Returns a site or a region as a region.
    pub(crate) fn region_or_site(&mut self, node: &Node, ty: SiteType) -> Read<Region> {
        if is_number(node) {
            let number = self.number(node)?;
            return Ok(self.sites_region(ty, vec![number]));
        }
        self.region_of(node, ty)
    }

    /// Returns the directions in which all neighbours of a kind lie.
    pub(crate) fn named_directions(&mut self, node: &Node, ty: SiteType, word: &str) -> Read<Directions> {
        match self.absolute(ty, word) {
            Some(table) => Ok(Directions::Table(table)),
            None => refuse(node),
        }
    }
}
