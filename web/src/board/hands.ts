/** The hands of the board: a row or a column of slots for each owner, on the owner's side. */
import type { Board, Hand } from "../contract";
import type { Layout } from "./layout/fit";

export const SLOT = 88;
const GAP = 12;

export interface Slot {
  hand: Hand;
  x: number;
  y: number;
  /** Only what waits is drawn, and no frame about it. */
  bare?: boolean;
}

export interface Hands {
  slots: Slot[];
  captions: { owner: string | null; x: number; y: number }[];
  box: Layout["box"];
}

/** Slots around a box; `below` puts them above and under it, for narrow screens. */
export function placeHands(hands: readonly Hand[], owners: readonly string[], around: Layout["box"], below: boolean, turned: boolean, bar: Layout["bar"] = null): Hands {
  const groups = new Map<string | null, Hand[]>();
  for (const hand of hands) groups.set(hand.owner ?? null, [...(groups.get(hand.owner ?? null) ?? []), hand]);
  const result: Hands = { slots: [], captions: [], box: { ...around } };
  for (const [owner, mine] of groups) {
    const seat = Math.max(0, owner === null ? 0 : owners.indexOf(owner));
    const near = (seat % 2 === 0) !== turned;
    // Who has been hit waits on the bar.
    if (bar && mine.length === 1) {
      result.slots.push({ hand: mine[0]!, x: bar[0], y: bar[1] + (near ? 130 : -130), bare: true });
      continue;
    }
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
  const across = Math.max(1, Math.floor((around.width + GAP) / (SLOT + GAP)));
  const rows = Math.ceil(mine.length / across);
  mine.forEach((hand, index) => {
    const [column, row] = [index % across, Math.floor(index / across)];
    result.slots.push({ hand, x: around.x + SLOT / 2 + column * (SLOT + GAP), y: y + (near ? row : row + 1 - rows) * (SLOT + GAP) });
  });
  void owner;
  const height = 24 + rows * (SLOT + GAP);
  if (near) result.box.height = Math.max(result.box.height, around.y + around.height + height - result.box.y);
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
  // What waits now, waited at the start, or may be captured into a hand; no dice and nothing that
  // only rules know.
  const real = hands.filter(
    (hand) =>
      choosers.has(hand.owner ?? "") &&
      (hand.count > 0 ||
        board.hands.some((one) => one.type === hand.type && one.count > 0 && choosers.has(one.owner ?? "")) ||
        board.start.some((piece) => piece.type === hand.type && choosers.has(piece.owner ?? ""))),
  );
  if (board.look?.kind === "race") return hands.filter((hand) => choosers.has(hand.owner ?? ""));
  // A single type that only captures could bring to a hand needs no slot: the number next to the
  // player's name shows it.
  const several = new Set(real.map((hand) => hand.type)).size > 1;
  const waits = real.some((hand) => board.hands.some((one) => one.type === hand.type && one.count > 0));
  return several || waits || board.sites.some((site) => site.hidden) ? real : [];
}
