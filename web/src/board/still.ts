/** A board as a picture of its own: one SVG that needs no page, or a bitmap of it. */
import { css } from "./style";
import { group, svg } from "./svg";

/** Layers that only help the one who plays. */
const HELP = ["selection", "paths", "targets", "removables", "refusals", "hits", "focus"];
/** How long each position is shown. */
const FRAME_SECONDS = 1;
/** Pixels of the longer side of a bitmap. */
const PIXELS = 1200;

/**
 * Returns the text of a style with its custom properties replaced by what `look` gives, or by their
 * defaults.
 */
export function resolved(style: string, look: (name: string) => string): string {
  return style.replace(/var\((--[\w-]+)(?:,\s*([^()]*(?:\([^()]*\)[^()]*)*))?\)/g, (_, name: string, other: string | undefined) => look(name).trim() || (other ?? "").trim() || "none");
}

/** Returns the styles of the board in the colours that a drawing has on the page. */
export function styleOf(drawing: SVGSVGElement): string {
  const computed = getComputedStyle(drawing);
  // What belongs to the element and to the panels next to the drawing is left out.
  const own = css.replace(/:host[^{]*\{[^}]*\}/g, "").replace(/@media[^{]*\{(?:[^{}]*\{[^}]*\})*[^}]*\}/g, "").replace(/\.choice[^{]*\{[^}]*\}/g, "");
  return `svg { font-family: Inter, system-ui, sans-serif; } ${resolved(own, (name) => computed.getPropertyValue(name))}`;
}

/**
 * Returns a copy of a drawing without help for the one who plays, on a ground, in the size of a
 * picture.
 */
function copied(drawing: SVGSVGElement, style: string): SVGSVGElement {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  for (const name of HELP) copy.querySelector(`:scope > .${name}`)?.remove();
  const [x = 0, y = 0, width = 0, height = 0] = (copy.getAttribute("viewBox") ?? "").split(" ").map(Number);
  const fill = getComputedStyle(drawing).getPropertyValue("--surface").trim() || "#ffffff";
  copy.prepend(svg("style", {}, style), svg("rect", { x, y, width, height, fill }));
  const scale = PIXELS / Math.max(width, height, 1);
  copy.setAttribute("xmlns", copy.namespaceURI!);
  copy.setAttribute("width", String(Math.round(width * scale)));
  copy.setAttribute("height", String(Math.round(height * scale)));
  copy.removeAttribute("style");
  return copy;
}

const written = (drawing: SVGSVGElement) => new XMLSerializer().serializeToString(drawing);

/** Returns the drawing of a board as the text of an SVG file, in the colours of the page. */
export const stillOf = (drawing: SVGSVGElement): string => written(copied(drawing, styleOf(drawing)));

/**
 * Returns drawings of one board, one after the other, as the text of an animated SVG file. `shown`
 * is a drawing on the page, whose colours they get. A layer that is the same in all is in it once.
 */
export function animationOf(drawings: readonly SVGSVGElement[], shown: SVGSVGElement): string {
  const whole = drawings.length * FRAME_SECONDS;
  const delays = drawings.map((_, at) => `#frame-${at} { animation-delay: ${at * FRAME_SECONDS}s; }`);
  const style = `${styleOf(shown)}
.frame { visibility: hidden; animation: frame ${whole}s steps(1, end) infinite; }
@keyframes frame { 0% { visibility: visible; } ${100 / drawings.length}% { visibility: hidden; } 100% { visibility: hidden; } }
${delays.join(" ")}
@media (prefers-reduced-motion: reduce) { .frame { animation: none; } .frame:last-of-type { visibility: visible; } }`;
  const copy = copied(drawings[0]!, style);
  const layers = drawings.map((drawing) => [...drawing.children].filter((layer) => !HELP.includes(layer.getAttribute("class") ?? "")));
  const changing = layers[0]!.flatMap((layer, at) => (layers.some((one) => one[at]?.outerHTML !== layer.outerHTML) ? [at] : []));
  for (const at of changing) copy.querySelector(`:scope > .${layers[0]![at]!.getAttribute("class")}`)?.remove();
  for (const [at, own] of layers.entries()) copy.append(group({ class: "frame", id: `frame-${at}` }, ...changing.flatMap((layer) => own[layer]?.cloneNode(true) ?? [])));
  return written(copy);
}

/** Returns a bitmap of an SVG file. */
export async function bitmapOf(text: string): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    canvas.getContext("2d")!.drawImage(image, 0, 0);
    return await new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no bitmap"))), "image/png"));
  } finally {
    URL.revokeObjectURL(address);
  }
}
