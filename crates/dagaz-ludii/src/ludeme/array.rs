//! Readers of arrays of numbers.

use crate::text::Node;

use super::args::{Args, Read, refuse};
use super::number::is_number;
use super::op::{Array, GroupQuery, Number, Players};
use super::reader::Reader;
use super::region::is_region;

impl Reader {
    /// Reads an array.
    pub(crate) fn array(&mut self, node: &Node) -> Read<Array> {
        if let Some(list) = node.braces() {
            return Ok(Array::Numbers(list.iter().map(|one| self.number(one)).collect::<Read<_>>()?));
        }
        if is_region(node) {
            return Ok(Array::Sites(Box::new(self.region(node)?)));
        }
        let mut args = Args::of(node)?;
        let array = match args.head() {
            "array" => match args.peek().and_then(Node::braces) {
                Some(list) => {
                    args.next();
                    Array::Numbers(list.iter().map(|one| self.number(one)).collect::<Read<_>>()?)
                }
                None => Array::Sites(Box::new(self.region(args.expect("a region")?)?)),
            },
            // Without a name it is the list of what was remembered without one.
            "values" if args.is_word("Remembered") => Array::Remembered(self.list(args.text().unwrap_or_default())),
            "results" => {
                let ty = self.ground.default_type;
                let (Some(from), Some(to)) = (args.named("from"), args.named("to")) else { return refuse(node) };
                let from = Box::new(self.region_or_site(from, ty)?);
                let to = Box::new(self.region_or_site(to, ty)?);
                Array::Results(from, to, self.boxed(args.expect("a number")?)?)
            }
            "sizes" if args.is_word("Group") => {
                let ty = self.site_type(&mut args);
                let directions = self.directions_or(&mut args, ty, "Adjacent")?;
                let role = args.next_if(|node| node.word().is_some_and(super::names::is_role));
                let test = self.named_truth(&mut args, "if")?.map(Box::new);
                let of = args.named("of").map(|node| self.number(node)).transpose()?;
                let players = match (role, of) {
                    (Some(role), _) => Some(self.players(role, true)?),
                    (_, Some(of)) => Some(Players::One(of)),
                    _ => None,
                };
                let least = self.named_number(&mut args, "min")?.unwrap_or(Number::Const(0));
                let test = match (test, players) {
                    (Some(test), None) => Some(test),
                    (None, players) => self.group_test(node, ty, players)?,
                    _ => return refuse(node),
                };
                Array::GroupSizes(Box::new(GroupQuery { ty, directions, test }), Box::new(least))
            }
            "players" => {
                let kind = args.expect("which players")?;
                let players = self.players(kind, false)?;
                if args.list.named("of").is_some() {
                    return refuse(node);
                }
                Array::Players(players, self.named_truth(&mut args, "if")?.map(Box::new))
            }
            "union" => Array::Union(self.some_arrays(&mut args)?),
            "intersection" => Array::Intersection(self.some_arrays(&mut args)?),
            "difference" => {
                let from = Box::new(self.array(args.expect("an array")?)?);
                let less = args.expect("an array")?;
                let less = if is_number(less) { Array::Numbers(vec![self.number(less)?]) } else { self.array(less)? };
                Array::Difference(from, Box::new(less))
            }
            "if" => {
                let test = Box::new(self.truth(args.expect("a condition")?)?);
                let yes = Box::new(self.array(args.expect("an array")?)?);
                let no = args.next().map(|node| self.array(node)).transpose()?;
                Array::If(test, yes, Box::new(no.unwrap_or(Array::Numbers(Vec::new()))))
            }
            _ => return refuse(node),
        };
        args.finish()?;
        Ok(array)
    }

    fn group_test(
        &mut self,
        node: &Node,
        ty: crate::board::SiteType,
        players: Option<Players>,
    ) -> Read<Option<Box<super::op::Truth>>> {
        use super::op::{Bound, Compare, Facet, Truth};
        let to = || Box::new(Number::Bound(Bound::To));
        Ok(match players {
            None => None,
            Some(Players::AllOwners) => Some(Box::new(Truth::Not(Box::new(Truth::Empty(ty, to()))))),
            Some(Players::One(player)) => {
                let who = Number::Facet(Facet::Who, ty, to(), None);
                Some(Box::new(Truth::Compare(Compare::Equal, Box::new(who), Box::new(player))))
            }
            _ => return refuse(node),
        })
    }

    fn some_arrays(&mut self, args: &mut Args<'_>) -> Read<Vec<Array>> {
        if let Some(list) = args.next_if(|node| node.braces().is_some_and(|list| !list.iter().all(is_number))) {
            return list.braces().unwrap_or_default().iter().map(|node| self.array(node)).collect();
        }
        let one = self.array(args.expect("an array")?)?;
        Ok(vec![one, self.array(args.expect("a second array")?)?])
    }
}
