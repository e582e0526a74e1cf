import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from '@/contract/core/paging';
import type { Difference, FilePreview } from '@/contract/payments/reconciliation';
import { startBank } from '@/fakes/bank';
import type { Fake } from '@/fakes/core';
import { type Deviation, deviations } from '@/fakes/statement';
import { startTbank } from '@/fakes/tbank';
import { startYookassa } from '@/fakes/yookassa';
import { jobCtx } from '@/server/core/jobs/job';
import { openTbank } from '@/server/integrations/acquirers/tbank';
import { openYookassa } from '@/server/integrations/acquirers/yookassa';
import { reconcile } from '@/server/modules/ledger/reconcile';
import { compareDay } from '@/server/modules/payments/reconciliation/compare-day';
import { sendFile } from '../../../support/import-files';
import { buildOrder } from '../../../support/orders';
import { setUpScene } from '../../../support/scene';
import { done } from '../acquirers';
import { booked, buildPayment } from './files';

/** From the buyer's payment at the stand-in acquirers to the stand-in bank, by the files that both send. */
const { api, scene } = setUpScene();

const now = new Date('2026-11-27T09:00:00Z');
const [day, nextDay] = ['2026-11-27', '2026-11-28'];
let fakes: Record<'yookassa' | 'tbank' | 'bank', Fake>;

beforeEach(async () => {
  api.setNow(now);
  const yookassa = await startYookassa({ shopId: '100500', secret: 'test_secret', now });
  const tbank = await startTbank({ terminal: 'DemoTerm', password: 'demo-pass', now });
  const bank = await startBank({ token: 'key', acquirers: { yookassa, tbank }, balance: 1_000_000, now });
  fakes = { yookassa, tbank, bank };
  await takeMoney();
});
afterEach(() => Promise.all(Object.values(fakes).map((fake) => fake.close())));

/** A payment of 1000 roubles at each acquirer, of which YooKassa returns 250. */
async function takeMoney(): Promise<void> {
  const deps = { journal: async () => {}, repeats: 0 };
  const providers = [
    openYookassa({ shopId: '100500', secret: 'test_secret', url: `${fakes.yookassa.base}/v3` }, deps),
    openTbank({ terminal: 'DemoTerm', password: 'demo-pass', url: `${fakes.tbank.base}/v2` }, deps),
  ];
  const order = await buildOrder(api, { lines: [{ shop: scene.shop }] });
  for (const provider of providers) {
    const { id } = done(
      await provider.create({
        ...{
          key: `a-${provider.name}`,
          orderId: order.id,
          amount: 100_000,
          method: 'sbp',
          isTwoStage: false,
        },
        ...{ description: 'Order; 7', returnUrl: 'https://shop.ru', webhookUrl: 'http://127.0.0.1:9' },
        expiresAt: new Date(now.getTime() + 3_600_000),
      }),
    );
    await fakes[provider.name].control({ do: 'pay', id });
    const refunded = provider.name === 'yookassa' ? 250 : 0;
    if (refunded > 0) await fakes.yookassa.control({ do: 'refund', id, amount: 25_000 });
    const { name } = provider;
    await buildPayment(api, order.id, { id, provider: name, refunded, fee: null, at: now.toISOString() });
  }
}

const fileOf = async (path: string) =>
  Buffer.from(
    await (
      await fetch(`${fakes.bank.base}/${path}`, { headers: { authorization: 'Bearer key' } })
    ).arrayBuffer(),
  );

async function send(content: Buffer, name: string, provider = ''): Promise<FilePreview> {
  const file = { name, content, field: 'file' };
  const { body } = await sendFile<FilePreview>(api, scene.super_admin, 'reconciliation/files', file, {
    provider,
  });
  return body;
}

async function load(content: Buffer, name: string, provider = ''): Promise<FilePreview> {
  const { id } = await send(content, name, provider);
  return (await api.request<FilePreview>(scene.super_admin, 'POST', `reconciliation/files/${id}/post`, {}))
    .body;
}

async function loadRegistries(off = 0): Promise<void> {
  for (const provider of ['yookassa', 'tbank']) {
    const content = await fileOf(`registry?provider=${provider}&day=${day}&off=${off}`);
    expect(await load(content, 'registry.csv', provider)).toMatchObject({ state: 'posted', provider });
  }
}

const statement = (deviation?: Deviation, encoding = 'windows-1251') =>
  fileOf(
    `statement?day=${nextDay}&from=${day}&to=${nextDay}&encoding=${encoding}&deviations=${deviation ?? ''}`,
  );
const open = async () =>
  (await api.request<Page<Difference>>(scene.super_admin, 'GET', 'reconciliation/differences')).body.data;
const compare = (provider: 'yookassa' | 'tbank') =>
  compareDay(jobCtx(api.db, api.now(), ''), provider, day, undefined);

describe('a day with two acquirers and a bank', () => {
  it('agrees to the kopeck from payment to bank', async () => {
    await loadRegistries();
    await load(await statement(), 'kl_to_1c.txt');

    expect([await compare('yookassa'), await compare('tbank')]).toEqual([true, true]);

    expect(await open()).toEqual([]);
    // 2 × 1000 − 250 − 2 × 34.16
    expect([await booked(api, 'bank'), await booked(api, 'suspense')]).toEqual([-1681.68, 0]);
    expect(await booked(api, 'provider_fee')).toBe(-56);
    expect(await booked(api, 'provider_fee_vat')).toBe(-12.32);
    expect((await reconcile({ db: api.db, now: api.now() })).problems).toEqual([]);
  });

  it('shows a registry that is one kopeck off, in the payments and at the bank', async () => {
    await loadRegistries(1);
    await load(await statement(), 'kl_to_1c.txt');

    await compare('tbank');

    expect((await open()).map(({ kind, provider }) => `${kind} ${provider}`).sort()).toEqual([
      'bank_differs tbank',
      'bank_differs yookassa',
      'different tbank',
    ]);
  });

  const broken = ['cut', 'wrong-turnover', 'wrong-balance'];
  it.each(deviations.filter((one) => !broken.includes(one)))(
    'reads a statement that deviates by %s',
    async (deviation) => {
      await loadRegistries();

      const file = await load(await statement(deviation), 'kl_to_1c.txt');

      expect(file).toMatchObject({
        state: 'posted',
        groups: [{ match: 'settlement', lines: 2, sum: 1681.68 }],
      });
    },
  );

  it.each(deviations.filter((one) => broken.includes(one)))('quarantines one with %s', async (deviation) => {
    expect(await send(await statement(deviation), 'kl_to_1c.txt')).toMatchObject({ state: 'quarantined' });
  });

  it.each(['ibm866', 'utf-8', 'utf-8-bom'])('reads a statement in %s', async (encoding) => {
    expect((await send(await statement(undefined, encoding), 'kl_to_1c.txt')).accounts).toMatchObject([
      { income: 1681.68 },
    ]);
  });
});
