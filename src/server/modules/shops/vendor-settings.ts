import type { Requisites } from '@/contract/shops/requisites';
import type { VendorSettings } from '@/contract/shops/vendor-settings';
import { vendorSettingsSchema } from '@/contract/shops/vendor-settings/schema';
import { audit, changesBetween } from '@/server/core/audit';
import type { UserCtx } from '@/server/core/context';
import { AppError, rejectValue } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/resource/query';
import { validate } from '@/server/core/validate';

const parts = ['company', 'fast_payments', 'notifications'] as const;

/** `GET vendor/settings`: one's own and nobody else's, administrators included. */
export async function getVendorSettings(ctx: UserCtx): Promise<VendorSettings> {
  return toSettings(await rowOf(ctx).executeTakeFirstOrThrow());
}

/**
 * `PUT vendor/settings`: the parts that were sent. Throws VALIDATION_FAILED, and CONFLICT when the edit saw an older
 * version.
 */
export async function saveVendorSettings(ctx: UserCtx, body: JsonRecord): Promise<VendorSettings> {
  const row = await rowOf(ctx).forUpdate().executeTakeFirstOrThrow();
  const before = toSettings(row);
  if (body.version !== undefined && body.version !== null && Number(body.version) !== row.version) {
    throw new AppError('CONFLICT', { current: before });
  }
  assertFlat(body);
  const input: JsonRecord = await validate(vendorSettingsSchema, body);
  const sent = parts.filter((part) => body[part] !== undefined && input[part] !== undefined);
  const changes = changesBetween({ ...before }, Object.fromEntries(sent.map((part) => [part, input[part]])));
  if (Object.keys(changes).length === 0) return before;
  await ctx.db
    .updateTable('users')
    .set({
      ...Object.fromEntries(sent.map((part) => [part, JSON.stringify(input[part] ?? {})])),
      version: row.version + 1,
      updated_at: ctx.now,
    })
    .where('id', '=', ctx.user.id)
    .execute();
  await audit(ctx, { family: 'users', id: ctx.user.id, action: 'vendor-settings', changes });
  return getVendorSettings(ctx);
}

/** Every requisite is a text: yup's own trim() ends in a TypeError on anything that is not. */
function assertFlat(body: JsonRecord): void {
  for (const part of parts) {
    for (const [key, value] of Object.entries(body[part] ?? {})) {
      if (typeof value === 'object' && value !== null) rejectValue(`${part}.${key}`);
    }
  }
}

function rowOf(ctx: UserCtx) {
  return ctx.db
    .selectFrom('users')
    .select(['company', 'fast_payments', 'notifications', 'version'])
    .where('id', '=', ctx.user.id);
}

/** An empty object in the table is nothing yet. */
function toSettings(row: {
  company: unknown;
  fast_payments: unknown;
  notifications: unknown;
  version: number;
}) {
  const { email = null, enable = false } = (row.notifications ?? {}) as Partial<
    VendorSettings['notifications']
  >;
  return {
    company: orNull<Requisites>(row.company),
    fast_payments: orNull<NonNullable<VendorSettings['fast_payments']>>(row.fast_payments),
    notifications: { email, enable },
    version: row.version,
  };
}

function orNull<Part extends object>(stored: unknown): Part | null {
  const isWritten = typeof stored === 'object' && stored !== null && Object.keys(stored).length > 0;
  return isWritten ? (stored as Part) : null;
}
