/** Mouse, pen and finger: a click picks, and a piece can be dragged to where it goes. */
import type { Pick } from "../contract";
import { keyOf } from "./play/picks";
import type { Selection } from "./play/selection";
import type { Shown } from "./play/preview";
import type { Lifted, Surface, Target } from "./scene";

/** What a pointer needs of the board. */
export interface Pointed {
  surface(): Surface;
  selection(): Selection;
  shown(): Shown;
  can(pick: Pick): boolean;
  pickOf(target: Target): Pick;
  press(pick: Pick): void;
  /** Says that these picks make no move. */
  refuse(picks: Pick[]): void;
  /** Shows the position as it is, without movement. */
  settle(): void;
  hover(site: string | null): void;
}

/** A piece that a pointer holds, or is about to. */
interface Drag {
  pick: Pick;
  id: number;
  x: number;
  y: number;
  lifted: Lifted | null;
  /** The piece may not move: it stays where it is, and where it was dragged is only asked about. */
  stuck: boolean;
}

export class Pointer {
  #drag: Drag | null = null;
  /** Whether a piece is being put down: it is where it goes already, and does not travel. */
  dropping = false;
  /** Whether a click that follows belongs to a drag. */
  skipsClick = false;

  constructor(readonly board: Pointed) {}

  listen(node: Surface["node"]): void {
    const on = (name: string, act: (event: PointerEvent) => void) => node.addEventListener(name, (event) => act(event as PointerEvent));
    on("pointerdown", (event) => this.#down(event));
    on("pointermove", (event) => this.#move(event));
    on("pointerup", (event) => this.#up(event));
    on("pointercancel", () => this.#end());
    on("pointerleave", () => this.board.hover(null));
  }

  #down(event: PointerEvent): void {
    if (event.button !== 0) return;
    const target = this.board.surface().at(event.clientX, event.clientY);
    if (!target) return;
    const pick = this.board.pickOf(target);
    const stuck = !this.board.can(pick);
    const stands = pick !== "pass" && "site" in pick && this.board.shown().pieces.some((piece) => piece.site === pick.site);
    if (stuck && (this.board.surface().turns || !stands)) return;
    this.#drag = { pick, id: event.pointerId, x: event.clientX, y: event.clientY, lifted: null, stuck };
  }

  #move(event: PointerEvent): void {
    const drag = this.#drag;
    const surface = this.board.surface();
    if (!drag) {
      if (event.pointerType === "mouse") {
        const target = surface.at(event.clientX, event.clientY);
        this.board.hover(target && "place" in target ? target.place.id : null);
      }
      return;
    }
    if (!drag.lifted) {
      if (drag.stuck || Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 5 || !this.#start(drag)) return;
      surface.node.setPointerCapture(drag.id);
    }
    drag.lifted?.to(event.clientX, event.clientY);
  }

  /** A piece is picked up only where picking it does not already make a move. */
  #start(drag: Drag): boolean {
    const { pick } = drag;
    const [selection, shown] = [this.board.selection(), this.board.shown()];
    if (pick === "pass" || "choose" in pick) return false;
    const site = "site" in pick ? pick.site : null;
    const piece = site ? shown.pieces.find((one) => one.site === site) : { type: "hand" in pick ? pick.hand.type : "", owner: "hand" in pick ? pick.hand.owner : null };
    const child = selection.reach.next.get(keyOf(pick)) ?? selection.root.next.get(keyOf(pick));
    if (!piece || !child || child.move || child.next.size === 0) return false;
    if (!selection.picks.some((one) => keyOf(one) === keyOf(pick))) this.board.press(pick);
    drag.lifted = this.board.surface().lift(site, piece);
    return true;
  }

  #up(event: PointerEvent): void {
    const drag = this.#drag;
    if (!drag || (!drag.lifted && !drag.stuck)) {
      this.#drag = null;
      return;
    }
    const target = this.board.surface().at(event.clientX, event.clientY);
    if (drag.stuck) {
      this.#drag = null;
      const to = target && this.board.pickOf(target);
      if (!to || keyOf(to) === keyOf(drag.pick) || this.board.selection().picks.length > 0) return;
      this.#skipClick();
      this.board.refuse([drag.pick, to]);
      return;
    }
    this.#skipClick();
    const same = target && keyOf(this.board.pickOf(target)) === keyOf(drag.pick);
    this.dropping = true;
    if (target && !same) this.board.press(this.board.pickOf(target));
    else this.board.settle();
    this.dropping = false;
    this.#end();
  }

  #skipClick(): void {
    this.skipsClick = true;
    setTimeout(() => (this.skipsClick = false), 0);
  }

  #end(): void {
    const drag = this.#drag;
    this.#drag = null;
    drag?.lifted?.end();
  }
}
