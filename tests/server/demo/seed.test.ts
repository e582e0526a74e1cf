import { existsSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ResourceName, resourceNames, resources } from '@/contract';
import type { AuthAnswer, Me } from '@/contract/accounts/auth';
import type { AnyResource } from '@/contract/core/define';
import { reservedSlugs } from '@/contract/core/pages';
import type { Settings } from '@/contract/settings';
import { generalSettingsSchema } from '@/contract/settings/schema';
import type { DB } from '@/server/core/db/types';
import { demoAccounts, seedDemo } from '@/server/demo/demo';
import { type TestApp, testApp } from '../../support/server';

/** The demo marketplace (design §2): its accounts, how rich it is, and that it obeys the product's own rules. */
let api: TestApp;

beforeAll(async () => {
  api = await testApp();
  await seedDemo({ db: api.db, now: api.now(), dataDir: api.dataDir });
});
afterAll(() => api.close());

/** People of a shop's staff are accounts. */
const tableOf = (name: ResourceName) => (name === 'staffs' ? 'users' : name.replaceAll('-', '_')) as keyof DB;

function rowsOf(name: ResourceName): Promise<object[]> {
  if (name !== 'staffs') return api.db.selectFrom(tableOf(name)).selectAll().execute();
  return api.db.selectFrom('users').selectAll().where('shop_id', 'is not', null).execute();
}

async function account(email: string): Promise<{ token: string; role: string; me: Me }> {
  const answer = await api.request<AuthAnswer>(null, 'POST', 'token', { email, password: 'Demo12345' });
  const headers = { authorization: `Bearer ${answer.body.token}` };
  const { body } = await api.request<Me>(null, 'GET', 'me', undefined, headers);
  return { token: String(answer.body.token), role: String(answer.body.role), me: body };
}

describe('the demo', () => {
  it('has the accounts that it prints', async () => {
    for (const line of demoAccounts) {
      const [email = '', role] = line.split(' — ');
      expect([email, (await account(email)).role]).toEqual([email, role]);
    }
  });

  it('gives the owners their shops and the staff member the first one', async () => {
    const [owner, owner2, staff, admin] = await Promise.all(
      ['owner', 'owner2', 'staff', 'admin'].map((name) => account(`${name}@demo.ru`)),
    );

    expect([owner?.me.shops.length, owner2?.me.shops.length]).toEqual([2, 1]);
    expect(staff?.me.managed_shop?.id).toBe(owner?.me.shops[0]?.id);
    expect([admin?.me.name, admin?.me.shops]).toEqual(['Анна Ковалёва', []]);
  });

  it('is rich', async () => {
    const counts = Object.fromEntries(
      await Promise.all(
        [...resourceNames.map(tableOf), 'shops' as const].map(async (table) => {
          const rows = await api.db.selectFrom(table).selectAll().execute();
          return [table, rows.length] as const;
        }),
      ),
    );

    const least = {
      ...{ tags: 40, boxes: 12, error_codes: 25, faqs: 30, store_notices: 20, shops: 6 },
      ...{ reviews: 150, questions: 60 },
    };
    for (const [table, number] of Object.entries(least))
      expect([table, counts[table] ?? 0]).toSatisfy(([, n]) => n >= number);
  });

  // An order's schema is that of a move, a refund's that of a request: they have suites of their own.
  const written = resourceNames.filter((name) => name !== 'orders' && name !== 'refunds');

  it.each(written)('holds only %s that the product itself would take', async (name) => {
    const resource: AnyResource = resources[name];
    const schema = await resource.schema();
    const rows = await rowsOf(name);

    for (const row of rows) {
      const isElsewhere = name === 'store-notices';
      const input = { ...row, ...(isElsewhere && { received_by: [1] }) };
      await expect(schema.validate(input, { abortEarly: false })).resolves.toBeDefined();
      const { translations } = row as { translations?: Record<string, object> };
      for (const texts of Object.values(translations ?? {})) {
        await expect(schema.validate({ ...input, ...texts })).resolves.toBeDefined();
        expect(Object.keys(texts).every((key) => resource.translatable.includes(key))).toBe(true);
      }
    }
  });

  it('keeps its settings within the rules, in both languages', async () => {
    const { body } = await api.request<Settings>(null, 'GET', 'settings');
    const english = await api.request<Settings>(null, 'GET', 'settings?language=en');

    await expect(generalSettingsSchema.validate(body.options)).resolves.toBeDefined();
    expect(body.options).toMatchObject({
      siteTitle: 'Гостиный двор',
      currency: 'RUB',
      currencyOptions: { formation: 'ru-RU', fractions: 2 },
    });
    expect(english.body.options.siteTitle).toBe('Gostiny Dvor');
  });

  it('drew its pictures, and they open', async () => {
    const files = await api.db.selectFrom('attachments').selectAll().execute();

    expect(files.length).toBeGreaterThanOrEqual(9);
    for (const { path, thumbnail_path } of files) {
      const full = join(api.dataDir, 'uploads', path);
      const { format, width, height } = await sharp(full).metadata();
      expect([format, width === height || width === 3 * height]).toEqual(['png', true]);
      expect(existsSync(join(api.dataDir, 'uploads', thumbnail_path ?? ''))).toBe(true);
    }
    const { body } = await api.request<Settings>(null, 'GET', 'settings');
    const logo = await api.app.inject({ method: 'GET', url: String(body.options.logo?.original) });
    expect(logo.statusCode).toBe(200);
  });

  it('spreads its dates over the past year, none in the future', async () => {
    const rows = await api.db.selectFrom('tags').select(['created_at', 'updated_at']).execute();
    const days = rows.map(({ created_at }) => (api.now().getTime() - created_at.getTime()) / 86_400_000);

    expect(Math.min(...days)).toBeGreaterThan(0);
    expect(Math.max(...days)).toBeLessThan(366);
    expect(Math.max(...days)).toBeGreaterThan(180);
    expect(
      rows.every(({ created_at, updated_at }) => updated_at >= created_at && updated_at <= api.now()),
    ).toBe(true);
  });

  it('gives shops slugs that no page takes', async () => {
    const shops = await api.db.selectFrom('shops').select('slug').execute();

    expect(shops.filter(({ slug }) => reservedSlugs.includes(slug))).toEqual([]);
  });

  it('shows every kind of notice to those it is for', async () => {
    const notices = async (email: string) => {
      const { token } = await account(email);
      const headers = { authorization: `Bearer ${token}` };
      return (await api.request(null, 'GET', 'store-notices?limit=100', undefined, headers)).body;
    };

    const [all, owner, staff] = [
      await notices('admin@demo.ru'),
      await notices('owner@demo.ru'),
      await notices('staff@demo.ru'),
    ];
    expect(new Set(all.data.map(({ type }) => type)).size).toBe(4);
    expect(new Set(all.data.map(({ priority }) => priority)).size).toBe(3);
    expect(owner.total).toBeGreaterThan(staff.total);
    expect(staff.total).toBeGreaterThan(0);
    expect(all.total).toBeGreaterThan(owner.total);
  });

  it('is laid out once', async () => {
    const count = async () => (await api.db.selectFrom('tags').select('id').execute()).length;
    const before = await count();
    await seedDemo({ db: api.db, now: api.now(), dataDir: api.dataDir });

    expect(await count()).toBe(before);
  });

  it('is the same every time', async () => {
    const other = await testApp();
    await seedDemo({ db: other.db, now: other.now(), dataDir: other.dataDir });
    const read = (app: TestApp) => app.db.selectFrom('tags').selectAll().orderBy('id').execute();

    expect(await read(other)).toEqual(await read(api));
    await other.close();
  });
});
