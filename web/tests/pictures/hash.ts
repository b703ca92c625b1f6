/**
 * The difference hash of a picture (dHash, N. Krawetz): for each cell of a small grey copy whether
 * it is clearly darker than the one at its right, and than the one below it.
 */
import type { Page } from "@playwright/test";

/** Cells across and down. */
const SIDE = 16;
/** Shades of grey, of 256, that count as a difference. */
const CLEARLY = 6;
/** Bits of 512 by which two pictures of one position may differ. */
export const NEAR = 12;

/** Returns the hash of a PNG in hexadecimal digits. */
export async function hashOf(page: Page, png: Buffer): Promise<string> {
  const bits = await page.evaluate(
    async ([data, side, clearly]) => {
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }), { resizeWidth: side + 1, resizeHeight: side + 1, resizeQuality: "high" });
      const canvas = new OffscreenCanvas(side + 1, side + 1);
      const context = canvas.getContext("2d")!;
      context.drawImage(image, 0, 0);
      const { data: pixels } = context.getImageData(0, 0, side + 1, side + 1);
      const grey = (x: number, y: number) => {
        const at = (y * (side + 1) + x) * 4;
        return pixels[at]! * 0.299 + pixels[at + 1]! * 0.587 + pixels[at + 2]! * 0.114;
      };
      let bits = "";
      for (let y = 0; y < side; y += 1) {
        for (let x = 0; x < side; x += 1) {
          bits += grey(x + 1, y) - grey(x, y) > clearly ? "1" : "0";
          bits += grey(x, y + 1) - grey(x, y) > clearly ? "1" : "0";
        }
      }
      return bits;
    },
    [png.toString("base64"), SIDE, CLEARLY] as const,
  );
  return (bits.match(/.{4}/g) ?? []).map((four) => Number.parseInt(four, 2).toString(16)).join("");
}

/** Returns the number of bits in which two hashes differ; all of them if one has another length. */
export function apart(one: string, other: string): number {
  if (one.length !== other.length) return Math.max(one.length, other.length) * 4;
  return [...one].reduce((sum, digit, at) => sum + ones(Number.parseInt(digit, 16) ^ Number.parseInt(other[at]!, 16)), 0);
}

const ones = (bits: number): number => (bits === 0 ? 0 : (bits & 1) + ones(bits >> 1));
