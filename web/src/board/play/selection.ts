/**
 * What has been picked of a move so far. Every input — pointer, keyboard, list — ends here, and
 * nothing gets further than the list of legal moves lets it.
 */
import type { MoveView, Pick } from "../../contract";
import { byPlaced, Held, type Where } from "./hold";
import { completeSteps, fold, follow, keyOf, optionsOf, type Option, type PickNode } from "./picks";

export type Outcome =
  | { kind: "picked" }
  | { kind: "backed" }
  /** The picks are a whole move. */
  | { kind: "play"; move: MoveView }
  /** Several moves have these picks: the player has to choose. */
  | { kind: "ask"; options: Option[] }
  /** No legal move continues in this way. */
  | { kind: "refused"; picks: Pick[] }
  /** The rest of the tree is not here yet. */
  | { kind: "expand"; picks: Pick[] };

export class Selection {
  #all: readonly MoveView[] = [];
  #root: PickNode = fold([]);
  #placed = new Map<string, MoveView[]>();
  #held: Held | null = null;
  /** Where sites lie, for pieces of several cells. */
  where: Where = () => null;
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

  /** The piece in hand, where the list of moves names the place first. */
  get held(): Held | null {
    return this.#held;
  }

  /** Whether a piece in hand can be held before its place is chosen. */
  canHold(pick: Pick): boolean {
    return this.#placed.has(keyOf(pick));
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
    const held = this.#held?.pick;
    this.#all = moves;
    this.#placed = byPlaced(moves);
    this.#hold(held && this.canHold(held) ? held : null);
    this.#more = more;
    this.#fetched.clear();
    this.#picks = follow(this.#root, picks) ? [...picks] : [];
  }

  /** Takes the continuations of a prefix that was asked for. */
  extend(prefix: readonly Pick[], moves: readonly MoveView[], more: boolean): Outcome {
    this.#fetched.set(prefix.map(keyOf).join("\n"), [...moves]);
    const picks = this.#picks;
    this.#all = [...this.#all.filter((move) => !isBeginningOf(move, prefix)), ...moves];
    this.#placed = byPlaced(this.#all);
    this.#hold(this.#held?.pick ?? null);
    this.#picks = picks;
    this.#more = more || this.#more;
    return this.#settle();
  }

  /** Holds the piece of a pick: only its moves remain; null lets it go. */
  #hold(pick: Pick | null): void {
    this.#held = pick ? new Held(pick, this.#placed.get(keyOf(pick)) ?? [], this.where) : null;
    this.#root = fold(this.#held?.moves ?? this.#all);
    this.#picks = [];
  }

  press(pick: Pick): Outcome {
    const key = keyOf(pick);
    if (pick !== "pass" && "hand" in pick && !this.node.next.has(key) && this.canHold(pick)) {
      this.#hold(this.#held && keyOf(this.#held.pick) === key ? null : pick);
      return { kind: this.#held ? "picked" : "backed" };
    }
    if (this.#held?.large && pick !== "pass" && "site" in pick) {
      const found = this.#held.over(pick.site, this.where);
      return found ? { kind: "play", move: found.move } : { kind: "refused", picks: [this.#held.pick, pick] };
    }
    const onBoard = pick !== "pass" && "site" in pick && this.#picks.length === 0 && !this.#root.next.has(key);
    // Something on the board is picked instead of what was held.
    if (this.#held && onBoard && fold(this.#all).next.has(key)) this.#hold(null);
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
    if (this.#picks.length === 0) this.#hold(null);
    this.#picks.pop();
    // A hand that was picked by itself is given back by itself.
    const hand = this.#onlyHand(true);
    if (hand && this.#picks.length === 1 && keyOf(this.#picks[0]!) === keyOf(hand)) this.#picks = [];
    return { kind: "backed" };
  }

  clear(): void {
    this.#hold(null);
  }

  /**
   * The sites that can be picked next; with nothing picked and one hand to drop from, where the
   * drop may go.
   */
  get reach(): PickNode {
    const hand = this.#picks.length === 0 ? this.#onlyHand(true) : null;
    return hand ? (follow(this.#root, [hand]) ?? this.node) : this.node;
  }

  /**
   * The one hand that something can be dropped from; if `alone`, only where nothing else can be
   * picked first.
   */
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
    // What is held answers the question what is to be placed.
    if (this.#held && options.length === 1 && node.next.size === 1) {
      this.#picks.push(options[0]!.pick);
      return this.#settle();
    }
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
