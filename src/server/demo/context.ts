import { sql } from 'kysely';
import type { Attachment } from '@/contract/core/define';
import type { Ctx, Database } from '@/server/core/context';
import type { Random } from './random';

/** Context of the seeding functions. */
export interface SeedCtx {
  db: Database;
  now: Date;
  random: Random;
  /** Ids and names of people and shops by their keys. */
  people: Map<string, { id: number; name: string }>;
  shops: Map<string, { id: number; name: string; ownerKey: string; isActive: boolean; age: number }>;
  pictures: Map<string, Attachment>;
}

/** Id of a seeded person or shop. */
export function seededId(known: Map<string, { id: number }>, key: string): number {
  const found = known.get(key);
  if (!found) throw new Error(`The demo has no "${key}"`);
  return found.id;
}

/** Ids of shops with sales: not those awaiting approval, nor one opened within the last month. */
export const establishedShops = ({ shops }: SeedCtx): number[] =>
  [...shops.values()].filter(({ isActive, age }) => isActive && age > 30).map(({ id }) => id);

/** Ids of the customers, oldest first. */
export async function customerIds({ db }: SeedCtx): Promise<number[]> {
  const isCustomer = sql<boolean>`permissions = array['customer']`;
  const rows = await db.selectFrom('users').select('id').where(isCustomer).orderBy('id').execute();
  return rows.map(({ id }) => id);
}

type Person = NonNullable<Ctx['user']>;

/** Somebody who acts in the demo. */
export const actor = (
  person: Pick<Person, 'id' | 'name' | 'email' | 'permissions'> & Partial<Person>,
): Person => ({ ownedShopIds: [], managedShopId: null, sessionId: 0, ...person });

/** What a service of the demo is called with at a moment. No e-mails are sent: their links would have no base address. */
export const ctxAt = <User extends Person | null>(db: Database, now: Date, user: User) => ({
  db,
  now,
  user,
  locale: 'ru',
  ip: '127.0.0.1',
  requestId: 'demo',
  publicUrl: '',
});
