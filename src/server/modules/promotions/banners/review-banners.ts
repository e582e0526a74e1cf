import type { Selectable } from 'kysely';
import { reviewBanners } from '@/contract/promotions/review-banners';
import type { Approval, Rejection } from '@/contract/promotions/review-banners/schema';
import { audit, type Changes, changesBetween } from '@/server/core/audit';
import { type Ctx, isAdmin, type UserCtx } from '@/server/core/context';
import { lockRow, updateRow } from '@/server/core/db/rows';
import type { DB } from '@/server/core/db/types';
import { AppError, rejectField } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { ownShop } from '@/server/core/resource/policy';
import { type ResourceService, resourceService } from '@/server/core/resource/service';

type Submission = Selectable<DB['review_banners']>;

const engine = resourceService(reviewBanners, {
  table: 'review_banners',
  policy: ownShop,
  immutableFields: ['shop_id'],
  relations: { shop: { column: 'shop_id', table: 'shops' } },
  onCreate: async (ctx) => ({ created_by: ctx.user?.id }),
  // A vendor's edit needs a new review.
  isSubmittedAgain: (ctx, { status }) => !isAdmin(ctx) && status === 'rejected',
  onUpdate: (ctx) =>
    isAdmin(ctx) ? {} : { status: 'pending', reject_reason: null, decided_by: null, decided_at: null },
});

/**
 * Banners submitted by vendors for their shops: editable until approval, then shown as advertising banners. Throws
 * ACTION_NOT_VALID for an edit of an approved one.
 */
export const reviewBannersService: ResourceService = {
  ...engine,
  async update(ctx, key, body) {
    const { id } = await engine.get(ctx, key);
    const row = await lockRow(ctx, 'review_banners', Number(id));
    if (row.status === 'approved') throw new AppError('ACTION_NOT_VALID');
    return engine.update(ctx, key, body);
  },
};

/**
 * `POST approve-review-banner`: creates or updates the advertising banner in the same transaction; idempotent. Throws
 * VALIDATION_FAILED without a token: a shop's banner is paid advertising.
 */
export async function approveBanner(
  ctx: UserCtx,
  { id, version, erid: given }: Approval,
): Promise<JsonRecord> {
  const row = await lockRow(ctx, 'review_banners', id);
  if (row.status === 'approved') return engine.get(ctx, String(id));
  await assertFresh(ctx, row, version);
  const erid = given || row.erid;
  if (!erid) rejectField('erid', 'error-erid-required');
  const advertising_banner_id = await publish(ctx, { ...row, erid });
  const change = { status: 'approved', reject_reason: null, erid, advertising_banner_id };
  return decide(ctx, row, 'approve', change);
}

/**
 * `POST disapprove-review-banner`: the vendor reads the reason and may submit again. A banner approved before is
 * hidden. Repeating the same reason changes nothing.
 */
export async function rejectBanner(ctx: UserCtx, { id, version, reason }: Rejection): Promise<JsonRecord> {
  const row = await lockRow(ctx, 'review_banners', id);
  if (row.status === 'rejected' && row.reject_reason === reason) return engine.get(ctx, String(id));
  await assertFresh(ctx, row, version);
  if (row.status === 'approved') await switchOff(ctx, row.advertising_banner_id);
  return decide(ctx, row, 'reject', { status: 'rejected', reject_reason: reason });
}

/** Throws CONFLICT for a stale version. */
async function assertFresh(ctx: Ctx, row: Submission, seen: number | undefined): Promise<void> {
  if (seen === undefined || seen === row.version) return;
  throw new AppError('CONFLICT', { current: await engine.get(ctx, String(row.id)) });
}

async function decide(
  ctx: UserCtx,
  row: Submission,
  action: 'approve' | 'reject',
  change: Partial<Pick<Submission, 'status' | 'reject_reason' | 'erid' | 'advertising_banner_id'>>,
): Promise<JsonRecord> {
  await updateRow(ctx, 'review_banners', row.id, { ...change, decided_by: ctx.user.id, decided_at: ctx.now });
  const changes = changesBetween({ ...row }, change);
  await audit(ctx, { family: 'review-banners', id: row.id, action, changes });
  return engine.get(ctx, String(row.id));
}

/** Creates or updates the advertising banner of a submission. Returns its id. */
async function publish(ctx: UserCtx, row: Submission): Promise<number> {
  const { title, description, url, place, shop_id, start_date, end_date } = row;
  const { advertiser, advertiser_inn, erid } = row;
  const columns = {
    title,
    description,
    url,
    place,
    shop_id,
    start_date,
    end_date,
    advertiser,
    advertiser_inn,
    erid,
    image: JSON.stringify(row.image),
    mobile_image: row.mobile_image && JSON.stringify(row.mobile_image),
    is_active: true,
    updated_at: ctx.now,
  };
  const updated = await ctx.db
    .updateTable('advertising_banners')
    .set((eb) => ({ ...columns, version: eb('version', '+', 1) }))
    .where('id', '=', row.advertising_banner_id ?? 0)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  const { id } =
    updated ??
    (await ctx.db
      .insertInto('advertising_banners')
      .values({ ...columns, created_at: ctx.now })
      .returning('id')
      .executeTakeFirstOrThrow());
  const changes: Changes = { is_active: [null, true], title: [null, title] };
  await audit(ctx, { family: 'advertising-banners', id, action: updated ? 'update' : 'create', changes });
  return id;
}

async function switchOff(ctx: UserCtx, bannerId: number | null): Promise<void> {
  const changed = await ctx.db
    .updateTable('advertising_banners')
    .set((eb) => ({ is_active: false, version: eb('version', '+', 1), updated_at: ctx.now }))
    .where('id', '=', bannerId ?? 0)
    .where('deleted_at', 'is', null)
    .where('is_active', '=', true)
    .returning('id')
    .executeTakeFirst();
  if (!changed) return;
  const changes: Changes = { is_active: [true, false] };
  await audit(ctx, { family: 'advertising-banners', id: changed.id, action: 'update', changes });
}
