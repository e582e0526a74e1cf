import { businessDay } from '@/contract/settings/business-day';
import type { VendorFile } from '@/contract/shops/vendor-file';
import type { acceptContractSchema, sendPaperSchema } from '@/contract/shops/vendor-file/schema';
import { audit } from '@/server/core/audit';
import type { UserCtx } from '@/server/core/context';
import { AppError, rejectField, rejectValue } from '@/server/core/errors';
import { takeFiles } from '@/server/core/files/file-rights';
import { settingsOptions } from '@/server/core/settings';
import type { Input } from '@/server/core/validate';
import { adminIds, notify } from '@/server/modules/messaging/notify';
import { publishShop } from '../shop-live';
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
  await ctx.db
    .insertInto('vendor_papers')
    .values({
      shop_id: shop.id,
      owner_id: ctx.user.id,
      item,
      attachment_id,
      expires_on: expires,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .execute();
  await audit(ctx, {
    family: 'shops',
    id: shop.id,
    action: 'paper-sent',
    changes: { [`file.${item}`]: [asked.state, 'waiting'] },
  });
  await notify(ctx, {
    type: 'shop',
    event: 'paper-sent',
    tracker: shop.id,
    shopId: shop.id,
    text: shop.name,
    receivers: await adminIds(ctx, 'shops'),
  });
  await publishShop(ctx, shop.id);
  return readVendorFile(ctx, shop);
}

/** A private file that the person uploaded, and that nothing else uses. Throws VALIDATION_FAILED. */
async function takePaper(ctx: UserCtx, id: number): Promise<number> {
  const file = (await takeFiles(ctx, [id], { shopIds: [], as: 'private' })).get(id);
  const reject = (message: string): never => {
    rejectField('file', message);
  };
  if (!file) return reject('error-file-missing');
  if (file.isPublic) return reject('error-file-public');
  if (!readable.test(file.attachment.original)) return reject('error-paper-type');
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
    await audit(ctx, {
      family: 'shops',
      id: shop.id,
      action: 'contract-accepted',
      changes: { 'file.contract': [null, `${contract.title} (${version})`] },
    });
    await publishShop(ctx, shop.id);
  }
  return readVendorFile(ctx, shop);
}
