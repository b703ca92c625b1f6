//! Words that are done outside the loop: effects, lists of moves, boards, chance, texts.

use dagaz_core::{Effect, Fuel, PieceTypeId, PlayerId, SiteId};

use crate::machine::memory::LIST_SPACE;
use crate::machine::{
    BASE, Machine, PRINTED_MAX, PUSHED_MAX, Register, STRING_BUFFER, STRING_BYTES, TEXT_MAX, Trouble,
};
use crate::op::Prim;
use crate::program::{Program, TURN_BYTES, TYPE_MASK};

/// Operations that count as one millisecond of the clock that scripts see.
const OPERATIONS_PER_MS: u64 = 100_000;
/// Cells that are copied in the time of one operation, and sites that are looked at in it.
const CELLS_PER_UNIT: usize = 16;
const SITES_PER_UNIT: usize = 2;
/// Operations in whose time one effect of a move is put into words, its letters aside.
const EFFECT_UNITS: usize = 8;
/// Cells of the stack that `.S` prints.
const STACK_PRINTED: usize = 32;
/// Entries of a ring of positions.
const RING_MAX: usize = 1 << 16;

impl Machine {
    /// Does one of the words that need no loop. Its operands are on the stack.
    pub(super) fn primitive(
        &mut self,
        program: &Program,
        prim: Prim,
        at: usize,
        fuel: &mut Fuel<'_>,
    ) -> Result<(), Trouble> {
        match prim {
            Prim::AddMove => return self.add_move(program, false),
            Prim::Pass => return self.add_pass(program),
            Prim::PassNoPartial => {
                if self.register(Register::PARTIAL) == 0 {
                    return self.add_pass(program);
                }
            }
            Prim::Move => {
                let to = self.pop();
                let from = self.pop();
                if let (Some(from), Some(to)) = (site(program, from), site(program, to)) {
                    return self.effect(Effect::Move { from, to });
                }
            }
            Prim::Capture => return self.capture(program, self.cursor.here),
            Prim::CaptureAt => {
                let at = self.pop();
                return self.capture(program, at);
            }
            Prim::Create | Prim::CreateType | Prim::CreatePlayer | Prim::CreatePlayerType => {
                return self.create(program, prim, self.cursor.here);
            }
            Prim::CreateAt | Prim::CreateTypeAt | Prim::CreatePlayerAt | Prim::CreatePlayerTypeAt => {
                let at = self.pop();
                return self.create(program, prim, at);
            }
            Prim::ChangeType | Prim::ChangeTypeAt => {
                let at = if prim == Prim::ChangeTypeAt { self.pop() } else { self.cursor.here };
                let kind = self.pop();
                if let (Some(site), Some(kind)) = (site(program, at), Machine::kind(program, kind)) {
                    return self.effect(Effect::Become { site, kind });
                }
            }
            Prim::ChangeOwner | Prim::ChangeOwnerAt => {
                let at = if prim == Prim::ChangeOwnerAt { self.pop() } else { self.cursor.here };
                let owner = self.pop();
                if let (Some(site), Some(owner)) = (site(program, at), Machine::owner(program, owner)) {
                    return self.effect(Effect::Give { site, owner });
                }
            }
            Prim::Partial => return self.own_effect(crate::machine::ACTION_PARTIAL, 0),
            Prim::PartialType => {
                let class = self.pop();
                return self.own_effect(crate::machine::ACTION_PARTIAL, class);
            }
            Prim::CompileLiteral => {
                let value = self.pop();
                return self.own_effect(crate::machine::ACTION_LITERAL, value);
            }
            // Reserves are the host's; there are none here.
            Prim::RemoveFromReserve | Prim::RepetitionReset | Prim::RepetitionPop | Prim::Seed2 => {}
            Prim::RepetitionPush => self.push(self.occurrences),
            Prim::GenerateMoves => {
                let class = self.pop();
                let of_opponent = self.pop() != 0;
                let player = self.pop();
                return self.push_moves(program, player, of_opponent, class, fuel);
            }
            Prim::DeallocateMoves => self.pop_moves(),
            Prim::CloneBoard => {
                if self.boards.len() >= PUSHED_MAX {
                    return Err(self.fault(program, at, "too many boards: `$DeallocateBoard` is missing"));
                }
                self.work(self.board.len() / CELLS_PER_UNIT, fuel)?;
                let copy = self.board.clone();
                self.boards.push(copy);
            }
            Prim::DeallocateBoard => {
                self.leave_board();
            }
            Prim::MoveCount => self.push(self.move_count()),
            Prim::MovesList => self.push(LIST_SPACE as i32),
            Prim::FirstMove => self.push(self.first_move()),
            Prim::NextMove => {
                let next = self.pop();
                self.push(self.next_move(next));
            }
            Prim::MoveCode => {
                let one = self.pop();
                self.push(self.move_code(one));
            }
            Prim::MoveString => {
                let one = self.pop();
                let text = self.move_string(program, one);
                let effects = self.item(one).map_or(0, |item| item.effects());
                self.work(text.len() + EFFECT_UNITS * effects, fuel)?;
                let bytes = &text.as_bytes()[..text.len().min(STRING_BYTES - 1)];
                self.write_string(STRING_BUFFER, bytes);
                self.push(STRING_BUFFER);
            }
            Prim::Yield => {
                let status = if fuel.left() < self.hurry { 2 } else { 0 };
                self.store(program.switches.search_status as i32, status);
            }
            Prim::BestMove => {
                let address = self.pop();
                let text = self.string(address, STRING_BYTES);
                self.work(text.len(), fuel)?;
                self.report.best = Some(text);
            }
            Prim::CurrentMove | Prim::Score | Prim::Nodes | Prim::SearchDepth => {
                self.pop();
            }
            Prim::RandWithin | Prim::RandWithin2 => {
                let high = i64::from(self.pop());
                let low = i64::from(self.pop());
                let (low, high) = (low.min(high), low.max(high));
                let wide = u128::from(self.chance(usize::from(prim == Prim::RandWithin2)));
                let offset = (wide * (high - low + 1) as u128) >> 64;
                self.push((low + offset as i64) as i32);
            }
            Prim::Seed => {
                let seed = self.pop();
                self.random[0] = seed as u32 as u64;
            }
            Prim::MaterialBalance => {
                let player = self.pop();
                let balance = self.material_balance(program, player, fuel)?;
                self.push(balance);
            }
            Prim::PieceValue => {
                let piece = self.pop();
                let kind = Machine::kind(program, piece);
                self.push(kind.map_or(0, |kind| program.pieces[kind.index()].value));
            }
            Prim::PieceIndex => {
                let piece = self.pop();
                self.push(piece & TYPE_MASK);
            }
            Prim::PlayerIndex => {
                let player = self.pop();
                self.push(program.player_index(player).map_or(0, |index| index as i32 + 1));
            }
            Prim::PlayerCount => self.push(program.players.len() as i32),
            Prim::NextPlayer => {
                let slot = program.next_slot(self.register(Register::SLOT).max(0) as usize);
                self.push(program.turns.get(slot).map_or(0, |turn| turn.player));
            }
            Prim::TurnOffset => self.push(self.register(Register::SLOT).wrapping_mul(TURN_BYTES)),
            Prim::NextTurnOffset => {
                let slot = (self.pop() / TURN_BYTES).max(0) as usize;
                self.push(program.next_slot(slot) as i32 * TURN_BYTES);
            }
            Prim::TurnOffsetToPlayer => {
                let slot = (self.pop() / TURN_BYTES).max(0) as usize;
                self.push(program.turns.get(slot).map_or(0, |turn| turn.player));
            }
            Prim::NextTurn => self.next_turn(program),
            Prim::AddPiece => {
                let at = self.pop();
                let kind = self.pop();
                let player = self.pop();
                if let (Some(kind), Some(owner)) = (Machine::kind(program, kind), Machine::owner(program, player)) {
                    self.keep_board_of_lists();
                    self.set_cell(program, at, Machine::piece_cell(program, kind, owner));
                }
            }
            Prim::RemovePiece => {
                let at = self.pop();
                self.keep_board_of_lists();
                self.set_cell(program, at, 0);
            }
            Prim::Emit => {
                let byte = self.pop();
                self.print(&[byte as u8]);
            }
            Prim::Type => {
                let address = self.pop();
                let text = self.string(address, TEXT_MAX);
                self.work(text.len(), fuel)?;
                self.print(&text);
            }
            Prim::Print => {
                let number = self.pop();
                self.print_number(number);
            }
            Prim::FPrint => {
                let number = float(self.pop());
                self.print(format!("{number} ").as_bytes());
            }
            Prim::PrintStack => {
                let cells = self.top_cells(STACK_PRINTED);
                self.work(cells.len(), fuel)?;
                cells.into_iter().for_each(|cell| self.print_number(cell));
            }
            Prim::AppendString => {
                let address = self.pop();
                let text = self.string(address, TEXT_MAX);
                self.work(text.len(), fuel)?;
                self.append(&text);
            }
            Prim::AppendNumber => {
                let number = self.pop();
                self.append(number.to_string().as_bytes());
            }
            Prim::AppendChar => {
                let byte = self.pop();
                self.append(&[byte as u8]);
            }
            Prim::SystemTime => self.push((self.clock / OPERATIONS_PER_MS) as i32),
            Prim::Abort => return Err(self.fault(program, at, "the script gave up with `ABORT`")),
            Prim::FAdd | Prim::FSub | Prim::FMul | Prim::FDiv => {
                let (b, a) = (float(self.pop()), float(self.pop()));
                let result = match prim {
                    Prim::FAdd => a + b,
                    Prim::FSub => a - b,
                    Prim::FMul => a * b,
                    _ => a / b,
                };
                self.push(result.to_bits() as i32);
            }
            Prim::FLt | Prim::FGt => {
                let (b, a) = (float(self.pop()), float(self.pop()));
                self.push(i32::from(if prim == Prim::FLt { a < b } else { a > b }));
            }
            Prim::ToFloat => {
                let number = self.pop();
                self.push((number as f32).to_bits() as i32);
            }
            Prim::ToInt => {
                let number = float(self.pop());
                self.push(number as i32);
            }
            Prim::StringEqual => {
                let (b, a) = (self.pop(), self.pop());
                let (a, b) = (self.string(a, TEXT_MAX), self.string(b, TEXT_MAX));
                self.work(a.len() + b.len(), fuel)?;
                self.push(i32::from(a == b));
            }
            Prim::StringCount => {
                let address = self.pop();
                let length = self.string(address, TEXT_MAX).len();
                self.work(length, fuel)?;
                self.push(address);
                self.push(length as i32);
            }
            Prim::RingReset(ring) => self.rings[usize::from(ring & 1)].clear(),
            Prim::RingAdd(ring) => {
                let value = self.pop();
                let ring = &mut self.rings[usize::from(ring & 1)];
                if ring.len() < RING_MAX {
                    ring.push_back(value);
                }
            }
            Prim::RingRemove(ring) => {
                let ring = &mut self.rings[usize::from(ring & 1)];
                let value = ring.pop_front().unwrap_or(0);
                self.push(value);
            }
            Prim::RingEmpty(ring) => self.push(i32::from(self.rings[usize::from(ring & 1)].is_empty())),
            Prim::DictionaryHere => self.push((self.memory.len() * 4) as i32),
        }
        Ok(())
    }

    fn capture(&mut self, program: &Program, at: i32) -> Result<(), Trouble> {
        match site(program, at) {
            Some(site) => self.effect(Effect::Remove { site }),
            None => Ok(()),
        }
    }

    /// Returns the words that put a piece: what they do not name is the current piece's, or the
    /// player's who moves.
    fn create(&mut self, program: &Program, prim: Prim, at: i32) -> Result<(), Trouble> {
        let names_type =
            matches!(prim, Prim::CreateType | Prim::CreateTypeAt | Prim::CreatePlayerType | Prim::CreatePlayerTypeAt);
        let names_player = matches!(
            prim,
            Prim::CreatePlayer | Prim::CreatePlayerAt | Prim::CreatePlayerType | Prim::CreatePlayerTypeAt
        );
        let kind = if names_type { self.pop() } else { self.cursor.piece };
        let owner = if names_player { self.pop() } else { self.register(Register::FOR_PLAYER) };
        self.place_effect(site(program, at), Machine::kind(program, kind), Machine::owner(program, owner))
    }

    /// What a player's pieces are worth beyond the other side's.
    fn material_balance(&mut self, program: &Program, player: i32, fuel: &mut Fuel<'_>) -> Result<i32, Trouble> {
        let mut signs = Vec::with_capacity(program.players.len());
        for index in 0..program.players.len() {
            let friend = self.are_friends(program, program.player_cell(index), player, fuel)?;
            let party = !program.players[index].neutral && !program.players[index].is_chance;
            signs.push(match (friend, party) {
                (true, _) => 1,
                (false, true) => -1,
                (false, false) => 0,
            });
        }
        self.work(program.sites.len() / SITES_PER_UNIT, fuel)?;
        let mut balance = 0i32;
        for site in 0..program.sites.len() as i32 {
            let piece = self.cell(program, site);
            if let (Some(kind), Some(owner)) = (Machine::kind(program, piece), program.player_index(piece)) {
                balance = balance.wrapping_add(signs[owner] * program.pieces[kind.index()].value);
            }
        }
        Ok(balance)
    }

    /// Spends what a word costs beyond the one operation that it is: its work grows with what it
    /// works on.
    pub(super) fn work(&mut self, units: usize, fuel: &mut Fuel<'_>) -> Result<(), Trouble> {
        self.clock += units as u64;
        Ok(fuel.spend(units as u64)?)
    }

    /// Appends to the printed text; text over the maximum is dropped.
    pub(crate) fn print(&mut self, bytes: &[u8]) {
        // One byte more than is shown tells that there was more.
        let room = (PRINTED_MAX + 1).saturating_sub(self.printed.len());
        self.printed.extend(bytes.iter().take(room));
    }

    /// Prints a number in the present base, and a blank.
    fn print_number(&mut self, number: i32) {
        let (base, mut rest) = (self.base(), number.unsigned_abs());
        let mut digits = vec![b' '];
        while rest > 0 || digits.len() == 1 {
            let digit = char::from_digit(rest % base, base).map_or('?', |digit| digit.to_ascii_uppercase());
            digits.push(digit as u8);
            rest /= base;
        }
        if number < 0 {
            digits.push(b'-');
        }
        digits.reverse();
        self.print(&digits);
    }

    /// Returns the base in which numbers are read and printed.
    pub(crate) fn base(&self) -> u32 {
        match self.load(BASE) {
            base @ 2..=36 => base as u32,
            _ => 10,
        }
    }

    fn append(&mut self, bytes: &[u8]) {
        let room = TEXT_MAX.saturating_sub(self.text.len());
        self.text.extend(bytes.iter().take(room));
    }

    /// Returns the piece of a kind and an owner.
    pub(crate) fn piece_of(program: &Program, value: i32) -> Option<(PieceTypeId, PlayerId)> {
        Some((Machine::kind(program, value)?, Machine::owner(program, value)?))
    }
}

fn site(program: &Program, number: i32) -> Option<SiteId> {
    let site = usize::try_from(number).ok()?;
    (site < program.sites.len()).then(|| SiteId::at(site))
}

fn float(cell: i32) -> f32 {
    f32::from_bits(cell as u32)
}
