import { sql } from 'kysely';
import { toMinor } from '@/contract/core/money';
import { providers } from '@/contract/ledger/accounts';
import { reconcile } from '@/server/modules/ledger/reconcile';
import { unsoundOrders } from '../support/orders';
import type { Played } from './played';
import { wrongReceipts } from './register';
import { keptOf, type MoneyWorld } from './world';

/** What is wrong after a sequence has come to rest; empty when no money is lost and none is double. */
export async function wrongAfter(world: MoneyWorld, played: Played): Promise<string[]> {
  const { api } = world;
  const { problems } = await reconcile({ db: api.db, now: api.now() });
  const unsound = await unsoundOrders(api);
  await countPayouts(world);
  return [
    ...played.faults,
    ...problems.map((problem) => `reconcile: ${JSON.stringify(problem)}`),
    ...unsound.map((order) => `sums of an order: ${JSON.stringify(order)}`),
    ...(await wrongClearing(world, played)),
    ...(await wrongOrders(world)),
    ...(await wrongPayments(world)),
    ...(await wrongRefunds(world, played)),
    ...(await unasked(world)),
    ...(await wrongBank(world, played)),
    ...(await leftBehind(world)),
    ...(await wrongReceipts(world)),
  ];
}

/** No provider has returned more than it took, and a bank that is played by hand has what the books say. */
async function wrongClearing({ api, provider }: MoneyWorld, played: Played): Promise<string[]> {
  const { rows } = await sql<{ provider: string; came: number; went: number }>`
    select coalesce(a.provider, 'manual') as provider, (100 * sum(greatest(-l.amount, 0)))::float8 as came,
      (100 * sum(greatest(l.amount, 0)))::float8 as went
    from ledger_lines l join ledger_accounts a on a.id = l.account_id join ledger_entries e on e.id = l.entry_id
    where a.kind = 'provider_clearing' and e.family in ('orders', 'refunds') group by 1`.execute(api.db);
  const { wired } = await api.db
    .selectFrom('bank_line_uses')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amount'), sql<number>`0`).as('wired'))
    .where('kind', '=', 'order')
    .executeTakeFirstOrThrow();
  const taken = [...played.bank.taken.values()].reduce((sum, amount) => sum + amount, toMinor(wired));
  return providers.flatMap((name) => {
    const found = rows.find((row) => row.provider === name) ?? { came: 0, went: 0 };
    const [came, went] = [Math.round(found.came), Math.round(found.went)];
    const isStrange = name !== provider && name !== 'manual' && came + went > 0;
    return [
      ...(name === 'manual' && taken !== came ? [`manual has ${taken}, the books say ${came}`] : []),
      ...(isStrange ? [`${name} took ${came} and returned ${went}`] : []),
      ...(went > came ? [`${name}: more returned (${went}) than taken (${came})`] : []),
    ];
  });
}

/** No order has more prepayment than it costs (the rest is in suspense), and none gives back more than it took. */
async function wrongOrders({ api }: MoneyWorld): Promise<string[]> {
  const { rows } = await sql<{ id: number; total: number; prepaid: number; taken: number; returned: number }>`
    select o.id, (o.paid_total + o.cancelled_amount + o.cancelled_tax + o.cancelled_delivery_fee
        -- What a cheaper order gives back.
        + coalesce((select sum(f.amount) from refunds f where f.order_id = o.id and f.origin = 'cancellation'
          and not f.from_suspense and not exists (select from refund_lines l where l.refund_id = f.id)), 0))::float8 as total, coalesce(m.prepaid, 0)::float8 as prepaid,
      coalesce(m.taken, 0)::float8 as taken, coalesce(r.returned, 0)::float8 as returned
    from orders o
    left join lateral (select sum(l.amount) filter (where a.kind = 'buyer_prepayment') as prepaid,
        -sum(l.amount) filter (where a.kind = 'provider_clearing' and l.amount < 0) as taken
      from ledger_entries e join ledger_lines l on l.entry_id = e.id join ledger_accounts a on a.id = l.account_id
      where e.family = 'orders' and e.row_id = o.id and e.kind = 'order') m on true
    left join lateral (select sum(l.amount) as returned from refunds f
      join ledger_entries e on e.family = 'refunds' and e.row_id = f.id join ledger_lines l on l.entry_id = e.id
      join ledger_accounts a on a.id = l.account_id and a.kind = 'provider_clearing'
      where f.order_id = o.id) r on true
    where o.parent_id is null`.execute(api.db);
  return rows.flatMap(({ id, total, prepaid, taken, returned }) => [
    ...(prepaid > total + 0.001 ? [`order ${id} of ${total} has a prepayment of ${prepaid}`] : []),
    ...(returned > taken + 0.001 ? [`order ${id} took ${taken} and returned ${returned}`] : []),
  ]);
}

/** What the acquirer has of each payment is what the books say, or a person knows of the difference. */
async function wrongPayments(world: MoneyWorld): Promise<string[]> {
  const { api, fake } = world;
  const { rows } = await sql<{ id: string; ours: number; repaired: number; is_known: boolean }>`
    select i.payment_id as id, (i.captured - i.refunded
        - coalesce((select sum(d.amount) from chargebacks d where d.attempt_id = i.id and d.state = 'lost'), 0)) as ours,
      coalesce((select -sum(l.amount) from reconciliation_differences d
        join ledger_entries e on e.family = 'differences' and e.row_id = d.id
        join ledger_lines l on l.entry_id = e.id join ledger_accounts a on a.id = l.account_id
        where d.object_id = i.payment_id and a.kind = 'provider_clearing'), 0) as repaired,
      exists (select from reconciliation_differences d where d.object_id = i.payment_id
        and d.subject = 'refund' and (d.state = 'open' or d.decided_by is not null))
      or exists (select from payment_tasks t where t.attempt_id = i.id and (t.kind = 'contradiction'
        or t.state = 'open' and t.kind in ('refund_unknown', 'refund_stuck'))) as is_known
    from payment_attempts i where i.provider <> 'manual' and i.captured > 0`.execute(api.db);
  return rows.flatMap(({ id, ours, repaired, is_known }) => {
    const { left } = keptOf(world, id);
    const books = toMinor(ours) + toMinor(repaired);
    return left === books || is_known || !fake
      ? []
      : [
          `the acquirer has ${left} of ${id}, the books say ${toMinor(ours)} and repairs ${toMinor(repaired)}`,
        ];
  });
}

/** Nothing was returned twice: what left and was not returned in the cabinet are refunds of ours, which a person looks for at worst. */
async function wrongRefunds(world: MoneyWorld, { cabinet }: Played): Promise<string[]> {
  const { rows } = await sql<{ id: string; own: number }>`select i.payment_id as id,
      coalesce(sum(r.amount) filter (where r.sent_at is not null
        and r.state in ('succeeded', 'unknown', 'pending')), 0) as own
    from payment_attempts i left join provider_refunds r on r.attempt_id = i.id
    where i.provider <> 'manual' and i.captured > 0 group by i.id`.execute(world.api.db);
  return rows.flatMap(({ id, own }) => {
    const sent = keptOf(world, id).returned - (cabinet.get(id) ?? 0);
    return sent > toMinor(own) ? [`${sent} of ${id} was sent back, of which ${toMinor(own)} is known`] : [];
  });
}

/** Money in suspense, or on its way for long, about which nobody has been asked. */
async function unasked({ api }: MoneyWorld): Promise<string[]> {
  const { rows: held } = await sql<{
    id: number;
    amount: number;
  }>`select o.id, sum(l.amount)::float8 as amount
    from orders o join ledger_entries e on (e.family = 'orders' and e.row_id = o.id)
        or (e.family = 'refunds' and e.row_id in (select r.id from refunds r where r.order_id = o.id))
      join ledger_lines l on l.entry_id = e.id join ledger_accounts a on a.id = l.account_id and a.kind = 'suspense'
    where o.parent_id is null and o.awaiting_amount is null
      and not exists (select from payment_tasks t where t.order_id = o.id and t.state = 'open')
      and not exists (select from refunds r where r.order_id = o.id and r.from_suspense
        and r.status in ('pending', 'processing', 'rejected'))
    group by o.id having sum(l.amount) <> 0`.execute(api.db);
  const { rows: under } = await sql<{
    id: number;
    amount: number;
  }>`select r.id, sum(l.amount)::float8 as amount
    from refunds r join ledger_entries e on e.family = 'refunds' and e.row_id = r.id
      join ledger_lines l on l.entry_id = e.id join ledger_accounts a on a.id = l.account_id and a.kind = 'refund_in_progress'
    where not exists (select from payment_tasks t join provider_refunds p on p.id = t.provider_refund_id
        where p.refund_id = r.id and t.state = 'open')
    group by r.id having sum(l.amount) <> 0`.execute(api.db);
  return [
    ...held.map(({ id, amount }) => `nobody is asked about ${amount} of order ${id} in suspense`),
    ...under.map(({ id, amount }) => `nobody is asked about ${amount} of refund ${id} on its way`),
  ];
}

/**
 * The bank account of the books is what the statement says, less what people say without a line of it, and more what nobody
 * has explained.
 */
async function wrongBank({ api, bank }: MoneyWorld, { hasFiles }: Played): Promise<string[]> {
  if (!bank || !hasFiles) return [];
  const { rows } = await sql<Record<'booked' | 'stated' | 'said' | 'unexplained', number>>`select
      coalesce((select -sum(l.amount) from ledger_entries e join ledger_lines l on l.entry_id = e.id
        join ledger_accounts a on a.id = l.account_id and a.kind = 'bank'
        where e.family in ('bank-lines', 'withdraws')), 0) as booked,
      coalesce((select s.closing - s.opening from bank_statements s join reconciliation_files f on f.id = s.file_id
        and f.state = 'posted' order by f.id desc limit 1), 0) as stated,
      coalesce((select sum(amount) from withdraws where bank_line_id is null
        and (payout_state = 'debited' or payout_state = 'returned' and return_line_id is not null)), 0) as said,
      coalesce((select sum(amount) from bank_lines l where l.is_posted and l.direction = 'out' and l.entry_id is null
        and l.match = 'unknown'), 0) as unexplained`.execute(api.db);
  const [found] = rows;
  if (!found) return [];
  const [booked, stated, said, unexplained] = [found.booked, found.stated, found.said, found.unexplained].map(
    (sum) => toMinor(sum),
  ) as [number, number, number, number];
  return booked === stated - said + unexplained
    ? []
    : [
        `the bank has ${stated}, people say ${said}, nobody explained ${unexplained}, the books have ${booked}`,
      ];
}

/** What was played, in numbers. */
async function countPayouts({ api, count }: MoneyWorld): Promise<void> {
  const payouts = await api.db
    .selectFrom('withdraws')
    .select(['status', 'payout_state', 'bank_line_id'])
    .execute();
  for (const { status, payout_state, bank_line_id } of payouts)
    count(`withdrawal ${status} ${payout_state ?? ''}${bank_line_id ? ' by the bank' : ''}`);
  const lines = await api.db.selectFrom('bank_lines').select('match').where('is_posted', '=', true).execute();
  for (const { match } of lines) count(`line ${match}`);
}

/** Attempts that differ from their payment, and jobs that were given up. */
async function leftBehind({ api, fake, errors }: MoneyWorld): Promise<string[]> {
  const jobs = await api.db
    .selectFrom('jobs')
    .select(['name', 'payload'])
    .where('failed_at', 'is not', null)
    .execute();
  const attempts = await api.db
    .selectFrom('payment_attempts')
    .select(['payment_id', 'state', 'captured'])
    .where('provider', '!=', 'manual')
    .execute();
  const movements = fake?.movements() ?? [];
  const paid = movements.filter(({ kind }) => kind === 'payment');
  const isReturned = (id: string, amount: number) =>
    movements
      .filter(({ kind, paymentId }) => kind === 'refund' && paymentId === id)
      .reduce((left, one) => left - one.amount, amount) === 0;
  return [
    ...jobs.map((job) => `given up: ${JSON.stringify(job)} ${errors.at(-1)}`),
    ...attempts.flatMap(({ payment_id, state, captured }) => {
      const payment = paid.find(({ id }) => id === payment_id);
      // What was returned before anybody read it was never ours.
      const isRight = payment
        ? (state === 'paid' && Math.round(Number(captured) * 100) === payment.amount) ||
          (state === 'canceled' && isReturned(payment.id, payment.amount))
        : state === 'canceled';
      return isRight
        ? []
        : [`attempt ${payment_id} is ${state} with ${captured}, the provider took ${payment?.amount ?? 0}`];
    }),
    ...paid
      .filter(({ id }) => !attempts.some((attempt) => attempt.payment_id === id))
      .map(({ id }) => `payment ${id} has no attempt`),
  ];
}
