import type { Attachment } from '../define';
import type { CheckoutSettings } from './checkout';
import type { GeneralSettings } from './schema';
import type { ShopSettings } from './shop';

export interface Seo {
  metaTitle?: string | null;
  metaDescription?: string | null;
  metaTags?: string | null;
  canonicalUrl?: string | null;
  ogTitle?: string | null;
  ogDescription?: string | null;
  ogImage?: Attachment | null;
  twitterHandle?: string | null;
  twitterCardType?: string | null;
}

/** Settings that every visitor may read (reference entities E11); each tab of the settings screen owns some keys. */
export interface SettingsOptions
  extends Omit<GeneralSettings, 'currencyOptions'>,
    ShopSettings,
    CheckoutSettings {
  currencyOptions: { formation: string; fractions: number };
  seo: Seo;
  /** IANA name of the business time zone (design §5). */
  timeZone: string;
  /** Written by the server: whether descriptions can be generated. */
  useAi: boolean;
  /** Written by the server; sizes in KiB (reference entities E18). */
  server_info: { upload_max_filesize: number; post_max_size: number };
}

/** The settings record (reference entities E10). */
export interface Settings {
  id: number;
  language: string;
  version: number;
  translated_languages: string[];
  options: SettingsOptions;
  created_at: string;
  updated_at: string;
}

/** What the settings are until somebody saved them (specification §3, §9: USD, en-US, two fractions). */
export const defaultSettings: SettingsOptions = {
  siteTitle: 'Гостиный двор',
  siteSubtitle: null,
  siteLink: null,
  copyrightText: null,
  externalText: null,
  externalLink: null,
  logo: null,
  dark_logo: null,
  collapseLogo: null,
  currency: 'USD',
  currencyOptions: { formation: 'en-US', fractions: 2 },
  signupPoints: 100,
  minimumOrderAmount: 0,
  currencyToWalletRatio: 3,
  maximumQuestionLimit: 5,
  isProductReview: false,
  lowStockThreshold: 10,
  freeShipping: false,
  freeShippingAmount: null,
  shippingClass: null,
  taxClass: null,
  pricesIncludeTax: false,
  deliveryTime: [],
  useCashOnDelivery: true,
  useSbp: true,
  guestCheckout: false,
  enableCoupons: true,
  refundDays: 14,
  useAi: false,
  seo: {},
  timeZone: 'Europe/Moscow',
  server_info: { upload_max_filesize: 10 * 1024, post_max_size: 11 * 1024 },
};

/** Texts of the options that differ by language; everything else is shared by all languages. */
export const translatableSettings = [
  'siteTitle',
  'siteSubtitle',
  'copyrightText',
  'externalText',
  'seo',
] as const;
