/**
 * Specification §4, the lines on cart, checkout, modal and UI in order:
 *  4.1  cart: add with a quantity above zero
 *  4.2  cart: adding merges into an existing line by id
 *  4.3  cart: remove one unit
 *  4.4  cart: the line disappears when its quantity reaches zero or less
 *  4.5  cart: add or replace a whole item
 *  4.6  cart: remove a line
 *  4.7  cart: update a line
 *  4.8  cart: reset to empty
 *  4.9  cart: every change recomputes the totals
 *  4.10 cart: saved locally and reloaded on start
 *  4.11 changing the cart clears the verified checkout response
 *  4.12 checkout: setting the customer clears addresses, delivery time and contact      checkout.test.ts
 *  4.13 checkout: the use_wallet flag toggles                                           checkout.test.ts
 *  4.14 checkout: reset returns to defaults                                             checkout.test.ts
 *  4.15 modal: open with a view and data                                                modal.test.ts
 *  4.16 modal: close clears view and data                                               modal.test.ts
 *  4.17 UI: the sidebar can be opened, closed and toggled                               ui.test.ts
 *  4.18 UI: the cart sidebar can be opened, closed and toggled                          ui.test.ts
 *  4.19 UI: the modal can be opened, closed and toggled                                 ui.test.ts
 */
import { describe, expect, it } from 'vitest';
import { useCart, useCartActions } from '@/state/cart';
import { useCheckout, useCheckoutActions } from '@/state/checkout';
import { renderState } from './render-state';

const bread = { id: 1, name: 'Хлеб', price: 45.5, stock: 10 };
const milk = { id: '2.7', name: 'Молоко', price: 90, stock: 5 };

const open = () => renderState(() => ({ cart: useCart(), actions: useCartActions() }));

describe('§4 cart', () => {
  it('§4.1 cart: adds an item with a quantity', () => {
    const page = open();

    page.run(({ actions }) => actions.addItemWithQuantity(bread, 2));

    expect(page.now.cart.items).toEqual([{ ...bread, quantity: 2, itemTotal: 91 }]);
  });

  it('§4.1 cart: refuses to add zero, and stays unchanged', () => {
    const page = open();

    expect(() => page.run(({ actions }) => actions.addItemWithQuantity(bread, 0))).toThrow(/cartQuantity/);
    expect(page.now.cart.isEmpty).toBe(true);
  });

  it('§4.2 cart: adding again merges into the line with that id', () => {
    const page = open();

    page.run(({ actions }) => actions.addItemWithQuantity(bread, 2));
    page.run(({ actions }) => actions.addItemWithQuantity(bread, 3));

    expect(page.now.cart.items).toHaveLength(1);
    expect(page.now.cart.items[0]?.quantity).toBe(5);
  });

  it('§4.3 cart: removes one unit of a line', () => {
    const page = open();
    page.run(({ actions }) => actions.addItemWithQuantity(bread, 2));

    page.run(({ actions }) => actions.removeItemOrQuantity(1));

    expect(page.now.cart.items[0]?.quantity).toBe(1);
  });

  it('§4.4 cart: a line that reaches zero or less disappears', () => {
    const page = open();
    page.run(({ actions }) => actions.addItemWithQuantity(bread, 1));
    page.run(({ actions }) => actions.addItemWithQuantity(milk, 2));

    page.run(({ actions }) => actions.removeItemOrQuantity(1));
    page.run(({ actions }) => actions.removeItemOrQuantity('2.7', 5));

    expect(page.now.cart.items).toEqual([]);
  });

  it('§4.5 cart: a whole item is added, or replaces the line with its id', () => {
    const page = open();

    page.run(({ actions }) => actions.addItem({ ...bread, quantity: 2 }));
    page.run(({ actions }) => actions.addItem({ ...bread, price: 50, quantity: 1 }));

    expect(page.now.cart.items).toEqual([{ ...bread, price: 50, quantity: 1, itemTotal: 50 }]);
  });

  it('§4.6 cart: removes a line whatever its quantity', () => {
    const page = open();
    page.run(({ actions }) => actions.addItemWithQuantity(bread, 5));
    page.run(({ actions }) => actions.addItemWithQuantity(milk, 1));

    page.run(({ actions }) => actions.removeItem(1));

    expect(page.now.cart.items.map((item) => item.id)).toEqual(['2.7']);
  });

  it('§4.7 cart: updates fields of a line', () => {
    const page = open();
    page.run(({ actions }) => actions.addItemWithQuantity(bread, 2));

    page.run(({ actions }) => actions.updateItem(1, { stock: 1, quantity: 4 }));

    expect(page.now.cart.items[0]).toMatchObject({ id: 1, stock: 1, quantity: 4, itemTotal: 182 });
  });

  it('§4.8 cart: resets to empty', () => {
    const page = open();
    page.run(({ actions }) => actions.addItemWithQuantity(bread, 2));

    page.run(({ actions }) => actions.reset());

    expect(page.now.cart).toEqual({
      items: [],
      isEmpty: true,
      totalItems: 0,
      totalUniqueItems: 0,
      total: 0,
      meta: null,
    });
  });

  it('§4.9 cart: every change recomputes the totals', () => {
    const page = open();
    const totals = () => {
      const { isEmpty, totalItems, totalUniqueItems, total } = page.now.cart;
      return [isEmpty, totalItems, totalUniqueItems, total];
    };

    page.run(({ actions }) => actions.addItemWithQuantity(bread, 2));
    expect(totals()).toEqual([false, 2, 1, 91]);
    page.run(({ actions }) => actions.addItem({ ...milk, quantity: 1 }));
    expect(totals()).toEqual([false, 3, 2, 181]);
    page.run(({ actions }) => actions.updateItem('2.7', { price: 100 }));
    expect(totals()).toEqual([false, 3, 2, 191]);
    page.run(({ actions }) => actions.removeItemOrQuantity(1));
    expect(totals()).toEqual([false, 2, 2, 145.5]);
    page.run(({ actions }) => actions.removeItem('2.7'));
    expect(totals()).toEqual([false, 1, 1, 45.5]);
    page.run(({ actions }) => actions.removeItemOrQuantity(1));
    expect(totals()).toEqual([true, 0, 0, 0]);
  });

  it('§4.10 cart: is restored when the page is opened again', () => {
    const before = open();
    before.run(({ actions }) => actions.addItemWithQuantity(bread, 2));
    before.unmount();

    const after = open();

    expect(after.now.cart).toMatchObject({ totalItems: 2, total: 91 });
  });

  it('§4.10 cart: a change before anything shows the cart builds on the stored one', () => {
    const before = open();
    before.run(({ actions }) => actions.addItemWithQuantity(bread, 2));
    before.unmount();

    const unseen = renderState(useCartActions);
    unseen.run((actions) => actions.addItemWithQuantity(milk, 1));
    unseen.unmount();

    expect(open().now.cart.totalUniqueItems).toBe(2);
  });

  it.each([
    '{broken',
    '"text"',
    'null',
    '{"items": 5}',
    '{"items": [null, {"id": {}}, {"id": 1, "price": "x"}]}',
  ])('§4.10 cart: starts empty when the stored one is damaged: %s', (kept) => {
    window.localStorage.setItem('gostiny-cart', kept);

    expect(open().now.cart.isEmpty).toBe(true);
  });

  it('§4.10 cart: recomputes stored totals', () => {
    const items = [{ ...bread, quantity: 2, itemTotal: 1 }];
    window.localStorage.setItem('gostiny-cart', JSON.stringify({ items, total: 1, totalItems: 99 }));

    expect(open().now.cart).toMatchObject({ total: 91, totalItems: 2 });
  });

  it('§4.10 cart: follows another tab', () => {
    const page = open();
    const other = JSON.stringify({ items: [{ ...milk, quantity: 1 }] });

    page.run(() => {
      window.localStorage.setItem('gostiny-cart', other);
      window.dispatchEvent(new StorageEvent('storage', { key: 'gostiny-cart', newValue: other }));
    });

    expect(page.now.cart.total).toBe(90);
  });

  it('§4.11 cart: every change clears the verified checkout response', () => {
    const verified = {
      total_tax: 1,
      shipping_charge: 2,
      unavailable_products: [],
      wallet_amount: 0,
      wallet_currency: 0,
    };
    const page = renderState(() => ({
      actions: useCartActions(),
      checkout: useCheckout(),
      checkoutActions: useCheckoutActions(),
    }));
    const changes = [
      () => page.now.actions.addItemWithQuantity(bread, 2),
      () => page.now.actions.addItem({ ...milk, quantity: 1 }),
      () => page.now.actions.updateItem(1, { price: 1 }),
      () => page.now.actions.removeItemOrQuantity(1),
      () => page.now.actions.removeItem(1),
      () => page.now.actions.reset(),
    ];

    for (const change of changes) {
      page.run(({ checkoutActions }) => checkoutActions.setVerifiedResponse(verified));
      expect(page.now.checkout.verified_response).toEqual(verified);
      page.run(change);
      expect(page.now.checkout.verified_response).toBeNull();
    }
  });
});
