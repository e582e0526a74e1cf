import { expect, it } from 'vitest';
import { offerLanguages } from '../../support/checkout';
import { setUpScene } from '../../support/scene';

/** A shop's name and description in other languages. */
const { api, scene } = setUpScene();

const english = { name: 'Tea shop', description: 'Leaf tea by weight.' };

it('are written by its owner alone, beside the original, and shown to all', async () => {
  await offerLanguages(api.db, 'en');
  const path = `shops/${scene.shop.id}`;
  const stored = () =>
    api.db.selectFrom('shops').selectAll().where('id', '=', scene.shop.id).executeTakeFirstOrThrow();
  const before = await stored();
  const send = async (person: 'customer' | 'otherOwner' | 'store_owner' | null, body: object = english) =>
    api.request(person && scene[person], 'PUT', `${path}?language=en`, body);

  expect((await send(null)).status).toBe(401);
  expect((await send('customer')).status).toBe(403);
  expect((await send('otherOwner')).status).toBe(404);
  expect((await send('store_owner', { name: '' })).body.errors).toHaveProperty('name');
  expect(await stored()).toEqual(before);
  expect(await send('store_owner')).toMatchObject({ status: 200, body: { ...english, language: 'en' } });

  const { name, description, slug } = before;
  expect(await stored()).toMatchObject({ name, description, slug, translations: { en: english } });
  const read = async (language: string) =>
    (await api.request(null, 'GET', `${path}?language=${language}`)).body;
  expect(await read('en')).toMatchObject(english);
  expect(await read('ru')).toMatchObject({ name, translated_languages: ['ru', 'en'] });
  expect(await read('ru')).not.toHaveProperty('translations');
});
