/** Specification §5, lines 5.1–5.3 (the others: tests/contract/core/patterns.test.ts), and the arithmetic behind §4. */
import { describe, expect, it } from 'vitest';
import {
  addItemWithQuantity,
  buildCart,
  isInStock,
  payableTotal,
  removeItemOrQuantity,
} from '@/state/cart-math';

const bread = { id: 1, price: 45.5, stock: 3 };

describe('§5.1 quantity', () => {
  it.each([0, -1, Number.NaN])('§5.1 adding %s to the cart fails with the message', (quantity) => {
    expect(() => addItemWithQuantity([], bread, quantity)).toThrow(
      "cartQuantity can't be zero or less than zero",
    );
  });
});

describe('§5.2 stock', () => {
  it.each([
    [2, true],
    [3, false],
    [4, false],
  ])('§5.2 with 3 on stock and %s in the cart, in stock is %s', (quantity, expected) => {
    expect(isInStock([{ ...bread, quantity }], 1)).toBe(expected);
  });

  it('§5.2 an item outside the cart is not counted as in stock', () => {
    expect(isInStock([], 1)).toBe(false);
  });
});

describe('§5.3 payable total', () => {
  const order = { totalAmount: 1000, tax: 200, shipping_charge: 50 };

  it('§5.3 is amount, tax and delivery', () => {
    expect(payableTotal(order)).toBe(1250);
  });

  it('§5.3 minus a discount if one is given', () => {
    expect(payableTotal(order, 100)).toBe(1150);
  });

  it('§5.3 has no rounding errors of binary fractions', () => {
    expect(payableTotal({ totalAmount: 0.1, tax: 0.2, shipping_charge: 0 })).toBe(0.3);
  });
});

describe('totals of a cart', () => {
  it('a line costs price times quantity, to the kopeck', () => {
    expect(buildCart([{ ...bread, price: 19.99, quantity: 3 }]).items[0]?.itemTotal).toBe(59.97);
    expect(buildCart([{ ...bread, price: 1.1, quantity: 3 }]).total).toBe(3.3);
    expect(
      buildCart([
        { ...bread, price: 0.1, quantity: 1 },
        { ...bread, id: 2, price: 0.2, quantity: 1 },
      ]).total,
    ).toBe(0.3);
    expect(buildCart([{ ...bread, price: 999_999.99, quantity: 10_000 }]).total).toBe(9_999_999_900);
    expect(buildCart([{ ...bread, price: 45.5, quantity: 0.3 }]).total).toBe(13.65);
  });

  it('counts units and lines separately', () => {
    const cart = buildCart([
      { ...bread, quantity: 2 },
      { ...bread, id: '1.5', quantity: 3 },
    ]);

    expect(cart).toMatchObject({ totalItems: 5, totalUniqueItems: 2, isEmpty: false });
  });

  it('does not mutate its input', () => {
    const items = [{ ...bread, quantity: 2 }];

    removeItemOrQuantity(items, 1);
    addItemWithQuantity(items, bread, 1);

    expect(items).toEqual([{ ...bread, quantity: 2 }]);
  });
});
