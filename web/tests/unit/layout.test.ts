import { describe, expect, test } from "vitest";
import { fit, type Kind } from "../../src/board/layout/fit";
import { pieceSet } from "../../src/board/pieces";
import { step } from "../../src/board/keys";
import { samples } from "../boards/samples";

const layoutOf = (name: string, kind: Kind | null = null, turns = 0) => {
  const { board } = samples.find((one) => one.name === name)!;
  return fit(board, { kind, turns, labels: true });
};

describe("every sample board", () => {
  test.each(samples.map((one) => [one.name, one] as const))("%s: every visible site has a place of its own", (_, { board }) => {
    for (const turns of [0, 1, 2, 3]) {
      const { places, box } = fit(board, { turns, labels: true });
      expect(places.size).toBe(board.sites.filter((site) => !site.hidden).length);
      const spots = new Set([...places.values()].map(({ x, y }) => `${Math.round(x)} ${Math.round(y)}`));
      expect(spots.size).toBe(places.size);
      for (const { x, y } of places.values()) {
        expect(x).toBeGreaterThanOrEqual(box.x);
        expect(x).toBeLessThanOrEqual(box.x + box.width);
        expect(y).toBeGreaterThanOrEqual(box.y);
        expect(y).toBeLessThanOrEqual(box.y + box.height);
      }
    }
  });

  test.each(samples.map((one) => [one.name, one] as const))("%s: the keyboard reaches every site from the first", (_, { board }) => {
    const layout = fit(board, { turns: 0, labels: false });
    const [first] = layout.places.values();
    for (const level of new Set([...layout.places.values()].map((place) => place.level))) {
      const here = [...layout.places.values()].filter((place) => place.level === level);
      const start = level === first!.level ? first! : here[0]!;
      const found = new Set([start]);
      const open = [start];
      while (open.length > 0) {
        const place = open.pop()!;
        for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "q", "e", "z", "c"]) {
          const next = step(layout, board.links, place, key);
          if (next && !found.has(next)) {
            found.add(next);
            open.push(next);
          }
        }
      }
      expect(found.size).toBe(here.length);
    }
  });
});

describe("kinds found from topology alone", () => {
  // The server's hint is ignored here: what is drawn must follow from sites and links.
  const derived = (name: string) => {
    const { board } = samples.find((one) => one.name === name)!;
    return fit({ ...board, kind: undefined as never }, { turns: 0, labels: true }).kind;
  };
  test.each([
    ["Chess", "checkered"],
    ["Four-player chess", "checkered"],
    ["Hex", "hex"],
    ["Nine men's morris", "points"],
    ["Tafl", "lined"],
    ["Warehouse", "track"],
    ["Twenty squares", "track"],
  ])("%s is %s", (name, kind) => expect(derived(name)).toBe(kind));
});

test("hexagons are regular, however skewed the rules drew them", () => {
  const { places, kind } = layoutOf("Hex");
  expect(kind).toBe("hex");
  const [a, b, c] = [places.get("e5")!, places.get("f5")!, places.get("e6")!];
  expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeCloseTo(100);
  expect(Math.hypot(a.x - c.x, a.y - c.y)).toBeCloseTo(100);
});

test("a half turn puts the first corner last", () => {
  const [plain, turned] = [layoutOf("Chess"), layoutOf("Chess", null, 2)];
  expect(plain.places.get("a1")!.x).toBeLessThan(plain.places.get("h1")!.x);
  expect(turned.places.get("a1")!.x).toBeGreaterThan(turned.places.get("h1")!.x);
  expect(turned.labels.map((label) => label.text).sort()).toEqual(plain.labels.map((label) => label.text).sort());
});

test("every place beside the road of a race is a tray", () => {
  const { places } = layoutOf("Twenty squares");
  expect([...places.values()].filter((place) => place.aside).map((place) => place.id)).toContain("throw");
  expect(places.has("gate")).toBe(false);
});

test("labels name each column and each row once", () => {
  expect(layoutOf("Chess").labels).toHaveLength(16);
  expect(layoutOf("Hex").labels).toHaveLength(22);
  expect(layoutOf("Shogi").labels).toHaveLength(18);
});

describe("boards that are not what they seem", () => {
  const link = (a: string, b: string, there: string) => ({ a, b, there: [there], back: ["back"], drawn: true });
  const topology = (sites: { id: string; x: number; y: number; z?: number }[], links: ReturnType<typeof link>[]) => ({ kind: "graph" as const, sites, links }) as never;

  test("squares of one colour are squares, though the server rounds their places", () => {
    const sites = [..."abcdefgh"].flatMap((column, x) =>
      Array.from({ length: 8 }, (_, y) => ({ id: `${column}${y + 1}`, x: Math.round(x * 707.107) / 1000, y: Math.round((7 - y) * 707.107) / 1000 })).filter((_, y) => (x + y) % 2 === 0),
    );
    const near = (a: (typeof sites)[0], b: (typeof sites)[0]) => Math.abs(Math.hypot(a.x - b.x, a.y - b.y) - 1) < 0.01;
    const links = sites.flatMap((a, at) => sites.slice(at + 1).filter((b) => near(a, b)).map((b) => link(a.id, b.id, "ne")));
    const layout = fit(topology(sites, links), { turns: 0, labels: true });
    expect(layout.kind).toBe("checkered");
    expect(layout.fillers).toHaveLength(32);
  });

  test("many levels stand in rows", () => {
    const sites = [0, 1, 2, 3].flatMap((z) => [..."abc"].flatMap((column, x) => [1, 2, 3].map((row) => ({ id: `${column}${row}${z}`, x, y: 3 - row, z }))));
    const links = sites.flatMap((a) => sites.filter((b) => a.z === b.z && Math.abs(a.x - b.x) + Math.abs(a.y - b.y) === 1 && a.id < b.id).map((b) => link(a.id, b.id, "n")));
    const { box } = fit(topology(sites, links), { turns: 0, labels: true });
    expect(box.width / box.height).toBeLessThan(1.5);
  });

  test("labels of a star run neither into the board nor into each other", () => {
    const sites: { id: string; x: number; y: number }[] = [];
    for (let q = -8; q <= 8; q += 1) {
      for (let r = -8; r <= 8; r += 1) {
        const all = [q, r, -q - r];
        if (Math.max(...all) <= 4 || Math.min(...all) >= -4) sites.push({ id: `${String.fromCharCode(105 + r)}${q + 9}`, x: q + r / 2, y: r * 0.866 });
      }
    }
    expect(sites).toHaveLength(121);
    const near = (a: (typeof sites)[0], b: (typeof sites)[0]) => Math.abs(Math.hypot(a.x - b.x, a.y - b.y) - 1) < 0.01;
    const links = sites.flatMap((a, at) => sites.slice(at + 1).filter((b) => near(a, b)).map((b) => link(a.id, b.id, "e")));
    const { kind, labels, places } = fit(topology(sites, links), { turns: 0, labels: true });
    expect(kind).toBe("hex");
    expect(labels.length).toBeGreaterThan(20);
    for (const label of labels) {
      const apart = (other: { x: number; y: number }) => Math.hypot(other.x - label.x, other.y - label.y);
      expect(Math.min(...[...places.values()].map(apart))).toBeGreaterThan(50);
      expect(Math.min(...labels.filter((other) => other !== label).map(apart))).toBeGreaterThan(30);
    }
  });

  test("places that nothing joins are no squares", () => {
    const sites = [0, 1, 2].map((x) => ({ id: `peg${x}`, x, y: 0 }));
    expect(fit(topology(sites, []), { turns: 0, labels: true }).kind).toBe("track");
  });

  test("a row of one hexagon has its label beyond the board", () => {
    // Numbers start again in every row of letters, as in Yavalath: only the longest has the last of
    // them.
    const sites = [..."abcde"].flatMap((letter, at) => {
      const [x, y] = at <= 2 ? [at * 0.5, (2 + at) * 0.866] : [1 + at - 2, 4 * 0.866];
      return Array.from({ length: at <= 2 ? 3 + at : 7 - at }, (_, number) => ({ id: `${letter}${number + 1}`, x: x + number * 0.5, y: y - number * 0.866 }));
    });
    const near = (a: (typeof sites)[0], b: (typeof sites)[0]) => Math.abs(Math.hypot(a.x - b.x, a.y - b.y) - 1) < 0.01;
    const links = sites.flatMap((a, at) => sites.slice(at + 1).filter((b) => near(a, b)).map((b) => link(a.id, b.id, "e")));
    const layout = fit(topology(sites, links), { turns: 0, labels: true });
    expect(layout.kind).toBe("hex");
    for (const label of layout.labels) {
      for (const place of layout.spots) expect([label.text, Math.hypot(label.x - place.x, label.y - place.y) > 55]).toEqual([label.text, true]);
    }
  });
});

describe("sets of pieces", () => {
  const named = (...ids: string[]) => ids.map((id) => ({ id, short: id.slice(0, 1) })) as never;
  test.each([
    ["a game with a king and pawns is chess, whatever else it has", named("King", "Pawn", "Immobilizer", "Leaper"), false, "chess", false],
    ["men and kings are discs", named("Man", "King"), false, "discs", true],
    ["captives that come back are wedges", named("Lion", "Giraffe", "Chick"), true, "shogi", false],
    ["counters are flat", named("Man"), false, "discs", true],
    ["horses are not", named("Horse"), false, "discs", false],
  ] as const)("%s", (_, types, captives, name, flat) => {
    const set = pieceSet(types, "checkered", captives);
    expect([set.name, set.flat]).toEqual([name, flat]);
  });
});
