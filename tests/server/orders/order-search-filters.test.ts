import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { orderStatuses, paymentGateways, paymentStatuses } from '@/contract/orders/status';
import { buildShop } from '../../support/factories';
import { setUpScene } from '../../support/scene';

/** A search combined with filters and sorting: the result from `order_search` equals that of a full scan. */
const { api, scene } = setUpScene();

let second: { id: number };

/** Eight hundred of two months, at any hour; some with parts of two shops, a few of them removed. */
beforeEach(async () => {
  second = await buildShop(api.db, { owner: scene.store_owner });
  const shops = [scene.shop.id, second.id, scene.otherShop.id];
  await sql`insert into orders (id, parent_id, shop_id, tracking_number, customer_name, customer_contact, amount, total, paid_total,
      payment_gateway, order_status, payment_status, created_at, updated_at, deleted_at)
    select 10000 + 3 * n + place, case when place > 0 then 10000 + 3 * n end,
      case when place > 0 then (${shops}::bigint[])[1 + (n + place) % 3] end,
      to_char(at, 'YYYYMMDD') || lpad(((n * 7919 + place * 104729) % 1000000)::text, 6, '0'),
      case when n % 10 = 0 then 'Борис Орлов' when n % 7 = 0 then 'Жанна Ёлкина' when n % 11 > 0 then 'Анна Зимина' end,
      '+7 (912) ' || 100 + n % 900 || '-00-' || 10 + n % 90, 100 + n % 37, 100 + n % 37, 100 + n % 37,
      (${paymentGateways}::text[])[1 + (n + place) % 3],
      (${orderStatuses}::text[])[1 + (n / 2 + place) % 5], (${paymentStatuses}::text[])[1 + n / 3 % 4],
      at, at + n % 5 * interval '1 day', case when (n + place) % 31 = 0 then at end
    from generate_series(1, 800) n cross join lateral (
      select ${api.now()}::timestamptz - n * interval '107 minutes' as at) placed
    cross join generate_series(0, 1 + n % 2) place order by place, n`.execute(api.db);
});

const read = () =>
  api.db
    .selectFrom('orders as o')
    .leftJoin('orders as whole', 'whole.id', 'o.parent_id')
    .select([
      'o.id',
      'o.parent_id',
      'o.shop_id',
      'o.tracking_number',
      'o.customer_name',
      'o.customer_contact',
    ])
    .select([
      'o.order_status',
      'o.payment_status',
      'o.payment_gateway',
      'o.total',
      'o.created_at',
      'o.updated_at',
    ])
    .where('o.deleted_at', 'is', null)
    .where('whole.deleted_at', 'is', null)
    .execute();
type Row = Awaited<ReturnType<typeof read>>[number];

const numbersIn = ({ tracking_number, customer_contact }: Row) => [
  tracking_number,
  customer_contact.replace(/\D/g, '').slice(-10),
];
const texts: [string, (row: Row) => boolean][] = [
  ['анна', ({ customer_name }) => ['Анна Зимина', 'Жанна Ёлкина'].includes(String(customer_name))],
  ['елкина жанна', ({ customer_name }) => customer_name === 'Жанна Ёлкина'],
  ['77', (row) => numbersIn(row).some((one) => one.startsWith('77'))],
  ['419', (row) => numbersIn(row).some((one) => one.includes('419'))],
];

/** The day on a clock in Moscow. */
const dayOf = (row: Row) => new Date(row.created_at.getTime() + 3 * 3600_000).toISOString().slice(0, 10);
const filters: [string, (row: Row) => boolean][] = [
  ['order_status:order-pending', (row) => row.order_status === 'order-pending'],
  [
    'order_status:order-pending,order-completed;payment_gateway:SBP',
    (row) => ['order-pending', 'order-completed'].includes(row.order_status) && row.payment_gateway === 'SBP',
  ],
  ['payment_status:payment-success', (row) => row.payment_status === 'payment-success'],
  ['order_status:order-lost', () => false],
  [
    'created_from:2026-02-01;created_to:2026-02-03',
    (row) => dayOf(row) >= '2026-02-01' && dayOf(row) <= '2026-02-03',
  ],
  [
    'created_to:2026-02-10;order_status:order-processing',
    (row) => dayOf(row) <= '2026-02-10' && row.order_status === 'order-processing',
  ],
];

/** Buyers without a name come last. */
const nameOf = ({ customer_name }: Row) => customer_name ?? 'я';
const sorts: [string, (row: Row) => string | number][] = [
  ['orderBy=created_at&sortedBy=desc', (row) => row.created_at.getTime()],
  ['orderBy=created_at&sortedBy=asc', (row) => row.created_at.getTime()],
  ['orderBy=total&sortedBy=desc', (row) => row.total],
  ['orderBy=updated_at&sortedBy=asc', (row) => row.updated_at.getTime()],
  ['orderBy=order_status&sortedBy=asc', (row) => row.order_status],
  ['orderBy=customer_name&sortedBy=asc', nameOf],
  ['orderBy=customer_name&sortedBy=desc', nameOf],
];

function sorted(rows: Row[], sort: string, by: (row: Row) => string | number): number[] {
  const sign = sort.endsWith('desc') ? -1 : 1;
  const compared = (one: Row, other: Row) => {
    const [first, then] = [by(one), by(other)];
    return first === then ? one.id - other.id : first < then ? -1 : 1;
  };
  return rows.sort((one, other) => sign * compared(one, other)).map(({ id }) => id);
}

async function pageOf(user: { id: number }, query: string, page: number, limit: number) {
  const { status, body } = await api.request(user, 'GET', `orders?${query}&limit=${limit}&page=${page}`);
  expect(status).toBe(200);
  return { ids: body.data.map(({ id }) => Number(id)), total: body.total };
}

const lists: [string, () => { id: number }, string, (row: Row) => boolean][] = [
  ['of an administrator', () => scene.super_admin, '', ({ parent_id }) => parent_id === null],
  ['of a shop', () => scene.super_admin, 'shop.slug', ({ shop_id }) => shop_id === second.id],
  [
    'of an owner of two',
    () => scene.store_owner,
    '',
    (row) => [scene.shop.id, second.id].includes(row.shop_id ?? 0),
  ],
  ['of staff', () => scene.staff, '', ({ shop_id }) => shop_id === scene.shop.id],
];

it.each(lists)(
  'finds in the list %s the same as a full scan',
  async (_, user, shopKey, isListed) => {
    const rows = await read();
    const slug = await api.db
      .selectFrom('shops')
      .select('slug')
      .where('id', '=', second.id)
      .executeTakeFirstOrThrow();
    const scope = shopKey === '' ? '' : `${shopKey}:${slug.slug};`;
    let turn = 0;
    for (const [text, says] of texts) {
      const said = (row: Row) =>
        says(row) || (row.parent_id === null && rows.some((part) => part.parent_id === row.id && says(part)));
      for (const [filter, fits] of filters) {
        const expected = rows.filter((row) => isListed(row) && said(row) && fits(row));
        turn += 1;
        // Two of the sorts each time, all of them in turn.
        for (const [sort, by] of [0, 2].flatMap((more) =>
          sorts.slice((turn + more) % sorts.length).slice(0, 1),
        )) {
          const query = `searchJoin=and&${sort}&search=${scope}tracking_number:${encodeURIComponent(text)};${filter}`;
          const ids = sorted(expected, sort, by);

          const found = [await pageOf(user(), query, 1, 5), await pageOf(user(), query, 3, 5)];

          const total = ids.length;
          expect([query, found]).toEqual([
            query,
            [
              { ids: ids.slice(0, 5), total },
              { ids: ids.slice(10, 15), total },
            ],
          ]);
        }
      }
    }
  },
  120_000,
);

it('scans a list where more rows match than are worth sorting', async () => {
  const rows = await read();
  for (const [user, isListed] of [
    [scene.super_admin, ({ parent_id }: Row) => parent_id === null],
    [scene.store_owner, (row: Row) => [scene.shop.id, second.id].includes(row.shop_id ?? 0)],
  ] as const) {
    const expected = rows.filter((row) => isListed(row) && row.customer_contact.startsWith('+7 (912)'));
    expect(expected.length).toBeGreaterThan(700);
    for (const [sort, by] of sorts.slice(1)) {
      const ids = sorted(expected, sort, by);

      const found = [
        await pageOf(user, `${sort}&search=tracking_number:912`, 1, 1),
        await pageOf(user, `${sort}&search=tracking_number:912`, 7, 3),
      ];

      const total = ids.length;
      expect([sort, found]).toEqual([
        sort,
        [
          { ids: ids.slice(0, 1), total },
          { ids: ids.slice(18, 21), total },
        ],
      ]);
    }
  }
});

it('finds by name orders at the end of the alphabet, behind more orders than are scanned first', async () => {
  await sql`insert into orders (tracking_number, customer_name, customer_contact, amount, total, paid_total,
      payment_gateway, order_status, payment_status, created_at, updated_at)
    select '20250101' || lpad(n::text, 6, '0'), case when n % 100 = 0 then 'Яна Юрьева' else 'Абрам Абрамов' end,
      '+7 (999) 000-00-00', 1, 1, 1, 'CASH', 'order-pending', 'payment-cash', at, at
    from generate_series(1, 1200) n cross join (select ${api.now()}::timestamptz as at) placed`.execute(
    api.db,
  );
  const yanas = (await read()).filter(({ customer_name }) => customer_name === 'Яна Юрьева');
  expect(yanas).toHaveLength(12);

  for (const sort of ['orderBy=customer_name&sortedBy=asc', 'orderBy=customer_name&sortedBy=desc']) {
    const ids = sorted(yanas, sort, nameOf);
    for (const page of [1, 2])
      expect(
        await pageOf(
          scene.super_admin,
          `${sort}&search=tracking_number:${encodeURIComponent('яна')}`,
          page,
          5,
        ),
      ).toEqual({ ids: ids.slice(5 * page - 5, 5 * page), total: 12 });
  }
});

it('applies both filter and search when one of several may match', async () => {
  const rows = await read();
  const query =
    'search=order_status:order-pending;payment_gateway:SBP&tracking_number=елкина&payment_status=payment-success';
  const expected = rows.filter(
    (row) =>
      row.parent_id === null &&
      row.customer_name === 'Жанна Ёлкина' &&
      row.payment_status === 'payment-success' &&
      (row.order_status === 'order-pending' || row.payment_gateway === 'SBP'),
  );

  const { total } = await pageOf(scene.super_admin, query, 1, 5);

  expect(expected.length).toBeGreaterThan(0);
  expect(total).toBe(expected.length);
});

it('follows changes of an order and its parts', async () => {
  const row = (await read()).find(
    ({ parent_id, shop_id }) => parent_id !== null && shop_id === scene.shop.id,
  );
  const ask = async (user: { id: number }, status: string) => {
    const number = row?.customer_contact.replace(/\D/g, '').slice(4);
    const search = `search=tracking_number:${number};order_status:${status}&searchJoin=and`;
    return (await pageOf(user, search, 1, 20)).ids;
  };
  const id = row?.id ?? 0;
  expect(await ask(scene.staff, row?.order_status ?? '')).toContain(id);

  await sql`update orders set order_status = 'order-refunded' where id = ${id}`.execute(api.db);

  expect(await ask(scene.staff, row?.order_status ?? '')).not.toContain(id);
  expect(await ask(scene.staff, 'order-refunded')).toEqual([id]);
  // The whole order is unchanged.
  expect(await ask(scene.super_admin, 'order-refunded')).toEqual([]);

  await sql`update orders set deleted_at = now() where id = ${id}`.execute(api.db);
  expect(await ask(scene.staff, 'order-refunded')).toEqual([]);
});

it('filters by every status, payment status and payment method', async () => {
  const { rows } = await sql<{ facts: number; kinds: number; most: number }>`select count(*)::int as kinds,
      count(distinct order_fact(0, status, payment, gateway))::int as facts, max(order_fact(0, status, payment, gateway)) as most
    from unnest(${[...orderStatuses]}::text[]) status, unnest(${[...paymentStatuses]}::text[]) payment,
      unnest(${[...paymentGateways]}::text[]) gateway`.execute(api.db);

  const kinds = orderStatuses.length * paymentStatuses.length * paymentGateways.length;
  expect(rows[0]).toMatchObject({ kinds, facts: kinds });
  expect(rows[0]?.most).toBeLessThan(1000);
});

it('lists what a customer bought from a shop', async () => {
  await sql`update orders set customer_id = ${scene.customer.id} where coalesce(parent_id, id) % 4 = 0`.execute(
    api.db,
  );
  const ids = (await read()).filter(
    (row) => row.shop_id === scene.shop.id && Number(row.parent_id) % 4 === 0,
  );

  const found = await pageOf(scene.staff, `search=customer_id:${scene.customer.id}&orderBy=id`, 1, 100);

  expect(ids.length).toBeGreaterThan(20);
  expect(found.total).toBe(ids.length);
  expect(found.ids).toEqual(
    ids
      .map(({ id }) => id)
      .sort((one, other) => one - other)
      .slice(0, 100),
  );
  expect((await pageOf(scene.staff, 'search=customer_id:nobody', 1, 5)).total).toBe(0);
});
