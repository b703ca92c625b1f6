import { expect, test } from "vitest";
import type { MoveView, Pick, StepView } from "../../src/contract";
import { captures, fold } from "../../src/board/play/picks";
import { apply, looksSame } from "../../src/board/play/preview";
import { Selection } from "../../src/board/play/selection";
import { piece } from "../boards/make";

const site = (name: string): Pick => ({ site: name });
const hand: Pick = { hand: { owner: "White", type: "Man" } };
const step = (picks: Pick[], effects: StepView["effects"] = [], say: StepView["say"] = "go"): StepView => ({ pick: picks, effects, say });
const move = (id: number, ...steps: StepView[]): MoveView => ({ id, text: String(id), steps });
const simple = (id: number, from: string, to: string) => move(id, step([site(from), site(to)], [{ do: "move", from, to }]));

function loaded(...moves: MoveView[]): Selection {
  const selection = new Selection();
  selection.load(moves, false);
  return selection;
}

test("a piece and its target make a move", () => {
  const selection = loaded(simple(0, "a1", "a2"), simple(1, "a1", "a3"));
  expect(selection.press(site("a1")).kind).toBe("picked");
  const outcome = selection.press(site("a3"));
  expect(outcome.kind === "play" && outcome.move.id).toBe(1);
});

test("one legal target is not played before it is picked", () => {
  expect(loaded(simple(0, "a1", "a2")).press(site("a1")).kind).toBe("picked");
});

test("another own piece is picked instead, the same one put down", () => {
  const selection = loaded(simple(0, "a1", "a2"), simple(1, "b1", "b2"));
  selection.press(site("a1"));
  expect(selection.press(site("b1")).kind).toBe("picked");
  expect(selection.picks).toEqual([site("b1")]);
  expect(selection.press(site("b1")).kind).toBe("backed");
  expect(selection.picks).toEqual([]);
});

test("what no move begins with is refused, with all that was tried", () => {
  const selection = loaded(simple(0, "a1", "a2"));
  selection.press(site("a1"));
  expect(selection.press(site("c3"))).toEqual({ kind: "refused", picks: [site("a1"), site("c3")] });
  expect(selection.picks).toEqual([site("a1")]);
});

test("a move of two steps is sent when only one way is left, and can be backed out of", () => {
  const first = step([site("g7"), site("d7")], [{ do: "move", from: "g7", to: "d7" }]);
  const take = (at: string) => step([site(at)], [{ do: "remove", site: at }], "remove");
  const selection = loaded(move(0, first, take("e5")), move(1, first, take("f6")), simple(2, "g7", "g4"));
  selection.press(site("g7"));
  expect(selection.press(site("d7")).kind).toBe("picked");
  expect(selection.steps).toBe(1);
  expect(selection.finish).toBeNull();
  selection.back();
  expect(selection.steps).toBe(0);
  selection.press(site("d7"));
  const outcome = selection.press(site("f6"));
  expect(outcome.kind === "play" && outcome.move.id).toBe(1);
});

test("a whole move that could go on waits for Finish", () => {
  const first = step([site("a1"), site("a2")]);
  const selection = loaded(move(0, first), move(1, first, step([site("a3")])), move(2, first, step([site("a4")])));
  selection.press(site("a1"));
  expect(selection.press(site("a2")).kind).toBe("picked");
  expect(selection.finish?.id).toBe(0);
});

test("moves with the same picks are asked about", () => {
  const choose = (option: string): Pick => ({ choose: { question: "promote", option } });
  const selection = loaded(move(0, step([site("a7"), site("a8"), choose("Queen")])), move(1, step([site("a7"), site("a8"), choose("Knight")])));
  selection.press(site("a7"));
  const outcome = selection.press(site("a8"));
  expect(outcome.kind === "ask" && outcome.options.map((option) => option.option)).toEqual(["Queen", "Knight"]);
  const answer = selection.press(choose("Knight"));
  expect(answer.kind === "play" && answer.move.id).toBe(1);
});

test("with one kind of piece in hand a place is picked at once", () => {
  const selection = loaded(move(0, step([hand, site("a1")])), move(1, step([hand, site("a2")])));
  const outcome = selection.press(site("a2"));
  expect(outcome.kind === "play" && outcome.move.id).toBe(1);
});

test("confirming keeps a finished move back", () => {
  const selection = loaded(simple(0, "a1", "a2"));
  selection.confirm = true;
  selection.press(site("a1"));
  expect(selection.press(site("a2")).kind).toBe("picked");
  expect(selection.finish?.id).toBe(0);
});

test("the rest of a large tree is asked for and goes on where it was", () => {
  const selection = new Selection();
  selection.load([{ text: "a1", steps: [step([site("a1")])] }], true);
  const asked = selection.press(site("a1"));
  expect(asked).toEqual({ kind: "expand", picks: [site("a1")] });
  selection.extend([site("a1")], [simple(7, "a1", "b2"), simple(8, "a1", "c3")], false);
  const outcome = selection.press(site("c3"));
  expect(outcome.kind === "play" && outcome.move.id).toBe(8);
});

test("a half-made move is taken up again where the draft left it, or from the start if it is no longer there", () => {
  const selection = new Selection();
  selection.load([simple(0, "a1", "a2")], false, [site("a1")]);
  expect(selection.picks).toEqual([site("a1")]);
  selection.load([simple(0, "b1", "b2")], false, [site("a1")]);
  expect(selection.picks).toEqual([]);
});

test("effects show what a step does", () => {
  const before = [piece("a1", "White", "Man"), piece("b2", "Black", "Man"), piece("c3", "Black", "King")];
  const after = apply(before, [
    { do: "move", from: "a1", to: "b2" },
    { do: "become", site: "b2", type: "King" },
    { do: "give", site: "c3", owner: "White" },
    { do: "place", site: "d4", owner: "White", type: "Man", hand: true },
  ]);
  expect(looksSame(after, [piece("b2", "White", "King"), piece("c3", "White", "King"), piece("d4", "White", "Man")])).toBe(true);
  expect(looksSame(after, before)).toBe(false);
});

test("a capture is told before what a pawn becomes is chosen", () => {
  const queen: Pick = { choose: { question: "promote", option: "Queen" } };
  const promotes = (id: number, to: string) => move(id, step([site("c7"), site(to), queen], [{ do: "move", from: "c7", to }]));
  const occupied = (name: string) => name === "b8" || name === "c7";
  const pawn = fold([promotes(0, "b8"), promotes(1, "c8")]).next.get("site c7")!;
  expect(captures(pawn, occupied)).toBe(false);
  expect(captures(pawn.next.get("site b8")!, occupied)).toBe(true);
  expect(captures(pawn.next.get("site c8")!, occupied)).toBe(false);
});
