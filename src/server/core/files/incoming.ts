import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** An upload takes less: what is older was left by a process that was killed. */
const keptMs = 3600_000;

/** Where uploaded files lie while they are read. */
export const incomingDir = (dataDir: string) => join(dataDir, 'incoming');

/** Removes uploads that a killed process has left, by the clock of the disk. */
export async function removeLeftUploads(dataDir: string): Promise<void> {
  const folder = incomingDir(dataDir);
  for (const name of await readdir(folder).catch(() => [])) {
    const { mtimeMs = Date.now() } = (await stat(join(folder, name)).catch(() => undefined)) ?? {};
    if (mtimeMs < Date.now() - keptMs) await rm(join(folder, name), { force: true });
  }
}
