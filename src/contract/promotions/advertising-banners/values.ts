/** Where on the storefront and in the apps a banner stands. */
export const bannerPlaces = [
  'home_top',
  'home_middle',
  'catalog_top',
  'product_side',
  'cart',
  'checkout',
  'app_start',
] as const;

/** What a banner does now: follows from its switch and its dates. */
export const bannerStatuses = ['running', 'scheduled', 'finished', 'off'] as const;

export type BannerStatus = (typeof bannerStatuses)[number];
