/** Seeds: lying in a pit, in a store, or on their way. */
import type { Place } from "../layout/fit";
import { circle, group, text } from "../svg";

const SHOWN_MAX = 24;

/** Seeds in a sunflower spiral; in a store it is stretched to the height of that. */
export function heap(count: number, stretch = 1): SVGGElement {
  const node = group();
  const shown = Math.min(stretch > 1 ? SHOWN_MAX * 2 : SHOWN_MAX, count);
  for (let seed = 0; seed < shown; seed += 1) {
    const radius = (stretch > 1 ? 5.2 : 7.2) * Math.sqrt(seed + 0.4);
    const angle = seed * 2.39996;
    node.append(circle(Math.cos(angle) * radius, Math.sin(angle) * radius * stretch, 6, { class: seed % 3 === 1 ? "seed b" : "seed" }));
  }
  return node;
}

/**
 * Where the number of a pit stands: beyond the edge that it lies at, or in its corner where other
 * pits lie beyond.
 */
export type NumberPlace = "above" | "below" | "within";

/**
 * The contents of a pit with its number: outside the board for pits, below the seeds in a store.
 */
export function pit(place: Place, count: number, where: NumberPlace): SVGGElement {
  const node = group({ class: "stand" });
  if (place.store) {
    const seeds = heap(count, 1.8);
    seeds.setAttribute("transform", "translate(0 -18)");
    node.append(seeds, text(0, 76, String(count), { class: "count" }));
  } else {
    const [x, y] = { above: [0, -56], below: [0, 74], within: [27, 38] }[where] as [number, number];
    node.append(heap(count), text(x, y, String(count), { class: where === "within" ? "count over" : "count" }));
  }
  node.style.transform = `translate(${place.x}px, ${place.y}px)`;
  return node;
}

/**
 * A number that a place has, where places are no pits: a lamp, with its number if that says more.
 */
export function lamp(place: Place, count: number): SVGGElement {
  const node = group({ class: "stand" }, circle(0, 0, place.size * 0.3, { class: "lamp" }));
  if (count !== 1) node.append(text(0, 12, String(count), { class: "lamp-count" }));
  node.style.transform = `translate(${place.x}px, ${place.y}px)`;
  return node;
}
