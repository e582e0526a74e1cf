import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { cleanUp } from '@/server/core/jobs/cleanup';
import { buildGroup } from '../../../support/products';
import { setUpScene } from '../../../support/scene';

/** Long lists are counted by day, at the same cost on every page; the result equals counting row by row. */
const { api, scene } = setUpScene();

const amount = 2500;

beforeEach(async () => {
  const { id } = await buildGroup(api.db);
  // Several each day, some at the same moment, on days that begin earlier in Moscow than in UTC.
  await sql`insert into products (name, slug, type_id, shop_id, product_type, price, min_price, max_price, quantity, unit,
      status, created_at)
    select 'Товар ' || n, 'tovar-' || n, ${id}, ${scene.shop.id}, 'simple', n, n, n, 1, 'шт.', 'publish',
      timestamptz '2026-01-01T22:30:00Z' + (n / 3) * interval '47 minutes'
    from generate_series(1, ${sql.lit(amount)}) n`.execute(api.db);
});

const page = async (number: number, sortedBy = 'desc') => {
  const query = `products?limit=20&page=${number}&orderBy=created_at&sortedBy=${sortedBy}`;
  const { body } = await api.request(scene.super_admin, 'GET', query);
  return { ids: body.data.map(({ id }) => id), total: body.total };
};
const plainly = async (number: number, sortedBy: 'asc' | 'desc' = 'desc') => {
  const rows = await api.db
    .selectFrom('products')
    .select('id')
    .where('deleted_at', 'is', null)
    .orderBy('created_at', sortedBy)
    .orderBy('id', sortedBy)
    .limit(20)
    .offset((number - 1) * 20)
    .execute();
  return rows.map(({ id }) => id);
};
const summed = async () => {
  const { rows } = await sql<{
    total: number;
    lines: number;
  }>`select sum(amount)::int as total, count(*)::int as lines
    from daily_row_counts where family = 'products'`.execute(api.db);
  return rows[0];
};

describe('a long list', () => {
  it('returns the right rows on each page, also a deep one, in both orders', async () => {
    for (const number of [1, 50, 51, 60, 77, 100, 124, 125, 126, 500]) {
      expect([number, await page(number)]).toEqual([number, { ids: await plainly(number), total: amount }]);
      expect((await page(number, 'asc')).ids).toEqual(await plainly(number, 'asc'));
    }
  });

  it('counts exactly after rows were trashed and restored, and after the clean-up job', async () => {
    const ids = await plainly(60);
    await sql`update products set deleted_at = now() where id = any(${ids}::bigint[])`.execute(api.db);
    expect(await page(61)).toEqual({ ids: await plainly(61), total: amount - 20 });

    await cleanUp(api.db, api.now());
    const days = await summed();
    expect(days?.total).toBe(amount - 20);
    expect(days?.lines).toBeLessThan(amount / 3);

    await sql`update products set deleted_at = null where id = any(${ids}::bigint[])`.execute(api.db);
    await sql`delete from products where id = ${ids[0]}`.execute(api.db);
    expect(await page(61)).toEqual({ ids: await plainly(61), total: amount - 1 });
  });

  it('ignores rolled-back rows, and waits for nobody', async () => {
    const ids = await plainly(3);
    const undone = api.db.transaction().execute(async (db) => {
      await sql`update products set deleted_at = now() where id = any(${ids}::bigint[])`.execute(db);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    const many = [1, 2, 3, 4, 5].map((number) => plainly(number));
    await Promise.all(
      (await Promise.all(many)).map((some) =>
        sql`update products set deleted_at = now() where id = any(${some}::bigint[])`.execute(api.db),
      ),
    );
    expect((await page(1)).total).toBe(amount - 100);
    expect((await summed())?.total).toBe(amount - 100);
  });
});
