//! Control words: what a definition is made of between its words.

use crate::loader::{Fatal, Loader};
use crate::op::{Host, Op};

/// What is open in a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Control {
    /// A jump forward, which `ELSE` or `ENDIF` lands.
    If(usize),
    /// Where `UNTIL` and `REPEAT` go back to.
    Begin(u32),
    /// The jump out of `BEGIN ... WHILE`.
    While(u32, usize),
    /// Where `LOOP` goes back to.
    Do(u32),
}

impl Control {
    fn name(self) -> &'static str {
        match self {
            Control::If(_) => "IF",
            Control::Begin(_) => "BEGIN",
            Control::While(..) => "WHILE",
            Control::Do(_) => "DO",
        }
    }
}

impl Loader<'_> {
    /// Does what a control word says; false if it is none.
    pub(super) fn control_word(&mut self, host: Host) -> Result<bool, Fatal> {
        let name = match host {
            Host::If => "IF",
            Host::Else => "ELSE",
            Host::Then => "ENDIF",
            Host::Begin => "BEGIN",
            Host::Until => "UNTIL",
            Host::While => "WHILE",
            Host::Repeat => "REPEAT",
            Host::Do => "DO",
            Host::Loop => "LOOP",
            Host::PlusLoop => "+LOOP",
            Host::Exit => "EXIT",
            Host::Recurse => "RECURSE",
            _ => return Ok(false),
        };
        if self.defining.is_none() {
            self.error(format!("`{name}` stands outside a definition"));
            return Ok(true);
        }
        match (host, self.control.last().copied()) {
            (Host::If, _) => {
                let jump = self.emit_jump(Op::JumpIfZero(0));
                self.control.push(Control::If(jump));
            }
            (Host::Else, Some(Control::If(jump))) => {
                self.control.pop();
                let over = self.emit_jump(Op::Jump(0));
                self.land(jump);
                self.control.push(Control::If(over));
            }
            (Host::Then, Some(Control::If(jump))) => {
                self.control.pop();
                self.land(jump);
            }
            (Host::Begin, _) => {
                let back = self.set_label();
                self.control.push(Control::Begin(back));
            }
            (Host::Until, Some(Control::Begin(back))) => {
                self.control.pop();
                self.emit(Op::JumpIfZero(back));
            }
            (Host::While, Some(Control::Begin(back))) => {
                self.control.pop();
                let out = self.emit_jump(Op::JumpIfZero(0));
                self.control.push(Control::While(back, out));
            }
            (Host::Repeat, Some(Control::While(back, out))) => {
                self.control.pop();
                self.emit(Op::Jump(back));
                self.land(out);
            }
            (Host::Do, _) => {
                self.emit(Op::Do);
                let back = self.set_label();
                self.control.push(Control::Do(back));
            }
            (Host::Loop, Some(Control::Do(back))) => {
                self.control.pop();
                self.emit(Op::Loop(back));
            }
            (Host::PlusLoop, Some(Control::Do(back))) => {
                self.control.pop();
                self.emit(Op::PlusLoop(back));
            }
            (Host::Exit, _) => {
                // What the loops around it have on the return stack is no place to return to.
                let loops = self.control.iter().filter(|open| matches!(open, Control::Do(_))).count();
                (0..2 * loops).for_each(|_| [Op::FromR, Op::Drop].into_iter().for_each(|op| self.emit(op)));
                self.emit(Op::Exit);
            }
            (Host::Recurse, _) => {
                if let Some((token, _)) = self.defining {
                    self.emit(Op::Call(self.program.tokens[token as usize]));
                }
            }
            (_, Some(open)) => self.error(format!("`{name}` does not fit the open `{}`", open.name())),
            (_, None) => self.error(format!("`{name}` stands alone: nothing is open that it could end")),
        }
        Ok(true)
    }
}
