import { describe, expect, it } from 'vitest';
import { cleanUp } from '@/server/core/jobs/cleanup';
import { send } from '@/server/modules/messaging/outbox';
import { setUpScene } from '../../support/scene';
import { testApp } from '../../support/server';

/** Waiting and expired messages. */
const { api, scene } = setUpScene({ demo: true });
const ctx = (now = api.now()) => ({
  db: api.db,
  user: null,
  now,
  locale: 'ru',
  ip: '::1',
  requestId: 'test',
  publicUrl: '',
});
const message = (number: number) => ({
  channel: 'mail' as const,
  to: `person${number}@test.ru`,
  template: 'test',
  subject: `Письмо ${number}`,
  body: 'Текст',
});

describe('GET dev/outbox', () => {
  it('lists e-mails and SMS, newest first, for administrators', async () => {
    for (const number of [1, 2, 3]) await send(ctx(), message(number));
    const { status, body } = await api.request(scene.super_admin, 'GET', 'dev/outbox?limit=2');

    expect([status, body.total, body.per_page, body.last_page]).toEqual([200, 3, 2, 2]);
    expect(body.data.map(({ subject }) => subject)).toEqual(['Письмо 3', 'Письмо 2']);
    expect(body.data[0]).toMatchObject({ channel: 'mail', recipient: 'person3@test.ru' });
    // Emails get the signature when queued.
    expect(body.data[0]?.body).toBe('Текст\n\n— Гостиный двор');
    const second = await api.request(scene.super_admin, 'GET', 'dev/outbox?limit=2&page=2');
    expect(second.body.data.map(({ subject }) => subject)).toEqual(['Письмо 1']);
    expect((await api.request(scene.super_admin, 'GET', 'dev/outbox?limit=x')).status).toBe(422);
    for (const user of [null, scene.customer, scene.staff, scene.store_owner]) {
      expect((await api.request(user, 'GET', 'dev/outbox')).status).toBe(user ? 403 : 401);
    }
  });

  it('has inner quotation marks around a name inside others', async () => {
    const subject = 'Новый отзыв: «Ножницы «Соня»»';
    await send(ctx(), { ...message(9), subject, body: 'Без пары: «\nТовар «Ножницы «Соня»» продан' });
    const { body } = await api.request(scene.super_admin, 'GET', 'dev/outbox?limit=1');

    expect(body.data[0]?.subject).toBe('Новый отзыв: «Ножницы „Соня“»');
    expect(body.data[0]?.body).toContain('Без пары: «\nТовар «Ножницы „Соня“» продан');
  });

  it('does not exist outside of a demo', async () => {
    const real = await testApp();
    const answer = await real.request(null, 'GET', 'dev/outbox');

    expect([answer.status, answer.body.message]).toEqual([404, 'NOT_FOUND']);
    await real.close();
  });

  it('contains nothing of a rolled-back transaction', async () => {
    const failed = api.db.transaction().execute(async (db) => {
      await send({ ...ctx(), db }, message(1));
      throw new Error('no');
    });

    await expect(failed).rejects.toThrow('no');
    expect(await api.db.selectFrom('outbox').selectAll().execute()).toEqual([]);
  });
});

describe('housekeeping', () => {
  it('deletes expired rows and keeps the rest', async () => {
    const day = 24 * 3600_000;
    const at = (days: number) => new Date(api.now().getTime() + days * day);
    const userId = scene.customer.id;
    const session = (expires: Date) => ({
      user_id: userId,
      token_hash: String(expires.getTime()),
      expires_at: expires,
    });
    await api.db
      .insertInto('sessions')
      .values([session(at(-1)), session(at(1))])
      .execute();
    const code = (expires: Date) => ({
      purpose: 'login',
      recipient: 'x',
      secret_hash: 'x',
      created_at: at(-9),
      expires_at: expires,
    });
    await api.db
      .insertInto('one_time_codes')
      .values([code(at(-2)), code(at(-0.5)), code(at(1))])
      .execute();
    const limit = (key: string, resets: Date) => ({ key, hits: 1, resets_at: resets });
    await api.db
      .insertInto('rate_limits')
      .values([limit('over', at(-1)), limit('open', at(1))])
      .execute();
    const key = (name: string, created: Date) => ({
      user_id: userId,
      key: name,
      request_hash: 'x',
      status: 200,
      answer: '{}',
      created_at: created,
    });
    await api.db
      .insertInto('idempotency_keys')
      .values([key('old', at(-8)), key('new', at(-1))])
      .execute();
    const sent = (name: string, when: Date | null) => ({
      channel: 'mail',
      recipient: name,
      template: 'test',
      body: '',
      created_at: at(-90),
      sent_at: when,
    });
    await api.db
      .insertInto('outbox')
      .values([sent('old', at(-31)), sent('new', at(-1)), sent('waits', null)])
      .execute();

    await cleanUp(api.db, api.now());

    const left = async (
      table: 'sessions' | 'one_time_codes' | 'rate_limits' | 'idempotency_keys' | 'outbox',
    ) => (await api.db.selectFrom(table).selectAll().execute()).length;
    expect(await left('sessions')).toBe(1);
    expect(await left('one_time_codes')).toBe(2);
    expect(await left('rate_limits')).toBe(1);
    expect(await left('idempotency_keys')).toBe(1);
    expect(await left('outbox')).toBe(2);
  });
});
