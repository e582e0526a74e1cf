import type { Entry } from 'yauzl';

/** Highest ratio of unpacked to packed size for a large entry. Tables reach 30, deflate can reach 1,000. */
const maxRatio = 200;
const ratioMattersFrom = 1024 * 1024;

/**
 * Whether an entry of a ZIP declares more than `maxBytes`, or a suspicious ratio. The declared size is enough: yauzl
 * ends the stream when the entry turns out longer (`validateEntrySizes`).
 */
export function isBomb({ compressedSize, uncompressedSize }: Entry, maxBytes: number): boolean {
  if (uncompressedSize > maxBytes) return true;
  return uncompressedSize > ratioMattersFrom && uncompressedSize > compressedSize * maxRatio;
}
