import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Page } from '@/contract/core/paging';
import type { BankLine, FilePreview, LineChoices } from '@/contract/payments/reconciliation';
import type { PaymentTask } from '@/contract/payments/tasks';
import { reconcile } from '@/server/modules/ledger/reconcile';
import { booked, encode } from '../../server/payments/reconciliation/files';
import { sendFile } from '../../support/import-files';
import { placedOrder } from '../../support/order-life';
import { buildProduct } from '../../support/products';
import { setUpScene } from '../../support/scene';
import { buildMember } from '../../support/team';

/** What accountants reported of buyers' transfers: numbers as people write them, other sums, senders without ИНН, gaps. */
const { api, scene } = setUpScene();

const file = (name: string) =>
  readFileSync(new URL(`files/${name}`, import.meta.url), 'utf8').replaceAll('\r\n', '\n');

let product: Awaited<ReturnType<typeof buildProduct>>;

beforeEach(async () => {
  product = await buildProduct(api.db, { shop: scene.shop });
});

async function ordered(roubles: number, quantity = 1) {
  const order = await placedOrder(api, {
    customer: scene.customer,
    gateway: 'SBP',
    lines: [{ shop: scene.shop, product, quantity, unitPrice: roubles * 100 }],
  });
  const row = await api.db
    .selectFrom('orders')
    .select(['id', 'short_number'])
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow();
  return { id: row.id, number: row.short_number ?? '' };
}

const upload = async (text: string, encoding: 'utf-8' | 'windows-1251' = 'windows-1251') => {
  const whole = text.replaceAll('\n', '\r\n');
  const content = encoding === 'utf-8' ? Buffer.from(whole) : encode(whole, encoding);
  const sent = { name: 'kl_to_1c.txt', content, field: 'file' };
  return (await sendFile<FilePreview>(api, scene.super_admin, 'reconciliation/files', sent, { provider: '' }))
    .body;
};
const post = (id: number, body: Record<string, unknown> = {}) =>
  api.request<FilePreview>(scene.super_admin, 'POST', `reconciliation/files/${id}/post`, body);
const lines = async () =>
  (await api.request<Page<BankLine>>(scene.super_admin, 'GET', 'reconciliation/lines?sortedBy=asc')).body
    .data;
const received = async (text: string, encoding?: 'utf-8' | 'windows-1251') => {
  const { id } = await upload(text, encoding);
  expect((await post(id)).status).toBe(200);
  return lines();
};
const apply = (id: number) =>
  api.request<BankLine>(scene.super_admin, 'POST', `reconciliation/lines/${id}/apply`, {});
type Person = { id: number } | null;
const give = (id: number, parts: unknown, person: Person = scene.super_admin) =>
  api.request<BankLine>(person, 'POST', `reconciliation/lines/${id}/give`, { parts });
const paymentOf = async (id: number) =>
  (await api.db.selectFrom('orders').select('payment_status').where('id', '=', id).executeTakeFirstOrThrow())
    .payment_status;
const tasks = async () =>
  (await api.request<Page<PaymentTask>>(scene.super_admin, 'GET', 'payment-tasks')).body.data;
const isSound = async () => expect((await reconcile({ db: api.db, now: api.now() })).problems).toEqual([]);

/** One incoming document of 27 November. */
const statement = (purpose: string, sum: string) =>
  file('money-statement-over-under.txt')
    .replace(/СекцияДокумент=Платежное поручение\nНомер=101[\s\S]*?КонецДокумента\n/, '')
    .replaceAll('118.00', sum)
    .replace('177.00', sum)
    .replace('1177.00', (1000 + Number(sum)).toFixed(2))
    .replace(/НазначениеПлатежа=.*/, `НазначениеПлатежа=${purpose}`);

describe('a transfer whose buyer wrote the number', () => {
  it.each(['utf-8', 'windows-1251'] as const)(
    'with an en dash, spaces, a slash or no dash, in %s',
    async (encoding) => {
      const orders = [await ordered(101), await ordered(102), await ordered(103), await ordered(104)];
      const [first, second, third, fourth] = orders.map(({ number }) => number);
      const found = await received(
        file('money-statement-number-forms.txt')
          .replace(/\{N1[^}]*\}/, String(first).replace('-', '–'))
          .replace(/\{N2[^}]*\}/, String(second).replace('-', ' - '))
          .replace(/\{N3[^}]*\}/, String(third).replace('-', '/'))
          .replace(/\{N4[^}]*\}/, String(fourth).replace('-', '')),
        encoding,
      );

      expect(found.map(({ match }) => match)).toEqual(['buyer', 'buyer', 'buyer', 'buyer']);
      for (const { id } of found) expect((await apply(id)).status).toBe(200);
      for (const { id } of orders) expect(await paymentOf(id)).toBe('payment-success');
      await isSound();
    },
  );

  it('of several orders by their ends pays each of them where the sum is that of all', async () => {
    const [one, other] = [await ordered(101), await ordered(102)];
    const end = other.number.split('-')[1];
    const [all, single] = await received(
      file('money-statement-over-under.txt')
        .replaceAll('118.00', '203.00')
        .replaceAll('177.00', '262.00')
        .replaceAll('1177.00', '1262.00')
        .replace(/\{order of 108.00\}/, `${one.number}, ${end}`)
        .replace(/\{order of 109.00\}/, `${one.number}, ${end}`),
    );

    expect([all, single].map((line) => line?.orders.map(({ id }) => id))).toEqual([
      [one.id, other.id],
      [one.id],
    ]);
    expect((await apply(all?.id ?? 0)).body.uses).toMatchObject([{ amount: 101 }, { amount: 102 }]);
    await isSound();
  });

  it('of several orders pays each of them', async () => {
    const [one, other] = [await ordered(101), await ordered(102)];
    const [line] = await received(statement(`Заказы №${one.number}, ${other.number}`, '203.00'));

    expect(line?.orders.map(({ id }) => id)).toEqual([one.id, other.id]);
    expect((await apply(line?.id ?? 0)).body.uses).toMatchObject([{ amount: 101 }, { amount: 102 }]);
    expect([await paymentOf(one.id), await paymentOf(other.id)]).toEqual([
      'payment-success',
      'payment-success',
    ]);
    await isSound();
  });
});

describe('a transfer of another sum', () => {
  it('pays when it is more, and asks when it is less', async () => {
    const [more, less] = [await ordered(108), await ordered(109)];
    const found = await received(
      file('money-statement-over-under.txt')
        .replace('{order of 108.00}', more.number)
        .replace('{order of 109.00}', less.number),
    );
    expect(found.map(({ match }) => match)).toEqual(['buyer', 'buyer']);
    for (const { id } of found) expect((await apply(id)).status).toBe(200);

    expect(await paymentOf(more.id)).toBe('payment-success');
    const refunds = await api.db.selectFrom('refunds').select(['order_id', 'amount', 'status']).execute();
    expect(refunds).toEqual([{ order_id: more.id, amount: 10, status: 'pending' }]);
    expect(await tasks()).toMatchObject([
      { kind: 'wrong_sum', amount: 59, expected: 109, order: { id: less.id }, answers: ['return'] },
    ]);
    await isSound();
  });

  it('for a cancelled order is late, for a smaller one it has a surplus', async () => {
    const [cancelled, smaller] = [await ordered(333), await ordered(333, 2)];
    await api.request(scene.super_admin, 'PUT', `orders/${cancelled.id}`, {
      order_status: 'order-cancelled',
    });
    const text = file('money-statement-over-under.txt')
      .replaceAll('118.00', '333.00')
      .replaceAll('59.00', '999.00')
      .replaceAll('177.00', '1332.00')
      .replaceAll('11332.00', '2332.00')
      .replace(/\{order of 108.00\}/, cancelled.number)
      .replace(/\{order of 109.00\}.*/, smaller.number);
    for (const { id } of await received(text)) expect((await apply(id)).status).toBe(200);

    expect(await tasks()).toMatchObject([{ kind: 'late', amount: 333, order: { id: cancelled.id } }]);
    expect(await paymentOf(smaller.id)).toBe('payment-success');
    const refunds = await api.db
      .selectFrom('refunds')
      .select(['order_id', 'amount'])
      .orderBy('order_id')
      .execute();
    expect(refunds).toEqual([
      { order_id: cancelled.id, amount: 333 },
      { order_id: smaller.id, amount: 333 },
    ]);
    await isSound();
  });
});

describe('a transfer that names nothing', () => {
  const nameless = async (sum = '100.00') => {
    const [line] = await received(statement('Перевод', sum));
    if (!line) throw new Error('Nothing came');
    expect(line.match).toBe('unknown');
    return line.id;
  };

  it('is given by people who decide about finance, as a whole and once', async () => {
    const order = await ordered(100);
    const id = await nameless();
    const parts = [{ kind: 'order', order_id: order.id, amount: 100 }];
    for (const [person, status] of [
      [null, 401],
      [scene.store_owner, 403],
      [await buildMember(api.db, { finance: 'write' }), 403],
    ] as const)
      expect((await give(id, parts, person)).status).toBe(status);
    expect((await give(999, parts)).status).toBe(404);
    expect((await give(id, [])).status).toBe(422);
    expect((await give(id, [{ kind: 'order', order_id: order.id, amount: 99 }])).status).toBe(422);
    expect((await give(id, [{ kind: 'order', order_id: 999_999, amount: 100 }])).status).toBe(422);

    const answers = await Promise.all([give(id, parts), give(id, parts), give(id, parts)]);

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
    expect(await paymentOf(order.id)).toBe('payment-success');
    expect(await lines()).toMatchObject([
      { match: 'buyer', is_applied: true, uses: [{ kind: 'order', amount: 100 }] },
    ]);
    await isSound();
  });

  it('finds orders by a typed number', async () => {
    const order = await ordered(60);
    const id = await nameless();
    const typed = encodeURIComponent(order.number.replace('-', ' / '));
    const path = `reconciliation/lines/${id}/choices?number=${typed}`;
    const { body } = await api.request<LineChoices>(scene.super_admin, 'GET', path);
    expect(body.orders).toMatchObject([{ id: order.id, number: order.number, due: 60, amount: 60 }]);
  });

  it('pays what a shop owes, and no more', async () => {
    await api.request(scene.super_admin, 'POST', `shops/${scene.shop.id}/adjustments`, {
      amount: -70,
      reason: 'Штраф',
    });
    const id = await nameless('70.00');
    const { body } = await api.request<LineChoices>(
      scene.super_admin,
      'GET',
      `reconciliation/lines/${id}/choices`,
    );
    expect(body.shops).toMatchObject([{ id: scene.shop.id, debt: 70 }]);
    expect((await give(id, [{ kind: 'shop', shop_id: scene.otherShop.id, amount: 70 }])).status).toBe(422);

    expect((await give(id, [{ kind: 'shop', shop_id: scene.shop.id, amount: 70 }])).status).toBe(200);

    expect(await booked(api, 'shop')).toBe(0);
    expect(await booked(api, 'suspense')).toBe(0);
    await isSound();
  });

  it('goes back to its sender, and the line with which it leaves is known', async () => {
    const id = await nameless();
    expect((await give(id, [{ kind: 'return', amount: 100 }])).body).toMatchObject({
      ...{ match: 'returned', uses: [{ kind: 'return', is_sent: false }] },
    });
    expect(await booked(api, 'suspense')).toBe(100);

    await received(
      statement('Возврат ошибочного платежа', '100.00')
        .replaceAll('27.11.2026', '28.11.2026')
        .replace(
          /ПолучательСчет=.*\nПолучатель=.*\nПлательщикСчет=(\d+)\nПлательщикИНН=.*\nПлательщик=.*\nДатаПоступило/,
          'ПлательщикСчет=40702810138000123458\nПолучательСчет=$1\nДатаСписано',
        )
        .replace('НачальныйОстаток=1000.00', 'НачальныйОстаток=1100.00')
        .replace('ВсегоПоступило=100.00', 'ВсегоПоступило=0.00')
        .replace('ВсегоСписано=0.00', 'ВсегоСписано=100.00')
        .replace('КонечныйОстаток=1100.00', 'КонечныйОстаток=1000.00'),
    );

    expect((await lines()).map(({ match, uses }) => [match, uses.map(({ is_sent }) => is_sent)])).toEqual([
      ['returned', [true]],
      ['return_sent', []],
    ]);
    expect([await booked(api, 'suspense'), await booked(api, 'bank')]).toEqual([0, 0]);
    await isSound();
  });

  it('needs two persons above the sum of the rules', async () => {
    await api.db.insertInto('approval_rules').values({ mode: 'auto', payouts_from: 50 }).execute();
    await buildMember(api.db, 'finance');
    const order = await ordered(100);
    const id = await nameless();

    expect((await give(id, [{ kind: 'order', order_id: order.id, amount: 100 }])).status).toBe(202);
    expect(await paymentOf(order.id)).toBe('payment-pending');
  });
});

describe('a sender', () => {
  it('is an acquirer by the ИНН in its name', async () => {
    expect(await received(file('money-statement-inn-before-name.txt'))).toMatchObject([
      { match: 'acquirer', party: 'НКО ЮМани (ООО)', party_inn: '7750005725' },
    ]);
  });

  it('without any ИНН is known once a person has said so', async () => {
    const bare = file('money-statement-inn-before-name.txt').replace('7750005725, ', '');
    const [line] = await received(bare);
    expect(line?.match).toBe('unknown');
    const path = `reconciliation/lines/${line?.id}/sender`;
    expect((await api.request(null, 'POST', path, { provider: 'yookassa' })).status).toBe(401);
    expect((await api.request(scene.super_admin, 'POST', path, { provider: 'x' })).status).toBe(422);

    expect(
      (await api.request<BankLine>(scene.super_admin, 'POST', path, { provider: 'yookassa' })).body.match,
    ).toBe('acquirer');

    const next = bare
      .replaceAll('26.11.2026', '27.11.2026')
      .replace('=50000.00', '=50100.00')
      .replace('=50100.00\nКонецРасчСчет', '=50200.00\nКонецРасчСчет')
      .replace('НКО ЮМани (ООО)', 'ООО НКО "ЮМани"')
      .replace('40911810000000000001', '40911810000000000002');
    const found = await received(next);
    expect(found.map(({ match }) => match)).toEqual(['acquirer', 'acquirer']);
  });
});

describe('a statement', () => {
  it('says which days are missing and by how much the balance is off, and asks once more', async () => {
    await received(file('money-statement-gap-1.txt'));
    const preview = await upload(file('money-statement-gap-2.txt'));

    expect(preview.warnings).toMatchObject([
      { kind: 'gap', from: '2026-11-11', to: '2026-11-11', amount: 7950, must_see: true },
    ]);
    const refused = await post(preview.id);
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { errors: { is_seen: ['error-statement-unseen'] } },
    ]);
    expect((await post(preview.id, { is_seen: true })).status).toBe(200);
    await isSound();
  });

  it('says that days are missing when the balance goes on, and does not ask', async () => {
    await received(file('money-statement-gap-1.txt'));
    const text = file('money-statement-gap-2.txt')
      .replace('9000.00', '1050.00')
      .replace('9060.00', '1110.00');
    const preview = await upload(text);
    expect(preview.warnings).toMatchObject([{ kind: 'days', from: '2026-11-11', must_see: false }]);
    expect((await post(preview.id)).status).toBe(200);
  });

  it('says that a day was posted, and that a document looks like a posted one', async () => {
    await received(file('money-statement-gap-1.txt'));
    const preview = await upload(
      file('money-statement-gap-1.txt').replace('=Поступление', '=Поступление денег'),
    );
    expect(preview.warnings.map(({ kind, must_see }) => [kind, must_see])).toEqual([
      ['overlap', false],
      ['repeated', true],
    ]);
  });

  it.each([
    ['another currency', '40702840138000123458', 'currency'],
    ['another account', '40702810138000999999', 'account'],
  ])('of %s is refused', async (_title, account, problem) => {
    await received(file('money-statement-gap-1.txt'));
    const preview = await upload(
      file('money-statement-gap-2.txt').replaceAll('40702810138000123458', account),
    );
    expect(preview).toMatchObject({ state: 'quarantined', problem });
    expect((await post(preview.id)).status).toBe(400);
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from bank_lines`.execute(
      api.db,
    );
    expect(rows[0]?.count).toBe(1);
  });
});
