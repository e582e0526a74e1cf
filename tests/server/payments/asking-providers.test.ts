import { describe, expect, it } from 'vitest';
import type { ProviderView, SweepResult, TestPayment } from '@/contract/payments/views';
import { buildMember } from '../../support/team';
import { attemptOf, setUpPaying } from './paying';

/** What people ask of an acquirer from its page: what it has, and whether a payment can be made. */
const paying = setUpPaying('yookassa');
const { api, scene, control } = paying;

type Person = { id: number } | null;

const ask = <Answer>(what: 'sweep' | 'test', name = 'yookassa', person: Person = scene.super_admin) =>
  api.request<Answer>(person, 'POST', `payments/providers/${name}/${what}`, {});

describe.each(['sweep', 'test'] as const)('%s', (what) => {
  it('is for people who write finance, at an acquirer that is connected', async () => {
    for (const [person, status] of [
      [null, 401],
      [scene.store_owner, 403],
      [await buildMember(api.db, 'auditor'), 403],
    ] as const)
      expect((await ask(what, 'yookassa', person)).status).toBe(status);
    for (const name of ['tbank', 'manual', 'nobody']) expect((await ask(what, name)).status).toBe(404);
  });
});

describe('comparing with an acquirer now', () => {
  it('finds a payment whose webhook was lost, and says when nobody answers', async () => {
    const order = await paying.unpaid();
    await paying.ask(order.number);
    const { payment_id: id } = await attemptOf(paying);
    await control({ do: 'webhooks', mode: 'lose' });
    await control({ do: 'pay', id });
    await control({ do: 'trouble', kind: 'drop', chance: 1 });

    expect((await ask<SweepResult>('sweep')).body).toEqual({ compared: null, applied: 0 });
    expect((await attemptOf(paying)).state).toBe('pending');

    await control({ do: 'calm' });
    expect((await ask<SweepResult>('sweep')).body).toEqual({ compared: 1, applied: 1 });
    expect((await attemptOf(paying)).state).toBe('paid');
    expect((await ask<SweepResult>('sweep')).body).toEqual({ compared: 1, applied: 0 });
  });
});

describe('a test payment', () => {
  it('is made at the acquirer and belongs to no order, or says why it is not', async () => {
    expect((await ask<TestPayment>('test')).body).toMatchObject({ is_made: true, failure: null });
    await control({ do: 'trouble', kind: 'drop', chance: 1 });
    expect((await ask<TestPayment>('test')).body).toMatchObject({ is_made: false });

    expect(await paying.attempts()).toEqual([]);
    const { body } = await api.request<ProviderView[]>(scene.super_admin, 'GET', 'payments/providers');
    expect(body[0]).toMatchObject({ asked: 2, failed: 1 });
    expect(body[0]?.webhook_url).toMatch(/\/admin\/rest\/webhooks\/yookassa$/);
  });
});
