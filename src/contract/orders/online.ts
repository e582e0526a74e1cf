import type { PaymentMethod } from '@/contract/ledger/providers';
import type { PaymentGateway } from './status';

/**
 * Payment methods that are paid online before the order is worked on, and the means of payment that each is. `SBP`: link or
 * QR code of the fast payment system.
 */
export const onlineMethods = {
  SBP: 'sbp',
  ONLINE_CARD: 'card',
  SBERPAY: 'sberpay',
  TPAY: 'tpay',
} as const satisfies Partial<Record<PaymentGateway, PaymentMethod>>;

export type OnlineGateway = keyof typeof onlineMethods;

export const onlineGateways = Object.keys(onlineMethods) as OnlineGateway[];

export const isOnline = (gateway: string): gateway is OnlineGateway => Object.hasOwn(onlineMethods, gateway);

/** Names of online payment that clients of the dialect know: each has a table of them, and breaks on others. */
export const knownOnlineNames = [
  ...([
    'STRIPE',
    'PAYPAL',
    'RAZORPAY',
    'MOLLIE',
    'PAYSTACK',
    'SSLCOMMERZ',
    'XENDIT',
    'IYZICO',
    'BKASH',
    'PAYMONGO',
  ] as const),
  'FLUTTERWAVE',
] as const;

export type KnownOnlineName = (typeof knownOnlineNames)[number];

export const isKnownOnlineName = (name: unknown): boolean =>
  knownOnlineNames.some((known) => known === String(name).toUpperCase());

/** The setting that switches each on. */
export const gatewaySwitches = {
  SBP: 'useSbp',
  ONLINE_CARD: 'useOnlineCard',
  SBERPAY: 'useSberpay',
  TPAY: 'useTpay',
} as const satisfies Record<OnlineGateway, string>;
