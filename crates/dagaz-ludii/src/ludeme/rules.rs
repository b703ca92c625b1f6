//! Readers of the rules: the set-up, phases, endings and rules about rules.

use crate::board::{Equipment, SiteType};
use crate::rules::ground::Ground;
use crate::rules::{End, Ending, NextPhase, Phase, Repetition, Rules, Start, Verdict};
use crate::text::{Diagnostic, Node};

use super::args::{Args, Read, refuse};
use super::number::is_number;
use super::op::{Moves, Number, Play, Players, Truth};
use super::reader::Reader;
use super::region::is_region;
use super::scan::Scan;

/// Number of slots up to which a game is played.
const SLOTS_MAX: usize = 60_000;

/// Compiles a game from its tree, of which options and defines are expanded, and its equipment.
pub fn compile(game: &Node, equipment: Equipment) -> Result<Rules, Diagnostic> {
    let Some(list) = game.list_of("game") else { return refuse(game) };
    let lacks = |what: &str| Diagnostic::error(game.span, format!("the game lacks `({what} …)`"));
    let players_at = list.child("players").ok_or_else(|| lacks("players"))?;
    let items_at = list.child("equipment").ok_or_else(|| lacks("equipment"))?;
    let rules_at = list.child("rules").ok_or_else(|| lacks("rules"))?;
    if let Some(mode) = list.child("mode")
        && mode.list().and_then(|list| list.first_word()) != Some("Alternating")
    {
        return refuse(mode);
    }
    let players = number_of_players(players_at)?;
    let default_type = equipment.board.default_type;
    let mut scan = Scan::default();
    scan.node(rules_at);
    scan.node(items_at);
    let mut used: Vec<SiteType> = scan.types.clone();
    used.push(default_type);
    let ground = Ground::new(equipment, players, &used);
    if ground.slots > SLOTS_MAX {
        return Err(Diagnostic::unsupported(items_at.span, "board with so many sites"));
    }
    let mut reader = Reader::new(ground);
    reader.stacking = scan.stacking;
    reader.facings(players_at)?;
    let items = items_at.list().and_then(|list| list.args.first()).and_then(Node::braces);
    let items = items.unwrap_or_else(|| items_at.list().map(|list| list.args.as_slice()).unwrap_or_default());
    reader.components(items)?;
    reader.mappings(items)?;
    reader.declared(items)?;
    let mut args = Args::of(rules_at)?;
    let meta = args.child("meta");
    let start_at = args.child("start");
    let play_at = args.child("play");
    let phases_at = args.named("phases");
    let end_at = args.child("end");
    args.finish()?;
    let start = start_at.map(|node| reader.start_rules(node)).transpose()?.unwrap_or_default();
    reader.remember_places(&start);
    reader.generators(items)?;
    let phases = reader.phases(rules_at, play_at, phases_at)?;
    let end = end_at.map(|node| reader.end(node)).transpose()?.unwrap_or_default();
    let hairpins = crate::rules::hairpin::hairpins(&reader.ground, &reader.stepped);
    if hairpins.iter().flat_map(|hairpin| &hairpin.places).any(|places| places.len() > 4) {
        return Err(Diagnostic::unsupported(items_at.span, "track that passes a site five times"));
    }
    if scan.stacking && scan.promotes && scan.tops {
        // Ludii still lists the piece that a promoted piece was.
        return Err(Diagnostic::unsupported(rules_at.span, "promotion in stacks with `forEach Piece top:`"));
    }
    let mixed = |one: &Start| matches!(one, Start::Place { what, stack: true, .. } if what.len() > 1);
    if !hairpins.is_empty() && (scan.piles_move || start.iter().any(mixed)) {
        // Ludii notes the place of a pile and of a mixed stack on the track at some moves only.
        let what = "pile or stack of several pieces on a track that meets a site twice";
        return Err(Diagnostic::unsupported(items_at.span, what));
    }
    let elements = reader.ground.equipment.board.default_elements();
    let turns = elements.adjacent_directions.iter().filter_map(|one| one.point()).collect();
    let mut rules = Rules {
        hairpins,
        turns,
        name: list.args.first().and_then(Node::text).unwrap_or_default().to_string(),
        start,
        phases,
        end,
        stacking: scan.stacking,
        counted: scan.counted,
        swap: false,
        no_repeat: None,
        no_suicide: false,
        records: scan.repeats,
        pass_draws: !(scan.dice || scan.all_passed || players == 1 && scan.pass),
        vars: reader.vars.len(),
        lists: reader.lists,
        events: reader.events.len(),
        teams: scan.teams,
        visits: scan.visits,
        facets: scan.facets,
        ground: reader.ground,
        components: reader.components,
        radials: reader.radials,
        lines: reader.lines,
        compass: reader.compass,
        thens: reader.thens,
        generators: reader.generators,
    };
    if let Some(meta) = meta {
        read_meta(meta, &mut rules)?;
    }
    if !first_ply_fits(&rules) {
        return Err(Diagnostic::unsupported(rules_at.span, "rules that take so many steps for one ply"));
    }
    Ok(rules)
}

/// Returns whether the moves of the first ply are listed within the limits of play.
fn first_ply_fits(rules: &Rules) -> bool {
    let mut run = crate::play::Run::new(rules, 1);
    run.legal(&mut crate::play::action::Moves::default());
    !run.exhausted
}

fn number_of_players(node: &Node) -> Read<usize> {
    let first = node.list().and_then(|list| list.args.first());
    let number = match first {
        Some(first) => match (first.integer(), first.braces()) {
            (Some(number), _) => usize::try_from(number).unwrap_or(0),
            (_, Some(list)) => list.len(),
            _ => 0,
        },
        None => 0,
    };
    if (1..=16).contains(&number) { Ok(number) } else { refuse(node) }
}

fn read_meta(node: &Node, rules: &mut Rules) -> Read<()> {
    let mut args = Args::of(node)?;
    while let Some(one) = args.next() {
        let nodes = one.braces().unwrap_or(std::slice::from_ref(one));
        for rule in nodes {
            let mut inner = Args::of(rule)?;
            match inner.head() {
                "swap" => rules.swap = true,
                "passEnd" if inner.is_word("NoEnd") => rules.pass_draws = false,
                "no" if inner.is_word("Repeat") => {
                    rules.records = true;
                    rules.no_repeat = Some(match inner.next().and_then(Node::word) {
                        None | Some("Positional") => Repetition::Positional,
                        Some("Situational") => Repetition::Situational,
                        Some("PositionalInTurn") => Repetition::PositionalInTurn,
                        Some("SituationalInTurn") => Repetition::SituationalInTurn,
                        _ => return refuse(rule),
                    });
                }
                "no" if inner.is_word("Suicide") => rules.no_suicide = true,
                _ => return refuse(rule),
            }
            inner.finish()?;
        }
    }
    Ok(())
}

impl Reader {
    fn start_rules(&mut self, node: &Node) -> Read<Vec<Start>> {
        let mut args = Args::of(node)?;
        let mut rules = Vec::new();
        while let Some(one) = args.next() {
            for rule in one.braces().unwrap_or(std::slice::from_ref(one)) {
                self.start_rule(rule, &mut rules)?;
            }
        }
        args.finish()?;
        Ok(rules)
    }

    fn start_rule(&mut self, rule: &Node, rules: &mut Vec<Start>) -> Read<()> {
        let mut args = Args::of(rule)?;
        match args.head() {
            "place" => self.place_rule(rule, &mut args, rules)?,
            "set" => self.set_rule(rule, &mut args, rules)?,
            _ => return refuse(rule),
        }
        args.finish()
    }

    fn set_rule(&mut self, rule: &Node, args: &mut Args<'_>, rules: &mut Vec<Start>) -> Read<()> {
        use crate::rules::Sites;
        let word = args.next().and_then(Node::word).unwrap_or_default();
        match word {
            "Count" => {
                let value = self.number(args.expect("a number")?)?;
                let ty = self.site_type(args);
                let sites = match (args.named("at"), args.named("to")) {
                    (Some(at), _) => Sites::List(ty, vec![self.number(at)?]),
                    (_, Some(region)) => Sites::Region(self.region_of(region, ty)?),
                    _ => return refuse(rule),
                };
                rules.push(Start::Count(value, sites));
            }
            "Score" | "Amount" => {
                let block = if word == "Score" { super::reader::Block::Score } else { super::reader::Block::Amount };
                let role = args.next_if(|node| node.word().is_some_and(super::names::is_role));
                let players = match role {
                    Some(role) if !matches!(role.word(), Some("Each" | "All" | "Shared")) => {
                        self.players(role, false)?
                    }
                    _ => Players::All,
                };
                let value = self.number(args.expect("a number")?)?;
                rules.push(Start::Register(self.block(block), players, value));
            }
            "Cost" => self.set_cost(rule, args)?,
            "Team" => {
                let team = self.number(args.expect("a team")?)?;
                let Some(roles) = args.expect("players")?.braces() else { return refuse(rule) };
                let roles = roles.iter().map(|role| self.player(role)).collect::<Read<_>>()?;
                rules.push(Start::Team(team, roles));
            }
            "RememberValue" => {
                let list = args.text().unwrap_or_default();
                let list = self.list(list);
                let node = args.expect("a value")?;
                let value = if is_number(node) { Ok(self.number(node)?) } else { Err(self.region(node)?) };
                let unique = args.named("unique").is_some_and(|node| node.boolean() != Some(false));
                rules.push(Start::Remember(list, value, unique));
            }
            role if super::names::is_role(role) => {
                let Some(Number::Const(owner)) = self.role(role) else { return refuse(rule) };
                let ty = self.site_type(args);
                let sites = match (args.named("coord"), args.next()) {
                    (Some(node), _) => {
                        let site = self.coordinate_at(node, ty, node.text().unwrap_or_default())?;
                        Sites::List(ty, vec![Number::Const(site)])
                    }
                    (None, Some(node)) => Sites::Region(self.region_or_site(node, ty)?),
                    (None, None) => return refuse(rule),
                };
                let Some(what) = self.components.iter().skip(1).position(|one| one.owner as i32 == owner) else {
                    return refuse(rule);
                };
                rules.push(Start::Place {
                    what: vec![what as u16 + 1],
                    sites,
                    count: Number::Const(1),
                    counts: Vec::new(),
                    state: None,
                    rotation: None,
                    value: None,
                    stack: false,
                });
            }
            _ => return refuse(rule),
        }
        Ok(())
    }

    fn place_rule(&mut self, rule: &Node, args: &mut Args<'_>, rules: &mut Vec<Start>) -> Read<()> {
        use crate::rules::Sites;
        if args.is_word("Random") {
            return self.place_random(rule, args, rules);
        }
        let stack = args.is_word("Stack");
        let names: Vec<String> = match args.named("items") {
            Some(list) => list.braces().unwrap_or_default().iter().filter_map(Node::text).map(str::to_string).collect(),
            None => args.text().map(str::to_string).into_iter().collect(),
        };
        let container = args.text().map(str::to_string);
        let ty = self.site_type(args);
        let coordinate = args.named("coord");
        let sites = if let Some(node) = coordinate {
            let site = self.coordinate_at(node, ty, node.text().unwrap_or_default())?;
            Some(Sites::List(ty, vec![Number::Const(site)]))
        } else if let Some(node) = args.next() {
            Some(match node.braces() {
                Some(list) if !list.iter().any(is_region) => {
                    let numbers = list.iter().map(|one| match one.text() {
                        Some(label) => self.coordinate_at(one, ty, label).map(Number::Const),
                        None => self.number(one),
                    });
                    Sites::List(ty, numbers.collect::<Read<_>>()?)
                }
                _ if is_number(node) => Sites::List(ty, vec![self.number(node)?]),
                _ => Sites::Region(self.region_of(node, ty)?),
            })
        } else {
            None
        };
        let count = self.named_number(args, "count")?.unwrap_or(Number::Const(1));
        let counts = match args.named("counts") {
            Some(list) => list.braces().unwrap_or_default().iter().map(|one| self.number(one)).collect::<Read<_>>()?,
            None => Vec::new(),
        };
        let state = self.named_number(args, "state")?;
        let rotation = self.named_number(args, "rotation")?;
        let value = self.named_number(args, "value")?;
        let mut add = |what: Vec<u16>, sites: Sites| {
            let (count, counts, state, rotation, value) =
                (count.clone(), counts.clone(), state.clone(), rotation.clone(), value.clone());
            rules.push(Start::Place { what, sites, count, counts, state, rotation, value, stack });
        };
        if let Some(container) = container {
            let [name] = names.as_slice() else { return refuse(rule) };
            for (number, component) in self.components.iter().enumerate().skip(1) {
                let exact = component.name == *name;
                let has_hand = (1..=self.ground.players).contains(&component.owner);
                if !exact && (component.plain != *name || !has_hand) {
                    continue;
                }
                let hand = self.ground.equipment.containers.iter().find(|one| {
                    one.name == container
                        || one.name.trim_end_matches(|c: char| c.is_ascii_digit()) == container
                            && self.ground.owner(one.owner) == component.owner
                });
                let Some(hand) = hand else { return refuse(rule) };
                let sites = match &sites {
                    None => Sites::FirstFree(hand.from, hand.sites),
                    Some(_) => return refuse(rule),
                };
                add(vec![number as u16], sites);
            }
            return Ok(());
        }
        let mut what = Vec::new();
        for name in &names {
            match self.component(name) {
                Some(number) => what.push(number as u16),
                None => return Err(Diagnostic::error(rule.span, format!("there is no piece `{name}`"))),
            }
        }
        match sites {
            Some(sites) => add(what, sites),
            None => return refuse(rule),
        }
        Ok(())
    }

    fn place_random(&mut self, rule: &Node, args: &mut Args<'_>, rules: &mut Vec<Start>) -> Read<()> {
        let region = match args.next_if(is_region) {
            Some(node) => self.region(node)?,
            None => super::op::Region::Const(self.ground.board(self.ground.default_type)),
        };
        let Some(list) = args.next().and_then(Node::braces) else { return refuse(rule) };
        let mut what = Vec::new();
        for name in list {
            match name.text().and_then(|name| self.component(name)) {
                Some(number) => what.push(number as u16),
                None => return refuse(rule),
            }
        }
        let count = match args.named("count") {
            Some(node) if node.braces().is_some() => return refuse(rule),
            Some(node) => self.number(node)?,
            None => Number::Const(1),
        };
        let state = self.named_number(args, "state")?;
        let value = self.named_number(args, "value")?;
        rules.push(Start::Random { what, region, count, state, value });
        Ok(())
    }

    /// Notes where the set-up places pieces, for `sites Start`.
    fn remember_places(&mut self, start: &[Start]) {
        use super::op::Region;
        use crate::rules::Sites;
        self.start_places = vec![Vec::new(); self.components.len()];
        for rule in start {
            let Start::Place { what, sites, .. } = rule else { continue };
            let places: Vec<(SiteType, i32)> = match sites {
                Sites::List(ty, sites) => {
                    let site = |one: &Number| if let Number::Const(site) = one { Some((*ty, *site)) } else { None };
                    sites.iter().filter_map(site).collect()
                }
                Sites::Region(Region::Const(bits)) => bits.iter().map(|slot| self.ground.site(slot)).collect(),
                // A region that is not constant is worked out when the game starts.
                Sites::Region(_) | Sites::FirstFree(..) => Vec::new(),
            };
            for one in what {
                self.start_places[usize::from(*one)].extend(places.iter().copied());
            }
        }
    }

    fn phases(&mut self, rules_at: &Node, play_at: Option<&Node>, phases_at: Option<&Node>) -> Read<Vec<Phase>> {
        let everywhere = play_at.map(|node| self.play_rule(node)).transpose()?;
        let Some(list) = phases_at.and_then(Node::braces) else {
            let Some(play) = everywhere else {
                return Err(Diagnostic::error(rules_at.span, "the rules lack `(play …)`"));
            };
            let name = "Default Phase".to_string();
            return Ok(vec![Phase { name, owner: None, play, end: Vec::new(), next: Vec::new() }]);
        };
        self.phases = list
            .iter()
            .map(|node| {
                node.list().and_then(|list| list.args.first()).and_then(Node::text).unwrap_or_default().to_string()
            })
            .collect();
        let mut phases = Vec::new();
        for (at, node) in list.iter().enumerate() {
            phases.push(self.phase(at, node, everywhere.as_ref())?);
        }
        if phases.is_empty() { refuse(rules_at) } else { Ok(phases) }
    }

    fn play_rule(&mut self, node: &Node) -> Read<Play> {
        let mut args = Args::of(node)?;
        let play = self.generator(args.expect("moves")?)?;
        args.finish()?;
        Ok(play)
    }

    fn phase(&mut self, at: usize, node: &Node, everywhere: Option<&Play>) -> Read<Phase> {
        let mut args = Args::of(node)?;
        let name = args.text().unwrap_or_default().to_string();
        let owner = match args.next_if(|node| node.word().is_some_and(super::names::is_role)) {
            Some(role) if matches!(role.word(), Some("Shared" | "All" | "Each")) => None,
            Some(role) => match self.player(role)? {
                Number::Const(owner) => Some(owner as usize),
                _ => return refuse(role),
            },
            None => None,
        };
        let Some(play_at) = args.child("play") else { return refuse(node) };
        let mut play = self.play_rule(play_at)?;
        if let Some(everywhere) = everywhere {
            let op = Moves::Or(vec![play, everywhere.clone()]);
            play = Play { op: Box::new(op), then: None, decision: false };
        }
        let end = args.child("end").map(|node| self.end(node)).transpose()?.unwrap_or_default();
        let mut next = Vec::new();
        while let Some(one) = args.next() {
            for change in one.braces().unwrap_or(std::slice::from_ref(one)) {
                next.push(self.next_phase(at, change)?);
            }
        }
        args.finish()?;
        Ok(Phase { name, owner, play, end, next })
    }

    fn next_phase(&mut self, at: usize, node: &Node) -> Read<NextPhase> {
        let mut args = Args::of(node)?;
        if args.head() != "nextPhase" {
            return refuse(node);
        }
        let shared = args.word(|word| matches!(word, "Shared" | "All" | "Each").then_some(())).is_some();
        let player = if shared { None } else { self.next_player(&mut args)? };
        let test = match args.next_if(|node| node.text().is_none()) {
            Some(node) => self.truth(node)?,
            None => Truth::Const(true),
        };
        let phase = match args.text() {
            Some(name) => match self.phases.iter().position(|one| one == name) {
                Some(phase) => phase,
                None => return Err(Diagnostic::error(node.span, format!("there is no phase `{name}`"))),
            },
            None => (at + 1) % self.phases.len(),
        };
        args.finish()?;
        Ok(NextPhase { player, test, phase })
    }

    fn end(&mut self, node: &Node) -> Read<Vec<End>> {
        let mut args = Args::of(node)?;
        let mut rules = Vec::new();
        while let Some(one) = args.next() {
            for rule in one.braces().unwrap_or(std::slice::from_ref(one)) {
                rules.push(self.end_rule(rule)?);
            }
        }
        args.finish()?;
        Ok(rules)
    }

    fn end_rule(&mut self, node: &Node) -> Read<End> {
        let mut args = Args::of(node)?;
        let rule = match args.head() {
            "if" => {
                let test = self.truth(args.expect("a condition")?)?;
                let mut subs = Vec::new();
                while let Some(sub) = args.next_if(|node| node.list_of("if").is_some() || node.braces().is_some()) {
                    for one in sub.braces().unwrap_or(std::slice::from_ref(sub)) {
                        subs.push(self.end_rule(one)?);
                    }
                }
                let result = args.next().map(|node| self.ending(node)).transpose()?;
                End::If { test, subs, result }
            }
            "forEach" => {
                let players = match args.next() {
                    Some(word) if word.word() == Some("Player") => Players::All,
                    Some(word) if word.word().is_some_and(super::names::is_role) => self.players(word, false)?,
                    _ => return refuse(node),
                };
                let Some(test) = self.named_truth(&mut args, "if")? else { return refuse(node) };
                End::ForEachPlayer(players, test, self.ending(args.expect("a result")?)?)
            }
            _ => return refuse(node),
        };
        args.finish()?;
        Ok(rule)
    }

    fn ending(&mut self, node: &Node) -> Read<Ending> {
        let mut args = Args::of(node)?;
        let ending = match args.head() {
            "result" => {
                let players = match args.expect("a player")? {
                    role if role.word() == Some("Player") => Players::One(Number::Bound(super::op::Bound::Player)),
                    role => self.players(role, false)?,
                };
                let verdict = match args.next().and_then(Node::word) {
                    Some("Win") => Verdict::Win,
                    Some("Loss") => Verdict::Loss,
                    Some("Draw") => Verdict::Draw,
                    _ => return refuse(node),
                };
                Ending::Result(players, verdict)
            }
            "byScore" => {
                let mut scores = Vec::new();
                if let Some(list) = args.next_if(|node| node.braces().is_some()) {
                    for one in list.braces().unwrap_or_default() {
                        let mut inner = Args::of(one)?;
                        let player = self.player(inner.expect("a player")?)?;
                        scores.push((player, self.number(inner.expect("a score")?)?));
                        inner.finish()?;
                    }
                }
                let misere = self.named_truth(&mut args, "misere")?.unwrap_or(Truth::Const(false));
                Ending::ByScore { scores, misere }
            }
            _ => return refuse(node),
        };
        args.finish()?;
        Ok(ending)
    }
}
