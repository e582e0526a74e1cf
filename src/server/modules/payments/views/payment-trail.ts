import { type RawBuilder, sql } from 'kysely';
import { type AccountKind, accountKinds, plainSum } from '@/contract/ledger/accounts';
import type { EntryKind } from '@/contract/ledger/schema';
import type { ExchangeRow } from '@/contract/payments/exchanges';
import type { PaymentTrail, TrailEntry, TrailLine, WebhookRow } from '@/contract/payments/views';
import type { Ctx, UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { parseId } from '@/server/core/numbers';
import { attemptRows, presentRows } from './list-payments';
import { paymentSums } from './payment-sums';
import type { StoredAttempt } from './present-attempt';

/** What a page shows; an acquirer that repeats itself for days says the same again. */
const maxRows = 50;

/** `GET payments/{id}`: an attempt, webhooks about it, entries of its order's money, and exchanges. Throws NOT_FOUND. */
export async function paymentTrail(ctx: UserCtx, key: string): Promise<PaymentTrail> {
  const row = await attemptRows(ctx)
    .where('i.id', '=', parseId(key))
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
  const [payment] = await presentRows(ctx, [row]);
  if (!payment) throw new AppError('NOT_FOUND');
  return {
    ...payment,
    sums: await paymentSums(ctx, row),
    webhooks: await webhooksOf(ctx, row),
    entries: await moneyEntries(ctx, row.order_id),
    exchanges: await exchangesOf(ctx, row),
  };
}

async function webhooksOf(ctx: Ctx, { provider, payment_id }: StoredAttempt): Promise<WebhookRow[]> {
  if (payment_id === null) return [];
  const rows = await ctx.db
    .selectFrom('provider_webhooks')
    .select(webhookColumns)
    .where('provider', '=', provider)
    .where('payment_id', '=', payment_id)
    .orderBy('id')
    .limit(maxRows)
    .execute();
  return rows.map(presentWebhook);
}

/** Without the body and the address, which may say who paid. */
export const webhookColumns = ['id', 'received_at', 'state', 'applied_at', 'note', 'payment_id'] as const;

interface StoredWebhook extends Pick<WebhookRow, 'id' | 'note' | 'payment_id'> {
  received_at: Date;
  applied_at: Date | null;
  state: string;
}

export const presentWebhook = ({ received_at, applied_at, state, ...row }: StoredWebhook): WebhookRow => ({
  ...row,
  state: state as WebhookRow['state'],
  received_at: received_at.toISOString(),
  applied_at: applied_at?.toISOString() ?? null,
});

/** Of the creation, which is named by the attempt's key, and of all that followed. */
async function exchangesOf(ctx: Ctx, { provider, payment_id, key }: StoredAttempt): Promise<ExchangeRow[]> {
  const rows = await ctx.db
    .selectFrom('exchanges')
    .selectAll()
    .where('provider', '=', provider)
    .where('reference', 'in', [payment_id ?? '', key ?? ''])
    .orderBy('id')
    .limit(maxRows)
    .execute();
  return rows.map((row) => ({
    ...row,
    outcome: row.outcome as ExchangeRow['outcome'],
    created_at: row.created_at.toISOString(),
  }));
}

/** Entries of the whole order's payments and of its refunds. */
const moneyEntries = (ctx: Ctx, rootId: number): Promise<TrailEntry[]> =>
  readEntries(
    ctx,
    sql`(e.family = 'orders' and e.row_id = ${rootId}) or (e.family = 'refunds'
      and e.row_id in (select id from refunds where order_id = ${rootId} and method = 'payment'))`,
  );

interface StoredLine {
  entry_id: number;
  at: Date;
  kind: EntryKind;
  id: number;
  account: string;
  owner: string | null;
  amount: number;
}

/** Entries with their lines, oldest first. Points and memo lines are no money of the order. */
export async function readEntries(ctx: Ctx, where: RawBuilder<unknown>): Promise<TrailEntry[]> {
  const { rows } = await sql<StoredLine>`
    select e.id as entry_id, e.at, e.kind, l.id, a.kind as account, coalesce(s.name, a.provider) as owner, l.amount
    from ledger_entries e join ledger_lines l on l.entry_id = e.id join ledger_accounts a on a.id = l.account_id
      left join shops s on s.id = a.shop_id
    where (${where}) and a.kind not in ('wallet', 'points', 'shop_paid_out', 'paid_out_total')
    order by e.id, l.id limit 500`.execute(ctx.db);
  const entries = new Map<number, TrailEntry>();
  for (const row of rows) {
    const { entry_id: id, at, kind } = row;
    const entry = entries.get(id) ?? { id, at: at.toISOString(), kind, lines: [] };
    entry.lines.push(presentLine(row));
    entries.set(id, entry);
  }
  return [...entries.values()];
}

const presentLine = ({ id, account, owner, amount }: StoredLine): TrailLine => ({
  id,
  account: accountKind(account),
  owner,
  amount: plainSum(accountKind(account), amount),
});

export const accountKind = (kind: string): AccountKind =>
  accountKinds.find((one) => one === kind) ?? 'suspense';
