import { describe, expect, it } from 'vitest';
import { buildOrder, unsoundOrders } from '../../support/orders';
import { setUpScene } from '../../support/scene';

const { api, scene } = setUpScene();

describe('an inserted order', () => {
  it('has a part for each shop; parts and lines sum to it to the kopeck', async () => {
    const order = await buildOrder(api, {
      customer: scene.customer,
      lines: [
        { shop: scene.shop, unitPrice: 33_33, quantity: 3 },
        { shop: scene.otherShop, unitPrice: 19_99 },
        { shop: scene.shop, unitPrice: 1 },
      ],
      off: { discount: 10_01, tax: 7_77, delivery: 299_99, wallet: 50_05 },
    });

    expect(order.parts.map(({ shopId }) => shopId)).toEqual([scene.shop.id, scene.otherShop.id]);
    expect(order.total).toBe(417.74);
    expect(await unsoundOrders(api)).toEqual([]);
    const [row] = await api.db.selectFrom('orders').selectAll().where('id', '=', order.id).execute();
    expect(row).toMatchObject({ amount: 119.99, discount: 10.01, total: 417.74, wallet_amount: 50.05 });
    expect(row?.tracking_number).toMatch(/^20260310\d{6}$/);
  });

  it('draws its number again when another order has it', async () => {
    const drawn = [111_111, 222_222, 111_111, 222_222, 333_333, 333_333, 444_444];
    const digits = () => drawn.shift() ?? 0;
    const first = await buildOrder(api, { lines: [{ shop: scene.shop }], digits });
    const second = await buildOrder(api, { lines: [{ shop: scene.shop }], digits });

    expect([first.tracking_number, second.tracking_number]).toEqual(['20260310111111', '20260310333333']);
    expect(drawn).toEqual([]);
  });
});
