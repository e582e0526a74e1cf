import { expect, it } from 'vitest';
import { setUpScene } from '../../support/scene';
import type { Wire } from '../../support/server';

const { api, scene } = setUpScene();

const ask = (path: string) => api.request(null, 'GET', path);

it('are the slots of the settings, for everybody and in each language', async () => {
  const save = (language: string, deliveryTime: object[]) =>
    api.request(scene.super_admin, 'POST', 'settings', { language, options: { deliveryTime } });
  await save('ru', [
    { title: 'Утром', description: 'С 9 до 12' },
    { title: 'Вечером', description: null },
  ]);

  const { status, body } = await ask('delivery-times');

  expect(status).toBe(200);
  expect(body).toEqual([
    { id: 1, title: 'Утром', slug: 'utrom', icon: null, description: 'С 9 до 12', language: 'ru' },
    { id: 2, title: 'Вечером', slug: 'vecherom', icon: null, description: null, language: 'ru' },
  ]);
  const first = (body as unknown as Wire[])[0];
  expect((await ask('delivery-times/1')).body).toEqual(first);
  expect((await ask('delivery-times/utrom')).body).toEqual(first);
  expect((await ask('delivery-times/3')).status).toBe(404);
});
