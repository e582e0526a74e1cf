import type { Env } from '../env';
import { type OpenDatabase, openDatabase } from './client';

/** The database of a command, with one connection. The command ends with the reason when it cannot be opened. */
export async function openForCommand({ databaseUrl, directUrl, dataDir }: Env): Promise<OpenDatabase> {
  try {
    return await openDatabase({
      // Without a pooler: a command may run for hours.
      databaseUrl: directUrl ?? databaseUrl,
      dataDir,
      pool: 1,
      workerFile: new URL('./pglite-worker.js', import.meta.url),
    });
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}
