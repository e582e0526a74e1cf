import { createReadStream } from 'node:fs';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import type { ServiceWatch } from '@/server/integrations/health';
import { s3Files } from './s3';

/** Bytes of a file from the first to the last, both included. */
export interface Span {
  from: number;
  to: number;
}

export interface StoredFile {
  /** Of the whole file, in bytes. */
  size: number;
  /** What of it comes; the whole without one. */
  span: Span | undefined;
  stream: Readable;
}

/**
 * Where uploads and their small pictures are kept (design §8): a path below it is what `attachments` remembers. Each throws
 * UNAVAILABLE while a storage outside does not answer.
 */
export interface Files {
  put: (path: string, content: Buffer) => Promise<void>;
  /** Undefined when there is none. `range` is a request's header; one that cannot be had is as if it were not asked for. */
  get: (path: string, range?: string) => Promise<StoredFile | undefined>;
  /** No failure when there is none. */
  remove: (path: string) => Promise<void>;
  /**
   * For a public file: puts its thumbnail where anybody may load it without us and answers that address. Undefined for other
   * files, and where the storage has no such place.
   */
  publish: (path: string) => Promise<string | undefined>;
}

export interface FileSettings {
  /** Uploads lie in a folder of it unless there is a storage. */
  dataDir: string;
  /** A storage that speaks the dialect of S3. */
  s3?: S3Settings | undefined;
}

export interface S3Settings {
  endpoint: string;
  bucket: string;
  key: string;
  secret: string;
  region: string;
  /** Begins addresses that lead to what lies below `public/` of the bucket. */
  publicUrl?: string | undefined;
}

/** The storage outside where there is one, else a folder. */
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
      // Under its name a file is whole, whatever happens meanwhile.
      const part = `${file}.part`;
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
      const found = await stat(file).catch(() => undefined);
      if (!found?.isFile()) return undefined;
      const span = spanOf(range, found.size);
      const stream = createReadStream(file, span && { start: span.from, end: span.to });
      return { size: found.size, span, stream };
    },
    async remove(path) {
      await rm(join(folder, checked(path)), { force: true });
    },
    publish: async () => undefined,
  };
}

/** Whether a text is a path that we give: folders and a name, nothing that leads elsewhere. */
export function isPath(path: string): boolean {
  const parts = path.split('/');
  return parts.every((part) => /^[\p{L}\p{N}_.-]{1,200}$/u.test(part) && !/^\.+$/.test(part));
}

/** For what the server itself names. */
export function checked(path: string): string {
  if (!isPath(path)) throw new Error(`No path of a file: ${path}`);
  return path;
}

/** One range of a header, within the file; undefined for the whole of it. */
function spanOf(range: string | undefined, size: number): Span | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return from <= to ? { from, to } : undefined;
}
