import { toMinor } from '@/contract/core/money';
import type { ReceiptLine } from '@/contract/receipts/receipt';
import { startCashRegister } from '@/fakes/cash-register';
import type { Fake, FakeOptions } from '@/fakes/core';
import type { Deps } from '@/server/core/deps';
import type { AtolSettings } from '@/server/integrations/acquirer-settings';
import { sealCredentials } from '@/server/modules/receipts/queue/open-shop-registers';
import { requisites } from '../support/shops';
import type { Step } from './steps';
import type { MoneyWorld } from './world';

const group = 'main';

/** The marketplace's cash register: a stand-in over HTTP, and the credentials of the server, which a sequence makes wrong. */
export interface MoneyRegister {
  fake: Fake;
  settings: AtolSettings;
}

export async function startRegister(options: FakeOptions): Promise<MoneyRegister> {
  const keys = { group, login: 'demo', password: 'demo-pass' };
  const fake = await startCashRegister({ ...options, ...keys, inn: requisites.inn });
  return { fake, settings: { ...keys, url: `${fake.base}/possystem/v5` } };
}

/** What a shop takes goes to a register of its own, which the same stand-in plays. */
export async function connectShop(
  deps: Pick<Deps, 'db' | 'secretsKeys' | 'now'>,
  shopId: number,
): Promise<void> {
  const credentials = sealCredentials(deps, shopId, { login: 'demo', password: 'demo-pass' }) ?? null;
  const { inn, tax_system } = requisites;
  await deps.db
    .insertInto('shop_registers')
    .values({
      ...{ shop_id: shopId, kind: 'atol', group_code: group, credentials, inn, tax_system },
      ...{ email: 'shop@shop.test', place: 'Тула', updated_at: deps.now() },
    })
    .execute();
  const from_at = new Date('2020-01-01T00:00:00Z');
  await deps.db.insertInto('shop_register_periods').values({ shop_id: shopId, from_at }).execute();
}

export type RegisterStep = Extract<Step, { do: 'register-trouble' | 'documents' | 'credentials' | 'queue' }>;

export async function playRegister(world: MoneyWorld, step: RegisterStep): Promise<void> {
  const { fake, settings } = world.register;
  switch (step.do) {
    case 'register-trouble':
      return void (await fake.control({ ...step, do: 'trouble' }));
    case 'documents':
      return void (await fake.control({ ...step, do: 'receipts' }));
    case 'credentials':
      settings.group = step.are === 'right' ? group : 'another';
      return;
    case 'queue':
      await world.advance(15_000);
      return world.runQueue();
  }
}

/** From now on the register does what it is asked to. */
export async function calmRegister({ register: { fake, settings } }: MoneyWorld): Promise<void> {
  settings.group = group;
  for (const command of ['calm', 'webhooks', 'release', 'receipts', 'delivered'])
    await fake.control({ do: command });
}

const second = 1000;
/** Each receipt of an order waits for the one before. */
const mostRounds = 300;

/** The queue goes on until nothing waits; a person lets it try again what the register has refused. */
export async function registerEverything(world: MoneyWorld): Promise<void> {
  const { api, scene } = world;
  for (let round = 0; round < mostRounds; round += 1) {
    const open = await api.db
      .selectFrom('receipts')
      .select(['id', 'state'])
      .where('state', 'in', ['waiting', 'asked', 'unknown', 'blocked'])
      .execute();
    if (open.length === 0) return;
    for (const { id, state } of open)
      if (state === 'blocked') await world.request(scene.super_admin, 'POST', `receipts/${id}/retry`);
    // A failed register is left alone for some minutes.
    await world.advance((round % 5 === 4 ? 900 : 15) * second);
    if (round % 5 === 4) await world.runJobs();
    else await world.runQueue();
  }
}

interface RegisteredDocument {
  uuid: string;
  external_id: string;
  status: string;
  operation: string;
  content: { total: number; payments: { type: number; sum: number }[] };
}

/** Each receipt is registered once with its money, nothing else is, and corrections leave the sums as they were. */
export async function wrongReceipts({ api, register }: MoneyWorld): Promise<string[]> {
  const rows = await api.db.selectFrom('receipts').selectAll().orderBy('id').execute();
  const documents = (await register.fake.control({ do: 'list' })) as RegisteredDocument[];
  const done = documents.filter(({ status }) => status === 'done');
  const receipts = rows.filter(({ state }) => state === 'done');
  return [
    ...rows
      .filter(({ state }) => !['done', 'replaced', 'excluded'].includes(state))
      .map(({ id, state, kind, error_code, error_text }) =>
        [`receipt ${id} (${kind}) is ${state}:`, error_code, error_text].join(' '),
      ),
    ...rows
      .filter((row) => sumOf(row.lines as unknown as ReceiptLine[]) !== toMinor(row.amount))
      .map(({ id }) => `lines of receipt ${id} are other money`),
    ...receipts.flatMap((row) => {
      const [found, more] = done.filter((one) => one.external_id === row.sent_as);
      const said = found && [found.uuid, found.operation, found.content.total, paymentsOf(found)].join(' ');
      const ours = [row.register_id, operationOf(row), row.amount, moneyOf(row)].join(' ');
      return said === ours && !more
        ? []
        : [`receipt ${row.id} is ${ours}, the register has ${said}${more ? ' twice' : ''}`];
    }),
    ...done
      .filter((one) => !receipts.some(({ sent_as }) => sent_as === one.external_id))
      .map((one) => `the register has ${one.operation} ${one.external_id}, which is no receipt`),
    ...wrongChains(rows),
    ...(await wrongRates(api)),
  ];
}

const sumOf = (lines: readonly ReceiptLine[]) => lines.reduce((sum, line) => sum + line.sum, 0);

const paymentsOf = ({ content }: RegisteredDocument) =>
  [0, 1, 2].map((type) => content.payments.find((one) => one.type === type)?.sum ?? 0).join(' ');

const moneyOf = ({ cash, cashless, prepaid }: Record<'cash' | 'cashless' | 'prepaid', number>) =>
  [cash, cashless, prepaid].join(' ');

const operationOf = ({ kind, is_return }: { kind: string; is_return: boolean }) =>
  `sell${is_return ? '_refund' : ''}${kind === 'correction' ? '_correction' : ''}`;

interface ChainedReceipt {
  id: number;
  corrects_id: number | null;
  state: string;
  is_return: boolean;
  amount: number;
}

/** A receipt and its corrections are its own money together. */
function wrongChains(rows: readonly ChainedReceipt[]): string[] {
  const signed = ({ is_return, amount }: ChainedReceipt) => (is_return ? -1 : 1) * toMinor(amount);
  return rows
    .filter(({ corrects_id }) => corrects_id === null)
    .flatMap((origin) => {
      const chain = rows.filter(({ id, corrects_id }) => id === origin.id || corrects_id === origin.id);
      const sum = chain
        .filter(({ state }) => state !== 'replaced')
        .reduce((all, one) => all + signed(one), 0);
      return sum === signed(origin)
        ? []
        : [`receipt ${origin.id} of ${signed(origin)} is ${sum} with its corrections`];
    });
}

/** The rate of VAT is that of the sale on each receipt, within the sum while it is paid in advance. */
async function wrongRates({ db }: MoneyWorld['api']): Promise<string[]> {
  const lines = await db.selectFrom('order_lines').select(['id', 'vat_rate']).execute();
  const receipts = await db.selectFrom('receipts').select(['id', 'lines']).execute();
  const sold = new Map(lines.map(({ id, vat_rate }) => [id, vat_rate ?? 'none']));
  return receipts.flatMap(({ id, lines: said }) =>
    (said as unknown as ReceiptLine[]).flatMap(({ orderLineId, vat, mode }) => {
      const rate = orderLineId === null ? undefined : sold.get(orderLineId);
      if (rate === undefined) return [];
      const own = rate === 'none' ? 'none' : `vat${rate}`;
      const due = rate === 'none' || mode === 'full_payment' ? own : `vat1${rate.padStart(2, '0')}`;
      return vat === due ? [] : [`receipt ${id} says ${vat} of a line of ${rate} (${mode})`];
    }),
  );
}
