import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { RegisterView } from '@/contract/receipts/registers';
import type { ShopRegisterPage } from '@/contract/receipts/shop-register';
import type { ReceiptPage, ReceiptPaper } from '@/contract/receipts/views';
import { startCashRegister } from '@/fakes/cash-register';
import type { Fake, Received } from '@/fakes/core';
import { JobRunner } from '@/server/core/jobs/runner';
import { openRegisters } from '@/server/integrations/registers/open-registers';
import { registerJobs } from '@/server/modules/receipts/queue/jobs';
import { openShopRegisters, resealCredentials } from '@/server/modules/receipts/queue/open-shop-registers';
import { runQueue, runShopQueues } from '@/server/modules/receipts/queue/run-queue';
import { setSettings } from '../../support/checkout';
import { buildProduct } from '../../support/products';
import { expectReconciled } from '../../support/refunds';
import { setUpScene } from '../../support/scene';
import { requisites } from '../../support/shops';
import { receiptWorld, secret } from './documents';

/** A shop with a cash register of its own: what goes there, and that nobody else has anything to do with it. */
const atol = { group: 'main', login: 'demo', password: 'demo-pass', url: '' };
const keys = { group: 'tea', login: 'tea-login', password: 'tea-password' };
const sealing: string[] = [];
const clock = { now: () => new Date('2026-03-10T09:00:00Z') };
const own = {
  ...requisites,
  inn: '7707083893',
  tax_system: 'usn_income' as const,
  vat_rate: 'vat5' as const,
};
const options = { now: () => clock.now(), deliver };
const platform = await startCashRegister({ ...options, ...atol, inn: requisites.inn });
const tea = await startCashRegister({ ...options, ...keys, inn: own.inn });
atol.url = `${platform.base}/possystem/v5`;
const { api, scene } = setUpScene({
  ...{ sbpSecret: secret, demo: true, atol, atolUrl: `${tea.base}/possystem/v5`, secretsKeys: sealing },
  patience: { pause: async () => {}, totalMs: 3000 },
});
const world = receiptWorld({ api, scene });
const body = {
  ...{ kind: 'atol', group_code: keys.group, login: keys.login, password: keys.password, inn: own.inn },
  ...{ tax_system: 'usn_income', email: 'tea@shop.test', place: 'Тула, ул Мира, 1', is_on: true, version: 0 },
};
const seals = (...names: string[]) =>
  sealing.splice(0, sealing.length, ...names.map((one) => one.repeat(32)));

beforeEach(async () => {
  clock.now = api.now;
  for (const fake of [platform, tea])
    for (const command of ['forget', 'calm', 'receipts']) await fake.control({ do: command, seed: 1 });
  seals('a');
  await setSettings(api, {
    ...{ receiptsFrom: '2026-01-01', siteLink: 'https://shop.test' },
    companyRequisites: { ...requisites, tax_system: 'osn' },
  });
  await api.db
    .updateTable('shops')
    .set({ requisites: JSON.stringify(own) })
    .where('id', '=', scene.shop.id)
    .execute();
});
afterAll(async () => {
  await platform.close();
  await tea.close();
});

async function deliver(url: string, payload: string): Promise<[number, string]> {
  const headers = { 'content-type': 'application/json' };
  const answer = await api.app.inject({ method: 'POST', url: new URL(url).pathname, payload, headers });
  return [answer.statusCode, answer.body];
}
const path = (more = '') => `shops/${scene.shop.id}/${more}`;
const save = (more: object = {}, person: { id: number } | null = scene.store_owner) =>
  api.request<ShopRegisterPage & { errors: object }>(person, 'PUT', path('register'), { ...body, ...more });
const wait = async (minutes: number) => api.setNow(new Date(api.now().getTime() + minutes * 60_000));
const { signal } = new AbortController();
const run = async () => {
  await world.receipts();
  await runQueue(api.deps, openRegisters(api.deps), signal);
  await runShopQueues(api.deps, openShopRegisters(api.deps), signal);
};
const runJobs = async () => {
  const jobs = registerJobs(api.deps, api.app.log).filter(({ kind }) => kind === 'queued');
  const runner = new JobRunner(api.deps, jobs, () => {});
  await runner.runDue();
  await runner.stop();
};
const documents = async (fake: Fake) =>
  (await fake.control({ do: 'list' })) as { external_id: string; content: Record<string, unknown> }[];
const received = async (fake: Fake) => (await fake.control({ do: 'journal' })) as Received[];

/** Two packs of tea of 420 ₽ over the counter, in cash unless it says otherwise. */
async function sell(payment_gateway = 'CASH', shop = scene.shop, cashier: { id: number } = scene.staff) {
  const product = await buildProduct(api.db, { shop, name: 'Чай', price: 420 });
  const shift = { shop_id: shop.id, user_id: cashier.id, opened_at: api.now(), opening_cash: 0 };
  await api.db
    .insertInto('till_shifts')
    .values(shift)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const products = [{ product_id: product.id, order_quantity: 2 }];
  const sale = { products, payment_gateway, total: 840 };
  const sold = await api.request(cashier, 'POST', `till/${shop.slug}/sales`, sale);
  expect(sold.status).toBe(201);
  return sold.body;
}

describe('the register of a shop', () => {
  it('is for its owner and the team, and another owner does not find it', async () => {
    for (const [person, status] of [
      [null, 401],
      [scene.customer, 403],
      [scene.staff, 403],
      [scene.otherOwner, 404],
      [scene.super_admin, 200],
    ] as const) {
      expect([person?.id, (await api.request(person, 'GET', path('register'))).status]).toEqual([
        person?.id,
        status,
      ]);
      expect((await api.request(person, 'GET', path('receipts'))).status).toBe(status);
      expect((await save({}, person)).status).toBe(status);
    }
    for (const [person, status] of [
      [null, 401],
      [scene.staff, 403],
      [scene.otherOwner, 404],
      [scene.store_owner, 200],
    ] as const)
      expect((await api.request(person, 'POST', path('register/check'), {})).status).toBe(status);
  });

  it('is saved with what a register asks for, and each wrong field says so', async () => {
    for (const [more, field] of [
      [{ kind: 'yookassa' }, 'kind'],
      [{ group_code: '../x' }, 'group_code'],
      [{ inn: '7707083894' }, 'inn'],
      [{ inn: requisites.inn }, 'inn'],
      [{ tax_system: 'npd' }, 'tax_system'],
      [{ email: 'nobody' }, 'email'],
      [{ place: '' }, 'place'],
      [{ login: '' }, 'login'],
      [{ password: '' }, 'password'],
    ] as const) {
      const refused = await save(more);
      expect([field, refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([field, 422, [field]]);
    }
    seals();
    expect((await save()).body.errors).toHaveProperty('password');
    expect(await api.db.selectFrom('shop_registers').select('kind').execute()).toEqual([]);

    seals('a');
    expect((await save()).body.register).toMatchObject({ kind: 'atol', is_on: true, has_credentials: true });
    // Without credentials they stay as they are.
    expect((await save({ login: '', password: '', place: 'Тула', version: 1 })).body.register?.version).toBe(
      2,
    );
    expect((await save({ version: 1 })).status).toBe(409);
  });

  it('is saved once by two who save at the same time', async () => {
    const answers = await Promise.all([save({ place: 'А' }), save({ place: 'Б' })]);

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await api.db.selectFrom('shop_register_periods').select('id').execute()).toHaveLength(1);
  });

  it('shows its password to nobody: it is sealed, and opens in its own row with one of the keys', async () => {
    await save();
    await api.request(scene.store_owner, 'POST', path('register/check'), {});
    const tables = ['shop_registers', 'audit_log', 'exchanges', 'events'] as const;
    const rows = await Promise.all(tables.map((table) => api.db.selectFrom(table).selectAll().execute()));
    const page = await api.request(scene.super_admin, 'GET', path('register'));
    const said = JSON.stringify([rows, page.body]);
    expect(said).not.toContain(keys.password);
    expect(said).not.toContain(keys.login);
    expect(rows[1]).toMatchObject([{ action: 'cash-register', family: 'shops', row_id: scene.shop.id }]);

    // Another key is put before the old one, which is taken away once everything is sealed anew.
    const state = async () =>
      (await api.request(scene.store_owner, 'POST', path('register/check'), {})).body.state;
    seals('b', 'a');
    await resealCredentials(api.deps);
    seals('b');
    expect(await state()).toBe('ok');
    seals('a');
    expect(await state()).toBe('access');

    seals('b');
    await api.db.deleteFrom('shop_register_periods').execute();
    await api.db.updateTable('shop_registers').set({ shop_id: scene.otherShop.id }).execute();
    const moved = await api.request(
      scene.super_admin,
      'POST',
      `shops/${scene.otherShop.id}/register/check`,
      {},
    );
    expect(moved.body.state).toBe('access');
  });

  it('is asked whether it takes the credentials, and issues nothing', async () => {
    const check = async () =>
      (await api.request(scene.store_owner, 'POST', path('register/check'), {})).body.state;
    await save();
    expect(await check()).toBe('ok');
    await save({ password: 'another', version: 1 });
    expect(await check()).toBe('access');
    await tea.control({ do: 'trouble', kind: 'drop', chance: 1 });
    expect(await check()).toBe('silent');
    await tea.control({ do: 'calm' });
    expect(await documents(tea)).toEqual([]);
  });
});

describe('what a shop takes', () => {
  it('goes to its own register from switching on until switching off, and is excluded by name otherwise', async () => {
    await sell();
    await world.receipts();
    await wait(5);
    await save();
    await wait(5);
    await sell();
    await sell('CARD');
    await wait(5);
    await save({ is_on: false, version: 1 });
    await wait(5);
    await sell();
    await run();

    const rows = await world.receipts();
    expect(rows.map(({ exclusion, shop_id, state }) => [exclusion, shop_id, state])).toEqual([
      ['shop', null, 'excluded'],
      [null, scene.shop.id, 'asked'],
      [null, scene.shop.id, 'asked'],
      ['shop', null, 'excluded'],
    ]);
    expect(rows[1]?.lines[0]).toMatchObject({ supplier: null, vat: 'vat5', mode: 'full_payment' });
    await wait(1);
    await run();
    const [first, second] = await documents(tea);
    expect(first?.content).toMatchObject({
      ...{ total: 840, internet: false, client: { email: 'tea@shop.test' } },
      company: { inn: own.inn, sno: 'usn_income', email: 'tea@shop.test', payment_address: body.place },
      payments: [{ type: 0, sum: 840 }],
    });
    expect(JSON.stringify(first?.content)).not.toMatch(/agent_info|supplier_info/);
    expect(second?.content.payments).toEqual([{ type: 1, sum: 840 }]);
    expect(await documents(platform)).toEqual([]);
    expect((await world.receipts()).map(({ state }) => state)).toEqual([
      'excluded',
      'done',
      'done',
      'excluded',
    ]);
    await wait(60);
    await expectReconciled(api);
  });

  it('at the door is its own, with delivery at its own rate, and what is paid online stays with the marketplace', async () => {
    await save();
    const order = await world.unpaid({ gateway: 'CASH_ON_DELIVERY' });
    const [part] = order.parts;
    const done = { order_status: 'order-completed', cash_held_by: 'shop' };
    const code = { delivery_code: '0000' };
    await api.request(scene.super_admin, 'PUT', `orders/${part?.id}`, { ...done, ...code });
    const online = await world.unpaid();
    await world.pay(online);

    const rows = await world.receipts();
    expect(rows.map(({ kind, shop_id, cash }) => [kind, shop_id, cash])).toEqual([
      ['settlement', scene.shop.id, 2240],
      ['prepayment', null, 0],
    ]);
    expect(rows[0]?.lines.map(({ name, vat, supplier }) => [name, vat, supplier])).toEqual([
      ['Чай', 'vat22', null],
      ['Доставка', 'vat5', null],
    ]);
    await wait(60);
    await expectReconciled(api);
  });

  it('is missed by the comparison when it is excluded although the register was on', async () => {
    await save();
    await wait(5);
    await sell();
    await world.receipts();
    await api.db
      .updateTable('receipts')
      .set({ shop_id: null, state: 'excluded', exclusion: 'shop', next_ask_at: null })
      .execute();
    await wait(60);

    const { body: found } = await api.request(scene.super_admin, 'GET', 'ledger/reconcile');
    expect(found.problems).toMatchObject([{ check: 'receipts-register', expected: 840, found: 0 }]);
  });
});

describe('the queue of a shop', () => {
  const pair = async () => {
    await save();
    await sell();
    const online = await world.unpaid();
    await world.pay(online);
    return world.receipts();
  };

  it('is its own: a register that does not answer stops nothing of the marketplace', async () => {
    await pair();
    await tea.control({ do: 'trouble', kind: 'drop', chance: 1 });
    for (let round = 0; round < 4; round += 1) {
      await run();
      await wait(1);
    }
    expect((await world.receipts()).map(({ state }) => state)).toEqual(['waiting', 'done']);
    const { body: page } = await api.request<ShopRegisterPage>(scene.store_owner, 'GET', path('register'));
    expect(page.queue).toMatchObject({ waiting: 1, failure: 'silent' });
    const { body: seen } = await api.request<RegisterView[]>(scene.super_admin, 'GET', 'receipts/registers');
    expect(seen.map(({ name, shop, waiting }) => [name, shop?.id ?? null, waiting])).toEqual([
      ['atol', null, 0],
      ['atol', scene.shop.id, 1],
    ]);

    await tea.control({ do: 'calm' });
    await wait(15);
    await run();
    await wait(1);
    await run();
    expect((await world.receipts()).map(({ state, attempt }) => [state, attempt])).toEqual([
      ['done', 1],
      ['done', 1],
    ]);
    expect(await documents(tea)).toHaveLength(1);
    const list = await api.request<ReceiptPage>(scene.store_owner, 'GET', path('receipts'));
    expect(list.body.data).toMatchObject([{ state: 'done', shop: { id: scene.shop.id } }]);
  });

  it('finds what was sent when the process dies before it hears the answer, also after the shop has switched off', async () => {
    await pair();
    await tea.control({ do: 'trouble', kind: 'fail-after', times: 1, path: 'sell' });
    await run();
    const [sent] = await world.receipts();
    expect(sent).toMatchObject({ state: 'unknown', attempt: 1 });
    // The register that has got it stays the one that is asked.
    expect((await save({ group_code: 'another', version: 1 })).body.errors).toHaveProperty('group_code');
    expect((await save({ kind: 'demo', version: 1 })).body.errors).toHaveProperty('kind');
    expect((await save({ is_on: false, version: 1 })).status).toBe(200);
    await wait(5);
    await Promise.all([run(), run(), run()]);
    await wait(1);
    await run();

    expect((await world.receipts())[0]).toMatchObject({ state: 'done', attempt: 1 });
    expect(await documents(tea)).toHaveLength(1);
  });

  it('reads what a callback is about at the register that got it', async () => {
    await pair();
    await run();
    await tea.control({ do: 'delivered' });
    await platform.control({ do: 'delivered' });
    await runJobs();

    // Both stand-ins number their documents alike, and each is asked about its own.
    const rows = await world.receipts();
    expect(rows.map(({ state }) => state)).toEqual(['done', 'done']);
    expect(rows[0]?.register_id).toBe(rows[1]?.register_id);
    for (const fake of [tea, platform])
      expect((await received(fake)).filter(({ path: asked }) => asked.includes('/report/'))).toHaveLength(1);
  });

  it('waits for the owner when the register refuses a document, and another owner cannot send it', async () => {
    await save();
    await sell();
    await tea.control({ do: 'receipts', end: 'fail', type: 'driver', code: 16, text: 'Wrong sum' });
    await run();
    await wait(1);
    await run();
    const [blocked] = await world.receipts();
    expect(blocked).toMatchObject({ state: 'blocked', error_code: 'sums' });
    const list = await api.request<ReceiptPage>(scene.store_owner, 'GET', path('receipts'));
    expect(list.body.data[0]?.trouble?.text).toContain('Wrong sum');

    const retry = `receipts/${blocked?.id}/retry`;
    await tea.control({ do: 'receipts' });
    for (const [person, at, status] of [
      [null, scene.shop.id, 401],
      [scene.staff, scene.shop.id, 403],
      [scene.otherOwner, scene.shop.id, 404],
      [scene.otherOwner, scene.otherShop.id, 404],
      [scene.store_owner, scene.shop.id, 200],
    ] as const)
      expect((await api.request(person, 'POST', `shops/${at}/${retry}`, {})).status).toBe(status);
    await run();
    await wait(1);
    await run();
    expect((await world.receipts())[0]).toMatchObject({ state: 'done', attempt: 2 });
  });
});

describe('a slip', () => {
  it('says who sold when the register got it, whatever the shop is called later', async () => {
    await save();
    await sell();
    await run();
    await api.db
      .updateTable('shops')
      .set({ requisites: JSON.stringify({ ...own, legal_name: 'ООО «Другая»' }) })
      .execute();
    await save({ place: 'Пермь', version: 1 });
    const [{ secret: page } = { secret: '' }] = await world.receipts();
    const { body: paper } = await api.request<ReceiptPaper>(null, 'GET', `receipt-pages/${page}`);

    expect(paper.site).toBe(body.place);
    expect(paper.seller).toMatchObject({ name: own.legal_name, inn: own.inn, tax_system: 'usn_income' });
    expect(paper.lines[0]?.supplier).toBeNull();
  });
});
