import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const megabyte = 1024 ** 2;
/** The engine needs a segment of its log, 16 MB, to open at all. */
const minFree = 20 * megabyte;

/** Errors of the engine's file system, which have numbers of WASI only. */
const errnos: Record<number, string> = { 2: 'EACCES', 19: 'EDQUOT', 51: 'ENOSPC', 63: 'EPERM', 69: 'EROFS' };
const full = new Set(['53100', 'ENOSPC', 'EDQUOT']);
const forbidden = new Set(['EACCES', 'EPERM', 'EROFS']);
/** Of PostgreSQL: pages and indexes that do not hold what they should, missing files, an engine that broke. */
const damaged = /^(XX00[12]|58P01|58030|57P03)$/;

export const isCreated = (folder: string) => existsSync(join(folder, 'PG_VERSION'));

const unfinished = (folder: string) => `${folder}.unfinished`;

/**
 * Before the engine opens a folder: it would create a database over one that has lost its PG_VERSION. The first start
 * is marked until `finishFolder`, so that one cut short begins anew.
 */
export function prepareFolder(folder: string): void {
  const mark = unfinished(folder);
  if (existsSync(mark)) rmSync(folder, { recursive: true, force: true });
  if (isCreated(folder)) return;
  mkdirSync(folder, { recursive: true });
  if (readdirSync(folder).length > 0) throw damage(folder, 'its file PG_VERSION is missing');
  writeFileSync(mark, '');
}

export function finishFolder(folder: string): void {
  rmSync(unfinished(folder), { force: true });
}

interface Failure {
  message?: unknown;
  code?: unknown;
  errno?: unknown;
  /** The engine's last words, when it refused to open. */
  reason?: unknown;
  cause?: unknown;
}

/**
 * Why the embedded database does not open, or cannot go on at the start, in a sentence with what to do. Any other error
 * is returned as it is.
 */
export function explainFailure(error: unknown, folder: string, isOpening = true): unknown {
  const { message, code, errno, reason, cause } = (error ?? {}) as Failure;
  const name = String(errnos[Number(errno)] ?? code ?? '');
  const text = String(reason ?? message ?? error);
  if (full.has(name) || /no space left|disk quota/i.test(text) || (isOpening && freeIn(folder) < minFree))
    return new Error(
      `The disk of ${folder} is full (${Math.floor(freeIn(folder) / megabyte)} MB free), so the embedded database cannot go on: free 200 MB or more and start again; what was saved is not lost.`,
    );
  if (forbidden.has(name) || /permission denied|read-only file system/i.test(text))
    return new Error(`${folder} cannot be read and written: give it to the user that runs the product.`);
  if (reason !== undefined || damaged.test(name)) return damage(folder, text);
  return cause === undefined ? error : (explainCause(cause, folder) ?? error);
}

/** A migration names its failure and has the database's as its cause. */
function explainCause(cause: unknown, folder: string): unknown {
  const explained = explainFailure(cause, folder, false);
  return explained === cause ? undefined : explained;
}

export function damage(folder: string, reason: string): Error {
  return new Error(
    `The embedded database in ${folder} is damaged (${reason}): move this folder away and restore a backup with npm run db:restore -- folder, or start without it to begin with an empty one.`,
  );
}

function freeIn(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
