import { type SeedCtx, seededId } from '@/server/demo/context';
import { english } from '@/server/demo/families';
import { pastMoments } from '@/server/demo/random';
import { narrowName, wideName } from './banner-pictures';
import { banners, type DemoBanner, payers } from './banners';
import { type DemoReviewBanner, reviewBanners } from './review-banners';

const hour = 3600_000;

export async function seedAdvertisingBanners(ctx: SeedCtx): Promise<void> {
  const rows = banners.map((banner, index) => {
    const isOff = banner.isOff ?? false;
    const hasBegun = !isOff && (banner.days?.[0] ?? -1) < 0;
    const views = hasBegun ? ctx.random.whole(800, 24_000) : 0;
    return {
      ...pastMoments(ctx.random, ctx.now),
      ...columnsOf(ctx, banner),
      position: index + 1,
      is_active: !isOff,
      views_count: views,
      clicks_count: banner.url ? Math.round((views * ctx.random.whole(5, 40)) / 1000) : 0,
      translations: english(banner.english, ['title', 'description']),
    };
  });
  await ctx.db.insertInto('advertising_banners').values(rows).execute();
}

/** Run after the advertising banners: an approved submission is linked to its banner. */
export async function seedReviewBanners(ctx: SeedCtx): Promise<void> {
  const made = await ctx.db.selectFrom('advertising_banners').select(['id', 'title']).execute();
  const rows = reviewBanners.map((banner) => {
    const { status, reason, age, shop } = banner;
    const sent = new Date(ctx.now.getTime() - age * hour);
    const decided = status === 'pending' ? null : new Date(sent.getTime() + 0.4 * age * hour);
    return {
      ...columnsOf(ctx, banner),
      shop_id: seededId(ctx.shops, shop),
      status,
      reject_reason: reason ?? null,
      advertising_banner_id:
        status === 'approved' ? (made.find(({ title }) => title === banner.title)?.id ?? null) : null,
      created_by: seededId(ctx.people, ctx.shops.get(shop)?.ownerKey ?? ''),
      decided_by: decided && seededId(ctx.people, 'admin'),
      decided_at: decided,
      created_at: sent,
      updated_at: decided ?? sent,
    };
  });
  await ctx.db.insertInto('review_banners').values(rows).execute();
}

function columnsOf(ctx: SeedCtx, banner: DemoBanner | DemoReviewBanner) {
  const { title, description = null, url = null, place, erid = null, theme, shop, days = [] } = banner;
  const [advertiser = null, advertiser_inn = null] = banner.advertiser ? payers[banner.advertiser] : [];
  const [start, end] = days;
  const at = (day: number | null | undefined) =>
    day === null || day === undefined ? null : new Date(ctx.now.getTime() + day * 24 * hour);
  return {
    title,
    description,
    url,
    place,
    advertiser,
    advertiser_inn,
    erid,
    shop_id: shop ? seededId(ctx.shops, shop) : null,
    image: pictureOf(ctx, wideName(theme)),
    mobile_image: banner.hasPhonePicture ? pictureOf(ctx, narrowName(theme)) : null,
    start_date: at(start),
    end_date: at(end),
  };
}

function pictureOf({ pictures }: SeedCtx, name: string): string {
  const picture = pictures.get(name);
  if (!picture) throw new Error(`The demo has no picture "${name}"`);
  return JSON.stringify(picture);
}
