import { beforeEach, describe, expect, it } from 'vitest';
import type { Approval, ApprovalFact } from '@/contract/settings/approvals';
import { buildUser } from '../../support/factories';
import { buildCompleted } from '../../support/refunds';
import { setUpScene } from '../../support/scene';
import { requisites } from '../../support/shops';

/** What the second person reads before confirming: all that will happen, so that no other page has to be opened for it. */
const { api, scene } = setUpScene();

let second: { id: number };

beforeEach(async () => {
  second = await buildUser(api.db, { role: 'super_admin', name: 'Ольга Финансова' });
  await api.db.insertInto('approval_rules').values({ mode: 'auto', refunds_from: 0 }).execute();
});

const read = async (id: number) =>
  (await api.request<Approval>(second, 'GET', `approvals/${id}`)).body.facts.filter(
    ({ after, before }) => before !== undefined || (after !== null && after !== ''),
  );
const factsBy = (facts: readonly ApprovalFact[]) =>
  Object.fromEntries(facts.map(({ key, after }) => [key, after]));

/** Two shops' goods of a customer: 2 × 1 000 and 1 × 500 roubles. */
async function asked() {
  const { id: order, lineIds } = await buildCompleted(api, {
    lines: [
      { shop: scene.shop, quantity: 2, unitPrice: 100_000 },
      { shop: scene.otherShop, unitPrice: 50_000 },
    ],
    customer: scene.customer,
    off: {},
  });
  const reason = await api.db
    .insertInto('refund_reasons')
    .values({ name: 'Брак', slug: 'brak' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { body } = await api.request(scene.customer, 'POST', 'refunds', {
    ...{ order_id: order, title: 'Чашка с трещиной', refund_reason_id: reason.id },
  });
  const lines = await api.db
    .selectFrom('refund_lines')
    .select('id')
    .where('refund_id', '=', body.id)
    .orderBy('id')
    .execute();
  return { refund: body.id as number, order, lineIds, lines };
}

describe('a refund that waits', () => {
  const approve = (id: number, more: object = {}) =>
    api.request<{ approval: Approval }>(scene.super_admin, 'PUT', `refunds/${id}`, {
      ...{ status: 'approved', method: 'payment', decision_note: 'Проверили', ...more },
    });

  it('says whose goods come back, to whom the money goes and how, and why', async () => {
    const { refund } = await asked();

    const { status, body } = await approve(refund, { restock: true });

    expect(status).toBe(202);
    const names = [scene.shop.name, scene.otherShop.name].toSorted((a, b) => a.localeCompare(b, 'ru'));
    const facts = factsBy(await read(body.approval.id));
    expect(facts).toMatchObject({
      ...{ amount: 2500, way: 'payment', stock: 'back', note: 'Проверили' },
      reason: 'Брак. Чашка с трещиной',
    });
    expect(String(facts.goods).split('\n')).toEqual([
      expect.stringMatching(/ × 2$/),
      expect.stringMatching(/ × 1$/),
    ]);
    expect(
      String(facts.shop)
        .split(', ')
        .toSorted((a, b) => a.localeCompare(b, 'ru')),
    ).toEqual(names);
    expect(facts.buyer).toBeTruthy();
  });

  it('says the sum of the pieces that are accepted, which is the one that is paid', async () => {
    const { refund, lines } = await asked();

    const { body } = await approve(refund, { lines: [{ id: lines[0]?.id, quantity: 1 }] });

    const { approval } = body;
    const facts = factsBy(await read(approval.id));
    expect([facts.amount, facts.goods, facts.shop]).toEqual([
      1000,
      expect.stringMatching(/^[^\n]+ × 1$/),
      scene.shop.name,
    ]);
    const { hash } = (await api.request<Approval>(second, 'GET', `approvals/${approval.id}`)).body;
    await api.request(second, 'POST', `approvals/${approval.id}/confirm`, { hash });
    const { amount } = await api.db
      .selectFrom('refunds')
      .select('amount')
      .where('id', '=', refund)
      .executeTakeFirstOrThrow();
    expect(amount).toBe(facts.amount);
  });

  it('keeps nothing of its buyer with the request', async () => {
    const { refund } = await asked();

    const { body } = await approve(refund);

    const stored = await api.db
      .selectFrom('approvals')
      .select('facts')
      .where('id', '=', body.approval.id)
      .executeTakeFirstOrThrow();
    const keys = (stored.facts as unknown as ApprovalFact[]).map(({ key }) => key);
    expect(keys).toContain('goods');
    expect(keys).not.toContain('buyer');
    expect(keys).not.toContain('reason');
  });
});

describe('a payout that waits', () => {
  it('says to whom, to which account, with which purpose: as frozen when the shop asked', async () => {
    await api.db
      .updateTable('shops')
      .set({ requisites: JSON.stringify(requisites) })
      .where('id', '=', scene.shop.id)
      .execute();
    await api.db.updateTable('approval_rules').set({ mode: 'off' }).execute();
    await api.request(scene.super_admin, 'POST', `shops/${scene.shop.id}/adjustments`, {
      ...{ amount: 1000, reason: 'Перенос остатка' },
    });
    await api.db.updateTable('approval_rules').set({ mode: 'auto' }).execute();
    const { body: withdrawal } = await api.request(scene.store_owner, 'POST', 'withdraws', {
      ...{ shop_id: scene.shop.id, amount: 400, payment_method: 'Банковский перевод' },
    });

    const { body } = await api.request<{ approval: Approval }>(
      scene.super_admin,
      'POST',
      'approve-withdraw',
      { id: withdrawal.id, status: 'approved', decision_note: 'По графику' },
    );

    expect(factsBy(await read(body.approval.id))).toMatchObject({
      ...{ shop: scene.shop.name, amount: 400, way: 'Банковский перевод', note: 'По графику' },
      requisites_legal_name: requisites.legal_name,
      requisites_inn: requisites.inn,
      requisites_bank_name: requisites.bank_name,
      requisites_bic: requisites.bic,
      requisites_account: requisites.account,
      purpose: expect.stringContaining(String(withdrawal.id)),
    });
  });
});

describe('points, a commission and a role that wait', () => {
  it('say what they are worth, whose they are and who gets them', async () => {
    await api.db
      .updateTable('shops')
      .set({ requisites: JSON.stringify(requisites) })
      .where('id', '=', scene.shop.id)
      .execute();
    const points = await api.request<{ approval: Approval }>(scene.super_admin, 'POST', 'add-points', {
      ...{ customer_id: scene.customer.id, points: 500 },
    });
    const rate = await api.request<{ approval: Approval }>(scene.super_admin, 'POST', 'approve-shop', {
      ...{ id: scene.shop.id, admin_commission_rate: 12.5, isCustomCommission: true },
    });

    expect(factsBy(await read(points.body.approval.id))).toMatchObject({
      ...{ points: 500, points_balance: 500 },
      worth: expect.any(Number),
    });
    expect(factsBy(await read(rate.body.approval.id))).toMatchObject({
      ...{ requisites_legal_name: requisites.legal_name, requisites_inn: requisites.inn },
      commission: 12.5,
    });
  });
});
