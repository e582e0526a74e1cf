import { describe, expect, it } from 'vitest';
import { place, setSettings } from '../../../support/checkout';
import { orderOf } from '../../../support/order-body';
import { placedOrder, rowOf } from '../../../support/order-life';
import { buildProduct } from '../../../support/products';
import { setUpScene } from '../../../support/scene';
import type { Wire } from '../../../support/server';

/** Orders that a shop's own people bought from it are marked for the marketplace. */
const { api, scene } = setUpScene();

const contactOf = (id: number, contact: string) =>
  api.db.updateTable('users').set({ contact }).where('id', '=', id).execute();
const buy = async (contact: string, customer: { id: number; name: string; email: string } | null = null) =>
  placedOrder(api, { customer, contact, lines: [{ shop: scene.shop }, { shop: scene.otherShop }] });
const marks = async ({ id, parts }: { id: number; parts: { id: number }[] }) =>
  Promise.all(
    [id, ...parts.map((part) => part.id)].map(async (one) => (await rowOf(api, one)).is_own_purchase),
  );

describe('an order is marked', () => {
  it('when the account is that of the owner or of the staff, and only in their shop', async () => {
    expect(await marks(await buy('+7 (900) 000-00-01', scene.store_owner))).toEqual([true, true, false]);
    expect(await marks(await buy('+7 (900) 000-00-01', scene.staff))).toEqual([true, true, false]);
    expect(await marks(await buy('+7 (900) 000-00-01', scene.otherOwner))).toEqual([true, false, true]);
    expect(await marks(await buy('+7 (900) 000-00-01', scene.customer))).toEqual([false, false, false]);
  });

  it('when the phone, however it is written, is one of theirs or the shop’s', async () => {
    await contactOf(scene.staff.id, '+7 (911) 222-33-44');
    await api.db
      .updateTable('shops')
      .set({ settings: JSON.stringify({ contact: '8 495 111-22-33' }) })
      .where('id', '=', scene.shop.id)
      .execute();

    expect(await marks(await buy('89112223344'))).toEqual([true, true, false]);
    expect(await marks(await buy('+7 (495) 111-22-33', scene.customer))).toEqual([true, true, false]);
    expect(await marks(await buy(''))).toEqual([false, false, false]);
  });

  it('at checkout by a guest with the owner’s e-mail', async () => {
    await setSettings(api, { guestCheckout: true });
    const product = await buildProduct(api.db, { shop: scene.shop });
    const body = orderOf([{ product_id: product.id, order_quantity: 1 }], {
      customer_email: scene.store_owner.email.toUpperCase(),
    });
    const { status, body: order } = await place(api, null, body);

    expect([status, (await rowOf(api, order.id)).is_own_purchase]).toEqual([201, true]);
    expect('is_own_purchase' in order).toBe(false);
  });

  it('on completion, when the buyer joined the shop after the order', async () => {
    const order = await buy('+7 (900) 000-00-02', scene.customer);
    await contactOf(scene.store_owner.id, '+7 (900) 000-00-02');

    await api.request(scene.super_admin, 'PUT', `orders/${order.id}`, { order_status: 'order-completed' });

    expect(await marks(order)).toEqual([true, true, false]);
  });
});

describe('the mark', () => {
  it('is shown to administrators alone, who can filter by it', async () => {
    const own = await buy('+7 (900) 000-00-01', scene.store_owner);
    await buy('+7 (900) 000-00-01', scene.customer);
    const list = (person: { id: number }) =>
      api.request<Wire>(person, 'GET', 'orders?search=is_own_purchase:true');

    const { body } = await list(scene.super_admin);
    expect(body.data.map(({ id, is_own_purchase }: Wire) => [id, is_own_purchase])).toEqual([[own.id, true]]);
    const details = (person: { id: number }, id: number | undefined) =>
      api.request<Wire>(person, 'GET', `orders/${id}`);
    expect((await details(scene.super_admin, own.id)).body.is_own_purchase).toBe(true);
    expect('is_own_purchase' in (await details(scene.staff, own.parts[0]?.id)).body).toBe(false);
    // For a shop the filter finds nothing, whatever is marked.
    expect((await list(scene.staff)).body.data).toEqual([]);
  });
});
