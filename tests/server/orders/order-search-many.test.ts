import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { buildShop } from '../../support/factories';
import { buildOrder } from '../../support/orders';
import { setUpScene } from '../../support/scene';

/**
 * A search looks through the latest entries first, 250 for each order of the page, and then asks the index of the text:
 * here three orders of Анна lie behind 1,100 newer ones of Пётр.
 */
const { api, scene } = setUpScene();
const newer = 1100;
let second: { id: number };

beforeEach(async () => {
  second = await buildShop(api.db, { owner: scene.store_owner });
  for (const [place, name] of ['Анна', 'Анна', 'Анна', 'Пётр'].entries()) {
    await buildOrder(api, {
      lines: [{ shop: scene.shop }, { shop: second }],
      at: new Date(api.now().getTime() - (9 - place) * 86_400_000),
      digits: () => 100_000 + Math.floor(Math.random() * 900_000),
      more: { customer: { id: null, name, email: `${place}@mail.test`, contact: '+7 (912) 000-00-00' } },
    });
  }
  await copyLatest();
});

/** Copies the latest order, and then its parts. */
async function copyLatest(): Promise<void> {
  const latest = sql`(select id from orders where parent_id is null and id < 100000 order by created_at desc limit 1)`;
  const later = sql`'created_at', o.created_at + n * interval '1 second'`;
  const changes = [
    sql`o.id = ${latest}`,
    sql`'id', 100000 + n, 'short_number', null, 'tracking_number', '29990101' || (100000 + n), ${later}`,
    sql`o.parent_id = ${latest}`,
    sql`'id', 10000 * o.shop_id + 200000 + n, 'parent_id', 100000 + n,
      'short_number', null, 'tracking_number', '29990101' || (200000 + 10000 * o.shop_id + n), ${later}`,
  ];
  for (const place of [0, 2])
    await sql`insert into orders select copy.* from orders o, generate_series(1, ${sql.lit(newer)}) n,
      jsonb_populate_record(null::orders, to_jsonb(o) || jsonb_build_object(${changes[place + 1]})) copy
      where ${changes[place]}`.execute(api.db);
}

async function search(user: { id: number }, text: string, more = '') {
  const { status, body } = await api.request(
    user,
    'GET',
    `orders?search=tracking_number:${encodeURIComponent(text)}${more}`,
  );
  expect(status).toBe(200);
  return body;
}

const namesIn = ({ data }: Awaited<ReturnType<typeof search>>) =>
  data.map((row) => (row as { customer_name?: unknown }).customer_name);

it.each([
  ['super_admin', 3],
  ['store_owner', 6],
] as const)('finds %s the older orders behind many newer ones, latest first', async (role, count) => {
  const found = await search(scene[role], 'анна', '&limit=100');
  const ids = found.data.map(({ id }) => Number(id));

  expect([found.total, found.total_is_estimate ?? false, ids.length]).toEqual([count, false, count]);
  expect(new Set(namesIn(found))).toEqual(new Set(['Анна']));
  const times = found.data.map(({ created_at }) => String(created_at));
  expect(times).toEqual(times.toSorted().reverse());
  for (const page of [1, 2, 3]) {
    const part = await search(scene[role], 'анна', `&limit=2&page=${page}`);
    expect(part.data.map(({ id }) => Number(id))).toEqual(ids.slice(2 * page - 2, 2 * page));
  }
});

it('finds the oldest first when asked for', async () => {
  const found = await search(scene.super_admin, 'петр', '&limit=2&orderBy=created_at&sortedBy=asc');
  const earliest = await api.db
    .selectFrom('orders')
    .select('id')
    .where('customer_name', '=', 'Пётр')
    .where('parent_id', 'is', null)
    .orderBy('created_at')
    .limit(2)
    .execute();

  expect(found.data.map(({ id }) => Number(id))).toEqual(earliest.map(({ id }) => Number(id)));
});

it.each(['super_admin', 'store_owner'] as const)(
  'tells %s that more than a thousand orders match, without counting them',
  async (role) => {
    const { total, total_is_estimate, last_page, data } = await search(scene[role], 'петр', '&limit=20');

    expect([data.length, total_is_estimate]).toEqual([20, true]);
    expect(total).toBeGreaterThan(1000);
    expect(last_page).toBeGreaterThan(50);
  },
);

it.each(['total', 'customer_name'])('sorts what it finds in several shops by %s', async (key) => {
  const found = await search(scene.store_owner, 'анна', `&limit=100&orderBy=${key}&sortedBy=asc`);

  expect(found.data.map(({ id }) => Number(id))).toEqual(
    (
      await api.db
        .selectFrom('orders')
        .select('id')
        .where('customer_name', '=', 'Анна')
        .where('parent_id', 'is not', null)
        .orderBy(key === 'total' ? 'total' : 'customer_name')
        .orderBy('id')
        .execute()
    ).map(({ id }) => Number(id)),
  );
});

it('a page after the last one has the total and no rows', async () => {
  for (const user of [scene.super_admin, scene.store_owner]) {
    const { body } = await api.request(user, 'GET', 'orders?limit=100&page=99');

    expect(body).toMatchObject({ data: [], from: null, to: null });
    expect(body.total).toBe(user === scene.super_admin ? newer + 4 : 2 * (newer + 4));
  }
});
