import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import type { UserCtx } from '../context';
import { AppError } from '../errors';
import type { Files } from '../outside/files';
import {
  fetchPicture,
  isWebAddress,
  mostPictureBytes,
  type Network,
  PictureError,
} from '../outside/pictures';
import { storeFiles } from './attachments';

/** Most pictures in a ZIP: each is looked at and drawn anew. */
const mostZipPictures = 2000;
const mostZipEntries = 10_000;
const pixelLimit = 50_000_000;

/** What a picture is known by within an import: its address, or the last part of a file's name in whatever case. */
export function pictureKey(text: string): string {
  if (isWebAddress(text)) return text;
  return (text.split(/[\\/]/).at(-1) ?? '').normalize('NFC').toLocaleLowerCase('ru');
}

/** Stores a picture for an import, under its key. Throws PictureError for what is none. */
async function keep(
  ctx: UserCtx,
  stored: Files,
  importId: number,
  key: string,
  content: Buffer,
): Promise<void> {
  const name = isWebAddress(key) ? (new URL(key).pathname.split('/').at(-1) ?? '') : key;
  const [kept] = await storeFiles(ctx, stored, [
    { name: decoded(name), content: await drawable(content) },
  ]).catch((error: unknown): never => {
    throw error instanceof AppError && error.code === 'UNSUPPORTED_FILE' ? new PictureError('failed') : error;
  });
  if (!kept) throw new PictureError('failed');
  await ctx.db
    .insertInto('product_import_files')
    .values({ import_id: importId, name: key, attachment_id: kept.id })
    .onConflict((conflict) => conflict.columns(['import_id', 'name']).doUpdateSet({ attachment_id: kept.id }))
    .execute();
}

/** Uploads are JPEG and PNG; shops elsewhere also show WebP. Told by the content, as uploads are. */
async function drawable(content: Buffer): Promise<Buffer> {
  const type = (await fileTypeFromBuffer(content))?.mime;
  if (type === 'image/jpeg' || type === 'image/png') return content;
  if (type !== 'image/webp') throw new PictureError('failed');
  try {
    return await sharp(content, { limitInputPixels: pixelLimit }).png().toBuffer();
  } catch {
    throw new PictureError('failed');
  }
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/**
 * Takes the pictures out of a ZIP, one at a time: only those that `isWanted`, of bounded number and size, whatever the
 * archive says of itself. What is no picture is left out. Answers how many were stored. Throws VALIDATION_FAILED at `zip`.
 */
export async function keepZip(
  ctx: UserCtx,
  stored: Files,
  importId: number,
  given: { path: string; isWanted: (key: string) => boolean },
): Promise<number> {
  const zip = await openPromise(given.path, {
    autoClose: false,
    lazyEntries: true,
    validateEntrySizes: true,
  }).catch(() => refuseZip('error-import-zip'));
  let count = 0;
  try {
    if (zip.entryCount > mostZipEntries) refuseZip('error-import-zip-too-many');
    for await (const entry of zip.eachEntry()) {
      const key = pictureKey(entry.fileName);
      if (!isPicture(entry) || !given.isWanted(key)) continue;
      if (count >= mostZipPictures) refuseZip('error-import-zip-too-many');
      const content = await unpack(zip, entry);
      const isKept = content && (await wasKept(keep(ctx, stored, importId, key, content)));
      if (isKept) count += 1;
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    refuseZip('error-import-zip');
  } finally {
    zip.close();
  }
  return count;
}

function refuseZip(error: string): never {
  throw new AppError('VALIDATION_FAILED', { fields: { zip: [error] } });
}

/** Folders, and what macOS and Windows put beside pictures, are none. */
function isPicture({ fileName }: Entry): boolean {
  return /\.(jpe?g|png|webp)$/i.test(fileName) && !/(^|\/)(__MACOSX\/|\._)/.test(fileName);
}

/** yauzl ends the stream where more comes than the entry says of itself, so its word is enough. */
async function unpack(zip: ZipFile, entry: Entry): Promise<Buffer | undefined> {
  if (entry.uncompressedSize > mostPictureBytes || entry.isEncrypted()) return undefined;
  const parts: Buffer[] = [];
  for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part);
  return Buffer.concat(parts);
}

async function wasKept(storing: Promise<void>): Promise<boolean> {
  try {
    await storing;
    return true;
  } catch (error) {
    if (error instanceof PictureError) return false;
    throw error;
  }
}

/** Failures of a host after which its other pictures are not asked for any more. */
const mostFailures = 5;
const atOnce = 4;

/** Fetches pictures for an import, a few at a time, and remembers why those are missing that are. */
export class PictureFetcher {
  private readonly failures = new Map<string, number>();
  private readonly stored: Files;
  private readonly network: Network | undefined;

  constructor(stored: Files, network?: Network) {
    this.stored = stored;
    this.network = network;
  }

  /** `onEach` is called between pictures: a long wait must not look like a process that is gone. */
  async fetch(
    ctx: UserCtx,
    importId: number,
    given: {
      urls: readonly string[];
      lost: Map<string, PictureError['problem']>;
      onEach: () => Promise<void>;
    },
  ): Promise<void> {
    const waiting = [...given.urls];
    const work = async () => {
      for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
        const problem = await this.one(ctx, importId, url);
        if (problem) given.lost.set(url, problem);
        await given.onEach();
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
  }

  private async one(
    ctx: UserCtx,
    importId: number,
    url: string,
  ): Promise<PictureError['problem'] | undefined> {
    const { host } = new URL(url);
    if ((this.failures.get(host) ?? 0) >= mostFailures) return 'unreachable';
    try {
      await keep(ctx, this.stored, importId, url, await fetchPicture(url, this.network));
      this.failures.delete(host);
      return undefined;
    } catch (error) {
      if (!(error instanceof PictureError)) throw error;
      if (error.problem === 'unreachable') this.failures.set(host, (this.failures.get(host) ?? 0) + 1);
      return error.problem;
    }
  }
}
