import { type Selectable, sql } from 'kysely';
import { toMinor } from '@/contract/core/money';
import { withdraws } from '@/contract/ledger/withdraws';
import { payoutPurpose } from '@/contract/ledger/withdraws/purpose';
import {
  type WithdrawDetails,
  type WithdrawState,
  withdrawMoves,
  withdrawStates,
} from '@/contract/ledger/withdraws/schema';
import type { VendorSettings } from '@/contract/shops/vendor-settings';
import { type Ctx, isAdmin } from '@/server/core/context';
import { lockRow } from '@/server/core/db/rows';
import type { DB, JsonValue } from '@/server/core/db/types';
import { AppError } from '@/server/core/errors';
import { type JsonRecord, pick } from '@/server/core/json-record';
import { moneyAudiences, toAdmins } from '@/server/core/live/audiences';
import { publish } from '@/server/core/live/publish';
import { parseId } from '@/server/core/numbers';
import { ownShop } from '@/server/core/resource/policy';
import { type ResourceService, resourceService } from '@/server/core/resource/service';
import { assertPhoneVerified } from '@/server/core/verified-phone';
import { adminIds, notify } from '@/server/modules/messaging/notify';
import { withdrawalRequested, withdrawalReturned } from './entries';
import { balancesOfShops, postEntries } from './ledger';

export type WithdrawRow = Selectable<DB['withdraws']>;

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
    await returnHeldMoney(ctx, { row });
    await publishWithdraw(ctx, row.id, row.shop_id);
  },
};

/** Live event to administrators and the shop's people who read money. */
export async function publishWithdraw(ctx: Ctx, id: number, shopId: number): Promise<void> {
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

/** Once, with the end of a request. */
export async function returnHeldMoney(ctx: Ctx, { row }: { row: WithdrawRow }): Promise<void> {
  await postEntries(ctx, withdrawalReturned(row.id, row.shop_id, toMinor(row.amount)));
}

export function stateOf(row: WithdrawRow): WithdrawState {
  const state = withdrawStates.find((state) => state === row.status);
  if (!state) throw new Error(`Withdrawal ${row.id} is ${row.status}`);
  return state;
}

export async function recordMove(ctx: Ctx, withdraw_id: number, status: WithdrawState, note: string | null) {
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
