import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { monthsOf, unmakePartitions } from '@tests/server/core/db/partition-months';
import { buildProduct } from '@tests/support/products';
import { setUpScene } from '@tests/support/scene';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { archiveRows } from '@/server/core/jobs/archive';
import { jobCtx } from '@/server/core/jobs/job';
import { makePartitions } from '@/server/core/scale/partitions';
import { insights } from '@/server/modules/insights';

const { api, scene } = setUpScene({ archiveAfterMonths: 12 });

const old = new Date('2025-03-09T09:00:00Z');
const recent = new Date('2025-03-11T09:00:00Z');

const run = () => {
  const job = insights.jobs?.(api.deps).find(({ name }) => name === 'archive');
  const ctx = jobCtx(api.db, api.now(), 'https://shop.test');
  return job?.kind === 'scheduled'
    ? job.run({ ctx, signal: new AbortController().signal, report: () => {} })
    : undefined;
};

/** Archived rows of a table. */
function archived(table: string): Record<string, unknown>[] {
  const folder = join(api.dataDir, 'uploads/archive', table);
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) =>
    gunzipSync(readFileSync(join(folder, name)))
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>),
  );
}

const entry = (at: Date, id: number) => ({
  at,
  user_id: scene.super_admin.id,
  request_id: 'test',
  family: 'tags',
  row_id: id,
  action: 'update',
  changes: JSON.stringify({ name: ['Лён', 'Льняной'] }),
});

describe('entries older than ARCHIVE_AFTER_MONTHS', () => {
  it('are moved from every journal into files with their complete rows', async () => {
    const product = await buildProduct(api.db, scene.shop);
    await api.db.deleteFrom('stock_movements').execute();
    await api.db
      .insertInto('audit_log')
      .values([entry(old, 1), entry(recent, 2)])
      .execute();
    const movement = {
      shop_id: scene.shop.id,
      product_id: product.id,
      kind: 'adjustment',
      change: 3,
      quantity: 3,
    };
    await api.db
      .insertInto('stock_movements')
      .values([
        { ...movement, at: old },
        { ...movement, at: recent },
      ])
      .execute();
    const bell = { receiver: scene.store_owner.id, notify_type: 'order', notify_receiver_type: 'vendor' };
    await api.db
      .insertInto('notify_logs')
      .values([
        { ...bell, created_at: old, is_read: true },
        { ...bell, created_at: old, is_read: false },
        { ...bell, created_at: recent, is_read: true },
      ])
      .execute();

    await run();
    await run();

    expect(archived('audit_log')).toEqual([
      expect.objectContaining({
        row_id: 1,
        changes: { name: ['Лён', 'Льняной'] },
        at: '2025-03-09T09:00:00+00:00',
      }),
    ]);
    expect(archived('stock_movements')).toEqual([
      expect.objectContaining({ change: 3, product_id: product.id }),
    ]);
    expect(archived('notify_logs')).toEqual([expect.objectContaining({ is_read: true })]);
    const left = async (table: 'audit_log' | 'stock_movements' | 'notify_logs') =>
      (await api.db.selectFrom(table).select('id').execute()).length;
    expect([await left('audit_log'), await left('stock_movements'), await left('notify_logs')]).toEqual([
      1, 1, 2,
    ]);
  });

  it('cannot be downloaded', async () => {
    await api.db.insertInto('audit_log').values(entry(old, 1)).execute();
    await run();
    const [name] = readdirSync(join(api.dataDir, 'uploads/archive/audit_log'));
    for (const path of [`uploads/archive/audit_log/${name}`, `files/archive/audit_log/${name}`])
      expect((await api.request(scene.super_admin, 'GET', path)).status).toBe(404);
  });

  it('stay in the table while the storage does not respond', async () => {
    await api.db.insertInto('audit_log').values(entry(old, 1)).execute();
    const ctx = jobCtx(api.db, api.now(), 'https://shop.test');
    const full = { put: () => Promise.reject(new Error('The disk is full')) };
    const { signal } = new AbortController();
    await expect(
      archiveRows({ ctx, signal }, full, { table: 'audit_log', at: 'at' }, recent),
    ).rejects.toThrow('full');
    expect(await api.db.selectFrom('audit_log').select('row_id').execute()).toEqual([{ row_id: 1 }]);
  });

  it('stay forever without the setting', () => {
    const { archiveAfterMonths: _none, ...deps } = api.deps;
    const names = insights.jobs?.(deps).map(({ name }) => name);
    expect(names).not.toContain('archive');
  });
});

describe('months older than ARCHIVE_AFTER_MONTHS', () => {
  const journal = { table: 'audit_log', at: 'at' };
  const archive = (
    before: string,
    files: Parameters<typeof archiveRows>[1],
    signal = new AbortController().signal,
  ) =>
    archiveRows(
      { ctx: jobCtx(api.db, api.now(), 'https://shop.test'), signal },
      files,
      journal,
      new Date(before),
    );
  const stored = new Map<string, Buffer>();
  const files = {
    put: async (path: string, content: Buffer) => {
      stored.set(path, content);
    },
  };
  /** Row numbers in the stored files, each as often as it is in them. */
  const inFiles = () =>
    [...stored.values()]
      .flatMap((content) => gunzipSync(content).toString().trim().split('\n'))
      .map((line) => Number(JSON.parse(line).row_id))
      .sort((one, other) => one - other);
  const left = async () =>
    (await api.db.selectFrom('audit_log').select('row_id').orderBy('row_id').execute()).map(
      ({ row_id }) => row_id,
    );
  const write = (at: string, id: number) =>
    api.db
      .insertInto('audit_log')
      .values(entry(new Date(at), id))
      .execute();

  beforeEach(async () => {
    stored.clear();
    await unmakePartitions(api.db);
    await makePartitions(api.db, new Date('2024-01-10T00:00:00Z'));
  });
  afterEach(() => unmakePartitions(api.db));

  it('are written to files and dropped as a whole, and the rest stays', async () => {
    await write('2023-12-31T23:59:59Z', 1);
    await write('2024-01-01T00:00:00Z', 2);
    await write('2024-01-31T23:59:59Z', 3);
    await write('2024-02-01T00:00:00Z', 4);
    await write('2024-02-14T00:00:00Z', 5);
    const numbers = await api.db.selectFrom('audit_log').select(['id', 'row_id']).execute();
    const id = (row: number) => numbers.find(({ row_id }) => row_id === row)?.id;

    await archive('2024-02-10T00:00:00Z', files);

    expect([...stored.keys()]).toEqual([
      `archive/audit_log/${id(1)}-${id(1)}.ndjson.gz`,
      `archive/audit_log/${id(2)}-${id(3)}.ndjson.gz`,
    ]);
    expect(inFiles()).toEqual([1, 2, 3]);
    // February is not over.
    expect(await left()).toEqual([4, 5]);
    expect(await monthsOf(api.db, 'audit_log')).toEqual([
      '… 2024-02',
      '2024-02 2024-03',
      '2024-03 2024-04',
      '2024-04 …',
    ]);
    await write('2024-01-15T00:00:00Z', 6);
    await archive('2024-02-10T00:00:00Z', files);
    expect(inFiles()).toEqual([1, 2, 3, 6]);
  });

  it('are dropped without a statement that deletes rows', async () => {
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'deleted'; end $$`.execute(
      api.db,
    );
    await sql`create trigger refuse before delete on audit_log for each row execute function refuse()`.execute(
      api.db,
    );
    await write('2024-01-05T00:00:00Z', 1);

    await archive('2024-02-01T00:00:00Z', files).finally(async () => {
      await sql`drop trigger refuse on audit_log`.execute(api.db);
      await sql`drop function refuse()`.execute(api.db);
    });

    expect([inFiles(), await left()]).toEqual([[1], []]);
  });

  it('are kept by an interrupted run, and the next one writes the same files', async () => {
    await sql`insert into audit_log (at, request_id, family, row_id, action, changes)
      select '2024-01-05', 'test', 'tags', n, 'update', '{}' from generate_series(1, 6000) n`.execute(api.db);
    let calls = 0;
    const full = {
      put: async (path: string, content: Buffer) => {
        calls += 1;
        if (calls === 2) throw new Error('The disk is full');
        await files.put(path, content);
      },
    };
    await expect(archive('2024-03-01T00:00:00Z', full)).rejects.toThrow('full');
    expect(stored.size).toBe(1);
    expect((await left()).length).toBe(6000);

    const control = new AbortController();
    const stopped = {
      put: async (path: string, content: Buffer) => {
        control.abort();
        await files.put(path, content);
      },
    };
    await archive('2024-03-01T00:00:00Z', stopped, control.signal);
    expect((await left()).length).toBe(6000);

    await archive('2024-03-01T00:00:00Z', files);
    expect(await left()).toEqual([]);
    expect(inFiles()).toEqual(Array.from({ length: 6000 }, (_, index) => index + 1));
  });

  it('stay when a row is added after they were written, even if another is gone', async () => {
    await write('2024-01-05T00:00:00Z', 1);
    const late = {
      put: async (path: string, content: Buffer) => {
        if (stored.size === 0) {
          await write('2024-01-06T00:00:00Z', 2);
          await api.db.deleteFrom('audit_log').where('row_id', '=', 1).execute();
        }
        await files.put(path, content);
      },
    };
    await archive('2024-02-01T00:00:00Z', late);
    expect(await left()).toEqual([2]);

    await archive('2024-02-01T00:00:00Z', files);
    expect(await left()).toEqual([]);
    expect(new Set(inFiles())).toEqual(new Set([1, 2]));
  });

  it('in the partition of before are deleted in batches, and it goes when it is empty', async () => {
    await unmakePartitions(api.db);
    await write('2023-11-05T00:00:00Z', 1);
    await write('2024-02-05T00:00:00Z', 2);
    await makePartitions(api.db, new Date('2024-01-10T00:00:00Z'));
    expect(await monthsOf(api.db, 'audit_log')).toEqual(['… 2024-03', '2024-03 2024-04', '2024-04 …']);

    await archive('2024-01-01T00:00:00Z', files);
    expect([inFiles(), await left()]).toEqual([[1], [2]]);

    const size = async () =>
      (await sql<{ size: number }>`select pg_relation_size('audit_log_earlier')::int as size`.execute(api.db))
        .rows[0]?.size;
    expect(await size()).toBeGreaterThan(0);
    await archive('2024-04-01T00:00:00Z', files);
    expect([inFiles(), await left(), await size()]).toEqual([[1, 2], [], 0]);
    expect(await monthsOf(api.db, 'audit_log')).toEqual(['… 2024-04', '2024-04 …']);
  });
});
