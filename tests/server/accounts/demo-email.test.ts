import { describe, expect, it } from 'vitest';
import type { DemoEmail, Message } from '@/contract/accounts/auth';
import { buildUser } from '../../support/factories';
import { messagesTo } from '../../support/outbox';
import { setUpScene } from '../../support/scene';
import { testApp } from '../../support/server';
import { signIn } from '../../support/session';

/** E-mails on the confirmation page: demo mode only. */
const { api, scene } = setUpScene({ demo: true });

const newcomer = (email: string) => ({
  name: 'Ирина',
  email,
  password: 'Klyukva678',
  permission: 'store_owner',
  accepts_personal_data: true,
  accepts_terms: true,
});

async function unverified() {
  const password = 'Demo12345';
  const person = await buildUser(api.db, { role: 'store_owner', email: 'vera@test.ru', password });
  await api.db.updateTable('users').set({ email_verified_at: null }).where('id', '=', person.id).execute();
  return { authorization: `Bearer ${await signIn(api.db, person.id, api.now())}` };
}

describe('in demo mode', () => {
  it('a registration returns the e-mail with the link that creates the account', async () => {
    const { body } = await api.request<Message>(null, 'POST', 'register', newcomer('irina@test.ru'));

    const link = /\/admin\/rest\/(register\/confirm\/\S+)/.exec(body.letter?.body ?? '')?.[1] ?? '';
    const { headers } = await api.request(null, 'GET', link);
    expect(headers.location).toContain('verified=1');
  });

  it('a person waiting for the e-mail reads it, and the next one', async () => {
    const session = await unverified();
    const read = () =>
      api.request<{ letter: DemoEmail | null }>(null, 'GET', 'dev/email', undefined, session);
    expect((await read()).body).toEqual({ letter: null });

    const path = 'email/verification-notification';
    const { body } = await api.request<Message>(null, 'POST', path, {}, session);
    expect(body.letter?.body).toContain('/admin/rest/email/verify/');
    expect((await read()).body.letter).toEqual(body.letter);
  });

  it('nobody reads an e-mail to an address that somebody else may own', async () => {
    const session = await unverified();
    const victim = await buildUser(api.db, { role: 'super_admin', email: 'victim@test.ru' });
    for (const email of ['victim@test.ru', 'new@test.ru']) {
      const change = { email, password: 'Demo12345' };
      const { status, body } = await api.request(null, 'POST', 'update-email', change, session);
      expect([status, body.letter]).toEqual([200, undefined]);
    }
    const [registered, , read] = await Promise.all([
      api.request<Message>(null, 'POST', 'register', newcomer('victim@test.ru')),
      api.request(null, 'POST', 'forget-password', { email: 'victim@test.ru' }),
      api.request<{ letter: DemoEmail | null }>(victim, 'GET', 'dev/email'),
    ]);

    expect([registered.status, registered.body.letter, read.body.letter]).toEqual([200, undefined, null]);
  });

  it('a person waiting for the e-mail reads no other one to the same address', async () => {
    const session = await unverified();
    await api.request(null, 'POST', 'register', newcomer('vera@test.ru'));
    await api.request(null, 'POST', 'forget-password', { email: 'vera@test.ru' });
    const written = await messagesTo(api.db, 'vera@test.ru');
    const { body } = await api.request(null, 'GET', 'dev/email', undefined, session);

    expect(written.length).toBe(2);
    expect(body).toEqual({ letter: null });
  });

  it('nobody reads an e-mail to somebody else', async () => {
    await api.request(null, 'POST', 'register', newcomer('irina@test.ru'));

    expect((await api.request(null, 'GET', 'dev/email')).status).toBe(401);
    expect((await api.request(scene.store_owner, 'GET', 'dev/email')).body).toEqual({ letter: null });
  });

  it('administrators find the messages to an address', async () => {
    for (const email of ['irina@test.ru', 'oleg@test.ru'])
      await api.request(null, 'POST', 'register', newcomer(email));

    const { body } = await api.request(scene.super_admin, 'GET', 'dev/outbox?recipient=OLEG');
    expect([body.total, body.data.map(({ recipient }) => recipient)]).toEqual([1, ['oleg@test.ru']]);
  });
});

it('outside of it no response contains an e-mail, and there is no outbox', async () => {
  const real = await testApp();
  const { body } = await real.request(null, 'POST', 'register', newcomer('irina@test.ru'));
  const person = await buildUser(real.db, { role: 'store_owner' });

  expect(body).toEqual({ message: 'CHECK_INBOX_TO_CONFIRM_EMAIL', success: true });
  expect((await real.request(person, 'GET', 'dev/email')).status).toBe(404);
  await real.close();
});
