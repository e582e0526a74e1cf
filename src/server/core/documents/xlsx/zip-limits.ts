import type { Entry } from 'yauzl';

/** How many times its packed size an entry may unpack to, once it is large. Tables reach 30, deflate can 1,000. */
const maxRatio = 200;
const ratioMattersFrom = 1024 * 1024;

/**
 * Whether an entry of a ZIP says that it unpacks to more than `maxBytes`, or suspiciously far. Its word is enough: yauzl
 * ends the stream where more comes (`validateEntrySizes`).
 */
export function isBomb({ compressedSize, uncompressedSize }: Entry, maxBytes: number): boolean {
  if (uncompressedSize > maxBytes) return true;
  return uncompressedSize > ratioMattersFrom && uncompressedSize > compressedSize * maxRatio;
}
