/** Half outlines of turned pieces, from the foot to the tip: distance from the axis, and height. */
import { Vector2 } from "three";

type Profile = readonly (readonly [number, number])[];

const FOOT: Profile = [[0, 0], [0.33, 0], [0.345, 0.025], [0.345, 0.085], [0.32, 0.11], [0.3, 0.115], [0.285, 0.16], [0.23, 0.2], [0.19, 0.25]];

/** Points on part of a circle, by angles from the horizontal. */
function arc(r: number, y: number, radius: number, from: number, to: number, points = 10): Profile {
  return Array.from({ length: points + 1 }, (_, at) => {
    const angle = ((from + ((to - from) * at) / points) * Math.PI) / 180;
    return [Math.max(0, r + Math.cos(angle) * radius), y + Math.sin(angle) * radius] as const;
  });
}

const collar = (radius: number, y: number): Profile => [[radius - 0.05, y], ...arc(radius - 0.03, y + 0.03, 0.03, -80, 80, 5), [radius - 0.05, y + 0.06]];

export const PROFILES: Record<string, Profile> = {
  pawn: [...FOOT, [0.14, 0.33], [0.1, 0.45], ...collar(0.19, 0.48), [0.1, 0.56], ...arc(0, 0.69, 0.16, -52, 90, 12)],
  rook: [...FOOT, [0.19, 0.34], [0.165, 0.55], [0.17, 0.62], ...collar(0.25, 0.64), [0.23, 0.72], [0.26, 0.76], [0.26, 0.88], [0.19, 0.88], [0.19, 0.82], [0, 0.82]],
  bishop: [...FOOT, [0.14, 0.38], [0.1, 0.58], ...collar(0.21, 0.62), ...collar(0.16, 0.69), [0.1, 0.76], [0.15, 0.84], [0.165, 0.91], [0.15, 1], [0.09, 1.09], [0.035, 1.14], ...arc(0, 1.18, 0.055, -50, 90, 8)],
  queen: [...FOOT, [0.15, 0.4], [0.115, 0.64], ...collar(0.22, 0.7), ...collar(0.17, 0.77), [0.12, 0.84], [0.15, 1], [0.23, 1.18], [0.18, 1.18], [0.14, 1.15], [0.06, 1.2], ...arc(0, 1.26, 0.06, -60, 90, 8)],
  king: [...FOOT, [0.16, 0.42], [0.125, 0.7], ...collar(0.23, 0.76), ...collar(0.18, 0.83), [0.13, 0.9], [0.16, 1.06], [0.23, 1.24], [0.16, 1.3], [0.06, 1.34], [0, 1.35]],
  foot: [...FOOT, [0.17, 0.28], [0.15, 0.32], [0, 0.32]],
  peg: [[0, 0], [0.09, 0], [0.09, 0.3], ...arc(0, 0.46, 0.2, -62, 90, 14)],
  cap: [[0, 0], [0.3, 0], [0.32, 0.03], [0.32, 0.1], [0.24, 0.16], [0.2, 0.3], [0.22, 0.4], ...arc(0, 0.5, 0.25, -20, 90, 14)],
  person: [[0, 0], [0.26, 0], [0.28, 0.04], [0.24, 0.26], [0.2, 0.42], [0.1, 0.5], [0.09, 0.53], ...arc(0, 0.66, 0.155, -55, 90, 12)],
  disc: [[0, 0], [0.37, 0], [0.4, 0.03], [0.4, 0.15], [0.37, 0.18], [0, 0.18]],
  plate: [[0, 0], [0.38, 0], [0.43, 0.05], [0.43, 0.16], [0.39, 0.21], [0, 0.21]],
  tall: [[0, 0], [0.38, 0], [0.4, 0.02], [0.4, 0.24], [0.38, 0.27], [0, 0.27]],
  ring: [[0.24, 0], [0.4, 0], [0.43, 0.04], [0.43, 0.12], [0.4, 0.16], [0.24, 0.16], [0.21, 0.12], [0.21, 0.04], [0.24, 0]],
  cylinder: [[0, 0], [0.33, 0], [0.35, 0.02], [0.35, 0.5], [0.33, 0.52], [0, 0.52]],
  bead: [[0.07, 0.02], ...arc(0.1, 0.29, 0.27, -84, 84, 14), [0.07, 0.56]],
};

export const curve = (name: string): Vector2[] => PROFILES[name]!.map(([r, y]) => new Vector2(r, y));

/** The height of the tip. */
export const heightOf = (name: string): number => Math.max(...PROFILES[name]!.map(([, y]) => y));
