import { gatewaySwitches } from '@/contract/orders/online';
import type { SettingsOptions } from '@/contract/settings';
import { decimalsOf, isRoubles, keptDecimals } from '@/contract/settings/shop-currency';
import type { UserCtx } from '@/server/core/context';
import { rejectField } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';

/**
 * What a change of the payment settings does to sums (rules/settings: currency is part of a sum). Throws VALIDATION_FAILED
 * at the field.
 */
export async function assertCurrency(
  ctx: UserCtx,
  before: SettingsOptions,
  changed: JsonRecord,
): Promise<void> {
  const currency = typeof changed.currency === 'string' ? changed.currency : before.currency;
  if (currency !== before.currency) await assertMayBecome(ctx, before, currency);
  if (isRoubles({ currency })) return;
  const receiptsFrom = 'receiptsFrom' in changed ? changed.receiptsFrom : before.receiptsFrom;
  if (receiptsFrom) rejectField('receiptsFrom', 'error-receipts-roubles');
  const opened = Object.values(gatewaySwitches).find((name) => changed[name] === true && !before[name]);
  if (opened) rejectField(opened, 'error-online-roubles');
}

async function assertMayBecome({ db }: UserCtx, before: SettingsOptions, currency: string): Promise<void> {
  if (decimalsOf(currency) !== keptDecimals) rejectField('currency', 'error-currency-decimals');
  if (isRoubles(before) && isRoubles({ currency })) return;
  const sold = await db.selectFrom('orders').select('id').limit(1).executeTakeFirst();
  if (sold) rejectField('currency', 'error-currency-used');
}
