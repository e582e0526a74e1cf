import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Builds the web unless the last build has the same sources and the same public settings. */
const distDir = process.env.NEXT_DIST_DIR || '.next';
const stampFile = join(distDir, 'built-from');
const sources = ['src', 'public', 'next.config.js', 'next-i18next.config.cjs', 'tailwind.config.js'];
const configs = ['postcss.config.mjs', 'tsconfig.json', 'package-lock.json', 'sentry.client.config.ts'];
// Not part of the web's build.
const apart = ['server', 'mock', 'main.ts', 'web.ts'].map((name) => join('src', name));

const stamp = stampOf([...sources, ...configs]);
if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== stamp || process.argv.includes('--force')) {
  const built = spawnSync('next', ['build', '--webpack'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' },
  });
  if (built.status !== 0) process.exit(built.status ?? 1);
  writeFileSync(stampFile, stamp);
}

function stampOf(paths: string[]): string {
  const sum = createHash('sha256');
  for (const [key, value] of Object.entries(process.env).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (key.startsWith('NEXT_PUBLIC_')) sum.update(`${key}=${value}\n`);
  }
  for (const path of paths) addTo(sum, path);
  return sum.digest('hex');
}

function addTo(sum: ReturnType<typeof createHash>, path: string): void {
  if (!existsSync(path) || apart.includes(path)) return;
  if (statSync(path).isFile()) {
    sum.update(path).update(readFileSync(path));
    return;
  }
  for (const name of readdirSync(path).sort()) addTo(sum, join(path, name));
}
