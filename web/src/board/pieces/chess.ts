/**
 * Chess-like pieces: turned silhouettes over one base plate. The box is 100 by 100 about its
 * centre.
 */
import { circle, path, svg } from "../svg";

const BODY = { class: "body" };
const LINE = { class: "line" };

export const base = () => svg("rect", { x: -29, y: 33, width: 58, height: 10.5, rx: 5, class: "body" });
export const foot = (waist: number, top: number) =>
  path(`M${-waist} ${top} C${-waist} 20 ${-waist - 5} 28 -21 34 H21 C${waist + 5} 28 ${waist} 20 ${waist} ${top} Z`, BODY);
export const collar = (half: number, top: number) =>
  svg("rect", { x: -half, y: top, width: half * 2, height: 7.5, rx: 3.7, class: "body" });

export const chess: Record<string, () => SVGElement[]> = {
  pawn: () => [circle(0, -18, 13.5, BODY), foot(8, 2), collar(15, -4), base()],
  rook: () => [
    path("M-17 -16 L-14 -8 V19 L-20 34 H20 L14 19 V-8 L17 -16 Z", BODY),
    path("M-24 -38 H-13.5 V-30.5 H-5.5 V-38 H5.5 V-30.5 H13.5 V-38 H24 V-21 L17 -13 H-17 L-24 -21 Z", BODY),
    path("M-14 -5 H14 M-15 22 H15", LINE),
    base(),
  ],
  knight: () => [
    path(
      "M-21 34 C-21 20 -6 13 -4 1 C-10 5 -15 8 -20 11 C-26 14 -33 8 -31 1 C-29 -6 -23 -12 -20 -21 C-18 -28 -14 -32 -10 -35 L-10 -45 L-1 -38 C17 -37 27 -22 26 0 C26 14 23 24 23 34 Z",
      BODY,
    ),
    circle(-10, -20, 3, { class: "spot" }),
    path("M5 -29 C15 -23 18 -10 16 6", LINE),
    base(),
  ],
  bishop: () => [
    circle(0, -39, 5, BODY),
    foot(8, 10),
    path("M0 -33 C15 -23 21 -9 15 2 C13 7 9 10 9 10 H-9 C-9 10 -13 7 -15 2 C-21 -9 -15 -23 0 -33 Z", BODY),
    path("M0 -21 V-4 M-7.5 -13 H7.5", LINE),
    collar(15, 7),
    base(),
  ],
  queen: () => [
    foot(15, 8),
    path("M-31 -22 L-19 9 H19 L31 -22 L17.5 -6 L16 -32 L6.5 -9 L0 -36 L-6.5 -9 L-16 -32 L-17.5 -6 Z", BODY),
    ...[[-32, -25], [-16.5, -35.5], [0, -39.5], [16.5, -35.5], [32, -25]].map(([x, y]) => circle(x!, y!, 4, BODY)),
    path("M-16 15 C-6 18 6 18 16 15 M-17 24 C-6 27 6 27 17 24", LINE),
    base(),
  ],
  king: () => [
    path("M-3.2 -47 H3.2 V-40.5 H9 V-34.5 H3.2 V-26 H-3.2 V-34.5 H-9 V-40.5 H-3.2 Z", BODY),
    foot(15, 10),
    path("M0 -13 C3 -29 31 -30 31 -10 C31 1 20 5 18 13 H-18 C-20 5 -31 1 -31 -10 C-31 -30 -3 -29 0 -13 Z", BODY),
    path("M0 -29 C8 -23 7 -14 0 -5 C-7 -14 -8 -23 0 -29 Z", BODY),
    path("M0 -5 V12 M-17 23 C-6 26 6 26 17 23", LINE),
    base(),
  ],
};

/** Where a coloured player's mark sits on each silhouette. */
export const markSpot: Record<string, [number, number, number]> = {
  pawn: [0, 20, 0.75],
  rook: [0, 8, 0.9],
  knight: [5, 16, 0.9],
  bishop: [0, 24, 0.75],
  queen: [0, 26, 0.7],
  king: [0, 24, 0.7],
};
