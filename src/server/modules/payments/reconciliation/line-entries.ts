import {
  payoutDebited,
  payoutReturned,
  providerSettled,
  unknownReceived,
} from '@/server/modules/ledger/entries';
import type { LedgerEntry } from '@/server/modules/ledger/ledger';
import type { PlannedLine } from './plan-statement';

/**
 * What posting a line enters. A transfer stays within the account of the bank. An outgoing line that nobody has explained is
 * not in the books before a person says what it is: it may be money that they have debited (rules/ledger: a payout leaves
 * the bank once).
 */
export function entriesOf({ id, match, direction, amount, provider, payouts }: PlannedLine): LedgerEntry[] {
  if (match === 'transfer') return [];
  if (match === 'settlement' && provider)
    return providerSettled(id, provider, direction === 'in' ? amount : 0 - amount);
  if (payouts.length > 0) {
    return payouts.flatMap(({ id: payoutId, shopId, amount: sum, act }) => {
      if (act === 'confirm') return [];
      return act === 'debit' ? payoutDebited(payoutId, sum) : payoutReturned(payoutId, shopId, sum);
    });
  }
  if (direction === 'in') return unknownReceived(id, amount);
  return match === 'unknown' ? [] : unknownReceived(id, 0 - amount);
}
