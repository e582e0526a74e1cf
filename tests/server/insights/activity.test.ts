import { type KyselyPlugin, type RootOperationNode, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { ActivityChoices, ActivityEntry, ActivityPage, BulkChange } from '@/contract/insights/activity';
import { jobCtx } from '@/server/core/jobs/job';
import { listPartitions, makePartitions } from '@/server/core/scale/partitions';
import { activityPage } from '@/server/modules/insights/activity';
import { buildProduct } from '../../support/products';
import { setUpScene } from '../../support/scene';
import { unmakePartitions } from '../core/db/partition-months';

const { api, scene } = setUpScene();

async function activity(query = ''): Promise<ActivityPage> {
  const answer = await api.request<ActivityPage>(scene.super_admin, 'GET', `activity?${query}`);
  expect(answer.status).toBe(200);
  return answer.body;
}

const actions = ({ data }: ActivityPage) => data.map(({ family, action }) => `${family} ${action}`);

/** Log entries as services write them. */
async function log(lines: Partial<ActivityEntry & { at: string; user_id: number }>[]) {
  for (const { at, user_id, family = 'tags', row_id = 1, action = 'update', changes = {} } of lines) {
    await api.db
      .insertInto('audit_log')
      .values({
        at: at ?? api.now(),
        user_id: user_id ?? null,
        ip: '203.0.113.7',
        request_id: 'r',
        family,
        row_id,
        action,
        changes: JSON.stringify(changes),
      })
      .execute();
  }
}

describe('GET activity', () => {
  it.each(['activity', 'activity/choices', 'activity/bulk', 'activity/export', 'trash', 'trash/families'])(
    '%s is open to administrators only',
    async (path) => {
      expect((await api.request(null, 'GET', path)).status).toBe(401);
      for (const role of ['store_owner', 'staff', 'customer'] as const)
        expect((await api.request(scene[role], 'GET', path)).status).toBe(403);
      expect((await api.request(scene.super_admin, 'GET', path)).status).toBe(200);
    },
  );

  it.each([
    'family=x'.repeat(20),
    'action=update',
    'row=5',
    'user=x',
    'shop=0',
    'from=2026-02-30',
    'before=x',
    'limit=0',
    'page=2',
    'search=x',
  ])('refuses %s', async (query) => {
    expect((await api.request(scene.super_admin, 'GET', `activity?${query}`)).status).toBe(422);
  });

  it('shows who did what to which record, when and from where', async () => {
    await api.request(scene.super_admin, 'PUT', `shops/${scene.shop.slug}`, { name: 'Новая', version: 1 });

    const { data, next } = await activity();

    expect(next).toBeNull();
    expect(data).toEqual([
      expect.objectContaining({
        family: 'shops',
        action: 'update',
        row_id: scene.shop.id,
        title: 'Новая',
        ip: '127.0.0.1',
        path: `/${scene.shop.slug}`,
        is_removed: false,
        user: { id: scene.super_admin.id, name: scene.super_admin.name },
        shop: { id: scene.shop.id, name: 'Новая', slug: scene.shop.slug },
        changes: { name: [scene.shop.name, 'Новая'] },
      }),
    ]);
  });

  it('names the records and files of changes, in the same number of queries for any number of entries', async () => {
    const product = await buildProduct(api.db, { shop: scene.shop });
    const changes = {
      shop_id: [scene.shop.id, 99_999],
      products: [[], [product.id]],
      price: [340, 40],
    } as unknown as ActivityEntry['changes'];
    await log([{ family: 'flash-sale', changes }]);

    const [line] = (await activity('family=flash-sale')).data;

    expect(line?.changes).toEqual({
      shop_id: [
        { id: scene.shop.id, name: scene.shop.name },
        { id: 99_999, name: null },
      ],
      products: [[], [{ id: product.id, name: expect.any(String) }]],
      price: [340, 40],
    });
    const csv = await api.request<string>(scene.super_admin, 'GET', 'activity/export?family=flash-sale');
    expect(csv.body).toContain(`${scene.shop.name} → №\u00a099999`);
    const asked = async () => {
      const before = api.queries();
      await activity('family=flash-sale');
      return api.queries() - before;
    };
    const once = await asked();
    await log(Array.from({ length: 20 }, () => ({ family: 'flash-sale', changes })));
    expect(await asked()).toBe(once);
  });

  it('pages back without repeating or skipping an entry, also within one moment', async () => {
    await log([
      { action: 'a', at: '2026-03-01T10:00:00Z' },
      { action: 'c', at: '2026-03-03T10:00:00Z' },
      { action: 'b', at: '2026-03-02T10:00:00Z' },
      { action: 'd', at: '2026-03-03T10:00:00Z' },
    ]);

    const found: string[] = [];
    for (let before: number | null | undefined; before !== null; ) {
      const page: ActivityPage = await activity(`limit=1${before ? `&before=${before}` : ''}`);
      found.push(...page.data.map(({ action }) => action));
      before = page.next;
    }

    expect(found).toEqual(['d', 'c', 'b', 'a']);
  });

  it('filters by person, action, record, shop and days in Moscow', async () => {
    const product = await buildProduct(api.db, { shop: scene.otherShop });
    await log([
      { family: 'tags', action: 'create', at: '2026-03-04T20:59:59Z', user_id: scene.super_admin.id },
      { family: 'tags', action: 'update', at: '2026-03-04T21:00:00Z', row_id: 2 },
      { family: 'products', action: 'update', at: '2026-03-05T20:59:59Z', row_id: product.id },
      { family: 'boxes', action: 'remove', at: '2026-03-05T21:00:00Z', user_id: scene.store_owner.id },
    ]);

    expect(actions(await activity(`user=${scene.store_owner.id}`))).toEqual(['boxes remove']);
    expect(actions(await activity('family=tags'))).toEqual(['tags update', 'tags create']);
    expect(actions(await activity('family=tags&action=create'))).toEqual(['tags create']);
    expect(actions(await activity('family=tags&row=2'))).toEqual(['tags update']);
    expect(actions(await activity(`shop=${scene.otherShop.id}`))).toEqual(['products update']);
    expect(actions(await activity('from=2026-03-05&to=2026-03-05'))).toEqual([
      'products update',
      'tags update',
    ]);
    expect(actions(await activity('from=2026-03-06'))).toEqual(['boxes remove']);
    expect(actions(await activity(`family=tags&shop=${scene.shop.id}`))).toEqual([]);
  });

  it('marks a removed record as removed, and shows only the id of a purged one', async () => {
    const { body } = await api.request(scene.super_admin, 'POST', 'tags', { name: 'Подарки' });
    await api.request(scene.super_admin, 'DELETE', `tags/${body.id}`);
    await log([{ family: 'tags', row_id: 987_654, at: '2027-01-01T00:00:00Z' }]);

    const { data } = await activity('family=tags');

    expect(data.map(({ title, path, is_removed }) => [title, path, is_removed])).toEqual([
      [null, null, false],
      ['Подарки', null, true],
      ['Подарки', null, true],
    ]);
  });

  it('never shows a secret, however deeply nested', async () => {
    await log([
      {
        family: 'settings',
        changes: {
          password_hash: ['a', 'b'],
          gateway: [{ name: 'СБП', apiKey: 'k1', nested: [{ token: 't1' }] }, null],
        },
      },
    ]);

    const text = JSON.stringify(await activity());

    expect(text).toContain('СБП');
    for (const secret of ['"a"', '"b"', 'k1', 't1']) expect(text).not.toContain(secret);
  });

  it('keeps passwords and tokens out of the log itself', async () => {
    const body = { email: 'new@test.ru', name: 'Новый', password: 'Snegir2026', profile: {} };
    await api.request(scene.super_admin, 'POST', 'users', body);

    const { rows } = await sql<{
      all: string;
    }>`select string_agg(changes::text, '') as all from audit_log`.execute(api.db);

    expect(rows[0]?.all).toContain('Новый');
    expect(rows[0]?.all).not.toContain('Snegir2026');
  });

  it('lists the available filters', async () => {
    await log([
      { family: 'tags', action: 'create' },
      { family: 'tags', action: 'update' },
      { family: 'boxes' },
    ]);

    const { body } = await api.request<ActivityChoices>(scene.super_admin, 'GET', 'activity/choices');

    expect(body.families).toEqual([
      { family: 'boxes', actions: ['update'] },
      { family: 'tags', actions: ['create', 'update'] },
    ]);
  });

  it('is exported with labels and escaped formulas', async () => {
    const tag = { name: '=1+1', slug: 'tag', id: 5 };
    await api.db.insertInto('tags').values(tag).execute();
    await log([
      { family: 'tags', action: 'create', row_id: 5, changes: { name: [null, 'Чай'], slug: ['a', 'b'] } },
      { family: 'boxes', action: 'remove' },
    ]);

    const answer = await api.request<string>(scene.super_admin, 'GET', 'activity/export?family=tags');
    const text = String(answer.body);

    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(text.split('\n')[1]).toContain(`Метки;Создание;5;'=1+1;;"Название: Чай; Адрес: a → b"`);
    expect(text).not.toContain('Коробки');
  });

  it('reads no more of the log than it shows, for any filter', async () => {
    await sql`insert into audit_log (at, user_id, request_id, family, row_id, action, changes)
      select now() - n * interval '1 minute', ${scene.super_admin.id}, 'r', 'tags', n, 'update', '{}'
      from generate_series(1, 30000) n`.execute(api.db);
    await sql`analyze audit_log`.execute(api.db);

    for (const where of [
      'true',
      `user_id = ${scene.super_admin.id}`,
      `family = 'tags'`,
      `family = 'tags' and action = 'update'`,
      `at < now() - interval '10 days'`,
    ]) {
      const { rows } = await sql<Record<string, string>>`explain select id from audit_log
        where ${sql.raw(where)} order by at desc, id desc limit 30`.execute(api.db);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).not.toMatch(/Sort|Seq Scan/);
    }
  });

  it('reads the newest months alone, however many there are', async () => {
    await unmakePartitions(api.db);
    for (let month = 0; month <= 6; month += 1)
      await makePartitions(api.db, new Date(Date.UTC(2025, month + 6, 15)));
    await sql`insert into audit_log (at, user_id, request_id, family, row_id, action, changes)
      select timestamptz '2026-01-20' - n * interval '1 hour', ${scene.super_admin.id}, 'r', 'tags', n, 'update', '{}'
      from generate_series(1, 5000) n`.execute(api.db);
    for (const { name } of await listPartitions(api.db, 'audit_log'))
      await sql`vacuum (analyze) ${sql.table(name)}`.execute(api.db);

    for (const query of [{}, { family: 'tags' }, { user: String(scene.super_admin.id) }])
      expect(await monthsRead(query)).toEqual(['2026_01']);
    await unmakePartitions(api.db);
  });

  /** The months of which a page reads rows, according to the plan. */
  async function monthsRead(query: Record<string, string | undefined>): Promise<string[]> {
    const nodes: RootOperationNode[] = [];
    const spy: KyselyPlugin = {
      transformQuery({ node }) {
        nodes.push(node);
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const ctx = {
      ...jobCtx(api.db.withPlugin(spy), api.now(), ''),
      user: { id: scene.super_admin.id, permissions: ['super_admin'] },
    };
    const { data } = await activityPage(ctx as Parameters<typeof activityPage>[0], query);
    expect(data).toHaveLength(30);
    const compiled = nodes.map((node) => api.db.getExecutor().compileQuery(node, { queryId: 'page' }));
    const page = compiled.find(({ sql: text }) => text.includes('from audit_log'));
    if (!page) throw new Error('The page does not read the log');
    const explained = { ...page, sql: `explain (analyze, costs off, timing off) ${page.sql}` };
    const { rows } = await api.db.executeQuery<{ 'QUERY PLAN': string }>(explained);
    const lines = rows.map((row) => row['QUERY PLAN']);
    return [
      ...new Set(lines.flatMap((line) => /on audit_log_(\w+) .*\(actual rows=(?!0)/.exec(line)?.[1] ?? [])),
    ];
  }
});

describe('own changes of many rows', () => {
  const changes = async () =>
    (await api.request<BulkChange[]>(scene.super_admin, 'GET', 'activity/bulk')).body;

  it('are listed until they are undone, or a month is over; nobody sees those of others', async () => {
    const tags = await Promise.all(
      ['Первая', 'Вторая'].map(async (name) => {
        const { body } = await api.request<{ id: number }>(scene.super_admin, 'POST', 'tags', { name });
        return body.id;
      }),
    );
    const removed = await api.request<{ id: number }>(scene.super_admin, 'POST', 'tags/bulk/remove', {
      ids: tags,
    });

    expect(await changes()).toMatchObject([
      { id: removed.body.id, family: 'tags', is_removal: true, count: 2 },
    ]);
    const [user] = await api.db.selectFrom('bulk_operations').select('user_id').execute();
    const other = await api.db
      .selectFrom('users')
      .select('id')
      .where('id', '<>', user?.user_id ?? 0)
      .executeTakeFirstOrThrow();
    await api.db.updateTable('bulk_operations').set({ user_id: other.id }).execute();
    expect(await changes()).toEqual([]);
    await api.db
      .updateTable('bulk_operations')
      .set({ user_id: user?.user_id ?? 0 })
      .execute();

    const undone = await api.request(scene.super_admin, 'POST', `tags/bulk/${removed.body.id}/undo`);
    expect(undone.status).toBe(200);
    expect(await changes()).toEqual([]);
    await api.db
      .updateTable('bulk_operations')
      .set({ undone_at: null, at: new Date(api.now().getTime() - 31 * 24 * 3600_000) })
      .execute();
    expect(await changes()).toEqual([]);
  });
});
