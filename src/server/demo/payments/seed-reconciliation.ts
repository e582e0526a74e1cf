import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { toMinor } from '@/contract/core/money';
import { permissionsOfRole } from '@/contract/core/permissions';
import { payoutPurpose } from '@/contract/ledger/withdraws/purpose';
import { acquirerInns } from '@/contract/payments/acquirer-inns';
import { dayAfter } from '@/server/core/business-time';
import type { Database } from '@/server/core/context';
import { inTransaction } from '@/server/core/transaction';
import { actor, ctxAt } from '@/server/demo/context';
import { moscowDay, startOfMoscowDay } from '@/server/integrations/moscow-day';
import { compareDay } from '@/server/modules/payments/reconciliation/compare-day';
import { compareJob, postFile } from '@/server/modules/payments/reconciliation/post-file';
import { uploadFile } from '@/server/modules/payments/reconciliation/upload-file';
import {
  acquiredDays,
  acquirerPaymentId,
  failedDay,
  netOf,
  type RegistryRow,
  registryFile,
  type StatementDocument,
  statementFile,
} from '../ledger/acquirer-files';

const hour = 3600_000;

interface Seed {
  db: Database;
  now: Date;
}

/**
 * A registry for each of the last days and the bank's statement, read and posted by the importers; then every night is
 * compared. Run after the transaction of the seed: uploads have their own.
 */
export async function seedReconciliation(seed: Seed): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'demo-files-'));
  try {
    const owed: { day: string; net: number }[] = [];
    for (let ago = acquiredDays; ago >= 1; ago -= 1) {
      const day = dayAfter(moscowDay(seed.now), 0 - ago);
      const rows = await rowsOf(seed, day, ago === failedDay);
      if (rows.length > 0)
        await post(seed, ago, {
          folder,
          name: `registry_${day}.csv`,
          provider: 'yookassa',
          content: registryFile(rows),
        });
      owed.push({ day, net: rows.reduce((sum, row) => sum + netOf(row), 0) });
    }
    const [from, to] = [owed[1]?.day ?? '', owed.at(-1)?.day ?? ''];
    const documents = [...settled(owed.slice(0, -1)), ...(await otherDocuments(seed, from, to))];
    const content = statementFile({ from, to, opening: await inBank(seed, from) }, documents);
    await post(seed, 1, { folder, name: 'kl_to_1c.txt', provider: undefined, content });
    for (const { day } of owed) await compareDay(await financeAt(seed, day), 'yookassa', day, undefined);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  // Every night is compared by now.
  await seed.db.deleteFrom('jobs').where('name', '=', compareJob).execute();
}

/** What the books have in the bank before a day, in kopecks. */
async function inBank({ db }: Seed, day: string): Promise<number> {
  const { rows } = await sql<{ sum: number }>`select coalesce(-sum(l.amount), 0) as sum
    from ledger_lines l join ledger_accounts a on a.id = l.account_id where a.kind = 'bank' and l.day < ${day}::date`.execute(
    db,
  );
  return toMinor(rows[0]?.sum ?? 0);
}

interface File {
  folder: string;
  name: string;
  provider: string | undefined;
  content: string;
}

/** Somebody of finance does it the morning after. */
async function post(seed: Seed, ago: number, { folder, name, provider, content }: File): Promise<void> {
  const ctx = await financeAt(seed, dayAfter(moscowDay(seed.now), 0 - ago));
  const path = join(folder, name);
  await writeFile(path, content);
  const { preview } = await uploadFile(ctx, { path, name, provider });
  await inTransaction(ctx, (inside) => postFile(inside, preview.id));
}

async function financeAt({ db, now }: Seed, day: string) {
  const person = await db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('email', '=', 'finance@demo.ru')
    .executeTakeFirstOrThrow();
  const morning = new Date(startOfMoscowDay(dayAfter(day, 1)).getTime() + 9 * hour);
  const user = actor({ ...person, permissions: [...permissionsOfRole.super_admin] });
  return ctxAt(db, morning < now ? morning : now, user);
}

/** Payments and refunds of a day. */
async function rowsOf({ db }: Seed, day: string, isWrong: boolean): Promise<RegistryRow[]> {
  const { rows } = await sql<RegistryRow>`select id, refund_id, amount,
      to_char(moment at time zone 'Europe/Moscow', 'DD.MM.YYYY HH24:MI:SS') as at
    from (select payment_id as id, null as refund_id, captured as amount, captured_at as moment
        from payment_attempts where provider = 'yookassa' and state = 'paid'
      union all select i.payment_id, r.provider_refund_id, r.amount, r.ended_at
        from provider_refunds r join payment_attempts i on i.id = r.attempt_id
        where i.provider = 'yookassa' and r.state = 'succeeded') moved
    where moment >= ${startOfMoscowDay(day)} and moment < ${startOfMoscowDay(dayAfter(day, 1))}
    order by moment, id`.execute(db);
  const at = `${day.split('-').toReversed().join('.')} 21:40:12`;
  return [
    ...rows.map((row) => ({ ...row, amount: toMinor(row.amount) })),
    ...(isWrong ? [{ id: acquirerPaymentId(0, 1), refund_id: null, at, amount: 149_000 }] : []),
  ];
}

const acquirer = { name: 'ООО НКО «ЮМани»', inn: acquirerInns.yookassa, account: '30232810600000000010' };
const bank = { name: 'ПАО СБЕРБАНК', inn: '7707083893', account: '70601810900002720107' };

/** What a day brought comes in one sum the next. */
const settled = (owed: readonly { day: string; net: number }[]): StatementDocument[] =>
  owed
    .filter(({ net }) => net > 0)
    .map(({ day, net }, place) => ({
      day: dayAfter(day, 1),
      number: String(4100 + place),
      direction: 'in',
      amount: net,
      party: acquirer,
      purpose: `Перечисление по реестру за ${day.split('-').toReversed().join('.')} по договору 100500. НДС не облагается`,
    }));

/** Payouts, each the day after it was approved, a buyer who paid by bank transfer, and the bank's own fee. */
async function otherDocuments(seed: Seed, from: string, to: string): Promise<StatementDocument[]> {
  return [
    ...(await payouts(seed, from, to)),
    ...(await transfers(seed, to)),
    {
      day: to,
      number: '77',
      direction: 'out',
      amount: 49_000,
      party: bank,
      purpose: 'Комиссия за ведение счёта. НДС не облагается',
    },
  ];
}

async function payouts({ db }: Seed, from: string, to: string): Promise<StatementDocument[]> {
  const { rows } = await sql<{
    id: number;
    amount: number;
    day: string;
    name: string;
    inn: string;
    account: string;
  }>`select * from (select id, amount, ((decided_at at time zone 'Europe/Moscow')::date + 1)::text as day,
        requisites ->> 'legal_name' as name, requisites ->> 'inn' as inn, requisites ->> 'account' as account
      from withdraws where payout_state = 'confirmed' and requisites is not null) left_next_day
    where day between ${from} and ${to} order by id`.execute(db);
  return rows.map(({ id, amount, day, name, inn, account }) => ({
    day,
    number: String(id),
    direction: 'out',
    amount: toMinor(amount),
    party: { name, inn, account },
    purpose: payoutPurpose(id),
  }));
}

/** An order that waits for a payment is paid through the buyer's bank instead. */
async function transfers({ db, now }: Seed, to: string): Promise<StatementDocument[]> {
  const { rows } = await sql<{ number: string; amount: number; name: string }>`
    select o.short_number as number, o.total - o.wallet_amount as amount, u.name
    from orders o join users u on u.id = o.customer_id
    where o.parent_id is null and o.order_status = 'order-pending' and o.payment_status = 'payment-pending'
      and o.payment_gateway = 'SBP' and o.pay_until > ${now} and o.total > o.wallet_amount
    order by o.id limit 1`.execute(db);
  return rows.map(({ number, amount, name }) => ({
    day: to,
    number: '812',
    direction: 'in',
    amount: toMinor(amount),
    party: { name, inn: '500100732259', account: '40817810438000000014' },
    purpose: `Оплата заказа ${number}. НДС не облагается`,
  }));
}
