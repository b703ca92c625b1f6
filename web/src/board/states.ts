/**
 * What the board says about its sites besides what stands there: last move, selection, targets,
 * threats, refusals, and names.
 */
import type { Board, Hand, MoveView, PieceView, Pick, View } from "../contract";
import { block } from "./draw/blocks";
import { inOrder } from "./draw/column";
import * as marks from "./draw/marks";
import { handKey, SLOT } from "./hands";
import type { Place } from "./layout/fit";
import { corners, wayAlong } from "./play/motion";
import { captures, keyOf, removes, sitesOf, type PickNode } from "./play/picks";
import type { Shown } from "./play/preview";
import type { Selection } from "./play/selection";
import { wallOver } from "./play/walls";
import type { Layer, Scene } from "./scene";
import { circle, group, polygon, svg } from "./svg";
import type { Words } from "./words";

/** All that states follow from. */
export interface Situation {
  board: Board;
  view: View | null;
  shown: Shown;
  selection: Selection;
  /** A recommended move. */
  hint: readonly string[];
  /** Sites that a text next to the board speaks of. */
  marked: readonly string[];
  /** Under the pointer, and where the keyboard is. */
  hovered: string | null;
  focus: string | null;
  refusal: { target: string | null; causes: readonly string[] } | null;
  can: (pick: Pick) => boolean;
  siteAt: (place: Place) => string;
}

export function showStates(scene: Scene, now: Situation): void {
  const { places } = scene.layout;
  const { view, shown, selection, hint, refusal } = now;
  const place = (site: string) => places.get(site);
  const fill = (layer: Layer, nodes: (SVGElement | null | undefined)[]) => scene.layer(layer).replaceChildren(...nodes.filter((node) => node != null));
  const occupied = occupiedIn(shown);
  const stone = scene.set.name === "stones" && scene.layout.kind === "points" && scene.layout.arcs.length === 0;
  const lastSites = (view?.last?.sites ?? []).filter((site) => places.has(site) && !places.get(site)!.aside);
  const check = checked(scene, view);
  fill("last", [...(stone ? [] : lastSites.map((site) => marks.lastMove(place(site)!))), ...check.map((site) => marks.threatened(place(site)!))]);
  const { picks, reach, root, steps } = selection;
  const current = currentOf(selection);
  fill("selection", picks.length > 0 && current && place(current) ? [marks.selected(place(current)!)] : []);
  fill("paths", []);
  if (view) scene.showMarks(view.marks.filter((mark) => mark.kind !== "threat"));
  // Origin and target do not show a move that turned on its way.
  if (picks.length === 0) for (const way of bentWays(scene, view)) scene.layer("paths").append(marks.arrow(scene.layout, way, "path"));
  if (hint.length > 1) scene.layer("paths").append(marks.arrow(scene.layout, hint, "hint-line"));
  const targets = sitesOf(reach);
  const drawn: SVGElement[] = [];
  const removables: SVGElement[] = [];
  for (const [site, child] of targets) {
    const at = place(site);
    if (!at) continue;
    if (selection.held?.large) continue;
    if (removes(child)) removables.push(marks.removable(at));
    else if (picks.length === 0 && !selection.held) continue;
    else if (captures(child, occupied) && occupied(site)) drawn.push(marks.captureTarget(at));
    else drawn.push(marks.quietTarget(at));
  }
  const hovered = now.hovered ? place(now.hovered) : undefined;
  const laid = selection.held?.large ? selection.held.over(now.hovered ?? now.focus ?? "", selection.where) : null;
  fill("targets", [
    ...(stone ? lastSites.filter(occupied).map((site) => circle(place(site)!.x, place(site)!.y, 12, { class: "last-dot" })) : []),
    ...drawn,
    ...[...hint, ...now.marked].map((site) => place(site) && marks.outline(place(site)!, 4, { class: "hint" })),
    laid ? laidGhost(scene, laid) : hovered ? hoverMark(scene, now, hovered) : null,
  ]);
  fill("removables", removables);
  fill("refusals", [
    ...(refusal?.causes ?? []).filter((site) => site !== refusal?.target).map((site) => place(site) && marks.cause(place(site)!)),
    refusal?.target && place(refusal.target) ? marks.refused(place(refusal.target)!) : null,
  ]);
  const ring = now.focus ? place(now.focus) : undefined;
  fill("focus", [ring ? marks.focusRing(ring) : slotRing(scene, now.focus)]);
  const chosenHand = picks.find((pick) => pick !== "pass" && "hand" in pick);
  scene.showSlots(view?.hands ?? now.board.hands, (hand) => {
    const key = keyOf({ hand: { owner: hand.owner ?? null, type: hand.type } });
    const pick: Pick = { hand: { owner: hand.owner ?? null, type: hand.type } };
    const held = selection.held !== null && keyOf(selection.held.pick) === key;
    return { can: steps === 0 && (root.next.has(key) || selection.canHold(pick)), on: held || (chosenHand !== undefined && keyOf(chosenHand) === key) };
  });
}

/**
 * The site that is meant by a place: of a slot the one that can be picked, or that something stands
 * on.
 */
export function siteOf(place: Place, shown: Shown, can: (site: string) => boolean): string {
  if (place.members.length === 0) return place.id;
  return place.members.find(can) ?? place.members.find((site) => shown.pieces.some((piece) => piece.site === site)) ?? place.id;
}

/** The sites of the last move's ways, where they are no straight lines. */
function bentWays(scene: Scene, view: View | null): string[][] {
  const effects = view?.last?.steps.flatMap((step) => step.effects) ?? [];
  const ways = effects.flatMap((effect) => (effect.do === "move" && (effect.path?.length ?? 0) > 2 ? [effect.path!] : []));
  return ways.filter((way) => corners(wayAlong(scene.layout, way)) > 0);
}

function checked(scene: Scene, view: View | null): string[] {
  const threats = view?.marks.filter((mark) => mark.kind === "threat").flatMap((mark) => mark.sites) ?? [];
  return [...new Set([...(view?.status.check ?? []), ...threats])].filter((site) => scene.layout.places.has(site));
}

function currentOf(selection: Selection): string | undefined {
  return selection.picks.flatMap((pick) => (pick !== "pass" && "site" in pick ? [pick.site] : [])).at(-1);
}

function occupiedIn(shown: Shown): (site: string) => boolean {
  const has = new Set(shown.pieces.map((piece) => piece.site));
  return (site) => has.has(site);
}

function hoverMark(scene: Scene, now: Situation, place: Place): SVGElement | null {
  if (!now.can({ site: place.id })) return null;
  const child = sitesOf(now.selection.reach).get(place.id);
  const step = (child?.through[0] ?? (place.slot ? wallOver(now.selection.root.through, place.id) : null))?.steps.find((one) => one.effects.length > 0);
  // A wall is seen in all the slots that it would fill.
  const walls = (step?.effects ?? []).flatMap((effect) => (effect.do === "place" ? [scene.layout.places.get(effect.site)] : [])).filter((at) => at?.slot && at.cell);
  if (walls.length > 0) return group({ class: "ghost" }, group({ class: "piece wall-piece" }, ...walls.map((at) => polygon(at!.cell!, { class: "wall-fill" }))));
  const drop = step?.effects.find((effect) => effect.do === "place" && effect.site === place.id);
  if (drop?.do === "place" && !now.shown.pieces.some((piece) => piece.site === place.id)) {
    const ghost = scene.draw(drop.type, drop.owner);
    ghost.setAttribute("transform", `translate(${place.x} ${place.y}) scale(${(place.size / 100) * 0.94})`);
    return group({ class: "ghost" }, ghost);
  }
  const sown = step?.effects.flatMap((effect) => (effect.do === "count" ? [effect.site] : [])) ?? [];
  if (scene.layout.kind === "pits" && sown.length > 1) return marks.sowingPreview(scene.layout, sown);
  return marks.hover(place);
}

/** A piece of several cells where it would lie. */
function laidGhost(scene: Scene, { move, cells }: { move: MoveView; cells: string[] }): SVGElement | null {
  const placed = move.steps.flatMap((step) => step.effects).find((effect) => effect.do === "place");
  if (placed?.do !== "place") return null;
  const part = cells.flatMap((site) => {
    const at = scene.layout.places.get(site);
    return at ? [{ piece: { site, owner: placed.owner ?? null, type: placed.type, level: 0, state: {} }, place: at }] : [];
  });
  return part.length > 0 ? group({ class: "ghost" }, block(part, scene.paintOf(placed.owner))) : null;
}

function slotRing(scene: Scene, focus: string | null): SVGElement | null {
  const slot = scene.hands.slots.find((one) => handKey(one.hand) === focus);
  if (!slot) return null;
  const box = { x: slot.x - SLOT / 2, y: slot.y - SLOT / 2, width: SLOT, height: SLOT, rx: 12 };
  return group({ class: "focus" }, svg("rect", { ...box, class: "focus-band" }), svg("rect", { ...box, class: "focus-line" }));
}

/** Tells each button of the board what it is called, and whether it can be picked. */
export function nameSites(scene: Scene, hits: ReadonlyMap<string, SVGGElement>, now: Situation, words: Words): void {
  const { selection, shown } = now;
  const targets = sitesOf(selection.reach);
  const occupied = occupiedIn(shown);
  const check = checked(scene, now.view);
  const current = currentOf(selection);
  const columns = new Map<string, PieceView[]>();
  for (const piece of shown.pieces) columns.set(piece.site, [...(columns.get(piece.site) ?? []), piece]);
  for (const [key, node] of hits) {
    const hand = scene.hands.slots.find((slot) => handKey(slot.hand) === key)?.hand;
    const site = hand ? key : now.siteAt(scene.layout.places.get(key)!);
    const pick: Pick = hand ? { hand: { owner: hand.owner ?? null, type: hand.type } } : { site };
    const can = now.can(pick);
    const chosen = selection.picks.some((one) => keyOf(one) === keyOf(pick));
    const column = inOrder(columns.get(site) ?? []).toReversed();
    const counts = shown.counts.filter((one) => one.site === site);
    const label = hand
      ? words.hand(hand.owner ?? null, hand.type, countOf(now, hand), { selectable: can, selected: chosen })
      : words.site(site, column[0] ?? null, { ...stateOf(targets.get(site), selection, occupied, site), selectable: can, selected: site === current, threatened: check.includes(site), beneath: column.slice(1), counts });
    node.setAttribute("aria-label", label);
    node.setAttribute("aria-pressed", String(chosen));
    node.setAttribute("tabindex", key === now.focus ? "0" : "-1");
    node.firstElementChild?.classList.toggle("can", can);
    // The tooltip of a stack has its pieces from top to bottom.
    const title = column.length > 1 ? words.column(column) : counts.length > 0 ? label : "";
    const shownTitle = node.querySelector("title");
    if (title) (shownTitle ?? node.appendChild(svg("title"))).textContent = title;
    else shownTitle?.remove();
  }
}

function stateOf(child: PickNode | undefined, selection: Selection, occupied: (site: string) => boolean, site: string): { target: boolean; capture: boolean } {
  const target = child !== undefined && selection.picks.length > 0;
  return { target, capture: target && captures(child, occupied) && occupied(site) };
}

function countOf(now: Situation, hand: Hand): number {
  const hands = now.view?.hands ?? now.board.hands;
  return hands.find((one) => one.type === hand.type && one.owner === hand.owner)?.count ?? 0;
}
