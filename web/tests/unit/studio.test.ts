/** The studio: kept texts, findings that move, colours, explanations, moves played again. */
import { EditorState } from "@codemirror/state";
import { StringStream } from "@codemirror/language";
import { expect, test, vi } from "vitest";
import type { ServerMessage, TextFinding } from "../../src/contract";
import { moved, placeOf, within } from "../../src/app/studio/findings";
import { parserOf } from "../../src/app/studio/language";
import { Latest } from "../../src/app/studio/latest";
import { blocks } from "../../src/app/studio/markdown";
import { replay } from "../../src/app/studio/replay";
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

test("of the questions that come while one is asked only the last is asked", async () => {
  vi.useFakeTimers();
  const asked: number[] = [];
  const latest = new Latest<number>(100, async (what) => {
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
