import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { panelAccept } from '@/contract/core/panel-client';
import { offerLanguages } from '../../support/checkout';
import { buildScene, type Scene } from '../../support/factories';
import { type TestApp, testApp, type Wire } from '../../support/server';
import { buildMarketplace, type Rows } from './dialect-scene';

/** What another client may send that our own panel may not: unknown keys, and languages that are not offered. */
let api: TestApp;
let scene: Scene;
let rows: Rows;

beforeAll(async () => {
  api = await testApp();
  scene = await buildScene(api.db);
  rows = await buildMarketplace(api, scene);
});
afterAll(() => api.close());

const json = { accept: 'application/json' };
const get = (path: string, headers: Record<string, string> = json) =>
  api.request(scene.super_admin, 'GET', path, undefined, headers);
const idsOf = (body: Wire) => body.data.map(({ id }) => id);

it('recognises our panel by its requests, also by the early ones', () => {
  expect(readFileSync('public/early.js', 'utf8')).toContain(`Accept: '${panelAccept}'`);
});

describe('unknown keys of a list', () => {
  const unknown = 'colour=red&search=planet:mars&orderBy=mood&sortedBy=sideways&searchJoin=and&page=1';

  it('are ignored and named for another client', async () => {
    const { status, body, headers } = await get(`tags?${unknown}`);

    expect(status).toBe(200);
    expect(idsOf(body)).toEqual(idsOf((await get('tags?page=1')).body));
    expect(headers['x-ignored-keys']).toBe('orderBy, sortedBy, search.planet, colour');
  });

  it('leave what is known in force', async () => {
    const name = encodeURIComponent(`name:${String(rows.tags?.name)}`);
    const found = await get(`tags?page=1&searchJoin=and&search=planet:mars;${name}`);
    const missing = await get('tags?page=1&searchJoin=and&search=planet:mars;name:nothing-like-it');

    expect(idsOf(found.body)).toEqual([rows.tags?.id]);
    expect(idsOf(missing.body)).toEqual([]);
  });

  it('are named without what could break a header, and not without end', async () => {
    const many = Array.from({ length: 60 }, (_, index) => `key${index}=1`).join('&');
    const { status, headers } = await get(`tags?page=1&bad%0d%0aset-cookie=1&${many}`);

    expect(status).toBe(200);
    expect(String(headers['x-ignored-keys']).split(', ')).toEqual(
      Array.from({ length: 20 }, (_, index) => `key${index}`),
    );
  });

  it.each(['colour=red', 'search=planet:mars', 'orderBy=mood', 'sortedBy=sideways'])(
    'are refused for our own panel: %s',
    async (query) => {
      const { status, headers } = await get(`tags?page=1&${query}`, { accept: panelAccept });

      expect([status, headers['x-ignored-keys']]).toEqual([422, undefined]);
    },
  );

  it('are refused where more rows would change or leave than were asked for', async () => {
    const bulk = { query: { colour: 'red' } };
    const removal = await api.request(scene.super_admin, 'POST', 'tags/bulk/remove', bulk, json);

    expect(removal.status).toBe(422);
    expect((await get('tags/export?colour=red')).status).toBe(422);
    expect(idsOf((await get('tags?page=1')).body)).toContain(rows.tags?.id);
  });

  it('do not excuse a bad number', async () => {
    expect((await get('tags?page=first')).status).toBe(422);
  });
});

describe('a language that is not offered', () => {
  it.each(['en', 'de', 'xx'])('shows the originals in %s: lists, one record, settings', async (language) => {
    const list = await get(`tags?page=1&language=${language}`);
    const one = await get(`tags/${rows.tags?.id}?language=${language}`);
    const settings = await get(`settings?language=${language}`);

    expect([list.status, one.status, settings.status]).toEqual([200, 200, 200]);
    expect(one.body).toMatchObject({ name: rows.tags?.name, language });
    expect(list.body.data[0]).toMatchObject({ language });
    expect(settings.body.language).toBe(language);
  });

  it('writes the original', async () => {
    const path = `tags/${rows.tags?.id}`;
    const body = { name: 'Подарки', language: 'en' };
    const { status } = await api.request(scene.super_admin, 'PUT', path, body, json);
    const made = await api.request(scene.super_admin, 'POST', 'tags', { name: 'Лён', language: 'en' }, json);

    expect([status, made.status]).toEqual([200, 201]);
    const stored = await api.db
      .selectFrom('tags')
      .select(['name', 'translations'])
      .where('id', 'in', [Number(rows.tags?.id), made.body.id])
      .orderBy('id')
      .execute();
    expect(stored).toEqual([
      { name: 'Подарки', translations: {} },
      { name: 'Лён', translations: {} },
    ]);
  });

  it('is read by our own panel, too, but never written over the original', async () => {
    const path = `tags/${rows.tags?.id}?language=en`;
    const before = await get(path, { accept: panelAccept });
    const { status, body } = await api.request(scene.super_admin, 'PUT', path, { name: 'Gifts' });

    expect([before.status, before.body.language]).toEqual([200, 'ru']);
    expect([status, body.errors]).toEqual([422, { language: ['error-wrong-value'] }]);
    expect((await get(path)).body.name).toBe(before.body.name);
  });

  it('is read and written once it is offered', async () => {
    await offerLanguages(api.db, 'en');
    const path = `tags/${rows.tags?.id}`;
    await api.request(scene.super_admin, 'PUT', path, { name: 'Gifts', language: 'en' }, json);

    expect((await get(`${path}?language=en`)).body).toMatchObject({ name: 'Gifts', language: 'en' });
    expect((await get(path)).body.name).toBe('Подарки');
  });
});
