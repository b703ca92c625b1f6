/**
 * `<dagaz-board>`: shows any board of the view contract and accepts moves. It is self-contained:
 * set `board` and `view`, listen to its events, and send the moves of `dagaz-play` to the server.
 *
 * Events: `dagaz-play` {move}, `dagaz-picks` {picks, steps, …} after each change of the picks,
 * `dagaz-refused` {picks}, `dagaz-expand` {picks} to request the rest of the tree (answer with
 * `extend`), `dagaz-look` {site} when the focus moves, `dagaz-flat` where the attribute `three-d`
 * asks for a view in depth and the browser has none.
 */
import type { Board, Hand, MoveView, Pick, View } from "../contract";
import { Choice } from "./choice";
import { pressed } from "./keyboard";
import * as keys from "./keys";
import { existing } from "./layout/existing";
import type { Place } from "./layout/fit";
import type { Faces } from "./pieces";
import { Director, stepsFrom } from "./play/director";
import { keyOf, picksOf, sitesOf, type Option } from "./play/picks";
import { allLooksSame, applyAll, shownOf, type Shown } from "./play/preview";
import { Selection, type Outcome } from "./play/selection";
import { wallOver } from "./play/walls";
import { Depth } from "./depth";
import { detailOf } from "./details";
import { handKey, worthShowing } from "./hands";
import { makeHits } from "./hits";
import { Pointer } from "./pointer";
import { Scene, type Surface } from "./scene";
import { nameSites, showStates, siteOf, type Situation } from "./states";
import { css } from "./style";
import type { SolidView } from "./three-d";
import { english, type Words } from "./words";


const sheet = new CSSStyleSheet();
sheet.replaceSync(css);

export type { PicksDetail } from "./details";

export class DagazBoard extends HTMLElement {
  static observedAttributes = ["turns", "labels", "static", "faces", "images", "three-d"];

  #root = this.attachShadow({ mode: "open" });
  #choice = new Choice();
  #selection = new Selection();
  #scene: Scene | null = null;
  #board: Board | null = null;
  #view: View | null = null;
  #shown: Shown = shownOf(null, null);
  #words: Words = english;
  #focus: string | null = null;
  #hits = new Map<string, SVGGElement>();
  #refusal: { target: string | null; causes: string[] } | null = null;
  #hint: string[] = [];
  #marked: readonly string[] = [];
  #hovered: string | null = null;
  #director = new Director();
  #resize = new ResizeObserver(() => this.#fitHands());
  #below = false;
  #pointer = new Pointer({
    surface: () => this.#surface,
    selection: () => this.#selection,
    shown: () => this.#shown,
    can: (pick) => this.#can(pick),
    pickOf: (target) => this.#pickOf(target),
    press: (pick) => this.press(pick),
    refuse: (picks) => this.#act({ kind: "refused", picks }),
    settle: () => this.#show(this.#preview(), []),
    hover: (site) => this.#hover(site),
  });
  #depth = new Depth({
    element: this,
    root: this.#root,
    graspable: (target) => this.#can(this.#pickOf(target)),
    can: (site) => this.#can({ site }),
    wheel: (event) => this.#wheel(event),
    click: (event) => this.#click(event),
    listen: (node) => this.#pointer.listen(node),
    changed: () => this.#rebuild(),
  });
  #sent = false;
  /** When the wheel last turned what is held. */
  #turned = 0;

  constructor() {
    super();
    this.#root.adoptedStyleSheets = [sheet];
    this.#root.append(this.#choice.node);
    this.addEventListener("pointerdown", () => this.#scene?.svg.classList.remove("keys"));
    this.addEventListener("keydown", (event) => {
      if (this.#scene && !this.#inert && !this.#choice.open && !this.#depth.pressed(event)) pressed(event, this.#keyed());
    });
  }

  connectedCallback(): void {
    this.#resize.observe(this);
    this.#depth.follow(this.hasAttribute("three-d") && !this.#inert);
    this.#rebuild();
  }

  disconnectedCallback(): void {
    this.#resize.disconnect();
    this.#depth.end();
  }

  attributeChangedCallback(name: string): void {
    if (name === "three-d") this.#depth.follow(this.hasAttribute("three-d") && !this.#inert && this.isConnected);
    this.#rebuild();
  }

  set board(board: Board | null) {
    if (board === this.#board) return;
    this.#board = board;
    const places = new Map(board?.sites.map((site) => [site.id, [site.x, site.y] as const]));
    this.#selection.where = (site) => places.get(site) ?? null;
    this.#view = null;
    this.#shown = shownOf(null, board);
    this.#focus = null;
    this.#rebuild();
  }

  get board(): Board | null {
    return this.#board;
  }

  /**
   * The position. Pieces go from the one before on the way that its last move tells, if that leads
   * here.
   */
  set view(view: View | null) {
    const before = this.#view;
    this.#view = view;
    this.#refusal = null;
    this.#hint = [];
    if (!this.#scene || !view) {
      this.#rebuild();
      return;
    }
    const same = before !== null && before.node === view.node && before.game === view.game;
    // News about a position that a move has been sent from change nothing until the move is
    // answered.
    if (same && this.#sent) return;
    this.#sent = false;
    const kept = same ? [...this.#selection.picks] : (view.draft?.picks ?? []);
    this.#selection.load(this.#inert ? [] : view.moves, view.more ?? false, kept);
    if (!same) this.#choice.hide();
    // A board without borders is redrawn if other sites exist.
    if (view.exists?.join() !== (before ?? this.#board)?.exists?.join()) this.#rebuild();
    else this.#show(this.#preview(), view.last?.steps ?? []);
    this.#tell();
  }

  get view(): View | null {
    return this.#view;
  }

  set words(words: Words) {
    this.#words = words;
    this.#rebuild();
  }

  /** Wait for `finish` even where only one move is left. */
  set confirm(confirm: boolean) {
    this.#selection.confirm = confirm;
  }

  /** Where the keyboard is. */
  get focusedSite(): string | null {
    return this.#focus;
  }

  /** Where a key of the keyboard leads from a site. */
  neighbour(site: string, key: string): string | null {
    const place = this.#scene?.layout.places.get(site);
    return (place && this.#board && keys.step(this.#scene!.layout, this.#board.links, place, key)?.id) ?? null;
  }

  /** Turns the piece in hand. */
  rotate(by: 1 | -1): void {
    this.#selection.held?.rotate(by);
    this.#marks();
  }

  get selection(): Selection {
    return this.#selection;
  }

  /** Whether every piece comes in several faces that people read differently. */
  get hasFaces(): boolean {
    return this.#scene?.set.name === "shogi" || this.#scene?.set.name === "xiangqi";
  }

  extend(prefix: readonly Pick[], moves: readonly MoveView[], more: boolean): void {
    if (prefix.map(keyOf).join() !== this.#selection.picks.map(keyOf).join()) return;
    this.#act(this.#selection.extend(prefix, moves, more));
  }

  press(pick: Pick): void {
    const wall = pick !== "pass" && "site" in pick ? this.#wallOver(pick.site) : null;
    if (wall) {
      // Nothing is asked that the slot has answered.
      let outcome: Outcome | null = null;
      for (const one of picksOf(wall)) if (outcome?.kind !== "play") outcome = this.#selection.press(one);
      if (outcome) this.#act(outcome);
      return;
    }
    this.#act(this.#selection.press(pick));
  }

  backOut(): void {
    if (this.#selection.picks.length > 0 || this.#selection.held) this.#act(this.#selection.back());
  }

  cancel(): void {
    this.#selection.clear();
    this.#act({ kind: "backed" });
  }

  finish(): void {
    const move = this.#selection.finish;
    if (move) this.#play(move);
  }

  /**
   * Takes back what `dagaz-play` said last: the move was refused, and the position is as it was.
   */
  unplay(): void {
    this.#sent = false;
    const view = this.#view;
    this.#view = null;
    this.view = view;
  }

  /** Shows which site was refused, and what caused it. */
  refuse(target: string | null, causes: string[]): void {
    this.#refusal = { target, causes };
    this.#marks();
  }

  /** Shows a recommended move. */
  hint(sites: string[]): void {
    this.#hint = sites;
    this.#marks();
  }

  /** Outlines sites that a text next to the board speaks of, until others are. */
  mark(sites: readonly string[]): void {
    this.#marked = sites;
    this.#marks();
  }

  /** The drawing, as `still.ts` makes pictures of it; null before there is one. */
  get drawing(): SVGSVGElement | null {
    return this.#scene?.svg ?? null;
  }

  /** The middle of a site, in pixels of the element: for texts next to it. */
  whereIs(site: string): { x: number; y: number; size: number } | null {
    return this.#depth.view?.whereIs(site) ?? this.#scene?.whereIs(site, this.getBoundingClientRect()) ?? null;
  }

  /** Puts the keyboard on the board. */
  focusBoard(site?: string): void {
    const wanted = site ?? this.#focus ?? this.#firstFocus();
    if (wanted) this.#moveFocus(wanted);
  }

  /** Width over height of everything that is drawn. */
  get ratio(): number {
    return this.#scene ? this.#scene.view.width / this.#scene.view.height : 1;
  }

  /** A piece type as a picture of its own, as this board draws it. */
  picture(type: string, owner: string | null): SVGSVGElement | null {
    return this.#scene?.picture(type, owner) ?? null;
  }

  /** The view in depth, while it is shown. */
  get solid(): SolidView | null {
    return this.#depth.view;
  }

  get #surface(): Surface {
    return this.#depth.view ?? this.#scene!;
  }

  get #inert(): boolean {
    return this.hasAttribute("static");
  }

  /** Hands are at the sides of the board if there is room, else above and below it. */
  #fitHands(): void {
    const below = this.getBoundingClientRect().width < 560;
    const turned = this.#board?.look?.narrowTurns !== undefined;
    const beside = turned || (this.#scene?.hands.slots.length ?? 0) > 0 || (this.#scene?.layout.spots.some((place) => place.members.length > 0) ?? false);
    if (below !== this.#below && beside) {
      this.#below = below;
      this.#rebuild();
    } else this.#below = below;
  }

  #rebuild(): void {
    if (!this.#board || !this.isConnected) return;
    this.#director.stop();
    const focused = this.#root.activeElement?.closest("g[data-site]") !== null && this.#root.activeElement !== null;
    this.#scene?.svg.remove();
    this.#scene = new Scene(existing(this.#board, this.#view?.exists ?? this.#board.exists), {
      turns: Number(this.getAttribute("turns") ?? 0) + (this.#below ? (this.#board.look?.narrowTurns ?? this.#board.look?.turns ?? 0) : (this.#board.look?.turns ?? 0)),
      labels: this.getAttribute("labels") !== "none",
      bare: this.#inert,
      handsBelow: this.#below,
      hands: this.#inert ? [] : worthShowing(this.#board, this.#view?.hands ?? this.#board.hands),
      faces: (this.getAttribute("faces") as Faces | null) ?? "characters",
      ownImages: this.hasAttribute("images"),
      words: this.#words,
      apart: this.#depth.view !== null,
    });
    const { svg: drawing } = this.#scene;
    this.#root.prepend(drawing);
    if (!this.#inert) {
      drawing.removeAttribute("aria-hidden");
      drawing.setAttribute("role", "group");
      drawing.setAttribute("aria-label", this.#words.board(this.#board.title));
      this.#addHits();
    }
    this.#selection.load(this.#inert ? [] : (this.#view?.moves ?? []), this.#view?.more ?? false, this.#selection.picks.length > 0 ? this.#selection.picks : (this.#view?.draft?.picks ?? []));
    this.#shown = this.#preview();
    this.#scene.show(this.#shown);
    this.#depth.take(this.#scene, this.#board);
    this.#depth.show(this.#shown, this.#view?.hands ?? this.#board.hands);
    this.#marks();
    if (focused) this.focusBoard();
    this.dispatchEvent(new CustomEvent("dagaz-drawn"));
  }

  #addHits(): void {
    const scene = this.#scene!;
    this.#hits = makeHits(scene, (key) => {
      this.#focus = key;
      this.#marks();
      this.dispatchEvent(new CustomEvent("dagaz-look", { detail: { site: key } }));
    });
    this.#pointer.listen(scene.svg);
    scene.svg.addEventListener("click", (event) => this.#click(event));
    scene.svg.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    scene.svg.addEventListener("contextmenu", (event) => {
      if (!this.#selection.held?.large) return;
      event.preventDefault();
      this.rotate(1);
    });
    this.#focus ??= this.#firstFocus();
  }

  #firstFocus(): string | null {
    const reach = [...sitesOf(this.#selection.reach).keys()];
    return reach[0] ?? this.#scene?.layout.places.keys().next().value ?? null;
  }

  #pickOf(target: { place: Place } | { hand: Hand }): Pick {
    if ("place" in target) return { site: this.#siteAt(target.place) };
    return { hand: { owner: target.hand.owner ?? null, type: target.hand.type } };
  }

  #siteAt(place: Place): string {
    return siteOf(place, this.#shown, (site) => this.#can({ site }));
  }

  #can(pick: Pick): boolean {
    const key = keyOf(pick);
    const { reach, root, picks, steps, held } = this.#selection;
    if (held?.large && pick !== "pass" && "site" in pick) return held.over(pick.site, this.#selection.where) !== null;
    if (pick !== "pass" && "hand" in pick && this.#selection.canHold(pick)) return true;
    if (pick !== "pass" && "site" in pick && this.#wallOver(pick.site)) return true;
    return reach.next.has(key) || (picks.length > 0 && steps === 0 && root.next.has(key));
  }

  /** The wall that a slot means which no move names. */
  #wallOver(site: string): MoveView | null {
    const { root, picks } = this.#selection;
    if (picks.length > 0 || root.next.has(`site ${site}`) || !this.#scene?.layout.places.get(site)?.slot) return null;
    return wallOver(root.through, site);
  }

  #act(outcome: Outcome): void {
    this.#refusal = null;
    this.#hint = [];
    switch (outcome.kind) {
      case "play":
        this.#play(outcome.move);
        return;
      case "ask":
        this.#marks();
        this.#ask(outcome.options);
        return;
      case "refused":
        if (this.#view && this.#view.moves.length > 0) {
          this.dispatchEvent(new CustomEvent("dagaz-refused", { detail: { picks: outcome.picks } }));
        }
        return;
      case "expand":
        this.dispatchEvent(new CustomEvent("dagaz-expand", { detail: { picks: outcome.picks } }));
        break;
      default:
        break;
    }
    this.#show(this.#preview(), this.#madeSteps());
    this.#tell();
  }

  #ask(options: Option[]): void {
    const owner = this.#view?.status.turn[0] ?? null;
    const picture = (option: Option) =>
      option.question === "promote" && this.#board!.types.some((type) => type.id === option.option)
        ? this.#scene!.draw(option.option, owner)
        : null;
    this.#choice.ask(options, this.#words, picture, (option) => {
      this.#act(option ? this.#selection.press(option.pick) : this.#selection.back());
      this.focusBoard();
    }, this.whereIs(this.#selection.picks.flatMap((pick) => (pick !== "pass" && "site" in pick ? [pick.site] : [])).at(-1) ?? "")?.y);
  }

  #play(move: MoveView): void {
    this.#sent = true;
    this.#show(applyAll(shownOf(this.#view, this.#board), move.steps.flatMap((step) => step.effects)), move.steps);
    this.#selection.clear();
    this.#selection.load([], false);
    this.#marks();
    this.#tell();
    this.dispatchEvent(new CustomEvent("dagaz-play", { detail: { move } }));
  }

  #madeSteps() {
    const move = this.#selection.node.through[0];
    return move ? move.steps.slice(0, this.#selection.steps) : [];
  }

  /** The position with the complete steps of the move in hand already done. */
  #preview(): Shown {
    return applyAll(shownOf(this.#view, this.#board), this.#madeSteps().flatMap((step) => step.effects));
  }

  #tell(): void {
    this.dispatchEvent(new CustomEvent("dagaz-picks", { detail: detailOf(this.#selection, this.#madeSteps(), this.#shown) }));
  }

  // ---- showing ----

  /** Shows a position, and how the last of `steps` leads there from what is shown now. */
  #show(shown: Shown, steps: readonly MoveView["steps"][number][]): void {
    const scene = this.#scene;
    if (!scene) return;
    const before = this.#shown;
    const busy = this.#director.busy || (this.#depth.view?.busy ?? false);
    // The answer to a move shows what its sender has seen already: its animation continues.
    if (busy && allLooksSame(before, shown)) {
      this.#marks();
      return;
    }
    this.#director.stop();
    this.#shown = shown;
    scene.show(shown);
    this.#depth.show(shown, this.#view?.hands ?? this.#board?.hands ?? []);
    this.#marks();
    if (this.#inert || allLooksSame(before, shown) || this.#pointer.dropping || this.hasAttribute("data-still")) return;
    if (this.#depth.view) this.#depth.animate(before, stepsFrom(before, shown, steps));
    else this.#director.show(scene, before, shown, steps);
  }

  /**
   * Everything but pieces: last move, selection, targets, threats, refusals, and what each site is
   * called.
   */
  #marks(): void {
    if (!this.#scene || !this.#board) return;
    const now: Situation = {
      board: this.#board,
      view: this.#view,
      shown: this.#shown,
      selection: this.#selection,
      hint: this.#hint,
      marked: this.#marked,
      hovered: this.#hovered,
      focus: this.#focus,
      refusal: this.#refusal,
      can: (pick) => this.#can(pick),
      siteAt: (place) => this.#siteAt(place),
    };
    showStates(this.#scene, now);
    if (!this.#inert) nameSites(this.#scene, this.#hits, now, this.#words);
    this.#depth.mark();
  }

  // ---- pointer ----

  #hover(site: string | null): void {
    if (site === this.#hovered) return;
    this.#hovered = site;
    this.#marks();
  }

  #click(event: MouseEvent): void {
    if (this.#pointer.skipsClick || this.#depth.view?.hasTurned) return;
    // A screen reader clicks the button itself, at no place of the screen that matters.
    const button = (event.target as Element).closest("g[data-site], g[data-hand]");
    const direct = button?.getAttribute("data-site") ?? null;
    const target = direct !== null ? { place: this.#scene!.layout.places.get(direct)! } : this.#surface.at(event.clientX, event.clientY);
    if (!target) {
      this.cancel();
      return;
    }
    const key = "place" in target ? target.place.id : handKey(target.hand);
    this.#focus = key;
    this.press(this.#pickOf(target));
  }

  /** A wheel turns what is held, a notch at a time. */
  #wheel(event: WheelEvent): boolean {
    if (!this.#selection.held?.large) return false;
    event.preventDefault();
    if (event.timeStamp - this.#turned < 120) return true;
    this.#turned = event.timeStamp;
    this.rotate(event.deltaY > 0 ? 1 : -1);
    return true;
  }

  // ---- keyboard ----

  #keyed() {
    const scene = this.#scene!;
    const place = this.#focus ? scene.layout.places.get(this.#focus) : undefined;
    const slot = place ? undefined : scene.hands.slots.find((one) => handKey(one.hand) === this.#focus);
    return {
      scene,
      own: this,
      pick: place ? this.#pickOf({ place }) : slot ? this.#pickOf({ hand: slot.hand }) : null,
      refused: this.#refusal !== null,
      goes: (key: string) => keys.goes(scene, this.#board!.links, this.#focus, key, this.hasAttribute("plainkeys"), this.#view?.me ?? []),
      can: (pick: Pick) => this.#can(pick),
      moveFocus: (key: string) => this.#moveFocus(key),
    };
  }

  #moveFocus(key: string): void {
    this.#scene!.svg.classList.add("keys");
    this.#focus = key;
    for (const [other, node] of this.#hits) node.setAttribute("tabindex", other === key ? "0" : "-1");
    this.#hits.get(key)?.focus();
  }
}

customElements.define("dagaz-board", DagazBoard);

declare global {
  interface HTMLElementTagNameMap {
    "dagaz-board": DagazBoard;
  }
}
