import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * How long a start waits for the holder to exit: a supervisor restarts a killed process before it is completely gone.
 */
const patienceMs = 5000;
const everyMs = 100;

/**
 * Locks the data folder for this process: PGlite has no lock of its own, and two processes on one folder lose rows. The
 * lock is SQLite's exclusive lock of an empty file, an OS lock (fcntl): processes in other containers on the same
 * volume respect it, and the kernel releases it however the holder exits. Throws when the folder stays in use.
 */
export async function lockDataDir(dataDir: string, waitMs = patienceMs): Promise<() => void> {
  mkdirSync(dataDir, { recursive: true });
  // Informs people who holds it; the lock does not depend on it.
  const holder = join(dataDir, 'lock');
  const deadline = Date.now() + waitMs;
  for (;;) {
    const release = tryLock(join(dataDir, 'lock.db'));
    if (release) {
      writeFileSync(holder, `${process.pid} on ${hostname()}`);
      return () => {
        rmSync(holder, { force: true });
        release();
      };
    }
    if (Date.now() >= deadline) {
      const text = `${dataDir} is in use by process ${holderIn(holder)}. Stop it, or set another DATA_DIR.`;
      throw new Error(text);
    }
    await pause(everyMs);
  }
}

/** Undefined when another process, or another caller in this one, holds it. */
function tryLock(file: string): (() => void) | undefined {
  // Required at run time: only the embedded database needs it, and bundlers cannot resolve it.
  const sqlite = process.getBuiltinModule('node:sqlite');
  if (!sqlite) throw new Error('The embedded database needs Node 22.13 or newer.');
  const lock = new sqlite.DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec('begin exclusive');
    return () => lock.close();
  } catch (error) {
    lock.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
}

function isBusy(error: unknown): boolean {
  return (error as { errcode?: unknown }).errcode === 5;
}

function holderIn(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '(unknown)';
  }
}
