import { afterAll, beforeEach } from 'vitest';
import type { ReceiptLine } from '@/contract/receipts/receipt';
import { startCashRegister } from '@/fakes/cash-register';
import type { Fake, Received } from '@/fakes/core';
import { startYookassa } from '@/fakes/yookassa';
import { JobRunner } from '@/server/core/jobs/runner';
import type { CashRegister } from '@/server/integrations/registers/cash-register';
import { openRegisters } from '@/server/integrations/registers/open-registers';
import { registerJobs } from '@/server/modules/receipts/queue/jobs';
import { runQueue } from '@/server/modules/receipts/queue/run-queue';
import { setSettings } from '../../support/checkout';
import { buildOrder } from '../../support/orders';
import { setUpScene } from '../../support/scene';
import { requisites } from '../../support/shops';

const minute = 60_000;
const group = { group: 'main', login: 'demo', password: 'demo-pass' };
const keys = { shopId: '100500', secret: 'live_secret' };

/** A line of 2 × 150 ₽, sold for a shop. */
const receiptLine: ReceiptLine = {
  ...{ orderLineId: 1, name: 'Чай', price: 15_000, quantity: 2, sum: 30_000, subject: 'goods' },
  ...{ mode: 'full_prepayment', vat: 'vat122', markCode: null },
  supplier: { name: 'ООО «Лавка»', inn: '7707083893', phone: '+7 (900) 123-45-67' },
};

export interface GivenReceipt {
  orderId?: number;
  kind?: 'prepayment' | 'settlement' | 'return';
  line?: Partial<ReceiptLine>;
  more?: object;
}

/**
 * The API with a cash register, which is a stand-in of ours: it is asked over HTTP, and its callbacks come to the API. The
 * clock of both is that of the test.
 */
export function setUpRegistering(name: 'atol' | 'yookassa') {
  const settings = name === 'atol' ? { ...group, url: '' } : { ...keys, url: '', receipts: true };
  const { api, scene } = setUpScene({
    ...{ [name]: settings, sbpSecret: undefined },
    patience: { pause: async () => {}, totalMs: 3000 },
  });
  let fake: Fake;
  let opened: CashRegister[] = [];
  const registers = () => opened;
  const errors: unknown[] = [];
  beforeEach(async () => {
    await fake?.close();
    errors.length = 0;
    const options = { now: () => api.now(), deliver };
    fake = await (name === 'atol'
      ? startCashRegister({ ...options, ...group, inn: requisites.inn })
      : startYookassa({ ...options, ...keys }));
    settings.url = name === 'atol' ? `${fake.base}/possystem/v5` : `${fake.base}/v3`;
    opened = openRegisters(api.deps);
    await setSettings(api, {
      ...{ receiptsFrom: '2026-01-01', companyRequisites: { ...requisites, tax_system: 'osn' } },
      siteLink: 'https://shop.test',
    });
  });
  afterAll(() => fake?.close());

  async function deliver(url: string, payload: string): Promise<[number, string]> {
    const answer = await api.app.inject({
      ...{ method: 'POST', url: new URL(url).pathname, payload },
      headers: { 'content-type': 'application/json' },
    });
    return [answer.statusCode, answer.body];
  }
  const control = async (command: Record<string, unknown>) => {
    const result = await fake.control(command);
    await fake.control({ do: 'delivered' });
    return result;
  };
  const wait = async (ms: number) => api.setNow(new Date(api.now().getTime() + ms));
  const run = () => runQueue(api.deps, registers(), new AbortController().signal);
  const receipt = async (id: number) =>
    api.db.selectFrom('receipts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  const order = async () =>
    (await buildOrder(api, { customer: scene.customer, lines: [{ shop: scene.shop }] })).id;

  return {
    ...{ api, scene, errors, registers, control, wait, run, receipt, fake: () => fake },
    /** The queue again and again, a few minutes apart. */
    runFor: async (minutes: number, step = 5) => {
      for (let passed = 0; passed <= minutes; passed += step) {
        await run();
        await wait(step * minute);
      }
    },
    /** Stored callbacks that are due. */
    runCallbacks: async () => {
      const jobs = registerJobs(api.deps, api.app.log).filter(({ kind }) => kind === 'queued');
      const runner = new JobRunner(api.deps, jobs, (error) => errors.push(error));
      await runner.runDue();
      await runner.stop();
    },
    received: async (path: string) =>
      ((await control({ do: 'journal' })) as Received[]).filter((one) => one.path.includes(path)),
    order,
    /** A receipt of 300 ₽ that waits, of an order of its own. */
    add: async ({ orderId, kind = 'prepayment', line, more }: GivenReceipt = {}): Promise<number> => {
      const now = api.now();
      const ofOrder = orderId ?? (await order());
      const entry = await api.db
        .insertInto('ledger_entries')
        .values({ at: now, kind: 'order', family: 'orders', row_id: ofOrder, request_id: 'test' })
        .returning('id')
        .executeTakeFirstOrThrow();
      const isSettlement = kind === 'settlement';
      const lines = [
        { ...receiptLine, ...(isSettlement && { mode: 'full_payment', vat: 'vat22' }), ...line },
      ];
      const { id } = await api.db
        .insertInto('receipts')
        .values({
          ...{
            kind,
            entry_id: entry.id,
            order_id: ofOrder,
            is_return: kind === 'return',
            at: now,
            amount: 300,
          },
          ...{ cashless: isSettlement ? 0 : 300, prepaid: isSettlement ? 300 : 0 },
          ...{ lines: JSON.stringify(lines), customer_email: 'buyer@example.com', customer_phone: null },
          ...{ state: 'waiting', next_ask_at: now, created_at: now, updated_at: now },
          ...more,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },
  };
}
