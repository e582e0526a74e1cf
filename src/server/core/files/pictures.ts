import type { Sharp } from 'sharp';
import { maxMegapixels } from '@/contract/core/files/upload-types';
import { AppError } from '../errors';
import { WorkQueue } from '../work-queue';

/** Larger pictures are refused before decoding: a small file can hold an enormous picture. */
const maxPixels = maxMegapixels * 1_000_000;
const maxSeconds = 60;
const thumbnailSide = 320;

// A decoded picture takes hundreds of megabytes: one at a time. The queue is unbounded, because callers already hold a
// slot of a bounded one.
const pipeline = new WorkQueue({ slots: 1, maxWaiting: Number.POSITIVE_INFINITY });

/** Optimal Huffman tables need the whole picture in memory; the highest PNG compression doubles the time. */
const encodings = { jpeg: { optimiseCoding: false }, png: { compressionLevel: 4 } };

/**
 * Re-encodes a picture upright and without metadata, and makes its thumbnail. Throws UNSUPPORTED_FILE for a picture
 * that cannot be decoded, and PICTURE_TOO_LARGE for one of too many pixels.
 */
export function redraw(
  content: Buffer,
  kind: keyof typeof encodings,
  signal?: AbortSignal,
): Promise<{ full: Buffer; thumbnail: Buffer }> {
  return draw(async (open) => {
    const full = await open(content).rotate().toFormat(kind, encodings[kind]).toBuffer();
    signal?.throwIfAborted();
    const thumbnail = await open(full)
      .resize(thumbnailSide, thumbnailSide, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer();
    return { full, thumbnail };
  }, signal);
}

/** Any picture as an upright PNG. Throws as `redraw` does. */
export function toPng(content: Buffer, signal?: AbortSignal): Promise<Buffer> {
  return draw((open) => open(content).rotate().png().toBuffer(), signal);
}

type Open = (content: Buffer) => Sharp;

function draw<Result>(
  task: (open: Open) => Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  return pipeline.run(
    async () => {
      const open = await loadSharp();
      return task(open).catch((error: unknown) => {
        if (signal?.aborted) throw error;
        // The library has no code for it.
        const isTooLarge = error instanceof Error && error.message.includes('exceeds pixel limit');
        throw new AppError(isTooLarge ? 'PICTURE_TOO_LARGE' : 'UNSUPPORTED_FILE', { cause: error });
      });
    },
    { signal },
  );
}

/** Loaded with the first picture: the library takes six megabytes, and a process may never need it. */
async function loadSharp(): Promise<Open> {
  const { default: sharp } = await import('sharp');
  // One thread, no cache.
  sharp.cache(false);
  sharp.concurrency(1);
  return (content) =>
    sharp(content, { limitInputPixels: maxPixels, sequentialRead: true }).timeout({ seconds: maxSeconds });
}
