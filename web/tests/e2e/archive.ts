/** Files to drop: bitmaps and archives, made byte by byte. */
import { crc32 } from "node:zlib";

type Colour = readonly [number, number, number];

/** A bitmap of 24 bits a pixel. */
export function bitmap(width: number, height: number, colour: (x: number, y: number) => Colour): Buffer {
  const row = Math.ceil((width * 3) / 4) * 4;
  const bytes = Buffer.alloc(54 + row * height);
  bytes.write("BM", 0, "latin1");
  [bytes.length, 0, 54, 40, width, height].forEach((value, index) => bytes.writeUInt32LE(value, 2 + 4 * index));
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [red, green, blue] = colour(x, y);
      // Rows stand from the bottom up, blue first.
      bytes.set([blue, green, red], 54 + row * (height - 1 - y) + 3 * x);
    }
  }
  return bytes;
}

/** An archive whose files are not compressed. */
export function zip(files: Readonly<Record<string, Buffer>>): Buffer {
  const parts: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const title = Buffer.from(name);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt32LE(crc32(content), 10);
    facts.writeUInt32LE(content.length, 14);
    facts.writeUInt32LE(content.length, 18);
    facts.writeUInt16LE(title.length, 22);
    // Neither a comment nor attributes, and where the file begins.
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), facts, title, content]);
    entries.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00", "latin1"), facts, place, title]));
    parts.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, directory, end]);
}
