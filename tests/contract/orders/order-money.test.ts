import { describe, expect, it } from 'vitest';
import {
  orderMoney,
  type PricedLine,
  partOfLine,
  pointsFor,
  share,
  vendorShare,
  worthOfPoints,
} from '@/contract/orders/money';
import { parentStatus } from '@/contract/orders/moves';
import { dice } from '../../support/dice';

const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);

describe('a sum that is shared', () => {
  it('loses and gains no kopeck for any weights', () => {
    const roll = dice(1);
    for (let run = 0; run < 2000; run += 1) {
      const weights = Array.from({ length: 1 + roll(20) }, () => (roll(3) === 0 ? 0 : roll(1e9)));
      const whole = roll(1e9);
      const parts = share(whole, weights);
      expect(sum(parts)).toBe(whole);
      expect(Math.min(...parts)).toBeGreaterThanOrEqual(0);
      const all = sum(weights);
      const ideal = weights.map((weight) => (all > 0 ? (whole * weight) / all : 0));
      const off = parts.map((part, place) => Math.abs(part - (ideal[place] ?? 0)));
      if (all > 0) expect(Math.max(...off)).toBeLessThan(1.001);
    }
  });

  it('gives the remainder to the largest fractions, among equal ones to the first', () => {
    expect(share(100, [1, 1, 1])).toEqual([34, 33, 33]);
    expect(share(10, [1, 2, 0])).toEqual([3, 7, 0]);
    expect(share(5, [0, 0])).toEqual([5, 0]);
  });
});

describe('an order', () => {
  it('is the sum of its lines and of its shops, to the kopeck, for thousands of carts', () => {
    const roll = dice(7);
    for (let run = 0; run < 3000; run += 1) {
      const lines: PricedLine[] = Array.from({ length: 1 + roll(12) }, () => ({
        shopId: 1 + roll(4),
        quantity: 1 + roll(9),
        unitPrice: roll(5) === 0 ? 0 : roll(3_000_000),
        isTaxable: roll(3) > 0,
      }));
      const shopId = roll(2) ? (lines[0]?.shopId ?? 1) : null;
      const goods = sum(
        lines
          .filter((line) => shopId === null || line.shopId === shopId)
          .map((line) => line.unitPrice * line.quantity),
      );
      const off = {
        discount: roll(goods + 1),
        discountShopId: shopId,
        tax: roll(100_000),
        delivery: roll(80_000),
      };
      const whole =
        sum(lines.map((line) => line.unitPrice * line.quantity)) - off.discount + off.tax + off.delivery;
      const money = orderMoney(lines, { ...off, wallet: roll(whole + 1) });

      expect(money.total).toBe(whole);
      for (const key of ['subtotal', 'discount', 'tax', 'delivery', 'total', 'wallet'] as const) {
        expect(sum(money.shops.map((shop) => shop[key]))).toBe(money[key]);
        expect(sum(money.lines.map((line) => line[key]))).toBe(money[key]);
      }
      for (const line of money.lines) {
        expect(line.discount).toBeLessThanOrEqual(line.subtotal);
        expect(line.wallet).toBeLessThanOrEqual(line.total);
        expect(line.total).toBe(line.subtotal - line.discount + line.tax + line.delivery);
      }
    }
  });

  it('applies a shop’s discount to that shop’s lines only', () => {
    const line = (shopId: number) => ({ shopId, quantity: 1, unitPrice: 100_00, isTaxable: true });
    const off = { discount: 30_00, discountShopId: 2, tax: 0, delivery: 0, wallet: 0 };
    expect(orderMoney([line(1), line(2)], off).lines.map(({ discount }) => discount)).toEqual([0, 30_00]);
    expect(() => orderMoney([line(1)], off)).toThrow(RangeError);
  });
});

describe('parts of a line', () => {
  it('sum to the whole in any portions', () => {
    const roll = dice(3);
    for (let run = 0; run < 2000; run += 1) {
      const [whole, quantity] = [roll(1e7), 1 + roll(30)];
      let [before, given] = [0, 0];
      while (before < quantity) {
        const pieces = 1 + roll(quantity - before);
        given += partOfLine(whole, quantity, before, pieces);
        before += pieces;
      }
      expect(given).toBe(whole);
    }
  });
});

describe('a vendor’s share', () => {
  it('is the goods minus the shop’s own discount and the commission, rounding half a kopeck in the marketplace’s favour', () => {
    expect(vendorShare(100_00, 0, 10)).toBe(90_00);
    expect(vendorShare(100_00, 20_00, 12.5)).toBe(70_00);
    expect(vendorShare(5, 0, 10)).toBe(4);
    expect(vendorShare(100_00, 0, 0)).toBe(100_00);
    expect(vendorShare(100_00, 0, 100)).toBe(0);
  });
});

describe('points', () => {
  it('never pay more than they are worth', () => {
    for (const ratio of [0, 1, 3, 0.7, 10]) {
      for (let kopecks = 0; kopecks < 5000; kopecks += 7) {
        const points = pointsFor(kopecks, ratio);
        expect(worthOfPoints(points, ratio)).toBeGreaterThanOrEqual(kopecks);
        if (points > 0) expect(worthOfPoints(points - 1, ratio)).toBeLessThan(kopecks);
      }
    }
  });
});

describe('the status of a whole order', () => {
  it('is that of its least advanced part; ended ones count only when nothing else is left', () => {
    expect(parentStatus(['order-completed', 'order-processing'])).toBe('order-processing');
    expect(parentStatus(['order-completed', 'order-cancelled'])).toBe('order-completed');
    expect(parentStatus(['order-cancelled', 'order-cancelled'])).toBe('order-cancelled');
    expect(parentStatus(['order-refunded', 'order-cancelled'])).toBe('order-refunded');
    expect(() => parentStatus([])).toThrow(RangeError);
  });
});
