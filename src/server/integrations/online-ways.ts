import type { Provider } from '@/contract/ledger/accounts';
import { type PaymentMethod, type ProviderName, providerNames } from '@/contract/ledger/providers';
import { type OnlineGateway, onlineGateways, onlineMethods } from '@/contract/orders/online';
import type { AcquirerSettings } from './acquirer-settings';
import { type SbpSettings, sbpState } from './sbp/sbp-payments';

/** What an acquirer does with a means of payment. Sums are integers of kopecks. */
export interface MethodAbilities {
  method: PaymentMethod;
  /** Holds the money first; null takes it at once. */
  holdDays: number | null;
  canCapturePart: boolean;
  canRefundPart: boolean;
  /** A refund that is sent again with its key is the same refund. */
  repeatsRefund: boolean;
  /** A refund is refused later than this after the payment. */
  refundDays: number;
  /** Limits of one payment. */
  minimum: number;
  maximum: number | null;
  payWithinMinutes: number;
  /** The acquirer ends the payment earlier when it is asked to. */
  takesDeadline: boolean;
}

const year = 365;
const yookassa = {
  canRefundPart: true,
  repeatsRefund: true,
  minimum: 100,
  payWithinMinutes: 60,
  takesDeadline: false,
};
const tbank = {
  canRefundPart: true,
  repeatsRefund: true,
  refundDays: year,
  minimum: 1000,
  maximum: null,
  payWithinMinutes: 1440,
  takesDeadline: true,
};
const hold = { holdDays: 7, canCapturePart: true };
const oneStage = { holdDays: null, canCapturePart: false };

/** The means of payment of each acquirer (docs/payments.md). */
export const acquirerMethods: Record<ProviderName, readonly MethodAbilities[]> = {
  yookassa: [
    { ...yookassa, ...hold, method: 'card', refundDays: 3 * year, maximum: 35_000_000 },
    { ...yookassa, ...oneStage, method: 'sbp', refundDays: 3 * year, maximum: 70_000_000 },
    { ...yookassa, ...hold, method: 'sberpay', refundDays: year, maximum: 70_000_000 },
  ],
  tbank: [
    { ...tbank, ...hold, method: 'card' },
    { ...tbank, ...oneStage, method: 'sbp', repeatsRefund: false },
  ],
};

/** What the acquirer of a stored payment does with its means of payment; undefined when there is none. */
export function abilitiesOf(payment: {
  provider: string;
  method: string | null;
}): MethodAbilities | undefined {
  const name = providerNames.find((one) => one === payment.provider);
  return name && acquirerMethods[name].find(({ method }) => method === payment.method);
}

/** A payment method of the checkout, and who takes the money. */
export interface OnlineWay
  extends Pick<
    MethodAbilities,
    'method' | 'holdDays' | 'canCapturePart' | 'minimum' | 'maximum' | 'payWithinMinutes' | 'takesDeadline'
  > {
  gateway: OnlineGateway;
  provider: Provider;
  /** The bank is a page of a demo (`GET dev/bank/{payment_id}`). */
  isPlayed?: boolean;
}

/** Without an acquirer the payment is reported by a webhook or, in a demo, by an administrator. */
export const standIn: OnlineWay = {
  gateway: 'SBP',
  provider: 'manual',
  method: 'sbp',
  ...oneStage,
  minimum: 1,
  maximum: null,
  payWithinMinutes: 1440,
  takesDeadline: true,
};

/** The ways to pay online that this installation has, the preferred first. */
export function onlineWays(settings: AcquirerSettings & SbpSettings): OnlineWay[] {
  const open = providerNames.filter((provider) => settings[provider]);
  const state = sbpState(settings);
  if (open.length === 0) return state === 'off' ? [] : [{ ...standIn, isPlayed: state === 'built-in' }];
  return open.flatMap((provider) =>
    acquirerMethods[provider].flatMap((abilities) =>
      onlineGateways
        .filter((gateway) => onlineMethods[gateway] === abilities.method)
        .map((gateway) => ({ ...abilities, gateway, provider })),
    ),
  );
}
