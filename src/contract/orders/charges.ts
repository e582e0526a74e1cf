/** What is added to the goods of an order: tax by address and delivery. Pure, in whole kopecks (reference rules §3.17). */

import type { Charge } from '@/contract/core/charge';
import { percentOf, share } from './money';

/** A rate as the family `taxes` has it. */
export interface TaxRate {
  id: number;
  /** Per cent, with up to three places. */
  rate: number;
  country: string | null;
  state: string | null;
  city: string | null;
  zip: string | null;
  /** For every address. */
  is_global: boolean;
  /** Delivery is taxed, too. */
  on_shipping: boolean;
  /** Of several that fit the lowest number is first; none comes last. */
  priority: number | null;
}

const places = ['country', 'state', 'city', 'zip'] as const;

export type TaxedAddress = Partial<Record<(typeof places)[number], string | null>>;

/**
 * The one rate of an address: of those that fit the first by priority, of equal ones the one that names most of the
 * address; else the default one, by its id. A rate fits when the address has all the places that it names. Null: no tax.
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

/** Places as people type them: the same however they are spelled. */
const textOf = (place: string | null | undefined) =>
  (place ?? '').trim().toLowerCase().replaceAll('ё', 'е').replaceAll(/\s+/g, ' ');

/** The tax of goods, without those that are not taxed, and of their delivery; half a kopeck goes up. */
export function taxOf(rate: TaxRate | null, taxable: number, delivery: number): number {
  if (!rate || taxable <= 0) return 0;
  const thousandths = BigInt(Math.round(rate.rate * 1000));
  const of = (sum: number) => Number((BigInt(sum) * thousandths + 50_000n) / 100_000n);
  return of(taxable) + (rate.on_shipping ? of(delivery) : 0);
}

/** A line as far as its delivery goes. Money in kopecks. */
export interface ParcelLine {
  shopId: number;
  subtotal: number;
  quantity: number;
  /** Kilograms of a piece. */
  weight: number | null;
  isDigital: boolean;
  /** Null: brought for nothing. */
  deliveryClass: (Charge & { id: number; maxWeight: number | null }) | null;
}

/**
 * What the delivery of each shop's goods costs. Files cost nothing, and so does everything when the site delivers for
 * nothing. One charge for all orders is shared by the shops. Otherwise each class of goods is charged once for each shop,
 * a fixed sum for each parcel that the class's largest weight makes of them.
 */
export function deliveryOf(
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
  return new Map([...shops.keys()].map((shopId, place) => [shopId, parts[place] ?? 0]));
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
  const hundredths = Math.round((amount ?? 0) * 100);
  if (type === 'free_shipping') return 0;
  return type === 'percentage' ? percentOf(goods, hundredths) : hundredths * parcels;
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
