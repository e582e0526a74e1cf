import { offerLanguages } from '@tests/support/checkout';
import { beforeEach, describe, expect, it } from 'vitest';
import { resources } from '@/contract';
import type { AnyResource } from '@/contract/core/define';
import { undoFamilies } from '@/contract/core/history';
import { withNeeds } from '../../support/needs';
import { buildProduct } from '../../support/products';
import { sampleNames, samples } from '../../support/samples';
import { setUpScene } from '../../support/scene';
import type { Wire } from '../../support/server';

/** Every family with a form can put it back, in each language; what a person may no longer set stays. */
const { api, scene } = setUpScene();
beforeEach(() => offerLanguages(api.db, 'en', 'ar'));

async function lastEntry(): Promise<number> {
  const rows = await api.db.selectFrom('audit_log').select('id').orderBy('id', 'desc').limit(1).execute();
  return rows[0]?.id ?? 0;
}

const preview = async (person: { id: number }, entry: number) =>
  api.request(person, 'GET', `audit/${entry}/undo`);

async function undo(person: { id: number }, entry: number, fields: readonly string[], version: number) {
  return api.request(person, 'POST', `audit/${entry}/undo`, { fields, version });
}

describe.each(sampleNames.filter((name) => undoFamilies.some((one) => one === name)))('%s', (name) => {
  const resource: AnyResource = resources[name];
  const { body: bodyOf, changed, english = {} } = samples[name] as (typeof samples)['tags'];
  beforeEach(() => withNeeds(api, scene, name));

  const create = async (): Promise<Wire> => {
    const answer = await api.request(
      scene.super_admin,
      'POST',
      resource.endpoint,
      bodyOf(scene, 'super_admin'),
    );
    expect(answer.status).toBe(201);
    return answer.body;
  };
  const save = async (id: number, body: object, language = 'ru'): Promise<Wire> => {
    const path = `${resource.endpoint}/${id}?language=${language}`;
    const answer = await api.request(scene.super_admin, resource.updateMethod, path, body);
    expect([answer.status, answer.body.errors]).toEqual([200, undefined]);
    return answer.body;
  };

  it('puts a saved form back', async () => {
    const row = await create();
    const { version } = await save(row.id, changed);
    const entry = await lastEntry();

    const shown = await preview(scene.super_admin, entry);
    const fields = Object.keys({ ...(shown.body.changes as object) });
    expect(fields).not.toEqual([]);
    expect((await undo(scene.super_admin, entry, fields, version)).status).toBe(200);

    const { body } = await api.request(scene.super_admin, 'GET', `${resource.endpoint}/${row.id}`);
    for (const key of fields) expect([key, body[key]]).toEqual([key, row[key]]);
  });

  it.runIf(resource.translatable.length > 0)('puts a translation back in its language alone', async () => {
    const row = await create();
    const [key = '', given] = Object.entries(english)[0] ?? [];
    const text = String(given);
    await save(row.id, { [key]: text }, 'en');
    const { version } = await save(row.id, { [key]: `${text} 2` }, 'en');
    const entry = await lastEntry();

    const shown = await preview(scene.super_admin, entry);
    expect(shown.body.changes).toEqual({ [key]: [`${text} 2`, text] });
    expect((await undo(scene.super_admin, entry, [key], version)).status).toBe(200);
    const path = `${resource.endpoint}/${row.id}`;
    const inEnglish = await api.request(scene.super_admin, 'GET', `${path}?language=en`);
    const inRussian = await api.request(scene.super_admin, 'GET', path);
    expect([inEnglish.body[key], inRussian.body[key]]).toEqual([text, row[key]]);
  });
});

describe('undoing', () => {
  it('does not take an original for the former text of a first translation', async () => {
    await withNeeds(api, scene, 'tags');
    const { body: tag } = await api.request(
      scene.super_admin,
      'POST',
      'tags',
      samples.tags.body(scene, 'super_admin'),
    );
    await api.request(scene.super_admin, 'PUT', `tags/${tag.id}?language=en`, {
      name: 'Gift',
      details: 'For all',
    });

    const entry = await lastEntry();
    const { body } = await preview(scene.super_admin, entry);
    // A name is required, so it cannot go; the details can.
    expect(body.changes).toEqual({ details: ['For all', null] });
    expect((await undo(scene.super_admin, entry, ['details'], 2)).status).toBe(200);
    const row = await api.db
      .selectFrom('tags')
      .select('translations')
      .where('id', '=', Number(tag.id))
      .executeTakeFirst();
    expect(row).toEqual({ translations: { en: { name: 'Gift', details: null } } });
  });

  it('refuses a coupon of another shop, and what a shop may not set', async () => {
    const sent = { ...samples.coupons.body(scene, 'store_owner'), shop_id: scene.shop.id, amount: 10 };
    const made = await api.request(scene.store_owner, 'POST', 'coupons', sent);
    expect(made.status).toBe(201);
    const path = `coupons/${made.body.id}`;
    await api.request(scene.super_admin, 'PUT', path, { is_approve: true, minimum_cart_amount: 700 });
    const entry = await lastEntry();

    for (const person of [scene.otherOwner, scene.otherStaff])
      expect((await preview(person, entry)).status).toBe(404);
    const history = await api.request(scene.otherOwner, 'GET', `audit?family=coupons&id=${made.body.id}`);
    expect(history.status).toBe(404);
    const own = await api.request(scene.store_owner, 'GET', `audit?family=coupons&id=${made.body.id}`);
    expect(own.body.total).toBe(2);
    const shown = await preview(scene.store_owner, entry);
    expect(Object.keys({ ...(shown.body.changes as object) })).toEqual(['minimum_cart_amount']);
    const forced = await undo(scene.store_owner, entry, ['is_approve'], shown.body.version);
    expect(forced.body.errors).toEqual({ fields: ['error-wrong-value'] });
    const row = await api.db.selectFrom('coupons').select('is_approve').executeTakeFirstOrThrow();
    expect(row.is_approve).toBe(true);
  });

  it('refuses a translation that was saved meanwhile, and a product that is not the person’s', async () => {
    const product = await buildProduct(api.db, { shop: scene.shop, name: 'Чай', price: 300 });
    const path = `products/${product.id}?language=en`;
    await api.request(scene.super_admin, 'PUT', path, { name: 'Tea' });
    await api.request(scene.super_admin, 'PUT', path, { name: 'Green tea' });
    const entry = await lastEntry();
    await api.request(scene.super_admin, 'PUT', path, { name: 'Black tea' });

    expect((await undo(scene.super_admin, entry, ['name'], 3)).status).toBe(409);
    expect((await undo(scene.otherOwner, entry, ['name'], 4)).status).toBe(404);
    expect((await undo(scene.super_admin, entry, ['name'], 4)).status).toBe(200);
    const row = await api.db
      .selectFrom('products')
      .select(['name', 'translations'])
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ name: 'Чай', translations: { en: { name: 'Tea' } } });
  });

  it('is not for rows that decisions change', async () => {
    await api.db
      .insertInto('audit_log')
      .values({
        at: api.now(),
        family: 'orders',
        row_id: 1,
        action: 'update',
        changes: '{}',
        request_id: 'x',
      })
      .execute();
    expect((await preview(scene.super_admin, await lastEntry())).status).toBe(404);
  });
});
