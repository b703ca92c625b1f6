/** Pieces that are held before their place is chosen. */
import { expect, test } from "vitest";
import type { MoveView, Pick } from "../../src/contract";
import { Selection } from "../../src/board/play/selection";
import { sitesOf } from "../../src/board/play/picks";

const hand = (type: string): Pick => ({ hand: { owner: "White", type } });

/**
 * A move that lays a piece over cells, the first of which is picked before the type, as lists of
 * moves have it.
 */
const lay = (id: number, type: string, ...cells: string[]): MoveView => ({
  id,
  text: `${type} ${cells.join(" ")}`,
  steps: [
    {
      pick: [{ site: cells[0]! }, { choose: { question: "promote", option: type } }, { choose: { question: "way", option: cells.join(" ") } }],
      effects: cells.map((site) => ({ do: "place" as const, site, owner: "White", type, hand: false })),
      say: "drop",
    },
  ],
});

const small = (id: number, type: string, site: string): MoveView => ({
  id,
  text: `${type} ${site}`,
  steps: [{ pick: [{ site }, { choose: { question: "promote", option: type } }], effects: [{ do: "place", site, owner: "White", type, hand: false }], say: "drop" }],
});

const where = (site: string) => [site.charCodeAt(0), -Number(site[1])] as const;

function selection(...moves: MoveView[]): Selection {
  const made = new Selection();
  made.where = where;
  made.load(moves, false);
  return made;
}

test("a piece that is held answers what is to be placed", () => {
  const made = selection(small(1, "Cap", "a1"), small(2, "Wall", "a1"), small(3, "Wall", "b1"));
  expect(made.press({ site: "a1" }).kind).toBe("ask");
  made.clear();
  expect(made.press(hand("Wall")).kind).toBe("picked");
  expect([...sitesOf(made.reach).keys()]).toEqual(["a1", "b1"]);
  expect(made.press({ site: "a1" })).toMatchObject({ kind: "play", move: { id: 2 } });
});

test("a piece that no move places cannot be held", () => {
  const made = selection(small(1, "Cap", "a1"));
  expect(made.canHold(hand("Wall"))).toBe(false);
  expect(made.press(hand("Wall")).kind).toBe("refused");
});

test("what is held is let go by picking it again, by backing out, and when nothing places it any more", () => {
  const made = selection(small(1, "Cap", "a1"));
  made.press(hand("Cap"));
  made.press(hand("Cap"));
  expect(made.held).toBeNull();
  made.press(hand("Cap"));
  made.back();
  expect(made.held).toBeNull();
  made.press(hand("Cap"));
  made.load([small(2, "Cap", "b1")], false);
  expect(made.held).not.toBeNull();
  made.load([small(3, "Wall", "b1")], false);
  expect(made.held).toBeNull();
});

test("a large piece lies over the cell that is pointed at, and turning it changes where", () => {
  const made = selection(lay(1, "I2", "a1", "a2"), lay(2, "I2", "a1", "b1"), lay(3, "I2", "b1", "b2"));
  made.press(hand("I2"));
  expect(made.held?.forms).toBe(2);
  const over = (site: string) => made.held!.over(site, where)?.move.id ?? null;
  const first = [over("a1"), over("b2")];
  made.held!.rotate(1);
  const second = [over("a1"), over("b2")];
  expect([first, second]).toContainEqual([1, 3]);
  expect([first, second]).toContainEqual([2, null]);
  made.held!.rotate(-1);
  expect([over("a1"), over("b2")]).toEqual(first);
});

test("a large piece is laid at once by a click on a cell that it covers, and refused elsewhere", () => {
  const made = selection(lay(1, "I2", "a1", "a2"));
  made.press(hand("I2"));
  expect(made.press({ site: "c3" })).toMatchObject({ kind: "refused", picks: [hand("I2"), { site: "c3" }] });
  expect(made.press({ site: "a2" })).toMatchObject({ kind: "play", move: { id: 1 } });
});
