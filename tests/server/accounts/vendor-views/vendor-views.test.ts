import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { AuthAnswer, Me } from '@/contract/accounts/auth';
import type { OpenedView, VendorViewRow } from '@/contract/accounts/vendor-views';
import { buildUser } from '../../../support/factories';
import { buildOrder } from '../../../support/orders';
import { setUpScene } from '../../../support/scene';
import { buildMember } from '../../../support/team';
import { type Person, reason, setUpViews } from './set-up';

/** A person of the team opens the panel as a vendor sees it, and only reads. */
const { api, scene } = setUpScene();

const { support, start, viewOf, ask, statusOf } = setUpViews(api);

/** What a view has opened, as the journal of the team has it. */
async function readPages(): Promise<[string, string | null][]> {
  const rows = await api.db
    .selectFrom('audit_log')
    .select(
      sql<[string, string | null]>`array[changes -> 'endpoint' ->> 1, changes -> 'record' ->> 1]`.as('read'),
    )
    .where('family', '=', 'vendor-views')
    .where('action', '=', 'read-in-view')
    .orderBy('id')
    .execute();
  return rows.map(({ read }) => read);
}

describe('POST vendor-views', () => {
  it.each<[string, () => Person, number]>([
    ['no session', () => null, 401],
    ['a customer', () => scene.customer, 403],
    ['a vendor', () => scene.otherOwner, 403],
  ])('refuses %s', async (_who, person, status) => {
    expect((await start(person(), scene.store_owner.id)).status).toBe(status);
    expect(await api.db.selectFrom('vendor_views').select('id').execute()).toEqual([]);
  });

  it.each<Record<string, string>>([
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

    expect(answers).toEqual({
      support: 201,
      finance: 403,
      catalogue: 403,
      content: 403,
      auditor: 403,
      full: 201,
    });
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
    await api.db
      .updateTable('shops')
      .set({ owner_id: support.id })
      .where('id', '=', scene.otherShop.id)
      .execute();
    const people = {
      customer: scene.customer,
      admin,
      member,
      homeless,
      oneself: support,
      'staff of the own shop': scene.otherStaff,
    };
    const refusals: Record<string, unknown> = {};
    for (const [name, { id }] of Object.entries(people))
      refusals[name] = (await start(support, id)).body.errors;

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
    const started = await api.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'start-view')
      .execute();
    expect(started).toMatchObject([
      {
        ...{ family: 'vendor-views', row_id: view.id, user_id: support.id },
        changes: { user_id: [null, scene.store_owner.id], reason: [null, reason] },
      },
    ]);
    expect(JSON.stringify(await api.db.selectFrom('sessions').selectAll().execute())).not.toContain(
      body.token,
    );
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
      .values({
        key: `vendor-views:${support.id}`,
        hits: 30,
        resets_at: new Date(api.now().getTime() + 60_000),
      })
      .execute();

    expect((await start(support, scene.store_owner.id)).status).toBe(429);
  });
});

describe('a view in the browser', () => {
  const panel = { 'sec-fetch-site': 'same-origin', origin: 'https://shop.test' };

  it('needs the companion of the session that began it', async () => {
    const person = await buildUser(api.db, {
      role: 'super_admin',
      email: 'lead@test.ru',
      password: 'Demo12345',
    });
    const credentials = { email: person.email, password: 'Demo12345' };
    const login = await api.request<AuthAnswer>(null, 'POST', 'token', credentials, panel);
    const cookie = String(login.headers['set-cookie']).split(';')[0] ?? '';
    const headers = { authorization: `Bearer ${login.body.token}`, cookie };
    const body = { user_id: scene.store_owner.id, reason };
    const opened = await api.request<OpenedView>(null, 'POST', 'vendor-views', body, {
      ...panel,
      ...headers,
    });
    const { token } = opened.body;

    expect(opened.headers['set-cookie']).toBeUndefined();
    expect(await statusOf(token)).toBe(401);
    expect((await ask(token, 'GET', 'me', undefined, { cookie })).status).toBe(200);
    const out = await ask(token, 'POST', 'logout', {}, { ...panel, cookie });
    expect(out.headers['set-cookie']).toBeUndefined();
    expect((await api.request(null, 'GET', 'me', undefined, headers)).status).toBe(200);
  });

  it('leaves no trace in the sessions of the vendor', async () => {
    await viewOf(scene.store_owner);
    const { body } = await api.request<{ is_current: boolean }[]>(scene.store_owner, 'GET', 'sessions');

    expect(body.map(({ is_current }) => is_current)).toEqual([true]);
    const stored = await api.db.selectFrom('sessions').select('view_id').execute();
    expect(stored.filter(({ view_id }) => view_id !== null)).toHaveLength(1);
  });

  it('keeps the own session from falling idle', async () => {
    const token = await viewOf(scene.store_owner);
    api.setNow(new Date(api.now().getTime() + 10 * 60_000));
    await statusOf(token);
    const { last_seen_at } = await api.db
      .selectFrom('sessions')
      .select('last_seen_at')
      .where('user_id', '=', support.id)
      .executeTakeFirstOrThrow();

    expect(last_seen_at).toEqual(api.now());
  });
});

describe('the journal of a view', () => {
  it('has each endpoint and record once, however often and from wherever it is asked', async () => {
    const order = await buildOrder(api, { customer: scene.customer, lines: [{ shop: scene.shop }] });
    const part = String(order.parts[0]?.id);
    const token = await viewOf(scene.store_owner);
    for (const path of ['me', 'orders', 'orders?page=2', 'me', 'menu-counts', 'menu-counts'])
      await ask(token, 'GET', path);
    await Promise.all([1, 2, 3, 4].map(() => ask(token, 'GET', `orders/${part}`)));
    await ask(token, 'GET', 'orders/987654');
    await ask(token, 'GET', 'orders/export');

    expect(await readPages()).toEqual([
      ['me', null],
      ['orders', null],
      ['menu-counts', null],
      ['orders/:key', part],
    ]);
  });

  it('is begun anew by the next view', async () => {
    for (const _ of [1, 2]) await statusOf(await viewOf(scene.store_owner), 'orders');

    expect(await readPages()).toEqual([
      ['orders', null],
      ['orders', null],
    ]);
  });

  it('is read by whoever reads shops, and not by other limited people', async () => {
    await statusOf(await viewOf(scene.store_owner), 'orders');
    const lines = async (person: Person) => {
      const { body } = await api.request<{ data: { action: string }[] }>(
        person,
        'GET',
        'activity?family=vendor-views',
      );
      return body.data.map(({ action }) => action);
    };

    expect(await lines(scene.super_admin)).toEqual(['read-in-view', 'start-view']);
    expect(await lines(await buildMember(api.db, 'auditor'))).toEqual(['read-in-view', 'start-view']);
    expect(await lines(await buildMember(api.db, { journal: 'read' }))).toEqual([]);
  });
});

describe('GET shops/{key}/views', () => {
  const list = (person: Person, shop: { id: number } = scene.shop) =>
    api.request<VendorViewRow[]>(person, 'GET', `shops/${shop.id}/views`);

  it('tells the owner who looked, when, why and at what', async () => {
    const order = await buildOrder(api, { customer: scene.customer, lines: [{ shop: scene.shop }] });
    const part = String(order.parts[0]?.id);
    const token = await viewOf(scene.store_owner);
    for (const path of ['me', 'orders', `orders/${part}`, 'analytics/figures']) await ask(token, 'GET', path);
    await viewOf(scene.otherOwner);
    const { status, body } = await list(scene.store_owner);

    expect(status).toBe(200);
    const at = api.now().toISOString();
    expect(body).toEqual([
      {
        id: expect.any(Number),
        ...{ by: { id: support.id, name: support.name }, seen: { id: scene.store_owner.id, name: 'Борис' } },
        ...{ reason, started_at: at },
        pages: [
          { at, family: null, area: null, record: null },
          { at, family: 'orders', area: 'orders', record: null },
          { at, family: 'orders', area: 'orders', record: part },
          { at, family: null, area: 'finance', record: null },
        ],
      },
    ]);
  });

  it('shows the staff the looks through their own eyes, and the owner those through all', async () => {
    await viewOf(scene.staff);
    await viewOf(scene.store_owner);
    const seen = async (person: Person) => (await list(person)).body.map((row) => row.seen.name);

    expect(await seen(scene.staff)).toEqual(['Галина']);
    expect(await seen(scene.store_owner)).toEqual(['Борис', 'Галина']);
    expect(await seen(scene.super_admin)).toEqual(['Борис', 'Галина']);
    expect(await seen(support)).toEqual(['Борис', 'Галина']);
  });

  it('is closed to others: 401, 403, and 404 for another shop', async () => {
    const statuses = await Promise.all([
      list(null),
      list(scene.customer),
      list(scene.store_owner, scene.otherShop),
      list(scene.staff, scene.otherShop),
      list(await buildMember(api.db, 'content')),
    ]);

    expect(statuses.map(({ status }) => status)).toEqual([401, 403, 404, 404, 403]);
    expect((await api.request(scene.super_admin, 'GET', 'shops/x/views')).status).toBe(404);
  });
});
