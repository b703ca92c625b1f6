//! The position of the compiled executor: the words of a [`State`] and bitboards of owners and
//! piece types.
//!
//! Each write is logged, so that a mark of the log restores the position exactly. The Zobrist key
//! is not kept with each write: [`Position::key`] computes it from the log where a loop, a
//! repetition or a comparison of results needs it.

use dagaz_core::{AttributeId, Field, Layout, Piece, PieceTypeId, PlayerId, SiteId, State, word_key};
use dagaz_rules::Comparison;
use smallvec::SmallVec;

/// The words of the pieces on a site, the topmost piece first.
type Column = SmallVec<[u32; 16]>;

/// A set of sites, `W` words wide.
pub(super) type Bitset<const W: usize> = [u64; W];

/// The sites where a variable of sites compares so with a number: a set that is kept as a plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct VariablePlane {
    /// The variable of the first site.
    pub(super) first: u16,
    pub(super) comparison: Comparison,
    pub(super) value: i32,
}

/// One logged write.
#[derive(Clone, Copy, Debug)]
struct Write {
    index: u32,
    old: u32,
    new: u32,
    /// The version of the position before.
    before: u64,
}

/// The words and bitboards of a position: what questions look at.
#[derive(Clone, Debug, Default)]
pub(super) struct Board<const W: usize> {
    words: Vec<u32>,
    /// For each player, then for no owner, then for each piece type: the sites with such a piece.
    /// Then the sites that have vanished, if any ever do, and the planes of variables.
    planes: Vec<Bitset<W>>,
    /// For each site how many pieces stand on one another there; empty where none ever do.
    heights: Vec<u16>,
}

/// The sizes that every access needs, copied from the layout.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    /// Sites, the hand counted: it is the last.
    sites: usize,
    planes: usize,
    levels: usize,
    players: usize,
    first_variable: usize,
    variables: usize,
    first_counter: usize,
    counters: usize,
    pub(super) slot: usize,
    pub(super) last_from: usize,
    pub(super) last_to: usize,
    /// For each piece type all words of a new piece.
    fresh: Vec<Box<[u32]>>,
    fields: Vec<Field>,
    kinds: usize,
    /// For each player and type the word of that supply.
    supplies: Vec<Option<u32>>,
    /// The word of the first site that says whether it has vanished, if any ever does.
    closed: Option<usize>,
    /// The planes of variables, the first of them with that number, and their words.
    variable_planes: Vec<VariablePlane>,
    first_variable_plane: usize,
    variable_words: std::ops::Range<usize>,
}

impl VariablePlane {
    /// The number of the first such plane.
    pub(super) fn first_place(players: usize, kinds: usize, some_vanish: bool) -> usize {
        players + 1 + kinds + usize::from(some_vanish)
    }

    fn has(self, word: u32) -> bool {
        self.comparison.holds(i64::from(word as i32), i64::from(self.value))
    }
}

impl Shape {
    /// `closed`: the variable of sites that says which have vanished.
    fn of(layout: &Layout, closed: Option<u16>, variable_planes: &[VariablePlane]) -> Shape {
        let (spec, places) = (layout.spec(), layout.places());
        let pieces = (0..spec.players).flat_map(|owner| (0..spec.kinds).map(move |kind| (owner, kind)));
        let piece = |(owner, kind)| Piece { kind: PieceTypeId::at(kind), owner: PlayerId::at(owner) };
        let mut shape = Shape {
            sites: spec.sites,
            planes: layout.planes(),
            levels: layout.levels(),
            players: spec.players,
            first_variable: places.variables,
            variables: spec.variables,
            first_counter: layout.first_counter(),
            counters: places.counters,
            slot: places.slot,
            last_from: places.last_from,
            last_to: places.last_to,
            fresh: (0..spec.kinds).map(|kind| layout.fresh(PieceTypeId::at(kind)).into()).collect(),
            fields: (0..spec.attributes.len()).map(|index| layout.field(AttributeId::at(index))).collect(),
            kinds: spec.kinds,
            supplies: pieces.map(|pair| layout.supply_word(piece(pair)).map(|word| word as u32)).collect(),
            closed: None,
            variable_planes: variable_planes.to_vec(),
            first_variable_plane: VariablePlane::first_place(spec.players, spec.kinds, closed.is_some()),
            variable_words: 0..0,
        };
        shape.closed = closed.map(|first| shape.variable(first));
        let first_words = || variable_planes.iter().map(|plane| shape.variable(plane.first));
        if let (Some(first), Some(last)) = (first_words().min(), first_words().max()) {
            shape.variable_words = first..last + shape.hand();
        }
        shape
    }

    /// The plane of the sites that have vanished, if any ever do.
    #[inline]
    pub(super) fn closed_plane(&self) -> Option<usize> {
        self.closed.map(|_| self.players + 1 + self.kinds)
    }

    /// The word of a variable of the state; counters are numbered after the variables.
    #[inline]
    pub(super) fn variable(&self, index: u16) -> usize {
        match usize::from(index).checked_sub(self.variables) {
            None => self.first_variable + usize::from(index),
            Some(counter) => self.counters + counter,
        }
    }

    /// The plane of a player's pieces, or of those without an owner.
    #[inline]
    pub(super) fn owner_plane(&self, owner: PlayerId) -> usize {
        owner.index().min(self.players)
    }

    /// The plane of the pieces of a type.
    #[inline]
    pub(super) fn kind_plane(&self, kind: PieceTypeId) -> usize {
        self.players + 1 + kind.index()
    }

    /// The site of the piece in hand.
    #[inline]
    pub(super) fn hand(&self) -> usize {
        self.sites - 1
    }

    #[inline]
    pub(super) fn has_columns(&self) -> bool {
        self.levels > 1
    }

    pub(super) fn levels(&self) -> usize {
        self.levels
    }

    fn supply(&self, piece: Piece) -> Option<usize> {
        let place = piece.owner.index().checked_mul(self.kinds)? + piece.kind.index();
        (*self.supplies.get(place)?).map(|word| word as usize)
    }

    #[inline]
    fn level_word(&self, site: usize, level: usize, plane: usize) -> usize {
        (level * self.planes + plane) * self.sites + site
    }
}

impl<const W: usize> Board<W> {
    #[inline]
    pub(super) fn plane(&self, plane: usize) -> Bitset<W> {
        self.planes[plane]
    }

    /// All sites with a piece.
    #[inline]
    pub(super) fn occupied(&self, shape: &Shape) -> Bitset<W> {
        let mut all = [0; W];
        for plane in &self.planes[..=shape.players] {
            (0..W).for_each(|word| all[word] |= plane[word]);
        }
        all
    }

    #[inline]
    pub(super) fn word(&self, index: usize) -> u32 {
        self.words[index]
    }

    #[inline]
    pub(super) fn is_empty(&self, site: usize) -> bool {
        self.words[site] == 0
    }

    #[inline]
    pub(super) fn piece(&self, site: usize) -> Option<Piece> {
        Piece::from_word(self.words[site])
    }

    #[inline]
    pub(super) fn variable(&self, shape: &Shape, index: u16) -> i32 {
        self.words[shape.variable(index)] as i32
    }

    /// How many pieces stand on one another on a site.
    #[inline]
    pub(super) fn height(&self, shape: &Shape, site: usize) -> usize {
        match self.heights.get(site) {
            Some(height) => usize::from(*height),
            None => usize::from(!shape.has_columns() && self.words[site] != 0),
        }
    }

    pub(super) fn piece_beneath(&self, shape: &Shape, site: usize, level: usize) -> Option<Piece> {
        (level < shape.levels).then(|| Piece::from_word(self.words[shape.level_word(site, level, 0)])).flatten()
    }

    pub(super) fn attribute(&self, shape: &Shape, site: usize, level: usize, attribute: AttributeId) -> i32 {
        if level >= shape.levels {
            return 0;
        }
        let field = shape.fields[attribute.index()];
        field.value(self.words[shape.level_word(site, level, field.plane())])
    }

    pub(super) fn supply(&self, shape: &Shape, piece: Piece) -> u32 {
        shape.supply(piece).map_or(0, |word| self.words[word])
    }
}

/// See the [module documentation](self).
#[derive(Clone, Debug)]
pub(super) struct Position<const W: usize> {
    pub(super) shape: Shape,
    pub(super) board: Board<W>,
    /// For each word that says which piece stands on a level of a column: its site; else
    /// `u16::MAX`. Empty where no pieces stand on one another.
    level_sites: Vec<u16>,
    log: Vec<Write>,
    /// The number of the position, and the last number that was given.
    version: u64,
    last_version: u64,
}

impl<const W: usize> Position<W> {
    pub(super) fn new(layout: &Layout, closed: Option<u16>, variable_planes: &[VariablePlane]) -> Position<W> {
        let shape = Shape::of(layout, closed, variable_planes);
        let mut planes = vec![[0; W]; shape.first_variable_plane + variable_planes.len()];
        // All words are 0, which some comparisons hold for.
        for (place, _) in shape.variable_planes.iter().enumerate().filter(|(_, plane)| plane.has(0)) {
            let plane = &mut planes[shape.first_variable_plane + place];
            (0..shape.hand()).for_each(|site| plane[site / 64] |= 1 << (site % 64));
        }
        let (mut heights, mut level_sites) = (Vec::new(), Vec::new());
        if shape.has_columns() {
            heights = vec![0; shape.sites];
            level_sites = vec![u16::MAX; layout.words()];
            for (site, level) in (0..shape.sites).flat_map(|site| (0..shape.levels).map(move |level| (site, level))) {
                level_sites[shape.level_word(site, level, 0)] = site as u16;
            }
        }
        let board = Board { words: vec![0; layout.words()], planes, heights };
        Position { shape, board, level_sites, log: Vec::new(), version: 1, last_version: 1 }
    }

    /// Copies a state into the position. Only the words that differ are written: between two
    /// playouts these are few.
    pub(super) fn load(&mut self, state: &State) {
        for (index, new) in state.words().iter().enumerate() {
            let old = self.board.words[index];
            if old != *new {
                self.write(index, old, *new);
            }
        }
        self.log.clear();
        self.renew_version();
    }

    /// Copies the board of another position.
    pub(super) fn load_board(&mut self, board: &Board<W>) {
        self.board.clone_from(board);
        self.log.clear();
        self.renew_version();
    }

    /// The words, in the layout of a [`State`].
    pub(super) fn words(&self) -> &[u32] {
        &self.board.words
    }

    /// Flips the bits of a site in the planes of the piece that a word names.
    #[inline]
    fn toggle(&mut self, site: usize, word: u32) {
        if word == 0 {
            return;
        }
        let bit = 1u64 << (site % 64);
        let owner = match Piece::owner_bit(word) {
            0 => self.shape.players,
            owner => owner as usize - 1,
        };
        self.board.planes[owner][site / 64] ^= bit;
        if let Some(kind) = Piece::kind_of(word) {
            self.board.planes[self.shape.players + 1 + kind.index()][site / 64] ^= bit;
        }
    }

    #[inline]
    pub(super) fn set(&mut self, index: usize, value: u32) {
        let old = self.board.words[index];
        if old == value {
            return;
        }
        self.log.push(Write { index: index as u32, old, new: value, before: self.version });
        self.renew_version();
        self.write(index, old, value);
    }

    #[inline]
    fn write(&mut self, index: usize, old: u32, new: u32) {
        self.board.words[index] = new;
        if (old == 0) != (new == 0) {
            self.count_height(index, new != 0);
        }
        if index < self.shape.hand() && Piece::is_other(old, new) {
            self.toggle(index, old);
            self.toggle(index, new);
        } else if let Some(first) = self.shape.closed
            && (first..first + self.shape.hand()).contains(&index)
            && (old == 0) != (new == 0)
        {
            self.toggle_closed(index - first);
        }
        if self.shape.variable_words.contains(&index) {
            self.toggle_variable(index, old, new);
        }
    }

    /// A variable of a site has changed.
    fn toggle_variable(&mut self, index: usize, old: u32, new: u32) {
        for (place, plane) in self.shape.variable_planes.iter().enumerate() {
            let site = index.checked_sub(self.shape.variable(plane.first)).filter(|site| *site < self.shape.hand());
            if let Some(site) = site.filter(|_| plane.has(old) != plane.has(new)) {
                self.board.planes[self.shape.first_variable_plane + place][site / 64] ^= 1 << (site % 64);
            }
        }
    }

    /// A word has become 0 or another: if it is a piece of a column, the column is lower or higher.
    #[inline]
    fn count_height(&mut self, index: usize, grows: bool) {
        let site = self.level_sites.get(index).map(|site| usize::from(*site));
        if let Some(height) = site.and_then(|site| self.board.heights.get_mut(site)) {
            *height = if grows { *height + 1 } else { height.saturating_sub(1) };
        }
    }

    fn toggle_closed(&mut self, site: usize) {
        if let Some(plane) = self.shape.closed_plane() {
            self.board.planes[plane][site / 64] ^= 1 << (site % 64);
        }
    }

    /// The present length of the log.
    #[inline]
    pub(super) fn mark(&self) -> u32 {
        self.log.len() as u32
    }

    /// Takes back all writes since a mark.
    #[inline]
    pub(super) fn restore(&mut self, mark: u32) {
        while self.log.len() > mark as usize {
            let Some(write) = self.log.pop() else { break };
            self.write(write.index as usize, write.new, write.old);
            self.version = write.before;
        }
    }

    /// Forgets how to take back what was written so far.
    pub(super) fn commit(&mut self) {
        self.log.clear();
    }

    /// A number that changes with each write: equal numbers mean equal positions. A position that
    /// is restored has its number again.
    #[inline]
    pub(super) fn version(&self) -> u64 {
        self.version
    }

    #[inline]
    fn renew_version(&mut self) {
        self.last_version += 1;
        self.version = self.last_version;
    }

    /// The logged writes: which word became what, in that order.
    pub(super) fn writes(&self) -> impl Iterator<Item = (usize, u32)> + '_ {
        self.log.iter().map(|write| (write.index as usize, write.new))
    }

    /// The exclusive or of the key now and at the mark 0, counters included.
    pub(super) fn key(&self) -> u64 {
        self.log.iter().fold(0, |key, write| {
            let index = write.index as usize;
            key ^ word_key(index, write.old) ^ word_key(index, write.new)
        })
    }

    /// The same of the words that repetition compares.
    pub(super) fn position_key(&self) -> u64 {
        let first_counter = self.shape.first_counter as u32;
        self.log.iter().filter(|write| write.index < first_counter).fold(0, |key, write| {
            let index = write.index as usize;
            key ^ word_key(index, write.old) ^ word_key(index, write.new)
        })
    }

    /// The same of the board alone.
    pub(super) fn board_key(&self) -> u64 {
        let sites = self.shape.sites as u32;
        self.log.iter().filter(|write| write.index < sites).fold(0, |key, write| {
            let index = write.index as usize;
            key ^ word_key(index, write.old) ^ word_key(index, write.new)
        })
    }

    pub(super) fn set_variable(&mut self, index: u16, value: i32) {
        self.set(self.shape.variable(index), value as u32);
    }

    pub(super) fn clear(&mut self, site: usize) {
        for plane in 0..self.shape.planes * self.shape.levels {
            self.set(plane * self.shape.sites + site, 0);
        }
    }

    /// Puts a new piece on a site, on top of a column where pieces stand on one another.
    pub(super) fn place(&mut self, site: usize, piece: Piece) {
        if self.shape.has_columns() {
            self.shift_levels(site, 1);
        }
        for plane in 0..self.shape.planes {
            let fresh = self.shape.fresh[piece.kind.index()][plane];
            let word = if plane == 0 { Piece::with_word(piece, fresh) } else { fresh };
            self.set(plane * self.shape.sites + site, word);
        }
    }

    fn column(&self, site: usize) -> Column {
        let words = self.shape.planes * self.board.height(&self.shape, site);
        (0..words).map(|plane| self.board.words[plane * self.shape.sites + site]).collect()
    }

    fn set_column(&mut self, site: usize, words: &[u32]) {
        let most = self.shape.planes * self.shape.levels;
        let before = self.shape.planes * self.board.height(&self.shape, site);
        for plane in 0..words.len().max(before).min(most) {
            self.set(plane * self.shape.sites + site, words.get(plane).copied().unwrap_or(0));
        }
    }

    /// Moves the pieces of a column so many levels down. The levels that they leave keep their
    /// words.
    fn shift_levels(&mut self, site: usize, by: usize) {
        let end = self.board.height(&self.shape, site).min(self.shape.levels.saturating_sub(by));
        for level in (0..end).rev() {
            self.copy_level((site, level), (site, level + by));
        }
    }

    fn copy_level(&mut self, from: (usize, usize), to: (usize, usize)) {
        for plane in 0..self.shape.planes {
            let word = self.board.words[self.shape.level_word(from.0, from.1, plane)];
            self.set(self.shape.level_word(to.0, to.1, plane), word);
        }
    }

    /// Moves the topmost `count` pieces of a site onto what stands on another.
    pub(super) fn pile(&mut self, from: usize, to: usize, count: usize) {
        if from == to {
            return;
        }
        let height = self.board.height(&self.shape, from);
        let count = count.min(height);
        self.shift_levels(to, count);
        for level in 0..count {
            self.copy_level((from, level), (to, level));
        }
        for level in 0..height {
            if level + count < height {
                self.copy_level((from, level + count), (from, level));
            } else {
                (0..self.shape.planes).for_each(|plane| self.set(self.shape.level_word(from, level, plane), 0));
            }
        }
    }

    /// Moves the topmost piece of a site under all that stand on another.
    pub(super) fn tuck(&mut self, from: usize, to: usize) {
        if from == to {
            return;
        }
        let all = self.column(from);
        let (top, left) = all.split_at(self.shape.planes.min(all.len()));
        let mut column = self.column(to);
        column.extend_from_slice(top);
        self.set_column(from, left);
        self.set_column(to, &column);
    }

    /// Takes one piece out of a column: the one with so many others on top of it.
    pub(super) fn pluck(&mut self, site: usize, level: usize) {
        let (mut column, planes) = (self.column(site), self.shape.planes);
        if column.len() >= (level + 1) * planes {
            column.drain(level * planes..(level + 1) * planes);
            self.set_column(site, &column);
        }
    }

    /// Moves a piece with its attributes, or a whole column onto what stands at the destination.
    #[inline]
    pub(super) fn relocate(&mut self, from: usize, to: usize) {
        if from == to || self.board.is_empty(from) {
            return;
        }
        if self.shape.has_columns() {
            return self.pile(from, to, self.shape.levels);
        }
        for plane in 0..self.shape.planes {
            let (from, to) = (plane * self.shape.sites + from, plane * self.shape.sites + to);
            self.set(to, self.board.words[from]);
            self.set(from, 0);
        }
    }

    /// Moves several pieces at once: all are lifted before the first lands.
    pub(super) fn relocate_together(&mut self, pairs: &[(SiteId, SiteId)]) {
        let lift = |position: &mut Position<W>, from: SiteId| {
            let words = position.column(from.index());
            position.clear(from.index());
            words
        };
        let lifted: SmallVec<[(SiteId, Column); 4]> = pairs.iter().map(|(from, to)| (*to, lift(self, *from))).collect();
        for (to, words) in lifted.iter().filter(|(_, words)| !words.is_empty()) {
            let mut column = words.clone();
            if self.shape.has_columns() {
                column.extend(self.column(to.index()));
            }
            self.set_column(to.index(), &column);
        }
    }

    pub(super) fn change_kind(&mut self, site: usize, kind: PieceTypeId) {
        let word = self.board.words[site];
        if let Some(piece) = Piece::from_word(word) {
            self.set(site, Piece::with_word(Piece { kind, ..piece }, word));
        }
    }

    pub(super) fn change_owner(&mut self, site: usize, owner: PlayerId) {
        let word = self.board.words[site];
        if let Some(piece) = Piece::from_word(word) {
            self.set(site, Piece::with_word(Piece { owner, ..piece }, word));
        }
    }

    pub(super) fn set_attribute(&mut self, site: usize, attribute: AttributeId, value: i32) {
        if self.board.is_empty(site) {
            return;
        }
        let field = self.shape.fields[attribute.index()];
        let index = field.plane() * self.shape.sites + site;
        self.set(index, field.with_value(self.board.words[index], value));
    }

    pub(super) fn set_supply(&mut self, piece: Piece, count: u32) {
        if let Some(word) = self.shape.supply(piece) {
            self.set(word, count);
        }
    }
}
