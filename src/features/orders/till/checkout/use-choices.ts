import { useMemo } from 'react';
import { type Address, type Checkout, useCheckout, useCheckoutActions } from '@/state/checkout';
import { type PickupPoint, useOrderDraftActions } from '@/state/order-draft';

/** Choices that tax, delivery or the wallet depend on: with each the server has to look again. */
export function useChoices() {
  const actions = useCheckoutActions();
  const { change } = useOrderDraftActions();
  const { use_wallet: usesWallet } = useCheckout();
  return useMemo(() => {
    const anew = () => actions.setVerifiedResponse(null);
    return {
      chooseCustomer: (customer: Checkout['customer']) => {
        actions.setCustomer(customer);
        // Points are somebody's own.
        if (usesWallet) actions.toggleWallet();
        anew();
      },
      chooseAddress: (type: Address['type'], address: Address) => {
        if (type === 'billing') actions.setBillingAddress(address);
        else actions.setShippingAddress(address);
        anew();
      },
      choosePickup: (isPickup: boolean) => {
        change({ isPickup });
        anew();
      },
      choosePoint: (point: PickupPoint) => {
        change({ isPickup: true, point });
        anew();
      },
    };
  }, [actions, change, usesWallet]);
}
