import { describe, expect, it } from 'vitest';
import {
  advanceLine,
  cutToSum,
  deliveryLines,
  deliveryMoney,
  goodsLines,
  type SoldLine,
  toVatRate,
} from '@/server/modules/receipts/receipt-lines';

const supplier = { name: 'ООО «Чай»', inn: '7707083893', phone: '+79991234567' };

const sold = (given: Partial<SoldLine> = {}): SoldLine => ({
  ...{ id: 1, name: 'Иван-чай', variation: null, quantity: 3, total: 10_000, wallet: 0, delivery: 0 },
  ...{ vat: 'vat22', supplier, requiresMarking: false, markCodes: [] },
  ...given,
});

const moneyOf = (line: SoldLine) => line.total - line.wallet - deliveryMoney([line]);
const whole = (line: SoldLine) =>
  goodsLines({ line, pieces: line.quantity, money: moneyOf(line) }, 'full_prepayment');
const sumOf = (lines: readonly { sum: number }[]) => lines.reduce((all, { sum }) => all + sum, 0);

/** A generator of whole numbers that repeats. */
function randomOf(seed: number) {
  let state = seed;
  return (max: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % (max + 1);
  };
}

function anyLine(random: (max: number) => number): SoldLine {
  const quantity = 1 + random(12);
  const delivery = random(1) * random(90_000);
  const total = quantity + random(900_000) + delivery;
  return sold({ quantity, delivery, total, wallet: random(1) * random(total) });
}

describe('lines of a receipt', () => {
  it('are price × quantity and sum to the money of the pieces, also when it cannot be divided', () => {
    expect(whole(sold())).toMatchObject([
      { price: 3333, quantity: 2, sum: 6666 },
      { price: 3334, quantity: 1, sum: 3334 },
    ]);
    const random = randomOf(7);
    for (let turn = 0; turn < 2000; turn += 1) {
      const line = anyLine(random);
      const lines = whole(line);
      expect(lines.every(({ price, quantity, sum }) => price > 0 && price * quantity === sum)).toBe(true);
      expect(sumOf(lines) + deliveryMoney([line])).toBe(line.total - line.wallet);
    }
  });

  it('can be cut into consecutive parts that are exactly the money of each payment', () => {
    const random = randomOf(11);
    for (let turn = 0; turn < 1000; turn += 1) {
      const lines = whole(anyLine(random));
      let before = 0;
      for (const all = sumOf(lines); before < all; ) {
        const sum = 1 + random(all - before - 1);
        const cut = cutToSum(lines, sum, before);
        expect(sumOf(cut)).toBe(sum);
        expect(cut.every((one) => one.price > 0 && one.price * one.quantity === one.sum)).toBe(true);
        before += sum;
      }
    }
  });

  it('leave out what points paid', () => {
    expect(whole(sold({ wallet: 10_000 }))).toEqual([]);
    expect(sumOf(whole(sold({ wallet: 4001 })))).toBe(5999);
  });

  it('name the tax within money that is paid in advance, and the rate itself at the hand-over', () => {
    const line = sold({ quantity: 1 });
    expect(whole(line)).toMatchObject([{ vat: 'vat122', mode: 'full_prepayment' }]);
    expect(goodsLines({ line, pieces: 1, money: 10_000 }, 'full_payment')).toMatchObject([{ vat: 'vat22' }]);
    expect(whole(sold({ vat: 'none' }))[0]?.vat).toBe('none');
    expect(whole(sold({ vat: 'vat5' }))[0]?.vat).toBe('vat105');
  });

  it('name the supplier of goods, and none for delivery, which the marketplace sells', () => {
    expect(whole(sold())[0]?.supplier).toEqual(supplier);
    const terms = { name: 'Доставка', vat: 'vat22', mode: 'full_payment' } as const;
    expect(deliveryLines({ ...terms, sum: 39_000 })).toMatchObject([
      { name: 'Доставка', sum: 39_000, subject: 'service', supplier: null, vat: 'vat22' },
    ]);
    expect(deliveryLines({ ...terms, sum: 0 })).toEqual([]);
  });

  it('of marked goods are one for each piece, with its code', () => {
    const markCodes = ['0104600439931256211', '0104600439931256212'];
    const lines = whole(sold({ quantity: 3, total: 3000, markCodes }));
    expect(lines.map(({ quantity, markCode, subject }) => [quantity, markCode, subject])).toEqual([
      [1, markCodes[0], 'marked'],
      [1, markCodes[1], 'marked'],
      [1, null, 'goods'],
    ]);
  });

  it('have names of 128 characters at most, cut at a whole character', () => {
    const [line] = whole(sold({ name: `${'я'.repeat(127)}🍵🍵`, variation: 'пачка' }));
    expect(line?.name).toBe(`${'я'.repeat(127)}🍵`);
    expect(advanceLine('я'.repeat(200), 100, 'none').name).toHaveLength(128);
  });

  it('know the rates of products and of requisites', () => {
    expect(['22', 'vat7', 'none', '0', null, 'vat99'].map(toVatRate)).toEqual([
      ...['vat22', 'vat7', 'none', 'vat0', 'none', 'none'],
    ]);
  });
});
