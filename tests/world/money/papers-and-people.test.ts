import { describe, expect, it } from 'vitest';
import { resources } from '@/contract';
import type { AnyResource, Column } from '@/contract/core/define';
import { safeText } from '@/server/core/documents/cells';
import { exportList } from '@/server/core/documents/list-csv';
import { jobCtx } from '@/server/core/jobs/job';
import { loadTexts } from '@/server/core/words';
import { forgetBuyers } from '@/server/modules/orders/forget-buyers';
import { ctxOf, place, setSettings } from '../../support/checkout';
import { buildUser } from '../../support/factories';
import { orderOf } from '../../support/order-body';
import { placedOrder } from '../../support/order-life';
import { buildProduct } from '../../support/products';
import { soldOnline } from '../../support/refunds';
import { setUpScene } from '../../support/scene';
import type { Wire } from '../../support/server';

/** Files that accountants open, and people who are looked for, as users of shop systems reported them. */
const { api, scene } = setUpScene({ demo: true });

const phone = '+7 (916) 111-22-33';

async function order(more: object = {}) {
  const tea = await buildProduct(api.db, { shop: scene.shop });
  return placedOrder(api, {
    customer: scene.customer,
    lines: [{ shop: scene.shop, product: tea, quantity: 2 }],
    ...more,
  });
}

async function file(path: string): Promise<string[][]> {
  const { status, body } = await api.request<string>(scene.super_admin, 'GET', path);
  expect([path, status]).toEqual([path, 200]);
  const lines = String(body).replace('\ufeff', '').trim().split(/\r?\n/);
  return lines.map((line) => line.split(';').map((cell) => cell.replaceAll('"', '')));
}

describe('a file', () => {
  it('says the words of the screen in every option column of every family', async () => {
    let asked = 0;
    for (const resource of Object.values(resources) as AnyResource[]) {
      for (const language of ['ru', 'en', 'ar'] as const) {
        const text = await loadTexts(language, resource.domain);
        const own = JSON.parse(
          await (await import('node:fs/promises')).readFile(
            `public/locales/${language}/${resource.domain}.json`,
            'utf8',
          ),
        )[resource.name]?.options;
        for (const { key, kind, value } of resource.columns as Column<never>[]) {
          if (value || !own?.[key] || kind === 'date' || kind === 'datetime') continue;
          for (const code of Object.keys(own[key])) {
            const ctx = { ...ctxOf(api), locale: language };
            const rows: unknown[] = [];
            const read = async () => [{ id: 1, [key]: code }];
            for await (const part of exportList(resource, ctx, { columns: key }, read)) rows.push(...part);
            const where = [resource.name, language, key, code];
            // A number stays one in its column; its words are those of the filter.
            const isNumber = kind === 'number' && Number.isFinite(Number(code));
            const shown = isNumber ? { number: Number(code) } : text(resource.name, 'options', key, code);
            expect([...where, rows[1]]).toEqual([...where, [shown]]);
            asked += 1;
          }
        }
      }
    }
    expect(asked).toBeGreaterThan(100);
  });

  it('has phones that an import takes, and nothing that a spreadsheet runs', async () => {
    await order({ gateway: 'CASH_ON_DELIVERY' });
    await api.db.updateTable('orders').set({ customer_contact: phone }).execute();

    const rows = await file(
      'orders/export?columns=tracking_number,short_number,payment_gateway,customer_contact',
    );
    expect(rows[1]?.slice(2)).toEqual(['При получении', phone]);
    const kept = [phone, '+79161112233', '+7 ••• •••-22-33', 'Чай'];
    expect(kept.map(safeText)).toEqual(kept);
    const formulas = [
      '+7-916-111-22-33',
      '+1+1',
      '=1',
      '-1',
      '@a',
      '+7 (916) 111-22-33+A1',
      '+79161112233()',
    ];
    expect(formulas.map(safeText)).toEqual(formulas.map((text) => `'${text}`));
  });

  it('by line: when it was paid, what was cancelled and returned, VAT and commission', async () => {
    const made = await order();
    await api.db.updateTable('orders').set({ paid_at: api.now(), commission_rate: 12.5 }).execute();
    await api.db.updateTable('order_lines').set({ vat_rate: '22' }).execute();
    const gone = await order();
    const cancelled = { order_status: 'order-cancelled' };
    await api.request(scene.super_admin, 'PUT', `orders/${gone.id}`, cancelled);

    const { tracking_number: madeNumber } = await api.db
      .selectFrom('orders')
      .select('tracking_number')
      .where('id', '=', made.parts[0]?.id ?? 0)
      .executeTakeFirstOrThrow();
    const [heading = [], ...rows] = await file('orders/lines/export?format=csv');
    const cells = rows.map((row) => Object.fromEntries(heading.map((name, at) => [name, row[at]])));
    expect(cells.find((row) => row.Номер === madeNumber)).toMatchObject({
      'Кол-во': '2',
      Сумма: '2000,00',
      Отменено: '0,00',
      Возвращено: '0,00',
      'НДС, %': '22',
      'НДС в сумме': '360,66',
      'Комиссия, %': '12,5',
      'Комиссия при продаже': '250,00',
    });
    expect(cells.map((row) => String(row.Отменено)).sort()).toEqual(['0,00', '2000,00']);
    for (const [person, status] of [
      [null, 401],
      [scene.customer, 403],
    ] as const)
      expect((await api.request(person, 'GET', 'orders/lines/export')).status).toBe(status);
    const own = await api.request<string>(scene.otherOwner, 'GET', 'orders/lines/export?format=csv');
    expect(String(own.body).trim().split('\n')).toHaveLength(1);
  });

  it('by line: points are a discount and the delivery has a rate of its own, so the VAT is that of the receipt', async () => {
    await soldOnline(api, scene, [{ shop: scene.shop, quantity: 3, unitPrice: 10_000 }], {
      delivery: 1000,
      more: { off: { wallet: 4000, delivery: 1000 }, points: 40 },
    });

    const [heading = [], row = []] = await file('orders/lines/export?format=csv');
    const cells = Object.fromEntries(heading.map((name, at) => [name, row[at]]));
    expect(cells).toMatchObject({ Сумма: '310,00', 'Из них баллами': '40,00', 'НДС, %': '22' });
    // 22/122 of 300 less the points of the goods.
    expect(cells['НДС в сумме']).toBe('47,12');
  });

  it('is named after the business day, also between midnight and three', async () => {
    api.setNow(new Date('2026-03-10T22:30:00.000Z'));
    const shop = scene.shop.slug;
    for (const [path, name] of [
      ['orders/export', 'orders-2026-03-11.csv'],
      ['orders/lines/export', 'order-lines-2026-03-11.xlsx'],
      ['payments/export', 'payments-2026-03-11.csv'],
      ['ledger/export', 'ledger-buyer-prepayment-2026-03-11.csv'],
      [`shops/${shop}/ledger/export`, `ledger-${shop}-2026-03-11.csv`],
      ['activity/export', 'activity-2026-03-11.csv'],
    ] as const) {
      const { headers } = await api.request(scene.super_admin, 'GET', path);
      expect(headers['content-disposition']).toContain(`"${name}"`);
    }
  });
});

describe('two clicks of a guest', () => {
  it('is one order, with the stock taken once, and both clicks can read it', async () => {
    await setSettings(api, { guestCheckout: true });
    const tea = await buildProduct(api.db, { shop: scene.shop });
    const body = orderOf([{ product_id: tea.id, order_quantity: 1 }], {
      payment_gateway: 'CASH_ON_DELIVERY',
    });

    const both = await Promise.all([place(api, null, body), place(api, null, body)]);

    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    const [one, other] = both.map((answer) => answer.body);
    expect([other?.id, other?.guest_token]).toEqual([one?.id, one?.guest_token]);
    const roots = () => api.db.selectFrom('orders').select('id').where('parent_id', 'is', null).execute();
    expect(await roots()).toHaveLength(1);
    await place(api, null, { ...body, products: [{ product_id: tea.id, order_quantity: 2 }] });
    expect(await roots()).toHaveLength(2);
    api.setNow(new Date(api.now().getTime() + 61_000));
    await place(api, null, body);
    expect(await roots()).toHaveLength(3);
  });

  it('of a customer in another client is one order, too', async () => {
    const tea = await buildProduct(api.db, { shop: scene.shop });
    const body = orderOf([{ product_id: tea.id, order_quantity: 1 }], {
      payment_gateway: 'CASH_ON_DELIVERY',
    });
    const accept = { accept: 'application/json' };
    const front = () => api.request<Wire>(scene.customer, 'POST', 'orders', body, accept);

    const both = await Promise.all([front(), front()]);

    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    expect(both[0]?.body.id).toBe(both[1]?.body.id);
    expect(both[1]?.body).not.toHaveProperty('guest_token');
    const other = await buildUser(api.db, { role: 'customer' });
    // Another person, and the panel without a key, order for themselves.
    const others = [
      await api.request<Wire>(other, 'POST', 'orders', body, accept),
      await place(api, scene.customer, body),
    ];
    expect(new Set([...both, ...others].map((one) => one.body?.id)).size).toBe(3);
  });
});

describe('people', () => {
  it('are found by the digits of the phone as it is dictated, in the list and in its search box', async () => {
    await api.db.updateTable('users').set({ contact: phone }).where('id', '=', scene.customer.id).execute();
    for (const said of [
      ...['89161112233', '9161112233', '+7 916 111 22 33', '8 (916) 111-22-33', '916 111'],
      // Typed on an Arabic keyboard, and as wide digits.
      ...['٨٩١٦١١١٢٢٣٣', '９１６１１１２２３３'],
    ]) {
      for (const path of ['customers/list?search=', 'users?search=name:', 'users?search=contact:']) {
        const { body } = await api.request<Wire>(
          scene.super_admin,
          'GET',
          `${path}${encodeURIComponent(said)}`,
        );
        expect([path, said, body.data.map(({ id }) => id)]).toEqual([path, said, [scene.customer.id]]);
      }
    }
  });

  it('are found with their orders by digits of any keyboard, in orders and in the search of everything', async () => {
    const made = await order();
    await api.db.updateTable('orders').set({ customer_contact: phone }).execute();
    for (const said of ['89161112233', '٨٩١٦١١١٢٢٣٣', '８９１６１１１２２３３']) {
      const get = (path: string) =>
        api.request<Wire & { groups: { family: string; rows: { id: number }[] }[] }>(
          ...([scene.super_admin, 'GET', `${path}${encodeURIComponent(said)}`] as const),
        );
      expect((await get('orders?search=')).body.data.map(({ id }) => id)).toEqual([made.id]);
      const { groups } = (await get('search?q=')).body;
      expect(groups.find(({ family }) => family === 'orders')?.rows.map(({ id }) => id)).toEqual([made.id]);
    }
  });

  it('find what they bought as guests: orders show up in the account when its e-mail and its phone are confirmed, and not before', async () => {
    const made = await order({ customer: null });
    const { email } = await api.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', scene.customer.id)
      .executeTakeFirstOrThrow();
    await api.db
      .updateTable('orders')
      .set({ customer_id: null, customer_email: email, customer_contact: phone })
      .execute();
    const confirmed = {
      contact: '+79161112233',
      contact_verified_at: api.now(),
      email_verified_at: api.now(),
    };
    const account = (more: object) =>
      api.db
        .updateTable('users')
        .set({ ...confirmed, ...more })
        .where('id', '=', scene.customer.id)
        .execute();
    const seen = async () => [
      (await api.request<Wire>(scene.customer, 'GET', 'orders')).body.data.map(({ id }) => id),
      (await api.request(scene.customer, 'GET', `orders/${made.id}`)).status,
    ];

    await account({ contact_verified_at: null });
    expect(await seen()).toEqual([[], 404]);
    await account({ contact: '+79169999999' });
    expect(await seen()).toEqual([[], 404]);
    await account({});
    expect(await seen()).toEqual([[made.id], 200]);
  });

  it('leave the order of a removed customer when the years have passed, and the sums stay', async () => {
    const made = await order();
    await api.db
      .updateTable('orders')
      .set({ customer_name: 'Анна', customer_contact: phone, created_at: new Date('2020-06-01T00:00:00Z') })
      .execute();
    const stored = () =>
      api.db
        .selectFrom('orders')
        .select(['customer_name', 'customer_contact', 'total'])
        .where('id', '=', made.id)
        .executeTakeFirstOrThrow();
    const run = (day: string) =>
      forgetBuyers(jobCtx(api.db, new Date(day), 'https://shop.test'), new AbortController().signal);
    const before = await stored();

    await run('2026-06-01T00:00:00Z');
    expect(await stored()).toEqual(before);
    await api.db
      .updateTable('users')
      .set({ deleted_at: api.now() })
      .where('id', '=', scene.customer.id)
      .execute();
    await run('2025-12-31T12:00:00Z');
    expect(await stored()).toEqual(before);
    await run('2026-01-01T12:00:00Z');
    expect(await stored()).toEqual({ customer_name: null, customer_contact: '', total: before.total });
  });
});
