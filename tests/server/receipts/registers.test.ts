import { describe, expect, it } from 'vitest';
import type { TroubleKind } from '@/fakes/core';
import { askRegister } from '@/server/modules/receipts/queue/ask-register';
import { ownLanes } from '@/server/modules/receipts/queue/lane';
import { wrongIn } from './published-format';
import { setUpRegistering } from './registering';

/** The queue of a cash register over HTTP: each receipt is registered once, whatever happens to answers and processes. */
const minute = 60_000;
const register = setUpRegistering('atol');
const { add, api, control, receipt, received, run, runCallbacks, runFor, scene, wait } = register;

/** Documents that the register has, in their order. */
async function documents() {
  return (await control({ do: 'list' })) as {
    external_id: string;
    uuid: string;
    status: string;
    operation: string;
  }[];
}
const states = async (ids: readonly number[]) =>
  Promise.all(ids.map(async (id) => (await receipt(id)).state));

describe('a document', () => {
  const gs = '\u001d';
  const code = `010460043993125621JgXJ5.T&<%0001${gs}91EE06${gs}92${'Ab9+'.repeat(11)}`;
  const marked = { name: 'Ботинки', quantity: 1, price: 30_000, subject: 'marked', markCode: code } as const;
  const own = { supplier: null, quantity: 1, price: 30_000, orderLineId: null } as const;

  it('of every kind has the published form, with its codes, correction and suppliers', async () => {
    const long = 'Ж'.repeat(128);
    await add({ line: { name: long } });
    await add({ line: { ...own, subject: 'payment', mode: 'advance', vat: 'none', name: 'Аванс' } });
    await add({ kind: 'settlement', line: marked });
    await add({ kind: 'settlement', line: { ...own, subject: 'service', vat: 'vat5', name: 'Доставка' } });
    await add({
      kind: 'settlement',
      line: { subject: 'unmarked', vat: 'vat7' },
      more: { prepaid: 0, cash: 300 },
    });
    await add({ kind: 'return', line: { ...marked, mode: 'full_payment', vat: 'vat22' } });
    const wrong = await add({ more: { customer_email: null, customer_phone: '8 (900) 123-45-67' } });
    for (const isReturn of [true, false])
      await add({
        orderId: (await receipt(wrong)).order_id,
        more: {
          kind: 'correction',
          entry_id: null,
          corrects_id: wrong,
          is_return: isReturn,
          reason: 'Проверка',
        },
      });
    await runFor(5, 1);

    const sent = (await received('/sell')).map(
      ({ path, body }) => [path.split('/').at(-1) ?? '', body] as const,
    );
    expect(sent.flatMap(([operation, body]) => wrongIn(operation, body))).toEqual([]);
    expect(sent.map(([operation]) => operation).toSorted((a, b) => a.localeCompare(b))).toEqual([
      ...[
        'sell',
        'sell',
        'sell',
        'sell',
        'sell',
        'sell',
        'sell_correction',
        'sell_refund',
        'sell_refund_correction',
      ],
    ]);
    const said = JSON.stringify(sent);
    expect(said).toContain(Buffer.from(code, 'utf8').toString('base64'));
    expect(said).not.toContain(gs);
  });

  it('of another form is noticed', () => {
    const line = {
      name: 'Чай',
      price: 300,
      quantity: 1,
      measure: 0,
      sum: 300,
      payment_method: 'full_payment',
    };
    const item = { ...line, payment_object: 1, vat: { type: 'vat22', sum: 54.1 } };
    const body = (items: object[], more: object = {}) => ({
      ...{ external_id: 'r-1', timestamp: '27.11.2026 12:00:00' },
      receipt: {
        client: { email: 'buyer@example.com' },
        company: { inn: '7799123455', sno: 'osn', payment_address: 'https://shop.ru', email: 'a@shop.ru' },
        ...{ items, payments: [{ type: 1, sum: 300 }], total: 300, internet: true, ...more },
      },
    });
    expect(wrongIn('sell', body([item]))).toEqual([]);
    for (const change of [
      ...[
        { name: 'Ж'.repeat(129) },
        { sum: 299 },
        { vat: { type: 'vat20', sum: 50 } },
        { payment_object: 33 },
      ],
      ...[{ mark_code: { gs1m: 'MDE=' } }, { agent_info: { type: 'commission_agent' } }, { colour: 'red' }],
    ])
      expect(wrongIn('sell', body([{ ...item, ...change }]))).not.toEqual([]);
    for (const more of [{ client: {} }, { total: 301 }, { payments: [] }])
      expect(wrongIn('sell', body([item], more))).not.toEqual([]);
    expect(wrongIn('sell_correction', body([item]))).not.toEqual([]);
  });
});

describe('a receipt', () => {
  it('is sent and registered with what proves it, and asked about only as often as needed', async () => {
    const id = await add();

    await run();
    expect(await receipt(id)).toMatchObject({ state: 'asked', register: 'atol', sign: null });
    await wait(minute);
    await run();

    expect(await receipt(id)).toMatchObject({
      ...{ state: 'done', drive_number: '9999078902003110', document_number: '1001', sign: '2000000001' },
      ...{ shift: 1, number_in_shift: 1, next_ask_at: null, error_code: null, attempt: 1 },
    });
    expect((await received('/sell')).map(({ path }) => path)).toEqual(['/possystem/v5/main/sell']);
    expect((await received('getToken')).length).toBe(1);
    const journal = JSON.stringify(await api.db.selectFrom('exchanges').selectAll().execute());
    expect(journal).toContain(`-${id}-1`);
    expect(journal).not.toMatch(/buyer@example|demo-pass|Чай|7707083893/);
  });

  it.each<TroubleKind>(['drop', 'drop-after', 'fail-after', 'half-after', 'limit'])(
    'is registered once after the trouble %s',
    async (kind) => {
      const id = await add();
      await control({ do: 'trouble', kind, times: 1, path: 'sell' });

      await run();
      expect((await receipt(id)).state).toBe('unknown');
      await runFor(15);

      expect(await receipt(id)).toMatchObject({ state: 'done', attempt: 1 });
      expect(await documents()).toHaveLength(1);
      // Whatever was sent had the same id.
      expect(new Set((await received('/sell')).map(({ key }) => key)).size).toBe(1);
    },
  );

  it('is found by its stored id when the process died before or after it was sent', async () => {
    const id = await add();
    const [lane] = ownLanes(register.registers());
    if (!lane) throw new Error('No register');
    const died = { ...lane.register, send: () => Promise.reject(new Error('died')) };
    await expect(askRegister(api.deps, { ...lane, register: died }, await receipt(id))).rejects.toThrow(
      'died',
    );
    expect(await receipt(id)).toMatchObject({
      state: 'unknown',
      sent_as: expect.stringMatching(`-${id}-1$`),
    });

    await run();
    expect(await documents()).toHaveLength(0);
    await runFor(15);

    expect((await receipt(id)).state).toBe('done');
    expect(await documents()).toHaveLength(1);
  });

  it('is sent once by twenty runs at once', async () => {
    const ids = [await add(), await add(), await add()];

    await Promise.all(Array.from({ length: 20 }, run));
    await runFor(10);

    expect(await states(ids)).toEqual(['done', 'done', 'done']);
    expect(await received('/sell')).toHaveLength(3);
  });

  it('waits for the earlier receipts of its order, also while one of them is blocked', async () => {
    const orderId = await register.order();
    const first = await add({ orderId });
    const second = await add({ orderId, kind: 'settlement' });
    const other = await add();
    await control({ do: 'receipts', waits: 2, callback: 'none' });
    await run();
    expect(await states([first, second, other])).toEqual(['asked', 'waiting', 'asked']);

    await runFor(12, 1);
    expect(await states([first, second, other])).toEqual(['done', 'done', 'done']);

    const third = await add({ orderId, more: { customer_email: null } });
    const fourth = await add({ orderId });
    await runFor(10);
    expect(await states([third, fourth])).toEqual(['blocked', 'waiting']);
  });

  it('is a return or an offset of what was paid before', async () => {
    const orderId = await register.order();
    const ids = [
      await add({ orderId }),
      await add({ orderId, kind: 'settlement' }),
      await add({ orderId, kind: 'return', line: { mode: 'full_payment', vat: 'vat22' } }),
    ];
    await runFor(20);

    expect(await states(ids)).toEqual(['done', 'done', 'done']);
    expect((await documents()).map(({ operation }) => operation)).toEqual(['sell', 'sell', 'sell_refund']);
  });

  it('of another sum at the register is left to a person and not sent again', async () => {
    const id = await add();
    await run();
    await api.db.updateTable('receipts').set({ amount: 299, cashless: 299 }).where('id', '=', id).execute();
    await runFor(5);

    expect(await receipt(id)).toMatchObject({ state: 'blocked', error_code: 'mismatch' });
    expect((await api.request(scene.super_admin, 'POST', `receipts/${id}/retry`)).status).toBe(400);
  });
});

describe('a register', () => {
  it('that is silent for a day is left alone, and catches up in order', async () => {
    await control({ do: 'trouble', kind: 'drop', chance: 1 });
    const orderId = await register.order();
    const ids: number[] = [];
    for (let hour = 0; hour < 6; hour += 1) {
      ids.push(await add(hour % 2 === 0 ? { orderId } : {}));
      await runFor(210, 30);
    }
    expect((await received('/')).length).toBeLessThan(60);
    const [view] = (await api.request<{ failure: string }[]>(scene.super_admin, 'GET', 'receipts/registers'))
      .body;
    expect(view).toMatchObject({ name: 'atol', failure: 'silent', is_chosen: true });

    await control({ do: 'calm' });
    await runFor(30);

    expect(new Set(await states(ids))).toEqual(new Set(['done']));
    const sent = (await documents()).map(({ external_id }) => Number(external_id.split('-').at(-2)));
    const ofOrder = ids.filter((_id, place) => place % 2 === 0);
    expect(sent.filter((id) => ofOrder.includes(id))).toEqual(ofOrder);
    expect(sent).toHaveLength(6);
  });

  it('gets a new token when the old one has expired, and the same document', async () => {
    const first = await add();
    const [one] = ownLanes(register.registers());
    if (!one) throw new Error('No register');
    await askRegister(api.deps, one, await receipt(first));
    await wait(25 * 60 * minute);
    const second = await add();

    await askRegister(api.deps, one, await receipt(second));

    expect((await receipt(second)).state).toBe('asked');
    expect((await received('getToken')).length).toBe(2);
    expect((await received('/sell')).map(({ status }) => status)).toEqual([200, 401, 200]);
  });

  it('that refuses the credentials gets nothing more until they are changed', async () => {
    const ids = [await add(), await add()];
    const atol = api.deps.atol;
    if (!atol) throw new Error('No settings');
    atol.password = 'wrong';
    await run();
    await run();
    expect(await states(ids)).toEqual(['waiting', 'waiting']);
    expect((await received('getToken')).length).toBe(1);
    const { body } = await api.request<object[]>(scene.super_admin, 'GET', 'receipts/registers');
    expect(body).toMatchObject([{ failure: 'access', waiting: 2, failing_since: expect.any(String) }]);

    atol.password = 'demo-pass';
    await runFor(30);

    expect(await states(ids)).toEqual(['done', 'done']);
  });

  it('that fails to register gets another document later, and one that finds a fault waits for a person', async () => {
    await control({ do: 'receipts', end: 'fail', code: 68, type: 'driver' });
    const id = await add();
    await run();
    await wait(minute);
    await run();
    expect(await receipt(id)).toMatchObject({
      state: 'waiting',
      attempt: 2,
      failures: 1,
      error_code: 'register',
    });

    await control({ do: 'receipts', end: 'fail', code: 16, type: 'driver' });
    await runFor(10);
    expect(await receipt(id)).toMatchObject({ state: 'blocked', attempt: 2, error_code: 'sums' });
    await control({ do: 'receipts' });
    await runFor(30);
    expect((await receipt(id)).state).toBe('blocked');

    expect((await api.request(scene.super_admin, 'POST', `receipts/${id}/retry`)).status).toBe(200);
    await runFor(10);
    expect(await receipt(id)).toMatchObject({ state: 'done', attempt: 3 });
    expect((await documents()).map(({ status }) => status)).toEqual(['fail', 'fail', 'done']);
  });

  it('says by day what is registered', async () => {
    await add();
    await runFor(10);

    const { body } = await api.request<object[]>(scene.super_admin, 'GET', 'receipts/days');
    expect(body).toEqual([
      { register: 'atol', shop: null, day: '2026-03-10', receipts: 1, sales: 300, returns: 0, theirs: null },
    ]);
    expect((await api.request(scene.super_admin, 'GET', 'receipts/days?from=x')).status).toBe(422);
  });
});

describe('a callback', () => {
  it('is a reason to read, also twice, and then nothing is asked any more', async () => {
    await control({ do: 'receipts', callback: 'twice' });
    const id = await add();
    await run();
    await control({ do: 'delivered' });
    await runCallbacks();

    expect(await receipt(id)).toMatchObject({ state: 'done', document_number: '1001' });
    const stored = await api.db.selectFrom('provider_webhooks').select(['provider', 'state']).execute();
    // A register repeats what is confirmed late.
    expect(stored).toEqual([{ provider: 'atol', state: 'applied' }]);
  });

  it('before the answer to the request finds its receipt by our id', async () => {
    const id = await add();
    await control({ do: 'trouble', kind: 'fail-after', times: 1, path: 'sell' });
    await run();
    await control({ do: 'delivered' });
    expect((await receipt(id)).state).toBe('unknown');

    await runCallbacks();

    expect((await receipt(id)).state).toBe('done');
  });

  it('that is forged changes nothing, whatever it says', async () => {
    const other = await add();
    await runFor(5);
    const { register_id: otherId } = await receipt(other);
    const id = await add();
    await control({ do: 'trouble', kind: 'fail', times: 1, path: 'sell' });
    await run();
    const { sent_as } = await receipt(id);
    for (const body of [
      { uuid: otherId, external_id: sent_as, status: 'done' },
      { uuid: 'nothing', external_id: sent_as, status: 'fail' },
      { status: 'done' },
      'no json',
    ])
      expect((await api.request(null, 'POST', 'webhooks/atol', body as object)).status).toBe(200);
    await runCallbacks();

    expect(await receipt(id)).toMatchObject({ state: 'unknown', error_code: 'silent', attempt: 1 });
    expect(register.errors).toEqual([]);
  });
});

describe('what a person does', () => {
  it('is for finance', async () => {
    const id = await add();
    for (const [method, path] of [
      ['GET', 'receipts/registers'],
      ['GET', 'receipts/days'],
      ['POST', `receipts/${id}/retry`],
    ] as const) {
      expect((await api.request(null, method, path)).status).toBe(401);
      expect((await api.request(scene.customer, method, path)).status).toBe(403);
    }
    expect((await api.request(scene.super_admin, 'POST', 'receipts/999999/retry')).status).toBe(404);
  });

  it('mends a receipt without an address, which then goes to the one that the order has', async () => {
    const orderId = await register.order();
    const id = await add({ orderId, more: { customer_email: null } });
    await run();
    expect(await receipt(id)).toMatchObject({ state: 'blocked', error_code: 'customer', sent_as: null });

    await api.db
      .updateTable('orders')
      .set({ customer_email: 'found@example.com' })
      .where('id', '=', orderId)
      .execute();
    await api.request(scene.super_admin, 'POST', `receipts/${id}/retry`);
    await runFor(5);

    expect(await receipt(id)).toMatchObject({
      state: 'done',
      attempt: 2,
      customer_email: 'found@example.com',
    });
  });

  it('is asked for while the company has no requisites', async () => {
    await api.db
      .updateTable('settings')
      .set({ options: JSON.stringify({}) })
      .execute();
    const id = await add();
    await run();
    expect(await receipt(id)).toMatchObject({ state: 'blocked', error_code: 'requisites', sent_as: null });
  });
});
