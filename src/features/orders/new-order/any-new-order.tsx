import { useRouter } from 'next/router';
import { useEffect } from 'react';
import { Loader } from '@/components/ui/loader';
import { useAnnounced, useCan } from '@/lib/api/capabilities';
import { NewOrderPage } from './new-order-page';

/** A new order with goods of all shops; other servers of the dialect have the cart for it. */
export function AnyNewOrder() {
  const isKnown = useAnnounced() !== undefined;
  const canOrder = useCan('shop-orders');
  const { replace } = useRouter();
  useEffect(() => {
    if (isKnown && !canOrder) void replace('/orders/cart');
  }, [isKnown, canOrder, replace]);
  return canOrder ? <NewOrderPage isOfAll /> : <Loader isFullScreen />;
}
