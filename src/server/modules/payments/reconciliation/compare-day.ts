import { sql } from 'kysely';
import { toMinor } from '@/contract/core/money';
import type { ProviderName } from '@/contract/ledger/providers';
import type { RefundIds } from '@/contract/payments/reconciliation';
import { dayAfter } from '@/server/core/business-time';
import type { Ctx, Database } from '@/server/core/context';
import { toAdmins } from '@/server/core/live/audiences';
import { publish } from '@/server/core/live/publish';
import { inTransaction } from '@/server/core/transaction';
import type { PaymentProvider, ProviderPayment } from '@/server/integrations/acquirers/payment-provider';
import { startOfMoscowDay } from '@/server/integrations/moscow-day';
import { type BothRefunds, readRefunds, refundsApart } from './compare-refunds';
import { openDifferences, returnedSum } from './differences';
import type { FoundDifference } from './found-difference';
import { type ComparedIds, revertOutdatedRepairs, wasCompared } from './revert-repairs';

/** A payment as one side counts it. Kopecks. */
interface Counted {
  amount: number;
  refunded: number | null;
  fee: number | null;
}

interface Ours extends Counted {
  refunded: number;
  /** Of what was returned, by claims of buyers' banks. */
  claimed: number;
  id: string;
  order_id: number;
  /** Captured on the compared day. */
  is_of_day: boolean;
  /** Something of it was returned on the compared day. */
  is_returned: boolean;
  created_at: Date;
}

/** What a provider has said of a day, or why it has said nothing. */
type Theirs =
  | { source: 'list' | 'registry'; payments: Map<string, Counted> }
  | { source: null; failure: string };

/**
 * Compares our payments of a day with the provider's registry, else with its list, and stores the result in place of an
 * earlier one. The provider is asked before the transaction. True when nothing differs.
 */
export async function compareDay(
  ctx: Ctx & { db: Database },
  name: ProviderName,
  day: string,
  provider: PaymentProvider | undefined,
): Promise<boolean> {
  const ours = await oursOf(ctx, name, day, []);
  const theirs =
    (await registryOf(
      ctx,
      { name, day },
      ours.flatMap(({ id, is_returned }) => (is_returned ? id : [])),
    )) ?? (await listOf(provider, day, ours));
  return inTransaction(ctx, async (inside) => {
    // Two runs of a day at once store one result after the other.
    await sql`select pg_advisory_xact_lock(hashtext(${`reconciliation ${name} ${day}`}))`.execute(inside.db);
    if (theirs.source === null) {
      const isEmpty = theirs.failure === 'no-registry' && ours.length === 0;
      return storeRun(inside, name, day, {
        source: null,
        matched: 0,
        failure: isEmpty ? null : theirs.failure,
      });
    }
    const ids = [...theirs.payments.keys()];
    const ofDay = await oursOf(inside, name, day, ids);
    const isRegistry = theirs.source === 'registry';
    // A list knows nothing of claims: they are in registries only.
    const known = isRegistry ? ofDay : ofDay.map((one) => ({ ...one, refunded: one.refunded - one.claimed }));
    const refunds = isRegistry ? await readRefunds(inside, name, ids) : undefined;
    const found = differencesOf({ provider: name, day, theirs: theirs.payments, refunds }, known);
    const compared = { payment: [...ids, ...known.map(({ id }) => id)], refund: ids };
    await revertOutdatedRepairs(inside, name, found, compared);
    await openDifferences(inside, found);
    const wrong = new Set(found.map(({ objectId }) => objectId));
    await closeFound(inside, name, day, found, compared);
    const matched = ids.filter((id) => !wrong.has(id)).length;
    return storeRun(inside, name, day, { source: theirs.source, matched, failure: null });
  });
}

interface Sides {
  provider: ProviderName;
  day: string;
  theirs: ReadonlyMap<string, Counted>;
  /** One by one, of registries; a list has only their sums. */
  refunds: BothRefunds | undefined;
}

function differencesOf({ provider, day, theirs, refunds }: Sides, ours: readonly Ours[]): FoundDifference[] {
  const known = new Map(ours.map((one) => [one.id, one]));
  const found: FoundDifference[] = [];
  const add = (
    kind: FoundDifference['kind'],
    subject: 'payment' | 'refund',
    id: string,
    [here, there]: [number | null, number | null],
    refundIds: RefundIds | null = null,
  ) =>
    found.push({
      kind,
      subject,
      provider,
      day,
      objectId: id,
      ours: here,
      theirs: there,
      orderId: known.get(id)?.order_id ?? null,
      bankLineId: null,
      refundIds,
    });
  for (const [id, there] of theirs) {
    const here = known.get(id);
    if (there.amount > 0 && (here?.amount ?? 0) === 0)
      add('missing_here', 'payment', id, [null, there.amount]);
    else if (here && there.amount > 0 && here.amount !== there.amount)
      add('different', 'payment', id, [here.amount, there.amount]);
    if (here?.fee != null && there.fee !== null && there.amount > 0 && here.fee !== there.fee)
      add('fee_differs', 'payment', id, [here.fee, there.fee]);
    const [back, given] = [here?.refunded ?? 0, there.refunded ?? 0];
    const apart = refunds ? refundsApart(refunds, id) : back !== given && { here: [], there: [] };
    if (!apart) continue;
    const sums: [number | null, number | null] = [back || null, given || null];
    const kind = back === 0 ? 'missing_here' : given === 0 ? 'missing_there' : 'different';
    add(kind, 'refund', id, sums, refunds ? apart : null);
  }
  for (const one of ours)
    if (one.is_of_day && (theirs.get(one.id)?.amount ?? 0) === 0)
      add('missing_there', 'payment', one.id, [one.amount, null]);
  return found;
}

/** Our payments captured or returned on a day in Moscow, and those with the ids. */
async function oursOf({ db }: Ctx, provider: string, day: string, ids: readonly string[]): Promise<Ours[]> {
  const [from, to] = [startOfMoscowDay(day), startOfMoscowDay(dayAfter(day, 1))];
  const back = sql`select attempt_id from provider_refunds where state = 'succeeded' and ended_at >= ${from} and ended_at < ${to}`;
  const { rows } =
    await sql<Ours>`select payment_id as id, order_id, captured as amount, ${returnedSum} as refunded,
        ${returnedSum} - refunded as claimed, fee, created_at,
      coalesce(captured_at >= ${from} and captured_at < ${to}, false) as is_of_day, id in (${back}) as is_returned
    from payment_attempts where provider = ${provider} and payment_id is not null and captured > 0
      and ((captured_at >= ${from} and captured_at < ${to}) or payment_id = any(${[...ids]}::text[]) or id in (${back}))
    order by payment_attempts.id`.execute(db);
  return rows.map((row) => ({
    ...row,
    amount: toMinor(row.amount),
    refunded: toMinor(row.refunded),
    claimed: toMinor(row.claimed),
    fee: row.fee === null ? null : toMinor(row.fee),
  }));
}

/**
 * Posted lines of the day, and of payments that were returned on it. A payment of ours that stands in the registry of another
 * day is counted there: at midnight the two clocks differ, and the webhook may have come days later. Null without a registry
 * of the day.
 */
async function registryOf(
  { db }: Ctx,
  { name: provider, day }: { name: ProviderName; day: string },
  returnedIds: readonly string[],
): Promise<Theirs | null> {
  const has = await db
    .selectFrom('provider_settlements')
    .select('id')
    .where('provider', '=', provider)
    .where('day', '=', day)
    .limit(1)
    .executeTakeFirst();
  if (!has) return null;
  const [from, to] = [startOfMoscowDay(day), startOfMoscowDay(dayAfter(day, 1))];
  const { rows } = await sql<{ id: string; amount: number; refunded: number | null; fee: number }>`
    with subjects as (
      select case when kind = 'refund' then coalesce(payment_id, object_id) else object_id end as id
        from provider_registry_lines where provider = ${provider} and day = ${day} and is_posted
      union select unnest(${[...returnedIds]}::text[])
      union select l.object_id from provider_registry_lines l join payment_attempts i
          on i.provider = l.provider and i.payment_id = l.object_id and i.captured_at >= ${from} and i.captured_at < ${to}
        where l.provider = ${provider} and l.kind = 'payment' and l.is_posted)
    select s.id, coalesce(paid.amount, 0) as amount, back.amount as refunded, coalesce(paid.fee, 0) as fee
    from subjects s
      left join lateral (select l.amount, l.fee + l.fee_vat as fee from provider_registry_lines l where l.provider = ${provider}
        and l.kind = 'payment' and l.object_id = s.id and l.is_posted) paid on true
      left join lateral (select sum(l.amount) as amount from provider_registry_lines l where l.provider = ${provider}
        and l.kind = 'refund' and coalesce(l.payment_id, l.object_id) = s.id and l.is_posted) back on true
    order by s.id`.execute(db);
  const payments = rows.map(({ id, ...row }): [string, Counted] => [
    id,
    {
      amount: toMinor(row.amount),
      refunded: row.refunded === null ? null : toMinor(row.refunded),
      fee: toMinor(row.fee),
    },
  ]);
  return { source: 'registry', payments: new Map(payments) };
}

/** Days before the compared one in which its payments may have been created; older ones are read one by one. */
const listDays = 2;
const maxReads = 100;

async function listOf(
  provider: PaymentProvider | undefined,
  day: string,
  ours: readonly Ours[],
): Promise<Theirs> {
  if (!provider?.list) return { source: null, failure: 'no-registry' };
  const since = startOfMoscowDay(dayAfter(day, 0 - listDays));
  const listed = await provider.list(since);
  if (listed.kind !== 'done') return { source: null, failure: failureOf(listed) };
  const payments = new Map<string, Counted>();
  for (const payment of listed.value)
    if (isOfDays(payment, day)) payments.set(payment.id, countedOf(payment));
  const older = ours.filter(({ created_at, is_of_day }) => is_of_day && created_at < since);
  if (older.length > maxReads) return { source: null, failure: 'too-many' };
  for (const { id } of older) {
    const read = await provider.read(id);
    if (read.kind === 'unknown') return { source: null, failure: failureOf(read) };
    if (read.kind === 'done' && read.value.state === 'paid') payments.set(id, countedOf(read.value));
  }
  return { source: 'list', payments };
}

/** Paid, and created before the day ended: later ones belong to the next night. */
const isOfDays = ({ state, createdAt }: ProviderPayment, day: string): boolean =>
  state === 'paid' && (createdAt === null || new Date(createdAt) < startOfMoscowDay(dayAfter(day, 1)));

const countedOf = ({ amount, refunded, fee }: ProviderPayment): Counted => ({
  amount,
  refunded: refunded === 'all' ? amount : refunded,
  fee,
});

const failureOf = (
  result: { kind: 'refused'; code: string } | { kind: 'unknown'; failure: string },
): string => (result.kind === 'refused' ? result.code : result.failure);

/** Differences that are none any more: a webhook came late, a registry a day later. */
async function closeFound(
  ctx: Ctx,
  provider: string,
  day: string,
  found: readonly FoundDifference[],
  compared: ComparedIds,
): Promise<void> {
  const still = found.map(({ kind, subject, objectId }) => `${kind} ${subject} ${objectId}`);
  await sql`update reconciliation_differences set state = 'explained', decided_at = ${ctx.now}, updated_at = ${ctx.now},
      version = version + 1
    where state = 'open' and provider = ${provider} and subject in ('payment', 'refund')
      and (day = ${day} or ${wasCompared(compared)})
      and not (kind || ' ' || subject || ' ' || object_id = any(${still}::text[]))`.execute(ctx.db);
}

async function storeRun(
  ctx: Ctx,
  provider: string,
  day: string,
  {
    source,
    matched,
    failure,
  }: { source: 'list' | 'registry' | null; matched: number; failure: string | null },
): Promise<boolean> {
  const { count } = await ctx.db
    .selectFrom('reconciliation_differences')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('provider', '=', provider)
    .where('day', '=', day)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
  const differences = Number(count);
  const isOk = failure === null && differences === 0;
  const columns = {
    source,
    matched,
    differences,
    is_ok: isOk,
    failure: failure?.slice(0, 200) ?? null,
    at: ctx.now,
  };
  await ctx.db
    .insertInto('reconciliation_runs')
    .values({ provider, day, ...columns })
    .onConflict((conflict) => conflict.columns(['provider', 'day']).doUpdateSet(columns))
    .execute();
  // Whoever looks at it sees the night at once.
  await publish(ctx, [toAdmins('finance')], 'decision', { family: 'approvals', id: 0 });
  return isOk;
}
