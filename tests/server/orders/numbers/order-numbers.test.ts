import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { numberOrders } from '@/server/modules/orders/numbers/number-orders';
import { buildOrder } from '../../../support/orders';
import { setUpScene } from '../../../support/scene';

const { api, scene } = setUpScene();

const place = (at?: string) =>
  buildOrder(api, {
    lines: [{ shop: scene.shop }, { shop: scene.otherShop }],
    contact: '+7 (900) 555-44-33',
    ...(at && { at: new Date(at) }),
  });

async function numbersOf(id: number): Promise<(string | null)[]> {
  const rows = await api.db
    .selectFrom('orders')
    .select('short_number')
    .where((eb) => eb.or([eb('id', '=', id), eb('parent_id', '=', id)]))
    .orderBy('id')
    .execute();
  return rows.map(({ short_number }) => short_number);
}

describe('the short number', () => {
  it('counts the orders of a month, one for the order and its parts', async () => {
    const [first, second] = [await place(), await place()];
    const april = await place('2026-04-01T10:00:00Z');

    expect(await numbersOf(first.id)).toEqual(['2603-1', '2603-1', '2603-1']);
    expect(await numbersOf(second.id)).toEqual(['2603-2', '2603-2', '2603-2']);
    expect(await numbersOf(april.id)).toEqual(['2604-1', '2604-1', '2604-1']);
  });

  it('is different for orders that are placed at the same moment, also the first of a month', async () => {
    const orders = await Promise.all(Array.from({ length: 12 }, () => place()));

    const numbers = orders.map(({ short_number }) => short_number);
    expect(new Set(numbers).size).toBe(12);
    expect(numbers.every((number) => /^2603-[1-9]\d?$/.test(number))).toBe(true);
  });

  it('is drawn again when the value was drawn before the first order of the month', async () => {
    await sql`select setval('order_numbers', 100)`.execute(api.db);
    await sql`insert into order_months (month, ahead) values ('2603', -105)`.execute(api.db);

    expect((await place()).short_number).toBe('2603-1');
  });

  it('is given to orders from before it, oldest first, while new ones follow after them', async () => {
    const old = [await place(), await place('2026-03-11T10:00:00Z'), await place('2026-02-27T10:00:00Z')];
    await sql`update orders set short_number = null`.execute(api.db);
    await sql`update order_months set ahead = 2, placed = 2 where month = '2603'`.execute(api.db);
    await sql`update order_months set ahead = 1, placed = 1 where month = '2602'`.execute(api.db);
    await sql`select setval('order_numbers', 1, false)`.execute(api.db);
    const young = await place('2026-03-12T10:00:00Z');

    await numberOrders(api.db, new AbortController().signal);
    await numberOrders(api.db, new AbortController().signal);

    const numbers = await Promise.all(old.map(({ id }) => numbersOf(id)));
    expect(numbers.map((all) => [...new Set(all)])).toEqual([['2603-1'], ['2603-2'], ['2602-1']]);
    expect(young.short_number).toBe('2603-3');
  });

  it('is given to an order that another release placed meanwhile', async () => {
    // April in Moscow.
    const order = await place('2026-03-31T22:30:00Z');
    await sql`update orders set short_number = null`.execute(api.db);
    await sql`delete from order_months`.execute(api.db);

    await numberOrders(api.db, new AbortController().signal);

    expect((await numbersOf(order.id))[0]).toMatch(/^2604-\d+$/);
    expect(new Set(await numbersOf(order.id)).size).toBe(1);
  });
});

describe('a short number in a search', () => {
  const spellings = (number: string) => [
    number,
    `№ ${number}`,
    `№${number}`,
    number.replace('-', ''),
    `№ ${number.replace('-', '')}`,
    ...['–', '−', ' - ', '/', ' / ', ' '].map((between) => number.replace('-', between)),
    ...[`N ${number}`, `заказ №${number}`, `#${number.replace('-', '/')}`],
  ];

  it('finds the order in the list and in the global search, with or without «№» and dash', async () => {
    await place();
    const { short_number: number, id } = await place();
    for (const text of spellings(number)) {
      const list = await api.request(
        scene.super_admin,
        'GET',
        `orders?search=tracking_number:${encodeURIComponent(text)}`,
      );
      expect([text, list.body.data.map((row) => row.id)]).toEqual([text, [id]]);
      const own = await api.request(
        scene.store_owner,
        'GET',
        `orders?search=tracking_number:${encodeURIComponent(text)}`,
      );
      expect([text, own.body.data.map((row) => row.parent_id)]).toEqual([text, [id]]);
      const everything = await api.request(scene.super_admin, 'GET', `search?q=${encodeURIComponent(text)}`);
      expect([text, JSON.stringify(everything.body)]).toEqual([text, expect.stringContaining(number)]);
    }
  });

  it('is the long one as well, in whatever groups it was written', async () => {
    const { tracking_number: number, id } = await place();
    for (const text of [`№ ${number}`, `заказ ${number}`, `${number.slice(0, 8)}-${number.slice(8)}`]) {
      const path = `orders?search=tracking_number:${encodeURIComponent(text)}`;
      const list = await api.request(scene.super_admin, 'GET', path);
      expect([text, list.body.data.map((row) => row.id)]).toEqual([text, [id]]);
      const everything = await api.request(scene.super_admin, 'GET', `search?q=${encodeURIComponent(text)}`);
      expect([text, JSON.stringify(everything.body)]).toEqual([
        text,
        expect.stringContaining(`/orders/${id}`),
      ]);
    }
  });

  it('finds a phone number that reads like one', async () => {
    const { id } = await buildOrder(api, { lines: [{ shop: scene.shop }], contact: '+7 (926) 112-34-56' });
    const { body } = await api.request(scene.super_admin, 'GET', 'orders?search=tracking_number:261123');
    expect(body.data.map((row) => row.id)).toEqual([id]);
  });

  it('finds nothing of another shop', async () => {
    const { short_number: number } = await buildOrder(api, { lines: [{ shop: scene.otherShop }] });
    const { body } = await api.request(scene.store_owner, 'GET', `orders?search=tracking_number:${number}`);
    expect(body.data).toEqual([]);
  });
});
