import { beforeEach, describe, expect, it } from 'vitest';
import type { ProductImport } from '@/contract/catalogue/products/imports';
import { sendFile, settled } from '../../support/import-files';
import { buildGroup, buildProduct } from '../../support/products';
import { setUpScene } from '../../support/scene';
import { buildMember } from '../../support/team';

/** Who of the team may change cards but not decide about them puts nothing on sale, whichever way is tried. */
const { api, scene } = setUpScene();

interface Answered {
  id: number;
  message: string;
  needs: string[];
  status: string;
  done: number;
  refused: number;
}
let writer: { id: number };
let moderator: { id: number };

beforeEach(async () => {
  writer = await buildMember(api.db, { catalogue: 'write', moderation: 'read' });
  moderator = await buildMember(api.db, { catalogue: 'write', moderation: 'decide' });
  await api.db
    .insertInto('settings')
    .values({ options: JSON.stringify({ isProductReview: true }), version: 1 })
    .execute();
});

const put = (user: { id: number }, id: number, body: object) =>
  api.request<Answered>(user, 'PUT', `products/${id}`, body);
const statusOf = async (id: number) =>
  (await api.db.selectFrom('products').select('status').where('id', '=', id).executeTakeFirstOrThrow())
    .status;
const own = (status: 'draft' | 'publish') => buildProduct(api.db, { shop: scene.shop, status });

describe('publishing without the right to decide', () => {
  it('the form refuses it with the right that is missing', async () => {
    const { id } = await own('draft');
    const group = await buildGroup(api.db);
    const fresh = { name: 'Чашка', type_id: group.id, shop_id: scene.shop.id, unit: 'шт.', price: 100 };
    const create = (user: { id: number }, status: string) =>
      api.request<Answered>(user, 'POST', 'products', { ...fresh, status });

    for (const status of ['publish', 'approved', 'rejected']) {
      const { status: code, body } = await put(writer, id, { status });
      expect([code, body.needs], status).toEqual([403, ['moderation:decide']]);
    }
    expect((await create(writer, 'publish')).status).toBe(403);
    expect((await create(writer, 'draft')).status).toBe(201);
    expect(await statusOf(id)).toBe('draft');
    expect((await put(moderator, id, { status: 'publish' })).status).toBe(200);
    expect(await statusOf(id)).toBe('publish');
  });

  it('submits, edits what is on sale and takes it off, but does not take a card out of the queue', async () => {
    const draft = await own('draft');
    const sold = await own('publish');

    expect((await put(writer, draft.id, { status: 'under_review' })).status).toBe(200);
    expect((await put(writer, draft.id, { name: 'Новое имя' })).status).toBe(200);
    expect((await put(writer, draft.id, { status: 'draft' })).status).toBe(403);
    expect((await put(writer, sold.id, { name: 'Другое', status: 'publish' })).status).toBe(200);
    expect((await put(writer, sold.id, { status: 'unpublish' })).status).toBe(200);
    expect((await put(writer, sold.id, { status: 'publish' })).status).toBe(403);
    expect([await statusOf(draft.id), await statusOf(sold.id)]).toEqual(['under_review', 'unpublish']);
  });

  it('is no bulk change either', async () => {
    const draft = await own('draft');
    const queued = await own('draft');
    await put(writer, queued.id, { status: 'under_review' });
    const bulk = (user: { id: number }, value: string) =>
      api.request<Answered>(user, 'POST', 'products/bulk/status', {
        ...{ ids: [draft.id, queued.id], value },
        ...(value === 'rejected' && { reason: 'Нет фото' }),
      });
    const set = await api.request<Answered>(writer, 'POST', 'products/bulk/set', {
      ...{ ids: [draft.id], key: 'status', value: 'publish' },
    });

    expect([(await bulk(writer, 'publish')).status, (await bulk(writer, 'rejected')).status]).toEqual([
      403, 403,
    ]);
    expect(set.body.needs).toEqual(['moderation:decide']);
    expect((await bulk(writer, 'draft')).body).toMatchObject({ done: 0, refused: 1 });
    expect([await statusOf(draft.id), await statusOf(queued.id)]).toEqual(['draft', 'under_review']);
    expect((await bulk(moderator, 'publish')).body).toMatchObject({ done: 2, refused: 0 });
  });

  it('is no import either: the row says why', async () => {
    await buildGroup(api.db, { name: 'Посуда', slug: 'posuda' });
    const content = [
      'Артикул;Название;Группа;Цена;Остаток;Единица;Статус',
      'A-1;Чашка;Посуда;100;1;шт.;Опубликован',
      'A-2;Блюдце;Посуда;100;1;шт.;Черновик',
    ].join('\n');
    const importedBy = async (user: { id: number }) => {
      const { body } = await sendFile<ProductImport>(
        api,
        user,
        'product-imports',
        { name: 'товары.csv', content },
        { shop_id: String(scene.shop.id) },
      );
      await api.request(user, 'POST', `product-imports/${body.id}/run`);
      await settled(api, user, body.id);
      const errors = await api.request<{ data: { errors: object }[] }>(
        user,
        'GET',
        `product-imports/${body.id}/errors`,
      );
      return errors.body.data.map((row) => row.errors);
    };

    expect(await importedBy(writer)).toEqual([{ 6: 'error-status-refused' }]);
    expect(await importedBy(moderator)).toEqual([]);
  });
});
