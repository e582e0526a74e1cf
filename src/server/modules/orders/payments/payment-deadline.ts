import { cashGateways, type PaymentGateway, paymentGateways } from '@/contract/orders/status';
import type { SettingsOptions } from '@/contract/settings';
import type { Ctx } from '@/server/core/context';
import { settingsOptions } from '@/server/core/settings';
import type { StoredOrder } from '../lock-order';

const minute = 60_000;

type Terms = Pick<StoredOrder, 'payment_gateway'> & { delivery_point?: unknown };

/**
 * How long an order of these terms may keep its goods unpaid, in milliseconds; 0: for ever. Cash that a courier collects
 * has no limit: it is paid when the courier comes.
 */
export function paymentPeriod(settings: SettingsOptions, { payment_gateway, delivery_point }: Terms): number {
  const { unpaidOnlineMinutes, unpaidPickupHours } = settings;
  if (!cashGateways.includes(payment_gateway)) return unpaidOnlineMinutes * minute;
  return delivery_point ? unpaidPickupHours * 60 * minute : 0;
}

/** When an order that begins to wait at this moment is cancelled, unless it is paid; null: never. */
export function payUntil(settings: SettingsOptions, terms: Terms, from: Date): Date | null {
  const period = paymentPeriod(settings, terms);
  return period === 0 ? null : new Date(from.getTime() + period);
}

/**
 * The deadline of an order that is to be paid another way: the full time of that way, but of an order that has a deadline
 * no later than the longest period after its placement, so that switching to and fro keeps no goods for ever.
 */
export async function payUntilAfterSwitch(
  ctx: Ctx,
  root: StoredOrder,
  payment_gateway: PaymentGateway,
): Promise<Date | null> {
  const settings = await settingsOptions(ctx);
  const full = payUntil(settings, { ...root, payment_gateway }, ctx.now);
  if (full === null || (await isFromTill(ctx, root))) return null;
  if (root.pay_until === null) return full;
  const periods = paymentGateways.map((one) => paymentPeriod(settings, { ...root, payment_gateway: one }));
  const last = root.created_at.getTime() + Math.max(...periods);
  return new Date(Math.min(full.getTime(), last));
}

async function isFromTill(ctx: Ctx, { placed_by }: StoredOrder): Promise<boolean> {
  if (placed_by === null) return false;
  const placer = await ctx.db
    .selectFrom('users')
    .select('permissions')
    .where('id', '=', placed_by)
    .executeTakeFirst();
  return placer?.permissions.includes('super_admin') ?? false;
}
