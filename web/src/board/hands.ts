/** What waits beside the board: a row or a column of slots for each owner, on the owner's side. */
import type { Board, Hand } from "../contract";
import type { Layout } from "./layout/fit";

export const SLOT = 88;
const GAP = 12;

export interface Slot {
  hand: Hand;
  x: number;
  y: number;
}

export interface Hands {
  slots: Slot[];
  captions: { owner: string | null; x: number; y: number }[];
  box: Layout["box"];
}

/** Slots around a box; `below` puts them above and under it, for narrow screens. */
export function placeHands(hands: readonly Hand[], owners: readonly string[], around: Layout["box"], below: boolean, turned: boolean): Hands {
  const groups = new Map<string | null, Hand[]>();
  for (const hand of hands) groups.set(hand.owner ?? null, [...(groups.get(hand.owner ?? null) ?? []), hand]);
  const result: Hands = { slots: [], captions: [], box: { ...around } };
  for (const [owner, mine] of groups) {
    const seat = Math.max(0, owner === null ? 0 : owners.indexOf(owner));
    const near = (seat % 2 === 0) !== turned;
    if (below) row(result, owner, mine, around, near);
    else column(result, owner, mine, around, near);
  }
  return result;
}

function column(result: Hands, owner: string | null, mine: Hand[], around: Layout["box"], near: boolean): void {
  const most = Math.max(1, Math.floor((around.height + GAP) / (SLOT + GAP)));
  const columns = Math.ceil(mine.length / most);
  const rows = Math.min(most, mine.length);
  const height = rows * (SLOT + GAP) - GAP;
  const x0 = near ? around.x + around.width + 40 + SLOT / 2 : around.x - 40 - SLOT / 2;
  const y0 = near ? around.y + around.height - height + SLOT / 2 : around.y + SLOT / 2 + 24;
  mine.forEach((hand, index) => {
    const [column, row] = [Math.floor(index / rows), index % rows];
    result.slots.push({ hand, x: x0 + (near ? 1 : -1) * column * (SLOT + GAP), y: y0 + row * (SLOT + GAP) });
  });
  result.captions.push({ owner, x: x0, y: y0 - SLOT / 2 - 14 });
  const width = 40 + columns * (SLOT + GAP);
  if (near) result.box.width += width;
  else {
    result.box.x -= width;
    result.box.width += width;
  }
}

function row(result: Hands, owner: string | null, mine: Hand[], around: Layout["box"], near: boolean): void {
  const y = near ? around.y + around.height + 24 + SLOT / 2 : around.y - 24 - SLOT / 2;
  mine.forEach((hand, index) => {
    result.slots.push({ hand, x: around.x + SLOT / 2 + index * (SLOT + GAP), y });
  });
  void owner;
  const height = 24 + SLOT + GAP;
  if (near) result.box.height = Math.max(result.box.height, y + SLOT / 2 + GAP - result.box.y);
  else {
    const top = around.y - height;
    result.box.height += result.box.y - top;
    result.box.y = top;
  }
}

/** The name of a slot among the buttons of the board. */
export const handKey = (hand: Hand) => `hand ${hand.owner ?? ""} ${hand.type}`;

/** The hands that are worth a slot. */
export function worthShowing(board: Board, hands: readonly Hand[]): Hand[] {
  const choosers = new Set(board.players.filter((player) => player.kind === "chooser").map((player) => player.id));
  // What waits now, waited at the start, or may be captured into a hand; no dice and nothing that only rules know.
  const real = hands.filter(
    (hand) =>
      choosers.has(hand.owner ?? "") &&
      (hand.count > 0 ||
        board.hands.some((one) => one.type === hand.type && one.count > 0 && choosers.has(one.owner ?? "")) ||
        board.start.some((piece) => piece.type === hand.type && choosers.has(piece.owner ?? ""))),
  );
  // A single type in hand on a board that fills needs no slot: the number beside the player's name says it.
  const several = new Set(real.map((hand) => hand.type)).size > 1;
  return several || board.sites.some((site) => site.hidden) ? real : [];
}
