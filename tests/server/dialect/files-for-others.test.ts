import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Attachment } from '@/contract/core/define';
import { panelAccept } from '@/contract/core/panel-client';
import type { TrustProxy } from '@/server/core/env';
import { buildAttachment, buildScene, type Scene } from '../../support/factories';
import { type TestApp, testApp } from '../../support/server';
import { buildMarketplace, type Rows } from './dialect-scene';

/** Files in the answers to another client: full addresses, and an object where there is no picture. */
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
const noPicture = 'https://shop.test/admin/no-picture.png';
const drawn = { id: 0, original: noPicture, thumbnail: noPicture, file_name: 'no-picture.png' };
const uploads = 'https://shop.test/admin/rest/uploads/';
type WithPictures = Record<'image' | 'cover_image' | 'logo', Partial<Attachment>> & { gallery: Attachment[] };

const asOther = (user: { id: number } | null, path: string) =>
  api.request<WithPictures & { id: number; data: WithPictures[] }>(user, 'GET', path, undefined, json);

it('are full addresses, in lists and single records', async () => {
  const list = await asOther(null, `products?page=1&search=name:${encodeURIComponent('Кружка')}`);
  const one = await asOther(null, `products/${rows.product?.id}`);

  for (const product of [list.body.data[0], one.body]) {
    expect(product?.image.original?.startsWith(uploads)).toBe(true);
    expect(product?.image.thumbnail?.startsWith(uploads)).toBe(true);
    expect(product?.gallery.every(({ original }) => original.startsWith(uploads))).toBe(true);
  }
});

it('stay paths for our own panel, with null where there is no picture', async () => {
  const ask = (path: string) =>
    api.request<WithPictures>(scene.super_admin, 'GET', path, undefined, { accept: panelAccept });

  expect((await ask(`products/${rows.product?.id}`)).body.image.original).toMatch(
    /^\/admin\/rest\/uploads\//,
  );
  expect((await ask(`shops/${scene.shop.id}`)).body.logo).toBeNull();
});

it.each([
  ['shops', () => scene.shop.id, ['logo', 'cover_image']],
  ['products', () => rows.variable?.id, ['image']],
  ['categories', () => rows.categories?.id, ['image']],
  ['tags', () => rows.tags?.id, ['image']],
  ['authors', () => rows.authors?.id, ['image', 'cover_image']],
  ['manufacturers', () => rows.manufacturers?.id, ['image', 'cover_image']],
  ['coupons', () => rows.coupons?.id, ['image']],
  ['flash-sale', () => rows.sale?.id, ['image', 'cover_image']],
] as const)(
  'a missing picture of %s is a drawn one, whose fields can be read',
  async (endpoint, id, keys) => {
    const { body } = await asOther(scene.super_admin, `${endpoint}/${id()}`);

    for (const key of keys)
      expect([key, (body as unknown as Record<string, unknown>)[key]]).toEqual([key, drawn]);
  },
);

it('come back with a full address and are stored as they were', async () => {
  const { id } = await buildAttachment(api.db, { user: scene.super_admin });
  const save = (body: object) => api.request(scene.super_admin, 'PUT', `tags/${rows.tags?.id}`, body, json);
  const stored = async () =>
    (await api.db
      .selectFrom('tags')
      .select(['image', 'version'])
      .where('id', '=', Number(rows.tags?.id))
      .executeTakeFirstOrThrow()) as { image: Attachment | null; version: number };
  await save({ image: { id } });
  const before = await stored();
  expect(before.image?.original).toMatch(/^\/admin\/rest\/uploads\//);

  const { body } = await asOther(scene.super_admin, `tags/${rows.tags?.id}`);
  expect(body.image.original?.startsWith(uploads)).toBe(true);
  expect((await save(body)).status).toBe(200);
  expect(await stored()).toEqual(before);

  for (const none of [{}, null, drawn]) {
    await save({ image: { id } });
    expect((await save({ image: none })).status).toBe(200);
    expect((await stored()).image).toBeNull();
  }
});

it('leaves texts alone that look like an answer with files', async () => {
  const text = '{"image":null,"url":"/admin/rest/uploads/a.png"},"logo":null \\';
  const key = ',"logo';
  const { body: settings } = await api.request<{ options: object }>(null, 'GET', 'settings');
  await api.db
    .insertInto('settings')
    .values({
      options: JSON.stringify({ ...settings.options, siteTitle: text, logo: { [key]: null, url: text } }),
    })
    .execute();

  const { body } = await api.request<{ options: object }>(null, 'GET', 'settings', undefined, json);

  expect(body.options).toMatchObject({ siteTitle: text, logo: { [key]: null, url: text } });
});

describe('the address', () => {
  const original = '/admin/rest/uploads/logo.png';
  const ask = async (
    headers: Record<string, string>,
    site: { trustProxy?: TrustProxy; isPublicUrlGuessed?: boolean },
  ) => {
    const other = await testApp(site);
    try {
      await other.db
        .insertInto('settings')
        .values({ options: JSON.stringify({ logo: { id: 1, original, thumbnail: '' } }) })
        .execute();
      const { body } = await other.request<{ options: { logo: Attachment } }>(
        null,
        'GET',
        'settings',
        undefined,
        {
          ...json,
          ...headers,
        },
      );
      return body.options.logo.original.replace(original, '');
    } finally {
      await other.close();
    }
  };
  const forwarded = {
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-host': 'market.example',
    'x-forwarded-proto': 'https',
  };

  it.each([
    ['is PUBLIC_URL, whatever a request says', { trustProxy: 1 }, forwarded, 'https://shop.test'],
    [
      'is the one that a trusted proxy was asked for, without PUBLIC_URL',
      { trustProxy: 1, isPublicUrlGuessed: true },
      forwarded,
      'https://market.example',
    ],
    [
      'is not what a client says without a proxy',
      { isPublicUrlGuessed: true },
      { ...forwarded, host: 'evil.example' },
      'https://shop.test',
    ],
    [
      'is not what a client says from outside of the trusted networks',
      { trustProxy: ['10.0.0.0/8'], isPublicUrlGuessed: true },
      { ...forwarded, host: 'evil.example' },
      'https://shop.test',
    ],
    [
      'is this computer when it was asked for, as after the installation',
      { isPublicUrlGuessed: true },
      { host: 'localhost:4000' },
      'http://localhost:4000',
    ],
    [
      'is no text that is not a host',
      { trustProxy: 1, isPublicUrlGuessed: true },
      { ...forwarded, 'x-forwarded-host': 'evil.example/"><script>' },
      'https://shop.test',
    ],
  ])('%s', async (_title, site, headers, expected) => {
    expect(await ask(headers as Record<string, string>, site as { trustProxy?: TrustProxy })).toBe(expected);
  });
});
