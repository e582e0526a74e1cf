import type { MoneyPlace } from '@/server/modules/ledger/entries';
import type { StoredOrder } from '../lock-order';
import { isCash } from './payment-intents';

/** Where the money of an order or a part is, or will be when it is paid. */
export function moneyPlace(row: KeptMoney & Pick<StoredOrder, 'shop_id'>): MoneyPlace {
  if (row.shop_id !== null && keptKind(row)) return { kind: 'shop_cash', shopId: row.shop_id };
  if (isCash(row.payment_gateway)) return { kind: 'cash_desk' };
  return { kind: 'provider_clearing', provider: 'manual' };
}

type KeptMoney = Pick<StoredOrder, 'at_till' | 'cash_held_by' | 'payment_gateway'>;

/** Ledger kind of money that the shop took itself; undefined when the platform received it. */
export function keptKind({ at_till, cash_held_by, payment_gateway }: KeptMoney) {
  // Null: completed by a release that did not store it, and kept only what a till took.
  const isKept = cash_held_by === null ? at_till : cash_held_by === 'shop';
  if (!isKept || !isCash(payment_gateway)) return undefined;
  return payment_gateway === 'CARD' ? 'card-kept' : 'cash-kept';
}
