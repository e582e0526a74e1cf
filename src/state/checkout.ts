import { atom, useAtomValue, useSetAtom } from 'jotai';
import { useMemo } from 'react';
import type { VerifiedCheckout } from '@/contract/orders/wire';
import { forgetPointAtom, resetDraftAtom } from './order-draft';
import { storedAtom } from './stored';

/** A customer's saved address. */
export interface Address {
  id: number;
  title: string;
  type: 'billing' | 'shipping';
  default?: boolean;
  address: Record<string, string | null>;
}

export interface DeliveryTime {
  id?: number | string;
  title: string;
  description?: string | null;
}

/** Server verification of the cart: tax, delivery, unavailable items, plus fields of our own server. */
export interface VerifiedResponse
  extends Partial<Pick<VerifiedCheckout, 'amount' | 'discount' | 'total' | 'lines'>> {
  total_tax: number;
  shipping_charge: number;
  unavailable_products: (number | string)[];
  wallet_amount: number;
  wallet_currency: number;
}

export interface AppliedCoupon {
  id: number;
  code: string;
  amount: number;
  type?: string;
}

export interface Checkout {
  billing_address: Address | null;
  shipping_address: Address | null;
  delivery_time: DeliveryTime | null;
  customer_contact: string;
  customer: { value: number; label: string } | null;
  payment_gateway: string;
  verified_response: VerifiedResponse | null;
  coupon: AppliedCoupon | null;
  payable_amount: number;
  use_wallet: boolean;
  /** Idempotency key of the last attempt to place the order: a repetition, even after a reload, creates no second one. */
  token: string | null;
}

/** Initial checkout state (specification §3, §9). */
export const defaultCheckout: Checkout = {
  billing_address: null,
  shipping_address: null,
  delivery_time: null,
  customer_contact: '',
  customer: null,
  payment_gateway: 'CASH',
  verified_response: null,
  coupon: null,
  payable_amount: 0,
  use_wallet: false,
  token: null,
};

const keptCheckout = storedAtom<Checkout>('gostiny-checkout', defaultCheckout, parseCheckout);

/** Dispatched by every cart change. */
export const clearVerifiedResponseAtom = atom(null, (_get, set) =>
  set(keptCheckout, (checkout) => ({ ...checkout, verified_response: null })),
);

/** A new customer resets addresses, contact, delivery time and pickup point. */
const setCustomerAtom = atom(null, (_get, set, customer: Checkout['customer']) => {
  set(keptCheckout, (checkout) => ({
    ...checkout,
    customer,
    billing_address: null,
    shipping_address: null,
    delivery_time: null,
    customer_contact: '',
  }));
  set(forgetPointAtom);
});

const resetCheckoutAtom = atom(null, (_get, set) => {
  set(keptCheckout, defaultCheckout);
  set(resetDraftAtom);
});

/** The current checkout, stored in this browser. */
export function useCheckout(): Checkout {
  return useAtomValue(keptCheckout);
}

export function useCheckoutActions() {
  const set = useSetAtom(keptCheckout);
  const setCustomer = useSetAtom(setCustomerAtom);
  const reset = useSetAtom(resetCheckoutAtom);
  return useMemo(() => {
    const change = (facts: Partial<Checkout>) => set((checkout) => ({ ...checkout, ...facts }));
    return {
      setCustomer,
      setBillingAddress: (billing_address: Checkout['billing_address']) => change({ billing_address }),
      setShippingAddress: (shipping_address: Checkout['shipping_address']) => change({ shipping_address }),
      setDeliveryTime: (delivery_time: Checkout['delivery_time']) => change({ delivery_time }),
      setCustomerContact: (customer_contact: string) => change({ customer_contact }),
      setPaymentGateway: (payment_gateway: string) => change({ payment_gateway }),
      setVerifiedResponse: (verified_response: Checkout['verified_response']) =>
        change({ verified_response }),
      setCoupon: (coupon: Checkout['coupon']) => change({ coupon }),
      setPayableAmount: (payable_amount: number) => change({ payable_amount }),
      setToken: (token: Checkout['token']) => change({ token }),
      toggleWallet: () => set((checkout) => ({ ...checkout, use_wallet: !checkout.use_wallet })),
      reset,
    };
  }, [set, setCustomer, reset]);
}

/** Keeps stored values of the right type; resets the others. */
function parseCheckout(kept: unknown): Checkout {
  if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) return defaultCheckout;
  const sound = Object.entries(defaultCheckout).map(([key, initial]) => {
    const value: unknown = (kept as Record<string, unknown>)[key];
    return [key, isOfKind(key, value, initial) ? value : initial];
  });
  return Object.fromEntries(sound) as Checkout;
}

function isOfKind(key: string, value: unknown, initial: unknown): boolean {
  if (initial !== null) return typeof value === typeof initial;
  if (key === 'token') return typeof value === 'string';
  return typeof value === 'object' && !Array.isArray(value);
}
