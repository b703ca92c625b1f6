/**
 * What has been picked of a move so far. Every input — pointer, keyboard, list — ends here, and nothing gets further than the
 * list of legal moves lets it.
 */
import type { MoveView, Pick } from "../../contract";
import { completeSteps, fold, follow, keyOf, optionsOf, type Option, type PickNode } from "./picks";

export type Outcome =
  | { kind: "picked" }
  | { kind: "backed" }
  /** The picks are a whole move. */
  | { kind: "play"; move: MoveView }
  /** Several moves have these picks: somebody has to choose. */
  | { kind: "ask"; options: Option[] }
  /** No legal move goes on like this. */
  | { kind: "refused"; picks: Pick[] }
  /** The rest of the tree is not here yet. */
  | { kind: "expand"; picks: Pick[] };

export class Selection {
  #root: PickNode = fold([]);
  #picks: Pick[] = [];
  #more = false;
  /** Beginnings whose continuations have been fetched, by prefix. */
  #fetched = new Map<string, MoveView[]>();
  /** Wait for Finish even where only one move is left. */
  confirm = false;

  get picks(): readonly Pick[] {
    return this.#picks;
  }

  get root(): PickNode {
    return this.#root;
  }

  get node(): PickNode {
    return follow(this.#root, this.#picks) ?? this.#root;
  }

  /** Steps of the move that are complete with the picks so far. */
  get steps(): number {
    const move = this.node.through[0];
    return move ? completeSteps(move, this.#picks.length) : 0;
  }

  /** The move that the picks are already, though more could follow. */
  get finish(): MoveView | null {
    const { node } = this;
    if (node.move && (node.next.size > 0 || this.confirm)) return node.move;
    const stop = optionsOf(node).find((option) => option.question === "stop");
    return stop ? (follow(node, [stop.pick])?.move ?? null) : null;
  }

  /** The move that gives the turn up. */
  get pass(): MoveView | null {
    return this.#root.next.get("pass")?.move ?? null;
  }

  load(moves: readonly MoveView[], more: boolean, picks: readonly Pick[] = []): void {
    this.#root = fold(moves);
    this.#more = more;
    this.#fetched.clear();
    this.#picks = follow(this.#root, picks) ? [...picks] : [];
  }

  /** Takes the continuations of a prefix that was asked for. */
  extend(prefix: readonly Pick[], moves: readonly MoveView[], more: boolean): Outcome {
    this.#fetched.set(prefix.map(keyOf).join("\n"), [...moves]);
    const known = this.#root.through.filter((move) => !isBeginningOf(move, prefix));
    this.#root = fold([...known, ...moves]);
    this.#more = more || this.#more;
    return this.#settle();
  }

  press(pick: Pick): Outcome {
    const key = keyOf(pick);
    if (this.node.next.has(key)) {
      this.#picks.push(pick);
      return this.#settle();
    }
    const last = this.#picks.at(-1);
    if (last && keyOf(last) === key) return this.back();
    const hand = this.#onlyHand(false);
    if (this.#picks.length === 0 && hand && follow(this.#root, [hand, pick])) {
      this.#picks = [hand, pick];
      return this.#settle();
    }
    if (this.#picks.length > 0 && this.steps === 0 && this.#root.next.has(key)) {
      this.#picks = [pick];
      return this.#settle();
    }
    return { kind: "refused", picks: [...this.#picks, pick] };
  }

  back(): Outcome {
    this.#picks.pop();
    // A hand that was picked by itself is given back by itself.
    const hand = this.#onlyHand(true);
    if (hand && this.#picks.length === 1 && keyOf(this.#picks[0]!) === keyOf(hand)) this.#picks = [];
    return { kind: "backed" };
  }

  clear(): void {
    this.#picks = [];
  }

  /** The sites that can be picked next; with nothing picked and one hand to drop from, where the drop may go. */
  get reach(): PickNode {
    const hand = this.#picks.length === 0 ? this.#onlyHand(true) : null;
    return hand ? (follow(this.#root, [hand]) ?? this.node) : this.node;
  }

  /** The one hand that something can be dropped from; if `alone`, only where nothing else can be picked first. */
  #onlyHand(alone: boolean): Pick | null {
    const picks = [...this.#root.next.values()].map((child) => child.pick).filter((pick) => pick !== null && pick !== "pass");
    const hands = picks.filter((pick) => "hand" in pick);
    return hands.length === 1 && (!alone || picks.length === 1) ? hands[0]! : null;
  }

  #settle(): Outcome {
    const { node } = this;
    if (node.next.size === 0 && !node.move) {
      const prefix = [...this.#picks];
      if (this.#more && !this.#fetched.has(prefix.map(keyOf).join("\n"))) return { kind: "expand", picks: prefix };
      return { kind: "picked" };
    }
    if (this.confirm) return { kind: "picked" };
    if (node.move && node.next.size === 0) return { kind: "play", move: node.move };
    const options = optionsOf(node).filter((option) => option.question !== "stop");
    if (options.length > 0 && options.length === node.next.size) return { kind: "ask", options };
    const only = node.through.length === 1 ? node.through[0] : undefined;
    if (only?.id != null && this.steps > 0 && !this.#more) return { kind: "play", move: only };
    return { kind: "picked" };
  }
}

function isBeginningOf(move: MoveView, prefix: readonly Pick[]): boolean {
  const picks = move.steps.flatMap((step) => step.pick);
  return move.id == null && picks.length <= prefix.length && picks.every((pick, at) => keyOf(pick) === keyOf(prefix[at]!));
}
