import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { addPoints, offerLanguages, place } from '../../support/checkout';
import { buildUser } from '../../support/factories';
import { orderOf } from '../../support/order-body';
import { accountBalance } from '../../support/order-life';
import { buildOrder } from '../../support/orders';
import { buildProduct } from '../../support/products';
import { setUpScene } from '../../support/scene';

/** Races and losses around people, their points and the settings that no family's own file tests. */
const { api, scene } = setUpScene();

const many = <Result>(count: number, run: (number: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_each, number) => run(number)));
const asAdmin = (method: 'GET' | 'POST' | 'DELETE' | 'PUT', path: string, body?: object) =>
  api.request(scene.super_admin, method, path, body);
const users = () => api.db.selectFrom('users').selectAll().orderBy('id').execute();

/** Runs while a table accepts no inserts. */
async function withoutRoom<Result>(table: string, run: () => Promise<Result>): Promise<Result> {
  const [name, rule] = [sql.table(table), sql.ref('no_room')];
  await sql`alter table ${name} add constraint ${rule} check (false) not valid`.execute(api.db);
  try {
    return await run();
  } finally {
    await sql`alter table ${name} drop constraint ${rule}`.execute(api.db);
  }
}

it('fifty concurrent first credits all count, in one wallet', { timeout: 120_000 }, async () => {
  const give = { customer_id: scene.customer.id, points: 1 };

  const answers = await many(50, () => asAdmin('POST', 'add-points', give));

  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  expect(await accountBalance(api, 'wallet', { user: scene.customer.id })).toBe(50);
  const { rows } = await sql`select count(distinct a.id)::int as wallets, sum(l.amount)::int as lines
    from ledger_accounts a join ledger_lines l on l.account_id = a.id where a.kind = 'wallet'`.execute(
    api.db,
  );
  expect(rows).toEqual([{ wallets: 1, lines: 50 }]);
});

it('concurrent saves of different settings tabs are both stored', async () => {
  await offerLanguages(api.db, 'en');
  const saved = await Promise.all([
    asAdmin('POST', 'settings', { options: { siteTitle: 'Ярмарка' } }),
    asAdmin('POST', 'settings?language=en', { options: { lowStockThreshold: 3 } }),
  ]);

  expect(saved.map(({ status }) => status)).toEqual([200, 200]);
  for (const language of ['ru', 'en']) {
    const { body } = await api.request(null, 'GET', `settings?language=${language}`);
    expect(body.options).toMatchObject({
      lowStockThreshold: 3,
      ...(language === 'ru' && { siteTitle: 'Ярмарка' }),
    });
  }
});

it('a shop is followed once under concurrent requests', async () => {
  const answers = await many(51, () =>
    api.request(scene.customer, 'POST', 'follow-shop', { shop_id: scene.shop.id }),
  );

  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  const rows = await api.db.selectFrom('shop_followers').selectAll().execute();
  expect(rows.length).toBeLessThanOrEqual(1);
});

it('following one shop does not unfollow another', async () => {
  for (const followed of [2, 0, 2]) {
    await Promise.all(
      [scene.shop, scene.otherShop].map(({ id }) =>
        api.request(scene.customer, 'POST', 'follow-shop', { shop_id: id }),
      ),
    );
    expect(await api.db.selectFrom('shop_followers').selectAll().execute()).toHaveLength(followed);
  }
});

it('a notice read by fifty windows concurrently is marked once, and stays read when it is edited', async () => {
  const dates = { effective_from: '2026-03-01', expired_at: '2026-03-31' };
  const words = { priority: 'high', notice: 'Инвентаризация', description: 'Считаем остатки.' };
  const { body: notice } = await asAdmin('POST', 'store-notices', { type: 'all_vendor', ...dates, ...words });

  const answers = await many(50, () =>
    api.request(scene.store_owner, 'POST', 'store-notices/read', { id: notice.id }),
  );

  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  await asAdmin('PUT', `store-notices/${notice.id}`, { notice: 'Считаем' });
  const rows = await api.db.selectFrom('store_notice_reads').select('user_id').execute();
  expect(rows).toEqual([{ user_id: scene.store_owner.id }]);
});

it('a registration that fails at its last step stores nothing', async () => {
  const before = await users();
  const newcomer = (email: string) => ({ name: 'Пётр Новиков', email, password: 'Snegir2026' });
  const acts = [
    () =>
      api.request(null, 'POST', 'register', {
        ...newcomer('one@test.ru'),
        accepts_personal_data: true,
        accepts_terms: true,
      }),
    () => asAdmin('POST', 'users', newcomer('two@test.ru')),
    () => asAdmin('POST', 'staffs', { ...newcomer('three@test.ru'), shop_id: scene.shop.id }),
  ];

  for (const act of acts) expect((await withoutRoom('outbox', act)).status).toBeGreaterThanOrEqual(422);
  // Sign-up points, granted immediately where no address has to be confirmed.
  await api.db.insertInto('settings').values({ options: '{"useMustVerifyEmail":false}' }).execute();
  for (const act of acts.slice(0, 1)) {
    expect((await withoutRoom('ledger_lines', act)).status).toBeGreaterThanOrEqual(422);
  }
  expect(await users()).toEqual(before);
  expect(await api.db.selectFrom('ledger_accounts').selectAll().execute()).toEqual([]);

  for (const act of acts) expect([200, 201]).toContain((await act()).status);
});

it('there are no card data: neither columns nor an endpoint that takes any', async () => {
  for (const path of ['cards', 'set-default-card', 'save-payment-method']) {
    const { status, body } = await asAdmin('POST', path, { method_key: 'pm_1', last4: '4242' });
    expect([path, status, body.message]).toEqual([path, 400, 'SAVED_CARDS_OFF']);
  }
  const { rows } = await sql`select table_name, column_name from information_schema.columns
    where table_schema = 'public' and (table_name ~ '(^|_)cards?(_|$)'
      or column_name ~ '(^|_)(cards?|pan|cvv|cvc|last4)(_|$)')`.execute(api.db);
  expect(rows).toEqual([]);
});

it('removing a customer does not change orders or the ledger', async () => {
  await addPoints(api, scene.customer, 5);
  const order = await buildOrder(api, { customer: scene.customer, lines: [{ shop: scene.shop }] });
  const stand = async () =>
    JSON.stringify([
      await api.db.selectFrom('orders').selectAll().orderBy('id').execute(),
      await api.db.selectFrom('ledger_lines').selectAll().orderBy('id').execute(),
    ]);
  const before = await stand();

  expect((await asAdmin('DELETE', `users/${scene.customer.id}`)).status).toBe(200);

  expect(await stand()).toBe(before);
  expect((await asAdmin('GET', `orders/${order.id}`)).body).toMatchObject({
    customer_name: scene.customer.name,
  });
  await expect(sql`delete from users where id = ${scene.customer.id}`.execute(api.db)).rejects.toThrow(
    'foreign key',
  );
});

it('of two administrators who revoke each other concurrently one remains', async () => {
  const second = await buildUser(api.db, { role: 'super_admin' });
  const pair = [scene.super_admin, second] as const;

  const answers = await many(50, (number) => {
    const [one, other] = number % 2 ? pair : [pair[1], pair[0]];
    return number % 4 < 2
      ? api.request(one, 'POST', 'users/make-admin', { user_id: other.id, grant: false })
      : api.request(one, 'POST', 'users/block-user', { id: other.id });
  });

  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  const left = (await users()).filter((user) => user.is_active && user.permissions.includes('super_admin'));
  expect(left).toHaveLength(1);
});

it('e-mails about an order go to the shop’s current owner, not to former ones or administrators', async () => {
  const { id } = await buildProduct(api.db, { shop: scene.shop });
  const order = () => place(api, scene.customer, orderOf([{ product_id: id, order_quantity: 1 }]));
  expect((await order()).status).toBe(201);
  await api.db.updateTable('shops').set({ owner_id: scene.otherOwner.id }).execute();
  await api.db.deleteFrom('outbox').execute();

  expect((await order()).status).toBe(201);

  const letters = await api.db.selectFrom('outbox').select('recipient').orderBy('recipient').execute();
  expect(letters.map(({ recipient }) => recipient)).toEqual(
    [scene.customer.email, scene.otherOwner.email].sort(),
  );
});
