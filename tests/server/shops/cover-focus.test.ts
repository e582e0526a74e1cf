import { beforeEach, expect, it } from 'vitest';
import { buildAttachment } from '../../support/factories';
import { setUpScene } from '../../support/scene';

/** The point of a shop's cover that stays visible when screens crop it. */
const { api, scene } = setUpScene();

let file: number;
beforeEach(async () => {
  file = (await buildAttachment(api.db, { user: scene.store_owner, kind: 'png' })).id;
});

const save = (person: 'store_owner' | 'otherOwner' | 'customer' | null, focus: unknown) =>
  api.request(person && scene[person], 'PATCH', `shops/${scene.shop.id}`, {
    cover_image: { id: file, original: 'https://elsewhere.example/a.png', thumbnail: '', focus },
  });
const cover = async () =>
  (
    await api.db
      .selectFrom('shops')
      .select('cover_image')
      .where('id', '=', scene.shop.id)
      .executeTakeFirstOrThrow()
  ).cover_image as { id: number; original: string; focus?: unknown } | null;

it('is stored with the cover by those who edit the shop, and without one there is no such key', async () => {
  expect((await save(null, { x: 20, y: 70 })).status).toBe(401);
  expect((await save('customer', { x: 20, y: 70 })).status).toBe(403);
  expect((await save('otherOwner', { x: 20, y: 70 })).status).toBe(404);
  expect(await cover()).toBeNull();

  expect((await save('store_owner', { x: 20, y: 70 })).status).toBe(200);
  expect(await cover()).toMatchObject({ id: file, focus: { x: 20, y: 70 } });
  expect((await cover())?.original).not.toContain('elsewhere');
  expect((await save('store_owner', undefined)).status).toBe(200);
  expect(Object.keys((await cover()) ?? {})).not.toContain('focus');
});

it.each([{ x: 101, y: 0 }, { x: -1, y: 0 }, { x: 0.5, y: 0 }, { x: 10 }, { x: '<', y: 1 }, 'left'])(
  'is refused as %j',
  async (focus) => {
    const { status, body } = await save('store_owner', focus);

    expect([status, Object.keys(body.errors ?? {})[0]]).toEqual([
      422,
      expect.stringMatching(/^cover_image\.focus/),
    ]);
    expect(await cover()).toBeNull();
  },
);
