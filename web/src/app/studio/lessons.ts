/** Lessons: texts to complete, which are checked by moves and not by their wording. */
import type { ServerMessage, View } from "../../contract";

/**
 * What must hold after a line of moves: the last one is legal or not, the game is won, or a site is
 * empty.
 */
export type Expected = "legal" | "illegal" | "wins" | { empty: string };

export interface Check {
  moves: readonly string[];
  then: Expected;
}

export interface Lesson {
  /** Names its texts: `lesson-ID` and `lesson-ID-about`. */
  id: string;
  text: string;
  solution: string;
  checks: readonly Check[];
}

const PLACE = `(drf 3)
(game "Three"
  (players Cross Nought)
  (board (grid a-c 1-3) (lines three 3))
  (piece Stone)
  (rule place (at occupied) (put Stone))
  (moves place)
  (draw full (no empty)))
`;
const PLACED = PLACE.replace("occupied", "empty");
const STEP = `(drf 3)
(game "Across"
  (players White Black)
  (board (grid a-f 1-6))
  (setup (each (Man (row 1 2))))
  (piece Man "M" (moves step-on))
  (rule step-on n empty)
  (win  across (and mine Man (row -1)))
  (lose no-man (no mine)))
`;
const JUMP = `(drf 3)
(game "Jumps"
  (players White Black)
  (board (grid a-f 1-6) (keep dark))
  (setup (each (Man (row 1 2))))
  (piece Man "M" (moves (walk (nw ne)) (jump (nw ne))))
  (rule (jump d) d enemy d empty)
  (lose no-move no-moves))
`;

export const LESSONS: readonly Lesson[] = [
  {
    id: "place",
    text: PLACE,
    solution: PLACED,
    checks: [
      { moves: ["b2"], then: "legal" },
      { moves: ["b2", "b2"], then: "illegal" },
    ],
  },
  {
    id: "win",
    text: PLACED,
    solution: PLACED.replace("(draw full", "(win row (full three mine))\n  (draw full"),
    checks: [
      { moves: ["a1", "b1", "a2", "b2", "a3"], then: "wins" },
      { moves: ["a1", "b1", "b2", "c1", "c3"], then: "wins" },
      { moves: ["a1", "b1", "a2", "b2", "c3", "b3"], then: "wins" },
    ],
  },
  {
    id: "capture",
    text: STEP,
    solution: STEP.replace("(moves step-on)", "(moves step-on (strike (nw ne)))").replace("n empty)", "n empty)\n  (rule (strike d) d enemy)"),
    checks: [
      { moves: ["a2-a3", "b5-b4", "a3-b4"], then: "legal" },
      { moves: ["b2-b3", "a5-a4", "b3-a4"], then: "legal" },
      { moves: ["a2-b3"], then: "illegal" },
      { moves: ["a2-a3", "a5-a4", "a3-a4"], then: "illegal" },
    ],
  },
  {
    id: "jump",
    text: JUMP,
    solution: JUMP.replace("enemy d empty", "enemy (take) d empty (then jump)").replace("  (lose", "  (first jump walk)\n  (lose"),
    checks: [
      { moves: ["b2-c3", "a5-b4", "c3-a5"], then: { empty: "b4" } },
      { moves: ["b2-c3", "a5-b4", "d2-e3"], then: "illegal" },
    ],
  },
];

/** The part of the key of a text that names a lesson. */
const PREFIX = "lesson:";
export const lessonKey = (lesson: Lesson): string => PREFIX + lesson.id;
export const lessonOf = (key: string): Lesson | undefined => LESSONS.find((lesson) => key === lessonKey(lesson));

/** What a check needs of a game. */
export interface Tried {
  play(node: number, text: string): Promise<ServerMessage>;
  look(node: number): Promise<View | null>;
}

/** Returns whether a check holds in a game that is at its start. */
export async function holds({ moves, then }: Check, game: Tried): Promise<boolean> {
  let node = 0;
  for (const [at, text] of moves.entries()) {
    const tell = await game.play(node, text);
    const legal = tell.tell === "done" && tell.node != null;
    if (at === moves.length - 1 && then === "illegal") return !legal;
    if (!legal) return false;
    node = tell.node!;
  }
  if (then === "legal" || then === "illegal") return true;
  const view = await game.look(node);
  if (!view) return false;
  if (then === "wins") return view.status.ending?.results.includes("win") ?? false;
  return !view.pieces.some((piece) => piece.site === then.empty);
}
