/**
 * Walls by their edges: a wall that fills several slots is picked by any of them, though the list
 * of moves names one.
 */
import type { MoveView } from "../../contract";

/** The slots that a move fills, in the order of its effects; none if it does anything in several steps. */
const filled = (move: MoveView): string[] =>
  move.id == null || move.steps.length !== 1 ? [] : move.steps[0]!.effects.flatMap((effect) => (effect.do === "place" ? [effect.site] : []));

/**
 * The move whose wall is meant by a slot: the one that begins there, or else one that fills it;
 * null if none does. A single slot is picked by itself.
 */
export function wallOver(moves: readonly MoveView[], slot: string): MoveView | null {
  const over = moves.filter((move) => {
    const slots = filled(move);
    return slots.length > 1 && slots.includes(slot);
  });
  return over.find((move) => filled(move)[0] === slot) ?? over[0] ?? null;
}
