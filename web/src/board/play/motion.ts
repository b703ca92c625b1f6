/**
 * Movement of pieces from one position to the next, along the sites that they pass. Never blocks: a
 * new position ends it.
 */
import type { EffectView, PieceView, StepView } from "../../contract";
import type { Layout, Place } from "../layout/fit";
import type { Point } from "../svg";

export const EASE = "cubic-bezier(.2,.7,.3,1)";
const FIRST_MS = 180;
const STEP_MS = 140;
/** A way with corners, by its length: so long for so many units, and never longer than the most. */
const LOOP_MS = 600;
const LOOP_UNITS = 1400;
const LOOP_MS_MAX = 1400;
const CAPTURE_MS = 120;

export interface Journey {
  /** Where the piece ends: the site by which it is found. */
  site: string;
  points: Point[];
  ms: number;
  delay: number;
}

export interface Plan {
  journeys: Journey[];
  /** What disappears, and when. */
  captured: { piece: PieceView; delay: number }[];
  /** Sites where something new appears. */
  placed: { site: string; delay: number }[];
  ms: number;
}

/** What has to be shown for `steps` to lead from what is on the board. */
export function plan(layout: Layout, before: readonly PieceView[], steps: readonly StepView[]): Plan {
  const at = new Map(before.map((piece) => [piece.site, piece]));
  const started = new Map<string, Journey>();
  const result: Plan = { journeys: [], captured: [], placed: [], ms: 0 };
  let time = 0;
  steps.forEach((step, index) => {
    const ms = index === 0 ? FIRST_MS : STEP_MS;
    let longest = 0;
    const leaving: [string, PieceView, Journey | undefined, Point[]][] = [];
    for (const effect of step.effects) {
      if (effect.do === "move" && effect.from !== effect.to) {
        const piece = at.get(effect.from);
        if (!piece) continue;
        leaving.push([effect.to, piece, started.get(effect.from), wayOf(layout, effect)]);
        at.delete(effect.from);
        started.delete(effect.from);
      } else if (effect.do === "remove") {
        const piece = at.get(effect.site);
        if (piece) result.captured.push({ piece, delay: time + ms / 2 });
        at.delete(effect.site);
        started.delete(effect.site);
      } else if (effect.do === "place") {
        const piece = at.get(effect.site);
        if (piece) result.captured.push({ piece, delay: time });
        at.set(effect.site, { ...effect, owner: effect.owner ?? undefined } as unknown as PieceView);
        started.delete(effect.site);
        result.placed.push({ site: effect.site, delay: time });
      }
    }
    for (const [to, piece, journey, points] of leaving) {
      const taken = at.get(to);
      const here = corners(points) > 0 ? Math.min(LOOP_MS_MAX, Math.max(ms, (LOOP_MS * (lengths(points).at(-1) ?? 0)) / LOOP_UNITS)) : ms;
      if (taken) result.captured.push({ piece: taken, delay: time + here * 0.7 });
      longest = Math.max(longest, here);
      at.set(to, piece);
      if (journey) {
        started.set(to, { ...journey, site: to, points: [...journey.points, ...points.slice(1)], ms: time + here - journey.delay });
      } else {
        started.set(to, { site: to, points, ms: here, delay: time });
      }
    }
    time += Math.max(longest, leaving.length > 0 ? ms : 0);
  });
  result.journeys = [...started.values()].filter((journey) => journey.points.length > 1);
  result.ms = time + CAPTURE_MS;
  return result;
}

/** How often a way turns. */
export function corners(points: readonly Point[]): number {
  let turns = 0;
  for (let at = 2; at < points.length; at += 1) {
    const [a, b, c] = [points[at - 2]!, points[at - 1]!, points[at]!];
    const cross = (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]);
    if (Math.abs(cross) > 1) turns += 1;
  }
  return turns;
}

function wayOf(layout: Layout, effect: EffectView & { do: "move" }): Point[] {
  return wayAlong(layout, effect.path && effect.path.length > 1 ? effect.path : [effect.from, effect.to]);
}

/**
 * The loop that a part of a way goes round; neighbours that a line joins too are one step apart if
 * they are the whole way.
 */
export function arcOf(layout: Layout, sites: readonly string[], from: Place, to: Place): Layout["arcs"][number] | undefined {
  const arc = layout.arcs.find(({ a, b }) => (a === from && b === to) || (b === from && a === to));
  return arc?.stepToo && sites.length === 2 ? undefined : arc;
}

/** The points of a way along sites, round the arcs that join them. */
export function wayAlong(layout: Layout, sites: readonly string[]): Point[] {
  const points: Point[] = [];
  sites.forEach((id, index) => {
    const place = layout.places.get(id);
    if (!place) return;
    const before = index > 0 ? layout.places.get(sites[index - 1]!) : undefined;
    const arc = before && arcOf(layout, sites, before, place);
    if (arc && before) points.push(...along(before, place, arc.middle, arc.a === before));
    points.push([place.x, place.y]);
  });
  return points;
}

/** Points on the long way round a circle. */
function along(a: { x: number; y: number }, b: { x: number; y: number }, [mx, my]: Point, forward: boolean): Point[] {
  const radius = Math.hypot(a.x - mx, a.y - my);
  const start = Math.atan2(a.y - my, a.x - mx);
  let turn = Math.atan2(b.y - my, b.x - mx) - start;
  const cross = forward
    ? (a.x - mx) * (b.y - my) - (a.y - my) * (b.x - mx)
    : (b.x - mx) * (a.y - my) - (b.y - my) * (a.x - mx);
  const clockwise = forward ? cross < 0 : cross >= 0;
  if (clockwise && turn < 0) turn += 2 * Math.PI;
  if (!clockwise && turn > 0) turn -= 2 * Math.PI;
  return Array.from({ length: 12 }, (_, at) => {
    const angle = start + (turn * (at + 1)) / 13;
    return [mx + Math.cos(angle) * radius, my + Math.sin(angle) * radius] as const;
  });
}

/** At the same speed all the way: each point has its share of the time by how far along it lies. */
export function travel(node: SVGElement, { points, ms, delay }: Journey, turn: string): Animation {
  const gone = lengths(points);
  const whole = gone.at(-1) || 1;
  const frames = points.map(([x, y], at) => ({ transform: `translate(${x}px, ${y}px) ${turn}`, offset: gone[at]! / whole }));
  return node.animate(frames, { duration: ms, delay, easing: frames.length > 2 ? "ease-in-out" : EASE, fill: "backwards" });
}

/** How far along a way each of its points lies. */
export function lengths(points: readonly Point[]): number[] {
  const gone = [0];
  for (let at = 1; at < points.length; at += 1) gone.push(gone[at - 1]! + Math.hypot(points[at]![0] - points[at - 1]![0], points[at]![1] - points[at - 1]![1]));
  return gone;
}

/** Not to be seen until then. */
export const until = (node: SVGElement, ms: number): Animation => node.animate([{ opacity: 0 }, { opacity: 0 }], { duration: ms });

/**
 * To be seen only between two moments, on a way if there is one; what is animated is hidden at
 * other times by its class.
 */
export function between(node: SVGElement, from: number, to: number, way: readonly Point[] = []): Animation {
  const frames = way.length > 1 ? way.map(([x, y]) => ({ opacity: 1, transform: `translate(${x}px, ${y}px)` })) : [{ opacity: 1 }, { opacity: 1 }];
  return node.animate(frames, { duration: Math.max(1, to - from), delay: from, easing: EASE, fill: "none" });
}

export const fade = (node: SVGElement, from: number, to: number, delay: number, ms = CAPTURE_MS): Animation =>
  node.animate([{ opacity: from }, { opacity: to }], { duration: ms, delay, fill: "both" });

/** Half a second of tumbling, ending on what the game decided. */
export const roll = (node: SVGElement, at: Point, turn: string): Animation =>
  node.animate(
    [0, 1, 2, 3, 4].map((frame) => ({
      transform: `translate(${at[0]}px, ${at[1] - (frame === 4 ? 0 : 14 - frame * 3)}px) ${turn} rotate(${(4 - frame) * 90}deg)`,
    })),
    { duration: 500, easing: EASE },
  );
