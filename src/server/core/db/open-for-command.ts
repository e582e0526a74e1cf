import type { Env } from '../env';
import { type OpenDatabase, openDatabase } from './client';

/** The database of a command, with one connection. The command ends with the reason when it cannot be opened. */
export async function openForCommand({ databaseUrl, dataDir }: Env): Promise<OpenDatabase> {
  try {
    return await openDatabase({
      databaseUrl,
      dataDir,
      pool: 1,
      workerFile: new URL('./pglite-worker.js', import.meta.url),
    });
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}
