import { beforeEach, describe, expect, it } from 'vitest';
import type { TwoFactorSetup } from '@/contract/accounts/auth';
import { buildUser } from '../../support/factories';
import { setUpScene } from '../../support/scene';
import { codeOf, signIn } from '../../support/session';

/** A role can demand a second factor from a day on. */
const { api } = setUpScene();
const password = 'Demo12345';
let person: { id: number };
let token: string;

const ask = <Body = { message: string }>(method: 'GET' | 'POST', path: string, body?: object) =>
  api.request<Body>(null, method, path, body, { authorization: `Bearer ${token}` });

beforeEach(async () => {
  person = await buildUser(api.db, { role: 'super_admin', email: 'auditor@test.ru', password });
  const role = await api.db
    .insertInto('roles')
    .values({
      name: 'Аудит',
      kind: 'team',
      areas: JSON.stringify({ orders: 'read' }),
      two_factor_from: '2026-03-11',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await api.db.updateTable('users').set({ role_id: role.id }).where('id', '=', person.id).execute();
  token = await signIn(api.db, person.id, api.now());
});

describe('a role that demands a second factor', () => {
  it('leaves everything open until its day begins in the time zone of the settings', async () => {
    api.setNow(new Date('2026-03-10T20:59:00.000Z'));
    expect((await ask('GET', 'orders')).status).toBe(200);

    api.setNow(new Date('2026-03-10T21:01:00.000Z'));
    const refused = await ask('GET', 'orders');
    expect([refused.status, refused.body.message]).toEqual([409, 'SECOND_FACTOR_NEEDED']);
  });

  it('leaves open what sets it up, and opens the rest once it is done', async () => {
    api.setNow(new Date('2026-03-11T08:00:00.000Z'));
    expect((await ask('GET', 'me')).status).toBe(200);
    expect((await ask('GET', 'me/passkeys')).status).toBe(200);
    const { body } = await ask<TwoFactorSetup>('POST', 'two-factor/setup', { password });
    expect((await ask('GET', 'orders')).body.message).toBe('SECOND_FACTOR_NEEDED');
    await ask('POST', 'two-factor/confirm', { code: codeOf(body.secret, api.now()) });

    expect((await ask('GET', 'orders')).status).toBe(200);
  });
});
