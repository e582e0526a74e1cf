import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { say, setUpService } from '@tests/support/fake-service';
import { build } from 'esbuild';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { packAssets } from '@/server/core/web/pack-assets';
import {
  linkMaps,
  type MapsTarget,
  mapsTargetIn,
  removeMaps,
  uploadMaps,
} from '@/server/core/web/source-maps';

/** Source maps on their way from the build to the service of error reports. */
const service = setUpService();
let folder: string;
let scripts: string;
let script: string;

/** A large script whose second source line throws. */
const source = `const list = [${Array.from({ length: 4000 }, (_one, index) => index * 7919).join()}];
export const fail = () => { throw new Error('line two ' + list.length); };
(globalThis as Record<string, unknown>).fail = fail;
`;
const target = (): MapsTarget => ({
  authToken: 'a-token',
  org: 'market',
  project: 'panel',
  url: `${service.base}/`,
  release: '1.2.3',
});

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gostiny-maps-'));
  // The library keeps its answers in the home folder.
  vi.stubEnv('HOME', folder);
  vi.stubEnv('SENTRY_CLI_NO_TELEMETRY', '1');
  scripts = join(folder, 'static');
  script = join(scripts, 'chunk.js');
  mkdirSync(scripts);
  await build({
    stdin: { contents: source, loader: 'ts', sourcefile: 'list.ts' },
    outfile: script,
    minify: true,
    sourcemap: 'external',
  });
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** Where the map says that the error of the script is thrown. */
function thrownAt(): { line: number; source: string } {
  const lines = readFileSync(script, 'utf8').split('\n');
  const line = lines.findIndex((text) => text.includes('throw'));
  const map = new SourceMap(JSON.parse(readFileSync(`${script}.map`, 'utf8')));
  const found = map.findEntry(line, lines[line]?.indexOf('throw') ?? 0);
  return 'originalLine' in found
    ? { line: found.originalLine + 1, source: found.originalSource }
    : { line: 0, source: '' };
}

describe('the scripts of a build', () => {
  it('are marked for eager compilation, packed, and their maps still fit', async () => {
    await packAssets(folder);

    const packed = readFileSync(script, 'utf8');
    expect(packed.startsWith('//# allFunctionsCalledOnLoad\n')).toBe(true);
    expect(brotliDecompressSync(readFileSync(`${script}.br`)).toString()).toBe(packed);
    expect(thrownAt()).toMatchObject({ line: 2, source: expect.stringContaining('list.ts') });
  });

  it('name the map that belongs to them, and keep the mark in the first line', async () => {
    await linkMaps(scripts, target());
    await packAssets(folder);

    const packed = readFileSync(script, 'utf8');
    const id = /\/\/# debugId=([\w-]+)/.exec(packed)?.[1];
    expect(id).toBeTruthy();
    expect(JSON.parse(readFileSync(`${script}.map`, 'utf8'))).toMatchObject({ debug_id: id });
    expect(packed.startsWith('//# allFunctionsCalledOnLoad\n')).toBe(true);
    expect(brotliDecompressSync(readFileSync(`${script}.br`)).toString()).toBe(packed);
    expect(packed).not.toContain('sourceMappingURL');
    expect(thrownAt()).toMatchObject({ line: 2 });
    expect(service.asked).toEqual([]);
  });
});

describe('the upload', () => {
  it('goes to the given service with the token, and nothing stays behind', async () => {
    service.answer = (response, asked) => {
      if (asked.url.includes('assemble')) return say({ state: 'ok', missingChunks: [] })(response, asked);
      const limits = { chunkSize: 8388608, chunksPerRequest: 64, maxRequestSize: 33554432, concurrency: 1 };
      const kinds = { accept: ['artifact_bundles_v2'], compression: [], hashAlgorithm: 'sha1' };
      return say({ url: `${service.base}/upload`, ...limits, ...kinds })(response, asked);
    };
    await linkMaps(scripts, target());
    await uploadMaps(scripts, target());
    removeMaps(scripts);

    const assembled = service.asked.find(({ url }) => url.includes('/organizations/market/artifactbundle/'));
    expect(assembled?.headers.authorization).toBe('Bearer a-token');
    expect(JSON.parse(String(assembled?.body))).toMatchObject({ projects: ['panel'], version: '1.2.3' });
    expect(readdirSync(scripts)).toEqual(['chunk.js']);
  });

  it('does not stop the build when the service refuses it', async () => {
    service.answer = say({ detail: 'Invalid token' }, 401);
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    await linkMaps(scripts, target());
    await uploadMaps(scripts, target());

    expect(written.mock.calls.join()).toContain('Source maps were not uploaded');
    expect(existsSync(script)).toBe(true);
    written.mockRestore();
  });

  it('needs a token, an organization and a project', () => {
    const given = { SENTRY_AUTH_TOKEN: 'a-token', SENTRY_ORG: 'market', SENTRY_PROJECT: 'panel' };

    expect(mapsTargetIn({ ...given, SENTRY_AUTH_TOKEN: '' })).toBeUndefined();
    expect(mapsTargetIn({ ...given, SENTRY_ORG: undefined })).toContain('SENTRY_ORG');
    expect(mapsTargetIn({ ...given, SENTRY_PROJECT: '' })).toContain('SENTRY_PROJECT');
    expect(mapsTargetIn({ ...given, npm_package_version: '1.2.3' })).toEqual({
      ...target(),
      url: undefined,
    });
  });
});
