import { describe, expect, it } from 'vitest';
import { maxTemplates } from '@/contract/messaging/reply-templates/placeholders';
import { setUpScene } from '../../support/scene';

/** Reply templates: a shop's own, for its owner and for staff with the right to answer. */
const { api, scene } = setUpScene();

type User = { id: number } | null;

const template = (more: object = {}) => ({
  title: 'Заказ в пути',
  text: 'Здравствуйте, {customer}! Заказ {order} уже в пути.',
  shop_id: scene.shop.id,
  ...more,
});

const write = (user: User, more: object = {}) => api.request(user, 'POST', 'reply-templates', template(more));

const stored = () =>
  api.db
    .selectFrom('reply_templates')
    .select(['title', 'text', 'shop_id', 'deleted_at'])
    .orderBy('id')
    .execute();

async function titlesFor(user: User, query = '') {
  const { body } = await api.request<{ data: { title: string }[] }>(
    user,
    'GET',
    `reply-templates?limit=100${query}`,
  );
  return body.data.map(({ title }) => title);
}

describe('a reply template', () => {
  it.each(['store_owner', 'staff', 'super_admin'] as const)(
    'is written, changed and removed by %s',
    async (role) => {
      const made = await write(scene[role]);
      expect([made.status, made.body]).toMatchObject([
        201,
        { title: 'Заказ в пути', shop: { id: scene.shop.id } },
      ]);

      const path = `reply-templates/${made.body.id}`;
      const changed = await api.request(scene[role], 'PUT', path, {
        ...template({ title: 'Едет' }),
        version: made.body.version,
      });
      expect(changed.status).toBe(200);
      expect((await stored())[0]).toMatchObject({ title: 'Едет', shop_id: scene.shop.id });

      expect((await api.request(scene[role], 'DELETE', path)).status).toBe(200);
      expect((await stored())[0]?.deleted_at).not.toBeNull();
      expect(await titlesFor(scene[role])).toEqual([]);
    },
  );

  it.each([
    ['a guest', null, 401],
    ['a customer', 'customer', 403],
  ] as const)('is neither listed nor written for %s', async (_who, person, expected) => {
    await write(scene.store_owner);
    const user = person && scene[person];

    const asked = [await api.request(user, 'GET', 'reply-templates'), await write(user)];

    expect(asked.map(({ status }) => status)).toEqual([expected, expected]);
    expect(await stored()).toHaveLength(1);
  });

  it('is kept from staff without the right to answer', async () => {
    await api.db
      .updateTable('users')
      .set({ permissions: ['staff', 'staff:catalogue'] })
      .where('id', '=', scene.staff.id)
      .execute();

    expect((await api.request(scene.staff, 'GET', 'reply-templates')).status).toBe(403);
    expect((await write(scene.staff)).status).toBe(403);
  });

  it.each(['otherOwner', 'otherStaff'] as const)('of another shop is not found for %s', async (person) => {
    const { body } = await write(scene.store_owner);
    const path = `reply-templates/${body.id}`;

    const asked = [
      await api.request(scene[person], 'GET', path),
      await api.request(scene[person], 'PUT', path, {
        ...template({ title: 'Чужой' }),
        version: body.version,
      }),
      await api.request(scene[person], 'DELETE', path),
    ];

    expect(asked.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(await titlesFor(scene[person])).toEqual([]);
    expect(await stored()).toMatchObject([{ title: 'Заказ в пути', deleted_at: null }]);
  });

  it.each([
    ['an empty title', { title: ' ' }, 'title'],
    ['a title of two lines', { title: 'Заказ\nв пути' }, 'title'],
    ['a title that is too long', { title: 'З'.repeat(81) }, 'title'],
    ['an empty text', { text: '' }, 'text'],
    ['a text that is too long', { text: 'З'.repeat(2001) }, 'text'],
    ['a word in braces that nothing fills', { text: 'Цена {price}' }, 'text'],
  ])('is refused with %s', async (_what, more, field) => {
    const { status, body } = await write(scene.store_owner, more);

    expect(status).toBe(422);
    expect(Object.keys(body.errors ?? {})).toEqual([field]);
    expect(await stored()).toEqual([]);
  });

  it('is refused to a vendor for another shop and for the marketplace', async () => {
    const statuses = [
      (await write(scene.store_owner, { shop_id: scene.otherShop.id })).status,
      (await write(scene.store_owner, { shop_id: null })).status,
    ];

    expect(statuses).toEqual([404, 422]);
    expect(await stored()).toEqual([]);
  });

  it('of the marketplace is for administrators alone, who ask for it apart', async () => {
    await write(scene.super_admin, { title: 'Площадки', shop_id: null });
    await write(scene.store_owner);

    expect(await titlesFor(scene.store_owner)).toEqual(['Заказ в пути']);
    expect(await titlesFor(scene.super_admin, '&platform=true')).toEqual(['Площадки']);
    expect(await titlesFor(scene.super_admin, `&search=shop_id:${scene.shop.id}`)).toEqual(['Заказ в пути']);
  });

  it('is one of a hundred at most, also when the last two are written at once or one is restored', async () => {
    const rows = Array.from({ length: maxTemplates - 1 }, (_, at) => ({
      title: `Ответ ${at}`,
      text: 'Спасибо!',
      shop_id: scene.shop.id,
    }));
    await api.db.insertInto('reply_templates').values(rows).execute();

    const both = await Promise.all([write(scene.store_owner), write(scene.staff)]);
    expect(both.map(({ status }) => status).sort((one, other) => one - other)).toEqual([201, 422]);
    expect(both.find(({ status }) => status === 422)?.body.errors).toEqual({
      title: ['error-too-many-templates'],
    });

    const made = both.find(({ status }) => status === 201)?.body;
    await api.request(scene.store_owner, 'DELETE', `reply-templates/${made?.id}`);
    expect((await write(scene.store_owner)).status).toBe(201);
    expect((await api.request(scene.store_owner, 'POST', `reply-templates/${made?.id}/restore`)).status).toBe(
      422,
    );
    expect((await write(scene.otherOwner, { shop_id: scene.otherShop.id })).status).toBe(201);
  });
});
