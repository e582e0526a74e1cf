import { requisitesSchema } from '@/contract/shops/requisites';
import type { approveShopSchema, disapproveShopSchema, ShopCommission } from '@/contract/shops/schema';
import { audit, changesBetween } from '@/server/core/audit';
import { isAdmin, type UserCtx } from '@/server/core/context';
import { updateRow } from '@/server/core/db/rows';
import { AppError } from '@/server/core/errors';
import { type JsonRecord, pick } from '@/server/core/json-record';
import { readPathId } from '@/server/core/numbers';
import type { Input } from '@/server/core/validate';
import {
  approvalStands,
  endApprovalUndo,
  openApprovalUndo,
  takeApprovalUndo,
  withdrawNotifications,
} from '@/server/modules/messaging/approval-undos';
import { notify } from '@/server/modules/messaging/notify';
import { send } from '@/server/modules/messaging/outbox';
import { loadPayee, payeeFacts } from '@/server/modules/settings/approvals/payee-facts';
import { defineGuarded, holdsInTeam } from '@/server/modules/settings/approvals/registry';
import { requireSecondPerson } from '@/server/modules/settings/approvals/require-second-person';
import { commissionChanged, shopApproved, shopDisapproved } from './emails';
import { publishShop, shopBell } from './shop-live';
import { ownerOfShop } from './shop-owner';
import { lockShop, shopsService } from './shops';
import { whatLacks } from './vendor-file/read-file';

type ShopRow = Awaited<ReturnType<typeof lockShop>>;

interface Commission extends JsonRecord {
  id: number;
  rate: number;
  is_custom: boolean;
  before: number | null;
  is_open: boolean;
}

/** A rate that a second person confirms, also the first one, which opens the shop. */
const commission = defineGuarded<Commission>({
  kind: 'commission',
  family: 'shops',
  right: 'finance:decide',
  mayPrepare: (ctx) => holdsInTeam(ctx, 'shops:decide'),
  async describe(ctx, { id, rate, before, is_open }) {
    const { name, requisites } = await loadPayee(ctx, id);
    return {
      title: name,
      facts: [
        { key: 'shop', kind: 'text', after: name },
        ...payeeFacts(pick({ ...requisites }, ['legal_name', 'inn'])),
        { key: 'commission', kind: 'rate', before, after: rate },
        { key: 'opens', kind: 'text', after: is_open ? null : 'opens' },
      ],
    };
  },
  run: (ctx, { id, rate, is_custom }) =>
    approveShop(ctx, { id, admin_commission_rate: rate, isCustomCommission: is_custom }),
});

/**
 * `POST approve-shop`: opens a shop with a commission rate in per cent, or changes the rate of an open shop. Repeating it
 * changes nothing but is audited. Throws NOT_FOUND, VALIDATION_FAILED, and ACTION_NOT_VALID while requisites are missing, and
 * VENDOR_FILE_INCOMPLETE, which names what lacks.
 */
export async function approveShop(
  ctx: UserCtx,
  { id, admin_commission_rate: rate, isCustomCommission }: Input<typeof approveShopSchema>,
): Promise<JsonRecord> {
  const shop = await lockShop(ctx, id);
  if (!(await requisitesSchema.isValid(shop.requisites))) {
    throw new AppError('ACTION_NOT_VALID', { fields: { requisites: ['error-requisites-required'] } });
  }
  if (!shop.is_active) await assertFileComplete(ctx, shop);
  if (rate !== shop.admin_commission_rate || isCustomCommission !== shop.is_custom_commission) {
    const stored = { before: shop.admin_commission_rate, is_open: shop.is_active };
    const content = { id, rate, is_custom: isCustomCommission, ...stored };
    await requireSecondPerson(ctx, commission, { id, content });
  }
  const after = {
    is_active: true,
    admin_commission_rate: rate,
    is_custom_commission: isCustomCommission,
    disapproved_reason: null,
  };
  const changes = await applyDecision(ctx, shop, 'approve', after);
  let commissionId: number | null = null;
  if ('admin_commission_rate' in changes || 'is_custom_commission' in changes) {
    const added = await ctx.db
      .insertInto('shop_commissions')
      .values({ shop_id: id, rate, is_custom: isCustomCommission, user_id: ctx.user.id, at: ctx.now })
      .returning('id')
      .executeTakeFirstOrThrow();
    commissionId = added.id;
  }
  const owner = await ownerOfShop(ctx, id);
  const data = { name: owner.name, shop: shop.name, rate };
  if ('is_active' in changes) {
    const email = shopApproved({ ...data, link: `${ctx.publicUrl}/admin/${shop.slug}` });
    const before = { ...pick({ ...shop }, decidedColumns), commissionId };
    const undo = await openApprovalUndo(ctx, { family: 'shops', id }, shop.version + 1, before);
    await send(ctx, { channel: 'mail', to: owner.email, ...email, undo });
    await notify(ctx, { ...shopBell(shop, 'opened'), receivers: [owner.id] });
    return { ...(await shopsService.get(ctx, String(id))), undo_until: undo.until.toISOString() };
  }
  if ('admin_commission_rate' in changes) {
    const email = commissionChanged({ ...data, before: shop.admin_commission_rate });
    await send(ctx, { channel: 'mail', to: owner.email, ...email });
  }
  return shopsService.get(ctx, String(id));
}

const decidedColumns = [
  ...['is_active', 'approved_at', 'disapproved_reason'],
  ...['admin_commission_rate', 'is_custom_commission'],
] as const;

/**
 * `POST shops/{id}/undo-approval`: the shop is closed as it was, and its owner is told nothing (rules/shops: an approval can
 * be undone for thirty seconds). Throws NOT_FOUND, and ACTION_NOT_VALID when it is too late or the shop has sold.
 */
export async function undoShopApproval(ctx: UserCtx, key: string): Promise<JsonRecord> {
  const shop = await lockShop(ctx, readPathId(key));
  const undone = await takeApprovalUndo(ctx, { family: 'shops', id: shop.id }, shop.version);
  const { commissionId, ...before } = undone.before;
  const sold = await ctx.db
    .selectFrom('orders')
    .select('id')
    .where('shop_id', '=', shop.id)
    .where('created_at', '>=', undone.since)
    .limit(1)
    .executeTakeFirst();
  if (sold) throw approvalStands();
  await updateRow(ctx, 'shops', shop.id, before);
  if (commissionId)
    await ctx.db.deleteFrom('shop_commissions').where('id', '=', Number(commissionId)).execute();
  await withdrawNotifications(ctx, shopBell(shop, 'opened'), undone.since);
  await publishShop(ctx, shop.id);
  const changes = changesBetween(shop, before);
  await audit(ctx, { family: 'shops', id: shop.id, action: 'undo-approval', changes });
  return shopsService.get(ctx, key);
}

/**
 * `POST disapprove-shop`: hides a shop and its products, which keep their status (rules/shops: a closed shop keeps its
 * products as they are), or gives a waiting shop the reason. Throws NOT_FOUND and VALIDATION_FAILED.
 */
export async function disapproveShop(
  ctx: UserCtx,
  { id, reason = null }: Input<typeof disapproveShopSchema>,
): Promise<JsonRecord> {
  const shop = await lockShop(ctx, id);
  const after = { is_active: false, disapproved_reason: reason || null };
  const changes = await applyDecision(ctx, shop, 'disapprove', after);
  if (Object.keys(changes).length > 0) {
    const owner = await ownerOfShop(ctx, id);
    const email = shopDisapproved({ name: owner.name, shop: shop.name, reason: after.disapproved_reason });
    await send(ctx, { channel: 'mail', to: owner.email, ...email });
    const text = after.disapproved_reason;
    await notify(ctx, { ...shopBell(shop, 'closed'), receivers: [owner.id], text });
  }
  return shopsService.get(ctx, String(id));
}

/** Before it opens, not while its rate changes (rules/shops: a shop opens with its vendor's papers). */
async function assertFileComplete(ctx: UserCtx, shop: ShopRow): Promise<void> {
  const lacks = await whatLacks(ctx, shop);
  if (lacks.length === 0) return;
  const fields = Object.fromEntries(lacks.map((key) => [`file.${key}`, ['error-paper-lacks']]));
  throw new AppError('VENDOR_FILE_INCOMPLETE', { fields });
}

/** Writes the changes of a decision, if any, and audits it either way. */
async function applyDecision(ctx: UserCtx, shop: ShopRow, action: string, after: JsonRecord) {
  const changes = changesBetween(shop, after);
  await endApprovalUndo(ctx, { family: 'shops', id: shop.id });
  if (Object.keys(changes).length > 0) {
    await updateRow(ctx, 'shops', shop.id, {
      ...after,
      // A person has decided now: no paper opens the shop by itself.
      file_paused_at: null,
      // The first approval; kept when the shop is switched off and on again.
      ...(action === 'approve' && shop.approved_at === null && { approved_at: ctx.now }),
    });
    await publishShop(ctx, shop.id);
  }
  await audit(ctx, { family: 'shops', id: shop.id, action, changes });
  return changes;
}

/** `GET shops/{id}/commissions`: rate history of a shop, latest first. Throws NOT_FOUND for another vendor's shop. */
export async function listCommissions(ctx: UserCtx, key: string): Promise<ShopCommission[]> {
  const shop = await shopsService.get(ctx, key);
  if (!('balance' in shop)) throw new AppError('NOT_FOUND');
  const rows = await ctx.db
    .selectFrom('shop_commissions as c')
    .leftJoin('users as u', 'u.id', 'c.user_id')
    .select(['c.id', 'c.rate', 'c.is_custom', 'c.at', 'u.id as user_id', 'u.name'])
    .where('c.shop_id', '=', Number(shop.id))
    .orderBy('c.id', 'desc')
    .limit(100)
    .execute();
  return rows.map(({ user_id, name, at, ...row }) => ({
    ...row,
    at: at.toISOString(),
    ...(isAdmin(ctx) && { user: user_id === null ? null : { id: user_id, name: name ?? '' } }),
  }));
}
