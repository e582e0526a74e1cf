import { sql } from 'kysely';
import { effectivePrice } from '@/contract/catalogue/products/sale-price';
import { type Charge, chargeTypes } from '@/contract/core/charge';
import type { Attachment } from '@/contract/core/define';
import { fromMinor, toMinor } from '@/contract/core/money';
import {
  computeDelivery,
  type ParcelLine,
  type TaxedAddress,
  type TaxRate,
  taxFor,
} from '@/contract/orders/charges';
import { orderMoney, type Reductions, share, worthOfPoints } from '@/contract/orders/money';
import type { CartLineInput } from '@/contract/orders/schema';
import { type KeptTerms, sumsByTerms } from '@/contract/orders/terms';
import type { VerifiedCheckout } from '@/contract/orders/wire';
import type { SettingsOptions } from '@/contract/settings';
import type { Ctx } from '@/server/core/context';
import { AppError, rejectField } from '@/server/core/errors';
import { pointsPerRouble } from '@/server/core/settings';
import { loadListExtras } from '@/server/modules/catalogue/products/product-deals';
import { loadBalance } from '@/server/modules/ledger/ledger';
import type { CouponEffect, OrderCart } from '@/server/modules/promotions/coupons/coupon-redemption';
import type { SoldLine } from './insert-order';

/** A cart line as priced by the server. */
interface CheckedLine {
  requested: CartLineInput;
  /** Null when the product or variation does not exist. Money in kopecks. */
  sold: (SoldLine & Pick<ParcelLine, 'weight' | 'deliveryClass'>) | null;
  /** Available pieces. */
  left: number;
  problem: VerifiedCheckout['lines'][number]['problem'];
}

/** A line that can be sold, possibly at another price than the buyer was shown. */
export type AvailableLine = CheckedLine & { sold: NonNullable<CheckedLine['sold']> };

export const isAvailable = (line: CheckedLine): line is AvailableLine =>
  line.sold !== null && (line.problem === null || line.problem === 'price');

/**
 * Reads cart lines from the catalogue at current prices. Lines of the same product share its stock, first come first
 * served. `isTaken`: the pieces are already taken out of stock in this transaction, so only prices are compared.
 */
export async function readCart(
  ctx: Ctx,
  requested: readonly CartLineInput[],
  isTaken = false,
): Promise<CheckedLine[]> {
  const items = await findItems(ctx, requested);
  const deals = await loadListExtras(ctx, [...new Set(requested.map((line) => line.product_id))]);
  const used = new Map<string, number>();
  return requested.map((line): CheckedLine => {
    const key = keyOf(line.product_id, line.variation_option_id);
    const item = items.get(key);
    const sales = deals.get(line.product_id)?.sales ?? [];
    const price = item && effectivePrice(item.price, item.sale_price, sales, ctx.now);
    if (!item || price === null || price === undefined) {
      return { requested: line, sold: null, left: 0, problem: 'gone' };
    }
    const before = used.get(key) ?? 0;
    const stock = item.quantity + (isTaken ? piecesOf(requested, key) : 0);
    const left = Math.max(0, stock - before);
    const sold = { ...toSoldLine(item), quantity: line.order_quantity, unitPrice: toMinor(price) };
    const problem = (isTaken ? null : problemOf(item, line, left)) ?? priceProblem(line, sold.unitPrice);
    if (problem === null || problem === 'price') used.set(key, before + line.order_quantity);
    const isSold = problem !== 'gone' && problem !== 'disabled';
    return { requested: line, sold, left: isSold ? left : 0, problem };
  });
}

const piecesOf = (requested: readonly CartLineInput[], key: string) =>
  requested
    .filter((line) => keyOf(line.product_id, line.variation_option_id) === key)
    .reduce((sum, line) => sum + line.order_quantity, 0);

function problemOf(item: CatalogueItem, line: CartLineInput, left: number): CheckedLine['problem'] {
  if (!item.is_on_sale) return 'gone';
  if (item.is_disabled) return 'disabled';
  return line.order_quantity > left ? 'short' : null;
}

/** `price` when the client sent another price. Clients that send none accept ours. */
function priceProblem({ unit_price, subtotal, order_quantity }: CartLineInput, price: number) {
  const isOther =
    (typeof unit_price === 'number' && toMinor(unit_price) !== price) ||
    (typeof subtotal === 'number' && toMinor(subtotal) !== price * order_quantity);
  return isOther ? ('price' as const) : null;
}

interface CatalogueItem {
  product_id: number;
  variation_id: number | null;
  shop_id: number;
  is_on_sale: boolean;
  is_disabled: boolean;
  quantity: number;
  price: number | null;
  sale_price: number | null;
  name: string;
  variation: string | null;
  sku: string | null;
  barcode: string | null;
  unit: string;
  image: Attachment | null;
  is_digital: boolean;
  digital_file_id: number | null;
  vat_rate: string | null;
  requires_marking: boolean;
  supplier: SoldLine['supplier'];
  commission: number | null;
  is_taxable: boolean;
  weight: number | null;
  class_id: number | null;
  class_type: string | null;
  class_amount: number | null;
  max_weight: number | null;
}

/** What is on sale is decided as in `takeStock`, which checks again under locks. */
async function findItems(ctx: Ctx, requested: readonly CartLineInput[]): Promise<Map<string, CatalogueItem>> {
  const products = [...new Set(requested.map((line) => line.product_id))];
  const variations = [...new Set(requested.flatMap((line) => line.variation_option_id ?? []))];
  const { rows } = await sql<CatalogueItem>`
    select p.id as product_id, o.id as variation_id, p.shop_id,
      (p.deleted_at is null and p.status = 'publish' and p.in_stock and not p.is_external
        and s.is_active and s.deleted_at is null) as is_on_sale,
      coalesce(o.is_disable, false) as is_disabled, coalesce(o.quantity, p.quantity) as quantity,
      case when o.id is null then p.price else o.price end as price,
      case when o.id is null then p.sale_price else o.sale_price end as sale_price,
      coalesce(p.translations -> ${ctx.locale} ->> 'name', p.name) as name, o.title as variation,
      case when o.id is null then p.sku else o.sku end as sku, coalesce(o.barcode, p.barcode) as barcode, p.unit,
      coalesce(nullif(o.image, 'null'::jsonb), nullif(p.image, 'null'::jsonb)) as image,
      case when o.id is null then p.is_digital else o.is_digital end as is_digital,
      coalesce(o.digital_file_id, p.digital_file_id) as digital_file_id,
      coalesce(p.vat_rate, s.requisites ->> 'vat_rate') as vat_rate, p.requires_marking,
      case when s.requisites ->> 'inn' is not null then jsonb_build_object('inn', s.requisites ->> 'inn',
        'name', s.requisites ->> 'legal_name', 'phone', s.settings ->> 'contact') end as supplier,
      s.admin_commission_rate as commission, p.is_taxable, p.weight,
      d.id as class_id, d.type as class_type, d.amount as class_amount, d.max_weight
    from products p
      join shops s on s.id = p.shop_id
      left join variation_options o on o.product_id = p.id and o.deleted_at is null
        and o.id = any(${variations}::bigint[])
      left join delivery_classes d on d.id = p.delivery_class_id and d.deleted_at is null and d.is_active
    where p.id = any(${products}::bigint[]) and (p.product_type = 'variable') = (o.id is not null)`.execute(
    ctx.db,
  );
  return new Map(rows.map((row) => [keyOf(row.product_id, row.variation_id), row]));
}

const keyOf = (productId: number, variationId: number | null | undefined) =>
  `${productId} ${variationId ?? ''}`;

function toSoldLine(item: CatalogueItem): Omit<AvailableLine['sold'], 'quantity' | 'unitPrice'> {
  const type = chargeTypes.find((one) => one === item.class_type);
  return {
    shopId: item.shop_id,
    productId: item.product_id,
    variationId: item.variation_id,
    isTaxable: item.is_taxable,
    isDigital: item.is_digital,
    digitalFileId: item.digital_file_id,
    vatRate: item.vat_rate,
    requiresMarking: item.requires_marking,
    supplier: item.supplier,
    commissionRate: item.commission,
    weight: item.weight,
    deliveryClass:
      item.class_id !== null && type
        ? { id: item.class_id, type, amount: item.class_amount, maxWeight: item.max_weight }
        : null,
    name: item.name,
    variation: item.variation,
    sku: item.sku,
    barcode: item.barcode,
    unit: item.unit,
    image: item.image,
  };
}

/** Totals of an order before points, in kopecks, and what they were computed on. */
export type OrderTotals = Reductions & { amount: number; total: number; terms: KeptTerms };

interface PricingTerms {
  settings: SettingsOptions;
  /** Delivery address; null when unknown or for pickup. */
  address: TaxedAddress | null;
  coupon: CouponEffect | null;
}

/**
 * Goods, discount, delivery and tax of available lines, with the terms that the order keeps. Tax applies after the
 * discount. Throws VALIDATION_FAILED for a sum above the safe integers.
 */
export async function computeTotals(
  ctx: Ctx,
  lines: readonly AvailableLine[],
  terms: PricingTerms,
): Promise<OrderTotals> {
  const { settings, address, coupon } = terms;
  const sold = lines.map((line) => line.sold);
  const nothing = { discount: 0, discountShopId: null, tax: 0, delivery: 0, wallet: 0 };
  const amount = orderMoney(sold, nothing).subtotal;
  if (!Number.isSafeInteger(amount)) rejectField('products', 'error-too-big');
  const rate = await findTaxRate(ctx, settings, address);
  const kept: KeptTerms = {
    coupon: coupon?.terms ?? null,
    tax: rate && { id: rate.id, rate: rate.rate, on_shipping: rate.on_shipping },
    prices_include_tax: settings.pricesIncludeTax,
    minimum_order: settings.minimumOrderAmount ?? 0,
    free_delivery_from: isShippedFree(settings, amount) ? (settings.freeShippingAmount ?? 0) : null,
  };
  const charge = await globalDeliveryCharge(ctx, settings);
  // A shop's coupon makes only its own share free, so that the rest is no longer a charge for the whole.
  kept.is_delivery_whole = charge !== null && !(coupon?.isDeliveryFree && coupon.shop_id !== null);
  const waived = waivedDelivery(sold, amount, { ...terms, charge });
  if (waived.length > 0) kept.waived_delivery = waived;
  const sums = sumsByTerms(sold, kept, deliveryByLine(sold, amount, { ...terms, charge }));
  const total = amount - sums.discount + sums.tax + sums.delivery;
  return { ...sums, wallet: 0, amount, total, terms: kept };
}

const isShippedFree = ({ freeShipping, freeShippingAmount }: SettingsOptions, goods: number) =>
  freeShipping && toMinor(freeShippingAmount ?? 0) <= goods;

/** Delivery by line: the shop's delivery charge split by the value of its goods. */
function deliveryByLine(
  sold: readonly AvailableLine['sold'][],
  goods: number,
  { settings, coupon, charge }: PricingTerms & { charge: Charge | null },
): number[] {
  const isFree = isShippedFree(settings, goods);
  const parcels = sold.map((line) => ({ ...line, subtotal: line.unitPrice * line.quantity }));
  const byShop = computeDelivery(parcels, { isFree, charge });
  for (const shopId of byShop.keys()) if (isWaived(coupon, shopId)) byShop.delete(shopId);
  const each = parcels.map(() => 0);
  for (const [shopId, sum] of byShop) {
    const own = parcels.flatMap((line, place) => (line.shopId === shopId && !line.isDigital ? [place] : []));
    const shares = share(
      sum,
      own.map((place) => parcels[place]?.subtotal ?? 0),
    );
    for (const [index, place] of own.entries()) each[place] = shares[index] ?? 0;
  }
  return each;
}

/** A shop's coupon makes only that shop's delivery free. */
const isWaived = (coupon: CouponEffect | null, shopId: number): boolean =>
  coupon?.isDeliveryFree === true && (coupon.shop_id === null || coupon.shop_id === shopId);

function waivedDelivery(
  sold: readonly AvailableLine['sold'][],
  goods: number,
  { settings, coupon, charge }: PricingTerms & { charge: Charge | null },
): NonNullable<KeptTerms['waived_delivery']> {
  // A sale at a till has no delivery, whatever its discount.
  if (coupon?.terms?.type !== 'free_shipping') return [];
  const parcels = sold.map((line) => ({ ...line, subtotal: line.unitPrice * line.quantity }));
  const byShop = computeDelivery(parcels, { isFree: isShippedFree(settings, goods), charge });
  return [...byShop].flatMap(([shop_id, sum]) =>
    sum > 0 && isWaived(coupon, shop_id) ? [{ shop_id, amount: fromMinor(sum) }] : [],
  );
}

/** The cart in the form that coupon rules take. */
export function couponCart(lines: readonly AvailableLine[], userId: number | null): OrderCart {
  const goods = lines.map(({ sold }) => ({
    shop_id: sold.shopId,
    price: fromMinor(sold.unitPrice),
    quantity: sold.quantity,
  }));
  const sum = lines.reduce((total, { sold }) => total + sold.unitPrice * sold.quantity, 0);
  return { user_id: userId, sub_total: fromMinor(sum), lines: goods };
}

/** Throws VALIDATION_FAILED below the minimum order amount, which `current` contains. */
export function assertMinimumAmount({ minimumOrderAmount }: SettingsOptions, amount: number): void {
  const minimum = minimumOrderAmount ?? 0;
  if (amount >= toMinor(minimum)) return;
  throw new AppError('VALIDATION_FAILED', {
    fields: { amount: ['error-minimum-order'] },
    current: { minimum_order_amount: minimum },
  });
}

/** Whole points of an account and their worth in kopecks; zero for guests. */
export async function availablePoints(ctx: Ctx, userId: number | null, settings: SettingsOptions) {
  const balance = userId === null ? 0 : await loadBalance(ctx, { kind: 'wallet', userId });
  const points = Math.max(0, Math.floor(fromMinor(balance)));
  return { points, worth: worthOfPoints(points, pointsPerRouble(settings)) };
}

/** Wire form. */
export function presentCheckout(
  lines: readonly CheckedLine[],
  totals: OrderTotals,
  wallet: { points: number; worth: number },
): VerifiedCheckout {
  const unavailable = lines.filter((line) => !isAvailable(line)).map(({ requested }) => requested.product_id);
  return {
    total_tax: fromMinor(totals.tax),
    shipping_charge: fromMinor(totals.delivery),
    unavailable_products: [...new Set(unavailable)],
    wallet_amount: wallet.points,
    wallet_currency: fromMinor(wallet.worth),
    amount: fromMinor(totals.amount),
    discount: fromMinor(totals.discount),
    total: fromMinor(totals.total),
    lines: lines.map(({ requested, sold, left, problem }) => ({
      product_id: requested.product_id,
      variation_option_id: requested.variation_option_id ?? null,
      unit_price: fromMinor(sold?.unitPrice ?? 0),
      left,
      problem,
    })),
  };
}

/** Delivery charge of the settings for all orders; null when each product's delivery class applies. */
async function globalDeliveryCharge(ctx: Ctx, { shippingClass }: SettingsOptions): Promise<Charge | null> {
  if (!shippingClass) return null;
  const row = await ctx.db
    .selectFrom('shippings')
    .select(['type', 'amount'])
    .where('id', '=', shippingClass)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row ? { ...row, type: chargeTypes.find((type) => type === row.type) ?? 'fixed' } : null;
}

/** Tax rate of an address; null when prices include tax. */
export async function findTaxRate(
  ctx: Ctx,
  { taxClass, pricesIncludeTax }: SettingsOptions,
  address: TaxedAddress | null,
): Promise<TaxRate | null> {
  if (pricesIncludeTax) return null;
  const rates = await ctx.db
    .selectFrom('taxes')
    .select(['id', 'rate', 'country', 'state', 'city', 'zip', 'is_global', 'on_shipping', 'priority'])
    .where('deleted_at', 'is', null)
    .execute();
  return taxFor(rates, address, taxClass);
}
