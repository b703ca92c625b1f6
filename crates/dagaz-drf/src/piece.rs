//! Pieces: what they are, what moves they have, and what is done at moments of their lives.

use dagaz_rules::path::{Path, Set};

use super::environment::EnvId;
use super::lower::Lower;
use dagaz_syntax::code::Code;
use dagaz_syntax::diagnostic::Diagnostic;
use dagaz_syntax::tree::NodeId;

impl Lower<'_> {
    /// Complains about a letter that another piece has, or that means something else in a picture:
    /// what is written with it could not be read again.
    pub(super) fn check_letter(&mut self, node: Option<NodeId>, letter: Option<&str>) {
        let (Some(node), Some(letter)) = (node, letter) else { return };
        if letter.is_empty() || letter.contains(|c: char| c == '/' || c.is_whitespace()) {
            let example = "a letter or a few; `/` stands for the end of a row, and a space for the end of the picture";
            return self.wrong(node, "no piece can be written so", example);
        }
        // Whose a piece is, a picture tells by capital and small letters.
        let letter_of = |known: &Option<String>| known.as_deref().map(str::to_lowercase);
        let known = self.letters.iter().position(|known| letter_of(known) == Some(letter.to_lowercase()));
        let Some(other) = known.and_then(|other| self.pieces.get(other)) else { return };
        let message = match self.letters[known.unwrap_or_default()].as_deref() == Some(letter) {
            true => format!("`{letter}` is the letter of {} already", other.name),
            false => format!("`{letter}` differs from the letter of {} in being small or capital alone", other.name),
        };
        let span = self.tree.node(node).span;
        self.push(
            Diagnostic::new(Code::RepeatedName, span, message)
                .hint("positions and pictures are written with letters: each piece needs one of its own"),
        );
    }

    pub(super) fn fill_pieces(&mut self) {
        for (index, clause) in self.piece_forms.clone().into_iter().enumerate() {
            for (place, part) in self.rest(clause).into_iter().enumerate() {
                if place == 0 || (place == 1 && self.string(part).is_some()) {
                    continue;
                }
                if self.tree.word(part).is_some() || self.string(part).is_some() {
                    self.wrong(
                        part,
                        "this is no part of a piece",
                        "the letter in quotes behind the name: `(piece King \"K\" …)`",
                    );
                    continue;
                }
                match self.head(part) {
                    Some("moves") => {
                        for call in self.rest(part) {
                            let calls = self.calls(call, EnvId::EMPTY);
                            self.pieces[index].moves.extend(calls);
                        }
                    }
                    Some("of") => {
                        let sets: Vec<Set> =
                            self.rest(part).into_iter().map(|node| self.owner_set(node, EnvId::EMPTY)).collect();
                        self.pieces[index].of =
                            if sets.len() == 1 { sets.into_iter().next().unwrap_or(Set::Mine) } else { Set::Or(sets) };
                    }
                    Some("on") => {
                        let Some((place, path)) = self.hook(part, EnvId::EMPTY) else { continue };
                        let piece = &mut self.pieces[index];
                        [
                            &mut piece.on_move_start,
                            &mut piece.on_step_start,
                            &mut piece.on_step_end,
                            &mut piece.on_move_end,
                            &mut piece.on_capture,
                        ][place]
                            .push(path);
                    }
                    Some("var" | "shape") => {}
                    Some("hidden" | "visible") => self.wrong(
                        part,
                        "what players do not see is said of the whole game",
                        "`(hidden (type (and enemy Scout)))` behind the pieces",
                    ),
                    head => {
                        let head = head.unwrap_or_default().to_string();
                        self.unknown(
                            part,
                            "this is no part of a piece",
                            &head,
                            "a piece has",
                            &["moves", "of", "on", "var", "shape"],
                        );
                    }
                }
            }
        }
    }

    pub(super) fn owner_set(&mut self, node: NodeId, env: EnvId) -> Set {
        if self.tree.word(node).is_some() && self.text(node) == "anyone" {
            return Set::Occupied;
        }
        self.set(node, env)
    }

    pub(super) fn moves_of_game(&mut self) -> Vec<dagaz_rules::path::Call> {
        let mut calls = Vec::new();
        for clause in self.clauses_of("moves") {
            for node in self.rest(clause) {
                let more = self.calls(node, EnvId::EMPTY);
                self.pieceless_calls.push((node, more.iter().map(|call| call.rule).collect()));
                calls.extend(more);
            }
        }
        calls
    }

    pub(super) fn hooks_of_game(&mut self) -> [Vec<NodeId>; 5] {
        let mut hooks: [Vec<NodeId>; 5] = Default::default();
        for clause in self.clauses_of("on") {
            if !self.is_hook_of_leaving(clause)
                && !self.is_hook_of_timeout(clause)
                && let Some(place) = self.hook_place(clause)
            {
                hooks[place].push(clause);
            }
        }
        hooks
    }

    pub(super) fn hook_place(&mut self, form: NodeId) -> Option<usize> {
        let word = self.rest(form).first().map_or(String::new(), |node| self.text(*node).to_string());
        let known = ["move-start", "step-start", "step-end", "move-end", "capture"];
        let place = known.iter().position(|known| *known == word);
        if place.is_none() {
            let known = known.into_iter().chain(["out", "timeout"]).collect::<Vec<_>>();
            let node = self.rest(form).first().copied().unwrap_or(form);
            self.unknown(node, "there is no such moment", &word, "something can be done on", &known);
        }
        place
    }

    pub(super) fn hook_paths(&mut self, forms: &[NodeId]) -> Vec<Path> {
        let mut paths = Vec::new();
        for clause in forms {
            paths.extend(self.hook(*clause, EnvId::EMPTY).map(|(_, path)| path));
        }
        paths
    }

    pub(super) fn hook(&mut self, form: NodeId, env: EnvId) -> Option<(usize, Path)> {
        let place = self.hook_place(form)?;
        let rest = self.rest(form);
        Some((place, self.sequence(&rest[1..], env)))
    }
}
