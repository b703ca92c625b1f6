//! Reads a script: the outer interpreter.
//!
//! A token is a word or a number. A word is executed, or compiled if a definition is open. An
//! unknown word is reported once by name, and loading continues. Words that read from the source
//! text are host words: the machine stops at them, and this module executes them.

mod compile;
mod control;
mod declare;
mod define;
mod finish;
mod pieces;
mod text;

use std::collections::{HashMap, HashSet};

use dagaz_core::{Fuel, LimitHit, Limits};

use crate::fault::{Fault, Severity};
use crate::loader::control::Control;
use crate::machine::{BASE, FIRST_CELLS, Machine, Stop, Trouble};
use crate::op::{Host, Op};
use crate::program::Program;
use crate::source::{IncludeError, Includes, Place, SourceText};
use crate::vocabulary::{HOSTS, KIT_FILES, NATIVES, PRELUDE};

/// The maximum number of faults reported for one script.
const FAULTS_MAX: usize = 100;
/// Files that may be loaded by files that are being loaded.
const LOADS_MAX: usize = 32;
/// Files of one script.
const FILES_MAX: usize = 1_000;
/// Words that a script may define.
const WORDS_MAX: usize = 100_000;
/// Operations that a script may be compiled to.
const OPS_MAX: usize = 2_000_000;
/// Words that may be run by words that are being run, while loading.
const NESTED_MAX: usize = 32;

/// What stands in front of some texts.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Loading cannot continue.
pub(super) struct Fatal;

type Done = Result<(), Fatal>;

/// What a word is, beyond its code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Nothing but code.
    Code,
    /// Made by `CREATE` or `<BUILDS`: pushes this address.
    Created(i32),
    /// Its meaning lies in this cell.
    Deferred(u32),
}

#[derive(Clone, Debug)]
pub(super) struct Word {
    /// How many operations may be copied instead of called.
    inline: Option<u32>,
    immediate: bool,
    kind: Kind,
}

struct Input {
    file: u16,
    at: usize,
    line: u32,
}

/// See the [module documentation](self).
pub(crate) struct Loader<'a> {
    pub(super) program: Program,
    pub(super) machine: Machine,
    includes: &'a dyn Includes,
    limits: &'a Limits,
    words: Vec<Word>,
    newest: HashMap<String, u32>,
    /// The words that can be forgotten, oldest first, each with the one that it hides.
    remembered: Vec<(u32, Option<u32>)>,
    inputs: Vec<Input>,
    bytes: usize,
    pub(super) faults: Vec<Fault>,
    reported: HashSet<String>,
    /// The word being defined: its token and where it began.
    defining: Option<(u32, Place)>,
    /// The byte of the file with which that definition begins.
    defining_from: usize,
    /// Whether words are compiled rather than run.
    compiling: bool,
    /// Operations before this one cannot be joined with what follows: something jumps here.
    label: usize,
    control: Vec<Control>,
    fuel: Fuel<'a>,
    nested: usize,
    /// Tokens up to here are the kit's.
    kit_words: u32,
    /// Lists of moves by name.
    list_names: HashMap<String, usize>,
    /// Where each global variable and array was declared, in their order.
    global_places: Vec<Place>,
    /// Cells of board variables.
    variable_cells: usize,
    class_count: i32,
    /// Whether a part of the board was rejected. Errors that follow from it are not reported.
    pub(super) board_refused: bool,
    /// Whether pieces that follow are passed over by generation.
    dummies: bool,
}

impl<'a> Loader<'a> {
    /// Reads a script and all that it loads.
    pub(crate) fn load(
        name: &str,
        bytes: &[u8],
        includes: &'a dyn Includes,
        limits: &'a Limits,
    ) -> (Program, Vec<Fault>) {
        let mut loader = Loader::new(includes, limits);
        loader.native_words();
        loader.open("the kit", PRELUDE.as_bytes().to_vec());
        let mut read = loader.read_all();
        debug_assert!(loader.faults.is_empty(), "the prelude: {:?}", loader.faults);
        loader.kit_words = loader.program.tokens.len() as u32;
        if bytes.len() > limits.source_bytes {
            loader.open(name, Vec::new());
            let most = limits.source_bytes;
            loader.fault(Fault::error(loader.place(), format!("the script has more than {most} bytes")));
            read = Err(Fatal);
        }
        if read.is_ok() {
            loader.open(name, bytes.to_vec());
            read = loader.read_all();
        }
        if read.is_ok() {
            loader.finish();
        }
        (loader.program, loader.faults)
    }

    fn new(includes: &'a dyn Includes, limits: &'a Limits) -> Loader<'a> {
        let mut machine = Machine::new();
        machine.memory.resize(FIRST_CELLS, 0);
        machine.store(BASE, 10);
        let program = Program { ops: Vec::new(), tokens: vec![0], names: vec![String::new()], ..Program::default() };
        let nothing = Word { inline: None, immediate: false, kind: Kind::Code };
        Loader {
            program,
            machine,
            includes,
            limits,
            words: vec![nothing],
            newest: HashMap::new(),
            remembered: Vec::new(),
            inputs: Vec::new(),
            bytes: 0,
            faults: Vec::new(),
            reported: HashSet::new(),
            defining: None,
            defining_from: 0,
            compiling: false,
            label: 0,
            control: Vec::new(),
            fuel: Fuel::new(limits.fuel),
            nested: 0,
            kit_words: 0,
            list_names: HashMap::new(),
            global_places: Vec::new(),
            variable_cells: 0,
            class_count: 0,
            board_refused: false,
            dummies: false,
        }
    }

    fn native_words(&mut self) {
        for &(name, op) in NATIVES {
            let token = self.word_of(name, &[op]);
            // Never called: `I` looks at the return stack of the word that it stands in.
            self.words[token as usize].inline = Some(1);
        }
        for &(name, host, immediate) in HOSTS {
            let token = self.word_of(name, &[Op::Host(host)]);
            self.words[token as usize].immediate = immediate;
        }
    }

    fn open(&mut self, name: &str, bytes: Vec<u8>) {
        self.bytes += bytes.len();
        let file = self.program.sources.len() as u16;
        // Some editors put the mark of UTF-8 in front of a text.
        let at = if bytes.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
        self.program.sources.push(SourceText { name: name.to_string(), bytes });
        self.inputs.push(Input { file, at, line: 1 });
    }

    /// Where reading is.
    pub(super) fn place(&self) -> Place {
        self.inputs.last().map_or(Place::default(), |input| Place { file: input.file, line: input.line })
    }

    /// Reports a fault, up to the maximum number.
    pub(super) fn fault(&mut self, fault: Fault) {
        if self.faults.len() < FAULTS_MAX {
            self.faults.push(fault);
        }
    }

    pub(super) fn error(&mut self, message: impl Into<String>) {
        let fault = Fault::error(self.place(), message);
        self.fault(fault);
    }

    /// Reports an unknown word, once per name.
    pub(super) fn unknown(&mut self, name: &str, what: &str) {
        self.unknown_at(self.place(), name, what);
    }

    /// The same of a word that was read there.
    pub(super) fn unknown_at(&mut self, place: Place, name: &str, what: &str) {
        if self.faults.len() >= FAULTS_MAX || !self.reported.insert(name.to_string()) {
            return;
        }
        let mut fault = Fault::error(place, format!("`{name}` is {what}"));
        if let Some(near) = self.near(name) {
            fault = fault.hint(format!("did you mean `{near}`? Upper and lower case are different words"));
        }
        self.fault(fault);
    }

    /// Returns a known word that differs only in case.
    fn near(&self, name: &str) -> Option<String> {
        let differs = |known: &&String| known.eq_ignore_ascii_case(name) && *known != name;
        let mut near: Vec<&String> = self.newest.keys().filter(differs).collect();
        near.sort();
        near.first().map(ToString::to_string)
    }

    /// Returns the newest word of that name.
    pub(super) fn find(&self, name: &str) -> Option<u32> {
        self.newest.get(name).copied()
    }

    /// Reads until no file is open.
    fn read_all(&mut self) -> Done {
        while !self.inputs.is_empty() {
            match self.token() {
                Some(name) => self.interpret(&name)?,
                None => {
                    self.inputs.pop();
                }
            }
        }
        if let Some((token, place)) = self.defining.take() {
            let name = self.program.names[token as usize].clone();
            self.fault(Fault::error(place, format!("the definition of `{name}` has no `;`")));
            self.compiling = false;
        }
        Ok(())
    }

    fn interpret(&mut self, name: &str) -> Done {
        if let Some(token) = self.find(name) {
            return if self.compiling && !self.words[token as usize].immediate {
                self.compile_word(token);
                self.room()
            } else {
                self.execute(token)
            };
        }
        if let Some(number) = self.number(name) {
            if self.compiling {
                self.emit(Op::Lit(number));
            } else {
                self.machine.push(number);
            }
            return Ok(());
        }
        self.unknown(name, "no word that is known, and no number");
        if self.compiling {
            let which = self.program.unknown.len() as u32;
            self.program.unknown.push(name.to_string());
            self.emit(Op::Unknown(which));
        }
        Ok(())
    }

    /// Returns whether there is room for more code and memory.
    fn room(&mut self) -> Done {
        if self.program.ops.len() > OPS_MAX || self.words.len() > WORDS_MAX {
            self.error("the script is too large");
            return Err(Fatal);
        }
        Ok(())
    }

    fn number(&self, text: &str) -> Option<i32> {
        let (sign, digits) = match text.strip_prefix('-') {
            Some(rest) => (-1, rest),
            None => (1, text),
        };
        if digits.is_empty() {
            return None;
        }
        if let Ok(value) = i64::from_str_radix(digits, self.machine.base()) {
            return (!digits.starts_with(['+', '-'])).then_some((sign * value) as i32);
        }
        let float = digits.contains('.') && digits.chars().all(|c| c.is_ascii_digit() || c == '.') && digits.len() > 1;
        let value = if float { digits.parse::<f32>().ok()? } else { return None };
        Some((value * sign as f32).to_bits() as i32)
    }

    /// Executes a word. Faults are reported and loading continues; only an exceeded limit ends it.
    pub(super) fn execute(&mut self, token: u32) -> Done {
        if self.nested >= NESTED_MAX {
            self.error("words that read the script call each other without end");
            return Err(Fatal);
        }
        let Some(entry) = self.program.entry(token as i32) else { return Ok(()) };
        self.nested += 1;
        let base = self.machine.return_depth();
        let at = self.machine.place();
        self.machine.compiling = self.compiling;
        let mut stop = self.machine.run(&self.program, entry as usize, base, &mut self.fuel);
        let done = loop {
            match stop {
                Ok(Stop::Host(host)) => {
                    let here = self.machine.place();
                    if let Err(fatal) = self.host(host) {
                        break Err(fatal);
                    }
                    self.machine.set_place(here);
                    self.machine.compiling = self.compiling;
                    stop = self.machine.resume(&self.program, base, &mut self.fuel);
                }
                Ok(_) => break Ok(()),
                Err(trouble) => break self.trouble(trouble),
            }
        };
        self.machine.set_return_depth(base);
        self.machine.set_place(at);
        self.nested -= 1;
        done
    }

    fn trouble(&mut self, trouble: Trouble) -> Done {
        match trouble {
            Trouble::Fault(mut fault) => {
                if fault.place.line == 0 {
                    fault.place = self.place();
                }
                self.fault(*fault);
                // What was on the stack belonged to what has failed.
                self.machine.set_depth(0);
                Ok(())
            }
            Trouble::Limit(hit, fault) => {
                match fault.filter(|fault| fault.place.line > 0) {
                    Some(fault) => {
                        let message = format!("while the script was read: {}", fault.message);
                        self.fault(Fault { message, ..*fault });
                    }
                    None => self.limit(&hit),
                }
                Err(Fatal)
            }
        }
    }

    pub(super) fn limit(&mut self, hit: &LimitHit) {
        self.error(format!("while the script was read: {hit}"));
    }

    /// Runs a word for its value.
    pub(super) fn value_of(&mut self, token: u32) -> Result<i32, Fatal> {
        let depth = self.machine.depth();
        self.execute(token)?;
        let value = if self.machine.depth() > depth { self.machine.pop() } else { 0 };
        self.machine.set_depth(depth);
        Ok(value)
    }

    /// `LOAD name`.
    fn load_file(&mut self) -> Done {
        let Some(name) = self.word_or_fault("LOAD", "the name of a file") else { return Ok(()) };
        let file = name.rsplit(['/', '\\']).next().unwrap_or(&name).to_ascii_lowercase();
        if KIT_FILES.contains(&file.as_str()) {
            return Ok(());
        }
        if self.inputs.len() >= LOADS_MAX || self.program.sources.len() >= FILES_MAX {
            self.error(format!("`LOAD {name}`: files load each other without end"));
            return Err(Fatal);
        }
        match self.includes.load(&name) {
            Ok(bytes) if self.bytes + bytes.len() > self.limits.source_bytes => {
                self.error(format!("`LOAD {name}`: the files are too long together"));
                return Err(Fatal);
            }
            Ok(bytes) => self.open(&name, bytes),
            Err(why) => {
                let hint = match why {
                    IncludeError::NotFound => "the file is looked for beside the script",
                    _ => "scripts come from strangers, so they may not read elsewhere",
                };
                let fault = Fault::error(self.place(), format!("`LOAD {name}`: {why}")).hint(hint);
                self.fault(fault);
            }
        }
        Ok(())
    }

    /// Returns whether anything is wrong that keeps the script from being played.
    pub(super) fn has_errors(&self) -> bool {
        self.faults.iter().any(|fault| fault.severity == Severity::Error)
    }

    /// Does what a host word says.
    fn host(&mut self, host: Host) -> Done {
        match host {
            Host::Load => return self.load_file(),
            Host::Comment => self.skip_past(b')'),
            Host::LineComment => self.skip_line(),
            _ => {
                if self.control_word(host)? || self.defining_word(host)? || self.board_word(host)? {
                    return self.room();
                }
                return self.piece_word(host);
            }
        }
        Ok(())
    }
}
