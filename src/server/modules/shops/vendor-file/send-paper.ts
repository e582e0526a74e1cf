import { businessDay } from '@/contract/settings/business-day';
import type { VendorFile } from '@/contract/shops/vendor-file';
import type { acceptContractSchema, sendPaperSchema } from '@/contract/shops/vendor-file/schema';
import { audit, type Changes } from '@/server/core/audit';
import type { UserCtx } from '@/server/core/context';
import { insertRow } from '@/server/core/db/rows';
import { AppError, rejectField, rejectValue } from '@/server/core/errors';
import { takeFiles } from '@/server/core/files/file-rights';
import { settingsOptions } from '@/server/core/settings';
import type { Input } from '@/server/core/validate';
import { adminIds, notify } from '@/server/modules/messaging/notify';
import { publishShop, shopBell } from '../shop-live';
import { lockOwnShop, readContract, readVendorFile } from './read-file';

/** What an operator can open without other programs. */
const readable = /\.(pdf|png|jpg)$/;
/** Papers that wait in a shop's file and were replaced stay in its history: a limit a day keeps it short. */
export const papersPerDay = 200;

/**
 * `POST shops/{id}/papers`: the owner sends a paper, which waits for a decision; one that waited is replaced, and an
 * accepted one stays in force meanwhile (rules/shops: a shop opens with its vendor's papers). Throws NOT_FOUND, FORBIDDEN
 * and VALIDATION_FAILED.
 */
export async function sendPaper(
  ctx: UserCtx,
  key: string,
  { item, file: fileId, expires_on }: Input<typeof sendPaperSchema>,
): Promise<VendorFile> {
  const shop = await lockOwnShop(ctx, key);
  const { items } = await readVendorFile(ctx, shop);
  const asked = items.find((one) => one.key === item) ?? rejectValue('item');
  const expires = asked.hasExpiry ? expires_on || null : null;
  if (asked.hasExpiry && !expires) rejectField('expires_on', 'error-expiry-required');
  await settingsOptions(ctx);
  if (expires && expires < businessDay(ctx.now)) rejectField('expires_on', 'error-paper-expired');
  const attachment_id = await takePaper(ctx, fileId);
  await ctx.db
    .updateTable('vendor_papers')
    .set((eb) => ({ state: 'replaced', version: eb('version', '+', 1), updated_at: ctx.now }))
    .where('shop_id', '=', shop.id)
    .where('owner_id', '=', ctx.user.id)
    .where('item', '=', item)
    .where('state', '=', 'waiting')
    .execute();
  const paper = { shop_id: shop.id, owner_id: ctx.user.id, item, attachment_id, expires_on: expires };
  await insertRow(ctx, 'vendor_papers', paper);
  const changes: Changes = { [`file.${item}`]: [asked.state, 'waiting'] };
  await audit(ctx, { family: 'shops', id: shop.id, action: 'paper-sent', changes });
  const receivers = await adminIds(ctx, 'shops');
  await notify(ctx, { ...shopBell(shop, 'paper-sent'), text: shop.name, receivers });
  await publishShop(ctx, shop.id);
  return readVendorFile(ctx, shop);
}

/** A private file that the person uploaded, and that nothing else uses. Throws VALIDATION_FAILED. */
async function takePaper(ctx: UserCtx, id: number): Promise<number> {
  const file = (await takeFiles(ctx, [id], { shopIds: [], as: 'private' })).get(id);
  if (!file) rejectField('file', 'error-file-missing');
  if (file.isPublic) rejectField('file', 'error-file-public');
  if (!readable.test(file.attachment.original)) rejectField('file', 'error-paper-type');
  return id;
}

/**
 * `POST shops/{id}/contract`: the owner accepts the version that they have read. Throws NOT_FOUND, FORBIDDEN, and CONFLICT
 * when there is another one by now.
 */
export async function acceptContract(
  ctx: UserCtx,
  key: string,
  { version }: Input<typeof acceptContractSchema>,
): Promise<VendorFile> {
  const shop = await lockOwnShop(ctx, key);
  const { vendorFile } = await settingsOptions(ctx);
  const contract = await readContract(ctx, shop, vendorFile.contract);
  if (!contract) throw new AppError('NOT_FOUND');
  if (contract.version !== version)
    throw new AppError('CONFLICT', { current: await readVendorFile(ctx, shop) });
  if (!contract.accepted_at) {
    await ctx.db
      .insertInto('vendor_contracts')
      .values({
        shop_id: shop.id,
        user_id: ctx.user.id,
        term_id: contract.id,
        term_version: version,
        title: contract.title,
        ip: ctx.ip,
        created_at: ctx.now,
      })
      .execute();
    const changes: Changes = { 'file.contract': [null, `${contract.title} (${version})`] };
    await audit(ctx, { family: 'shops', id: shop.id, action: 'contract-accepted', changes });
    await publishShop(ctx, shop.id);
  }
  return readVendorFile(ctx, shop);
}
