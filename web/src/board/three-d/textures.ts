/**
 * Parts of the drawing as textures: the ground of the board, its signs, and the tops of pieces. A
 * texture is empty until the browser has made a bitmap of its SVG.
 */
import { CanvasTexture, SRGBColorSpace, type WebGLRenderer } from "three";
import { group, svg } from "../svg";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The longer side of a bitmap at most. */
const PIXELS_MAX = 2048;

export class Textures {
  #style = "";
  /** Pictures of the author as data, by their addresses. */
  readonly #pictures = new Map<string, Promise<string>>();
  readonly #pending = new Set<Promise<unknown>>();

  constructor(
    readonly renderer: WebGLRenderer,
    /** Is called when a texture has changed. */
    readonly changed: () => void,
  ) {}

  /** The rules by which parts of a drawing are painted, without references to the page. */
  set style(style: string) {
    this.#style = style;
  }

  /** A texture of a box of the drawing, on a colour or on nothing. */
  of(box: Box, pixelsPerUnit: number): Painted {
    return new Painted(this, box, Math.min(pixelsPerUnit, PIXELS_MAX / Math.max(box.width, box.height)));
  }

  /** Resolves once nothing is being painted. */
  async settled(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending);
  }

  /** Notes what is being painted. */
  async wait<T>(work: Promise<T>): Promise<T> {
    this.#pending.add(work);
    try {
      return await work;
    } finally {
      this.#pending.delete(work);
    }
  }

  /** Makes a bitmap of parts of a drawing. */
  async bitmap(box: Box, width: number, height: number, classes: string, parts: readonly SVGElement[]): Promise<HTMLImageElement> {
    for (const part of parts) for (const node of part.querySelectorAll("image")) await this.#inline(node);
    const root = svg("svg", { viewBox: `${box.x} ${box.y} ${box.width} ${box.height}`, width, height, class: classes, xmlns: "http://www.w3.org/2000/svg" }, svg("style", {}, this.#style), ...parts);
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(root))}`;
    await image.decode();
    return image;
  }

  /** An SVG that is shown as an image loads nothing: what it needs is in it. */
  async #inline(node: SVGImageElement): Promise<void> {
    const url = node.getAttribute("href") ?? "";
    if (url === "" || url.startsWith("data:")) return;
    let data = this.#pictures.get(url);
    if (!data) {
      data = dataOf(url);
      this.#pictures.set(url, data);
    }
    node.setAttribute("href", await data);
  }
}

/** Returns what an address has, as an address that holds it. */
async function dataOf(url: string): Promise<string> {
  const blob = await (await fetch(url)).blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error(url));
    reader.readAsDataURL(blob);
  });
}

/** A texture whose contents can be painted again. */
export class Painted {
  readonly texture: CanvasTexture;
  readonly #canvas = document.createElement("canvas");
  #wanted = 0;
  #drawn = "";

  constructor(
    readonly textures: Textures,
    readonly box: Box,
    scale: number,
  ) {
    this.#canvas.width = Math.max(1, Math.round(box.width * scale));
    this.#canvas.height = Math.max(1, Math.round(box.height * scale));
    this.texture = new CanvasTexture(this.#canvas);
    this.texture.colorSpace = SRGBColorSpace;
    this.texture.anisotropy = textures.renderer.capabilities.getMaxAnisotropy();
  }

  /** Fills it with one colour, until something is painted. */
  fill(colour: string): this {
    const context = this.#canvas.getContext("2d")!;
    context.fillStyle = colour;
    context.fillRect(0, 0, this.#canvas.width, this.#canvas.height);
    return this;
  }

  /** Paints copies of parts of the drawing; of several calls the last one counts. */
  async paint(parts: readonly SVGElement[], classes = "board", ground: string | null = null): Promise<void> {
    const wanted = (this.#wanted += 1);
    const copy = group({}, ...parts.map((part) => part.cloneNode(true) as SVGElement));
    const text = copy.outerHTML;
    if (text === this.#drawn) return;
    const { width, height } = this.#canvas;
    // Nothing to draw needs no bitmap.
    const image = copy.querySelector("path, rect, circle, polygon, text, image, ellipse") ? await this.textures.wait(this.textures.bitmap(this.box, width, height, classes, [copy]).catch(() => null)) : null;
    if (wanted !== this.#wanted) return;
    this.#drawn = text;
    const context = this.#canvas.getContext("2d")!;
    context.clearRect(0, 0, width, height);
    if (ground !== null) this.fill(ground);
    if (image) context.drawImage(image, 0, 0, width, height);
    this.texture.needsUpdate = true;
    this.textures.changed();
  }

  dispose(): void {
    this.#wanted += 1;
    this.texture.dispose();
  }
}
