import { offerLanguages } from '@tests/support/checkout';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { LackingRows, TranslationGap } from '@/contract/insights/translations';
import { lacks } from '@/server/modules/insights/translations';
import { type BuiltProduct, buildProduct } from '../../support/products';
import { setUpScene } from '../../support/scene';

const { api, scene } = setUpScene();

let tea: BuiltProduct;
let foreign: BuiltProduct;

beforeEach(async () => {
  await offerLanguages(api.db, 'en', 'ar');
  tea = await buildProduct(api.db, { shop: scene.shop, name: 'Чай', price: 300 });
  foreign = await buildProduct(api.db, { shop: scene.otherShop, name: 'Кофе', price: 300 });
});

const ask = (person: { id: number } | null, path: string) => api.request(person, 'GET', path);
const rowsOf = async (person: { id: number }, path: string) =>
  (await ask(person, path)).body as unknown as LackingRows;

async function gapOf(person: { id: number }, family: string, language: string, more = '') {
  const gaps = (await ask(person, `translations${more}`)).body as unknown as TranslationGap[];
  return gaps.find((one) => one.family === family && one.language === language);
}

describe('GET translations', () => {
  it('is for administrators, and of a shop’s products for those who edit them', async () => {
    const ofShop = `translations?shop=${scene.shop.slug}`;
    for (const path of ['translations', ofShop]) {
      expect((await ask(null, path)).status).toBe(401);
      expect((await ask(scene.customer, path)).status).toBe(403);
    }
    expect((await ask(scene.store_owner, 'translations')).status).toBe(403);
    expect((await ask(scene.otherOwner, ofShop)).status).toBe(404);
    expect((await ask(scene.super_admin, 'translations?shop=none')).status).toBe(404);
    expect((await ask(scene.store_owner, ofShop)).status).toBe(200);
    expect((await ask(scene.super_admin, 'translations')).status).toBe(200);
  });

  it('counts rows without a text that the original has, in each offered language', async () => {
    const path = `products/${tea.id}?language=en`;
    await api.request(scene.super_admin, 'PUT', path, { name: 'Tea' });
    expect(await gapOf(scene.super_admin, 'products', 'en')).toMatchObject({ total: 2, lacking: 2 });

    await api.request(scene.super_admin, 'PUT', path, { unit: 'pcs' });
    expect(await gapOf(scene.super_admin, 'products', 'en')).toEqual({
      ...{ family: 'products', domain: 'catalogue', language: 'en', total: 2, lacking: 1 },
    });
    expect(await gapOf(scene.super_admin, 'products', 'ar')).toMatchObject({ total: 2, lacking: 2 });
    const own = await gapOf(scene.store_owner, 'products', 'en', `?shop=${scene.shop.slug}`);
    expect(own).toMatchObject({ total: 1, lacking: 0 });
    expect(await gapOf(scene.store_owner, 'tags', 'en', `?shop=${scene.shop.slug}`)).toBeUndefined();
  });

  it('counts texts inside the settings, and those that were saved as a Russian copy', async () => {
    const options = { siteTitle: 'Рынок', siteSubtitle: 'Всё рядом', seo: { metaTitle: 'Рынок у дома' } };
    await api.request(scene.super_admin, 'POST', 'settings', { options });
    const before = await gapOf(scene.super_admin, 'settings', 'en');
    const english = { siteTitle: 'Market', seo: { metaTitle: 'Рынок у дома' } };
    await api.request(scene.super_admin, 'POST', 'settings?language=en', { options: english });

    expect(before?.lacking).toBe(before?.total);
    const after = await gapOf(scene.super_admin, 'settings', 'en');
    expect(after).toMatchObject({ total: before?.total, lacking: (before?.lacking ?? 0) - 1 });
    const { rows } = await rowsOf(scene.super_admin, 'translations/settings?language=en');
    expect(rows[0]?.lacks).toEqual(expect.arrayContaining(['siteSubtitle', 'seo.metaTitle']));
    expect(rows[0]?.lacks).not.toContain('siteTitle');
    expect((await ask(scene.store_owner, 'translations/settings?language=en')).status).toBe(403);
    const ofShop = `translations/settings?language=en&shop=${scene.shop.slug}`;
    expect((await ask(scene.store_owner, ofShop)).status).toBe(404);
    expect((await ask(scene.super_admin, 'translations/settings?language=ru')).status).toBe(422);
  });

  it('counts a group whose blocks or banners lack a text', async () => {
    const group = await api.request(scene.super_admin, 'POST', 'types', {
      name: 'Подарки',
      settings: { bestSelling: { enable: true, title: 'Лучшее' } },
      banners: [{ title: 'Весна', description: 'До конца мая' }],
    });
    const put = (body: object) =>
      api.request(scene.super_admin, 'PUT', `types/${group.body.id}?language=en`, body);
    const lacks = async () => {
      const { rows } = await rowsOf(scene.super_admin, 'translations/groups?language=en');
      return rows.find(({ id }) => id === group.body.id)?.lacks;
    };
    expect(await lacks()).toEqual(['name', 'settings', 'banners']);

    await put({ name: 'Gifts', settings: { bestSelling: { title: 'Best' } } });
    expect(await lacks()).toEqual(['banners']);
    const [banner] = group.body.banners as { id: number }[];
    await put({ banners: [{ id: banner?.id, title: 'Spring' }] });
    expect(await lacks()).toEqual(['banners']);
    await put({ banners: [{ id: banner?.id, title: 'Spring', description: 'Until May' }] });
    expect(await lacks()).toBeUndefined();
  });

  it('has nothing to say where one language is offered', async () => {
    await offerLanguages(api.db);
    expect((await ask(scene.super_admin, 'translations')).body).toEqual([]);
  });

  it.each(['en', 'ar'])('counts products by the index of texts that lack in %s', async (language) => {
    const condition = lacks('products', language);
    const plan = await sql<{
      'QUERY PLAN': string;
    }>`explain select id from products where ${condition}`.execute(api.db);
    const filter = plan.rows.map((row) => row['QUERY PLAN']).find((line) => line.includes('Filter: '));
    const { rows } = await sql<{ condition: string }>`select pg_get_expr(indpred, indrelid) as condition
      from pg_index where indexrelid = ${`products_lacking_${language}`}::regclass`.execute(api.db);
    // Apart from brackets: the planner compares the same condition.
    const bare = (text = '') => text.replaceAll(/[()\s]/g, '');
    expect(bare(filter?.split('Filter: ')[1])).not.toBe('');
    expect(bare(rows[0]?.condition)).toContain(bare(filter?.split('Filter: ')[1]));
  });
});

describe('GET translations/{family}', () => {
  it('asks the same questions, and for an offered language and a family with texts', async () => {
    const path = 'translations/products?language=en';
    const ofShop = `${path}&shop=${scene.shop.slug}`;
    expect((await ask(null, path)).status).toBe(401);
    expect((await ask(scene.customer, ofShop)).status).toBe(403);
    expect((await ask(scene.store_owner, path)).status).toBe(403);
    expect((await ask(scene.otherOwner, ofShop)).status).toBe(404);
    expect(
      (await ask(scene.store_owner, `translations/tags?language=en&shop=${scene.shop.slug}`)).status,
    ).toBe(404);
    expect((await ask(scene.super_admin, 'translations/users?language=en')).status).toBe(404);
    const wrong = async (query: string) =>
      (await ask(scene.super_admin, `translations/products?${query}`)).body.errors;
    expect(await wrong('language=ru')).toEqual({ language: ['error-wrong-value'] });
    expect(await wrong('language=en&after=x')).toEqual({ after: ['error-wrong-value'] });
    expect(await wrong('language=en&limit=0')).toEqual({ limit: ['error-wrong-value'] });
  });

  it('lists rows by id with the fields that lack, and goes on after one', async () => {
    const path = 'translations/products?language=en';
    const all = await rowsOf(scene.super_admin, path);
    expect(all).toEqual({
      total: 2,
      rows: [
        { id: tea.id, title: 'Чай', key: tea.slug, lacks: ['name', 'unit'] },
        { id: foreign.id, title: 'Кофе', key: foreign.slug, lacks: ['name', 'unit'] },
      ],
    });
    const next = await rowsOf(scene.super_admin, `${path}&after=${tea.id}&limit=1`);
    expect(next.rows.map(({ id }) => id)).toEqual([foreign.id]);
    const own = await rowsOf(scene.store_owner, `${path}&shop=${scene.shop.slug}`);
    expect(own.rows.map(({ id }) => id)).toEqual([tea.id]);
  });
});
