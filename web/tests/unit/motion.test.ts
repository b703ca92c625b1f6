import { describe, expect, test } from "vitest";
import { fit } from "../../src/board/layout/fit";
import { corners, lengths, plan, wayAlong } from "../../src/board/play/motion";
import { connected, isBlock } from "../../src/board/draw/blocks";
import { samples } from "../boards/samples";

const layoutOf = (name: string) => fit(samples.find((one) => one.name === name)!.board, { turns: 0, labels: true });

describe("ways", () => {
  test("round a loop keep the distance from its middle, outside of the board", () => {
    const layout = layoutOf("Surakarta");
    const arc = layout.arcs.find(({ a, b }) => [a.id, b.id].sort().join() === "a4,c6")!;
    const way = wayAlong(layout, ["c4", "b4", "a4", "c6"]);
    const onArc = way.slice(2);
    for (const [x, y] of onArc) expect(Math.hypot(x - arc.middle[0], y - arc.middle[1])).toBeCloseTo(200, 0);
    expect(Math.min(...onArc.map(([x]) => x))).toBeLessThan(layout.box.x);
    expect(Math.min(...onArc.map(([, y]) => y))).toBeLessThan(layout.box.y);
    expect(corners(way)).toBeGreaterThan(5);
    const gone = lengths(way);
    expect(gone).toEqual(gone.toSorted((a, b) => a - b));
  });

  test("of one straight step have no corner", () => {
    const layout = layoutOf("Surakarta");
    expect(corners(wayAlong(layout, ["c4", "c3"]))).toBe(0);
  });

  test("what stands at the end of a loop is taken when the piece comes there, not before", () => {
    const layout = layoutOf("Surakarta");
    const before = [{ site: "c4", owner: "White", type: "Stone" }, { site: "d6", owner: "Black", type: "Stone" }].map((one) => ({ ...one, state: {}, level: 0 }));
    const path = ["c4", "b4", "a4", "c6", "d6"];
    const { journeys, captured } = plan(layout, before, [{ pick: [], say: "capture", effects: [{ do: "move", from: "c4", to: "d6", path }] }]);
    expect(journeys).toHaveLength(1);
    expect(captured[0]!.delay).toBeGreaterThan(journeys[0]!.ms / 2);
    expect(journeys[0]!.ms).toBeLessThanOrEqual(1400);
  });
});

test("blocks of one owner that touch along edges are one piece", () => {
  const layout = layoutOf("Surakarta");
  const block = (site: string, owner: string) => ({ piece: { site, owner, type: "Square", state: {}, level: 0 }, place: layout.places.get(site)! });
  const parts = connected([block("a1", "Red"), block("a2", "Red"), block("b2", "Red"), block("c3", "Red"), block("b1", "Blue")]);
  expect(parts.map((part) => part.map(({ piece }) => piece.site).sort().join())).toEqual(["a1,a2,b2", "c3", "b1"]);
  expect([isBlock("Square"), isBlock("Man"), isBlock(null)]).toEqual([true, false, false]);
});
