/** What is wrong with a text, kept in place while the text changes. */
import type { TextEdit, TextFinding } from "../../contract";

/** A change of a text, as the editor reports it. */
export interface Changes {
  /** The new place of what was at an old one; to its left or right where text was inserted. */
  mapPos(at: number, side: -1 | 1): number;
}

/** Returns a range within a text of a length, since findings may be older than the text. */
export function within(range: { from: number; to: number }, length: number): { from: number; to: number } {
  const from = Math.min(range.from, length);
  return { from, to: Math.max(from, Math.min(range.to, length)) };
}

/** Returns findings where they are after a change. */
export function moved(findings: readonly TextFinding[], changes: Changes): TextFinding[] {
  const range = <T extends { from: number; to: number }>(one: T): T => {
    const from = changes.mapPos(one.from, -1);
    return { ...one, from, to: Math.max(from, changes.mapPos(one.to, 1)) };
  };
  // An insertion stays before what is typed at its place.
  const edit = (one: TextEdit): TextEdit => (one.from === one.to ? { ...one, from: changes.mapPos(one.from, -1), to: changes.mapPos(one.from, -1) } : range(one));
  return findings.map((one) => ({ ...range(one), ...(one.fix ? { fix: { ...one.fix, edit: edit(one.fix.edit) } } : {}) }));
}

/** Returns the line and the column of a place, both from 1. */
export function placeOf(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at);
  const start = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, column: at - start + 1 };
}
