//! Last stage of loading: binds events to words by name and checks the declarations.

use crate::fault::Fault;
use crate::loader::{Kind, Loader};
use crate::machine::GUARD_CELLS;
use crate::op::{Op, Prim};
use crate::program::{Engine, TurnSpec};
use crate::reach;

/// Global cells that may be part of the state.
const KEPT_MAX: usize = 4_096;
/// Players that AutoPlay seats.
const SEATS: usize = 2;

impl Loader<'_> {
    /// Completes the program, as far as it is in order.
    pub(super) fn finish(&mut self) {
        self.check_board();
        self.check_players();
        self.find_events();
        self.find_setup();
        self.find_switches();
        let board = self.all_board_cells();
        let program = &mut self.program;
        program.board_cells = crate::machine::Register::COUNT + program.sites.len() + board;
        for links in &mut program.links {
            links.resize(program.sites.len(), crate::program::NOWHERE);
        }
        let kit_ops = program.tokens.get(self.kit_words as usize).copied().unwrap_or(0) as usize;
        let own = program.ops.get(kit_ops..).unwrap_or_default();
        program.repeats = own.contains(&Op::Prim(Prim::RepetitionPush));
        // Scripts write a little beyond their last array too.
        self.machine.memory.resize(self.machine.memory.len() + GUARD_CELLS, 0);
        program.memory = self.machine.memory.clone();
        program.printed = std::mem::take(&mut self.machine.printed);
        let kept = self.as_many_as_fit(reach::kept(&self.program, &self.machine));
        self.program.kept = kept.into_iter().map(|address| (address, self.name_of(address))).collect();
    }

    /// Returns the kept cells of as many variables and arrays as the state has room for, the small
    /// ones first: by rights all are scratch, and a count of turns is more likely meant to stay
    /// than a long log of them.
    fn as_many_as_fit(&mut self, kept: Vec<u32>) -> Vec<u32> {
        if kept.len() <= KEPT_MAX {
            return kept;
        }
        // Globals lie in memory in their order.
        let globals = &self.program.globals;
        let global_of = |address: u32| globals.partition_point(|(first, _)| *first <= address).saturating_sub(1);
        let mut sized: Vec<(usize, usize, u32)> = kept
            .into_iter()
            .map(|address| (global_of(address), address))
            .map(|(global, address)| (globals.get(global).map_or(1, |(_, cells)| *cells), global, address))
            .collect();
        sized.sort_unstable();
        // Of an array all cells fit, or none.
        let mut fitting = KEPT_MAX;
        while fitting > 0 && sized[fitting].1 == sized[fitting - 1].1 {
            fitting -= 1;
        }
        let (_, global, address) = sized[fitting];
        let message =
            format!("play writes {} cells of global variables; the game remembers at most {KEPT_MAX}", sized.len());
        let name = self.name_of(address);
        let name = name.strip_suffix("[0]").unwrap_or(&name);
        let hint = format!("`{name}` and what is larger are put back before each question");
        let place = self.global_places.get(global).copied().unwrap_or(self.first_line());
        self.fault(Fault::warning(place, message).hint(hint));
        sized.truncate(fitting);
        let mut kept: Vec<u32> = sized.into_iter().map(|(_, _, address)| address).collect();
        kept.sort_unstable();
        kept
    }

    /// Returns the name of the variable at an address.
    fn name_of(&self, address: u32) -> String {
        let within =
            |&&(first, cells): &&(u32, usize)| cells > 1 && (first..first + 4 * cells as u32).contains(&address);
        if let Some(&(first, _)) = self.program.globals.iter().find(within) {
            let array = self.program.ops.iter().position(|op| *op == Op::Index(first)).map(|op| self.program.frame(op));
            return format!("{}[{}]", array.map_or("cells".to_string(), |frame| frame.word), (address - first) / 4);
        }
        let named = (1..self.words.len()).find(|&token| {
            let entry = self.program.tokens[token] as usize;
            let constant = self.program.ops.get(entry) == Some(&Op::Lit(address as i32));
            let deferred = self.words[token].kind == Kind::Deferred(address);
            deferred || constant && self.program.ops.get(entry + 1) == Some(&Op::Exit)
        });
        named.map_or(format!("cell-{}", address / 4), |token| self.program.names[token].clone())
    }

    fn check_board(&mut self) {
        if self.program.sites.is_empty() && !self.board_refused {
            let fault = Fault::error(self.first_line(), "this script declares no board");
            self.fault(fault.hint("a board begins with `{board` and has a `{grid}` or `{position}`s"));
        }
        self.program.scanned = self.program.scanned.min(self.program.sites.len());
    }

    fn first_line(&self) -> crate::source::Place {
        // The kit is the first text.
        crate::source::Place { file: 1, line: 1 }
    }

    fn check_players(&mut self) {
        if self.program.players.is_empty() {
            let fault = Fault::error(self.first_line(), "this script declares no players");
            self.fault(fault.hint("players are declared between `{players` and `players}`"));
        }
        if self.program.pieces.is_empty() {
            let fault = Fault::error(self.first_line(), "this script declares no pieces");
            self.fault(fault.hint("pieces are declared between `{pieces` and `pieces}`"));
        }
        if self.program.turns.is_empty() {
            // All players but random ones take turns in order.
            let movers = (0..self.program.players.len()).filter(|&index| !self.program.players[index].neutral);
            let cells: Vec<i32> = movers.map(|index| self.program.player_cell(index)).collect();
            let place = self.first_line();
            let turn = |player| TurnSpec { player, for_player: player, of_type: 0, place };
            self.program.turns = cells.into_iter().map(turn).collect();
        }
        let unfit = |turn: &TurnSpec| {
            self.program.player_index(turn.player).is_none() || self.program.player_index(turn.for_player).is_none()
        };
        if let Some(number) = self.program.turns.iter().position(unfit) {
            let message = format!("turn {} of the turn order is no player's", number + 1);
            self.fault(Fault::error(self.program.turns[number].place, message));
        }
        if self.program.repeat >= self.program.turns.len() {
            self.program.repeat = 0;
        }
        self.tell_chance_from_seats();
        for index in 0..self.program.players.len() {
            if let Engine::Word(name, _) = self.program.players[index].engine.clone() {
                match self.find(&name) {
                    Some(token) => self.program.players[index].engine = Engine::Word(name, token),
                    None => self.unknown_at(self.program.players[index].place, &name, "no word that could search"),
                }
            }
        }
    }

    /// A `{random}` player is chance if its name begins with `?`, as Zillions names random players,
    /// or if it is not one of the first two players that can have a seat. AutoPlay seats those two,
    /// and moves all other random players itself.
    fn tell_chance_from_seats(&mut self) {
        let mut seats = 0;
        for player in self.program.players.iter_mut().filter(|player| !player.neutral) {
            player.is_chance = player.engine == Engine::Random && (player.name.starts_with('?') || seats >= SEATS);
            seats += usize::from(!player.is_chance);
        }
    }

    /// Returns the script's own word for an event, or 0 where it leaves the kit's.
    fn own_event(&self, name: &str) -> u32 {
        self.find(name).filter(|token| *token >= self.kit_words).unwrap_or(0)
    }

    fn find_events(&mut self) {
        let events = crate::program::Events {
            new_game: self.own_event("OnNewGame"),
            // The kit's own word is asked too: a game without moves is drawn.
            is_game_over: self.find("OnIsGameOver").unwrap_or(0),
            evaluate: self.own_event("OnEvaluate"),
            is_terminal: self.own_event("OnIsTerminal?"),
            next_turn: self.own_event("OnNextTurn"),
            friends: self.own_event("OnFriends?"),
            edit_add: self.own_event("OnEditAdd"),
            search: self.own_event("OnSearch"),
            generate: self.own_event("OnGenerateMoves"),
            make_move: self.own_event("OnMakeAMove"),
        };
        self.program.events = events;
    }

    fn find_setup(&mut self) {
        for index in 0..self.program.setup.len() {
            let entry = self.program.setup[index].clone();
            for (part, name) in entry.names.iter().enumerate() {
                match self.find(name) {
                    Some(token) => self.program.setup[index].tokens[part] = token,
                    None if self.reported.insert(name.clone()) => {
                        let fault =
                            Fault::error(entry.place, format!("`{name}` in the set-up is nothing that is known"));
                        self.fault(fault);
                    }
                    None => {}
                }
            }
        }
    }

    fn find_switches(&mut self) {
        let address = |name: &str| match self.find(name).map(|token| self.program.tokens[token as usize]) {
            Some(entry) => match self.program.ops.get(entry as usize) {
                Some(Op::Lit(address)) => *address as u32,
                _ => 0,
            },
            None => 0,
        };
        self.program.switches = crate::program::Switches {
            pass_turn_forced: address("$passTurnForced"),
            search_status: address("$searchStatus"),
        };
        if self.has_errors() {
            self.compiling = false;
        }
    }
}
