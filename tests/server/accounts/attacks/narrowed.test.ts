import { beforeEach, describe, expect, it } from 'vitest';
import { openFiles } from '@/server/integrations/files/open-files';
import { loadRun } from '@/server/modules/catalogue/import/load-run';
import { PictureFetcher } from '@/server/modules/catalogue/import/pictures';
import { runRows } from '@/server/modules/catalogue/import/run-import';
import type { BuiltUser } from '../../../support/factories';
import { sendFile, workerDeps } from '../../../support/import-files';
import { buildOrder } from '../../../support/orders';
import { setUpScene } from '../../../support/scene';
import { signIn } from '../../../support/session';
import { buildMember, readyRole } from '../../../support/team';

/** What a person of the team prepared while the role still opened it, and uses after the role was narrowed. */
const { api, scene } = setUpScene();

let person: BuiltUser;
let orderId: number;

const ask = <Body = { message: string; needs?: string[] }>(
  by: { id: number } | null,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object,
) => api.request<Body>(by, method, path, body);
const narrow = async () =>
  api.db
    .updateTable('users')
    .set({ role_id: await readyRole(api.db, 'content') })
    .where('id', '=', person.id)
    .execute();
const pathOf = (url: unknown) => new URL(String(url)).pathname.replace('/admin/rest/', '');

beforeEach(async () => {
  person = await buildMember(api.db, {
    orders: 'decide',
    catalogue: 'write',
    customers: 'read',
    team: 'decide',
  });
  const { id } = await buildOrder(api, {
    customer: scene.customer,
    lines: [{ shop: scene.shop, quantity: 1 }],
  });
  orderId = id;
});

describe('links without a session that were made before', () => {
  it('bring no workbook of orders and no invoice any more', async () => {
    const links = [
      (await ask<string>(person, 'GET', 'export-order-url')).body,
      (await ask<string>(person, 'POST', 'download-invoice-url', { order_id: orderId })).body,
    ];
    await narrow();

    const answers = [];
    for (const link of links) answers.push((await ask(null, 'GET', pathOf(link))).status);
    expect(answers).toEqual([403, 404]);
  });

  it('work while the person holds the right, and for a shop’s own staff until they leave', async () => {
    const { body } = await ask<string>(person, 'GET', 'export-order-url');
    const own = await ask<string>(scene.staff, 'GET', `export-order-url/${scene.shop.id}`);
    await api.db
      .updateTable('users')
      .set({ shop_id: null, permissions: ['customer'] })
      .where('id', '=', scene.staff.id)
      .execute();

    expect((await ask(null, 'GET', pathOf(body))).status).toBe(200);
    expect((await ask(null, 'GET', pathOf(own.body))).status).toBe(403);
  });
});

it('the bell shows what it told before only while the role opens the area', async () => {
  const told = async () => [
    (await ask<{ total: number }>(person, 'GET', 'notify-logs')).body.total,
    (await ask<{ total: number }>(person, 'GET', 'notify-logs/unread')).body.total,
  ];
  await api.db
    .insertInto('notify_logs')
    .values({
      ...{ receiver: person.id, notify_type: 'order', notify_event: 'new', notify_receiver_type: 'admin' },
      ...{ notify_tracker: String(orderId), subject_id: orderId, created_at: api.now() },
    })
    .execute();
  const before = await told();
  await narrow();

  expect([before, await told()]).toEqual([
    [1, 1],
    [0, 0],
  ]);
});

describe('a session that is open', () => {
  it('loses the right with the next request, in the panel and in every client of the dialect', async () => {
    const token = await signIn(api.db, person.id, api.now());
    const get = async (path: string, accept?: string) =>
      (
        await api.app.inject({
          method: 'GET',
          url: `/admin/rest/${path}`,
          headers: { authorization: `Bearer ${token}`, ...(accept && { accept }) },
        })
      ).statusCode;
    expect([await get('orders/export'), await get('roles')]).toEqual([200, 200]);
    await narrow();

    for (const accept of [undefined, 'application/json', '*/*'])
      expect([await get('roles', accept), await get(`users/${scene.customer.id}`, accept)]).toEqual([
        403, 403,
      ]);
    expect(await get(`orders/${orderId}`)).toBe(404);
  });

  it('gives no role after the own one was narrowed, also when both happen at once', async () => {
    const colleague = await buildMember(api.db, { content: 'read' });
    const strong = await api.db
      .insertInto('roles')
      .values({ name: 'Сильная', kind: 'team', areas: JSON.stringify({ orders: 'decide' }) })
      .returning('id')
      .executeTakeFirstOrThrow();
    const weak = await readyRole(api.db, 'content');

    const [narrowed, given] = await Promise.all([
      ask(scene.super_admin, 'POST', `users/${person.id}/role`, { role_id: weak }),
      ask(person, 'POST', `users/${colleague.id}/role`, { role_id: strong.id }),
    ]);

    // Whichever came first: afterwards nothing more is given.
    expect(narrowed.status).toBe(200);
    expect([200, 401, 403]).toContain(given.status);
    const again = await ask(person, 'POST', `users/${colleague.id}/role`, { role_id: strong.id });
    expect([again.status, again.body.needs]).toEqual([403, ['team:decide']]);
  });
});

it('an import that was queued before does not run once its person may not write products', async () => {
  const content = 'Артикул;Название;Цена\nA-1;Кружка;100';
  const { body } = await sendFile<{ id: number }>(
    api,
    person,
    'product-imports',
    { name: 'товары.csv', content },
    { shop_id: String(scene.shop.id) },
  );
  const load = () => loadRun(workerDeps(api), body.id);
  const run = await load();
  expect(run).toMatchObject({ id: body.id });
  await api.db
    .updateTable('product_imports')
    .set({ status: 'running', worker: 'test' })
    .where('id', '=', body.id)
    .execute();
  await narrow();

  await expect(load()).rejects.toMatchObject({ code: 'FORBIDDEN' });
  // Neither do the rest of its batches, when it is at work already.
  const fetcher = new PictureFetcher(openFiles(workerDeps(api)));
  const going = runRows({ ...workerDeps(api), worker: 'test', fetcher }, run);
  await expect(going).rejects.toMatchObject({ code: 'FORBIDDEN' });
  const goods = await api.db.selectFrom('products').select('id').where('sku', '=', 'A-1').execute();
  expect(goods).toEqual([]);
});
