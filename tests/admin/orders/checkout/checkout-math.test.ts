import { describe, expect, it } from 'vitest';
import {
  checkoutLines,
  computeTotals,
  mergeVerification,
  missingInput,
  type OrderInput,
  placeBody,
  verifyBody,
} from '@/features/orders/checkout/checkout-math';
import { matchCode } from '@/features/orders/checkout/product-line';
import { buildCart } from '@/state/cart-math';
import { defaultCheckout } from '@/state/checkout';
import { emptyDraft } from '@/state/order-draft';
import { colourAndSize } from '../../catalogue/products/product-scene';
import { buildAddress, buildVerified, line } from './scene';

const billing = { ...buildAddress(1, 'billing', 'Дом') };
const shipping = { ...buildAddress(2, 'shipping', 'Дача') };

const input = (
  checkout: Partial<OrderInput['checkout']> = {},
  draft: Partial<OrderInput['draft']> = {},
): OrderInput => ({
  items: buildCart([line(1), line(2, { id: '2.9', variationId: 9 })]).items,
  checkout: {
    ...defaultCheckout,
    customer: { value: 5, label: 'Мария' },
    customer_contact: '+7 (900) 111-22-33',
    billing_address: billing,
    shipping_address: shipping,
    ...checkout,
  },
  draft: { ...emptyDraft, ...draft },
});

const verified = buildVerified([1]);
const [first] = verified.lines;
const bothAddresses = (more: object = {}) =>
  buildVerified([1], {
    amount: 400,
    lines: first ? [first, { ...first, product_id: 2, variation_option_id: 9, ...more }] : [],
  });

describe('totals', () => {
  it('are amount + tax + delivery − discount, without unavailable lines', () => {
    const coupon = { id: 1, code: 'ЛЕТО', amount: 50 };
    const answer = { ...bothAddresses({ problem: 'short', left: 1 }), amount: 200, discount: 50 };
    const given = input({ verified_response: answer, coupon });
    const lines = checkoutLines(given.items, answer);

    expect(lines.map(({ isOut }) => isOut)).toEqual([false, true]);
    expect(computeTotals(lines, given.checkout)).toMatchObject({
      amount: 200,
      discount: 50,
      total: 470,
      payable: 470,
    });
  });

  it('read the discount from the coupon until the server has verified it', () => {
    const coupon = { id: 1, code: 'ЛЕТО', amount: 50 };
    const discountOf = ({ items, checkout }: OrderInput) =>
      computeTotals(checkoutLines(items, checkout.verified_response), checkout).discount;

    expect(discountOf(input())).toBe(0);
    expect(discountOf(input({ coupon }))).toBe(50);
    expect(discountOf(input({ coupon, verified_response: { ...bothAddresses(), discount: 40 } }))).toBe(40);
  });

  it('are never negative, and points pay up to their worth', () => {
    const answer = { ...bothAddresses(), wallet_amount: 300, wallet_currency: 100 };
    const few = input({ verified_response: answer, use_wallet: true });
    const many = input({ verified_response: { ...answer, wallet_currency: 5000 }, use_wallet: true });
    const generous = input({
      verified_response: { ...answer, discount: 9999 },
      coupon: { id: 1, code: 'A', amount: 9999 },
    });

    const of = ({ items, checkout }: OrderInput) =>
      computeTotals(checkoutLines(items, checkout.verified_response), checkout);
    expect(of(few)).toMatchObject({ total: 720, wallet: 100, payable: 620 });
    expect(of(many)).toMatchObject({ total: 720, wallet: 720, payable: 0 });
    expect(of(generous)).toMatchObject({ total: 0, payable: 0 });
  });

  it('support servers that list only unavailable products', () => {
    const { lines: _lines, amount: _amount, total: _total, ...old } = bothAddresses();
    const answer = { ...old, unavailable_products: [2] };
    const given = input({ verified_response: answer });
    const lines = checkoutLines(given.items, answer);

    expect(lines.map(({ problem }) => problem)).toEqual([null, 'short']);
    expect(computeTotals(lines, given.checkout)).toMatchObject({ amount: 200, total: 520 });
  });
});

describe('request bodies', () => {
  it('verify all lines, and place the available ones at current prices', () => {
    const answer = {
      ...bothAddresses({ problem: 'gone', left: 0 }),
      amount: 240,
      total: 560,
    };
    const changed = {
      ...answer,
      lines: answer.lines.map((one, place) =>
        place === 0 ? { ...one, unit_price: 120, problem: 'price' as const } : one,
      ),
    };
    const given = input({ verified_response: changed });

    expect(verifyBody(given).products).toEqual([
      { product_id: 1, order_quantity: 2, unit_price: 100, subtotal: 200 },
      { product_id: 2, variation_option_id: 9, order_quantity: 2, unit_price: 100, subtotal: 200 },
    ]);
    expect(placeBody(given)).toMatchObject({
      products: [{ product_id: 1, order_quantity: 2, unit_price: 120, subtotal: 240 }],
      amount: 240,
      sales_tax: 20,
      delivery_fee: 300,
      total: 560,
      payment_gateway: 'CASH',
      customer_id: 5,
    });
  });

  it('omit shipping address and delivery time for a pickup point', () => {
    const point = { code: 'MSK1', carrier: 'СДЭК', name: 'На Арбате', address: 'Арбат, 1' };
    const body = placeBody(input({ delivery_time: { title: 'Утром' } }, { isPickup: true, point }));

    expect(body).toMatchObject({ shipping_address: null, delivery_point: point, delivery_time: null });
  });

  it('use full wallet payment when points cover the total', () => {
    const answer = { ...bothAddresses(), wallet_amount: 1, wallet_currency: 720 };

    expect(placeBody(input({ verified_response: answer, use_wallet: true }))).toMatchObject({
      payment_gateway: 'FULL_WALLET_PAYMENT',
      use_wallet_points: true,
      isFullWalletPayment: true,
      paid_total: 720,
    });
  });
});

describe('missing input', () => {
  const all = { hasSlots: true, gateways: ['CASH'] };

  it('is listed in the order of the cards', () => {
    const nothing = { ...input(), checkout: { ...defaultCheckout, payment_gateway: 'STRIPE' } };

    expect(missingInput(nothing, all)).toEqual([
      'customer',
      'contact',
      'billing',
      'shipping',
      'time',
      'gateway',
    ]);
    expect(missingInput(input({}, { isPickup: true }), all)).toEqual(['point']);
    expect(missingInput(input({ delivery_time: { title: 'Утром' } }), all)).toEqual([]);
  });

  it('includes lines when none is available', () => {
    const gone = bothAddresses({ problem: 'gone' });
    const answer = { ...gone, lines: gone.lines.map((one) => ({ ...one, problem: 'gone' as const })) };

    expect(missingInput(input({ verified_response: answer }), { ...all, hasSlots: false })).toEqual([
      'lines',
    ]);
  });

  it('excludes delivery for digital orders', () => {
    const files = {
      ...input({ shipping_address: null }),
      items: buildCart([line(1, { is_digital: true })]).items,
    };

    expect(missingInput(files, all)).toEqual([]);
  });
});

describe('a refused order', () => {
  it('is merged into the previous verification: lines that were not sent are kept', () => {
    const merged = mergeVerification(bothAddresses({ problem: 'gone' }), buildVerified([1], { total: 999 }));

    expect(merged.total).toBe(999);
    expect(merged.lines?.map(({ product_id, problem }) => [product_id, problem])).toEqual([
      [1, null],
      [2, 'gone'],
    ]);
    expect(merged.unavailable_products).toEqual([2]);
  });
});

describe('a scanned code', () => {
  it('matches a variation or the product, case-insensitively', () => {
    const product = colourAndSize();

    expect(matchCode(product, 'sku-102')).toMatchObject({ line: { id: '5.102', stock: 3 } });
    expect(matchCode({ ...product, barcode: '4600494692147' }, '4600494692147')).toEqual({
      line: undefined,
      isVariable: true,
    });
    expect(matchCode(product, 'SKU')).toBeUndefined();
  });
});
