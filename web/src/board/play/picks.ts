/**
 * The legal moves of a position, folded into a tree of picks. It knows what may be picked next, and
 * no rule.
 */
import type { EffectView, MoveView, Pick } from "../../contract";

export type Key = string;

/** A pick as text: equal picks have equal keys. */
export function keyOf(pick: Pick): Key {
  if (pick === "pass") return "pass";
  if ("site" in pick) return `site ${pick.site}`;
  if ("hand" in pick) return `hand ${pick.hand.owner ?? ""} ${pick.hand.type}`;
  return `choose ${pick.choose.question} ${pick.choose.option}`;
}

export interface PickNode {
  /** How the node was reached; none at the root. */
  pick: Pick | null;
  depth: number;
  next: Map<Key, PickNode>;
  /** The whole move that the picks so far are. */
  move: MoveView | null;
  /** All beginnings or moves that go through here. */
  through: MoveView[];
}

export function fold(moves: readonly MoveView[]): PickNode {
  const root: PickNode = { pick: null, depth: 0, next: new Map(), move: null, through: [...moves] };
  for (const move of moves) {
    let node = root;
    for (const pick of picksOf(move)) {
      const key = keyOf(pick);
      let child = node.next.get(key);
      if (!child) {
        child = { pick, depth: node.depth + 1, next: new Map(), move: null, through: [] };
        node.next.set(key, child);
      }
      child.through.push(move);
      node = child;
    }
    if (move.id != null) node.move ??= move;
  }
  return root;
}

export const picksOf = (move: MoveView): Pick[] => move.steps.flatMap((step) => step.pick);

/** The node that picks lead to; null if no move begins so. */
export function follow(root: PickNode, picks: readonly Pick[]): PickNode | null {
  let node: PickNode | undefined = root;
  for (const pick of picks) {
    node = node?.next.get(keyOf(pick));
  }
  return node ?? null;
}

/** How many steps are complete when `depth` picks of the move are made. */
export function completeSteps(move: MoveView, depth: number): number {
  let [picks, steps] = [0, 0];
  for (const step of move.steps) {
    picks += step.pick.length;
    if (picks > depth) break;
    steps += 1;
  }
  return steps;
}

/** The sites that may be picked next. */
export function sitesOf(node: PickNode): Map<string, PickNode> {
  const found = new Map<string, PickNode>();
  for (const child of node.next.values()) {
    if (child.pick && child.pick !== "pass" && "site" in child.pick) found.set(child.pick.site, child);
  }
  return found;
}

export interface Option {
  pick: Pick & object;
  option: string;
  question: string;
}

/** The answers that may be given next, if all that can follow are answers to one question. */
export function optionsOf(node: PickNode): Option[] {
  const options: Option[] = [];
  for (const { pick } of node.next.values()) {
    if (pick && pick !== "pass" && "choose" in pick) options.push({ pick, option: pick.choose.option, question: pick.choose.question });
  }
  return options;
}

/**
 * Whether the pick leads to something that is captured: by the effects of the step that it
 * completes.
 */
export function captures(node: PickNode, occupied: (site: string) => boolean): boolean {
  const move = node.through[0];
  if (!move || node.depth === 0) return false;
  const steps = completeSteps(move, node.depth);
  const step = move.steps[Math.max(0, steps - 1)];
  const takes = (effect: EffectView) => effect.do === "move" && occupied(effect.to) && effect.from !== effect.to;
  const picked = move.steps.slice(0, steps).reduce((sum, one) => sum + one.pick.length, 0);
  if (node.depth > picked) {
    // A choice follows, such as what a pawn becomes: where it goes is known already.
    const { pick } = node;
    const site = pick && pick !== "pass" && "site" in pick ? pick.site : null;
    return move.steps[steps]?.effects.some((effect) => takes(effect) && effect.do === "move" && effect.to === site) ?? false;
  }
  return steps > 0 && !!step && step.effects.some((effect) => effect.do === "remove" || takes(effect));
}

/** Whether picking here does nothing but remove what stands here. */
export function removes(node: PickNode): boolean {
  const move = node.through[0];
  const pick = node.pick;
  if (!move || !pick || pick === "pass" || !("site" in pick)) return false;
  let picks = 0;
  for (const step of move.steps) {
    picks += step.pick.length;
    if (picks === node.depth) {
      return step.say === "remove" && step.effects.some((effect) => effect.do === "remove" && effect.site === pick.site);
    }
  }
  return false;
}
