/** Acquirers that the platform can be connected to. */
export const providerNames = ['yookassa', 'tbank'] as const;

export type ProviderName = (typeof providerNames)[number];

/** Means of payment that buyers choose from. */
export const paymentMethods = ['card', 'sbp', 'sberpay', 'tpay'] as const;

export type PaymentMethod = (typeof paymentMethods)[number];
