import { sql } from 'kysely';
import { findOrderNumbers, type WrittenNumber } from '@/contract/orders/written-number';
import type { Ctx } from '@/server/core/context';
import { type PayableOrder, readPayable } from './giving/order-choices';

interface NamingLine {
  id: number;
  amount: number;
  purpose: string;
}

/** Numbers that are looked up, and orders that are read, in one statement. */
const batch = 5000;

/** The whole orders that each line names, in the order of its purpose; lines without any are left out. */
export async function findNamedOrders(
  ctx: Ctx,
  lines: Iterable<NamingLine>,
): Promise<Map<number, PayableOrder[]>> {
  const found = new Map<number, PayableOrder[]>();
  let waiting: { line: NamingLine; written: WrittenNumber[] }[] = [];
  let numbers = 0;
  const lookUp = async () => {
    const ids = await ordersNumbered(
      ctx,
      waiting.flatMap(({ written }) => written.map(({ number }) => number)),
    );
    const orders = await readPayable(ctx, [...ids.values()]);
    for (const { line, written } of waiting) {
      const named = chosenOf(line, written, ids, orders);
      if (named.length > 0) found.set(line.id, named);
    }
    [waiting, numbers] = [[], 0];
  };
  for (const line of lines) {
    const written = findOrderNumbers(line.purpose);
    if (written.length === 0) continue;
    waiting.push({ line, written });
    numbers += written.length;
    if (numbers >= batch) await lookUp();
  }
  if (waiting.length > 0) await lookUp();
  return found;
}

/** Whole orders by the numbers that they have, long or short. */
export async function ordersNumbered({ db }: Ctx, numbers: readonly string[]): Promise<Map<string, number>> {
  if (numbers.length === 0) return new Map();
  const all = [...new Set(numbers)];
  const { rows } = await sql<{ number: string; id: number }>`
    select tracking_number as number, id from orders
      where parent_id is null and deleted_at is null and tracking_number = any(${all}::text[])
    union all select short_number, id from orders
      where parent_id is null and deleted_at is null and short_number = any(${all}::text[])`.execute(db);
  return new Map(rows.map(({ number, id }) => [number, id]));
}

/**
 * Of the orders whose numbers a purpose has: what may be something else counts only when nothing is certain, ends of numbers only
 * where the sum is that of all, and a sum that is exactly that of one order decides between several, unless it is that of all.
 */
function chosenOf(
  { amount }: NamingLine,
  written: readonly WrittenNumber[],
  ids: ReadonlyMap<string, number>,
  orders: ReadonlyMap<number, PayableOrder>,
): PayableOrder[] {
  const named = written.flatMap(({ number, isCertain, isShortened = false }) => {
    const order = orders.get(ids.get(number) ?? 0);
    return order ? [{ order, isCertain, isShortened }] : [];
  });
  const isTogether = (all: readonly PayableOrder[]) => all.reduce((sum, { due }) => sum + due, 0) === amount;
  const list = uniqueOf(named.filter(({ isCertain, isShortened }) => isCertain || isShortened));
  if (named.some(({ isShortened }) => isShortened) && isTogether(list)) return list;
  const whole = named.filter(({ isShortened }) => !isShortened);
  const certain = whole.filter(({ isCertain }) => isCertain);
  const unique = uniqueOf(certain.length > 0 ? certain : whole);
  const exact = unique.filter(({ due }) => due === amount);
  return !isTogether(unique) && exact.length === 1 ? exact : unique;
}

const uniqueOf = (named: readonly { order: PayableOrder }[]): PayableOrder[] => [
  ...new Map(named.map(({ order }) => [order.id, order])).values(),
];
