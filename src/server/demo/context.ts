import type { Attachment } from '@/contract/core/define';
import type { Database } from '@/server/core/context';
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
