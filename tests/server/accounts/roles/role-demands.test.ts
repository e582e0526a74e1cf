import { beforeEach, describe, expect, it } from 'vitest';
import type { SignInLink } from '@/contract/accounts/providers';
import type { RoleRow } from '@/contract/accounts/roles/schema';
import { buildUser } from '../../../support/factories';
import { messageOf, password, setUpOpenId } from '../../../support/openid/scene';
import { signIn } from '../../../support/session';
import { buildMember, buildRole, readyRole } from '../../../support/team';

/** What a role demands: a second factor from a day, a provider to sign in through, and sums that one person moves. */
const { api, scene, at, change, visitor } = setUpOpenId();

interface Answered {
  id: number;
  message: string;
  token: string | null;
  errors: Record<string, string[]>;
  names: Record<string, string>;
  current: { id: number; name: string };
}
const put = (user: { id: number }, id: number, body: object) =>
  api.request<RoleRow & Answered>(user, 'PUT', `roles/${id}`, body);
const stored = (id: number) =>
  api.db.selectFrom('roles').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('what a role demands', () => {
  it('is stored with the role, and of a ready one it is all that changes', async () => {
    const finance = await readyRole(api.db, 'finance');
    const demands = {
      two_factor_from: '2026-04-01',
      sign_in_provider: at.id,
      alone_limits: { payout: 5000, refund: 3000.5 },
    };

    const made = await api.request<RoleRow>(scene.super_admin, 'POST', 'roles', {
      ...{ name: 'Выплаты', areas: { finance: 'decide' } },
      ...demands,
    });
    const ready = await put(scene.super_admin, finance, demands);
    const renamed = await put(scene.super_admin, finance, { ...demands, name: 'Другое' });

    expect(made.status).toBe(201);
    expect(made.body).toMatchObject(demands);
    expect(ready.status).toBe(200);
    expect(await stored(finance)).toMatchObject({ ...demands, name: 'Финансы' });
    expect(renamed.body.message).toBe('ACTION_NOT_VALID');
    await put(scene.super_admin, finance, {
      two_factor_from: null,
      sign_in_provider: null,
      alone_limits: {},
    });
    expect(await stored(finance)).toMatchObject({ two_factor_from: null, sign_in_provider: null });
  });

  it('is refused at its field: a wrong day, a negative sum, a provider that is off or unknown', async () => {
    const role = await buildRole(api.db, { finance: 'decide' });
    await change({ is_on: false });

    const wrong = await put(scene.super_admin, role, {
      two_factor_from: 'завтра',
      alone_limits: { payout: -1 },
    });
    const off = await put(scene.super_admin, role, { sign_in_provider: at.id });
    const unknown = await put(scene.super_admin, role, { sign_in_provider: 404 });

    expect([wrong.status, wrong.body.errors]).toEqual([
      422,
      { two_factor_from: ['error-date-format'], 'alone_limits.payout': ['error-must-not-be-negative'] },
    ]);
    for (const { body } of [off, unknown])
      expect(body.errors).toEqual({ sign_in_provider: ['error-wrong-value'] });
  });

  it('is not set by whoever may not edit the role', async () => {
    const reader = await buildMember(api.db, { team: 'read' });
    const role = await buildRole(api.db, { orders: 'read' });

    expect((await put(reader, role, { sign_in_provider: at.id })).status).toBe(403);
    expect((await api.request(null, 'PUT', `roles/${role}`, {})).status).toBe(401);
    expect(await stored(role)).toMatchObject({ sign_in_provider: null });
  });
});

describe('whom a role binds', () => {
  const lead = { team: 'decide', finance: 'decide', orders: 'read' };
  const bound = async (demands: object) => {
    const person = await buildMember(api.db, lead);
    const { role_id } = await api.db
      .selectFrom('users')
      .select('role_id')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow();
    await api.db.updateTable('roles').set(demands).where('id', '=', Number(role_id)).execute();
    return person;
  };

  it('binds whom they give a role: no higher sum, no later day', async () => {
    api.setNow(new Date('2026-03-10T09:00:00.000Z'));
    const limited = await bound({ alone_limits: JSON.stringify({ payout: 1000 }) });
    const role = await buildRole(api.db, { finance: 'decide' });
    const reader = await buildRole(api.db, { orders: 'read' });
    const colleague = await buildMember(api.db, { orders: 'read' });
    const give = (role_id: number) =>
      api.request<Answered>(limited, 'POST', `users/${colleague.id}/role`, { role_id });

    const more = await put(limited, role, { alone_limits: { payout: 1001 } });
    const unlimited = await give(role);
    const harmless = await give(reader);
    const less = await put(limited, role, { alone_limits: { payout: 1000 } });

    expect(more.body.errors).toEqual({ alone_limits: ['error-role-softer'] });
    expect(unlimited.body.errors).toEqual({ role_id: ['error-role-softer'] });
    expect([harmless.status, less.status]).toEqual([200, 200]);

    const careful = await bound({ two_factor_from: '2026-03-20' });
    for (const [two_factor_from, status] of [
      [null, 422],
      ['2026-03-21', 422],
      ['2026-03-20', 200],
    ] as const)
      expect((await put(careful, role, { two_factor_from })).status, String(two_factor_from)).toBe(status);
  });
});

describe('a role that demands a provider', () => {
  let member: { id: number };
  let role: number;
  const email = 'member@test.ru';
  const byPassword = () => api.request<Answered>(null, 'POST', 'token', { email, password });
  const demand = () => put(scene.super_admin, role, { sign_in_provider: at.id });

  beforeEach(async () => {
    member = await buildUser(api.db, { role: 'super_admin', email, password });
    role = await buildRole(api.db, { orders: 'read' });
    await api.db.updateTable('users').set({ role_id: role }).where('id', '=', member.id).execute();
  });

  it('opens only what links it, until the person has done so', async () => {
    await demand();
    const { body } = await byPassword();
    const asMember = { authorization: `Bearer ${body.token}` };
    const orders = () => api.request<Answered>(null, 'GET', 'orders', undefined, asMember);

    const refused = await orders();
    const own = await api.request<SignInLink[]>(null, 'GET', 'sign-in/links', undefined, asMember);
    await visitor().link(member, 'boris');

    expect([refused.status, refused.body.message, refused.body.names]).toEqual([
      409,
      'SIGN_IN_LINK_NEEDED',
      { provider: 'Вход компании' },
    ]);
    expect(own.body).toMatchObject([{ id: at.id, since: null }]);
    expect((await orders()).status).toBe(200);
  });

  it('refuses the password of whoever has linked it, names the provider, and lets in through it', async () => {
    await visitor().link(member, 'boris');
    await demand();
    const guest = visitor();

    const refused = await byPassword();
    await guest.goThrough('boris');
    const through = await guest.finish();

    expect([refused.status, refused.body]).toMatchObject([
      409,
      {
        message: 'SIGN_IN_THROUGH',
        current: { id: at.id, name: 'Вход компании' },
        names: { provider: 'Вход компании' },
      },
    ]);
    expect(typeof through.body.token).toBe('string');
  });

  it('counts no right password as a wrong one, and says nothing to whoever guesses', async () => {
    await visitor().link(member, 'boris');
    await demand();

    for (let time = 0; time < 12; time += 1) expect((await byPassword()).status).toBe(409);
    const wrong = await api.request<Answered>(null, 'POST', 'token', { email, password: 'Wrong12345' });

    expect([wrong.status, wrong.body.token]).toEqual([200, null]);
  });

  it('ends the sessions that were opened before it', async () => {
    await visitor().link(member, 'boris');
    const token = await signIn(api.db, member.id, api.now());

    await demand();

    expect(
      await messageOf(api.request(null, 'GET', 'orders', undefined, { authorization: `Bearer ${token}` })),
    ).toEqual([401, 'NOT_AUTHENTICATED']);
  });

  it('keeps its provider: it is neither removed nor switched off', async () => {
    await demand();

    const off = await change({ is_on: false });
    const removed = await api.request<Answered>(scene.super_admin, 'DELETE', `sign-in/providers/${at.id}`);

    expect([off.status, off.body.message]).toEqual([409, 'IN_USE']);
    expect([removed.status, removed.body.message]).toEqual([409, 'IN_USE']);
    await put(scene.super_admin, role, { sign_in_provider: null });
    expect((await change({ is_on: false })).status).toBe(200);
  });

  it('never binds the last full administrator, who signs in by password', async () => {
    await demand();
    const full = await buildUser(api.db, { role: 'super_admin', email: 'full@test.ru', password });

    const narrowed = await api.request<Answered>(full, 'POST', `users/${scene.super_admin.id}/role`, {
      role_id: role,
    });
    const last = await api.request<Answered>(member, 'POST', `users/${full.id}/role`, { role_id: role });
    const signedIn = await api.request<Answered>(null, 'POST', 'token', { email: 'full@test.ru', password });

    expect(narrowed.status).toBe(200);
    expect(last.status).not.toBe(200);
    expect(typeof signedIn.body.token).toBe('string');
  });
});
