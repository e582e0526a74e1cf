import type { AdvertisingBanner } from '@/contract/promotions/advertising-banners/schema';
import { couponState } from '@/contract/promotions/coupons/rules';
import type { Coupon } from '@/contract/promotions/coupons/schema';
import type { FlashSale } from '@/contract/promotions/flash-sale/schema';
import type { ReviewBanner } from '@/contract/promotions/review-banners/schema';
import type { Shop } from '@/contract/shops/schema';
import bannerData from '@/server/demo/promotions/banners.json';
import couponData from '@/server/demo/promotions/coupons.json';
import saleData from '@/server/demo/promotions/flash-sale.json';
import reviewData from '@/server/demo/promotions/review-banners.json';
import { shopIndex } from './people';
import { daysFromNow, nth, numbered, stubOf, typed } from './row';

type Days = [number | null, number | null];

const always: Days = [null, null];

const moment = (days: number | null) => (days === null ? null : daysFromNow(days));

/** Position of today in a period. */
function phaseOf([from, to]: Days): 'scheduled' | 'running' | 'finished' {
  if (from !== null && from > 0) return 'scheduled';
  return to !== null && to < 0 ? 'finished' : 'running';
}

const shopOf = (shops: readonly Shop[], key: string | undefined) => {
  const shop = key === undefined ? null : nth(shops, shopIndex(key));
  return { shop_id: shop?.id ?? null, shop: shop && stubOf(shop) };
};

interface CouponData {
  code: string;
  description: string;
  type: Coupon['type'];
  amount?: number;
  minimum?: number;
  days: [number, number];
  limit?: number;
  limitPerUser?: number;
  used?: number;
  isForSignedIn?: boolean;
  isWaiting?: boolean;
  shop?: string;
}

export function makeCoupons(shops: readonly Shop[]): Coupon[] {
  return numbered(
    typed<CouponData[]>(couponData).map((data) => {
      const terms = {
        code: data.code,
        type: data.type,
        amount: data.amount ?? 0,
        target: data.isForSignedIn ?? false,
        minimum_cart_amount: data.minimum ?? 0,
        usage_limit: data.limit ?? null,
        usage_limit_per_user: data.limitPerUser ?? null,
        is_approve: data.isWaiting !== true,
        active_from: daysFromNow(data.days[0]),
        expire_at: daysFromNow(data.days[1]),
        shop_id: shopOf(shops, data.shop).shop_id,
      };
      return {
        ...terms,
        description: data.description,
        image: null,
        used_count: data.used ?? 0,
        user_id: null,
        is_valid: terms.is_approve && phaseOf(data.days) === 'running',
        status: couponState(terms, new Date(), data.used ?? 0),
        ...shopOf(shops, data.shop),
      };
    }),
  );
}

export function makeFlashSales(): FlashSale[] {
  type SaleData = Pick<FlashSale, 'title' | 'slug' | 'description' | 'type' | 'rate'> & {
    days: [number, number];
  };
  return numbered(
    typed<SaleData[]>(saleData).map(({ title, slug, description, type, rate, days }) => ({
      title,
      slug,
      description,
      type,
      rate,
      status: phaseOf(days),
      sale_status: true,
      start_date: daysFromNow(days[0]),
      end_date: daysFromNow(days[1]),
      image: null,
      cover_image: null,
      products_count: 0,
      max_discount: 70,
      products: [],
      sale_builder: { data_type: 'handpicked_products' as const, product_ids: [], category_ids: [] },
    })),
  );
}

interface BannerData {
  title: string;
  description: string;
  url: string;
  place: AdvertisingBanner['place'];
  days?: Days;
  shop?: string;
  erid?: string | null;
  isOff?: boolean;
  status?: ReviewBanner['status'];
}

/** A picture that needs no upload server. */
const picture = { id: 1, original: '/admin/icon-512.png', thumbnail: '/admin/icon-192.png' };

function bannerOf({ title, description, url, place, days: [from, to] = always, erid = null }: BannerData) {
  return {
    title,
    description,
    url,
    place,
    erid,
    image: picture,
    mobile_image: null,
    start_date: moment(from),
    end_date: moment(to),
    advertiser: null,
    advertiser_inn: null,
  };
}

export function makeBanners(shops: readonly Shop[]): AdvertisingBanner[] {
  return numbered(
    typed<BannerData[]>(bannerData).map((data, position) => ({
      ...bannerOf(data),
      ...shopOf(shops, data.shop),
      position,
      is_active: data.isOff !== true,
      status: data.isOff ? ('off' as const) : phaseOf(data.days ?? always),
      views_count: 0,
      clicks_count: 0,
    })),
  );
}

export function makeReviewBanners(shops: readonly Shop[]): ReviewBanner[] {
  return numbered(
    typed<BannerData[]>(reviewData).map((data) => {
      const shop = nth(shops, shopIndex(data.shop));
      return {
        ...bannerOf(data),
        shop_id: shop.id,
        shop: stubOf(shop),
        status: data.status ?? 'pending',
        reject_reason: null,
        advertising_banner_id: null,
        decided_at: null,
      };
    }),
  );
}
