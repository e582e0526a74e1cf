import { sql } from 'kysely';
import { type TillInfo, tillGateways } from '@/contract/orders/till';
import type { Ctx, UserCtx } from '@/server/core/context';
import { settingsOptions } from '@/server/core/settings';
import { isClosedGateway } from '../payments/open-gateways';
import { findOpenShift } from './till-shift';
import { tillShop } from './till-shop';

/** Maximum of categories that fit above the goods. */
const maxCategories = 12;

/** `GET till/{shop}`. Throws NOT_FOUND. */
export async function tillInfo(ctx: UserCtx, slug: string): Promise<TillInfo> {
  const shop = await tillShop(ctx, slug);
  const settings = await settingsOptions(ctx);
  return {
    shop,
    gateways: tillGateways.filter((one) => !isClosedGateway(ctx, settings, one)),
    has_coupons: settings.enableCoupons,
    has_register: settings.receiptsFrom !== null && (await hasRegister(ctx, shop.id)),
    categories: await goodsCategories(ctx, shop.id),
    shift: await findOpenShift(ctx, shop),
  };
}

async function hasRegister({ db }: Ctx, shopId: number): Promise<boolean> {
  const period = await db
    .selectFrom('shop_register_periods')
    .select('id')
    .where('shop_id', '=', shopId)
    .where('until_at', 'is', null)
    .executeTakeFirst();
  return period !== undefined;
}

/** Categories of the goods of a shop, or of all, largest first. */
export async function goodsCategories(ctx: Ctx, shopId: number | null): Promise<TillInfo['categories']> {
  const { rows } = await sql<{ id: number; name: string }>`
    select c.id, coalesce(c.translations -> ${ctx.locale} ->> 'name', c.name) as name
    from categories c join category_product l on l.category_id = c.id
      join products p on p.id = l.product_id and ${shopId === null ? sql`true` : sql`p.shop_id = ${shopId}`} and p.status = 'publish'
        and p.deleted_at is null and not p.is_digital and not p.is_external
    where c.deleted_at is null
    group by c.id order by count(*) desc, c.name limit ${maxCategories}`.execute(ctx.db);
  return rows;
}
