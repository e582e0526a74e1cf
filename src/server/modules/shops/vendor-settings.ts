import type { Requisites } from '@/contract/shops/requisites';
import type { VendorSettings } from '@/contract/shops/vendor-settings';
import type { vendorSettingsSchema } from '@/contract/shops/vendor-settings/schema';
import { audit, changesBetween } from '@/server/core/audit';
import type { UserCtx } from '@/server/core/context';
import { loadName, updateRow } from '@/server/core/db/rows';
import { AppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { isOutdated } from '@/server/core/numbers';
import type { Input } from '@/server/core/validate';
import { phoneText } from '@/server/modules/settings/approvals/payee-facts';
import { defineGuarded } from '@/server/modules/settings/approvals/registry';
import { requireSecondPerson } from '@/server/modules/settings/approvals/require-second-person';
import { ownsOpenShop } from './transfer-ownership';

const sections = ['company', 'fast_payments', 'notifications'] as const;

/** `GET vendor/settings`: always the user's own, also for administrators. */
export async function getVendorSettings(ctx: UserCtx): Promise<VendorSettings> {
  return presentSettings(await selectSettings(ctx).executeTakeFirstOrThrow());
}

interface Change extends JsonRecord {
  user_id: number;
  before: unknown;
  fast_payments: VendorSettings['fast_payments'];
}

/** The phone of payouts: a change by an owner of open shops waits for a person of the team. */
const fastPayments = defineGuarded<Change>({
  kind: 'fast-payments',
  family: 'users',
  right: 'shops:decide',
  mayPrepare: ({ user }, { user_id }) => user.id === user_id,
  async describe(ctx, { user_id, before, fast_payments }) {
    const name = await loadName(ctx, 'users', user_id);
    const phones = { before: phoneText(before), after: phoneText(fast_payments) };
    return { title: name, facts: [{ key: 'fast_payments', kind: 'text', ...phones }] };
  },
  async run(ctx, content) {
    const { user_id, fast_payments } = content;
    const row = await ctx.db
      .selectFrom('users')
      .select('fast_payments')
      .where('id', '=', user_id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const before = nullIfEmpty(row.fast_payments);
    await requireSecondPerson(ctx, fastPayments, { id: user_id, content: { ...content, before } });
    await updateRow(ctx, 'users', user_id, { fast_payments: JSON.stringify(fast_payments ?? {}) });
    const changes = changesBetween({ fast_payments: before }, { fast_payments });
    await audit(ctx, { family: 'users', id: user_id, action: 'vendor-settings', changes });
    return { id: user_id };
  },
});

/** `PUT vendor/settings`: replaces the sections that were sent. Throws VALIDATION_FAILED, and CONFLICT for a stale version. */
export async function saveVendorSettings(
  ctx: UserCtx,
  body: JsonRecord,
  input: Input<typeof vendorSettingsSchema>,
): Promise<VendorSettings> {
  const row = await selectSettings(ctx).forUpdate().executeTakeFirstOrThrow();
  const before = presentSettings(row);
  if (isOutdated(body.version, row.version)) throw new AppError('CONFLICT', { current: before });
  // An absent section has the defaults of its fields.
  const sent = sections.filter((section) => body[section] !== undefined && input[section] !== undefined);
  const after = Object.fromEntries(sent.map((section) => [section, input[section]]));
  const changes = changesBetween({ ...before }, after);
  if (Object.keys(changes).length === 0) return before;
  if ('fast_payments' in changes) await requireForPhone(ctx, before, body, input);
  const stored = sent.map((section) => [section, JSON.stringify(input[section] ?? {})]);
  await updateRow(ctx, 'users', ctx.user.id, Object.fromEntries(stored));
  await audit(ctx, { family: 'users', id: ctx.user.id, action: 'vendor-settings', changes });
  return getVendorSettings(ctx);
}

/** The other sections are saved at once. */
async function requireForPhone(
  ctx: UserCtx,
  before: VendorSettings,
  body: JsonRecord,
  input: Input<typeof vendorSettingsSchema>,
): Promise<void> {
  if (!(await ownsOpenShop(ctx))) return;
  const { fast_payments: _waiting, ...rest } = body;
  await requireSecondPerson(ctx, fastPayments, {
    id: ctx.user.id,
    content: {
      user_id: ctx.user.id,
      before: before.fast_payments,
      fast_payments: input.fast_payments as VendorSettings['fast_payments'],
    },
    meanwhile: (inside) => saveVendorSettings(inside, rest, input),
  });
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
