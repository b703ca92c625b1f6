/** The event details of the board about an unfinished move, after each pick. */
import type { MoveView, Pick } from "../contract";
import { captures, removes, sitesOf } from "./play/picks";
import type { Shown } from "./play/preview";
import type { Selection } from "./play/selection";

export interface PicksDetail {
  picks: readonly Pick[];
  /** Complete steps of the move in hand, for a list of steps. */
  steps: { text: string; say: string; sites: string[] }[];
  /** What could follow: sites, and how many of them capture. */
  targets: string[];
  captures: number;
  /** Whether the next pick only removes what stands there. */
  removing: boolean;
  finish: MoveView | null;
  pass: MoveView | null;
  moves: MoveView[];
}

export function detailOf(selection: Selection, made: MoveView["steps"], shown: Shown): PicksDetail {
  const targets = sitesOf(selection.reach);
  const occupied = (site: string) => shown.pieces.some((piece) => piece.site === site);
  return {
    picks: [...selection.picks],
    steps: made.map((step) => ({
      text: step.pick.map((pick) => (pick === "pass" ? "" : "site" in pick ? pick.site : "hand" in pick ? pick.hand.type : pick.choose.option)).join(" – "),
      say: step.say,
      sites: step.pick.flatMap((pick) => (pick !== "pass" && "site" in pick ? [pick.site] : [])),
    })),
    targets: [...targets.keys()],
    captures: [...targets.values()].filter((child) => captures(child, occupied)).length,
    removing: targets.size > 0 && [...targets.values()].every(removes),
    finish: selection.finish,
    pass: selection.pass,
    moves: selection.node.through,
  };
}
