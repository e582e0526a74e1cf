import { sql } from 'kysely';
import { toDecimal, toMinor } from '@/contract/core/money';
import type { Provider } from '@/contract/ledger/accounts';
import type { Ctx } from '@/server/core/context';
import { differenceRepaired } from '@/server/modules/ledger/entries';
import { postEntries } from '@/server/modules/ledger/ledger';
import type { FoundDifference } from './found-difference';

export interface PaymentOfProvider {
  provider: Provider;
  /** The provider's id. */
  paymentId: string;
}

/** A repair and what books the same payment come one after the other. */
export async function lockReconciled(
  { db }: Ctx,
  { provider, paymentId }: { provider: string; paymentId: string },
): Promise<void> {
  const name = `reconciled ${provider} ${paymentId}`;
  await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(db);
}

/**
 * A payment, or a refund of it, comes into the books: entries that repaired its absence are reversed, else the provider would
 * owe it twice (rules/payments: a repair gives way to what it stood for).
 */
export async function revertRepairs(
  ctx: Ctx,
  { provider, paymentId }: PaymentOfProvider,
  subject: 'payment' | 'refund',
): Promise<void> {
  await lockReconciled(ctx, { provider, paymentId });
  const { rows } =
    await sql<Repair>`select d.id, ${suspenseOf} as amount, d.reason from reconciliation_differences d
    where d.state = 'repaired' and d.provider = ${provider} and d.subject = ${subject} and d.object_id = ${paymentId}`.execute(
      ctx.db,
    );
  await takeBack(ctx, provider, rows);
}

/** Payments whose sums, or whose refunds, both sides of a comparison were asked for, by the provider's ids. */
export type ComparedIds = Readonly<Record<'payment' | 'refund', readonly string[]>>;

export const wasCompared = ({ payment, refund }: ComparedIds) => sql<boolean>`(subject = 'payment'
  and object_id = any(${[...payment]}::text[]) or subject = 'refund' and object_id = any(${[...refund]}::text[]))`;

/**
 * A comparison finds another difference than the one that was repaired, or none: the registry was not complete then. What it
 * found again as it was stays repaired.
 */
export async function revertOutdatedRepairs(
  ctx: Ctx,
  provider: Provider,
  found: readonly FoundDifference[],
  compared: ComparedIds,
): Promise<void> {
  const still = found.map(({ kind, subject, objectId, ours, theirs }) => ({
    kind,
    subject,
    object_id: objectId,
    ours: ours === null ? null : toDecimal(ours),
    theirs: theirs === null ? null : toDecimal(theirs),
  }));
  const { rows } =
    await sql<Repair>`select d.id, ${suspenseOf} as amount, d.reason from reconciliation_differences d
    where d.state = 'repaired' and d.provider = ${provider} and d.subject in ('payment', 'refund')
      and ${wasCompared(compared)}
      and not exists (select from jsonb_to_recordset(${JSON.stringify(still)}::jsonb)
          as g (kind text, subject text, object_id text, ours numeric, theirs numeric)
        where g.kind = d.kind and g.subject = d.subject and g.object_id = d.object_id
          and g.ours is not distinct from d.ours and g.theirs is not distinct from d.theirs)
    order by d.id for update`.execute(ctx.db);
  await takeBack(ctx, provider, rows);
}

interface Repair {
  id: number;
  reason: string | null;
  /** What the repair brought into suspense, in roubles. */
  amount: number;
}

const suspenseOf = sql`(select coalesce(sum(l.amount), 0) from ledger_lines l
  join ledger_accounts a on a.id = l.account_id where l.entry_id = d.entry_id and a.kind = 'suspense')`;

async function takeBack(ctx: Ctx, provider: Provider, repairs: readonly Repair[]): Promise<void> {
  for (const { id, reason, amount } of repairs) {
    const { numUpdatedRows } = await ctx.db
      .updateTable('reconciliation_differences')
      .set(({ eb }) => ({ state: 'explained', version: eb('version', '+', 1), updated_at: ctx.now }))
      .where('id', '=', id)
      .where('state', '=', 'repaired')
      .executeTakeFirst();
    if (numUpdatedRows > 0n)
      await postEntries(ctx, differenceRepaired(id, provider, 0 - toMinor(amount), reason ?? ''));
  }
}
