/** Where the keyboard goes from a site: the neighbour whose direction is nearest in angle. */
import type { LinkView } from "../contract";
import { handKey } from "./hands";
import type { Layout, Place } from "./layout/fit";
import type { Scene } from "./scene";

const ANGLES: Record<string, number> = {
  ArrowRight: 0,
  ArrowDown: Math.PI / 2,
  ArrowLeft: Math.PI,
  ArrowUp: -Math.PI / 2,
  c: Math.PI / 4,
  z: (3 * Math.PI) / 4,
  q: (-3 * Math.PI) / 4,
  e: -Math.PI / 4,
};

export function step(layout: Layout, links: readonly LinkView[], from: Place, key: string): Place | null {
  const angle = ANGLES[key];
  if (angle === undefined) return null;
  const linked = new Set(links.flatMap(({ a, b }) => (a === from.id ? [b] : b === from.id ? [a] : [])));
  const all = layout.spots.filter((place) => place !== from && place.level === from.level);
  const near = all.filter((place) => linked.has(place.id));
  // Where no link leads that way, whatever lies there will do, so that no site is out of reach.
  return best(from, near, angle, Math.PI / 5.9) ?? best(from, all, angle, Math.PI / 3.2);
}

function best(from: Place, places: Place[], angle: number, widest: number): Place | null {
  let [found, least]: [Place | null, number] = [null, Infinity];
  for (const place of places) {
    const length = Math.hypot(place.x - from.x, place.y - from.y);
    let off = Math.abs(Math.atan2(place.y - from.y, place.x - from.x) - angle);
    if (off > Math.PI) off = 2 * Math.PI - off;
    if (off > widest) continue;
    const cost = length * (1 + off * 2);
    if (cost < least) [found, least] = [place, cost];
  }
  return found;
}

/** The same site one level up or down. */
export function level(layout: Layout, from: Place, by: number): Place | null {
  const levels = [...new Set(layout.spots.map((place) => place.level))].sort((a, b) => a - b);
  const to = levels[levels.indexOf(from.level) + by];
  if (to === undefined) return null;
  const index = (place: Place) => (place.lattice ? place.lattice.join(" ") : "");
  return layout.spots.find((place) => place.level === to && index(place) === index(from)) ?? null;
}

/**
 * Where a key moves the focus on a board: to a neighbour, another level, the hand, or nowhere. Null
 * for other keys; `plain` leaves letters to text input.
 */
export function goes(scene: Scene, links: readonly LinkView[], focus: string | null, key: string, plain: boolean, me: readonly string[]): { to: string | null } | null {
  const place = focus ? scene.layout.places.get(focus) : undefined;
  if (key in ANGLES) {
    if (key.length === 1 && plain) return null;
    return { to: place ? (step(scene.layout, links, place, key)?.id ?? null) : nextSlot(scene, focus, key) };
  }
  if (key === "PageUp" || key === "PageDown") return { to: place ? (level(scene.layout, place, key === "PageUp" ? 1 : -1)?.id ?? null) : null };
  if (key !== "h" || plain || scene.hands.slots.length === 0) return null;
  if (!place) return { to: scene.layout.places.keys().next().value ?? null };
  const own = scene.hands.slots.find((slot) => me.includes(slot.hand.owner ?? ""));
  return { to: handKey((own ?? scene.hands.slots[0]!).hand) };
}

function nextSlot(scene: Scene, focus: string | null, key: string): string | null {
  const { slots } = scene.hands;
  const at = slots.findIndex((slot) => handKey(slot.hand) === focus);
  const next = slots[at + (key === "ArrowDown" || key === "ArrowRight" ? 1 : -1)];
  return next ? handKey(next.hand) : (scene.layout.places.keys().next().value ?? null);
}
