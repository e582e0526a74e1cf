/**
 * Tax and delivery of an order: pure functions in whole kopecks (rules/orders: delivery and tax follow the address).
 */

import type { Charge } from '@/contract/core/charge';
import { percentOf, toMinor } from '@/contract/core/money';
import { share } from './money';

/** A row of the family `taxes`. */
export interface TaxRate {
  id: number;
  /** Per cent, with up to three decimals. */
  rate: number;
  country: string | null;
  state: string | null;
  city: string | null;
  zip: string | null;
  /** Applies to every address. */
  is_global: boolean;
  /** Delivery is taxed, too. */
  on_shipping: boolean;
  /** The lowest number wins; null comes last. */
  priority: number | null;
}

const places = ['country', 'state', 'city', 'zip'] as const;

export type TaxedAddress = Partial<Record<(typeof places)[number], string | null>>;

/**
 * Tax rate of an address: the matching one with the best priority, among equal ones the most specific; otherwise the
 * default. A rate matches when the address has every place that the rate names. Null: no tax.
 */
export function taxFor(
  rates: readonly TaxRate[],
  address: TaxedAddress | null,
  defaultId: number | null | undefined,
): TaxRate | null {
  const named = (rate: TaxRate) => places.filter((place) => textOf(rate[place]) !== '');
  const fits = (rate: TaxRate) =>
    rate.is_global || named(rate).every((place) => textOf(rate[place]) === textOf(address?.[place]));
  const [best] = rates
    .filter(fits)
    .toSorted(
      (a, b) =>
        (a.priority ?? Number.MAX_SAFE_INTEGER) - (b.priority ?? Number.MAX_SAFE_INTEGER) ||
        named(b).length - named(a).length ||
        a.id - b.id,
    );
  return best ?? rates.find(({ id }) => id === defaultId) ?? null;
}

/** Normalises typed places for comparison. */
const textOf = (place: string | null | undefined) =>
  (place ?? '').trim().toLowerCase().replaceAll('ё', 'е').replaceAll(/\s+/g, ' ');

/** What a tax takes of goods and delivery. */
export type TaxOfSums = Pick<TaxRate, 'rate' | 'on_shipping'>;

/**
 * Tax of taxable goods and, where the rate includes it, of the delivery, each rounded half up. The delivery is taxed by its
 * own rule, whatever is left of the goods.
 */
export function computeTax(rate: TaxOfSums | null, taxable: number, delivery: number): number {
  return (rate ? taxOf(rate, taxable) : 0) + computeDeliveryTax(rate, delivery);
}

/** The part of the tax that is of the delivery. */
export function computeDeliveryTax(rate: TaxOfSums | null, delivery: number): number {
  return rate?.on_shipping ? taxOf(rate, delivery) : 0;
}

function taxOf({ rate }: TaxOfSums, sum: number): number {
  const thousandths = BigInt(Math.round(rate * 1000));
  return Number((BigInt(sum) * thousandths + 50_000n) / 100_000n);
}

/** What the delivery charge of a line depends on. Money in kopecks. */
export interface ParcelLine {
  shopId: number;
  subtotal: number;
  quantity: number;
  /** Weight of a piece in kilograms. */
  weight: number | null;
  isDigital: boolean;
  /** Null: delivered free of charge. */
  deliveryClass: (Charge & { id: number; maxWeight: number | null }) | null;
}

/**
 * Delivery charge by shop. Files are free, and so is everything when the site delivers free of charge. A charge for the
 * whole order is split among the shops. Otherwise each delivery class is charged once per shop; a fixed sum is charged
 * per parcel, whose number follows from the class's maximum weight.
 */
export function computeDelivery(
  lines: readonly ParcelLine[],
  { isFree, charge }: { isFree: boolean; charge: Charge | null },
): Map<number, number> {
  const parcels = lines.filter(({ isDigital }) => !isDigital);
  if (isFree || parcels.length === 0) return new Map();
  return charge ? sharedCharge(parcels, charge) : chargeByClass(parcels);
}

function sharedCharge(parcels: readonly ParcelLine[], charge: Charge): Map<number, number> {
  const shops = new Map<number, number>();
  for (const { shopId, subtotal } of parcels) shops.set(shopId, (shops.get(shopId) ?? 0) + subtotal);
  const goods = [...shops.values()];
  const whole = chargeFor(charge, sumOf(goods), 1);
  const parts = share(whole, goods);
  return new Map([...shops.keys()].map((shopId, index) => [shopId, parts[index] ?? 0]));
}

function chargeByClass(parcels: readonly ParcelLine[]): Map<number, number> {
  const groups = Map.groupBy(parcels, (line) => `${line.shopId} ${line.deliveryClass?.id ?? ''}`);
  const shops = new Map<number, number>();
  for (const group of groups.values()) {
    const [first] = group;
    if (!first?.deliveryClass) continue;
    const goods = sumOf(group.map(({ subtotal }) => subtotal));
    const weight = sumOf(group.map((line) => (line.weight ?? 0) * line.quantity));
    const { maxWeight } = first.deliveryClass;
    const count = maxWeight ? Math.max(1, Math.ceil(weight / maxWeight - 1e-9)) : 1;
    const sum = chargeFor(first.deliveryClass, goods, count);
    shops.set(first.shopId, (shops.get(first.shopId) ?? 0) + sum);
  }
  return shops;
}

function chargeFor({ type, amount }: Charge, goods: number, parcels: number): number {
  const hundredths = toMinor(amount ?? 0);
  if (type === 'free_shipping') return 0;
  return type === 'percentage' ? percentOf(goods, hundredths) : hundredths * parcels;
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
