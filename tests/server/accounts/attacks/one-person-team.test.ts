import { beforeEach, describe, expect, it } from 'vitest';
import type { Approval } from '@/contract/settings/approvals';
import { dice } from '../../../support/dice';
import { type BuiltUser, buildUser } from '../../../support/factories';
import { setUpScene } from '../../../support/scene';
import { buildMember, buildRole, readyRole } from '../../../support/team';

/** One person with any accounts of their own does not become two (rules/settings: nobody makes a second person alone). */
const { api, scene } = setUpScene();

interface Answered {
  id: number;
  message: string;
  approval: Approval;
  data: Approval[];
}
type Person = { id: number };

const ask = (by: Person, method: 'POST' | 'PUT' | 'GET' | 'DELETE', path: string, body?: object) =>
  api.request<Answered>(by, method, path, body);
const confirm = (by: Person, { id, hash }: Approval) => ask(by, 'POST', `approvals/${id}/confirm`, { hash });
const later = (hours: number) => api.setNow(new Date(api.now().getTime() + hours * 3600_000));
const giveRole = (by: Person, id: number, role_id: number | null) =>
  ask(by, 'POST', `users/${id}/role`, { role_id });
const rules = { mode: 'auto', hours: 72, payouts_from: 100, refunds_from: 100 };
const storedRules = () =>
  api.db.selectFrom('approval_rules').select(['mode', 'hours', 'payouts_from', 'refunds_from']).execute();
const letters = async (template = 'confirmers-changed') =>
  (
    await api.db
      .selectFrom('outbox')
      .select('recipient')
      .where('template', '=', template)
      .orderBy('id')
      .execute()
  ).map(({ recipient }) => recipient);
const emailOf = async ({ id }: Person) =>
  (await api.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email;

async function withdrawal(amount: number): Promise<number> {
  const { body } = await ask(scene.store_owner, 'POST', 'withdraws', {
    ...{ shop_id: scene.shop.id, amount, payment_method: 'Банковский перевод' },
  });
  return body.id;
}
const payOut = (by: Person, id: number) => ask(by, 'POST', 'approve-withdraw', { id, status: 'approved' });
const statusOf = async (id: number) =>
  (await api.db.selectFrom('withdraws').select('status').where('id', '=', id).executeTakeFirstOrThrow())
    .status;

beforeEach(async () => {
  await ask(scene.super_admin, 'POST', `shops/${scene.shop.id}/adjustments`, {
    ...{ amount: 100_000, reason: 'Перенос остатка' },
  });
  await api.db.insertInto('approval_rules').values(rules).execute();
});

describe('a full administrator with one accountant', () => {
  let accountant: BuiltUser;
  let own: BuiltUser;

  beforeEach(async () => {
    accountant = await buildMember(api.db, 'finance');
    own = await buildUser(api.db, { role: 'customer' });
  });

  it('gives the own second account no role that confirms, unless the accountant agrees', async () => {
    const answer = await giveRole(scene.super_admin, own.id, await readyRole(api.db, 'finance'));
    expect([answer.status, answer.body.approval?.kind]).toEqual([202, 'admin']);
    expect(answer.body.approval.deciders).toEqual([
      { name: accountant.name, email: await emailOf(accountant), from: null },
    ]);

    expect((await confirm(accountant, answer.body.approval)).status).toBe(200);
    const user = await api.db
      .selectFrom('users')
      .select(['role_id', 'permissions'])
      .where('id', '=', own.id)
      .executeTakeFirstOrThrow();
    expect(user.permissions).toContain('super_admin');
  });

  it('is asked for the accountant by every way to change who confirms', async () => {
    const role_id = await readyRole(api.db, 'finance');
    const narrow = await buildRole(api.db, { orders: 'read' });
    await giveRole(scene.super_admin, own.id, narrow);
    const ways = [
      await ask(scene.super_admin, 'POST', 'users/invite', { email: 'me@two.ru', name: 'Я', role_id }),
      await ask(scene.super_admin, 'POST', 'users/make-admin', { user_id: scene.customer.id, grant: true }),
      await giveRole(scene.super_admin, own.id, null),
      await ask(scene.super_admin, 'PUT', `roles/${narrow}`, { areas: { finance: 'decide' } }),
      await ask(scene.super_admin, 'PUT', 'approvals/rules', { ...rules, mode: 'off' }),
    ];
    expect(ways.map(({ status, body }) => [status, body.approval?.kind])).toEqual([
      [202, 'invitation'],
      [202, 'admin'],
      [202, 'admin'],
      [202, 'role'],
      [202, 'rules'],
    ]);
    later(71);
    expect((await confirm(accountant, ways[4]?.body.approval as Approval)).status).toBe(200);
    expect((await storedRules())[0]?.mode).toBe('off');
  });

  it('is not alone once the accountant was banned, narrowed or removed, however long that is ago', async () => {
    await ask(scene.super_admin, 'POST', 'users/block-user', { id: accountant.id, reason: 'Уволен' });
    later(24 * 400);
    const id = await withdrawal(400);

    expect((await payOut(scene.super_admin, id)).status).toBe(202);
    expect((await ask(scene.super_admin, 'PUT', 'approvals/rules', { ...rules, mode: 'off' })).status).toBe(
      202,
    );
    const { body } = await ask(scene.super_admin, 'GET', 'approvals?show=own');
    expect(body.data.map(({ deciders }) => deciders)).toEqual([[], []]);
  });

  it('has every holder told of a new rule and of a new, lost or regained holder', async () => {
    const both = [await emailOf(scene.super_admin), await emailOf(accountant)].toSorted();
    const told = async () => {
      const found = (await letters()).toSorted();
      await api.db.deleteFrom('outbox').execute();
      return found;
    };
    await ask(scene.super_admin, 'POST', 'users/block-user', { id: accountant.id, reason: 'Проверка' });
    expect(await told()).toEqual(both);
    await ask(scene.super_admin, 'POST', 'users/unblock-user', { id: accountant.id });
    expect(await told()).toEqual(both);
    const answer = await ask(scene.super_admin, 'PUT', 'approvals/rules', { ...rules, hours: 48 });
    expect(await told()).toEqual([]);
    later(72.5);
    const again = await ask(scene.super_admin, 'PUT', 'approvals/rules', { ...rules, hours: 48 });
    expect(again.body.approval.id).not.toBe(answer.body.approval.id);
    expect((await confirm(accountant, again.body.approval)).status).toBe(200);
    expect(await told()).toEqual(both);
    await giveRole(scene.super_admin, own.id, await buildRole(api.db, { orders: 'write' }));
    expect(await told()).toEqual([]);
  });
});

describe('a new holder', () => {
  it('confirms nothing that is older, nothing of the appointer for the hours of the rule, and the rest', async () => {
    const accountant = await buildMember(api.db, 'finance');
    const fresh = await buildUser(api.db, { role: 'customer' });
    const older = await payOut(accountant, await withdrawal(400));
    later(1);
    const appointed = await giveRole(scene.super_admin, fresh.id, await readyRole(api.db, 'finance'));
    await confirm(accountant, appointed.body.approval);
    later(1);
    const mine = await payOut(scene.super_admin, await withdrawal(401));
    const theirs = await payOut(accountant, await withdrawal(402));
    const seen = async ({ body }: typeof mine) =>
      (await ask(fresh, 'GET', `approvals/${body.approval.id}`)).body as unknown as Approval;
    const from = new Date(api.now().getTime() + 71 * 3600_000).toISOString();

    expect((await seen(older)).not_yet).toEqual({ why: 'older', from: null });
    expect((await seen(mine)).not_yet).toEqual({ why: 'appointer', from });
    expect((await seen(theirs)).not_yet).toBeNull();
    const tries = await Promise.all(
      [older, mine].flatMap(({ body }) => Array.from({ length: 10 }, () => confirm(fresh, body.approval))),
    );
    expect(new Set(tries.map(({ status, body }) => `${status} ${body.message}`))).toEqual(
      new Set(['403 NEW_CONFIRMER']),
    );
    expect((await confirm(fresh, theirs.body.approval)).status).toBe(200);
    later(71);
    expect((await confirm(fresh, mine.body.approval)).status).toBe(200);
  });
});

describe('no sequence of acts of one person', () => {
  const shapes: string[][] = [
    ['finance'],
    ['finance', 'finance'],
    ['support', 'finance'],
    ['everything'],
    ['finance', 'support', 'everything', 'content'],
  ];

  it.each(Array.from({ length: 25 }, (_, seed) => seed + 1))(
    'moves money above the sum or the rule itself, seed %i',
    async (seed) => {
      const roll = dice(seed);
      const pick = <Item>(items: readonly Item[]): Item => items[roll(items.length)] as Item;
      const others: Person[] = [];
      for (const role of shapes[seed % shapes.length] ?? [])
        others.push(
          role === 'everything'
            ? await buildUser(api.db, { role: 'super_admin' })
            : await buildMember(api.db, role),
        );
      const controlled: Person[] = [scene.super_admin];
      for (let n = 0; n < 2; n++) controlled.push(await buildUser(api.db, { role: 'customer' }));
      const everybody = [...others, ...controlled];
      const roles = [
        await readyRole(api.db, 'finance'),
        await readyRole(api.db, 'support'),
        await buildRole(api.db, { orders: 'read' }),
        await buildRole(api.db, { team: 'decide', customers: 'write', finance: 'read' }),
      ];
      const payouts = [await withdrawal(400), await withdrawal(500)];
      let letter = 0;
      const acts: (() => Promise<unknown>)[] = [
        () => giveRole(pick(controlled), pick(everybody).id, pick([...roles, null])),
        () =>
          ask(pick(controlled), 'POST', 'users/make-admin', {
            ...{ user_id: pick(everybody).id, grant: pick([true, false]) },
          }),
        () => ask(pick(controlled), 'POST', 'users/block-user', { id: pick(everybody).id, reason: 'x' }),
        () => ask(pick(controlled), 'POST', 'users/unblock-user', { id: pick(everybody).id }),
        () => ask(pick(controlled), 'DELETE', `users/${pick(everybody).id}`),
        () => ask(pick(controlled), 'POST', `users/${pick(everybody).id}/restore`),
        () =>
          ask(pick(controlled), 'PUT', `roles/${pick(roles)}`, {
            areas: pick([{ finance: 'decide' }, { orders: 'read' }, { team: 'decide' }]),
          }),
        () =>
          ask(pick(controlled), 'PUT', 'approvals/rules', {
            ...rules,
            ...pick([{ mode: 'off' }, { payouts_from: 1000 }, { hours: 1 }]),
          }),
        async () => {
          letter += 1;
          const email = `own-${letter}@mail.ru`;
          await ask(pick(controlled), 'POST', 'users/invite', { email, name: 'Я', role_id: pick(roles) });
          const account = await buildUser(api.db, { role: 'customer', email });
          const { body } =
            (await api.db
              .selectFrom('outbox')
              .select('body')
              .where('recipient', '=', email)
              .executeTakeFirst()) ?? {};
          const token = /token=([\w-]+)/.exec(body ?? '')?.[1];
          if (token) await ask(account, 'POST', 'invitations/accept', { email, token });
          controlled.push(account);
          everybody.push(account);
        },
        async () => later(1 + roll(100)),
        () => payOut(pick(controlled), pick(payouts)),
        async () => {
          for (const person of controlled) {
            const { body } = await ask(person, 'GET', 'approvals?show=waiting');
            for (const approval of body.data ?? []) await confirm(person, approval);
          }
        },
      ];
      for (let step = 0; step < 30; step++) await pick(acts)();
      for (const person of controlled) for (const id of payouts) await payOut(person, id);
      for (const person of controlled) {
        const { body } = await ask(person, 'GET', 'approvals?show=waiting');
        for (const approval of body.data ?? []) await confirm(person, approval);
      }

      expect(await Promise.all(payouts.map(statusOf))).toEqual(['pending', 'pending']);
      expect(await storedRules()).toEqual([rules]);
    },
    60_000,
  );
});
