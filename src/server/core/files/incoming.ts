import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Longer than any upload takes: anything older was left by a killed process. */
const keptMs = 3600_000;

export const incomingDir = (dataDir: string) => join(dataDir, 'incoming');

/** Removes uploads left by a killed process, by the clock of the disk. */
export async function removeLeftUploads(dataDir: string): Promise<void> {
  const folder = incomingDir(dataDir);
  for (const name of await readdir(folder).catch(() => [])) {
    const { mtimeMs = Date.now() } = (await stat(join(folder, name)).catch(() => undefined)) ?? {};
    if (mtimeMs < Date.now() - keptMs) await rm(join(folder, name), { force: true });
  }
}
