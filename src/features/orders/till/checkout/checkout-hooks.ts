import { useCart } from '@/state/cart';
import { useCheckout } from '@/state/checkout';
import { useOrderDraft } from '@/state/order-draft';
import type { Making } from './checkout-math';

/** The order that is being made, as it stands. */
export function useMaking(): Making {
  const { items } = useCart();
  const checkout = useCheckout();
  const draft = useOrderDraft();
  return { items, checkout, draft };
}
