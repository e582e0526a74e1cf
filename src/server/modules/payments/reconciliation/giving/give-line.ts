import { fromMinor, toDecimal, toMinor } from '@/contract/core/money';
import { shownNumber } from '@/contract/orders/number';
import type { BankLine, giveLineSchema, LineMatch } from '@/contract/payments/reconciliation';
import type { ApprovalFact } from '@/contract/settings/approvals';
import { audit } from '@/server/core/audit';
import type { Ctx, UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import type { Input } from '@/server/core/validate';
import { type LockedOrder, lockRoot } from '@/server/modules/orders/lock-order';
import { defineGuarded } from '@/server/modules/settings/approvals/registry';
import { requireSecondPerson } from '@/server/modules/settings/approvals/require-second-person';
import { getBankLine } from '../list-lines';
import { type GivenLine, reject } from './given-line';
import { payOrder } from './pay-order';
import { payDebt } from './shop-debts';

type Part = Input<typeof giveLineSchema>['parts'][number];

interface Gift extends JsonRecord {
  id: number;
  parts: Part[];
}

/** What comes from the bank and was given to nothing yet. */
const givable: readonly LineMatch[] = ['buyer', 'unknown'];

const guarded = defineGuarded<Gift>({
  kind: 'transfer',
  family: 'bank-lines',
  right: 'finance:decide',
  async describe(ctx, { id, parts }) {
    const line = await ctx.db
      .selectFrom('bank_lines')
      .select(['amount', 'party', 'purpose'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return {
      title: line.party || line.purpose,
      facts: [
        { key: 'amount', kind: 'money', after: line.amount },
        ...(await Promise.all(parts.map((part) => factOf(ctx, part)))),
        { key: 'reason', kind: 'text', after: line.purpose },
      ],
    };
  },
  run: (ctx, { id, parts }) => giveLine(ctx, id, { parts }),
});

async function factOf({ db }: Ctx, { kind, order_id, shop_id, amount }: Part): Promise<ApprovalFact> {
  if (kind === 'return') return { key: 'to_sender', kind: 'money', after: amount };
  if (kind === 'shop') {
    const shop = await db
      .selectFrom('shops')
      .select('name')
      .where('id', '=', shop_id ?? 0)
      .executeTakeFirst();
    return { key: 'to_shop', kind: 'text', after: `${shop?.name ?? ''}: ${toDecimal(toMinor(amount))}` };
  }
  const order = await db
    .selectFrom('orders')
    .select(['short_number', 'tracking_number'])
    .where('id', '=', order_id ?? 0)
    .executeTakeFirstOrThrow();
  return {
    key: 'to_order',
    kind: 'text',
    after: `№\u00a0${shownNumber(order)}: ${toDecimal(toMinor(amount))}`,
  };
}

/**
 * `POST reconciliation/lines/{id}/give`: the money of a line that nobody has explained goes to orders, to the debts of shops,
 * or back to its sender; once, and from the sum of the rules on by two persons (rules/payments: a transfer is given to what it is
 * for). An order takes it like any other money: what it does not need is a question. Throws NOT_FOUND, ACTION_NOT_VALID for
 * another line or one that was given, VALIDATION_FAILED for parts that are not the line, or an order or shop that is none.
 */
export async function giveLine(
  ctx: UserCtx,
  id: number,
  { parts }: Pick<Input<typeof giveLineSchema>, 'parts'>,
): Promise<BankLine> {
  await readGivable(ctx, id);
  const orders = await lockOrders(ctx, parts);
  const line = await lockGivable(ctx, id);
  const sum = parts.reduce((total, { amount }) => total + toMinor(amount), 0);
  if (sum !== toMinor(line.amount)) reject('error-line-sum', { line: line.amount, parts: fromMinor(sum) });
  await requireSecondPerson(ctx, guarded, { id, content: { id, parts }, sum: line.amount });
  for (const part of parts) await give(ctx, line, part, orders);
  const [match] = matchesOf(parts);
  await ctx.db
    .updateTable('bank_lines')
    .set({ match: match ?? line.match })
    .where('id', '=', id)
    .execute();
  const changes = {
    match: [line.match, match] as [unknown, unknown],
    amount: [null, line.amount] as [unknown, unknown],
  };
  await audit(ctx, { family: 'reconciliation', id, action: 'decide', changes });
  return getBankLine(ctx, id);
}

/** Throws NOT_FOUND, ACTION_NOT_VALID. */
export async function readGivable(ctx: Ctx, id: number): Promise<GivenLine> {
  const line = await ctx.db
    .selectFrom('bank_lines')
    .selectAll()
    .where('id', '=', id)
    .where('is_posted', '=', true)
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
  return assertGivable(ctx, line);
}

async function lockGivable(ctx: Ctx, id: number): Promise<GivenLine> {
  const line = await ctx.db
    .selectFrom('bank_lines')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return assertGivable(ctx, line);
}

async function assertGivable(ctx: Ctx, line: GivenLine): Promise<GivenLine> {
  const used = await ctx.db
    .selectFrom('bank_line_uses')
    .select('id')
    .where('line_id', '=', line.id)
    .limit(1)
    .executeTakeFirst();
  const isFree = givable.some((match) => match === line.match) && line.attempt_id === null && !used;
  if (line.direction !== 'in' || !isFree) throw new AppError('ACTION_NOT_VALID');
  return line;
}

/** In the order of their ids, so that two people who give lines to the same orders never wait for each other. */
async function lockOrders(ctx: Ctx, parts: readonly Part[]): Promise<Map<number, LockedOrder>> {
  const ids = parts.flatMap(({ order_id }) => order_id ?? []);
  if (new Set(ids).size < ids.length) reject('error-line-order-twice');
  const found = await ctx.db
    .selectFrom('orders')
    .select('id')
    .where('id', 'in', [0, ...ids])
    .where('parent_id', 'is', null)
    .execute();
  if (found.length < ids.length) reject('error-line-order');
  const locked = new Map<number, LockedOrder>();
  for (const id of ids.toSorted((one, other) => one - other)) locked.set(id, await lockRoot(ctx, id));
  return locked;
}

async function give(
  ctx: UserCtx,
  line: GivenLine,
  { kind, order_id, shop_id, amount: roubles }: Part,
  orders: ReadonlyMap<number, LockedOrder>,
): Promise<void> {
  const amount = toMinor(roubles);
  const order = orders.get(order_id ?? 0);
  const attemptId = kind === 'order' && order ? await payOrder(ctx, order, line, amount) : null;
  const entryId = kind === 'shop' ? await payDebt(ctx, line, shop_id ?? 0, amount) : null;
  await ctx.db
    .insertInto('bank_line_uses')
    .values({
      line_id: line.id,
      kind,
      amount: toDecimal(amount),
      attempt_id: attemptId,
      entry_id: entryId,
      order_id: order_id ?? null,
      shop_id: shop_id ?? null,
      given_by: ctx.user.id,
      given_at: ctx.now,
    })
    .execute();
  // A process of the former release takes a line with a payment for a given one.
  if (attemptId === null) return;
  await ctx.db
    .updateTable('bank_lines')
    .set({ attempt_id: attemptId })
    .where('id', '=', line.id)
    .where('attempt_id', 'is', null)
    .execute();
}

const matchesOf = (parts: readonly Part[]): LineMatch[] => {
  const kinds = new Set(parts.map(({ kind }) => kind));
  return [
    ...(kinds.has('order') ? (['buyer'] as const) : []),
    ...(kinds.has('shop') ? (['shop_debt'] as const) : []),
    ...(kinds.has('return') ? (['returned'] as const) : []),
  ];
};
