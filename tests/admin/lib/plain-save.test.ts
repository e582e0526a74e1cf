import { startOptions } from '@tests/plain/options';
import { startRows } from '@tests/plain/rows';
import { type DefaultBodyType, HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { shopToSend, shopValues } from '@/features/shops/form/shop-values';
import { api } from '@/lib/api/client';
import { server } from '../server';

type Json = Record<string, unknown>;

const url = (path: string) => `http://localhost/admin/rest/${path}`;
const copy = (path: string, place = 0) => structuredClone(startRows[path]?.[place]) as Json;

interface Served {
  language?: string;
  options?: Json;
  rows?: Record<string, unknown>;
  /** Response of every write. */
  answer?: unknown;
}

/** Another server with these rows. Returns the bodies that it receives. */
async function meet({ language, options = startOptions, rows = {}, answer = {} }: Served): Promise<Json[]> {
  const bodies: Json[] = [];
  const respond = (body: unknown): HttpResponse<DefaultBodyType> =>
    typeof body === 'string' ? HttpResponse.text(body) : HttpResponse.json(body as Json);
  server.use(
    http.get(url('settings'), () => HttpResponse.json({ id: 1, options, ...(language && { language }) })),
    http.get(url('*'), ({ request }) => {
      const row = rows[new URL(request.url).pathname.replace('/admin/rest/', '')];
      return row === undefined ? HttpResponse.json({ message: 'NOT_FOUND' }, { status: 404 }) : respond(row);
    }),
    http.all(url('*'), async ({ request }) => {
      bodies.push((await request.json()) as Json);
      return typeof answer === 'function' ? (answer() as HttpResponse<string>) : respond(answer);
    }),
  );
  await api.get('settings');
  return bodies;
}

describe('a row written to another server', () => {
  it('keeps its own language when it is edited, and is created in that of the server', async () => {
    const bodies = await meet({ language: 'en', rows: { 'tags/41': { ...copy('tags'), language: 'de' } } });

    await api.put('tags/41', { name: 'Neu', language: 'ru' }, { language: 'ru' });
    await api.post('tags', { name: 'New', language: 'ru' });
    await api.post('taxes', { name: 'VAT', language: 'ru' });

    expect(bodies).toEqual([
      { name: 'Neu', language: 'de' },
      { name: 'New', language: 'en' },
      { name: 'VAT' },
    ]);
  });

  it('has no language while the server’s own is unknown', async () => {
    const bodies = await meet({});

    await api.put('tags/41', { name: 'Neu', language: 'ru' });
    await api.post('tags', { name: 'New', language: 'ru' });

    expect(bodies).toEqual([{ name: 'Neu' }, { name: 'New' }]);
  });

  it('takes back what was not changed as it came, and nothing empty that it lacks', async () => {
    const stored = {
      ...{ id: 31, name: 'Свет', slug: 'svet', language: 'ru', icon: null, image: [], details: null },
      ...{ type_id: '21', position: '3', banner: 'https://lampy.example/a.png' },
    };
    const bodies = await meet({ language: 'ru', rows: { 'categories/31': stored } });

    await api.put('categories/31', {
      ...{ name: 'Светло', slug: 'svet', language: 'ru', icon: '', image: null, details: '' },
      ...{ type_id: 21, position: 3, banner_image: [], parent_id: null, is_hidden: false, version: 1 },
    });

    expect(bodies).toEqual([
      {
        ...{ name: 'Светло', slug: 'svet', language: 'ru', icon: null, image: [], details: null },
        ...{ type_id: '21', position: '3' },
      },
    ]);
  });

  it('names the code of a coupon only when it changes', async () => {
    const coupon = { id: 61, code: 'SVET', amount: 10, language: 'ru' };
    const bodies = await meet({ language: 'ru', rows: { 'coupons/61': coupon } });

    await api.put('coupons/61', { code: 'SVET', amount: 20, language: 'ru' });
    await api.put('coupons/61', { code: 'LETO', amount: 20, language: 'ru' });

    expect(bodies).toEqual([
      { amount: 20, language: 'ru' },
      { amount: 20, language: 'ru', code: 'LETO' },
    ]);
  });

  it('has the version of an app, not that of the row', async () => {
    const bodies = await meet({ rows: { 'app-versions/7': { id: 7, version: '1.2', platform: 'ios' } } });

    await api.put('app-versions/7', { app_version: '1.2', platform: 'android', version: 3 });
    await api.post('app-versions', { app_version: '1.3', platform: 'ios' });

    expect(bodies).toEqual([
      { version: '1.2', platform: 'android' },
      { version: '1.3', platform: 'ios' },
    ]);
  });

  it('has a language for each new value of an attribute', async () => {
    const bodies = await meet({
      language: 'en',
      rows: { 'attributes/51': { ...copy('attributes'), language: 'en' } },
    });

    await api.put('attributes/51', { name: 'Цвет', language: 'ru', values: [{ value: 'Blue', meta: '' }] });

    expect(bodies[0]?.values).toEqual([{ value: 'Blue', meta: '', language: 'en' }]);
  });
});

describe('a product of another server', () => {
  it('is sent with what the rules of the original demand', async () => {
    const bodies = await meet({ language: 'ru', rows: { 'products/71': copy('products') } });

    await api.put('products/71', { name: 'Лампа', language: 'ru' });
    await api.put('products/71', { price: 1300 });

    const kept = { shop_id: 11, product_type: 'simple', slug: 'nastolnaya-lampa', sale_price: null };
    expect(bodies).toEqual([
      { ...kept, name: 'Лампа', language: 'ru', price: 1200, min_price: 1200, max_price: 1200 },
      { ...kept, price: 1300, min_price: 1300, max_price: 1300 },
    ]);
  });

  it('has a language for each new variation', async () => {
    const bodies = await meet({ rows: { 'products/72': { ...copy('products', 1), language: 'en' } } });
    const added = { options: [{ name: 'Цвет', value: 'Синий' }], price: 900 };

    await api.put('products/72', { language: 'ru', variation_options: { upsert: [added], delete: [] } });

    expect(bodies[0]).toMatchObject({
      language: 'en',
      variation_options: { upsert: [{ ...added, language: 'en', title: 'Синий' }] },
    });
  });

  it('is saved where only its slug is known, also under a new one', async () => {
    const rows: Json = { products: [copy('products')], 'products/nastolnaya-lampa': copy('products') };
    const bodies = await meet({ language: 'ru', rows, answer: 'Product updated' });
    await api.page('products', {});
    rows['products/lampa'] = { ...copy('products'), slug: 'lampa' };

    const saved = await api.put('products/71', { slug: 'lampa' });

    expect(bodies[0]).toMatchObject({ slug: 'lampa', product_type: 'simple' });
    expect(saved).toMatchObject({ id: 71, slug: 'lampa' });
  });
});

describe('a shop of another server', () => {
  const stored: Json = {
    ...copy('shops'),
    settings: { ...(copy('shops').settings as Json), askForAQuote: { enable: true } },
  };

  it('keeps what other programs have stored, and gets no categories', async () => {
    const bodies = await meet({ language: 'ru', rows: { 'shops/11': stored } });
    const shop = await api.one('shops', 11);
    const values = { ...shopValues(shop, null, 'ru'), name: 'Лампы!' };

    await api.put('shops/11', shopToSend(values, shop));

    expect(bodies[0]).toEqual({
      ...{ name: 'Лампы!', slug: stored.slug, description: null, logo: stored.logo, cover_image: [] },
      address: stored.address,
      settings: stored.settings,
    });
  });

  it('gets the categories that were chosen', async () => {
    const bodies = await meet({ language: 'ru', rows: { 'shops/11': stored } });

    await api.put('shops/11', { categories: [31] });
    await api.post('shops', { name: 'Новая', categories: [] });

    expect(bodies).toEqual([{ categories: [31] }, { name: 'Новая' }]);
  });

  it('is known after a success that is neither a row nor followed by one', async () => {
    const rows: Json = { 'shops/lampy': stored };
    const answer = () => {
      rows['shops/lampy'] = 'Shop of Oleg';
      return HttpResponse.text('Shop updated');
    };
    await meet({ language: 'ru', rows, answer });
    await api.one('shops', 'lampy');

    expect(await api.put('shops/11', { name: 'Лампы!' })).toMatchObject({
      id: 11,
      slug: 'lampy',
      name: 'Лампы!',
      settings: { socials: [] },
    });
  });
});

describe('settings of another server', () => {
  const options = {
    ...startOptions,
    ...{ maxShopDistance: '50', taxClass: '231', isProductReview: 0, enableTerms: '1' },
    reviewSystem: { value: 'review_multiple_time', name: 'Many' },
  };
  const tab = { maxShopDistance: 50, taxClass: 231, isProductReview: false, enableTerms: true };

  it('are shown in our types', async () => {
    await meet({ options });

    expect(await api.get('settings')).toMatchObject({
      options: { ...tab, reviewSystem: 'review_multiple_time', shippingClass: 241 },
    });
  });

  it('come back as they came, without our defaults', async () => {
    const bodies = await meet({ options });

    await api.post('settings', {
      language: 'ru',
      options: { ...tab, reviewSystem: 'review_multiple_time', lowStockThreshold: 10, refundDays: 14 },
    });

    expect(bodies[0]?.options).toEqual(options);
  });

  it('are read again after a response that is none', async () => {
    await meet({ options, answer: 'Saved' });

    const saved = await api.post('settings', { language: 'ru', options: { siteTitle: 'Лампы' } });

    expect(saved.options).toMatchObject({ ...tab, timeZone: 'Europe/Moscow' });
  });

  it('are changed in the type that the server uses', async () => {
    const bodies = await meet({ options });

    await api.post('settings', {
      language: 'ru',
      options: {
        ...{ maxShopDistance: 70, taxClass: null, isProductReview: true, refundDays: 30 },
        reviewSystem: 'review_single_time',
      },
    });

    expect(bodies[0]?.options).toEqual({
      ...options,
      ...{ maxShopDistance: '70', taxClass: null, isProductReview: 1, refundDays: 30 },
      reviewSystem: { value: 'review_single_time', name: 'review_single_time' },
    });
  });
});
