import { offerLanguages } from '@tests/support/checkout';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { fromMinor, toMinor } from '@/contract/core/money';
import { summedAccounts } from '@/contract/ledger/accounts';
import { defaultSettings } from '@/contract/settings';
import { businessDay } from '@/contract/settings/business-day';
import type { Database, UserCtx } from '@/server/core/context';
import { type LedgerEntry, postEntry, sumLedgerDays } from '@/server/modules/ledger/ledger';
import { periodTotals } from '@/server/modules/ledger/ledger-lines';
import { statementTotals } from '@/server/modules/ledger/statement-lines';
import { takeBackCommission } from '@/server/modules/refunds/count-returned';
import { buildOrder } from '../../support/orders';
import { setUpScene } from '../../support/scene';

/** Lines, totals, exports and statements: access rights, and every sum. */
const { api, scene } = setUpScene();
beforeEach(() => offerLanguages(api.db, 'en', 'ar'));

type Person = 'super_admin' | 'store_owner' | 'otherOwner' | 'staff' | 'customer';
const ask = (person: Person | null, path: string) => api.request(person && scene[person], 'GET', path);
const read = (path: string) => ask('super_admin', path);

const ctxAt = (db: Database, now: Date): UserCtx => ({
  db,
  user: {
    id: scene.super_admin.id,
    name: 'Анна',
    email: 'a@test.ru',
    permissions: ['super_admin'],
    ownedShopIds: [],
    managedShopId: null,
    sessionId: 0,
  },
  now,
  locale: 'ru',
  ip: '127.0.0.1',
  requestId: 'test',
  publicUrl: '',
});

/** Moves kopecks between a shop and the platform at a moment. */
const move = (amount: number, at: string, more: Partial<LedgerEntry> = {}, shopId = scene.shop.id) =>
  api.db.transaction().execute((db) =>
    postEntry(ctxAt(db, new Date(at)), {
      kind: 'adjustment',
      reason: 'Проверка',
      family: 'shops',
      rowId: shopId,
      ...more,
      lines: [
        { account: { kind: 'shop', shopId }, amount },
        { account: { kind: 'adjustment' }, amount: -amount },
      ],
    }),
  );

/** A completed, credited one-line order, posted to the ledger. */
async function sell(at: string, more: { price?: number; discount?: number } = {}) {
  const unitPrice = more.price ?? 100_000;
  const order = await buildOrder(api, {
    lines: [{ shop: scene.shop, unitPrice }],
    off: { discount: more.discount ?? 0, discountShopId: scene.shop.id },
    at: new Date(at),
  });
  const net = Math.round((unitPrice - (more.discount ?? 0)) * 0.9);
  const part = order.parts[0]?.id ?? 0;
  await sql`update orders set credited_amount = ${net / 100}, credited_at = ${at}, order_status = 'order-completed'
    where id = ${part}`.execute(api.db);
  await move(net, at, { kind: 'order', reason: null, family: 'orders', rowId: part });
  return { ...order, part, net };
}

const shop = () => `shops/${scene.shop.id}`;

describe('access', () => {
  it.each(['ledger', 'ledger/summary', 'ledger/export', 'statement?month=2026-03'])(
    'shops/…/%s is open to the owner and administrators',
    async (path) => {
      expect((await ask(null, `${shop()}/${path}`)).status).toBe(401);
      expect((await ask('staff', `${shop()}/${path}`)).status).toBe(403);
      expect((await ask('customer', `${shop()}/${path}`)).status).toBe(403);
      expect((await ask('otherOwner', `${shop()}/${path}`)).status).toBe(404);
      expect((await ask('store_owner', `${shop()}/${path}`)).status).toBe(200);
      expect((await ask('super_admin', `shops/${scene.shop.slug}/${path}`)).status).toBe(200);
    },
  );

  it.each(['ledger', 'ledger/summary', 'ledger/shops', 'ledger/export', 'ledger/reconcile'])(
    '%s is open to administrators',
    async (path) => {
      expect((await ask(null, path)).status).toBe(401);
      for (const person of ['store_owner', 'staff', 'customer'] as const)
        expect((await ask(person, path)).status).toBe(403);
      expect((await ask('super_admin', path)).status).toBe(200);
    },
  );

  it.each([
    ['ledger?kind=gift', 'kind'],
    ['ledger?from=2026-02-30', 'from'],
    ['ledger?from=2026-03-02&to=2026-03-01', 'to'],
    ['ledger/summary?from=yesterday', 'from'],
    ['ledger/export?kind=gift', 'kind'],
    ['statement', 'month'],
    ['statement?month=2026-13', 'month'],
    ['statement?month=2026-03&format=exe', 'format'],
  ])('%s is refused at %s', async (path, field) => {
    const { status, body } = await read(`${shop()}/${path}`);

    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]]);
  });
});

describe('lines of a shop', () => {
  it('link to their order, refund or withdrawal', async () => {
    const order = await sell('2026-03-01T10:00:00Z');
    await move(-5000, '2026-03-02T10:00:00Z', { kind: 'refund', reason: null, family: 'refunds', rowId: 8 });
    await move(-1000, '2026-03-03T10:00:00Z', {
      kind: 'withdrawal',
      reason: null,
      family: 'withdraws',
      rowId: 9,
    });
    await move(70, '2026-03-04T10:00:00Z');

    const { body } = await read(`${shop()}/ledger`);

    const part = await api.db
      .selectFrom('orders')
      .select('short_number')
      .where('id', '=', order.part)
      .executeTakeFirstOrThrow();
    expect(body.data.map(({ subject }) => subject)).toEqual([
      null,
      { family: 'withdraws', id: 9, number: '9' },
      { family: 'refunds', id: 8, number: '8' },
      { family: 'orders', id: order.part, number: part.short_number },
    ]);
    expect(body.data.map(({ balance }) => balance)).toEqual([840.7, 840, 850, 900]);
  });

  it('name the shop’s own part where the entry names the whole order', async () => {
    const order = await buildOrder(api, { lines: [{ shop: scene.shop }, { shop: scene.otherShop }] });
    await move(90_000, '2026-03-01T10:00:00Z', { kind: 'order', family: 'orders', rowId: order.id });

    const { body } = await read(`${shop()}/ledger`);

    expect(body.data[0]?.subject).toMatchObject({ id: order.parts[0]?.id });
  });

  it('are filtered by kind and by business days, which begin at midnight in Moscow', async () => {
    await move(100, '2026-02-28T20:59:59Z');
    await move(200, '2026-02-28T21:00:00Z');
    await move(400, '2026-03-31T20:59:59Z', { kind: 'order' });
    await move(800, '2026-03-31T21:00:00Z', { kind: 'order' });
    const sums = async (query: string) =>
      (await read(`${shop()}/ledger?${query}`)).body.data.map(({ amount }) => amount);

    expect(await sums('from=2026-03-01&to=2026-03-31')).toEqual([4, 2]);
    expect(await sums('kind=order')).toEqual([8, 4]);
    expect(await sums('kind=order&to=2026-03-31')).toEqual([4]);
    expect(await sums('sortedBy=asc&orderBy=id&from=2026-03-01')).toEqual([2, 4, 8]);
  });

  it('are complete and unique across pages of any size, with the total', async () => {
    for (let place = 0; place < 25; place += 1)
      await move(100 + place, `2026-03-${String(1 + Math.floor(place / 7)).padStart(2, '0')}T10:00:00Z`);
    const seen: unknown[] = [];
    for (let page = 1; page <= 9; page += 1) {
      const { body } = await read(`${shop()}/ledger?limit=3&page=${page}`);
      expect([body.total, body.last_page]).toEqual([25, 9]);
      seen.push(...body.data.map(({ amount }) => amount));
    }

    expect(seen).toEqual(Array.from({ length: 25 }, (_, place) => (124 - place) / 100));
    expect((await read(`${shop()}/ledger?limit=3&page=10`)).body.data).toEqual([]);
  });

  it('take as many queries on a deep page as on the first', async () => {
    for (let day = 1; day <= 20; day += 1)
      await move(100, `2026-02-${String(day).padStart(2, '0')}T10:00:00Z`);
    const cost = async (query: string) => {
      const before = api.queries();
      await read(`${shop()}/ledger?${query}`);
      return api.queries() - before;
    };

    // Queries: session, shop, account, days, lines.
    expect(await cost('limit=1')).toBeLessThanOrEqual(5);
    expect(await cost('limit=1&page=20')).toBe(await cost('limit=1'));
  });
});

describe('totals', () => {
  it('show opening balance, turnover, closing balance and commission of a period', async () => {
    await move(10_000, '2026-02-10T10:00:00Z');
    await sell('2026-03-01T10:00:00Z', { price: 33_333, discount: 3000 });
    await move(-2500, '2026-03-05T10:00:00Z', { kind: 'withdrawal' });
    await move(500, '2026-03-06T10:00:00Z', { kind: 'withdrawal-return' });
    await move(-777, '2026-04-05T10:00:00Z');

    const { body } = await ask('store_owner', `${shop()}/ledger/summary?from=2026-03-01&to=2026-03-31`);

    expect(body).toEqual({
      from: '2026-03-01',
      to: '2026-03-31',
      opening: 100,
      closing: 353,
      kinds: [
        { kind: 'order', income: 273, outgo: 0, lines: 1 },
        { kind: 'withdrawal', income: 0, outgo: 25, lines: 1 },
        { kind: 'withdrawal-return', income: 5, outgo: 0, lines: 1 },
      ],
      commission: { orders: 1, goods: 303.33, credited: 273, commission: 30.33 },
    });
  });

  it('deduct the commission of refunded goods, to the kopeck', async () => {
    const order = await buildOrder(api, { lines: [{ shop: scene.shop, unitPrice: 3335, quantity: 3 }] });
    const [part, line] = [order.parts[0]?.id ?? 0, order.lineIds[0] ?? 0];
    await sql`update orders set credited_amount = 90.04, credited_at = '2026-03-01T10:00:00Z' where id = ${part}`.execute(
      api.db,
    );
    for (const vendor of [30.01, 30.01, 30.02]) {
      const { rows } = await sql<{ id: number }>`with r as (
          insert into refunds (order_id, status, amount, decided_at)
          values (${order.id}, 'approved', 33.35, '2026-03-02T10:00:00Z') returning id)
        insert into refund_lines (refund_id, order_line_id, shop_id, quantity, amount, vendor_amount)
          select id, ${line}, ${scene.shop.id}, 1, 33.35, ${vendor} from r returning refund_id as id`.execute(
        api.db,
      );
      await takeBackCommission(api.db, rows[0]?.id ?? 0);
    }

    const { body } = await read(`${shop()}/ledger/summary?from=2026-03-02`);
    const all = await read(`${shop()}/ledger/summary`);

    expect(body.commission).toEqual({ orders: 0, goods: -100.05, credited: -90.04, commission: -10.01 });
    expect(all.body.commission).toEqual({ orders: 1, goods: 0, credited: 0, commission: 0 });
  });

  it('by day follow the business time zone', async () => {
    const { rows } = await sql<{ zone: string }>`select business_time_zone() as zone`.execute(api.db);
    await move(100, '2026-03-01T20:59:59Z');
    await move(100, '2026-03-01T21:00:00Z');
    const days = await sql<{ day: string }>`
      select distinct day::text as day from ledger_lines order by 1`.execute(api.db);

    expect(rows[0]?.zone).toBe(defaultSettings.timeZone);
    expect(days.rows.map(({ day }) => day)).toEqual(['2026-03-01', '2026-03-02']);
  });
});

describe('exports', () => {
  it('contain the lines of the filter, escaped formulas, sums as numbers', async () => {
    await move(150_050, '2026-03-01T10:00:00Z', { reason: '=HYPERLINK("http://zlo.ru")' });
    await move(-50, '2026-03-02T10:00:00Z', { kind: 'refund', reason: null, family: 'refunds', rowId: 3 });

    const { body, headers } = await ask('store_owner', `${shop()}/ledger/export`);
    const some = await read(`${shop()}/ledger/export?kind=refund&language=en`);

    expect(headers['content-disposition']).toBe(
      `attachment; filename="ledger-${scene.shop.slug}-${businessDay(api.now())}.csv"`,
    );
    expect(String(body).startsWith('\uFEFF')).toBe(true);
    expect(String(body).trim().split('\n')).toEqual([
      'Дата;Операция;Документ;Основание;Сумма;Остаток',
      `01.03.2026, 13:00;Корректировка;;"'=HYPERLINK(""http://zlo.ru"")";1500,50;1500,50`,
      '02.03.2026, 13:00;Возврат покупателю;3;;-0,50;1500,00',
    ]);
    expect(String(some.body)).not.toContain('HYPERLINK');
    expect(String(some.body)).toContain(',-0.50,1500.00');
  });

  it('of the marketplace name the shop on the other side', async () => {
    await move(100, '2026-03-01T10:00:00Z');

    const { body } = await read('ledger/export?account=adjustment');

    expect(String(body)).toContain(`${scene.shop.name};Проверка;-1,00;-1,00`);
  });

  it.each(['csv', 'pdf'])(
    'a statement as %s shows what a shop has stored of its requisites',
    async (format) => {
      await api.db
        .updateTable('shops')
        .set({ requisites: JSON.stringify({ inn: '7707083893', bic: '044525225' }) })
        .where('id', '=', scene.shop.id)
        .execute();

      const { status, body } = await ask('store_owner', `${shop()}/statement?month=2026-03&format=${format}`);

      expect(status).toBe(200);
      if (format === 'csv') {
        expect(String(body)).toContain('ИНН 7707083893');
        expect(String(body)).not.toMatch(/undefined|БИК|\{\{/);
      }
    },
  );

  it('a statement adds up from its opening to its closing balance, with goods and commission, under both names', async () => {
    await move(10_000, '2026-02-10T10:00:00Z');
    await sell('2026-03-01T10:00:00Z', { price: 33_333, discount: 3000 });
    await move(-2500, '2026-03-31T20:59:00Z', { kind: 'withdrawal', family: 'withdraws', rowId: 4 });
    await move(-777, '2026-03-31T21:00:00Z');

    await api.db
      .updateTable('shops')
      .set({
        requisites: JSON.stringify({
          legal_form: 'organisation',
          legal_name: 'ООО «Лавка»',
          inn: '7707083893',
          kpp: '770701001',
          ogrn: '1027700132195',
          legal_address: 'Москва',
          account: '40702810400000012345',
          bank_name: 'Банк',
          bic: '044525225',
          correspondent_account: '30101810400000000225',
        }),
      })
      .where('id', '=', scene.shop.id)
      .execute();

    const { body } = await ask('store_owner', `${shop()}/statement?month=2026-03&format=csv`);

    for (const part of ['ООО «Лавка»', 'ИНН 7707083893', 'КПП 770701001', 'БИК 044525225'])
      expect(String(body)).toContain(part);
    const lines = String(body).trim().split('\n');
    expect(lines[0]).toContain('2026-03-01 — 2026-03-31');
    expect(lines.slice(-4)).toEqual([
      'Остаток на начало месяца;;;;;;100,00;',
      expect.stringMatching(/^01\.03\.2026, 13:00;Заказ;\S+;303,33;30,33;273,00;373,00;$/),
      '31.03.2026, 23:59;Заявка на вывод;4;;;-25,00;348,00;Проверка',
      'Остаток на конец месяца;;;;;;348,00;',
    ]);
  });

  it('the totals of a statement add up from its opening to its closing, each kopeck once', async () => {
    await move(10_000, '2026-02-10T10:00:00Z');
    await sell('2026-03-01T10:00:00Z', { price: 33_333, discount: 3000 });
    await sell('2026-03-02T10:00:00Z', { price: 12_345 });
    await move(-4500, '2026-03-05T10:00:00Z', { kind: 'refund', family: 'refunds', rowId: 3 });
    await move(-2500, '2026-03-31T20:59:00Z', { kind: 'withdrawal', family: 'withdraws', rowId: 4 });
    const ctx = ctxAt(api.db, new Date('2026-04-01T00:00:00Z'));
    const month = { from: '2026-03-01', to: '2026-03-31' };

    const { opening, closing, kinds } = await periodTotals(
      ctx,
      { kind: 'shop', shopId: scene.shop.id },
      month,
    );
    const rows = await statementTotals(ctx, scene.shop.id, month, kinds);

    expect(rows).toEqual([
      { label: 'goods', amount: 426.78 },
      { label: 'commission', amount: -42.67 },
      { label: 'refund', amount: -45 },
      { label: 'withdrawal', amount: -25 },
    ]);
    const sum = rows.reduce((all, { amount }) => all + toMinor(amount), toMinor(opening));
    expect(fromMinor(sum)).toBe(closing);
  });

  it('a statement is a PDF, also of an empty month', async () => {
    await sell('2026-03-01T10:00:00Z');
    for (const month of ['2026-03', '2025-01']) {
      const answer = await ask('store_owner', `${shop()}/statement?month=${month}`);

      expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
      expect(String(answer.body).slice(0, 5)).toBe('%PDF-');
    }
  });
});

describe('the marketplace’s account', () => {
  it('shows its lines with order and shop, and what is owed to vendors', async () => {
    const order = await sell('2026-03-01T10:00:00Z');
    await move(-5000, '2026-03-02T10:00:00Z', {}, scene.otherShop.id);

    const lines = (await read('ledger?account=adjustment')).body;
    const { body } = await read('ledger/summary?account=adjustment&to=2026-03-01');

    expect(lines.data[1]).toMatchObject({
      kind: 'order',
      amount: -900,
      balance: -900,
      subject: { family: 'orders', id: order.id },
      shop: { id: scene.shop.id, slug: scene.shop.slug },
    });
    expect(body).toMatchObject({
      opening: 0,
      closing: -900,
      money: 0,
      debts: 850,
      own: -850,
      owed: { current: 900, on_hold: 0, debts: 50 },
      commission: { orders: 1, goods: 1000, commission: 100 },
    });
  });

  it('counts the balance after each line of a page, by its own days and of all operations', async () => {
    await move(-1000, '2026-03-01T10:00:00Z');
    await move(-2000, '2026-03-01T11:00:00Z', { kind: 'goodwill' });
    await move(-4000, '2026-03-02T10:00:00Z');
    await api.db.transaction().execute((db) => sumLedgerDays(db));
    // Posted late, for a day that is over.
    await move(-8000, '2026-03-01T12:00:00Z');

    const balances = async (query: string) =>
      (await read(`ledger?account=adjustment&${query}`)).body.data.map(({ balance }) => balance);

    expect(await balances('limit=10')).toEqual([150, 110, 30, 10]);
    expect(await balances('limit=2&page=2')).toEqual([30, 10]);
    expect(await balances('kind=goodwill')).toEqual([30]);
    expect(await balances('from=2026-03-02')).toEqual([150]);
  });

  it('shows money as it came, what of it is owed to others, and what is left', async () => {
    const order = { family: 'orders', rowId: 1 } as const;
    const ctx = ctxAt(api.db, new Date('2026-03-01T10:00:00Z'));
    await api.db.transaction().execute((db) =>
      postEntry(
        { ...ctx, db },
        {
          ...order,
          kind: 'settlement',
          lines: [
            { account: { kind: 'bank' }, amount: -100_000 },
            { account: { kind: 'buyer_prepayment' }, amount: 70_000 },
            { account: { kind: 'shop', shopId: scene.shop.id }, amount: 20_000 },
            { account: { kind: 'commission' }, amount: 10_000 },
          ],
        },
      ),
    );

    const { body } = await read('ledger/summary?account=bank');
    const lines = (await read('ledger?account=bank')).body.data;

    expect(body).toMatchObject({ money: 1000, debts: 900, own: 100, opening: 0, closing: 1000 });
    expect(body.accounts).toContainEqual({ account: 'bank', balance: 1000 });
    expect(body.kinds).toMatchObject([{ kind: 'settlement', income: 1000, outgo: 0 }]);
    expect(lines).toMatchObject([{ amount: 1000, balance: 1000 }]);
  });

  it('is one of the chart, and another is refused at its field', async () => {
    await move(-5000, '2026-03-02T10:00:00Z');

    const { body } = await read('ledger/summary');
    const refused = await read('ledger?account=shop');

    expect(body.accounts).toContainEqual({ account: 'adjustment', balance: 50 });
    expect(body.accounts).toHaveLength(summedAccounts.length);
    expect((await read('ledger')).body.data).toEqual([]);
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { errors: { account: ['error-wrong-value'] } },
    ]);
  });

  it('lists the commission by shop in a period, largest first', async () => {
    await sell('2026-03-01T10:00:00Z');
    await sell('2026-03-02T10:00:00Z');
    await sell('2026-04-02T10:00:00Z');
    await move(-5000, '2026-03-02T10:00:00Z', {}, scene.otherShop.id);

    const { body } = await read('ledger/shops?from=2026-03-01&to=2026-03-31');

    expect(body.total).toBe(2);
    expect(body.data).toMatchObject([
      { id: scene.shop.id, orders: 2, goods: 2000, credited: 1800, commission: 200, current_balance: 2700 },
      { id: scene.otherShop.id, orders: 0, commission: 0, current_balance: -50 },
    ]);
    expect((await read('ledger/shops?limit=1&page=2')).body.data).toHaveLength(1);
  });
});
