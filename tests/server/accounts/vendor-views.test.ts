import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { accessOf } from '@/contract/access';
import type { AuthAnswer, Me } from '@/contract/accounts/auth';
import type { OpenedView, VendorViewRow } from '@/contract/accounts/vendor-views';
import { isOpenInView } from '@/server/core/http/view-guard';
import { hashOf } from '@/server/core/sessions';
import { type Endpoint, endpointsOf } from '../../support/endpoints';
import { type BuiltUser, buildUser } from '../../support/factories';
import { buildQuestion, buildReview } from '../../support/feedback';
import { buildOrder } from '../../support/orders';
import { buildProduct } from '../../support/products';
import { setUpScene } from '../../support/scene';
import { buildMember, buildRole, readyRole } from '../../support/team';

/** A person of the team opens the panel as a vendor sees it, and only reads. */
const { api, scene } = setUpScene();

const reason = 'Продавец не видит заказ в списке';
let support: BuiltUser;

beforeEach(async () => {
  support = await buildMember(api.db, 'support');
});

type Person = { id: number } | null;

const start = (person: Person, seen: unknown, more: object = {}) =>
  api.request<OpenedView & { message: string; errors: Record<string, string[]> }>(person, 'POST', 'vendor-views', {
    user_id: seen,
    reason,
    ...more,
  });

async function viewOf(seen: { id: number }, by: Person = support): Promise<string> {
  const { status, body } = await start(by, seen.id);
  expect(status).toBe(201);
  return body.token;
}

function ask<Body = { message: string }>(
  token: string,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
  headers: Record<string, string> = {},
) {
  return api.request<Body>(null, method, path, body, { authorization: `Bearer ${token}`, ...headers });
}

const statusOf = async (token: string, path = 'me') => (await ask(token, 'GET', path)).status;

/** What a view has opened, as the journal of the team has it. */
async function readPages(): Promise<[string, string | null][]> {
  const rows = await api.db
    .selectFrom('audit_log')
    .select(sql<[string, string | null]>`array[changes -> 'endpoint' ->> 1, changes -> 'record' ->> 1]`.as('read'))
    .where('family', '=', 'vendor-views')
    .where('action', '=', 'read-in-view')
    .orderBy('id')
    .execute();
  return rows.map(({ read }) => read);
}

describe('POST vendor-views', () => {
  it.each([
    ['no session', () => null, 401],
    ['a customer', () => scene.customer, 403],
    ['a vendor', () => scene.otherOwner, 403],
  ] as const)('refuses %s', async (_who, person, status) => {
    expect((await start(person(), scene.store_owner.id)).status).toBe(status);
    expect(await api.db.selectFrom('vendor_views').select('id').execute()).toEqual([]);
  });

  it.each([
    { customers: 'write', shops: 'decide' },
    { finance: 'decide', team: 'decide' },
  ])('refuses a role without the right: %o', async (areas) => {
    const person = await buildMember(api.db, areas);
    const { status, body } = await start(person, scene.store_owner.id);

    expect(status).toBe(403);
    expect(body).toMatchObject({ needs: ['customers:decide'] });
  });

  it('is open to the support and to full administrators, and not to the other ready roles', async () => {
    const answers: Record<string, number> = {};
    for (const key of ['support', 'finance', 'catalogue', 'content', 'auditor'])
      answers[key] = (await start(await buildMember(api.db, key), scene.store_owner.id)).status;
    answers.full = (await start(scene.super_admin, scene.store_owner.id)).status;

    expect(answers).toEqual({ support: 201, finance: 403, catalogue: 403, content: 403, auditor: 403, full: 201 });
  });

  it.each([
    ['without a reason', { reason: ' ' }, 'reason'],
    ['with a reason of two letters', { reason: 'да' }, 'reason'],
    ['with a reason without end', { reason: 'о'.repeat(501) }, 'reason'],
    ['without a person', { user_id: null }, 'user_id'],
    ['with a text as person', { user_id: 'все' }, 'user_id'],
  ])('refuses a body %s', async (_how, more, field) => {
    const { status, body } = await start(support, scene.store_owner.id, more);

    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual([field]);
  });

  it('refuses whoever is no vendor: customers, the team, oneself, the own shop', async () => {
    const admin = await buildUser(api.db, { role: 'super_admin' });
    const member = await buildMember(api.db, 'auditor');
    const homeless = await buildUser(api.db, { role: 'store_owner' });
    await api.db.updateTable('shops').set({ owner_id: support.id }).where('id', '=', scene.otherShop.id).execute();
    const people = {
      customer: scene.customer,
      admin,
      member,
      homeless,
      oneself: support,
      'staff of the own shop': scene.otherStaff,
    };
    const refusals: Record<string, unknown> = {};
    for (const [name, { id }] of Object.entries(people)) refusals[name] = (await start(support, id)).body.errors;

    const refused = { user_id: ['error-view-person'] };
    expect(refusals).toEqual(Object.fromEntries(Object.keys(people).map((name) => [name, refused])));
    expect((await start(support, 987_654)).status).toBe(404);
  });

  it.each([
    ['a banned', { is_active: false }],
    ['a removed', { deleted_at: new Date('2026-03-01') }],
  ])('does not find %s vendor', async (_which, change) => {
    await api.db.updateTable('users').set(change).where('id', '=', scene.store_owner.id).execute();

    expect((await start(support, scene.store_owner.id)).status).toBe(404);
  });

  it('opens the panel of the owner for thirty minutes, with the reason in the journal', async () => {
    const { status, body } = await start(support, scene.store_owner.id);
    const me = await ask<Me>(body.token, 'GET', 'me');

    expect(status).toBe(201);
    expect(body).toMatchObject({ role: 'store_owner', until: '2026-03-10T09:30:00.000Z' });
    expect(me.body).toMatchObject({
      id: scene.store_owner.id,
      view: { by: { id: support.id, name: support.name }, until: body.until },
    });
    const view = await api.db.selectFrom('vendor_views').selectAll().executeTakeFirstOrThrow();
    expect(view).toMatchObject({
      ...{ acting_user_id: support.id, seen_user_id: scene.store_owner.id, reason },
      ...{ shop_ids: [scene.shop.id], started_at: api.now(), opened: ['me '] },
    });
    const started = await api.db.selectFrom('audit_log').selectAll().where('action', '=', 'start-view').execute();
    expect(started).toMatchObject([
      {
        ...{ family: 'vendor-views', row_id: view.id, user_id: support.id },
        changes: { user_id: [null, scene.store_owner.id], reason: [null, reason] },
      },
    ]);
    expect(JSON.stringify(await api.db.selectFrom('sessions').selectAll().execute())).not.toContain(body.token);
  });

  it('opens the panel of the staff with their scopes, and nothing of another shop', async () => {
    const token = await viewOf(scene.staff);

    expect(await statusOf(token, `shops/${scene.otherShop.id}/views`)).toBe(404);
    expect(await statusOf(token, 'orders')).toBe(200);
    expect(await statusOf(token, 'users')).toBe(403);
    expect(await statusOf(token, 'activity')).toBe(403);
  });

  it('counts the views of an hour', async () => {
    await api.db
      .insertInto('rate_limits')
      .values({ key: `vendor-views:${support.id}`, hits: 30, resets_at: new Date(api.now().getTime() + 60_000) })
      .execute();

    expect((await start(support, scene.store_owner.id)).status).toBe(429);
  });
});

describe('a view', () => {
  /** Rows of every table, without what a view writes of itself. */
  async function allRows(): Promise<Record<string, string>> {
    const { rows } = await sql<{ name: string }>`select c.relname as name from pg_class c
      where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace`.execute(api.db);
    const own: Record<string, string> = {
      audit_log: `where family <> 'vendor-views'`,
      sessions: 'where view_id is null',
      vendor_views: 'where false',
    };
    const states: Record<string, string> = {};
    for (const { name } of rows) {
      const state = await sql<{ state: string }>`select md5(coalesce(string_agg(row::text, ';' order by row::text), ''))
        as state from (select * from ${sql.table(name)} ${sql.raw(own[name] ?? '')}) row`.execute(api.db);
      states[name] = state.rows[0]?.state ?? '';
    }
    return states;
  }

  async function fillShop() {
    const product = await buildProduct(api.db, scene.shop.id);
    const order = await buildOrder(api, { customer: scene.customer, lines: [{ product, shop: scene.shop }] });
    return { product, order };
  }

  const isServed = ({ path }: Endpoint) => path !== 'live';
  const addressOf = (path: string) => path.replace(/:\w+/g, '1').replace('*', 'x');

  it('is refused every write of the list of endpoints, and no row changes', { timeout: 300_000 }, async () => {
    await fillShop();
    const token = await viewOf(scene.store_owner);
    const before = await allRows();
    const open: string[] = [];
    let asked = 0;
    for (const { method, path } of endpointsOf(api.app)) {
      if (method === 'GET' || isOpenInView(method, path)) continue;
      asked += 1;
      const { status, body } = await ask(token, method as 'POST', addressOf(path), method === 'DELETE' ? undefined : {});
      if (status !== 403 || body.message !== 'READ_ONLY_VIEW') open.push(`${method} ${path}: ${status} ${body.message}`);
    }

    expect(open).toEqual([]);
    expect(asked).toBeGreaterThan(250);
    expect(await allRows()).toEqual(before);
  });

  it('knows the requests other than GET that it may send', () => {
    const families = endpointsOf(api.app).filter(({ method, path }) => method !== 'GET' && isOpenInView(method, path));
    const others = families.map(({ method, path }) => `${method} ${path}`).filter((name) => !name.endsWith('/bulk/uses'));

    expect(others.sort()).toEqual(['POST coupons/verify', 'POST logout']);
    // Each is read by the table of rights, too.
    expect(families.map(({ method, path }) => accessOf(method, path)).filter((one) => !one?.endsWith(':read'))).toEqual([
      'own',
    ]);
  });

  it('reads every page without changing a row', { timeout: 300_000 }, async () => {
    await fillShop();
    const token = await viewOf(scene.store_owner);
    const before = await allRows();
    const failed: string[] = [];
    let [read, withheld] = [0, 0];
    for (const { method, path } of endpointsOf(api.app).filter(isServed)) {
      if (method !== 'GET') continue;
      const { status, body } = await ask(token, 'GET', addressOf(path));
      const isRefused = status === 403 && body.message === 'READ_ONLY_VIEW';
      if (status >= 500 || isRefused === isOpenInView(method, path)) failed.push(`${path}: ${status} ${body.message}`);
      if (isRefused) withheld += 1;
      if (status === 200) read += 1;
    }

    expect(failed).toEqual([]);
    expect(read).toBeGreaterThan(60);
    expect(withheld).toBeGreaterThan(30);
    expect(await allRows()).toEqual(before);
  });
});
