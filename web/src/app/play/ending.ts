/** Where the rules say that the game ends as it did. */
import type { Place, RulesFile } from "../../contract";

export interface Clause {
  /** The clause as written. */
  text: string;
  at: Place;
}

const TEXT_MAX = 200;

/** Conditions of edition 2 by what an ending is called that has no name of its own. */
const GOALS: readonly [RegExp, string][] = [
  [/^stalemate/i, "stalemated"],
  [/checkmate/i, "checkmated"],
  [/^capture$|captured$/i, "captured"],
  [/ left$/i, "pieces-remaining"],
  [/ on the board$/i, "total-piece-count"],
  [/pattern/i, "relative-config"],
  [/config|goal|reached|position/i, "absolute-config"],
  [/repetition/i, "repetition"],
];

/**
 * The clause of an ending with that name: `(win race …)`, or the condition itself, as in
 * `(checkmated King)`.
 */
export function clauseOf(files: readonly RulesFile[], name: string): Clause | null {
  const [first, ...rest] = name.split(/\s+/).filter(Boolean).map(escaped);
  if (!first) return null;
  const words = [first, ...rest].join("\\s+");
  for (const pattern of [`\\((?:win|lose|draw|score)\\s+${words}(?=[\\s()])`, `\\(\\s*${words}\\s*\\)`, `(?<=[\\s(])${words}(?=[\\s)])`, `\\(\\s*${first}(?=[\\s)])`, ...GOALS.filter(([called]) => called.test(name)).map(([, goal]) => `(?:\\(\\s*|(?<=\\s))${goal}(?=[\\s)])`)]) {
    for (const file of files) {
      const text = withoutComments(file.text);
      const found = new RegExp(pattern, "i").exec(text);
      if (!found) continue;
      const before = text.slice(0, found.index).split("\n");
      return { text: whole(text, found.index), at: { file: file.name, line: before.length, column: before.at(-1)!.length + 1 } };
    }
  }
  return null;
}

const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Comments as blanks, so that everything stays where it is. */
const withoutComments = (text: string) => text.replace(/;[^\n]*/g, (comment) => " ".repeat(comment.length));

/** The form that begins there, in one line; a bare word alone, if none does. */
function whole(text: string, start: number): string {
  if (text[start] !== "(") return /^[^\s()]+/.exec(text.slice(start))?.[0] ?? "";
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === "(") depth += 1;
    if (text[at] === ")") depth -= 1;
    if (depth > 0) continue;
    const flat = text.slice(start, at + 1).replace(/\s+/g, " ");
    return flat.length > TEXT_MAX ? `${flat.slice(0, TEXT_MAX)} …` : flat;
  }
  return "";
}
