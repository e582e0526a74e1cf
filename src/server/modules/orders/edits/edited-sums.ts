import { toMinor } from '@/contract/core/money';
import { computeTax } from '@/contract/orders/charges';
import { type OrderMoney, orderMoney, type Reductions } from '@/contract/orders/money';
import { type KeptTax, type KeptTerms, sumsByTerms, taxesOf } from '@/contract/orders/terms';
import type { Ctx } from '@/server/core/context';
import { settingsOptions } from '@/server/core/settings';
import { findTaxRate } from '../checkout/pricing';
import type { LockedOrder, StoredLine, StoredOrder } from '../lock-order';
import { couponLeft, deliveriesOf, type EditedLine, type OrderTerms, placeOf } from './order-terms';

/** What the sums of a changed order follow from. */
export interface SumsChange {
  live: readonly StoredLine[];
  /** Priced lines before, and after with added ones last. */
  before: readonly EditedLine[];
  lines: readonly EditedLine[];
  known: OrderTerms;
  isOfGoods: boolean;
  /** The coupon no longer counts. */
  isDropped: boolean;
  /** The rate of another address; undefined: that of the order. */
  tax: KeptTax | null | undefined;
}

export interface EditedSums {
  money: OrderMoney;
  /** What the order keeps from now on; null where its terms are not known. */
  terms: KeptTerms | null;
}

/** The sums after a change (rules/orders: an edited order is computed as a placed one). */
export async function editedSums(ctx: Ctx, order: LockedOrder, change: SumsChange): Promise<EditedSums> {
  const { lines, known, isDropped } = change;
  const tax = change.tax === undefined ? known.terms.tax : change.tax;
  const coupon = isDropped ? null : known.terms.coupon;
  const { waived_delivery, ...lasting } = known.terms;
  const deliveries = deliveriesOf(order, lines, isDropped ? known.terms : lasting);
  const discounted = { ...discountOf(order.root, change), wallet: 0 };
  const taxes = taxesOf(lines, discounted, { tax, deliveries });
  const isScaled = !known.isExact && change.tax === undefined;
  const scaled = isScaled ? { tax: await scaledTax(ctx, order, change, discounted), deliveryTax: 0 } : {};
  const off = { ...taxes, ...discounted, ...scaled };
  const { total } = orderMoney(lines, off);
  return {
    // The points of the order stay, up to what it costs.
    money: orderMoney(lines, { ...off, wallet: Math.min(total, toMinor(order.root.wallet_amount)) }),
    terms: known.isExact
      ? { ...lasting, coupon, tax, ...(!isDropped && waived_delivery && { waived_delivery }) }
      : null,
  };
}

type Discounted = Pick<Reductions, 'discount' | 'discountShopId'>;

/** An order from before, whose terms are not known, scales a percentage with the goods and caps a sum by them. */
function discountOf(
  root: StoredOrder,
  { before, lines, known, isOfGoods, isDropped }: SumsChange,
): Discounted {
  const { coupon } = known.terms;
  const stored = { discount: toMinor(root.discount), discountShopId: root.discount_shop_id };
  if (isDropped) return { ...stored, discount: 0 };
  if (!isOfGoods) return stored;
  if (known.isExact) {
    const { discount } = sumsByTerms(lines, { coupon: couponLeft(known), tax: null }, []);
    return { ...stored, discount };
  }
  const goods = (all: readonly EditedLine[]) =>
    all
      .filter(({ shopId }) => root.discount_shop_id === null || shopId === root.discount_shop_id)
      .reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0);
  const isPercentage = coupon?.type === 'percentage';
  const discount = isPercentage ? scaled(stored.discount, goods(lines), goods(before)) : stored.discount;
  return { ...stored, discount: Math.min(goods(lines), discount) };
}

/** The tax of sold lines follows their pieces; further goods are taxed at today's rate of the address. */
async function scaledTax(
  ctx: Ctx,
  { root }: LockedOrder,
  { live, lines }: SumsChange,
  discounted: Discounted,
): Promise<number> {
  const untaxed = orderMoney(lines, { ...discounted, tax: 0, delivery: 0, wallet: 0 });
  const nets = untaxed.lines.map(({ total }) => total);
  const sold = live.reduce((sum, line, place) => {
    const before = toMinor(line.subtotal) - toMinor(line.discount);
    return sum + scaled(toMinor(line.tax), nets[place] ?? 0, before);
  }, 0);
  const taxable = nets.reduce(
    (sum, net, place) => sum + (place >= live.length && lines[place]?.isTaxable ? net : 0),
    0,
  );
  if (taxable === 0) return sold;
  return sold + computeTax(await findTaxRate(ctx, await settingsOptions(ctx), placeOf(root)), taxable, 0);
}

/** sum × now / before, rounded half up. BigInt: the product may exceed safe integers. */
function scaled(sum: number, now: number, before: number): number {
  if (before === 0) return 0;
  const [product, whole] = [BigInt(sum) * BigInt(now) * 2n + BigInt(before), BigInt(before) * 2n];
  return Number(product / whole);
}
