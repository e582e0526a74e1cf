import { sql } from 'kysely';
import { toMinor } from '@/contract/core/money';
import type { Provider } from '@/contract/ledger/accounts';
import type { Ctx } from '@/server/core/context';
import { differenceRepaired } from '@/server/modules/ledger/entries';
import { postEntries } from '@/server/modules/ledger/ledger';

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
export async function takeBackRepairs(
  ctx: Ctx,
  { provider, paymentId }: PaymentOfProvider,
  subject: 'payment' | 'refund',
): Promise<void> {
  await lockReconciled(ctx, { provider, paymentId });
  const { rows } = await sql<{ id: number; reason: string | null; amount: number }>`
    update reconciliation_differences d set state = 'explained', version = d.version + 1, updated_at = ${ctx.now}
    where d.state = 'repaired' and d.provider = ${provider} and d.subject = ${subject} and d.object_id = ${paymentId}
    returning d.id, d.reason, (select coalesce(sum(l.amount), 0) from ledger_lines l
      join ledger_accounts a on a.id = l.account_id where l.entry_id = d.entry_id and a.kind = 'suspense') as amount`.execute(
    ctx.db,
  );
  for (const { id, reason, amount } of rows)
    await postEntries(ctx, differenceRepaired(id, provider, 0 - toMinor(amount), reason ?? ''));
}
