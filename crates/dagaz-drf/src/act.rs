//! Acts: what is done on a path.

use dagaz_core::{PieceTypeId, PlayerKind};
use dagaz_rules::path::{Act, KindOf, Level, Number, OwnerRef, Path, PlayerRef, Set, TableId};

use super::environment::{EnvId, Name, ParameterValue};
use super::lower::Lower;
use dagaz_syntax::tree::NodeId;

impl Lower<'_> {
    /// Returns a list that does something, if its head is a word for that.
    pub(super) fn act_element(&mut self, node: NodeId, head: &str, rest: &[NodeId], env: EnvId) -> Option<Path> {
        let act = match (head, rest) {
            ("take", []) => Act::Take { at: Set::Here, later: false },
            ("take", [later]) if self.text(*later) == "later" => Act::Take { at: Set::Here, later: true },
            ("take", [later, set]) if self.text(*later) == "later" => {
                Act::Take { at: self.set(*set, env), later: true }
            }
            ("take" | "pocket", [level, rest @ ..]) if self.column_level(*level).is_some() => {
                let level = self.column_level(*level).unwrap_or(Level::Top);
                let (owner, at) = self.owner_and_set(rest, env);
                let owner = (head == "pocket").then_some(owner.unwrap_or(OwnerRef::Player(PlayerRef::Me)));
                self.needs_columns(node);
                Act::Pluck { level, at, owner }
            }
            ("take", [set]) => Act::Take { at: self.set(*set, env), later: false },
            ("put", [kind, rest @ ..]) => {
                let kind = self.needed_kind(*kind, env)?;
                let (owner, at) = self.owner_and_set(rest, env);
                Act::Put { kind, owner: owner.unwrap_or(OwnerRef::Player(PlayerRef::Me)), at }
            }
            ("drop", [kind]) => Act::Drop { kind: self.needed_kind(*kind, env)?, at: Set::Here },
            ("drop", [kind, set]) => {
                let kind = self.needed_kind(*kind, env)?;
                Act::Drop { kind, at: self.set(*set, env) }
            }
            ("draw", rest) => return Some(self.draw_card(node, rest, env)),
            ("pocket", rest) => {
                let (owner, at) = self.owner_and_set(rest, env);
                Act::Pocket { owner: owner.unwrap_or(OwnerRef::Player(PlayerRef::Me)), at }
            }
            ("become", [kinds, at @ ..]) => {
                let kinds = self.kinds(*kinds, env)?;
                self.no_more(at.get(1..).unwrap_or_default());
                let at = at.first().map_or(Set::Here, |set| self.set(*set, env));
                Act::Become { kinds, at }
            }
            ("give", [owner, at @ ..]) => {
                let owner = self.owner(*owner, env);
                let Some(owner) = owner else {
                    self.wrong(
                        node,
                        "a piece is given to a player",
                        "`(give mover SET)`, `(give nobody)` or a player's name",
                    );
                    return Some(Path::here());
                };
                self.no_more(at.get(1..).unwrap_or_default());
                let at = at.first().map_or(Set::Here, |set| self.set(*set, env));
                Act::Give { owner, at }
            }
            ("move", [from, to]) => Act::Move { from: self.set(*from, env), to: self.set(*to, env) },
            ("shift", [set, way]) => {
                let set = self.set(*set, env);
                let way = self.one_way(*way, env)?;
                Act::Shift { set, way }
            }
            ("swap", [seats]) if self.text(*seats) == "seats" => {
                // Players of chance have no seats.
                if self.players.iter().filter(|player| player.kind == PlayerKind::Chooser).count() != 2 {
                    self.wrong(node, "only two players can change places", "`(players White Black)`");
                }
                Act::SwapSeats
            }
            ("swap", [a, b]) => Act::Swap(self.set(*a, env), self.set(*b, env)),
            ("rotate", [region, turns]) => return Some(self.rotation(node, *region, *turns, env)),
            ("leave", []) => Act::Leave,
            ("out", [who]) => match self.owner(*who, env).filter(|owner| *owner != OwnerRef::Nobody) {
                Some(owner) => Act::Out(owner),
                None => {
                    self.wrong(*who, "`out` takes a player here", "`(out owner)` or `(out mover)`");
                    return Some(Path::here());
                }
            },
            ("set" | "add", [var, values @ ..]) => return Some(self.assignment(node, head, *var, values, env)),
            ("extra-turn", []) => Act::ExtraTurn,
            ("goto", [label]) => {
                let Some(phase) = self.phase_named(*label) else { return Some(Path::here()) };
                Act::Goto(self.labels[&phase.name].clone())
            }
            ("tuck", rest @ ([] | [_])) => {
                self.needs_columns(node);
                Act::Tuck(rest.first().map_or(Set::Here, |set| self.set(*set, env)))
            }
            ("lift", [count]) => {
                self.needs_columns(node);
                Act::Lift(self.number(*count, env))
            }
            ("close", at @ ([] | [_])) => {
                self.needs_fixed_sites(node);
                self.closed_variable();
                Act::Close(at.first().map_or(Set::Here, |set| self.set(*set, env)))
            }
            ("open", [at]) => {
                self.needs_fixed_sites(node);
                self.closed_variable();
                Act::Open(self.set(*at, env))
            }
            ("skip", []) => Act::Skip(Number::Is(1)),
            ("skip", [turns]) if self.integer(*turns).is_some_and(|turns| turns < 1) => {
                self.wrong(*turns, "at least one turn is passed over", "`(skip)` or `(skip 2)`");
                return Some(Path::here());
            }
            ("skip", [turns]) => Act::Skip(self.number(*turns, env)),
            ("spend", [_, ..]) => return Some(self.spend(node, rest, env)),
            _ => return None,
        };
        Some(Path::Do(act))
    }

    /// Reports arguments behind the last argument of an effect.
    fn no_more(&mut self, surplus: &[NodeId]) {
        self.nothing_more(surplus, 0, "one set of sites, the last thing in the list");
    }

    /// Which piece of a column a word means, unless it is the name of something.
    pub(super) fn column_level(&self, node: NodeId) -> Option<Level> {
        if self.name(node).is_some() {
            return None;
        }
        match self.text(node) {
            "top" => Some(Level::Top),
            "beneath" => Some(Level::Beneath),
            "bottom" => Some(Level::Bottom),
            _ => None,
        }
    }

    /// Complains about a word for columns where pieces do not stand on one another.
    pub(super) fn needs_columns(&mut self, node: NodeId) {
        if self.columns.is_none() {
            let hint = "`(columns)` among the parts of the board, as in `(board (grid a-h 1-8) (columns))`";
            self.wrong(node, "on this board pieces do not stand on one another", hint);
        }
    }

    /// Returns a piece type as an argument of a rule or act.
    pub(super) fn kind_argument(&mut self, node: NodeId, env: EnvId) -> Option<PieceTypeId> {
        let word = self.tree.word(node)?;
        match self.envs.get(env, word).cloned() {
            Some(ParameterValue::Type(kind)) => Some(kind),
            Some(ParameterValue::Text(text, env)) => self.kind_argument(text, env),
            Some(_) => None,
            None => self.type_named(node),
        }
    }

    pub(super) fn needed_kind(&mut self, node: NodeId, env: EnvId) -> Option<PieceTypeId> {
        let kind = self.kind_argument(node, env);
        if kind.is_none() {
            let word = self.text(node).to_string();
            let pieces: Vec<String> = self.pieces.iter().map(|piece| piece.name.clone()).collect();
            let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
            self.unknown(node, "this is no piece", &word, "this game has the pieces", &pieces);
        }
        kind.or(Some(PieceTypeId(0)))
    }

    /// Returns the types that a piece may become: one, several, a table, or a table read backwards.
    fn kinds(&mut self, node: NodeId, env: EnvId) -> Option<Vec<KindOf>> {
        if let Some(kind) = self.kind_argument(node, env) {
            return Some(vec![KindOf::Type(kind)]);
        }
        if let Some(word) = self.tree.word(node)
            && let Some(ParameterValue::Text(text, env)) = self.envs.get(env, word).cloned()
        {
            return self.kinds(text, env);
        }
        if let Some(Name::Table(table)) = self.name(node).cloned() {
            return Some(self.leads_to_pieces(table, node).then_some(KindOf::Table(table)).into_iter().collect());
        }
        if self.head(node) == Some("inverse") {
            let rest = self.rest(node);
            if let Some(Name::Table(table)) = rest.first().and_then(|node| self.name(*node)).cloned() {
                let leads = self.leads_to_pieces(table, node);
                return Some(leads.then(|| KindOf::Table(self.inverse(table))).into_iter().collect());
            }
        }
        let mut kinds = Vec::new();
        for part in self.members(node) {
            kinds.extend(self.kinds(part, env).unwrap_or_default());
        }
        if kinds.is_empty() {
            self.needed_kind(node, env);
        }
        Some(kinds)
    }

    /// Returns whether a table leads from pieces to pieces; complains if it leads to numbers.
    fn leads_to_pieces(&mut self, table: TableId, node: NodeId) -> bool {
        let leads = !self.number_tables.contains(&table);
        if !leads {
            let message = "this table leads to numbers, and a piece becomes another piece";
            self.wrong(node, message, "a table of pieces, such as `(table promoted (Man King))`");
        }
        leads
    }

    pub(super) fn owner(&mut self, node: NodeId, env: EnvId) -> Option<OwnerRef> {
        let node = self.meant(node, env);
        match self.text(node) {
            "nobody" => Some(OwnerRef::Nobody),
            "owner" => Some(OwnerRef::Owner),
            _ => self.player_ref(node, env).map(OwnerRef::Player),
        }
    }

    fn owner_and_set(&mut self, rest: &[NodeId], env: EnvId) -> (Option<OwnerRef>, Set) {
        let owner =
            rest.first().filter(|node| self.tree.word(**node).is_some()).and_then(|node| self.owner(*node, env));
        // Alone it could be whose something becomes, or all sites with enemies.
        if let [only] = rest
            && owner.is_some()
            && self.text(*only) == "enemy"
        {
            let example = "`enemy here` for what becomes an enemy's, here, or `mover enemy` for what becomes the mover's, wherever enemies stand";
            self.wrong(*only, "`enemy` alone could be a player or all sites with enemies", example);
        }
        let sets = &rest[usize::from(owner.is_some())..];
        self.no_more(sets.get(1..).unwrap_or_default());
        (owner, sets.first().map_or(Set::Here, |set| self.set(*set, env)))
    }

    /// `(rotate region k)`: quarter turns anticlockwise; negative numbers turn clockwise.
    fn rotation(&mut self, node: NodeId, region: NodeId, turns: NodeId, env: EnvId) -> Path {
        let word = self.tree.word(region);
        let sites = match word.and_then(|word| self.envs.get(env, word)).cloned() {
            Some(ParameterValue::Region(family, which)) => self.regions[family][which].clone(),
            _ => match self.set(region, env) {
                Set::Fixed(sets) if sets.len() == 1 => sets[0].iter().collect(),
                _ => Vec::new(),
            },
        };
        let turns = match self.number(turns, env) {
            Number::Is(quarters) => quarters.rem_euclid(4),
            _ => {
                self.wrong(
                    turns,
                    "how far a region turns is a number that is written down",
                    "`(rotate q 1)` or `(rotate q -1)`",
                );
                return Path::here();
            }
        };
        let at = |index: usize| (self.sites[index].at.first().copied(), self.sites[index].at.get(1).copied());
        let places: Vec<(i32, i32)> =
            sites.iter().filter_map(|site| Some((at(site.index()).0?, at(site.index()).1?))).collect();
        let bounds = |of: &dyn Fn(&(i32, i32)) -> i32| {
            let values: Vec<i32> = places.iter().map(of).collect();
            (values.iter().min().copied().unwrap_or(0), values.iter().max().copied().unwrap_or(0))
        };
        let ((left, right), (low, high)) = (bounds(&|place| place.0), bounds(&|place| place.1));
        if places.is_empty() || places.len() != sites.len() || right - left != high - low {
            self.wrong(
                node,
                "only square regions of a grid can be turned",
                "`(regions quarter a1..c3 …)`, then `(rotate q 1)`",
            );
            return Path::here();
        }
        let side = right - left;
        let turned = |(x, y): (i32, i32)| (0..turns).fold((x - left, y - low), |(x, y), _| (side - y, x));
        let target = |place: (i32, i32)| {
            let (x, y) = turned(place);
            places.iter().position(|other| *other == (x + left, y + low))
        };
        let (mut cycles, mut seen) = (Vec::new(), vec![false; places.len()]);
        for start in 0..places.len() {
            let (mut cycle, mut now) = (Vec::new(), start);
            while !seen[now] {
                seen[now] = true;
                cycle.push(sites[now]);
                match target(places[now]) {
                    Some(next) => now = next,
                    None => break,
                }
            }
            if cycle.len() > 1 {
                cycles.push(cycle);
            }
        }
        Path::Do(Act::Cycle(cycles))
    }
}
