import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type WithdrawDetails,
  type WithdrawState,
  withdrawMoves,
  withdrawStates,
} from '@/contract/ledger/withdraws/schema';
import { isStored } from '../../support/order-life';
import { readAllEvents } from '../../support/processes/read-events';
import { setUpScene } from '../../support/scene';

/** Withdrawals: no overdraft, rejected money returns once, final states hold. */
const { api, scene } = setUpScene({ publicUrl: 'https://shop.test' });

type Person = 'super_admin' | 'store_owner' | 'otherOwner' | 'staff' | 'customer';

const pay = (amount: number, shop = scene.shop) =>
  api.request(scene.super_admin, 'POST', `shops/${shop.id}/adjustments`, {
    amount,
    reason: 'Перенос остатка',
  });
const ask = (person: Person | null, body: object = {}, headers: Record<string, string> = {}) =>
  api.request(
    person && scene[person],
    'POST',
    'withdraws',
    { shop_id: scene.shop.id, amount: 400, payment_method: 'Банковский перевод', ...body },
    headers,
  );
const decide = (person: Person | null, id: number, status: string, more: object = {}) =>
  api.request(person && scene[person], 'POST', 'approve-withdraw', {
    id,
    status,
    decision_note: 'Уточняем счёт',
    ...more,
  });
const row = (id: number) =>
  api.db.selectFrom('withdraws').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Available, on hold and paid out. */
async function money(shop = scene.shop): Promise<number[]> {
  const rows = await api.db
    .selectFrom('ledger_accounts')
    .select(['kind', 'balance'])
    .where('shop_id', '=', shop.id)
    .execute();
  const kept = new Map(rows.map(({ kind, balance }) => [kind, balance]));
  const sums = ['shop', 'shop_on_hold', 'shop_paid_out'].map((kind) => kept.get(kind) ?? 0);
  const { rows: wrong } =
    await sql`select a.id from ledger_accounts a join ledger_lines l on l.account_id = a.id
    where ${isStored} group by a.id having sum(l.amount) <> a.balance`.execute(api.db);
  expect(wrong).toEqual([]);
  return sums;
}

beforeEach(() => pay(1000));

describe('the live event of a withdrawal', () => {
  it('goes to the administration, the owner and who reads the shop’s money by a role, never to other staff, when it is requested, decided or cancelled', async () => {
    await pay(1000);
    const { body } = await ask('store_owner');
    const { body: other } = await ask('store_owner', { amount: 100 });
    await api.db.deleteFrom('live_events').execute();
    const told = () =>
      api.db
        .selectFrom('live_events')
        .select(['audiences', 'data'])
        .where('type', '=', 'decision')
        .orderBy('id')
        .execute();

    await decide('super_admin', body.id, 'approved');
    await api.request(scene.super_admin, 'DELETE', `withdraws/${other.id}`);
    await ask('store_owner', { amount: 50 });

    const audiences = ['admins:finance', `shop:${scene.shop.id}`, `shop:${scene.shop.id}:money`];
    expect(await told()).toEqual([
      { audiences, data: { family: 'withdraws', id: body.id } },
      { audiences, data: { family: 'withdraws', id: other.id } },
      { audiences, data: { family: 'withdraws', id: expect.any(Number) } },
    ]);
  });
});

describe('a request', () => {
  it('holds the money immediately, for the owner and for an administrator', async () => {
    const { status, body } = await ask('store_owner', { amount: '400,50', note: 'До пятницы' });

    expect([status, body]).toMatchObject([
      201,
      { amount: 400.5, status: 'pending', decided_at: null, shop: { slug: 'pervaya' }, note: 'До пятницы' },
    ]);
    expect(await row(body.id)).toMatchObject({ amount: 400.5, requested_by: scene.store_owner.id });
    expect(await money()).toEqual([599.5, 400.5, 0]);
    expect((await ask('super_admin', { amount: 99.5 })).status).toBe(201);
    expect(await money()).toEqual([500, 500, 0]);
  });

  it('may be for the whole balance and not for a kopeck more', async () => {
    const more = await ask('store_owner', { amount: 1000.01 });
    expect([more.status, more.body.message, more.body.errors]).toEqual([
      422,
      'INSUFFICIENT_BALANCE',
      { amount: ['error-amount-above-balance'] },
    ]);
    expect((await api.db.selectFrom('withdraws').selectAll().execute()).length).toBe(0);
    expect((await ask('store_owner', { amount: 1000 })).status).toBe(201);
    expect(await money()).toEqual([0, 1000, 0]);
    expect((await ask('store_owner', { amount: 0.01 })).body.message).toBe('INSUFFICIENT_BALANCE');
  });

  it('of a shop that owes the marketplace is refused, also twenty times at once', async () => {
    await pay(-1150);

    for (const person of ['store_owner', 'super_admin'] as const) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => ask(person, { amount: index === 0 ? 0.01 : 150 })),
      );
      for (const { status, body } of answers) {
        expect([status, body.errors]).toEqual([422, { amount: ['error-amount-above-balance'] }]);
      }
    }

    expect(await money()).toEqual([-150, 0, 0]);
    expect(await api.db.selectFrom('withdraws').select('id').execute()).toEqual([]);
    const { body } = await api.request(scene.store_owner, 'GET', `shops/${scene.shop.slug}`);
    expect(body.balance).toMatchObject({ current_balance: -150, on_hold_amount: 0 });
    const summary = await api.request(scene.store_owner, 'GET', 'analytics/balance');
    expect(summary.body).toEqual({ current: 0, on_hold: 0, debts: 150 });
  });

  it('of a shop without ledger entries is refused', async () => {
    const { body } = await ask('otherOwner', { shop_id: scene.otherShop.id });

    expect(body.message).toBe('INSUFFICIENT_BALANCE');
  });

  it.each([
    [{ amount: -50 }, 'amount', 'error-amount-positive'],
    [{ amount: 0 }, 'amount', 'error-amount-positive'],
    [{ amount: 'NaN' }, 'amount', 'error-number-format'],
    [{ amount: 1.001 }, 'amount', 'error-amount-kopecks'],
    [{ amount: 1e300 }, 'amount', 'error-wrong-value'],
    [{ amount: null }, 'amount', 'error-sum-required'],
    [{ amount: {} }, 'amount', 'error-number-format'],
    [{ payment_method: '' }, 'payment_method', 'error-payment-required'],
    [{ shop_id: null }, 'shop_id', 'error-shop-required'],
    [{ shop_id: 99_999 }, 'shop_id', 'error-wrong-value'],
  ])('%j is refused at %s', async (body, field, text) => {
    const answer = await ask('super_admin', body);

    expect([answer.status, answer.body.errors?.[field]?.[0]]).toEqual([422, text]);
    expect(await money()).toEqual([1000, 0, 0]);
  });

  it('is refused to guests, customers and staff, and to another shop’s owner', async () => {
    expect((await ask(null)).status).toBe(401);
    expect((await ask('customer')).status).toBe(403);
    expect((await ask('staff')).status).toBe(403);
    expect((await ask('otherOwner')).status).toBe(404);
    expect(await money()).toEqual([1000, 0, 0]);
  });

  it('ignores state, decision and requester in the body', async () => {
    const { body } = await ask('store_owner', {
      status: 'approved',
      decided_at: '2026-01-01',
      requested_by: 1,
      decision_note: 'Да',
      requisites: { account: '1' },
    });

    expect(await row(body.id)).toMatchObject({
      status: 'pending',
      decided_at: null,
      decision_note: null,
      requisites: null,
      requested_by: scene.store_owner.id,
    });
  });

  it('sent twice with one key is one request', async () => {
    const key = { 'idempotency-key': 'form-1' };
    const answers = await Promise.all([1, 2, 3].map(() => ask('store_owner', {}, key)));

    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(await money()).toEqual([600, 400, 0]);
  });

  it('of fifty concurrent ones for more than half the balance exactly one succeeds', {
    timeout: 120_000,
  }, async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask('store_owner', { amount: 600 })));

    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 422)).toHaveLength(49);
    expect(await money()).toEqual([400, 600, 0]);
    expect((await api.db.selectFrom('withdraws').selectAll().execute()).length).toBe(1);
  });
});

describe('reading', () => {
  const list = (person: Person | null, query = '') =>
    api.request(person && scene[person], 'GET', `withdraws${query}`);

  beforeEach(async () => {
    await pay(300, scene.otherShop);
    await ask('store_owner', { amount: 400 });
    await ask('store_owner', { amount: 50, payment_method: 'СБП' });
    await ask('otherOwner', { shop_id: scene.otherShop.id, amount: 300 });
  });

  it('shows everybody his own shops’ and an administrator all', async () => {
    expect((await list(null)).status).toBe(401);
    expect((await list('staff')).status).toBe(403);
    expect((await list('customer')).status).toBe(403);
    expect((await list('super_admin')).body.total).toBe(3);
    expect((await list('store_owner')).body.data.map(({ amount }) => amount)).toEqual([50, 400]);
    expect((await list('store_owner', `?shop_id=${scene.otherShop.id}`)).body.total).toBe(0);
    expect((await api.request(scene.otherOwner, 'GET', 'withdraws/export?columns=amount')).body).toContain(
      '300',
    );
    expect(
      (await api.request(scene.otherOwner, 'GET', 'withdraws/export?columns=amount')).body,
    ).not.toContain('400');
  });

  it('searches, filters, sorts and pages', async () => {
    const amounts = async (query: string) =>
      (await list('super_admin', query)).body.data.map(({ amount }) => amount);
    const [found] = (await list('super_admin', '?search=payment_method:СБП')).body.data;
    await decide('super_admin', found?.id ?? 0, 'approved');

    expect(await amounts('?orderBy=amount&sortedBy=asc')).toEqual([50, 300, 400]);
    expect(await amounts('?search=status:approved')).toEqual([50]);
    expect(await amounts('?search=shop.slug:drugaya')).toEqual([300]);
    expect(await amounts(`?shop_id=${scene.shop.id}&orderBy=amount&sortedBy=desc`)).toEqual([400, 50]);
    expect(await amounts('?orderBy=amount&sortedBy=desc&limit=1&page=2')).toEqual([300]);
    expect((await list('super_admin', '?orderBy=requested_by')).status).toBe(422);
    expect((await list('super_admin', '?search=note:x')).status).toBe(422);
  });

  it('keeps the phone for fast payments as it was, complete for the payer and masked for the shop', async () => {
    await pay(1000);
    const save = (phone: string) =>
      api.request(scene.store_owner, 'PUT', 'vendor/settings', {
        fast_payments: { phone, member: 'bank100000000004' },
      });
    expect((await save('+7 (900) 123-45-67')).status).toBe(200);
    const { id } = (await ask('store_owner')).body;
    const seen = async (person: Person) =>
      (await api.request(scene[person], 'GET', `withdraws/${id}`)).body as unknown as WithdrawDetails;

    const fast = { phone: '+7 (900) 123-45-67', member: 'bank100000000004' };
    expect(await seen('super_admin')).toMatchObject({ fast_payments: fast, has_other_requisites: false });
    expect((await seen('store_owner')).fast_payments?.phone).toBe('+• (•••) •••-45-67');

    await save('+7 (900) 765-43-21');
    expect(await seen('super_admin')).toMatchObject({ fast_payments: fast, has_other_requisites: true });
    const rows = await api.request(scene.super_admin, 'GET', 'withdraws');
    expect(JSON.stringify(rows.body)).not.toContain('123-45-67');
  });

  it('shows the payment details as they were, the shop’s balance and the history, and nothing internal', async () => {
    const requisites = { account: '40702810400000012345', legal_name: 'ООО «Первая»' };
    await api.db
      .updateTable('shops')
      .set({ requisites: JSON.stringify(requisites) })
      .where('id', '=', scene.shop.id)
      .execute();
    const { body: made } = await ask('store_owner', { amount: 10 });
    await api.db
      .updateTable('shops')
      .set({ requisites: JSON.stringify({ ...requisites, account: '40702810900000099999' }) })
      .where('id', '=', scene.shop.id)
      .execute();
    await decide('super_admin', made.id, 'on_hold');

    const own = await api.request(scene.store_owner, 'GET', `withdraws/${made.id}`);
    const all = await api.request(scene.super_admin, 'GET', `withdraws/${made.id}`);

    expect(own.body).toMatchObject({
      requisites,
      has_other_requisites: true,
      decision_note: 'Уточняем счёт',
      balance: { current_balance: 540, on_hold_amount: 460, withdrawn_amount: 0, total_earnings: 1000 },
      moves: [
        { status: 'pending', by: null },
        { status: 'on_hold', by: null, note: 'Уточняем счёт' },
      ],
    });
    expect(all.body.moves).toMatchObject([{ by: 'Борис' }, { by: 'Анна' }]);
    for (const key of ['requested_by', 'decided_by', 'deleted_at']) expect(all.body).not.toHaveProperty(key);
    expect((await list('super_admin')).body.data[0]).not.toHaveProperty('requisites');
  });

  it('answers 404 for another shop’s', async () => {
    const { body } = await list('store_owner');
    const id = body.data[0]?.id;

    expect((await api.request(null, 'GET', `withdraws/${id}`)).status).toBe(401);
    expect((await api.request(scene.staff, 'GET', `withdraws/${id}`)).status).toBe(403);
    expect((await api.request(scene.otherOwner, 'GET', `withdraws/${id}`)).status).toBe(404);
    expect((await api.request(scene.super_admin, 'GET', 'withdraws/99999')).status).toBe(404);
    expect((await api.request(scene.super_admin, 'GET', 'withdraws/nil')).status).toBe(404);
  });
});

describe('the decision', () => {
  let id: number;
  beforeEach(async () => {
    id = (await ask('store_owner')).body.id;
  });

  it('is an administrator’s, and needs an existing request', async () => {
    expect((await decide(null, id, 'approved')).status).toBe(401);
    expect((await decide('store_owner', id, 'approved')).status).toBe(403);
    expect((await decide('staff', id, 'approved')).status).toBe(403);
    expect((await decide('super_admin', 99_999, 'approved')).status).toBe(404);
    expect((await decide('super_admin', id, 'paid')).body.errors).toEqual({ status: ['error-wrong-value'] });
    expect((await row(id)).status).toBe('pending');
  });

  it('to pay out moves the held money out, notifies the owner and is audited', async () => {
    const { status, body } = await decide('super_admin', id, 'approved', { decision_note: undefined });

    expect([status, body]).toMatchObject([200, { status: 'approved', decision_note: null }]);
    expect(await row(id)).toMatchObject({
      status: 'approved',
      decided_by: scene.super_admin.id,
      version: 2,
      decided_at: api.now(),
    });
    expect(await money()).toEqual([600, 0, 400]);
    await readAllEvents(api);
    const [letter] = await api.db.selectFrom('outbox').selectAll().execute();
    expect(letter).toMatchObject({ recipient: scene.store_owner.email, template: 'withdraw-approved' });
    expect(letter?.body).toContain(`https://shop.test/admin/pervaya/withdraws/${id}`);
    const trace = await api.db
      .selectFrom('audit_log')
      .select(['action', 'user_id', 'changes'])
      .where('family', '=', 'withdraws')
      .orderBy('id')
      .execute();
    expect(trace.map(({ action }) => action)).toEqual(['create', 'decide']);
    expect(trace[1]).toMatchObject({
      user_id: scene.super_admin.id,
      changes: { status: ['pending', 'approved'] },
    });
  });

  it('to reject returns the money once, however often it is requested', async () => {
    expect((await decide('super_admin', id, 'rejected')).status).toBe(200);
    const again = await decide('super_admin', id, 'rejected');

    expect([again.status, again.body.message]).toEqual([400, 'ACTION_NOT_VALID']);
    expect((await decide('super_admin', id, 'approved')).status).toBe(400);
    expect(await money()).toEqual([1000, 0, 0]);
  });

  it('to hold or to reject needs a reason', async () => {
    for (const status of ['on_hold', 'rejected']) {
      const { body } = await decide('super_admin', id, status, { decision_note: ' ' });
      expect(body.errors).toEqual({ decision_note: ['error-decision-note-required'] });
    }
    expect((await row(id)).status).toBe('pending');
  });

  it.each(
    withdrawStates.flatMap((from) => withdrawStates.map((to): [WithdrawState, WithdrawState] => [from, to])),
  )('from %s to %s follows the table of moves', async (from, to) => {
    if (from !== 'pending') await decide('super_admin', id, from);
    const { status } = await decide('super_admin', id, to);

    const isLegal = withdrawMoves[from].includes(to);
    const end = isLegal ? to : from;
    expect([status, (await row(id)).status]).toEqual([isLegal ? 200 : 400, end]);
    const held = { approved: [600, 0, 400], rejected: [1000, 0, 0] } as Record<string, number[]>;
    expect(await money()).toEqual(held[end] ?? [600, 400, 0]);
  });

  it('of two concurrent administrators is one', async () => {
    const answers = await Promise.all([
      decide('super_admin', id, 'approved'),
      decide('super_admin', id, 'rejected'),
      decide('super_admin', id, 'approved'),
    ]);

    expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 400, 400]);
    const decisions = await api.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'decide')
      .orderBy('id')
      .execute();
    expect(decisions).toHaveLength(1);
    expect((await money())[1]).toBe(0);
  });

  it('about a version changed meanwhile is refused with the current one', async () => {
    await decide('super_admin', id, 'processing', { version: 1 });
    const { status, body } = await decide('super_admin', id, 'on_hold', { version: 1 });

    expect([status, body.message, body.current]).toMatchObject([409, 'CONFLICT', { status: 'processing' }]);
  });

  it('may have the request’s id in the address', async () => {
    const path = `withdraws/${id}/approve`;

    expect((await api.request(scene.store_owner, 'POST', path)).status).toBe(403);
    expect((await api.request(scene.super_admin, 'POST', path)).body.status).toBe('approved');
    expect(await money()).toEqual([600, 0, 400]);
  });
});

describe('a stored request', () => {
  let id: number;
  beforeEach(async () => {
    id = (await ask('store_owner')).body.id;
  });
  const call = (
    person: Person | null,
    method: 'PUT' | 'PATCH' | 'DELETE' | 'POST',
    end = '',
    body?: object,
  ) => api.request(person && scene[person], method, `withdraws/${id}${end}`, body);

  it('is never edited or restored, and not in bulk', async () => {
    expect((await call('store_owner', 'PUT', '', { amount: 1 })).status).toBe(403);
    expect((await call('super_admin', 'PUT', '', { amount: 1 })).body.message).toBe('ACTION_NOT_VALID');
    expect((await call('super_admin', 'PATCH', '', { status: 'approved' })).status).toBe(400);
    await call('super_admin', 'DELETE');
    expect((await call('super_admin', 'POST', '/restore')).body.message).toBe('ACTION_NOT_VALID');
    for (const path of ['withdraws/bulk/remove', 'withdraws/bulk/set', 'withdraws/bulk/1/undo']) {
      const { status } = await api.request(scene.super_admin, 'POST', path, { ids: [id] });
      expect([path, status]).toEqual([path, 400]);
    }
    expect(await money()).toEqual([1000, 0, 0]);
  });

  it('is removed by an administrator while undecided, and the money is returned once', async () => {
    expect((await call(null, 'DELETE')).status).toBe(401);
    expect((await call('store_owner', 'DELETE')).status).toBe(403);
    expect((await call('super_admin', 'DELETE')).status).toBe(200);
    expect((await call('super_admin', 'DELETE')).status).toBe(404);
    expect((await decide('super_admin', id, 'approved')).status).toBe(404);

    expect((await row(id)).deleted_at).toEqual(api.now());
    expect(await money()).toEqual([1000, 0, 0]);
  });

  it('stays once it is paid out or rejected', async () => {
    await decide('super_admin', id, 'approved');

    expect((await call('super_admin', 'DELETE')).body.message).toBe('ACTION_NOT_VALID');
    expect(await money()).toEqual([600, 0, 400]);
  });
});

it('keeps its sums under random operations', async () => {
  const ids: number[] = [];
  // Deterministic random numbers.
  let state = 7;
  const next = (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  for (let step = 0; step < 60; step += 1) {
    const id = ids[next(Math.max(ids.length, 1))] ?? 0;
    const status = withdrawStates[next(withdrawStates.length)] ?? 'pending';
    if (next(3) === 0) await api.request(scene.super_admin, 'DELETE', `withdraws/${id}`);
    else if (next(2) === 0) await decide('super_admin', id, status);
    else {
      const { status: answer, body } = await ask('store_owner', { amount: (next(40_000) + 1) / 100 });
      if (answer === 201) ids.push(body.id);
    }
  }

  const sums = await money();
  expect(sums.every((sum) => sum >= 0)).toBe(true);
  expect(Math.round(sums.reduce((total, sum) => total + sum, 0) * 100)).toBe(100_000);
  const { rows } = await sql<{ held: number; paid: number }>`
    select coalesce(sum(amount) filter (where status in ('pending', 'processing', 'on_hold')), 0) as held,
      coalesce(sum(amount) filter (where status = 'approved'), 0) as paid
    from withdraws where deleted_at is null`.execute(api.db);
  expect([rows[0]?.held, rows[0]?.paid]).toEqual(sums.slice(1));
});
