import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { offerLanguages } from '../../support/checkout';
import { buildScene, type Scene } from '../../support/factories';
import type { TestApp, Wire } from '../../support/server';
import { buildMarketplace, otherClientApp, type Rows } from './dialect-scene';

/**
 * Admins of the dialect choose between POST and PUT by `translated_languages`: theirs works in English, ours as installed
 * in Russian alone.
 */
let api: TestApp;
let scene: Scene;
let rows: Rows;
const json = { accept: 'application/json' };

beforeAll(async () => {
  api = await otherClientApp();
  scene = await buildScene(api.db);
  rows = await buildMarketplace(api, scene);
});
afterAll(() => api.close());

const ask = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  api.request<Wire & Record<string, unknown>>(scene.super_admin, method, path, body, json);

const families = [
  ['tags', 'tags', 'name'],
  ['categories', 'categories', 'name'],
  ['types', 'groups', 'name'],
  ['authors', 'authors', 'name'],
  ['manufacturers', 'manufacturers', 'name'],
  ['coupons', 'coupons', 'description'],
  ['taxes', 'taxes', 'name'],
  ['shippings', 'shippings', 'name'],
  ['refund-policies', 'refund-policies', 'title'],
  ['refund-reasons', 'refund-reasons', 'name'],
  ['attributes', 'attributes', 'name'],
  ['faqs', 'faqs', 'faq_title'],
  ['terms-and-conditions', 'terms-and-conditions', 'title'],
  ['store-notices', 'store-notices', 'notice'],
  ['flash-sale', 'flash-sale', 'title'],
  ['products', 'product', 'name'],
] as const;

describe.each(families)('%s', (endpoint, name, title) => {
  it('are edited, never doubled, and lose no text', async () => {
    const row = rows[name] as Wire & Record<string, unknown>;
    const key = String(row.code ?? row.slug ?? row.id);
    const before = (await ask('GET', `${endpoint}/${key}?language=en`)).body;
    expect([before.language, before.translated_languages]).toEqual(['en', ['ru', 'en']]);
    const { total: counted } = (await ask('GET', `${endpoint}?limit=1&page=1&language=en`)).body;

    const text = `${String(before[title] ?? '')} 2`;
    const { version: _version, ...sent } = before;
    const isKnown = before.translated_languages.includes('en');
    const body = {
      ...sent,
      [title]: text,
      language: 'en',
      ...(endpoint === 'products' && { shop_id: scene.shop.id }),
    };
    const saved = isKnown
      ? await ask('PUT', `${endpoint}/${row.id}`, body)
      : await ask('POST', endpoint, { ...body, slug: before.slug });
    expect([saved.status, saved.body.errors]).toEqual([200, undefined]);

    for (const language of ['ru', 'en', 'de'])
      expect((await ask('GET', `${endpoint}/${key}?language=${language}`)).body).toMatchObject({
        id: row.id,
        language,
        [title]: text,
      });
    expect((await ask('GET', `${endpoint}?limit=1&page=1&language=en`)).body.total).toBe(counted);
  });
});

it('settings name the language, too', async () => {
  const { body } = await ask('GET', 'settings?language=en');
  expect([body.language, body.translated_languages]).toEqual(['en', ['ru', 'en']]);
});

it('an offered language is translated as before, and our own panel names what is stored', async () => {
  const tag = rows.tags as Wire;
  const own = await api.request(scene.super_admin, 'GET', `tags/${tag.id}?language=en`, undefined, {
    accept: 'application/json, application/vnd.gostiny+json',
  });
  expect([own.body.language, own.body.translated_languages]).toEqual(['ru', ['ru']]);

  await offerLanguages(api.db, 'en');
  const { body } = await ask('GET', `tags/${tag.id}?language=en`);
  expect([body.language, body.translated_languages]).toEqual(['en', ['ru']]);
});
