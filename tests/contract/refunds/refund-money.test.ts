import { describe, expect, it } from 'vitest';
import { orderMoney, vendorShare } from '@/contract/orders/money';
import { refundMoney, type SoldPieces, vendorMoney } from '@/contract/refunds/money';
import { dice } from '../../support/dice';

const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);

/** A random order of up to three shops, as sold. */
function anyOrder(roll: (most: number) => number) {
  const sold = Array.from({ length: 1 + roll(6) }, () => ({
    shopId: 1 + roll(3),
    quantity: 1 + roll(7),
    unitPrice: roll(8) === 0 ? 0 : roll(100_000),
    isTaxable: roll(2) === 0,
  }));
  const goods = sum(sold.map(({ unitPrice, quantity }) => unitPrice * quantity));
  const off = { discount: roll(goods + 1), discountShopId: null, tax: roll(20_000), delivery: roll(50_000) };
  const total = goods - off.discount + off.tax + off.delivery;
  const money = orderMoney(sold, { ...off, wallet: roll(3) === 0 ? total : roll(total + 1) });
  const lines = sold.map(
    (line, place): SoldPieces => ({
      id: place + 1,
      partId: line.shopId,
      quantity: line.quantity,
      refunded: 0,
      total: money.lines[place]?.total ?? 0,
      delivery: money.lines[place]?.delivery ?? 0,
      wallet: money.lines[place]?.wallet ?? 0,
    }),
  );
  return { lines, money };
}

/** Some of the remaining pieces. */
function anyPieces(lines: readonly SoldPieces[], roll: (most: number) => number) {
  return new Map(
    lines.flatMap((line): [number, number][] => {
      const left = line.quantity - line.refunded;
      const pieces = roll(left + 1);
      return pieces > 0 ? [[line.id, pieces]] : [];
    }),
  );
}

describe('the refund of pieces', () => {
  it('sums to the payment in money and points, in any order of refunds', () => {
    const roll = dice(7);
    for (let run = 0; run < 1500; run += 1) {
      const { lines, money } = anyOrder(roll);
      const back = { amount: 0, wallet: 0 };
      while (lines.some((line) => line.refunded < line.quantity)) {
        const asked = anyPieces(lines, roll);
        for (const piece of refundMoney(lines, asked)) {
          expect(piece.wallet).toBeLessThanOrEqual(piece.amount);
          expect(piece.wallet).toBeGreaterThanOrEqual(0);
          back.amount += piece.amount;
          back.wallet += piece.wallet;
        }
        for (const line of lines) line.refunded += asked.get(line.id) ?? 0;
        expect(back.amount).toBeLessThanOrEqual(money.total);
      }
      expect(back).toEqual({ amount: money.total, wallet: money.wallet });
    }
  });

  it('refunds the delivery of a part with its last piece', () => {
    const line = (id: number, partId: number): SoldPieces => ({
      id,
      partId,
      quantity: 2,
      refunded: 0,
      total: 21_000,
      delivery: 1_000,
      wallet: 0,
    });
    const lines = [line(1, 1), line(2, 1), line(3, 2)];

    expect(refundMoney(lines, new Map([[1, 2]]))).toMatchObject([{ amount: 20_000 }]);
    const [first] = lines;
    if (first) first.refunded = 2;
    expect(refundMoney(lines, new Map([[2, 2]]))).toMatchObject([{ amount: 22_000 }]);
    expect(refundMoney(lines, new Map([[3, 1]]))).toMatchObject([{ amount: 10_000 }]);
  });
});

describe('the debit of a vendor', () => {
  it('equals the credit of the part once all of it is refunded, and never exceeds it before', () => {
    const roll = dice(11);
    for (let run = 0; run < 1000; run += 1) {
      const lines = Array.from({ length: 1 + roll(5) }, (_one, place) => ({
        id: place + 1,
        partId: 1,
        quantity: 1 + roll(6),
        refunded: 0,
        base: roll(100_000),
        total: 0,
        delivery: 0,
        wallet: 0,
      }));
      const credited = vendorShare(sum(lines.map(({ base }) => base)), 0, roll(3000) / 100);
      let back = 0;
      while (lines.some((line) => line.refunded < line.quantity)) {
        const asked = anyPieces(lines, roll);
        back += sum([...vendorMoney(lines, credited, asked).values()]);
        for (const line of lines) line.refunded += asked.get(line.id) ?? 0;
        expect(back).toBeLessThanOrEqual(credited);
      }
      expect(back).toBe(credited);
    }
  });
});
