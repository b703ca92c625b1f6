//! Pieces that cover several sites.
//!
//! Such a piece stands on each of its sites with a part of its type and owner. All parts have the
//! same values of variables, one of which encodes the form of the piece and its *first* site. Rules
//! are tried from there alone, and a piece in hand is at its first site. So tests of sites see
//! ordinary pieces, and only effects on a piece look up its other sites here.

use std::collections::{BTreeSet, HashMap};

use dagaz_core::{AttributeId, Change, Effect, Piece, PieceTypeId, SiteId, State};
use dagaz_rules::path::{Form, OwnerRef, PathRules};

use super::super::game::PathGame;
use super::super::tables::Place;
use super::{Cursor, Flow, Next, Walker};

/// What a game knows of its large pieces.
#[derive(Debug)]
pub(in crate::paths) struct Bodies {
    attribute: AttributeId,
    /// By the sites that are covered, in order, the form and the first site.
    placings: HashMap<Box<[SiteId]>, (u16, SiteId)>,
    /// For each site what covers it: the form and the first site.
    covering: Vec<Vec<(u16, SiteId)>>,
    /// For each piece type the forms in which it may be placed.
    families: Vec<BTreeSet<u16>>,
}

impl Bodies {
    /// None where every piece covers one site.
    pub(in crate::paths) fn of(rules: &PathRules, places: &[Place]) -> Option<Bodies> {
        let Place::Piece(attribute) = places[rules.body?.index()] else { return None };
        let mut placings = HashMap::new();
        let mut covering = vec![Vec::new(); rules.topology.sites().len()];
        let is_family = |(number, form): &(usize, &Form)| usize::from(form.family) == *number;
        for (number, form) in rules.forms.iter().enumerate().filter(is_family) {
            for (first, cells) in form.cells.iter().enumerate().filter(|(_, cells)| !cells.is_empty()) {
                let lies = (number as u16, SiteId::at(first));
                placings.insert(sorted(cells), lies);
                cells.iter().for_each(|cell| covering[cell.index()].push(lies));
            }
        }
        let family = |form: &u16| rules.forms[usize::from(*form)].family;
        let families = rules.pieces.iter().map(|piece| piece.shape.iter().flatten().map(family).collect());
        Some(Bodies { attribute, placings, covering, families: families.collect() })
    }
}

fn sorted(cells: &[SiteId]) -> Box<[SiteId]> {
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    cells.into_boxed_slice()
}

impl PathGame {
    /// The form of the large piece of which there is a part on a site, and its first site.
    pub(in crate::paths) fn body_at(&self, state: &State, site: SiteId) -> Option<(u16, SiteId)> {
        let bodies = self.bodies.as_ref()?;
        if site.index() > self.rules.topology.sites().len() || state.is_empty(site) {
            return None;
        }
        self.rules.part_of(state.attribute(&self.layout, site, bodies.attribute))
    }

    /// Whether a piece begins its moves elsewhere: on its first site.
    pub(in crate::paths) fn is_further_part(&self, state: &State, site: SiteId) -> bool {
        self.body_at(state, site).is_some_and(|(_, first)| first != site)
    }

    /// The sites of the piece that stands on a site.
    pub(in crate::paths) fn sites_of_piece(&self, state: &State, site: SiteId) -> Vec<SiteId> {
        match self.body_at(state, site) {
            None => vec![site],
            Some(body) => {
                // A position from outside may tell of parts that are not there.
                let (form, first) = body;
                let cells = self.rules.forms[usize::from(form)].cells[first.index()].iter().copied();
                let mut sites: Vec<SiteId> = cells.filter(|cell| self.body_at(state, *cell) == Some(body)).collect();
                if !sites.contains(&site) {
                    sites.push(site);
                }
                sites
            }
        }
    }
}

/// So many ways to lay a piece are tried before a position is left as it is.
const TRIES_MAX: usize = 100_000;

impl Bodies {
    /// How sites with large pieces on them can be parted into such pieces: the first way that there
    /// is, found from the first site on. A loop and not a recursion, since there may be thousands
    /// of pieces.
    fn part(&self, rules: &PathRules, mut loose: Vec<Option<Piece>>) -> Option<Vec<(u16, SiteId)>> {
        let cells = |(form, first): (u16, SiteId)| rules.forms[usize::from(form)].cells[first.index()].iter();
        // The pieces laid so far: of the first site that was loose, what was chosen of those that
        // cover it.
        let mut laid: Vec<(usize, usize, Piece)> = Vec::new();
        let (mut tries, mut from) = (0, 0);
        let mut site = loose.iter().position(Option::is_some);
        while let Some(at) = site {
            let piece = loose[at]?;
            let fits = |&(form, first): &(u16, SiteId)| {
                self.families[piece.kind.index()].contains(&form)
                    && cells((form, first)).all(|cell| loose[cell.index()] == Some(piece))
            };
            let found = self.covering[at].iter().skip(from).position(fits).map(|place| from + place);
            tries += 1 + found.unwrap_or(self.covering[at].len()).saturating_sub(from);
            if tries > TRIES_MAX {
                return None;
            }
            (site, from) = match found {
                Some(place) => {
                    cells(self.covering[at][place]).for_each(|cell| loose[cell.index()] = None);
                    laid.push((at, place, piece));
                    (loose.iter().skip(at).position(Option::is_some).map(|further| at + further), 0)
                }
                None => {
                    let (at, place, piece) = laid.pop()?;
                    cells(self.covering[at][place]).for_each(|cell| loose[cell.index()] = Some(piece));
                    (Some(at), place + 1)
                }
            };
        }
        Some(laid.into_iter().map(|(at, place, _)| self.covering[at][place]).collect())
    }
}

impl PathGame {
    /// Where a position does not say which sites one piece covers, it is parted in the first way in
    /// which it can be.
    pub(in crate::paths) fn part_large_pieces(&self, change: &mut Change<'_>) {
        let Some(bodies) = self.bodies.as_ref() else { return };
        let loose = self.rules.topology.site_ids().map(|site| {
            let piece = change.state().piece(site).filter(|piece| self.rules.is_large(piece.kind))?;
            (change.state().attribute(&self.layout, site, bodies.attribute) == 0).then_some(piece)
        });
        let loose = loose.collect();
        for (form, first) in bodies.part(&self.rules, loose).unwrap_or_default() {
            let value = self.rules.part_value(form, first);
            let cells = &self.rules.forms[usize::from(form)].cells[first.index()];
            cells.iter().for_each(|cell| change.set_attribute(*cell, bodies.attribute, value));
        }
    }
}

impl<'g> Walker<'g> {
    /// Whether the moving piece stands on a site with another part than its first.
    pub(in crate::paths) fn is_of_it(&self, site: SiteId) -> bool {
        let it = |it: SiteId| self.game.body_at(&self.state, it).filter(|_| !self.at.in_hand);
        let body = if self.game.bodies.is_some() { self.at.it.some().and_then(it) } else { None };
        body.is_some() && self.game.body_at(&self.state, site) == body
    }

    /// The sites of the other parts of the moving piece, for the playback of effects.
    pub(in crate::paths) fn further_parts_of_it(&self) -> Vec<SiteId> {
        let game = self.game;
        if let Some(form) = self.at.form {
            let stood = &game.rules.forms[usize::from(form)].cells[self.at.lifted_from.index()];
            return stood.iter().copied().filter(|site| *site != self.at.lifted_from).collect();
        }
        match self.at.it.some().filter(|_| !self.at.in_hand && game.bodies.is_some()) {
            Some(it) => game.sites_of_piece(&self.state, it).into_iter().filter(|site| *site != it).collect(),
            None => Vec::new(),
        }
    }

    /// These sites, and all others of the pieces that stand there.
    pub(in crate::paths) fn with_all_parts(&self, sites: Vec<SiteId>) -> Vec<SiteId> {
        if self.game.bodies.is_none() {
            return sites;
        }
        let mut all: Vec<SiteId> = Vec::new();
        for site in sites.into_iter().flat_map(|site| self.game.sites_of_piece(&self.state, site)) {
            if !all.contains(&site) {
                all.push(site);
            }
        }
        all
    }

    /// What the large piece in hand covers with its first site there; nothing where it has no room.
    pub(in crate::paths) fn covered_from(&self, site: SiteId) -> Option<&'g [SiteId]> {
        let game = self.game;
        let cells: &'g [SiteId] = game.rules.forms.get(usize::from(self.at.form?))?.cells.get(site.index())?;
        cells.iter().all(|cell| self.board().contains(*cell)).then_some(cells)
    }

    /// Whether the piece in hand has room on the board with the cursor there.
    pub(super) fn has_room(&self, site: SiteId) -> bool {
        self.at.form.is_none() || !self.at.in_hand || self.covered_from(site).is_some_and(|cells| !cells.is_empty())
    }

    /// Whether a piece may come to a site: not to where the large piece in hand stood, since it is
    /// still there in the playback of effects.
    pub(in crate::paths) fn has_been_left(&self, site: SiteId) -> bool {
        let left = |(form, first): (u16, SiteId)| {
            let cells = &self.game.rules.forms[usize::from(form)].cells;
            cells.get(first.index()).is_some_and(|cells| cells.contains(&site))
        };
        self.at.in_hand && self.at.form.is_some_and(|form| left((form, self.at.lifted_from)))
    }

    /// A large piece leaves the board for the hand: its other parts go, and come back when it
    /// lands.
    pub(super) fn take_up_parts(&mut self, from: SiteId) {
        if let Some((form, _)) = self.game.body_at(&self.state, from) {
            for site in self.game.sites_of_piece(&self.state, from).into_iter().filter(|site| *site != from) {
                self.change().clear(site);
            }
            self.at.form = Some(form);
        }
    }

    /// The large piece in hand comes down; what it covers is captured.
    pub(super) fn land_body(&mut self, next: Next<'_, 'g>) -> Flow {
        let here = self.at.here;
        let Some(cells) = self.covered_from(here).filter(|cells| !cells.is_empty()) else { return Ok(()) };
        self.trying(|walker| walker.take_each(cells, &mut |walker| walker.body_comes_down(here, cells, next)))
    }

    fn body_comes_down(&mut self, here: SiteId, cells: &'g [SiteId], next: Next<'_, 'g>) -> Flow {
        let (game, hand, from) = (self.game, self.game.tables.hand, self.at.lifted_from);
        let (Some(form), Some(bodies)) = (self.at.form, game.bodies.as_ref()) else { return Ok(()) };
        self.change().relocate(hand, here);
        let Some(piece) = self.state.piece(here) else { return Ok(()) };
        let value = game.rules.part_value(form, here);
        self.change().set_attribute(here, bodies.attribute, value);
        for &cell in cells.iter().filter(|cell| **cell != here) {
            self.change().place(cell, piece);
            for attribute in (0..game.layout.spec().attributes.len()).map(AttributeId::at) {
                let same = self.state.attribute(&game.layout, here, attribute);
                self.change().set_attribute(cell, attribute, same);
            }
        }
        if from != here {
            let stood = &game.rules.forms[usize::from(form)].cells[from.index()];
            self.effects.push(Effect::Together { count: cells.len() as u16 });
            self.effects.extend(stood.iter().zip(cells).map(|(from, to)| Effect::Move { from: *from, to: *to }));
            let parts = cells.iter().map(|cell| Effect::Set { site: *cell, attribute: bodies.attribute, value });
            self.effects.extend(parts);
        }
        for index in self.at.hand_from..self.hand_effects.len() {
            let effect = self.hand_effects[index];
            self.effects.extend(cells.iter().map(|cell| crate::paths::draft::landed(effect, *cell)));
        }
        self.at = Cursor { it: here, in_hand: false, lifted_from: SiteId::NONE, lifted: 0, form: None, ..self.at };
        cells.iter().for_each(|cell| self.has_moved(*cell));
        self.visited.push(here);
        next(self)
    }

    /// A large piece appears on some sites, if it can cover just these; what stood there is
    /// captured.
    pub(in crate::paths) fn put_body(
        &mut self,
        sites: &[SiteId],
        kind: PieceTypeId,
        owner: OwnerRef,
        next: Next<'_, 'g>,
    ) -> Flow {
        let game = self.game;
        let Some(bodies) = game.bodies.as_ref() else { return Ok(()) };
        let sites = sorted(sites);
        let Some(&(form, first)) = bodies.placings.get(&sites) else { return Ok(()) };
        if !bodies.families[kind.index()].contains(&form)
            || sites.iter().any(|site| self.has_been_left(*site) || !self.board().contains(*site))
        {
            return Ok(());
        }
        let value = game.rules.part_value(form, first);
        self.trying(|walker| {
            let owner = walker.owner(owner, first);
            walker.take_each(&sites, &mut |walker| {
                walker.trying(|walker| {
                    for &site in &sites {
                        walker.change().place(site, Piece { kind, owner });
                        walker.change().set_attribute(site, bodies.attribute, value);
                        walker.effects.push(Effect::Place { site, kind, owner });
                        walker.effects.push(Effect::Set { site, attribute: bodies.attribute, value });
                        walker.has_moved(site);
                    }
                    next(walker)
                })
            })
        })
    }

    /// Lays a large piece with its first site under the cursor, in each of its forms.
    pub(in crate::paths) fn put_in_each_form(
        &mut self,
        kind: PieceTypeId,
        owner: OwnerRef,
        next: Next<'_, 'g>,
    ) -> Flow {
        for cells in self.placings_here(kind) {
            self.put_body(cells, kind, owner, next)?;
        }
        Ok(())
    }

    /// What a piece of a type covers that is laid with its first site under the cursor, form by
    /// form.
    pub(in crate::paths) fn placings_here(&self, kind: PieceTypeId) -> Vec<&'g [SiteId]> {
        let (game, here) = (self.game, self.at.here);
        let forms = game.rules.pieces[kind.index()].shape.get(self.at.me.index()).into_iter().flatten();
        let cells = forms.filter_map(|form| game.rules.forms[usize::from(*form)].cells.get(here.index()));
        cells.map(|cells| &**cells).filter(|cells| !cells.is_empty()).collect()
    }

    /// Says of the large pieces whose parts have just moved where they lie now; false if they have
    /// been torn, or lie as no such piece can.
    pub(in crate::paths) fn settle(&mut self, pairs: &[(SiteId, SiteId)]) -> bool {
        let game = self.game;
        let Some(bodies) = game.bodies.as_ref() else { return true };
        let mut moved: HashMap<i32, Vec<(SiteId, SiteId)>> = HashMap::new();
        for &(from, to) in pairs {
            match self.state.attribute(&game.layout, to, bodies.attribute) {
                0 => {}
                value => moved.entry(value).or_default().push((from, to)),
            }
        }
        let mut moved: Vec<_> = moved.into_iter().collect();
        moved.sort_unstable_by_key(|(value, _)| *value);
        for (value, parts) in moved {
            let Some((form, first)) = game.rules.part_of(value) else { return false };
            let stood = &game.rules.forms[usize::from(form)].cells[first.index()];
            if stood.len() != parts.len() || !parts.iter().all(|(from, _)| stood.contains(from)) {
                return false;
            }
            let now: Vec<SiteId> = parts.iter().map(|(_, to)| *to).collect();
            let Some(&(form, first)) = bodies.placings.get(&sorted(&now)) else { return false };
            let value = game.rules.part_value(form, first);
            for site in now {
                self.change().set_attribute(site, bodies.attribute, value);
                self.effects.push(Effect::Set { site, attribute: bodies.attribute, value });
            }
        }
        true
    }
}
