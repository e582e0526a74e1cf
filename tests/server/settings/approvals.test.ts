import { buildMember, buildRole } from '@tests/support/team';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { NotifyLog } from '@/contract/messaging/notifications';
import type { Approval, ApprovalRules } from '@/contract/settings/approvals';
import { buildUser } from '../../support/factories';
import { setUpScene } from '../../support/scene';
import { requisites } from '../../support/shops';

/** Who prepares does not confirm: a request is done once, by another person, exactly as it was shown. */
const { api, scene } = setUpScene();

let second: { id: number };
let third: { id: number };

interface Waits {
  approval: Approval;
  message: string;
  current: Waits;
}

const setRules = (values: Partial<ApprovalRules> = {}) =>
  api.db
    .insertInto('approval_rules')
    .values({ mode: 'auto', ...values })
    .onConflict((conflict) => conflict.column('only_one').doUpdateSet({ mode: 'auto', ...values }))
    .execute();
const adjust = (person: { id: number } | null, amount = 1000, reason = 'Перенос остатка') =>
  api.request<Waits>(person, 'POST', `shops/${scene.shop.id}/adjustments`, { amount, reason });
const ask = (amount = 400) =>
  api.request(scene.store_owner, 'POST', 'withdraws', {
    ...{ shop_id: scene.shop.id, amount, payment_method: 'Банковский перевод' },
  });
const pay = (person: { id: number } | null, id: number, headers: Record<string, string> = {}) =>
  api.request<Waits>(person, 'POST', 'approve-withdraw', { id, status: 'approved' }, headers);
const confirm = (
  person: { id: number } | null,
  { id, hash }: Pick<Approval, 'id' | 'hash'>,
  headers: Record<string, string> = {},
) =>
  api.request<Approval & { message: string }>(person, 'POST', `approvals/${id}/confirm`, { hash }, headers);
const decline = (person: { id: number } | null, id: number, reason = 'Не тот магазин') =>
  api.request<Approval & { message: string }>(person, 'POST', `approvals/${id}/decline`, { reason });
const withdraw = (person: { id: number } | null, id: number) =>
  api.request<Approval & { message: string }>(person, 'POST', `approvals/${id}/withdraw`);
const stateOf = async (id: number) =>
  (await api.db.selectFrom('approvals').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;
const statusOf = async (id: number) =>
  (await api.db.selectFrom('withdraws').select('status').where('id', '=', id).executeTakeFirstOrThrow())
    .status;

/** Available and paid out. */
async function money(): Promise<number[]> {
  const rows = await api.db
    .selectFrom('ledger_accounts')
    .select(['kind', 'balance'])
    .where('shop_id', '=', scene.shop.id)
    .execute();
  return ['shop', 'shop_paid_out'].map((kind) => rows.find((row) => row.kind === kind)?.balance ?? 0);
}

/** A payout of 400 that waits: the withdrawal and the request. */
async function prepared(): Promise<{ id: number; approval: Approval }> {
  const { body } = await ask();
  const answer = await pay(scene.super_admin, body.id);
  expect(answer.status).toBe(202);
  return { id: body.id, approval: answer.body.approval };
}

beforeEach(async () => {
  await adjust(scene.super_admin);
  second = await buildUser(api.db, { role: 'super_admin', name: 'Ольга Финансова' });
  third = await buildUser(api.db, { role: 'super_admin', name: 'Пётр Третий' });
  await setRules();
});

describe('an action that needs a second person', () => {
  it('waits, with what will happen, and moves no money', async () => {
    const { id, approval } = await prepared();

    expect(approval).toMatchObject({ kind: 'payout', row_id: id, state: 'waiting', is_own: true });
    expect(approval.facts).toContainEqual({ key: 'on_hold', kind: 'money', before: 400, after: 0 });
    expect(await statusOf(id)).toBe('pending');
    expect(await money()).toEqual([600, 0]);
  });

  it('is done at once where the rule is off, where one person alone holds the right, and below the sum', async () => {
    const { body: off } = await ask(100);
    await setRules({ mode: 'off' });
    expect((await pay(scene.super_admin, off.id)).status).toBe(200);

    const { body: small } = await ask(100);
    await setRules({ payouts_from: 500 });
    expect((await pay(scene.super_admin, small.id)).status).toBe(200);

    const { body: alone } = await ask(100);
    await setRules({ payouts_from: 0 });
    await api.db
      .updateTable('users')
      .set({ role_id: await buildRole(api.db, { orders: 'read' }) })
      .where('id', 'in', [second.id, third.id])
      .execute();
    expect((await pay(scene.super_admin, alone.id)).status).toBe(200);
  });

  it('waits above the sum that the person’s role lets them move alone, also below the common one', async () => {
    const cashier = await buildMember(api.db, { finance: 'decide' });
    await api.db
      .updateTable('roles')
      .set({ alone_limits: JSON.stringify({ payout: 200 }) })
      .where('id', '=', (eb) => eb.selectFrom('users').select('role_id').where('id', '=', cashier.id))
      .execute();
    const payOut = async (amount: number) => (await pay(cashier, (await ask(amount)).body.id)).status;

    await setRules({ payouts_from: 300 });
    expect(await payOut(200)).toBe(200);
    expect(await payOut(201)).toBe(202);
    await setRules({ payouts_from: 100 });
    expect(await payOut(150)).toBe(202);
  });

  it('still waits when whoever prepares it has just removed all others', async () => {
    for (const { id } of [second, third]) {
      await api.request(scene.super_admin, 'POST', 'users/make-admin', { user_id: id, grant: false });
    }
    const { body } = await ask(100);

    expect((await pay(scene.super_admin, body.id)).status).toBe(202);
  });

  it('is refused to other clients of the dialect, who would take 202 for done', async () => {
    const { body } = await ask();

    const answer = await pay(scene.super_admin, body.id, { accept: 'application/json' });

    expect(answer.status).toBe(409);
    expect(answer.body.message).toBe('SECOND_PERSON_REQUIRED');
    expect(answer.body.current.approval.state).toBe('waiting');
    expect(await statusOf(body.id)).toBe('pending');
  });

  it('is stored once: the same again is the stored one, another about the same record is refused', async () => {
    const first = await adjust(scene.super_admin, 50);
    const again = await adjust(scene.super_admin, 50);
    const other = await adjust(scene.super_admin, 60);
    const others = await adjust(second, 50);

    expect(again.body.approval.id).toBe(first.body.approval.id);
    expect([other.status, other.body.message]).toEqual([409, 'APPROVAL_WAITING']);
    expect(others.body.current.approval.id).toBe(first.body.approval.id);
    expect(await api.db.selectFrom('approvals').selectAll().execute()).toHaveLength(1);
  });

  it('writes a letter to those who may confirm it and to nobody else', async () => {
    await api.db
      .updateTable('users')
      .set({ role_id: await buildRole(api.db, { orders: 'decide' }) })
      .where('id', '=', third.id)
      .execute();
    await api.db.deleteFrom('outbox').execute();

    await prepared();

    const letters = await api.db
      .selectFrom('outbox')
      .select('recipient')
      .where('template', '=', 'approval-waits')
      .execute();
    const { email } = await api.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', second.id)
      .executeTakeFirstOrThrow();
    expect(letters).toEqual([{ recipient: email }]);
  });
});

describe('the bell', () => {
  const bells = async (person: { id: number }) => {
    const { body } = await api.request<{ data: NotifyLog[] }>(
      person,
      'GET',
      'notify-logs?notify_type=approval',
    );
    return body.data.map(({ notify_event, subject_id, sender }) => [notify_event, subject_id, sender]);
  };

  it('tells who may confirm, and whoever prepared it what became of it', async () => {
    const outsider = await buildMember(api.db, { orders: 'read' });
    const { approval } = await prepared();

    expect(await bells(second)).toEqual([['opened', approval.id, scene.super_admin.id]]);
    expect(await bells(third)).toEqual([['opened', approval.id, scene.super_admin.id]]);
    expect([await bells(outsider), await bells(scene.super_admin)]).toEqual([[], []]);

    await confirm(second, approval);
    // Without the name of who decided, which a vendor must not learn.
    expect(await bells(scene.super_admin)).toEqual([['approved', approval.id, null]]);
  });

  it('tells of a refusal, and says nothing to who withdrew the own request', async () => {
    const first = await prepared();
    await decline(second, first.approval.id);
    expect(await bells(scene.super_admin)).toEqual([['rejected', first.approval.id, null]]);

    const again = await pay(scene.super_admin, first.id);
    await withdraw(scene.super_admin, again.body.approval.id);
    expect(await bells(scene.super_admin)).toHaveLength(1);
  });
});

describe('POST approvals/{id}/confirm', () => {
  it('asks for a session and the role', async () => {
    const { approval } = await prepared();

    expect((await confirm(null, approval)).status).toBe(401);
    expect((await confirm(scene.store_owner, approval)).status).toBe(403);
    expect((await confirm(second, { id: approval.id, hash: 'short' })).status).toBe(422);
    expect((await confirm(second, { id: 999, hash: approval.hash })).status).toBe(404);
    expect(await stateOf(approval.id)).toBe('waiting');
  });

  it('does what was prepared, as the confirming person, and writes to the preparer', async () => {
    const { id, approval } = await prepared();

    const answer = await confirm(second, approval);

    expect([answer.status, answer.body.state]).toEqual([200, 'confirmed']);
    expect(await money()).toEqual([600, 400]);
    const row = await api.db
      .selectFrom('withdraws')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ status: 'approved', decided_by: second.id });
    const told = await api.db
      .selectFrom('outbox')
      .select('template')
      .where('template', '=', 'approval-confirmed')
      .execute();
    expect(told).toHaveLength(1);
    const log = await api.db
      .selectFrom('audit_log')
      .select(['action', 'user_id'])
      .where('family', '=', 'approvals')
      .orderBy('id')
      .execute();
    expect(log).toEqual([
      { action: 'submit', user_id: scene.super_admin.id },
      { action: 'decide', user_id: second.id },
    ]);
  });

  it('refuses whoever prepared it', async () => {
    const { id, approval } = await prepared();

    const answer = await confirm(scene.super_admin, approval);

    expect([answer.status, answer.body.message]).toEqual([403, 'OWN_APPROVAL']);
    expect(await statusOf(id)).toBe('pending');
  });

  it('refuses a second account in the browser in which it was prepared, and nobody else behind that address', async () => {
    const { body } = await ask();
    const made = await pay(scene.super_admin, body.id);
    const cookie = String(made.headers['set-cookie']).split(';')[0] ?? '';
    expect(String(made.headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Lax/);

    const same = await confirm(second, made.body.approval, { cookie });
    expect([same.status, same.body.message]).toEqual([403, 'SAME_BROWSER']);
    expect(await statusOf(body.id)).toBe('pending');

    // A colleague at the same address with an equal browser has another mark, or none.
    const other = { cookie: `approval_mark=${'b'.repeat(43)}` };
    expect((await confirm(second, made.body.approval, other)).status).toBe(200);
  });

  it('is hidden from a person whose role lacks the right', async () => {
    const { id, approval } = await prepared();
    await api.db
      .updateTable('users')
      .set({ role_id: await buildRole(api.db, { finance: 'write' }) })
      .where('id', '=', second.id)
      .execute();

    expect((await confirm(second, approval)).status).toBe(404);
    expect((await decline(second, approval.id)).status).toBe(404);
    expect((await api.request(second, 'GET', `approvals/${approval.id}`)).status).toBe(404);
    expect(await statusOf(id)).toBe('pending');
  });

  it('refuses what the person did not see: another hash, another amount in the body', async () => {
    const { body } = await adjust(scene.super_admin, 50);
    const { id, hash } = body.approval;

    const wrong = await confirm(second, { id, hash: 'a'.repeat(64) });
    expect([wrong.status, wrong.body.message]).toEqual([409, 'APPROVAL_CHANGED']);

    const path = `approvals/${id}/confirm`;
    await api.request(second, 'POST', path, { hash, amount: 5000, content: { amount: 5000 } });
    expect(await money()).toEqual([1050, 0]);
  });

  it('refuses a content that was changed in the database behind the hash, and ends the request', async () => {
    const { body } = await adjust(scene.super_admin, 50);
    await sql`update approvals set content = jsonb_set(content, '{amount}', '5000')`.execute(api.db);

    const answer = await confirm(second, body.approval);

    expect([answer.status, answer.body.message]).toEqual([409, 'CONFLICT']);
    expect(await money()).toEqual([1000, 0]);
    expect(await stateOf(body.approval.id)).toBe('expired');
  });

  it('ends a request whose record has changed in between', async () => {
    const { id, approval } = await prepared();
    await api.request(third, 'POST', 'approve-withdraw', { id, status: 'processing' });

    const answer = await confirm(second, approval);

    expect([answer.status, answer.body.message]).toEqual([409, 'CONFLICT']);
    expect(await stateOf(approval.id)).toBe('expired');
    expect(await money()).toEqual([600, 0]);
    // It may be prepared again.
    expect((await pay(scene.super_admin, id)).status).toBe(202);
  });

  it('ends a request about a withdrawal that was rejected meanwhile', async () => {
    const { id, approval } = await prepared();
    const no = { id, status: 'rejected', decision_note: 'Ошибка в счёте' };
    expect((await api.request(third, 'POST', 'approve-withdraw', no)).status).toBe(200);

    expect((await confirm(second, approval)).status).toBe(400);
    expect(await stateOf(approval.id)).toBe('expired');
    expect(await money()).toEqual([1000, 0]);
  });

  it('refuses the request of a person who was blocked since', async () => {
    const { approval } = await prepared();
    await api.db
      .updateTable('users')
      .set({ is_active: false })
      .where('id', '=', scene.super_admin.id)
      .execute();

    expect((await confirm(second, approval)).status).toBe(409);
    expect(await money()).toEqual([600, 0]);
  });

  it('refuses one whose time is over', async () => {
    const { id, approval } = await prepared();
    api.setNow(new Date(api.now().getTime() + 72 * 3600_000));

    const answer = await confirm(second, approval);

    expect([answer.status, answer.body.message]).toEqual([409, 'APPROVAL_OVER']);
    expect(await statusOf(id)).toBe('pending');
    expect((await pay(scene.super_admin, id)).body.approval.id).not.toBe(approval.id);
  });

  it('does it once when twenty confirm at once, and answers all of them with the same', async () => {
    const { body } = await adjust(scene.super_admin, 50);

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_one, place) => confirm(place % 2 ? second : third, body.approval)),
    );

    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map(({ body: one }) => one.decided_by?.id)).size).toBe(1);
    expect(await money()).toEqual([1050, 0]);
    expect((await confirm(third, body.approval)).body.state).toBe('confirmed');
    expect(await money()).toEqual([1050, 0]);
  });

  it('ends one way when a confirmation, a refusal and a withdrawal meet', async () => {
    const { id, approval } = await prepared();

    const answers = await Promise.all([
      confirm(second, approval),
      decline(third, approval.id),
      withdraw(scene.super_admin, approval.id),
    ]);

    const done = answers.filter(({ status }) => status === 200);
    expect(done).toHaveLength(1);
    const state = await stateOf(approval.id);
    expect(done[0]?.body.state).toBe(state);
    expect(await statusOf(id)).toBe(state === 'confirmed' ? 'approved' : 'pending');
    expect(await money()).toEqual(state === 'confirmed' ? [600, 400] : [600, 0]);
  });

  it('leaves nothing behind when it fails between the effect and its end: both are one transaction', async () => {
    const { body } = await adjust(scene.super_admin, 50);
    await sql`alter table approvals add constraint stays check (state = 'waiting')`.execute(api.db);

    const failed = await confirm(second, body.approval);
    await sql`alter table approvals drop constraint stays`.execute(api.db);

    expect(failed.status).toBeGreaterThan(399);
    expect(await money()).toEqual([1000, 0]);
    expect((await confirm(second, body.approval)).status).toBe(200);
    expect(await money()).toEqual([1050, 0]);
  });
});

describe('POST approvals/{id}/decline and withdraw', () => {
  it('decline asks for a session, the role and a reason, and stores it', async () => {
    const { id, approval } = await prepared();

    expect((await decline(null, approval.id)).status).toBe(401);
    expect((await decline(scene.store_owner, approval.id)).status).toBe(403);
    expect((await decline(second, approval.id, ' ')).status).toBe(422);
    expect((await decline(scene.super_admin, approval.id)).body.message).toBe('OWN_APPROVAL');
    expect((await decline(second, approval.id)).status).toBe(200);

    const row = await api.db.selectFrom('approvals').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ state: 'declined', reason: 'Не тот магазин', decided_by: second.id });
    expect(await statusOf(id)).toBe('pending');
    expect((await confirm(third, approval)).body.message).toBe('APPROVAL_OVER');
  });

  it('withdraw is for whoever prepared it', async () => {
    const { approval } = await prepared();

    expect((await withdraw(null, approval.id)).status).toBe(401);
    expect((await withdraw(scene.customer, approval.id)).status).toBe(403);
    expect((await withdraw(second, approval.id)).status).toBe(404);
    expect((await withdraw(scene.super_admin, approval.id)).status).toBe(200);
    expect((await withdraw(scene.super_admin, approval.id)).body.message).toBe('APPROVAL_OVER');
    expect(await stateOf(approval.id)).toBe('withdrawn');
  });
});

describe('GET approvals', () => {
  it('shows what waits for the person, the own and the ended ones, and counts the first for the menu', async () => {
    const { approval } = await prepared();
    const list = async (person: { id: number } | null, query: string) =>
      api.request(person, 'GET', `approvals?${query}`);

    expect((await list(null, 'show=waiting')).status).toBe(401);
    expect((await list(scene.customer, 'show=waiting')).status).toBe(403);
    expect((await list(second, 'show=wrong')).status).toBe(422);
    expect((await list(second, 'family=withdraws&row_id=x')).status).toBe(422);
    const ids = async (person: { id: number }, query: string) =>
      (await list(person, query)).body.data.map(({ id }) => id);
    expect(await ids(second, 'show=waiting')).toEqual([approval.id]);
    expect(await ids(scene.super_admin, 'show=waiting')).toEqual([]);
    expect(await ids(scene.super_admin, 'show=own')).toEqual([approval.id]);
    expect(await ids(scene.store_owner, 'show=waiting')).toEqual([]);
    expect(await ids(second, `family=withdraws&row_id=${approval.row_id}`)).toEqual([approval.id]);
    const counts = async (person: { id: number }) =>
      (await api.request<{ approvals: number }>(person, 'GET', 'menu-counts')).body.approvals;
    expect([await counts(second), await counts(scene.super_admin)]).toEqual([1, 0]);
    await decline(second, approval.id);
    expect(await ids(second, 'show=ended')).toEqual([approval.id]);
  });

  it('names to the team who may confirm, and nobody once it is decided', async () => {
    const { approval } = await prepared();
    const deciders = async (person: { id: number }) =>
      (await api.request<Approval>(person, 'GET', `approvals/${approval.id}`)).body.deciders?.map(
        ({ name }) => name,
      );

    expect(approval.deciders?.map(({ name }) => name)).toEqual(['Ольга Финансова', 'Пётр Третий']);
    expect(await deciders(second)).toEqual(['Ольга Финансова', 'Пётр Третий']);
    await api.db.updateTable('users').set({ is_active: false }).where('id', '=', third.id).execute();
    expect(await deciders(scene.super_admin)).toEqual(['Ольга Финансова']);
    await confirm(second, approval);
    expect(await deciders(scene.super_admin)).toBeUndefined();
  });

  it('has today’s figures while a request waits', async () => {
    const { body } = await adjust(scene.super_admin, 50);
    await setRules({ mode: 'off' });
    await adjust(third, -100);

    const one = await api.request<Approval>(second, 'GET', `approvals/${body.approval.id}`);

    expect(one.body.facts).toContainEqual({ key: 'balance', kind: 'money', before: 900, after: 950 });
    expect((await api.request(scene.otherOwner, 'GET', `approvals/${body.approval.id}`)).status).toBe(404);
    expect((await api.request(null, 'GET', `approvals/${body.approval.id}`)).status).toBe(401);
  });
});

describe('approvals/rules', () => {
  const rules = { mode: 'off', hours: 24, payouts_from: 100, refunds_from: 100 };
  const save = (person: { id: number } | null, body: object = rules) =>
    api.request<Waits & ApprovalRules>(person, 'PUT', 'approvals/rules', body);

  it('are read and changed by administrators, with all values', async () => {
    await setRules({ mode: 'off' });
    for (const method of ['GET', 'PUT'] as const) {
      const body = method === 'PUT' ? rules : undefined;
      expect((await api.request(null, method, 'approvals/rules', body)).status).toBe(401);
      expect((await api.request(scene.store_owner, method, 'approvals/rules', body)).status).toBe(403);
    }
    expect((await save(second, { ...rules, hours: 0 })).status).toBe(422);

    expect((await save(second)).body).toMatchObject({ hours: 24, people: 3 });
    expect((await api.request(second, 'GET', 'approvals/rules')).body).toMatchObject(rules);
  });

  it('are switched off by two persons only', async () => {
    const answer = await save(scene.super_admin);
    expect(answer.status).toBe(202);
    expect((await api.request<ApprovalRules>(second, 'GET', 'approvals/rules')).body.mode).toBe('auto');

    expect((await confirm(second, answer.body.approval)).status).toBe(200);
    expect((await api.request<ApprovalRules>(second, 'GET', 'approvals/rules')).body.mode).toBe('off');
  });
});

describe('what else two persons decide', () => {
  it('a commission', async () => {
    const approve = (rate: number) =>
      api.request<Waits>(scene.super_admin, 'POST', 'approve-shop', {
        ...{ id: scene.shop.id, admin_commission_rate: rate, isCustomCommission: true },
      });
    await api.db
      .updateTable('shops')
      .set({ requisites: JSON.stringify(requisites), is_active: true, admin_commission_rate: 10 })
      .where('id', '=', scene.shop.id)
      .execute();
    const rate = async () =>
      (await api.db.selectFrom('shops').selectAll().where('id', '=', scene.shop.id).executeTakeFirstOrThrow())
        .admin_commission_rate;

    const answer = await approve(3);
    expect([answer.status, await rate()]).toEqual([202, 10]);
    expect((await confirm(second, answer.body.approval)).status).toBe(200);
    expect(await rate()).toBe(3);
  });

  it('a new administrator', async () => {
    const answer = await api.request<Waits>(scene.super_admin, 'POST', 'users/make-admin', {
      ...{ user_id: scene.customer.id, grant: true },
    });
    expect(answer.status).toBe(202);
    const permissions = async () =>
      (
        await api.db
          .selectFrom('users')
          .selectAll()
          .where('id', '=', scene.customer.id)
          .executeTakeFirstOrThrow()
      ).permissions;
    expect(await permissions()).not.toContain('super_admin');

    expect((await confirm(second, answer.body.approval)).status).toBe(200);
    expect(await permissions()).toContain('super_admin');
  });

  it('the requisites of an open shop that its vendor changes; the rest of the edit is saved at once', async () => {
    await api.db
      .updateTable('shops')
      .set({ requisites: JSON.stringify(requisites), is_active: true })
      .where('id', '=', scene.shop.id)
      .execute();
    const stored = async () =>
      api.db.selectFrom('shops').selectAll().where('id', '=', scene.shop.id).executeTakeFirstOrThrow();
    const changed = { ...requisites, legal_name: 'ООО «Другая»' };
    const edit = { name: 'Новое имя', requisites: changed };

    const foreign = await api.request(scene.otherOwner, 'PUT', `shops/${scene.shop.id}`, edit);
    expect(foreign.status).toBe(404);
    const answer = await api.request<Waits>(scene.store_owner, 'PUT', `shops/${scene.shop.id}`, edit);

    expect([answer.status, answer.body.approval.deciders]).toEqual([202, null]);
    expect(await stored()).toMatchObject({
      name: 'Новое имя',
      requisites: { legal_name: requisites.legal_name },
    });
    expect((await confirm(scene.store_owner, answer.body.approval)).status).toBe(403);
    expect((await confirm(second, answer.body.approval)).status).toBe(200);
    expect(await stored()).toMatchObject({ requisites: { legal_name: 'ООО «Другая»' } });
  });

  it('the phone of payouts of a vendor with an open shop', async () => {
    await api.db.updateTable('shops').set({ is_active: true }).where('id', '=', scene.shop.id).execute();
    const phone = { member: 'bank100000000004', phone: '+79161234567' };
    const answer = await api.request<Waits>(scene.store_owner, 'PUT', 'vendor/settings', {
      ...{ fast_payments: phone, notifications: { email: 'o@shop.ru', enable: true } },
    });
    expect([answer.status, answer.body.approval?.kind]).toEqual([202, 'fast-payments']);

    const settings = async () =>
      (await api.request<{ fast_payments: object | null }>(scene.store_owner, 'GET', 'vendor/settings')).body;
    expect(await settings()).toMatchObject({ fast_payments: null, notifications: { enable: true } });
    expect((await confirm(second, answer.body.approval)).status).toBe(200);
    expect((await settings()).fast_payments).toMatchObject({
      member: phone.member,
      phone: '+7 (916) 123-45-67',
    });
  });
});
