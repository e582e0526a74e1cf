import { useSettings } from '@/state/settings';

/** What the settings say of checkout; servers that say nothing of it allow everything. */
export function useCheckoutSettings() {
  const { deliveryTime, useCashOnDelivery, useSbp, hasSbp, enableCoupons } = useSettings();
  const slots = (deliveryTime ?? []).map(({ title, description }) => ({
    title,
    description: description ?? null,
  }));
  const gateways = [
    'CASH',
    ...(useCashOnDelivery === false ? [] : ['CASH_ON_DELIVERY']),
    ...(useSbp === false || hasSbp === false ? [] : ['SBP']),
  ];
  return { slots, gateways, hasCoupons: enableCoupons !== false };
}
