//! Defining words: what makes other words, and memory for them.

use crate::loader::{Fatal, Kind, Loader};
use crate::machine::{GUARD_CELLS, MEMORY_CELLS_MAX};
use crate::op::{Host, Op, Prim};
use crate::program::WordText;

impl Loader<'_> {
    /// Does what a defining word says; false if it is none.
    pub(super) fn defining_word(&mut self, host: Host) -> Result<bool, Fatal> {
        match host {
            Host::Colon => self.colon(),
            Host::Semicolon => self.semicolon(),
            Host::Immediate => {
                if let Some(word) = self.words.last_mut() {
                    word.immediate = true;
                }
            }
            Host::Constant => {
                if let Some(name) = self.word_or_fault("CONSTANT", "a name") {
                    let value = self.machine.pop();
                    self.constant(&name, value);
                }
            }
            Host::Variable => self.variable("VARIABLE", 1)?,
            Host::Timer => self.variable("TIMER", 2)?,
            Host::Array => {
                if let Some(name) = self.word_or_fault("[]", "a name") {
                    let cells = self.machine.pop();
                    let address = self.allot(cells.max(1) as usize)?;
                    self.word_of(&name, &[Op::Index(address)]);
                    self.global(address, cells.max(1) as usize);
                }
            }
            Host::Create => self.create("CREATE")?,
            Host::Builds => self.create("<BUILDS")?,
            Host::RunDoes => {
                let to = self.machine.pop();
                self.does(to as u32);
            }
            Host::Does => {
                let target = self.program.ops.len() as u32 + 2;
                self.emit(Op::Does(target));
                self.program.ops.push(Op::Exit);
                self.set_label();
            }
            Host::Defer => {
                if let Some(name) = self.word_or_fault("DEFER", "a name") {
                    let address = self.allot(1)?;
                    let token = self.word_of(&name, &[Op::Deferred(address)]);
                    self.words[token as usize].kind = Kind::Deferred(address);
                }
            }
            Host::Is => self.is(),
            Host::Tick => {
                if let Some(token) = self.named("'") {
                    self.machine.push(token as i32);
                }
            }
            Host::BracketTick => {
                if let Some(token) = self.named("[']") {
                    self.literal(token as i32);
                }
            }
            Host::CompileToken => {
                // A word that compiles another, run while a definition is open.
                let token = self.machine.pop();
                if (token as usize) < self.words.len() {
                    self.compile_word(token as u32);
                }
            }
            Host::Compile => {
                if let Some(token) = self.named("COMPILE") {
                    self.emit(Op::CompileWord(token));
                }
            }
            Host::BracketCompile => {
                if let Some(token) = self.named("[COMPILE]") {
                    self.compile_word(token);
                }
            }
            Host::Literal => {
                let value = self.machine.pop();
                self.emit(Op::Lit(value));
            }
            Host::LeftBracket => self.compiling = false,
            Host::RightBracket => self.compiling = self.defining.is_some(),
            Host::Forget => {
                if let Some(token) = self.named("FORGET") {
                    self.forget(token);
                }
            }
            Host::Comma => {
                let value = self.machine.pop();
                self.more_memory(1)?;
                self.machine.memory.push(value);
            }
            Host::ByteComma => {
                let value = self.machine.pop();
                self.more_memory(1)?;
                self.machine.memory.push(value & 0xFF);
            }
            Host::Allot => {
                let bytes = self.machine.pop().max(0) as usize;
                self.more_memory(bytes.div_ceil(4))?;
                let cells = self.machine.memory.len() + bytes.div_ceil(4);
                self.machine.memory.resize(cells, 0);
            }
            Host::Ascii => {
                if let Some(word) = self.word_or_fault("ASCII", "a character") {
                    let code = word.chars().next().map_or(0, |c| c as i32);
                    self.literal(code);
                }
            }
            Host::PrintString => self.string_then(Some(Prim::Type))?,
            Host::StringLiteral => self.string_then(None)?,
            Host::AppendText => self.string_then(Some(Prim::AppendString))?,
            Host::AbortString => {
                let text = crate::source::shown(&self.quoted());
                if self.compiling {
                    let jump = self.emit_jump(Op::JumpIfZero(0));
                    let which = self.program.reasons.len() as u32;
                    self.program.reasons.push(text);
                    self.emit(Op::GiveUp(which));
                    self.land(jump);
                } else if self.machine.pop() != 0 {
                    self.error(format!("the script gave up: {text}"));
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn colon(&mut self) {
        if let Some((token, place)) = self.defining {
            let name = self.program.names[token as usize].clone();
            let fault = crate::fault::Fault::error(place, format!("the definition of `{name}` has no `;`"));
            self.fault(fault.hint("another definition begins before its end"));
            self.semicolon();
        }
        let place = self.place();
        // The colon itself has been read.
        self.defining_from = self.inputs.last().map_or(0, |input| input.at.saturating_sub(1));
        if let Some(name) = self.word_or_fault(":", "a name") {
            let token = self.begin_word(&name);
            self.defining = Some((token, place));
            self.compiling = true;
            self.control.clear();
        }
    }

    fn semicolon(&mut self) {
        let Some((token, place)) = self.defining.take() else {
            self.error("`;` ends no definition");
            return;
        };
        if !self.control.is_empty() {
            let name = self.program.names[token as usize].clone();
            self.error(format!("the definition of `{name}` ends in the middle of `IF`, `BEGIN` or `DO`"));
            self.control.clear();
        }
        self.end_word(token);
        self.compiling = false;
        // Words of the kit, which is file 0, have no source position.
        if let Some(input) = self.inputs.last().filter(|input| input.file > 0 && input.file == place.file) {
            let text = WordText { token, place, start: self.defining_from, end: input.at };
            self.program.texts.push(text);
        }
    }

    /// Returns the token of the word whose name comes next.
    pub(super) fn named(&mut self, after: &str) -> Option<u32> {
        let name = self.word_or_fault(after, "the name of a word")?;
        let found = self.find(&name);
        if found.is_none() {
            self.unknown(&name, "no word that is known");
        }
        found
    }

    /// Compiles a number, or pushes it if no definition is open.
    fn literal(&mut self, value: i32) {
        if self.compiling { self.emit(Op::Lit(value)) } else { self.machine.push(value) }
    }

    /// `IS name`: what is on the stack becomes the meaning of a deferred word, now or when the
    /// definition runs.
    fn is(&mut self) {
        let Some(token) = self.named("IS") else {
            if !self.compiling {
                self.machine.pop();
            }
            return;
        };
        let Kind::Deferred(address) = self.words[token as usize].kind else {
            let name = self.program.names[token as usize].clone();
            self.error(format!("`IS {name}`: `{name}` was not made with `DEFER`"));
            return;
        };
        if self.compiling {
            self.emit(Op::StoreAt(address));
        } else {
            let value = self.machine.pop();
            self.machine.store(address as i32, value);
        }
    }

    fn variable(&mut self, after: &str, cells: usize) -> Result<(), Fatal> {
        if let Some(name) = self.word_or_fault(after, "a name") {
            let address = self.allot(cells)?;
            self.constant(&name, address as i32);
            self.global(address, cells);
        }
        Ok(())
    }

    /// Remembers a variable or array, and where it was declared.
    fn global(&mut self, address: u32, cells: usize) {
        self.program.globals.push((address, cells));
        self.global_places.push(self.place());
    }

    fn create(&mut self, after: &str) -> Result<(), Fatal> {
        if let Some(name) = self.word_or_fault(after, "a name") {
            let address = self.allot(0)? as i32;
            let token = self.constant(&name, address);
            self.words[token as usize].kind = Kind::Created(address);
        }
        Ok(())
    }

    /// The newest created word does from now on what follows `DOES>`.
    fn does(&mut self, to: u32) {
        let newest = self.words.iter().rposition(|word| matches!(word.kind, Kind::Created(_)));
        if let Some(token) = newest
            && let Kind::Created(address) = self.words[token].kind
        {
            self.program.tokens[token] = self.program.ops.len() as u32;
            self.program.ops.extend([Op::Lit(address), Op::Call(to), Op::Exit]);
            self.label = self.program.ops.len();
            self.words[token].inline = None;
        }
    }

    fn forget(&mut self, token: u32) {
        if token < self.kit_words {
            self.error("words of the kit cannot be forgotten");
            return;
        }
        while let Some((known, hidden)) = self.remembered.pop_if(|(known, _)| *known >= token) {
            let name = self.program.names[known as usize].clone();
            match hidden {
                Some(hidden) => self.newest.insert(name, hidden),
                None => self.newest.remove(&name),
            };
        }
    }

    /// Text that follows, and what is to be done with it.
    fn string_then(&mut self, prim: Option<Prim>) -> Result<(), Fatal> {
        let bytes = self.quoted();
        if prim == Some(Prim::Type) && !self.compiling {
            self.machine.print(&bytes);
        }
        let address = self.allot(bytes.len() / 4 + 1)? as i32;
        self.machine.write_string(address, &bytes);
        self.literal(address);
        if let (Some(prim), true) = (prim, self.compiling) {
            self.emit(Op::Prim(prim));
        } else if prim.is_some() {
            self.machine.pop();
        }
        Ok(())
    }

    fn more_memory(&mut self, cells: usize) -> Result<(), Fatal> {
        if self.machine.memory.len() + cells > MEMORY_CELLS_MAX {
            self.error(format!("the variables and arrays take more than {MEMORY_CELLS_MAX} cells"));
            return Err(Fatal);
        }
        Ok(())
    }

    /// New cells, with room before them that nothing uses. Gives their address in bytes.
    pub(super) fn allot(&mut self, cells: usize) -> Result<u32, Fatal> {
        self.more_memory(cells + GUARD_CELLS)?;
        let first = self.machine.memory.len() + GUARD_CELLS;
        self.machine.memory.resize(first + cells, 0);
        Ok(first as u32 * 4)
    }
}
