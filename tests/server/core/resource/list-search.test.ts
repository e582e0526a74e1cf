import { beforeEach, describe, expect, it } from 'vitest';
import { setUpScene } from '../../../support/scene';

/** Exact searches: ids are compared in the column's own type, and any odd value just finds nothing. */
const { api, scene } = setUpScene();

beforeEach(async () => {
  for (const [title, shop_id] of [
    ['Первый', scene.shop.id],
    ['Второй', scene.otherShop.id],
  ] as const) {
    const faq = { faq_title: title, faq_description: 'Ответ', shop_id };
    expect((await api.request(scene.super_admin, 'POST', 'faqs', faq)).status).toBe(201);
  }
});

const found = async (query: string) => {
  const { status, body } = await api.request(scene.super_admin, 'GET', `faqs?${query}`);
  return [status, ...(body.data ?? []).map((row) => row.faq_title)];
};

describe('a search by id', () => {
  it('finds the rows of that shop, as a search and as a filter', async () => {
    expect(await found(`search=shop_id:${scene.shop.id}`)).toEqual([200, 'Первый']);
    expect(await found(`shop_id=${scene.otherShop.id}`)).toEqual([200, 'Второй']);
  });

  it.each(['abc', '-1', '1.5', '1e3', '0x1', '99999999999999999999', "1'--", '%00', '1,2'])(
    'finds nothing for %s',
    async (value) => {
      expect(await found(`search=shop_id:${value}`)).toEqual([200]);
    },
  );

  it('of receivers finds a notice sent to them', async () => {
    const notice = {
      priority: 'high',
      notice: 'Переучёт',
      description: 'Склад закрыт.',
      effective_from: '2026-03-01',
      expired_at: '2026-03-31',
      type: 'specific_vendor',
      received_by: [scene.store_owner.id],
    };
    await api.request(scene.super_admin, 'POST', 'store-notices', notice);
    const totalFor = async (id: number | string) =>
      (await api.request(scene.super_admin, 'GET', `store-notices?search=users.id:${id}`)).body.total;

    expect(await totalFor(scene.store_owner.id)).toBe(1);
    expect(await totalFor(scene.otherOwner.id)).toBe(0);
    expect(await totalFor('nobody')).toBe(0);
  });
});
