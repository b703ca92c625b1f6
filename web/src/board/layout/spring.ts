/**
 * Places for the sites of a board without coordinates: springs along links, the same every time.
 */
import type { Topology } from "./fit";
import type { Point } from "../svg";

const ROUNDS = 400;

export function springLayout(topology: Topology): Map<string, Point> {
  const ids = topology.sites.filter((site) => !site.hidden).map((site) => site.id);
  const index = new Map(ids.map((id, at) => [id, at]));
  const count = ids.length;
  // A ring is a start without symmetry trouble: neighbours in the list begin as neighbours on it.
  const xs = ids.map((_, at) => Math.cos((2 * Math.PI * at) / count) * Math.sqrt(count));
  const ys = ids.map((_, at) => Math.sin((2 * Math.PI * at) / count) * Math.sqrt(count));
  const edges = topology.links
    .map(({ a, b }) => [index.get(a), index.get(b)] as const)
    .filter((edge): edge is readonly [number, number] => edge[0] !== undefined && edge[1] !== undefined);
  for (let round = 0; round < ROUNDS; round += 1) {
    const heat = 0.5 * (1 - round / ROUNDS);
    const fx = new Float64Array(count);
    const fy = new Float64Array(count);
    for (let a = 0; a < count; a += 1) {
      for (let b = a + 1; b < count; b += 1) {
        const [dx, dy] = [xs[a]! - xs[b]!, ys[a]! - ys[b]!];
        const squared = dx * dx + dy * dy + 1e-6;
        fx[a]! += dx / squared;
        fy[a]! += dy / squared;
        fx[b]! -= dx / squared;
        fy[b]! -= dy / squared;
      }
    }
    for (const [a, b] of edges) {
      const [dx, dy] = [xs[a]! - xs[b]!, ys[a]! - ys[b]!];
      const pull = Math.hypot(dx, dy) * 0.5;
      fx[a]! -= dx * pull;
      fy[a]! -= dy * pull;
      fx[b]! += dx * pull;
      fy[b]! += dy * pull;
    }
    for (let at = 0; at < count; at += 1) {
      const force = Math.hypot(fx[at]!, fy[at]!) || 1;
      xs[at]! += (fx[at]! / force) * Math.min(force, heat);
      ys[at]! += (fy[at]! / force) * Math.min(force, heat);
    }
  }
  return new Map(ids.map((id, at) => [id, [xs[at]!, ys[at]!] as const]));
}
