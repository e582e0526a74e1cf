import { paymentSettingsSchema } from '@/contract/settings/payment';

/**
 * What a change of each setting does to money (rules/settings: a setting that moves money is guarded). These move what is
 * there already, like a commission: the worth of all points, and whose money a payment is.
 */
export const guardedSettings = [
  'signupPoints',
  'currencyToWalletRatio',
  'moneyModel',
  'commissionVat',
] as const;

/** These decide how money comes, whom it goes to and what is paid from now on; they ask for a fresh proof. */
export const provenSettings: readonly string[] = [
  ...Object.keys(paymentSettingsSchema.fields),
  ...['companyRequisites', 'confirmMoney'],
  ...['freeShipping', 'freeShippingAmount', 'shippingClass', 'taxClass', 'pricesIncludeTax'],
  ...['returnSilence', 'returnMoneyAt', 'goodwillLimit'],
];

/** These move none. */
export const settingsWithoutMoney: readonly string[] = [
  ...['logo', 'dark_logo', 'collapseLogo', 'favicon', 'siteTitle', 'siteSubtitle', 'seo'],
  ...['siteLink', 'copyrightText', 'externalText', 'externalLink', 'contactDetails'],
  ...['timeZone', 'languages', 'maximumQuestionLimit', 'personalDataYears', 'minimumOrderAmount'],
  ...['useMustVerifyEmail', 'useMustVerifyPhone', 'consentsLater', 'useOtp', 'sessionIdleHours'],
  ...['isProductReview', 'lowStockThreshold', 'maxSaleDiscount', 'enableTerms', 'maxShopDistance'],
  ...['uploadQuotaPerson', 'uploadQuotaShop', 'reviewSystem', 'vendorFile', 'deliveryTime'],
  ...['guestCheckout', 'enableCoupons', 'refundDays', 'returnHours'],
  ...['emailEvent', 'smsEvent', 'pushNotification', 'isUnderMaintenance', 'maintenance'],
];
