import { beforeEach, describe, expect, it } from 'vitest';
import type { Approval } from '@/contract/settings/approvals';
import { type BuiltUser, buildUser } from '../../../support/factories';
import { setUpScene } from '../../../support/scene';
import { buildMember } from '../../../support/team';

/** A coupon of the marketplace is money of the marketplace (rules/promotions). */
const { api, scene } = setUpScene();

const period = { active_from: '2026-03-01T00:00:00.000Z', expire_at: '2026-03-31T20:59:59.000Z' };
const coupon = (more: object = {}) => ({ code: 'VESNA', type: 'percentage', amount: 10, ...period, ...more });

describe('a role without the right to decide about promotions', () => {
  it('makes no approved coupon', async () => {
    const clerk = await buildMember(api.db, { promotions: 'write' });
    for (const [code, more] of [
      ['A1', {}],
      ['A2', { is_approve: true }],
      ['A3', { is_approve: true, shop_id: scene.shop.id }],
    ] as const) {
      const made = await api.request(clerk, 'POST', 'coupons', coupon({ code, ...more }));
      expect([made.status, made.body.is_approve]).toEqual([201, false]);
    }
  });

  it('changes no approved coupon without its approval being asked again', async () => {
    const clerk = await buildMember(api.db, { promotions: 'write' });
    const made = await api.request(scene.super_admin, 'POST', 'coupons', coupon());
    expect(made.body.is_approve).toBe(true);
    const edited = await api.request(clerk, 'PUT', `coupons/${made.body.id}`, { amount: 100 });
    expect([edited.status, edited.body.is_approve]).toEqual([200, false]);
  });
});

describe('a coupon at the expense of the marketplace, where two persons give money away', () => {
  let second: BuiltUser;
  beforeEach(async () => {
    second = await buildUser(api.db, { role: 'super_admin' });
    await api.db.insertInto('approval_rules').values({ mode: 'auto', refunds_from: 10_000 }).execute();
  });
  const make = (more: object, by = scene.super_admin) => api.request(by, 'POST', 'coupons', coupon(more));
  const approve = (id: number, by = scene.super_admin) =>
    api.request<{ approval: Approval; is_approve: boolean }>(by, 'POST', 'approve-coupon', { id });
  const stored = (id: number) =>
    api.db.selectFrom('coupons').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  it.each([
    ['half of any order', { type: 'percentage', amount: 50 }],
    ['the sum of the rules', { type: 'fixed', amount: 10_000, usage_limit: 1 }],
  ])('is not approved by whoever makes it when it gives %s', async (_what, more) => {
    const { body } = await make(more);
    expect(body.is_approve).toBe(false);
    const asked = await approve(body.id);
    expect([asked.status, asked.body.approval.kind]).toEqual([202, 'coupon']);
    const { id, hash } = asked.body.approval;
    const own = await api.request(scene.super_admin, 'POST', `approvals/${id}/confirm`, { hash });
    expect([own.body.message, (await stored(body.id)).is_approve]).toEqual(['OWN_APPROVAL', false]);
    expect((await api.request(second, 'POST', `approvals/${id}/confirm`, { hash })).status).toBe(200);
    expect((await stored(body.id)).is_approve).toBe(true);
  });

  it('is approved alone below the sum, of a shop and for delivery, and twenty of them count together', async () => {
    for (const [code, more] of [
      ['A', { type: 'fixed', amount: 100 }],
      ['P', { type: 'percentage', amount: 49 }],
      ['B', { type: 'free_shipping' }],
      ['C', { type: 'percentage', amount: 100, shop_id: scene.shop.id }],
    ] as const)
      expect([code, (await make({ code, ...more })).body.is_approve]).toEqual([code, true]);
    const more = { type: 'fixed', amount: 9_999, usage_limit: 1 };
    const made = await Promise.all(
      Array.from({ length: 20 }, (_each, at) => make({ code: `D${at}`, ...more })),
    );
    expect(made.filter(({ body }) => body.is_approve)).toEqual([]);
  });

  it('counts the sums of one person over a day', async () => {
    for (const [code, isApproved] of [
      ['A', true],
      ['B', false],
    ] as const)
      expect([code, (await make({ code, type: 'fixed', amount: 5_000 })).body.is_approve]).toEqual([
        code,
        isApproved,
      ]);
  });

  it('is not made dearer alone, nor confirmed when it has changed since', async () => {
    const { body } = await make({ type: 'fixed', amount: 100, usage_limit: 5 });
    expect(body.is_approve).toBe(true);
    const edit = (change: object) =>
      api.request<{ approval: Approval }>(scene.super_admin, 'PUT', `coupons/${body.id}`, change);
    for (const change of [{ amount: 100_000 }, { type: 'percentage', amount: 100 }]) {
      const { status, body: answer } = await edit(change);
      expect([change, status]).toEqual([change, 202]);
      await api.request(scene.super_admin, 'POST', `approvals/${answer.approval.id}/withdraw`);
    }
    expect(await stored(body.id)).toMatchObject({ amount: 100, usage_limit: 5, type: 'fixed' });
    const { approval } = (await edit({ amount: 50_000 })).body;
    expect((await edit({ description: 'Весна' })).status).toBe(200);
    const late = await api.request(second, 'POST', `approvals/${approval.id}/confirm`, {
      hash: approval.hash,
    });
    expect([late.status, (await stored(body.id)).amount]).toEqual([409, 100]);
    expect((await edit({ is_approve: false })).status).toBe(200);
  });

  it('is not approved among many, nor by undoing', async () => {
    const { body } = await make({ type: 'percentage', amount: 100 });
    const many = await api.request(scene.super_admin, 'POST', 'coupons/bulk/set', {
      ids: [body.id],
      key: 'is_approve',
      value: true,
    });
    expect(many.body.message).toBe('SECOND_PERSON_REQUIRED');
    expect((await stored(body.id)).is_approve).toBe(false);
  });

  it('is confirmed by nobody without the right to decide about money', async () => {
    const { body } = await make({ type: 'percentage', amount: 100 });
    const { approval } = (await approve(body.id)).body;
    const clerk = await buildMember(api.db, { promotions: 'decide' });
    const answer = await api.request(clerk, 'POST', `approvals/${approval.id}/confirm`, {
      hash: approval.hash,
    });
    expect([answer.status, (await stored(body.id)).is_approve]).toEqual([404, false]);
  });
});
