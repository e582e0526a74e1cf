/** Specification §4, lines 4.12–4.14 (numbered in cart.test.ts), and the checkout state of §3. */
import { describe, expect, it } from 'vitest';
import { type Address, defaultCheckout, useCheckout, useCheckoutActions } from '@/state/checkout';
import { renderState } from './render-state';

const home: Address = { id: 1, title: 'Дом', type: 'billing', address: { city: 'Тверь' } };
const open = () => renderState(() => ({ checkout: useCheckout(), actions: useCheckoutActions() }));

function filled() {
  const page = open();
  page.run(({ actions }) => {
    actions.setCustomer({ value: 7, label: 'Анна' });
    actions.setBillingAddress(home);
    actions.setShippingAddress({ ...home, type: 'shipping' });
    actions.setDeliveryTime({ title: 'Утром' });
    actions.setCustomerContact('+79991234567');
    actions.setPaymentGateway('CASH_ON_DELIVERY');
    actions.setCoupon({ id: 3, code: 'ЛЕТО', amount: 150 });
    actions.setPayableAmount(990);
    actions.setToken('abc');
  });
  return page;
}

describe('§3 checkout', () => {
  it('§3 checkout: starts with CASH, nothing to pay and no wallet', () => {
    expect(open().now.checkout).toEqual({
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
    });
  });

  it('§3 checkout: is stored in this browser', () => {
    filled().unmount();

    expect(open().now.checkout).toMatchObject({
      customer: { label: 'Анна' },
      payable_amount: 990,
      token: 'abc',
    });
  });

  it('§3 checkout: keeps the valid part of a damaged record', () => {
    const kept = {
      payment_gateway: 5,
      customer_contact: '+7',
      billing_address: 'x',
      use_wallet: 'yes',
      coupon: [],
    };
    window.localStorage.setItem('gostiny-checkout', JSON.stringify(kept));

    expect(open().now.checkout).toEqual({ ...defaultCheckout, customer_contact: '+7' });
  });
});

describe('§4 checkout', () => {
  it('§4.12 checkout: another customer clears addresses, delivery time and contact', () => {
    const page = filled();

    page.run(({ actions }) => actions.setCustomer({ value: 8, label: 'Борис' }));

    expect(page.now.checkout).toMatchObject({
      customer: { value: 8, label: 'Борис' },
      billing_address: null,
      shipping_address: null,
      delivery_time: null,
      customer_contact: '',
      payment_gateway: 'CASH_ON_DELIVERY',
      payable_amount: 990,
    });
  });

  it('§4.13 checkout: the wallet flag toggles', () => {
    const page = open();

    page.run(({ actions }) => actions.toggleWallet());
    expect(page.now.checkout.use_wallet).toBe(true);
    page.run(({ actions }) => actions.toggleWallet());
    expect(page.now.checkout.use_wallet).toBe(false);
  });

  it('§4.14 checkout: reset returns to the defaults', () => {
    const page = filled();

    page.run(({ actions }) => actions.reset());

    expect(page.now.checkout).toEqual(defaultCheckout);
  });
});
