import { beforeEach, describe, expect, it } from 'vitest';
import type { Reconciliation } from '@/contract/ledger/schema';
import type { UnissuedMoney } from '@/contract/receipts/unissued';
import { compareNight } from '@/server/modules/receipts/check/compare-night';
import { ctxOf, setSettings } from '../../support/checkout';
import { buildUser } from '../../support/factories';
import { expectReconciled } from '../../support/refunds';
import { setUpScene } from '../../support/scene';
import type { Wire } from '../../support/server';
import { buildMember } from '../../support/team';
import { receiptWorld, secret } from './documents';

const { api, scene } = setUpScene({ sbpSecret: secret, demo: true });
const world = receiptWorld({ api, scene });
type Person = { id: number } | null;

beforeEach(() => setSettings(api, { receiptsFrom: '2020-01-01' }));

const correct = (person: Person, id: number, body: object = {}) =>
  api.request<Wire & { id: number; reversal_id: number | null; approval: Wire; errors: Wire }>(
    person,
    'POST',
    `receipts/${id}/correct`,
    { reason: 'Касса не работала', ...body },
  );
const unissued = (person: Person) => api.request<Wire & UnissuedMoney>(person, 'GET', 'receipts/unissued');
const later = (hours: number) => api.setNow(new Date(api.now().getTime() + hours * 3600_000));

async function prepaid() {
  const order = await world.unpaid();
  await world.pay(order);
  const [receipt] = await world.receipts();
  return { order, id: receipt?.id ?? 0 };
}

/** As its register has it. */
const register = (id: number) =>
  api.db
    .updateTable('receipts')
    .set({
      state: 'done',
      sign: '1',
      drive_number: '1',
      document_number: '1',
      registered_at: api.now(),
      next_ask_at: null,
    })
    .where('id', '=', id)
    .execute();

describe('a correction', () => {
  it('is for people who decide about money', async () => {
    const { id } = await prepaid();
    expect((await correct(null, id)).status).toBe(401);
    for (const person of [scene.customer, scene.store_owner, scene.staff])
      expect((await correct(person, id)).status).toBe(403);
    const reader = await buildMember(api.db, { finance: 'write' });
    expect((await correct(reader, id)).status).toBe(403);
    expect((await correct(scene.super_admin, 10_000)).status).toBe(404);
    expect((await correct(scene.super_admin, id, { reason: '' })).body.errors).toHaveProperty('reason');
    expect(await world.receipts()).toHaveLength(1);
  });

  it('replaces a receipt that was not registered in time, with the day of the payment', async () => {
    const { id } = await prepaid();
    later(30);
    const { status, body } = await correct(scene.super_admin, id);

    expect(status).toBe(201);
    const [old, correction] = await world.receipts();
    expect([old?.state, old?.next_ask_at]).toEqual(['replaced', null]);
    expect(correction).toMatchObject({
      ...{ id: body.id, kind: 'correction', corrects_id: id, is_return: false, state: 'waiting' },
      ...{
        amount: 2800,
        cashless: 2800,
        at: old?.at,
        reason: 'Касса не работала',
        created_by: scene.super_admin.id,
      },
    });
    expect(correction?.lines).toEqual(old?.lines);
    expect((await correct(scene.super_admin, id)).status).toBe(400);
    await expectReconciled(api);
  });

  it('takes a wrong receipt back and says it anew, with the same sum', async () => {
    const { id } = await prepaid();
    await register(id);
    expect((await correct(scene.super_admin, id)).body.errors).toHaveProperty('lines');
    const lines = [{ vat: 'vat110' }, {}, { name: 'Доставка курьером' }];
    expect((await correct(scene.super_admin, id, { lines: lines.slice(1) })).status).toBe(422);
    const { body } = await correct(scene.super_admin, id, { lines, paid: 'cash' });

    const [old, reversal, correction] = await world.receipts();
    expect([old?.state, reversal?.id, correction?.id]).toEqual(['done', body.reversal_id, body.id]);
    expect([reversal?.is_return, reversal?.cashless, reversal?.lines]).toEqual([true, 2800, old?.lines]);
    expect([correction?.is_return, correction?.cash, correction?.cashless]).toEqual([false, 2800, 0]);
    expect(correction?.lines.map(({ name, vat, sum }) => [name, vat, sum])).toEqual([
      ['Чай', 'vat110', 200_000],
      ['Чашка', 'vat110', 50_000],
      ['Доставка курьером', 'none', 30_000],
    ]);
    // Only the latest one of the chain is corrected further.
    expect((await correct(scene.super_admin, id, { paid: 'cash' })).status).toBe(400);
    expect((await correct(scene.super_admin, body.reversal_id ?? 0)).status).toBe(400);
    expect((await correct(scene.super_admin, body.id)).status).toBe(201);
    later(1);
    await expectReconciled(api);
  });

  it('is refused while the register may be registering it, and for what needs no receipt', async () => {
    const { id } = await prepaid();
    const set = (values: object) => api.db.updateTable('receipts').set(values).where('id', '=', id).execute();
    for (const state of ['asked', 'unknown']) {
      await set({ state });
      expect((await correct(scene.super_admin, id)).status).toBe(400);
    }
    await set({ state: 'excluded', exclusion: 'shop' });
    expect((await correct(scene.super_admin, id)).status).toBe(400);
  });

  it('of what the register registered differently takes back the sum that it has there, and says ours', async () => {
    const { id } = await prepaid();
    const blocked = { state: 'blocked', error_code: 'mismatch', next_ask_at: null };
    await api.db.updateTable('receipts').set(blocked).where('id', '=', id).execute();
    const asked = await correct(scene.super_admin, id);
    expect([asked.status, asked.body.errors]).toEqual([422, { registered_amount: ['error-registered-sum'] }]);
    const { body } = await correct(scene.super_admin, id, { registered_amount: 2100.5 });
    const [old, reversal, correction] = await world.receipts();
    expect([old?.state, reversal?.id, correction?.id]).toEqual(['replaced', body.reversal_id, body.id]);
    expect(reversal).toMatchObject({ is_return: true, amount: 2100.5, cashless: 2100.5, state: 'waiting' });
    expect(reversal?.lines.map(({ name, sum }) => [name, sum])).toEqual([
      ['Чай', 200_000],
      ['Чашка', 10_050],
    ]);
    expect([correction?.is_return, correction?.amount]).toEqual([false, 2800]);
    later(1);
    await expectReconciled(api);
  });

  it('of what the register registered for somebody else takes nothing back', async () => {
    const { id } = await prepaid();
    await api.db
      .updateTable('receipts')
      .set({ state: 'blocked', error_code: 'mismatch' })
      .where('id', '=', id)
      .execute();
    const { body } = await correct(scene.super_admin, id, { registered_amount: 0 });
    expect(body.reversal_id).toBeNull();
    expect((await world.receipts()).map(({ state, amount }) => [state, amount])).toEqual([
      ['replaced', 2800],
      ['waiting', 2800],
    ]);
    later(1);
    await expectReconciled(api);
  });

  it('is made once when two people make it at the same time', async () => {
    const { id } = await prepaid();
    const answers = await Promise.all([correct(scene.super_admin, id), correct(scene.super_admin, id)]);

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400]);
    expect(await world.receipts()).toHaveLength(2);
  });

  it('waits for a second person from the sum of refunds up', async () => {
    const second = await buildUser(api.db, { role: 'super_admin' });
    await api.db.insertInto('approval_rules').values({ mode: 'auto', refunds_from: 2800 }).execute();
    const { id } = await prepaid();
    const { status, body } = await correct(scene.super_admin, id);
    expect([status, (await world.receipts()).length]).toEqual([202, 1]);
    expect(body.approval).toMatchObject({ kind: 'receipt', family: 'receipts', row_id: id });

    const { id: request, hash } = body.approval;
    const confirm = (person: { id: number }) =>
      api.request(person, 'POST', `approvals/${request}/confirm`, { hash });
    expect((await confirm(scene.super_admin)).status).toBe(403);
    expect((await confirm(second)).status).toBe(200);
    expect((await world.receipts()).map(({ state }) => state)).toEqual(['replaced', 'waiting']);
  });
});

describe('a correction that the register does not take', () => {
  const numbers = { drive_number: '9999078902003110', document_number: '1005', sign: '2000000001' };
  const made = (person: Person, id: number, body: object = {}) =>
    api.request<Wire & { approval: Wire; errors: Wire }>(person, 'POST', `receipts/${id}/made`, {
      ...numbers,
      registered_at: api.now().toISOString(),
      ...body,
    });
  async function refused() {
    const { id } = await prepaid();
    const { body } = await correct(scene.super_admin, id);
    const blocked = { state: 'blocked', error_code: 'correction', next_ask_at: null };
    await api.db.updateTable('receipts').set(blocked).where('id', '=', body.id).execute();
    return { origin: id, id: body.id };
  }

  it('is noted by people who decide about money, with the numbers of its document', async () => {
    const { id, origin } = await refused();
    expect((await made(null, id)).status).toBe(401);
    for (const person of [scene.customer, scene.store_owner, await buildMember(api.db, { finance: 'write' })])
      expect((await made(person, id)).status).toBe(403);
    expect((await made(scene.super_admin, 10_000)).status).toBe(404);
    expect((await made(scene.super_admin, origin)).status).toBe(400);
    const wrong = await made(scene.super_admin, id, { drive_number: '1', document_number: '0', sign: 'x' });
    expect(Object.keys(wrong.body.errors)).toEqual(['drive_number', 'document_number', 'sign']);
    const late = new Date(api.now().getTime() + 60_000).toISOString();
    expect((await made(scene.super_admin, id, { registered_at: late })).body.errors).toEqual({
      registered_at: ['error-date-future'],
    });
    const { sign: _sign, ...document } = numbers;
    const give = (values: object) =>
      api.db.updateTable('receipts').set(values).where('id', '=', origin).execute();
    await give(document);
    expect((await made(scene.super_admin, id)).body.errors).toEqual({
      document_number: ['error-document-used'],
    });
    await give({ document_number: '1004' });
    const answers = await Promise.all([made(scene.super_admin, id), made(scene.super_admin, id)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);

    const receipts = await world.receipts();
    expect(receipts.at(-1)).toMatchObject({ ...numbers, id, state: 'done', error_code: null });
    expect((await unissued(scene.super_admin)).body).toMatchObject({ receipts: 0, blocked: 0 });
    later(1);
    await expectReconciled(api);
  });

  it('is confirmed by a second person whatever its sum', async () => {
    const second = await buildUser(api.db, { role: 'super_admin' });
    const { id } = await refused();
    await api.db.insertInto('approval_rules').values({ mode: 'auto', refunds_from: 1_000_000 }).execute();
    const { status, body } = await made(scene.super_admin, id);
    expect(status).toBe(202);
    const { id: request, hash } = body.approval;
    expect((await api.request(second, 'POST', `approvals/${request}/confirm`, { hash })).status).toBe(200);
    expect((await world.receipts()).at(-1)?.state).toBe('done');
  });
});

describe('money without a receipt', () => {
  it('is for people of finance', async () => {
    expect((await unissued(null)).status).toBe(401);
    for (const person of [scene.customer, scene.store_owner])
      expect((await unissued(person)).status).toBe(403);
    expect((await unissued(await buildMember(api.db, { finance: 'read' }))).status).toBe(200);
  });

  it('is what waits, with the oldest one, and what no document says', async () => {
    const figures = async () => {
      const { from: _from, oldest_at, ...rest } = (await unissued(scene.super_admin)).body;
      return { ...rest, hours: oldest_at && (api.now().getTime() - Date.parse(oldest_at)) / 3600_000 };
    };
    const none = { receipts: 0, amount: 0, oldest_order: null, blocked: 0, late: 0, hours: null };
    expect(await figures()).toEqual(none);
    const { order, id } = await prepaid();
    later(25);
    const found = { receipts: 1, amount: 2800, oldest_order: order.id, blocked: 0, late: 1, hours: 25 };
    expect(await figures()).toEqual(found);
    await register(id);
    expect(await figures()).toEqual(none);
    await api.db.deleteFrom('receipts').execute();
    expect(await figures()).toEqual(found);
    const { body } = await api.request<Reconciliation>(scene.super_admin, 'GET', 'ledger/reconcile');
    expect(body.problems).toEqual([
      { check: 'receipts-money', subject: expect.any(String), expected: 2800, found: 0 },
    ]);
  });

  it('and receipts that differ from the ledger are told to finance once a night', async () => {
    const { id } = await prepaid();
    later(30);
    const night = () => compareNight({ ...ctxOf(api), db: api.db });
    const told = () =>
      api.db.selectFrom('outbox').select('recipient').where('template', '=', 'receipts-differ').execute();
    await night();
    expect(await told()).toHaveLength(1);
    await night();
    expect(await told()).toHaveLength(1);
    const rows = await api.db.selectFrom('receipt_nights').selectAll().execute();
    expect(rows).toMatchObject([{ problems: 0, receipts: 1, amount: 2800, late: 1 }]);

    later(24);
    await register(id);
    await api.db.updateTable('receipts').set({ amount: 2799, cashless: 2799 }).where('id', '=', id).execute();
    await night();
    expect(await told()).toHaveLength(2);
    later(24);
    await api.db.updateTable('receipts').set({ amount: 2800, cashless: 2800 }).where('id', '=', id).execute();
    await night();
    expect(await told()).toHaveLength(2);
  });
});
