import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packAssets } from '../core/web/pack-assets';
import { linkMaps, mapsTargetIn, removeMaps, uploadMaps } from '../core/web/source-maps';

/**
 * Builds the web unless the last build has the same sources and the same public settings. With a token for the service
 * of error reports the source maps of web and server are uploaded to it.
 */
const distDir = process.env.NEXT_DIST_DIR || '.next';
const stampFile = join(distDir, 'built-from');
const sources = ['src', 'public', 'next.config.js', 'next-i18next.config.cjs', 'tailwind.config.js'];
const configs = ['postcss.config.mjs', 'tsconfig.json', 'package-lock.json', 'sentry.client.config.ts'];
// Not part of the web's build.
const apart = ['server', 'mock', 'main.ts', 'web.ts'].map((name) => join('src', name));

const target = mapsTargetIn(process.env);
if (typeof target === 'string') process.stderr.write(`${target}\n`);
const mapsTarget = typeof target === 'object' ? target : undefined;
// The upload's program would send data about the build to its makers.
process.env.SENTRY_CLI_NO_TELEMETRY = '1';

const stamp = stampOf([...sources, ...configs]);
if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== stamp || process.argv.includes('--force')) {
  const built = spawnSync('next', ['build', '--webpack'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...(mapsTarget && { SOURCE_MAPS: 'true' }) },
  });
  if (built.status !== 0) process.exit(built.status ?? 1);
  const scripts = join(distDir, 'static');
  if (mapsTarget) await linkMaps(scripts, mapsTarget);
  await packAssets(distDir);
  if (mapsTarget) await uploadMaps(scripts, mapsTarget);
  removeMaps(scripts);
  // Half a gigabyte for the next build: that comes only where somebody changes the sources.
  if (!existsSync(stampFile)) rmSync(join(distDir, 'cache'), { recursive: true, force: true });
  writeFileSync(stampFile, stamp);
}
// `npm run bundle` has just written the server's code anew.
if (mapsTarget) {
  await linkMaps('dist', mapsTarget);
  await uploadMaps('dist', mapsTarget);
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
