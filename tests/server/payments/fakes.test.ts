import { describe, expect, it } from 'vitest';
import type { Received } from '@/fakes/core';
import { openRandom } from '@/fakes/world';
import { readEnv } from '@/server/core/env';
import { openProviders } from '@/server/integrations/acquirers/open-providers';
import { signFields } from '@/server/integrations/acquirers/tbank';
import { acquirerNames, done, setUpAcquirer } from './acquirers';

/** What only one acquirer has, and the stand-ins themselves. */
describe('YooKassa', () => {
  const acquirer = setUpAcquirer('yookassa');
  const post = (key: string, value: string) =>
    fetch(`${acquirer.fake.base}/v3/payments`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from('100500:test_secret').toString('base64')}`,
        'idempotence-key': key,
      },
      body: JSON.stringify({
        amount: { value, currency: 'RUB' },
        capture: true,
        confirmation: { type: 'redirect', return_url: 'https://shop.ru' },
      }),
    });
  const idOf = async (answer: Promise<Response>) => ((await (await answer).json()) as { id: string }).id;

  it('answers a key with its first answer for a day, refuses another body, and then forgets it', async () => {
    const first = await idOf(post('key-1', '10.00'));

    expect(await idOf(post('key-1', '10.00'))).toBe(first);
    expect((await post('key-1', '11.00')).status).toBe(400);
    await acquirer.control({ do: 'move', ms: 86_400_000 });
    expect(await idOf(post('key-1', '10.00'))).not.toBe(first);
  });

  it.each(['10', '10.5', '10.005', '1e3', '-1.00', '0.00'])('refuses the sum %s', async (value) => {
    expect((await post('key-1', value)).status).toBe(400);
  });

  it('creates one payment for a key, however often an answer is lost', async () => {
    await acquirer.control({ do: 'trouble', kind: 'drop-after', times: 2 });

    const { key, ...created } = await acquirer.create();

    expect(done(created).state).toBe('pending');
    expect((await acquirer.received('/v3/payments')).map((one) => [one.key, one.status])).toEqual([
      [key, null],
      [key, null],
      [key, 200],
    ]);
    expect(done((await acquirer.provider.list?.(new Date(0))) ?? { kind: 'unknown' })).toHaveLength(1);
  });

  it('lists all payments since a time, page after page', async () => {
    await acquirer.create();
    await acquirer.control({ do: 'move', ms: 60_000 });
    for (let count = 0; count < 101; count += 1) await acquirer.create();

    const since = async (time: string) =>
      done((await acquirer.provider.list?.(new Date(time))) ?? { kind: 'unknown' }).length;

    expect(await since('2026-11-27T09:00:00Z')).toBe(102);
    expect(await since('2026-11-27T09:00:01Z')).toBe(101);
    expect(await acquirer.received('/v3/payments')).toHaveLength(102 + 4);
  });

  it('says what it keeps of a payment', async () => {
    const { id } = done(await acquirer.create({ amount: 100_000 }));
    await acquirer.control({ do: 'pay', id });

    expect(done(await acquirer.provider.read(id)).fee).toBe(3416);
  });

  it('that has not done it yet is asked with the same key after the pause that it names', async () => {
    await acquirer.control({ do: 'trouble', kind: 'processing-after' });

    expect((await acquirer.create()).kind).toBe('done');
    expect(acquirer.exchanges.map(({ status, outcome }) => [status, outcome])).toEqual([
      [202, 'unknown'],
      [200, 'answered'],
    ]);
  });

  it('of a test shop, and in another currency, is read as such', async () => {
    const { id } = done(await acquirer.create());
    await acquirer.control({ do: 'pay', id, currency: 'USD', test: true });

    expect(done(await acquirer.provider.read(id))).toMatchObject({ isTest: true, currency: 'USD' });
  });
});

describe('T-Bank', () => {
  const acquirer = setUpAcquirer('tbank');

  it('signs the scalar fields and the password, sorted by name', () => {
    const fields = {
      ...{ TerminalKey: 'DemoTerm', OrderId: 'A-17', Success: true, Status: 'CONFIRMED', PaymentId: 900_001 },
      ...{ ErrorCode: '0', Amount: 125_050, Pan: '220000******0001', ExpDate: '1229' },
      ...{ Token: 'another', Data: { Source: 'Cards' }, Receipt: [] },
    };

    expect(signFields(fields, 'demo-pass')).toBe(
      '049f8c14cbf9a999ecf3c32b67b5fd4413a2aec4580d7c7b8f34fdda47bcd9a2',
    );
  });

  it('signs what it sends, unless it is told to sign wrongly', async () => {
    for (const alter of [null, 'extra-fields', 'wrong-token']) {
      await acquirer.control({ do: 'webhooks', alter });
      await acquirer.control({ do: 'pay', id: done(await acquirer.create({ method: 'sbp' })).id });
    }

    expect(
      acquirer.webhooks.map((body) => {
        const fields = body as Record<string, unknown>;
        return fields.Token === signFields(fields, 'demo-pass');
      }),
    ).toEqual([true, true, false]);
  });

  it('confirms a webhook by its text only', async () => {
    acquirer.shop = { status: 200, text: 'ok' };
    const { id } = done(await acquirer.create({ method: 'sbp' }));
    await acquirer.control({ do: 'pay', id });
    acquirer.shop = { status: 200, text: 'OK' };
    for (let hours = 0; hours < 3; hours += 1) await acquirer.control({ do: 'move', ms: 3_600_000 });

    expect(acquirer.webhooks).toHaveLength(2);
  });

  it('does not repeat a refund of the fast payment system, which has no key', async () => {
    const { id } = done(await acquirer.create({ method: 'sbp' }));
    await acquirer.control({ do: 'pay', id });
    await acquirer.control({ do: 'trouble', kind: 'drop-after' });

    const asked = { paymentId: id, key: 'r-1', amount: 1000 };
    const refund = await acquirer.provider.refund({ ...asked, method: 'sbp' });

    expect(refund.kind).toBe('unknown');
    expect(await acquirer.received('/Cancel')).toHaveLength(1);
    expect((await acquirer.provider.readRefund({ ...asked, refundId: null })).kind).toBe('unknown');
  });

  it('has no lists', () => {
    expect(acquirer.provider.list).toBeNull();
  });
});

describe('the control port', () => {
  const acquirer = setUpAcquirer('yookassa');
  const say = (command: object) =>
    fetch(`${acquirer.fake.base}/__ctl`, { method: 'POST', body: JSON.stringify(command) });

  it('works over HTTP, and refuses what it does not know', async () => {
    await acquirer.create();

    const journal = (await (await say({ do: 'journal' })).json()) as Received[];
    expect(journal).toMatchObject([{ method: 'POST', path: '/v3/payments', status: 200 }]);
    expect(await (await say({ do: 'move', ms: 1000 })).json()).toEqual({ now: '2026-11-27T09:00:01.000Z' });
    for (const command of [{}, { do: 'explode' }, { do: 'trouble', kind: 'x' }, { do: 'pay', id: 'x' }])
      expect([command, (await say(command)).status]).toEqual([command, 400]);
  });

  it('meets requests by chance, the same for the same seed', async () => {
    const random = openRandom(7);
    expect(Array.from({ length: 3 }, () => Math.floor(random() * 1000))).toEqual([11, 61, 976]);

    await acquirer.control({ do: 'trouble', kind: 'fail', chance: 0.5 });
    for (let count = 0; count < 10; count += 1) await acquirer.create();
    const statuses = (await acquirer.received('/v3/payments')).map(({ status }) => status);

    expect(new Set(statuses)).toEqual(new Set([200, 500]));
  });
});

describe.each(acquirerNames)('webhooks of %s', (name) => {
  const acquirer = setUpAcquirer(name);
  const change = (more: object) => acquirer.control({ do: 'webhooks', ...more });
  const paid = async () => {
    const { id } = done(await acquirer.create({ method: 'sbp' }));
    await acquirer.control({ do: 'pay', id });
    return id;
  };
  const success = name === 'yookassa' ? 'payment.succeeded' : 'CONFIRMED';
  const sent = () => JSON.stringify(acquirer.webhooks);

  it('may show a state that is over or not reached yet, in the whole form of a webhook', async () => {
    await change({ alter: 'old' });
    await paid();
    expect(sent()).toContain(name === 'yookassa' ? '"status":"pending"' : '"Status":"NEW"');
    acquirer.webhooks.length = 0;
    await change({});
    const { id } = done(await acquirer.create());
    await acquirer.control({ do: 'tell', id });

    expect(sent()).toContain(name === 'yookassa' ? '"status":"succeeded"' : '"Status":"CONFIRMED"');
    expect(done(await acquirer.provider.read(id)).state).toBe('pending');
  });

  it('may have unknown fields and an unknown event', async () => {
    await change({ alter: 'extra-fields' });
    const id = await paid();
    expect(sent()).toMatch(/risk/i);
    expect(acquirer.provider.parseWebhook(acquirer.webhooks[0])?.paymentId).toBe(id);
    await change({ alter: 'unknown-event' });
    await paid();

    expect(sent()).toMatch(/considered/i);
  });

  it('may be lost for one event only', async () => {
    await change({ mode: 'lose', event: success });
    const id = await paid();
    await acquirer.control({ do: 'refund', id, amount: 1000 });

    expect(acquirer.webhooks).toHaveLength(1);
    expect(sent()).not.toContain(`"${success}"`);
  });

  it('may come again after they were confirmed, and from elsewhere', async () => {
    await change({ again: 2, elsewhere: true });
    await paid();
    await change({});
    for (let time = 0; time < 4; time += 1) await acquirer.control({ do: 'move', ms: 3_600_000 });

    expect(acquirer.webhooks).toHaveLength(3);
  });

  it('may contradict what a read says, for as long as is asked', async () => {
    const id = await paid();
    await acquirer.control({
      ...{ do: 'show', id, times: 1, amount: 99_999 },
      status: name === 'yookassa' ? 'pending' : 'NEW',
    });

    expect(done(await acquirer.provider.read(id))).toMatchObject({ state: 'pending', amount: 99_999 });
    expect(done(await acquirer.provider.read(id))).toMatchObject({ state: 'paid', amount: 125_050 });
  });

  it('of a refund that fails later leave the money where it was', async () => {
    const id = await paid();
    await acquirer.control({ do: 'refunds', end: 'pending' });
    const refund = done(
      await acquirer.provider.refund({ paymentId: id, key: 'r-1', amount: 1000, method: 'sbp' }),
    );
    await acquirer.control({ do: 'settle', id: refund.id ?? id, end: 'canceled' });

    expect(acquirer.fake.movements()).toMatchObject([{ kind: 'payment', amount: 125_050, fee: 4272 }]);
    expect(done(await acquirer.provider.read(id))).toMatchObject({ state: 'paid', refunded: 0 });
  });
});

describe('a read of a sum that is no sum', () => {
  const acquirer = setUpAcquirer('yookassa');

  it.each(['number', 'three'])('in the form %s is unknown', async (form) => {
    const { id } = done(await acquirer.create());
    await acquirer.control({ do: 'show', id, form });

    expect((await acquirer.provider.read(id)).kind).toBe('unknown');
  });
});

describe('the providers of an installation', () => {
  const deps = { db: {} as never, now: () => new Date() };
  const names = (keys: Record<string, string>) =>
    openProviders({ ...readEnv(keys), ...deps }, { repeats: 0 }).map(({ name }) => name);

  it('are those with credentials', () => {
    expect(names({})).toEqual([]);
    expect(
      names({ YOOKASSA_SHOP_ID: '1', YOOKASSA_SECRET: 'x', TBANK_TERMINAL: 't', TBANK_PASSWORD: 'p' }),
    ).toEqual(['yookassa', 'tbank']);
  });

  it.each([{ YOOKASSA_SHOP_ID: '1' }, { TBANK_PASSWORD: 'p' }])('need both of their keys: %j', (keys) => {
    expect(() => readEnv(keys)).toThrow(/are needed together/);
  });
});

describe.each(acquirerNames)('the page of %s', (name) => {
  const acquirer = setUpAcquirer(name);

  it('takes the money of a buyer who has only the link, and leads back to the shop', async () => {
    const { id, payUrl } = done(await acquirer.create());
    const open = (method: string) => fetch(String(payUrl), { method, redirect: 'manual' });

    const page = await open('GET');
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<form method="post">')]);
    const paid = await open('POST');

    expect([paid.status, Boolean(paid.headers.get('location'))]).toEqual([303, true]);
    expect(done(await acquirer.provider.read(id)).state).toBe('paid');
    expect(await (await open('GET')).text()).not.toContain('<form');
    expect((await fetch(`${payUrl}0`)).status).toBe(404);
  });
});
