import { beforeEach, describe, expect, it } from 'vitest';
import type { Page } from '@/contract/core/paging';
import { payoutPurpose } from '@/contract/ledger/withdraws/purpose';
import type { WithdrawDetails } from '@/contract/ledger/withdraws/schema';
import type { BankLine, Difference, FilePreview, PayoutChoices } from '@/contract/payments/reconciliation';
import type { ShopBalance } from '@/contract/shops/schema';
import { jobCtx } from '@/server/core/jobs/job';
import { inTransaction } from '@/server/core/transaction';
import { reconcile } from '@/server/modules/ledger/reconcile';
import { comparePayouts } from '@/server/modules/payments/reconciliation/payouts/compare-payouts';
import { notifyPayouts } from '@/server/modules/payments/reconciliation/payouts/notify-payouts';
import { booked, cp1251, documentLines, statementLines } from '../../server/payments/reconciliation/files';
import { setSettings } from '../../support/checkout';
import { buildUser } from '../../support/factories';
import { sendFile } from '../../support/import-files';
import { readAllEvents } from '../../support/processes/read-events';
import { setUpScene } from '../../support/scene';
import { buildApproved } from '../../support/shops';
import { byText } from '../by-text';

/** Payouts and the bank's statement: what accountants report, and what the books must say. */
const { api, scene } = setUpScene();

const payee = { inn: '7700000000', name: 'ООО Ромашка', account: '40702810500000000777' };
const elsewhere = { ...payee, account: '40702810600000000999' };

interface Document {
  sum: number;
  purpose: string;
  direction?: 'in' | 'out';
  party?: typeof payee;
  number?: string;
}

/** Uploads and posts a statement of a day with these documents, whatever days lie between; returns the preview before and after. */
async function postStatement(documents: readonly Document[], day = '27.11.2026'): Promise<FilePreview[]> {
  const total = (way: string) =>
    documents.filter(({ direction = 'out' }) => direction === way).reduce((all, { sum }) => all + sum, 0);
  const content = cp1251(
    statementLines({
      ...{ income: String(total('in')), outgo: String(total('out')), day, opening: '100000' },
      closing: String(100_000 + total('in') - total('out')),
      documents: documents.map(({ sum, direction = 'out', party = payee, ...more }) =>
        documentLines({ ...more, sum: String(sum), direction, party, day }),
      ),
    }),
  );
  const { body } = await sendFile<FilePreview>(
    ...[api, scene.super_admin, 'reconciliation/files'],
    ...[{ name: 'kl_to_1c.txt', content, field: 'file' }, { provider: '' }],
  );
  const posted = await api.request<FilePreview>(
    scene.super_admin,
    'POST',
    `reconciliation/files/${body.id}/post`,
    { is_seen: true },
  );
  expect(posted.status).toBe(200);
  return [body, posted.body];
}

const lines = async () =>
  (await api.request<Page<BankLine>>(scene.super_admin, 'GET', 'reconciliation/lines?sortedBy=asc')).body
    .data;
const differences = async () =>
  (await api.request<Page<Difference>>(scene.super_admin, 'GET', 'reconciliation/differences')).body.data;
const read = async (id: number) =>
  (await api.request<WithdrawDetails>(scene.super_admin, 'GET', `withdraws/${id}`)).body;
const stateOf = async (id: number) => (await read(id)).payout_state;
const give = (line: number, ids: number[], person: { id: number } | null = scene.super_admin) =>
  api.request<BankLine & { errors: Record<string, string[]> }>(
    ...([person, 'POST', `reconciliation/lines/${line}/payouts`] as const),
    { withdraw_ids: ids, reason: 'Так в платёжном поручении' },
  );
const say = async (id: number, state: string, person: { id: number } | null = scene.super_admin) => {
  const { version } = await read(id);
  return api.request(person, 'POST', `withdraws/${id}/payout`, { state, reason: 'Виден в банке', version });
};
/** Sums of the books: debited by the bank, on the way, in suspense, and on the balance of the shop. */
const books = async () => [
  await booked(api, 'bank'),
  await booked(api, 'payout_in_transit'),
  await booked(api, 'suspense'),
  await booked(api, 'shop'),
];
const isSound = async () => expect((await reconcile({ db: api.db, now: api.now() })).problems).toEqual([]);
const approve = (amount: number, requisites: typeof payee | null = payee, shop = scene.shop) =>
  buildApproved(api, scene, { amount, requisites, shop });
const night = () => inTransaction({ db: api.db, now: api.now() } as never, comparePayouts);

beforeEach(() => api.setNow(new Date('2026-11-27T09:00:00Z')));

describe('two withdrawals of 321 roubles, approved, and a statement with both', () => {
  it('are on their way until the statement, and leave the bank once', async () => {
    const ids = [await approve(321), await approve(321)];
    expect(await books()).toEqual([0, 642, 0, 0]);

    const [before, after] = await postStatement(ids.map((id) => ({ sum: 321, purpose: payoutPurpose(id) })));

    expect(await books()).toEqual([642, 0, 0, 0]);
    expect(before?.entries).toEqual(expect.arrayContaining([{ account: 'bank', amount: 642 }]));
    expect(after?.entries).toEqual(expect.arrayContaining([{ account: 'bank', amount: 642 }]));
    const matched = (await lines()).map(({ match, withdraw_ids }) => `${match} ${withdraw_ids.join()}`);
    expect(matched.sort()).toEqual(ids.map((id) => `payout ${id}`));
    expect([await stateOf(ids[0] ?? 0), await stateOf(ids[1] ?? 0)]).toEqual(['debited', 'debited']);
    expect(await differences()).toEqual([]);
    await isSound();
  });

  it('without a token are found by the account when there are as many lines', async () => {
    const ids = [await approve(321), await approve(321)];

    await postStatement([1, 2].map(() => ({ sum: 321, purpose: 'Оплата по договору' })));

    expect(await books()).toEqual([642, 0, 0, 0]);
    expect(
      (await lines()).flatMap(({ withdraw_ids }) => withdraw_ids).sort((one, other) => one - other),
    ).toEqual(ids);
    await isSound();
  });

  it('and one line without a token are a question, which a person answers with the payout', async () => {
    const [, id] = [await approve(321), await approve(321)];
    await postStatement([{ sum: 321, purpose: 'Оплата по договору' }]);
    expect(await books()).toEqual([0, 642, 0, 0]);
    const [line] = await lines();
    expect([line?.match, line?.is_waiting]).toEqual(['unknown', true]);
    expect(await differences()).toMatchObject([{ kind: 'outgoing_unknown', theirs: 321, repair: -321 }]);

    expect((await give(line?.id ?? 0, [id])).body).toMatchObject({ match: 'payout', withdraw_ids: [id] });

    expect(await books()).toEqual([321, 321, 0, 0]);
    expect([await stateOf(id), await differences()]).toEqual(['debited', []]);
    expect((await give(line?.id ?? 0, [id])).status).toBe(400);
    await isSound();
  });
});

describe('a line of the bank', () => {
  it.each([
    'Выплата V-{1}, V-{2} по договору',
    'выплаты в-{1} и в-{2}',
    'Выплаты: V–000{1};V—000{2}',
    'Оплата V000{1} и V000{2}',
  ])('pays two requests with one transfer: «%s»', async (text) => {
    const ids = [await approve(100), await approve(250)];
    const purpose = text.replace('{1}', String(ids[0])).replace('{2}', String(ids[1]));

    await postStatement([{ sum: 350, purpose }]);

    expect((await lines())[0]?.withdraw_ids).toEqual(ids);
    expect(await books()).toEqual([350, 0, 0, 0]);
    await isSound();
  });

  it('of two requests, given by hand, must have their sum', async () => {
    const ids = [await approve(100), await approve(250)];
    await postStatement([{ sum: 350, purpose: 'За ноябрь' }]);
    const [line] = await lines();

    const wrong = await give(line?.id ?? 0, ids.slice(0, 1));
    expect([wrong.status, wrong.body.errors]).toEqual([422, { withdraw_ids: ['error-payouts-other-sum'] }]);
    expect((await give(line?.id ?? 0, [...ids, 99_999])).status).toBe(422);
    expect((await give(line?.id ?? 0, ids)).status).toBe(200);

    expect(await books()).toEqual([350, 0, 0, 0]);
    await isSound();
  });

  it('that went to another account waits for a person, also with the token', async () => {
    const id = await approve(321);
    await postStatement([{ sum: 321, purpose: payoutPurpose(id), party: elsewhere }]);

    expect(await books()).toEqual([0, 321, 0, 0]);
    expect((await lines())[0]).toMatchObject({ match: 'unknown', is_waiting: true });
  });

  it('that nobody explains goes to suspense only when a person says so, and may be a payout later', async () => {
    const id = await approve(321);
    await postStatement([{ sum: 321, purpose: 'Комиссия', party: elsewhere }]);
    expect(await books()).toEqual([0, 321, 0, 0]);
    const [question] = await differences();

    const { status } = await api.request(
      ...([scene.super_admin, 'POST', `reconciliation/differences/${question?.id}/repair`] as const),
      { way: 'entry', reason: 'Разберём позже', version: question?.version },
    );
    expect([status, await books()]).toEqual([200, [321, 321, -321, 0]]);

    const [line] = await lines();
    expect(line?.is_waiting).toBe(false);
    await give(line?.id ?? 0, [id]);
    expect(await books()).toEqual([321, 0, 0, 0]);
    await isSound();
  });

  it('is given to payouts by people who decide about finance, twenty times at once only once', async () => {
    const id = await approve(321);
    await postStatement([{ sum: 321, purpose: 'Оплата', party: elsewhere }]);
    const [line] = await lines();
    expect((await give(line?.id ?? 0, [id], null)).status).toBe(401);
    expect((await give(line?.id ?? 0, [id], scene.store_owner)).status).toBe(403);
    expect((await give(99_999, [id])).status).toBe(404);

    const answers = await Promise.all(Array.from({ length: 20 }, () => give(line?.id ?? 0, [id])));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await books()).toEqual([321, 0, 0, 0]);
    await isSound();
  });
});

describe('payouts that a line may be', () => {
  const choices = async (line: number, search = '') =>
    api.request<PayoutChoices>(
      ...([
        scene.super_admin,
        'GET',
        `reconciliation/lines/${line}/payouts?search=${encodeURIComponent(search)}`,
      ] as const),
    );

  it('are the first fifty by the nearest sum, and say how many there are; the others are found', async () => {
    const far = await approve(9000);
    const near = await approve(320);
    for (let place = 0; place < 50; place += 1) await approve(400 + place);
    await approve(77, payee, scene.otherShop);
    await postStatement([{ sum: 321, purpose: 'За ноябрь', party: elsewhere }]);
    const [{ id } = { id: 0 }] = await lines();

    const { body } = await choices(id);
    expect([body.total, body.payouts.length]).toEqual([53, 50]);
    expect(body.payouts[0]).toEqual({ id: near, shop: scene.shop.name, amount: 320 });
    expect(body.payouts.map((one) => one.id)).not.toContain(far);

    for (const text of [
      String(far),
      `№ ${far}`,
      `V-${String(far).padStart(6, '0')}`,
      `в-${far}`,
      '9000',
      '9 000,00',
    ])
      expect([text, (await choices(id, text)).body.payouts.map((one) => one.id)]).toEqual([
        text,
        expect.arrayContaining([far]),
      ]);
    expect((await choices(id, scene.otherShop.name)).body.payouts).toMatchObject([{ amount: 77 }]);
    expect((await choices(id, '100%')).body).toEqual({ payouts: [], total: 0 });
    expect((await choices(99_999)).status).toBe(404);
  });

  it('that came back are those that have left', async () => {
    const [left] = [await approve(321), await approve(322)];
    await postStatement([{ sum: 321, purpose: payoutPurpose(left) }]);
    await postStatement([{ sum: 5, direction: 'in', purpose: 'Проценты' }], '28.11.2026');
    const [, incoming] = await lines();

    expect((await choices(incoming?.id ?? 0)).body.payouts.map((one) => one.id)).toEqual([left]);
  });
});

it('is shown to its shop as on its way until the bank debits it', async () => {
  const id = await approve(321);
  await approve(40, payee, scene.otherShop);
  const way = async () => {
    const details = (await api.request<WithdrawDetails>(scene.store_owner, 'GET', `withdraws/${id}`)).body;
    const shop = await api.request<{ balance: ShopBalance }>(
      scene.store_owner,
      'GET',
      `shops/${scene.shop.slug}`,
    );
    return [
      details.balance?.in_transit_amount,
      shop.body.balance.in_transit_amount,
      shop.body.balance.withdrawn_amount,
    ];
  };
  expect(await way()).toEqual([321, 321, 321]);

  await postStatement([{ sum: 321, purpose: payoutPurpose(id) }]);

  expect(await way()).toEqual([0, 0, 321]);
});

describe('a payout that comes back', () => {
  it('in the file with which it left is on the balance of its shop, and never income', async () => {
    const id = await approve(321);

    await postStatement([
      { sum: 321, direction: 'in', purpose: `Возврат ошибочного платежа. ${payoutPurpose(id)}` },
      { sum: 321, purpose: payoutPurpose(id) },
    ]);

    expect(await books()).toEqual([0, 0, 0, 321]);
    expect(await stateOf(id)).toBe('returned');
    expect(await differences()).toMatchObject([{ kind: 'payout_returned', theirs: 321 }]);
    await isSound();
  });

  it('before a statement shows that it left waits in suspense, and is given to it later', async () => {
    const id = await approve(321);
    await postStatement([{ sum: 321, direction: 'in', purpose: 'Возврат: счёт закрыт' }]);
    expect([await books(), await stateOf(id)]).toEqual([[-321, 321, 321, 0], 'confirmed']);
    const [line] = await lines();
    expect((await give(line?.id ?? 0, [id])).status).toBe(422);

    await postStatement([{ sum: 321, purpose: payoutPurpose(id) }], '28.11.2026');
    expect((await give(line?.id ?? 0, [id])).status).toBe(200);

    expect([await books(), await stateOf(id)]).toEqual([[0, 0, 0, 321], 'returned']);
    await isSound();
  });

  it('after a person’s word still gets the line of its debit, one of two equal ones', async () => {
    const id = await approve(321);
    expect((await say(id, 'debited')).status).toBe(200);
    const twice = ['900', '901'].map((number) => ({ sum: 321, number, purpose: 'Оплата по договору' }));
    await postStatement([
      ...twice,
      { sum: 321, direction: 'in', purpose: 'Возврат по п/п 900: счёт закрыт' },
    ]);
    expect([await books(), await stateOf(id)]).toEqual([[0, 0, 0, 321], 'returned']);
    const [line] = (await lines()).filter(({ match }) => match === 'unknown');
    const { body } = await api.request<PayoutChoices>(
      ...([scene.super_admin, 'GET', `reconciliation/lines/${line?.id}/payouts`] as const),
    );
    expect(body.payouts.map((one) => one.id)).toEqual([id]);

    expect((await give(line?.id ?? 0, [id])).body).toMatchObject({ match: 'payout', withdraw_ids: [id] });

    expect([await books(), await stateOf(id)]).toEqual([[0, 0, 0, 321], 'returned']);
    const left = (await differences()).filter(({ kind }) => kind === 'outgoing_unknown');
    expect(left.map(({ state }) => state)).toEqual(['open']);
    const other = (await lines()).find(({ match }) => match === 'unknown');
    expect((await give(other?.id ?? 0, [id])).status).toBe(422);
    await isSound();
  });
});

describe('a person’s word', () => {
  it('debits the bank without a statement, with two people, and the statement confirms it without a second debit', async () => {
    const id = await approve(321);
    const second = await buildUser(api.db, { role: 'super_admin' });
    await api.db.insertInto('approval_rules').values({ mode: 'auto', payouts_from: 1_000_000 }).execute();
    const asked = await say(id, 'debited');
    expect([asked.status, await books()]).toEqual([202, [0, 321, 0, 0]]);
    const { id: approval, hash } = (asked.body as unknown as { approval: { id: number; hash: string } })
      .approval;
    expect((await api.request(second, 'POST', `approvals/${approval}/confirm`, { hash })).status).toBe(200);
    expect([await books(), await stateOf(id)]).toEqual([[321, 0, 0, 0], 'debited']);

    await postStatement([{ sum: 321, purpose: payoutPurpose(id) }]);

    expect(await books()).toEqual([321, 0, 0, 0]);
    expect((await say(id, 'confirmed')).status).toBe(400);
    await isSound();
  });

  it('is taken back, and gives the money to the shop when it never left', async () => {
    const id = await approve(321);
    expect((await say(id, 'debited', null)).status).toBe(401);
    expect((await say(id, 'debited', scene.store_owner)).status).toBe(403);
    expect((await say(id, 'confirmed')).status).toBe(400);
    await say(id, 'debited');
    expect((await say(id, 'returned')).status).toBe(400);
    await say(id, 'confirmed');
    expect(await books()).toEqual([0, 321, 0, 0]);

    expect((await say(id, 'returned')).status).toBe(200);

    expect([await books(), await stateOf(id)]).toEqual([[0, 0, 0, 321], 'returned']);
    await isSound();
  });
});

describe('every night', () => {
  it('finds a payout that the statement lacks and one without a statement, and forgets them when they left', async () => {
    const id = await approve(321);
    await night();
    expect(await differences()).toEqual([]);
    api.setNow(new Date('2026-12-04T09:00:00Z'));
    await night();
    expect(await differences()).toMatchObject([{ kind: 'payout_late', ours: 321, withdraw_id: id }]);

    await postStatement([{ sum: 1, direction: 'in', purpose: 'Проценты' }], '03.12.2026');
    await night();
    expect(await differences()).toMatchObject([{ kind: 'payout_not_left', withdraw_id: id }]);

    await postStatement([{ sum: 321, purpose: payoutPurpose(id) }], '04.12.2026');
    await night();
    expect(await differences()).toEqual([]);
  });

  it('finds a shop whose payouts the books do not add up for', async () => {
    const id = await approve(321);
    await api.db.updateTable('withdraws').set({ payout_state: 'debited' }).where('id', '=', id).execute();

    await night();

    expect((await differences()).map(({ kind, object_id }) => [kind, object_id])).toEqual(
      expect.arrayContaining([['payout_books', `shop ${scene.shop.id} debited`]]),
    );
  });
});

describe('a payout that differs', () => {
  const letters = async () =>
    api.db
      .selectFrom('outbox')
      .select(['recipient', 'subject', 'body'])
      .where('template', '=', 'payouts-differ')
      .orderBy('id')
      .execute();
  const tell = () => notifyPayouts(jobCtx(api.db, api.now(), 'https://shop.test'));
  const bells = async () =>
    api.db
      .selectFrom('notify_logs')
      .select(['receiver', 'notify_event', 'notify_tracker'])
      .where('notify_type', '=', 'reconciliation')
      .orderBy('id')
      .execute();

  it('is told to finance once, and every week to the person who has taken it on', async () => {
    const second = await buildUser(api.db, { role: 'super_admin' });
    const id = await approve(321);
    await postStatement([{ sum: 55, purpose: 'За услуги', party: elsewhere }]);
    api.setNow(new Date('2026-12-04T09:00:00Z'));
    await night();
    await tell();
    await tell();

    const first = await letters();
    expect(first.map(({ recipient }) => recipient)).toEqual([scene.super_admin.email, second.email]);
    expect(first[0]?.subject).toBe('Расхождения выплат: 2');
    expect(first[0]?.body).toContain(
      `Выплата №\u00a0${id} магазина «${scene.shop.name}» на 321,00\u00a0₽ от 27.11.2026 давно в пути: выписка за эти дни не загружена.`,
    );
    expect(first[0]?.body).toContain('Списание 27.11.2026 на 55,00\u00a0₽ никто не объяснил.');
    expect(await bells()).toEqual(
      [scene.super_admin.id, second.id].map((receiver) => ({
        receiver,
        notify_event: 'opened',
        notify_tracker: '2',
      })),
    );

    const late = (await differences()).find(({ kind }) => kind === 'payout_late');
    await api.request(second, 'POST', `reconciliation/differences/${late?.id}/owner`, { is_mine: true });
    api.setNow(new Date('2026-12-11T09:00:00Z'));
    await tell();

    const again = (await letters()).slice(2).map(({ recipient, subject }) => [recipient, subject]);
    expect(again.sort(byText)).toEqual(
      [
        [scene.super_admin.email, 'Расхождения выплат: 1'],
        [second.email, 'Расхождения выплат: 1'],
        [second.email, 'Расхождения выплат: 1'],
      ].sort(byText),
    );
  });

  it('rings no bell that the settings switch off', async () => {
    await setSettings(api, { pushNotification: { all: { reconciliation: false } } } as never);
    await approve(321);
    api.setNow(new Date('2026-12-04T09:00:00Z'));
    await night();
    await tell();

    expect([(await letters()).length, await bells()]).toEqual([1, []]);
  });
});

it('that came back is told to its shop by letter and bell', async () => {
  const id = await approve(321);
  await postStatement([
    { sum: 321, purpose: payoutPurpose(id) },
    { sum: 321, direction: 'in', purpose: `Возврат. ${payoutPurpose(id)}` },
  ]);
  await readAllEvents(api);

  const sent = await api.db.selectFrom('outbox').select(['recipient', 'template']).orderBy('id').execute();
  expect(sent).toEqual(
    expect.arrayContaining([{ recipient: scene.store_owner.email, template: 'withdraw-returned' }]),
  );
  const rung = await api.db.selectFrom('notify_logs').select(['receiver', 'notify_event']).execute();
  expect(rung).toEqual(
    expect.arrayContaining([{ receiver: scene.store_owner.id, notify_event: 'returned' }]),
  );
});

it('stands in the statement of its shop with the payment order, and what is still on its way', async () => {
  const ids = [await approve(321, null), await approve(100, null), await approve(40, null)];
  await postStatement([
    { sum: 321, purpose: payoutPurpose(ids[0] ?? 0), number: '77' },
    { sum: 40, purpose: payoutPurpose(ids[2] ?? 0), number: '78' },
  ]);
  api.setNow(new Date('2026-12-02T09:00:00Z'));
  await postStatement([{ sum: 100, purpose: payoutPurpose(ids[1] ?? 0), number: '79' }], '02.12.2026');
  const statement = async (month: string, format = 'csv') =>
    api.request(
      scene.store_owner,
      'GET',
      `shops/${scene.shop.slug}/statement?month=${month}&format=${format}`,
    );
  const payoutsOf = async (month: string) => {
    const lines = String((await statement(month)).body)
      .trim()
      .split('\n');
    return lines
      .slice(lines.findIndex((line) => line.startsWith('Выплаты')) + 1)
      .map((line) => line.replace(/^[\d., :]+;/, ''));
  };

  expect(await payoutsOf('2026-11')).toEqual([
    ...ids.map((id, place) => `одобрен, деньги в пути;${id};;;${[321, 100, 40][place]},00;;`),
    `выплачен;${ids[0]};;;321,00;;п/п № 77 от 27.11.2026`,
    `выплачен;${ids[2]};;;40,00;;п/п № 78 от 27.11.2026`,
    'В пути на конец месяца;;;;;100,00;;',
  ]);
  expect(await payoutsOf('2026-12')).toEqual([
    `выплачен;${ids[1]};;;100,00;;п/п № 79 от 02.12.2026`,
    'В пути на конец месяца;;;;;0,00;;',
  ]);
  expect((await statement('2026-11', 'pdf')).headers['content-type']).toBe('application/pdf');
});

it('shows the purpose with its token to who pays, and to the shop where its money is', async () => {
  const id = await approve(321);
  const own = await api.request<WithdrawDetails>(scene.store_owner, 'GET', `withdraws/${id}`);

  expect((await read(id)).purpose).toBe(
    `Выплата V-${String(id).padStart(6, '0')} по договору комиссии. НДС не облагается`,
  );
  expect(own.body).toMatchObject({ payout_state: 'confirmed' });
  expect(own.body).not.toHaveProperty('purpose');
});
