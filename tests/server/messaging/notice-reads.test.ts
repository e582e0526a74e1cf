import { buildUser } from '@tests/support/factories';
import { setUpScene } from '@tests/support/scene';
import type { Wire } from '@tests/support/server';
import { describe, expect, it } from 'vitest';
import { jobCtx } from '@/server/core/jobs/job';
import { announceDue } from '@/server/modules/messaging/notices/notice-announcements';

/** Read marks of notices, announcements, and removal. */
const { api, scene } = setUpScene();

type Person = 'super_admin' | 'store_owner' | 'staff' | 'customer' | 'otherOwner' | 'otherStaff';

async function write(person: Person, more: object = {}): Promise<Wire> {
  const answer = await api.request(scene[person], 'POST', 'store-notices', {
    priority: 'high',
    notice: 'Инвентаризация',
    description: 'Пересчитываем остатки.',
    effective_from: '2026-03-01',
    expired_at: '2026-03-31',
    type: person === 'super_admin' ? 'all_vendor' : 'all_shop',
    ...more,
  });
  expect(answer.status).toBe(201);
  return answer.body;
}

const read = (person: Person, body: object) =>
  api.request<Wire & { is_read: boolean }>(scene[person], 'POST', 'store-notices/read', body);
const unread = async (person: Person) =>
  (await api.request<{ total: number; high: { id: number }[] }>(scene[person], 'GET', 'store-notices/unread'))
    .body;
const bell = async (person: Person) =>
  (await api.request(scene[person], 'GET', 'notify-logs?notify_type=store_notice')).body.data;

const marks = () => api.db.selectFrom('store_notice_reads').selectAll().execute();

describe('POST store-notices/read', () => {
  it('marks a notice as read only for the caller, idempotently', async () => {
    const { id } = await write('super_admin');
    const first = await read('store_owner', { id });

    expect(first.body).toEqual({ store_notice_id: id, user_id: scene.store_owner.id, is_read: true });
    expect((await read('store_owner', { id })).status).toBe(200);
    expect([(await unread('store_owner')).total, (await unread('otherOwner')).total]).toEqual([0, 1]);
  });

  it('marks it as unread again with is_read: false', async () => {
    const { id } = await write('super_admin');
    await read('store_owner', { id });

    expect((await read('store_owner', { id, is_read: false })).body.is_read).toBe(false);
    expect((await read('store_owner', { id, is_read: false })).status).toBe(200);
    expect(await marks()).toEqual([]);
    expect((await unread('store_owner')).high).toMatchObject([{ id }]);
  });

  it('stores one mark for fifty concurrent requests', async () => {
    const { id } = await write('super_admin');
    const answers = await Promise.all(Array.from({ length: 50 }, () => read('store_owner', { id })));

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await marks()).toHaveLength(1);
  });

  it('an edit keeps the read marks', async () => {
    const { id } = await write('super_admin');
    await read('store_owner', { id });
    await api.request(scene.super_admin, 'PUT', `store-notices/${id}`, {
      notice: 'Другое',
      type: 'all_vendor',
    });

    expect(await marks()).toHaveLength(1);
    expect((await unread('store_owner')).total).toBe(0);
  });

  it('requires a session, the right, an own notice and a valid id', async () => {
    const { id } = await write('super_admin', {
      type: 'specific_vendor',
      received_by: [scene.store_owner.id],
    });
    expect((await api.request(null, 'POST', 'store-notices/read', { id })).status).toBe(401);
    expect((await read('customer', { id })).status).toBe(403);
    expect((await read('otherOwner', { id })).status).toBe(404);
    for (const wrong of [undefined, 'x', 1.5, -1, 1e30, {}])
      expect([wrong, (await read('store_owner', { id: wrong })).status]).toEqual([wrong, 422]);
    expect((await read('store_owner', { id, is_read: 'no' })).status).toBe(422);
  });
});

describe('a notice from before the person registered', () => {
  it('can be read, but does not wait and is in no strip', async () => {
    await write('super_admin');
    const late = await buildUser(api.db, { role: 'store_owner' });
    await api.db
      .updateTable('users')
      .set({ created_at: new Date('2027-01-01T00:00:00Z') })
      .where('id', '=', late.id)
      .execute();

    expect((await api.request<Wire>(late, 'GET', 'store-notices')).body.total).toBe(1);
    expect((await api.request<Wire>(late, 'GET', 'store-notices/unread')).body.total).toBe(0);
    expect((await api.request<Wire>(late, 'GET', 'me')).body.notice).toBeNull();
  });

  it('is one strip for several, with the number of the others', async () => {
    await write('super_admin');
    const { id } = await write('super_admin', { notice: 'Новые тарифы' });
    await write('super_admin', { priority: 'medium' });

    const { body } = await api.request<Wire>(scene.store_owner, 'GET', 'me');
    expect(body.notice).toEqual({ id, notice: 'Новые тарифы', others: 1 });
  });
});

describe('POST store-notices/read-all', () => {
  const readAll = (person: Person | null, body: object) =>
    api.request<{ store_notice_id: number }[]>(
      person && scene[person],
      'POST',
      'store-notices/read-all',
      body,
    );

  it('marks all notices in force sent to the caller', async () => {
    const { id } = await write('super_admin');
    const shops = await write('store_owner');
    await write('super_admin', { effective_from: '2026-03-20' });

    expect((await readAll('store_owner', {})).body.map((one) => one.store_notice_id)).toEqual([id]);
    expect((await readAll('staff', {})).body.map((one) => one.store_notice_id)).toEqual([shops.id]);
    expect([(await unread('store_owner')).total, (await unread('staff')).total]).toEqual([0, 0]);
  });

  it('marks only the given ones, and none when one of them is somebody else’s', async () => {
    const [first, second] = [await write('super_admin'), await write('super_admin')];
    const foreign = await write('super_admin', {
      type: 'specific_vendor',
      received_by: [scene.otherOwner.id],
    });

    expect((await readAll('store_owner', { notices: [first.id, foreign.id] })).status).toBe(404);
    expect(await marks()).toEqual([]);
    expect((await readAll('store_owner', { notices: [first.id, first.id] })).body).toHaveLength(1);
    expect((await unread('store_owner')).high.map(({ id }) => id)).toEqual([second.id]);
  });

  it('refuses without permission and without a valid list', async () => {
    expect((await readAll(null, {})).status).toBe(401);
    expect((await readAll('customer', {})).status).toBe(403);
    for (const notices of ['all', [0], ['1'], { a: 1 }])
      expect((await readAll('store_owner', { notices })).status).toBe(422);
  });
});

describe('GET store-notices/{id}/readers', () => {
  const readers = (person: Person | null, id: number) =>
    api.request<{ total: number; read: number; data: { id: number; read_at: string | null }[] }>(
      person && scene[person],
      'GET',
      `store-notices/${id}/readers`,
    );

  it('shows the author who has read it and when', async () => {
    const { id } = await write('store_owner');
    await read('staff', { id });
    const { body } = await readers('store_owner', id);

    expect(body).toEqual({
      total: 1,
      read: 1,
      data: [{ id: scene.staff.id, name: scene.staff.name, read_at: api.now().toISOString() }],
    });
    expect((await readers('super_admin', id)).body.total).toBe(1);
  });

  it('shows it to nobody else', async () => {
    const { id } = await write('store_owner');
    const statuses = await Promise.all(
      ([null, 'customer', 'staff', 'otherOwner'] as const).map(
        async (one) => (await readers(one, id)).status,
      ),
    );
    expect(statuses).toEqual([401, 403, 403, 404]);
  });

  it('shows a receiver only their own mark in the list', async () => {
    const { id } = await write('super_admin');
    await read('store_owner', { id });
    await read('otherOwner', { id });
    const statusOf = async (person: Person) =>
      (await api.request(scene[person], 'GET', 'store-notices')).body.data[0]?.read_status as {
        id: number;
      }[];

    expect(await statusOf('super_admin')).toHaveLength(2);
    expect((await statusOf('otherOwner')).map((one) => one.id)).toEqual([scene.otherOwner.id]);
  });
});

describe('an announcement', () => {
  it('notifies the receivers of a notice in force once', async () => {
    const { id } = await write('super_admin');
    await api.request(scene.super_admin, 'PUT', `store-notices/${id}`, { notice: 'Другое' });

    expect(await bell('store_owner')).toMatchObject([
      {
        notify_type: 'store_notice',
        notify_tracker: String(id),
        notify_text: 'Инвентаризация',
        is_read: false,
      },
    ]);
    expect([(await bell('staff')).length, (await bell('super_admin')).length]).toEqual([0, 0]);
  });

  it('comes at midnight in Moscow for a future notice, once with two processes', async () => {
    const { id } = await write('super_admin', { effective_from: '2026-03-12' });
    const look = (moment: string) =>
      Promise.all([1, 2].map(() => announceDue(jobCtx(api.db, new Date(moment), 'https://shop.test'))));

    await look('2026-03-11T20:59:59Z');
    expect(await bell('store_owner')).toEqual([]);
    await look('2026-03-11T21:00:00Z');
    await look('2026-03-11T22:00:00Z');
    expect((await bell('store_owner')).map((one) => one.notify_tracker)).toEqual([String(id)]);
  });

  it('is read with the notice, and removed with it', async () => {
    const { id } = await write('super_admin');
    await read('store_owner', { id });
    expect(await bell('store_owner')).toMatchObject([{ is_read: true }]);

    await api.request(scene.super_admin, 'DELETE', `store-notices/${id}`);
    expect([await bell('store_owner'), await bell('otherOwner')]).toEqual([[], []]);
  });

  it('publishes to current and former receivers', async () => {
    const { id } = await write('super_admin', {
      type: 'specific_vendor',
      received_by: [scene.store_owner.id],
    });
    await api.db.deleteFrom('live_events').execute();
    await api.request(scene.super_admin, 'PUT', `store-notices/${id}`, {
      type: 'specific_vendor',
      received_by: [scene.otherOwner.id],
    });
    const events = await api.db.selectFrom('live_events').select(['type', 'audiences', 'data']).execute();
    const [told] = events.filter(({ type }) => type === 'notice');

    expect(told?.data).toEqual({ id, change: 'saved' });
    expect(told?.audiences).toEqual(
      expect.arrayContaining([
        'admins:content',
        `user:${scene.store_owner.id}`,
        `user:${scene.otherOwner.id}`,
      ]),
    );
  });
});
