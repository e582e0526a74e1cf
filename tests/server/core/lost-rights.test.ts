import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { jobCtx } from '@/server/core/jobs/job';
import { inTransaction } from '@/server/core/transaction';
import { sendDigests } from '@/server/modules/messaging/digests';
import { type Notification, notify } from '@/server/modules/messaging/notify';
import { ctxOf } from '../../support/checkout';
import { setUpScene } from '../../support/scene';
import type { Wire } from '../../support/server';

/**
 * A person who loses a permission or a shop can no longer open what it gave access to: notices, notifications,
 * conversations.
 */
const { api, scene } = setUpScene();

type Person = 'super_admin' | 'store_owner' | 'staff' | 'otherOwner' | 'otherStaff';

const setPermissions = (person: Person, permissions: readonly string[], shopId: number | null = null) =>
  sql`update users set permissions = ${permissions}::text[], shop_id = ${shopId} where id = ${scene[person].id}`.execute(
    api.db,
  );
const passShop = () =>
  sql`update shops set owner_id = ${scene.otherOwner.id} where id = ${scene.shop.id}`.execute(api.db);
const worksIn = (shop: { id: number }, ...scopes: string[]) =>
  setPermissions('staff', ['staff', 'customer', ...scopes.map((scope) => `staff:${scope}`)], shop.id);

describe('store notices', () => {
  const write = async (author: Person, more: object): Promise<Wire> => {
    const made = await api.request(scene[author], 'POST', 'store-notices', {
      priority: 'high',
      notice: 'Инвентаризация',
      description: 'Пересчитываем остатки.',
      effective_from: '2026-03-01',
      expired_at: '2026-03-31',
      ...more,
    });
    expect(made.status).toBe(201);
    return made.body;
  };
  const seenBy = async (person: Person, id: number) => {
    const ask = (path: string) => api.request(scene[person], 'GET', path);
    const found = await ask('store-notices?search=notice:Инвент');
    const unread = await api.request<{ total: number }>(scene[person], 'GET', 'store-notices/unread');
    return {
      byId: (await ask(`store-notices/${id}`)).status,
      inList: (await ask('store-notices')).body.total,
      bySearch: found.body.total,
      readers: (await ask(`store-notices/${id}/readers`)).status,
      unread: unread.body.total,
      marked: (await api.request(scene[person], 'POST', 'store-notices/read', { id })).status,
      inBell: (await ask('notify-logs?notify_type=store_notice')).body.total,
    };
  };
  const nothing = { byId: 404, inList: 0, bySearch: 0, readers: 404, unread: 0, marked: 404, inBell: 0 };

  it('to a shop are hidden from former staff, also those that were read', async () => {
    const { id } = await write('store_owner', { type: 'all_shop' });
    expect(await seenBy('staff', id)).toMatchObject({ byId: 200, inList: 1, marked: 200, inBell: 1 });
    await worksIn(scene.otherShop, 'orders');

    expect(await seenBy('staff', id)).toEqual(nothing);
  });

  it.each(['all_vendor', 'specific_vendor'])('of type %s are hidden from former vendors', async (type) => {
    const received_by = type === 'all_vendor' ? [] : [scene.otherOwner.id];
    const { id } = await write('super_admin', { type, received_by });
    expect(await seenBy('otherOwner', id)).toMatchObject({ byId: 200, marked: 200, inBell: 1 });
    await setPermissions('otherOwner', ['staff', 'customer', 'staff:content'], scene.shop.id);

    expect(await seenBy('otherOwner', id)).toEqual(nothing);
  });

  it('are lost with their shop: neither read, edited nor removed', async () => {
    const { id } = await write('store_owner', { type: 'all_shop' });
    await passShop();

    expect(await seenBy('store_owner', id)).toEqual(nothing);
    const edit = { notice: 'Переучёт', type: 'all_shop' };
    expect((await api.request(scene.store_owner, 'PUT', `store-notices/${id}`, edit)).status).toBe(404);
    expect((await api.request(scene.store_owner, 'DELETE', `store-notices/${id}`)).status).toBe(404);
    const bulk = await api.request<{ done: number }>(scene.store_owner, 'POST', 'store-notices/bulk/remove', {
      ids: [id],
    });
    expect(bulk.body.done).toBe(0);
    const { body: csv } = await api.request(scene.store_owner, 'GET', 'store-notices/export');
    expect(JSON.stringify(csv)).not.toContain('Инвентаризация');
  });

  it('of a former administrator belong to the administration', async () => {
    const { id } = await write('super_admin', { type: 'all_vendor' });
    await setPermissions('super_admin', ['store_owner', 'customer']);

    expect((await seenBy('super_admin', id)).readers).toBe(404);
    const edit = { notice: 'Переучёт', type: 'all_vendor' };
    expect((await api.request(scene.super_admin, 'PUT', `store-notices/${id}`, edit)).status).toBe(404);
  });
});

describe('notifications', () => {
  const ring = (person: Person, told: Partial<Notification>) =>
    inTransaction(ctxOf(api), (ctx) =>
      notify(ctx, { receivers: [scene[person].id], type: 'order', tracker: '250310-1', ...told }),
    );
  const bell = async (person: Person) => {
    const list = await api.request(scene[person], 'GET', 'notify-logs');
    const unread = await api.request<{ total: number }>(scene[person], 'GET', 'notify-logs/unread');
    return [list.body.total, unread.body.total];
  };
  const idOf = async (person: Person) =>
    (
      await api.db
        .selectFrom('notify_logs')
        .select('id')
        .where('receiver', '=', scene[person].id)
        .executeTakeFirstOrThrow()
    ).id;

  it.each([
    ['order', 'new', 'orders'],
    ['refund', 'new', 'orders'],
    ['review', 'new', 'feedback'],
    ['question', 'new', 'feedback'],
    ['product', 'new', 'catalogue'],
    ['product', 'invited', 'promotions'],
  ] as const)('%s %s are shown to staff while they have %s', async (type, event, scope) => {
    await worksIn(scene.shop, scope);
    await ring('staff', { type, event, subjectId: 7, shopId: scene.shop.id });
    expect(await bell('staff')).toEqual([1, 1]);
    const id = await idOf('staff');

    for (const lose of [() => worksIn(scene.shop, 'content'), () => worksIn(scene.otherShop, scope)]) {
      await lose();
      expect(await bell('staff')).toEqual([0, 0]);
      expect((await api.request(scene.staff, 'GET', `notify-logs/${id}`)).status).toBe(404);
      expect((await api.request(scene.staff, 'POST', 'notify-log-seen', { id })).status).toBe(404);
      expect((await api.request(scene.staff, 'DELETE', `notify-logs/${id}`)).status).toBe(404);
      expect((await api.request(scene.staff, 'POST', 'notify-log-read-all', {})).body).toEqual([]);
    }
    await worksIn(scene.shop, scope);
    expect(await bell('staff')).toEqual([1, 1]);
  });

  it.each(['order', 'withdraw', 'product'] as const)(
    '%s are hidden when an owner loses the shop',
    async (type) => {
      await ring('store_owner', { type, subjectId: 7, shopId: scene.shop.id });
      expect(await bell('store_owner')).toEqual([1, 1]);
      await passShop();

      expect(await bell('store_owner')).toEqual([0, 0]);
    },
  );

  it('of the administration are hidden from former administrators', async () => {
    await ring('super_admin', { type: 'withdraw', tracker: 3, shopId: scene.otherShop.id });
    await ring('super_admin', { type: 'refund', subjectId: 7 });
    expect(await bell('super_admin')).toEqual([2, 2]);
    await setPermissions('super_admin', ['store_owner', 'customer']);

    expect(await bell('super_admin')).toEqual([0, 0]);
  });

  it('about people’s own texts stay theirs', async () => {
    await ring('staff', { type: 'question', event: 'answered', tracker: 4, shopId: scene.otherShop.id });
    await ring('staff', { type: 'review', event: 'approved', tracker: 4 });
    await worksIn(scene.otherShop);

    expect(await bell('staff')).toEqual([2, 2]);
  });

  it('are not in the digest, either', async () => {
    await ring('staff', { subjectId: 7, shopId: scene.shop.id });
    await api.request(scene.staff, 'PUT', 'notification-preferences', { digest: 'daily', digest_hour: 9 });
    await sql`update notification_preferences set digest_sent_at = null`.execute(api.db);
    await worksIn(scene.otherShop, 'orders');
    await sendDigests(jobCtx(api.db, new Date(api.now().getTime() + 24 * 3600_000), 'https://shop.test'));

    expect(await api.db.selectFrom('outbox').select('id').execute()).toEqual([]);
  });
});

describe('conversations', () => {
  let talk: Wire;
  beforeEach(async () => {
    talk = (await api.request(scene.customer, 'POST', 'conversations', { shop_id: scene.shop.id })).body;
    const sent = { message: 'Когда привезёте?' };
    const answer = await api.request(scene.customer, 'POST', `messages/conversations/${talk.id}`, sent);
    expect(answer.status).toBeLessThan(300);
  });
  const seenBy = async (person: Person) => [
    (await api.request(scene[person], 'GET', `conversations/${talk.id}`)).status,
    (await api.request(scene[person], 'GET', 'conversations')).body.total,
    (await api.request(scene[person], 'GET', `messages/conversations/${talk.id}`)).status,
    (await api.request(scene[person], 'GET', 'notify-logs?notify_type=message')).body.total,
  ];

  it('are hidden from staff who lost the right or the shop', async () => {
    expect(await seenBy('staff')).toEqual([200, 1, 200, 1]);
    await worksIn(scene.shop, 'orders');
    expect(await seenBy('staff')).toEqual([404, 0, 404, 0]);
    await worksIn(scene.otherShop, 'feedback');
    expect(await seenBy('staff')).toEqual([404, 0, 404, 0]);
  });

  it('are hidden from a former owner of the shop', async () => {
    expect(await seenBy('store_owner')).toEqual([200, 1, 200, 1]);
    await passShop();
    expect(await seenBy('store_owner')).toEqual([404, 0, 404, 0]);
    expect((await seenBy('otherOwner')).slice(0, 3)).toEqual([200, 1, 200]);
  });
});
