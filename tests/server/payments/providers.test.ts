import { describe, expect, it, vi } from 'vitest';
import { acquirerNames, done, setUpAcquirer } from './acquirers';

/** Both adapters by the same cases, over HTTP, against stand-ins that go wrong as real services do. */
describe.each(acquirerNames)('%s', (name) => {
  const acquirer = setUpAcquirer(name);
  const { webhooks, exchanges } = acquirer;
  const creates = () => acquirer.received(name === 'yookassa' ? '/v3/payments' : '/Init');
  const trouble = (kind: string, more: object = {}) => acquirer.control({ do: 'trouble', kind, ...more });
  const hour = 3_600_000;

  /** A payment that the buyer has paid, or whose money is held. */
  const paid = async (more: Parameters<typeof acquirer.create>[0] = {}) => {
    const { id } = done(await acquirer.create(more));
    await acquirer.control({ do: 'pay', id });
    return id;
  };
  const read = async (id: string) => done(await acquirer.provider.read(id));
  /** How it says that all 1,250.50 roubles went back. */
  const whole = name === 'yookassa' ? 125_050 : 'all';

  describe('a payment', () => {
    it('is created with its sum and a way to pay, and is paid by its buyer', async () => {
      const created = await acquirer.create();
      const { id, payUrl } = done(created);

      expect(done(created)).toMatchObject({ state: 'pending', amount: 125_050, key: created.key });
      expect(payUrl).toMatch(/^http/);
      await acquirer.control({ do: 'pay', id });
      expect(await read(id)).toMatchObject({
        ...{ id, state: 'paid', amount: 125_050, currency: 'RUB', refunded: 0, cancelReason: null },
      });
    });

    it.each([1000, 1099, 100_001, 12_345_678])('of %i kopecks is of exactly that sum', async (amount) => {
      expect(done(await acquirer.create({ amount })).amount).toBe(amount);
    });

    it('by the fast payment system has a link of its own and takes the money at once', async () => {
      const { id, payUrl } = done(await acquirer.create({ method: 'sbp' }));

      expect(payUrl).toMatch(/^http/);
      await acquirer.control({ do: 'pay', id });
      expect((await read(id)).state).toBe('paid');
      expect(acquirer.provider.methods.find(({ method }) => method === 'sbp')?.holdDays).toBeNull();
    });

    it('in two stages is held, and captured whole or in part', async () => {
      const [whole, part] = [await paid({ isTwoStage: true }), await paid({ isTwoStage: true })];
      expect((await read(whole)).state).toBe('held');

      const captured = await acquirer.provider.capture({ id: whole, key: 'c-1' });
      const less = await acquirer.provider.capture({ id: part, key: 'c-2', amount: 100_000 });

      expect(done(captured)).toMatchObject({ state: 'paid', amount: 125_050 });
      expect(done(less)).toMatchObject({ state: 'paid', amount: 100_000 });
    });

    it('that is held is cancelled', async () => {
      const id = await paid({ isTwoStage: true });

      const cancelled = done(await acquirer.provider.cancel({ id, key: 'x-1' }));

      expect(cancelled.state).toBe('canceled');
      expect(cancelled.cancelReason).toMatch(/canceled_by_merchant|REVERSED/);
    });

    it('that is paid is not cancelled, and keeps its money', async () => {
      const id = await paid();

      expect((await acquirer.provider.cancel({ id, key: 'x-1' })).kind).toBe('refused');
      expect(await read(id)).toMatchObject({ state: 'paid', refunded: 0 });
    });

    it('is not captured before it is held, nor for more', async () => {
      const { id } = done(await acquirer.create({ isTwoStage: true }));
      expect((await acquirer.provider.capture({ id, key: 'c-1' })).kind).toBe('refused');
      await acquirer.control({ do: 'pay', id });

      expect((await acquirer.provider.capture({ id, key: 'c-2', amount: 125_051 })).kind).toBe('refused');
      expect((await read(id)).state).toBe('held');
    });

    it('that the bank refuses says why', async () => {
      const { id } = done(await acquirer.create());

      await acquirer.control({ do: 'end', id, reason: 'insufficient_funds' });

      expect(await read(id)).toMatchObject({
        state: 'canceled',
        cancelReason: name === 'yookassa' ? 'insufficient_funds' : 'REJECTED',
      });
    });

    it('ends by itself when nobody pays, and when nobody captures', async () => {
      const { id } = done(await acquirer.create());
      const held = await paid({ isTwoStage: true });

      await acquirer.control({ do: 'move', ms: hour });
      expect((await read(id)).state).toBe('canceled');
      expect((await read(held)).state).toBe('held');
      await acquirer.control({ do: 'move', ms: 7 * 24 * hour });
      expect((await read(held)).state).toBe('canceled');
    });

    it('of another sum is read as what was paid', async () => {
      const { id } = done(await acquirer.create());

      await acquirer.control({ do: 'pay', id, amount: 125_049 });

      expect((await read(id)).amount).toBe(125_049);
    });

    it('that nobody knows is refused', async () => {
      expect((await acquirer.provider.read('123')).kind).toBe('refused');
    });
  });

  describe('an answer that is lost', () => {
    it.each(['fail-after', 'drop-after', 'silent-after', 'page-after', 'half-after'])(
      'by %s leaves one payment of the attempt, which is found by its key',
      async (kind) => {
        await trouble(kind, { times: 3 });

        const { key, ...created } = await acquirer.create();

        expect(created.kind).toBe('unknown');
        await acquirer.control({ do: 'calm' });
        const found = done(
          await acquirer.provider.find({ key, orderId: 7, since: new Date('2026-11-27T00:00:00Z') }),
        );
        expect(found).toMatchObject([{ key, state: 'pending', amount: 125_050 }]);
        expect(
          new Set((await creates()).filter((one) => one.method === 'POST').map((one) => one.key)),
        ).toEqual(new Set([key]));
      },
    );

    it('before anything was done leaves nothing to find', async () => {
      await trouble('drop', { times: 3 });

      const { key, kind } = await acquirer.create();
      await acquirer.control({ do: 'calm' });

      expect(kind).toBe('unknown');
      expect(
        done(await acquirer.provider.find({ key, orderId: 7, since: new Date('2026-11-27T00:00:00Z') })),
      ).toEqual([]);
    });

    it('of a capture or a cancellation is found out, and nothing is done twice', async () => {
      const [first, second] = [await paid({ isTwoStage: true }), await paid({ isTwoStage: true })];

      await trouble('drop-after');
      const captured = await acquirer.provider.capture({ id: first, key: 'c-1', amount: 50_000 });
      await trouble('fail-after', { path: name === 'yookassa' ? '/cancel' : '/Cancel' });
      const cancelled = await acquirer.provider.cancel({ id: second, key: 'x-1' });

      expect(done(captured)).toMatchObject({ state: 'paid', amount: 50_000 });
      expect(done(cancelled).state).toBe('canceled');
    });

    it('of a refund is asked for with the same key, and the money goes back once', async () => {
      const id = await paid();
      await trouble('drop-after');

      const refund = await acquirer.provider.refund({
        paymentId: id,
        key: 'r-1',
        amount: 25_050,
        method: 'card',
      });

      expect(done(refund)).toMatchObject({ paymentId: id, state: 'succeeded', amount: 25_050 });
      const rest = await acquirer.provider.refund({
        paymentId: id,
        key: 'r-2',
        amount: 100_000,
        method: 'card',
      });
      expect(done(rest).state).toBe('succeeded');
      expect(await read(id)).toMatchObject({ state: 'paid', refunded: whole });
    });

    it('for a limit of requests is asked for again', async () => {
      const { id } = done(await acquirer.create());
      await trouble('limit', { times: 2 });

      expect((await acquirer.provider.read(id)).kind).toBe('done');
      expect(exchanges.slice(1).map(({ status }) => status)).toEqual([429, 429, 200]);
    });

    it('for a day is unknown, never refused', async () => {
      const id = await paid();
      await trouble('silent', { times: 99 });

      for (const result of [
        await acquirer.provider.read(id),
        await acquirer.provider.refund({ paymentId: id, key: 'r-1', amount: 1000, method: 'card' }),
      ])
        expect(result).toEqual({ kind: 'unknown', failure: 'timeout' });
    });
  });

  describe('a refund', () => {
    it('of a part may be followed by others, up to what was paid', async () => {
      const id = await paid();
      const refund = (key: string, amount: number) =>
        acquirer.provider.refund({ paymentId: id, key, amount, method: 'card' });

      expect(done(await refund('r-1', 25_000)).state).toBe('succeeded');
      expect((await refund('r-2', 100_051)).kind).toBe('refused');
      expect(done(await refund('r-3', 100_050)).state).toBe('succeeded');
      expect((await refund('r-4', 1)).kind).toBe('refused');
      expect((await read(id)).refunded).toBe(whole);
    });

    it('that waits is read until it ends', async () => {
      const id = await paid({ method: 'sbp' });
      await acquirer.control({ do: 'refunds', end: 'pending' });

      const asked = { paymentId: id, key: 'r-1', amount: 125_050 };
      const refund = done(await acquirer.provider.refund({ ...asked, method: 'sbp' }));
      expect(refund.state).toBe('pending');
      const stored = { ...asked, refundId: refund.id };
      expect(done(await acquirer.provider.readRefund(stored)).state).toBe('pending');
      await acquirer.control({ do: 'settle', id: refund.id ?? id });

      expect(done(await acquirer.provider.readRefund(stored)).state).toBe('succeeded');
    });

    it('that is not made leaves the money', async () => {
      const id = await paid();
      await acquirer.control({ do: 'refunds', end: 'canceled' });

      const refund = await acquirer.provider.refund({
        paymentId: id,
        key: 'r-1',
        amount: 1000,
        method: 'card',
      });

      expect(refund.kind === 'done' ? refund.value.state : refund.kind).toMatch(/canceled|refused/);
      expect((await read(id)).refunded).toBe(0);
    });

    it('in the cabinet is seen by reading', async () => {
      const id = await paid();

      await acquirer.control({ do: 'refund', id, amount: 125_050 });

      expect((await read(id)).refunded).toBe(whole);
    });
  });

  describe('a webhook', () => {
    const subjects = () => webhooks.map((body) => acquirer.provider.parseWebhook(body));

    it('names what it is about, and nothing else of it is used', async () => {
      const id = await paid();
      await acquirer.provider.refund({ paymentId: id, key: 'r-1', amount: 1000, method: 'card' });

      await vi.waitFor(() => expect(subjects().length).toBe(name === 'yookassa' ? 2 : 3));
      for (const subject of subjects()) expect(subject?.paymentId).toBe(id);
      if (name === 'yookassa') expect(subjects().at(-1)?.refundId).toMatch(/^[0-9a-f-]{36}$/);
    });

    it.each([null, [], 'text', {}, { event: 'payment.succeeded' }, { PaymentId: { $ne: 1 }, Status: 'X' }])(
      'of another shape is about nothing: %j',
      (body) => {
        expect(acquirer.provider.parseWebhook(body)).toBeNull();
      },
    );

    it('is sent again until the shop confirms it', async () => {
      acquirer.shop = { status: 500, text: '' };
      await paid({ method: 'sbp' });
      const sent = webhooks.length;
      await acquirer.control({ do: 'move', ms: hour });
      acquirer.shop = { status: 200, text: acquirer.provider.webhookAnswer };
      await acquirer.control({ do: 'move', ms: hour });
      await acquirer.control({ do: 'move', ms: hour });

      expect([sent, webhooks.length]).toEqual([1, 3]);
    });

    it('may come twice, late, in another order, or never', async () => {
      await acquirer.control({ do: 'webhooks', mode: 'twice' });
      await paid({ method: 'sbp' });
      expect(webhooks).toHaveLength(2);

      await acquirer.control({ do: 'webhooks', mode: 'hold' });
      const [first, second] = [await paid({ method: 'sbp' }), await paid({ method: 'sbp' })];
      expect(webhooks).toHaveLength(2);
      await acquirer.control({ do: 'release', order: 'reverse' });
      expect(
        subjects()
          .slice(2)
          .map((one) => one?.paymentId),
      ).toEqual([second, first]);

      await acquirer.control({ do: 'webhooks', mode: 'lose' });
      await paid({ method: 'sbp' });
      await acquirer.control({ do: 'webhooks', mode: 'send', delayMs: hour });
      await paid({ method: 'sbp' });
      expect(webhooks).toHaveLength(4);
      await acquirer.control({ do: 'move', ms: hour });
      expect(webhooks).toHaveLength(5);
    });

    it('may come before the answer', async () => {
      const id = await paid({ isTwoStage: true });
      webhooks.length = 0;
      await acquirer.control({ do: 'webhooks', mode: 'send', first: true });
      await trouble('silent-after', { path: name === 'yookassa' ? '/capture' : '/Confirm', times: 3 });

      await acquirer.provider.capture({ id, key: 'c-1' });

      expect(subjects()).toMatchObject([{ paymentId: id }]);
    });
  });

  it('writes down every request without secrets, cards and links to pay at', async () => {
    const id = await paid();
    await acquirer.provider.refund({ paymentId: id, key: 'r-1', amount: 1000, method: 'card' });
    await read(id);

    expect(exchanges).toHaveLength(3);
    const written = JSON.stringify(exchanges);
    expect(written).not.toMatch(
      /test_secret|demo-pass|MTAwNTAwOnRlc3Rfc2VjcmV0|\/pay\/|4444|"Token\\":\\"[0-9a-f]/,
    );
    expect(written).toContain(id);
    expect(exchanges.map(({ provider, outcome }) => [provider, outcome])).toEqual(
      Array(3).fill([name, 'answered']),
    );
  });

  it('is refused with wrong credentials', async () => {
    const { status } = await fetch(
      `${acquirer.fake.base}/${name === 'yookassa' ? 'v3/payments' : 'v2/Init'}`,
      {
        method: 'POST',
        body: '{}',
      },
    );

    expect(status).toBe(name === 'yookassa' ? 401 : 200);
    expect(done({ kind: 'done', value: await creates() })).toHaveLength(1);
  });
});
