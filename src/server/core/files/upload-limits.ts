import { sql } from 'kysely';
import { consume } from '@/server/core/rate-limits';
import { settingsOptions } from '@/server/core/settings';
import { isAdmin, ownShopIds, type UserCtx } from '../context';
import { AppError } from '../errors';

const minutes = 10;
const maxUploads = 120;
const maxImportFiles = 30;
const megabyte = 1024 * 1024;

/** Counts a request that brings files. Throws TOO_MANY_REQUESTS. */
export async function countUpload(ctx: UserCtx): Promise<void> {
  await consume(ctx, { key: `upload:${ctx.user.id}`, hits: maxUploads, minutes });
}

/** Counts a request that brings a file of rows or a ZIP of pictures. Throws TOO_MANY_REQUESTS. */
export async function countImportFile(ctx: UserCtx): Promise<void> {
  await consume(ctx, { key: `import-file:${ctx.user.id}`, hits: maxImportFiles, minutes });
}

/** The shop that a person's uploads count towards: the first one of an owner of several. */
export function uploadShopId(ctx: UserCtx): number | null {
  const ids = ownShopIds(ctx.user);
  return ids.length > 0 ? Math.min(...ids) : null;
}

/**
 * How many more bytes may be stored, for the person and for the shop; Infinity for administrators. With `lock`, in a
 * transaction, nobody else stores for either until it ends.
 */
export async function quotaLeft(ctx: UserCtx, shopId: number | null, { lock = false } = {}): Promise<number> {
  if (isAdmin(ctx)) return Number.POSITIVE_INFINITY;
  const { uploadQuotaPerson, uploadQuotaShop } = await settingsOptions(ctx);
  const person = await personBytes(ctx, lock);
  const left = uploadQuotaPerson * megabyte - person;
  if (shopId === null) return left;
  const { count, bytes } = await shopBytes(ctx, shopId, lock);
  return Math.min(left, count * uploadQuotaShop * megabyte - bytes);
}

/** Throws STORAGE_QUOTA_EXCEEDED when `bytes` exceed what is left. */
export function assertQuota(left: number, bytes: number): void {
  if (bytes > left) throw new AppError('STORAGE_QUOTA_EXCEEDED');
}

async function personBytes({ db, user }: UserCtx, lock: boolean): Promise<number> {
  if (lock) await sql`select pg_advisory_xact_lock(hashtext(${`uploads.user.${user.id}`}))`.execute(db);
  const { rows } = await sql<{ bytes: number }>`select coalesce(sum(size), 0)::float8 as bytes
    from attachments where user_id = ${user.id}`.execute(db);
  return rows[0]?.bytes ?? 0;
}

/** Shops of one owner share their quotas, because an owner's upload does not name its shop. */
async function shopBytes(
  { db }: UserCtx,
  shopId: number,
  lock: boolean,
): Promise<{ count: number; bytes: number }> {
  const { rows: shops } = await sql<{ id: number; owner_id: number | null }>`select id, owner_id from shops
    where deleted_at is null and (id = ${shopId} or owner_id = (select owner_id from shops where id = ${shopId}))`.execute(
    db,
  );
  const holder = shops[0]?.owner_id ?? `of-${shopId}`;
  if (lock) await sql`select pg_advisory_xact_lock(hashtext(${`uploads.shops.${holder}`}))`.execute(db);
  const ids = [...new Set([shopId, ...shops.map(({ id }) => id)])];
  const { rows } = await sql<{ bytes: number }>`select coalesce(sum(size), 0)::float8 as bytes
    from attachments where shop_id = any(${ids}::bigint[])`.execute(db);
  return { count: ids.length, bytes: rows[0]?.bytes ?? 0 };
}
