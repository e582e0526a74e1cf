import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import type { Address as StoredAddress } from '@/contract/accounts/addresses/schema';
import type { User } from '@/contract/accounts/users/schema';
import { gatewaySwitches } from '@/contract/orders/online';
import { api } from '@/lib/api/client';
import { useCart } from '@/state/cart';
import { type Address, type Checkout, useCheckout, useCheckoutActions } from '@/state/checkout';
import { type PickupPoint, useOrderDraft, useOrderDraftActions } from '@/state/order-draft';
import { useSettings } from '@/state/settings';
import type { OrderInput } from './checkout-math';

/** Current state of the order being composed. */
export function useOrderInput(): OrderInput {
  const { items } = useCart();
  const checkout = useCheckout();
  const draft = useOrderDraft();
  return { items, checkout, draft };
}

/** Checkout options from the settings; missing ones mean everything is allowed. */
export function useCheckoutSettings() {
  const {
    deliveryTime,
    useCashOnDelivery,
    onlineGateways = ['SBP'],
    enableCoupons,
    ...switches
  } = useSettings();
  const slots = (deliveryTime ?? []).map(({ title, description }) => ({
    title,
    description: description ?? null,
  }));
  const gateways = [
    'CASH',
    ...(useCashOnDelivery === false ? [] : ['CASH_ON_DELIVERY']),
    ...onlineGateways.filter((one) => switches[gatewaySwitches[one]] !== false),
  ];
  return { slots, gateways, hasCoupons: enableCoupons !== false };
}

/** Choices that affect tax, delivery or points; each invalidates the verification. */
export function useCheckoutChoices() {
  const actions = useCheckoutActions();
  const { change } = useOrderDraftActions();
  const { use_wallet: usesWallet } = useCheckout();
  return useMemo(() => {
    const invalidate = () => actions.setVerifiedResponse(null);
    return {
      chooseCustomer: (customer: Checkout['customer']) => {
        actions.setCustomer(customer);
        // Points belong to the previous customer.
        if (usesWallet) actions.toggleWallet();
        invalidate();
      },
      chooseAddress: (type: Address['type'], address: Address) => {
        if (type === 'billing') actions.setBillingAddress(address);
        else actions.setShippingAddress(address);
        invalidate();
      },
      choosePickup: (isPickup: boolean) => {
        change({ isPickup });
        invalidate();
      },
      choosePoint: (point: PickupPoint) => {
        change({ isPickup: true, point });
        invalidate();
      },
    };
  }, [actions, change, usesWallet]);
}

/** The chosen customer with addresses and contact. */
export function useCustomer() {
  const { customer } = useCheckout();
  const id = customer?.value ?? 0;
  return useQuery({
    queryKey: ['users', 'one', id, 'checkout'],
    queryFn: () => api.one('users', id),
    enabled: customer !== null,
  });
}

/** Address in the form that the checkout state stores. */
export function toCheckoutAddress({ id, title, type, default: isDefault, address }: StoredAddress): Address {
  return { id, title, type, default: isDefault, address: { ...address } };
}

/** Prefills the customer's phone and default addresses, and the first delivery slot. */
export function useCheckoutPrefill(user: User | undefined): void {
  const checkout = useCheckout();
  const { setCustomerContact, setDeliveryTime } = useCheckoutActions();
  const { slots } = useCheckoutSettings();
  const isTheirs = user !== undefined && user.id === checkout.customer?.value;
  const contact = isTheirs ? user.profile.contact : null;
  useAddressSync('billing', isTheirs ? user.address : undefined);
  useAddressSync('shipping', isTheirs ? user.address : undefined);

  useEffect(() => {
    if (contact && !checkout.customer_contact) setCustomerContact(contact);
  }, [contact, checkout.customer_contact, setCustomerContact]);

  const [first] = slots;
  const isKnown = slots.some(({ title }) => title === checkout.delivery_time?.title);
  useEffect(() => {
    if (first && !isKnown) setDeliveryTime(first);
  }, [first, isKnown, setDeliveryTime]);
}

/** Keeps the chosen address in sync with the customer's; a newly added address is selected. */
function useAddressSync(type: Address['type'], addresses: readonly StoredAddress[] | undefined): void {
  const checkout = useCheckout();
  const { chooseAddress } = useCheckoutChoices();
  const seen = useRef<ReadonlySet<number>>(undefined);
  const chosen = type === 'billing' ? checkout.billing_address : checkout.shipping_address;

  useEffect(() => {
    if (!addresses) {
      seen.current = undefined;
      return;
    }
    const own = addresses.filter((one) => one.type === type);
    const before = seen.current;
    seen.current = new Set(own.map(({ id }) => id));
    const added = before && own.find(({ id }) => !before.has(id));
    const kept = addresses.find(({ id }) => id === chosen?.id);
    const wanted = added ?? kept ?? own.find((one) => one.default) ?? own[0];
    if (!wanted) return;
    const next = toCheckoutAddress(wanted);
    if (JSON.stringify(next) !== JSON.stringify(chosen)) chooseAddress(type, next);
  }, [addresses, type, chosen, chooseAddress]);
}
