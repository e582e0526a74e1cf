import { describe, expect, it } from 'vitest';
import {
  type Cart,
  type CouponTerms,
  computeDiscount,
  couponRefusal,
  couponState,
  isInForce,
} from '@/contract/promotions/coupons/rules';
import { couponSchema } from '@/contract/promotions/coupons/schema';

/** Coupon validity and discount. */
const now = new Date('2026-03-10T09:00:00.000Z');

const coupon = (given: Partial<CouponTerms> = {}): CouponTerms => ({
  type: 'percentage',
  amount: 10,
  minimum_cart_amount: 0,
  active_from: '2026-03-01T00:00:00.000Z',
  expire_at: '2026-03-31T20:59:59.000Z',
  target: false,
  is_approve: true,
  shop_id: null,
  usage_limit: null,
  usage_limit_per_user: null,
  ...given,
});

const cart = (given: Partial<Cart> = {}): Cart => ({
  sub_total: 1000,
  isSignedIn: true,
  isShippedFree: false,
  ...given,
});

const unused = { total: 0, ofUser: 0 };
const refusal = (terms: Partial<CouponTerms>, given: Partial<Cart> = {}, uses = unused) =>
  couponRefusal(coupon(terms), cart(given), uses, now);

describe('the discount', () => {
  it.each([
    ['percentage', 10, 1000, 100],
    ['percentage', 10, 0.05, 0.01],
    ['percentage', 10, 0.04, 0],
    ['percentage', 12.5, 99.99, 12.5],
    ['percentage', 33.33, 100, 33.33],
    ['percentage', 100, 1234.56, 1234.56],
    ['percentage', 99.99, 1_000_000_000, 999_900_000],
    ['fixed', 300, 1000, 300],
    ['fixed', 300, 299.99, 299.99],
    ['free_shipping', 0, 1000, 0],
  ] as const)('of %s %d on %d is %d', (type, amount, sub_total, discount) => {
    expect(computeDiscount(coupon({ type, amount }), cart({ sub_total }))).toBe(discount);
  });

  it("of a shop's coupon applies to the shop's goods only", () => {
    const lines = [
      { shop_id: 1, price: 199.99, quantity: 3 },
      { shop_id: 2, price: 5000, quantity: 1 },
    ];

    expect(computeDiscount(coupon({ shop_id: 1 }), cart({ sub_total: 5599.97, lines }))).toBe(60);
    expect(computeDiscount(coupon({ shop_id: null }), cart({ sub_total: 5599.97, lines }))).toBe(560);
    expect(computeDiscount(coupon({ shop_id: 3 }), cart({ sub_total: 5599.97, lines }))).toBe(0);
    const fixed = coupon({ shop_id: 1, type: 'fixed', amount: 900 });
    expect(computeDiscount(fixed, cart({ sub_total: 5599.97, lines }))).toBe(599.97);
  });
});

describe('the validation', () => {
  it('accepts a coupon that fulfils every condition', () => {
    expect(refusal({})).toBeUndefined();
    expect(refusal({ target: true, usage_limit: 1, usage_limit_per_user: 1 })).toBeUndefined();
  });

  it.each([
    ['not approved', { is_approve: false }, {}, 'THIS_COUPON_CODE_IS_NOT_APPROVED'],
    [
      'for the signed-in',
      { target: true },
      { isSignedIn: false },
      'THIS_COUPON_CODE_IS_ONLY_FOR_VERIFIED_USERS',
    ],
    [
      'limited for each customer, who must be known',
      { usage_limit_per_user: 1 },
      { isSignedIn: false },
      'THIS_COUPON_CODE_IS_ONLY_FOR_VERIFIED_USERS',
    ],
    ['expired', { expire_at: '2026-03-10T08:59:59.999Z' }, {}, 'INVALID_COUPON_CODE'],
    ['not yet in force', { active_from: '2026-03-10T09:00:00.001Z' }, {}, 'INVALID_COUPON_CODE'],
    [
      'free delivery that is free anyway',
      { type: 'free_shipping' },
      { isShippedFree: true },
      'ALREADY_FREE_SHIPPING_ACTIVATED',
    ],
    ['below the minimum', { minimum_cart_amount: 1000.01 }, {}, 'COUPON_CODE_IS_NOT_APPLICABLE'],
  ] as const)('refuses a coupon that is %s', (_what, terms, given, code) => {
    expect(refusal(terms, given)).toBe(code);
  });

  it('includes both moments and the minimum', () => {
    expect(refusal({ active_from: now, expire_at: now, minimum_cart_amount: 1000 })).toBeUndefined();
  });

  it('counts uses in total and per customer', () => {
    const limit = 'COUPON_USAGE_LIMIT_REACHED';

    expect(refusal({ usage_limit: 5 }, {}, { total: 4, ofUser: 4 })).toBeUndefined();
    expect(refusal({ usage_limit: 5 }, {}, { total: 5, ofUser: 0 })).toBe(limit);
    expect(refusal({ usage_limit_per_user: 2 }, {}, { total: 50, ofUser: 1 })).toBeUndefined();
    expect(refusal({ usage_limit_per_user: 2 }, {}, { total: 2, ofUser: 2 })).toBe(limit);
  });

  it("requires goods of the shop for a shop's coupon", () => {
    const code = 'COUPON_CODE_IS_NOT_APPLICABLE_IN_THIS_SHOP_PRODUCT';
    const lines = [
      { shop_id: 1, price: 100, quantity: 2 },
      { shop_id: 2, price: 800, quantity: 1 },
    ];

    expect(refusal({ shop_id: 1 }, { lines })).toBeUndefined();
    expect(refusal({ shop_id: 1, amount: 100 }, { lines })).toBeUndefined();
    expect(refusal({ shop_id: 3 }, { lines })).toBe(code);
    expect(refusal({ shop_id: 3, type: 'free_shipping' }, { lines })).toBe(code);
    expect(refusal({ shop_id: 1, type: 'free_shipping' }, { lines })).toBeUndefined();
    expect(refusal({ shop_id: 1, type: 'fixed', amount: 199.99 }, { lines })).toBeUndefined();
    expect(refusal({ shop_id: 1, type: 'fixed', amount: 900 }, { lines })).toBeUndefined();
    expect(refusal({ shop_id: 7, type: 'fixed', amount: 50 }, { lines })).toBe(code);
    // A total alone counts as the shop's.
    expect(refusal({ shop_id: 3 })).toBeUndefined();
  });

  it('returns the first of several reasons', () => {
    const all = {
      is_approve: false,
      target: true,
      shop_id: 9,
      expire_at: '2026-03-02T00:00:00.000Z',
      usage_limit: 1,
      minimum_cart_amount: 5000,
    };
    const given = { isSignedIn: false, lines: [] };
    const uses = { total: 1, ofUser: 1 };
    const expected = [
      ['THIS_COUPON_CODE_IS_NOT_APPROVED', {}],
      ['THIS_COUPON_CODE_IS_ONLY_FOR_VERIFIED_USERS', { is_approve: true }],
      ['COUPON_CODE_IS_NOT_APPLICABLE_IN_THIS_SHOP_PRODUCT', { target: false }],
      ['INVALID_COUPON_CODE', { shop_id: null }],
      ['COUPON_USAGE_LIMIT_REACHED', { expire_at: coupon().expire_at }],
      ['COUPON_CODE_IS_NOT_APPLICABLE', { usage_limit: null }],
    ] as const;
    let terms: Partial<CouponTerms> = all;
    for (const [code, mended] of expected) {
      terms = { ...terms, ...mended };
      expect(refusal(terms, given, uses)).toBe(code);
    }
  });
});

describe('the state shown in a list', () => {
  it.each([
    ['valid', {}, 0],
    ['waiting', { is_approve: false }, 0],
    ['upcoming', { active_from: '2026-03-11T00:00:00.000Z' }, 0],
    ['expired', { is_approve: false, expire_at: '2026-03-09T00:00:00.000Z' }, 0],
    ['used_up', { usage_limit: 3 }, 3],
  ] as const)('is %s', (state, terms, used) => {
    expect(couponState(coupon(terms), now, used)).toBe(state);
  });

  it('depends on its start and end only', () => {
    expect(isInForce(coupon({ is_approve: false }), now)).toBe(true);
    expect(isInForce(coupon({ active_from: new Date('2026-03-11') }), now)).toBe(false);
  });
});

describe('the schema', () => {
  const input = { ...coupon(), code: 'VESNA' };
  const errorsOf = async (given: object) =>
    couponSchema.validate({ ...input, ...given }, { abortEarly: false }).then(
      () => [],
      (error: { errors: string[] }) => error.errors,
    );

  it('converts a code to capitals and rejects other characters', async () => {
    expect(await couponSchema.validate({ ...input, code: ' vesna-26_x ' })).toMatchObject({
      code: 'VESNA-26_X',
    });
    for (const code of ['ВЕСНА', 'A B', 'A%', '2026', '-_-'])
      expect([code, await errorsOf({ code })]).toEqual([code, ['error-coupon-code-format']]);
    expect(await errorsOf({ code: 'A'.repeat(41) })).toEqual(['error-too-long']);
  });

  it('limits the amount by the type', async () => {
    expect(await errorsOf({ type: 'percentage', amount: 100.01 })).toEqual(['error-percent-limit']);
    expect(await errorsOf({ type: 'fixed', amount: 100.01 })).toEqual([]);
    expect(await errorsOf({ type: 'fixed', amount: 0 })).toEqual(['error-must-be-positive']);
    expect(await errorsOf({ type: 'fixed', amount: null })).toEqual(['error-discount-required']);
    expect(await couponSchema.validate({ ...input, type: 'free_shipping', amount: 500 })).toMatchObject({
      amount: 0,
    });
    expect(await errorsOf({ type: 'half', amount: 1 })).toContain('error-wrong-value');
  });

  it('requires the end to be after the start', async () => {
    const { active_from, expire_at } = coupon();

    expect(await errorsOf({ active_from: expire_at, expire_at: active_from })).toEqual([
      'error-end-before-start',
    ]);
    expect(await errorsOf({ expire_at: active_from })).toEqual(['error-end-before-start']);
  });

  it('accepts positive whole limits, or none', async () => {
    for (const limit of [0, -1, 1.5]) {
      expect(await errorsOf({ usage_limit: limit })).toEqual(['error-usage-limit']);
      expect(await errorsOf({ usage_limit_per_user: limit })).toEqual(['error-usage-limit']);
    }
    const emptied = await couponSchema.validate({ ...input, usage_limit: '', minimum_cart_amount: '' });
    expect(emptied).toMatchObject({ usage_limit: null, minimum_cart_amount: 0 });
  });
});
