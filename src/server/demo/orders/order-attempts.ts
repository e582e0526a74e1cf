import type { Insertable } from 'kysely';
import { toDecimal } from '@/contract/core/money';
import type { Provider } from '@/contract/ledger/accounts';
import { dayAfter } from '@/server/core/business-time';
import type { DB } from '@/server/core/db/types';
import { moscowDay } from '@/server/integrations/moscow-day';
import { acquiredDays, acquirerPaymentId, keptFee } from '../ledger/acquirer-files';
import type { PlannedOrder } from './order-plans';
import type { WrittenOrder } from './order-table';

const minute = 60_000;
/** One in so many buyers missed the first link. */
const missed = 7;

/** The last whole days were paid at an acquirer, so that there is something to reconcile. */
export function pickProvider({ path: { paidAt } }: PlannedOrder, now: Date): Provider {
  const today = moscowDay(now);
  const day = paidAt && moscowDay(paidAt);
  return day && day < today && day >= dayAfter(today, 0 - acquiredDays) ? 'yookassa' : 'manual';
}

/** Attempts to pay an order online: the one that paid or failed, and now and then an earlier one that ran out. */
export function planAttempts({ plan, provider, rootId }: WrittenOrder): Insertable<DB['payment_attempts']>[] {
  const { path, money, at } = plan;
  const end = path.paidAt ?? path.failedAt;
  const amount = money.total - money.wallet;
  if (!end || amount === 0) return [];
  const attempt = (number: number, from: Date, to: Date) => ({
    order_id: rootId,
    payment_gateway: 'SBP',
    provider,
    method: 'sbp',
    key: provider === 'manual' ? null : `demo-${rootId}-${number}`,
    payment_id:
      provider === 'manual'
        ? `AD${String(rootId).padStart(12, '0')}${number}`
        : acquirerPaymentId(rootId, number),
    amount: toDecimal(amount),
    is_open: false,
    created_at: from,
    updated_at: to,
  });
  const ranOut = (number: number, to: Date) => ({
    ...attempt(number, at, to),
    state: 'canceled',
    failure: 'expired_on_confirmation',
    expires_at: to,
  });
  if (path.paidAt === null) return [ranOut(1, end)];
  const isSecond = rootId % missed === 0 && end.getTime() - at.getTime() > 3 * minute;
  const begun = isSecond ? new Date(end.getTime() - 2 * minute) : at;
  return [
    ...(isSecond ? [ranOut(1, begun)] : []),
    {
      ...attempt(2, begun, end),
      state: 'paid',
      captured: toDecimal(amount),
      ...(provider !== 'manual' && { fee: toDecimal(keptFee(amount).whole) }),
      captured_at: end,
    },
  ];
}
