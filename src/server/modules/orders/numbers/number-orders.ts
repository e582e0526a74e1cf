import { sql } from 'kysely';
import type { Database } from '@/server/core/context';

/** Whole orders of a statement: a transaction of a second at most, so that nobody waits for a row for long. */
const atOnce = 1000;

/**
 * Gives short numbers to orders from before the numbers, oldest first, until none is left or the job ends; what is written
 * stays (rules/orders: a short number is what people read).
 */
export async function numberOrders(db: Database, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { rows } = await sql<{ count: number }>`select number_orders(${atOnce}) as count`.execute(db);
    if (!rows[0]?.count) return;
  }
}
