import { sql } from 'kysely';
import type { Page } from '@/contract/core/paging';
import type { UserCtx } from '@/server/core/context';
import type { JsonRecord } from '@/server/core/resource/query';
import { shopsFor } from './shops';

const owned = (ctx: UserCtx) => shopsFor(() => sql<boolean>`shops.owner_id = ${ctx.user.id}`, 'vendor/shops');

/** `GET vendor/shops`: a list like that of all shops, to choose one's own from. */
export const listOwnedShops = (ctx: UserCtx, query: JsonRecord): Promise<Page<JsonRecord>> =>
  owned(ctx).list(ctx, query);

/** `GET vendor/shops/{slug or id}`. Throws NOT_FOUND for somebody else's. */
export const getOwnedShop = (ctx: UserCtx, key: string): Promise<JsonRecord> => owned(ctx).get(ctx, key);
