//! From clauses to rules: what every name is, then what every list means.

use std::collections::HashMap;

use dagaz_core::{
    DirectionId, FenRights, Glossary, LimitHit, Limits, PieceName, PieceTypeId, PlayerId, PlayerKind, PlayerName,
    RuleId, RuleName, SiteId, SiteSet, SlotName, ZoneId,
};
use dagaz_rules::path::{
    Home, Lines, NameId, Path, PathPiece, PathRule, PathRules, Set, Table, TableId, VarId, Variable, VariableKind,
};
use dagaz_rules::{PassRule, Player};

use super::clauses::{Clause, Clauses};
use super::grid::{DirectionInfo, SiteInfo};
use super::names::{EnvId, Envs, Name, Value};
use super::parameter::Parameters;
use crate::code::Code;
use crate::diagnostic::{Diagnostic, Diagnostics, Severity};
use crate::source::{FileId, Span};
use crate::suggest;
use crate::symbol::Symbol;
use crate::tree::{NodeId, NodeKind, Tree};

/// Heads of clauses.
pub(super) const CLAUSES: [&str; 30] = [
    "players",
    "teams",
    "symmetry",
    "board",
    "setup",
    "piece",
    "rule",
    "define",
    "class",
    "table",
    "var",
    "dice",
    "moves",
    "first",
    "prefer",
    "never",
    "on",
    "turns",
    "pass",
    "win",
    "lose",
    "draw",
    "score",
    "distinct",
    "hint",
    "write",
    "use",
    "fen",
    "parameter",
    "statistic",
];

/// Uses of definitions and rules within one another, and how many frames and instances they may cost.
const DEPTH_MAX: usize = 100;
pub(super) const WORK_MAX: usize = 200_000;

/// Reads the clauses of one item.
pub(super) struct Lower<'a> {
    pub(super) tree: &'a Tree,
    pub(super) limits: &'a Limits,
    diagnostics: &'a mut Diagnostics,
    clauses: Vec<Clause>,
    pub(super) envs: Envs,
    pub(super) names: HashMap<Symbol, Name>,
    /// For each form of a rule or definition the frame of the module that it comes from.
    homes: HashMap<NodeId, EnvId>,
    pub(super) players: Vec<Player>,
    pub(super) teams: Vec<u8>,
    // The board.
    pub(super) sites: Vec<SiteInfo>,
    pub(super) site_names: HashMap<String, SiteId>,
    pub(super) directions: Vec<DirectionInfo>,
    /// For each player how it sees each direction.
    pub(super) seen: Vec<Vec<DirectionId>>,
    pub(super) ways: Vec<Vec<DirectionId>>,
    /// `orthogonal`, `diagonal` and `adjacent`.
    pub(super) usual: [Vec<dagaz_rules::path::WayId>; 3],
    /// Dimensions of the grid that go round.
    pub(super) wrapped_dimensions: Vec<usize>,
    pub(super) loose_links: Vec<(usize, usize, usize)>,
    pub(super) made_zones: Vec<(String, Vec<SiteId>)>,
    /// For each zone the sites of each player.
    pub(super) zones: Vec<Vec<SiteSet>>,
    pub(super) lines: Vec<Lines>,
    pub(super) regions: Vec<Vec<Vec<SiteId>>>,
    // The rest.
    pub(super) pieces: Vec<PathPiece>,
    pub(super) letters: Vec<Option<String>>,
    piece_forms: Vec<Clause>,
    pub(super) variables: Vec<Variable>,
    pub(super) tables: Vec<Table>,
    pub(super) rule_names: Vec<String>,
    pub(super) rules: Vec<PathRule>,
    pub(super) rule_texts: Vec<RuleName>,
    pub(super) instances: HashMap<(NodeId, Vec<Value>), RuleId>,
    pub(super) locals: usize,
    pub(super) unmoved: Option<VarId>,
    /// Labels of phases with, for each player, the slot to go on with.
    pub(super) labels: HashMap<String, Vec<dagaz_core::SlotId>>,
    /// Dice: the variable, and the equally likely values.
    pub(super) dice: Vec<(VarId, Vec<i32>)>,
    /// Numbers and sets bound so far in the rule that is being read.
    pub(super) bound: usize,
    /// Rules that are used and have not been read.
    pub(super) waiting: Vec<(RuleId, Vec<NodeId>, EnvId)>,
    busy: Vec<NodeId>,
    failed: bool,
}

/// The rules of an item.
pub(super) fn lower(
    tree: &Tree,
    title: &str,
    span: Span,
    clauses: &Clauses,
    parameters: &Parameters,
    limits: &Limits,
    diagnostics: &mut Diagnostics,
) -> Option<PathRules> {
    let mut lower = Lower {
        tree,
        limits,
        diagnostics,
        clauses: clauses.list.clone(),
        envs: clauses.envs.clone(),
        names: HashMap::new(),
        homes: HashMap::new(),
        players: Vec::new(),
        teams: Vec::new(),
        sites: Vec::new(),
        site_names: HashMap::new(),
        directions: Vec::new(),
        seen: Vec::new(),
        ways: Vec::new(),
        usual: Default::default(),
        wrapped_dimensions: Vec::new(),
        loose_links: Vec::new(),
        made_zones: Vec::new(),
        zones: Vec::new(),
        lines: Vec::new(),
        regions: Vec::new(),
        pieces: Vec::new(),
        letters: Vec::new(),
        piece_forms: Vec::new(),
        variables: Vec::new(),
        tables: Vec::new(),
        rule_names: Vec::new(),
        rules: Vec::new(),
        rule_texts: Vec::new(),
        instances: HashMap::new(),
        locals: 0,
        unmoved: None,
        labels: HashMap::new(),
        dice: Vec::new(),
        bound: 0,
        waiting: Vec::new(),
        busy: Vec::new(),
        failed: false,
    };
    let rules = lower.game(title, span);
    // What the board has made has names too.
    for (symbol, parameter) in &parameters.list {
        if let Some(other) = lower.names.get(symbol) {
            let message = format!("`{}` is {} already, and cannot be a parameter", parameter.name, other.what());
            let at = parameter.span;
            let span = Span { file: FileId(at.file), start: at.start, end: at.end };
            let said = Diagnostic::new(Code::WrongForm, span, message);
            lower.push(said.hint("a name means one thing in the whole game"));
        }
    }
    let parameters = parameters.list.iter().map(|(_, parameter)| parameter.clone()).collect();
    rules.map(|rules| PathRules { parameters, ..rules })
}

impl Lower<'_> {
    fn game(&mut self, title: &str, span: Span) -> Option<PathRules> {
        self.check_heads();
        self.players_of();
        self.declare_forms();
        let Some(board) = self.clauses_of("board").last().copied() else {
            self.push(
                Diagnostic::new(Code::MissingSection, span, "this game has no board")
                    .hint("a board is `(board (grid a-h 1-8))`, for example"),
            );
            return None;
        };
        let topology = self.board(board.form);
        self.declare_sites();
        let on = self.hooks_of_game();
        self.fill_tables();
        self.turn_labels();
        self.fill_pieces();
        let moves = self.moves_of_game();
        let hooks: Vec<Vec<Path>> = on.iter().map(|forms| self.hook_paths(forms)).collect();
        let [on_move_start, on_step_start, on_step_end, on_move_end, on_capture] =
            <[Vec<Path>; 5]>::try_from(hooks).unwrap_or_default();
        let first = self.firsts();
        let prefer = self.prefers();
        let nevers = self.nevers();
        let endings = self.endings();
        let statistics = self.statistics();
        let slots = self.slots();
        let (setup, setup_variables) = self.setup();
        let pass = self.pass();
        let distinct_paths = self
            .clauses_of("distinct")
            .iter()
            .any(|clause| self.rest(clause.form).first().is_some_and(|word| self.text(*word) == "paths"));
        let values = self.hinted_values();
        self.rule_bodies();
        if self.failed {
            return None;
        }
        let ways = self.hops(&topology);
        let (fen, last_name) = self.fen();
        let glossary = Glossary { fen, ..self.glossary(title, &slots) };
        Some(PathRules {
            topology,
            ways,
            lines: std::mem::take(&mut self.lines),
            players: std::mem::take(&mut self.players),
            teams: std::mem::take(&mut self.teams),
            pieces: std::mem::take(&mut self.pieces),
            variables: std::mem::take(&mut self.variables),
            tables: std::mem::take(&mut self.tables),
            names: std::mem::take(&mut self.rule_names),
            rules: std::mem::take(&mut self.rules),
            moves,
            locals: self.locals,
            on_move_start,
            on_step_start,
            on_step_end,
            on_move_end,
            on_capture,
            first,
            prefer,
            nevers,
            distinct_paths,
            slots,
            pass,
            endings,
            setup,
            setup_variables,
            last_name,
            unmoved: self.unmoved,
            parameters: Vec::new(),
            statistics,
            values,
            glossary,
        })
    }

    fn check_heads(&mut self) {
        for clause in self.clauses.clone() {
            let head = self.head(clause.form).unwrap_or_default().to_string();
            if !CLAUSES.contains(&head.as_str()) {
                self.unknown(clause.form, "this means nothing in a game", &head, "a game consists of", &CLAUSES);
            }
        }
    }

    fn players_of(&mut self) {
        for clause in self.clauses_of("players") {
            for node in self.rest(clause.form) {
                let name = self.text(node).to_string();
                self.declare(node, Name::Player(PlayerId::at(self.players.len())));
                self.players.push(Player { name, kind: PlayerKind::Chooser });
            }
        }
        if self.players.is_empty() {
            for name in ["White", "Black"] {
                self.declare_text(name, Name::Player(PlayerId::at(self.players.len())));
                self.players.push(Player { name: name.to_string(), kind: PlayerKind::Chooser });
            }
        }
        if self.players.len() > self.limits.players {
            self.limit(self.clauses[0].form, &LimitHit::new(dagaz_core::LimitKind::Players, self.limits.players));
            self.players.truncate(self.limits.players);
        }
        self.teams = (0..self.players.len() as u8).collect();
        for clause in self.clauses_of("teams") {
            for (team, entry) in self.rest(clause.form).into_iter().enumerate() {
                for node in self.members(entry) {
                    match self.player_named(node) {
                        Some(player) => self.teams[player.index()] = 100 + team as u8,
                        None => self.wrong(node, "this is no player", "the names of players, team by team"),
                    }
                }
            }
        }
    }

    /// Gives everything that is declared by a form of its own its name.
    fn declare_forms(&mut self) {
        for clause in self.clauses.clone() {
            let Some(head) = self.head(clause.form).map(str::to_string) else { continue };
            self.homes.insert(clause.form, clause.env);
            let Some(second) = self.tree.members(clause.form).nth(1) else { continue };
            let named = if self.tree.word(second).is_some() { second } else { self.first_member(second) };
            match head.as_str() {
                "piece" => {
                    self.declare(named, Name::Type(PieceTypeId::at(self.pieces.len())));
                    let name = self.text(named).to_string();
                    let third = self.tree.members(clause.form).nth(2);
                    let letter = third.and_then(|node| self.string(node)).map(str::to_string);
                    self.letters.push(letter);
                    self.piece_forms.push(clause);
                    let span = self.rules_span(clause.form);
                    self.pieces.push(PathPiece {
                        name,
                        of: Set::Mine,
                        moves: Vec::new(),
                        on_move_start: Vec::new(),
                        on_step_start: Vec::new(),
                        on_step_end: Vec::new(),
                        on_move_end: Vec::new(),
                        on_capture: Vec::new(),
                        span,
                    });
                }
                "rule" => self.declare(named, Name::Rule(clause.form)),
                "define" => self.declare(named, Name::Define(clause.form)),
                "class" => self.declare(named, Name::Class(clause.form)),
                "table" => {
                    self.declare(named, Name::Table(TableId::at(self.tables.len())));
                    self.tables.push(Table { name: self.text(named).to_string(), entries: Vec::new() });
                }
                "var" => self.variable(clause.form),
                "dice" => self.die(clause.form),
                _ => {}
            }
        }
        let forms: Vec<NodeId> = self.piece_forms.iter().map(|clause| clause.form).collect();
        for form in forms {
            for part in self.rest(form) {
                if self.head(part) == Some("var") {
                    self.variable(part);
                }
            }
        }
        if self.pieces.is_empty() {
            // A game of numbers alone has something that never stands anywhere.
            self.letters.push(None);
            self.pieces.push(PathPiece {
                name: "counter".to_string(),
                of: Set::Mine,
                moves: Vec::new(),
                on_move_start: Vec::new(),
                on_step_start: Vec::new(),
                on_step_end: Vec::new(),
                on_move_end: Vec::new(),
                on_capture: Vec::new(),
                span: dagaz_rules::Span::default(),
            });
        }
    }

    fn declare_sites(&mut self) {
        let sites: Vec<(String, SiteId)> = self.site_names.iter().map(|(name, site)| (name.clone(), *site)).collect();
        for (name, site) in sites {
            if let Some(symbol) = self.symbol(&name) {
                self.names.entry(symbol).or_insert(Name::Site(site));
            }
        }
    }

    /// `(var x of HOME default [uncompared])`
    fn variable(&mut self, form: NodeId) {
        let rest = self.rest(form);
        let Some(&name) = rest.first() else { return };
        let words: Vec<String> = rest.iter().map(|node| self.text(*node).to_string()).collect();
        let home = match (words.get(1).map(String::as_str), words.get(2).map(String::as_str)) {
            (Some("of"), Some("game")) => Home::Game,
            (Some("of"), Some("player")) => Home::Player,
            (Some("of"), Some("piece")) => Home::Piece,
            (Some("of"), Some("site")) => Home::Site,
            (Some("of"), Some("move")) => Home::Move,
            (Some("of"), Some("step")) => Home::Step,
            _ => {
                self.wrong(
                    form,
                    "a variable must say what it belongs to",
                    "`(var seeds of site 0)`: of game, player, piece, site, move or step",
                );
                return;
            }
        };
        let start = rest.get(3).copied();
        let value = start.and_then(|node| self.integer(node));
        let kind = match (value, words.get(3).map(String::as_str)) {
            (Some(_), _) => VariableKind::Number,
            (None, Some("none")) => VariableKind::Set,
            _ => {
                self.wrong(
                    form,
                    "a variable begins with a number, or with `none` if it holds sites",
                    "`(var seeds of site 0)`",
                );
                VariableKind::Number
            }
        };
        if kind == VariableKind::Set && home != Home::Game {
            self.not_yet(form, "sets that belong to anything but the game");
        }
        let uncompared = words.iter().any(|word| word == "uncompared");
        self.add_variable(Some(name), &words[0].clone(), home, kind, value.unwrap_or(0), uncompared, false);
    }

    #[allow(clippy::too_many_arguments)]
    pub(super) fn add_variable(
        &mut self,
        node: Option<NodeId>,
        name: &str,
        home: Home,
        kind: VariableKind,
        start: i32,
        uncompared: bool,
        boolean: bool,
    ) -> VarId {
        let id = VarId::at(self.variables.len());
        if let Some(node) = node {
            self.declare(node, Name::Var(id));
        }
        self.variables.push(Variable { name: name.to_string(), home, kind, start, uncompared, boolean });
        id
    }

    /// `(dice pips 4 (0 1))`: so many dice with these faces.
    fn die(&mut self, form: NodeId) {
        let rest = self.rest(form);
        let number = rest.get(1).and_then(|node| self.integer(*node));
        let faces: Vec<i32> = rest
            .get(2)
            .map_or(Vec::new(), |node| self.members(*node))
            .into_iter()
            .filter_map(|node| self.integer(node))
            .collect();
        let (Some(&name), Some(number @ 1..=8), false) = (rest.first(), number, faces.is_empty()) else {
            self.wrong(
                form,
                "dice need a name, their number and their faces",
                "`(dice pips 2 (1 2 3 4 5 6))`, at most 8 of them",
            );
            return;
        };
        let mut sums = vec![0];
        for _ in 0..number {
            if sums.len() * faces.len() > 50_000 {
                self.wrong(form, "these dice have too many ways to fall", "at most 50,000");
                return;
            }
            sums = sums.iter().flat_map(|sum| faces.iter().map(move |face| sum + face)).collect();
        }
        let text = self.text(name).to_string();
        let var = self.add_variable(Some(name), &text, Home::Game, VariableKind::Number, 0, false, false);
        self.dice.push((var, sums));
    }

    fn fill_tables(&mut self) {
        for clause in self.clauses_of("table") {
            let rest = self.rest(clause.form);
            let Some(Name::Table(id)) = rest.first().and_then(|node| self.name(*node)).cloned() else { continue };
            let mut entries = vec![None; self.pieces.len()];
            for &entry in &rest[1..] {
                let parts = self.members(entry);
                let (Some(kind), Some(&value)) = (parts.first().and_then(|node| self.type_named(*node)), parts.get(1))
                else {
                    self.wrong(entry, "this is no entry of a table", "`(Rook Dragon)` or `(Man 1)`");
                    continue;
                };
                let value = self.integer(value).or_else(|| self.type_named(value).map(|kind| i32::from(kind.0)));
                match value {
                    Some(value) => entries[kind.index()] = Some(value),
                    None => self.wrong(entry, "a table leads to numbers or to pieces", "`(Rook Dragon)` or `(Man 1)`"),
                }
            }
            self.tables[id.index()].entries = entries;
        }
    }

    /// The table read backwards.
    pub(super) fn inverse(&mut self, table: TableId) -> TableId {
        let name = format!("inverse {}", self.tables[table.index()].name);
        if let Some(known) = self.tables.iter().position(|table| table.name == name) {
            return TableId::at(known);
        }
        let mut entries = vec![None; self.pieces.len()];
        for (from, to) in self.tables[table.index()].entries.iter().enumerate() {
            if let Some(to) = to.and_then(|to| entries.get_mut(to as usize)) {
                *to = Some(from as i32);
            }
        }
        self.tables.push(Table { name, entries });
        TableId::at(self.tables.len() - 1)
    }

    fn fill_pieces(&mut self) {
        for (index, clause) in self.piece_forms.clone().into_iter().enumerate() {
            for part in self.rest(clause.form) {
                if self.tree.word(part).is_some() || self.string(part).is_some() {
                    continue;
                }
                match self.head(part) {
                    Some("moves") => {
                        for call in self.rest(part) {
                            let calls = self.calls(call, clause.env);
                            self.pieces[index].moves.extend(calls);
                        }
                    }
                    Some("of") => {
                        let sets: Vec<Set> =
                            self.rest(part).into_iter().map(|node| self.owner_set(node, clause.env)).collect();
                        self.pieces[index].of =
                            if sets.len() == 1 { sets.into_iter().next().unwrap_or(Set::Mine) } else { Set::Or(sets) };
                    }
                    Some("on") => {
                        let Some((place, path)) = self.hook(part, clause.env) else { continue };
                        let piece = &mut self.pieces[index];
                        [
                            &mut piece.on_move_start,
                            &mut piece.on_step_start,
                            &mut piece.on_step_end,
                            &mut piece.on_move_end,
                            &mut piece.on_capture,
                        ][place]
                            .push(path);
                    }
                    Some("var") => {}
                    head => {
                        let head = head.unwrap_or_default().to_string();
                        self.unknown(
                            part,
                            "this is no part of a piece",
                            &head,
                            "a piece has",
                            &["moves", "of", "on", "var"],
                        );
                    }
                }
            }
        }
    }

    fn owner_set(&mut self, node: NodeId, env: EnvId) -> Set {
        if self.tree.word(node).is_some() && self.text(node) == "anyone" {
            return Set::Occupied;
        }
        self.set(node, env)
    }

    fn moves_of_game(&mut self) -> Vec<dagaz_rules::path::Call> {
        let mut calls = Vec::new();
        for clause in self.clauses_of("moves") {
            for call in self.rest(clause.form) {
                calls.extend(self.calls(call, clause.env));
            }
        }
        calls
    }

    fn hooks_of_game(&mut self) -> [Vec<Clause>; 5] {
        let mut hooks: [Vec<Clause>; 5] = Default::default();
        for clause in self.clauses_of("on") {
            if let Some(place) = self.hook_place(clause.form) {
                hooks[place].push(clause);
            }
        }
        hooks
    }

    fn hook_place(&mut self, form: NodeId) -> Option<usize> {
        let word = self.rest(form).first().map_or(String::new(), |node| self.text(*node).to_string());
        let known = ["move-start", "step-start", "step-end", "move-end", "capture"];
        let place = known.iter().position(|known| *known == word);
        if place.is_none() {
            self.unknown(form, "there is no such moment", &word, "something can be done on", &known);
        }
        place
    }

    fn hook_paths(&mut self, forms: &[Clause]) -> Vec<Path> {
        let mut paths = Vec::new();
        for clause in forms {
            paths.extend(self.hook(clause.form, clause.env).map(|(_, path)| path));
        }
        paths
    }

    fn hook(&mut self, form: NodeId, env: EnvId) -> Option<(usize, Path)> {
        let place = self.hook_place(form)?;
        let rest = self.rest(form);
        Some((place, self.sequence(&rest[1..], env)))
    }

    fn pass(&mut self) -> PassRule {
        let mut pass = PassRule::Never;
        for clause in self.clauses_of("pass") {
            let word = self.rest(clause.form).first().map_or(String::new(), |node| self.text(*node).to_string());
            pass = match word.as_str() {
                "forced" => PassRule::Forced,
                "free" => PassRule::Free,
                "never" => PassRule::Never,
                _ => {
                    self.unknown(
                        clause.form,
                        "there is no such way to pass",
                        &word,
                        "a pass is",
                        &["forced", "free", "never"],
                    );
                    PassRule::Never
                }
            };
        }
        pass
    }

    /// `(hint value (Queen 9) …)`
    fn hinted_values(&mut self) -> Vec<(PieceTypeId, i32)> {
        let mut values = Vec::new();
        for clause in self.clauses_of("hint") {
            let rest = self.rest(clause.form);
            if rest.first().is_none_or(|word| self.text(*word) != "value") {
                continue;
            }
            for &entry in &rest[1..] {
                let parts = self.members(entry);
                let kind = parts.first().and_then(|node| self.type_named(*node));
                let value = parts.get(1).and_then(|node| self.text(*node).parse::<f32>().ok());
                match (kind, value) {
                    (Some(kind), Some(value)) => values.push((kind, (value * 100.0) as i32)),
                    _ => self.wrong(entry, "this is no value of a piece", "`(hint value (Queen 9) (Rook 5))`"),
                }
            }
        }
        values
    }

    /// `(fen (K unmoved e1 h1) … (passed n Pawn double))`: what FEN says beside pieces.
    fn fen(&mut self) -> (FenRights, Option<NameId>) {
        let (mut fen, mut last_name) = (FenRights::default(), None);
        for clause in self.clauses_of("fen") {
            for part in self.rest(clause.form) {
                let members = self.members(part);
                let words: Vec<String> = members.iter().map(|node| self.text(*node).to_string()).collect();
                if words.first().is_some_and(|word| word == "passed") {
                    let way = members.get(1).and_then(|node| self.ways_of(*node, EnvId::EMPTY));
                    fen.passed = way.and_then(|ways| self.ways[ways.first()?.index()].first().copied());
                    fen.passer = members.get(2).and_then(|node| self.type_named(*node));
                    last_name = members
                        .get(3)
                        .map(|node| self.rule_names_of(*node, EnvId::EMPTY))
                        .and_then(|names| names.first().copied());
                    continue;
                }
                let attributes = self.variables.iter().filter(|variable| variable.home == Home::Piece);
                let attribute =
                    words.get(1).and_then(|word| attributes.clone().position(|variable| variable.name == *word));
                let sites: Vec<SiteId> = members.iter().skip(2).filter_map(|node| self.site(*node)).collect();
                if self.unmoved.is_none() && words.get(1).is_some_and(|word| word == "unmoved") {
                    // A variant may do without what its base needs.
                    continue;
                }
                let letter = words.first().and_then(|word| word.chars().next());
                match (letter, attribute) {
                    (Some(letter), Some(attribute)) if !sites.is_empty() => {
                        fen.rights.push((letter, dagaz_core::AttributeId::at(attribute), sites));
                    }
                    _ => self.wrong(
                        part,
                        "a right of FEN is a letter, a variable of pieces and their sites",
                        "`(K unmoved e1 h1)`",
                    ),
                }
            }
        }
        (fen, last_name)
    }

    fn glossary(&self, title: &str, slots: &[dagaz_rules::path::PathSlot]) -> Glossary {
        let pieces = self.pieces.iter().zip(&self.letters);
        let piece_variables = self.variables.iter().filter(|variable| variable.home == Home::Piece);
        let player = |player: &Player| PlayerName { name: player.name.clone(), kind: player.kind };
        Glossary {
            title: title.to_string(),
            players: self.players.iter().map(player).collect(),
            pieces: pieces
                .map(|(piece, letter)| PieceName {
                    name: piece.name.clone(),
                    letter: letter.clone(),
                    ..PieceName::default()
                })
                .collect(),
            attributes: piece_variables.map(|variable| variable.name.clone()).collect(),
            attribute_numbers: self
                .variables
                .iter()
                .filter(|variable| variable.home == Home::Piece)
                .map(|_| None)
                .collect(),
            rules: self.rule_texts.clone(),
            slots: slots.iter().map(|slot| SlotName { mover: slot.mover, side: slot.mover, class: None }).collect(),
            ..Glossary::default()
        }
    }

    // Names.

    /// The symbol of a text, if the file has it at all.
    pub(super) fn symbol(&self, text: &str) -> Option<Symbol> {
        self.tree.symbols.find(text)
    }

    pub(super) fn declare_text(&mut self, text: &str, name: Name) {
        if let Some(symbol) = self.symbol(text) {
            self.names.insert(symbol, name);
        }
    }

    pub(super) fn declare(&mut self, node: NodeId, name: Name) {
        let Some(word) = self.tree.word(node) else {
            self.wrong(node, "this is no name", "a word");
            return;
        };
        if let Some(other) = self.names.get(&word)
            && std::mem::discriminant(other) != std::mem::discriminant(&name)
        {
            let message = format!("`{}` is {} already", self.text(node), other.what());
            let span = self.tree.node(node).span;
            // Elsewhere the later one is taken; here nobody could tell them apart.
            self.push(
                Diagnostic { severity: Severity::Error, ..Diagnostic::new(Code::RepeatedName, span, message) }
                    .hint("a name means one thing in the whole game"),
            );
            self.failed = true;
            return;
        }
        self.names.insert(word, name);
    }

    pub(super) fn name(&self, node: NodeId) -> Option<&Name> {
        self.names.get(&self.tree.word(node)?)
    }

    pub(super) fn player_named(&self, node: NodeId) -> Option<PlayerId> {
        match self.name(node)? {
            Name::Player(player) => Some(*player),
            _ => None,
        }
    }

    pub(super) fn type_named(&self, node: NodeId) -> Option<PieceTypeId> {
        match self.name(node)? {
            Name::Type(kind) => Some(*kind),
            _ => None,
        }
    }

    pub(super) fn site(&mut self, node: NodeId) -> Option<SiteId> {
        let site = self.site_names.get(self.text(node)).copied();
        if site.is_none() {
            let text = self.text(node).to_string();
            let span = self.tree.node(node).span;
            let names: Vec<String> = self.sites.iter().map(|site| site.name.clone()).collect();
            let hint = suggest::hint(&text, "this board has", names.iter().map(String::as_str));
            self.push(
                Diagnostic::new(Code::UnknownPosition, span, format!("`{text}` is no site of the board"))
                    .maybe_hint(hint),
            );
        }
        site
    }

    /// The id of a rule's name.
    pub(super) fn name_id(&mut self, name: &str) -> NameId {
        let known = self.rule_names.iter().position(|known| known == name);
        NameId::at(known.unwrap_or_else(|| {
            self.rule_names.push(name.to_string());
            self.rule_names.len() - 1
        }))
    }

    /// The parameters of a rule or definition.
    pub(super) fn parameters(&self, form: NodeId) -> Vec<Symbol> {
        match self.tree.members(form).nth(1) {
            Some(header) if self.tree.word(header).is_none() => {
                self.tree.members(header).skip(1).filter_map(|node| self.tree.word(node)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The frame in which a form of a module stands.
    pub(super) fn env_of(&self, form: NodeId) -> EnvId {
        self.homes.get(&form).copied().unwrap_or(EnvId::EMPTY)
    }

    /// Does something inside a definition; none if that is where we are already, or too deep.
    pub(super) fn guarded<T>(&mut self, form: NodeId, work: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.busy.len() >= DEPTH_MAX || self.busy.iter().filter(|busy| **busy == form).count() > 3 {
            let span = self.tree.node(form).span.head();
            self.push(
                Diagnostic::new(Code::EndlessMacro, span, "this definition needs itself")
                    .hint("a definition may use others, but no ring of them"),
            );
            self.failed = true;
            return None;
        }
        if self.envs.len() + self.rules.len() > WORK_MAX {
            if !self.failed {
                let span = self.tree.node(form).span.head();
                self.push(Diagnostic::new(Code::ExpansionTooLarge, span, "the rules become too large here").hint(
                    "rules are written out for each of their arguments; fewer arguments, or fewer levels, are needed",
                ));
            }
            self.failed = true;
            return None;
        }
        self.busy.push(form);
        let result = work(self);
        self.busy.pop();
        Some(result)
    }

    // The tree.

    pub(super) fn all_clauses(&self) -> Vec<Clause> {
        self.clauses.clone()
    }

    pub(super) fn clauses_of(&self, head: &str) -> Vec<Clause> {
        self.clauses.iter().filter(|clause| self.head(clause.form) == Some(head)).copied().collect()
    }

    pub(super) fn head(&self, node: NodeId) -> Option<&str> {
        self.tree.head(node).map(|head| self.tree.symbols.text(head))
    }

    pub(super) fn members(&self, node: NodeId) -> Vec<NodeId> {
        self.tree.members(node).collect()
    }

    /// The members after the first.
    pub(super) fn rest(&self, node: NodeId) -> Vec<NodeId> {
        self.tree.members(node).skip(1).collect()
    }

    pub(super) fn words(&self, part: NodeId) -> Vec<NodeId> {
        let rest = self.rest(part);
        let lists = rest
            .iter()
            .flat_map(|node| if self.tree.word(*node).is_some() { vec![*node] } else { self.members(*node) });
        lists.collect()
    }

    fn first_member(&self, node: NodeId) -> NodeId {
        self.tree.members(node).next().unwrap_or(node)
    }

    /// A word as it is written; empty for lists and strings.
    pub(super) fn text(&self, node: NodeId) -> &str {
        self.tree.word(node).map_or("", |word| self.tree.symbols.text(word))
    }

    pub(super) fn string(&self, node: NodeId) -> Option<&str> {
        match self.tree.node(node).kind {
            NodeKind::String(text) => Some(self.tree.symbols.text(text)),
            _ => None,
        }
    }

    /// A number that is known when the file is read: one that is written, or worked out of such.
    pub(super) fn integer(&self, node: NodeId) -> Option<i32> {
        if self.tree.word(node).is_some() {
            return self.text(node).parse().ok();
        }
        let operation = super::number::operation(self.head(node)?)?;
        let numbers: Option<Vec<i32>> = self.rest(node).into_iter().map(|part| self.integer(part)).collect();
        super::number::fold(operation, &numbers?)
    }

    pub(super) fn rules_span(&self, node: NodeId) -> dagaz_rules::Span {
        let span = self.tree.node(node).span;
        dagaz_rules::Span { file: span.file.0, start: span.start, end: span.end }
    }

    // What is wrong.

    pub(super) fn push(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Something has the wrong form; `example` says what would be right.
    pub(super) fn wrong(&mut self, node: NodeId, message: &str, example: &str) {
        let found = self.tree.text(node);
        let found =
            if found.chars().count() > 60 { found.chars().take(57).chain("…".chars()).collect() } else { found };
        let span = self.tree.node(node).span;
        self.push(Diagnostic::new(Code::WrongForm, span, message).expected(example, format!("`{found}`")));
    }

    pub(super) fn not_yet(&mut self, node: NodeId, what: &str) {
        let span = self.tree.node(node).span.head();
        self.push(Diagnostic::new(
            Code::ForeignEngine,
            span,
            format!("{what} belong to the language, and cannot be played yet"),
        ));
    }

    pub(super) fn unknown(&mut self, node: NodeId, message: &str, word: &str, list: &str, known: &[&str]) {
        let at = if self.tree.word(node).is_some() { node } else { self.first_member(node) };
        let span = self.tree.node(at).span;
        let message = if word.is_empty() { message.to_string() } else { format!("{message}: `{word}`") };
        let hint = suggest::hint(word, list, known.iter().copied());
        self.push(Diagnostic::new(Code::UnknownCommand, span, message).maybe_hint(hint));
    }

    pub(super) fn limit(&mut self, node: NodeId, hit: &LimitHit) {
        let span = self.tree.node(node).span.head();
        self.push(Diagnostic::new(Code::LimitReached, span, hit.to_string()));
        self.failed = true;
    }

    /// A set of one site of each zone, ready to be asked.
    pub(super) fn zone_set(&self, zone: ZoneId) -> Set {
        Set::Fixed(self.zones[zone.index()].clone())
    }
}
