import { ownershipTransfers } from '@/contract/shops/ownership-transfers';
import { type TransferState, transferDecisionSchema } from '@/contract/shops/ownership-transfers/schema';
import { audit } from '@/server/core/audit';
import { isAdmin, type UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/resource/query';
import { validate } from '@/server/core/validate';
import { send } from '@/server/modules/messaging/outbox';
import { transferDecided } from './emails';
import { findVendor } from './shop-owners';
import { lockShop } from './shops';
import { conditionsOf, transfers } from './transfer-ownership';

/** What may follow on what: a transfer that is over stays as it is. */
const next: Record<TransferState, readonly TransferState[]> = {
  pending: ['processing', 'approved', 'rejected'],
  processing: ['approved', 'rejected'],
  approved: [],
  rejected: [],
};

/**
 * `PUT ownership-transfer/{id}`: an administrator's decision. Approved, the shop has its new owner together with it, and
 * every session sees that at once. Deciding the same again changes nothing. Throws NOT_FOUND, CONFLICT for a stale edit,
 * and ACTION_NOT_VALID: it is over, or, with `errors.status`, why the shop cannot go.
 */
export async function decideTransfer(ctx: UserCtx, key: string, body: JsonRecord): Promise<JsonRecord> {
  const { status, note } = await validate(transferDecisionSchema, body);
  const transfer = await lockTransfer(ctx, key);
  if (transfer.status === status) return transfers.get(ctx, key);
  if (Number.isInteger(body.version) && body.version !== transfer.version) {
    throw new AppError('CONFLICT', { current: await transfers.get(ctx, key) });
  }
  if (!next[transfer.status as TransferState].includes(status)) throw new AppError('ACTION_NOT_VALID');
  if (status === 'approved') await handOver(ctx, transfer);
  await ctx.db
    .updateTable('ownership_transfers')
    .set({
      status,
      note: note || null,
      decided_by: ctx.user.id,
      decided_at: ctx.now,
      version: transfer.version + 1,
      updated_at: ctx.now,
    })
    .where('id', '=', transfer.id)
    .execute();
  const changes: Record<string, [unknown, unknown]> = { status: [transfer.status, status] };
  if (note) changes.note = [transfer.note, note];
  await audit(ctx, { family: ownershipTransfers.name, id: transfer.id, action: 'decide', changes });
  if (status !== 'processing') await notifyBoth(ctx, transfer, status === 'approved', note || null);
  return transfers.get(ctx, key);
}

/** `DELETE ownership-transfer/{id}`: an administrator removes any; an owner takes back what nobody has begun to look at. Throws NOT_FOUND and ACTION_NOT_VALID. */
export async function removeTransfer(ctx: UserCtx, key: string): Promise<void> {
  const transfer = await lockTransfer(ctx, key);
  const isOwn = transfer.from_id === ctx.user.id && transfer.status === 'pending';
  if (!isAdmin(ctx) && !isOwn) throw new AppError('ACTION_NOT_VALID');
  await transfers.remove(ctx, key);
}

type StoredTransfer = Awaited<ReturnType<typeof lockTransfer>>;

/** Locks one that the person may see. Throws NOT_FOUND. */
async function lockTransfer(ctx: UserCtx, key: string) {
  const { id } = await transfers.get(ctx, key);
  const transfer = await ctx.db
    .selectFrom('ownership_transfers')
    .selectAll()
    .where('id', '=', Number(id))
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!transfer) throw new AppError('NOT_FOUND');
  return transfer;
}

/** Gives the shop to its new owner. Its people stay; its money does, too, and none of it may be on its way out. */
async function handOver(ctx: UserCtx, { shop_id, from_id, to_id }: StoredTransfer): Promise<void> {
  const shop = await lockShop(ctx, shop_id);
  if (shop.owner_id !== from_id) refuse('error-transfer-owner');
  if (!(await findVendor(ctx, to_id))) refuse('error-transfer-vendor');
  const { blocked } = await conditionsOf(ctx, shop_id);
  if (blocked) refuse(blocked);
  await ctx.db
    .updateTable('shops')
    .set({ owner_id: to_id, version: shop.version + 1, updated_at: ctx.now })
    .where('id', '=', shop_id)
    .execute();
  await audit(ctx, {
    family: 'shops',
    id: shop_id,
    action: 'transfer',
    changes: { owner_id: [from_id, to_id] },
  });
}

function refuse(reason: string): never {
  throw new AppError('ACTION_NOT_VALID', { fields: { status: [reason] } });
}

async function notifyBoth(
  ctx: UserCtx,
  { shop_id, from_id, to_id }: StoredTransfer,
  isApproved: boolean,
  note: string | null,
): Promise<void> {
  const shop = await ctx.db
    .selectFrom('shops')
    .select('name')
    .where('id', '=', shop_id)
    .executeTakeFirstOrThrow();
  const people = await ctx.db
    .selectFrom('users')
    .select(['name', 'email'])
    .where('id', 'in', [from_id, to_id])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  for (const { name, email } of people) {
    const letter = transferDecided({ name, shop: shop.name, isApproved, note });
    await send(ctx, { channel: 'mail', to: email, ...letter });
  }
}
