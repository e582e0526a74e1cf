import { isAllowed, withStaff } from '@/contract/core/permissions';
import { termsAndConditions } from '@/contract/settings/terms-and-conditions';
import { audit } from '@/server/core/audit';
import { type Ctx, isAdmin, type UserCtx } from '@/server/core/context';
import { lockRow, updateRow } from '@/server/core/db/rows';
import { AppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { ownShop, type Policy } from '@/server/core/resource/policy';
import { resourceService } from '@/server/core/resource/service';
import { settingsOptions } from '@/server/core/settings';
import { resolvePublisher } from './publisher';

const family = termsAndConditions.name;

/**
 * Administrators see all terms, vendors and staff with the content scope those of their shops, everybody else the
 * approved ones.
 */
const termsPolicy: Policy = (ctx, purpose) =>
  isAdmin(ctx) || purpose === 'write' || isAllowed(withStaff('content'), ctx.user?.permissions ?? [])
    ? ownShop(ctx, purpose)
    : (eb) => eb('is_approved', '=', true);

export const termsService = resourceService(termsAndConditions, {
  table: 'terms_and_conditions',
  policy: termsPolicy,
  immutableFields: ['shop_id'],
  adminOnly: ['is_approved'],
  relations: { shop: { column: 'shop_id', table: 'shops' } },
  onCreate: async (ctx, input) => {
    await assertVendorTermsAllowed(ctx);
    const publisher = await resolvePublisher(ctx, input.shop_id);
    const isApproved = isAdmin(ctx) && (input.is_approved ?? publisher.type === 'global');
    return { ...publisher, is_approved: isApproved, user_id: ctx.user?.id };
  },
  onUpdate: resetApproval,
});

/** Throws FORBIDDEN for a vendor while the settings reserve terms for administrators. */
async function assertVendorTermsAllowed(ctx: Ctx): Promise<void> {
  if (!isAdmin(ctx) && !(await settingsOptions(ctx)).enableTerms) throw new AppError('FORBIDDEN');
}

/** A text that its owner changes after approval must be approved again. */
async function resetApproval(ctx: Ctx, before: JsonRecord, columns: JsonRecord): Promise<JsonRecord> {
  await assertVendorTermsAllowed(ctx);
  const isSame = ['title', 'description'].every((key) => !(key in columns) || columns[key] === before[key]);
  if (isAdmin(ctx) || isSame || before.is_approved !== true) return {};
  const changes = { is_approved: [true, false] as [unknown, unknown] };
  await audit(ctx, { family, id: Number(before.id), action: 'disapprove', changes });
  return { is_approved: false };
}

/** `POST approve-terms-and-conditions` and `disapprove-…`; idempotent. Throws NOT_FOUND. */
export async function setApproval(ctx: UserCtx, id: number, isApproved: boolean): Promise<JsonRecord> {
  const row = await lockRow(ctx, 'terms_and_conditions', id);
  if (row.is_approved !== isApproved) {
    await updateRow(ctx, 'terms_and_conditions', id, { is_approved: isApproved });
    const changes = { is_approved: [row.is_approved, isApproved] as [unknown, unknown] };
    await audit(ctx, { family, id, action: isApproved ? 'approve' : 'disapprove', changes });
  }
  return termsService.get(ctx, String(id));
}
