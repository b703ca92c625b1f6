//! Questions: what a ZRF asks, as sets and truths of edition 3.

use dagaz_core::{AttributeId, MoveClassId, ZoneId};
use dagaz_rules::{Comparison, Holder, Number, Place, SiteTest, Truth};

use super::draft::Draft;
use super::last_step::MovePhase;
use super::place::CursorPlace;
use super::stop::{CLASS_MARK, Untranslated};
use super::text::{Step, Sx, list, word};

/// What places mean where a question is asked.
pub(super) struct QuestionContext {
    /// The site that is remembered.
    pub(super) mark: Option<CursorPlace>,
    /// Where the moving piece stands.
    pub(super) origin: Option<CursorPlace>,
    /// Where the piece stands that is on its way, if one is.
    pub(super) carried: Option<CursorPlace>,
    /// When the rule of the question is walked.
    pub(super) walked: MovePhase,
}

impl QuestionContext {
    /// No piece moves: the question is about the board.
    pub(super) const OF_THE_BOARD: QuestionContext =
        QuestionContext { mark: None, origin: None, carried: None, walked: MovePhase::First };
}

impl Draft<'_> {
    /// Returns a question as a set of sites, or as a truth. Asked of the site under the cursor if
    /// there is one.
    pub(super) fn question(&self, truth: &Truth, asked: &QuestionContext) -> Result<Sx, Untranslated> {
        Ok(match truth {
            Truth::Always(true) => word("board"),
            Truth::Always(false) => word("none"),
            Truth::Not(inner) => contrary(self.question(inner, asked)?),
            Truth::All(parts) => all(self.questions(parts, asked)?),
            Truth::Any(parts) => self.any(self.questions(parts, asked)?),
            Truth::Site(place, test) => self.about(place, test, asked)?,
            Truth::Flag(flag) => list("=", [word(self.flag(*flag)), word("1")]),
            Truth::Somewhere(inner) => list("any", [of_a_set(self.question(inner, asked)?)]),
            Truth::Compare(a, comparison, b) => {
                let sign = match comparison {
                    Comparison::Equal => "=",
                    Comparison::Less => "<",
                    Comparison::Greater => ">",
                };
                list(sign, [self.number(a), self.number(b)])
            }
            Truth::Captured(kinds) => {
                // Of the only piece of its type: it is gone.
                match self.is_alone(kinds) {
                    true => list("no", [self.held(Holder::Own, kinds)]),
                    false => self.lost(kinds),
                }
            }
            Truth::Stuck => word("no-moves"),
            Truth::AllStuck => word("nobody-moves"),
            Truth::Repeated(times) => list(">=", [Sx::List(vec![word("repeats")]), word(times.to_string())]),
        })
    }

    fn questions(&self, parts: &[Truth], asked: &QuestionContext) -> Result<Vec<Sx>, Untranslated> {
        parts.iter().map(|part| self.question(part, asked)).collect()
    }

    fn about(&self, place: &Place, test: &SiteTest, asked: &QuestionContext) -> Result<Sx, Untranslated> {
        if let (SiteTest::Marked, Place::Along(_) | Place::Against(_)) = (test, place) {
            return self.marked_along(place, asked);
        }
        let test = self.test(test, asked)?;
        let set = |spot: &Option<CursorPlace>, what: &'static str| match spot {
            Some(spot) => spot.set(),
            None => Err(Untranslated::Gap(what)),
        };
        let there = |site: Sx, test: Sx| match test.is("board") {
            true => list("any", [site]),
            false => list("any", [all(vec![site, test])]),
        };
        Ok(match place {
            Place::Here => test,
            Place::Along(directions) => {
                let mut path = Vec::new();
                for direction in directions {
                    match self.board.way(*direction) {
                        Some(step) => path.push(Sx::Step(step)),
                        // Nowhere, where nothing is true.
                        None => return Ok(word("none")),
                    }
                }
                look(self.shortened(path), test)
            }
            Place::Against(direction) => match self.board.way_back(*direction)? {
                Some(step) => look(vec![Sx::Step(step)], test),
                None => word("none"),
            },
            Place::At(site) => there(word(self.board.sites[site.index()].clone()), test),
            Place::Mark => there(set(&asked.mark, "a mark that is not known here")?, test),
            Place::Origin => there(set(&asked.origin, "an origin that is not known here")?, test),
            Place::LastFrom => there(self.last_from(asked.walked), test),
            Place::LastTo => there(self.last_to(asked.walked), test),
        })
    }

    /// Returns whether some hops lead to the mark.
    fn marked_along(&self, place: &Place, asked: &QuestionContext) -> Result<Sx, Untranslated> {
        let steps: Option<Vec<Step>> = match place {
            Place::Along(ways) => ways.iter().map(|way| self.board.way(*way)).collect(),
            Place::Against(way) => self.board.way_back(*way)?.map(|step| vec![step]),
            _ => Some(Vec::new()),
        };
        let Some(steps) = steps else { return Ok(word("none")) };
        let Some(mark) = &asked.mark else { return Err(Untranslated::Gap("a mark that is not known here")) };
        let path: Vec<Sx> = steps.iter().cloned().map(Sx::Step).collect();
        match (&mark.hops, mark.elsewhere()) {
            // Of hops over the grid alone it is known where they lead.
            (Some(hops), _) if steps.iter().chain(hops).all(|step| matches!(step, Step::Vector(_))) => {
                let same = CursorPlace::along(steps).hops.as_ref() == Some(hops);
                Ok(if same { look(self.shortened(path), word("board")) } else { word("none") })
            }
            (_, Some(set)) => Ok(look(self.shortened(path), set)),
            _ => Err(Untranslated::Gap("a mark that is not known here")),
        }
    }

    /// Returns the origin of the last step: of the last move, unless steps of chains must be
    /// distinguished.
    pub(super) fn last_from(&self, walked: MovePhase) -> Sx {
        word(if self.last.is_kept_for(walked) { self.step_from() } else { "last-from".to_string() })
    }

    /// Where the last step ended: in the middle of a chain that is where this one starts.
    pub(super) fn last_to(&self, walked: MovePhase) -> Sx {
        match walked {
            MovePhase::First => word("last-to"),
            MovePhase::Onward => word("start"),
            MovePhase::Either => list("if", [list(">", [word("steps"), word("0")]), word("start"), word("last-to")]),
        }
    }

    /// Hops in a row as few as can be.
    fn shortened(&self, path: Vec<Sx>) -> Vec<Sx> {
        let mut short: Vec<Sx> = Vec::new();
        for hop in path {
            if let (Some(Sx::Step(Step::Vector(last))), Sx::Step(Step::Vector(more))) = (short.last(), &hop)
                && let Some(both) = self.board.joined(last, more)
            {
                short.pop();
                short.push(Sx::Step(Step::Vector(both)));
            } else {
                short.push(hop);
            }
        }
        short
    }

    fn test(&self, test: &SiteTest, asked: &QuestionContext) -> Result<Sx, Untranslated> {
        Ok(match test {
            SiteTest::OnBoard => word("board"),
            SiteTest::Empty => word("empty"),
            SiteTest::Holds(holder, kinds) => self.held(*holder, kinds),
            SiteTest::Is(site) => word(self.board.sites[site.index()].clone()),
            SiteTest::In(zone) => word(self.zone(*zone)),
            SiteTest::Has(attribute) => self.attribute(*attribute),
            SiteTest::Flagged(flag) => word(self.site_flag(*flag)),
            SiteTest::LastFrom => self.last_from(asked.walked),
            SiteTest::LastTo => self.last_to(asked.walked),
            SiteTest::Marked => match &asked.mark {
                Some(mark) => mark.set()?,
                None => return Err(Untranslated::Gap("a mark that is not known here")),
            },
            SiteTest::NextToEnemy => look(vec![Sx::List(self.board.all_ways())], word("enemy")),
            SiteTest::Attacked(class) => self.attacked(None, *class),
            SiteTest::Defended(class) => {
                // By another piece than the one that moves.
                let others = asked.carried.as_ref().map(|carried| Ok(contrary(carried.set()?))).transpose()?;
                list("as", [word("enemy"), self.attacked(others, *class)])
            }
        })
    }

    /// Where enemies capture, from a set or with moves of a class if they are given.
    fn attacked(&self, from: Option<Sx>, class: Option<MoveClassId>) -> Sx {
        if class.is_some() && !self.class_is_used(class) {
            return word("none");
        }
        let by = class.map(|class| word(format!("{CLASS_MARK}{}", class.index())));
        match (&from, &by) {
            (None, None) => word("attacked"),
            _ => list("attacked-by", from.into_iter().chain(by)),
        }
    }

    /// Such pieces.
    pub(super) fn held(&self, holder: Holder, kinds: &[dagaz_core::PieceTypeId]) -> Sx {
        let owner = match holder {
            Holder::Own => Some("mine"),
            Holder::Enemy => Some("enemy"),
            Holder::Neutral => Some("nobody"),
            Holder::Anyone => None,
        };
        let names: Vec<Sx> = kinds.iter().map(|kind| word(self.pieces[kind.index()].clone())).collect();
        match (owner, names.len()) {
            (None, 0) => word("occupied"),
            (Some(owner), 0) => word(owner),
            (None, _) => self.any(names),
            (Some(owner), _) => all(vec![word(owner), self.any(names)]),
        }
    }

    /// Pieces with an attribute.
    fn attribute(&self, attribute: AttributeId) -> Sx {
        if !self.unmoved[attribute.index()] {
            return word(self.variable(attribute));
        }
        let bearers: Vec<Sx> = self.bearers(attribute).map(|kind| word(self.pieces[kind].clone())).collect();
        match bearers.len() == self.pieces.len() {
            true => word("unmoved"),
            false => all(vec![self.any(bearers), word("unmoved")]),
        }
    }

    /// Returns a number of pieces.
    fn number(&self, number: &Number) -> Sx {
        match number {
            Number::Is(number) => word(number.to_string()),
            Number::Count { holder, kinds, supplied } => {
                let material: Vec<dagaz_core::PieceTypeId> = (0..self.pieces.len())
                    .map(dagaz_core::PieceTypeId::at)
                    .filter(|kind| !self.rules.pieces[kind.index()].immaterial)
                    .collect();
                let kinds = match kinds.is_empty() && material.len() < self.pieces.len() {
                    true => material.as_slice(),
                    false => kinds.as_slice(),
                };
                let on_board = list("count", [self.held(*holder, kinds)]);
                if !supplied {
                    return on_board;
                }
                let every: Vec<usize> = match kinds.is_empty() {
                    true => (0..self.pieces.len()).collect(),
                    false => kinds.iter().map(|kind| kind.index()).collect(),
                };
                let hands = every.into_iter().filter(|kind| self.may_be_in_hand(*kind));
                let hands: Vec<Sx> = hands.map(|kind| list("hand", [word(self.pieces[kind].clone())])).collect();
                match hands.is_empty() {
                    true => on_board,
                    false => list("+", std::iter::once(on_board).chain(hands)),
                }
            }
        }
    }

    /// One of them, in the shortest way.
    pub(super) fn any(&self, parts: Vec<Sx>) -> Sx {
        let mut kept: Vec<Sx> = Vec::new();
        for part in parts {
            match part.rest_of("or") {
                Some(inner) => inner.iter().for_each(|part| keep(&mut kept, part.clone())),
                None if part.is("none") => {}
                None => keep(&mut kept, part),
            }
        }
        let has = |kept: &[Sx], name: &str| kept.iter().any(|part| part.is(name));
        // What is empty, or a piece that is no friend's, is open.
        let stranger = all(vec![word("occupied"), word("open")]);
        if has(&kept, "empty") && kept.contains(&stranger) {
            kept.retain(|part| !part.is("empty") && *part != stranger);
            kept.insert(0, word("open"));
        }
        if !self.has_nobody && has(&kept, "empty") && has(&kept, "enemy") {
            let place = kept.iter().position(|part| part.is("empty") || part.is("enemy")).unwrap_or(0);
            kept.retain(|part| !part.is("empty") && !part.is("enemy"));
            kept.insert(place.min(kept.len()), word("open"));
        }
        if has(&kept, "board") {
            return word("board");
        }
        match kept.len() {
            0 => word("none"),
            1 => kept.remove(0),
            _ => list("or", kept),
        }
    }

    /// Returns the name of a zone.
    fn zone(&self, zone: ZoneId) -> String {
        self.used_zones.borrow_mut().insert(zone.index());
        self.zones[zone.index()].clone()
    }
}

fn keep(kept: &mut Vec<Sx>, part: Sx) {
    if !kept.contains(&part) {
        kept.push(part);
    }
}

/// Returns a look along hops.
pub(super) fn look(path: Vec<Sx>, test: Sx) -> Sx {
    let tests = elements(test);
    list("see", path.into_iter().chain(tests))
}

/// Returns a question as elements of a path, one after the other.
pub(super) fn elements(question: Sx) -> Vec<Sx> {
    match question.rest_of("and") {
        Some(parts) => parts.to_vec(),
        None if question.is("board") => Vec::new(),
        None => vec![question],
    }
}

/// Returns all of them.
pub(super) fn all(parts: Vec<Sx>) -> Sx {
    let mut kept: Vec<Sx> = Vec::new();
    for part in parts.into_iter().flat_map(elements) {
        keep(&mut kept, part);
    }
    if kept.iter().any(|part| part.is("none")) {
        return word("none");
    }
    // An own or an enemy piece is a piece.
    if kept.iter().any(|part| part.is("mine") || part.is("enemy")) {
        kept.retain(|part| !part.is("occupied"));
    }
    match kept.len() {
        0 => word("board"),
        1 => kept.remove(0),
        _ => list("and", kept),
    }
}

/// The same as a set of sites: there `not` is followed by one set, and what cannot be walked by
/// more.
fn of_a_set(question: Sx) -> Sx {
    question.map(&mut |part| match part.rest_of("not")? {
        path @ [_, _, ..] => Some(list("not", [list("see", path.to_vec())])),
        _ => None,
    })
}

/// Returns the contrary.
pub(super) fn contrary(question: Sx) -> Sx {
    const PAIRS: [(&str, &str); 3] = [("empty", "occupied"), ("mine", "open"), ("board", "none")];
    if let Sx::Word(name) = &question {
        for (one, other) in PAIRS {
            if name == one {
                return word(other);
            }
            if name == other {
                return word(one);
            }
        }
    }
    if let Some(path) = question.rest_of("see") {
        return list("not", path.to_vec());
    }
    if let Some(rest) = question.rest_of("not") {
        return match rest {
            [one] if !matches!(one, Sx::Step(_)) => one.clone(),
            path => list("see", path.to_vec()),
        };
    }
    if let Some([flag, value]) = question.rest_of("=")
        && let Sx::Word(text) = value
        && (text == "0" || text == "1")
        && matches!(flag, Sx::Word(_))
    {
        return list("=", [flag.clone(), word(if text == "1" { "0" } else { "1" })]);
    }
    if let Some([set]) = question.rest_of("any") {
        return list("no", [set.clone()]);
    }
    if let Some([set]) = question.rest_of("no") {
        return list("any", [set.clone()]);
    }
    list("not", [question])
}

impl Draft<'_> {
    /// Returns whether what passes the first cannot pass the second, as far as their words say.
    pub(super) fn excludes(&self, first: &Sx, second: &Sx) -> bool {
        if *first == contrary(second.clone()) {
            return true;
        }
        if let Some(parts) = first.rest_of("or") {
            return parts.iter().all(|part| self.excludes(part, second));
        }
        if let Some(parts) = first.rest_of("and") {
            return parts.iter().any(|part| self.excludes(part, second));
        }
        let one_of = |names: &[&str]| names.iter().any(|name| first.is(name));
        match second {
            Sx::Word(name) if name == "empty" => {
                let is_piece = matches!(first, Sx::Word(name) if self.pieces.contains(name));
                one_of(&["mine", "enemy", "nobody", "occupied"]) || is_piece
            }
            Sx::Word(name) if name == "enemy" => one_of(&["mine", "empty", "nobody"]),
            Sx::Word(name) if name == "mine" => one_of(&["enemy", "empty", "nobody", "open"]),
            Sx::Word(name) if name == "occupied" => one_of(&["empty"]),
            Sx::Word(name) if name == "open" => one_of(&["mine"]),
            _ => false,
        }
    }
}

/// Returns whether the second question need not be asked where the first has been.
pub(super) fn excludes_nothing(draft: &Draft<'_>, first: &Sx, second: &Sx) -> bool {
    // What can be no contrary of it is it.
    matches!(second, Sx::Word(_)) && first != second && draft.excludes(first, &contrary(second.clone()))
}
