import type { PostalAddress } from '@/contract/accounts/addresses/schema';
import { fromMinor, toMinor } from '@/contract/core/money';
import { type PricedLine, share } from '@/contract/orders/money';
import { type KeptCoupon, type KeptTax, type KeptTerms, sumsByTerms } from '@/contract/orders/terms';
import { couponTypes } from '@/contract/promotions/coupons/rules';
import type { Ctx } from '@/server/core/context';
import { settingsOptions } from '@/server/core/settings';
import { toKeptCoupon } from '@/server/modules/promotions/coupons/coupon-redemption';
import { findTaxRate } from '../checkout/pricing';
import type { LockedOrder, StoredLine, StoredOrder } from '../lock-order';

/** What an order was placed on. */
export interface OrderTerms {
  terms: KeptTerms;
  /** The discount that cancelled parts took with them, in kopecks: a sum is given once. */
  cancelled: number;
  /** The order's sums follow from them. False for an order of before whose coupon or rate has changed since. */
  isExact: boolean;
}

/**
 * The terms that an order keeps (rules/orders: an edited order is computed as a placed one). Those of an order from before
 * they were kept are derived from its coupon and the rates of today, and are exact only when they give the stored sums.
 */
export async function termsOf(
  ctx: Ctx,
  order: LockedOrder,
  live: readonly StoredLine[],
): Promise<OrderTerms> {
  const { root } = order;
  const kept = root.terms as unknown as KeptTerms | null;
  const cancelled = cancelledDiscount(order);
  if (kept) return { terms: kept, cancelled, isExact: true };
  const candidates = await derivedTerms(ctx, order);
  const lines = await pricedLines(ctx, live);
  const deliveries = deliveriesOf(order, lines);
  const exact = candidates.find((terms) => {
    const coupon = couponLeft({ terms, cancelled });
    const { discount, tax } = sumsByTerms(lines, { ...terms, coupon }, deliveries);
    return discount === toMinor(root.discount) && tax === toMinor(root.sales_tax);
  });
  const [first] = candidates;
  return { terms: exact ?? first, cancelled, isExact: exact !== undefined };
}

/** The coupon for what is not cancelled. */
export function couponLeft({ terms, cancelled }: Pick<OrderTerms, 'terms' | 'cancelled'>): KeptCoupon | null {
  const { coupon } = terms;
  if (coupon?.type !== 'fixed') return coupon;
  return { ...coupon, amount: fromMinor(Math.max(0, toMinor(coupon.amount) - cancelled)) };
}

function cancelledDiscount({ parts, lines }: LockedOrder): number {
  const gone = new Set(
    parts.filter(({ order_status }) => order_status === 'order-cancelled').map(({ id }) => id),
  );
  return lines.reduce((sum, line) => sum + (gone.has(line.order_id) ? toMinor(line.discount) : 0), 0);
}

/** At the rate of today, and without tax. */
async function derivedTerms(ctx: Ctx, { root }: LockedOrder): Promise<[KeptTerms, ...KeptTerms[]]> {
  const settings = await settingsOptions(ctx);
  const rate = await findTaxRate(ctx, settings, placeOf(root));
  const today: KeptTerms = {
    coupon: await couponOf(ctx, root),
    tax: rate && { id: rate.id, rate: rate.rate, on_shipping: rate.on_shipping },
    prices_include_tax: settings.pricesIncludeTax,
    minimum_order: 0,
    free_delivery_from: null,
  };
  return [today, { ...today, tax: null, prices_include_tax: true }];
}

async function couponOf(ctx: Ctx, { coupon_id }: StoredOrder): Promise<KeptCoupon | null> {
  if (coupon_id === null) return null;
  const row = await ctx.db
    .selectFrom('coupons')
    .select(['type', 'amount', 'minimum_cart_amount', 'shop_id'])
    .where('id', '=', coupon_id)
    .executeTakeFirst();
  return row
    ? toKeptCoupon({ ...row, type: couponTypes.find((type) => type === row.type) ?? 'fixed' })
    : null;
}

/** The rate of another address; undefined where the order keeps its own. */
export async function taxOfMove(
  ctx: Ctx,
  { terms, isExact }: OrderTerms,
  address: PostalAddress | undefined,
): Promise<KeptTax | null | undefined> {
  if (!address || terms.prices_include_tax) return undefined;
  const settings = { ...(await settingsOptions(ctx)), pricesIncludeTax: false };
  const found = await findTaxRate(ctx, settings, address);
  // Another house in the same place changes no tax, even if the rate has changed since.
  if (isExact && found?.id === terms.tax?.id) return undefined;
  return found && { id: found.id, rate: found.rate, on_shipping: found.on_shipping };
}

export const placeOf = (root: Pick<StoredOrder, 'shipping_address' | 'billing_address'>) =>
  (root.shipping_address ?? root.billing_address) as PostalAddress | null;

export type EditedLine = PricedLine & { isDigital: boolean };

/** Stored lines as they were priced. Lines from before say whether they are taxable by their tax or their product. */
export async function pricedLines(ctx: Ctx, lines: readonly StoredLine[]): Promise<EditedLine[]> {
  const unsaid = lines.filter(({ is_taxable, tax }) => is_taxable === null && toMinor(tax) === 0);
  const taxable = new Set(await taxableProducts(ctx, unsaid));
  return lines.map((line) => ({
    shopId: line.shop_id,
    quantity: line.quantity,
    unitPrice: toMinor(line.unit_price),
    isTaxable: line.is_taxable ?? (toMinor(line.tax) > 0 || taxable.has(line.product_id)),
    isDigital: line.is_digital,
  }));
}

async function taxableProducts(ctx: Ctx, lines: readonly StoredLine[]): Promise<number[]> {
  if (lines.length === 0) return [];
  const ids = [...new Set(lines.map(({ product_id }) => product_id))];
  const rows = await ctx.db
    .selectFrom('products')
    .select('id')
    .where('id', 'in', ids)
    .where('is_taxable', '=', true)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * The delivery of each line, in kopecks. It stays as it was, that of each part, and what a coupon waived is added where it is
 * named; a charge for the whole order is split among its parts anew. Within a part it follows the value of the parcels.
 */
export function deliveriesOf(
  { parts }: Pick<LockedOrder, 'parts'>,
  lines: readonly EditedLine[],
  { is_delivery_whole = false, waived_delivery: due = [] }: Partial<KeptTerms> = {},
): number[] {
  const live = parts.filter(({ order_status }) => order_status !== 'order-cancelled');
  const places = live.map((part) => parcelsOf(part.shop_id, lines));
  const values = places.map((own) => own.map((place) => worthOf(lines[place])));
  const stored = live.map((part) =>
    due.reduce(
      (sum, { shop_id, amount }) => sum + (shop_id === part.shop_id ? toMinor(amount) : 0),
      toMinor(part.delivery_fee),
    ),
  );
  const charges = is_delivery_whole ? share(sumOf(stored), values.map(sumOf)) : stored;
  const each = lines.map(() => 0);
  for (const [index, own] of places.entries()) {
    const shares = share(charges[index] ?? 0, values[index] ?? []);
    for (const [at, place] of own.entries()) each[place] = shares[at] ?? 0;
  }
  return each;
}

/** Places of what a shop sends; of all its lines where nothing is sent. */
function parcelsOf(shopId: number, lines: readonly EditedLine[]): number[] {
  const own = lines.flatMap((line, place) => (line.shopId === shopId && line.quantity > 0 ? [place] : []));
  const parcels = own.filter((place) => !lines[place]?.isDigital);
  return parcels.length > 0 ? parcels : own;
}

const worthOf = (line: EditedLine | undefined) => (line ? line.unitPrice * line.quantity : 0);

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
