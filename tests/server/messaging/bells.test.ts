import { place } from '@tests/support/checkout';
import { orderOf } from '@tests/support/order-body';
import { readAllEvents } from '@tests/support/processes/read-events';
import { buildProduct } from '@tests/support/products';
import { buildCompleted } from '@tests/support/refunds';
import { setUpScene } from '@tests/support/scene';
import { describe, expect, it } from 'vitest';

/** Marketplace events notify exactly the people concerned. */
const { api, scene } = setUpScene({ publicUrl: 'https://shop.test' });

/** Names of notified users with the notification's event. */
async function told(type: string): Promise<string[]> {
  const rows = await api.db
    .selectFrom('notify_logs')
    .innerJoin('users', 'users.id', 'notify_logs.receiver')
    .select(['users.name', 'notify_event', 'notify_tracker'])
    .where('notify_type', '=', type)
    .orderBy('notify_logs.id')
    .execute();
  return rows.map((row) => `${row.name}: ${row.notify_event} ${row.notify_tracker}`);
}

describe('notifications', () => {
  it('are sent for a new order: to the administration, and to each of its shops', async () => {
    const goods = await buildProduct(api.db, { shop: scene.shop });
    const { status, body } = await place(
      api,
      scene.customer,
      orderOf([{ product_id: goods.id, order_quantity: 1 }]),
    );
    expect(status).toBe(201);
    const part = await api.db
      .selectFrom('orders')
      .select('short_number')
      .where('parent_id', '=', body.id)
      .executeTakeFirstOrThrow();

    const all = await told('order');
    expect(all).toEqual(
      expect.arrayContaining([`Анна: new ${body.short_number}`, `Борис: new ${part.short_number}`]),
    );
    expect(all.some((line) => line.startsWith('Вера') || line.startsWith('Денис'))).toBe(false);
  });

  it('are sent for a requested refund', async () => {
    const order = await buildCompleted(api, {
      lines: [{ shop: scene.shop, unitPrice: 50_000 }],
      customer: scene.customer,
    });
    const asked = await api.request(scene.customer, 'POST', 'refunds', {
      order_id: order.id,
      title: 'Разбилась чашка',
    });
    expect(asked.status).toBe(201);

    const names = (await told('refund')).map((line) => line.split(':')[0]);
    expect(names).toEqual(expect.arrayContaining(['Анна', 'Борис']));
    expect(names).not.toContain('Вера');
  });

  it('are sent for a withdrawal, and for its decision', async () => {
    await api.request(scene.super_admin, 'POST', `shops/${scene.shop.id}/adjustments`, {
      amount: 1000,
      reason: 'Перенос остатка',
    });
    const { body } = await api.request(scene.store_owner, 'POST', 'withdraws', {
      shop_id: scene.shop.id,
      amount: 400,
      payment_method: 'Банковский перевод',
    });
    const decided = await api.request(scene.super_admin, 'POST', 'approve-withdraw', {
      id: body.id,
      status: 'approved',
      decision_note: 'Выплачено',
    });
    expect(decided.status).toBe(200);
    await readAllEvents(api);

    expect(await told('withdraw')).toEqual([`Анна: new ${body.id}`, `Борис: approved ${body.id}`]);
  });

  it('are sent for a reviewed product', async () => {
    const options = { isProductReview: true };
    await api.request(scene.super_admin, 'POST', 'settings', { options });
    const { id } = await buildProduct(api.db, { shop: scene.shop, name: 'Чай', status: 'draft' });
    await api.request(scene.store_owner, 'PUT', `products/${id}`, { status: 'under_review' });
    const review = await api.db.selectFrom('product_reviews').select('id').executeTakeFirstOrThrow();
    const { status } = await api.request(scene.super_admin, 'POST', `product-reviews/${review.id}/reject`, {
      reason: 'Нет фотографии упаковки',
    });
    expect(status).toBe(200);

    expect(await told('product')).toEqual(expect.arrayContaining([`Борис: rejected ${id}`]));
  });
});
