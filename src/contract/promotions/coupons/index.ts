import { defineResource } from '@/contract/core/define';
import { adminOnly, adminOwner, withStaff } from '@/contract/core/permissions';
import { type CouponRefusal, couponStates, couponTypes } from './rules';
import type { Coupon, CouponInput } from './schema';

const shopRelation = { endpoint: 'shops' };

export const coupons = defineResource<Coupon, CouponInput, 'coupons'>({
  name: 'coupons',
  domain: 'promotions',
  schema: () => import('./schema').then((module) => module.couponSchema),
  scope: 'promotions',
  allow: {
    list: 'public',
    read: 'public',
    create: adminOwner,
    update: withStaff('promotions'),
    remove: adminOwner,
  },
  identity: 'code',
  titleOf: (coupon) => coupon.code,
  columns: [
    { key: 'code', kind: 'title', sort: true, note: (coupon) => coupon.shop?.name ?? coupon.description },
    { key: 'amount', kind: 'money', sort: true, value: amountOf },
    {
      key: 'minimum_cart_amount',
      kind: 'money',
      sort: true,
      value: (row) => row.minimum_cart_amount || null,
    },
    { key: 'active_from', kind: 'date', sort: true, hidden: true },
    { key: 'expire_at', kind: 'date', sort: true },
    { key: 'used_count', kind: 'text', value: usesOf },
    {
      key: 'status',
      kind: 'badge',
      tones: { valid: 'good', waiting: 'warn', upcoming: 'accent', expired: 'neutral', used_up: 'bad' },
    },
    { key: 'is_approve', kind: 'switch', by: adminOnly },
    { key: 'created_at', kind: 'date', sort: true, hidden: true },
  ],
  fields: [
    { key: 'code', kind: 'text', required: true },
    { key: 'type', kind: 'radio', options: couponTypes },
    { key: 'amount', kind: 'money', required: true, when: ({ type }) => type !== 'free_shipping' },
    { key: 'minimum_cart_amount', kind: 'money' },
    { key: 'description', kind: 'textarea', rows: 4 },
    { key: 'image', kind: 'image', side: true },
    { key: 'active_from', kind: 'datetime', required: true, side: true },
    { key: 'expire_at', kind: 'datetime', required: true, side: true },
    { key: 'usage_limit', kind: 'number', side: true },
    { key: 'usage_limit_per_user', kind: 'number', side: true },
    { key: 'target', kind: 'switch', side: true },
    { key: 'is_listed', kind: 'switch', side: true },
    { key: 'shop_id', kind: 'relation', side: true, relation: { ...shopRelation, stub: 'shop' } },
  ],
  tabs: { all: {}, ...Object.fromEntries(couponStates.map((state) => [state, { state }])) },
  filters: [
    { key: 'type', via: 'param', kind: 'select', options: couponTypes },
    { key: 'is_approve', via: 'param', kind: 'switch' },
    { key: 'shop_id', via: 'param', kind: 'related', relation: shopRelation },
  ],
  search: { code: 'like', shop_id: 'eq', type: 'eq', is_approve: 'eq', state: 'eq' },
  translatable: ['description'],
  initial: {
    type: 'fixed',
    minimum_cart_amount: 0,
  },
});

/** A sum, a percentage, or the label of free delivery. */
function amountOf({ type, amount }: Coupon): string | number {
  if (type === 'free_shipping') return type;
  return type === 'percentage' ? `${amount}\u00a0%` : (amount ?? 0);
}

function usesOf({ used_count, usage_limit }: Coupon): string {
  return usage_limit === null ? String(used_count) : `${used_count} / ${usage_limit}`;
}

/** Answer of `POST coupons/verify`; `discount` in roubles for the given total. */
export type CouponAnswer =
  | { is_valid: true; coupon: Coupon; discount: number }
  | { is_valid: false; message: CouponRefusal };
