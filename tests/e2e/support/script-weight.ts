import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Limits of script bytes after gzip (rules/panel: scripts have a budget). */
export const loginLimit = 170 * 1024;
export const listLimit = 170.6 * 1024;

/** Size of a script as the limits count it: each file compressed separately. */
export const gzipSize = (script: Buffer) => gzipSync(script, { level: 6 }).length;

/** Scripts named by the document of each page, by route: their bytes after gzip. */
export function pageWeights(distDir: string): Map<string, number> {
  const manifest = JSON.parse(readFileSync(join(distDir, 'build-manifest.json'), 'utf8'));
  const pages: Record<string, string[]> = manifest.pages;
  const sizes = new Map<string, number>();
  const sizeOf = (file: string) => {
    const size = sizes.get(file) ?? gzipSize(readFileSync(join(distDir, file)));
    sizes.set(file, size);
    return size;
  };
  const common: string[] = [...(pages['/_app'] ?? []), ...manifest.lowPriorityFiles];
  return new Map(
    Object.entries(pages).map(([page, own]) => {
      const files = [...new Set([...common, ...own])].filter((file) => file.endsWith('.js'));
      return [page, files.reduce((sum, file) => sum + sizeOf(file), 0)];
    }),
  );
}
