import type { OrderStatus } from '@/contract/orders/status';
import { establishedShops, type SeedCtx } from '@/server/demo/context';
import { midnight } from '@/server/demo/random';
import days from './last-days.json';
import type { Buyer } from './order-goods';
import type { OrderSpec } from './order-plans';

/**
 * Orders of today and the days before, a number of each status, across all shops: at any hour of the first start there
 * is work to do and revenue.
 */
export function lastDaysSpecs(seed: SeedCtx, buyers: readonly Buyer[]): OrderSpec[] {
  const { now, random } = seed;
  const shops = establishedShops(seed);
  return days.flatMap((counts, ago) => {
    const begin = midnight(now, -ago).getTime();
    const end = ago === 0 ? now.getTime() : midnight(now, 1 - ago).getTime();
    return statusesOf(counts).flatMap((until, place) => {
      const at = new Date(begin + (0.3 + 0.5 * random.next()) * (end - begin));
      const known = buyers.filter(({ since }) => since < at);
      const buyer = known[random.whole(0, known.length - 1)];
      return buyer ? [{ at, buyer, until, shopId: shops[(ago + place) % shops.length] }] : [];
    });
  });
}

const statusesOf = (counts: Partial<Record<OrderStatus, number>>): OrderStatus[] =>
  (Object.keys(counts) as OrderStatus[]).flatMap((status) =>
    Array.from({ length: counts[status] ?? 0 }, () => status),
  );
