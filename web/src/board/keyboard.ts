/** Keys on the board: to go about, to pick, to finish and to back out. */
import type { Pick } from "../contract";
import type { Selection } from "./play/selection";
import type { Scene } from "./scene";

/** What the keyboard needs of the board. */
export interface Keyed {
  scene: Scene;
  own: EventTarget & { readonly selection: Selection; press(pick: Pick): void; finish(): void; backOut(): void; rotate(by: 1 | -1): void; refuse(target: string | null, causes: string[]): void };
  /** What would be picked where the keyboard is. */
  pick: Pick | null;
  refused: boolean;
  /** Where a key leads; null if it leads nowhere by itself. */
  goes(key: string): { to: string | null } | null;
  can(pick: Pick): boolean;
  moveFocus(key: string): void;
}

export function pressed(event: KeyboardEvent, board: Keyed): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { own, pick } = board;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const moved = board.goes(key);
  if (moved) {
    if (moved.to) board.moveFocus(moved.to);
  } else if (key === "Enter" || key === " ") {
    if (event.target !== own) return;
    board.scene.svg.classList.add("keys");
    // Enter finishes a move where nothing more can be picked.
    if (key === "Enter" && own.selection.finish && !(pick && board.can(pick))) own.finish();
    else if (pick) own.press(pick);
  } else if (key === "r" && own.selection.held?.large) {
    own.rotate(event.shiftKey ? -1 : 1);
  } else if (key === "Escape" && (own.selection.picks.length > 0 || own.selection.held || board.refused)) {
    if (board.refused) own.refuse(null, []);
    own.backOut();
  } else return;
  event.preventDefault();
  event.stopPropagation();
}
