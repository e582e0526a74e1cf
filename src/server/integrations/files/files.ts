import type { Readable } from 'node:stream';
import type { S3Settings } from './bucket';
import type { DirectFiles } from './direct';

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
 * Storage of uploads and thumbnails by the paths that `attachments` holds. Every method throws UNAVAILABLE while an
 * external storage does not respond.
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

/** True for a path made by the server: folders and a name, without traversal. */
export function isPath(path: string): boolean {
  const parts = path.split('/');
  return parts.every((part) => /^[\p{L}\p{N}_.-]{1,200}$/u.test(part) && !/^\.+$/.test(part));
}

export const isThumbnail = (path: string) => path.endsWith('.thumb.webp');

/** Asserts a path that the server made. */
export function assertPath(path: string): string {
  if (!isPath(path)) throw new Error(`No path of a file: ${path}`);
  return path;
}
