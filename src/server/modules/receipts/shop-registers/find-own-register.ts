import type { Database } from '@/server/core/context';

/** The shop, when its own register was switched on at that moment; null otherwise. */
export async function findOwnRegister(db: Database, shopId: number | null, at: Date): Promise<number | null> {
  if (shopId === null) return null;
  const found = await db
    .selectFrom('shop_register_periods')
    .select('shop_id')
    .where('shop_id', '=', shopId)
    .where('from_at', '<=', at)
    .where((eb) => eb.or([eb('until_at', 'is', null), eb('until_at', '>', at)]))
    .limit(1)
    .executeTakeFirst();
  return found?.shop_id ?? null;
}
