import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { WatchDeps } from '@/server/integrations/health';
import { assertPath, type FileSettings, type Files, isPath, type Span } from './files';
import { s3Files } from './s3';

/** The configured external storage, otherwise a folder. */
export function openFiles({ dataDir, s3, watch }: FileSettings & WatchDeps): Files {
  return s3 ? s3Files(s3, watch) : localFiles(resolve(dataDir, 'uploads'));
}

function localFiles(folder: string): Files {
  return {
    async put(path, content) {
      const file = join(folder, assertPath(path));
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
      await rm(join(folder, assertPath(path)), { force: true });
    },
    publish: async () => undefined,
    direct: undefined,
  };
}

/** Parses a single range within the file; undefined for the whole file. */
function spanOf(range: string | undefined, size: number): Span | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return from <= to ? { from, to } : undefined;
}
