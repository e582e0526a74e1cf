import { type RawBuilder, sql } from 'kysely';
import type { PaymentSums } from '@/contract/payments/views';
import type { Ctx } from '@/server/core/context';
import type { StoredAttempt } from './present-attempt';

/**
 * Where the sums of a payment come from: entries of what was captured and returned, the registry's line of the fee and the
 * transfer that paid it, and the goods with the rate of their shop (rules/payments: where a rouble comes from).
 */
export async function paymentSums(ctx: Ctx, attempt: StoredAttempt): Promise<PaymentSums> {
  return {
    captured_line: await capturedLine(ctx, attempt),
    refunds: await refundsOf(ctx, attempt),
    fee: await feeOf(ctx, attempt),
    goods: await goodsOf(ctx, attempt.order_id),
  };
}

/** The line of the provider's account in an entry. */
const clearingLine = (entry: RawBuilder<unknown>) => sql<number | null>`(select l.id from ledger_entries e
  join ledger_lines l on l.entry_id = e.id join ledger_accounts a on a.id = l.account_id and a.kind = 'provider_clearing'
  where ${entry} order by l.id limit 1)`;

async function capturedLine(
  { db }: Ctx,
  { order_id, captured, provider }: StoredAttempt,
): Promise<number | null> {
  if (captured === 0) return null;
  const { rows } = await sql<{ line: number | null }>`select ${clearingLine(
    sql`e.family = 'orders' and e.row_id = ${order_id} and a.provider = ${provider} and l.amount = ${-captured}`,
  )} as line`.execute(db);
  return rows[0]?.line ?? null;
}

async function refundsOf({ db }: Ctx, { id }: StoredAttempt): Promise<PaymentSums['refunds']> {
  const { rows } = await sql<Omit<PaymentSums['refunds'][number], 'at'> & { at: Date }>`
    select p.id, p.refund_id, p.provider_refund_id, p.state, p.amount, coalesce(p.ended_at, p.created_at) as at,
      ${clearingLine(sql`e.family = 'refunds' and e.row_id = p.refund_id and abs(l.amount) = p.amount`)} as line
    from provider_refunds p where p.attempt_id = ${id} and not p.is_replaced order by p.id`.execute(db);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

async function feeOf({ db }: Ctx, { provider, payment_id }: StoredAttempt): Promise<PaymentSums['fee']> {
  if (payment_id === null) return null;
  const { rows } = await sql<
    Omit<NonNullable<PaymentSums['fee']>, 'bank'> & { bank_day: string | null; number: string; sum: number }
  >`select f.file_name as file, r.line as row, r.day::text as day, r.fee, r.fee_vat,
      b.day::text as bank_day, b.number, b.amount as sum,
      ${clearingLine(sql`e.family = 'reconciliation' and e.row_id = f.id`)} as line
    from provider_registry_lines r join reconciliation_files f on f.id = r.file_id
      left join provider_settlements s on s.file_id = f.id and s.day = r.day
      left join bank_lines b on b.id = s.bank_line_id
    where r.provider = ${provider} and r.kind = 'payment' and r.object_id = ${payment_id} and r.is_posted limit 1`.execute(
    db,
  );
  const [row] = rows;
  if (!row) return null;
  const { bank_day, number, sum, ...fee } = row;
  return { ...fee, bank: bank_day === null ? null : { day: bank_day, number, amount: sum } };
}

async function goodsOf({ db }: Ctx, orderId: number): Promise<PaymentSums['goods']> {
  const { rows } = await sql<
    PaymentSums['goods'][number]
  >`select l.name, l.quantity, l.total as sum, s.name as shop,
      o.commission_rate as rate
    from orders o join order_lines l on l.order_id = o.id left join shops s on s.id = o.shop_id
    where ${orderId} in (o.id, o.parent_id) order by o.id, l.position, l.id`.execute(db);
  return rows;
}
