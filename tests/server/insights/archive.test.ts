import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { buildProduct } from '@tests/support/products';
import { setUpScene } from '@tests/support/scene';
import { describe, expect, it } from 'vitest';
import { archiveRows } from '@/server/core/jobs/archive';
import { jobCtx } from '@/server/core/jobs/job';
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
    expect(names).toEqual(['dashboard-days']);
  });
});
