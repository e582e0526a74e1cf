import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'gostiny-tools-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('npm run lint', () => {
  it('runs every tool although the first one fails, and then fails', () => {
    const log = join(folder, 'log');
    for (const [tool, status] of [
      ['biome', 1],
      ['oxlint', 2],
      ['knip', 0],
    ] as const) {
      writeFileSync(join(folder, tool), `#!/bin/sh\necho ${tool} >> '${log}'\nexit ${status}\n`);
      chmodSync(join(folder, tool), 0o755);
    }

    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    const PATH = `${folder}${delimiter}${process.env.PATH}`;

    const { status } = spawnSync('sh', ['-c', scripts.lint], { env: { ...process.env, PATH } });

    expect(readFileSync(log, 'utf8').trim().split('\n')).toEqual(['biome', 'oxlint', 'knip']);
    expect(status).toBe(1);
  });
});

describe('npm run dev', () => {
  it('develops against recorded answers; dev:api runs the whole process', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));

    expect(scripts.dev).toMatch(/ src\/mock\/serve\.ts$/);
    expect(scripts['dev:api']).toMatch(/ dist\/dev\.js$/);
  });

  it('reloads changed files in pages that were opened at 127.0.0.1', async () => {
    const { default: config } = await import('../next.config.js');

    expect(config).toHaveProperty('allowedDevOrigins', ['127.0.0.1']);
  });
});

describe('the version of the package', () => {
  it('heads the changelog, and is what a process started without npm says', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

    expect(/^## (\S+)/m.exec(readFileSync('CHANGELOG.md', 'utf8'))?.[1]).toBe(version);
    for (const file of ['src/lib/env.ts', 'src/server/core/env.ts', 'src/server/core/web/source-maps.ts'])
      expect(readFileSync(file, 'utf8')).toContain(`'${version}'`);
  });
});

describe('npm test with words', () => {
  it('fails when they match no file and no title', () => {
    // Joined here, or the word would match this file.
    const word = ['no', 'such', 'family'].join('-');

    const { status, stdout } = spawnSync(process.execPath, ['tests/run.ts', word], { encoding: 'utf8' });

    expect(status).toBe(1);
    expect(stdout).toContain(`nothing matches ${word}`);
  });
});
