import { describe, expect, it } from 'vitest';
import {
  bestDeal,
  type DatedSale,
  dealPrice,
  deriveSaleState,
  effectivePrice,
  isCovered,
  isLive,
} from '@/contract/catalogue/products/sale-price';
import { toMinor } from '@/contract/core/money';
import { flashSaleSchema } from '@/contract/promotions/flash-sale/schema';
import { seededRandom } from '@/server/demo/random';

/** Flash sale prices: computed, exact to the kopeck, never raised, never zero. */
const now = new Date('2026-03-10T09:00:00Z');
const percent = (rate: number, max_discount = 70) => ({ type: 'percentage' as const, rate, max_discount });
const fixed = (rate: number, max_discount = 70) => ({ type: 'fixed_rate' as const, rate, max_discount });

let last = 0;
function sale(more: Partial<DatedSale> = {}): DatedSale {
  last += 1;
  return {
    id: last,
    type: 'percentage',
    rate: 10,
    max_discount: 70,
    start_date: '2026-03-01T00:00:00Z',
    end_date: '2026-03-31T00:00:00Z',
    ...more,
  };
}

describe('a price under one sale', () => {
  it.each([
    [1000, percent(15), 850],
    [99.99, percent(50), 50],
    [3, percent(50), 1.5],
    [19.99, percent(33), 13.39],
    [1234.56, percent(12.5), 1080.24],
    [1000, fixed(250), 750],
    [9_999_999_999_999.99, percent(1), 9_899_999_999_999.99],
  ])('of %s under %o is %s', (price, terms, left) => {
    expect(dealPrice(price, terms)).toBe(left);
  });

  it.each([
    ['the limit of the marketplace', 340, fixed(300), 102],
    ['the limit of the marketplace', 1000, percent(99), 300],
    ['another limit', 1000, fixed(999.99, 90), 100],
    ['1 rouble', 2, fixed(1.5), 1],
    ['1 rouble, which is more than the limit', 3, percent(99, 99), 1],
    ["the vendor's own floor", 1000, { ...fixed(500), min_price: 800 }, 800],
    ["the limit, which is above the vendor's floor", 1000, { ...fixed(900), min_price: 100 }, 300],
    ['itself, when the floor is above it', 1000, { ...fixed(500), min_price: 1200 }, 1000],
    ['itself, when it is below 1 rouble', 0.5, percent(50), 0.5],
  ])('never falls below %s', (_floor, price, terms, left) => {
    expect(dealPrice(price, terms)).toBe(left);
  });

  it('is null without a price or a discount', () => {
    expect([dealPrice(0, percent(10)), dealPrice(1000, fixed(0))]).toEqual([null, null]);
  });

  it('is never higher than the price, never below a floor, and within half a kopeck of the exact one', () => {
    const random = seededRandom(7);
    for (let round = 0; round < 5000; round += 1) {
      const price = random.whole(1, 10_000_000) / 100;
      const rate = random.whole(100, 9900) / 100;
      const left = dealPrice(price, percent(rate)) ?? Number.NaN;
      const exact = Math.min(price, Math.max((price * (100 - Math.min(rate, 70))) / 100, 1));
      expect(left).toBeLessThanOrEqual(price);
      expect(toMinor(left) / 100).toBe(left);
      expect(Math.abs(left - exact)).toBeLessThanOrEqual(0.005 + 1e-6);
    }
  });

  it('never rises with the rate', () => {
    const random = seededRandom(11);
    for (let round = 0; round < 2000; round += 1) {
      const price = random.whole(1, 1_000_000) / 100;
      const rate = random.whole(1, 98);
      const [less, more] = [dealPrice(price, percent(rate)), dealPrice(price, percent(rate + 1))];
      expect(more ?? 0).toBeLessThanOrEqual(less ?? 0);
    }
  });
});

describe('several sales', () => {
  it('give the buyer the lowest price', () => {
    const [small, big] = [sale({ rate: 10 }), sale({ rate: 30 })];

    expect(bestDeal(1000, [small, big], now)).toEqual({ sale: big, price: 700 });
  });

  it('prefer the one that started first at equal prices', () => {
    const late = sale({ rate: 10, start_date: '2026-03-05T00:00:00Z' });
    const early = sale({ type: 'fixed_rate', rate: 100 });

    expect(bestDeal(1000, [late, early], now)?.sale).toBe(early);
  });

  it('apply each floor separately', () => {
    const deep = sale({ type: 'fixed_rate', rate: 5000, min_price: 950 });
    const fair = sale({ rate: 10 });

    expect(bestDeal(1000, [deep, fair], now)).toEqual({ sale: fair, price: 900 });
    expect(effectivePrice(1000, null, [deep], now)).toBe(950);
  });

  it('keep a vendor’s lower sale price and never raise a price', () => {
    const random = seededRandom(3);
    expect(effectivePrice(1000, 600, [sale({ rate: 10 })], now)).toBe(600);
    expect(effectivePrice(1000, 950, [sale({ rate: 10 })], now)).toBe(900);
    for (let round = 0; round < 1000; round += 1) {
      const price = random.whole(1, 100_000) / 100;
      const own = random.next() < 0.5 ? null : Math.max(0.01, Math.floor(price * 100 * random.next()) / 100);
      const sales = Array.from({ length: random.whole(0, 4) }, () =>
        sale(random.next() < 0.5 ? percent(random.whole(1, 99)) : fixed(random.whole(1, 200_000) / 100)),
      );
      const paid = effectivePrice(price, own, sales, now) ?? Number.NaN;
      expect(paid).toBeGreaterThan(0);
      expect(paid).toBeLessThanOrEqual(Math.min(price, own ?? price));
      expect(paid).toBe(effectivePrice(price, own, [...sales].reverse(), now));
    }
  });

  it('do not affect a product without a price', () => {
    expect([bestDeal(null, [sale()], now), effectivePrice(null, null, [sale()], now)]).toEqual([null, null]);
  });
});

describe('the time of a sale', () => {
  /** 8 March in Moscow, three hours ahead of UTC. */
  const day = sale({ start_date: '2026-03-07T21:00:00Z', end_date: '2026-03-08T21:00:00Z' });

  it.each([
    ['2026-03-07T20:59:59.999Z', false],
    ['2026-03-07T21:00:00.000Z', true],
    // Midnight UTC is three o'clock in Moscow: no boundary there.
    ['2026-03-07T23:59:59.999Z', true],
    ['2026-03-08T00:00:00.000Z', true],
    ['2026-03-08T20:59:59.999Z', true],
    ['2026-03-08T21:00:00.000Z', false],
    ['2026-03-09T00:00:00.000Z', false],
  ])('at %s is live: %s', (moment, lives) => {
    expect(isLive(day, new Date(moment))).toBe(lives);
    expect(effectivePrice(1000, null, [day], new Date(moment))).toBe(lives ? 900 : 1000);
  });

  it.each([
    ['2026-03-01T00:00:00Z', true, 'scheduled'],
    ['2026-03-08T00:00:00Z', true, 'running'],
    ['2026-03-08T21:00:00Z', true, 'finished'],
    ['2026-03-01T00:00:00Z', false, 'disabled'],
    ['2026-03-08T00:00:00Z', false, 'disabled'],
    ['2026-03-09T00:00:00Z', false, 'finished'],
  ])('at %s, switched on: %s, is %s', (moment, sale_status, state) => {
    expect(deriveSaleState({ ...day, sale_status }, new Date(moment))).toBe(state);
  });
});

describe('the schema', () => {
  const valid = {
    title: 'Неделя керамики',
    description: 'Посуда со скидкой',
    start_date: '2026-04-01T00:00:00+03:00',
    end_date: '2026-04-08T00:00:00+03:00',
    type: 'percentage',
    rate: '12,5',
  };
  const errorOf = (more: object) =>
    flashSaleSchema.validate({ ...valid, ...more }).then(
      () => undefined,
      (error: Error) => error.message,
    );

  it('keeps moments in UTC and accepts a decimal comma', async () => {
    expect(await flashSaleSchema.validate(valid)).toMatchObject({
      start_date: '2026-03-31T21:00:00.000Z',
      rate: 12.5,
      sale_status: false,
      sale_builder: { data_type: 'handpicked_products', product_ids: [], category_ids: [] },
    });
  });

  it.each([
    [{ rate: 0 }, 'error-rate-percent'],
    [{ rate: 100 }, 'error-rate-percent'],
    [{ rate: '' }, 'error-rate-required'],
    [{ type: 'fixed_rate', rate: 0 }, 'error-rate-fixed'],
    [{ type: 'fixed_rate', rate: -5 }, 'error-rate-fixed'],
    [{ type: 'wallet_point_gift' }, 'error-sale-type-required'],
    [{ end_date: valid.start_date }, 'error-end-before-start'],
    [{ end_date: '2026-03-01T00:00:00Z' }, 'error-end-before-start'],
    [{ sale_builder: { data_type: 'handpick_shop' } }, 'error-wrong-value'],
  ])('refuses %o with %s', async (more, message) => {
    expect(await errorOf(more)).toBe(message);
  });

  it('takes a fixed amount above a hundred', async () => {
    expect(await errorOf({ type: 'fixed_rate', rate: 1500 })).toBeUndefined();
  });
});

describe('consent to some terms', () => {
  const consented = {
    type: 'percentage' as const,
    rate: 20,
    start_date: '2026-03-01T00:00:00Z',
    end_date: '2026-03-31T00:00:00Z',
  };

  it.each([
    ['the same', {}, true],
    ['a smaller discount', { rate: 10 }, true],
    ['fewer days', { start_date: '2026-03-02T00:00:00Z', end_date: '2026-03-30T00:00:00Z' }, true],
    ['a larger discount', { rate: 20.01 }, false],
    ['another kind of discount', { type: 'fixed_rate' as const, rate: 1 }, false],
    ['an earlier start', { start_date: '2026-02-28T23:59:00Z' }, false],
    ['a later end', { end_date: '2026-03-31T00:01:00Z' }, false],
  ])('covers %s: %s is %s', (_name, other, covered) => {
    expect(isCovered({ ...consented, ...other }, consented)).toBe(covered);
  });
});
