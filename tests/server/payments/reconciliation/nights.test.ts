import { beforeEach, describe, expect, it } from 'vitest';
import type { Page } from '@/contract/core/paging';
import type { Difference, FilePreview, ReconciliationSummary } from '@/contract/payments/reconciliation';
import type { Approval } from '@/contract/settings/approvals';
import { jobCtx } from '@/server/core/jobs/job';
import { reconcile } from '@/server/modules/ledger/reconcile';
import { compareDay } from '@/server/modules/payments/reconciliation/compare-day';
import { compareNights } from '@/server/modules/payments/reconciliation/nightly';
import { sendFile } from '../../../support/import-files';
import { buildOrder } from '../../../support/orders';
import { setUpScene } from '../../../support/scene';
import { buildMember } from '../../../support/team';
import { done, setUpAcquirer } from '../acquirers';
import { booked, buildPayment, registry } from './files';

/** Payments compared with providers every night, and what is done about differences. */
const { api, scene } = setUpScene();
const acquirer = setUpAcquirer('yookassa');

const day = '2026-11-26';
const ctx = () => jobCtx(api.db, api.now(), 'https://shop.test');
const compare = () => compareDay(ctx(), 'yookassa', day, undefined);
const compareList = (on = '2026-11-27') => compareDay(ctx(), 'yookassa', on, acquirer.provider);
const run = async (on = day) =>
  api.db.selectFrom('reconciliation_runs').selectAll().where('day', '=', on).executeTakeFirst();
const list = async (query = '') =>
  (await api.request<Page<Difference>>(scene.super_admin, 'GET', `reconciliation/differences${query}`)).body
    .data;
const summary = async () =>
  (await api.request<ReconciliationSummary>(scene.super_admin, 'GET', 'reconciliation')).body;
const repair = (id: number, body: object = {}, person: { id: number } | null = scene.super_admin) =>
  api.request<Difference>(person, 'POST', `reconciliation/differences/${id}/repair`, {
    ...{ way: 'entry', reason: 'Сверено с кабинетом', version: 1 },
    ...body,
  });
let orderId = 0;

async function load(rows?: string[][], headings?: string[]): Promise<void> {
  const file = { name: 'registry.csv', content: registry(rows, headings), field: 'file' };
  const sent = await sendFile<FilePreview>(api, scene.super_admin, 'reconciliation/files', file, {
    provider: 'yookassa',
  });
  const posted = await api.request(
    scene.super_admin,
    'POST',
    `reconciliation/files/${sent.body.id}/post`,
    {},
  );
  expect(posted.status).toBe(200);
}

async function firstOpen(): Promise<Difference> {
  const [first] = await list();
  if (!first) throw new Error('Nothing differs');
  return first;
}

const isSound = async () => expect((await reconcile({ db: api.db, now: api.now() })).problems).toEqual([]);

beforeEach(async () => {
  api.setNow(new Date('2026-11-27T09:00:00Z'));
  orderId = (await buildOrder(api, { lines: [{ shop: scene.shop }] })).id;
});

describe('payments compared with a registry', () => {
  it('agree to the kopeck', async () => {
    await buildPayment(api, orderId);
    await load();

    expect(await compare()).toBe(true);

    expect(await run()).toMatchObject({ source: 'registry', matched: 1, differences: 0, is_ok: true });
    expect(await list()).toEqual([]);
  });

  it.each<[string, Parameters<typeof buildPayment>[2] | null, object]>([
    [
      'a payment that is not known here',
      null,
      { kind: 'missing_here', ours: null, theirs: 1000, repair: 1000 },
    ],
    [
      'a payment of one kopeck more',
      { captured: 1000.01 },
      { kind: 'different', ours: 1000.01, theirs: 1000, repair: -0.01 },
    ],
    ['another fee', { fee: 42.71 }, { kind: 'fee_differs', ours: 42.71, theirs: 42.7, repair: null }],
  ])('differ by %s', async (_title, payment, expected) => {
    if (payment) await buildPayment(api, orderId, payment);
    await load();

    expect(await compare()).toBe(false);

    expect(await list()).toMatchObject([
      { ...expected, object_id: 'pay-1', day, state: 'open', order: payment ? { id: orderId } : null },
    ]);
  });

  it('differ by a payment that the provider does not know', async () => {
    await buildPayment(api, orderId);
    await buildPayment(api, orderId, { id: 'pay-2', captured: 70 });
    await load();

    await compare();

    expect(await list()).toMatchObject([
      { kind: 'missing_there', object_id: 'pay-2', ours: 70, theirs: null, repair: -70 },
    ]);
  });

  it('of both sides of midnight in Moscow belong to their days', async () => {
    await buildPayment(api, orderId);
    // 00:00:00 and 23:59:59 of 26 November in Moscow, and a second after it.
    await buildPayment(api, orderId, { id: 'first', at: '2026-11-25T21:00:00Z' });
    await buildPayment(api, orderId, { id: 'last', at: '2026-11-26T20:59:59Z' });
    await buildPayment(api, orderId, { id: 'next', at: '2026-11-26T21:00:00Z' });
    await load();

    await compare();

    expect((await list()).map(({ object_id }) => object_id).sort()).toEqual(['first', 'last']);
  });

  it('count a payment in the registry of the next day', async () => {
    await buildPayment(api, orderId);
    await buildPayment(api, orderId, { id: 'late', at: '2026-11-26T20:59:59Z', fee: null });
    const row = (id: string, on: string) => [id, '1000.00', 'RUB', '35.00', '7.70', '957.30', on, ''];
    await load([row('pay-1', '26.11.2026'), row('late', '27.11.2026 00:00:01')]);

    expect(await compare()).toBe(true);
  });

  it('that differ twice are one difference, and none when they agree later', async () => {
    await load();
    await compare();
    await compare();
    expect(await list()).toHaveLength(1);

    await buildPayment(api, orderId);

    expect(await compare()).toBe(true);
    expect(await list()).toEqual([]);
    expect(await list('?state=explained')).toMatchObject([{ decided_by: null, reason: null }]);
  });

  it('are compared once by two runs at the same time', async () => {
    await load();

    await Promise.all([compare(), compare()]);

    expect([(await list()).length, (await summary()).nights.length]).toEqual([1, 1]);
  });
});

describe('payments compared with the list of the provider', () => {
  const pay = async (amount = 100_000) => {
    const { id } = done(await acquirer.create({ amount }));
    await acquirer.control({ do: 'pay', id });
    return id;
  };
  const at = '2026-11-27T09:00:00Z';

  it('agree, and differ by what no webhook brought', async () => {
    const known = await pay();
    await buildPayment(api, orderId, { id: known, at, fee: null });
    expect(await compareList()).toBe(true);
    const lost = await pay(5000);

    expect(await compareList()).toBe(false);

    expect(await list()).toMatchObject([{ kind: 'missing_here', object_id: lost, theirs: 50 }]);
    expect(await run('2026-11-27')).toMatchObject({
      source: 'list',
      matched: 1,
      differences: 1,
      is_ok: false,
    });
  });

  it('differ by a refund in the cabinet', async () => {
    const id = await pay();
    await buildPayment(api, orderId, { id, at, fee: null });
    await acquirer.control({ do: 'refund', id, amount: 30_000 });

    await compareList();

    expect(await list()).toMatchObject([
      { kind: 'missing_here', subject: 'refund', object_id: id, theirs: 300 },
    ]);
  });

  it('differ again when the registry of the next day has what that of the day had not', async () => {
    const lost = await pay(5000);
    const row = (id: string, moment: string) => [id, '50.00', 'RUB', '1.40', '0.31', '48.29', moment, ''];
    await compareList();
    await load([row('of-another-system', '27.11.2026 12:00:00')]);
    await compareList();
    expect((await list()).map(({ object_id: id }) => id)).toEqual(['of-another-system']);

    await load([row(lost, '28.11.2026 00:10:00')]);
    await compareList('2026-11-28');

    expect(await list()).toMatchObject([
      { kind: 'missing_here', object_id: lost, theirs: 50 },
      { object_id: 'of-another-system' },
    ]);
  });

  it('that were created long before are read one by one', async () => {
    const id = await pay();
    await buildPayment(api, orderId, { id, at, fee: null, createdAt: '2026-11-20T09:00:00Z' });
    await buildPayment(api, orderId, { id: 'gone', at, fee: null, createdAt: '2026-11-20T09:00:00Z' });

    await compareList();

    expect(await list()).toMatchObject([{ kind: 'missing_there', object_id: 'gone' }]);
  });

  it('fail the night when the provider does not answer, without a difference', async () => {
    await acquirer.control({ do: 'trouble', kind: 'fail', times: 20 });

    expect(await compareList()).toBe(false);

    expect(await run('2026-11-27')).toMatchObject({
      source: null,
      is_ok: false,
      failure: expect.any(String),
    });
    expect(await list()).toEqual([]);
  });
});

describe('the nights', () => {
  const night = async (moment: string) => {
    api.setNow(new Date(moment));
    await compareNights(ctx(), { db: api.db, now: api.now }, (error) => {
      throw error;
    });
  };
  const letters = () =>
    api.db.selectFrom('outbox').select('recipient').where('template', '=', 'reconciliation-failed').execute();

  it('begin at six in Moscow, and compare the days before', async () => {
    await buildPayment(api, orderId);
    await load();
    await night('2026-11-27T02:59:59Z');
    expect(await run()).toBeUndefined();

    await night('2026-11-27T03:00:00Z');

    expect(await run()).toMatchObject({ is_ok: true });
    expect(await run('2026-11-25')).toMatchObject({ is_ok: true, source: null, matched: 0 });
    expect(await summary()).toMatchObject({ nights_ok: 2, failed: null, open: 0 });
    expect(await letters()).toEqual([]);
  });

  it('that fail are told to finance once, and are not hidden by those after it', async () => {
    const [finance, support] = [await buildMember(api.db, 'finance'), await buildMember(api.db, 'support')];
    await buildPayment(api, orderId);
    await night('2026-11-27T03:00:00Z');
    await night('2026-11-27T04:00:00Z');

    const told = (await letters()).map(({ recipient }) => recipient);
    expect(told.filter((one) => one === finance.email)).toHaveLength(1);
    expect(told).not.toContain(support.email);
    const bells = await api.db
      .selectFrom('notify_logs')
      .select(['receiver', 'notify_tracker', 'notify_text'])
      .where('notify_type', '=', 'reconciliation')
      .where('receiver', 'in', [finance.id, support.id])
      .execute();
    expect(bells).toEqual([{ receiver: finance.id, notify_tracker: 'ЮKassa', notify_text: '26.11.2026' }]);
    expect(await run()).toMatchObject({ is_ok: false, failure: 'no-registry' });
    await night('2026-11-28T03:00:00Z');

    expect(await summary()).toMatchObject({ nights_ok: 1, failed: { day, failure: 'no-registry' } });
  });
});

describe('a difference', () => {
  beforeEach(async () => {
    await load();
    await compare();
  });

  it('is repaired by people who decide about finance, with a reason', async () => {
    const { id } = await firstOpen();
    for (const [person, status] of [
      [null, 401],
      [scene.store_owner, 403],
      [await buildMember(api.db, 'auditor'), 403],
      [await buildMember(api.db, { finance: 'write' }), 403],
    ] as const)
      expect((await repair(id, {}, person)).status).toBe(status);
    for (const body of [{ reason: '' }, { way: 'forget' }, { version: 0 }, { version: null }])
      expect([body, (await repair(id, body)).status]).toEqual([body, 422]);
    expect((await repair(999)).status).toBe(404);
    expect((await repair(id, { version: 2 })).status).toBe(409);
    expect(await booked(api, 'suspense')).toBe(0);

    const { status, body } = await repair(id);

    expect([status, body.state, body.reason]).toEqual([200, 'repaired', 'Сверено с кабинетом']);
    expect([await booked(api, 'suspense'), await booked(api, 'provider_clearing')]).toEqual([1000, -957.3]);
    expect((await repair(id, { version: 2 })).status).toBe(400);
    expect(await booked(api, 'suspense')).toBe(1000);
    await isSound();
  });

  it('is repaired once by two people at the same time', async () => {
    const { id } = await firstOpen();

    const answers = await Promise.all([repair(id), repair(id)]);

    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400]);
    expect(await booked(api, 'suspense')).toBe(1000);
  });

  it('is not opened again once it is repaired or explained', async () => {
    await repair((await firstOpen()).id, { way: 'explain', reason: 'Проверочный платёж' });

    expect(await compare()).toBe(true);

    expect(await list()).toEqual([]);
    expect(await booked(api, 'suspense')).toBe(0);
  });

  it('belongs to whoever takes it, and to nobody when they give it back', async () => {
    const { id } = await firstOpen();
    const path = `reconciliation/differences/${id}/owner`;
    const person = await buildMember(api.db, 'finance');
    expect(
      (await api.request(await buildMember(api.db, 'auditor'), 'POST', path, { is_mine: true })).status,
    ).toBe(403);
    expect((await api.request(null, 'POST', path, { is_mine: true })).status).toBe(401);
    expect((await api.request(person, 'POST', path, {})).status).toBe(422);
    const missing = 'reconciliation/differences/999/owner';
    expect((await api.request(person, 'POST', missing, { is_mine: true })).status).toBe(404);

    await api.request(person, 'POST', path, { is_mine: true });
    expect((await firstOpen()).owner).toMatchObject({ id: person.id });
    expect(await list('?mine=1')).toEqual([]);
    await api.request(person, 'POST', path, { is_mine: false });

    expect((await firstOpen()).owner).toBeNull();
  });

  it('above the threshold needs two persons, and the second one makes the entry', async () => {
    await api.db.insertInto('approval_rules').values({ mode: 'auto', payouts_from: 1000 }).execute();
    const second = await buildMember(api.db, 'finance');
    const { id } = await firstOpen();
    const asked = await api.request<{ approval: Approval }>(
      scene.super_admin,
      'POST',
      `reconciliation/differences/${id}/repair`,
      { way: 'entry', reason: 'Сверено', version: 1 },
    );
    expect(asked.status).toBe(202);
    expect(await booked(api, 'suspense')).toBe(0);
    const { approval } = asked.body;

    const confirmed = await api.request(second, 'POST', `approvals/${approval.id}/confirm`, {
      hash: approval.hash,
    });

    expect(confirmed.status).toBe(200);
    expect(await booked(api, 'suspense')).toBe(1000);
    expect(await list('?state=repaired')).toMatchObject([
      { decided_by: { id: second.id }, reason: 'Сверено' },
    ]);
  });
});
