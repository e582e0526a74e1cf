import type { Insertable } from 'kysely';
import { toDecimal } from '@/contract/core/money';
import type { DB } from '@/server/core/db/types';
import type { Written } from './order-table';

const minute = 60_000;
/** One in so many buyers missed the first link. */
const missed = 7;

/** Attempts to pay an order online: the one that paid or failed, and now and then an earlier one that ran out. */
export function attemptsOf({ plan, rootId }: Written): Insertable<DB['payment_intents']>[] {
  const { path, money, at } = plan;
  const end = path.paidAt ?? path.failedAt;
  const amount = money.total - money.wallet;
  if (!end || amount === 0) return [];
  const attempt = (number: number, from: Date, to: Date) => ({
    order_id: rootId,
    payment_gateway: 'SBP',
    provider: 'manual',
    method: 'sbp',
    payment_id: `AD${String(rootId).padStart(12, '0')}${number}`,
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
      captured_at: end,
    },
  ];
}
