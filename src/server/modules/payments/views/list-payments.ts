import { sql } from 'kysely';
import * as yup from 'yup';
import { fromMinor, toMinor } from '@/contract/core/money';
import { providers } from '@/contract/ledger/accounts';
import { paymentMethods } from '@/contract/ledger/providers';
import { periodSchema } from '@/contract/ledger/schema';
import { shownNumber } from '@/contract/orders/number';
import { parseOrderNumber } from '@/contract/orders/written-number';
import { attemptStates } from '@/contract/payments/attempts';
import type { PaymentPage, PaymentRow } from '@/contract/payments/views';
import { businessDay } from '@/contract/settings/business-day';
import { startOfDay } from '@/server/core/business-time';
import type { Ctx, UserCtx } from '@/server/core/context';
import type { Cell } from '@/server/core/documents/cells';
import { csvMoment, csvText, csvType } from '@/server/core/documents/csv-stream';
import type { JsonRecord } from '@/server/core/json-record';
import { listRules, wrapPage } from '@/server/core/page-envelope';
import { checkList } from '@/server/core/resource/list-query';
import { type Input, validate } from '@/server/core/validate';
import { paymentWords } from './payment-words';
import { presentAttempt, type StoredAttempt, seesAnswers } from './present-attempt';
import { returnedJoin } from './returned-sums';

const keys = ['state', 'provider', 'method', 'from', 'to', 'number', 'least', 'most'] as const;
const rules = listRules('payments', { params: keys });

const roubles = () => yup.number().min(0, 'error-wrong-value').max(1e13, 'error-wrong-value');

const filterSchema = periodSchema.shape({
  state: yup.string().oneOf(attemptStates, 'error-wrong-value'),
  provider: yup.string().oneOf(providers, 'error-wrong-value'),
  method: yup.string().oneOf(paymentMethods, 'error-wrong-value'),
  /** Of the order. */
  number: yup.string().trim().max(40, 'error-too-long'),
  least: roubles(),
  most: roubles(),
});

type Filter = Input<typeof filterSchema>;

const readFilter = (query: JsonRecord): Promise<Filter> =>
  validate(filterSchema, Object.fromEntries(keys.map((key) => [key, query[key] || undefined])));

/** Attempts with the numbers of their orders. */
export const attemptRows = (ctx: Ctx) =>
  ctx.db
    .selectFrom('payment_attempts as i')
    .innerJoin('orders as o', 'o.id', 'i.order_id')
    .selectAll('i')
    .select(['o.tracking_number', 'o.short_number']);

type StoredRow = StoredAttempt & { tracking_number: string; short_number: string | null };

/** With all that went back, whatever way it went. */
export async function presentRows(ctx: Ctx, rows: readonly StoredRow[]): Promise<PaymentRow[]> {
  const { rows: returned } = await sql<{ id: number; sum: number }>`select i.id, returned.sum
    from payment_attempts i ${returnedJoin} where i.id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(
    ctx.db,
  );
  const sums = new Map(returned.map(({ id, sum }) => [id, sum]));
  return rows.map((row) => ({
    ...presentAttempt(row, { isFinance: seesAnswers(ctx), now: ctx.now }),
    refunded: fromMinor(toMinor(sums.get(row.id) ?? 0)),
    order: { id: row.order_id, number: shownNumber(row) },
  }));
}

const numbered = (number: string) => sql`(o.tracking_number = ${number} or o.short_number = ${number})`;

/** Condition on `payment_attempts i` and its order `o`. */
function found({ state, provider, method, from, to, number, least, most }: Filter) {
  const all = [
    // A link that was replaced is shown as cancelled (`presentAttempt`).
    state &&
      sql`(case when i.state = 'pending' and not i.is_open then 'canceled' else i.state end) = ${state}`,
    provider && sql`i.provider = ${provider}`,
    method && sql`i.method = ${method}`,
    from && sql`i.created_at >= ${startOfDay(from)}`,
    to && sql`i.created_at < ${startOfDay(to, 1)}`,
    number && numbered(parseOrderNumber(number)?.number ?? number),
    least !== undefined && sql`i.amount >= ${least}`,
    most !== undefined && sql`i.amount <= ${most}`,
  ].filter((one) => typeof one === 'object');
  return all.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(all, sql` and `)}`;
}

/** `GET payments`: attempts of all orders, latest first, with the sums of all that the filter finds. */
export async function listPayments(ctx: UserCtx, query: JsonRecord): Promise<PaymentPage> {
  const list = checkList(rules, query, ctx);
  const filter = await readFilter(list.filters);
  const { rows: sums } = await sql<Record<'total' | 'amount' | 'captured' | 'refunded' | 'fee', number>>`
    select count(*)::int as total, coalesce(sum(i.amount), 0) as amount, coalesce(sum(i.captured), 0) as captured,
      coalesce(sum(returned.sum), 0) as refunded, coalesce(sum(i.fee), 0) as fee
    from payment_attempts i join orders o on o.id = i.order_id ${returnedJoin} where ${found(filter)}`.execute(
    ctx.db,
  );
  const { total = 0, amount = 0, captured = 0, refunded = 0, fee = 0 } = sums[0] ?? {};
  const rows = await attemptRows(ctx)
    .where(found(filter))
    .orderBy('i.id', list.sortedBy)
    .limit(list.limit)
    .offset((list.page - 1) * list.limit)
    .execute();
  const data = await presentRows(ctx, rows);
  const exact = (sum: number) => fromMinor(toMinor(sum));
  return {
    ...wrapPage(rules, list, query, { data, total }),
    totals: {
      amount: exact(amount),
      captured: exact(captured),
      refunded: exact(refunded),
      fee: exact(fee),
    },
  };
}

interface PaymentsFile {
  name: string;
  type: string;
  parts: AsyncIterable<string>;
}

/** `GET payments/export`: the same rows as CSV, oldest first. Throws VALIDATION_FAILED. */
export async function exportPayments(ctx: UserCtx, query: JsonRecord): Promise<PaymentsFile> {
  const filter = await readFilter(checkList(rules, query, ctx).filters);
  return { name: `payments-${businessDay(ctx.now)}.csv`, type: csvType, parts: paymentsCsv(ctx, filter) };
}

const columns = [
  ...(['created_at', 'number', 'state', 'provider', 'method', 'amount', 'held', 'captured'] as const),
  ...(['refunded', 'fee', 'captured_at', 'failure', 'payment_id'] as const),
];

async function* paymentsCsv(ctx: UserCtx, filter: Filter): AsyncIterable<string> {
  const word = await paymentWords(ctx.locale);
  yield csvText([columns.map((key) => word(`fields.${key}`))], ctx.locale, true);
  for (let after = 0; ; ) {
    const rows = await attemptRows(ctx)
      .where(found(filter))
      .where('i.id', '>', after)
      .orderBy('i.id')
      .limit(1000)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    yield csvText(
      (await presentRows(ctx, rows)).map((row) => cellsOf(row, word, ctx.locale)),
      ctx.locale,
    );
  }
}

function cellsOf(row: PaymentRow, word: (key: string) => string, locale: string): Cell[] {
  const moment = (at: string | null) => (at === null ? '' : csvMoment(at, locale));
  return [
    ...[moment(row.created_at), row.order.number, word(`states.${row.state}`)],
    ...[word(`providers.${row.provider}`), row.method === null ? '' : word(`methods.${row.method}`)],
    ...[{ sum: row.amount }, { sum: row.held }, { sum: row.captured }, { sum: row.refunded }],
    ...[row.fee === null ? '' : { sum: row.fee }, moment(row.captured_at), row.failure ?? ''],
    row.payment_id ?? '',
  ];
}
