//! The loop that runs threaded code.
//!
//! The top of the data stack, its depth and the place in the code are local, and stacks are rings
//! whose ends are looked at only every [`CHUNK`] operations, which is also how often fuel is spent
//! and the stop flag seen.

use dagaz_core::Fuel;

use crate::machine::{Machine, RETURNS_MAX, RETURNS_RING, Register, STACK_MAX, STACK_RING, Trouble};
use crate::op::{Host, Op};
use crate::program::{NOWHERE, OWNER_MASK, Program, TYPE_MASK};

/// Operations between two looks at fuel and stacks. An operation pushes two cells at the most.
const CHUNK: u32 = 1_000;

/// How a run came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// The word returned.
    Done,
    /// `verify` gave it up.
    Abandoned,
    /// A word needs the source text; [`Machine::resume`] continues after it.
    Host(Host),
}

impl Machine {
    /// Continues after a host word that stopped a run with this base of the return stack.
    pub(crate) fn resume(&mut self, program: &Program, base: usize, fuel: &mut Fuel<'_>) -> Result<Stop, Trouble> {
        self.run(program, self.at, base, fuel)
    }

    /// Returns the position at which [`resume`](Machine::resume) continues.
    pub(crate) fn place(&self) -> usize {
        self.at
    }

    /// Sets the position at which [`resume`](Machine::resume) continues.
    pub(crate) fn set_place(&mut self, at: usize) {
        self.at = at;
    }

    /// Returns how many calls there are above the events that called them.
    pub(crate) fn return_depth(&self) -> usize {
        self.return_depth
    }

    /// Sets the return stack back.
    pub(crate) fn set_return_depth(&mut self, depth: usize) {
        self.return_depth = depth;
    }

    /// Runs code from `start` until it returns beyond `base`.
    #[expect(unused_assignments, reason = "the short words for stacks and fuel keep all locals up to date")]
    pub(crate) fn run(
        &mut self,
        program: &Program,
        start: usize,
        base: usize,
        fuel: &mut Fuel<'_>,
    ) -> Result<Stop, Trouble> {
        const MASK: usize = STACK_RING - 1;
        const RETURN_MASK: usize = RETURNS_RING - 1;
        let ops = program.ops.as_slice();
        let sites = program.sites.len() as u32;
        let mut ip = start;
        let (mut tos, mut depth, mut returns) = (self.tos, self.depth, self.return_depth);
        // Operations left of the chunk, now and when fuel was spent last.
        let (mut left, mut paid) = (CHUNK, CHUNK);

        macro_rules! push {
            ($value:expr) => {{
                let value = $value;
                self.stack[depth & MASK] = tos;
                depth += 1;
                tos = value;
            }};
        }
        macro_rules! drop_top {
            () => {{
                depth = depth.saturating_sub(1);
                tos = self.stack[depth & MASK];
            }};
        }
        macro_rules! pop {
            () => {{
                let value = tos;
                drop_top!();
                value
            }};
        }
        // What two cells become one: an empty stack gives zeros and takes the result.
        macro_rules! binary {
            (|$a:ident, $b:ident| $result:expr) => {{
                let below = depth.saturating_sub(1);
                let ($a, $b) = (self.stack[below & MASK], tos);
                tos = $result;
                depth = below.max(1);
            }};
        }
        macro_rules! unary {
            (|$a:ident| $result:expr) => {{
                let $a = tos;
                tos = $result;
                depth = depth.max(1);
            }};
        }
        macro_rules! cell {
            ($site:expr) => {{
                let site = $site as u32;
                if site < sites { self.board.get(site as usize + Register::COUNT).copied().unwrap_or(0) } else { 0 }
            }};
        }
        macro_rules! leave {
            () => {{
                self.tos = tos;
                self.depth = depth;
                self.return_depth = returns;
            }};
        }
        macro_rules! spend {
            () => {
                spend!(ip.saturating_sub(1))
            };
            ($at:expr) => {{
                let units = u64::from(paid - left);
                paid = left;
                self.clock += units;
                match fuel.spend(units) {
                    Ok(()) => Ok(()),
                    Err(hit) => {
                        leave!();
                        Err(self.located(program, $at, hit))
                    }
                }
            }};
        }
        macro_rules! enter {
            () => {{
                tos = self.tos;
                depth = self.depth;
                returns = self.return_depth;
            }};
        }
        macro_rules! fail {
            ($($message:tt)*) => {{
                leave!();
                return Err(self.fault(program, ip.saturating_sub(1), format!($($message)*)));
            }};
        }
        // Between two operations: the next one has not been run, and the last may have been a jump
        // to here.
        macro_rules! fail_before {
            ($message:literal) => {{
                leave!();
                return Err(self.fault(program, ip, $message));
            }};
        }
        macro_rules! push_return {
            ($value:expr) => {{
                self.returns[returns & RETURN_MASK] = $value;
                returns += 1;
            }};
        }
        macro_rules! pop_return {
            () => {{
                if returns > base {
                    returns -= 1;
                    self.returns[returns & RETURN_MASK]
                } else {
                    0
                }
            }};
        }
        // A question that may run the script's own word for who is whose friend.
        macro_rules! friend {
            ($cell:expr) => {{
                let owner = $cell & OWNER_MASK;
                if program.events.friends == 0 {
                    owner != 0 && owner == self.board[Register::PLAYER]
                } else {
                    leave!();
                    spend!()?;
                    let answer = self.is_friend(program, owner, fuel)?;
                    enter!();
                    answer
                }
            }};
        }
        macro_rules! go {
            ($direction:expr) => {{
                match self.neighbour(program, $direction) {
                    NOWHERE => false,
                    site => {
                        self.cursor.here = i32::from(site);
                        true
                    }
                }
            }};
        }

        macro_rules! check_stacks {
            () => {
                if depth > STACK_MAX {
                    fail_before!("the data stack is full: a word leaves more than it takes, over and over");
                }
                if returns > RETURNS_MAX {
                    fail_before!("the return stack is full: words call each other without end");
                }
            };
        }

        check_stacks!();
        loop {
            left -= 1;
            if left == 0 {
                check_stacks!();
                // Charge the next operation, since the last one may have been a jump to it.
                spend!(ip)?;
                (left, paid) = (CHUNK, CHUNK);
            }
            let Some(&op) = ops.get(ip) else { fail!("the code ends here: a word returned to nowhere") };
            ip += 1;
            match op {
                Op::Exit => {
                    if returns <= base {
                        leave!();
                        spend!()?;
                        return Ok(Stop::Done);
                    }
                    returns -= 1;
                    ip = self.returns[returns & RETURN_MASK] as usize;
                }
                Op::Lit(value) => push!(value),
                Op::Call(to) => {
                    push_return!(ip as u32);
                    ip = to as usize;
                }
                Op::Jump(to) => ip = to as usize,
                Op::JumpIfZero(to) => {
                    if pop!() == 0 {
                        ip = to as usize;
                    }
                }
                Op::JumpIfNonZero(to) => {
                    if pop!() != 0 {
                        ip = to as usize;
                    }
                }
                Op::DupJumpIfZero(to) => {
                    if tos == 0 {
                        ip = to as usize;
                    }
                    depth = depth.max(1);
                }
                Op::JumpIfNe(to) => {
                    let (b, a) = (pop!(), pop!());
                    if a != b {
                        ip = to as usize;
                    }
                }
                Op::Deferred(address) => {
                    let token = self.load(address as i32);
                    match program.entry(token) {
                        Some(entry) => {
                            push_return!(ip as u32);
                            ip = entry as usize;
                        }
                        None => fail!("a `DEFER`ed word was called before `IS` gave it a meaning"),
                    }
                }
                Op::Execute => {
                    let token = pop!();
                    match program.entry(token) {
                        Some(entry) => {
                            push_return!(ip as u32);
                            ip = entry as usize;
                        }
                        None => {
                            leave!();
                            spend!()?;
                            let done = self.execute_move(program, token, fuel)?;
                            enter!();
                            if !done {
                                fail!("`EXECUTE`: {token} is no word");
                            }
                        }
                    }
                }
                Op::Do => {
                    let (start, limit) = (pop!(), pop!());
                    push_return!(limit as u32);
                    push_return!(start as u32);
                }
                Op::Loop(to) => {
                    let index = (pop_return!() as i32).wrapping_add(1);
                    let limit = pop_return!() as i32;
                    if index < limit {
                        push_return!(limit as u32);
                        push_return!(index as u32);
                        ip = to as usize;
                    }
                }
                Op::PlusLoop(to) => {
                    let step = pop!();
                    let index = (pop_return!() as i32).wrapping_add(step);
                    let limit = pop_return!() as i32;
                    if if step < 0 { index >= limit } else { index < limit } {
                        push_return!(limit as u32);
                        push_return!(index as u32);
                        ip = to as usize;
                    }
                }
                Op::I | Op::RAt => {
                    push!(if returns > base { self.returns[(returns - 1) & RETURN_MASK] as i32 } else { 0 })
                }
                Op::J => push!(if returns > base + 2 { self.returns[(returns - 3) & RETURN_MASK] as i32 } else { 0 }),
                Op::ToR => {
                    let value = pop!();
                    push_return!(value as u32);
                }
                Op::FromR => {
                    let value = pop_return!() as i32;
                    push!(value);
                }

                Op::Drop => drop_top!(),
                Op::Dup => {
                    depth = depth.max(1);
                    push!(tos);
                }
                Op::Swap => {
                    let below = depth.saturating_sub(1) & MASK;
                    if depth < 2 {
                        let (b, a) = (pop!(), pop!());
                        push!(b);
                        push!(a);
                    } else {
                        std::mem::swap(&mut self.stack[below], &mut tos);
                    }
                }
                Op::Over => {
                    if depth < 2 {
                        let b = pop!();
                        drop_top!();
                        push!(0);
                        push!(b);
                    }
                    let below = self.stack[(depth - 1) & MASK];
                    push!(below);
                }
                Op::Rot => {
                    let (c, b, a) = (pop!(), pop!(), pop!());
                    push!(b);
                    push!(c);
                    push!(a);
                }
                Op::TwoDrop => {
                    drop_top!();
                    drop_top!();
                }
                Op::TwoDup => {
                    let (b, a) = (pop!(), pop!());
                    push!(a);
                    push!(b);
                    push!(a);
                    push!(b);
                }
                Op::Pick => {
                    let which = pop!();
                    let value = match usize::try_from(which) {
                        Ok(1) => tos,
                        Ok(n) if n > 1 && n <= depth => self.stack[(depth + 1 - n) & MASK],
                        _ => 0,
                    };
                    push!(value);
                }
                Op::Depth => push!(depth as i32),

                Op::Add => binary!(|a, b| a.wrapping_add(b)),
                Op::Sub => binary!(|a, b| a.wrapping_sub(b)),
                Op::Mul => binary!(|a, b| a.wrapping_mul(b)),
                Op::Div => binary!(|a, b| if b == 0 { 0 } else { a.wrapping_div(b) }),
                Op::Mod => binary!(|a, b| if b == 0 { 0 } else { a.wrapping_rem(b) }),
                Op::DivMod => {
                    let (b, a) = (pop!(), pop!());
                    push!(if b == 0 { 0 } else { a.wrapping_rem(b) });
                    push!(if b == 0 { 0 } else { a.wrapping_div(b) });
                }
                Op::AddLit(value) => unary!(|a| a.wrapping_add(value)),
                Op::Negate => unary!(|a| a.wrapping_neg()),
                Op::Abs => unary!(|a| a.wrapping_abs()),
                Op::Min => binary!(|a, b| a.min(b)),
                Op::Max => binary!(|a, b| a.max(b)),
                Op::Twice => unary!(|a| a.wrapping_mul(2)),
                Op::Half => unary!(|a| a >> 1),
                Op::And => binary!(|a, b| a & b),
                Op::Or => binary!(|a, b| a | b),
                Op::Xor => binary!(|a, b| a ^ b),
                Op::Not => unary!(|a| i32::from(a == 0)),
                Op::Eq => binary!(|a, b| i32::from(a == b)),
                Op::Ne => binary!(|a, b| i32::from(a != b)),
                Op::Lt => binary!(|a, b| i32::from(a < b)),
                Op::Gt => binary!(|a, b| i32::from(a > b)),
                Op::Le => binary!(|a, b| i32::from(a <= b)),
                Op::Ge => binary!(|a, b| i32::from(a >= b)),
                Op::EqLit(value) => unary!(|a| i32::from(a == value)),
                Op::ZeroLt => unary!(|a| i32::from(a < 0)),
                Op::ZeroGt => unary!(|a| i32::from(a > 0)),
                Op::ZeroNe => unary!(|a| i32::from(a != 0)),

                Op::Fetch => unary!(|a| self.load(a)),
                Op::Store => {
                    let (address, value) = (pop!(), pop!());
                    self.store(address, value);
                }
                Op::AddStore => {
                    let (address, value) = (pop!(), pop!());
                    self.store(address, self.load(address).wrapping_add(value));
                }
                Op::Increment => {
                    let address = pop!();
                    self.store(address, self.load(address).wrapping_add(1));
                }
                Op::Decrement => {
                    let address = pop!();
                    self.store(address, self.load(address).wrapping_sub(1));
                }
                Op::On => {
                    let address = pop!();
                    self.store(address, 1);
                }
                Op::Off => {
                    let address = pop!();
                    self.store(address, 0);
                }
                Op::ByteFetch => unary!(|a| self.load_byte(a)),
                Op::ByteStore => {
                    let (address, value) = (pop!(), pop!());
                    self.store_byte(address, value);
                }
                Op::FetchAt(address) => push!(self.load(address as i32)),
                Op::StoreAt(address) => {
                    let value = pop!();
                    self.store(address as i32, value);
                }
                Op::IncrementAt(address) => {
                    self.store(address as i32, self.load(address as i32).wrapping_add(1));
                }
                Op::Index(address) => unary!(|a| (address as i32).wrapping_add(a.wrapping_mul(4))),
                Op::ByteIndex(address) => unary!(|a| (address as i32).wrapping_add(a)),

                Op::Here => push!(self.cursor.here),
                Op::From => push!(self.cursor.from),
                Op::To => self.cursor.here = pop!(),
                Op::Home => self.cursor.from = pop!(),
                Op::Back => self.cursor.here = self.cursor.from,
                Op::Piece => push!(cell!(self.cursor.here)),
                Op::PieceAt => unary!(|a| cell!(a)),
                Op::PieceType => push!(cell!(self.cursor.here) & TYPE_MASK),
                Op::PieceTypeAt => unary!(|a| cell!(a) & TYPE_MASK),
                Op::Player => push!(cell!(self.cursor.here) & OWNER_MASK),
                Op::PlayerAt => unary!(|a| cell!(a) & OWNER_MASK),
                Op::Empty => push!(i32::from(cell!(self.cursor.here) == 0)),
                Op::EmptyAt => unary!(|a| i32::from(cell!(a) == 0)),
                Op::NotEmpty => push!(i32::from(cell!(self.cursor.here) != 0)),
                Op::NotEmptyAt => unary!(|a| i32::from(cell!(a) != 0)),
                Op::JumpUnlessEmpty(to) => {
                    if cell!(self.cursor.here) != 0 {
                        ip = to as usize;
                    }
                }
                Op::Friend => {
                    let friend = friend!(cell!(self.cursor.here));
                    push!(i32::from(friend));
                }
                Op::FriendAt => {
                    let site = pop!();
                    let friend = friend!(cell!(site));
                    push!(i32::from(friend));
                }
                Op::Enemy => {
                    let piece = cell!(self.cursor.here);
                    let enemy = piece != 0 && !friend!(piece);
                    push!(i32::from(enemy));
                }
                Op::EnemyAt => {
                    let site = pop!();
                    let piece = cell!(site);
                    let enemy = piece != 0 && !friend!(piece);
                    push!(i32::from(enemy));
                }
                Op::CurrentPlayer => push!(self.board[Register::PLAYER]),
                Op::ForPlayer => push!(self.board[Register::FOR_PLAYER]),
                Op::CurrentPiece => push!(self.cursor.piece),
                Op::CurrentPieceType => push!(self.cursor.piece & TYPE_MASK),
                Op::Direction(direction) => {
                    let there = go!(direction);
                    push!(i32::from(there));
                }
                Op::SymmetricDirection(direction) => {
                    let there = go!(self.meant(program, direction));
                    push!(i32::from(there));
                }
                Op::DirectionOrJump(direction, to) => {
                    if !go!(direction) {
                        ip = to as usize;
                    }
                }
                Op::SymmetricOrJump(direction, to) => {
                    if !go!(self.meant(program, direction)) {
                        ip = to as usize;
                    }
                }
                Op::Verify => {
                    if pop!() == 0 {
                        leave!();
                        spend!()?;
                        self.return_depth = base;
                        return Ok(Stop::Abandoned);
                    }
                }

                Op::CompileWord(token) => {
                    if self.compiling {
                        push!(token as i32);
                        self.at = ip;
                        leave!();
                        spend!()?;
                        return Ok(Stop::Host(Host::CompileToken));
                    }
                    leave!();
                    self.own_effect(token, 0).map_err(|trouble| self.located(program, ip - 1, trouble))?;
                    spend!()?;
                }
                Op::Unknown(which) => {
                    let name = program.unknown.get(which as usize).map_or("?", |name| name);
                    fail!("`{name}` is no word that is known");
                }
                Op::GiveUp(which) => {
                    let reason = program.reasons.get(which as usize).map_or("", |reason| reason);
                    fail!("the script gave up: {reason}");
                }
                Op::Prim(prim) => {
                    leave!();
                    spend!()?;
                    self.at = ip;
                    self.primitive(program, prim, ip - 1, fuel)
                        .map_err(|trouble| self.located(program, ip - 1, trouble))?;
                    enter!();
                }
                Op::Does(_) | Op::Host(_) => {
                    self.at = ip;
                    leave!();
                    spend!()?;
                    match op {
                        Op::Host(host) => return Ok(Stop::Host(host)),
                        Op::Does(to) => {
                            self.push(to as i32);
                            return Ok(Stop::Host(Host::RunDoes));
                        }
                        _ => {}
                    }
                }
            }
        }
    }
}
