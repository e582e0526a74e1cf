import { gatewaySwitches, isOnline, type OnlineGateway, onlineGateways } from '@/contract/orders/online';
import type { PaymentGateway } from '@/contract/orders/status';
import type { SettingsOptions } from '@/contract/settings';
import { isRoubles } from '@/contract/settings/shop-currency';
import type { Ctx } from '@/server/core/context';
import { rejectField } from '@/server/core/errors';
import { waysFor } from './attempts';

/** Throws VALIDATION_FAILED for a gateway that is not available. */
export function assertGatewayOpen(ctx: Ctx, settings: SettingsOptions, gateway: PaymentGateway): void {
  if (!isClosedGateway(ctx, settings, gateway)) return;
  rejectField('payment_gateway', 'error-gateway-off');
}

/** True when the gateway is switched off or nobody takes money by it. */
export function isClosedGateway(ctx: Ctx, settings: SettingsOptions, gateway: PaymentGateway): boolean {
  if (gateway === 'CASH_ON_DELIVERY') return !settings.useCashOnDelivery;
  return isOnline(gateway) && !openOnlineGateways(ctx, settings).includes(gateway);
}

/** Online gateways that customers may choose: switched on, taken by an acquirer, and in its currency. */
export const openOnlineGateways = (ctx: Ctx, settings: SettingsOptions): OnlineGateway[] =>
  isRoubles(settings)
    ? onlineGateways.filter((one) => settings[gatewaySwitches[one]] && waysFor(ctx, one).length > 0)
    : [];
