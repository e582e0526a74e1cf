import { toMinor } from '@/contract/core/money';
import type { PastEntry } from '@/server/demo/ledger/ledger-book';
import {
  type MoneyPlace,
  partCompleted,
  paymentCaptured,
  pointsGiven,
} from '@/server/modules/ledger/entries';
import type { LedgerEntry } from '@/server/modules/ledger/ledger';
import type { Seller } from './order-goods';
import { findStep, partCredit, type WrittenOrder } from './order-table';

/** Money moved by an order: points on placement, the payment, and the shops' shares on completion. */
export function planEntries(
  { plan, provider, rootId, partIds }: WrittenOrder,
  sellers: Map<number, Seller>,
): PastEntry[] {
  const { money, path, buyer, points, coupon } = plan;
  const isCash = path.gateway === 'CASH' || path.gateway === 'CASH_ON_DELIVERY';
  const from: MoneyPlace = isCash ? { kind: 'cash_desk' } : { kind: 'provider_clearing', provider };
  const paid = (at: Date, orderId: number, amount: number) =>
    past(at, paymentCaptured({ orderId, from, amount, pays: amount }));
  const about = { family: 'orders', rowId: rootId } as const;
  const spent =
    buyer.id === null ? [] : past(plan.at, pointsGiven('points', about, buyer.id, -toMinor(points)));
  const done = money.shops.flatMap((shop, index) => {
    const end = findStep(plan, index, 'order-completed');
    if (!end) return [];
    const orderId = partIds[index] ?? 0;
    const share = partCredit(plan, index, sellers.get(shop.shopId)?.commissionRate ?? 0);
    const cash = shop.total - shop.wallet;
    const isOwn = coupon?.shopId === shop.shopId;
    return [
      ...(isCash ? paid(end.at, orderId, cash) : []),
      ...past(
        end.at,
        partCompleted({
          orderId,
          shopId: shop.shopId,
          paid: cash,
          points: shop.wallet,
          share,
          commissionVatRate: 0,
          commission: shop.subtotal - (isOwn ? shop.discount : 0) - share,
          delivery: shop.delivery,
          tax: shop.tax,
          platformDiscount: isOwn ? 0 : shop.discount,
        }),
      ),
    ];
  });
  return [...spent, ...(path.paidAt ? paid(path.paidAt, rootId, money.total - money.wallet) : []), ...done];
}

/** Points granted by an administrator. */
export function pointsGift(at: Date, userId: number, points: number): PastEntry[] {
  return past(at, pointsGiven('points', { family: 'users', rowId: userId }, userId, toMinor(points)));
}

const past = (at: Date, entries: LedgerEntry[]): PastEntry[] => entries.map((entry) => ({ at, entry }));
