/** What the board says, as functions, so that a page can say it in its own language. English by default. */
import type { PieceView } from "../contract";

export interface SiteState {
  selectable: boolean;
  selected: boolean;
  target: boolean;
  capture: boolean;
  threatened: boolean;
}

export interface Words {
  board(title: string): string;
  site(name: string, piece: PieceView | null, state: SiteState): string;
  hand(owner: string | null, type: string, count: number, state: { selectable: boolean; selected: boolean }): string;
  handOf(owner: string | null): string;
  level(number: string): string;
  question(question: string): string;
  option(question: string, option: string): string;
  cancel: string;
}

export const english: Words = {
  board: (title) => `${title} board`,
  site(name, piece, state) {
    const parts = [name, piece ? `${piece.owner ? `${piece.owner} ` : ""}${piece.type ?? "hidden piece"}` : "empty"];
    if (state.selected) parts.push("selected");
    else if (state.capture) parts.push("capture");
    else if (state.target) parts.push("target");
    else if (state.selectable) parts.push("selectable");
    if (state.threatened) parts.push("threatened");
    return parts.join(", ");
  },
  hand: (owner, type, count, state) =>
    `${owner ? `${owner}: ` : ""}${count} ${type} in hand${state.selected ? ", selected" : state.selectable ? ", selectable" : ""}`,
  handOf: (owner) => (owner ? `${owner}'s hand` : "In hand"),
  level: (number) => `level ${number}`,
  question: (question) =>
    ({ promote: "What shall it become?", capture: "What shall be captured?", stop: "Go on?", way: "Which way?" })[question] ?? question,
  option: (_question, option) => option,
  cancel: "Cancel",
};
