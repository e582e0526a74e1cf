import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Waiting } from '@/contract/insights/analytics';
import type { MenuCounts } from '@/contract/insights/menu-counts';
import { buildShop } from '../../support/factories';
import { setUpScene } from '../../support/scene';

/** The counters of the menu: one response, with each role's own. */
const { api, scene } = setUpScene();

async function counts(person: { id: number }, query = ''): Promise<MenuCounts> {
  const { status, body } = await api.request<MenuCounts>(person, 'GET', `menu-counts${query}`);
  expect(status).toBe(200);
  return body;
}

describe('GET menu-counts', () => {
  it('is for people of the panel, and not for another vendor’s shop', async () => {
    expect((await api.request(null, 'GET', 'menu-counts')).status).toBe(401);
    expect((await api.request(scene.customer, 'GET', 'menu-counts')).status).toBe(403);
    const foreign = `menu-counts?shop=${scene.shop.slug}`;
    expect((await api.request(scene.otherOwner, 'GET', foreign)).status).toBe(404);
    expect((await api.request(scene.store_owner, 'GET', 'menu-counts?shop=nowhere')).status).toBe(404);
  });

  it('counts pending decisions for administrators', async () => {
    const before = await counts(scene.super_admin);
    await buildShop(api.db, { owner: scene.store_owner, isActive: false });
    await api.db
      .insertInto('withdraws')
      .values({ shop_id: scene.shop.id, amount: 100, payment_method: 'СБП', status: 'pending' })
      .execute();

    const after = await counts(scene.super_admin);

    expect(after).toEqual({
      ...before,
      shops: (before.shops ?? 0) + 1,
      withdraws: (before.withdraws ?? 0) + 1,
    });
    expect(Object.keys(after).sort()).toEqual(
      [
        ...['approvals', 'contacts', 'late', 'messages', 'notices', 'orders', 'papers', 'products'],
        ...['refunds', 'reports', 'shops', 'vendors', 'withdraws'],
      ].sort(),
    );
  });

  it('counts the tasks of a shop, for staff only those in their scopes', async () => {
    const shop = `?shop=${scene.shop.slug}`;
    const own = ['invitations', 'late', 'messages', 'notices', 'orders', 'questions', 'rejected-products'];
    expect(Object.keys(await counts(scene.store_owner, shop)).sort()).toEqual(own);

    await api.db
      .updateTable('users')
      .set({ permissions: ['staff', 'customer', 'staff:content'] })
      .where('id', '=', scene.staff.id)
      .execute();
    expect(Object.keys(await counts(scene.staff, shop)).sort()).toEqual(['messages', 'notices']);
  });

  it('counts no further than 1,001, while the page of the dashboard knows all', async () => {
    await sql`insert into orders (tracking_number, customer_contact, amount, total, paid_total, payment_gateway, order_status,
        payment_status, ship_by, created_at)
      select 'late-' || n, '', 0, 0, 0, 'CASH', 'order-processing', 'payment-pending', '2000-01-01', '2000-01-01'
      from generate_series(1, 1100) n`.execute(api.db);

    const { late } = await counts(scene.super_admin);
    const { body } = await api.request<Waiting>(scene.super_admin, 'GET', 'analytics/waiting');

    expect(late).toBe(1001);
    expect(body.late?.count).toBe(1100);
  });
});
