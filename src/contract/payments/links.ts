import * as yup from 'yup';
import type { Provider } from '@/contract/ledger/accounts';
import { type OnlineGateway, onlineGateways } from '@/contract/orders/online';
import type { MessageState } from '@/contract/settings/outside';
import type { AttemptState } from './attempts';

/** Ways to send the link to the buyer of an order. */
export const linkChannels = ['sms', 'mail'] as const;

export type LinkChannel = (typeof linkChannels)[number];

/** `POST orders/{id}/payment-links`: a link to pay the order, and where it is sent; nowhere to copy or show it. */
export const paymentLinkSchema = yup.object({
  channels: yup
    .array(yup.string().oneOf(linkChannels, 'error-wrong-value').required('error-wrong-value'))
    .max(linkChannels.length, 'error-wrong-value')
    .test('distinct', 'error-wrong-value', (ways = []) => new Set(ways).size === ways.length)
    .default([]),
});

/** `POST payment-links/{secret}`: pays by the order's way, or by another. */
export const openLinkSchema = yup.object({
  payment_gateway: yup.string().oneOf(onlineGateways, 'error-wrong-value'),
});

/** `GET orders/{id}/payment-links`: a link on its way to the buyer, or there; the latest of each channel. */
export interface SentLink {
  channel: LinkChannel;
  state: MessageState;
  created_at: string;
  sent_at: string | null;
}

/**
 * `POST orders/{id}/payment-check`: what the acquirer says of the payment at this moment; `silent` when it does not answer,
 * `nothing` when there is no payment to ask about.
 */
export interface PaymentCheck {
  provider: Provider | null;
  said: AttemptState | 'silent' | 'nothing';
}

export interface PaymentLink {
  url: string;
  /** The link opens until then. */
  until: string;
}

/**
 * `due`: can be paid now; `preparing`: the provider has not given its link yet; `checking`: money came that a person looks
 * at; `held`: the bank holds the money, and it is taken later; `over`: nothing is paid online any more.
 */
export type PayState = 'due' | 'preparing' | 'checking' | 'held' | 'paid' | 'over';

/** `GET payment-links/{secret}`: what the holder of a link sees. Nothing about the buyer. Roubles. */
export interface PayView {
  number: string;
  state: PayState;
  /** To pay, or paid. */
  amount: number;
  shops: string[];
  goods: { name: string; quantity: number }[];
  /** The goods are held until then. */
  until: string | null;
  /** Where the provider takes the money; null until it is asked for. */
  url: string | null;
  /** Ways to pay that may be chosen, the chosen one first. */
  ways: OnlineGateway[];
}
