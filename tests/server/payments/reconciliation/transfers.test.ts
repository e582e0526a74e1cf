import { beforeEach, describe, expect, it } from 'vitest';
import type { Page } from '@/contract/core/paging';
import type { BankLine, FilePreview } from '@/contract/payments/reconciliation';
import type { PaymentPage } from '@/contract/payments/views';
import type { Approval } from '@/contract/settings/approvals';
import { reconcile } from '@/server/modules/ledger/reconcile';
import { sendFile } from '../../../support/import-files';
import { placedOrder } from '../../../support/order-life';
import { buildProduct } from '../../../support/products';
import { setUpScene } from '../../../support/scene';
import { buildMember } from '../../../support/team';
import { booked, cp1251, settledStatement } from './files';

/** A buyer pays an order by a transfer from their bank instead of by the link. */
const { api, scene } = setUpScene();

type Person = { id: number } | null;

const buyer = { inn: '500100732259', name: 'Иванов Иван', account: '40817810438000000014' };
let order: Awaited<ReturnType<typeof placedOrder>>;

beforeEach(async () => {
  const product = await buildProduct(api.db, { shop: scene.shop });
  order = await placedOrder(api, {
    customer: scene.customer,
    gateway: 'SBP',
    lines: [{ shop: scene.shop, product, quantity: 1, unitPrice: 100_000 }],
  });
});

/** A statement with the transfer is posted. */
async function received(): Promise<BankLine> {
  const purpose = `Оплата заказа ${order.tracking_number}`;
  const content = cp1251(settledStatement('1000.00', { purpose, party: buyer }));
  const file = { name: 'kl_to_1c.txt', content, field: 'file' };
  const { body } = await sendFile<FilePreview>(api, scene.super_admin, 'reconciliation/files', file, {
    provider: '',
  });
  await api.request(scene.super_admin, 'POST', `reconciliation/files/${body.id}/post`, {});
  const [line] = (
    await api.request<Page<BankLine>>(scene.super_admin, 'GET', 'reconciliation/lines?match=buyer')
  ).body.data;
  if (!line) throw new Error('The transfer was not found');
  return line;
}

const apply = (id: number, person: Person = scene.super_admin) =>
  api.request<BankLine>(person, 'POST', `reconciliation/lines/${id}/apply`, {});
const statusOf = async () =>
  (
    await api.db
      .selectFrom('orders')
      .select(['order_status', 'payment_status'])
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow()
  ).payment_status;
const isSound = async () => expect((await reconcile({ db: api.db, now: api.now() })).problems).toEqual([]);

describe('a buyer’s transfer', () => {
  it('is applied by people who decide about finance, and only where it is one', async () => {
    const { id } = await received();
    for (const [person, status] of [
      [null, 401],
      [scene.store_owner, 403],
      [await buildMember(api.db, 'auditor'), 403],
      [await buildMember(api.db, { finance: 'write' }), 403],
    ] as const)
      expect((await apply(id, person)).status).toBe(status);
    expect((await apply(999)).status).toBe(404);
    await api.db.updateTable('bank_lines').set({ match: 'unknown' }).where('id', '=', id).execute();
    expect((await apply(id)).status).toBe(400);
    expect(await statusOf()).toBe('payment-pending');
  });

  it('pays its order once, however many people apply it at the same time', async () => {
    const { id } = await received();
    expect(await booked(api, 'suspense')).toBe(1000);

    const answers = await Promise.all([apply(id), apply(id), apply(id)]);

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
    expect(answers.find(({ status }) => status === 200)?.body).toMatchObject({ id, is_applied: true });
    expect(await statusOf()).toBe('payment-success');
    expect([await booked(api, 'suspense'), await booked(api, 'buyer_prepayment')]).toEqual([0, 1000]);
    expect(await booked(api, 'provider_clearing')).toBe(0);
    const { body } = await api.request<PaymentPage>(scene.super_admin, 'GET', 'payments?state=paid');
    expect(body.data).toMatchObject([{ provider: 'manual', captured: 1000, payment_id: `bank-${id}` }]);
    await isSound();
  });

  it('is a question for a person when the order does not need it any more', async () => {
    const { id } = await received();
    await api.request(scene.super_admin, 'PUT', `orders/${order.id}`, { order_status: 'order-cancelled' });

    expect((await apply(id)).status).toBe(200);

    const tasks = await api.db.selectFrom('payment_tasks').select(['kind', 'amount']).execute();
    expect(tasks).toEqual([{ kind: 'late', amount: 1000 }]);
    expect(await booked(api, 'suspense')).toBe(1000);
    await isSound();
  });

  it('needs two persons from the sum of the rules on, and the second one pays the order', async () => {
    await api.db.insertInto('approval_rules').values({ mode: 'auto', payouts_from: 500 }).execute();
    const second = await buildMember(api.db, 'finance');
    const { id } = await received();
    const asked = await api.request<{ approval: Approval }>(
      scene.super_admin,
      'POST',
      `reconciliation/lines/${id}/apply`,
      {},
    );
    expect([asked.status, await statusOf()]).toEqual([202, 'payment-pending']);
    const { approval } = asked.body;

    await api.request(second, 'POST', `approvals/${approval.id}/confirm`, { hash: approval.hash });

    expect(await statusOf()).toBe('payment-success');
    await isSound();
  });
});
