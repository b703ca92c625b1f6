//! Lists of moves as generators make them, and how a script looks at them.

use std::collections::HashMap;

use dagaz_core::{Effect, Fuel, PieceTypeId, PlayerId, SiteId};

use crate::machine::memory::{MOVE_BYTES, MOVE_SPACE};
use crate::machine::{ACTION_PARTIAL, Machine, PUSHED_MAX, Register, Trouble, action, action_token};
use crate::program::{OWNER_MASK, Program, TYPE_MASK};

/// Bits of the number of a move in its list; the number of the list is above.
const ITEM_BITS: u32 = 18;
/// Moves that one list may have.
const ITEMS_MAX: usize = (1 << ITEM_BITS) - 1;
/// Sites that generation looks at in the time of one operation.
const SCANNED_PER_UNIT: usize = 4;
/// Effects that all moves of a list may have.
const LIST_EFFECTS_MAX: usize = 4_000_000;

/// One move of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MoveItem {
    pub(crate) class: i32,
    pub(crate) rule: u32,
    /// Where the piece stood; none for what comes from nowhere.
    pub(crate) origin: SiteId,
    pub(crate) is_pass: bool,
    first: u32,
    last: u32,
}

impl MoveItem {
    /// Returns how many effects it has.
    pub(super) fn effects(&self) -> usize {
        (self.last - self.first) as usize
    }
}

/// A list of moves.
#[derive(Clone, Debug, Default)]
pub(crate) struct MoveTable {
    items: Vec<MoveItem>,
    effects: Vec<Effect>,
    /// How many boards had been set aside when the moves were generated.
    level: usize,
    /// The board on which they were generated, once it is another board or gone.
    before: Option<Vec<i32>>,
}

impl MoveTable {
    /// The effects of one of its moves.
    fn effects_of(&self, item: &MoveItem) -> &[Effect] {
        self.effects.get(item.first as usize..item.last as usize).unwrap_or_default()
    }

    pub(crate) fn clear(&mut self) {
        self.items.clear();
        self.effects.clear();
        self.before = None;
    }
}

impl Machine {
    fn list(&self) -> &MoveTable {
        &self.lists[self.lists.len() - 1]
    }

    /// The moves of the list on top.
    pub(crate) fn items(&self) -> &[MoveItem] {
        &self.list().items
    }

    /// Returns the effects of a move of the list on top.
    pub(crate) fn effects_of(&self, item: &MoveItem) -> &[Effect] {
        self.list().effects_of(item)
    }

    /// Seals the effects so far as a move.
    pub(super) fn add_move(&mut self, program: &Program, is_pass: bool) -> Result<(), Trouble> {
        let effects = std::mem::take(&mut self.effects);
        let cursor = self.cursor;
        let top = self.lists.len() - 1;
        let list = &mut self.lists[top];
        let full = list.items.len() >= ITEMS_MAX || list.effects.len() + effects.len() > LIST_EFFECTS_MAX;
        let first = list.effects.len() as u32;
        let origin = match usize::try_from(cursor.from) {
            Ok(site) if !cursor.drops && site < program.sites.len() => SiteId::at(site),
            _ => SiteId::NONE,
        };
        if !full {
            list.effects.extend_from_slice(&effects);
            let last = list.effects.len() as u32;
            list.items.push(MoveItem { class: cursor.class, rule: cursor.rule, origin, is_pass, first, last });
        }
        self.effects = effects;
        self.effects.clear();
        if full {
            let hit = dagaz_core::LimitHit::new(dagaz_core::LimitKind::Moves, ITEMS_MAX);
            return Err(Trouble::from(hit));
        }
        Ok(())
    }

    /// `Pass`: once in a generation.
    pub(super) fn add_pass(&mut self, program: &Program) -> Result<(), Trouble> {
        if self.passed {
            return Ok(());
        }
        self.passed = true;
        self.add_move(program, true)
    }

    pub(super) fn effect(&mut self, effect: Effect) -> Result<(), Trouble> {
        const MOST: usize = 4_000;
        if self.effects.len() >= MOST {
            return Err(Trouble::from(dagaz_core::LimitHit::new(dagaz_core::LimitKind::Effects, MOST)));
        }
        self.effects.push(effect);
        Ok(())
    }

    /// Something of the script's own, to be done with the move.
    pub(super) fn own_effect(&mut self, token: u32, value: i32) -> Result<(), Trouble> {
        let action = action(token, self.effects.len());
        self.effect(Effect::Own { action, value })
    }

    pub(super) fn place_effect(
        &mut self,
        site: Option<SiteId>,
        kind: Option<PieceTypeId>,
        owner: Option<PlayerId>,
    ) -> Result<(), Trouble> {
        match (site, kind, owner) {
            (Some(site), Some(kind), Some(owner)) => self.effect(Effect::Place { site, kind, owner }),
            // A piece that cannot be, or a place that is not there: nothing happens.
            _ => Ok(()),
        }
    }

    /// Generates the moves of the player to move into the list on top.
    pub(crate) fn generate(&mut self, program: &Program, fuel: &mut Fuel<'_>) -> Result<(), Trouble> {
        let (cursor, effects, passed) = (self.cursor, std::mem::take(&mut self.effects), self.passed);
        self.passed = false;
        let top = self.lists.len() - 1;
        self.lists[top].clear();
        self.lists[top].level = self.boards.len();
        let outcome = self.generate_all(program, fuel);
        (self.cursor, self.effects, self.passed) = (cursor, effects, passed);
        outcome?;
        self.keep_best(program);
        Ok(())
    }

    fn generate_all(&mut self, program: &Program, fuel: &mut Fuel<'_>) -> Result<(), Trouble> {
        let (for_player, of_type) = (self.register(Register::FOR_PLAYER), self.register(Register::OF_TYPE));
        if program.events.generate != 0 {
            self.event(program, program.events.generate, fuel)?;
        }
        // Looking at the sites is work too, though no word runs.
        self.work(program.scanned / SCANNED_PER_UNIT + 1, fuel)?;
        let droppers: Vec<usize> = (0..program.pieces.len())
            .filter(|&kind| program.pieces[kind].drops.is_some_and(|_| !program.pieces[kind].dummy))
            .collect();
        for site in 0..program.scanned as i32 {
            let piece = self.cell(program, site);
            if piece != 0
                && piece & OWNER_MASK == for_player
                && let Some(spec) = program.pieces.get(((piece & TYPE_MASK) as usize).wrapping_sub(1))
                && !spec.dummy
                && let Some(list) = spec.moves
            {
                self.generate_from(program, site, piece, list, of_type, false, fuel)?;
            }
            for &kind in &droppers {
                let dropped = for_player | (kind as i32 + 1);
                if let Some(list) = program.pieces[kind].drops {
                    self.generate_from(program, site, dropped, list, of_type, true, fuel)?;
                }
            }
        }
        Ok(())
    }

    #[expect(clippy::too_many_arguments, reason = "one place in generation, told apart for speed")]
    fn generate_from(
        &mut self,
        program: &Program,
        site: i32,
        piece: i32,
        list: usize,
        of_type: i32,
        drops: bool,
        fuel: &mut Fuel<'_>,
    ) -> Result<(), Trouble> {
        let Some(entries) = program.lists.get(list) else { return Ok(()) };
        for entry in entries {
            if of_type != 0 && entry.class != of_type {
                continue;
            }
            let Some(code) = program.entry(entry.token as i32) else { continue };
            self.cursor = super::Cursor { here: site, from: site, piece, class: entry.class, rule: entry.rule, drops };
            self.effects.clear();
            let depth = self.depth;
            let outcome = self.nested(program, code, fuel);
            self.set_depth(depth);
            outcome?;
        }
        self.effects.clear();
        Ok(())
    }

    /// Leaves the moves of the best rank, and settles what a forced pass means.
    fn keep_best(&mut self, program: &Program) {
        let forced = self.load(program.switches.pass_turn_forced as i32) != 0;
        let top = self.lists.len() - 1;
        let items = &mut self.lists[top].items;
        if forced {
            if items.iter().any(|item| !item.is_pass) {
                items.retain(|item| !item.is_pass);
            } else if items.is_empty() {
                items.push(MoveItem { class: 0, rule: 0, origin: SiteId::NONE, is_pass: true, first: 0, last: 0 });
            }
        }
        if !program.priorities.is_empty()
            && let Some(best) = items.iter().map(|item| program.rank(item.class)).min()
        {
            items.retain(|item| program.rank(item.class) == best);
        }
    }

    /// `$GenerateMoves`: a fresh list, of that player's moves, or of the opponent's.
    pub(super) fn push_moves(
        &mut self,
        program: &Program,
        player: i32,
        of_opponent: bool,
        class: i32,
        fuel: &mut Fuel<'_>,
    ) -> Result<(), Trouble> {
        if self.lists.len() >= PUSHED_MAX {
            return Err(self.fault(program, self.at, "too many lists of moves: `$DeallocateMoves` is missing"));
        }
        let mut mover = player;
        if of_opponent {
            for turn in &program.turns {
                if turn.player != player && !self.are_friends(program, turn.player, player, fuel)? {
                    let index = program.player_index(turn.player).unwrap_or(0);
                    if program.players.get(index).is_some_and(|spec| !spec.is_chance) {
                        mover = turn.player;
                        break;
                    }
                }
            }
        }
        self.lists.push(MoveTable::default());
        let before =
            [Register::PLAYER, Register::FOR_PLAYER, Register::OF_TYPE].map(|which| (which, self.register(which)));
        let side = program.turns.iter().find(|turn| turn.player == mover).map_or(mover, |turn| turn.for_player);
        self.set_register(Register::PLAYER, mover);
        self.set_register(Register::FOR_PLAYER, side);
        self.set_register(Register::OF_TYPE, class);
        // The generating words nest once more, so that the fault is reported here and not in them.
        let outcome = if self.nesting + 1 < super::NESTING_MAX {
            self.nesting += 1;
            let outcome = self.generate(program, fuel);
            self.nesting -= 1;
            outcome
        } else {
            Err(self.fault(program, self.at, "`$GenerateMoves` is called from itself without end"))
        };
        before.into_iter().for_each(|(which, value)| self.set_register(which, value));
        outcome
    }

    pub(super) fn pop_moves(&mut self) {
        if self.lists.len() > 1 {
            self.lists.pop();
        }
    }

    pub(super) fn move_count(&self) -> i32 {
        self.list().items.len() as i32
    }

    fn handle(list: usize, item: usize) -> i32 {
        (MOVE_SPACE + ((list << ITEM_BITS | item) as u32) * MOVE_BYTES) as i32
    }

    fn place_of(handle: i32) -> (usize, usize) {
        let number = (handle as u32).wrapping_sub(MOVE_SPACE) / MOVE_BYTES;
        ((number >> ITEM_BITS) as usize, (number & ((1 << ITEM_BITS) - 1)) as usize)
    }

    pub(super) fn first_move(&self) -> i32 {
        if self.list().items.is_empty() { 0 } else { Machine::handle(self.lists.len() - 1, 0) }
    }

    /// Returns the next move of the same list, or 0.
    pub(super) fn next_move(&self, handle: i32) -> i32 {
        let (list, item) = Machine::place_of(handle);
        match self.lists.get(list) {
            Some(table) if self.item(handle).is_some() && item + 1 < table.items.len() => {
                Machine::handle(list, item + 1)
            }
            _ => 0,
        }
    }

    /// Returns the move that a handle means.
    pub(super) fn item(&self, handle: i32) -> Option<MoveItem> {
        if (handle as u32) < MOVE_SPACE || handle < 0 {
            return None;
        }
        let (list, item) = Machine::place_of(handle);
        self.lists.get(list)?.items.get(item).copied()
    }

    /// Returns the token that applies a move: its record's address and twelve.
    pub(super) fn move_code(&self, handle: i32) -> i32 {
        if self.item(handle).is_some() { handle + 12 } else { 0 }
    }

    /// Applies the move whose code this is, if it is one.
    pub(super) fn execute_move(&mut self, program: &Program, code: i32, fuel: &mut Fuel<'_>) -> Result<bool, Trouble> {
        let Some(item) = self.item(code) else { return Ok(false) };
        let (list, _) = Machine::place_of(code);
        let effects = self.lists[list].effects_of(&item).to_vec();
        self.work(effects.len(), fuel)?;
        self.keep_board_of_lists();
        self.apply(program, &effects, fuel)?;
        Ok(true)
    }

    /// Keeps a copy of the current board for the lists that were generated on it: it is about to
    /// change.
    pub(super) fn keep_board_of_lists(&mut self) {
        let level = self.boards.len();
        for list in self.lists.iter_mut().filter(|list| list.level == level && !list.items.is_empty()) {
            list.before.get_or_insert_with(|| self.board.clone());
        }
    }

    /// Leaves the current board for the one that was set aside last. Lists that were generated on
    /// it keep it.
    pub(super) fn leave_board(&mut self) {
        let level = self.boards.len();
        let Some(board) = self.boards.pop() else { return };
        let mut left = Some(std::mem::replace(&mut self.board, board));
        let of_it = |list: &&mut MoveTable| list.level == level && list.before.is_none() && !list.items.is_empty();
        let mut lists = self.lists.iter_mut().filter(of_it).peekable();
        while let Some(list) = lists.next() {
            list.before = if lists.peek().is_some() { left.clone() } else { left.take() };
        }
    }

    /// Returns the text of a move of any list, on the board on which it was generated.
    pub(crate) fn move_string(&self, program: &Program, handle: i32) -> String {
        let Some(item) = self.item(handle) else { return String::new() };
        let (list, _) = Machine::place_of(handle);
        let list = &self.lists[list];
        let set_aside = || self.boards.get(list.level).unwrap_or(&self.board);
        let board = list.before.as_ref().unwrap_or_else(set_aside);
        text_on(program, board, list.effects_of(&item))
    }

    /// Returns the text of effects on the current board, as the kit prints a move.
    pub(crate) fn text_of(&self, program: &Program, effects: &[Effect]) -> String {
        text_on(program, &self.board, effects)
    }
}

/// Returns the text of effects on a board, as the kit prints a move.
fn text_on(program: &Program, board: &[i32], effects: &[Effect]) -> String {
    let cell = |site: SiteId| match program.sites.get(site.index()) {
        Some(_) => board.get(Register::COUNT + site.index()).copied().unwrap_or(0),
        None => 0,
    };
    let site = |site: SiteId| program.sites.get(site.index()).map_or("?", |name| name);
    let piece = |kind: PieceTypeId| program.pieces.get(kind.index()).map_or("?", |piece| &piece.name);
    let player = |owner: PlayerId| program.players.get(owner.index()).map_or("nobody", |player| &player.name);
    let mut words: Vec<String> = Vec::new();
    // Where a piece of the old board stands that has moved, by what it is: the last that came
    // there.
    let mut moved: HashMap<SiteId, PieceTypeId> = HashMap::new();
    for effect in effects {
        match *effect {
            Effect::Move { from, to } => {
                let stood = Machine::kind(program, cell(from));
                let goes_on = || moved.get(&from).copied();
                let mover = stood.or_else(goes_on);
                let sign = if cell(to) == 0 { "-" } else { "x" };
                let name = mover.map_or("?", piece);
                words.push(format!("{name} {} {sign} {}", site(from), site(to)));
                moved.extend(mover.map(|kind| (to, kind)));
            }
            Effect::Remove { site: at } => words.push(format!("x {}", site(at))),
            Effect::Place { site: at, kind, owner } | Effect::Drop { site: at, kind, owner } => {
                words.push(format!("{} {} {}", player(owner), piece(kind), site(at)));
            }
            Effect::Become { kind, .. } => words.push(format!("= {}", piece(kind))),
            Effect::Give { owner, .. } => words.push(format!("= {}", player(owner))),
            Effect::Own { action, value } if action_token(action) == ACTION_PARTIAL => {
                words.push(format!("partial {value}"));
            }
            _ => {}
        }
    }
    if words.is_empty() { "Pass".to_string() } else { words.join(" ") }
}
