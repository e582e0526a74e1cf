import type { FieldValues } from 'react-hook-form';
import type { FormField } from '@/contract/core/define';
import { commissionVatRates, moneyModels } from '@/contract/ledger/money-model';
import { knownOnlineNames } from '@/contract/orders/online';
import { returnMoneyMoments, returnSilences } from '@/contract/refunds/states';
import { captureMoments } from '@/contract/settings/captures';
import { bells } from '@/contract/settings/event-names';
import { socialIcons } from '@/contract/shops/socials';

type Field = FormField<FieldValues>;

/**
 * The fields of the settings: their pages draw them, and the search finds them by label and hint. Without code that a page
 * needs, such as schemas and inputs.
 */
export const generalFields = {
  site: [
    { key: 'siteTitle', kind: 'text', required: true },
    { key: 'siteSubtitle', kind: 'text' },
  ],
  timeZone: { key: 'timeZone', kind: 'select', required: true },
  rules: [
    { key: 'minimumOrderAmount', kind: 'money' },
    { key: 'signupPoints', kind: 'number' },
    { key: 'currencyToWalletRatio', kind: 'number' },
    { key: 'maximumQuestionLimit', kind: 'number', required: true },
    { key: 'personalDataYears', kind: 'number', required: true },
  ],
  entrance: [
    { key: 'useMustVerifyEmail', kind: 'switch' },
    { key: 'useMustVerifyPhone', kind: 'switch' },
    { key: 'useOtp', kind: 'switch' },
    { key: 'consentsLater', kind: 'switch' },
    { key: 'confirmMoney', kind: 'switch' },
    { key: 'sessionIdleHours', kind: 'number', required: true },
  ],
  logos: [
    { key: 'logo', kind: 'image' },
    { key: 'dark_logo', kind: 'image' },
    { key: 'collapseLogo', kind: 'image' },
    { key: 'favicon', kind: 'image' },
  ],
} satisfies Record<string, Field | Field[]>;

export const paymentFields = {
  ways: [
    { key: 'useCashOnDelivery', kind: 'switch' },
    { key: 'useSbp', kind: 'switch' },
    { key: 'useOnlineCard', kind: 'switch' },
    { key: 'useSberpay', kind: 'switch' },
    { key: 'useTpay', kind: 'switch' },
  ],
  onlineName: { key: 'onlineName', kind: 'select', required: true, options: knownOnlineNames },
  periods: [
    { key: 'unpaidOnlineMinutes', kind: 'number', required: true },
    { key: 'unpaidPickupHours', kind: 'number', required: true },
  ],
  capture: { key: 'captureAt', kind: 'radio', options: captureMoments },
  receipts: { key: 'receiptsFrom', kind: 'date' },
  marks: { key: 'markCodesRequired', kind: 'switch' },
  currency: { key: 'currency', kind: 'select', required: true },
  formation: { key: 'currencyOptions.formation', kind: 'select', required: true },
  fractions: { key: 'currencyOptions.fractions', kind: 'number', required: true },
} satisfies Record<string, Field | Field[]>;

export const seoFields = {
  search: [
    { key: 'seo.metaTitle', kind: 'text' },
    { key: 'seo.metaDescription', kind: 'textarea', rows: 3 },
    { key: 'seo.metaTags', kind: 'text' },
    { key: 'seo.canonicalUrl', kind: 'text' },
  ],
  sharing: [
    { key: 'seo.ogTitle', kind: 'text' },
    { key: 'seo.ogDescription', kind: 'textarea', rows: 2 },
    { key: 'seo.ogImage', kind: 'image' },
    { key: 'seo.twitterHandle', kind: 'text' },
    // Must not load the validation library: the schema checks the same four values.
    {
      key: 'seo.twitterCardType',
      kind: 'select',
      options: ['', 'summary', 'summary_large_image', 'app', 'player'],
    },
  ],
} satisfies Record<string, Field[]>;

export const shopFields = {
  review: { key: 'isProductReview', kind: 'switch' },
  lowStock: { key: 'lowStockThreshold', kind: 'number', required: true },
  maxDiscount: { key: 'maxSaleDiscount', kind: 'number', required: true, unit: 'percent' },
  vendors: [
    { key: 'enableTerms', kind: 'switch' },
    { key: 'maxShopDistance', kind: 'number', required: true, unit: 'km' },
  ],
  vendorFile: [
    { key: 'vendorFile.isOn', kind: 'switch' },
    { key: 'vendorFile.pauses', kind: 'switch' },
  ],
  uploads: [
    { key: 'uploadQuotaPerson', kind: 'number', required: true },
    { key: 'uploadQuotaShop', kind: 'number', required: true },
  ],
  reviews: {
    key: 'reviewSystem',
    kind: 'radio',
    options: ['review_single_time', 'review_multiple_time'],
  },
} satisfies Record<string, Field | Field[]>;

export const checkoutFields = {
  free: [
    { key: 'freeShipping', kind: 'switch' },
    { key: 'freeShippingAmount', kind: 'money' },
  ],
  included: { key: 'pricesIncludeTax', kind: 'switch' },
  money: [
    { key: 'moneyModel', kind: 'select', required: true, options: moneyModels },
    { key: 'commissionVat', kind: 'select', required: true, options: commissionVatRates },
  ],
  buyers: [
    { key: 'guestCheckout', kind: 'switch' },
    { key: 'enableCoupons', kind: 'switch' },
  ],
  returns: [
    { key: 'refundDays', kind: 'number', required: true },
    { key: 'returnHours', kind: 'number', required: true },
    { key: 'goodwillLimit', kind: 'number', required: true },
    { key: 'returnSilence', kind: 'select', required: true, options: returnSilences },
    { key: 'returnMoneyAt', kind: 'select', required: true, options: returnMoneyMoments },
  ],
  slots: {
    key: 'deliveryTime',
    kind: 'items',
    items: [
      { key: 'title', kind: 'text', required: true },
      { key: 'description', kind: 'text' },
    ],
  },
} satisfies Record<string, Field | Field[]>;

export const maintenanceFields = {
  lever: { key: 'isUnderMaintenance', kind: 'switch' },
  when: [
    { key: 'maintenance.start', kind: 'datetime', required: true },
    { key: 'maintenance.until', kind: 'datetime', required: true },
  ],
  what: [
    { key: 'maintenance.title', kind: 'text', required: true },
    { key: 'maintenance.description', kind: 'textarea', rows: 3, required: true },
  ],
  picture: { key: 'maintenance.image', kind: 'image' },
} satisfies Record<string, Field | Field[]>;

export const companyFields = {
  footer: [
    { key: 'siteLink', kind: 'text' },
    { key: 'copyrightText', kind: 'text' },
    { key: 'externalText', kind: 'text' },
    { key: 'externalLink', kind: 'text' },
  ],
  ways: [
    { key: 'contactDetails.emailAddress', kind: 'text' },
    { key: 'contactDetails.website', kind: 'text' },
  ],
  networks: {
    key: 'contactDetails.socials',
    kind: 'items',
    items: [
      { key: 'icon', kind: 'select', required: true, options: socialIcons },
      { key: 'url', kind: 'text', required: true },
    ],
  },
  place: [
    { key: 'contactDetails.location.country', kind: 'text' },
    { key: 'contactDetails.location.state', kind: 'text' },
    { key: 'contactDetails.location.city', kind: 'text' },
    { key: 'contactDetails.location.zip', kind: 'text' },
  ],
  street: { key: 'contactDetails.location.street_address', kind: 'text' },
} satisfies Record<string, Field | Field[]>;

/** Name of a setting in its texts: `settings:settings.fields.<name>`, `settings:settings.hints.<name>`. */
export const settingName = (key: string) => key.replace('currencyOptions.', '').replaceAll('.', '-');

/** Id of a setting's input; also the hash that leads to it. */
export const settingId = (path: string) => `field-${settingName(path)}`;

/** A labelled place of a settings page. */
export interface SettingPlace {
  id: string;
  /** Keys of texts with their dictionary. */
  label: string;
  help?: string;
}

export interface SettingsCard {
  page: string;
  /** Keys of texts with their dictionary; not every card has a text. */
  title: string;
  text?: string;
  places: readonly SettingPlace[];
}

const placeOf = (field: Pick<Field, 'key'> | string): SettingPlace => {
  const key = typeof field === 'string' ? field : field.key;
  const name = settingName(key);
  return {
    id: settingId(key),
    label: `settings:settings.fields.${name}`,
    help: `settings:settings.hints.${name}`,
  };
};

/** Requisites as a whole (`label`) and in their cards, with the texts that these have on this page. */
export function requisiteCards(
  page: string,
  prefix: string,
  label: string,
  texts: Record<'company' | 'bank' | 'taxes', string>,
): SettingsCard[] {
  const all = { id: `field-${prefix}.inn`, label };
  const requisites = (name: 'company' | 'bank' | 'taxes', ...keys: string[]) => ({
    page,
    title: `form:requisites.${name}`,
    text: texts[name],
    places: keys.map((key) => ({
      id: `field-${prefix}.${key}`,
      label: `form:requisites.fields.${key}`,
      help: `form:requisites.hints.${key}`,
    })),
  });
  const company = requisites('company', 'inn', 'legal_name', 'legal_address');
  return [
    { ...company, places: [all, ...company.places] },
    requisites('bank', 'account', 'bic', 'bank_name', 'correspondent_account', 'payment_email'),
    requisites('taxes', 'tax_system', 'vat_rate'),
  ];
}

const { site, timeZone, rules, entrance, logos } = generalFields;
const { ways, onlineName, capture, periods, receipts, marks, currency, formation, fractions } = paymentFields;
const { review, lowStock, maxDiscount, vendors, uploads, reviews } = shopFields;
const { free, included, money, buyers, returns, slots } = checkoutFields;
const { lever, when, what, picture } = maintenanceFields;
const { footer, ways: contacts, networks, place, street } = companyFields;

/** Cards of a page, by the names of their title and text. */
const cardOn =
  (page: string) =>
  (title: string, fields: Parameters<typeof placeOf>[0][], text?: string): SettingsCard => ({
    page,
    title: `settings:settings.${title}`,
    ...(text && { text: `settings:settings.${text}` }),
    places: fields.map(placeOf),
  });
const general = cardOn('/settings');
const payment = cardOn('/settings/payment');
const seo = cardOn('/settings/seo');
const shop = cardOn('/settings/shop');
const maintenance = cardOn('/settings/maintenance');
const company = cardOn('/settings/company-information');

/** Every card of the settings with its fields, in the order of the tabs. */
export const settingsCards: readonly SettingsCard[] = [
  general('site', [...site, timeZone], 'site-text'),
  general('fields.languages', ['languages']),
  general('rules', rules),
  general('entrance', entrance),
  general('logos', logos),
  payment('payments', ways, 'payments-text'),
  payment('online-name', [onlineName], 'online-name-text'),
  payment('capture', [capture], 'capture-text'),
  payment('unpaid', periods, 'unpaid-text'),
  payment('receipts', [receipts, marks], 'receipts-text'),
  payment('money', [currency, formation, fractions]),
  seo('search', seoFields.search, 'search-text'),
  seo('sharing', seoFields.sharing, 'sharing-text'),
  {
    page: '/settings/events',
    title: 'common:text-events-settings',
    places: [
      { ...placeOf('emailEvent'), help: 'settings:settings.mail-text' },
      { ...placeOf('smsEvent'), help: 'settings:settings.sms-text' },
    ],
  },
  {
    page: '/settings/events',
    title: 'settings:settings.fields.pushNotification',
    text: 'settings:settings.push-text',
    places: bells.map((bell) => ({ id: `bell-${bell}`, label: `settings:settings.bells.${bell}` })),
  },
  shop('moderation', [review], 'moderation-text'),
  shop('stock', [lowStock]),
  shop('sales', [maxDiscount]),
  shop('vendors', vendors),
  shop('uploads', uploads),
  shop('reviews', [reviews]),
  shop('delivery', [...free, 'shippingClass', included, 'taxClass', ...money]),
  shop('slots', [slots]),
  shop('checkout', buyers, 'checkout-text'),
  shop('returns', returns, 'returns-text'),
  maintenance('maintenance-title', [lever, ...when], 'maintenance-text'),
  maintenance('maintenance-words', what),
  maintenance('maintenance-picture', [picture]),
  company('contacts', ['contactDetails.contact', ...contacts, networks], 'contacts-text'),
  company('address', [...place, street]),
  ...requisiteCards(
    '/settings/company-information',
    'companyRequisites',
    'settings:settings.fields.companyRequisites',
    {
      company: 'settings:settings.company-text',
      bank: 'settings:settings.bank-text',
      taxes: 'settings:settings.taxes-text',
    },
  ),
  company('footer', footer),
];
