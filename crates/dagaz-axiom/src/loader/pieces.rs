//! Declarations of who plays, with what, and when: players, turn order, pieces, lists of moves, the
//! set-up.

use crate::loader::{Fatal, Loader};
use crate::op::Host;
use crate::program::{Engine, MoveEntry, PieceSpec, PlayerSpec, SetupEntry, TYPE_MASK, TurnSpec};

/// Moves of one list, as the kit allows.
const LIST_MAX: usize = 128;
/// Entries of a set-up.
const SETUP_MAX: usize = 100_000;

impl Loader<'_> {
    /// Does what one of these words says.
    pub(super) fn piece_word(&mut self, host: Host) -> Result<(), Fatal> {
        match host {
            Host::Players => self.program.players.clear(),
            Host::Player | Host::Neutral => self.player(host == Host::Neutral)?,
            Host::RandomPlayer => self.engine(Engine::Random),
            Host::FirstPlayer => self.engine(Engine::First),
            Host::UctPlayer => self.engine(Engine::Search),
            Host::SearchEngine => {
                if let Some(name) = self.word_or_fault("{search-engine}", "the word that searches") {
                    self.engine(Engine::Word(name, 0));
                }
            }
            Host::TurnOrder => {
                self.program.turns.clear();
                self.program.repeat = 0;
            }
            Host::Turn => self.turn()?,
            Host::ForPlayer => {
                if let Some(token) = self.named("{for-player}") {
                    let player = self.value_of(token)?;
                    if let Some(turn) = self.program.turns.last_mut() {
                        turn.for_player = player;
                    }
                }
            }
            Host::OfType => {
                if let Some(class) = self.class("{of-type}")?
                    && let Some(turn) = self.program.turns.last_mut()
                {
                    turn.of_type = class;
                }
            }
            Host::RepeatTurns => self.program.repeat = self.program.turns.len(),
            Host::Pieces => {
                self.program.pieces.clear();
                self.dummies = false;
            }
            Host::Piece => self.piece()?,
            Host::PieceMoves | Host::PieceDrops => self.piece_list(host == Host::PieceDrops),
            Host::PieceValue => {
                let value = self.machine.pop();
                if let Some(piece) = self.program.pieces.last_mut() {
                    piece.value = value;
                }
            }
            Host::DummyPieces => self.dummies = true,
            Host::Moves => {
                if let Some(name) = self.word_or_fault("{moves", "the name of the list") {
                    self.list_names.insert(name, self.program.lists.len());
                    self.program.lists.push(Vec::new());
                }
            }
            Host::Move => self.move_entry(),
            Host::MoveType => {
                if let Some(class) = self.class("{move-type}")?
                    && let Some(entry) = self.program.lists.last_mut().and_then(|list| list.last_mut())
                {
                    entry.class = class;
                }
            }
            Host::Priorities => self.program.priorities.clear(),
            Host::Priority => {
                if let Some(class) = self.class("{move-priority}")? {
                    self.program.priorities.push(class);
                }
            }
            Host::Setup => self.program.setup.clear(),
            Host::SetupPiece => self.setup_entry(),
            _ => {}
        }
        Ok(())
    }

    fn player(&mut self, neutral: bool) -> Result<(), Fatal> {
        let Some(name) = self.word_or_fault(if neutral { "{neutral}" } else { "{player}" }, "a name") else {
            return Ok(());
        };
        let index = self.program.players.len();
        if index >= self.limits.players {
            self.error(format!("there are more than {} players", self.limits.players));
            return Err(Fatal);
        }
        let engine = if neutral { Engine::None } else { Engine::Search };
        let place = self.place();
        self.program.players.push(PlayerSpec { name: name.clone(), neutral, engine, is_chance: false, place });
        let value = self.program.player_cell(index);
        self.constant(&name, value);
        Ok(())
    }

    fn engine(&mut self, engine: Engine) {
        let place = self.place();
        match self.program.players.last_mut() {
            Some(player) => (player.engine, player.place) = (engine, place),
            None => self.error("no player stands before this"),
        }
    }

    fn turn(&mut self) -> Result<(), Fatal> {
        let Some(token) = self.named("{turn}") else { return Ok(()) };
        if self.program.turns.len() >= self.limits.slots {
            self.error(format!("the turn order has more than {} turns", self.limits.slots));
            return Err(Fatal);
        }
        let place = self.place();
        let player = self.value_of(token)?;
        self.program.turns.push(TurnSpec { player, for_player: player, of_type: 0, place });
        Ok(())
    }

    /// Returns a move type by its name: a word's value, or a number that the name gets now.
    fn class(&mut self, after: &str) -> Result<Option<i32>, Fatal> {
        let Some(name) = self.word_or_fault(after, "a move type") else { return Ok(None) };
        if let Some(token) = self.find(&name) {
            return self.value_of(token).map(Some);
        }
        self.class_count += 1;
        let class = self.class_count;
        self.constant(&name, class);
        self.program.classes.push(name);
        Ok(Some(class))
    }

    fn piece(&mut self) -> Result<(), Fatal> {
        let Some(name) = self.word_or_fault("{piece}", "a name") else { return Ok(()) };
        let number = self.program.pieces.len() + 1;
        if number > self.limits.piece_types.min(TYPE_MASK as usize) {
            self.error("there are too many piece types");
            return Err(Fatal);
        }
        self.constant(&name, number as i32);
        let dummy = self.dummies;
        self.program.pieces.push(PieceSpec { name, value: 1, moves: None, drops: None, dummy });
        Ok(())
    }

    fn piece_list(&mut self, drops: bool) {
        let after = if drops { "{drops}" } else { "{moves}" };
        let Some(name) = self.word_or_fault(after, "the name of a list of moves") else { return };
        let Some(&list) = self.list_names.get(&name) else {
            self.unknown(&name, "no list of moves");
            return;
        };
        match self.program.pieces.last_mut() {
            Some(piece) if drops => piece.drops = Some(list),
            Some(piece) => piece.moves = Some(list),
            None => self.error(format!("no piece stands before `{after}`")),
        }
    }

    fn move_entry(&mut self) {
        let Some(token) = self.named("{move}") else { return };
        let name = self.program.names[token as usize].clone();
        let rule = match self.program.rules.iter().position(|known| *known == name) {
            Some(rule) => rule,
            None => {
                self.program.rules.push(name);
                self.program.rules.len() - 1
            }
        };
        match self.program.lists.last_mut() {
            Some(list) if list.len() < LIST_MAX => list.push(MoveEntry { token, class: 0, rule: rule as u32 }),
            Some(_) => self.error(format!("a list has more than {LIST_MAX} moves")),
            None => self.error("`{move}` stands outside a list of moves"),
        }
    }

    fn setup_entry(&mut self) {
        let place = self.place();
        let mut names = [const { String::new() }; 3];
        for (name, what) in names.iter_mut().zip(["a player", "a piece", "a position"]) {
            let Some(token) = self.word_or_fault("{setup}", what) else { return };
            *name = token;
        }
        if self.program.setup.len() < SETUP_MAX {
            self.program.setup.push(SetupEntry { names, place, tokens: [0; 3] });
        }
    }
}
