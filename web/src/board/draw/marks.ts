/** The states of a site, each a shape as well as a colour. */
import type { Layout, Place } from "../layout/fit";
import { arcOf } from "../play/motion";
import { arcPath } from "./ground";
import { circle, group, path, polygon, round, svg, text, type Point } from "../svg";

/** The outline of a site, drawn in by `inset` units; a disc where pieces stand on a point. */
export function outline(place: Place, inset: number, attributes: Record<string, string>): SVGElement {
  if (place.store) return svg("rect", { x: place.x - 46 + inset, y: place.y - 96 + inset, width: 92 - 2 * inset, height: 192 - 2 * inset, rx: 46 - inset, ...attributes });
  if (!place.cell) return circle(place.x, place.y, place.size * 0.5 - inset, attributes);
  const reach = Math.max(...place.cell.map(([x, y]) => Math.hypot(x - place.x, y - place.y)));
  const corners = place.cell.length;
  const factor = 1 - inset / (reach * Math.cos(Math.PI / corners));
  const shrunk = place.cell.map(([x, y]): Point => [place.x + (x - place.x) * factor, place.y + (y - place.y) * factor]);
  return polygon(shrunk, { "stroke-linejoin": "round", ...attributes });
}

/** A place that has vanished: the board ends there. */
export const hole = (place: Place) => group({}, outline(place, place.cell ? 0 : 2, { class: place.cell ? "hole" : "hole ground" }));

export const lastMove = (place: Place) => outline(place, 0, { class: "last" });

export const selected = (place: Place) =>
  group({}, outline(place, 0, { class: "selected-wash" }), outline(place, 3.5, { class: "selected" }));

export const quietTarget = (place: Place) => circle(place.x, place.y, 13 * Math.min(1, place.size / 70), { class: "dot" });

/** Four corner brackets on a cell; a ring broken in four about a point. */
export function captureTarget(place: Place): SVGElement {
  if (place.cell?.length === 4) {
    const [h, l] = [44, 20];
    const d = [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ]
      .map(([sx, sy]) => {
        const [x, y] = [place.x + sx! * h, place.y + sy! * h];
        return `M${x - sx! * l} ${y}H${x}V${y - sy! * l}`;
      })
      .join("");
    return group({}, path(d, { class: "corner-halo" }), path(d, { class: "corner" }));
  }
  const radius = place.size * 0.49;
  const quarter = (2 * Math.PI * radius) / 4;
  const dash = { "stroke-dasharray": `${round(quarter * 0.62)} ${round(quarter * 0.38)}`, "stroke-dashoffset": round(-quarter * 0.19) };
  return group(
    {},
    circle(place.x, place.y, radius, { class: "corner-halo", ...dash }),
    circle(place.x, place.y, radius, { class: "corner", ...dash }),
  );
}

export function threatened(place: Place): SVGElement {
  const r = place.size * 0.46;
  return group(
    {},
    outline(place, 0, { class: "threat-wash" }),
    circle(place.x, place.y, r, { class: "threat" }),
    circle(place.x, place.y, r - 8, { class: "threat" }),
  );
}

export function removable(place: Place): SVGElement {
  const r = place.size * 0.49;
  const [bx, by] = [place.x + r * 0.72, place.y - r * 0.72];
  return group(
    {},
    circle(place.x, place.y, r, { class: "removable" }),
    circle(bx, by, 14, { class: "badge" }),
    path(`M${round(bx - 5)} ${round(by - 5)}l10 10m0 -10l-10 10`, { class: "badge-cross" }),
  );
}

export const refused = (place: Place) =>
  group(
    {},
    circle(place.x, place.y, 24, { class: "refused" }),
    path(`M${round(place.x - 16)} ${round(place.y + 16)}l32 -32`, { class: "refused-bar" }),
  );

export const cause = (place: Place) => outline(place, 5, { class: "cause" });

export const hover = (place: Place) => outline(place, 2.5, { class: "hover" });

export function focusRing(place: Place): SVGElement {
  return group(
    { class: "focus" },
    outline(place, -1, { class: "focus-band" }),
    outline(place, place.cell ? 1 : -1, { class: "focus-line" }),
  );
}

/** Where seeds would go: a ring on the pit where they end, a number on each that gets some. */
export function sowingPreview(layout: Layout, sown: readonly string[]): SVGElement {
  const [from, ...pits] = sown;
  const end = layout.places.get(pits.at(-1) ?? "");
  const start = layout.places.get(from ?? "");
  const got = new Map<Place, number>();
  for (const site of pits) {
    const place = layout.places.get(site);
    if (place && place !== start) got.set(place, (got.get(place) ?? 0) + 1);
  }
  const ring = (place: Place, name: string) => {
    const half = place.store ? layout.box.height / 2 - 10 : 40;
    return svg("rect", { x: place.x - 40, y: place.y - half, width: 80, height: half * 2, rx: 40, class: name });
  };
  return group(
    {},
    ...(start ? [ring(start, "hover")] : []),
    ...(end ? [ring(end, "sow-end")] : []),
    ...[...got].map(([place, seeds]) =>
      group({ transform: `translate(${round(place.x + 32)} ${round(place.y - (place.store ? layout.box.height / 2 - 40 : 32))})` }, circle(0, 0, 16, { class: "count-badge" }), text(0, 6, `+${seeds}`, { class: "count-badge-text" })),
    ),
  );
}

/** The way along sites, following arcs where links are arcs. */
export function way(layout: Layout, sites: readonly string[]): string {
  let d = "";
  for (let at = 1; at < sites.length; at += 1) {
    const [a, b] = [layout.places.get(sites[at - 1]!), layout.places.get(sites[at]!)];
    if (!a || !b) continue;
    const arc = arcOf(layout, sites, a, b);
    if (arc) d += arcPath(arc.a, arc.b, arc.middle, arc.a === b);
    else d += `M${round(a.x)} ${round(a.y)}L${round(b.x)} ${round(b.y)}`;
  }
  return d;
}

/** A way with an arrow at its end. */
export function arrow(layout: Layout, sites: readonly string[], name: string): SVGElement {
  const [a, b] = [layout.places.get(sites.at(-2) ?? ""), layout.places.get(sites.at(-1) ?? "")];
  const line = path(way(layout, sites), { class: name });
  if (!a || !b) return line;
  // The tip ends where a piece that stands there begins.
  const rim = b.cell ? 0 : b.size * 0.46;
  const far = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const [tipX, tipY] = [b.x - ((b.x - a.x) / far) * rim, b.y - ((b.y - a.y) / far) * rim];
  const angle = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
  const head = path("M0 0L-26 -15L-26 15Z", { class: name === "hint-line" ? "hint-head" : "path-head", transform: `translate(${round(tipX)} ${round(tipY)}) rotate(${round(angle)})` });
  return group({}, line, head);
}
