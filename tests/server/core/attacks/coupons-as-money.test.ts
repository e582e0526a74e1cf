import { describe, expect, it } from 'vitest';
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
