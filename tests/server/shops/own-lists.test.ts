import { describe, expect, it } from 'vitest';
import { type BuiltShop, buildShop } from '../../support/factories';
import { buildProduct } from '../../support/products';
import { buildCompleted } from '../../support/refunds';
import { setUpScene } from '../../support/scene';

/** Lists over all shops of an owner: `shop.slug` names several. */
const { api, scene } = setUpScene();

type Row = {
  id: number;
  shop?: { slug: string };
  of_shops?: { slug: string }[];
  amount: number;
};

const list = async (
  family: string,
  shops: readonly BuiltShop[],
  who: 'store_owner' | 'otherOwner' = 'store_owner',
) => {
  const slugs = shops.map(({ slug }) => slug).join(',');
  const path = `${family}?searchJoin=and&search=shop.slug:${slugs}`;
  return (await api.request<{ data: Row[] }>(scene[who], 'GET', path)).body.data;
};
const secondShop = () => buildShop(api.db, { owner: scene.store_owner, slug: 'vtoraya-lavka' });

describe('a list over own shops', () => {
  it('has the parts of each of them, and none of another vendor who is named, too', async () => {
    const second = await secondShop();
    await buildCompleted(api, {
      lines: [
        { shop: scene.shop, unitPrice: 100_000 },
        { shop: second, unitPrice: 50_000 },
        { shop: scene.otherShop, unitPrice: 70_000 },
      ],
      customer: scene.customer,
    });

    const both = await list('orders', [scene.shop, second]);
    expect(new Set(both.map(({ shop }) => shop?.slug))).toEqual(new Set([scene.shop.slug, second.slug]));
    expect(both).toHaveLength(2);
    expect(await list('orders', [scene.shop, second, scene.otherShop])).toEqual(both);
    expect(await list('orders', [scene.otherShop])).toEqual([]);
  });

  it('counts the tabs of orders by the shops that are named', async () => {
    const second = await secondShop();
    await buildCompleted(api, { lines: [{ shop: scene.shop }, { shop: second }], customer: scene.customer });
    const count = async (slugs: string) => {
      const path = `orders/counts?tabs=all&shop.slug=${slugs}`;
      return (await api.request<{ all: number }>(scene.store_owner, 'GET', path)).body.all;
    };

    expect(await count(`${scene.shop.slug},${second.slug}`)).toBe(2);
    expect(await count(second.slug)).toBe(1);
    expect(await count(scene.otherShop.slug)).toBe(0);
  });

  it('has the products of each, drafts, too', async () => {
    const second = await secondShop();
    const first = await buildProduct(api.db, { shop: scene.shop });
    const draft = await buildProduct(api.db, { shop: second, status: 'draft' });
    await buildProduct(api.db, { shop: scene.otherShop });

    const both = await list('products', [scene.shop, second]);
    expect(new Set(both.map(({ id }) => id))).toEqual(new Set([first.id, draft.id]));
    // Of others nothing but what everybody sees.
    expect((await list('products', [second], 'otherOwner')).length).toBe(0);
  });

  it('names the shops of a refund, and sums up those that are asked for', async () => {
    const second = await secondShop();
    const order = await buildCompleted(api, {
      lines: [
        { shop: scene.shop, unitPrice: 100_000 },
        { shop: second, unitPrice: 50_000 },
        { shop: scene.otherShop, unitPrice: 70_000 },
      ],
      customer: scene.customer,
    });
    await api.request(scene.customer, 'POST', 'refunds', { order_id: order.id, title: 'Разбилось' });

    const [both] = await list('refunds', [scene.shop, second]);
    expect(both?.amount).toBe(1500);
    expect(both?.of_shops?.map(({ slug }) => slug)).toEqual([scene.shop.slug, second.slug]);
    const [one] = await list('refunds', [second]);
    expect(one).toMatchObject({ amount: 500, of_shops: [{ slug: second.slug }] });
    expect(await list('refunds', [scene.otherShop])).toEqual([]);
  });
});
