//! Dice: how they fall, and what is left of a throw.
//!
//! All dice of a name together are a variable, their sum. Where the rules use them one by one,
//! there is for each face another variable, which counts the dice that show it and have not been
//! used.

use dagaz_rules::path::{Act, Home, Number, Path, Roll, VariableKind};

use super::chance::DiceInfo;
use super::environment::{EnvId, Name};
use super::lower::Lower;
use dagaz_syntax::tree::NodeId;

/// Different faces of dice that are used one by one, at most: each needs a variable, and each way
/// to fall a value of it.
const FACES_MAX: usize = 100;

/// Ways to fall of dice that are thrown together, at most.
const RESULTS_MAX: usize = 50_000;

impl Lower<'_> {
    /// `(dice pips 4 (0 1))`: this number of dice with these faces. `doubles`: equal dice are
    /// played twice.
    pub(super) fn die(&mut self, form: NodeId) {
        let rest = self.rest(form);
        let number = rest.get(1).and_then(|node| self.integer(*node));
        let sides: Vec<i32> = rest
            .get(2)
            .map_or(Vec::new(), |node| self.members(*node))
            .into_iter()
            .flat_map(|node| match self.text(node).split_once("..") {
                Some((from, to)) => match (from.parse::<i32>(), to.parse::<i32>()) {
                    (Ok(from), Ok(to)) => (from..=to.min(from.saturating_add(RESULTS_MAX as i32))).collect(),
                    _ => Vec::new(),
                },
                None => self.integer(node).into_iter().collect(),
            })
            .collect();
        let doubles = rest.get(3).is_some_and(|node| self.text(*node) == "doubles");
        let well = rest.len() == 3 + usize::from(doubles);
        let (Some(&name), Some(count @ 1..=8), false, true) = (rest.first(), number, sides.is_empty(), well) else {
            self.wrong(
                form,
                "dice need a name, their number and their faces",
                "`(dice pips 2 (1..6))` or `(dice pips 2 (1..6) doubles)`, at most 8 of them",
            );
            return;
        };
        if sides.len().checked_pow(count as u32).is_none_or(|falls| falls > RESULTS_MAX) {
            self.wrong(form, "these dice have too many ways to fall", "at most 50,000");
            return;
        }
        let text = self.text(name).to_string();
        let sum = self.add_variable(Some(name), &text, Home::Game, VariableKind::Number, 0, false, false);
        self.dice.push(DiceInfo {
            name: text,
            sum,
            count: count as usize,
            sides,
            doubles,
            tick: None,
            faces: Vec::new(),
        });
    }

    /// What chance throws where the turn order says `(roll pips)`.
    pub(super) fn roll_of(&self, dice: usize) -> Roll {
        let dice = &self.dice[dice];
        Roll { clock: self.clock_of(dice), ..dice.roll() }
    }

    /// Returns the dice of that name.
    pub(super) fn dice_named(&self, node: NodeId) -> Option<usize> {
        match self.name(node)? {
            Name::Var(var) => self.dice.iter().position(|dice| dice.sum == *var),
            _ => None,
        }
    }

    /// `(faces pips)`: the dice of that name, which from now on are counted one by one.
    pub(super) fn faces(&mut self, node: NodeId) -> Option<u16> {
        let dice = match self.rest(node).first() {
            Some(name) => self.dice_named(*name),
            None => (self.dice.len() == 1).then_some(0),
        };
        if dice.is_none() {
            self.wrong(node, "there are no such dice", "`(dice pips 2 (1..6))`, then `(faces pips)`");
        }
        dice.map(|dice| self.single_dice(dice, node))
    }

    fn single_dice(&mut self, dice: usize, node: NodeId) -> u16 {
        if self.dice[dice].faces.is_empty() {
            let mut faces = self.dice[dice].sides.clone();
            faces.sort_unstable();
            faces.dedup();
            if faces.len() > FACES_MAX {
                self.wrong(node, "these dice have too many different faces to be used one by one", "at most 100");
                faces.truncate(1);
            }
            for face in faces {
                let name = format!("{}.{face}", self.dice[dice].name);
                let var = self.add_variable(None, &name, Home::Game, VariableKind::Number, 0, false, false);
                self.dice[dice].faces.push((face, var));
            }
        }
        dice as u16
    }

    /// `(spend f)`, or `(spend pips f)` where there are several kinds of dice.
    pub(super) fn spend(&mut self, node: NodeId, rest: &[NodeId], env: EnvId) -> Path {
        let (dice, face) = match rest {
            [face] if self.dice.len() == 1 => (Some(0), *face),
            [name, face] => (self.dice_named(*name), *face),
            _ => (None, node),
        };
        let Some(dice) = dice else {
            self.wrong(node, "this does not say which die is used", "`(spend f)`, or `(spend pips f)` of several dice");
            return Path::here();
        };
        let dice = self.single_dice(dice, node);
        let face: Number = self.number(face, env);
        Path::Do(Act::Spend(dice, face))
    }
}
