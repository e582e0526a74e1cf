import { startOptions } from '@tests/plain/options';
import { startRows } from '@tests/plain/rows';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { products } from '@/contract/catalogue/products';
import { addressKey } from '@/contract/core/define';
import { mayOpen } from '@/contract/pages';
import { isExtended, keepCapabilities, keepLacks } from '@/lib/api/capabilities';
import { api } from '@/lib/api/client';
import { factsOfServer, keepFacts } from '@/lib/api/plain/facts';
import { server } from '../server';

type Json = Record<string, unknown>;

const url = (path: string) => `http://localhost/admin/rest/${path}`;
const copy = (path: string, place = 0) => structuredClone(startRows[path]?.[place]) as Json;
const notFound = () => HttpResponse.json({ message: 'PICKBAZAR_ERROR.NOT_FOUND' }, { status: 404 });

/** Responds by address; all other addresses are missing. Returns what was asked. */
function serve(answers: Record<string, unknown>): URL[] {
  const asked: URL[] = [];
  server.use(
    http.get(url('*'), ({ request }) => {
      const address = new URL(request.url);
      asked.push(address);
      const path = address.pathname.replace('/admin/rest/', '');
      const answer = answers[path];
      if (answer === undefined) return HttpResponse.json({ message: `Cannot GET /${path}` }, { status: 404 });
      if (typeof answer === 'function') return answer(address) as Response;
      return typeof answer === 'string' ? HttpResponse.text(answer) : HttpResponse.json(answer as object);
    }),
  );
  return asked;
}

async function meet(language: string | undefined, answers: Record<string, unknown>): Promise<URL[]> {
  const settings = { id: 1, options: startOptions, ...(language && { language }) };
  const asked = serve({ settings, ...answers });
  await keepCapabilities(undefined);
  await api.get('settings', { language: 'ru' });
  asked.length = 0;
  return asked;
}

const queries = (asked: readonly URL[]) => asked.map(({ searchParams }) => Object.fromEntries(searchParams));

describe('the language of another server', () => {
  it('is that of its settings, whatever language the panel speaks', async () => {
    const asked = await meet('en', { tags: [copy('tags')], 'tags/41': copy('tags') });

    await api.page('tags', { page: 1, language: 'ru' });
    await api.one('tags', 41, { language: 'ar' });

    expect(queries(asked)).toEqual([{ page: '1', language: 'en' }, { language: 'en' }]);
  });

  it('is that of its rows when the settings name none, and is not guessed before', async () => {
    const asked = await meet(undefined, { tags: [{ ...copy('tags'), language: 'de' }] });

    await api.page('tags', { language: 'ru' });
    await api.page('tags', { language: 'ru' });

    expect(queries(asked)).toEqual([{}, { language: 'de' }]);
  });

  it('replaces a list that was asked for before the settings arrived', async () => {
    const rows = { ru: [], en: [copy('tags')] };
    const asked = serve({
      settings: { id: 1, options: startOptions, language: 'en' },
      tags: ({ searchParams }: URL) => HttpResponse.json(rows[searchParams.get('language') as 'ru' | 'en']),
    });

    const [, page] = await Promise.all([
      api.get('settings', { language: 'ru' }),
      api.page('tags', { language: 'ru' }),
    ]);

    expect(page.rows).toHaveLength(1);
    expect(asked.filter(({ pathname }) => pathname.endsWith('/tags'))).toHaveLength(2);
  });
});

it('completes a row that was asked for before the settings were', async () => {
  serve({ settings: { id: 1, options: startOptions, language: 'en' }, 'users/1': copy('users') });

  const user = api.one('users', 1);
  await Promise.all([user, api.get('settings')]);

  expect((await user).profile).toMatchObject({ avatar: null, socials: [] });
});

describe('lists of another server', () => {
  it('name the shop beside the search, and the relations that rows lack otherwise', async () => {
    const asked = await meet('ru', { reviews: [], faqs: [], questions: [] });

    await api.page('reviews', { search: 'rating:5;shop_id:11' });
    await api.page('faqs', { search: 'shop_id:11' });
    await api.page('questions', { answered: 'true' });
    await api.page('questions', {});

    expect(queries(asked)).toEqual([
      { search: 'rating:5;shop_id:11', shop_id: '11', with: 'product;user' },
      { search: 'shop_id:11', shop_id: '11' },
      { answered: 'true', with: 'product;user' },
      { with: 'product;user', answer: 'null' },
    ]);
  });

  it('leave those of our own server alone', async () => {
    const asked = serve({ settings: { id: 1, version: 1, options: {}, language: 'en' }, reviews: [] });

    await api.get('settings');
    await api.page('reviews', { search: 'shop_id:11', language: 'ru' });

    expect(queries(asked)[1]).toEqual({ search: 'shop_id:11', language: 'ru' });
  });
});

describe('a server that knows products by slug only', () => {
  const bySlug = {
    products: { data: startRows.products },
    'products/nastolnaya-lampa': copy('products'),
    'products/torsher': copy('products', 1),
    'products/71': notFound,
    'products/72': notFound,
  };

  it('gets links by slug, after it was asked once', async () => {
    const asked = await meet('ru', bySlug);

    const { rows } = await api.page('products', {});
    await api.page('products', {});

    expect(rows.map((row) => addressKey(products, row))).toEqual(['nastolnaya-lampa', 'torsher']);
    expect(asked.filter(({ pathname }) => pathname.endsWith('/71'))).toHaveLength(1);
  });

  it('is read by slug at the address of an id', async () => {
    await meet('ru', bySlug);
    await api.page('products', {});

    expect(await api.one('products', 72)).toMatchObject({ id: 72, slug: 'torsher' });
  });

  it.each([
    ['a text', 'Not here'],
    ['a list', [copy('products')]],
    ['its first row', copy('products')],
  ])('is recognised when it responds with %s to an unknown key', async (_what, wrong) => {
    await meet('ru', { ...bySlug, 'products/71': wrong, 'products/72': wrong });
    // The first row of this list is not the first of the server.
    const found = { data: [copy('products', 1)] };
    serve({ ...bySlug, products: found, 'products/71': wrong, 'products/72': wrong });

    const { rows } = await api.page('products', {});

    expect(rows.map((row) => addressKey(products, row))).toEqual(['torsher']);
  });

  it('keeps links by id where ids are known, and a row without a slug', async () => {
    await meet('ru', {
      products: [copy('products'), { ...copy('products', 1), slug: null }],
      'products/71': copy('products'),
    });

    const { rows } = await api.page('products', {});

    expect(rows.map((row) => addressKey(products, row))).toEqual([71, 72]);
  });
});

describe('a response that is no record', () => {
  it.each([
    ['a text', 'Nothing here'],
    ['a list', []],
    ['a page', { data: [], current_page: 1 }],
    ['a truth value', true],
  ])('is a missing one: %s', async (_what, answer) => {
    await meet('ru', { 'withdraws/5': answer });

    await expect(api.one('withdraws', 5)).rejects.toMatchObject({ code: 'NOT_FOUND', status: 404 });
  });
});

describe('families that another server lacks', () => {
  const me = { id: 1, name: 'Анна', permissions: [] };
  const admin = ['super_admin', 'store_owner', 'staff:feedback'];
  const known = () => new Set(factsOfServer().lacks?.map((page) => `no ${page}` as const));

  beforeEach(() => keepLacks([]));

  it('are asked for once, with the first `me`', async () => {
    const asked = await meet('ru', { me, faqs: [], 'app-versions': [] });

    await api.get('me');
    const first = asked.length;
    await api.get('me');

    expect(asked).toHaveLength(first + 1);
    expect(isExtended()).toBe(false);
    expect(mayOpen('/faqs', admin, known())).toBe(true);
    expect(mayOpen('/mobile-app-versions', admin, known())).toBe(true);
    for (const path of ['/boxes', '/boxes/create', '/error-codes/5/edit', '/social-links'])
      expect(mayOpen(path, admin, known())).toBe(false);
    expect(mayOpen('/lampy/flash-sale', admin, known())).toBe(false);
    for (const path of ['/users/my-staffs', '/lampy/products/draft', '/message/5', '/owner-message'])
      expect(mayOpen(path, admin, known()), path).toBe(false);
    for (const path of ['/users', '/products', '/lampy/products/71/edit'])
      expect(mayOpen(path, admin, known()), path).toBe(true);
    // A shop may have any other name.
    expect(mayOpen('/lampy/orders', admin, known())).toBe(true);
  });

  it('include one that responds with a text', async () => {
    await meet('ru', { me, faqs: 'Nothing here', tags: 'Nothing here' });

    await api.get('me');
    await expect(api.page('tags')).rejects.toMatchObject({ code: 'NOT_SUPPORTED' });

    expect(mayOpen('/faqs', admin, known())).toBe(false);
    expect(mayOpen('/tags', admin, known())).toBe(false);
  });

  it('include a list that turns out to be missing', async () => {
    await meet('ru', {});
    keepFacts({ lacks: [] });

    await expect(api.page('types')).rejects.toMatchObject({ code: 'NOT_SUPPORTED' });

    expect(mayOpen('/groups', admin, known())).toBe(false);
    expect(mayOpen('/tags', admin, known())).toBe(true);
  });
});

describe('what shops have in common', () => {
  it.each(['manufacturers', 'flash-sale'])('%s is asked for without the shop', async (path) => {
    const asked = await meet('en', { [path]: [] });

    await api.page(path as 'manufacturers', { search: 'shop_id:11;name:лампа', language: 'ru' });
    await api.page(path as 'manufacturers', { search: 'shop_id:11', language: 'ru' });

    expect(queries(asked)).toEqual([{ search: 'name:лампа', language: 'en' }, { language: 'en' }]);
  });

  it('a list of the shop’s own keeps it', async () => {
    const asked = await meet('en', { coupons: [] });
    await api.page('coupons', { search: 'shop_id:11', language: 'ru' });

    expect(queries(asked)).toEqual([{ search: 'shop_id:11', shop_id: '11', language: 'en' }]);
  });
});

describe('a withdrawal without details', () => {
  const row = { id: 91, amount: 500, status: 'pending', shop_id: 11 };
  const empty = () => HttpResponse.text('');

  it.each([
    ['refused as missing', notFound],
    ['answered with nothing', empty],
  ])('%s is shown as its list has it', async (_how, details) => {
    await meet('en', { 'withdraws/91': details, withdraws: { data: [{ ...row, id: 90 }, row] } });

    expect(await api.one('withdraws', 91)).toMatchObject({ id: 91, amount: 500 });
  });

  it('is missing when the list lacks it, too', async () => {
    await meet('en', { 'withdraws/91': notFound, withdraws: { data: [] } });

    await expect(api.one('withdraws', 91)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
