import { expect, it } from 'vitest';
import { buildProduct } from '../../../support/products';
import { setUpScene } from '../../../support/scene';
import { buildMember } from '../../../support/team';

const { api, scene } = setUpScene();

it('an answer kept under an idempotency key hides contacts from whoever has lost them since', async () => {
  const person = await buildMember(api.db, { orders: 'write', customers: 'read' });
  const product = await buildProduct(api.db, { shop: scene.shop, price: 420 });
  const address = {
    country: 'Россия',
    state: 'Москва',
    city: 'Москва',
    zip: '101000',
    street_address: 'Мира, 1',
  };
  const place = () =>
    api.request(
      person,
      'POST',
      'orders',
      {
        ...{
          products: [{ product_id: product.id, order_quantity: 1 }],
          customer_contact: '+7 (910) 882-47-66',
        },
        ...{
          customer_name: 'Гость',
          customer_email: 'e.bykova@demo.ru',
          payment_gateway: 'CASH_ON_DELIVERY',
        },
        ...{ shipping_address: address, billing_address: address },
      },
      { 'idempotency-key': 'kept-1' },
    );
  const first = await place();
  expect([first.status, JSON.stringify(first.body).includes('882-47-66')]).toEqual([201, true]);
  await api.db
    .updateTable('roles')
    .set({ areas: JSON.stringify({ orders: 'write' }) })
    .where('id', '=', (eb) => eb.selectFrom('users').select('role_id').where('id', '=', person.id))
    .execute();

  const again = await place();

  expect([again.status, again.body.id]).toEqual([201, first.body.id]);
  expect(JSON.stringify(again.body)).not.toMatch(/882-47-66|e\.bykova@demo|Мира/);
});
