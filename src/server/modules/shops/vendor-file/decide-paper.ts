import type { VendorFile } from '@/contract/shops/vendor-file';
import type { decidePaperSchema } from '@/contract/shops/vendor-file/schema';
import { audit, type Changes } from '@/server/core/audit';
import type { Ctx, UserCtx } from '@/server/core/context';
import { updateRow } from '@/server/core/db/rows';
import { AppError } from '@/server/core/errors';
import { parseId } from '@/server/core/numbers';
import type { Input } from '@/server/core/validate';
import { notify } from '@/server/modules/messaging/notify';
import { send } from '@/server/modules/messaging/outbox';
import { publishShop, shopBell } from '../shop-live';
import { ownerOfShop } from '../shop-owner';
import { paperDeclined, shopReopened } from './emails';
import { type FileShop, findFileShop, readVendorFile, whatLacks } from './read-file';

/**
 * `POST shops/{id}/papers/{paper}/decide`: accepts or declines a paper that waits, or declines an accepted one that proved
 * wrong. Throws NOT_FOUND, ACTION_NOT_VALID for a replaced one, and CONFLICT when somebody else has decided meanwhile.
 */
export async function decidePaper(
  ctx: UserCtx,
  key: string,
  paper: string,
  { state, reason = null, version }: Input<typeof decidePaperSchema>,
): Promise<VendorFile> {
  const shop = await findFileShop(ctx, key, true);
  const row = await ctx.db
    .selectFrom('vendor_papers')
    .selectAll()
    .where('id', '=', parseId(paper))
    .where('shop_id', '=', shop.id)
    .where('owner_id', '=', shop.owner_id ?? 0)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
  if (row.version !== version) throw new AppError('CONFLICT', { current: await readVendorFile(ctx, shop) });
  const mayDecide = row.state === 'waiting' || (row.state === 'accepted' && state === 'declined');
  if (!mayDecide) throw new AppError('ACTION_NOT_VALID');
  const isAccepted = state === 'accepted';
  const why = state === 'declined' ? reason : null;
  const decision = { state, reason: why, decided_by: ctx.user.id, decided_at: ctx.now };
  await updateRow(ctx, 'vendor_papers', row.id, decision);
  await audit(ctx, {
    family: 'shops',
    id: shop.id,
    action: isAccepted ? 'paper-accepted' : 'paper-declined',
    changes: { [`file.${row.item}`]: [row.state, state], ...(why && { reason: [null, why] }) },
  });
  await notifyOwner(ctx, shop, state, why);
  const now = await reopenIfComplete(ctx, shop);
  await publishShop(ctx, shop.id);
  return readVendorFile(ctx, now);
}

async function notifyOwner(
  ctx: UserCtx,
  shop: FileShop,
  state: 'accepted' | 'declined',
  reason: string | null,
): Promise<void> {
  const owner = await ownerOfShop(ctx, shop.id);
  await notify(ctx, { ...shopBell(shop, `paper-${state}`), text: reason, receivers: [owner.id] });
  if (state === 'accepted') return;
  const email = paperDeclined({ name: owner.name, shop: shop.name, reason, link: papersLink(ctx, shop) });
  await send(ctx, { channel: 'mail', to: owner.email, ...email });
}

/** The shop's papers in the panel. */
export const papersLink = ({ publicUrl }: Ctx, { slug }: { slug: string }): string =>
  `${publicUrl}/admin/${encodeURIComponent(slug)}#documents`;

/**
 * Opens a shop that an expired paper has closed once its file is complete; one that a person has closed stays closed
 * (rules/shops: an expired paper closes the shop until a new one is accepted).
 */
export async function reopenIfComplete(ctx: Ctx, shop: FileShop): Promise<FileShop> {
  if (shop.file_paused_at === null || shop.is_active) return shop;
  if ((await whatLacks(ctx, shop)).length > 0) return shop;
  const opened = { is_active: true, file_paused_at: null };
  await updateRow(ctx, 'shops', shop.id, opened);
  const changes: Changes = { is_active: [false, true] };
  await audit(ctx, { family: 'shops', id: shop.id, action: 'approve', changes });
  const owner = await ownerOfShop(ctx, shop.id);
  const email = shopReopened({ name: owner.name, shop: shop.name, link: papersLink(ctx, shop) });
  await send(ctx, { channel: 'mail', to: owner.email, ...email });
  await notify(ctx, { ...shopBell(shop, 'opened'), receivers: [owner.id] });
  return { ...shop, ...opened };
}
