import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { AuthAnswer } from '@/contract/accounts/auth';
import { findAction } from '@/contract/actions';
import { type Endpoint, endpointsOf } from '../../../support/endpoints';
import { buildQuestion, buildReview } from '../../../support/feedback';
import { buildOrder } from '../../../support/orders';
import { buildProduct } from '../../../support/products';
import { setUpScene } from '../../../support/scene';
import { signIn } from '../../../support/session';
import { buildRole, readyRole } from '../../../support/team';
import { reason, setUpViews } from './set-up';

/** A look through a vendor's eyes changes nothing, and ends with whatever it rests on. */
const { api, scene } = setUpScene();
const isOpenInView = (method: string, path: string) => findAction(method, path)?.inView ?? method === 'GET';
const { support, viewOf, ask, statusOf } = setUpViews(api);

describe('a view', () => {
  /** Rows of every table, without what a view writes of itself. */
  async function allRows(): Promise<Record<string, string>> {
    const { rows } = await sql<{ name: string }>`select c.relname as name from pg_class c
      where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace`.execute(
      api.db,
    );
    const own: Record<string, string> = {
      audit_log: `where family <> 'vendor-views'`,
      sessions: 'where view_id is null',
      vendor_views: 'where false',
    };
    const states: Record<string, string> = {};
    for (const { name } of rows) {
      const state = await sql<{
        state: string;
      }>`select md5(coalesce(string_agg(row::text, ';' order by row::text), ''))
        as state from (select * from ${sql.table(name)} ${sql.raw(own[name] ?? '')}) row`.execute(api.db);
      states[name] = state.rows[0]?.state ?? '';
    }
    return states;
  }

  /** Records whose reading could leave a trace, by the address of their family. */
  async function fillShop(): Promise<Record<string, string>> {
    const { shop, customer, store_owner, super_admin } = scene;
    const product = await buildProduct(api.db, { shop });
    const order = await buildOrder(api, { customer, lines: [{ product, shop }] });
    const review = await buildReview(api.db, { user: customer, shop, product });
    const question = await buildQuestion(api.db, { user: customer, shop });
    const talk = await api.request(super_admin, 'POST', 'conversations', { shop_id: shop.id });
    const said = { message: 'Где мой заказ?' };
    const sent = await api.request(super_admin, 'POST', `messages/conversations/${talk.body.id}`, said);
    expect(sent.status).toBeLessThan(300);
    const receiver = store_owner.id;
    const told = { receiver, notify_type: 'order', notify_receiver_type: 'vendor', created_at: api.now() };
    const notice = await api.db
      .insertInto('notify_logs')
      .values(told)
      .returning('id')
      .executeTakeFirstOrThrow();
    return {
      ...{ products: product.slug, orders: String(order.parts[0]?.id), reviews: String(review.id) },
      ...{ questions: String(question.id), shops: String(shop.id), conversations: String(talk.body.id) },
      ...{
        'notify-logs': String(notice.id),
        messages: String(talk.body.id),
        users: String(store_owner.id),
        till: String(shop.id),
      },
    };
  }

  const isServed = ({ path }: Endpoint) => path !== 'live';
  const addressOf = (path: string, ids: Record<string, string>) =>
    path.replace(/:\w+/g, ids[path.split('/')[0] ?? ''] ?? '1').replace('*', 'x');

  it('is refused every write of the list of endpoints, and no row changes', {
    timeout: 300_000,
  }, async () => {
    const ids = await fillShop();
    const token = await viewOf(scene.store_owner);
    const before = await allRows();
    const open: string[] = [];
    let asked = 0;
    for (const { method, path } of endpointsOf(api.app)) {
      if (method === 'GET' || isOpenInView(method, path)) continue;
      asked += 1;
      const { status, body } = await ask(
        token,
        method as 'POST',
        addressOf(path, ids),
        method === 'DELETE' ? undefined : {},
      );
      if (status !== 403 || body.message !== 'READ_ONLY_VIEW')
        open.push(`${method} ${path}: ${status} ${body.message}`);
    }

    expect(open).toEqual([]);
    expect(asked).toBeGreaterThan(250);
    expect(await allRows()).toEqual(before);
  });

  it('knows the requests other than GET that it may send', () => {
    const families = endpointsOf(api.app).filter(
      ({ method, path }) => method !== 'GET' && isOpenInView(method, path),
    );
    const others = families
      .map(({ method, path }) => `${method} ${path}`)
      .filter((name) => !name.endsWith('/bulk/uses'));

    expect(others.sort()).toEqual(['POST coupons/verify', 'POST logout']);
    // Each is read by the table of rights, too.
    expect(
      families
        .map(({ method, path }) => findAction(method, path)?.right)
        .filter((one) => !one?.endsWith(':read')),
    ).toEqual(['own']);
  });

  it('reads every page without changing a row', { timeout: 300_000 }, async () => {
    const ids = await fillShop();
    const token = await viewOf(scene.store_owner);
    const before = await allRows();
    const failed: string[] = [];
    let [read, withheld] = [0, 0];
    for (const { method, path } of endpointsOf(api.app).filter(isServed)) {
      if (method !== 'GET') continue;
      const { status, body } = await ask(token, 'GET', addressOf(path, ids));
      const isRefused = status === 403 && body.message === 'READ_ONLY_VIEW';
      if (status >= 500 || isRefused === isOpenInView(method, path))
        failed.push(`${path}: ${status} ${body.message}`);
      if (isRefused) withheld += 1;
      if (status === 200) read += 1;
    }

    expect(failed).toEqual([]);
    expect(read).toBeGreaterThan(90);
    expect(withheld).toBeGreaterThan(30);
    expect(await allRows()).toEqual(before);
  });
});

describe('a view is over', () => {
  const own = (id: number) =>
    api.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', id)
      .where('view_id', 'is', null)
      .execute();
  const asSupport = (change: object) =>
    api.db.updateTable('users').set(change).where('id', '=', support.id).execute();

  it('after thirty minutes, also with the journal open until then', async () => {
    const token = await viewOf(scene.store_owner);
    api.setNow(new Date(api.now().getTime() + 29 * 60_000));
    expect(await statusOf(token)).toBe(200);
    api.setNow(new Date(api.now().getTime() + 60_000));

    expect(await statusOf(token)).toBe(401);
    expect((await ask(token, 'POST', 'orders', {})).status).toBe(401);
  });

  it('on return, whose token opens nothing more, and the own session goes on', async () => {
    const token = await viewOf(scene.store_owner);
    const sessions = await own(support.id);
    const { status } = await ask(token, 'POST', 'logout', {});

    expect(status).toBe(200);
    expect(await statusOf(token)).toBe(401);
    expect(await own(support.id)).toEqual(sessions);
    const [ended] = await api.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'end-view')
      .execute();
    expect(ended).toMatchObject({ family: 'vendor-views', user_id: support.id });
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'the own session is ended',
      () => api.db.deleteFrom('sessions').where('user_id', '=', support.id).execute(),
    ],
    [
      'all sessions of the person are ended by a ban',
      () => api.request(scene.super_admin, 'POST', 'users/block-user', { id: support.id, reason: null }),
    ],
    [
      'the person signs out elsewhere',
      async () => {
        const authorization = `Bearer ${await signIn(api.db, support.id, api.now())}`;
        return api.request(null, 'POST', 'sessions/revoke-others', {}, { authorization });
      },
    ],
    ['the person gets another role', async () => asSupport({ role_id: await readyRole(api.db, 'auditor') })],
    [
      'the role is narrowed',
      async () => asSupport({ role_id: await buildRole(api.db, { customers: 'write', shops: 'decide' }) }),
    ],
    ['the person is of the team no more', () => asSupport({ permissions: ['customer'], role_id: null })],
    ['the person is removed', () => asSupport({ deleted_at: api.now() })],
    [
      'the role demands a second factor that lacks',
      async () => {
        const role_id = await buildRole(api.db, { customers: 'decide' });
        await api.db
          .updateTable('roles')
          .set({ two_factor_from: '2026-03-01' })
          .where('id', '=', role_id)
          .execute();
        await asSupport({ role_id });
      },
    ],
    [
      'the vendor is banned',
      () =>
        api.request(scene.super_admin, 'POST', 'users/block-user', {
          id: scene.store_owner.id,
          reason: null,
        }),
    ],
    [
      'the vendor joins the team',
      () =>
        api.request(scene.super_admin, 'POST', 'users/make-admin', {
          user_id: scene.store_owner.id,
          grant: true,
        }),
    ],
    ['another view is begun', () => viewOf(scene.otherOwner)],
  ])('when %s', async (_why, end) => {
    const token = await viewOf(scene.store_owner);
    expect(await statusOf(token)).toBe(200);
    await end();

    expect(await statusOf(token)).toBe(401);
    expect((await ask(token, 'PUT', `shops/${scene.shop.id}`, { name: 'Моя' })).status).toBe(401);
  });

  it('is never begun from another one, nor answers for the own account', async () => {
    const token = await viewOf(scene.store_owner);
    const paths = [
      'vendor-views',
      'me/confirm',
      'change-password',
      'presence',
      'messages/seen/1',
      'notify-log-seen',
    ];
    const answers = await Promise.all(
      paths.map((path) => ask(token, 'POST', path, { user_id: scene.otherOwner.id, reason })),
    );

    expect(answers.map(({ status, body }) => `${status} ${body.message}`)).toEqual(
      paths.map(() => '403 READ_ONLY_VIEW'),
    );
  });

  it('does not sign the person in as somebody else', async () => {
    const token = await viewOf(scene.store_owner);
    const { body } = await ask<AuthAnswer & { message: string }>(token, 'POST', 'token', {
      email: scene.store_owner.email,
      password: 'x',
    });

    expect(body.message).toBe('READ_ONLY_VIEW');
  });
});
