import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import { type AnyResource, addressKey, type BaseRow } from '@/contract/core/define';
import { permissionsOfRole } from '@/contract/core/permissions';
import { resources } from '@/contract/index';
import { periodDays, periodNames } from '@/contract/insights/analytics';
import { movesFrom } from '@/contract/orders/moves';
import { api, apiAs } from '@/lib/api/client';
import { type ClientError, errorText } from '@/lib/api/errors';
import type { Row } from '@/mock/world';
import { startMockApi } from '../mock-api';

const families = Object.values(resources) as AnyResource[];
const failure = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable('The mock should have refused'),
    (error: ClientError) => error,
  );

/** The first of a family's recorded rows. */
const rowIn = ([row]: Row[]): Row => row ?? expect.unreachable('The recording has no rows');

describe('every family of the contract', () => {
  it.each(families.map((family) => [family.name, family] as const))(
    '%s has a list and details',
    async (_, family) => {
      startMockApi();

      const { rows } = await apiAs.page<BaseRow>(family.endpoint, { page: 1, limit: 5 });
      const [row] = rows;
      if (!row) return expect.unreachable(`${family.name} has no rows`);
      const details = await apiAs.one<BaseRow>(family.endpoint, addressKey(family, row));

      expect(details).toMatchObject({ id: row.id, version: row.version });
      expect(family.titleOf(details)).not.toBe('');
    },
  );

  it.each(families.map((family) => [family.name, family] as const))(
    '%s sorts by each of its columns',
    async (_, family) => {
      startMockApi();
      const sorted = family.columns.filter(({ sort }) => sort).map(({ key }) => key);

      for (const orderBy of sorted) {
        const { rows } = await apiAs.page<BaseRow>(family.endpoint, { orderBy, page: 1 });
        expect(rows.length).toBeGreaterThan(0);
      }
    },
  );
});

describe('a recorded row', () => {
  // An order is not saved: its input is a move.
  const written = families.filter(({ name }) => name !== 'orders');

  it.each(written.map((family) => [family.name, family] as const))(
    'of %s is saved as it is',
    async (_, family) => {
      startMockApi();
      const { rows } = await apiAs.page<BaseRow>(family.endpoint, { page: 1, limit: 100 });

      for (const row of rows) {
        const saved = await api.put(`${family.endpoint}/${addressKey(family, row)}`, {});
        expect(saved).toEqual({ ...row, version: row.version + 1, updated_at: saved.updated_at });
      }
    },
  );
});

describe('a list of the mock', () => {
  it('is paged', async () => {
    const world = startMockApi();

    const second = await api.page('tags', { page: 2, limit: 10 });

    expect(second.paginator).toMatchObject({
      currentPage: 2,
      from: 11,
      to: 20,
      total: world.tables.tags.length,
    });
    const first = await api.page('tags', { page: 1, limit: 10 });
    expect(first.rows.map(({ id }) => id)).not.toContain(second.rows[0]?.id);
  });

  it('is sorted alphabetically in Russian', async () => {
    startMockApi();

    const { rows } = await api.page('tags', { orderBy: 'name', sortedBy: 'asc', limit: 100 });

    const names = rows.map(({ name }) => name);
    expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'ru')));
    expect(names.length).toBeGreaterThan(10);
  });

  it('finds rows by part of the name and by the slug of a relation', async () => {
    startMockApi();
    const tag = (await api.page('tags')).rows.find(({ type }) => type !== null);
    const group = String(tag?.type?.slug);

    const named = await api.page('tags', { search: `name:${tag?.name.slice(1).toUpperCase()}` });
    const both = {
      search: `name:${tag?.name.slice(1, 2)};type.slug:${group}`,
      searchJoin: 'and',
      limit: 100,
    };
    const related = await api.page('tags', both);

    expect(named.rows.map(({ name }) => name)).toEqual([tag?.name]);
    expect(related.rows.length).toBeGreaterThan(0);
    expect(new Set(related.rows.map(({ type }) => type?.slug))).toEqual(new Set([group]));
  });

  it('refuses a search key and a sort that the family does not declare', async () => {
    startMockApi();

    expect(await failure(api.page('tags', { search: 'secret:1' }))).toMatchObject({ status: 422 });
    expect(await failure(api.page('tags', { orderBy: 'secret' }))).toMatchObject({
      fields: { orderBy: expect.anything() },
    });
  });
});

describe('saving in the mock', () => {
  it('creates a row with a slug and its relation', async () => {
    const world = startMockApi();

    const group = rowIn(world.tables.groups);
    const tag = await api.post('tags', { name: 'Берёза', type_id: group.id });

    expect(tag).toMatchObject({
      slug: 'beryoza',
      version: 1,
      type: { id: group.id, name: group.name },
    });
    expect(await api.one('tags', 'beryoza')).toEqual(tag);
  });

  it('refuses bad input at its field', async () => {
    startMockApi();

    const refusal = await failure(api.post('tags', { name: '', slug: 'Не слаг' }));

    expect(refusal).toMatchObject({ status: 422, code: 'VALIDATION_FAILED' });
    expect(refusal.fields).toEqual({ name: ['error-name-required'], slug: ['error-slug-format'] });
  });

  it('refuses a stale version with the current row', async () => {
    const { id, version } = rowIn(startMockApi().tables.tags);
    await api.put(`tags/${id}`, { name: 'Сначала', version });

    const refusal = await failure(api.put(`tags/${id}`, { name: 'Потом', version }));

    expect(refusal).toMatchObject({
      status: 409,
      code: 'CONFLICT',
      current: { name: 'Сначала', version: version + 1 },
    });
    expect((await api.one('tags', id)).name).toBe('Сначала');
  });

  it('translates the declared fields only', async () => {
    const { id, slug } = rowIn(startMockApi().tables.tags);

    await api.put(`tags/${id}`, { name: 'Birch', slug: 'birch' }, { language: 'en' });

    const english = await api.one('tags', id, { language: 'en' });
    expect(english).toMatchObject({ name: 'Birch', slug, translated_languages: ['ru', 'en'] });
    expect((await api.one('tags', id)).name).not.toBe('Birch');
  });

  it('removes a row and restores it', async () => {
    const { id, version } = rowIn(startMockApi().tables.tags);
    await api.remove(`tags/${id}`);
    expect(await failure(api.one('tags', id))).toMatchObject({ code: 'NOT_FOUND' });

    await apiAs.post(`tags/${id}/restore`);

    expect(await api.one('tags', id)).toMatchObject({ id, version: version + 2 });
  });

  it('saves settings', async () => {
    startMockApi();
    const { version } = await api.get('settings', { language: 'ru' });

    await api.post('settings', { language: 'ru', version, options: { siteTitle: 'Лавка' } });

    expect((await api.get('settings')).options.siteTitle).toBe('Лавка');
  });
});

describe('people of the mock', () => {
  it('sign in with the demo password', async () => {
    startMockApi();

    const owner = await api.post('token', { email: 'owner@demo.ru', password: 'Demo12345' });
    const wrong = await api.post('token', { email: 'owner@demo.ru', password: 'Demo54321' });

    expect(owner).toMatchObject({ role: 'store_owner', permissions: permissionsOfRole.store_owner });
    expect(wrong.token).toBeNull();
  });

  it('have only the permissions of the contract', async () => {
    startMockApi('staff@demo.ru');

    expect(await failure(api.post('tags', { name: 'Берёза' }))).toMatchObject({ status: 403 });
    expect(await failure(api.page('users'))).toMatchObject({ status: 403 });
  });

  it('see the rows of their own shops', async () => {
    startMockApi('owner@demo.ru');
    const me = await api.get('me');
    const own = me.shops.map(({ id }) => id);

    const { rows } = await api.page('orders', { limit: 100 });

    expect(own.length).toBeGreaterThan(1);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ shop_id }) => !own.includes(Number(shop_id)))).toEqual([]);
  });

  it('need a session', async () => {
    startMockApi('nobody@demo.ru');

    expect(await failure(api.get('me'))).toMatchObject({ status: 401 });
  });
});

describe('dashboards of the mock', () => {
  it.each(periodNames)('show the recorded figures of the period %s, until today', async (period) => {
    startMockApi();

    const answer = await api.get('analytics/figures', { period, basis: 'placed' });

    const { from, to } = answer.period;
    expect(Date.parse(to) - Date.parse(from)).toBe((periodDays[period] - 1) * 86_400_000);
    expect(Date.now() - Date.parse(to)).toBeLessThan(2 * 86_400_000);
    expect(answer.figures.orders?.value).toBeGreaterThan(0);
  });

  it('of a shop have less than those of the person', async () => {
    startMockApi('owner@demo.ru');
    const [shop] = (await api.get('me')).shops;
    const revenue = async (query: object) =>
      (await api.get('analytics/figures', { ...query })).figures.revenue?.value ?? 0;

    const [own, all] = [await revenue({ shop: shop?.slug }), await revenue({})];

    expect(own).toBeGreaterThan(0);
    expect(all).toBeGreaterThan(own);
  });

  it('show no money to staff', async () => {
    startMockApi('staff@demo.ru');

    expect(await failure(api.get('analytics/sales'))).toMatchObject({ status: 403 });
  });
});

describe('orders of the mock', () => {
  it('offer the moves of their new status', async () => {
    const { id } = rowIn(startMockApi().tables.orders);

    const order = await api.put(`orders/${id}`, { order_status: 'order-processing' });

    expect(order.moves).toEqual(movesFrom('order-processing'));
  });
});

describe('an unmocked endpoint', () => {
  it('responds that this server does not support it', async () => {
    startMockApi();

    const refusal = await failure(apiAs.post('products/bulk/price', {}));

    expect(refusal).toMatchObject({ status: 501, code: 'NOT_SUPPORTED' });
    expect(errorText(i18next.t, refusal)).toBe('Этот сервер такого не умеет.');
  });
});
