/**
 * What the board says, as functions, so that a page can say it in its own language. English by
 * default.
 */
import type { CountView, PieceView } from "../contract";

export interface SiteState {
  selectable: boolean;
  selected: boolean;
  target: boolean;
  capture: boolean;
  threatened: boolean;
  /** The pieces below the top one, from top to bottom. */
  beneath: readonly PieceView[];
  /** Numbers that the place has. */
  counts: readonly CountView[];
}

export interface Words {
  board(title: string): string;
  site(name: string, piece: PieceView | null, state: SiteState): string;
  /** A column of pieces, from top to bottom. */
  column(pieces: readonly PieceView[]): string;
  hand(owner: string | null, type: string, count: number, state: { selectable: boolean; selected: boolean }): string;
  handOf(owner: string | null): string;
  level(number: string): string;
  question(question: string): string;
  option(question: string, option: string): string;
  cancel: string;
}

/**
 * Whether the number of a place is the one by which the language of rules says that it has
 * vanished.
 */
export const hasVanished = (name: string) => name === "closed";

/** A number of a place; that it has vanished is no number to people. */
export const numberWords = ({ count, name }: CountView) => (hasVanished(name) ? name : `${count} ${name}`);

const pieceWords = (piece: PieceView) => `${piece.owner ? `${piece.owner} ` : ""}${piece.type ?? "hidden piece"}`;

export const english: Words = {
  board: (title) => `${title} board`,
  site(name, piece, state) {
    const parts = [name, piece ? pieceWords(piece) : state.counts.length > 0 ? "" : "empty"].filter(Boolean);
    if (state.beneath.length > 0) parts.push(`on ${state.beneath.map(pieceWords).join(", ")}`);
    for (const one of state.counts) parts.push(numberWords(one));
    if (state.selected) parts.push("selected");
    else if (state.capture) parts.push("capture");
    else if (state.target) parts.push("target");
    else if (state.selectable) parts.push("selectable");
    if (state.threatened) parts.push("threatened");
    return parts.join(", ");
  },
  column: (pieces) => `${pieces.length}, from top to bottom: ${pieces.map(pieceWords).join(", ")}`,
  hand: (owner, type, count, state) =>
    `${owner ? `${owner}: ` : ""}${count} ${type} in hand${state.selected ? ", selected" : state.selectable ? ", selectable" : ""}`,
  handOf: (owner) => (owner ? `${owner}'s hand` : "In hand"),
  level: (number) => `level ${number}`,
  question: (question) =>
    ({ promote: "What shall it become?", capture: "What shall be captured?", stop: "Go on?", way: "Which way?" })[question] ?? question,
  option: (_question, option) => option,
  cancel: "Cancel",
};
