import { type Selectable, sql } from 'kysely';
import { fromMinor, toMinor } from '@/contract/core/money';
import { withdraws } from '@/contract/ledger/withdraws';
import { payoutPurpose } from '@/contract/ledger/withdraws/purpose';
import {
  type decideWithdrawSchema,
  type PayoutState,
  type WithdrawDetails,
  type WithdrawState,
  withdrawMoves,
  withdrawStates,
} from '@/contract/ledger/withdraws/schema';
import type { Requisites } from '@/contract/shops/requisites';
import type { VendorSettings } from '@/contract/shops/vendor-settings';
import { audit, changesBetween } from '@/server/core/audit';
import { type Ctx, isAdmin, type UserCtx } from '@/server/core/context';
import { lockRow, updateRow } from '@/server/core/db/rows';
import type { DB, JsonValue } from '@/server/core/db/types';
import { AppError } from '@/server/core/errors';
import { emit } from '@/server/core/events/event';
import { type JsonRecord, pick } from '@/server/core/json-record';
import { moneyAudiences, toAdmins } from '@/server/core/live/audiences';
import { publish } from '@/server/core/live/publish';
import { parseId } from '@/server/core/numbers';
import { ownShop } from '@/server/core/resource/policy';
import { type ResourceService, resourceService } from '@/server/core/resource/service';
import type { Input } from '@/server/core/validate';
import { assertPhoneVerified } from '@/server/core/verified-phone';
import { adminIds, notify } from '@/server/modules/messaging/notify';
import { payeeFacts, phoneText } from '@/server/modules/settings/approvals/payee-facts';
import { defineGuarded } from '@/server/modules/settings/approvals/registry';
import { requireSecondPerson } from '@/server/modules/settings/approvals/require-second-person';
import { payoutSent, withdrawalRequested, withdrawalReturned } from './entries';
import { balancesOfShops, postEntries } from './ledger';

type WithdrawRow = Selectable<DB['withdraws']>;

/** Public columns: without user ids; the payment details are in the details only. */
const publicColumns = [
  'id',
  ...['shop_id', 'amount', 'payment_method', 'details', 'note', 'status', 'payout_state', 'decision_note'],
  ...['decided_at', 'version', 'created_at', 'updated_at', 'shop'],
];

const engine = resourceService(withdraws, {
  table: 'withdraws',
  policy: ownShop,
  relations: { shop: { column: 'shop_id', table: 'shops' } },
  onCreate: async (ctx) => {
    await assertPhoneVerified(ctx);
    return { requested_by: ctx.user?.id };
  },
  afterSave: hold,
  present: async (_ctx, rows) => rows.map((row) => pick(row, publicColumns)),
});

const refuseAction = async (): Promise<never> => {
  throw new AppError('ACTION_NOT_VALID');
};

/**
 * Vendor withdrawals (rules/ledger: a withdrawal holds its money). Creation holds the amount, so it cannot be requested
 * twice; it is paid out or returned once. A request is never edited or restored: both throw ACTION_NOT_VALID. Creating
 * one throws INSUFFICIENT_BALANCE above the available balance.
 */
export const withdrawsService: ResourceService = {
  ...engine,
  get: async (ctx, key) => withDetails(ctx, await engine.get(ctx, key)),
  update: refuseAction,
  restore: refuseAction,
  // Each row moves money, so there are no bulk actions.
  bulkRemove: refuseAction,
  bulkSet: refuseAction,
  bulkUndo: refuseAction,
  /** Cancels an undecided request. */
  async remove(ctx, key) {
    const row = await lockRow(ctx, 'withdraws', parseId(key));
    if (withdrawMoves[stateOf(row)].length === 0) throw new AppError('ACTION_NOT_VALID');
    await engine.remove(ctx, key);
    await settle(ctx, row, 'rejected');
    await publishWithdraw(ctx, row.id, row.shop_id);
  },
};

/** Live event to administrators and the shop's people who read money. */
async function publishWithdraw(ctx: Ctx, id: number, shopId: number): Promise<void> {
  await publish(ctx, [toAdmins('finance'), ...moneyAudiences(shopId)], 'decision', {
    family: 'withdraws',
    id,
  });
}

/** Treats an empty object in `users` as missing. */
const ownersFastPayments = sql<JsonValue>`nullif(users.fast_payments, '{}')`;

/** On create: moves the amount to the on-hold account and snapshots the payment details. */
async function hold(ctx: Ctx, id: number, input: JsonRecord): Promise<void> {
  const [shopId, amount] = [Number(input.shop_id), toMinor(Number(input.amount))];
  await ctx.db
    .updateTable('withdraws')
    .set((eb) => ({
      requisites: eb.selectFrom('shops').select('requisites').where('id', '=', shopId),
      fast_payments: eb
        .selectFrom('shops')
        .innerJoin('users', 'users.id', 'shops.owner_id')
        .select(ownersFastPayments.as('fast_payments'))
        .where('shops.id', '=', shopId),
    }))
    .where('id', '=', id)
    .execute();
  await recordMove(ctx, id, 'pending', null);
  await notify(ctx, { receivers: await adminIds(ctx, 'finance'), type: 'withdraw', tracker: id, shopId });
  await publishWithdraw(ctx, id, shopId);
  await postEntries(ctx, withdrawalRequested(id, shopId, amount)).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(error.code, { fields: { amount: ['error-amount-above-balance'] } });
  });
}

interface Payout extends JsonRecord {
  id: number;
  decision_note: string | null;
}

/** A payout that a second person confirms. The balance after it is that of the moment. */
const payout = defineGuarded<Payout>({
  kind: 'payout',
  family: withdraws.name,
  right: 'finance:decide',
  async describe(ctx, { id, decision_note }) {
    const { amount, shop_id, shop, ...asked } = await ctx.db
      .selectFrom('withdraws')
      .innerJoin('shops', 'shops.id', 'withdraws.shop_id')
      .select(['withdraws.amount', 'withdraws.shop_id', 'shops.name as shop'])
      .select([
        'withdraws.payment_method',
        'withdraws.requisites',
        'withdraws.fast_payments',
        'withdraws.note',
      ])
      .where('withdraws.id', '=', id)
      .executeTakeFirstOrThrow();
    const held = (await balancesOfShops(ctx, [shop_id])).get(shop_id);
    const [onHold, paid] = [held?.on_hold_amount ?? 0, held?.withdrawn_amount ?? 0];
    const moved = (before: number, change: number) => fromMinor(toMinor(before) + change);
    return {
      title: `№\u00a0${id}, ${shop}`,
      facts: [
        { key: 'shop', kind: 'text', after: shop },
        { key: 'amount', kind: 'money', after: amount },
        { key: 'way', kind: 'text', after: asked.payment_method },
        // As they were frozen when the shop asked: those the money goes to.
        ...payeeFacts(asked.requisites as Partial<Requisites> | null),
        { key: 'fast_payments', kind: 'text', after: phoneText(asked.fast_payments) },
        { key: 'purpose', kind: 'text', after: payoutPurpose(id) },
        { key: 'reason', kind: 'text', after: asked.note },
        { key: 'note', kind: 'text', after: decision_note },
        { key: 'on_hold', kind: 'money', before: onHold, after: moved(onHold, -toMinor(amount)) },
        { key: 'paid_out', kind: 'money', before: paid, after: moved(paid, toMinor(amount)) },
        { key: 'balance', kind: 'money', after: held?.current_balance ?? 0 },
      ],
    };
  },
  run: (ctx, { id, decision_note }) => decideWithdraw(ctx, { id, status: 'approved', decision_note }),
});

/**
 * `POST approve-withdraw`: moves a request to another state and tells of it. Approval and rejection are final
 * and move the held money exactly once. Throws NOT_FOUND, ACTION_NOT_VALID for an invalid transition, CONFLICT for a
 * stale version.
 */
export async function decideWithdraw(
  ctx: UserCtx,
  { id, status, version, decision_note }: Input<typeof decideWithdrawSchema>,
): Promise<JsonRecord> {
  const row = await lockRow(ctx, 'withdraws', id);
  if (!withdrawMoves[stateOf(row)].includes(status)) throw new AppError('ACTION_NOT_VALID');
  if (version !== undefined && version !== row.version) {
    throw new AppError('CONFLICT', { current: await withdrawsService.get(ctx, String(id)) });
  }
  const change = { status, decision_note: decision_note || null };
  if (status === 'approved') {
    const content = { id, decision_note: change.decision_note };
    const { version: stored, amount: sum, shop_id: shop } = row;
    await requireSecondPerson(ctx, payout, { id, version: stored, content, sum, countedWith: { shop } });
  }
  const payout_state: PayoutState | null = status === 'approved' ? 'confirmed' : null;
  await updateRow(ctx, 'withdraws', id, {
    ...change,
    payout_state,
    decided_by: ctx.user.id,
    decided_at: ctx.now,
  });
  await recordMove(ctx, id, status, change.decision_note);
  await settle(ctx, row, status);
  await audit(ctx, {
    family: withdraws.name,
    id,
    action: 'decide',
    changes: changesBetween({ ...row }, change),
  });
  await emit(ctx, 'withdrawal-decided', {
    record: id,
    version: row.version + 1,
    shopId: row.shop_id,
    data: { status, note: change.decision_note, by: ctx.user.id },
  });
  await publishWithdraw(ctx, id, row.shop_id);
  return withdrawsService.get(ctx, String(id));
}

/** Approval sends the held money on its way, rejection returns it; other states keep it on hold. */
async function settle(ctx: Ctx, row: WithdrawRow, status: WithdrawState): Promise<void> {
  if (status !== 'approved' && status !== 'rejected') return;
  const { id, shop_id: shopId } = row;
  const amount = toMinor(row.amount);
  const entryOf = status === 'approved' ? payoutSent : withdrawalReturned;
  await postEntries(ctx, entryOf(id, shopId, amount));
}

function stateOf(row: WithdrawRow): WithdrawState {
  const state = withdrawStates.find((state) => state === row.status);
  if (!state) throw new Error(`Withdrawal ${row.id} is ${row.status}`);
  return state;
}

async function recordMove(ctx: Ctx, withdraw_id: number, status: WithdrawState, note: string | null) {
  await ctx.db
    .insertInto('withdraw_moves')
    .values({ withdraw_id, status, note, user_id: ctx.user?.id ?? null, at: ctx.now })
    .execute();
}

/** Details of a request: state history, payment details, current balance. */
async function withDetails(ctx: Ctx, row: JsonRecord): Promise<JsonRecord> {
  const [id, shopId] = [Number(row.id), Number(row.shop_id)];
  const moves = await ctx.db
    .selectFrom('withdraw_moves')
    .leftJoin('users', 'users.id', 'withdraw_moves.user_id')
    .select(['status', 'payout_state', 'note', 'at', 'users.name as by'])
    .where('withdraw_id', '=', id)
    .orderBy('withdraw_moves.id')
    .execute();
  const { fast_payments, ...payee } = await ctx.db
    .selectFrom('withdraws')
    .innerJoin('shops', 'shops.id', 'withdraws.shop_id')
    .select(['withdraws.requisites', 'withdraws.fast_payments'])
    .innerJoin('users', 'users.id', 'shops.owner_id')
    .select(
      sql<boolean>`withdraws.requisites is distinct from shops.requisites
        or withdraws.fast_payments is distinct from ${ownersFastPayments}`.as('has_other_requisites'),
    )
    .where('withdraws.id', '=', id)
    .executeTakeFirstOrThrow();
  const balance = (await balancesOfShops(ctx, [shopId])).get(shopId);
  return {
    ...row,
    ...(isAdmin(ctx) && { purpose: payoutPurpose(id), bank_lines: await linesOfPayout(ctx, id) }),
    moves: moves.map((move) => ({ ...move, by: isAdmin(ctx) ? move.by : null })),
    ...payee,
    fast_payments: fastPaymentsFor(ctx, fast_payments as VendorSettings['fast_payments']),
    balance,
  } satisfies JsonRecord &
    Pick<Record<keyof WithdrawDetails, unknown>, 'moves' | 'requisites' | 'fast_payments' | 'balance'>;
}

/** What it left the bank with, and came back with. */
async function linesOfPayout({ db }: Ctx, id: number): Promise<NonNullable<WithdrawDetails['bank_lines']>> {
  const { rows } = await sql<NonNullable<WithdrawDetails['bank_lines']>[number]>`
    select l.id, l.direction, l.day::text as day, l.number, l.party from withdraws w
    join bank_lines l on l.id in (w.bank_line_id, w.return_line_id) where w.id = ${id} order by l.day, l.id`.execute(
    db,
  );
  return rows;
}

/** Administrators see the whole phone; the shop's people see it masked. */
function fastPaymentsFor(ctx: Ctx, given: VendorSettings['fast_payments']) {
  if (!given || isAdmin(ctx)) return given;
  return { ...given, phone: given.phone.replace(/\d(?=(?:\D*\d){4})/g, '•') };
}
