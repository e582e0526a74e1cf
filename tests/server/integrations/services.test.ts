import { beforeAll, describe, expect, it } from 'vitest';
import type { OutboxLetter, OutsideService, OutsideState } from '@/contract/settings/outside';
import type { Deps } from '@/server/core/deps';
import { send } from '@/server/modules/messaging/outbox';
import { say, setUpService } from '../../support/fake-service';
import { setUpScene } from '../../support/scene';
import { type TestApp, testApp } from '../../support/server';
import { setUpSmtp } from '../../support/smtp';

/** The administrators' view of external services, and e-mails from a request to the receiver. */
const smtp = setUpSmtp();
const service = setUpService();
const deps: Partial<Deps> = {};
beforeAll(() => {
  deps.smtp = { url: smtp.url, from: 'Гостиный двор <no-reply@shop.test>' };
  deps.sms = { url: `${service.base}/sms`, key: 'top-secret' };
  deps.deliveryUrl = `${service.base}/v1`;
  deps.dadataToken = 'top-secret';
  deps.dadataUrl = service.base;
  deps.sentryDsn = 'https://secret@errors.test/inner/7';
});
const { api, scene } = setUpScene(deps);

const state = async (app: TestApp = api) =>
  (await app.request<OutsideState>(scene.super_admin, 'GET', 'outside')).body;
const stateOf = async (name: string) => (await state()).services.find((one) => one.name === name);
const letters = async (query = '') =>
  (
    await api.request<{ data: OutboxLetter[]; total: number }>(
      scene.super_admin,
      'GET',
      `outside/outbox${query}`,
    )
  ).body;
const put = (to: string, minutes?: number) =>
  send(
    {
      db: api.db,
      user: null,
      now: api.now(),
      locale: 'ru',
      ip: '::1',
      requestId: 'test',
      publicUrl: 'https://shop.test',
    },
    {
      channel: 'mail',
      to,
      template: 'test',
      subject: 'Тема',
      body: 'Ваш код 123456',
      ...(minutes !== undefined && { minutes }),
    },
  );
const fail = async (to: string, error = '550 no') => {
  await api.db
    .updateTable('outbox')
    .set({ failed_at: api.now(), last_error: error })
    .where('recipient', '=', to)
    .execute();
};
/** Written in the background: available a moment later. */
const told = async (name: string, has: (one: OutsideService) => boolean) => {
  for (;;) {
    const one = await stateOf(name);
    if (one && has(one)) return one;
    await new Promise((done) => setTimeout(done, 10));
  }
};

describe('the state of external services', () => {
  it.each([
    ['GET', 'outside'],
    ['GET', 'outside/outbox'],
    ['POST', 'outside/outbox/retry'],
    ['POST', 'outside/outbox/1/retry'],
  ] as const)('%s %s is open to administrators', async (method, path) => {
    for (const user of [null, scene.customer, scene.staff, scene.store_owner]) {
      expect((await api.request(user, method, path)).status).toBe(user ? 403 : 401);
    }
    expect([200, 404]).toContain((await api.request(scene.super_admin, method, path)).status);
  });

  it('lists external, built-in and missing services without secrets', async () => {
    const body = await state();

    const short = Object.fromEntries(body.services.map(({ name, state: how, host }) => [name, [how, host]]));
    expect(short).toMatchObject({
      files: ['built-in', null],
      mail: ['connected', new URL(smtp.url).host],
      sms: ['connected', new URL(service.base).host],
      delivery: ['connected', new URL(service.base).host],
      'sbp-members': ['built-in', null],
      'sbp-payments': ['connected', null],
      descriptions: ['off', null],
      maps: ['off', null],
      reports: ['connected', 'errors.test'],
    });
    expect(JSON.stringify(body)).not.toMatch(/top-secret|robot/);
  });

  it('shows the last outcome of each service from any process', async () => {
    service.answer = say('', 502);
    expect((await api.request(scene.staff, 'GET', 'cities?search=tula')).status).toBe(503);
    const broken = await told('delivery', (one) => one.last_failure_at !== null);
    expect(broken).toMatchObject({ last_failure: 'broken 502', last_success_at: null });

    api.setNow(new Date(api.now().getTime() + 60_000));
    service.answer = say([{ id: 1, name: 'Tula' }]);
    expect((await api.request(scene.staff, 'GET', 'cities?search=tula')).status).toBe(200);
    const well = await told('delivery', (one) => one.last_success_at !== null);
    expect(well.last_success_at).toBe(api.now().toISOString());
    expect(well.last_failure).toBe('broken 502');
  });
});

describe('the outbox of an administrator', () => {
  it('lists e-mails without their texts, newest first, with filters', async () => {
    for (const to of ['a@test.ru', 'b@test.ru', 'c@test.ru', 'd@test.ru']) await put(to, 10);
    await fail('a@test.ru');
    await fail('b@test.ru');
    await api.db
      .updateTable('outbox')
      .set({ expires_at: new Date(api.now().getTime() - 1) })
      .where('recipient', '=', 'b@test.ru')
      .execute();
    await api.db
      .updateTable('outbox')
      .set({ sent_at: api.now() })
      .where('recipient', '=', 'c@test.ru')
      .execute();

    const all = await letters();
    expect(all.data.map(({ recipient, state: how }) => [recipient, how])).toEqual([
      ['d@test.ru', 'waiting'],
      ['c@test.ru', 'sent'],
      ['b@test.ru', 'expired'],
      ['a@test.ru', 'failed'],
    ]);
    expect(all.data[3]).toMatchObject({ last_error: '550 no', next_at: null, subject: 'Тема' });
    expect(JSON.stringify(all)).not.toContain('123456');
    expect((await letters('?state=failed')).data.map(({ recipient }) => recipient)).toEqual(['a@test.ru']);
    expect((await letters('?search=state:expired;channel:mail&searchJoin=and')).total).toBe(1);
    expect((await letters('?recipient=D@TEST')).total).toBe(1);
    expect((await letters('?limit=1&page=2')).data.map(({ recipient }) => recipient)).toEqual(['c@test.ru']);
    expect((await state()).outbox).toEqual({ waiting: 1, sent: 1, failed: 1, expired: 1 });
    for (const query of ['?state=x', '?channel=fax', '?body=1', '?limit=x']) {
      expect((await api.request(scene.super_admin, 'GET', `outside/outbox${query}`)).status).toBe(422);
    }
  });

  it('retries failed messages only', async () => {
    await put('a@test.ru');
    await put('b@test.ru', 10);
    const [b, a] = (await letters()).data;
    const retry = (id: number | string | undefined) =>
      api.request<OutboxLetter & { message: string }>(
        scene.super_admin,
        'POST',
        `outside/outbox/${id}/retry`,
      );
    expect([(await retry(a?.id)).body.message, (await retry('x')).status]).toEqual(['ACTION_NOT_VALID', 404]);
    await fail('a@test.ru');
    await fail('b@test.ru');
    api.setNow(new Date(api.now().getTime() + 48 * 3600_000));

    const again = await retry(a?.id);

    expect([again.status, again.body.state, again.body.attempts]).toEqual([200, 'waiting', 0]);
    const row = await api.db
      .selectFrom('outbox')
      .selectAll()
      .where('id', '=', a?.id ?? 0)
      .executeTakeFirstOrThrow();
    expect(row.give_up_at.getTime() - api.now().getTime()).toBe(24 * 3600_000);
    // Its code is no longer valid.
    expect((await retry(b?.id)).body.message).toBe('ACTION_NOT_VALID');
    const log = await api.db
      .selectFrom('audit_log')
      .select(['action', 'row_id', 'user_id'])
      .where('family', '=', 'outbox')
      .execute();
    expect(log).toEqual([{ action: 'retry', row_id: a?.id, user_id: scene.super_admin.id }]);
  });

  it('retries all failed messages', async () => {
    for (const to of ['a@test.ru', 'b@test.ru', 'c@test.ru']) await put(to);
    await fail('a@test.ru');
    await fail('c@test.ru');

    const { body } = await api.request<{ count: number }>(scene.super_admin, 'POST', 'outside/outbox/retry');

    expect([body.count, (await state()).outbox.waiting]).toEqual([2, 3]);
  });
});

describe('from a request to the receiver', () => {
  it('delivers an e-mail and an SMS soon and once, without blocking requests', async () => {
    const real = await testApp(deps);
    const person = await real.db
      .insertInto('users')
      .values({
        name: 'Ия',
        email: 'iya@test.ru',
        password_hash: 'x',
        permissions: ['customer'],
        contact: '+7 (999) 123-45-67',
        contact_verified_at: real.now(),
        email_verified_at: real.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    service.answer = say('', 202);
    await real.app.listen({ port: 0, host: '127.0.0.1' });

    await real.request(null, 'POST', 'forget-password', { email: 'iya@test.ru' });
    await real.request(null, 'POST', 'api/admin/auth/send-code', { phone: '+7 (999) 123-45-67' });
    while (smtp.letters.length === 0 || service.asked.length === 0)
      await new Promise((done) => setTimeout(done, 20));
    await new Promise((done) => setTimeout(done, 100));

    expect(person.id).toBeGreaterThan(0);
    expect(smtp.letters.map(({ to }) => to)).toEqual([['iya@test.ru']]);
    expect(service.asked.map(({ body }) => JSON.parse(String(body)).to)).toEqual(['+79991234567']);
    const left = await real.db.selectFrom('outbox').select(['sent_at']).execute();
    expect(left.map(({ sent_at }) => sent_at !== null)).toEqual([true, true]);
    await real.close();
  });

  it('a silent server blocks nobody', async () => {
    smtp.isSilent = true;
    const real = await testApp(deps);
    await real.app.listen({ port: 0, host: '127.0.0.1' });
    await real.db
      .insertInto('users')
      .values({ name: 'Ия', email: 'iya@test.ru', password_hash: 'x', permissions: ['customer'] })
      .execute();
    const began = Date.now();

    const answers = [];
    for (let count = 0; count < 3; count += 1) {
      answers.push((await real.request(null, 'POST', 'forget-password', { email: 'iya@test.ru' })).status);
    }

    expect([answers, Date.now() - began < 5000]).toEqual([[200, 200, 200], true]);
    expect(smtp.letters).toEqual([]);
    smtp.hangUp();
    await real.close();
  });
});
