import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import type { ServiceWatch } from '@/server/integrations/health';
import type { DirectFiles } from './direct';
import { s3Files } from './s3';

/** Byte range, both ends included. */
export interface Span {
  from: number;
  to: number;
}

export interface StoredFile {
  /** Size of the whole file in bytes. */
  size: number;
  /** Returned range; undefined for the whole file. */
  span: Span | undefined;
  stream: Readable;
}

/**
 * Storage of uploads and thumbnails (design §8) by the paths that `attachments` holds. Every method throws UNAVAILABLE while
 * an external storage does not respond.
 */
export interface Files {
  put: (path: string, content: Buffer) => Promise<void>;
  /** Undefined for a missing file. `range` is the request header; an unsatisfiable one is ignored. */
  get: (path: string, range?: string) => Promise<StoredFile | undefined>;
  /** Succeeds for a missing file, too. */
  remove: (path: string) => Promise<void>;
  /**
   * Copies the thumbnail of a public file to a public address and returns it. Undefined for other files, and where the
   * storage has no public address.
   */
  publish: (path: string) => Promise<string | undefined>;
  /** Undefined for a folder, and for a storage that browsers cannot reach. */
  direct: DirectFiles | undefined;
}

export interface FileSettings {
  /** Contains the uploads, unless a storage is configured. */
  dataDir: string;
  /** S3-compatible storage. */
  s3?: S3Settings | undefined;
}

export interface S3Settings {
  endpoint: string;
  bucket: string;
  key: string;
  secret: string;
  region: string;
  /** Base URL of the bucket's `public/` prefix. */
  publicUrl?: string | undefined;
  /** Where browsers reach the storage; uploads and private files pass through this server without it. */
  browserEndpoint?: string | undefined;
}

/** The configured external storage, otherwise a folder. */
export function openFiles({
  dataDir,
  s3,
  watch,
}: FileSettings & { watch?: ServiceWatch | undefined }): Files {
  return s3 ? s3Files(s3, watch) : localFiles(resolve(dataDir, 'uploads'));
}

function localFiles(folder: string): Files {
  return {
    async put(path, content) {
      const file = join(folder, checked(path));
      await mkdir(dirname(file), { recursive: true });
      // Renamed when complete, so that a crash leaves no partial file under the final name. Two processes may create
      // the same thumbnail concurrently.
      const part = `${file}.${randomUUID()}.part`;
      try {
        await writeFile(part, content);
        await rename(part, file);
      } catch (error) {
        await rm(part, { force: true }).catch(() => {});
        throw error;
      }
    },
    async get(path, range) {
      if (!isPath(path)) return undefined;
      const file = join(folder, path);
      const stats = await stat(file).catch(() => undefined);
      if (!stats?.isFile()) return undefined;
      const span = spanOf(range, stats.size);
      const stream = createReadStream(file, span && { start: span.from, end: span.to });
      return { size: stats.size, span, stream };
    },
    async remove(path) {
      await rm(join(folder, checked(path)), { force: true });
    },
    publish: async () => undefined,
    direct: undefined,
  };
}

/** True for a path made by the server: folders and a name, without traversal. */
export function isPath(path: string): boolean {
  const parts = path.split('/');
  return parts.every((part) => /^[\p{L}\p{N}_.-]{1,200}$/u.test(part) && !/^\.+$/.test(part));
}

/** True for the thumbnail of a picture. */
export const isThumbnail = (path: string) => path.endsWith('.thumb.webp');

/** Asserts a path that the server made. */
export function checked(path: string): string {
  if (!isPath(path)) throw new Error(`No path of a file: ${path}`);
  return path;
}

/** Parses a single range within the file; undefined for the whole file. */
function spanOf(range: string | undefined, size: number): Span | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return from <= to ? { from, to } : undefined;
}
