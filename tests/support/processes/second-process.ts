import { join } from 'node:path';
import { buildSync } from 'esbuild';
import type { createApp } from '@/server/app';
import type { openServer } from '@/server/core/db/client';

/**
 * Another copy of the API's code with its own caches, as in another process: it shares only the database. Loaded as a
 * bundle, because a module is loaded once.
 */
interface SecondProcess {
  createApp: typeof createApp;
  openServer: typeof openServer;
}

const file = join(process.cwd(), 'dist/second-process.js');

/** Once per run, before its workers start. */
export function bundleSecondProcess(): void {
  buildSync({
    stdin: {
      contents:
        "export { createApp } from '@/server/app'; export { openServer } from '@/server/core/db/client';",
      resolveDir: process.cwd(),
    },
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    outfile: file,
    logLevel: 'warning',
  });
}

export const loadSecondProcess = (): Promise<SecondProcess> => import(/* @vite-ignore */ `file://${file}`);
