import { describe, expect, it } from 'vitest';
import {
  computeDelivery,
  computeTax,
  type ParcelLine,
  type TaxRate,
  taxFor,
} from '@/contract/orders/charges';

/** Tax by address and delivery by class. */
const rate = (more: Partial<TaxRate> = {}): TaxRate => ({
  id: 1,
  rate: 20,
  country: null,
  state: null,
  city: null,
  zip: null,
  is_global: false,
  on_shipping: false,
  priority: null,
  ...more,
});
const moscow = { country: 'Россия', state: 'Москва', city: 'Москва', zip: '101000' };

describe('the tax of an address', () => {
  it('is that of the most specific rate', () => {
    const rates = [
      rate({ id: 1, country: 'Россия' }),
      rate({ id: 2, country: 'россия ', city: 'МОСКВА' }),
      rate({ id: 3, country: 'Беларусь' }),
      rate({ id: 4 }),
    ];

    expect(taxFor(rates, moscow, null)?.id).toBe(2);
    expect(taxFor(rates, { country: 'Беларусь' }, null)?.id).toBe(3);
    expect(taxFor(rates, { country: 'Перу' }, null)?.id).toBe(4);
  });

  it('prefers the lowest priority number', () => {
    const rates = [
      rate({ id: 1, country: 'Россия', city: 'Москва', priority: 2 }),
      rate({ id: 2, is_global: true, country: 'Беларусь', priority: 1 }),
      rate({ id: 3, zip: '101000' }),
    ];

    expect(taxFor(rates, moscow, null)?.id).toBe(2);
    expect(taxFor(rates.slice(2), moscow, null)?.id).toBe(3);
  });

  it('falls back to the default rate, or to none', () => {
    const rates = [rate({ id: 7, country: 'Беларусь' })];

    expect(taxFor(rates, moscow, 7)?.id).toBe(7);
    expect(taxFor(rates, null, 7)?.id).toBe(7);
    expect(taxFor(rates, moscow, 8)).toBeNull();
  });

  it('is rounded half up to the kopeck and includes delivery where the rate says so', () => {
    expect(computeTax(rate({ rate: 18.033 }), 100_00, 500_00)).toBe(18_03);
    expect(computeTax(rate({ rate: 10, on_shipping: true }), 5, 15)).toBe(1 + 2);
    expect(computeTax(rate({ on_shipping: true }), 0, 500_00)).toBe(100_00);
    expect(computeTax(null, 100_00, 0)).toBe(0);
  });
});

describe('delivery', () => {
  const parcel = (more: Partial<ParcelLine> = {}): ParcelLine => ({
    shopId: 1,
    subtotal: 1000_00,
    quantity: 1,
    weight: null,
    isDigital: false,
    deliveryClass: { id: 1, type: 'fixed', amount: 250, maxWeight: null },
    ...more,
  });
  const each = { isFree: false, charge: null };

  it('is charged once per class and shop', () => {
    const lines = [
      parcel(),
      parcel({ quantity: 4 }),
      parcel({
        deliveryClass: { id: 2, type: 'percentage', amount: 4.5, maxWeight: null },
        subtotal: 333_33,
      }),
      parcel({ deliveryClass: { id: 3, type: 'free_shipping', amount: null, maxWeight: null } }),
      parcel({ deliveryClass: null }),
      parcel({ shopId: 2 }),
    ];

    expect([...computeDelivery(lines, each)]).toEqual([
      [1, 250_00 + 15_00],
      [2, 250_00],
    ]);
  });

  it('is charged per parcel of the maximum weight', () => {
    const light = { id: 1, type: 'fixed', amount: 250, maxWeight: 2 } as const;

    expect(computeDelivery([parcel({ deliveryClass: light, weight: 0.5, quantity: 4 })], each).get(1)).toBe(
      250_00,
    );
    expect(computeDelivery([parcel({ deliveryClass: light, weight: 0.5, quantity: 5 })], each).get(1)).toBe(
      500_00,
    );
  });

  it('is free for files, and when the site delivers free of charge', () => {
    expect(computeDelivery([parcel({ isDigital: true })], each).size).toBe(0);
    expect(computeDelivery([parcel()], { ...each, isFree: true }).size).toBe(0);
  });

  it('splits one charge for all among the delivered goods, to the kopeck', () => {
    const lines = [
      parcel({ shopId: 1, subtotal: 100_00 }),
      parcel({ shopId: 2, subtotal: 200_00 }),
      parcel({ shopId: 3, subtotal: 900_00, isDigital: true }),
    ];
    const fixed = computeDelivery(lines, { isFree: false, charge: { type: 'fixed', amount: 100 } });
    const part = computeDelivery(lines, { isFree: false, charge: { type: 'percentage', amount: 10 } });

    expect([...fixed.values()]).toEqual([33_33, 66_67]);
    expect([...part.values()]).toEqual([10_00, 20_00]);
  });
});
