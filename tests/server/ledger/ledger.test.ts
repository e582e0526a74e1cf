import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Database, UserCtx } from '@/server/core/context';
import {
  type AccountKey,
  balancesOfShops,
  type LedgerLine,
  loadBalance,
  postEntry,
} from '@/server/modules/ledger/ledger';
import { isStored } from '../../support/order-life';
import { setUpScene } from '../../support/scene';

/** The double-entry ledger and manual adjustments. */
const { api, scene } = setUpScene();

const ctxOf = (db: UserCtx['db']): UserCtx => ({
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
  now: api.now(),
  locale: 'ru',
  ip: '127.0.0.1',
  requestId: 'test',
  publicUrl: '',
});
const post = (lines: LedgerLine[], kind: 'order' | 'points' = 'order') =>
  api.db.transaction().execute((db) => postEntry(ctxOf(db), { kind, lines }));
const shopAccount = (): AccountKey => ({ kind: 'shop', shopId: scene.shop.id });
const wallet = (): AccountKey => ({ kind: 'wallet', userId: scene.customer.id });
const platform: AccountKey = { kind: 'adjustment' };
const move = (to: AccountKey, amount: number, more: Partial<LedgerLine> = {}): LedgerLine[] => [
  { account: to, amount, ...more },
  { account: platform, amount: -amount },
];

/** Invariants of the ledger after any operation. */
async function expectSound(): Promise<void> {
  const { rows } = await sql`
    select a.id, a.balance, coalesce(sum(l.amount), 0) as lines,
      (select balance from ledger_lines where account_id = a.id order by id desc limit 1) as last
    from ledger_accounts a left join ledger_lines l on l.account_id = a.id
    where ${isStored} group by a.id having a.balance <> coalesce(sum(l.amount), 0)
      or a.balance <> coalesce((select balance from ledger_lines where account_id = a.id order by id desc limit 1), 0)
    `.execute(api.db);
  expect(rows).toEqual([]);
  const open = await sql`select entry_id from ledger_lines group by entry_id having sum(amount) <> 0`.execute(
    api.db,
  );
  expect(open.rows).toEqual([]);
}

describe('an entry', () => {
  it('moves money from account to account, with the balance after each line', async () => {
    await post(move(shopAccount(), 150_050));
    const id = await post(move(shopAccount(), -50_049));

    expect(await loadBalance(ctxOf(api.db), shopAccount())).toBe(100_001);
    expect(await loadBalance(ctxOf(api.db), platform)).toBe(-100_001);
    const lines = await api.db
      .selectFrom('ledger_lines')
      .select(['amount', 'balance'])
      .where('entry_id', '=', id)
      .orderBy('id')
      .execute();
    expect(lines).toEqual([
      { amount: -500.49, balance: 1000.01 },
      // No balance is stored with a line of the marketplace's account.
      { amount: 500.49, balance: null },
    ]);
    await expectSound();
  });

  it.each([
    ['one line', [100]],
    ['lines that do not sum to nothing', [100, -99]],
    ['parts of a kopeck', [0.5, -0.5]],
    ['an empty line', [0, 0]],
  ])('is refused with %s', async (_name, amounts) => {
    const lines = amounts.map((amount, place) => ({ account: place ? platform : shopAccount(), amount }));

    await expect(post(lines)).rejects.toThrow('not balanced');
    expect(await api.db.selectFrom('ledger_entries').selectAll().execute()).toEqual([]);
  });

  it('cannot overdraw a wallet or any covered account', async () => {
    await post(move(wallet(), 500), 'points');

    await expect(post(move(wallet(), -501), 'points')).rejects.toThrow('INSUFFICIENT_BALANCE');
    await expect(post(move(shopAccount(), -1, { mustCover: true }))).rejects.toThrow('INSUFFICIENT_BALANCE');
    await post(move(shopAccount(), -1));
    expect(await loadBalance(ctxOf(api.db), wallet())).toBe(500);
    expect(await loadBalance(ctxOf(api.db), shopAccount())).toBe(-1);
    await expectSound();
  });

  it('is immutable: the database refuses to change or remove it', async () => {
    await post(move(shopAccount(), 100));

    await expect(sql`update ledger_lines set amount = 1`.execute(api.db)).rejects.toThrow('immutable');
    await expect(sql`delete from ledger_entries`.execute(api.db)).rejects.toThrow('immutable');
  });

  it('is refused by the database when it is not balanced, whoever writes it', async () => {
    const id = await post(move(shopAccount(), 100));

    await expect(
      sql`insert into ledger_lines (entry_id, account_id, amount, balance, day, kind)
        select ${id}, min(id), 1, 1, now(), 'order' from ledger_accounts`.execute(api.db),
    ).rejects.toThrow('not balanced');
  });

  it.each([
    ['at the commit', false],
    ['also when its lines were checked before', true],
  ])('may be written in several statements, and is refused by the database %s', async (_when, isChecked) => {
    const add = (db: Database, entry: number, amount: number) =>
      sql`insert into ledger_lines (entry_id, account_id, amount, balance, day, kind)
        select ${entry}, min(id), ${amount}, 1, now(), 'order' from ledger_accounts`.execute(db);
    const id = await post(move(shopAccount(), 100));
    const inTwo = (last: number) =>
      api.db.transaction().execute(async (db) => {
        if (isChecked) {
          await add(db, id, 3).then(() => add(db, id, -3));
          await sql`set constraints all immediate`.execute(db);
          await sql`set constraints all deferred`.execute(db);
        }
        await add(db, id, 5);
        await add(db, id, last);
      });

    await expect(inTwo(-4)).rejects.toThrow('not balanced');
    await inTwo(-5);
  });

  it('keeps its sums under fifty concurrent entries, on new and old accounts', async () => {
    await Promise.all(
      Array.from({ length: 50 }, (_, place) =>
        place % 2 ? post(move(wallet(), 100), 'points') : post(move(shopAccount(), 100)),
      ),
    );

    expect(await loadBalance(ctxOf(api.db), wallet())).toBe(2500);
    expect(await loadBalance(ctxOf(api.db), shopAccount())).toBe(2500);
    await expectSound();
  });

  it('lets only as many through as the money covers', async () => {
    await post(move(shopAccount(), 100));

    const tried = await Promise.allSettled(
      Array.from({ length: 20 }, () => post(move(shopAccount(), -60, { mustCover: true }))),
    );

    expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await loadBalance(ctxOf(api.db), shopAccount())).toBe(40);
    await expectSound();
  });
});

describe('balances of shops', () => {
  it('show earned, requested, paid out and available money in one query', async () => {
    const id = scene.shop.id;
    await post(move(shopAccount(), 100_000));
    await post(move({ kind: 'shop_on_hold', shopId: id }, 2050));
    await post(move({ kind: 'shop_paid_out', shopId: id }, 30_000));

    const sums = await balancesOfShops(ctxOf(api.db), [id, scene.otherShop.id]);

    expect(sums.get(id)).toEqual({
      total_earnings: 1320.5,
      withdrawn_amount: 300,
      in_transit_amount: 0,
      on_hold_amount: 20.5,
      current_balance: 1000,
    });
    expect(sums.get(scene.otherShop.id)?.current_balance).toBe(0);
  });
});

type Person = 'super_admin' | 'store_owner' | 'otherOwner' | 'staff' | 'customer';

describe('an adjustment', () => {
  const adjust = (person: Person | null, body: object, shop: number | string = scene.shop.id, headers = {}) =>
    api.request(person && scene[person], 'POST', `shops/${shop}/adjustments`, body, headers);
  const bonus = { amount: 1500.5, reason: 'Возмещение за потерянную посылку' };

  it('is open to administrators only', async () => {
    expect((await adjust(null, bonus)).status).toBe(401);
    for (const person of ['store_owner', 'staff', 'customer'] as const) {
      expect((await adjust(person, bonus)).status).toBe(403);
    }
    expect((await adjust('super_admin', bonus, 99_999)).status).toBe(404);
    expect(await loadBalance(ctxOf(api.db), shopAccount())).toBe(0);
  });

  it.each([
    [{ reason: 'Просто так' }, 'amount', 'error-sum-required'],
    [{ amount: 0, reason: 'Просто так' }, 'amount', 'error-amount-zero'],
    [{ amount: 1.005, reason: 'Просто так' }, 'amount', 'error-amount-kopecks'],
    [{ amount: 'NaN', reason: 'Просто так' }, 'amount', 'error-number-format'],
    [{ amount: 1e15, reason: 'Просто так' }, 'amount', 'error-wrong-value'],
    [{ amount: 5 }, 'reason', 'error-adjustment-reason-required'],
  ])('%j is refused at %s', async (body, field, text) => {
    const answer = await adjust('super_admin', body);

    expect([answer.status, answer.body.errors?.[field]?.[0]]).toEqual([422, text]);
  });

  it('changes the balance with a reason and an audit entry', async () => {
    const { status, body } = await adjust('super_admin', bonus, scene.shop.slug);
    await adjust('super_admin', { amount: '-500,25', reason: 'Ошибка в начислении' });

    expect([status, body]).toMatchObject([201, { kind: 'adjustment', amount: 1500.5, balance: 1500.5 }]);
    expect(await loadBalance(ctxOf(api.db), shopAccount())).toBe(100_025);
    const trace = await api.db
      .selectFrom('audit_log')
      .select(['family', 'row_id', 'user_id', 'changes'])
      .where('action', '=', 'adjustment')
      .orderBy('id', 'desc')
      .execute();
    expect(trace[0]).toMatchObject({
      family: 'shops',
      row_id: scene.shop.id,
      user_id: scene.super_admin.id,
      changes: { current_balance: [1500.5, 1000.25], reason: [null, 'Ошибка в начислении'] },
    });
    await expectSound();
  });
});

describe('the lines of a shop', () => {
  const read = (person: Person | null, query = '', shop: number | string = scene.shop.id) =>
    api.request(person && scene[person], 'GET', `shops/${shop}/ledger${query}`);

  it('are read by its owner and administrators, nobody else', async () => {
    expect((await read(null)).status).toBe(401);
    expect((await read('staff')).status).toBe(403);
    expect((await read('otherOwner')).status).toBe(404);
    expect((await read('store_owner', '', scene.shop.slug)).status).toBe(200);
    expect((await read('super_admin')).status).toBe(200);
    expect((await read('store_owner', '?orderBy=amount')).status).toBe(422);
  });

  it('are paged, latest first, with the balance after each', async () => {
    for (const amount of [1000, 200, -50]) await post(move(shopAccount(), amount * 100));

    const { body } = await read('store_owner', '?limit=2');
    const next = await read('store_owner', '?limit=2&page=2');

    expect(body).toMatchObject({ total: 3, last_page: 2 });
    expect(body.data.map(({ amount, balance }) => [amount, balance])).toEqual([
      [-50, 1150],
      [200, 1200],
    ]);
    expect(next.body.data).toMatchObject([{ amount: 1000, balance: 1000, kind: 'order', reason: null }]);
  });
});
