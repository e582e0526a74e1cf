import { sql } from 'kysely';
import { providers } from '@/contract/ledger/accounts';
import { reconcile } from '@/server/modules/ledger/reconcile';
import { unsoundOrders } from '../support/orders';
import type { Played } from './play';
import type { MoneyWorld } from './world';

/** What is wrong after a sequence has come to rest; empty when no money is lost and none is double. */
export async function wrongAfter(world: MoneyWorld, played: Played): Promise<string[]> {
  const { api } = world;
  const { problems } = await reconcile({ db: api.db, now: api.now() });
  const unsound = await unsoundOrders(api);
  return [
    ...played.faults,
    ...problems.map((problem) => `reconcile: ${JSON.stringify(problem)}`),
    ...unsound.map((order) => `sums of an order: ${JSON.stringify(order)}`),
    ...(await wrongClearing(world, played)),
    ...(await wrongOrders(world)),
    ...(await leftBehind(world)),
  ];
}

/** What a provider took and has not returned is what the books say that it has. */
async function wrongClearing({ api, fake, provider }: MoneyWorld, played: Played): Promise<string[]> {
  const { rows } = await sql<{ provider: string; came: number; went: number }>`
    select coalesce(a.provider, 'manual') as provider, (100 * sum(greatest(-l.amount, 0)))::float8 as came,
      (100 * sum(greatest(l.amount, 0)))::float8 as went
    from ledger_lines l join ledger_accounts a on a.id = l.account_id
    where a.kind = 'provider_clearing' group by 1`.execute(api.db);
  return providers.flatMap((name) => {
    const found = rows.find((row) => row.provider === name) ?? { came: 0, went: 0 };
    const [came, went] = [Math.round(found.came), Math.round(found.went)];
    const movements = name === provider ? (fake?.movements() ?? []) : [];
    const kept = movements.reduce(
      (sum, { kind, amount }) => sum + (kind === 'payment' ? amount : -amount),
      0,
    );
    const taken = [...played.bank.taken.values()].reduce((sum, amount) => sum + amount, 0);
    // A bank without a protocol returns what a person says.
    const [theirs, ours] = name === 'manual' ? [taken, came] : [kept, came - went];
    return [
      ...(theirs === ours ? [] : [`${name} has ${theirs}, the books say ${ours}`]),
      ...(went > came ? [`${name}: more returned (${went}) than taken (${came})`] : []),
    ];
  });
}

/** No order has more prepayment than it costs (the rest is in suspense), and none gives back more than it took. */
async function wrongOrders({ api }: MoneyWorld): Promise<string[]> {
  const { rows } = await sql<{ id: number; total: number; prepaid: number; taken: number; returned: number }>`
    select o.id, (o.paid_total + o.cancelled_amount + o.cancelled_tax + o.cancelled_delivery_fee)::float8 as total, coalesce(m.prepaid, 0)::float8 as prepaid,
      coalesce(m.taken, 0)::float8 as taken, coalesce(r.returned, 0)::float8 as returned
    from orders o
    left join lateral (select sum(l.amount) filter (where a.kind = 'buyer_prepayment' and l.amount > 0) as prepaid,
        -sum(l.amount) filter (where a.kind = 'provider_clearing' and l.amount < 0) as taken
      from ledger_entries e join ledger_lines l on l.entry_id = e.id join ledger_accounts a on a.id = l.account_id
      where e.family = 'orders' and e.row_id = o.id) m on true
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

/** Attempts that differ from their payment, and jobs that were given up. */
async function leftBehind({ api, fake, errors }: MoneyWorld): Promise<string[]> {
  const jobs = await api.db
    .selectFrom('jobs')
    .select(['name', 'payload'])
    .where('failed_at', 'is not', null)
    .execute();
  const attempts = await api.db
    .selectFrom('payment_intents')
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
