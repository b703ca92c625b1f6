//! From clauses to rules: what every name is, then what every list means.

use std::cell::Cell;
use std::collections::{BTreeSet, HashMap, HashSet};

use dagaz_core::{
    CompactSort, DirectionId, Glossary, LimitHit, LimitKind, Limits, PieceTypeId, PlayerId, PlayerKind, RuleId,
    RuleName, SiteId, SiteSet,
};
use dagaz_rules::Player;
use dagaz_rules::path::{Form, Lines, Path, PathPiece, PathRule, PathRules, Set, Table, TableId, VarId, Variable};

use super::clauses::{Clauses, Origin};
use super::environment::{EnvId, Envs, Name, ParameterValue};
use super::grid::{DirectionInfo, SiteInfo};
use super::parameter::Parameters;
use super::words::CLAUSES;
use dagaz_syntax::code::{Code, Severity};
use dagaz_syntax::diagnostic::{Diagnostic, Diagnostics};
use dagaz_syntax::source::{FileId, Span};
use dagaz_syntax::symbol::Symbol;
use dagaz_syntax::tree::{NodeId, NodeKind, Tree};

/// Uses of definitions and rules within one another, and how many frames and instances they may
/// cost.
pub(super) const DEPTH_MAX: usize = 100;
pub(super) const WORK_MAX: usize = 200_000;
/// How often definitions and rules may be put in place of their names, all together: a few that
/// each use the next one twice are a text without end.
pub(super) const PUT_MAX: usize = 200_000;
/// Uses of rules that lists of arguments may be written out to, all together.
pub(super) const USES_MAX: usize = 500_000;

/// A rule that is used, and still has to be read.
pub(super) struct Waiting {
    pub(super) rule: RuleId,
    pub(super) body: Vec<NodeId>,
    pub(super) env: EnvId,
    /// Where it is used first.
    pub(super) used: NodeId,
}

/// Reads the clauses of one item.
pub(super) struct Lower<'a> {
    pub(super) tree: &'a Tree,
    pub(super) limits: &'a Limits,
    pub(super) diagnostics: &'a mut Diagnostics,
    pub(super) clauses: Vec<NodeId>,
    /// Where they come from.
    pub(super) origins: &'a HashMap<NodeId, Origin>,
    pub(super) envs: Envs,
    pub(super) names: HashMap<Symbol, Name>,
    /// Where the text declares each name.
    pub(super) declared: HashMap<Symbol, NodeId>,
    pub(super) players: Vec<Player>,
    pub(super) teams: Vec<u8>,
    // The board.
    pub(super) sites: Vec<SiteInfo>,
    pub(super) site_names: HashMap<String, SiteId>,
    /// The sites by their grid and their place in it.
    pub(super) site_places: HashMap<(Option<u16>, Vec<i32>), SiteId>,
    pub(super) directions: Vec<DirectionInfo>,
    /// For each player how it sees each direction.
    pub(super) seen: Vec<Vec<DirectionId>>,
    pub(super) ways: Vec<Vec<DirectionId>>,
    /// `orthogonal`, `diagonal` and `adjacent`.
    pub(super) usual: [Vec<dagaz_rules::path::WayId>; 3],
    /// Dimensions of the grid that go round.
    pub(super) wrapped_dimensions: Vec<usize>,
    pub(super) loose_links: Vec<(usize, usize, usize)>,
    /// For each direction where it leads from each site, once that is settled.
    pub(super) links: Vec<Vec<SiteId>>,
    /// Where links and tracks lead.
    pub(super) led: HashMap<(DirectionId, SiteId), SiteId>,
    pub(super) made_zones: Vec<(String, Vec<SiteId>)>,
    /// For each zone the sites of each player.
    pub(super) zones: Vec<Vec<SiteSet>>,
    pub(super) lines: Vec<Lines>,
    pub(super) regions: Vec<Vec<Vec<SiteId>>>,
    // The rest.
    pub(super) pieces: Vec<PathPiece>,
    pub(super) letters: Vec<Option<String>>,
    pub(super) piece_forms: Vec<NodeId>,
    pub(super) variables: Vec<Variable>,
    pub(super) tables: Vec<Table>,
    /// Those that lead to numbers.
    pub(super) number_tables: HashSet<TableId>,
    pub(super) rule_names: Vec<String>,
    pub(super) rules: Vec<PathRule>,
    pub(super) rule_texts: Vec<RuleName>,
    pub(super) instances: HashMap<(NodeId, Vec<ParameterValue>), Vec<RuleId>>,
    pub(super) locals: usize,
    pub(super) unmoved: Option<VarId>,
    /// Which sites have vanished, if any ever do.
    pub(super) closed: Option<VarId>,
    /// How the board is a window of one without borders, if it is.
    pub(super) unbounded: Option<dagaz_rules::path::Unbounded>,
    /// Whether the set-up is being read.
    pub(super) sets_up: bool,
    /// The forms of pieces that cover several sites, and the variable that says of which piece a
    /// site has a part.
    pub(super) forms: Vec<Form>,
    pub(super) body: Option<VarId>,
    /// The phases of the turn order.
    pub(super) phases: Vec<dagaz_rules::path::Phase>,
    /// Labels of phases with the slot to continue with, for each player.
    pub(super) labels: HashMap<String, Vec<dagaz_core::SlotId>>,
    /// Whether pieces stand on one another, and the greatest height of a column if the rules say
    /// one.
    pub(super) columns: Option<Option<usize>>,
    pub(super) dice: Vec<super::chance::DiceInfo>,
    /// The timers, in the order of their clauses.
    pub(super) timers: Vec<VarId>,
    /// The decks, each with the player in whose hand it is.
    pub(super) decks: Vec<super::chance::Deck>,
    /// The type that views show in place of what is not seen.
    pub(super) unseen: Option<PieceTypeId>,
    /// Numbers and sets bound so far in the rule that is being read.
    pub(super) bound: usize,
    /// Where it is asked whether a move was by one of these rules.
    pub(super) asked_calls: Vec<(NodeId, Vec<RuleId>)>,
    /// What players do without a piece, as it is written.
    pub(super) pieceless_calls: Vec<(NodeId, Vec<RuleId>)>,
    /// Rules that are used and have not been read.
    pub(super) waiting: Vec<Waiting>,
    /// Whether the rule that is being read is one that does nothing, or walks such a one.
    pub(super) passes: bool,
    /// The first use of the rule that is being read.
    pub(super) reading: Option<NodeId>,
    pub(super) busy: Vec<NodeId>,
    pub(super) failed: bool,
    /// Whether arguments are made of themselves without end.
    pub(super) endless: bool,
    /// Uses of rules that lists of arguments were written out to so far.
    pub(super) uses: usize,
    /// How often something was put in place of its name so far.
    pub(super) put: usize,
    /// Work done so far, in the units of [`Limits::file_work`]: sets of sites above all, by their
    /// sites and players.
    pub(super) work: Cell<u64>,
    /// Where there was too much of it.
    pub(super) too_much: Option<NodeId>,
    /// Where names stand that a faulty clause may have been meant to declare.
    pub(super) suspects: BTreeSet<(FileId, u32)>,
}

/// Returns the rules of an item.
pub(super) fn lower(
    clauses: &Clauses<'_>,
    title: &str,
    span: Span,
    parameters: &Parameters,
    limits: &Limits,
    diagnostics: &mut Diagnostics,
    work: &mut u64,
) -> Option<PathRules> {
    let tree = &*clauses.tree;
    let mut lower = Lower {
        tree,
        limits,
        diagnostics,
        clauses: clauses.list.clone(),
        origins: &clauses.origins,
        envs: Envs::default(),
        names: HashMap::new(),
        declared: HashMap::new(),
        players: Vec::new(),
        teams: Vec::new(),
        sites: Vec::new(),
        site_names: HashMap::new(),
        site_places: HashMap::new(),
        directions: Vec::new(),
        seen: Vec::new(),
        ways: Vec::new(),
        usual: Default::default(),
        wrapped_dimensions: Vec::new(),
        loose_links: Vec::new(),
        links: Vec::new(),
        led: HashMap::new(),
        made_zones: Vec::new(),
        zones: Vec::new(),
        lines: Vec::new(),
        regions: Vec::new(),
        pieces: Vec::new(),
        letters: Vec::new(),
        piece_forms: Vec::new(),
        variables: Vec::new(),
        tables: Vec::new(),
        number_tables: HashSet::new(),
        rule_names: Vec::new(),
        rules: Vec::new(),
        rule_texts: Vec::new(),
        instances: HashMap::new(),
        locals: 0,
        unmoved: None,
        closed: None,
        unbounded: None,
        sets_up: false,
        forms: Vec::new(),
        body: None,
        phases: Vec::new(),
        labels: HashMap::new(),
        columns: None,
        dice: Vec::new(),
        timers: Vec::new(),
        decks: Vec::new(),
        unseen: None,
        bound: 0,
        asked_calls: Vec::new(),
        pieceless_calls: Vec::new(),
        waiting: Vec::new(),
        passes: false,
        reading: None,
        busy: Vec::new(),
        failed: false,
        endless: false,
        uses: 0,
        put: 0,
        work: Cell::new(0),
        too_much: None,
        suspects: BTreeSet::new(),
    };
    let mut rules = lower.game(title, span);
    *work = lower.work.get();
    if *work > limits.file_work {
        let hit = LimitHit { max: limits.file_work, ..LimitHit::new(LimitKind::FileWork, 0) };
        let span = lower.too_much.map_or(span, |node| tree.node(node).span);
        let hint = "sites, sets of sites for each player, directions from each site, lines and endings count";
        lower.diagnostics.push(Diagnostic::new(Code::LimitReached, span, hit.to_string()).hint(hint));
        rules = None;
    }
    if let Some(argument) = lower.envs.spent() {
        let message = "the rules become too large here: arguments stand wherever their names do, again and again";
        let hint =
            "a definition whose argument stands in it twice, and is the argument of another, doubles what there is";
        let said = Diagnostic::new(Code::ExpansionTooLarge, tree.node(argument).span, message);
        lower.diagnostics.push(said.hint(hint));
    }
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
    rules.map(|rules| {
        let mut rules = PathRules { parameters, ..rules };
        super::truth_variables::note(&mut rules);
        rules
    })
}

impl Lower<'_> {
    fn game(&mut self, title: &str, span: Span) -> Option<PathRules> {
        let (known, errors) = (self.diagnostics.list().len(), self.diagnostics.errors());
        self.check_heads();
        let is_foreign = self.diagnostics.errors() > errors;
        self.players_of();
        self.declare_forms();
        self.suspect_since(known);
        if self.failed {
            return None;
        }
        let faults = self.diagnostics.errors();
        let Some(board) = self.clauses_of("board").last().copied() else {
            if is_foreign {
                return None;
            }
            self.push(
                Diagnostic::new(Code::MissingSection, span, "this game has no board")
                    .hint("a board is `(board (grid a-h 1-8))`, for example"),
            );
            return None;
        };
        let topology = self.board(board);
        if self.diagnostics.errors() > faults {
            return None;
        }
        self.declare_sites();
        self.declare_cards();
        // Each use of a name with two meanings would be reported as well, from the other side.
        if self.diagnostics.errors() > faults {
            return None;
        }
        self.shapes(&topology);
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
        let orders = self.orders();
        let nevers = self.nevers();
        let endings = self.endings();
        let statistics = self.statistics();
        self.sets_up = true;
        let (mut setup, held) = self.setup();
        self.sets_up = false;
        self.fill_decks(&mut setup);
        let pass = self.pass();
        let distinct = self.distinct();
        let mut outs = self.outs();
        outs.extend(self.timeouts());
        let hints = self.hints();
        let levels = self.levels(&setup);
        self.rule_bodies();
        self.find_siteless();
        self.check_asked_calls(moves.iter().chain(orders.iter().flat_map(|orders| &orders.moves)));
        self.writes();
        let hidden = self.hidden();
        // Only now it is known whether dice are used one by one.
        let slots = self.slots(&orders);
        if self.failed {
            return None;
        }
        let ways = self.hops(&topology);
        let fen = self.fen();
        let glossary = Glossary { fen: fen.rights, ..self.glossary(title, &slots) };
        Some(PathRules {
            topology,
            unbounded: self.unbounded.take(),
            ways,
            lines: std::mem::take(&mut self.lines),
            players: std::mem::take(&mut self.players),
            teams: std::mem::take(&mut self.teams),
            levels,
            pieces: std::mem::take(&mut self.pieces),
            forms: std::mem::take(&mut self.forms),
            variables: std::mem::take(&mut self.variables),
            dice: self.dice.iter().map(super::chance::DiceInfo::rules).collect(),
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
            distinct,
            slots,
            pass,
            outs,
            endings,
            setup,
            setup_variables: held.numbers,
            setup_sets: held.sets,
            phases: std::mem::take(&mut self.phases),
            last_name: fen.last_name,
            halfmoves: fen.halfmoves,
            checks: fen.checks,
            unmoved: self.unmoved,
            closed: self.closed,
            body: self.body,
            hidden,
            unseen: self.unseen,
            parameters: Vec::new(),
            statistics,
            hints,
            glossary,
        })
    }

    /// Notes what the clauses with errors may have been meant to declare. Such names would be
    /// missed wherever they stand, and each place would be an error that follows from the first.
    /// `known` diagnostics are older than the declarations. A warning hides nothing: the clause
    /// that it is about declares its names.
    fn suspect_since(&mut self, known: usize) {
        let new = self.diagnostics.list().iter().skip(known);
        let spans: Vec<Span> = new.filter(|new| new.severity == Severity::Error).map(|error| error.span).collect();
        if spans.is_empty() {
            return;
        }
        let mut names: HashSet<Symbol> = HashSet::new();
        for clause in self.clauses.iter().copied() {
            let whole = self.tree.node(clause).span;
            let has = |span: &Span| span.file == whole.file && whole.start <= span.start && span.start < whole.end;
            if spans.iter().any(has) {
                let members = self.tree.members(clause).skip(1);
                names.extend(members.filter_map(|node| match self.tree.node(node).kind {
                    NodeKind::Word(name) | NodeKind::String(name) => Some(name),
                    NodeKind::List => self.tree.head(node),
                }));
            }
        }
        let all = (0..self.tree.len() as u32).map(NodeId);
        let named = all.filter(|node| self.tree.word(*node).is_some_and(|word| names.contains(&word)));
        let places = named.map(|node| self.tree.node(node).span).map(|span| (span.file, span.start));
        self.suspects = places.collect();
    }

    fn check_heads(&mut self) {
        for clause in self.clauses.clone() {
            let head = self.head(clause).unwrap_or_default().to_string();
            if let Some(hint) = super::foreign_words::clause_instead(&head) {
                let span = self.tree.node(self.first_member(clause)).span;
                let message = format!("this means nothing in a game: `{head}`");
                self.push(Diagnostic::new(Code::UnknownCommand, span, message).hint(hint));
            } else if !CLAUSES.contains(&head.as_str()) {
                self.unknown(clause, "this means nothing in a game", &head, "a game consists of", &CLAUSES);
            }
        }
    }

    fn players_of(&mut self) {
        for clause in self.clauses_of("players") {
            if self.rest(clause).is_empty() {
                self.wrong(clause, "this names no players", "`(players White Black)`");
            }
            for node in self.rest(clause) {
                match (self.head(node), self.rest(node).as_slice()) {
                    (Some("chance"), [name]) => self.player(*name, PlayerKind::Random),
                    _ => self.player(node, PlayerKind::Chooser),
                }
            }
        }
        if self.players.is_empty() {
            for name in ["White", "Black"] {
                self.declare_text(name, Name::Player(PlayerId::at(self.players.len())));
                self.players.push(Player { name: name.to_string(), kind: PlayerKind::Chooser });
            }
        }
        self.deck_players();
        if self.players.len() > self.limits.players {
            let form = self.clauses_of("players").first().map_or(self.clauses[0], |clause| *clause);
            self.limit(form, &LimitHit::new(LimitKind::Players, self.limits.players));
            self.players.truncate(self.limits.players);
        }
        const TEAM: u8 = 100;
        self.teams = (0..self.players.len() as u8).collect();
        for clause in self.clauses_of("teams") {
            for (team, entry) in self.rest(clause).into_iter().enumerate() {
                if self.tree.word(entry).is_some() {
                    self.wrong(entry, "a team is a list of players", "`(teams (White Black) (Red Blue))`");
                }
                for node in self.members(entry) {
                    match self.player_named(node) {
                        Some(player) if self.teams[player.index()] >= TEAM => {
                            let message = format!("{} is in a team already", self.players[player.index()].name);
                            self.wrong(node, &message, "each player in one team: `(teams (White Black) (Red Blue))`");
                        }
                        Some(player) => self.teams[player.index()] = TEAM + team as u8,
                        None => self.wrong(node, "this is no player", "the names of players, team by team"),
                    }
                }
            }
        }
    }

    pub(super) fn player(&mut self, node: NodeId, kind: PlayerKind) {
        if self.tree.word(node).is_none() {
            let usual = "`(players White Black)`, or `(chance Fate)` for one whose moves are drawn by lot";
            return self.wrong(node, "a player is a name", usual);
        }
        let name = self.text(node).to_string();
        self.declare(node, Name::Player(PlayerId::at(self.players.len())));
        self.players.push(Player { name, kind });
    }

    /// Gives everything that is declared by a form of its own its name.
    fn declare_forms(&mut self) {
        for clause in self.clauses.clone() {
            let Some(head) = self.head(clause).map(str::to_string) else { continue };
            let Some(second) = self.tree.members(clause).nth(1) else { continue };
            let named = if self.tree.word(second).is_some() { second } else { self.first_member(second) };
            match head.as_str() {
                "piece" => {
                    self.declare(named, Name::Type(PieceTypeId::at(self.pieces.len())));
                    let name = self.text(named).to_string();
                    let third = self.tree.members(clause).nth(2);
                    let letter = third.and_then(|node| self.string(node)).map(str::to_string);
                    self.check_letter(third, letter.as_deref());
                    let span = self.rules_span(clause);
                    self.piece_forms.push(clause);
                    self.add_piece(&name, letter, span);
                }
                "rule" => self.declare(named, Name::Rule(clause)),
                "define" => self.declare(named, Name::Define(clause)),
                "class" => self.declare(named, Name::Class(clause)),
                "table" => {
                    self.declare(named, Name::Table(TableId::at(self.tables.len())));
                    self.tables.push(Table { name: self.text(named).to_string(), entries: Vec::new() });
                }
                "var" => self.variable(clause),
                "dice" => self.die(clause),
                "clock" => self.clock(clause),
                "timer" => self.timer(clause),
                _ => {}
            }
        }
        if self.pieces.len() > self.limits.piece_types {
            let form = self.piece_forms[self.limits.piece_types];
            self.limit(form, &LimitHit::new(LimitKind::PieceTypes, self.limits.piece_types));
        }
        let forms: Vec<NodeId> = self.piece_forms.clone();
        for form in forms {
            for part in self.rest(form) {
                if self.head(part) == Some("var") {
                    self.variable(part);
                }
            }
        }
        self.declare_unseen();
        if self.pieces.is_empty() {
            // A game of numbers alone has something that never stands anywhere.
            self.add_piece("counter", None, dagaz_rules::Span::default());
        }
    }

    /// Adds a piece type that has no moves yet.
    pub(super) fn add_piece(&mut self, name: &str, letter: Option<String>, span: dagaz_rules::Span) {
        self.letters.push(letter);
        self.pieces.push(PathPiece {
            name: name.to_string(),
            of: Set::Mine,
            moves: Vec::new(),
            on_move_start: Vec::new(),
            on_step_start: Vec::new(),
            on_step_end: Vec::new(),
            on_move_end: Vec::new(),
            on_capture: Vec::new(),
            shape: Vec::new(),
            span,
        });
    }

    fn declare_sites(&mut self) {
        let mut sites: Vec<(String, SiteId)> =
            self.site_names.iter().map(|(name, site)| (name.clone(), *site)).collect();
        // Errors are reported in the order of the board.
        sites.compact_sort_by_key(|(_, site)| *site);
        for (name, site) in sites {
            self.board_takes(&name, "a site");
            if let Some(symbol) = self.symbol(&name) {
                self.names.entry(symbol).or_insert(Name::Site(site));
            }
        }
    }
}
