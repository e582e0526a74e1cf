import { randomUUID } from 'node:crypto';
import type { Database } from '@/server/core/context';

/** Longer than a document takes with all that is asked for it. */
const leaseMs = 150_000;

export interface RegisterLease {
  /** False once another process has taken it. */
  renew: () => Promise<boolean>;
  end: () => Promise<void>;
}

/**
 * Takes a register for one process, so that its documents go one after another (rules/receipts: one document at a time).
 * Undefined while another process has it, or while nothing is sent to it.
 */
export async function takeRegister(
  { db, now }: { db: Database; now: () => Date },
  name: string,
): Promise<RegisterLease | undefined> {
  const lease = randomUUID();
  const until = () => new Date(now().getTime() + leaseMs);
  await db
    .insertInto('cash_registers')
    .values({ name })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const taken = await db
    .updateTable('cash_registers')
    .set({ lease, leased_until: until() })
    .where('name', '=', name)
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', now())]))
    .where((eb) => eb.or([eb('paused_until', 'is', null), eb('paused_until', '<=', now())]))
    .returning('name')
    .executeTakeFirst();
  if (!taken) return undefined;
  const own = () => db.updateTable('cash_registers').where('name', '=', name).where('lease', '=', lease);
  return {
    renew: async () => (await own().set({ leased_until: until() }).returning('name').execute()).length > 0,
    end: async () => void (await own().set({ lease: null, leased_until: null }).execute()),
  };
}
