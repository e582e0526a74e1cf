import { randomBytes } from 'node:crypto';
import { type SqlBool, sql } from 'kysely';
import { ownValue } from '@/contract/core/own-value';
import { ownershipTransfers } from '@/contract/shops/ownership-transfers';
import type {
  TransferConditions,
  TransferInput,
  TransferState,
  TransferVendor,
  transferDecisionSchema,
} from '@/contract/shops/ownership-transfers/schema';
import { audit, type Changes } from '@/server/core/audit';
import { type Ctx, isAdmin, type UserCtx } from '@/server/core/context';
import { escapeLike } from '@/server/core/db/like';
import { insertRow, loadName, lockRow, updateRow } from '@/server/core/db/rows';
import { inWords, saysIn } from '@/server/core/db/search';
import { AppError, rejectField, rejectValue } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { parseId } from '@/server/core/numbers';
import { consume } from '@/server/core/rate-limits';
import type { Ids } from '@/server/core/resource/relations';
import { resourceService } from '@/server/core/resource/service';
import { soughtInPhones } from '@/server/core/rights/contacts';
import type { Input } from '@/server/core/validate';
import { balancesOfShops } from '@/server/modules/ledger/ledger';
import { send } from '@/server/modules/messaging/outbox';
import { transferDecided, transferOffered } from './emails';
import { transferPolicy } from './policy';
import { ownerOfShop } from './shop-owner';
import { findVendor, lockShop, shopsService } from './shops';

/**
 * In a day, for an owner with an open shop: a search by e-mail tells whether the address belongs to a vendor, so it is
 * enough for typing errors and too little to probe a list; a request is mailed to a vendor that the owner chose.
 */
const limits = { searches: 20, requests: 5, minutes: 24 * 60 };

const isParty = (column: 'from_id' | 'to_id', value: string) =>
  sql<SqlBool>`${sql.ref(column)} = ${parseId(value)}`;

const includeParty = (column: 'from_id' | 'to_id') => (_ctx: Ctx, ids: Ids) =>
  sql`select t.id,
    jsonb_build_object('id', u.id, 'name', u.name) as value
  from ownership_transfers t join users u on u.id = ${sql.ref(`t.${column}`)} where t.id = any(${ids})`;

/** Reading and removing transfers; creating and deciding are actions of their own. */
export const transfers = resourceService(ownershipTransfers, {
  table: 'ownership_transfers',
  policy: transferPolicy,
  relations: { shop: { column: 'shop_id', table: 'shops' } },
  include: { from_user: includeParty('from_id'), to_user: includeParty('to_id') },
  conditions: {
    from: (_eb, value) => isParty('from_id', value),
    to: (_eb, value) => isParty('to_id', value),
    type: (_eb, value, ctx) => isParty(value === 'received' ? 'to_id' : 'from_id', String(ctx.user?.id ?? 0)),
    'shop.name': (_eb, value, _ctx, { reading }) => sql<SqlBool>`exists (select 1 from shops s
      where s.id = ownership_transfers.shop_id and ${saysIn(sql.ref('s.name'), value, reading)})`,
  },
  present: async (_ctx, rows) =>
    rows.map(({ from_id, to_id, decided_by: _decidedBy, ...row }) => ({ ...row, from: from_id, to: to_id })),
});

/**
 * `POST transfer-shop-ownership`: requests the transfer of an own shop to another vendor. Throws NOT_FOUND for another
 * vendor's shop, VALIDATION_FAILED for a recipient who cannot own it and while another transfer is pending.
 */
export async function requestTransfer(
  ctx: UserCtx,
  { shop_id, vendor_id, message }: TransferInput,
): Promise<JsonRecord> {
  const shop = await lockShop(ctx, shop_id);
  await assertMayAsk(ctx, shop);
  const to = await findVendor(ctx, vendor_id);
  if (!to || to.id === shop.owner_id) rejectValue('vendor_id');
  await assertNoRunningTransfer(ctx, shop.id);
  const id = await insertRow(ctx, 'ownership_transfers', {
    transaction_identifier: `OT-${randomBytes(6).toString('hex').toUpperCase()}`,
    shop_id: shop.id,
    from_id: shop.owner_id,
    to_id: to.id,
    message: message || null,
    created_by: ctx.user.id,
  });
  await audit(ctx, {
    family: ownershipTransfers.name,
    id,
    action: 'create',
    changes: { shop_id: [null, shop.id], from: [null, shop.owner_id], to: [null, to.id] },
  });
  const from = await ownerOfShop(ctx, shop.id);
  const email = transferOffered({ name: to.name, shop: shop.name, from: from.name });
  await send(ctx, { channel: 'mail', to: to.email, ...email });
  return transfers.get(ctx, String(id));
}

async function assertMayAsk(ctx: UserCtx, shop: { is_active: boolean }): Promise<void> {
  if (isAdmin(ctx)) return;
  if (!shop.is_active) rejectField('shop_id', 'error-shop-not-approved');
  await consume(ctx, { key: `transfer:by:${ctx.user.id}`, hits: limits.requests, minutes: limits.minutes });
}

async function assertNoRunningTransfer(ctx: Ctx, shopId: number): Promise<void> {
  const running = await ctx.db
    .selectFrom('ownership_transfers')
    .select('id')
    .where('shop_id', '=', shopId)
    .where('status', 'in', ['pending', 'processing'])
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (running) rejectField('shop_id', 'error-transfer-running');
}

/**
 * `GET ownership-transfer/vendors?search=`: possible recipients. Administrators search by part of a name or e-mail; owners
 * need the exact e-mail, so that a shop does not open the list of vendors. Throws TOO_MANY_REQUESTS.
 */
export async function findTransferVendors(ctx: UserCtx, search: unknown): Promise<TransferVendor[]> {
  const text = typeof search === 'string' ? search.trim() : '';
  if (!isAdmin(ctx)) {
    if (text === '' || !(await ownsOpenShop(ctx))) return [];
    const key = `transfer-vendors:${ctx.user.id}`;
    await consume(ctx, { key, hits: limits.searches, minutes: limits.minutes });
  }
  const part = `%${escapeLike(text)}%`;
  return ctx.db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .where('id', '!=', ctx.user.id)
    .where(sql<SqlBool>`permissions @> array['store_owner']`)
    .where((eb) =>
      isAdmin(ctx)
        ? eb.or([
            saysIn(sql.ref('name'), text),
            eb('email', 'ilike', part),
            ...soughtInPhones(ctx, ['contact'], text),
          ])
        : eb('email', '=', text.toLowerCase()),
    )
    .orderBy(inWords(sql.ref('name')))
    .orderBy('id')
    .limit(20)
    .execute();
}

export async function ownsOpenShop(ctx: UserCtx): Promise<boolean> {
  const open = await ctx.db
    .selectFrom('shops')
    .select('id')
    .where('owner_id', '=', ctx.user.id)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return open !== undefined;
}

/** `GET shops/{id}/transfer-conditions`, for the owner and administrators. Throws NOT_FOUND. */
export async function getTransferConditions(ctx: UserCtx, key: string): Promise<TransferConditions> {
  const shop = await shopsService.get(ctx, key);
  if (!('balance' in shop)) throw new AppError('NOT_FOUND');
  return checkConditions(ctx, Number(shop.id));
}

/** What a transfer includes, and the reason that blocks it: payouts in progress. Amounts in minor units. */
async function checkConditions(ctx: Ctx, shopId: number): Promise<TransferConditions> {
  const sums = (await balancesOfShops(ctx, [shopId])).get(shopId);
  const { rows } = await sql<{ pending: number; staffs: number }>`select
    (select count(*)::int from withdraws where shop_id = ${shopId} and deleted_at is null
      and status in ('pending', 'processing', 'on_hold')) as pending,
    (select count(*)::int from memberships where shop_id = ${shopId} and user_id is not null
      and deleted_at is null) as staffs`.execute(ctx.db);
  const { pending = 0, staffs = 0 } = rows[0] ?? {};
  const onHold = sums?.on_hold_amount ?? 0;
  return {
    balance: sums?.current_balance ?? 0,
    on_hold: onHold,
    pending_withdraws: pending,
    open_orders: 0,
    staffs,
    blocked: onHold !== 0 || pending > 0 ? 'error-transfer-money' : null,
  };
}

const transitions: Record<TransferState, readonly TransferState[]> = {
  pending: ['processing', 'approved', 'rejected'],
  processing: ['approved', 'rejected'],
  approved: [],
  rejected: [],
};

/**
 * `PUT ownership-transfer/{id}`: an administrator's decision; approval changes the owner in the same transaction. Idempotent.
 * Throws NOT_FOUND, CONFLICT for a stale edit, ACTION_NOT_VALID for a decided transfer or, with `errors.status`, for the
 * reason that blocks it.
 */
export async function decideTransfer(
  ctx: UserCtx,
  key: string,
  { status, note, version }: Input<typeof transferDecisionSchema> & { version: unknown },
): Promise<JsonRecord> {
  const transfer = await lockTransfer(ctx, key);
  if (transfer.status === status) return transfers.get(ctx, key);
  if (Number.isInteger(version) && version !== transfer.version) {
    throw new AppError('CONFLICT', { current: await transfers.get(ctx, key) });
  }
  if (!ownValue(transitions, transfer.status)?.includes(status)) throw new AppError('ACTION_NOT_VALID');
  if (status === 'approved') await changeOwner(ctx, transfer);
  await updateRow(ctx, 'ownership_transfers', transfer.id, {
    status,
    note: note || null,
    decided_by: ctx.user.id,
    decided_at: ctx.now,
  });
  const changes: Changes = { status: [transfer.status, status] };
  if (note) changes.note = [transfer.note, note];
  await audit(ctx, { family: ownershipTransfers.name, id: transfer.id, action: 'decide', changes });
  if (status !== 'processing') await notifyParties(ctx, transfer, status === 'approved', note || null);
  return transfers.get(ctx, key);
}

/** `DELETE ownership-transfer/{id}`: administrators remove any, owners withdraw a pending one. Throws NOT_FOUND and ACTION_NOT_VALID. */
export async function removeTransfer(ctx: UserCtx, key: string): Promise<void> {
  const transfer = await lockTransfer(ctx, key);
  const isOwn = transfer.from_id === ctx.user.id && transfer.status === 'pending';
  if (!isAdmin(ctx) && !isOwn) throw new AppError('ACTION_NOT_VALID');
  await transfers.remove(ctx, key);
}

type TransferRow = Awaited<ReturnType<typeof lockTransfer>>;

/** Locks a transfer that the user may see. Throws NOT_FOUND. */
async function lockTransfer(ctx: UserCtx, key: string) {
  const { id } = await transfers.get(ctx, key);
  return lockRow(ctx, 'ownership_transfers', Number(id));
}

/** Staff and balance stay with the shop; no payout may be in progress. */
async function changeOwner(ctx: UserCtx, { shop_id, from_id, to_id }: TransferRow): Promise<void> {
  const shop = await lockShop(ctx, shop_id);
  if (shop.owner_id !== from_id) rejectDecision('error-transfer-owner');
  if (!(await findVendor(ctx, to_id))) rejectDecision('error-transfer-vendor');
  const { blocked } = await checkConditions(ctx, shop_id);
  if (blocked) rejectDecision(blocked);
  await updateRow(ctx, 'shops', shop_id, { owner_id: to_id });
  const changes: Changes = { owner_id: [from_id, to_id] };
  await audit(ctx, { family: 'shops', id: shop_id, action: 'transfer', changes });
}

function rejectDecision(reason: string): never {
  throw new AppError('ACTION_NOT_VALID', { fields: { status: [reason] } });
}

async function notifyParties(
  ctx: UserCtx,
  { shop_id, from_id, to_id }: TransferRow,
  isApproved: boolean,
  note: string | null,
): Promise<void> {
  const shop = await loadName(ctx, 'shops', shop_id);
  const parties = await ctx.db
    .selectFrom('users')
    .select(['name', 'email'])
    .where('id', 'in', [from_id, to_id])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  for (const party of parties) {
    const email = transferDecided({ name: party.name, shop, isApproved, note });
    await send(ctx, { channel: 'mail', to: party.email, ...email });
  }
}
