import type { PublicProvider } from '@/contract/accounts/providers';
import { usualTimeZone } from '@/contract/core/day';
import type { OnlineGateway } from '@/contract/orders/online';
import type { VendorFileSettings } from '@/contract/shops/vendor-file';
import type { CheckoutSettings } from './checkout';
import type { CompanySettings } from './company';
import type { EventSettings } from './event-names';
import type { MaintenanceSettings } from './maintenance';
import type { PaymentSettings } from './payment';
import type { GeneralSettings } from './schema';
import type { Seo } from './seo';
import type { ShopSettings } from './shop';

/** Settings; each key belongs to one tab of the settings screen. */
export interface SettingsOptions
  extends GeneralSettings,
    Omit<PaymentSettings, 'currencyOptions' | 'markCodesRequired'>,
    Partial<Pick<PaymentSettings, 'markCodesRequired'>>,
    ShopSettings,
    CheckoutSettings,
    MaintenanceSettings,
    Partial<EventSettings>,
    Omit<CompanySettings, 'companyRequisites'> {
  /** What is asked of vendors; visible to administrators only. */
  vendorFile?: VendorFileSettings;
  currencyOptions: { formation: string; fractions: number };
  seo: Seo;
  /** The keys that are not public are visible to administrators only. */
  companyRequisites: Partial<NonNullable<CompanySettings['companyRequisites']>> | null;
  /** Set by the server: descriptions can be generated. */
  useAi: boolean;
  /**
   * Set by the server: online payment methods that somebody takes money by; missing from other servers. Settings such as
   * `useSbp` say whether the marketplace offers them.
   */
  onlineGateways?: OnlineGateway[];
  /** Set by the server: those of them that can hold money first. */
  holdingGateways?: OnlineGateway[];
  /** Set by the server: whether letters and SMS leave it or wait for a service; missing from other servers. */
  sends?: { mail: boolean; sms: boolean };
  /** Set by the server: other services that one signs in through; missing from other servers. */
  signInProviders?: PublicProvider[];
  /** Set by the server; sizes in KiB. */
  server_info: { upload_max_filesize: number; post_max_size: number };
}

export interface Settings {
  id: number;
  language: string;
  version: number;
  translated_languages: string[];
  options: SettingsOptions;
  /** Texts that administrators have written for error codes; only with `GET`, and not from other servers. */
  error_texts?: Record<string, string>;
  /** What the server has beyond the dialect (`contract/capabilities.ts`); read-only, missing from other servers. */
  capabilities?: string[];
  created_at: string;
  updated_at: string;
}

/** Defaults until the settings are saved (specification §9). */
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
  favicon: null,
  currency: 'USD',
  currencyOptions: { formation: 'en-US', fractions: 2 },
  signupPoints: 100,
  minimumOrderAmount: 0,
  personalDataYears: 5,
  currencyToWalletRatio: 3,
  maximumQuestionLimit: 5,
  timeZone: usualTimeZone,
  languages: ['ru'],
  useMustVerifyEmail: true,
  useMustVerifyPhone: false,
  consentsLater: true,
  useOtp: true,
  confirmMoney: false,
  sessionIdleHours: 24,
  isProductReview: false,
  lowStockThreshold: 10,
  maxSaleDiscount: 70,
  enableTerms: true,
  maxShopDistance: 1000,
  uploadQuotaPerson: 5 * 1024,
  uploadQuotaShop: 20 * 1024,
  reviewSystem: 'review_single_time',
  freeShipping: false,
  freeShippingAmount: null,
  shippingClass: null,
  taxClass: null,
  pricesIncludeTax: false,
  moneyModel: 'commissioner',
  commissionVat: '0',
  deliveryTime: [],
  useCashOnDelivery: true,
  useSbp: true,
  useOnlineCard: true,
  useSberpay: true,
  useTpay: true,
  onlineName: 'STRIPE',
  captureAt: 'payment',
  unpaidOnlineMinutes: 30,
  unpaidPickupHours: 72,
  receiptsFrom: null,
  guestCheckout: true,
  enableCoupons: true,
  refundDays: 14,
  returnHours: 48,
  returnSilence: 'escalate',
  returnMoneyAt: 'approval',
  goodwillLimit: 20,
  useAi: false,
  seo: {},
  isUnderMaintenance: false,
  maintenance: { title: null, description: null, image: null, start: null, until: null },
  contactDetails: null,
  companyRequisites: null,
  server_info: { upload_max_filesize: 10 * 1024, post_max_size: 11 * 1024 },
};

/** Translated options; all others are shared by all languages. */
export const translatableSettings = [
  'siteTitle',
  'siteSubtitle',
  'copyrightText',
  'externalText',
  'seo',
] as const;
