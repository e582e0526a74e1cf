import { beforeEach, describe, expect, it } from 'vitest';
import type { Approval } from '@/contract/settings/approvals';
import { type BuiltUser, buildUser } from '../../../support/factories';
import { setUpScene } from '../../../support/scene';
import { requisites } from '../../../support/shops';
import { buildMember, buildRole, readyRole } from '../../../support/team';

/** Ways of one person to be the two that the rules ask for, or to have a request outlive the right. */
const { api, scene } = setUpScene();

let second: BuiltUser;

interface Answered {
  id: number;
  message: string;
  errors: object;
  approval: Approval;
}
type Person = { id: number };

const ask = (by: Person, method: 'POST' | 'PUT' | 'GET', path: string, body?: object) =>
  api.request<Answered>(by, method, path, body);
const confirm = (by: Person, { body: { approval } }: { body: Answered }) =>
  ask(by, 'POST', `approvals/${approval.id}/confirm`, { hash: approval.hash });
const stateOf = async (id: number) => (await ask(second, 'GET', `approvals/${id}`)).body;
const letters = () => api.db.selectFrom('outbox').select(['template', 'recipient']).execute();
const giveRole = (role_id: number | null, id: number) =>
  api.db.updateTable('users').set({ role_id }).where('id', '=', id).execute();
const shop = () =>
  api.db.selectFrom('shops').selectAll().where('id', '=', scene.shop.id).executeTakeFirstOrThrow();
const openShop = (more: object = {}) =>
  api.db
    .updateTable('shops')
    .set({ requisites: JSON.stringify(requisites), is_active: true, approved_at: api.now(), ...more })
    .where('id', '=', scene.shop.id)
    .execute();

beforeEach(async () => {
  second = await buildUser(api.db, { role: 'super_admin', name: 'Ольга Финансова' });
  await api.db.insertInto('approval_rules').values({ mode: 'auto' }).execute();
});

describe('a second person of one’s own', () => {
  it('is not invited alone into a role that confirms, and is once a second person agrees', async () => {
    const role_id = await readyRole(api.db, 'finance');
    const helper = { email: 'second-me@mail.ru', name: 'Другая я', role_id };

    const answer = await ask(scene.super_admin, 'POST', 'users/invite', helper);
    const waiting = await letters();

    expect([answer.status, answer.body.approval.kind]).toEqual([202, 'invitation']);
    expect(answer.body.approval.facts[0]).toMatchObject({ after: 'Другая я, second-me@mail.ru' });
    expect(waiting.filter(({ recipient }) => recipient === helper.email)).toEqual([]);
    expect(
      (await ask(scene.super_admin, 'POST', 'users/invite', { ...helper, email: 'b@c.ru' })).body.message,
    ).toBe('APPROVAL_WAITING');
    expect((await confirm(scene.super_admin, answer)).body.message).toBe('OWN_APPROVAL');
    expect((await confirm(second, answer)).status).toBe(200);
    expect((await letters()).filter(({ recipient }) => recipient === helper.email)).toHaveLength(1);
  });

  it('is not made by widening the role of a helper, who stays as narrow until it is confirmed', async () => {
    const role = await buildRole(api.db, { orders: 'read' });
    const helper = await buildMember(api.db, { orders: 'read' });
    await giveRole(role, helper.id);
    const widen = (areas: object) => ask(scene.super_admin, 'PUT', `roles/${role}`, { areas });
    const mayRead = async (path: string) => (await ask(helper, 'GET', path)).status;

    expect((await widen({ orders: 'write' })).status).toBe(200);
    const answer = await widen({ finance: 'decide', refunds: 'decide' });

    expect([answer.status, answer.body.approval.kind, await mayRead('ledger')]).toEqual([202, 'role', 403]);
    expect(answer.body.approval.facts).toEqual([
      { key: 'people', kind: 'text', after: expect.any(String) },
      { key: 'orders', kind: 'level', before: 'write', after: 'none' },
      { key: 'refunds', kind: 'level', before: 'none', after: 'decide' },
      { key: 'finance', kind: 'level', before: 'none', after: 'decide' },
    ]);
    expect((await confirm(second, answer)).status).toBe(200);
    expect(await mayRead('ledger')).toBe(200);
  });

  it('is not made by widening a role to which somebody is only invited', async () => {
    const role_id = await buildRole(api.db, { orders: 'read' });
    const invited = { email: 'second-me@mail.ru', name: 'Другая я', role_id };
    expect((await ask(scene.super_admin, 'POST', 'users/invite', invited)).status).toBe(200);

    const answer = await ask(scene.super_admin, 'PUT', `roles/${role_id}`, { areas: { finance: 'decide' } });

    expect(answer.status).toBe(202);
  });

  it.each(['refunds', 'shops', 'team', 'finance'])(
    'is not made by giving a role that decides about %s',
    async (area) => {
      const helper = await buildMember(api.db, { orders: 'read' });
      const role_id = await buildRole(api.db, { [area]: 'decide' });

      const answer = await ask(scene.super_admin, 'POST', `users/${helper.id}/role`, { role_id });

      expect([answer.status, answer.body.approval?.kind]).toEqual([202, 'admin']);
    },
  );

  it('is needed for points, which pay orders, from the sum of refunds up', async () => {
    const person = await buildMember(api.db, { finance: 'write', customers: 'read' });
    const give = (points: number) =>
      ask(person, 'POST', 'add-points', { customer_id: scene.customer.id, points });
    const balance = async () =>
      (
        await api.db.selectFrom('ledger_accounts').select('balance').where('kind', '=', 'wallet').execute()
      ).map((row) => row.balance);

    expect((await give(500)).status).toBe(200);
    const answer = await give(1_000_000);

    expect([answer.status, answer.body.approval.kind, await balance()]).toEqual([202, 'points', [500]]);
    expect((await confirm(second, answer)).status).toBe(200);
    expect(await balance()).toEqual([1_000_500]);
  });

  it('is needed for requisites also where the shop was closed just before', async () => {
    await openShop();
    const changed = { requisites: { ...requisites, legal_name: 'ООО «Моя»' } };
    await ask(scene.super_admin, 'POST', 'disapprove-shop', { id: scene.shop.id, reason: 'Проверка' });
    expect((await shop()).is_active).toBe(false);

    const answer = await ask(scene.super_admin, 'PUT', `shops/${scene.shop.id}`, changed);

    expect([answer.status, (await shop()).requisites]).toEqual([
      202,
      expect.objectContaining({ legal_name: requisites.legal_name }),
    ]);
  });
});

describe('a request that outlives the right of who prepared it', () => {
  it('ends when the preparer was narrowed since', async () => {
    const preparer = await buildMember(api.db, { finance: 'decide' });
    const answer = await ask(preparer, 'POST', `shops/${scene.shop.id}/adjustments`, {
      ...{ amount: 5000, reason: 'Перенос' },
    });
    expect(answer.status).toBe(202);
    await giveRole(await readyRole(api.db, 'content'), preparer.id);

    expect((await confirm(second, answer)).status).toBe(409);
    expect((await stateOf(answer.body.approval.id)).message).toBeUndefined();
    const entries = await api.db.selectFrom('ledger_entries').select('id').execute();
    expect(entries).toEqual([]);
  });

  it('ends when the preparer left the team', async () => {
    const preparer = await buildMember(api.db, { finance: 'decide' });
    const answer = await ask(preparer, 'POST', `shops/${scene.shop.id}/adjustments`, {
      ...{ amount: 5000, reason: 'Перенос' },
    });
    await ask(scene.super_admin, 'POST', 'users/make-admin', { user_id: preparer.id, grant: false });

    expect((await confirm(second, answer)).status).toBe(409);
  });

  it('is not confirmed by who has lost the right meanwhile', async () => {
    const answer = await ask(scene.super_admin, 'POST', `shops/${scene.shop.id}/adjustments`, {
      ...{ amount: 5000, reason: 'Перенос' },
    });
    await giveRole(await readyRole(api.db, 'auditor'), second.id);

    expect((await confirm(second, answer)).status).toBe(404);
  });

  it('of a former owner does not send payouts of the shop to the former owner', async () => {
    await openShop();
    const changed = { requisites: { ...requisites, legal_name: 'ООО «Прежняя»' } };
    const answer = await ask(scene.store_owner, 'PUT', `shops/${scene.shop.id}`, changed);
    expect(answer.status).toBe(202);
    await openShop({ owner_id: scene.otherOwner.id });

    expect((await confirm(second, answer)).status).toBe(409);
    expect((await shop()).requisites).toMatchObject({ legal_name: requisites.legal_name });
  });
});
