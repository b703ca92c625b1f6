/** The studio: kept texts, findings that move, colours, explanations, moves played again. */
import { EditorState } from "@codemirror/state";
import { StringStream } from "@codemirror/language";
import { expect, test, vi } from "vitest";
import type { MoveView, ServerMessage, TextFinding } from "../../src/contract";
import { moved, placeOf, within } from "../../src/app/studio/findings";
import { parserOf } from "../../src/app/studio/language";
import { Latest } from "../../src/app/studio/latest";
import { resolved } from "../../src/board/still";
import { blocks } from "../../src/app/studio/markdown";
import type { Estimate, PlayoutMeasures, TextAnswer } from "../../src/contract";
import { markup } from "../../src/app/studio/embed";
import { holds, lessonKey, lessonOf, LESSONS } from "../../src/app/studio/lessons";
import { differences, Measuring } from "../../src/app/studio/measuring";
import { parametersOf, written } from "../../src/app/studio/parameters";
import { pack, unpack, type Fault } from "../../src/app/studio/packed";
import { reach } from "../../src/app/studio/reach";
import { replay } from "../../src/app/studio/replay";
import { lineChanges } from "../../src/app/studio/versions";
import { crc32, zip } from "../../src/app/studio/zip";
import { draft, keep, languageOf, NEW, TEMPLATE, type Language, type Store } from "../../src/app/studio/texts";

const finding = (from: number, to: number, edit: { from: number; to: number; text: string }): TextFinding => ({ from, to, error: true, code: "Z1", say: "wrong", fix: { title: "Mend", edit } });

test("findings move with the text before them, and an insertion stays before what is typed there", () => {
  const state = EditorState.create({ doc: "(at emty) (put x" });
  const found = [finding(4, 8, { from: 4, to: 8, text: "empty" }), finding(10, 11, { from: 16, to: 16, text: ")" })];
  const first = state.update({ changes: { from: 0, insert: "; a\n" } });
  const after = moved(found, first.changes);
  expect(after.map((one) => [one.from, one.to, one.fix!.edit.from, one.fix!.edit.to])).toEqual([
    [8, 12, 8, 12],
    [14, 15, 20, 20],
  ]);
  // The first is mended: the second still points at its parenthesis.
  const second = first.state.update({ changes: { from: 8, to: 12, insert: "empty" } });
  expect(moved(after, second.changes)[1]!.fix!.edit).toEqual({ from: 21, to: 21, text: ")" });
  expect(within({ from: 5, to: 99 }, 7)).toEqual({ from: 5, to: 7 });
  expect(placeOf("ab\ncd", 4)).toEqual({ line: 2, column: 2 });
});

function store(room = Infinity): Store {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => {
      if (value.length > room) throw new Error("no room");
      kept.set(key, value);
    },
  };
}

test("texts are kept by their game; the ones longest unchanged are dropped", () => {
  const here = store();
  expect(draft(NEW, here)).toBeUndefined();
  expect(keep(NEW, TEMPLATE, here)).toBe(true);
  for (let at = 0; at < 19; at += 1) keep(`game ${at}`, { name: "a.drf", text: String(at) }, here);
  expect(draft(NEW, here)).toEqual(TEMPLATE);
  keep("game 19", { name: "a.drf", text: "19" }, here);
  expect(draft(NEW, here)).toBeUndefined();
  expect(draft("game 3", here)?.text).toBe("3");
  expect(keep(NEW, TEMPLATE, store(10))).toBe(false);
});

test("the ending of a name says the language", () => {
  expect(["a.drf", "A.ZRF", "ur.4th", "a.txt", "drf"].map(languageOf)).toEqual(["drf", "zrf", "forth", null, null]);
});

/** Each token of a text that has a colour. */
function tokens(language: Language, text: string): [string, string][] {
  const parser = parserOf(language);
  const state = parser.startState!(2);
  const found: [string, string][] = [];
  for (const line of text.split("\n")) {
    const stream = new StringStream(line, 2, 2);
    while (!stream.eol()) {
      stream.start = stream.pos;
      const kind = parser.token(stream, state);
      if (kind && kind !== "bracket" && kind !== "variableName") found.push([stream.current(), kind]);
    }
  }
  return found;
}

test("words have their colours", () => {
  expect(tokens("drf", '(game "My\nGame" ; a\n  (rule go (at empty) (put 12))')).toEqual([
    ["game", "keyword"],
    ['"My', "string"],
    ['Game"', "string"],
    ["; a", "comment"],
    ["rule", "keyword"],
    ["go", "variableName.definition"],
    ["at", "variableName.standard"],
    ["empty", "variableName.standard"],
    ["put", "variableName.standard"],
    ["12", "number"],
  ]);
  expect(tokens("forth", ": step ( a\n b ) 1 ; \\ end")).toEqual([
    [":", "keyword"],
    ["step", "variableName.definition"],
    ["(", "comment"],
    [" a", "comment"],
    [" b )", "comment"],
    ["1", "number"],
    [";", "keyword"],
    ["\\ end", "comment"],
  ]);
});

test("explanations are paragraphs, lists and code, and markup is text", () => {
  expect(blocks("```\n(at S)\n```\nA `path`\nto <b>\n\n- one")).toEqual([
    { kind: "code", text: "(at S)" },
    { kind: "paragraph", parts: [{ kind: "text", text: "A " }, { kind: "code", text: "path" }, { kind: "text", text: " to <b>" }] },
    { kind: "item", parts: [{ kind: "text", text: "one" }] },
  ]);
});

test("moves are played again until one is not legal", async () => {
  const play = async (node: number, text: string) => (text === "x" ? { tell: "refused", re: 1, reason: "illegal", say: "" } : { tell: "done", re: 1, node: node + 1 }) as ServerMessage;
  expect(await replay(["a1", "b2", "x", "c3"], play)).toEqual({ node: 2, played: 2 });
  expect(await replay([], play)).toEqual({ node: 0, played: 0 });
});

test("the sites of a kind of piece are those of its legal moves", () => {
  const site = (...sites: string[]) => ({ text: "", steps: sites.map((one) => ({ pick: [{ site: one }] })) }) as unknown as MoveView;
  const dropped = { text: "", steps: [{ pick: [{ hand: { owner: "White", type: "Pawn" } }, { site: "c3" }] }] } as unknown as MoveView;
  const view = { pieces: [{ site: "a1", type: "King" }, { site: "b1", type: "Pawn" }], moves: [site("a1", "a2"), site("b1", "b2"), site("b1", "b3"), dropped] };
  expect(reach(view, "King")).toEqual(["a1", "a2"]);
  expect(reach(view, "Pawn")).toEqual(["b1", "b2", "b3", "c3"]);
  expect(reach(view, "")).toEqual([]);
});

test("of the questions that come while one is asked only the last is asked", async () => {
  vi.useFakeTimers();
  const asked: number[] = [];
  const latest = new Latest<number>(() => 100, async (what) => {
    asked.push(what);
    await new Promise((resolve) => setTimeout(resolve, 50));
  });
  latest.soon(1);
  latest.soon(2);
  await vi.advanceTimersByTimeAsync(100);
  latest.now(3);
  latest.now(4);
  await vi.advanceTimersByTimeAsync(200);
  expect(asked).toEqual([2, 4]);
  vi.useRealTimers();
});

/** Returns a part of an address that holds any JSON. */
async function packed(value: unknown): Promise<string> {
  const stream = new Blob([JSON.stringify(value)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return `1.${Buffer.from(await new Response(stream).arrayBuffer()).toString("base64url")}`;
}

test("rules go into an address and come back as they were", async () => {
  const rules = { name: "a.drf", text: `${TEMPLATE.text}; \u{1f600} \u05d0` };
  const address = await pack(rules);
  expect(address).toMatch(/^1\.[\w-]+$/);
  expect(await unpack(address)).toEqual(rules);
  // Most of a long text repeats.
  const long = { name: "a.drf", text: TEMPLATE.text.repeat(100) };
  expect((await pack(long)).length).toBeLessThan(long.text.length / 20);
});

test("addresses of strangers are refused with the reason", async () => {
  const sound = await pack(TEMPLATE);
  const refused: [string, Fault][] = [
    ["", "damaged"],
    ["2.AAAA", "damaged"],
    ["1.", "damaged"],
    ["1.%zz", "damaged"],
    ["1.<script>", "damaged"],
    [sound.slice(0, -10), "damaged"],
    [sound.replace("1.", "1.A"), "damaged"],
    [`1.${"A".repeat(500_000)}`, "large"],
    // Twenty megabytes of blanks in twenty kilobytes.
    [await packed({ name: "a.drf", text: " ".repeat(20 << 20) }), "large"],
    [await packed({ name: "a.exe", text: "x" }), "language"],
    [await packed({ name: "a.drf", text: 7 }), "damaged"],
    [await packed({ name: `${"a".repeat(99)}.drf`, text: "" }), "damaged"],
    [await packed(null), "damaged"],
    [await packed([]), "damaged"],
  ];
  for (const [address, fault] of refused) await expect(unpack(address), address.slice(0, 40)).rejects.toMatchObject({ fault });
});

test("markup for other pages holds no title that ends it", () => {
  const text = markup("https://example.org/dagaz/", "1.AB", 'A "<b>" & B');
  expect(text).toContain('src="https://example.org/dagaz/dagaz-game.js"');
  expect(text).toContain('title="A &#34;&#60;b&#62;&#34; &#38; B"');
});

test("an archive holds each file with its checksum", async () => {
  // The check value of CRC-32.
  expect(crc32(new TextEncoder().encode("123456789"))).toBe(0xcbf4_3926);
  const bytes = Buffer.from(await zip([{ name: "a.drf", bytes: new Uint8Array([1, 2, 3]) }, { name: "b.png", bytes: new Uint8Array(0) }]).arrayBuffer());
  const end = bytes.length - 22;
  expect(bytes.readUInt32LE(end)).toBe(0x0605_4b50);
  expect(bytes.readUInt16LE(end + 10)).toBe(2);
  const directory = bytes.readUInt32LE(end + 16);
  expect(bytes.readUInt32LE(directory)).toBe(0x0201_4b50);
  expect(bytes.readUInt32LE(directory + 16)).toBe(crc32(new Uint8Array([1, 2, 3])));
  const first = bytes.readUInt32LE(directory + 42);
  expect(bytes.toString("utf8", first + 30, first + 35)).toBe("a.drf");
  expect([...bytes.subarray(first + 35, first + 38)]).toEqual([1, 2, 3]);
});

const around = (value: number, half: number): Estimate => ({ value, low: value - half, high: value + half });
const measures = (games: number, white: number): PlayoutMeasures => ({
  games,
  wins: [{ player: "White", share: around(white, 0.05) }],
  draws: around(0.1, 0.05),
  unfinished: around(0, 0),
  length: around(20, 1),
  choices: around(9, 1),
  unusedPieces: [],
  unusedRules: [],
});

test("only measures whose intervals are apart have changed", () => {
  expect(differences(measures(9, 0.5), measures(9, 0.58))).toEqual([]);
  expect(differences(measures(9, 0.5), measures(9, 0.65))).toEqual([{ what: "wins:White", before: 0.5, after: 0.65 }]);
});

test("a measurement continues from its counts until there are enough games, or it is stopped", async () => {
  const counts = (games: number) => ({ games, wins: [], draws: 0, unfinished: 0, length: { count: 0, sum: 0, squares: 0 }, choices: { count: 0, sum: 0, squares: 0 }, pieces: [], rules: [], complete: true });
  const asked: (number | undefined)[] = [];
  const ask = async (topic: { ask: string; counts?: { games: number } | null }): Promise<TextAnswer> => {
    asked.push(topic.counts?.games);
    const games = (topic.counts?.games ?? 0) + 1000;
    return { tell: "measured", counts: counts(games), measures: measures(games, 0.5) };
  };
  const heard: [number, boolean][] = [];
  await new Promise<void>((resolve) => new Measuring("text", ask, (found, isLast) => (heard.push([found.games, isLast]), isLast && resolve())));
  expect(asked).toEqual([undefined, 1000, 2000]);
  expect(heard).toEqual([[1000, false], [2000, false], [3000, true]]);
  const none: number[] = [];
  const stopped = new Measuring("text", ask, (found) => none.push(found.games));
  stopped.stop();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(none).toEqual([]);
});

test("lines that came and went are counted", () => {
  expect(lineChanges("a\nb\nb\nc", "a\nb\nd")).toEqual({ added: 1, removed: 2 });
  expect(lineChanges("a", "a")).toEqual({ added: 0, removed: 0 });
});

test("a check holds by the moves that are legal, and by the position after them", async () => {
  const view = { pieces: [{ site: "a1" }], status: { ending: { results: ["loss", "win"] } } } as unknown as import("../../src/contract").View;
  const game = {
    play: async (node: number, text: string) => (text === "x" ? { tell: "refused", re: 1, reason: "illegal", say: "" } : { tell: "done", re: 1, nonce: "", version: 1, node: node + 1 }) as ServerMessage,
    look: async (node: number) => (node === 2 ? view : null),
  };
  const of = (moves: string[], then: Parameters<typeof holds>[0]["then"]) => holds({ moves, then }, game);
  expect(await of(["a", "b"], "legal")).toBe(true);
  expect(await of(["a", "x"], "legal")).toBe(false);
  expect(await of(["a", "x"], "illegal")).toBe(true);
  expect(await of(["a", "b"], "illegal")).toBe(false);
  // An earlier move must be legal.
  expect(await of(["x", "x"], "illegal")).toBe(false);
  expect(await of(["a", "b"], "wins")).toBe(true);
  expect(await of(["a"], "wins")).toBe(false);
  expect(await of(["a", "b"], { empty: "b1" })).toBe(true);
  expect(await of(["a", "b"], { empty: "a1" })).toBe(false);
});

test("each lesson has its own key, and its solution is another text", () => {
  for (const lesson of LESSONS) {
    expect(lessonOf(lessonKey(lesson))).toBe(lesson);
    expect(lesson.solution).not.toBe(lesson.text);
  }
  expect(lessonOf(NEW)).toBeUndefined();
});

test("a picture has the colours of the page, or the usual ones", () => {
  const style = ".a { fill: var(--sq, #fff); stroke: var(--last, rgb(1 2 3 / .4)); font-size: var(--label, 24px); }";
  expect(resolved(style, (name) => (name === "--sq" ? " #000" : ""))).toBe(".a { fill: #000; stroke: rgb(1 2 3 / .4); font-size: 24px; }");
});

test("parameters are found outside comments and quotes, with the places of their defaults", () => {
  const text = '(drf 3) ; (parameter no 1 0..2)\n(game "(parameter x 1 0..2)" (parameter size 6 4..12) (parameter komi -6.5 -10.0..10.0) (parameter word a))';
  const found = parametersOf(text);
  expect(found.map(({ name, value, least, greatest, step }) => [name, value, least, greatest, step])).toEqual([
    ["size", 6, 4, 12, 1],
    ["komi", -6.5, -10, 10, 0.5],
  ]);
  expect(found.map(({ from, to }) => text.slice(from, to))).toEqual(["6", "-6.5"]);
  expect([written(found[0]!, 99), written(found[0]!, 7.4), written(found[1]!, 3), written(found[1]!, 2.6)]).toEqual(["12", "7", "3.0", "2.5"]);
});
