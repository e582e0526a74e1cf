import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { backUp } from '@/server/core/backup/dump';
import { restore } from '@/server/core/backup/restore';
import type { Database } from '@/server/core/context';
import { lastFolded } from '@/server/core/db/fold';
import { openFiles } from '@/server/integrations/files/open-files';
import { setUpScene } from '../../../support/scene';
import { type TestApp, testApp } from '../../../support/server';

/** A backup contains everything, and restores it unchanged. */
const { api, scene } = setUpScene();

let folder: string;
let other: TestApp;
beforeEach(async () => {
  folder = join(mkdtempSync(join(tmpdir(), 'gostiny-backup-')), 'made');
  other = await testApp();
  await other.reset();
});
afterEach(async () => {
  await other.close();
  rmSync(join(folder, '..'), { recursive: true, force: true });
});

const make = (from: TestApp = api) => backUp(from.db, openFiles(from), folder, from.now());
const bring = (to: TestApp = other) => restore(to.db, openFiles(to), folder);

/** The whole content of a database as text, except what every test rewrites. */
async function contents(db: Database): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`select relname::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname not like 'kysely%'
    order by 1`.execute(db);
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{
      all: string;
    }>`select coalesce(string_agg(t::text, E'\n' order by t::text), '') as all
      from ${sql.table(name)} t`.execute(db);
    found[name] = rows[0]?.all ?? '';
  }
  return found;
}

/** A person, a shop, texts with special characters, a file. */
async function fill(): Promise<string> {
  const odd = 'Чай «Дымка» \\ "кавычки" \u2028 \t\n{"a":[null]}, 😀';
  const image = openFiles(api);
  await image.put('2026-03/a.png', Buffer.from('picture'));
  await image.put('2026-03/a.thumb.webp', Buffer.from('small'));
  await api.db
    .insertInto('attachments')
    .values({
      user_id: scene.staff.id,
      kind: 'png',
      file_name: odd,
      path: '2026-03/a.png',
      size: 7,
      thumbnail_path: '2026-03/a.thumb.webp',
      created_at: api.now(),
    })
    .execute();
  const made = await api.request(scene.super_admin, 'POST', 'tags', { name: 'Чайник «Дымка»' });
  expect(made.status).toBe(201);
  return odd;
}

describe('a backup', () => {
  it('restores every row, file and sequence', async () => {
    const odd = await fill();
    const before = await contents(api.db);

    const manifest = await make();
    await bring();

    expect(await contents(other.db)).toEqual(before);
    expect(manifest.files).toEqual(['2026-03/a.png', '2026-03/a.thumb.webp']);
    expect(readFileSync(join(other.dataDir, 'uploads/2026-03/a.png'), 'utf8')).toBe('picture');
    const read = await other.db.selectFrom('attachments').select('file_name').executeTakeFirstOrThrow();
    expect(read.file_name).toBe(odd);
    // Sequences continue, triggers work again.
    const next = await other.request(scene.super_admin, 'POST', 'tags', { name: 'Самовар' });
    expect(next.status).toBe(201);
    const ids = await other.db.selectFrom('tags').select('id').orderBy('id').execute();
    expect(ids.map(({ id }) => id)).toEqual([1, 2]);
  });

  it('is written into an empty folder only', async () => {
    await make();
    await expect(make()).rejects.toThrow(/not empty/);
  });

  it('is not restored into a database with users', async () => {
    await make();
    await expect(bring(api)).rejects.toThrow(/people/);
    expect(await api.db.selectFrom('users').select('id').execute()).not.toEqual([]);
  });

  it('is restored completely or not at all', async () => {
    await fill();
    await make();
    const file = join(folder, 'tables/tags.jsonl.gz');
    const lines = gunzipSync(readFileSync(file)).toString();
    expect(lines.split('\n').length).toBe(2);
    writeFileSync(file, gzipSync(''));

    await expect(bring()).rejects.toThrow(/has 0 rows of 1/);
    expect(await other.db.selectFrom('users').select('id').execute()).toEqual([]);
    expect(existsSync(join(other.dataDir, 'uploads'))).toBe(false);
  });

  it('is refused when it is invalid, damaged or of another version', async () => {
    await expect(restore(other.db, openFiles(other), '/nowhere')).rejects.toThrow(/no backup/);
    await make();
    const file = join(folder, 'backup.json');
    const manifest = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ ...manifest, migrations: [...manifest.migrations, '9999_later'] }));
    await expect(bring()).rejects.toThrow(/newer version: it has 9999_later/);
    writeFileSync(file, JSON.stringify({ ...manifest, migrations: [...manifest.migrations, lastFolded] }));
    await expect(bring()).rejects.toThrow(/older version: restore it with that one/);
    writeFileSync(file, JSON.stringify({ ...manifest, migrations: manifest.migrations.slice(0, -1) }));
    await expect(bring()).rejects.toThrow(/another version/);
    writeFileSync(file, '{}');
    await expect(bring()).rejects.toThrow(/damaged/);
  });
});
