import { buildUser } from '@tests/support/factories';
import { setUpScene } from '@tests/support/scene';
import type { Wire } from '@tests/support/server';
import { describe, expect, it } from 'vitest';
import type { Ctx } from '@/server/core/context';
import { jobCtx } from '@/server/core/jobs/job';
import { inTransaction } from '@/server/core/transaction';
import { sendDigests } from '@/server/modules/messaging/digests';
import { type Notification, notify, shopPeopleIds } from '@/server/modules/messaging/notify';

/** Notifications: content, access, preferences and the digest. */
const { api, scene } = setUpScene();

const context = (now = api.now()): Ctx & { db: typeof api.db } => ({
  db: api.db,
  user: null,
  now,
  locale: 'ru',
  ip: '127.0.0.1',
  requestId: 'test',
  publicUrl: 'https://shop.test',
});

async function ring(told: Partial<Notification> = {}, now?: Date): Promise<void> {
  const all = {
    receivers: [scene.store_owner.id],
    type: 'order',
    tracker: '250310-1',
    subjectId: 7,
    ...told,
  };
  await inTransaction(context(now), (ctx) => notify(ctx, all as Notification));
}

const own = async (person: { id: number } = scene.store_owner, query = '') =>
  (await api.request(person, 'GET', `notify-logs${query}`)).body;

const idOfFirst = async () => (await own()).data[0]?.id ?? 0;

describe('notify', () => {
  it('notifies each receiver except the author and removed users', async () => {
    const gone = await buildUser(api.db, { role: 'store_owner', isActive: false });
    const receivers = [scene.store_owner.id, scene.store_owner.id, scene.super_admin.id, gone.id];
    await ring({ receivers, shopId: scene.shop.id });

    const rows = await api.db.selectFrom('notify_logs').selectAll().orderBy('receiver').execute();
    expect(rows.map((row) => row.notify_receiver_type).sort()).toEqual(['admin', 'vendor']);
    expect((await own()).data).toMatchObject([
      {
        notify_type: 'order',
        notify_event: 'new',
        notify_tracker: '250310-1',
        subject_id: 7,
        is_read: false,
        shop: { slug: scene.shop.slug },
      },
    ]);
    const events = await api.db.selectFrom('live_events').select(['type', 'audiences']).execute();
    expect(events.filter(({ type }) => type === 'notification')).toHaveLength(2);
  });

  it('keeps unread messages of one conversation as one line, the latest on top', async () => {
    await ring({ type: 'message', tracker: 5, text: 'Первое' });
    await ring({ type: 'message', tracker: 5, text: 'Второе' });
    await ring({ type: 'message', tracker: 6, text: 'Другое' });

    expect(new Set((await own()).data.map((row) => row.notify_text))).toEqual(new Set(['Второе', 'Другое']));
  });

  it('respects muted kinds', async () => {
    await api.request(scene.store_owner, 'PUT', 'notification-preferences', { muted: ['order'] });
    await ring();
    await ring({ type: 'refund' });

    expect((await own()).data.map((row) => row.notify_type)).toEqual(['refund']);
  });

  it('finds the people of a shop', async () => {
    const people = (scope?: 'orders' | 'feedback') => shopPeopleIds(context(), scene.shop.id, scope);
    const { permissions } = await api.db
      .selectFrom('users')
      .select('permissions')
      .where('id', '=', scene.staff.id)
      .executeTakeFirstOrThrow();
    expect(await people()).toEqual([scene.store_owner.id]);
    const isIn = permissions.includes('staff:orders');
    expect((await people('orders')).includes(scene.staff.id)).toBe(isIn);
  });

  it('truncates long texts', async () => {
    await ring({ type: 'message', tracker: 1, text: `${'слово '.repeat(100)}` });
    expect(String((await own()).data[0]?.notify_text).length).toBeLessThanOrEqual(120);
  });
});

describe('GET notify-logs', () => {
  it('lists one’s own, newest first, filtered by kind and state', async () => {
    await ring({ tracker: 'a' }, new Date('2026-03-09T09:00:00Z'));
    await ring({ tracker: 'b', type: 'refund' });
    await ring({ receivers: [scene.otherOwner.id] });

    expect((await own()).data.map((row) => row.notify_tracker)).toEqual(['b', 'a']);
    expect((await own(scene.store_owner, '?notify_type=refund')).total).toBe(1);
    expect((await own(scene.store_owner, '?search=notify_type:order')).total).toBe(1);
    expect((await own(scene.store_owner, '?is_read=1')).total).toBe(0);
    expect((await own(scene.store_owner, `?receiver=${scene.store_owner.id}`)).total).toBe(2);
  });

  it('requires a session, own notifications and an existing id', async () => {
    const status = async (person: { id: number } | null, query: string) =>
      (await api.request(person, 'GET', `notify-logs${query}`)).status;
    expect(await status(null, '')).toBe(401);
    expect(await status(scene.store_owner, `?receiver=${scene.otherOwner.id}`)).toBe(404);
    for (const query of [
      '?notify_type=nothing',
      '?is_read=perhaps',
      '?orderBy=receiver',
      '?foo=1',
      '?limit=0',
    ])
      expect([query, await status(scene.store_owner, query)]).toEqual([query, 422]);
  });
});

describe('one notification', () => {
  it('is marked as seen once, by its receiver', async () => {
    await ring();
    const id = await idOfFirst();
    const see = (person: { id: number } | null, body: object) =>
      api.request<Wire & { is_read: boolean }>(person, 'POST', 'notify-log-seen', body);

    expect((await see(null, { id })).status).toBe(401);
    expect((await see(scene.otherOwner, { id })).status).toBe(404);
    expect((await see(scene.store_owner, { id: 'x' })).status).toBe(404);
    expect((await see(scene.store_owner, { id })).body.is_read).toBe(true);
    expect((await see(scene.store_owner, { id })).status).toBe(200);
    expect((await api.request(scene.store_owner, 'GET', 'notify-logs/unread')).body).toEqual({ total: 0 });
    expect((await api.request(scene.otherOwner, 'GET', `notify-logs/${id}`)).status).toBe(404);
  });

  it('is removed only by its receiver', async () => {
    await ring();
    const id = await idOfFirst();
    const remove = async (person: { id: number } | null) =>
      (await api.request(person, 'DELETE', `notify-logs/${id}`)).status;

    expect([await remove(null), await remove(scene.super_admin)]).toEqual([401, 404]);
    expect([await remove(scene.store_owner), await remove(scene.store_owner)]).toEqual([200, 404]);
  });
});

describe('POST notify-log-read-all', () => {
  it('marks one’s own, all or of a kind', async () => {
    await ring();
    await ring({ type: 'refund' });
    await ring({ receivers: [scene.otherOwner.id] });
    const all = (body: object) =>
      api.request<unknown[]>(scene.store_owner, 'POST', 'notify-log-read-all', body);

    expect((await all({ notify_type: 'wrong' })).status).toBe(422);
    expect((await all({ receiver: scene.otherOwner.id })).status).toBe(404);
    expect((await all({ notify_type: 'refund' })).body).toHaveLength(1);
    expect((await all({ set_all_read: true })).body).toHaveLength(1);
    expect((await own(scene.otherOwner, '?is_read=0')).total).toBe(1);
    expect((await api.request(null, 'POST', 'notify-log-read-all', {})).status).toBe(401);
  });
});

describe('notification-preferences', () => {
  const put = (body: object) => api.request(scene.store_owner, 'PUT', 'notification-preferences', body);

  it('are the defaults until they are saved, and one’s own', async () => {
    const plain = { muted: [], message_mail: true, digest: 'off', digest_hour: 9 };
    expect((await api.request(scene.store_owner, 'GET', 'notification-preferences')).body).toEqual(plain);
    expect((await put({ digest: 'weekly', digest_hour: 7 })).body).toEqual({
      ...plain,
      digest: 'weekly',
      digest_hour: 7,
    });
    expect((await api.request(scene.otherOwner, 'GET', 'notification-preferences')).body).toEqual(plain);
  });

  it('reject invalid values', async () => {
    expect((await api.request(null, 'GET', 'notification-preferences')).status).toBe(401);
    expect((await api.request(null, 'PUT', 'notification-preferences', {})).status).toBe(401);
    const wrong = [{ muted: ['x'] }, { muted: 'order' }, { digest: 'hourly' }, { digest_hour: 24 }];
    for (const body of [...wrong, { digest_hour: 1.5 }, { message_mail: 'perhaps' }])
      expect([body, (await put(body)).status]).toEqual([body, 422]);
  });
});

describe('a digest', () => {
  const letters = () =>
    api.db
      .selectFrom('outbox')
      .select(['recipient', 'subject', 'body'])
      .where('template', '=', 'digest')
      .execute();
  const at = (moment: string) =>
    Promise.all([1, 2].map(() => sendDigests(jobCtx(api.db, new Date(moment), 'https://shop.test'))));
  const later = new Date('2026-03-10T10:00:00Z');
  const want = (body: object) => api.request(scene.store_owner, 'PUT', 'notification-preferences', body);

  it('sends the unread once a day, at the user’s hour in Moscow', async () => {
    await want({ digest: 'daily', digest_hour: 9 });
    await ring({ shopId: scene.shop.id }, later);
    // 9:00 in Moscow is 6:00 UTC.
    await at('2026-03-11T05:59:00Z');
    expect(await letters()).toEqual([]);
    await at('2026-03-11T06:00:00Z');
    await at('2026-03-11T07:00:00Z');
    const [letter, ...more] = await letters();
    expect(more).toEqual([]);
    expect(letter?.recipient).toBe(scene.store_owner.email);
    expect(letter?.body).toContain('250310-1');
    expect(letter?.body).toContain(`https://shop.test/admin/${scene.shop.slug}/orders/7`);

    await at('2026-03-12T06:00:00Z');
    expect(await letters()).toHaveLength(1);
  });

  it('is sent once a week, on Mondays', async () => {
    await want({ digest: 'weekly', digest_hour: 10 });
    await ring({}, later);
    await at('2026-03-15T23:00:00Z');
    expect(await letters()).toEqual([]);
    await at('2026-03-16T07:00:00Z');
    await at('2026-03-17T07:00:00Z');
    expect(await letters()).toHaveLength(1);
  });

  it('omits what was read, and is not sent without a subscription', async () => {
    await want({ digest: 'daily', digest_hour: 9 });
    await ring({}, later);
    await ring({ receivers: [scene.otherOwner.id] }, later);
    await api.request(scene.store_owner, 'POST', 'notify-log-read-all', {});
    await at('2026-03-11T06:00:00Z');
    expect(await letters()).toEqual([]);
  });
});
