/** Positions in the storefront and the apps. */
export const bannerPlaces = [
  'home_top',
  'home_middle',
  'catalog_top',
  'product_side',
  'cart',
  'checkout',
  'app_start',
] as const;

/** Current state, derived from the toggle and the dates. */
export const bannerStatuses = ['running', 'scheduled', 'finished', 'off'] as const;

export type BannerStatus = (typeof bannerStatuses)[number];
