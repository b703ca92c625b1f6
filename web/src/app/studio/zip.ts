/** Archives of files, stored without compression (PKZIP application note 6.3, section 4.3). */

export interface ZipFile {
  name: string;
  bytes: Uint8Array;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb8_8320 : value >>> 1;
  return value >>> 0;
});

/** Returns the CRC-32 of bytes (ISO 3309). */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffff_ffff;
  for (const byte of bytes) crc = TABLE[(crc ^ byte) & 0xff]! ^ (crc >>> 8);
  return (crc ^ 0xffff_ffff) >>> 0;
}

/** Names are UTF-8. */
const UTF8 = 0x0800;
const VERSION = 20;
/** The first day of the format: archives of equal files are equal. */
const DATE = 0x0021;

/** Writes numbers of two and four bytes in little-endian order. */
function fields(...numbers: [size: 2 | 4, value: number][]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(numbers.reduce((sum, [size]) => sum + size, 0)));
  let at = 0;
  for (const [size, value] of numbers) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return new Uint8Array(view.buffer);
}

/** Returns an archive of files. */
export function zip(files: readonly ZipFile[]): Blob {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  const size = (list: Uint8Array[]) => list.reduce((sum, part) => sum + part.length, 0);
  for (const file of files) {
    const [name, bytes] = [new TextEncoder().encode(file.name), Uint8Array.from(file.bytes)];
    const about: [2 | 4, number][] = [[2, VERSION], [2, UTF8], [2, 0], [2, 0], [2, DATE], [4, crc32(bytes)], [4, bytes.length], [4, bytes.length], [2, name.length], [2, 0]];
    directory.push(fields([4, 0x0201_4b50], [2, VERSION], ...about, [2, 0], [2, 0], [2, 0], [4, 0], [4, size(parts)]), name);
    parts.push(fields([4, 0x0403_4b50], ...about), name, bytes);
  }
  const end = fields([4, 0x0605_4b50], [2, 0], [2, 0], [2, files.length], [2, files.length], [4, size(directory)], [4, size(parts)], [2, 0]);
  return new Blob([...parts, ...directory, end], { type: "application/zip" });
}
