/**
 * The buttons of the board: one for each site and each slot, for pointer, keyboard and screen
 * reader.
 */
import { handKey, SLOT } from "./hands";
import type { Scene } from "./scene";
import { circle, group, polygon, svg } from "./svg";

/** Makes them in reading order, by their names; `looked` hears where the focus goes. */
export function makeHits(scene: Scene, looked: (key: string) => void): Map<string, SVGGElement> {
  const hits = new Map<string, SVGGElement>();
  const add = (key: string, node: SVGGElement) => {
    node.addEventListener("focus", () => looked(key));
    hits.set(key, node);
    scene.layer("hits").append(node);
  };
  for (const place of scene.layout.spots.toSorted((a, b) => a.level - b.level || a.y - b.y || a.x - b.x)) {
    const shape = place.cell ? polygon(place.cell, { class: "hit" }) : circle(place.x, place.y, 46, { class: "hit" });
    add(place.id, group({ role: "button", tabindex: -1, "data-site": place.id }, shape));
  }
  for (const slot of scene.hands.slots) {
    const key = handKey(slot.hand);
    const shape = svg("rect", { x: slot.x - SLOT / 2, y: slot.y - SLOT / 2, width: SLOT, height: SLOT, class: "hit" });
    add(key, group({ role: "button", tabindex: -1, "data-hand": key }, shape));
  }
  return hits;
}
