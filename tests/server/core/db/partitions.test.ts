import { buildProduct } from '@tests/support/products';
import { setUpScene } from '@tests/support/scene';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { coreJobs } from '@/server/core/jobs/core-jobs';
import { JobRunner } from '@/server/core/jobs/runner';
import { listPartitions, makePartitions } from '@/server/core/scale/partitions';
import { monthsOf, unmakePartitions } from './partition-months';

const { api, scene } = setUpScene();
const now = new Date('2026-03-10T09:00:00Z');

beforeEach(() => unmakePartitions(api.db));
afterAll(() => unmakePartitions(api.db));

const write = async (...moments: string[]) => {
  for (const at of moments)
    await api.db
      .insertInto('audit_log')
      .values({
        at: new Date(at),
        request_id: 'test',
        family: 'tags',
        row_id: 1,
        action: 'update',
        changes: '{}',
      })
      .execute();
};

/** Which partition holds which rows. */
async function placed(): Promise<Record<string, string[]>> {
  const { rows } = await sql<{ name: string; at: Date }>`
    select tableoid::regclass::text as name, at from audit_log order by at`.execute(api.db);
  const found: Record<string, string[]> = {};
  for (const { name, at } of rows) found[name] = [...(found[name] ?? []), at.toISOString().slice(0, 10)];
  return found;
}

/** The file that holds the rows: another one after they were copied. */
const fileOf = async (name: string) =>
  (await sql<{ file: number }>`select pg_relation_filenode(${name}::regclass) as file`.execute(api.db))
    .rows[0]?.file;

describe('partitions of a journal', () => {
  it('are made by a job at the start: for this month, the next two, and one more in each later month', async () => {
    const job = coreJobs(api.deps, api.app.log).find(({ name }) => name === 'partitions');
    expect(job).toMatchObject({ kind: 'scheduled', runsAtStart: true });
    const runner = new JobRunner(api.deps, job ? [job] : [], (error) => {
      throw error;
    });
    await runner.prepare();
    await runner.runDue();

    const months = ['… 2026-03', '2026-03 2026-04', '2026-04 2026-05', '2026-05 2026-06'];
    for (const table of ['audit_log', 'stock_movements'])
      expect(await monthsOf(api.db, table)).toEqual([...months, '2026-06 …']);

    await makePartitions(api.db, new Date('2026-03-31T23:59:59Z'));
    expect(await monthsOf(api.db, 'audit_log')).toEqual([...months, '2026-06 …']);

    await makePartitions(api.db, new Date('2026-04-01T00:00:00Z'));
    expect(await monthsOf(api.db, 'audit_log')).toEqual([...months, '2026-06 2026-07', '2026-07 …']);
  });

  it('follow the rows of before, which stay where they are', async () => {
    await write('2019-05-01', '2026-03-10', '2026-04-02');
    const file = await fileOf('audit_log_earlier');

    await makePartitions(api.db, now);

    const months = ['… 2026-05', '2026-05 2026-06'];
    expect(await monthsOf(api.db, 'audit_log')).toEqual([...months, '2026-06 …']);
    expect(await placed()).toEqual({ audit_log_earlier: ['2019-05-01', '2026-03-10', '2026-04-02'] });
    expect(await fileOf('audit_log_earlier')).toBe(file);
    await makePartitions(api.db, new Date('2026-04-10T09:00:00Z'));
    expect(await monthsOf(api.db, 'audit_log')).toEqual([...months, '2026-06 2026-07', '2026-07 …']);
  });

  it('take every row, also of months for which none was made', async () => {
    await makePartitions(api.db, now);
    await write('2011-01-01', '2026-03-01', '2026-05-31', '2026-06-01', '2031-12-31');

    expect(await placed()).toEqual({
      audit_log_earlier: ['2011-01-01'],
      audit_log_2026_03: ['2026-03-01'],
      audit_log_2026_05: ['2026-05-31'],
      audit_log_2026_06: ['2026-06-01', '2031-12-31'],
    });
  });

  it('of a time in which the job did not run hold several months', async () => {
    await makePartitions(api.db, now);
    await write('2026-06-05', '2026-09-20');
    const file = await fileOf('audit_log_2026_06');

    await makePartitions(api.db, new Date('2026-09-21T09:00:00Z'));

    const last = (await monthsOf(api.db, 'audit_log')).slice(-4);
    expect(last).toEqual(['2026-06 2026-10', '2026-10 2026-11', '2026-11 2026-12', '2026-12 …']);
    expect(await placed()).toEqual({ audit_log_2026_06: ['2026-06-05', '2026-09-20'] });
    expect(await fileOf('audit_log_2026_06')).toBe(file);
    await write('2026-11-01', '2027-03-01');
    expect(await placed()).toMatchObject({ audit_log_2026_11: ['2026-11-01'] });
  });

  it('continue the numbers, the shop of an entry and the rules of the table', async () => {
    await makePartitions(api.db, now);
    const product = await buildProduct(api.db, { shop: scene.shop });
    const movement = { shop_id: scene.shop.id, product_id: product.id, kind: 'adjustment', quantity: 1 };
    const added = await api.db
      .insertInto('stock_movements')
      .values(
        ['2020-01-01', '2026-03-02', '2026-04-02'].map((at) => ({
          ...movement,
          change: 1,
          at: new Date(at),
        })),
      )
      .returning('id')
      .execute();
    expect(new Set(added.map(({ id }) => id)).size).toBe(3);

    const change = api.db.insertInto('stock_movements').values({ ...movement, change: 0, at: now });
    await expect(change.execute()).rejects.toThrow('stock_movements_change_check');
    await expect(sql`update stock_movements set change = 2`.execute(api.db)).rejects.toThrow('immutable');
    const unknown = { ...movement, change: 1, at: now, product_id: 999_999 };
    await expect(api.db.insertInto('stock_movements').values(unknown).execute()).rejects.toThrow(
      'product_id_fkey',
    );

    await api.db
      .insertInto('audit_log')
      .values({
        at: now,
        request_id: 'test',
        family: 'products',
        row_id: product.id,
        action: 'update',
        changes: '{}',
      })
      .execute();
    expect(
      await api.db.selectFrom('audit_log').select('shop_id').where('row_id', '=', product.id).execute(),
    ).toEqual([{ shop_id: scene.shop.id }]);

    await sql`delete from products where id = ${product.id}`.execute(api.db);
    expect(await api.db.selectFrom('stock_movements').select('id').execute()).toEqual([]);
  });

  it('have every index of the table', async () => {
    await makePartitions(api.db, now);
    const { rows } = await sql<{ name: string; count: number }>`
      select indrelid::regclass::text as name, count(*)::int as count from pg_index
      where indrelid::regclass::text ~ '^(audit_log|stock_movements)' and indisvalid group by 1`.execute(
      api.db,
    );
    const counts = new Map(rows.map(({ name, count }) => [name, count]));
    for (const { table, name } of await listPartitions(api.db))
      expect(counts.get(name)).toBe(counts.get(table));
  });
});
