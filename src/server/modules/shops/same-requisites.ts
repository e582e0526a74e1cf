import { sql } from 'kysely';
import type { ShopTwin } from '@/contract/shops/schema';
import type { UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { parseId } from '@/server/core/numbers';

const most = 20;

/**
 * `GET shops/{id}/twins`: other shops with the same ИНН or bank account, for the administrator who approves the shop. Throws
 * NOT_FOUND.
 */
export async function listShopTwins(ctx: UserCtx, key: string): Promise<ShopTwin[]> {
  const id = parseId(key);
  const { inn, account, bic } = await ctx.db
    .selectFrom('shops')
    .select(['id', textOf('inn'), textOf('account'), textOf('bic')])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
  const rows = await ctx.db
    .selectFrom('shops')
    .innerJoin('users', 'users.id', 'shops.owner_id')
    .select(['shops.id', 'shops.name', 'shops.slug', 'shops.is_active', 'users.name as owner'])
    .select([textOf('inn'), textOf('account'), textOf('bic')])
    .where('shops.deleted_at', 'is', null)
    .where('requisites', 'is not', null)
    .where('shops.id', '!=', id)
    // A comparison with null finds nothing.
    .where((eb) =>
      eb.or([
        eb(sql`requisites ->> 'inn'`, '=', inn),
        eb.and([eb(sql`requisites ->> 'account'`, '=', account), eb(sql`requisites ->> 'bic'`, '=', bic)]),
      ]),
    )
    .orderBy('shops.is_active', 'desc')
    .orderBy('shops.id')
    .limit(most)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    slug: row.slug,
    owner: row.owner,
    is_active: row.is_active,
    same: [
      ...(inn !== null && row.inn === inn ? (['inn'] as const) : []),
      ...(account !== null && row.account === account && row.bic === bic ? (['account'] as const) : []),
    ],
  }));
}

const textOf = <Key extends string>(key: Key) => sql<string | null>`requisites ->> ${sql.lit(key)}`.as(key);
