import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { buildGroup } from '../../../support/products';
import { setUpScene } from '../../../support/scene';

/** In a large table the planner is asked before thousands of rows are counted for one page. */
const { api, scene } = setUpScene();
const made = 1100;

beforeEach(async () => {
  await buildGroup(api.db);
  await sql`insert into products (name, slug, type_id, shop_id, product_type, price, min_price, max_price, quantity, unit, status)
    select 'Товар ' || n, 'tovar-' || n, (select id from groups limit 1), ${scene.shop.id}, 'simple', n, n, n, 1, 'шт.', 'publish'
    from generate_series(1, ${sql.lit(made)}) n`.execute(api.db);
  await sql`analyze products`.execute(api.db);
});

/** Makes the planner believe that the table is this many times larger. */
const enlarge = (times: number) =>
  sql`update pg_class set reltuples = reltuples * ${sql.lit(times)} where oid = 'products'::regclass`.execute(
    api.db,
  );

async function totalFor(path: string) {
  const { body } = await api.request(scene.store_owner, 'GET', path);
  return { rows: body.data.length, total: body.total, isEstimate: body.total_is_estimate ?? false };
}

it('counts a table that is not large', async () => {
  expect(await totalFor('products?limit=20')).toEqual({ rows: 20, total: made, isEstimate: false });
});

it('uses the planner’s estimate of many rows, and marks it as an estimate', async () => {
  await enlarge(100);

  const { rows, total, isEstimate } = await totalFor('products?limit=20');

  expect([rows, isEstimate]).toEqual([20, true]);
  expect(total).toBeGreaterThan(20_000);
});

it('counts a few rows of a large table exactly', async () => {
  await sql`delete from products where price > 30`.execute(api.db);
  await enlarge(100);

  expect(await totalFor('products?limit=20')).toEqual({ rows: 20, total: 30, isEstimate: false });
});
