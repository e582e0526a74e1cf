import { cashGateways, type PaymentGateway, paymentGateways } from '@/contract/orders/status';
import type { SettingsOptions } from '@/contract/settings';
import { type Ctx, isAdmin } from '@/server/core/context';
import { settingsOptions } from '@/server/core/settings';
import type { StoredOrder } from '../lock-order';

const minute = 60_000;

type PaymentTerms = Pick<StoredOrder, 'payment_gateway'> & { delivery_point?: unknown };

/**
 * How long an order may stay unpaid, in milliseconds; 0 for no limit. Cash on delivery has no limit: the courier
 * collects it.
 */
export function paymentPeriod(
  settings: SettingsOptions,
  { payment_gateway, delivery_point }: PaymentTerms,
): number {
  const { unpaidOnlineMinutes, unpaidPickupHours } = settings;
  if (!cashGateways.includes(payment_gateway)) return unpaidOnlineMinutes * minute;
  return delivery_point ? unpaidPickupHours * 60 * minute : 0;
}

/** Payment deadline of an order that starts waiting at `from`; null for none. */
export function payUntil(settings: SettingsOptions, terms: PaymentTerms, from: Date): Date | null {
  const period = paymentPeriod(settings, terms);
  return period === 0 ? null : new Date(from.getTime() + period);
}

/** Payment deadline of an order placed now. An administrator handles unpaid orders, so theirs have none. */
export const paymentDeadline = (ctx: Ctx, settings: SettingsOptions, terms: PaymentTerms): Date | null =>
  isAdmin(ctx) ? null : payUntil(settings, terms, ctx.now);

/**
 * Deadline after a change of gateway: the full period of the new one, but not later than the longest period after
 * placement, so that switching back and forth cannot reserve stock forever.
 */
export async function payUntilAfterSwitch(
  ctx: Ctx,
  root: StoredOrder,
  payment_gateway: PaymentGateway,
): Promise<Date | null> {
  const settings = await settingsOptions(ctx);
  const full = payUntil(settings, { ...root, payment_gateway }, ctx.now);
  if (full === null || (await isPlacedAtTill(ctx, root))) return null;
  if (root.pay_until === null) return full;
  const periods = paymentGateways.map((one) => paymentPeriod(settings, { ...root, payment_gateway: one }));
  const last = root.created_at.getTime() + Math.max(...periods);
  return new Date(Math.min(full.getTime(), last));
}

async function isPlacedAtTill(ctx: Ctx, { placed_by }: StoredOrder): Promise<boolean> {
  if (placed_by === null) return false;
  const placer = await ctx.db
    .selectFrom('users')
    .select('permissions')
    .where('id', '=', placed_by)
    .executeTakeFirst();
  return placer?.permissions.includes('super_admin') ?? false;
}
