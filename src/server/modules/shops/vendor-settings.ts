import type { Requisites } from '@/contract/shops/requisites';
import type { VendorSettings } from '@/contract/shops/vendor-settings';
import type { vendorSettingsSchema } from '@/contract/shops/vendor-settings/schema';
import { audit, changesBetween } from '@/server/core/audit';
import type { UserCtx } from '@/server/core/context';
import { updateRow } from '@/server/core/db/rows';
import { AppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { isOutdated } from '@/server/core/numbers';
import type { Input } from '@/server/core/validate';

const sections = ['company', 'fast_payments', 'notifications'] as const;

/** `GET vendor/settings`: always the user's own, also for administrators. */
export async function getVendorSettings(ctx: UserCtx): Promise<VendorSettings> {
  return presentSettings(await selectSettings(ctx).executeTakeFirstOrThrow());
}

/** `PUT vendor/settings`: replaces the sections that were sent. Throws VALIDATION_FAILED, and CONFLICT for a stale version. */
export async function saveVendorSettings(
  ctx: UserCtx,
  body: JsonRecord,
  input: Input<typeof vendorSettingsSchema>,
): Promise<VendorSettings> {
  const row = await selectSettings(ctx).forUpdate().executeTakeFirstOrThrow();
  const before = presentSettings(row);
  if (isOutdated(body.version, row.version)) {
    throw new AppError('CONFLICT', { current: before });
  }
  // An absent section has the defaults of its fields.
  const sent = sections.filter((section) => body[section] !== undefined && input[section] !== undefined);
  const changes = changesBetween(
    { ...before },
    Object.fromEntries(sent.map((section) => [section, input[section]])),
  );
  if (Object.keys(changes).length === 0) return before;
  await updateRow(ctx, 'users', ctx.user.id, {
    ...Object.fromEntries(sent.map((section) => [section, JSON.stringify(input[section] ?? {})])),
  });
  await audit(ctx, { family: 'users', id: ctx.user.id, action: 'vendor-settings', changes });
  return getVendorSettings(ctx);
}

function selectSettings(ctx: UserCtx) {
  return ctx.db
    .selectFrom('users')
    .select(['company', 'fast_payments', 'notifications', 'version'])
    .where('id', '=', ctx.user.id);
}

function presentSettings(row: {
  company: unknown;
  fast_payments: unknown;
  notifications: unknown;
  version: number;
}) {
  const { email = null, enable = false } = (row.notifications ?? {}) as Partial<
    VendorSettings['notifications']
  >;
  return {
    company: nullIfEmpty<Requisites>(row.company),
    fast_payments: nullIfEmpty<NonNullable<VendorSettings['fast_payments']>>(row.fast_payments),
    notifications: { email, enable },
    version: row.version,
  };
}

function nullIfEmpty<Section extends object>(stored: unknown): Section | null {
  const isFilled = typeof stored === 'object' && stored !== null && Object.keys(stored).length > 0;
  return isFilled ? (stored as Section) : null;
}
