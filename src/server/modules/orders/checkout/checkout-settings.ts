import type { Charge } from '@/contract/core/charge';
import { chargeTypes } from '@/contract/core/charge';
import { type TaxedAddress, type TaxRate, taxFor } from '@/contract/orders/charges';
import type { SettingsOptions } from '@/contract/settings';
import type { Ctx } from '@/server/core/context';

/** The way of delivery that all orders are charged by; null when each product's class is. */
export async function sharedCharge(ctx: Ctx, { shippingClass }: SettingsOptions): Promise<Charge | null> {
  if (!shippingClass) return null;
  const row = await ctx.db
    .selectFrom('shippings')
    .select(['type', 'amount'])
    .where('id', '=', shippingClass)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row ? { ...row, type: chargeTypes.find((type) => type === row.type) ?? 'fixed' } : null;
}

/** The rate that an address is taxed by; null: no tax is added to the prices. */
export async function taxRateOf(
  ctx: Ctx,
  { taxClass, pricesIncludeTax }: SettingsOptions,
  address: TaxedAddress | null,
): Promise<TaxRate | null> {
  if (pricesIncludeTax) return null;
  const rates = await ctx.db
    .selectFrom('taxes')
    .select(['id', 'rate', 'country', 'state', 'city', 'zip', 'is_global', 'on_shipping', 'priority'])
    .where('deleted_at', 'is', null)
    .execute();
  return taxFor(rates, address, taxClass);
}
