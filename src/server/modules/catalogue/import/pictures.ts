import { isUtf8 } from 'node:buffer';
import { fileTypeFromBuffer } from 'file-type';
import iconv from 'iconv-lite';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { decodeSegment } from '@/contract/pages';
import type { Ctx, UserCtx } from '@/server/core/context';
import { isBomb } from '@/server/core/documents/xlsx/zip-limits';
import { AppError, rejectField } from '@/server/core/errors';
import { apiBase, storeFiles } from '@/server/core/files/attachments';
import { toPng } from '@/server/core/files/pictures';
import type { Files } from '@/server/integrations/files/files';
import {
  fetchPicture,
  maxPictureBytes,
  PictureError,
  type PictureProblem,
} from '@/server/integrations/files/pictures';
import { isWebAddress, type Network } from '@/server/integrations/outgoing/outgoing';

/** Pictures per ZIP: each one is decoded and re-encoded. */
const maxZipPictures = 2000;
const maxZipEntries = 10_000;
const maxUnpackedBytes = 1024 ** 3;
const maxZipMs = 15 * 60_000;

/** Key of a picture within an import: its URL, or the lower-case file name. */
export function pictureKey(text: string): string {
  if (isWebAddress(text)) return text;
  return (text.split(/[\\/]/).at(-1) ?? '').normalize('NFC').toLocaleLowerCase('ru');
}

/** The path of an upload of ours; undefined for any other text. Its name cannot be guessed, so knowing it is enough. */
export function uploadPath(ctx: Ctx, text: string): string | undefined {
  const own = text.startsWith(ctx.publicUrl) ? text.slice(ctx.publicUrl.length) : text;
  return own.startsWith(`${apiBase}/uploads/`) ? own.slice(`${apiBase}/uploads/`.length) : undefined;
}

interface StoreOptions {
  shopId: number;
  signal?: AbortSignal | undefined;
  isPatient?: boolean;
}

const refusals: Partial<Record<string, PictureProblem>> = {
  UNSUPPORTED_FILE: 'failed',
  PICTURE_TOO_LARGE: 'too-many-pixels',
};

/** Stores a picture under its key. Throws PictureError when the content is not a picture. */
async function storePicture(
  ctx: UserCtx,
  stored: Files,
  { importId, key, content }: { importId: number; key: string; content: Buffer },
  options: StoreOptions,
): Promise<void> {
  const name = isWebAddress(key) ? (new URL(key).pathname.split('/').at(-1) ?? '') : key;
  const [kept] = await toUploadable(content, options.signal)
    .then((picture) => storeFiles(ctx, stored, [{ name: decodeSegment(name), content: picture }], options))
    .catch((error: unknown): never => {
      const problem = error instanceof AppError ? refusals[error.code] : undefined;
      throw problem ? new PictureError(problem) : error;
    });
  if (!kept) throw new PictureError('failed');
  await ctx.db
    .insertInto('product_import_files')
    .values({ import_id: importId, name: key, attachment_id: kept.id })
    .onConflict((conflict) => conflict.columns(['import_id', 'name']).doUpdateSet({ attachment_id: kept.id }))
    .execute();
}

/** Uploads accept JPEG and PNG only; WebP is converted. Detected by content, as for uploads. */
async function toUploadable(content: Buffer, signal: AbortSignal | undefined): Promise<Buffer> {
  const type = (await fileTypeFromBuffer(content))?.mime;
  if (type === 'image/jpeg' || type === 'image/png') return content;
  if (type !== 'image/webp') throw new PictureError('failed');
  return toPng(content, signal);
}

/**
 * Stores the wanted pictures of a ZIP one at a time, with limits on their number and unpacked size whatever
 * the archive declares; other entries are skipped. Returns how many were stored. Throws VALIDATION_FAILED at
 * `zip`, and the abort reason of `signal`; pictures stored until then stay.
 */
export async function storeZip(
  ctx: UserCtx,
  stored: Files,
  importId: number,
  given: {
    path: string;
    shopId: number;
    isWanted: (key: string) => boolean;
    signal?: AbortSignal | undefined;
    maxMs?: number;
  },
): Promise<number> {
  const late = AbortSignal.timeout(given.maxMs ?? maxZipMs);
  const signal = given.signal ? AbortSignal.any([given.signal, late]) : late;
  const zip = await openPromise(given.path, {
    autoClose: false,
    lazyEntries: true,
    validateEntrySizes: true,
  }).catch(() => rejectZip('error-import-zip'));
  let count = 0;
  try {
    for await (const { key, content, problem } of picturesIn(zip, given.isWanted, signal)) {
      if (count >= maxZipPictures) rejectZip('error-import-zip-too-many');
      const lost =
        problem ??
        (await problemOf(
          storePicture(ctx, stored, { importId, key, content }, { shopId: given.shopId, signal }),
        ));
      if (lost) await keepProblem(ctx, importId, key, lost);
      else count += 1;
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    rejectZip(late.aborted ? 'error-import-zip-slow' : 'error-import-zip');
  } finally {
    zip.close();
  }
  return count;
}

async function* picturesIn(
  zip: ZipFile,
  isWanted: (key: string) => boolean,
  signal: AbortSignal,
): AsyncGenerator<ZipPicture> {
  if (zip.entryCount > maxZipEntries) rejectZip('error-import-zip-too-many');
  let unpacked = 0;
  for await (const entry of zip.eachEntry()) {
    signal.throwIfAborted();
    const key = keyOf(entry, isWanted);
    if (!isPicture(entry) || !isWanted(key)) continue;
    const problem = problemBefore(entry);
    if (problem) {
      yield { key, content: Buffer.alloc(0), problem };
      continue;
    }
    unpacked += entry.uncompressedSize;
    if (unpacked > maxUnpackedBytes || isBomb(entry, maxPictureBytes)) rejectZip('error-import-zip-unpacked');
    yield { key, content: await unpackEntry(zip, entry, signal) };
  }
}

interface ZipPicture {
  key: string;
  content: Buffer;
  problem?: PictureProblem;
}

/** Why an entry is not unpacked. */
function problemBefore(entry: Entry): PictureProblem | undefined {
  if (entry.isEncrypted()) return 'encrypted';
  return entry.uncompressedSize > maxPictureBytes ? 'too-large' : undefined;
}

/** Encodings of names without a sign that they are UTF-8: macOS leaves it out, Windows writes the code page of DOS. */
const nameEncodings = ['ibm866', 'windows-1251', 'koi8-r', 'maccyrillic'];
const unicodePath = 0x7075;

/** The key of an entry's name, by the encoding in which a row names it. */
function keyOf(
  { fileName, fileNameRaw, extraFields, generalPurposeBitFlag }: Entry,
  isWanted: (key: string) => boolean,
) {
  const isSure = (generalPurposeBitFlag & 0x800) !== 0 || extraFields.some(({ id }) => id === unicodePath);
  if (isSure || fileNameRaw.every((byte) => byte < 0x80)) return pictureKey(fileName);
  if (isUtf8(fileNameRaw)) return pictureKey(fileNameRaw.toString('utf8'));
  const keys = nameEncodings.map((encoding) => pictureKey(iconv.decode(fileNameRaw, encoding)));
  return keys.find(isWanted) ?? pictureKey(fileName);
}

function rejectZip(error: string): never {
  rejectField('zip', error);
}

/** Skips folders, what is no picture by its name, and the metadata files of macOS. */
function isPicture({ fileName }: Entry): boolean {
  return (
    /\.(jpe?g|png|webp|gif|bmp|tiff?|heic|heif|avif|svg|jfif)$/i.test(fileName) &&
    !/(^|\/)(__MACOSX\/|\._)/.test(fileName)
  );
}

async function unpackEntry(zip: ZipFile, entry: Entry, signal: AbortSignal): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of await zip.openReadStreamPromise(entry)) {
    signal.throwIfAborted();
    parts.push(part);
  }
  return Buffer.concat(parts);
}

async function problemOf(storing: Promise<void>): Promise<PictureProblem | undefined> {
  try {
    await storing;
    return undefined;
  } catch (error) {
    if (error instanceof PictureError) return error.problem;
    throw error;
  }
}

async function keepProblem({ db }: UserCtx, importId: number, name: string, problem: PictureProblem) {
  await db
    .insertInto('product_import_lost_pictures')
    .values({ import_id: importId, name, problem })
    .onConflict((conflict) => conflict.columns(['import_id', 'name']).doUpdateSet({ problem }))
    .execute();
}

/** Pictures of the ZIP that were refused, and why. */
export async function loadProblems(db: Ctx['db'], importId: number): Promise<Map<string, PictureProblem>> {
  const rows = await db
    .selectFrom('product_import_lost_pictures')
    .select(['name', 'problem'])
    .where('import_id', '=', importId)
    .execute();
  return new Map(rows.map(({ name, problem }) => [name, problem as PictureProblem]));
}

/** After this many failures in a row a host is not asked again. */
const maxFailures = 5;
const concurrency = 4;

/** Fetches pictures for an import, a few at a time, and records why the missing ones failed. */
export class PictureFetcher {
  private readonly failures = new Map<string, number>();
  private readonly stored: Files;
  private readonly network: Network | undefined;

  constructor(stored: Files, network?: Network) {
    this.stored = stored;
    this.network = network;
  }

  /** `onEach` runs after each picture to keep the lease alive. */
  async fetch(
    ctx: UserCtx,
    importId: number,
    given: {
      shopId: number;
      urls: readonly string[];
      lost: Map<string, PictureProblem>;
      onEach: () => Promise<void>;
    },
  ): Promise<void> {
    const waiting = [...given.urls];
    const work = async () => {
      for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
        const problem = await this.one(ctx, { importId, shopId: given.shopId, url });
        if (problem) given.lost.set(url, problem);
        await given.onEach();
      }
    };
    await Promise.all(Array.from({ length: concurrency }, work));
  }

  private async one(
    ctx: UserCtx,
    { importId, shopId, url }: { importId: number; shopId: number; url: string },
  ): Promise<PictureProblem | undefined> {
    const { host } = new URL(url);
    if ((this.failures.get(host) ?? 0) >= maxFailures) return 'unreachable';
    try {
      const content = await fetchPicture(url, this.network);
      await storePicture(ctx, this.stored, { importId, key: url, content }, { shopId, isPatient: true });
      this.failures.delete(host);
      return undefined;
    } catch (error) {
      if (error instanceof AppError && error.code === 'STORAGE_QUOTA_EXCEEDED') return 'quota';
      if (!(error instanceof PictureError)) throw error;
      if (error.problem === 'unreachable') this.failures.set(host, (this.failures.get(host) ?? 0) + 1);
      return error.problem;
    }
  }
}
