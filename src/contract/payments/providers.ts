/** Acquirers that the platform can be connected to. */
export const providerNames = ['yookassa', 'tbank'] as const;

export type ProviderName = (typeof providerNames)[number];

/** Their names, the same in all languages. */
export const providerTitles: Record<ProviderName, string> = { yookassa: 'YooKassa', tbank: 'T-Bank' };

/** Means of payment that buyers choose from. */
export const paymentMethods = ['card', 'sbp', 'sberpay', 'tpay'] as const;

export type PaymentMethod = (typeof paymentMethods)[number];
