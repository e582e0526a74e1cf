import { type SeedCtx, seededId } from '@/server/demo/context';
import { english } from '@/server/demo/families';
import { type Drawing, swatch } from '@/server/demo/pictures';
import { midnight } from '@/server/demo/random';
import { coupons, type DemoCoupon } from './coupons';

const hour = 3600_000;
const day = 24 * hour;

const customers = ['customer', 'olga', 'maxim', 'yulia', 'timur'];

export function couponDrawings(): Drawing[] {
  return coupons.flatMap(({ code, picture }) =>
    picture ? [{ name: `coupon-${code.toLowerCase()}`, svg: swatch(...picture) }] : [],
  );
}

export async function seedCoupons(ctx: SeedCtx): Promise<void> {
  const { db, now, people, shops, pictures } = ctx;
  const rows = coupons.map((coupon) => {
    const shop = coupon.shop ? shops.get(coupon.shop) : undefined;
    const picture = pictures.get(`coupon-${coupon.code.toLowerCase()}`);
    const written = new Date(
      now.getTime() + Math.min(coupon.days[0], 0) * day - ctx.random.whole(2, 60) * hour,
    );
    return {
      code: coupon.code,
      description: coupon.description,
      image: picture ? JSON.stringify(picture) : null,
      type: coupon.type,
      amount: coupon.amount ?? 0,
      minimum_cart_amount: coupon.minimum ?? 0,
      usage_limit: coupon.limit ?? null,
      usage_limit_per_user: coupon.limitPerUser ?? null,
      active_from: midnight(now, coupon.days[0]),
      // The last day is included.
      expire_at: new Date(midnight(now, coupon.days[1] + 1).getTime() - 60_000),
      target: coupon.isForSignedIn ?? false,
      is_listed: coupon.isListed ?? false,
      is_approve: !coupon.isWaiting,
      shop_id: coupon.shop ? seededId(shops, coupon.shop) : null,
      user_id: seededId(people, shop?.ownerKey ?? 'admin'),
      translations: english(coupon.english ? [coupon.english] : undefined, ['description']),
      created_at: written,
      updated_at: written,
    };
  });
  const stored = await db.insertInto('coupons').values(rows).returning(['id', 'code']).execute();
  const ids = new Map(stored.map(({ id, code }) => [code, id]));
  const usages = coupons.flatMap((coupon) => usesOf(ctx, coupon, ids.get(coupon.code) ?? 0));
  await db.insertInto('coupon_usages').values(usages).execute();
}

/** Orders that used the coupon within its days, by alternating customers. */
function usesOf(
  { now, people, random }: SeedCtx,
  { days, used = 0, limitPerUser = used }: DemoCoupon,
  coupon_id: number,
) {
  const from = midnight(now, days[0]).getTime();
  const to = Math.min(now.getTime(), midnight(now, days[1]).getTime());
  const most = Math.min(used, limitPerUser * customers.length);
  return Array.from({ length: most }, (_, index) => ({
    coupon_id,
    user_id: seededId(people, customers[index % customers.length] ?? 'customer'),
    used_at: new Date(from + Math.floor(random.next() * (to - from))),
  }));
}
